"""The replay of a game on the map: any moment of it, forwards and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Horizontal

from risk_tui.text.wrapping import names_in
from risk_tui.tui.map.highlights import continent_styles, highlighted_styles
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.story.replay_lines import (
    earth_of,
    marks_of,
    moves_of,
    side_lines,
    step_line,
    title_line,
)
from risk_tui.tui.widgets.text_lines import TextLines
from risk_tui.tui.widgets.title_bars import KeyBar

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from risk_tui.story.story import Moment, Story
    from risk_tui.tui.map.renderer import TerritoryStyle
    from risk_tui.tui.widgets.title_bars import Key

SPEEDS = (1, 2, 4, 8, 16, 32)
"""Steps a second."""


class ReplayScreen(RiskDialog["int | None"]):
    """A game step by step on the map; it returns the moment at which its story is asked for."""

    DEFAULT_CSS = """
    ReplayScreen { background: $house-sea; }
    ReplayScreen > .bar { height: 1; background: $house-bar; }
    ReplayScreen > #replay { height: 1fr; }
    ReplayScreen #beside { width: 22; background: $house-panel; }
    ReplayScreen.wide #beside { width: 36; }
    ReplayScreen.huge #beside { width: 48; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "Back"),
        Binding("s", "story", "Story"),
        Binding("right,l", "step(1)", "Next step"),
        Binding("left,h", "step(-1)", "Step before"),
        Binding("down,j", "turn(1)", "Next turn"),
        Binding("up,k", "turn(-1)", "Turn before"),
        Binding("pagedown", "round(1)", "Next round"),
        Binding("pageup", "round(-1)", "Round before"),
        Binding("home", "go(0)", "Start"),
        Binding("end", "go(-1)", "End"),
        Binding("n", "point(1)", "Next turning point"),
        Binding("p", "point(-1)", "Turning point before"),
        Binding("space", "play", "Play or stop"),
        Binding("plus", "faster(1)", "Faster"),
        Binding("minus", "faster(-1)", "Slower"),
        Binding("o", "open", "All hands open"),
    ]

    def __init__(self, story: Story, moment: int = 0) -> None:
        super().__init__()
        self._story = story
        self._names = names_in(story.board, story.seats)
        self._is_open = False
        self._speed = 2
        self._timer: Timer | None = None
        self.moment: Moment = story.moment(moment)
        """The moment that is shown."""

    def compose(self) -> ComposeResult:
        board = self._story.board
        self._board = BoardMap(board, self._styles(), self.risk.mode)
        self._title, self._step = TextLines(classes="bar"), TextLines(classes="bar")
        self._beside = TextLines(id="beside")
        yield self._title
        with Horizontal(id="replay"):
            yield self._board
            yield self._beside
        yield self._step
        yield KeyBar(self._keys())

    def on_mount(self) -> None:
        self._apply_width_class(self.app.size.width)

    def on_resize(self, event: events.Resize) -> None:
        self._apply_width_class(event.size.width)

    def on_text_lines_resized(self) -> None:
        self._show()

    def on_unmount(self) -> None:
        self._stop()

    # What keys do

    def action_story(self) -> None:
        """Show the story of the game, with this moment looked at."""
        self.dismiss(self.moment.number)

    def action_step(self, steps: int) -> None:
        """Go some steps on, or back."""
        self._stop()
        self._go(self.moment.number + steps)

    def action_turn(self, turns: int) -> None:
        """Go to the beginning of the next turn; back to that of this one, or else the last."""
        self._stop()
        self._go_to_start(turns, [turn.start for turn in self._story.turns])

    def action_round(self, rounds: int) -> None:
        """Go to the beginning of the next round; back to that of this one, or else the last."""
        self._stop()
        turns = self._story.turns
        starts = [
            turn.start
            for before, turn in zip((None, *turns), turns, strict=False)
            if before is None or before.round != turn.round
        ]
        self._go_to_start(rounds, starts)

    def action_point(self, steps: int) -> None:
        """Go to the next turning point, or the one before."""
        self._stop()
        moments = sorted({point.moment for point in self._story.turning_points})
        here = self.moment.number
        if steps > 0:
            self._go(next((each for each in moments if each > here), here))
        else:
            self._go(next((each for each in reversed(moments) if each < here), here))

    def action_go(self, moment: int) -> None:
        """Go to a moment; -1 is the last one."""
        self._stop()
        self._go(self._story.end if moment < 0 else moment)

    def action_play(self) -> None:
        """Play on by itself, or stop."""
        if self._timer is not None:
            self._stop()
        else:
            if self.moment.number == self._story.end:
                self._go(0)
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._tick)
        self._show()

    def action_faster(self, change: int) -> None:
        """Play faster, or slower."""
        self._speed = min(max(self._speed + change, 0), len(SPEEDS) - 1)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._tick)
        self._show()

    def action_open(self) -> None:
        """Show everybody's cards and missions, or hide them again."""
        if self._story.is_over:
            self._is_open = not self._is_open
            self._go(self.moment.number)

    def _go_to_start(self, steps: int, starts: list[int]) -> None:
        here = self.moment.number
        if steps > 0:
            self._go(next((start for start in starts if start > here), self._story.end))
        else:
            self._go(next((start for start in reversed(starts) if start < here), 0))

    def _tick(self) -> None:
        """Go on by one step while it plays."""
        if self.moment.number >= self._story.end:
            self._stop()
            self._show()
        elif self.app.screen is self:
            self._go(self.moment.number + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go(self, moment: int) -> None:
        moment = min(max(moment, 0), self._story.end)
        self.moment = self._story.moment(moment, is_open=self._is_open)
        self._show()

    # What is seen

    def _apply_width_class(self, width: int) -> None:
        self.set_class(120 <= width < 180, "wide")
        self.set_class(width >= 180, "huge")

    def _styles(self) -> list[TerritoryStyle]:
        moment = self.moment
        return highlighted_styles(
            moment.view, self._story.seats, marks_of(moment), ascii=self.risk.mode.ascii
        )

    def _show(self) -> None:
        story, moment = self._story, self.moment
        if not self.is_attached or not self._beside.size.width:
            return
        width = self.size.width
        self._board.show_earth(earth_of(moment, self._board.earth))
        self._board.show(
            self._styles(), continent_styles(moment.view, story.seats), moves_of(moment)
        )
        playing = f"playing, {SPEEDS[self._speed]} a second" if self._timer is not None else ""
        self._title.show([title_line(story, moment, width, playing)])
        self._beside.show(side_lines(story, moment, self._beside.size, self._names))
        self._step.show([step_line(story, moment, width)])
        self.query_one(KeyBar).show(self._keys())

    def _keys(self) -> list[Key]:
        playing = self._timer is not None
        keys: list[Key] = [
            ("←→", "step", ""),
            ("↑↓", "turn", ""),
            ("n p", "point", "n"),
            ("space", "stop" if playing else "play", "space"),
        ]
        if self._story.is_over:
            keys.append(("o", "hands", "o"))
        keys += [("s", "story", "s"), ("Esc", "back", "escape")]
        return [*keys, ("+−", "speed", ""), ("PgUp PgDn", "round", "")]
