"""Fights and campaigns in the engine agree with the odds.

Thousands of fights are played with dice from a fixed seed, and the frequency of conquest and the
mean losses of both sides are compared with the odds. A test fails if one of them differs by more
than 4.9 standard deviations, which correct dice do once in a million comparisons.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from risk_tui.engine.actions import Attack, Defend, EndPhase, Occupy
from risk_tui.engine.chance import Chance, seeded_chance
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.game import Game
from risk_tui.engine.state import Phase
from risk_tui.odds import NO_DICE_CHANGES, DiceChanges, FightResult, campaign_odds, fight_to_finish
from risk_tui.rules.combat import CombatRules, CombatSection, ExtraDieRolls, changed_die
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.roll_odds import best_defence
from risk_tui.rules.ruleset import Ruleset
from risk_tui.variants.capital_die import ONE_MORE
from risk_tui.variants.capitals import Capitals
from risk_tui.variants.changed_dice import Changes, Reroll, RerollTheirs, ToChangeDice, UseCommander
from tests.editions import SOME_EDITIONS
from tests.engine.positions import BEN, at, position
from tests.extent import thorough, usual_or_full

ATTACKERS, DEFENDERS = 6, 5
"""Free attackers and defenders: enough for every number of dice in rulesets."""
FIGHTS = usual_or_full(200, 600)
DEVIATIONS = 4.9

SOURCE, TARGET = "Ukraine", "Ural"
BOTH = DiceChanges(reroll=True, commander=True)

ANY_DIE = "any die"
"""US 1980 for experts, with rerolls of the defender's dice too."""

GAMES = [
    *((name, NO_DICE_CHANGES) for name in SOME_EDITIONS),
    *(
        ("us-1980-experts", powers)
        for powers in (DiceChanges(reroll=True), DiceChanges(commander=True), BOTH)
    ),
    (ANY_DIE, DiceChanges(reroll=True)),
    (ANY_DIE, BOTH),
]
"""Rulesets, and the dice changes that the attacker has."""


@cache
def rules_of(name: str) -> Ruleset:
    if name == ANY_DIE:
        return with_house_rules(load_ruleset("us-1980-experts"), {"combat.rerolled": "any"})
    return load_ruleset(name)


@cache
def start(name: str, powers: DiceChanges) -> Game:
    """Return a game in which Ann may attack a territory of Ben."""
    return position(
        {"Ann": {SOURCE: ATTACKERS + 1}, "Ben": {TARGET: DEFENDERS}},
        rules=rules_of(name),
        rest="Cid",
        hands={"Ann": TARGET if powers.reroll else "joker"},
        commander_used=not powers.commander,
    )


def fight(
    game: Game, powers: DiceChanges = NO_DICE_CHANGES, places: tuple[str, str] = (SOURCE, TARGET)
) -> tuple[int, int]:
    """Fight to the finish as the odds assume, and return the armies left on both sides."""
    combat = game.setup.ruleset.combat
    rule = CombatRules(combat)
    source, target = map(at, places)
    state = game._state
    while state.owner[target] == BEN and (state.armies[source] > 1 or state.battle):
        if state.phase is Phase.ATTACK:
            game.apply(Attack(source, target, rule.max_attack_dice(state.armies[source])))
        elif state.phase is Phase.DEFEND:
            game.apply(Defend(answer(game.decision, state.armies[target], combat)))
        else:
            free, left = state.armies[source] - 1, state.armies[target]
            changes = next(each for each in game.view().memories if isinstance(each, Changes))
            now = powers._replace(commander=not changes.commander_used)
            game.apply(alteration(game.decision, Prospects(free, left, combat, now)))
    if state.owner[target] == BEN:
        return state.armies[source] - 1, state.armies[target]
    # If there was no choice, the garrison has moved in.
    return state.armies[source] + state.armies[target] - 1, 0


def answer(due: ToDefend, armies: int, combat: CombatSection) -> int:
    """Return the best number of defence dice."""
    return (
        best_defence(combat, due.attack_dice, armies).dice[due.rolled] if due.rolled else due.most
    )


