"""The curtain between players, which hides their secrets from each other."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from risk_tui.commands.front_end import Page
from risk_tui.engine import events as facts
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.records import Record
from risk_tui.engine.state import Battle, Phase
from risk_tui.table.game_log import LogStep
from risk_tui.table.orders import PlaceRemaining
from risk_tui.table.table import Table
from risk_tui.text.words import card_name
from risk_tui.tui.dialogs import handover
from risk_tui.tui.dialogs.cards import CardsDialog
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.dialogs.text_dialogs import MissionDialog
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.screens.start import StartScreen
from risk_tui.variants.capitals import CapitalChosen
from tests.engine.positions import ANN, BEN, BOARD, CID, change
from tests.extent import few
from tests.inside import game_of, log_of, roll_with
from tests.tui import editions
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SMALL,
    WINS,
    attacking,
    claimed,
    click,
    code,
    defending,
    due,
    fortifying,
    game_screen,
    new_table,
    on_screen,
    play_behind_curtain,
    press,
    reinforcing,
    said,
    seated,
    settle,
    side,
    type_line,
    until,
)

curtained = partial(seated, app=play_behind_curtain)


def cards_seen(app: App[None]) -> list[str]:
    """The cards that lie on the screen, each with its territory and symbol."""
    rows = on_screen(app).splitlines()
    seen = []
    for number, row in enumerate(rows):
        for symbol in re.finditer(r"│[♟♞♜] (\w+) *│", row):
            inside = slice(symbol.start() + 1, symbol.end() - 1)
            name = " ".join(below[inside] for below in rows[number + 1 : number + 3])
            seen.append(f"{' '.join(name.split())} ({symbol[1]})")
    return seen


@pytest.mark.parametrize("size", few([SMALL, MIDDLE, LARGE], 1))
async def test_the_curtain_hides_the_whole_table(size: tuple[int, int], tmp_path: Path) -> None:
    async with curtained(fortifying(tmp_path / "a.risk"), size=size, raise_curtain=False) as pilot:
        words = on_screen(pilot.app).split()
        told = "Pass the keyboard to ● ANN Round 3 Enter — it's me, and no one else is looking"
        told += " F8 let a bot play q leave the game (it is saved)"
        assert " ".join(words) == told
        await press(pilot, "enter")
        assert "UK●5" in on_screen(pilot.app)
        assert said(pilot.app) == "Ann: fortify, or end your turn"


async def test_nothing_can_be_opened_or_done_behind_the_curtain(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand="Ukraine, Scandinavia, Brazil")
    before = table.view(0)
    async with curtained(table, raise_curtain=False) as pilot:
        hidden = on_screen(pilot.app)
        for key in ("c", "v", "i", "?", ":", "u", "r", "e", "b", "p", "space", "a", "1", "tab"):
            await press(pilot, key, *"UK")
            assert isinstance(pilot.app.screen, HandoverDialog), key
            assert on_screen(pilot.app) == hidden, key
        await press(pilot, "escape", "y", "n")
        assert isinstance(pilot.app.screen, HandoverDialog)
        await click(pilot, offset=(30, 5))
        assert on_screen(pilot.app) == hidden
        await press(pilot, "enter")
        # None of those keys waited behind the curtain.
        assert isinstance(pilot.app.screen, GameScreen)
        assert said(pilot.app) == "Ann: place 5 armies, or trade a set"
    assert table.view(0) == before


async def test_a_bot_plays_for_an_absent_player_and_their_secrets_stay_hidden(
    tmp_path: Path,
) -> None:
    """``docs/host.md``: the host hands the seat of a friend who is away to a bot."""
    table = reinforcing(tmp_path / "a.risk", hand="Ukraine, Scandinavia, Brazil")
    async with curtained(table, raise_curtain=False) as pilot:
        await press(pilot, "f8")
        assert "Let a bot play Ann" in on_screen(pilot.app)
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, HandoverDialog)
        await press(pilot, "f8", "y")
        assert table.seats[0].player == "mira"
        assert "Brazil" not in on_screen(pilot.app)


def lift_line(app: App[None]) -> str:
    """Return the curtain's words for lifting it."""
    return str(app.screen.query_one("#lift", Static).content).strip()


