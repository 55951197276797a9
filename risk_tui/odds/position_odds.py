"""The odds of a game as one seat sees it: attacks, threats, campaigns.

The plan of a turn: campaigns, and what of them is still to be fought.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.boards.board import NOBODY
from risk_tui.engine.decisions import ToDefend, ToOccupy
from risk_tui.engine.variant import why_campaigns_end
from risk_tui.odds import position_odds
from risk_tui.odds.campaign import (
    CampaignMap,
    CampaignOdds,
    limit_garrison,
    plan_campaign,
    steps_of,
)
from risk_tui.odds.fight import fast_odds, fight_to_finish
from risk_tui.odds.roll import at_most, best_defence, losses_against, roll_odds
from risk_tui.odds.routes import plan_assault
from risk_tui.rules.combat import ALL_ALIKE, NONE, DiceChanges, FirstRolls

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from risk_tui.engine.view import View
    from risk_tui.odds.campaign import Branch, CampaignPlan
    from risk_tui.odds.fight import FightResult
    from risk_tui.odds.roll import RollOdds
    from risk_tui.odds.routes import Assault


MOST_POSITIONS = 2_000_000
"""The product of both sides' armies up to which a fight is counted: that takes about a second."""
TOO_GREAT = "armies too great"
"""Why the odds of greater fights are not known, in at most 28 columns."""

RISKY = 0.5
"""The chance from which on a threat is worth a warning."""


@dataclass(frozen=True, slots=True)
class FightOdds:
    """The odds of an attack from one territory on another, fought to the finish.

    ``possible_changes`` is what the attacker may do to their dice, as far as the reader may know;
    ``conquest.changes`` is what of it the numbers take into account. ``toll`` are the armies that
    the attack costs before any die is rolled.
    """

    source: int
    target: int
    next_roll: RollOdds
    conquest: FightResult[float]
    possible_changes: DiceChanges
    toll: int = 0


def fight(
    view: View, source: int, target: int, *, stop_at: int = 1, alone: bool = False
) -> FightOdds | None:
    """The odds of an attack; ``None`` where no army is free for it, or nobody knows them.

    It is broken off when ``stop_at`` armies are left in the source, the one that stays included.
    The numbers depend on the viewing seat's hand only if nobody else looks (``alone``).
    """
    combat, defenders = view.rules.combat, view.armies[target]
    armies = fighting_armies(view, source, target)
    if armies is None or defenders < 1 or _is_too_great(armies, defenders):
        return None
    if armies < combat.armies_needed(defenders):
        return None
    free = armies - 1
    possible, certain = dice_changes(view, source, target, alone=alone)
    first = first_rolls(view, source, target)
    ends = fight_to_finish(
        free,
        defenders,
        view.ruleset.fights,
        stop_at=max(stop_at, 1) - 1,
        dice_changes=certain,
        first=first,
        balance=view.ruleset.balance,
    )
    dice = combat.max_attack_dice(free + 1)
    odds = best_defence(view.ruleset.fights, dice, defenders, first).odds
    toll = max(0, view.armies[source] - armies)
    return FightOdds(source, target, odds, ends, possible, toll)


def dice_changes(
    view: View, source: int, target: int, *, alone: bool = False
) -> tuple[DiceChanges, DiceChanges]:
    """What the attacker may perhaps do to their dice, and what of it is certain."""
    for known in view.rules.hooks.dice_changes:
        changes: tuple[DiceChanges, DiceChanges] = known(view, source, target, alone)
        return changes
    return NONE, NONE


def first_rolls(view: View, source: int | None, target: int) -> FirstRolls:
    """The next rolls between two territories that differ from those after them, if any do."""
    for known in view.rules.hooks.first_rolls if source is not None else ():
        first: FirstRolls = known(view, source, target)
        return first
    return ALL_ALIKE


def fighting_armies(view: View, source: int, target: int) -> int | None:
    """The armies with which a fight begins at its source; ``None`` where the odds are not known.

    Variants in play may cost armies, or let a fight take another course than dice alone give it.
    They are asked as in a turn of the seat that attacks.
    """
    armies, hooks, seat = view.armies[source], view.rules.hooks.odds, view.owner[source]
    if hooks and seat != view.acting_seat:
        view = replace(view, acting_seat=seat)
    for known in hooks:
        armies = known(view, source, target, armies)
        if armies is None:
            return None
    return armies


