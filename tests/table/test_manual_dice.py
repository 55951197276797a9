"""Games with real dice at one terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.records import Outcome
from risk_tui.errors import IllegalAction, NotYourDecision, RiskError
from risk_tui.saves.entries import ActionEntry, PartialRollEntry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header, SeatSetup
from risk_tui.table.dice_steps import dry_run
from risk_tui.table.game_log import GameLog
from risk_tui.table.orders import Blitz
from risk_tui.table.seats import COLOURS, PERSON
from risk_tui.table.table import Table
from tests.extent import few
from tests.golden.make import FOLDER, GAMES
from tests.golden.transcript import Head, steps
from tests.inside import log_of, save_of
from tests.new_games import create_table
from tests.table.fights import REAL, an_attack, attacker, attacking, new_table, rolled


def test_game_of_bots_uses_the_typed_dice(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann:toni,Ben:toni", "us-1993")
    dice, typed = Random(7), []
    while table.decision is not None and table.steps < 250:
        assert table.automation.step() is None or table.dice.request is None
        typed += rolled(table, dice)
    kept = [
        answer
        for record in log_of(table).records
        for answer in record.chance
        if isinstance(answer, tuple) and 0 not in answer  # Orders have a 0, dice do not.
    ]
    assert kept == typed
    assert len(typed) > 50
    table.close()
    again = Table.open(tmp_path / "a.risk")
    assert again.options == REAL
    assert log_of(again).records == log_of(table).records


@pytest.mark.parametrize("ruleset", few(GAMES, 8))
def test_the_computers_dice_typed_again_make_the_same_game(ruleset: str) -> None:
    text = (FOLDER / f"{ruleset}.txt").read_text(encoding="utf-8")
    head = Head.read(text.splitlines())
    people = zip(head.names, COLOURS, [PERSON] * len(head.names), strict=False)
    sittings = tuple(SeatSetup(*each) for each in people)
    header = Header(head.setup(), sittings, None, "2026-11-21", REAL)
    course, at_once = GameLog(header), GameLog(header)
    for seat, action, chance in steps(text):
        if chance:
            dice = [each for each in chance if isinstance(each, tuple) and 0 not in each]
            assert typed_again(course, seat, action, chance, dice) == chance
        for each in (course, at_once):
            each.apply_entry(ActionEntry(seat, action, chance))
    assert course.records == at_once.records
    assert course.game.state() == at_once.game.state()
    assert course.entry_count > at_once.entry_count, "some steps took more than one line of dice"


def typed_again(
    course: GameLog, seat: int, action: object, chance: tuple[Outcome, ...], dice: list[Outcome]
) -> tuple[Outcome, ...]:
    """Return the outcomes of a step whose dice are typed and kept one after the other."""
    course.chance = RecordedChance([each for each in chance if each not in dice])
    step = dry_run(course.game, seat, action, (), course.chance)
    for faces in dice:
        assert step.dice_request is not None
        assert step.dice_request.count == len(faces)
        outcomes = (*step.outcomes, faces)
        step = dry_run(course.game, seat, action, outcomes, course.chance)
        if step.dice_request is not None:
            course.apply_entry(PartialRollEntry(seat, action, step.outcomes))
    assert step.dice_request is None
    return step.outcomes


def test_first_roll_asks_all_seats_then_tied_ones(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben,bot")
    assert table.automation.step() is None
    rolling = table.dice.request
    assert rolling is not None
    assert (rolling.kind, rolling.seats, rolling.count) == ("first", (0, 1, 2), 3)
    assert table.automation.pending() is None
    assert table.prompted_seat() is None
    with pytest.raises(IllegalAction, match="roll these dice first"):
        table.cancel_roll()
    assert table.dice.roll((6, 2, 6)) is None
    assert table.steps == 0, "nothing is told of half a roll"
    assert table.dice.request is not None
    assert table.dice.request.seats == (0, 2)
    assert table.dice.roll((1, 4)) is not None
    assert table.view(None).first == 2


def test_the_dice_of_both_sides_are_asked_one_after_the_other(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", "Ann,bot")
    seat, action = attacker(table), an_attack(table, alone=False)
    table.seating.set_defence(1 - seat, "most")
    steps_before = table.steps
    assert table.submit(seat, action) is None
    rolling = table.dice.request
    assert rolling is not None
    assert (rolling.kind, rolling.seats, rolling.count) == ("attack", (seat,), 3)
    table.dice.roll((2, 6, 5))
    while table.dice.request is None:
        table.automation.step()
    rolling = table.dice.request
    assert (rolling.kind, rolling.seats) == ("defence", (1 - seat,))
    assert rolling.battle is not None
    assert rolling.battle.attack == (6, 5, 2)
    table.dice.roll((1,) * rolling.count)
    fought = log_of(table).records[steps_before:]
    assert [record.chance for record in fought] in (
        [((2, 6, 5), (1,) * rolling.count)],
        [((2, 6, 5),), ((1,) * rolling.count,)],
    )


def test_invalid_dice_are_asked_again(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    table.submit(attacker(table), an_attack(table, alone=False))
    asked = table.dice.request
    for faces, problem in (
        ((), "3 dice are needed, not 0: e.g. 6 4 2"),
        ((6, 4), "3 dice are needed, not 2"),
        ((6, 4, 2, 1), "3 dice are needed, not 4"),
        ((6, 7, 2), "a die shows 1 to 6, not 7"),
        ((6, 0, 2), "a die shows 1 to 6, not 0"),
    ):
        with pytest.raises(RiskError, match=problem):
            table.dice.roll(faces)
        assert table.dice.request == asked


def test_attack_can_be_withdrawn_before_its_first_die(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", rules="us-1993")
    seat = attacker(table)
    view, entries = table.view(seat), table.entries
    one = an_attack(table, alone=True, dice=1)
    table.submit(seat, one)
    table.cancel_roll()
    assert table.dice.request is None
    assert (table.view(seat), table.entries) == (view, entries)
    table.submit(seat, one)
    assert table.undo() == 1, "what waits for dice is what was done last"
    table.submit(seat, one)
    table.dice.roll((3,))
    with pytest.raises(IllegalAction, match="this step has begun"):
        table.cancel_roll()
    with pytest.raises(IllegalAction, match="this step has begun"):
        table.undo()
    assert table.dice.roll((4,)) is not None


def test_answered_attack_can_be_undone_before_its_first_die(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", "Ann,bot", "us-1993")
    seat, action = attacker(table), an_attack(table, alone=False)
    before = table.view(seat)
    for face in (None, 6):
        table.submit(seat, action)
        table.automation.step()
        rolling = table.dice.request
        assert rolling is not None
        assert (rolling.seat, rolling.kind, rolling.may_cancel) == (1 - seat, "attack", False)
        if face is None:
            table.undo()
            assert (table.dice.request, table.view(seat)) == (None, before)
        else:
            table.dice.roll((face,) * 3)
            with pytest.raises(IllegalAction, match="this step has begun"):
                table.undo()


def test_other_actions_wait_for_dice(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    seat, action = attacker(table), an_attack(table, alone=False)
    with pytest.raises(IllegalAction, match="no dice are asked for"):
        table.dice.roll((1,))
    table.submit(seat, action)
    for refused in (
        lambda: table.submit(seat, EndPhase()),
        lambda: table.automation.give_order(Blitz(seat, action.source, action.target)),
    ):
        with pytest.raises(IllegalAction, match="roll the dice first"):
            refused()
    assert (table.prompted_seat(), table.automation.pending(), table.automation.step()) == (
        None,
        None,
        None,
    )


def test_blitz_asks_for_the_dice_of_each_battle(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    seat, action = attacker(table), an_attack(table, alone=False)
    table.seating.set_defence(1 - seat, "one")
    order = Blitz(seat, action.source, action.target)
    table.automation.give_order(order)
    assert table.automation.step() is None
    table.cancel_roll()
    assert table.prompted_seat() == seat, "the order is withdrawn too"
    table.automation.give_order(order)
    for _ in range(2):
        table.automation.step()
        for face in (1, 6):  # the attacker loses
            while table.dice.request is None:
                table.automation.step()
            assert table.dice.request.may_cancel == (face == 1)
            table.dice.roll((face,) * table.dice.request.count)


def test_resumed_step_continues_after_its_last_die(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    table = attacking(path, rules="us-1993")
    seat, action = attacker(table), an_attack(table, alone=True)
    before, entries = table.steps, table.entries
    table.submit(seat, action)
    assert (table.steps, table.entries) == (before, entries), "no die was rolled yet"
    table.dice.roll((1, 1, 1))
    waits = table.dice.request
    table.close()
    again = Table.open(path)
    assert (again.dice.request, again.prompted_seat(), again.automation.pending()) == (
        waits,
        None,
        None,
    )
    assert (again.steps, again.entries) == (before, entries + 1)
    again.dice.roll((6,))
    assert log_of(again).records[-1].chance == ((1, 1, 1), (6,))
    assert again.steps_until(entries + 1) == before
    assert again.steps_until(entries + 2) == again.steps == before + 1


def test_dice_stay_when_a_seat_changes_players(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", "Ann,Ben,bot", rules="us-1993")
    seat, action = attacker(table), an_attack(table, alone=True)
    table.submit(seat, action)
    table.set_player(seat, "mira")
    assert table.dice.request is None, "a step without dice ends with its player"
    table.automation.step()
    table.set_player(seat, PERSON)
    assert table.prompted_seat() == seat
    table.submit(seat, action)
    table.dice.roll((1, 1, 1))
    for player in ("mira", PERSON):
        table.set_player(seat, player)
        assert table.dice.request is not None
        assert table.dice.request.kind == "defence"
        assert (table.prompted_seat(), table.automation.step()) == (None, None)
    record = table.dice.roll((2,))
    assert record is not None
    assert (record.action, record.chance) == (action, ((1, 1, 1), (2,)))


@pytest.mark.parametrize("alone", [False, True], ids=["the last dice", "the first dice"])
def test_dice_that_cannot_be_saved_are_asked_again(
    alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = attacking(tmp_path / "a.risk")
    table.submit(attacker(table), an_attack(table, alone=alone))

    def full(*_: object) -> None:
        raise SaveError("the disk is full")

    asked, steps_before = table.dice.request, table.steps
    with monkeypatch.context() as broken:
        broken.setattr(save_of(table), "append", full)
        with pytest.raises(SaveError):
            table.dice.roll((2, 2, 2))
    assert (table.dice.request, table.steps) == (asked, steps_before)
    rolled(table, Random(1))
    assert table.steps == steps_before + 1


def test_roll_ends_when_another_terminal_acts_first(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    table = attacking(path, "Ann,Ben,Cid")
    seat = attacker(table)
    name, another = (table.seats[each].name for each in (seat, (seat + 1) % 3))
    table.leave_seat((seat + 1) % 3)
    guest = Table.join(path, another)
    table.submit(seat, an_attack(table, alone=False))
    guest.seating.set_defence(min(guest.seating.local_seats), "most")
    assert table.ledger.sync()
    assert table.dice.request is not None, "an arrangement of seats leaves the roll as it is"
    with pytest.raises(NotYourDecision):
        guest.submit(seat, EndPhase())
    # The seat goes to another terminal, and the game goes on there.
    table.leave_seat(seat)
    other = Table.join(path, name)
    assert table.dice.request is None
    other.submit(seat, EndPhase())
    with pytest.raises(IllegalAction, match="no dice are asked for"):
        table.dice.roll((1, 2, 3))


def test_a_terminal_that_is_slow_to_roll_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.risk"
    table = new_table(path, "Ann,Ben,bot")
    table.automation.step()
    table.leave_seat(1)
    guest = Table.join(path, "Ben")
    monkeypatch.setattr("risk_tui.table.seating.TAKE_OVER_AFTER", -1.0)
    assert table.seating.try_to_lead()
    assert not guest.seating.try_to_lead()
    assert guest.dice.request is None
    rolled(table, Random(1))
    assert guest.ledger.sync()
    assert guest.steps == 1


def test_a_seed_and_real_dice_do_not_go_together(tmp_path: Path) -> None:
    with pytest.raises(RiskError, match="a seed repeats the program"):
        create_table("Ann,Ben", seed="1", options=REAL, path=tmp_path / "a.risk")
    assert not list(tmp_path.glob("*.risk"))
