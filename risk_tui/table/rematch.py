"""The game after a game: the same people, rules and board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.guests import is_hosted
from risk_tui.data.language import _
from risk_tui.engine.events import FirstAgreed, FirstRolled
from risk_tui.engine.game_setup import fitted_to
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import house_rules_of
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.clock import Clock
from risk_tui.saves.guest_list import GuestList, has_guest_list
from risk_tui.table.seats import NO_PLAYER, Seat, designate
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from pathlib import Path


def rematch(table: Table, path: Path | None = None) -> Table:
    """A new game like one that is over, which begins with the seat after the one that began it.

    If friends play over ``risk-tui host``, they may come to the new game as to this one, and any of
    them may begin it; the others join it in the same way.

    Raises ``RiskError`` while the game goes on, or at another guest's terminal, and ``SaveError``.
    """
    if table.decision is not None:
        raise RiskError(_("only after the game is over"))
    is_guest = table.seating.is_guest
    if is_guest and not (is_hosted() and table.seating.local_seats):
        raise RiskError(_("start the next game on the terminal that started this one"))
    source = table.path.resolve()
    guests = GuestList() if has_guest_list() else None
    if guests is None or not guests.has_game(source):
        return _following_game(table, path)
    game = guests.rematch_of(source)
    if game is None:
        following = _following_game(table, path)
        own = following.path.resolve()
        game = guests.add_rematch(own, source)
        if game == own and not is_guest:
            return following
        following.close()
        if game != own:
            own.unlink()
    if not is_guest:
        return Table.open(game)
    (seat,) = table.seating.local_seats
    return Table.join(game, designate(table.seats[seat].given_name))


def _following_game(table: Table, path: Path | None) -> Table:
    seats = next_seats(table)
    following = Table.create(table.setup, seats, options=table.options, path=path)
    for seat, program in table.automation.bots.programs.items():
        if seats[seat].player == program.player:
            following.run_program(seat, program.again())
    if (clock := table.clock.state) is not None:
        following.clock.set(Clock(clock.seconds, clock.per_turn, clock.bot))
    if table.ledger.is_silent:
        following.talk.turn(on=False)
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
