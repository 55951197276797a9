"""A player's settings, read from and written to one small JSON file.

A file that cannot be read counts as no file at all; an unknown value keeps its default.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING

from risk_tui.data.files import open_text, overwrite, reason

if TYPE_CHECKING:
    from pathlib import Path

PACES = {"slow": 1.2, "normal": 0.5, "fast": 0.15, "instant": 0.0}
"""Seconds that each step of a computer player stays on the screen."""

_MAX_CHARACTERS = 100_000
"""Characters of the file that are read at most."""

CHOICES = {
    "pace": tuple(PACES),
    "defence": ("ask", "most"),
    # How many colours are sent to the terminal; auto asks the environment, and the terminal.
    "colours": ("auto", "full", "256", "16", "none"),
    # Whether more than ASCII is written; auto asks the environment.
    "signs": ("auto", "blocks", "ascii"),
    # Whether it is drawn for a dark or a light room; auto asks the terminal for its own ground.
    "theme": ("auto", "dark", "light"),
    # Whether animations are shown; auto: not over SSH.
    "motion": ("auto", "on", "off"),
    "mouse": ("clicks", "off"),
    # Whether the curtain can be lifted only after a moment without any key.
    "curtain": ("guarded", "quick"),
    # Whether the terminal's bell calls a player at one of several terminals.
    "bell": ("on", "off"),
    # The chance in percent below which a plan that is fought stops.
    "plan": ("0", "10", "25", "50", "75"),
    # Whether the bottom line says what to press; auto: in somebody's first games.
    "hints": ("auto", "on", "off"),
}
"""The values that settings of a few values may have."""


@dataclass
class Settings:
    """A player's settings.

    ``pace`` of computer players (a key of ``PACES``); ``defence``: whether people are asked
    for their defence dice or always roll the most; ``colours``, ``signs``, ``theme``, ``motion``
    and ``mouse``: how the screen is drawn; ``curtain``: whether it ignores keys that were meant
    for the turn before; ``bell``: whether it rings when it is a player's move at one of several
    terminals; ``plan``: the chance in percent below which a plan that is fought stops; ``hints``:
    whether the bottom line says what to press; ``ruleset``, ``map`` and ``players`` (as on the
    command line) of the last new game.
    """

    pace: str = "normal"
    defence: str = "ask"
    colours: str = "auto"
    signs: str = "auto"
    theme: str = "auto"
    motion: str = "auto"
    mouse: str = "clicks"
    curtain: str = "guarded"
    bell: str = "on"
    plan: str = "25"
    hints: str = "auto"
    ruleset: str = "us-1993"
    map: str = "classic"
    players: list[str] = field(default_factory=list)

    @property
    def shows_animations(self) -> bool:
        """Whether animations (of falling dice, a conquest, an elimination) are shown."""
        if self.motion == "auto":
            return not os.environ.get("SSH_CONNECTION")
        return self.motion == "on"

    @property
    def pause(self) -> float:
        """Seconds between the steps of computer players."""
        return PACES[self.pace]


def settings_path() -> Path:
    """The path of the settings file."""
    from platformdirs import user_config_path

    return user_config_path("risk-tui", appauthor=False) / "settings.json"


def keymap_path() -> Path:
    """The path of a player's own keymap, whether or not there is one."""
    return settings_path().with_name("keymap.yaml")


def load_settings() -> Settings:
    """The player's settings, or the defaults."""
    settings = Settings()
    try:
        with open_text(settings_path()) as file:
            data = json.loads(file.read(_MAX_CHARACTERS))
    except (OSError, ValueError, RecursionError):
        return settings
    if not isinstance(data, dict):
        return settings
    for setting in fields(Settings):
        value = data.get(setting.name)
        if _is_valid(setting.name, value):
            setattr(settings, setting.name, value)
    return settings


def save_settings(settings: Settings) -> str:
    """Write the settings to their file; return why that is not possible, "" if it is."""
    try:
        # A player's own link to where they keep their settings stays one.
        path = settings_path().resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        overwrite(path, f"{json.dumps(asdict(settings), indent=2)}\n".encode())
    except OSError as error:
        return reason(error)
    return ""


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) < 200


def _is_valid(name: str, value: object) -> bool:
    if name == "players":
        return isinstance(value, list) and len(value) <= 6 and all(map(_is_short_text, value))
    if not _is_short_text(value):
        return False
    return name not in CHOICES or value in CHOICES[name]
