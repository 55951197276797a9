"""Dice statistics: each player's luck and faces, in this game or in all saved games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from risk_tui.data.language import N_, _, format_number, pluralize
from risk_tui.odds.luck import BattleStats, merge_seats
from risk_tui.table.dice_archive import DiceArchive, PlayerDiceStats, read_archive
from risk_tui.table.seats import Seat, spell_copies
from risk_tui.text import dice_report
from risk_tui.tui.dialogs.text_dialogs import ScrollDialog
from risk_tui.tui.key_hints import KeyHint, keys_markup
from risk_tui.tui.screens.base import ArchiveReader
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import CALM, DIM, GOLD, HEAD, STRONG, WARNING, fit, seat_style

_LABEL_WIDTH = 19
"""Columns for a player's name with its glyph, and for the labels below it."""
_LUCK_WIDTH = 8
"""Columns for a figure of luck."""
_COLUMNS = {N_("rolls"): 6, N_("lost"): 6, N_("expected"): 9, N_("luck"): _LUCK_WIDTH}
"""The columns of figures with their minimum widths."""
_MIN_BAR, _MAX_BAR = 10, 60
"""Minimum and maximum columns of the bars for losses."""
_MAX_WIDTH, _FRAME_WIDTH = 112, 4
"""Maximum columns of the dialog, and those of its border, padding and scroll bar."""
_LEVELS = "▁▂▃▄▅▆▇█"
"""Bars for the frequency of a face: half height if as expected, full height if twice that."""
_SOURCE_LABELS = {
    dice_report.ALL_DICE: N_("All dice"),
    dice_report.ROLLED: N_("Program"),
    dice_report.TYPED: N_("On table"),
}
"""Labels of the rows of faces, by the source of the dice."""


def _column_widths() -> dict[str, int]:
    """Return the widths of the columns of figures; a long translated title widens its column."""
    return {name: max(width, cell_len(_(name)) + 1) for name, width in _COLUMNS.items()}


def _figures_end() -> int:
    """Return the column at which a bar or the verdict on luck starts."""
    return _LABEL_WIDTH + sum(_column_widths().values()) + 2


class DiceStatsDialog(ScrollDialog):
    """A table of luck in this game. ``a`` switches to all saved games, which a thread reads.

    ``this_game_only`` is True for guests, who must not see other games.
    """

    DEFAULT_CSS = f"""
    DiceStatsDialog > .box {{
        width: 100%; max-width: {_MAX_WIDTH}; max-height: 100%; padding: 0 0 0 1;
    }}
    DiceStatsDialog Static {{ width: 100%; height: auto; }}
    """
    BINDINGS = [
        ("escape,q,enter,d", "dismiss"),
        ("a", "other"),
    ]

    def __init__(
        self,
        players: Sequence[PlayerDiceStats],
        seats: Sequence[Seat],
        *,
        this_game_only: bool = False,
    ) -> None:
        super().__init__()
        self._players = players
        self._seats = seats
        self._this_game_only = this_game_only
        self._shows_all = False
        """True if all games are shown, or are being read to be shown."""
        self._reader: ArchiveReader[DiceArchive] | None = None

    def compose(self) -> ComposeResult:
        self._box, self._figures = VerticalScroll(classes="box"), Static()
        with self._box:
            yield self._figures

    def on_mount(self) -> None:
        self._box.focus()
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def action_other(self) -> None:
        """Show all games instead of this one, or this one again."""
        if self._this_game_only:
            return
        self._shows_all = not self._shows_all
        if self._reader is None:
            self._reader = ArchiveReader(self, read_archive, self._show)
        self.action_home()
        self._show()

    def _show(self) -> None:
        box = self._box
        title, text = self._content(min(self.app.size.width, _MAX_WIDTH) - _FRAME_WIDTH)
        box.border_title = title
        keys = [KeyHint("↑↓", _("scroll"), "up down"), KeyHint("Enter Esc", _("back"), "enter")]
        if not self._this_game_only:
            keys.insert(0, KeyHint("a", _("this game") if self._shows_all else _("all games"), "a"))
        box.border_subtitle = keys_markup(*keys)
        self._figures.update(text)

    def _content(self, width: int) -> tuple[str, Text]:
        """Return the title and the text for ``width`` columns."""
        reader = self._reader
        if not self._shows_all or reader is None:
            return _("The dice of this game"), dice_stats_text(self._players, self._seats, width)
        if reader.problem:
            return _("The dice of all games"), Text(reader.problem, WARNING)
        archive = reader.archive
        if not reader.is_complete or archive is None:
            return _("The dice of all games"), Text(reader.progress, DIM)
        players = spell_copies(archive.players, ascii=self.risk.mode.ascii)
        text = dice_stats_text(players, (), width, dice_report.TRIES)
        text.append("\n").append("\n".join(dice_report.archive_notes(archive)), WARNING)
        text.rstrip()
        return dice_report.archive_title(archive), text


