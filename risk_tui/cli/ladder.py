"""``risk-tui ladder``: rate bots, and test whether one beats another."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from risk_tui.bots import bot_ids
from risk_tui.cli.bar_tables import BarRow, BarTable, Report, print_report
from risk_tui.cli.rules import add_rules
from risk_tui.cli.shared_options import print_json
from risk_tui.cli.simulate import (
    MAX_GAMES,
    STOPPED,
    add_laboratory_options,
    match_of,
    open_laboratory,
    play_games,
    print_fault,
    progress_bar,
    read_bot,
    read_bots,
    read_count,
    read_counts,
)
from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, format_number, join_and, pgettext, pluralize
from risk_tui.errors import RiskError
from risk_tui.table.seats import COLOURS

if TYPE_CHECKING:
    from risk_tui.laboratory.one_game import GameResult, Match
    from risk_tui.laboratory.statistics import Rating, SequentialTest, Verdict

DEFAULT_TABLES, DEFAULT_TEST_TABLE = "2,4", "2"
"""The default numbers of seats, and the default of a test."""
DEFAULT_GAMES, DEFAULT_MAX_TEST_GAMES = 40, 2000
"""The default number of games at each table, and the default maximum of a test."""
_DEFAULT_MARGIN = 0.05
"""By default, ``--p1`` is this much more than ``--p0``, but at most halfway to 1.

Both are shares of wins (0 to 1).
"""


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``ladder``."""
    parser.description = _(
        "Play every bot against every other with rotating seats, by default in games of two and "
        "four, and rate them. With --test A,B, play until it is clear whether A beats B "
        "(sequential probability ratio test); exits with 0 only if it does."
    )
    parser.add_argument(
        "--bots", metavar="LIST", help=_("two or more, comma-separated (default: all)")
    )
    parser.add_argument(
        "--tables",
        metavar="LIST",
        help=_(
            "numbers of seats, comma-separated ({default_tables}); with --test, one number "
            "({default_table})",
            default_tables=DEFAULT_TABLES,
            default_table=DEFAULT_TEST_TABLE,
        ),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_(
            "games for each table ({default_games}); with --test, the most games to play "
            "({default_most})",
            default_games=DEFAULT_GAMES,
            default_most=format_number(DEFAULT_MAX_TEST_GAMES),
        ),
    )
    add_rules(parser)
    add_laboratory_options(parser)
    test = parser.add_argument_group(_("a test"))
    test.add_argument(
        "--test",
        metavar="A,B",
        help=_("does A beat B? At a table of four, one A plays three B; --tables takes one number"),
    )
    test.add_argument(
        "--p0",
        metavar="SHARE",
        help=_("the share of wins that means A does not beat B (default: a fair share)"),
    )
    test.add_argument(
        "--p1",
        metavar="SHARE",
        help=_(
            "the share of wins that means A beats B (default: p0 + {margin})",
            margin=f"{_DEFAULT_MARGIN:.2f}",
        ),
    )
    test.add_argument("--alpha", metavar="CHANCE", help=_("type I error rate (0.05)"))
    test.add_argument("--beta", metavar="CHANCE", help=_("type II error rate (0.05)"))
    parser.set_defaults(run=_ladder)


def _ladder(options: argparse.Namespace) -> int:
    if options.test is not None:
        return _test(options)
    for name in ("p0", "p1", "alpha", "beta"):
        if getattr(options, name) is not None:
            raise RiskError(_("--{name} requires --test", name=name))
    return _rate(options)


def _read_table_sizes(text: str) -> list[int]:
    what = _("numbers of seats")
    return sorted(set(read_counts("--tables", text, what, len(COLOURS), least=2)))


# Ratings


def _rate(options: argparse.Namespace) -> int:
    from risk_tui.laboratory.statistics import Ratings, pairings

    bots = bot_ids() if options.bots is None else list(dict.fromkeys(read_bots(options.bots)))
    if len(bots) < 2:
        raise RiskError(_("--bots takes two or more different bots"))
    games = read_count("--games", options.games, _("a number of games"), MAX_GAMES, DEFAULT_GAMES)
    sizes = _read_table_sizes(options.tables or DEFAULT_TABLES)
    matches = {
        size: [match_of(options, table, options.rules) for table in pairings(bots, size)]
        for size in sizes
    }
    ratings = Ratings()  # Fails before the first game if the library is missing.
    # Alternate between tables, so that a stopped run has games of all of them.
    order = [
        (match, number)
        for number in range(1, games + 1)
        for size in sizes
        for match in matches[size]
    ]
    played = play_games(options, order)
    results = {
        size: _merge_by_game([played.results[match] for match in size_matches])
        for size, size_matches in matches.items()
    }
    all_results = _merge_by_game(list(played.results.values()))
    by_size = {size: ratings.rate(size_results) for size, size_results in results.items()}
    overall = ratings.rate(all_results)
    if options.json:
        print_json(_ratings_data(options, overall, by_size, results))
    elif overall:
        print_report(options, _make_report(options, overall, by_size, results))
    return played.exit_code()


