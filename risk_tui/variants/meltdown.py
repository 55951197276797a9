"""Three Mile Island and Tactical: territories that melt down (Risk FAQ, sections 4.4 and 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _, join_or
from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import Armies, Card, Seat, Territory, declare
from risk_tui.engine.events import Event, Placed
from risk_tui.engine.hooks import BotCandidate, TerritoryMark
from risk_tui.engine.phases.conquest import empty_territory, vacate_if_empty
from risk_tui.engine.phases.turn_flow import advance, reshuffle, resign_turn
from risk_tui.engine.state import Battle, Stage, State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.errors import NotASet
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field


class MeltdownSection(VariantSection):
    """Meltdowns."""

    paragraph: ClassVar[str] = (
        "Any stack may be gone in a moment. Spread your armies, do not rely on one continent, and "
        "think twice before you march through a wasteland."
    )

    played: bool = played_field(
        "A meltdown destroys all armies in a territory, any player's, and makes it a wasteland. "
        "It has no owner until armies enter it from a neighbouring territory, which needs no roll "
        "and earns no card. Armies that move into a wasteland are halved, rounded down. To attack "
        "one therefore takes three armies: one stays behind, and one of the two that move in is "
        "lost. A wasteland does not count towards its continent, and a continent that is all "
        "wasteland brings no armies. The last territory of the last player does not melt down."
    )
    struck_by: Literal["dice", "cards", "both"] = choice_field(
        "What melts a territory down.",
        default="dice",
        dice="If attacker or defender rolls two fours, two fives or two sixes, the top "
        "territory card of the deck is discarded after the losses of that roll, and its "
        "territory melts down.",
        cards="After placing armies, a player may discard a card instead of attacking in that "
        "turn: its territory melts down. They may then fortify.",
        both="If attacker or defender rolls two fours, two fives or two sixes, the top "
        "territory card of the deck is discarded after the losses of that roll, and its "
        "territory melts down. Instead of attacking in a turn, a player may also discard a card "
        "to melt down its territory.",
    )
    second_restores: bool = choice_field(
        "A second meltdown.",
        default=False,
        true="A second meltdown of a wasteland makes it a normal territory again and destroys no "
        "army.",
        false="Territories stay wastelands for the rest of the game. A second meltdown destroys "
        "the armies there again.",
    )
    may_be_abandoned: bool = choice_field(
        "Staying in wastelands.",
        default=False,
        true="No army has to stay in a wasteland, and a single army may attack from one. In "
        "each of their turns, after placing armies, a player's stacks in wastelands are halved, "
        "rounded down; a single army is lost.",
        false="Armies lose nothing while they stay in a wasteland, and one has to stay.",
    )
    halves_placed: bool = choice_field(
        "Armies that are placed in wastelands.",
        default=False,
        quiet="false",
        true="Armies that are placed in a wasteland are halved like those that move in.",
        false="Armies that are placed in a wasteland are not halved.",
    )


@declare
class Strike(Action):
    """Spend a card, instead of attacking: its territory melts down.

    ``territory`` says which one, if the card names it on several Earths.
    """

    kind = "strike"
    summary = "spend a card instead of attacking: its territory melts down"
    advice = "spend {card}: its territory melts down"
    confirm = {
        "": "Discard {card}? It destroys all armies there, and you cannot attack this turn.",
        "own": "Spend {card}, which is yours? You lose all your armies there, and do not attack in "
        "this turn.",
    }
    card: Card
    territory: Territory | None = None


@declare
class ToStrike(Decision):
    """Melt a territory down instead of attacking, or attack."""

    kind = "strike"
    private = True
    part_of = "attack"
    purpose = "Instead of attacking, you may spend a card to destroy all armies on its territory."
    asks = "{seat}: melt down a territory instead of attacking, or attack"
    choices = {
        Strike: Choice("choose", "You spend a card, and its territory melts down."),
        EndPhase: Choice("attack instead", "You keep your cards."),
    }


@declare
class MeltedDown(Event):
    """A territory melted down with all armies on it."""

    is_irreversible = True
    long = {
        "": "{card}: {territory} melts down, {owner} loses {armies}",
        "empty": "{card}: {territory} melts down, with no army there",
    }
    short = "{territory} melts down, −{#armies}"
    recap = "{territory} melted down"
    seat: Seat
    territory: Territory
    card: Card
    armies: Armies
    owner: Seat

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.armies else ("empty",)

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return () if self.owner == NO_SEAT else ((self.territory, self.owner),)


@declare
class ArmiesWasted(Event):
    """Armies were lost because they stayed, or were placed, in a wasteland."""

    long = "{seat} loses {armies} in the wasteland of {territory}"
    short = "{seat} −{#armies} in {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@declare
class Restored(Event):
    """A second meltdown ended a wasteland."""

    is_irreversible = True
    long = "{card}: {territory} is no wasteland any more"
    short = "{territory} is restored"
    territory: Territory
    card: Card


@dataclass(frozen=True, slots=True)
class MeltdownMemory(Memory):
    """The wastelands, and the steps of this turn that are done.

    ``asked`` means that the seat in turn was asked to strike, ``stayed`` that its armies in
    wastelands were halved.
    """

    territories: tuple[int, ...] = ()
    asked: bool = False
    stayed: bool = False


class Meltdown(Variant[MeltdownMemory]):
    """Territories that melt down, by dice or by cards."""

    key = "meltdown"
    odds_unknown_reason = "territories may melt down"
    options = MeltdownSection
    _options: MeltdownSection
    initial_memory = MeltdownMemory()
    possible_marks = (TerritoryMark("×", N_("wasteland")),)

    def _set_options(self, options: MeltdownSection) -> None:
        if options.struck_by == "cards":  # No battle melts a territory down.
            self.odds_unknown_reason = N_("wastelands halve armies")

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "strike": PhaseHandler(
                decision=lambda context: ToStrike(context.state.turn),
                offers=self._offers,
                actions={Strike: self._strike, EndPhase: self._continue_turn, Resign: resign_turn},
                prompt=N_("melt a territory down, or start your attacks"),
            )
        }

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.ATTACK: self._before_attacks}

    def on_turn_start(self, context: GameContext) -> None:
        self.change_memory(context, asked=False, stayed=False)

    def _before_attacks(self, context: GameContext) -> bool:
        if self._options.may_be_abandoned and not self.memory(context.state).stayed:
            self._halve_armies_that_stayed(context)
        return self._options.struck_by != "dice" and self._ask_to_strike(context)

    # Cards

    def _ask_to_strike(self, context: GameContext) -> bool:
        """Ask every player with a card, so that the question reveals nothing."""
        state = context.state
        if self.memory(state).asked or not state.turn_is_attack or not state.hands[state.turn]:
            return False
        state.phase = "strike"
        return True

    def _offers(self, context: GameContext) -> list[Offer]:
        closed = context.out_of_play()
        strikes = [
            Offer(Strike(card, *([territory] if self.board.earths > 1 else [])))
            for card in context.state.hands[context.state.turn]
            for territory in self.board.territories_on_card(card)
            if territory not in closed
        ]
        return [*strikes, Offer(EndPhase()), Offer(Resign())]

    def _strike(self, context: GameContext, action: Strike) -> None:
        state = context.state
        if action.card not in state.hands[state.turn]:
            raise NotASet(_("you do not hold that card"))
        named = self.board.territories_on_card(action.card)
        if not named:
            raise NotASet(_("a joker has no territory"))
        territory = named[0] if len(named) == 1 else action.territory
        if territory is None or action.territory not in (None, *named):
            names = join_or(list(map(context.territory_name, named)))
            raise NotASet(_("say which territory melts down: {names}", names=names))
        context.require_in_play(territory)
        state.hands[state.turn].remove(action.card)
        state.discard.append(action.card)
        state.turn_is_attack = False
        self._melt(context, action.card, territory, state.turn)
        self._continue_turn(context, action)

    def _continue_turn(self, context: GameContext, action: Action) -> None:
        self.change_memory(context, asked=True)
        advance(context)

    # Dice

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        if self._options.struck_by == "cards":
            return
        sides = (
            (context.state.acting_seat, battle.attack),
            (context.state.owner[battle.target], battle.defence),
        )
        for seat, dice in sides:
            if any(dice.count(face) > 1 for face in (4, 5, 6)):
                self._melt_top_card(context, seat)

    def _melt_top_card(self, context: GameContext, seat: int) -> None:
        """Melt down the territory of the top card, if it is in play; jokers are skipped."""
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
        if territory in context.out_of_play():
            return
        if territory in memory.territories and self._options.second_restores:
            waste = tuple(other for other in memory.territories if other != territory)
            self._set_waste(context, waste)
            context.record_event(Restored(territory, card))
            return
        owner = state.owner[territory]
        if state.seats_in_game() == [owner] and state.owner.count(owner) == 1:
            return  # The last player must keep a territory.
        if territory not in memory.territories:
            self._set_waste(context, (*memory.territories, territory))
        armies = state.armies[territory]
        context.record_event(MeltedDown(seat, territory, card, armies, owner))
        empty_territory(context, territory, None if owner == seat else seat)

    def _set_waste(self, context: GameContext, territories: tuple[int, ...]) -> None:
        state, memory = context.state, self.memory(context.state)
        others = [each for each in state.outside_continents if each not in memory.territories]
        self.change_memory(context, territories=territories)
        state.outside_continents = (*others, *territories)

    def arriving(self, context: GameContext, territory: int, armies: int) -> int:
        return armies // 2 if territory in self.memory(context.state).territories else armies

    def leavable_territories(self, state: State) -> Collection[int]:
        return self.memory(state).territories if self._options.may_be_abandoned else ()

    def on_event(self, context: GameContext, event: Event) -> None:
        if not self._options.halves_placed or not isinstance(event, Placed):
            return
        if event.territory in self.memory(context.state).territories:
            self._lose(context, event.territory, event.armies - event.armies // 2)

    def _halve_armies_that_stayed(self, context: GameContext) -> None:
        state, memory = context.state, self.memory(context.state)
        self.change_memory(context, stayed=True)
        for territory in memory.territories:
            if state.owner[territory] == state.turn:
                armies = state.armies[territory]
                self._lose(context, territory, armies - armies // 2)
                vacate_if_empty(context, territory)

    def _lose(self, context: GameContext, territory: int, armies: int) -> None:
        state = context.state
        state.armies[territory] -= armies
        context.record_event(ArmiesWasted(state.owner[territory], territory, armies))

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        return 3 if target in self.memory(context.state).territories else 2

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        return dict.fromkeys(self.memory(view).territories, self.possible_marks[0])

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        waste = self.memory(view).territories
        in_waste = target in waste or (self._options.may_be_abandoned and source in waste)
        return None if self._options.struck_by != "cards" or in_waste else armies

    def candidates(self, view: View, decision: Decision) -> Iterator[BotCandidate]:
        """Yield the option to attack, and a meltdown by each card."""
        if not isinstance(decision, ToStrike):
            return
        waste = self.memory(view).territories
        yield BotCandidate(EndPhase(), attacks=True)
        for offer in view.offers:
            if isinstance(offer.action, Strike):
                territory = offer.action.territory
                if territory is None:
                    territory = view.board.territories_on_card(offer.action.card)[0]
                restores = self._options.second_restores and territory in waste
                after = () if restores else ((territory, NO_SEAT, 0),)
                yield BotCandidate(offer.action, after, cards=1)
