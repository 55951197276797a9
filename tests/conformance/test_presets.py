"""The values of the shipped rulesets, edition by edition, with their sources."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from risk_tui.rules.fields import Section
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset import Ruleset
from tests.editions import EDITIONS

from .case import BUILT_IN, RULESETS, value_of

USUAL = {3: 35, 4: 30, 5: 25, 6: 20}
PAIRS = {
    ("Asia", "South America"),
    ("Asia", "Africa"),
    ("North America", "Africa"),
    ("North America", "Australia"),
}
THIRDS = {("Europe", "South America", "any"), ("Europe", "Australia", "any")}

PHRASES = yaml.safe_load("""
dealt: {setup.allocation: deal, setup.direction: clockwise}
claimed: {setup.allocation: claim, setup.direction: clockwise}
claimed, reversed: {setup.allocation: claim, setup.direction: counterclockwise,
  setup.placing_from: first player, setup.first: last to claim}
one army each: {setup.placing: none}
40 for two: {players.least: 2, setup.placing: in turns,
  setup.armies: {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}}
50 for two: {players.least: 2, setup.placing: in turns,
  setup.armies: {2: 50, 3: 35, 4: 30, 5: 25, 6: 20}}
three or more: {players.least: 3, setup.placing: in turns}
alone: {two_players.third_army: none}
passive neutrals: {two_players.third_army: neutral, two_players.own_each_go: 2,
  two_players.neutral_each_go: 1}
Allied Army: {two_players.third_army: allied, two_players.allied_armies: 2}
at most 4 at set-up: {setup.territory_limit: 4}
no limit: {setup.territory_limit: null, limits.territory: null, limits.pieces: null}
at most 12: {setup.territory_limit: null, limits.territory: 12}
reinforce or attack: {reinforce.exclusive: true}
both: {reinforce.exclusive: false}
two dice: {combat.defence_dice: 2, combat.armies_for_two_dice: 2}
two dice with three: {combat.defence_dice: 2, combat.armies_for_two_dice: 3}
sees: {combat.defence_choice: seen}
blind: {combat.defence_choice: chosen}
forced: {combat.defence_choice: most}
by type: {cards.sets: by type, cards.by_type: {artillery: 4, infantry: 6, cavalry: 8, mixed: 10}}
by type, 12 for a pair and a joker: {cards.sets: by type,
  cards.by_type: {artillery: 4, infantry: 6, cavalry: 8, mixed: 10, pair and joker: 12}}
escalating: {cards.sets: escalating, cards.escalating: [4, 6, 8, 10, 12, 15],
  cards.escalating_then: step, cards.escalating_step: 5}
plus one: {cards.sets: escalating, cards.escalating: [4], cards.escalating_then: step,
  cards.escalating_step: 1}
stars: {cards.sets: stars,
  cards.star_values: {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30},
  cards.forced_at: null, cards.award: none with an objective}
4 to 20 and back: {cards.sets: escalating, cards.escalating: [4, 6, 8, 10, 12, 15, 20],
  cards.escalating_then: back}
no bonus: {cards.territory_bonus: none}
2 each: {cards.territory_bonus: each, cards.territory_bonus_armies: 2}
2 a set: {cards.territory_bonus: once a set, cards.territory_bonus_armies: 2}
2 a turn: {cards.territory_bonus: once a turn, cards.territory_bonus_armies: 2}
discard: {cards.on_elimination: discard}
hold: {cards.on_elimination: hold}
at five: {cards.on_elimination: trade, cards.elimination_trade_at: 5, cards.elimination_trade_to: 4,
  cards.elimination_trade_more: true}
at six: {cards.on_elimination: trade, cards.elimination_trade_at: 6, cards.elimination_trade_to: 4}
must stop: {cards.elimination_trade_more: false}
neighbours: {fortify.reach: adjacent, fortify.limit: null}
neighbours, at most 7: {fortify.reach: adjacent, fortify.limit: 7}
free: {fortify.reach: free, fortify.limit: null}
one step: {fortify.reach: one step}
world: {missions.played: false, capitals.played: false, objectives.played: false}
own turn: {victory.when: own turn}
any turn: {victory.when: any turn}
last blow: {missions.played: true, missions.kill_credit: last blow}
anyone: {missions.played: true, missions.kill_credit: anyone}
all capitals: {capitals.played: true, capitals.to_win: {2: 1, 3: 2, 4: 3, 5: 4, 6: 5}}
some capitals: {capitals.played: true, capitals.to_win: {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}}
capital kept out of sets: {capitals.lost: plays on, capitals.cards: set aside}
eleven cities: {setup.cities: 15, setup.armies: {2: 40, 3: 30, 4: 25, 5: 20, 6: 20},
  objectives.cities: [8, 11], objectives.to_win: 3, objectives.own_capital: true,
  victory.when: end of turn, fortify.reach: connected}
