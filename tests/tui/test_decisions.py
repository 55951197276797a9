"""Each decision: its keys, codes and commands, its proposals, and what footer and help say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from risk_tui.commands.front_end import ArmySplit, Pointer, occupation_split
from risk_tui.commands.pointing import enter
from risk_tui.engine.decisions import DECISIONS, Decision, ToBegin
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.engine.view import View
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.rules.variant_options import VariantOptions
from risk_tui.table.table import Table
from risk_tui.text.prompts import prompt_for
from risk_tui.tui.dialogs.text_dialogs import help_text
from risk_tui.tui.panels import bars
from risk_tui.tui.panels.bars import phase_bar, phases_of
from tests.engine.positions import at, position, varied
from tests.new_games import SEATS
from tests.tui import editions
from tests.tui.tables import (
    SMALL,
    WINS,
    armies,
    at_table,
    attacking,
    defending,
    due,
    finish,
    fortifying,
    new_table,
    occupying,
    on_screen,
    placing,
    play,
    press,
    reinforcing,
    said,
    seated,
    set_out,
    side,
    siege,
    strokes,
    try_answers,
    with_a_set,
)


def defence(*faces: int) -> Callable[[Path], Table]:
    return lambda path: defending(path, (6, 6, 6), faces)


falling_city = siege((6, 6, 6), (1, 1), (1, 1, 1), (6,), (6, 6, 6), (1,), ural=3)
lost_cause = siege(*((1, 1, 1), (6, 6)) * 4, ukraine=9, ural=9)

QUESTIONS = {
    "claim": [
        (new_table, "BR enter JA enter", "Ann claim", "BR■1", "JA▲1"),
        (new_table, "right enter", "Cid claim, NW 1"),
        (new_table, "BR enter", "Cid claim, BR 1"),
        (new_table, ":claim~brazil", "Cid claim, BR 1"),
    ],
    "place": [
        (new_table, "p", "Ben claim", "p places the rest of your starting armies, once all territ"),
        (reinforcing, "p", "Ann reinforce", "p places the rest of your starting armies, while"),
        (placing, "PE l enter", "Ben place, BR 2 PE 1"),
        (placing, "JA PE enter", "Ben place, BR 1 PE 2"),
        (placing, "JA :pl~peru", "Ben place, BR 1 PE 2"),
    ],
    "reinforce": [
        (reinforcing, "UK enter", "Ann reinforce", " Armies for Ukraine (1–5): 5"),
        (reinforcing, "UK enter escape", "Ann reinforce, UK 3", "Ann: place 5 armies"),
        (reinforcing, "UK enter :r~1~brazil", "Ann reinforce, UK 3 BR 2"),
        (reinforcing, "SC l enter enter", "Ann attack, UK 8"),
        (reinforcing, "SC l enter 3 enter", "Ann reinforce, UK 6"),
        (reinforcing, "SC l enter up down down down up enter", "Ann reinforce, UK 6"),
        (reinforcing, "UK 3 enter", "Ann reinforce, UK 6"),
        (reinforcing, "UK r", "Ann attack, UK 8"),
        (reinforcing, "SC 2 r", "Ann reinforce, SC 4"),
        (reinforcing, ":r~5~ukraine", "Ann attack, UK 8"),
    ],
    "trade": [
        (with_a_set, "c enter enter", "Ann reinforce, BR 3 SC 2 UK 3"),
        (with_a_set, "c enter down enter", "Ann reinforce, BR 1 SC 4 UK 3"),
        (with_a_set, "c 1 2 enter 1 2 enter down down enter", "Ann reinforce, BR 1 SC 2 UK 5"),
        (with_a_set, ":trade~2~3~4~for~ukraine", "Ann reinforce, BR 1 SC 2 UK 5"),
    ],
    "attack": [
        (siege(*WINS), "SC right enter right enter", "Ann occupy, UR 0"),
        (siege(*WINS), "UK enter UR enter", "Ann occupy, UR 0"),
        (siege(*WINS), "UR a a", "Ann occupy, UR 0"),
        (siege(*WINS), ":a~uk~ur~3", "Ann occupy, UR 0"),
        (siege((6, 6), (1,)), "UK enter UR 2 enter", "Ann occupy, UR 0"),
        (siege((6, 6), (1,)), ":a~uk~ur~2", "Ann occupy, UR 0"),
    ],
    "attack again": [
        (siege((1, 1, 1), (6,), *WINS), "UK a l a enter", "Ann occupy, UK 7"),
    ],
    "blitz": [
        (falling_city, "UK enter UR b", "Ann occupy, UK 7"),
        (falling_city, "UK enter right b", "Ann occupy, UK 7"),
        (falling_city, ":blitz~uk~ur", "Ann occupy, UK 7"),
        (lost_cause, "UK enter l 5 b", "Ann attack, UK 5 UR 9"),
        (lost_cause, ":bl~uk~ur~stop-at~7", "Ann attack, UK 7 UR 9"),
    ],
    "defend": [
        (defence(1), "1", "Ann attack, UR 2 UK 8"),
        (defence(1), "3", "Ben defend", "you can't choose 3 dice: choose 1 to 2"),
        (defence(1, 6), "2", "Ann attack, UR 2 UK 7"),
        (defence(1, 1), "enter", "Ann attack, UR 1 UK 8"),
        (defence(1, 1), "s", "Ann attack, UR 1 UK 8"),
        (defence(1), ":defend~1", "Ann attack, UR 2 UK 8"),
    ],
    "occupy": [
        (occupying, "", "Ann occupy", " Armies from Ukraine into Ural (3–7): 7"),
        (occupying, "2 enter", "Ann occupy", " Choose 3 to 7: 2"),
        (occupying, "8 enter", "Ann occupy", " Choose 3 to 7: 8"),
        (occupying, "9 9 enter", "Ann occupy", " Choose 3 to 7: 99"),
        # Letters do not come into the line.
        (occupying, "2 enter … x 4 enter", "Ann attack, UK 4 UR 4"),
        (occupying, "enter", "Ann attack, UK 1 UR 7"),
        (occupying, "4 enter", "Ann attack, UK 4 UR 4"),
        (occupying, "down down enter", "Ann attack, UK 3 UR 5"),
        (occupying, "up up enter", "Ann attack, UR 7"),
        (occupying, "down " * 9 + "enter", "Ann attack, UR 3"),
        (occupying, ":occupy~min", "Ann attack, UK 5 UR 3"),
    ],
    "fortify": [
        (fortifying, "SC l enter h enter 3 enter", "Ben reinforce, SC 5"),
        (fortifying, "UK enter SC 2 enter", "Ben reinforce, UK 3"),
        (fortifying, ":f~2~uk~sc", "Ben reinforce, SC 4"),
    ],
    "end attacks": [
        (attacking, "e", "Ann fortify"),
        (attacking, ":end", "Ann fortify"),
    ],
    "end the turn": [
        (fortifying, "e", "Ben reinforce"),
        (fortifying, ":e", "Ben reinforce"),
    ],
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_keys_and_commands_answer_each_decision(question: str, tmp_path: Path) -> None:
    await try_answers(QUESTIONS[question], tmp_path)


@pytest.mark.parametrize("keys", ["p", ":place~rest"])
async def test_rest_of_armies_is_placed_only_for_the_asking_player(
    keys: str, tmp_path: Path
) -> None:
    table = placing(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, *strokes(keys))
        await pilot.app.workers.wait_for_complete()
        assert due(table) == ("place", "Ben")
        # Players place in turn, so most of the armies are not on the board yet.
        assert "Placing the remaining armies" in on_screen(pilot.app)
        for _ in range(2):
            await press(pilot, *"CH", "enter", *"JA", "enter")
            await finish(pilot)
        assert table.view(None).unplaced == (0, 1, 1)
        assert sum(armies(table, "BR", "PE")) == 5
        assert armies(table, "CH", "JA") == (3, 3)


async def test_standing_answer_defends_without_a_question(tmp_path: Path) -> None:
    table = defending(tmp_path / "a.risk", (6, 6, 6), (1, 6), (6, 6, 6), (1, 1))
    async with seated(table) as pilot:
        await press(pilot, "s")
        await finish(pilot)
        assert (table.seats[1].defence, armies(table, "UR")) == ("most", (2,))
        await press(pilot, "enter", *"UK", "enter", *"UR", "enter")  # Ann's curtain first
        await finish(pilot)
        # No player was asked; Ural fell.
        assert due(table) == ("occupy", "Ann")


async def test_trade_brings_armies_and_takes_cards(tmp_path: Path) -> None:
    table = with_a_set(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, "c")
        shown = on_screen(pilot.app)
        assert "Enter trades these for 4 armies" in shown
        for name in ("│♜ artillery   │ │♟ infantry    │", "│Alaska        │ │Brazil "):
            assert name in shown
        await press(pilot, "1", "2")
        assert "Not a set" in on_screen(pilot.app)
        await press(pilot, "2", "1", "enter")
        shown = on_screen(pilot.app)
        for name in ("Brazil", "Scandinavia", "Ukraine"):
            assert name in shown
        await press(pilot, "escape")
        assert len(table.view(0).hand) == 4
        await press(pilot, "c", "enter", "enter")
        assert table.view(0).hand == (0,)
        assert "9 to place" in side(pilot.app)


async def test_required_trade_comes_before_the_last_army(tmp_path: Path) -> None:
    hand = "Ukraine, Scandinavia, Brazil, Alaska, Ontario"
    table = reinforcing(tmp_path / "a.risk", hand=hand, pool=1)
    async with seated(table) as pilot:
        assert "trade a set of your 5 cards" in said(pilot.app)
        await press(pilot, *"UK", "enter")
        assert "Your cards" in on_screen(pilot.app)
        await press(pilot, "enter", "enter")
        assert due(table) == ("reinforce", "Ann")
        assert len(table.view(0).hand) == 2


async def test_tab_visits_the_possible_choices(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)

        async def tabs(*keys: str) -> list[str]:
            found = []
            for key in keys:
                await press(pilot, key)
                found.append(table.board.territories[screen.selection.cursor].code)
            return found

        assert await tabs("tab", "tab", "tab", "shift+tab") == ["BR", "UK", "BR", "UK"]
        await press(pilot, "enter")
        # From Ukraine: what it can attack, from left to right.
        assert await tabs("tab", "tab", "shift+tab", "shift+tab") == ["ME", "AF", "ME", "SE"]
        await press(pilot, "escape")
        assert await tabs("tab") == ["UK"]


ALL, LEAST = ArmySplit(left_behind=0), ArmySplit()


def taken(*lands: str, source: str, target: str) -> Game:
    """Ann holds some lands, and took one of them from another."""
    held = dict.fromkeys(lands, 1) | {source: 8, target: 0}
    bounds = (at(source), at(target), 3, 7)
    return position({"Ann": held}, phase=Phase.OCCUPY, occupying=bounds, conquests_this_turn=1)


SOUTH = ("Venezuela", "Peru", "Brazil", "Argentina", "North Africa", "Central America")


@pytest.mark.parametrize(
    ("lands", "source", "target", "proposed"),
    [
        (SOUTH, "Peru", "Argentina", ALL),
        (SOUTH, "Argentina", "North Africa", ALL),
        (SOUTH, "North Africa", "Brazil", LEAST),
        (("Ukraine", "Ural"), "Ukraine", "Ural", None),
    ],
    ids=["no enemy near", "on to the front", "away from the front", "both at the front"],
)
def test_armies_move_towards_enemies(
    lands: tuple[str, ...], source: str, target: str, proposed: ArmySplit | None
) -> None:
    view = taken(*lands, source=source, target=target).view(0)
    assert occupation_split(view, at(source), at(target)) == proposed


def test_answer_above_half_is_remembered_by_what_it_left() -> None:
    assert ArmySplit.of(5, 1, 7).number(1, 12) == 10


async def test_proposal_from_the_map_is_not_remembered(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", taken(*SOUTH, source="North Africa", target="Brazil"))
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        assert said(pilot.app) == " Armies from North Africa into Brazil (3–7): 3"
        await press(pilot, "enter")
        assert due(table)[0] == "attack"
        assert armies(table, "NA", "BR") == (5, 3)
        assert (0, "occupy") not in screen.selection.history.splits


ASKED = [each for each in DECISIONS.values() if each is not ToBegin]
"""A game begins by itself; everything else is asked of a person."""

SET_UP = ("claim", "place", "capital", "home", "settle", "hide")


def made(kind: type[Decision]) -> Decision:
    """A decision of that kind about Ukraine and Ural, of Ann."""
    values: dict[str, object] = {"flag": True, "seat": 0, "face": (3,)}
    places = {"source": at("Ukraine"), "target": at("Ural")}
    return kind(
        **{
            name: places.get(name, values.get(slot.meaning, (1,) if slot.many else 1))
            for name, slot in slots_of(kind).items()
        }
    )


def view_of(kind: type[Decision]) -> View:
    """Ann's view with that decision due, in a game that has every phase."""
    rules = varied(load_ruleset("us-1980-experts"), reinforce={"exclusive": True})
    rules = varied(rules, capitals={"played": True})
    # They do not go together, but nothing is played here.
    is_castles = kind.__module__.startswith("risk_tui.variants.castle")
    played: dict[str, object] = {"castle": {}} if is_castles else {"interdiction": {}, "revolt": {}}
    variants = VariantOptions(played)
    rules = rules.model_copy(update={"variants": variants})
    view = position(editions.LANDS, rules=rules).view(0)
    return replace(view, decision=made(kind), round=0 if kind.kind in SET_UP else 3)


