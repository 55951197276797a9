"""The keys of the game screen, and the file in which players choose their own.

Each action has one entry, which dispatch, the footer and the help all use. The keymap file maps
an action to a key or a list of keys, which replace its default keys::

    attack: a
    end: [e, ctrl+e]

A key is written as its character (punctuation in quotes) or by its name. Upper-case letters and
digits cannot be assigned, because players type territory codes and numbers with them. Enter always
acts, and Esc always cancels.

Textual's own bindings are too slow and act too late. Applying Textual's keymap takes 7.7 ms, twice
for every key, while a key takes 3 ms in all. Textual looks up a binding only after the key has
passed from the widget to the app: ":", "u" and "e" pressed at once would be three actions instead
of the start of a line. Only priority bindings are looked up before, and they would take letters
from the line.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from risk_tui.commands.all_commands import COMMANDS, imported_commands
from risk_tui.commands.base import Command, KeyBinding, Occasion
from risk_tui.commands.front_end import Intent, MapFrontEnd, Pace, Page
from risk_tui.commands.pointing import end_turn, enter, repeat
from risk_tui.data.documents import Document
from risk_tui.data.language import N_, _, did_you_mean
from risk_tui.data.settings import has_keymap, keymap_path
from risk_tui.engine.actions import ACTIONS, all_actions
from risk_tui.errors import DataError, DeclarationError
from risk_tui.tui.key_hints import KeyHint


@dataclass(frozen=True, slots=True)
class ScreenKey(KeyBinding):
    """Keys for an action that only a front end with a map has. The binding itself is the intent."""

    run: Callable[[MapFrontEnd], None] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class CursorKey(KeyBinding):
    """Keys that move the cursor."""

    def run(self, ui: MapFrontEnd) -> None:
        """Move the cursor."""
        ui.move_cursor(self.action.removeprefix("move."))


_ENTRIES: tuple[KeyBinding | type[Command], ...] = (
    KeyBinding(
        "act",
        ("enter",),
        "use this territory: claim, place, attack, move",
        useful=Occasion.ANSWERED,
        meaning=enter,
    ),
    *(
        CursorKey(f"move.{direction}", (direction, letter), words)
        for direction, letter, words in (
            ("left", "h", "move the cursor to the left"),
            ("down", "j", "move the cursor down"),
            ("up", "k", "move the cursor up"),
            ("right", "l", "move the cursor to the right"),
        )
    ),
    CursorKey(
        "next",
        ("tab",),
        "go to the next territory that you can use",
        useful=Occasion.ON_MAP,
        label="next",
        shown=Occasion.ON_MAP,
    ),
    CursorKey(
        "previous",
        ("shift+tab",),
        "previous territory that you can use",
        useful=Occasion.ON_MAP,
    ),
    CursorKey(
        "front",
        ("f",),
        "your next border territory, strongest first",
        useful=Occasion.ASKED,
    ),
    CursorKey(
        "front.back",
        ("g",),
        "previous border territory",
        useful=Occasion.ASKED,
    ),
    COMMANDS["earth"],
    COMMANDS["attack"],
    COMMANDS["blitz"],
    KeyBinding(
        "repeat",
        (".",),
        "repeat the last attack or blitz",
        useful=Occasion.ANSWERED,
        meaning=repeat,
    ),
    COMMANDS["reinforce"],
    COMMANDS["end"],
    KeyBinding(
        "end.turn",
        (">", "end"),
        "end your turn now, without fortifying",
        useful=Occasion.ANSWERED,
        meaning=end_turn,
    ),
    COMMANDS["place"],
    COMMANDS["cards"],
    COMMANDS["mission"],
    COMMANDS["defend"],
    COMMANDS["undo"],
    ScreenKey(
        "skip",
        ("space",),
        "skip to the next human decision",
        label="skip ahead",
        run=lambda ui: ui.pace(Pace.SKIP),
    ),
    ScreenKey(
        "command",
        (":",),
        "type a command, such as  :attack ukraine ural 3",
        label="command",
        shown=Occasion.ASKED,
        run=lambda ui: ui.ask_command(),
    ),
    ScreenKey(
        "find",
        ("ctrl+p",),
        "find an action or a command by its name",
        run=lambda ui: ui.show(Page.PALETTE),
    ),
    ScreenKey(
        "panel",
        ("y", "f2"),
        "show or hide the panel; on a narrow terminal, it replaces the map",
        run=lambda ui: ui.toggle_panel(),
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
        useful=Occasion.ASKED,
        advice=True,
        run=lambda ui: ui.mark_campaign(),
    ),
    COMMANDS["dice"],
    COMMANDS["story"],
    COMMANDS["rules"],
    COMMANDS["settings"],
    COMMANDS["help"],
    ScreenKey(
        "cancel",
        ("escape",),
        "clear input or selection; stop a blitz",
        run=lambda ui: ui.cancel(),
    ),
    COMMANDS["quit"],
)
"""The keys in the order of the help and the footer; commands that are not listed come last."""


def check_keys(bindings: Iterable[KeyBinding]) -> None:
    """Check that no two actions have the same key, and that each key can be one.

    Capital letters start codes of territories, and digits start numbers.

    Raises:
        DeclarationError: If a key can't be used.
    """
    owners: dict[str, str] = {}
    for binding in bindings:
        for key in binding.keys:
            if len(key) == 1 and (key.isupper() or key.isdigit()):
                raise DeclarationError(f"{key} can't be a key: it starts a code or a number")
            if key not in (*NAMED_KEYS, *_CHARACTER_KEYS, *_FIXED_KEYS.values()):
                raise DeclarationError(f"{key} of {binding.action!r} is not a key; use {ALLOWED}")
            other = owners.setdefault(key, binding.action)
            if other != binding.action:
                raise DeclarationError(f"{key} is a key of {other!r} and of {binding.action!r}")


class _Keys:
    """The keys of all entries and of all imported commands."""

    def __init__(self) -> None:
        others = [command for command in imported_commands().values() if command not in _ENTRIES]
        self.bindings: dict[str, KeyBinding] = {}
        self.commands: dict[str, type[Command]] = {}
        for entry in (*_ENTRIES, *others):
            binding = entry if isinstance(entry, KeyBinding) else entry.key
            if binding is not None:
                self.bindings[binding.action] = binding
                if not isinstance(entry, KeyBinding):
                    self.commands[binding.action] = entry
        check_keys(self.bindings.values())
        self.defaults = {action: binding.keys for action, binding in self.bindings.items()}
        names = "|".join(re.escape(action) for action in self.bindings)
        # A pattern with one group: the name of an action, in braces.
        self.token = rf"\{{({names})\}}"


@cache
def _keys_with(*_kinds: str) -> _Keys:
    """Return the keys, which are cached until another kind of action is registered."""
    return _Keys()


def _keys() -> _Keys:
    """Return the current keys. Importing a variant adds its keys."""
    return _keys_with(*ACTIONS)


def key_bindings() -> tuple[KeyBinding, ...]:
    """Return the key bindings of the game and of all imported variants."""
    return tuple(_keys().bindings.values())


def binding_of(action: str) -> KeyBinding:
    """Return the key binding of an action, by its stable name."""
    return _keys().bindings[action]


def command_with_key(action: str) -> type[Command] | None:
    """Return the command that the keys of an action run; ``None`` if they run none."""
    return _keys().commands.get(action)


def intent_of(action: str) -> Intent:
    """Return the intent of an action whose binding has no ``meaning`` on the map."""
    keys = _keys()
    binding = keys.bindings[action]
    return binding if isinstance(binding, ScreenKey | CursorKey) else keys.commands[action]()


_SIGNS = {
    "enter": "⏎",
    "left": "←",
    "down": "↓",
    "up": "↑",
    "right": "→",
    "tab": "Tab",
    "shift+tab": "⇧Tab",
    "space": "␣",
    "escape": N_("Esc"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "delete": N_("Del"),
    "insert": N_("Ins"),
    "home": N_("Home"),
    "end": N_("End"),
}

_ASCII_SIGNS = {"enter": N_("Enter"), "shift+tab": "S-Tab", "space": N_("Space")}
"""The names of keys that have another name in ASCII."""

_ARROWS = {key: key.capitalize() for key in ("left", "down", "up", "right")}
"""The names of arrow keys in ASCII lists. The footer shows arrows even in ASCII."""


def key_sign(key: str, *, plain: bool = False) -> str:
    """Return the sign of a key on the screen; with ``plain``, in ASCII except for arrows.

    >>> key_sign("enter"), key_sign("ctrl+p"), key_sign("f1"), key_sign("?"), key_sign("enter",
    ... plain=True)
    ('⏎', '^P', 'F1', '?', 'Enter')
    """
    if key.startswith("ctrl+"):
        return f"^{key[-1].upper()}"
    if plain and key in _ASCII_SIGNS:
        return _(_ASCII_SIGNS[key])
    return _(_SIGNS.get(key, key if len(key) == 1 else key.capitalize()))


def key_name(key: str, *, plain: bool = False) -> str:
    """Return the name of a key for use in a sentence.

    >>> key_name("enter"), key_name("space"), key_name("e")
    ('Enter', 'space', 'e')
    """
    return {"enter": _("Enter"), "space": _("space")}.get(key) or key_sign(key, plain=plain)


class Keymap:
    """The keys of all actions: the defaults with a player's changes.

    A ``plain`` keymap names keys in ASCII.
    """

    def __init__(
        self, changed: Mapping[str, tuple[str, ...]] | None = None, *, plain: bool = False
    ) -> None:
        self._changed = dict(changed or {})
        self._plain = plain

    @property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The keys of each action. Every action has at least one."""
        return _keys().defaults | self._changed

    @cached_property
    def in_ascii(self) -> Keymap:
        """The same keys with ASCII names."""
        return Keymap(self._changed, plain=True)

    def action_of(self, key: str, char: str) -> str | None:
        """Return the action of a key by its name and character; ``None`` if it has none."""
        is_sign = len(char) == 1 and char.isprintable() and char != " "
        actions = {key: action for action, keys in self.keys.items() for key in keys}
        return actions.get(char if is_sign else key)

    def keys_of(self, action: str) -> tuple[str, ...]:
        """Return the keys of an action, at least one."""
        return self._changed.get(action) or binding_of(action).keys

    def sign(self, action: str) -> str:
        """Return the sign of an action's first key."""
        return key_sign(self.keys_of(action)[0], plain=self._plain)

    def labelled(self, action: str, label: str | None = None) -> KeyHint:
        """Return an action's first key with its sign and a label, by default the declared one."""
        key = self.keys_of(action)[0]
        if label is None:
            label = _(binding_of(action).label)
        return KeyHint(key_sign(key, plain=self._plain), label, key, action)

    def signs(self, action: str) -> str:
        """Return the signs of all keys of an action, for a list."""
        arrows = _ARROWS if self._plain else {}
        keys = self.keys_of(action)
        return " ".join(arrows.get(key) or key_sign(key, plain=self._plain) for key in keys)

    def fill(self, text: str, names: Iterable[str] = ()) -> str:
        """Replace each action name in braces by the action's first key.

        The players' ``names`` stay unchanged, even if they contain braces.

        >>> Keymap().fill("{end} ends the turn of {end}", ["of {end}"])
        'e ends the turn of {end}'
        """
        literals = [re.escape(name) for name in names if "{" in name]
        return re.sub(
            "|".join([*literals, _keys().token]),
            lambda match: (
                key_name(self.keys_of(match[1])[0], plain=self._plain) if match[1] else match[0]
            ),
            text,
        )


