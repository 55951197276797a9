"""Boards of other programs: read as untrusted input, and turned into sketches.

``read_foreign`` recognizes the format by the contents of the file:

- Domination: a ``.map`` text, and the ``.cards`` text beside it for symbols and missions.
- KsirK: a skin's ``onu.xml``; its goals become missions.
- TEG: a theme's ``teg_theme.xml``, which has no links; those of our TEG board are used.
- Warzone (Warlight): the JSON of its API.
- Lux: a ``.luxb`` board, whose polygons become the coasts.

A ``ForeignBoard`` has the territories with their links, and the continents with their bonuses. Its
``left_out`` lists the parts that our maps can't express, its ``missing`` those that the file lacks.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from risk_tui.boards.board import Board
from risk_tui.boards.land import GeoCoast, Pixel, Point, parse_json, tiles_around
from risk_tui.boards.map_file import (
    ANY_CONTINENT,
    MAX_ABOUT_LENGTH,
    MAX_NAME_LENGTH,
    MAX_TERRITORIES,
    MAX_TITLE_LENGTH,
    ONE_WAY,
    normalize_name,
)
from risk_tui.boards.sketch_file import Sketch, sketch_from
from risk_tui.data.clean_text import checked_characters, printable, transliterate
from risk_tui.data.documents import Document, read_xml
from risk_tui.data.language import N_, _, ngettext
from risk_tui.errors import DataError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


MAX_BYTES = 8_000_000
"""The size of the largest file that is read, in bytes."""

_MAX_LINKS = 20_000

_CARDS = {"infantry": "infantry", "cavalry": "cavalry", "cannon": "artillery"}


@dataclass
class Land:
    """A territory of another program's board; ``leads_to`` has that program's ids of others."""

    name: str
    at: Point | None = None
    leads_to: list[str] = field(default_factory=list)
    outlines: list[list[Point]] = field(default_factory=list)
    card: str = ""


@dataclass
class Region:
    """A continent of another program's board, with the ids of its territories."""

    name: str
    bonus: int
    lands: list[str] = field(default_factory=list)


@dataclass
class ForeignBoard:
    """A board of another program, as far as its file describes it."""

    program: str
    title: str
    about: str = ""
    lands: dict[str, Land] = field(default_factory=dict)
    regions: dict[str, Region] = field(default_factory=dict)
    jokers: int = 2
    missions: list[list[str]] = field(default_factory=list)
    """The ids of the continents of each mission; ``ANY_CONTINENT`` stands for any one."""
    territories_to_hold: int = 0
    """The number of territories in a mission to hold any; 0 if the file has no such mission."""
    left_out: list[str] = field(default_factory=list)
    """The parts that are not imported, each in a few words."""
    missing: list[str] = field(default_factory=list)
    """The parts that a map has and the file lacks, each in a few words."""


def read_foreign(
    data: bytes, *, source: str, beside: Callable[[str], str | None], teg: Board
) -> ForeignBoard:
    """Read a board of another program.

    Args:
        source: The name of the file.
        beside: Returns the text of a file in the same folder; ``None`` if there is no such file.
        teg: Our board of TEG, for the links that its themes lack.

    Raises:
        DataError: If the format is unknown or the file is invalid; the message is one line.
    """
    start = data[:400].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] == b"<" or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        root = read_xml(data, source=source)
        readers = {"onu": _read_ksirk, "luxboard": _read_lux}
        if root.tag in readers:
            board = readers[root.tag](root)
        elif root.tag == "teg_theme":
            board = _read_teg(root, source, teg)
        else:
            raise DataError(
                _(
                    "{source}: <{tag}> is not a known board format; the known ones are KsirK's "
                    "onu, TEG's teg_theme and Lux's luxboard",
                    source=source,
                    tag=printable(root.tag, 40),
                )
            )
    else:
        text = _decode(data)
        board = _read_warzone(text, source) if start[:1] == b"{" else _read_domination(text, beside)
    if len(board.lands) > MAX_TERRITORIES:
        raise DataError(
            _(
                "{source}: it has {lands_count} territories; a map has at most {max_territories}",
                source=source,
                lands_count=len(board.lands),
                max_territories=MAX_TERRITORIES,
            )
        )
    if len(board.lands) < 2 or not board.regions:
        raise DataError(
            _(
                "{source}: it contains no board in a known format; {known}",
                source=source,
                known=_(_KNOWN),
            )
        )
    return board


