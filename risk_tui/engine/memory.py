"""What variants remember of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.errors import CannotImagine

if TYPE_CHECKING:
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.view import View


@dataclass(frozen=True, slots=True)
class Memory:
    """What a variant remembers of a game: numbers and tuples only, replaced as a whole."""

    def redacted_for(self, seat: int | None) -> Memory:
        """The memory as ``seat`` (``None``: a spectator) may know it."""
        return self

    def seen_within(self, seen: frozenset[int]) -> Memory:
        """The memory for a seat that sees only these territories."""
        return self

    def imagined(self, view: View, chance: Chance) -> Memory:
        """The memory of a view with what that hides drawn at random, as the view allows it.

        Whoever hides something declares this; else no game with it can be imagined.
        """
        if type(self).redacted_for is not Memory.redacted_for:
            raise CannotImagine(f"what {type(self).__name__} hides cannot be drawn at random")
        return self
