"""The board: territories, continents, links and the deck, proved sound when it is loaded."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from risk_tui.engine.errors import BoardError
from risk_tui.engine.picture import Picture, TerritoryKey, caption_text
from risk_tui.engine.picture_file import parse_picture
from risk_tui.engine.yamlfile import Document, Path, has_hidden_characters, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MAX_TERRITORIES = 52
"""Every territory has a letter of its own in the pictures."""

NAME_WIDTH = 40
TITLE_WIDTH = 60
ABOUT_LENGTH = 1000
"""Characters that names, a map's title and what is said about it may have."""


class Symbol(StrEnum):
    """What a card shows."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    JOKER = "joker"


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory: its name, two-letter code, picture letter, continent and other names."""

    name: str
    code: str
    letter: str
    continent: int
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent, the armies that holding it brings each turn, and its territories."""

    name: str
    bonus: int
    territories: tuple[int, ...]

    def holder(self, owner: Sequence[int]) -> int:
        """Who holds all of it, by the ``owner`` of every territory of the board; -1 for nobody."""
        first = owner[self.territories[0]]
        return first if all(owner[place] == first for place in self.territories) else -1


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck; a joker shows no territory."""

    symbol: Symbol
    territory: int | None


@dataclass(frozen=True)
class Board:
    """Where a game is played. Immutable; territories and cards are named by their index.

    ``links`` holds every pair of linked territories once (lower index first); ``sea_lanes`` is
    the part of them that crosses water. ``neighbours[t]`` lists the territories linked to ``t``.
    ``files`` keeps the texts that the board was made from, so that a saved game carries its own.
    """

    name: str
    title: str
    about: str
    territories: tuple[Territory, ...]
    continents: tuple[Continent, ...]
    links: frozenset[tuple[int, int]]
    sea_lanes: frozenset[tuple[int, int]]
    deck: tuple[Card, ...]
    files: Mapping[str, str] = field(repr=False, compare=False)
    omitted: frozenset[tuple[int, int]] = frozenset()
    """Links that the pictures show but that do not count in this game."""

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The linked territories of each territory, in index order."""
        linked: list[list[int]] = [[] for _ in self.territories]
        for one, other in sorted(self.links):
            linked[one].append(other)
            linked[other].append(one)
        return tuple(tuple(sorted(others)) for others in linked)

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """The board's pictures, smallest first; each is proved to show this board.

        Raises ``BoardError`` for a picture that does not. Read on first use: an engine without
        a screen never pays for them.
        """
        keys = [TerritoryKey(place.code, place.letter) for place in self.territories]
        links = {frozenset(link) for link in self.links | self.omitted}
        captions = {each.name: caption_text(each.name, each.bonus) for each in self.continents}
        pictures = [
            parse_picture(text, source=name, territories=keys, links=links, captions=captions)
            for name, text in self.files.items()
            if not name.endswith(".yaml")
        ]
        return tuple(sorted(pictures, key=lambda picture: picture.columns * picture.rows))

    def without(self, pairs: Iterable[Sequence[str]]) -> Board:
        """The board without the links between these pairs of territories, given by name or code.

        Raises ``BoardError`` for a territory or a link that the board does not have, and for a
        board that would fall apart.
        """
        omitted = {self._link(pair) for pair in pairs}
        board = replace(
            self,
            links=self.links - omitted,
            sea_lanes=self.sea_lanes - omitted,
            omitted=self.omitted | omitted,
        )
        reached, waiting = {0}, [0]
        while waiting:
            new = set(board.neighbours[waiting.pop()]) - reached
            reached |= new
            waiting += new
        if len(reached) < len(board.territories):
            raise BoardError(f"{self.title} falls apart without those links")
        return board

    def _link(self, pair: Sequence[str]) -> tuple[int, int]:
        names = {place.name.casefold(): number for number, place in enumerate(self.territories)}
        ends = []
        for text in pair:
            found = names.get(text.casefold(), self.find(text))
            if found is None:
                near = difflib.get_close_matches(text.casefold(), names, n=1, cutoff=0.5)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise BoardError(f"{self.title} has no territory {text!r}{hint}")
            ends.append(found)
        link = (min(ends), max(ends))
        if link not in self.links | self.omitted:
            raise BoardError(f"{self.title} has no link between {pair[0]} and {pair[1]}")
        return link

    def find(self, code: str) -> int | None:
        """The territory with this code (case does not matter), or ``None``."""
        return self._codes.get(code.upper())

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {place.code: number for number, place in enumerate(self.territories)}


def parse_board(files: Mapping[str, str]) -> Board:
    """A board from the texts of its files: the map (``NAME.yaml``) first, then its pictures.

    Raises ``BoardError`` (or ``DataError`` for what is not YAML) with file, line and what would
    be right. Pictures are proved when they are first looked at.
    """
    source = next(iter(files))
    return _MapReader(read_document(files[source], source=source)).board(files)


def picture_names(text: str, *, source: str) -> tuple[str, ...]:
    """The file names of the pictures that a map's YAML text lists."""
    reader = _MapReader(read_document(text, source=source))
    names = reader.items(("pictures",))
    for index, name in enumerate(names):
        if not isinstance(name, str) or not re.fullmatch(r"[\w-]+\.txt", name):
            raise reader.refuse(("pictures", index), "a picture is a plain file name, NAME.txt")
    return tuple(names)


