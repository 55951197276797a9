"""The keymap file, its problems, and its effect on the screen."""

from __future__ import annotations

import re
import string
from argparse import Namespace
from pathlib import Path

import pytest
from textual.keys import _character_to_key

from risk_tui.cli.play import require_terminal, run_app
from risk_tui.commands.base import KeyBinding
from risk_tui.data.settings import Settings, keymap_path
from risk_tui.errors import DataError
from risk_tui.tui.app import RiskApp
from risk_tui.tui.dialogs.text_dialogs import MissionDialog, TextDialog, help_text
from risk_tui.tui.keymap import (
    DEFAULT_KEYMAP,
    Keymap,
    check_keys,
    key_bindings,
    keymap_lines,
    load_keymap,
    parse_keymap,
)
from tests.tui.tables import (
    armies,
    attacking,
    due,
    footer,
    new_table,
    on_screen,
    press,
    reinforcing,
    said,
    seated,
    settle,
    strokes,
    until,
)

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"


def test_every_action_has_a_name_and_a_key_of_its_own() -> None:
    assert all(each.keys for each in key_bindings())
    check_keys(key_bindings())


def test_printed_keymap_can_be_parsed() -> None:
    text = "\n".join(keymap_lines(DEFAULT_KEYMAP))
    assert parse_keymap(text, source="keymap.yaml").keys == DEFAULT_KEYMAP.keys


def test_lines_of_the_page_on_keys_can_be_parsed() -> None:
    (shown,) = re.findall(r"the lines you change \(([^)]*)\)", PLAYING.read_text("utf-8"))
    lines = re.findall(r"`([^`]*)`", shown)
    assert len(lines) == 2
    parse_keymap("\n".join(lines), source="keymap.yaml")


def test_every_letter_and_punctuation_mark_can_be_a_key() -> None:
    for mark in (*string.ascii_lowercase, *string.punctuation):
        others = "\n".join(
            f'"{each.action}": f{number}'
            for number, each in enumerate((e for e in key_bindings() if mark in e.keys), 1)
            if each.action != "all"
        ).replace("f1", "f12")
        written = '"\'"' if mark == "'" else f"'{mark}'"
        keymap = parse_keymap(f"all: {written}\n{others}", source="keymap.yaml")
        assert keymap.action_of(_character_to_key(mark), mark) == "all", mark


PROBLEMS = [
    ("atack: x", "line 1: unknown action 'atack'; did you mean attack?"),
    ("end: x\nattack: A", "line 2: upper-case letters are codes of territories"),
    ("attack: 5", "line 1: digits are numbers typed before a key"),
    ("attack: 'é'", "line 1: é is not a valid key for 'attack'; use a lower-case letter"),
    ("attack: hyper+x", "line 1: hyper+x is not a valid key for 'attack'; use a lower-case letter"),
    ("attack:", "line 1: nothing is not a valid key for 'attack'"),
    ("attack: []", "line 1: give 'attack' a key"),
    ("attack: [[x]]", "line 1: ['x'] is not a valid key for 'attack'"),
    ("attack: e", "line 1: e belongs to 'end' and to 'attack'; give 'end' another key here too"),
    ("end: x\n# words\nattack: [y, x]", "line 3: x belongs to 'end' and to 'attack'"),
    ("attack: enter", "line 1: enter always belongs to 'act'"),
    ("attack: escape", "line 1: escape always belongs to 'cancel'"),
    ("attack: ctrl+c", "line 1: ctrl+c always quits"),
    ("attack: ctrl+i", "line 1: ctrl+i is the same key as tab"),
    ("attack: x\nattack: y", "line 2: duplicate key 'attack'"),
    ("attack: &x y", "line 1: anchors and aliases are not allowed"),
    ("- attack", "a keymap is a table of actions and keys, as in  attack: a"),
    ("attack: [x", "not valid YAML"),
]


@pytest.mark.parametrize(("text", "told"), PROBLEMS)
def test_problem_of_a_keymap_is_one_line(text: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_keymap(text, source="keymap.yaml")
    assert str(caught.value).startswith("keymap.yaml")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "{}"])
def test_an_empty_keymap_changes_nothing(text: str) -> None:
    assert parse_keymap(text, source="keymap.yaml").keys == DEFAULT_KEYMAP.keys


def test_keys_can_be_exchanged() -> None:
    keymap = parse_keymap("attack: b\nblitz: [a, F2]", source="keymap.yaml")
    assert keymap.action_of("a", "a") == keymap.action_of("f2", "") == "blitz"
    assert keymap.action_of("b", "b") == "attack"


