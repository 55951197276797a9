"""A model of a game that follows its events only, to prove that they are complete."""

from __future__ import annotations

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.engine import events
from risk_tui.engine.actions import Trade
from risk_tui.engine.game import GameSetup
from risk_tui.engine.goals import goals_of
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase, State, Status
from risk_tui.variants import allied_army, changed_dice, declared_turns
from risk_tui.variants.capitals import (
    CAPITALS,
    CapitalChosen,
    CapitalsShown,
    CapitalTaken,
    TerritoriesTransferred,
    capitals_in,
)
from risk_tui.variants.objectives import OBJECTIVES, ObjectivesMemory, ObjectiveTaken

from .positions import memory_of


class Shadow:
    """Owners, armies, cards, goals, turn and winners, changed by the events of each record."""

    def __init__(self, setup: GameSetup) -> None:
        places, forces = len(setup.board.territories), setup.army_seats
        self.setup = setup
        self.owner = [NO_SEAT] * places
        self.armies = [0] * places
        self.hands: list[list[int]] = [[] for _ in range(forces)]
        self.deck = set(range(len(setup.board.deck)))
        self.discard: list[int] = []
        self.aside: set[int] = set()
        self.status = [Status.PLAYING] * setup.seats + [Status.NEUTRAL] * (forces - setup.seats)
        self.missions: list[list[int]] = [[] for _ in range(forces)]
        self.taken: list[list[int]] = [[] for _ in range(forces)]
        self.capitals = [NO_TERRITORY] * forces
        self.cities: list[int] = []
        self.announced = [False] * forces
        self.turn = self.round = self.pool = self.sets_traded = 0
        self.dice: list[int] = []
        self.winners: tuple[int, ...] = ()
        self.on_emptied: int | None = None
        self.shown = -1
        self.objectives = goals_of(setup.ruleset.objectives, setup.board, setup.seats)

    def agrees_with(self, state: State) -> None:
        """Assert that the state agrees with the shadow."""
        assert self.owner == state.owner
        assert self.armies == state.armies
        assert (self.round, self.winners) == (state.round, state.winners)
        if min(state.armies) < 1 and state.round:
            empty = [place for place, armies in enumerate(state.armies) if armies < 1]
            assert empty == [self.on_emptied], "only a conquest waits for its garrison"
            assert state.phase is Phase.OCCUPY
            assert state.armies[empty[0]] == 0
        if state.round:
            assert (self.turn, self.pool) == (state.turn, state.armies_to_place)

    def agrees_on_cards_with(self, state: State) -> None:
        """Assert that every card is in exactly one place, the same as in the shadow."""
        everywhere = [*state.deck, *state.discard, *(c for hand in state.hands for c in hand)]
        assert sorted([*everywhere, *self.aside]) == list(range(len(self.setup.board.deck)))
        assert self.hands == state.hands
        assert (self.deck, self.discard) == (set(state.deck), state.discard)
        assert (self.status, self.sets_traded) == (state.status, state.sets_traded)
        taken = goals_taken(state)
        assert (self.missions, self.taken[: len(taken)]) == (state.missions, taken)
        assert self.capitals == (list(capitals_in(state)) or [NO_TERRITORY] * len(self.capitals))
        assert self.cities == state.cities
        assert NO_SEAT not in state.owner or not state.round
        assert min(state.unplaced) >= 0
        if self.round and not self.setup.rules.victory.held_in_secret:
            assert self.announced == state.victory_announced
        for seat, status in enumerate(self.status):
            if status is Status.ELIMINATED:
                assert seat not in self.owner
            if status is not Status.PLAYING:
                assert self.hands[seat] == []

    def follow(self, record: Record) -> None:
        """Do what the events of a record say."""
        trading = isinstance(record.action, Trade)
        for fact in record.events:
            self._apply(fact, trading)

    def _apply(self, fact: events.Event, trading: bool) -> None:
        match fact:
            case ObjectiveTaken():
                self._reach(fact, self.objectives.index(fact.goal))
            case events.Dealt():
                self.owner = list(fact.owners)
                self.armies = [1] * len(fact.owners)
            case allied_army.AlliedArmyPlaced():
                assert self.status[fact.seat] is Status.NEUTRAL
                for territory in fact.territories:
                    assert self.owner[territory] == NO_SEAT
                    self.owner[territory], self.armies[territory] = fact.seat, fact.armies
            case events.CitiesPlaced():
                self.cities = list(fact.territories)
            case events.MissionsDealt():
                assert len(fact.missions) == fact.count
                self.missions[fact.seat] = list(fact.missions)
            case events.MissionsLeft():
                assert not {number for own in self.missions for number in own} & set(fact.missions)
            case events.MissionsShown():
                assert set(fact.missions) <= set(self.missions[fact.seat])
                self.shown = fact.missions[0]
            case CapitalChosen():
                assert fact.territory is not None
                assert self.owner[fact.territory] == fact.seat
                self.capitals[fact.seat] = fact.territory
            case CapitalsShown():
                assert list(fact.capitals) == self.capitals
                if self.setup.ruleset.capitals.cards == "set aside":
                    shown = [card.territory for card in self.setup.board.deck]
                    self.aside = {card for card in self.deck if shown[card] in fact.capitals}
                    self.deck -= self.aside
            case events.Claimed():
                assert self.owner[fact.territory] == NO_SEAT
                self.owner[fact.territory] = fact.seat
                self.armies[fact.territory] = 1
            case events.Placed():
                assert self.owner[fact.territory] == fact.seat
                self.armies[fact.territory] += fact.armies
                if self.round and not trading:
                    self.pool -= fact.armies
            case events.TurnBegan():
                assert self.status[fact.seat] is Status.PLAYING
                self.turn, self.round, self.pool = fact.seat, fact.round, 0
            case events.IncomeReceived():
                self.pool += fact.total
            case allied_army.AlliedArmyReinforced():
                assert fact.leader != self.turn
                assert self.status[fact.seat] is Status.NEUTRAL
                assert self.pool == 0
                self.pool = fact.armies
            case events.ArmiesLost():
                # The extra armies of a trade never were in the pool, and are fewer than the set's.
                if not trading or fact.armies == self.pool:
                    self.pool -= fact.armies
            case events.SetTraded():
                for card in fact.cards:
                    self.hands[fact.seat].remove(card)
                self.discard += fact.cards
                self.pool += fact.armies
                self.sets_traded += 1
            case events.DiceRolled():
                assert self.owner[fact.source] == fact.seat != self.owner[fact.target]
                self.dice = list(fact.attack)
            case changed_dice.TheirDieRerolled():
                assert fact.card in self.hands[fact.seat]
            case changed_dice.DieRerolled():
                assert fact.card in self.hands[fact.seat], "the card is shown and kept"
                self.dice[self.dice.index(fact.before)] = fact.after
            case changed_dice.DieTurned():
                self.dice[self.dice.index(fact.before)] = 6
            case events.BattleResolved():
                assert (
                    self.owner[fact.source]
                    == fact.attacker
                    != fact.defender
                    == self.owner[fact.target]
                )
                assert self.armies[fact.source] > len(fact.attack_dice)
                assert self.armies[fact.target] >= len(fact.defence_dice)
                assert not self.dice or tuple(sorted(self.dice, reverse=True)) == fact.attack_dice
                self.dice = []
                compared = min(len(fact.attack_dice), len(fact.defence_dice))
                assert fact.attacker_losses + fact.defender_losses == compared
                self.armies[fact.source] -= fact.attacker_losses
                self.armies[fact.target] -= fact.defender_losses
            case events.Conquered():
                assert self.armies[fact.territory] == 0
                assert self.owner[fact.territory] == fact.victim
                self.owner[fact.territory] = fact.seat
                self.on_emptied = fact.territory
            case events.Moved():
                assert self.owner[fact.source] == fact.seat == self.owner[fact.target]
                self.armies[fact.source] -= fact.armies
                self.armies[fact.target] += fact.armies
                if not fact.fortified:
                    assert fact.target == self.on_emptied
                    self.on_emptied = None
            case CapitalTaken():
                assert self.capitals[fact.victim] == fact.territory
                assert self.owner[fact.territory] == fact.seat
            case TerritoriesTransferred():
                for territory in fact.territories:
                    assert self.owner[territory] == fact.victim
                    self.owner[territory] = fact.seat
            case events.SeatEliminated():
                assert self.status[fact.seat] is Status.PLAYING
                stays = fact.seat in self.owner
                assert not stays or self.setup.ruleset.capitals.lost == "is out"
                self.status[fact.seat] = Status.OUT if stays else Status.ELIMINATED
                self.announced[fact.seat] = False
            case events.CardsTaken():
                assert tuple(self.hands[fact.victim]) == fact.cards
                assert len(fact.cards) == fact.count > 0
                self.hands[fact.seat] += fact.cards
                self.hands[fact.victim] = []
            case events.CardsDiscarded():
                assert len(self.hands[fact.seat]) == fact.count > 0
                self.discard += self.hands[fact.seat]
                self.hands[fact.seat] = []
            case events.DeckReshuffled():
                assert not self.deck
                assert len(self.discard) == fact.count > 0
                self.deck, self.discard = set(self.discard), []
            case events.CardDrawn():
                assert fact.card is not None
                self.deck.remove(fact.card)
                self.hands[fact.seat].append(fact.card)
            case events.SeatResigned():
                self.status[fact.seat] = Status.RESIGNED
                self.announced[fact.seat] = False
                self.pool = 0
            case events.GoalReached():
                self._reach(fact, self.shown)
            case events.VictoryAnnounced():
                assert fact.seat == self.turn
                self.announced[fact.seat] = True
            case events.VictoryDenied():
                assert self.announced[fact.seat]
                assert fact.seat == self.turn
                self.announced[fact.seat] = False
            case events.GameWon():
                self.winners = fact.winners
            case (
                events.FirstRolled()
                | events.OrderRolled()
                | declared_turns.TurnTypeChosen()
                | events.BattleDeclared()
            ):
                pass  # Luck or an intention, which moves nothing.
            case _:
                raise AssertionError(f"the shadow does not know {fact}")

    def _reach(self, fact: events.GoalReached, number: int) -> None:
        assert fact.seat == self.turn
        assert number not in self.taken[fact.seat]
        self.taken[fact.seat].append(number)
        assert fact.total == len(self.taken[fact.seat])
        assert fact.total <= fact.needed or self.setup.ruleset.objectives.own_capital


