"""The meanings of fields (slots), sentences about them (messages), and registries of kinds.

A field is declared with its meaning, as in ``territory: Territory``. The meaning determines how the
field is validated in a file, parsed from typed text, offered to players and put into words.

In a message, ``{slot}`` is a slot in words (``3 armies``) and ``{#slot}`` its number (``3``). A
part in square brackets is left out if one of its slots is empty: ``None``, no values, or unknown
to the reader. Attributes, indices and format specifications are not supported.
``risk_tui.text.words`` fills messages in.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from types import SimpleNamespace
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from risk_tui.data.language import _

_Base = TypeVar("_Base")
_Kind = TypeVar("_Kind", bound=type)
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Slot:
    """The meaning of a field.

    ``meaning`` names the kind of value: "territory", "seat", "card", "number" and so on.
    """

    meaning: str
    many: bool = False
    """True if the field holds a tuple of such values."""
    unit: str = ""
    """The noun for a number, in the singular."""
    words: tuple[str, ...] = ()
    """The words for no and for yes, for a choice."""
    by_continent: bool = False
    """True if a territory represents its continent; players may type the continent's name then."""
    optional: bool = False
    """True if the field may be ``None``: not chosen, or unknown to the reader."""


Territory: TypeAlias = Annotated[int, Slot("territory")]
"""An index into ``Board.territories``."""
TerritoryOfContinent: TypeAlias = Annotated[int, Slot("territory", by_continent=True)]
"""A territory that represents its continent."""
Territories: TypeAlias = Annotated[tuple[int, ...], Slot("territory", many=True)]
TerritoryBySeat: TypeAlias = Annotated[tuple[int, ...], Slot("territory by seat", many=True)]
"""A territory for each seat, ``NO_TERRITORY`` for a seat without one."""
Seat: TypeAlias = Annotated[int, Slot("seat")]
"""The number of a seat."""
Seats: TypeAlias = Annotated[tuple[int, ...], Slot("seat", many=True)]
OwnerByTerritory: TypeAlias = Annotated[tuple[int, ...], Slot("seat by territory", many=True)]
"""The seat that holds each territory."""
Armies: TypeAlias = Annotated[int, Slot("number", unit="army")]
ArmyCounts: TypeAlias = Annotated[tuple[int, ...], Slot("number", many=True, unit="army")]
Dice: TypeAlias = Annotated[int, Slot("number", unit="die")]
"""A number of dice."""
Face: TypeAlias = Annotated[int, Slot("face")]
"""The face of a die, 1 to 6."""
Faces: TypeAlias = Annotated[tuple[int, ...], Slot("face", many=True)]
Rolls: TypeAlias = Annotated[
    tuple[tuple[tuple[int, int], ...], ...], Slot("seat and face", many=True)
]
"""Rounds of rolls, each a tuple of (seat, face) pairs."""
Card: TypeAlias = Annotated[int, Slot("card")]
"""An index into ``Board.deck``."""
Cards: TypeAlias = Annotated[tuple[int, ...], Slot("card", many=True)]
CardCount: TypeAlias = Annotated[int, Slot("number", unit="card")]
Mission: TypeAlias = Annotated[int, Slot("mission")]
"""A number in the deck of missions."""
Missions: TypeAlias = Annotated[tuple[int, ...], Slot("mission", many=True)]
MissionCount: TypeAlias = Annotated[int, Slot("number", unit="mission")]
ContinentBonuses: TypeAlias = Annotated[
    tuple[tuple[int, int], ...], Slot("continent and armies", many=True)
]
"""Pairs of (continent, armies)."""
ArmySources: TypeAlias = Annotated[
    tuple[tuple[int, int | str], ...], Slot("armies and source", many=True)
]
"""Pairs of (armies, source); a source is a continent's index or a word."""
Number: TypeAlias = Annotated[int, Slot("number")]
"""A number without a noun."""
TerritoryCount: TypeAlias = Annotated[int, Slot("number", unit="territory")]
Flag: TypeAlias = Annotated[bool, Slot("flag")]
"""A truth value that selects a message and can't be a slot in one."""


