"""The bots that plan: they evaluate the position after their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import Choice, closest_legal
from risk_tui.bots.planner import movement, moves, set_up, trading
from risk_tui.bots.planner.aims import Evaluation
from risk_tui.bots.planner.attack_plans import (
    AttackPlans,
    first_target,
    reason_to_attack,
    reason_to_take,
)
from risk_tui.bots.planner.campaigns import CERTAIN, Campaigns, Leg
from risk_tui.bots.planner.candidates import best_candidate
from risk_tui.bots.planner.position import BoardAnalysis, without_reserved
from risk_tui.bots.planner.valuation import ALL_ROUNDER, Valuation, load_weights
from risk_tui.bots.reasons import true_reason
from risk_tui.engine.actions import Attack, Defend, EndPhase, Trade
from risk_tui.engine.decisions import ToDefend, ToOccupy
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.odds.position_odds import extra_die_rolls
from risk_tui.odds.roll import best_defence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from risk_tui.bots.planner.campaigns import Campaign
    from risk_tui.bots.planner.outlook import Change, Outlook
    from risk_tui.bots.planner.valuation import Weights
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


_SPENDING = ("attack", "occupy", "fortify")
"""The kinds of decisions that move armies away."""


class General:
    """A bot that wants continents, breaks those of others, and knows its odds.

    It is stateless, so it may be asked again after an undo or in a loaded game. ``seed`` breaks
    ties.
    """

    name = "general"

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._analysis: BoardAnalysis | None = None
        self._answers: dict[str, Callable[[Evaluation], Action | None]] = {
            "claim": set_up.claim,
            "place": set_up.place_starting_armies,
            "reinforce": set_up.reinforce,
            "trade": trade,
            "attack": attack,
            "defend": defend,
            "occupy": movement.occupy,
            "fortify": movement.fortify,
        }

    def choose(self, view: View, decision: Decision) -> Action:
        """Return the best offered action; for an unknown kind of decision the safest one."""
        return self.consider(view, decision).action

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the action of ``choose``, with the reason if its plan is not secret."""
        seen, view = view, with_hidden_estimated(view)
        answer = self._answers.get(decision.kind)
        preferred, reason = None, None
        if answer is not None:
            # A decision about a neutral army names the seat of that army.
            seat: int = getattr(decision, "force", decision.seat)
            spared = without_reserved(view, seat) if decision.kind in _SPENDING else view
            evaluation = Evaluation(spared, seat, self._analysis_of(view))
            preferred = answer(evaluation)
            reason = evaluation.reason
        chosen = closest_legal(preferred, view.offers)
        if view.rules.hooks.candidates:
            better = self._weigh_candidates(view, decision, chosen)
            if better is not None:
                return Choice(better)
        if reason is None or type(chosen) is not type(preferred):
            return Choice(chosen)
        return Choice(chosen, true_reason(reason, seen, chosen))

    def _weigh_candidates(self, view: View, decision: Decision, chosen: Action) -> Action | None:
        """Return the best answer that variants suggest; ``None`` if the ``chosen`` one is better.

        Its own action is postponed only for a suggestion that attacks follow.
        """
        seat: int = getattr(decision, "force", decision.seat)
        hooks, must_gain = view.rules.hooks.candidates, decision.kind in self._answers
        is_past_cards = must_gain and not isinstance(chosen, EndPhase)
        candidates = [
            item
            for suggest in hooks
            for item in suggest(view, decision)
            if item.attacks or not is_past_cards
        ]
        if not candidates:
            return None
        evaluation = Evaluation(view, seat, self._analysis_of(view))
        return best_candidate(evaluation, candidates, must_gain=must_gain)

    def _analysis_of(self, view: View) -> BoardAnalysis:
        if self._analysis is None or self._analysis.board is not view.board:
            self._analysis = BoardAnalysis(view.board, self._seed)
        return self._analysis


def attack(evaluation: Evaluation) -> Action | None:
    """Return the next roll of the best plan, with the most dice; ``None`` to end attacking.

    If cards may be traded between attacks, trading and placing come first.
    """
    trade = trading.best_trade(evaluation)
    if trade or evaluation.view.armies_to_place:
        plans = AttackPlans(evaluation)
        if evaluation.view.armies_to_place and (armies := set_up.place_received(plans)):
            return armies
        if trading.is_worth_trading(plans, 0):
            return trade
    plan = next((plan for part in evaluation.parts() if (plan := AttackPlans(part).best())), None)
    if plan is None:
        return None
    evaluation.reason = reason_to_attack(evaluation, plan.target)
    leg = plan.first
    target = first_target(evaluation, leg)
    if evaluation.owner[target] == NO_SEAT:
        return movement.enter(evaluation, leg.source, target)
    view = evaluation.view
    # Balanced odds are for whole fights; otherwise reconsider after each roll.
    least = None if view.ruleset.balance is None else (2,)
    return Attack(leg.source, target, view.max_attack_dice(leg.source, target), least)


