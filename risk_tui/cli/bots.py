"""``risk-tui bots`` and ``bot-check``: list bots, and test external ones.

An external bot is written ``cmd:COMMAND`` on the command line.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any

from risk_tui.cli.shared_options import add_json, print_json
from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, format_number
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from risk_tui.bots.external_bot import ExternalBot
    from risk_tui.cli.bot_check import CheckResult
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


def _bots(options: argparse.Namespace) -> None:
    from risk_tui.bots import DEFAULT_BOT, all_bots

    bots = all_bots()
    if options.json:
        keys = ("id", "name", "about", "strength")
        print_json([{key: getattr(bot, key) for key in keys} for bot in bots])
        return
    width = max(len(bot.id) for bot in bots)
    for bot in bots:
        mark = "*" if bot.id == DEFAULT_BOT else " "
        print(f"{mark} {bot.id:{width}}  {_(bot.about)}")
    print(_("\n* plays for plain 'bot': {default_bot}", default_bot=DEFAULT_BOT))


COMMAND = "cmd:"
"""The prefix of a command that runs an external bot."""

_DEFAULT_SECONDS = 5.0
"""The default time limit for a decision of an external bot, in seconds."""


def add_bot_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--bot`` and ``--bot-time``, the options for external bots."""
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
        _(
            "the time for such a program for each decision ({seconds})",
            seconds=f"{_DEFAULT_SECONDS:g}",
        ),
    )


def add_limit(parser: argparse.ArgumentParser, option: str, help: str) -> None:
    """Add the option that limits the time for a decision of an external bot."""
    parser.add_argument(
        option,
        metavar="SECONDS",
        type=float,
        default=_DEFAULT_SECONDS,
        help=help,
    )


def check_time_limit(seconds: float, option: str = "--bot-time") -> float:
    """Return the time limit of an option in seconds if it is valid.

    Raises:
        RiskError: If it is not from 0.01 to 3600.
    """
    if not (math.isfinite(seconds) and 0.01 <= seconds <= 3600):
        raise RiskError(
            _(
                "{option} must be between 0.01 and 3600 seconds, not {seconds}",
                option=option,
                seconds=f"{seconds:g}",
            )
        )
    return seconds


def bots_by_name(options: argparse.Namespace) -> dict[str, str]:
    """Return the commands of ``--bot`` by the names of their seats.

    Raises:
        RiskError: If an option is invalid.
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
    """Split ``--players`` into the players without commands, and the commands by seat.

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
    """Return the players with the ids of their programs.

    Players without a name get the name of their program.

    Args:
        players: The players from ``split_players``.
        programs: The started programs by seat.
    """
    from risk_tui.table.seats import NAME_WIDTH

    named = list(players)
    for number, program in programs.items():
        name, _, colour = players[number].partition("=")
        name = name.rstrip(":")
        if not name.strip():
            name = program.label[:NAME_WIDTH].rstrip("-")
            taken = {text.partition("=")[0].partition(":")[0].casefold() for text in named}
            numbered = (f"{name[: NAME_WIDTH - 1]}{count}" for count in range(2, 9))
            name = next(free for free in (name, *numbered) if free not in taken)
        named[number] = f"{name}:{program.player}" + (f"={colour}" if colour else "")
    return named


def check_bot_seats(options: argparse.Namespace, seats: Sequence[Seat]) -> None:
    """Check that every ``--bot`` names one of the seats.

    Raises:
        RiskError: If a name is unknown.
    """
    from risk_tui.table.seats import seat_by_name

    for name in bots_by_name(options):
        seat_by_name(name, seats)


@contextlib.contextmanager
def started(
    commands: Mapping[int, str], options: argparse.Namespace
) -> Iterator[dict[int, ExternalBot]]:
    """Start external bots by seat, and close them if the body of the ``with`` fails.

    Raises:
        RiskError: If a program does not start, or sends no hello message.
    """
    limit = check_time_limit(options.bot_time)
    programs: dict[int, ExternalBot] = {}
    try:
        for number, command in commands.items():
            # Without external bots, this import would only take time.
            from risk_tui.bots.external_bot import ExternalBot

            programs[number] = ExternalBot(command, limit)
        yield programs
    except BaseException:
        for program in programs.values():
            program.close()
        raise


