"""The review of a played game: its costliest decisions, separated from the luck of dice.

Each decision of a reviewed player is compared with the choice of a bot. For this, pairs of games
are played, one after each of the two actions: a few short ones first, then more for the decisions
that seem to cost most. Only the last games count, so that no decision is reported because the
first games went badly by chance. Both games of a pair start with the same imagined secrets, the
same bots and the same dice.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import DEFAULT_BOT, bot_name, make_bot
from risk_tui.bots.base import Bot
from risk_tui.data.language import N_, _, join_and, ngettext, pgettext, pluralize
from risk_tui.engine import actions as do
from risk_tui.engine.actions import Action, Attack, Occupy, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import BattleResolved, Conquered, DiceRolled
from risk_tui.engine.game import Game
from risk_tui.engine.imagination import sample_game
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, RiskError
from risk_tui.laboratory import runner
from risk_tui.laboratory.runner import Workers
from risk_tui.laboratory.statistics import Z_95
from risk_tui.odds.luck import BattleDice
from risk_tui.rules.combat import CombatRules
from risk_tui.story.cache import Cache, story_sources
from risk_tui.story.chances import (
    Shares,
    make_players,
    pack_game,
    play_turns,
    quick_chances,
    run_playouts,
    unpack_timeline,
)
from risk_tui.story.moments import Timeline
from risk_tui.text.words import Wording, fill, percent

if TYPE_CHECKING:
    from risk_tui.story.story import Story


class BattleRoll(NamedTuple):
    """The dice of a battle, and the losses before cards or powers change the dice."""

    attacker: int
    source: int
    target: int
    dice: BattleDice
    attacker_losses: int
    defender_losses: int


def dice_points(records: Sequence[Record], views: Iterable[View], seats: int) -> tuple[float, ...]:
    """Return how much all dice changed each seat's chance to win (-1 to 1 per roll).

    The chance after each roll, estimated from the position (``quick_chances``), is compared with
    the mean over all possible rolls, so the change is 0 on average. Dice count as rolled, before
    cards or powers change them.

    Args:
        records: The steps of a game.
        views: A spectator's views, the first one before the first step.
        seats: The number of seats.
    """
    points = [0.0] * seats
    finder = _RollFinder()
    for record, view in zip(records, views, strict=False):
        here = view
        for event in record.events:
            roll = finder.find(event)
            if roll is not None and here.owner[roll.source] == roll.attacker:
                for seat, change in enumerate(_chance_changes(here, roll, seats)):
                    points[seat] += change
            here = _after_event(here, event)
    return tuple(points)


class _RollFinder:
    """Finds the rolls of battles in all events of a game; a roll may take several steps."""

    def __init__(self) -> None:
        self._first: DiceRolled | None = None
        """The dice of both sides in the current battle as first rolled, if they may change."""
        self._seen: tuple[int, ...] = ()
        """The attacker's dice in the current battle, if the defender saw them."""

    def find(self, event: object) -> BattleRoll | None:
        """Return the roll of a battle; ``None`` for other events.

        Battles without dice, and attacks from outside the board, have no roll.
        """
        match event:
            case DiceRolled(defence=()):
                self._seen = event.attack
            case DiceRolled():
                self._first = event
            case BattleResolved(attacker, _, source, target, attack, defence) if attack:
                if self._first is not None:
                    attack, defence = self._first.attack, self._first.defence
                dice = BattleDice(len(attack), len(defence), self._seen)
                self._first, self._seen = None, ()
                if source is not None:
                    losses = CombatRules.losses(attack, defence)
                    return BattleRoll(attacker, source, target, dice, *losses)
        return None


