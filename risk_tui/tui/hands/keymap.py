"""The keymap file: which keys do what, as a player wants it.

A table of actions, each with a key or a list of keys that take the place of its own::

    attack: a
    end: [e, ctrl+e]

A key is written as its character (signs in quotes) or by its name. Capitals and digits belong to
the codes of territories and to numbers, and Enter and Esc always act and cancel.
"""

from __future__ import annotations

import difflib
import json
import string
from typing import TYPE_CHECKING

from risk_tui.engine.errors import DataError
from risk_tui.settings import keymap_path
from risk_tui.tui.hands.keys import KEYS, Keymap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from risk_tui.engine.yamlfile import Document

NAMED = (
    *("tab", "shift+tab", "space", "left", "down", "up", "right"),
    *("home", "end", "pageup", "pagedown", "insert", "delete", "backspace"),
    *(f"f{number}" for number in range(1, 13)),
)
"""The keys with names that can be given to an action."""

ALLOWED = (
    "a small letter, a sign in quotes, ctrl+ and a letter, f1 to f12, tab, shift+tab, space, an "
    "arrow (left, down, up, right), home, end, pageup, pagedown, insert, delete or backspace"
)

_PLAIN = {
    *string.ascii_lowercase,
    *string.punctuation,
    *(f"ctrl+{mark}" for mark in string.ascii_lowercase),
}

_FIXED = {"act": "enter", "cancel": "escape"}
"""Keys that always stay with their action, as every dialog has them."""

_TAKEN = {
    **{key: f"always belongs to '{action}'" for action, key in _FIXED.items()},
    **dict.fromkeys(("ctrl+c", "ctrl+q"), "always leaves the program"),
    "ctrl+l": "always draws the screen anew",
    # The same bytes as other keys; no terminal can tell them apart.
    "ctrl+h": "is the same key as backspace",
    "ctrl+i": "is the same key as tab",
    "ctrl+j": "is the same key as enter",
    "ctrl+m": "is the same key as enter",
}


def load_keymap() -> Keymap:
    """The player's keymap; the defaults without a file.

    Raises ``DataError``, one line that names the file, the line and what is allowed.
    """
    path = keymap_path()
    try:
        with path.open("rb") as file:
            from risk_tui.engine.yamlfile import MAX_CHARACTERS

            read = file.read(4 * MAX_CHARACTERS + 1)
        text = read.decode("utf-8")
    except FileNotFoundError:
        return Keymap()
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text in UTF-8") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None
    return parse_keymap(text, source=str(path))


def parse_keymap(text: str, *, source: str) -> Keymap:
    """The keymap that a text describes. Raises ``DataError`` with ``source`` and the line."""
    from risk_tui.engine.yamlfile import read_document

    document = read_document(text, source=source)
    if document.data is None:
        return Keymap()
    if not isinstance(document.data, dict):
        raise DataError(f"{source}: a keymap is a table of actions and keys, as in  attack: a")
    keys = {each.action: each.keys for each in KEYS}
    changed: dict[str, tuple[str, ...]] = {}
    for action, value in document.data.items():
        if action not in keys:
            near = difflib.get_close_matches(str(action), keys, n=1, cutoff=0.5)
            hint = f"did you mean '{near[0]}'? " if near else ""
            problem = f"there is no action '{action}'; {hint}'risk-tui keys' lists them all"
            raise _refusal(document, action, problem)
        fixed = [_FIXED[action]] if action in _FIXED else []
        given = value if isinstance(value, list) else [value]
        found = [*fixed, *(_key(document, action, each) for each in given)]
        if not found:
            raise _refusal(document, action, f"'{action}' needs a key")
        changed[action] = tuple(dict.fromkeys(found))
    changed |= _yielding(keys, changed)
    _prove_apart(document, keys | changed)
    return Keymap(changed)


def _yielding(
    keys: Mapping[str, tuple[str, ...]], changed: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Actions that leave a key of theirs to the player's choice, because they have another one."""
    given = {key for found in changed.values() for key in found}
    left = {
        action: tuple(key for key in found if key not in given)
        for action, found in keys.items()
        if action not in changed and not given.isdisjoint(found)
    }
    return {action: found for action, found in left.items() if found}


def keymap_lines(keymap: Keymap) -> Iterator[str]:
    """A keymap as a file that says the same, each action with its help beside it."""
    rows = [
        (f"{each.action}: [{', '.join(map(_written, keymap.keys[each.action]))}]", each.help)
        for each in KEYS
    ]
    width = max(len(row) for row, _ in rows)
    return (f"{row:<{width}}  # {keymap.fill(help)}" for row, help in rows)


def _written(key: str) -> str:
    return key if key.replace("+", "").isalnum() else json.dumps(key)


def _key(document: Document, action: str, value: object) -> str:
    """A key as the program knows it. Raises ``DataError`` for whatever cannot be one."""
    told = "nothing" if value is None else str(value)
    key = told if len(told) == 1 else told.lower()
    if key == _FIXED.get(action):
        return key
    if key in _TAKEN:
        problem = f"{key} {_TAKEN[key]}"
    elif key.isdecimal():
        problem = f"digits are numbers typed before a key, so '{action}' cannot have {key}"
    elif len(key) == 1 and key.isupper():
        problem = f"capitals are codes of territories, so '{action}' cannot have {key}"
    elif isinstance(value, str) and (key in _PLAIN or key in NAMED):
        return key
    else:
        problem = f"{told} is no key for '{action}'; a key is {ALLOWED}"
    raise _refusal(document, action, problem)


def _prove_apart(document: Document, keys: Mapping[str, tuple[str, ...]]) -> None:
    """Raise ``DataError`` if a key is given to two actions."""
    owners: dict[str, str] = {}
    for action in (*(each for each in keys if each not in document.data), *document.data):
        for key in keys[action]:
            other = owners.setdefault(key, action)
            if other != action:
                hint = "" if other in document.data else f"; give '{other}' another key here too"
                raise _refusal(
                    document, action, f"{key} belongs to '{other}' and to '{action}'{hint}"
                )


def _refusal(document: Document, action: str | int, problem: str) -> DataError:
    return DataError(f"{document.source}, line {document.line((action,))}: {problem}")
