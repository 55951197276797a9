"""Several players share a keyboard, and no player reads the cards of another."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from risk_tui.engine.view import View
from risk_tui.line_mode.session import play_by_lines
from risk_tui.table.table import Table
from risk_tui.text.words import card_name
from tests.engine.positions import BOARD, position
from tests.line_mode.keyboard import (
    CURTAIN,
    Screen,
    Typist,
    midgame,
    new_table,
    typed,
    typed_by_a_player,
)
from tests.tui.editions import choosing_capitals
from tests.tui.tables import attacking, defending, set_out

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""ECMA-48: erase the display; xterm: erase the scrollback; move to the top left."""


class Terminal(Screen):
    """A screen that can be cleared."""

    def isatty(self) -> bool:
        return True


CARD = re.compile(r"[A-Z][A-Za-z ]+ \((?:infantry|cavalry|artillery)\)|joker")


def look_at_cards() -> object:
    """Return an ``interject`` that looks at the cards before each decision."""
    looked: list[object] = []

    def interject(view: View) -> str | None:
        now = (view.seat, view.decision, view.armies, view.hand)
        if view.hand and looked != [now]:
            looked[:] = [now]
            return "cards"
        return None

    return interject


def hidden_cards_in(shown: str) -> set[str]:
    """Return the cards that a text names, except traded cards, which are public."""
    lines = [line for line in shown.splitlines() if " trades " not in line]
    return {card.strip() for line in lines for card in CARD.findall(line.replace(":", "\n"))}


def hand_of(table: Table, seat: int) -> set[str]:
    return {card_name(card, BOARD) for card in table.view(seat).hand}


def test_script_shows_only_cards_of_the_deciding_seat(tmp_path: Path) -> None:
    table = midgame(tmp_path / "a.risk", "us-1993")
    seen: set[str] = set()

    def watch(shown: str) -> None:
        decision = table.decision
        if decision is not None:
            cards = hidden_cards_in(shown)
            assert cards <= hand_of(table, decision.seat)
            seen.update(cards)

    outcome, _ = typed_by_a_player(table, watch=watch, interject=look_at_cards(), most=120)
    assert outcome.code == 0
    assert "You draw: " in outcome.out
    assert len(seen) > 5


def test_curtain_hides_cards_from_other_players(tmp_path: Path) -> None:
    """A hand is pushed off the screen before the next player looks."""
    table = midgame(tmp_path / "a.risk")
    names = [seat.name for seat in table.seats]
    holder: list[int] = []
    called: set[int] = set()

    def watch(shown: str) -> None:
        if table.decision is not None:
            cards = hidden_cards_in(shown)
            assert cards <= hand_of(table, holder[0] if holder else table.decision.seat)
        if shown.endswith(CURTAIN):
            holder[:] = [names.index(shown.splitlines()[-1].split(",")[0])]
            called.update(holder)

    outcome, _ = typed_by_a_player(
        table, interactive=True, watch=watch, interject=look_at_cards(), most=120
    )
    assert outcome.code == 0
    assert called == {0, 1, 2}
    pages = outcome.out.split(CURTAIN)
    bared = [page for page in pages[:-1] if "You hold" in page and " (" in page]
    assert len(bared) > 2
    assert all("\n" * 20 in page[page.rindex("You hold") :] for page in bared)


def sat_at(screen: Screen, folder: Path) -> str:
    """Choose capitals at a shared screen, and return what it shows."""
    table = choosing_capitals(folder / "a.risk")
    play_by_lines(table, Typist(table, screen, most=8), screen, io.StringIO(), True)
    return screen.getvalue()


def test_scrollback_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The scrollback would show the typed choice of a capital.
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = sat_at(Terminal(), tmp_path)
    pages = shown.split(CLEARED)
    assert len(pages) >= 4
    for page in pages[1:4]:
        assert page.lstrip().startswith(("Ann", "Ben", "Cid"))
        assert page.count("choose one of your territories as your capital") <= 1


@pytest.mark.parametrize(
    ("screen", "term"), [(Terminal(), "dumb"), (Terminal(), None), (Screen(), "xterm-256color")]
)
def test_simple_terminals_and_files_get_no_control_characters(
    screen: Screen, term: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERM", raising=False)
    if term is not None:
        monkeypatch.setenv("TERM", term)
    shown = sat_at(screen, tmp_path)
    assert "\x1b" not in shown
    assert "\n" * 20 in shown


def test_text_before_enter_is_ignored_at_a_curtain() -> None:
    table = new_table("Ann,Ben,Cid", "us-1993-mission")
    early = typed(table, "place 1 alaska", interactive=True)
    assert f"{CURTAIN}Anything typed before Enter is ignored\n" in early.out
    assert table.steps == 1
    again = Table.open(table.path)
    assert "ignored" not in typed(again, "", interactive=True).out


def test_no_curtain_without_secrets(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", position({"Cid": {"Japan": 4, "China": 2}}))
    outcome, script = typed_by_a_player(
        table,
        interactive=True,
        interject=lambda view: "end" if view.phase in ("attack", "fortify") else None,
        most=30,
        bot="mira",
    )
    assert table.view(None).round > 3
    assert "end" in script
    assert CURTAIN not in outcome.out


def test_only_person_needs_no_curtain() -> None:
    table = new_table("Ann,bot", "uk-new", "8")
    outcome, _ = typed_by_a_player(table, interactive=True, most=1200)
    assert CURTAIN not in outcome.out
    assert "You draw: " in outcome.out
    assert "Ada draws a card" in outcome.out
    assert "Ann draws a card" not in outcome.out


def test_defender_needs_a_curtain_only_for_cards(tmp_path: Path) -> None:
    luck = ((6, 5, 4), (6, 6))
    lines = "cards", "", "defend 2"
    shown = typed(defending(tmp_path / "a.risk", *luck), *lines, interactive=True).out
    before, cards, after = shown.split(CURTAIN)
    assert "Ben: 1 or 2 dice? " in before
    assert cards.startswith("You hold 3 cards:")
    assert "Ben: 1 or 2 dice? " in cards
    # The attacker continues with a clear screen.
    assert "\n" * 20 in cards
    assert "You hold" not in after


def test_cards_are_cleared_before_another_player_defends(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", ural=3)
    shown = typed(table, "", "cards", "attack uk ural 3", interactive=True).out
    page = shown.split("You hold ")[1]
    assert page.startswith("2 cards:")
    assert "\n" * 20 in page[: page.index("Ben: 1 or 2 dice? ")]
