"""Sources of chance for dice and cards.

Every outcome is stored in the record, so that a game can be replayed without the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Protocol

from risk_tui.data.language import N_, _
from risk_tui.errors import ChanceError, DiceRequired

if TYPE_CHECKING:
    from risk_tui.engine.records import Outcome


class Chance(Protocol):
    """A source of chance: dice, a choice, and a random order."""

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        """Roll ``count`` dice and return their faces, 1 to 6, in order.

        ``seats`` are the seats that roll, for people with real dice: one seat for all the dice, or
        one for each die.
        """

    def choice(self, count: int) -> int:
        """Return one of ``count`` equally likely numbers, 0 to ``count - 1``."""

    def shuffle(self, count: int) -> tuple[int, ...]:
        """Return a random order of the numbers 0 to ``count - 1``."""


class RandomChance:
    """Chance from a random number generator."""

    def __init__(self, source: Random) -> None:
        self._source = source
        self._random = source.random

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        roll = self._random
        # Unrolled for the dice of battles, because a loop takes twice as long.
        if count == 1:
            return (int(roll() * 6) + 1,)
        if count == 2:
            return int(roll() * 6) + 1, int(roll() * 6) + 1
        if count == 3:
            return int(roll() * 6) + 1, int(roll() * 6) + 1, int(roll() * 6) + 1
        return tuple([int(roll() * 6) + 1 for _ in range(count)])

    def choice(self, count: int) -> int:
        return int(self._random() * count)

    def shuffle(self, count: int) -> tuple[int, ...]:
        numbers = list(range(count))
        self._source.shuffle(numbers)
        return tuple(numbers)


def system_chance() -> RandomChance:
    """Return chance from the operating system, which can't be predicted from a saved game."""
    return RandomChance(SystemRandom())


def seeded_chance(seed: int | str) -> RandomChance:
    """Return chance that a seed determines on every machine, for tests and simulations."""
    return RandomChance(Random(f"risk-tui/{seed}"))


NO_DICE = N_("the record is missing dice")
NO_PICK = N_("the record is missing a pick")
NO_SHUFFLE = N_("the record is missing a shuffle")


class RecordedChance:
    """Chance with known outcomes, from a record or a script.

    ``echo`` is another chance, which draws every outcome too. Its results are ignored, but a seeded
    chance then continues after the last recorded outcome.

    The methods raise ``ChanceError`` if an outcome is missing, or of another kind than requested.
    """

    def __init__(self, outcomes: Iterable[Outcome], echo: Chance | None = None) -> None:
        self._outcomes: Iterator[Outcome] = iter(outcomes)
        self._echo = echo

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if self._echo is not None:
            self._echo.dice(count)
        faces = self._next(NO_DICE)
        if (
            not isinstance(faces, tuple)
            or len(faces) != count
            or not all(type(face) is int and 1 <= face <= 6 for face in faces)
        ):
            raise ChanceError(
                _("{faces!r} are not {count} dice with faces from 1 to 6", faces=faces, count=count)
            )
        return faces

    def choice(self, count: int) -> int:
        if self._echo is not None:
            self._echo.choice(count)
        number = self._next(NO_PICK)
        if type(number) is not int or not 0 <= number < count:
            raise ChanceError(
                _("{number!r} is not a pick from 0 to {most}", number=number, most=count - 1)
            )
        return number

    def shuffle(self, count: int) -> tuple[int, ...]:
        if self._echo is not None:
            self._echo.shuffle(count)
        numbers = self._next(NO_SHUFFLE)
        if (
            not isinstance(numbers, tuple)
            or not all(type(number) is int for number in numbers)
            or sorted(numbers) != list(range(count))
        ):
            raise ChanceError(_("that is not a shuffle of the numbers 0 to {most}", most=count - 1))
        return numbers

    def is_exhausted(self) -> bool:
        """Return True if every outcome was used. Call it last: it takes one more outcome."""
        return next(self._outcomes, None) is None

    def _next(self, missing: str) -> Outcome:
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise ChanceError(_(missing))
        return outcome


class ManualChance(RecordedChance):
    """Chance with real dice, whose faces players type; ``luck`` supplies all other outcomes.

    ``outcomes`` holds the outcomes of the current step so far; those of ``luck`` are added to it. A
    step that needs more dice raises ``DiceRequired``. The caller then applies the step again, with
    a new ``ManualChance`` whose list has them.
    """

    def __init__(self, luck: Chance, outcomes: list[Outcome]) -> None:
        super().__init__(outcomes)
        self._luck = luck
        self._known = outcomes
        self._used = 0

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if self._needs_more():
            raise DiceRequired(count, tuple(seats))
        return super().dice(count)

    def choice(self, count: int) -> int:
        if self._needs_more():
            self._known.append(self._luck.choice(count))
        return super().choice(count)

    def shuffle(self, count: int) -> tuple[int, ...]:
        if self._needs_more():
            self._known.append(self._luck.shuffle(count))
        return super().shuffle(count)

    def _needs_more(self) -> bool:
        """Count one more outcome. Return True if it is not known yet."""
        self._used += 1
        return self._used > len(self._known)
