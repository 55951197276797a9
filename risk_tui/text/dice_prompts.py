"""Prompts for real dice: who has to roll, how many and for what, and how an answer is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.table.seats import PERSON
from risk_tui.text.phrases import faces, join_and, pluralize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.table.dice_steps import DiceRequest
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table

WIDTH = 68
"""The maximum number of columns of a prompt: the dice are typed behind it."""

_DICE_LINE = re.compile(r"[0-9][0-9 ,]*")


def dice_prompt(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> str:
    """The prompt for real dice: who has to roll which and for what, in as much detail as fits."""
    return next(text for text in _prompt_texts(request, board, seats) if len(text) <= WIDTH)


def whose_dice(request: DiceRequest, seats: Sequence[Seat]) -> str:
    """The label of the line on which dice are typed: whose dice and how many."""
    dice = pluralize(request.count, "die")
    if request.kind == "first":
        return f"Their {dice}"
    seat = seats[request.seats[0]]
    return f"{seat.name}, your {dice}" if seat.player == PERSON else f"{seat.name}'s {dice}"


def waiting_for_dice(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> str:
    """The message shown while dice are rolled at another terminal."""
    return f"{dice_prompt(request, board, seats)} …"


def parse_dice(line: str) -> tuple[int, ...] | None:
    """The digits of a line that has only digits, spaces and commas; ``None`` for any other line."""
    text = line.strip()
    if not _DICE_LINE.fullmatch(text):
        return None
    return tuple(int(char) for char in text if char not in " ,")


def describe_options(table: Table) -> str:
    """The unusual options of a table, which everybody who joins has to know; empty if none."""
    seed = "the dice come from a seed: whoever knows it knows all of them in advance"
    real = "the dice are rolled on the table and typed in"
    dice = [seed] if table.seeded else [real] if table.options.real_dice else []
    advice = [] if table.options.advice else ["no odds are shown"]
    text = "; ".join(dice + advice)
    return text[:1].upper() + text[1:]


def _prompt_texts(request: DiceRequest, board: Board, seats: Sequence[Seat]) -> Iterator[str]:
    """The prompt in several lengths, the longest first."""
    names = [seats[seat].name for seat in request.seats]
    dice, battle = pluralize(request.count, "die"), request.battle
    if battle is None:
        if request.is_begun:
            yield f"{join_and(names)} tie: one die each again"
        yield f"Who goes first? One die each for {join_and(names)}"
        yield f"Who goes first? One die each for {pluralize(len(names), 'player')}"
        return
    target = board.territories[battle.target]
    attack, name = faces(battle.attack), names[0]
    if request.was:
        attack += f" (not {faces(sorted(request.was, reverse=True))})"
    match request.kind:
        case "attack":
            if battle.source is not None:
                source = board.territories[battle.source].name
                yield f"{name} attacks {target.name} from {source} with {dice}"
            yield f"{name} attacks {target.name} with {dice}"
        case "defence":
            yield f"{name} defends {target.name} against {attack} with {dice}"
            yield f"{name} defends {target.code} against {attack} with {dice}"
        case "again":
            yield f"{name} rolls a die again, {attack} v {faces(battle.defence)}"
