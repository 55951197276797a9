"""Tables with real dice and an attack about to start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from risk_tui.engine import chance
from risk_tui.engine.actions import Attack
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToAttack
from risk_tui.saves.header import TableOptions
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from tests.inside import deal_with
from tests.table import tables

REAL = TableOptions(real_dice=True)


def new_table(path: Path, players: str = "Ann,Ben", rules: str = "uk-old") -> Table:
    table = tables.new_table(path, players, rules, seed=None, options=REAL)
    deal_with(table, seeded_chance("7"))  # For the deal and cards.
    return table


def rolled(table: Table, dice: Random) -> list[tuple[int, ...]]:
    """Roll all dice that a step waits for, and return their faces."""
    found = []
    while (rolling := table.dice.request) is not None:
        found.append(tuple(dice.randint(1, 6) for _ in range(rolling.count)))
        table.dice.roll(found[-1])
    return found


def attacking(path: Path, players: str = "Ann,Ben", rules: str = "uk-old") -> Table:
    """A table at which a person is about to attack; bots brought it there."""
    path.write_bytes(_attacking(players, rules))
    table = Table.open(path)
    deal_with(table, seeded_chance("8"))
    return table


@cache
def _attacking(players: str, rules: str) -> bytes:
    """Return the file of such a table, which is always played with the same dice."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "SystemRandom", lambda: Random("attacking"))
        table = new_table(Path(folder) / "a.risk", players, rules)
        people = [number for number, seat in enumerate(table.seats) if seat.is_person]
        for seat in people:
            table.set_player(seat, "toni")
        dice = Random(3)
        while not (isinstance(table.decision, ToAttack) and table.decision.seat in people):
            table.automation.step()
            rolled(table, dice)
        for seat in people:
            table.set_player(seat, PERSON)
        table.close()
        return table.path.read_bytes()


def an_attack(table: Table, *, alone: bool, dice: int = 3) -> Attack:
    """Return an attack on an army that is ``alone``, so that its owner has no choice of dice."""
    view = table.view(attacker(table))
    return next(
        Attack(offer.action.source, offer.action.target, dice)
        for offer in view.offers
        if isinstance(offer.action, Attack)
        and offer.maximum >= dice
        and (view.armies[offer.action.target] == 1) == alone
    )


def attacker(table: Table) -> int:
    return tables.due(table).seat


@dataclass
class Fight:
    """An attack of ``seat`` at one terminal on ``other`` at another."""

    mine: Table
    theirs: Table
    seat: int
    other: int
    action: Attack

    def close(self) -> None:
        self.mine.close()
        self.theirs.close()


def fight(path: Path, *, alone: bool = False) -> Fight:
    """Return a fight of a person. With ``alone`` the defender has no choice of dice."""
    mine = attacking(path, "Ann,Ben,Cid", "us-1993")
    seat = attacker(mine)
    view = mine.view(seat)
    action = next(
        Attack(offer.action.source, offer.action.target, offer.maximum)
        for offer in view.offers
        if isinstance(offer.action, Attack)
        and offer.maximum > 1
        and (view.armies[offer.action.target] == 1) == alone
        and mine.seats[view.owner[offer.action.target]].is_person
    )
    other = view.owner[action.target]
    mine.leave_seat(other)
    return Fight(mine, Table.join(path, mine.seats[other].name), seat, other, action)
