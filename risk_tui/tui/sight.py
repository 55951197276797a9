"""What is seen of a table at one terminal, kept as long as the table does not change.

Most keys only move the cursor; what does not depend on it is not worked out again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Size

from risk_tui.tui import keys, panels
from risk_tui.tui.marks import holdings, looks, under_cursor
from risk_tui.tui.phases import phase_line
from risk_tui.tui.side.log import log_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.tui.drawing import Holding, Look
    from risk_tui.tui.panels import Plan
    from risk_tui.tui.screens.game import GameScreen

RECENT = 60
"""Records that the panels look back on."""


class Sight:
    """The view, the last records, and the lines and looks that are made of them."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._views: dict[int | None, View] = {}
        self._recent: dict[int | None, list[Record]] = {}
        self._looks: tuple[object, list[Look]] | None = None
        self._upper: tuple[object, tuple[Plan, list[Text]]] | None = None
        self._log: tuple[object, list[Text]] | None = None

    def forget(self) -> None:
        """The table changed."""
        self._views.clear()
        self._recent.clear()
        self._looks = self._upper = self._log = None

    @property
    def view(self) -> View:
        """The view to show: of the seat that decides, else of whoever may look on."""
        screen = self._screen
        decision = screen.table.decision
        mine = decision is not None and screen.mine() and screen.keyboard.due() is None
        seat = decision.seat if mine and decision is not None else screen.keyboard.reader()
        if seat not in self._views:
            self._views[seat] = screen.table.view(seat)
        return self._views[seat]

    @property
    def looks(self) -> list[Look]:
        """How every territory is drawn."""
        screen, view = self._screen, self.view
        source = screen.hands.source if screen.mine() else None
        known = (id(view), source)
        if self._looks is None or self._looks[0] != known:
            shown = looks(view, self._seats, source, ascii=screen.risk.mode.ascii)
            self._looks = (known, shown)
        shown = self._looks[1].copy()
        cursor = screen.hands.cursor
        shown[cursor] = under_cursor(shown[cursor])
        return screen.windows.moments.dress(shown)

    @property
    def holdings(self) -> list[Holding]:
        """Who holds each continent."""
        return holdings(self.view, self._seats)

    def phases(self, width: int) -> Text:
        """The line at the top."""
        saved = self._screen.table.name if width > 100 else "saved"
        return phase_line(self.view, self._seats, width, saved)

    def side(self, size: Size) -> list[Text]:
        """The lines beside the map."""
        view, screen = self.view, self._screen
        known = (id(view), size)
        if self._upper is None or self._upper[0] != known:
            plan = panels.plan_for(view, self._seats, size)
            self._upper = (known, (plan, panels.upper_lines(view, self._seats, size.width, plan)))
        plan, upper = self._upper[1]
        falling = screen.windows.moments.dice
        records, source = self._records(), screen.hands.source
        dice = falling or panels.battle_cast(view, records, self._seats)
        cursor = screen.hands.cursor
        lines = upper + panels.lower_lines(
            view, self._seats, size.width, plan, cursor, source, dice
        )
        told = records[:-1] if falling else records
        return lines + self._last(told, Size(size.width, size.height - len(lines)))

    def keys(self, width: int) -> Text:
        """The line at the bottom: the keys that work now."""
        screen, view = self._screen, self.view
        prompt = screen.prompt
        if screen.app.screen is not screen:
            footer: Sequence[tuple[str, str]] = ()  # a dialog is open, and says its own keys
        elif prompt.asking:
            footer = prompt.keys
        else:
            again = screen.hands.can_repeat(view)
            source = screen.hands.source
            footer = list(keys.footer(view, screen.mine(), source, screen.risk.keymap, again=again))
        return panels.keys_line(footer, width)

    @property
    def _seats(self) -> Sequence[Seat]:
        return self._screen.table.seats

    def _records(self) -> list[Record]:
        """The last records, as whoever may look on knows them."""
        table, reader = self._screen.table, self._screen.keyboard.reader()
        if reader not in self._recent:
            self._recent[reader] = table.history(reader, max(0, table.steps - RECENT))
        return self._recent[reader]

    def _last(self, records: list[Record], size: Size) -> list[Text]:
        known = (len(records), records and id(records[-1]), size, id(self.view.board))
        if self._log is None or self._log[0] != known:
            self._log = (known, log_lines(records, self._seats, self.view, size))
        return self._log[1]
