"""The last fight of a person here, and the armies that it left: told once it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.engine.events import BattleResolved, Conquered, TurnBegan
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.table import Table


class LastFight:
    """Follows the records of a table, and says what the last fight left on both sides.

    Of fights between computer players nothing is said.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._ends: tuple[int, ...] = ()
        """The territories of the fight; empty where there is nothing to tell."""
        self._line = ""
        """What it has left, as of the last record that was shown."""

    def before(self, record: Record) -> Iterator[str]:
        """The line to show before a record with which something else begins."""
        action = record.action
        if isinstance(action, EndPhase) or (
            isinstance(action, Attack) and action.aims != self._ends
        ):
            yield from self.end()

    def note(self, record: Record) -> None:
        """Take in a record that is shown."""
        for event in record.events:
            if isinstance(event, BattleResolved):
                people = self._table.people
                ends = (event.source, event.target)
                concerns = not people.isdisjoint((event.attacker, event.defender))
                self._ends = tuple(end for end in ends if end is not None) if concerns else ()
                self._line = ""
            elif isinstance(event, TurnBegan) or (
                isinstance(event, Conquered) and event.seat not in self._table.people
            ):
                self._ends = ()

    def catch_up(self, view: View) -> None:
        """Take in the armies that the reader sees, now that every record is shown."""
        territories = view.board.territories
        left = [
            f"{pluralize(view.armies[end], 'army')} in {territories[end].name}"
            for end in self._ends
            if end not in view.unseen
        ]
        self._line = f"Left: {', '.join(left)}" if left else ""

    def end(self) -> Iterator[str]:
        """The line about a fight that is over, once."""
        if self._ends and self._line:
            yield self._line
        self._ends = ()
