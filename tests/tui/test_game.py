"""The game screen beside its decisions: undo, bots, messages, dialogs, names, sizes, the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from risk_tui import settings
from risk_tui.engine.actions import Reinforce
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToPlace
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file import SaveFile
from risk_tui.table.orders import PlaceTheRest
from risk_tui.table.table import Table
from risk_tui.tui import runner
from risk_tui.tui.screens.curtain import Curtain
from risk_tui.tui.screens.dialogs import Confirm, Reader, Victory
from risk_tui.tui.screens.game import GameScreen
from risk_tui.tui.screens.rules import RulesScreen
from risk_tui.tui.screens.title import TitleScreen
from risk_tui.tui.widgets.board import BoardMap
from risk_tui.tui.widgets.lines import Lines
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SMALL,
    WINS,
    armies,
    at_table,
    attacking,
    claimed,
    code,
    defending,
    due,
    fortifying,
    game_screen,
    last_stand,
    new_table,
    occupying,
    on_screen,
    owner,
    picture_of,
    placing,
    play,
    press,
    reinforcing,
    said,
    settle,
    side,
    strokes,
    type_line,
    until,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the pace ``slow``, every automatic step waits until it is skipped or stopped."""
    monkeypatch.setattr(runner, "SET_UP_PAUSE", 600.0)
    monkeypatch.setattr(runner, "ORDER_PAUSE", 600.0)
    monkeypatch.setitem(settings.PACES, "slow", 600.0)


