"""What is asked of the terminal: clicks at most, never where the mouse moves."""

from __future__ import annotations

import codecs
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.drivers import linux_driver

if TYPE_CHECKING:
    from textual.driver import Driver

_CLICKS = (1000, 1006)
"""Modes of the terminal: report buttons; with coordinates beyond 223."""


class ThriftyDriver(linux_driver.LinuxDriver):
    """Textual's driver for Unix, with clicks if the app's settings want them.

    Over a slow line a report for every cell that the mouse crosses would hold up the keys.
    """

    def __init__(self, app: Any, *, mouse: bool = True, **options: Any) -> None:
        super().__init__(app, mouse=mouse and app.settings.mouse == "clicks", **options)
        self._redraw = app.redraw
        self._away = False
        take_any_byte()

    def _enable_mouse_support(self) -> None:
        self._switch_clicks("h")

    def _disable_mouse_support(self) -> None:
        self._switch_clicks("l")

    def _enable_mouse_pixels(self) -> None:
        """Cells are exact enough."""

    def _switch_clicks(self, switch: str) -> None:
        if self._mouse:
            self.write("".join(f"\x1b[?{mode}{switch}" for mode in _CLICKS))
            self.flush()

    def suspend_application_mode(self) -> None:
        """Give the terminal to others for a while."""
        super().suspend_application_mode()
        self._away = True

    def resume_application_mode(self) -> None:
        """Back from a suspension: the terminal shows what others wrote."""
        if not self._away:
            # Stopped without warning; what was begun has to be ended before it begins again.
            super().suspend_application_mode()
        super().resume_application_mode()
        self._away = False
        self._loop.call_soon_threadsafe(self._redraw)


def thrifty(driver: type[Driver]) -> type[Driver]:
    """The driver for the app instead of the one that Textual would choose."""
    return ThriftyDriver if driver is linux_driver.LinuxDriver else driver


def take_any_byte() -> None:
    """A byte that is not UTF-8 (noise on a line, another encoding) must not end the program."""
    decoder = partial(codecs.getincrementaldecoder("utf-8"), errors="replace")
    vars(linux_driver)["getincrementaldecoder"] = lambda _: decoder
