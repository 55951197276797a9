"""Beginning a game: the first seat, missions, cities, dealing and claiming (FAQ Q2.3)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.engine.actions import Begin, BeginWith, Claim, Offer, Resign
from risk_tui.engine.decisions import ToBegin, ToClaim
from risk_tui.engine.events import (
    CitiesPlaced,
    Claimed,
    Dealt,
    FirstAgreed,
    MissionsDealt,
    MissionsLeft,
    Placed,
)
from risk_tui.engine.hooks import titles_of
from risk_tui.engine.phases.base import PhaseHandler, seat_in_turn
from risk_tui.engine.phases.first_player import roll_for_first, seats_from_first, seats_in_order
from risk_tui.engine.phases.game_end import next_seat_in_game
from risk_tui.engine.phases.initial_placement import continue_placing
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.state import Phase
from risk_tui.errors import IllegalAction, NotYourTerritory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.context import GameContext


def begin(context: GameContext, action: Begin) -> None:
    """Roll for the first seat, and deal what the ruleset deals."""
    context.state.first = roll_for_first(context, context.state.seats_in_game())
    _open(context)


def begin_with(context: GameContext, action: BeginWith) -> None:
    """Begin with a seat that was agreed on, and deal what the ruleset deals."""
    if action.first not in context.state.seats_in_game():
        raise IllegalAction("that is no player's seat")
    context.state.first = action.first
    context.emit(FirstAgreed(action.first))
    _open(context)


def _open(context: GameContext) -> None:
    """Deal missions, and territories where the ruleset says so; the first seat begins."""
    state = context.state
    state.turn = state.acting_seat = state.first
    for happens in context.hooks.opening:
        happens(context)
    if context.rules.missions.dealt_first:
        _deal_missions(context)
    _place_cities(context)
    if context.rules.set_up.dealt:
        deal_territories(context)
        continue_placing(context, state.first)
    else:
        state.phase = Phase.CLAIM


def _deal_missions(context: GameContext) -> None:
    """Deal the secret missions."""
    state, rules = context.state, context.rules.missions
    if not rules.per_player:
        return
    seats = seats_from_first(context)
    while True:
        order = list(context.shuffle(len(rules.deck)))
        for seat in seats:
            state.missions[seat] = [order.pop(0) for _ in range(rules.per_player)]
        if not any(again(context) for again in context.hooks.missions_dealt):
            break
    for seat in seats:
        context.emit(MissionsDealt(seat, rules.per_player, tuple(state.missions[seat])))
    if rules.unused_shown:
        context.emit(MissionsLeft(tuple(sorted(order))))


def _place_cities(context: GameContext) -> None:
    """Put the cities that the ruleset asks for on territories by lot."""
    cities, closed = context.rules.set_up.cities, context.out_of_play()
    if cities:
        order = context.shuffle(len(context.state.owner))
        open_ones = [territory for territory in order if territory not in closed]
        context.state.cities = sorted(open_ones[:cities])
        context.emit(CitiesPlaced(tuple(context.state.cities)))


def deal_territories(context: GameContext) -> None:
    """Share out every territory, with one army on each."""
    state = context.state
    deals, closed = context.hooks.deal, context.out_of_play()
    for territory, seat in enumerate(deals[0](context) if deals else _deal_evenly(context)):
        if territory in closed:
            continue
        state.owner[territory] = seat
        state.armies[territory] = 1
        state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    context.emit(Dealt(tuple(state.owner)))
    _put_stars_down(context)
    _finish_sharing(context)


def _finish_sharing(context: GameContext) -> None:
    """All territories that are for players are theirs: deal what comes after that."""
    if not context.rules.missions.dealt_first:
        _deal_missions(context)
    for happens in context.hooks.claimed:
        happens(context)


def _put_stars_down(context: GameContext) -> None:
    """Put an army on each territory for every star of its card, where the ruleset says so.

    They are of the armies that its owner starts with; the first one stands there already.
    """
    state = context.state
    for territory, stars in enumerate(context.rules.set_up.stars):
        owner = state.owner[territory]
        more = 0 if owner == NOBODY else min(stars - 1, state.unplaced[owner])
        if more > 0:
            state.armies[territory] += more
            state.unplaced[owner] -= more
            context.emit(Placed(owner, territory, more))


def _deal_evenly(context: GameContext) -> Sequence[int]:
    """Deal every territory in turn, Earth by Earth; the first seats may get one more."""
    seats = seats_in_order(context)
    if context.neutral is not None:
        seats.append(context.neutral)
    owners = [NOBODY] * len(context.state.owner)
    for turn, territory in enumerate(chain(*context.shuffle_territories())):
        owners[territory] = seats[turn % len(seats)]
    return owners


def claim(context: GameContext, action: Claim) -> None:
    """Put one army on a free territory; then the next seat claims."""
    state = context.state
    context.require_territory(action.territory)
    if state.owner[action.territory] != NOBODY:
        raise NotYourTerritory(f"{context.territory_name(action.territory)} is claimed already")
    if action.territory in context.out_of_play():
        why = titles_of(context.hooks.out_of_play)
        name = context.territory_name(action.territory)
        raise NotYourTerritory(f"{name} is no part of the game{why}")
    if context.hooks.claimable and action.territory not in _claimable(context):
        names = [context.territory_name(each) for each in _claimable(context)]
        raise NotYourTerritory(f"claim one of these first: {', '.join(names)}")
    seat = state.turn
    state.owner[action.territory] = seat
    state.armies[action.territory] = 1
    state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    context.emit(Claimed(seat, action.territory))
    for happens in context.hooks.claim_made:
        happens(context, action.territory)
    continue_claiming(context)


def _claimable(context: GameContext) -> list[int]:
    """The free territories that the seat in turn may claim."""
    state = context.state
    free = free_territories(context)
    for limit in context.hooks.claimable:
        allowed = limit(state, state.turn)
        if allowed is not None:
            free = [territory for territory in free if territory in allowed]
    return free


def free_territories(context: GameContext) -> list[int]:
    """The territories of nobody that are part of the game."""
    closed = context.out_of_play()
    return [
        territory
        for territory, owner in enumerate(context.state.owner)
        if owner == NOBODY and territory not in closed
    ]


def count_claims_left(context: GameContext) -> int:
    """How many territories are still to be claimed; a neutral seat gets a third of them all."""
    owner = context.state.owner
    closed = len(context.out_of_play())
    free = owner.count(NOBODY) - closed
    if context.neutral is None:
        return free
    return free - (len(owner) - closed) // (context.players + 1)


def continue_claiming(context: GameContext) -> None:
    """Let the next seat claim, or begin the placing when no territory is left to claim."""
    state = context.state
    setup = context.rules.set_up
    next_seat = next_seat_in_game(state, state.turn, setup.direction)
    if count_claims_left(context) > 0:
        state.turn = state.acting_seat = next_seat
        return
    _put_stars_down(context)
    _finish_sharing(context)
    start = state.first if setup.restarts else next_seat
    if setup.last_claimer_first:
        # The seat that claimed its first territory last stands just before the first seat.
        state.first = next_seat_in_game(state, state.first, -setup.direction)
    continue_placing(context, start)


def _resign(context: GameContext, action: Resign) -> None:
    """Leave the game; the next seat claims."""
    if resign(context):
        continue_claiming(context)


def to_claim(context: GameContext) -> ToClaim:
    """The question for a territory, with those that may be claimed where these are not all."""
    claimable = _claimable(context) if context.hooks.claimable else []
    is_limited = claimable and len(claimable) < len(free_territories(context))
    among = tuple(claimable) if is_limited else None
    return ToClaim(context.state.turn, count_claims_left(context), among)


BEGIN = PhaseHandler(
    decides=seat_in_turn,
    decision=lambda context: ToBegin(context.state.turn),
    offers=lambda context: [Offer(Begin())],
    actions={Begin: begin, BeginWith: begin_with},
    prompt="the game has not begun",
)

CLAIM = PhaseHandler(
    decides=seat_in_turn,
    decision=to_claim,
    offers=lambda context: [
        *(Offer(Claim(territory)) for territory in _claimable(context)),
        Offer(Resign()),
    ],
    actions={Claim: claim, Resign: _resign},
    prompt="claim a free territory first",
)
