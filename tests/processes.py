"""Facts about processes, from the tables of Linux."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")


def status_fields(folder: Path) -> list[str]:
    """Return the fields of ``stat`` after the name, for a process or thread by its folder.

    Raises:
        OSError: If it is gone.
    """
    return (folder / "stat").read_text().rpartition(")")[2].split()


def state(process: int) -> str:
    """Return the state of a process as a letter, such as ``T`` for stopped; "" if it is gone."""
    with suppress(OSError):
        return status_fields(PROCESSES / str(process))[0]
    return ""


def is_running(process: int) -> bool:
    """Return True unless a process has ended, even if it was not waited for."""
    return state(process) not in ("", "Z")


def parent(process: int) -> int:
    """Return the process that started one."""
    return int(status_fields(PROCESSES / str(process))[1])


def children(process: int) -> list[int]:
    """Return the processes that one process started."""
    found = []
    for folder in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            if int(status_fields(folder)[1]) == process:
                found.append(int(folder.name))
    return found


def command_of(process: int) -> list[str]:
    """Return the words of the command of a process; none if it is gone."""
    with suppress(OSError):
        return (PROCESSES / str(process) / "cmdline").read_text(errors="replace").split("\0")
    return []


def processes_with(*words: str) -> list[int]:
    """Return the processes whose command has all of some words."""
    numbers = [int(folder.name) for folder in PROCESSES.glob("[0-9]*")]
    return [number for number in numbers if set(words) <= set(command_of(number))]


def processor_seconds(process: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = status_fields(PROCESSES / str(process))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kilobytes(process: int, name: str, file: str = "status") -> int:
    """Return a number of kilobytes in a file about a process, such as ``VmRSS``."""
    text = (PROCESSES / str(process) / file).read_text()
    return int(text.partition(f"{name}:")[2].split()[0])
