"""The classic board agrees with its sources, and invalid maps are refused."""

from __future__ import annotations

import string
from itertools import pairwise, product

import pytest

from risk_tui.boards.board import NO_SEAT, CardSymbol
from risk_tui.boards.map_file import parse_board, picture_names
from risk_tui.boards.overlay import Overlay, OverlayError
from risk_tui.engine.game_setup import GameSetup
from risk_tui.errors import BoardError, DataError
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import BOARD, at
from tests.work import bounded_work

SMALL = """\
map: small
title: A small world
about: Four lands in a row, and an island.
version: 1
continents:
  West:
    bonus: 2
    territories:
      Alba: {code: AL, letter: a, card: infantry}
      Bria: {code: BR, letter: b, card: cavalry, also: [Brie, Old Bria]}
  East:
    bonus: 3
    territories:
      Cora: {code: CO, letter: c, card: artillery}
      Dune: {code: DU, letter: d, card: infantry}
      Elba: {code: EL, letter: e, card: cavalry}
links:
  land:
    - Alba -- Bria
    - Bria -- Cora
    - Cora -- Dune
  sea:
    - Dune -- Elba
deck: {jokers: 1}
pictures: []
"""


def small(old: str = "", new: str = "") -> str:
    """Return the small map with one change."""
    assert not old or SMALL.count(old) == 1, f"{old!r} stands there {SMALL.count(old)} times"
    return SMALL.replace(old, new) if old else SMALL


def refusal(text: str) -> str:
    """Return the error for a map: one line, found quickly."""
    with bounded_work(300_000), pytest.raises(BoardError) as error:
        parse_board({"mine.yaml": text})
    said = str(error.value)
    assert said.isprintable()
    assert len(said) <= 400
    return said


# The classic board


def linked(one: str, other: str) -> bool:
    return at(other) in BOARD.neighbours[at(one)]


def test_passages_do_not_change_the_pictures() -> None:
    closed = BOARD.with_passages(((at("Alaska"), at("Kamchatka")),))
    assert closed is not BOARD
    assert closed.pictures_by_earth is BOARD.pictures_by_earth


def test_the_classic_board_has_42_territories_83_links_and_6_continents() -> None:
    assert (len(BOARD.territories), len(BOARD.links), len(BOARD.continents)) == (42, 83, 6)
    # SGE rules: sizes and bonuses.
    assert {each.name: (len(each.territories), each.bonus) for each in BOARD.continents} == {
        "North America": (9, 5),
        "South America": (4, 2),
        "Europe": (7, 5),
        "Africa": (6, 3),
        "Asia": (12, 7),
        "Australia": (4, 2),
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Great Britain", "Iceland"),
        ("Southern Europe", "Middle East"),
        ("East Africa", "North Africa"),
        ("New Guinea", "Western Australia"),
        ("Siam", "Indonesia"),
        ("Alberta", "Alaska"),
        ("East Africa", "Middle East"),
    ],
)
def test_links_that_the_sge_table_lacks_exist(one, other) -> None:
    # The SGE rules call their table symmetric, but it is not; the board's lines are.
    assert linked(one, other)
    assert linked(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Northwest Territory", "Quebec"),
        ("Great Britain", "Venezuela"),
        ("Iceland", "Venezuela"),
        ("Siam", "Siam"),
    ],
)
def test_false_links_of_the_sge_table_do_not_exist(one, other) -> None:
    # No line on the board joins these.
    assert not linked(one, other)


def test_the_sea_lanes_of_the_classic_board() -> None:
    names = [each.name for each in BOARD.territories]
    lanes = {frozenset((names[one], names[other])) for one, other in BOARD.sea_lanes}
    assert BOARD.sea_lanes < BOARD.links
    for lane in (
        ("Alaska", "Kamchatka"),
        ("Greenland", "Iceland"),
        ("Brazil", "North Africa"),
        ("Japan", "Kamchatka"),
        ("Siam", "Indonesia"),
        ("Madagascar", "East Africa"),
    ):
        assert frozenset(lane) in lanes
    for land in (("Alaska", "Alberta"), ("Ukraine", "Ural"), ("Egypt", "North Africa")):
        assert frozenset(land) not in lanes


