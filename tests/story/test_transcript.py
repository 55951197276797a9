"""Text records: reading reverses writing, and errors name the line of an invalid text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from risk_tui.data import language
from risk_tui.engine.actions import Reinforce, all_actions
from risk_tui.engine.game import GameSetup
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import parse_ruleset, ruleset_from_data, ruleset_to_data
from risk_tui.saves.entries import (
    ActionEntry,
    DefenceEntry,
    Entry,
    PlayerEntry,
    UndoEntry,
    write_entry,
)
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header, SeatSetup, TableOptions
from risk_tui.story import record_notation as migrations
from risk_tui.story.record_notation import Line, ruleset_text
from risk_tui.story.record_reader import ImportedGame, read_transcript
from risk_tui.story.record_writer import write_transcript
from risk_tui.table.seats import COLOURS
from tests.editions import SOME_EDITIONS
from tests.extent import few
from tests.golden.make import FOLDER
from tests.golden.transcript import Head, steps
from tests.story.transcripts import CHANGES, DOCS, HOSTILE, example
from tests.work import bounded_work

GOLDEN = sorted((Path(__file__).parent / "golden").glob("format-*.txt"))
BEGUN = "2026-11-21T20:15:00+00:00"


def header_of(setup: GameSetup, names: Sequence[str], seed: str | None = None) -> Header:
    sittings = zip(names, COLOURS, ["person"] * len(names), strict=False)
    return Header(setup, tuple(SeatSetup(*each) for each in sittings), seed, BEGUN)


@cache
def golden(ruleset: str) -> tuple[Header, tuple[Entry, ...]]:
    """Return the header and entries of a golden playthrough."""
    text = (FOLDER / f"{ruleset}.txt").read_text(encoding="utf-8")
    head = Head.read(text.splitlines())
    entries = tuple(ActionEntry(*step) for step in steps(text))
    return header_of(head.setup(), head.names, head.seed), entries


def reading(text: str) -> ImportedGame:
    return read_transcript(text.encode(), "war.txt")


def refusal(text: str | bytes) -> str:
    """Return the error for a text: one line that names the text and the line."""
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(SaveError) as refused:
        read_transcript(data, "war.txt")
    message = str(refused.value)
    assert message.isprintable()
    assert re.match(r"war\.txt, line \d+: ", message)
    return message


@pytest.mark.parametrize("ruleset", few(SOME_EDITIONS, 6))
def test_reading_reverses_writing_under_any_rules(ruleset: str) -> None:
    header, entries = golden(ruleset)
    text = write_transcript("war", header, entries)
    retold = reading(text)
    assert retold.name == "war"
    assert retold.header == header
    assert retold.header.to_json() == header.to_json()
    assert list(map(write_entry, retold.entries)) == list(map(write_entry, entries))
    assert write_transcript("war", retold.header, retold.entries) == text


def test_documentation_has_an_example_of_every_entry() -> None:
    text = example()
    retold = reading(text)
    assert retold.summary.winners == ("Mary Lou",)
    assert write_transcript(retold.name, retold.header, retold.entries) == text
    kinds = {type(entry) for entry in retold.entries}
    assert kinds == {ActionEntry, UndoEntry, PlayerEntry, DefenceEntry}


def test_every_format_has_a_golden_text_and_a_migration() -> None:
    formats = set(range(1, migrations.TEXT_FORMAT + 1))
    assert {int(path.stem.removeprefix("format-")) for path in GOLDEN} == formats
    assert {*migrations.MIGRATIONS, migrations.TEXT_FORMAT} == formats


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_text_of_every_format_is_the_same_game(path: Path) -> None:
    game = read_transcript(path.read_bytes(), path.name)
    assert game.name == "ann-mary-lou-2026-11-21"
    assert (len(game.entries), game.summary.winners) == (37, ("Mary Lou",))


@pytest.fixture
def next_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the next format drops remarks, and renames ``revoke`` to ``undo``."""

    def reword(lines: list[Line]) -> list[Line]:
        lines = [
            replace(line, words=["undo" if word == "revoke" else word for word in line.words])
            for line in lines
        ]
        return [*lines[:1], *(line for line in lines[1:] if line.key != "remark")]

    monkeypatch.setattr(migrations, "TEXT_FORMAT", 3)
    monkeypatch.setitem(migrations.MIGRATIONS, 2, reword)


