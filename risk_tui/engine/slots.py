"""Slots: what the fields of actions, decisions and events mean.

A field is declared by its meaning, as ``territory: Territory``. From that come how it is checked
in a file, read from what is typed, shown on the map and put into words; nobody else has to know
the action, decision or event itself.
"""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Slot:
    """The meaning of a field.

    ``meaning`` says what a value stands for: "territory", "seat", "card", "number" and so on.
    """

    meaning: str
    many: bool = False
    """Whether the field holds a tuple of such values."""
    unit: str = ""
    """What a number counts, in the singular."""
    words: tuple[str, ...] = ()
    """For a choice: the words for no and for yes."""
    by_continent: bool = False
    """Whether a territory stands for its continent, so that the continent's name means it, too."""
    optional: bool = False
    """Whether the field may be ``None``: nothing was chosen, or it is not known to this seat."""


Territory: TypeAlias = Annotated[int, Slot("territory")]
"""An index into ``Board.territories``."""
TerritoryOfContinent: TypeAlias = Annotated[int, Slot("territory", by_continent=True)]
"""A territory by which its continent is chosen."""
Territories: TypeAlias = Annotated[tuple[int, ...], Slot("territory", many=True)]
TerritoryBySeat: TypeAlias = Annotated[tuple[int, ...], Slot("territory by seat", many=True)]
"""A territory for each seat, ``NOWHERE`` for a seat without one."""
Seat: TypeAlias = Annotated[int, Slot("seat")]
"""The number of a seat."""
Seats: TypeAlias = Annotated[tuple[int, ...], Slot("seat", many=True)]
OwnerByTerritory: TypeAlias = Annotated[tuple[int, ...], Slot("seat by territory", many=True)]
"""The seat that holds each territory."""
Armies: TypeAlias = Annotated[int, Slot("number", unit="army")]
ArmyCounts: TypeAlias = Annotated[tuple[int, ...], Slot("number", many=True, unit="army")]
Dice: TypeAlias = Annotated[int, Slot("number", unit="die")]
"""How many dice."""
Face: TypeAlias = Annotated[int, Slot("face")]
"""What a die shows, 1 to 6."""
Faces: TypeAlias = Annotated[tuple[int, ...], Slot("face", many=True)]
Rolls: TypeAlias = Annotated[
    tuple[tuple[tuple[int, int], ...], ...], Slot("seat and face", many=True)
]
"""Rounds of rolls, each a tuple of (seat, face)."""
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
"""Continents held, each with its armies."""
ArmySources: TypeAlias = Annotated[
    tuple[tuple[int, int | str], ...], Slot("armies and source", many=True)
]
"""Armies, each with what they are for: a continent, or a word."""
Number: TypeAlias = Annotated[int, Slot("number")]
"""A number that counts nothing in particular."""
TerritoryCount: TypeAlias = Annotated[int, Slot("number", unit="territory")]
Flag: TypeAlias = Annotated[bool, Slot("flag")]
"""Whether something is so; told by choosing a message, never in words of its own."""


def slot_of(annotation: Any) -> Slot | None:
    """The slot that an annotation declares, ``None`` if it declares none."""
    if get_origin(annotation) is Annotated:
        return next((note for note in get_args(annotation)[1:] if isinstance(note, Slot)), None)
    options = get_args(annotation)
    if type(None) in options and len(options) == 2:
        inner = slot_of(next(option for option in options if option is not type(None)))
        return None if inner is None else replace(inner, optional=True)
    return None


def declared_slot(annotation: Any, module: str) -> Slot | None:
    """The slot that an annotation of a module declares, be it a string or not."""
    return _written_slot(annotation, module) if isinstance(annotation, str) else slot_of(annotation)


@cache
def _written_slot(annotation: str, module: str) -> Slot | None:
    """The slot of an annotation that is a string; few stand in very many places."""
    names = vars(sys.modules[module])
    if annotation in names:  # as most are: a name alone
        return slot_of(names[annotation])
    holder = SimpleNamespace(__annotations__={"field": annotation})
    return slot_of(get_type_hints(holder, names, include_extras=True)["field"])


def slots_of(kind: type) -> Mapping[str, Slot]:
    """The slots of a dataclass by the names of its fields, in their order.

    Raises ``TypeError`` for a field that does not declare what it means.
    """
    if kind not in _SLOTS:
        slots: dict[str, Slot] = {}
        for field in fields(kind):
            declared_in = next(
                base for base in kind.__mro__ if field.name in getattr(base, "__annotations__", ())
            )
            slot = declared_slot(field.type, declared_in.__module__)
            if slot is None:
                raise TypeError(
                    f"{kind.__name__}.{field.name} declares no slot: what does it mean?"
                )
            slots[field.name] = slot
        _SLOTS[kind] = slots
    return _SLOTS[kind]


def may_be_left_out(kind: type) -> frozenset[str]:
    """The names of the fields that need not be given: files from before them do not name them."""
    if kind not in _OPTIONAL:
        optional = [field.name for field in fields(kind) if field.default is None]
        _OPTIONAL[kind] = frozenset(optional)
    return _OPTIONAL[kind]


def aims_of(kind: type) -> tuple[str, ...]:
    """The names of the fields for which one points at a territory: those that must be given."""
    if kind not in _AIMS:
        optional = may_be_left_out(kind)
        _AIMS[kind] = tuple(
            name
            for name, slot in slots_of(kind).items()
            if slot.meaning == "territory" and not slot.many and name not in optional
        )
    return _AIMS[kind]


_OPTIONAL: dict[type, frozenset[str]] = {}
_AIMS: dict[type, tuple[str, ...]] = {}
_COUNTED: dict[type, str | None] = {}
_SLOTS: dict[type, dict[str, Slot]] = {}


def counted_field(kind: type) -> str | None:
    """The name of the first field that counts something."""
    if kind not in _COUNTED:
        counted = (
            name
            for name, slot in slots_of(kind).items()
            if slot.meaning == "number" and not slot.many
        )
        _COUNTED[kind] = next(counted, None)
    return _COUNTED[kind]