def slot_of(annotation: Any) -> Slot | None:
    """Return the slot that an annotation declares, or ``None``."""
    if get_origin(annotation) is Annotated:
        return next((note for note in get_args(annotation)[1:] if isinstance(note, Slot)), None)
    options = get_args(annotation)
    if type(None) in options and len(options) == 2:
        inner = slot_of(next(option for option in options if option is not type(None)))
        return None if inner is None else replace(inner, optional=True)
    return None


def declared_slot(annotation: Any, module: str) -> Slot | None:
    """Return the slot of a module's annotation, which may be a string."""
    return _written_slot(annotation, module) if isinstance(annotation, str) else slot_of(annotation)


@cache
def _written_slot(annotation: str, module: str) -> Slot | None:
    """Return the slot of a string annotation; cached because a few are used very often."""
    names = vars(sys.modules[module])
    if annotation in names:  # Most annotations are a single name.
        return slot_of(names[annotation])
    holder = SimpleNamespace(__annotations__={"field": annotation})
    return slot_of(get_type_hints(holder, names, include_extras=True)["field"])


def _cached(function: Callable[[type], _Value]) -> Callable[[type], _Value]:
    """Cache a function of a class; the type of ``functools.cache`` does not accept all classes."""
    return cache(function)


@_cached
def slots_of(kind: type) -> Mapping[str, Slot]:
    """Return the slots of a dataclass by field name, in order.

    Raises:
        TypeError: If a field does not declare its meaning.
    """
    slots: dict[str, Slot] = {}
    for field in fields(kind):
        declared_in = next(
            base for base in kind.__mro__ if field.name in getattr(base, "__annotations__", ())
        )
        slot = declared_slot(field.type, declared_in.__module__)
        if slot is None:
            raise TypeError(
                f"{kind.__name__}.{field.name} declares no slot: annotate it with a type of "
                f"{__name__}, such as Territory"
            )
        slots[field.name] = slot
    return slots


@_cached
def optional_fields(kind: type) -> frozenset[str]:
    """Return the names of the fields with the default ``None``, which older files may lack."""
    return frozenset(field.name for field in fields(kind) if field.default is None)


