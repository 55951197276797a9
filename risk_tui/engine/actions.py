"""The actions of players, and their form as plain data in files and protocols.

Territories and cards are indices into ``Board.territories`` and ``Board.deck``. A ``Record`` has
the results of an action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar, TypeGuard

from risk_tui.engine.declarations import (
    Armies,
    ArmyCounts,
    Cards,
    Dice,
    KindRegistry,
    Messages,
    Seat,
    Slot,
    Territories,
    Territory,
    check_messages,
    counted_field,
    declare,
    optional_fields,
    pointed_fields,
    slots_of,
)
from risk_tui.errors import RiskError
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.variant_options import load_variants


@dataclass(frozen=True, slots=True)
class Action:
    """The base of all actions."""

    kind: ClassVar[str] = ""
    """The action's name in saves and commands."""
    summary: ClassVar[str] = ""
    """One line for the table of commands."""
    advice: ClassVar[str] = ""
    """The words of a hint to take it; if empty, its command and what it chooses."""

    typed: ClassVar[tuple[str, ...]] = ()
    """The name of its command, if that is not the kind, and its own abbreviations."""
    number: ClassVar[str] = "ask"
    """The number if the player gives none: ``ask`` the player, or take the ``most`` or ``least``.

    ``least`` also applies to an action with the face of a die.
    """
    confirm: ClassVar[Messages] = ""
    """A question to confirm it; empty for none.

    The message ``own`` is for a player who aims at one of their own territories.
    """
    secret: ClassVar[Mapping[str, object]] = {}
    """The fields that only the acting seat may know, with the values that other seats see."""
    is_extra: ClassVar[bool] = False
    """True if a player may choose it in addition to the answers that a decision asks for.

    Such an action has no territories and no number.
    """
    verb: ClassVar[str] = ""
    """The verb after "you can't"; empty if the kind is a verb itself."""

    @classmethod
    def command_name(cls) -> str:
        """Return the English name of its command."""
        return cls.typed[0] if cls.typed else cls.kind

    @property
    def number_field(self) -> str | None:
        """The name of the field that counts something, such as armies or dice, or ``None``."""
        return counted_field(type(self))

    @property
    def aims(self) -> tuple[int, ...]:
        """The territories in its required fields, in the order of the fields."""
        return tuple([getattr(self, name) for name in pointed_fields(type(self))])

    @property
    def as_offered(self) -> Action:
        """The action as offers show it: without the fields that a player may add to any offer."""
        return self

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        """Return True if the action can occur in games with a ruleset."""
        return True

    def redacted(self) -> Action:
        """Return the action as other seats may know it."""
        return replace(self, **self.secret) if self.secret else self


def _check(kind: type[Action]) -> None:
    """Raise ``TypeError`` unless front ends can offer an action."""
    if len(pointed_fields(kind)) > 2:
        raise TypeError(f"{kind.__name__} points at more than two territories")
    if kind.is_extra and (pointed_fields(kind) or counted_field(kind)):
        raise TypeError(f"{kind.__name__} is an extra, and has territories or a number")
    if kind.advice:
        check_messages(kind, kind.advice)
    if kind.confirm:
        check_messages(kind, kind.confirm)


ACTIONS: KindRegistry[Action] = KindRegistry(
    Action, ("summary",), ("territory", "seat", "card", "number", "face", "choice"), _check
)
"""The actions of the modules imported so far; a variant's module registers its own.

``all_actions()`` imports all modules first.
"""


def all_actions() -> Mapping[str, type[Action]]:
    """Return every action by its kind."""
    load_variants()
    return ACTIONS


@declare
class Begin(Action):
    """Begin the game: roll for the first seat, and deal territories if the rules say so."""

    kind = "begin"
    summary = "roll for the first seat"


@declare
class BeginWith(Action):
    """Begin the game with an agreed first seat, as in a rematch, instead of a roll."""

    kind = "lead"
    summary = "start with an agreed player"
    verb = "begin the game"
    first: Seat


@declare
class Claim(Action):
    """Put one army on a free territory."""

    kind = "claim"
    summary = "put an army on a free territory"
    advice = "claim {territory}"
    territory: Territory

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        return ruleset.setup.allocation == "claim"


@declare
class Place(Action):
    """Put starting armies on one territory of the acting seat during the setup."""

    kind = "place"
    summary = "place starting armies"
    advice = "put {armies} in {territory}"
    number = "least"
    territory: Territory
    armies: Armies = 1

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        return ruleset.setup.placing != "none"


@declare
class Reinforce(Action):
    """Put armies received this turn on one territory of the acting seat."""

    kind = "reinforce"
    summary = "place armies received"
    advice = "put {armies} in {territory}"
    territory: Territory
    armies: Armies = 1


