"""What happened, a sentence a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine import facts
from risk_tui.engine.facts import How
from risk_tui.language.goals import tell_goal, tell_mission
from risk_tui.language.words import card_name, card_names, count, faces, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.facts import Fact
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

REACHED = {
    How.CONQUEST: "has conquered the world",
    How.LAST_STANDING: "is the last player left",
    How.MISSION: "has fulfilled the mission",
    How.CAPITALS: "holds enough capitals",
    How.OBJECTIVES: "has taken enough objectives",
    How.TURN_LIMIT: "is ahead as time runs out",
}
"""What a winner has done."""


def reached(how: How, view: View | None = None) -> str:
    """What a winner has done, as exactly as the rules of ``view``'s game tell."""
    if how is How.CAPITALS and view is not None:
        players = sum(status != "neutral" for status in view.status)
        if (view.rules.capitals.needed or 0) >= players - 1:
            return "holds every capital"
    return REACHED[how]


def tell(fact: Fact, seats: Sequence[Seat], board: Board, view: View | None = None) -> str:
    """A fact as a sentence.

    Missions and objectives are told in words as far as ``view``, anybody's, is there to look
    them up.
    """

    def place(territory: int) -> str:
        return board.territories[territory].name

    def places(territories: Sequence[int]) -> str:
        return listed([place(each) for each in territories])

    def name(seat: int) -> str:
        return seats[seat].name

    def fight(seat: int, source: int, target: int) -> str:
        return f"{name(seat)} attacks {place(target)} from {place(source)}"

    match fact:
        case facts.FirstRolled(rolls, seat):
            rounds = "; again ".join(_rolls(each, seats) for each in rolls)
            return f"The dice: {rounds}. {name(seat)} goes first"
        case facts.Dealt(owners):
            counts = [f"{seat.name} {owners.count(n)}" for n, seat in enumerate(seats)]
            return f"The territories are dealt: {', '.join(counts)}"
        case facts.AlliesPlaced(seat, territories, armies):
            each = count(armies, "army")
            return f"{name(seat)} stands on {places(territories)}, with {each} on each"
        case facts.CitiesPlaced(territories):
            return f"Cities stand in {places(territories)}"
        case facts.MissionsDealt(seat, number, missions):
            return _dealt(name(seat), number, _missions(missions, seats, view, seat))
        case facts.MissionsLeft(missions):
            left = _missions(missions, seats, view)
            which = f": {'; '.join(left)}" if left else ""
            return f"{count(len(missions), 'mission')} dealt to nobody{which}"
        case facts.MissionsShown(seat, missions):
            shown = _missions(missions, seats, view, seat)
            which = f": {'; '.join(shown)}" if shown else ""
            return f"{name(seat)} shows {_a_mission(len(missions))}{which}"
        case facts.CapitalChosen(seat, None):
            return f"{name(seat)} has chosen a capital"
        case facts.CapitalChosen(_, int(territory)):
            return f"Your capital is {place(territory)}"
        case facts.CapitalsShown(capitals):
            chosen = [f"{place(at)} ({name(n)})" for n, at in enumerate(capitals) if at >= 0]
            return f"The capitals are {listed(chosen)}"
        case facts.Declared(seat, attack):
            return f"{name(seat)} {'attacks' if attack else 'reinforces'} in this turn"
        case facts.Claimed(seat, territory):
            return f"{name(seat)} claims {place(territory)}"
        case facts.Placed(seat, territory, armies):
            return f"{name(seat)} places {count(armies, 'army')} on {place(territory)}"
        case facts.TurnBegan(seat, round_):
            return f"Round {round_}: it is {name(seat)}'s turn"
        case facts.IncomeReceived(seat):
            return f"{name(seat)} receives {_income(fact, board)}"
        case facts.AlliesReceived(seat, commander, armies):
            then = f", which {name(commander)} places"
            return f"{name(seat)} receives {count(armies, 'army')}{then}"
        case facts.ArmiesLost(seat, armies):
            return f"{name(seat)} loses {count(armies, 'army')}: there is no room for more"
        case facts.SetTraded(seat, cards, armies):
            return f"{name(seat)} trades {card_names(cards, board)} for {count(armies, 'army')}"
        case facts.BattleDeclared(seat, source, target, dice):
            return f"{fight(seat, source, target)} with {count(dice, 'die')}"
        case facts.DiceRolled(seat, source, target, attack, defence):
            against = f" v {faces(defence)}" if defence else ""
            return f"{fight(seat, source, target)} and rolls {faces(attack)}{against}"
        case facts.DieRerolled(seat, card, before, after):
            which = card_name(card, board)
            return f"{name(seat)} shows {which} and rolls a {before} again: {after}"
        case facts.DieCommanded(seat, before):
            return f"{name(seat)}'s commander turns a {before} to a 6"
        case facts.BattleFought(attacker, _, source, target, attack, defence):
            cast = f"{faces(attack)} v {faces(defence)}"
            return f"{fight(attacker, source, target)}: {cast}, {_losses(fact, seats)}"
        case facts.Conquered(seat, territory):
            return f"{name(seat)} conquers {place(territory)}"
        case facts.Moved(seat, source, target, armies, fortified):
            start = f" from {place(source)} to" if fortified else " into"
            return f"{name(seat)} moves {count(armies, 'army')}{start} {place(target)}"
        case facts.CapitalTaken(seat, victim, territory) if seat == victim:
            return f"{name(seat)}'s capital, {place(territory)}, is won back"
        case facts.CapitalTaken(seat, victim, territory):
            return f"{name(seat)} takes {place(territory)}, the capital of {name(victim)}"
        case facts.LandsHandedOver(seat, victim, territories):
            lands = f": {places(territories)}" if territories else ""
            return f"All that {name(victim)} held is {name(seat)}'s{lands}"
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
        case facts.ObjectiveTaken():
            return f"{name(fact.seat)} {_taken(fact, seats, view)}"
        case facts.VictoryAnnounced(seat, how):
            return (
                f"{name(seat)} {reached(how, view)}, and wins if that still holds "
                f"when {name(seat)}'s next turn starts"
            )
        case facts.VictoryDenied(seat):
            return f"{name(seat)} could not hold the victory announced"
        case facts.GameWon(winners, how):
            return _victory([name(seat) for seat in winners], how, reached(how, view))
    raise LookupError(f"there is no sentence for {fact}")


