"""The footer, the top line and the help know every decision of the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from risk_tui.commands.front_end import Pointer
from risk_tui.commands.pointing import enter
from risk_tui.engine.decisions import DECISIONS, Decision, ToBegin
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.view import View
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.rules.variant_options import VariantOptions
from risk_tui.text.prompts import prompt_for
from risk_tui.tui.dialogs.text_dialogs import help_text
from risk_tui.tui.panels import bars
from risk_tui.tui.panels.bars import phase_bar, phases_of
from tests.engine.positions import at, position, varied
from tests.new_games import SEATS
from tests.tui import editions

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
