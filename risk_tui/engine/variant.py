"""Variants of the game: a class each, whose hooks change nothing unless they are overridden.

A variant is one module in ``risk_tui/variants`` and one key under ``variants`` of a ruleset. It is
registered by being there. Actions, decisions and events of its own are registered like all
others. Whatever it has to remember is its memory: a frozen dataclass that it replaces as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.hooks import NAMES, Answers, Hooks, OpenGoals, Stake, Standing
from risk_tui.engine.hooks import Mark as Mark
from risk_tui.rules.dice_powers import NONE, DiceChanges
from risk_tui.rulesets.variant_options import VariantSection, register_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.decision import Decision
    from risk_tui.engine.events import VictoryKind
    from risk_tui.engine.goals import Wanted
    from risk_tui.engine.phases.base import PhaseHandler
    from risk_tui.engine.state import Battle, Stage, State
    from risk_tui.engine.view import View
    from risk_tui.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Memory:
    """What a variant remembers of a game: numbers and tuples only, replaced as a whole."""

    def redacted_for(self, seat: int | None) -> Memory:
        """The memory as ``seat`` (``None``: a spectator) may know it."""
        return self


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer worth weighing, and what would come of it, for any computer player.

    ``after`` holds what it makes of territories, as (territory, seat, armies). ``fight`` are the
    source and the target of a fight that would follow, with ``after`` as it would begin. ``gain``
    is its worth in armies, where that is no matter of judgement. ``turn`` is what it makes of the
    whole turn: the armies that come, and whether attacks follow. ``keep`` is a territory that
    must not be lost from then on.
    """

    action: Action
    after: tuple[tuple[int, int, int], ...] = ()
    fight: tuple[int, int] | None = None
    gain: float | None = None
    turn: tuple[int, bool] | None = None
    keep: int | None = None


M = TypeVar("M", bound=Memory)

VARIANTS: dict[str, type[Variant[Any]]] = {}
"""Every variant by its key."""


