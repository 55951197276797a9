"""Placing the starting armies (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Offer, Place, Resign
from risk_tui.engine.context import require_range
from risk_tui.engine.decisions import ToPlace
from risk_tui.engine.events import ArmiesLost, Placed
from risk_tui.engine.phases.base import PhaseHandler, seat_in_turn
from risk_tui.engine.phases.first_player import begin_first_turn
from risk_tui.engine.phases.game_end import next_seat_in_game
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.state import Phase, Status
from risk_tui.errors import NotYourTerritory, WrongNumber

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def continue_placing(context: GameContext, seat: int) -> None:
    """Begin the go of the first seat, from ``seat`` on, that can place armies.

    When nobody can, the armies left are lost and the first turn begins.
    """
    state, setup = context.state, context.rules.set_up
    for step in range(context.players if setup.places else 0):
        candidate = (seat + setup.direction * step) % context.players
        if state.status[candidate] is not Status.PLAYING:
            continue
        state.turn = state.acting_seat = candidate
        state.own_armies_this_go, state.neutral_armies_this_go = _armies_of_go(context, candidate)
        if _can_place_more(context):
            state.phase = Phase.PLACE
            return
    for owner, armies in enumerate(state.unplaced):
        if armies and setup.places:
            context.emit(ArmiesLost(owner, armies))
    state.unplaced = [0] * len(state.unplaced)
    state.own_armies_this_go = state.neutral_armies_this_go = 0
    begin_first_turn(context)


def _armies_of_go(context: GameContext, seat: int) -> tuple[int, int]:
    """How many own and neutral armies a seat places in one go."""
    unplaced, neutral = context.state.unplaced, 0
    if context.neutral is not None:
        neutral = min(context.rules.neutral.neutral_each_go, unplaced[context.neutral])
    return context.rules.set_up.armies_this_go(unplaced[seat]), neutral


def _can_place_more(context: GameContext) -> bool:
    """Whether any army of this go can still be placed."""
    state = context.state
    if not state.own_armies_this_go and not state.neutral_armies_this_go:
        return False
    unlimited = context.rules.set_up.limit is None and context.rules.placement.is_unlimited
    if not unlimited or context.hooks.closed_to_placing:
        return bool(place_limits(context))
    own, neutral = state.own_armies_this_go, state.neutral_armies_this_go
    return bool(own and state.turn in state.owner) or bool(
        neutral and context.neutral in state.owner
    )


def place_limits(context: GameContext, only: int | None = None) -> dict[int, int]:
    """How many armies may still be placed in this go, for each territory that can take any.

    ``only``: for no other territory than this one.
    """
    state, setup, placement = context.state, context.rules.set_up, context.rules.placement
    armies_left = {state.turn: state.own_armies_this_go}
    if context.neutral is not None:
        armies_left[context.neutral] = state.neutral_armies_this_go
    # The pieces of a colour bound what it can place anywhere.
    armies_left = {
        seat: placement.pieces_left(state.owner, state.armies, seat, maximum)
        for seat, maximum in armies_left.items()
        if maximum
    }
    limits, closed = {}, set[int]()
    for closing in context.hooks.closed_to_placing:
        closed.update(closing(context, state.turn))
    for territory in range(len(state.owner)) if only is None else (only,):
        owner = state.owner[territory]
        if owner in armies_left and territory not in closed:
            armies = state.armies[territory]
            maximum = min(
                setup.space_on(armies, armies_left[owner]),
                placement.space_on(armies, armies_left[owner]),
            )
            if maximum > 0:
                limits[territory] = maximum
    return limits


def place(context: GameContext, action: Place) -> None:
    """Place armies on a territory; after the go's last army the next seat places."""
    state = context.state
    context.require_territory(action.territory)
    seat, owner = state.turn, state.owner[action.territory]
    if owner != seat and owner != context.neutral:
        raise NotYourTerritory(f"{context.territory_name(action.territory)} is not yours")
    maximum = place_limits(context, action.territory).get(action.territory, 0)
    if maximum <= 0:
        raise WrongNumber(_explain_refusal(context, action.territory))
    require_range(action.armies, 1, maximum, "armies to place")
    state.armies[action.territory] += action.armies
    state.unplaced[owner] -= action.armies
    if owner == seat:
        state.own_armies_this_go -= action.armies
    else:
        state.neutral_armies_this_go -= action.armies
    context.emit(Placed(owner, action.territory, action.armies))
    if not _can_place_more(context):
        continue_placing(context, (seat + context.rules.set_up.direction) % context.players)


def _explain_refusal(context: GameContext, territory: int) -> str:
    """Why no army of this go can be placed on the territory."""
    state, limit = context.state, context.rules.set_up.limit
    name, armies = context.territory_name(territory), state.armies[territory]
    if limit is not None and armies >= limit:
        return f"{name} has the {limit} armies that the set-up allows"
    if state.owner[territory] == context.neutral:
        if not state.neutral_armies_this_go:
            return "now place an army of your own"
    elif not state.own_armies_this_go:
        return "now place a neutral army"
    why = context.closing(state.turn, territory)
    return f"{name} takes no armies now{why}; choose another"


def _resign(context: GameContext, action: Resign) -> None:
    """Leave the game; the next seat places."""
    if resign(context):
        continue_placing(
            context,
            next_seat_in_game(context.state, context.state.turn, context.rules.set_up.direction),
        )


def _offers(context: GameContext) -> list[Offer]:
    limits = place_limits(context)
    offers = [Offer(Place(territory, 1), maximum) for territory, maximum in limits.items()]
    return [*offers, Offer(Resign())]


def _decision(context: GameContext) -> ToPlace:
    state = context.state
    return ToPlace(
        state.turn,
        state.own_armies_this_go,
        state.unplaced[state.turn],
        state.neutral_armies_this_go,
    )


PLACE = PhaseHandler(
    decides=seat_in_turn,
    decision=_decision,
    offers=_offers,
    actions={Place: place, Resign: _resign},
    prompt="place your starting armies first",
)
