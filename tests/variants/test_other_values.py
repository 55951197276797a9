"""Variants are played by the other values of their options, too, with all that holds for games."""

from __future__ import annotations

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from tests.extent import few
from tests.variants.mixtures import prove

OTHERS = {
    "sea-lanes": {"variants.sea_lanes.counted": "a fight", "combat.defence_choice": "seen"},
    "paranoia": {
        "variants.paranoia.resignation_counts": True,
        "variants.paranoia.own_colour": "other mission",
    },
    "interdiction": {
        "variants.interdiction.cut_off_attack": False,
        "variants.interdiction.no_room": "anywhere",
        "variants.interdiction.cards_reach": "all",
        "variants.interdiction.may_step": False,
        "limits.territory": 8,
    },
    "revolt": {
        "variants.revolt.share": 1,
        "variants.revolt.card": "kept",
        "variants.revolt.earns_card": True,
    },
}


@pytest.mark.parametrize("name", few([*OTHERS], 2))
def test_other_values_are_played(name: str) -> None:
    rules = with_house_rules(load_ruleset(name), OTHERS[name])
    prove(GameSetup(load_board("classic"), rules, 4), name, 400)
