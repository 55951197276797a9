"""Real dice: a step that waits until its dice were rolled on the table and typed in.

It is tried on a copy of the game, with the dice that are known. Only when all of them are is it
done, written down and told: nobody ever sees half of a step, and no file holds one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.engine.chance import TypedChance
from risk_tui.engine.errors import ChanceError, DiceWanted, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.records import Outcome
    from risk_tui.engine.state import Battle
    from risk_tui.table.course import Course

BY_HAND = ""
"""Who acts where a person does: nobody in his place."""

_MOST_FACES = 6


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice that are wanted now, for a step of ``seat``.

    ``count`` dice of the one seat in ``seats``, or a die for each of them, in this order.
    ``battle`` is the one that they are rolled in, with the dice that lie there already; ``None``
    for the roll for the first turn. ``begun``: dice of this step were typed before.
    ``may_cancel``: the step can still be withdrawn.
    """

    seat: int
    seats: tuple[int, ...]
    count: int
    battle: Battle | None
    begun: bool
    may_cancel: bool

    @property
    def kind(self) -> str:
        """What for: ``first`` turn, ``attack``, ``defence``, or one die ``again``."""
        if self.battle is None:
            return "first"
        if not self.battle.attack:
            return "attack"
        return "again" if self.battle.defence else "defence"

    def check(self, faces: Sequence[int]) -> None:
        """Raise ``ChanceError`` unless these can be the dice."""
        wrong = [face for face in faces if not 1 <= face <= _MOST_FACES]
        if wrong:
            raise ChanceError(f"a die shows 1 to 6, not {wrong[0]}")
        if len(faces) != self.count:
            wanted = "one die is" if self.count == 1 else f"{self.count} dice are"
            example = " ".join("642135"[: self.count])
            raise ChanceError(
                f"{wanted} wanted, not {len(faces)}: type what they show, as in {example}"
            )


@dataclass(frozen=True, slots=True)
class Tried:
    """A step as far as its dice are known.

    ``by`` is who acts in the place of a person, as in ``Automatic``; ``stands`` is where the
    course stood; ``rolling`` is ``None`` once nothing is missing.
    """

    seat: int
    action: Action
    by: str
    stands: tuple[int, int]
    outcomes: tuple[Outcome, ...] = ()
    rolling: Rolling | None = None


def tried(course: Course, seat: int, action: Action, by: str) -> Tried:
    """A step with no dice yet. Raises ``IllegalAction``; the course stays as it is either way."""
    return _on(course, Tried(seat, action, by, stand(course)), ())


def with_dice(course: Course, step: Tried, faces: Sequence[int]) -> Tried:
    """A step with the dice that it waits for. Raises ``ChanceError`` for others."""
    assert step.rolling is not None, "it waits for dice"
    step.rolling.check(faces)
    return _on(course, step, (tuple(faces),))


def stand(course: Course) -> tuple[int, int]:
    """Where a course stands: other steps, another answer."""
    return course.steps, course.numbers[-1] if course.numbers else -1


def _on(course: Course, step: Tried, more: tuple[Outcome, ...]) -> Tried:
    outcomes = [*step.outcomes, *more]
    game = course.game.copy(TypedChance(course.luck, outcomes))
    rolling = None
    try:
        game.apply(step.action, seat=step.seat)
    except DiceWanted as wanted:
        begun = bool(more) or (step.rolling is not None and step.rolling.begun)
        own = step.by in (BY_HAND, "order") and not begun
        battle = game.state().battle
        rolling = Rolling(step.seat, wanted.seats, wanted.count, battle, begun, own)
    return replace(step, outcomes=tuple(outcomes), rolling=rolling)


def no_withdrawing(rolling: Rolling) -> IllegalAction:
    """Why a step has to go on."""
    if rolling.begun:
        return IllegalAction("dice of this step were rolled already: roll the others, too")
    return IllegalAction("these dice have to be rolled before the game goes on")
