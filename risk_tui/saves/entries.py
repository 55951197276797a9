"""The entries of a saved game, and how each of them is written as one line of JSON.

A game file is a log that only ever grows: taking back a step is an entry of its own.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.engine.actions import (
    UnreadableAction,
    action_fields,
    are_whole,
    as_tuple,
    is_whole,
    read_action,
)
from risk_tui.saves.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.actions import Action
    from risk_tui.engine.records import Outcome


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """A record of the game: who did what, and what chance gave. Replay gives its events again."""

    seat: int
    action: Action
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class PartialRollEntry:
    """A step under way, where dice are rolled by hand: what chance gave it so far.

    Its other dice follow, in more entries of this kind or with the step itself. Without any
    outcome it shows those at other terminals what they roll for.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A seat corrected dice that were rolled by hand: the last step that rolled dice is done again.

    The last ``count`` steps, this one and those of bots after it, are taken back; 0 where it was
    still under way. ``chance`` is all that chance gave it, with the dice as they should be.
    """

    seat: int
    count: int
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """The last ``count`` steps were taken back."""

    count: int


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """Another player takes a seat: ``person`` or the name of a bot."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class DefenceEntry:
    """A seat's standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""

    seat: int
    answer: str


Entry: TypeAlias = (
    ActionEntry | PartialRollEntry | Corrected | UndoEntry | PlayerEntry | DefenceEntry
)


def write_entry(entry: Entry) -> str:
    """An entry as one line of JSON."""
    data: dict[str, Any]
    match entry:
        case ActionEntry(seat, action, chance) | PartialRollEntry(seat, action, chance):
            verb = "do" if isinstance(entry, ActionEntry) else "roll"
            data = {"seat": seat, verb: action.kind, **action_fields(action)}
            if chance:
                data["chance"] = chance
        case Corrected(seat, count, chance):
            data = {"seat": seat, "correct": count, "chance": chance}
        case UndoEntry(count):
            data = {"undo": count}
        case PlayerEntry(seat, player):
            data = {"seat": seat, "player": player}
        case DefenceEntry(seat, answer):
            data = {"seat": seat, "defence": answer}
    return json.dumps(data, separators=(",", ":"))


def count_steps(texts: Iterable[str]) -> int:
    """How many steps entries make, without those taken back; up to the first that is invalid."""
    steps = 0
    with contextlib.suppress(InvalidEntry):
        for entry in map(read_entry, texts):
            steps += isinstance(entry, ActionEntry)
            if isinstance(entry, UndoEntry):
                steps -= entry.count
            if isinstance(entry, Corrected):
                steps -= max(0, entry.count - 1)
    return max(steps, 0)


class InvalidEntry(SaveError):
    """A text is not an entry; the message goes on after the entry's number."""


def read_entry(text: str) -> Entry:
    """The entry that ``write_entry`` wrote. Raises ``InvalidEntry`` for anything else."""
    # In a long game most steps were done before, and most dice thrown: each is read only once.
    before, separator, chance = text.partition(_CHANCE)
    if not separator:
        return _parse_without_chance(text)
    entry = _parse_without_chance(before + "}")
    outcomes = _parse_outcomes(chance)
    if isinstance(entry, ActionEntry | PartialRollEntry):
        return type(entry)(entry.seat, entry.action, outcomes)
    if isinstance(entry, Corrected):
        return Corrected(entry.seat, entry.count, outcomes)
    raise InvalidEntry("is not a step that this program knows")


_CHANCE = ',"chance":'
_DECODER = json.JSONDecoder()


@lru_cache(2048)
def _parse_without_chance(text: str) -> Entry:
    """An entry without what chance gave. Raises ``InvalidEntry``."""
    data = _decode(text)
    if not isinstance(data, dict):
        raise InvalidEntry("is not an entry of a game")
    seat = data.get("seat")
    match data:
        case {"do": str(kind)} if is_whole(seat):
            del data["seat"], data["do"]
            return ActionEntry(seat, _parse_action(kind, data), ())
        case {"roll": str(kind)} if is_whole(seat):
            del data["seat"], data["roll"]
            return PartialRollEntry(seat, _parse_action(kind, data), ())
        case {"correct": count} if len(data) == 2 and is_whole(seat) and is_whole(count):
            return Corrected(seat, count, ())
        case {"undo": count} if len(data) == 1 and is_whole(count) and count:
            return UndoEntry(count)
        case {"player": str(player)} if len(data) == 2 and is_whole(seat):
            return PlayerEntry(seat, player)
        case {"defence": "ask" | "most" | "one" as answer} if len(data) == 2 and is_whole(seat):
            return DefenceEntry(seat, answer)
    raise InvalidEntry("is not an entry that this program knows")


@lru_cache(2048)
def _parse_outcomes(text: str) -> tuple[Outcome, ...]:
    """What chance gave, from its list and the end of the entry. Raises ``InvalidEntry``.

    Whether the outcomes fit the action is checked when it is replayed.
    """
    data = _decode(text[:-1]) if text.endswith("}") else None
    outcomes = tuple(as_tuple(outcome) for outcome in data) if isinstance(data, list) else (None,)
    if not all(type(outcome) is int or are_whole(outcome) for outcome in outcomes):
        raise InvalidEntry("has chance that cannot be")
    return outcomes


def _decode(text: str) -> Any:
    with contextlib.suppress(ValueError, RecursionError):
        data, end = _DECODER.raw_decode(text)
        if end == len(text):
            return data
    raise InvalidEntry("is not an entry of a game")


def _parse_action(kind: str, data: dict[str, Any]) -> Action:
    try:
        return read_action(kind, data)
    except UnreadableAction as error:
        raise InvalidEntry(str(error)) from None
