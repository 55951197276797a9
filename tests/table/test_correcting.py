"""Corrections of real dice that were typed incorrectly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from risk_tui.engine.actions import Attack, Begin, EndPhase
from risk_tui.engine.events import BattleResolved, CardsTaken
from risk_tui.errors import ChanceError, IllegalAction, RiskError
from risk_tui.saves.entries import CorrectionEntry
from risk_tui.saves.errors import SaveError
from risk_tui.story.record_reader import read_transcript
from risk_tui.story.record_writer import write_transcript
from risk_tui.table.dice_steps import shows_secrets
from risk_tui.table.game_log import LogStep
from risk_tui.table.table import Table
from risk_tui.text.prompts import dice_prompt
from risk_tui.text.record_lines import describe_record
from tests.extent import few
from tests.inside import log_of, save_of
from tests.saves.games import forge, read
from tests.table.test_manual_dice_together import asked, followed, told

from .fights import Fight, an_attack, attacker, attacking, fight, new_table


def fought(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dice of the last battle."""
    battles = [f for f in table.history(None)[-1].events if isinstance(f, BattleResolved)]
    return battles[-1].attack_dice, battles[-1].defence_dice


def lines(table: Table) -> list[str]:
    """Return the description of the last step."""
    return describe_record(table.history(None)[-1], table.seats, table.board, table.view(None))


def names(battle: Fight) -> tuple[str, str]:
    seats = battle.mine.seats
    return seats[battle.seat].name, seats[battle.other].name


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[Fight]:
    """A battle at two terminals whose dice were just typed: 5 3 1 against 5."""
    found = fight(tmp_path / "a.risk", alone=True)
    found.mine.submit(found.seat, found.action)
    found.mine.dice.roll((5, 3, 1)[: found.action.dice])
    found.theirs.ledger.sync()
    found.theirs.dice.roll((5,))
    found.mine.ledger.sync()
    yield found
    found.close()


def test_all_terminals_see_a_correction(battle: Fight) -> None:
    mine, theirs, many = battle.mine, battle.theirs, battle.action.dice
    watcher = Table.join(mine.path)
    steps = mine.steps
    old, new = (5, 3, 1)[:many], (2, 3, 1)[:many]
    assert mine.dice.correct(new) is not None
    attacker_name, defender_name = names(battle)
    told_new = f"{attacker_name} corrects the roll: {show(old)} to {show(new)}"
    for table in (mine, theirs, watcher):
        table.ledger.sync()
        assert lines(table)[0] == told_new
        assert (table.steps, fought(table)) == (steps, (tuple(sorted(new)[::-1]), (5,)))
    theirs.dice.correct((6,))
    for table in (mine, theirs, watcher):
        table.ledger.sync()
        assert lines(table)[:2] == [told_new, f"{defender_name} corrects the roll: 5 to 6"]
        assert fought(table)[1] == (6,)
    mine.dice.correct((*old, 4))
    again = Table.join(mine.path)
    assert again.view(None) == mine.view(None)
    assert fought(again) == (old, (4,))


