"""Real dice in words: whose are wanted and for what, and what is typed for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.language.words import count, faces, listed
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.saves.header import Options
    from risk_tui.table.rolling import Rolling
    from risk_tui.table.seats import Seat

WIDTH = 68
"""Columns of a question at most: the dice are typed behind it."""

_TYPED = re.compile(r"[0-9][0-9 ,]*")


def ask_dice(rolling: Rolling, board: Board, seats: Sequence[Seat]) -> str:
    """Which dice are wanted, of whom and what for; as much of it as fits."""
    return next(text for text in _asked(rolling, board, seats) if len(text) <= WIDTH)


def whose_dice(rolling: Rolling, seats: Sequence[Seat]) -> str:
    """Whose dice are wanted, before a line on which they are typed."""
    dice = count(rolling.count, "die")
    if rolling.kind == "first":
        return f"Their {dice}"
    seat = seats[rolling.seats[0]]
    return f"{seat.name}, your {dice}" if seat.player == PERSON else f"{seat.name}'s {dice}"


def await_dice(rolling: Rolling, board: Board, seats: Sequence[Seat]) -> str:
    """What is waited for while dice are rolled at another terminal."""
    return f"{ask_dice(rolling, board, seats)} …"


def read_dice(line: str) -> tuple[int, ...] | None:
    """The digits of a line with nothing but digits, spaces and commas; ``None`` for another."""
    text = line.strip()
    if not _TYPED.fullmatch(text):
        return None
    return tuple(int(mark) for mark in text if mark not in " ,")


def agreed(options: Options) -> str:
    """What a table agreed on that is not usual; empty if nothing is."""
    dice = ["the dice are rolled on the table and typed in"] if options.real_dice else []
    advice = [] if options.advice else ["no odds are shown"]
    text = "; ".join(dice + advice)
    return text[:1].upper() + text[1:]


def _asked(rolling: Rolling, board: Board, seats: Sequence[Seat]) -> Iterator[str]:
    """The question, ever shorter."""
    names = [seats[seat].name for seat in rolling.seats]
    dice, battle = count(rolling.count, "die"), rolling.battle
    if battle is None:
        if rolling.begun:
            yield f"{listed(names)} tie: again a die each"
        yield f"Who begins? A die each for {listed(names)}"
        yield f"Who begins? A die each for {count(len(names), 'player')}"
        return
    source, target = (board.territories[at] for at in (battle.source, battle.target))
    attack, name = faces(battle.attack), names[0]
    match rolling.kind:
        case "attack":
            yield f"{name} attacks {target.name} from {source.name} with {dice}"
            yield f"{name} attacks {target.name} with {dice}"
        case "defence":
            yield f"{name} defends {target.name} against {attack} with {dice}"
            yield f"{name} defends {target.code} against {attack} with {dice}"
        case "again":
            yield f"{name} rolls a die again, {attack} v {faces(battle.defence)}"
