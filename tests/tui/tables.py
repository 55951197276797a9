"""Tables in the middle of a game, and keys pressed at them.

``set_out`` puts a position into a new table, so that a test can start in the middle of a game. The
luck of that game is given in advance. Games that are undone, resumed, or not saved have to be real
ones, which ``new_table`` and ``claimed`` play.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

from textual import events
from textual._context import visible_screen_stack
from textual.app import App
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

import risk_tui.tui.app
from risk_tui.bots.base import Choice
from risk_tui.commands.front_end import Page
from risk_tui.data.settings import Settings
from risk_tui.engine.actions import Claim
from risk_tui.engine.game import Game
from risk_tui.engine.records import Outcome
from risk_tui.engine.state import Battle, Phase
from risk_tui.saves.header import DEFAULT_OPTIONS, TableOptions
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.tui.app import RiskApp
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.prompt import Prompt
from risk_tui.tui.terminal.terminal_app import TerminalApp
from risk_tui.tui.text_widgets import KeyBar, TextLines
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.engine.positions import BOARD, NAMES, position
from tests.inside import put_game
from tests.new_games import create_table
from tests.waiting import PATIENCE

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (200, 50)

WINS: tuple[Outcome, ...] = ((6, 6, 6), (1,))
"""Three dice that beat a single defender."""


def new_table(
    path: Path, players: str = "Ann,Ben,Cid", rules: str = "us-1993", seed: str = "7"
) -> Table:
    """A real game that has begun: the opening roll has fallen."""
    table = create_table(players, rules, seed=seed, path=path)
    table.automation.step()
    return table


def claimed(table: Table, *, but: int = 0) -> Table:
    """Claims in board order, until only ``but`` territories are free."""
    for territory in range(len(BOARD.territories) - but):
        decision = table.decision
        assert decision is not None
        automatic = table.automation.pending()
        if automatic is not None:
            table.automation.perform(automatic, Choice(Claim(territory)))
        else:
            table.submit(decision.seat, Claim(territory))
    return table


def set_out(
    path: Path, game: Game, *players: str, options: TableOptions = DEFAULT_OPTIONS
) -> Table:
    """A table with a given game, for Ann, Ben and Cid unless other players are named."""
    count = game.setup.seats
    seats = seat_players(players or NAMES[:count], ("toni",))
    table = Table.create(game.setup, seats, options=options, path=path)
    put_game(table, game)
    return table


def placing(path: Path, *players: str) -> Table:
    """Ann holds Brazil and Peru and places the first of three starting armies."""
    game = position(
        {"Ann": {"Brazil": 1, "Peru": 1}, "Cid": {"Japan": 1}},
        phase=Phase.PLACE,
        unplaced=[3, 3, 3],
        own_armies_this_go=1,
        round=0,
    )
    return set_out(path, game, *players)


def reinforcing(path: Path, *players: str, hand: str = "", pool: int = 5, **state: Any) -> Table:
    """Ann holds Ukraine (3), Scandinavia (2) and Brazil (1) and has armies to place."""
    game = position(
        {"Ann": {"Ukraine": 3, "Scandinavia": 2, "Brazil": 1}, "Cid": {"Japan": 4, "China": 2}},
        phase=Phase.REINFORCE,
        armies_to_place=pool,
        hands={"Ann": hand, "Ben": "Ontario, Congo, Siam"},
        **state,
    )
    return set_out(path, game, *players)


SET_WITH_A_CHOICE = "Ukraine, Scandinavia, Brazil, Alaska"
"""Three infantry, each showing a territory that Ann holds, and an artillery to be left out."""
with_a_set = partial(reinforcing, hand=SET_WITH_A_CHOICE)


def attacking(
    path: Path,
    *luck: Outcome,
    players: tuple[str, ...] = (),
    ukraine: int = 8,
    ural: int = 1,
    options: TableOptions = DEFAULT_OPTIONS,
    **state: Any,
) -> Table:
    """Ann attacks from Ukraine: Ben holds Ural and all the rest; Cid sits in Japan and China."""
    game = position(
        {
            "Ann": {"Ukraine": ukraine, "Scandinavia": 1, "Brazil": 4, "Peru": 1},
            "Ben": {"Ural": ural},
            "Cid": {"Japan": 4, "China": 2},
        },
        luck=luck,
        hands={"Ann": "Alaska, Peru", "Ben": "Ontario, Congo, Siam", "Cid": "Egypt"},
        **state,
    )
    return set_out(path, game, *players, options=options)


def siege(*luck: Outcome, ukraine: int = 8, ural: int = 1) -> Callable[[Path], Table]:
    """The same, without questions about defence dice."""

    def make(path: Path) -> Table:
        table = attacking(path, *luck, ukraine=ukraine, ural=ural)
        for seat in range(len(table.seats)):
            table.seating.set_defence(seat, "most")
        return table

    return make


def defending(path: Path, *luck: Outcome, players: tuple[str, ...] = ()) -> Table:
    """Ann attacks Ural (3 armies) with three dice, and Ben is asked for his."""
    ukraine, ural = code("UK"), code("UR")
    return attacking(
        path, *luck, ural=3, players=players, phase=Phase.DEFEND, battle=Battle(ukraine, ural, 3)
    )


def occupying(path: Path, *players: str, luck: tuple[Outcome, ...] = ()) -> Table:
    """Ann took Ural and may move 3 to 7 armies in."""
    game = position(
        {"Ann": {"Ukraine": 8, "Ural": 0, "Brazil": 4}, "Cid": {"Japan": 4}},
        phase=Phase.OCCUPY,
        occupying=(code("UK"), code("UR"), 3, 7),
        conquests_this_turn=1,
        luck=luck,
    )
    return set_out(path, game, *players)


def fortifying(path: Path, *players: str) -> Table:
    """Ann may move armies between Ukraine and Scandinavia; Brazil stands alone."""
    game = position(
        {"Ann": {"Ukraine": 5, "Scandinavia": 2, "Brazil": 4}, "Cid": {"Japan": 4}},
        phase=Phase.FORTIFY,
        hands={"Ben": "Ontario, Congo, Siam"},
    )
    return set_out(path, game, *players)


def last_stand(path: Path, *players: str) -> Table:
    """Ann holds everything except Japan, and her next battle wins the game."""
    game = position(
        {"Ann": {"Kamchatka": 9}, "Ben": {"Japan": 1}}, rest="Ann", players=2, luck=WINS
    )
    return set_out(path, game, *players)


def code(letters: str) -> int:
    """The territory with that code."""
    return next(n for n, each in enumerate(BOARD.territories) if each.code == letters)


def armies(table: Table, *codes: str) -> tuple[int, ...]:
    """The armies on some territories."""
    return tuple(table.view(None).armies[code(each)] for each in codes)


def owner(table: Table, letters: str) -> str:
    """Return the holder of a territory, by name."""
    return table.seats[table.view(None).owner[code(letters)]].name


def due(table: Table) -> tuple[str, str]:
    """Return the kind of the pending decision, and the player who has to make it."""
    decision = table.decision
    return ("", "") if decision is None else (decision.kind, table.seats[decision.seat].name)


# At the keyboard


class AloneApp(RiskApp):
    """The app after the first player to decide has confirmed to be alone, so without a curtain."""

    CSS_PATH = Path(risk_tui.tui.app.__file__).with_name("risk.tcss")

    def _show(self, screen: Screen[Any]) -> None:
        if isinstance(screen, GameScreen):
            moment = screen.moment
            if (seat := moment.situation.handover) is not None:
                moment.privacy.reveal_to(seat)
                moment.renew()
        super()._show(screen)


def play_behind_curtain(
    table: Table | None, *, mode: DisplayMode | None = None, **settings: Any
) -> RiskApp:
    """The app with a table, without pauses and animations; curtains can be raised at once."""
    return RiskApp(table, settings=_quick(settings), mode=mode)


def play(table: Table | None, *, mode: DisplayMode | None = None, **settings: Any) -> RiskApp:
    """The same without a curtain before the first decision."""
    return AloneApp(table, settings=_quick(settings), mode=mode)


def _quick(settings: dict[str, Any]) -> Settings:
    return Settings(**({"pace": "instant", "motion": "off", "curtain": "quick"} | settings))


@asynccontextmanager
async def seated(
    table: Table,
    *,
    size: tuple[int, int] = SMALL,
    app: Callable[..., RiskApp] = play,
    raise_curtain: bool = True,
    **options: Any,
) -> AsyncIterator[Pilot[None]]:
    """Play at a table, whose screen is open. The ``options`` are those of the ``app``."""
    async with app(table, **options).run_test(size=size) as pilot:
        await at_table(pilot, raise_curtain=raise_curtain)
        yield pilot


async def settle(pilot: Pilot[None]) -> None:
    """Let everything happen that waits for neither time nor a thread, and draw it."""
    app = cast(TerminalApp, pilot.app)
    while app._waiting_input or app.message_queue_size:
        await asyncio.sleep(0)
    await _work_off()
    pilot.app.screen._on_timer_update()
    await _work_off()
    # Drawn parts may have scrolled, or moved others.
    while pilot.app.screen._update_timer._active.is_set():
        pilot.app.screen._on_timer_update()
        await _work_off()


async def _work_off() -> None:
    """Let the event loop do all that can be done now, and all that follows from it."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    while ready:
        await asyncio.sleep(0)


