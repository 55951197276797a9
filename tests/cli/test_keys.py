"""``risk-tui keys``, and invalid keymaps."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from risk_tui.saves.folder import saved_games
from risk_tui.tui.keymap import DEFAULT_KEYMAP, key_bindings, keymap_path, load_keymap, parse_keymap
from tests.cli.running import Run


@pytest.fixture
def keymap() -> Path:
    """The path of the player's keymap, in an existing folder."""
    path = keymap_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_all_keys_are_printed(printed: Run) -> None:
    page = printed("keys")
    for key in key_bindings():
        assert f"{key.action}: [" in page
        assert DEFAULT_KEYMAP.fill(key.help) in page
    assert str(keymap_path()) in page
    assert "(not found)" in page


def test_output_is_a_valid_keymap(keymap: Path, printed: Run) -> None:
    keymap.write_text(printed("keys"), encoding="utf-8")
    assert load_keymap().keys == DEFAULT_KEYMAP.keys
    assert "(valid)" in printed("keys")


def test_own_keys_are_printed_unless_the_defaults_are_requested(keymap: Path, printed: Run) -> None:
    keymap.write_text("end: x", encoding="utf-8")
    assert parse_keymap(printed("keys"), source="out").keys["end"] == ("x",)
    data = json.loads(printed("keys", "--json"))
    assert data["file"] == str(keymap)
    assert next(it["keys"] for it in data["actions"] if it["action"] == "end") == ["x"]
    assert parse_keymap(printed("keys", "--default"), source="out").keys["end"] == ("e",)


def test_invalid_keymap_is_refused(keymap: Path, printed: Run, refusal: Run) -> None:
    keymap.write_text("attack: x\nblits: b\n", encoding="utf-8")
    assert refusal("keys").startswith(f"{keymap}, line 2: unknown action 'blits'")
    assert printed("keys", "--default")


@pytest.mark.parametrize(
    "words", ["", "new", "new --players Ann,Ben", "play --players Ann,Ben", "resume"]
)
def test_invalid_keymap_stops_the_screen_before_a_game_is_created(
    words: str, keymap: Path, refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words == "resume":
        game = SimpleNamespace(path="game.risk")
        monkeypatch.setattr("risk_tui.saves.folder.last_unfinished", lambda: game)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    keymap.write_text("attack: e", encoding="utf-8")
    assert "e belongs to 'end' and to 'attack'" in refusal(*words.split())
    assert not saved_games()


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_screen_needs_a_terminal_for_all_streams(
    missing: str, keymap: Path, refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda name=name: name != missing)
    keymap.write_text("attack: e", encoding="utf-8")  # The terminal is checked first.
    assert "this needs a terminal" in refusal("new")
