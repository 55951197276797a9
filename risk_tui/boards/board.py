"""The board: territories, continents, links and the deck."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from risk_tui.boards.picture import (
    MapKey,
    Picture,
    PictureSet,
    continent_label_text,
    overlaid_picture,
)
from risk_tui.boards.picture_file import parse_picture
from risk_tui.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class CardSymbol(StrEnum):
    """The symbol on a card."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    JOKER = "joker"
    POWER = "power"
    """A card that is played for what it does; no set has any."""


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory: its name, two-letter code, picture letter, continent and other names.

    ``translations`` are its names in other languages, which people may type as well: the code of
    the language, and the name.
    """

    name: str
    code: str
    letter: str
    continent: int
    also: tuple[str, ...] = ()
    translations: tuple[tuple[str, str], ...] = ()


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
        counted = self.counted(outside)
        first = owner[counted[0]] if counted else NOBODY
        return first if all(owner[territory] == first for territory in counted) else NOBODY

    def counted(self, outside: Sequence[int]) -> list[int]:
        """What one has to hold for it: its territories but for those ``outside``."""
        return [territory for territory in self.territories if territory not in outside]

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
    """A card of the deck; a joker shows no territory, a card with a power its ``name``."""

    symbol: CardSymbol
    territory: int | None
    name: str = ""

    @property
    def short_name(self) -> str:
        """Its name where it shows no territory."""
        return self.name or str(self.symbol)


@dataclass(frozen=True, slots=True)
class BoardMissions:
    """What missions ask for on a board whose continents an edition does not name.

    ``territories`` is how many to hold where an edition lets players hold some number instead of
    a mission that they cannot fulfil: its other numbers are changed in proportion.
    """

    continents: tuple[tuple[str, ...], ...]
    territories: int


@dataclass(frozen=True)
class Board:
    """The territories, continents, links and deck of a game. Immutable.

    Territories and cards are named by their index.

    ``links`` holds every pair of linked territories once (lower index first); ``sea_lanes`` is
    the part of them that crosses water. ``neighbours[t]`` lists the territories linked to ``t``,
    by ``passages`` too: links that come and go in a game, which no picture shows.
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
    missions: BoardMissions | None = None
    armies: tuple[tuple[int, int], ...] = ()
    """Players, and the armies each starts with where an edition's are for another board."""
    below: Board | None = field(default=None, repr=False, compare=False)
    """The board that this one is laid over, as its files have it, if it is."""
    shipped: bool = field(default=False, repr=False, compare=False)
    """Whether it comes with the program."""
    earths: int = 1
    """How often the board below is there: the territories of one Earth after those of another."""
    passages: tuple[tuple[int, int], ...] = ()

    def __getstate__(self) -> dict[str, object]:
        # What is cached beside the fields is quickly found again, and would be sent to workers.
        return {it.name: getattr(self, it.name) for it in fields(self)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The linked territories of each territory, in index order."""
        linked: list[list[int]] = [[] for _ in self.territories]
        for one, other in sorted(self.links.union(self.passages)):
            linked[one].append(other)
            linked[other].append(one)
        return tuple(tuple(sorted(others)) for others in linked)

    @cached_property
    def walls(self) -> frozenset[tuple[int, int]]:
        """The land borders of the board below that are no links here, though the lands touch."""
        if self.below is None:
            return frozenset()
        return self.below.links - self.below.sea_lanes - self.links

    def with_passages(self, passages: tuple[tuple[int, int], ...]) -> Board:
        """The board with these passages and no others: always the same one for the same."""
        if passages == self.passages:
            return self
        boards = self._by_passages
        if passages not in boards:
            board = replace(self, passages=passages)
            # Its pictures are the same, and are read once.
            board.__dict__.update(_by_passages=boards, pictures_by_earth=self.pictures_by_earth)
            boards[passages] = board
        return boards[passages]

    @cached_property
    def _by_passages(self) -> dict[tuple[tuple[int, int], ...], Board]:
        """The board with each of the passages that it was asked for."""
        return {self.passages: self}

    @property
    def size(self) -> int:
        """How many territories there are on each Earth."""
        return len(self.territories) // self.earths

    def earth_of(self, territory: int) -> int:
        """The Earth that a territory is on, from 0 on."""
        return territory // self.size

    def continents_on(self, earth: int) -> tuple[Continent, ...]:
        """The continents of an Earth."""
        count = len(self.continents) // self.earths
        return self.continents[earth * count : (earth + 1) * count]

    def on_every_earth(self, territory: int) -> range:
        """A territory, and those that are the same on other Earths."""
        return range(territory % self.size, len(self.territories), self.size)

    def named_by(self, card: int) -> Sequence[int]:
        """The territories that a card names: its own, on whichever Earth; none for a joker."""
        territory = self.deck[card].territory
        return () if territory is None else self.on_every_earth(territory)

    @property
    def one_earth(self) -> Board:
        """The board of one Earth, where nobody has to say which."""
        return self if self.earths == 1 or self.below is None else self.below

    def on_one_earth(self, territory: int) -> Territory:
        """A territory as it is called where nobody asks on which Earth."""
        return self.one_earth.territories[territory % self.size]

    @property
    def pictures(self) -> PictureSet:
        """The board's pictures, each read when it is first needed; those of its first Earth."""
        return self.pictures_by_earth[0]

    @cached_property
    def pictures_by_earth(self) -> tuple[PictureSet, ...]:
        """The pictures of each Earth."""
        board = self.below or self
        texts = [
            continent_label_text(below.name, continent.bonus)
            for below, continent in zip(board.continents, self.continents, strict=False)
        ]
        if self.below is not None:
            return tuple(self._pictures(earth, texts) for earth in range(self.earths))
        return (self._own_pictures(texts),)

    def _pictures(self, earth: int, texts: Sequence[str]) -> PictureSet:
        """The pictures of the board below, with the links that an Earth of this board has."""
        first = earth * self.size
        below, links, ends = self.below or self, set[tuple[int, int]](), []
        for link in sorted(self.links):
            one, other = (territory - first for territory in link)
            is_here = 0 <= one < self.size and 0 <= other < self.size
            if is_here:
                links.add((one, other))
            if is_here and (one, other) in below.links:
                continue
            for here, there in ((one, other), (other, one)):
                if 0 <= here < self.size:
                    named = below.territories[there] if is_here else self.territories[first + there]
                    ends.append((here, there % self.size, named.code))
        return below.pictures.changed(
            lambda picture: overlaid_picture(picture, links, below.links, ends, texts)
        )

    def _own_pictures(self, texts: Sequence[str]) -> PictureSet:
        """The pictures of the board's own files."""
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
        reached, pending = {territory}, [territory]
        while pending:
            for other in self.neighbours[pending.pop()]:
                if owner[other] == seat and other not in reached:
                    reached.add(other)
                    pending.append(other)
        return reached

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
