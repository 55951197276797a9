"""Reports for the commands ``odds`` and ``threats``.

A goal that leaves a choice is reduced to a few sets of weakly defended territories. Simple rules
find the sets; the odds of a plan for each show which set is most likely to succeed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.names import (
    ambiguous,
    comparable_key,
    join_choices,
    match_seats,
    names_of,
    quote,
)
from risk_tui.data.language import N_, _, join_and, pluralize
from risk_tui.engine.goals import Goal, GoalTerritories
from risk_tui.engine.variant import why_campaigns_end
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.odds import FightResult, fight_to_finish, position_odds
from risk_tui.odds.campaign import CampaignMap, CampaignPlan, clusters, linear_branches
from risk_tui.odds.card_odds import captured, mean
from risk_tui.odds.fight import fast_odds
from risk_tui.odds.position_odds import FightOdds
from risk_tui.odds.routes import best_route
from risk_tui.rules.combat import DICE_POWER_TEXTS, DiceChanges
from risk_tui.table.seats import Seat
from risk_tui.text.odds_notes import names_of_powers, variant_notes
from risk_tui.text.words import MAX_FIGHT_ARMIES, average, average_armies, describe_goal, percent

_MAX_CHOICES = 3
"""The number of weakest choices to try."""


def target_sets(view: View, seat: int, wanted: GoalTerritories) -> list[frozenset[int]]:
    """Return sets of territories: after conquering any one of them, a seat has the land for a goal.

    Returns:
        An empty list if no land is missing, or if too few territories are within reach.
    """
    own = frozenset(view.territories_of(seat))
    area = position_odds.campaign_map(view, seat)
    count = max(wanted.anywhere - len(own), wanted.conquests, 0)
    sets = (
        _grow(area, own, chosen.union(wanted.named) - own, count)
        for chosen in _weakest_choices(view, own, wanted)
    )
    return list(dict.fromkeys(filter(None, sets)))


def _weakest_choices(
    view: View, own: frozenset[int], wanted: GoalTerritories
) -> list[frozenset[int]]:
    """Return the weakest choices of the sets that a goal still needs, each as one set."""
    missing = [frozenset(group) - own for group in wanted.sets]
    need = wanted.choose - sum(not group for group in missing)
    if need <= 0:
        return [frozenset()]

    def armies(territories: Collection[int]) -> int:
        return sum(view.armies[territory] for territory in territories)

    weakest = sorted(filter(None, missing), key=armies)[: need + _MAX_CHOICES]
    unions = [frozenset[int]().union(*sets) for sets in combinations(weakest, need)]
    return sorted(unions, key=armies)[:_MAX_CHOICES]


def _grow(
    area: CampaignMap, own: Collection[int], base: frozenset[int], count: int
) -> frozenset[int] | None:
    """Add the territories that are easiest to conquer to ``base``, until there are ``count``.

    Returns:
        ``None`` if too few territories can be reached.
    """
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
        # Expect equal losses on both sides. One army stays behind, and one always moves in, so that
        # the territory counts as taken even if the fight is hopeless.
        left = max(armies[place] - 1 - area.armies[target], 2)
        armies[target] = min(left, area.most_to_follow or left)
        armies[place] = 1 + left - armies[target]
        targets.add(target)
    return frozenset(targets)


@dataclass(frozen=True, slots=True)
class OddsReport:
    """Odds in full and in one short line, with the campaigns that they belong to.

    ``partial`` is True if the campaigns take only a part of what was requested.
    """

    lines: tuple[str, ...]
    short: str
    campaigns: tuple[CampaignPlan, ...] = ()
    chance: float = 0.0
    partial: bool = False


def _why_no_route(view: View, area: CampaignMap, territories: Sequence[int]) -> str:
    """Say whether a campaign lacks a way to its last territory, or the armies to go it."""
    source, *others = territories
    start, end = territories[-2:]
    land = {start, end} | area.enemies.difference(others)
    if any({start, end}.issubset(group) for group in clusters(land, area.neighbours)):
        return _(
            "{source} has too few armies to reach {target}",
            source=_name(view, source),
            target=_name(view, end),
        )
    problem = N_("there is no route from {source} to {target}")
    if view.rules.hooks.odds:
        problem = N_("there is no route from {source} to {target} by fights whose odds are known")
    return _(problem, source=_name(view, start), target=_name(view, end))


def campaign_through(
    view: View, territories: Sequence[int], *, far_end: bool = False
) -> OddsReport:
    """Return the odds of a campaign from the first territory through the others.

    If a single territory is named and it is distant, the campaign takes the best route. With
    ``far_end``, the last of several territories may be distant, too.

    Raises:
        RiskError: If the campaign is impossible, or the odds of a fight are unknown.
    """
    seat = position_odds.acting_or_own_seat(view)
    source, *targets = territories
    name = _name(view, source)
    if view.owner[source] != seat:
        raise RiskError(_("begin with a territory of yours, not {territory}", territory=name))
    expect_attackers(view, source)
    area = position_odds.campaign_map(view, seat)
    _expect_settled(view, targets)
    for target in targets:
        if target not in area.enemies:
            raise RiskError(_cannot_attack(view, source, target))
    if len(set(targets)) < len(targets):
        raise RiskError(_("a campaign takes each territory once"))
    if len(targets) == 1 and targets[0] in view.board.neighbours[source]:
        branches = linear_branches(targets)
    elif len(targets) == 1 or far_end:
        _expect_way(view, area, territories[:-1])
        route = best_route(area, source, targets[-1:], targets[:-1])
        if route is None:
            raise RiskError(_why_no_route(view, area, territories))
        branches = route.branches
    else:
        _expect_way(view, area, territories)
        branches = linear_branches(targets)
    if not position_odds.is_campaign_known(view, source, branches, area):
        raise _unknown_odds(view, targets[0])
    if len(targets) == 1 and branches == linear_branches(targets):
        _expect_enough(view, source, targets[0])
    return _campaign_report(view, position_odds.expected_campaign(view, source, branches))


def _expect_way(view: View, area: CampaignMap, territories: Sequence[int]) -> None:
    """Raise ``RiskError`` for a gap, and for a fight whose odds are unknown."""
    for previous, territory in pairwise(territories):
        if territory not in view.board.neighbours[previous]:
            raise RiskError(
                _(
                    "you can't reach {territory} from {other}; name every territory on the way",
                    territory=_name(view, territory),
                    other=_name(view, previous),
                )
            )
        if territory not in area.neighbours[previous]:
            why = why_campaigns_end(view.ruleset, _name(view, previous))
            if why and previous in area.enemies:
                raise RiskError(_("no campaign goes on: {why}", why=why))
            raise _unknown_odds(view, territory)


def expect_attackers(view: View, source: int) -> None:
    """Raise ``RiskError`` if a territory has no army that could attack from it."""
    if view.armies[source] < 2:
        name = _name(view, source)
        raise RiskError(_("{territory} needs at least 2 armies to attack", territory=name))


def _expect_enough(view: View, source: int, target: int) -> None:
    """Raise ``RiskError`` for an attack that needs more armies than its source has."""
    if position_odds.fight(view, source, target) is None:
        raise RiskError(
            _(
                "{territory} needs at least {needed} armies to attack {other}",
                territory=_name(view, source),
                needed=view.rules.combat.armies_needed(view.armies[target]),
                other=_name(view, target),
            )
        )


def _name(view: View, territory: int) -> str:
    return names_of(view.board).with_code(territory)


def _unknown_odds(view: View, territory: int) -> RiskError:
    name = _name(view, territory)
    seat = position_odds.acting_or_own_seat(view)
    why = position_odds.why_unknown(view, view.board.approaches[territory], territory, seat)
    if not why:
        return RiskError(_("odds for {name} can't be calculated in this game", name=name))
    return RiskError(_("odds for {name} can't be calculated: {reason}", name=name, reason=why))


def _expect_settled(view: View, territories: Collection[int]) -> None:
    """Raise ``RiskError`` for an empty territory, or one whose armies are hidden."""
    for territory in territories:
        name = _name(view, territory)
        if territory in view.unseen:
            raise RiskError(_("the armies in {name} are hidden, so there are no odds", name=name))
        if not view.armies[territory]:
            is_free = view.owner[territory] == NO_SEAT
            raise RiskError(
                _("{name} is empty", name=name)
                if is_free
                else _("armies are still to move into {name}", name=name)
            )
        if position_odds.has_only_unknown_attacks(view, territory):
            raise _unknown_odds(view, territory)


def _cannot_attack(view: View, source: int, target: int) -> str:
    name = _name(view, target)
    if view.owner[source] == view.neutral:
        army = _(view.rules.neutral.name)
        return _("the {army} can't attack {target}", army=army, target=name)
    return _("you can't attack {target}", target=name)


def _report(*lines: str) -> OddsReport:
    """Return a report without campaigns; its first line is also the short one."""
    return OddsReport(lines, lines[0])


def territory_report(view: View, territory: int) -> OddsReport:
    """Return the threat to the player's own territory, or the best attack on another one."""
    seat = position_odds.acting_or_own_seat(view)
    if view.owner[territory] == seat:
        return _report(*describe_threats(view, (territory,)))
    source = position_odds.strongest_source(view, territory, seat)
    if source is not None:
        return campaign_through(view, (source, territory))
    deed = _("take {territory}", territory=_name(view, territory))
    return _plan_report(view, {territory}, deed)


