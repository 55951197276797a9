"""Several terminals at one table, which share the game's file."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.odds_commands import FightPlan
from risk_tui.engine.actions import Attack, Claim, Defend
from risk_tui.engine.decisions import ToDefend
from risk_tui.errors import IllegalAction, NotYourDecision, RiskError
from risk_tui.odds.campaign import linear_branches
from risk_tui.saves.errors import SaveError
from risk_tui.saves.locks import TABLE_LOCK, FileLock
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.orders import Blitz
from risk_tui.table.seating import TAKE_OVER_AFTER, Seating
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from tests.new_games import create_table

from .tables import attack_with_a_choice, due, free_land, in_attack, make_game, new_table


def others(tables: list[Table], table: Table) -> list[Table]:
    return [each for each in tables if each is not table]


def test_moves_appear_on_other_terminals(game: Path) -> None:
    tables = [Table.join(game, name) for name in ("Ann", "Ben", "Cid")]
    watcher = Table.join(game)
    for _ in range(6):
        decision = due(tables[0])
        actor = tables[decision.seat]
        actor.submit(decision.seat, free_land(actor))
        for other in (*others(tables, actor), watcher):
            assert other.ledger.sync()
            assert not other.ledger.sync()
            assert other.view(None) == actor.view(None)


def test_taken_seat_can_be_neither_joined_nor_played(game: Path) -> None:
    ann = Table.join(game, "Ann")
    with pytest.raises(RiskError, match="another terminal has Ann's seat"):
        Table.join(game, "ann")
    ben = Table.join(game, "blue")
    decision = due(ben)
    stranger = ben if decision.seat != 1 else ann
    with pytest.raises(NotYourDecision, match="does not play at this terminal"):
        stranger.submit(decision.seat, free_land(stranger))
    assert ben.steps == ann.steps


def test_seat_is_free_after_its_terminal_left(game: Path) -> None:
    Table.join(game, "Ann").close()
    assert Table.join(game, "Ann").seating.local_seats == {0}


def test_resuming_takes_the_free_seats(game: Path) -> None:
    Table.join(game, "Ben")
    host = Table.open(game)
    assert host.seating.local_seats == {0, 2}
    with pytest.raises(SaveError, match="all seats of a are taken; to watch: risk-tui join"):
        Table.open(game)


def test_a_guest_sees_who_is_away_and_who_came(game: Path) -> None:
    ann = Table.join(game, "Ann")
    assert ann.seating.away == {1, 2}
    ben = Table.join(game, "Ben")
    assert ann.seating.refresh_presence()
    assert ann.seating.away == {2}
    ben.close()
    assert ann.seating.refresh_presence()
    assert ann.seating.away == {1, 2}


def test_guest_manages_only_their_own_seat(game: Path) -> None:
    ann = Table.join(game, "Ann")
    for forbidden in (
        lambda: ann.set_player(1, "toni"),
        lambda: ann.seating.set_defence(1, "most"),
        lambda: ann.seating.take_seat(1),
        lambda: ann.leave_seat(0),
    ):
        with pytest.raises(RiskError):
            forbidden()
    ann.set_player(0, "toni")
    ann.set_player(0, PERSON)
    assert ann.seating.local_seats == {0}


def test_a_watcher_sees_the_public_view_and_can_do_nothing(game: Path) -> None:
    watcher = Table.join(game)
    assert not watcher.seating.local_seats
    decision = due(watcher)
    with pytest.raises(RiskError):
        watcher.submit(decision.seat, free_land(watcher))
    with pytest.raises(RiskError):
        watcher.set_player(0, "toni")
    with pytest.raises(RiskError):
        watcher.undo()
    assert not watcher.seating.try_to_lead()


def test_watcher_of_bots_knows_whether_a_terminal_moves_them(tmp_path: Path) -> None:
    host = new_table(tmp_path / "a.risk", "Ann:toni,Ben:toni")
    host.automation.step()
    watcher = Table.join(host.path)
    assert watcher.seating.has_leader()
    host.close()
    assert not watcher.seating.has_leader()


def test_watcher_knows_that_the_server_moves_bots_of_absent_people(tmp_path: Path) -> None:
    host = new_table(tmp_path / "a.risk", "Ann,Ben:toni,Cid:toni")
    host.close()
    watcher = Table.join(host.path)
    assert not watcher.seating.has_leader()
    keeper = Table.stand_in(host.path)
    assert keeper.seating.try_to_lead()
    assert watcher.seating.has_leader()


def test_seat_that_another_terminal_takes_meanwhile_is_refused(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Table.open(game)
    host.leave_seat(1)
    ben = Table.join(game, "Ben")
    monkeypatch.setattr(host.seating, "require_control", lambda seat: None)
    with pytest.raises(NotYourDecision, match="Ben plays at another terminal"):
        host.seating.take_seat(1)
    assert ben.seating.local_seats == {1}


def test_host_leaves_and_retakes_a_seat(game: Path) -> None:
    host = Table.open(game)
    host.leave_seat(1)
    ben = Table.join(game, "Ben")
    with pytest.raises(NotYourDecision, match="Ben plays at another terminal"):
        host.set_player(1, "toni")
    ben.close()
    host.seating.take_seat(1)
    assert host.seating.local_seats == {0, 1, 2}


def test_absent_player_takes_the_seat_back_from_a_bot(game: Path) -> None:
    host = Table.open(game)
    host.leave_seat(1)
    host.set_player(1, "toni")
    ben = Table.join(game, "Ben")
    assert not ben.seats[1].is_person
    ben.set_player(1, PERSON)
    host.ledger.sync()
    assert host.seats[1].is_person
    assert host.seating.local_seats == {0, 2}


def test_steps_of_other_terminals_cannot_be_undone(game: Path) -> None:
    tables = [Table.join(game, name) for name in ("Ann", "Ben", "Cid")]
    decision = due(tables[0])
    actor = tables[decision.seat]
    actor.submit(decision.seat, free_land(actor))
    with pytest.raises(IllegalAction, match="does not play at this terminal"):
        others(tables, actor)[0].undo()
    before = actor.steps
    assert actor.undo() == 1
    for other in others(tables, actor):
        other.ledger.sync()
        assert other.steps == before - 1
        assert other.view(None) == actor.view(None)


def test_exactly_one_terminal_moves_the_bots(tmp_path: Path) -> None:
    game = make_game(tmp_path / "a.risk", "Ann,Ben,bot,bot")
    tables = [Table.join(game, "Ann"), Table.join(game, "Ben"), Table.join(game)]
    for _ in range(60):
        for table in tables:
            table.ledger.sync()
        moved = [table.automation.step() is not None for table in tables]
        assert sum(moved) <= 1
        for table in tables:
            if (seat := table.prompted_seat()) is not None:
                table.submit(seat, free_land(table))
        if NO_SEAT not in tables[0].view(None).owner:
            break
    assert tables[0].steps > 30


def play_until_a_bot_is_next(*tables: Table) -> None:
    """Let people claim territories, each at their terminal, until a bot has to decide."""
    while due(tables[0]).seat in tables[0].seating.person_seats:
        for table in tables:
            if (seat := table.prompted_seat()) is not None:
                table.submit(seat, free_land(table))
            for other in tables:
                other.ledger.sync()


def test_another_terminal_moves_bots_after_the_first_left(tmp_path: Path) -> None:
    game = make_game(tmp_path / "a.risk", "bot,Ann,Ben", seed="3")
    ann, ben = Table.join(game, "Ann"), Table.join(game, "Ben")
    play_until_a_bot_is_next(ann, ben)
    assert ann.seating.try_to_lead()
    assert not ben.seating.try_to_lead()
    ann.close()
    assert ben.seating.try_to_lead()
    assert ben.automation.step() is not None


def test_terminals_take_over_from_one_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(tmp_path / "a.risk", "Ann,Ben,bot,bot", seed="5")
    hung, ben = Table.join(game, "Ann"), Table.join(game, "Ben")
    play_until_a_bot_is_next(hung, ben)
    assert hung.seating.try_to_lead()
    assert ben.automation.step() is None
    later = time.monotonic() + TAKE_OVER_AFTER + 1
    monkeypatch.setattr("risk_tui.table.ledger.monotonic", lambda: later)
    assert ben.automation.step() is not None
    monkeypatch.undo()
    while ben.automation.pending() is not None and not ben.seats[due(ben).seat].is_person:
        assert ben.automation.step() is not None, "it waits only once"


@pytest.fixture
def attack_between_terminals(tmp_path: Path) -> tuple[list[Table], Table, Attack]:
    """A terminal for each seat, the one that attacks, and an attack with a choice of dice."""
    table = in_attack(new_table(tmp_path / "a.risk"))
    for seat in range(len(table.seats)):
        table.seating.set_defence(seat, "ask")
    table.close()
    tables = [Table.join(table.path, seat.name) for seat in table.seats]
    attacker = tables[due(table).seat]
    return tables, attacker, attack_with_a_choice(attacker, due(table).seat)


def test_defender_chooses_dice_at_their_own_terminal(
    attack_between_terminals: tuple[list[Table], Table, Attack],
) -> None:
    tables, attacker, attack = attack_between_terminals
    attacker.submit(due(attacker).seat, attack)
    decision = due(attacker)
    assert isinstance(decision, ToDefend)
    defender = tables[decision.seat]
    assert defender.ledger.sync()
    assert attacker.prompted_seat() is None
    assert defender.prompted_seat() == decision.seat
    defender.submit(decision.seat, Defend(1))
    assert attacker.ledger.sync()
    assert attacker.view(None) == defender.view(None)


def test_a_plan_waits_for_defence_dice_at_another_terminal(
    attack_between_terminals: tuple[list[Table], Table, Attack],
) -> None:
    tables, attacker, attack = attack_between_terminals
    seat = due(attacker).seat
    plan = ((attack.source, linear_branches([attack.target])),)
    attacker.automation.give_order(FightPlan.of(attacker.view(seat), plan, 0))
    defended = 0
    while attacker.automation.orders.get(seat) is not None:
        attacker.automation.step()
        decision = attacker.decision
        if isinstance(decision, ToDefend) and attacker.automation.pending() is None:
            defender = tables[decision.seat]
            # What was shown is in the file, for all terminals.
            assert defender.ledger.sync()
            defender.submit(decision.seat, Defend(1))
            assert attacker.ledger.sync()
            defended += 1
        attacker.automation.pending()  # It ends an order that is fulfilled.
    assert defended
    assert attacker.automation.take_notices().startswith("Plan ")


def test_step_is_retried_after_a_change_at_another_terminal(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other terminal writes after this one read the file and before it acts."""
    host = Table.open(game)
    host.leave_seat(1)
    ben = Table.join(game, "Ben")
    while (decision := host.decision) is not None and decision.seat == 1:
        ben.submit(1, free_land(ben))
        host.ledger.sync()
    assert decision is not None
    monkeypatch.setattr(host.ledger, "has_changes", lambda: False)
    monkeypatch.setattr(ben.ledger, "has_changes", lambda: False)
    ben.seating.set_defence(1, "most")
    host.submit(decision.seat, free_land(host))
    assert host.seats[1].defence == "most"
    assert ben.ledger.sync()
    assert ben.view(None) == host.view(None)


