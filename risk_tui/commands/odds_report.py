"""The answers to ``odds`` and ``threats`` in words.

A goal that leaves a choice is reduced to sets of territories to take, the weakest ones. Simple
rules find the sets; the plans for them show which is likeliest to succeed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.names import find_seat, join_or, names_of, quote, tokenize
from risk_tui.data.language import join_and, pluralize
from risk_tui.engine.variant import why_campaigns_end
from risk_tui.errors import RiskError
from risk_tui.odds import fight_to_finish, position_odds
from risk_tui.odds.campaign import linear_branches
from risk_tui.odds.card_odds import captured, mean
from risk_tui.odds.fight import fast_odds
from risk_tui.odds.routes import best_route
from risk_tui.rules.combat import DICE_POWER_TEXTS, DiceChanges
from risk_tui.text.odds_notes import names_of_powers, variant_notes
from risk_tui.text.words import MOST_ARMIES, average, average_armies, describe_goal, percent

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from risk_tui.engine.goals import Goal, GoalTerritories
    from risk_tui.engine.view import View
    from risk_tui.odds import FightResult
    from risk_tui.odds.campaign import CampaignMap, CampaignPlan
    from risk_tui.odds.position_odds import FightOdds
    from risk_tui.table.seats import Seat


_CHOICES = 3
"""Weakest choices to try."""


def target_sets(view: View, seat: int, wanted: GoalTerritories) -> list[frozenset[int]]:
    """Return sets of territories, each of which completes all land that a goal wants.

    Returns:
        An empty set in the list if nothing is missing; an empty list if all is out of reach.
    """
    own = frozenset(view.territories_of(seat))
    area = position_odds.campaign_map(view, seat)
    count = max(wanted.anywhere - len(own), wanted.conquests, 0)
    found: dict[frozenset[int], None] = {}
    for chosen in _weakest_choices(view, own, wanted):
        if targets := _grown(area, own, (chosen | frozenset(wanted.named)) - own, count):
            found[targets] = None
    return list(found)


def _weakest_choices(
    view: View, own: frozenset[int], wanted: GoalTerritories
) -> list[frozenset[int]]:
    """Return the weakest choices of the sets that a goal still wants."""
    missing = [frozenset(group) - own for group in wanted.sets]
    need = wanted.choose - sum(not each for each in missing)
    if need <= 0:
        return [frozenset()]

    def armies(territories: Collection[int]) -> int:
        return sum(view.armies[territory] for territory in territories)

    weakest = sorted(filter(None, missing), key=armies)[: need + _CHOICES]
    unions = [frozenset[int]().union(*sets) for sets in combinations(weakest, need)]
    return sorted(unions, key=armies)[:_CHOICES]


def _grown(
    area: CampaignMap, own: Collection[int], base: frozenset[int], count: int
) -> frozenset[int] | None:
    """Grow ``base`` to ``count`` territories by the one that is likeliest taken next."""
    table, targets = fast_odds(area.combat, area.balance), set(base)
    armies = {place: area.armies[place] for place in own}
    while len(targets) < count:
        attacks = [
            (table.conquest_chance(free - 1, area.armies[target]), free, place, target)
            for place, free in armies.items()
            if free > 1
            for target in area.neighbours[place]
            if target in area.enemies and target not in targets
        ]
        if not attacks:
            return None
        _, _, place, target = max(attacks)
        # Attackers and defenders fall in about equal numbers, and one army stays; some chance
        # always remains.
        left = max(armies[place] - 1 - area.armies[target], 2)
        armies[target] = min(left, area.most_to_follow or left)
        armies[place] = 1 + left - armies[target]
        targets.add(target)
    return frozenset(targets)


OFF = "odds are off in this game"
"""The message at a table without advice."""


@dataclass(frozen=True, slots=True)
class OddsReport:
    """Odds in words: in full, in one short line, and the campaigns that they are for.

    ``partial`` is True if the campaigns take only a part of what was requested.
    """

    lines: tuple[str, ...]
    short: str
    campaigns: tuple[CampaignPlan, ...] = ()
    chance: float = 0.0
    partial: bool = False


def campaign_through(
    view: View, territories: Sequence[int], *, far_end: bool = False
) -> OddsReport:
    """Return the odds of a campaign from the first territory through the others.

    To a single distant territory it takes the best path; with ``far_end`` also to the last of
    several.

    Raises:
        RiskError: If there is a gap, or a territory that you can't attack.
    """
    seat, names = position_odds.acting_or_own_seat(view), names_of(view.board)
    source, *targets = territories
    if view.owner[source] != seat:
        raise RiskError(f"begin with a territory of yours, not {names.with_code(source)}")
    if view.armies[source] < 2:
        raise RiskError(f"{names.with_code(source)} needs at least 2 armies to attack")
    area = position_odds.campaign_map(view, seat)
    _expect_settled(view, targets)
    for target in targets:
        if target not in area.enemies:
            raise RiskError(f"{_whose(view, source)} can't attack {names.with_code(target)}")
    if len(set(targets)) < len(targets):
        raise RiskError("a campaign takes each territory once")
    if len(targets) == 1 and targets[0] in view.board.neighbours[source]:
        branches = linear_branches(targets)
    elif len(targets) == 1 or far_end:
        _expect_way(view, area, territories[:-1])
        route = best_route(area, source, targets[-1:], targets[:-1])
        if route is None:
            start = names.with_code(territories[-2])
            known = " by fights whose odds are known" if view.rules.hooks.odds else ""
            raise RiskError(
                f"there is no route from {start} to {names.with_code(targets[-1])}{known}"
            )
        branches = route.branches
    else:
        _expect_way(view, area, territories)
        branches = linear_branches(targets)
    if not position_odds.is_known(view, source, branches, area):
        raise _unknown_odds(view, targets[0])
    if len(targets) == 1 and branches == linear_branches(targets):
        _expect_enough(view, source, targets[0])
    return _campaign_report(view, position_odds.expected_campaign(view, source, branches))


def _expect_way(view: View, area: CampaignMap, territories: Sequence[int]) -> None:
    """Raise ``RiskError`` for a gap, and for a fight whose odds are unknown."""
    for previous, territory in pairwise(territories):
        if territory not in view.board.neighbours[previous]:
            names = names_of(view.board)
            raise RiskError(
                f"you can't reach {names.with_code(territory)} from "
                f"{names.with_code(previous)}; name every territory on the way"
            )
        if territory not in area.neighbours[previous]:
            why = why_campaigns_end(view.ruleset, names_of(view.board).with_code(previous))
            if why and previous in area.enemies:
                raise RiskError(f"no campaign goes on: {why}")
            raise _unknown_odds(view, territory)


def _expect_enough(view: View, source: int, target: int) -> None:
    """Raise ``RiskError`` for an attack that needs more armies than its source has."""
    if position_odds.fight(view, source, target) is None:
        names, needed = names_of(view.board), view.rules.combat.armies_needed(view.armies[target])
        raise RiskError(
            f"{names.with_code(source)} needs at least {needed} armies to attack "
            f"{names.with_code(target)}"
        )


def _unknown_odds(view: View, territory: int) -> RiskError:
    name = names_of(view.board).with_code(territory)
    why = position_odds.why_unknown(view, view.board.approaches[territory], territory)
    return RiskError(f"odds for {name} can't be calculated{f': {why}' if why else ' in this game'}")


def _expect_settled(view: View, territories: Collection[int]) -> None:
    """Raise ``RiskError`` for an empty territory, or one whose armies are hidden."""
    for territory in territories:
        name = names_of(view.board).with_code(territory)
        if territory in view.unseen:
            raise RiskError(f"the armies in {name} are hidden, so there are no odds")
        if not view.armies[territory]:
            is_free = view.owner[territory] == NO_SEAT
            raise RiskError(
                f"{name} is empty" if is_free else f"armies are still to move into {name}"
            )
        if position_odds.is_unknown(view, territory):
            raise _unknown_odds(view, territory)


def _whose(view: View, source: int) -> str:
    """Return the owner of the source of an attack, for messages."""
    return f"the {view.rules.neutral.name}" if view.owner[source] == view.neutral else "you"


def _report(*lines: str) -> OddsReport:
    return OddsReport(lines, lines[0])


def territory_report(view: View, territory: int) -> OddsReport:
    """Return the odds of a territory: the threat to an own one, the best attack on another."""
    seat = position_odds.acting_or_own_seat(view)
    if view.owner[territory] == seat:
        return _report(*describe_threats(view, (territory,)))
    source = position_odds.strongest_source(view, territory, seat)
    if source is not None:
        return campaign_through(view, (source, territory))
    return _plan_report(view, {territory}, f"take {names_of(view.board).with_code(territory)}")


def assault_report(view: View, seats: Sequence[Seat], target_name: str, alone: bool) -> OddsReport:
    """Return the odds of taking all of a continent or of a player, by the name as typed."""
    seat = position_odds.acting_or_own_seat(view)
    continents = [
        continent
        for continent in view.board.continents
        if "".join(tokenize(continent.name)).startswith("".join(tokenize(target_name)))
    ]
    if len(continents) == 1:
        (continent,) = continents
        counted = continent.scoring_territories(view.outside_continents)
        targets = {territory for territory in counted if view.owner[territory] != seat}
        if not targets:
            raise RiskError(f"{continent.name} is yours already")
        return _plan_report(view, targets, f"take {continent.name}")
    try:
        victim = find_seat(target_name, seats)
    except RiskError:
        continents_text = join_or([continent.name for continent in view.board.continents])
        players = join_or([seat.name for seat in seats])
        raise RiskError(
            f"{quote([target_name])} is neither a territory nor {continents_text} nor {players}"
        ) from None
    targets = set(view.territories_of(victim))
    name = seats[victim].name
    if not view.sees_land_of(victim):
        raise RiskError(f"some territories of {name} are hidden, so there are no odds")
    if victim == seat or not targets:
        raise RiskError(f"{name} holds nothing that you could attack")
    report = _plan_report(view, targets, f"eliminate {name}")
    cards = _captured_cards(view, seats, victim, alone)
    short = " · ".join([report.short, *cards])
    return replace(report, lines=(*report.lines, *cards), short=short)


def mission_report(view: View, seats: Sequence[Seat], alone: bool) -> OddsReport:
    """Return the odds of the best of the player's missions, or of the public goals."""
    if view.missions and not alone:
        raise RiskError("watchers would learn your mission; name a continent or player")
    if not all(view.sees_land_of(seat) for seat in range(len(seats))):
        raise RiskError("some territories are hidden, so there are no odds")
    goals = [view.goal(mission) for mission in view.missions]
    goals += [goal for group in view.public_goals() for goal, taker in group.goals if taker is None]
    if not goals:
        who = "a watcher has" if view.seat is None else "you have"
        raise RiskError(f"{who} no mission in this game")
    plans = [plan for goal in goals for plan in _goal_reports(view, seats, goal)]
    if not plans:
        raise RiskError("none of your goals needs a territory that you can attack now")
    return max(plans, key=lambda plan: plan.chance)


