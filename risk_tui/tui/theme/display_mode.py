"""How everything is drawn: as the settings say, or else as the environment's variables suggest."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.data.settings import Settings


_ANSWERING = re.compile(
    "alacritty|contour|foot|ghostty|gnome|iterm|kitty|konsole|mintty|ms-terminal|nsterm|putty|rxvt"
    "|screen|st\\b|tmux|vte|wezterm|xterm"
)
"""How ``TERM`` begins for terminals that understand questions, or at least pass over them."""

_NUMBERS = ("none", "16", "256", "full")
"""Numbers of colours, in order."""


@dataclass(frozen=True, slots=True)
class DisplayMode:
    """How everything is drawn.

    ``colours`` is ``full`` (24 bits), ``256``, ``16`` or ``none``; ``signs`` is ``blocks`` or
    ``ascii``; ``theme`` is ``dark`` or ``light``. ``guessed`` names what the terminal may correct.
    """

    colours: str = "full"
    signs: str = "blocks"
    theme: str = "dark"
    guessed: frozenset[str] = frozenset()

    @property
    def ascii(self) -> bool:
        """Whether nothing but ASCII may be written."""
        return self.signs == "ascii"

    @property
    def is_textured(self) -> bool:
        """Whether a pattern shows a land's owner, as colours or blocks are missing."""
        return self.ascii or self.colours == "none"

    def improved(self, colours: str, theme: str) -> DisplayMode:
        """This mode with the colours and the theme that a terminal names; empty: names none.

        More colours than were guessed are used, never fewer.
        """
        if "colours" not in self.guessed or not colours:
            colours = self.colours
        return replace(
            self,
            colours=max(self.colours, colours, key=_NUMBERS.index),
            theme=theme if theme and "theme" in self.guessed else self.theme,
        )


def display_mode(settings: Settings, environ: Mapping[str, str]) -> DisplayMode:
    """The mode of the settings; where they are ``auto``, the environment decides."""
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
    answers = not is_in_browser(environ) and _ANSWERING.match(environ.get("TERM", "").lower())
    return DisplayMode(colours, signs, theme, frozenset(guessed) if answers else frozenset())


def is_in_browser(environ: Mapping[str, str]) -> bool:
    """Whether a server of Textual's starts the program, to show it on a page in a browser."""
    return environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def colours_of(environ: Mapping[str, str]) -> str:
    """How many colours a terminal shows, by the variables that terminals set.

    ``NO_COLOR`` (any value but an empty one) is the players' common word for none at all.
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
    """``ascii`` where the locale names another encoding than UTF-8, or the terminal has few signs.

    Without any locale (in a bare container, for instance) the terminal is taken for a modern one:
    ``blocks``.
    """
    if is_in_browser(environ):
        return "blocks"
    locale = next((environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(key)), "")
    name = locale.lower().replace("-", "")
    is_other = bool(name) and "utf8" not in name
    return "ascii" if is_other or environ.get("TERM") in ("linux", "dumb") else "blocks"
