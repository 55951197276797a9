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

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, product
from typing import NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import DEFAULT_BOT
from risk_tui.bots.base import Choice, closest_legal, offered
from risk_tui.bots.planner import moves, set_up
from risk_tui.bots.planner.campaigns import (
    CERTAIN,
    Campaign,
    Campaigns,
    Leg,
    first_target,
    is_weak_attack,
)
from risk_tui.bots.planner.candidates import best_candidate
from risk_tui.bots.planner.motives import find_reason
from risk_tui.bots.planner.position import (
    BoardAnalysis,
    Position,
    changed_view,
    equivalent_defenders,
    without_reserved,
)
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.bots.planner.weights import WEIGHTS
from risk_tui.engine.actions import Action, Attack, Defend, EndPhase, Occupy, Reinforce, Trade
from risk_tui.engine.decisions import Decision, ToDefend, ToOccupy
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.engine.view import View
from risk_tui.odds.position_odds import extra_die_rolls
from risk_tui.rules.roll_odds import best_defence

_MOVING_DECISIONS = ("attack", "occupy", "fortify")
"""The kinds of decisions that move armies away."""
MIN_GAIN = 0.004
"""A campaign must gain more than ``MIN_GAIN * value * (1 - value)``."""
TOLERANCE = 0.15
"""The drop in the chance of a fight at which it is reconsidered."""


@dataclass(frozen=True)
class _Fight:
    """A fight in progress: a leg of a campaign, and the position at the start of the fight.

    ``targets`` are all territories that the campaign takes. The fight is reconsidered if the chance
    of taking the whole leg falls below ``min_chance``. It ``is_bold`` if weak attacks are allowed:
    in a duel, or if the campaign wins the game.
    """

    position: Position
    leg: Leg
    targets: tuple[int, ...]
    min_chance: float
    is_bold: bool

    @cached_property
    def target(self) -> int:
        """The territory under attack."""
        return first_target(self.position, self.leg)


class _Aim(NamedTuple):
    """The targets for which armies were placed, and the position after that."""

    owner: Sequence[int]
    armies: Sequence[int]
    targets: tuple[int, ...]


