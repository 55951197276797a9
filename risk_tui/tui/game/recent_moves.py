"""What others moved, as arrows on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.table.table import Table
    from risk_tui.text.recap import Recap


class RecentMoves:
    """The moves of a recap: they stay on the map until something new happens."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._steps = 0
        """How many steps the table had when the moves were made known."""
        self._moves: tuple[tuple[int, int], ...] = ()

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        """From where to where, while nothing new happened."""
        return self._moves if self._steps == self._table.steps else ()

    def show(self, news: Recap | None) -> None:
        """Show the moves of a recap, if there is one."""
        self._steps, self._moves = self._table.steps, news.moves if news is not None else ()

    def forget(self) -> None:
        """Show no moves."""
        self._moves = ()