def assault_report(
    view: View, seats: Sequence[Seat], target_name: str, private: bool
) -> OddsReport:
    """Return the odds of taking a whole continent, or all territories of a player.

    Args:
        view: The view of the player who asks.
        seats: The seats of the game.
        target_name: The name of the continent or player as typed.
        private: True if only this player sees the report, which may then depend on their hand.

    Raises:
        RiskError: If the name is unknown, or no odds can be given.
    """
    seat = position_odds.acting_or_own_seat(view)
    typed = comparable_key(target_name)
    continents = [
        continent
        for continent in view.board.continents
        if any(comparable_key(name).startswith(typed) for name in (continent.name, continent.key))
    ]
    players, is_player = match_seats(target_name, seats)
    whole = [
        continent
        for continent in continents
        if typed in map(comparable_key, (continent.name, continent.key))
    ]
    # A whole name means more than the beginning of another one.
    if whole or is_player:
        continents = whole
    if whole:
        players = []
    meanings = [continent.name for continent in continents] + [seats[it].name for it in players]
    if len(meanings) > 1:
        raise ambiguous([target_name], join_choices(meanings))
    if continents:
        (continent,) = continents
        counted = continent.scoring_territories(view.outside_continents)
        targets = {territory for territory in counted if view.owner[territory] != seat}
        if not targets:
            raise RiskError(_("{continent} is yours already", continent=continent.name))
        return _plan_report(view, targets, _("take {continent}", continent=continent.name))
    if not players:
        raise RiskError(
            _(
                "{quote} is neither a territory nor {continents_text} nor {players}",
                quote=quote([target_name]),
                continents_text=join_choices(
                    [continent.name for continent in view.board.continents]
                ),
                players=join_choices([seat.name for seat in seats]),
            )
        )
    (victim,) = players
    targets = set(view.territories_of(victim))
    name = seats[victim].name
    if not view.sees_land_of(victim):
        raise RiskError(_("some territories of {name} are hidden, so there are no odds", name=name))
    if victim == seat or not targets:
        raise RiskError(_("{name} holds nothing that you could attack", name=name))
    report = _plan_report(view, targets, _("eliminate {name}", name=name))
    cards = _captured_cards(view, seats, victim, private)
    short = " · ".join([report.short, *cards])
    return replace(report, lines=(*report.lines, *cards), short=short)


