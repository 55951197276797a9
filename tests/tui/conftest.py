"""Fixtures for all tests of the screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import Compositor

from risk_tui.data import settings
from risk_tui.tui.game import bot_pace, bottom_line
from risk_tui.tui.terminal import terminal_app
from tests.extent import usual_or_full
from tests.tui.stylesheets import parse_once


@pytest.fixture(autouse=True)
def _quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test sees at once what is asked now, and messages stay until it has read them."""
    monkeypatch.setattr(terminal_app, "GUARD", 0.0)
    monkeypatch.setattr(bottom_line, "HOLD_SECONDS", 1e6)


@pytest.fixture(autouse=True)
def _user(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's user has the same name everywhere."""
    monkeypatch.setenv("LOGNAME", "ann")


@pytest.fixture(autouse=True)
def _quick_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has apps of its own, all with the same styles."""
    parse_once(monkeypatch)


@pytest.fixture(autouse=True)
def _drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``--full`` every change is drawn, as at a terminal; else what a test looks at."""
    update = Compositor.render_update

    def draw(self: Compositor, *arguments: Any, **options: Any) -> Any:
        if self.root is None or not self.root.app.is_headless:
            return update(self, *arguments, **options)
        self._dirty_regions.clear()
        return None

    if usual_or_full(True, False):
        monkeypatch.setattr(Compositor, "render_update", draw)


@pytest.fixture
def held_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players with the pace ``slow`` wait until they are skipped."""
    monkeypatch.setattr(bot_pace, "SETUP_PAUSE", 600.0)
    monkeypatch.setattr(bot_pace, "ORDER_PAUSE", 600.0)
    monkeypatch.setitem(settings.PACES, "slow", 600.0)
