"""Screens that explain their keys."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual.screen import Screen

from risk_tui.data.language import N_, _
from risk_tui.tui.key_hints import key_names
from risk_tui.tui.screens.base import RiskScreen


class KeyHelp(Screen[Any]):
    """A screen on which ``?`` or F1 shows the help for its keys.

    Inherit it last: Textual takes the styles of the first base only.
    """

    KEY_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Keys with their meanings."""
    HELP_KEYS: ClassVar[tuple[str, str]] = ("? F1", N_("this help"))
    BINDINGS = [("question_mark,f1", "help")]

    def action_help(self) -> None:
        """Show the help for the keys of this screen."""
        from risk_tui.tui.dialogs.text_dialogs import TextDialog

        self.app.push_screen(TextDialog(_("Help"), self.help_text(), small=True))

    def help_text(self) -> Text:
        """Return the help for the keys of this screen."""
        rows = [(key_names(keys), _(help)) for keys, help in (*self.KEY_HELP, self.HELP_KEYS)]
        width = max(10, *(len(keys) for keys, _words in rows))
        return Text("\n".join(f"{keys:<{width}}  {words}" for keys, words in rows))


class FormScreen(RiskScreen, KeyHelp):
    """A full screen with text fields, in which ``?`` is a letter."""

    HELP_KEYS = ("? F1", N_("this help (F1 in a text field)"))
