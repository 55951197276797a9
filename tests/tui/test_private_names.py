"""Private names of Textual and Rich: all in use are listed, and none is overridden by accident."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import rich
import textual

import risk_tui

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(risk_tui.__file__).parent
PAGE = PACKAGE.parent / "docs" / "architecture.md"
THEIRS = ("textual", "rich")
TUPLES = {"_asdict", "_fields", "_make", "_replace"}
"""Names of named tuples, which are public in spite of their underscore."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name.isidentifier()


def sources() -> list[Path]:
    """Return all files that may use Textual."""
    return sorted([*(PACKAGE / "tui").rglob("*.py"), *(PACKAGE / "cli").glob("*.py")])


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def private_names() -> frozenset[str]:
    """Return all private names that are defined in Textual or Rich."""
    pattern = re.compile(r"\b(?:self\.|def |class )(_[A-Za-z]\w*)")
    found: set[str] = set()
    for package in (textual, rich):
        for file in Path(package.__file__).parent.rglob("*.py"):
            found.update(pattern.findall(file.read_text("utf-8")))
    return frozenset(found - TUPLES)


def defined(body: ast.ClassDef) -> Iterator[str]:
    """Yield the names of a class's methods, class attributes and instance attributes."""
    for part in body.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield part.name
        targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
        yield from (each.id for each in targets if isinstance(each, ast.Name))
    for node in ast.walk(body):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and by_self(node):
            yield node.attr


def by_self(node: ast.Attribute) -> bool:
    value = node.value.func if isinstance(node.value, ast.Call) else node.value
    return isinstance(value, ast.Name) and value.id in ("self", "cls", "super")


@cache
def inherited(base: type) -> frozenset[str]:
    """Return the private names that a class of Textual defines."""
    body: ast.AST = tree_of(Path(inspect.getfile(base)))
    for name in base.__qualname__.split("."):
        body = next(
            each for each in ast.walk(body) if isinstance(each, ast.ClassDef) and each.name == name
        )
    assert isinstance(body, ast.ClassDef)
    return frozenset(filter(is_private, defined(body)))


def classes(body: ast.AST, owner: object) -> Iterator[tuple[ast.ClassDef, type]]:
    """Yield the classes in a module or class, including nested ones."""
    for part in getattr(body, "body", ()):
        if isinstance(part, ast.ClassDef):
            made = getattr(owner, part.name)
            yield part, made
            yield from classes(part, made)


def of_textual(made: type) -> frozenset[str]:
    """Return the private names that a class inherits from Textual or Rich."""
    bases = [base for base in made.__mro__ if base.__module__.split(".")[0] in THEIRS]
    return frozenset().union(*(inherited(base) for base in bases))


def module_of(file: Path) -> object:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return importlib.import_module(".".join(parts).removesuffix(".__init__"))


def used(file: Path, tree: ast.Module) -> Iterator[str]:
    """Yield the private names of Textual and Rich that a file uses."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update(each.asname or each.name for each in node.names)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in THEIRS:
            names = [f"{node.module}.{each.name}" for each in node.names]
            yield from (name for name in names if any(map(is_private, name.split("."))))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in private_names() and not by_self(node):
            if ast.unparse(node.value) not in modules or ast.unparse(node.value) in THEIRS:
                yield node.attr
        elif isinstance(node, ast.Constant) and node.value in private_names():
            yield node.value
    for body, made in classes(tree, module_of(file)):
        theirs = of_textual(made)
        mine = {each.attr for each in ast.walk(body) if isinstance(each, ast.Attribute)}
        yield from (mine | set(defined(body))) & theirs


@cache
def listed() -> dict[tuple[str, str], str]:
    """Return the reason for each name and file in the documentation."""
    section = PAGE.read_text("utf-8").split("## Private names of Textual")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| `([\w./]+)` \| (.+) \|$", section, re.MULTILINE)
    assert len(rows) == section.count("\n| ") - 2 == len({row[:2] for row in rows})
    return {(name, file): why for name, file, why in rows}


def test_exactly_the_private_names_in_use_are_listed() -> None:
    found = {
        (name, str(file.relative_to(PACKAGE)))
        for file in sources()
        for name in used(file, tree_of(file))
    }
    assert found == set(listed())


def test_every_listed_name_exists() -> None:
    for name, _ in listed():
        if "." in name:
            module, _, what = name.rpartition(".")
            assert hasattr(importlib.import_module(module), what), name
        else:
            assert name in private_names()


def test_no_class_overrides_a_private_name_by_accident() -> None:
    chance = [
        f"{made.__module__}.{made.__qualname__}: {name}"
        for file in sources()
        for body, made in classes(tree_of(file), module_of(file))
        for name in set(defined(body)) & of_textual(made)
        if (name, str(file.relative_to(PACKAGE))) not in listed()
    ]
    assert not chance
