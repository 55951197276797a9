"""A cache for facts about games that take seconds or minutes to compute, one file per value.

The name of a file is a digest of everything that its value depends on, so a cached value is never
out of date. Deleting a file only costs time.
"""

from __future__ import annotations

import contextlib
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from risk_tui.data.files import cache_folder, keep, read_file
from risk_tui.data.language import caching_key
from risk_tui.laboratory.one_game import program_digest
from risk_tui.rules.ruleset import ruleset_to_data
from risk_tui.table.dice_archive import step_digests

if TYPE_CHECKING:
    from risk_tui.story.story import Story

T = TypeVar("T")

_METHOD_VERSION = "8"
"""The version of the computations in this package; increase it if they give other results.

Changes of the engine, the bots and the odds are covered by ``program_digest``.
"""
_MAX_BYTES = 1_000_000
"""The maximum size of a file, in bytes."""
_MAX_FILES = 1_000
"""The maximum number of files of one kind; the oldest ones are deleted."""


class Cache(Generic[T]):
    """The cached values of one kind, such as the reviews of games."""

    def __init__(self, kind: str, value_type: type[T]) -> None:
        self._kind = kind
        self._value_type = value_type

    def path(self, sources: tuple[str, ...]) -> Path:
        """Return the file of the value that depends on these ``sources``, and on the language."""
        digest = sha256()
        for source in (program_digest(), _METHOD_VERSION, repr(caching_key()), *sources):
            # The path of a file may have half of a surrogate pair.
            digest.update(sha256(source.encode(errors="surrogatepass")).digest())
        return cache_folder() / self._kind / f"{digest.hexdigest()[:32]}.json"

    def read(self, sources: tuple[str, ...]) -> T | None:
        """Return the cached value; ``None`` if there is none.

        Players can edit the file, so the type or the caller must check the value.
        """
        try:
            return self._adapter.validate_json(read_file(self.path(sources), _MAX_BYTES))
        except (OSError, ValidationError):
            return None

    def write(self, sources: tuple[str, ...], value: T) -> None:
        """Cache a value; if it can't be written, it will be computed again."""
        path = self.path(sources)
        with contextlib.suppress(PydanticSerializationError):  # A text is no Unicode.
            keep(path, self._adapter.dump_json(value))
        with contextlib.suppress(OSError):
            files = sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-_MAX_FILES]:
                file.unlink()

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._value_type)


def story_sources(story: Story) -> tuple[str, ...]:
    """Return the sources of estimates about a game: its board, rules, seats and steps."""
    setup = story.timeline.setup
    return (
        *(f"{name}\n{text}" for name, text in sorted(setup.board.files.items())),
        repr(ruleset_to_data(setup.ruleset)),
        repr((setup.seats, setup.colours)),
        step_digests(story.timeline.records),
    )
