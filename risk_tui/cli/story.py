"""``risk-tui story`` and ``replay``: what a played game tells, and its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.display_options import add_screen_options, print_lines, screen_mode
from risk_tui.cli.play import require_terminal

if TYPE_CHECKING:
    import argparse

    from risk_tui.story.story import Story

_GAME_HELP = "its name, the start of its name, or its file"


def add_story(parser: argparse.ArgumentParser) -> None:
    """The options of ``story``."""
    parser.description = (
        "Shows how a game went: who led when, who held which continent, what turned it, how lucky "
        "everybody was. Missions and hands are shown once the game is over. The file is only read; "
        "of a damaged one, what is good is shown."
    )
    parser.add_argument("game", metavar="GAME", help=_GAME_HELP)
    parser.add_argument("--plain", action="store_true", help="write it down as text")
    parser.set_defaults(run=_story)
    add_screen_options(parser)


def add_replay(parser: argparse.ArgumentParser) -> None:
    """The options of ``replay``."""
    parser.description = (
        "Replays a game on the map, step by step or by itself, forwards and back. Hands and "
        "missions can be laid open once the game is over."
    )
    parser.add_argument("game", metavar="GAME", help=_GAME_HELP)
    parser.set_defaults(run=_replay)
    add_screen_options(parser)


def _read(name: str) -> Story:
    from risk_tui.saves.folder import find_game
    from risk_tui.story.reading import read_story

    return read_story(find_game(name))


def _story(options: argparse.Namespace) -> int:
    if not options.plain:
        return _show(options, replay=False)
    from risk_tui.story.plain import story_page

    print_lines(options, story_page(_read(options.game)))
    return 0


def _replay(options: argparse.Namespace) -> int:
    return _show(options, replay=True)


def _show(options: argparse.Namespace, *, replay: bool) -> int:
    """Show a story, or its replay, on the screen."""
    require_terminal()
    story = _read(options.game)
    story.board.validate_pictures()
    from risk_tui.tui.app import run

    return run(story=story, replay=replay, mode=screen_mode(options))
