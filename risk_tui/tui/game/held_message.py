"""A message that stays before whatever is asked next until somebody could read it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.table.orders import Order

SECONDS = 6.0
"""Seconds that a message stays at most, while no key is pressed."""


class HeldMessage:
    """Keeps the answer to a player's own doing, or news for them, while the game goes on."""

    def __init__(self) -> None:
        self._text = ""
        self._until = 0.0
        self._order: Order | None = None
        """The order that the message announces."""

    def hold(self, text: str) -> None:
        """Keep a message that is shown now."""
        self._text, self._until, self._order = text, time.monotonic() + SECONDS, None

    def announce(self, order: Order, view: View) -> None:
        """Keep what an order does, until it is over."""
        self.hold(order.describe(view))
        self._order = order

    def tell_outcome(self, view: View) -> None:
        """Say what came of the order that was announced, once its seat is asked again, or nobody
        is any more."""
        if self._order is not None and (view.decision is None or self._order.seat == view.seat):
            self.hold(self._order.outcome(view))

    def release(self) -> None:
        """Forget the message: a key was pressed, so it was seen."""
        self._text, self._order = "", None

    def before(self, text: str) -> str:
        """A text behind the message, if one is still held."""
        if time.monotonic() > self._until:
            self._text = ""
        return " · ".join(filter(None, (self._text, text)))
