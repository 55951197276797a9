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
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

_ROWS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    (
        "pace",
        "Pace of computer players",
        {
            pace: f"{pause:g} seconds a step" if pause else "no pause at all"
            for pace, pause in PACES.items()
        },
    ),
    (
        "defence",
        "Defence dice",
        {"ask": "you are asked each time", "most": "as many as allowed, unasked"},
    ),
    (
        "colours",
        "Colours",
        {
            "auto": "as many as the terminal has",
            "full": "16 million",
            "256": "256",
            "16": "16, for old terminals",
            "none": "none: signs and patterns",
        },
    ),
    (
        "signs",
        "Signs",
        {
            "auto": "what the terminal can show",
            "blocks": "Unicode, coasts in half blocks",
            "ascii": "nothing but ASCII",
        },
    ),
    ("theme", "Theme", {"dark": "a night sea", "light": "a map on paper"}),
    (
        "motion",
        "Motion",
        {
            "auto": "great moments, not over SSH",
            "on": "great moments are shown",
            "off": "nothing moves by itself",
        },
    ),
    (
        "mouse",
        "Mouse",
        {
            "clicks": "clicks, from the next start",
            "off": "off from the next start",
        },
    ),
    (
        "curtain",
        "Curtain between players",
        {
            "guarded": "lifts after a quiet moment",
            "quick": "lifts at once",
        },
    ),
    (
        "bell",
        "Bell",
        {
            "on": "rings when it is your move",
            "off": "never",
        },
    ),
)
"""Each setting: its name, what it is called, and what its values mean."""


class SettingsScreen(RiskScreen):
    """Few, on purpose."""

    DEFAULT_CSS = """
    SettingsScreen { align-horizontal: center; }
    #settings { padding: 1 2; max-width: 90; }
    #settings Horizontal { height: 1; }
    #settings .label { width: 27; padding: 0 1; }
    #settings Choice { width: 16; }
    #settings .meaning { width: 1fr; padding: 0 0 0 3; color: $house-dim; }
    #settings .place { height: auto; padding: 0 1; margin: 1 0 0 0; }
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
            for name, label, values in _ROWS:
                with Horizontal():
                    yield Static(label, classes="label", markup=False)
                    yield Choice({each: each for each in values}, getattr(settings, name), id=name)
                    yield Static(classes="meaning", id=f"{name}-meaning", markup=False)
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
        name = event.choice.id
        assert name is not None, "every choice is named after its setting"
        setattr(settings, name, event.choice.value)
        if name in ("colours", "signs", "theme"):
            self.risk.use_setting(name)
        self._tell()
        # The settings of an account are not a guest's to change.
        kept = self.risk.guest or save_settings(settings)
        problem = "The settings file cannot be written; this holds until you leave."
        self.query_one(Notice).say("" if kept else problem)

    def action_back(self) -> None:
        """To the screen before."""
        if self.is_current:
            self.dismiss()

    def _tell(self) -> None:
        for name, _, values in _ROWS:
            meaning = values[getattr(self.risk.settings, name)]
            self.query_one(f"#{name}-meaning", Static).update(meaning)
