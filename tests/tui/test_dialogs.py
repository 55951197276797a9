"""Dialogs by themselves and at a table: lists of answers, cards, the luck of the dice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual.app import App
from textual.pilot import Pilot

from risk_tui.boards.board import CardSymbol
from risk_tui.bots.base import Choice
from risk_tui.data import language
from risk_tui.data.settings import Settings
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.hooks import Answer
from risk_tui.engine.state import Phase
from risk_tui.odds.luck import DiceLuck
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.saves.errors import saves_folder
from risk_tui.saves.header import TableOptions
from risk_tui.table.dice_archive import PlayerDiceStats, dice_in_file
from risk_tui.table.seats import Seat
from risk_tui.tui.app import RiskApp
from risk_tui.tui.dialogs.cards import card_lines
from risk_tui.tui.dialogs.choices import ChoiceDialog, Choices, choices, palette_items
from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog, dice_stats_text
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.key_hints import KeyHint, keys_markup
from risk_tui.tui.keymap import DEFAULT_KEYMAP
from risk_tui.tui.menu import Item, Menu
from tests.engine.positions import ANN, BEN, position
from tests.saves.games import bot_game
from tests.tui.tables import (
    SMALL,
    attacking,
    on_screen,
    press,
    seated,
    set_out,
    settle,
    strokes,
    type_line,
    until,
)


@asynccontextmanager
async def choosing(*words: str) -> AsyncIterator[Pilot[None]]:
    """Open a list of answers that are all impossible for the same reason."""
    answers = tuple(Answer(text, refusal="not now") for text in words)
    dialog = ChoiceDialog(Choices("Choose", Text("Which?"), answers))
    app = RiskApp(opening=lambda app: app.push_screen(dialog), settings=Settings())
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        yield pilot


async def test_arrows_choose_no_answer_without_a_key() -> None:
    """There are more answers than keys, so the last ones have none."""
    async with choosing(*(f"answer {number}" for number in range(40))) as pilot:
        await press(pilot, "down")
        assert "▸ 2  answer 1" in on_screen(pilot.app)
        assert "not now" not in on_screen(pilot.app)
        await press(pilot, "2")
        assert "not now" in on_screen(pilot.app)


def test_question_starts_after_a_name_with_a_colon() -> None:
    view = position(phase=Phase.FORTIFY).view(ANN)
    seats = [Seat("A: B", "red"), Seat("Ben", "blue"), Seat("Cid", "green")]
    assert choices(view, seats).text.plain == "Fortify, or end your turn"


@pytest.mark.parametrize("code", sorted(language.languages()))
async def test_arrows_and_enter_have_different_labels(code: str, english_again: None) -> None:
    language.use(code)
    async with choosing("a", "b") as pilot:
        edge = next(line for line in on_screen(pilot.app).splitlines() if "↑↓" in line)
        labels = [hint.split(maxsplit=1)[1] for hint in edge.strip(" ╰─╯").split("·")]
        assert len(set(labels)) == 3


def test_palette_lists_another_earth_only_if_there_is_one() -> None:
    listed = {}
    for rules in ("us-1993", "n-ple-earth"):
        view = position(phase=Phase.FORTIFY, rules=load_ruleset(rules)).view(ANN)
        items = palette_items(view, True, DEFAULT_KEYMAP, TableOptions(), is_kept=True)
        listed[rules] = [item.key for item in items]
    assert "earth" not in listed["us-1993"]
    assert "earth" in listed["n-ple-earth"]


async def test_wide_characters_of_a_long_answer_are_not_cut() -> None:
    async with choosing("東京大阪京都" * 7) as pilot:
        assert "…" not in on_screen(pilot.app)


def test_typed_letter_without_a_base_hides_no_item() -> None:
    menu = Menu([Item("a", Text("Alpha")), Item("b", Text("Beta"))], find=str.isalpha)
    menu.find("\N{GREEK YPOGEGRAMMENI}")
    assert [item.key for item in menu.items] == ["a", "b"]
    menu.find("b")
    assert [item.key for item in menu.items] == ["b"]


def test_only_names_of_keys_are_translated(english_again: None) -> None:
    language.use("de")
    assert "Pos1" in keys_markup(KeyHint("Home", "", ""))
    assert ":sit Home" in keys_markup(KeyHint(":sit Home", "", ""))


async def test_cards_are_side_by_side_with_the_best_set_chosen(tmp_path: Path) -> None:
    hand = "Alaska, Northwest Territory, Peru, Siam, joker, Ukraine"
    game = position(
        {"Ann": {"Peru": 2}}, phase=Phase.REINFORCE, armies_to_place=3, hands={"Ann": hand}
    )
    async with seated(set_out(tmp_path / "a.risk", game)) as pilot:
        await press(pilot, "c")
        rows = on_screen(pilot.app).splitlines()
        (top,) = [row for row in range(len(rows)) if "─1─" in rows[row] or "▸1─" in rows[row]]
        left = rows[top].index("╭▸1")
        cards = [[row[left + 17 * place :][:16] for row in rows[top:]] for place in range(4)]
        assert [card[2][1:15].strip() for card in cards][1:3] == ["Northwest", "Peru"]
        assert cards[1][3][1:15].strip() == "Territory"
        assert "yours" in cards[2][4]
        assert all("a set" in card[5] for card in cards)
        # The fifth lies below the first; its row is reached by the arrows.
        assert rows[top + 6][left:].startswith("╭─5")
        assert count_chosen(pilot.app) == 3
        await press(pilot, "down", "right", "left", "up", "tab")
        assert count_chosen(pilot.app) == 3
        assert "Enter trades these for 4 armies" in on_screen(pilot.app)
        await press(pilot, "1", "down")
        assert "▸5" in on_screen(pilot.app)


def count_chosen(app: App[None]) -> int:
    """Return the number of cards that are marked as chosen."""
    return sum(line.count("─ chosen ─") for line in on_screen(app).splitlines())


@pytest.mark.parametrize("name", names("maps"))
def test_card_shows_its_whole_name(name: str) -> None:
    for territory in load_board(name).territories:
        card = card_lines(1, CardSymbol.CAVALRY, territory.name, is_chosen=True)
        assert len({line.cell_len for line in card}) == 1
        inside = " ".join(line.plain.strip("│ ") for line in card[2:-2])
        assert inside.strip() == territory.name


def test_card_wraps_a_name_in_wide_characters() -> None:
    card = card_lines(1, CardSymbol.CAVALRY, "東京大阪京都 名古屋横浜札幌")
    assert [line.plain.strip("│ ") for line in card[2:4]] == ["東京大阪京都", "名古屋横浜札幌"]


@pytest.mark.usefixtures("held_bots")
async def test_open_hand_offers_a_set_when_the_turn_starts(tmp_path: Path) -> None:
    game = position(phase=Phase.FORTIFY, hands={"Ben": "Ontario, Siam, joker, Congo"})
    table = set_out(tmp_path / "a.risk", game, "Ann:toni", "Ben", "Carl:toni")
    async with seated(table, pace="slow") as pilot:
        await press(pilot, "c")
        assert "Choose three cards to see what they are worth" in on_screen(pilot.app)
        automatic = table.automation.pending()
        assert automatic is not None
        table.automation.perform(automatic, Choice(EndPhase()))
        await settle(pilot)
        assert "Enter trades these for 4 armies" in on_screen(pilot.app)
        await press(pilot, "enter", "enter")  # the second says where the extra armies go
        assert table.view(None).card_counts[BEN] == 1


@pytest.mark.parametrize("advice", [True, False])
async def test_hand_shows_its_worth_and_its_odds_with_advice(advice: bool, tmp_path: Path) -> None:
    players = ("Ann", "Ben", "Cid", "Wilhelmine12", "Eve", "Fay")
    hands = {"Ann": "Alaska, Peru", "Ben": "Ontario, Congo, Siam", "Cid": "Egypt, China"}
    hands["Dot"] = "Ural, Japan, joker, Brazil"
    game = position(phase=Phase.REINFORCE, armies_to_place=3, hands=hands, sets_traded=6, players=6)
    table = set_out(tmp_path / "a.risk", game, *players, options=TableOptions(advice=advice))
    async with seated(table) as pilot:
        await press(pilot, "c")
        shown = on_screen(pilot.app)
        assert "A set is worth 20 armies, 25 after one more trade" in shown
        assert ("One more card: a set 38%" in shown) == advice
        assert ("Chance to hold a set: Ben 43%, Wilhelmine12 82%" in shown) == advice
        assert "You need three cards for a set" in shown


LOST = ((2, 1, 1), (4,))
"""An attack that costs an army."""


async def test_dice_of_this_game_and_of_all_games_are_shown(tmp_path: Path) -> None:
    bot_game(saves_folder() / "other.risk", 60).close()
    (saves_folder() / "none.risk").write_text("no game at all")
    async with seated(attacking(tmp_path / "a.risk", *LOST)) as pilot:
        await press(pilot, "d")
        assert "No dice were rolled yet." in on_screen(pilot.app)
        await press(pilot, *strokes("d UK enter UR enter d"))
        assert isinstance(pilot.app.screen, DiceStatsDialog)
        rows = [line.strip("│ ") for line in on_screen(pilot.app).splitlines()]
        ann, ben = (rows.index(row) for row in rows if row.startswith(("● Ann", "■ Ben")))
        assert rows[ann + 1].split()[:5] == ["attack", "1", "1", "0.3", "−1.3"]
        assert rows[ben + 1].split()[:5] == ["defence", "1", "0", "0.7", "+1.3"]
        assert any(row.startswith("4 dice: too few dice to tell") for row in rows)
        await press(pilot, "a")
        await until(pilot, lambda: "The dice of 1 game" in on_screen(pilot.app))
        await press(pilot, "d")
        assert isinstance(pilot.app.screen, GameScreen)
        # The game can be seen again at any time, and by its command.
        await type_line(pilot, "dice")
        assert "The dice of this game" in on_screen(pilot.app)
        assert "all games" in on_screen(pilot.app)
        # A guest sees no dice of other games.
        pilot.app.guest = True  # type: ignore[attr-defined]
        await press(pilot, "escape", "d", "a")
        assert "The dice of this game" in on_screen(pilot.app)
        assert "all games" not in on_screen(pilot.app)


def test_real_dice_have_their_own_row() -> None:
    ours, typed = DiceLuck(), DiceLuck()
    ours.count_faces((1, 2, 3, 4, 5, 6) * 10)
    typed.count_faces((1, 2, 3, 4, 5) * 4 + (6,) * 20)
    theirs = PlayerDiceStats("Ben", "person", 1, typed, typed)
    for width in (76, 108):
        rows = dice_stats_text(
            [PlayerDiceStats("Ann", "person", 1, ours), theirs], (), width
        ).plain.split("\n")
        program, _, table, dice = rows[:4]
        assert program.split()[0] == "Program"
        assert program.endswith("nothing unusual")
        assert table.split()[:2] == ["On", "table"]
        assert "suspicious" in table
        assert dice.startswith(" 40 dice: fair dice are at least this uneven in 1 of ")
        assert " On table: real dice, which players rolled and typed in." in rows
        assert max(map(cell_len, rows)) <= width
    alone = dice_stats_text([theirs], (), 76).plain
    assert "typed in" in alone
    assert "Program" not in alone


def test_dice_statistics_fit_their_width(tmp_path: Path) -> None:
    with closing(bot_game(tmp_path / "game.risk", 100)) as table:
        players = dice_in_file(table.path)
    assert all(each.luck.battles for each in players)
    for width in (76, 108):
        lines = dice_stats_text(players, table.seats, width).split("\n")
        assert max(line.cell_len for line in lines) <= width
        # The bars use the room that there is.
        assert max(line.cell_len for line in lines) >= width - 2
