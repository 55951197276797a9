"""Variants of the game: a class each, whose hooks change nothing unless they are overridden.

A variant is one module in ``risk_tui/variants`` and one key under ``variants`` of a ruleset.
Actions, decisions and events of its own are registered like all others. Its memory is a frozen
dataclass that it replaces as a whole. A hook that is not overridden is never called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from risk_tui.boards.overlay import Overlay, OverlayError
from risk_tui.engine.hooks import NAMES, Hooks
from risk_tui.errors import CannotImagine
from risk_tui.rules.combat import NO_EXTRA_DICE, NONE, DiceChanges, ExtraDieRolls
from risk_tui.rules.set_up import make_neutral_seat
from risk_tui.rules.variant_options import VariantSection, load_variants, register_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.events import VictoryKind
    from risk_tui.engine.goals import Goal, Wanted
    from risk_tui.engine.hooks import (
        Answers,
        Candidate,
        ExtraSeat,
        Mark,
        OpenGoals,
        Stake,
        Standing,
    )
    from risk_tui.engine.phases.base import PhaseHandler
    from risk_tui.engine.state import Battle, Stage, State
    from risk_tui.engine.view import View
    from risk_tui.engine.visibility import Sight
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.rules.set_up import NeutralSeat, SetUpSection


@dataclass(frozen=True, slots=True)
class Memory:
    """What a variant remembers of a game: numbers and tuples only, replaced as a whole."""

    def redacted_for(self, seat: int | None) -> Memory:
        """The memory as ``seat`` (``None``: a spectator) may know it."""
        return self

    def seen_within(self, seen: frozenset[int]) -> Memory:
        """The memory for a seat that sees only these territories."""
        return self

    def imagined(self, view: View, chance: Chance) -> Memory:
        """The memory of a view with what that hides drawn at random, as the view allows it.

        Whoever hides something declares this; else no game with it can be imagined.
        """
        if type(self).redacted_for is not Memory.redacted_for:
            raise CannotImagine(f"what {type(self).__name__} hides cannot be drawn at random")
        return self


class ClaimHooks:
    """What a variant is asked while territories are claimed."""

    def opening(self, context: GameContext) -> None:
        """The first seat is known; nothing is dealt or claimed yet."""

    def claimable(self, game: State | View, seat: int) -> Collection[int] | None:
        """The territories that a seat has to choose from for its next claim; ``None``: all."""
        return None

    def out_of_play(self, game: State | View) -> Collection[int]:
        """The territories that are no part of this game: nobody is dealt or claims or enters them.

        Nothing lands there, and their continents are whole without them.
        """
        return ()

    def claim_made(self, context: GameContext, territory: int) -> None:
        """The seat in turn claimed a territory."""

    def claimed(self, context: GameContext) -> None:
        """All territories are dealt, or claimed where they are for players to claim."""


class AttackHooks:
    """What a variant is asked about attacks: where they may go, what they cost, how they end."""

    def attack_offers(self, context: GameContext) -> Sequence[Offer]:
        """What may be done between attacks besides, by actions of its own."""
        return ()

    def targets(self, context: GameContext, source: int) -> Iterable[int]:
        """Territories of others that may be attacked from ``source`` besides its neighbours."""
        return ()

    def forbids(self, game: State | View, source: int, target: int) -> str:
        """Why ``target`` may not be attacked from ``source`` now; empty if it may."""
        return ""

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        """How many armies an attack needs at its source, once all tolls are paid."""
        return 2

    def toll(self, context: GameContext, source: int, target: int, armies: int) -> int:
        """How many of the ``armies`` of the source an attack costs before any die is rolled."""
        return 0

    def held_back(self, game: State | View) -> Collection[int]:
        """The territories from which nobody is attacked, and nothing entered, for now."""
        return ()

    def conquerors_stop(self, view: View) -> bool:
        """Whether nobody attacks from what they conquered in the same turn."""
        return False

    def idle(self, game: State | View) -> Collection[int]:
        """The territories of players whose armies do nothing for now.

        They are held back, go nowhere, bring no armies, and defend with the most dice.
        """
        return ()

    def attack_dice(
        self, game: State | View, target: int, least: int, most: int
    ) -> tuple[int, int]:
        """The ``least`` and the ``most`` dice that may be rolled against a territory."""
        return least, most

    def attack_begins(self, context: GameContext, source: int, target: int, toll: int) -> None:
        """An attack was made; ``toll`` is what it has cost."""

    def settle_fight(self, context: GameContext, least: Sequence[int]) -> bool:
        """A fight begins: settle it without a roll, or say no; ``least`` is that of its ``Attack``.

        Its first battle is that of the state; ``battle.resolve`` goes on with its losses.
        """
        return False

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

    def advantage(self, game: State | View, battle: Battle) -> tuple[int, int]:
        """What is added to the highest die of the attacker and of the defender."""
        return 0, 0

    def after_battle(self, context: GameContext, battle: Battle) -> None:
        """The losses of a battle are removed; what it emptied is not conquered yet."""

    def presses_on(self, context: GameContext, battle: Battle) -> bool:
        """Whether the attacker, who is not beaten, has to roll again at once."""
        return False

    def conquered(self, context: GameContext, source: int, target: int, victim: int) -> None:
        """``target`` was conquered from ``source``, by a battle or without one.

        It is the conqueror's already, and its garrison still has to move in. ``victim`` is the seat
        that lost it, and may be about to leave the game for that.
        """


M = TypeVar("M", bound=Memory)

FIGHT_HOOKS = (
    "advantage",
    "after_battle",
    "after_roll",
    "armies_needed",
    "arriving",
    "attack_begins",
    "attack_dice",
    "before_roll",
    "defence_dice",
    "dice_changes",
    "extra_die_rolls",
    "odds",
    "presses_on",
    "settle_fight",
    "toll",
)
"""The hooks by which a fight may take another course than by dice alone."""

_VARIANTS: dict[str, type[Variant[Any]]] = {}
"""The variants that are imported, by their keys; read ``all_variants()``, which imports all."""


def all_variants() -> Mapping[str, type[Variant[Any]]]:
    """Return every variant by its key."""
    load_variants()
    return _VARIANTS


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
    hooks: Hooks
    """What all variants of its game want to be asked, once that is made."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.key in _VARIANTS:
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
        _VARIANTS[cls.key] = cls

    @classmethod
    def options_in(cls, ruleset: Ruleset) -> Any:
        """Its options in a ruleset; ``None`` where it is not played."""
        return ruleset.variants.played.get(cls.key)

    @classmethod
    def objection(cls, ruleset: Ruleset) -> str:
        """Why it cannot be played by the other values of a ruleset; empty if it can."""
        return ""

    @classmethod
    def changes_fights(cls, options: Any) -> bool:
        """Return True if dice alone may not tell how a fight ends: odds without a position name it.

        That is so of each variant with one of the ``FIGHT_HOOKS``, unless it says otherwise because
        odds count what it changes, or are told it.
        """
        return any(_has_hook(cls, name) for name in FIGHT_HOOKS)

    @classmethod
    def unknown_campaigns(cls, options: Any) -> str:
        """Return what armies that conquer do, so that odds know no campaign; empty if they do.

        The words follow "armies that conquer Brazil".
        """
        return "stop there" if _has_hook(cls, "conquerors_stop") else ""

    @classmethod
    def change_board(cls, options: Any, board: Board) -> Board:
        """The board that it is played on, where the ruleset gives it this one.

        ``Overlay`` has links, symbols and bonuses; ``without_missing_parts`` leaves out what a
        board lacks.
        """
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
        """Return what is to be seen of territories, by their numbers."""
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

    def extra_die_rolls(self, view: View, source: int, target: int) -> ExtraDieRolls:
        """The next rolls between two territories in which the defender may roll one die more.

        A roll that waits for its dice is one of them.
        """
        return NO_EXTRA_DICE

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


