"""The settings: changed with left and right, kept at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from risk_tui.literal import literal
from risk_tui.saves.folder import saves_folder
from risk_tui.settings import PACES, save_settings, settings_path
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.widgets.bars import KeyBar, Notice, TopBar
from risk_tui.tui.widgets.choice import Choice
from risk_tui.tui.widgets.menu import DIM

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

_DEFENCES = {
    "ask": "you are asked each time",
    "most": "as many as allowed, unasked",
}


class SettingsScreen(RiskScreen):
    """Few, on purpose."""

    DEFAULT_CSS = """
    SettingsScreen { align-horizontal: center; }
    #settings { padding: 1 2; max-width: 90; }
    #settings Horizontal { height: 1; margin: 0 0 1 0; }
    #settings .label { width: 27; padding: 0 1; }
    #settings Choice { width: 16; }
    #settings .meaning { width: 1fr; padding: 0 0 0 3; color: #8496a9; }
    #settings .place { height: auto; padding: 0 1; margin: 0 0 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", show=False),
        Binding("up,k", "app.focus_previous", "Up", show=False),
        Binding("down,j,enter", "app.focus_next", "Down", show=False),
    ]

    def compose(self) -> ComposeResult:
        settings = self.risk.settings
        yield TopBar("Settings")
        with Vertical(id="settings"):
            with Horizontal():
                yield Static("Pace of computer players", classes="label", markup=False)
                yield Choice({pace: pace for pace in PACES}, settings.pace, id="pace")
                yield Static(classes="meaning", id="pace-meaning", markup=False)
            with Horizontal():
                yield Static("Defence dice", classes="label", markup=False)
                yield Choice({each: each for each in _DEFENCES}, settings.defence, id="defence")
                yield Static(classes="meaning", id="defence-meaning", markup=False)
            for label, place in (
                ("Games are kept in", saves_folder()),
                ("Settings are kept in", settings_path()),
            ):
                text = Text.assemble((f"{label}\n", DIM), f"  {literal(place)}")
                yield Static(text, classes="place", markup=False)
            yield Notice()
        yield KeyBar([("↑↓", "move", "down"), ("←→", "change", "right"), ("Esc", "back", "escape")])

    def on_mount(self) -> None:
        self._tell()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        settings = self.risk.settings
        if event.choice.id == "pace":
            settings.pace = event.choice.value
        else:
            settings.defence = event.choice.value
        self._tell()
        kept = save_settings(settings)
        problem = "The settings file cannot be written; this holds until you leave."
        self.query_one(Notice).say("" if kept else problem)

    def action_back(self) -> None:
        """To the screen before."""
        if self.is_current:
            self.dismiss()

    def _tell(self) -> None:
        settings = self.risk.settings
        pause = f"{settings.pause:g} seconds a step" if settings.pause else "no pause at all"
        self.query_one("#pace-meaning", Static).update(pause)
        self.query_one("#defence-meaning", Static).update(_DEFENCES[settings.defence])
