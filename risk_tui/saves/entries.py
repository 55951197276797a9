"""The entries of a saved game, each of which is one line of JSON.

A game file is a log that only grows: an undo is an entry of its own.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from risk_tui.data.language import _
from risk_tui.engine.actions import (
    Action,
    UnreadableAction,
    action_fields,
    are_whole,
    as_tuple,
    is_whole,
    read_action,
)
from risk_tui.engine.records import Outcome
from risk_tui.saves.errors import SaveError


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """A step: an action of a seat and its chance. Replaying it gives its events."""

    seat: int
    action: Action
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class PartialRollEntry:
    """The dice so far of a step whose dice are rolled by hand.

    Its other dice follow, in more entries of this kind or with the step itself. An entry without
    dice shows players at other terminals the step that they roll for.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class CorrectionEntry:
    """A correction of dice that were rolled by hand: the last step with dice is repeated.

    The last ``count`` steps, which are that step and those of bots after it, are undone; ``count``
    is 0 if the step is not complete. ``chance`` is all chance of the step, with the correct dice.
    """

    seat: int
    count: int
    chance: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """The last ``count`` steps were undone."""

    count: int


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """Another player takes a seat; for ``player`` see ``SeatSetup``."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class DefenceEntry:
    """A seat's standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""

    seat: int
    answer: str


Entry: TypeAlias = (
    ActionEntry | PartialRollEntry | CorrectionEntry | UndoEntry | PlayerEntry | DefenceEntry
)


def write_entry(entry: Entry) -> str:
    """Return an entry as one line of JSON."""
    data: dict[str, Any]
    match entry:
        case ActionEntry(seat, action, chance) | PartialRollEntry(seat, action, chance):
            verb = "do" if isinstance(entry, ActionEntry) else "roll"
            data = {"seat": seat, verb: action.kind, **action_fields(action)}
            if chance:
                data["chance"] = chance
        case CorrectionEntry(seat, count, chance):
            data = {"seat": seat, "correct": count, "chance": chance}
        case UndoEntry(count):
            data = {"undo": count}
        case PlayerEntry(seat, player):
            data = {"seat": seat, "player": player}
        case DefenceEntry(seat, answer):
            data = {"seat": seat, "defence": answer}
    return json.dumps(data, separators=(",", ":"))


def count_steps(texts: Iterable[str]) -> int:
    """Count the steps of entries up to the first invalid one, without undone steps.

    Only a replay knows whether a correction completed its step. The count is one too high for each
    complete step whose correction needed more dice, and one too low for each incomplete step whose
    correction needed no more.
    """
    steps = 0
    with contextlib.suppress(InvalidEntry):
        for entry in map(read_entry, texts):
            steps += isinstance(entry, ActionEntry)
            if isinstance(entry, UndoEntry):
                steps -= entry.count
            if isinstance(entry, CorrectionEntry):
                steps -= max(0, entry.count - 1)
    return max(steps, 0)


class InvalidEntry(SaveError):
    """A text is not an entry; the message continues a sentence after the entry's number."""


def read_entry(text: str) -> Entry:
    """Read an entry that ``write_entry`` wrote.

    Raises:
        InvalidEntry: If the text does not mean an entry.
    """
    # Most steps and dice of a long game occur several times: each is parsed once.
    before, separator, chance = text.partition(_CHANCE)
    if not separator:
        return _parse_without_chance(text)
    entry = _parse_without_chance(before + "}")
    outcomes = _parse_outcomes(chance)
    if isinstance(entry, ActionEntry | PartialRollEntry):
        return type(entry)(entry.seat, entry.action, outcomes)
    if isinstance(entry, CorrectionEntry):
        return CorrectionEntry(entry.seat, entry.count, outcomes)
    raise InvalidEntry(_("has dice or cards, but is not a step"))


_CHANCE = ',"chance":'
_DECODER = json.JSONDecoder()


@lru_cache(2048)
def _parse_without_chance(text: str) -> Entry:
    """Parse an entry without its chance, or raise ``InvalidEntry``."""
    data = _decode(text)
    if not isinstance(data, dict):
        raise InvalidEntry(_("is not an entry of a game"))
    seat = data.get("seat")
    match data:
        case {"do": str(kind)} if is_whole(seat):
            del data["seat"], data["do"]
            return ActionEntry(seat, _parse_action(kind, data), ())
        case {"roll": str(kind)} if is_whole(seat):
            del data["seat"], data["roll"]
            return PartialRollEntry(seat, _parse_action(kind, data), ())
        case {"correct": count} if len(data) == 2 and is_whole(seat) and is_whole(count):
            return CorrectionEntry(seat, count, ())
        case {"undo": count} if len(data) == 1 and is_whole(count) and count:
            return UndoEntry(count)
        case {"player": str(player)} if len(data) == 2 and is_whole(seat):
            return PlayerEntry(seat, player)
        case {"defence": "ask" | "most" | "one" as answer} if len(data) == 2 and is_whole(seat):
            return DefenceEntry(seat, answer)
    raise InvalidEntry(_("is not an entry that this program knows"))


@lru_cache(2048)
def _parse_outcomes(text: str) -> tuple[Outcome, ...]:
    """Parse the chance at the end of an entry, or raise ``InvalidEntry``.

    The replay checks that the outcomes fit the action.
    """
    data = _decode(text[:-1]) if text.endswith("}") else None
    outcomes = tuple(as_tuple(outcome) for outcome in data) if isinstance(data, list) else (None,)
    if not all(type(outcome) is int or are_whole(outcome) for outcome in outcomes):
        raise InvalidEntry(_("has impossible dice or cards"))
    return outcomes


def _decode(text: str) -> Any:
    with contextlib.suppress(ValueError, RecursionError):
        data, end = _DECODER.raw_decode(text)
        if end == len(text):
            return data
    raise InvalidEntry(_("is not an entry of a game"))


def _parse_action(kind: str, data: dict[str, Any]) -> Action:
    try:
        return read_action(kind, data)
    except UnreadableAction as error:
        raise InvalidEntry(str(error)) from None
