"""The end of a game: the victory, a rematch and a new game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from risk_tui.data.environment import HOSTED
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import with_house_rules, with_turn_limit
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.header import TableOptions
from risk_tui.table.rematch import changed_rules, rematch
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.text_dialogs import VictoryDialog
from risk_tui.tui.screens.new_game import NewGameScreen, SeatRow
from tests.engine.positions import US, position
from tests.new_games import finish, one_round_table
from tests.tui.tables import (
    SMALL,
    attacking,
    due,
    footer,
    game_screen,
    last_stand,
    on_screen,
    play,
    press,
    said,
    seated,
    set_out,
    settle,
    strokes,
    until,
)


@asynccontextmanager
async def won(table: Table, *keys: str) -> AsyncIterator[Pilot[None]]:
    """Win a game, by an attack on Japan unless other keys are pressed."""
    async with play(table, defence="most").run_test(size=SMALL) as pilot:
        await settle(pilot)
        await press(pilot, *(keys or strokes("enter :a~kamchatka~japan")))
        await until(pilot, lambda: isinstance(pilot.app.screen, VictoryDialog))
        await settle(pilot)
        yield pilot


async def test_outcome_of_the_winning_blitz_is_reported(tmp_path: Path) -> None:
    async with won(last_stand(tmp_path / "a.risk"), *strokes("KA enter JA b")) as pilot:
        await press(pilot, "enter")
        assert said(pilot.app).startswith("Japan is conquered · The game is over")
        # There is no blitz to stop.
        await press(pilot, "escape")
        assert said(pilot.app).startswith("The game is over")


async def test_rematch_has_the_same_players_and_rules(tmp_path: Path) -> None:
    async with won(last_stand(tmp_path / "a.risk")) as pilot:
        app = pilot.app
        lines = on_screen(app).splitlines()
        assert "^R rematch · ^N new game · v log" in on_screen(app), "no key is cut"
        # The columns of the table are aligned.
        (head,) = (line for line in lines if "took" in line)
        rows = [line for line in lines if "║" in line and ("● Ann  " in line or "■ Ben  " in line)]
        assert len(rows) == 2
        for row in rows:
            assert row[head.index("took") : head.index("took") + 4].strip().isdigit()
        assert any("by ● Ann" in row for row in rows)
        await press(pilot, "enter")
        assert "^R rematch" in footer(app)
        assert "^N new game  F9 story  v log" in footer(app)
        over = game_screen(app).table
        await press(pilot, "ctrl+r")
        table = game_screen(app).table
        assert table.path != over.path
        assert [seat.name for seat in table.seats[:2]] == ["Ann", "Ben"]
        assert due(table)[1] == "Ben"
        assert table.ruleset == over.ruleset


async def test_new_game_form_proposes_the_finished_game(tmp_path: Path) -> None:
    options = TableOptions(advice=False, real_dice=False)
    rules = with_turn_limit(with_house_rules(US, {"fortify.reach": "free"}), 12)
    game = position(
        {"Ann": {"Kamchatka": 9}, "Ben": {"Japan": 1}},
        rest="Ann",
        players=2,
        luck=((6, 6, 6), (1,)),
        rules=rules,
    )
    async with won(set_out(tmp_path / "a.risk", game, options=options)) as pilot:
        app = pilot.app
        over = game_screen(app).table
        await press(pilot, "ctrl+n")
        assert isinstance(app.screen, NewGameScreen)
        names = [row.name_input.value for row in app.screen.query(SeatRow)]
        assert names[:2] == ["Ann", "Ben"]
        assert app.screen.query_one("#limit", Input).value == "12"
        assert "Fortifying" in on_screen(app)
        await press(pilot, "f5")
        await until(pilot, lambda: game_screen(app).table is not over)
        table = game_screen(app).table
        assert table.options == options
        assert table.ruleset == over.ruleset


def test_changes_by_a_board_are_not_house_rules(tmp_path: Path) -> None:
    # The mini board says with how many armies a game on it starts.
    setup = GameSetup(load_board("mini"), load_ruleset("uk-new"), 2)
    table = Table.create(setup, seat_players(["Ann", "Ben"], ()), path=tmp_path / "a.risk")
    assert table.ruleset.setup.armies[2] != load_ruleset("uk-new").setup.armies[2]
    assert changed_rules(table) == {}


async def test_next_game_is_refused_before_the_end(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with seated(table) as pilot:
        for key in ("ctrl+r", "ctrl+n"):
            await press(pilot, key)
            assert said(pilot.app) == "finish this game first"
        with pytest.raises(RiskError, match="finish this game first"):
            rematch(table)


async def test_watchers_are_offered_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOSTED, "eve")
    other = one_round_table(tmp_path / "a.risk", "Ann,Ben")
    async with play(Table.join(other.path)).run_test(size=SMALL) as pilot:
        app = pilot.app
        finish(other)
        await until(pilot, lambda: isinstance(app.screen, VictoryDialog))
        assert "F9 story · v log" in on_screen(app)
        await press(pilot, "enter")
        assert said(app) == "The game is over. F9: story"
        assert footer(app).strip().startswith("F9 story")
        await press(pilot, "?")
        keys_now, *_rest = on_screen(app).split("All keys")
        assert "Keys now" in keys_now
        assert "rematch" not in keys_now


async def test_friends_of_a_host_are_offered_a_rematch_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``docs/host.md``: after a game any friend presses Ctrl+R for a rematch."""
    monkeypatch.setenv(HOSTED, "ann")
    finish(one_round_table(tmp_path / "a.risk", "Ann,Ben"))
    async with seated(Table.join(tmp_path / "a.risk", "Ann")) as pilot:
        assert said(pilot.app) == "The game is over. ^R: rematch · F9: story"
        assert footer(pilot.app).strip().startswith("^R rematch  F9 story")
