"""Editions on a board that they were not written for: whatever they do not name, fits."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from risk_tui.boards.map_file import parse_board
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.errors import RiskError
from risk_tui.rulesets.library import load_ruleset
from tests.editions import EDITIONS

from .policy import choose

if TYPE_CHECKING:
    from risk_tui.boards.board import Board

_SYMBOLS = ("infantry", "cavalry", "artillery")


def island_world(continents: int = 3, territories: int = 4) -> Board:
    """A ring of lands on a few continents."""
    lines = ["map: islands", "title: Islands", "about: A ring.", "version: 1", "continents:"]
    lands = []
    for continent in range(continents):
        lines += [f"  Isle {continent}:", "    bonus: 2", "    territories:"]
        for number in range(territories):
            lands.append(f"Land {continent} {number}")
            code = f"{chr(65 + continent)}{chr(65 + number)}"
            letter = chr(97 + len(lands) - 1)
            symbol = _SYMBOLS[len(lands) % 3]
            lines.append(f"      {lands[-1]}: {{code: {code}, letter: {letter}, card: {symbol}}}")
    lines += ["links:", "  land:"]
    ring = zip(lands, [*lands[1:], lands[0]], strict=True)
    lines += [f"    - {one} -- {other}" for one, other in ring]
    return parse_board(
        {"islands.yaml": "\n".join([*lines, "  sea: []", "deck: {jokers: 2}", "pictures: []"])}
    )


ISLANDS = island_world()


def names_the_world(rules: str) -> bool:
    """Whether an edition speaks of continents, links or numbers of lands of its own board."""
    ruleset = load_ruleset(rules)
    goals = ruleset.missions.played or ruleset.objectives.played
    return bool(goals or any(value for value in ruleset.board.model_dump().values()))


@pytest.mark.parametrize("rules", EDITIONS)
def test_an_edition_is_played_on_any_board_that_it_does_not_name(rules: str) -> None:
    ruleset = load_ruleset(rules)
    seats = ruleset.players.least
    if names_the_world(rules):
        with pytest.raises(RiskError, match="Islands"):
            GameSetup(ISLANDS, ruleset, seats)
        return
    game = Game(GameSetup(ISLANDS, ruleset, seats), seeded_chance(rules))
    rng = random.Random(1)
    while game.decision is not None and game.view().round <= 60:
        game.apply(choose(rng, game))
    assert game.winners or game.view().round > 20