def test_action_with_another_key_yields_its_default() -> None:
    # A file from before there were threats and campaigns still does what it says.
    keymap = parse_keymap("end: t\nblitz: x", source="keymap.yaml")
    assert keymap.action_of("t", "t") == "end"
    assert keymap.action_of("x", "x") == "blitz"
    assert keymap.keys["threats"] == ("f6",)
    assert keymap.keys["plan"] == ("f7",)


def test_enter_and_escape_cannot_be_reassigned() -> None:
    keymap = parse_keymap("act: x\ncancel: [backspace, escape]", source="keymap.yaml")
    assert keymap.keys["act"] == ("enter", "x")
    assert keymap.keys["cancel"] == ("escape", "backspace")


def test_keymap_file_is_loaded(own_folders: Path) -> None:
    assert load_keymap().keys == DEFAULT_KEYMAP.keys
    keymap_path().parent.mkdir(parents=True, exist_ok=True)
    keymap_path().write_text("end: [x, ctrl+e]\n", encoding="utf-8")
    assert load_keymap().keys["end"] == ("x", "ctrl+e")
    keymap_path().write_bytes(b"end: \xff")
    with pytest.raises(DataError, match=r"keymap\.yaml: not UTF-8 text"):
        load_keymap()


def test_problem_with_the_path_of_a_keymap_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is too long is refused even for root, unlike a forbidden folder."""
    for module in ("tui.keymap", "data.settings"):
        monkeypatch.setattr(f"risk_tui.{module}.keymap_path", lambda: Path("x" * 300))
    monkeypatch.setattr("risk_tui.cli.play.is_in_browser", lambda _: True)
    for load in (
        load_keymap,
        lambda: run_app(Namespace()),
        lambda: require_terminal("risk-tui play --plain"),
    ):
        with pytest.raises(DataError, match=r"^x+: cannot be read: File name too long"):
            load()


# On the screen

CHANGED = Keymap({"end": ("ctrl+y", "ctrl+e"), "blitz": ("z",), "cards": ("n",), "skip": (",",)})


def app_of(table: object) -> RiskApp:
    return RiskApp(table, settings=Settings(pace="instant", curtain="quick"), keymap=CHANGED)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["ctrl+y", "ctrl+e"])
async def test_changed_key_runs_its_action(key: str, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with seated(table, app=app_of) as pilot:
        await press(pilot, "e")
        assert due(table) == ("attack", "Ann")
        await press(pilot, key)
        assert due(table) == ("fortify", "Ann")


async def test_footer_help_and_advice_name_the_changed_keys(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk"), app=app_of, size=(120, 80)) as pilot:
        keys = footer(pilot.app)
        assert "z blitz" in keys
        assert "^Y end" in keys
        await press(pilot, *strokes("UK enter z"))
        assert said(pilot.app) == "Blitz from Ukraine: Enter or z on the target"
        await press(pilot, "5")
        assert "z: stop at that many armies" in said(pilot.app)
        await press(pilot, "escape", "?")
        assert isinstance(pilot.app.screen, TextDialog)
        shown = on_screen(pilot.app)
        assert "^Y ^E    end trading" in shown
        assert "5z stops at 5 armies" in shown


async def test_mission_and_help_name_their_changed_keys(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot", "us-1993-mission")
    keymap = Keymap({"mission": ("f5",), "command": (";",)})
    app = RiskApp(table, settings=Settings(pace="instant"), keymap=keymap)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MissionDialog))
        await settle(pilot)
        assert "Keep it secret. F5 shows it again." in on_screen(app)
        help = help_text(table.view(0), table.seats, keymap).plain
        assert "Commands (press ; first)" in help


async def test_palette_shows_the_changed_keys(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand="Alaska, Peru")
    async with seated(table, app=app_of) as pilot:
        await press(pilot, "ctrl+p", *"cards")
        row = next(line for line in on_screen(pilot.app).splitlines() if "see your cards" in line)
        assert row.rpartition("│")[0].rstrip().endswith(" n")
        assert armies(table, "UK") == (3,)


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("a", "a is a key of 'attack' and of 'tally'"),
        ("B", "B can't be a key"),
        ("5", "5 can't be a key"),
        *((key, "of 'tally' is not a key; use a lower-case") for key in ("CtrlK", "ctrl+K", "f13")),
    ],
)
def test_invalid_key_of_a_command_is_refused(key: str, problem: str) -> None:
    keys = (KeyBinding("attack", ("a",), "attack"), KeyBinding("tally", ("f5", key), "count"))
    with pytest.raises(TypeError, match=problem):
        check_keys(keys)
