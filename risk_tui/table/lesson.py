"""A first game that teaches: its steps, its table, and an observer that follows the learner.

Each step has a task, a reason, and a check whether it is done. The learner starts in the
third round; a script plays the rounds before. Dice and cards follow a script during the lesson and
are random after it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from risk_tui.boards.board import Board
from risk_tui.bots.base import closest_legal
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, Attack, Occupy, Reinforce
from risk_tui.engine.chance import Chance, system_chance
from risk_tui.engine.decisions import ToBegin
from risk_tui.engine.events import (
    BattleResolved,
    CardDrawn,
    Conquered,
    Event,
    Moved,
    Placed,
    SetTraded,
    TurnBegan,
)
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.view import View
from risk_tui.rules.house_rules import with_house_rules, with_turn_limit
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.table.seats import PERSON, Seat
from risk_tui.table.table import Table

LEARNER = 0
"""The learner's seat."""

# The attacker's and the defender's dice, by the result for the attacker.
_EVEN = ((6, 3, 2), (5, 4, 1))
_GOOD = ((6, 5, 4), (3, 2, 1))
_BAD = ((3, 2, 1), (6, 5, 4))


class LessonChance:
    """Scripted chance: the learner goes first, wins every battle and draws the lesson's cards.

    The learner's first attack after ``roll_evenly`` costs both sides an army, if two pairs of dice
    are compared in it. After ``end``, the operating system provides all chance.
    """

    def __init__(self, territories: Sequence[int], cards: Sequence[int]) -> None:
        self._order = tuple(territories)
        self._cards = list(cards)
        self._deck: list[int] | None = None
        self._defence: tuple[int, ...] | None = None
        """The defender's dice in the current battle, which are rolled next."""
        self._even = False
        self._luck: Chance | None = None

    def roll_evenly(self) -> None:
        """Let the learner's next attack cost both sides an army, if both roll two dice or more."""
        self._even = True

    def end(self) -> None:
        """Make dice and cards random from now on."""
        self._luck = system_chance()

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if self._luck is not None:
            return self._luck.dice(count, seats)
        if len(seats) > 1:  # The roll for the first turn.
            return tuple(6 - seat for seat in seats)
        if self._defence is not None:
            faces, self._defence = self._defence, None
            return faces[:count]
        is_own = LEARNER in seats
        attack, self._defence = _EVEN if self._even and is_own else _GOOD if is_own else _BAD
        self._even = self._even and not is_own
        return attack[:count]

    def choice(self, count: int) -> int:
        if self._luck is not None or not self._cards:
            return (self._luck or system_chance()).choice(count)
        if self._deck is None:
            self._deck = list(range(count))
        number = self._deck.index(self._cards.pop(0))
        del self._deck[number]
        return number

    def shuffle(self, count: int) -> tuple[int, ...]:
        if len(self._order) == count:
            return self._order
        return system_chance().shuffle(count)


@dataclass(frozen=True, slots=True)
class News:
    """The news since the last check: events, whether a step was undone, and the log opened."""

    events: Sequence[Event] = ()
    undone: bool = False
    log_opened: bool = False


@dataclass(frozen=True, slots=True)
class How:
    """Instructions for a step: keys on the screen, as actions in braces, and a typed line.

    The line is empty if there is nothing to type.
    """

    keys: str
    typed: str

    def translated(self) -> How:
        """Return the instructions in the language in use; the typed line is the same."""
        return How(_(self.keys), self.typed)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the lesson.

    ``is_done`` tells from the news whether the step is done. ``decisions`` are the kinds of
    decision in which it can be done, and ``actions`` the kinds of action that lead to it.
    ``target`` is the code of the territory to attack, if the step is about an attack.
    """

    title: str
    why: str
    how: How
    is_done: Callable[[News, View], bool]
    decisions: frozenset[str]
    actions: frozenset[str] = field(default=frozenset())
    target: str = ""

    def lacks_armies(self, view: View) -> bool:
        """Return True if no army can attack the target, and none can be placed now."""
        target = view.board.territory_by_code(self.target) if self.target else None
        if target is None or view.owner[target] == LEARNER or view.armies_to_place:
            return False
        return not any(
            view.owner[source] == LEARNER and view.armies[source] > 1
            for source in view.board.neighbours[target]
        )


NO_ARMIES = How(
    "That territory can't be attacked: {undo} takes moves back; {end} ends your attacks.",
    "undo, or: end",
)
"""Instructions if no army can attack the target."""


DETOURS = {
    "reinforce": How(
        "First place your armies: type BR, then press {all} to place them all.",
        "reinforce brazil all",
    ),
    "trade": How("You may trade cards now: {end} keeps them.", "end"),
    "attack": How("{end} ends your attacks.", "end"),
    "occupy": How("First move armies in: {act} accepts the suggested number.", "all"),
    "fortify": How("{end} ends your turn.", "end"),
}
"""Instructions if the pending decision is not one for the step."""


def _own_events(news: News, kind: type[Event], actor: str = "seat") -> list[Event]:
    """Return the learner's events of a kind; ``actor`` is the field with the acting seat."""
    return [
        event
        for event in news.events
        if isinstance(event, kind) and getattr(event, actor) == LEARNER
    ]


