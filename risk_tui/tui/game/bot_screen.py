"""A screen at which computer players play on: their steps are paced, paused, and told."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.text.prompts import NOBODY_PLAYS
from risk_tui.tui.game.bot_pace import (
    BotRunner,
    is_reply_in_human_turn,
    seconds_after,
    waits_in_pause,
)
from risk_tui.tui.game.player_screen import PlayerScreen
from risk_tui.tui.screens.base import is_too_small

if TYPE_CHECKING:
    from risk_tui.table.automation import PendingAutoAction
    from risk_tui.table.table import Table


class BotScreen(PlayerScreen):
    """Lets computer players take their steps, unless another terminal does."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.runner = BotRunner(
            table,
            lambda due: seconds_after(due, self.situation, table.seats, self.risk.settings.pause),
            lambda due: waits_in_pause(due, self.situation, table.seats),
            lambda: is_too_small(self.app.size),
            self.on_runner_stopped,
        )

    @abstractmethod
    def on_runner_stopped(self, problem: str) -> None:
        """Show that nothing automatic is due any more, or what the problem is."""

    def start_runner(self) -> None:
        """Let automatic steps be taken from now on."""
        if not self.runner.running:
            self.runner.running = True
            self.run_worker(self.runner.run(), exclusive=True, group="automatic")

    def runs_automatic_steps(self) -> bool:
        return self.runner.running or self.table.automation.carries_out(self.situation.automatic)

    def skip(self) -> None:
        if not self.runner.skip():
            self.refresh_after_change()

    def pause(self) -> None:
        self._expect_own_bots()
        self.runner.pause()
        self._show_pause()

    def step(self) -> None:
        self._expect_own_bots()
        self.runner.step()
        self._show_pause()

    def _expect_own_bots(self) -> None:
        """Raise ``RiskError`` where computer players move at another terminal."""
        automatic = self.situation.automatic
        if automatic is not None and not self.runs_automatic_steps():
            raise RiskError("the computer players are moved at another terminal")

    def _show_pause(self) -> None:
        """Show whether the computer players wait."""
        if self.situation.automatic is not None:
            self.announce(self.situation.automatic)
        elif self.runner.paused:
            self.show_message("the computer players will wait before each step; {pause}: go on")
        else:
            self.show_message("the computer players will play without a pause")
        self.show()

    def announce(self, due: PendingAutoAction) -> None:
        """Show who takes the automatic step that is due."""
        name = self.table.seats[due.seat].name
        if due.decider == "order":
            self.show_message(self.held.before(f"{name}: as ordered …  {{cancel}} stops"))
        elif due.decider not in ("table", "standing answer") and not is_reply_in_human_turn(
            self.situation, self.table.seats
        ):
            if not self.table.seating.has_leader():
                self.show_message(NOBODY_PLAYS)
                return
            if self.runner.paused:
                self.show_message(f"{name} waits: {{step}} one step · {{pause}} go on")
                return
            skip = "" if self.is_remote_acting() else "  {skip} skips ahead"
            self.show_message(self.held.before(f"{name} is playing …{skip}"))
