"""The panel beside the map and the top line, in all sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from rich.text import Text
from textual.geometry import Size

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.reports import board_page
from risk_tui.data import language
from risk_tui.data.language import pluralize
from risk_tui.engine.actions import EndPhase, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import BattleResolved, GoalReached, Placed
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.hooks import VictoryProgress
from risk_tui.engine.records import Record
from risk_tui.engine.state import Battle, Phase
from risk_tui.engine.view import View
from risk_tui.odds.campaign import linear_branches
from risk_tui.odds.position_odds import expected_campaign
from risk_tui.rules.library import load_ruleset
from risk_tui.story.story import build_story
from risk_tui.table.seats import Seat, seat_players
from risk_tui.table.table import Table
from risk_tui.text.prompts import heading_of
from risk_tui.text.words import shorten_number
from risk_tui.tui.dialogs.text_dialogs import full_log, victory_text
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.panels.bars import phase_bar
from risk_tui.tui.panels.dice_display import ShownRoll, dice_lines, render_big_dice
from risk_tui.tui.panels.odds_lines import OddsQuery, campaign_lines, odds_lines
from risk_tui.tui.panels.side_panel import (
    dice_rows,
    last_roll,
    layout_for,
    log_lines,
    lower_lines,
    territory_lines,
    upper_lines,
)
from risk_tui.tui.panels.standings import (
    continents_lines,
    continents_short,
    players_lines,
    share_line,
    standing_lines,
)
from risk_tui.tui.story.pages import table_lines
from risk_tui.tui.theme import palette
from risk_tui.tui.theme.palette import seat_glyph, terminal_colour
from risk_tui.variants.airlift import AirliftBegan
from risk_tui.variants.five_goals import GoalsDealt
from risk_tui.variants.interdiction import CapitalFounded, CapitalMoved
from risk_tui.variants.meltdown import MeltedDown
from risk_tui.variants.nuclear.declarations import (
    ArmyNuked,
    LaidWaste,
    NukeFired,
    NukesConquered,
    NukeStopped,
)
from risk_tui.variants.paranoia import HuntBegan, OwnColourDealt
from risk_tui.variants.revolt import HomeChosen, Revolted
from risk_tui.variants.sea_lanes import LaneCrossed
from tests.engine.positions import ANN, BEN, BOARD, CID, NAMES, UK, at, continent, position
from tests.extent import few
from tests.inside import roll_with
from tests.new_games import SEATS, create_table
from tests.tui.tables import (
    defending,
    due,
    fortifying,
    on_screen,
    owner,
    press,
    reinforcing,
    said,
    seated,
    settle,
    type_line,
    until,
)

PANELS = (Size(22, 21), Size(36, 33), Size(48, 47))
"""The room beside the map in each size of terminal."""
NARROW, WIDE, HUGE = (size.width for size in PANELS)


def words(lines: Sequence[Text]) -> str:
    """Lines without the blanks that only make columns."""
    return "\n".join(" ".join(line.plain.split()) for line in lines)


def side_lines(
    view: View,
    seats: Sequence[Seat],
    records: Sequence[Record],
    size: Size,
    cursor: int,
    source: int | None,
) -> list[Text]:
    """Everything beside the map, put together as on the screen."""
    plan = layout_for(view, seats, size)
    dice = last_roll(view, records, seats)
    lines = upper_lines(view, seats, size.width, plan)
    lines += lower_lines(view, seats, size.width, plan, cursor, source)
    lines += dice_rows(view, dice, size.width, plan)
    return lines + log_lines(records, seats, view, Size(size.width, size.height - len(lines)))


def six(rules: str, path: Path) -> Table:
    """Six computer players in an early round, in the middle of the attacks of one of them."""
    players = ",".join(f"{name}-1234567:toni" for name in NAMES)
    table = create_table(players, rules, seed="3", path=path)

    def fought() -> bool:
        last = table.history(None, max(0, table.steps - 1))
        return any(isinstance(fact, BattleResolved) for record in last for fact in record.events)

    while not (table.view(None).round > 1 and fought() and table.decision.kind == "attack"):
        assert table.automation.step() is not None
    return table


@pytest.mark.parametrize("rules", few(["us-1993", "us-1993-mission", "stars", "tactical"], 2))
def test_six_players_fit_beside_the_smallest_map(rules: str, tmp_path: Path) -> None:
    table = six(rules, tmp_path / "a.risk")
    view = table.view(table.decision.seat)
    records = table.history(None, table.steps - 60)
    for size in PANELS:
        for cursor in range(len(BOARD.territories)):
            lines = side_lines(view, table.seats, records, size, cursor, cursor)
            assert len(lines) <= size.height
            assert max(line.cell_len for line in lines) <= size.width
            told = words(lines)
            place = BOARD.territories[cursor]
            assert all(part in told for part in (*NAMES, "ATTACK", " v "))
            assert any(f"from {name}" in told for name in (place.name, place.code))
            for other in BOARD.neighbours[cursor]:
                assert BOARD.territories[other].code in told
            # There is always something of the log.
            assert any(word in lines[-1].plain for word in ("→", "takes", "melts"))


def test_only_names_of_players_are_coloured_in_the_log() -> None:
    seats = seat_players(["Ural", "attacks", "Ann"], ("toni",))
    battle = BattleResolved(0, 1, at("Ukraine"), at("Ural"), (6, 4), (5,), 0, 1)
    records, view = [Record(0, EndPhase(), (), (battle,))], position().view(None)
    (line,) = log_lines(records, seats, view, Size(HUGE, 1))
    for text, names in (
        (full_log(records, seats, view), ["●", "Ural", "attacks"]),
        (line, ["● Ural"]),
    ):
        coloured = [text.plain[start:end] for start, end, _ in text.spans]
        assert coloured == names


def test_name_is_cut_only_in_a_long_log_line() -> None:
    seats = seat_players(["Neutral Army", "Ben"], ("toni",))
    place = Placed(0, at("Ukraine"), 1)
    battle = BattleResolved(0, 1, at("Ukraine"), at("Ural"), (6, 4, 1), (5, 5), 10, 11)
    records, view = [Record(0, EndPhase(), (), (place, battle))], position().view(None)
    longer = replace(battle, defence_dice=(5, 5, 5))
    for event, name in (
        (place, "● Neutral Army "),
        (replace(battle, attacker_losses=1, defender_losses=1), "● Neutral … "),
        (replace(longer, attacker_losses=1, defender_losses=2), "● Neutral… "),
        (longer, "● Neutr… "),
    ):
        (line,) = log_lines([replace(records[0], events=(event,))], seats, view, Size(WIDE, 1))
        assert line.plain.strip().startswith(name)
        assert line.cell_len <= WIDE


def test_narrow_log_abbreviates_numbers_only() -> None:
    events = GoalReached(ANN, 2, 5), GoalsDealt(BEN, (at("Alaska"),))
    records = [Record(0, EndPhase(), (), events)]
    lines = words(log_lines(records, SEATS, position().view(None), Size(NARROW, 9)))
    assert "goal 2/5" in lines
    assert "Goals of " in lines


@pytest.mark.parametrize("width", [NARROW, WIDE, HUGE])
def test_log_lines_of_variants_are_not_cut(width: int) -> None:
    events = (
        HomeChosen(ANN, at("Alaska"), BOARD.territories[at("Alaska")].continent),
        OwnColourDealt(ANN),
        HuntBegan(),
        LaneCrossed(at("Brazil"), 4),
        LaneCrossed(at("Brazil"), 0),
        CapitalFounded(ANN, at("Brazil")),
        CapitalMoved(ANN, at("Brazil"), at("Peru"), False),
        Revolted(ANN, at("Brazil"), 3, 121, BEN),
        AirliftBegan(ANN, at("Brazil"), at("Japan"), 121, None),
        ArmyNuked(ANN, at("Brazil"), 1),
        NukeStopped(ANN, at("Brazil"), at("Peru")),
        NukesConquered(ANN, at("Brazil"), 12, 12),
        NukeFired(ANN, at("Brazil"), at("Japan")),
        LaidWaste(at("Brazil"), ANN, 2, BEN),
        MeltedDown(ANN, 3, at("Brazil"), 121, BEN),
    )
    lines = log_lines(
        [Record(0, EndPhase(), (), events)], SEATS, position().view(None), Size(width, 30)
    )
    assert len(lines) >= len(events)
    assert [line.plain for line in lines if line.cell_len > width] == []


def test_panel_keeps_its_height_as_the_cursor_moves() -> None:
    view = position({"Ann": {"Ukraine": 100, "Ural": 3}}).view(ANN)
    for size in PANELS:
        heights = {
            len(side_lines(view, SEATS, (), size, cursor, None))
            for cursor in range(len(BOARD.territories))
        }
        assert len(heights) == 1


@pytest.mark.parametrize("size", PANELS[1:])
def test_panel_keeps_its_rows_while_a_defender_decides(size: Size) -> None:
    source, target = at("Western United States"), at("Eastern United States")
    lands = {"Ann": {"Western United States": 100}, "Ben": {"Eastern United States": 100}}
    waiting = Battle(source, target, 3)
    before = position(lands).view(None)
    after = position(lands, phase=Phase.DEFEND, battle=waiting).view(None)
    rows = [
        [line.plain for line in side_lines(view, SEATS, (), size, target, start)]
        for view, start in ((before, source), (after, None))
    ]
    assert len(rows[0]) == len(rows[1])
    assert rows[0].index(" Eastern United States") == rows[1].index(" Eastern United States")
    assert any("100" in row and " to " in row and len(row) <= size.width for row in rows[1])


# The territory under the cursor


LANDS = {
    "Ann": {"Ukraine": 8, "Ural": 3, "Scandinavia": 2},
    "Cid": {"Middle East": 100, "Afghanistan": 12},
}


@pytest.mark.parametrize("width", [NARROW, WIDE, HUGE])
def test_territory_has_its_owner_and_continent(width: int) -> None:
    told = words(territory_lines(position(LANDS).view(ANN), SEATS, at("Ukraine"), width))
    assert told.startswith("Ukraine\n● Ann 8 · Europe +5\n")


@pytest.mark.parametrize("width", [NARROW - 4, NARROW, WIDE, HUGE])
def test_large_armies_of_a_territory_are_written_in_full(width: int) -> None:
    seats = [replace(SEATS[0], name="Maximiliane Anna"), *SEATS[1:]]
    view = position({"Ann": {"Ukraine": 1_234_567}}).view(ANN)
    assert " 1234567" in words(territory_lines(view, seats, at("Ukraine"), width))


@pytest.mark.parametrize("width", [NARROW - 1, NARROW, WIDE])
@pytest.mark.parametrize("armies", [999, 9_999, 10_000, 123_456, 12_345_678])
def test_large_armies_keep_columns_apart(width: int, armies: int) -> None:
    view = position({"Ann": {"Ukraine": armies, "Ural": 1}}).view(ANN)
    row = players_lines(view, SEATS, width)[1].plain
    figures = row.split()[-4:]
    assert len(row) <= width and figures[0] == "2" and figures[2] == "0"
    assert figures[1] in (
        str(armies + 1),
        shorten_number(armies + 1, 3),
        shorten_number(armies + 1, 4),
    )


def test_neighbours_are_ordered_by_owner_and_strength() -> None:
    view = position(LANDS).view(ANN)
    told = words(territory_lines(view, SEATS, at("Ukraine"), WIDE)[2:])
    assert told.replace("\n", " ").split(" · ") == ["ME▲100 AF▲12 NE■1 SE■1", "UR●3 SC●2 "]
    # For another player's territory, own neighbours are those to attack it from.
    told = words(territory_lines(view, SEATS, at("Afghanistan"), WIDE)[2:])
    assert " · UK●8 UR●3" in told.replace("\n", " ")


def test_wide_panel_has_a_line_for_each_neighbour() -> None:
    view = position(LANDS).view(ANN)
    lines = territory_lines(view, SEATS, at("Ukraine"), HUGE, names=True)
    assert [" ".join(line.plain.split()) for line in lines[2:8]] == [
        "others ▲ ME 100 Middle East · Cid",
        "▲ AF 12 Afghanistan · Cid",
        "■ NE 1 Northern Europe · Ben",
        "■ SE 1 Southern Europe · Ben",
        "yours ● UR 3 Ural",
        "● SC 2 Scandinavia",
    ]


def test_wide_characters_in_names_of_players_fit_the_panel() -> None:
    seats = [replace(seat, name="東京大阪京都") for seat in SEATS]
    view = position(LANDS).view(ANN)
    for width in range(44, 60):
        lines = territory_lines(view, seats, at("Ukraine"), width, names=True)
        assert max(line.cell_len for line in lines) <= width


def test_neighbours_are_grouped_for_the_reader() -> None:
    game = position(LANDS)

    def groups(seat: int | None) -> dict[str, str]:
        lines = territory_lines(game.view(seat), SEATS, at("Middle East"), HUGE, names=True)
        rows = [line.plain.split() for line in lines[2:] if line.plain.strip()]
        heads = [n for n, row in enumerate(rows) if row[0] in ("others", "yours", "same")]
        return {
            rows[head][0]: " ".join(" ".join(row) for row in rows[head:end])
            for head, end in zip(heads, [*heads[1:], len(rows)], strict=True)
        }

    # Afghanistan, of the same owner, is as much another's as Egypt; Ukraine is Ann's.
    assert list(groups(ANN)) == ["others", "yours"]
    assert all(code in groups(ANN)["others"] for code in ("AF", "EG"))
    assert "UK" in groups(ANN)["yours"]
    # A spectator sees which neighbours have the same owner.
    assert list(groups(None)) == ["others", "same"]
    assert "AF" in groups(None)["same"]


def test_free_land_has_no_owner() -> None:
    view = position({}, phase=Phase.CLAIM, owner=[NO_SEAT] * 42, armies=[0] * 42, round=0).view(ANN)
    for names in (False, True):
        told = words(territory_lines(view, SEATS, at("Japan"), HUGE, names=names))
        assert told.startswith("Japan\nfree · Asia +7")
        assert "KA" in told


def test_abandoned_land_is_empty_and_not_free() -> None:
    owner = [BEN] * 42
    owner[at("Japan")] = NO_SEAT
    view = position({}, owner=owner).view(ANN)
    assert words(territory_lines(view, SEATS, at("Japan"), HUGE)).startswith("Japan\nempty · Asia")


# Continents


def held_by_ann(but: Sequence[str] = ()) -> View:
    """Ann has Australia (but for some territories, which Cid has); Ben has all the rest."""
    own = {BOARD.territories[place].name: 1 for place in continent("Australia")}
    lands = {"Ann": {name: 1 for name in own if name not in but}}
    lands["Cid"] = dict.fromkeys(but, 7)
    return position(lands).view(CID)


def continent_row(view: View, width: int, name: str) -> str:
    """A continent's row of the panel, without the blanks."""
    rows = words(continents_lines(view, SEATS, width)).splitlines()
    return next(row for row in rows if row.startswith(name))


