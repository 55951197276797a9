"""The settings screen. Left and right change a setting, which is saved at once."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from risk_tui.data.clean_text import printable
from risk_tui.data.environment import is_hosted, is_remote
from risk_tui.data.language import LANGUAGE_NAMES, N_, _, format_number, languages, pgettext
from risk_tui.data.settings import CHOICES, PACES, save_settings, settings_path
from risk_tui.saves.errors import saves_folder
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import CycleSelect
from risk_tui.tui.screens.base import CoveringScreen
from risk_tui.tui.screens.key_help import KeyHelp
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar
from risk_tui.tui.theme.styles import DIM

_ROWS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    (
        "pace",
        N_("Bot speed"),
        {
            pace: N_("{seconds} seconds a step") if pause else N_("no pause")
            for pace, pause in PACES.items()
        },
    ),
    (
        "defence",
        N_("Defence dice"),
        {"ask": N_("ask every time"), "most": N_("always the maximum")},
    ),
    (
        "colours",
        N_("Colours"),
        {
            "auto": N_("as many as the terminal supports"),
            "full": N_("16 million"),
            "256": "256",
            "16": N_("16, for old terminals"),
            "none": N_("none: signs and patterns"),
        },
    ),
    (
        "signs",
        N_("Signs"),
        {
            "auto": N_("what the terminal can show"),
            "blocks": N_("Unicode, coasts in quarter blocks"),
            "ascii": N_("ASCII only"),
        },
    ),
    (
        "theme",
        N_("Theme"),
        {
            "auto": N_("match the terminal background"),
            "dark": N_("dark"),
            "light": N_("light, for a bright room"),
        },
    ),
    (
        "motion",
        N_("Motion"),
        {
            "auto": N_("big moments, except over SSH"),
            "on": N_("big moments"),
            "off": N_("none"),
        },
    ),
    (
        "mouse",
        N_("Mouse"),
        {
            "clicks": N_("clicks, after a restart"),
            "off": N_("off after a restart"),
        },
    ),
    (
        "curtain",
        N_("Hide between turns"),
        {
            "guarded": N_("opens after a short pause"),
            "quick": N_("opens at once"),
        },
    ),
    (
        "bell",
        N_("Bell"),
        {
            "on": N_("on your move"),
            "off": N_("never"),
            "osc9": N_("notification: kitty, iTerm2 …"),
            "osc777": N_("notification: foot, urxvt …"),
        },
    ),
    (
        "plan",
        N_("Stop plans below"),
        {
            chance: N_("{chance}% chance of success") if chance != "0" else N_("never stop")
            for chance in CHOICES["plan"]
        },
    ),
    (
        "hints",
        N_("Hints"),
        {
            "auto": N_("first three games"),
            "on": N_("always"),
            "off": N_("no hints"),
        },
    ),
    (
        "language",
        N_("Language"),
        {"auto": N_("that of your system")}
        | {code: N_("{language}, after a restart") for code in languages()},
    ),
)
"""The name and label of each setting, and the meanings of its values."""


class SettingsScreen(CoveringScreen, KeyHelp):
    """The settings in rows, each with the meaning of its value, and the player's own folders."""

    DEFAULT_CSS = """
    SettingsScreen { align-horizontal: center; }
    #settings { padding: 1 2; max-width: 90; }
    #settings Horizontal { height: 1; }
    #settings .label { width: 20; padding: 0 1; }
    #settings CycleSelect { width: 13; }
    #settings .meaning { width: 1fr; padding: 0 0 0 2; color: $house-dim; }
    #settings Horizontal:last-of-type { margin-bottom: 1; }
    #settings .place { height: auto; padding: 0 1; }
    """
    KEY_HELP = (
        ("↑↓", N_("to the setting above or below")),
        ("← →", N_("change the value (saved at once)")),
        ("Esc", N_("back")),
    )
    BINDINGS = [
        ("escape,q", "back"),
        ("up,k", "app.focus_previous"),
        ("down,j,enter", "app.focus_next"),
    ]

    def compose(self) -> ComposeResult:
        settings = self.risk.settings
        yield TopBar(_("Settings"))
        with Vertical(id="settings"):
            for name, label, values in _ROWS:
                with Horizontal():
                    yield Static(_(label), classes="label", markup=False)
                    words = {value: pgettext("setting", value) for value in values}
                    yield CycleSelect(words, getattr(settings, name), id=name)
                    yield Static(classes="meaning", id=f"{name}-meaning", markup=False)
            # A guest can't open the folders of the host's machine.
            is_foreign = self.risk.guest and is_remote()
            places = {_("Games folder"): saves_folder(), _("Settings file"): settings_path()}
            for label, path in places.items() if not is_foreign else ():
                text = Text.assemble((f"{label}\n", DIM), f"  {printable(path)}")
                yield Static(text, classes="place", markup=False)
            yield Notice()
        yield KeyBar(
            [
                KeyHint("↑↓", _("move"), "up down"),
                KeyHint("←→", _("change"), "left right"),
                KeyHint("Esc", _("back"), "escape"),
            ]
        )

    def on_mount(self) -> None:
        self._show_meanings()

    def on_cycle_select_changed(self, event: CycleSelect.Changed) -> None:
        settings = self.risk.settings
        name = event.choice.id
        assert name is not None, "every choice is named after its setting"
        setattr(settings, name, event.choice.value)
        if name in ("colours", "signs", "theme"):
            self.risk.apply_setting(name)
        self._show_meanings()
        # A guest must not change the settings of the host's account. A hosted guest has their
        # own.
        may_save = is_hosted() or not self.risk.guest
        problem = save_settings(settings) if may_save else ""
        warning = _(
            "Settings could not be saved ({problem}); this lasts until you quit", problem=problem
        )
        self.query_one(Notice).say(warning if problem else "")

    def _show_meanings(self) -> None:
        for name, _title, values in _ROWS:
            settings = self.risk.settings
            slots = {"seconds": format_number(settings.pause, "g"), "chance": settings.plan}
            slots["language"] = LANGUAGE_NAMES.get(settings.language, settings.language)
            meaning = _(values[getattr(settings, name)], **slots)
            self.query_one(f"#{name}-meaning", Static).update(meaning)
