"""Draws the pictures of the classic board from public-domain coastlines.

Only for those who want to draw the pictures anew; playing never needs it. It takes Natural Earth's
countries (public domain) as they come in the npm package ``world-atlas``, and needs nothing but
the standard library and the installed project::

    npm pack world-atlas && tar xzf world-atlas-*.tgz
    python docs/maps/draw_classic.py package/countries-50m.json

The way of a picture: the countries are bent by ``WARP`` (Europe grows, oceans and the Arctic
shrink), filled into a grid finer than the picture, grouped into territories (``COUNTRIES``), cut
where one country holds several (``CUTS``), and voted down to pixels. Then the rules of pictures
are made true: a line of sea is carved between lands that must not touch, lanes take the shortest
free way over the sea, and labels look for the places where they show their land and hide no other.
``SIZES`` holds what was put right by hand. The loader of the game proves the result.

The text files are the truth: they may be edited by hand instead, and then this script only shows
how their first version came about.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from risk_tui.boards.draw import draw_lane
from risk_tui.boards.land import (
    ACROSS,
    SEA,
    Grid,
    Pixel,
    Point,
    find_touching_pairs,
    join,
    remove_specks,
    separate_unlinked,
    smooth,
)
from risk_tui.boards.layout import place_captions, place_labels
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.picture import MapKey, SeaLane, continent_label_text
from risk_tui.boards.picture_file import parse_picture
from risk_tui.errors import DataError

MAPS = Path(__file__).resolve().parent.parent.parent / "maps"

FINENESS = (3, 6)
"""Samples per pixel: columns and lines."""

# ----------------------------------------------------------------------------- the world, grouped

COUNTRIES = {
    "NW": "Canada",
    "GR": "Greenland",
    "WU": "United States of America",
    "CA": """Mexico; Guatemala; Belize; Honduras; El Salvador; Nicaragua; Costa Rica; Panama; Cuba;
        Haiti; Dominican Rep.; Jamaica; Bahamas; Puerto Rico""",
    "VE": "Venezuela; Colombia; Guyana; Suriname; Trinidad and Tobago",
    "PE": "Peru; Bolivia; Ecuador",
    "BR": "Brazil",
    "AR": "Argentina; Chile; Paraguay; Uruguay; Falkland Is.",
    "IC": "Iceland",
    "GB": "United Kingdom; Ireland; Isle of Man",
    "SC": "Norway; Sweden; Finland; Åland",
    "NE": """Germany; Denmark; Netherlands; Belgium; Luxembourg; Poland; Czechia; Austria;
        Switzerland; Liechtenstein; Slovakia; Hungary""",
    "WE": "France; Spain; Portugal; Andorra; Monaco",
    "SE": """Italy; San Marino; Vatican; Slovenia; Croatia; Bosnia and Herz.; Serbia; Montenegro;
        Kosovo; Albania; Macedonia; Greece; Bulgaria; Romania; Malta""",
    "UK": """Russia; Estonia; Latvia; Lithuania; Belarus; Ukraine; Moldova; Georgia; Armenia;
        Azerbaijan""",
    "NA": """Morocco; W. Sahara; Algeria; Tunisia; Mauritania; Mali; Niger; Chad; Senegal; Gambia;
        Guinea; Guinea-Bissau; Sierra Leone; Liberia; Côte d'Ivoire; Ghana; Togo; Benin; Nigeria;
        Burkina Faso""",
    "EG": "Egypt; Libya",
    "EA": """Sudan; S. Sudan; Ethiopia; Eritrea; Djibouti; Somalia; Somaliland; Kenya; Uganda;
        Rwanda; Burundi; Tanzania""",
    "CO": "Dem. Rep. Congo; Congo; Gabon; Eq. Guinea; Cameroon; Central African Rep.",
    "SA": """South Africa; Lesotho; eSwatini; Namibia; Botswana; Zimbabwe; Zambia; Malawi;
        Mozambique; Angola""",
    "MA": "Madagascar",
    "JA": "Japan",
    "AF": "Afghanistan; Kazakhstan; Uzbekistan; Turkmenistan; Tajikistan; Kyrgyzstan",
    "CH": "China; Taiwan; Hong Kong; Macao",
    "MO": "Mongolia; North Korea; South Korea",
    "ME": """Turkey; Syria; Lebanon; Israel; Palestine; Jordan; Iraq; Iran; Saudi Arabia; Yemen;
        Oman; United Arab Emirates; Qatar; Kuwait; Bahrain; Cyprus; N. Cyprus""",
    "IN": "India; Pakistan; Bangladesh; Sri Lanka; Nepal; Bhutan; Siachen Glacier",
    "SM": "Myanmar; Thailand; Laos; Cambodia; Vietnam; Malaysia",
    "ID": "Indonesia; Brunei; Philippines; Timor-Leste; Singapore",
    "NG": "Papua New Guinea; Solomon Is.",
    "WA": "Australia",
}
"""Which territory a country belongs to, as long as no cut says otherwise."""


@dataclass(frozen=True)
class Cut:
    """Inside ``outline`` (longitude, latitude) the land of ``countries`` belongs to ``code``."""

    code: str
    countries: str
    outline: tuple[Point, ...]


def box(west: float, south: float, east: float, north: float) -> tuple[Point, ...]:
    """The outline of a rectangle in degrees."""
    return ((west, south), (east, south), (east, north), (west, north))


def outline(text: str) -> tuple[Point, ...]:
    """``"-95.5,50 -97,43"`` as points of longitude and latitude."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(longitude), float(latitude)) for longitude, latitude in pairs)


