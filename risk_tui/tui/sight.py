"""What is seen of a table at one terminal, kept as long as the table does not change.

Most keys only move the cursor; what does not depend on it is not worked out again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rich.text import Text
from textual.geometry import Size

from risk_tui.tui.hands import keys
from risk_tui.tui.map.marks import holdings, looks, under_cursor
from risk_tui.tui.phases import phase_line
from risk_tui.tui.side import panels
from risk_tui.tui.side.log import log_lines
from risk_tui.tui.side.odds import Aim, aim_lines, campaign_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.odds.marches import March
    from risk_tui.table.seats import Seat
    from risk_tui.tui.map.drawing import Holding, Look
    from risk_tui.tui.screens.game import GameScreen
    from risk_tui.tui.side.panels import Plan

_Made = TypeVar("_Made")

RECENT = 60
"""Records that the panels look back on."""


class Sight:
    """The view, the last records, and the lines and looks that are made of them."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._views: dict[int | None, View] = {}
        self._recent: dict[int | None, list[Record]] = {}
        self._known: dict[str, tuple[object, Any]] = {}
        """Results, each with what it was made of."""

    def forget(self) -> None:
        """The table changed."""
        self._views.clear()
        self._recent.clear()
        self._known.clear()

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

    def looks(self, view: View) -> list[Look]:
        """How every territory is drawn."""
        screen = self._screen
        source = screen.hands.source if screen.mine() else None
        ascii = screen.risk.mode.ascii
        shown = self._kept(
            "looks",
            (id(view), source, ascii, screen.charts.shown),
            lambda: screen.charts.dress(
                looks(view, self._seats, source, ascii=ascii),
                view,
                self._seats,
                self._marches(view),
            ),
        ).copy()
        cursor = screen.hands.cursor
        shown[cursor] = under_cursor(shown[cursor])
        return screen.moments.dress(shown)

    def holdings(self, view: View) -> list[Holding]:
        """Who holds each continent."""
        return self._kept("holdings", id(view), lambda: holdings(view, self._seats))

    def phases(self, view: View, width: int) -> Text:
        """The line at the top."""
        headline = self._screen.moments.headline
        if headline is not None:
            return headline
        saved = self._screen.table.name if width > 100 else "saved"
        return self._kept(
            "phases", (id(view), width), lambda: phase_line(view, self._seats, width, saved)
        )

    def side(self, view: View, size: Size) -> list[Text]:
        """The lines beside the map."""
        screen = self._screen
        plan, upper = self._kept("upper", (id(view), size), lambda: self._upper(view, size))
        falling = screen.moments.dice
        records, source = self._records(), screen.hands.source
        dice = falling or panels.battle_cast(view, records, self._seats)
        cursor = screen.hands.cursor
        odds = self._odds(view, size.width, plan.odds)
        lines = upper + panels.lower_lines(
            view, self._seats, size.width, plan, cursor, source, dice, odds
        )
        told = records[:-1] if falling else records
        return lines + self._last(view, told, Size(size.width, size.height - len(lines)))

    def _odds(self, view: View, width: int, rows: int) -> list[Text]:
        """So many lines on what the odds say: of a campaign, and of what is under the cursor."""
        if not rows:
            return []
        screen, hands = self._screen, self._screen.hands
        aim = Aim(hands.cursor, hands.source, hands.stop_at, alone=screen.keyboard.alone)
        partial = screen.charts.shown.partial
        campaign = campaign_lines(view, self._marches(view), width, partial=partial)
        aimed = aim_lines(view, aim, width)
        lines = [*campaign[:1], *(aimed or campaign[1:])]
        return (lines + [Text()] * rows)[:rows]

    def _marches(self, view: View) -> list[March]:
        """The campaigns that are drawn on the map."""
        charts = self._screen.charts
        return self._kept("marches", (id(view), charts.shown), lambda: charts.marches(view))

    def keys(self, view: View, width: int) -> Text:
        """The line at the bottom: the keys that work now."""
        screen = self._screen
        prompt = screen.prompt
        if screen.app.screen is not screen:
            return panels.keys_line((), width)  # a dialog is open, and says its own keys
        if prompt.asking:
            return panels.keys_line(prompt.keys, width)
        mine, source, again = screen.mine(), screen.hands.source, screen.hands.can_repeat(view)

        def made() -> Text:
            waits = screen.company.others_act()
            keymap = screen.risk.keymap
            told = screen.table.options.advice
            footer = keys.footer(view, mine, source, keymap, again=again, waits=waits, advice=told)
            return panels.keys_line(list(footer), width)

        return self._kept("keys", (id(view), width, mine, source, again), made)

    @property
    def _seats(self) -> Sequence[Seat]:
        return self._screen.table.seats

    def _records(self) -> list[Record]:
        """The last records, as whoever may look on knows them."""
        table, reader = self._screen.table, self._screen.keyboard.reader()
        if reader not in self._recent:
            self._recent[reader] = table.history(reader, max(0, table.steps - RECENT))
        return self._recent[reader]

    def _upper(self, view: View, size: Size) -> tuple[Plan, list[Text]]:
        table = self._screen.table
        plan = panels.plan_for(view, self._seats, size, advice=table.options.advice)
        return plan, panels.upper_lines(view, self._seats, size.width, plan, table.away)

    def _last(self, view: View, records: list[Record], size: Size) -> list[Text]:
        return self._kept(
            "log",
            (id(view), len(records), size),
            lambda: log_lines(records, self._seats, view, size),
        )

    def _kept(self, name: str, made_of: object, make: Callable[[], _Made]) -> _Made:
        """A result as long as what it was made of stays the same."""
        known = self._known.get(name)
        if known is None or known[0] != made_of:
            known = self._known[name] = (made_of, make())
        made: _Made = known[1]
        return made
