"""Luck, and nothing else: dice and cards come to a game only through one of these.

Whatever a chance answers is stored in the record, so that a game can be replayed without it.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.errors import ChanceError, DiceWanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.records import Outcome


class Chance(Protocol):
    """The three questions that a game asks of luck."""

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        """The faces, 1 to 6, of ``count`` dice in the order in which they fell.

        ``seats`` says whose they are, for whoever rolls them by hand: one seat's, or a die each.
        """

    def pick(self, count: int) -> int:
        """One of ``count`` equally likely things, 0 to ``count - 1``."""

    def order(self, count: int) -> tuple[int, ...]:
        """A random order of the numbers 0 to ``count - 1``."""


class RandomChance:
    """Luck from a random number generator."""

    def __init__(self, source: random.Random) -> None:
        self._source = source
        self._random = source.random

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        roll = self._random
        return tuple([int(roll() * 6) + 1 for _ in range(count)])

    def pick(self, count: int) -> int:
        return int(self._random() * count)

    def order(self, count: int) -> tuple[int, ...]:
        numbers = list(range(count))
        self._source.shuffle(numbers)
        return tuple(numbers)


def system_chance() -> RandomChance:
    """Luck from the operating system: nothing in a saved game can foretell it."""
    return RandomChance(random.SystemRandom())


def seeded_chance(seed: int | str) -> RandomChance:
    """The same luck for the same seed on every machine: for tests, scripts and simulations."""
    return RandomChance(random.Random(f"risk-tui/{seed}"))


class RecordedChance:
    """Outcomes that are known already: from a record or a script.

    With ``echo`` every question is asked of that chance too and its answer thrown away, so that
    a seeded chance stands where it stood when the last outcome was recorded.

    Raises ``ChanceError`` when an outcome is missing or cannot answer the question.
    """

    def __init__(self, outcomes: Iterable[Outcome], echo: Chance | None = None) -> None:
        self._outcomes: Iterator[Outcome] = iter(outcomes)
        self._echo = echo

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if self._echo is not None:
            self._echo.dice(count)
        faces = self._next("dice")
        if (
            not isinstance(faces, tuple)
            or len(faces) != count
            or not all(type(face) is int and 1 <= face <= 6 for face in faces)
        ):
            raise ChanceError(f"{faces!r} are not {count} dice with faces from 1 to 6")
        return faces

    def pick(self, count: int) -> int:
        if self._echo is not None:
            self._echo.pick(count)
        number = self._next("a pick")
        if type(number) is not int or not 0 <= number < count:
            raise ChanceError(f"{number!r} is not a pick from 0 to {count - 1}")
        return number

    def order(self, count: int) -> tuple[int, ...]:
        if self._echo is not None:
            self._echo.order(count)
        numbers = self._next("an order")
        if (
            not isinstance(numbers, tuple)
            or not all(type(number) is int for number in numbers)
            or sorted(numbers) != list(range(count))
        ):
            raise ChanceError(f"that is not an order of the numbers 0 to {count - 1}")
        return numbers

    def exhausted(self) -> bool:
        """Whether every outcome was used."""
        return next(self._outcomes, None) is None

    def _next(self, wanted: str) -> Outcome:
        for outcome in self._outcomes:
            return outcome
        raise ChanceError(f"the record holds no outcome where {wanted} must follow")


class TypedChance:
    """Dice that are rolled on a table and typed in; cards and orders are those of ``luck``.

    ``outcomes`` is what is known of the step under way. A step whose next dice are not known
    stops with ``DiceWanted``; tried again with the same outcomes and these dice, it goes on
    there: what luck gave before is kept in ``outcomes`` too.
    """

    def __init__(self, luck: Chance, outcomes: list[Outcome]) -> None:
        self._luck = luck
        self._outcomes = outcomes
        self._known = RecordedChance(tuple(outcomes))
        self._left = len(outcomes)

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if not self._take():
            raise DiceWanted(count, tuple(seats))
        return self._known.dice(count)

    def pick(self, count: int) -> int:
        if not self._take():
            self._outcomes.append(number := self._luck.pick(count))
            return number
        return self._known.pick(count)

    def order(self, count: int) -> tuple[int, ...]:
        if not self._take():
            self._outcomes.append(numbers := self._luck.order(count))
            return numbers
        return self._known.order(count)

    def _take(self) -> bool:
        """Whether the next outcome is known."""
        self._left -= 1
        return self._left >= 0
