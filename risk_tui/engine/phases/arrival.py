"""The arrival of armies in other territories, and moves into empty ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Enter, Offer
from risk_tui.engine.context import require_range
from risk_tui.engine.events import ArmiesPerished, Entered
from risk_tui.engine.hooks import hook_titles
from risk_tui.errors import NotAdjacent, WrongNumber

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def arrivals(context: GameContext, territory: int, armies: int) -> int:
    """Return how many of ``armies`` that move into a territory arrive."""
    for arriving in context.hooks.arriving:
        armies = arriving(context, territory, armies)
    return armies


def min_armies_to_arrive(context: GameContext, territory: int, minimum: int, maximum: int) -> int:
    """Return the fewest armies, at least ``minimum``, of which any arrive.

    Returns:
        A number above ``maximum`` if even ``maximum`` armies are too few.
    """
    if context.hooks.arriving:
        while minimum <= maximum and not arrivals(context, territory, minimum):
            minimum += 1
    return minimum


def apply_arrival_losses(context: GameContext, territory: int, armies: int) -> None:
    """Remove the armies that are lost on the way, after ``armies`` moved into a territory."""
    state = context.state
    lost = armies - arrivals(context, territory, armies)
    if lost:
        state.armies[territory] -= lost
        context.record_event(ArmiesPerished(state.owner[territory], territory, lost))


def closed_to_entering(context: GameContext) -> set[int]:
    """Return the empty territories that can't be entered now."""
    hooks = context.hooks
    return hooks.out_of_play_in(context.state) | {
        territory for closed in hooks.closed_to_entering for territory in closed(context.state)
    }


def enter(context: GameContext, action: Enter) -> None:
    """Move armies into an adjacent empty territory; this is not a conquest."""
    state, source, target = context.state, action.source, action.target
    context.require_own(source)
    context.require_not_held_back(source)
    context.require_territory(target)
    name = context.territory_name(target)
    if state.owner[target] == state.acting_seat:
        raise NotAdjacent(_("{name} is not empty", name=name))
    if state.owner[target] != NO_SEAT:
        raise NotAdjacent(_("{name} is not empty; attack it", name=name))
    if target in closed_to_entering(context):
        closing = (*context.hooks.closed_to_entering, *context.hooks.out_of_play)
        titles = hook_titles(hook for hook in closing if target in hook(state))
        raise NotAdjacent(_("armies can't enter {name} now{titles}", name=name, titles=titles))
    if target not in context.neighbours[source]:
        raise NotAdjacent(
            _(
                "you can't reach {target} from {source}",
                target=name,
                source=context.territory_name(source),
            )
        )
    minimum, maximum = _entry_range(context, source, target)
    if minimum > maximum:
        raise WrongNumber(
            _(
                "{source} has too few armies to enter {target}",
                source=context.territory_name(source),
                target=name,
            )
        )
    require_range(action.armies, minimum, maximum, N_("armies to move in"))
    state.owner[target] = state.acting_seat
    state.armies[source] -= action.armies
    state.armies[target] = action.armies
    context.record_event(Entered(state.acting_seat, source, target, action.armies))
    if context.hooks.arriving:
        apply_arrival_losses(context, target, action.armies)


def enter_offers(context: GameContext) -> list[Offer]:
    """Return one offer for each empty territory and each territory that can enter it."""
    state = context.state
    offers, closed = [], closed_to_entering(context)
    held_back = context.hooks.held_back_in(context.state)
    for target in state.territories_of(NO_SEAT):
        for source in () if target in closed else context.board.approaches[target]:
            if state.owner[source] == state.acting_seat and source not in held_back:
                minimum, maximum = _entry_range(context, source, target)
                if minimum <= maximum:
                    offers.append(Offer(Enter(source, target, minimum), maximum))
    return offers


def _entry_range(context: GameContext, source: int, target: int) -> tuple[int, int]:
    """Return the fewest and most armies that may enter ``target`` from ``source``."""
    free = context.state.armies[source] - context.min_garrison(source)
    maximum = context.rules.placement.space_on(0, free)
    return min_armies_to_arrive(context, target, 1, maximum), maximum