def test_removed_file_stops_the_game(game: Path) -> None:
    table = Table.open(game)
    decision = due(table)
    table.submit(decision.seat, free_land(table))
    game.unlink()
    before = table.steps
    with pytest.raises(SaveError, match="was removed, replaced"):
        table.submit((decision.seat + 1) % 3, free_land(table))
    assert table.steps == before


def test_steps_of_a_seat_given_to_a_bot_stay_protected_from_undo(game: Path) -> None:
    tables = [Table.join(game, name) for name in ("Ann", "Ben", "Cid")]
    for _ in range(2):
        seat = due(tables[0]).seat
        tables[seat].submit(seat, free_land(tables[seat]))
        for table in tables:
            table.ledger.sync()
    last = tables[0].history(None)[-1].seat
    tables[last].set_player(last, "toni")
    before = tables[(last - 1) % 3]
    before.ledger.sync()
    with pytest.raises(IllegalAction, match="does not play at this terminal"):
        before.undo()


def in_a_blitz(folder: Path) -> tuple[Table, int]:
    """Return a table with an order to attack, and the seat that gave it."""
    table = in_attack(new_table(folder / "a.risk"))
    seat = due(table).seat
    attack = attack_with_a_choice(table, seat)
    table.automation.give_order(Blitz(seat, attack.source, attack.target))
    return table, seat


