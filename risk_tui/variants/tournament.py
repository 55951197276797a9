"""The tournament of RisiKo!: objectives counted in points, and an end by dice.

A player who holds a complete objective wins. Otherwise the game ends after many rounds, when a
player with few conquests rolls low enough; then points decide, first those for objectives (public
code of the rules of Italian clubs, and a page about them).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, product
from typing import Annotated, Any, ClassVar

from pydantic import Field

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.data.language import N_, _
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import (
    CardCount,
    Cards,
    Faces,
    Flag,
    Number,
    Seat,
    Seats,
    Slot,
    Territories,
    declare,
)
from risk_tui.engine.events import Event, MissionsShown, VictoryKind
from risk_tui.engine.goals import Goal, GoalContext, GoalTerritories, HoldContinents, goals_of
from risk_tui.engine.hooks import TerritoryMark, VictoryProgress
from risk_tui.engine.phases.set_up import seats_in_order
from risk_tui.engine.phases.turn_flow import finish_game
from risk_tui.engine.state import Stage, State, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.fields import Name, Section, choice_field, number_field, shown_name
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.set_up import SetUpSection
from risk_tui.rules.variant_options import VariantSection, played_field

POINTS = VictoryKind("points", "has the most points")
SIGN = "◎"
Sum = Annotated[int, Field(ge=2, le=12)]


class TournamentObjective(Section):
    """A tournament objective: complete continents and further territories."""

    name: Name = choice_field("It is called {value}.")
    continents: tuple[Name, ...] = choice_field(
        "{This continent|These continents}: {value}.", none="No continent."
    )
    territories: tuple[Name, ...] = choice_field(
        "{This territory|These territories}: {value}.", none="No others."
    )

    def __str__(self) -> str:
        places = map(shown_name, (*self.continents, *self.territories))
        return f"{self.name}: {', '.join(places)}"


class TournamentSection(VariantSection):
    """Tournament."""

    paragraph: ClassVar[str] = (
        "Each territory is worth one point per neighbour. Players rarely complete an "
        "objective: hold as much of yours as you can without giving it away. Near the end, "
        "conquer enough each turn, or you must roll dice that can end the game too early for "
        "you."
    )
    replaces: ClassVar[tuple[str, ...]] = ("setup.allocation",)
    least_players: ClassVar[int] = 3

    played: bool = played_field(
        "Territories are dealt so that later players get more, and where possible no one gets "
        "more than half a continent. Complete your objective to win at once. Otherwise dice "
        "end the game, and points decide: first those inside your objective, then all others, "
        "then the later seat. Each territory is worth one point per neighbour."
    )
    objectives: tuple[TournamentObjective, ...] = choice_field(
        "The {objective is|objectives are} {value}.",
        default=(),
        none="There are no objectives beside the missions of the edition.",
    )
    closing_round: int = number_field(
        "From the last player's turn in round {value}, the game can end: a player who was not "
        "busy rolls two dice at the end of their turn.",
        1,
        1000,
        default=35,
    )
    closing_sums: tuple[Sum, ...] = choice_field(
        "The game ends if the roll is at most (round by round): {value}.",
        default=(4, 5, 6, 7),
    )
    busy: int = number_field(
        "A player who conquered at least {value} {territory|territories} in the turn is busy.",
        1,
        42,
        default=3,
    )
    most_cards: Annotated[int, Field(ge=3, le=42)] | None = choice_field(
        "A player with {value} cards draws none; extra cards taken from others are discarded "
        "at random.",
        default=7,
        none="Any number of cards may be held.",
    )
    all_dice: bool = choice_field(
        "The attacker's dice.",
        default=True,
        true="Attackers always roll as many dice as allowed.",
        false="Attackers choose how many dice they roll.",
    )
    garrison: int = number_field(
        "When fortifying, {value} {stays|stay} next to an opponent's territory.",
        1,
        20,
        default=2,
    )
    garrison_always: bool = choice_field(
        "Whether as many stay when armies move in after a conquest.",
        default=False,
        quiet="false",
        true="As many stay when armies move in after a conquest, unless the fewest that must move "
        "in leave fewer.",
        false="When armies move in after a conquest, one stays.",
    )
    as_many_dice: bool = choice_field(
        "The attacker's dice beside the defender's.",
        default=False,
        quiet="false",
        true="An attack has at least as many dice as the defender may roll; a "
        "player with too few armies for that can't attack.",
        false="An attack may have fewer dice than the defender rolls.",
    )

    @property
    def matches_dice(self) -> bool:
        return self.as_many_dice

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        yield from self.replaces
        if ruleset.cards.forced_at is None and self.most_cards is not None:
            yield "cards.forced_at"
        if ruleset.victory.turn_limit is None:
            yield "victory.turn_limit"

    def missions_added(self, players: int) -> int:
        return len(self.objectives)


@declare
class HoldObjective(Goal):
    """Hold these continents and further territories; ``title`` is the objective's name."""

    kind = "objectives"
    words = "hold {continents}[, with {territories}] ({title})"
    continents: Annotated[tuple[int, ...], Slot("continent", many=True)]
    territories: Territories
    title: Annotated[tuple[str, ...], Slot("continent", many=True)]

    @classmethod
    def in_section(cls, section: TournamentSection, board: Board, seats: int) -> Iterable[Goal]:
        return [cls._of(objective, board) for objective in section.objectives]

    @classmethod
    def _of(cls, objective: TournamentObjective, board: Board) -> HoldObjective:
        def find(name: str, known: Mapping[str, int]) -> int:
            if name.casefold() not in known:
                raise RiskError(
                    _(
                        "{board} has no {name}, which {objective} asks for",
                        board=_(board.title),
                        name=name,
                        objective=objective.name,
                    )
                )
            return known[name.casefold()]

        territories = {each.key.casefold(): n for n, each in enumerate(board.territories)}
        return cls(
            tuple(find(name, board.continent_numbers) for name in objective.continents),
            tuple(find(name, territories) for name in objective.territories),
            (objective.name,),
        )

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        lands = (board.continents[number].territories for number in self.continents)
        return GoalTerritories((*chain.from_iterable(lands), *self.territories))


