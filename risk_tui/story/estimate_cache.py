"""A cache of what takes long to estimate of a game: without it that is estimated again."""

from __future__ import annotations

import contextlib
from hashlib import sha256
from typing import TYPE_CHECKING

from risk_tui.data.files import cache_folder, keep, read_file
from risk_tui.laboratory.one_game import program_digest
from risk_tui.rules.ruleset_file import ruleset_to_data
from risk_tui.table.dice_archive import step_digests

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.story.story import Story

_MAX_BYTES = 1_000_000
"""A larger file is not read."""
_METHOD = "5"
"""How stories estimate; raised when that changes, so that what was kept before is not read."""
_MOST_FILES = 200
"""Games of which an estimate is kept; those that were estimated first go first."""


def estimate_path(story: Story, kind: str) -> Path:
    """Where an estimate of a ``kind`` is kept for a game; whoever deletes it loses nothing.

    The name depends on all that it follows from: board, rules, steps, and the program, since
    another version of it may play on otherwise.
    """
    setup = story.timeline.setup
    digest = sha256()
    for part in (
        program_digest(),
        _METHOD,
        *(f"{name}\n{text}" for name, text in sorted(setup.board.files.items())),
        repr(ruleset_to_data(setup.ruleset)),
        repr((setup.seats, setup.colours)),
        step_digests(story.timeline.records),
    ):
        digest.update(sha256(part.encode()).digest())
    return cache_folder() / kind / f"{digest.hexdigest()[:32]}.json"


def read_estimate(story: Story, kind: str) -> bytes:
    """What was kept of an estimate. Raises ``OSError`` or ``RiskError`` where there is nothing."""
    return read_file(estimate_path(story, kind), _MAX_BYTES)


def keep_estimate(story: Story, kind: str, data: bytes) -> None:
    """Keep an estimate for the next time, if that can be; the oldest files go."""
    path = estimate_path(story, kind)
    keep(path, data)
    with contextlib.suppress(OSError):
        files = sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[:-_MOST_FILES]:
            file.unlink()
