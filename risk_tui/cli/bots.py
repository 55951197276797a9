"""``risk-tui bots``: the computer players that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.display_options import add_json, print_json

if TYPE_CHECKING:
    import argparse


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``bots``."""
    parser.description = (
        "The computer players, the weakest first, then those that other packages bring. Their ids "
        "are what --players and :bot take; 'bot' alone is the one that is marked."
    )
    add_json(parser)
    parser.set_defaults(run=_bots)


def _bots(options: argparse.Namespace) -> int:
    from risk_tui.bots import DEFAULT_BOT, all_bots

    bots = all_bots()
    if options.json:
        keys = ("id", "name", "about", "strength")
        print_json([{key: getattr(bot, key) for key in keys} for bot in bots])
        return 0
    width = max(len(bot.id) for bot in bots)
    for bot in bots:
        mark = "*" if bot.id == DEFAULT_BOT else " "
        print(f"{mark} {bot.id:{width}}  {bot.about}")
    print(f"\n* plays where only 'bot' is said: {DEFAULT_BOT}")
    for bot in bots:
        if bot.budget:
            print(f"{bot.id}-N looks into N replies for a decision, {bot.id} into {bot.budget}")
    return 0
