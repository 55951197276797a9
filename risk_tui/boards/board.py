"""The board: territories, continents, links and the deck."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property

from risk_tui.boards.picture import (
    MapKey,
    Picture,
    PictureSet,
    continent_label_text,
    overlaid_picture,
    with_captions,
)
from risk_tui.data.language import (
    ENGLISH,
    PlaceList,
    PlaceName,
    _,
    caching_key,
    current,
    pgettext,
    spelled,
)
from risk_tui.errors import BoardError


class CardSymbol(StrEnum):
    """The symbol on a card."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    JOKER = "joker"
    POWER = "power"
    """A card with an effect of its own; it is never part of a set."""


def place_name(key: str, translations: Sequence[tuple[str, str]] = ()) -> str:
    """Return the name of a territory or continent in the language in use.

    Args:
        key: Its name in the board's file, with the number of its Earth if there are several.
        translations: Pairs of a language and a name, as the board has them. The first one of the
            language is used, else the program's translation, else the first one of the language
            without its region.
    """
    language = current()
    if language == ENGLISH:
        return spelled(key)
    by_language = dict(reversed(translations))
    exact = language.casefold().replace("_", "-")
    if exact in by_language:
        return PlaceName(spelled(by_language[exact]))
    found = pgettext("place", key)
    if found != key:
        return PlaceName(found)
    name = by_language.get(exact.partition("-")[0])
    base, _space, earth = key.rpartition(" ")
    found = pgettext("place", base)
    if base and earth.isdigit() and (name is None or found != base):
        return PlaceList([PlaceName(found)], [f" {earth}"])
    return PlaceName(spelled(name or key))


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory: its key, two-letter code, picture letter, continent and other names.

    ``key`` is the name in the board's file, which saved games and programs use; ``name`` is the one
    that players see, in the language in use. ``continent`` is the first of its continents if it is
    in several. ``letter`` is empty if the board's pictures name territories by their codes.
    ``translations`` are pairs of a language code and the name in that language. Players may type
    these names and those in ``also`` too.
    """

    key: str
    code: str
    letter: str
    continent: int
    also: tuple[str, ...] = ()
    translations: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name in the language in use."""
        return place_name(self.key, self.translations)