class _MapReader:
    """Reads one map document and says where it is wrong."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data = document.data
        if not isinstance(self.data, dict):
            raise BoardError(f"{document.source}: a map is a table of keys (map, continents, …)")

    def refuse(self, path: Path, problem: str) -> BoardError:
        return BoardError(f"{self.document.source}, line {self.document.line(path)}: {problem}")

    def at(self, path: Path, kind: type, wanted: str) -> Any:
        value: Any = self.data
        for step in path:
            if not isinstance(value, dict):
                raise self.refuse(path, f"'{step}' belongs to a table of keys; {wanted}")
            if step not in value:
                raise self.refuse(path[:-1], f"the key '{step}' is missing; {wanted}")
            value = value[step]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.refuse(path, f"'{path[-1]}' must be {wanted}")
        return value

    def text(self, path: Path, wanted: str = "a text", most: int = NAME_WIDTH) -> str:
        value = self.clean(path, " ".join(str(self.at(path, str, wanted)).split()))
        if len(value) > most:
            raise self.refuse(path, f"'{path[-1]}' has at most {most} characters")
        return value

    def clean(self, path: Path, value: str) -> str:
        if has_hidden_characters(value):
            raise self.refuse(path, "control and invisible characters are not allowed")
        if not value.strip():
            raise self.refuse(path, "an empty text says nothing; write a word")
        return value

    def called(self, path: Path, value: object) -> str:
        name = self.clean(path, str(value))
        if len(name) > NAME_WIDTH:
            raise self.refuse(path, f"a name has at most {NAME_WIDTH} characters")
        return name

    def items(self, path: Path) -> list[Any]:
        return list(self.at(path, list, "a list"))

    def known_keys(self, path: Path, table: Mapping[Any, Any], allowed: tuple[str, ...]) -> None:
        for key in table:
            if key not in allowed:
                names = ", ".join(allowed)
                raise self.refuse((*path, key), f"unknown key '{key}'; known here: {names}")

    def board(self, files: Mapping[str, str]) -> Board:
        known = ("map", "title", "about", "version", "continents", "links", "deck", "pictures")
        self.known_keys((), self.data, known)
        territories, continents, symbols = self.lands()
        links, lanes = self.links(territories)
        self.prove_connected(territories, links)
        self.known_keys(("deck",), self.at(("deck",), dict, "a table with 'jokers'"), ("jokers",))
        jokers = self.at(("deck", "jokers"), int, "a whole number, 0 or more")
        if not 0 <= jokers <= 20:
            raise self.refuse(("deck", "jokers"), "'jokers' must be a number from 0 to 20")
        deck = tuple(Card(symbol, place) for place, symbol in enumerate(symbols))
        return Board(
            name=self.text(("map",)),
            title=self.text(("title",), most=TITLE_WIDTH),
            about=self.text(("about",), most=ABOUT_LENGTH),
            territories=territories,
            continents=continents,
            links=links,
            sea_lanes=lanes,
            deck=deck + (Card(Symbol.JOKER, None),) * jokers,
            files=dict(files),
        )

    def lands(self) -> tuple[tuple[Territory, ...], tuple[Continent, ...], list[Symbol]]:
        territories: list[Territory] = []
        continents: list[Continent] = []
        symbols: list[Symbol] = []
        for name in self.at(("continents",), dict, "a table of continents by name"):
            path: Path = ("continents", name)
            table = self.at(path, dict, "a table with 'bonus' and 'territories'")
            self.known_keys(path, table, ("bonus", "territories"))
            bonus = self.at((*path, "bonus"), int, "a whole number of armies")
            if not 0 <= bonus <= 99:
                raise self.refuse((*path, "bonus"), "'bonus' must be a number from 0 to 99")
            first = len(territories)
            for place in self.at((*path, "territories"), dict, "a table of territories by name"):
                territory, symbol = self.territory((*path, "territories", place), len(continents))
                self.prove_unique((*path, "territories", place), territory, territories)
                territories.append(territory)
                symbols.append(symbol)
            if first == len(territories):
                raise self.refuse(path, f"the continent '{name}' has no territories")
            members = tuple(range(first, len(territories)))
            continents.append(Continent(self.called(path, name), bonus, members))
        if not 2 <= len(territories) <= MAX_TERRITORIES:
            raise self.refuse(
                ("continents",),
                f"a map has 2 to {MAX_TERRITORIES} territories, not {len(territories)}",
            )
        return tuple(territories), tuple(continents), symbols

    def territory(self, path: Path, continent: int) -> tuple[Territory, Symbol]:
        table = self.at(path, dict, "a table with 'code', 'letter' and 'card'")
        self.known_keys(path, table, ("code", "letter", "card", "also"))
        code = self.text((*path, "code"), "two capital letters")
        if not re.fullmatch(r"[A-Z]{2}", code):
            raise self.refuse((*path, "code"), f"the code '{code}' must be two letters A-Z")
        letter = self.text((*path, "letter"), "one letter")
        if not re.fullmatch(r"[A-Za-z]", letter):
            raise self.refuse((*path, "letter"), f"the letter '{letter}' must be one of a-z, A-Z")
        card = self.text((*path, "card"), "infantry, cavalry or artillery")
        if card not in {Symbol.INFANTRY, Symbol.CAVALRY, Symbol.ARTILLERY}:
            raise self.refuse((*path, "card"), f"'{card}' is not infantry, cavalry or artillery")
        name = self.called(path, path[-1])
        also = self.items((*path, "also")) if "also" in table else []
        names = tuple(self.called((*path, "also"), other) for other in also)
        return Territory(name, code, letter, continent, names), Symbol(card)

    def prove_unique(self, path: Path, new: Territory, others: list[Territory]) -> None:
        for other in others:
            for what in ("name", "code", "letter"):
                value = getattr(new, what)
                if value == getattr(other, what):
                    raise self.refuse(path, f"the {what} '{value}' is used by '{other.name}' too")

    def links(
        self, territories: tuple[Territory, ...]
    ) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        self.known_keys(("links",), self.at(("links",), dict, "'land' and 'sea'"), ("land", "sea"))
        index = {place.name: number for number, place in enumerate(territories)}
        found: dict[str, set[tuple[int, int]]] = {"land": set(), "sea": set()}
        for kind in found:
            for number, entry in enumerate(self.items(("links", kind))):
                link = self.link(("links", kind, number), entry, index)
                if link in found["land"] or link in found["sea"]:
                    raise self.refuse(("links", kind, number), f"'{entry}' is listed twice")
                found[kind].add(link)
        return frozenset(found["land"] | found["sea"]), frozenset(found["sea"])

    def link(self, path: Path, entry: object, index: Mapping[str, int]) -> tuple[int, int]:
        ends = [end.strip() for end in str(entry).split(" -- ")]
        if len(ends) != 2:
            raise self.refuse(path, f"'{entry}' is not a link; write 'Alaska -- Alberta'")
        for end in ends:
            if end not in index:
                near = difflib.get_close_matches(end, index, n=1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                raise self.refuse(path, f"there is no territory '{end}'{hint}")
        one, other = sorted((index[ends[0]], index[ends[1]]))
        if one == other:
            raise self.refuse(path, f"'{entry}' links a territory with itself")
        return one, other

    def prove_connected(
        self, territories: tuple[Territory, ...], links: frozenset[tuple[int, int]]
    ) -> None:
        reached = {0}
        waiting = [0]
        while waiting:
            here = waiting.pop()
            for link in links:
                if here in link:
                    there = link[0] + link[1] - here
                    if there not in reached:
                        reached.add(there)
                        waiting.append(there)
        for number, place in enumerate(territories):
            if number not in reached:
                raise self.refuse(("links",), f"no chain of links leads to '{place.name}'")