def _rolls(rolls: Sequence[tuple[int, int]], seats: Sequence[Seat]) -> str:
    return ", ".join(f"{seats[seat].name} {face}" for seat, face in rolls)


def _missions(
    missions: Sequence[int], seats: Sequence[Seat], view: View | None, seat: int | None = None
) -> list[str]:
    """Missions in words; a seat's own ones as they stand now, unless it is out of the game."""
    if view is None:
        return []
    if seat is None or view.status[seat] in ("eliminated", "out"):
        deck = view.rules.missions.deck
        return [tell_goal(deck[number], seats, view.board) for number in missions]
    return [tell_mission(view, number, seats, seat) for number in missions]


def _a_mission(number: int) -> str:
    return "a mission" if number == 1 else count(number, "mission")


def _dealt(name: str, number: int, missions: Sequence[str]) -> str:
    if not missions:
        secret = "a secret mission" if number == 1 else count(number, "secret mission")
        return f"{name} is dealt {secret}"
    return f"Your mission{'s' if number > 1 else ''}: {'; '.join(missions)}"


def _income(fact: facts.IncomeReceived, board: Board) -> str:
    parts = [(fact.territories, "territories")]
    parts += [(bonus, board.continents[number].name) for number, bonus in fact.continents]
    parts += [(fact.capitals, "capitals")]
    told = [f"{armies} for {what}" for armies, what in parts if armies]
    plain = told == [f"{fact.territories} for territories"]
    detail = "" if plain or not told else f": {', '.join(told)}"
    return f"{count(fact.total, 'army')}{detail}"


def _losses(battle: facts.BattleFought, seats: Sequence[Seat]) -> str:
    sides = (
        (battle.attacker, battle.attacker_losses),
        (battle.defender, battle.defender_losses),
    )
    return " and ".join(f"{seats[seat].name} loses {lost}" for seat, lost in sides if lost)


def _taken(fact: facts.ObjectiveTaken, seats: Sequence[Seat], view: View | None) -> str:
    """An objective, or one of several missions, whose words the fact before has told."""
    score = f"{fact.total} of {fact.needed}"
    if view is None or not view.rules.objectives.deck:
        return f"has reached {score} goals"
    goal = tell_goal(view.rules.objectives.deck[fact.objective], seats, view.board)
    return f"takes an objective, {score}: {goal}"


def _victory(names: Sequence[str], how: How, done: str) -> str:
    if len(names) > 1:
        return f"Time is up: {listed(names)} share the victory"
    if how is How.TURN_LIMIT:
        return f"Time is up: {names[0]} holds most and wins the game"
    return f"{names[0]} {done} and wins the game"