@pytest.mark.usefixtures("next_format")
def test_older_text_is_migrated() -> None:
    old = example().replace(" undo 1", " revoke 1").replace("name ", "remark\nname ", 1)
    assert reading(old).entries == reading(example()).entries
    assert UndoEntry(1) in reading(old).entries
    number = old.partition(" revoke")[0].count("\n") + 1
    message = refusal(old.replace("revoke 1", "revoke 2"))
    assert message.startswith(f"war.txt, line {number}: "), "the line of the original text"
    assert "'remark' does not belong here" in refusal(old.replace("game 2", "game 3"))


def test_documentation_lists_every_action() -> None:
    table = DOCS.read_text(encoding="utf-8").partition("### Actions")[2].partition("### Chance")[0]
    listed = {word.split()[0] for word in re.findall("`([^`]+)`", table)}
    assert set(all_actions()) <= listed


def test_comments_describe_the_events() -> None:
    text = example()
    assert "; The game is over: Mary Lou won in round 2." in text
    assert (
        '; Round 1: Mary Lou\'s turn; Mary Lou receives 3 armies\n14  "Mary Lou"  reinforce NW '
        "3                  ; Mary Lou places 3 armies on Northwest"
    ) in text
    assert (
        "attack NE SE 3 | 2 6 1 : 5      ; Ann attacks Southeast from Northeast: 6 2 1 v 5" in text
    )
    assert "end | pick 2                    ; Ann draws Southwest (artillery)" in text


def test_text_of_a_game_in_progress_warns_of_secrets() -> None:
    header, entries = golden("us-1993-mission")
    head = write_transcript("war", header, entries).partition("name ")[0]
    assert "The game goes on: round 6" in head
    assert "hidden cards, missions and other secrets" in head
    assert "goes on: setup" in write_transcript("war", header, entries[:9])
    assert "hidden cards" not in example()


def test_comments_name_secrets() -> None:
    header, entries = golden("us-1993-mission")
    assert "Ann's mission: " in write_transcript("war", header, entries)
    header, entries = golden("us-1993-capital")
    text = write_transcript("war", header, entries)
    assert "Ann's capital is " in text
    assert "You" not in text.partition("; The rules and the board")[0]


@pytest.mark.parametrize("advice", [True, False])
@pytest.mark.parametrize("real_dice", [True, False])
def test_options_of_the_table_survive(advice: bool, real_dice: bool) -> None:
    header, entries = golden("us-1993")
    agreed = replace(header, seed=None, options=TableOptions(advice, real_dice))
    text = write_transcript("war", agreed, entries)
    assert reading(text).header == agreed
    assert ("advice  off" in text, "dice    real" in text) == (not advice, real_dice)
    # Older texts don't name the options; others may name the defaults.
    said = text.replace("advice  off", "").replace("dice    real", "")
    assert reading(said).header.options == TableOptions()
    assert reading(said.replace("\nplayer", "\nadvice on\ndice computer\nplayer", 1))


def test_names_and_seeds_with_special_characters_survive() -> None:
    setup = GameSetup(load_board("classic"), load_ruleset("us-1980"), 6)
    names = ["B[/]", "Mary Ann", "; no", '"', "-", "O\\'Né 山"]
    header = header_of(setup, names, 'a "seed"; | \\')
    entries = tuple(DefenceEntry(seat, "one") for seat in range(6))
    retold = reading(write_transcript('my "war"; now', header, entries))
    assert (retold.name, retold.header, retold.entries) == ('my "war"; now', header, entries)


@pytest.mark.parametrize(
    "title", ["08", "no", "~", "1.5", "a: b", "# x", "- x", "é 🙂", "'", '"', "*"]
)
def test_rules_with_any_title_survive(title: str) -> None:
    data = ruleset_to_data(load_ruleset("house")) | {"title": title}
    ruleset = ruleset_from_data(data, source="test")
    assert parse_ruleset(ruleset_text(ruleset_to_data(ruleset)), source="test") == ruleset