class Variant(Generic[M]):
    """A variant in a game. A method that is not overridden is never asked.

    ``excludes`` names the variants that it does not go with, and why.
    """

    key: ClassVar[str]
    options: ClassVar[type[VariantSection] | None] = None
    """Its section under ``variants``; ``None`` if an older section says whether it is played."""
    excludes: ClassVar[Mapping[str, str]] = {}
    signs: ClassVar[tuple[Mark, ...]] = ()
    """The signs that its marks may have, for the help."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.key in VARIANTS:
            raise TypeError(f"two variants are called {cls.key!r}")
        unknown = [
            name
            for name in vars(cls)
            if name[0] != "_" and name != "key" and not hasattr(Variant, name)
        ]
        if unknown:
            raise TypeError(
                f"{cls.__name__}.{unknown[0]} is no hook of variants; "
                "names that are its own begin with an underscore"
            )
        if cls.options is not None:
            register_options(cls.key, cls.options, cls.excludes)
        VARIANTS[cls.key] = cls

    @classmethod
    def options_in(cls, ruleset: Ruleset) -> Any:
        """Its options in a ruleset; ``None`` where it is not played."""
        return ruleset.variants.played.get(cls.key)

    def __init__(
        self, options: Any, ruleset: Ruleset, board: Board, seats: int, number: int
    ) -> None:
        self.ruleset = ruleset
        self.board = board
        self.seats = seats
        self._number = number
        self._set_options(options)

    @property
    def title(self) -> str:
        """Its name for players."""
        return ((self.options and self.options.__doc__) or self.key.capitalize()).rstrip(".")

    def _set_options(self, options: Any) -> None:
        """Keep what the ruleset chooses of the options."""

    # What it remembers

    def start(self) -> M | None:
        """What it remembers when a game begins."""
        return None

    def memory(self, holder: State | View) -> M:
        """What it remembers of a game, or what a view shows of that."""
        memory: M = holder.memories[self._number]
        return memory

    def remember(self, context: GameContext, memory: M) -> None:
        """Replace what it remembers."""
        old, number = context.state.memories, self._number
        context.state.memories = (*old[:number], memory, *old[number + 1 :])

    # The course of a turn

    def phases(self) -> Mapping[str, PhaseHandler]:
        """Phases of its own, by their names."""
        return {}

    def after_set_up(self) -> Mapping[str, Callable[[GameContext], bool]]:
        """Phases of its own between the set-up and the first turn, by their names.

        Each is asked, and again until it says no; it sets the phase of a decision and says yes
        where one is due. Whoever answers calls ``first_player.begin_first_turn`` to go on.
        """
        return {}

    def before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        """What comes before stages of a turn.

        Each is asked before its stage, and again until it says no; it sets the phase of a decision
        and says yes where one is due.
        """
        return {}

    def claimed(self, context: GameContext) -> None:
        """All territories are claimed that are for players to claim."""

    def begin_turn(self, context: GameContext) -> None:
        """A turn begins, before anything else."""

    def territory_income(self, context: GameContext, armies: int) -> int:
        """How many of the ``armies`` for their territories the seat in turn receives."""
        return armies

    # Attacks

    def targets(self, context: GameContext, source: int) -> Iterable[int]:
        """Territories of others that may be attacked from ``source`` besides its neighbours."""
        return ()

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        """How many armies an attack needs at its source, once all tolls are paid.

        More than a thousand forbid it.
        """
        return 2

    def toll(self, context: GameContext, source: int, target: int, armies: int) -> int:
        """How many of the ``armies`` of the source an attack costs before any die is rolled."""
        return 0

    def attack_begins(self, context: GameContext, source: int, target: int, toll: int) -> None:
        """An attack was made; ``toll`` is what it has cost."""

    def before_roll(self, context: GameContext) -> bool:
        """An attack waits for its dice: ask any seat, or say no.

        Asked again until it says no. Whoever answers calls ``battle.begin_battle`` to go on.
        """
        return False

    def defence_dice(self, context: GameContext, battle: Battle, maximum: int) -> int:
        """How many dice may be rolled in defence, where the rules say ``maximum``."""
        return maximum

    def after_roll(self, context: GameContext) -> bool:
        """Dice lie on the table and do not count yet: ask any seat, or say no.

        Asked again until it says no. Whoever answers calls ``battle.ask_or_resolve``.
        """
        return False

    def after_battle(self, context: GameContext, battle: Battle) -> None:
        """The losses of a battle are removed; what it emptied is not conquered yet."""

    def conquered(self, context: GameContext, source: int, target: int, victim: int) -> None:
        """``target`` was conquered from ``source``, by a battle or without one.

        It is the conqueror's already, and its garrison still has to move in. ``victim`` is the seat
        that lost it, and may be about to leave the game for that.
        """

    # Armies and territories

    def arriving(self, context: GameContext, territory: int, armies: int) -> int:
        """How many of ``armies`` that move into a territory arrive."""
        return armies

    def income(self, game: State | View, seat: int) -> Sequence[tuple[int, str]]:
        """Armies that a seat receives besides, each with what they are for."""
        return ()

    def closed_to_placing(self, state: State | View, seat: int) -> Collection[int]:
        """The territories of ``seat`` where no armies may be placed."""
        return ()

    # Winning

    def attacks_over(self, context: GameContext) -> None:
        """The attacks of a turn are over; no card is drawn yet."""

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        """How a seat wins as the game stands, if it may at this time."""
        return None

    # What players see and know

    def turn_phases(self, phases: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the phases of a turn, in their order."""
        return phases

    def marks(self, view: View) -> Mapping[int, Mark]:
        """What the map shows of territories."""
        return {}

    def standing(self, view: View) -> Standing | None:
        """How near every seat is to its victory."""
        return None

    def open_goals(self, view: View) -> OpenGoals:
        """The goals that are open to everybody."""
        raise NotImplementedError

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        """The armies with which a fight of ``armies`` begins; ``None``: the odds do not know.

        Asked of later fights of a campaign too: ``source`` is then another seat's as yet, and
        ``armies`` are as many as may have come there. Where they change, no campaign leads.
        """
        return armies

    def dice_changes(
        self, view: View, source: int, target: int, alone: bool
    ) -> tuple[DiceChanges, DiceChanges]:
        """What an attacker may perhaps do to their dice, and what of it is certain.

        Their cards count only for themselves, and only if nobody else looks (``alone``).
        """
        return NONE, NONE

    def answers(self, view: View, decision: Decision) -> Answers | None:
        """The answers to a decision of its own; ``None``: one for each offer."""
        return None

    def aims(self, view: View, seat: int) -> Iterable[tuple[Wanted, bool]]:
        """What a computer player may want in order to win, and whether having it wins."""
        return ()

    def stakes(self, view: View) -> Iterable[Stake]:
        """What hangs on territories, for computer players."""
        return ()

    def candidates(self, view: View, decision: Decision) -> Sequence[Candidate]:
        """The few answers worth weighing for a computer player."""
        return ()


def check_exclusions() -> None:
    """Raise ``TypeError`` where a variant does not go with one that does not exist."""
    for key, variant in VARIANTS.items():
        for other in variant.excludes:
            if other not in VARIANTS:
                raise TypeError(f"{key!r} excludes {other!r}, and there is no such variant")


def has_hook(ruleset: Ruleset, name: str) -> bool:
    """Whether a variant that a ruleset plays has that hook."""
    hooked = [each for each in VARIANTS.values() if _has_hook(each, name)]
    return any(each.options_in(ruleset) is not None for each in hooked)


def _has_hook(variant: type[Variant[Any]], name: str) -> bool:
    return getattr(variant, name) is not getattr(Variant, name)


def play_variants(ruleset: Ruleset, board: Board, seats: int) -> tuple[Variant[Any], ...]:
    """The variants that a ruleset plays, in the order of their keys."""
    options = {key: variant.options_in(ruleset) for key, variant in sorted(VARIANTS.items())}
    played = [key for key, chosen in options.items() if chosen is not None]
    return tuple(
        VARIANTS[key](options[key], ruleset, board, seats, number)
        for number, key in enumerate(played)
    )


def bind_hooks(variants: Sequence[Variant[Any]]) -> Hooks:
    """The hooks that these variants have."""
    bound = {
        name: tuple(
            getattr(variant, name) for variant in variants if _has_hook(type(variant), name)
        )
        for name in NAMES
    }
    stages: dict[int, Any] = {}
    for variant in variants:
        for stage, ask in variant.before_stages().items():
            stages[stage] = (*stages.get(stage, ()), ask)
    return Hooks(
        **bound,
        before_stage=stages,
        after_set_up={name: ask for each in variants for name, ask in each.after_set_up().items()},
        signs=tuple(sign for variant in variants for sign in variant.signs),
    )
