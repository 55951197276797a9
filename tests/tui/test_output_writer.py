"""The thread that writes to the terminal."""

from __future__ import annotations

import os
from queue import SimpleQueue
from threading import Event

import pytest

from risk_tui.tui.terminal import output_writer
from risk_tui.tui.terminal.output_writer import OutputWriter
from tests.waiting import PATIENCE


class _Queue(SimpleQueue[str | None]):
    """A queue that says when its reader is about to wait for a text."""

    def __init__(self) -> None:
        super().__init__()
        self.is_awaited = Event()

    def get(self, block: bool = True, timeout: float | None = None) -> str | None:
        if self.empty():
            self.is_awaited.set()
        return super().get(block, timeout)


class _LateFlag(OutputWriter):
    """A writer whose thread writes everything while ``write`` decides to skip a text."""

    flag = False

    @property
    def _has_skipped(self) -> bool:
        return self.flag

    @_has_skipped.setter
    def _has_skipped(self, value: bool) -> None:
        if value and not self.is_alive():
            assert isinstance(self._texts, _Queue)
            self.start()
            assert self._texts.is_awaited.wait(PATIENCE)
        self.flag = value


def test_screen_is_redrawn_though_all_is_written_when_a_text_is_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(output_writer, "MAX_WAITING", 0)
    reading_end, writing_end = os.pipe()
    has_caught_up = Event()
    writer = _LateFlag(writing_end, has_caught_up.set)
    monkeypatch.setattr(writer, "_texts", _Queue())
    writer.write("first")
    writer.write("skipped")
    assert has_caught_up.wait(PATIENCE)
    writer.stop()
    assert os.read(reading_end, 100) == b"first"
    os.close(reading_end)
    os.close(writing_end)