def test_deck_has_fourteen_cards_of_each_symbol() -> None:
    # FAQ Q2.5: "The pack includes 14 of each symbol plus 2 jokers".
    shown = [card.symbol for card in BOARD.deck]
    assert {symbol: shown.count(symbol) for symbol in shown} == {
        CardSymbol.INFANTRY: 14,
        CardSymbol.CAVALRY: 14,
        CardSymbol.ARTILLERY: 14,
        CardSymbol.JOKER: 2,
    }
    assert sorted(card.territory for card in BOARD.deck if card.territory is not None) == list(
        range(42)
    )
    # Not infantry, as the table of the SGE rules has it: it counts 15, 14 and 13.
    eastern = at("Eastern United States")
    assert [c.symbol for c in BOARD.deck if c.territory == eastern] == [CardSymbol.ARTILLERY]


def test_map_is_parsed() -> None:
    board = parse_board({"small.yaml": small()})
    assert (board.name, board.title) == ("small", "A small world")
    assert [each.name for each in board.territories] == ["Alba", "Bria", "Cora", "Dune", "Elba"]
    assert board.territories[1].also == ("Brie", "Old Bria")
    assert board.neighbours == ((1,), (0, 2), (1, 3), (2, 4), (3,))
    assert board.sea_lanes == frozenset({(3, 4)})
    assert [each.territories for each in board.continents] == [(0, 1), (2, 3, 4)]
    assert [each.symbol.value[0] for each in board.deck] == ["i", "c", "a", "i", "c", "j"]
    assert board.files == {"small.yaml": small()}


# Invalid maps