def mission_report(view: View, seats: Sequence[Seat], private: bool) -> OddsReport:
    """Return the best odds among the player's missions and the open public goals.

    Raises:
        RiskError: If others see the screen, or no odds can be given.
    """
    if view.missions and not private:
        raise RiskError(
            _("others at this terminal would learn your mission; name a continent or player")
        )
    if not all(view.sees_land_of(seat) for seat in range(len(seats))):
        raise RiskError(_("some territories are hidden, so there are no odds"))
    goals = [view.goal(mission) for mission in view.missions]
    goals += [goal for group in view.public_goals() for goal, taker in group.goals if taker is None]
    if not goals:
        if view.seat is None:
            raise RiskError(_("a watcher has no mission in this game"))
        raise RiskError(_("you have no mission in this game"))
    plans = [plan for goal in goals for plan in _goal_reports(view, seats, goal)]
    if not plans:
        raise RiskError(_("none of your goals needs a territory that you can attack now"))
    return max(plans, key=lambda plan: plan.chance)


def _goal_reports(view: View, seats: Sequence[Seat], goal: Goal) -> Iterator[OddsReport]:
    """Yield the odds of each plan for a goal, or else the number of armies that it needs."""
    seat = position_odds.acting_or_own_seat(view)
    wanted, deed = goal.wanted(view, seat, view.board), describe_goal(goal, seats, view.board)
    notes: list[str] = []
    if wanted.armies > 1:
        armies = view.armies_to_place + sum(view.armies[at] for at in view.territories_of(seat))
        if armies < wanted.anywhere * wanted.armies:
            too_few = _(
                "To {deed} takes {anywhere} armies; you have {armies}",
                deed=deed,
                anywhere=wanted.anywhere * wanted.armies,
                armies=armies,
            )
            yield _report(too_few)
            return
        deed = _("have enough land to {deed}", deed=deed)
        note = N_("The odds leave out how many armies end up on each ({armies} are needed)")
        notes = [_(note, armies=wanted.armies)]
    for targets in target_sets(view, seat, wanted):
        try:
            report = _plan_report(view, set(targets), deed)
        except RiskError:
            continue
        yield replace(report, lines=(*report.lines, *notes))