def dice_stats_text(
    players: Sequence[PlayerDiceStats],
    seats: Sequence[Seat],
    width: int,
    unit: str = dice_report.GAMES,
) -> Text:
    """Return the table of luck, with a verdict on each player's luck and on the dice.

    Args:
        players: The dice of each player.
        seats: The seats of the players, with their colours and glyphs; empty for several games.
        width: Columns of the table.
        unit: The unit of chances: ``GAMES`` for the dice of one game, ``TRIES`` for more.
    """
    total = merge_seats(player.luck for player in players)
    if not total.dice:
        return Text(_("No dice were rolled yet."), DIM)
    lines = []
    sources = dice_report.faces_by_source(players)
    for source, faces in sources.items():
        lines.append(_faces_line(faces, _(_SOURCE_LABELS[source]), CALM, width, unit))
        count, evenness = format_number(sum(faces)), dice_report.describe_evenness(faces, unit)
        lines.append(Text(_(" {count} dice: {evenness}", count=count, evenness=evenness), DIM))
    lines += [Text(), _headings()]
    sides = [side for player in players for side in (player.luck.attack, player.luck.defence)]
    longest = max((max(side.lost, float(side.expected_lost)) for side in sides), default=0)
    for index, player in enumerate(players):
        seat = seats[index] if index < len(seats) else None
        lines += _player_lines(player, seat, width, longest, unit)
    remarks = dice_report.notes(total)
    if dice_report.TYPED in sources:
        source = _(_SOURCE_LABELS[dice_report.TYPED])
        remark = _("{source}: real dice, which players rolled and typed in.", source=source)
        remarks.insert(0, remark)
    lines += [Text(), *(Text(f" {note}", DIM) for note in remarks)]
    return Text("\n").join(lines)


def _headings() -> Text:
    line = Text(fit(_(" Luck in battle"), _LABEL_WIDTH), HEAD)
    return line.append(
        "".join(_(name).rjust(width) for name, width in _column_widths().items()), DIM
    )


def _player_lines(
    player: PlayerDiceStats, seat: Seat | None, width: int, longest: float, unit: str
) -> list[Text]:
    style = seat_style(seat) if seat is not None else CALM
    name = f" {seat_glyph(seat.colour)} " if seat is not None else " "
    name += player.name + (_("·bot") if player.is_bot else "")
    line = Text(fit(name, _LABEL_WIDTH), style + Style(bold=True))
    luck = player.luck
    games = pluralize(player.games, "game") if unit == dice_report.TRIES else ""
    total = _signed(luck.luck) if luck.battles else ""
    line.append(games.rjust(_figures_end() - _LABEL_WIDTH - _LUCK_WIDTH - 2), DIM)
    line.append(total.rjust(_LUCK_WIDTH), STRONG)
    room = width - _figures_end()
    verdict = dice_report.describe_rarity(luck, unit)
    verdict = verdict if cell_len(verdict) <= room else dice_report.short_rarity(luck, unit)
    line.append(f"  {verdict}", _verdict_style(verdict))
    battles = [
        _battles_line(side, label, style, room, longest)
        for side, label in ((luck.attack, _("attack")), (luck.defence, _("defence")))
        if side.battles
    ]
    return [line, *battles, _faces_line(luck.faces, _("  faces"), style, width, unit)]


def _battles_line(side: BattleStats, label: str, style: Style, room: int, longest: float) -> Text:
    """Return the actual and expected losses of one side: in figures, and as a bar with a mark."""
    figures = (
        str(side.battles),
        str(side.lost),
        format_number(float(side.expected_lost), ".1f"),
        _signed(side.luck),
    )
    line = Text(fit(f"   {label}", _LABEL_WIDTH))
    for text, columns in zip(figures, _column_widths().values(), strict=True):
        line.append(text.rjust(columns))
    if room >= _MIN_BAR and longest:
        scale = (min(room, _MAX_BAR) - 1) / longest
        lost, expected = round(side.lost * scale), round(float(side.expected_lost) * scale)
        line.append("  ").append("█" * min(lost, expected), style)
        line.append(" " * (expected - lost)).append("│", STRONG)
        line.append("█" * (lost - expected - 1), style)
    return line


def _faces_line(faces: Sequence[int], label: str, style: Style, width: int, unit: str) -> Text:
    """Return the numbers and bars of the faces with a verdict on them."""
    dice, columns = sum(faces), len(str(max(faces)))
    line = Text(fit(f" {label}", 10))
    for face, number in enumerate(faces, 1):
        height = round(4 * number * len(faces) / dice) - 1 if dice else 0
        line.append(f" {face}", DIM).append(_LEVELS[max(0, min(height, 7))], style)
        line.append(str(number).rjust(columns))
    line.append(" " * max(2, _figures_end() - line.cell_len))
    verdict = dice_report.short_faces(faces, unit)
    if line.cell_len + len(verdict) > width:
        verdict = verdict.partition(":")[0]
    return line.append(verdict, _verdict_style(verdict))


def _verdict_style(verdict: str) -> Style:
    """Return the style of a verdict: gold if it is remarkable."""
    return (
        DIM
        if verdict in map(_, (dice_report.NOTHING, dice_report.NO_BATTLES, dice_report.TOO_FEW))
        else GOLD
    )


def _signed(armies: Fraction) -> str:
    """Return a number of armies with its sign and one decimal."""
    rounded = round(float(armies), 1)
    number = format_number(abs(rounded), ".1f")
    return f"{'+' if rounded > 0 else '−'}{number}" if rounded else number
