"""Sketches: YAML files of territories and their neighbours, from which maps are drawn.

A sketch is a map without pictures, and most of its keys are optional::

    map: bay
    title: The bay
    about: Three lands round a bay, and an island in it.
    continents:
      The shore:
        bonus: 2
        territories:
          Westland: {land: [Eastland, Southland]}
          Eastland: {land: [Southland], sea: [The Island]}
          ...

A link is written at one of its ends or at both. Missing codes, letters and cards are filled in.
``at`` gives a territory one place or several; ``of`` names its parts of a given coast; ``window``
is the area that the picture shows: left, bottom, right, top.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from risk_tui.boards.board import Board, CardSymbol, Territory
from risk_tui.boards.map_file import (
    MAX_TERRITORIES,
    ONE_WAY,
    Links,
    MapReader,
    all_links,
    normalize_name,
)
from risk_tui.data.clean_text import transliterate
from risk_tui.data.documents import Document, KeyPath, read_document
from risk_tui.data.language import _, join_and

if TYPE_CHECKING:
    from risk_tui.boards.land import Point, Window


_SYMBOLS = (CardSymbol.INFANTRY, CardSymbol.CAVALRY, CardSymbol.ARTILLERY)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A board to draw, with the places of its territories and their parts of a coast.

    Both mappings are keyed by code. Territories in neither are the parts of the coast with their
    names; without a coast, all territories are placed automatically if none has a place.
    """

    board: Board
    places: Mapping[str, tuple[Point, ...]]
    parts: Mapping[str, tuple[str, ...]]
    window: Window | None


def read_sketch(text: str, *, source: str) -> Sketch:
    """Read a sketch.

    Raises:
        DataError: If it is invalid. The message is one line with the file, the line and the
            correction.
    """
    return sketch_from(read_document(text, source=source))


def sketch_from(document: Document) -> Sketch:
    """Make a sketch from a document.

    Raises:
        DataError: If it is invalid. The message is one line.
    """
    return _SketchReader(document).sketch()


class _SketchReader(MapReader):
    """Reads a sketch as a map, and adds what is missing."""

    keys = (
        *("map", "title", "about", "version", "window", "continents", "deck"),
        *("missions", "names", "armies", "outside"),
    )
    territory_keys = ("code", "letter", "card", "also", "land", "sea", ONE_WAY, "at", "of")

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.data.setdefault("deck", {"jokers": 2})
        self.symbols = cycle(symbol.value for symbol in _SYMBOLS)
        self.codes, self.letters = self.given_values("code"), self.given_values("letter")
        # A new code must not be the name of another territory.
        self.names = {normalize_name(name).upper(): name for name, _ in self.rows()}
        self.count = len(self.rows())
        self.places: dict[str, tuple[Point, ...]] = {}
        self.parts: dict[str, tuple[str, ...]] = {}

    def rows(self) -> list[tuple[str, object]]:
        """Return the name and the table of each territory; the tables are not checked yet.

        Territories beyond the limit of a map are left out, so codes suffice for all.
        """
        continents = self.data.get("continents")
        tables = continents.values() if isinstance(continents, dict) else ()
        lands = [table.get("territories") for table in tables if isinstance(table, dict)]
        lands.append(self.data.get("outside"))
        return [
            (str(name), row)
            for land in lands
            if isinstance(land, dict)
            for name, row in land.items()
        ][:MAX_TERRITORIES]

    def given_values(self, key: str) -> set[object]:
        """Return the codes or letters that the sketch gives.

        Args:
            key: ``code`` or ``letter``.
        """
        return {str(row[key]) for _, row in self.rows() if isinstance(row, dict) and key in row}

    def sketch(self) -> Sketch:
        window = self.numbers(("window",), 4) if "window" in self.data else None
        if window and (window[0] == window[2] or window[1] == window[3]):
            raise self.error_at(("window",), "'window' is empty; write left, bottom, right, top")
        board = self.board({self.document.source: ""}, shipped=False)
        self.validate_names(board.territories)
        return Sketch(
            board,
            self.places,
            self.parts,
            (window[0], window[1], window[2], window[3]) if window else None,
        )

    def territory(self, path: KeyPath, continent: int) -> tuple[Territory, CardSymbol]:
        table = self.at(path, dict, _("a table with 'land' or 'sea', lists of its neighbours"))
        table.setdefault("card", next(self.symbols))
        if "code" not in table:
            taken = self.codes | {key for key, name in self.names.items() if name != path[-1]}
            table["code"] = next(code for code in _codes(str(path[-1])) if code not in taken)
            self.codes.add(table["code"])
        if "letter" not in table and self.count <= len(string.ascii_letters):
            table["letter"] = next(it for it in string.ascii_letters if it not in self.letters)
            self.letters.add(table["letter"])
        code = str(table["code"])
        if "at" in table:
            self.places[code] = self.points((*path, "at"))
        if "of" in table:
            names = self.items((*path, "of"))
            self.parts[code] = tuple(self.name_at((*path, "of"), name) for name in names)
        return super().territory(path, continent)

    def points(self, path: KeyPath) -> tuple[Point, ...]:
        items = self.items(path)
        single = bool(items) and not isinstance(items[0], list)
        paths = [path] if single else [(*path, number) for number in range(len(items))]
        if not paths:
            raise self.error_at(path, "'at' is a point or several: [3, 4] or [[3, 4], [5, 4]]")
        return tuple((x, y) for x, y in (self.numbers(each, 2) for each in paths))

    def numbers(self, path: KeyPath, count: int) -> list[float]:
        value: Any = self.data
        for step in path:
            value = value[step]
        if (
            not isinstance(value, list)
            or len(value) != count
            or not all(type(number) in (int, float) for number in value)
        ):
            raise self.error_at(
                path, "write {count} numbers in brackets, with commas between them", count=count
            )
        return [float(number) for number in value]

    def links(self, territories: tuple[Territory, ...]) -> tuple[Links, Links, Links]:
        index = {territory.key: number for number, territory in enumerate(territories)}
        links: dict[str, set[tuple[int, int]]] = {"land": set(), "sea": set(), ONE_WAY: set()}
        for territory in territories:
            path = self.place_of(territory)
            for kind in links:
                table = self.at(path, dict, _("a table"))
                names = self.items((*path, kind)) if kind in table else []
                for number, name in enumerate(names):
                    mark = " -> " if kind == ONE_WAY else " -- "
                    entry = f"{territory.key}{mark}{name}"
                    link = self.link((*path, kind, number), entry, index, mark)
                    if kind == ONE_WAY and link[::-1] in links[kind]:
                        raise self.error_at(
                            (*path, kind, number), "'{entry}' is listed twice", entry=entry
                        )
                    links[kind].add(link)
                    given = [other for other in links if {link, link[::-1]} & links[other]]
                    if len(given) > 1:
                        raise self.error_at(
                            (*path, kind, number),
                            "the link to '{name}' is listed under {given}; keep one of them",
                            name=name,
                            given=join_and(given),
                        )
        return all_links(links)


