"""Bounds on the work that is done, however busy the machine is that does it."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

PROCESSOR_SECONDS = 10.0
"""Processor time that only work without end takes: all that is bounded takes less than a tenth."""


class TooMuchWork(AssertionError):
    """A block of code has done more than it may."""


@contextmanager
def bounded_work(calls: int) -> Iterator[None]:
    """Raise ``TooMuchWork`` as soon as the block has called more functions than ``calls``.

    The count does not depend on the speed of the machine. A call into C counts as one however
    long it takes; for such calls there is ``bounded_processor_time``.
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

    It costs nothing, unlike counting, and notices work inside C: a pattern that backtracks, a
    parser that begins again and again.
    """
    start = time.process_time()
    yield
    seconds = time.process_time() - start
    if seconds > PROCESSOR_SECONDS:
        raise TooMuchWork(f"{seconds:.0f} seconds of processor time")
