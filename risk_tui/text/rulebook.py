"""A ruleset as a book, the differences between two rulesets, and the list of all rulesets.

The sections of a ruleset and their fields declare every sentence, so the book matches the game.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from risk_tui.data.language import _, pluralize
from risk_tui.engine.game_setup import fitted_to
from risk_tui.engine.variant import overlaid_board
from risk_tui.errors import RiskError
from risk_tui.rules.fields import described_fields, usual_fields, with_player_counts
from risk_tui.rules.house_rules import FAMILY as VARIANTS
from risk_tui.rules.library import load_ruleset, names
from risk_tui.rules.titles import translated_title

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from risk_tui.boards.board import Board
    from risk_tui.rules.fields import Section
    from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the rules: its key, heading, sentences by the names of their values, and source.

    The text of ``basics`` comes first and applies to every edition.
    """

    key: str
    heading: str
    basics: str
    values: Mapping[str, str]
    usual: frozenset[str]
    """The names of values that are as every player expects."""
    source: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences about values that players may not expect."""
        return tuple(text for name, text in self.values.items() if name not in self.usual)


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs between two rulesets: its key, and its sentence in each.

    The key has the form ``cards.card_sets``. A ruleset without the sentence has an empty one.
    """

    key: str
    one: str
    other: str


def chapters(
    ruleset: Ruleset, board: Board | None = None, players: int | None = None
) -> list[Chapter]:
    """Return the chapters of a ruleset in reading order, without those that only say the usual.

    Args:
        ruleset: The ruleset.
        board: A board, whose bonuses of continents are added.
        players: The number of players, to leave out rules for other numbers.
    """
    if board is not None:
        with suppress(RiskError):  # Rules may be read with a board that they don't fit.
            ruleset = fitted_to(ruleset, board)
            board = overlaid_board(ruleset, board)
    left_out = values_left_out(ruleset, players)
    candidates = [
        Chapter(
            key,
            heading,
            "" if f"{key}.played" in left_out else part.basics(board, left_out),
            _values(key, part, left_out),
            usual_fields(part),
            ruleset.sources.get(key, ""),
        )
        for key, heading, part in _parts(ruleset, players)
    ]
    return [chapter for chapter in candidates if chapter.sentences]


def iter_values(ruleset: Ruleset, players: int | None = None) -> Iterator[tuple[str, Section, str]]:
    """Yield each value in the book: its path (``cards.sets``), its section, and its sentence."""
    left_out = values_left_out(ruleset, players)
    for key, _heading, part in _parts(ruleset, players):
        usual = usual_fields(part)
        for name, text in _values(key, part, left_out).items():
            if name not in usual:
                yield f"{key}.{name}", part, text


def variant_rules(ruleset: Ruleset) -> list[tuple[str, tuple[str, ...]]]:
    """Return the name of each played variant, and the sentences about its values."""
    played = {f"variants.{key}" for key in ruleset.variants.played}
    found = [chapter for chapter in chapters(ruleset) if chapter.key in played]
    return [(chapter.heading, chapter.sentences) for chapter in found]


def _values(key: str, part: Section, left_out: Collection[str]) -> dict[str, str]:
    """Return the sentences about the values of a section that have an effect."""
    values = {} if key in left_out else described_fields(part)
    return {name: text for name, text in values.items() if f"{key}.{name}" not in left_out}


def values_left_out(ruleset: Ruleset, players: int | None = None) -> frozenset[str]:
    """Return the sections (``cards``) and values (``cards.sets``) that have no effect."""
    least, most = ruleset.player_limits
    players = least if players is None and least == most else players
    parts = [
        part
        for key, _, part in ruleset.sections()
        if not key.startswith("variants.") or key.partition(".")[2] in ruleset.variants.played
    ]
    return frozenset(name for part in parts for name in part.leaves_out(ruleset, players))


