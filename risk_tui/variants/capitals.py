"""Capitals: every player chooses one in secret, then all are shown (FAQ Q2.2.2).

Played if ``capitals.played`` is true in the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import ceil
from typing import ClassVar

from risk_tui.boards.board import NO_TERRITORY, Board
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, Offer, Resign
from risk_tui.engine.chance import Chance
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import (
    Number,
    Seat,
    Territories,
    Territory,
    TerritoryBySeat,
    TerritoryCount,
    declare,
)
from risk_tui.engine.events import Event, VictoryKind
from risk_tui.engine.goals import Goal, GoalContext, GoalTerritories
from risk_tui.engine.hooks import BotCandidate, TerritoryMark, TerritoryStake, VictoryProgress
from risk_tui.engine.phases.conquest import settle_elimination
from risk_tui.engine.phases.set_up import (
    answered_from_first,
    ask_each_seat,
    begin_first_turn,
    resign_before_first_turn,
)
from risk_tui.engine.state import State, Status
from risk_tui.engine.variant import Memory, Variant, with_value_at
from risk_tui.engine.view import View
from risk_tui.errors import UnknownTerritory
from risk_tui.rules.winning import CapitalsSection

SIGN = "★"
CAPITALS = VictoryKind("capitals", "holds enough capitals")

LOSS_PER_DEFENDER = 0.9
"""The armies that an attacker loses for each defending army on the way."""
GUARDS_PER_ATTACKER = 0.55
"""The armies needed to hold a territory against each attacking army."""
MAX_SHARE = 0.35
"""The largest share of a seat's armies on guard in the first rounds."""
MAX_SHARE_IN_SETUP = 0.5
"""The largest share on guard before the first turn, because every rival may attack first."""
FULL_GUARD_ROUNDS, REDUCTION_ROUNDS = 5, 12
"""The rounds before guards are reduced, and the rounds in which their share falls to a fifth."""


@declare
class ChooseCapital(Action):
    """Choose one of the seat's territories as its capital; others only see that it has chosen."""

    kind = "capital"
    summary = "choose your capital; it stays secret until all have chosen"
    advice = "make {territory} your capital"
    verb = "choose a capital"
    confirm = "Make {territory} your capital? This is for the whole game."
    secret = {"territory": None}
    territory: Territory | None


@declare
class ToChooseCapital(Decision):
    """Choose a capital among the seat's territories; it stays secret until all have chosen."""

    kind = "capital"
    private = True
    purpose = "Each player chooses a capital. Pick a territory that is hard to attack."
    answer_is_secret = True
    asks = "{seat}: choose one of your territories as your capital"
    heading = "in secret"
    choices = {
        ChooseCapital: Choice(
            "choose",
            "It becomes your capital. The others learn which it is when all have chosen; you can "
            "take it back only until then.",
        )
    }
    requirement = "choose your capital first"


@declare
class CapitalChosen(Event):
    """A seat chose its capital; ``territory`` is ``None`` for others."""

    long = "Your capital is {territory}", "{seat} has chosen a capital"
    short = "{seat} has a capital"
    revealed = "{seat}'s capital is {territory}"
    secret = {"territory": None}
    seat: Seat
    territory: Territory | None


@declare
class CapitalsShown(Event):
    """All capitals were shown: each seat's territory, ``NO_TERRITORY`` for a seat without one."""

    is_irreversible: ClassVar[bool] = True
    reveals_secret: ClassVar[bool] = True
    long = "The capitals are {capitals}"
    short = "Capitals: {capitals}"
    capitals: TerritoryBySeat


@declare
class CapitalTaken(Event):
    """The capital of ``victim`` was conquered, or regained if ``victim`` is ``seat``."""

    turns_game: ClassVar[bool] = True
    long = {
        "": "{seat} takes {territory}, the capital of {victim}",
        "back": "{seat}'s capital, {territory}, is won back",
    }
    short = {
        "": "{seat} takes capital {territory}",
        "back": ("{seat} wins back capital {territory}", "{seat} wins back {territory}"),
    }
    recap = {
        "": "{seat} took the capital of {victim}",
        "back": "{seat} has won back the capital",
        "victim": "{seat} took your capital",
    }
    recap_order = 3
    seat: Seat
    victim: Seat
    territory: Territory

    def conditions(self, reader: int | None) -> Collection[str]:
        own = ("back",) if self.seat == self.victim else ()
        return (*own, *Event.conditions(self, reader))


