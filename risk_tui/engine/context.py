"""The context in which phases work, and the interface of a phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from risk_tui.boards.board import Board
from risk_tui.data.language import _
from risk_tui.engine.actions import Action, Offer
from risk_tui.engine.chance import Chance
from risk_tui.engine.decisions import Decision
from risk_tui.engine.events import Event
from risk_tui.engine.game_rules import Rules
from risk_tui.engine.hooks import hook_titles
from risk_tui.engine.records import Outcome, SeatVisibility
from risk_tui.engine.state import Battle, State
from risk_tui.errors import (
    IllegalAction,
    NotYourTerritory,
    UnknownTerritory,
    WrongNumber,
    WrongPhase,
)
from risk_tui.rules.reinforcing import Placement


class GameContext:
    """The context in which phases work; ``events`` and ``outcomes`` are the current step's."""

    __slots__ = (
        "board",
        "chance",
        "events",
        "hooks",
        "neighbours",
        "neutral",
        "outcomes",
        "players",
        "rules",
        "sights",
        "state",
    )

    def __init__(
        self,
        board: Board,
        players: int,
        neutral: int | None,
        rules: Rules,
        state: State,
        chance: Chance,
    ) -> None:
        self.board = board.with_passages(state.passages)
        self.players = players
        """The number of players; other armies have the seats after theirs."""
        self.neutral = neutral
        """The seat of the neutral army, or ``None``."""
        self.rules = rules
        self.hooks = rules.hooks
        """The hooks of the variants in play."""
        self.neighbours = self.board.neighbours
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.outcomes: list[Outcome] = []
        self.sights: list[Sequence[SeatVisibility]] = []
        """The visibility before the step, at each event and after the step; empty without fog."""

    def dice(self, count: int, seats: Sequence[int]) -> tuple[int, ...]:
        """Roll ``count`` dice and record the faces.

        Args:
            seats: One seat that rolls all dice, or one seat for each die.
        """
        faces = self.chance.dice(count, seats)
        self.outcomes.append(faces)
        return faces

    def choice(self, count: int) -> int:
        """Draw a random number from 0 to ``count - 1`` and record it."""
        number = self.chance.choice(count)
        self.outcomes.append(number)
        return number

    def shuffle(self, count: int) -> tuple[int, ...]:
        """Return the numbers 0 to ``count - 1`` in random order, and record it."""
        numbers = self.chance.shuffle(count)
        self.outcomes.append(numbers)
        return numbers

    def shuffle_in_play(self) -> list[int]:
        """Return all territories in play in random order."""
        closed = self.out_of_play()
        return [place for place in self.shuffle(len(self.state.owner)) if place not in closed]

    def shuffle_territories(self) -> list[tuple[int, ...]]:
        """Return the territories in play of each Earth in random order, for dealing."""
        size, closed = self.board.size, self.out_of_play()
        packs = [
            [earth * size + territory for territory in self.shuffle(size)]
            for earth in range(self.board.earths)
        ]
        return [tuple([place for place in pack if place not in closed]) for pack in packs]

    def open_passages(self, passages: tuple[tuple[int, int], ...]) -> None:
        """Replace the passages; each is a pair with the lower territory first."""
        self.state.passages = passages
        self.board = self.board.with_passages(passages)
        self.neighbours = self.board.neighbours

    @property
    def battle(self) -> Battle:
        """The current battle, for steps that occur only in a battle."""
        battle = self.state.battle
        assert battle is not None, "no battle is pending"
        return battle

    def record_event(self, event: Event) -> None:
        """Add an event to the record of this step, and notify variants."""
        self.events.append(event)
        if self.hooks.sight:
            self.record_visibility()
        for react in self.hooks.on_event:
            react(self, event)

    def record_visibility(self) -> None:
        """Record the current visibility, if it is limited."""
        for sight in self.hooks.sight:
            self.sights.append(sight(self))

    def territory_name(self, territory: int) -> str:
        """Return a territory's name for messages."""
        return self.board.territories[territory].name

    def require_territory(self, territory: int) -> None:
        """Raise ``UnknownTerritory`` unless the board has that territory."""
        if not 0 <= territory < len(self.state.owner):
            raise UnknownTerritory(
                _(
                    "unknown territory number {territory}; the board has 0 to {maximum}",
                    territory=territory,
                    maximum=len(self.state.owner) - 1,
                )
            )

    def min_garrison(self, territory: int) -> int:
        """Return how many armies must stay in a territory when others leave it: 1, or 0."""
        leavable_territories = self.hooks.leavable_territories
        if not leavable_territories:
            return 1
        return 0 if any(territory in leave(self.state) for leave in leavable_territories) else 1

    def out_of_play(self) -> set[int]:
        """Return the territories that are not in this game."""
        return self.hooks.out_of_play_in(self.state) if self.hooks.out_of_play else set()

    def require_in_play(self, territory: int) -> None:
        """Raise ``IllegalAction`` if the territory is not in this game."""
        if self.hooks.out_of_play and territory in self.out_of_play():
            name, titles = self.territory_name(territory), hook_titles(self.hooks.out_of_play)
            raise IllegalAction(_("{name} is not in this game{why}", name=name, why=titles))

    def leader(self, seat: int) -> int:
        """Return the seat that commands the armies of ``seat``: usually itself.

        A neutral army that players lead is commanded by the opponent of the seat in turn, or by the
        first seat in the turn of an extra seat. Only two players can lead one.
        """
        if seat != self.neutral:
            return seat
        return 1 - self.state.turn if self.state.turn < self.players else self.state.first

    def placement(self, closed: Sequence[int] | None = None) -> Placement:
        """Return the parts of the game that limit the placing of armies by the acting seat.

        Args:
            closed: The territories in which no armies can be placed; by default those that variants
                close.
        """
        state = self.state
        if closed is None:
            closed = ()
            for more in self.hooks.no_placement_territories:
                closed = (*closed, *more(self, state.acting_seat))
        return Placement(
            state.owner,
            state.armies,
            state.acting_seat,
            state.armies_to_place,
            state.continent_bound_armies,
            state.reinforced,
            closed,
        )

    def space_on(self, territory: int, armies: int) -> int:
        """Return how many of ``armies`` of the seat in turn fit on a territory."""
        state, placement = self.state, self.rules.placement
        armies = placement.space_on(state.armies[territory], armies)
        return placement.pieces_left(state.owner, state.armies, state.turn, armies)

    def placement_blockers(self, seat: int, territory: int) -> str:
        """Return the titles of the variants that close a territory of ``seat`` to new armies.

        Returns:
            The titles in brackets; an empty string if no variant closes it.
        """
        closed_by = self.hooks.no_placement_territories
        return hook_titles(hook for hook in closed_by if territory in hook(self, seat))

    def require_not_held_back(self, territory: int) -> None:
        """Raise ``WrongPhase`` if the armies in a territory can't attack for now."""
        for hook in (*self.hooks.held_back, *self.hooks.idle):
            if territory in hook(self.state):
                name = self.territory_name(territory)
                titles = hook_titles([hook])
                raise WrongPhase(
                    _("the armies in {name} can't attack now{titles}", name=name, titles=titles)
                )

    def require_own(self, territory: int) -> None:
        """Raise ``NotYourTerritory`` unless the acting seat holds that territory."""
        state = self.state
        if not 0 <= territory < len(state.owner):
            self.require_territory(territory)
        if state.owner[territory] != state.acting_seat:
            name = self.territory_name(territory)
            if state.acting_seat == self.neutral:
                army = _(self.rules.neutral.name)
                raise NotYourTerritory(_("{name} is not the {army}'s", name=name, army=army))
            raise NotYourTerritory(_("{name} is not yours", name=name))


