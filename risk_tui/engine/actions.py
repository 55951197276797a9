"""What a player may choose. An action says what is wanted; its record says what came of it.

Territories and cards are indices into ``Board.territories`` and ``Board.deck``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Action:
    """The common base. ``number`` names the field that counts armies or dice, if there is one."""

    kind: ClassVar[str] = ""
    number: ClassVar[str | None] = None

    def unseen(self) -> Action:
        """The action as the other seats may know it."""
        return self


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Open the game: territories are dealt where the rules say so, and dice find who is first."""

    kind: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Put one army on a territory that nobody holds."""

    kind: ClassVar[str] = "claim"
    territory: int


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put starting armies on a territory of one's own during the set-up."""

    kind: ClassVar[str] = "place"
    number: ClassVar[str | None] = "armies"
    territory: int
    armies: int = 1


@dataclass(frozen=True, slots=True)
class ChooseCapital(Action):
    """Choose a territory of one's own as the capital; others only see that one was chosen."""

    kind: ClassVar[str] = "capital"
    territory: int | None

    def unseen(self) -> Action:
        return ChooseCapital(None)


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Say whether this turn is for attacking, or else for reinforcing."""

    kind: ClassVar[str] = "declare"
    attack: bool


@dataclass(frozen=True, slots=True)
class Reinforce(Action):
    """Put armies received this turn on a territory of one's own."""

    kind: ClassVar[str] = "reinforce"
    number: ClassVar[str | None] = "armies"
    territory: int
    armies: int = 1


@dataclass(frozen=True, slots=True)
class Trade(Action):
    """Trade a set of cards for armies.

    ``bonus`` names the territory that gets the extra armies when the rules give them to only
    one of several territories shown on the cards; ``None`` where there is nothing to choose.
    """

    kind: ClassVar[str] = "trade"
    cards: tuple[int, ...]
    bonus: int | None = None


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Fight one battle (one cast of the dice) from ``source`` against ``target``."""

    kind: ClassVar[str] = "attack"
    number: ClassVar[str | None] = "dice"
    source: int
    target: int
    dice: int = 1


@dataclass(frozen=True, slots=True)
class Defend(Action):
    """Choose how many dice to roll in defence."""

    kind: ClassVar[str] = "defend"
    number: ClassVar[str | None] = "dice"
    dice: int = 1


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Show a card of either territory and roll an own die with this face again."""

    kind: ClassVar[str] = "reroll"
    face: int
    card: int


@dataclass(frozen=True, slots=True)
class Command(Action):
    """Let the commander turn an own die with this face to a six."""

    kind: ClassVar[str] = "command"
    face: int


@dataclass(frozen=True, slots=True)
class Occupy(Action):
    """Move armies into the territory that was just conquered."""

    kind: ClassVar[str] = "occupy"
    number: ClassVar[str | None] = "armies"
    armies: int = 1


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    """Move armies between two territories of one's own at the end of a turn."""

    kind: ClassVar[str] = "fortify"
    number: ClassVar[str | None] = "armies"
    source: int
    target: int
    armies: int = 1


@dataclass(frozen=True, slots=True)
class End(Action):
    """Finish the phase: stop trading, attacking or fortifying, or let the dice stand."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Leave the game; one's armies stay on the board as neutral armies."""

    kind: ClassVar[str] = "resign"


ACTIONS: dict[str, type[Action]] = {
    cls.kind: cls
    for cls in (
        Begin,
        Claim,
        Place,
        ChooseCapital,
        Declare,
        Reinforce,
        Trade,
        Attack,
        Defend,
        Reroll,
        Command,
        Occupy,
        Fortify,
        End,
        Resign,
    )
}


@dataclass(frozen=True, slots=True)
class Offer:
    """Legal actions that differ in one number only.

    ``action`` carries the least number; ``most`` is the greatest one (``None`` where the
    action has no number). Every number between them is legal.
    """

    action: Action
    most: int | None = None

    @property
    def least(self) -> int | None:
        """The least number, ``None`` where the action has no number."""
        name = self.action.number
        return None if name is None else int(getattr(self.action, name))

    def with_number(self, number: int) -> Action:
        """The same action with another number.

        >>> Offer(Attack(0, 1, 1), most=3).with_number(2)
        Attack(source=0, target=1, dice=2)
        """
        name = self.action.number
        if name is None:
            return self.action
        return replace(self.action, **{name: number})


def action_fields(action: Action) -> dict[str, object]:
    """The fields of an action by name, for writing it down."""
    return {field.name: getattr(action, field.name) for field in fields(action)}
