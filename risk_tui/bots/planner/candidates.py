"""Actions that variants suggest, compared by the value of their results in armies.

    gain = balance(after it) - balance(now) + value off the board + gain of what follows
    balance = own holdings - kill_value * rivals' holdings
    holdings = armies + 0.8 * territories + 2.5 * bonuses + progress towards missions

A fight that follows counts by its odds. The attacks of the turn count as the gain of the best
campaign, divided by the value of one more army at the front.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.bots.planner.goals import WIN_VALUE, Evaluation
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.engine.decisions import ToAttack

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.bots.planner.weights import Weights
    from risk_tui.engine.actions import Action
    from risk_tui.engine.hooks import BotCandidate

MIN_ARMY_GAIN = 0.1
"""The least gain of a candidate, in armies."""
TERRITORY_VALUE = 0.8
"""The value of a territory in armies: its income until it is lost again."""
BONUS_TURNS = 2.5
"""The number of turns for which a well-guarded continent is expected to pay."""
WAITING_WEIGHT = 0.5
"""The factor for the gain of waiting, compared to attacking now, so that no bot waits forever."""


def best_candidate(
    v: Valuation, candidates: Sequence[BotCandidate], *, must_gain: bool
) -> Action | None:
    """Return the best candidate; with ``must_gain``, ``None`` if it gains no ``MIN_ARMY_GAIN``."""
    turns = [(*item.turn, item.action) for item in candidates if item.turn is not None]
    if turns:
        return _best_turn(v, turns)
    evaluation = v.evaluation
    now = _balance(evaluation, evaluation.owner, evaluation.armies)
    attacks = isinstance(evaluation.view.decision, ToAttack)
    if must_gain and (attacks or any(candidate.attacks for candidate in candidates)):
        now += _campaign_gain(evaluation, v.tables)
    best, most = None, MIN_ARMY_GAIN if must_gain else float("-inf")
    for candidate in candidates:
        gain = candidate.gain
        if gain is None:
            gain = _worth(evaluation, v.tables, candidate) + candidate.off_board_value - now
        if gain > most:
            best, most = candidate.action, gain
    return best


def _best_turn(v: Valuation, turns: Sequence[tuple[int, bool, Action]]) -> Action:
    """Return the best use of a turn; each option has its armies, and whether attacks follow."""
    now = Campaigns(v, pool=0).outlook.value()

    def worth(turn: tuple[int, bool, Action]) -> float:
        armies, attacks, _ = turn
        campaigns = Campaigns(v, pool=armies)
        if attacks:
            best = campaigns.best()
            return float("-inf") if best is None else best.value - now
        return WAITING_WEIGHT * (campaigns.best_use(attacks=False) - now)

    return max(turns, key=worth)[-1]


def _worth(evaluation: Evaluation, tables: Mapping[str, Weights], candidate: BotCandidate) -> float:
    """Return the value of the position after a candidate, in armies."""
    owner, armies = list(evaluation.owner), list(evaluation.armies)
    for territory, seat, count in candidate.after:
        owner[territory], armies[territory] = seat, count
    balance = _balance(evaluation, owner, armies)
    worth = balance - evaluation.card_value * candidate.cards
    worth += _elimination_value(evaluation, owner)
    if candidate.keep is not None:
        worth += _safety(evaluation, candidate.keep)
    if candidate.attacks:
        view = replace(evaluation.view, owner=tuple(owner), armies=tuple(armies))
        worth += _campaign_gain(Evaluation(view, evaluation.seat, evaluation.analysis), tables)
    if candidate.fight is None:
        return worth
    source, target = candidate.fight
    attacker, defenders = owner[source], armies[target]
    free = armies[source] - 1
    odds = evaluation.odds
    chance, losses = odds.conquest_chance(free, defenders), odds.losses(free, defenders)
    killed = defenders * (0.35 + 0.65 * chance)
    attack_gain = evaluation.kill_value * killed - evaluation.loss_weight * losses
    if attacker != evaluation.seat:
        attack_gain = evaluation.kill_value * losses - evaluation.loss_weight * killed
    # The conquest alone: attack_gain counts the killed defenders already.
    owner[target], armies[target] = attacker, 0
    armies[source] = max(1, armies[source])
    conquered = _balance(evaluation, owner, armies) - balance
    is_own = evaluation.owner[target] == evaluation.seat
    conquered += defenders if is_own else -defenders * evaluation.kill_value
    return worth + attack_gain + chance * conquered


def _campaign_gain(evaluation: Evaluation, tables: Mapping[str, Weights]) -> float:
    """Return the gain of the turn's best campaign in armies."""
    campaigns = Campaigns(Valuation(evaluation, tables), pool=0)
    best, value = campaigns.best(), campaigns.outlook.value()
    if best is None or best.value <= value:
        return 0.0
    return (best.value - value) / campaigns.outlook.army_value()


