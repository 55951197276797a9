"""The review of a played game: the decisions that cost most, told apart from the luck of dice.

Every decision of a reviewed player is compared with that of a bot, by games that are played on
from both: a few quick ones first, then more for those that seem to cost most. The result comes from
the last, new games alone, so that no decision is told because it looked bad by chance. Both ways
start with the same imagined game, the same players and the same dice.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import DEFAULT_BOT, bot_name, make_bot
from risk_tui.bots.base import choose
from risk_tui.data.language import N_, _, join_and, ngettext, pgettext, pluralize
from risk_tui.engine import actions as do
from risk_tui.engine.actions import Attack, Occupy, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import BattleResolved, Conquered, DiceRolled
from risk_tui.engine.imagination import sample_game
from risk_tui.errors import IllegalAction, RiskError
from risk_tui.laboratory import runner
from risk_tui.laboratory.statistics import Z_95
from risk_tui.odds.luck import BattleDice
from risk_tui.rules.combat import CombatRules
from risk_tui.story.cache import Cache, story_sources
from risk_tui.story.chances import (
    make_players,
    pack_game,
    play_rounds,
    quick_chances,
    unpack_timeline,
)
from risk_tui.text.words import MessageContext, fill, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from risk_tui.bots.base import Bot
    from risk_tui.engine.actions import Action
    from risk_tui.engine.game import Game
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.laboratory.runner import Workers
    from risk_tui.story.chances import Shares
    from risk_tui.story.moments import Timeline
    from risk_tui.story.story import Story


class BattleRoll(NamedTuple):
    """A roll in a battle, and its losses before any change of the dice."""

    attacker: int
    source: int
    target: int
    dice: BattleDice
    attacker_losses: int
    defender_losses: int


def dice_points(records: Sequence[Record], views: Iterable[View], seats: int) -> tuple[float, ...]:
    """Return the change of each seat's chance by all dice, in parts of 1; 0 on average.

    Args:
        records: The steps of a game.
        views: A spectator's views, the first one before the first step.
        seats: The number of seats.

    Before and after every roll the chance follows from the position alone (``quick_chances``), and
    is compared with the mean of all outcomes. Dice count before any change.
    """
    points = [0.0] * seats
    for record, view in zip(records, views, strict=False):
        here = view
        for event, roll in _rolls(record):
            if roll is not None and here.owner[roll.source] == roll.attacker:
                for seat, change in enumerate(_change(here, roll, seats)):
                    points[seat] += change
            here = _after(here, event)
    return tuple(points)


def _rolls(record: Record) -> Iterator[tuple[object, BattleRoll | None]]:
    """Yield the events of a record, each with its roll if it has one."""
    first: DiceRolled | None = None
    seen: tuple[int, ...] = ()
    for event in record.events:
        roll = None
        match event:
            case DiceRolled(defence=()):
                seen = event.attack
            case DiceRolled():
                first = event
            case BattleResolved(attacker, _, int(source), target, attack, defence) if attack:
                if first is not None:
                    attack, defence = first.attack, first.defence
                dice = BattleDice(len(attack), len(defence), seen)
                lost, killed = CombatRules.losses(attack, defence)
                roll = BattleRoll(attacker, source, target, dice, lost, killed)
                first, seen = None, ()
        yield event, roll


def _change(view: View, roll: BattleRoll, seats: int) -> list[float]:
    """Return the change of every chance by a roll, compared with the mean of all outcomes."""
    odds = roll.dice.odds
    mean, came = [0.0] * seats, [0.0] * seats
    for outcome in odds.outcomes:
        lost, killed = outcome.attacker_losses, outcome.defender_losses
        chances = quick_chances(_fought(view, roll, lost, killed), seats)
        for seat, chance in enumerate(chances):
            mean[seat] += chance * outcome.ways / odds.total
            if (lost, killed) == (roll.attacker_losses, roll.defender_losses):
                came[seat] = chance
    return [after - before for after, before in zip(came, mean, strict=True)]


def _fought(view: View, roll: BattleRoll, lost: int, killed: int) -> View:
    """Return the position after losses; a conquest moves in as many armies as dice."""
    owner, armies = list(view.owner), list(view.armies)
    source, target = roll.source, roll.target
    armies[source] = max(armies[source] - lost, 1)
    armies[target] -= killed
    if armies[target] <= 0:
        moving = max(min(roll.dice.attack, armies[source] - 1), 0)
        owner[target], armies[target] = roll.attacker, moving
        armies[source] -= moving
    return replace(view, owner=tuple(owner), armies=tuple(armies))


def _after(view: View, event: object) -> View:
    """Return the position after an event, because more rolls may follow in its step."""
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
"""The pairs of games that look over a decision, and their rounds."""
ROUNDS = 2
"""The rounds of games that judge a decision; then the position counts."""
KINDS = ("reinforce", "trade", "attack", "occupy", "fortify", "enter")
"""The kinds of reviewed decisions: those of every turn, not of the setup."""
_MAX_ROLLS = 300


class ReviewedAction(NamedTuple):
    """An action, and for an attack the armies that are left when it is stopped."""

    action: Action
    until: int = 1


class DoubtfulDecision(NamedTuple):
    """A possible mistake of ``seat``: what was done, and what might be better.

    ``guess`` is its estimated cost.
    """

    seat: int
    moment: int
    done: ReviewedAction
    better: ReviewedAction
    guess: float = 0.0


class ScreenTask(NamedTuple):
    """A turn to look through, from one moment until another, exclusive."""

    course: bytes
    start: int
    end: int
    seats: tuple[int, ...]


class JudgeTask(NamedTuple):
    """A decision, and the pairs of ``games`` that judge it, from number ``first``."""

    course: bytes
    candidate: DoubtfulDecision
    first: int
    games: int


class PlayoutEnd(NamedTuple):
    """The position of a game when it was stopped: the chances, and facts for reasons.

    ``holders`` are the holders of continents, ``armies`` the armies of each seat on the board.
    """

    chances: Shares
    holders: tuple[int, ...]
    armies: tuple[int, ...]
    playing: tuple[bool, ...]


class Comparison(NamedTuple):
    """The ends of pairs of games: after what was done, and after what might be better."""

    seat: int
    done: tuple[PlayoutEnd, ...]
    better: tuple[PlayoutEnd, ...]

    @property
    def costs(self) -> list[float]:
        """Return the loss of each pair."""
        seat = self.seat
        pairs = zip(self.done, self.better, strict=True)
        return [better.chances[seat] - done.chances[seat] for done, better in pairs]


def joined(parts: Sequence[Comparison]) -> Comparison:
    """Join the pairs of all parts of a comparison."""
    done = tuple(end for part in parts for end in part.done)
    return Comparison(parts[0].seat, done, tuple(end for part in parts for end in part.better))


def screen(task: ScreenTask) -> tuple[dict[int, int], list[DoubtfulDecision]]:
    """Look through a turn for decisions that may have cost something.

    A fight is one decision: its first roll at which a bot would have done otherwise.

    Returns:
        The number of decisions of each seat, and the doubtful ones.
    """
    timeline = unpack_timeline(task.course)
    count: dict[int, int] = {}
    found: list[DoubtfulDecision] = []
    bots: dict[int, Bot] = {}
    doubted: tuple[int, ...] = ()
    for moment in range(task.start, min(task.end, timeline.end)):
        record = timeline.record(moment + 1)
        seat = record.seat
        if seat not in task.seats or isinstance(record.action, Resign):
            continue
        view = timeline.view(moment, seat, clear=False)
        decision = view.decision
        if decision is None or decision.kind not in KINDS or len(view.offers) < 2:
            continue
        count[seat] = count.get(seat, 0) + 1
        bot = bots.setdefault(seat, make_bot(DEFAULT_BOT, f"review/{seat}"))
        other = choose(bot, view, decision)
        if is_alike(record.action, other) or record.action.aims == doubted:
            continue
        doubted = record.action.aims if isinstance(record.action, Attack) else ()
        done = ReviewedAction(record.action, _until(timeline, moment, task.end, record.action))
        candidate = DoubtfulDecision(seat, moment, done, ReviewedAction(other))
        guess = _first_guess(view, candidate)
        if guess > 0:
            found.append(candidate._replace(guess=guess))
    return count, found


def _first_guess(view: View, candidate: DoubtfulDecision) -> float:
    """Estimate the cost of a decision, by half of the pairs if these show none."""
    half = QUICK_GAMES // 2
    costs: list[float] = []
    for first in (0, half):
        pairs = range(first, first + half)
        costs += compare(view, candidate, pairs, QUICK_ROUNDS, "look").costs
        if sum(costs) <= 0:
            break
    return fmean(costs)


def judge(task: JudgeTask) -> Comparison:
    """Judge a decision by new games, in any process."""
    candidate = task.candidate
    view = unpack_timeline(task.course).view(candidate.moment, candidate.seat, clear=False)
    pairs = range(task.first, task.first + task.games)
    return compare(view, candidate, pairs, ROUNDS, "judge")


def is_alike(action: Action, other: Action) -> bool:
    """Check whether two actions are the same decision, whatever the number of armies."""
    if type(action) is not type(other) or action.aims != other.aims:
        return False
    if isinstance(action, Occupy) and isinstance(other, Occupy):
        return abs(action.armies - other.armies) < 2
    return True


def _until(timeline: Timeline, moment: int, end: int, action: Action) -> int:
    """Return the armies in the source when an attack was stopped; 1 if it was not."""
    if not isinstance(action, Attack):
        return 1
    last = moment
    for later in range(moment, min(end, timeline.end)):
        record = timeline.record(later + 1)
        if isinstance(record.action, Attack):
            if record.action.aims != action.aims:
                break
            last = later
        if any(
            isinstance(each, Conquered) and each.territory == action.target
            for each in record.events
        ):
            return 1
    return max(timeline.view(last + 1).armies[action.source], 1)


def compare(
    view: View, candidate: DoubtfulDecision, pairs: range, rounds: int, name: str
) -> Comparison:
    """Play both ways; each pair starts with the same game, imagined by its number."""
    ends: list[list[PlayoutEnd]] = [[], []]
    for number in pairs:
        for way, found in zip((candidate.done, candidate.better), ends, strict=True):
            seed = f"{name}/{candidate.moment}/{number}"
            game = sample_game(view, seeded_chance(seed))
            bots = make_players(game, seed)
            _go(game, bots, candidate.seat, way)
            play_rounds(game, bots, rounds)
            found.append(_end(game))
    return Comparison(candidate.seat, tuple(ends[0]), tuple(ends[1]))


def _go(game: Game, bots: Sequence[Bot], seat: int, way: ReviewedAction) -> None:
    """Carry out an action; an attack continues to a conquest, or to where it was stopped."""
    action = way.action
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
            if view.armies[action.source] <= way.until:
                return
            dice = view.max_attack_dice(action.source, action.target)
            try:
                game.apply(Attack(action.source, action.target, dice), seat=seat)
            except IllegalAction:
                return
        elif decision.part_of == "attack" or decision.seat != seat:
            view = game.view(decision.seat)
            game.apply(choose(bots[decision.seat], view, decision), seat=decision.seat)
        else:
            return


def _end(game: Game) -> PlayoutEnd:
    view = game.view(clear=True)
    seats = range(game.setup.seats)
    continents = view.board.continents
    return PlayoutEnd(
        quick_chances(view, game.setup.seats),
        tuple(each.holder(view.owner, view.outside_continents) for each in continents),
        tuple(view.armies_of(seat) for seat in seats),
        tuple(view.status[seat] == "playing" for seat in seats),
    )


_SAID = {
    "enter": N_("moving {armies} from {source} into {target}"),
    "fortify": N_("moving {armies} from {source} to {target}"),
    "reinforce": N_("placing {armies} in {territory}"),
    "trade": N_("trading {cards}"),
}
_ENDED = {
    "attack": N_("not attacking"),
    "fortify": N_("leaving the armies where they stood"),
    "reinforce": N_("placing no more"),
    "trade": N_("keeping the cards"),
}
_ARMY, _CONTINENT, _PLAYER = 1.0, 3.0, 6.0
"""The weights of an army, a bonus of one and a player for the main reason."""
_LEAST = 0.8
"""The least weight of a reason."""
_HELD = 0.1
"""The least difference in how often a continent is held for a reason."""


def done_words(story: Story, view: View, way: ReviewedAction) -> str:
    """Describe what was done."""
    words = better_words(story, view, way)
    if isinstance(way.action, do.Attack) and way.until > 1:
        return _("{attack} down to {number},", attack=words, number=way.until)
    return words


def better_words(story: Story, view: View, way: ReviewedAction) -> str:
    """Describe what would have been better."""
    action, decision = way.action, view.decision
    territories = view.board.territories
    wording = MessageContext(story.seats, view.board, view)
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
            return _(_ENDED.get(view.phase, N_("going on")))
    if action.kind in _SAID:
        return fill(_(_SAID[action.kind]), action, wording)
    aims = join_and([territories[aim].name for aim in action.aims])
    verb = pgettext("you can't … now", action.verb or action.kind)
    return f"{verb} ({aims})" if aims else verb


def reason_words(story: Story, seat: int, comparison: Comparison) -> str:
    """Describe the greatest differences between both ways; "" if there are none."""
    reasons = [
        *_continents(story, seat, comparison),
        *_armies(story, seat, comparison),
        *_players(story, seat, comparison),
    ]
    weight, words = max(reasons, default=(0.0, ""))
    return words if weight >= _LEAST else ""


def _share(ends: tuple[PlayoutEnd, ...], place: int, holder: int) -> float:
    """Return how often a seat held a continent."""
    return fmean(end.holders[place] == holder for end in ends)


def _continents(story: Story, seat: int, games: Comparison) -> list[tuple[float, str]]:
    found = []
    for place, continent in enumerate(story.board.continents):
        for holder in range(story.timeline.setup.seats):
            done, better = (_share(ends, place, holder) for ends in (games.done, games.better))
            gain = better - done if holder == seat else done - better
            if gain < _HELD:
                continue
            name = story.seats[holder].name
            words = _(
                "{name} then holds {continent} {rounds} later in {better} of the games instead of "
                "{done}",
                name=name,
                continent=continent.name,
                rounds=pluralize(ROUNDS, "round"),
                better=percent(better),
                done=percent(done),
            )
            found.append((gain * continent.bonus * _CONTINENT, words))
    return found


def _armies(story: Story, seat: int, games: Comparison) -> list[tuple[float, str]]:
    found = []
    for other in range(story.timeline.setup.seats):
        done, better = (
            fmean(end.armies[other] for end in ends) for ends in (games.done, games.better)
        )
        gain = better - done if other == seat else done - better
        if gain < 1:
            continue
        slots = {"name": story.seats[other].name, "rounds": pluralize(ROUNDS, "round")}
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
        found.append((gain * _ARMY * (1 if other == seat else 0.5), words))
    return found


def _players(story: Story, seat: int, games: Comparison) -> list[tuple[float, str]]:
    found = []
    for other in range(story.timeline.setup.seats):
        done, better = (
            fmean(not end.playing[other] for end in ends) for ends in (games.done, games.better)
        )
        gain = done - better if other == seat else better - done
        if gain >= _HELD:
            words = _(
                "{name} is then out in {better} of the games instead of {done}",
                name=story.seats[other].name,
                better=percent(better),
                done=percent(done),
            )
            found.append((gain * _PLAYER, words))
    return found


Task = TypeVar("Task")
Result = TypeVar("Result")

GAMES, MIN_GAMES, MAX_GAMES = 32, 8, 1000
"""The pairs of games that judge a decision by default, at least and at most.

