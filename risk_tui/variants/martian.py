"""Martians, who land and fight by rule (Risk FAQ, section 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, Attack, EndPhase, Enter, Occupy, Offer, Reinforce, Trade
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import ToAttack, ToOccupy, ToReinforce, ToTrade
from risk_tui.engine.declarations import Card, Seat, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import ExtraSeat, TerritoryMark
from risk_tui.engine.phases.battle import attack_from_outside
from risk_tui.engine.phases.conquest import land
from risk_tui.engine.phases.turn_flow import advance, may_trade, must_trade, reshuffle
from risk_tui.engine.state import Battle, Stage, State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.variant_options import VariantSection, played_field

T = TypeVar("T")


class MartianSection(VariantSection):
    """Martians."""

    most_players = 5
    paragraph: ClassVar[str] = (
        "Martians land anywhere and attack everyone: do not hold a continent with single "
        "armies. Their groups take the shortest path towards each other, so whatever lies "
        "between them falls first. Anything off that path is safe."
    )

    played: bool = played_field(
        "After every round the Martians take an automatic turn. A card is drawn and put back: "
        "its territory is where they land. They spread their armies evenly over their "
        "territories and the landing place, which gets the odd ones, and fight for the landing "
        "place to the end; if they win it they get a card. Then every group except the "
        "strongest takes the shortest path towards the strongest, and the strongest towards "
        "the second strongest; a die breaks ties. They use one colour, so at most five can "
        "play."
    )
    landing: int = number_field(
        "After the first round {value} of them {lands|land}, without any income.", 1, 20, default=3
    )
    least: int = number_field(
        "Later they receive what a player would, and at least {value} {army|armies}.",
        1,
        20,
        default=3,
    )
    cards_kept: int = number_field(
        "They trade sets only while they hold more than {value} cards.",
        2,
        9,
        default=4,
    )
    lone_group: bool = choice_field(
        "Whether a group that is alone attacks.",
        default=False,
        true="If all of them are in one group, it attacks its weakest neighbours.",
        false="If all of them are in one group, it does not attack.",
    )
    must_be_beaten: bool = choice_field(
        "Beating the Martians.",
        default=False,
        true="The game is not won while the Martians hold a territory. If no player is left, "
        "the Martians win.",
        false="The Martians need not be beaten to win: the last player left wins, even if the "
        "Martians take that player's last territory.",
    )


@declare
class LandingDrawn(Event):
    """A card showed the Martians' landing place; it returns to the deck."""

    is_irreversible = True
    long = "{seat} draws {card} and puts it back: the Martians land in {territory}"
    short = "{seat} ↓ {territory}"
    recap = "{seat} landed at {territory}"
    recap_order = 4
    seat: Seat
    card: Card
    territory: Territory


@declare
class LandingRepelled(Event):
    """The Martians lost all landed armies."""

    long = "{seat} is repelled from {territory}"
    short = "{territory} repels {seat}"
    seat: Seat
    territory: Territory


@dataclass(frozen=True, slots=True)
class MartianMemory(Memory):
    """The Martians' last landing place, and their plans for the turn.

    ``is_split`` means that the armies are divided among the territories; ``due`` are those still
    to place, as pairs of territory and armies. ``attack`` is a fight, as source and target, that
    continues to its end.
    """

    place: int = NO_TERRITORY
    is_split: bool = False
    due: tuple[tuple[int, int], ...] = ()
    attack: tuple[int, int] | None = None
    have_landed: bool = False


