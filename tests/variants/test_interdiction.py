"""Interdiction: what lines, marks and computer players make of capitals and of land cut off."""

from __future__ import annotations

from pathlib import Path

from risk_tui.engine.actions import Attack, Reinforce
from risk_tui.engine.game import Game
from risk_tui.engine.state import Phase
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.variants.interdiction import FoundCapital, MovingCapitals
from tests.bots.matches import answer
from tests.engine.positions import at, position
from tests.line_mode.keyboard import typed
from tests.tui.tables import set_out

RULES = load_ruleset("interdiction")
LANDS = {
    "Ann": {"Brazil": 3, "Peru": 2, "Japan": 9},
    "Ben": {"Ural": 2, "Siberia": 2, "Ukraine": 3, "Siam": 1},
}


def game(phase: str = Phase.REINFORCE, rules: Ruleset = RULES) -> Game:
    """Ann's capital is Brazil, Ben's the Ural, Cid's Alaska; Japan and Siam are cut off."""
    homes = MovingCapitals((at("Brazil"), at("Ural"), at("Alaska")))
    pool = 3 if phase == Phase.REINFORCE else 0
    return position(
        LANDS, rest="Cid", rules=rules, phase=phase, remembers=[homes], armies_to_place=pool
    )


def test_the_board_page_shows_capitals_and_cut_off_territories(tmp_path: Path) -> None:
    outcome = typed(set_out(tmp_path / "a.risk", game()), "board", "reinforce japan 1")
    assert "Brazil (BR), capital of Ann: Ann, 3 armies" in outcome.out
    assert "Japan (JA), cut off: Ann, 9 armies" in outcome.out
    assert "Peru (PE): Ann, 2 armies" in outcome.out
    assert "you can't place armies in Japan now (Interdiction)" in outcome.err


def test_the_owner_of_a_fallen_capital_is_asked_by_lines(tmp_path: Path) -> None:
    fallen = game(Phase.FORTIFY)
    state = fallen.state()
    state.owner[at("Ural")] = 2
    fallen.set_state(state)
    outcome = typed(set_out(tmp_path / "a.risk", fallen), "end", "settle siam", "quit")
    assert "Ben: your capital Ural has fallen: choose a new one" in outcome.out
    assert "Siam is not one of your territories nearest the old capital" in outcome.err
    words = "settle TERRITORY, for example: settle ukraine"
    for line, problem in (("settle", words), ("capital", "this game has no 'capital'")):
        refused = typed(set_out(tmp_path / f"{line}.risk", fallen), line, "quit")
        assert problem in refused.err
    outcome = typed(set_out(tmp_path / "b.risk", fallen), "settle siberia", "quit")
    assert "Ural, the capital of Ben, has fallen: now it is Siberia" in outcome.out


def test_a_computer_player_settles_amid_the_most_of_its_armies() -> None:
    founding = game("settle")
    state = founding.state()
    state.memories = (MovingCapitals((at("Alaska"), at("Ural"), at("Alaska"))),)
    founding.set_state(state)
    assert answer(founding) == FoundCapital(at("Japan"))


def test_bots_respect_supply_lines() -> None:
    choice = answer(game())
    assert isinstance(choice, Reinforce) and choice.territory != at("Japan")
    held = with_house_rules(RULES, {"variants.interdiction.cut_off_attack": False})
    for rules, source in ((RULES, "Japan"), (held, "Brazil")):
        choice = answer(game(Phase.ATTACK, rules))
        assert isinstance(choice, Attack) and choice.source == at(source)


def test_a_computer_player_mends_its_supply_lines() -> None:
    homes = MovingCapitals((at("Brazil"), at("Kamchatka"), at("Iceland")))
    north = {"Western United States": 4, "Alberta": 4, "Ontario": 12}
    lands = {
        "Ann": {"Brazil": 1, "Venezuela": 1, **north},
        "Cid": {"Greenland": 9, "Quebec": 9, "Northwest Territory": 2, "Eastern United States": 2},
    }
    choice = answer(position(lands, rest="Cid", rules=RULES, remembers=[homes]))
    assert isinstance(choice, Attack) and choice.target == at("Central America")