CUTS = (
    Cut("AL", "United States of America", box(-180, 50, -129, 75)),
    Cut("CA", "Colombia", box(-79, 5, -76.6, 9)),
    Cut(
        "EU",
        "United States of America",
        outline("-95.5,50 -97,43 -99,38 -103,35 -106,28 -100,20 -60,20 -60,50"),
    ),
    Cut("AB", "Canada", box(-145, 47, -102, 60)),
    Cut("ON", "Canada", box(-102, 40, -74, 60)),
    Cut("AL", "Canada", outline("-141.5,61 -135,60.5 -130,57.5 -127,54 -141,54")),
    Cut(
        "QU",
        "Canada",
        outline("""-79.5,62.9 -73,62.9 -70,61.8 -65,60.9 -50,60.9 -50,40 -70,40 -74.7,45
            -76.5,45.6 -79.5,46.6"""),
    ),
    Cut("VE", "France", box(-60, 0, -45, 10)),
    Cut("NE", "Russia", box(15, 50, 24, 57)),
    Cut("UR", "Russia", outline("66,76 66,69 60,65 59,60 56.5,55 54,50 82,45 82,58 77,66 74,76")),
    Cut("UR", "Kazakhstan", outline("58,50.2 66,49.5 72,48.2 80,43.8 90,43.8 90,57 58,57")),
    Cut(
        "SI",
        "Russia",
        outline("74,82 74,76 77,66 82,58 81,52.5 83,45 103,45 103,60 106,66 109,76 109,82"),
    ),
    Cut(
        "YA",
        "Russia",
        outline("""109,82 109,76 106,66 103,61 125,59.5 134,59.5 138,62 145,64.5 150,67.5
            152,71 152,82"""),
    ),
    Cut("IR", "Russia", outline("103,45 120,45 121,53.5 129,55.5 132,59.5 125,59.5 103,61")),
    Cut(
        "KA",
        "Russia",
        outline("""120,45 121,53.5 129,55.5 132,59.5 134,59.5 138,62 145,64.5 150,67.5 152,71
            152,82 200,82 200,40 120,40"""),
    ),
    Cut("CH", "Mongolia", box(80, 40, 93, 55)),
    Cut("MO", "China", outline("108,42.5 118,42 120,38 140,38 140,55 115,55 108,47")),
    Cut("ID", "Malaysia", box(106, -2, 120, 8)),
    Cut("NG", "Indonesia", box(130.2, -12, 145, 2)),
    Cut("EL", "Australia", box(135, -50, 160, -8)),
)
"""Where one country holds several territories. Later cuts win."""

