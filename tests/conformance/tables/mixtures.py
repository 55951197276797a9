"""Variants that are played together: what an attack needs is reckoned through all of them."""

from __future__ import annotations

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import ArmiesPerished, BattleResolved
from risk_tui.engine.state import Status
from risk_tui.engine.variant import Memory
from risk_tui.errors import WrongNumber
from risk_tui.variants.airlift import AirliftBegan
from risk_tui.variants.martian import MartianMemory
from risk_tui.variants.meltdown import MeltdownMemory
from risk_tui.variants.retreat import Retreat, Retreated, RetreatMemory

from ..case import ANN, BEN, CID, Case, Position, at
from ..words import armies, asks, attack, conquer, owners, refuses, shows, silent, tells

RETREAT = {"variants.retreat.played": True}


def before_peru(source: str, strength: int, **more: object) -> Position:
    """Ann stands somewhere with a number of armies; Ben's Peru may retreat to Argentina."""
    lands = {ANN: {source: strength}, BEN: {"Peru": 4, "Argentina": 1}}
    return Position(lands=lands, rest=ANN if source == "Brazil" else BEN, more=more)


WASTE = (MeltdownMemory((at("Peru"),), asked=True), RetreatMemory())

MELTED = {"variants.meltdown.played": True, "variants.meltdown.struck_by": "cards"}
MARS = 3
PLAYING, RESIGNED, NEUTRAL = Status.PLAYING, Status.RESIGNED, Status.NEUTRAL


def _landing(owner: int, *more: Memory) -> Position:
    """The Martians are about to land in Peru, which is a wasteland."""
    return Position(
        now="starting",
        turn=ANN,
        deck=("Peru",),
        lands={BEN: {"Argentina": 1, "Peru": 1}} if owner == BEN else {owner: {"Peru": 0}},
        rest=CID,
        more={"memories": (MartianMemory(), MeltdownMemory((at("Peru"),)), *more)},
    )


CASES = (
    Case(
        says="An airlift against an army with a way out needs six: half are lost, three are needed",
        source="FAQ 4.2 and 4.7",
        about={**RETREAT, "variants.airlift.played": True},
        position=before_peru("Ural", 6),
        luck=(0,),
    ).plays(
        attack("Ural", "Peru", 2),
        tells(AirliftBegan, armies=3),
        Retreat(at("Argentina")),
        armies({"Ural": 1, "Peru": 1, "Argentina": 5}),
    ),
    Case(
        says="With five it is refused",
        source="FAQ 4.2 and 4.7",
        about={**RETREAT, "variants.airlift.played": True},
        position=before_peru("Ural", 5),
    ).plays(refuses(attack("Ural", "Peru", 1), WrongNumber)),
    Case(
        says="An airlift crosses no sea lane: the defender has no extra die",
        source="FAQ 4.7 and 4.10; a choice",
        about={"variants.airlift.played": True},
        given={"variants.sea_lanes.played": True},
        position=Position(lands={ANN: {"Ural": 9}, BEN: {"Japan": 3}}, rest=CID),
    ).plays(attack("Ural", "Japan", 3), asks(ToDefend, BEN, most=2)),
    Case(
        says="A wasteland with a way out needs four: one is lost, two move in as one, one stays",
        source="FAQ 4.2 and 4.4",
        about={**RETREAT, "variants.meltdown.played": True},
        given={"variants.meltdown.struck_by": "cards"},
        position=before_peru("Brazil", 4, memories=WASTE),
        luck=(0,),
    ).plays(
        attack("Brazil", "Peru", 3),
        Retreat(at("Argentina")),
        armies({"Brazil": 1, "Peru": 1, "Argentina": 5}),
    ),
    Case(
        says="With three it is refused",
        source="FAQ 4.2 and 4.4",
        about={**RETREAT, "variants.meltdown.played": True},
        given={"variants.meltdown.struck_by": "cards"},
        position=before_peru("Brazil", 3, memories=WASTE),
    ).plays(refuses(attack("Brazil", "Peru", 1), WrongNumber)),
    Case(
        says="A single Martian who lands in a wasteland is halved to none, and takes nothing",
        source="FAQ 4.1 and 4.4",
        about={"variants.meltdown.played": True},
        given={**MELTED, "variants.martian.played": True, "variants.martian.landing": 1},
        position=_landing(NO_SEAT),
        luck=(0,),
    ).plays(tells(ArmiesPerished, territory="Peru", armies=1), owners({"Peru": NO_SEAT})),
    Case(
        says="A player who wins a wasteland by the last die finds it empty and keeps nothing",
        source="FAQ 4.1 and 4.4",
        about={"variants.meltdown.played": True},
        given={**MELTED, "variants.martian.played": True, "variants.martian.landing": 1},
        position=_landing(BEN),
        luck=(0, (6,), (1,)),
    ).plays(
        tells(BattleResolved, source=None, target="Peru", defender_losses=1),
        tells(ArmiesPerished, territory="Peru", armies=1),
        owners({"Peru": NO_SEAT}),
        shows(armies_outside=0),
    ),
    Case(
        says="No army retreats from so few Martians that none could move in",
        source="FAQ 4.1, 4.2 and 4.4",
        about={"variants.meltdown.played": True},
        given={
            **RETREAT,
            **MELTED,
            "variants.martian.played": True,
            "variants.martian.landing": 2,
        },
        position=_landing(BEN, RetreatMemory()),
        luck=(0, (6, 6), (1,), 0),
    ).plays(silent(Retreated), owners({"Peru": MARS}), armies({"Peru": 1})),
    Case(
        says="A neutral army whose leader has left the game defends itself with the most dice",
        source="FAQ 4.1; a choice",
        given={
            "variants.martian.played": True,
            "variants.martian.must_be_beaten": True,
            "two_players.third_army": "neutral",
        },
        players=2,
        position=Position(
            lands={ANN: {"Brazil": 4}, BEN: {"Siam": 1}, 3: {"Ural": 1}},
            rest=2,
            more={"status": [PLAYING, RESIGNED, NEUTRAL, NEUTRAL]},
        ),
    ).plays(conquer("Brazil", "Peru"), tells(BattleResolved, defender_losses=1)),
)
