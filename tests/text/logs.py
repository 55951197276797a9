"""The log as plain lines."""

from __future__ import annotations

from collections.abc import Sequence

from risk_tui.boards.board import Board
from risk_tui.engine.records import Record
from risk_tui.table.seats import Seat
from risk_tui.text.record_lines import log_parts


def short_record(record: Record, seats: Sequence[Seat], board: Board) -> list[str]:
    """Return the events of one record in short lines for a narrow log."""
    return ["".join(parts) for parts in log_parts(record, seats, board)]
