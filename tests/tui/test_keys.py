"""Keys of the game screen: numbers, codes, repeats, fronts, questions and the palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.app import App

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.front_end import ArmySplit, Page
from risk_tui.commands.pointing import enter
from risk_tui.data import language
from risk_tui.engine.actions import Attack
from risk_tui.engine.state import Phase
from risk_tui.errors import RiskError
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.cards import CardsDialog
from risk_tui.tui.dialogs.choices import CommandPalette
from risk_tui.tui.dialogs.text_dialogs import TextDialog, help_text
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.keymap import parse_keymap
from risk_tui.tui.menu import Menu
from risk_tui.tui.prompt import NumberQuestion
from risk_tui.tui.screens.ruleset_viewer import RulesetViewer
from risk_tui.tui.text_widgets import KeyBar
from risk_tui.tui.theme.display_mode import DisplayMode
from risk_tui.variants.declared_turns import ChooseTurnType
from tests.engine.positions import ANN, BEN, BOARD, position
from tests.tui import editions
from tests.tui.tables import (
    SMALL,
    WINS,
    armies,
    at_table,
    attacking,
    claimed,
    code,
    defending,
    due,
    finish,
    footer,
    fortifying,
    game_screen,
    new_table,
    occupying,
    on_screen,
    placing,
    play,
    press,
    reinforcing,
    said,
    seated,
    send,
    set_out,
    settle,
    siege,
    strokes,
    try_answers,
    until,
    with_a_set,
)


def at_cursor(app: App[None]) -> str:
    """The code of the territory under the cursor."""
    screen = game_screen(app)
    return screen.table.board.territories[screen.selection.cursor].code


def two_free(path: Path) -> Table:
    return claimed(new_table(path), but=2)


def two_sources(path: Path) -> Table:
    """Both Ukraine and China can attack Ural, and lose."""
    lands = {"Ann": {"Ukraine": 8, "China": 3}, "Ben": {"Ural": 1}}
    return set_out(path, position(lands, luck=LOST * 4))


def cut_off(path: Path) -> Table:
    """Ann fortifies, and no way leads from Brazil to her other armies."""
    lands = {"Ann": {"Ukraine": 5, "Scandinavia": 2, "Brazil": 1}, "Cid": {"Japan": 4}}
    return set_out(path, position(lands, phase=Phase.FORTIFY))


def open_defence(path: Path) -> Table:
    """Ben chooses his dice, and Ann loses an army at each roll."""
    return attacking(path, *LOST * 2, ural=3)


def two_battles(path: Path) -> Table:
    return attacking(path, (6, 6, 6), (1, 1), *LOST, ural=3)


def experts_dice(path: Path) -> Table:
    """Ann may change dice by the commander."""
    luck, hands = ((6, 3, 1), (5, 3)), {"Ann": "Alaska"}
    return editions.midgame(path, "us-1980-experts", "attack", luck=luck, hands=hands)


def many_losses(path: Path) -> Table:
    return attacking(path, *((1, 1, 1), (6, 6)) * 10, ukraine=20, ural=3)


def with_cards(hand: str) -> Callable[[Path], Table]:
    """Ann reinforces, and then takes Ural from Ukraine."""
    lands = {"Ann": {"Ukraine": 9, "Brazil": 4}}
    state = {"phase": Phase.REINFORCE, "armies_to_place": 3, "luck": WINS, "hands": {"Ann": hand}}
    return lambda path: set_out(path, position(lands, **state))


only_land = partial(set_out, game=position({"Ann": {"Ukraine": 8}}, rest="Ben"))
nine_armies = partial(reinforcing, pool=9)
taken = partial(occupying, luck=(5,))
ONE, TWO, LOST = ((1,), (6,)), ((1, 1), (6,)), ((1, 1, 1), (6,))
"""One to three dice that lose against a single defender."""

QUESTIONS = {
    # A number is for the next key that takes one.
    "number": [
        (attacking, "1", "Ann attack", "1 …  Enter: roll that many dice · b: stop at that many"),
        (attacking, "1 0", "Ann attack", "10 …  "),
        (attacking, "1 2 3 4", "Ann attack", "123 …  number too long; Esc: clear"),
        (attacking, "0", "Ann attack", "numbers start with 1 to 9"),
        (attacking, "4 right", "Ann attack", "4 …  "),
        (attacking, "4 BR", "Ann attack", "4 …  "),
        (attacking, "4 tab", "Ann attack", "4 …  "),
        (attacking, "4 f", "Ann attack", "4 …  "),
        (reinforcing, "3 UK r", "Ann reinforce, UK 6"),
        (reinforcing, "3 UK enter", "Ann reinforce, UK 6"),
        (reinforcing, "UK 1 escape r", "Ann attack, UK 8"),
        (reinforcing, "UK 0 r", "Ann attack, UK 8"),
        (placing, "BR 2", "Ann place", "2 …  armies are placed one at a time"),
        (placing, "BR 2 enter", "Ann place, BR 1"),
        (occupying, "escape 4", "Ann occupy", "4 …  Enter moves that many in"),
        (occupying, "escape 4 enter", "Ann attack, UR 4"),
    ],
    # The last attack, with as many dice or with another number.
    "again": [
        (siege(*TWO * 2), "UK enter UR 2 enter .", "Ann attack, UK 6"),
        (siege(*LOST * 2), "UK enter UR enter .", "Ann attack, UK 6"),
        (siege(*LOST, *ONE), "UK enter UR enter 1 .", "Ann attack, UK 6"),
        (siege(*LOST, *TWO, ukraine=4), "UK enter UR enter .", "Ann attack, UK 2"),
        (siege(*ONE, ukraine=2), "UK enter UR enter .", "Ann attack", "Ukraine has only one army"),
        (siege(*LOST * 2), ":a~uk~ur .", "Ann attack, UK 6"),
        (siege(*LOST * 2), "UK enter UR enter :a~brazil~ural … escape .", "Ann attack, UK 6"),
        (siege(*LOST), "UK enter UR 7 b … .", "Ann attack, UK 7", "Ukraine has only 7 armies"),
        (siege(*LOST * 2, *WINS), "UK enter UR 7 b … 1 .", "Ann occupy, UK 6"),
        (siege(), ".", "Ann attack", "there is no attack to repeat yet"),
        (siege(*WINS), "UK enter UR enter … a .", "Ann attack", "Ural is conquered"),
        (siege(*WINS, 0), "UK enter UR enter … a e .", "Ann fortify", "an attack can be"),
    ],
    "how many": [
        (occupying, "", "Ann occupy", "(3–7)", "a all", "l least"),
        (occupying, "a", "Ann attack, UR 7"),
        (occupying, "l", "Ann attack, UR 3"),
        (occupying, "- - enter", "Ann attack, UR 5"),
        (occupying, "- + - enter", "Ann attack, UR 6"),
        (reinforcing, "UK enter B", "Ann reinforce", "B …  BR"),
        (reinforcing, "UK enter BR enter 4 enter", "Ann reinforce, UK 3 BR 5"),
        # All but three of nine, and so of three none: the least is one.
        (nine_armies, "UK enter 6 enter SC enter", "Ann reinforce", "(1–3): 1"),
        # The last split has a key where it is neither all nor the least.
        (nine_armies, "UK enter 2 enter SC enter", "Ann reinforce", "(1–7): 2", "= 2"),
        (nine_armies, "UK enter 2 enter SC enter enter", "Ann reinforce, UK 5 SC 4"),
        (nine_armies, "UK enter 2 enter SC enter =", "Ann reinforce, UK 5 SC 4"),
        (nine_armies, "UK enter 2 enter SC enter .", "Ann reinforce, UK 5 SC 4"),
        (nine_armies, "UK enter 2 enter SC enter down =", "Ann reinforce, UK 5 SC 4"),
    ],
    # A key for what comes next moves in what is proposed.
    "moving on": [
        (taken, "e", "Ann fortify, UR 7"),
        (taken, "4 e", "Ann fortify, UR 4"),
        (taken, "tab", "Ann attack, UR 7"),
        (taken, "9 e", "Ann occupy, UR 0"),
        (taken, "MO u", "Ann occupy, UR 0"),
        (taken, "MO enter", "Ann attack, UR 7", "none of your territories can reach Mongolia"),
    ],
    "bonus": [
        (with_a_set, "c enter j space", "Ann reinforce, SC 4"),
        (with_a_set, "c enter space", "Ann reinforce, BR 3"),
        (with_a_set, "c enter j k enter", "Ann reinforce, BR 3"),
    ],
    "blitz an enemy": [
        (siege(ukraine=3), "UR 3 b", "Ann attack", "Ukraine has only 3 armies: nothing"),
        (two_sources, "UR 5 b", "Ann attack, UK 8", "Blitz from Ukraine (8) down to 5 armies"),
        (two_sources, "UR 5 b enter", "Ann attack, UK 5 UR 1"),
        (two_sources, "UR 5 b b", "Ann attack, UK 5 UR 1"),
        (siege(*LOST * 3), "UR 5 b", "Ann attack, UK 5 UR 1"),
    ],
    # The number is kept for the target; another number or key takes its place.
    "blitz from a source": [
        (siege(ukraine=3), "UK enter UR 3 b", "Ann attack", "Ukraine has only 3 armies: nothing"),
        (siege(ukraine=3), "UK 3 b", "Ann attack", "Ukraine has only 3 armies: nothing"),
        (siege(), "UK 5 b", "Ann attack, UK 8", "Blitz from Ukraine down to 5 armies"),
        (siege(*LOST * 3), "UK 5 b UR enter", "Ann attack, UK 5 UR 1"),
        (siege(*LOST * 3), "UK 5 b UR b", "Ann attack, UK 5 UR 1"),
        (siege(*LOST * 3), "UK 5 b UR left right UR enter", "Ann attack, UK 5 UR 1"),
        (siege(*ONE), "UK 5 b UR 1 enter", "Ann attack, UK 7"),
        (siege(*LOST * 2), "UK 4 b UR a … enter", "Ann attack, UK 6"),
    ],
    "out of reach": [
        (attacking, "BR enter UR enter", "Ann attack", "you can't reach Ural from Brazil. From"),
        (attacking, "BR enter UR b", "Ann attack", "you can't reach Ural from Brazil. Blitz from"),
        # If no other territory can attack it, the source stays chosen.
        (
            attacking,
            "UK enter JA enter",
            "Ann attack",
            "you can't attack Japan from Ukraine",
            "Attack what from Ukraine? Pick a",
        ),
        (attacking, "UK enter JA enter left", "Ann attack", "Attack what from Ukraine? Pick a"),
    ],
    "source": [
        (attacking, "UK enter UR", "Ann attack", "Attack what from Ukraine? Pick a neighbour"),
        # The source itself is no target, and stays chosen.
        (attacking, "UK enter UR UK b", "Ann attack", "Blitz from Ukraine: Enter or b on"),
        (attacking, "UK enter UR UK b enter", "Ann attack", "Ann: attack, or end your attacks"),
    ],
    "stop": [
        (many_losses, "UK enter UR b … s escape", "Ann attack, UK 18", "Ann: attack, or end"),
        (open_defence, "UK enter UR b … escape", "Ben defend", "stopped; Ben: 1 or 2 dice?"),
        (open_defence, "UK enter UR b … escape 1", "Ann attack, UK 7"),
    ],
    "claim": [
        (two_free, "AL enter", "Cid claim", "Alaska is already claimed"),
        (two_free, "AL enter WA enter", "Ann claim", "Ann: claim a free territory (1 left)"),
        # The next free territory is nearby.
        (new_table, "BR enter enter enter enter", "Cid claim, BR 1 PE 1 AR 1 VE 1"),
    ],
    # A player with three cards is asked about a set, but has no choice without one.
    "cards without a set": [
        (with_cards(""), "UK r", "Ann attack"),
        (with_cards(""), "UK r UR b", "Ann occupy, UR 0"),
        (with_cards("Alaska, Ontario, Brazil"), "UK r", "Ann trade"),
        (with_cards("Alaska, Ontario, Brazil"), "UK r UR b", "Ann occupy, UR 0"),
    ],
    "pages": [
        (attacking, ":save", "Ann attack", "The game is saved after every step"),
        (attacking, "m", "Ann attack", "there are no missions in this game"),
        (reinforcing, ":board", "Ann reinforce", "Ann (red): 3 territories, 6 armies"),
        (reinforcing, "c", "Ann reinforce", "You have no cards.", "Enter: close"),
        (reinforcing, "c enter", "Ann reinforce", "Ann: place 5 armies"),
        (fortifying, "f1", "Ann fortify", "Ann: fortify, or end your turn"),
        (fortifying, ":help~attack", "Ann fortify", "For example: attack scandinavia ukraine 3"),
    ],
    "resign": [
        (attacking, ":resign", "Ann attack", "Resign?"),
        (occupying, ":resign", "Ann occupy", "you can't resign now: move armies"),
        (attacking, ":resign n", "Ann attack", "Ann: attack, or end your attacks"),
        (attacking, ":resign escape", "Ann attack", "Ann: attack, or end your attacks"),
        (attacking, ":resign y", "Ben reinforce"),
        (attacking, ":resign y enter", "Ben reinforce", "4 neutral"),
    ],
    "codes": [
        (reinforcing, "U X X", "Ann reinforce", "no territory X"),
        # Half a code is forgotten when a dialog opens.
        (reinforcing, "B ? escape UK r", "Ann attack, UK 8"),
    ],
    # An Enter of the defender after a digit is not the attacker's.
    "enter after a defence": [
        (two_battles, "UK enter UR enter", "Ben defend", "1 die  2 dice"),
        (
            two_battles,
            "UK enter UR enter 2 enter",
            "Ann attack, UK 8 UR 1",
            "From Ukraine to Ural: Enter attacks again",
        ),
        (two_battles, "UK enter UR enter 2 enter enter", "Ann attack, UK 7 UR 1"),
        (experts_dice, "UK enter UR enter 2 enter", "Ann alter", "e  Keep the dice"),
        (experts_dice, "UK enter UR enter 2 enter enter", "Ann attack, UK 7 UR 2"),
    ],
    # The question comes back after a warning.
    "cursor": [
        (reinforcing, "UR enter", "Ann reinforce", "Ural is not yours · Ann: place 5 armies"),
        (reinforcing, "UR enter left", "Ann reinforce", "Ann: place 5 armies"),
        (reinforcing, "UR enter tab", "Ann reinforce", "Ann: place 5 armies"),
        (reinforcing, "UR enter f", "Ann reinforce", "Ann: place 5 armies"),
        (reinforcing, "UR enter UK", "Ann reinforce", "Ann: place 5 armies"),
    ],
    "dice for an enemy": [
        (siege(), "UR 2 enter", "Ann attack", "From Ukraine (8); Enter again to continue with 2"),
        (siege(*TWO), "UR 2 enter enter", "Ann attack, UK 7"),
    ],
    "end of the turn": [
        (attacking, "> n", "Ann attack"),
        (attacking, ":end~turn n", "Ann attack"),
        (reinforcing, ">", "Ann reinforce", "place"),
        (reinforcing, ":end~turn", "Ann reinforce", "place"),
        (only_land, "e n", "Ann attack"),
        (only_land, "e y", "Ben reinforce"),
        (attacking, "> y", "Ben reinforce"),
        (attacking, "e e", "Ben reinforce"),
        (attacking, "end y", "Ben reinforce"),
        (attacking, ":end~turn y", "Ben reinforce"),
        (siege(*LOST), "UK enter UR enter … >", "Ben reinforce, UK 7"),
    ],
    "fortify": [
        (siege(*LOST), "UK enter UR enter … e", "Ann fortify", "Ann: fortify, or end your turn"),
        (attacking, "e UK enter BR enter", "Ann fortify", "you can't reach Brazil from Ukraine:"),
        (cut_off, "UK enter BR enter", "Ann fortify", "you can't reach Brazil from Ukraine"),
        (cut_off, "UK enter BR enter SC 2 enter", "Ben reinforce, UK 3 SC 4"),
    ],
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_keys_have_their_result(question: str, tmp_path: Path) -> None:
    await try_answers(QUESTIONS[question], tmp_path)


# Numbers


def test_number_is_forgotten_with_the_decision_it_was_typed_for() -> None:
    def typed_before(change: Callable[[Selection], None]) -> int | None:
        keys = Selection(BOARD)
        keys.clear_invalid_source(position().view(ANN))
        keys.type_digit("5")
        change(keys)
        return keys.stop_at

    assert typed_before(lambda keys: keys.clear_invalid_source(position().view(ANN))) == 5
    fortify = position(phase=Phase.FORTIFY).view(ANN)
    assert typed_before(lambda keys: keys.clear_invalid_source(fortify)) is None
    other = position(rest="Ann", turn="Ben").view(BEN)
    assert typed_before(lambda keys: keys.clear_invalid_source(other)) is None
    attack = position().view(ANN)
    assert typed_before(lambda keys: keys.resolve_key(enter, attack)) is None
    assert typed_before(Selection.forget) is None


async def test_undo_is_shown_when_a_step_can_be_undone(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with seated(table) as pilot:
        assert "u undo" not in footer(pilot.app)
        await press(pilot, *strokes("UK 3 enter"))
        assert "u undo" in footer(pilot.app)
        await press(pilot, "u")
        assert "u undo" not in footer(pilot.app)


# The last attack


async def test_repeat_key_attacks_again_from_anywhere(tmp_path: Path) -> None:
    table = siege(*LOST, *LOST)(tmp_path / "a.risk")
    async with seated(table) as pilot:
        assert ". again" not in footer(pilot.app)
        await press(pilot, *strokes("UK enter UR enter"))
        await finish(pilot)
        assert armies(table, "UK") == (7,)
        # The longest footer fits in 80 columns.
        assert {". again", "x plan"} <= set(footer(pilot.app).split("  "))
        assert on_screen(pilot.app).splitlines()[-1].rstrip().endswith("q leave")
        await press(pilot, *strokes("escape BR ."))
        await finish(pilot)
        assert armies(table, "UK") == (6,)
        assert at_cursor(pilot.app) == "UR"


# Fronts


async def test_front_keys_start_at_the_strongest_front(tmp_path: Path) -> None:
    game = position(
        {
            "Ann": {"Alaska": 2, "Kamchatka": 9, "Brazil": 5, "Peru": 7, "Argentina": 8},
            "Ben": {"Japan": 3},
        },
        phase=Phase.REINFORCE,
        armies_to_place=3,
        rest="Ben",
    )
    async with play(set_out(tmp_path / "a.risk", game)).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        screen.front_end.show(Page.TERRITORY, territory=code("JA"))
        found = []
        for key in ("f", "f", "f", "f", "g", "g"):
            await press(pilot, key)
            found.append(at_cursor(pilot.app))
        # Argentina has no enemy beside it.
        assert found == ["KA", "PE", "BR", "AL", "BR", "PE"]
        # The strongest front comes first wherever the cursor is; there the key goes on.
        for keys, front in (("BR f", "KA"), ("f", "PE"), ("f left f", "KA"), ("BR KA f", "PE")):
            await press(pilot, *strokes(keys))
            assert at_cursor(pilot.app) == front, keys


async def test_defender_can_visit_fronts(tmp_path: Path) -> None:
    table = defending(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, "tab", "f")
        owner = table.view(None).owner
        assert table.seats[owner[code(at_cursor(pilot.app))]].name == "Ben"
        assert due(table) == ("defend", "Ben")


# Questions for a number


async def test_the_last_answer_is_proposed_for_the_next_question(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", pool=9)
    async with seated(table) as pilot:
        await press(pilot, *strokes("UK enter 2 enter SC enter"))
        assert said(pilot.app) == " Armies for Scandinavia (1–7): 2"
        assert "= 2" in footer(pilot.app)
        await press(pilot, "=")
        assert armies(table, "UK", "SC") == (5, 4)
        # All of them, or as few as may be, have keys of their own.
        await press(pilot, *strokes("SC enter l UK enter"))
        assert "=" not in footer(pilot.app)


async def test_answers_are_not_proposed_to_other_players(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, *strokes("UK enter SC enter l"))
        assert due(table) == ("reinforce", "Ben")
        await press(pilot, "enter")
        screen = game_screen(pilot.app)
        assert screen.selection.history.splits[0, "fortify"] == ArmySplit()
        assert (1, "fortify") not in screen.selection.history.splits


# Finding


async def test_palette_lists_only_possible_actions(tmp_path: Path) -> None:
    table = siege(*LOST)(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, "ctrl+p")
        menu = pilot.app.screen.query_one(Menu)
        found = [item.key for item in menu.items]
        assert {"blitz", "end", "cards", "help", ":attack ", ":undo"} <= set(found)
        assert not {"place", "defend.most", "mission", ":claim ", ":fortify "} & set(found)
        assert not [key for key in found if "screenshot" in key or "theme" in key]
        for key, place in (("down", 1), ("tab", 2), ("up", 1), ("shift+tab", 0)):
            await press(pilot, key)
            assert menu.selected is not None
            assert menu.selected.key == found[place]
        await press(pilot, *"zzz", "enter")
        assert isinstance(pilot.app.screen, CommandPalette)
        assert "no matches" in on_screen(pilot.app)
        await press(pilot, "backspace", "backspace", "backspace")
        assert "no matches" not in on_screen(pilot.app)
        # Markup is taken literally.
        await press(pilot, *"[/] [bold]", "enter", "down", "tab", "enter")
        assert isinstance(pilot.app.screen, CommandPalette)
        assert "[/] [bold]" in on_screen(pilot.app)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameScreen)
        # A command is ready to be typed on.
        await press(pilot, "ctrl+p", *":att", "enter")
        assert said(pilot.app) == " :attack "
        await press(pilot, *"uk ur", "enter")
        await finish(pilot)
        assert armies(table, "UK") == (7,)
        # An action is found by a part of its name, and run.
        await press(pilot, "ctrl+p", *"your cards", "enter")
        assert isinstance(pilot.app.screen, CardsDialog)


async def test_commands_are_found_by_their_word_in_the_language(
    tmp_path: Path, english_again: None
) -> None:
    language.use("fr")
    async with seated(siege(*LOST)(tmp_path / "a.risk")) as pilot:
        await press(pilot, "ctrl+p", *":ecl")
        (found,) = pilot.app.screen.query_one(Menu).items
        assert found.text.plain.startswith(":eclair")
        await press(pilot, "enter")
        assert said(pilot.app) == " :eclair "
        await press(pilot, "escape", "ctrl+p", *"precedent")
        assert "précédent" in pilot.app.screen.query_one(Menu).items[0].text.plain


async def test_last_turn_type_is_selected_in_the_next_turn(tmp_path: Path) -> None:
    table = editions.declaring(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        assert due(table) == ("declare", "Ann")
        screen.selection.history.choices[0] = ChooseTurnType(attack=True)
        await press(pilot, "enter", "enter")
        assert table.history(None)[-1].action == ChooseTurnType(attack=True)


async def test_a_typical_turn_takes_few_keys(tmp_path: Path) -> None:
    lands = {"Ann": {"Ukraine": 9, "Ural": 2, "Brazil": 4}}
    where = position(
        lands,
        phase=Phase.REINFORCE,
        armies_to_place=3,
        luck=(*WINS, *WINS, 5),
        hands={"Ben": "Ontario"},
    )
    table = set_out(tmp_path / "a.risk", where)
    keys = strokes("enter UK r NE b SC b >")
    assert len(keys) <= 11
    async with play(table).run_test(size=SMALL) as pilot:
        await settle(pilot)
        for key in keys:
            await press(pilot, key)
            await finish(pilot)
        assert due(table) == ("reinforce", "Ben")
    assert armies(table, "UK", "NE", "SC") == (1, 1, 10)


async def test_help_is_the_last_key_that_a_full_footer_leaves_out(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=(60, 24)) as pilot:
        bar = game_screen(pilot.app).query_one(KeyBar)
        keys = [KeyHint(letter, "a long label", letter) for letter in "defgh"]
        bar.show([*keys, KeyHint("f1", "help", "f1", "help"), KeyHint("y", "panel", "y", "panel")])
        assert "f1 help" in bar.render().plain


async def test_full_footer_leaves_out_the_same_actions_with_other_keys(tmp_path: Path) -> None:
    keymap = parse_keymap("attack: x\nplan: f7\nundo: a", source="keys.yaml")
    hints = [keymap.labelled(action, "a long label") for action in ("attack", "plan", "undo")]
    async with seated(attacking(tmp_path / "a.risk"), size=(60, 24)) as pilot:
        bar = game_screen(pilot.app).query_one(KeyBar)
        for hint in hints:
            bar.show([hint, *[KeyHint(letter, "a long label", letter) for letter in "bcd"]])
            assert (f"{hint.label} a long" in bar.render().plain) == (hint.action == "attack")


async def test_enter_claims_one_territory_after_the_other(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot")
    async with seated(table) as pilot:
        for _ in range(5):
            await until(pilot, lambda: due(table) == ("claim", "Ann"))
            await finish(pilot)
            assert table.view(None).owner[game_screen(pilot.app).selection.cursor] == NO_SEAT
            await press(pilot, "enter")
        assert len(table.view(None).territories_of(0)) == 5


async def test_turn_starts_with_the_cursor_on_the_strongest_territory(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "a.risk", "Ann,bot,bot"))
    table.seating.set_defence(0, "most")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await until(pilot, lambda: due(table) == ("place", "Ann"))
        screen.front_end.show(Page.TERRITORY, territory=table.view(None).owner.index(1))
        await press(pilot, "p")
        await until(pilot, lambda: due(table) == ("reinforce", "Ann"))
        await finish(pilot)
        view = table.view(None)
        strongest = max(view.armies[place] for place in view.territories_of(0))
        assert view.owner[screen.selection.cursor] == 0
        assert view.armies[screen.selection.cursor] == strongest


# The line for commands


async def test_long_lines_and_questions_have_room(tmp_path: Path) -> None:
    async with seated(reinforcing(tmp_path / "a.risk")) as pilot:
        await press(pilot, *":say", "space", *("x" * 75), *"end")
        assert on_screen(pilot.app).splitlines()[-2].rstrip().endswith("xend")
        await press(pilot, "home")
        assert on_screen(pilot.app).splitlines()[-2].startswith(" :say x")
        await press(pilot, "escape")
        game_screen(pilot.app).prompt.ask_number(NumberQuestion("How many armies, " * 8, 1, 5))
        await settle(pilot)
        assert "How many" in on_screen(pilot.app)
        # A refusal replaces all rows of the question.
        await press(pilot, "9", "enter")
        assert "Choose 1 to 5" in on_screen(pilot.app)
        assert "How many" not in on_screen(pilot.app)


def test_number_with_too_many_digits_is_refused() -> None:
    question = NumberQuestion("How many", 1, 30)
    assert question.accepts("20")
    assert not question.accepts("0000020")  # Its first digits alone would be a valid number.
    assert not question.accepts("000020" + "0" * 5000)


async def test_keys_before_a_refusal_is_shown_are_dropped(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, *strokes("UK 2 r"))
        send(pilot, *":x", "enter", "u", "u")
        await settle(pilot)
        assert armies(table, "UK") == (5,)
        assert ":x" in on_screen(pilot.app)
        assert "uu" not in on_screen(pilot.app)


async def test_command_can_be_typed_while_bots_play(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "bot", "bot")
    async with seated(table) as pilot:
        for key in ("e", *":board china"):
            await press(pilot, key)
        await until(pilot, lambda: due(table)[1] == "Ann")
        await finish(pilot)
        assert said(pilot.app) == " :board china"
        await press(pilot, "enter")
        assert at_cursor(pilot.app) == "CH"


async def test_question_waits_until_a_command_is_typed(tmp_path: Path) -> None:
    table = siege(*WINS)(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await press(pilot, ":", *"bo")
        screen.front_end.submit(Attack(code("UK"), code("UR"), 3))
        await finish(pilot)
        assert due(table) == ("occupy", "Ann")
        assert said(pilot.app) == " :bo"
        await press(pilot, "escape")
        assert "Armies from Ukraine into Ural" in said(pilot.app)


async def test_seats_given_to_bots_can_be_taken_back(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "Ben", "bot")
    async with seated(table) as pilot:
        table.set_player(1, "toni")
        await press(pilot, *strokes(":bot~off"))
        assert table.seats[1].is_person
        for seat in (0, 1):
            table.set_player(seat, "toni")
        await press(pilot, *strokes(":bot~off"))
        assert said(pilot.app) == "say whose seat: bot off Ann or bot off Ben"


# A question may be interrupted


async def test_help_opens_during_a_question_for_a_number(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with seated(table) as pilot:
        asked = said(pilot.app)
        for key in ("?", "f1", "v", "i"):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, RulesetViewer if key == "i" else TextDialog)
            await press(pilot, "escape")
            assert said(pilot.app) == asked
        await press(pilot, "m")
        assert said(pilot.app) == " there are no missions in this game (3–7): 7"
        assert due(table) == ("occupy", "Ann")
        await press(pilot, "4", "enter")
        assert armies(table, "UR") == (4,)


async def test_key_after_a_refused_number_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise RiskError("refused")

    table = occupying(tmp_path / "a.risk")
    async with seated(table) as pilot:
        pressed: list[str] = []
        front_end = game_screen(pilot.app).front_end
        monkeypatch.setattr(front_end, "press", pressed.append)
        monkeypatch.setattr(table, "submit", refuse)
        await press(pilot, "e")
        assert pressed == []
        assert "refused" in said(pilot.app)


# Names of keys


async def test_keys_have_ascii_names_in_ascii_mode(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with seated(table, mode=DisplayMode(signs="ascii"), size=(120, 90)) as pilot:
        assert "Enter OK" in footer(pilot.app)
        await press(pilot, "?")
        shown = on_screen(pilot.app)
        for named in ("  Enter    use this", "  S-Tab    ", "  Space    skip", "  Left h   "):
            assert named in shown
        assert not set("⏎⇧␣") & set(shown)


@pytest.mark.parametrize(("colours", "told"), [("full", True), ("none", False)])
async def test_suggestions_are_hidden_without_colours(
    colours: str, told: bool, tmp_path: Path
) -> None:
    async with seated(reinforcing(tmp_path / "a.risk"), mode=DisplayMode(colours=colours)) as pilot:
        await press(pilot, *":reinf")
        assert (":reinforce" in on_screen(pilot.app)) is told
        await press(pilot, "tab")
        assert said(pilot.app).startswith(" :reinforce")


def test_help_lists_the_fixed_keys(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "a.risk"), but=2)
    text = help_text(table.view(0), table.seats).plain
    assert "^L       redraw the screen" in text
    assert "Enter on a highlighted territory: claim" in text