@declare
class TerritoriesTransferred(Event):
    """``seat`` took over all territories and armies of ``victim``, who lost their capital."""

    long = "{seat} takes over everything {victim} had[: {territories}]"
    short = "{seat} gets {count}"
    seat: Seat
    victim: Seat
    territories: Territories

    @property
    def count(self) -> TerritoryCount:
        """The number of territories."""
        return len(self.territories)

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return tuple((territory, self.victim) for territory in self.territories)


@declare
class HoldCapitals(Goal):
    """Hold a number of other players' capitals."""

    kind = "capitals"
    words = {
        "": "hold {#capitals} capitals of other players",
        "one": "hold {#capitals} capital of another player",
    }
    capitals: Number

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("one",) if self.capitals == 1 else ()

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        others = tuple(
            (capital,)
            for other, capital in enumerate(capitals_in(shown))
            if capital != NO_TERRITORY and other != seat
        )
        return GoalTerritories(sets=others, choose=self.capitals)


@dataclass(frozen=True, slots=True)
class Capitals(Memory):
    """Each seat's capital, ``NO_TERRITORY`` for none; public if ``are_shown``."""

    territories: tuple[int, ...]
    are_shown: bool = False

    def redacted_for(self, seat: int | None) -> Capitals:
        if self.are_shown:
            return self
        capitals = enumerate(self.territories)
        return Capitals(
            tuple(capital if other == seat else NO_TERRITORY for other, capital in capitals)
        )

    def with_hidden_sampled(self, view: View, chance: Chance) -> Capitals:
        territories = list(self.territories)
        for seat in answered_from_first(view, "capital"):
            if territories[seat] == NO_TERRITORY:
                own = view.territories_of(seat)
                territories[seat] = own[chance.choice(len(own))]
        return replace(self, territories=tuple(territories))


def capitals_in(game: State | View | GoalContext) -> tuple[int, ...]:
    """Return the capital of each seat, ``NO_TERRITORY`` if it has none or hides it."""
    memories = (memory for memory in game.memories if isinstance(memory, Capitals))
    return next((memory.territories for memory in memories), ())


def _own_capital(game: State | View, seat: int) -> tuple[int, ...]:
    """Return a seat's capital; empty if it has none or hides it."""
    own = capitals_in(game)[seat : seat + 1]
    return () if own == (NO_TERRITORY,) else own


def is_at_home(game: State | View, seat: int) -> bool:
    """Return True if a seat holds its own capital."""
    return any(game.owner[home] == seat for home in _own_capital(game, seat))


def lost_capital(view: View, seat: int) -> tuple[int, ...]:
    """Return a seat's own capital if the seat has lost it; empty otherwise."""
    return tuple(home for home in _own_capital(view, seat) if view.owner[home] != seat)


