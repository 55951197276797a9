"""``risk-tui keys``, and a keymap that is wrong."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main
from risk_tui.saves.folder import saved_games
from risk_tui.tui.keymap import DEFAULT_KEYMAP, key_bindings, keymap_path, load_keymap, parse_keymap

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def keymap() -> Path:
    """Where the player's keymap belongs, in a folder that is there."""
    path = keymap_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_every_action_is_printed_with_its_keys_and_what_it_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["keys"]) == 0
    printed = capsys.readouterr().out
    for key in key_bindings():
        assert f"{key.action}: [" in printed
        assert DEFAULT_KEYMAP.fill(key.help) in printed
    assert str(keymap_path()) in printed
    assert "(not found)" in printed


def test_what_is_printed_can_be_the_keymap(
    keymap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["keys"])
    keymap.write_text(capsys.readouterr().out, encoding="utf-8")
    assert load_keymap().keys == DEFAULT_KEYMAP.keys
    assert main(["keys"]) == 0
    assert "(valid)" in capsys.readouterr().out


def test_the_players_keys_are_printed_unless_the_defaults_are_asked_for(
    keymap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keymap.write_text("end: x", encoding="utf-8")
    main(["keys"])
    assert parse_keymap(capsys.readouterr().out, source="out").keys["end"] == ("x",)
    main(["keys", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(keymap)
    assert next(it["keys"] for it in told["actions"] if it["action"] == "end") == ["x"]
    main(["keys", "--default"])
    assert parse_keymap(capsys.readouterr().out, source="out").keys["end"] == ("e",)


def test_a_wrong_keymap_is_said_in_one_line(
    keymap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keymap.write_text("attack: x\nblits: b\n", encoding="utf-8")
    assert main(["keys"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"risk-tui: {keymap}, line 2: unknown action 'blits'")
    assert told.err.count("\n") == 1
    # The defaults can be looked up all the same.
    assert main(["keys", "--default"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [[], ["new"], ["new", "--players", "Ann,Ben"], ["play", "--players", "Ann,Ben"], ["resume"]],
)
def test_a_wrong_keymap_stops_the_screen_before_there_is_a_game(
    arguments: list[str],
    keymap: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if arguments == ["resume"]:
        monkeypatch.setattr("risk_tui.saves.folder.last_unfinished", _a_game)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    keymap.write_text("attack: e", encoding="utf-8")
    assert main(arguments) == 2
    assert "e belongs to 'end' and to 'attack'" in capsys.readouterr().err
    assert not saved_games()


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_the_screen_needs_a_terminal_to_read_from_and_to_draw_on(
    missing: str,
    keymap: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda name=name: name != missing)
    keymap.write_text("attack: e", encoding="utf-8")  # what would be said next
    assert main(["new"]) == 2
    assert "this needs a terminal" in capsys.readouterr().err


def _a_game() -> object:
    from types import SimpleNamespace

    return SimpleNamespace(path="game.risk")