class Planner:
    """A bot that evaluates the result of its whole turn, and the others' answers.

    It remembers the last fight, and continues it without another evaluation while it goes as
    expected; likewise the targets for which it places armies. It remembers the turn's moves, and
    reverses none. What it remembers is ignored if it does not match the position, so the bot may be
    asked again after an undo. ``seed`` breaks ties.
    """

    def __init__(self, seed: int | str, character: str = DEFAULT_BOT) -> None:
        self.weights = WEIGHTS[character]
        """The weights of its evaluation, by table."""
        self._seed = seed
        self._analysis: BoardAnalysis | None = None
        self._fight: _Fight | None = None
        self._plan: Sequence[int] = ()
        """The territories that the chosen action helps to take."""
        self._aim: _Aim | None = None
        self._moves: dict[tuple[int, int], Collection[tuple[int, int]]] = {}
        """The moves of this turn, including those into conquests, as pairs of territories.

        If armies are fortified in several steps, all pairs from an earlier to a later territory are
        added, so that they don't move in a circle.
        """
        self._answers: dict[str, Callable[[Position], Action | None]] = {
            "claim": set_up.claim,
            "place": set_up.place_starting_armies,
            "reinforce": self._reinforce,
            "trade": self._trade,
            "attack": self._attack,
            "defend": defend,
            "occupy": self._occupy,
            "fortify": self._fortify,
        }

    def choose(self, view: View, decision: Decision) -> Action:
        """Return the best offered action; for an unknown kind of decision the safest one."""
        return self._decide(view, decision)[0]

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the action of ``choose``, with its reason."""
        action, position = self._decide(view, decision)
        if position is None:
            return Choice(action)
        plan: Sequence[int] = [it for it in self._plan if position.owner[it] != position.seat]
        plan = plan or self._targets_after(position, action)
        return Choice(action, find_reason(position, plan, view, action))

    def _targets_after(self, position: Position, action: Action) -> Sequence[int]:
        """Return what the campaign takes that starts where an action puts armies, if any does."""
        view, seat, armies = position.view, position.seat, position.armies
        match action, view.decision:
            case Reinforce(place, number), _ if view.is_before_regrouping:
                changes = [(place, seat, armies[place] + number)]
            case Occupy(number), ToOccupy(source=source, target=place):
                changes = [(source, seat, armies[source] - number), (place, seat, number)]
            case _:
                return ()
        after = replace(changed_view(view, changes), armies_to_place=0)
        campaigns = Campaigns(self._valuation(Position(after, seat, position.analysis)))
        best = self._best(campaigns, campaigns.outlook.value())
        if best is None:
            return ()
        ways = [leg.cluster for leg in best.legs if leg.source == place]
        return [*best.targets, *chain(*ways)] if ways else ()

    def _decide(self, view: View, decision: Decision) -> tuple[Action, Position | None]:
        """Return the best offered action, with the position that led to it, if any did."""
        self._plan = ()
        view = with_hidden_estimated(view)
        answer = self._answers.get(decision.kind)
        # A decision about a neutral army names the seat of that army.
        seat: int = getattr(decision, "force", decision.seat)
        free_view = without_reserved(view, seat) if decision.kind in _MOVING_DECISIONS else view
        position = Position(free_view, seat, self._analysis_of(view))
        preferred = None if answer is None else answer(position)
        chosen = closest_legal(preferred, view.offers)
        if view.rules.hooks.candidates:
            better = self._weigh_candidates(view, decision, chosen)
            if better is not None:
                return better, None
        return chosen, None if answer is None else position

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
        valuation = self._valuation(Position(view, seat, self._analysis_of(view)))
        return best_candidate(valuation, candidates, must_gain=must_gain)

    def _analysis_of(self, view: View) -> BoardAnalysis:
        if self._analysis is None or self._analysis.board is not view.board:
            self._analysis = BoardAnalysis(view.board, self._seed)
        return self._analysis

    def _valuation(self, position: Position) -> Valuation:
        return Valuation(position, self.weights)

    # Answers

    def _reinforce(self, position: Position) -> Action | None:
        return self._trade(position) or self._place(position) or moves.best_trade(position)

    def _trade(self, position: Position) -> Action | None:
        """Return an offered set that should be traded now, if any."""
        trade = moves.best_trade(position)
        if trade is None or moves.must_trade(position):
            return trade
        if moves.is_worth_trading(position, trade):
            return trade
        if self._aimed_at(position):
            return None  # The armies of a set were considered before the first ones were placed.
        campaign = moves.elimination_by_set(self._valuation(position), trade)
        if campaign is None:
            return None
        self._plan = campaign.targets
        return trade

    def _place(self, position: Position) -> Action | None:
        """Place armies for the best campaign, and the rest at the most useful place.

        After the attacks of the turn all go to that place.
        """
        limits = moves.placing_limits(position.view)
        if not limits:
            return None
        v = self._valuation(position)
        required = v.goals.weakest_required()
        if required is not None and required[0] in limits:
            return moves.placing(limits, *required)
        campaigns = Campaigns(v)
        if (urgent := moves.most_urgent_guard(campaigns, limits)) is not None:
            return moves.placing(limits, *urgent)
        place, value = moves.best_placement(campaigns, limits)
        best = self._best(campaigns, value) if position.view.is_before_regrouping else None
        if best is None:
            return moves.placing(limits, place, campaigns.pool)
        self._plan = best.targets
        action = self._placing_for(best, campaigns, limits, place)
        return self._place_for(best, position, action)

    def _placing_for(
        self, best: Campaign, campaigns: Campaigns, limits: Mapping[int, int], usual: int
    ) -> Reinforce:
        """Return how to place armies for a campaign.

        A leg gets what it lacks. If no other leg lacks any, the rest goes to the same place, or
        later to where it is worth more.

        Args:
            best: The campaign.
            campaigns: The campaigns with all armies in hand.
            limits: The most armies for each territory that can take any.
            usual: The best territory without a campaign.
        """
        needed = (leg for leg in best.legs if leg.missing_armies and leg.extra)
        leg = next((leg for leg in needed if leg.source in limits), None)
        armies = 0 if leg is None else min(leg.missing_armies, leg.extra)
        rest = campaigns.pool - armies
        if leg is not None and (len(best.legs) > 1 or not rest):
            return moves.placing(limits, leg.source, armies)
        source, place = best.legs[-1].source, usual
        legs = [each._replace(extra=armies) for each in best.legs]
        campaign = campaigns.with_pool(0).evaluate_legs(best.targets, legs)
        if campaign is not None:
            place, value = moves.best_placement(campaigns.with_pool(rest), limits, campaign)
            if value > campaigns.outlook.after(best.changes, best.cards):
                if leg is not None:
                    return moves.placing(limits, source, armies)
                self._plan = ()
                source = place
        return moves.placing(limits, source if source in limits else place, campaigns.pool)

    def _place_for(self, campaign: Campaign, position: Position, action: Reinforce) -> Action:
        """Remember the targets for which an action places armies; return the action."""
        armies = list(position.armies)
        armies[action.territory] += action.armies
        self._aim = _Aim(position.owner, tuple(armies), campaign.targets)
        return action

    def _aimed_at(self, position: Position) -> tuple[int, ...]:
        """Return the targets for which armies were just placed; empty if none were."""
        aim = self._aim
        if aim is None or (aim.owner, aim.armies) != (position.owner, position.armies):
            return ()
        return aim.targets

    def _attack(self, position: Position) -> Action | None:
        """Return the next roll of the best campaign; ``None`` to end attacking."""
        view = position.view
        if view.armies_to_place and (placing := self._place(position)):
            return placing
        if trade := self._trade(position):
            return trade
        if (roll := self._continue_fight(position) or self._attack_next(position)) is not None:
            return roll
        campaigns = Campaigns(self._valuation(position), pool=0)
        value, last = campaigns.outlook.value(), self._fight_of_turn(position)
        parts = position.parts(None if last is None else position.analysis.earth[last.target])
        found = (self._best(campaigns.restricted_to(part), value) for part in parts)
        best = next((campaign for campaign in found if campaign is not None), None)
        if best is None:
            return None
        odds = position.odds
        leg = min(best.legs, key=lambda leg: odds.conquest_chance(leg.fighting, leg.defenders))
        min_chance = odds.conquest_chance(leg.fighting, leg.defenders) - TOLERANCE
        is_bold = best.value_after_success >= 1.0 or position.is_duel
        return self._start_fight(_Fight(position, leg, best.targets, min_chance, is_bold))

    def _best(self, campaigns: Campaigns, value: float) -> Campaign | None:
        """Return the best campaign, if it gains enough; first the one that armies were placed for.

        Args:
            value: The value without a campaign.
        """
        if value >= CERTAIN:
            return campaigns.largest_sure()
        aim = self._aimed_at(campaigns.position)
        for targets in ([aim], None) if aim else (None,):
            best = campaigns.best(targets)
            if best is not None and best.value > value + MIN_GAIN * value * (1.0 - value):
                return best
        return None

    def _occupy(self, position: Position) -> Action | None:
        fight, decision = self._fight_of_turn(position), position.view.decision
        if not isinstance(decision, ToOccupy):
            return None
        if fight is not None and decision.target not in (*fight.leg.cluster, *fight.targets):
            fight = None  # It was advice that the player did not follow.
        aims = () if fight is None else (fight.leg.cluster, fight.targets)
        self._plan = () if fight is None else (*fight.targets, *fight.leg.cluster)
        limits = decision.least, decision.most
        campaigns = Campaigns(self._valuation(position), pool=0)
        moving = moves.armies_to_move(campaigns, decision.source, decision.target, limits, aims)
        self._remember_moves(position.view, [(decision.source, decision.target)])
        return Occupy(moving)

    def _fortify(self, position: Position) -> Action | None:
        earlier = self._moves.get(_turn_key(position.view), ())
        move = moves.fortify(Campaigns(self._valuation(position), pool=0), earlier)
        if move is not None:
            before = {move.source, *(first for first, last in earlier if last == move.source)}
            after = {move.target, *(last for first, last in earlier if first == move.target)}
            self._remember_moves(position.view, product(before, after))
        return move

    # Memory of the turn

    def _remember_moves(self, view: View, moves: Iterable[tuple[int, int]]) -> None:
        key = _turn_key(view)
        self._moves = {key: {*self._moves.get(key, ()), *moves}}

    def _start_fight(self, fight: _Fight) -> Action | None:
        """Return the first roll of a fight, or the action that enters an empty territory."""
        self._plan = fight.targets
        position, target = fight.position, fight.target
        if position.owner[target] == NO_SEAT:
            return moves.enter(self._valuation(position), fight.leg.source, target)
        self._fight = fight
        return _roll(position, fight)

    def _fight_of_turn(self, position: Position) -> _Fight | None:
        """Return the last fight of this turn, if any."""
        fight, view = self._fight, position.view
        is_now = fight is not None and _turn_key(fight.position.view) == _turn_key(view)
        return fight if is_now else None

    def _continue_fight(self, position: Position) -> Action | None:
        """Return the next roll of a fight that goes as expected; ``None`` if none does."""
        fight = self._fight_of_turn(position)
        if fight is None:
            return None
        source, target = fight.leg.source, fight.target
        now, then = position.armies, fight.position.armies
        if position.owner != fight.position.owner or any(
            now[it] > then[it] if it in (source, target) else now[it] != then[it]
            for it in range(len(now))
        ):
            return None
        if now[source] < _min_attackers(position, fight)[now[target] - 1]:
            return None
        self._plan = fight.targets
        return _roll(position, fight)

    def _attack_next(self, position: Position) -> Action | None:
        """Return the attack on the next territory of a leg that goes as expected, or ``None``.

        Other campaigns are not compared, because they have hardly changed since the leg began.
        """
        fight, owner, seat = self._fight_of_turn(position), position.owner, position.seat
        if fight is None or owner[fight.target] != seat:
            return None
        rest = [place for place in fight.leg.cluster if owner[place] != seat]
        source = max(fight.leg.source, fight.target, key=position.armies.__getitem__)
        if not rest or source in position.held_back or not position.first_steps(source, rest):
            return None
        defenders = equivalent_defenders([position.armies[place] for place in rest])
        leg = Leg(source, position.armies[source] - 1, rest, defenders)
        if position.odds.conquest_chance(leg.fighting, defenders) < fight.min_chance:
            return None
        return self._start_fight(replace(fight, position=position, leg=leg))


Greta = partial(Planner, character="greta")
Ivo = partial(Planner, character="ivo")
Oskar = partial(Planner, character="oskar")


def defend(position: Position) -> Action | None:
    """Defend with the dice that maximize the attacker's losses in the end (FAQ Q3.1)."""
    view = position.view
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


