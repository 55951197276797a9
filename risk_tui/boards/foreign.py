"""Boards of other programs: read as untrusted input, and turned into sketches.

``read_foreign`` recognizes the format by the contents of the file:

- Domination: a ``.map`` text, and the ``.cards`` text beside it for symbols and missions.
- KsirK: a skin's ``onu.xml``; its goals become missions.
- TEG: a theme's ``teg_theme.xml``, which has no links; those of our TEG board are used.
- Warzone (Warlight): the JSON of its API.
- Lux: a ``.luxb`` board, whose polygons become the coasts.

A ``Foreign`` has territories, continents, links and bonuses of each. Its ``left_out`` lists the
parts that the file lacks, or that our maps can't express.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from risk_tui.boards.land import GeoCoast
from risk_tui.boards.map_file import (
    ANY_CONTINENT,
    MAX_ABOUT_LENGTH,
    MAX_NAME_LENGTH,
    MAX_TERRITORIES,
    MAX_TITLE_LENGTH,
    ONE_WAY,
    normalize_name,
)
from risk_tui.boards.sketch_file import sketch_from
from risk_tui.data.clean_text import checked_characters, printable, transliterate
from risk_tui.data.language import N_, _, ngettext
from risk_tui.data.xml_document import read_xml
from risk_tui.data.yaml_document import Document
from risk_tui.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from xml.etree.ElementTree import Element

    from risk_tui.boards.board import Board
    from risk_tui.boards.grid import Point
    from risk_tui.boards.sketch_file import Sketch

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
class Foreign:
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
    """The parts that are not imported, or not in the file, each in a few words."""


def read_foreign(
    data: bytes, *, source: str, beside: Callable[[str], str | None], teg: Board
) -> Foreign:
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
            found = readers[root.tag](root)
        elif root.tag == "teg_theme":
            found = _read_teg(root, teg)
        else:
            raise DataError(
                _(
                    "{source}: <{tag}> is not a known board format; known are KsirK's onu, TEG's "
                    "teg_theme and Lux's luxboard",
                    source=source,
                    tag=printable(root.tag, 40),
                )
            )
    else:
        text = _decode(data)
        found = _read_warzone(text, source) if start[:1] == b"{" else _read_domination(text, beside)
    if len(found.lands) > MAX_TERRITORIES:
        raise DataError(
            _(
                "{source}: it has {lands_count} territories; a map has at most {max_territories}",
                source=source,
                lands_count=len(found.lands),
                max_territories=MAX_TERRITORIES,
            )
        )
    if len(found.lands) < 2 or not found.regions:
        raise DataError(
            _(
                "{source}: it contains no board in a known format; {known}",
                source=source,
                known=_(_KNOWN),
            )
        )
    return found


_KNOWN = N_(
    "known are Domination's .map, KsirK's onu.xml, TEG's teg_theme.xml, Warzone's JSON and "
    "Lux's .luxb"
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


def _read_domination(text: str, beside: Callable[[str], str | None]) -> Foreign:
    found, section = Foreign("Domination", ""), ""
    cards = ""
    for line in _lines(text):
        words = line.split()
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1].lower()
        elif section == "":
            if words[0].lower() == "name":
                found.title = line[4:].strip()
        elif section == "files":
            if words[0].lower() == "crd" and len(words) > 1:
                cards = words[1]
        elif section == "continents":
            number = str(len(found.regions) + 1)
            bonus = _number(words[1] if len(words) > 1 else 0)
            found.regions[number] = Region(words[0].replace("_", " "), bonus)
        elif section == "countries" and len(words) >= 3:
            place = _point(*words[3:5]) if len(words) >= 5 else None
            found.lands[words[0]] = Land(words[1].replace("_", " "), place)
            if words[2] in found.regions:
                found.regions[words[2]].lands.append(words[0])
        elif section == "borders" and words[0] in found.lands:
            found.lands[words[0]].leads_to += words[1:]
    if cards:
        text_of_cards = beside(cards) if re.fullmatch(r"[\w. -]{1,80}", cards) else None
        if text_of_cards is None:
            found.left_out.append(
                _("the cards and missions in {cards}, which is not in the same folder", cards=cards)
            )
        else:
            _read_cards(found, text_of_cards)
    return found


def _lines(text: str) -> Iterator[str]:
    """Yield the stripped lines of a text, without comments and empty lines."""
    for line in text.splitlines():
        if (line := line.strip()) and not line.startswith(";"):
            yield line


def _read_cards(found: Foreign, text: str) -> None:
    """Add the symbols and missions of a ``.cards`` text."""
    section, others, jokers = "", 0, 0
    for line in _lines(text):
        words = line.lower().split()
        if line.startswith("["):
            section = line.strip("[]").lower()
        elif section == "cards" and words[0] == "wildcard":
            jokers += 1
        elif section == "cards" and len(words) > 1:
            if words[0] in _CARDS and words[1] in found.lands:
                found.lands[words[1]].card = _CARDS[words[0]]
        elif section == "missions" and len(words) >= 6:
            destroyed, count, armies, *continents = words[:6]
            ids = [ANY_CONTINENT if each == "*" else each for each in continents if each != "0"]
            if ids and {*ids} <= {*found.regions, ANY_CONTINENT}:
                found.missions.append(ids)
            elif destroyed == "0" and armies in ("0", "1") and _number(count):
                found.territories_to_hold = _number(count)
            elif destroyed == "0":
                others += 1
    found.jokers = min(jokers, 20)
    if others:
        found.left_out.append(
            _("{others} of its missions, for which the rules have their own", others=others)
        )


# KsirK


def _read_ksirk(root: Element) -> Foreign:
    found = Foreign("KsirK", root.get("name", ""), _text(root, "desc"))
    for each in root.findall("country"):
        place = each.find("central-point")
        at = _point(place.get("x"), place.get("y")) if place is not None else None
        leads_to = [str(it.get("id")) for it in each.findall("neighbours/neighbour")]
        found.lands[each.get("id", "")] = Land(each.get("name", ""), at, leads_to)
    for each in root.findall("continent"):
        ids = [str(it.get("id")) for it in each.findall("continent-country")]
        bonus = _number(each.get("bonus"))
        found.regions[each.get("id", "")] = Region(each.get("name", ""), bonus, ids)
    for goal in root.findall("goals/goal"):
        if goal.get("type") == "Continents":
            ids = [str(it.get("id")) for it in goal.findall("continent")]
            # An unknown id, usually 0, stands for any continent.
            known = [it if it in found.regions else ANY_CONTINENT for it in ids]
            found.missions += [known] if known else []
        elif goal.get("type") == "Countries" and goal.find("armiesByCountry") is None:
            count = goal.find("countries")
            found.territories_to_hold = _number(count.get("nb")) if count is not None else 0
    if root.find("nationality") is not None:
        found.left_out.append(_("its nationalities"))
    found.left_out.append(_("its card symbols, which the file does not contain"))
    return found


def _text(element: Element, tag: str) -> str:
    child = element.find(tag)
    return "" if child is None else " ".join((child.text or "").split())


# TEG


def _read_teg(root: Element, teg: Board) -> Foreign:
    found = Foreign("TEG", f"TEG, by {_text(root, 'author')}" if _text(root, "author") else "TEG")
    names: list[str] = []
    for area in root.findall("continent"):
        region = found.regions[str(len(found.regions))] = Region(area.get("name", ""), 0)
        for each in area.findall("country"):
            points = [_point(it.get("pos_x"), it.get("pos_y")) for it in (area, each)]
            at = None
            if points[0] and points[1]:
                at = points[0][0] + points[1][0], points[0][1] + points[1][1]
            number = str(len(names))
            names.append(each.get("name", ""))
            found.lands[number] = Land(names[-1], at)
            region.lands.append(number)
    if len(names) != len(teg.territories):
        raise DataError(
            _(
                "a theme of TEG has no links, and those of the program are for "
                "{territories_count} territories; this one has {names_count}",
                territories_count=len(teg.territories),
                names_count=len(names),
            )
        )
    # Themes list territories in TEG's own order, and our board does too.
    for place, others in enumerate(teg.neighbours):
        found.lands[str(place)].leads_to = [str(other) for other in others]
        found.lands[str(place)].card = str(teg.deck[place].symbol)
    for region in found.regions.values():
        whole = sorted(map(int, region.lands))
        same = [it.bonus for it in teg.continents if sorted(it.territories) == whole]
        region.bonus = same[0] if same else len(whole) // 3
    found.jokers = sum(card.territory is None for card in teg.deck)
    found.left_out.append(_("its pictures and the places of its dice"))
    found.left_out.append(
        _("links, bonuses and cards, which it does not contain; those of our TEG board are used")
    )
    return found


# Warzone


def _read_warzone(text: str, source: str) -> Foreign:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            _(
                "{source}, line {lineno}: not JSON: {msg}",
                source=source,
                lineno=error.lineno,
                msg=error.msg,
            )
        ) from None
    except (RecursionError, ValueError):
        raise DataError(_("{source}: not JSON that can be read", source=source)) from None
    board = data.get("map", data)
    if isinstance(board, dict) and isinstance(board.get("Regions"), list):
        return _read_challenge(board)
    if not isinstance(board, dict) or not isinstance(board.get("territories"), list):
        raise DataError(
            _("{source}: there is no map in it; it has 'territories' and 'bonuses'", source=source)
        )
    found = Foreign("Warzone", str(board.get("name", "")))
    for each in _as_tables(board["territories"]):
        leads_to = [str(other) for other in _as_list(each.get("connectedTo"))]
        found.lands[str(each.get("id"))] = Land(str(each.get("name", "")), None, leads_to)
    for each in _as_tables(board.get("bonuses")):
        ids = [str(it) for it in _as_list(each.get("territoryIDs"))]
        region = Region(str(each.get("name", "")), _number(each.get("value")), ids)
        found.regions[str(each.get("id"))] = region
    found.left_out.append(_("places and coasts, which the file does not contain"))
    if "settings" in data or "standing0" in data:
        found.left_out.append(_("its settings and the state of its game"))
    return found


def _read_challenge(board: dict[str, Any]) -> Foreign:
    """Read a map of the bot competition. It has no names, and lists links at one end only."""
    found = Foreign("Warlight's challenge for bots", "")
    for each in _as_tables(board.get("SuperRegions")):
        found.regions[str(each.get("id"))] = Region("", _number(each.get("bonus")))
    for each in _as_tables(board["Regions"]):
        name = str(each.get("id"))
        found.lands[name] = Land(f"Region {name}")
        if region := found.regions.get(str(each.get("superRegion"))):
            region.lands.append(name)
    for each in _as_tables(board["Regions"]):
        for other in map(str, _as_list(each.get("neighbors"))):
            if other in found.lands:
                found.lands[str(each.get("id"))].leads_to.append(other)
                found.lands[other].leads_to.append(str(each.get("id")))
    found.left_out.append(_("names, places and coasts, which the file does not contain"))
    return found


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _as_tables(value: object) -> list[dict[str, Any]]:
    return [item for item in _as_list(value) if isinstance(item, dict)]


# Lux


def _read_lux(root: Element) -> Foreign:
    found = Foreign("Lux", _text(root, "title"), _text(root, "description"))
    scenario = False
    for area in root.findall("continent"):
        number = str(len(found.regions))
        region = Region(_text(area, "continentname"), _number(_text(area, "bonus")))
        found.regions[number] = region
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
            found.lands[_text(each, "id")] = land
            region.lands.append(_text(each, "id"))
            scenario = scenario or each.find("initialOwner") is not None
    if scenario:
        found.left_out.append(_("who owns what at the start of its scenario"))
    if root.find("line") is not None:
        found.left_out.append(_("the lines that it draws"))
    return found


def _outline(text: str) -> list[Point]:
    points = (_point(*pair.split(",")) for pair in text.split() if pair.count(",") == 1)
    return [point for point in points if point is not None]


def _centre(points: list[Point]) -> Point | None:
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# Conversion to a sketch


def foreign_sketch(found: Foreign, *, source: str, name: str) -> tuple[Sketch, GeoCoast | None]:
    """Make a sketch of a foreign board, and its coast if the board has outlines.

    Parts that a sketch can't express are added to ``found.left_out``.

    Args:
        source: The name of the file that the board comes from.
        name: The name of the new map.

    Raises:
        DataError: If the board can't be played, for example because it is in two pieces.
    """
    lands = _names([it.name for it in found.lands.values()], "Territory")
    names = dict(zip(found.lands, lands, strict=True))
    regions = _names([it.name for it in found.regions.values()], "Continent")
    region_names = dict(zip(found.regions, regions, strict=True))
    rows: dict[str, dict[str, Any]] = {names[land]: {} for land in names}
    for kind, pairs in _links(found).items():
        for one, other in pairs:
            rows[names[one]].setdefault(kind, []).append(names[other])
    coast = _coast(found, names)
    window = _window([it.at for it in found.lands.values()], coast)
    for number, land in found.lands.items():
        row = rows[names[number]]
        if land.card:
            row["card"] = land.card
        if coast is not None:
            row["of"] = [names[number]]
        if window is not None and land.at is not None:
            row["at"] = list(land.at)
    data: dict[str, Any] = {
        "map": name,
        "title": _clean(found.title)[:MAX_TITLE_LENGTH].strip() or name,
        "about": _about(found, source),
        "continents": _continents(found, region_names, names, rows),
        "deck": {"jokers": found.jokers},
    }
    homes = {land for region in found.regions.values() for land in region.lands}
    if outside := {names[land]: rows[names[land]] for land in names if land not in homes}:
        data["outside"] = outside
    if window is not None:
        data["window"] = list(window)
    if found.missions:
        count = found.territories_to_hold or round(len(names) * 24 / 42)
        named = [[region_names.get(it, it) for it in mission] for mission in found.missions]
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


def _about(found: Foreign, source: str) -> str:
    about = f"Imported from {_clean(source)}, a board of {found.program}."
    return f"{about} {_clean(found.about)}"[:MAX_ABOUT_LENGTH].strip()


def _continents(
    found: Foreign,
    region_names: Mapping[str, str],
    names: Mapping[str, str],
    rows: Mapping[str, dict[str, Any]],
) -> dict[str, Any]:
    """Return the table of continents; a territory is listed under its first one.

    Missions with dropped continents are removed from ``found``.
    """
    tables: dict[str, Any] = {}
    placed: set[str] = set()
    for number, region in found.regions.items():
        ids = [land for land in dict.fromkeys(region.lands) if land in names]
        bonus = max(-99, min(99, region.bonus))
        if not ids:
            found.left_out.append(
                _(
                    "the continent {region_name}, which has no territories",
                    region_name=region_names[number],
                )
            )
            continue
        if bonus != region.bonus:
            found.left_out.append(
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
    found.missions = [
        mission
        for mission in found.missions
        if all(it == ANY_CONTINENT or region_names[it] in tables for it in mission)
    ]
    return tables


def _links(found: Foreign) -> dict[str, list[tuple[str, str]]]:
    """Return the links by kind: over land, over water, and one way only.

    If one-way links make a territory impossible to reach or to leave, all of them become links that
    lead both ways.
    """
    leads = {
        (land, other)
        for land, it in found.lands.items()
        for other in it.leads_to
        if other in found.lands and other != land
    }
    unknown = {
        other for it in found.lands.values() for other in it.leads_to if other not in found.lands
    } - {""}
    if unknown:
        some = printable(", ".join(sorted(unknown)), 60)
        found.left_out.append(_("links to territories that it lacks: {some}", some=some))
    if len(leads) > _MAX_LINKS:
        raise DataError(
            _(
                "it has {leads_count} links; at most {max_links} are allowed",
                leads_count=len(leads),
                max_links=_MAX_LINKS,
            )
        )
    order = {land: number for number, land in enumerate(found.lands)}
    single = sorted(
        (pair for pair in leads if pair[::-1] not in leads),
        key=lambda pair: (order[pair[0]], order[pair[1]]),
    )
    both = {pair for pair in leads if order[pair[0]] < order[pair[1]] and pair[::-1] in leads}
    if single and not _is_strongly_connected(leads, found.lands):
        found.left_out.append(
            ngettext(
                "that {number} link leads one way only, because territories could not be reached "
                "or left",
                "that {number} links lead one way only, because territories could not be reached "
                "or left",
                len(single),
            )
        )
        both.update(
            pair if order[pair[0]] < order[pair[1]] else (pair[1], pair[0]) for pair in single
        )
        single = []
    pairs = sorted(both, key=lambda pair: (order[pair[0]], order[pair[1]]))
    far = _FAR * _median_length(found)
    over_water = {
        (one, other)
        for one, other in pairs
        if _are_apart(found.lands[one], found.lands[other], far)
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


_FAR = 2.5
"""The length, in median links, above which a link is over water."""


def _are_apart(one: Land, other: Land, far: float) -> bool:
    """Return True if two linked territories are too far apart to share a border.

    Args:
        far: The greatest distance of territories without outlines that share a border.
    """
    if one.outlines and other.outlines:
        return _gap(one, other) > _TOUCHING
    return one.at is not None and other.at is not None and math.dist(one.at, other.at) > far


_TOUCHING = 12.0
"""The greatest distance of outlines that share a border, in units of the file."""


def _gap(one: Land, other: Land) -> float:
    """Return the least distance between two territories, by the first 400 corners of each."""
    ends = [[point for points in it.outlines for point in points][:400] for it in (one, other)]
    return min(math.dist(a, b) for a in ends[0] for b in ends[1])


def _median_length(found: Foreign) -> float:
    """Return the median length of the links."""
    lengths = sorted(
        math.dist(it.at, other.at)
        for it in found.lands.values()
        for name in it.leads_to
        if (other := found.lands.get(name)) and it.at is not None and other.at is not None
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


def _coast(found: Foreign, names: Mapping[str, str]) -> GeoCoast | None:
    """Return the outlines of the territories as a coast; ``None`` if one lacks its outline."""
    if not all(it.outlines for it in found.lands.values()):
        return None
    features = [
        {
            "type": "Feature",
            "properties": {"name": names[number]},
            "geometry": {"type": "MultiPolygon", "coordinates": [[ring] for ring in it.outlines]},
        }
        for number, it in found.lands.items()
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    return GeoCoast(text, source="outlines")


def map_name(text: str) -> str:
    """Return a name for a map's files, made from any text.

    >>> map_name("Mapa de México.map")
    'mapa-de-mexico'
    """
    stem = re.sub(r"\.\w{1,8}$", "", text)
    words = re.findall(r"[a-z0-9]+", transliterate(stem).lower())
    return "-".join(words)[:40].strip("-") or "board"