@pytest.mark.parametrize("width", [WIDE, HUGE])
def test_holder_of_a_continent_is_visible_without_colours(width: int) -> None:
    assert continent_row(held_by_ann(), width, "Australia") == "Australia +2 ● all"
    assert "● all" in words(continents_short(held_by_ann(), SEATS, NARROW))


def test_missing_territories_of_a_continent_are_named() -> None:
    view = held_by_ann(but=("Indonesia", "New Guinea"))
    assert continent_row(view, HUGE, "Australia") == "Australia +2 2 ● 2/4 ID▲7 NG▲7"
    assert continent_row(view, WIDE, "Australia") == "Australia +2 2 ●2/4 ID▲ NG▲"
    assert continent_row(view, NARROW, "Australia") == "Australia +2 ●2/4"
    three = held_by_ann(but=("Indonesia",))
    assert continent_row(three, HUGE, "Australia") == "Australia +2 1 ● 3/4 ID▲7"
    asia = continent_row(
        position({"Ann": {"Japan": 1, "Siam": 1, "Ural": 1}}).view(ANN), HUGE, "Asia"
    )
    assert asia.endswith("3 ■ 9/12")


def test_excluded_territories_do_not_count_for_a_continent() -> None:
    # Blizzards: "Their continents are whole without them."
    view = held_by_ann(but=("Indonesia", "New Guinea"))
    whole = replace(view, outside_continents=(at("Indonesia"), at("New Guinea")))
    assert continent_row(whole, HUGE, "Australia") == "Australia +2 ● all"
    assert "● all" in words(continents_short(whole, SEATS, NARROW))
    one_missing = replace(view, outside_continents=(at("New Guinea"),))
    assert continent_row(one_missing, HUGE, "Australia") == "Australia +2 1 ● 2/3 ID▲7"


