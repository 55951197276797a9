"""Odds of a position as one seat sees it: attacks, threats, campaigns, and the plan of a turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.engine.decisions import ToDefend, ToOccupy
from risk_tui.engine.variant import why_campaigns_end
from risk_tui.engine.view import View
from risk_tui.odds.campaign import (
    Branch,
    CampaignMap,
    CampaignOdds,
    CampaignPlan,
    cap_moved_armies,
    plan_campaign,
    steps_of,
)
from risk_tui.odds.fight import FightResult, fast_odds, fight_to_finish
from risk_tui.odds.routes import MultiStackAttack, plan_assault
from risk_tui.rules.combat import NO_DICE_CHANGES, NO_EXTRA_DICE, DiceChanges, ExtraDieRolls
from risk_tui.rules.roll_odds import RollOdds, at_most, best_defence, losses_against, roll_odds

MAX_POSITIONS = 2_000_000
"""The largest product of both sides' armies that is computed.

It takes a second if both sides are alike, and twelve if there is a single defender.
"""
TOO_MANY_ARMIES = N_("too many armies")
"""The reason why larger fights have no odds, in at most 28 columns."""

RISKY = 0.5
"""Threats of at least this chance get a warning."""


@dataclass(frozen=True, slots=True)
class FightOdds:
    """The odds of an attack from one territory on another, fought to the finish.

    ``possible_changes`` are the dice changes that the attacker may have, as far as the viewing
    player knows; ``conquest.changes`` are those included in the numbers. ``attack_cost`` is the
    number of armies that the attack costs before the first roll.
    """

    source: int
    target: int
    next_roll: RollOdds
    conquest: FightResult
    possible_changes: DiceChanges
    attack_cost: int = 0


def fight(
    view: View, source: int, target: int, *, stop_at: int = 1, private: bool = False
) -> FightOdds | None:
    """Return the odds of an attack.

    Args:
        stop_at: The attacker stops with this many armies in the source, at least 1.
        private: True if only the viewing player sees the result, which may then depend on their
            hand.

    Returns:
        ``None`` if too few armies are free to attack, there are no defenders, the armies are too
        many to compute, or the odds are unknown.
    """
    combat, defenders = view.rules.combat, view.armies[target]
    armies = fighting_armies(view, source, target)
    if armies is None or defenders < 1 or _is_too_large(armies, defenders):
        return None
    if armies < combat.armies_needed(defenders):
        return None
    free = armies - 1
    possible, certain = dice_changes(view, source, target, private=private)
    first = extra_die_rolls(view, source, target)
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
    attack_cost = max(0, view.armies[source] - armies)
    return FightOdds(source, target, odds, ends, possible, attack_cost)


def dice_changes(
    view: View, source: int, target: int, *, private: bool = False
) -> tuple[DiceChanges, DiceChanges]:
    """Return the dice changes that the attacker may have, and those that are certain.

    Args:
        private: As in ``fight``.
    """
    for hook in view.rules.hooks.dice_changes:
        changes: tuple[DiceChanges, DiceChanges] = hook(view, source, target, private)
        return changes
    return NO_DICE_CHANGES, NO_DICE_CHANGES


def extra_die_rolls(view: View, source: int | None, target: int) -> ExtraDieRolls:
    """Return the next rolls between two territories that differ from later ones, if any."""
    for hook in view.rules.hooks.extra_die_rolls if source is not None else ():
        first: ExtraDieRolls = hook(view, source, target)
        if first != NO_EXTRA_DICE:
            return first
    return NO_EXTRA_DICE


def fighting_armies(view: View, source: int, target: int) -> int | None:
    """Return the armies that start a fight, or ``None`` if its odds are unknown.

    Variants may charge armies for an attack, or decide fights by more than dice. Their hooks are
    called as if it were the attacker's turn.
    """
    armies, _reason = _armies_or_reason(_in_turn_of(view, view.owner[source]), source, target)
    return armies


def _armies_or_reason(view: View, source: int, target: int) -> tuple[int | None, str]:
    """Return the armies that start a fight, or the reason if its odds are unknown."""
    hooks: Sequence[Any] = view.rules.hooks.odds
    armies = view.armies[source]
    for hook in hooks:
        known = hook(view, source, target, armies)
        if known is None:
            return None, hook.__self__.odds_unknown_reason
        armies = known
    return armies, ""


def _in_turn_of(view: View, seat: int) -> View:
    """Return the view as if it were the turn of a seat, as the hooks of variants expect."""
    is_needed = bool(view.rules.hooks.odds) and seat != view.acting_seat
    return replace(view, acting_seat=seat) if is_needed else view


def _is_too_large(armies: int, defenders: int) -> bool:
    """Return True if it would take too long to compute the odds of a fight."""
    return armies * defenders > MAX_POSITIONS


def why_unknown(
    view: View, sources: Iterable[int], target: int, attacker: int | None = None
) -> str:
    """Return why the odds of an attack are unknown; empty if they are known.

    The variants in play give the reason in a few words, which are translated here.

    Args:
        sources: Territories that may attack; the first one with unknown odds counts.
        attacker: The seat that will have conquered the sources by then; by default, their owners
            attack.
    """
    for source in sources:
        seat = view.owner[source] if attacker is None else attacker
        armies, reason = _armies_or_reason(_in_turn_of(view, seat), source, target)
        if armies is None:
            return _(reason)
        if _is_too_large(armies, view.armies[target]):
            return _(TOO_MANY_ARMIES)
    return ""


def best_attack(view: View, sources: Iterable[int]) -> FightOdds | None:
    """Return the likeliest conquest from these territories; ``None`` if there is none."""
    seat, hooks = acting_or_own_seat(view), view.rules.hooks
    fights = [
        odds
        for source in sources
        for target in view.board.neighbours[source]
        if is_possible_target(view, seat, target)
        and not hooks.why_attack_forbidden(view, source, target)
        and (odds := fight(view, source, target)) is not None
    ]
    return max(fights, key=lambda odds: odds.conquest.chance, default=None)


def acting_or_own_seat(view: View) -> int:
    """Return the seat to show odds for: usually the view's own.

    It is the acting seat for a spectator, and while the neutral army acts.
    """
    return view.acting_seat if view.own_seat is None else view.own_seat


def strongest_source(view: View, target: int, seat: int) -> int | None:
    """Return the seat's strongest territory that can attack a target; ``None`` if it has none."""
    sources = [
        source
        for source in view.board.approaches[target]
        if view.owner[source] == seat and view.armies[source] > 1
    ]
    return max(sources, key=lambda source: (view.armies[source], -source), default=None)


