"""A ruleset as a book, the differences between two rulesets, and the list of all rulesets.

The sections of a ruleset and their fields declare every sentence, so the book matches the game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from risk_tui.boards.board import Board
from risk_tui.data.language import _, pluralize
from risk_tui.engine.game_setup import fitted_to
from risk_tui.engine.variant import overlaid_board
from risk_tui.errors import RiskError
from risk_tui.rules.fields import Section, described_fields, usual_fields, with_player_counts
from risk_tui.rules.house_rules import FAMILY as VARIANTS
from risk_tui.rules.library import load_ruleset, names
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.titles import translated_title


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

    The key has the form ``cards.sets``. A ruleset without the sentence has an empty one.
    """

    key: str
    one: str
    other: str


def chapters(
    ruleset: Ruleset, board: Board | None = None, players: int | None = None
) -> list[Chapter]:
    """Return the chapters of a ruleset in reading order.

    A chapter whose values are all as players expect is left out.

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
            "" if f"{key}.played" in left_out else section.basics(board, left_out),
            _values(key, section, left_out),
            usual_fields(section),
            ruleset.sources.get(key, ""),
        )
        for key, heading, section in _sections_as_played(ruleset, players)
    ]
    return [chapter for chapter in candidates if chapter.sentences]


def iter_values(ruleset: Ruleset, players: int | None = None) -> Iterator[tuple[str, Section, str]]:
    """Yield each value in the book: its path (``cards.sets``), its section, and its sentence."""
    left_out = values_left_out(ruleset, players)
    for key, _heading, section in _sections_as_played(ruleset, players):
        usual = usual_fields(section)
        for name, text in _values(key, section, left_out).items():
            if name not in usual:
                yield f"{key}.{name}", section, text


def variant_rules(ruleset: Ruleset) -> list[tuple[str, tuple[str, ...]]]:
    """Return the name of each played variant, and the sentences about its values."""
    played = {f"variants.{key}" for key in ruleset.variants.played}
    return [(each.heading, each.sentences) for each in chapters(ruleset) if each.key in played]


def _values(key: str, section: Section, left_out: Collection[str]) -> dict[str, str]:
    """Return the sentences about the values of a section that have an effect."""
    values = {} if key in left_out else described_fields(section)
    return {name: text for name, text in values.items() if f"{key}.{name}" not in left_out}


def values_left_out(ruleset: Ruleset, players: int | None = None) -> frozenset[str]:
    """Return the sections (``cards``) and values (``cards.sets``) that have no effect."""
    least, most = ruleset.player_limits
    players = least if players is None and least == most else players
    sections = [
        section
        for key, _, section in ruleset.sections()
        if not key.startswith("variants.") or key.partition(".")[2] in ruleset.variants.played
    ]
    return frozenset(name for section in sections for name in section.leaves_out(ruleset, players))


def book_lines(
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
            for key, _, section in _sections_as_played(ruleset)
            for name, text in _values(key, section, left_out).items()
        }
        for ruleset, left_out in ((one, values_left_out(one)), (other, values_left_out(other)))
    )
    paths = [
        f"{key}.{name}" for key, _, section in one.sections() for name in type(section).model_fields
    ]
    values_in_books = [
        Difference(path, values.get(path, ""), other_values.get(path, ""))
        for path in paths
        if path in in_books
    ]
    return [difference for difference in values_in_books if difference.one != difference.other]


def _sections_as_played(
    ruleset: Ruleset, players: int | None = None
) -> Iterator[tuple[str, str, Section]]:
    """Yield the key and heading of each section of a ruleset, and the section as it is played."""
    least, most = ruleset.player_limits
    counts = range(least, most + 1) if players is None else (players,)
    for key, heading, section in ruleset.sections():
        if section is ruleset.players:
            as_played: Section = section.model_copy(update={"least": least, "most": most})
        else:
            as_played = with_player_counts(section, counts)
        for variant in ruleset.variants.played.values():
            as_played = variant.as_played(as_played)
        yield key, heading, as_played


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
"""The last family in the list, because its rulesets are not editions."""

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