def _chance_changes(view: View, roll: BattleRoll, seats: int) -> list[float]:
    """Return how much a roll changed each seat's chance, compared with the mean of all rolls."""
    odds = roll.dice.odds
    mean, actual = [0.0] * seats, [0.0] * seats
    for outcome in odds.outcomes:
        lost, killed = outcome.attacker_losses, outcome.defender_losses
        chances = quick_chances(_after_losses(view, roll, lost, killed), seats)
        for seat, chance in enumerate(chances):
            mean[seat] += chance * outcome.ways / odds.total
            if (lost, killed) == (roll.attacker_losses, roll.defender_losses):
                actual[seat] = chance
    return [after - before for after, before in zip(actual, mean, strict=True)]


def _after_losses(view: View, roll: BattleRoll, lost: int, killed: int) -> View:
    """Return the position after losses; after a conquest as many armies move in as dice rolled."""
    owner, armies = list(view.owner), list(view.armies)
    source, target = roll.source, roll.target
    armies[source] = max(armies[source] - lost, 1)
    armies[target] -= killed
    if armies[target] <= 0:
        moving = max(min(roll.dice.attack, armies[source] - 1), 0)
        owner[target], armies[target] = roll.attacker, moving
        armies[source] -= moving
    return replace(view, owner=tuple(owner), armies=tuple(armies))


def _after_event(view: View, event: object) -> View:
    """Return the position after an event; more rolls may follow in the same step."""
    owner, armies = list(view.owner), list(view.armies)
    match event:
        case BattleResolved(_, _, source, target):
            if source is not None:
                armies[source] -= event.attacker_losses
            armies[target] -= event.defender_losses
        case Conquered(seat, territory):
            owner[territory] = seat
        case _:
            return view
    return replace(view, owner=tuple(owner), armies=tuple(armies))


QUICK_GAMES, QUICK_ROUNDS = 4, 1
"""The number of pairs of games for the first guess about a decision, and their rounds."""
ROUNDS = 2
"""The whole rounds of games that judge a decision; then the position is evaluated."""
KINDS = ("reinforce", "trade", "attack", "occupy", "fortify", "enter")
"""The kinds of decisions that are reviewed: those in turns, not in the setup."""
_MAX_ROLLS = 300
"""The maximum number of steps in which a reviewed attack is carried out."""


class ReviewedAction(NamedTuple):
    """An action; an attack stops when ``until`` armies are left in its source."""

    action: Action
    until: int = 1


class DoubtfulDecision(NamedTuple):
    """A possible mistake of ``seat``: the action that was done, and one that may be better.

    ``guess`` is the estimated cost, as a part of the chance to win (0 to 1).
    """

    seat: int
    moment: int
    done: ReviewedAction
    better: ReviewedAction
    guess: float = 0.0


class ScreenTask(NamedTuple):
    """A turn to screen for doubtful decisions of ``seats``, from moment ``start`` to ``end``.

    ``course`` is the game, packed by ``pack_game``.
    """

    course: bytes
    start: int
    end: int
    seats: tuple[int, ...]


class JudgeTask(NamedTuple):
    """A decision to judge by ``games`` pairs of games, which are numbered from ``first``.

    ``course`` is the game, packed by ``pack_game``.
    """

    course: bytes
    candidate: DoubtfulDecision
    first: int
    games: int


class PlayoutEnd(NamedTuple):
    """The end position of a game that was played from a decision: chances, and facts for reasons.

    ``holders`` are the holders of the continents, ``armies`` the armies of each seat on the board,
    ``playing`` is False for seats that have left the game.
    """

    chances: Shares
    holders: tuple[int, ...]
    armies: tuple[int, ...]
    playing: tuple[bool, ...]


class Comparison(NamedTuple):
    """The ends of pairs of games: one after the action done, one after the alternative."""

    seat: int
    done: tuple[PlayoutEnd, ...]
    better: tuple[PlayoutEnd, ...]

    @property
    def costs(self) -> list[float]:
        """The cost of the action in each pair, as a part of the chance to win."""
        seat = self.seat
        pairs = zip(self.done, self.better, strict=True)
        return [better.chances[seat] - done.chances[seat] for done, better in pairs]


