"""Options for settings of a table that don't belong to its game: the clock and the talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse

    from risk_tui.saves.clock import Clock
    from risk_tui.table.table import Table

OFF = "off"
"""The value of ``--clock`` or ``--turn-clock`` that removes the clock."""


def add_clock_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--clock``, ``--turn-clock``, ``--clock-bot`` and ``--no-talk``."""
    parser.add_argument(
        "--clock",
        metavar="TIME",
        help=_("the time for a decision, such as 2m or 24h; then a bot decides ('off': no clock)"),
    )
    parser.add_argument(
        "--turn-clock", metavar="TIME", help=_("the time for a whole turn, instead")
    )
    parser.add_argument(
        "--clock-bot", metavar="BOT", help=_("the bot that decides when time is up (mira)")
    )
    parser.add_argument(
        "--no-talk", action="store_true", help=_("no talk and no truces at the table")
    )


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
    if not time or time == OFF:
        if options.clock_bot:
            raise RiskError(_("--clock-bot needs --clock or --turn-clock"))
        return None
    if getattr(options, "real_dice", False):
        raise RiskError(_("a clock needs computer dice: leave out --real-dice"))
    return Clock(parse_time(time), per_turn=bool(options.turn_clock), bot=bot)


def set_clock_and_talk(table: Table, options: argparse.Namespace) -> None:
    """Apply the clock and talk options to a table; without an option nothing changes."""
    clock = check_clock_options(options)
    if clock is not None or OFF in (options.clock, options.turn_clock):
        table.clock.set(clock)
    if options.no_talk:
        table.talk.set_enabled(False)