class CapitalRisk(Variant[Capitals]):
    """Capitals that win, bring armies, or cost their owner the game."""

    key = "capitals"
    options = None
    possible_marks = (TerritoryMark(SIGN, N_("capital")),)

    def _set_options(self, options: CapitalsSection) -> None:
        self._needed = options.to_win[self.seats] if options.to_win else None
        all_needed = self._needed is not None and self._needed >= self.seats - 1
        self._victory = (
            replace(CAPITALS, phrase=N_("holds every capital")) if all_needed else CAPITALS
        )
        self._loss_effect = options.lost
        self._cards_set_aside = options.cards == "set aside"
        self._armies = self.ruleset.reinforce.armies_for_a_capital

    def start(self) -> Capitals:
        return Capitals((NO_TERRITORY,) * self.seats)

    # Choosing

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "capital": PhaseHandler(
                decision=lambda context: ToChooseCapital(context.state.turn),
                offers=self._offers,
                actions={ChooseCapital: self._choose, Resign: resign_before_first_turn},
                prompt=N_("choose your capital first"),
            )
        }

    def phases_after_setup(self) -> Mapping[str, Callable[[GameContext], bool]]:
        return {"capital": self._ask}

    def _ask(self, context: GameContext) -> bool:
        """Ask the next seat without a capital to choose one. After the last, show all capitals."""
        memory = self.memory(context.state)
        if ask_each_seat(context, "capital", lambda seat: memory.territories[seat] == NO_TERRITORY):
            return True
        if not memory.are_shown:
            self._show(context, memory.territories)
        return False

    def _offers(self, context: GameContext) -> list[Offer]:
        own = context.state.territories_of(context.state.turn)
        return [*(Offer(ChooseCapital(territory)) for territory in own), Offer(Resign())]

    def _choose(self, context: GameContext, action: ChooseCapital) -> None:
        """Make a territory of the seat in turn its capital; it stays secret."""
        state = context.state
        if action.territory is None:
            raise UnknownTerritory(_("choose one of your territories as your capital"))
        context.require_own(action.territory)
        chosen = self.memory(state).territories
        self.remember(context, Capitals(with_value_at(chosen, state.turn, action.territory)))
        context.record_event(CapitalChosen(state.turn, action.territory))
        begin_first_turn(context)

    def _show(self, context: GameContext, territories: tuple[int, ...]) -> None:
        """Show all capitals, and set their cards aside if the ruleset says so."""
        state, deck = context.state, self.board.deck
        self.remember(context, Capitals(territories, are_shown=True))
        context.record_event(CapitalsShown(territories))
        if self._cards_set_aside:
            set_aside = [card for card in state.deck if deck[card].territory in territories]
            state.cards_set_aside = tuple(set_aside)
            state.deck = [card for card in state.deck if card not in set_aside]

    # Holding and losing

    def extra_income(self, game: State | View, seat: int) -> Sequence[tuple[int, str]]:
        held = self._held(game, seat)
        return ((self._armies * held, N_("capitals")),) if self._armies and held else ()

    def _held(self, game: State | View, seat: int) -> int:
        """Return the number of capitals that a seat holds, including its own."""
        owner, capitals = game.owner, self.memory(game).territories
        chosen = [capital for capital in capitals if capital != NO_TERRITORY]
        return sum(owner[capital] == seat for capital in chosen)

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        """Announce a capital that changed hands, and apply the consequences of its loss."""
        state = context.state
        self._announce(context, (target,))
        if self.memory(state).territories[victim : victim + 1] != (target,):
            return
        if state.status[victim] is not Status.PLAYING:
            return
        if self._loss_effect == "hands over":
            territories = tuple(state.territories_of(victim))
            for other in territories:
                state.owner[other] = state.acting_seat
            context.record_event(TerritoriesTransferred(state.acting_seat, victim, territories))
            self._announce(context, territories)
        elif self._loss_effect == "is out" and victim in state.owner:
            state.status[victim] = Status.OUT
            settle_elimination(context, victim, state.acting_seat)

    def _announce(self, context: GameContext, territories: tuple[int, ...]) -> None:
        """Announce the capitals among conquered territories."""
        for seat, capital in enumerate(self.memory(context.state).territories):
            if capital in territories:
                context.record_event(CapitalTaken(context.state.acting_seat, seat, capital))

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        needed = self._needed_in(state)
        if needed is None or not is_at_home(state, seat):
            return None
        return self._victory if self._held(state, seat) > needed else None

    def _needed_in(self, game: State | View) -> int | None:
        """Return how many capitals of others a seat needs to win; ``None`` if none win."""
        capitals = self.memory(game).territories
        # A seat that left before choosing has no capital to take.
        others = len(capitals) - capitals.count(NO_TERRITORY) - 1
        return None if self._needed is None else min(self._needed, max(others, 0))

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        capitals = enumerate(self.memory(view).territories)
        return {
            capital: TerritoryMark(SIGN, N_("capital"), seat)
            for seat, capital in capitals
            if capital != NO_TERRITORY
        }

    def standing(self, view: View) -> VictoryProgress | None:
        owners = [seat for seat, capital in enumerate(capitals_in(view)) if capital != NO_TERRITORY]
        if len(owners) < 2:
            return None
        counts = {seat: self._held(view, seat) for seat in owners}
        needed = self._needed_in(view)
        return VictoryProgress(SIGN, _("capitals held"), counts, needed and needed + 1)

    def bot_goals(self, view: View, seat: int) -> Iterator[tuple[GoalTerritories, bool]]:
        if needed := self._needed_in(view):
            wanted = HoldCapitals(needed).wanted(view, seat, self.board)
            yield replace(wanted, named=lost_capital(view, seat)), True

    def reserved(self, view: View, seat: int) -> Mapping[int, int]:
        if self._loss_effect == "plays on" or not is_at_home(view, seat):
            return {}
        return {home: min_guard(view, seat, home) for home in _own_capital(view, seat)}

    def stakes(self, view: View) -> Iterable[TerritoryStake]:
        is_fatal, is_inherited = self._loss_effect != "plays on", self._loss_effect == "hands over"
        for seat, capital in enumerate(self.memory(view).territories):
            if capital != NO_TERRITORY:
                yield TerritoryStake(capital, seat, self._armies, is_fatal, is_inherited)

    def candidates(self, view: View, decision: Decision) -> Sequence[BotCandidate]:
        if not isinstance(decision, ToChooseCapital):
            return ()
        own = view.territories_of(decision.seat)
        return [BotCandidate(ChooseCapital(territory), keep=territory) for territory in own]


