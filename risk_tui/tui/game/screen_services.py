"""The functions of a game screen that its parts use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.screen import Screen

    from risk_tui.commands.front_end import Page
    from risk_tui.tui.map.navigation import MapNavigation
    from risk_tui.tui.screens.base import Result
    from risk_tui.tui.terminal.terminal_app import TerminalApp


class ScreenServices(Protocol):
    """A game screen, as its parts see it."""

    @property
    def risk(self) -> TerminalApp:
        """The app."""

    @property
    def is_on_top(self) -> bool:
        """True if no other screen covers the table."""

    @property
    def shows_hints(self) -> bool:
        """True if questions name the keys to press."""

    @property
    def continues_without_key(self) -> bool:
        """True while bots move or another terminal's steps are taken in.

        The next change needs no key here.
        """

    @property
    def navigation(self) -> MapNavigation:
        """The navigation of the cursor on the picture that is shown."""

    def draw(self) -> None:
        """Update every part of the screen. Only the parts that changed are drawn."""

    def draw_rows_above(self) -> None:
        """Draw the lines that do not fit in the bottom line over the last rows of the map."""

    def refresh_after_change(self) -> None:
        """Show the new situation, then let the next player act."""

    def forget_player(self) -> None:
        """Close and clear everything that a player opened or typed, before the next one looks."""

    def open(
        self, screen: Screen[Result], on_closed: Callable[[Result | None], None] | None = None
    ) -> None:
        """Open another screen. Its answer is ignored after this screen was left."""

    def start_worker(self, work: Awaitable[None], group: str) -> None:
        """Run a coroutine until the screen is left or another one of the same group starts."""

    def toggle_panel(self) -> None:
        """Hide the panel, or show it."""

    def note_page(self, page: Page) -> None:
        """Tell the lesson, if there is one, that a page was shown."""
