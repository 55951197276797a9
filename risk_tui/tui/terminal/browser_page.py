"""A page in a browser that shows why there is no game on it.

The page of a program that just ends stays empty, or does not say why; the reason is in the output
of the server alone.
"""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver

_PRELUDE = b"__GANGLION__\n"
"""The first line of a program that a page shows."""
_QUIT = b'{"type": "quit"}'
"""What the server sends when the page is closed."""
_CLEAR = "\x1b[?1049h\x1b[0m\x1b[?25l\x1b[?1000l\x1b[?1003l\x1b[2J\x1b[H"
"""Clears the screen and switches the cursor and the mouse off."""


def show_on_page(message: str, *, started: bool = False) -> None:
    """Show one line on the page, until that is closed.

    It needs no Textual, which may be what is missing, but writes as Textual's driver does.

    Args:
        message: The line, which is broken at the width of the page.
        started: True if the page has shown the program's screen.
    """
    columns = int(os.environ.get("COLUMNS", "80"))
    lines = [message, "", "Close this page, or reload it to try again."]
    rows = [row for line in lines for row in textwrap.wrap(line, max(columns - 4, 10)) or [""]]
    data = (_CLEAR + "".join(f"\r\n  {row}" for row in rows)).encode()
    packet = b"D" + len(data).to_bytes(4, "big") + data
    with contextlib.suppress(OSError):
        os.write(sys.__stdout__.fileno(), packet if started else _PRELUDE + packet)  # type: ignore[union-attr]
        read = b""
        while _QUIT not in read and (news := os.read(sys.__stdin__.fileno(), 4_096)):  # type: ignore[union-attr]
            read = read[-len(_QUIT) :] + news


def page_driver_class(stays_open: Callable[[], bool]) -> type[Driver]:
    """Textual's driver for a page, which at the end leaves the page open if it ``stays_open``."""
    from textual.drivers.web_driver import WebDriver

    class PageDriver(WebDriver):
        def write_meta(self, data: dict[str, object]) -> None:
            if data.get("type") != "exit" or not stays_open():
                super().write_meta(data)

    return PageDriver
