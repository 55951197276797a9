"""Boards of other programs: small files written here, in their formats, and hostile ones."""

from __future__ import annotations

import json
import math

import pytest

from risk_tui.boards import foreign
from risk_tui.boards.board import CardSymbol
from risk_tui.boards.foreign import ForeignBoard, foreign_sketch, read_foreign
from risk_tui.data.documents import read_xml
from risk_tui.errors import DataError
from risk_tui.rules.library import load_board

TEG = load_board("teg")

DOMINATION = """\
; a comment
name Two coasts

[files]
crd coasts.cards

[continents]
Left_Coast 3 red
Right_Coast -1 blue

[countries]
1 North_Left 1 10 10
2 South_Left 1 10 90
3 North_Right 2 90 10
4 South_Right 2 90 90

[borders]
1 2 3
2 1
3 1 4 99
4 3 2
"""
CARDS = """\
[cards]
Cavalry 1
Cannon 4
wildcard
[missions]
0\t0 0\t1 * 0\tHold the left coast and another.
0\t3 1\t0 0 0\tHold three.
0\t18 2\t0 0 0\tHold 18 with two armies each.
2\t24 1\t0 0 0\tDestroy a player.
"""
KSIRK = """\
<?xml version="1.0"?>
<onu name="Small earth"><desc>Two lands.</desc>
  <country id="1" name="A"><central-point x="1" y="2"/>
    <neighbours><neighbour id="2"/></neighbours></country>
  <country id="2" name="B"><central-point x="9" y="2"/>
    <neighbours><neighbour id="1"/></neighbours></country>
  <continent id="1" name="All" bonus="4"><continent-country id="1"/><continent-country id="2"/>
  </continent>
  <goals><goal type="Continents"><continent id="0"/><continent id="1"/></goal>
    <goal type="Countries"><countries nb="2"/></goal></goals>
</onu>
"""
LUX = """\
<luxboard><title>Squares</title><description>Two squares.</description>
  <continent><continentname>Squares</continentname><bonus>2</bonus>
    <country><id>0</id><name>Upper</name><polygon>0,50 60,50 60,100 0,100</polygon>
      <adjoining>1</adjoining></country>
    <country><id>1</id><name>Lower</name><polygon>0,0 60,0 60,50 0,50</polygon>
      <adjoining>0</adjoining></country>
  </continent>
</luxboard>
"""
WARZONE = {
    "id": "12",
    "map": {
        "name": "Three",
        "territories": [
            {"id": "1", "name": "One", "connectedTo": [2]},
            {"id": "2", "name": "Two", "connectedTo": [1, 3]},
            {"id": "3", "name": "Two", "connectedTo": [2]},
        ],
        "bonuses": [
            {"id": "7", "name": "Pair", "value": "2", "territoryIDs": ["1", "2"]},
            {"id": "8", "name": "Debt", "value": "-3", "territoryIDs": ["2"]},
        ],
    },
}


def read(text: str | bytes, cards: str | None = None) -> ForeignBoard:
    data = text.encode() if isinstance(text, str) else text
    return read_foreign(data, source="board.map", beside=lambda _: cards, teg=TEG)


def board_from(found: ForeignBoard):
    """Return the board of a sketch made from a foreign board."""
    return foreign_sketch(found, source="board.map", name="mine")[0].board


def test_domination_board_keeps_links_bonuses_cards_and_missions() -> None:
    found = read(DOMINATION, CARDS)
    board = board_from(found)
    assert (board.title, board.about) == (
        "Two coasts",
        "Imported from board.map, a board of Domination.",
    )
    assert [each.name for each in board.territories][:2] == ["North Left", "South Left"]
    assert [(each.name, each.bonus) for each in board.continents] == [
        ("Left Coast", 3),
        ("Right Coast", -1),
    ]
    assert board.links == {(0, 1), (0, 2), (2, 3), (1, 3)}
    assert board.one_way == {(3, 1)}
    symbols = [card.symbol for card in board.deck]
    assert (symbols[0], symbols[3]) == (CardSymbol.CAVALRY, CardSymbol.ARTILLERY)
    assert symbols.count(CardSymbol.JOKER) == 1
    assert board.missions is not None
    assert board.missions.continents == (("Left Coast", "any"),)
    assert board.missions.territories == 3
    assert found.left_out == [
        "1 of its missions, for which the rules have their own",
        "links to territories that it lacks: 99",
    ]


def test_missing_cards_are_said_to_be_left_out() -> None:
    found = read(DOMINATION)
    assert found.left_out == [
        "the cards and missions in coasts.cards, which is not in the same folder"
    ]


def test_link_that_traps_a_territory_leads_both_ways() -> None:
    found = read(DOMINATION.replace("2 1\n3 1 4 99\n4 3 2", "2 1\n3 1\n4 3 2"))
    assert not board_from(found).one_way
    assert any("one-way link" in text for text in found.left_out)


def test_ksirk_board_keeps_its_goals() -> None:
    board = board_from(read(KSIRK))
    assert (board.title, board.links) == ("Small earth", {(0, 1)})
    assert board.missions is not None
    assert board.missions.continents == (("any", "All"),)
    assert board.missions.territories == 2


