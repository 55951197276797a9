"""Trying commands and keys at one of two terminals."""

from __future__ import annotations

import random
import shutil
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from risk_tui.line_mode import session
from risk_tui.table.table import Table
from tests.tui.tables import MIDDLE, SMALL

from .commands import Try, answers
from .line_mode import answered, heard
from .scenes import Scene, save, sit_down
from .screen import at_screen

_LINES, _ON_SCREEN = 8, 2
"""Maximum number of decisions that are answered in line mode, and on the screen."""


class Pair:
    """The two terminals of a scene. After a change they open the game as it was at first."""

    def __init__(self, scene: Scene, folder: Path, seed: int) -> None:
        self.scene, self._folder = scene, folder
        self.this: Table
        self.other: Table
        self._saved, self._sat_down = folder / "saved.risk", 0
        save(scene, self._saved, seed)
        self.sit_down()

    def sit_down(self) -> None:
        """Open the game as it was at first."""
        self._sat_down += 1
        path = self._folder / f"game-{self._sat_down}.risk"
        shutil.copy(self._saved, path)
        self.this, self.other = sit_down(self.scene, path)
        self._entries = self.this.entries

    @property
    def changed(self) -> bool:
        """True if the game has changed, or other seats are taken."""
        table = self.this
        moved = table.entries != self._entries or table.dice.request is not None
        return moved or table.seating.local_seats != self.scene.here

    def prove(self) -> None:
        """Check that the other terminal sees the same."""
        self.this.ledger.sync()
        self.other.ledger.sync()
        assert self.other.view(None) == self.this.view(None), "the terminals differ"

    def leave(self) -> None:
        """Close the game at both terminals."""
        self.this.close()
        self.other.close()


class Faults(list[str]):
    """Descriptions of failures, with the scene and the try."""

    @contextmanager
    def of(self, scene: Scene, tried: Try) -> Iterator[None]:
        """Record an exception in the block."""
        try:
            yield
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            words = f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
            self.append(f"{scene}: {tried.line or tried.key or tried.name}: {words}")


def try_lines(scene: Scene, tries: Sequence[Try], folder: Path, seed: int = 1) -> Faults:
    """Type commands in line mode, one after another."""
    faults, pair = Faults(), Pair(scene, folder, seed)
    with _looking_often():
        before = heard(pair.this, (), scene.signs)
        for tried in tries:
            with faults.of(scene, tried):
                lines = [tried.line] if tried.line else answers(pair.this, _LINES)
                assert answered(pair.this, lines, before, scene.signs), "nothing is said"
            with faults.of(scene, tried):
                pair.prove()
            if pair.changed:
                pair.leave()
                pair.sit_down()
                heard(pair.this, (), scene.signs)
        with faults.of(scene, Try("the other terminal")):
            heard(pair.other, ("board", "log", "recap"), scene.signs)
    pair.leave()
    return faults


async def try_screen(
    scene: Scene, tries: Sequence[Try], folder: Path, seed: int = 1, *, always: bool = True
) -> Faults:
    """Type commands and press keys on the screen, one after another.

    The board is checked after dialogs are closed: ``always``, or only if the game has changed.
    """
    faults = Faults()
    with faults.of(scene, Try("the screen")):
        await _try_screen(Pair(scene, folder, seed), tries, faults, seed, always)
    return faults


async def _try_screen(
    pair: Pair, tries: Sequence[Try], faults: Faults, seed: int, always: bool
) -> None:
    """Try everything until the program ends."""
    scene = pair.scene
    size = random.Random(f"{seed} {scene}").choice((SMALL, MIDDLE))
    async with at_screen(pair.this, scene.signs, size) as screen:
        for tried in tries:
            with faults.of(scene, tried):
                if tried.key:
                    await screen.press(tried.key)
                elif tried.line:
                    await screen.type(tried.line)
                else:
                    for line in answers(pair.this, _ON_SCREEN):
                        await screen.type(line)
                        await screen.put_away()
                screen.prove()
                if await screen.put_away() and (always or pair.changed):
                    screen.prove()
                pair.prove()
            if screen.app._exception is not None or not screen.app.is_running:
                return
            if pair.changed:
                before = pair.this, pair.other
                pair.sit_down()
                await screen.sit_down(pair.this)
                for table in before:
                    table.close()
        with faults.of(scene, Try("leave")):
            await screen.leave()
    pair.leave()


@contextmanager
def _looking_often() -> Iterator[None]:
    """Let line mode check for other terminals and for input without a delay."""
    before, session.POLL_INTERVAL = session.POLL_INTERVAL, 0.01
    try:
        yield
    finally:
        session.POLL_INTERVAL = before
