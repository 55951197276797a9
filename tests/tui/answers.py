"""Answers to questions: keys that are pressed at a table, and their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from risk_tui.commands.front_end import Page
from risk_tui.table.table import Table
from tests.tui.tables import (
    SMALL,
    armies,
    at_table,
    code,
    due,
    finish,
    on_screen,
    play,
    press,
    said,
    sit_down,
    strokes,
)


async def try_answers(
    answers: Sequence[tuple[Callable[[Path], Table], str, *tuple[str, ...]]], folder: Path
) -> None:
    """Give each answer at a table of its own, all in one app; check its result.

    An answer is a table, the keys that are pressed with the cursor at Alaska, the result, and words
    in the bottom line or elsewhere on the screen if that matters.

    A word of the keys that begins with a colon is typed as a command; ``UK`` is typed letter by
    letter; ``…`` waits for the end of orders and standing answers. The result is whose decision is
    due and of which kind, then armies: ``Ann attack, UK 7 UR 1``.
    """
    tables = [answer[0](folder / f"{n}.risk") for n, answer in enumerate(answers)]
    async with play(tables[0]).run_test(size=SMALL) as pilot:
        for number, ((_, keys, expected, *told), table) in enumerate(
            zip(answers, tables, strict=True)
        ):
            screen = await (sit_down(pilot, table) if number else at_table(pilot))
            screen.front_end.show(Page.TERRITORY, territory=code("AL"))
            for part in keys.split("…"):
                await press(pilot, *strokes(part))
                await finish(pilot)
            _, comma, lands = expected.partition(", ")
            left = [f"{each} {armies(table, each)[0]}" for each in lands.split()[::2]]
            result = " ".join(due(table)[::-1]) + comma + " ".join(left)
            assert result == expected, f"{keys}: {said(pilot.app)}"
            shown = on_screen(pilot.app) if told else ""
            if pilot.app.screen is screen:
                shown += said(pilot.app)
            assert all(words in shown for words in told), f"{keys}: {shown}"
