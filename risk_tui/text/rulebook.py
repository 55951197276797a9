"""A ruleset as a book: its chapters, and the differences between two rulesets.

Every sentence comes from the fields of the model, so the book says exactly what is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.rules.fields import describe, described_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.rules.fields import Section
    from risk_tui.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the rules: its key, heading, sentences, and where they are documented."""

    key: str
    heading: str
    sentences: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs: its key (``cards.card_sets``), and the sentence of each ruleset, ``""``
    for a ruleset without one."""

    key: str
    one: str
    other: str


def chapters(ruleset: Ruleset) -> list[Chapter]:
    """The chapters of a ruleset in the order in which a player reads them.

    What everybody expects is left out, and so are chapters without any other sentence.
    """
    candidates = [
        Chapter(key, heading, tuple(describe(part)), ruleset.sources.get(key, ""))
        for key, heading, part in _parts(ruleset)
    ]
    return [chapter for chapter in candidates if chapter.sentences]


def page(ruleset: Ruleset, *, sources: bool = False) -> list[str]:
    """The whole book as lines of text."""
    lines = [ruleset.title, ruleset.about]
    for chapter in chapters(ruleset):
        lines += ["", chapter.heading, *(f"  {sentence}" for sentence in chapter.sentences)]
        if sources and chapter.source:
            lines.append(f"  [{chapter.source}]")
    return lines


def differences(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Every value in which two rulesets differ, if one of them has a sentence about it."""
    result = []
    one_parts, other_parts = (
        {key: described_fields(part) for key, _, part in _parts(ruleset)}
        for ruleset in (one, other)
    )
    for key in dict.fromkeys([*one_parts, *other_parts]):
        one_values, other_values = one_parts.get(key, {}), other_parts.get(key, {})
        for name in dict.fromkeys([*one_values, *other_values]):
            value, other_value = one_values.get(name, ""), other_values.get(name, "")
            if value != other_value:
                result.append(Difference(f"{key}.{name}", value, other_value))
    return result


def _parts(ruleset: Ruleset) -> Iterator[tuple[str, str, Section]]:
    """Each section that matters for this ruleset: its key, heading, and values."""
    for key, heading, section in ruleset.sections():
        if section is not ruleset.two_players or ruleset.players.least <= 2:
            yield key, heading, section