__all__ = ["Memory", "Variant", "all_variants"]


def check_exclusions() -> None:
    """Raise ``TypeError`` where a variant does not go with one that does not exist."""
    for key, variant in _VARIANTS.items():
        for other in variant.excludes:
            if other not in _VARIANTS:
                raise TypeError(f"{key!r} excludes {other!r}, and there is no such variant")


def count_earths(ruleset: Ruleset) -> int:
    """How many Earths a ruleset is played on."""
    counts = [variant.earths(options) for variant, options in _in_order(ruleset)]
    return max(counts, default=1)


def has_hook(ruleset: Ruleset, name: str) -> bool:
    """Whether a variant that a ruleset plays has that hook."""
    return bool(titles_with_hooks(ruleset, name))


def titles_with_hooks(ruleset: Ruleset, *names: str) -> list[str]:
    """The titles of the variants that a ruleset plays and that have any of these hooks."""
    variants = all_variants().values()
    hooked = [each for each in variants if any(_has_hook(each, name) for name in names)]
    return [each.title for each in hooked if each.options_in(ruleset) is not None]


def _has_hook(variant: type[Variant[Any]], name: str) -> bool:
    return getattr(variant, name) is not getattr(Variant, name)


def why_campaigns_end(ruleset: Ruleset, territory: str = "") -> str:
    """Return why the odds know no campaign beyond a conquest of a territory; empty if they do.

    >>> from risk_tui.rules.library import load_ruleset
    >>> why_campaigns_end(load_ruleset("trench"))
    'by Trench warfare armies that conquer stop there'
    """
    for variant, options in _in_order(ruleset):
        if does := variant.unknown_campaigns(options):
            armies = f"armies that conquer {territory}".rstrip()
            return f"by {variant.title} {armies} {does}"
    return ""


