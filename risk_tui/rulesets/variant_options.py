"""The options of the variants: the part of a ruleset that grows with every variant there is.

A variant registers its section under its key. A ruleset names under ``variants`` those that are
played; a key that it does not name is not played, so a new variant leaves old files valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import create_model
from pydantic_core import core_schema

from risk_tui.rules.fields import Section, choice_field


class VariantSection(Section):
    """The options of a variant. Each has a default, so that files from before it stay valid."""

    played: bool


def played_field(sentence: str) -> Any:
    """Declare the field that says whether a variant is played; ``sentence`` says what it is."""
    return choice_field(
        "Whether this variant is played.",
        default=True,
        quiet="false",
        true=sentence,
        false="It is not played.",
    )


_SECTIONS: dict[str, type[VariantSection]] = {}
_EXCLUDED: dict[str, Mapping[str, str]] = {}


def register_options(key: str, section: type[VariantSection], excludes: Mapping[str, str]) -> None:
    """Register the options of a variant, and the variants that it does not go with and why."""
    for name, field in section.model_fields.items():
        if field.is_required():
            raise TypeError(f"{section.__name__}.{name} needs a default: files do not name it")
    _SECTIONS[key] = section
    _EXCLUDED[key] = excludes
    _model.cache_clear()


def contradiction(played: Mapping[str, VariantSection]) -> tuple[str, str, str] | None:
    """Two variants of those played that contradict each other, and why."""
    return next(
        (
            (key, other, reason)
            for key in played
            for other, reason in _EXCLUDED[key].items()
            if other in played
        ),
        None,
    )


@cache
def _model() -> type[Section]:
    """The table of all variants, each with its options."""
    sections: dict[str, Any] = {
        key: (section, section.model_construct(played=False))
        for key, section in sorted(_SECTIONS.items())
    }
    return create_model("Variants", __base__=Section, **sections)


class VariantOptions:
    """The ``variants`` of a ruleset: the sections of all variants, played or not."""

    __slots__ = ("_sections",)

    def __init__(self, value: object = None) -> None:
        if isinstance(value, VariantOptions):
            value = dict(value._sections)
        table = _model().model_validate({} if value is None else value)
        self._sections: dict[str, VariantSection] = {
            key: getattr(table, key) for key in type(table).model_fields
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariantOptions) and self.played == other.played

    def __hash__(self) -> int:
        return hash(tuple(self.played))

    def __repr__(self) -> str:
        return f"VariantOptions({self.played!r})"

    @property
    def sections(self) -> dict[str, VariantSection]:
        """The section of every variant by its key."""
        return self._sections

    @property
    def played(self) -> dict[str, VariantSection]:
        """The sections of the variants that are played, by their keys."""
        return {key: section for key, section in self._sections.items() if section.played}

    @classmethod
    def fields(cls) -> type[Section]:
        """The model of the table, for the keys that it knows."""
        return _model()

    def to_data(self) -> dict[str, Any]:
        """The variants that are played as plain data."""
        return {
            key: section.model_dump(mode="json", exclude={"played"})
            for key, section in self.played.items()
        }

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls,
            serialization=core_schema.plain_serializer_function_ser_schema(cls.to_data),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return handler(_model().__pydantic_core_schema__)
