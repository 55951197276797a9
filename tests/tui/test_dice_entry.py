"""Real dice are asked for and typed in the bottom line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from risk_tui.engine.chance import seeded_chance
from risk_tui.saves.header import TableOptions
from risk_tui.tui.dialogs.text_dialogs import TextDialog
from risk_tui.tui.screens.start import StartScreen
from tests.inside import deal_with, log_of
from tests.new_games import create_table
from tests.table.fights import fight
from tests.tui.tables import (
    BOARD,
    MIDDLE,
    armies,
    attacking,
    due,
    footer,
    game_screen,
    on_screen,
    owner,
    play_behind_curtain,
    press,
    said,
    seated,
    settle,
    type_line,
    until,
)

REAL = TableOptions(real_dice=True)
curtained = partial(seated, app=play_behind_curtain)


async def test_attack_is_undone_and_repeated_with_typed_dice(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", options=REAL)
    async with curtained(table) as pilot:
        app, screen = pilot.app, game_screen(pilot.app)
        await press(pilot, "U", "K", "enter", "U", "R", "enter")
        assert said(app) == " Ann attacks Ural from Ukraine with 3 dice: "
        assert "Esc undo" in footer(app)
        await press(pilot, "escape")
        assert (said(app), due(table), "1-6" in footer(app)) == (
            "Undone · Ann: attack, or end your attacks",
            ("attack", "Ann"),
            False,
        )
        await press(pilot, "enter", "6", "4", "enter")
        assert said(app) == "3 dice are needed, not 2: e.g. 6 4 2"
        await press(pilot, "a")
        assert said(app) == "type the dice first"
        await press(pilot, "?")
        assert isinstance(app.screen, TextDialog)
        await press(pilot, "escape", "2", "space", "6", "4", "enter")
        assert said(app) == " Ben defends Ural against 6 4 2 with 1 die: "
        assert "Esc undo" not in footer(app)
        await press(pilot, "escape")
        assert said(app) == "this step has begun; roll its remaining dice"
        await press(pilot, *":board ural", "enter", "5", "enter")
        assert owner(table, "UR") == "Ann"
        assert log_of(table).records[-1].chance == ((2, 6, 4), (5,))
        assert screen.prompt.dice_question == ""
        assert due(table) == ("occupy", "Ann")


async def test_bots_turn_waits_for_typed_dice(tmp_path: Path) -> None:
    table = create_table("Ann,bot", "uk-new", options=REAL, path=tmp_path / "a.risk")
    deal_with(table, seeded_chance("7"))
    async with curtained(table) as pilot:
        assert said(pilot.app) == " Who goes first? One die each for Ann and Ada: "
        await press(pilot, "3", "3", "enter")
        assert said(pilot.app) == " Ann and Ada tie: one die each again: "
        await press(pilot, "1", "6", "enter")
        await until(pilot, lambda: due(table)[1] == "Ann")
        assert table.steps > 1, "the bot has played on"
        await settle(pilot)


async def test_table_can_be_left_while_dice_are_due(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", options=REAL)
    async with curtained(table) as pilot:
        fight = armies(table, "UK", "UR")
        await press(pilot, "U", "K", "enter", "U", "R", "enter", "2", "6", "4", "enter", "5", "q")
        assert isinstance(pilot.app.screen, StartScreen)
        assert armies(table, "UK", "UR") == fight
        begun = log_of(table).pending
        assert begun is not None
        assert begun.outcomes == ((2, 6, 4),), "what was typed and taken is not asked again"


async def test_each_terminal_asks_only_for_its_own_dice(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk")
    other, action = battle.mine, battle.action
    me, rival = (other.seats[seat].name for seat in (battle.other, battle.seat))
    source, target = (BOARD.territories[at] for at in (action.source, action.target))
    async with curtained(battle.theirs, size=MIDDLE, raise_curtain=False) as pilot:
        app, screen = pilot.app, game_screen(pilot.app)
        other.submit(battle.seat, action)
        await until(pilot, lambda: screen.moment.situation.may_act)
        await type_line(pilot, "defend 2")
        dice = f"{action.dice} dice"
        attacks = f"{rival} attacks {target.name} from {source.name} with {dice}"
        assert said(app) == f"you are {me} · {attacks} …"
        assert not screen.prompt.asking
        other.ledger.sync()
        other.dice.roll((3,) * action.dice)
        await until(pilot, lambda: screen.prompt.asking)
        against = " ".join("3" * action.dice)
        assert said(app) == f" {me} defends {target.name} against {against} with 2 dice: "
        await press(pilot, "escape")
        assert "Esc undo" not in footer(app)
        await press(pilot, "6", "1", "enter")
        assert (other.ledger.sync(), other.dice.request, other.dice.remote_request) == (
            True,
            None,
            None,
        )
        assert log_of(other).records[-1].chance == ((3,) * action.dice, (6, 1))
        assert f"waiting for {rival}" in said(app)
    other.close()


async def test_corrected_dice_are_shown_and_logged(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk", alone=True)
    other, many = battle.mine, battle.action.dice
    me, rival = (other.seats[seat].name for seat in (battle.other, battle.seat))
    async with curtained(battle.theirs, size=MIDDLE, raise_curtain=False) as pilot:
        app, screen = pilot.app, game_screen(pilot.app)
        other.submit(battle.seat, battle.action)
        other.dice.roll((5, 3, 1)[:many])
        await until(pilot, lambda: screen.prompt.asking)
        other.dice.correct((5, 2, 1)[:many])
        against = f"against {' '.join('521'[:many])} (not {' '.join('531'[:many])})"
        await until(pilot, lambda: against in said(app))
        await press(pilot, "6", "enter")
        await type_line(pilot, "correct 5")
        told = on_screen(app)
        assert f"{me} corrects 6→5" in told
        assert f"{rival} corrects {'531'[:many]}→{'521'[:many]}" in told
        assert other.ledger.sync()
        assert log_of(other).records[-1].chance == ((5, 2, 1)[:many], (5,))
        await type_line(pilot, "correct 9")
        assert said(app) == "a die shows 1 to 6, not 9"
    other.close()


async def test_dice_of_a_blitz_can_be_corrected(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", options=REAL)
    async with curtained(table) as pilot:
        await press(pilot, "U", "K", "enter", "U", "R", "b")
        await press(pilot, "1", "2", "1", "enter", "5", "enter")
        assert said(pilot.app).startswith(" Ann attacks Ural from Ukraine with 3 dice")
        await press(pilot, ":", *"correct", "space", *"621", "enter")
        record = log_of(table).records[-1]
        assert record.chance == ((6, 2, 1), (5,))
        assert due(table) == ("occupy", "Ann")
