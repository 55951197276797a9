"""The text on a page in a browser that says why there is no game on it.

If a program simply ends, its page stays blank or gives no reason; only the server's output has it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable

from textual.driver import Driver

from risk_tui.data.language import _
from risk_tui.text.wrapping import wrap
from risk_tui.tui.terminal.screen_diff import ScreenDiff

_PRELUDE = b"__GANGLION__\n"
"""The first line that Textual's server expects from a program."""
_QUIT = b'{"type": "quit"}'
"""The message from the server when the page is closed."""
_CLEAR = "\x1b[?1049h\x1b[0m\x1b[?25l\x1b[?1000l\x1b[?1003l\x1b[2J\x1b[H"
"""Codes that clear the screen and switch off the cursor and the mouse."""


class _Page:
    """The page of this process: ``is_blank`` until anything is shown on it."""

    is_blank = True


def show_on_page(message: str) -> None:
    """Show a message on the page, wrapped at its width, until the page is closed.

    This works without Textual, which may be missing, but writes in the format of Textual's driver.
    """
    columns = int(os.environ.get("COLUMNS", "80"))
    lines = [message, "", _("Close this page, or reload it to try again.")]
    width = max(columns - 4, 10)
    rows = [row for line in lines for row in wrap(line, width)]
    data = (_CLEAR + "".join(f"\r\n  {row}" for row in rows)).encode()
    packet = b"D" + len(data).to_bytes(4, "big") + data
    packet = _PRELUDE + packet if _Page.is_blank else packet
    _Page.is_blank = False
    with contextlib.suppress(OSError):
        os.write(sys.__stdout__.fileno(), packet)  # type: ignore[union-attr]
        tail = b""
        while _QUIT not in tail and (data := os.read(sys.__stdin__.fileno(), 4_096)):  # type: ignore[union-attr]
            tail = tail[-len(_QUIT) :] + data


def explain_blank_page() -> None:
    """Say on the page that the command opened no screen, unless the page shows something."""
    if _Page.is_blank:
        words = _("risk-tui: this command opens no screen for a page to show; run it in a terminal")
        show_on_page(words)


def page_driver_class(screen_diff: ScreenDiff, stays_open: Callable[[], bool]) -> type[Driver]:
    """Return Textual's driver for a page, which stays open at the end if ``stays_open`` is true."""
    from textual.drivers.web_driver import WebDriver

    class PageDriver(WebDriver):
        def start_application_mode(self) -> None:
            _Page.is_blank = False
            super().start_application_mode()

        def run_input_thread(self) -> None:
            super().run_input_thread()
            if not self.exit_event.is_set():  # The server has gone.
                os.kill(os.getpid(), signal.SIGTERM)

        def write_meta(self, data: dict[str, object]) -> None:
            if data.get("type") != "exit" or not stays_open():
                super().write_meta(data)

        def write(self, data: str) -> None:
            if text := screen_diff.reduce(data):
                super().write(text)

    return PageDriver