def _has_moved(news: News, *, fortified: bool) -> bool:
    moves = _own_events(news, Moved)
    return any(isinstance(event, Moved) and event.fortified == fortified for event in moves)


_TURN = frozenset({"reinforce", "trade", "attack", "fortify"})
"""The decisions of a turn that do not ask for a number."""

STEPS = (
    Step(
        "Place armies",
        "You get one army per three territories. Venezuela is your target: strengthen Brazil.",
        How("Type BR for Brazil; {all} puts all five armies there.", "reinforce brazil all"),
        lambda news, view: bool(_own_events(news, Placed)),
        frozenset({"reinforce"}),
        frozenset({"reinforce"}),
    ),
    Step(
        "Attack",
        (
            "Attack a neighbour: highest dice are compared, the lower loses an army, ties go "
            "to the defender."
        ),
        How("{act} on Brazil, then VE for Venezuela and {act} again.", "attack brazil venezuela"),
        lambda news, view: bool(_own_events(news, BattleResolved, "attacker")),
        frozenset({"attack"}),
        frozenset({"attack", "reinforce"}),
        target="VE",
    ),
    Step(
        "Conquer",
        (
            "Each pair of dice costs one army. Venezuela falls when it has none; you can stop "
            "any time."
        ),
        How("{act} attacks again.", "attack brazil venezuela"),
        lambda news, view: bool(_own_events(news, Conquered)),
        frozenset({"attack"}),
        frozenset({"attack"}),
        target="VE",
    ),
    Step(
        "Move in",
        "At least as many armies as you rolled dice move in; at least one stays behind.",
        How("Type a number, then {act}; {act} alone accepts the proposed number.", "all"),
        lambda news, view: _has_moved(news, fortified=False),
        frozenset({"occupy"}),
        frozenset({"occupy"}),
    ),
    Step(
        "Draw a card",
        "Conquer at least one territory in a turn to draw a card after your attacks.",
        How("{end} ends your attacks.", "end"),
        lambda news, view: bool(_own_events(news, CardDrawn)),
        frozenset({"attack"}),
        frozenset({"end", "attack", "occupy"}),
    ),
    Step(
        "Fortify",
        "Before your turn ends you may move armies once, for example from Argentina to Brazil.",
        How(
            "AR {act}, then BR {act}, then {act} for the number. Or {end} ends your turn.",
            "fortify argentina brazil all",
        ),
        lambda news, view: (
            _has_moved(news, fortified=True)
            or any(isinstance(event, TurnBegan) for event in news.events)
        ),
        frozenset({"fortify"}),
        frozenset({"fortify", "end"}),
    ),
    Step(
        "Trade a set",
        "Three alike or one of each make a set. You have one: the first set brings four armies.",
        How("{cards} shows your cards, {act} trades them.", "trade"),
        lambda news, view: bool(_own_events(news, SetTraded)),
        frozenset({"reinforce", "trade"}),
        frozenset({"trade"}),
    ),
    Step(
        "Undo",
        "You can undo anything that revealed no dice or cards, such as placing armies.",
        How(
            "Type AR, place armies there with {all}, then press {undo}.",
            "reinforce argentina all, then: undo",
        ),
        lambda news, view: news.undone,
        frozenset({"reinforce", "attack"}),
        frozenset({"reinforce"}),
    ),
    Step(
        "Hold a continent",
        "Take Peru to hold South America: two extra armies every turn.",
        How(
            "BR and {all} place armies; {act}, PE, {blitz} attack to the end.",
            "reinforce brazil all, then: blitz brazil peru",
        ),
        lambda news, view: bool(view.board.continents_of(LEARNER, view.owner)),
        frozenset({"reinforce", "attack"}),
        frozenset({"reinforce", "attack", "occupy"}),
        target="PE",
    ),
    Step(
        "Read the log",
        "The log shows everything that happened; help shows what you can do now.",
        How("{log} opens the log, Esc closes it; {help} is help.", "log"),
        lambda news, view: news.log_opened,
        _TURN,
        _TURN | {"occupy", "end"},
    ),
)


