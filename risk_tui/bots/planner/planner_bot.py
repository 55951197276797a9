"""The bots that plan: Mira, and with other weights Greta, Ivo and Oskar.

A turn is planned like this (see the picture in ``docs/bots.md``):

1. find the campaigns in reach with the armies in hand, and evaluate each;
2. if the best gains more than ``MIN_GAIN * value * (1 - value)`` over staying, place the armies
   that it lacks, and the rest where the position after it is best; otherwise guard with them;
3. fight its least certain leg first, as long as the odds stay within ``TOLERANCE`` of those at its
   start; then go back to 1, with no armies in hand;
4. after a conquest, move in the armies that lead to the best position or the best next attack;
5. if no campaign is good enough, fortify if that leads to a better position.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import Choice, closest_legal
from risk_tui.bots.planner import moves, set_up, trading
from risk_tui.bots.planner.campaigns import CERTAIN, Campaigns, Leg, first_target, is_weak_attack
from risk_tui.bots.planner.candidates import best_candidate
from risk_tui.bots.planner.goals import Evaluation
from risk_tui.bots.planner.motives import find_reason
from risk_tui.bots.planner.position import BoardAnalysis, without_reserved
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.bots.planner.weights import ALL_ROUNDER, WEIGHTS
from risk_tui.engine.actions import Attack, Defend, EndPhase, Occupy, Trade
from risk_tui.engine.decisions import ToDefend, ToOccupy
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.odds.position_odds import extra_die_rolls
from risk_tui.rules.roll_odds import best_defence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from risk_tui.bots.planner.campaigns import Campaign
    from risk_tui.bots.planner.weights import Weights
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


_MOVING_DECISIONS = ("attack", "occupy", "fortify")
"""The kinds of decisions that move armies away."""
MIN_GAIN = 0.004
"""The minimum gain of a campaign, as a share of the chance of winning times that of losing."""
TOLERANCE = 0.15
"""The drop in the chance of a fight at which it is reconsidered."""


class _Fight(NamedTuple):
    """A fight in progress: the position at its start, and its leg.

    ``aim`` lists all territories that its campaign takes. The fight is reconsidered if the chance
    of taking the whole leg falls below ``enough``. It ``is_bold`` if weak attacks are allowed: in a
    duel, or if the campaign wins the game.
    """

    turn_key: tuple[int, int]
    owner: Sequence[int]
    armies: Sequence[int]
    target: int
    leg: Leg
    aim: tuple[int, ...]
    enough: float
    is_bold: bool


class Planner:
    """A bot that evaluates the result of its whole turn, and the others' answers.

    It remembers only the last fight, which it continues without another evaluation while that goes
    as expected, and the moves of the turn, which it does not reverse. A fight that does not match
    the position is ignored, so the bot may be asked again after an undo. ``seed`` breaks ties.
    """

    character: ClassVar = ALL_ROUNDER

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._analysis: BoardAnalysis | None = None
        self._fight: _Fight | None = None
        self._moves: dict[tuple[int, int], Collection[tuple[int, int]]] = {}
        """The moves of this turn, including those into conquests, as pairs of territories.

        If armies are fortified in several steps, all pairs from an earlier to a later territory are
        added, so that they don't move in a circle.
        """
        self._answers: dict[str, Callable[[Evaluation], Action | None]] = {
            "claim": set_up.claim,
            "place": set_up.place_starting_armies,
            "reinforce": self._reinforce,
            "trade": self._trade,
            "attack": self._attack,
            "defend": defend,
            "occupy": self._occupy,
            "fortify": self._fortify,
        }

    def weights(self) -> Mapping[str, Weights]:
        """Return the weights of its evaluation, by table."""
        return WEIGHTS[self.character]

    def choose(self, view: View, decision: Decision) -> Action:
        """Return the best offered action; for an unknown kind of decision the safest one."""
        return self._decide(view, decision)[0]

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the action of ``choose``, with its reason."""
        action, evaluation = self._decide(view, decision)
        return Choice(action, None if evaluation is None else find_reason(evaluation, view, action))

    def _decide(self, view: View, decision: Decision) -> tuple[Action, Evaluation | None]:
        """Return the best offered action, with the evaluation that led to it, if any did."""
        view = with_hidden_estimated(view)
        answer = self._answers.get(decision.kind)
        # A decision about a neutral army names the seat of that army.
        seat: int = getattr(decision, "force", decision.seat)
        free_view = without_reserved(view, seat) if decision.kind in _MOVING_DECISIONS else view
        evaluation = Evaluation(free_view, seat, self._analysis_of(view))
        preferred = None if answer is None else answer(evaluation)
        chosen = closest_legal(preferred, view.offers)
        if view.rules.hooks.candidates:
            better = self._weigh_candidates(view, decision, chosen)
            if better is not None:
                return better, None
        return chosen, None if answer is None else evaluation

    def _weigh_candidates(self, view: View, decision: Decision, chosen: Action) -> Action | None:
        """Return the best action that variants suggest; ``None`` if the ``chosen`` one is better.

        A chosen action other than ending the phase gives way only to one that attacks follow.
        """
        seat: int = getattr(decision, "force", decision.seat)
        hooks, must_gain = view.rules.hooks.candidates, decision.kind in self._answers
        is_acting = must_gain and not isinstance(chosen, EndPhase)
        candidates = [
            item
            for suggest in hooks
            for item in suggest(view, decision)
            if item.attacks or not is_acting
        ]
        if not candidates:
            return None
        valuation = self._valuation(Evaluation(view, seat, self._analysis_of(view)))
        return best_candidate(valuation, candidates, must_gain=must_gain)

    def _analysis_of(self, view: View) -> BoardAnalysis:
        if self._analysis is None or self._analysis.board is not view.board:
            self._analysis = BoardAnalysis(view.board, self._seed)
        return self._analysis

    def _valuation(self, evaluation: Evaluation) -> Valuation:
        return Valuation(evaluation, self.weights())

    # Answers

    def _reinforce(self, evaluation: Evaluation) -> Action | None:
        return self._trade(evaluation) or self._place(evaluation) or trading.best_trade(evaluation)

    def _trade(self, evaluation: Evaluation) -> Action | None:
        """Return an offered set that should be traded now, if any."""
        trade = trading.best_trade(evaluation)
        if trade is None or trading.must_trade(evaluation):
            return trade
        if trading.is_worth_trading(evaluation, trade):
            return trade
        campaign = trading.elimination_by_set(self._valuation(evaluation), trade)
        if campaign is None:
            return None
        evaluation.plan = campaign.targets
        return trade

    def _place(self, evaluation: Evaluation) -> Action | None:
        """Place armies for the best campaign, and the rest at the most useful place."""
        limits = moves.placing_limits(evaluation.view)
        if not limits:
            return None
        required = evaluation.goals.weakest_required(evaluation)
        if required is not None and required[0] in limits:
            return moves.placing(limits, *required)
        campaigns = Campaigns(self._valuation(evaluation))
        if (urgent := moves.most_urgent_guard(campaigns, limits)) is not None:
            return moves.placing(limits, *urgent)
        guard, value = moves.best_placement(campaigns, limits)
        best = self._best(campaigns, value)
        if best is None:
            return moves.placing(limits, guard, campaigns.pool)
        evaluation.plan = best.targets
        for leg in best.legs:
            if leg.missing_armies and leg.extra and leg.source in limits:
                return moves.placing(limits, leg.source, min(leg.missing_armies, leg.extra))
        source = best.legs[-1].source
        bare = Campaigns(campaigns.v, pool=0)
        campaign = bare.evaluate_legs(best.targets, [leg._replace(extra=0) for leg in best.legs])
        if campaign is not None:
            guard, value = moves.best_placement(campaigns, limits, campaign)
            if value > campaigns.outlook.after(best.changes, best.cards):
                evaluation.plan = ()
                return moves.placing(limits, guard, campaigns.pool)
        return moves.placing(limits, source if source in limits else guard, campaigns.pool)

    def _attack(self, evaluation: Evaluation) -> Action | None:
        """Return the next roll of the best campaign; ``None`` to end attacking."""
        view = evaluation.view
        if view.armies_to_place and (placing := self._place(evaluation)):
            return placing
        if trade := self._trade(evaluation):
            return trade
        if (roll := self._continue_fight(evaluation) or self._attack_next(evaluation)) is not None:
            return roll
        campaigns = Campaigns(self._valuation(evaluation), pool=0)
        value = campaigns.outlook.value()
        parts = evaluation.parts(self._last_earth(evaluation))
        found = (self._best(campaigns.restricted_to(part), value) for part in parts)
        best = next((campaign for campaign in found if campaign is not None), None)
        if best is None:
            return None
        odds = evaluation.odds
        leg = min(best.legs, key=lambda leg: odds.conquest_chance(leg.fighting, leg.defenders))
        enough = odds.conquest_chance(leg.fighting, leg.defenders) - TOLERANCE
        return self._start_fight(
            evaluation,
            leg,
            best.targets,
            enough,
            is_bold=best.succeeded >= 1.0 or evaluation.is_duel,
        )

    def _best(self, campaigns: Campaigns, value: float) -> Campaign | None:
        """Return the best campaign, if it gains enough.

        Args:
            value: The value without a campaign.
        """
        if value >= CERTAIN:
            return campaigns.largest_sure()
        best = campaigns.best()
        if best is None or best.value <= value + MIN_GAIN * value * (1.0 - value):
            return None
        return best

    def _occupy(self, evaluation: Evaluation) -> Action | None:
        fight, decision = self._fight_of_turn(evaluation), evaluation.view.decision
        if not isinstance(decision, ToOccupy):
            return None
        aims = () if fight is None else (fight.leg.cluster, fight.aim)
        evaluation.plan = () if fight is None else fight.aim
        limits = decision.least, decision.most
        campaigns = Campaigns(self._valuation(evaluation), pool=0)
        moving = moves.armies_to_move(campaigns, decision.source, decision.target, limits, aims)
        self._remember_moves(evaluation.view, [(decision.source, decision.target)])
        return Occupy(moving)

    def _fortify(self, evaluation: Evaluation) -> Action | None:
        earlier = self._moves.get(_turn_key(evaluation.view), ())
        move = moves.fortify(Campaigns(self._valuation(evaluation), pool=0), earlier)
        if move is not None:
            before = {move.source, *(first for first, last in earlier if last == move.source)}
            after = {move.target, *(last for first, last in earlier if first == move.target)}
            self._remember_moves(evaluation.view, product(before, after))
        return move

    # Memory of the turn

    def _remember_moves(self, view: View, moves: Iterable[tuple[int, int]]) -> None:
        key = _turn_key(view)
        self._moves = {key: {*self._moves.get(key, ()), *moves}}

    def _start_fight(
        self,
        evaluation: Evaluation,
        leg: Leg,
        aim: tuple[int, ...],
        enough: float,
        *,
        is_bold: bool,
    ) -> Action | None:
        """Return the first roll of a leg; see ``_Fight``."""
        evaluation.plan = aim
        view, target = evaluation.view, first_target(evaluation, leg)
        if evaluation.owner[target] == NO_SEAT:
            return moves.enter(self._valuation(evaluation), leg.source, target)
        self._fight = _Fight(
            _turn_key(view), evaluation.owner, evaluation.armies, target, leg, aim, enough, is_bold
        )
        return _roll(evaluation, self._fight)

    def _last_earth(self, evaluation: Evaluation) -> int | None:
        """Return the Earth of the last fight of this turn; ``None`` without a fight."""
        fight = self._fight_of_turn(evaluation)
        return None if fight is None else evaluation.analysis.earth[fight.target]

    def _fight_of_turn(self, evaluation: Evaluation) -> _Fight | None:
        """Return the last fight of this turn, if any."""
        fight, view = self._fight, evaluation.view
        return fight if fight is not None and fight.turn_key == _turn_key(view) else None

    def _continue_fight(self, evaluation: Evaluation) -> Action | None:
        """Return the next roll of a fight that goes as expected; ``None`` if none does."""
        fight = self._fight_of_turn(evaluation)
        if fight is None:
            return None
        leg, target = fight.leg, fight.target
        lost = fight.armies[leg.source] - evaluation.armies[leg.source]
        killed = fight.armies[target] - evaluation.armies[target]
        restored = list(evaluation.armies)
        restored[leg.source] += lost
        restored[target] += killed
        if (
            min(lost, killed) < 0
            or evaluation.owner != fight.owner
            or tuple(restored) != tuple(fight.armies)
        ):
            return None
        now = evaluation.armies
        if now[leg.source] < _min_attackers(evaluation, fight)[now[target] - 1]:
            return None
        evaluation.plan = fight.aim
        return _roll(evaluation, fight)

    def _attack_next(self, evaluation: Evaluation) -> Action | None:
        """Return the attack on the next territory of a leg that goes as expected, or ``None``.

        Other campaigns are not compared, because they have hardly changed since the leg began.
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
        return self._start_fight(evaluation, leg, fight.aim, fight.enough, is_bold=fight.is_bold)


class Greta(Planner):
    """A character that wants continents above all, and does not leave their borders."""

    character = "greta"


class Ivo(Planner):
    """A character that wants cards above all, and to eliminate their holders."""

    character = "ivo"


class Oskar(Planner):
    """A character that trusts armies and cards more than land."""

    character = "oskar"


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


def _turn_key(view: View) -> tuple[int, int]:
    """Return the round and the seat in turn, which identify a turn for the bot's memory."""
    return view.round, view.turn


