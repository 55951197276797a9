"""How much the tests try: a sample, or with ``--full`` all that there is."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

_full = False


def try_everything() -> None:
    """Have every test try all that there is; before the tests are collected."""
    global _full
    _full = True


def usual_or_full(usual: T, full: T) -> T:
    """What a test takes at every change of the program, and what ``--full`` makes of it."""
    return full if _full else usual
