"""The lines and styles that a terminal shows of a situation.

Most keys only move the cursor, so costly results that do not depend on it are cached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rich.text import Text
from textual.geometry import Size

from risk_tui.data.language import _
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.view import View
from risk_tui.odds import position_odds
from risk_tui.odds.campaign import CampaignPlan
from risk_tui.odds.position_odds import total_chance
from risk_tui.table.situation import Situation
from risk_tui.table.table import Table
from risk_tui.text.time_phrases import describe_clock
from risk_tui.text.wrapping import wrap
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.bottom_line import next_games
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.keymap import Keymap
from risk_tui.tui.map.highlights import continent_styles, highlights, territory_styles, under_cursor
from risk_tui.tui.map.renderer import ContinentStyle, TerritoryStyle
from risk_tui.tui.panels import bars, side_panel
from risk_tui.tui.panels.bars import phase_bar
from risk_tui.tui.panels.odds_lines import OddsQuery, campaign_lines, odds_lines
from risk_tui.tui.panels.side_panel import PanelLayout, log_lines
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import STRONG

_Result = TypeVar("_Result")

RECENT = 60
"""The number of latest records that the panels use."""


class ViewModel:
    """Computes the lines and styles of the current situation."""

    def __init__(
        self,
        table: Table,
        selection: Selection,
        overlay: Overlay,
        animator: Animator,
        situation: Situation,
    ) -> None:
        self._table = table
        self._selection = selection
        self._overlay = overlay
        self._animator = animator
        self._settled_view = situation.view
        """The view before rolls that are being shown, else the current one."""
        self._use_situation(situation)

    def renew(self, situation: Situation) -> None:
        """Use another situation, and clear the cache. The same situation changes nothing."""
        if situation is not self._situation:
            self._use_situation(situation)

    def _use_situation(self, situation: Situation) -> None:
        self._situation, self._view = situation, situation.view
        start = max(0, self._table.steps - RECENT)
        self._records = self._table.history(situation.reader, start)
        self._log = self._table.talk.merge(self._records, start, situation.reader)
        self._truces = _truce_line(self._table, situation.reader)
        self._cache: dict[str, tuple[object, Any]] = {}
        """Results by name, each after the values that it depends on."""

    def territory_styles(self, *, ascii: bool) -> list[TerritoryStyle]:
        """Return the style of every territory."""
        view, overlay, seats = self._view, self._overlay, self._table.seats
        source = self._selection.source if self._situation.may_act else None
        styles = self._cached(
            "styles",
            (source, ascii, overlay.state, self._selection.proposed),
            lambda: overlay.apply_to(
                territory_styles(view, seats, highlights(view, source), ascii=ascii),
                view,
                seats,
                self._campaigns(),
            ),
        ).copy()
        cursor = self._selection.cursor
        styles[cursor] = under_cursor(styles[cursor])
        return self._animator.frame.apply_to(styles, ascii=ascii)

    def continent_styles(self) -> list[ContinentStyle]:
        """Return the style of every continent, which shows its holder."""
        view, seats = self._view, self._table.seats
        return self._cached("continents", None, lambda: continent_styles(view, seats))

    def phase_bar(self, width: int) -> Text:
        """Return the line at the top: a headline, or the turn and its phase."""
        table = self._table
        saved = "" if not table.is_kept else table.name if width > 100 else _("saved")
        clock = describe_clock(table)
        return self._animator.frame.headline or phase_bar(
            self._view, table.seats, width, saved, seeded=table.seeded, clock=clock
        )

    def side_panel(self, size: Size) -> list[Text]:
        """Return the lines beside the map."""
        view, seats, source = self._panel_view(), self._table.seats, self._selection.source
        earth = view.board.earth_of(self._selection.cursor)
        layout, upper = self._cached(
            "upper",
            (size, earth, view is self._view),
            lambda: self._upper_lines(view, size, earth),
        )
        rolling, records = self._animator.frame.dice, self._records
        dice = rolling or side_panel.last_roll(self._view, records, seats)
        # The number of armies to move in is asked while the last roll is shown.
        odds_view = view if self._selection.proposed is None else self._view
        odds = self._odds(odds_view, size.width, layout.odds)
        lines = upper + side_panel.lower_lines(
            view, seats, size.width, layout, self._selection.cursor, source, dice, odds
        )
        rows = wrap(self._truces, max(size.width - 2, 10)) if self._truces else ()
        lines += [Text(f" {row}", STRONG) for row in rows]
        log = [item for item in self._log if not rolling or item is not records[-1]]
        size = Size(size.width, size.height - len(lines))
        local = self._situation.local_seats
        reader = min(local) if len(local) == 1 else None
        return lines + self._cached(
            "log",
            (len(log), size),
            lambda: log_lines(log, seats, view, size, reader),
        )

    def _odds(self, view: View, width: int, rows: int) -> list[Text]:
        """Return ``rows`` lines with the odds of a campaign and of an attack at the cursor."""
        if not rows:
            return []
        selection, overlay, is_now = self._selection, self._overlay, view is self._view
        query = OddsQuery(
            selection.cursor,
            selection.source,
            None if overlay.plan_at(view, selection.cursor) else selection.stop_at,
            private=self._situation.is_alone,
        )

        def build() -> list[Text]:
            partial = overlay.state.partial
            campaigns = self._campaigns() if is_now else overlay.active_campaigns(view)
            campaign = campaign_lines(view, campaigns, width, partial=partial)
            proposed_view = self._view_with_proposal() if is_now else view
            odds_rows = rows - bool(campaign)
            cursor_lines = odds_lines(proposed_view, query, width, odds_rows)
            lines = [*campaign[:1], *(cursor_lines or campaign[1:])]
            return (lines + [Text()] * rows)[:rows]

        key = (width, rows, query, overlay.state, selection.proposed, is_now)
        return self._cached("odds", key, build)

    def _campaigns(self) -> list[CampaignPlan]:
        """Return the campaigns that are drawn on the map."""
        overlay, proposed = self._overlay, self._selection.proposed
        return self._cached(
            "campaigns",
            (overlay.state, proposed),
            lambda: overlay.active_campaigns(self._view_with_proposal()),
        )

    def _view_with_proposal(self) -> View:
        """Return the view, in an occupation with the proposed number of armies moved in."""
        view, proposed = self._view, self._selection.proposed
        if proposed is None or not isinstance(view.decision, ToOccupy):
            return view
        return position_odds.moved_in(view, view.decision, proposed)

    def footer(
        self, keymap: Keymap, is_remote: Callable[[], bool], *, paused: bool, stop_below: int
    ) -> list[KeyHint]:
        """Return the keys that work now.

        Args:
            is_remote: Returns True if another terminal decides or runs the bots. It may look at
                files, so it is not asked at every drawing.
            paused: True if bots wait before each step.
            stop_below: The usual chance in percent below which a plan stops.
        """
        view, selection = self._view, self._selection
        on_plan = self._overlay.can_fight(view, selection.cursor)
        limit = selection.stop_at or stop_below
        keys = bars.footer(
            view,
            self._situation.may_act,
            selection.source,
            keymap,
            can_repeat=selection.can_repeat(view),
            on_plan=on_plan,
            below_limit=on_plan and total_chance(self._campaigns()) * 100 < limit,
            remote=self._cached("remote", selection.source, is_remote),
            away=self._absent_player(),
            advice=self._table.options.advice,
            paused=paused,
            next_games=next_games(view, self._table),
        )
        return list(keys)

    def _absent_player(self) -> str:
        """Return the name of the absent player that the game waits for.

        It is empty if there is none, or if this terminal can't take their seat.
        """
        seat = self._situation.seat
        if self._table.seating.is_guest or seat is None or seat not in self._situation.away:
            return ""
        return self._table.seats[seat].name

    def _panel_view(self) -> View:
        """Return the view for the panel; while rolls are being shown, the view before them."""
        if self._animator.frame.dice is None or self._settled_view.seat != self._view.seat:
            self._settled_view = self._view
        return self._settled_view

    def _upper_lines(self, view: View, size: Size, earth: int) -> tuple[PanelLayout, list[Text]]:
        seats, advice = self._table.seats, self._table.options.advice
        layout = side_panel.layout_for(view, seats, size, advice=advice)
        away = self._situation.away
        return layout, side_panel.upper_lines(view, seats, size.width, layout, away, earth)

    def _cached(self, name: str, key: object, make: Callable[[], _Result]) -> _Result:
        """Return the result of ``make``, which is called again only if ``key`` has changed."""
        cached = self._cache.get(name)
        if cached is None or cached[0] != key:
            cached = self._cache[name] = (key, make())
        result: _Result = cached[1]
        return result


def _truce_line(table: Table, reader: int | None) -> str:
    """Return one short line about all truces, with the rounds left; the log has whole sentences."""
    talk = table.talk
    pairs = [
        "".join(seat_glyph(table.seats[seat].colour) for seat in truce.seats)
        + f" {talk.rounds_left(truce)}"
        for truce in talk.truces(reader)
    ]
    return _("truce {pairs}", pairs=", ".join(pairs)) if pairs else ""
