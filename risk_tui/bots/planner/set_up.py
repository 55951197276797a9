"""The setup: claiming territories and placing starting armies.

With two players, a claim is worth, if its continent has ``size`` territories and ``borders`` of
them are borders,

    value * (gain in the square of the seat's share
             + DENIAL * the rival's share * loss in the square of the share the rival can reach)
    value = bonus / (0.5 + 0.5 * borders) * sqrt(6 / size)

With more, it is the ``promise`` of the continent, ``(0.4 + bonus / (size + 1.5 borders) + share of
goals) * (1 + 3 own share) * (1 - 0.7 others' share)``, and more for a territory of a continent that
a rival is about to complete (``_denial_value``). Own neighbours and noise add a little to both.
"""

from __future__ import annotations

from math import sqrt

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import offered
from risk_tui.bots.planner.goals import SeatGoals
from risk_tui.bots.planner.position import BoardAnalysis, Position, reserved_armies
from risk_tui.engine.actions import Action, Claim, Offer, Place
from risk_tui.engine.view import View

DENIAL = 0.5
"""The weight of what a claim denies the rival, with two players."""
BESIDE = 2.0
"""The worth of an enemy beside the starting armies, and the cost of a neutral army, in a duel.

Neutral armies grow beside a stack, because the rival encloses it with them.
"""
WALL = 2.0
"""The weight of each army beside a neutral army, relative to the territory that it is on."""

_NOISE_SEED = "steward"
"""The seed of the noise that breaks ties for a person; equal positions get equal choices."""

_FRONTS = 4
"""The number of territories among which a person's armies are spread."""


def claim(position: Position) -> Action | None:
    """Claim a territory of a promising continent, near the seat's own territories.

    Returns:
        ``None`` if no claim is offered.
    """
    free = [claim.territory for claim in offered(position.view, Claim)]
    if not free:
        return None
    if len(position.rivals) == 1:
        worths = {territory: _duel_claim_worth(position, territory) for territory in free}
    else:
        promise = _promises(position)
        worths = {territory: _claim_worth(position, territory, promise) for territory in free}
    return Claim(max(free, key=lambda territory: (worths[territory], -territory)))


def _duel_claim_worth(position: Position, territory: int) -> float:
    analysis, seat = position.analysis, position.seat
    number = analysis.continent[territory]
    owners, borders = position.owners_in(number), len(analysis.borders[number])
    size, mine = len(owners), owners.count(seat)
    theirs = size - mine - owners.count(NO_SEAT)
    gain = ((mine + 1) ** 2 - mine**2) / size**2
    denied = ((size - mine) ** 2 - (size - mine - 1) ** 2) / size**2
    friends = _count_friends(position, territory)
    value = analysis.board.continents[number].bonus / (0.5 + 0.5 * borders) * sqrt(6.0 / size)
    worth = value * (gain + DENIAL * denied * theirs / size)
    return worth + 0.02 * friends + analysis.tiebreak_noise[territory] / 100


def _claim_worth(position: Position, territory: int, promise: list[float]) -> float:
    analysis = position.analysis
    number = analysis.continent[territory]
    return (
        promise[number]
        + 0.25 * _count_friends(position, territory)
        + _denial_value(position, number)
        + analysis.tiebreak_noise[territory] / 4
    )


def _count_friends(position: Position, territory: int) -> int:
    """Return the number of the seat's own neighbouring territories."""
    neighbours = position.analysis.board.neighbours[territory]
    return sum(position.owner[other] == position.seat for other in neighbours)


def _denial_value(position: Position, number: int) -> float:
    """Return the value of denying a continent to a seat that could claim its last territory."""
    owners = position.owners_in(number)
    holders = set(owners) - {NO_SEAT}
    is_rivals = len(holders) == 1 and position.seat not in holders
    return 2.0 if is_rivals and owners.count(NO_SEAT) <= 1 else 0.0


def _promises(position: Position) -> list[float]:
    """Rate every continent by its bonus, its size and borders, its goals, and who holds it."""
    goals = SeatGoals(position)
    return [_promise(position, goals, number) for number in range(len(position.analysis.borders))]


def _promise(position: Position, goals: SeatGoals, number: int) -> float:
    analysis = position.analysis
    continent = analysis.board.continents[number]
    owners, borders = position.owners_in(number), len(analysis.borders[number])
    size, mine = len(owners), owners.count(position.seat)
    others = size - mine - owners.count(NO_SEAT)
    ease = continent.bonus / (size + 1.5 * borders)
    goal_territories = sum(
        territory in goals.capture_value or territory in goals.hold_value
        for territory in continent.territories
    )
    return (
        (0.4 + ease + goal_territories / size)
        * (1.0 + 3.0 * mine / size)
        * (1.0 - 0.7 * others / size)
    )


