"""What happened, in lines for a narrow log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine import facts
from risk_tui.language.words import count, faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.facts import Fact
    from risk_tui.table.seats import Seat


WIDTH = 40
"""The columns of a line, where players' names are as wide as they may be."""


def short(fact: Fact, seats: Sequence[Seat], board: Board) -> str:
    """A fact in lines of 40 columns or less, mostly one; territories by their codes."""
    swords, arrow, minus, star = "⚔", "→", "−", "★"

    def code(territory: int) -> str:
        return board.territories[territory].code

    def name(seat: int) -> str:
        return seats[seat].name

    def fight(seat: int, source: int, target: int) -> str:
        return f"{name(seat)} {swords} {code(source)}{arrow}{code(target)}"

    match fact:
        case facts.FirstRolled(_, seat):
            return f"{name(seat)} goes first"
        case facts.Dealt():
            return "Territories dealt"
        case facts.AlliesPlaced(seat, territories):
            return f"{name(seat)}: {count(len(territories), 'territory')}"
        case facts.CitiesPlaced(territories):
            return f"{count(len(territories), 'city')} on the board"
        case facts.MissionsDealt(seat, number):
            return f"{name(seat)} gets {count(number, 'mission')}"
        case facts.MissionsLeft(missions):
            return f"{count(len(missions), 'mission')} left over"
        case facts.MissionsShown(seat, missions):
            return f"{name(seat)} shows {count(len(missions), 'mission')}"
        case facts.CapitalChosen(seat):
            return f"{name(seat)} has a capital"
        case facts.CapitalsShown(capitals):
            chosen = [f"{name(n)} {code(at)}" for n, at in enumerate(capitals) if at >= 0]
            return _wrapped("Capitals:", chosen)
        case facts.Declared(seat, attack):
            return f"{name(seat)} {'attacks' if attack else 'reinforces'}"
        case facts.Claimed(seat, territory):
            return f"{name(seat)} claims {code(territory)}"
        case facts.Placed(seat, territory, armies):
            return f"{name(seat)} +{armies} {code(territory)}"
        case facts.TurnBegan(seat, round_):
            return f"· Round {round_}: {name(seat)}"
        case facts.IncomeReceived(seat):
            return f"{name(seat)} gets {count(fact.total, 'army')}"
        case facts.AlliesReceived(seat, _, armies):
            return f"{name(seat)} gets {count(armies, 'army')}"
        case facts.ArmiesLost(seat, armies):
            return f"{name(seat)}: no room for {armies}"
        case facts.SetTraded(seat, _, armies):
            return f"{name(seat)} trades: {count(armies, 'army')}"
        case facts.BattleDeclared(seat, source, target, dice):
            return f"{fight(seat, source, target)} {count(dice, 'die')}"
        case facts.DiceRolled(seat, source, target, attack, defence):
            against = f" v {faces(defence, '')}" if defence else ""
            return f"{fight(seat, source, target)} {faces(attack, '')}{against}"
        case facts.DieRerolled(seat, _, before, after):
            return f"{name(seat)} rerolls {before}: {after}"
        case facts.DieCommanded(seat, before):
            return f"{name(seat)} commands {before} to 6"
        case facts.BattleFought(seat, _, source, target, attack, defence, lost, won):
            cast = f"{faces(attack, '')} v {faces(defence, '')}"
            return f"{fight(seat, source, target)} {cast}  {minus}{lost} {minus}{won}"
        case facts.Conquered(seat, territory):
            return f"{name(seat)} takes {code(territory)}"
        case facts.Moved(seat, source, target, armies):
            return f"{name(seat)} {code(source)}{arrow}{code(target)} {armies}"
        case facts.CapitalTaken(seat, victim, territory) if seat == victim:
            return f"{name(seat)} wins back a capital: {code(territory)}"
        case facts.CapitalTaken(seat, _, territory):
            return f"{name(seat)} takes a capital: {code(territory)}"
        case facts.LandsHandedOver(seat, _, territories):
            return f"{name(seat)} gets {count(len(territories), 'territory')}"
        case facts.SeatEliminated(seat, by):
            return f"{name(by)} beats {name(seat)}"
        case facts.CardsTaken(seat, _, number):
            return f"{name(seat)} takes {count(number, 'card')}"
        case facts.CardsDiscarded(seat, number):
            return f"{name(seat)} discards {number}"
        case facts.DeckReshuffled(number):
            return f"New deck: {count(number, 'card')}"
        case facts.CardDrawn(_, int(card)):
            shown = board.deck[card]
            where = f"{code(shown.territory)} " if shown.territory is not None else ""
            return f"You draw {where}{shown.symbol}"
        case facts.CardDrawn(seat):
            return f"{name(seat)} draws a card"
        case facts.SeatResigned(seat):
            return f"{name(seat)} resigns"
        case facts.ObjectiveTaken(seat, _, total, needed):
            return f"{name(seat)} reached goal {total} of {needed}"
        case facts.VictoryAnnounced(seat):
            return f"{name(seat)} announces victory"
        case facts.VictoryDenied(seat):
            return f"{name(seat)} could not hold it"
        case facts.GameWon(winners):
            verb = "wins" if len(winners) == 1 else "share it"
            names = " ".join(name(seat) for seat in winners)
            return f"{star} {names} {verb}" if len(names) <= 30 else f"{star} {len(winners)} {verb}"
    raise LookupError(f"there is no line for {fact}")


def _wrapped(head: str, parts: Sequence[str]) -> str:
    """Parts in a row after a heading, over as many lines as they take."""
    lines = [head]
    for number, part in enumerate(parts, 1):
        text = part if number == len(parts) else f"{part},"
        if len(lines[-1]) + 1 + len(text) > WIDTH:
            lines.append("")
        lines[-1] += f" {text}"
    return "\n".join(lines)
