"""How a ruleset is told: every field carries the sentence that a player reads about its value."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Section(BaseModel):
    """A part of a ruleset: frozen, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def says(
    description: str, only_if: tuple[Any, ...] = (), /, *, quiet: str = "", **sentences: str
) -> Any:
    """A field whose value is told to players by ``description``, or by a sentence per option.

    ``{value}`` in a sentence stands for the value; ``none`` is the option for ``None`` and for
    an empty list. ``only_if`` (a key of the same section and the values that it may have; without
    any: that it has one) keeps silent about a value that another one makes irrelevant. The
    option ``quiet`` is what everybody expects, told only where rulesets are compared.
    """
    return Field(description=description, json_schema_extra=_telling(only_if, sentences, quiet))


def number(description: str, least: int, most: int, only_if: tuple[Any, ...] = ()) -> Any:
    """Like ``says`` for a whole number with bounds."""
    return Field(description=description, ge=least, le=most, json_schema_extra=_telling(only_if))


def _telling(only_if: tuple[Any, ...], sentences: Any = None, quiet: str = "") -> Any:
    return {"sentences": dict(sentences or {}), "only_if": list(only_if), "quiet": quiet}


def sentences(part: Section) -> list[str]:
    """What a part of a ruleset says, one plain English sentence a value."""
    return [told for name, told in told_fields(part).items() if not _is_quiet(part, name)]


def _is_quiet(part: Section, name: str) -> bool:
    extra: Any = type(part).model_fields[name].json_schema_extra or {}
    return bool(extra.get("quiet") == _option(getattr(part, name)))


def _option(value: object) -> str:
    """The name of a value among the sentences of its field."""
    return "none" if value is None or value == () else str(value).lower()


def told_fields(part: Section) -> dict[str, str]:
    """The sentence about each value by its key; irrelevant values are left out."""
    told = {}
    for name, field in type(part).model_fields.items():
        if not is_told(part, name):
            continue
        value = getattr(part, name)
        extra: Any = field.json_schema_extra or {}
        choices = extra.get("sentences", {})
        sentence = choices.get(_option(value), field.description or "")
        told[name] = sentence.replace("{value}", _spoken(value))
    return told


def is_told(part: Section, name: str) -> bool:
    """Whether a value matters, given the others of its section."""
    extra: Any = type(part).model_fields[name].json_schema_extra or {}
    only_if = extra.get("only_if")
    if not only_if:
        return True
    key, *values = only_if
    value = getattr(part, key)
    return is_told(part, key) and (value in values if values else value is not None)


def _spoken(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, tuple):
        if any(isinstance(each, tuple) for each in value):
            return "; ".join(" and ".join(_named(name) for name in each) for each in value)
        numbers = all(isinstance(each, int) for each in value)
        return (", " if numbers else "; ").join(str(each) for each in value)
    return str(value)


def _named(name: object) -> str:
    return "one more continent" if name == "any" else str(name)