MISTAKES = [
    # Links
    (
        "    - Alba -- Bria",
        "    - Alba -- Alba",
        19,
        "'Alba -- Alba' links a territory with itself",
    ),
    ("    - Bria -- Cora", "    - Bria -- Alba", 20, "'Bria -- Alba' is listed twice"),
    ("    - Dune -- Elba", "    - Dune -- Cora", 23, "'Dune -- Cora' is listed twice"),
    (
        "    - Alba -- Bria",
        "    - Alva -- Bria",
        19,
        "unknown territory 'Alva'; did you mean Alba?",
    ),
    ("    - Alba -- Bria", "    - Alba - Bria", 19, "is not a link; write 'Alaska -- Alberta'"),
    ("    - Dune -- Elba", "    - 5", 23, "'5' is not a link"),
    ("    - Dune -- Elba", "    - Alba -- Cora", 16, "'Elba' is not connected"),
    ("    - Dune -- Elba", "", 22, "'sea' must be a list"),
    ("  sea:\n    - Dune -- Elba\n", "", 17, "the key 'sea' is missing"),
    ("  sea:", "  air:", 22, "unknown key 'air'; there are: land, sea"),
    # Territories
    ("code: BR", "code: AL", 10, "the code 'AL' is used by 'Alba' too"),
    ("letter: b", "letter: a", 10, "the letter 'a' is used by 'Alba' too"),
    ("Dune: {code: DU", "Alba: {code: DU", 15, "'Alba' is in West already; list it under 'with'"),
    ("      Bria: {", "      Alba: {", 10, "duplicate key 'Alba'"),
    ("code: BR", "code: br", 10, "the code 'br' must be two letters A-Z"),
    ("code: BR", "code: 12", 10, "'code' must be two upper-case letters"),
    ("letter: b", "letter: ß", 10, "the letter 'ß' must be one of a-z, A-Z"),
    ("card: artillery", "card: tank", 14, "'tank' is not infantry, cavalry, artillery or joker"),
    (
        "card: artillery",
        "kard: artillery",
        14,
        "unknown key 'kard'; did you mean card?",
    ),
    (", card: artillery", "", 14, "the key 'card' is missing; infantry, cavalry, artillery"),
    ("[Brie, Old Bria]", "Brie", 10, "'also' must be a list"),
    ("[Brie, Old Bria]", '["a\\x1bb"]', 10, "control and invisible characters are not allowed"),
    ("      Cora: {", "      " + "C" * 41 + ": {", 14, "a name has at most 40 characters"),
    ("[Brie, Old Bria]", "[[Brie]]", 10, "'also' must be text"),
    ("      Cora: {", '      "": {', 14, "text must not be empty"),
    ("      Cora: {", '      "Co\\u202era": {', 14, "control and invisible characters"),
    # Continents
    ("bonus: 2", "bonus: true", 7, "'bonus' must be a whole number of armies"),
    ("bonus: 2", "bonus: 100", 7, "'bonus' must be a number from -99 to 99"),
    ("    bonus: 2\n", "", 6, "the key 'bonus' is missing"),
    ("    bonus: 2", "    bonuss: 2", 7, "unknown key 'bonuss'; did you mean bonus?"),
    ("links:", "  Void: {bonus: 1, territories: {}}\nlinks:", 17, "'Void' has no territories"),
    ("links:", "  Void: 3\nlinks:", 17, "'Void' must be a table with 'bonus' and 'territories'"),
    # Names in other languages
    ("pictures: []", "pictures: []\nnames: 5", 26, "'names' must be a table of languages"),
    (
        "pictures: []",
        "names:\n  German: {Elba: Insel}\npictures: []",
        26,
        "'German' is not a language code such as de, fr or pt-br",
    ),
    (
        "pictures: []",
        "names:\n  de:\n    Elbe: Insel\npictures: []",
        27,
        "unknown territory 'Elbe'; did you mean Elba?",
    ),
    ("pictures: []", 'names: {de: {Elba: ""}}\npictures: []', 25, "text must not be empty"),
    ("pictures: []", "names: {de: {Elba: }}\npictures: []", 25, "'Elba' must be text"),
    # The rest
    ("title: A small world", "title: 5", 2, "'title' must be text"),
    ("title: A small world", 'title: ""', 2, "text must not be empty"),
    ("title: A small world", f"title: {'W' * 61}", 2, "'title' has at most 60 characters"),
    (
        "      Cora: {",
        '      "Co' + r"\u0301" * 4 + 'ra": {',
        14,
        "control and invisible characters",
    ),
    ("title: A small world\n", "", 1, "the key 'title' is missing"),
    ("version: 1", "version: 1\ncolour: red", 5, "unknown key 'colour'; there are: map, title"),
    ("{jokers: 1}", "{jokers: 21}", 24, "'jokers' must be a number from 0 to 20"),
    ("{jokers: 1}", "{}", 24, "the key 'jokers' is missing"),
    ("{jokers: 1}", "{jokers: 1, aces: 4}", 24, "unknown key 'aces'; there are: jokers"),
    ("{jokers: 1}", "5", 24, "'deck' must be a table with 'jokers'"),
    ("deck: {jokers: 1}\n", "", 1, "the key 'deck' is missing"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistake_is_reported_with_its_line(old, new, line, reason) -> None:
    with pytest.raises(DataError) as error:
        parse_board({"mine.yaml": small(old, new)})
    said = str(error.value)
    assert said.startswith(f"mine.yaml, line {line}: ")
    assert reason in said
    assert said.isprintable()


@pytest.mark.parametrize("name", ["BRIA", "Bría", "old-bria", "Brie"])
def test_name_of_two_territories_is_refused_on_a_new_board(name: str) -> None:
    files = {"mine.yaml": small("card: artillery", f"card: artillery, also: [{name}]")}
    with pytest.raises(
        BoardError, match=r"line 14: the name .* is also a name of 'Bria'; remove one"
    ):
        parse_board(files, new=True)
    assert parse_board(files)  # Old saved games may have such a board.


@pytest.mark.parametrize(
    ("names", "line", "reason"),
    [
        ("de: {Alba: Insel, Elba: Insel}", 25, "the name 'Insel' (de) is also a name of 'Alba'"),
        ("de: {Elba: Insel}\n  it:\n    Alba: insel", 27, "'insel' (it) is also a name of 'Elba'"),
        ("de: {Elba: [Insel, Brie]}", 25, "the name 'Brie' (de) is also a name of 'Bria'"),
        ("de: {Elba: br}", 25, "the name 'br' (de) is also a name of 'Bria'"),  # its code
    ],
)
def test_name_of_two_territories_in_a_language_is_refused(names, line, reason) -> None:
    text = small("deck:", f"names:\n  {names}\ndeck:")
    with pytest.raises(BoardError) as error:
        parse_board({"mine.yaml": text}, new=True)
    assert str(error.value).startswith(f"mine.yaml, line {line}: ")
    assert f"{reason}; remove one of them" in str(error.value)
    assert parse_board({"mine.yaml": text})  # Old saved games may have such a board.


def test_name_may_be_equal_in_several_languages() -> None:
    text = small("deck:", "names: {it: {Elba: Isola}, es: {Elba: Isola}}\ndeck:")
    board = parse_board({"mine.yaml": text}, new=True)
    assert board.territories[4].translations == (("it", "Isola"), ("es", "Isola"))


@pytest.mark.parametrize("text", ["", "[]", "word", "5"])
def test_file_without_a_table_is_refused(text: str) -> None:
    assert refusal(text) == "mine.yaml: a map is a table of keys (map, continents, …)"


def with_more(count: int) -> str:
    """Return the small map with a chain of further territories, without letters."""
    codes = map("".join, product("MNOPQRSTUVWXYZ", string.ascii_uppercase))
    names = [f"Land {number}" for number in range(count)]
    lands = "".join(
        f"      {name}: {{code: {code}, card: cavalry}}\n"
        for name, code in zip(names, codes, strict=False)
    )
    links = "".join(f"    - {a} -- {b}\n" for a, b in pairwise(["Elba", *names]))
    text = small("links:", f"  More:\n    bonus: 1\n    territories:\n{lands}links:")
    return text.replace("    - Dune -- Elba\n", f"    - Dune -- Elba\n{links}")


def test_map_has_at_most_300_territories() -> None:
    assert len(parse_board({"mine.yaml": with_more(295)}).territories) == 300
    assert "at most 300 territories; 'Land 295' is one too many" in refusal(with_more(296))


def test_map_of_one_territory_is_refused() -> None:
    text = """\
map: one
title: One
about: One
version: 1
continents:
  All: {bonus: 1, territories: {Alba: {code: AL, letter: a, card: infantry}}}
links: {land: [], sea: []}
deck: {jokers: 0}
"""
    assert "a map has 2 to 300 territories, not 1" in refusal(text)


def test_error_escapes_hostile_names() -> None:
    said = refusal(small("    - Alba -- Bria", '    - "Al\\nba\\x1b[2J -- Bria"'))
    assert r"unknown territory 'Al\nba\x1b[2J'" in said


def test_map_with_surrogates_is_refused() -> None:
    with pytest.raises(DataError, match="not valid UTF-8 text"):
        parse_board({"mine.yaml": "map: \ud800"})


def test_pictures_are_plain_file_names() -> None:
    assert picture_names("pictures: [a.txt, b-2.txt]", source="m.yaml") == ("a.txt", "b-2.txt")
    for name in ("../a.txt", "/etc/passwd", "a.png", "a/b.txt", '"a.txt\\n"', "5", "[a.txt]"):
        with pytest.raises(BoardError, match=r"line 2: a picture is a plain file name, NAME\.txt"):
            picture_names(f"pictures:\n - {name}", source="m.yaml")
    for text in ("pictures: 3", "map: x"):
        with pytest.raises(BoardError, match="line 1"):
            picture_names(text, source="m.yaml")


def test_board_may_set_the_starting_armies() -> None:
    board = parse_board({"small.yaml": small() + "armies: {3: 9, 2: 12}\n"})
    assert board.armies == ((2, 12), (3, 9))
    us = load_ruleset("us-1993")
    assert GameSetup(board, us, 3).rules.set_up.armies == 9
    assert GameSetup(board, us, 4).rules.set_up.armies == us.setup.armies[4]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("5", "'armies' must be a table of armies by the number of players"),
        ("{7: 5}", "'7' is not a number of players (2 to 6)"),
        ("{2: 0}", "armies are a number from 1 to 200"),
        ("{2: many}", "armies are a number from 1 to 200"),
    ],
)
def test_invalid_starting_armies_are_refused(table: str, reason: str) -> None:
    assert reason in refusal(small() + f"armies: {table}\n")


