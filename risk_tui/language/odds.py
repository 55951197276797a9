"""What ``odds`` and ``threats`` are asked for, and the answers in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.language.names import either, find_seat, names_of, shown, tokens
from risk_tui.language.words import MOST_ARMIES, count, listed, percent
from risk_tui.odds import advice, conquest
from risk_tui.odds.cards import captured, mean
from risk_tui.odds.marches import line
from risk_tui.odds.routes import best_route

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.language.parsed import ShowOdds
    from risk_tui.odds import Conquest
    from risk_tui.odds.marches import March
    from risk_tui.table.seats import Seat

OFF = "this table plays without advice: no odds are told here"
"""Why somebody is told no odds."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The odds of something in words, for short in one line, and the marches that lead to it.

    ``partial``: the marches do not take all that was asked for.
    """

    lines: tuple[str, ...]
    short: str
    marches: tuple[March, ...] = ()
    chance: float = 0.0
    partial: bool = False


def outlook(wish: ShowOdds, view: View, seats: Sequence[Seat], *, alone: bool) -> Outlook:
    """The odds that somebody asks for; of his mission only if he looks ``alone``.

    Raises ``RiskError`` where there are none.
    """
    if wish.armies is not None:
        return _told(_numbers(view, *wish.armies))
    if wish.whom == "mission":
        return _mission(view, advice.side_of(view), alone)
    if wish.whom:
        return _assault(view, seats, wish.whom, alone)
    if len(wish.places) == 1:
        return _one(view, wish.places[0])
    return chain(view, wish.places)


def chain(view: View, places: Sequence[int], *, far_end: bool = False) -> Outlook:
    """A campaign from the first territory through the others.

    To a single far one the best way is taken; with ``far_end`` so it is to the last of several.
    Raises ``RiskError`` for a gap, and for what cannot be attacked.
    """
    seat, names = advice.side_of(view), names_of(view.board)
    source, *targets = places
    if view.owner[source] != seat:
        raise RiskError(f"begin with a territory of yours, not {names.called(source)}")
    if view.armies[source] < 2:
        raise RiskError(f"{names.called(source)} needs at least 2 armies to attack")
    land = advice.land(view, seat)
    for target in targets:
        if target not in land.enemies:
            raise RiskError(f"{names.called(target)} cannot be attacked by {_whose(view, source)}")
    if len(set(targets)) < len(targets):
        raise RiskError("a campaign takes each territory once")
    if len(targets) == 1 or far_end:
        route = best_route(land, source, targets[-1:], targets[:-1])
        if route is None:
            start = names.called(places[-2])
            raise RiskError(f"no way leads from {start} to {names.called(targets[-1])}")
        return _campaign(view, advice.marched(view, source, route.forks))
    for here, place in zip(places, targets, strict=False):
        if place not in view.board.neighbours[here]:
            raise RiskError(
                f"{names.called(place)} cannot be reached from {names.called(here)}; "
                "name every territory on the way"
            )
    return _campaign(view, advice.marched(view, source, line(targets)))


def _whose(view: View, source: int) -> str:
    return "the Allied Army" if view.owner[source] == view.neutral else "you"


def _told(*lines: str) -> Outlook:
    return Outlook(lines, lines[0])


def _one(view: View, place: int) -> Outlook:
    """A territory of one's own: its threat; another one: the best attack on it."""
    seat = advice.side_of(view)
    if view.owner[place] == seat:
        return _told(*tell_threats(view, (place,)))
    source = advice.strongest(view, place, seat)
    if source is not None:
        return chain(view, (source, place))
    return _plan(view, {place}, names_of(view.board).called(place))


def _assault(view: View, seats: Sequence[Seat], whom: str, alone: bool) -> Outlook:
    """All of a continent or of a player."""
    seat = advice.side_of(view)
    continents = [
        each
        for each in view.board.continents
        if "".join(tokens(each.name)).startswith("".join(tokens(whom)))
    ]
    if len(continents) == 1:
        (continent,) = continents
        lacking = {place for place in continent.territories if view.owner[place] != seat}
        if not lacking:
            raise RiskError(f"{continent.name} is yours already")
        return _plan(view, lacking, continent.name)
    try:
        victim = find_seat(whom, seats)
    except RiskError:
        lands = either([each.name for each in view.board.continents])
        players = either([each.name for each in seats])
        raise RiskError(
            f"{shown([whom])} is neither a territory nor {lands} nor {players}"
        ) from None
    lacking = set(view.territories_of(victim))
    name = seats[victim].name
    if victim == seat or not lacking:
        raise RiskError(f"{name} holds nothing that you could attack")
    found, prize = _plan(view, lacking, name), _prize(view, seats, victim, alone)
    short = " · ".join([found.short, *prize])
    return replace(found, lines=(*found.lines, *prize), short=short)


def _mission(view: View, seat: int, alone: bool) -> Outlook:
    """The best of the seat's missions that name what has to be taken."""
    if not view.missions:
        raise RiskError("you have no mission in this game")
    if not alone:
        raise RiskError("whoever looks on would learn your mission; name a continent or a player")
    plans = []
    for mission in view.missions:
        lacking = advice.targets_of(view, seat, view.goal(mission))
        if lacking:
            plans.append(_plan(view, lacking, "what your mission names"))
    if not plans:
        raise RiskError("your mission names no player and no continent that could be taken now")
    return max(plans, key=lambda plan: plan.chance)


