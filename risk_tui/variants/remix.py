"""Remix: whole continents, and a third player whose colours sleep (Risk FAQ, section 4.14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Armies, Flag, Seat, declare
from risk_tui.engine.events import Event
from risk_tui.engine.goals import Continents
from risk_tui.engine.hooks import TerritoryMark
from risk_tui.engine.phases.set_up import seats_from_first
from risk_tui.engine.state import Battle, State
from risk_tui.engine.variant import Memory, Variant, with_value_at
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.set_up import SetUpSection
from risk_tui.rules.variant_options import VariantSection, played_field

_NO_COLOUR = -1
"""The colour of territories that don't belong to the third player."""


class RemixSection(VariantSection):
    """Remix."""

    paragraph: ClassVar[str] = (
        "Two small powers face a sleeping giant. Take a whole colour in one turn and nothing "
        "wakes; leave it half beaten and it strikes back. Once every colour is awake the third "
        "player is the strongest, so the other two should not wait, nor fight each other."
    )
    least_players = most_players = 3
    replaces = (
        "setup.allocation",
        "setup.placing",
        "setup.armies",
        "setup.armies_each_go",
        "setup.territory_limit",
    )

    played: bool = played_field(
        "Continents are drawn: two players hold one each, and the third, drawn at random, all "
        "others, with a colour for each of them. These colours sleep: they do not attack, move, "
        "earn or receive armies, and they defend with as many dice as allowed. A colour that is "
        "attacked wakes up, and from then on it plays like any other; all that are awake share "
        "their armies and cards, but armies are moved only to those of their colour."
    )
    armies: int = number_field(
        "Every continent starts with {value} {army|armies}, or with as many as it has territories "
        "if that is more: one on each territory, the others placed one at a time as their player "
        "likes.",
        1,
        200,
        default=20,
    )
    wake_after: Annotated[int, Field(ge=1, le=99)] | None = choice_field(
        "After {value} {round|rounds} all colours are awake.",
        default=5,
        none="A colour sleeps until it is attacked.",
    )


@declare
class ContinentsDrawn(Event):
    """A seat drew its continents: the third player one for each colour, the others one."""

    is_irreversible = True
    long = {
        "": "{seat} holds {continents}, with {armies}",
        "third": "{seat} is the third player: {continents}, each with a colour and {armies}",
    }
    short = {"": "{seat}: {continents}", "third": ("{seat}: {continents}", "{seat} is third")}
    seat: Seat
    continents: Continents
    armies: Armies
    is_third: Flag

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("third",) if self.is_third else ()


@declare
class ColoursWoke(Event):
    """Dormant colours of the third player woke up."""

    long = "{seat}'s armies of {continents} wake up"
    short = "{seat}: {continents} awake", "{seat}'s armies wake up"
    recap = "{seat}'s armies of {continents} woke up"
    recap_order = 4
    seat: Seat
    continents: Continents


@dataclass(frozen=True, slots=True)
class RemixMemory(Memory):
    """The third player, the continents of their colours, and the colours that are awake.

    ``by_territory`` holds the colour of each territory of the board: an index into ``continents``
    and ``awake``, or ``_NO_COLOUR``.
    """

    third: int = NO_SEAT
    continents: tuple[int, ...] = ()
    awake: tuple[bool, ...] = ()
    by_territory: tuple[int, ...] = ()


