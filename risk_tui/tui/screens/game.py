"""The game screen: a table at one terminal, with the persons who play here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal

from risk_tui.engine.errors import RiskError
from risk_tui.language import commands
from risk_tui.table.keyboard import Keyboard
from risk_tui.tui import rolling
from risk_tui.tui.charts import Charts
from risk_tui.tui.company import Company
from risk_tui.tui.deeds import Deeds
from risk_tui.tui.greeting import greeting
from risk_tui.tui.hands import moves
from risk_tui.tui.hands.hands import Hands
from risk_tui.tui.moments import Moments
from risk_tui.tui.runner import Runner, only_answers
from risk_tui.tui.screens.base import RiskScreen, too_small
from risk_tui.tui.sight import Sight
from risk_tui.tui.widgets.board import BoardMap
from risk_tui.tui.widgets.lines import Lines
from risk_tui.tui.widgets.prompt import Prompt
from risk_tui.tui.windows import Windows
from risk_tui.tui.words import WARNING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer
    from textual.widget import Widget

    from risk_tui.engine.view import View
    from risk_tui.table.automatic import Automatic
    from risk_tui.table.table import Table
    from risk_tui.tui.map.compass import Compass

PASSING = 0.05
"""Seconds after which a position is shown that is passed through without a pause."""


class GameScreen(RiskScreen):
    """Shows the table, lets automatic players act, and draws the curtain between people."""

    AUTO_FOCUS = "#prompt"

    DEFAULT_CSS = """
    GameScreen > #phases { height: 1; background: $house-bar; }
    GameScreen > #keys { height: 1; background: $house-bar; }
    GameScreen > #middle { height: 1fr; }
    GameScreen #side { width: 22; background: $house-panel; }
    GameScreen.wide #side { width: 36; }
    GameScreen.huge #side { width: 48; }
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.hands = Hands(self)
        self.keyboard = Keyboard(table)
        self.windows = Windows(self)
        self.moments = Moments(self)
        self.charts = Charts(self)
        self.sight = Sight(self)
        self.company = Company(self)
        self.deeds = Deeds(self)
        pause, unseen = (lambda: self.risk.settings.pause), (lambda: too_small(self.app.size))
        self.runner = Runner(table, pause, unseen, self._stopped)
        self._unsubscribe: Callable[[], None] | None = None
        self._passing: Timer | None = None
        self._parts: tuple[Widget, ...] = ()
        """What the screen is made of; leaving takes it apart piece by piece."""

    def compose(self) -> ComposeResult:
        looks = self.sight.looks(self.view())
        self._board = BoardMap(self.table.board.pictures, looks, self.risk.mode)
        self._phases, self._side, self._keys = (Lines(id=id) for id in ("phases", "side", "keys"))
        advice = self.table.options.advice
        self.prompt = Prompt(
            lambda text: commands.complete(text, self.view(), advice=advice),
            self.on_key,
            self.deeds.answered,
            self.deeds.aside,
        )
        self._parts = (self._board, self._phases, self._side, self.prompt, self._keys)
        yield self._phases
        with Horizontal(id="middle"):
            yield self._board
            yield self._side
        yield self.prompt
        yield self._keys

    def on_mount(self) -> None:
        self._make_room(self.app.size.width)
        self._unsubscribe = self.table.subscribe(self.go_on)
        self.call_after_refresh(self.go_on)
        self.company.keep()

    def on_unmount(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        self.runner.closed = True
        self.table.close()

    def on_resize(self, event: events.Resize) -> None:
        self._make_room(event.size.width)
        self.call_after_refresh(self.show)

    def _make_room(self, width: int) -> None:
        """As much room for the side panel as fits beside the map."""
        self.set_class(120 <= width < 180, "wide")
        self.set_class(width >= 180, "huge")

    # Who sees and who decides

    def mine(self) -> bool:
        """Whether a person at this terminal is asked for the decision that is due."""
        return not self.windows.curtain_up and self.table.asked() is not None

    def kind(self) -> str:
        """The kind of decision that is due; empty when the game is over."""
        return self.table.decision.kind if self.table.decision is not None else ""

    def deciding_seat(self) -> int:
        """The seat of the person who speaks. Raises ``RiskError`` when nobody is asked."""
        decision = self.table.decision
        if decision is None:
            raise RiskError("the game is over")
        if not self.mine():
            raise RiskError(rolling.FIRST if self.table.rolling else "wait for your turn")
        return decision.seat

    def speaker(self) -> int:
        """The seat of whoever types. Raises ``RiskError`` when that is nobody in particular."""
        here = self.table.here
        return min(here) if len(here) == 1 else self.deciding_seat()

    def view(self) -> View:
        """The view that is shown."""
        return self.sight.view

    # What is seen

    def show(self) -> None:
        """Bring every part of the screen up to date; only what changed is painted."""
        if self._passing is not None:
            self._passing.stop()
            self._passing = None
        if not self._standing() or not self.size.width:
            return
        sight, view, width = self.sight, self.view(), self.size.width
        self._board.show(sight.looks(view), sight.holdings(view))
        self._phases.show([sight.phases(view, width)])
        self._side.show(sight.side(view, self._side.size))
        problem = self.prompt.problem
        wrong = Text(f" {problem}", WARNING) if problem else None
        self._keys.show([wrong or sight.keys(view, width)])

    def on_screen_suspend(self) -> None:
        self._dialog_changed()

    def on_screen_resume(self) -> None:
        self._dialog_changed()
        self.windows.use_settings()

    def _dialog_changed(self) -> None:
        """A dialog was opened or closed: other keys work now."""
        self.moments.cut()
        if self._standing():
            self._board.use_mode(self.risk.mode)
            self.sight.forget()
            self.prompt.refresh()
            self.show()

    def _standing(self) -> bool:
        """Whether the screen is whole: a bot may answer while it is being left."""
        return bool(self._parts) and all(part.is_attached for part in self._parts)

    def compass(self) -> Compass:
        """The compass of the picture that is shown."""
        return self._board.compass

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message in the bottom line; an action in braces stands for its key."""
        names = (seat.name for seat in self.table.seats)
        self.prompt.say(self.risk.keymap.fill(text, names), warning=warning)

    def greet(self) -> None:
        """Say what is asked now."""
        asked = greeting(self, self.deeds.told)
        if asked:
            self.say(asked)

    def look_at(self, territory: int | None) -> None:
        """Put the cursor on a territory."""
        if territory is not None:
            self.hands.go(territory)

    # How the game goes on

    def go_on(self) -> None:
        """The game moved on: show it, then let the next one act."""
        self.sight.forget()
        if not self._standing():
            return
        if self.prompt.warned:
            self.prompt.say("")
        self.hands.drop_stale_source(self.table.view(None))
        due = self.keyboard.due()
        if due is not None:
            self.keyboard.fall()
        elif self.mine():
            self.hands.take(self.table.view(self.deciding_seat()))
        self.moments.see()
        self.company.call()
        automatic = self.table.automatic()
        if automatic is None or (self.risk.settings.pause and not only_answers(self.table)):
            self.show()
        elif self._passing is None:
            self._passing = self.set_timer(PASSING, self.show)
        if self.windows.victory():
            self.greet()
        elif rolling.ask(self):
            pass  # whoever rolls is asked by the question itself
        elif automatic is not None:
            self._announce(automatic)
            if self.runner.due() is not None:
                self._let_run()
        elif due is not None:
            self.windows.curtain(due)
        else:
            self.greet()
            self._ask_at_once()

    def _let_run(self) -> None:
        if not self.runner.running:
            self.runner.running = True
            self.run_worker(self.runner.run(), exclusive=True, group="automatic")

    def runs(self) -> bool:
        """Whether this terminal carries out what nobody is asked for."""
        return self.runner.running or self.runner.due() is not None

    def idle_although_due(self) -> bool:
        """Whether an automatic step is due that another terminal left to this one."""
        return not (self.runner.running or self.runner.failed) and self.runner.due() is not None

    def _ask_at_once(self) -> None:
        """What a person is shown or asked without a key: a mission, a number, the dice."""
        if rolling.ask(self) or not self.mine() or self.prompt.asking or self.windows.brief():
            return
        if self.kind() == "occupy":
            self.deeds.carry_out(moves.occupy(self.view(), None))
        elif self.kind() == "alter":
            self.windows.pick()

    def _announce(self, due: Automatic) -> None:
        name = self.table.seats[due.seat].name
        if due.by == "order":
            self.say(f"{name}: as ordered …  {{cancel}} stops")
        elif due.by not in ("table", "standing answer") and not only_answers(self.table):
            skip = "" if self.company.others_act() else "  {skip} skips ahead"
            self.say(f"{name} is playing …{skip}")

    def _stopped(self, problem: str) -> None:
        if not self._standing():
            return
        if problem:
            # Going on at once would only fail again.
            self.show()
            self.say(f"{problem}; {{skip}} tries again", warning=True)
        else:
            self.go_on()

    # What people do

    def on_key(self, event: events.Key) -> None:
        self.company.touched()
        if self.moments.cut():
            event.stop()
            event.prevent_default()
            return
        if self.prompt.keeps(event) or self.has_class("too-small"):
            return
        if self.hands.key(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    # Answers from the bottom line and the mouse

    def on_prompt_opened(self) -> None:
        self.show()

    def on_prompt_closed(self, event: Prompt.Closed) -> None:
        self.show()
        self.hands.remind()
        if not event.number:
            self._ask_at_once()

    def on_board_map_clicked(self, event: BoardMap.Clicked) -> None:
        if event.territory == self.hands.cursor and self.mine():
            self.hands.act()
        else:
            self.hands.go(event.territory)
