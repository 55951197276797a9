"""Options about the screen: how many colours, which signs, by day or by night."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from risk_tui.settings import COLOURS, THEMES

if TYPE_CHECKING:
    import argparse

    from risk_tui.tui.terminal.mode import Mode


def add_screen_options(parser: argparse.ArgumentParser) -> None:
    """``--colours``, ``--ascii`` and ``--theme``; what is not given, the settings say."""
    import argparse

    group = parser.add_argument_group("the screen", argument_default=argparse.SUPPRESS)
    group.add_argument(
        "--colours",
        choices=COLOURS,
        help="how many colours to use; auto asks the terminal, and obeys NO_COLOR",
    )
    for name, told in (
        ("ascii", "write nothing but ASCII"),
        ("blocks", "draw with Unicode's blocks, whatever the locale says"),
    ):
        group.add_argument(f"--{name}", action="store_const", const=name, dest="signs", help=told)
    group.add_argument("--theme", choices=THEMES, help="for a dark or a light room")


def screen_mode(options: argparse.Namespace) -> Mode:
    """How to draw: as the options say, else the settings, else the environment."""
    from dataclasses import replace

    from risk_tui.settings import load_settings
    from risk_tui.tui.terminal.mode import mode_of

    given = {
        name: value
        for name in ("colours", "signs", "theme")
        if (value := getattr(options, name, None)) is not None
    }
    return mode_of(replace(load_settings(), **given), os.environ)


class AsciiLines:
    """A stream that writes nothing but ASCII."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, sign by sign in ASCII."""
        from risk_tui.ascii import to_ascii

        return self._stream.write(to_ascii(text))

    def flush(self) -> None:
        """Send on what was written."""
        self._stream.flush()


def lines_out(options: argparse.Namespace, stream: TextIO) -> TextIO:
    """Where lines are written: in ASCII if that is asked for, or if it is all that can be."""
    unicode = (stream.encoding or "").lower().replace("-", "") == "utf8"
    if screen_mode(options).ascii or not unicode:
        return AsciiLines(stream)  # type: ignore[return-value]
    return stream
