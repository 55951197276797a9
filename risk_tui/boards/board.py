"""The board: territories, continents, links and the deck, proved sound when it is loaded."""

from __future__ import annotations

import difflib
import re
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from risk_tui.boards.overlaid_picture import overlaid_picture
from risk_tui.boards.picture import MapKey, Picture, continent_label_text
from risk_tui.boards.picture_file import parse_picture
from risk_tui.boards.picture_set import PictureSet
from risk_tui.data.dataclasses import dataclass
from risk_tui.data.unicode_safety import is_safe
from risk_tui.data.yaml_document import Document, Path, read_document
from risk_tui.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_TERRITORIES = 52
"""As many as there are letters: every territory has one of its own in the pictures."""

NAME_WIDTH = 40
TITLE_WIDTH = 60
ABOUT_LENGTH = 1000
"""The most characters of names, of a map's title and of its description."""


class CardSymbol(StrEnum):
    """The symbol on a card."""

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


NOBODY = 1_000_000
"""Stands for a seat where there is none. No list is so long: it is no index by mistake."""
NOWHERE = NOBODY + 1
"""Stands for a territory where there is none."""
GONE = NOBODY + 2
"""Stands for the conqueror of a seat that left without a territory: nobody can beat it now."""


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent, the armies that holding it brings each turn, and its territories."""

    name: str
    bonus: int
    territories: tuple[int, ...]

    def holder(self, owner: Sequence[int], outside: Sequence[int] = ()) -> int:
        """The seat that holds all of it, by the ``owner`` of every territory, or ``NOBODY``.

        Territories ``outside`` do not count; nobody holds a continent without any other.
        """
        counted = [territory for territory in self.territories if territory not in outside]
        first = owner[counted[0]] if counted else NOBODY
        return first if all(owner[territory] == first for territory in counted) else NOBODY

    def is_held_by(self, seat: int, owner: Sequence[int], outside: Sequence[int] = ()) -> bool:
        """Whether a seat holds all of it, as ``holder`` does."""
        if outside:
            return self.holder(owner, outside) == seat
        # A loop: a generator for each continent would take longer than to look.
        for territory in self.territories:  # noqa: SIM110
            if owner[territory] != seat:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck; a joker shows no territory."""

    symbol: CardSymbol
    territory: int | None


@dataclass(frozen=True)
class Board:
    """The territories, continents, links and deck of a game. Immutable.

    Territories and cards are named by their index.

    ``links`` holds every pair of linked territories once (lower index first); ``sea_lanes`` is
    the part of them that crosses water. ``neighbours[t]`` lists the territories linked to ``t``.
    ``files`` keeps the texts that the board was made from, so that a saved game has its own.
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
    below: Board | None = field(default=None, repr=False, compare=False)
    """The board that this one is laid over, as its files have it, if it is."""
    shipped: bool = field(default=False, repr=False, compare=False)
    """Whether it comes with the program."""

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The linked territories of each territory, in index order."""
        linked: list[list[int]] = [[] for _ in self.territories]
        for one, other in sorted(self.links):
            linked[one].append(other)
            linked[other].append(one)
        return tuple(tuple(sorted(others)) for others in linked)

    @cached_property
    def walls(self) -> frozenset[tuple[int, int]]:
        """The land borders of the board below that are no links here, though the lands touch."""
        if self.below is None:
            return frozenset()
        return self.below.links - self.below.sea_lanes - self.links

    @cached_property
    def pictures(self) -> PictureSet:
        """The board's pictures, each read when it is first needed."""
        texts = [continent_label_text(each.name, each.bonus) for each in self.continents]
        if self.below is not None:
            codes = [territory.code for territory in self.territories]
            below = self.below.links
            return self.below.pictures.changed(
                lambda picture: overlaid_picture(picture, self.links, below, texts, codes)
            )
        keys = [MapKey(territory.code, territory.letter) for territory in self.territories]
        links = {frozenset(link) for link in self.links}
        captions = {
            continent.name: text for continent, text in zip(self.continents, texts, strict=True)
        }

        def parse(text: str, name: str) -> Picture:
            return parse_picture(
                text, source=name, territories=keys, links=links, captions=captions
            )

        return PictureSet(dict(list(self.files.items())[1:]), parse)

    def validate_pictures(self) -> None:
        """Prove that every picture shows this board. Raises ``BoardError`` for one that does not.

        Those of the program were proved by its tests.
        """
        if not self.shipped and not list(self.pictures):
            raise BoardError(f"{next(iter(self.files))}: 'pictures' names none to show")

    def continents_of(
        self, seat: int, owner: Sequence[int], outside: Sequence[int] = ()
    ) -> list[int]:
        """The continents that a seat holds completely, by the ``owner`` of every territory.

        Territories ``outside`` do not count.
        """
        return [
            number
            for number, continent in enumerate(self.continents)
            if continent.is_held_by(seat, owner, outside)
        ]

    def joined(self, owner: Sequence[int], territory: int) -> set[int]:
        """The territories to which a chain of its owner's leads from one, itself included.

        ``owner`` has a number for every territory.
        """
        seat = owner[territory]
        found, pending = {territory}, [territory]
        while pending:
            for other in self.neighbours[pending.pop()]:
                if owner[other] == seat and other not in found:
                    found.add(other)
                    pending.append(other)
        return found

    def cut_off(self) -> list[Territory]:
        """The territories to which no chain of links leads from the first one."""
        reached = self.joined([0] * len(self.territories), 0)
        return [
            territory for number, territory in enumerate(self.territories) if number not in reached
        ]

    def territory_by_code(self, code: str) -> int | None:
        """The territory with this code (case does not matter), or ``None``."""
        return self._codes.get(code.upper())

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {territory.code: number for number, territory in enumerate(self.territories)}


