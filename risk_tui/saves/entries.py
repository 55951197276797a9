"""What a saved game is made of, and how each entry is written as one line of JSON.

A game file is a log that only ever grows: taking back a step is an entry of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, get_type_hints

from risk_tui.engine.actions import ACTIONS, Action, action_fields
from risk_tui.saves.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable

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
class Rolled:
    """A step under way, where dice are rolled by hand: what chance gave it so far.

    Its other dice follow, in more entries of this kind or with the step itself. Without any
    outcome it tells those at other terminals what they roll for.
    """

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


Entry: TypeAlias = Step | Rolled | TakenBack | PlayerChanged | DefenceChanged


def write_entry(entry: Entry) -> str:
    """An entry as one line of JSON."""
    data: dict[str, Any]
    match entry:
        case Step(seat, action, chance) | Rolled(seat, action, chance):
            verb = "do" if isinstance(entry, Step) else "roll"
            data = {"seat": seat, verb: action.kind, **action_fields(action)}
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
    try:
        if isinstance(text, str):
            return parse_entry(text)
    except NotAnEntry as error:
        raise SaveError(f"{where} {error}") from None
    raise SaveError(f"{where} is no text")


class NotAnEntry(Exception):
    """A text is not an entry; the message goes on after the entry's number."""


def parse_entry(text: str) -> Entry:
    """The entry that ``write_entry`` wrote. Raises ``NotAnEntry`` for anything else."""
    if len(text) > MAX_ENTRY:
        raise NotAnEntry("is too long for an entry of a game")
    # In a long game most steps were done before, and most dice thrown: each is read only once.
    before, told, chance = text.partition(_CHANCE)
    if not told:
        return _entry(text)
    step = _entry(before + "}")
    if not isinstance(step, Step | Rolled):
        raise NotAnEntry("is not a step that this program knows")
    return type(step)(step.seat, step.action, _outcomes(chance))


_CHANCE = ',"chance":'
_DECODER = json.JSONDecoder()


@lru_cache(2048)
def _entry(text: str) -> Entry:
    """An entry without what chance gave. Raises ``NotAnEntry``."""
    data = _decoded(text)
    if not isinstance(data, dict):
        raise NotAnEntry("is not an entry of a game")
    seat = data.get("seat")
    match data:
        case {"do": str(kind)} if _whole(seat):
            del data["seat"], data["do"]
            return Step(seat, _action(kind, data), ())
        case {"roll": str(kind)} if _whole(seat):
            del data["seat"], data["roll"]
            return Rolled(seat, _action(kind, data), ())
        case {"undo": count} if len(data) == 1 and _whole(count) and count:
            return TakenBack(count)
        case {"player": str(player)} if len(data) == 2 and _whole(seat):
            return PlayerChanged(seat, player)
        case {"defence": "ask" | "most" | "one" as answer} if len(data) == 2 and _whole(seat):
            return DefenceChanged(seat, answer)
    raise NotAnEntry("is not an entry that this program knows")


@lru_cache(2048)
def _outcomes(text: str) -> tuple[Outcome, ...]:
    """What chance gave: a list, and the end of the entry. Raises ``NotAnEntry``.

    Whether it answers the questions that were asked, chance decides.
    """
    told = _decoded(text[:-1]) if text.endswith("}") else None
    outcomes = tuple(_tuple(each) for each in told) if isinstance(told, list) else (None,)
    if not all(type(each) is int or _wholes(each) for each in outcomes):
        raise NotAnEntry("tells of chance what cannot be")
    return outcomes


def _decoded(text: str) -> Any:
    try:
        data, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        raise NotAnEntry("is not an entry of a game") from None
    if end != len(text):
        raise NotAnEntry("is not an entry of a game")
    return data


def _action(kind: str, told: dict[str, Any]) -> Action:
    action_type = ACTIONS.get(kind)
    if action_type is None:
        raise NotAnEntry("is not a step that this program knows")
    values = {name: _tuple(each) for name, each in told.items()}
    tests = _tests(kind)
    if tests.keys() != values.keys():
        raise NotAnEntry(f"is no {kind}: that has the fields {sorted(tests)}")
    for name, value in values.items():
        if not tests[name](value):
            raise NotAnEntry(f"has {value!r:.60} as the {name} of {kind}")
    return action_type(**values)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@cache
def _tests(kind: str) -> dict[str, Callable[[object], bool]]:
    """What the value of each field of an action must pass."""
    action_type = ACTIONS[kind]
    hints = get_type_hints(action_type)
    return {field.name: _TESTS.get(hints[field.name], _whole) for field in fields(action_type)}


def _whole(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < 100_000


def _wholes(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_whole, value))


_TESTS: dict[object, Callable[[object], bool]] = {
    bool: lambda value: type(value) is bool,
    tuple[int, ...]: _wholes,
    int | None: lambda value: value is None or _whole(value),
}