@_cached
def pointed_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the required fields that hold one territory."""
    optional = optional_fields(kind)
    return tuple(
        name
        for name, slot in slots_of(kind).items()
        if slot.meaning == "territory" and not slot.many and name not in optional
    )


@_cached
def counted_field(kind: type) -> str | None:
    """Return the name of the first field that holds one number, or ``None``."""
    counted = (
        name for name, slot in slots_of(kind).items() if slot.meaning == "number" and not slot.many
    )
    return next(counted, None)


_NAME = re.compile(r"[a-z]+")


class KindRegistry(dict[str, type[_Base]]):
    """Kinds by name, in the order of registration.

    Args:
        base: The base class of the kinds.
        declarations: The class attributes that every kind must have.
        meanings: The meanings that their fields may have; empty for any.
        check: Raises ``TypeError`` for other mistakes in a kind.
    """

    def __init__(
        self,
        base: type[_Base],
        declarations: Collection[str],
        meanings: Collection[str] = (),
        check: Callable[[type[_Base]], None] | None = None,
    ) -> None:
        super().__init__()
        _REGISTRIES[base] = self
        self._declarations = declarations
        self._meanings = meanings
        self._check = check

    def register(self, kind: _Kind) -> _Kind:
        """Register a kind and return it.

        Raises:
            TypeError: If it could not be saved, read or put into words.
        """
        name, title = self.name_of(kind), kind.__name__
        if name in self:
            other = f"{self[name].__module__}.{self[name].__name__}"
            raise TypeError(f"{title} is called {name!r}, and so is {other}: rename it")
        for declaration in self._declarations:
            if not getattr(kind, declaration, None):
                raise TypeError(f"{title} declares no {declaration}")
        for field, slot in slots_of(kind).items():
            if self._meanings and slot.meaning not in self._meanings:
                raise TypeError(f"{title}.{field} may not be a {slot.meaning}")
            if slot.meaning == "choice" and len(slot.words) != 2:
                raise TypeError(f"{title}.{field} needs two words")
        if self._check is not None:
            self._check(kind)
        self[name] = kind
        return kind

    def name_of(self, kind: type[Any]) -> str:
        """Return the name of a kind.

        Raises:
            TypeError: If the name is not allowed in saves.
        """
        name: str = kind.kind
        if not _NAME.fullmatch(name):
            title = kind.__name__
            raise TypeError(f"{title}.kind is {name!r}: it must be one word in small letters")
        return name


_REGISTRIES: dict[type, KindRegistry[Any]] = {}
"""The registries by the base classes of their kinds."""


@dataclass_transform(frozen_default=True)
def declare(kind: _Kind) -> _Kind:
    """Make a class a frozen dataclass with slots, and add it to the registry of its base class.

    The base classes with registries are those of actions, decisions, events, goals and reasons.

    Raises:
        TypeError: If it could not be saved, read or put into words.
    """
    made: Any = dataclass(frozen=True, slots=True)(kind)
    registry = next((_REGISTRIES[base] for base in made.__mro__ if base in _REGISTRIES), None)
    if registry is None:
        raise TypeError(f"{made.__name__} has no base class with a registry")
    declared: _Kind = registry.register(made)
    return declared


def expect_declared(module: str) -> None:
    """Check that all kinds defined in a module have been registered by ``declare``.

    Raises:
        TypeError: If a kind is not registered.
    """
    classes = [value for value in vars(sys.modules[module]).values() if isinstance(value, type)]
    for kind in classes:
        for base, registry in _REGISTRIES.items() if kind.__module__ == module else ():
            if issubclass(kind, base) and kind not in registry.values():
                raise TypeError(f"{kind.__name__} is not registered: put @declare above it")


Message: TypeAlias = str | tuple[str, ...]
"""A template, or several; the first one that fits and has words for all its slots is used."""
Messages: TypeAlias = Message | Mapping[str, Message]
"""One message, or several by their ids; the id "" is the default."""


class HasMessages:
    """A dataclass that declares messages beside its fields."""

    __slots__ = ()

    def conditions(self, reader: int | None) -> Collection[str]:
        """Return the ids of the messages whose conditions are true for the reading seat."""
        slots = slots_of(type(self)).items()
        return [name for name, slot in slots if slot.meaning == "flag" and getattr(self, name)]

    def message(self, messages: Messages, reader: int | None) -> Message:
        """Return the message for a reader: a seat, or ``None`` for a spectator."""
        ids = self.conditions(reader) if isinstance(messages, Mapping) else ()
        return message_of(messages, *ids)


class HasSecrets(HasMessages):
    """A dataclass with fields that only certain seats may know."""

    __slots__ = ()
    secret: ClassVar[Mapping[str, object]] = {}
    """The secret fields, with the values that other seats see."""
    known_to: ClassVar[tuple[str, ...]] = ("seat",)
    """The names of the fields that hold the seats that may know the secret ones."""

    def redacted_for(self, seat: int | None) -> Self:
        """Return a copy as ``seat`` (``None``: a spectator) may know it."""
        if not self.secret:
            return self
        if seat is not None and seat in [getattr(self, name) for name in self.known_to]:
            return self
        return replace(self, **self.secret)  # type: ignore[type-var]


class HasWords(HasMessages):
    """A dataclass with one message, ``words``."""

    __slots__ = ()
    words: ClassVar[Messages] = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank for a slot in a template; ``alone`` for its number without a noun.

    A translation may ask for a ``form`` of a place's name, as in ``{source:from}``.
    """

    slot: str
    alone: bool
    form: str = ""


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """A part of a template that is left out if one of its slots is empty."""

    parts: tuple[str | Blank, ...]


