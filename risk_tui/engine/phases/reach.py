"""The attacks that are possible: their sources, targets, and numbers of armies."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.hooks import hook_titles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from risk_tui.engine.context import GameContext


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
    context: GameContext, source: int, target: int, armies: int, *, carried: bool = False
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


def least_armies_to_attack(
    context: GameContext, source: int, target: int, *, carried: bool = False
) -> int:
    """Return the smallest number of armies that an attack needs, including its cost."""
    return next(
        armies
        for armies in count(1)
        if armies_to_attack_with(context, source, target, armies, carried=carried)
    )


def titles_requiring_armies(
    context: GameContext, source: int, target: int, *, carried: bool = False
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


def why_forbidden(context: GameContext, source: int, target: int) -> str:
    """Return why a variant forbids an attack now; empty if every variant allows it."""
    reasons = (forbids(context.state, source, target) for forbids in context.hooks.why_no_attack)
    return next(filter(None, reasons), "")


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
            if hooks.why_no_attack and why_forbidden(context, source, target):
                continue
            if hooks.attack_cost or hooks.armies_needed or hooks.leavable_territories:
                armies = armies_to_attack_with(
                    context, source, target, state.armies[source], carried=carried_to is not None
                )
            if armies:
                yield source, target, armies