_KNOWN = N_(
    "the known formats are Domination's .map, KsirK's onu.xml, TEG's teg_theme.xml, Warzone's "
    "JSON and Lux's .luxb"
)


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _number(text: object) -> int:
    """Parse a whole number of at most six digits; return 0 if it is not one."""
    value = str(text).strip()
    return int(value) if re.fullmatch(r"[-+]?\d{1,6}", value) else 0


def _point(x: object, y: object) -> Point | None:
    """Return a point; ``None`` if a coordinate is not a number."""
    parts = [str(part).strip() for part in (x, y)]
    if not all(re.fullmatch(r"[-+]?\d{1,9}(\.\d{1,12})?", part) for part in parts):
        return None
    return float(parts[0]), float(parts[1])


# Domination


def _read_domination(text: str, beside: Callable[[str], str | None]) -> ForeignBoard:
    board, section = ForeignBoard("Domination", ""), ""
    cards = ""
    for line in _lines(text):
        words = line.split()
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1].lower()
        elif section == "":
            if words[0].lower() == "name":
                board.title = line[4:].strip()
        elif section == "files":
            if words[0].lower() == "crd" and len(words) > 1:
                cards = words[1]
        elif section == "continents":
            number = str(len(board.regions) + 1)
            bonus = _number(words[1] if len(words) > 1 else 0)
            board.regions[number] = Region(words[0].replace("_", " "), bonus)
        elif section == "countries" and len(words) >= 3:
            place = _point(*words[3:5]) if len(words) >= 5 else None
            board.lands[words[0]] = Land(words[1].replace("_", " "), place)
            if words[2] in board.regions:
                board.regions[words[2]].lands.append(words[0])
        elif section == "borders" and words[0] in board.lands:
            board.lands[words[0]].leads_to += words[1:]
    if cards:
        text_of_cards = beside(cards) if re.fullmatch(r"[\w. -]{1,80}", cards) else None
        if text_of_cards is None:
            board.left_out.append(
                _("the cards and missions in {cards}, which is not in the same folder", cards=cards)
            )
        else:
            _read_cards(board, text_of_cards)
    return board


def _lines(text: str) -> Iterator[str]:
    """Yield the stripped lines of a text, without comments and empty lines."""
    for line in text.splitlines():
        if (line := line.strip()) and not line.startswith(";"):
            yield line


def _read_cards(board: ForeignBoard, text: str) -> None:
    """Add the symbols and missions of a ``.cards`` text."""
    section, others, jokers = "", 0, 0
    for line in _lines(text):
        words = line.lower().split()
        if line.startswith("["):
            section = line.strip("[]").lower()
        elif section == "cards" and words[0] == "wildcard":
            jokers += 1
        elif section == "cards" and len(words) > 1:
            if words[0] in _CARDS and words[1] in board.lands:
                board.lands[words[1]].card = _CARDS[words[0]]
        elif section == "missions" and len(words) >= 6:
            destroyed, count, armies, *continents = words[:6]
            ids = [ANY_CONTINENT if each == "*" else each for each in continents if each != "0"]
            if ids and {*ids} <= {*board.regions, ANY_CONTINENT}:
                board.missions.append(ids)
            elif destroyed == "0" and armies in ("0", "1") and _number(count):
                board.territories_to_hold = _number(count)
            elif destroyed == "0":
                others += 1
    board.jokers = min(jokers, 20)
    if others:
        board.left_out.append(
            _("{others} of its missions, for which the rules have their own", others=others)
        )


# KsirK


