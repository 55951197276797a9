"""Messages: sentences with blanks, declared beside the fields of what they tell.

``{slot}`` is a slot in words (``3 armies``), ``{#slot}`` its number alone (``3``). A part in square
brackets is left out where one of its slots has nothing to say: ``None``, no values, or nothing that
the reader may know. There is nothing else: no attributes, indices or formats.

What slots look like in words is no matter of the engine: ``risk_tui.text.templates`` fills them in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import ClassVar, TypeAlias

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.slots import Slot, declared_slot, slots_of

Message: TypeAlias = str | tuple[str, ...]
"""A template, or several: the first one whose slots all have something to say, and that fits."""
Messages: TypeAlias = Message | Mapping[str, Message]
"""One message, or several by their ids; "" is the one for everything else."""


class HasMessages:
    """A dataclass that declares messages beside its fields."""

    __slots__ = ()

    def conditions(self, reader: int | None) -> Collection[str]:
        """What holds of it for the seat that reads about it, as ids of messages."""
        slots = slots_of(type(self)).items()
        return [name for name, slot in slots if slot.meaning == "flag" and getattr(self, name)]

    def message(self, messages: Messages, reader: int | None) -> Message:
        """The message for that reader."""
        held = self.conditions(reader) if isinstance(messages, Mapping) else ()
        return message_of(messages, *held)


class HasWords(HasMessages):
    """Something that is told by its ``words`` alone."""

    __slots__ = ()
    words: ClassVar[Messages] = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """A place in a template for a slot; ``alone``: for its number without what it counts."""

    slot: str
    alone: bool


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """A part of a template that is left out where one of its slots has nothing to say."""

    parts: tuple[str | Blank, ...]


Part: TypeAlias = "str | Blank | OptionalPart"


@cache
def parse_template(template: str) -> tuple[Part, ...]:
    """The parts of a template. Raises ``TypeError`` where it is malformed.

    >>> parse_template("{seat} gets {#armies}")
    (Blank(slot='seat', alone=False), ' gets ', Blank(slot='armies', alone=True))
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
            raise TypeError(f"{template!r} is no template: {sign!r} stands alone or in between")
        else:
            part = literal or Blank(blank.strip("{#}"), blank.startswith("{#"))
            (parts if inner is None else inner).append(part)
    if inner is not None:
        raise TypeError(f"{template!r} is no template: a bracket is not closed")
    return tuple(parts)


_TOKEN = re.compile(r"(\{#?[a-z][a-z_]*\})|([^{}\[\]]+)|([{}\[\]])")
_BLANK = re.compile(r"\{(#?)([a-z][a-z_]*)\}")
_SIMPLE = r"[^{}\[\]]|\{#?[a-z][a-z_]*\}"
_TEMPLATE = re.compile(rf"(?:{_SIMPLE}|\[(?:{_SIMPLE})*+\])*+")
"""A whole template: most are only looked at when they are declared, and parsed when first used."""


@cache
def tellable_slots(kind: type) -> Mapping[str, Slot]:
    """The slots that messages of a dataclass may use: its fields, and properties with a slot."""
    slots = dict(slots_of(kind))
    for base in reversed(kind.__mro__):
        for name, member in vars(base).items():
            if isinstance(member, property):
                returns = getattr(member.fget, "__annotations__", {}).get("return")
                slot = declared_slot(returns, base.__module__)
                if slot is not None:
                    slots[name] = slot
    return slots


def message_of(messages: Messages, *held: str) -> Message:
    """The first of several messages whose id is among those held, else the one for all."""
    if not isinstance(messages, Mapping):
        return messages
    return messages[next((id for id in messages if id in held), "")]


def templates_of(messages: Messages) -> Iterator[str]:
    """All templates of ``messages``."""
    for message in messages.values() if isinstance(messages, Mapping) else (messages,):
        yield from (message,) if isinstance(message, str) else message


def blanks_of(template: str) -> Iterator[Blank]:
    """The blanks of a template. Raises ``TypeError`` where it is malformed."""
    if not _TEMPLATE.fullmatch(template):
        parse_template(template)  # which says what is wrong
    for sign, slot in _BLANK.findall(template):
        yield Blank(slot, bool(sign))


def check_messages(kind: type, messages: Messages, words: Collection[str] = ()) -> None:
    """Check that the messages of a dataclass can be filled in.

    ``words`` are names of words that do not come from ``kind``. Raises ``TypeError`` where there is
    no message, or where one names something else than a slot that can be told.
    """
    if (isinstance(messages, Mapping) and "" not in messages) or not all(templates_of(messages)):
        raise TypeError(f"{kind.__name__} has no words: a message is missing or empty")
    slots = tellable_slots(kind)
    for template in templates_of(messages):
        for blank in blanks_of(template):
            if blank.slot not in words:
                _check_blank(kind, slots.get(blank.slot), blank)


def _check_blank(kind: type, slot: Slot | None, blank: Blank) -> None:
    if slot is None:
        raise TypeError(f"{kind.__name__} has no slot {blank.slot!r}")
    if slot.meaning == "flag":
        raise TypeError(f"{kind.__name__}.{blank.slot} is told by choosing a message")
    if blank.alone and slot.meaning != "number":
        raise TypeError(f"{kind.__name__}.{blank.slot} is not a number")