def defend(evaluation: Evaluation) -> Action | None:
    """Defend with the dice that maximize the attacker's losses in the end (FAQ Q3.1)."""
    view = evaluation.view
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return None
    if not decision.rolled:
        return Defend(decision.most, later=True)
    armies = view.armies[decision.target]
    first = extra_die_rolls(view, decision.source, decision.target)
    best = best_defence(view.ruleset.combat, len(decision.rolled), armies, first)
    return Defend(best.dice[decision.rolled])


def trade(evaluation: Evaluation) -> Action | None:
    """Return the best set if trading it is required or pays; ``None`` to keep the cards."""
    must_trade = not any(isinstance(offer.action, EndPhase) for offer in evaluation.view.offers)
    return (
        trading.best_trade(evaluation)
        if must_trade or trading.is_worth_trading(AttackPlans(evaluation), 0)
        else None
    )


MIN_GAIN = 0.004
"""The minimum gain of a campaign, as a share of the remaining chance of losing."""
LIKELY = 0.6
"""The chance of eliminating a player that justifies trading a set."""
TOLERANCE = 0.15
"""The drop in the chance of a fight before it is reconsidered."""


class _Fight(NamedTuple):
    """A fight in progress: the position at its start, and its leg.

    ``aim`` are all territories that its campaign takes. If the chance of taking the whole leg falls
    below ``enough``, the fight is reconsidered.
    """

    moment: tuple[int, int]
    owner: Sequence[int]
    armies: Sequence[int]
    target: int
    leg: Leg
    aim: tuple[int, ...]
    enough: float