def _goal_reports(view: View, seats: Sequence[Seat], goal: Goal) -> Iterator[OddsReport]:
    """Yield the odds of each plan for a goal; without a plan, the number of armies it lacks."""
    seat = position_odds.acting_or_own_seat(view)
    wanted, deed = goal.wanted(view, seat, view.board), describe_goal(goal, seats, view.board)
    note = f"The odds leave out how many armies end up on each ({wanted.armies} are needed)"
    if wanted.armies > 1:
        armies = view.armies_to_place + sum(view.armies[at] for at in view.territories_of(seat))
        if armies < wanted.anywhere * wanted.armies:
            few = f"To {deed} takes {wanted.anywhere * wanted.armies} armies; you have {armies}"
            yield _report(few)
            return
        deed = f"have enough land to {deed}"
    for targets in target_sets(view, seat, wanted):
        try:
            report = _plan_report(view, set(targets), deed)
        except RiskError:
            continue
        yield replace(report, lines=(*report.lines, note)) if wanted.armies > 1 else report


def _plan_report(view: View, targets: set[int], deed: str) -> OddsReport:
    """Return the odds of taking all targets in one turn, with several stacks if that is better.

    Args:
        view: The view of the player who asks.
        targets: The territories to take.
        deed: Words for this, such as "take Asia" or "eliminate Ann".
    """
    _expect_settled(view, targets)
    assault = position_odds.assault_plan(view, position_odds.acting_or_own_seat(view), targets)
    if not assault.campaigns:
        raise RiskError(f"none of your armies can reach far enough to {deed} now")
    head = f"Chance to {deed} this turn: {percent(assault.chance)}"
    if assault.untaken_targets:
        missed_codes = join_or(
            [view.board.territories[territory].code for territory in assault.untaken_targets],
            maximum=3,
        )
        head = f"No plan found to {deed} this turn: {missed_codes} would be left"
    lines = [_campaign_line(view, campaign) for campaign in assault.campaigns]
    lines += _not_counted(position_odds.uncounted_changes(view, assault.campaigns))
    return OddsReport(
        (head, *lines), head, assault.campaigns, assault.chance, bool(assault.untaken_targets)
    )


