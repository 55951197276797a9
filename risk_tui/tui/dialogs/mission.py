"""Secret missions, which only their owner sees, and goals that are open to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding

from risk_tui.tui.dialogs.basic import BoxDialog
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType

    from risk_tui.boards.board import Board
    from risk_tui.engine.hooks import OpenGoals
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


class MissionDialog(BoxDialog[None]):
    """A text about how to win, shown until it is closed."""

    DEFAULT_CSS = """
    MissionDialog { align: center middle; background: $house-veil; }
    MissionDialog > Static {
        width: 64; max-width: 95%; height: auto; padding: 1 3;
        background: $house-bar; border: round $house-gold; border-title-color: $house-gold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q,m,space", "dismiss", "Put away")
    ]
    KEYS = "Enter or Esc: put away"


def mission_text(view: View, seats: Sequence[Seat], seat: int) -> Text:
    """A seat's missions in words, with a mark on those that are done."""
    from risk_tui.text.words import describe_mission

    text = Text()
    for mission in view.missions:
        done = mission in view.missions_done[seat]
        text.append("✓ " if done else "", HEAD)
        words = describe_mission(view, mission, seats, seat)
        text.append(f"{words[:1].upper()}{words[1:]}.\n\n", DIM if done else STRONG)
    text.append("Keep it to yourself. ", DIM).append("m", STRONG)
    return text.append(" shows it again.", DIM)


def goals_text(open_goals: OpenGoals, board: Board, seats: Sequence[Seat]) -> Text:
    """All goals that everybody sees, and who has taken them."""
    from risk_tui.tui.panels.victory_progress import goal_lines

    text = Text()
    for line in goal_lines(open_goals, board, seats, 200 if open_goals.are_own else 56):
        text.append_text(line).append("\n")
    return text.append(f"\n{open_goals.terms}", DIM)