def _plan(view: View, targets: set[int], what: str) -> Outlook:
    """All of these territories in one turn, by several stacks where that is better."""
    found = advice.assault_on(view, advice.side_of(view), targets)
    if not found.marches:
        raise RiskError(f"no army of yours can reach {what} now")
    head = f"All of {what} this turn: {percent(found.chance)}"
    if found.missed:
        missed = either([view.board.territories[place].code for place in found.missed], most=3)
        head = f"No plan found for all of {what} this turn: {missed} would be left"
    ways = [_way(view, each) for each in found.marches]
    return Outlook((head, *ways), head, found.marches, found.chance, bool(found.missed))


def _prize(view: View, seats: Sequence[Seat], victim: int, alone: bool) -> list[str]:
    """What becomes of a player's cards when he is eliminated, and what they bring.

    Only to somebody who looks ``alone`` the odds may tell what is in his own hand.
    """
    rule, held = view.ruleset.cards, view.card_counts[victim]
    if not held or view.acting != view.seat:
        return []
    name, cards = seats[victim].name, count(held, "card")
    if rule.on_elimination == "discard":
        return [f"{name}'s {cards} would go to the discard pile"]
    own = len(view.hand) + held
    at_once = rule.on_elimination == "trade" and own >= rule.elimination_trade_at
    told = f"{name}'s {cards} would be yours, {own} in all{', to trade at once' if at_once else ''}"
    if alone and own >= view.rules.sets.least:
        found = captured(view, victim)
        worth = f"{float(mean(found.worths)):.1f} armies on average"
        return [f"{told}: a set with them {percent(found.chance)}, {worth}"]
    least, most = view.rules.sets.values(view.sets_traded)
    worth = str(most) if least == most else f"{least} to {most}"
    return [f"{told}; a set is worth {worth} now"]


def _numbers(view: View, attackers: int, defenders: int) -> str:
    """A fight between so many free armies and so many defenders, by the rules in play."""
    if not (1 <= attackers <= MOST_ARMIES and 1 <= defenders <= MOST_ARMIES):
        raise RiskError(f"odds are told for 1 to {MOST_ARMIES} armies on each side")
    found = conquest(attackers, defenders, view.ruleset.combat)
    return f"{attackers} free armies against {defenders}: {_ends(found)}"


def _ends(found: Conquest[float], staying: int = 0) -> str:
    """How a fight ends, with the armies left; ``staying`` of these were not free to attack."""
    left = f", then {found.mean_survivors + staying:.1f} left" if found.chance else ""
    return (
        f"conquest {percent(found.chance)}{left}; "
        f"on average {found.attacker_losses:.1f} lost, {found.defender_losses:.1f} killed"
    )


def _way(view: View, march: March) -> str:
    """A march with the chance of coming so far; where it turns off, it says from where."""
    land = view.board.territories
    told, last = f"{land[march.source].name} {view.armies[march.source]}", march.source
    for (start, place), chance in zip(march.steps, march.campaign.reached[1:], strict=True):
        turn = "" if start == last else f"; from {land[start].name}"
        told += f"{turn} > {land[place].name} {view.armies[place]} ({percent(chance)})"
        last = place
    return told


def _campaign(view: View, march: March) -> Outlook:
    """A march without forks, how far it comes, and what is left at its end."""
    way, marches, campaign = _way(view, march), (march,), march.campaign
    if len(march.places) == 1:
        found = advice.fight(view, march.source, march.places[0])
        assert found is not None, "there is an army to spare"
        ends = _ends(found.conquest, staying=1)
        return Outlook((way, ends), ends, marches, campaign.chance)
    sure = campaign.sure()
    least = f"{sure} or more" if sure else "not even one"
    far = f"{campaign.mean:.1f} of {len(march.places)} fall on average"
    far = f"{far}, {least} with 90% certainty"
    if not campaign.chance:
        return Outlook((way, far), far, marches)
    end = view.board.territories[march.places[-1]].name
    left = f"{campaign.mean_left:.1f} armies are left in {end} at the end"
    return Outlook((way, far, left), f"{far} · {left}", marches, campaign.chance)


def tell_threats(view: View, places: Sequence[int] | None = None) -> list[str]:
    """How likely each of one's own territories falls to its strongest neighbour, worst first."""
    seat, names = advice.side_of(view), names_of(view.board)
    found = advice.threats(view, seat)
    if places is not None:
        found = {place: found[place] for place in places if place in found}
    ranked = sorted(found.items(), key=lambda each: -each[1].chance)
    lines = [
        f"{names.called(place)} {view.armies[place]}: {percent(threat.chance)}, "
        f"to {names.called(threat.source)} {view.armies[threat.source]}"
        for place, threat in ranked
    ]
    whose = listed([names.called(place) for place in places or ()]) or "any of your territories"
    return lines or [f"No neighbour could attack {whose} as the armies stand"]
