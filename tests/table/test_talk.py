"""Talk at a table of several terminals: readers, limits and truces."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from risk_tui.engine.actions import Attack
from risk_tui.engine.decisions import ToAttack
from risk_tui.errors import RiskError
from risk_tui.saves.clock import Clock, write_clock
from risk_tui.saves.file_operations import copy_game
from risk_tui.saves.talk import BROKEN, MAX_RECENT, MAX_TEXT, RECENT_SECONDS
from risk_tui.table.ledger import find_rescue
from risk_tui.table.table import Table
from risk_tui.table.talk import TalkNews
from risk_tui.text.record_lines import describe_talk, describe_truces
from tests.saves.games import change

from .tables import act, begun, due, free_land, in_attack, new_table, strongest_attack


def texts(table: Table) -> list[str]:
    """Return the talk that a terminal shows to its only seat or a spectator."""
    table.ledger.sync()
    lines = table.talk.lines(table.seating.only_local_seat)
    return [describe_talk(line, table.seats) for line in lines]


def entries_of(path: Path) -> list[tuple[object, ...]]:
    """Return a file's header and entries."""
    with closing(sqlite3.connect(path)) as connection:
        heads = connection.execute("SELECT * FROM head WHERE key IN ('game', 'checksum')")
        return [*heads, *connection.execute("SELECT * FROM entries")]


def test_talk_reaches_those_it_is_for(game: Path) -> None:
    ann, ben, cid = tables = [Table.join(game, name) for name in ("Ann", "Ben", "Cid")]
    watcher = Table.join(game)
    before = entries_of(game)

    ann.talk.say(0, "hello  all\x1b[31m")
    ann.talk.say(0, "only you", to=1)
    public, private = "Ann: hello all\\x1b[31m", "Ann to Ben: only you"
    assert texts(ann) == texts(ben) == [public, private]
    assert texts(cid) == texts(watcher) == [public]
    with pytest.raises(RiskError, match="does not play at this terminal"):
        ann.talk.say(1, "I am Ben")
    with pytest.raises(RiskError):
        watcher.talk.say(0, "I am Ann")

    assert ben.talk.toggle_mute(1, 0)
    assert texts(ben) == []
    assert texts(cid) == [public]
    assert not ben.talk.toggle_mute(1, 0)
    assert texts(ben) == [public, private]
    for table in (*tables, watcher):
        table.close()
    assert entries_of(game) == before

    again = Table.join(game, "Ben")
    assert texts(again) == [public, private]
    again.close()
    copy_game(game, copy := game.with_name("b.risk"))
    again = Table.join(copy, "Cid")
    assert texts(again) == [public]


def test_talk_is_limited(game: Path) -> None:
    ann, ben = Table.join(game, "Ann"), Table.join(game, "Ben")
    now = datetime(2026, 5, 1, tzinfo=UTC)
    ann.ledger.now = ben.ledger.now = lambda: now
    with pytest.raises(RiskError, match=f"at most {MAX_TEXT} characters at once, not 9000"):
        ann.talk.say(0, "x" * 9000)
    for _ in range(MAX_RECENT):
        ann.talk.say(0, "again")
    with pytest.raises(RiskError, match="too fast"):
        ann.talk.say(0, "and again")
    ben.talk.say(1, "I may still speak")
    now += timedelta(seconds=RECENT_SECONDS)
    ann.talk.say(0, "later")
    assert len(texts(ben)) == MAX_RECENT + 2
    with pytest.raises(RiskError, match="only the host"):
        ann.talk.set_enabled(False)
    ann.close()
    host = Table.open(game)
    host.talk.set_enabled(False)
    with pytest.raises(RiskError, match="off"):
        ben.talk.say(1, "still?")


def test_muting_does_not_delay_an_answer_to_a_truce(game: Path) -> None:
    ann, ben = Table.join(game, "Ann"), Table.join(game, "Ben")
    now = datetime(2026, 5, 1, tzinfo=UTC)
    ann.ledger.now = ben.ledger.now = lambda: now
    for _ in range(MAX_RECENT):
        ann.talk.toggle_mute(0, 2)
    with pytest.raises(RiskError, match="too fast"):
        ann.talk.toggle_mute(0, 2)
    ben.talk.propose(1, 0, 2)
    ann.talk.answer(0, 1, accept=True)
    assert ann.talk.truces()