def test_only_real_continents_have_a_row() -> None:
    view = held_by_ann()
    first, second, *others = BOARD.continents
    outside = replace(first, key="no continent", exists=False)
    board = replace(BOARD, continents=(outside, replace(second, bonus=-2), *others))
    changed = replace(view, board=board)
    assert continent_row(changed, WIDE, "South America").startswith("South America -2 ")
    assert "SAm-2" in words(continents_short(changed, SEATS, WIDE))
    for make in (continents_lines, continents_short):
        assert "no con" not in words(make(changed, SEATS, WIDE))
        assert "nco" not in words(make(changed, SEATS, NARROW))


def test_wide_characters_in_names_of_continents_keep_columns_apart() -> None:
    view = held_by_ann(but=("Indonesia",))
    *others, australia = BOARD.continents
    oceania = replace(australia, key="大洋洲")
    wide = replace(view, board=replace(BOARD, continents=(*others, oceania)))
    rows = [continents_lines(shown, SEATS, WIDE)[-1] for shown in (view, wide)]
    assert len({line[: line.plain.index("ID")].cell_len for line in rows}) == 1


def test_long_names_of_continents_are_whole_in_a_very_wide_panel() -> None:
    *others, australia = BOARD.continents
    long = replace(australia, key="Austrian Empire and Islands")
    view = replace(held_by_ann(), board=replace(BOARD, continents=(*others, long)))
    assert "Austrian Emp… " in continent_row(view, WIDE, "Austrian")
    assert "Austrian Empire and Islands" in continent_row(view, 60, "Austrian")