@pytest.fixture
def broken_disk(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """From now on nothing can be written; what was tried is counted."""
    tried: list[object] = []

    def refuse(self: SaveFile, number: int, entry: object, summary: object) -> None:
        tried.append(entry)
        raise SaveError("the disk is full")

    monkeypatch.setattr(SaveFile, "append", refuse)
    return tried


def first_turn(path: Path) -> Table:
    """A real game in which Ben begins his first turn."""
    table = claimed(new_table(path))
    for seat in range(3):
        table.give_order(PlaceTheRest(seat))
    while isinstance(table.decision, ToPlace):
        table.step()
    return table


async def test_undo_takes_back_until_something_was_seen(tmp_path: Path) -> None:
    table = first_turn(tmp_path / "a.risk")
    start = table.view(1)
    mine = start.territories_of(1)
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        screen.look_at(mine[0])
        await press(pilot, "1", "enter")
        screen.look_at(mine[1])
        await press(pilot, "2", "enter", "u")
        assert said(pilot.app) == "taken back"
        assert table.view(1).armies[mine[0]] == start.armies[mine[0]] + 1
        await type_line(pilot, "undo")
        assert table.view(1) == start
        await press(pilot, "u")
        assert "nothing to take back" in said(pilot.app)
        assert table.view(1) == start
    # What was taken back is also gone from the file.
    assert Table.open(tmp_path / "a.risk").view(1) == start


async def test_resigning_is_asked_again(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        for answer in ("n", "escape"):
            await type_line(pilot, "resign")
            assert isinstance(pilot.app.screen, Confirm)
            assert "Resign?" in on_screen(pilot.app)
            await press(pilot, answer)
            assert due(table) == ("attack", "Ann")
        await type_line(pilot, "resign")
        await press(pilot, "y")
        assert due(table) == ("reinforce", "Ben")
        await press(pilot, "enter")
        assert "4 neutral" in side(pilot.app)


async def test_a_computer_plays_without_being_asked(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "a.risk", "Ann,bot,bot"), but=42)
    async with play(table).run_test(size=SMALL) as pilot:
        await until(pilot, lambda: due(table) == ("claim", "Ann"))
        before = table.steps
        await press(pilot, "tab", "enter")
        await until(pilot, lambda: table.steps == before + 3)
        await settle(pilot)
        assert said(pilot.app).startswith("Ann: claim a free territory (")
        assert table.view(None).owner.count(0) == 1


async def test_space_skips_ahead(held: None, tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot")
    async with play(table, pace="slow").run_test(size=SMALL) as pilot:
        await at_table(pilot, raise_curtain=False)
        assert due(table)[1] != "Ann"
        assert "is playing …  space skips ahead" in said(pilot.app)
        await press(pilot, *"BR", "enter", "e")
        assert said(pilot.app) == "wait for your turn; space skips ahead"
        assert table.steps == 1
        await press(pilot, "space")
        await until(pilot, lambda: due(table) == ("claim", "Ann"))
        # The pace is back for the next ones.
        steps = table.steps
        await press(pilot, "tab", "enter")
        await settle(pilot)
        assert table.steps == steps + 1


async def test_escape_stops_a_blitz(held: None, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *[(1, 1, 1), (6, 6)] * 3, ural=9, ukraine=9)
    table.set_defence(1, "most")
    async with play(table, pace="slow").run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *"UK", "enter", *"UR", "b")
        assert "as ordered …  Esc stops" in said(pilot.app)
        await press(pilot, "escape", "space")
        await until(pilot, lambda: not game_screen(pilot.app)._runner.running)
        assert armies(table, "UK", "UR") == (9, 9)
        assert due(table) == ("attack", "Ann")
        # It is not only delayed: an attack by hand is one battle, and the last.
        await type_line(pilot, "a uk ur")
        await press(pilot, "space")
        await until(pilot, lambda: not game_screen(pilot.app)._runner.running)
        assert armies(table, "UK", "UR") == (7, 9)


DIALOGS = [
    ("?", Reader, "Help", "escape"),
    ("?", Reader, "always roll the most dice", "?"),
    (":help", Reader, "attack FROM TO", "q"),
    ("v", Reader, "The log", "v"),
    (":log", Reader, "The log", "enter"),
    ("i", RulesScreen, "Rules: US 1993", "escape"),
    (":rules", RulesScreen, "WHO CAN PLAY", "q"),
]


@pytest.mark.parametrize(("opens", "kind", "shows", "closes"), DIALOGS)
async def test_help_log_and_rules_open_and_close(
    opens: str, kind: type, shows: str, closes: str, tmp_path: Path
) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=(120, 60)) as pilot:
        await at_table(pilot)
        before = on_screen(pilot.app)
        await (type_line(pilot, opens[1:]) if len(opens) > 1 else press(pilot, opens))
        assert isinstance(pilot.app.screen, kind)
        await pilot.pause()
        assert shows in on_screen(pilot.app)
        await press(pilot, closes)
        assert isinstance(pilot.app.screen, GameScreen)
        assert on_screen(pilot.app) == before


async def test_help_speaks_of_where_the_players_are(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "f1")
        assert "Ann: fortify, or end your turn" in on_screen(pilot.app)
        await press(pilot, "escape")
        await type_line(pilot, "help attack")
        assert "For example: attack ukraine ural 3" in said(pilot.app)


async def test_leaving_and_coming_back(tmp_path: Path) -> None:
    from risk_tui.saves.folder import saves_folder

    saves_folder().mkdir(parents=True)
    table = claimed(new_table(saves_folder() / "ann-ben-cid.risk"), but=3)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *"WA", "enter", "q")
        assert isinstance(pilot.app.screen, TitleScreen)
        assert "▸ Continue   ann-ben-cid" in on_screen(pilot.app)
        await press(pilot, "enter")
        again = (await at_table(pilot)).table
        assert again is not table
        assert owner(again, "WA") == "Ben"
        await type_line(pilot, "claim eastern australia")
        assert due(again) == ("claim", "Ann")
        await type_line(pilot, "quit")
        assert isinstance(pilot.app.screen, TitleScreen)


