"""The reach of attacks: targets, sources, and numbers of armies."""

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
    """Return the territories within the reach of attacks from ``source``, including own ones."""
    reached = list(context.neighbours[source])
    for more in context.hooks.extra_targets:
        reached += [target for target in more(context, source) if target not in reached]
    return reached


def armies_to_attack_with(
    context: GameContext, source: int, target: int, armies: int, *, carried: bool = False
) -> int:
    """Return how many of ``armies`` start an attack after its costs; 0 if they are too few.

    If none must stay, one more is counted. Armies ``carried`` to a distant target pay no costs.
    """
    hooks, needed = context.hooks, 2
    for toll in hooks.toll if not carried else ():
        armies -= toll(context, source, target, armies)
    if hooks.leavable_territories:
        armies += 1 - context.min_garrison(source)
    for needs in hooks.armies_needed:
        needed = max(needed, needs(context, source, target))
    return armies if armies >= needed else 0


def least_armies_to_attack(
    context: GameContext, source: int, target: int, *, carried: bool = False
) -> int:
    """Return the smallest number of armies that an attack needs, tolls included."""
    return next(
        armies
        for armies in count(1)
        if armies_to_attack_with(context, source, target, armies, carried=carried)
    )


def who_asks_for_armies(
    context: GameContext, source: int, target: int, *, carried: bool = False
) -> str:
    """Return the variants by which an attack needs more armies than others, in brackets."""
    hooks, armies = context.hooks, context.state.armies[source]
    paid = () if carried else hooks.toll
    tolls = [toll for toll in paid if toll(context, source, target, armies)]
    return hook_titles(
        [*tolls, *(needs for needs in hooks.armies_needed if needs(context, source, target) > 2)]
    )


def why_forbidden(context: GameContext, source: int, target: int) -> str:
    """Return why a variant forbids attacking ``target`` from ``source`` now; empty if it is
    allowed.
    """
    reasons = (forbids(context.state, source, target) for forbids in context.hooks.why_no_attack)
    return next(filter(None, reasons), "")


def possible_attacks(
    context: GameContext, carried_to: Callable[[int], Iterable[int]] | None = None
) -> Iterator[tuple[int, int, int]]:
    """Yield the attacks of the acting armies: source, target, and the armies that they begin with.

    Args:
        carried_to: Returns the targets to which armies of a source are carried, if they are;
            without it they attack what is within their reach.
    """
    state, hooks = context.state, context.hooks
    owner, seat, only_target = state.owner, state.acting_seat, only_target_seat(context)
    held_back = hooks.non_attacking_in(state) if hooks.held_back or hooks.idle else ()
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
            if hooks.toll or hooks.armies_needed or hooks.leavable_territories:
                armies = armies_to_attack_with(
                    context, source, target, state.armies[source], carried=carried_to is not None
                )
            if armies:
                yield source, target, armies