def _merge_by_game(lists: Sequence[Sequence[GameResult]]) -> list[GameResult]:
    """Merge the results of several matches, ordered by the numbers of their games."""
    return sorted((result for games in lists for result in games), key=lambda game: game.number)


def _ratings_data(
    options: argparse.Namespace,
    overall: dict[str, Rating],
    by_size: dict[int, dict[str, Rating]],
    results: dict[int, list[GameResult]],
) -> dict[str, Any]:
    from risk_tui.laboratory.statistics import summarize

    def rows(ratings: dict[str, Rating]) -> dict[str, Any]:
        return {
            bot: {
                "rating": round(rating.mean, 2),
                "interval": [round(limit, 2) for limit in rating.interval],
            }
            for bot, rating in ratings.items()
        }

    return {
        "rules": options.rules,
        "seed": options.seed,
        "games": sum(map(len, results.values())),
        "unfinished": _count_unfinished(results),
        "ratings": rows(overall),
        "tables": {
            str(size): {
                "games": len(results[size]),
                "ratings": rows(ratings),
                "characters": summarize(results[size])["characters"],
            }
            for size, ratings in by_size.items()
        },
    }


def _make_report(
    options: argparse.Namespace,
    overall: dict[str, Rating],
    by_size: dict[int, dict[str, Rating]],
    results: dict[int, list[GameResult]],
) -> Report:
    parts = [_rating_table(_("ALL TABLES"), overall)]
    for size, ratings in by_size.items():
        parts.append(
            _rating_table(
                _(
                    "TABLES OF {size}, {result_count} GAMES",
                    size=size,
                    result_count=format_number(len(results[size])),
                ),
                ratings,
            )
        )
    if duels := _duel_rows(results.get(2, [])):
        rows = [BarRow("", (_("wins of games"),)), *duels]
        parts.append(BarTable(_("ONE AGAINST ONE"), rows))
    games = sum(map(len, results.values()))
    notes = [
        _(
            "Ratings by Plackett and Luce (openskill), 25 to begin with; the interval "
            "contains the true rating with 95% probability. Places count, not only victories."
        ),
        _(
            "Stopped early: {unfinished} of {games} games.",
            unfinished=format_number(_count_unfinished(results)),
            games=format_number(games),
        ),
    ]
    title = _(
        "{games} by {rules}, seed {seed}",
        games=pluralize(games, "game"),
        rules=printable(options.rules),
        seed=printable(options.seed),
    )
    return Report(title, parts, notes)


def _count_unfinished(results: dict[int, list[GameResult]]) -> int:
    return sum(not game.finished for games in results.values() for game in games)


def _rating_table(heading: str, ratings: dict[str, Rating]) -> BarTable:
    most = max((rating.mean for rating in ratings.values()), default=1.0)
    rows = [
        BarRow(
            "", (pgettext("column", "rating"), pgettext("column", "from"), pgettext("column", "to"))
        )
    ]
    for bot, rating in ratings.items():
        low, high = rating.interval
        values = (
            format_number(rating.mean, ".1f"),
            format_number(low, ".1f"),
            format_number(high, ".1f"),
        )
        rows.append(BarRow(printable(bot), values, max(0.0, rating.mean) / max(most, 1.0)))
    return BarTable(heading, rows)


def _duel_rows(results: Sequence[GameResult]) -> list[BarRow]:
    """Return a row for every pair of bots: "better : other" and the wins of the better one."""
    games: dict[tuple[str, ...], list[GameResult]] = {}
    for result in results:
        games.setdefault(tuple(sorted(result.bots)), []).append(result)
    rows = []
    for pair, played in games.items():
        wins = {bot: sum(game.wins_of(bot) for game in played) for bot in pair}
        better, other = sorted(pair, key=lambda bot: -wins[bot])
        count = _(
            "{win} of {played_count}",
            win=format_number(wins[better], "g"),
            played_count=format_number(len(played)),
        )
        rows.append(BarRow(f"{printable(better)} : {printable(other)}", (count,)))
    return rows


