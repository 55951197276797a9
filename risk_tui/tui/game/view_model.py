"""The lines and styles that a terminal shows of a situation.

Most keys only move the cursor, so costly results that do not depend on it are cached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from rich.text import Text
from textual.geometry import Size

from risk_tui.commands.pointing import can_repeat
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
from risk_tui.tui.game.overlay import Overlay, OverlayState
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.keymap import Keymap
from risk_tui.tui.map.highlights import continent_styles, highlights, territory_styles, under_cursor
from risk_tui.tui.map.renderer import ContinentStyle, TerritoryStyle
from risk_tui.tui.panels.bars import footer, phase_bar
from risk_tui.tui.panels.odds_lines import OddsQuery, campaign_lines, odds_lines
from risk_tui.tui.panels.side_panel import (
    dice_rows,
    last_roll,
    layout_for,
    log_lines,
    lower_lines,
    upper_lines,
)
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import STRONG

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

RECENT = 60
"""The number of latest records that the panels use."""


class _LastResults:
    """The last result of each function, with the arguments of that call."""

    def __init__(self) -> None:
        self._calls: dict[Callable[..., Any], tuple[object, object, Any]] = {}

    def of(
        self,
        function: Callable[_Arguments, _Result],
        *arguments: _Arguments.args,
        **options: _Arguments.kwargs,
    ) -> _Result:
        """Return the result of a function, which is called again only for other arguments."""
        call = self._calls.get(function)
        if call is None or call[:2] != (arguments, options):
            call = self._calls[function] = arguments, options, function(*arguments, **options)
        result: _Result = call[2]
        return result


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
        self._panel_view = situation.view
        """The view of the panel: the one before rolls that are being shown, else the current."""
        self._panel_results = _LastResults()
        """The parts of the panel that depend on its view."""
        self._use_situation(situation)

    def renew(self, situation: Situation) -> None:
        """Use another situation. The same situation changes nothing."""
        if situation is not self._situation:
            self._use_situation(situation)

    def _use_situation(self, situation: Situation) -> None:
        self._situation, self._view = situation, situation.view
        start = max(0, self._table.steps - RECENT)
        self._records = self._table.history(situation.reader, start)
        self._log = self._table.talk.merge(self._records, start, situation.reader)
        self._truces = _truce_line(self._table, situation.reader)
        self._results = _LastResults()

    def territory_styles(self, *, ascii: bool) -> list[TerritoryStyle]:
        """Return the style of every territory."""
        source = self._selection.source if self._situation.may_act else None
        overlay, campaigns = self._overlay.state, self._campaigns(self._results, self._view)
        styles = self._results.of(self._still_styles, source, ascii, overlay, campaigns).copy()
        cursor = self._selection.cursor
        styles[cursor] = under_cursor(styles[cursor])
        return self._animator.frame.apply_to(styles, ascii=ascii)

    def _still_styles(
        self, source: int | None, ascii: bool, overlay: OverlayState, campaigns: list[CampaignPlan]
    ) -> list[TerritoryStyle]:
        """Return the styles without the cursor and animations."""
        view, seats = self._view, self._table.seats
        styles = territory_styles(view, seats, highlights(view, source), ascii=ascii)
        return overlay.apply_to(styles, view, seats, campaigns)

    def continent_styles(self) -> list[ContinentStyle]:
        """Return the style of every continent, which shows its holder."""
        return self._results.of(continent_styles, self._view, self._table.seats)

    def phase_bar(self, width: int) -> Text:
        """Return the line at the top: a headline, or the turn and its phase."""
        table, clock = self._table, describe_clock(self._table)
        saved = "" if not table.is_kept else table.name if width > 100 else _("saved")
        return self._animator.frame.headline or self._results.of(
            phase_bar, self._view, table.seats, width, saved, seeded=table.seeded, clock=clock
        )

    def side_panel(self, size: Size) -> list[Text]:
        """Return the lines beside the map. While rolls are shown, only dice and log change."""
        rolling, records = self._animator.frame.dice, self._records
        is_settled = rolling is None or self._panel_view.seat != self._view.seat
        if is_settled and self._panel_view is not self._view:
            self._panel_view, self._panel_results = self._view, _LastResults()
        view, seats, selection = self._panel_view, self._table.seats, self._selection
        earth = view.board.earth_of(selection.cursor)
        results, width, away = self._panel_results, size.width, self._situation.away
        layout = results.of(layout_for, view, seats, size, advice=self._table.options.advice)
        upper = results.of(upper_lines, view, seats, width, layout, away, earth)
        lower = results.of(
            lower_lines, view, seats, width, layout, selection.cursor, selection.source
        )
        lines = [*upper, *lower, *self._odds(width, layout.odds)]
        dice = rolling or last_roll(self._view, records, seats)
        lines += dice_rows(view, dice, width, layout)
        rows = wrap(self._truces, max(width - 2, 10)) if self._truces else ()
        lines += [Text(f" {row}", STRONG) for row in rows]
        log = [item for item in self._log if not rolling or item is not records[-1]]
        room = Size(width, size.height - len(lines))
        local = self._situation.local_seats
        reader = min(local) if len(local) == 1 else None
        return lines + self._results.of(log_lines, log, seats, view, room, reader)

    def _odds(self, width: int, rows: int) -> list[Text]:
        """Return ``rows`` lines with the odds of a campaign and of an attack at the cursor."""
        if not rows:
            return []
        selection, overlay = self._selection, self._overlay
        # The number of armies to move in is asked while the last roll is shown.
        view = self._panel_view if selection.proposed is None else self._view
        query = OddsQuery(
            selection.cursor,
            selection.source,
            None if overlay.plan_at(view, selection.cursor) else selection.stop_at,
            private=self._situation.is_alone,
        )
        campaigns = self._campaigns(self._panel_results, view)
        campaign = campaign_lines(view, campaigns, width, partial=overlay.state.partial)
        proposed_view = _with(selection.proposed, view)
        lines = self._panel_results.of(
            odds_lines, proposed_view, query, width, rows - bool(campaign)
        )
        lines = [*campaign[:1], *(lines or campaign[1:])]
        return (lines + [Text()] * rows)[:rows]

    def _campaigns(self, results: _LastResults, view: View) -> list[CampaignPlan]:
        """Return the campaigns that are drawn on the map."""
        if not self._overlay.state.plan.campaigns:
            return []
        proposed_view = _with(self._selection.proposed, view)
        return results.of(OverlayState.campaigns, self._overlay.state, proposed_view)

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
        campaigns = self._campaigns(self._results, view)
        keys = footer(
            view,
            self._situation.may_act,
            selection.source,
            keymap,
            can_repeat=can_repeat(selection.pointer(view)),
            can_undo=self._situation.may_act and self._results.of(self._table.can_undo),
            on_plan=on_plan,
            below_limit=on_plan and total_chance(campaigns) * 100 < limit,
            remote=not self._situation.may_act and self._results.of(is_remote),
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


def _with(proposed: int | None, view: View) -> View:
    """Return the view, in an occupation with the proposed number of armies moved in."""
    if proposed is None or not isinstance(view.decision, ToOccupy):
        return view
    return position_odds.moved_in(view, view.decision, proposed)


def _truce_line(table: Table, reader: int | None) -> str:
    """Return one short line about all truces, with the rounds left; the log has whole sentences."""
    talk = table.talk
    pairs = [
        "".join(seat_glyph(table.seats[seat].colour) for seat in truce.seats)
        + f" {talk.rounds_left(truce)}"
        for truce in talk.truces(reader)
    ]
    return _("truce {pairs}", pairs=", ".join(pairs)) if pairs else ""