Fewer would not show how certain their mean is.
"""
CANDIDATES, TRIALS = 5, 8
"""The most decisions of a seat that are tried first, and the pairs for each."""
JUDGED = 3
"""The most of them that are judged."""
_HOPEFUL = 0.5
"""The standard errors of a trial that is followed up, at least."""
_BATCH = 8
"""The pairs of a task: small enough for steady progress and busy workers."""
CERTAIN = 2.0
"""The standard errors of a mistake, at least."""
LEAST = 0.01
"""The least cost of a mistake."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision of ``seat`` that certainly cost something, at ``moment`` in ``round``.

    ``cost`` is a part of the chance to win (0 to 1), ``error`` its standard error. ``done`` and
    ``better`` describe both ways, ``why`` their results.
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
            "costs": self.costs,
            "better": self.better,
            "reason": self.why,
        }
        if not self.why:
            return _("{done} {costs}; {better} was better.", **slots)
        return _("{done} {costs}; {better} was better: {reason}.", **slots)

    @property
    def costs(self) -> str:
        """The cost, with its margin of error at 95 %."""
        margin = f"{100 * Z_95 * self.error:.0f}"
        return _("cost {points} (± {margin})", points=points(self.cost), margin=margin)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game.

    ``seats`` were reviewed; ``looked_at`` counts the decisions of each that were compared with a
    bot's, and ``judged`` those that were played on, each by ``games`` pairs. ``dice`` has, for
    every seat at the table, the change of its chance by all dice.
    """

    games: int
    seats: tuple[int, ...]
    looked_at: tuple[int, ...]
    judged: tuple[int, ...]
    mistakes: tuple[Mistake, ...]
    dice: tuple[float, ...]
    seconds: float

    def of(self, seat: int) -> list[Mistake]:
        """Return the mistakes of a seat, the worst first."""
        own = [mistake for mistake in self.mistakes if mistake.seat == seat]
        return sorted(own, key=lambda mistake: -mistake.cost)

    def cost(self, seat: int) -> float:
        """Return the cost of all mistakes of a seat."""
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
        cost, decisions = points(self.cost(seat)), pluralize(len(made), "decision")
        if luck > 0:
            told = _("{dice}, {decisions} cost {points}")
        else:
            told = _("{dice}, {decisions} {points}")
        return told.format(dice=dice, decisions=decisions, points=cost)

    @property
    def basis(self) -> str:
        """The source of the review, and its certainty."""
        return _(
            "{compared} decisions compared with a computer player's; {judged} judged by {pairs} of "
            "games each, played on by {bot} for {rounds}; only results beyond two standard errors "
            "are shown. It took {seconds} s.",
            compared=sum(self.looked_at),
            judged=sum(self.judged),
            pairs=pluralize(self.games, "pair"),
            bot=bot_name(DEFAULT_BOT),
            rounds=pluralize(ROUNDS, "round"),
            seconds=max(round(self.seconds), 1),
        )


def points(share: float) -> str:
    """Format a part of the chance to win in points of a hundred."""
    return pluralize(round(100 * share), "point")


def reviewed_seats(story: Story) -> tuple[int, ...]:
    """Return the seats of persons, or all seats if there are none."""
    make_players = range(story.timeline.setup.seats)
    persons = tuple(seat for seat in make_players if story.seats[seat].is_person)
    return persons or tuple(make_players)


def check_review(story: Story) -> None:
    """Raise ``RiskError`` unless a game is over: its review would be advice.

    A damaged game, of which only the first part is left, is not over either.
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
        games: Pairs of games that judge each decision.
        workers: The workers that play.
        show: Called with the work that is done and all of it, in parts.
        stopping: Returns True if the review is to be given up.

    Raises:
        RiskError: If the game is not over, or can't be imagined.
        Stopped: If it was given up.
    """
    check_review(story)
    began, course, seats = time.monotonic(), pack_game(story), reviewed_seats(story)
    screens = [
        ScreenTask(course, turn.start, turn.end, seats)
        for turn in story.turns
        if turn.seat in seats and turn.round
    ]
    most = len(seats) * (CANDIDATES * batches(TRIALS) + JUDGED * batches(games))
    found: list[DoubtfulDecision] = []
    looked_at = dict.fromkeys(seats, 0)
    for done, (_unused, (count, some)) in enumerate(
        _results(workers, screen, screens, stopping), 1
    ):
        for seat, number in count.items():
            looked_at[seat] += number
        found += some
        show(done, len(screens) + most)

    def compared(
        candidates: Sequence[DoubtfulDecision], first: int, pairs: int, done: int, more: int
    ) -> list[Comparison]:
        """Compare each decision by ``pairs`` pairs of games, from number ``first``."""
        tasks = [
            JudgeTask(course, candidate, start, min(_BATCH, first + pairs - start))
            for candidate in candidates
            for start in range(first, first + pairs, _BATCH)
        ]
        parts: dict[tuple[DoubtfulDecision, int], Comparison] = {}
        for task, comparison in _results(workers, judge, tasks, stopping):
            parts[task.candidate, task.first] = comparison
            show(done + len(parts), done + len(tasks) + more)
        return [
            joined([parts[task.candidate, task.first] for task in tasks if task.candidate == each])
            for each in candidates
        ]

    tried = _worst(found, seats, CANDIDATES)
    done, more = len(screens), len(seats) * JUDGED * batches(games)
    trials = compared(tried, 0, TRIALS, done, more)
    hopeful = [
        candidate._replace(guess=cost)
        for candidate, trial in zip(tried, trials, strict=True)
        for cost, error in [_estimate(trial.costs)]
        if cost >= max(_HOPEFUL * error, LEAST)
    ]
    chosen = _worst(hopeful, seats, JUDGED)
    comparisons = compared(chosen, TRIALS, games, done + len(tried) * batches(TRIALS), 0)
    judged = [
        _mistake(story, candidate, comparison)
        for candidate, comparison in zip(chosen, comparisons, strict=True)
    ]
    mistakes = [mistake for mistake in judged if mistake is not None]
    records = story.timeline.records
    return Review(
        games,
        seats,
        tuple(looked_at[seat] for seat in seats),
        tuple(sum(each.seat == seat for each in chosen) for seat in seats),
        tuple(sorted(mistakes, key=lambda mistake: mistake.moment)),
        dice_points(records, story.timeline.spectator_views(), story.timeline.setup.seats),
        time.monotonic() - began,
    )


def _results(
    workers: Workers,
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    stopping: Callable[[], bool],
) -> Iterator[tuple[Task, Result]]:
    """Yield every task with its result, or raise ``RiskError`` if one fails."""
    for task, future in runner.run_tasks(workers, function, tasks, stopping):
        error = future.exception()
        if error is not None:
            raise RiskError(
                _(
                    "the game cannot be continued: {kind}: {error}",
                    kind=type(error).__name__,
                    error=error,
                )
            ) from error
        yield task, future.result()


def batches(pairs: int) -> int:
    """Return the number of tasks for a number of pairs of games."""
    return -(-pairs // _BATCH)


def _worst(
    found: Sequence[DoubtfulDecision], seats: Sequence[int], most: int
) -> list[DoubtfulDecision]:
    """Return the decisions of each seat with the greatest costs, at most ``most``."""
    chosen = []
    for seat in seats:
        own = [each for each in found if each.seat == seat and each.guess > 0]
        chosen += sorted(own, key=lambda each: -each.guess)[:most]
    return chosen


def _estimate(costs: Sequence[float]) -> tuple[float, float]:
    """Return the mean loss of pairs of games, and its standard error."""
    error = stdev(costs) / math.sqrt(len(costs)) if len(costs) > 1 else math.inf
    return fmean(costs), error


def _mistake(story: Story, candidate: DoubtfulDecision, comparison: Comparison) -> Mistake | None:
    """Return the mistake of a decision if it certainly cost something."""
    cost, error = _estimate(comparison.costs)
    if cost < max(CERTAIN * error, LEAST):
        return None
    view = story.timeline.view(candidate.moment, candidate.seat, clear=False)
    return Mistake(
        candidate.seat,
        candidate.moment,
        view.round,
        cost,
        error,
        done_words(story, view, candidate.done),
        better_words(story, view, candidate.better),
        reason_words(story, candidate.seat, comparison),
    )


REVIEWS = Cache("reviews", Review)


def cached_review(story: Story, least: int = 1) -> Review | None:
    """Return the review that was made before, if by ``least`` pairs of games or more."""
    if not story.is_over:
        return None
    review = REVIEWS.read(story_sources(story))
    if review is None or review.games < least or not _is_possible(review, story):
        return None
    return review


def load_or_make_review(
    story: Story,
    games: int = GAMES,
    jobs: int | None = None,
    show: Callable[[int, int], None] = lambda done, total: None,
    stopping: Callable[[], bool] = lambda: False,
    *,
    guest: bool = False,
) -> Review:
    """Return the review of a game, from the cache or by playing.

    Args:
        story: The story of the game.
        games: Pairs of games by which each decision is judged, at least; a cached review may have
            more.
        jobs: Processes; by default one for each core.
        show: Called with the work that is done and all of it, in parts.
        stopping: Returns True if the review is to be given up.
        guest: True for a player on another person's machine, see ``open_shared_workers``.

    Raises:
        RiskError: If the game goes on, or can't be imagined or played on, or another guest's story
            is computed.
        Stopped: If it was given up.
    """
    check_review(story)
    review = cached_review(story, games)
    if review is None:
        with runner.open_shared_workers(jobs, guest=guest) as workers:
            review = review_game(story, games, workers, show, stopping)
        REVIEWS.write(story_sources(story), review)
    return review


def _is_possible(review: Review, story: Story) -> bool:
    """Check whether a cached review, which may be forged, can be that of this game."""
    seats = review.seats
    return (
        seats == reviewed_seats(story)
        and len(review.looked_at) == len(review.judged) == len(seats)
        and len(review.dice) == story.timeline.setup.seats
        and all(abs(points) < len(story.timeline.records) + 1 for points in review.dice)
        and 0 < review.games <= MAX_GAMES
        and 0 <= review.seconds < 1e9
        and len(review.mistakes) <= CANDIDATES * len(seats)
        and all(
            mistake.seat in seats
            and 0 <= mistake.moment < story.end
            and 0 <= mistake.cost <= 1
            and 0 <= mistake.error <= 1
            for mistake in review.mistakes
        )
    )
