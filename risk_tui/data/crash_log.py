"""The log of crashes, for developers; it is never shown on the screen.

It records the place and kind of an error, and the versions of libraries. It contains no values,
neither local variables nor messages of exceptions, because they may reveal a hidden card. Only
words of the source are quoted, such as an unknown name.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from risk_tui.data.environment import is_hosted, version_of
from risk_tui.data.files import PRIVATE, expect_regular, open_file
from risk_tui.data.language import _
from risk_tui.errors import HookError

MAX_LOG_SIZE = 100_000
"""A log of more bytes is renamed to ``fault.log.1`` before the next entry."""

_OPEN_FLAGS = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # Don't wait for a pipe.
)

MAX_FRAMES = 60
"""The maximum number of lines of one traceback; a longer one loses its middle."""

MAX_ERRORS = 20
"""The maximum number of exceptions of one chain or group."""


def log_fault(error: BaseException) -> Path | None:
    """Append an error to the log and return the log's path; ``None`` if it can't be written."""
    return _append(describe(error))


def log_once(note: str) -> Path | None:
    """Append a note unless the log has it already; return the path as ``log_fault`` does."""
    with contextlib.suppress(OSError, ValueError, RuntimeError), open_file(log_path()) as log:
        if note.encode() in log.read(2 * MAX_LOG_SIZE):
            return log_path()
    return _append(note)


def _append(text: str) -> Path | None:
    try:
        path = log_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MAX_LOG_SIZE:
            path.replace(path.with_name(f"{path.name}.1"))
        handle = os.open(path, _OPEN_FLAGS, PRIVATE)
        try:
            status = os.fstat(handle)
            expect_regular(status.st_mode, path)
            if status.st_nlink > 1:
                return None
            os.write(handle, f"{_heading()}\n{text}\n\n".encode("utf-8", "replace"))
        finally:
            os.close(handle)
    except (OSError, ValueError, RuntimeError):
        return None
    return path


def log_path() -> Path:
    """Return the path of the log."""
    from platformdirs import user_log_path

    return user_log_path("risk-tui", appauthor=False) / "fault.log"


def report_fault(error: BaseException) -> str:
    """Log an error, and return the message about it; see ``fault_message``."""
    return fault_message(error, log_fault(error))


def fault_message(error: BaseException, path: Path | None) -> str:
    """Return the line about a crash for the player, without values.

    With ``python -X dev`` a traceback is above it. A friend of the host sees neither that, nor
    places and paths.

    Args:
        error: The error.
        path: The path of the log; ``None`` if no log was written.
    """
    from risk_tui.data.clean_text import printable

    if is_hosted():
        return _("risk-tui crashed{details}", details="")
    details = f" ({printable(summarize(error))})"
    if path is not None:
        details += _("; the details are in {path}", path=printable(path))
    message = _("risk-tui crashed{details}", details=details)
    if sys.flags.dev_mode:
        import traceback

        return f"{''.join(traceback.format_exception(error))}{message}"
    return message


def summarize(error: BaseException) -> str:
    """Describe an error in one line: its kind, what the source calls it by, and its place."""
    # A worker's exception has no place of its own.
    located = next((linked for linked in _chain(error) if source_place(linked)), error)
    words, place = _source_words(located), source_place(located)
    return ", ".join(filter(None, (f"{type(located).__name__}{words}", place)))


def source_place(error: BaseException, package: str = "risk_tui") -> str:
    """Return the file and line where an error was raised, such as ``risk_tui/cli/maps.py:12``.

    Args:
        error: The error.
        package: The module or package in which the place is.

    Returns:
        The last place in the package, for a ``SyntaxError`` or ``HookError`` the mistake's; empty
            if there is none.
    """
    import traceback

    places = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if f"{frame.f_globals.get('__name__')}.".startswith(f"{package}.")
    ]
    if isinstance(error, SyntaxError | HookError) and error.filename:
        places.append((error.filename, error.lineno or 0))
    if not places:
        return ""
    file, line = places[-1]
    return f"{file.removeprefix(f'{Path(__file__).parents[2]}/')}:{line}"


def _source_words(error: BaseException) -> str:
    """Return what an error says about the source, after a colon; empty if it may have values.

    An error that is raised while a module is imported has no values of a game.
    """
    import traceback

    words: object = None
    if isinstance(error, SyntaxError | ImportError | HookError):
        words = error.msg
    elif isinstance(error, NameError):
        words = error.name
    elif isinstance(error, AttributeError) and error.name:
        words = f"{type(error.obj).__name__}.{error.name}"
    elif any(
        frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") != "__main__"
        for frame, _ in traceback.walk_tb(error.__traceback__)
    ):
        words = error
    return f": {' '.join(str(words).split())}" if words is not None else ""


def describe(error: BaseException) -> str:
    """Describe an exception and its causes by kinds, files, lines and functions, without values."""
    return "\n".join(line for linked in _chain(error) for line in _traceback_lines(linked))


def install_hooks(fatal: Callable[[BaseException], object] = log_fault) -> None:
    """Replace the hooks that print tracebacks; call ``fatal`` for exceptions that end a thread."""
    import threading

    sys.excepthook = lambda kind, error, trace: print(report_fault(error), file=sys.stderr)
    sys.unraisablehook = lambda unraisable: _log_unraisable(unraisable.exc_value)
    threading.excepthook = lambda arguments: _report_thread(arguments.exc_value, fatal)


def _log_unraisable(error: BaseException | None) -> None:
    # Cleanup failed, and no caller can handle it.
    if isinstance(error, Exception):
        log_fault(error)


def _report_thread(error: BaseException | None, fatal: Callable[[BaseException], object]) -> None:
    if error is not None and not isinstance(error, SystemExit):
        fatal(error)


def _heading() -> str:
    import platform
    from datetime import UTC, datetime

    from risk_tui import __version__

    libraries = ", ".join(
        f"{name} {version_of(name.lower()) or 'missing'}" for name in ("Textual", "Rich")
    )
    now = datetime.now(UTC).isoformat(timespec="seconds")
    python = f"Python {platform.python_version()}"
    return f"{now} risk-tui {__version__}, {libraries}, {python}, {sys.platform}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and all exceptions that it groups or replaced, without repeats."""
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending and len(seen) < MAX_ERRORS:
        linked = pending.pop()
        if linked is None or id(linked) in seen:
            continue
        seen.add(id(linked))
        yield linked
        # Textual wraps a worker's exception, and only the wrapper refers to it.
        wrapped = getattr(linked, "error", None)
        members = linked.exceptions if isinstance(linked, BaseExceptionGroup) else ()
        context = None if linked.__suppress_context__ else linked.__context__
        cause = linked.__cause__ or context
        pending += [cause, *members, wrapped if isinstance(wrapped, BaseException) else None]


def _traceback_lines(error: BaseException) -> Iterator[str]:
    """Yield the kind of an exception and its frames; leave out the middle of a long traceback."""
    import traceback

    kind = type(error)
    yield f"{kind.__module__}.{kind.__qualname__}{_source_words(error)}"
    if isinstance(error, SyntaxError | HookError) and error.filename:
        yield f"  {error.filename}, line {error.lineno}"
    frames = [
        f"  {frame.f_code.co_filename}, line {line}, in {frame.f_code.co_qualname}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    if len(frames) > MAX_FRAMES:
        left_out = len(frames) - MAX_FRAMES + 1  # The line about them also counts.
        start = MAX_FRAMES // 2
        frames[start : start + left_out] = [f"  … {left_out} more …"]
    yield from frames
