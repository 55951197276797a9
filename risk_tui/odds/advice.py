"""What the odds say about a game as one seat sees it: attacks, threats, campaigns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.goals import Destroy, HoldContinents
from risk_tui.odds.assault import assault
from risk_tui.odds.campaign import Campaign
from risk_tui.odds.cast import against, cast
from risk_tui.odds.chances import chances
from risk_tui.odds.conquest import conquest
from risk_tui.odds.defence import stand
from risk_tui.odds.marches import Land, march
from risk_tui.odds.powers import Powers

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.goals import Goal
    from risk_tui.engine.view import View
    from risk_tui.odds.assault import Assault
    from risk_tui.odds.cast import Cast
    from risk_tui.odds.conquest import Conquest
    from risk_tui.odds.marches import Fork, March


RISKY = 0.5
"""The chance from which on a threat is worth a warning."""


@dataclass(frozen=True, slots=True)
class Fight:
    """An attack from one territory on another, fought to the finish: what it may come to.

    ``wanted`` are the powers over his dice that the attacker has, for all that may be told;
    ``conquest.powers`` those that are counted.
    """

    source: int
    target: int
    cast: Cast
    conquest: Conquest[float]
    wanted: Powers


def fight(
    view: View, source: int, target: int, *, stop_at: int = 1, alone: bool = False
) -> Fight | None:
    """What an attack may come to; ``None`` where no army is free for it.

    It is broken off when ``stop_at`` armies are left in the source, the one that stays included.
    Only to somebody who looks ``alone`` the numbers may tell what is in his hand.
    """
    combat = view.rules.combat
    free, defenders = view.armies[source] - 1, view.armies[target]
    if free < 1 or defenders < 1:
        return None
    wanted, known = _powers(view, source, target, alone=alone)
    ends = conquest(free, defenders, view.ruleset.combat, stop_at=max(stop_at, 1) - 1, powers=known)
    thrown = stand(view.ruleset.combat, combat.attack_most(free + 1), defenders).cast
    return Fight(source, target, thrown, ends, wanted)


def _powers(view: View, source: int, target: int, *, alone: bool) -> tuple[Powers, Powers]:
    """What the attacker may do to his dice, perhaps, and what of it may be counted on.

    His cards count only for himself, if nobody looks over his shoulder.
    """
    combat, attacker = view.ruleset.combat, view.owner[source]
    commander = combat.commander and attacker != view.neutral
    commander = commander and not (view.commanded and attacker == view.turn)
    reroll = combat.reroll and bool(view.card_counts[attacker])
    known = alone and view.seat == attacker
    if known:
        shown = {view.board.deck[card].territory for card in view.hand}
        reroll = reroll and not shown.isdisjoint((source, target))
    return Powers(reroll, commander), Powers(reroll and known, commander)


def side_of(view: View) -> int:
    """The seat for which odds are told: one's own, or of those who look on the one that acts."""
    return view.acting if view.seat is None or view.acting == view.neutral else view.seat


def strongest(view: View, target: int, seat: int) -> int | None:
    """The territory from which a seat attacks a target best; ``None`` if it borders none."""
    near = [place for place in view.board.neighbours[target] if view.owner[place] == seat]
    near = [place for place in near if view.armies[place] > 1]
    return max(near, key=lambda place: (view.armies[place], -place), default=None)


@dataclass(frozen=True, slots=True)
class Threat:
    """How likely a territory falls to the strongest neighbour that may attack it."""

    source: int
    chance: float


def threats(view: View, seat: int) -> dict[int, Threat]:
    """The threats to a seat's territories as the armies stand; some have none."""
    found = {place: threat(view, seat, place) for place in view.territories_of(seat)}
    return {place: each for place, each in found.items() if each is not None}


