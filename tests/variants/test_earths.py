"""Several Earths: what people see, type and press. The rules are in the conformance table."""

from __future__ import annotations

import json

import pytest

from risk_tui.boards.picture import small_picture
from risk_tui.commands.all_commands import available_commands, parse
from risk_tui.commands.names import AmbiguousCommand, UnknownName
from risk_tui.commands.playing_commands import TradeCommand
from risk_tui.commands.reports import board_page
from risk_tui.commands.table_commands import BoardCommand, EarthCommand
from risk_tui.engine.actions import Reinforce, Trade
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.goals import HoldContinents
from risk_tui.engine.view import View
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.entries import ActionEntry, read_entry, write_entry
from risk_tui.table.seats import Seat, seat_players
from risk_tui.text.words import describe_goal
from risk_tui.tui.dialogs.text_dialogs import help_text
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.map.map_widget import MIN_MAP_WIDTH, SmallEarths
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.conformance.case import ANN, BEN, BOARD, Position, at
from tests.text.views import ATTACKING

THREE = with_house_rules(
    load_ruleset("n-ple-earth"), {"variants.earths.earths": 3, "cards.territory_bonus": "each"}
)
SETUP = GameSetup(BOARD, THREE, 3)
EARTHS = SETUP.board


def view_of(position: Position, seat: int = ANN) -> View:
    game = Game(SETUP)
    position.arrange(game)
    return game.view(seat)


def compass(earth: int) -> MapNavigation:
    """The ways over an Earth, as its map has them."""
    here = range(earth * EARTHS.size, (earth + 1) * EARTHS.size)
    bridges = [
        (place - here.start, other)
        for place in here
        for other in EARTHS.neighbours[place]
        if other not in here
    ]
    picture = EARTHS.pictures_by_earth[earth].largest_within(58, 21)
    return MapNavigation(picture, earth, 3, bridges)


def test_small_maps_leave_the_map_its_columns() -> None:
    small = SmallEarths(EARTHS, DisplayMode())
    for columns in range(MIN_MAP_WIDTH, 200):
        small.fit(columns, 60)
        width = small.styles.width.value if small.styles.width is not None else 0
        assert columns - width >= MIN_MAP_WIDTH
    assert width


def test_names_and_codes_say_on_which_earth_a_territory_is() -> None:
    brazil = EARTHS.territories[at("Brazil 2")]
    assert (brazil.name, brazil.code) == ("Brazil 2", "BR2")
    assert EARTHS.base_territory(at("Brazil 2")).code == "BR"
    assert EARTHS.continents[EARTHS.territories[at("Brazil 3")].continent].name == "South America 3"


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ("Kamchatka 1", "right", "Alaska 2"),
        ("Kamchatka 3", "right", "Alaska 1"),
        ("Alaska 1", "left", "Kamchatka 3"),
        ("Alaska 2", "left", "Kamchatka 1"),
        ("Brazil 2", "left", "Peru 2"),
    ],
)
def test_the_cursor_crosses_where_the_earths_are_joined(
    start: str, direction: str, end: str
) -> None:
    place = at(start)
    assert compass(EARTHS.earth_of(place)).step(place, direction) == at(end)


def test_each_earth_shows_where_its_bridges_lead() -> None:
    ends = [
        sorted(stub.text for stub in pictures.largest_within(58, 21).stubs)
        for pictures in EARTHS.pictures_by_earth
    ]
    assert ends == [["AL2", "KA3"], ["AL3", "KA1"], ["AL1", "KA2"]]


def test_repeated_codes_visit_all_earths() -> None:
    typed = Selection(EARTHS)
    typed.go_to(at("Peru 2"))
    places = []
    for _ in range(3):
        for letter in "BR":
            typed.type_letter(letter)
        places.append(typed.cursor)
    assert places == [at("Brazil 2"), at("Brazil 3"), at("Brazil 1")]


def test_a_code_stays_on_its_earth_until_typed_twice() -> None:
    """The cursor may stand there already, or armies were placed there before it attacks."""
    typed, view = Selection(EARTHS), view_of(Position())
    typed.go_to(at("Brazil 2"))
    for action in (None, Reinforce(at("Brazil 2"), 1)):
        if action is not None:
            typed.remember(view.turn, action, view)
        for letter in "BR":
            typed.type_letter(letter)
        assert typed.cursor == at("Brazil 2")