DEFAULT_KEYMAP = Keymap()


NAMED_KEYS = (
    *("tab", "shift+tab", "space", "left", "down", "up", "right"),
    *("home", "end", "pageup", "pagedown", "insert", "delete", "backspace"),
    *(f"f{number}" for number in range(1, 13)),
)
"""The named keys that a keymap can assign."""

ALLOWED = N_(
    "a lower-case letter, a punctuation mark in quotes, ctrl+ and a letter, f1 to f12, tab, "
    "shift+tab, space, an arrow (left, down, up, right), home, end, pageup, pagedown, insert, "
    "delete or backspace"
)

_CHARACTER_KEYS = {
    *string.ascii_lowercase,
    *string.punctuation,
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase),
}
"""The other keys that a keymap can assign, unless they are reserved."""

_FIXED_KEYS = {"act": "enter", "cancel": "escape"}
"""The key that each of these actions always keeps, because every dialog uses it, too."""

_RESERVED_KEYS = {
    **dict.fromkeys(_FIXED_KEYS.values(), N_("{key} always belongs to '{action}'")),
    **dict.fromkeys(("ctrl+c", "ctrl+q"), N_("{key} always quits")),
    "ctrl+l": N_("{key} always redraws the screen"),
    # Terminals send the same bytes for these keys as for the keys that are named here.
    "ctrl+h": N_("{key} is the same key as backspace"),
    "ctrl+i": N_("{key} is the same key as tab"),
    "ctrl+j": N_("{key} is the same key as enter"),
    "ctrl+m": N_("{key} is the same key as enter"),
}
"""Keys that a keymap cannot assign to other actions, and the reason that the player reads."""