def joined(parts: Sequence[Comparison]) -> Comparison:
    """Join comparisons of the same decision."""
    done = tuple(end for part in parts for end in part.done)
    return Comparison(parts[0].seat, done, tuple(end for part in parts for end in part.better))


def screen(task: ScreenTask) -> tuple[Counter[int], list[DoubtfulDecision]]:
    """Screen a turn for decisions that may have cost something; runs in a worker process.

    All rolls of a fight count as one decision. It is doubtful at the first roll at which the bot
    would have acted differently.

    Returns:
        The number of compared decisions of each seat, and the doubtful ones.
    """
    timeline = unpack_timeline(task.course)
    count = Counter[int]()
    found: list[DoubtfulDecision] = []
    bots: dict[int, Bot] = {}
    fight: tuple[int, ...] | None = None
    is_doubted = False
    for moment in range(task.start, min(task.end, timeline.end)):
        record = timeline.record(moment + 1)
        seat = record.seat
        if seat not in task.seats or isinstance(record.action, Resign):
            continue
        view = timeline.view(moment, seat, clear=False)
        decision = view.decision
        if decision is None or decision.kind not in KINDS or not _has_choice(view):
            continue
        aims = record.action.aims if isinstance(record.action, Attack) else None
        if aims is None or aims != fight:
            count[seat] += 1
            fight, is_doubted = aims, False
        elif is_doubted:
            continue
        bot = bots.setdefault(seat, make_bot(DEFAULT_BOT, f"review/{seat}"))
        other = bot.choose(view, decision)
        if is_alike(record.action, other):
            continue
        is_doubted = True
        done = ReviewedAction(
            record.action, _armies_at_stop(timeline, moment, task.end, record.action)
        )
        candidate = DoubtfulDecision(seat, moment, done, ReviewedAction(other))
        guess = _first_guess(view, candidate)
        if guess > 0:
            found.append(candidate._replace(guess=guess))
    return count, found


def _has_choice(view: View) -> bool:
    """Check whether the choices of a view include two that ``is_alike`` tells apart."""
    return len(view.offers) > 1 or any(
        not is_alike(offer.action, offer.with_number(offer.maximum))
        for offer in view.offers
        if offer.maximum is not None
    )


def _first_guess(view: View, candidate: DoubtfulDecision) -> float:
    """Estimate the cost of a decision; if the first half of the pairs shows none, stop there."""
    half = QUICK_GAMES // 2
    costs: list[float] = []
    for first in (0, half):
        pairs = range(first, first + half)
        costs += compare(view, candidate, pairs, QUICK_ROUNDS, "look").costs
        if sum(costs) <= 0:
            break
    return fmean(costs)


def judge(task: JudgeTask) -> Comparison:
    """Judge a decision by games that were not used for the guess; runs in a worker process."""
    candidate = task.candidate
    view = unpack_timeline(task.course).view(candidate.moment, candidate.seat, clear=False)
    pairs = range(task.first, task.first + task.games)
    return compare(view, candidate, pairs, ROUNDS, "judge")


def is_alike(action: Action, other: Action) -> bool:
    """Check whether two actions are practically the same decision.

    Both must be of the same kind and name the same territories. The armies that move in after a
    conquest may differ by one; other numbers are ignored.
    """
    if type(action) is not type(other) or action.aims != other.aims:
        return False
    if isinstance(action, Occupy) and isinstance(other, Occupy):
        return abs(action.armies - other.armies) < 2
    return True


def _armies_at_stop(timeline: Timeline, moment: int, end: int, action: Action) -> int:
    """Return the armies in the source when an attack was stopped.

    Returns:
        1 if it was not stopped: it led to a conquest, used up its armies or is no attack.
    """
    if not isinstance(action, Attack):
        return 1
    last = moment
    for later in range(moment, min(end, timeline.end)):
        record = timeline.record(later + 1)
        if isinstance(record.action, Attack) and record.action.aims != action.aims:
            break
        for event in record.events:
            match event:
                case Conquered(_, territory) if territory == action.target:
                    return 1
                # If the defender chooses dice, a later record has the losses.
                case BattleResolved(_, _, source, target) if (source, target) == action.aims:
                    last = later
    return max(timeline.view(last + 1).armies[action.source], 1)