@declare
class PointsAtStake(Event):
    """The territories, with ``points`` in all, were dealt; ``later`` seats got one more."""

    long = (
        "A territory has a point for each neighbour, {points} in all[; {later} "
        "start later and have one more territory]"
    )
    short = "{points} points[; one land more: {later}]", "{points} points"
    points: Number
    later: Seats


@declare
class HandFull(Event):
    """A seat with a full hand drew no card."""

    long = "{seat} holds {count} and draws none"
    short = "{seat} holds {count}, draws none"
    seat: Seat
    count: CardCount


@declare
class CardsThrownAway(Event):
    """Cards above the limit were discarded at random."""

    is_irreversible = True
    long = "{seat} holds too many cards, and discards {cards} at random"
    short = "{seat} −{count}"
    seat: Seat
    count: CardCount
    cards: Cards


@declare
class ClosingRolled(Event):
    """A seat with few conquests rolled for the end of the game; at most ``most`` ends it."""

    long = {
        "": "{seat} rolls {dice}; the game ends on {most} or less",
        "ends": "{seat} rolls {dice}, at most {most}: the game is over, and points count",
    }
    short = {"": "{seat} rolls {dice} for the end", "ends": "{seat} rolls {dice}: the end"}
    seat: Seat
    dice: Faces
    most: Number
    ends: Flag

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return tuple((self.seat, face) for face in self.dice)


@declare
class PointsCounted(Event):
    """The points of a seat were counted, within its objective and outside it."""

    long = "{seat} has {within} points inside the objective and {beside} outside"
    short = "{seat}: {within} points, {beside} outside"
    seat: Seat
    within: Number
    beside: Number


