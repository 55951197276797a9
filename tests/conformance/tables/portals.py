"""Portals: territories that are linked with one another though they are far apart."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from risk_tui.engine.events import Moved
from risk_tui.errors import NotAdjacent
from risk_tui.variants.blizzards import BlizzardsCame
from risk_tui.variants.portals import PortalsMemory, PortalsMoved, PortalsOpened

from ..case import ANN, CID, Case, Position, at
from ..words import BEGIN, END, attack, first, fortify, may, refuses, shows, silent, tells

SOURCE = "RISK: Global Domination, Portals"
case = partial(Case, source=SOURCE)
CHOICE = f"{SOURCE}: a choice"
PLAYED = {"variants.portals.played": True}
STABLE = {"variants.portals.stable": True}
UNSTABLE = {"variants.portals.stable": False}
THREE = {"variants.portals.territories": 3}
AFTER_THREE = {"variants.portals.rounds": 3}
DEALT = {"setup.allocation": "deal"}
ANN_BEGINS = (6, 1, 1)
GATES = ("Argentina", "Congo", "Japan")


def _ways(*names: str) -> tuple[tuple[int, int], ...]:
    """The links between each of these and all others."""
    return tuple(combinations(sorted(map(at, names)), 2))


def _linked(now: str = "attacking", turn: int = ANN, of_round: int = 3, opens: int = 0) -> Position:
    """Ann holds Argentina and the Congo, which are portals, as Ben's Japan is."""
    territories = tuple(sorted(map(at, GATES)))
    more = {
        "memories": (PortalsMemory(territories, opens),),
        "passages": () if opens > of_round else _ways(*GATES),
        "round": of_round,
    }
    lands = {ANN: {"Argentina": 9, "Congo": 2}, CID: {"Siam": 2}}
    return Position(now=now, turn=turn, lands=lands, more=more)


CASES = (
    case(
        says="They are drawn again for each game, before anything is dealt",
        about={**PLAYED, **THREE},
        given=DEALT,
        luck=(ANN_BEGINS, first(*GATES), first()),
    ).plays(BEGIN, tells(PortalsOpened, territories=GATES), shows(passages=_ways(*GATES))),
    case(
        says="There are as many as were agreed on, and neighbours among them are linked as ever",
        source=CHOICE,
        about={"variants.portals.territories": 4},
        given={**PLAYED, **DEALT},
        luck=(ANN_BEGINS, first(*GATES, "Peru"), first()),
    ).plays(
        BEGIN,
        tells(PortalsOpened, territories=("Peru", "Argentina", "Congo", "Japan")),
        shows(passages=tuple(sorted({*_ways(*GATES, "Peru")} - {*_ways("Argentina", "Peru")}))),
    ),
    case(
        says="A portal attacks every other one as a neighbour",
        given={**PLAYED, **STABLE},
        position=_linked(),
    ).plays(may(attack("Argentina", "Japan", 3), attack("Congo", "Japan", 1))),
    case(
        says="A territory that is no portal is not reached through one",
        given={**PLAYED, **STABLE},
        position=_linked(),
    ).plays(
        refuses(attack("Argentina", "Mongolia", 3), NotAdjacent),
        refuses(attack("Argentina", "Siam", 3), NotAdjacent),
    ),
    case(
        says="Armies move through them as to a neighbour",
        source=CHOICE,
        given={**PLAYED, **STABLE, "fortify.reach": "adjacent"},
        position=_linked("fortifying"),
    ).plays(
        fortify("Argentina", "Congo", 4),
        tells(Moved, source="Argentina", target="Congo", armies=4),
    ),
    case(
        says="A chain of own territories leads through them",
        source=CHOICE,
        given={**PLAYED, **STABLE, "fortify.reach": "connected"},
        position=_linked("fortifying"),
    ).plays(may(fortify("Argentina", "Congo", 4))),
    case(
        says="Stable ones stay the same all game",
        about=STABLE,
        position=_linked("fortifying", turn=CID),
    ).plays(END, silent(PortalsMoved), shows(passages=_ways(*GATES))),
    case(
        says="Unstable ones move after some rounds, and lead nowhere at first",
        about={**UNSTABLE, **AFTER_THREE},
        given={**PLAYED, **THREE},
        position=_linked("fortifying", turn=CID),
        luck=(first("Peru", "Siam", "Egypt"),),
    ).plays(
        END,
        tells(PortalsMoved, territories=("Peru", "Egypt", "Siam")),
        shows(passages=()),
    ),
    case(
        says="After two rounds of three they stay",
        about=AFTER_THREE,
        given={**PLAYED, **UNSTABLE},
        position=_linked("fortifying", turn=CID, of_round=2),
    ).plays(END, silent(PortalsMoved), shows(passages=_ways(*GATES))),
    case(
        says="They may move sooner",
        source=CHOICE,
        about={"variants.portals.rounds": 2},
        given={**PLAYED, **UNSTABLE, **THREE},
        position=_linked("fortifying", turn=CID, of_round=2),
        luck=(first(*GATES),),
    ).plays(END, tells(PortalsMoved, territories=GATES)),
    case(
        says="No player attacks through them in the round after they moved",
        given={**PLAYED, **UNSTABLE},
        position=_linked(of_round=4, opens=5),
    ).plays(refuses(attack("Argentina", "Japan", 3), NotAdjacent)),
    case(
        says="When that round is over they open",
        source=CHOICE,
        given={**PLAYED, **UNSTABLE},
        position=_linked("fortifying", turn=CID, of_round=4, opens=5),
    ).plays(END, tells(PortalsOpened, territories=GATES), shows(passages=_ways(*GATES))),
    case(
        says="No portal is under snow",
        source=f"{SOURCE}, with Blizzards: a choice",
        given={
            **PLAYED,
            **THREE,
            **DEALT,
            "variants.blizzards.played": True,
            "variants.blizzards.territories": 1,
        },
        luck=(ANN_BEGINS, first("Brazil"), first("Brazil", *GATES), first("Brazil")),
    ).plays(
        BEGIN,
        tells(BlizzardsCame, territories=("Brazil",)),
        tells(PortalsOpened, territories=GATES),
    ),
)
