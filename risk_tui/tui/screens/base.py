"""The bases of screens and dialogs, which show a message if the terminal is too small."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from textual import events
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.tui.terminal.terminal_app import TerminalApp

SMALLEST = (60, 24)
"""Minimum columns and rows of a terminal."""

WIDTH_WITH_PANEL = 80
"""Minimum columns for a panel beside a map."""
WIDTH_FOR_WIDE, WIDTH_FOR_HUGE = 120, 180
"""Minimum columns for the wide and the huge layout, which have wider panels."""


def is_too_small(size: Size) -> bool:
    """Return True if a terminal of this size is too small for the game."""
    return size.width < SMALLEST[0] or size.height < SMALLEST[1]


Result = TypeVar("Result")


class RiskScreen(Screen[Any]):
    """A screen of the app. It shows only a message while the terminal is too small."""

    _focus_before: Widget | None = None

    @property
    def risk(self) -> TerminalApp:
        """The app as a ``TerminalApp``."""
        assert isinstance(self.app, TerminalApp)
        return self.app

    @property
    def is_open(self) -> bool:
        """True until the screen is left, even while other screens cover it.

        Messages, timers and answers that arrive later must not act on the app.
        """
        return self.is_attached and self in self.app.screen_stack

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow no action while the terminal is too small."""
        return not self.has_class("too-small") and super().check_action(action, parameters)

    def action_back(self) -> None:
        """Go back to the previous screen."""
        if self.is_current:
            self.dismiss()

    def on_mount(self) -> None:
        self._guard_size(self.size)

    def on_resize(self, event: events.Resize) -> None:
        self._guard_size(event.size)

    def _guard_size(self, size: Size) -> None:
        if not self.is_open:
            return
        small = is_too_small(size)
        was_small = self.has_class("too-small")
        self.set_class(small, "too-small")
        if small and not was_small:
            self._focus_before = self.focused
        elif was_small and not small:
            # A widget loses the focus when it is hidden.
            self.call_after_refresh(self._restore_focus)
        text = _(
            "This terminal is {width}×{height}.\nrisk-tui needs at least {least}.\n"
            "Enlarge it to continue.",
            width=size.width,
            height=size.height,
            least="×".join(map(str, SMALLEST)),
        )
        self._set_notice("too-small", text if small else "")

    def _set_notice(self, id: str, text: str) -> None:
        """Show a text in the notice with this id, or hide it if the text is empty."""
        notices = self.query(f"#{id}")
        if notices:
            notice = notices.first(Static)
            notice.update(text)
            notice.display = bool(text)
        elif text:
            self.mount(Static(text, id=id, markup=False))

    def _restore_focus(self) -> None:
        if self.focused is None and self._focus_before is not None:
            self.set_focus(self._focus_before)
        elif self.focused is None:
            self.focus_next()


class CoveringScreen(RiskScreen):
    """A screen that can cover a table. Its last row reports events at the table."""

    def follow(self) -> None:
        """Called after the game below has continued. Update what depends on it."""

    def announce(self, text: str) -> None:
        """Report an event at the covered table in the last row; an empty text clears it."""
        if self.is_open:
            self._set_notice("announcement", text)


class RiskDialog(ModalScreen[Result], CoveringScreen):
    """A dialog over a screen, in a ``box``. It returns an answer of type ``Result``."""

    DEFAULT_CSS = """
    RiskDialog { align: center middle; background: $house-veil; }
    RiskDialog > .box {
        width: 70%; min-width: 76; max-width: 110; height: auto; padding: 1 2;
        background: $house-bar; border: round $house-gold; border-title-color: $house-gold;
        border-subtitle-color: $house-text; link-style: none; link-color: $house-text;
        link-style-hover: bold; link-background-hover: $house-picked; link-color-hover: $house-head;
    }
    RiskDialog.-narrow > .box { width: 95%; min-width: 95%; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDTH_WITH_PANEL, "-normal")]


class _Archive(Protocol):
    """The facts from all saved games, which are read one by one."""

    files: int
    done: int


Archive = TypeVar("Archive", bound=_Archive)

_PROGRESS_INTERVAL = 0.1
"""Seconds between two updates of the progress."""


class ArchiveReader(Generic[Archive]):
    """Reads all saved games in a thread of a screen, until the screen is left.

    Args:
        screen: The screen.
        read: Yields the archive, first empty and then after each game.
        show: Called repeatedly to show the progress, and at last the result.
    """

    def __init__(
        self,
        screen: Screen[Any],
        read: Callable[[], Iterable[Archive]],
        show: Callable[[], object],
    ) -> None:
        self.archive: Archive | None = None
        self.is_complete = False
        """True if all games have been read, or reading failed."""
        self.problem = ""
        self._show = show
        self._timer = screen.set_interval(_PROGRESS_INTERVAL, self._check)
        screen.run_worker(lambda: self._read(read), thread=True, group="archive")

    @property
    def progress(self) -> str:
        """The progress of reading in words."""
        archive = self.archive
        if archive is None:
            return _("Reading the saved games")
        read = {"done": archive.done, "files": archive.files}
        return _("Reading the saved games: {done} of {files}", **read)

    def _read(self, read: Callable[[], Iterable[Archive]]) -> None:
        worker = get_current_worker()
        try:
            for archive in read():
                if worker.is_cancelled:
                    return
                self.archive = archive
        except RiskError as error:
            self.problem = str(error)
        self.is_complete = True

    def _check(self) -> None:
        if self.is_complete:
            self._timer.stop()
        self._show()