all at once: {setup.armies_each_go: null}
one against one: {combat.one_against_one: true}
three objectives: {objectives.played: true, objectives.to_win: 3, objectives.own_capital: true,
  capitals.played: true, capitals.to_win: null}
cities and capitals: {reinforce.counted: territories and cities,
  reinforce.territories_for_an_army: 3, reinforce.armies_for_a_capital: 1}
re-roll and commander: {combat.reroll: true, combat.commander: true}
one joker: {cards.jokers_in_a_set: 1}
five in any phase: {cards.forced_at: 5, cards.forced_when: at once}
drawn first: {cards.draw: before fortify}
drawn last: {cards.draw: after fortify}
two to six: {players.least: 2, players.most: 6, setup.first: one roll}
moves in one: {combat.occupy_at_least: one}
one go each: {reinforce.one_go_each: true}
after attacks: {reinforce.when: after attacks}
within continents: {reinforce.continent_armies: in the continent}
sixty pieces: {limits.pieces: 60}
order by dice: {setup.first: roll for the order}
at five, must stop: {cards.on_elimination: trade, cards.elimination_trade_at: 5,
  cards.elimination_trade_to: 4, cards.elimination_trade_more: false}
the classic board: {board.omitted: [], board.added: [], board.sea_lanes: [], board.symbols: {},
  board.bonuses: {}}
no way to the Middle East: {board.omitted: [[East Africa, Middle East]]}
its own board: {board.added: [[Northwest Territory, Quebec]],
  board.symbols: {Eastern United States: infantry}, board.bonuses: {}}