NO_SEAT = 1_000_000
"""Means "no seat". Larger than any list, so using it as an index by mistake fails."""
NO_TERRITORY = NO_SEAT + 1
"""Means "no territory"."""
NO_CONQUEROR = NO_SEAT + 2
"""Means "no conqueror": the seat left the game without a territory and can't be beaten any more."""


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent, its bonus in armies a turn, and its territories."""

    key: str
    bonus: int
    territories: tuple[int, ...]
    exists: bool = True
    """False for the pseudo-continent of territories in no continent, which no seat can hold."""
    translations: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name in the language in use."""
        return place_name(self.key, self.translations)

    def holder(self, owner: Sequence[int], outside: Sequence[int] = ()) -> int:
        """Return the seat that holds the whole continent.

        Args:
            owner: The owner of every territory.
            outside: Territories that don't count.

        Returns:
            A seat, or ``NO_SEAT`` if no seat holds it or every territory is outside.
        """
        counted = self.scoring_territories(outside) if self.exists else []
        first = owner[counted[0]] if counted else NO_SEAT
        return first if all(owner[territory] == first for territory in counted) else NO_SEAT

    def scoring_territories(self, outside: Sequence[int]) -> list[int]:
        """Return the territories that must be held: all but those ``outside``."""
        return [territory for territory in self.territories if territory not in outside]

    def is_held_by(self, seat: int, owner: Sequence[int], outside: Sequence[int] = ()) -> bool:
        """Return True if ``seat`` holds the whole continent, as ``holder`` decides."""
        if outside or not self.exists:
            return self.holder(owner, outside) == seat
        # A plain loop is faster than a generator here.
        for territory in self.territories:  # noqa: SIM110
            if owner[territory] != seat:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck; most jokers have no territory, and a power card has a ``name``."""

    symbol: CardSymbol
    territory: int | None
    name: str = ""

    @property
    def short_name(self) -> str:
        """The name of a card that shows no territory."""
        return self.name or str(self.symbol)


@dataclass(frozen=True, slots=True)
class BoardMissions:
    """Mission values for boards with continents that an edition's missions don't name.

    ``territories`` replaces the number of territories that an edition asks for in place of an
    impossible mission. The edition's other numbers are scaled by the same factor.
    """

    continents: tuple[tuple[str, ...], ...]
    territories: int


@dataclass(frozen=True)
class Board:
    """The territories, continents, links and deck of a game. Immutable.

    Territories and cards are identified by their index.

    ``links`` holds every pair of linked territories once (lower index first); ``sea_lanes`` is the
    subset that crosses water. A link in ``one_way`` (source first) can't be used backwards.
    ``neighbours[t]`` lists the territories that ``t`` leads to, including by ``passages``: links
    that come and go during a game and are not in the pictures. ``approaches[t]`` lists those that
    lead to ``t``; without one-way links it is the same. A territory may be in several continents;
    territories in none are in a continent whose ``exists`` is False. ``files`` are the source
    texts, so that a saved game contains its board.
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
    """Pairs of the number of players and the starting armies of each, if the board sets its own."""
    below: Board | None = field(default=None, repr=False, compare=False)
    """The unchanged board below an overlay; ``None`` if this board is not one."""
    shipped: bool = field(default=False, repr=False, compare=False)
    """True for a board that comes with the program."""
    earths: int = 1
    """The number of copies of the board below; territories are ordered Earth by Earth."""
    passages: tuple[tuple[int, int], ...] = ()
    one_way: frozenset[tuple[int, int]] = frozenset()

    def __getstate__(self) -> dict[str, object]:
        # Leave out cached properties, because workers recompute them quickly.
        return {it.name: getattr(self, it.name) for it in fields(self)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The territories that each territory leads to, in index order."""
        return self._list_neighbours(self.one_way)

    @cached_property
    def approaches(self) -> tuple[tuple[int, ...], ...]:
        """The territories that lead to each territory, in index order."""
        if not self.one_way:
            return self.neighbours
        return self._list_neighbours({(target, source) for source, target in self.one_way})

    @cached_property
    def linked(self) -> tuple[tuple[int, ...], ...]:
        """The territories that each territory leads to or can be reached from, in index order."""
        return self._list_neighbours(()) if self.one_way else self.neighbours

    def _list_neighbours(self, one_way: Collection[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        """List the territories that each one leads to, without going back on ``one_way`` links."""
        linked: list[list[int]] = [[] for _ in self.territories]
        for one, other in sorted(self.links.union(self.passages)):
            if (other, one) not in one_way:
                linked[one].append(other)
            if (one, other) not in one_way:
                linked[other].append(one)
        return tuple(tuple(sorted(others)) for others in linked)

    @cached_property
    def continents_by_territory(self) -> tuple[tuple[int, ...], ...]:
        """The continents of each territory; usually one."""
        found: list[list[int]] = [[] for _ in self.territories]
        for number, continent in enumerate(self.continents):
            for territory in continent.territories:
                found[territory].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def continent_numbers(self) -> Mapping[str, int]:
        """The indices of all continents that exist, by their keys in lower case."""
        return {
            continent.key.casefold(): number
            for number, continent in enumerate(self.continents)
            if continent.exists
        }

    @cached_property
    def walls(self) -> frozenset[tuple[int, int]]:
        """Pairs of territories that share a land border of the board below, but are not linked."""
        if self.below is None:
            return frozenset()
        borders = self.below.links - self.below.sea_lanes
        starts = range(0, len(self.territories), self.size)
        pairs = frozenset((a + start, b + start) for start in starts for a, b in borders)
        return pairs - self.links

    def is_sea_lane(self, territory: int, other: int) -> bool:
        """Return True if a sea lane links two territories, in either order."""
        return (min(territory, other), max(territory, other)) in self.sea_lanes

    def with_passages(self, passages: tuple[tuple[int, int], ...]) -> Board:
        """Return the board with exactly these passages; equal passages give the same object."""
        if passages == self.passages:
            return self
        boards = self._by_passages
        if passages not in boards:
            board = replace(self, passages=passages)
            # The pictures don't change; share them so that they are read only once.
            board.__dict__.update(
                _by_passages=boards, _pictures_by_language=self._pictures_by_language
            )
            boards[passages] = board
        return boards[passages]

    @cached_property
    def _by_passages(self) -> dict[tuple[tuple[int, int], ...], Board]:
        """A cache of boards that differ only in their passages."""
        return {self.passages: self}

    @property
    def has_sets(self) -> bool:
        """True if cards of the deck can make sets, which powers can't."""
        return any(card.symbol is not CardSymbol.POWER for card in self.deck)

    @property
    def size(self) -> int:
        """The number of territories on each Earth."""
        return len(self.territories) // self.earths

    def earth_of(self, territory: int) -> int:
        """Return the Earth of a territory, counted from 0."""
        return territory // self.size

    def territories_on(self, earth: int) -> range:
        """Return the territories of an Earth."""
        return range(earth * self.size, (earth + 1) * self.size)

    def continents_on(self, earth: int) -> tuple[Continent, ...]:
        """Return the continents of an Earth."""
        count = len(self.continents) // self.earths
        return self.continents[earth * count : (earth + 1) * count]

    def on_every_earth(self, territory: int) -> range:
        """Return the territory and its counterparts on the other Earths."""
        return range(territory % self.size, len(self.territories), self.size)

    def territories_on_card(self, card: int) -> Sequence[int]:
        """Return the territories on a card: one on each Earth, or none if it names none."""
        territory = self.deck[card].territory
        return () if territory is None else self.on_every_earth(territory)

    @property
    def one_earth(self) -> Board:
        """The board of a single Earth, for texts that don't need to name the Earth."""
        return self if self.earths == 1 or self.below is None else self.below

    def base_territory(self, territory: int) -> Territory:
        """Return a territory of ``one_earth``, whose name has no number of an Earth."""
        return self.one_earth.territories[territory % self.size]

    @property
    def pictures(self) -> PictureSet:
        """The pictures of the first Earth, each parsed when it is first needed."""
        return self.pictures_by_earth[0]

    @property
    def pictures_by_earth(self) -> tuple[PictureSet, ...]:
        """The pictures of each Earth, with captions in the language in use."""
        language = caching_key()
        if language not in self._pictures_by_language:
            self._pictures_by_language[language] = self._pictures_of_earths()
        return self._pictures_by_language[language]

    @cached_property
    def _pictures_by_language(self) -> dict[tuple[str, bool], tuple[PictureSet, ...]]:
        return {}

    def _pictures_of_earths(self) -> tuple[PictureSet, ...]:
        """Make the pictures of each Earth."""
        board = self.below or self
        texts = [
            continent_label_text(below.name, continent.bonus) if continent.exists else ""
            for below, continent in zip(board.continents, self.continents, strict=False)
        ]
        if self.below is not None:
            return tuple(self._pictures_of_earth(earth, texts) for earth in range(self.earths))
        return (self._own_pictures(texts),)

    def _pictures_of_earth(self, earth: int, texts: Sequence[str]) -> PictureSet:
        """Make the pictures of the board below with the links of one Earth."""
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
        """Make the pictures of the board's own files."""
        from risk_tui.boards.picture_file import parse_picture  # Odds need no pictures.

        keys = [MapKey(territory.code, territory.letter) for territory in self.territories]
        links = {frozenset(link) for link in self.links}
        captions = {
            continent.key: continent_label_text(continent.key, continent.bonus)
            for continent in self.continents
            if continent.exists
        }

        def parse(text: str, name: str) -> Picture:
            picture = parse_picture(
                text,
                source=name,
                territories=keys,
                links=links,
                one_way=self.one_way,
                captions=captions,
            )
            return (
                picture if list(captions.values()) == list(texts) else with_captions(picture, texts)
            )

        return PictureSet(dict(list(self.files.items())[1:]), parse)

    def validate_pictures(self) -> None:
        """Check that there are pictures, and that each shows this board.

        Shipped pictures are checked by the tests.

        Raises:
            BoardError: If there is no picture, or one does not show this board.
        """
        if not self.shipped and not list(self.pictures):
            raise BoardError(_("{file}: 'pictures' lists no picture", file=next(iter(self.files))))

    def continents_of(
        self, seat: int, owner: Sequence[int], outside: Sequence[int] = ()
    ) -> list[int]:
        """Return the continents that a seat holds completely.

        Args:
            seat: The seat.
            owner: The owner of every territory.
            outside: Territories that don't count.
        """
        return [
            number
            for number, continent in enumerate(self.continents)
            if continent.is_held_by(seat, owner, outside)
        ]

    def joined(self, owner: Sequence[int], territory: int) -> set[int]:
        """Return the territories that can be reached from one through those of the same owner.

        One-way links can't be used backwards.

        Args:
            owner: The owner of every territory.
            territory: The territory where the search starts; it is part of the result.
        """
        seat = owner[territory]
        reached, pending = {territory}, [territory]
        while pending:
            for other in self.neighbours[pending.pop()]:
                if owner[other] == seat and other not in reached:
                    reached.add(other)
                    pending.append(other)
        return reached

    def cut_off(self, closed: Collection[int] = ()) -> list[Territory]:
        """Return the territories that can't be reached from the first one, or can't reach it.

        Args:
            closed: Territories that can't be entered; they are left out of the result.
        """
        sides = [int(number in closed) for number in range(len(self.territories))]
        first = sides.index(0)
        reached = self.joined(sides, first)
        if self.one_way:
            back = replace(self, one_way=frozenset(link[::-1] for link in self.one_way))
            reached &= back.joined(sides, first)
        return [
            territory
            for number, territory in enumerate(self.territories)
            if number not in reached and number not in closed
        ]

    def territory_by_code(self, code: str) -> int | None:
        """Return the territory with this code (in any case), or ``None``."""
        return self._codes.get(code.upper())

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {territory.code: number for number, territory in enumerate(self.territories)}
