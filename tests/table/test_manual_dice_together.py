"""Steps whose real dice are rolled at several terminals, one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.engine.actions import Attack, Begin, Defend, EndPhase
from risk_tui.errors import IllegalAction, NotYourDecision, RiskError
from risk_tui.saves.entries import (
    ActionEntry,
    DefenceEntry,
    Entry,
    PartialRollEntry,
    PlayerEntry,
    UndoEntry,
)
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header, read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.record_reader import read_transcript
from risk_tui.story.record_writer import write_transcript
from risk_tui.table.game_log import GameLog
from risk_tui.table.ledger import find_rescue
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from tests.inside import log_of
from tests.saves.games import forge, kill_after
from tests.table.fights import an_attack, attacker, attacking, fight


def told(path: Path) -> tuple[Header, list[Entry]]:
    """Return the contents of a game file."""
    save = SaveFile.open(path, "ro")
    header, entries = read_header(save.header_text(), "a.risk"), save.entries()
    save.close()
    return header, list(entries)


def asked(table: Table) -> tuple[str, str]:
    """Return the kinds of dice that a terminal asks for, and that it waits for."""
    table.ledger.sync()
    rolling, awaited = table.dice.request, table.dice.remote_request
    return rolling.kind if rolling else "", awaited.kind if awaited else ""


def test_players_roll_at_their_own_terminals(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk")
    mine, theirs, dice = battle.mine, battle.theirs, (1,) * battle.action.dice
    mine.submit(battle.seat, battle.action)
    theirs.ledger.sync()
    assert theirs.submit(battle.other, Defend(2)) is None
    assert (asked(mine), asked(theirs)) == (("attack", ""), ("", "attack"))
    with pytest.raises(IllegalAction, match="no dice are asked for"):
        theirs.dice.roll(dice)
    mine.dice.roll(dice)
    assert (asked(mine), asked(theirs)) == (("", "defence"), ("defence", ""))
    for table, seat in ((mine, battle.seat), (theirs, battle.other)):
        with pytest.raises(IllegalAction, match="this step has begun"):
            table.undo()
        with pytest.raises(IllegalAction, match=r"the dice (come )?first"):
            table.submit(seat, EndPhase())
        assert (table.prompted_seat(), table.automation.pending(), table.automation.step()) == (
            None,
            None,
            None,
        )
    theirs.dice.roll((6, 5))
    assert (asked(mine), asked(theirs)) == (("", ""), ("", ""))
    last = log_of(mine).records[-2:]
    assert last == log_of(theirs).records[-2:]
    assert [(each.action, each.chance) for each in last] == [
        (battle.action, ()),
        (Defend(2), (dice, (6, 5))),
    ]


def test_attacker_alone_can_undo_an_answered_attack(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk")
    mine, theirs = battle.mine, battle.theirs
    before = mine.view(battle.seat)
    mine.submit(battle.seat, battle.action)
    theirs.ledger.sync()
    theirs.submit(battle.other, Defend(1))
    with pytest.raises(NotYourDecision):
        theirs.undo()
    mine.ledger.sync()
    assert mine.undo() == 1
    assert (asked(mine), asked(theirs)) == (("", ""), ("", ""))
    assert (mine.prompted_seat(), mine.view(battle.seat)) == (battle.seat, before)


def test_dice_of_absent_players_are_rolled_by_the_others(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk", alone=True)
    mine, theirs, dice = battle.mine, battle.theirs, (2,) * battle.action.dice
    mine.submit(battle.seat, battle.action)
    assert asked(theirs) == ("", ""), "no die was rolled yet"
    mine.dice.roll(dice)
    assert (asked(mine), asked(theirs)) == (("", "defence"), ("defence", ""))
    theirs.close()
    assert asked(mine) == ("defence", "")
    back = Table.join(mine.path, mine.seats[battle.other].name)
    assert asked(back) == ("defence", "")
    back.dice.roll((6,))
    back.close()
    # This terminal has not read that they were rolled meanwhile.
    with pytest.raises(IllegalAction, match="no dice are asked for"):
        mine.dice.roll((1,))
    assert log_of(mine).records[-1].chance == (dice, (6,))


def test_a_bots_dice_are_rolled_where_the_bots_are_moved(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk")
    mine, theirs, dice = battle.mine, battle.theirs, (4,) * battle.action.dice
    mine.submit(battle.seat, battle.action)
    theirs.ledger.sync()
    theirs.submit(battle.other, Defend(2))
    mine.ledger.sync()
    mine.set_player(battle.seat, "toni")
    assert (asked(mine), asked(theirs)) == (("attack", ""), ("", "attack"))
    mine.dice.roll(dice)
    assert (asked(mine), asked(theirs)) == (("", "defence"), ("defence", ""))
    mine.set_player(battle.seat, PERSON)
    theirs.dice.roll((4, 4))
    mine.ledger.sync()
    assert log_of(mine).records[-1].chance == (dice, (4, 4))


def test_a_die_that_was_typed_survives_its_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    table = attacking(path, rules="us-1993")
    seat, action = attacker(table), an_attack(table, alone=True)
    table.close()

    def attack(path: Path) -> None:
        table = Table.open(path)
        table.submit(seat, action)
        table.dice.roll((1, 1, 1))

    kill_after(attack, path)
    again = Table.open(path)
    assert asked(again) == ("defence", "")
    again.dice.roll((3,))
    record = log_of(again).records[-1]
    assert (record.action, record.chance) == (action, ((1, 1, 1), (3,)))


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with an attack of which only the attacker's dice are known."""
    path = tmp_path_factory.mktemp("half") / "a.risk"
    table = attacking(path, rules="us-1993")
    table.submit(attacker(table), an_attack(table, alone=True))
    table.dice.roll((2, 6, 5))
    table.close()
    return path


