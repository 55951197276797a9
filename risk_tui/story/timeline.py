"""The positions of a played game: any of them is there at once, forwards and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.chance import Chance
    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View

INTERVAL = 100
"""Steps between two positions that are kept; those in between are played again from one."""


class Timeline:
    """The positions of a game by their moments.

    Moment ``n`` is the game after its first ``n`` records, so 0 is before anything happened and
    ``end`` after everything did. Positions are kept at intervals: whichever moment is asked for, no
    more than ``INTERVAL`` steps are played for it.
    """

    def __init__(self, setup: GameSetup, records: Sequence[Record]) -> None:
        """``records`` are all steps of a game by ``setup``, with what chance gave."""
        self.setup = setup
        self.end = len(records)
        """The last moment."""
        self.records = records
        self._kept = [Game(setup, RecordedChance(()))]
        """The positions at moments 0, ``INTERVAL``, twice that, and so on, as far as known."""
        self._at, self._game = 0, self._kept[0].copy()
        """The moment that was asked for last, and its position."""

    def view(self, moment: int, seat: int | None = None, *, clear: bool = True) -> View:
        """What a seat, or a spectator, could know at a moment.

        A ``clear`` view shows the whole board, also where the seat did not see it then.
        """
        return self._go_to(moment).view(seat, clear=clear)

    def game(self, moment: int, chance: Chance) -> Game:
        """The game as it stood at a moment, to be played on with another chance."""
        return self._go_to(moment).copy(chance)

    def record(self, moment: int) -> Record:
        """The step that led to a moment, with all that is hidden in it."""
        return self.records[moment - 1]

    def spectator_views(self) -> Iterator[View]:
        """What a spectator could know at each moment, from the first to the last."""
        for moment in range(self.end + 1):
            yield self.view(moment)

    def _go_to(self, moment: int) -> Game:
        """The game as it stood at a moment."""
        if not 0 <= moment <= self.end:
            raise IndexError(f"there is no moment {moment}: the last one is {self.end}")
        kept = min(moment // INTERVAL, len(self._kept) - 1)
        if not kept * INTERVAL <= self._at <= moment:
            self._at, self._game = kept * INTERVAL, self._kept[kept].copy()
        for record in self.records[self._at : moment]:
            self._game.replay_step(record.seat, record.action, record.chance)
            self._at += 1
            if self._at == len(self._kept) * INTERVAL:
                self._kept.append(self._game.copy())
        return self._game
