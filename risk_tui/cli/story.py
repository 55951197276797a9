"""``risk-tui story`` and ``replay``: show how a game went, and replay it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.cli.output import print_json, screen_mode, writes_ascii
from risk_tui.cli.play import require_terminal, run_app
from risk_tui.cli.saves import write_text
from risk_tui.cli.simulate import progress_bar, read_count, stopping_by_signal
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, own_letters
from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import Stopped
from risk_tui.saves.folder import find_game
from risk_tui.story import chances, review
from risk_tui.story.board_svg import StoryTheme, moment_svg
from risk_tui.story.moments import turn_at
from risk_tui.story.page import story_html
from risk_tui.story.plain import review_data, review_lines, story_data, story_page
from risk_tui.story.review import Review
from risk_tui.story.story import Story, read_story, watch_file
from risk_tui.table.seats import spell_names
from risk_tui.tui.theme import palette

if TYPE_CHECKING:
    from risk_tui.tui.app import RiskApp


def show(options: argparse.Namespace) -> int | None:
    """Show the story of a game, or write it to files."""
    if options.at is not None and not (options.svg or options.cast):
        raise RiskError(_("--at goes with --svg or --cast: a moment, or its turn"))
    if options.chances is not None and not (options.plain or options.json or options.html):
        raise RiskError(_("--chances goes with --plain, --json or --html"))
    if options.html or options.svg or options.cast:
        _write_files(options)
        return None
    if options.review is not None:
        _review(options)
        return None
    if not (options.plain or options.json):
        return _show_on_screen(options)
    story = _with_chances(options, read_story(find_game(options.game)))
    if options.json:
        print_json(story_data(story))
    else:
        spell_names(story.seats, ascii=writes_ascii(options, sys.stdout))
        print(*story_page(story), sep="\n")
    return None


def _with_chances(options: argparse.Namespace, story: Story) -> Story:
    """Return the story, with win estimates if requested.

    Raises:
        KeyboardInterrupt: If a signal stopped the estimates; ``main`` returns its exit code.
    """
    if options.chances is None:
        return story
    what = _("a number of games")
    games = read_count("--chances", options.chances or None, what, chances.MAX_GAMES, chances.GAMES)
    total = games * len(chances.chance_moments(story))
    with progress_bar(total) as show, stopping_by_signal() as stopping:
        try:
            return chances.story_with_chances(story, games, show=show, stopping=stopping)
        except Stopped:
            raise KeyboardInterrupt from None


def _review(options: argparse.Namespace) -> None:
    """Print the review of a game, as text or as JSON."""
    story = read_story(find_game(options.game))
    found = _find_review(options, story)
    if options.json:
        print_json(review_data(story, found))
    else:
        spell_names(story.seats, ascii=writes_ascii(options, sys.stdout))
        print(*review_lines(story, found), sep="\n")


def _find_review(options: argparse.Namespace, story: Story) -> Review:
    """Return the review of a game, from the cache or new.

    Raises:
        KeyboardInterrupt: If a signal stopped it; ``main`` returns its exit code.
    """
    what = _("a number of games")
    games = read_count(
        "--review",
        options.review or None,
        what,
        review.MAX_GAMES,
        review.GAMES,
        least=review.MIN_GAMES,
    )
    with progress_bar(100, "%") as show, stopping_by_signal() as stopping:

        def show_part(done: int, total: int) -> None:
            show(100 * done // max(total, 1))

        try:
            return review.load_or_make_review(story, games, show=show_part, stopping=stopping)
        except Stopped:
            raise KeyboardInterrupt from None


def replay(options: argparse.Namespace) -> int:
    """Replay a game on the screen."""
    return _show_on_screen(options, is_replay=True)


def _show_on_screen(options: argparse.Namespace, *, is_replay: bool = False) -> int:
    """Show the story of a game on the screen, or replay the game."""
    require_terminal("risk-tui story GAME --plain")
    path = find_game(options.game)
    story = read_story(path)
    story.board.validate_pictures()
    moment = _parse_moment(story, options.at)
    later = watch_file(path)

    def show(app: RiskApp) -> None:
        from risk_tui.tui.story.story_screen import open_story

        open_story(app, story, replay=is_replay, moment=moment, later=later, on_close=app.exit)

    return run_app(options, opening=show)


# Files for others


def _write_files(options: argparse.Namespace) -> None:
    """Write the page, the picture and the recording that are requested, each to its file."""
    path = find_game(options.game)
    story = _with_chances(options, read_story(path))
    if options.review is not None:
        _find_review(options, story)  # Caches it for the page.
    story.board.validate_pictures()
    moment = _parse_moment(story, options.at)
    at = story.end if moment is None else moment
    makers: tuple[tuple[str | None, Callable[[], str]], ...] = (
        (options.html, lambda: _make_page(story)),
        (options.svg, lambda: _make_picture(story, at)),
        (options.cast, lambda: _make_recording(story, moment, options)),
    )
    for name, make in makers:
        if name:
            write_text(Path(name), make(), path, force=options.force)
            print(_("{name} is written.", name=printable(name)))
    if story.missing:
        print(printable(story.missing))


def _parse_moment(story: Story, text: str | None) -> int | None:
    """Parse ``--at``: a step, or the start of a round as in ``r8``.

    Returns:
        The moment; ``None`` without a text.

    Raises:
        RiskError: If there is no such moment.
    """
    if text is None:
        return None
    if text[:1] == "r" and text[1:].isdecimal() and text.isascii():
        number, last = int(text[1:]), story.turns[-1].round
        for turn in story.turns:
            if turn.round == number:
                return turn.start
        raise RiskError(
            _(
                "there is no round {text} in this game: the last one is r{last}",
                text=text[1:],
                last=last,
            )
        )
    if text.isdecimal() and text.isascii() and int(text) <= story.end:
        return int(text)
    raise RiskError(
        _(
            "--at is a step from 0 to {end}, or a round such as r3, not {text!r}",
            end=story.end,
            text=printable(text, 40),
        )
    )


@own_letters()
def _make_page(story: Story) -> str:
    return story_html(
        chances.with_cached_chances(story), story_theme(), review.cached_review(story)
    )


@own_letters()
def _make_picture(story: Story, moment: int) -> str:
    return moment_svg(story, story.moment(moment), story_theme())


def _make_recording(story: Story, moment: int | None, options: argparse.Namespace) -> str:
    """Record the whole game, or the turn that includes ``moment``; return the asciinema file."""
    from risk_tui.tui.story.cast import HEIGHT, WIDTH, cast_frames, cast_lines

    moments = range(story.end + 1)
    if moment is not None:
        turn = story.turns[turn_at(story.turns, moment)]
        moments = range(turn.start, turn.end + 1)
    mode = screen_mode(options)
    spell_names(story.seats, ascii=mode.ascii)
    frames = cast_frames(story, moments, mode)
    lines = cast_lines(frames, WIDTH, HEIGHT, printable(story.name))
    return "".join(f"{line}\n" for line in lines)


def story_theme() -> StoryTheme:
    """Return the colours and glyphs of the screen, for pages and pictures."""
    seats = {name: colour.hex for name, colour in palette.SEAT_COLOURS.items()}
    return StoryTheme(
        colours=seats | {"grey": palette.GREY.hex},
        glyphs=palette.SEAT_GLYPHS,
        sea=palette.SEA.hex,
        free=palette.FREE.hex,
        line=palette.LANE.hex,
        text=palette.TEXT.hex,
        panel=palette.BAR.hex,
    )