def test_a_step_under_way_is_written_down_and_read_again(half: Path) -> None:
    header, entries = told(half)
    text = write_transcript("war", header, entries)
    (line,) = (line for line in text.splitlines() if " rolls " in line)
    assert " 3 | 2 6 5 " in line
    assert " against 6 5 2 with 1 die" in line.partition(" ; ")[2]
    retold = read_transcript(text.encode(), "war.txt")
    assert list(retold.entries) == entries
    assert isinstance(entries[-1], PartialRollEntry)


def test_changes_of_seats_leave_a_step_in_progress(half: Path) -> None:
    header, entries = told(half)
    course = followed(header, entries)
    pending, steps = course.pending, len(course.records)
    for entry in (PlayerEntry(0, "toni"), DefenceEntry(1, "one"), PlayerEntry(0, PERSON)):
        course.apply_entry(entry)
        assert (course.pending, len(course.records)) == (pending, steps)
    mark, begun = course.backup(), entries[-1]
    assert isinstance(begun, PartialRollEntry)
    course.apply_entry(ActionEntry(begun.seat, begun.action, (*begun.chance, (1,))))
    assert (course.pending, len(course.records)) == (None, steps + 1)
    course.restore(mark)
    assert (course.pending, len(course.records)) == (pending, steps)


def followed(header: Header, entries: list[Entry]) -> GameLog:
    course = GameLog(header)
    course.apply_entries(entries)
    return course


def test_impossible_entries_are_refused(half: Path) -> None:
    header, entries = told(half)
    begun = entries[-1]
    assert isinstance(begun, PartialRollEntry)
    seat, action, (dice,) = begun.seat, begun.action, begun.chance
    assert isinstance(action, Attack)
    other_attack = Attack(action.source, action.target, 2)
    other_step, complete = "another step is under way", "this step needs no more dice"
    for problem, entry in (
        ("these dice are already known", begun),
        (other_step, PartialRollEntry(seat, action, ())),
        (other_step, PartialRollEntry(seat, action, ((1, 1, 1), (1,)))),
        (complete, PartialRollEntry(seat, action, (dice, (1,)))),
        (other_step, ActionEntry(seat, action, ((6, 6, 6), (1,)))),
        (other_step, ActionEntry(seat, other_attack, (dice, (1,)))),
        (other_step, ActionEntry(1 - seat, action, (dice, (1,)))),
        (other_step, ActionEntry(seat, EndPhase(), ())),
        ("this step has begun", UndoEntry(1)),
    ):
        with pytest.raises(RiskError, match=problem):
            followed(header, [*entries, entry])
    for problem, entry in (
        (complete, PartialRollEntry(seat, action, (dice, (1,), (1,)))),
        ("these dice or cards are impossible", PartialRollEntry(seat, action, (3,))),
        ("these dice or cards are impossible", PartialRollEntry(seat, action, ((1, 1, 1, 1),))),
        ("decides here, not Ann", PartialRollEntry(1 - seat, action, (dice,))),
        (complete, PartialRollEntry(seat, EndPhase(), ())),
    ):
        with pytest.raises(RiskError, match=problem):
            followed(header, [*entries[:-1], entry])
    header = Header(header.setup, header.seats, None, header.created)
    with pytest.raises(RiskError, match="the computer rolls the dice of this game"):
        followed(header, entries)


def test_rolls_of_one_step_are_limited(half: Path) -> None:
    course = GameLog(told(half)[0])
    for count in range(1, 101):
        course.apply_entry(PartialRollEntry(0, Begin(), ((3, 3),) * count))
    with pytest.raises(RiskError, match="at most 100 rolls"):
        course.apply_entry(PartialRollEntry(0, Begin(), ((3, 3),) * 101))


def test_a_rescued_game_keeps_the_dice_of_a_step_under_way(half: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    path.write_bytes(half.read_bytes())
    _, entries = told(half)
    table = Table.open(path)
    table.seating.set_defence(0, "one")
    table.close()
    forge(path, len(entries), '{"undo":1}')
    with pytest.raises(SaveError, match="is impossible: this step has begun"):
        Table.open(path)
    rescue = find_rescue(path)
    assert rescue is not None
    again = Table.open(rescue.write())
    assert asked(again) == ("defence", "")