MISSIONS = "missions:\n  continents: [[West, any], [East]]\n  territories: 3\n"


def test_board_may_have_mission_values() -> None:
    assert parse_board({"small.yaml": small()}).missions is None
    missions = parse_board({"small.yaml": small() + MISSIONS}).missions
    assert missions is not None
    assert missions.continents == (("West", "any"), ("East",))
    assert missions.territories == 3


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[East]", "[Eest]", "line 27: unknown continent 'Eest'; known: East, West, any"),
        ("[East]", "[[East]]", "line 27: unknown continent '['East']'"),
        ("territories: 3", "territories: 6", "line 28: 'territories' is a number from 1 to 5"),
        ("territories: 3", "land: 3", "line 28: unknown key 'land'"),
    ],
)
def test_invalid_mission_values_are_refused(old: str, new: str, reason: str) -> None:
    assert reason in refusal(small() + MISSIONS.replace(old, new))


ODD = """\
map: odd
title: Odd
about: Territories in two continents and in none, and links that lead one way.
version: 1
continents:
  West:
    bonus: 3
    territories: {Alba: {code: AL, letter: a, card: infantry},
                  Cadia: {code: CA, letter: c, card: cavalry}}
  Coast: {bonus: -2, with: [Cadia]}
outside: {Gall: {code: GA, letter: g, card: artillery}}
links: {land: [Alba -- Cadia], sea: [Cadia -- Gall], one-way: [Gall -> Alba]}
deck: {jokers: 0}
"""