def _is_too_great(armies: int, defenders: int) -> bool:
    """Return True if it would take too long to count a fight."""
    return armies * defenders > MOST_POSITIONS


def why_unknown(view: View, sources: Iterable[int], target: int) -> str:
    """Why nobody knows the odds of an attack from one of some territories; empty if they are known.

    The variants in play say it, in words that fit into a panel.
    """
    hooks: Sequence[Any] = view.rules.hooks.odds
    for source in sources:
        if _is_too_great(view.armies[source], view.armies[target]):
            return TOO_GREAT
        for known in hooks:
            if known(view, source, target, view.armies[source]) is None:
                return str(known.__self__.unknown_odds)
    return ""


def best_attack(view: View, sources: Iterable[int]) -> FightOdds | None:
    """The likeliest conquest from one of some territories; ``None`` if there is none to make."""
    seat = acting_or_own_seat(view)
    enemies = campaign_map(view, seat).enemies
    fights = [
        odds
        for source in sources
        for target in view.board.neighbours[source]
        if target in enemies and (odds := fight(view, source, target)) is not None
    ]
    return max(fights, key=lambda odds: odds.conquest.chance, default=None)


def acting_or_own_seat(view: View) -> int:
    """The seat whose odds are shown: the view's own; for a spectator the one that acts."""
    return view.acting_seat if view.seat is None or view.acting_seat == view.neutral else view.seat


def strongest_source(view: View, target: int, seat: int) -> int | None:
    """The territory from which a seat attacks a target best; ``None`` if it borders none."""
    sources = [
        source
        for source in view.board.neighbours[target]
        if view.owner[source] == seat and view.armies[source] > 1
    ]
    return max(sources, key=lambda source: (view.armies[source], -source), default=None)


@dataclass(frozen=True, slots=True)
class Threat:
    """How likely a territory falls to the strongest army that may attack it.

    ``uncounted`` is what the attacker may do to their dice, which ``chance`` leaves out.
    """

    source: int
    chance: float
    uncounted: DiceChanges = NONE


def threats(view: View, seat: int) -> dict[int, Threat]:
    """The threats to a seat's territories as the armies stand; some have none."""
    result = {}
    for territory in view.territories_of(seat):
        danger = threat(view, seat, territory)
        if danger is not None:
            result[territory] = danger
    return result


def threat(view: View, seat: int, territory: int, extra_armies: int = 0) -> Threat | None:
    """The threat to a territory of a seat as the armies stand, with ``extra_armies`` added to it.

    ``None`` where nobody could attack it, or the odds are not known (``unknown_threat`` tells
    which), and for a territory just conquered into which armies are still to move. Where a variant
    lets armies attack what is no neighbour, they may come from anywhere.
    """
    source, armies = _strongest_attacker(view, seat, territory)
    if source is None or armies is None:
        return None
    free, defenders = max(armies - 1, 0), view.armies[territory] + extra_armies
    chance = _chance(view, free, defenders, first_rolls(view, source, territory))
    return Threat(source, chance, dice_changes(view, source, territory)[0])


def unknown_threat(view: View, seat: int, territory: int) -> str:
    """Return why the threat to a territory of a seat is unknown; empty if it is known, or none."""
    source, armies = _strongest_attacker(view, seat, territory)
    return why_unknown(view, (source,), territory) if source is not None and armies is None else ""


def unknown_threats(view: View, seat: int) -> dict[int, str]:
    """Return why threats to a seat's territories are unknown, where they are."""
    if not view.rules.hooks.odds:
        return {}
    reasons = {each: unknown_threat(view, seat, each) for each in view.territories_of(seat)}
    return {territory: reason for territory, reason in reasons.items() if reason}


