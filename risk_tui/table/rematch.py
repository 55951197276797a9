"""The game after a game: the same people, rules and board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.events import FirstAgreed, FirstRolled
from risk_tui.engine.game_setup import fitted_to
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import house_rules_of
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import NO_PLAYER, Seat
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from pathlib import Path


def rematch(table: Table, path: Path | None = None) -> Table:
    """A new game like one that is over, which begins with the seat after the one that began it.

    Raises ``RiskError`` while the game goes on, or at a guest's terminal, and ``SaveError``.
    """
    if table.decision is not None:
        raise RiskError("only after the game is over")
    if table.seating.is_guest:
        raise RiskError("the next game is begun where this one was")
    seats = next_seats(table)
    following = Table.create(table.setup, seats, options=table.options, path=path)
    for seat, program in table.automation.bots.programs.items():
        if seats[seat].player == program.player:
            following.run_program(seat, program.again())
    following.begin_with((_first(table) + 1) % len(seats))
    return following


def changed_rules(table: Table) -> dict[str, object]:
    """The variants and house rules of a game, for another one by the ruleset of the same name.

    What the board changed is none of them: it does so again. Nothing where there is no such
    ruleset any more.
    """
    try:
        printed = fitted_to(load_ruleset(table.ruleset.ruleset), table.board)
        return house_rules_of(table.ruleset, printed)
    except RiskError:
        return {}


def _first(table: Table) -> int:
    """The seat that a game began with."""
    events = (event for record in table.history(None) for event in record.events)
    return next((event.seat for event in events if isinstance(event, FirstRolled | FirstAgreed)), 0)


def next_seats(table: Table) -> list[Seat]:
    """Return the seats of the next game, for the players who took them when this one started."""
    return [
        Seat(seat.given_name, seat.colour, seat.first, seat.defence)
        for seat in table.seats
        if seat.player != NO_PLAYER
    ]