class Tournament(Variant[Memory]):
    """Points for territories, and dice that end the game."""

    key = "tournament"
    options = TournamentSection
    _options: TournamentSection
    changes_fights = False  # Odds include the dice that an attack needs.
    possible_marks = (TerritoryMark(SIGN, N_("objective")),)
    excludes: ClassVar[Mapping[str, str]] = {
        "earths": "its objectives are those of one Earth",
        "five_goals": "both deal the territories in their own way",
        "remix": "both deal the territories in their own way",
    }

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        options = cls.options_from(ruleset)
        if not options.closing_sums:
            return _("dice end the game; give at least one number in 'closing_sums'")
        if not options.objectives:
            return ""
        if not ruleset.missions.played:
            return _("its objectives are secret missions; set 'missions.played' to true")
        if "paranoia" in ruleset.played_variants:
            return _("its objectives are secret missions; in Paranoia all are to destroy a colour")
        for objective in options.objectives:
            if not (objective.continents or objective.territories):
                return _(
                    "{name} asks for nothing; give it a continent or a territory",
                    name=objective.name,
                )
        return ""

    @classmethod
    def unknown_campaigns(cls, options: TournamentSection) -> tuple[str, ...]:
        if not (options.garrison_always and options.garrison > 1):
            return ()
        return (
            N_("by {variant} armies that conquer may leave more than one behind"),
            N_("by {variant} armies that conquer {territory} may leave more than one behind"),
        )

    def _set_options(self, options: TournamentSection) -> None:
        self._combat = CombatRules(self.ruleset.fights)
        self._points = [len(neighbours) for neighbours in self.board.neighbours]

    # Setting up

    def extra_missions(self) -> Sequence[Goal]:
        try:
            return goals_of(self._options, self.board, self.seats)
        except RiskError as problem:
            raise self.ruleset.error_at(("variants", self.key), problem) from None

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        return section.model_copy(update={"allocation": "deal"})

    def seats_to_deal(self, context: GameContext) -> Sequence[int]:
        seats, dealt = seats_in_order(context), [*chain(*context.shuffle_territories())]
        share, more = divmod(len(dealt), len(seats))
        later = seats[len(seats) - more :]
        context.record_event(PointsAtStake(sum(self._points[each] for each in dealt), tuple(later)))
        owners = [NO_SEAT] * len(context.state.owner)
        for territory, seat in zip(dealt, [*seats * share, *later], strict=True):
            owners[territory] = seat
        self._divide_continents(owners, sorted(dealt))
        return owners

    def _divide_continents(self, owners: list[int], dealt: Sequence[int]) -> None:
        """Exchange territories of seats that hold more than half of a continent.

        Two territories change seats only if neither seat gets more than half of a continent by it.
        """
        continents = [territory.continent for territory in self.board.territories]
        sizes = Counter(continents[territory] for territory in dealt)
        half = {continent: size // 2 for continent, size in sizes.items()}
        held = Counter(zip(owners, continents, strict=True))
        for first, second in product(dealt, repeat=2):
            seat, here = owners[first], continents[first]
            other, there = owners[second], continents[second]
            if (
                held[seat, here] > half[here]
                and seat != other
                and held[other, here] < half[here]
                and held[seat, there] < half[there]
            ):
                owners[first], owners[second] = other, seat
                held.subtract([(seat, here), (other, there)])
                held.update([(other, here), (seat, there)])

    # Turns

    def attack_dice(
        self, game: State | View, target: int, least: int, most: int
    ) -> tuple[int, int]:
        least = most if self._options.all_dice else least
        if self._options.as_many_dice:
            least = max(least, min(most, self._combat.armies_needed(game.armies[target]) - 1))
        return least, most

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        return self._combat.armies_needed(context.state.armies[target])

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        state = context.state
        if not self._options.garrison_always or state.occupying is None:
            return
        start, end, minimum, maximum = state.occupying
        free = state.armies[start] - self.garrison(state, start)
        state.occupying = (start, end, minimum, max(minimum, min(maximum, free)))

    def on_attacks_end(self, context: GameContext) -> None:
        """Discard cards above the limit at random, and let a full hand draw none."""
        state, most, seat = context.state, self._options.most_cards, context.state.turn
        if most is None or len(state.hands[seat]) < most:
            return
        hand, discarded = state.hands[seat], []
        while len(hand) > most:
            discarded.append(hand.pop(context.choice(len(hand))))
        if discarded:
            state.discard.extend(discarded)
            context.record_event(CardsThrownAway(seat, len(discarded), tuple(discarded)))
        if state.conquests_this_turn and not state.card_drawn:
            state.card_drawn = True
            context.record_event(HandFull(seat, len(hand)))

    def garrison(self, game: State | View, territory: int) -> int:
        owner = game.owner
        neighbours = self.current_board(game).neighbours[territory]
        is_inland = all(owner[other] in (owner[territory], NO_SEAT) for other in neighbours)
        return 1 if is_inland else self._options.garrison

    # The end

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.END: self._roll_for_the_end}

    def _roll_for_the_end(self, context: GameContext) -> bool:
        """Roll for a seat with few conquests, late in the game; return True if the game is over."""
        state, seat = context.state, context.state.turn
        if seat >= self.seats or state.conquests_this_turn >= self._options.busy:
            return False
        order = state.order or seats_in_order(context)
        last = [each for each in order if state.status[each] is Status.PLAYING][-1]
        # The first seat to roll is the last one in the closing round.
        rounds = state.round - self._options.closing_round - (seat != last)
        if rounds < 0:
            return False
        sums = self._options.closing_sums
        most = sums[min(rounds, len(sums) - 1)]
        dice = context.dice(2, [seat])
        ends = sum(dice) <= most
        context.record_event(ClosingRolled(seat, dice, most, ends))
        if ends:
            self._count_points(context, [each for each in order if each < self.seats])
        return ends

    def _count_points(self, context: GameContext, order: Sequence[int]) -> None:
        """Show all objectives, count the points, and end the game; the later seat wins ties."""
        state, points = context.state, {}
        for place, seat in enumerate(order):
            if state.status[seat] is not Status.PLAYING:
                continue
            missions, deck = state.missions[seat], context.rules.missions.deck
            if missions:
                context.record_event(MissionsShown(seat, tuple(missions)))
            required = self._required_territories(state, deck, missions, seat)
            within = self._points_in(state, seat, required)
            beside = self._points_in(state, seat, range(len(state.owner))) - within
            points[seat] = within, beside, place
            context.record_event(PointsCounted(seat, within, beside))
        finish_game(context, (max(points, key=points.__getitem__),), POINTS)

    def _required_territories(
        self, shown: GoalContext, deck: Sequence[Goal], missions: Iterable[int], seat: int
    ) -> set[int]:
        """Return the territories that missions require a seat to hold."""
        goals = (deck[mission] for mission in missions)
        wanted = (
            goal.wanted(shown, seat, self.board).named
            for goal in goals
            if isinstance(goal, HoldObjective | HoldContinents)
        )
        return set(chain.from_iterable(wanted))

    def _points_in(self, shown: GoalContext, seat: int, territories: Iterable[int]) -> int:
        """Return the points of a seat for its own among these territories."""
        return sum(self._points[each] for each in territories if shown.owner[each] == seat)

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        if view.seat is None:
            return {}
        deck = view.rules.missions.deck
        required = self._required_territories(view, deck, view.missions, view.seat)
        return {each: TerritoryMark(SIGN, N_("objective"), view.seat) for each in required}

    def standing(self, view: View) -> VictoryProgress | None:
        everywhere = range(len(view.owner))
        points = {seat: self._points_in(view, seat, everywhere) for seat in view.seats_in_game()}
        return VictoryProgress(SIGN, _("points"), points, None)