def _captured_cards(view: View, seats: Sequence[Seat], victim: int, alone: bool) -> list[str]:
    """Describe what happens to the cards of an eliminated player, and their value.

    Only a player who looks ``alone`` is told what depends on their own hand.
    """
    rule, card_count = view.ruleset.cards, view.card_counts[victim]
    if not card_count or view.acting_seat != view.seat:
        return []
    name, cards_text = seats[victim].name, pluralize(card_count, "card")
    if rule.on_elimination == "discard":
        return [f"{name}'s {cards_text} would go to the discard pile"]
    total = len(view.hand) + card_count
    at_once = rule.on_elimination == "trade" and total >= rule.elimination_trade_at
    trade = ", to trade at once" if at_once else ""
    text = f"{name}'s {cards_text} would be yours, {total} in all{trade}"
    if alone and total >= view.rules.card_sets.min_cards:
        capture = captured(view, victim)
        worth = f"{average_armies(mean(capture.worths))} on average"
        return [f"{text}: a set with them {percent(capture.chance)}, {worth}"]
    minimum, maximum = view.rules.card_sets.values(view.sets_traded)
    worth = str(maximum) if minimum == maximum else f"{minimum} to {maximum}"
    return [f"{text}; a set is worth {worth} now"]


def fight_report(view: View, attackers: int, defenders: int) -> OddsReport:
    """Return the odds of a fight of free armies against defenders, by the rules in play."""
    if not (1 <= attackers <= MOST_ARMIES and 1 <= defenders <= MOST_ARMIES):
        raise RiskError(f"odds are given for 1 to {MOST_ARMIES} armies on each side")
    result = fight_to_finish(
        attackers, defenders, view.ruleset.fights, balance=view.ruleset.balance
    )
    free = "1 free army" if attackers == 1 else f"{attackers} free armies"
    line = f"{free} against {defenders}: {_result_text(result)}"
    ruleset = view.ruleset
    powers = {name: getattr(ruleset.combat, name) for name in DICE_POWER_TEXTS}
    return _report(line, *variant_notes(ruleset), *_not_counted(DiceChanges(**powers)))