def _strongest_attacker(view: View, seat: int, territory: int) -> tuple[int | None, int | None]:
    """Return the territory from which the strongest army may attack one of a seat, and that army.

    Returns:
        ``None`` for both if there is none, for the army alone if its odds are not known.
    """
    threatening, defenders = attackers(view, seat, territory), view.armies[territory]
    if not defenders:
        return None, None
    for other in threatening:
        if other in view.unseen:
            return other, None
    fighting = {other: fighting_armies(view, other, territory) for other in threatening}
    # What an attack costs at once may leave too few for a battle.
    needed = view.rules.combat.armies_needed(defenders)
    fighting = {other: left for other, left in fighting.items() if left is None or left >= needed}
    if not fighting:
        return None, None
    # Whose odds are not known may be the strongest with all its armies.
    ranks = {
        other: view.armies[other] if armies is None else armies
        for other, armies in fighting.items()
    }
    source = max(ranks, key=lambda other: (ranks[other], -other))
    return source, fighting[source]


def _chance(view: View, free: int, defenders: int, first: FirstRolls) -> float:
    """The chance that ``free`` armies conquer ``defenders``, all changes of dice aside."""
    combat, balance = view.ruleset.fights, view.ruleset.balance
    if first.rolls and free > 0 < defenders:
        return fight_to_finish(free, defenders, combat, first=first, balance=balance).chance
    return fast_odds(combat, balance).conquest_chance(free, defenders)


def attackers(view: View, seat: int, territory: int) -> list[int]:
    """From where others may attack a territory of a seat; what is unseen there may hold armies."""
    anywhere = view.rules.hooks.targets
    sources = range(len(view.owner)) if anywhere else view.board.neighbours[territory]
    return [other for other in sources if other in view.unseen or _may_attack(view, seat, other)]


def _may_attack(view: View, seat: int, territory: int) -> bool:
    """Whether somebody may attack from a territory, and has an army to spare there."""
    owner = view.owner[territory]
    if owner in (seat, NOBODY) or view.armies[territory] < 2:
        return False
    return view.may_attack(owner) and territory not in view.held_back()


def moved_in(view: View, decision: ToOccupy, armies: int) -> View:
    """The view as it would be once a number of armies has moved into a conquered territory."""
    after = list(view.armies)
    after[decision.source] -= armies
    after[decision.target] += armies
    return replace(view, armies=tuple(after))


def defences(view: View) -> dict[int, float]:
    """The chance that the territory falls in the end, by the number of dice that may defend now.

    Empty unless the decision is to choose defence dice and the odds are known.
    """
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return {}
    free, defenders = _free_attackers(view, decision), view.armies[decision.target]
    if free is None:
        return {}
    later = first_rolls(view, decision.source, decision.target).after_one()
    result = {}
    for dice in range(1, decision.most + 1):
        rolled = decision.rolled
        odds = losses_against(rolled, dice) if rolled else roll_odds(decision.attack_dice, dice)
        odds = at_most(odds, defenders)
        result[dice] = sum(
            outcome.ways
            / odds.total
            * _chance(
                view, free - outcome.attacker_losses, defenders - outcome.defender_losses, later
            )
            for outcome in odds.outcomes
        )
    return result


def _free_attackers(view: View, decision: ToDefend) -> int | None:
    """How many attackers may be lost; ``None`` where the odds are not known."""
    if decision.source is None:
        return None if view.rules.hooks.odds else view.armies_outside
    known = fighting_armies(view, decision.source, decision.target) is not None
    return view.armies[decision.source] - 1 if known else None


def chance_after_losses(
    view: View, source: int, target: int, losses: tuple[int, int], *, spent: str = ""
) -> float | None:
    """The chance that a territory falls in the end after a roll with these losses, if it is known.

    ``losses`` are the attacker's and the defender's. ``spent`` is a change of dice that cannot be
    made afterwards. What depends on cards is left out: everybody sees the answer.
    """
    free, defenders = view.armies[source] - 1 - losses[0], view.armies[target] - losses[1]
    if defenders < 1 or free < 1:
        return int(defenders < 1)
    if fighting_armies(view, source, target) is None or _is_too_great(free, defenders):
        return None
    _, certain = dice_changes(view, source, target)
    if spent:
        certain = certain._replace(**{spent: False})
    later = first_rolls(view, source, target).after_one()
    if later.rolls and certain != NONE:
        return None
    return fight_to_finish(
        free,
        defenders,
        view.ruleset.fights,
        dice_changes=certain,
        first=later,
        balance=view.ruleset.balance,
    ).chance


