"""Answers to questions: keys that are pressed at a table, and what comes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.commands.front_end import Page
from tests.tui.tables import (
    SMALL,
    armies,
    at_table,
    code,
    due,
    finish,
    play,
    press,
    said,
    sit_down,
    strokes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from risk_tui.table.table import Table


class Answer(NamedTuple):
    """Keys pressed with the cursor at Alaska, and what has come of them.

    A word that begins with a colon is typed as a command; ``UK`` is typed letter by letter. ``…``
    waits for the end of orders and standing answers.
    """

    name: str
    table: Callable[[Path], Table]
    keys: str
    result: str
    """Whose decision is due and of which kind, then armies: ``Ann attack, UK 7 UR 1``."""
    told: str = ""
    """The start of the bottom line, if it matters."""

    @property
    def question(self) -> str:
        """The question: the first words of the name."""
        return self.name.partition(":")[0]


def by_question(answers: Iterable[Answer]) -> dict[str, list[Answer]]:
    """The answers to each question."""
    questions: dict[str, list[Answer]] = {}
    for answer in answers:
        questions.setdefault(answer.question, []).append(answer)
    return dict(sorted(questions.items()))


async def try_answers(answers: Sequence[Answer], folder: Path) -> None:
    """Give each answer at a table of its own, all in one app; prove what comes of it."""
    tables = [answer.table(folder / f"{n}.risk") for n, answer in enumerate(answers)]
    async with play(tables[0]).run_test(size=SMALL) as pilot:
        for number, (answer, table) in enumerate(zip(answers, tables, strict=True)):
            screen = await (sit_down(pilot, table) if number else at_table(pilot))
            screen.front_end.show(Page.TERRITORY, territory=code("AL"))
            for keys in answer.keys.split("…"):
                await press(pilot, *strokes(keys))
                await finish(pilot)
            _, comma, lands = answer.result.partition(", ")
            shown = [f"{each} {armies(table, each)[0]}" for each in lands.split()[::2]]
            result = " ".join(due(table)[::-1]) + comma + " ".join(shown)
            assert result == answer.result, f"{answer.name}: {said(pilot.app)}"
            assert said(pilot.app).startswith(answer.told), f"{answer.name}: {said(pilot.app)}"