def test_headings_of_continents_are_above_their_columns() -> None:
    view = held_by_ann(but=("Indonesia",))
    for width in (WIDE, HUGE, 60):
        head, *rows = (line.plain for line in continents_lines(view, SEATS, width))
        row = next(row for row in rows if "Australia" in row)
        for title, value in (("most", "●"), ("missing", "ID▲")):
            assert head.index(title) == row.index(value)
        assert head.index("you") + len("yo") == row.index("1 ●")
    assert "you" not in continents_lines(position({}).view(None), SEATS, HUGE)[0].plain


@pytest.mark.parametrize("width", [WIDE, HUGE])
def test_missing_territories_leave_the_last_column_free(width: int) -> None:
    view = held_by_ann(but=("Indonesia", "New Guinea"))
    lines = continents_lines(view, SEATS, width)
    assert any("NG▲" in line.plain for line in lines)
    assert max(line.cell_len for line in lines) < width


def test_continent_rows_fit_the_narrow_panel() -> None:
    asia = {BOARD.territories[place].name: 100 for place in continent("Asia")}
    lands = {"Ben": {}, "Ann": dict(list(asia.items())[2:]), "Cid": dict(list(asia.items())[:2])}
    view = position(lands).view(ANN)
    for make in (continents_lines, continents_short):
        assert all(line.cell_len <= NARROW for line in make(view, SEATS, NARROW))
    one = position(lands | {"Cid": dict(list(asia.items())[:1])}).view(ANN)
    for line in continents_short(one, SEATS, NARROW):
        assert line.cell_len <= NARROW


