"""Numbers of pieces by the colours of the players at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.engine.actions import Place
from risk_tui.errors import IllegalAction, RiskError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import COLOURS
from risk_tui.table.table import Table
from tests.new_games import create_table

US = load_ruleset("us-1993")
CHANGES = {
    "setup.allocation": "deal",
    "setup.armies_each_go": None,
    "limits.pieces_by_colour": {"cyan": 20},
}


def test_every_colour_of_a_player_may_have_its_own_number() -> None:
    pieces = dict.fromkeys(COLOURS, 50)
    limits = with_house_rules(US, {"limits.pieces_by_colour": pieces}).limits
    assert [limits.pieces_of(colour) for colour in COLOURS] == [50] * 6


def test_pieces_of_a_colour_limit_resumed_games(tmp_path: Path) -> None:
    path = tmp_path / "pieces.risk"
    table = create_table("Ann,Ben=cyan,Cid", with_house_rules(US, CHANGES), path=path)
    table.begin_with(1)
    table.close()
    table = Table.open(path)
    own = table.view(1).territories_of(1)[0]
    with pytest.raises(IllegalAction):
        table.submit(1, Place(own, 7))
    table.submit(1, Place(own, 6))
    assert table.decision is not None and table.decision.seat == 2


def test_only_colours_at_the_table_limit_its_pieces(tmp_path: Path) -> None:
    """Two players of the rules of 1980 hold 21 territories each, more than they have pieces."""
    rules = with_house_rules(load_ruleset("us-1980"), {"limits.pieces_by_colour": {"red": 20}})
    create_table("Ann=blue,Ben=green", rules, path=tmp_path / "a.risk").close()
    with pytest.raises(RiskError, match="a limit of 20 pieces is too low: 2 players hold"):
        create_table("Ann=blue,Ben=red", rules, path=tmp_path / "b.risk")
