"""Hooks: what the variants in play want to be asked, bound once when a game starts.

Each hook is a tuple of bound methods, one for each variant that has it; nothing is asked where
it is empty. ``risk_tui.engine.variant`` says what each of them means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.goals import Goal

from risk_tui.data.dataclasses import dataclass

Hook: TypeAlias = tuple[Callable[..., Any], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """What the map and the panel show of a territory: a sign of one column, a word, and whose it
    is, if it is somebody's for good.

    On the map the sign stands between the owner's and the armies, where there is room.
    """

    sign: str
    word: str
    seat: int | None = None


CITY = Mark("•", "city")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a list: the key that marks it, its words, and its action.

    In the words the slots of the action can stand. Without an action, ``consequence`` holds the
    answers to what is asked next; without any of those, ``refusal`` says why. ``dice`` are the
    attacker's dice that would count by it, ``spent`` a change of dice that is used up by it.
    """

    key: str
    words: str
    action: Action | None = None
    consequence: tuple[Answer, ...] = ()
    refusal: str = ""
    dice: tuple[int, ...] = ()
    spent: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a decision, as a list with a title, and what there is to know about them.

    Enter takes the first answer. Of the ``text`` all but the first line is beside the point.
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

    def share(self, seat: int) -> float:
        """How much of what wins a seat has, from 0 to 1."""
        return self.counts.get(seat, 0) / self.needed if self.needed else 0.0


@dataclass(frozen=True, slots=True)
class Stake:
    """What hangs on a territory of ``seat`` beyond the territory, for any computer player.

    ``income`` are armies a turn for whoever holds it. Its loss ``is_fatal`` where ``seat`` is out
    then, and ``passes_on`` where all that it has is then its conqueror's.
    """

    territory: int
    seat: int
    income: int
    is_fatal: bool
    passes_on: bool


@dataclass(frozen=True, slots=True)
class OpenGoals:
    """Goals open to everybody, each with the seat that took it; ``needed`` win, see ``terms``."""

    name: str
    needed: int
    terms: str
    goals: tuple[tuple[Goal, int | None], ...]

    def taken(self, seat: int) -> int:
        """How many of them a seat has taken."""
        return sum(taker == seat for _, taker in self.goals)


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of the variants in play, by the name of the method."""

    claimed: Hook = ()
    begin_turn: Hook = ()
    territory_income: Hook = ()
    before_roll: Hook = ()
    after_roll: Hook = ()
    after_battle: Hook = ()
    conquered: Hook = ()
    targets: Hook = ()
    armies_needed: Hook = ()
    toll: Hook = ()
    attack_begins: Hook = ()
    defence_dice: Hook = ()
    arriving: Hook = ()
    income: Hook = ()
    closed_to_placing: Hook = ()
    attacks_over: Hook = ()
    victory: Hook = ()
    turn_phases: Hook = ()
    marks: Hook = ()
    standing: Hook = ()
    open_goals: Hook = ()
    aims: Hook = ()
    stakes: Hook = ()
    odds: Hook = ()
    dice_changes: Hook = ()
    answers: Hook = ()
    candidates: Hook = ()
    before_stage: Mapping[int, Hook] = field(default_factory=dict, hash=False)
    """What is asked before a stage of a turn, by the stage."""
    after_set_up: Mapping[str, Callable[..., bool]] = field(default_factory=dict, hash=False)
    """What is asked between the set-up and the first turn, by the phase."""
    signs: tuple[Mark, ...] = ()
    """The signs that the map may show."""


NAMES = tuple(field.name for field in fields(Hooks) if field.type == "Hook")
"""The names of all hooks that are methods of a variant."""


def titles_of(asked: Iterable[Any]) -> str:
    """The titles of the variants whose methods these are, in brackets; empty without any."""
    titles = dict.fromkeys(method.__self__.title for method in asked)
    return f" ({', '.join(titles)})" if titles else ""
