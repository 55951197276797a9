"""The services of a game screen for its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from risk_tui.commands.front_end import Page
    from risk_tui.tui.map.navigation import MapNavigation
    from risk_tui.tui.terminal.terminal_app import TerminalApp


@dataclass(frozen=True, slots=True)
class ScreenServices:
    """The app of a game screen, and functions of the screen for its parts."""

    app: TerminalApp
    draw: Callable[[], None]
    """Update every part of the screen."""
    draw_rows: Callable[[], None]
    """Draw the rows of a message that do not fit in the bottom line."""
    refresh: Callable[[], None]
    """Show the new situation, then let the next player act."""
    forget_player: Callable[[], None]
    """Close and clear everything that a player opened or typed, before the next one looks."""
    push: Callable[..., None]
    """Open a screen. Takes the screen, and optionally a function to call with its answer."""
    is_on_top: Callable[[], bool]
    """Return True if no other screen covers the table."""
    continues_without_key: Callable[[], bool]
    """Return True if the game continues now without a key pressed here."""
    start_worker: Callable[[Awaitable[None], str], object]
    """Run a coroutine until the screen is left or another one of the same group starts."""
    navigation: Callable[[], MapNavigation]
    """Return the navigation of the cursor on the picture that is shown."""
    shows_hints: Callable[[], bool]
    """Return True if questions name the keys to press."""
    toggle_panel: Callable[[], None]
    """Hide the panel, or show it."""
    note_page: Callable[[Page], None]
    """Tell the lesson, if there is one, that a page was shown."""