class Planner(General):
    """A bot that evaluates the result of its whole turn, and the others' answers.

    It decides like ``General`` if there is nothing to evaluate: the set to trade, the number of
    dice, the questions of variants. It remembers only a fight that goes as expected, which is
    continued without another evaluation, and moves of the turn, which are not reversed. So it may
    be asked again after an undo.
    """

    character: ClassVar = ALL_ROUNDER
    min_gain = MIN_GAIN

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self._fight: _Fight | None = None
        self._before: dict[tuple[int, int], Outlook] = {}
        """The last outlook of this turn; it makes answers faster, not different."""
        self._moves: dict[tuple[int, int], Collection[tuple[int, int]]] = {}
        """The moves of this turn after attacks, as pairs of territories."""
        self._exhausted: dict[int, tuple[object, ...]] = {}
        """The Earths without a promising campaign, with their position at that time."""
        self._answers |= {
            "reinforce": self._reinforce,
            "attack": self._attack,
            "occupy": self._occupy,
            "fortify": self._fortify,
        }

    def weights(self) -> Mapping[str, Weights]:
        """Return the weights of its evaluation."""
        return load_weights(self.character)

    def _campaigns(self, evaluation: Evaluation, pool: int = 0) -> Campaigns:
        moment = _moment(evaluation.view)
        before = self._before.get(moment)
        campaigns = Campaigns(Valuation(evaluation, self.weights()), pool, before=before)
        self._before = {moment: campaigns.outlook}
        return campaigns

    def _best(self, campaigns: Campaigns, value: float, stay: Sequence[Change]) -> Campaign | None:
        """Return the best campaign if it is better than to ``stay``, which is worth ``value``."""
        if value >= CERTAIN:
            return campaigns.largest_sure()
        best = campaigns.best()
        if best is None or best.value <= value + self.min_gain * value * (1.0 - value):
            return None
        return best

    def _reinforce(self, evaluation: Evaluation) -> Action | None:
        return self._trade(evaluation) or self._place(evaluation) or trading.best_trade(evaluation)

    def _trade(self, evaluation: Evaluation) -> Action | None:
        """Return an offered set that should be traded now, if any."""
        trade = trading.best_trade(evaluation)
        if trade is None:
            return None
        plans = AttackPlans(evaluation)
        if trading.is_worth_trading(plans, evaluation.view.armies_to_place) or self._beats_somebody(
            evaluation, trade
        ):
            return trade
        return None

    def _beats_somebody(self, evaluation: Evaluation, trade: Trade) -> bool:
        """Return True if the best use of a set's armies is to eliminate a player."""
        view = evaluation.view
        cards = list(view.card_counts)
        cards[evaluation.seat] -= len(trade.cards)
        valuation = Valuation(evaluation, self.weights())
        pool = view.armies_to_place + view.set_value(trade.cards)
        beaten = Campaigns(valuation, pool, cards=cards).best_elimination()
        if beaten is None or beaten.chance < LIKELY:
            return False
        campaigns = Campaigns(valuation)
        best = campaigns.best()
        return beaten.value > max(campaigns.outlook.value(), best.value if best else 0.0)

    def _place(self, evaluation: Evaluation) -> Action | None:
        """Place armies for the best campaign, and the rest at the most useful place."""
        limits = moves.placing_limits(evaluation.view)
        if not limits:
            return None
        required = evaluation.aims.weakest_required(evaluation)
        if required is not None and required[0] in limits:
            return moves.placing(limits, *required)
        campaigns = self._campaigns(evaluation, evaluation.view.armies_to_place)
        guard, value = moves.best_placement(campaigns, limits)
        stay = [(guard, campaigns.seat, evaluation.armies[guard] + campaigns.pool)]
        best = self._best(campaigns, value, stay)
        if best is None:
            return moves.placing(limits, guard, campaigns.pool)
        evaluation.reason = reason_to_take(evaluation, best.targets)
        for leg in best.legs:
            if leg.missing_armies and leg.extra and leg.source in limits:
                return moves.placing(limits, leg.source, min(leg.missing_armies, leg.extra))
        source = best.legs[-1].source
        bare = Campaigns(campaigns.v, pool=0, before=campaigns.outlook)
        campaign = bare.evaluate_legs(best.targets, [leg._replace(extra=0) for leg in best.legs])
        if campaign is not None:
            guard, value = moves.best_placement(campaigns, limits, campaign)
            if value > campaigns.outlook.after(best.changes, best.cards):
                evaluation.reason = None
                return moves.placing(limits, guard, campaigns.pool)
        return moves.placing(limits, source if source in limits else guard, campaigns.pool)

    def _attack(self, evaluation: Evaluation) -> Action | None:
        """Return the next roll of the best campaign; ``None`` to end attacking."""
        view = evaluation.view
        if view.armies_to_place and (armies := self._place(evaluation)):
            return armies
        if trade := self._trade(evaluation):
            return trade
        if (fight := self._go_on(evaluation) or self._go_further(evaluation)) is not None:
            return fight
        campaigns = self._campaigns(evaluation)
        best = self._best_of_parts(campaigns)
        if best is None:
            return None
        evaluation.reason = reason_to_take(evaluation, best.targets)
        odds = evaluation.odds
        leg = min(best.legs, key=lambda leg: odds.conquest_chance(leg.fighting, leg.defenders))
        enough = odds.conquest_chance(leg.fighting, leg.defenders) - TOLERANCE
        return self._begin(evaluation, leg, best.targets, enough)

    def _begin(
        self, evaluation: Evaluation, leg: Leg, aim: tuple[int, ...], enough: float
    ) -> Action | None:
        """Return the first roll of a leg; see ``_Fight``."""
        view, target = evaluation.view, moves.first_target(evaluation, leg)
        if evaluation.owner[target] == NO_SEAT:
            return movement.enter(evaluation, leg.source, target)
        self._fight = _Fight(
            _moment(view), evaluation.owner, evaluation.armies, target, leg, aim, enough
        )
        return _roll(evaluation, self._fight)

    def _best_of_parts(self, campaigns: Campaigns) -> Campaign | None:
        """Return the best promising campaign of the first part of the position that has one.

        An Earth without a promising campaign is searched again only after a change there, or in
        another turn.
        """
        evaluation, view = campaigns.evaluation, campaigns.evaluation.view
        value = campaigns.outlook.value()
        for part in evaluation.parts(self._earth(evaluation)):
            if len(part.earths) == evaluation.analysis.board.earths:
                return self._best(campaigns.restricted_to(part), value, ())
            (earth,) = part.earths
            lands = evaluation.analysis.earth_parts[earth].territories
            looked_at = (_moment(view), evaluation.owner[lands], evaluation.armies[lands])
            if self._exhausted.get(earth) == looked_at:
                continue
            best = self._best(campaigns.restricted_to(part), value, ())
            if best is not None:
                return best
            self._exhausted[earth] = looked_at
        return None

    def _earth(self, evaluation: Evaluation) -> int | None:
        """Return the Earth of the last fight of this turn."""
        fight = self._fight_of_turn(evaluation)
        return None if fight is None else evaluation.analysis.earth[fight.target]

    def _fight_of_turn(self, evaluation: Evaluation) -> _Fight | None:
        """Return the last fight of this turn, if any."""
        fight, view = self._fight, evaluation.view
        return fight if fight is not None and fight.moment == _moment(view) else None

    def _go_on(self, evaluation: Evaluation) -> Action | None:
        """Return the next roll of a fight that goes as expected; ``None`` if there is none."""
        fight = self._fight_of_turn(evaluation)
        if fight is None:
            return None
        leg, target = fight.leg, fight.target
        lost = fight.armies[leg.source] - evaluation.armies[leg.source]
        killed = fight.armies[target] - evaluation.armies[target]
        same = list(evaluation.armies)
        same[leg.source] += lost
        same[target] += killed
        if (
            min(lost, killed) < 0
            or evaluation.owner != fight.owner
            or (tuple(same) != tuple(fight.armies))
        ):
            return None
        now = evaluation.armies
        if now[leg.source] < _least(evaluation, fight)[now[target] - 1]:
            return None
        return _roll(evaluation, fight)

    def _go_further(self, evaluation: Evaluation) -> Action | None:
        """Return the attack on the next territory of a leg that goes as expected, or ``None``.

        Other options have hardly changed since the leg was evaluated.
        """
        fight, owner, seat = self._fight_of_turn(evaluation), evaluation.owner, evaluation.seat
        if fight is None or owner[fight.target] != seat:
            return None
        rest = [place for place in fight.leg.cluster if owner[place] != seat]
        source = max(fight.leg.source, fight.target, key=evaluation.armies.__getitem__)
        if not rest or source in evaluation.held_back or not evaluation.first_steps(source, rest):
            return None
        defenders = sum([evaluation.armies[place] for place in rest])
        leg = Leg(source, evaluation.armies[source] - 1, rest, defenders)
        if evaluation.odds.conquest_chance(leg.fighting, defenders) < fight.enough:
            return None
        return self._begin(evaluation, leg, fight.aim, fight.enough)

    def _occupy(self, evaluation: Evaluation) -> Action | None:
        fight, decision = self._fight_of_turn(evaluation), evaluation.view.decision
        if not isinstance(decision, ToOccupy):
            return None
        aims = () if fight is None else (fight.leg.cluster, fight.aim)
        action, outlook = moves.occupy(self._campaigns(evaluation), decision, aims)
        if outlook is not None:
            self._before = dict.fromkeys(self._before, outlook)
        return action

    def _fortify(self, evaluation: Evaluation) -> Action | None:
        moment = _moment(evaluation.view)
        made = self._moves.get(moment, ())
        move = moves.fortify(self._campaigns(evaluation), made)
        if move is not None:
            self._moves = {moment: {*made, (move.source, move.target)}}
        return move


