"""A table with several terminals, seen from one of them."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.settings import settings_path
from risk_tui.engine.actions import Claim
from risk_tui.engine.decisions import ToDefend
from risk_tui.saves.clock import Clock
from risk_tui.saves.locks import FileLock
from risk_tui.table.table import Table
from risk_tui.tui.game import remote_terminals
from risk_tui.tui.game.game_screen import GameScreen
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    footer,
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
    strokes,
    type_line,
    until,
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game in which Ann is about to claim, then Ben and Cid, open at no terminal."""
    table = new_table(tmp_path / "a.risk", seed="4")
    table.close()
    return table.path


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the rings of the bell."""
    heard: list[str] = []
    monkeypatch.setattr("textual.app.App.bell", lambda _: heard.append("ring"))
    return heard


def claim(table: Table) -> None:
    """Claim the first free territory for the player who is asked at this terminal."""
    table.ledger.sync()
    seat = table.prompted_seat()
    assert seat is not None
    table.submit(seat, Claim(table.view(None).owner.index(NO_SEAT)))


joined = partial(seated, size=MIDDLE, app=play_behind_curtain, raise_curtain=False)
"""Open a table at one of several terminals."""


async def test_a_guest_sees_other_moves_and_hears_the_bell_for_their_own(
    game: Path, rings: list[str]
) -> None:
    other = Table.join(game, "Ann")
    async with joined(Table.join(game, "Ben")) as pilot:
        assert said(pilot.app) == "you are Ben · waiting for Ann …"
        assert "skip" not in footer(pilot.app)
        assert not rings
        before = game_screen(pilot.app).table.steps
        claim(other)
        await until(pilot, lambda: game_screen(pilot.app).table.steps == before + 1)
        await settle(pilot)
        assert said(pilot.app).startswith("Ben: claim")
        await press(pilot, "enter")
        assert other.ledger.sync()
        assert other.steps == before + 2
        assert rings == ["ring"]


async def test_the_bell_can_be_silenced_and_never_rings_at_a_shared_terminal(
    game: Path, rings: list[str]
) -> None:
    async with joined(Table.open(game)) as pilot:
        await press(pilot, "enter", "enter", "enter")
    other = Table.join(game, "Ann")
    async with joined(Table.join(game, "Ben"), bell="off") as pilot:
        claim(other)
        await until(pilot, lambda: game_screen(pilot.app).moment.situation.may_act)
    assert not rings


async def test_a_refusal_to_wait_is_not_repeated_on_the_players_turn(game: Path) -> None:
    other = Table.join(game, "Ann")
    async with joined(Table.join(game, "Ben")) as pilot:
        await press(pilot, ";")
        assert said(pilot.app).startswith("wait for your turn")
        claim(other)
        await until(pilot, lambda: game_screen(pilot.app).moment.situation.may_act)
        await settle(pilot)
        assert said(pilot.app).startswith("Ben: claim")


async def test_a_player_is_told_that_a_bot_plays_for_them(game: Path) -> None:
    other = Table.join(game, "Ann")
    table = Table.join(game, "Ben")
    table.set_player(1, "toni")
    async with joined(table) as pilot:
        assert said(pilot.app) == "a bot plays for you, Ben (:bot off) · waiting for Ann …"
    other.close()


async def test_seats_of_other_terminals_cannot_be_played_here(game: Path) -> None:
    other = Table.join(game, "Ann")
    async with joined(Table.join(game, "Ben")) as pilot:
        before = game_screen(pilot.app).table.steps
        await press(pilot, "enter", "p", "e", "u")
        await type_line(pilot, "claim alaska")
        assert "wait for your turn" in said(pilot.app)
        await press(pilot, "escape")
        await type_line(pilot, "bot toni Ann")
        assert "does not play here" in said(pilot.app)
        await press(pilot, "escape")
        await type_line(pilot, "sit Cid")
        assert "does not play here" in said(pilot.app)
        assert not other.ledger.sync()
        assert game_screen(pilot.app).table.steps == before


async def test_a_guest_hands_the_seat_to_a_bot_and_back(game: Path) -> None:
    async with joined(Table.join(game, "Ben")) as pilot:
        table = game_screen(pilot.app).table
        await type_line(pilot, "bot")
        assert table.seats[1].is_person
        assert "Let a bot play" in on_screen(pilot.app)
        await press(pilot, "y")
        assert not table.seats[1].is_person
        await type_line(pilot, "bot off")
        assert table.seats[1].is_person


async def test_absent_players_are_marked_until_they_return(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_terminals, "PRESENCE_CHECK_INTERVAL", 1)
    async with joined(Table.join(game, "Ben"), size=SMALL) as pilot:
        assert "Ann~" in side(pilot.app)
        assert "Ann is away; waiting for Ann" in said(pilot.app)
        back = Table.join(game, "Ann")
        await until(pilot, lambda: "Ann~" not in side(pilot.app))
        await settle(pilot)
        assert "waiting for Ann …" in said(pilot.app)
        back.close()
        await until(pilot, lambda: "Ann~" in side(pilot.app))


async def test_a_guests_settings_end_with_their_program(game: Path) -> None:
    """They are not those of the account."""
    async with joined(Table.join(game, "Ann")) as pilot:
        await press(pilot, "o", "right")
        assert pilot.app.settings.pace != "normal"
        await press(pilot, "escape", "q")
        await until(pilot, lambda: not pilot.app.is_running)
    assert pilot.app.return_code == 0
    assert Table.join(game, "Ann").seating.local_seats == {0}
    assert not settings_path().exists()


async def test_a_watcher_cannot_act(game: Path) -> None:
    async with joined(Table.join(game)) as pilot:
        assert said(pilot.app).startswith("you are watching · ")
        # A setting for defence dice changes no seat.
        await press(pilot, "o", "down", "right", "escape")
        assert pilot.app.settings.defence == "most"
        assert said(pilot.app).startswith("you are watching")
        assert {seat.defence for seat in game_screen(pilot.app).table.seats} == {"ask"}
        before = game_screen(pilot.app).table.steps
        for keys in (["enter"], ["c"], ["tab"], ["f"], ["e"], strokes(":say~hi")):
            await press(pilot, *keys)
            assert said(pilot.app) == "you are watching; only players can do that"
            await press(pilot, "escape")
        await press(pilot, "m")
        assert said(pilot.app) == "there are no missions in this game"
        await press(pilot, "w")
        assert said(pilot.app) == "watchers have no turns; see the log"
        assert game_screen(pilot.app).table.steps == before
        assert pilot.app.screen is game_screen(pilot.app)


async def test_guests_and_watchers_see_that_dice_come_from_a_seed(game: Path) -> None:
    told = "The dice come from a seed, so anyone who knows it can predict them"
    for seat in ("Ann", None):
        async with joined(Table.join(game, seat), size=SMALL) as pilot:
            assert "seeded dice" in on_screen(pilot.app)
            await type_line(pilot, "rules")
            assert told in on_screen(pilot.app)


async def test_an_attacker_waits_for_the_dice_of_a_defender_elsewhere(tmp_path: Path) -> None:
    from tests.table.tables import attack_with_a_choice, in_attack
    from tests.table.tables import new_table as real_table

    table = in_attack(real_table(tmp_path / "a.risk"))
    for seat in range(2):
        table.seating.set_defence(seat, "ask")
    table.close()
    tables = [Table.join(table.path, each.name) for each in table.seats]
    mine, other = sorted(tables, key=lambda each: each.prompted_seat() is None)
    seat = mine.prompted_seat()
    assert seat is not None
    attack = attack_with_a_choice(mine, seat)
    async with joined(mine) as pilot:
        mine.submit(seat, attack)
        await settle(pilot)
        place = mine.board.territories[attack.target].name
        assert f"waiting for {other.seats[1 - seat].name} to defend {place} …" in said(pilot.app)
        other.ledger.sync()
        assert isinstance(other.decision, ToDefend)


async def test_an_unreadable_game_ends_a_guests_program(game: Path) -> None:
    from tests.saves.games import change

    async with joined(Table.join(game, "Ann")) as pilot:
        number = "(SELECT max(number) + 1 FROM entries)"
        change(game, f"INSERT INTO entries VALUES ({number}, 'nonsense', 0)")
        await until(pilot, lambda: not pilot.app.is_running)
    assert pilot.app.return_code == 2


async def test_a_seat_taken_over_leaves_nothing_on_the_screen(tmp_path: Path) -> None:
    host = reinforcing(tmp_path / "a.risk", hand="Ukraine, Brazil")
    async with joined(host, raise_curtain=True) as pilot:
        app, screen = pilot.app, game_screen(pilot.app)
        await press(pilot, "t", "3")
        assert screen.overlay.state.shows_threats and screen.selection.stop_at == 3
        await press(pilot, "c")
        assert "Ukraine" in on_screen(app)
        assert app.screen is not screen
        chair = FileLock(host.path, "0")
        chair.request_release()
        await until(pilot, lambda: host.seating.local_seats == {1, 2})
        await settle(pilot)
        assert app.screen is screen
        assert not screen.overlay.state.shows_threats and screen.selection.stop_at is None
        assert not screen.moment.privacy.may_show(0)
        assert screen.moment.view.hand == ()
        assert said(app) == "another terminal took over Ann"


async def test_another_terminal_takes_over_the_seat_of_a_bot(tmp_path: Path) -> None:
    """The player can return while a bot plays their seat at this terminal."""
    host = reinforcing(tmp_path / "a.risk", "Ann", "Ben:toni", "Cid")
    assert host.seating.take_for_program(1)
    async with joined(host, raise_curtain=True) as pilot:
        app = pilot.app
        FileLock(host.path, "1").request_release()
        await until(pilot, lambda: "another terminal took over Ben" in (said(app) or ""))
        assert host.seating.local_seats == {0, 2}
        seat = FileLock(host.path, "1")
        assert seat.take()
        seat.release()


async def test_host_is_offered_the_seat_of_an_absent_player(game: Path) -> None:
    table = Table.open(game)
    table.leave_seat(0)
    async with joined(table, size=SMALL) as pilot:
        assert ":sit Ann play it here" in footer(pilot.app)
        assert ":bot Ann let a bot play" in footer(pilot.app)
        await type_line(pilot, "sit Ann")
        assert ":sit" not in footer(pilot.app)


async def test_a_message_stays_while_others_play(game: Path) -> None:
    async with joined(Table.open(game), size=SMALL) as pilot:
        screen = game_screen(pilot.app)
        screen.front_end.say("Ben plays at another terminal now")
        screen.refresh_after_change()
        assert said(pilot.app).startswith("Ben plays at another terminal now · ")
        await press(pilot, "left")
        screen.refresh_after_change()
        assert "another terminal" not in said(pilot.app)


async def test_a_dialog_over_the_table_announces_the_players_move(game: Path) -> None:
    other = Table.join(game, "Ann")
    async with joined(Table.open(game), size=SMALL) as pilot:
        await press(pilot, "v")
        assert "Your move" not in on_screen(pilot.app)
        before = on_screen(pilot.app)
        other.submit(0, Claim(0))
        await until(pilot, lambda: "Your move" in on_screen(pilot.app))
        # The log that lies open goes on.
        assert on_screen(pilot.app).count("claims") == before.count("claims") + 1
        pilot.app.screen.follow()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Your move" in on_screen(pilot.app)
        await press(pilot, "escape")
        assert "Your move" not in on_screen(pilot.app)


@pytest.mark.parametrize("key", ["i", "o"])
async def test_a_screen_over_the_table_announces_the_players_move(key: str, game: Path) -> None:
    other = Table.join(game, "Ann")
    async with joined(Table.open(game), size=SMALL) as pilot:
        await press(pilot, key)
        assert not isinstance(pilot.app.screen, GameScreen)
        other.submit(0, Claim(0))
        await until(pilot, lambda: "Your move" in on_screen(pilot.app))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameScreen)
        assert "Your move" not in on_screen(pilot.app)


async def test_a_watcher_is_told_if_no_one_is_at_the_table(tmp_path: Path) -> None:
    path = tmp_path / "alone.risk"
    table = new_table(path, "Ann,bot,bot")
    while table.decision is not None and table.seats[table.decision.seat].is_person:
        table.submit(table.decision.seat, Claim(0))
    table.close()
    async with joined(Table.join(path), size=SMALL) as pilot:
        assert "no one is at the table" in said(pilot.app)
        assert "is playing" not in said(pilot.app)


async def test_talk_and_the_clock_show_at_every_terminal(game: Path) -> None:
    other, now = Table.join(game, "Ann"), datetime(2026, 5, 1, tzinfo=UTC)
    table = Table.join(game, "Ben")
    table.ledger.now = other.ledger.now = lambda: now
    other.clock.set(Clock(60, bot="toni"))
    async with joined(table) as pilot:
        await until(pilot, lambda: "time 1:00" in on_screen(pilot.app))
        other.talk.say(0, "hello there")
        await until(pilot, lambda: "hello there" in side(pilot.app))
        await press(pilot, "/", "2")
        await until(pilot, lambda: table.talk.count == 2)
        await type_line(pilot, "say ánn between us")
        other.ledger.sync()
        texts = [line.text for line in other.talk.lines(0)]
        assert texts == ["hello there", "Good luck!", "between us"]

        claim(other)
        await until(pilot, lambda: game_screen(pilot.app).table.steps == other.steps)
        assert game_screen(pilot.app).table.prompted_seat() == 1
        now += timedelta(seconds=61)
        await until(pilot, lambda: game_screen(pilot.app).table.steps == other.steps + 1)
        assert "time is up" in on_screen(pilot.app)
    other.close()


def test_change_of_presence_is_kept_until_it_is_shown(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy screen may poll again before it takes the first news."""
    with closing(Table.open(game)) as table:
        changes = iter((True, False, False))
        monkeypatch.setattr(table.ledger.watch, "may_have_changes", lambda: False)
        monkeypatch.setattr(table.seating, "refresh_presence", lambda: next(changes))
        monkeypatch.setattr(remote_terminals, "PRESENCE_CHECK_INTERVAL", 0.0)
        posted: list[object] = []
        terminals = remote_terminals.RemoteTerminals(table, lambda: False, posted.append)
        monkeypatch.setattr(terminals, "start_polling", lambda: None)
        terminals._poll()
        terminals._poll()
        assert terminals.sync()


async def test_bots_that_another_terminal_runs_are_not_paused_here(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben,Cid:toni", seed="4")
    table.close()
    with closing(Table.join(table.path, "Ben")) as other:
        assert other.seating.may_pace_bots()
        async with joined(Table.join(table.path, "Ann")) as pilot:
            await press(pilot, "-")
            assert said(pilot.app) == "another terminal runs the bots; pause them there"
            assert not game_screen(pilot.app).bots.paused