@pytest.mark.parametrize("width", [NARROW, WIDE, HUGE])
@pytest.mark.parametrize("held", [(16, 14, 12), (10, 12, 6, 5, 5, 4), (12, 11, 10, 10, 10, 10)])
def test_victory_progress_shows_all_counts_and_the_goal(held: tuple[int, ...], width: int) -> None:
    seats = seat_players([f"{name}-1" for name in NAMES[: len(held)]], ("toni",))
    standing = VictoryProgress("#", "territories held", dict(enumerate(held)), 30)
    lines = standing_lines(standing, seats, width)
    assert all(line.cell_len <= max(width, 24) for line in lines)
    told = words(lines)
    assert all(f"{seat_glyph(seats[n].colour)}{count}" in told for n, count in enumerate(held))
    assert "territories" in told
    assert "of 30" in told


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(("code", "noun"), [("de", "Hauptstädte"), ("fr", "capitales")])
def test_narrow_progress_names_what_is_counted_in_the_language(code: str, noun: str) -> None:
    language.use(code)
    standing = VictoryProgress("#", language._("capitals held"), dict.fromkeys(range(6), 1), 4)
    assert words(standing_lines(standing, SEATS * 2, NARROW)).startswith(f"# {noun} ")


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("code", sorted(language.languages()))
def test_narrow_heading_is_not_cut_in_any_language(code: str, tmp_path: Path) -> None:
    language.use(code)
    lands = {"Ann": {"Brazil": 1}, "Cid": {"Japan": 1}}
    setup: dict[str, Any] = {"phase": Phase.PLACE, "unplaced": [21] * 3, "round": 0}
    placing = position(lands, **setup, own_armies_this_go=1)
    neutral = position(lands, **setup, own_armies_this_go=2, neutral_armies_this_go=1)
    reinforcing = position(lands, phase=Phase.REINFORCE, armies_to_place=12)
    defence = defending(tmp_path / "a.risk")
    views = [game.view(ANN) for game in (placing, neutral, reinforcing)]
    for view in (*views, defence.view(defence.decision.seat)):
        plan = layout_for(view, SEATS, PANELS[0])
        heading = lower_lines(view, SEATS, NARROW, plan, at("Brazil"), None)[0]
        assert heading.cell_len <= NARROW
        assert heading.plain.endswith(heading_of(view.decision, view, SEATS))


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("code", sorted(language.languages()))
def test_columns_after_the_game_are_apart_in_any_language(code: str) -> None:
    language.use(code)
    text = victory_text(position({"Ann": {"Brazil": 1}}).view(None), SEATS, ()).plain
    titles = " ".join(map(language._, ("took", "beat", "lost")))
    assert titles.split() in [line.split() for line in text.splitlines()]


