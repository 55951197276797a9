"""The story of a game: charts, continents, turning points, the table.

Chances are estimated in a thread while the screen is used.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.worker import Worker, get_current_worker

from risk_tui.data.clean_text import printable
from risk_tui.data.environment import is_remote
from risk_tui.data.language import N_, _, capitalize, headed, pgettext
from risk_tui.errors import RiskError
from risk_tui.story.chances import GAMES, chance_moments, story_with_chances, with_cached_chances
from risk_tui.story.moments import turn_at
from risk_tui.story.review import Mistake, Review, cached_review, check_review, load_or_make_review
from risk_tui.story.story import Later, Story
from risk_tui.table.seats import spell_names
from risk_tui.text.wrapping import names_in
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.screens.key_help import KeyHelp
from risk_tui.tui.story.pages import (
    CHARTS,
    POINTS,
    REVIEW,
    TABLE,
    Page,
    Selection,
    draw_page,
    page_names,
)
from risk_tui.tui.story.replay_screen import ReplayScreen
from risk_tui.tui.terminal.terminal_app import TerminalApp
from risk_tui.tui.text_widgets import KeyBar, TextLines, TopBar

_PROGRESS_INTERVAL = 0.25
"""Seconds between two updates of an estimate's progress."""
_LATER_INTERVAL = 1.0
"""Seconds between two checks for later steps of the game."""


