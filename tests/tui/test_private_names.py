"""Private names of Textual and Rich: all in use are listed, and none is overridden by accident."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import rich
import textual

import risk_tui

PACKAGE = Path(risk_tui.__file__).parent
PAGE = PACKAGE.parent / "docs" / "architecture.md"
THEIRS = ("textual", "rich")
TUPLES = {"_asdict", "_fields", "_make", "_replace"}
"""Names of named tuples, which are public in spite of their underscore."""
DEFINITION = re.compile(r"\b(?:self\.|def |class )(_[A-Za-z]\w*)")
MENTION = re.compile(r"(?:\.|def |class |^ +)(_[A-Za-z]\w*)", re.MULTILINE)
"""A private name that the source of a class uses, or defines as a method or class attribute."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name.isidentifier()


@cache
def private_names() -> frozenset[str]:
    """Return all private names that are defined in Textual or Rich."""
    found: set[str] = set()
    for package in (textual, rich):
        for file in Path(package.__file__).parent.rglob("*.py"):
            found.update(DEFINITION.findall(file.read_text("utf-8")))
    return frozenset(found - TUPLES)


@cache
def class_sources(file: str) -> dict[str, str]:
    """Return the sources of the classes in a file by their names; ``inspect`` reads it for each."""
    text = Path(file).read_text("utf-8")
    lines, found = text.splitlines(), dict[str, str]()

    def visit(parent: ast.AST, names: tuple[str, ...]) -> None:
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef):
                path = (*names, node.name)
                found[".".join(path)] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                visit(node, path)

    visit(ast.parse(text), ())
    return found


def source_of(made: type) -> str:
    """Return the source of a class."""
    return class_sources(inspect.getfile(made))[made.__qualname__]


@cache
def names_in(base: type) -> frozenset[str]:
    """Return the private names in a class: of methods, class attributes and instance attributes."""
    names = [*DEFINITION.findall(source_of(base)), *vars(base)]
    return frozenset(filter(is_private, names))


def classes_in(owner: object) -> Iterator[type]:
    """Yield the classes that are defined in a module or class."""
    module = getattr(owner, "__module__", None) or owner.__name__  # type: ignore[attr-defined]
    for made in vars(owner).values():
        if isinstance(made, type) and made.__module__ == module:
            yield made
            yield from classes_in(made)


def used_names(file: Path) -> Iterator[str]:
    """Yield the private names of Textual and Rich that a file uses or overrides."""
    tree = ast.parse(file.read_text("utf-8"))
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update(each.asname or each.name for each in node.names)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in THEIRS:
            names = [f"{node.module}.{each.name}" for each in node.names]
            yield from (name for name in names if any(map(is_private, name.split("."))))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in private_names():
            receiver = ast.unparse(node.value)
            if receiver not in ("self", "cls", "super()", *modules):
                yield node.attr
        elif isinstance(node, ast.Constant) and node.value in private_names():
            yield node.value
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    for made in classes_in(importlib.import_module(".".join(parts).removesuffix(".__init__"))):
        bases = (base for base in made.__mro__ if base.__module__.split(".")[0] in THEIRS)
        mentioned = MENTION.findall(source_of(made))
        yield from frozenset().union(*map(names_in, bases)).intersection(mentioned)


def test_exactly_the_private_names_in_use_are_listed() -> None:
    section = PAGE.read_text("utf-8").split("## Private names of Textual")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `([\w.]+)` \| `([\w./]+)` \| .+ \|$", section, re.MULTILINE)
    assert len(listed) == section.count("\n| ") - 2
    files = [*(PACKAGE / "tui").rglob("*.py"), *(PACKAGE / "cli").glob("*.py")]
    found = {(name, str(file.relative_to(PACKAGE))) for file in files for name in used_names(file)}
    assert found == set(listed)
