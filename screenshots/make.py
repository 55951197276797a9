"""Make the picture of the README: ``python screenshots/make.py``.

Every picture is the real app in a fixed position, exported by Textual as SVG. To look at every
screen in every size and mode, ``python screenshots/make.py --all FOLDER`` writes them all there;
``--modes``, ``--sizes`` and ``--scenes`` choose some of them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.settings import Settings
from risk_tui.engine.decisions import ToAttack, ToPlace, ToReinforce
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import PERSON, seat_players
from risk_tui.table.table import Table
from risk_tui.tui.app import RiskApp
from risk_tui.tui.map.highlights import selectable_territories
from risk_tui.tui.theme.display_mode import DisplayMode
from risk_tui.variants.changed_dice import ToChangeDice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from textual.pilot import Pilot

    Scene = Callable[["Camera", Path], Awaitable[None]]

HERE = Path(__file__).resolve().parent
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SIZES = {"80x24": (80, 24), "120x36": (120, 36), "200x50": (200, 50)}
MODES = {
    "blocks": DisplayMode(),
    "light": DisplayMode(theme="light"),
    "256": DisplayMode("256"),
    "16": DisplayMode("16"),
    "no-colour": DisplayMode("none"),
    "ascii": DisplayMode("none", "ascii"),
    "ascii-16": DisplayMode("16", "ascii"),
}


@dataclass(frozen=True)
class Camera:
    """Takes pictures of one size in one mode, and keeps them in a folder."""

    folder: Path
    size: tuple[int, int] = (120, 36)
    mode: DisplayMode = MODES["blocks"]
    suffix: str = ""

    async def take(
        self,
        name: str,
        table: Table | None,
        keys: Callable[[Pilot[None]], Awaitable[None]] | None = None,
    ) -> None:
        """Show the app, press keys, and write the picture."""
        settings = Settings(pace="instant", motion="off", curtain="quick")
        app = RiskApp(table, settings=settings, mode=self.mode)
        async with app.run_test(size=self.size) as pilot:
            await pilot.pause()
            await pilot.pause()
            if keys is not None:
                await keys(pilot)
            await app.workers.wait_for_complete()
            await pilot.pause()
            svg = app.export_screenshot(title="risk-tui")
        # Fonts from the net are left out: the pictures must show the same anywhere.
        svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
        svg = re.sub(r"font-family: ?(Fira Code|arial)[^;]*;", f"font-family: {FONTS};", svg)
        svg = re.sub(r"terminal-\d+-", f"{name}-", svg)
        # Some programs drop the spaces at the start of a text unless they are told to keep them.
        svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
        (self.folder / f"{name}{self.suffix}.svg").write_text(svg, encoding="utf-8")


class PictureTable(Table):
    """A table as it usually is; its dice come from a seed only so that pictures stay the same."""

    seeded = False  # type: ignore[assignment]


def new_table(folder: Path, name: str = "ann-ben-cleo", rules: str = "us-1993") -> Table:
    """Three generals sit down; their seats are handed to people when the picture is taken."""
    seats = seat_players(["Ann:general", "Ben:general", "Cleo:general"], ["general"])
    setup = GameSetup(load_board("classic"), load_ruleset(rules), 3)
    return PictureTable.create(setup, seats, seed="1957", path=folder / f"{name}.risk")


def play_until(table: Table, here: Callable[[Table], bool]) -> Table:
    """Let the generals play up to a position, then give their seats to people."""
    while not here(table) and table.automation.step():
        pass
    for seat in range(len(table.seats)):
        table.set_player(seat, PERSON)
        table.seating.set_defence(seat, "most")
    return table


def round_of(table: Table) -> int:
    """The round that is played."""
    return table.view(None).round


def front(table: Table) -> int:
    """The strongest territory that can act now."""
    decision = table.decision
    assert decision is not None
    view = table.view(decision.seat)
    return max(selectable_territories(view, None), key=lambda place: (view.armies[place], -place))


async def jump(pilot: Pilot[None], table: Table, place: int) -> None:
    """Type a territory's code."""
    await pilot.press(*table.board.territories[place].code)