class Prospects:
    """The chances of conquest after the choices of an attacker."""

    def __init__(self, free: int, left: int, combat: CombatSection, powers: DiceChanges) -> None:
        self.free, self.left, self.combat, self.powers = free, left, combat, powers

    def stands(self, attack: Sequence[int], defence: Sequence[int], powers: DiceChanges) -> float:
        """Return the chance if the dice stay and these powers are left."""
        lost, killed = CombatRules.losses(attack, defence)
        return chance_of(self.free - lost, self.left - killed, self.combat, powers)

    def turned(self, attack: Sequence[int], defence: Sequence[int], face: int) -> float:
        """Return the chance if the commander turns a die."""
        used = self.powers._replace(commander=False)
        return self.stands(changed_die(attack, face, 6), defence, used)

    def rolled(self, attack: Sequence[int], defence: Sequence[int], face: int) -> float:
        """Return the chance if a die is rerolled; then the commander may act."""
        dice = [changed_die(attack, face, new) for new in range(1, 7)]
        return sum(self.after(each, defence) for each in dice) / 6

    def theirs_rolled(self, attack: Sequence[int], defence: Sequence[int], face: int) -> float:
        """Return the chance if a die of the defender is rerolled."""
        dice = [changed_die(defence, face, new) for new in range(1, 7)]
        return sum(self.after(attack, each) for each in dice) / 6

    def after(self, attack: Sequence[int], defence: Sequence[int]) -> float:
        """Return the chance if the commander may still act."""
        ends = [self.stands(attack, defence, self.powers)]
        if self.powers.commander:
            ends += [self.turned(attack, defence, each) for each in set(attack)]
        return max(ends)


@cache
def chance_of(free: int, left: int, combat: CombatSection, powers: DiceChanges) -> float:
    if not left:
        return 1.0
    return fight_to_finish(free, left, combat, dice_changes=powers).chance


def alteration(
    due: ToChangeDice, prospects: Prospects
) -> EndPhase | UseCommander | Reroll | RerollTheirs:
    """Return the attacker's best choice."""
    attack, defence = due.attack, due.defence
    found: list[tuple[float, int, Any]] = [
        (prospects.stands(attack, defence, prospects.powers), 0, EndPhase())
    ]
    for face in sorted(set(attack)):
        if due.may_command and face < 6:
            found.append((prospects.turned(attack, defence, face), -face, UseCommander(face)))
        if due.may_reroll:
            action = Reroll(face, card_of_the_target())
            found.append((prospects.rolled(attack, defence, face), -face, action))
    if due.may_reroll and prospects.combat.rerolled == "any":
        for face in sorted(set(defence)):
            action = RerollTheirs(face, card_of_the_target())
            found.append((prospects.theirs_rolled(attack, defence, face), -face, action))
    # The dice stay if a change gains nothing.
    return max(found, key=lambda each: (round(each[0], 12), each[1]))[2]


@cache
def card_of_the_target() -> int:
    deck = start("us-1980-experts", BOTH).setup.board.deck
    return next(number for number, card in enumerate(deck) if card.territory == at(TARGET))


@cache
def played(name: str, powers: DiceChanges) -> tuple[tuple[int, int], ...]:
    """Return the ends of many fights."""
    chance: Chance = seeded_chance(f"simulation/{name}/{powers}")
    first = start(name, powers)
    return tuple(fight(first.copy(chance), powers) for _ in range(FIGHTS))


def odds_of(name: str, powers: DiceChanges) -> FightResult:
    odds = fight_to_finish(ATTACKERS, DEFENDERS, rules_of(name).combat, dice_changes=powers)
    assert odds.changes == powers
    return odds


def agree(ends: Sequence[tuple[int, int]], odds: FightResult) -> None:
    """Compare the means over the ends of all fights with the odds."""
    number = len(ends)
    conquered = sum(not left for _, left in ends) / number
    compare(conquered, number, [1 - odds.chance, odds.chance])
    compare(sum(free for free, _ in ends) / number, number, odds.attackers_left)
    compare(sum(left for _, left in ends) / number, number, odds.defenders_left)


