"""What ``odds`` and ``threats`` are asked for, and the answers in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.language.names import either, find_seat, names_of, shown, tokens
from risk_tui.language.words import count, listed, percent
from risk_tui.odds import advice, conquest
from risk_tui.odds.routes import along, best_route

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.language.parsed import ShowOdds
    from risk_tui.odds import Conquest
    from risk_tui.odds.routes import Route
    from risk_tui.table.seats import Seat

OFF = "this table plays without advice: no odds are told here"
"""Why somebody is told no odds."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The odds of something in words, for short in one line, and the routes that lead to it."""

    lines: tuple[str, ...]
    short: str
    routes: tuple[Route, ...] = ()


def side_of(view: View) -> int:
    """The seat whose armies odds are told for. Raises ``RiskError`` for somebody who looks on."""
    seat = view.acting if view.acting == view.neutral else view.seat
    if seat is None:
        raise RiskError("odds are told to whoever plays a seat, in his own turn")
    return seat


def outlook(wish: ShowOdds, view: View, seats: Sequence[Seat], *, alone: bool) -> Outlook:
    """The odds that somebody asks for; of his mission only if he looks ``alone``.

    Raises ``RiskError`` where there are none.
    """
    if wish.armies is not None:
        return _told(_numbers(view, *wish.armies))
    if wish.whom == "mission":
        return _mission(view, side_of(view), alone)
    if wish.whom:
        return _assault(view, seats, wish.whom)
    if len(wish.places) == 1:
        return _one(view, seats, wish.places[0])
    return chain(view, wish.places)


def chain(view: View, places: Sequence[int]) -> Outlook:
    """A campaign from the first territory through the others; to a single far one the best way.

    Raises ``RiskError`` for a gap, and for what cannot be attacked.
    """
    seat, names = side_of(view), names_of(view.board)
    source, *targets = places
    if view.owner[source] != seat:
        raise RiskError(f"begin with a territory of yours, not {names.called(source)}")
    if view.armies[source] < 2:
        raise RiskError(f"{names.called(source)} needs at least 2 armies to attack")
    land = advice.land(view, seat)
    for target in targets:
        if target not in land.enemies:
            raise RiskError(
                f"{names.called(target)} is no enemy's; a campaign leads through enemies"
            )
    if len(targets) == 1:
        route = best_route(land, source, targets[0])
        if route is None:
            raise RiskError(
                f"no way leads from {names.called(source)} to {names.called(targets[0])}"
            )
        return _campaign(view, route)
    for here, place in zip(places, targets, strict=False):
        if place not in view.board.neighbours[here]:
            raise RiskError(
                f"{names.called(place)} cannot be reached from {names.called(here)}; "
                "name every territory on the way"
            )
    if len(set(targets)) < len(targets):
        raise RiskError("a campaign takes each territory once")
    return _campaign(view, along(land, source, targets))


def _told(*lines: str) -> Outlook:
    return Outlook(lines, lines[0])


def _one(view: View, seats: Sequence[Seat], place: int) -> Outlook:
    """A territory of one's own: its threat; another one: the best attack on it."""
    seat = side_of(view)
    if view.owner[place] == seat:
        return _told(*tell_threats(view, (place,)))
    source = advice.strongest(view, place, seat)
    if source is not None:
        return chain(view, (source, place))
    return _plan(view, {place}, names_of(view.board).called(place))


def _assault(view: View, seats: Sequence[Seat], whom: str) -> Outlook:
    """All of a continent or of a player."""
    seat = side_of(view)
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
    found, prize = _plan(view, lacking, name), _prize(view, seats, victim)
    short = " · ".join([found.short, *prize])
    return Outlook((*found.lines, *prize), short, found.routes)


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
    return max(plans, key=lambda plan: _chance(plan.routes))


def _plan(view: View, targets: set[int], what: str) -> Outlook:
    """All of these territories in one turn, by several stacks where one cannot do it."""
    found = advice.assault_on(view, side_of(view), targets)
    names = names_of(view.board)
    if not found.routes:
        raise RiskError(f"no army of yours can reach {what} now")
    head = f"All of {what} this turn: {percent(found.chance)}"
    if found.missed:
        missed = either([names.called(place) for place in found.missed], most=3)
        head = f"Not all of {what} can be taken this turn: no stack is left for {missed}"
    ways = [_way(view, route) for route in found.routes]
    return Outlook((head, *ways), head, found.routes)


def _chance(routes: Sequence[Route]) -> float:
    chance = 1.0
    for route in routes:
        chance *= route.campaign.chance
    return chance


def _prize(view: View, seats: Sequence[Seat], victim: int) -> list[str]:
    """What becomes of a player's cards when he is eliminated."""
    rule, held = view.ruleset.cards.on_elimination, view.card_counts[victim]
    if not held or view.acting != view.seat:
        return []
    name, cards = seats[victim].name, count(held, "card")
    if rule == "discard":
        return [f"{name}'s {cards} would go to the discard pile"]
    own = len(view.hand) + held
    least, most = view.rules.sets.values(view.sets_traded)
    worth = str(most) if least == most else f"{least} to {most}"
    told = f"{name}'s {cards} would be yours, {own} in all; a set is worth {worth} now"
    cards_rule = view.ruleset.cards
    if rule == "trade" and own >= cards_rule.elimination_trade_at:
        return [f"{told}, and you trade at once"]
    return [told]


def _numbers(view: View, attackers: int, defenders: int) -> str:
    """A fight between so many free armies and so many defenders, by the rules in play."""
    if not (1 <= attackers <= 1000 and 1 <= defenders <= 1000):
        raise RiskError("odds are told for 1 to 1000 armies on each side")
    found = conquest(attackers, defenders, view.ruleset.combat)
    return f"{attackers} free armies against {defenders}: {_ends(found)}"


def _ends(found: Conquest[float]) -> str:
    left = f", then {found.mean_survivors:.1f} left" if found.chance else ""
    return (
        f"conquest {percent(found.chance)}{left}; "
        f"on average {found.attacker_losses:.1f} lost, {found.defender_losses:.1f} killed"
    )


def _way(view: View, route: Route) -> str:
    """A route with the chance of coming so far."""
    land = view.board.territories
    steps = "".join(
        f" > {land[place].name} {view.armies[place]} ({percent(chance)})"
        for place, chance in zip(route.places, route.campaign.reached[1:], strict=True)
    )
    return f"{land[route.source].name} {view.armies[route.source]}{steps}"


def _campaign(view: View, route: Route) -> Outlook:
    """A route, how far it comes, and what is left at its end."""
    way, routes = _way(view, route), (route,)
    if len(route.places) == 1:
        found = advice.fight(view, route.source, route.places[0])
        assert found is not None, "there is an army to spare"
        ends = _ends(found.conquest)
        return Outlook((way, ends), ends, routes)
    campaign = route.campaign
    sure = campaign.sure()
    least = f"{sure} or more" if sure else "not even one"
    far = f"{campaign.mean:.1f} of {len(route.places)} fall on average"
    far = f"{far}, {least} with 90% certainty"
    if not campaign.chance:
        return Outlook((way, far), far, routes)
    end = view.board.territories[route.places[-1]].name
    left = f"{campaign.mean_left:.1f} armies are left in {end} at the end"
    return Outlook((way, far, left), f"{far} · {left}", routes)


def tell_threats(view: View, places: Sequence[int] | None = None) -> list[str]:
    """How likely each of one's own territories falls to its strongest neighbour, worst first."""
    seat, names = side_of(view), names_of(view.board)
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
