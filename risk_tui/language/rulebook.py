"""A ruleset as a book: its chapters, and how two of them differ.

Every sentence comes from the model's own fields, so the book cannot say anything else than what
is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.telling import sentences, told_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.telling import Section


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rules: its key, heading, sentences, and where they are documented."""

    key: str
    heading: str
    sentences: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs: its key (``cards.sets``), and what each ruleset says; ``""`` for
    one that is silent about it."""

    key: str
    one: str
    other: str


def chapters(ruleset: Ruleset) -> list[Chapter]:
    """The parts of a ruleset in the order in which a player reads them.

    What everybody expects is left out, and parts that say nothing else.
    """
    found = [
        Chapter(key, heading, tuple(sentences(part)), ruleset.sources.get(key, ""))
        for key, heading, part in _parts(ruleset)
    ]
    return [chapter for chapter in found if chapter.sentences]


def page(ruleset: Ruleset, *, sources: bool = False) -> list[str]:
    """The whole book as lines of text."""
    lines = [ruleset.title, ruleset.about]
    for chapter in chapters(ruleset):
        lines += ["", chapter.heading, *(f"  {sentence}" for sentence in chapter.sentences)]
        if sources and chapter.source:
            lines.append(f"  [{chapter.source}]")
    return lines


def differences(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Every value in which two rulesets differ, as far as they speak of it."""
    found = []
    heres, theres = (
        {key: told_fields(part) for key, _, part in _parts(each)} for each in (one, other)
    )
    for key in dict.fromkeys([*heres, *theres]):
        here, there = heres.get(key, {}), theres.get(key, {})
        for name in dict.fromkeys([*here, *there]):
            said, answered = here.get(name, ""), there.get(name, "")
            if said != answered:
                found.append(Difference(f"{key}.{name}", said, answered))
    return found


def _parts(ruleset: Ruleset) -> Iterator[tuple[str, str, Section]]:
    """Each part that can say something for this game: its key, heading, and values."""
    for key, heading, part in ruleset.sections():
        if part is not ruleset.two_players or ruleset.players.least <= 2:
            yield key, heading, part
