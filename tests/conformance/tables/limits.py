"""Limits: how many armies a territory or a player may have."""

from __future__ import annotations

from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.events import ArmiesLost
from risk_tui.errors import WrongNumber

from ..case import ANN, Case, Position
from ..words import armies, asks, fortify, may, refuses, reinforce, tells, trade


def _reinforcing(held: dict[str, int]) -> Position:
    """Ann has five armies to place."""
    return Position(now="reinforcing", lands={ANN: held}, more={"armies_to_place": 5})


FULL = _reinforcing({"Ukraine": 11, "Ural": 10})

CASES = (
    Case(
        says="Only twelve armies stand on a territory; those that find no place are lost",
        source="FAQ Q2.8, a variation of US 1980",
        about={"limits.territory": 12},
        position=FULL,
    ).plays(
        refuses(reinforce("Ukraine", 2), WrongNumber),
        reinforce("Ukraine", 1),
        refuses(reinforce("Ural", 3), WrongNumber),
        reinforce("Ural", 2),
        tells(ArmiesLost, seat=ANN, armies=2),
        armies({"Ukraine": 12, "Ural": 12}),
        asks(ToAttack, ANN),
    ),
    Case(
        says="No move brings more than twelve armies to a territory",
        source="FAQ Q2.8, a variation of US 1980",
        about={"limits.territory": 12},
        position=Position(now="fortifying", lands={ANN: {"Ukraine": 9, "Ural": 10}}),
    ).plays(refuses(fortify("Ukraine", "Ural", 3)), may(fortify("Ukraine", "Ural", 2))),
    Case(
        says="The standard rules impose no upper limit",
        source="FAQ Q2.8",
        about={"limits.territory": None},
        position=FULL,
    ).plays(may(reinforce("Ukraine", 5))),
    *(
        Case(
            says=f"A player can't have more armies than a colour has pieces: {pieces}",
            source="FAQ Q2.4.2: it could be an interesting house rule; Italian clubs: 130",
            about={"limits.pieces": pieces},
            position=_reinforcing({"Ukraine": pieces - 5, "Ural": 3}),
        ).plays(
            refuses(reinforce("Ural", 3), WrongNumber),
            reinforce("Ural", 2),
            tells(ArmiesLost, seat=ANN, armies=3),
            armies({"Ukraine": pieces - 5, "Ural": 5}),
        )
        for pieces in (30, 60, 130)
    ),
    Case(
        says="Colours can have different numbers of pieces: red has 30, and the others any number",
        source="FAQ Q2.4.2: my own set doesn't have quite the same number of each colour",
        about={"limits.pieces_by_colour": {"red": 30}},
        colours=("red", "blue", "green"),
        position=_reinforcing({"Ukraine": 25, "Ural": 3}),
    ).plays(refuses(reinforce("Ural", 3), WrongNumber), reinforce("Ural", 2)),
    Case(
        says="Without limits by colour no colour is limited",
        source="FAQ Q2.4.2",
        about={"limits.pieces_by_colour": {}},
        colours=("red", "blue", "green"),
        position=_reinforcing({"Ukraine": 28}),
    ).plays(may(reinforce("Ukraine", 5))),
    Case(
        says="Without a limit on pieces, armies are not restricted",
        source="FAQ Q2.4.2",
        about={"limits.pieces": None},
        position=_reinforcing({"Ukraine": 1000}),
    ).plays(may(reinforce("Ukraine", 5))),
    Case(
        says="Extra armies for a card's territory that find no place are lost as well",
        source="FAQ Q2.8: if during placement you are unable to place some armies, you lose them",
        about={"limits.territory": 12},
        given={"cards.territory_bonus": "each"},
        position=Position(
            now="trading",
            lands={ANN: {"Alaska": 11, "Siam": 1}},
            hands={ANN: ("Alaska", "Alberta", "Ontario")},
        ),
    ).plays(
        trade("Alaska", "Alberta", "Ontario"),
        armies({"Alaska": 12}),
        tells(ArmiesLost, seat=ANN, armies=1),
    ),
)