@dataclass(frozen=True, slots=True)
class Threat:
    """The chance that a territory falls to the strongest army that may attack it.

    ``uncounted`` are the attacker's possible dice changes that ``chance`` leaves out.
    """

    source: int
    chance: float
    uncounted: DiceChanges = NO_DICE_CHANGES


def threats(view: View, seat: int) -> dict[int, Threat]:
    """Return the current threats to a seat by territory, without those that are ``None``."""
    found = {territory: threat(view, seat, territory) for territory in view.territories_of(seat)}
    return {territory: danger for territory, danger in found.items() if danger is not None}


def threat(view: View, seat: int, territory: int, extra_armies: int = 0) -> Threat | None:
    """Return the current threat to a territory of ``seat``.

    If a variant lets armies attack distant territories, attackers may come from anywhere.

    Args:
        extra_armies: Armies to add to the defenders.

    Returns:
        ``None`` if no seat can attack the territory, if the odds are unknown (see
        ``unknown_threat``), or if armies are still to move into it after a conquest.
    """
    source, armies = _strongest_attacker(view, seat, territory)
    if source is None or armies is None:
        return None
    free, defenders = max(armies - 1, 0), view.armies[territory] + extra_armies
    chance = _chance(view, free, defenders, extra_die_rolls(view, source, territory))
    return Threat(source, chance, dice_changes(view, source, territory)[0])


def unknown_threat(view: View, seat: int, territory: int) -> str:
    """Return why the threat to a territory is unknown; empty if it is known or there is none."""
    source, armies = _strongest_attacker(view, seat, territory)
    return why_unknown(view, (source,), territory) if source is not None and armies is None else ""


def unknown_threats(view: View, seat: int) -> dict[int, str]:
    """Return the reasons for unknown threats, by territory of a seat."""
    if not view.rules.hooks.odds:
        return {}
    territories = view.territories_of(seat)
    reasons = {territory: unknown_threat(view, seat, territory) for territory in territories}
    return {territory: reason for territory, reason in reasons.items() if reason}


