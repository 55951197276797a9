"""The dice so far: everybody's luck and faces, in this game or in all that are saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from risk_tui.engine.errors import RiskError
from risk_tui.language.luck import (
    ALL_DICE,
    GAMES,
    NO_BATTLES,
    NOTHING,
    ROLLED,
    TOO_FEW,
    TRIES,
    TYPED,
    archive_title,
    by_source,
    evenness_told,
    faces_in_short,
    games_told,
    left_out,
    notes,
    rarity_in_short,
    rarity_told,
)
from risk_tui.odds.luck import together
from risk_tui.table.archive import Archive, gather
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.words import CALM, DIM, GOLD, HEAD, STRONG, WARNING, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.timer import Timer

    from risk_tui.odds.luck import Battles
    from risk_tui.table.archive import PlayersDice
    from risk_tui.table.seats import Seat

_LABEL = 19
"""Columns of a player's name with its sign, and of what stands below it."""
_COLUMNS = {"casts": 6, "lost": 6, "expected": 9, "luck": 8}
_FIGURES = _LABEL + sum(_COLUMNS.values()) + 2
"""Where a bar begins, or what is said of luck."""
_LEAST_BAR, _MOST_BAR = 10, 60
_WIDEST, _FRAME = 112, 4
"""Columns of the whole, and those of its border, its margin and the bar for scrolling."""
_LEVELS = "▁▂▃▄▅▆▇█"
"""How often a face fell: as often as it should in the middle, twice as often at the top."""
_SOURCES = {ALL_DICE: "All dice", ROLLED: "Program", TYPED: "On table"}
"""What the row of faces is called for dice from there."""
_LOOK = 0.1
"""Seconds after which it is looked how far the reading of the games has come."""


class LuckScreen(RiskDialog[None]):
    """A table of luck; another key shows that of all saved games, read meanwhile.

    ``elsewhere`` tells that the saved games are none of this player's business.
    """

    DEFAULT_CSS = f"""
    LuckScreen {{ align: center middle; background: $house-veil; }}
    LuckScreen > VerticalScroll {{
        width: 100%; max-width: {_WIDEST}; height: auto; max-height: 100%; padding: 0 0 0 1;
        background: $house-panel; border: round $house-rail; border-title-color: $house-gold;
    }}
    LuckScreen Static {{ width: 100%; height: auto; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,d", "dismiss", "Back"),
        Binding("a", "other", "All games"),
        Binding("j,down", "move(1)", "Down"),
        Binding("k,up", "move(-1)", "Up"),
        Binding("g", "home", "Start"),
    ]

    def __init__(
        self, players: Sequence[PlayersDice], seats: Sequence[Seat], *, elsewhere: bool = False
    ) -> None:
        super().__init__()
        self._players = players
        self._seats = seats
        self._elsewhere = elsewhere
        self._all = False
        """Whether all games are shown, or about to be."""
        self._archive: Archive | None = None
        self._read = False
        """Whether the archive is whole."""
        self._problem = ""
        self._closed = False
        self._looking: Timer | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static()

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self._show()

    def on_unmount(self) -> None:
        self._closed = True

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def action_other(self) -> None:
        """All games instead of this one, or this one again."""
        if self._elsewhere:
            return
        self._all = not self._all
        if self._archive is None and not self._problem and self._looking is None:
            self._looking = self.set_interval(_LOOK, self._look)
            self.run_worker(self._gather, thread=True, group="archive")
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self._show()

    def action_move(self, lines: int) -> None:
        """Scroll."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_home(self) -> None:
        """To the first line."""
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _gather(self) -> None:
        """Read all games, in a thread of its own, until this is closed."""
        try:
            for archive in gather():
                if self._closed:
                    return
                self._archive = archive
        except RiskError as error:
            self._problem = str(error)
        self._read = True

    def _look(self) -> None:
        """See how far the reading has come."""
        if self._read and self._looking is not None:
            self._looking.stop()
        if self._all:
            self._show()

    def _show(self) -> None:
        box = self.query_one(VerticalScroll)
        title, text = self._said(min(self.app.size.width, _WIDEST) - _FRAME)
        box.border_title = title
        other = "" if self._elsewhere else f"a {'this game' if self._all else 'all games'} · "
        box.border_subtitle = f"{other}↑↓ scroll · Esc back"
        box.query_one(Static).update(text)

    def _said(self, width: int) -> tuple[str, Text]:
        """Title and text of what is shown now."""
        archive = self._archive
        if not self._all:
            return "The dice of this game", luck_text(self._players, self._seats, width)
        if self._problem:
            return "The dice of all games", Text(self._problem, WARNING)
        if not self._read or archive is None:
            done = f"Reading the saved games: {archive.done} of {archive.files}" if archive else ""
            return "The dice of all games", Text(done or "Reading the saved games", DIM)
        text = luck_text(archive.players, (), width, TRIES)
        text.append("\n").append("\n".join(left_out(archive)), WARNING)
        text.rstrip()
        return archive_title(archive), text