def _read_ksirk(root: Element) -> ForeignBoard:
    board = ForeignBoard("KsirK", root.get("name", ""), _text(root, "desc"))
    for each in root.findall("country"):
        place = each.find("central-point")
        at = _point(place.get("x"), place.get("y")) if place is not None else None
        leads_to = [str(it.get("id")) for it in each.findall("neighbours/neighbour")]
        board.lands[each.get("id", "")] = Land(each.get("name", ""), at, leads_to)
    for each in root.findall("continent"):
        ids = [str(it.get("id")) for it in each.findall("continent-country")]
        bonus = _number(each.get("bonus"))
        board.regions[each.get("id", "")] = Region(each.get("name", ""), bonus, ids)
    for goal in root.findall("goals/goal"):
        if goal.get("type") == "Continents":
            ids = [str(it.get("id")) for it in goal.findall("continent")]
            # An unknown id, usually 0, stands for any continent.
            known = [it if it in board.regions else ANY_CONTINENT for it in ids]
            board.missions += [known] if known else []
        elif goal.get("type") == "Countries" and goal.find("armiesByCountry") is None:
            count = goal.find("countries")
            board.territories_to_hold = _number(count.get("nb")) if count is not None else 0
    if root.find("nationality") is not None:
        board.left_out.append(_("its nationalities"))
    board.missing.append(_("card symbols"))
    return board


def _text(element: Element, tag: str) -> str:
    child = element.find(tag)
    return "" if child is None else " ".join((child.text or "").split())


# TEG


def _read_teg(root: Element, source: str, teg: Board) -> ForeignBoard:
    author = _text(root, "author")
    board = ForeignBoard("TEG", f"TEG, by {author}" if author else "TEG")
    names: list[str] = []
    for area in root.findall("continent"):
        region = board.regions[str(len(board.regions))] = Region(area.get("name", ""), 0)
        for each in area.findall("country"):
            points = [_point(it.get("pos_x"), it.get("pos_y")) for it in (area, each)]
            at = None
            if points[0] and points[1]:
                at = points[0][0] + points[1][0], points[0][1] + points[1][1]
            number = str(len(names))
            names.append(each.get("name", ""))
            board.lands[number] = Land(names[-1], at)
            region.lands.append(number)
    if len(names) != len(teg.territories):
        raise DataError(
            _(
                "{source}: a TEG theme has no links; our TEG board supplies them, but has "
                "{territories_count} territories instead of {names_count}",
                source=source,
                territories_count=len(teg.territories),
                names_count=len(names),
            )
        )
    # Themes list territories in TEG's own order, and our board does too.
    for place, others in enumerate(teg.neighbours):
        board.lands[str(place)].leads_to = [str(other) for other in others]
        board.lands[str(place)].card = str(teg.deck[place].symbol)
    for region in board.regions.values():
        whole = sorted(map(int, region.lands))
        same = [it.bonus for it in teg.continents if sorted(it.territories) == whole]
        region.bonus = same[0] if same else len(whole) // 3
    board.jokers = sum(card.territory is None for card in teg.deck)
    board.left_out.append(_("its pictures and the places of its dice"))
    board.missing.append(_("links, bonuses and cards; those of our TEG board are used"))
    return board


# Warzone


def _read_warzone(text: str, source: str) -> ForeignBoard:
    data = parse_json(text, source=source)
    table = data.get("map", data)
    if isinstance(table, dict) and isinstance(table.get("Regions"), list):
        return _read_challenge(table)
    if not isinstance(table, dict) or not isinstance(table.get("territories"), list):
        raise DataError(
            _(
                "{source}: there is no map in it; a map has 'territories' and 'bonuses'",
                source=source,
            )
        )
    board = ForeignBoard("Warzone", str(table.get("name", "")))
    for each in _as_tables(table["territories"]):
        leads_to = [str(other) for other in _as_list(each.get("connectedTo"))]
        board.lands[str(each.get("id"))] = Land(str(each.get("name", "")), None, leads_to)
    for each in _as_tables(table.get("bonuses")):
        ids = [str(it) for it in _as_list(each.get("territoryIDs"))]
        region = Region(str(each.get("name", "")), _number(each.get("value")), ids)
        board.regions[str(each.get("id"))] = region
    board.missing.append(_("places and coasts"))
    if "settings" in data or "standing0" in data:
        board.left_out.append(_("its settings and the state of its game"))
    return board


