"""Actions as plain data, as game files and programs have them: a kind, and fields by name."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeGuard

from risk_tui.engine.actions import ACTIONS
from risk_tui.engine.slots import may_be_left_out, slots_of
from risk_tui.errors import RiskError
from risk_tui.rules.variant_options import load_variants

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.engine.actions import Action
    from risk_tui.engine.slots import Slot

MAX_NUMBER = 100_000
"""No number in an action, or of chance, is as great as this."""


class UnreadableAction(RiskError):
    """Data is not an action; the message goes on after what the data is called."""


def action_fields(action: Action) -> dict[str, object]:
    """The fields of an action by name, as they are saved: without those that are left out."""
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    optional = may_be_left_out(type(action))
    return {name: it for name, it in values.items() if it is not None or name not in optional}


def read_action(kind: str, data: Mapping[str, Any]) -> Action:
    """The action with these fields, hostile or not. Raises ``UnreadableAction``.

    Whether it is legal is for the game to say.
    """
    load_variants()
    action_type = ACTIONS.get(kind)
    if action_type is None:
        raise UnreadableAction("is not a step that this program knows")
    values = {name: as_tuple(value) for name, value in data.items()}
    slots = slots_of(action_type)
    if not slots.keys() - may_be_left_out(action_type) <= values.keys() <= slots.keys():
        raise UnreadableAction(f"is no {kind}: that has the fields {sorted(slots)}")
    for name, value in values.items():
        if not _fits(slots[name], value):
            raise UnreadableAction(f"has {value!r:.60} as the {name} of {kind}")
    return action_type(**values)


def as_tuple(value: Any) -> Any:
    """A list of JSON as the tuple that an action has; anything else as it is."""
    return tuple(value) if isinstance(value, list) else value


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a number from 0 on that is not too great for anything in a game."""
    return type(value) is int and 0 <= value < MAX_NUMBER


def are_whole(value: object) -> bool:
    """Whether a value is a tuple of such numbers."""
    return isinstance(value, tuple) and all(map(is_whole, value))


def _fits(slot: Slot, value: object) -> bool:
    """Whether a field with this meaning may have a value; the rules check what it stands for."""
    if value is None:
        return slot.optional
    if slot.many:
        return are_whole(value)
    return type(value) is bool if slot.meaning == "choice" else is_whole(value)