def _elimination_value(evaluation: Evaluation, owner: Sequence[int]) -> float:
    """Return the value, in armies, of the eliminations that new owners imply.

    It is negative if that eliminates a seat that should stay in the game.
    """
    gone = [seat for seat in evaluation.rivals if evaluation.counts[seat] and seat not in owner]
    if not gone:
        return 0.0
    view = evaluation.view
    hooks = view.rules.hooks.seats_to_spare
    needed = {seat for hook in hooks for seat in hook(view, evaluation.seat)}
    if not needed.isdisjoint(gone):
        return -WIN_VALUE
    passes = view.rules.elimination.cards_pass
    cards = sum(view.card_counts[seat] for seat in gone) if passes else 0
    wins = WIN_VALUE if len(gone) == len(evaluation.rivals) else 0.0
    return 2.0 * len(gone) + evaluation.card_value * cards + wins


def _balance(evaluation: Evaluation, owner: Sequence[int], armies: Sequence[int]) -> float:
    """Return the holdings of the seat minus the weighted holdings of its rivals, in armies."""
    total = 0.0
    for territory, holder in enumerate(owner):
        if holder != NO_SEAT:
            value = armies[territory] + TERRITORY_VALUE
            total += value if holder == evaluation.seat else -evaluation.kill_value * value
        if holder == evaluation.seat and evaluation.owner[territory] != holder:
            total += evaluation.goals.capture_value.get(territory, 0.0)
    outside = evaluation.view.outside_continents
    for continent in evaluation.analysis.board.continents:
        holder = continent.holder(owner, outside)
        if holder != NO_SEAT:
            value = continent.bonus * BONUS_TURNS
            total += value if holder == evaluation.seat else -evaluation.kill_value * value
    return total


def _safety(evaluation: Evaluation, territory: int) -> float:
    """Return the safety of a territory, in armies: own armies on and around it, minus threats.

    Adjacent enemies count most, enemies two steps away a little. Each way into it counts too.
    """
    owner, armies, neighbours = evaluation.owner, evaluation.armies, evaluation.neighbours
    friends = [other for other in neighbours[territory] if owner[other] == evaluation.seat]
    entrances = len(neighbours[territory]) - len(friends)
    beyond = {second for other in neighbours[territory] for second in neighbours[other]}
    beyond.difference_update(neighbours[territory], [territory])
    outer = sum(evaluation.is_hostile(second) for second in beyond)
    guard = armies[territory] + 0.3 * sum(armies[other] for other in friends)
    analysis = evaluation.analysis
    territories = analysis.board.continents[analysis.continent[territory]].territories
    mine = sum(owner[other] == evaluation.seat for other in territories)
    return (
        guard
        - evaluation.pressure(territory)
        - 1.5 * entrances
        - 0.2 * outer
        + 2.0 * mine / len(territories)
        + 0.1 * analysis.tiebreak_noise[territory]
    )
