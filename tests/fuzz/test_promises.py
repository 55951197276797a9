"""What is promised of every text from outside, whatever it is."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from risk_tui.data.clean_text import printable
from risk_tui.data.settings import load_settings, settings_path
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import read_house_rule, with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.entries import read_entry, write_entry
from risk_tui.table.seats import NAME_WIDTH, clean_name
from tests.extent import usual_or_full

from .mutate import MARKUP, NASTY, VALUES

quick = settings(max_examples=usual_or_full(150, 300))

pieces = st.one_of(st.characters(), st.sampled_from(NASTY), st.sampled_from(MARKUP))
texts = st.lists(pieces, max_size=8).map("".join)
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def hides(text: str) -> bool:
    """Whether a text has a control, bidirectional, format or unknown character."""
    return any(unicodedata.category(mark) in HIDDEN for mark in text)


@quick
@given(texts)
@example("\u202eevil")
@example("a" + "\u0301" * 1000)
def test_a_clean_name_is_short_has_nothing_hidden_and_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except RiskError as error:
        assert not hides(str(error))
        assert len(str(error)) < 300
    else:
        assert name.strip()
        assert not hides(name)
        assert cell_len(name) <= NAME_WIDTH
        assert clean_name(name) == name


@quick
@given(texts, st.integers(1, 50))
def test_a_literal_text_is_one_line_with_nothing_hidden(text: str, longest: int) -> None:
    shown = printable(text, longest)
    assert not hides(shown)
    assert len(shown) <= longest
    assert printable(shown, 10 * longest) == shown, "it is fit to be shown already"


@quick
@given(st.sampled_from(("cards.sets", "setup.armies", "x", "missions.each")), texts)
def test_a_house_rule_is_taken_or_refused_in_one_line(key: str, value: str) -> None:
    try:
        ruleset = with_house_rules(load_ruleset("stars"), dict([read_house_rule(f"{key}={value}")]))
    except RiskError as error:
        assert not hides(str(error))
    else:
        assert not hides(ruleset.title)


@quick
@given(
    st.sampled_from(("seat", "do", "undo", "player", "defence", "chance", "territory")),
    st.sampled_from(VALUES),
    st.sampled_from(("claim", "attack", "trade", "end", "undo")),
)
def test_an_entry_is_read_as_it_was_written_or_refused(key: str, value: object, do: str) -> None:
    data = {"seat": 0, "do": do, "territory": 3, key: value}
    try:
        entry = read_entry(json.dumps(data))
    except RiskError as error:
        assert not hides(str(error))
    else:
        assert read_entry(write_entry(entry)) == entry


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
def test_settings_that_cannot_be_are_as_if_there_were_none(content: bytes) -> None:
    none = load_settings()
    settings_path().parent.mkdir(parents=True)
    settings_path().write_bytes(content)
    assert load_settings() == none