def goals_taken(state: State) -> list[list[int]]:
    """Return the objectives that each seat has taken, or else the missions."""
    taken = memory_of(state, ObjectivesMemory)
    return [list(numbers) for numbers in (taken.by_seat if taken else state.missions_done)]


def fulfils(setup: GameSetup, state: State, seat: int, how: events.VictoryKind) -> bool:
    """Return True if a seat meets the conditions of a victory, as the ruleset describes them."""
    held = [place for place, owner in enumerate(state.owner) if owner == seat]
    playing = [each for each, status in enumerate(state.status) if status is Status.PLAYING]
    rules = setup.ruleset
    match how:
        case events.VictoryKind.CONQUEST:
            others = set(state.owner) - {seat, setup.neutral}
            return playing == [seat] and (rules.capitals.lost == "is out" or not others)
        case events.VictoryKind.LAST_STANDING:
            return playing == [seat]
        case events.VictoryKind.MISSION:
            done = state.missions_done[seat]
            own = state.missions[seat]
            if rules.missions.each > 1:
                return sorted(done) == sorted(own)
            return _mission_met(setup, state, seat, own[0])
        case _ if how == CAPITALS:
            capitals = capitals_in(state)
            others = sum(c in held for s, c in enumerate(capitals) if s != seat)
            # A player who left before choosing has no capital to take.
            needed = min(
                (rules.capitals.to_win or {})[setup.seats], len(set(capitals) - {NO_TERRITORY}) - 1
            )
            return capitals[seat] in held and others >= needed
        case _ if how == OBJECTIVES:
            home = not rules.objectives.own_capital or capitals_in(state)[seat] in held
            return home and len(goals_taken(state)[seat]) >= rules.objectives.to_win
        case events.VictoryKind.TURN_LIMIT:
            strength = [_strength(state, each) for each in playing]
            return _strength(state, seat) == max(strength)
    raise AssertionError(how)