class StoryScreen(RiskDialog[None], KeyHelp):
    """The story of a game. Its replay opens over it, so that estimates continue."""

    DEFAULT_CSS = """
    StoryScreen { background: $house-sea; }
    StoryScreen > #story { height: 1fr; }
    """
    KEY_HELP = (
        ("← →", N_("the turn before or after, on the chart")),
        ("PgUp PgDn", N_("the same player's turn a round earlier or later")),
        ("Home End", N_("the first or the last turn")),
        ("↑ ↓", N_("the turning point before or after; in the review, the mistake")),
        ("Enter", N_("replay the game on the map from there")),
        ("Tab", N_("the next page")),
        ("c", N_("the next chart: territories, armies and others")),
        ("w", N_("estimate each player's chance to win, turn by turn; again to stop")),
        ("v", N_("look for the moves that cost a player most; again to stop")),
        ("Esc q", N_("back")),
    )
    BINDINGS = [
        ("escape,q", "dismiss(None)"),
        ("enter", "replay"),
        ("right,l", "turn(1)"),
        ("left,h", "turn(-1)"),
        ("pagedown", "round(1)"),
        ("pageup", "round(-1)"),
        ("home", "turn(-100000)"),
        ("end", "turn(100000)"),
        ("down,j,n", "point(1)"),
        ("up,k,p", "point(-1)"),
        ("tab,t", "page(1)"),
        ("shift+tab", "page(-1)"),
        ("c", "chart"),
        ("w", "chances"),
        ("v", "review"),
    ]

    def __init__(self, story: Story, moment: int | None = None, later: Later | None = None) -> None:
        """Show a story at a ``moment``; without one, at the end.

        ``later`` is called regularly to find later steps of the game.
        """
        super().__init__()
        self._story = story = with_cached_chances(story)
        self._later = later
        self._is_rebuilding = False
        self._review = cached_review(story)
        self._estimate: Worker[Story | Review] | None = None
        """The running estimate, named by the key that starts and stops it."""
        self._percent = 0
        """The progress of the estimate."""
        self._names = names_in(story.board, story.seats)
        self._moments = story.series[0].moments
        point = self._point_of(story.end if moment is None else moment)
        self._selection = Selection(point, self._selected_at(moment))
        self._page: Page | None = None

    def compose(self) -> ComposeResult:
        self._top, self._body, self._bar = TopBar(self._title()), TextLines(id="story"), KeyBar(())
        yield self._top
        yield self._body
        yield self._bar

    def on_mount(self) -> None:
        if self._later is not None and not self._story.is_over:
            self.set_interval(_LATER_INTERVAL, self._check_for_later_steps)
        self._progress_timer = self.set_interval(_PROGRESS_INTERVAL, self._show, pause=True)

    def on_text_lines_resized(self) -> None:
        self._show()

    # Later steps

    def _check_for_later_steps(self) -> None:
        """Rebuild the story in a thread if the game has continued."""
        make = None if self._later is None or self._is_rebuilding else self._later(self._story)
        if make is not None:
            self._is_rebuilding = True
            self.run_worker(lambda: self._rebuild(make), thread=True, group="later")

    def _rebuild(self, make: Callable[[], Story]) -> None:
        try:
            story = make()
        except RiskError:  # The file is unreadable now, but may become readable again.
            story = None
        self.app.call_from_thread(self._show_rebuilt, story)

    def _show_rebuilt(self, story: Story | None) -> None:
        """Show a rebuilt story. A cursor at the end moves to the new end.

        A cursor on a turning point stays there.
        """
        self._is_rebuilding = False
        if story is None:
            return
        selection, was_last = self._selection, self._selection.chart_point == len(self._moments) - 1
        chances = [series for series in self._story.series if series.key == "chance"]
        self._story = story.with_series(chances[0]) if chances else story
        self._moments = story.series[0].moments
        last = len(self._moments) - 1
        point = (
            last
            if was_last and selection.turning_point is None
            else min(selection.chart_point, last)
        )
        selected = selection.turning_point
        if selected is not None and selected >= len(story.turning_points):
            selected = None
        self._top.retitle(self._title())
        self._change_selection(chart_point=point, turning_point=selected)

    def _title(self) -> str:
        story = self._story
        state = _("the story of the game") if story.is_over else _("the story so far")
        return headed(printable(story.name), state) if story.name else capitalize(state)

    # Actions

    def action_replay(self) -> None:
        """Replay the game from the selected mistake, turning point or turn."""
        selection = self._selection
        if self._page_name == REVIEW and (mistakes := self._mistakes()):
            moment = mistakes[selection.mistake].moment
        elif selection.turning_point is not None:
            moment = self._story.turning_points[selection.turning_point].start
        else:
            moment = self._moments[selection.chart_point]
        self.app.push_screen(ReplayScreen(self._story, moment), self._replay_closed)

    def _replay_closed(self, moment: int | None) -> None:
        """Select the moment that the replay returned, if any."""
        if moment is not None:
            selected = self._selected_at(moment)
            self._change_selection(chart_point=self._point_of(moment), turning_point=selected)

    def action_turn(self, steps: int) -> None:
        """Select another turn."""
        point = min(max(self._selection.chart_point + steps, 0), len(self._moments) - 1)
        self._change_selection(chart_point=point, turning_point=None)

    def action_round(self, step: int) -> None:
        """Select the next turn of the same player (1), or the one before (-1).

        From a player's first turn, -1 goes to the start of the charts; from the last turn, 1 goes
        to their end.
        """
        turns, moments = self._story.turns, self._moments
        number = turn_at(turns, moments[self._selection.chart_point])
        others = turns[number + 1 :] if step > 0 else reversed(turns[:number])
        starts = (turn.start for turn in others if turn.seat == turns[number].seat)
        moment = next(starts, moments[-1 if step > 0 else 0])
        self._change_selection(chart_point=self._point_of(moment), turning_point=None)

    def action_point(self, steps: int) -> None:
        """Select the next or previous turning point from the cursor, or another mistake."""
        points, selection = self._story.turning_points, self._selection
        if self._page_name == REVIEW:
            last = max(len(self._mistakes()) - 1, 0)
            self._change_selection(mistake=min(max(selection.mistake + steps, 0), last))
            return
        if not points:
            return
        if selection.turning_point is not None:
            number = min(max(selection.turning_point + steps, 0), len(points) - 1)
        else:
            here = self._moments[selection.chart_point]
            following = bisect_right(points, here, key=lambda point: point.moment)
            number = min(max(following if steps > 0 else following - 1, 0), len(points) - 1)
        self._select(number)

    def action_page(self, steps: int) -> None:
        """Show another page, or another chart if all are on one page."""
        if len(self._pages) == 1:
            self.action_chart()
        else:
            self._change_selection(page=self._selection.page + steps)

    def action_chart(self) -> None:
        """Show the next series; if the page has several charts, show it first."""
        self._change_selection(series=self._selection.series + 1)

    def action_chances(self) -> None:
        """Show the chances to win if they are known; otherwise start or stop estimating them."""
        keys = self._series_keys
        if "chance" in keys and self._story.one_series("chance").moments[-1] == self._story.end:
            self._change_selection(series=keys.index("chance"), page=0)
            return
        total = GAMES * len(chance_moments(self._story))
        show = lambda done: self._note_progress(done, total)  # noqa: E731
        self._start_or_stop("w", partial(story_with_chances, self._story, show=show))

    def action_review(self) -> None:
        """Show the review if there is one; otherwise start or stop reviewing the game."""
        if self._review is not None:
            self._change_selection(page=self._pages.index(REVIEW), mistake=0)
            return
        try:
            check_review(self._story)
        except RiskError as error:
            self.announce(str(error))
            return
        show = self._note_progress
        self._start_or_stop("v", partial(load_or_make_review, self._story, show=show))

    def _start_or_stop(self, key: str, estimate: Callable[..., Story | Review]) -> None:
        """Start an estimate, or stop it if it is running.

        If another estimate is running, say how to stop that.
        """
        guest = self.risk.guest and is_remote()

        def run() -> Story | Review:
            worker = get_current_worker()
            return estimate(stopping=lambda: worker.is_cancelled, guest=guest)

        if self._estimate is None:
            self._percent = 0
            self._estimate = self.run_worker(
                run,
                name=key,
                group="estimates",
                exit_on_error=False,
                exclusive=True,
                thread=True,
            )
            self._progress_timer.resume()
            self._show()
        elif self._estimate.name == key:
            self._estimate.cancel()
        else:
            self.announce(_("an estimate is running; {key} stops it", key=self._estimate.name))

    def _note_progress(self, done: int, total: int) -> None:
        """Note the progress of the estimate, in its thread."""
        self._percent = 100 * done // max(total, 1)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show the result of the estimate, or its problem, when it is over."""
        worker = self._estimate
        if worker is None or event.worker is not worker or not worker.is_finished:
            return
        self._estimate = None
        self._progress_timer.pause()
        match worker.error:
            case RiskError() as error:
                self.announce(printable(str(error)))
            case OSError() as error:
                reason = error.strerror or error
                self.announce(_("could not start processes: {reason}", reason=reason))
            case Exception() as error:
                raise error
            case _stopped:
                self.announce("")
        if isinstance(worker.result, Review):
            self._review = worker.result
            self.action_review()
        elif worker.result is not None:
            self._story = self._story.with_series(worker.result.one_series("chance"))
            self._change_selection(series=self._series_keys.index("chance"), page=0)
        self._show()

    def on_key(self) -> None:
        """Clear the last message, so that the footer shows the keys again."""
        self.announce("")

    def on_click(self, event: events.Click) -> None:
        page, row = self._page, event.screen_y - 1
        if page is None:
            return
        if 0 <= row < len(page.turning_points) and event.screen_x >= page.turning_points_left:
            if page.turning_points[row] >= 0:
                self._select(page.turning_points[row])
        elif page.axis is not None and page.axis.margin <= event.screen_x < page.axis.width:
            point = page.axis.point_at(event.screen_x - page.axis.margin)
            self._change_selection(chart_point=point, turning_point=None)

    # Selection

    def _select(self, number: int) -> None:
        point = self._point_of(self._story.turning_points[number].start)
        self._change_selection(chart_point=point, turning_point=number)

    def _point_of(self, moment: int) -> int:
        """Return the index of the last point of the charts at or before a moment."""
        return max(bisect_right(self._moments, moment) - 1, 0)

    def _selected_at(self, moment: int | None) -> int | None:
        """Return the index of the turning point that starts or happens at a moment, if any."""
        points = enumerate(self._story.turning_points)
        return next((at for at, point in points if moment in (point.start, point.moment)), None)

    def _change_selection(self, **changes: Any) -> None:
        """Select other parts of the story, by the fields of ``Selection``, and show them."""
        self._selection = replace(self._selection, **changes)
        self._show()

    # Drawing

    def _show(self) -> None:
        body = self._body
        if body.size.width:
            self._page = draw_page(
                self._story,
                self._selection,
                body.size,
                self._names,
                self._review,
                ascii=self.risk.mode.ascii,
            )
            body.show(self._page.lines)
            self._bar.show(self._keys())

    @property
    def _series_keys(self) -> list[str]:
        return [series.key for series in self._story.series]

    @property
    def _pages(self) -> tuple[str, ...]:
        return page_names(self._body.size, self._review)

    @property
    def _page_name(self) -> str:
        return self._pages[self._selection.page % len(self._pages)]

    def _mistakes(self) -> list[Mistake]:
        """Return all mistakes of the review in the order in which they are shown."""
        review = self._review
        return [mistake for seat in review.seats for mistake in review.of(seat)] if review else []

    def _keys(self) -> list[KeyHint]:
        """Return the keys that work now, with labels that fit into 80 columns."""
        pages, page = self._pages, self._page_name
        keys: list[KeyHint] = []
        if len(pages) > 1:
            following = pages[(pages.index(page) + 1) % len(pages)]
            keys.append(KeyHint("Tab", _page_label(following), "tab"))
        look = {
            CHARTS: KeyHint("←→↑↓", _("look"), ""),
            REVIEW: KeyHint("↑↓", _("mistake"), "up down"),
        }
        keys += [
            look.get(page, KeyHint("↑↓", _("point"), "up down")),
            KeyHint("Enter", _("replay"), "enter"),
        ]
        if page == CHARTS:
            keys.append(KeyHint("c", _("chart"), "c"))
        running = self._estimate
        for key, words in (("w", _("chance")), ("v", _("review"))):
            if running is not None and running.name == key:
                keys.append(KeyHint(key, _("stop {percent}%", percent=self._percent), key))
            elif running is None and (key == "w" or self._story.is_over):
                keys.append(KeyHint(key, words, key))
        return [*keys, KeyHint("?", "", "question_mark"), KeyHint("Esc", _("back"), "escape")]