def load_keymap() -> Keymap:
    """Load the player's keymap. Without a file it has the default keys.

    Raises:
        DataError: If the file cannot be read or is invalid. The message is one line that names the
            file and the problem.
    """
    if not has_keymap():
        return Keymap()
    path = keymap_path()
    from risk_tui.rules.library import read_text

    return parse_keymap(read_text(path, source=str(path)), source=str(path))


def parse_keymap(text: str, *, source: str) -> Keymap:
    """Parse a keymap.

    Raises:
        DataError: If it is invalid. The message names the ``source`` and the line.
    """
    all_actions()  # The file may name the key of any variant.
    from risk_tui.data.documents import read_document

    document = read_document(text, source=source)
    if document.data is None:
        return Keymap()
    if not isinstance(document.data, dict):
        raise DataError(
            _("{source}: a keymap is a table of actions and keys, as in  attack: a", source=source)
        )
    defaults = _keys().defaults
    changed: dict[str, tuple[str, ...]] = {}
    for action, entry in document.data.items():
        if action not in defaults:
            hint = did_you_mean(action, defaults, _("'risk-tui keys' lists them all"))
            raise _error(
                document, action, _("unknown action '{action}'; {hint}", action=action, hint=hint)
            )
        fixed = [_FIXED_KEYS[action]] if action in _FIXED_KEYS else []
        values = entry if isinstance(entry, list) else [entry]
        keys = [*fixed, *(_parse_key(document, action, value) for value in values)]
        if not keys:
            raise _error(document, action, _("give '{action}' a key", action=action))
        changed[action] = tuple(dict.fromkeys(keys))
    changed |= _without_taken_keys(defaults, changed)
    _validate_unique(document, defaults | changed)
    return Keymap(changed)


