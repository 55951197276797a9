"""Suggests how a command that is being typed goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.suggester import Suggester

if TYPE_CHECKING:
    from collections.abc import Callable


class Completer(Suggester):
    """Suggests the best completion of a command."""

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        best = self._complete(value)
        return best[0] if best and best[0].startswith(value) else None
