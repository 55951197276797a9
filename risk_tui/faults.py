"""Faults in the program: kept in a log for whoever mends them, never shown on the screen.

The log tells where a fault happened and of what kind it was. It holds no values: neither local
variables nor the messages of exceptions, for a hidden card may stand in them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

LONGEST = 100_000
"""Bytes of the log; a longer one is put aside as ``fault.log.1`` and a new one is begun."""

MOST_FRAMES = 60
"""Lines of one traceback, half of them from each end."""

MOST_ERRORS = 20
"""Exceptions of one chain or group."""


def record(error: BaseException) -> Path | None:
    """Append a fault to the log; the log's path, ``None`` when it cannot be written."""
    try:
        path = log_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LONGEST:
            path.replace(path.with_name(f"{path.name}.1"))
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(path, flags, 0o600)
        try:
            os.write(handle, f"{_heading()}\n{describe(error)}\n\n".encode("utf-8", "replace"))
        finally:
            os.close(handle)
    except (OSError, ValueError, RuntimeError):
        return None
    return path


def log_path() -> Path:
    """Where faults are kept."""
    from platformdirs import user_log_path

    return user_log_path("risk-tui", appauthor=False) / "fault.log"


def told(path: Path | None) -> str:
    """What a player is told of a fault, in one line."""
    from risk_tui.literal import literal

    kept = f"; the details are in {literal(path)}" if path else ""
    return f"risk-tui had to stop because of a fault in the program{kept}"


def describe(error: BaseException) -> str:
    """An exception and what led to it: kinds, files, lines and functions, and no values."""
    return "\n".join(line for each in _chain(error) for line in _one(each))


def keep_off_the_screen(fatal: Callable[[BaseException], object] = record) -> None:
    """From now on Python prints no traceback of its own; ``fatal`` is told of dead threads."""
    import threading

    sys.excepthook = lambda kind, error, trace: _last_words(error)
    sys.unraisablehook = lambda unraisable: _noted(unraisable.exc_value)
    threading.excepthook = lambda arguments: _told_of(arguments.exc_value, fatal)


def _last_words(error: BaseException) -> None:
    print(told(record(error)), file=sys.stderr)


def _noted(error: BaseException | None) -> None:
    # Something was cleared away badly; nobody is waiting for it.
    if isinstance(error, Exception):
        record(error)


def _told_of(error: BaseException | None, fatal: Callable[[BaseException], object]) -> None:
    if error is not None and not isinstance(error, SystemExit):
        fatal(error)


def _heading() -> str:
    import platform
    from datetime import UTC, datetime

    from risk_tui import __version__

    now = datetime.now(UTC).isoformat(timespec="seconds")
    return f"{now} risk-tui {__version__}, Python {platform.python_version()}, {sys.platform}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception, those that it holds or replaced, and so on; each once."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting and len(seen) < MOST_ERRORS:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        # A worker's fault is wrapped by Textual, and known to the wrapper only.
        wrapped = getattr(each, "error", None)
        held = each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        before = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
        waiting += [before, *held, wrapped if isinstance(wrapped, BaseException) else None]


def _one(error: BaseException) -> Iterator[str]:
    kind = type(error)
    yield f"{kind.__module__}.{kind.__qualname__}"
    frames = list(_frames(error.__traceback__))
    for number, frame in enumerate(frames):
        if len(frames) <= MOST_FRAMES or number < MOST_FRAMES // 2:
            yield frame
        elif number == MOST_FRAMES // 2:
            yield f"  … {len(frames) - MOST_FRAMES} more …"
        elif number > len(frames) - MOST_FRAMES // 2:
            yield frame


def _frames(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        code = trace.tb_frame.f_code
        yield f"  {code.co_filename}, line {trace.tb_lineno}, in {code.co_qualname}"
        trace = trace.tb_next