# Tests


def _test(options: argparse.Namespace) -> int:
    from risk_tui.laboratory.statistics import SequentialTest, judge_match

    pair = [read_bot(name.strip()) for name in options.test.split(",")]
    if len(pair) != 2 or pair[0] == pair[1]:
        raise RiskError(_("--test takes two different bots: --test mira,greta"))
    if options.bots is not None:
        raise RiskError(_("--test names the players: leave --bots out"))
    sizes = _read_table_sizes(options.tables or DEFAULT_TEST_TABLE)
    if len(sizes) > 1:
        raise RiskError(_("--test takes a single table size: --tables 2, or --tables 4"))
    most = read_count(
        "--games", options.games, _("a number of games"), MAX_GAMES, DEFAULT_MAX_TEST_GAMES
    )
    bot, other = pair
    low = _read_share("--p0", options.p0, 1 / sizes[0])
    high = _read_share("--p1", options.p1, min(low + _DEFAULT_MARGIN, (1 + low) / 2))
    if high <= low:
        raise RiskError(_("--p1 must be more than --p0, which is {low}", low=f"{low:g}"))
    alpha, beta = (
        _read_share(f"--{name}", getattr(options, name), 0.05) for name in ("alpha", "beta")
    )
    if alpha + beta >= 1:
        raise RiskError(_("--alpha and --beta must add up to less than 1"))
    test = SequentialTest(low, high, alpha, beta)
    match = match_of(options, [bot, *[other] * (sizes[0] - 1)], options.rules)
    with open_laboratory(options, [match]) as laboratory, progress_bar(most) as show:
        verdict = judge_match(match, bot, test, most, laboratory, show)
    for result in verdict.faults:
        print_fault(match, result)
    _print_verdict(options, match, test, verdict)
    if verdict.stopped:
        print(_("stopped; run the same command to continue"), file=sys.stderr)
        return STOPPED
    return 0 if verdict.beats and not verdict.faults else 1


def _read_share(option: str, text: str | None, default: float) -> float:
    """Parse a share between 0 and 1, both exclusive.

    Raises:
        RiskError: If it is invalid.
    """
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise RiskError(
            _(
                "{option} takes a number between 0 and 1, as in 0.55, not {text!r}",
                option=option,
                text=printable(text, 40),
            )
        )
    return value


def _print_verdict(
    options: argparse.Namespace, match: Match, test: SequentialTest, verdict: Verdict
) -> None:
    from risk_tui.laboratory.statistics import wilson_interval

    bot, other = match.bots[:2]
    share = verdict.wins / max(1, verdict.games)
    low, high = wilson_interval(verdict.wins, verdict.games)
    if options.json:
        data = {
            "rules": options.rules,
            "seed": options.seed,
            "bots": list(match.bots),
            "beats": verdict.beats,
            "games": verdict.games,
            "faults": len(verdict.faults),
            "wins": verdict.wins,
            "share": round(share, 4),
            "interval": [round(low, 4), round(high, 4)],
            "p0": test.low,
            "p1": round(test.high, 6),
            "alpha": test.alpha,
            "beta": test.beta,
        }
        print_json(data)
        return
    opponents = len(match.bots) - 1
    against = printable(other)
    if opponents > 1:
        against = _("{number} × {bot}", number=opponents, bot=against)
    message = {
        True: N_(
            "{bot} beats {other}: {wins} of {games} games ({share}%, 95% between {interval}%)"
        ),
        False: N_(
            "{bot} does not beat {other}: {wins} of {games} games ({share}%, 95% between "
            "{interval}%)"
        ),
        None: N_(
            "It is not clear whether {bot} beats {other}: {wins} of {games} games ({share}%, "
            "95% between {interval}%)"
        ),
    }[verdict.beats]
    print(
        _(
            message,
            bot=printable(bot),
            other=against,
            wins=format_number(verdict.wins, "g"),
            games=format_number(verdict.games),
            share=format_number(100 * share, ".1f"),
            interval=join_and([format_number(100 * low, ".1f"), format_number(100 * high, ".1f")]),
        )
    )
    print(
        _(
            "Sequential test of {least}% against {most}%, alpha {alpha}, beta {beta}, by {rules}",
            least=format_number(100 * test.low, ".1f"),
            most=format_number(100 * test.high, ".1f"),
            alpha=f"{test.alpha:g}",
            beta=f"{test.beta:g}",
            rules=printable(options.rules),
        )
    )
    if verdict.beats is None:
        print(_("No verdict yet: play more games, or set --p0 and --p1 farther apart"))
