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
    """The app of a game screen, and callbacks into the screen."""

    app: TerminalApp
    draw: Callable[[], None]
    """Bring every part of the screen up to date."""
    draw_rows: Callable[[], None]
    """Draw the rows of a message for which the bottom line has no room."""
    refresh: Callable[[], None]
    """Show that the game went on, then let the next player act."""
    forget_player: Callable[[], None]
    """Close and forget all that one player opened or typed, before the next one looks."""
    push: Callable[..., None]
    """Open a screen; takes that, and optionally what is called with its answer."""
    is_on_top: Callable[[], bool]
    """Return True if no dialog lies over the table."""
    goes_on_alone: Callable[[], bool]
    """Return True if the game goes on right now without a key that was pressed here."""
    start_worker: Callable[[Awaitable[None], str], object]
    """Run a coroutine until the screen is left, or another one of the same group starts."""
    navigation: Callable[[], MapNavigation]
    """Return the cursor navigation of the picture that is shown."""
    shows_hints: Callable[[], bool]
    """Return True if a question also says what to press."""
    toggle_panel: Callable[[], None]
    """Hide the panel, or show it."""
    note_page: Callable[[Page], None]
    """Called after a page was shown."""
