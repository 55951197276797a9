"""Own cards: each player's sets are counted separately, as in TEG, and held cards may pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Armies, Seat, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field

CONQUESTS_NEEDED = 2
"""The conquests in a turn that a card requires after enough sets."""


class OwnCardsSection(VariantSection):
    """Individual card values."""

    paragraph: ClassVar[str] = (
        "Set values rise separately for each player: if you rarely trade, your next sets are "
        "still small. Trade early, and value cards of territories you hold."
    )

    played: bool = played_field(
        "What a set is worth depends on how many the player who trades it has traded before."
    )
    two_conquests_after: Annotated[int, Field(ge=0, le=20)] | None = choice_field(
        "After {value} traded {set|sets} a player draws a card only in turns with two conquests.",
        default=None,
        quiet="none",
        none="One conquest always earns a card.",
        **{"0": "A card is drawn only in a turn with two conquests."},
    )
    armies_for_a_card: Annotated[int, Field(ge=0, le=20)] = choice_field(
        "A player who starts a turn with both a card and its territory gets {value} "
        "{army|armies} there, once per card.",
        default=0,
        quiet="0",
        **{"0": "Cards bring nothing before they are traded."},
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        rises = ruleset.cards.depends_on_trades
        return ("cards.sets",) if rises else ("variants.own_cards.played",)


@declare
class CardShown(Event):
    """A seat showed the card of its own territory, and got armies there."""

    long = "{seat} shows the card of {territory} and gets {armies} there"
    short = "{seat} shows {territory}: +{#armies}"
    seat: Seat
    territory: Territory
    armies: Armies


@dataclass(frozen=True, slots=True)
class OwnSets(Memory):
    """The sets that each seat had traded by the end of its last turn, and the seat in turn.

    ``shown`` are pairs of a seat and a card in its hand that has brought armies.
    """

    sets: tuple[int, ...]
    turn: int = NO_SEAT
    shown: tuple[tuple[int, int], ...] = ()


class OwnCards(Variant[OwnSets]):
    """Values of sets that rise separately for each player."""

    key = "own_cards"
    options = OwnCardsSection
    _options: OwnCardsSection

    def start(self) -> OwnSets:
        return OwnSets((0,) * self.seats)

    def on_turn_start(self, context: GameContext) -> None:
        """Set the game's count of sets to that of the seat in turn; only that seat trades."""
        state, memory = context.state, self.memory(context.state)
        sets = list(memory.sets)
        if memory.turn < len(sets):
            sets[memory.turn] = state.sets_traded
        state.sets_traded = sets[state.turn] if state.turn < len(sets) else 0
        self.change_memory(context, sets=tuple(sets), turn=state.turn)
        if self._options.armies_for_a_card and state.turn < len(sets):
            self._show_cards(context)

    def _show_cards(self, context: GameContext) -> None:
        """Put armies on own territories whose cards the seat in turn holds, once for each card."""
        state, memory, seat = context.state, self.memory(context.state), context.state.turn
        shown = [pair for pair in memory.shown if pair[1] in state.hands[pair[0]]]
        for card in state.hands[seat]:
            named = self.board.territories_on_card(card)
            territory = next((each for each in named if state.owner[each] == seat), None)
            if territory is None or (seat, card) in shown:
                continue
            if armies := context.space_on(territory, self._options.armies_for_a_card):
                shown.append((seat, card))
                state.armies[territory] += armies
                context.record_event(CardShown(seat, territory, armies))
        self.change_memory(context, shown=tuple(shown))

    def sets_traded(self, view: View, seat: int) -> int:
        """Return the number of sets that this seat has traded."""
        memory = self.memory(view)
        if seat == memory.turn:
            return view.sets_traded
        return memory.sets[seat] if seat < len(memory.sets) else 0

    def on_attacks_end(self, context: GameContext) -> None:
        """Let a seat that has traded enough sets draw no card for fewer than two conquests."""
        state = context.state
        sets = self._options.two_conquests_after
        has_enough_sets = sets is not None and state.sets_traded >= sets
        if has_enough_sets and state.conquests_this_turn < CONQUESTS_NEEDED:
            state.card_drawn = True