ROUNDS = 10
"""The last round of the game."""

_FIRST_ROUND = 3
"""The round in which the learner takes over."""

_DEALT_TERRITORIES = (
    "BR AR ON QU EA CO SA MA WA EL KA JA GB IC",
    "VE AL NW WU NA EG SE UK AF IN SM ID MO YA",
    "PE AB EU CA SC NE WE GR UR SI IR CH ME NG",
)
"""The codes of the territories that each seat gets."""

_CARDS = "AF MO ME"
"""The codes of the territories on the learner's cards: one infantry, one cavalry, one artillery."""

_SCRIPT = {
    (1, 0): "ON+4 ON>NW 3",
    (1, 1): "UK+4",
    (1, 2): "CH+4",
    (2, 0): "AR+3 NW+2 NW>AB 3",
    (2, 1): "VE+1 UK+3",
    (2, 2): "ME+4",
}
"""The actions before the learner takes over, by round and seat.

``ON+4`` places four armies, ``ON>NW`` attacks, and ``3`` moves three armies in.
"""


def open_first_game(path: Path | None) -> tuple[Table, LessonChance]:
    """Create a first game, in which the learner places armies next.

    Args:
        path: The game's file; ``None`` for a new one in the folder of saved games.

    Returns:
        The table, and its source of dice and cards.

    Raises:
        SaveError: If the file can't be written.
    """
    board = load_board(STANDARD_MAP)
    codes = [seat.split() for seat in _DEALT_TERRITORIES]
    dealt = [_find_territory(board, code) for turn in zip(*codes, strict=True) for code in turn]
    chance = LessonChance(dealt, [_find_card(board, code) for code in _CARDS.split()])
    seats = [
        Seat("Ann", "red", defence="most"),
        Seat("Ben", "blue", "recruit"),
        Seat("Cid", "green", "recruit"),
    ]
    setup = GameSetup(board, _ruleset(), len(seats))
    table = Table.create(setup, seats, chance=chance, path=path)
    others = [seat for seat in range(len(seats)) if seat != LEARNER]
    for seat in others:
        table.set_player(seat, PERSON)
    _play_first_rounds(table)
    for seat in others:
        table.set_player(seat, "recruit")
    # A table that is opened again counts only the learner as a person at this terminal.
    table.close()
    return Table.open(table.path, chance=chance), chance


def _ruleset() -> Ruleset:
    """Return the rules of a first game: few armies, dealt territories and a last round."""
    changes: dict[str, object] = {
        "setup.allocation": "deal",
        "setup.placing": "none",
        "two_players.third_army": "none",
    }
    ruleset = with_turn_limit(with_house_rules(load_ruleset("us-1993"), changes), ROUNDS)
    return ruleset.model_copy(
        update={
            "title": N_("First game"),
            "about": N_("A short game to learn by, after the US rules."),
        }
    )


def _find_territory(board: Board, code: str) -> int:
    """Return the territory with a code."""
    return [territory.code for territory in board.territories].index(code)


def _find_card(board: Board, code: str) -> int:
    """Return the card that shows the territory with a code."""
    territory = _find_territory(board, code)
    return next(n for n, card in enumerate(board.deck) if card.territory == territory)


def _play_first_rounds(table: Table) -> None:
    """Play the rounds of the script; without an action in it, play the safest one."""
    turn = (0, 0)
    script: Iterator[Action] = iter(())
    while True:
        decision, view = table.decision, table.view(None)
        assert decision is not None, "no player wins so early"
        if isinstance(decision, ToBegin):
            table.automation.step()
            continue
        if view.round == _FIRST_ROUND:
            return
        if turn != (view.round, view.turn):
            turn = (view.round, view.turn)
            script = _actions(table.board, _SCRIPT[turn])
        preferred = next(script, None)
        table.submit(decision.seat, closest_legal(preferred, table.view(decision.seat).offers))


def _actions(board: Board, script: str) -> Iterator[Action]:
    """Yield the actions of one line of the script."""
    for word in script.split():
        if "+" in word:
            code, armies = word.split("+")
            yield Reinforce(_find_territory(board, code), int(armies))
        elif ">" in word:
            source, target = word.split(">")
            yield Attack(_find_territory(board, source), _find_territory(board, target), 3)
        else:
            yield Occupy(int(word))


