"""``risk-tui join``: one seat, or a look, at a game that is played at several terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.display_options import add_screen_options
from risk_tui.cli.play import add_take_over

if TYPE_CHECKING:
    import argparse


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``join``."""
    parser.description = (
        "Sit down at a game from a terminal of your own: you see what your seat may see, and "
        "decide for it alone. Several terminals may play the same game at once, or one after the "
        "other; the game file is where they meet. Without --seat you look on."
    )
    parser.add_argument("game", help="its name, the start of its name, or its file")
    parser.add_argument("--seat", metavar="WHO", help="a player's name, or the colour of a seat")
    parser.add_argument(
        "--take",
        action="store_true",
        help="have the terminal that has the seat leave it, if there is one",
    )
    add_take_over(parser)
    parser.add_argument("--plain", action="store_true", help="play by lines on stdin and stdout")
    parser.set_defaults(run=_join)
    add_screen_options(parser)


def _join(options: argparse.Namespace) -> int:
    from risk_tui.cli.play import come_in, play_at, require_terminal
    from risk_tui.errors import RiskError
    from risk_tui.saves.folder import find_game

    if options.take and options.seat is None:
        raise RiskError("--take needs --seat: whose seat?")
    if options.take_over and options.seat is None:
        raise RiskError("--take-over needs --seat: whoever looks on is in nobody's way")
    path = find_game(options.game)
    if not options.plain:
        require_terminal()
    from risk_tui.table.table import Table

    def open_table(take_over: bool) -> Table:
        return Table.join(path, options.seat, take=options.take, take_over=take_over)

    return play_at(come_in(open_table, options), options)
