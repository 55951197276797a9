"""What the dice of a game changed: the luck of each seat, in parts of the chance to win."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.engine.events import BattleResolved, Conquered, DiceRolled
from risk_tui.odds.luck import BattleDice
from risk_tui.rules.combat import CombatRules
from risk_tui.story.quick_chances import quick_chances

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View


class BattleRoll(NamedTuple):
    """Dice that were rolled in a battle, and what they cost both sides as they lay."""

    attacker: int
    source: int
    target: int
    dice: BattleDice
    attacker_losses: int
    defender_losses: int


def dice_points(records: Sequence[Record], views: Iterable[View], seats: int) -> tuple[float, ...]:
    """By how much all dice together changed the chance of each seat; on average, by nothing.

    ``views`` are a spectator's, from before the first record on. Before and after every roll the
    chance follows from the position alone (``quick_chances``); what came is compared with the mean
    of all that could have come. A roll counts as its dice first lay.
    """
    points = [0.0] * seats
    for record, view in zip(records, views, strict=False):
        here = view
        for event, roll in _rolls(record):
            if roll is not None and here.owner[roll.source] == roll.attacker:
                for seat, change in enumerate(_change(here, roll, seats)):
                    points[seat] += change
            here = _after(here, event)
    return tuple(points)


def _rolls(record: Record) -> Iterator[tuple[object, BattleRoll | None]]:
    """The events of a record, each with the roll that it tells of, if it does."""
    first: DiceRolled | None = None
    seen: tuple[int, ...] = ()
    for event in record.events:
        roll = None
        match event:
            case DiceRolled(defence=()):
                seen = event.attack
            case DiceRolled():
                first = event
            case BattleResolved(attacker, _, int(source), target, attack, defence) if attack:
                if first is not None:
                    attack, defence = first.attack, first.defence
                dice = BattleDice(len(attack), len(defence), seen)
                lost, killed = CombatRules.losses(attack, defence)
                roll = BattleRoll(attacker, source, target, dice, lost, killed)
                first, seen = None, ()
        yield event, roll


def _change(view: View, roll: BattleRoll, seats: int) -> list[float]:
    """By how much a roll changed every chance, compared with the mean of all outcomes."""
    odds = roll.dice.odds
    mean, came = [0.0] * seats, [0.0] * seats
    for outcome in odds.outcomes:
        lost, killed = outcome.attacker_losses, outcome.defender_losses
        chances = quick_chances(_fought(view, roll, lost, killed), seats)
        for seat, chance in enumerate(chances):
            mean[seat] += chance * outcome.ways / odds.total
            if (lost, killed) == (roll.attacker_losses, roll.defender_losses):
                came[seat] = chance
    return [after - before for after, before in zip(came, mean, strict=True)]


def _fought(view: View, roll: BattleRoll, lost: int, killed: int) -> View:
    """A position after these losses; what is conquered gets as many armies as dice were rolled."""
    owner, armies = list(view.owner), list(view.armies)
    source, target = roll.source, roll.target
    armies[source] = max(armies[source] - lost, 1)
    armies[target] -= killed
    if armies[target] <= 0:
        moving = max(min(roll.dice.attack, armies[source] - 1), 0)
        owner[target], armies[target] = roll.attacker, moving
        armies[source] -= moving
    return replace(view, owner=tuple(owner), armies=tuple(armies))


def _after(view: View, event: object) -> View:
    """The position after an event of the same step: more rolls may follow in it."""
    owner, armies = list(view.owner), list(view.armies)
    match event:
        case BattleResolved(_, _, source, target):
            if source is not None:
                armies[source] -= event.attacker_losses
            armies[target] -= event.defender_losses
        case Conquered(seat, territory):
            owner[territory] = seat
        case _:
            return view
    return replace(view, owner=tuple(owner), armies=tuple(armies))
