"""The extent of the tests: a sample of cases, or with ``--full`` all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

_full = False


def try_everything() -> None:
    """Make tests run all cases; call it before the tests are collected."""
    global _full
    _full = True


def is_full() -> bool:
    """Return True if ``--full`` was given."""
    return _full


def usual_or_full(usual: T, full: T) -> T:
    """Return ``usual``, or ``full`` with ``--full``."""
    return full if _full else usual


def few(cases: Sequence[T], count: int) -> list[T]:
    """Return ``count`` of the cases, evenly spread; with ``--full`` all of them."""
    if _full or count >= len(cases):
        return list(cases)
    return [cases[number * len(cases) // count] for number in range(count)]


thorough = pytest.mark.thorough
"""Marks a test that runs only with ``--full``, because smaller tests hold the same promise."""