four missions: {missions.played: true, missions.each: 4, missions.destroy: false}
held a round: {victory.hold_a_round: true}
""")
"""Phrases about editions, and the values that they mean, written as in rulesets."""

US = "both; two dice; blind; escalating; neighbours"
UK = "dealt; alone; two dice; by type; own turn"
US_1980 = f"{US}; claimed; no limit; at six; world"
US_1993 = f"{US}; no limit; 2 a turn; at six; must stop; drawn first; any turn"
UK_OLD = (
    f"{UK}; at most 4 at set-up; reinforce or attack; sees; no bonus; discard; "
    "neighbours, at most 7"
)
UK_NEW = f"{UK}; no limit; both; blind; 2 each; hold; neighbours"
SGE = "claimed, reversed; 50 for two; alone; both; no limit; escalating; 2 each; at five; world"

PRESETS: dict[str, str] = {
    # FAQ Q2.2.1 to Q2.7 on the old and the new UK rules, and on those of about 1990
    "uk-old": f"{UK_OLD}; 40 for two; world",
    "uk-old-mission": f"{UK_OLD}; three or more; last blow",
    "uk-new": f"{UK_NEW}; 40 for two; world",
    "uk-new-mission": f"{UK_NEW}; three or more; last blow",
    "uk-1990": f"{UK_NEW}; 40 for two; world; two dice with three".replace("two dice; ", ""),
    # FAQ Q2.3 on 1959; SGE rules after the 1963 booklet; Risk wiki on two players in 1975
    "us-1959": f"{US}; dealt; one army each; alone; no limit; no bonus; at five; drawn last; world",
    "us-1963": f"{SGE}; two dice; blind; neighbours; drawn last",
    "us-1975": f"{US_1980}; 40 for two; Allied Army; 2 each",
    # FAQ Q2.5.2 and Q2.5.3 on 1980; part 2 on the suggestions for experts; Q2.8 on twelve armies
    "us-1980": f"{US_1980}; 40 for two; alone; 2 a set",
    "us-1980-experts": "both; two dice; blind; claimed; 40 for two; alone; plus one; "
    "2 a set; at six; free; at most 12; re-roll and commander; world",
    # US 1993 booklet: the world, Secret Mission, Capital Risk; FAQ Q2.2.1 on 1998
    "us-1993": f"{US_1993}; two to six; claimed; 40 for two; passive neutrals; world",
    "us-1993-mission": f"{US_1993}; dealt; three or more; anyone",
    "us-1993-capital": f"{US_1993}; claimed; three or more; all capitals; capital kept out of sets",
    "us-1993-capital-short": f"{US_1993}; claimed; three or more; some capitals; "
    "capital kept out of sets",
    "us-1998-mission": f"{US_1993}; dealt; three or more; anyone",
    # Risk wiki on the 40th anniversary, and on the suggestions of the rulebook for experts
    "us-1999": f"{US_1993}; claimed; 40 for two; passive neutrals; world; "
    "no way to the Middle East",
    "us-1993-experts": "both; two dice; blind; claimed; 40 for two; passive neutrals; plus one; "
    "2 a turn; at six; must stop; free; at most 12; re-roll and commander; world",
    "uk-1990-mission": f"{UK_NEW}; three or more; last blow; two dice with three".replace(
        "two dice; ", ""
    ),
    # Risk wiki, the standard game; and on the four missions of 2003
    "wiki": f"{US}; claimed; 40 for two; alone; no limit; 2 a set; at five, must stop; "
    "drawn last; order by dice; world; the classic board",
    "four-missions": f"{US_1993}; dealt; three or more; four missions",
    # French and German booklets, Ludorium
    "eu-mission": "dealt; three or more; both; two dice; blind; 2 each; at five; neighbours; "
    "anyone; by type, 12 for a pair and a joker",
    "fr-1970": "dealt; three or more; all at once; two dice; 2 each; neighbours; anyone; "
    "by type, 12 for a pair and a joker",
    "de-mission": "dealt; three or more; one against one; two dice; at five; neighbours; anyone",
    "es-1987": "dealt; three or more; two dice; moves in one; neighbours; anyone",
    # SGE rules, to the letter
    "sge-1963": f"{SGE}; two dice; forced; neighbours; one joker; five in any phase; drawn last; "
    "moves in one; one go each; its own board",
    # Risk wiki on stars, cities and capitals; a fan summary of 2008
    "stars": "three or more; both; stars; no bonus; three objectives; cities and capitals; "
    "drawn last",
    "us-2008": "three or more; both; stars; no bonus; eleven cities; cities and capitals",
    # FAQ Q2.2.1, Q2.4, Q2.4.1, Q2.4.2, Q2.5.1 and Q2.7 on house rules
    "house": "three or more; both; after attacks; within continents; sixty pieces; "
    "4 to 20 and back; one step; held a round",
}

OF_SIX = "uk-old-mission uk-new-mission uk-1990-mission eu-mission fr-1970 de-mission es-1987"
DECKS = {
    **dict.fromkeys(("us-1993-mission", "us-1998-mission"), PAIRS),
    **dict.fromkeys(OF_SIX.split(), PAIRS | THIRDS),
}
"""The missions about continents."""

DOCUMENT = re.compile(
    r"FAQ|Risk wiki|booklet|SGE rules|Ludorium|fan summary|a choice|not (in|for) |no edition"
    r"|classic board|RISK: Global Domination|Conquer Club|Warzone|rule sheet|[Mm]anual of"
    r"|public code|site help"
)
SECTIONS = [
    key
    for key, field in Ruleset.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, Section)
]


def test_every_edition_is_in_the_table() -> None:
    missing = {*EDITIONS} - {*PRESETS}
    assert not missing, f"describe in PRESETS, by phrases of PHRASES: {', '.join(missing)}"
    assert set(PRESETS) == set(EDITIONS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_ruleset_says_what_its_edition_says(name: str) -> None:
    rules = load_ruleset(name)
    assert rules.ruleset == name
    # FAQ Q2.4.1 (three, at least three), Q2.5 (jokers), Q2.6 (three dice), Q2.3.1 (armies).
    assert (rules.reinforce.territories_for_an_army, rules.reinforce.least) == (3, 3)
    assert rules.combat.attack_dice == 3
    assert rules.victory.turn_limit is None
    phrases = PRESETS[name].split("; ")
    if not any("setup.armies" in PHRASES[phrase] for phrase in phrases):
        assert {count: rules.setup.armies[count] for count in USUAL} == USUAL
    for phrase in phrases:
        wanted = {key: _in_tuples(value) for key, value in PHRASES[phrase].items()}
        assert (phrase, {key: value_of(rules, key) for key in wanted}) == (phrase, wanted)


def _in_tuples(value: Any) -> Any:
    """Return a value with tuples instead of lists, as rulesets have them."""
    return tuple(map(_in_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("name", DECKS)
def test_decks_have_fourteen_missions_or_twelve_in_the_us(name: str) -> None:
    # FAQ Q2.2.1: six colours, combinations of continents, 18 with two armies each, 24.
    missions = load_ruleset(name).missions
    assert missions.destroy
    assert set(missions.continents) == DECKS[name]
    assert [(each.territories, each.armies) for each in missions.territories] == [(18, 2), (24, 1)]
    assert (missions.instead.territories, missions.instead.armies) == (24, 1)


def test_rulesets_name_the_source_of_each_of_their_parts_themselves() -> None:
    for name in BUILT_IN:
        text = (RULESETS / f"{name}.yaml").read_text(encoding="utf-8")
        data = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        sources = data.get("sources", {})
        variants = [f"variants.{key}" for key in load_ruleset(name).variants.played]
        # An edition names the sources of all sections, a ruleset with variants those it changes.
        changed = [key for key in data if key in SECTIONS]
        needed = {*variants, *changed} if variants else {*SECTIONS}
        assert not needed - {*sources}, f"{name}.yaml: add to 'sources'"
        assert not {*sources} - needed, f"{name}.yaml: drop from 'sources'"
        unnamed = [part for part, source in sources.items() if not DOCUMENT.search(source)]
        assert not unnamed, f"{name}.yaml: name a document, as in DOCUMENT, or 'a choice'"
