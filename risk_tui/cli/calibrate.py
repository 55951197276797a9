"""``risk-tui calibrate``: compare the chances that stories show with played games."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from risk_tui.cli.rules import add_rules
from risk_tui.cli.shared_options import print_json
from risk_tui.cli.simulate import (
    MAX_JOBS,
    STOPPED,
    add_game_options,
    match_of,
    progress_bar,
    read_bot,
    read_count,
    read_counts,
    stopping_by_signal,
)
from risk_tui.data.language import _, format_number, local_number, pgettext, pluralize
from risk_tui.table.seats import COLOURS

if TYPE_CHECKING:
    from risk_tui.laboratory.one_game import Match
    from risk_tui.story.chances import Bin, Prediction

_DEFAULT_GAMES, _MAX_GAMES = 2000, 1_000_000
"""The default and the maximum number of games."""

_DEFAULT_PLAYOUTS, _MAX_PLAYOUTS = 0, 1000
"""The default and the maximum number of games played on from a moment."""

_DEFAULT_BOT = "mira"
_DEFAULT_PLAYERS = "2,3,4,5,6"
"""The numbers of players per game, in rotation."""


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``calibrate``."""
    parser.description = _(
        "Play bot games, estimate each player's chance to win at one moment of each, and compare "
        "with the results: of all players given 30 %, about 30 % should win. "
        "'risk-tui docs story' has a table of it."
    )
    add_rules(parser)
    parser.add_argument(
        "--bot", metavar="ID", default=_DEFAULT_BOT, help=_("who plays ({bot})", bot=_DEFAULT_BOT)
    )
    parser.add_argument(
        "--players",
        metavar="N,N",
        default=_DEFAULT_PLAYERS,
        help=_("players per game, in rotation ({players})", players=_DEFAULT_PLAYERS),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_("how many games ({games})", games=format_number(_DEFAULT_GAMES)),
    )
    parser.add_argument(
        "--chances",
        metavar="N",
        help=_("play N games on from each moment, as stories do (default: use the position only)"),
    )
    parser.add_argument("--rounds", metavar="N", help=_("ignore games longer than N rounds (200)"))
    add_game_options(parser)
    parser.set_defaults(run=_calibrate)


def _calibrate(options: argparse.Namespace) -> int:
    from risk_tui.laboratory.runner import LocalWorkers, Stopped, run_tasks, usable_cores
    from risk_tui.story.chances import CalibrationTask, group_into_bins, predict

    games = read_count("--games", options.games, _("a number of games"), _MAX_GAMES, _DEFAULT_GAMES)
    playouts = read_count(
        "--chances", options.chances, _("a number of games"), _MAX_PLAYOUTS, _DEFAULT_PLAYOUTS
    )
    jobs = read_count("--jobs", options.jobs, _("a number of processes"), MAX_JOBS, usable_cores())
    matches = _make_matches(options)
    tasks = (
        CalibrationTask(matches[number % len(matches)], number // len(matches) + 1, playouts)
        for number in range(games)
    )
    predictions: list[Prediction] = []
    done, stopped = 0, False
    try:
        with (
            closing(LocalWorkers(jobs)) as workers,
            progress_bar(games) as show,
            stopping_by_signal() as stopping,
        ):
            for _task, future in run_tasks(workers, predict, tasks, stopping):
                done += 1
                show(done)
                prediction = future.result()
                if prediction is not None:
                    predictions.append(prediction)
    except Stopped:
        stopped = True
    bins = group_into_bins(predictions)
    if options.json:
        rows = [{**row._asdict(), "is_calibrated": row.is_calibrated} for row in bins]
        print_json({"games": len(predictions), "bins": rows})
    else:
        print("\n".join(_table_lines(bins, len(predictions), done)))
    if stopped:
        print(
            _("stopped: {games} games are left", games=format_number(games - done)), file=sys.stderr
        )
        return STOPPED
    return 0 if all(row.is_calibrated for row in bins) else 1


def _make_matches(options: argparse.Namespace) -> list[Match]:
    """Return a match for each number of players in ``--players``.

    Raises:
        RiskError: If an option is invalid.
    """
    bot = read_bot(options.bot)
    what = _("numbers of players")
    counts = read_counts("--players", options.players, what, len(COLOURS), least=2)
    return [match_of(options, [bot] * count, options.rules) for count in counts]


def _table_lines(bins: list[Bin], games: int, played: int) -> list[str]:
    """Return the table of predictions and results as Markdown, as in ``docs/story.md``."""
    counts = {"games": pluralize(games, "game"), "number": format_number(played - games)}
    heading = _("{games}, one moment each", **counts)
    if played > games:
        heading = _("{games}, one moment each; {number} had no winner", **counts)
    lines = [
        heading,
        "",
        _("| Predicted | Chances | On average | Won | At 95 % | Inside |"),
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for row in bins:
        least, most = round(100 * row.least), round(100 * row.least) + 10
        inside = pgettext("value", "yes" if row.is_calibrated else "no")
        numbers = (
            f"| {least}–{most} % | {row.chances:,} | {100 * row.predicted:.1f} % | "
            f"{100 * row.won:.1f} % | {100 * row.low:.1f}–{100 * row.high:.1f} % |"
        )
        lines.append(f"{local_number(numbers)} {inside} |")
    return lines
