"""YAML from strangers: read as plain data, refused with file and line, and never slow."""

from __future__ import annotations

from itertools import pairwise

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_tui.data import documents
from risk_tui.data.documents import MAX_CHARACTERS, read_document
from risk_tui.errors import DataError
from tests.extent import few, usual_or_full
from tests.work import bounded_processor_time


@pytest.fixture(params=["with libyaml", "without libyaml"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers: the one in C is not there on every machine."""
    if request.param == "with libyaml":
        chosen = pytest.importorskip("yaml").CSafeLoader
    else:
        chosen = yaml.SafeLoader
    monkeypatch.setattr(documents, "_Loader", chosen)


def refusal(text: str) -> str:
    """Return the error about a text, which takes little work and is one line."""
    with bounded_processor_time(), pytest.raises(DataError) as error:
        read_document(text, source="mine.yaml")
    said = str(error.value)
    assert said.isprintable()
    assert len(said) <= 400
    assert said.startswith("mine.yaml")
    return said


# What can be read


def test_plain_data_comes_out() -> None:
    text = """
title: The world
about: >
  Two lines
  become one.
numbers: [1, -2, +3, 0.5]
words: {yes: no, on: off, nothing: , tilde: ~, empty: "", truth: true, lie: False}
quoted: ["1", 'true', "a\\tb"]
2: two
"""
    assert read_document(text, source="x").data == {
        "title": "The world",
        "about": "Two lines become one.\n",
        "numbers": [1, -2, 3, 0.5],
        "words": {
            "yes": "no",
            "on": "off",
            "nothing": None,
            "tilde": None,
            "empty": "",
            "truth": True,
            "lie": False,
        },
        "quoted": ["1", "true", "a\tb"],
        2: "two",
    }


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n"])
def test_an_empty_text_is_nothing(text: str) -> None:
    assert read_document(text, source="x").data is None


def test_each_key_and_item_knows_its_line() -> None:
    document = read_document("a: 1\nb:\n  c: [x,\n    y]\n  d:\n  - e\n  - f: 3\n", source="x")
    lines = {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
        ("b", "c", 1): 4,
        ("b", "d", 0): 6,
        ("b", "d", 1, "f"): 7,
    }
    assert {path: document.line(path) for path in lines} == lines
    assert document.line(("b", "d", 7, "nowhere")) == 5, "the nearest thing above it"


# What is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", "mine.yaml, line 3: duplicate key 'a'"),
        ("x:\n  1: a\n  1: b", "mine.yaml, line 3: duplicate key 1"),
        ("a: {b: 1, b: 1}", "mine.yaml, line 1: duplicate key 'b'"),
        (
            "a: &one 1\nb: *one",
            "mine.yaml, line 1: anchors and aliases are not allowed; write the value out",
        ),
        (
            "- 1\n- *one",
            "mine.yaml, line 2: anchors and aliases are not allowed; write the value out",
        ),
        (
            "a:\n  <<: {b: 1}",
            "mine.yaml, line 2: merge keys are not allowed; write the values out",
        ),
        (
            "a: !!python/name:os.system x",
            "mine.yaml, line 1: tags are not allowed; write a plain value",
        ),
        ("\na: !mine {}", "mine.yaml, line 2: tags are not allowed; write a plain value"),
        ("[1, 2]: x", "mine.yaml, line 1: a key must be a word or a whole number"),
        ("a: 1\n---\nb: 1", "mine.yaml, line 2: a second document; one file holds one document"),
    ],
)
def test_special_yaml_is_refused_with_its_line(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1\nb: 2", 2),
        ("a:\n\tb: 1", 2),
        ("a: 'x", 1),
        ("a: b: c", 1),
        ("\n\n}", 3),
        ("a: %", 1),
    ],
)
def test_invalid_yaml_is_refused_with_its_line(text: str, line: int) -> None:
    said = refusal(text)
    assert said.startswith(f"mine.yaml, line {line}: not valid YAML: ")


@pytest.mark.parametrize("text", ["a: \0", "a: \x1b[31m", "a: \ud800", "\udcff"])
def test_characters_that_no_text_holds_are_refused(text: str) -> None:
    refusal(text)


def bomb() -> str:
    """A few hundred bytes that stand for a thousand million words."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for one, two in pairwise("abcdefghij"):
        lines.append(f"{two}: &{two} [{', '.join(['*' + one] * 10)}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (bomb(), "anchors and aliases"),
        ("a: &a {b: 1}\n" + "".join(f"k{n}:\n  <<: *a\n" for n in range(2000)), "anchors"),
        ("x:\n  <<: [" + "{a: 1}, " * 2000 + "]", "merge keys"),
        ("[" * 100_000, "nested too deeply; at most 12 levels"),
        ("{a: " * 40_000, "nested too deeply"),
        ("- " * 90_000, "nested too deeply"),
        ("\n".join(" " * n + "a:" for n in range(600)), "nested too deeply"),
        ("[" + "1," * 90_000 + "]", "too many entries; at most 20000"),
        ("\n".join(f"k{n}: 1" for n in range(18_000)), "too many entries"),
        ("- a\n" * 45_000, "too many entries"),
        ("? " * 90_000, "a key must be"),
        ("a" * (MAX_CHARACTERS + 1), "too large; at most 200000 characters"),
        ("--- a\n" * 30_000, "a second document"),
        ("&a" * 90_000, "not valid YAML"),
        ("!" * 190_000, "tags are not allowed"),
        ("'" * 199_999, "not valid YAML"),
    ],
    ids=range(16),
)
def test_bombs_are_refused_at_once(text: str, reason: str) -> None:
    assert reason in refusal(text)


@pytest.mark.parametrize(
    "text",
    few(
        [
            "a: " + "x" * 190_000,
            "a: " + "9" * 190_000,
            "a: " + " " * 190_000,
            "#\n" * 95_000,
            "a: |\n" + "\n" * 190_000,
            "a: >\n" + " x\n" * 60_000,
            'a: "' + "\\n" * 95_000 + '"',
            "[" + "a " * 95_000 + "]",
            "".join(f"%TAG !a{n}! tag:x,{n}\n" for n in range(7000)) + "---\na: 1",
        ],
        5,
    ),
    ids=lambda text: text[:4].strip(),
)
def test_long_texts_are_read_without_much_work(text: str) -> None:
    with bounded_processor_time():
        read_document(text, source="x")


def test_the_longest_word_of_digits_stays_a_word() -> None:
    assert read_document("a: " + "9" * 5000, source="x").data == {"a": "9" * 5000}


@settings(max_examples=usual_or_full(100, 300))
@given(st.text(alphabet="ab: -[]{}\n#&*!|>'\"%@`?,~<0\t\x85\u2028\ud800é", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        read_document(text, source="x")
    except DataError as error:
        assert str(error).isprintable()
