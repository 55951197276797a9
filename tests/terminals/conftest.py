"""What all tests of two terminals share."""

from __future__ import annotations

import pytest

from risk_tui.tui.terminal import terminal_app


@pytest.fixture(autouse=True)
def _quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types in a test sees at once what is asked now."""
    monkeypatch.setattr(terminal_app, "GUARD", 0.0)