def page(
    ruleset: Ruleset,
    board: Board | None = None,
    players: int | None = None,
    *,
    sources: bool = False,
) -> list[str]:
    """Return the whole book as lines of text; see ``chapters``."""
    lines = [translated_title(ruleset.title), _(ruleset.about)]
    for chapter in chapters(ruleset, board, players):
        texts = filter(None, (chapter.basics, *chapter.sentences))
        lines += ["", chapter.heading, *(f"  {text}" for text in texts)]
        if sources and chapter.source:
            lines.append(f"  [{chapter.source}]")
    return lines


def differences(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Return every value that differs between two rulesets and is in the book of either."""
    in_books = {path for ruleset in (one, other) for path, _, _ in iter_values(ruleset)}
    values, other_values = (
        {
            f"{key}.{name}": text
            for key, _, part in _parts(ruleset)
            for name, text in _values(key, part, left_out).items()
        }
        for ruleset, left_out in ((one, values_left_out(one)), (other, values_left_out(other)))
    )
    paths = [f"{key}.{name}" for key, _, part in one.sections() for name in type(part).model_fields]
    found = [
        Difference(path, values.get(path, ""), other_values.get(path, ""))
        for path in paths
        if path in in_books
    ]
    return [difference for difference in found if difference.one != difference.other]


def _parts(ruleset: Ruleset, players: int | None = None) -> Iterator[tuple[str, str, Section]]:
    """Yield the key and heading of each section of a ruleset, and the section as it is played."""
    least, most = ruleset.player_limits
    counts = range(least, most + 1) if players is None else (players,)
    for key, heading, section in ruleset.sections():
        if section is ruleset.players:
            part: Section = section.model_copy(update={"least": least, "most": most})
        else:
            part = with_player_counts(section, counts)
        for variant in ruleset.variants.played.values():
            part = variant.as_played(part)
        yield key, heading, part


@dataclass(frozen=True)
class ListedRuleset:
    """An entry of the list: a ruleset, or the problem with its file."""

    name: str
    ruleset: Ruleset | None
    problem: str = ""

    @property
    def title(self) -> str:
        """The title in the player's language; the name if the file can't be read."""
        return translated_title(self.ruleset.title) if self.ruleset else self.name


FAMILIES = ("United States", "United Kingdom", "Europe", "Newer rules", VARIANTS)
"""The families in the order of the list. Those of players' own rulesets come after them."""

LAST = "House rules"
"""The family at the end of the list, because its rulesets are not editions."""

_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")


def list_rulesets() -> list[ListedRuleset]:
    """Return all rulesets in the order of the list; unreadable ones come last."""
    rulesets = []
    for name in names("rulesets"):
        try:
            rulesets.append(ListedRuleset(name, load_ruleset(name)))
        except RiskError as error:
            rulesets.append(ListedRuleset(name, None, str(error)))
    return sorted(rulesets, key=_sort_key)


def by_family(rulesets: list[ListedRuleset]) -> Iterator[tuple[str, list[ListedRuleset]]]:
    """Yield the heading of each family in the list, with its rulesets."""
    families = groupby(rulesets, lambda listed: listed.ruleset.family if listed.ruleset else "")
    for family, members in families:
        yield family or _("Cannot be read"), list(members)


def describe_player_count(ruleset: Ruleset) -> str:
    """Describe the number of players of a ruleset."""
    minimum, maximum = ruleset.player_limits
    if minimum == maximum:
        return pluralize(minimum, "player")
    return _("{least} to {most} players", least=minimum, most=maximum)


def _sort_key(listed: ListedRuleset) -> tuple[int, str, int, str]:
    """Return the sort key of an entry: its family, then new editions before old ones.

    New editions come first because most players know those in the shops. The year of an edition is
    in its title; a ruleset without a year comes first.
    """
    if listed.ruleset is None:
        return len(FAMILIES) + 2, "", 0, listed.name
    family, title = listed.ruleset.family, listed.ruleset.title
    known = family in FAMILIES
    rank = FAMILIES.index(family) if known else len(FAMILIES) + (family == LAST)
    year = _YEAR.search(title)
    return rank, family.casefold(), -int(year[0]) if year else -9999, title.casefold()
