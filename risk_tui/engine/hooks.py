"""Hooks: what the variants in play want to be asked, bound once when a game starts.

Each hook is a tuple of bound methods, one for each variant that has it; nothing is asked where
it is empty. ``risk_tui.engine.variant`` says what each of them means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.state import Status

from risk_tui.boards.board import NO_SEAT

Hook: TypeAlias = tuple[Callable[..., Any], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is to be seen of a territory, such as a city or a capital.

    Args:
        sign: One character, one column wide.
        word: The sign in a word.
        seat: The seat that it belongs to for good, if it belongs to one.
        count: How many of it there are; ``None`` if it is not counted.
    """

    sign: str
    word: str
    seat: int | None = None
    count: int | None = None


CITY = Mark("•", "city")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a list: its words and its action.

    In the words the slots of the action can stand. Without an action, ``consequence`` holds the
    answers to what is asked next; without any of those, ``refusal`` says why. ``dice`` are the
    attacker's dice that would count by it, ``spent`` a change of dice that is used up by it.
    """

    words: str
    action: Action | None = None
    consequence: tuple[Answer, ...] = ()
    refusal: str = ""
    dice: tuple[int, ...] = ()
    spent: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a decision, as a list with a title, and what there is to know about them.

    The first answer is the usual one. Only the first line of the ``text`` is essential.
    """

    title: str
    answers: tuple[Answer, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How near seats are to a victory, as everybody may know; ``needed`` win, if any do."""

    sign: str
    title: str
    counts: Mapping[int, int]
    needed: int | None

    def only_for(self, seats: Iterable[int]) -> Standing:
        """The standing of some seats alone."""
        counts = {seat: self.counts[seat] for seat in seats if seat in self.counts}
        return Standing(self.sign, self.title, counts, self.needed)

    def share(self, seat: int) -> float:
        """How much of what wins a seat has, from 0 to 1."""
        return self.counts.get(seat, 0) / self.needed if self.needed else 0.0


@dataclass(frozen=True, slots=True)
class Stake:
    """What hangs on a territory for ``seat`` beyond the territory, for any computer player.

    ``income`` are armies a turn for whoever holds it. Its loss ``is_fatal`` where ``seat`` is out
    then, and ``passes_on`` where all that it has is then its conqueror's. ``cost`` is what ``seat``
    is the poorer without it, in armies, where that can be said.
    """

    territory: int
    seat: int
    income: int
    is_fatal: bool
    passes_on: bool
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class OpenGoals:
    """Goals that everybody sees; ``needed`` win, see ``terms``.

    Each stands with the seat that took it, or with the one that alone may reach it where the
    players' goals ``are_own``.
    """

    name: str
    needed: int
    terms: str
    goals: tuple[tuple[Goal, int | None], ...]
    are_own: bool = False

    def taken(self, seat: int) -> int:
        """How many of them a seat has taken."""
        return 0 if self.are_own else sum(taker == seat for _, taker in self.goals)


@dataclass(frozen=True, slots=True)
class ExtraSeat:
    """A seat beyond the players', for armies that nobody at the table has.

    Without a ``colour``, or where a player has it, it gets another one: ``grey`` if none is free.
    ``joins`` is what is said where players are invited. ``attacks``: whether its armies attack.
    Where it ``must_be_beaten`` nobody is the last one left before it has no territory.
    """

    name: str
    joins: str
    colour: str = "grey"
    attacks: bool = False
    must_be_beaten: bool = False


class Holdings(Protocol):
    """Who holds what: a state, or a view of one."""

    @property
    def owner(self) -> Sequence[int]:
        """The seat that holds each territory, or ``NO_SEAT``."""

    @property
    def status(self) -> Sequence[Status]:
        """How each seat stands in the game."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer worth weighing, and what would come of it, for any computer player.

    ``after`` holds what it makes of territories, as (territory, seat, armies). ``fight`` are the
    source and the target of a fight that would follow, with ``after`` as it would begin.
    ``besides`` is what it brings that is not on the board, or costs, in armies. ``gain`` is its
    whole worth in armies, where that is no matter of judgement. ``turn`` is what it makes of the
    whole turn: the armies that come, and whether attacks follow. ``keep`` is a territory that
    must not be lost from then on. ``attacks`` says that the attacks of the turn follow, on
    what ``after`` makes of the board; ``cards`` how many of the seat's own are spent.
    """

    action: Action
    after: tuple[tuple[int, int, int], ...] = ()
    fight: tuple[int, int] | None = None
    besides: float = 0.0
    gain: float | None = None
    turn: tuple[int, bool] | None = None
    keep: int | None = None
    attacks: bool = False
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of the variants in play, by the name of the method."""

    set_up: Hook = ()
    deal: Hook = ()
    more_missions: Hook = ()
    missions_dealt: Hook = ()
    opening: Hook = ()
    claimable: Hook = ()
    claim_made: Hook = ()
    out_of_play: Hook = ()
    claimed: Hook = ()
    begin_turn: Hook = ()
    after_round: Hook = ()
    territory_income: Hook = ()
    settle_fight: Hook = ()
    before_roll: Hook = ()
    after_roll: Hook = ()
    after_battle: Hook = ()
    conquered: Hook = ()
    attack_offers: Hook = ()
    targets: Hook = ()
    forbids: Hook = ()
    attack_dice: Hook = ()
    advantage: Hook = ()
    presses_on: Hook = ()
    traded: Hook = ()
    seat_eliminated: Hook = ()
    held_back: Hook = ()
    conquerors_stop: Hook = ()
    armies_needed: Hook = ()
    toll: Hook = ()
    attack_begins: Hook = ()
    idle: Hook = ()
    colours: Hook = ()
    defence_dice: Hook = ()
    garrison: Hook = ()
    closed_to_entering: Hook = ()
    emptied: Hook = ()
    may_be_left: Hook = ()
    placed: Hook = ()
    arriving: Hook = ()
    income: Hook = ()
    closed_to_placing: Hook = ()
    closed_to_cards: Hook = ()
    sets_traded: Hook = ()
    attacks_over: Hook = ()
    victory: Hook = ()
    keeps_seats: Hook = ()
    turn_phases: Hook = ()
    sight: Hook = ()
    marks: Hook = ()
    standing: Hook = ()
    open_goals: Hook = ()
    aims: Hook = ()
    better_alive: Hook = ()
    provoked: Hook = ()
    reserved: Hook = ()
    stakes: Hook = ()
    odds: Hook = ()
    dice_changes: Hook = ()
    extra_die_rolls: Hook = ()
    answers: Hook = ()
    candidates: Hook = ()
    before_stage: Mapping[int, Hook] = field(default_factory=dict, hash=False)
    """What is asked before a stage of a turn, by the stage."""
    after_set_up: Mapping[str, Callable[..., bool]] = field(default_factory=dict, hash=False)
    """What is asked between the set-up and the first turn, by the phase."""
    acts: Mapping[int, Callable[..., Action | None]] = field(default_factory=dict, hash=False)
    """What answers for seats that act by rule, by the seat."""
    signs: tuple[Mark, ...] = ()
    """The marks that territories may have."""

    def out_of_play_in(self, game: Holdings) -> set[int]:
        """The territories that are no part of this game."""
        return {territory for hook in self.out_of_play for territory in hook(game)}

    def idle_in(self, game: Holdings) -> set[int]:
        """The territories of players whose armies do nothing for now."""
        return {territory for idle in self.idle for territory in idle(game)}

    def held_back_in(self, game: Holdings) -> set[int]:
        """The territories from which nobody is attacked for now, idle ones among them."""
        return {territory for hook in (*self.held_back, *self.idle) for territory in hook(game)}

    def earners(self, game: Holdings) -> Sequence[int]:
        """The owner of each territory that brings armies; ``NO_SEAT`` where they do nothing."""
        if not self.idle:
            return game.owner
        idle = self.idle_in(game)
        return [NO_SEAT if number in idle else seat for number, seat in enumerate(game.owner)]

    def sides(self, game: Holdings) -> Sequence[int]:
        """Numbers that are the same for territories between which armies may be moved."""
        if not self.idle and not self.colours:
            return game.owner
        sides = list(game.owner)
        for colours in self.colours:
            for territory, number in colours(game).items():
                sides[territory] += number * len(game.status)
        for territory in self.idle_in(game):
            sides[territory] = NO_SEAT - 1 - territory  # alone
        return sides


NAMES = tuple(field.name for field in fields(Hooks) if field.type == "Hook")
"""The names of all hooks that are methods of a variant."""


def titles_of(asked: Iterable[Any]) -> str:
    """The titles of the variants whose methods these are, in brackets; empty without any."""
    titles = dict.fromkeys(method.__self__.title for method in asked)
    return f" ({', '.join(titles)})" if titles else ""