DROPPED = (
    ("United States of America", box(-180, 15, -150, 30)),
    ("United States of America", box(160, 45, 185, 60)),
    ("France", box(-70, 10, -58, 20)),
    ("France", box(40, -30, 60, -5)),
    ("Spain", box(-20, 26, -12, 30)),
    ("Norway", box(-12, 70.5, 5, 75)),
    ("Norway", box(5, 73, 40, 82)),
    ("Chile", box(-115, -40, -78, -20)),
    ("Ecuador", box(-95, -5, -85, 5)),
    ("South Africa", box(30, -50, 45, -40)),
    ("India", box(90, 5, 95, 15)),
    ("Russia", box(40, 79, 70, 83)),
)
"""Islands too small or too far out to be drawn."""

# ------------------------------------------------------------------------------- how it is bent

WARP_UNITS = (58.0, 42.0)
"""The picture's width and height in the units of ``WARP`` and ``WARP_LINES``."""

WARP: dict[float, str] = {
    84: """-170:0.6 -141:4.6 -120:7.4 -102:9.8 -80:13 -60:15.8 -20:20.8 -10:22.2 5:26.6 15:29.6
           30:34 42:36.6 58:39.9 80:44.2 105:48.1 130:51.5 145:53 160:54.6 180:56.6 191:57.3""",
    55: """-170:0.6 -141:4.6 -120:7.4 -102:9.8 -80:13 -60:16.2 -45:17.9 -20:20.3 -10:21.9 -2:24.2
           8:28.1 15:30.4 24:33.1 30:34.5 42:36.9 58:40 80:44.2 105:48.1 130:51.7 145:53.7 155:54.5
           165:56.1 180:56.8 191:57.3""",
    38: """-170:0 -141:3 -125:5.4 -102:9.8 -80:14.1 -60:17.3 -20:20.8 -10:22.1 -2:24.4 8:27.7
           15:30.3 24:33 30:34.4 42:37 58:40.4 80:44.5 105:49.2 122:52.2 130:53.6 145:56.2 160:57.4
           191:59""",
    12: """-170:-4 -125:4 -100:8.8 -80:12.8 -60:17.8 -52:19.8 -35:23.4 -17:24.8 5:30 15:32.3
           30:35.7 42:38.8 51:41 70:44.2 80:46.2 98:49.2 105:50.4 130:54 145:56.1 155:57.2
           180:59""",
    -10: """-170:-4 -125:4 -100:8.8 -80:12.6 -60:17.8 -52:19.8 -35:23.4 -17:24.8 5:30 15:32 30:35.5
            42:38.9 51:41.4 80:45 95:46.4 105:48.2 120:50.8 130:52.7 141:54.8 151:57 180:60""",
    -38: """-170:-4 -125:4 -100:8.8 -80:13 -60:17.8 -52:19.8 -35:23.4 -17:24.8 5:30 15:32 30:36.5
            42:39.5 51:42 113:46.9 135:52 153.6:57 180:62""",
}
"""For some latitudes: longitude and where it comes to lie, between them straight."""

WARP_LINES: dict[float, str] = {
    -60: """84:0 80:0.9 75:2.3 70:4.5 65:7.2 60:9.6 55:11.9 50:14.1 45:16.3 40:18.5 35:20.6 30:22.5
        20:25.4 10:28.3 0:31.3 -10:34.2 -20:36.7 -30:38.7 -40:40 -56:41.4""",
    15: """84:0 80:0.9 75:2.3 70:4.4 65:7.2 60:9.6 55:12.1 50:14.6 45:17 40:19.3 35:21.4 30:23.4
        20:26.6 10:29.4 0:32 -10:34.6 -20:37.2 -30:39.6 -40:41.6 -56:43""",
    120: """84:0 80:0.9 75:2.3 70:4.4 65:7.2 60:9.6 55:11.9 50:14.2 45:16.5 40:18.8 35:21 30:23
        20:26.2 10:29.2 0:32.2 -10:35 -20:37.2 -30:39.4 -40:41.4 -56:43""",
}
"""For some longitudes: latitude and where it comes to lie."""

