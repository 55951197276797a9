"""What happened, and what is asked, in English.

Sentences say what a fact holds and no more: facts are reduced to what a seat may know before
they come here. Players' names are data; whoever shows a sentence shows it literally.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine import decisions as due
from risk_tui.engine import records as facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Fact, Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def tell_record(record: Record, seats: Sequence[Seat], board: Board) -> list[str]:
    """What came of one step, a sentence for each fact."""
    return [tell(fact, seats, board) for fact in record.facts]


def tell(fact: Fact, seats: Sequence[Seat], board: Board) -> str:
    """A fact as a sentence."""

    def place(territory: int) -> str:
        return board.territories[territory].name

    def name(seat: int) -> str:
        return seats[seat].name

    match fact:
        case facts.FirstRolled(rolls, seat):
            rounds = "; again ".join(_rolls(each, seats) for each in rolls)
            return f"The dice: {rounds}. {name(seat)} goes first"
        case facts.Dealt(owners):
            counts = [f"{seat.name} {owners.count(n)}" for n, seat in enumerate(seats)]
            return f"The territories are dealt: {', '.join(counts)}"
        case facts.Claimed(seat, territory):
            return f"{name(seat)} claims {place(territory)}"
        case facts.Placed(seat, territory, armies):
            return f"{name(seat)} places {count(armies, 'army')} on {place(territory)}"
        case facts.TurnBegan(seat, round_):
            return f"Round {round_}: it is {name(seat)}'s turn"
        case facts.IncomeReceived(seat, territories, continents):
            for_continents = [f"{bonus} for {board.continents[n].name}" for n, bonus in continents]
            parts = ", ".join([f"{territories} for territories", *for_continents])
            detail = f": {parts}" if continents else ""
            return f"{name(seat)} receives {count(fact.total, 'army')}{detail}"
        case facts.SetTraded(seat, cards, armies):
            return f"{name(seat)} trades {card_names(cards, board)} for {count(armies, 'army')}"
        case facts.BattleDeclared(seat, source, target, dice):
            fight = f"{name(seat)} attacks {place(target)} from {place(source)}"
            return f"{fight} with {count(dice, 'die')}"
        case facts.BattleFought(attacker, _, source, target, attack_dice, defence_dice):
            faces = f"{_faces(attack_dice, ' ')} v {_faces(defence_dice, ' ')}"
            fight = f"{name(attacker)} attacks {place(target)} from {place(source)}"
            return f"{fight}: {faces}, {_losses(fact, seats)}"
        case facts.Conquered(seat, territory):
            return f"{name(seat)} conquers {place(territory)}"
        case facts.Moved(seat, source, target, armies, fortified):
            start = f" from {place(source)} to" if fortified else " into"
            return f"{name(seat)} moves {count(armies, 'army')}{start} {place(target)}"
        case facts.SeatEliminated(seat, by):
            return f"{name(seat)} is out of the game, beaten by {name(by)}"
        case facts.CardsTaken(seat, victim, number, cards):
            which = f": {card_names(cards, board)}" if cards else ""
            return f"{name(seat)} takes {count(number, 'card')} from {name(victim)}{which}"
        case facts.CardsDiscarded(seat, number):
            return f"{name(seat)} discards {count(number, 'card')}"
        case facts.DeckReshuffled(number):
            return f"The discard pile is shuffled: a new deck of {count(number, 'card')}"
        case facts.CardDrawn(seat, None):
            return f"{name(seat)} draws a card"
        case facts.CardDrawn(_, int(card)):
            return f"You draw: {card_name(card, board)}"
        case facts.SeatResigned(seat):
            return f"{name(seat)} resigns; the armies stay as neutral ones"
        case facts.GameWon(winners, how):
            return _victory(winners, how, seats)
    return _class_words(fact)


def short_record(
    record: Record, seats: Sequence[Seat], board: Board, *, ascii: bool = False
) -> list[str]:
    """What came of one step in lines for a narrow log; what the next line tells is left out."""
    return [
        short(fact, seats, board, ascii=ascii)
        for fact in record.facts
        if not isinstance(fact, facts.BattleDeclared)
    ]


def short(fact: Fact, seats: Sequence[Seat], board: Board, *, ascii: bool = False) -> str:
    """A fact in 40 columns or less; territories by their codes.

    With ``ascii`` only players' names can bring other characters.
    """
    swords, arrow, minus, star = ("x", "->", "-", "*") if ascii else ("⚔", "→", "−", "★")

    def code(territory: int) -> str:
        return board.territories[territory].code

    def name(seat: int) -> str:
        return seats[seat].name

    match fact:
        case facts.FirstRolled(_, seat):
            return f"{name(seat)} goes first"
        case facts.Dealt():
            return "Territories dealt"
        case facts.Claimed(seat, territory):
            return f"{name(seat)} claims {code(territory)}"
        case facts.Placed(seat, territory, armies):
            return f"{name(seat)} +{armies} {code(territory)}"
        case facts.TurnBegan(seat, round_):
            return f"{'-' if ascii else '·'} Round {round_}: {name(seat)}"
        case facts.IncomeReceived(seat):
            return f"{name(seat)} gets {count(fact.total, 'army')}"
        case facts.SetTraded(seat, _, armies):
            return f"{name(seat)} trades: {count(armies, 'army')}"
        case facts.BattleDeclared(seat, source, target, dice):
            return f"{name(seat)} {swords} {code(source)}{arrow}{code(target)} {count(dice, 'die')}"
        case facts.BattleFought(seat, _, source, target, attack_dice, defence_dice, lost, won):
            faces = f"{_faces(attack_dice)} v {_faces(defence_dice)}"
            fight = f"{name(seat)} {swords} {code(source)}{arrow}{code(target)}"
            return f"{fight} {faces}  {minus}{lost} {minus}{won}"
        case facts.Conquered(seat, territory):
            return f"{name(seat)} takes {code(territory)}"
        case facts.Moved(seat, source, target, armies):
            return f"{name(seat)} {code(source)}{arrow}{code(target)} {armies}"
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
        case facts.GameWon(winners):
            verb = "wins" if len(winners) == 1 else "share it"
            names = " ".join(name(seat) for seat in winners)
            return f"{star} {names} {verb}" if len(names) <= 30 else f"{star} {len(winners)} {verb}"
    return _class_words(fact)


def ask(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """What is asked, and of whom."""
    return f"{seats[decision.seat].name}: {_asked(decision.seen_by(view.seat), view, seats)}"


def _asked(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    def place(territory: int) -> str:
        return view.board.territories[territory].name

    match decision:
        case due.ToBegin():
            return "roll the dice to begin"
        case due.ToClaim(_, free):
            return f"claim a free territory ({free} left)"
        case due.ToPlace(_, most, unplaced):
            return f"place {count(most, 'army')} ({unplaced} left)"
        case due.ToReinforce(_, armies, may_trade, must_trade):
            placing = f"place {count(armies, 'army')}"
            if must_trade:
                return f"trade a set of your {len(view.hand)} cards, and {placing}"
            return f"{placing}, or trade a set" if may_trade else placing
        case due.ToTrade(_, must_trade):
            return "trade a set of cards" + ("" if must_trade else ", or end to keep them")
        case due.ToAttack():
            return "attack, or end your attacks"
        case due.ToDefend(_, source, target, dice, most):
            asked = "1 die" if most == 1 else f"1 to {most} dice"
            who, armies = seats[view.turn].name, view.armies[target]
            fight = f"{who} attacks {place(target)} ({armies}) from {place(source)}"
            return f"defend with {asked}; {fight} with {dice}"
        case due.ToOccupy(_, source, target, least, most):
            return f"move {least} to {most} armies from {place(source)} into {place(target)}"
        case due.ToFortify():
            return "fortify, or end your turn"
    return decision.kind


def card_name(card: int, board: Board) -> str:
    """A card: its territory and symbol, or that it is a joker."""
    shown = board.deck[card]
    if shown.territory is None:
        return "joker"
    return f"{board.territories[shown.territory].name} ({shown.symbol})"


def card_names(cards: Sequence[int], board: Board) -> str:
    """Several cards in one phrase."""
    names = [card_name(card, board) for card in cards]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def count(number: int, thing: str) -> str:
    """A number of things.

    >>> count(1, "army"), count(3, "army"), count(2, "die")
    ('1 army', '3 armies', '2 dice')
    """
    many = {"army": "armies", "die": "dice", "territory": "territories"}.get(thing, f"{thing}s")
    return f"{number} {thing if number == 1 else many}"


def _rolls(rolls: Sequence[tuple[int, int]], seats: Sequence[Seat]) -> str:
    return ", ".join(f"{seats[seat].name} {face}" for seat, face in rolls)


def _faces(dice: Sequence[int], gap: str = "") -> str:
    return gap.join(str(face) for face in dice)


def _losses(battle: facts.BattleFought, seats: Sequence[Seat]) -> str:
    sides = (
        (battle.attacker, battle.attacker_losses),
        (battle.defender, battle.defender_losses),
    )
    return " and ".join(f"{seats[seat].name} loses {lost}" for seat, lost in sides if lost)


def _victory(winners: Sequence[int], how: str, seats: Sequence[Seat]) -> str:
    names = [seats[seat].name for seat in winners]
    if len(names) > 1:
        return f"Time is up: {', '.join(names[:-1])} and {names[-1]} share the victory"
    winner = names[0]
    return {
        "conquest": f"{winner} has conquered the world and wins the game",
        "last standing": f"{winner} is the last player left and wins the game",
        "turn limit": f"Time is up: {winner} holds most and wins the game",
    }.get(how, f"{winner} wins the game")


def _class_words(fact: Fact) -> str:
    """A kind of fact that this module does not know yet, by its name."""
    name = type(fact).__name__
    return "".join(f" {mark.lower()}" if mark.isupper() else mark for mark in name).strip()
