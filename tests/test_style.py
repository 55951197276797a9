"""Docstrings and comments are written in plain English, package by package."""

from __future__ import annotations

import ast
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "risk_tui"
PACKAGES = (
    "boards",
    "bots",
    "cli",
    "commands",
    "data",
    "engine",
    "host",
    "laboratory",
    "line_mode",
    "odds",
    "rules",
    "saves",
    "story",
    "table",
    "text",
    "tui",
    "tui/dialogs",
    "tui/game",
    "tui/map",
    "tui/panels",
    "tui/screens",
    "tui/story",
    "tui/terminal",
    "tui/theme",
    "variants",
)
"""The packages that are checked; one that has been rewritten is added here."""
OPENERS = re.compile(r"(?:Whether|What|How|Where|Why|Who|Which)\b")
BANNED = re.compile(
    r"\b(?:whoever|whomever|whom|somebody|nobody|one's|lest|anew|set-up)\b", re.IGNORECASE
)
EXCEPTIONS = {
    "rules/set_up.py": "Who can play.",  # a heading of the rule book
    "bots/external_messages.py": "Why, for the log: a kind, and a number for each of its slots.",
}
"""Docstrings that players or programs read, by their files."""


@cache
def text_of(file: Path) -> str:
    return file.read_text("utf-8")


def docstrings(file: Path) -> list[tuple[int, str]]:
    """Return the line and text of each docstring, including those of attributes."""
    found = []
    for node in ast.walk(ast.parse(text_of(file))):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else ():
            value = child.value if isinstance(child, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found.append((value.lineno, value.value))
    return found


def comments(file: Path) -> list[tuple[int, str]]:
    """Return the line and text of each comment."""
    with file.open("rb") as source:
        tokens = list(tokenize.tokenize(source.readline))
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def exception(file: Path) -> str | None:
    return EXCEPTIONS.get(file.relative_to(PACKAGE).as_posix())


def files(package: str) -> list[Path]:
    return sorted((PACKAGE / package).rglob("*.py"))


def files_with(pattern: str) -> list[Path]:
    """Return the files of all packages in which a pattern is found anywhere."""
    everything = sorted({file for package in PACKAGES for file in files(package)})
    return [file for file in everything if re.search(pattern, text_of(file), re.IGNORECASE)]


def test_docstrings_start_with_a_verb_or_a_noun() -> None:
    """A docstring says what a caller gets; it never starts with Whether, What, How or Where."""
    found = [
        f"{file.relative_to(PACKAGE)}:{line}: {text.splitlines()[0]}"
        for file in files_with(f"[\"']{OPENERS.pattern}")
        for line, text in docstrings(file)
        if OPENERS.match(text) and text != exception(file)
    ]
    assert not found


def test_docstrings_and_comments_use_no_banned_words() -> None:
    found = [
        f"{file.relative_to(PACKAGE)}:{line}: {match[0]}"
        for file in files_with(BANNED.pattern)
        for line, text in [*docstrings(file), *comments(file)]
        if text != exception(file)
        for match in BANNED.finditer(text)
    ]
    assert not found


SHOWN = re.compile(
    r"\b(?:whoever|whomever|somebody|(?<!\")nobody|everybody|anybody|one's|anew|set-up|broken off)"
    r"\b",
    re.IGNORECASE,
)
"""Words for which texts that players read name the player, or say a plainer one."""


def test_sources_and_rulesets_use_no_banned_words() -> None:
    sources = [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "rulesets").glob("*.yaml")]
    found = [
        f"{file.name}:{number}: {match[0]}"
        for file in sources
        for number, line in enumerate(text_of(file).splitlines(), 1)
        for match in SHOWN.finditer(line)
    ]
    assert not found


def test_every_exception_is_needed() -> None:
    for name, text in EXCEPTIONS.items():
        assert f'"""{text}"""' in (PACKAGE / name).read_text("utf-8"), name
        assert OPENERS.match(text) or BANNED.search(text), name


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_where_to_begin(package: str) -> None:
    """The docstring of a package's ``__init__`` names its imports and what to read first."""
    source = (PACKAGE / package / "__init__.py").read_text("utf-8")
    text = ast.get_docstring(ast.parse(source)) or ""
    assert "\nImports " in text
    assert "\nStart with " in text
    assert len(text.splitlines()) <= 14
    source = "".join(map(text_of, files(package)))
    for name in re.findall(r"``([\w.]+)``", text):
        *path, last = name.split(".")
        is_file = any(
            (PACKAGE / place / last).with_suffix(".py").exists() for place in (".", package)
        )
        is_package = any((PACKAGE / place / last).is_dir() for place in (".", package))
        in_file = PACKAGE.joinpath(package, *path).with_suffix(".py")
        near = in_file.read_text("utf-8") if path and in_file.exists() else source
        assert is_file or is_package or re.search(rf"\b{last}\b", near.replace(text, "")), name