def seat_programs(table: Table, options: argparse.Namespace) -> None:
    """Start the programs of ``--bot``, and let them play their seats.

    Raises:
        RiskError: If one can't be started or has no seat; the table is closed.
    """
    from risk_tui.table.seats import seat_by_name

    try:
        named = bots_by_name(options)
        commands = {seat_by_name(name, table.seats): command for name, command in named.items()}
        with started(commands, options) as programs:
            for seat, program in programs.items():
                table.run_program(seat, program)
    except RiskError:
        table.close()
        raise


_DEFAULT_ROUNDS = 8
"""The default limit of rounds in a test game."""

_CHECK_HEADINGS = (
    N_("RULES"),
    N_("ROUNDS"),
    N_("LEGAL"),
    N_("LATE"),
    N_("WRONG"),
    N_("MEAN"),
    N_("LONGEST"),
)
_CHECK_WIDTHS = 6, 5, 4, 5, 8, 8
"""The least columns of the numbers after the ruleset."""


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
        default=_DEFAULT_ROUNDS,
        help=_("maximum rounds per game ({rounds})", rounds=_DEFAULT_ROUNDS),
    )
    add_limit(
        parser,
        "--time-limit",
        _(
            "the time that the program has for each decision ({seconds})",
            seconds=f"{_DEFAULT_SECONDS:g}",
        ),
    )
    parser.add_argument("--seed", metavar="TEXT", default="check", help=_("random seed"))
    add_json(parser)
    parser.add_argument("--schema", action="store_true", help=_("print the schema of the messages"))
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    if options.schema:
        from risk_tui.bots.external_messages import schema

        print_json(schema())
        return 0
    from risk_tui.cli.bot_check import check_bot
    from risk_tui.rules.library import load_ruleset, names

    if not options.command:
        raise RiskError(_("name a program, e.g. risk-tui bot-check ./mybot"))
    if options.rounds < 1:
        raise RiskError(_("a game has at least 1 round, not {rounds}", rounds=options.rounds))
    limit = check_time_limit(options.time_limit, "--time-limit")
    rulesets = [load_ruleset(name).ruleset for name in options.rules or names("rulesets")]
    headings = list(map(_, _CHECK_HEADINGS))
    widths = [max(map(len, [*rulesets, headings[0]]))]
    widths += [
        max(len(heading), least) for heading, least in zip(headings[1:], _CHECK_WIDTHS, strict=True)
    ]
    results: list[CheckResult] = []
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
                print(_format_cells(headings, widths))
            print(_format_row(result, widths), flush=True)
        results.append(result)
    if options.json:
        print_json([_result_data(result) for result in results])
    return 0 if all(result.is_sound for result in results) else 1


def _format_cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return a row: a name, then numbers at the right of their columns."""
    numbers = zip(cells[1:], widths[1:], strict=True)
    return "  ".join([cells[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in numbers)])


def _format_row(result: CheckResult, widths: Sequence[int]) -> str:
    mean, longest = _mean_and_longest(result)
    counts = (result.rounds, result.legal, result.late, result.wrong)
    times = f"{format_number(1000 * mean, '.1f')} ms", f"{format_number(1000 * longest, '.0f')} ms"
    row = _format_cells([result.ruleset, *map(str, counts), *times], widths)
    return f"{row}\n  {_('it {problem}', problem=result.problem)}" if result.problem else row


def _result_data(result: CheckResult) -> dict[str, Any]:
    mean, longest = _mean_and_longest(result)
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


def _mean_and_longest(result: CheckResult) -> tuple[float, float]:
    """Return the mean and the longest time of a bot's answers in seconds."""
    seconds = result.seconds or [0.0]
    return sum(seconds) / len(seconds), max(seconds)
