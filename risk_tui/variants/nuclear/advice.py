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

WORTH = 1.0
"""The value of a nuke in armies, because it is taken instead of one."""
CARD_WORTH = 2.0
"""The value in armies of a card from an eliminated seat."""
WEAK = 2
"""The most armies of a territory that a nuke should guard."""
MAX_AT_ONE = 4
"""The most nukes fired at one territory."""
MAX_WEAKENED = 6
"""The most territories considered for weakening before an attack."""


def candidates(
    view: View, decision: Decision, arsenal: NuclearMemory, land: Neighbours
) -> list[BotCandidate]:
    """Return the answers worth considering for a decision about nukes."""
    match decision:
        case ToTakeNukes():
            return list(_takings(view, decision, arsenal, land))
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
    """Yield the territories to lay waste with the available nukes, or to weaken before attacks.

    Args:
        action: Returns the action that fires at a territory.
    """
    seat, weakened = view.turn, []
    own = _held(view, seat, arsenal) - _guards_needed(view, seat, arsenal)
    for target, owner in enumerate(view.owner):
        armies = view.armies[target]
        if own < 1 or owner == seat or not _plays(view, owner):
            continue
        if _is_safe(view, arsenal, land, target):
            continue
        if armies <= min(own, MAX_AT_ONE):
            besides = -WORTH * armies
            if view.owner.count(owner) == 1:
                besides += CARD_WORTH * view.card_counts[owner]
            yield BotCandidate(action(target), ((target, NO_SEAT, 0),), besides=besides)
        if armies > 1 and any(view.owner[other] == seat for other in view.board.neighbours[target]):
            weakened.append((armies, target))
    for armies, target in sorted(weakened)[:MAX_WEAKENED]:
        after = ((target, view.owner[target], armies - 1),)
        yield BotCandidate(action(target), after, besides=-WORTH, attacks=True)


def _source(view: View, arsenal: NuclearMemory, land: Neighbours) -> int:
    """Return the territory to fire from: where a nuke guards least and is most likely lost."""
    seat = view.turn
    own = [each for each in view.territories_of(seat) if arsenal.nukes[each]]

    def use(territory: int) -> tuple[int, int, int]:
        return _guarded(view, seat, land, territory), _safety(view, territory), territory

    return min(own, key=use)


def _plays(view: View, owner: int) -> bool:
    return owner != NO_SEAT and view.status[owner] == Status.PLAYING


def _held(view: View, seat: int, arsenal: NuclearMemory) -> int:
    """Return the number of nukes of a seat."""
    return sum(arsenal.nukes[territory] for territory in view.territories_of(seat))


def _safety(view: View, territory: int) -> int:
    """Return a territory's lead in armies over the strongest adjacent enemy."""
    seat = view.owner[territory]
    around = view.board.neighbours[territory]
    enemies = [view.armies[other] for other in around if view.owner[other] not in (seat, NO_SEAT)]
    return view.armies[territory] - max(enemies, default=0)


def _guarded(view: View, seat: int, land: Neighbours, territory: int) -> int:
    """Return the number of weak territories in own continents that a nuke could save."""
    outside, continents = view.outside_continents, view.board.continents
    weak = 0
    for other in (territory, *land[territory]):
        continent = continents[view.board.territories[other].continent]
        if view.armies[other] <= WEAK and continent.holder(view.owner, outside) == seat:
            weak += 1
    return weak


def _guards_needed(view: View, seat: int, arsenal: NuclearMemory) -> int:
    """Return the nukes that a seat keeps: one for its continents, if others could fire."""
    others = _held(view, seat, arsenal) < sum(arsenal.nukes)
    outside = view.outside_continents
    holds = any(each.holder(view.owner, outside) == seat for each in view.board.continents)
    return 1 if others and holds else 0


def _takings(
    view: View, decision: ToTakeNukes, arsenal: NuclearMemory, land: Neighbours
) -> Iterator[BotCandidate]:
    """Yield the option to take useful nukes, placed where they are safe and guard most."""
    yield BotCandidate(EndPhase(), gain=0.0)
    seat = decision.seat
    wanted = _targets_worth(view, seat, arsenal, land) + _guards_needed(view, seat, arsenal)
    nukes = min(decision.most, wanted - _held(view, seat, arsenal))
    if nukes > 0:

        def merit(territory: int) -> tuple[int, int, int]:
            guarded = _guarded(view, seat, land, territory) - 2 * arsenal.nukes[territory]
            return min(0, _safety(view, territory)), guarded, -territory

        best = max(view.territories_of(seat), key=merit)
        yield BotCandidate(TakeNukes(best, nukes), gain=1.0)


def _targets_worth(view: View, seat: int, arsenal: NuclearMemory, land: Neighbours) -> int:
    """Return the nukes needed to break a rival's continent, or to eliminate a rival."""
    needs = []
    for continent in view.board.continents:
        holder = continent.holder(view.owner, view.outside_continents)
        if holder != seat and _plays(view, holder):
            armies = [
                view.armies[territory]
                for territory in continent.territories
                if not _is_safe(view, arsenal, land, territory)
            ]
            needs += [least for least in sorted(armies)[:1] if least <= continent.bonus + 1]
    for other in range(len(view.status)):
        held = view.territories_of(other)
        if other != seat and _plays(view, other) and len(held) == 1:
            needs.append(view.armies[held[0]])
    return min((need for need in needs if need <= MAX_AT_ONE), default=0)


def _rescues(view: View, decision: ToStopNuke, arsenal: NuclearMemory) -> Iterator[BotCandidate]:
    """Yield the options: accept the hit, or spend a nuke of the largest stock."""
    target = decision.target
    left = view.armies[target] - 1
    fate = (target, view.owner[target], left) if left > 0 else (target, NO_SEAT, 0)
    yield BotCandidate(EndPhase(), (fate,))
    ways = [offer.action for offer in view.offers if isinstance(offer.action, SpendNuke)]
    best = max(ways, key=lambda way: (arsenal.nukes[way.territory], -way.territory))
    yield BotCandidate(best, besides=-WORTH)


def _retaliations(view: View) -> Iterator[BotCandidate]:
    """Yield every shot at another player, including the conqueror."""
    for offer in view.offers:
        action = offer.action
        if not isinstance(action, Retaliate):
            continue
        owner, left = view.owner[action.target], view.armies[action.target] - 1
        if owner != view.seat and _plays(view, owner):
            yield BotCandidate(action, ((action.target, owner if left else NO_SEAT, left),))
