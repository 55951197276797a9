"""Read rulesets from YAML text or plain data; errors name the file and the line."""

from __future__ import annotations

import json
import re
import reprlib
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from risk_tui.data.documents import Document, KeyPath, read_document
from risk_tui.data.language import N_, _, did_you_mean
from risk_tui.errors import RulesetError
from risk_tui.rules.fields import yaml_text
from risk_tui.rules.ruleset import InconsistentRules, Ruleset, SourceLocations
from risk_tui.rules.variant_options import VariantOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


MAX_EXTENDS = 8
"""The most rulesets that a ruleset extends, directly or through others."""


def parse_ruleset(
    text: str,
    *,
    source: str,
    find: Callable[[str], tuple[str, str]] | None = None,
    has_begun: bool = False,
) -> Ruleset:
    """Read a ruleset from YAML text.

    With ``extends: NAME``, the text only has the keys that differ from another ruleset.

    Args:
        source: The file's name for messages.
        find: Returns the source and text of a ruleset by its name; ``None`` if the text may not
            extend another ruleset.
        has_begun: Whether a game has begun by it; see ``variant_conflicts``.

    Raises:
        RulesetError: If it is invalid; the message has the file, line, key and allowed values.
    """
    documents = [_document(text, source)]
    seen = [source]
    while (parent := documents[-1].data.pop("extends", None)) is not None:
        path: KeyPath = ("extends",)
        child = documents[-1]
        if not isinstance(parent, str) or find is None:
            raise _error_at([child], path, _("'extends' names another ruleset"))
        parent_source, parent_text = find(parent)
        if parent_source in seen:
            raise _error_at([child], path, _("'extends: {parent}' goes in a circle", parent=parent))
        if len(seen) > MAX_EXTENDS:
            problem = _("a ruleset extends at most {most} others", most=MAX_EXTENDS)
            raise _error_at([child], path, problem)
        seen.append(parent_source)
        documents.append(_document(parent_text, parent_source))
    data: dict[str, Any] = {}
    for document in reversed(documents):
        data = _merge(data, document.data)
    return _validate(data, documents, has_begun=has_begun)


def ruleset_from_data(data: object, *, source: str, has_begun: bool = False) -> Ruleset:
    """Make a ruleset from plain data, such as that in a saved game.

    Args:
        source: The name of the data for messages.
        has_begun: Whether a game has begun by it; see ``variant_conflicts``.

    Raises:
        RulesetError: If it is invalid.
    """
    if not isinstance(data, dict):
        raise RulesetError(_("{source}: a ruleset is a table of keys", source=source))
    return _validate(data, [Document(source, data)], has_begun=has_begun)


def ruleset_to_data(ruleset: Ruleset) -> dict[str, Any]:
    """Return the ruleset as plain data for ``ruleset_from_data``."""
    data = ruleset.model_dump(mode="json")
    if not data["variants"]:
        del data["variants"]  # Files without variants keep their older format.
    if not data["board"]["maps"]:
        del data["board"]["maps"]
    return data


def _document(text: str, source: str) -> Document:
    document = read_document(text, source=source)
    if not isinstance(document.data, dict):
        raise RulesetError(
            _("{source}: a ruleset is a table of keys (ruleset, title, setup, …)", source=source)
        )
    return document


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``base`` with the values of ``over``; tables in both are merged."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        are_tables = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(merged[key], value) if are_tables else value
    return merged


def _validate(
    data: dict[str, Any], documents: list[Document], *, has_begun: bool = False
) -> Ruleset:
    try:
        context = {"has_begun": has_begun}
        ruleset = Ruleset.model_validate(_with_tuples(data), context=context)
        return ruleset.set_places(_places(documents, section="board"))
    except ValidationError as error:
        problems: list[Any] = list(error.errors())
        # A misspelt key is both unknown and missing; naming the unknown one is more helpful.
        unknown = [problem for problem in problems if problem["type"] == "extra_forbidden"]
        problem = (unknown or problems)[0]
        path: KeyPath = tuple(problem["loc"])
        paths = (path,)
        if problem["type"] == "value_error":
            paths = getattr(problem["ctx"]["error"], "paths", paths)
        raise _error_at(
            documents, _path_to_report(documents, paths), _describe(problem, path)
        ) from None


