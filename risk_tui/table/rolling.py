"""Real dice: a step that waits until its dice were rolled on the table and typed in.

It is tried on a copy of the game, with the dice that are known, and done when all of them are.
Until its first die is rolled only the terminal at which it was chosen knows of it; from then on
it is in the game's file, dice and all, and goes on at whatever terminal has the next ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.engine.chance import RecordedChance, TypedChance
from risk_tui.engine.errors import ChanceError, DiceWanted, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.game import Game
    from risk_tui.engine.records import Outcome
    from risk_tui.engine.state import Battle
    from risk_tui.table.course import Course

BY_HAND = ""
"""Who acts where a person does: nobody in his place."""

BY_PEOPLE = (BY_HAND, "order")
"""Who acts where a person chose it."""

NO_LUCK = RecordedChance(())
"""Where nothing may be left to luck."""

_MOST_FACES = 6


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice that are wanted now, for a step of ``seat``.

    ``count`` dice of the one seat in ``seats``, or a die for each of them, in this order.
    ``battle`` is the one that they are rolled in, with the dice that lie there already; ``None``
    for the roll for the first turn. ``begun``: dice of this step were rolled before, so it has to
    be finished. ``may_cancel``: whoever chose it may withdraw it at this terminal.
    """

    seat: int
    seats: tuple[int, ...]
    count: int
    battle: Battle | None
    begun: bool
    may_cancel: bool = False

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
    """A step as far as its dice are known; ``rolling`` is ``None`` once nothing is missing."""

    seat: int
    action: Action
    outcomes: tuple[Outcome, ...] = ()
    rolling: Rolling | None = None


def tried(
    game: Game, seat: int, action: Action, outcomes: Sequence[Outcome], luck: Chance = NO_LUCK
) -> Tried:
    """A step with what chance gave it so far; the game stays as it is.

    Cards and orders that are asked for before the next dice are those of ``luck``. Raises
    ``IllegalAction``, and ``ChanceError`` for outcomes that cannot be.
    """
    known = list(outcomes)
    copy = game.copy(TypedChance(luck, known))
    rolling = None
    try:
        copy.apply(action, seat=seat)
    except DiceWanted as wanted:
        battle = copy.state().battle
        rolling = Rolling(seat, wanted.seats, wanted.count, battle, begun=bool(outcomes))
    return Tried(seat, action, tuple(known), rolling)


def with_dice(course: Course, step: Tried, faces: Sequence[int]) -> Tried:
    """A step with the dice that it waits for. Raises ``ChanceError`` for others."""
    assert step.rolling is not None, "it waits for dice"
    step.rolling.check(faces)
    outcomes = (*step.outcomes, tuple(faces))
    return tried(course.game, step.seat, step.action, outcomes, course.luck)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A step that was chosen here and waits for its first dice: no other terminal knows of it.

    ``by`` is who acts in the place of a person, as in ``Automatic``; ``stands`` is how things
    stood when it was chosen.
    """

    step: Tried
    by: str
    stands: tuple[object, ...]

    @classmethod
    def of(cls, course: Course, step: Tried, by: str) -> Waiting:
        """A step that waits from now on; what a person chose or ordered may be withdrawn."""
        assert step.rolling is not None, "it waits for dice"
        rolling = replace(step.rolling, may_cancel=by in BY_PEOPLE)
        return cls(replace(step, rolling=rolling), by, _stand(course, step.seat))

    def still(self, course: Course, here: Collection[int]) -> bool:
        """Whether it would be chosen again: nothing happened, and the same player plays on."""
        seat = self.step.seat
        return self.stands == _stand(course, seat) and (self.by not in BY_PEOPLE or seat in here)


def no_withdrawing(rolling: Rolling) -> IllegalAction:
    """Why a step has to go on."""
    if rolling.begun:
        return IllegalAction("dice of this step were rolled already: roll the others, too")
    return IllegalAction("these dice have to be rolled before the game goes on")


def _stand(course: Course, seat: int) -> tuple[object, ...]:
    """How things stand for a seat: other steps, another answer, another player."""
    last = course.numbers[-1] if course.numbers else None
    return course.steps, last, course.seats[seat].player, course.seats[seat].defence
