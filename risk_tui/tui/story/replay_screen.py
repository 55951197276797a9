"""The replay of a game on the map, step by step forwards and backwards, with highlights."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.timer import Timer

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _, pgettext
from risk_tui.engine.events import BattleResolved, Moved
from risk_tui.story.story import Moment, Story, event_sentences
from risk_tui.text.words import card_name, describe_mission
from risk_tui.text.wrapping import names_in
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.map.highlights import Highlight, continent_styles, territory_styles
from risk_tui.tui.map.map_widget import BoardMap, ShownPosition
from risk_tui.tui.panels.dice_display import BIG_ROWS, dice_lines
from risk_tui.tui.panels.side_panel import log_lines, shown_roll
from risk_tui.tui.panels.standings import (
    continents_lines,
    continents_short,
    players_lines,
    share_line,
)
from risk_tui.tui.screens.base import (
    WIDTH_FOR_HUGE,
    WIDTH_FOR_WIDE,
    WIDTH_WITH_PANEL,
    RiskDialog,
)
from risk_tui.tui.screens.key_help import KeyHelp
from risk_tui.tui.text_widgets import KeyBar, TextLines, wrapped
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import CALM, DIM, GOLD, HEAD, STRONG, badge_style, seat_style

RECENT = 60
"""Maximum records in the log beside the map."""
_MIN_PROGRESS = 10
"""Minimum columns of the line that shows the progress of the game."""
_DONE, _TO_COME, _POINT = "━─•"
"""The signs of that line: the played part, the part still to come, and a turning point."""
_LONG_FROM_ROWS = 30
"""Minimum rows of the panel for big dice and a row for each continent."""


def marks_of(moment: Moment) -> list[Highlight]:
    """Return the highlights of a moment: the source and target of the last step."""
    marks = [Highlight.PLAIN] * len(moment.view.owner)
    ends: tuple[int | None, ...] = ()
    if moment.record is not None:
        battles = [event for event in moment.record.events if isinstance(event, BattleResolved)]
        last = battles[-1] if battles else None
        ends = (last.source, last.target) if last is not None else moment.record.action.aims
    kinds = (Highlight.SOURCE, Highlight.TARGET) if len(ends) > 1 else (Highlight.TARGET,)
    for territory, kind in zip(ends, kinds, strict=False):
        if territory is not None:
            marks[territory] = kind
    return marks


def shown_position(story: Story, moment: Moment, *, ascii: bool) -> ShownPosition:
    """Return what the map shows of a moment, with an arrow for each movement in the last step."""
    events = moment.record.events if moment.record is not None else ()
    return ShownPosition(
        territory_styles(moment.view, story.seats, marks_of(moment), ascii=ascii),
        continent_styles(moment.view, story.seats),
        [(event.source, event.target) for event in events if isinstance(event, Moved)],
    )


def earth_of(moment: Moment, shown: int) -> int:
    """Return the Earth on which the last step happened, or ``shown`` if it was on none."""
    marks = enumerate(marks_of(moment))
    marked = next((place for place, mark in marks if mark is Highlight.TARGET), None)
    return shown if marked is None else moment.view.board.earth_of(marked)


def title_line(story: Story, moment: Moment, width: int, playing: str) -> Text:
    """Return the top line: the turn, the step, the text ``playing``, and the progress bar."""
    line = Text(" ")
    if moment.turn.seat is None:
        line.append(_("Setting up"), HEAD)
    else:
        seat = story.seats[moment.turn.seat]
        line.append(_("Round {round} ", round=moment.turn.round), HEAD)
        line.append(f" {seat_glyph(seat.colour)} {seat.name} ", badge_style(seat))
    line.append(_("  step {number} of {total}", number=moment.number, total=story.end), STRONG)
    line.append(f"  {playing}" if playing else "", GOLD)
    if moment.is_open:
        line.append(_("  all cards shown"), GOLD)
    room = width - line.cell_len - 3
    if room >= _MIN_PROGRESS:
        line.append("  ").append_text(_progress_bar(story, moment.number, room))
    return line


def _progress_bar(story: Story, number: int, room: int) -> Text:
    """Return a line of ``room`` columns for the game up to a moment, with its turning points."""
    done = room * number // story.end if story.end else room
    bar = Text().append(_DONE * done, GOLD).append(_TO_COME * (room - done), DIM)
    for point in story.turning_points:
        column = min(room * point.moment // max(story.end, 1), room - 1)
        sign = Text(_POINT, GOLD if column < done else CALM)
        bar = bar[:column].append_text(sign).append_text(bar[column + 1 :])
    return bar


def step_line(story: Story, moment: Moment) -> Text:
    """Return the last step in one line of any length, or instead the turning points at this moment.

    At both ends of a damaged game, return the note on what is missing.
    """
    if story.missing and moment.number in (0, story.end):
        return Text(f" {story.missing}", CALM)
    points = [point for point in story.turning_points if point.moment == moment.number]
    if points:
        return Text(" " + " · ".join("".join(point.parts) for point in points), GOLD)
    if moment.record is None:
        return Text(_(" The game begins"), CALM)
    return Text(" " + " · ".join(event_sentences(story, moment)), CALM)


def side_lines(story: Story, moment: Moment, size: Size, names: tuple[str, ...]) -> list[Text]:
    """Return the lines beside the map: players, continents, dice, open hands, the log."""
    view, seats, width = moment.view, story.seats, size.width
    long = size.height >= _LONG_FROM_ROWS
    continents = continents_lines if long else continents_short
    gap = [Text()] if long else []
    lines = [
        *players_lines(view, seats, width),
        share_line(view, seats, width),
        *gap,
        *continents(view, seats, width),
        *gap,
        *_dice(story, moment, width, big=long),
    ]
    if moment.is_open:
        lines += [*_hands(story, moment, width, names), *gap]
    lines.append(Text(_(" LOG"), HEAD))
    recent = story.records[max(moment.number - RECENT, 0) : moment.number]
    return lines + log_lines(recent, seats, view, Size(width, size.height - len(lines)))


def _dice(story: Story, moment: Moment, width: int, *, big: bool) -> list[Text]:
    """Return the last dice of the step, or as many empty rows."""
    events = moment.record.events if moment.record is not None else ()
    for event in reversed(events):
        if isinstance(event, BattleResolved) and event.attack_dice:
            return dice_lines(shown_roll(event, story.seats), width, big=big)
    return [Text()] * (BIG_ROWS if big else 1)


def _hands(story: Story, moment: Moment, width: int, names: tuple[str, ...]) -> list[Text]:
    """Return the cards and missions of the players who are in the game, in a few lines each."""
    lines = [Text(_(" HANDS"), HEAD)]
    narrow = width < 34
    for number, hand in enumerate(moment.hands):
        if moment.view.status[number] != "playing":
            continue
        seat = story.seats[number]
        line = Text(f" {seat_glyph(seat.colour)} ", seat_style(seat))
        if narrow:
            cards = " ".join(_short_card_name(card, story.board) for card in hand)
        else:
            cards = ", ".join(card_name(card, story.board) for card in hand)
        line.append(cards or _("no cards"), CALM)
        for mission in moment.missions[number]:
            line.append(f"; {describe_mission(moment.view, mission, story.seats, number)}", DIM)
        lines += wrapped(line, width, names, hang=False)
    return lines


def _short_card_name(card: int, board: Board) -> str:
    """Return the code of a card's territory, or a star, and the first letter of its symbol."""
    deck_card = board.deck[card]
    territory = deck_card.territory
    code = "★" if territory is None else board.base_territory(territory).code
    return code + pgettext("card", deck_card.symbol)[0].lower()


