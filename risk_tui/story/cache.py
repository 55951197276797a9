"""A cache of what takes seconds or minutes to find out about a game: a file for each value.

A file is named by all that its value follows from, so nothing in it is ever out of date, and
deleting it costs time only.
"""

from __future__ import annotations

import contextlib
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from risk_tui.data.files import cache_folder, keep, read_file
from risk_tui.data.language import current
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import program_digest
from risk_tui.rules.ruleset_file import ruleset_to_data
from risk_tui.table.dice_archive import step_digests

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.story.story import Story

T = TypeVar("T")

_METHOD = "6"
"""The version of what is computed here; another version of the rest has another digest."""
_MAX_BYTES = 1_000_000
"""Bytes of a file, at most."""
_MAX_FILES = 1_000
"""Files of a kind that are kept; the oldest ones are deleted."""


class Cache(Generic[T]):
    """The cached values of one kind, such as the reviews of games."""

    def __init__(self, kind: str, of: type[T]) -> None:
        self._kind = kind
        self._of = of

    def path(self, sources: tuple[str, ...]) -> Path:
        """Return the file of the value that follows from the ``sources``."""
        digest = sha256()
        for source in (program_digest(), _METHOD, current(), *sources):
            digest.update(sha256(source.encode()).digest())
        return cache_folder() / self._kind / f"{digest.hexdigest()[:32]}.json"

    def read(self, sources: tuple[str, ...]) -> T | None:
        """Return the cached value, ``None`` if there is none. Callers check that it can be true."""
        try:
            return self._adapter.validate_json(read_file(self.path(sources), _MAX_BYTES))
        except (OSError, RiskError, ValidationError):
            return None

    def write(self, sources: tuple[str, ...], value: T) -> None:
        """Cache a value, if the disk takes it."""
        path = self.path(sources)
        keep(path, self._adapter.dump_json(value))
        with contextlib.suppress(OSError):
            files = sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-_MAX_FILES]:
                file.unlink()

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._of)


def story_sources(story: Story) -> tuple[str, ...]:
    """Return all that estimates of a game follow from: its board, rules, seats and steps."""
    setup = story.timeline.setup
    return (
        *(f"{name}\n{text}" for name, text in sorted(setup.board.files.items())),
        repr(ruleset_to_data(setup.ruleset)),
        repr((setup.seats, setup.colours)),
        step_digests(story.timeline.records),
    )
