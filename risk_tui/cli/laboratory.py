"""``risk-tui ladder``, ``compare`` and ``calibrate``: conclusions from many games between bots.

They rate bots and test whether one beats another, compare the speed, balance and swings of
rulesets, and compare the chances that stories show with the results.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, TypeAlias

from risk_tui.bots import bot_ids
from risk_tui.cli.bar_tables import BarRow, BarTable, Report, print_report
from risk_tui.cli.options import (
    CALIBRATED_GAMES,
    DEFAULT_GAMES,
    DEFAULT_MARGIN,
    DEFAULT_MAX_TEST_GAMES,
    DEFAULT_PLAYERS,
    DEFAULT_TABLES,
    DEFAULT_TEST_TABLE,
)
from risk_tui.cli.output import print_json
from risk_tui.cli.rules import changed_ruleset
from risk_tui.cli.simulate import (
    MAX_GAMES,
    MAX_JOBS,
    STOPPED,
    match_of,
    open_laboratory,
    play_games,
    print_fault,
    progress_bar,
    read_bot,
    read_bots,
    read_count,
    read_counts,
    stopping_by_signal,
)
from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, format_number, join_and, local_number, pgettext, pluralize
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import GameResult, Match
from risk_tui.laboratory.runner import LocalWorkers, Stopped, run_tasks, usable_cores
from risk_tui.laboratory.statistics import (
    Rating,
    Ratings,
    RulesetFigures,
    SequentialTest,
    Verdict,
    best_by_criterion,
    judge_match,
    pairings,
    ruleset_figures,
    summarize,
    wilson_interval,
)
from risk_tui.rules.library import names
from risk_tui.story.chances import Bin, CalibrationTask, Prediction, group_into_bins, predict
from risk_tui.table.seats import COLOURS


def ladder(options: argparse.Namespace) -> int:
    """Rate bots, or test whether one beats another."""
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

_RatedGames: TypeAlias = "tuple[list[GameResult], dict[str, Rating]]"
"""Results by the numbers of their games, and the ratings of their bots."""


def _rate(options: argparse.Namespace) -> int:
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

    def rated(matches: Iterable[Match]) -> _RatedGames:
        games = chain.from_iterable(played.results[match] for match in matches)
        results = sorted(games, key=lambda game: game.number)
        return results, ratings.rate(results)

    overall = rated(played.results)
    by_size = {size: rated(size_matches) for size, size_matches in matches.items()}
    if options.json:
        print_json(_ratings_data(options, overall, by_size))
    elif overall[1]:
        print_report(options, _ladder_report(options, overall, by_size))
    return played.exit_code()


def _ratings_data(
    options: argparse.Namespace, overall: _RatedGames, by_size: dict[int, _RatedGames]
) -> dict[str, Any]:
    def rows(ratings: dict[str, Rating]) -> dict[str, Any]:
        return {
            bot: {
                "rating": round(rating.mean, 2),
                "interval": [round(limit, 2) for limit in rating.interval],
            }
            for bot, rating in ratings.items()
        }

    games, ratings = overall
    return {
        "rules": options.rules,
        "seed": options.seed,
        "games": len(games),
        "unfinished": sum(not game.finished for game in games),
        "ratings": rows(ratings),
        "tables": {
            str(size): {
                "games": len(results),
                "ratings": rows(ratings),
                "characters": summarize(results)["characters"],
            }
            for size, (results, ratings) in by_size.items()
        },
    }


def _ladder_report(
    options: argparse.Namespace, overall: _RatedGames, by_size: dict[int, _RatedGames]
) -> Report:
    games, ratings = overall
    parts = [_rating_table(_("ALL TABLES"), ratings)]
    for size, (results, ratings) in by_size.items():
        count = format_number(len(results))
        heading = _("TABLES OF {size}, {result_count} GAMES", size=size, result_count=count)
        parts.append(_rating_table(heading, ratings))
    if duels := _duel_rows(by_size[2][0] if 2 in by_size else []):
        rows = [BarRow("", (_("wins of games"),)), *duels]
        parts.append(BarTable(_("ONE AGAINST ONE"), rows))
    notes = [
        _(
            "Ratings by Plackett and Luce (openskill), 25 to begin with; the interval "
            "contains the true rating with 95% probability. Places count, not only victories."
        ),
        _(
            "Stopped early: {unfinished} of {games} games.",
            unfinished=format_number(sum(not game.finished for game in games)),
            games=format_number(len(games)),
        ),
    ]
    title = _(
        "{games} by {rules}, seed {seed}",
        games=pluralize(len(games), "game"),
        rules=printable(options.rules),
        seed=printable(options.seed),
    )
    return Report(title, parts, notes)


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
    high = _read_share("--p1", options.p1, min(low + DEFAULT_MARGIN, (1 + low) / 2))
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
            "p0": round(test.low, 6),
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


# Rulesets


def compare(options: argparse.Namespace) -> int:
    """Compare rulesets by games between bots."""
    bot = read_bot("bot" if options.bot is None else options.bot)
    players = read_count(
        "--players",
        options.players,
        _("a number of players"),
        len(COLOURS),
        DEFAULT_PLAYERS,
        least=2,
    )
    games = read_count("--games", options.games, _("a number of games"), MAX_GAMES, DEFAULT_GAMES)
    matches: dict[str, Match] = {}
    for rules in dict.fromkeys(options.rules or names("rulesets")):
        least, most = changed_ruleset(rules, options).player_limits
        seats = min(max(players, least), most)
        match = match_of(options, [bot] * seats, rules)
        if match not in matches.values():  # A name and a file may mean the same ruleset.
            matches[rules] = match
    # Alternate between rulesets, so that a stopped run has games of all of them.
    order = [(match, number) for number in range(1, games + 1) for match in matches.values()]
    played = play_games(options, order)
    rows = [
        ruleset_figures(rules, len(match.bots), played.results[match])
        for rules, match in matches.items()
        if played.results[match]
    ]
    rows.sort(key=lambda row: (not row.has_winners, row.rounds_median, row.turns_median))
    if options.json:
        print_json(_comparison_data(options, bot, rows))
    elif rows:
        print_report(options, _comparison_report(options, bot, rows))
    return played.exit_code()


def _comparison_data(
    options: argparse.Namespace, bot: str, rows: Sequence[RulesetFigures]
) -> dict[str, Any]:
    def rounded(value: Any) -> Any:
        if isinstance(value, tuple):
            return [round(part, 4) for part in value]
        return round(value, 4) if isinstance(value, float) else value

    return {
        "bot": bot,
        "seed": options.seed,
        "rulesets": [
            {name: rounded(value) for name, value in row._asdict().items()} for row in rows
        ],
        **(best._asdict() if (best := best_by_criterion(rows)) else {}),
    }


def _comparison_report(
    options: argparse.Namespace, bot: str, rows: Sequence[RulesetFigures]
) -> Report:
    columns = (
        pgettext("column", "seats"),
        pgettext("column", "rounds"),
        "p95",
        pgettext("column", "first"),
        pgettext("column", "leads"),
        pgettext("column", "dice"),
    )
    table = [BarRow("", columns)]
    for row in rows:
        values = (
            str(row.seats),
            format_number(row.rounds_median, "g"),
            format_number(row.rounds_p95, "g"),
            f"{100 * row.first_player_advantage:+.0f}%",
            format_number(row.changes_of_leader, ".1f"),
            f"{100 * row.decided_by_dice:.0f}%",
        )
        table.append(BarRow(printable(row.rules), values))
    notes = [
        _(
            "rounds: median and 95th percentile. first: extra wins of the first player over a fair "
            "share. leads: lead changes per game. dice: games decided by the dice."
        )
    ]
    if best := best_by_criterion(rows):
        notes.append(
            _(
                "Quickest: {quick}. Most balanced: {balanced}. Swingiest: {swingy}. Least left to "
                "luck: {skilful}.",
                quick=printable(best.quick),
                balanced=printable(best.balanced),
                swingy=printable(best.swingy),
                skilful=printable(best.skilful),
            )
        )
    stalled = [
        f"{printable(row.rules)} {format_number(row.unfinished)}" for row in rows if row.unfinished
    ]
    if stalled:
        notes.append(_("Stopped early: {stalled}.", stalled=", ".join(stalled)))
    games = sum(row.games for row in rows)
    title = _(
        "{games} of {bot}, seed {seed}",
        games=pluralize(games, "game"),
        bot=printable(bot),
        seed=printable(options.seed),
    )
    return Report(title, [BarTable(_("SHORTEST FIRST"), table)], notes)


# Chances

_MAX_CALIBRATED_GAMES = 1_000_000
"""The maximum number of games."""

_DEFAULT_PLAYOUTS, _MAX_PLAYOUTS = 0, 1000
"""The default and the maximum number of games played on from a moment."""


def calibrate(options: argparse.Namespace) -> int:
    """Compare chances with results; the exit code is 1 if they differ too much."""
    what = _("a number of games")
    games = read_count("--games", options.games, what, _MAX_CALIBRATED_GAMES, CALIBRATED_GAMES)
    playouts = read_count("--chances", options.chances, what, _MAX_PLAYOUTS, _DEFAULT_PLAYOUTS)
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
