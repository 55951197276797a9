"""The latest inputs of each seat: attacks, splits of armies, choices between two words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, Attack
from risk_tui.engine.declarations import slots_of
from risk_tui.table.orders import Blitz

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.table.orders import Order

ALL, FEWEST = N_("all"), N_("least")
"""The words for the two ends of a range."""


@dataclass(frozen=True, slots=True)
class LastAttack:
    """An attack that can be repeated.

    It has a number of ``dice`` (``None``: as many as allowed), or is a blitz that continues until
    ``stop_at`` armies are left.
    """

    source: int
    target: int
    dice: int | None = None
    stop_at: int | None = None


@dataclass(frozen=True, slots=True)
class ArmySplit:
    """A choice of a number of armies between a minimum and a maximum.

    It is ``armies``, or all but ``left_behind``; neither means the minimum.
    """

    armies: int | None = None
    left_behind: int | None = None

    @classmethod
    def of(cls, number: int, minimum: int, maximum: int) -> ArmySplit:
        """Return the split that ``number`` most likely means, from the nearer end of the range.

        >>> [ArmySplit.of(number, 1, 7).description for number in (1, 2, 5, 7)]
        ['least', '2', 'all but 2', 'all']
        """
        if number == maximum:
            return cls(left_behind=0)
        if number == minimum:
            return cls()
        return (
            cls(left_behind=maximum - number) if maximum - number < number else cls(armies=number)
        )

    def number(self, minimum: int, maximum: int) -> int:
        """Return the number of armies in the range from ``minimum`` to ``maximum``."""
        if self.left_behind is not None:
            return max(minimum, maximum - self.left_behind)
        return minimum if self.armies is None else min(maximum, max(minimum, self.armies))

    @property
    def description(self) -> str:
        """The split in words.

        >>> ArmySplit(left_behind=0).description, ArmySplit(left_behind=2).description
        ('all', 'all but 2')
        >>> ArmySplit().description, ArmySplit(armies=4).description
        ('least', '4')
        """
        if self.left_behind:
            return _("all but {left_behind}", left_behind=self.left_behind)
        if self.left_behind == 0:
            return ALL
        return FEWEST if self.armies is None else str(self.armies)


def occupation_split(view: View, source: int, target: int) -> ArmySplit | None:
    """Return the obvious split of armies that occupy a conquered territory.

    Move all of them, but as few as possible if only their source borders an enemy.

    Returns:
        ``None`` if both territories border an enemy.
    """

    def borders_enemy(territory: int) -> bool:
        return any(
            view.owner[neighbour] != view.acting_seat
            for neighbour in view.board.neighbours[territory]
        )

    if borders_enemy(source):
        return None if borders_enemy(target) else ArmySplit()
    return ArmySplit(left_behind=0)


def chosen_words(action: Action) -> list[str]:
    """Return the words that an action chose, one for each choice between two words."""
    choices = [(slot.words, getattr(action, name)) for name, slot in slots_of(type(action)).items()]
    return [words[chosen] for words, chosen in choices if words and chosen is not None]


class InputHistory:
    """The latest inputs, separate for each seat so that players' habits stay private."""

    def __init__(self) -> None:
        self.attacks: dict[int, LastAttack] = {}
        self.choices: dict[int, Action] = {}
        """The last choice of each seat between two words."""
        self.splits: dict[tuple[int, str], ArmySplit] = {}
        """The last number of each seat by topic (see ``AskNumber``)."""

    def remember(self, seat: int, answer: Action | Order, view: View) -> None:
        """Record an answer of a seat if it can be repeated.

        Args:
            seat: The seat that answers.
            answer: The action or order.
            view: The seat's view before the answer.
        """
        if isinstance(answer, Blitz):
            last = LastAttack(answer.source, answer.target, stop_at=answer.stop_at)
            self.attacks[answer.seat] = last
        elif isinstance(answer, Attack):
            attacks = [offer.action for offer in view.offers if isinstance(offer.action, Attack)]
            is_offered = any(attack.aims == answer.aims for attack in attacks)
            maximum = view.max_attack_dice(answer.source, answer.target) if is_offered else 0
            if answer.dice <= maximum:
                dice = answer.dice if answer.dice < maximum else None
                self.attacks[seat] = LastAttack(answer.source, answer.target, dice)
        elif isinstance(answer, Action) and chosen_words(answer):
            self.choices[seat] = answer

    def remember_split(
        self, seat: int, topic: str, number: int, minimum: int, maximum: int
    ) -> None:
        """Record a number of armies that a seat chose, if there was a choice."""
        if minimum < maximum:
            self.splits[seat, topic] = ArmySplit.of(number, minimum, maximum)
