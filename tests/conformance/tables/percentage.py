"""Percentage to win: a player who holds enough of the world wins."""

from __future__ import annotations

from risk_tui.boards.board import NO_SEAT
from risk_tui.variants.blizzards import BlizzardsMemory
from risk_tui.variants.percentage import ENOUGH_LAND

from ..case import ANN, BEN, BOARD, CID, Case, Position, at
from ..words import END, conquer, goes_on, wins

SOURCE = "RISK: Global Domination, Percentage Domination"
PLAYED = {"variants.percentage.played": True}
SEVENTY = {"variants.percentage.percent": 70}
OWN = {"victory.when": "own turn"}


def _with(territories: int, rest: int = BEN) -> Position:
    """Ann holds that many territories, among them the Congo, beside East Africa with one army."""
    names = [each.name for each in BOARD.territories if each.name not in ("Congo", "East Africa")]
    held = {"Congo": 5} | dict.fromkeys(names[: territories - 1], 1)
    return Position(lands={ANN: held, CID: {"East Africa": 1}}, rest=rest)


def _under_snow(territories: int) -> Position:
    """The same where the last four territories are closed by blizzards: 38 are in play."""
    closed = [each.name for each in BOARD.territories[-4:]]
    position = _with(territories)
    return Position(
        lands={**position.lands, NO_SEAT: dict.fromkeys(closed, 0)},
        more={"memories": (BlizzardsMemory(tuple(map(at, closed))), None)},
    )


STRIKE = conquer("Congo", "East Africa")

CASES = (
    Case(
        says="Thirty of 42 territories are 70 %",
        source=SOURCE,
        about={**PLAYED, **SEVENTY},
        position=_with(29),
    ).plays(STRIKE, wins(ANN, ENOUGH_LAND)),
    Case(
        says="Twenty-nine of 42 are 69 %: the part of a territory is rounded up",
        source=f"{SOURCE}: a choice",
        about=SEVENTY,
        position=_with(28),
    ).plays(STRIKE, goes_on),
    Case(
        says="The number may be another",
        source=SOURCE,
        about={"variants.percentage.percent": 60},
        position=_with(25),
    ).plays(STRIKE, wins(ANN, ENOUGH_LAND)),
    Case(
        says="Of half of the world and one more, 22 territories are enough",
        source=f"{SOURCE}: a choice",
        about={"variants.percentage.percent": 51},
        position=_with(21),
    ).plays(STRIKE, wins(ANN, ENOUGH_LAND)),
    Case(
        says="With all of the world the game is won as ever",
        source=f"{SOURCE}: a choice",
        about={"variants.percentage.percent": 100},
        position=_with(40),
    ).plays(STRIKE, goes_on),
    Case(
        says="Another player who has as much land wins as soon as any player's turn ends",
        source=f"{SOURCE}: a choice",
        about={**PLAYED, "victory.when": "any turn"},
        given=SEVENTY,
        position=_with(2),
    ).plays(END, wins(BEN, ENOUGH_LAND)),
    Case(
        says="If a victory counts only in the player's own turn, they wait for it",
        source=f"{SOURCE}: a choice",
        about=OWN,
        given={**PLAYED, **SEVENTY},
        position=_with(2, rest=CID),
    ).plays(END, goes_on),
    Case(
        says="Territories under snow count for no player: 27 of the other 38 are 70 %",
        source=f"{SOURCE}, with Blizzards: a choice",
        about=SEVENTY,
        given={**PLAYED, "variants.blizzards.played": True},
        position=_under_snow(26),
    ).plays(STRIKE, wins(ANN, ENOUGH_LAND)),
    Case(
        says="Twenty-six of the 38 that the snow leaves are not enough",
        source=f"{SOURCE}, with Blizzards: a choice",
        about=SEVENTY,
        given={**PLAYED, "variants.blizzards.played": True},
        position=_under_snow(25),
    ).plays(STRIKE, goes_on),
)
