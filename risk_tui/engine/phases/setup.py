"""Setting up: who is first, missions and cities, sharing out the territories (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Begin, Claim, Offer, Resign
from risk_tui.engine.decisions import ToBegin, ToClaim
from risk_tui.engine.errors import NotYourTerritory
from risk_tui.engine.facts import (
    AlliesPlaced,
    CitiesPlaced,
    Claimed,
    Dealt,
    MissionsDealt,
    MissionsLeft,
)
from risk_tui.engine.phases.ending import next_playing
from risk_tui.engine.phases.opening import roll_for_first, seats_in_order
from risk_tui.engine.phases.place import continue_placing
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.state import NOBODY, Phase

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def begin(play: Play, action: Begin) -> None:
    """Roll for the first seat, deal missions, and territories where the ruleset says so."""
    state = play.state
    state.first = roll_for_first(play, state.playing())
    state.turn = state.acting = state.first
    _deal_missions(play)
    _place_cities(play)
    if play.rules.set_up.dealt:
        deal(play)
        continue_placing(play, state.first)
    else:
        state.phase = Phase.CLAIM


def _deal_missions(play: Play) -> None:
    """Missions are dealt before the territories are (FAQ Q2.2.1)."""
    state, rules = play.state, play.rules.missions
    if not rules.each:
        return
    order = list(play.order(len(rules.deck)))
    for step in range(play.players):
        seat = (state.first + step) % play.players
        state.missions[seat] = [order.pop(0) for _ in range(rules.each)]
        play.tell(MissionsDealt(seat, rules.each, tuple(state.missions[seat])))
    if rules.unused_shown:
        play.tell(MissionsLeft(tuple(sorted(order))))


def _place_cities(play: Play) -> None:
    cities = play.rules.set_up.cities
    if cities:
        play.state.cities = sorted(play.order(len(play.state.owner))[:cities])
        play.tell(CitiesPlaced(tuple(play.state.cities)))


def deal(play: Play) -> None:
    """Deal every territory in turn; the first seats get one more where it does not come out."""
    state = play.state
    seats = seats_in_order(play)
    if play.neutral is not None:
        seats.append(play.neutral)
    for turn, territory in enumerate(play.order(len(state.owner))):
        seat = seats[turn % len(seats)]
        state.owner[territory] = seat
        state.armies[territory] = 1
        state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    play.tell(Dealt(tuple(state.owner)))


def claim(play: Play, action: Claim) -> None:
    """One army on a free territory; then the next seat claims."""
    state = play.state
    play.need_territory(action.territory)
    if state.owner[action.territory] != NOBODY:
        raise NotYourTerritory(
            f"{play.name(action.territory)} is already claimed; choose a free territory"
        )
    seat = state.turn
    state.owner[action.territory] = seat
    state.armies[action.territory] = 1
    state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    play.tell(Claimed(seat, action.territory))
    after_claim(play)


def claims_left(play: Play) -> int:
    """How many territories are still to be claimed; the Allied Army gets a third of them."""
    free = play.state.owner.count(NOBODY)
    if play.neutral is None:
        return free
    return free - len(play.state.owner) // (play.players + 1)


def after_claim(play: Play) -> None:
    """The next seat claims, or the placing begins when no territory is left to claim."""
    state = play.state
    setup = play.rules.set_up
    following = next_playing(state, state.turn, setup.direction)
    if claims_left(play) > 0:
        state.turn = state.acting = following
        return
    if play.neutral is not None:
        _place_allies(play, play.neutral)
    start = state.first if setup.restarts else following
    if setup.last_claimer_first:
        # Whoever claimed his first territory last is the one before the first, the other way.
        state.first = next_playing(state, state.first, -setup.direction)
    continue_placing(play, start)


def _place_allies(play: Play, allies: int) -> None:
    """The Allied Army stands on every territory that nobody claimed (1975 two-player rules)."""
    state, armies = play.state, play.rules.third_army.garrison
    free = [place for place, owner in enumerate(state.owner) if owner == NOBODY]
    for place in free:
        state.owner[place], state.armies[place] = allies, armies
    play.tell(AlliesPlaced(allies, tuple(free), armies))


def _resign(play: Play, action: Resign) -> None:
    if resign(play):
        after_claim(play)


BEGIN = PhaseShape(
    decides=in_turn,
    decision=lambda play: ToBegin(play.state.turn),
    offers=lambda play: [Offer(Begin())],
    actions={Begin: begin},
    asked="the game has not begun",
)

CLAIM = PhaseShape(
    decides=in_turn,
    decision=lambda play: ToClaim(play.state.turn, claims_left(play)),
    offers=lambda play: [
        *(Offer(Claim(place)) for place, owner in enumerate(play.state.owner) if owner == NOBODY),
        Offer(Resign()),
    ],
    actions={Claim: claim, Resign: _resign},
    asked="claim a free territory first",
)
