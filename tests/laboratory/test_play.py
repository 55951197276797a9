"""One game of a match: its seats, its result, and its independence of other games."""

from __future__ import annotations

import pickle
from itertools import permutations
from pathlib import Path

import pytest

from risk_tui.engine.actions import Action
from risk_tui.laboratory.one_game import GameTask, play_game, play_task, program_digest
from risk_tui.laboratory.results import keep_game, saved_game_path
from risk_tui.saves.entries import ActionEntry
from risk_tui.table.seats import Seat
from risk_tui.table.table import Table
from tests.inside import log_of
from tests.laboratory.matches import short_match


def test_game_does_not_depend_on_games_before_it() -> None:
    match = short_match()
    alone = play_game(match, 3, kept=True)
    for number in (1, 2):
        play_game(match, number)
    assert play_game(pickle.loads(pickle.dumps(match)), 3, kept=True) == alone


def test_other_numbers_and_seeds_give_other_games() -> None:
    match = short_match()
    alone = play_game(match, 3)
    assert play_game(match, 4).result != alone.result
    assert play_game(short_match(seed="other"), 3).result.luck != alone.result.luck


def test_players_move_one_seat_after_each_game() -> None:
    bots = ("toni", "recruit", "recruit")
    seated = [short_match(bots).game(number).seats for number in range(1, 5)]
    assert [[seat.player for seat in seats].index("toni") for seats in seated] == [0, 2, 1, 0]
    assert len({tuple(seat.colour for seat in seats) for seats in seated}) == 1
    fixed = short_match(bots, rotates_seats=False)
    assert fixed.game(2).seats == fixed.game(1).seats == seated[0]
    assert [seat.name for seat in seated[0]] == ["Toni", "Recruit 1", "Recruit 2"]


def test_long_ids_give_different_names() -> None:
    seats = short_match(("attentive-bot-one", "attentive-bot-two")).game(1).seats
    assert [seat.name for seat in seats] == ["Attentiveb 1", "Attentiveb 2"]


def test_every_order_of_players_occurs_once() -> None:
    match = short_match(("toni", "greta", "ivo", "mira"))
    orders = [tuple(seat.player for seat in match.game(number).seats) for number in range(1, 25)]
    assert sorted(orders) == sorted(permutations(match.bots))


def test_table_with_the_seed_of_a_game_plays_the_same_game(tmp_path: Path) -> None:
    match = short_match(("recruit", "toni"))
    header = match.game(2)
    seats = [Seat(seat.name, seat.colour, seat.player) for seat in header.seats]
    table = Table.create(header.setup, seats, path=tmp_path / "game.risk", seed=header.seed)
    while table.automation.step() is not None:
        pass
    at_table = tuple(
        ActionEntry(record.seat, record.action, record.chance) for record in log_of(table).records
    )
    table.close()
    assert play_game(match, 2, kept=True).entries == at_table


def test_kept_game_is_a_complete_game_file(tmp_path: Path) -> None:
    match = short_match()
    played = play_game(match, 2, kept=True)
    path = saved_game_path(tmp_path, match, 2)
    keep_game(path, match, 2, played.entries)
    table = Table.join(path)
    assert tuple(table.winners) == played.result.winners
    assert table.steps == played.result.steps
    table.close()
    assert path.name.endswith("-2.risk")
    assert saved_game_path(tmp_path, short_match(seed="other"), 2) != path


def test_result_agrees_with_the_game() -> None:
    result = play_game(short_match(("recruit", "toni", "recruit"), limit=3), 1).result
    assert result.finished
    assert result.rounds == 3
    assert sum(result.turns) == 9
    assert sum(result.luck) == pytest.approx(0, abs=0.01)
    assert [result.places[seat] for seat in result.winners] == [1] * len(result.winners)
    assert sorted(result.order) == [0, 1, 2]
    assert sum(result.thinking) < result.seconds


def test_game_is_stopped_after_the_last_round() -> None:
    result = play_game(short_match(limit=None, rounds=1), 1).result
    assert not result.finished
    assert result.rounds == 1
    assert result.turns == (1, 1)


def test_first_eliminated_player_has_the_last_place() -> None:
    match = short_match(("toni", "recruit", "recruit"), limit=None)
    result = play_game(match, 1).result
    assert result.finished
    assert sorted(result.places) == [1, 2, 3]
    last = result.places.index(3)
    assert result.turns[last] == min(result.turns)


def test_fault_of_a_bot_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Action:
        raise KeyError("no such\nthing")

    monkeypatch.setattr("risk_tui.bots.simple.Recruit.choose", fail)
    result = play_task(GameTask(short_match(), 5)).result
    assert result.seed == "seed/5"
    assert result.fault.startswith("KeyError: ")
    assert "test_play.py:" in result.fault
    assert "\n" not in result.fault
    assert not result.finished


def test_other_version_of_the_program_does_not_play() -> None:
    assert not play_task(GameTask(short_match(), 1, program=program_digest())).result.fault
    assert "another version" in play_task(GameTask(short_match(), 1, program="x")).result.fault