def _without_taken_keys(
    defaults: Mapping[str, tuple[str, ...]], changed: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the remaining keys of unchanged actions that lose a default key to a changed action.

    An action that would lose all its keys is left out, so that ``_validate_unique`` reports it.
    """
    taken = {key for keys in changed.values() for key in keys}
    remaining = {
        action: tuple(key for key in keys if key not in taken)
        for action, keys in defaults.items()
        if action not in changed and not taken.isdisjoint(keys)
    }
    return {action: keys for action, keys in remaining.items() if keys}


def keymap_lines(keymap: Keymap) -> Iterator[str]:
    """Yield the lines of a keymap file, with the help of each action as a comment."""
    rows = [
        (
            f"{binding.action}: [{', '.join(map(_yaml_key, keymap.keys_of(binding.action)))}]",
            _(binding.help),
        )
        for binding in key_bindings()
    ]
    width = max(len(row) for row, _ in rows)
    return (f"{row:<{width}}  # {keymap.fill(help)}" for row, help in rows)


def _yaml_key(key: str) -> str:
    return key if key.replace("+", "").isalnum() else json.dumps(key)


def _parse_key(document: Document, action: str, value: object) -> str:
    """Return the name of a key in the spelling of the program.

    Raises:
        DataError: If the action can't have this key.
    """
    text = _("nothing") if value is None else str(value)
    key = text if len(text) == 1 else text.lower()
    if key == _FIXED_KEYS.get(action):
        return key
    if key in _RESERVED_KEYS:
        owners = {fixed: action for action, fixed in _FIXED_KEYS.items()}
        problem = _(_RESERVED_KEYS[key], key=key, action=owners.get(key, ""))
    elif key.isdecimal():
        problem = _(
            "digits are numbers typed before a key, so '{action}' cannot have {key}",
            action=action,
            key=key,
        )
    elif len(key) == 1 and key.isupper():
        problem = _(
            "upper-case letters are codes of territories, so '{action}' cannot have {key}",
            action=action,
            key=key,
        )
    elif isinstance(value, str) and (key in _CHARACTER_KEYS or key in NAMED_KEYS):
        return key
    else:
        problem = _(
            "{key} is not a valid key for '{action}'; use {allowed}",
            key=text,
            action=action,
            allowed=_(ALLOWED),
        )
    raise _error(document, action, problem)


def _validate_unique(document: Document, keys: Mapping[str, tuple[str, ...]]) -> None:
    """Raise ``DataError`` if two actions have the same key."""
    owners: dict[str, str] = {}
    for action in (*(action for action in keys if action not in document.data), *document.data):
        for key in keys[action]:
            other = owners.setdefault(key, action)
            if other != action:
                hint = (
                    ""
                    if other in document.data
                    else _("; give '{other}' another key here too", other=other)
                )
                raise _error(
                    document,
                    action,
                    _(
                        "{key} belongs to '{other}' and to '{action}'{hint}",
                        key=key,
                        other=other,
                        action=action,
                        hint=hint,
                    ),
                )


def _error(document: Document, action: str | int, problem: str) -> DataError:
    line = document.line((action,))
    return DataError(
        _("{file}, line {line}: {problem}", file=document.source, line=line, problem=problem)
    )
