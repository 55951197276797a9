"""Texts are converted to ASCII without changing their width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from risk_tui.boards.board import place_name
from risk_tui.data import language
from risk_tui.data.ascii import ERRORS, SIGNS, to_ascii


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Ann", "Ann"),
        ("Zoë, Jürgen & Łukasz", "Zoe, Jurgen & Lukasz"),
        ("● Ann ⚅⚀ → Ural −1 …", "r Ann 61 > Ural -1 ."),
        ("╭─┤x│", "+-+x|"),
        ("名前", "MiQi"),
        ("Жанна", "Zanna"),
        ("あ!", "a !"),
        ("\ue000", "?"),
        ("50 %", "50 %"),
        ("Ben is playing …  space", "Ben is playing .. space"),
        ("Blai…", "Blai."),
        ("⢠⣿ ", ".# "),
    ],
)
def test_texts_in_ascii(text: str, plain: str) -> None:
    assert to_ascii(text) == plain


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("code", "text", "plain"),
    [
        ("de", "Größe, Übung, MENÜ, ÜBEN, Öl", "Groesse, Uebung, MENUE, UEBEN, Oel"),
        ("es", "argüir, Straße", "argüir, Strasse"),
        ("en", "Zoë & Jürgen, Straße", "Zoë & Jürgen, Strasse"),
    ],
)
def test_letters_that_take_two_are_spelled_with_two(code: str, text: str, plain: str) -> None:
    """All other letters are replaced when they are written, because their width stays."""
    language.use(code)
    assert language.spelled(text) == text
    language.spell_in_ascii(ascii=True)
    assert language.spelled(text) == plain


@pytest.mark.usefixtures("english_again")
def test_german_texts_and_places_are_spelled_in_ascii() -> None:
    language.use("de")
    language.spell_in_ascii(ascii=True)
    assert language.pgettext("command", "reinforce") == "verstaerken"
    assert language.pluralize(2, "round") == "2 Runden"
    assert place_name("Great Britain", [("de", "Großbritannien")]) == "Grossbritannien"
    with language.own_letters():
        assert language.pgettext("command", "reinforce") == "verstärken"


@given(st.text("aeousäöüß z"), st.integers(0, 20))
def test_beginning_of_a_german_text_is_the_beginning_of_its_key(text: str, end: int) -> None:
    before, language._Chosen.language = language._Chosen.language, "de"
    try:
        assert language.comparable(text).startswith(language.comparable(text[:end]))
    finally:
        language._Chosen.language = before


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))
def test_conversion_to_ascii_keeps_the_width(text: str) -> None:
    plain = to_ascii(text)
    assert plain.isascii()
    assert cell_len(plain) == sum(max(cell_len(sign), 0) for sign in text)


@given(st.text(st.sampled_from("… é名→-") | st.characters()))
def test_a_stream_in_ascii_writes_the_same(text: str) -> None:
    assert text.encode("ascii", ERRORS).decode("ascii") == to_ascii(text)


def test_every_sign_has_one_ascii_character_and_fills_one_cell() -> None:
    assert all(len(plain) == 1 and plain.isascii() for plain in SIGNS.values())
    assert all(cell_len(sign) == 1 for sign in SIGNS)
