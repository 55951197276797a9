"""Interdiction: armies arrive only in land joined to the capital (Risk FAQ, section 4.13)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import Flag, Seat, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import BotCandidate, TerritoryMark, TerritoryStake
from risk_tui.engine.phases.set_up import (
    begin_first_turn,
    resign_before_first_turn,
    seats_from_first,
)
from risk_tui.engine.phases.turn_flow import advance, resign_turn
from risk_tui.engine.state import Stage, State, Status
from risk_tui.engine.variant import Memory, Variant, with_value_at
from risk_tui.engine.view import View
from risk_tui.errors import NotAdjacent, NotYourTerritory, WrongPhase
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field

CUT_OFF_COST = 0.25
"""The cost in armies of each army and each territory that is cut off, for bots."""
STAYING_VALUE = 1.5
"""The value in armies of not moving a capital, which stops bots from moving it back and forth."""
CHOOSE_CAPITAL_FIRST = N_("choose a capital first")


class InterdictionSection(VariantSection):
    """Interdiction."""

    paragraph: ClassVar[str] = (
        "Each player has a capital, and territories cut off from it get no reinforcements. "
        "Join up your territories, guard the line behind a long attack, and cut other players' "
        "lines."
    )
    played: bool = played_field(
        "Each player chooses a capital before the first turn. You can place armies only on "
        "territories connected to it. If it falls, it moves to your nearest territory."
    )
    may_step: bool = choice_field(
        "Moving the capital.",
        default=True,
        true="Before placing, a player may move the capital one step, within their land.",
        false="The capital moves only when it falls.",
    )
    cut_off_attack: bool = choice_field(
        "Armies that are cut off from the capital.",
        default=True,
        true="Armies that are cut off from the capital may attack like others.",
        false="Armies that are cut off from the capital may not attack.",
    )
    no_room: Literal["lost", "anywhere"] = choice_field(
        "Armies that cannot be placed.",
        default="lost",
        lost="Armies with no connected territory to go to are lost.",
        anywhere="Armies with no connected territory to go to may be placed anywhere.",
    )
    cards_reach: Literal["joined", "all"] = choice_field(
        "The extra armies for territories on traded cards.",
        default="joined",
        joined="The extra armies for a territory on a card are lost if it is cut off.",
        all="The extra armies for a territory on a card come even if it is cut off.",
    )


@declare
class FoundCapital(Action):
    """Make one of the seat's territories the capital."""

    kind = "settle"
    summary = "choose your capital; armies come only to land joined to it"
    advice = "make {territory} your capital"
    territory: Territory


@declare
class MoveCapital(Action):
    """Move the capital one step."""

    kind = "relocate"
    summary = "move your capital into a neighbouring territory of yours"
    advice = "move your capital to {territory}"
    territory: Territory


@declare
class ToFoundCapital(Decision):
    """Choose a capital publicly: the first one, or a new one if several are equally near."""

    kind = "settle"
    purpose = (
        "You can reinforce only territories connected to your capital: choose one that is "
        "central and hard to take."
    )
    asks = {
        "": "{seat}: choose one of your territories as your capital",
        "fallen": "{seat}: your capital {fallen} has fallen: choose a new one",
    }
    choices = {FoundCapital: Choice("settle", "It becomes your capital, and everyone sees it.")}
    requirement = "choose your capital first"
    fallen: Territory | None = None

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.fallen is None else ("fallen",)


@declare
class ToMoveCapital(Decision):
    """Move the capital to a neighbouring territory of the seat, or leave it."""

    kind = "relocate"
    part_of = "reinforce"
    purpose = "Before placing armies you can move your capital one step."
    asks = "{seat}: move your capital from {capital} to a neighbour, or keep it"
    choices = {
        MoveCapital: Choice("move it here"),
        EndPhase: Choice("leave it", "Your capital stays where it is."),
    }
    capital: Territory


@declare
class CapitalFounded(Event):
    """A seat chose its capital publicly."""

    long = "{territory} is the capital of {seat}"
    short = "{seat}'s capital: {territory}"
    seat: Seat
    territory: Territory


@declare
class CapitalMoved(Event):
    """A seat moved its capital, or replaced a lost one."""

    long = {
        "": "{seat} moves the capital from {source} to {target}",
        "fallen": "{source}, the capital of {seat}, has fallen: now it is {target}",
    }
    short = "{seat}'s capital {source} → {target}"
    recap = "the capital of {seat} is {target} now"
    recap_order = 3
    seat: Seat
    source: Territory
    target: Territory
    fallen: Flag


@dataclass(frozen=True, slots=True)
class MovingCapitals(Memory):
    """Each seat's capital, ``NO_TERRITORY`` before it has one.

    ``asked`` means that the seat in turn has moved its capital, or kept it.
    """

    territories: tuple[int, ...]
    asked: bool = False


