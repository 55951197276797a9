"""Bounds on work that do not depend on the load of the machine."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PROCESSOR_SECONDS = 10.0
"""The most processor time of bounded work; all bounded tests take less than a tenth of it."""


class TooMuchWork(AssertionError):
    """A block of code did more work than allowed."""


@contextmanager
def bounded_work(calls: int) -> Iterator[None]:
    """Raise ``TooMuchWork`` as soon as the block has called more than ``calls`` functions.

    The count does not depend on the speed of the machine. A call into C counts as one, so
    ``bounded_processor_time`` limits the time of such calls.
    """
    left, profiler = calls, sys.getprofile()

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        if event in ("call", "c_call"):
            left -= 1
            if left < 0:
                raise TooMuchWork(f"more than {calls} calls")

    with bounded_processor_time():
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(profiler)


@contextmanager
def bounded_processor_time() -> Iterator[None]:
    """Raise ``TooMuchWork`` after a block that took more than ``PROCESSOR_SECONDS``.

    It is faster than counting, and notices work inside C, such as a pattern that backtracks.
    """
    start = time.process_time()
    yield
    seconds = time.process_time() - start
    if seconds > PROCESSOR_SECONDS:
        raise TooMuchWork(f"{seconds:.0f} seconds of processor time")
