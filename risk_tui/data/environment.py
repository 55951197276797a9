"""The environment of the program: its player's place, installation, libraries and process."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import TextIO

from risk_tui import DISTRIBUTION
from risk_tui.data.language import _
from risk_tui.errors import RiskError

HOSTED = "RISK_TUI_HOSTED"
"""The environment variable that ``risk-tui host`` sets for a friend's program.

Its value is the friend's login name. The friend also has a settings folder of their own.
"""


def is_hosted() -> bool:
    """Return True if ``risk-tui host`` started this program for a friend."""
    return bool(os.environ.get(HOSTED))


def is_remote() -> bool:
    """Return True if the player is at another machine, over SSH or in a browser."""
    return is_hosted() or bool(os.environ.get("SSH_CONNECTION"))


# Installation

_CLONE = Path(__file__).resolve().parents[2]
"""The folder of the repository, if the program runs from a clone."""


_TOOLS = {
    "uv-receipt.toml": "uv tool install --force",
    "pipx_metadata.json": "pipx install --force",
}
"""The commands of tools that install programs, by the file that each leaves beside Python."""


def install_command(extra: str) -> str:
    """Return the command that installs an optional extra, such as ``host``.

    It is that of the tool which installed the program. In a clone of the repository, it installs
    from the clone.
    """
    if (_CLONE / "pyproject.toml").is_file():
        return f"pip install -e '{_CLONE}[{extra}]'"
    used = (command for name, command in _TOOLS.items() if (Path(sys.prefix) / name).is_file())
    return f"{next(used, 'pip install')} '{DISTRIBUTION}[{extra}]'"


# Libraries

TEXTUAL = ("8.2", "9")
"""The first version of Textual that the screen supports, and the first that it may not.

``pyproject.toml`` requires the same range.
"""


def version_of(package: str) -> str:
    """Return the version of an installed package; empty if it is not installed."""
    # The folder's name takes a millisecond; importlib.metadata imports a mail parser and takes 15.
    for folder in map(Path, sys.path):
        for metadata in folder.glob(f"{package}-*.dist-info"):
            return metadata.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package) or ""
    except PackageNotFoundError:
        return ""


def check_textual(by_lines: str = "risk-tui play --plain") -> None:
    """Check that the installed Textual works with the screen, without importing it.

    Args:
        by_lines: The command to suggest that needs no screen.

    Raises:
        RiskError: If the version is not supported.
    """
    first, untested = TEXTUAL
    installed = version_of("textual")
    if not is_version_within(installed, first, untested):
        raise RiskError(
            _(
                "the screen needs Textual {first} (pip install 'textual>={first},<{untested}'), "
                "and {text} is installed; without a screen use: {by_lines}",
                first=first,
                untested=untested,
                text=installed or _("none"),
                by_lines=by_lines,
            )
        )


def is_version_within(version: str, first: str, end: str) -> bool:
    """Check whether a version is ``first`` or later, and earlier than ``end``.

    Only the first two numbers count. An empty version is earlier than all others.
    """

    def numbers(text: str) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", text)[:2]]

    return numbers(first) <= numbers(version) < numbers(end)


# Process

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
    """Remove the variables that change the behaviour of Textual or Rich.

    ``TERM``, ``NO_COLOR`` and their like stay. Some of Textual's variables make it import a class,
    press keys, write files or open a connection. If Textual's web server started the program, its
    driver and the size of the page (up to 999 columns and rows) are kept.
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
