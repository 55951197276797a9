"""What a bot knows of a position when it chooses: the position and the aims in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.general.aims import Aims
from risk_tui.bots.general.position import Position

if TYPE_CHECKING:
    from risk_tui.bots.general.board_analysis import BoardAnalysis
    from risk_tui.bots.reasons import Reason
    from risk_tui.engine.view import View


class Evaluation(Position):
    """A position and the ``aims`` of its seat: the ways to win that it is after.

    ``reason`` is why the bot chose what it chose, once it has chosen and if it can say so.
    """

    __slots__ = ("aims", "reason")

    def __init__(self, view: View, seat: int, analysis: BoardAnalysis) -> None:
        super().__init__(view, seat, analysis)
        self.aims = Aims(self)
        self.reason: Reason | None = None
