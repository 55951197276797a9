"""What all tests of two terminals share."""

from __future__ import annotations

import pytest

from risk_tui.tui.terminal import terminal_app
from tests.extent import usual_or_full
from tests.terminals import scenes
from tests.tui.stylesheets import parse_once

scenes.ROUNDS = usual_or_full(3, 4)


@pytest.fixture(autouse=True)
def _quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types in a test sees at once what is asked now."""
    monkeypatch.setattr(terminal_app, "GUARD", 0.0)


@pytest.fixture(autouse=True)
def _quick_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each scene has an app of its own, all with the same styles."""
    parse_once(monkeypatch)
