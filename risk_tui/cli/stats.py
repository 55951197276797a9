"""``risk-tui stats``: the results of players in all saved games."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Sequence
from typing import Any

from risk_tui.cli.output import print_json, terminal_width, write_data, writes_ascii
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.errors import saves_folder
from risk_tui.story.statistics import (
    PlayerKey,
    ResultArchive,
    Statistics,
    WinCount,
    all_players,
    find_player,
    one_player,
    player_key,
    read_results,
)

_MIN_WIDTH, _MAX_WIDTH = 40, 120
"""The narrowest and widest page, in columns."""

_SLOW_GAMES = 50
"""The fewest games for which progress is shown."""


def show(options: argparse.Namespace) -> None:
    """Show the results of all players, or of one."""
    archive = _read_archive()
    if not archive.files and not (options.json or options.csv):
        raise RiskError(
            _("there are no saved games in {saves_folder} yet", saves_folder=saves_folder())
        )
    ascii = writes_ascii(options, sys.stdout) and not (options.json or options.csv)
    statistics, key = Statistics.of(archive).spelled(ascii=ascii), None
    if options.player is not None:
        key = find_player(statistics.players, options.player)
    if options.json:
        _print_json(statistics, key)
    elif options.csv:
        _print_csv(_player_rows(statistics) if key is None else _game_rows(archive, key))
    else:
        width = terminal_width(_MIN_WIDTH, _MAX_WIDTH)
        page = all_players(statistics, width) if key is None else one_player(statistics, key, width)
        print(*page, sep="\n")


def _read_archive() -> ResultArchive:
    """Read all results, showing progress on a terminal."""
    shown, is_terminal = False, sys.stderr is not None and sys.stderr.isatty()
    for archive in read_results():
        if archive.files >= _SLOW_GAMES and archive.done % 10 == 0 and is_terminal:
            progress = _("Reading {done} of {files} games", done=archive.done, files=archive.files)
            print(f"\r{progress}", end="", file=sys.stderr)
            shown = True
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr)
    return archive


# Data for programs


def _print_json(statistics: Statistics, key: PlayerKey | None) -> None:
    archive, players, _ratings = statistics
    if key is not None:
        data = _player_data(statistics, key) | {"games_played": _game_rows(archive, key)}
    else:
        data = {
            "games": len(archive.results),
            "finished": sum(result.is_over for result in archive.results),
            "copies": archive.copies,
            "problems": [{"name": name, "problem": problem} for name, problem in archive.problems],
            "players": [_player_data(statistics, player) for player in players],
        }
    print_json(data, ascii=True)


def _player_data(statistics: Statistics, key: PlayerKey) -> dict[str, Any]:
    player, rating = statistics.players[key], statistics.ratings.get(key)
    return {
        "name": player.name,
        "person": player.is_person,
        "games": player.games,
        **_win_data(player.total),
        "rating": rating._asdict() if rating is not None else None,
        "mean_rounds": player.mean_rounds,
        "luck": player.luck,
        "dice": player.dice,
        "seconds": player.seconds,
        "last_played": player.last_played,
        "rulesets": {title: _win_data(count) for title, count in player.by_ruleset.items()},
        "players": {str(seats): _win_data(count) for seats, count in player.by_seats.items()},
        "against": [
            {
                "name": statistics.players[other].name,
                "person": other[0],
                "games": rivalry.games,
                "ahead": rivalry.ahead,
                "behind": rivalry.behind,
            }
            for other, rivalry in player.rivals.items()
        ],
        "continents": dict(player.held),
    }


def _win_data(count: WinCount) -> dict[str, Any]:
    return {"finished": count.games, "wins": count.wins, "expected_wins": float(count.expected)}


# Tables for spreadsheets


def _player_rows(statistics: Statistics) -> list[dict[str, Any]]:
    """Return a row for each player."""
    lists = ("rulesets", "players", "against", "continents")
    rows = []
    for key, player in statistics.players.items():
        row = {
            name: value
            for name, value in _player_data(statistics, key).items()
            if name not in lists
        }
        if row["rating"] is not None:
            row["rating"] = row["rating"]["mean"]
        rows.append(row | {"favourite_continent": player.favourite})
    return rows


def _game_rows(archive: ResultArchive, key: PlayerKey) -> list[dict[str, Any]]:
    """Return a row for each game of one player."""
    return [
        {
            "game": result.name,
            "begun": result.created,
            "ruleset": result.ruleset,
            "board": result.board,
            "players": len(result.seats),
            "over": result.is_over,
            "place": seat.place if result.is_over else None,
            "rounds": result.rounds,
            "luck": seat.luck,
            "seconds": seat.seconds,
        }
        for result in archive.results
        for seat in result.seats
        if player_key(seat) == key
    ]


def _print_csv(rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        text = io.StringIO()
        writer = csv.DictWriter(text, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _escape_cell(value) for name, value in row.items()})
        write_data(text.getvalue())


def _escape_cell(value: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