def _read_challenge(table: dict[str, Any]) -> ForeignBoard:
    """Read a map of the bot competition. It has no names, and lists links at one end only."""
    board = ForeignBoard("Warlight's challenge for bots", "")
    for each in _as_tables(table.get("SuperRegions")):
        board.regions[str(each.get("id"))] = Region("", _number(each.get("bonus")))
    for each in _as_tables(table["Regions"]):
        name = str(each.get("id"))
        board.lands[name] = Land(f"Region {name}")
        if region := board.regions.get(str(each.get("superRegion"))):
            region.lands.append(name)
    for each in _as_tables(table["Regions"]):
        for other in map(str, _as_list(each.get("neighbors"))):
            if other in board.lands:
                board.lands[str(each.get("id"))].leads_to.append(other)
                board.lands[other].leads_to.append(str(each.get("id")))
    board.missing.append(_("names, places and coasts"))
    return board


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _as_tables(value: object) -> list[dict[str, Any]]:
    return [item for item in _as_list(value) if isinstance(item, dict)]


# Lux


def _read_lux(root: Element) -> ForeignBoard:
    board = ForeignBoard("Lux", _text(root, "title"), _text(root, "description"))
    scenario = False
    for area in root.findall("continent"):
        number = str(len(board.regions))
        region = Region(_text(area, "continentname"), _number(_text(area, "bonus")))
        board.regions[number] = region
        for each in area.findall("country"):
            outlines = [_outline(it.text or "") for it in each.findall("polygon")]
            outlines = [points for points in outlines if len(points) > 2]
            # In Lux, the y axis points up.
            flat = [(x, -y) for points in outlines for x, y in points]
            place = _text(each, "armylocation").split(",")
            middle = _point(*place) if len(place) == 2 else None
            at = (middle[0], -middle[1]) if middle else _centre(flat)
            leads_to = [it.strip() for it in _text(each, "adjoining").split(",")]
            land = Land(_text(each, "name"), at, leads_to)
            land.outlines = [[(x, -y) for x, y in points] for points in outlines]
            board.lands[_text(each, "id")] = land
            region.lands.append(_text(each, "id"))
            scenario = scenario or each.find("initialOwner") is not None
    if scenario:
        board.left_out.append(_("who owns what at the start of its scenario"))
    if root.find("line") is not None:
        board.left_out.append(_("the lines that it draws"))
    return board


def _outline(text: str) -> list[Point]:
    points = (_point(*pair.split(",")) for pair in text.split() if pair.count(",") == 1)
    return [point for point in points if point is not None]


def _centre(points: list[Point]) -> Point | None:
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# Conversion to a sketch


def foreign_sketch(
    board: ForeignBoard, *, source: str, name: str
) -> tuple[Sketch, GeoCoast | None]:
    """Make a sketch of a foreign board, and its coast if the board has outlines.

    Parts that a sketch can't express are added to ``board.left_out``.

    Args:
        source: The name of the file that the board comes from.
        name: The name of the new map.

    Raises:
        DataError: If the board can't be played, for example because it is in two pieces.
    """
    lands = _names([it.name for it in board.lands.values()], "Territory")
    names = dict(zip(board.lands, lands, strict=True))
    regions = _names([it.name for it in board.regions.values()], "Continent")
    region_names = dict(zip(board.regions, regions, strict=True))
    rows: dict[str, dict[str, Any]] = {names[land]: {} for land in names}
    for kind, pairs in _links(board, source).items():
        for one, other in pairs:
            rows[names[one]].setdefault(kind, []).append(names[other])
    coast = _coast(board, names, source)
    window = _window([it.at for it in board.lands.values()], coast)
    for number, land in board.lands.items():
        row = rows[names[number]]
        if land.card:
            row["card"] = land.card
        if coast is not None:
            row["of"] = [names[number]]
        if window is not None and land.at is not None:
            row["at"] = list(land.at)
    data: dict[str, Any] = {
        "map": name,
        "title": _clean(board.title)[:MAX_TITLE_LENGTH].strip() or name,
        "about": _about(board, source),
        "continents": _continents(board, region_names, names, rows),
        "deck": {"jokers": board.jokers},
    }
    homes = {land for region in board.regions.values() for land in region.lands}
    if outside := {names[land]: rows[names[land]] for land in names if land not in homes}:
        data["outside"] = outside
    if window is not None:
        data["window"] = list(window)
    if board.missions:
        count = board.territories_to_hold or round(len(names) * 24 / 42)
        named = [[region_names.get(it, it) for it in mission] for mission in board.missions]
        data["missions"] = {"continents": named, "territories": min(max(count, 1), len(names))}
    return sketch_from(Document(source, data)), coast