def _codes(name: str) -> Iterator[str]:
    """Yield possible codes for a name, best first."""
    words = [
        "".join(char for char in word.upper() if char in string.ascii_uppercase)
        for word in re.split(r"[\W_]+", transliterate(name))
    ]
    words = [word for word in words if word]
    if len(words) > 1:
        yield words[0][0] + words[1][0]
    letters = "".join(words)
    yield from (letters[0] + letter for letter in letters[1:])
    yield from (one + other for one in string.ascii_uppercase for other in string.ascii_uppercase)


def map_text(board: Board, pictures: list[str]) -> str:
    """Return the text of a board's map file that lists these pictures."""
    lines = [f"map: {yaml_word(board.name)}", f"title: {yaml_word(board.title)}"]
    lines += [f"about: {yaml_word(board.about)}", "version: 1", "continents:"]
    symbols = {card.territory: card.symbol for card in board.deck}
    for number, continent in enumerate(board.continents):
        own = [it for it in continent.territories if board.territories[it].continent == number]
        if continent.exists:
            lines += [f"  {yaml_word(continent.key)}:", f"    bonus: {continent.bonus}"]
            others = [board.territories[it].key for it in continent.territories if it not in own]
            if others:
                lines.append(f"    with: [{', '.join(map(yaml_word, others))}]")
        if own:
            lines.append("    territories:" if continent.exists else "outside:")
        for place in own:
            land = board.territories[place]
            letter = f", letter: {yaml_word(land.letter)}" if land.letter else ""
            also = f", also: [{', '.join(map(yaml_word, land.also))}]" if land.also else ""
            lines.append(
                f"      {yaml_word(land.key)}: {{code: {yaml_word(land.code)}{letter}, "
                f"card: {symbols[place]}{also}}}"
            )
    lines.append("links:")
    single = {(min(link), max(link)) for link in board.one_way}
    kinds = {"land": (board.links - board.sea_lanes, " -- ")}
    kinds["sea"] = (board.sea_lanes - single, " -- ")
    if single:
        kinds[ONE_WAY] = (board.one_way, " -> ")
    for kind, (links, mark) in kinds.items():
        lines.append(f"  {kind}:" if links else f"  {kind}: []")
        names = [[board.territories[end].key for end in link] for link in sorted(links)]
        lines += [f"    - {yaml_word(mark.join(ends))}" for ends in names]
    if board.missions is not None:
        lines += ["missions:", "  continents:"]
        lines += [
            f"    - [{', '.join(map(yaml_word, names))}]" for names in board.missions.continents
        ]
        lines.append(f"  territories: {board.missions.territories}")
    if board.armies:
        table = ", ".join(f"{players}: {armies}" for players, armies in board.armies)
        lines.append(f"armies: {{{table}}}")
    lines += _names_in_other_languages(board)
    jokers = sum(card.territory is None for card in board.deck)
    lines += [f"deck: {{jokers: {jokers}}}", f"pictures: [{', '.join(pictures)}]"]
    return "\n".join(lines) + "\n"


def _names_in_other_languages(board: Board) -> Iterator[str]:
    """Yield the lines of a map file with the names in other languages."""
    names: dict[str, dict[str, list[str]]] = {}
    translated = [(it.key, it.translations) for it in board.territories]
    translated += [(it.key, it.translations) for it in board.continents]
    for key, translations in translated:
        for language, name in translations:
            names.setdefault(language, {}).setdefault(key, []).append(yaml_word(name))
    if names:
        yield "names:"
    for language, table in names.items():
        yield f"  {yaml_word(language)}:"
        for name, others in table.items():
            yield f"    {yaml_word(name)}: [{', '.join(others)}]"


def yaml_word(text: str) -> str:
    """Return a text as a YAML string, quoted if necessary."""
    import yaml

    plain = text.replace(" ", "").replace("-", "")
    if (
        plain.isascii()
        and plain.isalpha()
        and text.strip("- ") == text
        and text.lower() not in ("true", "false", "null", "no", "on", "off", "yes", "y", "n")
    ):
        return text
    return str(yaml.safe_dump(text, allow_unicode=True, width=10**6, default_style='"')).rstrip(
        "\n"
    )
