"""A terminal with the game screen, at which tests type commands and press keys."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from risk_tui.table.table import Table
from risk_tui.tui.app import RiskApp
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.tui.tables import (
    game_screen,
    on_screen,
    play_behind_curtain,
    press,
    said,
    settle,
    until,
)

_MOST = 60
"""Maximum number of keys that close all dialogs."""


class Screen:
    """A game screen that tests control with keys."""

    def __init__(self, app: RiskApp, pilot: Pilot[None]) -> None:
        self.app, self._pilot = app, pilot

    async def sit_down(self, table: Table) -> None:
        """Continue at another table."""
        self.app.open_table(table)
        await settle(self._pilot)
        await self.put_away()

    async def put_away(self) -> bool:
        """Lift the curtain and close all dialogs. Return True if there were any."""
        for count in range(_MOST):
            screen = self.app.screen
            if isinstance(screen, HandoverDialog):
                await press(self._pilot, "enter")
            elif not isinstance(screen, GameScreen) or _typing(screen):
                await press(self._pilot, "escape")
            elif screen.moment.situation.handover is not None:
                await settle(self._pilot)  # the curtain is about to fall
            else:
                return count > 0
        raise AssertionError(f"this cannot be put away:\n{on_screen(self.app)}")

    async def type(self, line: str) -> None:
        """Type a command after a colon. Its answer is a message or a window."""
        await press(self._pilot, ":")
        prompt = game_screen(self.app).prompt
        assert prompt.asking, "no line can be typed"
        prompt.value = line
        await press(self._pilot, "enter")
        assert self.app.screen is not game_screen(self.app) or said(self.app), "nothing is said"

    async def press(self, key: str) -> None:
        """Press a key."""
        await press(self._pilot, key)

    def prove(self) -> None:
        """Check that the program runs and the screen shows no fault."""
        assert self.app._exception is None, repr(self.app._exception)
        assert self.app.is_running
        text = on_screen(self.app)
        assert text.isascii() or not self.app.mode.ascii, "not all is ASCII"
        # In ASCII, braces with a territory's code mark where the last battle was.
        assert not re.search(r"Traceback|None|\{[a-z_]*\}", text), text

    async def leave(self) -> None:
        """Leave the table with a command, which ends a guest's program."""
        await press(self._pilot, ":")
        game_screen(self.app).prompt.value = "quit"
        await press(self._pilot, "enter")
        if self.app.guest:
            await until(self._pilot, lambda: not self.app.is_running)
            assert self.app.return_code == 0
        else:
            assert not any(isinstance(each, GameScreen) for each in self.app.screen_stack)
            self.prove()


def _typing(screen: GameScreen) -> bool:
    """Return True if Escape closes the line. The line for dice stays, and loses its text."""
    prompt = screen.prompt
    return prompt.asking and not (prompt.dice_question and not prompt.value)


@asynccontextmanager
async def at_screen(table: Table, signs: str, size: tuple[int, int]) -> AsyncIterator[Screen]:
    """Open the screen at a table; bots are slow, so that keys can interrupt them."""
    app = play_behind_curtain(table, pace="slow", mode=DisplayMode(signs=signs))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = Screen(app, pilot)
        await screen.put_away()
        yield screen