def _clean(text: str) -> str:
    """Return a text of another program without characters that can't be shown."""
    kept = "".join(char if safe else " " for char, safe in checked_characters(text))
    # Maps write links as "A -- B" and "A -> B".
    return re.sub(r"-[->]+", "-", " ".join(kept.split()))


def _names(texts: Iterable[str], kind: str) -> list[str]:
    """Return a name for each text: clean, short enough, and different from others when typed."""
    used = {""}
    names = []
    for number, text in enumerate(texts, 1):
        name = _clean(text)[:MAX_NAME_LENGTH].strip() or f"{kind} {number}"
        if not normalize_name(name) or normalize_name(name) == ANY_CONTINENT:
            name = f"{kind} {number}"
        more = 2
        first = name
        while normalize_name(name) in used:
            name = f"{first[: MAX_NAME_LENGTH - 4]} {more}"
            more += 1
        used.add(normalize_name(name))
        names.append(name)
    return names


def _about(board: ForeignBoard, source: str) -> str:
    about = f"Imported from {_clean(source)}, a board of {board.program}."
    return f"{about} {_clean(board.about)}"[:MAX_ABOUT_LENGTH].strip()


def _continents(
    board: ForeignBoard,
    region_names: Mapping[str, str],
    names: Mapping[str, str],
    rows: Mapping[str, dict[str, Any]],
) -> dict[str, Any]:
    """Return the table of continents; a territory is listed under its first one.

    Missions with dropped continents are removed from ``board``.
    """
    tables: dict[str, Any] = {}
    placed: set[str] = set()
    for number, region in board.regions.items():
        ids = [land for land in dict.fromkeys(region.lands) if land in names]
        bonus = max(-99, min(99, region.bonus))
        if not ids:
            board.left_out.append(
                _(
                    "the continent {region_name}, which has no territories",
                    region_name=region_names[number],
                )
            )
            continue
        if bonus != region.bonus:
            board.left_out.append(
                _(
                    "a bonus of {bonus} for {region_name}",
                    bonus=region.bonus,
                    region_name=region_names[number],
                )
            )
        table: dict[str, Any] = {"bonus": bonus}
        if own := {names[land]: rows[names[land]] for land in ids if land not in placed}:
            table["territories"] = own
        if shared := [names[land] for land in ids if land in placed]:
            table["with"] = shared
        placed.update(ids)
        tables[region_names[number]] = table
    board.missions = [
        mission
        for mission in board.missions
        if all(it == ANY_CONTINENT or region_names[it] in tables for it in mission)
    ]
    return tables


def _links(board: ForeignBoard, source: str) -> dict[str, list[tuple[str, str]]]:
    """Return the links by kind: over land, over water, and one way only.

    If one-way links make a territory impossible to reach or to leave, all of them become links that
    lead both ways.
    """
    leads = {
        (land, other)
        for land, it in board.lands.items()
        for other in it.leads_to
        if other in board.lands and other != land
    }
    unknown = {
        other for it in board.lands.values() for other in it.leads_to if other not in board.lands
    } - {""}
    if unknown:
        some = printable(", ".join(sorted(unknown)), 60)
        board.left_out.append(_("links to territories that it lacks: {some}", some=some))
    if len(leads) > _MAX_LINKS:
        raise DataError(
            _(
                "{source}: it has {leads_count} links; at most {max_links} are allowed",
                source=source,
                leads_count=len(leads),
                max_links=_MAX_LINKS,
            )
        )
    order = {land: number for number, land in enumerate(board.lands)}
    single = sorted(
        (pair for pair in leads if pair[::-1] not in leads),
        key=lambda pair: (order[pair[0]], order[pair[1]]),
    )
    both = {pair for pair in leads if order[pair[0]] < order[pair[1]] and pair[::-1] in leads}
    if single and not _is_strongly_connected(leads, board.lands):
        board.left_out.append(
            ngettext(
                "the direction of {number} one-way link, with which some territories could not be "
                "reached or left",
                "the direction of {number} one-way links, with which some territories could not be "
                "reached or left",
                len(single),
            )
        )
        both.update(
            pair if order[pair[0]] < order[pair[1]] else (pair[1], pair[0]) for pair in single
        )
        single = []
    pairs = sorted(both, key=lambda pair: (order[pair[0]], order[pair[1]]))
    far = _SEA_LINK_FACTOR * _median_length(board)
    over_water = {
        (one, other)
        for one, other in pairs
        if _are_apart(board.lands[one], board.lands[other], far)
    }
    return {
        "land": [pair for pair in pairs if pair not in over_water],
        "sea": [pair for pair in pairs if pair in over_water],
        ONE_WAY: single,
    }


