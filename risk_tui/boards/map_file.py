"""Maps: YAML files that people edit, read as boards and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias

from risk_tui.boards.board import Board, BoardMissions, Card, CardSymbol, Continent, Territory
from risk_tui.data.clean_text import is_safe, without_accents
from risk_tui.data.documents import Document, DocumentReader, KeyPath, read_document
from risk_tui.data.language import N_, _, did_you_mean, join_or
from risk_tui.errors import BoardError

MAX_TERRITORIES = 300

NO_CONTINENT = N_("no continent")
"""The name of the pseudo-continent for territories outside all continents."""

Links: TypeAlias = frozenset[tuple[int, int]]

LINK_KINDS, ONE_WAY = ("land", "sea"), "one-way"
"""The keys of links that lead both ways, and of links that lead from the first end only."""

_SYMBOLS = (
    CardSymbol.INFANTRY,
    CardSymbol.CAVALRY,
    CardSymbol.ARTILLERY,
    CardSymbol.JOKER,
)
"""The symbols of a territory's card; a joker with a territory is a wild card on some boards."""

ANY_CONTINENT = "any"
"""Stands for a continent of the player's choice in a mission."""

MAX_PLAYERS, MAX_ARMIES = 6, 200
"""The most players, and the most starting armies of each."""

MAX_NAME_LENGTH = 40
MAX_TITLE_LENGTH = 60
MAX_ABOUT_LENGTH = 1000
"""The most characters of a name, a map's title and its description."""


def parse_board(files: Mapping[str, str], *, shipped: bool = False, new: bool = False) -> Board:
    """Make a board from the texts of its files.

    Pictures are checked when they are first used.

    Args:
        files: The texts by file name: the map (``NAME.yaml``) first, then its pictures.
        shipped: True for boards that come with the program.
        new: True to reject names shared by two territories; old saved games may have them.

    Raises:
        BoardError: If the map is invalid. The message names the file, the line and the correction.
        DataError: If the text is not YAML.
    """
    source = next(iter(files))
    reader = MapReader(read_document(files[source], source=source))
    board = reader.board(files, shipped)
    if new:
        reader.validate_names(board.territories)
    return board


def picture_names(text: str, *, source: str) -> tuple[str, ...]:
    """Return the file names of the pictures that a map's YAML text lists."""
    reader = MapReader(read_document(text, source=source))
    names = reader.items(("pictures",))
    for index, name in enumerate(names):
        if not isinstance(name, str) or not re.fullmatch(r"[\w-]+\.txt", name):
            raise reader.error_at(("pictures", index), "a picture is a plain file name, NAME.txt")
    return tuple(names)