async def title(camera: Camera, folder: Path) -> None:
    table = play_until(new_table(folder), lambda table: round_of(table) == 4)
    table.close()
    games = Path(os.environ["XDG_DATA_HOME"]) / "risk-tui" / "games"
    games.mkdir(parents=True, exist_ok=True)
    table.path.rename(games / table.path.name)
    await camera.take("title", None)


async def set_up(camera: Camera, folder: Path) -> None:
    def half_claimed(table: Table) -> bool:
        return table.view(None).owner.count(NO_SEAT) == 14

    table = play_until(new_table(folder), half_claimed)

    async def keys(pilot: Pilot[None]) -> None:
        await jump(pilot, table, table.view(None).owner.index(NO_SEAT))

    await camera.take("set-up", table, keys)


async def reinforce(camera: Camera, folder: Path) -> None:
    def with_cards(table: Table) -> bool:
        decision = table.decision
        return isinstance(decision, ToReinforce) and decision.may_trade and round_of(table) > 3

    table = play_until(new_table(folder), with_cards)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await jump(pilot, table, front(table))
        await pilot.press("enter")

    await camera.take("reinforce", table, keys)


async def attack(camera: Camera, folder: Path) -> None:
    def mid_game(table: Table) -> bool:
        recent = table.history(None, max(0, table.steps - 1))
        fought = any(isinstance(event, BattleResolved) for r in recent for event in r.events)
        return isinstance(table.decision, ToAttack) and round_of(table) == 6 and fought

    table = play_until(new_table(folder), mid_game)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "escape")  # without the arrows of what others did
        source = front(table)
        await jump(pilot, table, source)
        await pilot.press("enter", "tab")

    await camera.take("attack", table, keys)


async def campaign(camera: Camera, folder: Path) -> None:
    def great_stack(table: Table) -> bool:
        decision = table.decision
        if not isinstance(decision, ToAttack) or round_of(table) < 6:
            return False
        view = table.view(decision.seat)
        return max(view.armies[place] for place in view.territories_of(decision.seat)) > 12

    table = play_until(new_table(folder), great_stack)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        decision = table.decision
        assert decision is not None
        view = table.view(decision.seat)
        others = [seat for seat in range(3) if seat != decision.seat]
        rival = min(others, key=view.armies_of)
        await jump(pilot, table, max(view.territories_of(rival), key=lambda p: -view.armies[p]))
        await pilot.press(":", *f"odds {table.seats[rival].name.lower()}", "enter")

    await camera.take("campaign", table, keys)


async def luck(camera: Camera, folder: Path) -> None:
    table = play_until(new_table(folder), lambda table: round_of(table) == 8)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "d")

    await camera.take("luck", table, keys)


async def rules(camera: Camera, folder: Path) -> None:
    await screen(camera, "rules", "n", *["down"] * 6, "enter", *["down"] * 9)


async def mission(camera: Camera, folder: Path) -> None:
    def first_go(table: Table) -> bool:
        return isinstance(table.decision, ToPlace)

    table = play_until(new_table(folder, rules="uk-old-mission"), first_go)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")

    await camera.take("mission", table, keys)


async def dice(camera: Camera, folder: Path) -> None:
    def both_ways(table: Table) -> bool:
        decision = table.decision
        altering = isinstance(decision, ToChangeDice) and len(decision.attack) == 3
        return altering and round_of(table) > 2

    table = play_until(new_table(folder, rules="us-1980-experts"), both_ways)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")

    await camera.take("dice", table, keys)


async def curtain(camera: Camera, folder: Path) -> None:
    def turn_over(table: Table) -> bool:
        return isinstance(table.decision, ToReinforce) and round_of(table) == 5

    table = play_until(new_table(folder), turn_over)
    await camera.take("curtain", table)


async def guest(camera: Camera, folder: Path) -> None:
    def mid_turn(table: Table) -> bool:
        return isinstance(table.decision, ToAttack) and round_of(table) == 4

    table = play_until(new_table(folder), mid_turn)
    decision = table.decision
    assert decision is not None
    table.close()
    acting, looking = decision.seat, (decision.seat + 1) % len(table.seats)
    other = PictureTable.join(table.path, table.seats[acting].name)
    await camera.take("guest", PictureTable.join(table.path, table.seats[looking].name))
    other.close()


