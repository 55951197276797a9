"""Hooks: the methods of the variants in play, bound when a game is made.

Each hook is a tuple of bound methods, one for each variant that overrides it. An empty hook costs
nothing. ``risk_tui.engine.variant`` documents the hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.errors import HookError

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.state import Status

Hook: TypeAlias = tuple[Callable[..., Any], ...]


@dataclass(frozen=True, slots=True)
class TerritoryMark:
    """A visible mark of a territory, such as a city or a capital.

    Args:
        sign: One character, one column wide.
        word: The noun for the sign, such as ``city``.
        seat: The seat that it belongs to permanently, or ``None``.
        count: The number of such things; ``None`` if they are not counted.
    """

    sign: str
    word: str
    seat: int | None = None
    count: int | None = None


CITY = TerritoryMark("•", N_("city"))


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer in a list.

    Args:
        words: The words for it, which may contain slots of its action.
        action: The action; ``None`` if another question follows or the answer is impossible.
        next_answers: The answers to the question that follows.
        refusal: The reason if the answer is impossible.
        dice: The attacker's dice that would count after it.
        spent: The name of the dice change that it uses up; empty for none.
    """

    words: str
    action: Action | None = None
    next_answers: tuple[Answer, ...] = ()
    refusal: str = ""
    dice: tuple[int, ...] = ()
    spent: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a decision, as a list with a title and an explanation, ``text``.

    The first answer is the usual one. Only the first line of the ``text`` is essential.
    """

    title: str
    answers: tuple[Answer, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class VictoryProgress:
    """The public progress of seats towards a victory.

    Args:
        sign: One character for the things that are counted.
        title: The heading of the counts.
        counts: The number of such things by seat.
        needed: The number that wins; ``None`` if no number does.
    """

    sign: str
    title: str
    counts: Mapping[int, int]
    needed: int | None

    def only_for(self, seats: Iterable[int]) -> VictoryProgress:
        """Return the progress of some seats only."""
        counts = {seat: self.counts[seat] for seat in seats if seat in self.counts}
        return VictoryProgress(self.sign, self.title, counts, self.needed)

    def share(self, seat: int) -> float:
        """Return a seat's count as a share of ``needed``; 0 if nothing is needed."""
        return self.counts.get(seat, 0) / self.needed if self.needed else 0.0


@dataclass(frozen=True, slots=True)
class TerritoryStake:
    """The importance of a territory for ``seat`` beyond the territory itself, for bots.

    Args:
        territory: The territory.
        seat: The seat to which it is important.
        income: The extra armies per turn for its holder.
        is_fatal: True if losing it eliminates ``seat``.
        is_inherited: True if the conqueror then gets everything that ``seat`` has.
        cost: The cost of losing it in armies; ``None`` if unknown.
    """

    territory: int
    seat: int
    income: int = 0
    is_fatal: bool = False
    is_inherited: bool = False
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class PublicGoals:
    """Public goals, of which ``needed`` win; ``terms`` is the sentence that says so.

    Each goal is paired with the seat that has taken it, or ``None``. If the goals ``are_personal``,
    it is paired with the only seat that may reach it.
    """

    name: str
    needed: int
    terms: str
    goals: tuple[tuple[Goal, int | None], ...]
    are_personal: bool = False

    def taken(self, seat: int) -> int:
        """Return the number of goals that a seat has taken."""
        return 0 if self.are_personal else sum(taker == seat for _, taker in self.goals)


@dataclass(frozen=True, slots=True)
class ExtraSeat:
    """A seat in addition to the players', for armies without a player.

    Args:
        name: The name of the armies.
        invitation: The sentence about them in invitations to the game.
        colour: The preferred colour. If a player has it, the seat gets a free one, else ``grey``.
        attacks: True if its armies attack.
        must_be_beaten: True if no player can win as the last one left while it holds territories.
    """

    name: str
    invitation: str
    colour: str = "grey"
    attacks: bool = False
    must_be_beaten: bool = False


class Ownership(Protocol):
    """The ownership of territories: a state, or a view of one."""

    @property
    def owner(self) -> Sequence[int]:
        """The seat that holds each territory, or ``NO_SEAT``."""

    @property
    def status(self) -> Sequence[Status]:
        """The status of each seat."""