async def enter_after(pilot: Pilot[None], seconds: float) -> None:
    """Enter, so long after now by the clock of the terminal."""
    event = events.Key("enter", "\r")
    event.time += seconds
    event.set_sender(pilot.app)
    pilot.app.post_message(event)
    await settle(pilot)


async def test_extra_enter_does_not_raise_the_next_curtain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(handover, "IGNORE_SECONDS", 1e6)
    where = editions.game("us-1993-mission", "fortify", missions=[[2], [0], [1]], round=1)
    table = editions.set_out(tmp_path / "a.risk", where)
    async with play_behind_curtain(table, curtain="guarded").run_test(size=SMALL) as pilot:
        await settle(pilot)
        await enter_after(pilot, 1.01e6)
        await press(pilot, "enter", "e")  # her mission is put away, and her turn ends
        assert due(table)[1] == "Ben"
        # Ann's Enter, and again: the curtain is deaf for a moment, and they make it no longer.
        for seconds in (1.0, 3e5, 6e5):
            await enter_after(pilot, seconds)
            assert isinstance(pilot.app.screen, HandoverDialog)
            assert "BEN" in on_screen(pilot.app)
            assert lift_line(pilot.app) == "wait …"
        await enter_after(pilot, 1.01e6)
        assert isinstance(pilot.app.screen, MissionDialog)


async def test_curtain_shows_when_it_can_be_raised(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(handover, "IGNORE_SECONDS", 0.05)
    app = play_behind_curtain(fortifying(tmp_path / "a.risk"), curtain="guarded")
    async with app.run_test() as pilot:
        await settle(pilot)
        await until(pilot, lambda: lift_line(pilot.app).startswith("Enter"))
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameScreen)


async def test_cards_are_seen_by_their_owner_only_after_the_curtain(tmp_path: Path) -> None:
    async with curtained(attacking(tmp_path / "a.risk", phase=Phase.FORTIFY), size=MIDDLE) as pilot:
        await press(pilot, "e")  # Ann's turn is over
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert "BEN" in on_screen(pilot.app)
        await press(pilot, "c")
        assert cards_seen(pilot.app) == []
        await press(pilot, "enter")
        assert cards_seen(pilot.app) == []
        await press(pilot, "c")
        assert cards_seen(pilot.app) == [
            "Ontario (artillery)",
            "Congo (artillery)",
            "Siam (cavalry)",
        ]
        await press(pilot, "c")
        assert isinstance(pilot.app.screen, GameScreen)
        assert cards_seen(pilot.app) == []


@pytest.mark.parametrize("first", [True, False], ids=["attacker at the keys", "just resumed"])
async def test_a_defender_sees_no_cards_in_anothers_turn(first: bool, tmp_path: Path) -> None:
    luck = ((6, 6, 6), (1,))
    path = tmp_path / "a.risk"
    table = attacking(path, *luck, ural=3) if first else defending(path, *luck)
    async with curtained(table, size=MIDDLE) as pilot:
        screen = game_screen(pilot.app)
        if first:
            screen.front_end.show(Page.TERRITORY, territory=code("UK"))
            await press(pilot, "enter", *"UR", "enter")
        assert due(table) == ("defend", "Ben")
        for attempt in ("c", ":cards", ":trade 1 2 3", ":hand", ":trade 1"):
            if attempt == "c":
                await press(pilot, "c")
            else:
                await type_line(pilot, attempt[1:])
            assert not isinstance(pilot.app.screen, CardsDialog)
            assert cards_seen(pilot.app) == []
            assert due(table) == ("defend", "Ben")
        assert "1 to 2 dice" in side(pilot.app)
        await press(pilot, "?")
        assert cards_seen(pilot.app) == []
        await press(pilot, "escape", "1")
        # The attacker continues without a curtain; after a resume the players are unknown.
        assert isinstance(pilot.app.screen, GameScreen if first else HandoverDialog)