def test_house_rules_survive() -> None:
    changed = {"setup.armies": {2: 17, 3: 18, 4: 19, 5: 20, 6: 21}, "cards.escalating": [1, 2]}
    ruleset = with_house_rules(load_ruleset("us-1980"), changed)
    header = header_of(GameSetup(load_board("classic"), ruleset, 3), ["Ann", "Ben", "Cid"])
    assert reading(write_transcript("war", header, ())).header == header


def test_text_from_another_system_is_read() -> None:
    text = example()
    entries = reading(text).entries
    assert reading(text.replace("\n", "\r\n")).entries == entries
    assert reading("\ufeff" + text).entries == entries
    assert reading(text.replace("\n", "  \n")).entries == entries
    assert reading(text.rstrip("\n")).entries == entries
    course, bar, quotes = text.partition("; The rules and the board")
    assert reading(course.replace("  ", "\t") + bar + quotes).entries == entries


def test_comments_and_blank_lines_are_ignored() -> None:
    text = example()
    bare = "\n".join(
        line if line.startswith("|") else line.partition(";")[0].rstrip()
        for line in text.splitlines()
    )
    assert reading(bare.replace("\n\n", "\n")).entries == reading(text).entries


@pytest.mark.parametrize("what", CHANGES)
def test_mistake_is_reported_with_its_line(what: str) -> None:
    old, new, start, problem = CHANGES[what]
    text = example()
    assert old in text, "the change changes something"
    changed = text.replace(old, new, 1)
    message = refusal(changed)
    assert problem in message
    number = int(message.removeprefix("war.txt, line ").partition(":")[0])
    # ``splitlines`` would split at more characters than line feeds.
    assert changed.split("\n")[number - 1].lstrip().startswith(start)


@pytest.mark.parametrize(
    "what",
    [b"", b"\n\n", b"; only a comment\n", b"\xff\xfe\x00", b"\xef\xbb\xbf", b"risk-tui game"],
)
def test_other_data_is_refused(what: bytes) -> None:
    assert refusal(what)


def test_game_file_is_refused_with_the_command_to_open_it() -> None:
    assert "play it with: risk-tui resume FILE" in refusal(b"SQLite format 3\0...")


def test_other_encoding_is_reported_with_its_line() -> None:
    data = example().replace("Ann red", "Zoë red").encode("latin-1")
    assert refusal(data).startswith("war.txt, line 9: not UTF-8 text")


def test_truncated_text_is_refused() -> None:
    text = example().rstrip("\n")
    for length in range(0, len(text), 97):
        assert refusal(text[:length])


def test_step_after_the_end_of_the_game_is_refused() -> None:
    text = example().replace("\nstands 37", "\n37 Ann end\nstands 38")
    assert "the game is over before this step" in refusal(text)


def test_impossible_entries_are_not_written() -> None:
    header, entries = golden("us-1980")
    with pytest.raises(SaveError, match="war cannot be written down: entry 3: "):
        write_transcript("war", header, [*entries[:3], ActionEntry(0, Reinforce(0, 1), ())])
    with pytest.raises(SaveError, match="entry 1: there is no seat 7"):
        write_transcript("war", header, [entries[0], PlayerEntry(7, "person")])


@pytest.mark.parametrize("what", few([*HOSTILE], 6))
def test_hostile_text_is_refused_quickly(what: str) -> None:
    data = HOSTILE[what](example())
    with bounded_work(20 * len(data) + 10_000):
        assert refusal(data)


def comments(text: str) -> set[str]:
    """Return the lines of a text that are comments only."""
    return {line for line in text.splitlines() if line.startswith("; ")}


@pytest.mark.usefixtures("english_again")
def test_all_comments_are_in_the_language_in_use() -> None:
    header, entries = golden("us-1993-mission")
    english = comments(write_transcript("war", header, entries))
    language.use("fr")
    french = comments(write_transcript("war", header, entries))
    assert len(french) == len(english)
    assert english & french == set()
