"""A first game that teaches: its table, and an observer that follows the learner's steps.

The learner starts in the third round; a script plays the rounds before.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.bots.base import closest_legal
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, Attack, Occupy, Reinforce
from risk_tui.engine.decisions import ToBegin
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game_setup import GameSetup
from risk_tui.rules.house_rules import with_house_rules, with_turn_limit
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset
from risk_tui.table.lesson_steps import DETOURS, LEARNER, NO_ARMIES, STEPS, How, LessonChance, News
from risk_tui.table.seats import PERSON, Seat
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.boards.board import Board
    from risk_tui.rules.ruleset import Ruleset


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
