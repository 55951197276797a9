"""``risk-tui simulate``: many games between computer players, and what is counted of them."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risk_tui.cli.laboratory_options import (
    MAX_GAMES,
    add_laboratory_options,
    match_of,
    play_games,
    read_bots,
    read_count,
)
from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Sequence

    from risk_tui.laboratory.one_game import GameResult, Match, PlayedGame

DEFAULT_RULES, DEFAULT_SEATS, DEFAULT_GAMES = "us-1993", 4, 100


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``simulate``."""
    parser.description = (
        "Plays games between computer players, on all cores, and counts who wins, how long it "
        "takes and what luck does. Everybody moves on by one seat from game to game. The same seed "
        "gives the same games, on any number of processes and machines. Ctrl-C stops; the same "
        "command goes on. 'risk-tui docs laboratory' explains every figure."
    )
    parser.add_argument(
        "--rules", metavar="NAME", default=DEFAULT_RULES, help=f"by name or file ({DEFAULT_RULES})"
    )
    parser.add_argument(
        "--bots",
        metavar="LIST",
        help=f"2 to 6 computer players, by commas ({DEFAULT_SEATS} times the all-rounder)",
    )
    parser.add_argument("--games", metavar="N", help=f"how many ({DEFAULT_GAMES})")
    parser.add_argument("--fixed-seats", action="store_true", help="nobody changes seats")
    parser.add_argument("--only", metavar="LIST", help="only the games with these numbers")
    add_laboratory_options(parser)
    parser.add_argument(
        "--keep",
        metavar="WHAT",
        help="keep games as game files: those with these numbers among the saved games, or all of "
        "them in a folder: --keep 17, --keep ./games",
    )
    parser.add_argument("--csv", metavar="FILE", type=Path, help="a line for each game, as a table")
    parser.set_defaults(run=_simulate)


def _simulate(options: argparse.Namespace) -> int:
    from risk_tui.bots import DEFAULT_BOT
    from risk_tui.laboratory.results import check_keepable, keep_game, kept_path

    bots = read_bots(options.bots or ",".join([DEFAULT_BOT] * DEFAULT_SEATS))
    match = match_of(options, bots, options.rules, rotates=not options.fixed_seats)
    games = read_count("--games", options.games, "a number of games", MAX_GAMES, DEFAULT_GAMES)
    numbers = _numbers("--only", options.only, games) or range(1, games + 1)
    kept, folder = _kept(options.keep, games, numbers)
    kept = {number for number in kept if not kept_path(folder, match, number).exists()}
    if kept:
        check_keepable(match)
    if options.csv is not None:
        from risk_tui.laboratory.results import check_table, write_table

        check_table(options.csv)

    def keep(match: Match, played: PlayedGame) -> None:
        number = played.result.number
        keep_game(kept_path(folder, match, number), match, number, played.entries)

    began = time.perf_counter()
    games_played = play_games(options, [(match, number) for number in numbers], kept, keep)
    seconds = round(time.perf_counter() - began, 3)
    results = games_played.results[match]
    if options.csv is not None:
        write_table(options.csv, results)
    _print(options, match, results, games_played.faults, seconds)
    return games_played.exit_code()


def _numbers(option: str, text: str | None, games: int) -> list[int]:
    """The numbers of games that were typed, by commas. Raises ``RiskError``."""
    if text is None:
        return []
    what = "numbers of games"
    return sorted({read_count(option, part, what, games) for part in text.split(",")})


def _kept(text: str | None, games: int, numbers: Sequence[int]) -> tuple[Collection[int], Path]:
    """The games to be kept, and the folder for them. Raises ``RiskError``."""
    from risk_tui.saves.errors import saves_folder

    if text is None:
        return (), saves_folder()
    if re.fullmatch(r"[\d\s,]+", text):
        return set(_numbers("--keep", text, games)) & set(numbers), saves_folder()
    folder = Path(text)
    if folder.exists() and not folder.is_dir():
        raise RiskError(f"{printable(folder)} is no folder; --keep takes one, or numbers of games")
    folder.mkdir(parents=True, exist_ok=True)
    return numbers, folder