@pytest.mark.parametrize("kind", ASKED, ids=lambda each: each.kind)
def test_screen_knows_every_decision(kind: type[Decision]) -> None:
    view = view_of(kind)
    # The footer says what Enter does, and that there are commands and help.
    footer = {hint.label: hint.meaning for hint in bars.footer(view, True, None)}
    assert footer["⏎"]
    assert {":", "?", "q"} <= footer.keys()
    # Enter means something.
    assert enter(Pointer(view, at("Ukraine")))
    # The strip shows where in the turn it lies.
    strip = phase_bar(view, SEATS, 200, "").plain
    assert any(f"▸ {name.upper()} " in strip for name in phases_of(view))
    # The help has words between the question and the keys.
    keys, now, question = help_text(view, SEATS).plain.split("\n\n")[:3]
    assert keys.startswith("Keys now\n")
    heading, purpose = now.splitlines()
    assert purpose
    assert question.startswith(prompt_for(made(kind), view, SEATS) + "\n")
    assert heading == "Now"


def test_top_line_has_the_phases_of_the_ruleset() -> None:
    for name in names("rulesets"):
        rules = load_ruleset(name)
        setup = GameSetup(load_board(rules.board.home), rules, max(3, rules.players.least))
        view = Game(setup).view(0)
        assert ("capital" in phases_of(view)) == rules.capitals.played, name
        assert ("claim" in phases_of(view)) == (not view.rules.set_up.dealt), name
        turn = phases_of(replace(view, round=1))
        assert ("declare" in turn) == rules.reinforce.exclusive, name