class Martian(Variant[MartianMemory]):
    """Martians, who land and fight by rule."""

    key = "martian"
    options = MartianSection
    _options: MartianSection
    initial_memory = MartianMemory()
    changes_fights = False  # It only reports the result of a landing.
    possible_marks = (TerritoryMark("↓", N_("landing place")),)

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        if ruleset.reinforce.when == "end of turn":
            return _("the Martians land with new armies; set 'reinforce.when' to before attacks")
        return ""

    def extra_seats(self) -> Sequence[ExtraSeat]:
        must = self._options.must_be_beaten
        return (ExtraSeat(N_("Mars"), N_("the Martians land"), "green", True, must),)

    # The Martians' turn

    def extra_turn_seat(self, context: GameContext) -> int | None:
        state = context.state
        may_land = bool(self._landing_cards(context, [*state.deck, *state.discard]))
        return self.first_extra_seat if may_land or self.first_extra_seat in state.owner else None

    def on_turn_start(self, context: GameContext) -> None:
        """Draw the card of the landing place, and put it back."""
        state, memory = context.state, self.memory(context.state)
        if state.turn != self.first_extra_seat:
            return
        if not self._landing_cards(context, state.deck) and state.discard:
            reshuffle(context)
        cards = self._landing_cards(context, state.deck)
        memory = MartianMemory(have_landed=memory.have_landed)
        if cards:
            card = cards[context.choice(len(cards))]
            territory = self.board.deck[card].territory
            assert territory is not None, "only cards with a territory are drawn"
            memory = replace(memory, place=territory)
            context.record_event(LandingDrawn(self.first_extra_seat, card, territory))
        self.remember(context, memory)

    def _landing_cards(self, context: GameContext, cards: Sequence[int]) -> list[int]:
        """Return the cards of territories in play; a landing ignores others."""
        closed, deck = {None, *context.out_of_play()}, self.board.deck
        return [card for card in cards if deck[card].territory not in closed]

    def adjust_territory_income(self, context: GameContext, armies: int) -> int:
        if context.state.turn != self.first_extra_seat:
            return armies
        if not self.memory(context.state).have_landed:
            return self._options.landing
        return max(armies, self._options.least)

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.ATTACK: self._fight_for_landing_place}

    def _fight_for_landing_place(self, context: GameContext) -> bool:
        """Fight one battle for the landing place, or take it if it is empty."""
        state = context.state
        if state.turn != self.first_extra_seat:
            return False
        self._split(context)
        place, armies = self.memory(state).place, state.armies_outside
        if not armies:
            return False
        if state.owner[place] in (self.first_extra_seat, NO_SEAT):
            land(context, place, context.rules.placement.space_on(state.armies[place], armies))
            return False
        attack_from_outside(context, place)
        return True

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        state = context.state
        if battle.source is None and state.armies[battle.target] and not state.armies_outside:
            context.record_event(LandingRepelled(self.first_extra_seat, battle.target))

    def _split(self, context: GameContext) -> None:
        """Divide the armies evenly among the territories and the landing place.

        The landing place gets the remainder.
        """
        state, memory = context.state, self.memory(context.state)
        if memory.is_split:
            return
        armies, own = state.armies_to_place, state.territories_of(self.first_extra_seat)
        is_foreign = memory.place != NO_TERRITORY and memory.place not in own
        shares = len(own) + is_foreign
        each, odd = divmod(armies, shares) if shares else (0, 0)
        if is_foreign:
            state.armies_outside = each + odd
            state.armies_to_place -= each + odd
            state.continent_bound_armies[:] = [0] * len(state.continent_bound_armies)
            odd = 0
        favoured = memory.place if memory.place in own else own[0] if own else NO_TERRITORY
        due = tuple((territory, each + odd * (territory == favoured)) for territory in own)
        self.change_memory(context, is_split=True, due=due, have_landed=True)

    # Decisions

    def acts(self, context: GameContext, phase: PhaseHandler) -> Action | None:
        offers = phase.offers(context)
        match phase.decision(context):
            case ToReinforce() | ToTrade() if (trade := self._trade(context, offers)) is not None:
                return trade
            case ToReinforce():
                return self._place(context)
            case ToAttack():
                return self._attack(context, offers)
            case ToOccupy(most=most):
                return Occupy(most)
        may_end = any(isinstance(offer.action, EndPhase) for offer in offers)
        return EndPhase() if may_end else offers[0].action

    def _trade(self, context: GameContext, offers: Sequence[Offer]) -> Action | None:
        """Return the most valuable set to trade; ``None`` to trade none."""
        state = context.state
        is_full = len(state.hands[self.first_extra_seat]) > self._options.cards_kept
        if not may_trade(context) or not (is_full or must_trade(context)):
            return None
        trades = [offer.action for offer in offers if isinstance(offer.action, Trade)]
        return max(
            trades,
            key=lambda trade: context.rules.card_sets.value(trade.cards, state.sets_traded),
            default=None,
        )

    def _place(self, context: GameContext) -> Action | None:
        """Return the next placement; armies that don't fit in their territory go elsewhere."""
        state = context.state
        self._split(context)
        memory = self.memory(state)
        if not state.armies_to_place:
            advance(context)
            return None
        limits = context.rules.placement.limits(context.placement())
        due = list(memory.due)
        while due:
            territory, armies = due.pop(0)
            least, most = limits.get(territory, (1, 0))
            if armies and least <= most:
                self.change_memory(context, due=tuple(due))
                return Reinforce(territory, min(max(armies, least), most))
        self.change_memory(context, due=())
        territory = min(limits, key=lambda each: (state.armies[each], each))
        return Reinforce(territory, max(1, limits[territory][0]))

    # Attacks

    def _attack(self, context: GameContext, offers: Sequence[Offer]) -> Action | None:
        """Return the next battle: for the landing place, the current fight, or a new one."""
        state = context.state
        if state.armies_outside:
            self._fight_for_landing_place(context)
            return None
        moves = dict(_moves(context, offers))
        if not moves:
            return EndPhase()
        fight = self.memory(state).attack
        if fight not in moves:
            fight = self._new_fight(context, list(moves))
            self.change_memory(context, attack=fight)
        return EndPhase() if fight is None else moves[fight]

    def _new_fight(
        self, context: GameContext, moves: Sequence[tuple[int, int]]
    ) -> tuple[int, int] | None:
        """Return the next fight, by which a group comes nearer to another; ``None`` for no fight.

        Groups move towards the strongest one; only if none of them can, it moves towards the
        second strongest. Chance breaks ties.
        """
        state = context.state
        groups = self._groups(state)
        if len(groups) == 1:
            if not self._options.lone_group:
                return None
            weakest = min(state.armies[target] for _, target in moves)
            return _choose(context, [move for move in moves if state.armies[move[1]] == weakest])
        strength = {group: sum(state.armies[each] for each in group) for group in groups}
        first = _strongest(context, groups, strength)
        others = sorted((group for group in groups if group != first), key=lambda it: -strength[it])
        for group in others:
            if any(source in group for source, _ in moves):
                return self._step(context, moves, group, first)
        return self._step(context, moves, first, _strongest(context, others, strength))

    def _step(
        self,
        context: GameContext,
        moves: Sequence[tuple[int, int]],
        group: frozenset[int],
        goal: frozenset[int],
    ) -> tuple[int, int]:
        """Return the first fight of a group on its shortest way to another; chance breaks ties."""
        distances = self._distances(context.state, goal)
        steps = [move for move in moves if move[0] in group]
        shortest = min(distances[target] for _, target in steps)
        return _choose(context, [move for move in steps if distances[move[1]] == shortest])

    def _groups(self, state: State) -> list[frozenset[int]]:
        """Return the Martians' territories in connected groups."""
        left = set(state.territories_of(self.first_extra_seat))
        groups = []
        while left:
            group = self.current_board(state).joined(state.owner, min(left))
            left -= group
            groups.append(frozenset(group))
        return groups

    def _distances(self, state: State, goal: frozenset[int]) -> list[int]:
        """Return the number of foreign territories on the way from each territory to a group.

        The territory itself counts; territories of the Martians don't.
        """
        far = len(state.owner) + 1
        distances = [far] * len(state.owner)
        edge, neighbours = set(goal), self.current_board(state).neighbours
        distance = 0
        while edge:
            own, reached = set(edge), set(edge)
            while own:  # Crossing own territories costs nothing.
                for territory in own:
                    distances[territory] = min(distances[territory], distance)
                own = {
                    other
                    for territory in own
                    for other in neighbours[territory]
                    if state.owner[other] == self.first_extra_seat and distances[other] == far
                }
                reached |= own
            distance += 1
            edge = {
                other
                for territory in reached
                for other in neighbours[territory]
                if distances[other] == far
            }
        return distances

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        place = self.memory(view).place
        return {} if place == NO_TERRITORY else {place: self.possible_marks[0]}


def _moves(
    context: GameContext, offers: Sequence[Offer]
) -> Iterator[tuple[tuple[int, int], Action]]:
    """Yield the attacks on neighbours, and the moves into empty ones, by source and target."""
    for offer in offers:
        match offer.action:
            case Attack(source, target) | Enter(source, target) if (
                target in context.neighbours[source]
            ):
                yield (source, target), offer.with_number(offer.maximum or 1)


def _choose(context: GameContext, among: Sequence[T]) -> T:
    """Choose one of several things at random; draw no random number for a single one."""
    return among[context.choice(len(among))] if len(among) > 1 else among[0]


def _strongest(
    context: GameContext, groups: Sequence[frozenset[int]], strength: Mapping[frozenset[int], int]
) -> frozenset[int]:
    """Return the strongest group; chance breaks ties."""
    most = max(strength[group] for group in groups)
    return _choose(context, [group for group in groups if strength[group] == most])
