"""Output that fits the characters and the width of the terminal."""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sys
from dataclasses import replace
from typing import TextIO

from risk_tui.data.settings import load_settings
from risk_tui.tui.theme.display_mode import DisplayMode, display_mode


def screen_mode(options: argparse.Namespace) -> DisplayMode:
    """Return the display mode: options override settings, and the environment decides the rest.

    The settings are those in ``options``, which the start of the program has read, or read now.
    """
    changes = {
        name: value
        for name in ("colours", "signs", "theme")
        if (value := getattr(options, name, None)) is not None
    }
    settings = getattr(options, "settings", None) or load_settings()
    return display_mode(replace(settings, **changes), os.environ)


def terminal_width(least: int, most: int) -> int:
    """Return the columns of the terminal, limited to ``least`` to ``most``.

    Without a terminal, 80 columns are assumed.
    """
    return min(max(shutil.get_terminal_size((80, 24)).columns, least), most)


def write_data(text: str) -> None:
    """Write a text for other programs to stdout: in UTF-8, whatever the terminal can show."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.stdout.write(text)


def writes_ascii(options: argparse.Namespace, stream: TextIO) -> bool:
    """Return True if a stream gets ASCII: by option or setting, or because it can't write UTF-8."""
    return isinstance(stream, io.TextIOWrapper) and (
        screen_mode(options).ascii or not _is_utf8(stream)
    )


def print_json(data: object, *, ascii: bool = False) -> None:
    """Print data as JSON.

    Args:
        data: The data.
        ascii: Escape all characters beyond ASCII. Use it for data from files, which may contain
            invisible ones. They are always escaped if stdout is not UTF-8.
    """
    print(json.dumps(data, ensure_ascii=ascii or not _is_utf8(sys.stdout), indent=2))


def _is_utf8(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"


def prepare_stream(options: argparse.Namespace, stream: TextIO) -> TextIO:
    """Switch a stream to ASCII if ``writes_ascii`` is true for it, and return it.

    It stays the same object, so that a terminal keeps its line editing.
    """
    if isinstance(stream, io.TextIOWrapper) and writes_ascii(options, stream):
        from risk_tui.data.ascii import ERRORS

        stream.reconfigure(encoding="ascii", errors=ERRORS)
    return stream
