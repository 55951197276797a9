"""The base of screens with fields or lists to choose from: each has a page of help."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from risk_tui.tui.dialogs.basic import TextDialog
from risk_tui.tui.screens.base import RiskScreen


class FormScreen(RiskScreen):
    """A screen on which F1, and ``?`` outside of fields for text, tell what its keys do."""

    KEY_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Keys, and what they do."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", show=False)
    ]

    def action_help(self) -> None:
        """Show what the keys do here."""
        rows = [*self.KEY_HELP, ("? F1", "this help; in a field for text F1")]
        text = Text("\n".join(f"{keys:<10}  {words}" for keys, words in rows))
        self.app.push_screen(TextDialog("Help", text, small=True))