@declare
class Trade(Action):
    """Trade a set of cards for armies.

    ``bonus`` is the territory that gets the bonus armies, if the player has a choice; otherwise
    ``None``. ``also`` are further choices, if several cards bring armies and each of them names
    territories on several Earths.
    """

    kind = "trade"
    summary = "trade cards by their numbers, or the best set"
    advice = "trade {cards}[, with the bonus in {bonus}]"
    cards: Cards
    bonus: Territory | None = None
    also: Territories | None = None

    @classmethod
    def choosing(cls, cards: tuple[int, ...], chosen: Sequence[int]) -> Trade:
        """Return the trade of these cards with bonus armies for the chosen territories."""
        return cls(cards, next(iter(chosen), None), tuple(chosen[1:]) or None)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The territories chosen for bonus armies."""
        return (() if self.bonus is None else (self.bonus,)) + (self.also or ())


@declare
class Attack(Action):
    """Fight one battle (one roll of the dice) from ``source`` against ``target``, or several.

    With ``least``, battles follow one another, with the same number of dice if possible, until the
    target is conquered, a player must decide something, or a battle has any result but losses.
    ``least`` lists the fewest armies that the source needs for another battle: against one army,
    against two, and so on. The last number also applies to more armies.
    """

    kind = "attack"
    summary = "roll once, with as many dice as allowed unless you give a number"
    advice = "attack {target} from {source} with {dice}"
    number = "most"
    source: Territory
    target: Territory
    dice: Dice = 1
    least: ArmyCounts | None = None

    @property
    def as_offered(self) -> Action:
        return replace(self, least=None) if self.least else self


@declare
class Enter(Action):
    """Move armies into an adjacent empty territory."""

    kind = "enter"
    summary = "move armies into an empty territory"
    advice = "move {armies} from {source} into {target}"
    verb = "enter a territory"
    source: Territory
    target: Territory
    armies: Armies = 1


@declare
class Defend(Action):
    """Choose how many dice to roll in defence.

    If ``later``, the defender rolls as many dice as allowed for the rest of the turn, unasked.
    """

    kind = "defend"
    summary = "choose your dice"
    advice = "defend with {dice}"
    number = "most"
    dice: Dice = 1
    later: Annotated[bool, Slot("choice", words=("asked", "unasked"))] | None = None

    @property
    def as_offered(self) -> Action:
        return replace(self, later=None) if self.later is not None else self

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        return ruleset.combat.defence_choice != "most"


@declare
class Occupy(Action):
    """Move armies into the conquered territory."""

    kind = "occupy"
    summary = "move armies into the territory you conquered"
    advice = "move {armies} in"
    armies: Armies = 1


@declare
class Fortify(Action):
    """Move armies between two territories of the acting seat at the end of a turn."""

    kind = "fortify"
    summary = "move armies between two territories of yours"
    advice = "move {armies} from {source} to {target}"
    source: Territory
    target: Territory
    armies: Armies = 1


@declare
class EndPhase(Action):
    """Finish the phase: stop trading, attacking or fortifying, or keep the dice."""

    kind = "end"
    summary = "finish trading, attacking or your turn"


@declare
class Resign(Action):
    """Leave the game; the armies stay on the board as neutral armies."""

    kind = "resign"
    summary = "leave the game; your armies stay on the board as neutral armies"


@dataclass(frozen=True, slots=True)
class Offer:
    """Legal actions that differ in one number only.

    ``action`` has the smallest number; ``maximum`` is the largest one, or ``None`` if the action
    has no number. Every number between them is legal, with or without the fields that
    ``Action.as_offered`` omits.
    """

    action: Action
    maximum: int | None = None

    @property
    def minimum(self) -> int | None:
        """The smallest number; ``None`` if the action has no number."""
        name = self.action.number_field
        return None if name is None else int(getattr(self.action, name))

    def with_number(self, number: int) -> Action:
        """Return the action with another number.

        >>> Offer(Attack(0, 1, 1), maximum=3).with_number(2)
        Attack(source=0, target=1, dice=2, least=None)
        """
        name = self.action.number_field
        if name is None:
            return self.action
        return replace(self.action, **{name: number})


MAX_NUMBER = 100_000
"""All numbers in actions and in outcomes of chance are smaller."""


class UnreadableAction(RiskError):
    """Data is not an action; the message is a predicate, to follow the name of the data."""


def action_fields(action: Action) -> dict[str, object]:
    """Return the fields of an action by name, as saved: without optional ones that are ``None``."""
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    optional = optional_fields(type(action))
    return {
        name: value for name, value in values.items() if value is not None or name not in optional
    }


def read_action(kind: str, data: Mapping[str, Any]) -> Action:
    """Return the action with these untrusted fields; the game decides whether it is legal.

    Raises:
        UnreadableAction: If they are not an action.
    """
    # The variants in play are imported already, so that it is rarely necessary to import all.
    action_type = ACTIONS.get(kind) or all_actions().get(kind)
    if action_type is None:
        raise UnreadableAction("is not a known action")
    values = {name: as_tuple(value) for name, value in data.items()}
    slots = slots_of(action_type)
    if not slots.keys() - optional_fields(action_type) <= values.keys() <= slots.keys():
        known, given = ", ".join(slots) or "none", ", ".join(values) or "none"
        raise UnreadableAction(f"is no {kind}: its fields are {known}, not {given:.60}")
    for name, value in values.items():
        if not _fits(slots[name], value):
            raise UnreadableAction(f"has {value!r:.60} as the {name} of {kind}")
    return action_type(**values)


def as_tuple(value: Any) -> Any:
    """Turn a list from JSON into a tuple; return other values unchanged."""
    return tuple(value) if isinstance(value, list) else value


def is_whole(value: object) -> TypeGuard[int]:
    """Return True if a value is a whole number from 0 to ``MAX_NUMBER - 1``."""
    return type(value) is int and 0 <= value < MAX_NUMBER


def are_whole(value: object) -> bool:
    """Return True if a value is a tuple of numbers for which ``is_whole`` is true."""
    return isinstance(value, tuple) and all(map(is_whole, value))


def _fits(slot: Slot, value: object) -> bool:
    """Return True if a value has the right type for a field; the rules check its range."""
    if value is None:
        return slot.optional
    if slot.many:
        return are_whole(value)
    return type(value) is bool if slot.meaning == "choice" else is_whole(value)
