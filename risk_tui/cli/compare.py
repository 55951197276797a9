"""``risk-tui compare``: the speed, balance and swings of rulesets, from played games."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from risk_tui.cli.bar_tables import BarRow, BarTable, Report, print_report
from risk_tui.cli.rules import changed_ruleset
from risk_tui.cli.shared_options import print_json
from risk_tui.cli.simulate import (
    MAX_GAMES,
    add_laboratory_options,
    match_of,
    play_games,
    read_bot,
    read_count,
)
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, format_number, pgettext, pluralize
from risk_tui.table.seats import COLOURS

if TYPE_CHECKING:
    from risk_tui.laboratory.one_game import Match
    from risk_tui.laboratory.statistics import RulesetFigures

DEFAULT_GAMES, DEFAULT_PLAYERS = 40, 4
"""The default number of games by each ruleset, and of players."""


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``compare``."""
    parser.description = _(
        "Play games with several rulesets and compare their length, first-player advantage, "
        "lead changes, and how often the dice decide. 'risk-tui docs laboratory' explains the "
        "figures."
    )
    parser.add_argument(
        "rules", metavar="RULES", nargs="*", help=_("rulesets, by name or file (default: all)")
    )
    parser.add_argument("--bot", metavar="ID", help=_("bot for every seat (mira)"))
    parser.add_argument(
        "--players",
        metavar="N",
        help=_(
            "players, or as close as the ruleset allows ({default_players})",
            default_players=DEFAULT_PLAYERS,
        ),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_("games per ruleset ({default_games})", default_games=DEFAULT_GAMES),
    )
    add_laboratory_options(parser)
    parser.set_defaults(run=_compare)


def _compare(options: argparse.Namespace) -> int:
    from risk_tui.laboratory.statistics import ruleset_figures
    from risk_tui.rules.library import names

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
        print_json(_json_data(options, bot, rows))
    elif rows:
        print_report(options, _make_report(options, bot, rows))
    return played.exit_code()


def _json_data(
    options: argparse.Namespace, bot: str, rows: Sequence[RulesetFigures]
) -> dict[str, Any]:
    from risk_tui.laboratory.statistics import best_by_criterion

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


def _make_report(options: argparse.Namespace, bot: str, rows: Sequence[RulesetFigures]) -> Report:
    from risk_tui.laboratory.statistics import best_by_criterion

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
