"""How a golden playthrough is spelt: actions (both ways), chance (both ways) and facts.

Every template names every field of its action or fact, so that nothing is left out of the text.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from risk_tui.engine import actions as do
from risk_tui.engine import facts as told
from risk_tui.engine import goals
from risk_tui.engine.rules import make_rules
from risk_tui.language import notation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.facts import Fact
    from risk_tui.engine.game import Setup
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.records import Outcome

ACTIONS: dict[type[Action], str] = {
    do.Begin: "begin",
    do.Claim: "claim {territory}",
    do.Place: "place {armies} on {territory}",
    do.ChooseCapital: "choose capital {territory}",
    do.Declare: "declare, attacking: {attack}",
    do.Reinforce: "reinforce {territory} by {armies}",
    do.Trade: "trade {cards}; bonus on {bonus}",
    do.Attack: "attack {source} → {target} with {dice}",
    do.Defend: "defend with {dice}",
    do.Reroll: "re-roll {face} showing {card}",
    do.Command: "command {face}",
    do.Occupy: "occupy with {armies}",
    do.Fortify: "fortify {source} → {target} with {armies}",
    do.End: "end",
    do.Resign: "resign",
}

FACTS: dict[type[Fact], str] = {
    told.FirstRolled: "first roll {rolls}: {seat}",
    told.Dealt: "dealt {owners}",
    told.AlliesPlaced: "{seat} stand with {armies} each on {territories}",
    told.CitiesPlaced: "cities on {territories}",
    told.MissionsDealt: "{seat} is dealt {count} mission: {missions}",
    told.MissionsLeft: "missions left: {missions}",
    told.MissionsShown: "{seat} shows mission {missions}",
    told.CapitalChosen: "{seat} chose capital {territory}",
    told.CapitalsShown: "capitals shown: {capitals}",
    told.Declared: "{seat} declared, attacking: {attack}",
    told.Claimed: "{seat} claimed {territory}",
    told.Placed: "{seat} +{armies} on {territory}",
    told.TurnBegan: "round {round} turn of {seat}",
    told.IncomeReceived: "{seat} gets {territories} for territories, continents {continents}, "
    "capitals {capitals}",
    told.AlliesReceived: "{seat} get {armies}, placed by {commander}",
    told.ArmiesLost: "{seat} finds no room for {armies}",
    told.SetTraded: "{seat} traded {cards} for {armies}",
    told.BattleDeclared: "{seat} declared {source} → {target} with {dice}",
    told.DiceRolled: "{seat} rolled {source} → {target}: {attack} v {defence}",
    told.DieRerolled: "{seat} showed {card}, rolled {before} again: {after}",
    told.DieCommanded: "commander of {seat} turned {before} to 6",
    told.BattleFought: "{attacker} v {defender}, {source} → {target}: "
    "{attack_dice} v {defence_dice}, losses {attacker_losses} v {defender_losses}",
    told.Conquered: "{seat} conquers {territory} from {victim}",
    told.Moved: "{seat} moved {armies} {source} → {target}, fortifying: {fortified}",
    told.CapitalTaken: "{seat} took the capital {territory} of {victim}",
    told.LandsHandedOver: "{victim} handed over to {seat}: {territories}",
    told.SeatEliminated: "{seat} is out, beaten by {by}",
    told.CardsTaken: "{seat} took {count} cards of {victim}: {cards}",
    told.CardsDiscarded: "{seat} discards {count} cards",
    told.DeckReshuffled: "the discards are a new deck of {count}",
    told.CardDrawn: "{seat} drew {card}",
    told.SeatResigned: "{seat} resigned",
    told.ObjectiveTaken: "{seat} took objective {objective}, {total} of {needed}",
    told.VictoryAnnounced: "{seat} announced a victory by {how}",
    told.VictoryDenied: "{seat} did not hold the victory",
    told.GameWon: "won by {winners}: {how}",
}

_SEATS = {"seat", "victim", "by", "commander", "attacker", "defender"}
_PLACES = {"territory", "source", "target", "bonus"}
_NOTHING = "-"


class Wording:
    """The words of one game: who plays, on which board, for which missions."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        board = setup.board
        rules = make_rules(setup.ruleset, board, setup.seats)
        third = {"allied": "Allies", "neutral": "Neutrals"}
        self.names = [*names, third.get(setup.ruleset.two_players.third_army, "")][: setup.forces]
        self.places = [place.name for place in board.territories]
        self._cards = [
            f"joker {number} (joker)"
            if card.territory is None
            else f"{self.places[card.territory]} ({card.symbol})"
            for number, card in enumerate(board.deck)
        ]
        self._continents = [each.name for each in board.continents]
        self._missions = [self._goal(goal) for goal in rules.missions.deck]
        self._objectives = [self._goal(goal) for goal in rules.objectives.deck]
        self._notation = notation.Notation(
            ACTIONS, self.places, self._cards, joint=" + ", choices=("no", "yes")
        )

    def action(self, action: Action) -> str:
        """An action in words that ``read_action`` reads."""
        return self._notation.say(action)

    def read_action(self, text: str) -> Action:
        """The action that ``text`` stands for; raises ``ValueError`` when there is none."""
        return self._notation.read(text)

    def fact(self, fact: Fact) -> str:
        """A fact in words, with everything that it says."""
        return FACTS[type(fact)].format_map(self._values(fact))

    def _values(self, thing: Fact) -> dict[str, str]:
        return {
            each.name: self._say(each.name, getattr(thing, each.name)) for each in fields(thing)
        }

    def _say(self, name: str, value: Any) -> str:
        if value is None or value == ():
            return _NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return self._say_many(name, value)
        if name in _SEATS:
            return str(self.names[value])
        if name in _PLACES:
            return str(self.places[value])
        if name == "card":
            return self._cards[value]
        return str(self._objectives[value] if name == "objective" else value)

    def _say_many(self, name: str, values: tuple[Any, ...]) -> str:
        if name == "cards":
            return " + ".join(self._cards[each] for each in values)
        if name == "territories":
            return ", ".join(self.places[each] for each in values)
        if name == "missions":
            return ", ".join(self._missions[each] for each in values)
        if name == "winners":
            return ", ".join(self.names[each] for each in values)
        if name == "continents":
            return ", ".join(f"{self._continents[each]} {bonus}" for each, bonus in values)
        if name == "rolls":
            rounds = (", ".join(f"{self.names[s]} {f}" for s, f in each) for each in values)
            return " and again ".join(rounds)
        if name == "capitals":
            shown = (self.places[each] if each >= 0 else _NOTHING for each in values)
            return ", ".join(f"{who} {where}" for who, where in zip(self.names, shown, strict=True))
        if name == "owners":
            return ", ".join(
                f"{place} {self.names[s]}" for place, s in zip(self.places, values, strict=True)
            )
        return " ".join(map(str, values))

    def _goal(self, goal: Goal) -> str:
        match goal:
            case goals.Destroy(target):
                return f"destroy {self.names[target]}"
            case goals.HoldContinents(continents, more):
                wanted = [self._continents[each] for each in continents] + ["any"] * more
                return f"hold {' and '.join(wanted)}"
            case goals.HoldTerritories(territories, armies):
                return f"hold {territories} territories with {armies}"
            case goals.ConquerInATurn(territories):
                return f"conquer {territories} in a turn"
            case goals.HoldCities(cities):
                return f"hold {cities} cities"
            case goals.HoldCapitals(capitals):
                return f"hold {capitals} foreign capitals"
        raise AssertionError(f"no words for {goal}")


def say_chance(outcomes: Iterable[Outcome]) -> str:
    """What chance answered in one step: ``dice 6 4 1, pick 7``; an order is ``order 2 0 1``."""
    return notation.say_chance(outcomes, between=", ", dice="dice") or _NOTHING


def read_chance(text: str) -> tuple[Outcome, ...]:
    """The outcomes that ``say_chance`` told."""
    return () if text == _NOTHING else notation.read_chance(text, between=", ")
