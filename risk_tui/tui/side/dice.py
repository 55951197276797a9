"""Dice, as big as there is room for: a loser's die is struck, and paired with its better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.engine.rules.combat import Combat
from risk_tui.tui.palette import LOST
from risk_tui.tui.words import DIM, badge_style, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.table.seats import Seat

BIG = 3
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
"""Three by three pips for each face; 0 is a die that is still to fall."""

_WIDTHS = (7, 5)
"""Columns of a big die, the widest first."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Both sides' dice from high to low; ``defence`` is empty while it is still to come.

    ``losses`` (attacker's, defender's) are told where they have happened; ``falling`` dice
    decide nothing yet.
    """

    attacker: Seat
    attack: tuple[int, ...]
    defender: Seat
    defence: tuple[int, ...]
    losses: tuple[int, int] | None = None
    falling: bool = False

    def beaten(self) -> tuple[set[int], set[int]]:
        """The places of the attacker's and of the defender's dice that lose to their pair."""
        attack: set[int] = set()
        defence: set[int] = set()
        if not self.falling:
            for place, (a, d) in enumerate(zip(self.attack, self.defence, strict=False)):
                (attack if Combat.losses((a,), (d,))[0] else defence).add(place)
        return attack, defence


def thrown(attacker: Seat, attack: Sequence[int], defender: Seat, defence: Sequence[int]) -> Text:
    """Both sides' dice in three lines, each side in its colour."""
    lines = _big(Cast(attacker, tuple(attack), defender, tuple(defence)), _WIDTHS[0], "")
    return Text("\n").join([*lines, Text()])


def dice_lines(cast: Cast, width: int, *, big: bool) -> list[Text]:
    """A cast in ``width`` columns: three lines of big dice where wanted and possible, else one."""
    number = len(cast.attack) + len(cast.defence)
    for die in _WIDTHS if big else ():
        # Dice are as big as there is room for the usual five: they do not grow when fewer fall.
        if _columns(max(number, 5), die, 5) <= width:
            return _big(cast, die, " ")
    line = Text(" ")
    die = 3 if _columns(number, 3, 3) <= width else 1
    lost, killed = cast.beaten()
    _badges(line, cast.attacker, cast.attack, lost, die)
    line.append(" v ", DIM)
    _badges(line, cast.defender, cast.defence or (0,), killed, die)
    return [_with_losses(line, cast, width)]


def _columns(number: int, die: int, gap: int) -> int:
    """The columns that dice of this width take, with blanks between and before the two sides."""
    return 1 + gap + number * (die + 1) - 2


def _with_losses(line: Text, cast: Cast, width: int) -> Text:
    if cast.losses is not None and line.cell_len + 7 <= width:
        for seat, lost in zip((cast.attacker, cast.defender), cast.losses, strict=True):
            line.append(f" −{lost}", seat_style(seat, bold=True))
    return line


def _badges(line: Text, seat: Seat, dice: Sequence[int], beaten: set[int], die: int) -> None:
    for place, face in enumerate(dice):
        line.append(" " if place else "")
        line.append((str(face) if face else "?").center(die), _style(seat, place in beaten))


def _big(cast: Cast, die: int, lead: str) -> list[Text]:
    lost, killed = cast.beaten()
    lines = []
    for row in range(BIG):
        line = Text(lead)
        _row(line, cast.attacker, cast.attack, lost, die, row)
        line.append("  v  " if row == 1 else "     ", DIM)
        _row(line, cast.defender, cast.defence or (0,), killed, die, row)
        lines.append(line)
    return lines


def _row(line: Text, seat: Seat, dice: Sequence[int], beaten: set[int], die: int, row: int) -> None:
    gap = " " if die > 5 else ""
    for place, face in enumerate(dice):
        line.append(" " if place else "")
        pips = f" {gap.join(_PIPS[face][row])} "
        line.append(pips, _style(seat, place in beaten))


def _style(seat: Seat, beaten: bool) -> Style:
    if not beaten:
        return badge_style(seat)
    return seat_style(seat) + Style(bgcolor=LOST.hex, strike=True)
