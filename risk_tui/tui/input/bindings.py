"""The keys of the game screen: one entry each, from which dispatch, footer and help all come."""

from __future__ import annotations

import re
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from risk_tui.commands.all_commands import COMMANDS
from risk_tui.commands.base import KeyBinding, Where
from risk_tui.commands.pointing import end_turn, enter, repeat
from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from risk_tui.commands.base import Command
    from risk_tui.commands.front_end import MapFrontEnd


@dataclass(frozen=True, slots=True)
class ScreenKey(KeyBinding):
    """Keys of what only a screen can do."""

    press: Callable[[MapFrontEnd], object] = field(kw_only=True)


def _mover(direction: str) -> Callable[[MapFrontEnd], object]:
    return lambda screen: screen.move_cursor(direction)


_ENTRIES: tuple[ScreenKey | type[Command], ...] = (
    ScreenKey(
        "act",
        ("enter",),
        "do what is asked with this territory",
        useful=Where.DECLARED,
        press=lambda screen: screen.point(enter),
    ),
    *(
        ScreenKey(
            f"move.{direction}",
            (direction, letter),
            f"move the cursor {words}",
            press=_mover(direction),
        )
        for direction, letter, words in (
            ("left", "h", "to the left"),
            ("down", "j", "down"),
            ("up", "k", "up"),
            ("right", "l", "to the right"),
        )
    ),
    ScreenKey(
        "next",
        ("tab",),
        "go to the next territory that can act",
        useful=Where.ON_MAP,
        label="next",
        shown=Where.ON_MAP,
        press=lambda screen: screen.walk("next"),
    ),
    ScreenKey(
        "previous",
        ("shift+tab",),
        "go back to the one before",
        useful=Where.ON_MAP,
        press=lambda screen: screen.walk("previous"),
    ),
    ScreenKey(
        "front",
        ("f",),
        "your next territory beside an enemy, strongest first",
        useful=Where.ASKED,
        press=lambda screen: screen.walk("front"),
    ),
    ScreenKey(
        "front.back",
        ("g",),
        "go back to the front before",
        useful=Where.ASKED,
        press=lambda screen: screen.walk("front.back"),
    ),
    COMMANDS["earth"],
    COMMANDS["attack"],
    COMMANDS["blitz"],
    ScreenKey(
        "repeat",
        (".",),
        "the last attack, or blitz, once more",
        useful=Where.DECLARED,
        press=lambda screen: screen.point(repeat),
    ),
    COMMANDS["reinforce"],
    COMMANDS["end"],
    ScreenKey(
        "end.turn",
        (">", "end"),
        "end your turn at once, with no fortifying",
        useful=Where.DECLARED,
        press=lambda screen: screen.point(end_turn),
    ),
    COMMANDS["place"],
    COMMANDS["cards"],
    COMMANDS["mission"],
    COMMANDS["defend"],
    COMMANDS["undo"],
    ScreenKey(
        "skip",
        ("space",),
        "skip ahead to the next decision of a person",
        press=lambda screen: screen.skip(),
    ),
    ScreenKey(
        "command",
        (":",),
        "type a command, such as  :attack ukraine ural 3",
        label="command",
        shown=Where.ASKED,
        press=lambda screen: screen.ask_command(),
    ),
    ScreenKey(
        "find",
        ("ctrl+p",),
        "find an action or a command by its name",
        press=lambda screen: screen.show_palette(),
    ),
    COMMANDS["pause"],
    COMMANDS["step"],
    COMMANDS["hint"],
    COMMANDS["log"],
    COMMANDS["recap"],
    COMMANDS["threats"],
    ScreenKey(
        "plan",
        ("x", "f7"),
        "plan your attacks: mark the next territory, or the last; {blitz} fights it",
        useful=Where.ASKED,
        advice=True,
        press=lambda screen: screen.mark_campaign(),
    ),
    COMMANDS["dice"],
    COMMANDS["story"],
    COMMANDS["rules"],
    ScreenKey(
        "settings",
        ("o",),
        "settings: colours, signs, theme, pace",
        press=lambda screen: screen.show_settings(),
    ),
    COMMANDS["help"],
    ScreenKey(
        "cancel",
        ("escape",),
        "forget what was typed or chosen; stop a blitz",
        press=lambda screen: screen.cancel(),
    ),
    COMMANDS["quit"],
)
"""What keys do, in the order in which help and the footer list it; other commands come last."""

_OTHERS = tuple(command for command in COMMANDS.values() if command not in _ENTRIES)
_PRESSED = {
    key: entry.press
    for entry in (*_ENTRIES, *_OTHERS)
    if (key := entry if isinstance(entry, ScreenKey) else entry.key) is not None
}

KEYS: tuple[KeyBinding, ...] = tuple(_PRESSED)


