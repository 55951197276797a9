"""A player's settings: small, in one JSON file, and never in the way.

A file that cannot be read counts as no file at all; a value that is not known keeps its default.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

PACES = {"slow": 1.2, "normal": 0.5, "fast": 0.15, "instant": 0.0}
"""Seconds that each step of a computer player stays on the screen."""

DEFENCES = ("ask", "most")

COLOURS = ("auto", "full", "256", "16", "none")
"""How many colours the terminal is given; ``auto`` asks the environment."""

SIGNS = ("auto", "blocks", "ascii")
"""Whether anything but ASCII is written; ``auto`` asks the environment."""

THEMES = ("dark", "light")
MOTIONS = ("auto", "on", "off")
"""Whether great moments are shown as they happen; ``auto``: not over SSH."""

MICE = ("clicks", "off")

CURTAINS = ("guarded", "quick")
"""Whether the curtain waits until no key came for a moment before it can be lifted."""

BELLS = ("on", "off")
"""Whether the terminal's bell calls a player at one of several terminals."""

_LONGEST = 100_000
"""Characters that are read of the file."""

_CHOICES = {
    "pace": tuple(PACES),
    "defence": DEFENCES,
    "colours": COLOURS,
    "signs": SIGNS,
    "theme": THEMES,
    "motion": MOTIONS,
    "mouse": MICE,
    "curtain": CURTAINS,
    "bell": BELLS,
}


@dataclass
class Settings:
    """``pace`` of computer players (a key of ``PACES``); ``defence``: whether people are asked
    for their defence dice or always roll the most; ``colours``, ``signs``, ``theme``, ``motion``
    and ``mouse``: how the screen is drawn; ``curtain``: whether it is wary of keys that were meant
    for the turn before; ``bell``: whether it rings when it is a player's move at one of several
    terminals; ``ruleset``, ``map`` and ``players`` (as on the command line) of the last
    new game."""

    pace: str = "normal"
    defence: str = "ask"
    colours: str = "auto"
    signs: str = "auto"
    theme: str = "dark"
    motion: str = "auto"
    mouse: str = "clicks"
    curtain: str = "guarded"
    bell: str = "on"
    ruleset: str = "us-1993"
    map: str = "classic"
    players: list[str] = field(default_factory=list)

    @property
    def moves(self) -> bool:
        """Whether great moments (dice falling, a conquest, an elimination) are shown as such."""
        if self.motion == "auto":
            return not os.environ.get("SSH_CONNECTION")
        return self.motion == "on"

    @property
    def pause(self) -> float:
        """Seconds between the steps of computer players."""
        return PACES[self.pace]


def settings_path() -> Path:
    """Where the settings are kept."""
    from platformdirs import user_config_path

    return user_config_path("risk-tui", appauthor=False) / "settings.json"


def keymap_path() -> Path:
    """Where a player's keymap is kept, if there is one."""
    return settings_path().with_name("keymap.yaml")


def load_settings() -> Settings:
    """The player's settings, or the defaults."""
    settings = Settings()
    try:
        with settings_path().open(encoding="utf-8") as file:
            data = json.loads(file.read(_LONGEST))
    except (OSError, ValueError, RecursionError):
        return settings
    if not isinstance(data, dict):
        return settings
    for each in fields(Settings):
        value = data.get(each.name)
        if _good(each.name, value):
            setattr(settings, each.name, value)
    return settings


def save_settings(settings: Settings) -> bool:
    """Keep the settings; whether that was possible."""
    try:
        path = settings_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
    except OSError:
        return False
    return True


def _short(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) < 200


def _good(name: str, value: object) -> bool:
    if name == "players":
        return isinstance(value, list) and len(value) <= 6 and all(map(_short, value))
    if not _short(value):
        return False
    return name not in _CHOICES or value in _CHOICES[name]
