"""The context of a phase: a game in progress with its board, rules, state, chance and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.hooks import hook_titles
from risk_tui.errors import NotYourTerritory, UnknownTerritory, WrongNumber, WrongPhase
from risk_tui.rules.placing import Placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.events import Event
    from risk_tui.engine.game_rules import Rules
    from risk_tui.engine.records import Outcome
    from risk_tui.engine.state import State
    from risk_tui.engine.visibility import SeatVisibility


class GameContext:
    """The working context of a phase. ``events`` and ``outcomes`` are those of the current step."""

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
        """The visibility at the start of the step and at each event, if it is limited."""

    def dice(self, count: int, seats: Sequence[int]) -> tuple[int, ...]:
        """Roll dice, of one seat or one for each, and record the faces."""
        faces = self.chance.dice(count, seats)
        self.outcomes.append(faces)
        return faces

    def choice(self, count: int) -> int:
        """Choose one of ``count`` things at random and record it."""
        number = self.chance.choice(count)
        self.outcomes.append(number)
        return number

    def shuffle(self, count: int) -> tuple[int, ...]:
        """Shuffle ``count`` things and record the order."""
        numbers = self.chance.shuffle(count)
        self.outcomes.append(numbers)
        return numbers

    def shuffle_in_play(self) -> list[int]:
        """Shuffle all territories in play."""
        closed = self.out_of_play()
        return [each for each in self.shuffle(len(self.state.owner)) if each not in closed]

    def shuffle_territories(self) -> list[tuple[int, ...]]:
        """Shuffle the territories of each Earth separately, as for dealing."""
        size, closed = self.board.size, self.out_of_play()
        packs = [
            [earth * size + territory for territory in self.shuffle(size)]
            for earth in range(self.board.earths)
        ]
        return [tuple([each for each in pack if each not in closed]) for pack in packs]

    def open_passages(self, passages: tuple[tuple[int, int], ...]) -> None:
        """Replace the passages, given with the lower territory first."""
        self.state.passages = passages
        self.board = self.board.with_passages(passages)
        self.neighbours = self.board.neighbours

    @property
    def ends_with_battle(self) -> bool:
        """True if the step has just resolved a battle without further results."""
        return bool(self.events) and isinstance(self.events[-1], BattleResolved)

    def record_event(self, event: Event) -> None:
        """Add an event to the record of this step."""
        self.events.append(event)
        if self.hooks.sight:
            self.record_visibility()
        for react in self.hooks.on_event:
            react(self, event)

    def record_visibility(self) -> None:
        """Record the current visibility."""
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
        """Return how many armies must stay in a territory when others leave: usually one."""
        leavable_territories = self.hooks.leavable_territories
        if not leavable_territories:
            return 1
        return 0 if any(territory in left(self.state) for left in leavable_territories) else 1

    def out_of_play(self) -> set[int]:
        """Return the territories that are not in this game."""
        return self.hooks.excluded_in(self.state) if self.hooks.out_of_play else set()

    def idle(self) -> set[int]:
        """Return the territories of players whose armies are idle for now."""
        return self.hooks.idle_territories_in(self.state)

    def leader(self, seat: int) -> int:
        """Return the seat that commands the armies of ``seat``: usually itself.

        A neutral army in a two-player game is commanded by the opponent of the seat in turn, or by
        the first player if neither is in turn.
        """
        if seat != self.neutral:
            return seat
        return 1 - self.state.turn if self.state.turn < self.players else self.state.first

    def placement(self, closed: Sequence[int] | None = None) -> Placement:
        """Return the parts of the game that limit the placing of armies.

        Args:
            closed: The territories that can't get armies; ``None`` for those that variants close.
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

    def placement_blockers(self, seat: int, territory: int) -> str:
        """The variants by which a territory of a seat can get no armies, in brackets."""
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

    ``what`` is the noun for the message.
    """
    if not minimum <= number <= maximum:
        slots = {"number": number, "what": _(what), "least": minimum, "most": maximum}
        if minimum == maximum:
            raise WrongNumber(
                _("you can't choose {number} {what}: only {least} is possible", **slots)
            )
        raise WrongNumber(_("you can't choose {number} {what}: choose {least} to {most}", **slots))