def test_victory_while_setting_up_names_no_round() -> None:
    setup = GameSetup(BOARD, load_ruleset("us-1993"), 3)
    game = Game(setup, seeded_chance("short"))
    records = [game.apply(game.legal_actions()[0].action)]
    records += [game.apply(Resign()), game.apply(Resign())]
    text = victory_text(game.view(None), SEATS, records).plain
    assert "before round 1, after 3 steps" in text
    assert text.count("out before round 1") == 2
    assert "round 0" not in text
    table = [line.plain for line in table_lines(build_story(setup, SEATS, records), 80)]
    assert sum(row.endswith(" out before round 1") for row in table) == 2


def test_two_continents_share_a_row_in_a_short_panel() -> None:
    lines = continents_short(held_by_ann(), SEATS, NARROW)
    assert words(lines).splitlines()[:2] == ["CONTINENTS most", "NAm+5■ all SAm+2■ all"]
    assert len(lines) == 4


@pytest.mark.parametrize("width", [NARROW, WIDE, HUGE])
@pytest.mark.parametrize("rules", ["sea-lanes", "us-1980-experts", "house"])
def test_odds_lines_are_not_cut(rules: str, width: int) -> None:
    lands = {"Ann": {"Brazil": 250}, "Ben": {"North Africa": 240}}
    view = position(lands, rules=load_ruleset(rules)).view(ANN)
    lines = odds_lines(view, OddsQuery(at("North Africa"), at("Brazil"), 200, private=True), width)
    assert len(lines) >= 3
    assert [line.plain for line in lines if line.cell_len > width] == []


@pytest.mark.parametrize("code", sorted(language.languages()))
def test_plan_lines_are_not_cut(code: str, english_again: None) -> None:
    language.use(code)
    lands = {"Ann": {"Brazil": 30}, "Ben": {"North Africa": 5, "Western Europe": 2}}
    view = position(lands).view(ANN)
    branches = linear_branches((at("North Africa"), at("Western Europe")))
    plans = [expected_campaign(view, at("Brazil"), branches)]
    lines = campaign_lines(view, plans, NARROW)
    assert len(lines) == 3
    assert [line.plain for line in lines if line.cell_len > NARROW] == []


def test_reason_for_unknown_odds_is_not_cut() -> None:
    lands = {"Ann": {"Siam": 2}, "Ben": {"China": 9}}
    view = position(lands, rules=load_ruleset("meltdown")).view(ANN)
    lines = odds_lines(view, OddsQuery(at("Siam")), NARROW)
    assert lines[0].plain == " odds unknown:"
    assert len(lines) == 3
    assert max(line.cell_len for line in lines) <= NARROW


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_cost_of_an_attack_is_shown_before_it(width: int) -> None:
    game = position({"Ann": {"Brazil": 7}, "Ben": {"Japan": 2}}, rules=load_ruleset("airlift"))
    for target, cost in (("Japan", True), ("Peru", False)):
        query = OddsQuery(at(target), at("Brazil"))
        lines = [line.plain for line in odds_lines(game.view(ANN), query, width)]
        assert any("−4 at once" in line for line in lines[:2]) == cost


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_odds_from_another_source_name_it(width: int) -> None:
    view = position({"Ann": {"Brazil": 7, "China": 9}, "Ben": {"Siam": 2}}).view(ANN)
    line = odds_lines(view, OddsQuery(at("Siam"), at("Brazil")), width)[0].plain
    assert line.startswith(" CH (9) takes it 98%")


# Players


