"""The options for the clock and the talk of a table, which do not belong to its game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.saves.clock import Clock
    from risk_tui.table.table import Table

_OFF = "off"
"""The value of ``--clock`` or ``--turn-clock`` that removes the clock."""


def check_clock_options(options: argparse.Namespace) -> Clock | None:
    """Validate the clock options, and return their clock; ``None`` if they set none.

    Raises:
        RiskError: If they are invalid, or contradict each other or ``--real-dice``.
    """
    from risk_tui.bots import DEFAULT_BOT, is_built_in
    from risk_tui.saves.clock import Clock, parse_time

    if options.clock and options.turn_clock:
        raise RiskError(_("--clock is for decisions and --turn-clock for turns: choose one"))
    time = options.clock or options.turn_clock
    bot = options.clock_bot or DEFAULT_BOT
    if not is_built_in(bot):
        raise RiskError(_("unknown bot {bot!r} for --clock-bot; see: risk-tui bots", bot=bot[:40]))
    if not time or time == _OFF:
        if options.clock_bot:
            raise RiskError(_("--clock-bot needs --clock or --turn-clock"))
        return None
    if getattr(options, "real_dice", False):
        raise RiskError(_("a clock needs computer dice: leave out --real-dice"))
    return Clock(parse_time(time), per_turn=bool(options.turn_clock), bot=bot)


def set_clock_and_talk(table: Table, options: argparse.Namespace) -> None:
    """Apply the clock and talk options to a table; without an option nothing changes."""
    clock = check_clock_options(options)
    if clock is not None or _OFF in (options.clock, options.turn_clock):
        table.clock.set(clock)
    if options.no_talk:
        table.talk.set_enabled(False)