async def victory(camera: Camera, folder: Path) -> None:
    table = new_table(folder)
    while not table.winners:
        table.automation.step()
    (last,) = table.history(None, table.steps - 1)
    # The end is shown to those who are there: come back to one step before it.
    before = table.steps - 1
    table.close()
    table.path.unlink()
    again = play_until(new_table(folder), lambda table: table.steps == before)

    async def keys(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        again.submit(last.seat, last.action)

    await camera.take("victory", again, keys)


async def screen(camera: Camera, name: str, *keys: str) -> None:
    """A screen that keys on the title screen lead to."""

    async def press(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)

    await camera.take(name, None, press)


async def new_game(camera: Camera, folder: Path) -> None:
    await screen(camera, "new-game", "n")


async def house_rules(camera: Camera, folder: Path) -> None:
    await screen(camera, "house-rules", "n", "f3", *"fog", "enter", "down")


async def settings(camera: Camera, folder: Path) -> None:
    await screen(camera, "settings", "s")


async def over_the_board(camera: Camera, folder: Path, name: str, *keys: str) -> None:
    """A dialog over the board."""

    def with_cards(table: Table) -> bool:
        decision = table.decision
        return isinstance(decision, ToReinforce) and decision.may_trade and round_of(table) > 3

    table = play_until(new_table(folder), with_cards)

    async def press(pilot: Pilot[None]) -> None:
        await pilot.press("enter", *keys)

    await camera.take(name, table, press)


async def cards(camera: Camera, folder: Path) -> None:
    await over_the_board(camera, folder, "cards", "c")


async def help(camera: Camera, folder: Path) -> None:
    await over_the_board(camera, folder, "help", "question_mark")


async def commands(camera: Camera, folder: Path) -> None:
    await over_the_board(camera, folder, "commands", "ctrl+p")


async def log(camera: Camera, folder: Path) -> None:
    await over_the_board(camera, folder, "log", "v")


async def story(camera: Camera, folder: Path) -> None:
    """The story of a whole game, and its replay from a turning point on."""
    table = play_until(new_table(folder), lambda table: bool(table.winners))

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("f9", "up", "up", "up")

    async def replay(pilot: Pilot[None]) -> None:
        await look(pilot)
        await pilot.press("enter", "n")

    await camera.take("story", table, look)
    await camera.take("replay", PictureTable.open(table.path), replay)


async def threats(camera: Camera, folder: Path) -> None:
    await over_the_board(camera, folder, "threats", "t")


SCENES = (
    *(title, rules, set_up, mission, reinforce, attack, campaign, dice, luck),
    *(curtain, guest, victory, story, new_game, house_rules, settings, cards),
    *(help, commands, log, threats),
)
ALL_SCENES = {scene.__name__: scene for scene in SCENES}


async def take_all(cameras: list[Camera], scenes: Sequence[Scene]) -> None:
    """Every scene with every camera."""
    for camera in cameras:
        with tempfile.TemporaryDirectory() as place:
            for kind in ("DATA", "CONFIG", "STATE"):
                os.environ[f"XDG_{kind}_HOME"] = place
            os.environ["LOGNAME"] = "ann"
            for scene in scenes:
                folder = Path(place) / scene.__name__
                folder.mkdir()
                await scene(camera, folder)


def main() -> None:
    """Make the README's picture, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--scenes", nargs="+", choices=ALL_SCENES, default=list(ALL_SCENES))
    options = parser.parse_args()
    if options.all is None:
        asyncio.run(take_all([Camera(HERE)], (attack,)))
        return
    options.all.mkdir(parents=True, exist_ok=True)
    cameras = [
        Camera(options.all, SIZES[size], MODES[mode], f"-{size}-{mode}")
        for mode in options.modes
        for size in options.sizes
    ]
    asyncio.run(take_all(cameras, [ALL_SCENES[scene] for scene in options.scenes]))


if __name__ == "__main__":
    main()
