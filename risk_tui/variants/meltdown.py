"""Three Mile Island and Tactical: territories that melt down (Risk FAQ, sections 4.4 and 4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from risk_tui.boards.board import NOBODY
from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.actions import ACTIONS, Action, EndPhase, Offer, Resign
from risk_tui.engine.decision import DECISIONS, Decision
from risk_tui.engine.events import EVENTS, Event
from risk_tui.engine.hooks import Mark
from risk_tui.engine.phases.base import PhaseHandler, seat_in_turn
from risk_tui.engine.phases.conquest import empty
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.turn_flow import advance, reshuffle
from risk_tui.engine.slots import Armies, Card, Seat, Territory
from risk_tui.engine.state import Stage
from risk_tui.engine.variant import Candidate, Memory, Variant
from risk_tui.errors import NotASet
from risk_tui.rules.fields import choice_field
from risk_tui.rulesets.variant_options import VariantSection, played_field

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.context import GameContext
    from risk_tui.engine.state import Battle
    from risk_tui.engine.view import View


class MeltdownSection(VariantSection):
    """Melt-downs."""

    played: bool = played_field(
        "A melt-down kills all armies in a territory and leaves a wasteland for the rest of the "
        "game: armies that move in are halved, rounded down, and it does not count for its "
        "continent. A continent that is all waste pays nobody."
    )
    struck_by: Literal["dice", "cards", "both"] = choice_field(
        "What melts a territory down.",
        default="dice",
        dice="A double four, five or six among the dice of one side melts down the territory of "
        "the top card, after the losses of that roll.",
        cards="Instead of attacking, a player may spend a card after placing: its territory melts "
        "down.",
        both="A double four, five or six among the dice of one side melts down the territory of "
        "the top card, and instead of attacking a player may spend a card to melt down its "
        "territory.",
    )
    second_restores: bool = choice_field(
        "A second melt-down.",
        default=False,
        true="A second melt-down of a wasteland restores it, and kills nobody.",
        false="A second melt-down of a wasteland kills again.",
    )


@ACTIONS.register
@dataclass(frozen=True, slots=True)
class Strike(Action):
    """Spend a card, instead of attacking: its territory melts down."""

    kind = "strike"
    summary = "spend a card instead of attacking: its territory melts down"
    card: Card


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToStrike(Decision):
    """Melt a territory down instead of attacking, or attack."""

    kind = "strike"
    private = True
    part_of = "attack"
    purpose = "Instead of attacking, you may spend a card to destroy all armies on its territory."
    asks = "{seat}: melt a territory down instead of attacking, or attack"
    keys = {"act": "choose", "end": "attack instead"}
    help = "Enter shows the territories of your cards; {end} goes on to your attacks."


@EVENTS.register
@dataclass(frozen=True, slots=True)
class MeltedDown(Event):
    """A territory melted down with all armies on it."""

    is_irreversible = True
    long = "{card}: {territory} melts down and {armies} are lost"
    short = "{territory} melts down, −{#armies}"
    recap = "{territory} melted down"
    seat: Seat
    territory: Territory
    card: Card
    armies: Armies
    owner: Seat

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return () if self.owner == NOBODY else ((self.territory, self.owner),)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Restored(Event):
    """A second melt-down made a wasteland fertile again."""

    is_irreversible = True
    long = "{card}: {territory} is no wasteland any more"
    short = "{territory} is restored"
    territory: Territory
    card: Card


@dataclass(frozen=True, slots=True)
class Waste(Memory):
    """The wastelands, and whether the seat in turn was asked to strike."""

    territories: tuple[int, ...] = ()
    asked: bool = False


class Meltdown(Variant[Waste]):
    """Territories that melt down, by dice or by cards."""

    key = "meltdown"
    options = MeltdownSection
    signs = (Mark("×", "wasteland"),)

    def _set_options(self, options: MeltdownSection) -> None:
        self._by_dice = options.struck_by != "cards"
        self._by_cards = options.struck_by != "dice"
        self._second_restores = options.second_restores

    def start(self) -> Waste:
        return Waste()

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "strike": PhaseHandler(
                decides=seat_in_turn,
                decision=lambda context: ToStrike(context.state.turn),
                offers=self._offers,
                actions={Strike: self._strike, EndPhase: self._decline, Resign: resign_turn},
                prompt="melt a territory down, or go on to your attacks",
            )
        }

    def before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.ATTACK: self._ask_to_strike} if self._by_cards else {}

    def begin_turn(self, context: GameContext) -> None:
        self.remember(context, replace(self.memory(context.state), asked=False))

    # By cards

    def _ask_to_strike(self, context: GameContext) -> bool:
        """Ask everybody with a card, so that the question does not tell what they hold."""
        state = context.state
        if self.memory(state).asked or not state.turn_is_attack or not state.hands[state.turn]:
            return False
        state.phase = "strike"
        return True

    def _offers(self, context: GameContext) -> list[Offer]:
        hand, deck = context.state.hands[context.state.turn], self.board.deck
        strikes = [Offer(Strike(card)) for card in hand if deck[card].territory is not None]
        return [*strikes, Offer(EndPhase()), Offer(Resign())]

    def _strike(self, context: GameContext, action: Strike) -> None:
        state = context.state
        if action.card not in state.hands[state.turn]:
            raise NotASet("that is no card of your own")
        territory = self.board.deck[action.card].territory
        if territory is None:
            raise NotASet("a joker shows no territory")
        state.hands[state.turn].remove(action.card)
        state.discard.append(action.card)
        state.turn_is_attack = False
        self._melt(context, action.card, territory, state.turn)
        self._decline(context, action)

    def _decline(self, context: GameContext, action: Action) -> None:
        self.remember(context, replace(self.memory(context.state), asked=True))
        advance(context)

    # By dice

    def after_battle(self, context: GameContext, battle: Battle) -> None:
        if not self._by_dice:
            return
        sides = (
            (context.state.acting_seat, battle.attack),
            (context.state.owner[battle.target], battle.defence),
        )
        for seat, dice in sides:
            if any(dice.count(face) > 1 for face in (4, 5, 6)):
                self._melt_by_lot(context, seat)

    def _melt_by_lot(self, context: GameContext, seat: int) -> None:
        """Melt down the territory of the top card; jokers are drawn again."""
        state, deck = context.state, self.board.deck
        if state.discard and all(deck[card].territory is None for card in state.deck):
            reshuffle(context)
        cards = [card for card in state.deck if deck[card].territory is not None]
        if cards:
            card = cards[context.choice(len(cards))]
            state.deck.remove(card)
            state.discard.append(card)
            territory = deck[card].territory
            assert territory is not None
            self._melt(context, card, territory, seat)

    # Wastelands

    def _melt(self, context: GameContext, card: int, territory: int, seat: int) -> None:
        """Melt a territory down by the action or the dice of ``seat``."""
        state, memory = context.state, self.memory(context.state)
        if territory in memory.territories and self._second_restores:
            waste = tuple(other for other in memory.territories if other != territory)
            self._set_waste(context, waste)
            context.emit(Restored(territory, card))
            return
        owner = state.owner[territory]
        if state.seats_in_game() == [owner] and state.owner.count(owner) == 1:
            return  # somebody has to be left
        if territory not in memory.territories:
            self._set_waste(context, (*memory.territories, territory))
        armies = state.armies[territory]
        context.emit(MeltedDown(seat, territory, card, armies, owner))
        empty(context, territory, None if owner == seat else seat)

    def _set_waste(self, context: GameContext, territories: tuple[int, ...]) -> None:
        self.remember(context, replace(self.memory(context.state), territories=territories))
        context.state.outside_continents = territories

    def arriving(self, context: GameContext, territory: int, armies: int) -> int:
        return armies // 2 if territory in self.memory(context.state).territories else armies

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        return 3 if target in self.memory(context.state).territories else 2

    # What players see and know

    def marks(self, view: View) -> Mapping[int, Mark]:
        return dict.fromkeys(self.memory(view).territories, self.signs[0])

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if self._by_dice or target in self.memory(view).territories else armies

    def candidates(self, view: View, decision: Decision) -> Sequence[Candidate]:
        return list(self._answers(view)) if isinstance(decision, ToStrike) else ()

    def _answers(self, view: View) -> Iterator[Candidate]:
        """Each card's territory struck, or else the best fight."""
        for offer in view.offers:
            if isinstance(offer.action, Strike):
                territory = view.board.deck[offer.action.card].territory
                assert territory is not None
                yield Candidate(offer.action, ((territory, NOBODY, 0),))
        fights = [
            (view.armies[source] - view.armies[target], source, target)
            for source in view.territories_of(view.turn)
            for target in view.board.neighbours[source]
            if view.owner[target] not in (view.turn, NOBODY)
        ]
        lead, source, target = max(fights, default=(0, 0, 0))
        yield Candidate(EndPhase(), fight=(source, target) if lead > 0 else None)