@dataclass(frozen=True, slots=True)
class BotCandidate:
    """An answer for bots to consider, with its results.

    Args:
        action: The answer.
        after: The changed territories, as (territory, seat, armies).
        fight: The source and target of a fight that would follow from ``after``, if any.
        off_board_value: The value off the board in armies; negative for a cost.
        gain: The total value in armies, if it is fixed; other values are then ignored.
        turn: If the answer decides what kind of turn follows: the armies gained, and whether
            attacks are possible. Other fields are then ignored.
        keep: A territory that must not be lost from then on.
        attacks: True if the gain of the attacks that follow from ``after`` is added.
        cards: The number of cards that the bot spends.
    """

    action: Action
    after: tuple[tuple[int, int, int], ...] = ()
    fight: tuple[int, int] | None = None
    off_board_value: float = 0.0
    gain: float | None = None
    turn: tuple[int, bool] | None = None
    keep: int | None = None
    attacks: bool = False
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of the variants in play, by the names of the methods."""

    adjust_setup: Hook = ()
    seats_to_deal: Hook = ()
    extra_missions: Hook = ()
    on_missions_dealt: Hook = ()
    on_game_start: Hook = ()
    claim_choices: Hook = ()
    out_of_play: Hook = ()
    on_territories_assigned: Hook = ()
    on_turn_start: Hook = ()
    on_event: Hook = ()
    extra_turn_seat: Hook = ()
    adjust_territory_income: Hook = ()
    resolve_at_once: Hook = ()
    ask_before_roll: Hook = ()
    ask_after_roll: Hook = ()
    on_battle_end: Hook = ()
    on_conquest: Hook = ()
    extra_attack_offers: Hook = ()
    extra_targets: Hook = ()
    why_no_attack: Hook = ()
    attack_dice: Hook = ()
    top_die_bonus: Hook = ()
    must_attack_again: Hook = ()
    on_trade: Hook = ()
    held_back: Hook = ()
    conquerors_cannot_attack: Hook = ()
    armies_needed: Hook = ()
    attack_cost: Hook = ()
    on_attack: Hook = ()
    idle: Hook = ()
    extra_colours: Hook = ()
    defence_dice: Hook = ()
    garrison: Hook = ()
    closed_to_entering: Hook = ()
    on_emptied: Hook = ()
    leavable_territories: Hook = ()
    arriving: Hook = ()
    extra_income: Hook = ()
    no_placement_territories: Hook = ()
    sets_traded: Hook = ()
    on_attacks_end: Hook = ()
    victory: Hook = ()
    forbids_resigning: Hook = ()
    phase_names: Hook = ()
    sight: Hook = ()
    marks: Hook = ()
    standing: Hook = ()
    public_goals: Hook = ()
    bot_goals: Hook = ()
    seats_to_spare: Hook = ()
    provoked_armies: Hook = ()
    reserved: Hook = ()
    stakes: Hook = ()
    odds: Hook = ()
    dice_changes: Hook = ()
    extra_die_rolls: Hook = ()
    answers: Hook = ()
    candidates: Hook = ()
    phases_before_stages: Mapping[int, Hook] = field(default_factory=dict, hash=False)
    """Questions before a stage of a turn, by the stage."""
    phases_after_setup: Mapping[str, Callable[..., bool]] = field(default_factory=dict, hash=False)
    """Questions between the setup and the first turn, by the phase."""
    acts: Mapping[int, Callable[..., Action | None]] = field(default_factory=dict, hash=False)
    """The functions that decide for seats that act by rule, by the seat."""
    possible_marks: tuple[TerritoryMark, ...] = ()
    """The marks that territories may have."""

    def out_of_play_in(self, game: Ownership) -> set[int]:
        """Return the territories that are not in this game."""
        return {territory for hook in self.out_of_play for territory in hook(game)}

    def idle_territories_in(self, game: Ownership) -> set[int]:
        """Return the territories of players whose armies are idle for now."""
        return {territory for idle in self.idle for territory in idle(game)}

    def held_back_in(self, game: Ownership) -> set[int]:
        """Return the territories that can't attack for now, including idle ones."""
        return {territory for hook in (*self.held_back, *self.idle) for territory in hook(game)}

    def why_attack_forbidden(self, game: Ownership, source: int, target: int) -> str:
        """Return why a variant forbids an attack now; empty if every variant allows it."""
        reasons = (forbids(game, source, target) for forbids in self.why_no_attack)
        return next(filter(None, reasons), "")

    def income_owners(self, game: Ownership) -> Sequence[int]:
        """Return the owner of each territory that brings armies; ``NO_SEAT`` for idle ones."""
        if not self.idle:
            return game.owner
        idle = self.idle_territories_in(game)
        return [NO_SEAT if number in idle else seat for number, seat in enumerate(game.owner)]

    def sides(self, game: Ownership) -> Sequence[int]:
        """Return a number for each territory; armies move only between equal numbers."""
        if not self.idle and not self.extra_colours:
            return game.owner
        sides = list(game.owner)
        for colours in self.extra_colours:
            for territory, number in colours(game).items():
                sides[territory] += number * len(game.status)
        for territory in self.idle_territories_in(game):
            sides[territory] = NO_SEAT - 1 - territory  # A unique number.
        return sides


_KINDS: dict[str, Any] = {
    "Collection": Collection,
    "Iterable": Iterable,
    "Mapping": Mapping,
    "None": type(None),
    "Sequence": Sequence,
    "bool": bool,
    "float": (float, int),
    "int": int,
    "str": str,
    "tuple": tuple,
}
"""The types of values that hooks return, by their names; others are classes of the engine."""


def checked(hook: Callable[..., Any], returns: str) -> Callable[..., Any]:
    """Return a hook that checks the type of the value that it returns.

    Args:
        hook: The method of a variant.
        returns: The annotation of the type, such as ``Collection[int] | None``.
    """
    names = {part.partition("[")[0] for part in returns.split(" | ")}
    kinds = tuple(_KINDS[name] for name in names & _KINDS.keys())

    @wraps(hook)
    def call(*args: Any, **named: Any) -> Any:
        value = hook(*args, **named)
        if isinstance(value, kinds) or any(kind.__name__ in names for kind in type(value).__mro__):
            return value
        code = hook.__code__
        message = f"{hook.__qualname__} must return {returns}, not {type(value).__name__}"
        raise HookError(message, code.co_filename, code.co_firstlineno)

    return call


HOOK_NAMES = tuple(field.name for field in fields(Hooks) if field.type == "Hook")
"""The names of all hooks that are methods of a variant."""


def hook_titles(methods: Iterable[Any]) -> str:
    """Return the titles of the variants with these bound methods, in brackets.

    Returns:
        Text to append to a sentence, with a leading space; empty if there are no methods.
    """
    titles = dict.fromkeys(_(method.__self__.title) for method in methods)
    return f" ({', '.join(titles)})" if titles else ""
