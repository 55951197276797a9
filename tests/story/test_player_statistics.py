"""Statistics of all saved games: copies count once, and only finished games are won or lost."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sys
import tempfile
from contextlib import closing
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.data.files import cache_folder
from risk_tui.errors import RiskError
from risk_tui.saves.errors import saves_folder
from risk_tui.story import statistics
from risk_tui.story.statistics import (
    ResultArchive,
    SavedResult,
    SeatResult,
    Statistics,
    all_players,
    find_player,
    player_statistics,
    player_tables,
    ratings,
    read_results,
)
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from tests.new_games import create_table


@cache
def game_to_the_end() -> bytes:
    """Return a game file; two people handed their seats over to bots, which finished the game."""
    path = Path(tempfile.mkdtemp()) / "war.risk"
    players = "@Ann,Ben,Ada:mira"
    with closing(create_table(players, board="mini", seed="1", path=path)) as table:
        for number, seat in enumerate(table.seats):
            if seat.player == PERSON:
                table.set_player(number, "mira")
        while table.decision is not None:
            table.automation.step()
    content = path.read_bytes()
    shutil.rmtree(path.parent)
    return content


def played(name: str) -> Path:
    """Save a finished game."""
    path = saves_folder() / f"{name}.risk"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(game_to_the_end())
    return path


def begun(name: str, steps: int = 5) -> Path:
    """Save a game of two people that is still in the setup."""
    path = saves_folder() / f"{name}.risk"
    with closing(create_table("Ann,Cid", seed="2", path=path)) as table:
        for number in range(2):
            table.set_player(number, "mira")
        for _ in range(steps):
            table.automation.step()
    return path


def read() -> ResultArchive:
    """Return the results of all saved games."""
    *_, archive = read_results()
    return archive


def seat(name: str, place: int, player: str = PERSON) -> SeatResult:
    """Return the result of a seat without dice."""
    return SeatResult(name=name, player=player, place=place, luck=0, dice=0, held={}, seconds=None)


def result(*seats: SeatResult, is_over: bool = True, begun: str = "2026-01-01") -> SavedResult:
    """Return the result of a game of ten rounds."""
    return SavedResult(
        name="war", created=begun, ruleset="US 1993", board="classic", is_over=is_over,
        rounds=10, seats=seats, origin=begun, digests="", with_chance=0,
    )  # fmt: skip


def test_finished_game_has_one_seat_in_every_place() -> None:
    played("war")
    (game,) = read().results
    assert game.is_over
    assert sorted(each.place for each in game.seats) == [1, 2, 3]
    assert [each.player for each in game.seats] == [PERSON, PERSON, "mira"]
    assert sum(each.luck for each in game.seats) == pytest.approx(0)
    winner = next(each for each in game.seats if each.place == 1)
    assert winner.held


def test_game_in_progress_is_neither_won_nor_lost() -> None:
    begun("war")
    players = player_statistics(read().results)
    ann = players[True, "ann"]
    assert (ann.games, ann.total.games, ann.mean_rounds) == (1, 0, None)
    assert not ann.rivals


def test_people_count_by_name_and_bots_by_id() -> None:
    games = [
        result(seat("Ann", 1), seat("Ada", 2, "mira"), seat("Ben", 3)),
        result(seat("ANN", 2), seat("Blaise", 1, "mira")),
    ]
    players = player_statistics(games)
    assert list(players) == [(True, "ann"), (True, "ben"), (False, "mira")]
    ann = players[True, "ann"]
    assert (ann.total.wins, ann.total.expected) == (1, Fraction(1, 3) + Fraction(1, 2))
    assert {seats: count.wins for seats, count in ann.by_seats.items()} == {3: 1, 2: 0}
    rivalry = ann.rivals[False, "mira"]
    assert (rivalry.games, rivalry.ahead, rivalry.behind) == (2, 1, 1)


def test_ratings_follow_places_and_become_more_certain() -> None:
    pytest.importorskip("openskill")
    games = [result(seat("Ann", 1), seat("Ben", 2), seat("Ada", 3, "mira"))]
    once, often = ratings(games), ratings(games * 20)
    ann, ben, bot = (once[key] for key in ((True, "ann"), (True, "ben"), (False, "mira")))
    assert ann.mean > ben.mean > bot.mean
    assert often[True, "ann"].error < ann.error
    assert ratings([result(seat("Ann", 1), seat("Ben", 2), is_over=False)]) == {}


def test_longer_copy_of_a_game_counts_alone() -> None:
    path = begun("war", steps=40)
    shutil.copy(path, path.with_name("copy.risk"))
    archive = read()
    assert (len(archive.results), archive.copies) == (1, 1)
    with closing(Table.open(path.with_name("copy.risk"))) as table:
        for _ in range(60):
            table.automation.step()
    archive = read()
    assert (len(archive.results), archive.copies) == (1, 1)


def test_results_are_read_again_only_after_changes_or_damage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played("war")
    begun("put-down")
    first = read().results
    with monkeypatch.context() as patch:
        patch.setattr(statistics, "read_result", lambda path: pytest.fail(f"read {path}"))
        assert read().results == first
    with closing(Table.open(saves_folder() / "put-down.risk")) as table:
        table.automation.step()
    assert read().results != first
    second = read().results
    infinite = next(cache_folder().rglob("*.json")).read_bytes()
    infinite = re.sub(rb'"luck":[^,]+', b'"luck":"inf"', infinite)
    for broken in (b"", b"{", b"{}", b"\xff", infinite):
        for file in cache_folder().rglob("*.json"):
            file.write_bytes(broken)
        assert read().results == second


def test_unreadable_game_is_named_and_others_count() -> None:
    played("war")
    (saves_folder() / "torn.risk").write_bytes(b"no game")
    archive = read()
    assert len(archive.results) == 1
    page = "\n".join(all_players(Statistics.of(archive), 80))
    assert "Not counted: torn: " in page


@pytest.mark.skipif(sys.platform != "linux", reason="file names are Unicode here")
def test_file_name_may_be_no_unicode() -> None:
    path = played("war")
    path.rename(os.fsdecode(os.fsencode(path.with_name("w")) + b"\xff.risk"))
    assert len(read().results) == 1


def test_player_is_found_by_the_start_of_a_name() -> None:
    players = player_statistics([result(seat("Anna", 1), seat("Annette", 2), seat("Ben", 3))])
    assert find_player(players, "be") == (True, "ben")
    with pytest.raises(RiskError, match="may be any of Anna, Annette"):
        find_player(players, "ann")
    with pytest.raises(RiskError, match=r"no player called 'Zoe'.*there are: Anna"):
        find_player(players, "Zoe")


def test_player_is_found_by_either_spelling() -> None:
    names = ("Ann", "Änn", "Жанна")
    players = player_statistics([result(*(seat(name, 1) for name in names))])
    for text, key in (("a\u0308nn", 1), ("ann 2", 1), ("zhan", 2), ("жан", 2), ("ann", 0)):
        assert find_player(players, text) == (True, names[key].casefold())


def test_stats_are_printed_as_json_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 2
    assert "there are no saved games" in capsys.readouterr().err
    played("war")
    assert main(["stats", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["finished"]) == (1, 1)
    assert [player["name"] for player in data["players"]] == ["@Ann", "Ben", "mira"]
    assert sum(player["wins"] for player in data["players"]) == 1
    assert main(["stats", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    # A spreadsheet must not read a name as a formula.
    assert [row["name"] for row in rows] == ["'@Ann", "Ben", "mira"]
    assert main(["stats", "ben", "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert row["game"] == "war"
    assert row["place"] in "123"


def test_table_fits_the_width_and_is_complete() -> None:
    statistics = Statistics.of(ResultArchive(1, 1, [result(seat("Ann", 1), seat("Ben", 2))], 0, []))
    for width in (20, 40, 80, 120):
        tables = player_tables(statistics, width)
        assert all(len(line) <= width for table in tables for line in table.lines)
        page = "\n".join(all_players(statistics, width))
        for heading in ("games", "won", "expected", "rounds", "luck", "often held", "time"):
            assert heading in page
        assert page.count("Ann") == page.count("Ben") == len(tables)
        assert "1 of 1" in page
    assert len(player_tables(statistics, 120)) == 1