def compare(
    view: View, candidate: DoubtfulDecision, pairs: range, rounds: int, name: str
) -> Comparison:
    """Play pairs of games, one game after each of both actions.

    Args:
        view: The view of the player who decided.
        candidate: The decision.
        pairs: The numbers of the pairs, which determine the imagined secrets and the dice.
        rounds: The number of rounds to play.
        name: The name of the comparison; another name gives other games.
    """
    ends: list[list[PlayoutEnd]] = [[], []]
    for number in pairs:
        for option, found in zip((candidate.done, candidate.better), ends, strict=True):
            seed = f"{name}/{candidate.moment}/{number}"
            game = sample_game(view, seeded_chance(seed))
            bots = make_players(game, seed)
            _carry_out(game, bots, candidate.seat, option)
            for _turn in play_turns(game, bots, rounds):
                pass
            found.append(_playout_end(game))
    return Comparison(candidate.seat, tuple(ends[0]), tuple(ends[1]))


def _carry_out(game: Game, bots: Sequence[Bot], seat: int, option: ReviewedAction) -> None:
    """Carry out an action; an attack continues until a conquest or ``option.until`` armies."""
    action = option.action
    game.apply(action, seat=seat)
    if not isinstance(action, Attack):
        return
    for _unused in range(_MAX_ROLLS):
        decision = game.decision
        if decision is None or decision.kind == "occupy":
            return
        if decision.seat == seat and decision.kind == "attack":
            view = game.view(clear=True)
            if view.owner[action.target] in (seat, NO_SEAT) or view.owner[action.source] != seat:
                return
            if view.armies[action.source] <= option.until:
                return
            dice = view.max_attack_dice(action.source, action.target)
            try:
                game.apply(Attack(action.source, action.target, dice), seat=seat)
            except IllegalAction:
                return
        elif decision.part_of == "attack" or decision.seat != seat:
            view = game.view(decision.seat)
            game.apply(bots[decision.seat].choose(view, decision), seat=decision.seat)
        else:
            return


def _playout_end(game: Game) -> PlayoutEnd:
    view = game.view(clear=True)
    seats = range(game.setup.seats)
    continents = view.board.continents
    return PlayoutEnd(
        quick_chances(view, game.setup.seats),
        tuple(each.holder(view.owner, view.outside_continents) for each in continents),
        tuple(view.armies_of(seat) for seat in seats),
        tuple(view.status[seat] == "playing" for seat in seats),
    )


_ACTION_WORDS = {
    "enter": N_("moving {armies} from {source} into {target}"),
    "fortify": N_("moving {armies} from {source} to {target}"),
    "reinforce": N_("placing {armies} in {territory}"),
    "trade": N_("trading {cards}"),
}
_END_WORDS = {
    "attack": N_("not attacking"),
    "fortify": N_("leaving the armies where they stood"),
    "reinforce": N_("placing no more"),
    "trade": N_("keeping the cards"),
}
_ARMY_WEIGHT, _CONTINENT_WEIGHT, _PLAYER_WEIGHT = 1.0, 3.0, 6.0
"""The weights of one army, one army of bonus and one player, to choose the main reason."""
_MIN_REASON_WEIGHT = 0.8
"""The minimum weight of a reason."""
_MIN_DIFFERENCE = 0.1
"""The smallest difference between two shares of games (0 to 1) that is given as a reason."""


def done_words(story: Story, view: View, option: ReviewedAction) -> str:
    """Describe the action that was done; an attack with the armies at which it stopped."""
    words = action_words(story, view, option)
    if isinstance(option.action, do.Attack) and option.until > 1:
        return _("{attack} down to {number},", attack=words, number=option.until)
    return words