async def finish(pilot: Pilot[None]) -> None:
    """Let orders and standing answers come to their end."""
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys faster than anything is drawn between them."""
    send(pilot, *keys)
    await settle(pilot)


def send(pilot: Pilot[None], *keys: str) -> None:
    """Send keys as the terminal does that reads all of them at once."""
    for key in keys:
        character = key if len(key) == 1 else " " if key == "space" else None
        if key in ("enter", "tab", "escape"):
            character = {"enter": "\r", "tab": "\t", "escape": "\x1b"}[key]
        name = _character_to_key(key) if len(key) == 1 else key
        event = events.Key(name, character)
        event.set_sender(pilot.app)
        pilot.app.post_message(event)


async def click(pilot: Pilot[None], *where: Any, **options: Any) -> bool:
    """Click as ``Pilot.click`` does; what that opens is laid out then, and can be clicked on."""
    # Textual pauses after each event until the process has had nothing to do for a while.
    pilot.pause = partial(_pause, pilot)  # type: ignore[method-assign]
    hit = await pilot.click(*where, **options)
    await settle(pilot)
    return hit


async def _pause(pilot: Pilot[None], delay: float | None = None) -> None:
    """Let everything happen that waits for no time."""
    await settle(pilot)


def strokes(keys: str) -> list[str]:
    """Keys for words: ``:r~3~ural`` is typed out with its Enter, ``UK`` letter by letter."""
    found: list[str] = []
    for word in keys.split():
        if word.startswith(":"):
            found += [*word.replace("~", " "), "enter"]
        else:
            found += [*word] if word.isupper() else [word]
    return found


async def type_line(pilot: Pilot[None], line: str) -> None:
    """Type a command with its colon, and Enter."""
    await press(pilot, ":", *line, "enter")


async def until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    """Wait for a thread, a timer or another process, up to a time limit."""
    deadline, pause = time.monotonic() + PATIENCE, 0.001
    while not happened():
        assert time.monotonic() < deadline, f"that never came about:\n{on_screen(pilot.app)}"
        await asyncio.sleep(pause)
        await settle(pilot)
        pause = min(2 * pause, 0.02)


async def at_table(pilot: Pilot[None], *, raise_curtain: bool = True) -> GameScreen:
    """Wait until the game screen is open, and raise the first curtain."""
    await settle(pilot)
    await until(pilot, lambda: is_open(pilot.app))
    if raise_curtain and isinstance(pilot.app.screen, HandoverDialog):
        await press(pilot, "enter")
    return game_screen(pilot.app)


async def sit_down(pilot: Pilot[None], table: Table) -> GameScreen:
    """Open another table in the same app, which is faster than starting another app."""
    left = game_screen(pilot.app)
    cast(RiskApp, pilot.app).open_table(table)
    await until(pilot, lambda: game_screen(pilot.app) is not left)
    left.table.close()
    return await at_table(pilot)


def is_open(app: App[None]) -> bool:
    """Return True if the game screen is open, and the curtain before it if one is due."""
    screen = next((each for each in app.screen_stack if isinstance(each, GameScreen)), None)
    return screen is not None and (
        screen.moment.situation.handover is None or app.screen is not screen
    )


def game_screen(app: App[None]) -> GameScreen:
    """The game screen, even if a dialog covers it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


def said(app: App[None]) -> str:
    """The bottom line: the problem with a typed line, the open question, or else the message."""
    prompt = game_screen(app).query_one(Prompt)
    if prompt.problem:
        return prompt.problem
    return f"{prompt._lead}{prompt.value}" if prompt.asking else prompt.message


def side(app: App[None]) -> str:
    """The panel beside the map."""
    return "\n".join(game_screen(app).query_one("#side", TextLines).plain_lines)


def footer(app: App[None]) -> str:
    """The keys that are offered at the bottom, two spaces apart."""
    return game_screen(app).query_one(KeyBar).render().plain.replace("   ", "  ")


def picture_of(app: App[None]) -> tuple[int, int]:
    """The size of the picture that is shown."""
    picture = game_screen(app).query_one(BoardMap).picture
    return picture.columns, picture.rows


def strips_of(app: App[None]) -> list[Strip]:
    """The rows as Textual draws them, with the screens below a dialog."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def on_screen(app: App[None]) -> str:
    """All that the terminal shows."""
    width, height = app.size
    strips = strips_of(app)
    assert len(strips) == height
    return "\n".join(strip.crop(0, width).text.rstrip() for strip in strips)


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
