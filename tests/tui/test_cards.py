"""The dialog with the cards: sets, worth and, with advice, odds."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App

from risk_tui.boards.board import CardSymbol
from risk_tui.bots.base import Choice
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_board, names
from risk_tui.saves.header import TableOptions
from risk_tui.tui.dialogs.cards import card_lines
from tests.engine.positions import BEN, position
from tests.tui.tables import on_screen, press, seated, set_out, settle


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
