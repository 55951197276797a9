"""Actions that variants suggest, compared by the value of their results in armies.

    gain = balance(after it) - balance(now) + value off the board + gain of what follows
    balance = own holdings - kill_value * rivals' holdings
    holdings = armies + 0.8 * territories + 2.5 * bonuses

Own holdings include the progress towards missions by captured territories. The value off the board
includes spent cards, eliminations, and the safety of a territory to keep. A fight that follows
counts by its odds. The attacks of the turn count as the gain of the best campaign, divided by the
value of one more army at the front.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import seats_to_spare
from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.bots.planner.goals import WIN_VALUE
from risk_tui.bots.planner.position import Position
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.engine.actions import Action
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.hooks import BotCandidate

MIN_ARMY_GAIN = 0.1
"""The gain in armies that makes a candidate better than none."""
TERRITORY_VALUE = 0.8
"""The value of a territory in armies: its income until it is lost again."""
BONUS_TURNS = 2.5
"""The number of turns for which a well-guarded continent is expected to pay."""
WAITING_WEIGHT = 0.5
"""The factor for the gain of waiting, compared to attacking now, so that no bot waits forever."""


def best_candidate(
    v: Valuation, candidates: Sequence[BotCandidate], *, must_gain: bool
) -> Action | None:
    """Return the best candidate, or the best kind of turn if any candidate decides that.

    Args:
        must_gain: True to return ``None`` if no candidate gains more than ``MIN_ARMY_GAIN``.
    """
    turns = [(*item.turn, item.action) for item in candidates if item.turn is not None]
    if turns:
        return _best_turn(v, turns)
    position = v.position
    now = _balance(v, position.owner, position.armies)
    attacks = isinstance(position.view.decision, ToAttack)
    if must_gain and (attacks or any(candidate.attacks for candidate in candidates)):
        now += _campaign_gain(v)
    best, most = None, MIN_ARMY_GAIN if must_gain else float("-inf")
    for candidate in candidates:
        gain = candidate.gain
        if gain is None:
            gain = _worth(v, candidate) + candidate.off_board_value - now
        if gain > most:
            best, most = candidate.action, gain
    return best


def _best_turn(v: Valuation, turns: Sequence[tuple[int, bool, Action]]) -> Action:
    """Return the best use of a turn; each option has its armies, and whether attacks follow."""
    bare = Campaigns(v, pool=0)
    now = bare.value()

    def worth(turn: tuple[int, bool, Action]) -> float:
        armies, attacks, _ = turn
        campaigns = bare.with_pool(armies)
        if attacks:
            best = campaigns.best()
            return float("-inf") if best is None else best.value - now
        return WAITING_WEIGHT * (campaigns.best_option_value(attacks=False) - now)

    return max(turns, key=worth)[-1]


def _worth(v: Valuation, candidate: BotCandidate) -> float:
    """Return the value of the position after a candidate, in armies."""
    position = v.position
    owner, armies = list(position.owner), list(position.armies)
    for territory, seat, count in candidate.after:
        owner[territory], armies[territory] = seat, count
    balance = _balance(v, owner, armies)
    worth = balance - position.card_value * candidate.cards
    worth += _elimination_value(position, owner)
    if candidate.keep is not None:
        worth += _safety(position, candidate.keep)
    if candidate.attacks:
        view = replace(position.view, owner=tuple(owner), armies=tuple(armies))
        worth += _campaign_gain(v.of(view))
    if candidate.fight is None:
        return worth
    source, target = candidate.fight
    attacker, defenders = owner[source], armies[target]
    free = armies[source] - 1
    odds = position.odds
    chance, losses = odds.conquest_chance(free, defenders), odds.losses(free, defenders)
    killed = defenders * (0.35 + 0.65 * chance)
    attack_gain = position.kill_value * killed - position.loss_weight * losses
    if attacker != position.seat:
        attack_gain = position.kill_value * losses - position.loss_weight * killed
    # The conquest alone: attack_gain counts the killed defenders already.
    owner[target], armies[target] = attacker, 0
    armies[source] = max(1, armies[source])
    conquered = _balance(v, owner, armies) - balance
    is_own = position.owner[target] == position.seat
    conquered += defenders if is_own else -defenders * position.kill_value
    return worth + attack_gain + chance * conquered


def _campaign_gain(v: Valuation) -> float:
    """Return the gain of the turn's best campaign in armies."""
    campaigns = Campaigns(v, pool=0)
    best, value = campaigns.best(), campaigns.outlook.value()
    if best is None or best.value <= value:
        return 0.0
    return (best.value - value) / campaigns.outlook.army_value()


def _elimination_value(position: Position, owner: Sequence[int]) -> float:
    """Return the value, in armies, of the eliminations that new owners imply.

    It is negative if that eliminates a seat that should stay in the game.
    """
    gone = [seat for seat in position.rivals if position.counts[seat] and seat not in owner]
    if not gone:
        return 0.0
    view = position.view
    if not seats_to_spare(view, position.seat).isdisjoint(gone):
        return -WIN_VALUE
    passes = view.rules.elimination.cards_pass
    cards = sum(view.card_counts[seat] for seat in gone) if passes else 0
    wins = WIN_VALUE if len(gone) == len(position.rivals) else 0.0
    return 2.0 * len(gone) + position.card_value * cards + wins


def _balance(v: Valuation, owner: Sequence[int], armies: Sequence[int]) -> float:
    """Return the holdings of the seat minus the weighted holdings of its rivals, in armies."""
    position, total = v.position, 0.0
    weights = {NO_SEAT: 0.0, position.seat: 1.0}
    for territory, holder in enumerate(owner):
        weight = weights.get(holder, -position.kill_value)
        total += weight * (armies[territory] + TERRITORY_VALUE)
        if holder == position.seat and position.owner[territory] != holder:
            total += v.goals.capture_value.get(territory, 0.0)
    outside = position.view.outside_continents
    for continent in position.analysis.board.continents:
        weight = weights.get(continent.holder(owner, outside), -position.kill_value)
        total += weight * (continent.bonus * BONUS_TURNS)
    return total


def _safety(position: Position, territory: int) -> float:
    """Return the safety of a territory, in armies: own armies on and around it, minus threats.

    Adjacent enemies count most, enemies two steps away a little. Each way into it counts too.
    """
    owner, armies, neighbours = position.owner, position.armies, position.neighbours
    friends = [other for other in neighbours[territory] if owner[other] == position.seat]
    entrances = len(neighbours[territory]) - len(friends)
    beyond = {second for other in neighbours[territory] for second in neighbours[other]}
    beyond.difference_update(neighbours[territory], [territory])
    outer = sum(position.is_hostile(second) for second in beyond)
    guard = armies[territory] + 0.3 * sum(armies[other] for other in friends)
    analysis = position.analysis
    owners = position.owners_in(analysis.continent[territory])
    return (
        guard
        - position.pressure(territory)
        - 1.5 * entrances
        - 0.2 * outer
        + 2.0 * owners.count(position.seat) / len(owners)
        + 0.1 * analysis.tiebreak_noise[territory]
    )
