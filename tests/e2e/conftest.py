"""Settings without pauses for all end-to-end tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.data.settings import Settings, save_settings


@pytest.fixture(autouse=True)
def without_pauses(own_folders: Path) -> None:
    """Show the battles of a blitz and the steps of bots without pauses."""
    save_settings(Settings(pace="instant", motion="off", defence="most", curtain="quick"))