WELCOME = N_(
    "In Risk, armies fight for the world; take every territory to win. You are Ann, in red. "
    "Ben and Cid are bots that play at random. Ten steps show you how to play; then you finish "
    "the game."
)
"""The first text for a learner."""

KEYS = N_(
    "Move with the arrow keys, or type a territory's two capital letters to jump there. "
    "{help}: help, {leave}: quit."
)
"""The text that explains the keys to a learner."""

_ALLOWED = N_("That works too.")
_WAIT = How(N_("Ben and Cid take their turns; {skip} skips ahead."), "")
_END_TITLE = N_("Well done")
END = N_(
    "From here the dice are random. Attack with at least three armies more than the defender, "
    "and guard your borders. Most territories after round {round} wins."
)
"""The last text. It warns a learner who would attack at every chance and lose."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of a lesson: a heading, the reason, and how to do it."""

    heading: str
    why: str
    how: How


class Lesson:
    """A lesson at a table: ten steps, each of them detected by its events, then a free game."""

    def __init__(self, *, keep: bool = False) -> None:
        """Create the game of a lesson.

        Args:
            keep: Save the game among the player's games. Otherwise its file is in a temporary
                folder that is removed when the lesson is closed.

        Raises:
            SaveError: If the file can't be written.
        """
        self.kept = keep
        """True if the game stays after the lesson."""
        self._folder = None if keep else tempfile.TemporaryDirectory(prefix="risk-tui-")
        path = None if self._folder is None else Path(self._folder.name) / "first-game.risk"
        self.table, self._chance = open_first_game(path)
        self.table.is_kept = keep
        self._chance.roll_evenly()
        self._number = 0
        self._steps = self.table.steps
        """The number of records that the lesson has seen."""
        self._has_strayed = False
        """True if the learner's last action was not one that the step asks for."""
        self._end_round = 0
        """The round in which the last step was done."""
        self._is_closed = False
        self.table.ledger.subscribe(self._table_changed)

    @property
    def is_over(self) -> bool:
        """True after the last step, as soon as a later round starts or the game is over."""
        view = self.table.view(None)
        return self._number >= len(STEPS) and (
            view.round > self._end_round or view.decision is None
        )

    def instruction(self) -> Instruction:
        """Return the current instruction."""
        if self._number >= len(STEPS):
            return Instruction(_(_END_TITLE), _(END, round=ROUNDS), How("", ""))
        step, decision = STEPS[self._number], self.table.decision
        heading = f"{self._number + 1}/{len(STEPS)}  {_(step.title)}"
        if decision is None or decision.seat != LEARNER:
            return Instruction(heading, "", _WAIT.translated())
        if decision.kind not in step.decisions and decision.kind in DETOURS:
            allowed = _(_ALLOWED) if self._has_strayed else ""
            return Instruction(heading, allowed, DETOURS[decision.kind].translated())
        if decision.kind == "attack" and step.lacks_armies(self.table.view(LEARNER)):
            return Instruction(heading, _(_ALLOWED), NO_ARMIES.translated())
        why = f"{_(_ALLOWED)} {_(step.why)}" if self._has_strayed else _(step.why)
        return Instruction(heading, why, step.how.translated())

    def note_log_opened(self) -> None:
        """Note that the learner opened the log."""
        self._check_step(News(log_opened=True))

    def close(self) -> None:
        """End the lesson, and delete its game unless it is kept. Closing again does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self.table.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _table_changed(self) -> None:
        before, self._steps = self._steps, self.table.steps
        if self._steps < before:
            self._check_step(News(undone=True))
            return
        for record in self.table.history(LEARNER, before):
            number = self._number
            self._check_step(News(record.events))
            if record.seat == LEARNER and number < len(STEPS):
                kind = record.action.kind
                self._has_strayed = number == self._number and kind not in STEPS[number].actions
            elif any(isinstance(event, TurnBegan) for event in record.events):
                self._has_strayed = False

    def _check_step(self, news: News) -> None:
        """Continue with the next step if the news shows that the current one is done."""
        if self._number >= len(STEPS):
            return
        view = self.table.view(LEARNER)
        if STEPS[self._number].is_done(news, view):
            self._number += 1
            self._has_strayed = False
            if self._number == len(STEPS):
                self._end_round = view.round
                self._chance.end()
