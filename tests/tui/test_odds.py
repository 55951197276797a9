"""Odds in the panel, on the map and in plans, and none at tables without advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.commands.front_end import Page
from risk_tui.engine.state import Phase
from risk_tui.odds import campaign_odds, fight_to_finish
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.header import TableOptions
from risk_tui.table.table import Table
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.map.highlights import highlights, territory_styles
from risk_tui.tui.theme.palette import HIGH_RISK, MEDIUM_RISK, NO_RISK, SAFE, UNKNOWN, tint
from tests.engine.positions import position
from tests.odds.rules import CLASSIC
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    WINS,
    armies,
    attacking,
    code,
    due,
    footer,
    game_screen,
    on_screen,
    press,
    said,
    seated,
    set_out,
    settle,
    side,
    strokes,
    until,
)


async def test_the_panel_shows_the_odds_under_the_cursor(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk", ural=3), size=MIDDLE) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, "U", "K", "enter", "U", "R")
        fight = fight_to_finish(7, 3, CLASSIC)
        assert f"UK (8) takes it {fight.chance:.0%}" in side(pilot.app)
        assert f"{fight.mean_survivors + 1:.1f} left" in side(pilot.app), "with the one that stays"
        assert "next roll: lose    0    1    2\n                  37%  34%  29%" in side(pilot.app)
        await press(pilot, "4")
        stop = fight_to_finish(7, 3, CLASSIC, stop_at=3)
        assert f"stop at 4: {stop.chance:.0%}" in side(pilot.app)
        # The threat to the player's own territory is shown.
        await press(pilot, "escape", "S", "C")
        assert "takes it" not in side(pilot.app), "its neighbours have one army each"
        assert screen.selection.source is None


async def test_odds_of_great_armies_are_shown_with_the_cursor(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk", ukraine=201, ural=200)) as pilot:
        screen = game_screen(pilot.app)
        screen.front_end.show(Page.TERRITORY, territory=code("UR"))
        # No await since: what is painted next has them.
        assert "falls 91%" in side(pilot.app)


async def test_threats_stay_on_the_map_until_switched_off(tmp_path: Path) -> None:
    game = position({"Ann": {"Siam": 2}, "Ben": {"China": 9}}, rest="Cid", players=3)
    async with seated(set_out(tmp_path / "a.risk", game), size=MIDDLE) as pilot:
        assert "SM●2" in on_screen(pilot.app)
        await press(pilot, "t")
        assert f"SM●{fight_to_finish(8, 2, CLASSIC).chance:.0%}" in on_screen(pilot.app)
        await press(pilot, "t")
        assert "SM●2" in on_screen(pilot.app)


def test_threats_colour_the_land_by_danger_and_quiet_the_rest(tmp_path: Path) -> None:
    lands = {"Ann": {"Siam": 2, "Alaska": 9, "Brazil": 9}, "Ben": {"China": 9, "Kamchatka": 7}}
    table = set_out(tmp_path / "a.risk", position(lands, rest="Cid", players=3))
    view, overlay = table.view(0), Overlay(table)
    plain = territory_styles(view, table.seats, highlights(view, None))
    overlay.toggle_threats()
    shown = overlay.state.apply_to(plain, view, table.seats, [])
    colours = [tint(each, "plain") for each in (HIGH_RISK, MEDIUM_RISK, SAFE)]
    assert [shown[code(each)].fill for each in ("SM", "AL", "BR")] == colours
    others = [place for place, owner in enumerate(view.owner) if owner]
    assert {shown[place].fill for place in others} == {tint(NO_RISK, "plain")}
    assert [shown[place].label for place in others] == [plain[place].label for place in others]
    # Without colours, patterns say the same.
    assert len({shown[code(each)].texture for each in ("SM", "AL", "BR", "CH")}) == 4


def test_unknown_threats_have_a_colour_and_a_sign(tmp_path: Path) -> None:
    lands = {"Ann": {"Siam": 2, "Brazil": 9}, "Ben": {"China": 9}}
    meltdown = position(lands, rest="Ben", rules=load_ruleset("meltdown"))
    table = set_out(tmp_path / "a.risk", meltdown)
    view, overlay = table.view(0), Overlay(table)
    plain = territory_styles(view, table.seats, highlights(view, None))
    overlay.toggle_threats()
    shown = overlay.state.apply_to(plain, view, table.seats, [])
    siam, brazil = shown[code("SM")], shown[code("BR")]
    assert (siam.fill, siam.texture, siam.label) == (tint(UNKNOWN, "plain"), ("?",), "SM●?")
    assert brazil.fill == tint(SAFE, "plain"), "single armies cannot attack"


async def test_a_plan_shows_its_chances_on_the_map(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk", ural=2), size=MIDDLE) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, "U", "K", "x", "U", "R", "x", "C", "H", "x")
        first, both = campaign_odds(7, [2, 2], CLASSIC).reached[1:]
        shown = on_screen(pilot.app)
        assert f"UR■{first:.0%}" in shown
        assert f"CH▲{both:.0%}" in shown
        assert f"plan {both:.0%}" in side(pilot.app)
        # Marking the end again takes it off; a far target is reached the best way.
        await press(pilot, "x")
        assert f"plan {first:.0%}" in side(pilot.app)
        await press(pilot, "J", "A", "x")
        (march,) = screen.overlay.state.campaigns(screen.moment.view)
        assert march.source == code("UK")
        assert (march.territories[0], march.territories[-1]) == (code("UR"), code("JA"))
        await press(pilot, "escape")
        assert "UR■2" in on_screen(pilot.app)


async def test_a_plan_shrinks_with_conquests_and_ends_with_the_attacks(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, 0)
    table.seating.set_defence(1, "most")
    async with seated(table, size=MIDDLE) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, "U", "K", "x", "U", "R", "x", "C", "H", "x")
        await press(pilot, "U", "K", "enter", "U", "R", "enter")
        await until(pilot, lambda: due(table) == ("occupy", "Ann"))
        assert "may fall: UR 7" in side(pilot.app), "as if they had moved in"
        await press(pilot, "enter")
        (march,) = screen.overlay.state.campaigns(screen.moment.view)
        assert (march.source, march.territories) == (code("UR"), (code("CH"),))
        await press(pilot, "J", "A", "x")
        (march,) = screen.overlay.state.campaigns(screen.moment.view)
        assert march.territories == (code("CH"), code("MO"), code("JA"))
        await press(pilot, "e")
        assert due(table) == ("fortify", "Ann")
        assert "plan" not in side(pilot.app)


MARKED = ("U", "K", "x", "U", "R", "x", "C", "H", "x")
TAKES_BOTH = (*WINS, (6, 6, 6), (1, 1))


def defended(table: Table) -> Table:
    """Return the table without questions about defence dice."""
    for seat in (1, 2):
        table.seating.set_defence(seat, "most")
    return table


async def test_the_blitz_key_fights_the_plan_under_the_cursor(tmp_path: Path) -> None:
    table = defended(attacking(tmp_path / "a.risk", *TAKES_BOTH))
    async with seated(table, size=MIDDLE) as pilot:
        await press(pilot, *MARKED, "S", "C")
        assert "b blitz" in footer(pilot.app), "there is no plan"
        await press(pilot, "C", "H", "4", "0")
        assert "b fights the plan, and stops below that chance in percent" in said(pilot.app)
        assert "b fight" in footer(pilot.app)
        await press(pilot, "b")
        await until(pilot, lambda: "Plan complete" in said(pilot.app))
        assert armies(table, "UK", "UR", "CH") == (1, 1, 6)
        assert "plan" not in side(pilot.app)


async def test_a_plan_states_the_odds_at_which_it_stops(tmp_path: Path) -> None:
    table = defended(attacking(tmp_path / "a.risk", ukraine=4))
    async with seated(table, size=MIDDLE, plan="50") as pilot:
        await press(pilot, *MARKED)
        hint = "b won't fight it below 50%, unless you give a smaller percentage"
        assert hint in said(pilot.app)
        assert "fight" not in footer(pilot.app)
        await press(pilot, "b")
        assert "below your limit of 50%: 'fight stop-below 26' fights it" in said(pilot.app)
        assert table.automation.orders.get(0) is None
        await press(pilot, "5")
        assert "b fight" in footer(pilot.app)


async def test_a_typed_plan_brings_the_cursor_to_it(tmp_path: Path) -> None:
    table = defended(attacking(tmp_path / "a.risk", *TAKES_BOTH))
    async with seated(table, size=MIDDLE) as pilot:
        selection = game_screen(pilot.app).selection
        await press(pilot, "J", "A", *":plan uk ur ch", "enter")
        assert selection.cursor == code("UK")
        assert "b fights while the odds are at least 25%" in said(pilot.app)
        assert "b fight" in footer(pilot.app)
        await press(pilot, "U", "R", *":plan uk ur ch", "enter")
        assert selection.cursor == code("UR"), "it was on the plan already"
        await press(pilot, "J", "A", *":odds 8 3", "enter")
        assert selection.cursor == code("JA"), "there is no plan"


async def test_a_marked_source_without_armies_is_forgotten(tmp_path: Path) -> None:
    lands = {"Ann": {"Ukraine": 4, "China": 4}, "Ben": {"Ural": 1, "Afghanistan": 1}}
    table = set_out(tmp_path / "a.risk", position(lands, rest="Cid", luck=WINS))
    defended(table)
    async with seated(table, size=MIDDLE) as pilot:
        overlay = game_screen(pilot.app).overlay
        await press(pilot, "U", "K", "x", "enter", "U", "R", "enter")
        await until(pilot, lambda: armies(table, "UK", "UR") == (1, 3))
        await press(pilot, "A", "F", "x")
        (campaign,) = overlay.state.campaigns(table.view(0))
        assert campaign.source == code("CH")


@pytest.mark.usefixtures("held_bots")
async def test_a_plan_that_is_stopped_stays_on_the_map(tmp_path: Path) -> None:
    table = defended(attacking(tmp_path / "a.risk", *TAKES_BOTH))
    async with seated(table, size=MIDDLE, pace="slow") as pilot:
        await press(pilot, *MARKED, "b")
        assert "Fighting the plan; it stops below 25%" in said(pilot.app)
        await press(pilot, "escape")
        assert table.automation.orders.get(0) is None
        assert said(pilot.app).startswith("stopped; ")
        assert "plan" in side(pilot.app)
        await press(pilot, "escape")
        assert "plan" not in side(pilot.app)


async def test_a_blitz_reports_its_end(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *[(1, 1, 1), (6,)] * 2)
    async with seated(table, size=MIDDLE) as pilot:
        await press(pilot, *":blitz uk japan", "enter")
        assert "Japan" in said(pilot.app)
        await press(pilot, "escape")
        assert said(pilot.app).startswith("Ann: attack"), "that one was refused"
        await press(pilot, "U", "R", "6", "b")
        await until(pilot, lambda: armies(table, "UK") == (6,))
        assert said(pilot.app).startswith("Blitz stopped: Ukraine has 6 left, Ural 1 · ")


@pytest.mark.parametrize(
    ("size", "threats", "attack"),
    [
        (MIDDLE, "may fall: UR {0} {2:.0%}, UK {1} {3:.0%}", "next: UR takes SI {:.0%}"),
        (SMALL, "falls UR {2:.0%} UK {3:.0%}", "UR takes SI {:.0%}"),
    ],
)
async def test_the_panel_shows_threats_for_each_number_moved_in(
    tmp_path: Path, size: tuple[int, int], threats: str, attack: str
) -> None:
    lands = {
        "Ann": {"Ukraine": 8, "Ural": 0},
        "Ben": {"China": 6, "Siberia": 4, "Afghanistan": 4, "Scandinavia": 5},
    }
    at_stake = (code("UK"), code("UR"), 3, 7)
    game = position(lands, rest="Cid", phase=Phase.OCCUPY, occupying=at_stake)
    async with seated(set_out(tmp_path / "a.risk", game), size=size) as pilot:
        for moved in (7, 6):
            falls = [fight_to_finish(*each, CLASSIC) for each in ((5, moved), (4, 8 - moved))]
            chances = [each.chance for each in falls]
            assert threats.format(moved, 8 - moved, *chances) in side(pilot.app)
            taken = fight_to_finish(moved - 1, 4, CLASSIC).chance
            assert attack.format(taken) in side(pilot.app)
            await press(pilot, "down")


@pytest.mark.parametrize("advice", [True, False])
async def test_odds_are_offered_only_at_tables_with_advice(tmp_path: Path, advice: bool) -> None:
    game = position({"Ann": {"Siam": 5}, "Ben": {"China": 9}}, rest="Cid", players=3)
    table = set_out(tmp_path / "a.risk", game, options=TableOptions(advice=advice))
    async with seated(table, size=(200, 260)) as pilot:
        assert ("x plan" in footer(pilot.app)) == advice
        await press(pilot, "f1")
        assert "Commands (press : first)" in on_screen(pilot.app)
        for told in ("The odds, in the panel", "plan your attacks", "t F6", "odds FROM TO"):
            assert (told in on_screen(pilot.app)) == advice
        await press(pilot, "escape", "ctrl+p", *"plan")
        assert ("plan your attacks" in on_screen(pilot.app)) == advice
        await press(pilot, *["backspace"] * 4, *"threats")
        assert (":threats" in on_screen(pilot.app)) == advice


async def test_a_table_without_advice_shows_no_odds(tmp_path: Path) -> None:
    game = position({"Ann": {"Siam": 5}, "Ben": {"China": 9}}, rest="Cid", players=3)
    table = set_out(tmp_path / "a.risk", game, options=TableOptions(advice=False))
    async with seated(table, size=MIDDLE) as pilot:
        await press(pilot, "S", "M", "enter", "C", "H")
        assert "%" not in side(pilot.app)
        for asked in ("t", "x", ":hint"):
            await press(pilot, *strokes(asked))
            assert "odds are off" in said(pilot.app)
            assert "%" not in on_screen(pilot.app)


async def test_a_narrow_panel_names_the_threat(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk", ural=7)) as pilot:
        screen = game_screen(pilot.app)
        screen.front_end.show(Page.TERRITORY, territory=code("UK"))
        await settle(pilot)
        assert "Ural (7) takes it" in side(pilot.app)