def min_guard(view: View, seat: int, territory: int, coasts: Collection[int] = ()) -> int:
    """Return the armies, at least 1, that should stay on a territory of ``seat``.

    They hold it against the strongest stack that a rival can bring there, from any distance. Before
    the first turn, distance does not matter: a rival may still place armies anywhere. Guards are
    limited to a share of the seat's armies, which falls in a long game, so that no player waits
    forever.

    Args:
        coasts: The territories that can attack across the sea, at no cost on the way.
    """
    rivals = [other for other in view.seats_in_game() if other != seat]
    strongest = max(
        (
            _strongest_arrival(view, rival, territory, coasts)
            if view.round
            else _first_attack(view, rival)
            for rival in rivals
        ),
        default=0.0,
    )
    reduction = min(1.0, max(0.0, (view.round - FULL_GUARD_ROUNDS) / REDUCTION_ROUNDS))
    share = MAX_SHARE * (1.0 - 0.8 * reduction) if view.round else MAX_SHARE_IN_SETUP
    total = view.unplaced[seat] + view.armies_of(seat)
    return max(1, min(ceil(GUARDS_PER_ATTACKER * strongest), int(share * total)))


def _first_attack(view: View, rival: int) -> float:
    """Return the most armies that a rival can attack with in its first turn."""
    placed = max([view.armies[territory] for territory in view.territories_of(rival)], default=1)
    return placed - 1.0 + view.unplaced[rival] + view.income(rival)


def _strongest_arrival(view: View, rival: int, target: int, coasts: Collection[int]) -> float:
    """Return the armies that a rival's best stack still has on arrival at a territory."""
    owner, armies = view.owner, view.armies
    best = max([0.0, *(armies[coast] - 1.0 for coast in coasts if owner[coast] == rival)])
    costs, queue = {target: 0.0}, [(0.0, target)]
    while queue:
        cost, here = heappop(queue)
        if cost > costs[here]:
            continue
        for other in view.board.neighbours[here]:
            if owner[other] == rival:
                best = max(best, armies[other] - 1.0 - cost)
                continue
            further = cost + 1.0 + LOSS_PER_DEFENDER * armies[other]
            if further < costs.get(other, float("inf")):
                costs[other] = further
                heappush(queue, (further, other))
    return best