def _strongest_attacker(view: View, seat: int, territory: int) -> tuple[int | None, int | None]:
    """Return the source of the strongest attack on a territory, and its armies.

    Returns:
        ``None`` for both if there is no attacker; for the armies only if the odds are unknown.
    """
    sources, defenders = attackers(view, seat, territory), view.armies[territory]
    if not defenders:
        return None, None
    for other in sources:
        if other in view.unseen:
            return other, None
    fighting = {other: fighting_armies(view, other, territory) for other in sources}
    # An attack may cost so many armies that too few are left for a battle.
    needed = view.rules.combat.armies_needed(defenders)
    fighting = {other: left for other, left in fighting.items() if left is None or left >= needed}
    if not fighting:
        return None, None
    # An attacker with unknown odds counts with all its armies.
    ranks = {
        other: view.armies[other] if armies is None else armies
        for other, armies in fighting.items()
    }
    source = max(ranks, key=lambda other: (ranks[other], -other))
    return source, fighting[source]


def _chance(view: View, free: int, defenders: int, first: ExtraDieRolls) -> float:
    """Return the chance that ``free`` armies conquer ``defenders``, without dice changes.

    Between very large armies the ``first`` rolls hardly matter, so they are left out.
    """
    combat, balance = view.ruleset.fights, view.ruleset.balance
    if first.rolls and free > 0 < defenders and not _is_too_large(free, defenders):
        return fight_to_finish(free, defenders, combat, first=first, balance=balance).chance
    return fast_odds(combat, balance).conquest_chance(free, defenders)


def attackers(view: View, seat: int, territory: int) -> list[int]:
    """Return the territories from which other seats may attack a territory of ``seat``.

    Hidden territories are included, because they may hold enough armies.
    """

    def may_attack(source: int) -> bool:
        owner = view.owner[source]
        if owner in (seat, NO_SEAT) or view.armies[source] < 2:
            return False
        if not view.may_attack(owner) or source in view.held_back():
            return False
        return not hooks.why_attack_forbidden(view, source, territory)

    hooks = view.rules.hooks
    anywhere = hooks.extra_targets
    sources = range(len(view.owner)) if anywhere else view.board.approaches[territory]
    return [source for source in sources if source in view.unseen or may_attack(source)]


def moved_in(view: View, decision: ToOccupy, armies: int) -> View:
    """Return the view after a number of armies has moved into a conquered territory."""
    after = list(view.armies)
    after[decision.source] -= armies
    after[decision.target] += armies
    return replace(view, armies=tuple(after))


def defences(view: View) -> dict[int, float]:
    """Return the chance that the territory falls, for each number of defence dice.

    Returns:
        Empty unless the decision is to choose defence dice and the odds are known.
    """
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return {}
    free, defenders = _free_attackers(view, decision), view.armies[decision.target]
    if free is None:
        return {}
    later = extra_die_rolls(view, decision.source, decision.target).after_next_roll()
    rolled, result = decision.rolled, {}
    for dice in range(1, decision.most + 1):
        odds = losses_against(rolled, dice) if rolled else roll_odds(decision.attack_dice, dice)
        odds = at_most(odds, defenders)
        result[dice] = sum(
            ways / odds.total * _chance(view, free - lost, defenders - killed, later)
            for lost, killed, ways in odds.outcomes
        )
    return result


def _free_attackers(view: View, decision: ToDefend) -> int | None:
    """Return the number of attackers that can be lost; ``None`` if the odds are unknown."""
    if decision.source is None:
        return None if view.rules.hooks.odds else view.armies_outside
    known = fighting_armies(view, decision.source, decision.target) is not None
    return view.armies[decision.source] - 1 if known else None


