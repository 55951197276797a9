"""A rematch: the next game with the same people, rules and board."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from risk_tui.data.environment import is_hosted
from risk_tui.data.language import _
from risk_tui.engine.events import FirstAgreed, FirstRolled
from risk_tui.engine.game_setup import fitted_to
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import house_rules_of
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.clock import Clock
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import saved_games
from risk_tui.saves.guest_list import GuestList, has_guest_list
from risk_tui.saves.header import read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.seats import NO_PLAYER, Seat, seat_argument
from risk_tui.table.table import Table


def may_start_rematch(table: Table) -> bool:
    """Check whether this terminal may start a rematch; a guest needs a seat at a hosted table."""
    return not table.seating.is_guest or (is_hosted() and bool(table.seating.local_seats))


def can_join_rematch(table: Table) -> bool:
    """Check whether another terminal has started the rematch of a hosted game that is over."""
    if table.decision is not None or not may_start_rematch(table):
        return False
    source = table.path.resolve()
    with suppress(SaveError):
        guests = _guest_list(source)
        return guests is not None and guests.rematch_of(source) is not None
    return False


def rematch(table: Table) -> Table:
    """Start a game like one that is over; the next seat has the first turn.

    If friends play over ``risk-tui host``, any of them may start the new game. It is open to the
    same codes and keys as this one, and the others join it in the same way. Guests at other
    terminals join a rematch that the host has started.

    Raises:
        RiskError: If the game is not over, or this terminal belongs to a watcher, or to a guest
            that has no hosted seat and finds no rematch.
        SaveError: If the new game can't be written.
    """
    if table.decision is not None:
        raise RiskError(_("finish this game first"))
    is_guest, own_seats = table.seating.is_guest, table.seating.local_seats
    source = table.path.resolve()
    guests = _guest_list(source)
    game = guests.rematch_of(source) if guests else _find_rematch(table) if is_guest else None
    if (is_guest and not own_seats) or (game is None and not may_start_rematch(table)):
        raise RiskError(
            _("the next game starts on the terminal that started this one; then ask again here")
        )
    if game is None and guests is None:
        return _create_rematch(table)
    if game is None:
        assert guests is not None, "the game is hosted"
        next_table = _create_rematch(table)
        own = next_table.path.resolve()
        game = guests.add_rematch(own, source)
        if game == own and not is_guest:
            return next_table
        next_table.close()
        if game != own:  # Another terminal was faster.
            own.unlink()
    if not is_guest:
        next_table = Table.open(game)
        _leave_friends_seats(table, next_table)
        return next_table
    (seat,) = own_seats
    return Table.join(game, seat_argument(table.seats[seat].given_name))


def _guest_list(game: Path) -> GuestList | None:
    """Return the guest list if friends may come to a game."""
    guests = GuestList() if has_guest_list() else None
    return guests if guests is not None and guests.has_invitations(game) else None


def _find_rematch(table: Table) -> Path | None:
    """Return the latest unfinished game that started after this one with the same seats and rules.

    Returns:
        ``None`` if there is none in the player's folder.
    """
    header, players = table.ledger.log.header, table.ledger.log.summary().players
    for game in saved_games():
        if game.summary is None or game.summary.winners or game.summary.players != players:
            continue
        # A damaged game is not the rematch, and must not prevent that one.
        with suppress(SaveError), closing(SaveFile.open(game.path, mode="ro")) as save:
            other = read_header(save.header_text(), game.path.name)
            is_alike = other.seats == header.seats and other.setup.ruleset == header.setup.ruleset
            if is_alike and other.created >= header.created:
                return game.path
    return None


def _create_rematch(table: Table) -> Table:
    """Create the next game with the same options, programs, clock and silence."""
    seats = next_seats(table)
    next_table = Table.create(table.setup, seats, options=table.options)
    for seat, program in table.automation.bots.programs.items():
        if seats[seat].player == program.player:
            next_table.run_program(seat, program.again())
    if (clock := table.clock.state) is not None:
        next_table.clock.set(Clock(clock.seconds, clock.per_turn, clock.bot))
    if not table.talk.is_enabled:
        next_table.talk.set_enabled(False)
    next_table.begin_with((_first_seat(table) + 1) % len(seats))
    _leave_friends_seats(table, next_table)
    return next_table


def _leave_friends_seats(table: Table, next_table: Table) -> None:
    """Leave the seats of players who are still at another terminal, to join from there.

    A bot may have played for them to the end. One seat stays here.
    """
    for seat in sorted(next_table.seating.local_seats - table.seating.local_seats):
        if table.seating.is_taken(seat) and len(next_table.seating.local_seats) > 1:
            next_table.leave_seat(seat)


def changed_rules(table: Table) -> dict[str, object]:
    """Return the variants and house rules of a game, for a new game with the same ruleset.

    Changes that come with the board are left out, because the board makes them again.

    Returns:
        An empty dictionary if the ruleset can't be loaded any more.
    """
    try:
        printed = fitted_to(load_ruleset(table.ruleset.ruleset), table.board)
        return house_rules_of(table.ruleset, printed)
    except RiskError:
        return {}


def _first_seat(table: Table) -> int:
    """Return the seat that had the first turn of a game."""
    events = (event for record in table.history(None) for event in record.events)
    return next((event.seat for event in events if isinstance(event, FirstRolled | FirstAgreed)), 0)


def next_seats(table: Table) -> list[Seat]:
    """Return the seats of the next game, with the players who started this one."""
    return [
        Seat(seat.given_name, seat.colour, seat.first, seat.defence)
        for seat in table.seats
        if seat.player != NO_PLAYER
    ]
