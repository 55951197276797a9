"""A message that stays before whatever is asked next until somebody could read it."""

from __future__ import annotations

import time

SECONDS = 6.0
"""Seconds that a message stays at most, while no key is pressed."""


class HeldMessage:
    """Keeps the answer to a player's own doing, or news for them, while the game goes on."""

    def __init__(self) -> None:
        self._text = ""
        self._until = 0.0

    def hold(self, text: str) -> None:
        """Keep a message that is shown now."""
        self._text, self._until = text, time.monotonic() + SECONDS

    def release(self) -> None:
        """Forget the message: a key was pressed, so it was seen."""
        self._text = ""

    def before(self, text: str) -> str:
        """A text behind the message, if one is still held."""
        if time.monotonic() > self._until:
            self._text = ""
        return " · ".join(filter(None, (self._text, text)))
