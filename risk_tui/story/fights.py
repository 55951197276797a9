"""Fights of a played game: battles of one source against one target, to their end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events import BattleResolved, Conquered, TurnBegan
from risk_tui.odds import position_odds

if TYPE_CHECKING:
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View

REPELLED = 3
"""A fight that ends with no more armies than these in its source was lost, not broken off."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Battles one after the other between two territories within one turn.

    It is about to begin at moment ``start`` and over at ``end``. ``attackers`` and ``defenders``
    are the armies in both territories at the start, the one that has to stay behind included;
    ``attackers_left`` those in the source at the end. ``chance`` is the exact chance that the
    attacker conquers, ``None`` where nobody could know it.
    """

    seat: int
    victim: int
    source: int
    target: int
    attackers: int
    defenders: int
    start: int
    end: int
    attackers_left: int
    won: bool
    chance: float | None

    @property
    def is_lost(self) -> bool:
        """Whether the attacker had hardly an army left, and the defender stands."""
        return not self.won and self.attackers_left <= REPELLED

    @property
    def likelihood(self) -> float:
        """How likely it was that the fight ends as it did; 1 where it was broken off, or unknown.

        A fight that was broken off with armies to spare ended by choice, not by luck.
        """
        if self.chance is None or not (self.won or self.is_lost):
            return 1.0
        return self.chance if self.won else 1 - self.chance


class FightLog:
    """Collects fights from one record after the other."""

    def __init__(self) -> None:
        self._done: list[Fight] = []
        self._open: Fight | None = None

    def add(self, moment: int, record: Record, before: View) -> None:
        """Take in the record that leads to ``moment``; ``before`` is a spectator's view before it.

        Attackers from outside the board fight no such fight.
        """
        for event in record.events:
            match event:
                case BattleResolved(seat, victim, int(source), target):
                    fight = self._open
                    if fight is None or (seat, source, target) != (
                        fight.seat,
                        fight.source,
                        fight.target,
                    ):
                        self._close()
                        fight = _new_fight(seat, victim, source, target, moment - 1, before)
                    left = fight.attackers_left - event.attacker_losses
                    self._open = replace(fight, end=moment, attackers_left=left)
                case Conquered(_, territory) if self._open and territory == self._open.target:
                    self._open = replace(self._open, won=True)
                    self._close()
                case TurnBegan():
                    self._close()

    def close(self) -> tuple[Fight, ...]:
        """All fights in order."""
        self._close()
        return tuple(self._done)

    def _close(self) -> None:
        if self._open is not None:
            self._done.append(self._open)
            self._open = None


def _new_fight(seat: int, victim: int, source: int, target: int, start: int, view: View) -> Fight:
    odds = position_odds.fight(view, source, target)
    attackers, defenders = view.armies[source], view.armies[target]
    # Where cards may have changed the dice, the chance is not told.
    is_whole = odds is not None and odds.possible_changes == odds.conquest.changes
    chance = odds.conquest.chance if odds is not None and is_whole else None
    return Fight(
        seat, victim, source, target, attackers, defenders, start, start, attackers, False, chance
    )
