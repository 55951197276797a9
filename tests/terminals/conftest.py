"""Fixtures for the tests of two terminals."""

from __future__ import annotations

import pytest

from risk_tui.tui.terminal import terminal_app
from tests.extent import usual_or_full
from tests.terminals import scenes
from tests.tui.stylesheets import parse_once

scenes.ROUNDS = usual_or_full(3, 4)


@pytest.fixture(autouse=True)
def _quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept keys as soon as a question is shown."""
    monkeypatch.setattr(terminal_app, "GUARD", 0.0)


@pytest.fixture(autouse=True)
def _quick_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the styles of the apps, which are the same in all scenes."""
    parse_once(monkeypatch)