def action_words(story: Story, view: View, option: ReviewedAction) -> str:
    """Describe an action as a noun phrase, such as "trading 3 cards"."""
    action, decision = option.action, view.decision
    territories = view.board.territories
    wording = Wording(story.seats, view.board, view)
    match action:
        case do.Attack(source, target):
            return _(
                "attacking {target} from {source}, {armies} against {defenders},",
                target=territories[target].name,
                source=territories[source].name,
                armies=view.armies[source],
                defenders=view.armies[target],
            )
        case do.Occupy(armies):
            where = getattr(decision, "target", None)
            moved = pluralize(armies, "army")
            if where is None:
                return _("moving {armies} in", armies=moved)
            place = territories[where].name
            return _("moving {armies} into {territory}", armies=moved, territory=place)
        case do.EndPhase():
            if view.phase == "attack" and view.conquests_this_turn:
                return _("ending the attacks")
            return _(_END_WORDS.get(view.phase, N_("going on")))
    if action.kind in _ACTION_WORDS:
        return fill(_(_ACTION_WORDS[action.kind]), action, wording)
    aims = join_and([territories[aim].name for aim in action.aims])
    verb = pgettext("you can't … now", action.verb or action.kind)
    return f"{verb} ({aims})" if aims else verb


def reason_words(story: Story, seat: int, games: Comparison) -> str:
    """Describe the greatest difference between both results; empty if all are small."""
    weight, words = max(_reasons(story, seat, games), default=(0.0, ""))
    return words if weight >= _MIN_REASON_WEIGHT else ""


def _reasons(story: Story, seat: int, games: Comparison) -> Iterator[tuple[float, str]]:
    """Yield differences in continents, armies and players, each with its weight."""
    rounds = pluralize(ROUNDS, "round")
    for other in range(story.timeline.setup.seats):
        name, sign = story.seats[other].name, 1 if other == seat else -1
        for place, continent in enumerate(story.board.continents):
            done, better = (
                fmean(end.holders[place] == other for end in ends)
                for ends in (games.done, games.better)
            )
            gain = sign * (better - done)
            if gain >= _MIN_DIFFERENCE:
                words = _(
                    "{name} then holds {continent} {rounds} later in {better} of the games "
                    "instead of {done}",
                    name=name,
                    continent=continent.name,
                    rounds=rounds,
                    better=percent(better),
                    done=percent(done),
                )
                yield gain * continent.bonus * _CONTINENT_WEIGHT, words
        done, better = (
            fmean(end.armies[other] for end in ends) for ends in (games.done, games.better)
        )
        gain = sign * (better - done)
        if gain >= 1:
            slots = {"name": name, "rounds": rounds}
            words = (
                ngettext(
                    "{name} then has {number} more army {rounds} later",
                    "{name} then has {number} more armies {rounds} later",
                    round(gain),
                    **slots,
                )
                if other == seat
                else ngettext(
                    "{name} then has {number} fewer army {rounds} later",
                    "{name} then has {number} fewer armies {rounds} later",
                    round(gain),
                    **slots,
                )
            )
            # The armies of one opponent among several count for less than the seat's own.
            yield gain * _ARMY_WEIGHT * (1 if other == seat else 0.5), words
        done, better = (
            fmean(not end.playing[other] for end in ends) for ends in (games.done, games.better)
        )
        gain = sign * (done - better)
        if gain >= _MIN_DIFFERENCE:
            words = _(
                "{name} is then out in {better} of the games instead of {done}",
                name=name,
                better=percent(better),
                done=percent(done),
            )
            yield gain * _PLAYER_WEIGHT, words


