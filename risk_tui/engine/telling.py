"""How a ruleset is told: every field carries the sentence that a player reads about its value."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Section(BaseModel):
    """A part of a ruleset: frozen, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def says(description: str, only_if: tuple[str, str] | None = None, /, **sentences: str) -> Any:
    """A field whose value is told to players by ``description``, or by a sentence per option.

    ``{value}`` in a sentence stands for the value; ``none`` is the option for ``None``.
    ``only_if`` (key, value) keeps silent about a value that another one of the same section
    makes irrelevant.
    """
    return Field(description=description, json_schema_extra=_telling(only_if, sentences))


def number(description: str, least: int, most: int, only_if: tuple[str, str] | None = None) -> Any:
    """Like ``says`` for a whole number with bounds."""
    return Field(description=description, ge=least, le=most, json_schema_extra=_telling(only_if))


def _telling(only_if: tuple[str, str] | None, sentences: Any = None) -> Any:
    return {"sentences": dict(sentences or {}), "only_if": list(only_if or ())}


def sentences(part: Section) -> list[str]:
    """What a part of a ruleset says, one plain English sentence a value."""
    return list(told_fields(part).values())


def told_fields(part: Section) -> dict[str, str]:
    """The sentence about each value by its key; irrelevant values are left out."""
    told = {}
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        extra: Any = field.json_schema_extra or {}
        choices, only_if = extra.get("sentences", {}), extra.get("only_if")
        if only_if and getattr(part, only_if[0]) != only_if[1]:
            continue
        key = "none" if value is None else str(value).lower()
        sentence = choices.get(key, field.description or "")
        told[name] = sentence.replace("{value}", _spoken(value))
    return told


def _spoken(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    return str(value)
