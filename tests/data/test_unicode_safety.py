"""Which characters may reach a screen: what is seen, and nothing else."""

from __future__ import annotations

import pytest

from risk_tui.data.clean_text import is_safe, max_width, printable


@pytest.mark.parametrize(
    "text",
    [
        "Ann",
        "Zoë",
        "Ångström",
        "王小明",
        "עברית",
        "Nguyễn",
        "क्षि",
        "กำปั่น",
        "♥",
        "😀",
        "[red]Bob[/]",
        "a\xa0b",
    ],
)
def test_names_of_people_are_safe(text: str) -> None:
    assert is_safe(text)
    assert printable(text) == text.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("a\x9b31mb", r"a\x9b31mb"),
        ("a\x07\x7f", r"a\x07\x7f"),
        ("a\u202eb", r"a\u202eb"),
        ("a\u2067b\u2069", r"a\u2067b\u2069"),
        ("a\u200bb\u200d", r"a\u200bb\u200d"),
        ("a\xadb", r"a\xadb"),
        ("\ufeffa", r"\ufeffa"),
        ("\u3164", r"\u3164"),
        ("\u2800", r"\u2800"),
        ("❤\ufe0f", r"❤\ufe0f"),
        ("a\U000e0041", r"a\U000e0041"),
        ("\ud800", r"\ud800"),
        ("\ue000", r"\ue000"),
        ("\U0010ffff", r"\U0010ffff"),
        ("\u0301a", r"\u0301a"),
        ("a \u0301b", r"a \u0301b"),
    ],
)
def test_unsafe_characters_are_escaped(text: str, shown: str) -> None:
    assert not is_safe(text)
    assert printable(text) == shown


def test_marks_do_not_pile_up_over_the_lines_above() -> None:
    assert is_safe("a" + "\u0301" * 3)
    assert not is_safe("a" + "\u0301" * 4)
    assert printable("a" + "\u0301" * 5 + "b") == "a" + "\u0301" * 3 + r"\u0301\u0301b"


@pytest.mark.parametrize("text", ["abcdef", "ab   c d", "a\n\n\n\n\nb"])
def test_cut_text_ends_with_an_ellipsis(text: str) -> None:
    cut = printable(text, 4)
    assert cut.endswith("…")
    assert len(cut) <= 4


def test_blanks_at_the_end_need_no_ellipsis() -> None:
    assert printable("  a  b \n\n\n", 4) == "a b"


def test_anything_is_cut_to_a_few_lines_by_default() -> None:
    assert len(printable("x" * 1000)) == 400
    assert printable(7) == "7"


@pytest.mark.parametrize(
    ("mark", "width"), [("a", 1), ("é", 1), ("\u0301", 0), ("字", 2), ("☰", 2)]
)
def test_characters_have_the_width_that_terminals_may_give_them(mark: str, width: int) -> None:
    assert max_width(mark) == width