Part: TypeAlias = "str | Blank | OptionalPart"


@cache
def parse_template(template: str) -> tuple[Part, ...]:
    """Return the parts of a template.

    Raises:
        TypeError: If it is malformed.

    >>> parse_template("{seat} gets {#armies}")[1:]
    (' gets ', Blank(slot='armies', alone=True, form=''))
    """
    parts: list[Part] = []
    inner: list[str | Blank] | None = None
    for blank, literal, sign in _TOKEN.findall(template):
        if sign == "[" and inner is None:
            inner = []
        elif sign == "]" and inner is not None:
            parts.append(OptionalPart(tuple(inner)))
            inner = None
        elif sign:
            raise TypeError(f"{template!r} is not a template: unexpected {sign!r}")
        else:
            slot, _colon, form = blank.strip("{#}").partition(":")
            part = literal or Blank(slot, blank.startswith("{#"), form)
            (parts if inner is None else inner).append(part)
    if inner is not None:
        raise TypeError(f"{template!r} is not a template: a bracket is not closed")
    return tuple(parts)


_TOKEN = re.compile(r"(\{#?[a-z][a-z_]*(?::[A-Za-z]+)?\})|([^{}\[\]]+)|([{}\[\]])")


@_cached
def message_slots(kind: type) -> Mapping[str, Slot]:
    """Return the slots of a dataclass for messages: its fields, and the properties with a slot."""
    slots = dict(slots_of(kind))
    for base in reversed(kind.__mro__):
        for name, member in vars(base).items():
            if isinstance(member, property):
                returns = getattr(member.fget, "__annotations__", {}).get("return")
                slot = declared_slot(returns, base.__module__)
                if slot is not None:
                    slots[name] = slot
    return slots


def message_of(messages: Messages, *ids: str) -> Message:
    """Return the first of ``messages`` whose id is among ``ids``, else the default.

    The message is translated into the players' language.
    """
    if isinstance(messages, Mapping):
        messages = messages[next((id for id in messages if id in ids), "")]
    return _(messages) if isinstance(messages, str) else tuple(map(_, messages))


def templates_of(messages: Messages) -> Iterator[str]:
    """Yield all templates of ``messages``."""
    for message in messages.values() if isinstance(messages, Mapping) else (messages,):
        yield from (message,) if isinstance(message, str) else message


def blanks_of(template: str) -> Iterator[Blank]:
    """Yield the blanks of a template.

    Raises:
        TypeError: If it is malformed.
    """
    for part in parse_template(template):
        for inner in part.parts if isinstance(part, OptionalPart) else (part,):
            if isinstance(inner, Blank):
                yield inner


def check_messages(kind: type, messages: Messages, words: Collection[str] = ()) -> None:
    """Check that the messages of a dataclass can be filled in.

    Args:
        words: The names of further blanks, whose text does not come from ``kind``.

    Raises:
        TypeError: If a message is missing, or has a blank that is neither a slot nor in ``words``.
    """
    if (isinstance(messages, Mapping) and "" not in messages) or not all(templates_of(messages)):
        raise TypeError(f"{kind.__name__} has no words: a message is missing or empty")
    slots = message_slots(kind)
    for template in templates_of(messages):
        for blank in blanks_of(template):
            if blank.slot not in words:
                _check_blank(kind, slots.get(blank.slot), blank)


def _check_blank(kind: type, slot: Slot | None, blank: Blank) -> None:
    """Raise ``TypeError`` unless a slot of ``kind`` can fill the blank."""
    if slot is None:
        fields = ", ".join(message_slots(kind)) or "none"
        raise TypeError(f"{kind.__name__} has no slot {blank.slot!r}; there are: {fields}")
    if slot.meaning == "flag":
        raise TypeError(f"{kind.__name__}.{blank.slot} is a flag: it can only select a message")
    if blank.alone and slot.meaning != "number":
        raise TypeError(f"{kind.__name__}.{blank.slot} is not a number")
