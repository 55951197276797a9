"""Two ways on from a decision: what was done, and what a computer player would have done.

Each way is played on from games that are imagined from what the seat could see then, with the same
players and the same dice: what differs is the decision.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.boards.board import NOBODY
from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.engine.actions import Attack, Occupy, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import Conquered
from risk_tui.engine.imagination import imagine
from risk_tui.errors import IllegalAction
from risk_tui.story.playing_on import play_rounds, players, timeline_of
from risk_tui.story.quick_chances import quick_chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.base import Bot
    from risk_tui.engine.actions import Action
    from risk_tui.engine.game import Game
    from risk_tui.engine.view import View
    from risk_tui.story.quick_chances import Shares
    from risk_tui.story.timeline import Timeline

QUICK_GAMES, QUICK_ROUNDS = 4, 1
"""The pairs of games by which a decision is looked over, and the rounds that they last."""
ROUNDS = 2
"""The rounds that games last by which a decision is judged; then the position counts."""
KINDS = ("reinforce", "trade", "attack", "occupy", "fortify", "enter")
"""The decisions that are reviewed: those of every turn, but not those of the set-up."""
_MOST_ROLLS = 300


class Way(NamedTuple):
    """An action, and for an attack how many armies are left when it is broken off."""

    action: Action
    until: int = 1


class DoubtfulDecision(NamedTuple):
    """A decision of ``seat`` that may have been a mistake: what was done, and what might be better.

    ``guess`` is what it seems to have cost.
    """

    seat: int
    moment: int
    done: Way
    better: Way
    guess: float = 0.0


class ScreenTask(NamedTuple):
    """A turn whose decisions are looked over, from one moment up to, but not at, another one."""

    course: bytes
    start: int
    end: int
    seats: tuple[int, ...]


class JudgeTask(NamedTuple):
    """A decision, and the pairs of ``games`` by which it is judged, from number ``first`` on."""

    course: bytes
    candidate: DoubtfulDecision
    first: int
    games: int


class End(NamedTuple):
    """How a game stood when it was broken off: the chances, and what one sees of the reasons.

    ``holders`` has who holds each continent, ``armies`` what every seat has on the board.
    """

    chances: Shares
    holders: tuple[int, ...]
    armies: tuple[int, ...]
    playing: tuple[bool, ...]


class Comparison(NamedTuple):
    """The ends of pairs of games: after what was done, and after what might be better."""

    seat: int
    done: tuple[End, ...]
    better: tuple[End, ...]

    @property
    def costs(self) -> list[float]:
        """What was lost in each pair."""
        seat = self.seat
        pairs = zip(self.done, self.better, strict=True)
        return [better.chances[seat] - done.chances[seat] for done, better in pairs]


def joined(parts: Sequence[Comparison]) -> Comparison:
    """The pairs of all parts of a comparison."""
    done = tuple(end for part in parts for end in part.done)
    return Comparison(parts[0].seat, done, tuple(end for part in parts for end in part.better))


def screen(task: ScreenTask) -> tuple[dict[int, int], list[DoubtfulDecision]]:
    """Look a turn over: how many decisions of each seat there were, and those that may have cost.

    A fight is one decision: the first roll at which a computer player would have done otherwise.
    """
    timeline = timeline_of(task.course)
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
        other = bot.choose(view, decision)
        if is_alike(record.action, other) or record.action.aims == doubted:
            continue
        doubted = record.action.aims if isinstance(record.action, Attack) else ()
        done = Way(record.action, _until(timeline, moment, task.end, record.action))
        candidate = DoubtfulDecision(seat, moment, done, Way(other))
        guess = _first_guess(view, candidate)
        if guess > 0:
            found.append(candidate._replace(guess=guess))
    return count, found


def _first_guess(view: View, candidate: DoubtfulDecision) -> float:
    """What a decision seems to have cost; half of the pairs decide whether the rest is played."""
    half = QUICK_GAMES // 2
    costs: list[float] = []
    for first in (0, half):
        pairs = range(first, first + half)
        costs += compare(view, candidate, pairs, QUICK_ROUNDS, "look").costs
        if sum(costs) <= 0:
            break
    return fmean(costs)


def judge(task: JudgeTask) -> Comparison:
    """Judge a decision by new games, in whatever process this is."""
    candidate = task.candidate
    view = timeline_of(task.course).view(candidate.moment, candidate.seat, clear=False)
    pairs = range(task.first, task.first + task.games)
    return compare(view, candidate, pairs, ROUNDS, "judge")


def is_alike(action: Action, other: Action) -> bool:
    """Whether two actions are the same decision; an army more or less makes no other one."""
    if type(action) is not type(other) or action.aims != other.aims:
        return False
    if isinstance(action, Occupy) and isinstance(other, Occupy):
        return abs(action.armies - other.armies) < 2
    return True


def _until(timeline: Timeline, moment: int, end: int, action: Action) -> int:
    """How many armies were left in the source when an attack was broken off; 1: it was not."""
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
    """Play on both ways, each pair of games from the same imagined one, by its number."""
    ends: list[list[End]] = [[], []]
    for number in pairs:
        for way, found in zip((candidate.done, candidate.better), ends, strict=True):
            seed = f"{name}/{candidate.moment}/{number}"
            game = imagine(view, seeded_chance(seed))
            bots = players(game, seed)
            _go(game, bots, candidate.seat, way)
            play_rounds(game, bots, rounds)
            found.append(_end(game))
    return Comparison(candidate.seat, tuple(ends[0]), tuple(ends[1]))


def _go(game: Game, bots: Sequence[Bot], seat: int, way: Way) -> None:
    """Do an action; an attack goes on until it has conquered, or is broken off as it was."""
    action = way.action
    game.apply(action, seat=seat)
    if not isinstance(action, Attack):
        return
    for _ in range(_MOST_ROLLS):
        decision = game.decision
        if decision is None or decision.kind == "occupy":
            return
        if decision.seat == seat and decision.kind == "attack":
            view = game.view(clear=True)
            if view.owner[action.target] in (seat, NOBODY) or view.owner[action.source] != seat:
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
            game.apply(bots[decision.seat].choose(view, decision), seat=decision.seat)
        else:
            return


def _end(game: Game) -> End:
    view = game.view(clear=True)
    seats = range(game.setup.seats)
    continents = view.board.continents
    return End(
        quick_chances(view, game.setup.seats),
        tuple(each.holder(view.owner, view.outside_continents) for each in continents),
        tuple(view.armies_of(seat) for seat in seats),
        tuple(view.status[seat] == "playing" for seat in seats),
    )
