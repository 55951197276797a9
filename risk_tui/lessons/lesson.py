"""A lesson at a table: an observer that knows which step is next, and what to say about it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events import TurnBegan
from risk_tui.lessons.lesson_chance import LEARNER
from risk_tui.lessons.lesson_opening import ROUNDS, open_first_game
from risk_tui.lessons.lesson_steps import DETOURS, NO_ARMIES, STEPS, How, News

WELCOME = (
    "In Risk armies fight for the territories of the world; whoever takes them all wins. You are "
    "Ann, in red; Ben and Cid are played by the computer, at random. Ten steps show you how to "
    "play, and then the game goes on."
)
"""What a learner is told first."""

KEYS = (
    "Arrow keys move over the map. Every territory has two capital letters, and typing them goes "
    "there. {help} helps, {leave} leaves."
)
"""What a learner has to know of the screen."""

_ALLOWED = "That is allowed, too."
_WAIT = How("Now Ben and Cid take their turns; {skip} skips ahead.", "")
_END_TITLE = "Well done"
END = (
    "Now chance rolls the dice. Attack with three armies more than they have, and leave no border "
    f"bare. The most territories after round {ROUNDS} win."
)
"""The last words. A player who attacks at every chance is left with single armies, and loses."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a lesson says at one moment: a heading, why something is done, and how."""

    heading: str
    why: str
    how: How


class Lesson:
    """Ten steps at a table, each noticed by what really happened there, then a game of one's own.

    Its game is in a folder of its own that goes when the lesson is left, unless it is to be kept.
    """

    def __init__(self, *, keep: bool = False) -> None:
        """Raises ``SaveError`` if the game's file cannot be written."""
        self.kept = keep
        """Whether the game stays when the lesson is left."""
        self._folder = None if keep else tempfile.TemporaryDirectory(prefix="risk-tui-")
        path = None if self._folder is None else Path(self._folder.name) / "first-game.risk"
        self.table, self._chance = open_first_game(path)
        self.table.is_kept = keep
        self._chance.roll_evenly()
        self._number = 0
        self._steps = self.table.steps
        """How many records of the table the lesson knows."""
        self._strayed = False
        """Whether the last thing that was done is none that the step asks for."""
        self._end_round = 0
        """The round in which the last step was done."""
        self._is_closed = False
        self.table.subscribe(self._table_changed)

    @property
    def is_over(self) -> bool:
        """Whether all has been said, also the last words."""
        view = self.table.view(None)
        return self._number >= len(STEPS) and (
            view.round > self._end_round or view.decision is None
        )

    def instruction(self) -> Instruction:
        """What to do now, and why."""
        if self._number >= len(STEPS):
            return Instruction(_END_TITLE, END, How("", ""))
        step, decision = STEPS[self._number], self.table.decision
        heading = f"{self._number + 1}/{len(STEPS)}  {step.title}"
        if decision is None or decision.seat != LEARNER:
            return Instruction(heading, "", _WAIT)
        if decision.kind not in step.decisions and decision.kind in DETOURS:
            return Instruction(heading, _ALLOWED if self._strayed else "", DETOURS[decision.kind])
        if decision.kind == "attack" and step.lacks_armies(self.table.view(LEARNER)):
            return Instruction(heading, _ALLOWED, NO_ARMIES)
        why = f"{_ALLOWED} {step.why}" if self._strayed else step.why
        return Instruction(heading, why, step.how)

    def has_looked_at(self, what: str) -> None:
        """Take note that the learner opened something, such as the ``log``."""
        self._learn(News(looked_at=what))

    def close(self) -> None:
        """End the lesson; its game goes, unless it is to be kept. Once more does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self.table.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _table_changed(self) -> None:
        before, self._steps = self._steps, self.table.steps
        if self._steps < before:
            self._learn(News(undone=True))
            return
        for record in self.table.history(LEARNER, before):
            number = self._number
            self._learn(News(record.events))
            if record.seat == LEARNER and number < len(STEPS):
                own = record.action.kind
                self._strayed = number == self._number and own not in STEPS[number].actions
            elif any(isinstance(event, TurnBegan) for event in record.events):
                self._strayed = False

    def _learn(self, news: News) -> None:
        """Go on to the next step if this was what the present one is about."""
        if self._number >= len(STEPS):
            return
        view = self.table.view(LEARNER)
        if STEPS[self._number].is_done(news, view):
            self._number += 1
            self._strayed = False
            if self._number == len(STEPS):
                self._end_round = view.round
                self._chance.end()