def sign_after_losses(view: View, source: int, target: int) -> str:
    """Return the sign before a ``chance_after_losses`` that leaves out what may be done to dice."""
    possible, certain = dice_changes(view, source, target)
    return "~" if possible != certain else ""


def campaign_map(view: View, seat: int) -> CampaignMap:
    """The board for a campaign of a seat; an army that is led attacks only the seat in turn.

    A territory just conquered into which armies are still to move cannot be attacked. No campaign
    leads where the odds are not known.
    """
    others = {view.turn} if seat == view.neutral else set(range(len(view.status))) - {seat}
    enemies = frozenset(
        territory
        for territory, owner in enumerate(view.owner)
        if owner in others and view.armies[territory] and not is_unknown(view, territory)
    )
    first = _all_first_rolls(view, enemies)
    combat, balance = view.ruleset.fights, view.ruleset.balance
    ways, most = _ways(view, seat, enemies), view.ruleset.most_to_follow
    return CampaignMap(ways, view.armies, enemies, combat, first, balance, most)


def uncounted_changes(view: View, plans: Iterable[CampaignPlan]) -> DiceChanges:
    """Return what the attacker may do to their dice, and campaigns leave out."""
    reroll = commander = False
    for plan in plans:
        if len(plan.territories) > 1:
            possible, _ = dice_changes(view, plan.source, plan.territories[0])
            reroll, commander = reroll or possible.reroll, commander or possible.commander
    return DiceChanges(reroll, commander)


def _all_first_rolls(view: View, targets: Collection[int]) -> dict[tuple[int, int], FirstRolls]:
    """The first rolls on each of these territories from its neighbours, where they differ."""
    if not view.rules.hooks.first_rolls:
        return {}
    pairs = [(source, target) for target in targets for source in view.board.neighbours[target]]
    found = {pair: first_rolls(view, *pair) for pair in pairs}
    return {pair: first for pair, first in found.items() if first.rolls}


def _ways(view: View, seat: int, enemies: Collection[int]) -> Sequence[Sequence[int]]:
    """The enemies beside each territory that armies of a seat attack from there by dice alone.

    Fights may follow on others: they are asked about with the fewest armies, and with the most that
    could come there.
    """
    neighbours, hooks = view.board.neighbours, view.rules.hooks.odds
    stops = bool(why_campaigns_end(view.ruleset))
    most = max((view.armies[territory] for territory in view.territories_of(seat)), default=2)
    strongest = max((view.armies[target] for target in enemies), default=1)
    if not hooks and not stops and not _is_too_great(most, strongest):
        return neighbours
    most = min(most, view.ruleset.most_to_follow or most)

    def is_by_dice(source: int, target: int) -> bool:
        is_own = view.owner[source] == seat
        stacks = {view.armies[source]} if is_own else {min(2, most), most}
        if (stops and not is_own) or _is_too_great(max(stacks), view.armies[target]):
            return False
        return all(
            known(view, source, target, armies) == armies for known in hooks for armies in stacks
        )

    return [
        [target for target in near if target in enemies and is_by_dice(source, target)]
        for source, near in enumerate(neighbours)
    ]


def is_known_who_follows(view: View) -> bool:
    """Return True if the odds know how many armies move into a conquered territory."""
    return bool(view.rules.hooks.conquerors_stop) or not why_campaigns_end(view.ruleset)


def is_unknown(view: View, target: int) -> bool:
    """Whether the odds of attacks on a territory are known from none of its neighbours."""
    return bool(view.rules.hooks.odds) and all(
        fighting_armies(view, source, target) is None for source in view.board.neighbours[target]
    )


