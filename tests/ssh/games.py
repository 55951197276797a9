"""A game before a long blitz: it is Ann's turn, beside a large army of Ben."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Claim, Place, Reinforce
from risk_tui.engine.decisions import ToClaim, ToPlace, ToReinforce
from risk_tui.table.table import Table
from risk_tui.text.words import describe_mission
from tests.new_games import create_table

PLAYERS = ("Ann", "Ben", "Cleo")
ANN, BEN = 0, 1


class Eve(NamedTuple):
    """The bytes of the game, the command for the blitz, and the missions of the players."""

    content: bytes
    blitz: str
    missions: tuple[str, ...]


def eve_of_a_blitz(path: Path) -> Eve:
    """Play a game up to Ann's first attack, in a file that is removed."""
    for seed in range(100):
        table = create_table(",".join(PLAYERS), "us-1993-mission", seed=str(seed), path=path)
        while table.automation.pending() is not None:
            table.automation.step()
        missions = {table.view(seat).missions for seat in range(len(PLAYERS))}
        if table.view(None).first == ANN and len(missions) == len(PLAYERS):
            break
        table.close()
        path.unlink()
    for seat in range(len(PLAYERS)):
        table.seating.set_defence(seat, "most")
    while (decision := table.decision) is not None and decision.kind != "attack":
        view = table.view(None)
        if isinstance(decision, ToClaim):
            table.submit(decision.seat, Claim(view.owner.index(NO_SEAT)))
            continue
        source, target = _front(table)
        if isinstance(decision, ToPlace):
            at = {ANN: source, BEN: target}.get(decision.seat)
            at = view.territories_of(decision.seat)[0] if at is None else at
            table.submit(decision.seat, Place(at))
        elif isinstance(decision, ToReinforce):
            table.submit(decision.seat, Reinforce(source, decision.armies))
        else:
            raise AssertionError(decision)
    names = [table.board.territories[place].code for place in (source, target)]
    missions = tuple(
        describe_mission(table.view(seat), table.view(seat).missions[0], table.seats, seat)
        for seat in range(len(PLAYERS))
    )
    table.close()
    content = path.read_bytes()
    path.unlink()
    return Eve(content, f":blitz {' '.join(names)}", missions)


def _front(table: Table) -> tuple[int, int]:
    """Return a territory of Ann with a neighbour of Ben."""
    owner, neighbours = table.view(None).owner, table.board.neighbours
    return next(
        (source, target)
        for source in range(len(owner))
        for target in neighbours[source]
        if (owner[source], owner[target]) == (ANN, BEN)
    )
