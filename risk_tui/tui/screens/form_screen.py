"""The base of full screens with text fields."""

from __future__ import annotations

from risk_tui.data.language import N_
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.screens.key_help import KeyHelp


class FormScreen(RiskScreen, KeyHelp):
    """A full screen with text fields, in which ``?`` is a letter."""

    HELP_KEYS = ("? F1", N_("this help (F1 in a text field)"))
