"""What the terminal can show: asked of the environment, unless the player says it himself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.settings import Settings


@dataclass(frozen=True, slots=True)
class Mode:
    """How everything is drawn.

    ``colours`` is ``full`` (24 bits), ``256``, ``16`` or ``none``; ``signs`` is ``blocks`` or
    ``ascii``; ``theme`` is ``dark`` or ``light``.
    """

    colours: str = "full"
    signs: str = "blocks"
    theme: str = "dark"

    @property
    def ascii(self) -> bool:
        """Whether nothing but ASCII may be written."""
        return self.signs == "ascii"

    @property
    def textured(self) -> bool:
        """Whether a land's owner is told by a pattern: colours or blocks are missing."""
        return self.ascii or self.colours == "none"


def mode_of(settings: Settings, environ: Mapping[str, str]) -> Mode:
    """The mode that the settings ask for; what they leave open (``auto``) the environment says."""
    colours, signs = settings.colours, settings.signs
    if colours == "auto":
        colours = colours_of(environ)
    if signs == "auto":
        signs = signs_of(environ)
    return Mode(colours, signs, settings.theme)


def colours_of(environ: Mapping[str, str]) -> str:
    """How many colours a terminal shows, by the variables that terminals set.

    ``NO_COLOR`` (any value but an empty one) is the players' common word for none at all.
    """
    if environ.get("NO_COLOR"):
        return "none"
    term = environ.get("TERM", "").lower()
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
    """``ascii`` where the locale names another character set than Unicode's, or none can be drawn.

    Without any locale (a bare container, say) the terminal is taken for a modern one.
    """
    locale = next((environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(key)), "")
    named = locale.lower().replace("-", "")
    other = bool(named) and "utf8" not in named
    return "ascii" if other or environ.get("TERM") in ("linux", "dumb") else "blocks"
