"""The commands about computer players while they play, and for their advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.base import Command
from risk_tui.commands.errors import ImpossibleCommand
from risk_tui.commands.key_bindings import KeyBinding, Where
from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from risk_tui.commands.front_end import FrontEnd


@dataclass(frozen=True)
class PauseCommand(Command):
    name = "pause"
    summary = "let the computer players wait before each step; again: go on"
    key = KeyBinding("pause", ("-",), "let the computer players wait before each step, or go on")

    def run(self, ui: FrontEnd) -> None:
        ui.pause()


@dataclass(frozen=True)
class StepCommand(Command):
    name = "step"
    summary = "one step of a computer player, then they wait"
    key = KeyBinding("step", ("+",), "one step of a computer player, then they wait")

    def run(self, ui: FrontEnd) -> None:
        ui.step()


@dataclass(frozen=True)
class HintCommand(Command):
    name = "hint"
    summary = "what the strongest computer player would do now, and why"
    advice = True
    key = KeyBinding(
        "hint",
        (";",),
        "what the strongest computer player would do now",
        useful=Where.ASKED,
        advice=True,
    )

    def run(self, ui: FrontEnd) -> None:
        from risk_tui.commands.odds_report import OFF

        if not ui.table.options.advice:
            raise ImpossibleCommand(OFF)
        ui.show_hint()
