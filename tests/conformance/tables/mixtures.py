"""Variants that are played together: what an attack needs is reckoned through all of them."""

from __future__ import annotations

from risk_tui.engine.decisions import ToDefend
from risk_tui.errors import WrongNumber
from risk_tui.variants.airlift import AirliftBegan
from risk_tui.variants.meltdown import Waste
from risk_tui.variants.retreat import Asked, Retreat

from ..case import ANN, BEN, CID, Case, Position, at
from ..words import armies, asks, attack, refuses, tells

RETREAT = {"variants.retreat.played": True}


def before_peru(source: str, strength: int, **more: object) -> Position:
    """Ann stands somewhere with a number of armies; Ben's Peru may retreat to Argentina."""
    lands = {ANN: {source: strength}, BEN: {"Peru": 4, "Argentina": 1}}
    return Position(lands=lands, rest=ANN if source == "Brazil" else BEN, more=more)


WASTE = (Waste((at("Peru"),), asked=True), Asked())

CASES = (
    Case(
        says="An airlift against an army with a way out needs six: half are lost, three are needed",
        source="FAQ 4.2 and 4.7",
        about={**RETREAT, "variants.airlift.played": True},
        position=before_peru("Ural", 6),
        steps=(
            attack("Ural", "Peru", 2),
            tells(AirliftBegan, armies=3),
            Retreat(at("Argentina")),
            armies({"Ural": 1, "Peru": 1, "Argentina": 5}),
        ),
    ),
    Case(
        says="With five it is refused",
        source="FAQ 4.2 and 4.7",
        about={**RETREAT, "variants.airlift.played": True},
        position=before_peru("Ural", 5),
        steps=(refuses(attack("Ural", "Peru", 1), WrongNumber),),
    ),
    Case(
        says="An airlift crosses no sea lane: nobody has a die more",
        source="FAQ 4.7 and 4.10; a choice",
        about={"variants.airlift.played": True},
        given={"variants.sea_lanes.played": True},
        position=Position(lands={ANN: {"Ural": 9}, BEN: {"Japan": 3}}, rest=CID),
        steps=(attack("Ural", "Japan", 3), asks(ToDefend, BEN, most=2)),
    ),
    Case(
        says="A wasteland with a way out needs four: one is lost, two move in as one, one stays",
        source="FAQ 4.2 and 4.4",
        about={**RETREAT, "variants.meltdown.played": True},
        given={"variants.meltdown.struck_by": "cards"},
        position=before_peru("Brazil", 4, memories=WASTE),
        steps=(
            attack("Brazil", "Peru", 3),
            Retreat(at("Argentina")),
            armies({"Brazil": 1, "Peru": 1, "Argentina": 5}),
        ),
    ),
    Case(
        says="With three it is refused",
        source="FAQ 4.2 and 4.4",
        about={**RETREAT, "variants.meltdown.played": True},
        given={"variants.meltdown.struck_by": "cards"},
        position=before_peru("Brazil", 3, memories=WASTE),
        steps=(refuses(attack("Brazil", "Peru", 1), WrongNumber),),
    ),
)