def test_eliminated_players_row_names_the_winner() -> None:
    game = position(
        {"Ann": {"Japan": 1}},
        out=("Cid",),
        beaten_by=[NO_SEAT, NO_SEAT, BEN],
        rest="Ben",
        turn="Ben",
    )
    view = game.view(None)
    assert "▲ Cid out, by ■" in words(players_lines(view, SEATS, NARROW))
    assert "▲ Cid out, beaten by ■" in words(players_lines(view, SEATS, WIDE))
    assert "▸■ Ben" in words(players_lines(view, SEATS, WIDE))


def test_players_are_listed_in_the_rolled_order() -> None:
    view = position({"Ann": {"Japan": 9}, "Cid": {"Peru": 9}}, order=(CID, ANN, BEN)).view(None)
    rows = words(players_lines(view, SEATS, WIDE)).splitlines()[1:]
    assert [row.split()[1] for row in rows] == ["Cid", "Ann", "Ben"]
    bar = share_line(view, SEATS, 38).plain.strip()
    assert (bar[0], bar[-1]) == (seat_glyph(SEATS[CID].colour), seat_glyph(SEATS[BEN].colour))
    assert [line.split(" (")[0] for line in board_page(view, SEATS)[:3]] == ["Cid", "Ann", "Ben"]


def test_long_name_has_its_own_row_if_there_is_room() -> None:
    view = position({"Ann": {"Japan": 1}}, players=2).view(None)
    seats = seat_players(["Wilhelmina12", "Ben:toni"], ["toni"])
    seats.append(Seat("Neutral Army", "green", "nobody"))
    rows = words(players_lines(view, seats, NARROW, {0})).splitlines()
    assert rows[1] == "▸● Wilhelmina12~"
    assert rows[3].startswith("■ Ben* ")
    assert rows[4] == "▲ Neutral Army"
    assert "Wilhelmina12~ 1" in words(players_lines(view, seats, WIDE, {0}))


def test_long_names_are_cut_only_without_room() -> None:
    seats = seat_players([f"Wilhelmina{number}" for number in range(6)], [])
    view = position(players=6).view(None)
    plans = [layout_for(view, seats, Size(NARROW, height)) for height in (21, 40)]
    assert [plan.wraps for plan in plans] == [False, True]
    rows = [len(players_lines(view, seats, NARROW, wraps=plan.wraps)) for plan in plans]
    assert rows == [7, 13]


def test_territory_names_are_not_cut() -> None:
    view = position({"Ann": {"Western United States": 12}}, rest="Ben").view(0)
    plan = layout_for(view, SEATS, Size(NARROW, 21))
    west, east = at("Western United States"), at("Eastern United States")
    lines = words(lower_lines(view, SEATS, NARROW, plan, east, west))
    assert "from WU 12" in lines
    assert "…" not in lines


def test_bar_shows_the_shares_of_all_armies() -> None:
    view = position({"Ann": {"Japan": 41}, "Cid": {"Siam": 41}}).view(None)
    bar = share_line(view, SEATS, 38).plain
    # 41, 40 and 41 armies in 36 columns.
    assert bar == " " + "●" * 12 + "■" * 11 + "▲" * 13


# Dice


CAST = ShownRoll(SEATS[0], (6, 4, 1), SEATS[1], (5, 4), (1, 1))


@pytest.mark.parametrize(("width", "rows"), [(NARROW, 1), (WIDE, 3), (HUGE, 3)])
def test_dice_use_the_room_of_the_panel(width: int, rows: int) -> None:
    lines = dice_lines(CAST, width, big=width >= WIDE)
    assert len(lines) == rows
    assert max(line.cell_len for line in lines) <= width
    if rows == 1:
        assert words(lines) == "6 4 1 v 5 4"
    else:
        # Six, four and one against five and four.
        assert [line.plain.count("•") for line in lines] == [8, 4, 8]


def test_six_dice_fit_the_smallest_panel() -> None:
    cast = ShownRoll(SEATS[0], (6, 5, 4), SEATS[1], (3, 2, 1))
    (line,) = dice_lines(cast, NARROW, big=False)
    assert line.cell_len <= NARROW
    assert line.plain.split() == ["6", "5", "4", "v", "3", "2", "1"]


def test_dice_are_compared_in_pairs_and_ties_defend() -> None:
    assert CAST.losing_dice() == ({1}, {0})
    # The third die has no opponent.
    assert ShownRoll(SEATS[0], (1, 1, 1), SEATS[1], (1,)).losing_dice() == ({0}, set())
    # Neither those still to be answered nor those in the air have lost.
    assert ShownRoll(SEATS[0], (1, 1), SEATS[1], ()).losing_dice() == (set(), set())
    assert ShownRoll(SEATS[0], (1,), SEATS[1], (6,), tumbling=True).losing_dice() == (set(), set())