def test_one_way_link_leads_from_its_first_end_only() -> None:
    board = parse_board({"odd.yaml": ODD})
    assert board.neighbours == ((1,), (0, 2), (0, 1))
    assert board.approaches == ((1, 2), (0, 2), (1,))
    assert board.linked == ((1, 2), (0, 2), (0, 1))
    assert (0, 2) in board.sea_lanes


def test_territory_is_in_several_continents_or_none() -> None:
    board = parse_board({"odd.yaml": ODD})
    west, coast, outside = board.continents
    assert (west.territories, coast.territories, coast.bonus) == ((0, 1), (1,), -2)
    owner = [0, 0, 0]
    assert west.is_held_by(0, owner)
    assert coast.is_held_by(0, owner)
    assert not outside.is_held_by(0, owner)
    assert outside.holder(owner) == NO_SEAT
    with pytest.raises(OverlayError, match=r"'no continent'; it has West, Coast$"):
        Overlay(bonuses={outside.key: 3}).over(board)


def test_names_may_be_numbers() -> None:
    text = ODD.replace("Coast", "1900").replace("Cadia", "2000")
    names = "missions: {continents: [[1900]], territories: 1}\nnames: {de: {2000: Zweitausend}}\n"
    board = parse_board({"odd.yaml": text + names}, new=True)
    assert [it.key for it in board.continents] == ["West", "1900", "no continent"]
    assert board.territories[1].translations == (("de", "Zweitausend"),)
    assert board.missions is not None and board.missions.continents == (("1900",),)
    with pytest.raises(DataError, match="line 9: '2000' is not connected both ways"):
        parse_board({"odd.yaml": text.replace("[Alba -- 2000]", "[]")})


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Gall -> Alba", "Gall -- Alba", "write 'Alaska -> Alberta'"),
        ("Gall -> Alba", "Gall -> Cadia", "line 12: 'Gall -> Cadia' is listed twice"),
        ("sea: [Cadia -- Gall]", "sea: []", "'Gall' is not connected both ways"),
        ("with: [Cadia]", "with: [Cadi]", "line 10: unknown territory 'Cadi'; did you mean"),
        ("with: [Cadia]", "with: [Cadia, Cadia]", "'Cadia' is in Coast already; name it once"),
        ("with: [Cadia]", "with: [[Cadia]]", "line 10: unknown territory '['Cadia']'"),
        ("with: [Cadia]", "with: []", "the continent 'Coast' has no territories"),
        ("bonus: -2", "bonus: -100", "'bonus' must be a number from -99 to 99"),
    ],
)
def test_mistake_in_an_odd_map_is_named(old: str, new: str, reason: str) -> None:
    assert ODD.count(old) == 1
    with pytest.raises(DataError) as error:
        parse_board({"odd.yaml": ODD.replace(old, new)})
    assert reason in str(error.value)