def threat(view: View, seat: int, place: int, more: int = 0) -> Threat | None:
    """The threat to a territory of a seat as the armies stand, if it had so many ``more``.

    ``None`` where no neighbour could attack it, and for one just conquered that armies are still
    to move into.
    """
    near = [other for other in view.board.neighbours[place] if _hostile(view, seat, other)]
    if not near or not view.armies[place]:
        return None
    source = max(near, key=lambda other: (view.armies[other], -other))
    table = chances(view.ruleset.combat)
    return Threat(source, table.conquest(view.armies[source] - 1, view.armies[place] + more))


def _hostile(view: View, seat: int, place: int) -> bool:
    """Whether somebody may attack from a territory, and has an army to spare there."""
    owner = view.owner[place]
    if owner in (seat, -1) or view.armies[place] < 2:
        return False
    allied = view.ruleset.two_players.third_army == "allied"
    return view.status[owner] == "playing" or (allied and owner == view.neutral)


def defences(view: View) -> dict[int, float]:
    """For each number of dice that may defend now, the chance that the territory falls in the end.

    Empty unless defence dice are asked for.
    """
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return {}
    free, defenders = view.armies[decision.source] - 1, view.armies[decision.target]
    table = chances(view.ruleset.combat)
    found = {}
    for dice in range(1, decision.most + 1):
        rolled = decision.rolled
        thrown = against(rolled, dice) if rolled else cast(decision.attack_dice, dice)
        found[dice] = sum(
            each.ways
            / thrown.total
            * table.conquest(free - each.attacker_losses, defenders - each.defender_losses)
            for each in thrown.outcomes
        )
    return found


def after(view: View, source: int, target: int, losses: tuple[int, int], *, kept: bool) -> float:
    """The chance that a territory falls in the end once a cast has cost (attacker, defender) that.

    ``kept`` tells whether the commander, if there is one, can still act afterwards. Re-rolls are
    left out: the answer is read by everybody.
    """
    free, defenders = view.armies[source] - 1 - losses[0], view.armies[target] - losses[1]
    if defenders < 1 or free < 1:
        return int(defenders < 1)
    _, powers = _powers(view, source, target, alone=False)
    powers = powers._replace(commander=powers.commander and kept)
    return conquest(free, defenders, view.ruleset.combat, powers=powers).chance


def land(view: View, seat: int) -> Land:
    """The board as it is for a campaign of a seat; the Allied Army attacks nobody but its enemy."""
    others = {view.turn} if seat == view.neutral else set(range(len(view.status))) - {seat}
    enemies = frozenset(place for place, owner in enumerate(view.owner) if owner in others)
    return Land(view.board.neighbours, view.armies, enemies, view.ruleset.combat)


def marched(view: View, source: int, forks: tuple[Fork, ...]) -> March:
    """What is to be expected of a march as the armies stand.

    A single fight is told with the powers over dice that everybody knows of, as ``fight`` does.
    """
    found = march(land(view, view.owner[source]), source, forks)
    if len(found.places) > 1:
        return found
    single = fight(view, source, found.places[0])
    if single is None:
        return found
    ends = single.conquest
    return replace(found, campaign=Campaign((1.0, ends.chance), ends.survivors))


def assault_on(view: View, seat: int, targets: Collection[int]) -> Assault:
    """A plan of a seat to take all of these territories in one turn."""
    stacks = [
        place
        for place in view.territories_of(seat)
        if view.armies[place] > 1
        and any(view.owner[other] != seat for other in view.board.neighbours[place])
    ]
    return assault(land(view, seat), stacks, targets)


def targets_of(view: View, seat: int, goal: Goal) -> set[int] | None:
    """The territories that a seat lacks for a goal, if the goal names them; ``None`` if not.

    A goal of so many territories leaves the choice open, and so does a continent of one's own
    choice: of those only the continents that are named count.
    """
    match goal:
        case Destroy(target):
            return set(view.territories_of(target))
        case HoldContinents(continents):
            lands = [view.board.continents[each].territories for each in continents]
            return {place for each in lands for place in each if view.owner[place] != seat}
    return None
