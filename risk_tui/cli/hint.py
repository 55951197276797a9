"""``risk-tui hint``: show what the strongest bot would do in a saved game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from risk_tui.cli.shared_options import add_game, add_json, print_json, print_lines, writes_ascii
from risk_tui.data.language import _
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hint``."""
    parser.description = _(
        "Show what the strongest bot would do for the player to move in a saved game, why, and "
        "the chance of an attack. The bot, and you, see only what that player sees. With "
        "--json, the action is written as a bot of your own writes it."
    )
    add_game(parser, nargs="?")
    add_json(parser)
    parser.set_defaults(run=_hint)


def _hint(options: argparse.Namespace) -> None:
    from risk_tui.commands.odds_commands import expect_advice
    from risk_tui.commands.reports import hint_for, hint_line
    from risk_tui.saves.folder import find_game, last_unfinished
    from risk_tui.table.table import Table

    last = None if options.game is not None else last_unfinished()
    if options.game is None and last is None:
        raise RiskError(_("there is no unfinished game; name one: risk-tui hint GAME"))
    path = last.path if last is not None else find_game(options.game)
    table = Table.join(path, ascii=writes_ascii(options, sys.stdout) and not options.json)
    try:
        decision = table.decision
        if decision is None:
            raise RiskError(_("{table} is over", table=table.name))
        expect_advice(table)
        seat = table.seats[decision.seat]
        if not seat.is_person:
            raise RiskError(_("it is the turn of {seat}, a bot", seat=seat.name))
        view = table.view(decision.seat)
        choice = hint_for(view)
        hint = hint_line(choice, view, table.seats)
        if options.json:
            from risk_tui.bots.external_protocol import action_data

            data = {"game": table.name, "seat": decision.seat, "player": seat.name}
            print_json(data | {"action": action_data(choice.action), "hint": [hint]})
            return
        print_lines(options, [f"{seat.name}: {hint}"])
    finally:
        table.close()
