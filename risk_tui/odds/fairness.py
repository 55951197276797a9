"""Tests of fair dice: χ² of their faces, and of each face given the one before.

The tails of the χ² distribution are exact for any whole number of degrees of freedom. Counted dice
follow this distribution only approximately, but well enough from about five expected dice in each
cell on (Cochran 1954); hence ``ENOUGH`` for faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, exp, pi, sqrt
from typing import NamedTuple

from risk_tui.rules.roll_odds import FACES

ENOUGH = 5 * FACES
"""The fewest dice whose faces can be judged."""


class TestResult(NamedTuple):
    """A test's result: χ², its degrees of freedom, and its p-value for fair dice, from 0 to 1."""

    chi2: float
    degrees: int
    chance: float


class Sample(NamedTuple):
    """Counts of rolled dice: ``faces[f - 1]``, and ``pairs[f - 1][g - 1]`` for g right after f."""

    faces: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]


def tail(chi2: float, degrees: int) -> float:
    """Return the chance that χ² is ``chi2`` (0 or more) or greater, by the degrees of freedom.

    The finite series of Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.4.4
    for odd degrees and 26.4.5 for even ones, with x = chi2:

        Q(x|1) = erfc(√(x/2)),  Q(x|2) = exp(-x/2),
        Q(x|k+2) = Q(x|k) + (x/2)^(k/2) exp(-x/2) / Γ(k/2 + 1)

    so that for the 5 degrees of six faces Q = erfc(√(x/2)) + √(2x/π) exp(-x/2) (1 + x/3). With 0
    degrees of freedom the chance is 1.

    Raises:
        ValueError: If an argument is negative.

    >>> round(tail(11.0705, 5), 6)
    0.05
    """
    if chi2 < 0 or degrees < 0:
        raise ValueError("neither a sum of squares nor a number of degrees is negative")
    if degrees == 0:
        return 1.0
    half = chi2 / 2
    if degrees % 2:
        total, term, order = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half), 1
    else:
        total, term, order = exp(-half), half * exp(-half), 2
    while order < degrees:
        total += term
        order += 2
        term *= half / (order / 2)
    return min(total, 1.0)


def judge_faces(faces: Sequence[int]) -> TestResult:
    """Test the counts of the six faces against a fair die: Pearson's χ², 5 degrees of freedom.

    χ² = Σ (count - n/6)² / (n/6) for n dice.

    Raises:
        ValueError: If there are no dice.
    """
    dice = sum(faces)
    if not dice:
        raise ValueError("no dice were rolled")
    expected = dice / FACES
    chi2 = sum((count - expected) ** 2 for count in faces) / expected
    return TestResult(chi2, FACES - 1, tail(chi2, FACES - 1))


def judge_pairs(pairs: Sequence[Sequence[int]]) -> TestResult:
    """Test whether faces depend on the ones before: χ² of independence, 25 degrees of freedom.

    χ² = Σ (count - row · column / n)² / (row · column / n) over the 36 pairs of successive faces.
    Every die except the first and the last is in two pairs; given the sums of rows and columns the
    distribution is the same as for separate pairs (Anderson and Goodman, Statistical inference
    about Markov chains, Ann. Math. Stat. 28, 1957). Loaded dice that are independent pass;
    ``judge_faces`` finds them. A face that never fell reduces the degrees of freedom.
    """
    rows = [sum(row) for row in pairs]
    columns = [sum(column) for column in zip(*pairs, strict=True)]
    total, chi2 = sum(rows), 0.0
    for row, counts in zip(rows, pairs, strict=True):
        for column, count in zip(columns, counts, strict=True):
            if row and column:
                expected = row * column / total
                chi2 += (count - expected) ** 2 / expected
    degrees = max(sum(map(bool, rows)) - 1, 0) * max(sum(map(bool, columns)) - 1, 0)
    return TestResult(chi2, degrees, tail(chi2, degrees))


def combined_chance(chances: Sequence[float]) -> float:
    """Return the chance that fair dice fail at least one of several independent tests this badly.

    1 - (1 - p)^k for the smallest p of k (Šidák 1967); for a small p that is about k · p.
    """
    worst, tests = min(chances), len(chances)
    # Written as p · Σ (1 - p)^i to keep precision for a tiny p.
    return sum(worst * (1 - worst) ** power for power in range(tests))


def sample(hands: Iterable[Sequence[int]]) -> Sample:
    """Count faces, and pairs of successive faces.

    Args:
        hands: The dice of each throw, in order; pairs may span two throws.
    """
    counts = [[0] * (FACES + 1) for _ in range(FACES + 1)]
    before = 0
    for hand in hands:
        for face in hand:
            counts[before][face] += 1
            before = face
    faces = (sum(row[face] for row in counts) for face in range(1, FACES + 1))
    return Sample(tuple(faces), tuple(tuple(row[1:]) for row in counts[1:]))
