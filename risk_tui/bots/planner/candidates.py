"""Evaluate the answers that variants suggest by their results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.planner.aims import WIN_VALUE, Evaluation
from risk_tui.bots.planner.attack_plans import BONUS_TURNS, MIN_GAIN, AttackPlans
from risk_tui.engine.decisions import ToAttack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.hooks import BotCandidate

TERRITORY_VALUE = 0.8
"""The value of a territory in armies: its income until it is lost again."""

MIN_SHARE = 0.5
"""The share of a later attack's value that an attack must reach now."""


def best_candidate(
    evaluation: Evaluation, candidates: Sequence[BotCandidate], *, must_gain: bool
) -> Action | None:
    """Return the best candidate; with ``must_gain``, ``None`` unless it is an improvement."""
    turns = [(*item.turn, item.action) for item in candidates if item.turn is not None]
    if turns:
        return _best_turn(evaluation, turns)
    now = _balance(evaluation, evaluation.owner, evaluation.armies)
    attacks = isinstance(evaluation.view.decision, ToAttack)
    if must_gain and (attacks or any(candidate.attacks for candidate in candidates)):
        now += _attacks_score(evaluation)
    best, most = None, MIN_GAIN if must_gain else float("-inf")
    for candidate in candidates:
        gain = candidate.gain
        worth = _worth(evaluation, candidate) + candidate.besides - now if gain is None else gain
        if worth > most:
            best, most = candidate.action, worth
    return best


def _best_turn(evaluation: Evaluation, turns: Sequence[tuple[int, bool, Action]]) -> Action:
    """Return the best use of a turn; each option has its armies, and whether attacks follow.

    An attack must be worth half of the armies given up and of a later attack. Those armies count
    less in longer games, so that no bot waits forever.
    """
    attack_plans = AttackPlans(evaluation)
    plans = {armies: attack_plans.best(armies) for armies in sorted({turn[0] for turn in turns})}
    scores = {armies: plan.score if plan else 0.0 for armies, plan in plans.items()}
    fewest = min(plans)

    def worth(turn: tuple[int, bool, Action]) -> float:
        armies, attacks, _ = turn
        if attacks:
            return scores[armies] if plans[armies] else float("-inf")
        later = max(scores[armies], scores[fewest])
        return MIN_SHARE * ((armies - fewest) * (1.0 - 0.9 * evaluation.impatience) + later)

    return max(turns, key=worth)[-1]


def _worth(evaluation: Evaluation, candidate: BotCandidate) -> float:
    """Return the value of the position after a candidate, in armies."""
    owner, armies = list(evaluation.owner), list(evaluation.armies)
    for territory, seat, count in candidate.after:
        owner[territory], armies[territory] = seat, count
    worth = _balance(evaluation, owner, armies) - evaluation.card_value * candidate.cards
    worth += _eliminations(evaluation, owner)
    if candidate.keep is not None:
        worth += _safety(evaluation, candidate.keep)
    if candidate.attacks:
        view = replace(evaluation.view, owner=tuple(owner), armies=tuple(armies))
        worth += _attacks_score(Evaluation(view, evaluation.seat, evaluation.analysis))
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
    before = worth
    # The conquests, minus the armies lost for them.
    owner[target], armies[target] = attacker, 0
    armies[source] = max(1, armies[source])
    conquered = _balance(evaluation, owner, armies) - before
    lost = defenders if evaluation.owner[target] == evaluation.seat else 0
    conquered += lost if lost else -defenders * evaluation.kill_value
    return before + attack_gain + chance * conquered


def _attacks_score(evaluation: Evaluation) -> float:
    """Return the expected value of the turn's attacks."""
    plan = AttackPlans(evaluation).best()
    return plan.score if plan else 0.0


def _eliminations(evaluation: Evaluation, owner: Sequence[int]) -> float:
    """Return the value of eliminating the seats without territories, given new owners.

    Seats that should stay in the game count against it.
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
    """Return the holdings of the seat minus those of its rivals, in armies."""
    total = 0.0
    for territory, holder in enumerate(owner):
        if holder != NO_SEAT:
            value = armies[territory] + TERRITORY_VALUE
            total += value if holder == evaluation.seat else -evaluation.kill_value * value
        if holder == evaluation.seat and evaluation.owner[territory] != holder:
            total += evaluation.aims.capture_value.get(territory, 0.0)
    outside = evaluation.view.outside_continents
    for continent in evaluation.analysis.board.continents:
        holder = continent.holder(owner, outside)
        if holder != NO_SEAT:
            value = continent.bonus * BONUS_TURNS
            total += value if holder == evaluation.seat else -evaluation.kill_value * value
    return total


def _safety(evaluation: Evaluation, territory: int) -> float:
    """Rate the safety of a territory: own armies on and around it, against those of others.

    Adjacent enemies count most, those two steps away a little; so do the ways into it.
    """
    owner, armies, neighbours = evaluation.owner, evaluation.armies, evaluation.neighbours
    friends = [other for other in neighbours[territory] if owner[other] == evaluation.seat]
    entrances = len(neighbours[territory]) - len(friends)
    second_ring = {
        second
        for other in neighbours[territory]
        for second in neighbours[other]
        if second != territory
    }
    outer = sum(
        evaluation.is_hostile(second) for second in second_ring.difference(neighbours[territory])
    )
    guard = armies[territory] + 0.3 * sum(armies[other] for other in friends)
    analysis = evaluation.analysis
    territories = analysis.board.continents[analysis.continent[territory]].territories
    mine = sum(owner[other] == evaluation.seat for other in territories)
    return (
        guard
        - evaluation.threat(territory)
        - 1.5 * entrances
        - 0.2 * outer
        + 2.0 * mine / len(territories)
        + 0.1 * analysis.tiebreak_noise[territory]
    )
