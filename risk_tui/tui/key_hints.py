"""The keys that key bars and the borders of dialogs show."""

from __future__ import annotations

from typing import NamedTuple

from risk_tui.data.language import _


class KeyHint(NamedTuple):
    """A key's label and its translated meaning, and the key that a click on it presses.

    ``press`` is empty if a click does nothing. If there are two keys, such as ``up down``, a click
    on the first half of the label presses the first key. A click on the rest of the label or on the
    meaning presses the second. ``action`` is the stable name of the action in the keymap, if any.
    """

    label: str
    meaning: str
    press: str
    action: str = ""


def key_names(label: str) -> str:
    """Translate the names of the keys in a label. A command with its colon stays unchanged."""
    return label if label.startswith(":") else " ".join(map(_, label.split()))


def keys_markup(*keys: KeyHint) -> str:
    """Return markup with keys for the border of a dialog; a click on a key presses it."""
    parts = []
    for hint in keys:
        names = key_names(hint.label)
        first, _blank, second = hint.press.rpartition(" ")
        half = first_half(names) if first else 0
        markup = _clickable(first, f"[bold]{names[:half]}[/bold]") if first else ""
        parts.append(markup + _clickable(second, f"[bold]{names[half:]}[/bold] {hint.meaning}"))
    return " · ".join(parts)


def first_half(label: str) -> int:
    """Return the number of characters in the first half of a label with two keys."""
    return (len(label) + 1) // 2


def _clickable(key: str, markup: str) -> str:
    """Return ``markup`` so that a click on it presses ``key``; unchanged if ``key`` is empty."""
    return f"[@click=app.simulate_key('{key}')]{markup}[/]" if key else markup
