"""Tables for tests, and the first steps at them."""

from __future__ import annotations

from pathlib import Path

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Attack, Claim, Reinforce
from risk_tui.engine.decisions import Decision, ToAttack, ToPlace
from risk_tui.rules.library import load_board
from risk_tui.saves.header import DEFAULT_OPTIONS, TableOptions
from risk_tui.table.orders import PlaceRemaining
from risk_tui.table.table import Table
from tests.new_games import create_table

BOARD = load_board("classic")


def new_table(
    path: Path,
    players: str = "Ann,Ben",
    rules: str = "us-1980",
    seed: str | None = "7",
    options: TableOptions = DEFAULT_OPTIONS,
) -> Table:
    """Create a table for players given as on the command line, in which ``bot`` is ``toni``."""
    return create_table(players, rules, seed=seed, path=path, options=options)


def make_game(path: Path, players: str, *, seed: str = "7") -> Path:
    """Make the file of a game after its opening roll, open at no terminal."""
    begun(new_table(path, players, "us-1993", seed)).close()
    return path


def due(table: Table) -> Decision:
    """Return the pending decision of a game that is not over."""
    assert table.decision is not None
    return table.decision


def act(table: Table) -> None:
    """Do the first thing that is offered to the player who decides."""
    seat = due(table).seat
    table.submit(seat, table.view(seat).offers[0].action)


def begun(table: Table) -> Table:
    """Return the table after its opening roll."""
    table.automation.step()
    return table


def claimed(table: Table) -> Table:
    """Return the table after its opening roll and all claims, made in board order."""
    begun(table)
    for territory in range(len(table.board.territories)):
        table.submit(due(table).seat, Claim(territory))
    return table


def in_attack(table: Table) -> Table:
    """Return the table before its first attack, with all income on one front."""
    claimed(table)
    for seat in range(len(table.seats)):
        table.automation.give_order(PlaceRemaining(seat))
        table.seating.set_defence(seat, "most")
    while isinstance(table.decision, ToPlace):
        table.automation.step()
    seat = due(table).seat
    view = table.view(seat)
    front = next(
        place
        for place in view.territories_of(seat)
        if any(view.owner[other] != seat for other in view.board.neighbours[place])
    )
    table.submit(seat, Reinforce(front, view.armies_to_place))
    assert isinstance(table.decision, ToAttack)
    return table


def strongest_attack(table: Table) -> Attack:
    """Return the attack from the source with most armies, with all dice."""
    view = table.view(due(table).seat)
    offers = [offer for offer in view.offers if isinstance(offer.action, Attack)]
    best = max(offers, key=lambda offer: view.armies[offer.action.source])
    action = best.with_number(best.maximum or 1)
    assert isinstance(action, Attack)
    return action


def attack_with_a_choice(table: Table, seat: int) -> Attack:
    """Return an attack on a territory whose defender may roll one die or two."""
    view = table.view(seat)
    return next(
        offer.action
        for offer in view.offers
        if isinstance(offer.action, Attack) and view.armies[offer.action.target] > 1
    )


def free_land(table: Table) -> Claim:
    """Return the claim of the first free territory."""
    return Claim(table.view(None).owner.index(NO_SEAT))
