"""Texts are converted to ASCII without changing their width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

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
