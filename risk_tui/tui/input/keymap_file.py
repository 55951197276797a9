"""The keymap file, in which a player chooses which keys do what.

It is a table of actions, each with a key or a list of keys that replace its own::

    attack: a
    end: [e, ctrl+e]

A key is written as its character (signs in quotes) or by its name. Upper-case letters and
digits belong to the codes of territories and to numbers, and Enter and Esc always act and cancel.
"""

from __future__ import annotations

import difflib
import json
import string
from typing import TYPE_CHECKING

from risk_tui.data.files import open_file, reason
from risk_tui.data.settings import keymap_path
from risk_tui.errors import DataError
from risk_tui.tui.input.bindings import KEYS, Keymap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from risk_tui.data.yaml_document import Document

NAMED_KEYS = (
    *("tab", "shift+tab", "space", "left", "down", "up", "right"),
    *("home", "end", "pageup", "pagedown", "insert", "delete", "backspace"),
    *(f"f{number}" for number in range(1, 13)),
)
"""The keys with names that an action can have."""

ALLOWED = (
    "a small letter, a sign in quotes, ctrl+ and a letter, f1 to f12, tab, shift+tab, space, an "
    "arrow (left, down, up, right), home, end, pageup, pagedown, insert, delete or backspace"
)

_UNNAMED_KEYS = {
    *string.ascii_lowercase,
    *string.punctuation,
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase),
}

_FIXED = {"act": "enter", "cancel": "escape"}
"""Keys that always stay with their action, as in every dialog."""

_RESERVED = {
    **{key: f"always belongs to '{action}'" for action, key in _FIXED.items()},
    **dict.fromkeys(("ctrl+c", "ctrl+q"), "always leaves the program"),
    "ctrl+l": "always redraws the screen",
    # The same bytes as other keys; no terminal can tell them apart.
    "ctrl+h": "is the same key as backspace",
    "ctrl+i": "is the same key as tab",
    "ctrl+j": "is the same key as enter",
    "ctrl+m": "is the same key as enter",
}


def load_keymap() -> Keymap:
    """Load the player's keymap; the defaults without a file.

    Raises ``DataError``, one line that names the file, the line and what is allowed.
    """
    path = keymap_path()
    try:
        with open_file(path) as file:
            from risk_tui.data.yaml_document import MAX_CHARACTERS

            data = file.read(4 * MAX_CHARACTERS + 1)
        text = data.decode("utf-8")
    except FileNotFoundError:
        return Keymap()
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text in UTF-8") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    return parse_keymap(text, source=str(path))


def parse_keymap(text: str, *, source: str) -> Keymap:
    """Read a keymap from a text. Raises ``DataError`` with ``source`` and the line."""
    from risk_tui.data.yaml_document import read_document

    document = read_document(text, source=source)
    if document.data is None:
        return Keymap()
    if not isinstance(document.data, dict):
        raise DataError(f"{source}: a keymap is a table of actions and keys, as in  attack: a")
    defaults = {binding.action: binding.keys for binding in KEYS}
    changed: dict[str, tuple[str, ...]] = {}
    for action, entry in document.data.items():
        if action not in defaults:
            matches = difflib.get_close_matches(str(action), defaults, n=1, cutoff=0.5)
            hint = f"did you mean '{matches[0]}'? " if matches else ""
            problem = f"there is no action '{action}'; {hint}'risk-tui keys' lists them all"
            raise _error(document, action, problem)
        fixed = [_FIXED[action]] if action in _FIXED else []
        values = entry if isinstance(entry, list) else [entry]
        keys = [*fixed, *(_parse_key(document, action, value) for value in values)]
        if not keys:
            raise _error(document, action, f"'{action}' needs a key")
        changed[action] = tuple(dict.fromkeys(keys))
    changed |= _without_taken_keys(defaults, changed)
    _validate_unique(document, defaults | changed)
    return Keymap(changed)


def _without_taken_keys(
    defaults: Mapping[str, tuple[str, ...]], changed: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The unchanged actions that lose a default key to a changed one, with the keys they keep.

    Those that would lose all their keys are not among them.
    """
    taken = {key for keys in changed.values() for key in keys}
    remaining = {
        action: tuple(key for key in keys if key not in taken)
        for action, keys in defaults.items()
        if action not in changed and not taken.isdisjoint(keys)
    }
    return {action: keys for action, keys in remaining.items() if keys}


def keymap_lines(keymap: Keymap) -> Iterator[str]:
    """The lines of a file that describes a keymap, each action with its help beside it."""
    rows = [
        (
            f"{binding.action}: [{', '.join(map(_yaml_key, keymap.keys[binding.action]))}]",
            binding.help,
        )
        for binding in KEYS
    ]
    width = max(len(row) for row, _ in rows)
    return (f"{row:<{width}}  # {keymap.fill(help)}" for row, help in rows)


def _yaml_key(key: str) -> str:
    return key if key.replace("+", "").isalnum() else json.dumps(key)


def _parse_key(document: Document, action: str, value: object) -> str:
    """The name of a key as the program writes it. Raises ``DataError`` if it cannot be one."""
    text = "nothing" if value is None else str(value)
    key = text if len(text) == 1 else text.lower()
    if key == _FIXED.get(action):
        return key
    if key in _RESERVED:
        problem = f"{key} {_RESERVED[key]}"
    elif key.isdecimal():
        problem = f"digits are numbers typed before a key, so '{action}' cannot have {key}"
    elif len(key) == 1 and key.isupper():
        problem = f"upper-case letters are codes of territories, so '{action}' cannot have {key}"
    elif isinstance(value, str) and (key in _UNNAMED_KEYS or key in NAMED_KEYS):
        return key
    else:
        problem = f"{text} is no key for '{action}'; a key is {ALLOWED}"
    raise _error(document, action, problem)


def _validate_unique(document: Document, keys: Mapping[str, tuple[str, ...]]) -> None:
    """Raise ``DataError`` if two actions have the same key."""
    owners: dict[str, str] = {}
    for action in (*(action for action in keys if action not in document.data), *document.data):
        for key in keys[action]:
            other = owners.setdefault(key, action)
            if other != action:
                hint = "" if other in document.data else f"; give '{other}' another key here too"
                raise _error(
                    document, action, f"{key} belongs to '{other}' and to '{action}'{hint}"
                )


def _error(document: Document, action: str | int, problem: str) -> DataError:
    return DataError(f"{document.source}, line {document.line((action,))}: {problem}")