def test_help_says_how_a_code_leads_to_the_next_earth() -> None:
    seats = seat_players(["Ann", "Ben", "Cid"], [])
    assert "type it again for the next Earth" in help_text(view_of(Position()), seats).plain


def test_a_typed_name_needs_its_earth_where_several_are_possible() -> None:
    view = view_of(Position())
    assert parse("go br2", view) == BoardCommand(at("Brazil 2"))
    assert parse("board brazil 3", view) == BoardCommand(at("Brazil 3"))
    with pytest.raises(AmbiguousCommand, match=r"Brazil 1 \(BR1\), Brazil 2 \(BR2\)"):
        parse("go br", view)


def test_an_earth_is_shown_by_its_number() -> None:
    view = view_of(Position())
    assert parse("earth 2", view) == EarthCommand(1)
    with pytest.raises(UnknownName, match="there is no Earth 4: there is 1 to 3"):
        parse("earth 4", view)
    assert EarthCommand in available_commands(view)
    assert EarthCommand not in available_commands(ATTACKING)


def test_the_board_in_words_sums_up_each_earth() -> None:
    seats = [Seat(name, colour) for name, colour in (("A", "red"), ("B", "blue"), ("C", "green"))]
    view = view_of(Position(lands={ANN: {"Brazil 2": 4}}, rest=BEN))
    lines = board_page(view, seats, 1)
    assert "Earth 2: A 1 territory with 4 armies, B 41 territories with 41 armies" in lines
    assert any(line.startswith("South America 2, 2 armies a turn") for line in lines)
    assert not any("South America 1" in line for line in lines)


def test_a_hidden_earth_is_not_called_free() -> None:
    game = Game(GameSetup(BOARD, with_house_rules(THREE, {"variants.fog.played": True}), 3))
    Position(lands={ANN: {"Brazil 2": 4}}, rest=BEN).arrange(game)
    lines = board_page(game.view(ANN), [Seat(name, "red") for name in "ABC"])
    assert "Earth 3: not seen" in lines


def test_a_trade_names_a_territory_for_each_choice() -> None:
    lands = {f"{name} {earth}": 1 for name in ("Alaska", "Ontario") for earth in (1, 2)}
    hand = ("Alaska 1", "Alberta 1", "Ontario 2")
    view = view_of(Position(now="trading", lands={ANN: lands}, hands={ANN: hand}))
    command = parse("trade 1 2 3 for al2, on1", view)
    assert isinstance(command, TradeCommand)
    assert command.answer == Trade(tuple(sorted(map(at, hand))), at("Alaska 2"), (at("Ontario 1"),))
    with pytest.raises(AmbiguousCommand, match="which territory gets 2 extra armies"):
        parse("trade 1 2 3", view)


def test_a_game_file_from_before_it_needs_no_such_field() -> None:
    entry = read_entry('{"seat":0,"do":"trade","cards":[1,2,3],"bonus":null}')
    assert entry == ActionEntry(0, Trade((1, 2, 3)), ())
    assert read_entry(write_entry(entry)) == entry
    assert json.loads(write_entry(entry))["cards"] == [1, 2, 3]


def test_a_mission_says_that_its_continents_are_on_one_earth() -> None:
    goal = HoldContinents.named(("Asia", "Africa"), EARTHS)
    assert describe_goal(goal, [], EARTHS) == "hold Asia and Africa, all on one Earth"


@pytest.mark.parametrize(("columns", "rows", "label"), [(46, 14, 4), (30, 10, 2)])
def test_a_small_map_shows_every_territory(columns: int, rows: int, label: int) -> None:
    picture = small_picture(EARTHS.pictures.largest_within(104, 36), columns, rows, label)
    shown = {pixel for line in picture.pixels for pixel in line}
    assert shown.issuperset(range(EARTHS.size))
    cells = [(x + more, y) for x, y in picture.labels if y < rows for more in range(label)]
    assert len(cells) == len(set(cells)), "two labels stand on one another"
    assert len(cells) > 0.7 * label * EARTHS.size
