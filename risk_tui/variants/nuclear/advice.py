"""Suggestions for bots with nukes, or with a chance to take some."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.hooks import BotCandidate
from risk_tui.engine.state import Status
from risk_tui.variants.nuclear.declarations import (
    Fire,
    GoNuclear,
    NuclearMemory,
    Retaliate,
    SpendNuke,
    TakeNukes,
    ToFire,
    ToRetaliate,
    ToStopNuke,
    ToTakeNukes,
)

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

Neighbours: TypeAlias = Sequence[Sequence[int]]

NUKE_VALUE = 1.0
"""The value of a nuke in armies; it is taken instead of one."""
CARD_VALUE = 2.0
"""The value in armies of a card from an eliminated seat."""
MAX_WEAK_ARMIES = 2
"""A territory with more armies than this needs no nuke to guard it."""
MAX_AT_ONE = 4
"""The most nukes fired at one territory."""
MAX_WEAKENED = 6
"""The most territories considered for weakening before an attack."""


def candidates(
    view: View, decision: Decision, arsenal: NuclearMemory, land: Neighbours
) -> list[BotCandidate]:
    """Return the answers worth considering for a decision about nukes.

    Args:
        land: The neighbours of each territory by land.
    """
    match decision:
        case ToTakeNukes():
            return list(_nukes_to_take(view, decision, arsenal, land))
        case ToAttack() if any(isinstance(offer.action, GoNuclear) for offer in view.offers):
            return list(_shots(view, arsenal, land, lambda target: GoNuclear()))
        case ToFire():
            source = _source(view, arsenal, land)
            shots = _shots(view, arsenal, land, lambda target: Fire(source, target))
            return [BotCandidate(EndPhase(), attacks=True), *shots]
        case ToStopNuke():
            return list(_rescues(view, decision, arsenal))
        case ToRetaliate():
            return list(_retaliations(view))
    return []


def _is_safe(view: View, arsenal: NuclearMemory, land: Neighbours, territory: int) -> bool:
    """Return True if the owner of a territory could stop a nuke fired at it."""
    owner = view.owner[territory]
    near = (territory, *land[territory])
    return any(view.owner[other] == owner and arsenal.nukes[other] for other in near)


def _shots(
    view: View, arsenal: NuclearMemory, land: Neighbours, action: Callable[[int], Action]
) -> Iterator[BotCandidate]:
    """Yield shots at territories to lay waste with the available nukes, or to weaken for attacks.

    Args:
        action: Returns the action that fires at a territory.
    """
    seat, weakened = view.turn, []
    available = _count_nukes(view, seat, arsenal) - _guards_needed(view, seat, arsenal)
    for target, owner in enumerate(view.owner):
        armies = view.armies[target]
        if available < 1 or owner == seat or not _is_player(view, owner):
            continue
        if _is_safe(view, arsenal, land, target):
            continue
        if armies <= min(available, MAX_AT_ONE):
            off_board_value = -NUKE_VALUE * armies
            if view.owner.count(owner) == 1:
                off_board_value += CARD_VALUE * view.card_counts[owner]
            yield BotCandidate(
                action(target), ((target, NO_SEAT, 0),), off_board_value=off_board_value
            )
        if armies > 1 and any(view.owner[other] == seat for other in view.board.neighbours[target]):
            weakened.append((armies, target))
    for armies, target in sorted(weakened)[:MAX_WEAKENED]:
        after = ((target, view.owner[target], armies - 1),)
        yield BotCandidate(action(target), after, off_board_value=-NUKE_VALUE, attacks=True)


def _source(view: View, arsenal: NuclearMemory, land: Neighbours) -> int:
    """Return the territory to fire from: where a nuke guards least and is easiest to lose."""
    seat = view.turn
    own = [each for each in view.territories_of(seat) if arsenal.nukes[each]]

    def rank(territory: int) -> tuple[int, int, int]:
        return _count_guarded(view, seat, land, territory), _safety(view, territory), territory

    return min(own, key=rank)


def _is_player(view: View, owner: int) -> bool:
    return owner != NO_SEAT and view.status[owner] == Status.PLAYING


def _count_nukes(view: View, seat: int, arsenal: NuclearMemory) -> int:
    """Return the number of nukes of a seat."""
    return sum(arsenal.nukes[territory] for territory in view.territories_of(seat))


def _safety(view: View, territory: int) -> int:
    """Return a territory's lead in armies over the strongest adjacent enemy."""
    seat = view.owner[territory]
    around = view.board.neighbours[territory]
    enemies = [view.armies[other] for other in around if view.owner[other] not in (seat, NO_SEAT)]
    return view.armies[territory] - max(enemies, default=0)