def overlaid_board(ruleset: Ruleset, board: Board) -> Board:
    """The board with all that a ruleset and its variants lay over it, and nothing else.

    Raises ``RulesetError`` with the place in the ruleset's file where that does not fit the board.
    """
    board = board.below or board
    section = ruleset.board
    overlay = Overlay(
        section.omitted, section.added, section.sea_lanes, section.symbols, section.bonuses
    )
    try:
        board = overlay.over(board)
    except OverlayError as error:
        raise ruleset.error_at(("board", *error.path), error) from None
    for variant, options in _in_order(ruleset):
        try:
            board = variant.change_board(options, board)
        except OverlayError as error:
            raise ruleset.error_at(("variants", variant.key, *error.path), error) from None
    return board


def neutral_seat(ruleset: Ruleset, seats: int) -> NeutralSeat:
    """The army that nobody plays, as a ruleset and its variants have it."""
    army = make_neutral_seat(ruleset.two_players, seats)
    for variant, options in _in_order(ruleset):
        army = variant.third_army(options, army)
    return army


def _in_order(ruleset: Ruleset) -> list[tuple[type[Variant[Any]], Any]]:
    """The variants that a ruleset plays with their options: by their keys, the last ones last."""
    kinds = all_variants().values()
    variants = sorted(kinds, key=lambda variant: (variant.comes_last, variant.key))
    played = ((variant, variant.options_in(ruleset)) for variant in variants)
    return [(variant, options) for variant, options in played if options is not None]


def play_variants(
    ruleset: Ruleset, board: Board, seats: int, extra: int
) -> tuple[Variant[Any], ...]:
    """The variants that a ruleset plays, in the order in which they are asked.

    ``seats`` play; the first seat that a variant adds has the number ``extra``.
    """
    played: list[Variant[Any]] = []
    for kind, options in _in_order(ruleset):
        variant = kind(options, ruleset, board, seats, len(played), extra)
        extra += len(variant.extra_seats())
        played.append(variant)
    return tuple(played)


def bind_hooks(variants: Sequence[Variant[Any]]) -> Hooks:
    """The hooks that these variants have; each of them knows them from then on."""
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
    hooks = Hooks(
        **bound,
        before_stage=stages,
        acts={
            variant.extra + number: variant.acts
            for variant in variants
            if _has_hook(type(variant), "acts")
            for number, _ in enumerate(variant.extra_seats())
        },
        after_set_up={name: ask for each in variants for name, ask in each.after_set_up().items()},
        signs=tuple(sign for variant in variants for sign in variant.signs),
    )
    for variant in variants:
        variant.hooks = hooks
    return hooks