def test_private_talk_stays_behind_the_curtain(game: Path) -> None:
    shared = Table.open(game)
    shared.leave_seat(2)
    cid = Table.join(game, "Cid")
    news = TalkNews(shared.talk)
    cid.talk.say(2, "for Ben alone", to=1)
    shared.ledger.sync()
    (line,) = news.take(None)
    assert describe_talk(line, shared.seats) == "Cid to Ben: (private; type talk)"
    assert [line.text for line in shared.talk.lines(1)] == ["for Ben alone"]
    assert not news.take(None)


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "[]",
        '{"kind": "say"}',
        '{"kind": "say", "seat": 9}',
        '{"kind": "accept", "seat": 0}',
        '{"kind": "broken", "seat": 0, "to": 1}',
        None,
    ],
)
def test_invalid_talk_is_skipped(game: Path, line: str | None) -> None:
    table = Table.open(game)
    table.talk.say(0, "valid")
    table.close()
    change(game, "INSERT INTO talk (line) VALUES (CAST(? AS TEXT))", line or "")
    table = Table.open(game)
    assert [line.text for line in table.talk.lines(None)] == ["valid"]
    assert table.talk.truces() == []


def test_truce_is_seen_by_all_and_broken_by_an_attack(game: Path) -> None:
    table = in_attack(Table.open(game))
    decision = due(table)
    seat, view, names = decision.seat, table.view(decision.seat), ["Ann", "Ben", "Cid"]
    attack = next(offer.action for offer in view.offers if isinstance(offer.action, Attack))
    other = view.owner[attack.target]
    table.close()
    breaker, victim = names[seat], names[other]
    one, two, watcher = Table.join(game, breaker), Table.join(game, victim), Table.join(game)

    with pytest.raises(RiskError, match="no truce is offered"):
        two.talk.answer(other, None, accept=True)
    one.talk.propose(seat, other, 3)
    two.ledger.sync()
    two.talk.answer(other, None, accept=False)
    one.ledger.sync()
    one.talk.propose(seat, other, 3)
    two.ledger.sync()
    two.talk.answer(other, None, accept=True)
    watcher.ledger.sync()
    assert describe_truces(watcher, None) == [f"truce {breaker}, {victim}: 3 rounds left"]
    news = TalkNews(watcher.talk)

    one.submit(seat, attack)
    one.talk.say(seat, "sorry")
    watcher.ledger.sync()
    said = [f"{breaker} breaks the truce with {victim}", f"{breaker}: sorry"]
    assert texts(watcher)[-2:] == said
    assert [describe_talk(line, watcher.seats) for line in news.take(None)] == said
    assert describe_truces(watcher, None) == []


def test_several_own_offers_are_withdrawn_by_name(game: Path) -> None:
    ann = Table.join(game, "Ann")
    ann.talk.propose(0, 1, 3)
    ann.talk.propose(0, 2, 3)
    with pytest.raises(RiskError, match="whose truce\\? say Ben or Cid"):
        ann.talk.answer(0, None, accept=False)


def test_breach_in_the_fog_is_not_news_after_a_restart(tmp_path: Path) -> None:
    table = begun(new_table(tmp_path / "a.risk", "Ann,Ben,Cid", "fog"))
    while not isinstance(table.decision, ToAttack):
        act(table)
    seat, attack = table.decision.seat, strongest_attack(table)
    other = table.view(seat).owner[attack.target]
    table.talk.propose(seat, other, 3)
    table.talk.answer(other, seat, accept=True)
    news = TalkNews(table.talk)
    news.take(seat)
    table.seating.set_defence(other, "most")
    table.submit(seat, attack)
    table.automation.step()
    assert [line.kind for line in news.take(seat)] == [BROKEN]
    assert TalkNews(table.talk).take(seat) == []


def test_a_rescued_game_keeps_its_clock_and_its_talk(game: Path) -> None:
    """Given a damaged game with a clock and talk, its copy has both, up to its last good step."""
    table = Table.open(game)
    table.ledger.change_side_data(lambda connection: write_clock(connection, Clock(3_600)))
    table.talk.say(0, "hello")
    table.talk.set_enabled(False)
    for _turn in range(3):
        table.submit(table.decision.seat, free_land(table))
    table.close()
    change(game, "UPDATE entries SET entry = 'x' WHERE number = 3")

    rescued = find_rescue(game)
    assert rescued is not None
    with closing(Table.open(rescued.write())) as copy:
        assert copy.clock.state is not None and copy.clock.state.seconds == 3_600
        assert [line.text for line in copy.ledger.talk] == ["hello"]
        assert not copy.talk.is_enabled


def test_a_truce_can_be_accepted_before_its_offer_was_read(game: Path) -> None:
    ann, ben = Table.join(game, "Ann"), Table.join(game, "Ben")
    ann.talk.propose(0, 1, 2)
    ben.talk.answer(1, None, accept=True)
    with pytest.raises(RiskError, match="you have a truce with Ben already"):
        ann.talk.propose(0, 1, 2)
    assert [truce.seats for truce in ann.talk.truces()] == [(0, 1)]