WEIGHT = {
    "JA": 1.7,
    "GB": 1.2,
    "IC": 1.1,
    "CA": 1.5,
    "ID": 1.35,
    "NG": 1.3,
    "MA": 1.2,
    "SE": 1.15,
    "SM": 1.2,
    "Panama": 4,
    "Costa Rica": 4,
    "Nicaragua": 2,
    "Malaysia": 2,
    "Denmark": 1.5,
    "Turkey": 1.3,
    "Indonesia": 1.8,
    "Philippines": 2,
    "Cuba": 2,
    "Haiti": 2,
    "Dominican Rep.": 2,
    "Jamaica": 2,
    "North Korea": 1.5,
    "South Korea": 1.5,
}
"""How much more a sample of a thin or small land counts when pixels are voted."""

SWELL = {"IC": 1.2, "GB": 0.35, "JA": 0.35, "MA": 0.4, "NG": 0.3}
"""How much bigger island territories are drawn, of their own size, on the smallest picture."""


@dataclass(frozen=True)
class Size:
    """One picture: its screen cells, and what is put right in it by hand.

    Islands of fewer than ``islands`` pixels are left out; ``swell`` says how far ``SWELL`` goes.
    ``stamps`` are put on the grid after the vote and before carving: the first column and line,
    and lines of the map's letters, where ``~`` is sea and ``.`` leaves a pixel alone. ``lanes``
    pins the two ends of a lane, ``captions`` where continents are named, if at all.
    """

    columns: int
    rows: int
    islands: int
    swell: float
    stamps: tuple[tuple[int, int, str], ...] = ()
    lanes: dict[str, tuple[Pixel, Pixel]] = field(default_factory=dict)
    captions: dict[str, Pixel] | None = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's name."""
        return f"classic-{self.columns}x{self.rows}.txt"


SIZES = (
    Size(
        58,
        21,
        islands=2,
        swell=1,
        stamps=(
            (4, 10, "a"),  # the panhandle reaches Alberta
            (11, 28, "i"),  # Panama
            (13, 24, "ii"),  # Cuba
            (20, 6, "nnn nnn nn~"),  # Iceland
            (21, 10, "~~o~~ ~~oo~ o~oo~ o~ooo ~~oo~"),  # Ireland and Britain
            (21, 18, "rrrrr rrrr~ ~rr"),  # Iberia
            (24, 16, "r"),
            (35, 18, "~"),  # the Black Sea
            (54, 9, "~EE ~EE ~E~ ~E~"),  # Kamchatka
            (53, 15, "..GG ..G~ ...~ ..~G ..~G ~~GG ~GG~ G~~~"),  # Japan
            (48, 26, "LLL~ .LLL .LLL .L~L"),  # Siam
            (54, 26, "M~ M~ MM"),  # the Philippines
            (47, 30, "M~~~~MM~ MM~~MMM~ ~MM~MM~~ ~~M~MM~~ ~~MMMM~~"),  # Sumatra, Java, Borneo
            (53, 32, "~~NN~ ~NNNN ~~NNN ~~~~N"),  # New Guinea
            (12, 32, "k k k"),  # the coast of Peru
            (14, 40, "~mm mm~"),  # Patagonia
        ),
        lanes={
            "ID-NG": ((53, 34), (54, 34)),
            "SM-ID": ((49, 30), (48, 30)),
            "EA-ME": ((37, 26), (37, 26)),
        },
        captions=None,
    ),
    Size(74, 27, islands=2, swell=0.8, stamps=((5, 13, "aa"),), captions=None),
    Size(
        84,
        32,
        islands=1,
        swell=0.6,
        stamps=(
            (19, 13, "~~ ~~ ~"),  # the north of Quebec leaves the strait free
            (28, 9, "~nn~ nnnn nnnn ~nn~"),  # Iceland
            (30, 16, "~~~oo~~ ~~~ooo~ ~~~~oo~ ~oo~ooo ~oo~ooo ~o~~oo~ ~~~~o~."),  # Great Britain
            # Malaya, Sumatra, Java, Borneo, Celebes and New Guinea
            (66, 42, "....L ....L~ ....L~~~ ....LL~~~~.. ~~M~~L~~M~~~ ~~MM~L~MMM~~"),
            (66, 48, "~~~MM~MMMM~M~~~~~~ ~~~~MM~MMM~M~N~~~~ ~~~~~M~MM~~M~NNNN~"),
            (66, 51, "~~~~~MM~~~~~~~NNN~ ~~~~~~~MMMM~~~NNNN ~~~~~~~~~~~~~~~~NN"),
        ),
        captions={
            "North America": (31, 0),
            "South America": (3, 31),
            "Europe": (39, 2),
            "Africa": (45, 31),
            "Asia": (73, 1),
            "Australia": (63, 31),
        },
    ),
    Size(
        104,
        36,
        islands=1,
        swell=0.5,
        captions={"South America": (8, 35), "Europe": (46, 3)},
    ),
    Size(
        124,
        41,
        islands=2,
        swell=0.4,
        captions={"South America": (13, 40), "Europe": (61, 3)},
    ),
    Size(
        150,
        45,
        islands=2,
        swell=0.3,
        stamps=((34, 18, "~~~~ ~~~~ ~~~f ~~~ff"),),  # the north of Quebec
        lanes={"SE-EG": ((85, 44), (85, 47))},
        captions={
            "North America": (1, 27),
            "South America": (15, 37),
            "Europe": (69, 4),
            "Africa": (91, 43),
            "Asia": (141, 3),
            "Australia": (136, 44),
        },
    ),
    Size(188, 56, islands=2, swell=0.3, captions={"South America": (50, 55)}),
)