def luck_text(
    players: Sequence[PlayersDice], seats: Sequence[Seat], width: int, of: str = GAMES
) -> Text:
    """The table of luck in ``width`` columns; ``seats`` lend players their colours and signs."""
    everybody = together(each.luck for each in players)
    if not everybody.dice:
        return Text("No dice were rolled yet.", DIM)
    lines = []
    sources = by_source(players)
    for source, faces in sources.items():
        lines.append(_faces(faces, _SOURCES[source], CALM, width, of))
        lines.append(Text(f" {sum(faces):,} dice: {evenness_told(faces, of)}", DIM))
    lines += [Text(), _headings()]
    sides = [side for each in players for side in (each.luck.attack, each.luck.defence)]
    longest = max((max(side.lost, float(side.expected_lost)) for side in sides), default=0)
    for at, each in enumerate(players):
        seat = seats[at] if at < len(seats) else None
        lines += _player(each, seat, width, longest, of)
    told = notes(everybody)
    if TYPED in sources:
        told.insert(0, f"{_SOURCES[TYPED]}: real dice, {TYPED}; none is the program's.")
    lines += [Text(), *(Text(f" {note}", DIM) for note in told)]
    return Text("\n").join(lines)


def _headings() -> Text:
    line = Text(fit(" Luck in battle", _LABEL), HEAD)
    return line.append("".join(name.rjust(wide) for name, wide in _COLUMNS.items()), DIM)


def _player(
    rolled: PlayersDice, seat: Seat | None, width: int, longest: float, of: str
) -> list[Text]:
    style = seat_style(seat) if seat is not None else CALM
    name = f" {seat_glyph(seat.colour)} " if seat is not None else " "
    name += rolled.name + ("·bot" if rolled.kind == 1 else "")
    line = Text(fit(name, _LABEL), style + Style(bold=True))
    luck = rolled.luck
    games = games_told(rolled) if of == TRIES else ""
    total = _signed(luck.luck) if luck.casts else ""
    line.append(games.rjust(_FIGURES - _LABEL - _COLUMNS["luck"] - 2), DIM)
    line.append(total.rjust(_COLUMNS["luck"]), STRONG)
    room = width - _FIGURES
    said = rarity_told(luck, of)
    said = said if cell_len(said) <= room else rarity_in_short(luck, of)
    line.append(f"  {said}", _ink(said))
    battles = [
        _battles(side, label, style, room, longest)
        for side, label in ((luck.attack, "attack"), (luck.defence, "defence"))
        if side.casts
    ]
    return [line, *battles, _faces(luck.faces, "  faces", style, width, of)]


def _battles(side: Battles, label: str, style: Style, room: int, longest: float) -> Text:
    """What one side lost, and should have lost: in figures, and as a bar with a mark."""
    figures = (
        str(side.casts),
        str(side.lost),
        f"{float(side.expected_lost):.1f}",
        _signed(side.luck),
    )
    line = Text(fit(f"   {label}", _LABEL))
    for text, wide in zip(figures, _COLUMNS.values(), strict=True):
        line.append(text.rjust(wide))
    if room >= _LEAST_BAR and longest:
        scale = (min(room, _MOST_BAR) - 1) / longest
        lost, mark = round(side.lost * scale), round(float(side.expected_lost) * scale)
        line.append("  ").append("█" * min(lost, mark), style)
        line.append(" " * (mark - lost)).append("│", STRONG)
        line.append("█" * (lost - mark - 1), style)
    return line


def _faces(faces: Sequence[int], label: str, style: Style, width: int, of: str) -> Text:
    """How often each face fell, and what to think of it."""
    dice, wide = sum(faces), len(str(max(faces)))
    line = Text(fit(f" {label}", 10))
    for face, number in enumerate(faces, 1):
        height = round(4 * number * len(faces) / dice) - 1 if dice else 0
        line.append(f" {face}", DIM).append(_LEVELS[max(0, min(height, 7))], style)
        line.append(str(number).rjust(wide))
    line.append(" " * max(2, _FIGURES - line.cell_len))
    said = faces_in_short(faces, of)
    if line.cell_len + len(said) > width:
        said, _, _ = said.partition(":")
    return line.append(said, _ink(said))


def _ink(said: str) -> Style:
    """What is worth a look is lit."""
    return DIM if said in (NOTHING, NO_BATTLES, TOO_FEW) else GOLD


def _signed(armies: Fraction) -> str:
    """Armies with their sign."""
    rounded = f"{abs(float(armies)):.1f}"
    if rounded == "0.0":
        return rounded
    return f"{'+' if armies > 0 else '−'}{rounded}"
