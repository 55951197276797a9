"""A second table that sees records only: what their facts say must be all that happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.engine import records as told
from risk_tui.engine.actions import Trade
from risk_tui.engine.state import NOBODY, Phase, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.game import Setup
    from risk_tui.engine.records import Record
    from risk_tui.engine.state import State


class Shadow:
    """Owners, armies, cards, turn and winners, moved by the facts of each record."""

    def __init__(self, setup: Setup) -> None:
        places = len(setup.board.territories)
        self.setup = setup
        self.owner = [NOBODY] * places
        self.armies = [0] * places
        self.hands: list[list[int]] = [[] for _ in range(setup.seats)]
        self.deck = set(range(len(setup.board.deck)))
        self.discard: list[int] = []
        self.status = [Status.PLAYING] * setup.seats
        self.turn = self.round = self.pool = self.sets_traded = 0
        self.winners: tuple[int, ...] = ()
        self.emptied: int | None = None
        self.trading = False

    def follow(self, record: Record) -> None:
        """Do what the facts of a record say."""
        self.trading = isinstance(record.action, Trade)
        for fact in record.facts:
            _MOVES[type(fact)](self, fact)

    def agrees_with(self, state: State) -> None:
        """The game stands as the shadow does, and no rule of nature is broken."""
        assert self.owner == state.owner
        assert self.armies == state.armies
        assert (self.round, self.winners) == (state.round, state.winners)
        if min(state.armies) < 1 and state.round:
            empty = [place for place, armies in enumerate(state.armies) if armies < 1]
            assert empty == [self.emptied], "only a conquest waits for its garrison"
            assert state.phase is Phase.OCCUPY
            assert state.armies[empty[0]] == 0
        if state.round:
            assert (self.turn, self.pool) == (state.turn, state.pool)

    def agrees_on_cards_with(self, state: State) -> None:
        """Every card lies in exactly one place, and in the same as the shadow's."""
        everywhere = [*state.deck, *state.discard, *(c for hand in state.hands for c in hand)]
        assert sorted(everywhere) == list(range(len(self.setup.board.deck)))
        assert self.hands == state.hands
        assert (self.deck, self.discard) == (set(state.deck), state.discard)
        assert (self.status, self.sets_traded) == (state.status, state.sets_traded)
        assert NOBODY not in state.owner or not state.round
        assert min(state.unplaced) >= 0

    def dealt(self, fact: told.Dealt) -> None:
        self.owner = list(fact.owners)
        self.armies = [1] * len(fact.owners)

    def claimed(self, fact: told.Claimed) -> None:
        assert self.owner[fact.territory] == NOBODY
        self.owner[fact.territory] = fact.seat
        self.armies[fact.territory] = 1

    def placed(self, fact: told.Placed) -> None:
        assert self.owner[fact.territory] == fact.seat
        self.armies[fact.territory] += fact.armies
        if self.round and not self.trading:
            self.pool -= fact.armies

    def turn_began(self, fact: told.TurnBegan) -> None:
        assert self.status[fact.seat] is Status.PLAYING
        self.turn, self.round, self.pool = fact.seat, fact.round, 0

    def income(self, fact: told.IncomeReceived) -> None:
        self.pool += fact.total

    def set_traded(self, fact: told.SetTraded) -> None:
        for card in fact.cards:
            self.hands[fact.seat].remove(card)
        self.discard += fact.cards
        self.pool += fact.armies
        self.sets_traded += 1

    def fought(self, fact: told.BattleFought) -> None:
        assert self.owner[fact.source] == fact.attacker != fact.defender == self.owner[fact.target]
        assert self.armies[fact.source] > len(fact.attack_dice)
        assert self.armies[fact.target] >= len(fact.defence_dice)
        compared = min(len(fact.attack_dice), len(fact.defence_dice))
        assert fact.attacker_losses + fact.defender_losses == compared
        self.armies[fact.source] -= fact.attacker_losses
        self.armies[fact.target] -= fact.defender_losses

    def conquered(self, fact: told.Conquered) -> None:
        assert self.armies[fact.territory] == 0
        assert self.owner[fact.territory] == fact.victim
        self.owner[fact.territory] = fact.seat
        self.emptied = fact.territory

    def moved(self, fact: told.Moved) -> None:
        assert self.owner[fact.source] == fact.seat == self.owner[fact.target]
        self.armies[fact.source] -= fact.armies
        self.armies[fact.target] += fact.armies
        if not fact.fortified:
            assert fact.target == self.emptied
            self.emptied = None

    def eliminated(self, fact: told.SeatEliminated) -> None:
        assert fact.seat not in self.owner
        self.status[fact.seat] = Status.ELIMINATED

    def cards_taken(self, fact: told.CardsTaken) -> None:
        assert tuple(self.hands[fact.victim]) == fact.cards
        assert len(fact.cards) == fact.count > 0
        self.hands[fact.seat] += fact.cards
        self.hands[fact.victim] = []

    def cards_discarded(self, fact: told.CardsDiscarded) -> None:
        assert len(self.hands[fact.seat]) == fact.count > 0
        self.discard += self.hands[fact.seat]
        self.hands[fact.seat] = []

    def reshuffled(self, fact: told.DeckReshuffled) -> None:
        assert not self.deck
        assert len(self.discard) == fact.count > 0
        self.deck, self.discard = set(self.discard), []

    def drawn(self, fact: told.CardDrawn) -> None:
        assert fact.card is not None
        self.deck.remove(fact.card)
        self.hands[fact.seat].append(fact.card)

    def resigned(self, fact: told.SeatResigned) -> None:
        self.status[fact.seat] = Status.RESIGNED
        self.pool = 0

    def won(self, fact: told.GameWon) -> None:
        self.winners = fact.winners

    def nothing(self, fact: told.Fact) -> None:
        """A fact that tells of luck or of an intention; nothing moves."""


_MOVES: dict[type[told.Fact], Callable[[Shadow, Any], None]] = {
    told.FirstRolled: Shadow.nothing,
    told.BattleDeclared: Shadow.nothing,
    told.Dealt: Shadow.dealt,
    told.Claimed: Shadow.claimed,
    told.Placed: Shadow.placed,
    told.TurnBegan: Shadow.turn_began,
    told.IncomeReceived: Shadow.income,
    told.SetTraded: Shadow.set_traded,
    told.BattleFought: Shadow.fought,
    told.Conquered: Shadow.conquered,
    told.Moved: Shadow.moved,
    told.SeatEliminated: Shadow.eliminated,
    told.CardsTaken: Shadow.cards_taken,
    told.CardsDiscarded: Shadow.cards_discarded,
    told.DeckReshuffled: Shadow.reshuffled,
    told.CardDrawn: Shadow.drawn,
    told.SeatResigned: Shadow.resigned,
    told.GameWon: Shadow.won,
}
