"""Rulesets with random combinations of options, including those that no edition has."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from risk_tui.engine.game import GameSetup
from risk_tui.rules.ruleset_file import ruleset_from_data, ruleset_to_data

from .positions import BOARD, US

_HALF = ("Asia", "Africa", "North America", "any")

OVERLAY = {
    "added": [["Northwest Territory", "Quebec"]],
    "sea_lanes": [["Madagascar", "Western Australia"]],
    "symbols": {"Alaska": "artillery", "Peru": "infantry"},
    "bonuses": {"Africa": 4, "Europe": 0},
}


@st.composite
def mixtures(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Draw values for every option; the result is always a valid ruleset.

    All mixtures have a turn limit, because some would never end: for example full territories with
    three dice each in defence.
    """

    def pick(*options: Any) -> Any:
        return draw(st.sampled_from(options))

    players = pick(2, 3, 4, 5, 6)
    claims, missions, capitals = pick(True, False), players > 2 and pick(True, False), pick(0, 1)
    objectives, stars = pick(True, False), pick(True, False, False)
    cities = pick(0, 12)
    defence = pick(1, 2, 3)
    forced = pick(None, 3, 5, 6)
    when = pick("before attacks", "after attacks")
    meanwhile = "whole turn" if when == "before attacks" else "before attacks"
    one_go = pick(True, False)
    more = pick(True, False)
    third = pick("none", "neutral", "allied") if players == 2 and not capitals else "none"
    first = [
        "one roll",
        "second roll",
        "roll for the order",
        "last to claim" if claims else "first out of cards",
    ]
    mixture: dict[str, dict[str, Any]] = {
        "players": {"least": players, "most": players},
        "two_players": {
            "third_army": third,
            "own_each_go": pick(1, 2),
            "allied_armies": pick(1, 2),
        },
        "board": {
            "omitted": pick([], [["Alaska", "Kamchatka"], ["Brazil", "North Africa"]]),
        },
        "setup": {
            "allocation": "claim" if claims else "deal",
            "placing": pick("in turns", "none"),
            "armies_each_go": pick(1, 3, None),
            "territory_limit": pick(None, 4),
            "direction": pick("clockwise", "counterclockwise"),
            "placing_from": pick("where claiming ended", "first player"),
            "first": pick(*first),
            "cities": cities,
        },
        "reinforce": {
            "exclusive": pick(True, False, False),
            "territories_for_an_army": pick(2, 3),
            "counted": pick("territories", "territories and cities") if cities else "territories",
            "least": pick(0, 3),
            "armies_for_a_capital": capitals and pick(0, 1),
            "when": when,
            "continent_armies": "anywhere" if one_go else pick("anywhere", "in the continent"),
            "one_go_each": one_go,
        },
        "limits": {"territory": pick(None, 4, 12), "pieces": pick(None, 22, 60)},
        "cards": {
            "award": pick("one a turn", "none with an objective") if objectives else "one a turn",
            "draw": pick("before fortify", "after fortify"),
            "sets": "stars" if stars else pick("escalating", "by type"),
            "escalating_then": pick("step", "again", "back"),
            "jokers_in_a_set": pick(0, 1, 2),
            "trade_when": pick("before attacks", meanwhile),
            "asked": pick("with a set", "with enough cards"),
            "forced_at": forced,
            "forced_when": pick("start of turn", "at once") if forced else "start of turn",
            "territory_bonus": "none" if stars else pick("each", "once a set", "once a turn"),
            "on_elimination": pick("discard", "hold", "hold" if stars else "trade"),
            "elimination_trade_at": pick(5, 6),
            "elimination_trade_more": more,
            "elimination_trade_fewer": more and pick(True, False),
        },
        "combat": {
            "attack_dice": pick(1, 2, 3),
            "defence_dice": defence,
            "armies_for_two_dice": pick(2, 3),
            "armies_for_three_dice": pick(3, 4) if defence == 3 else None,
            "one_against_one": pick(True, False),
            "defence_choice": pick("chosen", "most", "seen" if defence > 1 else "most"),
            "reroll": not stars and pick(True, False),
            "commander": pick(True, False),
            "occupy_at_least": pick("dice", "one"),
        },
        "fortify": {
            "reach": pick("adjacent", "connected", "free", "one step", "anywhere"),
            "limit": pick(None, 7),
        },
        "missions": {
            "played": missions,
            "each": 1 if objectives else pick(1, 2),
            "destroy": pick(True, False),
            "kill_credit": pick("last blow", "anyone"),
            "eliminated": pick("hidden", "shown"),
            "unused": pick("hidden", "shown"),
            "continents": [[a, b] for a in _HALF for b in ("Europe", "Australia", "any")],
        },
        "capitals": {
            "played": bool(capitals),
            "to_win": pick(None, {str(players): players - 1}, {str(players): 1}),
            "lost": pick("plays on", "is out", "hands over"),
            "cards": pick("set aside", "in the deck"),
        },
        "objectives": {
            "played": objectives,
            "continents": [["Australia"], ["Africa", "any"]],
            "territories": [{"territories": 16, "armies": 1}],
            "conquests": [4],
            "cities": [3] if cities else [],
            "capitals": [1] if capitals else [],
            "to_win": pick(1, 3),
            "own_capital": bool(capitals) and pick(True, False),
        },
        "victory": {
            "when": pick("any turn", "own turn", "start of turn", "end of turn"),
            "hold_a_round": pick(True, False),
            "turn_limit": pick(1, 10, 40),
        },
    }
    mixture["board"] |= pick({}, OVERLAY)
    mixture["setup"] |= {
        "first_armies": pick("one", "stars")
        if stars and mixture["setup"]["placing"] == "in turns"
        else "one"
    }
    mixture["missions"] |= {"dealt": pick("before territories", "after territories")}
    mixture["victory"] |= {"held_openly": pick(True, False)}
    return mixture


def mixed(mixture: dict[str, dict[str, Any]]) -> GameSetup:
    """Return a game with the US rules of 1993 and these values changed."""
    data = ruleset_to_data(US)
    for section, values in mixture.items():
        data[section] |= values
    ruleset = ruleset_from_data(data, source="mixture")
    return GameSetup(BOARD, ruleset, ruleset.players.most)