LABELS = {
    58: """AL:1,3 NW:7,3 GR:16,1 AB:5,5 ON:10,6 QU:13,5 WU:6,8 EU:10,9 CA:8,12 VE:14,14 PE:12,16
    BR:18,16 AR:15,19 IC:20,4 GB:20,6 SC:29,3 NE:28,6 WE:23,8 SE:29,9 UK:34,5 NA:25,12
    EG:31,12 EA:34,14 CO:30,16 SA:32,18 MA:39,18 UR:40,4 SI:43,3 YA:48,2 IR:48,5 KA:52,3
    MO:47,7 JA:52,11 AF:39,8 CH:45,10 ME:36,11 IN:43,12 SM:48,13 ID:51,15 NG:52,16 WA:48,18
    EL:52,19""",
    84: """AL:2,5 NW:10,5 GR:24,2 AB:9,8 ON:14,10 QU:19,9 WU:9,13 EU:15,14 CA:12,19 VE:20,22
    PE:19,26 BR:25,25 AR:22,29 IC:29,6 GB:34,9 SC:42,5 NE:41,10 WE:32,14 SE:44,13 UK:51,8
    NA:38,19 EG:45,18 EA:51,22 CO:46,24 SA:48,27 MA:57,28 UR:59,7 SI:64,5 YA:71,4 IR:69,8
    KA:77,6 MO:70,11 JA:77,17 AF:57,13 CH:67,15 ME:53,17 IN:62,18 SM:70,21 ID:72,23 NG:78,25
    WA:71,29 EL:77,29""",
    150: """AL:6,7 NW:22,6 GR:44,3 AB:18,12 ON:27,13 QU:36,13 WU:19,18 EU:29,20 CA:21,26 VE:39,31
    PE:36,37 BR:47,36 AR:41,41 IC:52,8 GB:61,14 SC:78,7 NE:75,14 WE:64,18 SE:79,18 UK:92,11
    NA:70,27 EG:82,25 EA:93,31 CO:84,34 SA:87,39 MA:102,40 UR:107,11 SI:117,7 YA:129,6
    IR:126,12 KA:136,9 MO:127,17 JA:139,23 AF:104,18 CH:122,21 ME:97,24 IN:114,26 SM:125,28
    ID:129,34 NG:138,34 WA:129,40 EL:139,41""",
}
"""Where labels are, by hand, on the pictures of these widths; on others they are near that."""


def hand_placed(columns: int) -> dict[str, Pixel]:
    """The labels of ``LABELS`` for a width."""
    words = (word.split(":") for word in LABELS[columns].split())
    return {code: (int(x), int(y)) for code, (x, y) in ((c, at.split(",")) for c, at in words)}