def _is_strongly_connected(leads: set[tuple[str, str]], lands: Iterable[str]) -> bool:
    """Return True if links lead from every territory to every other."""
    territories = set(lands)
    start = min(territories)
    for pairs in (leads, {pair[::-1] for pair in leads}):
        ways: dict[str, list[str]] = defaultdict(list)
        for one, other in pairs:
            ways[one].append(other)
        reached = [start]
        for land in reached:  # The list grows while it is read.
            reached += {*ways[land]}.difference(reached)
        if len(reached) < len(territories):
            return False
    return True


_SEA_LINK_FACTOR = 2.5
"""A link longer than this many times the median is over water."""


def _are_apart(one: Land, other: Land, far: float) -> bool:
    """Return True if two linked territories are too far apart to share a border.

    Args:
        far: The greatest distance of territories without outlines that share a border.
    """
    if one.outlines and other.outlines:
        return not _share_border(one, other)
    return one.at is not None and other.at is not None and math.dist(one.at, other.at) > far


_MAX_BORDER_GAP = 12.0
"""The greatest distance of outlines that share a border, in units of the file."""


def _share_border(one: Land, other: Land) -> bool:
    """Return True if the outlines of two territories come close, in their first 400 corners."""
    tiles: dict[Pixel, list[Point]] = defaultdict(list)
    for corner, tile in _corners(one):
        tiles[tile].append(corner)
    return any(
        math.dist(corner, near) <= _MAX_BORDER_GAP
        for corner, tile in _corners(other)
        for near_tile in tiles_around(tile)
        for near in tiles.get(near_tile, ())
    )


def _corners(land: Land) -> list[tuple[Point, Pixel]]:
    """Return the first 400 corners of a territory's outlines, each with its tile."""
    corners = [point for points in land.outlines for point in points][:400]
    return [((x, y), (int(x // _MAX_BORDER_GAP), int(y // _MAX_BORDER_GAP))) for x, y in corners]


def _median_length(board: ForeignBoard) -> float:
    """Return the median length of the links."""
    lengths = sorted(
        math.dist(it.at, other.at)
        for it in board.lands.values()
        for name in it.leads_to
        if (other := board.lands.get(name)) and it.at is not None and other.at is not None
    )
    return lengths[len(lengths) // 2] if lengths else math.inf


def _window(
    at: list[Point | None], coast: GeoCoast | None
) -> tuple[float, float, float, float] | None:
    """Return the area that the picture shows: the coast, or all places, and a margin.

    The y axis points down.

    Returns:
        Left, bottom, right, top; ``None`` if places are missing, or too many are the same.
    """
    places = [place for place in at if place is not None]
    if coast is not None:
        left, top, right, bottom = coast.window
    elif len(places) < len(at) or len(set(places)) < max(2, len(places) * 0.9):
        return None
    else:
        columns, lines = zip(*places, strict=True)
        left, right, top, bottom = min(columns), max(columns), min(lines), max(lines)
    across, down = (right - left) * 0.07 or 1.0, (bottom - top) * 0.09 or 1.0
    return left - across, bottom + down, right + across, top - down


def _coast(board: ForeignBoard, names: Mapping[str, str], source: str) -> GeoCoast | None:
    """Return the outlines of the territories as a coast; ``None`` if one lacks its outline."""
    if not all(land.outlines for land in board.lands.values()):
        return None
    shapes = [
        (names[number], [ring]) for number, land in board.lands.items() for ring in land.outlines
    ]
    return GeoCoast(shapes, source=source)


def map_name(text: str) -> str:
    """Return a name for a map's files, made from any text.

    >>> map_name("Mapa de México.map")
    'mapa-de-mexico'
    """
    stem = re.sub(r"\.\w{1,8}$", "", text)
    words = re.findall(r"[a-z0-9]+", transliterate(stem).lower())
    return "-".join(words)[:40].strip("-") or "board"
