"""The keys of the game screen: one entry each, from which dispatch, footer and help all come."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import risk_tui.registry  # noqa: F401 (variants have commands with keys, too)
from risk_tui.commands.all_commands import COMMANDS
from risk_tui.commands.key_bindings import KeyBinding, Where
from risk_tui.commands.pointing import enter, repeat
from risk_tui.engine.decisions import ToAttack, ToDefend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from risk_tui.commands.base import Command
    from risk_tui.commands.front_end import MapFrontEnd
    from risk_tui.engine.decision import Decision
    from risk_tui.engine.view import View


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
        "do what the decision asks with this territory",
        Where.DECLARED,
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
        Where.ON_MAP,
        "next",
        Where.ON_MAP,
        press=lambda screen: screen.walk("next"),
    ),
    ScreenKey(
        "previous",
        ("shift+tab",),
        "go back to the one before",
        Where.ON_MAP,
        press=lambda screen: screen.walk("previous"),
    ),
    ScreenKey(
        "front",
        ("f",),
        "your next territory beside an enemy, strongest first",
        Where.ASKED,
        press=lambda screen: screen.walk("front"),
    ),
    ScreenKey(
        "front.back",
        ("g",),
        "go back to the front before",
        Where.ASKED,
        press=lambda screen: screen.walk("front.back"),
    ),
    COMMANDS["attack"],
    COMMANDS["blitz"],
    ScreenKey(
        "repeat",
        (".",),
        "the last attack, or blitz, once more",
        Where.DECLARED,
        press=lambda screen: screen.point(repeat),
    ),
    COMMANDS["reinforce"],
    COMMANDS["end"],
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
    COMMANDS["log"],
    COMMANDS["recap"],
    COMMANDS["threats"],
    ScreenKey(
        "plan",
        ("x", "f7"),
        "plan a campaign: mark the next territory, or its end",
        Where.ASKED,
        advice=True,
        press=lambda screen: screen.mark_campaign(),
    ),
    COMMANDS["dice"],
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

# Textual's own bindings were measured: to apply its keymap takes 7.7 ms, twice for every key, where
# a key takes 3 ms in all; and as a binding is looked up only once a key has come back from the
# widget to the app, ":", "u" and "e" pressed at once were three actions, not a line.
PRESS: dict[str, Callable[[MapFrontEnd], object]] = {
    key.action: press for key, press in _PRESSED.items()
}
"""What each action does, by its stable name."""

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


_TOKEN = re.compile(r"\{(" + "|".join(re.escape(binding.action) for binding in KEYS) + r")\}")


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
        pattern = "|".join([*literals, _TOKEN.pattern])
        return re.sub(
            pattern,
            lambda match: (
                key_name(self.keys[match[1]][0], plain=self._plain) if match[1] else match[0]
            ),
            text,
        )


DEFAULT_KEYMAP = Keymap()


def footer(
    view: View,
    local_turn: bool,
    source: int | None,
    keymap: Keymap = DEFAULT_KEYMAP,
    *,
    can_repeat: bool = False,
    remote: bool = False,
    advice: bool = True,
) -> Iterator[tuple[str, str]]:
    """The keys that work now, as pairs of a key's sign and its label.

    ``local_turn``: whether a person at this terminal decides; ``source``: the territory to act
    from, if one is chosen; ``can_repeat``: whether an attack can be repeated; ``remote``: whether
    another terminal decides; ``advice``: whether this table shows odds.
    """
    decision = view.decision

    def labelled(*actions: str) -> Iterator[tuple[str, str]]:
        return ((keymap.sign(action), _COMMON_LABELS[action]) for action in actions)

    if decision is None:
        yield from labelled("log", "rules", "leave")
        return
    if not local_turn:
        own = (("cards", view.hand), ("mission", view.missions))
        actions = [action for action, content in own if content]
        yield from labelled(*(actions if remote else ["skip"]), "command", "log", "help", "leave")
        return
    directions = ("left", "up", "down", "right")
    yield "".join(keymap.sign(f"move.{direction}") for direction in directions), "move"
    if isinstance(decision, ToDefend):
        yield (
            " ".join(map(str, range(1, decision.most + 1))),
            "dice" if decision.most > 1 else "die",
        )
    for key in keys_of(advice):
        usable = can_repeat if key.action == "repeat" else _is_usable(key, view, decision)
        label = _label(key, view, decision, source)
        if label and usable:
            yield keymap.sign(key.action), label
        if key.action == "front.back" and decision.on_map:
            yield "A-Z", "jump"
    yield from labelled("leave")


_COMMON_LABELS = {
    "cards": "cards",
    "mission": "mission",
    "log": "log",
    "rules": "rules",
    "leave": "leave",
    "skip": "skip ahead",
    "help": "help",
    "command": "command",
}


def keys_of(advice: bool) -> list[KeyBinding]:
    """The bindings at a table with advice, or at one without."""
    return [key for key in KEYS if advice or not key.advice]


def useful_actions(view: View, local_turn: bool, *, advice: bool = True) -> list[KeyBinding]:
    """The bindings that have anything to do now, without those that only move the cursor."""
    decision = view.decision if local_turn else None

    def is_listed(key: KeyBinding) -> bool:
        if key.useful is Where.ALWAYS or decision is None:
            return key.useful is Where.ALWAYS
        return key.is_useful_for(decision) and _is_usable(key, view, decision)

    keys = (key for key in keys_of(advice) if not key.action.startswith(_NOT_LISTED))
    return [key for key in keys if is_listed(key)]


_NOT_LISTED = ("move.", "find", "cancel")
"""The beginnings of actions that the list of actions leaves out."""


def _label(key: KeyBinding, view: View, decision: Decision, source: int | None) -> str:
    if key.action == "mission" and not view.missions:
        return "objectives"
    if key.action == "act" and source is not None and "target" in decision.keys:
        return str(decision.keys["target"])
    return key.label_for(decision)


def has_missions(view: View) -> bool:
    """Whether this game has missions or objectives to look at."""
    return view.ruleset.missions.played or view.ruleset.objectives.played


def _is_usable(key: KeyBinding, view: View, decision: Decision) -> bool:
    """Whether a key has anything to do in this decision."""
    match key.action:
        case "cards":
            return bool(view.hand)
        case "mission":
            return has_missions(view)
        case "all" if isinstance(decision, ToAttack):
            return decision.armies > 0
        case "end":
            return not getattr(decision, "must_trade", False)
    return True
