"""New games for tests of any room."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from risk_tui.engine.game import GameSetup
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.table.seats import Seat, seat_players
from risk_tui.table.table import Table

SEATS = seat_players(("Ann", "Ben", "Cid"), ())
"""Three people, in red, blue and green; tests don't change them."""


def create_table(
    players: str | Sequence[Seat],
    rules: str | Ruleset = "us-1993",
    board: str = "",
    **options: Any,
) -> Table:
    """Create a table for a game, before the opening roll.

    Args:
        players: Seats, or players as on the command line, where ``bot`` is ``toni``.
        rules: A ruleset, or the name of one.
        board: The name of a board, by default that of the rules.
        options: Those of ``Table.create``, such as ``path`` and ``seed``.
    """
    seats = players
    if isinstance(players, str):
        seats = seat_players(players.split(","), ("toni", "mira"))
    ruleset = load_ruleset(rules) if isinstance(rules, str) else rules
    setup = GameSetup(load_board(board or ruleset.board.home), ruleset, len(seats))
    return Table.create(setup, seats, **options)


def new_game(path: Path, players: str | Sequence[Seat]) -> Path:
    """Make the file of a new game, in place of an older one."""
    path.unlink(missing_ok=True)
    create_table(players, seed="1", path=path).close()
    return path


def one_round_table(path: Path, players: str) -> Table:
    """Create a table for a game that is over after a turn each, which bots play for people."""
    rules = with_turn_limit(load_ruleset("us-1993"), 1)
    table = create_table(players, rules, seed="1", path=path)
    for seat, player in enumerate(table.seats):
        if player.is_person:
            table.set_player(seat, "toni")
    return table


def finish(table: Table) -> None:
    """Let bots play a game to the end, and close the table."""
    while table.automation.step() is not None:
        pass
    assert table.winners
    table.close()
