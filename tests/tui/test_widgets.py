"""Lists and lines of keys by themselves, without a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rich.text import Text
from textual.pilot import Pilot

from risk_tui.data import language
from risk_tui.data.settings import Settings
from risk_tui.engine.hooks import Answer
from risk_tui.engine.state import Phase
from risk_tui.table.seats import Seat
from risk_tui.tui.app import RiskApp
from risk_tui.tui.dialogs.choices import ChoiceDialog, Choices, choices
from risk_tui.tui.key_hints import KeyHint, keys_markup
from risk_tui.tui.menu import Item, Menu
from tests.engine.positions import ANN, position
from tests.tui.tables import SMALL, on_screen, press, settle


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
    assert choices(view, seats).text.plain == "fortify, or end your turn"


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
