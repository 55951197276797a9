"""The text record in the documentation, and invalid texts made from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from risk_tui.story.record_notation import MAX_BYTES, MAX_LINE, MAX_LINES, MAX_QUOTED

DOCS = Path(__file__).parents[2] / "docs" / "export.md"


def example() -> str:
    """Return the example of the documentation: a short game that is over."""
    return str(re.findall(r"```text\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0])


CHANGES: dict[str, tuple[str, str, str, str]] = {
    "a newer format": (
        "risk-tui game 2",
        "risk-tui game 3",
        "risk-tui",
        "written by a newer risk-tui (format 3; this one reads up to 2); update risk-tui to import",
    ),
    "a format that never was": ("game 2", "game 0", "risk-tui", "start with: risk-tui game 2"),
    "a format of many digits": (
        "game 2",
        "game 2" + "0" * 3000,
        "risk-tui",
        "start with: risk-tui game 2",
    ),
    "an unknown key in the head": ("seed    4", "sed     4", "sed", "'sed' does not belong here"),
    "an unknown choice": (
        "seed    4",
        "advice maybe",
        "advice",
        "'advice' is one of: on, off",
    ),
    "no name": ("name    ann-mary-lou-2026-11-21\n", "", "end", "'name' is missing"),
    "two names": ("seed    4", "name x", "name x", "'name' is there more than once"),
    "no time": ("begun   2026", "begun   yesterday", "begun", "begun 2026-11-21T20:15:00+00:00"),
    "a player too few words": ("Ann red person", "Ann red", "player", "player NAME COLOUR WHO"),
    "a player too few": (
        'player  "Mary Lou" blue person\n',
        "",
        "player",
        "is for 2 players, not 1",
    ),
    "no such bot": ("Ann red person", "Ann red Zog", "player", "there are: person, mira"),
    "the same name twice": ('"Mary Lou" blue', "ann blue", "player", "rename one"),
    "an escaped character": (
        "player  Ann red",
        'player  "A\\u202enn" red',
        "player",
        "a character that cannot be shown",
    ),
    "a bad string": ('player  "Mary Lou"', 'player  "Mary \\x Lou"', 'player  "', "JSON string"),
    "half of a surrogate pair": ("map four.yaml", 'map "\\ud800.yaml"', "map", "JSON string"),
    "an open string": ('player  "Mary Lou"', 'player  "Mary Lou', 'player  "', "quotation mark"),
    "an unknown place": ("reinforce NW 3  ", "reinforce ZZ 3  ", "14", "there is no 'ZZ'"),
    "an illegal action": ("reinforce NW 3  ", "reinforce NW 4  ", "14", "choose 1 to 3"),
    "an unknown player": ('14  "Mary Lou"', "14  Zoe", "14", 'there are: Ann, "Mary Lou"'),
    "too few words": ("30  Ann         end", "30  Ann", "30", "NUMBER WHO ACTION"),
    "a die too few": ("2 6 1 : 5 ", "2 6 : 5 ", "10", "are not 3 dice"),
    "a card that is not there": ("end | pick 2  ", "end | pick 9  ", "12", "not a pick from 0 to"),
    "no dice at all": ("2 6 1 : 5 ", "heads ", "10", "write dice as '6 4 1'"),
    "an order with a gap": (
        "order 1 0 2 3",
        "order 1 0 2 4",
        "1 ",
        "not a shuffle of the numbers 0 to 3",
    ),
    "a gap in the numbers": ("\n14 ", "\n15 ", "15", "entry 14 must come here, not 15"),
    "a step of the table": (
        "-           undo 1",
        "-    end",
        "7 ",
        "after '-' follows: undo COUNT",
    ),
    "a hand-over to an unknown bot": (
        "player mira",
        "player Zog!",
        "21",
        "there are: person, mira",
    ),
    "an unknown answer": ("defence most", "defence none", "0 ", "use one of: ask, most, one"),
    "other standings": (
        "round 2   Ann 1 4 1",
        "round 2   Ann 1 5 1",
        "round 2",
        "round 2 Ann 1 4 1 ",
    ),
    "missing standings": (
        'round 2   Ann 1 4 1   "Mary Lou" 3 6 1',
        "",
        "21",
        "must follow here: round 2 Ann",
    ),
    "misplaced standings": (
        "\n; Round 1: Mary",
        "\nround 1 Ann 1 1 1\n; R",
        "round 1 Ann 1 1",
        "belongs to",
    ),
    "other final standings": (
        "stands 37   Ann 0 0 0",
        "stands 37   Ann 0 0 1",
        "stands",
        "here: expected stands 37 Ann 0 0 0",
    ),
    "no end of the course": ("stands 37", "; stands 37", "rules", "'rules' does not belong here"),
    "no rules": (
        "rules four",
        "; rules four",
        "|",
        "a quoted line must follow a line that begins with one of: rules",
    ),
    "bad rules": (
        "| title: Four corners\n| family",
        "| titel: x\n| family",
        "| titel",
        "unknown key 'titel'",
    ),
    "rules that extend others": ("| family: Examples", "| extends: us-1993", "| ext", "'extends'"),
    "a bad map": ("| deck: {jokers: 2}", "| deck: {jokers: 99}", "| deck", "from 0 to 20"),
    "a map of another name": (
        "map four.yaml",
        "map four.txt",
        "map",
        "the name of a map must end in .yaml",
    ),
    "a bad picture": ("| aaaaaaaaaabbbbbbbbbb", "| zaaaaaaaaabbbbbbbbbb", "| z", "'z'"),
    "another picture": ("picture four.txt", "picture five.txt", "end", "the map names is missing"),
    "a picture too many": (
        "\nend",
        "\npicture six.txt\n| x\nend",
        "picture six",
        "names no picture 'six.txt'",
    ),
    "a picture twice": (
        "\nend",
        "\npicture four.txt\n| x\nend",
        "picture four",
        "is there more than once",
    ),
    "a bar without a space": (
        "| title: Four corners\n| family",
        "|title: x\n| family",
        "|title",
        "and a space",
    ),
    "no end": ("\nend\n", "\n", "", "the text is cut off"),
    "text after the end": ("\nend\n", "\nend\nmore\n", "more", "there must be nothing after"),
    "an escape in a comment": ("undo 1", "undo 1 ; \x1b[2J", "7 ", "'\\x1b' cannot be shown"),
    "a lone return": ("undo 1", "undo 1\r;", "7 ", "'\\r' cannot be shown"),
    "a long line": ("undo 1", "undo 1 ;" + "x" * MAX_LINE, "7 ", "too long; at most 4000"),
}
"""For each mistake the text, its replacement, the start of the invalid line, and the message."""


def _deep(text: str) -> str:
    return text.replace("| family: Examples", "| family: " + "[" * 100_000)


HOSTILE: dict[str, Callable[[str], bytes]] = {
    "quotes": lambda text: b'"' * MAX_BYTES,
    "pairs of quotes": lambda text: (text.replace("undo 1", '""' * (MAX_LINE // 3))).encode(),
    "backslashes": lambda text: b'risk-tui game "' + b"\\" * (MAX_LINE - 50),
    "empty lines": lambda text: b"\n" * (MAX_LINES - 1),
    "too many lines": lambda text: b"\n" * MAX_LINES * 2,
    "too many bytes": lambda text: b"; x\n" * (MAX_BYTES // 3),
    "many strange characters": lambda text: ("\u0301" * (MAX_BYTES // 2)).encode(),
    "comments": lambda text: b"risk-tui game 2\n" + b"; \xc2\xa0\n" * (MAX_LINES - 3),
    "players": lambda text: text.replace("player  Ann", "player X red person\n" * 50_000).encode(),
    "rounds": lambda text: text.replace("round 1 ", "round 1\n" * 50_000 + "round 1 ").encode(),
    "entries": lambda text: text.replace("stands", "9 Ann end\n" * 50_000 + "stands").encode(),
    "pictures": lambda text: text.replace("\nend", "\npicture x.txt" * 40_000 + "\nend").encode(),
    "deep rules": lambda text: _deep(text).encode(),
    "many bars": lambda text: text.replace("\nend", "\n| x" * 50_000 + "\nend").encode(),
    "large rules": lambda text: text.replace(
        "| family", "| a: [" + "1," * (MAX_QUOTED // 2)
    ).encode(),
    "large words": lambda text: text.replace("| family", "| a" * (MAX_QUOTED // 9)).encode(),
    "steps and undo": lambda text: text.replace(
        " 8  Ann         reinforce NE 3",
        "".join(f"{n} Ann reinforce NE 1\n{n + 1} - undo 1\n" for n in range(8, 20_000, 2))
        + " 8  Ann  reinforce NE 3",
    ).encode(),
}
"""Texts that would take long to read without limits."""