GAMES, MIN_GAMES, MAX_GAMES = 32, 8, 1000
"""The default, minimum and maximum number of pairs of games that judge a decision.

Fewer than ``MIN_GAMES`` would not give a usable standard error.
"""
CANDIDATES, TRIALS = 5, 8
"""The maximum number of decisions of a seat that get a trial, and the pairs of a trial."""
JUDGED = 3
"""The maximum number of decisions of a seat that are judged after their trials."""
_MIN_TRIAL_ERRORS = 0.5
"""A decision is judged if its cost in the trial is at least this many standard errors."""
_PAIRS_PER_TASK = 8
"""The pairs of games in a task; few, so that all workers stay busy and progress is steady."""
CERTAIN = 2.0
"""A decision is a mistake if it costs at least this many standard errors."""
LEAST = 0.01
"""The minimum cost of a mistake, as a part of the chance to win (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision of ``seat`` that significantly reduced its chance to win.

    ``cost`` is a part of the chance to win (0 to 1), ``error`` is its standard error. ``done`` and
    ``better`` describe the action and the better one, ``why`` the main difference between their
    results.
    """

    seat: int
    moment: int
    round: int
    cost: float
    error: float
    done: str
    better: str
    why: str

    @property
    def text(self) -> str:
        """The mistake in a sentence, without the name of its player."""
        return _("Round {round}: {sentence}", round=self.round, sentence=self.sentence)

    @property
    def sentence(self) -> str:
        """The mistake in a sentence, without its round."""
        slots = {
            "done": self.done,
            "costs": self.cost_words,
            "better": self.better,
            "reason": self.why,
        }
        if not self.why:
            return _("{done} {costs}; {better} was better.", **slots)
        return _("{done} {costs}; {better} was better: {reason}.", **slots)

    @property
    def cost_words(self) -> str:
        """The cost, with its margin of error at 95 %."""
        margin = f"{100 * Z_95 * self.error:.0f}"
        return _("cost {points} (± {margin})", points=points(self.cost), margin=margin)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game.

    ``seats`` are the reviewed seats. For each of them, ``looked_at`` counts the decisions that were
    compared with a bot's, and ``judged`` those that were judged by ``games`` pairs of games.
    ``dice`` says for every seat at the table how much all dice changed its chance to win.
    ``seconds`` is the time that the review took.
    """

    games: int
    seats: tuple[int, ...]
    looked_at: tuple[int, ...]
    judged: tuple[int, ...]
    mistakes: tuple[Mistake, ...]
    dice: tuple[float, ...]
    seconds: float

    def of(self, seat: int) -> list[Mistake]:
        """Return the mistakes of a seat, the costliest first."""
        own = [mistake for mistake in self.mistakes if mistake.seat == seat]
        return sorted(own, key=lambda mistake: -mistake.cost)

    def cost(self, seat: int) -> float:
        """Return the total cost of a seat's mistakes, as a part of the chance to win."""
        return sum(mistake.cost for mistake in self.of(seat))

    def summary(self, seat: int, name: str) -> str:
        """Describe the luck and the decisions of a seat in a sentence."""
        luck = self.dice[seat]
        slots = {"name": name, "points": points(abs(luck))}
        dice = (
            _("the dice gave {name} {points}", **slots)
            if luck > 0
            else _("the dice cost {name} {points}", **slots)
        )
        made = self.of(seat)
        if not made:
            return _("{dice}; no decision clearly cost anything", dice=dice)
        slots = {"dice": dice, "decisions": pluralize(len(made), "decision")}
        if luck > 0:
            return _("{dice}, {decisions} cost {points}", **slots, points=points(self.cost(seat)))
        return _("{dice}, {decisions} {points}", **slots, points=points(self.cost(seat)))

    @property
    def basis(self) -> str:
        """The source of the review, and its certainty."""
        return _(
            "{compared} decisions compared with a bot's; {judged} judged by {pairs} of games each, "
            "played on by {bot} for {rounds}; only results beyond two standard errors are shown. "
            "It took {seconds} s.",
            compared=sum(self.looked_at),
            judged=sum(self.judged),
            pairs=pluralize(self.games, "pair"),
            bot=bot_name(DEFAULT_BOT),
            rounds=pluralize(ROUNDS, "round"),
            seconds=max(round(self.seconds), 1),
        )


