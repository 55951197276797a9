"""Dice: how many to defend with, and when to change one's own."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.engine.actions import Command, Defend, Reroll
from risk_tui.engine.decisions import ToAlter, ToDefend
from risk_tui.engine.rules.combat import SIX, Combat, changed_die
from risk_tui.odds import cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.bots.survey import Survey
    from risk_tui.engine.actions import Action

FACES = range(1, 7)
FAR = 6
"""Armies from which a defender's best number of dice changes no more (FAQ Q3.1)."""
CLOSE = 1e-9
CONQUEST = 2.0
"""What it is worth in armies that a territory falls with this cast."""


class Odds(NamedTuple):
    """One way a cast may end, and how likely it is."""

    lost: int
    killed: int
    chance: float


def defend(survey: Survey) -> Action | None:
    """The dice that cost the attacker most in the end (FAQ Q3.1)."""
    view = survey.view
    decision, combat = view.decision, view.rules.combat
    if not isinstance(decision, ToDefend):
        return None
    armies = view.armies[decision.target]
    rolled, attacking = decision.rolled, decision.attack_dice

    def toll(dice: int) -> float:
        odds = _against(rolled, dice) if rolled else _blind(attacking, dice)
        return sum(
            each.chance * (each.lost + _to_come(combat, armies - each.killed)) for each in odds
        )

    # In doubt more dice: they can only delay the attacker.
    return Defend(max(range(1, decision.most + 1), key=lambda dice: (round(toll(dice), 9), dice)))


def _to_come(combat: Combat, armies: int) -> float:
    """What so many armies cost an endless attacker who rolls all his dice."""
    if armies <= 0:
        return 0.0
    table = tolls(
        combat.defender_sees,
        combat.attack_most(FAR),
        tuple(combat.defence_most(number) for number in range(1, FAR + 1)),
    )
    beyond = max(0, armies - FAR)
    return table[armies - beyond] + beyond * (table[FAR] - table[FAR - 1])


@cache
def tolls(sees: bool, attacking: int, most: tuple[int, ...]) -> list[float]:
    """What defenders cost the attacker by their number, if they choose their dice best (FAQ Q3.3).

    ``attacking`` is the number of dice that the attacker always rolls, ``most`` the defender's
    by armies, from one on. The defender ``sees`` the attacker's roll before he chooses, or not.
    """
    found = [0.0]
    for armies in range(1, FAR + 1):
        choices = range(1, most[armies - 1] + 1)
        casts = (
            [
                (chance, [_against(roll, dice) for dice in choices])
                for roll, chance in _rolls(attacking)
            ]
            if sees
            else [(1.0, [_blind(attacking, dice) for dice in choices])]
        )
        found.append(_settled(casts, found))
    return found


def _settled(casts: list[tuple[float, list[tuple[Odds, ...]]]], fewer: list[float]) -> float:
    """The toll of one army more than ``fewer`` tells; a cast that kills nobody comes to it again.

    ``casts`` holds what the attacker may roll, and how a cast ends for each number of dice.
    """
    lines = [(chance, [_line(odds, fewer) for odds in choices]) for chance, choices in casts]
    toll, before = fewer[-1], -1.0
    while toll - before > CLOSE:
        before = toll
        toll = sum(
            chance * max(fixed + again * before for fixed, again in choices)
            for chance, choices in lines
        )
    return toll


def _line(odds: tuple[Odds, ...], fewer: list[float]) -> tuple[float, float]:
    """The toll of a cast apart from what follows when nobody is killed, and that one's chance."""
    fixed = again = 0.0
    for lost, killed, chance in odds:
        fixed += chance * (lost + (fewer[len(fewer) - killed] if killed else 0.0))
        again += 0.0 if killed else chance
    return fixed, again


@cache
def _rolls(dice: int) -> list[tuple[tuple[int, ...], float]]:
    """Every roll, its dice from high to low, and how likely it is."""
    counts: dict[tuple[int, ...], int] = {}
    for roll in product(FACES, repeat=dice):
        faces = tuple(sorted(roll, reverse=True))
        counts[faces] = counts.get(faces, 0) + 1
    return [(faces, count / len(FACES) ** dice) for faces, count in counts.items()]


@cache
def _against(attack: tuple[int, ...], dice: int) -> tuple[Odds, ...]:
    """How a cast ends when so many dice are rolled against those of the attacker."""
    return _gathered((chance, attack, defence) for defence, chance in _rolls(dice))


@cache
def _blind(attacking: int, dice: int) -> tuple[Odds, ...]:
    """How a cast of both sides ends."""
    whole = cast(attacking, dice)
    return tuple(
        Odds(each.attacker_losses, each.defender_losses, each.ways / whole.total)
        for each in whole.outcomes
    )


def _gathered(casts: Iterable[tuple[float, tuple[int, ...], tuple[int, ...]]]) -> tuple[Odds, ...]:
    found: dict[tuple[int, int], float] = {}
    for chance, attack, defence in casts:
        result = Combat.losses(attack, defence)
        found[result] = found.get(result, 0.0) + chance
    return tuple(Odds(lost, killed, chance) for (lost, killed), chance in found.items())


def alter(survey: Survey) -> Action | None:
    """The change of a die that promises most; ``None`` lets the dice stand.

    A re-roll costs nothing. The commander acts once a turn: he is kept for a better chance while
    the fight is long.
    """
    decision = survey.view.decision
    if not isinstance(decision, ToAlter):
        return None
    stand = _outcome(survey, decision, decision.attack)
    best: Action | None = None
    most = stand
    for offer in survey.view.offers:
        action = offer.action
        if isinstance(action, Command):
            worth = _commanded(survey, decision, decision.attack, action.face)
        elif isinstance(action, Reroll):
            worth = _rerolled(survey, decision, action.face)
        else:
            continue
        if worth > most + CLOSE:
            best, most = action, worth
    return best


def _outcome(survey: Survey, decision: ToAlter, attack: tuple[int, ...]) -> float:
    """What it is worth in armies when the dice count as they are."""
    lost, killed = Combat.losses(attack, decision.defence)
    falls = killed >= survey.armies[decision.target]
    return killed - lost + CONQUEST * falls


def _commanded(survey: Survey, decision: ToAlter, attack: tuple[int, ...], face: int) -> float:
    """The outcome with a die turned to a six, less what the commander could do later."""
    return _outcome(survey, decision, changed_die(attack, face, SIX)) - _reserve(survey, decision)


def _reserve(survey: Survey, decision: ToAlter) -> float:
    """What the commander is worth later in this turn: a second die turned while a fight is long."""
    long = survey.armies[decision.target] > 3 and survey.armies[decision.source] > 5
    return 2.5 if long else 1.0


def _rerolled(survey: Survey, decision: ToAlter, face: int) -> float:
    """What to expect of rolling a die again; the commander may follow."""
    total = 0.0
    for new in FACES:
        attack = changed_die(decision.attack, face, new)
        worth = _outcome(survey, decision, attack)
        if decision.may_command:
            worth = max(
                worth, *(_commanded(survey, decision, attack, each) for each in set(attack))
            )
        total += worth
    return total / len(FACES)
