"""Options about the screen: the colours, ASCII or blocks, the theme."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from risk_tui.data.settings import CHOICES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from risk_tui.tui.theme.display_mode import DisplayMode


def add_screen_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--colours``, ``--ascii``, ``--blocks`` and ``--theme``; settings are the defaults."""
    import argparse

    group = parser.add_argument_group("the screen", argument_default=argparse.SUPPRESS)
    group.add_argument(
        "--colours",
        "--colors",
        choices=CHOICES["colours"],
        help="how many colours to use; auto asks the terminal, and obeys NO_COLOR",
    )
    for name, description in (
        ("ascii", "write nothing but ASCII"),
        ("blocks", "draw with Unicode's blocks, whatever the locale says"),
    ):
        group.add_argument(
            f"--{name}", action="store_const", const=name, dest="signs", help=description
        )
    group.add_argument(
        "--theme",
        choices=CHOICES["theme"],
        help="for a dark or a light room; auto asks the terminal",
    )


def screen_mode(options: argparse.Namespace) -> DisplayMode:
    """The display mode by the options, else by the settings, else by the environment."""
    from dataclasses import replace

    from risk_tui.data.settings import load_settings
    from risk_tui.tui.theme.display_mode import display_mode

    changes = {
        name: value
        for name in ("colours", "signs", "theme")
        if (value := getattr(options, name, None)) is not None
    }
    return display_mode(replace(load_settings(), **changes), os.environ)


def terminal_width(least: int, most: int) -> int:
    """The columns of the terminal, 80 where there is none, between the least and the most."""
    import shutil

    return min(max(shutil.get_terminal_size((80, 24)).columns, least), most)


def print_lines(options: argparse.Namespace, lines: Iterable[str]) -> None:
    """Print lines, in ASCII where nothing else can be shown."""
    print(*lines, sep="\n", file=lines_out(options, sys.stdout), flush=True)


def writes_ascii(options: argparse.Namespace, stream: TextIO) -> bool:
    """Check whether a stream gets ASCII, because that is asked for or because it has to."""
    unicode = (stream.encoding or "").lower().replace("-", "") == "utf8"
    return isinstance(stream, io.TextIOWrapper) and (screen_mode(options).ascii or not unicode)


def print_json(data: object) -> None:
    """Print data for programs, with nothing that the output stream can't write."""
    import json

    ascii = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") != "utf8"
    print(json.dumps(data, ensure_ascii=ascii, indent=2))


def add_json(parser: argparse.ArgumentParser, help: str = "for programs") -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help=help)


def lines_out(options: argparse.Namespace, stream: TextIO) -> TextIO:
    """Set a stream to ASCII where that is asked for, or where it can write nothing else.

    The stream itself is returned, so that it is still a terminal, and lines are edited on it.
    """
    if isinstance(stream, io.TextIOWrapper) and writes_ascii(options, stream):
        from risk_tui.data.ascii import ERRORS

        stream.reconfigure(encoding="ascii", errors=ERRORS)
    return stream