def _plan_report(view: View, targets: set[int], deed: str) -> OddsReport:
    """Return the odds of taking all targets in one turn, with several stacks if that is better.

    Args:
        view: The view of the player who asks.
        targets: The territories to take.
        deed: The aim in words, such as "take Asia" or "eliminate Ann".
    """
    _expect_settled(view, targets)
    assault = position_odds.assault_plan(view, position_odds.acting_or_own_seat(view), targets)
    if not assault.campaigns:
        raise RiskError(_("none of your armies can reach far enough to {deed} now", deed=deed))
    head = _("Chance to {deed} this turn: {chance}", deed=deed, chance=percent(assault.chance))
    if assault.untaken_targets:
        codes = [view.board.territories[territory].code for territory in assault.untaken_targets]
        head = _(
            "No plan found to {deed} this turn: {missed_codes} would be left",
            deed=deed,
            missed_codes=join_choices(codes, maximum=3),
        )
    lines = [_campaign_line(view, campaign) for campaign in assault.campaigns]
    lines += _not_counted(position_odds.uncounted_changes(view, assault.campaigns))
    return OddsReport(
        (head, *lines), head, assault.campaigns, assault.chance, bool(assault.untaken_targets)
    )


def _captured_cards(view: View, seats: Sequence[Seat], victim: int, private: bool) -> list[str]:
    """Describe what happens to the cards of an eliminated player, and their value.

    Facts about the player's own hand are included only if the report is ``private``.
    """
    rule, card_count = view.ruleset.cards, view.card_counts[victim]
    if not card_count or view.acting_seat != view.seat:
        return []
    name, cards = seats[victim].name, pluralize(card_count, "card")
    if rule.on_elimination == "discard":
        line = _("{name}'s {cards_text} would go to the discard pile", name=name, cards_text=cards)
        return [line]
    total = len(view.hand) + card_count
    at_once = rule.on_elimination == "trade" and total >= rule.elimination_trade_at
    slots = {"name": name, "cards": cards, "total": total}
    text = _("{name}'s {cards} would be yours, {total} in all", **slots)
    if at_once:
        text = _("{name}'s {cards} would be yours, {total} in all, to trade at once", **slots)
    if private and total >= view.rules.card_sets.min_cards:
        capture = captured(view, victim)
        worth = _("{mean} on average", mean=average_armies(mean(capture.worths)))
        chance = percent(capture.chance)
        return [
            _("{text}: a set with them {chance}, {worth}", text=text, chance=chance, worth=worth)
        ]
    minimum, maximum = view.rules.card_sets.values(view.sets_traded)
    worth = str(maximum)
    if minimum != maximum:
        worth = _("{minimum} to {maximum}", minimum=minimum, maximum=maximum)
    return [_("{text}; a set is worth {worth} now", text=text, worth=worth)]


def fight_report(view: View, attackers: int, defenders: int) -> OddsReport:
    """Return the odds of a fight of free armies against defenders, by the rules of the game."""
    if not (1 <= attackers <= MAX_FIGHT_ARMIES and 1 <= defenders <= MAX_FIGHT_ARMIES):
        raise RiskError(
            _(
                "odds are given for 1 to {most_armies} armies on each side",
                most_armies=MAX_FIGHT_ARMIES,
            )
        )
    result = fight_to_finish(
        attackers, defenders, view.ruleset.fights, balance=view.ruleset.balance
    )
    line = _(
        "{free} against {defenders}: {result_text}",
        free=pluralize(attackers, "free army"),
        defenders=defenders,
        result_text=_result_text(result),
    )
    powers = {name: getattr(view.ruleset.combat, name) for name in DICE_POWER_TEXTS}
    return _report(line, *variant_notes(view.ruleset), *_not_counted(DiceChanges(**powers)))


def _not_counted(changes: DiceChanges) -> list[str]:
    """Name the powers over the attacker's dice that the odds leave out."""
    names = names_of_powers(name for name, possible in changes._asdict().items() if possible)
    return [_("Not counted: {names_of_powers}", names_of_powers=names)] if names else []


def _result_text(result: FightResult, staying: int = 0) -> str:
    """Describe the result of a fight; ``staying`` armies did not attack, but count as left."""
    template = N_("conquest {chance}; on average {lost} lost, {killed} killed")
    if result.chance:
        template = N_(
            "conquest {chance}, then {left} left; on average {lost} lost, {killed} killed"
        )
    return _(
        template,
        chance=percent(result.chance),
        left=average(result.mean_survivors + staying),
        lost=average(result.attacker_losses),
        killed=average(result.defender_losses),
    )