def require_range(number: int, minimum: int, maximum: int, what: str) -> None:
    """Raise ``WrongNumber`` unless ``minimum <= number <= maximum``.

    The caller has to refuse an action for which no number is possible.

    Args:
        what: The noun for the message, in the plural.
    """
    if not minimum <= number <= maximum:
        slots = {"number": number, "what": _(what), "least": minimum, "most": maximum}
        if minimum == maximum:
            raise WrongNumber(
                _("you can't choose {number} {what}: only {least} is possible", **slots)
            )
        raise WrongNumber(_("you can't choose {number} {what}: choose {least} to {most}", **slots))


@dataclass(frozen=True, slots=True)
class PhaseHandler:
    """One phase: its decision, its offers, and the effects of its actions.

    ``actions`` maps each kind of answer to its effect, which first checks, then rolls or draws,
    then changes the state, so that a rejected action leaves the state unchanged. ``prompt`` tells a
    player who tries anything else what to do now. ``decides`` returns the deciding seat, by default
    the seat in turn.
    """

    decision: Callable[[GameContext], Decision]
    offers: Callable[[GameContext], list[Offer]]
    actions: Mapping[type[Action], Callable[[GameContext, Any], None]]
    prompt: str
    decides: Callable[[GameContext], int] = lambda context: context.state.turn


def commanding_seat(context: GameContext) -> int:
    """Return the seat that commands the acting armies, for phases in which that seat decides."""
    return context.leader(context.state.acting_seat)
