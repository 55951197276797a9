"""Makes the pictures of the README anew: ``python screenshots/make.py``.

Every picture is the real app in a fixed position, exported by Textual as SVG.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToAlter, ToAttack, ToPlace, ToReinforce
from risk_tui.engine.game import Setup
from risk_tui.engine.library import load_board, load_ruleset
from risk_tui.settings import Settings
from risk_tui.table.seats import PERSON, seat_players
from risk_tui.table.table import Table
from risk_tui.tui.app import RiskApp
from risk_tui.tui.moves import choices_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

HERE = Path(__file__).resolve().parent
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SIZE = (120, 36)


def new_table(folder: Path, name: str = "ann-ben-cleo", rules: str = "us-1993") -> Table:
    """Three generals sit down; their seats are handed to people when the picture is taken."""
    seats = seat_players(["Ann:general", "Ben:general", "Cleo:general"], ["general"])
    setup = Setup(load_board("classic"), load_ruleset(rules), 3)
    return Table.create(setup, seats, seed="1957", path=folder / f"{name}.risk")


def play_until(table: Table, here: Callable[[Table], bool]) -> Table:
    """Let the generals play up to a position, then give their seats to people."""
    while not here(table) and table.step():
        pass
    for seat in range(len(table.seats)):
        table.set_player(seat, PERSON)
        table.set_defence(seat, "most")
    return table


def round_of(table: Table) -> int:
    """The round that is played."""
    return table.view(None).round


def front(table: Table) -> int:
    """The strongest territory that can act now."""
    decision = table.decision
    assert decision is not None
    view = table.view(decision.seat)
    return max(choices_of(view, None), key=lambda place: (view.armies[place], -place))


async def jump(pilot: Pilot[None], table: Table, place: int) -> None:
    """Type a territory's code."""
    await pilot.press(*table.board.territories[place].code)


async def title(folder: Path) -> None:
    table = play_until(new_table(folder), lambda table: round_of(table) == 4)
    table.close()
    games = Path(os.environ["XDG_DATA_HOME"]) / "risk-tui" / "games"
    games.mkdir(parents=True, exist_ok=True)
    table.path.rename(games / table.path.name)
    await take("title", None)


async def set_up(folder: Path) -> None:
    def half_claimed(table: Table) -> bool:
        return table.view(None).owner.count(-1) == 14

    table = play_until(new_table(folder), half_claimed)

    async def keys(pilot: Pilot[None]) -> None:
        await jump(pilot, table, table.view(None).owner.index(-1))

    await take("set-up", table, keys)


async def reinforce(folder: Path) -> None:
    def with_cards(table: Table) -> bool:
        decision = table.decision
        return isinstance(decision, ToReinforce) and decision.may_trade and round_of(table) > 3

    table = play_until(new_table(folder), with_cards)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await jump(pilot, table, front(table))
        await pilot.press("enter")

    await take("reinforce", table, keys)


async def attack(folder: Path) -> None:
    def mid_game(table: Table) -> bool:
        recent = table.history(None, max(0, table.steps - 1))
        fought = any(type(fact).__name__ == "BattleFought" for r in recent for fact in r.facts)
        return isinstance(table.decision, ToAttack) and round_of(table) == 6 and fought

    table = play_until(new_table(folder), mid_game)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        source = front(table)
        await jump(pilot, table, source)
        await pilot.press("enter", "tab")

    await take("attack", table, keys)


async def rules(folder: Path) -> None:
    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("n", *["down"] * 9)

    await take("rules", None, keys)


async def mission(folder: Path) -> None:
    def first_go(table: Table) -> bool:
        return isinstance(table.decision, ToPlace)

    table = play_until(new_table(folder, rules="uk-old-mission"), first_go)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")

    await take("mission", table, keys)


async def dice(folder: Path) -> None:
    def both_ways(table: Table) -> bool:
        decision = table.decision
        altering = isinstance(decision, ToAlter) and len(decision.attack) == 3
        return altering and round_of(table) > 2

    table = play_until(new_table(folder, rules="us-1980-experts"), both_ways)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")

    await take("dice", table, keys)


async def curtain(folder: Path) -> None:
    def turn_over(table: Table) -> bool:
        return isinstance(table.decision, ToReinforce) and round_of(table) == 5

    table = play_until(new_table(folder), turn_over)
    await take("curtain", table)


async def victory(folder: Path) -> None:
    table = new_table(folder)
    while not table.winners:
        table.step()
    (last,) = table.history(None, table.steps - 1)
    # The end is shown to those who are there: come back to one step before it.
    before = table.steps - 1
    table.close()
    table.path.unlink()
    again = play_until(new_table(folder), lambda table: table.steps == before)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        again.submit(last.seat, last.action)

    await take("victory", again, keys)


async def take(
    name: str,
    table: Table | None,
    keys: Callable[[Pilot[None]], object] | None = None,
) -> None:
    """Show the app, press keys, and write the picture."""
    app = RiskApp(table, settings=Settings(pace="instant"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        if keys is not None:
            await keys(pilot)  # type: ignore[misc]
        await app.workers.wait_for_complete()
        await pilot.pause()
        svg = app.export_screenshot(title="risk-tui")
    # Fonts from the net are left out: the pictures must show the same anywhere.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: ?(Fira Code|arial)[^;]*;", f"font-family: {FONTS};", svg)
    svg = re.sub(r"terminal-\d+-", f"{name}-", svg)
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


async def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as place:
        for kind in ("DATA", "CONFIG", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = place
        for scene in (title, rules, set_up, mission, reinforce, attack, dice, curtain, victory):
            folder = Path(place) / scene.__name__
            folder.mkdir()
            await scene(folder)


if __name__ == "__main__":
    asyncio.run(main())