def _page_label(page: str) -> str:
    """Return the label of the key that opens a page."""
    return {
        CHARTS: pgettext("page", "charts"),
        POINTS: pgettext("page", "points"),
        TABLE: pgettext("page", "table"),
        REVIEW: pgettext("page", "review"),
    }[page]


def open_story(
    app: TerminalApp,
    story: Story,
    *,
    replay: bool = False,
    moment: int | None = None,
    later: Later | None = None,
    on_close: Callable[[], None] = lambda: None,
) -> None:
    """Show a story at a moment, or first its replay.

    Args:
        app: The app that shows the screens.
        story: The story to show.
        replay: True shows the replay first, from which the player can open the story.
        moment: The moment to show; ``None`` is the end of a story, and the start of a replay.
        later: Finds later steps of a game in progress, so that the story can follow it.
        on_close: Called after the story and the replay are closed.
    """
    if app.mode.ascii:
        spell_names(story.seats, ascii=True)

    def show_story(moment: int | None) -> None:
        app.push_screen(StoryScreen(story, moment, later), lambda _: on_close())

    def replay_closed(moment: int | None) -> None:
        if moment is None:
            on_close()
        else:
            show_story(moment)

    if replay:
        app.push_screen(ReplayScreen(story, moment or 0), replay_closed)
    else:
        show_story(moment)
