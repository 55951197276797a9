"""``risk-tui bots`` and ``bot-check``: the list of bots, and a test of external ones.

An external bot is named ``cmd:COMMAND`` on the command line.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any

from risk_tui.cli.display_options import add_json, print_json
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from risk_tui.bots.external_bot import CheckResult, ExternalBot
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``bots``."""
    parser.description = _(
        "List the computer players, weakest first, then those from other packages. Use an id "
        "with --players or :bot; plain 'bot' means the one marked with *."
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
        print(f"{mark} {bot.id:{width}}  {_(bot.about)}")
    print(_("\n* plays where only 'bot' is said: {default_bot}", default_bot=DEFAULT_BOT))
    return 0


COMMAND = "cmd:"
"""The prefix of a command in place of a player."""

_LIMIT = 5.0
"""Default seconds for a program's decision."""


def add_bot_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for external bots."""
    parser.add_argument(
        "--bot",
        metavar="NAME=cmd:COMMAND",
        action="append",
        default=[],
        help=_("run your own program as the bot for a seat"),
    )
    add_limit(
        parser,
        "--bot-time",
        _("the time for such a program for each decision ({seconds})", seconds=f"{_LIMIT:g}"),
    )


def add_limit(parser: argparse.ArgumentParser, option: str, help: str) -> None:
    """Add the option for the time of a program's decision."""
    parser.add_argument(
        option,
        metavar="SECONDS",
        type=float,
        default=_LIMIT,
        help=help,
    )


def checked_limit(seconds: float) -> float:
    """Return a valid time limit in seconds.

    Raises:
        RiskError: If it is out of range.
    """
    if not (math.isfinite(seconds) and 0.01 <= seconds <= 3600):
        raise RiskError(
            _(
                "--bot-time must be between 0.01 and 3600 seconds, not {seconds}",
                seconds=f"{seconds:g}",
            )
        )
    return seconds


def bots_by_name(options: argparse.Namespace) -> dict[str, str]:
    """Return the commands of ``--bot`` by the names of seats.

    Raises:
        RiskError: If an option can't be read.
    """
    commands: dict[str, str] = {}
    for text in options.bot:
        name, _rest, command = text.partition("=")
        if not name.strip() or not command.startswith(COMMAND):
            raise RiskError(
                _(
                    "--bot {text} cannot be read; write --bot Ben=cmd:./mybot",
                    text=printable(text, 60),
                )
            )
        commands[name.strip()] = command.removeprefix(COMMAND)
    return commands


def split_players(text: str, colours: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """Return the players of ``--players`` without commands, and the commands by seat.

    >>> split_players("Ann,cmd:./mybot --fast,Ben:cmd:./other=red", ["red"])
    (['Ann', ':', 'Ben:=red'], {1: './mybot --fast', 2: './other'})
    """
    players, commands = [], {}
    for number, player in enumerate(text.split(",")):
        before, separator, command = player.partition(COMMAND)
        name, colon, rest = before.rpartition(":")
        if not separator or rest.strip() or (before and not colon):
            players.append(player)
            continue
        program, equals, colour = command.rpartition("=")
        has_colour = bool(equals) and colour.strip().lower() in colours
        commands[number] = program if has_colour else command
        players.append(f"{name}:" + (f"={colour}" if has_colour else ""))
    return players, commands


def name_programs(players: Sequence[str], programs: Mapping[int, ExternalBot]) -> list[str]:
    """Return the players with their programs; a nameless one is named after its program."""
    from risk_tui.table.seats import NAME_WIDTH

    named = list(players)
    for number, program in programs.items():
        name, _, colour = players[number].partition("=")
        name = name.rstrip(":")
        if not name.strip():
            name = program.label[:NAME_WIDTH].rstrip("-")
            taken = {text.partition("=")[0].partition(":")[0].casefold() for text in named}
            same = (f"{name[: NAME_WIDTH - 1]}{count}" for count in range(2, 9))
            name = next(free for free in (name, *same) if free not in taken)
        named[number] = f"{name}:{program.player}" + (f"={colour}" if colour else "")
    return named


def check_bot_seats(options: argparse.Namespace, seats: Sequence[Seat]) -> None:
    """Check that every ``--bot`` names one of the seats.

    Raises:
        RiskError: If one does not.
    """
    from risk_tui.table.seats import seat_named

    for name in bots_by_name(options):
        seat_named(name, seats)


@contextlib.contextmanager
def started(
    commands: Mapping[int, str], options: argparse.Namespace
) -> Iterator[dict[int, ExternalBot]]:
    """Start the programs of these commands; end them if no table is opened.

    Raises:
        RiskError: If one does not start, or sends no hello message.
    """
    limit = checked_limit(options.bot_time)
    programs: dict[int, ExternalBot] = {}
    try:
        for number, command in commands.items():
            from risk_tui.bots.external_bot import ExternalBot

            programs[number] = ExternalBot(command, limit)
        yield programs
    except BaseException:
        for program in programs.values():
            program.close()
        raise


def seat_programs(table: Table, options: argparse.Namespace) -> None:
    """Let the programs of ``--bot`` play their seats.

    Raises:
        RiskError: If that fails; the table is closed.
    """
    from risk_tui.table.seats import seat_named

    try:
        named = bots_by_name(options)
        commands = {seat_named(name, table.seats): command for name, command in named.items()}
        with started(commands, options) as programs:
            for seat, program in programs.items():
                table.run_program(seat, program)
    except RiskError:
        table.close()
        raise


_ROUNDS = 8


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``bot-check``."""
    parser.description = _(
        "Play one game per ruleset with an external bot and count its legal, late and wrong "
        "answers. Exits with 1 if any answer was illegal or late."
    )
    parser.add_argument(
        "command", metavar="COMMAND", nargs="?", help=_("the program, as typed: './mybot'")
    )
    parser.add_argument(
        "--rules", metavar="NAME", action="append", help=_("test only this ruleset")
    )
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=int,
        default=_ROUNDS,
        help=_("maximum rounds per game ({rounds})", rounds=_ROUNDS),
    )
    add_limit(
        parser,
        "--time-limit",
        _("the time that the program has for each decision ({seconds})", seconds=f"{_LIMIT:g}"),
    )
    parser.add_argument("--seed", metavar="TEXT", default="check", help=_("random seed"))
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.add_argument("--schema", action="store_true", help=_("print the schema of the messages"))
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    if options.schema:
        import json

        from risk_tui.bots.external_messages import schema

        print(json.dumps(schema(), indent=2))
        return 0
    from risk_tui.bots.external_bot import check_bot
    from risk_tui.rules.library import load_ruleset, names

    if not options.command:
        raise RiskError(_("name a program, e.g. risk-tui bot-check ./mybot"))
    if options.rounds < 1:
        raise RiskError(_("a game has at least 1 round, not {rounds}", rounds=options.rounds))
    limit = checked_limit(options.time_limit)
    rulesets = [load_ruleset(name).ruleset for name in options.rules or names("rulesets")]
    width = max(map(len, rulesets))
    results: list[CheckResult] = []
    heading = f"{'RULES':{width}}  ROUNDS  LEGAL  LATE  WRONG  {'MEAN':>8}  {'LONGEST':>8}"
    for ruleset in rulesets:
        result = check_bot(
            options.command.removeprefix(COMMAND),
            ruleset,
            rounds=options.rounds,
            limit=limit,
            seed=options.seed,
        )
        if not options.json:
            if not results:
                print(heading)
            print(_row(result, width), flush=True)
        results.append(result)
    if options.json:
        import json

        print(json.dumps([_data(result) for result in results], indent=2))
    return 0 if all(result.is_sound for result in results) else 1


def _row(result: CheckResult, width: int) -> str:
    mean, longest = _times(result)
    row = (
        f"{result.ruleset:{width}}  {result.rounds:6}  {result.legal:5}  {result.late:4}  "
        f"{result.wrong:5}  {1000 * mean:5.1f} ms  {1000 * longest:5.0f} ms"
    )
    return f"{row}\n  it {result.problem}" if result.problem else row


def _data(result: CheckResult) -> dict[str, Any]:
    mean, longest = _times(result)
    return {
        "rules": result.ruleset,
        "rounds": result.rounds,
        "legal": result.legal,
        "late": result.late,
        "wrong": result.wrong,
        "mean_seconds": round(mean, 6),
        "longest_seconds": round(longest, 6),
        "problem": result.problem,
    }


def _times(result: CheckResult) -> tuple[float, float]:
    """Return the mean and the longest time of a bot's answers in seconds."""
    seconds = result.seconds or [0.0]
    return sum(seconds) / len(seconds), max(seconds)
