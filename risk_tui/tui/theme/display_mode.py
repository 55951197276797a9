"""The display mode, from the settings or from environment variables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from risk_tui.data.settings import Settings

_ANSWERING_TERMS = re.compile(
    "alacritty|contour|foot|ghostty|gnome|iterm|kitty|konsole|mintty|ms-terminal|nsterm|putty|rxvt"
    "|screen|st\\b|tmux|vte|wezterm|xterm"
)
"""Starts of ``TERM`` for terminals that answer questions, or at least ignore them."""

_COLOURS_BY_NUMBER = ("none", "16", "256", "full")
"""Values of ``colours`` from few to many."""


@dataclass(frozen=True, slots=True)
class DisplayMode:
    """The colours, characters and theme that everything is drawn with.

    Args:
        colours: ``full`` (24 bits), ``256``, ``16`` or ``none``.
        signs: ``blocks`` or ``ascii``.
        theme: ``dark`` or ``light``.
        guessed: The names of fields that the terminal's answers can correct.
    """

    colours: str = "full"
    signs: str = "blocks"
    theme: str = "dark"
    guessed: frozenset[str] = frozenset()

    @property
    def ascii(self) -> bool:
        """True if only ASCII may be written."""
        return self.signs == "ascii"

    @property
    def is_textured(self) -> bool:
        """True if a pattern shows a land's owner, because colours or blocks are missing."""
        return self.ascii or self.colours == "none"

    def improved(self, colours: str, theme: str) -> DisplayMode:
        """Return this mode with the colours and theme that a terminal has reported, if any.

        A guess can be corrected to more colours, but never to fewer.
        """
        if "colours" not in self.guessed or not colours:
            colours = self.colours
        return replace(
            self,
            colours=max(self.colours, colours, key=_COLOURS_BY_NUMBER.index),
            theme=theme if theme and "theme" in self.guessed else self.theme,
        )


def display_mode(settings: Settings, environ: Mapping[str, str]) -> DisplayMode:
    """Return the mode of the settings. The environment decides those that are ``auto``."""
    colours, signs, theme = settings.colours, settings.signs, settings.theme
    guessed = set()
    if colours == "auto":
        colours = colours_of(environ)
        guessed |= {"colours"} if colours in ("16", "256") else set()
    if signs == "auto":
        signs = signs_of(environ)
    if theme == "auto":
        theme = "dark"
        guessed |= {"theme"}
    term = environ.get("TERM", "").lower()
    can_answer = not is_in_browser(environ) and _ANSWERING_TERMS.match(term)
    return DisplayMode(colours, signs, theme, frozenset(guessed) if can_answer else frozenset())


def is_in_browser(environ: Mapping[str, str]) -> bool:
    """Return True if Textual's server runs the program for a page in a browser."""
    return environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def colours_of(environ: Mapping[str, str]) -> str:
    """Return the value of ``colours`` that environment variables imply.

    By convention, ``NO_COLOR`` with any value that is not empty asks for no colours. Without
    ``TERM`` all colours are assumed.
    """
    if environ.get("NO_COLOR"):
        return "none"
    term = environ.get("TERM", "").lower()
    if is_in_browser(environ):
        return "full"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "WT_SESSION" in environ:
        return "full"
    if term.endswith(("-direct", "-truecolor", "kitty", "alacritty", "ghostty")):
        return "full"
    if "256color" in term:
        return "256"
    if term.startswith(("vt1", "vt2", "vt3", "vt4")) or term.endswith("-mono"):
        return "none"
    return "16" if term else "full"


def signs_of(environ: Mapping[str, str]) -> str:
    """Return ``ascii`` if the locale is not UTF-8 or the terminal is too simple, else ``blocks``.

    Without any locale, for instance in a bare container, the terminal counts as a modern one.
    """
    if is_in_browser(environ):
        return "blocks"
    locale = next((environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(key)), "")
    name = locale.lower().replace("-", "")
    lacks_utf8 = bool(name) and "utf8" not in name
    return "ascii" if lacks_utf8 or environ.get("TERM") in ("linux", "dumb") else "blocks"