class MapReader(DocumentReader):
    """Reads a map."""

    keys: ClassVar[tuple[str, ...]] = (
        *("map", "title", "about", "version", "continents", "links", "deck", "pictures"),
        *("missions", "names", "armies", "outside"),
    )
    continent_keys: ClassVar[tuple[str, ...]] = ("bonus", "territories", "with")
    territory_keys: ClassVar[tuple[str, ...]] = ("code", "letter", "card", "also")

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        if not isinstance(self.data, dict):
            raise BoardError(
                _("{source}: a map is a table of keys (map, continents, …)", source=document.source)
            )

    def text(self, path: KeyPath, expected: str = "", max_length: int = MAX_NAME_LENGTH) -> str:
        text = self.at(path, str, expected or _("text"))
        value = self.checked_text(path, " ".join(text.split()))
        if len(value) > max_length:
            raise self.error_at(
                path,
                "'{path}' has at most {max_length} characters",
                path=path[-1],
                max_length=max_length,
            )
        return value

    def checked_text(self, path: KeyPath, value: str) -> str:
        """Return a text if it can be shown.

        Raises:
            BoardError: If it is empty, or has control or invisible characters.
        """
        if not is_safe(value):
            raise self.error_at(path, "control and invisible characters are not allowed")
        if not value.strip():
            raise self.error_at(path, "text must not be empty")
        return value

    def name_at(self, path: KeyPath, value: object) -> str:
        if not isinstance(value, str | int | float):
            raise self.error_at(
                path, "'{path}' must be {expected}", path=path[-1], expected=_("text")
            )
        name = self.checked_text(path, str(value))
        if len(name) > MAX_NAME_LENGTH:
            raise self.error_at(
                path, "a name has at most {name_width} characters", name_width=MAX_NAME_LENGTH
            )
        return name

    def items(self, path: KeyPath) -> list[Any]:
        return list(self.at(path, list, _("a list")))

    def board(self, files: Mapping[str, str], shipped: bool) -> Board:
        self.validate_keys((), self.data, self.keys)
        territories, continents, symbols = self.territories_and_continents()
        territories, continents = self.with_translations(territories, continents)
        links, lanes, one_way = self.links(territories)
        self.validate_keys(
            ("deck",), self.at(("deck",), dict, _("a table with 'jokers'")), ("jokers",)
        )
        jokers = self.at(("deck", "jokers"), int, _("a whole number, 0 or more"))
        if not 0 <= jokers <= 20:
            raise self.error_at(("deck", "jokers"), "'jokers' must be a number from 0 to 20")
        deck = tuple(Card(symbol, territory) for territory, symbol in enumerate(symbols))
        board = Board(
            name=self.text(("map",)),
            title=self.text(("title",), max_length=MAX_TITLE_LENGTH),
            about=self.text(("about",), max_length=MAX_ABOUT_LENGTH),
            territories=territories,
            continents=continents,
            links=links,
            sea_lanes=lanes,
            one_way=one_way,
            deck=deck + (Card(CardSymbol.JOKER, None),) * jokers,
            files=dict(files),
            shipped=shipped,
            missions=self.missions(continents) if "missions" in self.data else None,
            armies=self.armies() if "armies" in self.data else (),
        )
        if cut_off := board.cut_off():
            how = _(" both ways") if one_way else ""
            raise self.error_at(
                self.place_of(cut_off[0]),
                "'{territory}' is not connected{how}; link it to a neighbour",
                territory=cut_off[0].key,
                how=how,
            )
        return board

    def territories_and_continents(
        self,
    ) -> tuple[tuple[Territory, ...], tuple[Continent, ...], list[CardSymbol]]:
        territories: list[Territory] = []
        continents: list[Continent] = []
        symbols: list[CardSymbol] = []

        def add(path: KeyPath, name: str, bonus: int = 0, *, exists: bool = True) -> None:
            first = len(territories)
            for key in self.at(path, dict, _("a table of territories by name")):
                self.validate_room((*path, key), territories, continents)
                territory, symbol = self.territory((*path, key), len(continents))
                self.validate_unique((*path, key), territory, territories)
                territories.append(territory)
                symbols.append(symbol)
            if first == len(territories):
                raise self.error_at(path, "the continent '{name}' has no territories", name=name)
            members = tuple(range(first, len(territories)))
            continents.append(Continent(name, bonus, members, exists))

        for name in self.at(("continents",), dict, _("a table of continents by name")):
            path: KeyPath = ("continents", name)
            table = self.at(path, dict, _("a table with 'bonus' and 'territories'"))
            self.validate_keys(path, table, self.continent_keys)
            bonus = self.at((*path, "bonus"), int, _("a whole number of armies"))
            if not -99 <= bonus <= 99:
                raise self.error_at((*path, "bonus"), "'bonus' must be a number from -99 to 99")
            if "with" in table and "territories" not in table:
                continents.append(Continent(self.name_at(path, name), bonus, ()))
            else:
                add((*path, "territories"), self.name_at(path, name), bonus)
        if "outside" in self.data:
            add(("outside",), NO_CONTINENT, exists=False)
        if len(territories) < 2:
            raise self.error_at(
                ("continents",),
                "a map has 2 to {max_territories} territories, not {territories_count}",
                max_territories=MAX_TERRITORIES,
                territories_count=len(territories),
            )
        whole = tuple(self.with_shared(continents, territories))
        # A shared territory has its home in the first of its continents.
        homes = {
            member: number
            for number, continent in reversed(list(enumerate(whole)))
            for member in continent.territories
        }
        lands = tuple(replace(it, continent=homes[at]) for at, it in enumerate(territories))
        return lands, whole, symbols

    def validate_room(
        self, path: KeyPath, territories: Sequence[Territory], continents: Sequence[Continent]
    ) -> None:
        """Check that the map has room for another territory, and none of this name yet."""
        if len(territories) == MAX_TERRITORIES:
            raise self.error_at(
                path,
                "a map has at most {max_territories} territories; '{path}' is one too many",
                max_territories=MAX_TERRITORIES,
                path=path[-1],
            )
        for other in territories:
            if other.key == str(path[-1]):
                is_before = other.continent < len(continents)
                home = continents[other.continent].key if is_before else _("this table")
                raise self.error_at(
                    path,
                    "'{path}' is in {home} already; list it under 'with' if it also belongs here",
                    path=path[-1],
                    home=home,
                )

    def with_shared(
        self, continents: Sequence[Continent], territories: Sequence[Territory]
    ) -> Iterator[Continent]:
        """Yield the continents with the territories that they share with others."""
        index = {territory.key: number for number, territory in enumerate(territories)}
        tables = [*self.data["continents"].items(), ("outside", {})]
        for continent, (key, table) in zip(continents, tables, strict=False):
            path: KeyPath = ("continents", key, "with")
            members = list(continent.territories)
            for number, item in enumerate(self.items(path) if "with" in table else ()):
                name = str(item)
                if name not in index:
                    raise self.no_territory((*path, number), name, index)
                if index[name] in members:
                    raise self.error_at(
                        (*path, number),
                        "'{name}' is in {continent} already; name it once",
                        name=name,
                        continent=continent.key,
                    )
                members.append(index[name])
            if not members:
                raise self.error_at(
                    path,
                    "the continent '{continent}' has no territories",
                    continent=continent.key,
                )
            yield replace(continent, territories=tuple(sorted(members)))

    def territory(self, path: KeyPath, continent: int) -> tuple[Territory, CardSymbol]:
        table = self.at(path, dict, _("a table with 'code' and 'card'"))
        self.validate_keys(path, table, self.territory_keys)
        code = self.text((*path, "code"), _("two upper-case letters"))
        if not re.fullmatch(r"[A-Z]{2}", code):
            raise self.error_at(
                (*path, "code"), "the code '{code}' must be two letters A-Z", code=code
            )
        letter = self.text((*path, "letter"), _("one letter")) if "letter" in table else ""
        if not re.fullmatch(r"[A-Za-z]?", letter):
            raise self.error_at(
                (*path, "letter"), "the letter '{letter}' must be one of a-z, A-Z", letter=letter
            )
        card = self.text((*path, "card"), join_or(_SYMBOLS))
        if card not in _SYMBOLS:
            raise self.error_at(
                (*path, "card"),
                "'{card}' is not {symbol_names}",
                card=card,
                symbol_names=join_or(_SYMBOLS),
            )
        name = self.name_at(path, path[-1])
        also = self.items((*path, "also")) if "also" in table else []
        names = tuple(self.name_at((*path, "also"), other) for other in also)
        return Territory(name, code, letter, continent, names), CardSymbol(card)

    def with_translations(
        self, territories: tuple[Territory, ...], continents: tuple[Continent, ...]
    ) -> tuple[tuple[Territory, ...], tuple[Continent, ...]]:
        """Add the names in other languages, if the map has any."""
        keys = [it.key for it in territories] + [it.key for it in continents if it.exists]
        names: dict[str, list[tuple[str, str]]] = {key: [] for key in keys}
        for path, name in self.translations():
            key = str(path[-1])
            if key not in names:
                raise self.no_territory(path, key, names)
            names[key].append((str(path[1]), self.name_at(path, name)))
        return (
            tuple(replace(it, translations=tuple(names[it.key])) for it in territories),
            tuple(replace(it, translations=tuple(names.get(it.key, ()))) for it in continents),
        )

    def translations(self) -> Iterator[tuple[KeyPath, object]]:
        """Yield the path and value of each name in another language."""
        if "names" not in self.data:
            return
        for language in self.at(("names",), dict, _("a table of languages: de, fr, it, …")):
            path: KeyPath = ("names", language)
            if not re.fullmatch(r"[a-z]{2}(-[a-z]{2})?", str(language)):
                raise self.error_at(
                    path,
                    "'{language}' is not a language code such as de, fr or pt-br",
                    language=language,
                )
            for name, other in self.at(path, dict, _("a table of territories")).items():
                for each in other if isinstance(other, list) else [other]:
                    yield (*path, name), each

    def missions(self, continents: tuple[Continent, ...]) -> BoardMissions:
        """Return the mission values, for editions whose missions name other continents."""
        path: KeyPath = ("missions",)
        table = self.at(path, dict, _("a table with 'continents' and 'territories'"))
        self.validate_keys(path, table, ("continents", "territories"))
        known = {continent.key for continent in continents if continent.exists} | {ANY_CONTINENT}
        named = []
        for number, names in enumerate(self.items((*path, "continents"))):
            names = [str(name) for name in (names if isinstance(names, list) else [names])]
            for name in names:
                if name not in known:
                    raise self.error_at(
                        (*path, "continents", number),
                        "unknown continent '{name}'; known: {known}",
                        name=name,
                        known=", ".join(sorted(known)),
                    )
            named.append(tuple(names))
        most = len({each for continent in continents for each in continent.territories})
        territories = self.at((*path, "territories"), int, _("a number of territories to hold"))
        if not 1 <= territories <= most:
            raise self.error_at(
                (*path, "territories"), "'territories' is a number from 1 to {most}", most=most
            )
        return BoardMissions(tuple(named), territories)

    def armies(self) -> tuple[tuple[int, int], ...]:
        """Return pairs of the number of players and the starting armies of each."""
        table = self.at(("armies",), dict, _("a table of armies by the number of players: {2: 22}"))
        for players, armies in table.items():
            path: KeyPath = ("armies", players)
            if type(players) is not int or not 2 <= players <= MAX_PLAYERS:
                raise self.error_at(
                    path, "'{players}' is not a number of players (2 to 6)", players=players
                )
            if type(armies) is not int or not 1 <= armies <= MAX_ARMIES:
                raise self.error_at(
                    path, "armies are a number from 1 to {max_armies}", max_armies=MAX_ARMIES
                )
        return tuple(sorted(table.items()))

    def validate_unique(self, path: KeyPath, new: Territory, others: list[Territory]) -> None:
        for other in others:
            for attribute in ("code", "letter"):
                value = getattr(new, attribute)
                if value and value == getattr(other, attribute):
                    raise self.error_at(
                        path,
                        "the {attribute} '{text}' is used by '{other}' too",
                        attribute=attribute,
                        text=value,
                        other=other.key,
                    )

    def validate_names(self, territories: Sequence[Territory]) -> None:
        """Check that no name or code that players may type belongs to two territories.

        Raises:
            BoardError: If one belongs to two.
        """
        owners = {normalize_name(territory.code): territory.key for territory in territories}
        own = (
            (self.place_of(territory), name)
            for territory in territories
            for name in (territory.key, *territory.also)
        )
        keys = {territory.key for territory in territories}
        translations = ((path, name) for path, name in self.translations() if str(path[-1]) in keys)
        for path, name in (*own, *translations):
            other = owners.setdefault(normalize_name(str(name)), str(path[-1]))
            if other != str(path[-1]):
                language = f" ({path[1]})" if path[0] == "names" else ""
                raise self.error_at(
                    path,
                    "the name '{name}'{language} is also a name of '{other}'; remove one of them",
                    name=name,
                    language=language,
                    other=other,
                )

    def place_of(self, territory: Territory) -> KeyPath:
        """Return the path of a territory in the document."""
        tables: list[tuple[KeyPath, Iterable[str | int]]] = [
            (("continents", continent, "territories"), table.get("territories", ()))
            for continent, table in self.data["continents"].items()
        ]
        tables.append((("outside",), self.data.get("outside", ())))
        # A name that is a number is a number in the document too.
        return next(
            (*path, name) for path, names in tables for name in names if str(name) == territory.key
        )

    def links(self, territories: tuple[Territory, ...]) -> tuple[Links, Links, Links]:
        """Return all links, those over water, and one-way links."""
        table = self.at(("links",), dict, _("'land' and 'sea'"))
        self.validate_keys(("links",), table, (*LINK_KINDS, ONE_WAY))
        index = {territory.key: number for number, territory in enumerate(territories)}
        links: dict[str, set[tuple[int, int]]] = {"land": set(), "sea": set(), ONE_WAY: set()}
        for kind in links if ONE_WAY in table else LINK_KINDS:
            for number, entry in enumerate(self.items(("links", kind))):
                mark = " -> " if kind == ONE_WAY else " -- "
                link = self.link(("links", kind, number), entry, index, mark)
                if any(link in others or link[::-1] in others for others in links.values()):
                    raise self.error_at(
                        ("links", kind, number), "'{entry}' is listed twice", entry=entry
                    )
                links[kind].add(link)
        return all_links(links)

    def link(
        self, path: KeyPath, entry: object, index: Mapping[str, int], mark: str
    ) -> tuple[int, int]:
        """Return the two ends of a link, in board order if it leads both ways."""
        ends = [end.strip() for end in str(entry).split(mark)]
        if len(ends) != 2:
            raise self.error_at(
                path,
                "'{entry}' is not a link; write 'Alaska{mark}Alberta'",
                entry=entry,
                mark=mark,
            )
        for end in ends:
            if end not in index:
                raise self.no_territory(path, end, index)
        one, other = index[ends[0]], index[ends[1]]
        if one == other:
            raise self.error_at(path, "'{entry}' links a territory with itself", entry=entry)
        return (one, other) if mark == " -> " else (min(one, other), max(one, other))

    def no_territory(self, path: KeyPath, name: object, known: Iterable[str]) -> BoardError:
        """Return the error for an unknown territory, with the closest known name."""
        hint = did_you_mean(name, known, _("write it as under 'continents'"))
        return self.error_at(path, "unknown territory '{name}'; {hint}", name=name, hint=hint)


def all_links(by_kind: Mapping[str, set[tuple[int, int]]]) -> tuple[Links, Links, Links]:
    """Return all links of a map, those over water, and one-way links.

    The ends of a link are in board order, except in the last set. One-way links count as links over
    water too, because they are drawn as lanes.
    """
    single = frozenset(by_kind[ONE_WAY])
    ordered = {(min(link), max(link)) for link in single}
    return (
        frozenset(by_kind["land"] | by_kind["sea"] | ordered),
        frozenset(by_kind["sea"] | ordered),
        single,
    )


def normalize_name(name: str) -> str:
    """Normalize a name in a map file for comparisons: no case, accents, spaces and punctuation.

    >>> normalize_name("Québec (East)") == normalize_name("quebec-east")
    True
    """
    return "".join(filter(str.isalnum, without_accents(name)))
