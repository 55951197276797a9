"""The cards of Castle Risk: drawing and playing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _, pgettext
from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.context import GameContext, PhaseHandler, require_range
from risk_tui.engine.events import CardDrawn
from risk_tui.engine.phases.attack import dice_range
from risk_tui.engine.phases.battle import begin_battle
from risk_tui.engine.phases.reach import possible_attacks
from risk_tui.engine.phases.turn_flow import advance, reshuffle, resign_turn
from risk_tui.engine.state import Battle, State, Status
from risk_tui.engine.variant import Variant
from risk_tui.errors import IllegalAction, NotAdjacent, NotAnEnemy
from risk_tui.variants.castle.declarations import (
    ADMIRAL,
    DIPLOMAT,
    GENERAL,
    MARSHALL,
    REINFORCEMENTS,
    SPY,
    AdmiralLost,
    AdmiralSailed,
    CardRemoved,
    CastleMemory,
    CastleSection,
    DiscardFrom,
    GeneralPlayed,
    LayReinforcements,
    LeadAttack,
    LeadDefence,
    MakeTruce,
    MarshallPlayed,
    ReinforcementsLaid,
    Sail,
    SendSpy,
    SpySent,
    ToDefendWithMarshall,
    ToDiscardFrom,
    ToPlayCards,
    TruceMade,
    key_on_one_earth,
)

HAND = 3
"""The number of cards that a hand is filled to at the start of a turn, before one more is drawn."""


def draw(context: GameContext, seat: int, count: int) -> None:
    """Draw cards while there are any; the discard pile replaces an empty deck."""
    state = context.state
    for _card in range(count):
        if not state.deck and state.discard:
            reshuffle(context)
        if not state.deck:
            return
        card = state.deck.pop(context.choice(len(state.deck)))
        state.hands[seat].append(card)
        context.record_event(CardDrawn(seat, card))


class PlayedCards:
    """The phases and effects of the cards."""

    def __init__(self, variant: Variant[CastleMemory], options: CastleSection) -> None:
        self._variant = variant
        self._deck = variant.board.deck
        self._ladder = options.ladder
        inland = {name.casefold() for name in options.inland}
        inner = {name.casefold() for name in options.inner_sea}
        names = [
            key_on_one_earth(variant.board, each.key).casefold()
            for each in variant.board.territories
        ]
        self._seas = (
            {number for number, name in enumerate(names) if name not in inland},
            {number for number, name in enumerate(names) if name in inner},
        )
        """The territories with a coast, first on the outer sea, then on the inland one."""

    def _held(self, state: State, seat: int, name: str) -> list[int]:
        """Return the cards of this name in a hand."""
        return [card for card in state.hands[seat] if self._deck[card].name == name]

    def _require_held(self, state: State, seat: int, name: str) -> list[int]:
        """Return the cards of this name in a hand.

        Raises:
            IllegalAction: If there are none.
        """
        if cards := self._held(state, seat, name):
            return cards
        raise IllegalAction(_("you hold no {name}", name=pgettext("card", name)))

    def reinforcement_armies(self, laid: int) -> int:
        """Return the armies for a Reinforcements card after ``laid`` others were played."""
        return self._ladder[laid % len(self._ladder)]

    def coasts_of(self, territory: int) -> set[int]:
        """Return the territories from which an Admiral can reach a territory."""
        seas = (sea for sea in self._seas if territory in sea)
        return set().union(*seas) - {territory}

    def phases(self) -> Mapping[str, PhaseHandler]:
        """Return the phases in which cards are played."""
        return {
            "cards": PhaseHandler(
                decision=lambda context: ToPlayCards(context.state.turn),
                offers=self._offers,
                actions={
                    LayReinforcements: self._lay,
                    MakeTruce: self._make_truce,
                    SendSpy: self._send_spy,
                    EndPhase: self._continue_turn,
                    Resign: resign_turn,
                },
                prompt=N_("play cards, or start attacking"),
            ),
            "spy": PhaseHandler(
                decision=self._to_discard,
                offers=lambda context: [
                    Offer(DiscardFrom(card)) for card in self._to_discard(context).cards
                ],
                actions={DiscardFrom: self._discard},
                prompt=N_("discard one of the cards your Spy sees first"),
            ),
            "marshall": PhaseHandler(
                decides=lambda context: context.state.owner[context.battle.target],
                decision=self._to_defend,
                offers=self._offers_to_defend,
                actions={LeadDefence: self._lead_defence, EndPhase: self._without_marshall},
                prompt=N_("play a Marshall, or fight without one, first"),
            ),
        }

    def attack_actions(self) -> Mapping[type[Action], Callable[..., None]]:
        """Return the handlers of card actions between attacks."""
        return {LeadAttack: self._lead_attack, Sail: self._sail}

    def _spend(self, context: GameContext, seat: int, name: str, count: int = 1) -> None:
        """Discard ``count`` cards of this name, or all if there are fewer, from a hand.

        Raises:
            IllegalAction: If there are none.
        """
        state = context.state
        cards = self._require_held(state, seat, name)[:count]
        for card in cards:
            state.hands[seat].remove(card)
        state.discard += cards

    # Before the attacks

    def ask(self, context: GameContext) -> bool:
        """Ask the seat in turn for cards to play before its attacks."""
        state = context.state
        if (
            state.turn >= context.players
            or self._variant.memory(state).is_past_cards
            or not state.hands[state.turn]
        ):
            return False
        state.phase = "cards"
        return True

    def _offers(self, context: GameContext) -> list[Offer]:
        state = context.state
        offers: list[Offer] = []
        if cards := self._held(state, state.turn, REINFORCEMENTS):
            offers.append(Offer(LayReinforcements(1), len(cards)))
        others = [seat for seat in state.seats_in_game() if seat != state.turn]
        if self._held(state, state.turn, DIPLOMAT):
            memory = self._variant.memory(state)
            offers += [
                Offer(MakeTruce(seat)) for seat in others if (state.turn, seat) not in memory.truces
            ]
        if self._held(state, state.turn, SPY):
            offers += [Offer(SendSpy(seat)) for seat in others if state.hands[seat]]
        return [*offers, Offer(EndPhase()), Offer(Resign())]

    def _lay(self, context: GameContext, action: LayReinforcements) -> None:
        state, variant = context.state, self._variant
        count = len(self._require_held(state, state.turn, REINFORCEMENTS))
        require_range(action.cards, 1, count, "cards")
        memory = variant.memory(state)
        armies = sum(self.reinforcement_armies(memory.laid + step) for step in range(action.cards))
        self._spend(context, state.turn, REINFORCEMENTS, action.cards)
        variant.change_memory(context, laid=memory.laid + action.cards)
        state.armies_to_place += armies
        state.armies_received += armies
        context.record_event(ReinforcementsLaid(state.turn, action.cards, armies))
        advance(context)

    def _require_other(self, context: GameContext, seat: int) -> None:
        """Raise ``IllegalAction`` unless a seat is another player in the game."""
        if seat == context.state.turn or seat not in context.state.seats_in_game():
            raise IllegalAction(_("choose another player who is still in the game"))

    def _make_truce(self, context: GameContext, action: MakeTruce) -> None:
        state, variant = context.state, self._variant
        self._require_other(context, action.other)
        truce = (state.turn, action.other)
        if truce in variant.memory(state).truces:
            raise IllegalAction(_("you have a truce with them already"))
        self._spend(context, state.turn, DIPLOMAT)
        memory = variant.memory(state)
        variant.change_memory(context, truces=(*memory.truces, truce))
        context.record_event(TruceMade(*truce))
        advance(context)

    def _send_spy(self, context: GameContext, action: SendSpy) -> None:
        state = context.state
        self._require_other(context, action.other)
        hand = state.hands[action.other]
        if not hand:
            raise IllegalAction(_("they hold no cards"))
        self._spend(context, state.turn, SPY)
        self._variant.change_memory(context, spied_seat=action.other)
        context.record_event(SpySent(state.turn, action.other, tuple(sorted(hand))))
        state.phase = "spy"

    def _spied_seat(self, context: GameContext) -> int:
        return self._variant.memory(context.state).spied_seat

    def _to_discard(self, context: GameContext) -> ToDiscardFrom:
        other = self._spied_seat(context)
        cards = tuple(sorted(context.state.hands[other]))
        return ToDiscardFrom(context.state.turn, other, cards)

    def _discard(self, context: GameContext, action: DiscardFrom) -> None:
        state, other = context.state, self._spied_seat(context)
        if action.card not in state.hands[other]:
            raise IllegalAction(_("choose one of the cards that your Spy looks at"))
        state.hands[other].remove(action.card)
        state.discard.append(action.card)
        self._variant.change_memory(context, spied_seat=NO_SEAT)
        context.record_event(CardRemoved(state.turn, other, action.card))
        advance(context)

    def _continue_turn(self, context: GameContext, action: EndPhase) -> None:
        self._variant.change_memory(context, is_past_cards=True)
        advance(context)

    # Attack and defence

    def offers_between_attacks(self, context: GameContext) -> Iterator[Offer]:
        """Yield the attacks for which a General or an Admiral can be played."""
        state = context.state
        if self._held(state, state.turn, GENERAL):
            general = self._variant.memory(state).general
            for source, target, _ in possible_attacks(context):
                if general != (source, target):
                    yield Offer(LeadAttack(source, target))
        if self._held(state, state.turn, ADMIRAL):
            for source, target, _ in possible_attacks(context, partial(self._ports, context)):
                yield Offer(Sail(source, target))

    def _lead_attack(self, context: GameContext, action: LeadAttack) -> None:
        state = context.state
        attack = (action.source, action.target)
        context.require_own(action.source)
        context.require_territory(action.target)
        if all(each[:2] != attack for each in possible_attacks(context)):
            raise NotAdjacent(
                _(
                    "{target} cannot be attacked from {source} now",
                    target=context.territory_name(action.target),
                    source=context.territory_name(action.source),
                )
            )
        if self._variant.memory(state).general == attack:
            raise IllegalAction(_("a General leads that attack already"))
        self._spend(context, state.turn, GENERAL)
        self._variant.change_memory(context, general=attack)
        context.record_event(GeneralPlayed(state.turn, *attack))
        advance(context)

    def _ports(self, context: GameContext, source: int) -> list[int]:
        """Return the territories that armies can reach from a territory only with an Admiral."""
        return sorted(self.coasts_of(source).difference(context.neighbours[source]))

    def _sail(self, context: GameContext, action: Sail) -> None:
        state, name = context.state, context.territory_name
        source, target = action.source, action.target
        context.require_own(source)
        context.require_territory(target)
        if target in context.neighbours[source]:
            raise NotAnEnemy(
                _("{name} is a neighbour: attack it without an Admiral", name=name(target))
            )
        if target not in self.coasts_of(source):
            raise NotAnEnemy(
                _(
                    "there is no sea route from {source} to {target}",
                    source=name(source),
                    target=name(target),
                )
            )
        _rest, dice = dice_range(context, source, target, carried=True)
        self._require_held(state, state.turn, ADMIRAL)
        self._variant.change_memory(context, voyage=(source, target))
        context.record_event(AdmiralSailed(state.turn, source, target))
        for hook in context.hooks.on_attack:
            hook(context, source, target, 0)
        state.battle = Battle(source, target, dice)
        begin_battle(context)

    def lose_admiral(self, context: GameContext) -> None:
        """Lose the armies that an Admiral carried."""
        self._spend(context, context.state.turn, ADMIRAL)
        self._variant.change_memory(context, voyage=())
        context.record_event(AdmiralLost(context.state.turn))

    def ask_defender(self, context: GameContext) -> bool:
        """Ask a defender with cards for a Marshall, once for each attack."""
        state = context.state
        battle = context.battle
        seat = state.owner[battle.target]
        is_asked = (
            battle.source is not None
            and seat < context.players
            and state.status[seat] is Status.PLAYING
            and bool(state.hands[seat])
            and (battle.source, battle.target) not in self._variant.memory(state).asked
        )
        if is_asked:
            state.phase = "marshall"
        return is_asked

    def _to_defend(self, context: GameContext) -> ToDefendWithMarshall:
        battle, state = context.battle, context.state
        assert battle.source is not None, "landed armies bring no question"
        seat = state.owner[battle.target]
        return ToDefendWithMarshall(seat, battle.source, battle.target, state.acting_seat)

    def _offers_to_defend(self, context: GameContext) -> list[Offer]:
        seat = context.state.owner[context.battle.target]
        has_marshall = bool(self._held(context.state, seat, MARSHALL))
        return [*([Offer(LeadDefence())] if has_marshall else []), Offer(EndPhase())]

    def _remember_answer(self, context: GameContext, has_marshall: bool) -> None:
        battle, memory = context.battle, self._variant.memory(context.state)
        assert battle.source is not None, "landed armies bring no question"
        attack = (battle.source, battle.target)
        marshalls = (*memory.marshalls, attack) if has_marshall else memory.marshalls
        self._variant.change_memory(context, asked=(*memory.asked, attack), marshalls=marshalls)

    def _lead_defence(self, context: GameContext, action: LeadDefence) -> None:
        target = context.battle.target
        seat = context.state.owner[target]
        self._spend(context, seat, MARSHALL)
        self._remember_answer(context, True)
        context.record_event(MarshallPlayed(seat, target))
        begin_battle(context)

    def _without_marshall(self, context: GameContext, action: EndPhase) -> None:
        self._remember_answer(context, False)
        begin_battle(context)
