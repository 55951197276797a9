"""Both sides' dice, as big as space allows. A die that loses to its counterpart is struck out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from risk_tui.rules.combat import CombatRules
from risk_tui.table.seats import Seat
from risk_tui.tui.theme.palette import LOST
from risk_tui.tui.theme.styles import DIM, badge_style, seat_style

BIG_ROWS = 3
"""Rows of a big die."""

_PIPS = {
    0: ("   ", " ? ", "   "),
    1: ("   ", " • ", "   "),
    2: ("•  ", "   ", "  •"),
    3: ("•  ", " • ", "  •"),
    4: ("• •", "   ", "• •"),
    5: ("• •", " • ", "• •"),
    6: ("• •", "• •", "• •"),
}
"""Three by three pips for each face; 0 is a die that is not rolled yet."""

_LOSING = Style(bgcolor=LOST.hex, strike=True)

_WIDTHS = (7, 5)
"""Columns of a big die, widest first."""


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """Both sides' dice from high to low; ``defence`` is empty until it is rolled.

    ``losses`` are the armies lost by the attacker and the defender, ``None`` until they are known.
    While the dice are ``tumbling``, none is struck out.
    """

    attacker: Seat
    attack: tuple[int, ...]
    defender: Seat
    defence: tuple[int, ...]
    losses: tuple[int, int] | None = None
    tumbling: bool = False

    def losing_dice(self) -> tuple[set[int], set[int]]:
        """Return the indices of the losing dice, of the attacker and of the defender."""
        attack: set[int] = set()
        defence: set[int] = set()
        if not self.tumbling:
            for index, (a, d) in enumerate(zip(self.attack, self.defence, strict=False)):
                (attack if CombatRules.losses((a,), (d,))[0] else defence).add(index)
        return attack, defence


def render_big_dice(
    attacker: Seat, attack: Sequence[int], defender: Seat, defence: Sequence[int]
) -> Text:
    """Return both sides' big dice and an empty line below them, each side in its colour."""
    roll = ShownRoll(attacker, tuple(attack), defender, tuple(defence))
    return Text("\n").join([*_big_dice(roll, _WIDTHS[0], ""), Text()])


def dice_lines(roll: ShownRoll, width: int, *, big: bool) -> list[Text]:
    """Return a roll in ``width`` columns: three lines if ``big`` dice fit, else one."""
    number = len(roll.attack) + max(len(roll.defence), 1)
    for die_width in _WIDTHS if big else ():
        # Size the dice as if there were five, so that they do not grow when fewer are rolled.
        if _columns(max(number, 5), die_width, 5) <= width:
            return _big_dice(roll, die_width, " ")
    line = Text(" ")
    die_width = 3 if _columns(number, 3, 3) <= width else 1
    _append_dice(line, roll, " v ", {face: str(face or "?").center(die_width) for face in _PIPS})
    if roll.losses is not None and line.cell_len + 7 <= width:
        for seat, loss in zip((roll.attacker, roll.defender), roll.losses, strict=True):
            line.append(f" −{loss}", seat_style(seat, bold=True))
    return [line]


def _columns(number: int, die_width: int, gap: int) -> int:
    """Return the columns of an indented line of ``number`` dice, with ``gap`` between the sides."""
    blanks = number - 2  # Between dice of the same side.
    return 1 + number * die_width + blanks + gap


def _big_dice(roll: ShownRoll, die_width: int, indent: str) -> list[Text]:
    gap = " " if die_width > 5 else ""
    lines = []
    for row in range(BIG_ROWS):
        line = Text(indent)
        faces = {face: f" {gap.join(pips[row])} " for face, pips in _PIPS.items()}
        _append_dice(line, roll, "  v  " if row == 1 else "     ", faces)
        lines.append(line)
    return lines


def _append_dice(line: Text, roll: ShownRoll, between: str, faces: Mapping[int, str]) -> None:
    """Append both sides' dice, each with its text in ``faces``; 0 is a die that is not rolled."""
    sides = ((roll.attacker, roll.attack), (roll.defender, roll.defence or (0,)))
    for side, ((seat, dice), losing) in enumerate(zip(sides, roll.losing_dice(), strict=True)):
        line.append(between if side else "", DIM)
        for index, face in enumerate(dice):
            line.append(" " if index else "")
            style = seat_style(seat) + _LOSING if index in losing else badge_style(seat)
            line.append(faces[face], style)
