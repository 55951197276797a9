"""A first game by lines: what to do now, and why, before each question."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from risk_tui.line_mode.session import LineSession, play_session
from risk_tui.table.lesson import WELCOME

if TYPE_CHECKING:
    from risk_tui.engine.decisions import Decision
    from risk_tui.table.lesson import Instruction, Lesson


def learn_by_lines(
    lesson: Lesson, stdin: TextIO, stdout: TextIO, stderr: TextIO, interactive: bool
) -> int:
    """Play a first game by lines, as ``play_by_lines`` plays any; the exit code."""
    return play_session(LessonSession(lesson, stdin, stdout, stderr, interactive=interactive))


class LessonSession(LineSession):
    """Says each instruction of a lesson once, before the question that it is about."""

    def __init__(
        self, lesson: Lesson, stdin: TextIO, stdout: TextIO, stderr: TextIO, *, interactive: bool
    ) -> None:
        super().__init__(
            lesson.table,
            stdin,
            stdout,
            stderr,
            interactive=interactive,
            on_log=lambda: lesson.has_looked_at("log"),
        )
        self._lesson = lesson
        self._last: Instruction | None = None

    def greet(self) -> None:
        super().greet()
        self.write("", WELCOME)

    def ask(self, decision: Decision) -> None:
        instruction = self._lesson.instruction()
        if instruction != self._last and not self._lesson.is_over:
            self._last = instruction
            typed = instruction.how.typed
            self.write("", f"({instruction.heading}) {instruction.why}".rstrip())
            if typed:
                self.write(f"  Type: {typed}")
        super().ask(decision)

    def leave(self) -> int:
        if self._lesson.kept:
            return super().leave()
        self.write("You left your first game. It was not kept")
        return 0
