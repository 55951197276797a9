"""When and how far a game was played, as people say it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.saves.file import Summary

_STEPS = (
    (60, 60, "minute"),
    (3600, 24, "hour"),
    (86_400, 7, "day"),
    (604_800, 5, "week"),
)


def ago(moment: object, now: datetime | None = None) -> str:
    """A time (ISO 8601) as "2 days ago"; a date when it is long past, nothing if it is none."""
    try:
        then = datetime.fromisoformat(str(moment))
        if then.tzinfo is None:
            then = then.replace(tzinfo=UTC)
        seconds = ((now or datetime.now(UTC)) - then).total_seconds()
    except (ValueError, OverflowError):
        return ""
    if seconds < 60:
        return "just now"
    for length, most, name in _STEPS:
        count = int(seconds // length)
        if count < most:
            if name == "day" and count == 1:
                return "yesterday"
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return then.date().isoformat()


def stage(summary: Summary) -> str:
    """How far a game is."""
    return f"round {summary.round}" if summary.round else "setting up"
