"""A question for a number: what is proposed, and what its keys stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.history import ALL, FEWEST
from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from risk_tui.commands.history import ArmySplit

MOST, LEAST = "a", "l"
"""The keys for all, and for as few as may be."""
AGAIN = ("=", ".")
"""The keys for the same as the last time."""


@dataclass(frozen=True, slots=True)
class NumberQuestion:
    """Asks for a number from ``minimum`` to ``maximum``, and proposes one.

    ``usual`` is the answer to the last question of this kind. ``forced``: nothing else can be done
    before it is answered, so that a key for what comes next takes what is proposed.
    """

    question: str
    minimum: int
    maximum: int
    usual: ArmySplit | None = None
    forced: bool = False

    @property
    def proposal(self) -> int:
        """The number that is proposed: the ``usual`` one, or else all."""
        return self.maximum if self.usual is None else self._usual_number

    @property
    def _usual_number(self) -> int:
        assert self.usual is not None, "there was a last time"
        return self.usual.number(self.minimum, self.maximum)

    def lead(self, words: str = "") -> str:
        """The question with its bounds, or other words with them."""
        return f" {words or self.question} ({self.minimum}–{self.maximum}): "

    def number_of(self, char: str) -> int | None:
        """The number that a key stands for, if it stands for one."""
        numbers = {MOST: self.maximum, LEAST: self.minimum}
        if self._repeats:
            numbers |= dict.fromkeys(AGAIN, self._usual_number)
        return numbers.get(char)

    @property
    def _repeats(self) -> bool:
        return self.usual is not None and self.minimum < self.maximum

    def stepped(self, text: str, step: int) -> str:
        """The number next to the one that is typed."""
        number = int(text[:6]) if text.isdecimal() else self.minimum
        return str(min(self.maximum, max(self.minimum, number + step)))

    def accepts(self, text: str) -> bool:
        """Whether what is typed can be the answer."""
        return text.isdecimal() and self.minimum <= int(text[:6]) <= self.maximum

    def keys(self, enter: str) -> list[tuple[str, str]]:
        """The keys that mean something, with their labels; ``enter`` is the sign for Enter."""
        words = self.usual.description if self._repeats and self.usual else ""
        again = [(AGAIN[0], words)] if words not in ("", ALL, FEWEST) else []
        return [
            ("0-9 ↑↓ +-", "number"),
            (enter, "take it"),
            *([("A-Z", "go on with it")] if self.forced else []),
            (MOST, ALL),
            (LEAST, FEWEST),
            *again,
            (":", "command"),
            ("Esc", "back"),
        ]
