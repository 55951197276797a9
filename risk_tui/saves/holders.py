"""Which process has a lock, according to the system alone: no file's text is trusted."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROCESSES = Path("/proc")
_LOCK = re.compile(r"^lock:\s+\d+:\s+FLOCK\s+ADVISORY\s+WRITE\s+(\d+)\s", re.MULTILINE)


def holder_of(file: os.stat_result) -> int | None:
    """A handle of the other process of this machine that took a file's lock and still has it.

    A handle is never that of a later process with its number; whoever gets it closes it. ``None``
    where the system does not say so beyond doubt: it is another machine's or another account's, it
    is in a container, it left the lock to a child, or this system cannot tell.
    """
    if not hasattr(os, "pidfd_open") or not hasattr(signal, "pidfd_send_signal"):
        return None
    for process in _numbers(_PROCESSES):
        if process == os.getpid():
            continue
        with contextlib.suppress(OSError):
            # First the handle, then the proof: no other process can get into its place.
            handle = os.pidfd_open(process)
            if _has_lock(process, file):
                return handle
            os.close(handle)
    return None


def _has_lock(process: int, file: os.stat_result) -> bool:
    """Whether a process took the lock of a file, by a file that it has open."""
    folder = _PROCESSES / str(process)
    with contextlib.suppress(OSError):
        for number in _numbers(folder / "fd"):
            with contextlib.suppress(OSError):
                if os.path.samestat((folder / "fd" / str(number)).stat(), file):
                    info = (folder / "fdinfo" / str(number)).read_text("ascii", "replace")
                    if str(process) in _LOCK.findall(info):
                        return True
    return False


def _numbers(folder: Path) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208
            if name.isdecimal():
                yield int(name)
