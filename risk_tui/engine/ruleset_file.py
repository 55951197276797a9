"""Rulesets from YAML text or plain data, and what is wrong with them, told by file and line."""

from __future__ import annotations

import difflib
import re
import reprlib
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from risk_tui.engine.errors import RulesetError
from risk_tui.engine.ruleset import Contradiction, Ruleset
from risk_tui.engine.yamlfile import Document, Path, read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_EXTENDS = 8


def parse_ruleset(
    text: str, *, source: str, find: Callable[[str], tuple[str, str]] | None = None
) -> Ruleset:
    """A ruleset from YAML text.

    ``extends: NAME`` takes over everything from another ruleset, which ``find(NAME)`` returns as
    (source, text), and overrides single keys. Raises ``RulesetError`` with file, line, key and
    the allowed values.
    """
    documents = [_document(text, source)]
    seen = [source]
    while (parent := documents[-1].data.pop("extends", None)) is not None:
        path: Path = ("extends",)
        here = documents[-1]
        if not isinstance(parent, str) or find is None:
            raise _refuse([here], path, "'extends' names another ruleset")
        parent_source, parent_text = find(parent)
        if parent_source in seen or len(seen) > MAX_EXTENDS:
            raise _refuse([here], path, f"'extends: {parent}' goes in a circle")
        seen.append(parent_source)
        documents.append(_document(parent_text, parent_source))
    data: dict[str, Any] = {}
    for document in reversed(documents):
        data = _merged(data, document.data)
    return _validated(data, documents)


def ruleset_from_data(data: object, *, source: str) -> Ruleset:
    """A ruleset from plain data, as a saved game keeps it. Raises ``RulesetError``."""
    if not isinstance(data, dict):
        raise RulesetError(f"{source}: a ruleset is a table of keys")
    return _validated(data, [Document(source, data)])


def ruleset_to_data(ruleset: Ruleset) -> dict[str, Any]:
    """The ruleset as plain data from which ``ruleset_from_data`` makes it again."""
    return ruleset.model_dump(mode="json")


def _document(text: str, source: str) -> Document:
    document = read_document(text, source=source)
    if not isinstance(document.data, dict):
        raise RulesetError(f"{source}: a ruleset is a table of keys (ruleset, title, setup, …)")
    return document


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merged(old, value) if both and isinstance(old, dict) else value
    return merged


def _validated(data: dict[str, Any], documents: list[Document]) -> Ruleset:
    try:
        return Ruleset.model_validate(_with_tuples(data))
    except ValidationError as error:
        problems: list[Any] = list(error.errors())
        # A misspelt key is unknown and missing at once; the first says more.
        unknown = [each for each in problems if each["type"] == "extra_forbidden"]
        problem = (unknown or problems)[0]
        path: Path = tuple(problem["loc"])
        paths = (path,)
        if problem["type"] == "value_error":
            paths = getattr(problem["ctx"]["error"], "paths", paths)
        raise _refuse(documents, _to_blame(documents, paths), _explained(problem, path)) from None


def _to_blame(documents: list[Document], paths: tuple[Path, ...]) -> Path:
    """The value that was set nearest to the file that was asked for."""
    for document in documents:
        for path in paths:
            if path in document.lines:
                return path
    return paths[0]


def _with_tuples(data: dict[str, Any]) -> dict[str, Any]:
    """Lists become tuples and number-like keys numbers, as JSON cannot keep either."""

    def converted(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                int(key) if re.fullmatch("[0-9]{1,3}", str(key)) else key: converted(each)
                for key, each in value.items()
            }
        if isinstance(value, list):
            return tuple(converted(each) for each in value)
        return value

    return {key: converted(value) for key, value in data.items()}


def _explained(problem: Any, path: Path) -> str:
    key = ".".join(str(step) for step in path)
    kind = problem["type"]
    if kind == "extra_forbidden":
        known = _fields_at(path[:-1])
        near = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
        return f"unknown key '{key}'; {hint}"
    if kind == "missing":
        return f"the key '{key}' is missing"
    if kind == "value_error":
        reason = problem["ctx"]["error"]
        return str(reason) if isinstance(reason, Contradiction) else f"'{key}': {reason}"
    wanted = _WANTED.get(kind) or re.sub(r"^\w+ should ", "must ", problem["msg"])
    shown = reprlib.repr(problem["input"])
    if not path:
        return f"a key {wanted}"
    if path[-1] == "[key]":
        return f"'{'.'.join(map(str, path[:-2]))}': the key {shown} {wanted}"
    return f"'{key}': {shown} {wanted}"


_WANTED = {
    "bool_type": "must be true or false",
    "dict_type": "must be a table of keys",
    "int_type": "must be a whole number",
    "model_type": "must be a table of keys",
    "string_pattern_mismatch": "must be small letters, digits and hyphens, at most 40",
    "string_type": "must be a text",
    "string_unicode": "must be a text without halves of characters",
    "tuple_type": "must be a list",
}


def _fields_at(path: Path) -> list[str]:
    model: Any = Ruleset
    for step in path:
        field = getattr(model, "model_fields", {}).get(step)
        model = field.annotation if field is not None else None
    return list(getattr(model, "model_fields", {}))


def _refuse(documents: list[Document], path: Path, problem: str) -> RulesetError:
    # The file that set the value is the one to blame: the nearest in the chain of 'extends'.
    for length in range(len(path), 0, -1):
        for document in documents:
            if path[:length] in document.lines:
                line = document.lines[path[:length]]
                return RulesetError(f"{document.source}, line {line}: {problem}")
    return RulesetError(f"{documents[0].source}: {problem}")