def test_lux_board_is_drawn_on_its_outlines() -> None:
    found = read(LUX)
    sketch, coast = foreign_sketch(found, source="squares.luxb", name="squares")
    assert coast is not None
    assert coast.names == {"Upper", "Lower"}
    grid = coast.parts(10, 10, sketch.window)
    assert (grid[2][5], grid[7][5]) == ("Upper", "Lower")


def test_distances_of_detailed_outlines_are_measured_in_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two circles of 400 corners have 160,000 pairs of corners."""
    circle = [(50 + 49 * math.cos(n), 50 + 49 * math.sin(n)) for n in range(400)]
    distance, measured = math.dist, []
    for gap, kind in ((2, "land"), (11, "land"), (14, "sea")):
        text = LUX
        for old, left in (("0,50 60,50 60,100 0,100", 0), ("0,0 60,0 60,50 0,50", 98 + gap)):
            text = text.replace(old, " ".join(f"{x + left:.3f},{y:.3f}" for x, y in circle))
        with monkeypatch.context() as patch:
            patch.setattr(foreign.math, "dist", lambda a, b: measured.append(1) or distance(a, b))
            board = board_from(read(text))
        assert ((0, 1) in board.sea_lanes) == (kind == "sea"), gap
    assert len(measured) < 10_000


def test_refusals_name_the_file() -> None:
    lands = "".join(f"{n} L{n} 1 {n} {n}\n" for n in range(1, 151))
    borders = "".join(f"{n} {' '.join(map(str, range(1, 151)))}\n" for n in range(1, 151))
    text = f"[continents]\nAll 1\n[countries]\n{lands}[borders]\n{borders}"
    with pytest.raises(DataError, match=r"^board\.map: it has 22350 links; at most 20000"):
        board_from(read(text))
    line = LUX.replace("0,50 60,50 60,100 0,100", "0,0 1,0 2,0").replace(
        "0,0 60,0 60,50 0,50", "0,0 1,0 2,0"
    )
    with pytest.raises(DataError, match=r"^board\.map: there is no Polygon"):
        board_from(read(line))


def test_warzone_board_shares_territories_and_leaves_one_outside() -> None:
    board = board_from(read(json.dumps(WARZONE)))
    assert [each.name for each in board.territories] == ["One", "Two", "Two 2"]
    assert [each.territories for each in board.continents] == [(0, 1), (1,), (2,)]
    assert [each.bonus for each in board.continents] == [2, -3, 0]
    assert [each.exists for each in board.continents] == [True, True, False]


def test_teg_theme_takes_the_links_of_our_board() -> None:
    rows = [
        f'<continent name="{area.name}" pos_x="{n}" pos_y="5">'
        + "".join(
            f'<country name="{TEG.territories[it].name}" pos_x="{it}" pos_y="{it}"/>'
            for it in area.territories
        )
        + "</continent>"
        for n, area in enumerate(TEG.continents)
    ]
    found = read(f"<teg_theme>{''.join(rows)}</teg_theme>")
    board = board_from(found)
    assert board.links == TEG.links
    assert [each.bonus for each in board.continents] == [each.bonus for each in TEG.continents]
    assert "those of our TEG board are used" in found.missing[-1]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it contains no board in a known format"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "it contains no board in a known format"),
        (b"<svg/>", "<svg> is not a known board format"),
        (b"<onu>", "line 1: not valid XML: no element found"),
        (b"<onu/>", "it contains no board"),
        (b"<teg_theme/>", "board.map: a TEG theme has no links; our TEG board supplies them"),
        (b"{", "line 1: not JSON"),
        (b"{}", "there is no map in it"),
        (b"[" * 100_000, "it contains no board"),
        (b'{"map": ' + b"[" * 100_000, "read as JSON"),
        (b'<!DOCTYPE a [<!ENTITY b "bb">]><onu>&b;</onu>', "line 1: a document that declares"),
        (b"<onu>" + b"<a>" * 30, "nested too deeply"),
        (b"<onu>" + b"<a/>" * 60_000, "too many elements"),
        (b'<?xml version="1.0" encoding="x-none"?><onu/>', "not valid XML"),
    ],
)
def test_file_without_a_board_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(DataError) as error:
        read(data)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_names_that_cannot_be_shown_are_replaced() -> None:
    text = WARZONE | {"map": json.loads(json.dumps(WARZONE["map"]))}
    for each, name in zip(
        text["map"]["territories"], ["\x1b[31m", "a --- b" * 30, ""], strict=True
    ):
        each["name"] = name
    names = [each.name for each in board_from(read(json.dumps(text))).territories]
    assert names[0] == "[31m"
    assert names[1].startswith("a - b")
    assert len(names[1]) <= 40
    assert names[2] == "Territory 3"


def test_nothing_outside_of_a_document_is_read() -> None:
    text = b'<!DOCTYPE a SYSTEM "file:///etc/hostname"><a>x</a>'
    assert read_xml(text, source="a.xml").text == "x"
