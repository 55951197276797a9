"""The third army that two players may share the board with.

A neutral one never attacks (US 1993 booklet); the Allied Army is led by one's opponent (Risk
wiki, two-player Risk, after the rules of 1975).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.sections import TwoPlayers


class ThirdArmy:
    """None: the players are alone."""

    name = ""
    """What it is called; empty where there is none."""
    pile = False
    """Whether the territories are dealt and it gets a pile of its own."""
    garrison = 0
    """Armies on each territory that nobody claimed, all of which are its own."""
    own_each_go: int | None = None
    """Own armies of a go of the set-up, where it changes that."""
    neutral_each_go = 0
    """Its armies that a player places in a go of the set-up."""

    def receives(self, received: int) -> int:
        """Armies that it gets in a turn in which a player received so many."""
        return 0


class NeutralArmy(ThirdArmy):
    """It stands where it was dealt and placed."""

    name = "Neutral Army"
    pile = True

    def __init__(self, section: TwoPlayers) -> None:
        self.own_each_go = section.own_each_go
        self.neutral_each_go = section.neutral_each_go


class AlliedArmy(ThirdArmy):
    """It holds what two players left unclaimed, and gets half of what a player receives."""

    name = "Allied Army"

    def __init__(self, section: TwoPlayers) -> None:
        self.garrison = section.allied_armies

    def receives(self, received: int) -> int:
        return received // 2


def make_third_army(section: TwoPlayers, seats: int) -> ThirdArmy:
    """The third army of a game for so many players."""
    if seats == 2 and section.third_army == "neutral":
        return NeutralArmy(section)
    if seats == 2 and section.third_army == "allied":
        return AlliedArmy(section)
    return ThirdArmy()