def place_starting_armies(position: Position) -> Action | None:
    """Place starting armies in or beside the most promising continent, next to enemies.

    Neutral armies that the seat places are put where they obstruct others.

    Returns:
        ``None`` if no placement is offered.
    """
    offers = _placements(position.view)
    if not offers:
        return None
    own = [territory for territory in offers if position.owner[territory] == position.seat]
    if own:
        promise = _promises(position)
        continent = max(range(len(promise)), key=lambda number: (promise[number], -number))
        best = offers[max(own, key=lambda each: _placement_worth(position, each, continent))]
    else:
        best = offers[max(offers, key=lambda each: _nuisance(position, each))]
    return best.with_number(best.maximum) if best.maximum is not None else best.action


def _nuisance(position: Position, territory: int) -> float:
    """Return how much a neutral territory obstructs others rather than this seat."""
    owner, armies, analysis = position.owner, position.armies, position.analysis
    worth = analysis.tiebreak_noise[territory] / 4 - 0.15 * armies[territory]
    for other in analysis.board.neighbours[territory]:
        obstructs = position.is_hostile(other) - (owner[other] == position.seat)
        worth += obstructs * (1.0 + WALL * armies[other])
    territories = analysis.board.continents[analysis.continent[territory]].territories
    theirs = sum(position.is_hostile(other) for other in territories)
    mine = sum(owner[other] == position.seat for other in territories)
    return worth + 3.0 * (theirs - mine) / len(territories)


def _placements(view: View) -> dict[int, Offer]:
    """Return the offers to place armies, by their territories."""
    return {
        offer.action.territory: offer for offer in view.offers if isinstance(offer.action, Place)
    }


def _placement_worth(position: Position, territory: int, continent: int) -> float:
    """Rate a placement of starting armies, for a seat that wants ``continent``."""
    analysis, owner, armies = position.analysis, position.owner, position.armies
    neighbours = analysis.board.neighbours[territory]
    targets = [target for target in neighbours if owner[target] != position.seat]
    if not targets:
        return -100.0
    leads_in = any(analysis.continent[target] == continent for target in targets)
    inside = analysis.continent[territory] == continent
    worth = 4.0 * inside + 2.0 * leads_in + analysis.tiebreak_noise[territory] / 4
    if len(position.rivals) == 1:
        # All armies together begin, or resist, the first attack best.
        enemies = sum(position.is_hostile(target) for target in targets)
        return worth + BESIDE * (enemies - (len(targets) - enemies))
    # Penalize stacks of more than twice the strongest adjacent enemy plus four armies.
    strongest = max(armies[target] for target in targets)
    return worth - 6.0 * max(0.0, armies[territory] / (2.0 * strongest + 4.0) - 1.0)


def place_for_person(view: View, seat: int) -> Action | None:
    """Return the placement that the program chooses for a person who leaves it to the program.

    Bots build stacks; this spreads the armies over a few fronts. It is deterministic.

    Returns:
        ``None`` if the seat has no armies to place.
    """
    position = Position(view, seat, BoardAnalysis(view.board, _NOISE_SEED))
    return _garrison(position) or _spread(position) or place_starting_armies(position)


def _garrison(position: Position) -> Action | None:
    """Place an army on the territory furthest below the garrison that variants require.

    Returns:
        ``None`` if every garrison is strong enough.
    """
    guards = reserved_armies(position.view, position.seat)
    lacking = {
        territory: guards[territory] - position.armies[territory]
        for territory in _placements(position.view)
        if guards.get(territory, 0) > position.armies[territory]
    }
    return Place(max(lacking, key=lambda territory: lacking[territory]), 1) if lacking else None


def _spread(position: Position) -> Action | None:
    """Place an army on one of the neediest fronts: the one with fewest armies relative to its need.

    Returns:
        ``None`` if the seat borders no enemy, or has no armies of its own to place.
    """
    needs = {
        territory: need
        for territory in _placements(position.view)
        if position.owner[territory] == position.seat and (need := _need(position, territory))
    }
    fronts = sorted(needs, key=lambda territory: (-needs[territory], territory))[:_FRONTS]
    if not fronts:
        return None
    return Place(min(fronts, key=lambda place: position.armies[place] / needs[place]), 1)


def _need(position: Position, territory: int) -> float:
    """Return a territory's need for armies, by its neighbours and its continent; 0 inland."""
    board, seat = position.analysis.board, position.seat
    enemies = sum(position.owner[other] != seat for other in board.neighbours[territory])
    if not enemies:
        return 0.0
    number = board.territories[territory].continent
    owners, bonus = position.owners_in(number), board.continents[number].bonus
    size, held = len(owners), owners.count(seat)
    return (1 + enemies / 4) * (0.5 + held / size) * (1 + bonus / size)