def chance_after_losses(
    view: View, source: int, target: int, losses: tuple[int, int], *, spent: str = ""
) -> float | None:
    """Return the chance that a territory falls after a roll with these losses.

    Cards are left out, because every player sees the result.

    Args:
        losses: The losses of the attacker and the defender in armies.
        spent: The name of a dice change that is used up, if any.

    Returns:
        ``None`` if the odds are unknown.
    """
    free, defenders = view.armies[source] - 1 - losses[0], view.armies[target] - losses[1]
    if defenders < 1 or free < 1:
        return int(defenders < 1)
    if fighting_armies(view, source, target) is None or _is_too_large(free, defenders):
        return None
    _, certain = dice_changes(view, source, target)
    if spent:
        certain = certain._replace(**{spent: False})
    later = extra_die_rolls(view, source, target).after_next_roll()
    if later.rolls and certain != NO_DICE_CHANGES:
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
    """Return ``~`` if ``chance_after_losses`` leaves out possible dice changes, else ``""``."""
    possible, certain = dice_changes(view, source, target)
    return "~" if possible != certain else ""


def is_possible_target(view: View, seat: int, territory: int) -> bool:
    """Return True if a seat may attack a territory with known odds, if it gets near enough.

    A neutral army attacks only the seat in turn. A territory that armies are still to occupy can't
    be attacked.
    """
    owner = view.owner[territory]
    is_enemy = owner == view.turn if seat == view.neutral else owner not in (seat, NO_SEAT)
    has_armies = view.armies[territory] > 0
    return is_enemy and has_armies and not has_only_unknown_attacks(view, territory)


def campaign_map(view: View, seat: int) -> CampaignMap:
    """Return the board for campaigns of a seat, which avoid fights with unknown odds."""
    territories = range(len(view.owner))
    enemies = frozenset(place for place in territories if is_possible_target(view, seat, place))
    first = _all_first_rolls(view, enemies)
    combat, balance = view.ruleset.fights, view.ruleset.balance
    neighbours = _neighbours_by_dice(view, seat, enemies)
    most = view.ruleset.most_to_follow
    return CampaignMap(neighbours, view.armies, enemies, combat, first, balance, most)


def uncounted_changes(view: View, plans: Iterable[CampaignPlan]) -> DiceChanges:
    """Return the attacker's possible dice changes that campaigns leave out."""
    reroll = commander = False
    for plan in plans:
        if len(plan.territories) > 1:
            possible, _ = dice_changes(view, plan.source, plan.territories[0])
            reroll, commander = reroll or possible.reroll, commander or possible.commander
    return DiceChanges(reroll, commander)


def _all_first_rolls(view: View, targets: Collection[int]) -> dict[tuple[int, int], ExtraDieRolls]:
    """Return the first rolls that differ from later ones, by source and target."""
    if not view.rules.hooks.extra_die_rolls:
        return {}
    pairs = [(source, target) for target in targets for source in view.board.approaches[target]]
    found = {pair: extra_die_rolls(view, *pair) for pair in pairs}
    return {pair: first for pair, first in found.items() if first.rolls}


def _neighbours_by_dice(view: View, seat: int, enemies: Collection[int]) -> Sequence[Sequence[int]]:
    """Return the neighbours of each territory that can be attacked by dice alone.

    The number of armies that arrive in a conquered territory depends on the dice, so the hooks of
    variants are called with the fewest and with the most.
    """
    neighbours, hooks = view.board.neighbours, view.rules.hooks.odds
    ends_after_conquest = bool(why_campaigns_end(view.ruleset))
    most = max((view.armies[territory] for territory in view.territories_of(seat)), default=2)
    strongest = max((view.armies[target] for target in enemies), default=1)
    if not hooks and not ends_after_conquest and not _is_too_large(most, strongest):
        return neighbours
    most = min(most, view.ruleset.most_to_follow or most)
    seen = _in_turn_of(view, seat)

    def is_by_dice(source: int, target: int) -> bool:
        is_own = view.owner[source] == seat
        stacks = {view.armies[source]} if is_own else {min(2, most), most}
        if (ends_after_conquest and not is_own) or _is_too_large(max(stacks), view.armies[target]):
            return False
        return all(
            hook(seen, source, target, armies) == armies for hook in hooks for armies in stacks
        )

    return [
        [target for target in near if target in enemies and is_by_dice(source, target)]
        for source, near in enumerate(neighbours)
    ]


def is_garrison_known(view: View) -> bool:
    """Return True if it is known how many armies occupy a conquered territory."""
    return bool(view.rules.hooks.conquerors_cannot_attack) or not why_campaigns_end(view.ruleset)


