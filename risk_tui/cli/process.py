"""Make the variables, streams and signals of the process safe."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import MutableMapping
from typing import TextIO

_LIBRARY_VARIABLES = frozenset(
    {"COLUMNS", "LINES", "JUPYTER_COLUMNS", "JUPYTER_LINES", "ESCDELAY", "FORCE_COLOR"}
    | {"TTY_COMPATIBLE", "TTY_INTERACTIVE", "UNICODE_VERSION"}
)
"""Environment variables that change how Rich behaves; we ask the terminal instead."""


_IN_BROWSER = {
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
}
"""The variables that Textual's web server may set, with the only allowed value of each."""


def secure_process() -> None:
    """Make the streams, environment and signals of this process safe.

    Called before Textual and Rich are imported.
    """
    open_missing_streams()
    prepare_imports()
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            # Nothing needs cleaning up: no screen is open yet, and the game is saved.
            signal.signal(number, lambda number, frame: os._exit(128 + number))


def prepare_imports() -> None:
    """Remove environment variables that affect the libraries to be imported, and set our own."""
    clean_environment(os.environ)
    # Our filters choose the number of colours; Textual writes their output unchanged.
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    # Plugins could interfere with reading files, and searching for them takes time.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"


def clean_environment(environ: MutableMapping[str, str]) -> None:
    """Remove every variable that changes the behaviour of Textual or Rich.

    Some of Textual's variables make it import a class, press keys, write files or open a
    connection. If Textual's web server started the program, its driver and the size of the page
    (up to 999 columns and rows) are kept.
    """
    allowed = {}
    if environ.get("TEXTUAL_DRIVER") == _IN_BROWSER["TEXTUAL_DRIVER"]:
        allowed = _IN_BROWSER | {
            name: environ[name]
            for name in ("COLUMNS", "ROWS")
            if 0 < len(environ.get(name, "")) < 4 and environ[name].isdecimal()
        }
    for name in list(environ):
        if name.upper().startswith("TEXTUAL") or name in _LIBRARY_VARIABLES:
            del environ[name]
    environ.update(allowed)


def open_missing_streams() -> None:
    """Open the null device for standard streams that are closed.

    Otherwise the next file to be opened, such as a saved game, would get the number of a stream.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8"))  # noqa: PTH123, SIM115


def finish_streams() -> None:
    """Flush stdout and stderr; a closed pipe is not an error."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                _flush(stream)


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except OSError:
        # Replace the stream, or Python would retry the write at exit and print an error.
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
