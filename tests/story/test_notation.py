"""Parsing the notation of a text record reverses formatting it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from risk_tui.engine.actions import Action, all_actions
from risk_tui.engine.declarations import Slot, slots_of
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board
from risk_tui.story.record_notation import (
    Notation,
    format_chance,
    parse_chance,
    quote_word,
    split_words,
    unquote_word,
)
from risk_tui.story.record_writer import CORRECTS, ROLLS

BOARD = load_board("classic")
NOTATION = Notation(BOARD)
NUMBERS = st.integers(0, 99_999)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "territory": st.integers(0, len(BOARD.territories) - 1),
    "card": st.integers(0, len(BOARD.deck) - 1),
    "choice": st.booleans(),
}


def values(slot: Slot) -> st.SearchStrategy[Any]:
    """Return values for a field of this meaning."""
    value = VALUES.get(slot.meaning, NUMBERS)
    if slot.many:
        value = st.lists(value, min_size=1, max_size=9).map(tuple)
    return st.none() | value if slot.optional else value


@st.composite
def actions(draw: st.DrawFn) -> Action:
    kind = draw(st.sampled_from(list(all_actions().values())))
    return kind(**{name: draw(values(slot)) for name, slot in slots_of(kind).items()})


@given(actions())
def test_parsing_an_action_reverses_formatting(action: Action) -> None:
    assert NOTATION.parse(NOTATION.format(action)) == action


def test_action_names_differ_from_other_entries() -> None:
    assert not all_actions().keys() & {"player", "defence", "undo", CORRECTS, ROLLS}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("clam AL", "unknown action 'clam'; did you mean claim?"),
        ("", "unknown action ''; there are: begin, lead, claim"),
        ("claim", "write: claim TERRITORY"),
        ("claim ZZ", "there is no 'ZZ' on this board; write: claim TERRITORY"),
        ("claim al", "there is no 'al' on this board"),
        ("attack UK UR", "write: attack SOURCE TARGET DICE"),
        ("attack UK UR 3 3", "write: attack SOURCE TARGET DICE"),
        ("attack UK UR 333333", "write: attack SOURCE TARGET DICE"),
        ("attack UK UR -1", "there is no '-1'"),
        ("attack UK UR ٣", "write: attack"),
        ("trade", "write: trade CARDS[ bonus BONUS]"),
        ("trade UK joker3", "there is no 'joker3' on this board"),
        ("declare war", "there is no 'war'"),
        ("capital ", "write: capital TERRITORY"),
        ("end now", "write: end"),
    ],
)
def test_invalid_actions_are_refused_with_the_expected_form(text: str, problem: str) -> None:
    with pytest.raises(RiskError) as refused:
        NOTATION.parse(text)
    assert problem in str(refused.value)


DICE = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple)
ORDERS = st.integers(0, 60).flatmap(lambda count: st.permutations(range(count)).map(tuple))


@given(st.lists(DICE | ORDERS | NUMBERS, min_size=1))
def test_parsing_chance_reverses_formatting(outcomes: list[Any]) -> None:
    assert parse_chance(format_chance(outcomes)) == tuple(outcomes)


@pytest.mark.parametrize(
    "text", ["", ":", "6 4 :", "6 x", "pick", "pick 1 2", "six", "6,4", "-1", "6 1000000", "dice"]
)
def test_invalid_dice_are_refused(text: str) -> None:
    with pytest.raises(RiskError, match="is not an outcome of chance; write dice as"):
        parse_chance(text)


@given(st.lists(st.text(), min_size=1))
def test_any_texts_are_words_of_a_line(texts: list[str]) -> None:
    line = "  ".join(map(quote_word, texts)) + ' ; a comment; with "quotes'
    assert "\n" not in line
    assert [unquote_word(word) for word in split_words(line)] == texts


def test_invisible_characters_are_escaped() -> None:
    assert quote_word("A\u202enn") == '"A\\u202enn"'
    assert quote_word("A\u3164nn") == '"A\\u3164nn"'
    assert quote_word("Ann") == "Ann"


@pytest.mark.parametrize("line", ['"Ann', 'Ann "', '"Ann\\" ; no end', '"\\'])
def test_unterminated_strings_are_refused(line: str) -> None:
    with pytest.raises(RiskError, match="the closing quotation mark"):
        split_words(line)


@pytest.mark.parametrize("word", ['"\\x"', '"\t"', '"\\u12"'])
def test_invalid_escapes_are_refused(word: str) -> None:
    with pytest.raises(RiskError, match="JSON string"):
        unquote_word(word)