def _roll(evaluation: Evaluation, fight: _Fight) -> Action:
    """Return the next rolls of a fight, which stop when the fight should be reconsidered.

    If a set can be traded between battles, or a variant suggests other actions, only one roll is
    made, unless the odds are for whole fights.
    """
    view, source = evaluation.view, fight.leg.source
    most = view.rules.combat.max_attack_dice(evaluation.armies[source])
    is_interrupted = view.rules.hooks.candidates or any(
        isinstance(it.action, Trade) for it in view.offers
    )
    if view.ruleset.balance is None and is_interrupted:
        return Attack(source, fight.target, most)
    return Attack(source, fight.target, most, _min_attackers(evaluation, fight))


def _min_attackers(evaluation: Evaluation, fight: _Fight) -> tuple[int, ...]:
    """Return the fewest armies with which a fight goes on, against 1 defender, 2 and so on."""
    leg, chance = fight.leg, evaluation.odds.conquest_chance
    armies, defenders = fight.armies[leg.source], fight.armies[fight.target]
    free, others = leg.fighting - armies, leg.defenders - defenders
    least, needed = [], 2
    for against in range(1, evaluation.armies[fight.target] + 1):
        while needed <= armies and (
            chance(free + needed, others + against) < fight.enough
            or (is_weak_attack(needed - 1, against) and not fight.is_bold)
        ):
            needed += 1
        least.append(needed)
    return tuple(least)