def has_only_unknown_attacks(view: View, target: int) -> bool:
    """Return True if no neighbour can attack the territory with known odds."""
    return bool(view.rules.hooks.odds) and all(
        fighting_armies(view, source, target) is None for source in view.board.approaches[target]
    )


def is_campaign_known(
    view: View, source: int, branches: Sequence[Branch], campaigns: CampaignMap
) -> bool:
    """Return True if a campaign is possible and the odds of all its fights are known."""
    steps = steps_of(source, branches)
    if not campaigns.enemies.issuperset(target for _, target in steps):
        return False
    if len(steps) == 1:
        ((origin, target),) = steps
        armies = fighting_armies(view, origin, target)
        return armies is not None and not _is_too_large(armies, view.armies[target])
    return all(target in campaigns.neighbours[origin] for origin, target in steps)


def expected_campaign(view: View, source: int, branches: tuple[Branch, ...]) -> CampaignPlan:
    """Return the plan and odds of a campaign through ``branches``, at least one.

    A single fight includes its cost and the dice changes known to all players, as in ``fight``.
    """
    plan = plan_campaign(campaign_map(view, view.owner[source]), source, branches)
    if len(plan.territories) > 1:
        return plan
    fight_odds = fight(view, source, plan.territories[0])
    if fight_odds is None:
        return plan
    ends = fight_odds.conquest
    left = cap_moved_armies(list(ends.survivors), view.ruleset.most_to_follow)
    return replace(plan, odds=CampaignOdds((1.0, ends.chance), tuple(left)))


def assault_plan(view: View, seat: int, targets: Collection[int]) -> MultiStackAttack:
    """Plan the conquest of all these territories in one turn."""
    stacks = [
        territory
        for territory in view.territories_of(seat)
        if view.armies[territory] > 1
        and any(view.owner[other] != seat for other in view.board.neighbours[territory])
    ]
    return plan_assault(campaign_map(view, seat), stacks, targets)


CampaignPath: TypeAlias = "tuple[int, tuple[Branch, ...]]"
"""A source, and the branches that its armies take."""


class TurnPlan:
    """A player's campaigns for one turn: the current one, or else their next one."""

    def __init__(self, campaigns: Sequence[CampaignPath] = ()) -> None:
        self.campaigns = tuple(campaigns)
        self._turn: tuple[int, int] | None = None
        """The seat and the round of the planned turn; ``None`` until that turn starts."""

    def remaining(self, view: View) -> tuple[CampaignPath, ...]:
        """Return the campaigns still possible; empty when the turn's attacks are over."""
        seat, now = acting_or_own_seat(view), (view.turn, view.round)
        if view.turn == seat and self._turn is None:
            self._turn = now
        is_over = view.decision is None or view.decision.kind == "fortify"
        if not self.campaigns or self._turn not in (None, now) or (is_over and view.turn == seat):
            return ()
        campaigns = campaign_map(view, seat)
        return tuple(
            (source, branches)
            for source, branches in remaining_campaigns(view, seat, self.campaigns)
            if is_campaign_known(view, source, branches, campaigns)
        )


def remaining_campaigns(
    view: View, seat: int, campaigns: Sequence[CampaignPath]
) -> list[CampaignPath]:
    """Return what remains of campaigns, from their sources and from territories taken since."""
    return [path for campaign in campaigns for path in _remaining(view, seat, campaign)]


def _remaining(view: View, seat: int, path: CampaignPath) -> Iterator[CampaignPath]:
    source, branches = path
    remaining = [branch for branch in branches if view.owner[branch.territory] != seat]
    if view.owner[source] == seat and view.armies[source] and (remaining or not branches):
        # The last remaining branch gets all armies.
        yield source, (*remaining[:-1], *(replace(branch, moved=None) for branch in remaining[-1:]))
    for branch in branches:
        if view.owner[branch.territory] == seat and branch.branches:
            yield from _remaining(view, seat, (branch.territory, branch.branches))


def expected_campaigns(view: View, campaigns: Sequence[CampaignPath]) -> list[CampaignPlan]:
    """Return the plans and odds of campaigns; those without branches are skipped."""
    return [expected_campaign(view, *path) for path in campaigns if path[1]]


def total_chance(plans: Sequence[CampaignPlan]) -> float:
    """Return the chance that all campaigns succeed."""
    return prod(plan.odds.chance for plan in plans)
