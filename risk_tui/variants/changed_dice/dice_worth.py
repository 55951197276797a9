"""What changing a die promises, in armies, for computer players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.rules.combat import SIX, CombatRules, changed_die
from risk_tui.variants.changed_dice.dice_actions import Reroll, RerollTheirs, UseCommander

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.variants.changed_dice.dice_actions import ToChangeDice

FACES = range(1, SIX + 1)
_CONQUEST_VALUE = 2.0
"""What it is worth in armies that a territory falls with this roll."""


def dice_losses(decision: ToChangeDice, attack: Sequence[int]) -> tuple[int, int]:
    """What dice of the attacker would cost both sides."""
    return CombatRules.losses(attack, decision.defence)


def gain(view: View, decision: ToChangeDice, action: Action) -> float:
    """What an answer promises, in armies. The commander is kept while a fight is long."""
    match action:
        case UseCommander(face):
            return _gain_with_six(view, decision, decision.attack, face)
        case Reroll(face):
            return sum(
                _gain_after(view, decision, changed_die(decision.attack, face, after))
                for after in FACES
            ) / len(FACES)
        case RerollTheirs(face):
            changed = [changed_die(decision.defence, face, after) for after in FACES]
            later = [replace(decision, defence=dice) for dice in changed]
            return sum(_gain_after(view, each, each.attack) for each in later) / len(FACES)
    return _gain_of_dice(view, decision, decision.attack)


def _gain_of_dice(view: View, decision: ToChangeDice, attack: tuple[int, ...]) -> float:
    """What dice that count as they are bring."""
    lost, killed = dice_losses(decision, attack)
    return killed - lost + _CONQUEST_VALUE * (killed >= view.armies[decision.target])


def _gain_with_six(view: View, decision: ToChangeDice, attack: tuple[int, ...], face: int) -> float:
    """What a six in the place of a face brings, less what the commander could do later."""
    long = view.armies[decision.target] > 3 and view.armies[decision.source] > 5
    later = 2.5 if long else 1.0
    return _gain_of_dice(view, decision, changed_die(attack, face, SIX)) - later


def _gain_after(view: View, decision: ToChangeDice, attack: tuple[int, ...]) -> float:
    """What dice bring after one was rolled again; the commander may follow."""
    sixes = set(attack) if decision.may_command else ()
    gains = [_gain_with_six(view, decision, attack, face) for face in sixes]
    return max([_gain_of_dice(view, decision, attack), *gains])
