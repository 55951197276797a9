"""What a saved game is made of, and how each entry is written as one line of JSON.

A game file is a log that only ever grows: taking back a step is an entry of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, get_type_hints

from risk_tui.engine.actions import ACTIONS, Action, action_fields
from risk_tui.saves.errors import SaveError

if TYPE_CHECKING:
    from risk_tui.engine.records import Outcome

MAX_ENTRY = 20_000
"""Characters that one entry may have; a longer one is not from this program."""


@dataclass(frozen=True, slots=True)
class Step:
    """A record of the game: who did what, and what chance gave. Its facts follow by replay."""

    seat: int
    action: Action
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last ``count`` steps were taken back."""

    count: int


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """Another player sits on a seat now: ``person`` or the name of a bot."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class DefenceChanged:
    """A seat's standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""

    seat: int
    answer: str


Entry: TypeAlias = Step | TakenBack | PlayerChanged | DefenceChanged


def write_entry(entry: Entry) -> str:
    """An entry as one line of JSON."""
    data: dict[str, Any]
    match entry:
        case Step(seat, action, chance):
            data = {"seat": seat, "do": action.kind, **action_fields(action)}
            if chance:
                data["chance"] = chance
        case TakenBack(count):
            data = {"undo": count}
        case PlayerChanged(seat, player):
            data = {"seat": seat, "player": player}
        case DefenceChanged(seat, answer):
            data = {"seat": seat, "defence": answer}
    return json.dumps(data, separators=(",", ":"))


def read_entry(text: object, where: str) -> Entry:
    """The entry that ``write_entry`` wrote. Raises ``SaveError`` for anything else."""
    if not isinstance(text, str) or len(text) > MAX_ENTRY:
        raise SaveError(f"{where} is not an entry of a game")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError(f"{where} is not an entry of a game") from None
    if not isinstance(data, dict):
        raise SaveError(f"{where} is not an entry of a game")
    if "do" in data:
        return _read_step(data, where)
    seat = data.get("seat")
    match data:
        case {"undo": count} if len(data) == 1 and _whole(count) and count:
            return TakenBack(count)
        case {"player": str(player)} if len(data) == 2 and _whole(seat):
            return PlayerChanged(seat, player)
        case {"defence": "ask" | "most" | "one" as answer} if len(data) == 2 and _whole(seat):
            return DefenceChanged(seat, answer)
    raise SaveError(f"{where} is not an entry that this program knows")


def _read_step(data: dict[str, Any], where: str) -> Step:
    seat, kind, chance = data.pop("seat", None), data.pop("do"), data.pop("chance", [])
    action_type = ACTIONS.get(kind) if isinstance(kind, str) else None
    if not _whole(seat) or action_type is None or not isinstance(chance, list):
        raise SaveError(f"{where} is not a step that this program knows")
    values = {name: tuple(each) if isinstance(each, list) else each for name, each in data.items()}
    _check_fields(action_type, values, where)
    outcomes = tuple(tuple(each) if isinstance(each, list) else each for each in chance)
    return Step(seat, action_type(**values), outcomes)


def _check_fields(action_type: type[Action], values: dict[str, Any], where: str) -> None:
    names = {field.name for field in fields(action_type)}
    if names != set(values):
        raise SaveError(f"{where}: {action_type.kind} has the fields {sorted(names)}")
    for name, wanted in get_type_hints(action_type).items():
        if name not in names:
            continue
        value = values[name]
        if wanted is int:
            good = _whole(value)
        elif wanted is bool:
            good = type(value) is bool
        elif wanted == tuple[int, ...]:
            good = isinstance(value, tuple) and all(_whole(each) for each in value)
        else:
            good = value is None or _whole(value)
        if not good:
            raise SaveError(f"{where}: {value!r} cannot be the {name} of {action_type.kind}")


def _whole(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < 100_000
