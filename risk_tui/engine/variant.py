"""The base class of variants, with hooks that change nothing by default.

A variant is one module in ``risk_tui/variants`` and one key under ``variants`` of a ruleset. Its
actions, decisions and events are registered like all others. Its memory is a frozen dataclass that
is replaced as a whole. A hook that is not overridden is never called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import unwrap
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from risk_tui.boards.board import Board
from risk_tui.boards.overlay import OverlayError
from risk_tui.data.language import N_, _, did_you_mean
from risk_tui.engine.declarations import expect_declared
from risk_tui.engine.hooks import (
    HOOK_NAMES,
    Answers,
    BotCandidate,
    ExtraSeat,
    Hooks,
    PublicGoals,
    TerritoryMark,
    TerritoryStake,
    VictoryProgress,
    checked,
)
from risk_tui.errors import CannotImagine
from risk_tui.rules.combat import NO_DICE_CHANGES, NO_EXTRA_DICE, DiceChanges, ExtraDieRolls
from risk_tui.rules.set_up import NeutralSeat, SetUpSection, make_neutral_seat
from risk_tui.rules.variant_options import (
    VariantSection,
    load_variant,
    load_variants,
    register_variant,
)

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.context import GameContext, PhaseHandler
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.events import Event, VictoryKind
    from risk_tui.engine.goals import Goal, GoalTerritories
    from risk_tui.engine.records import SeatVisibility
    from risk_tui.engine.state import Battle, Stage, State
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Memory:
    """A variant's part of the state of a game: numbers and tuples only, replaced as a whole."""

    def __init_subclass__(cls) -> None:
        # ``super()`` is unknown here, because ``slots`` makes another class.
        for name, annotation in vars(cls).get("__annotations__", {}).items():
            if mutable := _MUTABLE.search(str(annotation)):
                raise TypeError(
                    f"{cls.__name__}.{name} is a {mutable[0]}: a memory has numbers and tuples only"
                )

    def redacted_for(self, seat: int | None) -> Memory:
        """Return the memory as ``seat`` (``None``: a spectator) may know it."""
        return self

    def visible_part(self, seen: frozenset[int]) -> Memory:
        """Return the memory for a seat that sees only the armies in these territories."""
        return self

    def with_hidden_sampled(self, view: View, chance: Chance) -> Memory:
        """Return the memory of a view with its hidden parts drawn at random.

        A memory that overrides ``redacted_for`` must override this; otherwise games can't be
        sampled.

        Raises:
            CannotImagine: If the memory overrides ``redacted_for`` only.
        """
        if type(self).redacted_for is not Memory.redacted_for:
            raise CannotImagine(f"what {type(self).__name__} hides cannot be drawn at random")
        return self


_MUTABLE = re.compile(r"\b(list|dict|set|bytearray|mapping|sequence)\b", re.IGNORECASE)
"""A type of values that could change without a record."""

M = TypeVar("M", bound=Memory)
T = TypeVar("T")

FIGHT_HOOKS = (
    "top_die_bonus",
    "on_battle_end",
    "ask_after_roll",
    "armies_needed",
    "arriving",
    "on_attack",
    "attack_dice",
    "ask_before_roll",
    "defence_dice",
    "dice_changes",
    "extra_die_rolls",
    "odds",
    "must_attack_again",
    "resolve_at_once",
    "attack_cost",
)
"""The hooks with which more than dice may decide a fight."""

_ODDS_HOOKS = ("odds", "dice_changes", "extra_die_rolls")
"""The hooks that tell the odds how a variant changes fights."""

_REASON_COLUMNS = 28
"""The most columns of a reason for unknown odds; longer ones would be cut."""

_VARIANTS: dict[str, type[Variant[Any]]] = {}
"""The variants imported so far, by key; ``all_variants()`` imports all first."""


def all_variants() -> Mapping[str, type[Variant[Any]]]:
    """Return every variant by its key."""
    load_variants()
    return _VARIANTS