class Interdiction(Variant[MovingCapitals]):
    """Capitals that must be joined to territories that get armies."""

    key = "interdiction"
    odds_unknown_reason = "armies are cut off"
    options = InterdictionSection
    _options: InterdictionSection
    changes_fights = False  # It only limits where attacks come from.
    excludes: ClassVar[Mapping[str, str]] = {"capitals": "both define capitals"}
    possible_marks = (TerritoryMark("★", N_("capital")), TerritoryMark("≠", N_("cut off")))

    def start(self) -> MovingCapitals:
        return MovingCapitals((NO_TERRITORY,) * self.seats)

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "settle": PhaseHandler(
                decides=self._next_without_capital,
                decision=self._capital_decision,
                offers=self._capital_offers,
                actions={FoundCapital: self._choose_capital, Resign: self._resign},
                prompt=CHOOSE_CAPITAL_FIRST,
            ),
            "relocate": PhaseHandler(
                decision=lambda context: ToMoveCapital(
                    context.state.turn, self._capital(context.state, context.state.turn)
                ),
                offers=self._move_offers,
                actions={
                    MoveCapital: self._move_capital,
                    EndPhase: self._end_move,
                    Resign: resign_turn,
                },
                prompt=N_("move your capital, or leave it, first"),
            ),
        }

    def _set_capital(self, context: GameContext, seat: int, territory: int) -> None:
        """Make a territory the capital of a seat, and announce it."""
        territories = self.memory(context.state).territories
        before = territories[seat]
        self.change_memory(context, territories=with_value_at(territories, seat, territory))
        fallen = before != NO_TERRITORY and context.state.owner[before] != seat
        moved = CapitalMoved(seat, before, territory, fallen)
        context.record_event(CapitalFounded(seat, territory) if before == NO_TERRITORY else moved)

    # Choosing a capital

    def phases_after_setup(self) -> Mapping[str, Callable[[GameContext], bool]]:
        return {"settle": self._ask_for_capital}

    def _ask_for_capital(self, context: GameContext) -> bool:
        state, seat = context.state, self._next_without_capital(context)
        if seat != NO_SEAT:
            state.turn, state.acting_seat, state.phase = seat, seat, "settle"
        return seat != NO_SEAT

    def _next_without_capital(self, context: GameContext) -> int:
        """Return the next seat without a capital, from the first one on, or ``NO_SEAT``."""
        state, capitals = context.state, self.memory(context.state).territories
        for seat in seats_from_first(context):
            holds_it = capitals[seat] != NO_TERRITORY and state.owner[capitals[seat]] == seat
            if not holds_it and state.status[seat] is Status.PLAYING and seat in state.owner:
                return seat
        return NO_SEAT

    def _capital_decision(self, context: GameContext) -> ToFoundCapital:
        seat = self._next_without_capital(context)
        fallen = self._capital(context.state, seat)
        return ToFoundCapital(seat, None if fallen == NO_TERRITORY else fallen)

    def _capital_offers(self, context: GameContext) -> list[Offer]:
        nearest = self._nearest(context.state, self._next_without_capital(context))
        resign = [Offer(Resign())] if not context.state.round else []
        return [*(Offer(FoundCapital(territory)) for territory in nearest), *resign]

    def _choose_capital(self, context: GameContext, action: FoundCapital) -> None:
        state, seat = context.state, self._next_without_capital(context)
        context.require_territory(action.territory)
        name = context.territory_name(action.territory)
        if state.owner[action.territory] != seat:
            raise NotYourTerritory(_("{name} is not yours", name=name))
        if action.territory not in self._nearest(state, seat):
            raise NotAdjacent(
                _("{name} is not one of your territories nearest the old capital", name=name)
            )
        self._set_capital(context, seat, action.territory)
        advance(context) if state.round else begin_first_turn(context)

    def _resign(self, context: GameContext, action: Resign) -> None:
        if context.state.round:  # The seat is asked in another seat's turn.
            raise WrongPhase(_(CHOOSE_CAPITAL_FIRST))
        resign_before_first_turn(context, action)

    def _replace_fallen(self, context: GameContext) -> bool:
        """Replace fallen capitals; ask if several territories are equally near."""
        while (seat := self._next_without_capital(context)) != NO_SEAT:
            nearest = self._nearest(context.state, seat)
            if len(nearest) > 1:
                context.state.phase = "settle"
                return True
            self._set_capital(context, seat, nearest[0])
        return False

    def _nearest(self, state: State | View, seat: int) -> list[int]:
        """Return the seat's territories nearest to its fallen capital; all if it had none."""
        ring = [self.memory(state).territories[seat]]
        seen, neighbours = set(ring), self.current_board(state).neighbours
        while ring and ring != [NO_TERRITORY]:
            if own := [territory for territory in ring if state.owner[territory] == seat]:
                return own
            near = {other for territory in ring for other in neighbours[territory]}
            ring = sorted(near - seen)
            seen |= near
        return state.territories_of(seat)

    # Moving the capital

    def on_turn_start(self, context: GameContext) -> None:
        self.change_memory(context, asked=False)

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return dict.fromkeys(Stage, self._replace_fallen) | {Stage.RECEIVE: self._ask_to_move}

    def _ask_to_move(self, context: GameContext) -> bool:
        if self._replace_fallen(context):
            return True
        has_answered = self.memory(context.state).asked
        if has_answered or not self._options.may_step or not self._possible_moves(context.state):
            return False
        context.state.phase = "relocate"
        return True

    def _capital(self, game: State | View, seat: int) -> int:
        capitals = self.memory(game).territories
        # The neutral army has no capital.
        return capitals[seat] if seat < len(capitals) else NO_TERRITORY

    def _possible_moves(self, state: State) -> list[int]:
        """Return the possible moves of the capital of the seat in turn."""
        capital = self._capital(state, state.turn)
        near = self.current_board(state).neighbours[capital] if capital != NO_TERRITORY else ()
        return [territory for territory in near if state.owner[territory] == state.turn]

    def _move_offers(self, context: GameContext) -> list[Offer]:
        steps = [Offer(MoveCapital(territory)) for territory in self._possible_moves(context.state)]
        return [*steps, Offer(EndPhase()), Offer(Resign())]

    def _move_capital(self, context: GameContext, action: MoveCapital) -> None:
        state = context.state
        context.require_own(action.territory)
        if action.territory not in self._possible_moves(state):
            capital = context.territory_name(self._capital(state, state.turn))
            raise NotAdjacent(_("choose a neighbour of your capital, {capital}", capital=capital))
        self._set_capital(context, state.turn, action.territory)
        self._end_move(context, action)

    def _end_move(self, context: GameContext, action: Action) -> None:
        self.change_memory(context, asked=True)
        advance(context)

    # Supply

    def _cut_off(self, state: State | View, seat: int) -> list[int]:
        """Return a seat's territories that are not joined to its capital; none without one."""
        capital = self._capital(state, seat)
        if capital == NO_TERRITORY or state.owner[capital] != seat:
            return []
        joined = self.current_board(state).joined(state.owner, capital)
        return [territory for territory in state.territories_of(seat) if territory not in joined]

    def no_placement_territories(
        self, context: GameContext, seat: int, *, by_card: bool = False
    ) -> Collection[int]:
        cut_off = self._cut_off(context.state, seat)
        if by_card:
            return () if self._options.cards_reach == "all" else cut_off
        if self._options.no_room == "lost":
            return cut_off
        any_space = context.rules.placement.any_space
        return cut_off if any_space(context.placement(cut_off)) else ()

    def held_back(self, game: State | View) -> Collection[int]:
        if self._options.cut_off_attack:
            return ()
        return [territory for seat in range(self.seats) for territory in self._cut_off(game, seat)]

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        marks: dict[int, TerritoryMark] = {}
        capital, cut_off = self.possible_marks
        for seat, territory in enumerate(self.memory(view).territories):
            if territory != NO_TERRITORY and view.status[seat] is Status.PLAYING:
                marks |= dict.fromkeys(self._cut_off(view, seat), cut_off)
                marks[territory] = TerritoryMark(capital.sign, capital.word, seat)
        return marks

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if source in self.held_back(view) else armies

    def stakes(self, view: View) -> Iterable[TerritoryStake]:
        for seat, capital in enumerate(self.memory(view).territories):
            if capital != NO_TERRITORY and view.owner[capital] == seat:
                yield TerritoryStake(capital, seat)
                for territory, cut_off in self._supply_lines(view, seat, capital):
                    cost = CUT_OFF_COST * sum(view.armies[each] + 1 for each in cut_off)
                    yield TerritoryStake(territory, seat, cost=cost)

    def _supply_lines(self, view: View, seat: int, capital: int) -> Iterator[tuple[int, set[int]]]:
        """Yield territories that link others to a capital, or would if taken, with those others."""
        owner, neighbours = view.owner, view.board.neighbours
        joined = view.board.joined(owner, capital)
        for territory in joined - {capital}:
            if sum(other in joined for other in neighbours[territory]) > 1:
                without = list(owner)
                without[territory] = NO_SEAT
                cut_off = joined - view.board.joined(without, capital) - {territory}
                yield territory, cut_off
        apart = set(view.territories_of(seat)) - joined
        for territory in {near for each in apart for near in neighbours[each]} - apart:
            if not joined.isdisjoint(neighbours[territory]):
                beyond = apart.intersection(neighbours[territory])
                yield territory, set().union(*(view.board.joined(owner, each) for each in beyond))

    def candidates(self, view: View, decision: Decision) -> Sequence[BotCandidate]:
        if not isinstance(decision, ToFoundCapital | ToMoveCapital):
            return ()
        places = [territory for offer in view.offers for territory in offer.action.aims]
        joined = {
            place: sum(view.armies[each] for each in view.board.joined(view.owner, place))
            for place in places
        }
        best = [place for place in places if joined[place] == max(joined.values())]
        if isinstance(decision, ToFoundCapital):
            return [BotCandidate(FoundCapital(place), keep=place) for place in best]
        stay = BotCandidate(EndPhase(), keep=decision.capital, off_board_value=STAYING_VALUE)
        return [stay, *(BotCandidate(MoveCapital(place), keep=place) for place in best)]