def wished_labels(size: Size) -> dict[str, Point]:
    """Where labels should be about: as on the next smaller picture of ``LABELS``, or a larger."""
    near = max((width for width in LABELS if width <= size.columns), default=min(LABELS))
    near = {74: 84, 124: 150}.get(size.columns, near)
    rows = next(each.rows for each in SIZES if each.columns == near)
    wide, high = size.columns / near, size.rows / rows
    return {code: (x * wide, y * high) for code, (x, y) in hand_placed(near).items()}


def knots(text: str) -> tuple[list[float], list[float]]:
    """``"-10:2 5:7"`` as the two lists [-10, 5] and [2, 7], the first ascending."""
    pairs = sorted(tuple(map(float, pair.split(":"))) for pair in text.split())
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def along(table: tuple[list[float], list[float]], value: float) -> float:
    """Straight between the knots of a table, and straight on beyond its ends."""
    places, values = table
    right = min(max(bisect_right(places, value), 1), len(places) - 1)
    share = (value - places[right - 1]) / (places[right] - places[right - 1])
    return values[right - 1] + share * (values[right] - values[right - 1])


class Bands:
    """Tables of knots for some places; between the places they blend into one another."""

    def __init__(self, tables: dict[float, str]) -> None:
        self.places = sorted(tables)
        self.tables = [knots(tables[place]) for place in self.places]

    def at(self, place: float, value: float) -> float:
        """What ``value`` becomes at ``place``."""
        right = min(max(bisect_right(self.places, place), 1), len(self.places) - 1)
        low, high = self.places[right - 1], self.places[right]
        share = min(max((place - low) / (high - low), 0), 1)
        one, other = along(self.tables[right - 1], value), along(self.tables[right], value)
        return (1 - share) * one + share * other


class Projection:
    """Bends longitude and latitude into pixels of a picture."""

    def __init__(self, width: int, height: int) -> None:
        self.wide = width / WARP_UNITS[0]
        self.high = height / WARP_UNITS[1]
        self.bands = Bands(WARP)
        self.lines = Bands(WARP_LINES)

    def __call__(self, longitude: float, latitude: float) -> Point:
        return (
            self.bands.at(latitude, longitude) * self.wide,
            self.lines.at(longitude, latitude) * self.high,
        )


# ------------------------------------------------------------------------- reading the countries


