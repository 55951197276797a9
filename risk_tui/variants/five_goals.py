"""Domination: five public goals for each player, among neutral armies (Risk FAQ, section 4.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Armies, Seat, Territories, TerritoryCount, declare
from risk_tui.engine.events import Event, VictoryAnnounced, VictoryKind
from risk_tui.engine.goals import Goal, GoalContext, GoalTerritories
from risk_tui.engine.hooks import PublicGoals, TerritoryMark, TerritoryStake, VictoryProgress
from risk_tui.engine.phases.set_up import seats_in_order
from risk_tui.engine.state import Stage, State, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.set_up import NEUTRAL_ARMY, NeutralSeat, SetUpSection
from risk_tui.rules.variant_options import VariantSection, played_field

OWN_SIGN, SIGN = "◎", "○"
HOLDS_ALL = VictoryKind("goals", "holds all goals")
FIVE_GOALS = VictoryKind("five goals", "has held all goals for a turn")


class FiveGoalsSection(VariantSection):
    """Domination."""

    replaces = (
        "setup.allocation",
        "setup.placing",
        "setup.armies",
        "setup.armies_each_go",
        "setup.territory_limit",
        "two_players",
    )
    brings_goal: ClassVar[bool] = True
    per_earth: ClassVar[tuple[str, ...]] = ("territories", "armies", "armies_of_three")

    paragraph: ClassVar[str] = (
        "The world is full of neutral armies, and all goals are public. Take what is on your "
        "way, guard the goals you hold, and take one from any player who has nearly all of "
        "theirs."
    )

    played: bool = played_field(
        "Each player is dealt a few territories. After their armies are placed, one at a time, "
        "each is dealt public goals: territories they do not hold. All other territories have "
        "neutral armies, which never attack. Hold all your goals at the end of your turn and "
        "still hold them at the start of your next to win. The last player left also wins."
    )
    territories: int = number_field(
        "Each player is dealt {value} {territory|territories}.", 1, 10, default=5
    )
    armies: int = number_field(
        "Each player starts with {value} armies, unless three play.", 5, 200, default=20
    )
    armies_of_three: int = number_field(
        "Three players start with {value} armies each.", 5, 200, default=25
    )
    garrisons: int = number_field(
        "{value} neutral {army stands|armies stand} on every other territory.", 1, 20, default=3
    )
    defence: Literal["most dice", "best dice"] = choice_field(
        "How neutral armies defend themselves.",
        default="most dice",
        **{
            "most dice": "Neutral armies defend with the most dice.",
            "best dice": "Neutral armies defend with the number of dice that costs attackers "
            "most: the maximum, unless the defender sees the attacker's dice first "
            "and they are too high.",
        },
    )
    goals: int = number_field("Each player is dealt {value} {goal|goals}.", 1, 10, default=5)

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        yield from self.replaces
        least, most = ruleset.player_limits
        if 3 not in ((players,) if players else range(least, most + 1)):
            yield "variants.five_goals.armies_of_three"
        if players == 3 or least == most == 3:
            yield "variants.five_goals.armies"


@declare
class HoldTogether(Goal):
    """Hold all of these territories."""

    kind = "together"
    words = "{territories}"
    territories: Territories

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        return GoalTerritories(self.territories)


@declare
class GarrisonsPlaced(Event):
    """The neutral army was put on every territory that was not dealt."""

    long = "{seat} stands on every other territory, with {armies} on each"
    short = "{seat}: {count}"
    seat: Seat
    territories: Territories
    armies: Armies

    @property
    def count(self) -> TerritoryCount:
        """The number of territories."""
        return len(self.territories)


@declare
class GoalsDealt(Event):
    """A seat was dealt its goals publicly."""

    long = "{seat} must take {goals}"
    short = "Goals of {seat}: {goals}", "{seat} has goals"
    seat: Seat
    goals: Territories


@dataclass(frozen=True, slots=True)
class Goals(Memory):
    """The goals of each seat; empty until they are dealt."""

    by_seat: tuple[tuple[int, ...], ...] = ()


class FiveGoals(Variant[Goals]):
    """Territories that a seat must take and hold for a turn."""

    key = "five_goals"
    options = FiveGoalsSection
    _options: FiveGoalsSection
    initial_memory = Goals()
    possible_marks = (TerritoryMark(OWN_SIGN, N_("own goal")), TerritoryMark(SIGN, N_("goal")))

    def _set_options(self, options: FiveGoalsSection) -> None:
        self._territories_each = min(options.territories, self.board.size // (self.seats + 1))

    # Setting up

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        armies = self._options.armies_of_three if self.seats == 3 else self._options.armies
        return section.model_copy(
            update={
                "allocation": "deal",
                "placing": "in turns",
                "armies": {self.seats: armies},
                "armies_each_go": 1,
                "territory_limit": None,
            }
        )

    @classmethod
    def third_army(cls, options: FiveGoalsSection, army: NeutralSeat) -> NeutralSeat:
        return replace(NEUTRAL_ARMY, is_led=False, defends_best=options.defence == "best dice")

    def seats_to_deal(self, context: GameContext) -> Sequence[int]:
        seats, neutral = seats_in_order(context), context.neutral
        assert neutral is not None, "the variant adds a neutral army"
        owners = [neutral] * len(context.state.owner)
        for pack in context.shuffle_territories():
            for turn, territory in enumerate(pack[: self._territories_each * len(seats)]):
                owners[territory] = seats[turn % len(seats)]
        return owners

    def on_territories_assigned(self, context: GameContext) -> None:
        state, neutral, armies = context.state, context.neutral, self._options.garrisons
        assert neutral is not None, "the variant adds a neutral army"
        territories = tuple(state.territories_of(neutral))
        for territory in territories:
            state.armies[territory] = armies
        context.record_event(GarrisonsPlaced(neutral, territories, armies))

    def phases_after_setup(self) -> Mapping[str, Callable[[GameContext], bool]]:
        return {"goals": self._deal_goals}

    def _deal_goals(self, context: GameContext) -> bool:
        """Deal the goals unless they are dealt already; no decision follows."""
        state = context.state
        if self.memory(state).by_seat:
            return False
        pack = context.shuffle_in_play()
        left = [*pack]
        goals: dict[int, list[int]] = {seat: [] for seat in range(context.players)}
        for _goal in range(self._options.goals):
            for seat in seats_in_order(context):
                if state.status[seat] is Status.PLAYING:
                    # A goal is dealt twice only if none that is left fits.
                    fitting = (
                        territory
                        for territory in (*left, *pack)
                        if state.owner[territory] != seat and territory not in goals[seat]
                    )
                    territory = next(fitting, None)
                    if territory is not None:
                        goals[seat].append(territory)
                        if territory in left:
                            left.remove(territory)
        self.remember(context, Goals(tuple(tuple(sorted(goals[seat])) for seat in goals)))
        for seat in seats_in_order(context):
            if goals[seat]:
                context.record_event(GoalsDealt(seat, tuple(sorted(goals[seat]))))
        return False

    # Winning

    def _holds_all(self, game: State | View, seat: int) -> bool:
        goals = self.memory(game).by_seat  # It has no entries for seats without a player.
        own = goals[seat] if seat < len(goals) else ()
        return bool(own) and self._held(game, seat) == len(own)

    def _held(self, game: State | View, seat: int) -> int:
        """Return how many of its goals a seat holds."""
        return sum(game.owner[territory] == seat for territory in self.memory(game).by_seat[seat])

    def on_attacks_end(self, context: GameContext) -> None:
        """Announce a coming victory of the seat in turn if it holds all its goals."""
        state, seat = context.state, context.state.turn
        if self._holds_all(state, seat) and not state.victory_announced[seat]:
            state.victory_announced[seat] = True
            context.record_event(VictoryAnnounced(seat, HOLDS_ALL))

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        # The announcement was made at the end of the seat's last turn.
        held = state.victory_announced[seat] and self._holds_all(state, seat)
        return FIVE_GOALS if held and state.turn == seat and state.stage is Stage.RECEIVE else None

    # Views, odds and bots

    def _goals(self, view: View) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each seat that is in the game, with its goals."""
        for seat, goals in enumerate(self.memory(view).by_seat):
            if goals and view.status[seat] == Status.PLAYING:
                yield seat, goals

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        marks: dict[int, TerritoryMark] = {}
        for seat, goals in self._goals(view):
            sign = OWN_SIGN if seat == view.seat else SIGN
            for territory in goals:
                if territory not in marks or seat == view.seat:
                    marks[territory] = TerritoryMark(sign, N_("goal"), seat)
        return marks

    def standing(self, view: View) -> VictoryProgress | None:
        counts = {seat: self._held(view, seat) for seat, _ in self._goals(view)}
        if not counts:
            return None
        return VictoryProgress(OWN_SIGN, _("goals held"), counts, self._options.goals)

    def public_goals(self, view: View) -> PublicGoals:
        goals = tuple((HoldTogether(each), seat) for seat, each in self._goals(view))
        terms = _(
            "Hold all of your own from the end of your turn to the start of your next one to win."
        )
        if not goals:
            terms = _("Goals are dealt after all armies are placed. {terms}", terms=terms)
        return PublicGoals(N_("goals"), self._options.goals, terms, goals, are_personal=True)

    def bot_goals(self, view: View, seat: int) -> Iterator[tuple[GoalTerritories, bool]]:
        for holder, goals in self._goals(view):
            if holder == seat:
                yield GoalTerritories(goals, must_be_held=True), True

    def stakes(self, view: View) -> Iterable[TerritoryStake]:
        for seat, goals in self._goals(view):
            if seat != view.seat:
                yield from (TerritoryStake(goal, seat) for goal in goals)
