"""Blizzards: territories that are closed by lot for a whole game."""

from __future__ import annotations

from risk_tui.engine.decisions import ToClaim
from risk_tui.errors import IllegalAction
from risk_tui.variants.blizzards import BlizzardsCame

from ..case import ANN, BOARD, Case, at
from ..words import BEGIN, asks, claim, first, may, refuses, shows, tells

SOURCE = "RISK: Global Domination, Blizzards"
CHOICE = f"{SOURCE}: a choice"
PLAYED = {"variants.blizzards.played": True}
DEALT = {"setup.allocation": "deal"}
CLAIMED = {"setup.allocation": "claim"}
ONE = {"variants.blizzards.territories": 1}
TWO = {"variants.blizzards.territories": 2}
FOUR = {"variants.blizzards.territories": 4}
ANN_BEGINS = (6, 1, 1)


def _snow(*names: str, earths: int = 1) -> tuple[int, ...]:
    """An order in which these territories come first."""
    chosen, count = [at(name) for name in names], earths * len(BOARD.territories)
    return (*chosen, *(each for each in range(count) if each not in chosen))


CASES = (
    Case(
        says="Territories are closed by lot before anything is dealt",
        source=CHOICE,
        about={**PLAYED, **TWO},
        given=DEALT,
        luck=(ANN_BEGINS, _snow("Brazil", "Ural"), first()),
    ).plays(
        BEGIN,
        tells(BlizzardsCame, territories=("Brazil", "Ural")),
        shows(outside_continents=tuple(sorted((at("Brazil"), at("Ural"))))),
    ),
    Case(
        says="The number of closed territories is an option",
        source=SOURCE,
        about=FOUR,
        given={**PLAYED, **DEALT},
        luck=(ANN_BEGINS, _snow("Brazil", "Ural", "Congo", "Japan"), first()),
    ).plays(BEGIN, tells(BlizzardsCame, territories=("Brazil", "Congo", "Ural", "Japan"))),
    Case(
        says="Closed territories are not claimed, and the others are claimed as usual",
        source=SOURCE,
        given={**PLAYED, **CLAIMED, **ONE},
        luck=(ANN_BEGINS, _snow("Brazil")),
    ).plays(
        BEGIN,
        asks(ToClaim, ANN),
        refuses(claim("Brazil"), IllegalAction),
        may(claim("Peru"), claim("Congo")),
    ),
    Case(
        says="A territory that would cut the world in two stays open: the next one drawn is closed",
        source=CHOICE,
        given={**PLAYED, **DEALT, **TWO},
        luck=(ANN_BEGINS, _snow("Siam", "Peru", "Congo"), first()),
    ).plays(BEGIN, tells(BlizzardsCame, territories=("Peru", "Congo"))),
    Case(
        says="Each of several Earths can have blizzards",
        source=CHOICE,
        about={"variants.earths.earths": 2},
        given={**PLAYED, **CLAIMED, **TWO},
        luck=(ANN_BEGINS, _snow("Ural 2", "Brazil 1", earths=2)),
    ).plays(BEGIN, tells(BlizzardsCame, territories=("Brazil 1", "Ural 2"))),
)
