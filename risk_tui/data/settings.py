"""A player's settings, read from and written to one small JSON file.

If the file can't be read, the defaults apply, and it is never overwritten. An invalid value counts
as its default.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from risk_tui.data.files import open_text, overwrite, reason
from risk_tui.data.language import _, languages
from risk_tui.errors import RiskError

PACES = {"slow": 1.2, "normal": 0.5, "fast": 0.15, "instant": 0.0}
"""Seconds that each step of a bot stays on the screen."""

_MAX_CHARACTERS = 100_000
"""The maximum number of characters to read from the file."""

CHOICES = {
    "pace": tuple(PACES),
    "defence": ("ask", "most"),
    # Number of colours; auto asks the environment and the terminal.
    "colours": ("auto", "full", "256", "16", "none"),
    # Characters beyond ASCII; auto asks the environment.
    "signs": ("auto", "blocks", "ascii"),
    # Dark or light colours; auto asks the terminal for its background.
    "theme": ("auto", "dark", "light"),
    # Animations; auto turns them off over SSH.
    "motion": ("auto", "on", "off"),
    "mouse": ("clicks", "off"),
    # Guarded: the curtain ignores keys until no key was pressed for a moment.
    "curtain": ("guarded", "quick"),
    # The terminal's bell, or its notification, for a player's move at one of several terminals.
    "bell": ("on", "off", "osc9", "osc777"),
    # The chance in percent below which a fought plan stops.
    "plan": ("0", "10", "25", "50", "75"),
    # The language; auto asks the environment.
    "language": ("auto", *languages()),
    # Keys in the bottom line; auto shows them in a player's first games.
    "hints": ("auto", "on", "off"),
}
"""The allowed values of settings with few values."""


def move_signal(bell: str, text: str) -> str:
    """Return the characters that make a terminal announce a player's move.

    Args:
        bell: A value of the setting ``bell``.
        text: The printable text of a notification.

    >>> move_signal("osc9", "your move"), move_signal("off", "your move")
    ('\\x1b]9;your move\\x07', '')
    """
    title = text.replace(";", ",")
    signals = {"on": "\a", "osc9": f"\x1b]9;{title}\a", "osc777": f"\x1b]777;notify;Risk;{title}\a"}
    return signals.get(bell, "")


@dataclass
class Settings:
    """A player's settings.

    ``pace``: the speed of bots (a key of ``PACES``); ``defence``: ask for defence dice, or always
    roll the most; ``colours``, ``signs``, ``theme``, ``motion`` and ``mouse``: the look of the
    screen, and its mouse; ``curtain``: guarded against keys meant for the turn before; ``bell``:
    the signal for a player's move at one of several terminals; ``notify``: the command with which a
    host notifies absent players, at most every ``notify_minutes`` minutes; ``plan``: the chance in
    percent below which a fought plan stops; ``hints``: keys in the bottom line; ``language``: the
    language of all texts; ``ruleset``, ``map`` and ``players`` (as on the command line) of the last
    new game.
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
    language: str = "auto"
    notify: str = ""
    notify_minutes: int = 60
    ruleset: str = "us-1993"
    map: str = "classic"
    players: list[str] = field(default_factory=list)

    @property
    def shows_animations(self) -> bool:
        """True if animations are shown."""
        if self.motion == "auto":
            return not os.environ.get("SSH_CONNECTION")
        return self.motion == "on"

    @property
    def pause(self) -> float:
        """Seconds between the steps of bots."""
        return PACES[self.pace]


def settings_path() -> Path:
    """Return the path of the settings file."""
    from platformdirs import user_config_path

    return user_config_path("risk-tui", appauthor=False) / "settings.json"


def keymap_path() -> Path:
    """Return the path of the player's own keymap, which may not exist."""
    return settings_path().with_name("keymap.yaml")


def has_keymap() -> bool:
    """Return True if there is a keymap, or a problem with its path that loading it reports."""
    try:
        return keymap_path().exists()
    except OSError:  # For example, a folder that may not be read.
        return True


def load_settings() -> Settings:
    """Load the player's settings, or the defaults."""
    settings = Settings()
    with contextlib.suppress(OSError, ValueError, RecursionError):
        data = _read_values()
        for setting in fields(Settings):
            value = data.get(setting.name)
            if _is_valid(setting.name, value):
                setattr(settings, setting.name, value)
    return settings


def check_settings(*names: str) -> None:
    """Check the settings that a player writes by hand. A missing file or setting is valid.

    Raises:
        RiskError: If the file can't be read, or one of the named settings has an invalid value.
    """
    path = settings_path()
    data = _stored_values()
    for name in names:
        if name in data and not _is_valid(name, data[name]):
            raise RiskError(_("{path}: the value of {name} is not valid", path=path, name=name))


def _stored_values() -> dict[str, object]:
    """Return the values in the settings file, unchecked; none if there is no file.

    Raises:
        RiskError: If it can't be read.
    """
    try:
        return _read_values()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        path = settings_path()
        problem = reason(error) if isinstance(error, OSError) else str(error)
        raise RiskError(_("{path} can't be read: {reason}", path=path, reason=problem)) from None


def _read_values() -> dict[str, object]:
    """Read the values in the settings file, unchecked.

    Raises:
        OSError, ValueError or RecursionError: If it can't be read.
    """
    with open_text(settings_path()) as file:
        data = json.loads(file.read(_MAX_CHARACTERS))
    if not isinstance(data, dict):
        raise ValueError(_("it must be one object in braces"))
    return data


def save_settings(settings: Settings) -> str:
    """Write the settings to their file; return the reason if that fails, else an empty text.

    A file that can't be read is not replaced, because a player may have written it by hand. What
    this version does not know stays in the file: another version may.
    """
    path = settings_path()
    try:
        values = _stored_values()
        stored = asdict(load_settings())
        for name, value in asdict(settings).items():
            if name not in values or value != stored[name]:
                values[name] = value
        path.parent.mkdir(parents=True, exist_ok=True)
        overwrite(path, f"{json.dumps(values, indent=2)}\n".encode())
    except (RiskError, RecursionError) as error:
        return str(error)
    except OSError as error:
        return reason(error)
    return ""


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) < 200


def _is_valid(name: str, value: object) -> bool:
    if name == "notify":
        return isinstance(value, str) and len(value) < 2_000
    if name == "notify_minutes":
        return type(value) is int and 1 <= value <= 7 * 24 * 60
    if name == "players":
        return isinstance(value, list) and len(value) <= 6 and all(map(_is_short_text, value))
    if not _is_short_text(value):
        return False
    return name not in CHOICES or value in CHOICES[name]