def read_countries(path: Path) -> dict[str, list[list[Point]]]:
    """The rings of every country, by its name, from a TopoJSON file."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    (scale_x, scale_y), (shift_x, shift_y) = (
        topology["transform"]["scale"],
        topology["transform"]["translate"],
    )
    arcs: list[list[Point]] = []
    for deltas in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * scale_x + shift_x, y * scale_y + shift_y))
        arcs.append(arc)

    def ring(numbers: list[int]) -> list[Point]:
        points: list[Point] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc if not points else arc[1:]
        return points

    countries: dict[str, list[list[Point]]] = {}
    for shape in topology["objects"]["countries"]["geometries"]:
        name = shape["properties"]["name"]
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        rings = [ring(numbers) for polygon in polygons for numbers in polygon]
        if name == "Russia":  # goes on beyond 180 degrees
            rings = [[(x + 360 if x < -100 else x, y) for x, y in points] for points in rings]
        countries.setdefault(name, []).extend(r for r in rings if not is_dropped(name, r))
    return countries


def is_dropped(name: str, ring: list[Point]) -> bool:
    """Whether this ring of a country lies in a box of ``DROPPED``."""
    middle = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    for country, (low, _, high, _) in DROPPED:
        if country == name and low[0] <= middle[0] <= high[0] and low[1] <= middle[1] <= high[1]:
            return True
    return False


def dense(ring: Iterable[Point]) -> Iterator[Point]:
    """The closed ring with a point at least every degree, so that bending keeps its shape."""
    points = list(ring)
    for (x, y), (to_x, to_y) in pairwise([*points, points[0]]):
        steps = max(1, int(max(abs(to_x - x), abs(to_y - y))))
        for step in range(steps):
            yield x + (to_x - x) * step / steps, y + (to_y - y) * step / steps


def spans(rings: Iterable[list[Point]], width: int, height: int) -> Iterator[tuple[int, int, int]]:
    """The stretches (line, first column, column after the last) inside some rings, even-odd."""
    crossings: dict[int, list[float]] = defaultdict(list)
    for ring in rings:
        for (x, y), (to_x, to_y) in pairwise([*ring, ring[0]]):
            if y == to_y:
                continue
            (top_x, top), (low_x, low) = sorted(((x, y), (to_x, to_y)), key=lambda p: p[1])
            for line in range(max(0, round(top)), min(height, round(low))):
                crossings[line].append(top_x + (low_x - top_x) * (line + 0.5 - top) / (low - top))
    for line, columns in crossings.items():
        columns.sort()
        for left, right in zip(columns[::2], columns[1::2], strict=False):
            first, last = max(0, round(left)), min(width, round(right))
            if first < last:
                yield line, first, last


def swollen(rings: list[list[Point]], factor: float) -> list[list[Point]]:
    """The rings made bigger round their common middle."""
    columns = [x for ring in rings for x, _ in ring]
    lines = [y for ring in rings for _, y in ring]
    x0, y0 = (min(columns) + max(columns)) / 2, (min(lines) + max(lines)) / 2
    return [[(x0 + (x - x0) * factor, y0 + (y - y0) * factor) for x, y in ring] for ring in rings]


def rasterise(countries: dict[str, list[list[Point]]], size: Size) -> Grid:
    """The grid of a size: every pixel belongs to whoever has most of its samples."""
    across, down = FINENESS
    width, height = size.columns * ACROSS * across, 2 * size.rows * down
    bend = Projection(width, height)

    def bent(rings: Iterable[Iterable[Point]]) -> list[list[Point]]:
        return [[bend(*point) for point in dense(ring)] for ring in rings]

    country_at = [[SEA] * width for _ in range(height)]
    code_at = [[SEA] * width for _ in range(height)]
    base = {name.strip(): code for code, names in COUNTRIES.items() for name in names.split(";")}
    for name, code in base.items():
        rings = swollen(bent(countries[name]), 1 + SWELL.get(code, 0) * size.swell)
        for line, first, last in spans(rings, width, height):
            country_at[line][first:last] = [name] * (last - first)
            code_at[line][first:last] = [code] * (last - first)
    for cut in CUTS:
        names = cut.countries.split("; ")
        for line, first, last in spans(bent([cut.outline]), width, height):
            for column in range(first, last):
                if country_at[line][column] in names:
                    code_at[line][column] = cut.code
    grid = []
    for line in range(2 * size.rows):
        row = []
        for column in range(size.columns * ACROSS):
            votes: dict[str, float] = defaultdict(float)
            for y in range(line * down, (line + 1) * down):
                for x in range(column * across, (column + 1) * across):
                    if code := code_at[y][x]:
                        votes[code] += WEIGHT.get(country_at[y][x], WEIGHT.get(code, 1))
            wet = sum(votes.values()) < across * down / 2
            row.append(SEA if wet else max(sorted(votes), key=lambda code: votes[code]))
        grid.append(row)
    return grid


# ------------------------------------------------------------------------------------ the files


def stamp(grid: Grid, at: Pixel, text: str, codes: dict[str, str]) -> Iterator[Pixel]:
    """Put a stamp of ``Size.stamps`` on the grid; yields the pixels that it sets."""
    for y, marks in enumerate(text.split(), at[1]):
        for x, mark in enumerate(marks, at[0]):
            if mark != ".":
                for half in range(ACROSS * x, ACROSS * (x + 1)):
                    grid[y][half] = SEA if mark == "~" else codes[mark]
                    yield half, y


def draw(size: Size, countries: dict[str, list[list[Point]]]) -> str:
    """The text of one picture."""
    board = parse_board({"classic.yaml": (MAPS / "classic.yaml").read_text(encoding="utf-8")})
    keys = [MapKey(place.code, place.letter) for place in board.territories]
    codes = [key.code for key in keys]
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    grid = rasterise(countries, size)
    remove_specks(grid, ACROSS * size.islands)
    smooth(grid)
    spare: set[Pixel] = set()
    for column, line, text in size.stamps:
        spare.update(stamp(grid, (column, line), text, {key.letter: key.code for key in keys}))
    for _ in range(3):  # what is carved may part others
        spare.update(join(grid, by_land))
        separate_unlinked(grid, by_land, spare)
    lanes: dict[tuple[str, str], SeaLane] = {}
    used: set[Pixel] = set()
    missing = sorted(
        (codes[a], codes[b])
        for a, b in board.links
        if frozenset((codes[a], codes[b])) not in find_touching_pairs(grid)
    )
    for one, other in missing:
        if (one, other) in ((codes[a], codes[b]) for a, b in board.links - board.sea_lanes):
            print(f"   {one}-{other} is a land link but does not touch")
        wraps = {one, other} == {"AL", "KA"}
        if f"{one}-{other}" in size.lanes:
            start, end = size.lanes[f"{one}-{other}"]
            start, end = ((ACROSS * x, y) for x, y in (start, end))
            lane = SeaLane((0, 1), start, end, wraps)
        else:
            lane = draw_lane(grid, one, other, lanes.values(), wraps)
        used.update(lane.pixels(ACROSS * size.columns, 2 * size.rows))
        lanes[one, other] = lane
    cells = [
        {(x // ACROSS, y // 2) for x, y in lane.pixels(len(grid[0]), len(grid)) if not grid[y][x]}
        for lane in lanes.values()
    ]
    labels = place_labels(grid, wished_labels(size), cells)
    letter = {key.code: key.letter for key in keys} | {SEA: " "}
    header = ["picture: classic", f"size: [{size.columns}, {size.rows}]"]
    header += [f"across: {ACROSS}", "labels:"]
    header += [f"  {code}: [{labels[code][0]}, {labels[code][1]}]" for code in codes]
    header.append("lanes:")
    for (one, other), lane in sorted(
        lanes.items(), key=lambda item: [codes.index(code) for code in item[0]]
    ):
        wrap = ", wrap: true" if lane.wraps else ""
        header.append(f"  {one}-{other}: {{from: {[*lane.start]}, to: {[*lane.end]}{wrap}}}")
    if size.captions is not None:
        header.append("captions:")
        parts = [[codes[place] for place in each.territories] for each in board.continents]
        texts = [continent_label_text(each.name, each.bonus) for each in board.continents]
        places = place_captions(grid, dict(zip(texts, parts, strict=True)), labels, used)
        for each, text in zip(board.continents, texts, strict=True):
            place = size.captions.get(each.name) or places.get(text)
            header += [f"  {each.name}: [{place[0]}, {place[1]}]"] if place else []
    lines = ["".join(letter[code] for code in row).rstrip() for row in grid]
    return "\n".join([*header, "---", *lines]) + "\n"


def prove(size: Size, text: str) -> None:
    """Ask the game's own loader whether a picture is true."""
    board = parse_board({"classic.yaml": (MAPS / "classic.yaml").read_text(encoding="utf-8")})
    keys = [MapKey(place.code, place.letter) for place in board.territories]
    links = {frozenset(link) for link in board.links}
    captions = {each.name: continent_label_text(each.name, each.bonus) for each in board.continents}
    parse_picture(text, source=size.name, territories=keys, links=links, captions=captions)


def main() -> None:
    """Draw the pictures into the folder of the maps."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the classic board anew.")
    parser.add_argument("countries", type=Path, help="countries-50m.json of npm's world-atlas")
    parser.add_argument("--only", default="", help="draw only pictures with this in their name")
    parser.add_argument("--into", type=Path, default=MAPS, help="the folder to write to")
    arguments = parser.parse_args()
    countries = read_countries(arguments.countries)
    for size in (size for size in SIZES if arguments.only in size.name):
        print(size.name)
        text = draw(size, countries)
        (arguments.into / size.name).write_text(text, encoding="utf-8")
        try:
            prove(size, text)
        except DataError as error:
            print(f"   {error}")


if __name__ == "__main__":
    main()
