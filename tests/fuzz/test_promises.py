"""Any text from outside is accepted, or refused in one printable line."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_tui.data.clean_text import printable
from risk_tui.data.settings import load_settings, settings_path
from risk_tui.errors import RiskError
from tests.extent import usual_or_full

from .mutate import MARKUP, NASTY
from .target import prove_refusal
from .targets import TARGETS
from .worker import made

pieces = st.one_of(st.characters(), st.sampled_from(NASTY), st.sampled_from(MARKUP))
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@settings(max_examples=usual_or_full(150, 300))
@given(st.lists(pieces, max_size=8).map("".join), st.integers(1, 50))
def test_printable_text_is_one_line_without_hidden_characters(text: str, longest: int) -> None:
    shown = printable(text, longest)
    assert HIDDEN.isdisjoint(map(unicodedata.category, shown))
    assert len(shown) <= longest
    assert printable(shown, 10 * longest) == shown


@pytest.mark.parametrize("name", ["names", "players", "house rules", "entries", "yaml"])
def test_text_is_accepted_or_refused_in_one_line(name: str, tmp_path: Path) -> None:
    target = TARGETS[name](tmp_path)
    for number in range(usual_or_full(150, 300)):
        try:
            target.run(made(target, 2, number))
        except RiskError as error:
            prove_refusal(error)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"players": [' + b'"x",' * 100 + b'"x"]}',
        b'{"players": ["' + b"x" * 5000 + b'"]}',
        b'{"ruleset": "' + b"x" * 1_000_000 + b'"}',
        b'{"pace": 7, "map": null, "theme": "pink"}',
        b"[" * 90_000,
    ],
    ids=range(8),
)
def test_invalid_settings_are_ignored(content: bytes) -> None:
    defaults = load_settings()
    settings_path().parent.mkdir(parents=True)
    settings_path().write_bytes(content)
    assert load_settings() == defaults
