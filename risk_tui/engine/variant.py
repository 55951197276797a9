"""Variants of the game: a class each, whose hooks change nothing unless they are overridden.

A variant is one module in ``risk_tui/variants`` and one key under ``variants`` of a ruleset. It is
registered by being there. Actions, decisions and events of its own are registered like all
others. Whatever it has to remember is its memory: a frozen dataclass that it replaces as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from risk_tui.engine.memory import Memory
from risk_tui.engine.variant_hooks import AttackHooks, ClaimHooks
from risk_tui.rules.combat import ALL_ALIKE, NONE, DiceChanges, FirstRolls
from risk_tui.rules.variant_options import VariantSection, load_variants, register_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.decision import Decision
    from risk_tui.engine.events import VictoryKind
    from risk_tui.engine.goals import Goal, Wanted
    from risk_tui.engine.hooks import (
        Answers,
        Candidate,
        ExtraSeat,
        Hooks,
        Mark,
        OpenGoals,
        Stake,
        Standing,
    )
    from risk_tui.engine.phases.base import PhaseHandler
    from risk_tui.engine.sight import Sight
    from risk_tui.engine.state import Stage, State
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.rules.set_up import NeutralSeat, SetUpSection


M = TypeVar("M", bound=Memory)

VARIANTS: dict[str, type[Variant[Any]]] = {}
"""The variants that are imported, by their keys."""


def all_variants() -> Mapping[str, type[Variant[Any]]]:
    """Return every variant by its key."""
    load_variants()
    return VARIANTS


class Variant(ClaimHooks, AttackHooks, Generic[M]):
    """A variant in a game. A method that is not overridden is never asked.

    ``excludes`` names the variants that it does not go with, and why; ``objection`` is asked about
    all other values of a ruleset.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    """Its name for players: what the docstring of its options says."""
    options: ClassVar[type[VariantSection] | None] = None
    """Its section under ``variants``; ``None`` if an older section says whether it is played."""
    excludes: ClassVar[Mapping[str, str]] = {}
    comes_last: ClassVar[bool] = False
    """Whether it is asked after the others, as it multiplies what they set."""
    signs: ClassVar[tuple[Mark, ...]] = ()
    """The signs that its marks may have, for the help."""
    unknown_odds: ClassVar[str] = ""
    """Why the odds of a fight are not known where ``odds`` says ``None``, in at most 28 columns."""
    changes_fights: ClassVar[bool] = False
    """True if dice alone do not tell how a fight ends: odds without a position name it."""
    hooks: Hooks
    """What all variants of its game want to be asked, once that is made."""

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
        name = cls.options.__doc__ if cls.options else None
        cls.title = (name or cls.key.replace("_", " ").capitalize()).rstrip(".")
        register_variant(cls)
        VARIANTS[cls.key] = cls

    @classmethod
    def options_in(cls, ruleset: Ruleset) -> Any:
        """Its options in a ruleset; ``None`` where it is not played."""
        return ruleset.variants.played.get(cls.key)

    @classmethod
    def objection(cls, ruleset: Ruleset) -> str:
        """Why it cannot be played by the other values of a ruleset; empty if it can."""
        return ""

    @classmethod
    def change_board(cls, options: Any, board: Board) -> Board:
        """The board that it is played on, where the ruleset gives it this one.

        ``Overlay`` has links, symbols and bonuses; ``fitted`` leaves out what a board lacks."""
        return board

    @classmethod
    def earths(cls, options: Any) -> int:
        """How many Earths its board has."""
        return 1

    def __init__(
        self, options: Any, ruleset: Ruleset, board: Board, seats: int, number: int, extra: int
    ) -> None:
        self.ruleset = ruleset
        self.board = board
        self.seats = seats
        self.extra = extra
        """The number of its first extra seat, if it has any."""
        self._number = number
        self._set_options(options)

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

    def board_now(self, game: State | View) -> Board:
        """Its board with the passages that are there for now."""
        return self.board.with_passages(game.passages)

    def remember(self, context: GameContext, memory: M) -> None:
        """Replace what it remembers."""
        old, number = context.state.memories, self._number
        context.state.memories = (*old[:number], memory, *old[number + 1 :])

    # Setting up

    def set_up(self, section: SetUpSection) -> SetUpSection:
        """The values of the set-up that a game goes by, instead of those of the ruleset.

        Its options name under ``replaces`` what they are, so that players do not read them.
        """
        return section

    def deal(self, context: GameContext) -> Sequence[int]:
        """The seats that are dealt each territory, where that is not simply done in turn."""
        raise NotImplementedError

    # Seats beyond the players'

    @classmethod
    def third_army(cls, options: Any, army: NeutralSeat) -> NeutralSeat:
        """The seat of an army that nobody plays, where the ruleset gives it this one."""
        return army

    def extra_seats(self) -> Sequence[ExtraSeat]:
        """The seats that it adds to those of the players."""
        return ()

    def after_round(self, context: GameContext) -> int | None:
        """A round is over: the seat of its own that has a turn before the next one, if any."""
        return None

    def acts(self, context: GameContext, phase: PhaseHandler) -> Action | None:
        """What a seat of its own, which acts by rule, does in a phase in which it decides.

        The action is done in the same step. ``None``: something else was done that leads on.
        """
        raise NotImplementedError

    # The course of a turn

    def phases(self) -> Mapping[str, PhaseHandler]:
        """Phases of its own, by their names."""
        return {}

    def more_actions(self) -> Mapping[str, Mapping[type[Action], Callable[..., None]]]:
        """Actions of its own in phases of the game, by the names of these."""
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

    def more_missions(self) -> Sequence[Goal]:
        """Secret missions of its own, dealt with those of the ruleset."""
        return ()

    def missions_dealt(self, context: GameContext) -> bool:
        """Everybody has a mission that nobody else has seen: whether all are dealt again."""
        return False

    def begin_turn(self, context: GameContext) -> None:
        """A turn begins, before anything else."""

    def traded(self, context: GameContext, cards: Collection[int]) -> None:
        """The seat in turn traded a set of these cards; its armies are still to be placed."""

    def territory_income(self, context: GameContext, armies: int) -> int:
        """How many of the ``armies`` for their territories the seat in turn receives."""
        return armies

    # Armies and territories

    def colours(self, game: State | View) -> Mapping[int, int]:
        """The further colours of players who have several, by territory: 1 is the first of them.

        Armies are moved only to those of their colour.
        """
        return {}

    def garrison(self, game: State | View, territory: int) -> int:
        """How many armies stay in a territory when others are moved at the end of a turn."""
        return 1

    def closed_to_entering(self, state: State | View) -> Collection[int]:
        """The territories of nobody that no armies may enter."""
        return ()

    def emptied(self, context: GameContext, territory: int, victim: int) -> None:
        """``territory``, which was ``victim``'s, lost all its armies without a conquest.

        It is nobody's already; ``victim`` may be about to leave the game for that.
        """

    def may_be_left(self, state: State) -> Collection[int]:
        """The territories that all armies may leave; they are nobody's then."""
        return ()

    def placed(self, context: GameContext, territory: int, armies: int) -> None:
        """Armies were placed on a territory, or put there for a card, in a turn."""

    def arriving(self, context: GameContext, territory: int, armies: int) -> int:
        """How many of ``armies`` that move into a territory arrive."""
        return armies

    def income(self, game: State | View, seat: int) -> Sequence[tuple[int, str]]:
        """Armies that a seat receives besides, each with what they are for."""
        return ()

    def closed_to_placing(self, context: GameContext, seat: int) -> Collection[int]:
        """The territories of ``seat`` where no armies may be placed, in the set-up neither."""
        return ()

    def closed_to_cards(self, state: State | View, seat: int) -> Collection[int]:
        """The territories of ``seat`` that get no extra armies for traded cards."""
        return ()

    def sets_traded(self, view: View, seat: int) -> int:
        """How many traded sets a set of ``seat`` is valued by, also out of its turn."""
        return view.sets_traded

    # Winning, and leaving the game

    def attacks_over(self, context: GameContext) -> None:
        """The attacks of a player's turn are over; no card is drawn yet."""

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        """How a seat wins as the game stands, if it may at this time."""
        return None

    def seat_eliminated(self, context: GameContext, victim: int, by: int | None) -> None:
        """A seat has left the game, beaten ``by`` another one; ``None``: by nobody."""

    def keeps_seats(self) -> bool:
        """Whether nobody resigns: a computer player goes on for whoever gives up."""
        return False

    # What players see and know

    def sight(self, context: GameContext) -> Sequence[Sight]:
        """What each player sees of the board as the game stands; the last one is a spectator's."""
        raise NotImplementedError

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

    def first_rolls(self, view: View, source: int, target: int) -> FirstRolls:
        """The next rolls between two territories in which the defender may roll one die more.

        A roll that waits for its dice is one of them.
        """
        return ALL_ALIKE

    def answers(self, view: View, decision: Decision) -> Answers | None:
        """The answers to a decision of its own; ``None``: one for each offer."""
        return None

    def aims(self, view: View, seat: int) -> Iterable[tuple[Wanted, bool]]:
        """What a computer player may want in order to win, and whether having it wins."""
        return ()

    def provoked(self, view: View, territories: Collection[int]) -> float:
        """How many armies of others act from then on, and not yet now, if these are attacked."""
        return 0.0

    def better_alive(self, view: View, seat: int) -> Collection[int]:
        """The seats that had better not leave the game, as far as ``seat`` goes."""
        return ()

    def reserved(self, view: View, seat: int) -> Mapping[int, int]:
        """The armies that ``seat`` had better leave in territories of its own, at least.

        A computer player attacks and moves without them.
        """
        return {}

    def stakes(self, view: View) -> Iterable[Stake]:
        """What hangs on territories, for computer players."""
        return ()

    def candidates(self, view: View, decision: Decision) -> Sequence[Candidate]:
        """The few answers worth weighing for a computer player."""
        return ()


__all__ = ["VARIANTS", "Memory", "Variant", "all_variants"]
