"""The reach of armies: possible attacks, moves into empty territories, and losses on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Enter, Offer
from risk_tui.engine.context import GameContext, require_range
from risk_tui.engine.events import ArmiesPerished, Entered
from risk_tui.engine.hooks import hook_titles
from risk_tui.errors import NotAdjacent, WrongNumber


def only_target_seat(context: GameContext) -> int | None:
    """Return the only seat that the acting armies may attack, or ``None`` for no limit.

    A led army attacks only the seat in turn (1975 rules).
    """
    return context.state.turn if context.state.acting_seat == context.neutral else None


def targets(context: GameContext, source: int) -> list[int]:
    """Return the territories within reach of ``source``, regardless of their owners."""
    reached = list(context.neighbours[source])
    for more in context.hooks.extra_targets:
        reached += [target for target in more(context, source) if target not in reached]
    return reached


def armies_to_attack_with(
    context: GameContext, source: int, target: int, armies: int, *, carried: bool
) -> int:
    """Return how many of ``armies`` can start an attack after paying its cost.

    Args:
        carried: True for armies that are carried to a distant target, which pay no cost.

    Returns:
        0 if the armies are too few. One is added if no army has to stay behind, so that the rules
        for dice, which leave one behind, apply unchanged.
    """
    hooks, needed = context.hooks, 2
    for cost in hooks.attack_cost if not carried else ():
        armies -= cost(context, source, target, armies)
    if hooks.leavable_territories:
        armies += 1 - context.min_garrison(source)
    for needs in hooks.armies_needed:
        needed = max(needed, needs(context, source, target))
    return armies if armies >= needed else 0


def least_armies_to_attack(context: GameContext, source: int, target: int, *, carried: bool) -> int:
    """Return the smallest number of armies that an attack needs, including its cost."""
    return next(
        armies
        for armies in count(1)
        if armies_to_attack_with(context, source, target, armies, carried=carried)
    )


def titles_requiring_armies(
    context: GameContext, source: int, target: int, *, carried: bool
) -> str:
    """Return the titles of the variants that make an attack need more than two armies, in brackets.

    Returns:
        An empty string if there are none.
    """
    hooks, armies = context.hooks, context.state.armies[source]
    cost_hooks = () if carried else hooks.attack_cost
    costs = [cost for cost in cost_hooks if cost(context, source, target, armies)]
    return hook_titles(
        [*costs, *(needs for needs in hooks.armies_needed if needs(context, source, target) > 2)]
    )


def possible_attacks(
    context: GameContext, carried_to: Callable[[int], Iterable[int]] | None = None
) -> Iterator[tuple[int, int, int]]:
    """Yield the attacks of the acting armies as (source, target, armies at the start).

    Args:
        carried_to: Returns the distant targets to which the armies of a source can be carried.
            ``None`` for attacks within reach.
    """
    state, hooks = context.state, context.hooks
    owner, seat, only_target = state.owner, state.acting_seat, only_target_seat(context)
    held_back = hooks.held_back_in(state) if hooks.held_back or hooks.idle else ()
    for source in state.territories_of(seat):
        armies = state.armies[source]
        if source in held_back:
            continue
        if armies < 2 and (not hooks.leavable_territories or context.min_garrison(source)):
            continue
        if carried_to is not None:
            reached = carried_to(source)
        else:
            reached = (
                targets(context, source) if hooks.extra_targets else context.neighbours[source]
            )
        for target in reached:
            if owner[target] in (seat, NO_SEAT) or only_target not in (None, owner[target]):
                continue
            if hooks.why_no_attack and hooks.why_attack_forbidden(state, source, target):
                continue
            if hooks.attack_cost or hooks.armies_needed or hooks.leavable_territories:
                armies = armies_to_attack_with(
                    context, source, target, state.armies[source], carried=carried_to is not None
                )
            if armies:
                yield source, target, armies


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