def _moment(view: View) -> tuple[int, int]:
    """Return the round and turn, in which memories are valid."""
    return view.round, view.turn


def _roll(evaluation: Evaluation, fight: _Fight) -> Action:
    """Return the next rolls of a fight, up to the point of reconsidering it.

    If a set can be traded between battles, or a variant offers something, each roll is
    reconsidered, unless the odds are for whole fights.
    """
    view, source = evaluation.view, fight.leg.source
    most = view.rules.combat.max_attack_dice(evaluation.armies[source])
    if view.ruleset.balance is not None:
        return Attack(source, fight.target, most, _least(evaluation, fight))
    if view.rules.hooks.candidates or any(isinstance(it.action, Trade) for it in view.offers):
        return Attack(source, fight.target, most)
    return Attack(source, fight.target, most, _least(evaluation, fight))


def _least(evaluation: Evaluation, fight: _Fight) -> tuple[int, ...]:
    """Return the fewest armies to continue a fight with, against one army, two armies and so on."""
    leg, chance = fight.leg, evaluation.odds.conquest_chance
    armies, defenders = fight.armies[leg.source], fight.armies[fight.target]
    free, others = leg.fighting - armies, leg.defenders - defenders
    least, needed = [], 2
    for against in range(1, evaluation.armies[fight.target] + 1):
        while needed <= armies and chance(free + needed, others + against) < fight.enough:
            needed += 1
        least.append(needed)
    return tuple(least)