def compare(mean: float, number: int, chances: Sequence[float]) -> None:
    """Compare a mean over a number of fights with the chances of 0, 1, 2, …"""
    expected = sum(value * chance for value, chance in enumerate(chances))
    squares = sum(value**2 * chance for value, chance in enumerate(chances))
    deviation = math.sqrt((squares - expected**2) / number)
    assert mean == pytest.approx(expected, abs=DEVIATIONS * deviation)


@pytest.mark.parametrize(("name", "powers"), GAMES, ids=str)
def test_fights_agree_with_the_odds(name: str, powers: DiceChanges) -> None:
    agree(played(name, powers), odds_of(name, powers))


@thorough
def test_fights_with_equal_odds_agree_together() -> None:
    together: dict[object, list[tuple[str, DiceChanges]]] = {}
    for name, powers in GAMES:
        together.setdefault((odds_of(name, powers)), []).append((name, powers))
    assert len(together) >= 4
    for odds, games in together.items():
        agree([end for each in games for end in played(*each)], odds)


# Campaigns, and dice that depend on the place

WAY = ("Ukraine", "Ural", "Siberia", "Yakutsk")
CAMPAIGNS = {
    "all follow": (load_ruleset("us-1993"), 9, (2, 1, 2)),
    "three follow": (load_ruleset("small-garrisons"), 12, (2, 2, 1)),
    "three follow, three dice": (
        with_house_rules(
            load_ruleset("small-garrisons"),
            {"combat.defence_dice": 3, "combat.armies_for_three_dice": 3},
        ),
        12,
        (3, 1),
    ),
    "five have room": (
        with_house_rules(load_ruleset("us-1993"), {"limits.territory": 5}),
        9,
        (2, 2, 1),
    ),
    "five follow": (
        with_house_rules(load_ruleset("small-garrisons"), {"variants.small_garrisons.most": 5}),
        12,
        (3, 3, 1),
    ),
}


def conquests(game: Game, number: int) -> int:
    """Advance with all armies that may move in, and return the number of conquests."""
    for taken in range(number):
        _, left = fight(game, places=(WAY[taken], WAY[taken + 1]))
        if left:
            return taken
        if game.decision is not None and game.decision.kind == "occupy":
            game.apply(Occupy(game.decision.most))
    return number


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_campaigns_agree_with_the_odds(name: str) -> None:
    rules, free, defenders = CAMPAIGNS[name]
    lands = {"Ann": {WAY[0]: free + 1}, "Ben": dict(zip(WAY[1:], defenders, strict=False))}
    lands["Ben"]["Peru"] = 1  # Ben is not beaten.
    first = position(lands, rules=rules, rest="Cid")
    chance: Chance = seeded_chance(f"campaign/{name}")
    ends = [conquests(first.copy(chance), len(defenders)) for _ in range(FIGHTS)]
    odds = campaign_odds(free, defenders, rules.combat, most_to_follow=rules.most_to_follow)
    for count in range(1, len(defenders) + 1):
        reached = odds.reached[count]
        share = sum(end >= count for end in ends) / FIGHTS
        compare(share, FIGHTS, [1 - reached, reached])


@pytest.mark.parametrize("place", ["across the sea", "in a capital"])
def test_extra_defence_dice_agree_with_the_odds(place: str) -> None:
    """Three defenders have one more die against four: in the first rolls, or in all."""
    by_sea = place == "across the sea"
    rules = load_ruleset("sea-lanes" if by_sea else "capital-die")
    source, target = ("Brazil", "North Africa") if by_sea else (SOURCE, TARGET)
    first = position(
        {"Ann": {source: 5}, "Ben": {target: 3, "Japan": 1}},
        rules=rules,
        rest="Cid",
        remembers=() if by_sea else [Capitals((at("Brazil"), at(target), at("Congo")), True)],
    )
    chance: Chance = seeded_chance(place)
    ends = [fight(first.copy(chance), places=(source, target)) for _ in range(FIGHTS)]
    agree(ends, fight_to_finish(4, 3, rules.combat, first=ExtraDieRolls(4) if by_sea else ONE_MORE))