def _campaign_line(view: View, plan: CampaignPlan) -> str:
    """Describe a campaign with the chance to take each territory; branches name their start."""
    territories = view.board.territories
    text, last = f"{territories[plan.source].name} {view.armies[plan.source]}", plan.source
    for (start, territory), chance in zip(plan.steps, plan.odds.reached[1:], strict=True):
        name = territories[start].name
        branch = "" if start == last else _("; from {territory}", territory=name)
        text += (
            f"{branch} > {territories[territory].name} {view.armies[territory]} ({percent(chance)})"
        )
        last = territory
    return text


def _campaign_report(view: View, plan: CampaignPlan) -> OddsReport:
    """Return the odds of a campaign without branches: its progress, and the armies left."""
    line, plans, odds = _campaign_line(view, plan), (plan,), plan.odds
    if len(plan.territories) == 1:
        fight = position_odds.fight(view, plan.source, plan.territories[0])
        assert fight is not None, "there is an army to spare"
        result = _result_text(fight.conquest, staying=1)
        lines = (line, result, *_not_counted(_uncounted(fight)))
        return OddsReport(lines, result, plans, odds.chance)
    notes = _not_counted(position_odds.uncounted_changes(view, plans))
    certain = odds.territories_at_confidence()
    total = len(plan.territories)
    if certain == total:
        template = N_("Takes {taken} of {total} on average; {chance} chance to take all")
    elif certain:
        template = N_(
            "Takes {taken} of {total} on average; {chance} chance to take at least {certain}"
        )
    else:
        template = N_("Takes {taken} of {total} on average; {chance} chance to take any")
    distance = _(
        template,
        taken=average(odds.mean_territories),
        total=total,
        chance=percent(odds.reached[certain or 1]),
        certain=certain,
    )
    if not odds.chance:
        return OddsReport((line, distance, *notes), distance, plans)
    end = view.board.territories[plan.territories[-1]].name
    remaining = _(
        "{mean_left} left in {end} at the end",
        mean_left=average_armies(odds.mean_left),
        end=end,
    )
    return OddsReport(
        (line, distance, remaining, *notes), f"{distance} · {remaining}", plans, odds.chance
    )


def _uncounted(fight: FightOdds) -> DiceChanges:
    """Return the powers over the attacker's dice that the odds of a fight leave out."""
    possible, counted = fight.possible_changes, fight.conquest.changes
    return DiceChanges(
        possible.reroll and not counted.reroll, possible.commander and not counted.commander
    )


def describe_threats(view: View, territories: Sequence[int] | None = None) -> list[str]:
    """Return the chance of each threatened territory of the player to fall, worst first.

    Only attacks by the strongest neighbour count. Threats of unknown odds come last.

    Args:
        view: The view of the player who asks.
        territories: The territories to report on; by default all of the player's.
    """
    seat = position_odds.acting_or_own_seat(view)
    scope = view.territories_of(seat) if territories is None else territories
    threats = [item for item in position_odds.threats(view, seat).items() if item[0] in scope]
    lines = [
        _(
            "{territory} {armies}: {chance}, to {other} {other_armies}",
            territory=_name(view, territory),
            armies=view.armies[territory],
            chance=percent(threat.chance),
            other=_name(view, threat.source),
            other_armies=view.armies[threat.source],
        )
        for territory, threat in sorted(threats, key=lambda item: -item[1].chance)
    ]
    owned = join_and([_name(view, own) for own in territories or ()])
    owned = owned or _("any of your territories")
    hidden = [
        own for own in scope if any(other in view.unseen for other in view.board.neighbours[own])
    ]
    unknown: dict[str, list[str]] = {}
    for own, reason in position_odds.unknown_threats(view, seat).items():
        if own in scope and own not in hidden:
            unknown.setdefault(reason, []).append(_name(view, own))
    uncounted = DiceChanges(
        any(threat.uncounted.reroll for _territory, threat in threats),
        any(threat.uncounted.commander for _territory, threat in threats),
    )
    lines += _not_counted(uncounted)
    lines += [
        _("Unknown odds for {lands}: {why}", lands=join_and(lands), why=why)
        for why, lands in unknown.items()
    ]
    if hidden:
        lands = join_and([_name(view, own) for own in hidden])
        lines.append(_("The neighbours of {lands} are hidden", lands=lands))
    return lines or [_("No neighbour can attack {owned} now", owned=owned)]
