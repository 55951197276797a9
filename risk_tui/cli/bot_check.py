"""``risk-tui bot-check``: plays a bot that is a program through every ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.cli.bot_options import COMMAND, add_limit, checked_limit
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse

    from risk_tui.bots.external_bot import CheckResult

_ROUNDS = 8


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``bot-check``."""
    parser.description = (
        "Plays a program that speaks the protocol for bots through a game by every ruleset, and "
        "says how many of its answers were legal, late or wrong. The exit code is 1 if any was not "
        "legal and in time."
    )
    parser.add_argument(
        "command", metavar="COMMAND", nargs="?", help="the program, as typed: './mybot'"
    )
    parser.add_argument("--rules", metavar="NAME", action="append", help="this ruleset, not all")
    parser.add_argument(
        "--rounds", metavar="N", type=int, default=_ROUNDS, help=f"of each game ({_ROUNDS})"
    )
    add_limit(parser, "--time-limit", "that the program has")
    parser.add_argument("--seed", metavar="TEXT", default="check", help="other dice and cards")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--schema", action="store_true", help="print the schema of the messages")
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    if options.schema:
        import json

        from risk_tui.bots.external_schema import schema

        print(json.dumps(schema(), indent=2))
        return 0
    from risk_tui.bots.external_bot import check_bot
    from risk_tui.rules.library import load_ruleset, names

    if not options.command:
        raise RiskError("say which program: risk-tui bot-check ./mybot")
    if options.rounds < 1:
        raise RiskError(f"a game has at least 1 round, not {options.rounds}")
    limit = checked_limit(options.time_limit)
    rulesets = [load_ruleset(name).ruleset for name in options.rules or names("rulesets")]
    width = max(map(len, rulesets))
    results: list[CheckResult] = []
    if not options.json:
        print(f"{'RULES':{width}}  ROUNDS  LEGAL  LATE  WRONG  {'MEAN':>8}  {'LONGEST':>8}")
    for ruleset in rulesets:
        result = check_bot(
            options.command.removeprefix(COMMAND),
            ruleset,
            rounds=options.rounds,
            limit=limit,
            seed=options.seed,
        )
        results.append(result)
        if not options.json:
            print(_row(result, width), flush=True)
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
    """The mean and the longest of the seconds that a bot took."""
    seconds = result.seconds or [0.0]
    return sum(seconds) / len(seconds), max(seconds)