def _strength(state: State, seat: int) -> tuple[int, int]:
    held = [place for place, owner in enumerate(state.owner) if owner == seat]
    return len(held), sum(state.armies[place] for place in held)


def _mission_met(setup: GameSetup, state: State, seat: int, number: int) -> bool:
    """Return True if a seat has fulfilled a mission.

    The deck has a colour for each seat, then continents, then territories.
    """
    missions, board = setup.ruleset.missions, setup.board
    colours = setup.seats if missions.destroy else 0
    wanted = missions.instead
    if number < colours:
        by = state.beaten_by[number]
        theirs = missions.kill_credit == "anyone" or by in (NO_SEAT, seat)
        if number != seat and theirs:
            return by != NO_SEAT and (missions.kill_credit == "anyone" or by == seat)
    elif number < colours + len(missions.continents):
        names = missions.continents[number - colours]
        whole = {
            each.name
            for each in board.continents
            if all(state.owner[place] == seat for place in each.territories)
        }
        return len(whole) >= len(names) and whole >= set(names) - {"any"}
    else:
        wanted = missions.territories[number - colours - len(missions.continents)]
    strong = sum(
        owner == seat and armies >= wanted.armies
        for owner, armies in zip(state.owner, state.armies, strict=True)
    )
    return strong >= wanted.territories