def test_question_mark_replaces_pending_defence_dice() -> None:
    battle = Battle(at("Ukraine"), at("Ural"), 3, (6, 4, 2), ())
    game = position({"Ann": {"Ukraine": 9}}, rules=UK, phase=Phase.DEFEND, battle=battle)
    told = words(side_lines(game.view(None), SEATS, (), PANELS[0], 0, None))
    assert "6 4 2 v ?" in told


def test_defender_sees_no_dice_of_another_battle() -> None:
    fought = BattleResolved(ANN, BEN, at("Ukraine"), at("Ural"), (6, 4), (5,), 0, 1)
    records = [Record(ANN, EndPhase(), (), (fought,))]
    lands = {"Ann": {"Ukraine": 9}}
    attacking = position(lands).view(None)
    assert last_roll(attacking, records, SEATS) is not None
    battle = Battle(at("Ukraine"), at("Afghanistan"), 3)
    defending = position(lands, phase=Phase.DEFEND, battle=battle).view(None)
    assert last_roll(defending, records, SEATS) is None


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("colours", ["full", "256", "16"])
def test_lost_die_has_its_own_background_in_a_dialog(colours: str, theme: str) -> None:
    lost = render_big_dice(SEATS[0], (1,), SEATS[1], (6,)).spans[0].style
    assert isinstance(lost, Style)
    ground = palette.RGB(*lost.bgcolor.triplet)
    assert terminal_colour(ground, colours, theme) != terminal_colour(palette.BAR, colours, theme)


# The top line


@pytest.mark.parametrize("width", [80, 120])
def test_top_line_names_the_winners(width: int) -> None:
    view = position({"Ann": {"Japan": 1}}, winners=(BEN, CID), phase=Phase.OVER).view(None)
    assert view.turn == ANN
    told = phase_bar(view, SEATS, width, "saved").plain
    assert " ".join(told.split()).startswith("■ BEN ▲ CID won")
    assert "ANN" not in told


def test_top_line_ticks_reinforce_before_an_optional_trade() -> None:
    for hand in ("Alaska", "Alaska, Brazil, Japan"):
        view = position({"Ann": {"Japan": 1}}, phase=Phase.TRADE, hands={"Ann": hand}).view(ANN)
        told = " ".join(phase_bar(view, SEATS, 120, "saved").plain.split())
        assert "Reinforce ✓ ▸ TRADE Attack Draw" in told


def test_end_of_the_top_line_is_never_cut() -> None:
    view = position({"Ann": {"Japan": 1}}).view(None)
    ends = {phase_bar(view, SEATS, width, "saved").plain.rstrip()[-8:] for width in range(40, 140)}
    assert all(end.endswith(" saved ✓") or "✓" not in end[-1] for end in ends)
    assert any(end.endswith(" saved ✓") for end in ends)
    assert phase_bar(view, SEATS, 120, "saved").plain.endswith("· saved ✓ ")


def test_top_line_always_reports_seeded_dice() -> None:
    view = position({"Ann": {"Japan": 1}}).view(None)
    for width in range(80, 200):
        told = phase_bar(view, SEATS, width, "saved", seeded=True).plain
        assert "seeded dice" in told
        assert "seeded dice" not in phase_bar(view, SEATS, width, "saved").plain


# Since the last turn


async def test_summary_of_bots_turns_is_shown_to_a_single_person(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "bot", "bot")
    roll_with(table, seeded_chance(1))
    table.seating.set_defence(ANN, "most")
    async with seated(table) as pilot:
        await press(pilot, "e")
        await until(pilot, lambda: due(table) == ("reinforce", "Ann"))
        await settle(pilot)
        lost = 3 - len([at for at in ("UK", "SC", "BR") if owner(table, at) == "Ann"])
        assert lost
        assert f": lost {pluralize(lost, 'territory')} (w shows it) · Ann: place" in said(pilot.app)
        # It opens only when it is asked for.
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "w")
        assert "from you" in on_screen(pilot.app)
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, GameScreen)
        await type_line(pilot, "recap")
        assert "from you" in on_screen(pilot.app)


async def test_no_recap_before_another_players_turn(tmp_path: Path) -> None:
    async with seated(reinforcing(tmp_path / "a.risk", "Ann", "bot", "bot")) as pilot:
        await press(pilot, "w")
        assert said(pilot.app) == "no other player has had a turn yet"