class Remix(Variant[RemixMemory]):
    """A third player with a colour for each continent, dormant at first."""

    key = "remix"
    odds_unknown_reason = "the armies there sleep"
    options = RemixSection
    _options: RemixSection
    initial_memory = RemixMemory()
    excludes = {
        "five_goals": "each deals the territories in its own way",
        "martian": "all six colours are in play",
        "percentage": "the third player may hold enough of the world from the start",
    }
    possible_marks = (TerritoryMark("z", N_("asleep")),)

    def _set_options(self, options: RemixSection) -> None:
        if len(self.board.continents) < 3:
            raise RiskError(
                _("{board} has too few continents for Remix", board=_(self.board.title))
            )

    # Setting up

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        return section.model_copy(
            update={
                "allocation": "deal",
                "placing": "in turns",
                "armies": {self.seats: self._options.armies},
                "armies_each_go": 1,
                "territory_limit": None,
            }
        )

    def seats_to_deal(self, context: GameContext) -> Sequence[int]:
        """Draw the third player, and the continents."""
        third = context.choice(context.players)
        order = list(context.shuffle(len(self.board.continents)))
        owners = [third] * len(context.state.owner)
        for seat in seats_from_first(context):
            if seat != third:
                continent = order.pop(0)
                for territory in self.board.continents[continent].territories:
                    owners[territory] = seat
                context.record_event(
                    ContinentsDrawn(seat, (continent,), self._options.armies, False)
                )
        colours = [_NO_COLOUR] * len(owners)
        for number, continent in enumerate(order):
            for territory in self.board.continents[continent].territories:
                colours[territory] = number
        context.record_event(ContinentsDrawn(third, tuple(order), self._options.armies, True))
        awake = (False,) * len(order)
        self.remember(context, RemixMemory(third, tuple(order), awake, tuple(colours)))
        return owners

    def on_territories_assigned(self, context: GameContext) -> None:
        """Give the third player the armies to place for all its colours."""
        state, memory = context.state, self.memory(context.state)
        state.unplaced[memory.third] = sum(
            max(0, self._options.armies - armies) for armies in self._armies_by_colour(state)
        )

    def _armies_by_colour(self, state: State) -> list[int]:
        memory = self.memory(state)
        armies = [0] * len(memory.continents)
        for territory, colour in enumerate(memory.by_territory):
            if colour != _NO_COLOUR:
                armies[colour] += state.armies[territory]
        return armies

    def no_placement_territories(
        self, context: GameContext, seat: int, *, by_card: bool = False
    ) -> Collection[int]:
        state = context.state
        memory = self.memory(state)
        if seat != memory.third:
            return ()
        if state.round:  # The setup is over.
            return self.idle(state)
        placed = self._armies_by_colour(state)
        return [
            territory
            for territory, colour in enumerate(memory.by_territory)
            if colour != _NO_COLOUR and placed[colour] >= self._options.armies
        ]

    # Dormant colours

    def idle(self, game: State | View) -> Collection[int]:
        memory = self.memory(game)
        if all(memory.awake):
            return ()
        return [
            territory
            for territory, colour in enumerate(memory.by_territory)
            if colour != _NO_COLOUR
            and not memory.awake[colour]
            and game.owner[territory] == memory.third
        ]

    def extra_colours(self, game: State | View) -> Mapping[int, int]:
        # Colour 0 is the player's own.
        memory = self.memory(game)
        return {
            territory: colour
            for territory, colour in enumerate(memory.by_territory)
            if colour > 0 and game.owner[territory] == memory.third
        }

    def on_turn_start(self, context: GameContext) -> None:
        if self._options.wake_after is not None and context.state.round > self._options.wake_after:
            self._wake(context, range(len(self.memory(context.state).awake)))

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        self._wake_territory(context, battle.target)

    def _wake_territory(self, context: GameContext, territory: int) -> None:
        """Wake up the colour of an attacked territory of the third player."""
        colour = self.memory(context.state).by_territory[territory]
        if colour != _NO_COLOUR:
            self._wake(context, (colour,))

    def _wake(self, context: GameContext, colours: Sequence[int]) -> None:
        """Wake up dormant colours, and announce those that still hold territories."""
        memory, state = self.memory(context.state), context.state
        woken = [colour for colour in colours if not memory.awake[colour]]
        if not woken:
            return
        awake = tuple(before or number in woken for number, before in enumerate(memory.awake))
        self.change_memory(context, awake=awake)
        alive = {
            colour
            for territory, colour in enumerate(memory.by_territory)
            if state.owner[territory] == memory.third
        }
        continents = tuple(memory.continents[colour] for colour in woken if colour in alive)
        if continents:
            context.record_event(ColoursWoke(memory.third, continents))

    def on_conquest(
        self, context: GameContext, source: int | None, target: int, victim: int
    ) -> None:
        """Colour a territory that the third player conquers like the armies that took it.

        A territory that another player conquers loses its colour.
        """
        self._wake_territory(context, target)
        memory = self.memory(context.state)
        colour = _NO_COLOUR
        if context.state.owner[target] == memory.third and source is not None:
            colour = memory.by_territory[source]
        self._paint(context, target, colour)

    def on_emptied(self, context: GameContext, territory: int, victim: int) -> None:
        self._paint(context, territory, _NO_COLOUR)

    def _paint(self, context: GameContext, territory: int, colour: int) -> None:
        """Set the colour of a territory."""
        colours = self.memory(context.state).by_territory
        self.change_memory(context, by_territory=with_value_at(colours, territory, colour))

    # Views, odds and bots

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if source in self.idle(view) else armies

    def provoked_armies(self, view: View, territories: Collection[int]) -> float:
        """Return the armies that an attack on these territories wakes up.

        They count for less the sooner all colours wake up anyway.
        """
        memory = self.memory(view)
        idle = self.idle(view)
        woken = {memory.by_territory[territory] for territory in territories if territory in idle}
        armies = sum(
            view.armies[territory]
            for territory in idle
            if memory.by_territory[territory] in woken and territory not in territories
        )
        if self._options.wake_after is None:
            return armies
        return armies * max(0, self._options.wake_after + 1 - view.round) / self._options.wake_after

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        return dict.fromkeys(self.idle(view), self.possible_marks[0])