def _roll(position: Position, fight: _Fight) -> Action:
    """Return the next rolls of a fight, which stop when the fight should be reconsidered.

    If a set can be traded between battles, or a variant suggests other actions, only one roll is
    made, unless the odds are for whole fights.
    """
    view, source = position.view, fight.leg.source
    most = view.rules.combat.max_attack_dice(position.armies[source])
    is_interrupted = view.rules.hooks.candidates or offered(view, Trade)
    if view.ruleset.balance is None and is_interrupted:
        return Attack(source, fight.target, most)
    return Attack(source, fight.target, most, _min_attackers(position, fight))


def _min_attackers(position: Position, fight: _Fight) -> tuple[int, ...]:
    """Return the fewest armies with which a fight goes on, against 1 defender, 2 and so on."""
    leg, chance = fight.leg, position.odds.conquest_chance
    then = fight.position.armies
    armies, defenders = then[leg.source], then[fight.target]
    free, others = leg.fighting - armies, leg.defenders - defenders
    least, needed = [], 2
    for against in range(1, position.armies[fight.target] + 1):
        while needed <= armies and (
            chance(free + needed, others + against) < fight.min_chance
            or (is_weak_attack(needed - 1, against) and not fight.is_bold)
        ):
            needed += 1
        least.append(needed)
    return tuple(least)