MESSAGES = [
    ("e", "place your 5 armies first"),
    ("UR enter", "Ural is not yours"),
    ("UK 9 enter", "9 is not a possible number of armies to place: choose 1 to 5"),
    ("UK 9 9 9 9 r", "999 is not a possible number"),
    ("b", "it needs the attack phase"),
    ("X", "there is no territory X"),
    ("U Z", "there is no territory UZ"),
    (":attack~uk~ur", "place your armies first"),
    (":r~3~ural", "Ural is not yours"),
    (":r~0~ukraine", "0"),
    (":r~3~north", "could be"),
    (":r~3~atlantis", "atlantis"),
    (":frobnicate", "there is no command"),
    (":trade", "you hold no set"),
    (":trade~1~2~3", "you hold no cards"),
    (":fortify~3~uk~sc", "place your armies first"),
    (":occupy~3", "you cannot occupy now"),
    (":end", "place your armies first"),
    (":", "Ann: place 5 armies"),
    (":bot~hal", "there is no bot"),
]


@pytest.mark.parametrize(("keys", "words"), MESSAGES, ids=[keys for keys, _ in MESSAGES])
async def test_what_cannot_be_done_is_told(keys: str, words: str, tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    before = table.view(0)
    async with play(table).run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(keys))
        assert words in said(pilot.app)
        assert words in on_screen(pilot.app)
        assert table.view(0) == before


ATTACKS = [
    ("BR enter UR enter", "Ural cannot be reached from Brazil"),
    ("SC enter", "Scandinavia has only one army, and one must stay"),
    ("JA enter", "none of your territories can reach Japan"),
    ("UK enter UR 4 enter", "4 is not a possible number of dice: choose 1 to 3"),
    (":a~uk~japan", "Japan"),
    (":bl~uk~ur~stop-at~9", "stop at 1 to 7 armies: Ukraine (UK) has 8"),
    (":r~ukraine", "now you attack, or end your attacks"),
]


@pytest.mark.parametrize(("keys", "words"), ATTACKS, ids=[keys for keys, _ in ATTACKS])
async def test_what_cannot_be_attacked_is_told(keys: str, words: str, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    before = table.view(0)
    async with play(table).run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(keys))
        assert words in said(pilot.app)
        assert table.view(0) == before