SPEEDS = (1, 2, 4, 8, 16, 32)
"""Steps per second."""


class ReplayScreen(RiskDialog["int | None"], KeyHelp):
    """A game step by step on the map.

    Returns the moment at which to show the story; ``None`` to go back to where it was opened.
    """

    DEFAULT_CSS = """
    ReplayScreen { background: $house-sea; }
    ReplayScreen > .bar { height: 1; background: $house-bar; }
    ReplayScreen > #replay { height: 1fr; }
    ReplayScreen #beside { width: 22; background: $house-panel; }
    ReplayScreen.-narrow #beside { display: none; }
    ReplayScreen.-wide #beside { width: 36; }
    ReplayScreen.-huge #beside { width: 48; }
    """
    HORIZONTAL_BREAKPOINTS = [
        (0, "-narrow"),
        (WIDTH_WITH_PANEL, "-normal"),
        (WIDTH_FOR_WIDE, "-wide"),
        (WIDTH_FOR_HUGE, "-huge"),
    ]
    KEY_HELP = (
        ("← →", N_("one step back or forward")),
        ("↑ ↓", N_("the start of this turn, or of the next one")),
        ("PgUp PgDn", N_("the start of this round, or of the next one")),
        ("Home End", N_("the start or the end of the game")),
        ("n p", N_("the next or the previous turning point")),
        ("Space", N_("play, or stop")),
        ("+ −", N_("play faster or slower")),
        ("o", N_("show all cards and missions, after the game")),
        ("s", N_("the story at this moment: charts and turning points")),
        ("Esc q", N_("back")),
    )
    BINDINGS = [
        ("escape,q", "dismiss(None)"),
        ("s", "story"),
        ("right,l", "step(1)"),
        ("left,h", "step(-1)"),
        ("down,j", "turn(1)"),
        ("up,k", "turn(-1)"),
        ("pagedown", "round(1)"),
        ("pageup", "round(-1)"),
        ("home", "go(0)"),
        ("end", "go(-1)"),
        ("n", "point(1)"),
        ("p", "point(-1)"),
        ("space", "play"),
        ("plus", "faster(1)"),
        ("minus", "faster(-1)"),
        ("o", "open"),
    ]

    def __init__(self, story: Story, moment: int = 0) -> None:
        super().__init__()
        self._story = story
        self._names = names_in(story.board, story.seats)
        self._is_open = False
        self._speed = 2
        self._timer: Timer | None = None
        self.moment: Moment = story.moment(moment)
        """The current moment."""

    def compose(self) -> ComposeResult:
        shown = shown_position(self._story, self.moment, ascii=self.risk.mode.ascii)
        self._board = BoardMap(self._story.board, shown, self.risk.mode)
        self._title, self._step = TextLines(classes="bar"), TextLines(classes="bar")
        self._beside = TextLines(id="beside")
        yield self._title
        with Horizontal(id="replay"):
            yield self._board
            yield self._beside
        yield self._step
        self._bar = KeyBar(self._keys())
        yield self._bar

    def on_text_lines_resized(self) -> None:
        self._show()

    def on_click(self, event: events.Click) -> None:
        """Go to the moment that was clicked on the progress bar."""
        shown = self._title.plain_lines[0]
        room = len(shown) - len(shown.rstrip(_DONE + _TO_COME + _POINT))
        column = event.screen_x - (self.size.width - 1 - room)
        if event.screen_y == 0 and room and 0 <= column < room:
            self.action_go(round(self._story.end * column / max(room - 1, 1)))

    def on_unmount(self) -> None:
        self._stop()

    # Actions

    def action_story(self) -> None:
        """Close the replay and show the story of the game at this moment."""
        self.dismiss(self.moment.number)

    def action_step(self, steps: int) -> None:
        """Go some steps forward or back."""
        self._stop()
        self._go(self.moment.number + steps)

    def action_turn(self, turns: int) -> None:
        """Go to the start of the next turn, or back to that of this turn or the one before."""
        self._go_to_nearest(
            turns, [0, *(turn.start for turn in self._story.turns), self._story.end]
        )

    def action_round(self, rounds: int) -> None:
        """Go to the start of the next round, or back to that of this round or the one before."""
        starts = {turn.round: turn.start for turn in reversed(self._story.turns)}
        self._go_to_nearest(rounds, [0, *starts.values(), self._story.end])

    def action_point(self, steps: int) -> None:
        """Go to the next or previous turning point."""
        self._go_to_nearest(steps, [point.moment for point in self._story.turning_points])

    def action_go(self, moment: int) -> None:
        """Go to a moment; -1 is the last one."""
        self._stop()
        self._go(self._story.end if moment < 0 else moment)

    def action_play(self) -> None:
        """Start playing automatically, or stop. At the end, start again from the beginning."""
        if self._timer is not None:
            self._stop()
        else:
            if self.moment.number == self._story.end:
                self._go(0)
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._tick)
        self._show()

    def action_faster(self, change: int) -> None:
        """Play faster, or slower if ``change`` is negative."""
        self._speed = min(max(self._speed + change, 0), len(SPEEDS) - 1)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._tick)
        self._show()

    def action_open(self) -> None:
        """Show all players' cards and missions, or hide them again."""
        if self._story.is_over:
            self._is_open = not self._is_open
            self._go(self.moment.number)

    def _go_to_nearest(self, direction: int, moments: Sequence[int]) -> None:
        """Go to the nearest of some moments forward (1) or back (-1); stay if there is none."""
        self._stop()
        here = self.moment.number
        if direction > 0:
            self._go(min((moment for moment in moments if moment > here), default=here))
        else:
            self._go(max((moment for moment in moments if moment < here), default=here))

    def _tick(self) -> None:
        """Go to the next step, or stop at the end. Called regularly while the replay plays."""
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

    # Drawing

    def _show(self) -> None:
        story, moment = self._story, self.moment
        if not self.is_attached or not self._board.size.width:
            return
        width = self.size.width
        self._board.show_earth(earth_of(moment, self._board.earth))
        self._board.show(shown_position(story, moment, ascii=self.risk.mode.ascii))
        playing = ""
        if self._timer is not None:
            playing = _("playing, {number} a second", number=SPEEDS[self._speed])
        self._title.show([title_line(story, moment, width, playing)])
        if self._beside.size.width:
            self._beside.show(side_lines(story, moment, self._beside.size, self._names))
        self._step.show([step_line(story, moment)])
        self._bar.show(self._keys())

    def _keys(self) -> list[KeyHint]:
        keys: list[KeyHint] = [
            KeyHint("←→", _("step"), "left right"),
            KeyHint("↑↓", _("turn"), "up down"),
        ]
        if self._timer is None:
            keys += [KeyHint("n p", _("point"), "n p"), KeyHint("space", _("play"), "space")]
        else:
            keys += [KeyHint("space", _("stop"), "space"), KeyHint("+−", _("speed"), "plus minus")]
        if self._story.is_over:
            keys.append(KeyHint("o", _("hands"), "o"))
        return [
            *keys,
            KeyHint("s", _("story"), "s"),
            KeyHint("?", _("help"), "question_mark"),
            KeyHint("Esc", _("back"), "escape"),
            KeyHint("PgUp PgDn", _("round"), "pageup pagedown"),
        ]
