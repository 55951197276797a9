"""The game screen: a table at one terminal, with the people who play here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text
from textual.containers import Horizontal

from risk_tui.commands.front_end import Pointer
from risk_tui.commands.pointing import enter
from risk_tui.commands.wording import is_asked_at_once
from risk_tui.errors import RiskError
from risk_tui.text.prompts import dice_prompt
from risk_tui.tui.game.bot_pace import is_reply_in_human_turn
from risk_tui.tui.game.bot_screen import BotScreen
from risk_tui.tui.game.bottom_line import hint_for, is_first_game, status_line
from risk_tui.tui.game.remote_terminals import RemoteTerminals
from risk_tui.tui.map.map_widget import BoardMap, SmallEarths
from risk_tui.tui.panels.side_panel import keys_line
from risk_tui.tui.prompt import Prompt
from risk_tui.tui.screens.base import CoveringScreen
from risk_tui.tui.text_widgets import TextLines
from risk_tui.tui.theme.styles import WARNING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size
    from textual.timer import Timer
    from textual.widget import Widget

    from risk_tui.table.table import Table
    from risk_tui.tui.map.navigation import MapNavigation

TRANSIT_DELAY = 0.05
"""Seconds after which a position is shown that the game passes through without a pause."""


class GameScreen(BotScreen):
    """Shows the table, lets automatic players act, and closes the curtain between people."""

    AUTO_FOCUS = "#prompt"

    DEFAULT_CSS = """
    GameScreen > #phases { height: 1; background: $house-bar; }
    GameScreen > #keys { height: 1; background: $house-bar; }
    GameScreen > #middle { height: 1fr; }
    GameScreen { layers: default above; }
    GameScreen > #above {
        layer: above; dock: bottom; offset-y: -2; display: none; background: $house-panel;
    }
    GameScreen #side { width: 22; background: $house-panel; }
    GameScreen.wide #side { width: 36; }
    GameScreen.huge #side { width: 48; }
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.remote_terminals = RemoteTerminals(table, self._has_work, self.post_message)
        self._is_first_game = is_first_game(table.path)
        self._was_shown = False
        """Whether the table was shown before: its first question is no news behind a dialog."""
        self._unsubscribe: Callable[[], None] | None = None
        self._delayed_show: Timer | None = None
        self._parts: tuple[Widget, ...] = ()
        """The widgets of the screen; while it is left they go one after the other."""

    def compose(self) -> ComposeResult:
        styles = self.view_model.territory_styles(ascii=self.risk.mode.ascii)
        board = self.table.board
        self._board = BoardMap(board, styles, self.risk.mode)
        self._others = SmallEarths(board, self.risk.mode)
        self._phases, self._side, self._keys = (
            TextLines(id=id) for id in ("phases", "side", "keys")
        )
        self.prompt = Prompt(
            self.complete,
            self.on_key,
            self.submit_line,
            self.during_question,
            self.names,
        )
        self._above = TextLines(id="above")
        maps, lines = (self._board, self._others), (self._phases, self._side, self._keys)
        self._parts = (*maps, *lines, self.prompt, self._above)
        yield self._phases
        with Horizontal(id="middle"):
            yield from maps
            yield self._side
        yield self.prompt
        yield self._keys
        yield self._above

    def on_mount(self) -> None:
        self._apply_size(self.app.size)
        self._unsubscribe = self.table.ledger.subscribe(self.refresh_after_change)
        self.call_after_refresh(self.refresh_after_change)
        self.remote_terminals.start_polling()

    def on_unmount(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        self.runner.closed = self.remote_terminals.closed = True
        self.table.close()

    def on_resize(self, event: events.Resize) -> None:
        self._apply_size(event.size)

    def on_text_lines_resized(self) -> None:
        # Only now it is known what fits; below a dialog no refresh of the screen says so.
        self.show()

    def _apply_size(self, size: Size) -> None:
        """Give the side panel, and other Earths, as much room as fits beside the map."""
        self.set_class(120 <= size.width < 180, "wide")
        self.set_class(size.width >= 180, "huge")
        side = 48 if size.width >= 180 else 36 if size.width >= 120 else 22
        self._others.fit(size.width - side, size.height - 3)

    # What is seen

    def show(self) -> None:
        if self._delayed_show is not None:
            self._delayed_show.stop()
            self._delayed_show = None
        if not self._is_complete() or not self.size.width:
            return
        model, width = self.view_model, self.size.width
        self.selection.proposed = self.prompt.number
        styles = model.territory_styles(ascii=self.risk.mode.ascii)
        self._board.show_earth(self.table.board.earth_of(self.selection.cursor))
        self._board.show(styles, model.continent_styles(), self.overlay.arrows)
        self._others.show(styles, self.table.board.earth_of(self.selection.cursor))
        self._phases.show([model.phase_bar(width)])
        self._side.show(model.side_panel(self._side.size))
        self._keys.show([self._bottom_line(width)])
        self.show_rows_above()

    def show_rows_above(self) -> None:
        """Show what does not fit in the bottom line above it, over the map's last rows."""
        if not self._is_complete():
            return
        lines = self.prompt.lines_above()
        self._above.display = bool(lines)
        if lines:
            self._above.styles.height = len(lines)
            self._above.show(lines)

    def _bottom_line(self, width: int) -> Text:
        """What is wrong with the line that was typed, or else the keys that work now."""
        if self.prompt.problem and not self.prompt.lines_above():
            return Text(f" {self.prompt.problem}", WARNING)
        if self.app.screen is not self:
            return keys_line((), width)  # a dialog is open, and says its own keys
        if self.prompt.asking:
            return keys_line(self.prompt.keys, width)
        return self.view_model.footer(
            width, self.risk.keymap, self.is_remote_acting, paused=self.runner.paused
        )

    def on_screen_suspend(self) -> None:
        self._dialog_changed()

    def on_screen_resume(self) -> None:
        self._dialog_changed()
        self.apply_settings()

    def _dialog_changed(self) -> None:
        """Draw the screen again after a dialog was opened or closed: other keys work now."""
        self.animator.skip()
        if self._is_complete():
            self._board.use_mode(self.risk.mode)
            self._others.use_mode(self.risk.mode)
            self.renew()
            self.prompt.refresh()
            self.show()

    def _is_complete(self) -> bool:
        """Check that all widgets are there: something may come late, when the screen was left."""
        return self.is_open and bool(self._parts) and all(part.is_attached for part in self._parts)

    def navigation(self) -> MapNavigation:
        self._board.show_earth(self.table.board.earth_of(self.selection.cursor))
        return self._board.compass

    def show_prompt(self) -> None:
        prompt = status_line(self.situation, self.table, self.last_seen_record)
        if not prompt:
            return
        # What came of a fight is told once its dice were seen; until then nothing is asked.
        rolls_first = self.animator.after_fight(self._ask)
        self.show_message("" if rolls_first else self._with_hint(self.held.before(prompt)))

    def _ask(self) -> None:
        """Show what is asked, and open the question for what needs no key."""
        self.show_prompt()
        self._ask_immediately()

    def shows_hints(self) -> bool:
        """Whether the bottom line says what to press, too."""
        setting = self.risk.settings.hints
        return setting == "on" or (setting == "auto" and self._is_first_game)

    def _with_hint(self, prompt: str) -> str:
        """A question, with what to press where that is wanted and there is room."""
        if not (self.situation.may_act and self.shows_hints()):
            return prompt
        hint = hint_for(self.situation.view)
        line = f"{prompt} · {hint}" if hint else prompt
        width = cell_len(self.risk.keymap.fill(line))
        return line if width <= self.size.width - 2 else prompt

    # How the game goes on

    def refresh_after_change(self) -> None:
        if not self._is_complete():
            return
        self.renew()
        is_over = self.situation.decision is None
        if ended := self.table.automation.take_notice():
            self.held.hold(ended)
        elif is_over or (self.situation.may_act and self.situation.automatic is None):
            self.held.tell_outcome(self.situation.view)
        if self.prompt.warned:
            self.prompt.show_message("")
        situation = self.situation
        due, automatic = situation.handover, situation.automatic
        question_dropped = self.drop_stale_question()
        self.selection.clear_invalid_source(situation.view)
        if due is not None:
            self.privacy.hide()
        elif situation.may_act:
            self.selection.start_turn_for(situation.view, self.navigation())
        self.animator.enqueue_new(situation, self.risk.settings.pause)
        newly_asked = self.remote_terminals.newly_asked(situation)
        if newly_asked:
            self._call_player()
        if isinstance(cover := self.app.screen, CoveringScreen):
            if cover.is_mounted:
                cover.follow()
            if self._was_shown and (newly_asked or not situation.is_here):
                cover.announce("It is your move: Esc goes back" if newly_asked else "")
        self._was_shown = True
        if automatic is None or (
            self.risk.settings.pause and not is_reply_in_human_turn(situation, self.table.seats)
        ):
            self.show()
        elif self._delayed_show is None:
            self._delayed_show = self.set_timer(TRANSIT_DELAY, self.show)
        if self.victory():
            self.show_prompt()
        elif self.ask_for_dice():
            pass  # whoever rolls is asked by the question itself
        elif automatic is not None:
            self.announce(automatic)
            if self.table.automation.carries_out(automatic):
                self.start_runner()
        elif due is not None:
            self.hand_over(due)
        else:
            self._ask()
        if question_dropped and due is None and not self.prompt.asking:
            self.show_message(f"the game went on, and your number with it; {self.prompt.message}")

    def advances_by_itself(self) -> bool:
        """Whether the game goes on right now without a key that was pressed here."""
        return self.runner.running or self.remote_terminals.is_syncing

    # What others do

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
        """Whether another terminal left something to this one: to play for bots, or to roll."""
        if self.table.dice.request is not None and not self.prompt.asking:
            return True
        idle = not (self.runner.running or self.runner.failed)
        return idle and self.table.automation.carries_out(self.situation.automatic)

    def _give_up_seats(self, seats: frozenset[int]) -> None:
        """Leave seats to the terminal that asked for them, and show that."""
        names = " and ".join(self.table.seats[seat].name for seat in sorted(seats))
        if seats == self.table.seating.local_seats:
            self.risk.leave_table(f"{names} plays at another terminal now")
            return
        self.release_seats(seats)
        self.say(f"{names} plays at another terminal now, as somebody there asked for the seat")

    def _call_player(self) -> None:
        """Call the person who is asked now, after others were."""
        if self.prompt.problem:
            self.prompt.close()  # a line that was refused hides what is asked now
            self.risk.drop_keys()
        if self.remote_terminals.has_to_ring(self.situation) and self.risk.settings.bell == "on":
            self.app.bell()

    def ask_for_dice(self) -> bool:
        table, prompt, request = self.table, self.prompt, self.situation.dice
        if request is not None:
            question = dice_prompt(request, table.board, table.seats)
            attacks = request.kind == "attack" and request.seats[0] in table.seating.local_seats
            may_undo = request.may_cancel or (attacks and not request.is_begun)
            if prompt.ask_dice(question, may_undo=may_undo) and self.advances_by_itself():
                self.risk.drop_keys()
        elif prompt.dice:
            prompt.close()
            self.risk.drop_keys()
            self.show()
        return request is not None

    def _ask_immediately(self) -> None:
        """Show or ask a person what needs no key: a mission, a number, dice."""
        if self.ask_for_dice() or not self.situation.may_act or self.prompt.asking:
            return
        if self.animator.shows_fight:
            return  # it is asked once the rolls were seen
        mission_shown = self.show_mission_once()
        decision = self.situation.decision
        at_once = decision is not None and is_asked_at_once(decision)
        if self.advances_by_itself() and (mission_shown or at_once):
            self.risk.drop_keys()
        if at_once and not mission_shown:
            enter(Pointer(self.view(), self.selection.cursor)).run(self)

    def on_runner_stopped(self, problem: str) -> None:
        if not self._is_complete():
            return
        if problem:
            # Going on at once would only fail again.
            self.show()
            self.show_message(f"{problem}; {{skip}} tries again", warning=True)
        else:
            self.refresh_after_change()

    # What people do

    def on_key(self, event: events.Key) -> None:
        if self.app.screen is not self:
            self.risk.press_again(event)  # It came at once with the one that opened the dialog.
            return
        self.remote_terminals.note_key()
        if not self.animator.shows_fight:
            self.held.release()
        if self.animator.skip():
            used = True
        elif self.has_class("too-small"):
            used = False  # nobody can see what a key would do
        elif self.prompt.asks_number:
            # The rolls hid the question until now: it is answered by no key meant for them.
            used = self.prompt.take_game_key(event)
        else:
            used = not self.prompt.takes_key(event) and self.press_key(
                event.key, event.character or ""
            )
        if used:
            event.stop()
            event.prevent_default()

    # Answers from the bottom line and the mouse

    def on_prompt_opened(self) -> None:
        self.show()

    def on_prompt_closed(self, event: Prompt.Closed) -> None:
        self.show()
        self.repeat_hint()
        if not event.number:
            self._ask_immediately()

    def on_board_map_clicked(self, event: BoardMap.Clicked) -> None:
        if event.territory == self.selection.cursor and self.situation.may_act:
            self.press_enter()
        else:
            self.show_territory(event.territory)