def check_keys(bindings: Iterable[KeyBinding]) -> None:
    """Raise ``TypeError`` where one key belongs to two commands."""
    owners: dict[str, str] = {}
    for binding in bindings:
        for key in binding.keys:
            other = owners.setdefault(key, binding.action)
            if other != binding.action:
                raise TypeError(f"{key} is a key of {other!r} and of {binding.action!r}")


check_keys(KEYS)

# Textual's own bindings were measured: to apply its keymap takes 7.7 ms, twice for every key, where
# a key takes 3 ms in all; and as a binding is looked up only once a key has come back from the
# widget to the app, ":", "u" and "e" pressed at once were three actions, not a line.
PRESS: dict[str, Callable[[MapFrontEnd], object]] = {
    key.action: press for key, press in _PRESSED.items()
}
"""What each action does, by its stable name."""

COMMAND_OF: dict[str, type[Command]] = {
    entry.key.action: entry
    for entry in (*_ENTRIES, *_OTHERS)
    if not isinstance(entry, ScreenKey) and entry.key is not None
}
"""The commands that have keys, by their actions."""

_SIGNS = {
    "enter": "⏎",
    "left": "←",
    "down": "↓",
    "up": "↑",
    "right": "→",
    "tab": "Tab",
    "shift+tab": "⇧Tab",
    "space": "␣",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
    "insert": "Ins",
}

_ASCII_SIGNS = {"enter": "Enter", "shift+tab": "S-Tab", "space": "Space"}
"""The keys whose names are others where nothing but ASCII may be written."""

_ARROWS = {key: key.capitalize() for key in ("left", "down", "up", "right")}
"""The arrows in a list in ASCII; in the footer their signs stand side by side even then."""


def key_sign(key: str, *, plain: bool = False) -> str:
    """The sign of a key on the screen; ``plain``: without signs that ASCII lacks.

    >>> key_sign("enter"), key_sign("ctrl+p"), key_sign("f1"), key_sign("?"), key_sign("enter",
    ... plain=True)
    ('⏎', '^P', 'F1', '?', 'Enter')
    """
    if key.startswith("ctrl+"):
        return f"^{key[-1].upper()}"
    if plain and key in _ASCII_SIGNS:
        return _ASCII_SIGNS[key]
    return _SIGNS.get(key, key if len(key) == 1 else key.capitalize())


def key_name(key: str, *, plain: bool = False) -> str:
    """The name of a key in a sentence.

    >>> key_name("enter"), key_name("space"), key_name("e")
    ('Enter', 'space', 'e')
    """
    return {"enter": "Enter", "space": "space"}.get(key) or key_sign(key, plain=plain)


_TOKEN = r"\{(" + "|".join(re.escape(binding.action) for binding in KEYS) + r")\}"


class Keymap:
    """Which key does what: the defaults with a player's changes.

    A ``plain`` keymap names keys without signs that ASCII lacks.
    """

    def __init__(
        self, changed: Mapping[str, tuple[str, ...]] | None = None, *, plain: bool = False
    ) -> None:
        self.keys = {binding.action: binding.keys for binding in KEYS} | dict(changed or {})
        """The keys of every action, at least one."""
        self._plain = plain
        self._actions = {key: action for action, keys in self.keys.items() for key in keys}

    @cached_property
    def in_ascii(self) -> Keymap:
        """The same keys with plain names."""
        return Keymap(self.keys, plain=True)

    def action_of(self, key: str, char: str) -> str | None:
        """The action of a key, given by its name and its character; ``None`` without one."""
        is_sign = len(char) == 1 and char.isprintable() and char != " "
        return self._actions.get(char if is_sign else key)

    def sign(self, action: str) -> str:
        """The sign of the first key of an action."""
        return key_sign(self.keys[action][0], plain=self._plain)

    def signs(self, action: str) -> str:
        """The signs of all keys of an action, for a list."""
        arrows = _ARROWS if self._plain else {}
        keys = self.keys[action]
        return " ".join(arrows.get(key) or key_sign(key, plain=self._plain) for key in keys)

    def fill(self, text: str, names: Iterable[str] = ()) -> str:
        """``text`` with the name of each action in braces replaced by its key.

        ``names`` of players stay as they are, even with braces.

        >>> Keymap().fill("{end} ends the turn of {end}", ["of {end}"])
        'e ends the turn of {end}'
        """
        literals = [re.escape(name) for name in names if "{" in name]
        pattern = "|".join([*literals, _TOKEN])
        return re.sub(
            pattern,
            lambda match: (
                key_name(self.keys[match[1]][0], plain=self._plain) if match[1] else match[0]
            ),
            text,
        )


DEFAULT_KEYMAP = Keymap()
