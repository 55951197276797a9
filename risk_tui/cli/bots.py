"""``risk-tui bots``, ``bot-check`` and ``hint``: list bots, test external ones, ask for advice."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from risk_tui.bots import DEFAULT_BOT, all_bots, make_bot
from risk_tui.cli.output import print_json, writes_ascii
from risk_tui.cli.play import COMMAND, check_time_limit
from risk_tui.data.language import N_, _, format_number
from risk_tui.errors import RiskError
from risk_tui.saves.folder import find_game_or_last

if TYPE_CHECKING:
    from risk_tui.bots.external_bot import ExternalBot
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset


def list_bots(options: argparse.Namespace) -> None:
    """List the bots."""
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


# Tests of external bots

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


def check(options: argparse.Namespace) -> int:
    """Check an external bot; the exit code is 1 if an answer was wrong or late."""
    if options.schema:
        from risk_tui.bots.external_messages import schema

        print_json(schema())
        return 0
    from risk_tui.rules.library import load_ruleset, names

    if not options.command:
        raise RiskError(_("name a program, e.g. risk-tui bot-check ./mybot"))
    if options.rounds < 1:
        raise RiskError(_("a game has at least 1 round, not {rounds}", rounds=options.rounds))
    limit = check_time_limit(options.time_limit, "--time-limit")
    rulesets = [load_ruleset(name) for name in options.rules or names("rulesets")]
    headings = list(map(_, _CHECK_HEADINGS))
    widths = [max(map(len, [*(rules.ruleset for rules in rulesets), headings[0]]))]
    widths += [
        max(len(heading), least) for heading, least in zip(headings[1:], _CHECK_WIDTHS, strict=True)
    ]
    results: list[CheckResult] = []
    for rules in rulesets:
        result = check_bot(
            options.command.removeprefix(COMMAND),
            rules,
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
    return int(any(result.problem for result in results))


def _format_cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return a row: a name, then numbers at the right of their columns."""
    numbers = zip(cells[1:], widths[1:], strict=True)
    return "  ".join([cells[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in numbers)])


def _format_row(result: CheckResult, widths: Sequence[int]) -> str:
    counts = (result.rounds, result.legal, result.late, result.wrong)
    mean = format_number(1000 * result.mean_seconds, ".1f")
    longest = format_number(1000 * max(result.seconds, default=0), ".0f")
    times = f"{mean} ms", f"{longest} ms"
    row = _format_cells([result.ruleset, *map(str, counts), *times], widths)
    return f"{row}\n  {_('it {problem}', problem=result.problem)}" if result.problem else row


def _result_data(result: CheckResult) -> dict[str, Any]:
    return {
        "rules": result.ruleset,
        "rounds": result.rounds,
        "legal": result.legal,
        "late": result.late,
        "wrong": result.wrong,
        "mean_seconds": round(result.mean_seconds, 6),
        "longest_seconds": round(max(result.seconds, default=0.0), 6),
        "problem": result.problem,
    }


_OPPONENT = "recruit"
"""The fast bot that plays against a bot under test, and answers in its place after a fault."""
_SEATS = 3
_MAX_STEPS = 5_000
"""The most steps of a test game."""


@dataclass
class CheckResult:
    """The result of a check: the numbers of a bot's legal, late and wrong answers in a game."""

    ruleset: str
    legal: int = 0
    late: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    """The time for each legal answer."""
    rounds: int = 0
    """The number of rounds played."""
    problem: str = ""
    """The first answer that was wrong or late, or that the rounds did not come to an end."""

    @property
    def mean_seconds(self) -> float:
        """The mean time of an answer."""
        return sum(self.seconds) / max(len(self.seconds), 1)


def check_bot(command: str, rules: Ruleset, *, rounds: int, limit: float, seed: str) -> CheckResult:
    """Play some rounds of a game by a ruleset, with the bot in the first seat.

    Raises:
        RiskError: If the program does not send its hello message.
    """
    from risk_tui.bots.base import BotStopped
    from risk_tui.bots.external_bot import ExternalBot
    from risk_tui.engine.chance import seeded_chance
    from risk_tui.engine.game import Game, GameSetup
    from risk_tui.rules.library import load_board

    result = CheckResult(rules.ruleset)
    players = rules.players
    seats = min(max(_SEATS, players.least), players.most)
    chance = seeded_chance(f"{seed} {rules.ruleset}")
    game = Game(GameSetup(load_board(rules.board.home), rules, seats), chance)
    opponent = make_bot(_OPPONENT, seed)
    # If the bot has stopped, the fault is recorded, and the game ends here.
    with closing(ExternalBot(command, limit)) as bot, suppress(BotStopped):
        for _step in range(_MAX_STEPS):
            decision, round_number = game.decision, game.view(None).round
            if decision is None or round_number > rounds:
                break
            result.rounds, view, action = round_number, game.view(decision.seat), None
            if decision.seat == 0:
                action = _answer(bot, view, decision, result)
            game.apply(action or opponent.choose(view, decision))
        else:
            result.problem = result.problem or _(
                "no end after {most_steps} steps", most_steps=_MAX_STEPS
            )
    return result


def _answer(bot: ExternalBot, view: View, decision: Decision, result: CheckResult) -> Action | None:
    """Return the answer of a bot if it is legal, else ``None``.

    Raises:
        BotStopped: If the bot can't answer any more.
    """
    from risk_tui.bots.base import BotFault, BotStopped

    start = time.perf_counter()
    try:
        action = bot.choose(view, decision)
    except BotFault as fault:
        if time.perf_counter() - start >= bot.limit:
            result.late += 1
        else:
            result.wrong += 1
        result.problem = result.problem or fault.with_details
        if isinstance(fault, BotStopped):
            raise
        return None
    result.seconds.append(time.perf_counter() - start)
    result.legal += 1
    return action


# Hints


def hint(options: argparse.Namespace) -> None:
    """Print the advice of the strongest bot for the player to move."""
    from risk_tui.commands.odds_commands import expect_advice
    from risk_tui.commands.reports import hint_line
    from risk_tui.table.table import Table

    problem = _("there is no unfinished game; name one: risk-tui hint GAME")
    path = find_game_or_last(options.game, problem)
    ascii = writes_ascii(options, sys.stdout) and not options.json
    with closing(Table.join(path, ascii=ascii)) as table:
        decision = table.decision
        if decision is None:
            raise RiskError(_("{table} is over", table=table.name))
        expect_advice(table)
        seat = table.seats[decision.seat]
        if not seat.is_person:
            raise RiskError(_("it is the turn of {seat}, a bot", seat=seat.name))
        view = table.view(decision.seat)
        choice = table.automation.bots.advise(view)
        hint = hint_line(choice, view, table.seats, table.talk)
        if options.json:
            from risk_tui.bots.external_bot import action_data

            data = {"game": table.name, "seat": decision.seat, "player": seat.name}
            print_json(data | {"action": action_data(choice.action), "hint": [hint]})
            return
        print(f"{seat.name}: {hint}")