async def test_drawn_card_is_hidden_from_other_players(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, 20)
    async with curtained(table, size=LARGE) as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter", "enter", "e")
        card = card_name(table.view(0).hand[-1], BOARD)
        assert "You draw" in side(pilot.app)
        await press(pilot, "v")
        assert f"You draw: {card}" in on_screen(pilot.app)
        await press(pilot, "escape")
        # Ann attacks on, and Ben is asked for his dice at the same screen.
        game = game_of(table)
        armies = game.state().armies
        armies[code("AF")] = 2
        change(game, armies=armies)
        battle = Battle(code("UK"), code("AF"), 3)
        change(game, phase=Phase.DEFEND, battle=battle)
        pilot.app.screen.refresh_after_change()  # type: ignore[attr-defined]
        assert due(table) == ("defend", "Ben")
        assert "Ann draws a card" in side(pilot.app)
        assert "You draw" not in side(pilot.app)
        await press(pilot, "v")
        assert "Ann draws a card" in on_screen(pilot.app)
        assert cards_seen(pilot.app) == []


async def test_drawn_card_is_hidden_while_a_bot_plays(held_bots: None, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, 20, players=("Ann", "bot", "Cid"))
    async with curtained(table, pace="slow", size=LARGE) as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter", "enter", "e", "e")
        assert due(table) == ("reinforce", "Ada")
        assert "Ann draws a card" in side(pilot.app)
        assert "You draw" not in side(pilot.app)
        await press(pilot, "v")
        assert cards_seen(pilot.app) == []
        await press(pilot, "escape", "c")
        assert said(pilot.app) == "cards are shown only on your own turn"


async def test_curtain_falls_after_a_bots_turn_between_people(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "bot", "Cid")
    roll_with(table, seeded_chance(1))
    table.seating.set_defence(0, "most")
    table.seating.set_defence(2, "most")
    async with curtained(table) as pilot:
        await press(pilot, "e")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandoverDialog))
        await settle(pilot)
        assert "CID" in on_screen(pilot.app)
        assert due(table)[1] == "Cid"
        assert table.view(None).round == 3


async def test_single_person_gets_no_curtain(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", "Ann", "bot", "Carl:toni", hand="Alaska, Peru")
    async with curtained(table, raise_curtain=False) as pilot:
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "c")
        assert cards_seen(pilot.app) == ["Alaska (artillery)", "Peru (cavalry)"]


async def test_no_curtain_during_the_setup(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "a.risk"), but=2)
    async with curtained(table, raise_curtain=False) as pilot:
        names = []
        for keys in (*"WA", "enter"), (*"EL", "enter"):
            names.append(due(table))
            await press(pilot, *keys)
            assert isinstance(pilot.app.screen, GameScreen)
        assert names == [("claim", "Cid"), ("claim", "Ann")]
        assert due(table) == ("place", "Ben")
        for seat in range(3):
            table.automation.give_order(PlaceRemaining(seat))
        await until(pilot, lambda: isinstance(pilot.app.screen, HandoverDialog))
        assert due(table)[0] == "reinforce"


async def test_seat_taken_back_from_a_bot_gets_a_curtain(held_bots: None, tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "Ben:toni", "Carl:toni")
    async with curtained(table, pace="slow", raise_curtain=False) as pilot:
        await press(pilot, "e")
        assert due(table) == ("reinforce", "Ben")
        await type_line(pilot, "bot off ben")
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert "BEN" in on_screen(pilot.app)
        await press(pilot, "enter", "c")
        assert "Ontario (artillery)" in cards_seen(pilot.app)


async def test_curtain_stays_down_in_a_small_terminal(tmp_path: Path) -> None:
    async with curtained(fortifying(tmp_path / "a.risk"), raise_curtain=False) as pilot:
        await pilot.resize_terminal(60, 20)
        await settle(pilot)
        assert "needs at least 60×24" in on_screen(pilot.app)
        await press(pilot, "enter", "q")
        assert isinstance(pilot.app.screen, HandoverDialog)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        assert "Pass the keyboard to" in on_screen(pilot.app)
        await press(pilot, "enter")
        assert said(pilot.app) == "Ann: fortify, or end your turn"


async def test_held_message_is_hidden_from_the_next_player(tmp_path: Path) -> None:
    async with curtained(fortifying(tmp_path / "a.risk")) as pilot:
        screen = game_screen(pilot.app)
        screen.line.hold("Blitz Peru from Brazil")
        screen.front_end.submit(EndPhase())
        await until(pilot, lambda: isinstance(pilot.app.screen, HandoverDialog))
        await press(pilot, "enter")
        assert said(pilot.app).startswith("Ben: ")