def show(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def test_corrected_game_equals_one_typed_right(tmp_path: Path) -> None:
    stands = []
    for name, typed, put_right in (("a", (6, 6, 6), (1, 2, 1)), ("b", (1, 2, 1), None)):
        (tmp_path / name).mkdir()
        table = attacking(tmp_path / name / "war.risk", rules="us-1993")
        table.submit(attacker(table), an_attack(table, alone=True))
        table.dice.roll(typed)
        table.dice.roll((5,))
        if put_right:
            table.dice.correct(put_right)
        again = Table.join(table.path)
        stands += [[table.view(seat) for seat in (0, 1)], [again.view(seat) for seat in (0, 1)]]
        again.close()
        table.close()
    assert all(each == stands[0] for each in stands)


def test_first_dice_of_a_step_are_corrected_before_the_others(tmp_path: Path) -> None:
    found = fight(tmp_path / "a.risk", alone=True)
    mine, theirs, many = found.mine, found.theirs, found.action.dice
    mine.submit(found.seat, found.action)
    old, new = (5, 3, 1)[:many], (5, 3, 2)[:many] if many == 3 else (5, 4)
    mine.dice.roll(old)
    assert mine.dice.correct(new) is None
    assert (asked(mine), asked(theirs)) == (("", "defence"), ("defence", ""))
    assert theirs.dice.request is not None
    question = dice_prompt(theirs.dice.request, theirs.board, theirs.seats)
    assert f"against {show(new)} (not {show(old)})" in question
    again = Table.join(mine.path)
    assert again.dice.remote_request == theirs.dice.request
    again.close()
    theirs.dice.roll((2,))
    mine.ledger.sync()
    assert lines(mine)[0] == f"{names(found)[0]} corrects the roll: {show(old)} to {show(new)}"
    assert fought(mine) == (new, (2,))


def test_dice_are_not_corrected_after_the_next_action(battle: Fight) -> None:
    mine, theirs = battle.mine, battle.theirs
    mine.submit(battle.seat, EndPhase())
    for table in (mine, theirs):
        with pytest.raises(IllegalAction, match="has acted since"):
            table.dice.correct((1,))


def test_waiting_attack_is_undone_before_a_correction(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", rules="us-1993")
    seat, action = attacker(table), an_attack(table, alone=True)
    table.submit(seat, action)
    table.dice.roll((1, 1, 1))
    table.dice.roll((6,))
    table.submit(seat, an_attack(table, alone=True, dice=1))
    assert table.dice.request is not None
    with pytest.raises(IllegalAction, match="undo your later choices first: type undo"):
        table.dice.correct((1, 1, 2))
    table.undo()
    table.dice.correct((1, 1, 2))
    assert fought(table) == ((2, 1, 1), (6,))


def make_truce(battle: Fight) -> None:
    """Let the attacker and the defender of a battle agree on a truce for 2 rounds."""
    mine, theirs = battle.mine, battle.theirs
    mine.talk.propose(battle.seat, battle.other, 2)
    theirs.ledger.sync()
    theirs.talk.answer(battle.other, None, accept=True)
    mine.ledger.sync()


def test_corrected_dice_of_an_earlier_attack_break_no_truce(battle: Fight) -> None:
    make_truce(battle)
    battle.mine.dice.correct((2, 3, 1)[: battle.action.dice])
    for table in (battle.mine, Table.join(battle.mine.path)):
        assert len(table.talk.truces()) == 1
        assert not table.talk.broken_truces(None)


def test_later_dice_of_an_earlier_attack_break_no_truce(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk", alone=True)
    battle.mine.submit(battle.seat, battle.action)
    battle.mine.dice.roll((5, 3, 1)[: battle.action.dice])
    battle.theirs.ledger.sync()
    make_truce(battle)
    battle.theirs.dice.roll((5,))
    assert fought(battle.theirs) == ((5, 3, 1)[: battle.action.dice], (5,))
    assert not battle.theirs.talk.broken_truces(None)
    battle.close()


def test_other_terminals_can_not_correct(battle: Fight) -> None:
    third = ({0, 1, 2} - {battle.seat, battle.other}).pop()
    battle.mine.leave_seat(third)
    other = Table.join(battle.mine.path, battle.mine.seats[third].name)
    watcher = Table.join(battle.mine.path)
    for table in (other, watcher):
        with pytest.raises(IllegalAction, match="corrected at the terminal that rolled them"):
            table.dice.correct((1,))
        table.close()


@pytest.mark.parametrize(
    ("faces", "problem"),
    [
        ((7,), "a die shows 1 to 6, not 7"),
        ((5,), "those are the same dice"),
        ((1, 2, 3, 4, 5), "the dice were .* and 5; type all dice of the step again"),
    ],
)
def test_invalid_corrections_change_nothing(
    battle: Fight, faces: tuple[int, ...], problem: str
) -> None:
    before = read(battle.theirs.path, "SELECT count(*) FROM entries")
    with pytest.raises(RiskError, match=problem):
        battle.theirs.dice.correct(faces)
    assert read(battle.theirs.path, "SELECT count(*) FROM entries") == before


def test_ambiguous_correction_names_all_dice(tmp_path: Path) -> None:
    found = fight(tmp_path / "a.risk", alone=True)
    found.theirs.close()
    table = found.mine
    table.seating.take_seat(found.other)
    table.submit(found.seat, Attack(found.action.source, found.action.target, 1))
    table.dice.roll((1,))
    table.dice.roll((5,))
    with pytest.raises(ChanceError, match=r"not clear which dice are meant; .* correct 1 5"):
        table.dice.correct((6,))
    table.dice.correct((6, 5))
    assert fought(table) == ((6,), (5,))
    assert "corrects the roll: 1 to 6" in lines(table)[0]


def test_first_roll_is_corrected_into_and_out_of_a_tie(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben,Cid", "us-1993")
    assert isinstance(table.automation.pending().think().action, Begin)
    table.automation.step()
    table.dice.roll((6, 6, 1))
    assert table.dice.request is not None
    assert table.dice.request.seats == (0, 1)
    table.dice.correct((6, 5, 1))
    assert table.dice.request is None
    assert (table.steps, attacker(table)) == (1, 0)
    table.dice.correct((5, 5, 1))
    assert table.steps == 0
    assert table.dice.request is not None
    assert table.dice.request.seats == (0, 1)
    table.dice.roll((1, 2))
    assert (table.steps, attacker(table)) == (1, 1)
    assert [line for line in lines(table) if "corrects" in line] == [
        "Ann corrects the roll: 6 6 1 to 6 5 1",
        "Ann corrects the roll: 6 5 1 to 5 5 1",
    ]
    again = Table.join(table.path)
    assert again.history(None) == table.history(None)


def test_dice_before_a_deal_are_not_corrected(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben", "uk-new")
    table.automation.step()
    table.dice.roll((6, 1))
    with pytest.raises(IllegalAction, match="dealt in this step"):
        table.dice.correct((1, 6))


def test_correction_takes_back_answers_of_bots(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,Cid:bot", "us-1993")
    table.automation.step()
    table.dice.roll((1, 6, 2))
    answered = 0
    while table.decision.seat != 0:
        assert table.automation.step() is not None
        answered += 1
    assert answered == 2, "both bots have claimed a territory"
    table.dice.correct((6, 1, 2))
    assert table.steps == 1
    assert table.decision.seat == 0
    assert len(table.history(None)) == 1
    again = Table.join(table.path)
    assert again.history(None) == table.history(None)


def test_dice_that_revealed_cards_are_not_corrected(battle: Fight) -> None:
    course = log_of(battle.mine)
    taken = CardsTaken(battle.seat, battle.other, 1, (3,))
    last, *entries = course.steps[-1]
    assert not shows_secrets(last)
    course.steps[-1] = LogStep(replace(last, events=(*last.events, taken)), *entries)
    with pytest.raises(IllegalAction, match="so they can't be corrected"):
        battle.mine.dice.correct((1, 1, 2)[: battle.action.dice])


def test_a_correction_that_cannot_be_saved_has_not_happened(
    battle: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, many = battle.mine, battle.action.dice
    history, view = mine.history(None), mine.view(None)

    def refuse(*_: object, **__: object) -> None:
        raise SaveError("no room")

    with monkeypatch.context() as full:
        full.setattr(save_of(mine), "append", refuse)
        with pytest.raises(SaveError, match="no room"):
            mine.dice.correct((2, 2, 2)[:many])
    assert (mine.history(None), mine.view(None)) == (history, view)
    mine.dice.correct((2, 2, 2)[:many])
    assert fought(mine)[0] == (2, 2, 2)[:many]


def test_two_corrections_at_once_both_count(battle: Fight) -> None:
    battle.theirs.dice.correct((1,))
    battle.mine.dice.correct((1, 1, 2)[: battle.action.dice])
    battle.theirs.ledger.sync()
    assert fought(battle.mine) == fought(battle.theirs)
    assert fought(battle.mine)[1] == (1,)


def test_a_correction_is_written_down_and_read_again(battle: Fight) -> None:
    battle.mine.dice.correct((2, 2, 2)[: battle.action.dice])
    header, entries = told(battle.mine.path)
    assert isinstance(entries[-1], CorrectionEntry)
    text = write_transcript("war", header, entries)
    (line,) = (line for line in text.splitlines() if " corrects " in line.partition(";")[0])
    assert " corrects 1 | 2 2" in line
    assert "corrects the roll: 5 3" in line.partition(";")[2]
    assert list(read_transcript(text.encode(), "war.txt").entries) == entries


@pytest.mark.parametrize(
    ("what", "problem"),
    few(
        [
            ('{"seat":9,"correct":1,"chance":[[1,1],[1]]}', "there is no seat 9"),
            (
                '{"seat":0,"correct":0,"chance":[[1,1],[1]]}',
                "this correction must take back 1 step, not 0",
            ),
            ('{"seat":0,"correct":1}', "must change the dice"),
            ('{"seat":0,"correct":1,"chance":[]}', "must change the dice"),
            ('{"seat":0,"correct":1,"chance":[[9,1],[1]]}', "cannot have been rolled"),
            ('{"seat":0,"correct":1,"chance":[[1,1,1,1],[1]]}', "cannot have been rolled"),
            ('{"seat":0,"correct":1,"chance":[3,[1]]}', "cannot have been rolled"),
            ('{"seat":0,"correct":true,"chance":[[1]]}', "is not an entry that this program knows"),
            ('{"seat":0,"correct":1,"x":1,"chance":[[1]]}', "is not an entry"),
        ],
        5,
    ),
)
def test_a_forged_correction_is_refused_in_one_line(battle: Fight, what: str, problem: str) -> None:
    battle.mine.dice.correct((2, 2, 2)[: battle.action.dice])
    path, last = battle.mine.path, battle.mine.entries - 1
    battle.close()
    forge(path, last, what)
    with pytest.raises(SaveError, match=problem):
        Table.open(path)


def test_corrections_of_one_step_are_limited(battle: Fight) -> None:
    course = followed(*told(battle.mine.path))
    with pytest.raises(IllegalAction, match="at most 100 times"):
        for number in range(200):
            course.correct(CorrectionEntry(0, 1, ((1,) * battle.action.dice, (1 + number % 2,))))
    assert len(course.records[-1].events) < 110
