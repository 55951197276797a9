"""The interface of a computer player: a view and a decision go in, an action comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decision import Decision
    from risk_tui.engine.view import View


class Bot(Protocol):
    """A computer player.

    It sees what its seat may know and nothing else, and chooses without delay (well under a
    few milliseconds), so that it may be asked anywhere, at any time, and again after an undo.
    """

    def choose(self, view: View, decision: Decision) -> Action:
        """One legal action for ``decision``, which is due of the seat that ``view`` belongs to.

        The same seed, view and decision always give the same action.
        """