def parse_board(files: Mapping[str, str], *, shipped: bool = False) -> Board:
    """Make a board from the texts of its files: the map (``NAME.yaml``) first, then its pictures.

    Raises ``BoardError`` (or ``DataError`` for what is not YAML) with file, line and what would
    be right. Pictures are proved when they are first looked at.
    """
    source = next(iter(files))
    return _MapReader(read_document(files[source], source=source)).board(files, shipped)


def picture_names(text: str, *, source: str) -> tuple[str, ...]:
    """The file names of the pictures that a map's YAML text lists."""
    reader = _MapReader(read_document(text, source=source))
    names = reader.items(("pictures",))
    for index, name in enumerate(names):
        if not isinstance(name, str) or not re.fullmatch(r"[\w-]+\.txt", name):
            raise reader.error_at(("pictures", index), "a picture is a plain file name, NAME.txt")
    return tuple(names)


class _MapReader:
    """Reads one map document and says where it is wrong."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data = document.data
        if not isinstance(self.data, dict):
            raise BoardError(f"{document.source}: a map is a table of keys (map, continents, …)")

    def error_at(self, path: Path, problem: str) -> BoardError:
        return BoardError(f"{self.document.source}, line {self.document.line(path)}: {problem}")

    def at(self, path: Path, kind: type, expected: str) -> Any:
        value: Any = self.data
        for step in path:
            if not isinstance(value, dict):
                raise self.error_at(path, f"'{step}' belongs to a table of keys; {expected}")
            if step not in value:
                raise self.error_at(path[:-1], f"the key '{step}' is missing; {expected}")
            value = value[step]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error_at(path, f"'{path[-1]}' must be {expected}")
        return value

    def text(self, path: Path, expected: str = "a text", max_length: int = NAME_WIDTH) -> str:
        value = self.clean(path, " ".join(str(self.at(path, str, expected)).split()))
        if len(value) > max_length:
            raise self.error_at(path, f"'{path[-1]}' has at most {max_length} characters")
        return value

    def clean(self, path: Path, value: str) -> str:
        if not is_safe(value):
            raise self.error_at(path, "control and invisible characters are not allowed")
        if not value.strip():
            raise self.error_at(path, "an empty text says nothing; write a word")
        return value

    def name_at(self, path: Path, value: object) -> str:
        name = self.clean(path, str(value))
        if len(name) > NAME_WIDTH:
            raise self.error_at(path, f"a name has at most {NAME_WIDTH} characters")
        return name

    def items(self, path: Path) -> list[Any]:
        return list(self.at(path, list, "a list"))

    def validate_keys(self, path: Path, table: Mapping[Any, Any], allowed: tuple[str, ...]) -> None:
        for key in table:
            if key not in allowed:
                names = ", ".join(allowed)
                raise self.error_at((*path, key), f"unknown key '{key}'; known here: {names}")

    def board(self, files: Mapping[str, str], shipped: bool) -> Board:
        allowed = ("map", "title", "about", "version", "continents", "links", "deck", "pictures")
        self.validate_keys((), self.data, allowed)
        territories, continents, symbols = self.territories_and_continents()
        links, lanes = self.links(territories)
        self.validate_keys(
            ("deck",), self.at(("deck",), dict, "a table with 'jokers'"), ("jokers",)
        )
        jokers = self.at(("deck", "jokers"), int, "a whole number, 0 or more")
        if not 0 <= jokers <= 20:
            raise self.error_at(("deck", "jokers"), "'jokers' must be a number from 0 to 20")
        deck = tuple(Card(symbol, territory) for territory, symbol in enumerate(symbols))
        board = Board(
            name=self.text(("map",)),
            title=self.text(("title",), max_length=TITLE_WIDTH),
            about=self.text(("about",), max_length=ABOUT_LENGTH),
            territories=territories,
            continents=continents,
            links=links,
            sea_lanes=lanes,
            deck=deck + (Card(CardSymbol.JOKER, None),) * jokers,
            files=dict(files),
            shipped=shipped,
        )
        for territory in board.cut_off():
            raise self.error_at(("links",), f"no chain of links leads to '{territory.name}'")
        return board

    def territories_and_continents(
        self,
    ) -> tuple[tuple[Territory, ...], tuple[Continent, ...], list[CardSymbol]]:
        territories: list[Territory] = []
        continents: list[Continent] = []
        symbols: list[CardSymbol] = []
        for name in self.at(("continents",), dict, "a table of continents by name"):
            path: Path = ("continents", name)
            table = self.at(path, dict, "a table with 'bonus' and 'territories'")
            self.validate_keys(path, table, ("bonus", "territories"))
            bonus = self.at((*path, "bonus"), int, "a whole number of armies")
            if not 0 <= bonus <= 99:
                raise self.error_at((*path, "bonus"), "'bonus' must be a number from 0 to 99")
            first = len(territories)
            for key in self.at((*path, "territories"), dict, "a table of territories by name"):
                inner: Path = (*path, "territories", key)
                territory, symbol = self.territory(inner, len(continents))
                self.validate_unique(inner, territory, territories)
                territories.append(territory)
                symbols.append(symbol)
            if first == len(territories):
                raise self.error_at(path, f"the continent '{name}' has no territories")
            members = tuple(range(first, len(territories)))
            continents.append(Continent(self.name_at(path, name), bonus, members))
        if not 2 <= len(territories) <= MAX_TERRITORIES:
            raise self.error_at(
                ("continents",),
                f"a map has 2 to {MAX_TERRITORIES} territories, not {len(territories)}",
            )
        return tuple(territories), tuple(continents), symbols

    def territory(self, path: Path, continent: int) -> tuple[Territory, CardSymbol]:
        table = self.at(path, dict, "a table with 'code', 'letter' and 'card'")
        self.validate_keys(path, table, ("code", "letter", "card", "also"))
        code = self.text((*path, "code"), "two upper-case letters")
        if not re.fullmatch(r"[A-Z]{2}", code):
            raise self.error_at((*path, "code"), f"the code '{code}' must be two letters A-Z")
        letter = self.text((*path, "letter"), "one letter")
        if not re.fullmatch(r"[A-Za-z]", letter):
            raise self.error_at((*path, "letter"), f"the letter '{letter}' must be one of a-z, A-Z")
        card = self.text((*path, "card"), "infantry, cavalry or artillery")
        if card not in {CardSymbol.INFANTRY, CardSymbol.CAVALRY, CardSymbol.ARTILLERY}:
            raise self.error_at((*path, "card"), f"'{card}' is not infantry, cavalry or artillery")
        name = self.name_at(path, path[-1])
        also = self.items((*path, "also")) if "also" in table else []
        names = tuple(self.name_at((*path, "also"), other) for other in also)
        return Territory(name, code, letter, continent, names), CardSymbol(card)

    def validate_unique(self, path: Path, new: Territory, others: list[Territory]) -> None:
        for other in others:
            for attribute in ("name", "code", "letter"):
                value = getattr(new, attribute)
                if value == getattr(other, attribute):
                    raise self.error_at(
                        path, f"the {attribute} '{value}' is used by '{other.name}' too"
                    )

    def links(
        self, territories: tuple[Territory, ...]
    ) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        self.validate_keys(
            ("links",), self.at(("links",), dict, "'land' and 'sea'"), ("land", "sea")
        )
        index = {territory.name: number for number, territory in enumerate(territories)}
        links: dict[str, set[tuple[int, int]]] = {"land": set(), "sea": set()}
        for kind in links:
            for number, entry in enumerate(self.items(("links", kind))):
                link = self.link(("links", kind, number), entry, index)
                if link in links["land"] or link in links["sea"]:
                    raise self.error_at(("links", kind, number), f"'{entry}' is listed twice")
                links[kind].add(link)
        return frozenset(links["land"] | links["sea"]), frozenset(links["sea"])

    def link(self, path: Path, entry: object, index: Mapping[str, int]) -> tuple[int, int]:
        ends = [end.strip() for end in str(entry).split(" -- ")]
        if len(ends) != 2:
            raise self.error_at(path, f"'{entry}' is not a link; write 'Alaska -- Alberta'")
        for end in ends:
            if end not in index:
                near = difflib.get_close_matches(end, index, n=1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                raise self.error_at(path, f"there is no territory '{end}'{hint}")
        one, other = sorted((index[ends[0]], index[ends[1]]))
        if one == other:
            raise self.error_at(path, f"'{entry}' links a territory with itself")
        return one, other
