"""First round: turns that bring no armies yet, or no attacks."""

from __future__ import annotations

from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.events import IncomeReceived

from ..case import ANN, BEN, Case, Position
from ..words import asks, attack, may, refuses, reinforce, tells

TEG = "manual of the program TEG: a first round of attacks, without armies"
WAR = "manual of War: in the first round armies are placed, and no player attacks"
PLAYED = {"variants.first_round.played": True}


def _begins(round_: int) -> Position:
    lands = {ANN: {"Brazil": 9, "Peru": 1}, BEN: {"Argentina": 1}}
    return Position(now="starting", lands=lands, more={"round": round_ - 1})


STRIKE = attack("Brazil", "Argentina", 3)

CASES = (
    Case(
        says="In the first round of War armies come, and no player attacks",
        source=WAR,
        about={
            **PLAYED,
            "variants.first_round.armies": True,
            "variants.first_round.attacks": False,
        },
        position=_begins(1),
    ).plays(
        tells(IncomeReceived, seat=ANN, territories=3),
        reinforce("Brazil", 3),
        refuses(STRIKE),
    ),
    Case(
        says="In the second round of War players attack",
        source=WAR,
        given=PLAYED,
        position=_begins(2),
    ).plays(reinforce("Brazil", 3), may(STRIKE)),
    Case(
        says="In the first round of TEG no armies come, and all players may attack",
        source=TEG,
        about={
            "variants.first_round.armies": False,
            "variants.first_round.attacks": True,
        },
        position=_begins(1),
    ).plays(tells(IncomeReceived, seat=ANN, territories=0), asks(ToAttack, ANN), may(STRIKE)),
)
