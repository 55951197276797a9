"""What the end-to-end tests share: settings without pauses, and the game that was begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.data.settings import Settings, save_settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def without_pauses(own_folders: Path) -> None:
    """Battles of a blitz and steps of bots follow each other at once."""
    save_settings(Settings(pace="instant", motion="off", defence="most", curtain="quick"))
