"""Tables of other editions, in the middle of what only they ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from risk_tui.engine.game import Game
from risk_tui.engine.records import Outcome
from risk_tui.engine.state import Battle, Stage
from risk_tui.rules.library import load_ruleset
from risk_tui.table.table import Table
from risk_tui.variants.capitals import Capitals
from risk_tui.variants.objectives import ObjectivesMemory
from tests.engine.positions import BOARD, at, position
from tests.tui.tables import WINS, set_out

LANDS = {
    "Ann": {"Ukraine": 8, "Scandinavia": 2, "Brazil": 4, "Peru": 1},
    "Ben": {"Ural": 3},
    "Cid": {"Japan": 4, "China": 2},
}
"""Ann attacks Ben from Ukraine; what is not named is Ben's."""


def game(rules: str, phase: str, **values: Any) -> Game:
    """Three players in their third round."""
    return position(values.pop("lands", LANDS), rules=load_ruleset(rules), phase=phase, **values)


def midgame(path: Path, rules: str, phase: str, *players: str, **values: Any) -> Table:
    """Three players in their third round, at a table."""
    return set_out(path, game(rules, phase, **values), *players)


def choosing_capitals(path: Path, *players: str) -> Table:
    """All armies are placed; Ann has the first turn and chooses first."""
    return midgame(path, "us-1993-capital", "capital", *players, round=0)


def capitals_known(path: Path, rules: str = "us-1993-capital", **values: Any) -> Table:
    """Ann's capital is Ukraine, Ben's Ural, Cid's Japan, and all players know it."""
    capitals = Capitals((at("Ukraine"), at("Ural"), at("Japan")), True)
    remembers = [capitals, *values.pop("remembers", ())]
    where = game(rules, values.pop("phase", "attack"), remembers=remembers, **values)
    return set_out(path, where)


def destroying(path: Path) -> Table:
    """Ann's mission is to destroy Ben, who has only Ural, and she attacks it with luck."""
    lands = {"Ann": {"Ukraine": 8}, "Ben": {"Ural": 1}, "Cid": {"Japan": 4}}
    missions = [[1], [0], [0]]
    where = game("us-1993-mission", "attack", lands=lands, rest="Cid", luck=WINS, missions=missions)
    return set_out(path, where)


def declaring(path: Path) -> Table:
    """Ann holds South America and says what her turn is for."""
    south = {"Ann": {"Ukraine": 3, "Venezuela": 1, "Peru": 1, "Brazil": 1, "Argentina": 1}}
    return set_out(path, game("uk-old", "declare", lands=south, stage=Stage.RECEIVE))


def altering(path: Path, *luck: Outcome, hand: str = "Ural, Alaska", **values: Any) -> Table:
    """Ann attacked Ural: 6 3 1 against 5 3 lie on the table."""
    battle = Battle(at("Ukraine"), at("Ural"), 3, (6, 3, 1), (5, 3))
    where = game(
        "us-1980-experts", "alter", battle=battle, hands={"Ann": hand}, luck=luck, **values
    )
    return set_out(path, where)


def defending_seen(path: Path, *luck: Outcome) -> Table:
    """Ann's 6 4 2 lie on the table and Ben chooses how many dice defend Ural."""
    battle = Battle(at("Ukraine"), at("Ural"), 3, (6, 4, 2))
    return set_out(path, game("uk-old", "defend", battle=battle, luck=luck))


def two(rules: str, phase: str, **values: Any) -> Game:
    """Ann and Ben with a grey army: it holds all of Asia but Ural and Japan."""
    where = game(
        rules,
        phase,
        players=2,
        lands={
            "Ann": {"Ukraine": 8, "Scandinavia": 2, "Brazil": 4},
            "Ben": {"Ural": 3, "Japan": 4},
        },
        **values,
    )
    now = where.state()
    for place, territory in enumerate(BOARD.territories):
        if BOARD.continents[territory.continent].name == "Asia" and now.armies[place] == 1:
            now.owner[place], now.armies[place] = 2, 2
    where.set_state(now)
    return where


def placing_with_neutrals(path: Path) -> Table:
    """Ann places two armies of her own and a neutral one."""
    where = two(
        "us-1993",
        "place",
        round=0,
        unplaced=[20, 20, 10],
        own_armies_this_go=2,
        neutral_armies_this_go=1,
    )
    return set_out(path, where)


def attacking_neutrals(path: Path, *luck: Outcome) -> Table:
    """Ann may attack the neutral army in Afghanistan, and Ben throws its dice."""
    return set_out(path, two("us-1993", "attack", luck=luck))


def allied(path: Path, phase: str, *luck: Outcome, **values: Any) -> Table:
    """It is Ann's turn, and Ben leads the Allied Army against her."""
    stage = Stage.REPLY
    where = two("us-1975", phase, luck=luck, stage=stage, acting_seat=2, **values)
    return set_out(path, where)


def with_stars(path: Path) -> Table:
    """Ann holds seven cards with stars; capitals and cities are known, an objective is taken."""
    hand = "Alaska, Alberta, Ontario, Ukraine, Japan, Peru, joker"
    cities = [at(name) for name in ("Brazil", "Ukraine", "China", "Egypt", "Alaska")]
    return capitals_known(
        path,
        "stars",
        phase="reinforce",
        armies_to_place=5,
        hands={"Ann": hand},
        cities=cities,
        remembers=[ObjectivesMemory(((), (1,), ()))],
    )
