"""Entries to append to a game, for tests and for the processes that they start.

Such a process imports this file alone, without the package of tests.
"""

from __future__ import annotations

from risk_tui.saves.entries import DefenceEntry, Entry
from risk_tui.saves.save_file import GameSummary

SUMMARY = GameSummary("UK, newer rules", ("Ann", "Ben"), 1, "Ann", (), 60)


def entry(number: int) -> Entry:
    """Return the entry with a number."""
    return DefenceEntry(number % 2, "most" if number % 4 < 2 else "one")