def _places(documents: list[Document], section: str = "") -> SourceLocations:
    """Return the file and line of every value, or of those in one section.

    A value comes from the first file in the chain of ``extends`` that has it.
    """
    places: dict[KeyPath, str] = {(): documents[0].source}
    for document in reversed(documents):
        for path, line in document.lines.items():
            if section in ("", path[0]):
                places[path] = f"{document.source}, line {line}"
    return SourceLocations(places)


def _path_to_report(documents: list[Document], paths: tuple[KeyPath, ...]) -> KeyPath:
    """Return the one of ``paths`` that the first of the documents sets; by default the first."""
    for document in documents:
        for path in paths:
            if path in document.lines:
                return path
    return paths[0]


def _with_tuples(data: dict[str, Any]) -> dict[str, Any]:
    """Turn lists into tuples and numeric keys into numbers; JSON has neither."""

    def convert(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                int(key) if re.fullmatch("[0-9]{1,3}", str(key)) else key: convert(item)
                for key, item in value.items()
            }
        if isinstance(value, list):
            return tuple(convert(item) for item in value)
        return value

    return {key: convert(value) for key, value in data.items()}


def _describe(problem: Any, path: KeyPath) -> str:
    """Return a problem that pydantic found at a path, as a line for players."""
    key = ".".join(str(step) for step in path)
    kind = problem["type"]
    if kind == "extra_forbidden":
        hint = did_you_mean(path[-1], _keys_at(path[:-1]))
        if path[:-1] == ("variants",):
            return _("this version has no variant '{path}'; {hint}", path=path[-1], hint=hint)
        return _("unknown key '{key}'; {hint}", key=key, hint=hint)
    if kind == "missing" and isinstance(path[-1], int):
        return _("'{key}': write pairs, as in [[Alaska, Peru]]", key=".".join(map(str, path[:-2])))
    if kind == "missing" and len(path) == 1:
        return _(
            "the key '{key}' is missing; 'extends: us-1993' takes such keys from that ruleset",
            key=key,
        )
    if kind == "missing":
        return _("the key '{key}' is missing", key=key)
    if kind == "value_error":
        reason = problem["ctx"]["error"]
        return str(reason) if isinstance(reason, InconsistentRules) else f"'{key}': {reason}"
    expected = _(_EXPECTED.get(kind, "")) or re.sub(r"^\w+ should ", "must ", problem["msg"])
    value = _written(problem["input"])
    if not path:
        return _("a key {expected}", expected=expected)
    if path[-1] == "[key]":
        return _(
            "'{key}': the key {text} {expected}",
            key=".".join(map(str, path[:-2])),
            text=value,
            expected=expected,
        )
    return f"'{key}': {value} {expected}"


def _written(value: object) -> str:
    """Return a short text for a value, as it would be written in a file."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return reprlib.repr(list(value) if isinstance(value, tuple) else value)


_EXPECTED = {
    "bool_type": N_("must be true or false"),
    "dict_type": N_("must be a table of keys"),
    "int_type": N_("must be a whole number"),
    "model_type": N_("must be a table of keys"),
    "string_pattern_mismatch": N_("must be small letters, digits and hyphens, at most 40"),
    "string_type": N_("must be text"),
    "string_unicode": N_("must be valid Unicode text"),
    "tuple_type": N_("must be a list"),
}


def _keys_at(path: KeyPath) -> list[str]:
    """Return the valid keys of the table at a path."""
    model: Any = Ruleset
    for step in path:
        field = getattr(model, "model_fields", {}).get(step)
        model = field.annotation if field is not None else None
        if model is VariantOptions:
            model = VariantOptions.fields()
    return list(getattr(model, "model_fields", {}))


def _error_at(documents: list[Document], path: KeyPath, problem: str) -> RulesetError:
    """Return an error with the file and line of a path, or of the nearest table around it."""
    return RulesetError(f"{_places(documents).place(path)}: {problem}")


def first_difference(ruleset: Ruleset, values: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a sentence for players about the first of ``values`` that a ruleset does not have.

    Args:
        ruleset: The ruleset.
        values: The values that it should have, by section and key.

    Returns:
        An empty string if the ruleset has all values.
    """
    for name, wanted in values.items():
        section = getattr(ruleset, name)
        for key, value in wanted.items():
            if getattr(section, key) != value:
                words = yaml_text(value) if isinstance(value, dict) else str(value).lower()
                if value == ():
                    words = _("an empty list")
                return _("'{name}.{key}' has to be {words}", name=name, key=key, words=words)
    return ""
