"""The game screen: a table at one terminal, with the people who play here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from risk_tui.commands.front_end import Page
from risk_tui.data.language import _, join_and, ngettext
from risk_tui.errors import RiskError
from risk_tui.table.lesson import KEYS, WELCOME, Lesson
from risk_tui.table.situation import Situation
from risk_tui.table.table import Table
from risk_tui.table.talk import TalkNews
from risk_tui.text.record_lines import describe_talk
from risk_tui.text.wrapping import names_in
from risk_tui.tui.dialogs.text_dialogs import TextDialog
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.bot_pace import BotPace, is_reply_in_human_turn
from risk_tui.tui.game.bottom_line import BottomLine, is_first_game
from risk_tui.tui.game.front_end import ScreenFrontEnd
from risk_tui.tui.game.moment import Moment
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.game.remote_terminals import RemoteTerminals
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.game.view_model import ViewModel
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.keymap import Keymap
from risk_tui.tui.map.map_widget import BoardMap, ShownPosition, SmallEarths
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.prompt import Prompt
from risk_tui.tui.screens.base import (
    WIDTH_FOR_HUGE,
    WIDTH_FOR_WIDE,
    WIDTH_WITH_PANEL,
    CoveringScreen,
    Result,
    RiskScreen,
)
from risk_tui.tui.text_widgets import KeyBar, TextLines
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG

TRANSIT_DELAY = 0.05
"""Seconds until a position is drawn if the next step follows without a pause."""


class GameScreen(RiskScreen):
    """Shows a table, and passes events of players, bots and other terminals to its parts."""

    AUTO_FOCUS = "#prompt"

    DEFAULT_CSS = """
    GameScreen > #phases { height: 1; background: $house-bar; }
    GameScreen > #keys { dock: none; }
    GameScreen > #middle { height: 1fr; }
    GameScreen { layers: default above; }
    GameScreen > #above {
        layer: above; dock: bottom; offset-y: -2; display: none; background: $house-panel;
    }
    GameScreen #side { width: 22; background: $house-panel; }
    GameScreen.panel-toggled #side, GameScreen.narrow #side,
    GameScreen.narrow.panel-toggled BoardMap {
        display: none;
    }
    GameScreen.narrow.panel-toggled #side { display: block; width: 1fr; }
    GameScreen.wide #side { width: 36; }
    GameScreen.huge #side { width: 48; }
    GameScreen.teaches #middle { layers: map lesson; }
    GameScreen #lesson {
        layer: lesson; dock: bottom; height: auto; padding: 0 1; background: $house-bar;
    }
    GameScreen.wide #lesson { margin: 0 36 0 0; }
    GameScreen.huge #lesson { margin: 0 48 0 0; }
    """

    def __init__(self, table: Table, lesson: Lesson | None = None) -> None:
        super().__init__()
        self.table = table
        self.prompt = Prompt(self.on_key, names_in(table.board, table.seats))
        self.moment = Moment(table)
        self.selection = Selection(table.board)
        self.overlay = Overlay(table)
        self.animator = Animator(
            table, self._shows_animations, self._draw_frame, self.set_timer, self._ask
        )
        self.line = BottomLine(
            self, self.prompt, self.moment, self.selection, self.overlay, self.animator
        )
        self.bots = BotPace(self, self.moment, self.line, self._on_bots_stopped)
        self.front_end = ScreenFrontEnd(
            self, self.moment, self.selection, self.line, self.overlay, self.animator, self.bots
        )
        self.prompt.typist = self.front_end
        self.pages = self.front_end.pages
        self.remote_terminals = RemoteTerminals(table, self._has_work, self.post_message)
        self._view_model = ViewModel(
            table, self.selection, self.overlay, self.animator, self.moment.situation
        )
        self._lesson_panel = LessonPanel(lesson) if lesson is not None else None
        self._talk = TalkNews(table.talk)
        self._is_first_game = is_first_game(table.path)
        self._was_shown = False
        """True after the table was shown. Its first question is not announced over a dialog."""
        self._unsubscribe: Callable[[], None] | None = None
        self._delayed_draw: Timer | None = None
        self._parts: tuple[Widget, ...] = ()
        """The widgets that ``_is_complete`` checks. Textual removes them one by one."""

    def compose(self) -> ComposeResult:
        styles = self._view_model.territory_styles(ascii=self.risk.mode.ascii)
        board = self.table.board
        self._board = BoardMap(board, ShownPosition(styles), self.risk.mode)
        self._small_earths = SmallEarths(board, self.risk.mode)
        self._phases, self._side, self._above = (
            TextLines(id=id) for id in ("phases", "side", "above")
        )
        self._keys = KeyBar((), id="keys")
        maps, lines = (self._board, self._small_earths), (self._phases, self._side, self._keys)
        self._parts = (*maps, *lines, self.prompt, self._above)
        yield self._phases
        with Horizontal(id="middle"):
            yield from maps
            yield self._side
            if self._lesson_panel is not None:
                yield self._lesson_panel
        yield self.prompt
        yield self._keys
        yield self._above

    def on_mount(self) -> None:
        self._apply_size(self.app.size)
        self._unsubscribe = self.table.ledger.subscribe(self.refresh_after_change)
        self.call_after_refresh(self.refresh_after_change)
        self.remote_terminals.start_polling()
        if self._lesson_panel is not None:
            self.add_class("teaches")
            self.open(self._lesson_panel.welcome_dialog(self.risk.keymap))

    def on_unmount(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        self.bots.closed = self.remote_terminals.closed = True
        if self._lesson_panel is not None:
            self._lesson_panel.lesson.close()
        self.table.close()

    def on_resize(self, event: events.Resize) -> None:
        self._apply_size(event.size)

    def on_text_lines_resized(self) -> None:
        # Only now do we know how many lines fit. Below a dialog, nothing else redraws the screen.
        self.draw()

    def _apply_size(self, size: Size) -> None:
        """Set the layout classes for the terminal's size, and fit the small Earths and the lesson.

        A narrow terminal shows either the map or the panel; a key switches between them.
        """
        huge = size.width >= WIDTH_FOR_HUGE
        wide = not huge and size.width >= WIDTH_FOR_WIDE
        self.set_class(wide, "wide").set_class(huge, "huge")
        narrow = size.width < WIDTH_WITH_PANEL
        if narrow != self.has_class("narrow"):
            self.set_class(narrow, "narrow").remove_class("panel-toggled")
        side = 48 if huge else 36 if wide else 22
        self._small_earths.fit(size.width - side, size.height - 3)
        if self._lesson_panel is not None:
            self._lesson_panel.fit(size.width)

    # Drawing

    def draw(self) -> None:
        """Update every part of the screen. Only the parts that changed are drawn."""
        if self._delayed_draw is not None:
            self._delayed_draw.stop()
            self._delayed_draw = None
        if not self._is_complete() or not self.size.width:
            return
        if self._lesson_panel is not None:
            self._lesson_panel.show_step(self.risk.keymap)
        self._view_model.renew(self.moment.situation)
        self.selection.proposed = self.prompt.typed_number
        self._draw_frame()
        self.draw_rows_above()
        self._show_keys()

    def _draw_frame(self) -> None:
        """Update what an animation changes: the map, the top line and the panel beside the map."""
        if not self._is_complete():
            return
        model, earth = self._view_model, self.table.board.earth_of(self.selection.cursor)
        styles = model.territory_styles(ascii=self.risk.mode.ascii)
        self._board.show_earth(earth)
        self._board.show(ShownPosition(styles, model.continent_styles(), self.overlay.arrows))
        self._small_earths.show(styles, earth)
        self._phases.show([model.phase_bar(self.size.width)])
        self._side.show(model.side_panel(self._side.size))

    def draw_rows_above(self) -> None:
        """Draw the lines that do not fit in the bottom line over the last rows of the map."""
        if not self._is_complete():
            return
        lines = self.prompt.lines_above()
        self._above.display = bool(lines)
        if lines:
            self._above.styles.height = len(lines)
            self._above.show(lines)

    def _show_keys(self) -> None:
        """Show the keys that work now, or the problem with the typed line."""
        problem = "" if self._above.display else self.prompt.problem
        if not self.is_on_top:
            keys: Sequence[KeyHint] = ()  # A dialog is open and shows its own keys.
        elif self.prompt.asking:
            keys = self.prompt.keys
        else:
            keys = self._view_model.footer(
                self.risk.keymap,
                self.bots.is_elsewhere,
                paused=self.bots.paused,
                stop_below=int(self.risk.settings.plan),
            )
            if self.has_class("narrow"):
                other = _("map") if self.has_class("panel-toggled") else _("panel")
                panel_key = self.risk.keymap.labelled("panel", other)
                # The key to leave the table stays the last one.
                keys = [*keys[:-1], panel_key, *keys[-1:]]
        self._keys.show(keys, problem)

    def on_screen_suspend(self) -> None:
        self._update_for_dialog()

    def on_screen_resume(self) -> None:
        self._update_for_dialog()
        self.pages.apply_settings()

    def _update_for_dialog(self) -> None:
        """Draw the screen after a dialog was opened or closed, because other keys work now."""
        self.animator.skip()
        if self._is_complete():
            self._board.mode = self._small_earths.mode = self.risk.mode
            self.moment.renew()
            self.prompt.refresh()
            self.draw()

    def _is_complete(self) -> bool:
        """Return True if all widgets exist. Late events may come after some of them are removed."""
        return self.is_open and bool(self._parts) and all(part.is_attached for part in self._parts)

    @property
    def navigation(self) -> MapNavigation:
        self._board.show_earth(self.table.board.earth_of(self.selection.cursor))
        return self._board.navigation

    @property
    def shows_hints(self) -> bool:
        setting, panel = self.risk.settings.hints, self._lesson_panel
        if panel is not None:
            return panel.lesson.is_over and setting != "off"
        return setting == "on" or (setting == "auto" and self._is_first_game)

    def _shows_animations(self) -> bool:
        return self.risk.settings.shows_animations and self.is_on_top

    # Pages and dialogs

    @property
    def is_on_top(self) -> bool:
        return self.app.screen is self

    def open(
        self, screen: Screen[Result], on_closed: Callable[[Result | None], None] | None = None
    ) -> None:
        """Open another screen. Its answer is ignored after this screen was left."""

        def take_answer(answer: Result | None) -> None:
            if on_closed is not None and self.is_open:
                on_closed(answer)

        if self.is_open:
            self.app.push_screen(screen, take_answer)

    def toggle_panel(self) -> None:
        self.toggle_class("panel-toggled")
        self.draw()

    def note_page(self, page: Page) -> None:
        if self._lesson_panel is not None and page is Page.LOG:
            self._lesson_panel.lesson.note_log_opened()

    def forget_player(self) -> None:
        self.moment.hide()
        self.selection.release()
        self.line.release()
        self.overlay.clear()
        self.overlay.hide_moves()
        self.prompt.close()
        self.prompt.clear_history()
        while not self.is_on_top:
            self.app.pop_screen()

    # Progress of the game

    def refresh_after_change(self) -> None:
        """Show the new situation, then let the next player act."""
        if not self._is_complete():
            return
        moment = self.moment
        moment.renew()
        if moment.has_lost_player:
            self.forget_player()
        situation = moment.situation
        self._hold_news(situation)
        if self.prompt.warned:
            self.prompt.show_message("")
        question_dropped = self.front_end.drop_stale_question()
        self.selection.clear_invalid_source(situation.view)
        if situation.handover is not None:
            moment.privacy.hide()
        elif situation.may_act:
            self.selection.start_turn_for(situation.view, self.navigation)
        self.animator.enqueue_new(situation, self.risk.settings.pause)
        self._call_player()
        self._draw_soon(situation)
        self._ask_next(situation)
        if question_dropped and situation.handover is None and not self.prompt.asking:
            self.line.say(
                _(
                    "the game has moved on, so your number was dropped; {value}",
                    value=self.prompt.message,
                )
            )

    def _hold_news(self, situation: Situation) -> None:
        """Keep the outcome, the end of an order and the latest talk in the bottom line."""
        if ended := self.table.automation.take_notices():
            self.line.hold(ended)
        elif situation.decision is None or (situation.may_act and situation.automatic is None):
            self.line.hold_outcome()
        if talk_lines := self._talk.take(situation.reader):
            latest = [describe_talk(talk, self.table.seats) for talk in talk_lines[-2:]]
            self.line.hold(" · ".join(latest))

    def _draw_soon(self, situation: Situation) -> None:
        """Draw at once, or with the next changes if they follow without a person or a pause."""
        if situation.automatic is None or (
            self.risk.settings.pause and not is_reply_in_human_turn(situation, self.table.seats)
        ):
            self.draw()
        elif self._delayed_draw is None:
            self._delayed_draw = self.set_timer(TRANSIT_DELAY, self.draw)

    def _ask_next(self, situation: Situation) -> None:
        """Show the victory, or ask for dice, the next person or the next answer, or start bots."""
        automatic = situation.automatic
        if self.pages.show_victory():
            self.line.ask()
        elif self.front_end.ask_for_dice():
            pass  # The open question names the player who rolls.
        elif automatic is not None:
            self.bots.announce(automatic)
            if self.table.automation.carries_out(automatic):
                self.bots.start()
        elif situation.handover is not None:
            self.pages.hand_over(situation.handover)
        else:
            self.front_end.ask()

    def _call_player(self) -> None:
        """Tell a person here that they must decide now, even if a page covers the table."""
        situation = self.moment.situation
        must_decide_now = self.remote_terminals.must_decide_now(situation)
        if must_decide_now:
            if self.prompt.problem:
                self.prompt.close()  # A refused line would hide the new question.
                self.risk.drop_keys()
            if self.remote_terminals.must_alert(situation):
                self.risk.call_for_move(_("your move in {table}", table=self.table.name))
        if isinstance(cover := self.app.screen, CoveringScreen):
            if cover.is_mounted:
                with suppress(NoMatches):  # Textual removes the parts of a closing page first.
                    cover.follow()
            may_announce = self._was_shown and not self.moment.is_handing_over
            if may_announce and (must_decide_now or not situation.is_here):
                news = _("Your move: Esc goes back") if must_decide_now else ""
                if self.remote_terminals.has_rematch:
                    news = _("A rematch has started: Esc goes back")
                cover.announce(news)
        self._was_shown = True

    def _ask(self) -> None:
        self.front_end.ask()

    @property
    def continues_without_key(self) -> bool:
        """True if the game continues now without a key pressed here."""
        return self.bots.running or self.remote_terminals.is_syncing

    def start_worker(self, work: Awaitable[None], group: str) -> None:
        self.run_worker(work, exclusive=True, group=group)

    # Other terminals and bots

    def on_remote_terminals_tick(self) -> None:
        if self._is_complete():
            self._phases.show([self._view_model.phase_bar(self.size.width)])

    def on_remote_terminals_news(self) -> None:
        if not self.is_open:
            return
        try:
            has_news = self.remote_terminals.sync()
        except RiskError as error:
            self.risk.leave_table(str(error))
            return
        if self.is_open and (requested := self.table.seating.requested_seats):
            self._give_up_seats(requested)
        elif self.is_open and has_news:
            self.refresh_after_change()

    def _has_work(self) -> bool:
        """Return True if this terminal now has to run bots or ask for dice."""
        if self.table.dice.request is not None and not self.prompt.asking:
            return True
        idle = not (self.bots.running or self.bots.failed)
        return idle and self.table.automation.carries_out(self.moment.situation.automatic)

    def _give_up_seats(self, seats: frozenset[int]) -> None:
        """Release seats that another terminal requested; leave the table if none remains."""
        names = join_and([self.table.seats[seat].name for seat in sorted(seats)])
        local = self.table.seating.local_seats
        if local and local <= seats:
            news = ngettext(
                "{names} plays at another terminal now",
                "{names} play at another terminal now",
                len(seats),
                names=names,
            )
            self.risk.leave_table(news)
            return
        self.table.leave_requested_seats()
        self.front_end.say(_("another terminal took over {names}", names=names))

    def _on_bots_stopped(self, problem: str) -> None:
        if not self._is_complete():
            return
        if problem:
            # Not ``refresh_after_change``: it would restart the bots, and they would fail again.
            self.draw()
            self.line.say(_("{problem}; {{skip}}: try again", problem=problem), warning=True)
        else:
            self.refresh_after_change()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Handle a key that the prompt passes on, or that it leaves while it asks for a number."""
        if not self.is_on_top:
            self.risk.press_again(event)  # It arrived together with the key that opened the dialog.
            return
        self.remote_terminals.note_key()
        if not self.animator.frame.fights_on:
            self.line.release()
        if self.animator.skip():
            used = True
        elif self.has_class("too-small"):
            used = False  # The player cannot see the effect of a key.
        elif self.prompt.asks_number:
            # Skipping the rolls may just have opened this question. A key that was pressed before
            # must not be typed as its answer.
            used = self.prompt.take_game_key(event)
        elif self.prompt.takes_key(event):
            used = False
        else:
            key, char = event.key, event.character or ""
            used = self.front_end.type(key, char) or self.front_end.press(
                self.risk.keymap.action_of(key, char)
            )
        if used:
            event.stop()
            event.prevent_default()

    # Answers from the bottom line and the mouse

    def on_prompt_line_changed(self) -> None:
        self.draw()

    def on_prompt_closed(self, event: Prompt.Closed) -> None:
        self.draw()
        self.line.remind()
        if not event.asked_number:
            self.front_end.ask_at_once()

    def on_board_map_clicked(self, event: BoardMap.Clicked) -> None:
        if event.territory == self.selection.cursor and self.moment.situation.may_act:
            self.front_end.press("act")
        else:
            self.front_end.show(Page.TERRITORY, territory=event.territory)


class LessonPanel(Static):
    """Shows the current step of a lesson. All keys work as in any other game.

    On a small terminal it covers the lower right corner, where the side panel ends if it is shown;
    on a wide one it covers the southern sea.
    """

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(id="lesson", markup=False)
        self.lesson = lesson

    def welcome_dialog(self, keymap: Keymap) -> TextDialog:
        """Return the dialog that starts the lesson."""
        text = Text(f"{_(WELCOME)}\n\n{keymap.fill(_(KEYS))}")
        return TextDialog(_("Your first game"), text, small=True)

    def fit(self, width: int) -> None:
        """Choose the position for a terminal of ``width`` columns: the corner or the map."""
        self.styles.margin = None if width >= WIDTH_FOR_WIDE else (0, 0, 0, width - 22)

    def show_step(self, keymap: Keymap) -> None:
        """Show the current instruction, or hide the panel if the lesson is over."""
        instruction = self.lesson.instruction()
        text = Text(instruction.heading, HEAD).append(f"  {instruction.why}", DIM)
        if instruction.how.keys:
            text.append(f"\n{keymap.fill(instruction.how.keys)}", STRONG)
        self.display = not self.lesson.is_over
        if text != self.content:
            self.update(text)
