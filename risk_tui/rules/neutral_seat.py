"""An army that players may share the board with, such as the third army of two players.

A neutral one never attacks (US 1993 booklet); the Allied Army is led by one's opponent (Risk
wiki, two-player Risk, after the rules of 1975).
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from risk_tui.rules.fields import Section, choice_field, number_field

if TYPE_CHECKING:
    from collections.abc import Iterable


class TwoPlayersSection(Section):
    """Two players."""

    each_go: ClassVar[tuple[str, ...]] = ("own_each_go", "neutral_each_go")

    third_army: Literal["none", "neutral", "allied"] = choice_field(
        "A third army.",
        none="Two players play against each other alone.",
        neutral="Two players share the map with a neutral army, which never attacks; the opponent "
        "rolls its dice. Territories are not claimed, but dealt in three equal piles, one of them "
        "the neutral army's.",
        allied="Two players claim a third of the territories each; an Allied Army stands on the "
        "rest. It gets half of the armies that a player receives, rounded down. When that player "
        "is done attacking, the opponent places them and may attack that player with the "
        "Allied Army.",
    )
    own_each_go: int = number_field(
        "Both place {value} of their own armies at a time.",
        1,
        200,
        ("third_army", "neutral"),
    )
    neutral_each_go: int = number_field(
        "With them they place neutral armies: {value} at a time.", 1, 200, ("third_army", "neutral")
    )
    allied_armies: int = number_field(
        "The Allied Army starts with {value} armies on each of its territories.",
        1,
        200,
        ("third_army", "allied"),
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        if players not in (2, None) or ruleset.player_limits[0] > 2:
            return ("two_players",)
        if players == 2 and self.third_army == "neutral":
            return ("setup.allocation", "setup.armies_each_go")
        return ()


class NeutralSeat:
    """The seat of a third army, where there is none: the players are alone."""

    name = ""
    """Its name; empty where there is none."""
    joins = ""
    """What is said where players are invited; empty where there is none."""
    attacks = False
    """Whether it is led to attack."""
    is_led = True
    """Whether somebody chooses its dice in defence."""
    defends_best = False
    """Whether it chooses its best dice itself; it rolls the most otherwise."""
    is_dealt: bool | None = None
    """Whether the territories are dealt, with a pile of its own; ``None``: as the set-up says."""
    own_each_go: int | None = None
    """Own armies that a player places in a go of the set-up, where it changes that."""
    neutral_each_go = 0
    """Its armies that a player places in a go of the set-up."""

    def placed_faster(self, times: int) -> NeutralSeat:
        """The same seat, with ``times`` as many armies placed in a go."""
        faster = copy(self)
        faster.own_each_go = self.own_each_go and self.own_each_go * times
        faster.neutral_each_go = self.neutral_each_go * times
        return faster


class NeutralArmy(NeutralSeat):
    """A third army that stands where it was dealt and placed, and never attacks."""

    name = "Neutral Army"
    joins = "a neutral army joins in"
    is_dealt = True

    def __init__(self, section: TwoPlayersSection) -> None:
        self.own_each_go = section.own_each_go
        self.neutral_each_go = section.neutral_each_go


class LedArmy(NeutralSeat):
    """A third army on what two players left unclaimed, which they lead."""

    name = "Allied Army"
    joins = "an Allied Army joins in"
    attacks = True
    is_dealt = False


class StandingArmy(NeutralSeat):
    """A neutral army among any number of players, which nobody leads."""

    name = "Neutral Army"
    joins = "a neutral army joins in"
    is_led = False

    def __init__(self, *, defends_best: bool = False) -> None:
        self.defends_best = defends_best


def make_neutral_seat(section: TwoPlayersSection, seats: int) -> NeutralSeat:
    """Make the seat of the third army of a game, by its number of players."""
    if seats == 2 and section.third_army == "neutral":
        return NeutralArmy(section)
    if seats == 2 and section.third_army == "allied":
        return LedArmy()
    return NeutralSeat()