def _count_guarded(view: View, seat: int, land: Neighbours, territory: int) -> int:
    """Return the number of weak territories in own continents that a nuke there could save."""
    outside, continents = view.outside_continents, view.board.continents
    guarded = 0
    for other in (territory, *land[territory]):
        continent = continents[view.board.territories[other].continent]
        if view.armies[other] <= MAX_WEAK_ARMIES and continent.holder(view.owner, outside) == seat:
            guarded += 1
    return guarded


def _guards_needed(view: View, seat: int, arsenal: NuclearMemory) -> int:
    """Return the nukes that a seat keeps: one for its continents, if others could fire."""
    others_have_nukes = _count_nukes(view, seat, arsenal) < sum(arsenal.nukes)
    outside = view.outside_continents
    holds_any = any(each.holder(view.owner, outside) == seat for each in view.board.continents)
    return 1 if others_have_nukes and holds_any else 0


def _nukes_to_take(
    view: View, decision: ToTakeNukes, arsenal: NuclearMemory, land: Neighbours
) -> Iterator[BotCandidate]:
    """Yield the options: take no nukes, or useful ones where they are safe and guard most."""
    yield BotCandidate(EndPhase(), gain=0.0)
    seat = decision.seat
    needed = _nukes_to_break(view, seat, arsenal, land) + _guards_needed(view, seat, arsenal)
    nukes = min(decision.most, needed - _count_nukes(view, seat, arsenal))
    if nukes > 0:

        def rank(territory: int) -> tuple[int, int, int]:
            guarded = _count_guarded(view, seat, land, territory) - 2 * arsenal.nukes[territory]
            return min(0, _safety(view, territory)), guarded, -territory

        best = max(view.territories_of(seat), key=rank)
        yield BotCandidate(TakeNukes(best, nukes), gain=1.0)


def _nukes_to_break(view: View, seat: int, arsenal: NuclearMemory, land: Neighbours) -> int:
    """Return the fewest nukes that break a rival's continent or eliminate a rival.

    Returns:
        0 if more than ``MAX_AT_ONE`` are needed.
    """
    needs = []
    for continent in view.board.continents:
        holder = continent.holder(view.owner, view.outside_continents)
        if holder != seat and _is_player(view, holder):
            armies = [
                view.armies[territory]
                for territory in continent.territories
                if not _is_safe(view, arsenal, land, territory)
            ]
            needs += [least for least in sorted(armies)[:1] if least <= continent.bonus + 1]
    for other in range(len(view.status)):
        held = view.territories_of(other)
        if other != seat and _is_player(view, other) and len(held) == 1:
            needs.append(view.armies[held[0]])
    return min((need for need in needs if need <= MAX_AT_ONE), default=0)


def _rescues(view: View, decision: ToStopNuke, arsenal: NuclearMemory) -> Iterator[BotCandidate]:
    """Yield the options: accept the hit, or spend a nuke where there are most."""
    target = decision.target
    left = view.armies[target] - 1
    after = (target, view.owner[target], left) if left > 0 else (target, NO_SEAT, 0)
    yield BotCandidate(EndPhase(), (after,))
    options = [offer.action for offer in view.offers if isinstance(offer.action, SpendNuke)]
    best = max(options, key=lambda action: (arsenal.nukes[action.territory], -action.territory))
    yield BotCandidate(best, off_board_value=-NUKE_VALUE)


def _retaliations(view: View) -> Iterator[BotCandidate]:
    """Yield all shots at other players, including the conqueror."""
    for offer in view.offers:
        action = offer.action
        if not isinstance(action, Retaliate):
            continue
        owner, left = view.owner[action.target], view.armies[action.target] - 1
        if owner != view.seat and _is_player(view, owner):
            yield BotCandidate(action, ((action.target, owner if left else NO_SEAT, left),))