def _print(
    options: argparse.Namespace,
    match: Match,
    results: Sequence[GameResult],
    faults: int,
    seconds: float,
) -> None:
    from risk_tui.laboratory.results import describe_match
    from risk_tui.laboratory.statistics import summarize

    figures = {**describe_match(match), **summarize(results, faults), "seconds": seconds}
    if options.json:
        import json

        print(json.dumps(figures, ensure_ascii=False, indent=2))
    elif results:
        from risk_tui.cli.bar_tables import print_report

        print_report(options, _page(match, figures))


def _page(match: Match, figures: dict[str, Any]) -> Any:
    from risk_tui.cli.bar_tables import Report

    broken = figures["unfinished"]
    off = f", {broken:,} of them broken off after {match.rounds} rounds" if broken else ""
    title = (
        f"{figures['games']:,} games by {printable(match.header.setup.ruleset.title)}, "
        f"seed {printable(match.seed)}{off}"
    )
    return Report(title, _tables(figures), _notes(figures))


def _tables(figures: dict[str, Any]) -> list[Any]:
    from risk_tui.cli.bar_tables import BarRow, BarTable

    heading = BarRow("", ("wins", "share", "95 %", "fair"))
    characters = [heading] + [
        BarRow(
            printable(bot),
            (*_shares(row), _percent(row["fair_share"])),
            row["share"],
        )
        for bot, row in figures["characters"].items()
    ]
    more = [BarRow("", ("luck", "ms/turn"))] + [
        BarRow(printable(bot), (f"{row['luck']:+.1f}", f"{row['ms_per_turn']:,.1f}"))
        for bot, row in figures["characters"].items()
    ]
    lengths = [BarRow("", ("mean", "median", "p95"))] + [
        BarRow(
            name.replace("_", " "),
            tuple(f"{figures[name][key]:,.4g}" for key in ("mean", "median", "p95")),
        )
        for name in ("turns", "rounds", "steps", "changes_of_leader")
    ]
    return [
        BarTable("WINS", characters),
        _places("BY SEAT", "seat", figures["seats"]),
        _places("BY TURN ORDER", "place", figures["turn_order"]),
        BarTable("LENGTH OF FINISHED GAMES", lengths),
        BarTable("LUCK IN ARMIES, AND TIME", more),
    ]


def _places(heading: str, key: str, rows: Sequence[dict[str, Any]]) -> Any:
    from risk_tui.cli.bar_tables import BarRow, BarTable

    lines = [BarRow(str(row[key]), _shares(row)[1:], row["share"]) for row in rows]
    return BarTable(heading, [BarRow("", ("share", "95 %")), *lines], short=True)


def _shares(row: dict[str, Any]) -> tuple[str, str, str]:
    low, high = row["interval"]
    between = f"{100 * low:.0f}–{100 * high:.0f}%"
    return f"{row['wins']:,}", _percent(row["share"]), between


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _notes(figures: dict[str, Any]) -> list[str]:
    luck, games = figures["luck"], max(1, figures["games"])
    advantage = 100 * figures["first_player_advantage"]
    thinking, engine = (
        1000 * seconds / games
        for seconds in (
            figures["thinking_seconds"],
            figures["game_seconds"] - figures["thinking_seconds"],
        )
    )
    return [
        f"First-player advantage: {advantage:+.1f} points of a hundred, against a fair share.",
        f"Luck: winners have {luck['of_winners']:+.1f} armies of it; the luckiest win "
        f"{_percent(luck['luckiest_won'])}; the dice decide {_percent(luck['decided_by_dice'])}.",
        f"Time: {figures['seconds']:,.1f} s; a game takes {thinking:,.0f} ms of thinking and "
        f"{engine:,.0f} ms of the engine.",
    ]