def points(share: float) -> str:
    """Format a part of the chance to win (0 to 1) in percentage points."""
    return pluralize(round(100 * share), "point")


def reviewed_seats(story: Story) -> tuple[int, ...]:
    """Return the seats of people, or all seats if there are none."""
    seats = range(story.timeline.setup.seats)
    people = tuple(seat for seat in seats if story.seats[seat].is_person)
    return people or tuple(seats)


def check_review(story: Story) -> None:
    """Check that a game is over; until then, a review would be advice.

    Raises:
        RiskError: If the game is in progress, or its end can't be read.
    """
    if not story.is_over:
        missing = story.missing[:1].lower() + story.missing[1:]
        why = missing or _("the game goes on")
        raise RiskError(_("{reason}; a game is reviewed once it is over", reason=why))


def review_game(
    story: Story,
    games: int,
    workers: Workers,
    show: Callable[[int, int], None] = lambda done, total: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Review:
    """Review a game.

    Args:
        story: The story of the game.
        games: The number of pairs of games that judge a decision.
        workers: The workers that play.
        show: Called with the number of finished tasks, and the current estimate of all tasks.
        stopping: Returns True if the review should be cancelled.

    Raises:
        RiskError: If the game is not over, or can't be continued.
        Stopped: If the review was cancelled.
    """
    check_review(story)
    started, course, seats = time.monotonic(), pack_game(story), reviewed_seats(story)
    # Another thread may show moments of the story at the same time.
    timeline = Timeline(story.timeline.setup, story.timeline.records)
    screens = [
        ScreenTask(course, turn.start, turn.end, seats)
        for turn in story.turns
        if turn.seat in seats and turn.round
    ]
    most = len(seats) * (CANDIDATES * batches(TRIALS) + JUDGED * batches(games))
    found: list[DoubtfulDecision] = []
    looked_at = Counter[int]()
    for done, (_task, (count, doubtful)) in enumerate(
        run_playouts(workers, screen, screens, stopping), 1
    ):
        looked_at.update(count)
        found += doubtful
        show(done, len(screens) + most)

    def compare_all(
        candidates: Sequence[DoubtfulDecision], first: int, pairs: int, done: int, more: int
    ) -> list[Comparison]:
        """Compare decisions by ``pairs`` pairs of games each, numbered from ``first``.

        ``done`` tasks are finished before, and about ``more`` follow.
        """
        tasks = [
            JudgeTask(course, candidate, start, min(_PAIRS_PER_TASK, first + pairs - start))
            for candidate in candidates
            for start in range(first, first + pairs, _PAIRS_PER_TASK)
        ]
        parts: dict[JudgeTask, Comparison] = {}
        for task, comparison in run_playouts(workers, judge, tasks, stopping):
            parts[task] = comparison
            show(done + len(parts), done + len(tasks) + more)
        return [
            joined([parts[task] for task in tasks if task.candidate == each]) for each in candidates
        ]

    tried = _costliest(found, seats, CANDIDATES)
    done, more = len(screens), len(seats) * JUDGED * batches(games)
    trials = compare_all(tried, 0, TRIALS, done, more)
    promising = [
        candidate._replace(guess=cost)
        for candidate, trial in zip(tried, trials, strict=True)
        for cost, error in [_mean_and_error(trial.costs)]
        if cost >= max(_MIN_TRIAL_ERRORS * error, LEAST)
    ]
    chosen = _costliest(promising, seats, JUDGED)
    comparisons = compare_all(chosen, TRIALS, games, done + len(tried) * batches(TRIALS), 0)
    judged = [
        _find_mistake(story, timeline, candidate, comparison)
        for candidate, comparison in zip(chosen, comparisons, strict=True)
    ]
    mistakes = [mistake for mistake in judged if mistake is not None]
    return Review(
        games,
        seats,
        tuple(looked_at[seat] for seat in seats),
        tuple(sum(each.seat == seat for each in chosen) for seat in seats),
        tuple(sorted(mistakes, key=lambda mistake: mistake.moment)),
        dice_points(timeline.records, timeline.spectator_views(), timeline.setup.seats),
        time.monotonic() - started,
    )


def batches(pairs: int) -> int:
    """Return the number of tasks that ``pairs`` pairs of games are split into."""
    return -(-pairs // _PAIRS_PER_TASK)


def _costliest(
    found: Sequence[DoubtfulDecision], seats: Sequence[int], most: int
) -> list[DoubtfulDecision]:
    """Return the costliest decisions of each seat by their guesses, at most ``most`` per seat."""
    chosen = []
    for seat in seats:
        own = [each for each in found if each.seat == seat and each.guess > 0]
        chosen += sorted(own, key=lambda each: -each.guess)[:most]
    return chosen


def _mean_and_error(costs: Sequence[float]) -> tuple[float, float]:
    """Return the mean cost in pairs of games, and its standard error."""
    error = stdev(costs) / math.sqrt(len(costs)) if len(costs) > 1 else math.inf
    return fmean(costs), error


def _find_mistake(
    story: Story, timeline: Timeline, candidate: DoubtfulDecision, comparison: Comparison
) -> Mistake | None:
    """Return a decision as a mistake; ``None`` if its cost is small or not significant."""
    cost, error = _mean_and_error(comparison.costs)
    if cost < max(CERTAIN * error, LEAST):
        return None
    view = timeline.view(candidate.moment, candidate.seat, clear=False)
    return Mistake(
        candidate.seat,
        candidate.moment,
        view.round,
        cost,
        error,
        done_words(story, view, candidate.done),
        action_words(story, view, candidate.better),
        reason_words(story, candidate.seat, comparison),
    )


REVIEWS = Cache("reviews", Review)
"""The cache of reviews."""


def cached_review(story: Story, least: int = 1) -> Review | None:
    """Return the cached review; ``None`` if there is none with ``least`` pairs of games or more."""
    if not story.is_over:
        return None
    review = REVIEWS.read(story_sources(story))
    if review is None or review.games < least or not _fits(review, story):
        return None
    return review


def load_or_make_review(
    story: Story,
    games: int = GAMES,
    show: Callable[[int, int], None] = lambda done, total: None,
    stopping: Callable[[], bool] = lambda: False,
    *,
    guest: bool = False,
) -> Review:
    """Return the review of a game, from the cache or by playing.

    Args:
        story: The story of the game.
        games: The minimum number of pairs of games that judge a decision; a cached review may have
            more.
        show: Called with the number of finished tasks, and the current estimate of all tasks.
        stopping: Returns True if the review should be cancelled.
        guest: True for a player on another person's machine, see ``open_shared_workers``.

    Raises:
        RiskError: As for ``review_game``, or if a review of another guest is running.
        Stopped: If the review was cancelled.
    """
    check_review(story)
    review = cached_review(story, games)
    if review is None:
        with runner.open_shared_workers(guest=guest) as workers:
            review = review_game(story, games, workers, show, stopping)
        REVIEWS.write(story_sources(story), review)
    return review


def _fits(review: Review, story: Story) -> bool:
    """Check whether a cached review fits the game; the file may have been edited."""
    seats = review.seats
    return (
        seats == reviewed_seats(story)
        and len(review.looked_at) == len(review.judged) == len(seats)
        and len(review.dice) == story.timeline.setup.seats
        and all(abs(change) < len(story.timeline.records) + 1 for change in review.dice)
        and 0 < review.games <= MAX_GAMES
        and 0 <= review.seconds < 1e9
        and len(review.mistakes) <= JUDGED * len(seats)
        and all(
            mistake.seat in seats
            and 0 <= mistake.moment < story.end
            and 0 <= mistake.cost <= 1
            and 0 <= mistake.error <= 1
            for mistake in review.mistakes
        )
    )