def test_an_order_ends_when_its_seat_is_handed_to_a_bot(tmp_path: Path) -> None:
    table, seat = in_a_blitz(tmp_path)
    table.set_player(seat, "toni")
    table.set_player(seat, PERSON)
    assert table.prompted_seat() == seat


def test_an_order_ends_when_another_terminal_takes_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line mode leaves a requested seat in a signal handler, without ``Table``."""
    table, seat = in_a_blitz(tmp_path)
    monkeypatch.setattr(Seating, "requested_seats", frozenset({seat}))
    table.seating.leave_requested_seats()
    assert table.automation.step() is None
    with closing(Table.join(table.path, table.seats[seat].name)) as other:
        assert other.prompted_seat() == seat


def test_a_change_of_a_seat_without_a_player_is_not_saved(tmp_path: Path) -> None:
    """In a game of two, seat 2 belongs to the neutral army."""
    table = create_table("Ann,Ben", path=tmp_path / "a.risk")
    with pytest.raises(RiskError, match="no seat 2"):
        table.seating.set_defence(2, "most")
    table.close()
    Table.open(table.path).close()


def test_steps_until_excludes_steps_undone_since(game: Path) -> None:
    watcher = Table.join(game)
    host = Table.open(game)
    decision = due(host)
    host.submit(decision.seat, free_land(host))
    watcher.ledger.sync()
    seen_entries, steps = watcher.entries, watcher.steps
    host.undo()
    host.submit(decision.seat, Claim(41))
    watcher.ledger.sync()
    assert watcher.steps == steps
    assert watcher.steps_until(seen_entries) == steps - 1


def test_locked_game_cannot_be_joined(game: Path) -> None:
    lock = FileLock(game, TABLE_LOCK)
    assert lock.take()
    with pytest.raises(SaveError, match="is being closed"):
        Table.join(game, "Ann")
    lock.release()
    Table.join(game, "Ann")
    assert not lock.take()


def test_unread_changes_are_still_changes(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher, host = Table.join(game), Table.open(game)
    decision = due(host)
    host.submit(decision.seat, free_land(host))

    def busy(*_: object) -> None:
        raise SaveError("busy")

    assert watcher.ledger.has_changes()
    monkeypatch.setattr(SaveFile, "entries", busy)
    with pytest.raises(SaveError):
        watcher.ledger.sync()
    monkeypatch.undo()
    assert watcher.ledger.has_changes()
    assert watcher.ledger.sync()
    assert watcher.steps == host.steps