async def test_seat_given_to_a_bot_reveals_no_secrets(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand="Ukraine, Scandinavia, Brazil")
    async with curtained(table) as pilot:
        screen = game_screen(pilot.app)
        for seat, each in enumerate(table.seats):
            if seat and each.is_person:
                table.set_player(seat, "toni")
        await settle(pilot)
        table.set_player(1, "person")
        table.set_player(0, "toni")
        assert not screen.moment.privacy.may_show(1)


NEWS = (
    facts.TurnBegan(BEN, 2),
    facts.TurnBegan(CID, 2),
    facts.SetTraded(CID, (1, 2, 3), 10),
    facts.Conquered(CID, code("JA"), BEN),
    facts.TurnBegan(ANN, 3),
    facts.SetTraded(ANN, (4, 5, 6), 12),
    facts.TurnBegan(BEN, 3),
)
"""The events since Ben's turn before this one."""


def with_news(path: Path, *more: facts.Event) -> Table:
    """Ann has just ended her turn; the curtain falls for Ben."""
    table = fortifying(path)
    table.submit(0, EndPhase())
    record = Record(0, EndPhase(), (), (*NEWS[:-1], *more, NEWS[-1]))
    log_of(table).steps[:] = [LogStep(record, 0, 0)]
    return table


@pytest.mark.parametrize("size", few([SMALL, MIDDLE, LARGE], 1))
async def test_recap_is_shown_until_the_table_is_left(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with curtained(with_news(tmp_path / "a.risk"), size=size, raise_curtain=False) as pilot:
        shown = on_screen(pilot.app)
        assert "BEN" in shown
        assert "Since your last turn" in shown
        assert "▲ Cid took Japan from you" in shown
        assert "▲ Cid traded a set for 10 armies" in shown
        assert "● Ann traded a set for 12 armies" in shown
        assert "q leave the game" in shown
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, StartScreen)
        assert "UK●5" not in on_screen(pilot.app)


async def test_arrows_show_moves_after_the_curtain(tmp_path: Path) -> None:
    moved = facts.Moved(ANN, code("BR"), code("NA"), 3, True)
    async with curtained(with_news(tmp_path / "a.risk", moved), size=MIDDLE) as pilot:

        def arrows() -> int:
            rows = on_screen(pilot.app).splitlines()[1:-2]
            return sum(char in "→←↑↓" for row in rows for char in row[1:83])

        screen = game_screen(pilot.app)
        assert arrows() == 1
        await press(pilot, "escape")
        assert arrows() == 0
        await press(pilot, "w", "escape")
        assert screen.overlay.arrows == ((code("BR"), code("NA")),)
        assert arrows() == 1


async def test_curtain_shows_only_public_events(tmp_path: Path) -> None:
    """The curtain hides drawn cards, missions, and chosen capitals."""
    secret = (
        facts.CardDrawn(0, 3),
        facts.MissionsDealt(1, 1, (2,)),
        CapitalChosen(1, code("UK")),
        facts.CardsTaken(0, 1, 2, (7, 8)),
    )
    shown = []
    for more in ((), secret):
        table = with_news(tmp_path / f"{len(more)}.risk", *more)
        async with curtained(table, raise_curtain=False) as pilot:
            shown.append(on_screen(pilot.app))
    assert shown[0] == shown[1]


async def test_curtain_counts_omitted_news(tmp_path: Path) -> None:
    trades = [facts.SetTraded(0, (4, 5, 6), number) for number in range(20, 40)]
    table = with_news(tmp_path / "a.risk", *trades)
    async with curtained(table, size=LARGE, raise_curtain=False) as pilot:
        assert "for 39 armies" in on_screen(pilot.app)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        shown = on_screen(pilot.app)
        assert "… and 16 more: press w on your turn to see all" in shown
        assert all(words in shown for words in ("Pass the keyboard", "it's me", "q leave"))
        await press(pilot, "enter", "w")
        assert "for 31 armies" in on_screen(pilot.app)