def played_variants(ruleset: Ruleset) -> Mapping[str, type[Variant[Any]]]:
    """Return the variants that a ruleset plays, by key, in the order in which they are called.

    They are sorted by key, but variants that ``runs_last`` come after the others.
    """
    keys = list(ruleset.played_variants)
    for key in keys:
        load_variant(key)
    return {key: _VARIANTS[key] for key in sorted(keys, key=lambda key: _VARIANTS[key].runs_last)}


def declaring_variants(kind: type) -> list[type[Variant[Any]]]:
    """Return the imported variants whose module or package declares a kind of action."""
    module = f"{kind.__module__}."
    return [
        variant for variant in _VARIANTS.values() if module.startswith(f"{variant.__module__}.")
    ]


class Variant(Generic[M]):
    """A variant in a game.

    ``excludes`` has the keys of the variants that it conflicts with, and the reasons;
    ``incompatibility`` checks all other values of a ruleset.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    """Its name for players, from the docstring of its options."""
    options: ClassVar[type[VariantSection] | None] = None
    """Its section under ``variants``; ``None`` if its options are in an older section.

    ``Ruleset.played_variants`` lists those.
    """
    excludes: ClassVar[Mapping[str, str]] = {}
    runs_last: ClassVar[bool] = False
    """True if it is called after the others, because it multiplies their values."""
    possible_marks: ClassVar[tuple[TerritoryMark, ...]] = ()
    """The marks that it may put on territories, for the help."""
    changes_fights: ClassVar[bool] = False
    """True if it may change the odds of fights, so that odds for dice alone warn of it.

    By default it is True for variants with any of the ``FIGHT_HOOKS``. Those whose changes the odds
    include, or have an option for, set it to False.
    """
    odds_unknown_reason: str = ""
    """The reason for unknown odds if ``odds`` returns ``None``, in at most 28 columns."""
    initial_memory: ClassVar[Any] = None
    """Its memory at the start of all games; ``None`` for none. See also ``start``."""
    hooks: Hooks
    """The hooks of all variants in the game; set when the game is made."""

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
            hooks = [name for name in vars(Variant) if name[0] != "_"]
            hint = did_you_mean(unknown[0], hooks, "")
            raise TypeError(
                f"{cls.__name__}.{unknown[0]} is no hook or attribute of variants; "
                f"start names of your own with an underscore{hint and f', or {hint}'}"
            )
        _check_signatures(cls)
        for hook in vars(cls).keys() & set(HOOK_NAMES):
            if (returns := vars(Variant)[hook].__annotations__["return"]) != "None":
                setattr(cls, hook, checked(vars(cls)[hook], returns))
        expect_declared(cls.__module__)
        if "options" not in vars(cls):
            raise TypeError(f"{cls.__name__} must set options: to its section, or to None")
        if cls.options and not cls.options.__doc__:
            raise TypeError(f"{cls.options.__name__} needs a docstring: the variant's name")
        memory = type(cls.initial_memory)
        if issubclass(memory, Memory) and "__dataclass_params__" not in vars(memory):
            raise TypeError(f"{memory.__name__} needs @dataclass(frozen=True, slots=True) above it")
        if len(cls.odds_unknown_reason) > _REASON_COLUMNS:
            raise TypeError(
                f"{cls.__name__}.odds_unknown_reason may have {_REASON_COLUMNS} characters, "
                f"not {len(cls.odds_unknown_reason)}"
            )
        fights = [name for name in FIGHT_HOOKS if _has_hook(cls, name)]
        says_so = "changes_fights" in vars(cls)
        if fights and not says_so and not any(_has_hook(cls, name) for name in _ODDS_HOOKS):
            raise TypeError(
                f"{cls.__name__}.{fights[0]} changes fights: define odds (None if unknown), or set "
                "changes_fights = False if it does not change them"
            )
        if not says_so:
            cls.changes_fights = bool(fights)
        name = cls.options.__doc__ if cls.options else None
        cls.title = (name or cls.key.replace("_", " ").capitalize()).rstrip(".")
        register_variant(cls)
        _VARIANTS[cls.key] = cls

    @classmethod
    def options_from(cls, ruleset: Ruleset) -> Any:
        """Return its options in a ruleset; ``None`` if it is not played."""
        return ruleset.played_variants.get(cls.key)

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        """Return why it conflicts with the other values of a ruleset; empty if it does not."""
        return ""

    @classmethod
    def unknown_campaigns(cls, options: Any) -> tuple[str, ...]:
        """Return why the odds of a campaign end with its first conquest; empty if they do not.

        Returns:
            Two sentences with a slot for the ``variant``. The second also has one for the
            ``territory``, as in "by Trench warfare armies that conquer Brazil stop there".
        """
        if not _has_hook(cls, "conquerors_cannot_attack"):
            return ()
        return (
            N_("by {variant} armies that conquer stop there"),
            N_("by {variant} armies that conquer {territory} stop there"),
        )

    @classmethod
    def adjust_board(cls, options: Any, board: Board) -> Board:
        """Return the board that it is played on, made from the ruleset's board.

        An ``Overlay`` changes links, symbols and bonuses; its ``without_missing_parts`` omits the
        names that a board lacks.
        """
        return board

    @classmethod
    def earths(cls, options: Any) -> int:
        """Return the number of Earths of its board."""
        return 1

    def __init__(
        self,
        options: Any,
        ruleset: Ruleset,
        board: Board,
        seats: int,
        number: int,
        first_extra_seat: int,
    ) -> None:
        self.ruleset = ruleset
        self.board = board
        self.seats = seats
        self.first_extra_seat = first_extra_seat
        """The number of its first extra seat, if it has any; all lower numbers are other seats."""
        self._number = number
        self._options = options
        self._set_options(options)

    def _set_options(self, options: Any) -> None:
        """Called once with the options in the ruleset, which are also in ``_options``."""

    # Memory

    def start(self) -> M | None:
        """Return its memory at the start of a game.

        Override it if that depends on the board or the seats; see also ``initial_memory``.
        """
        memory: M | None = self.initial_memory
        return memory

    def memory(self, holder: State | View) -> M:
        """Return its memory in a game, or the part that a view shows."""
        memory: M = holder.memories[self._number]
        return memory

    def current_board(self, game: State | View) -> Board:
        """Return its board with the current passages."""
        return self.board.with_passages(game.passages)

    def remember(self, context: GameContext, memory: M) -> None:
        """Replace its memory."""
        context.state.memories = with_value_at(context.state.memories, self._number, memory)

    def change_memory(self, context: GameContext, **fields: Any) -> M:
        """Replace fields of its memory, and return the new memory."""
        memory = replace(self.memory(context.state), **fields)
        self.remember(context, memory)
        return memory

    # Setting up

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        """Return the section for the setup with the values that the variant changes.

        Its options list these values under ``replaces``, so that the rule book omits them.
        """
        return section

    def seats_to_deal(self, context: GameContext) -> Sequence[int]:
        """Return the seat that gets each territory, by territory, instead of dealing in turn."""
        raise NotImplementedError

    # Claiming

    def on_game_start(self, context: GameContext) -> None:
        """Called when the first seat is known, before dealing and claiming."""

    def claim_choices(self, game: State | View, seat: int) -> Collection[int] | None:
        """Return the territories to which a seat's next claim is limited; ``None`` for any."""
        return None

    def out_of_play(self, game: State | View) -> Collection[int]:
        """Return the territories that are not in this game.

        They can't be dealt, claimed, entered or landed on, and their continents are complete
        without them.
        """
        return ()

    def on_territories_assigned(self, context: GameContext) -> None:
        """Called after all territories are dealt or claimed."""

    # Attacks: targets, costs, and results

    def extra_attack_offers(self, context: GameContext) -> Sequence[Offer]:
        """Return further offers between attacks, for the variant's own actions."""
        return ()

    def extra_targets(self, context: GameContext, source: int) -> Iterable[int]:
        """Return distant territories that may be attacked from ``source`` too."""
        return ()

    def why_no_attack(self, game: State | View, source: int, target: int) -> str:
        """Return why ``target`` may not be attacked from ``source`` now; empty if it may.

        If the owner of the source is not acting, their next turn counts.
        """
        return ""

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        """Return how many armies an attack needs at its source after paying its cost."""
        return 2

    def attack_cost(self, context: GameContext, source: int, target: int, armies: int) -> int:
        """Return how many armies an attack costs before its roll.

        Each battle of a fight is an attack.
        """
        return 0

    def held_back(self, game: State | View) -> Collection[int]:
        """Return the territories whose armies can't attack or enter others for now."""
        return ()

    def conquerors_cannot_attack(self, view: View) -> bool:
        """Return True if conquered territories can't attack in the same turn."""
        return False

    def idle(self, game: State | View) -> Collection[int]:
        """Return the territories of players whose armies are idle for now.

        They can't attack or move, bring no armies, and defend with the most dice.
        """
        return ()

    def attack_dice(
        self, game: State | View, target: int, least: int, most: int
    ) -> tuple[int, int]:
        """Return the fewest and most attack dice; ``least`` and ``most`` without this variant."""
        return least, most

    def on_attack(self, context: GameContext, source: int, target: int, attack_cost: int) -> None:
        """Called before each battle of a fight, after paying the ``attack_cost`` in armies."""

    def resolve_at_once(self, context: GameContext, least: Sequence[int]) -> bool:
        """Called before each battle of a fight. Return True after settling the rest without dice.

        ``State.battle`` is the next battle. To continue, call ``battle.resolve`` with the losses
        of the whole fight.

        Args:
            least: ``Attack.least``, the fewest armies for another battle.
        """
        return False

    def ask_before_roll(self, context: GameContext) -> bool:
        """Called before the dice of an attack. Return True after asking a seat.

        Called again until it returns False. The answer must call ``battle.begin_battle`` to
        continue.
        """
        return False

    def defence_dice(self, context: GameContext, battle: Battle, maximum: int) -> int:
        """Return the most defence dice; ``maximum`` without this variant."""
        return maximum

    def ask_after_roll(self, context: GameContext) -> bool:
        """Called after a roll, before its losses. Return True after asking a seat.

        Called again until it returns False. The answer must call ``battle.ask_or_resolve`` to
        continue.
        """
        return False

    def top_die_bonus(self, game: State | View, battle: Battle) -> tuple[int, int]:
        """Return the additions to the highest die of the attacker and of the defender."""
        return 0, 0

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        """Called after the losses of a battle, before a conquest."""

    def must_attack_again(self, context: GameContext, battle: Battle) -> bool:
        """Return True if the surviving attacker must roll again at once."""
        return False

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        """Called after ``target`` was conquered from ``source``, with or without a battle.

        ``target`` already belongs to the conqueror, but the garrison has not moved in. ``victim``
        is the seat that lost it, and may be about to leave the game.
        """

    # Seats beyond the players'

    @classmethod
    def third_army(cls, options: Any, army: NeutralSeat) -> NeutralSeat:
        """Return the neutral army of the game; ``army`` is the ruleset's."""
        return army

    def extra_seats(self) -> Sequence[ExtraSeat]:
        """Return the seats that it adds to those of the players."""
        return ()

    def extra_turn_seat(self, context: GameContext) -> int | None:
        """Called after a round. Return its seat that has a turn before the next, or ``None``."""
        return None

    def acts(self, context: GameContext, phase: PhaseHandler) -> Action | None:
        """Called when one of its extra seats has to decide. Return the action for that seat.

        The action is applied in the same step. Return ``None`` after continuing the game in another
        way.
        """
        raise NotImplementedError

    # Turns

    def phases(self) -> Mapping[str, PhaseHandler]:
        """Return its own phases by name."""
        return {}

    def extra_actions(self) -> Mapping[str, Mapping[type[Action], Callable[..., None]]]:
        """Return its own actions in other phases, with their effects, by the phases' names."""
        return {}

    def phases_after_setup(self) -> Mapping[str, Callable[[GameContext], bool]]:
        """Return its own phases between the setup and the first turn, by name.

        Each function is called until it returns False. It returns True after setting the phase of a
        decision, whose answer must call ``begin_first_turn`` to continue.
        """
        return {}

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        """Return the questions before stages of a turn, by the stage.

        Each function is called before its stage until it returns False. It returns True after
        setting the phase of a decision.
        """
        return {}

    def extra_missions(self) -> Sequence[Goal]:
        """Return its own secret missions, dealt with those of the ruleset."""
        return ()

    def on_missions_dealt(self, context: GameContext) -> bool:
        """Called after dealing missions, before they are seen. Return True to deal all again."""
        return False

    def on_turn_start(self, context: GameContext) -> None:
        """Called at the start of a turn, before anything else."""

    def on_event(self, context: GameContext, event: Event) -> None:
        """Called after each event, such as a claim or an elimination."""

    def on_trade(self, context: GameContext, cards: Collection[int]) -> None:
        """Called after the seat in turn traded these cards as a set, before it places armies."""

    def adjust_territory_income(self, context: GameContext, armies: int) -> int:
        """Return how many of the ``armies`` for territories the seat in turn receives."""
        return armies

    # Armies and territories

    def extra_colours(self, game: State | View) -> Mapping[int, int]:
        """Return the numbers of extra colours, from 1 on, by the territories that have one.

        It is for players with several colours; armies may only move within a colour.
        """
        return {}

    def garrison(self, game: State | View, territory: int) -> int:
        """Return how many armies must stay in a territory when others fortify from it."""
        return 1

    def closed_to_entering(self, state: State | View) -> Collection[int]:
        """Return the empty territories that can't be entered."""
        return ()

    def on_emptied(self, context: GameContext, territory: int, victim: int) -> None:
        """Called after ``territory`` of ``victim`` lost all its armies without a conquest.

        The territory has no owner now; ``victim`` may be about to leave the game.
        """

    def leavable_territories(self, state: State) -> Collection[int]:
        """Return the territories that all armies may leave; such a territory loses its owner."""
        return ()

    def arriving(self, context: GameContext, territory: int, armies: int) -> int:
        """Return how many of ``armies`` arrive when they move into a territory."""
        return armies

    def extra_income(self, game: State | View, seat: int) -> Sequence[tuple[int, str]]:
        """Return additional armies that a seat receives, each with its source."""
        return ()

    def no_placement_territories(
        self, context: GameContext, seat: int, *, by_card: bool = False
    ) -> Collection[int]:
        """Return the territories of ``seat`` in which no armies can be placed, in the setup too.

        Args:
            by_card: True for the bonus armies for territories on traded cards.
        """
        return ()

    def sets_traded(self, view: View, seat: int) -> int:
        """Return the number of traded sets that the value of a set of ``seat`` depends on."""
        return view.sets_traded

    # Winning, and leaving the game

    def on_attacks_end(self, context: GameContext) -> None:
        """Called after the attacks of a player's turn, before a card is drawn."""

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        """Return the kind of victory if a seat wins now, else ``None``."""
        return None

    def forbids_resigning(self) -> bool:
        """Return True if no player may resign; a bot takes over a seat instead."""
        return False

    # Views, odds and bots

    def sight(self, context: GameContext) -> Sequence[SeatVisibility]:
        """Return the visibility of the board for each player, and last for a spectator."""
        raise NotImplementedError

    def phase_names(self, phases: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of a turn's phases in order; ``phases`` without this variant."""
        return phases

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        """Return the marks of territories, by their numbers."""
        return {}

    def standing(self, view: View) -> VictoryProgress | None:
        """Return the progress of every seat towards its victory."""
        return None

    def public_goals(self, view: View) -> PublicGoals:
        """Return the public goals."""
        raise NotImplementedError

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        """Return how many of ``armies`` start a fight; ``None`` if its odds are unknown.

        Also called for the later fights of a campaign: ``source`` may then still belong to another
        seat, and ``armies`` are the most that could arrive there. Campaigns avoid fights for which
        the result differs from ``armies``.
        """
        return armies

    def dice_changes(
        self, view: View, source: int, target: int, private: bool
    ) -> tuple[DiceChanges, DiceChanges]:
        """Return the attacker's possible dice changes, and the certain ones.

        The attacker's hand is used only in the attacker's own view, and only if the result is
        ``private``: no other player sees it.
        """
        return NO_DICE_CHANGES, NO_DICE_CHANGES

    def extra_die_rolls(self, view: View, source: int, target: int) -> ExtraDieRolls:
        """Return the rolls of the next fight in which the defender may roll one more die.

        A battle that is declared and not yet rolled is included.
        """
        return NO_EXTRA_DICE

    def answers(self, view: View, decision: Decision) -> Answers | None:
        """Return the answers to one of its decisions; ``None`` for one answer per offer."""
        return None

    def bot_goals(self, view: View, seat: int) -> Iterable[tuple[GoalTerritories, bool]]:
        """Return goals of ``seat`` for bots, each with True if reaching it wins the game."""
        return ()

    def provoked_armies(self, view: View, territories: Collection[int]) -> float:
        """Return how many enemy armies become active if these territories are attacked."""
        return 0.0

    def seats_to_spare(self, view: View, seat: int) -> Collection[int]:
        """Return the seats that ``seat`` should keep in the game."""
        return ()

    def reserved(self, view: View, seat: int) -> Mapping[int, int]:
        """Return the fewest armies that ``seat`` should keep in some of its territories.

        Bots do not attack with these armies or move them.
        """
        return {}

    def stakes(self, view: View) -> Iterable[TerritoryStake]:
        """Return the territories with a value beyond the territory itself, for bots."""
        return ()

    def candidates(self, view: View, decision: Decision) -> Iterable[BotCandidate]:
        """Return the few answers that bots should consider."""
        return ()


def _check_signatures(variant: type[Variant[Any]]) -> None:
    """Check that the methods of a variant take the arguments that they are called with.

    Raises:
        TypeError: If one does not.
    """
    own = {name for kind in variant.__mro__ if kind not in Variant.__mro__ for name in vars(kind)}
    for name in sorted(own & vars(Variant).keys()):
        parameters = _parameters(vars(Variant)[name])
        if name[0] != "_" and parameters and _parameters(getattr(variant, name)) != parameters:
            raise TypeError(f"{variant.__name__}.{name} must take ({', '.join(parameters)})")


def _parameters(method: Any) -> tuple[str, ...]:
    """Return the names of a method's parameters; empty for anything else."""
    code = getattr(unwrap(getattr(method, "__func__", method)), "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()


def with_value_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple, such as one in a memory, with one value replaced.

    >>> with_value_at((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*values[:index], value, *values[index + 1 :])


def count_earths(ruleset: Ruleset) -> int:
    """Return the number of Earths on which a ruleset is played."""
    counts = [variant.earths(options) for variant, options in _in_order(ruleset)]
    return max(counts, default=1)


def has_hook(ruleset: Ruleset, name: str) -> bool:
    """Return True if a variant in a ruleset has that hook."""
    return bool(titles_with_hooks(ruleset, name))


def titles_with_hooks(ruleset: Ruleset, *names: str) -> list[str]:
    """Return the titles of the variants in a ruleset that have any of these hooks."""
    variants = played_variants(ruleset).values()
    return [
        variant.title for variant in variants if any(_has_hook(variant, name) for name in names)
    ]


def _has_hook(variant: type[Variant[Any]], name: str) -> bool:
    """Return True if a variant overrides the hook."""
    return getattr(variant, name) is not getattr(Variant, name)


def why_campaigns_end(ruleset: Ruleset, territory: str = "") -> str:
    """Return why the odds of a campaign end with a conquest; empty if they do not.

    Args:
        ruleset: The ruleset.
        territory: The name of the conquered territory for the sentence, if it is known.

    >>> from risk_tui.rules.library import load_ruleset
    >>> why_campaigns_end(load_ruleset("trench"))
    'by Trench warfare armies that conquer stop there'
    """
    for variant, options in _in_order(ruleset):
        if sentences := variant.unknown_campaigns(options):
            return _(sentences[bool(territory)], variant=_(variant.title), territory=territory)
    return ""


def overlaid_board(ruleset: Ruleset, board: Board) -> Board:
    """Return the board with all overlays of a ruleset and its variants, and no others.

    Raises:
        RulesetError: If they don't fit the board. The message has the line in the ruleset's file.
    """
    board = board.below or board
    try:
        board = ruleset.board.overlay.over(board)
    except OverlayError as error:
        raise ruleset.error_at(("board", *error.path), error) from None
    for variant, options in _in_order(ruleset):
        try:
            board = variant.adjust_board(options, board)
        except OverlayError as error:
            raise ruleset.error_at(("variants", variant.key, *error.path), error) from None
    return board


def neutral_seat(ruleset: Ruleset, seats: int) -> NeutralSeat:
    """Return the neutral army of a ruleset and its variants."""
    army = make_neutral_seat(ruleset.two_players, seats)
    for variant, options in _in_order(ruleset):
        army = variant.third_army(options, army)
    return army


def _in_order(ruleset: Ruleset) -> list[tuple[type[Variant[Any]], Any]]:
    """Return the variants in a ruleset with their options, in the order of ``played_variants``."""
    variants, options = played_variants(ruleset), ruleset.played_variants
    return [(variant, options[key]) for key, variant in variants.items()]


def play_variants(
    ruleset: Ruleset, board: Board, seats: int, extra: int
) -> tuple[Variant[Any], ...]:
    """Make the variants in a ruleset for one game, in the order of ``played_variants``.

    Args:
        seats: The number of players.
        extra: The number of the first seat that a variant adds.
    """
    played: list[Variant[Any]] = []
    for kind, options in _in_order(ruleset):
        variant = kind(options, ruleset, board, seats, len(played), extra)
        extra += len(variant.extra_seats())
        played.append(variant)
    return tuple(played)


def bind_hooks(variants: Sequence[Variant[Any]]) -> Hooks:
    """Return the hooks of these variants, and store them in each variant."""
    bound = {
        name: tuple(
            getattr(variant, name) for variant in variants if _has_hook(type(variant), name)
        )
        for name in HOOK_NAMES
    }
    stages: dict[int, Any] = {}
    for variant in variants:
        for stage, ask in variant.phases_before_stages().items():
            stages[stage] = (*stages.get(stage, ()), ask)
    hooks = Hooks(
        **bound,
        phases_before_stages=stages,
        acts={
            variant.first_extra_seat + number: variant.acts
            for variant in variants
            if _has_hook(type(variant), "acts")
            for number, _ in enumerate(variant.extra_seats())
        },
        phases_after_setup={
            name: ask for variant in variants for name, ask in variant.phases_after_setup().items()
        },
        possible_marks=tuple(mark for variant in variants for mark in variant.possible_marks),
    )
    for variant in variants:
        variant.hooks = hooks
    return hooks