async def test_a_code_that_is_begun_can_be_left(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        for key in ("escape", "enter", "tab", "left"):
            await press(pilot, "U")
            assert said(pilot.app) == "U …  UK UR"
            await press(pilot, key)
            assert said(pilot.app) == ""
            assert screen.hands.cursor == code("AL")
        await press(pilot, "U", "k")
        assert screen.hands.cursor == code("UK")
        assert due(table) == ("reinforce", "Ann")


async def test_defence_dice_out_of_bounds(tmp_path: Path) -> None:
    table = defending(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "3")
        assert said(pilot.app) == "3 is not a possible number of dice: choose 1 to 2"
        assert due(table) == ("defend", "Ben")


async def test_the_winner_is_shown_once(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await type_line(pilot, "a kamchatka japan")
        assert isinstance(pilot.app.screen, Victory)
        shown = on_screen(pilot.app)
        assert "● Ann" in shown
        assert "has conquered the world" in shown
        await press(pilot, "enter")
        assert said(pilot.app).startswith("The game is over")
        await press(pilot, "enter", "e", "u")
        assert isinstance(pilot.app.screen, GameScreen)
        assert table.winners == (0,)
        await press(pilot, "v", "escape", "q")
        assert isinstance(pilot.app.screen, TitleScreen)


HOSTILE = ("Bob[/]", "[red]龍龍[/b", "@{x}[b]\\n%s")


async def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, 20, players=HOSTILE)
    async with play(table).run_test(size=LARGE) as pilot:
        assert "BOB[/]" in await shown(pilot)
        await press(pilot, "enter")
        await type_line(pilot, "a uk ur")
        assert all(name in side(pilot.app) for name in HOSTILE)
        assert all(name in on_screen(pilot.app) for name in HOSTILE)
        await press(pilot, "enter")
        assert "Bob[/]: attack, or end your attacks" in on_screen(pilot.app)
        for key in ("v", "?"):
            await press(pilot, key)
            assert "Bob[/]" in await shown(pilot)
            await press(pilot, "escape")
        await type_line(pilot, "bot off nobody[/]")
        assert f"there is {HOSTILE[0]}, {HOSTILE[1]} or {HOSTILE[2]}" in on_screen(pilot.app)
        await type_line(pilot, "[bold]x")
        assert "[bold]x" in on_screen(pilot.app)
        await press(pilot, "e", "e")
        assert isinstance(pilot.app.screen, Curtain)
        assert HOSTILE[1].upper() in await shown(pilot)


async def shown(pilot: Any) -> str:
    """The screen, when it has been laid out."""
    await pilot.pause()
    return on_screen(pilot.app)


@pytest.mark.parametrize("name", ["龍龍龍龍龍龍", "Z\u0308Z\u0308Z\u0308Z\u0308", "[b]Wilhelm[b"])
async def test_a_wide_name_pushes_nothing_off_the_panel(name: str, tmp_path: Path) -> None:
    async def figures(who: str, path: Path) -> str:
        table = attacking(path, players=("Ann", who, "Cid"))
        async with play(table).run_test(size=SMALL) as pilot:
            await at_table(pilot)
            row = on_screen(pilot.app).splitlines()[3]
            return " ".join(row.split()[-4:])

    assert await figures(name, tmp_path / "a.risk") == "36 36 3 22"


async def test_the_winner_has_any_name(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk", "Bob[/]", "[b]")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await type_line(pilot, "a kamchatka japan")
        assert "● Bob[/]" in await shown(pilot)


async def test_too_small_a_terminal_says_so_and_the_game_goes_on(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "down")
        for size in ((79, 24), (80, 23), (20, 5)):
            await pilot.resize_terminal(*size)
            text = await shown(pilot)
            assert f"{size[0]}×{size[1]}" in text
            assert "UK8" not in text
        # Keys do nothing while nobody can see what they do.
        await press(pilot, "e", "enter", "4")
        assert due(table) == ("occupy", "Ann")
        await pilot.resize_terminal(*SMALL)
        text = await shown(pilot)
        assert "UK8" in text
        assert "needs at least" not in text
        # The question is still open, and the keys go to it.
        assert said(pilot.app).startswith(" Armies from Ukraine into Ural (3–7): ")
        await press(pilot, "up", "up", "up", "down", "down", "enter")
        assert armies(table, "UK", "UR") == (3, 5)
        await type_line(pilot, "a ur af")
        assert due(table) == ("attack", "Ann")


async def test_a_curtain_stays_shut_while_the_terminal_is_too_small(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot, raise_curtain=False)
        await pilot.resize_terminal(60, 20)
        assert "UK5" not in await shown(pilot)
        await pilot.resize_terminal(*MIDDLE)
        assert "UK5" not in await shown(pilot)
        assert isinstance(pilot.app.screen, Curtain)
        await press(pilot, "enter")
        assert "UK5" in await shown(pilot)
        await type_line(pilot, "f 2 uk sc")
        assert armies(table, "UK", "SC") == (3, 4)


async def test_the_largest_picture_that_fits_is_taken(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await press(pilot, *"UK", "enter")
        found = {}
        for size in (SMALL, (119, 60), (120, 36), (140, 50), (200, 48), (200, 40), LARGE, SMALL):
            await pilot.resize_terminal(*size)
            text = await shown(pilot)
            assert "UK8" in text
            found[size] = picture_of(pilot.app)
            assert (screen.hands.cursor, screen.hands.source) == (code("UK"), code("UK"))
        assert found == {
            SMALL: (58, 21),
            (119, 60): (84, 32),
            (120, 36): (84, 32),
            (140, 50): (84, 32),
            (200, 48): (150, 45),
            (200, 40): (84, 32),
            LARGE: (150, 45),
        }
        await press(pilot, "right")
        assert screen.hands.cursor == code("UR")


async def test_the_mouse_chooses_and_acts(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS)
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        board = screen.query_one(BoardMap)

        async def click(letters: str) -> None:
            assert await pilot.click(board, offset=board.drawing.labels[code(letters)])
            await settle(pilot)

        await click("UK")
        assert screen.hands.cursor == code("UK")
        assert screen.hands.source is None
        await click("UK")
        assert screen.hands.source == code("UK")
        await click("UR")
        await click("UR")
        assert due(table) == ("occupy", "Ann")
        # The keys still go where they went.
        await press(pilot, "4", "enter")
        assert armies(table, "UR") == (4,)


async def test_a_click_on_the_sea_takes_the_nearest_land(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=LARGE) as pilot:
        screen = await at_table(pilot)
        board = screen.query_one(BoardMap)
        left, top = (board.size.width - 150) // 2, (board.size.height - 45) // 2
        column, row = board.drawing.labels[code("MA")]
        row_of_sea = row
        while board.picture.pixels[2 * row_of_sea][column + 12] >= 0:
            row_of_sea += 1
        await pilot.click(board, offset=(left + column + 12, top + row_of_sea))
        await settle(pilot)
        assert screen.hands.cursor == code("MA")


async def test_a_failing_disk_changes_nothing(tmp_path: Path, broken_disk: list[object]) -> None:
    broken = SaveFile.append
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SaveFile, "append", _append)
        table = claimed(new_table(tmp_path / "a.risk"), but=2)
        patch.setattr(SaveFile, "append", broken)
    before = table.view(None)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        for keys in ([*"WA", "enter"], [":", *"claim wa", "enter"], ["u"], [":", *"bot", "enter"]):
            await press(pilot, *keys)
            assert "the disk is full" in on_screen(pilot.app)
            assert table.view(None) == before
        assert len(broken_disk) == 4


_append = SaveFile.append


async def test_a_failing_disk_does_not_make_the_computer_try_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot")
    tried = 0

    def refuse(*_: object) -> None:
        nonlocal tried
        tried += 1
        raise SaveError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(SaveFile, "append", refuse)
        async with play(table).run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "the disk is full" in said(pilot.app))
            for _ in range(5):
                await pilot.pause()
            assert tried == 1
            assert table.steps == 1
            patch.undo()
            await press(pilot, "space")
            await until(pilot, lambda: due(table) == ("claim", "Ann"))


async def test_a_failing_disk_lets_a_defender_answer_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = defending(tmp_path / "a.risk", (6, 6, 6), (1, 1))

    def refuse(*_: object) -> None:
        raise SaveError("the disk is full")

    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        with monkeypatch.context() as patch:
            patch.setattr(SaveFile, "append", refuse)
            await press(pilot, "a")
            assert "the disk is full" in on_screen(pilot.app)
            assert due(table) == ("defend", "Ben")


async def test_the_footer_shows_the_keys_that_work_now(tmp_path: Path) -> None:
    makers = {"place": placing, "attack": attacking, "defend": defending, "fortify": fortifying}
    for kind, make in makers.items():
        table = make(tmp_path / f"{kind}.risk")
        async with play(table).run_test(size=LARGE) as pilot:
            screen = await at_table(pilot)
            (footer,) = screen.query_one("#keys", Lines).shown
            assert ("b blitz" in footer) == (kind == "attack")
            assert ("p place rest" in footer) == (kind == "place")
            assert ("a always most" in footer) == (kind == "defend")
            assert ("e end" in footer) == (kind in ("attack", "fortify"))
            assert ("c cards" in footer) == (kind == "attack")
            assert "? help" in footer


async def test_a_table_survives_a_whole_turn_of_the_computer(tmp_path: Path) -> None:
    table = first_turn(tmp_path / "a.risk")
    table._game._play.chance = seeded_chance(3)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        view = table.view(1)
        pool = view.pool
        table.submit(1, Reinforce(view.territories_of(1)[0], 1))
        assert table.view(1).pool == pool - 1
        for seat in range(3):
            table.set_defence(seat, "most")
        await type_line(pilot, "bot")
        await until(pilot, lambda: isinstance(pilot.app.screen, Curtain))
        assert due(table) == ("reinforce", "Cid")
        assert table.seats[1].player == "general"