def _not_counted(changes: DiceChanges) -> list[str]:
    """Name the powers over the attacker's dice that the odds leave out."""
    names = [name for name, possible in changes._asdict().items() if possible]
    return [f"Not counted: {names_of_powers(names)}"] if names else []


def _result_text(result: FightResult[float], staying: int = 0) -> str:
    """Return the odds of a fight with the armies left, of which ``staying`` could not attack."""
    survivors = f", then {average(result.mean_survivors + staying)} left" if result.chance else ""
    return (
        f"conquest {percent(result.chance)}{survivors}; "
        f"on average {average(result.attacker_losses)} lost, "
        f"{average(result.defender_losses)} killed"
    )


def _campaign_line(view: View, plan: CampaignPlan) -> str:
    """Return a campaign with the chance to reach each territory; branches name their start."""
    territories = view.board.territories
    text, last = f"{territories[plan.source].name} {view.armies[plan.source]}", plan.source
    for (start, territory), chance in zip(plan.steps, plan.campaign.reached[1:], strict=True):
        branch = "" if start == last else f"; from {territories[start].name}"
        text += (
            f"{branch} > {territories[territory].name} {view.armies[territory]} ({percent(chance)})"
        )
        last = territory
    return text


def _campaign_report(view: View, plan: CampaignPlan) -> OddsReport:
    """Return the odds of a campaign without branches: its progress, and the armies left."""
    line, plans, campaign = _campaign_line(view, plan), (plan,), plan.campaign
    if len(plan.territories) == 1:
        fight = position_odds.fight(view, plan.source, plan.territories[0])
        assert fight is not None, "there is an army to spare"
        result = _result_text(fight.conquest, staying=1)
        lines = (line, result, *_not_counted(_uncounted(fight)))
        return OddsReport(lines, result, plans, campaign.chance)
    notes = _not_counted(position_odds.uncounted_changes(view, plans))
    certain = campaign.territories_at_confidence()
    everything = len(plan.territories)
    surely = "all" if certain == everything else f"at least {certain}" if certain else "any"
    chance = percent(campaign.reached[certain or 1])
    taken = average(campaign.mean)
    distance = f"Takes {taken} of {everything} on average; {chance} chance to take {surely}"
    if not campaign.chance:
        return OddsReport((line, distance, *notes), distance, plans)
    end = view.board.territories[plan.territories[-1]].name
    remaining = f"{average_armies(campaign.mean_left)} left in {end} at the end"
    return OddsReport(
        (line, distance, remaining, *notes), f"{distance} · {remaining}", plans, campaign.chance
    )


