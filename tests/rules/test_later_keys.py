"""Rulesets of older games are played by what they said."""

from __future__ import annotations

from risk_tui.rules.later_keys import with_later_keys
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset_file import ruleset_from_data, ruleset_to_data


def test_links_that_were_left_out_are_left_out() -> None:
    old = ruleset_to_data(load_ruleset("us-1993"))
    del old["board"]
    old["links"] = {"omitted": [["East Africa", "Middle East"]]}
    board = ruleset_from_data(with_later_keys(old), source="an old game").board
    assert board.omitted == (("East Africa", "Middle East"),)
    assert not (board.added or board.sea_lanes or board.symbols or board.bonuses)