def is_known(
    view: View, source: int, branches: Sequence[Branch], campaigns: CampaignMap | None = None
) -> bool:
    """Whether a campaign can be fought, and the odds of all its fights are known.

    ``campaigns``: the map for campaigns of its seat, if that is made already.
    """
    campaigns = campaigns or campaign_map(view, view.owner[source])
    steps = steps_of(source, branches)
    if not campaigns.enemies.issuperset(target for _, target in steps):
        return False
    if len(steps) == 1:
        ((origin, target),) = steps
        armies = fighting_armies(view, origin, target)
        return armies is not None and not _is_too_great(armies, view.armies[target])
    return all(target in campaigns.neighbours[origin] for origin, target in steps)


def expected_campaign(view: View, source: int, branches: tuple[Branch, ...]) -> CampaignPlan:
    """The plan and the odds of a campaign through ``branches`` as the armies stand, if it is known.

    A single fight takes the changes of dice into account that everybody knows of, and what it costs
    to begin it, as ``fight`` does.
    """
    plan = plan_campaign(campaign_map(view, view.owner[source]), source, branches)
    if len(plan.territories) > 1:
        return plan
    fight_odds = fight(view, source, plan.territories[0])
    if fight_odds is None:
        return plan
    ends = fight_odds.conquest
    left = limit_garrison(list(ends.survivors), view.ruleset.most_to_follow)
    return replace(plan, campaign=CampaignOdds((1.0, ends.chance), tuple(left)))


def assault_plan(view: View, seat: int, targets: Collection[int]) -> Assault:
    """A plan of a seat to take all of these territories in one turn."""
    stacks = [
        territory
        for territory in view.territories_of(seat)
        if view.armies[territory] > 1
        and any(view.owner[other] != seat for other in view.board.neighbours[territory])
    ]
    return plan_assault(campaign_map(view, seat), stacks, targets)


CampaignPath: TypeAlias = "tuple[int, tuple[Branch, ...]]"
"""A source, and the branches that armies are to take from there."""


class TurnPlan:
    """Campaigns for one turn of a player: the one that goes on, or else their next one."""

    def __init__(self, campaigns: Sequence[CampaignPath] = ()) -> None:
        self.campaigns = tuple(campaigns)
        self._turn: tuple[int, int] | None = None
        """The turn that it is for, once it has begun."""

    def remaining(self, view: View) -> tuple[CampaignPath, ...]:
        """What is still to be taken, and can be; nothing once the attacks of its turn are over."""
        seat, now = position_odds.acting_or_own_seat(view), (view.turn, view.round)
        if view.turn == seat and self._turn is None:
            self._turn = now
        is_over = view.decision is None or view.decision.kind == "fortify"
        if not self.campaigns or self._turn not in (None, now) or (is_over and view.turn == seat):
            return ()
        campaigns = position_odds.campaign_map(view, seat)
        return tuple(
            (source, branches)
            for source, branches in remaining_campaigns(view, seat, self.campaigns)
            if position_odds.is_known(view, source, branches, campaigns)
        )


def remaining_campaigns(
    view: View, seat: int, campaigns: Sequence[CampaignPath]
) -> list[CampaignPath]:
    """The paths that a seat still has to take: from the sources, and from what was taken."""
    return [path for campaign in campaigns for path in _remaining(view, seat, campaign)]


def _remaining(view: View, seat: int, path: CampaignPath) -> Iterator[CampaignPath]:
    source, branches = path
    remaining = [branch for branch in branches if view.owner[branch.territory] != seat]
    if view.owner[source] == seat and view.armies[source] and (remaining or not branches):
        # The last branch that remains gets all armies.
        yield source, (*remaining[:-1], *(replace(branch, moved=None) for branch in remaining[-1:]))
    for branch in branches:
        if view.owner[branch.territory] == seat and branch.branches:
            yield from _remaining(view, seat, (branch.territory, branch.branches))


def expected_campaigns(view: View, campaigns: Sequence[CampaignPath]) -> list[CampaignPlan]:
    """The plans and the odds of campaigns as the armies stand, but for a source on its own."""
    return [position_odds.expected_campaign(view, *path) for path in campaigns if path[1]]


def total_chance(plans: Sequence[CampaignPlan]) -> float:
    """The chance that all of several campaigns succeed."""
    return prod(plan.campaign.chance for plan in plans)