def _uncounted(fight: FightOdds) -> DiceChanges:
    """Return the powers over the attacker's dice that the odds of a fight leave out."""
    possible, counted = fight.possible_changes, fight.conquest.changes
    return DiceChanges(
        possible.reroll and not counted.reroll, possible.commander and not counted.commander
    )


def describe_threats(view: View, territories: Sequence[int] | None = None) -> list[str]:
    """Return the chance that each of the player's territories falls, worst first.

    Only attacks by the strongest neighbour count.
    """
    seat, names = position_odds.acting_or_own_seat(view), names_of(view.board)
    threats = position_odds.threats(view, seat)
    if territories is not None:
        threats = {
            territory: threats[territory] for territory in territories if territory in threats
        }
    ranked = sorted(threats.items(), key=lambda item: -item[1].chance)
    lines = [
        f"{names.with_code(territory)} {view.armies[territory]}: {percent(threat.chance)}, "
        f"to {names.with_code(threat.source)} {view.armies[threat.source]}"
        for territory, threat in ranked
    ]
    owned = (
        join_and([names.with_code(territory) for territory in territories or ()])
        or "any of your territories"
    )
    asked = view.territories_of(seat) if territories is None else territories
    hidden = [
        own for own in asked if any(other in view.unseen for other in view.board.neighbours[own])
    ]
    unknown: dict[str, list[str]] = {}
    for own, reason in position_odds.unknown_threats(view, seat).items():
        if own in asked and own not in hidden:
            unknown.setdefault(reason, []).append(names.with_code(own))
    uncounted = DiceChanges(
        any(threat.uncounted.reroll for threat in threats.values()),
        any(threat.uncounted.commander for threat in threats.values()),
    )
    lines += _not_counted(uncounted)
    lines += [f"Unknown odds for {join_and(lands)}: {why}" for why, lands in unknown.items()]
    if hidden:
        lands = join_and([names.with_code(own) for own in hidden])
        lines.append(f"What could attack {lands} is not seen")
    return lines or [f"No neighbour can attack {owned} now"]
