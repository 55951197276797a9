"""Individual card values: sets counted for each player, and what a held card brings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from risk_tui.engine.events import CardDrawn, SetTraded
from risk_tui.variants.own_cards import CardShown, OwnSets

from ..case import ANN, Case, Position
from ..words import END, armies, hand, reinforce, silent, tells, trade

SOURCE = "manual and code of the program TEG"
case = partial(Case, source=SOURCE)
PLAYED = {"variants.own_cards.played": True}
SET = ("Alaska", "Alberta", "Ontario")


def _trader(own: int, **more: Any) -> Position:
    """Ann begins a turn with a set; five sets were traded, some of them by her."""
    return Position(
        now="starting",
        lands={ANN: {"Brazil": 9}},
        hands={ANN: SET},
        more={"sets_traded": 5, "memories": (OwnSets((own, 1, 4 - own)),), **more},
    )


def _conqueror(sets: int, conquests: int) -> Position:
    return Position(
        lands={ANN: {"Brazil": 2}},
        deck=("Peru",),
        more={"sets_traded": sets, "conquests_this_turn": conquests},
    )


HOLDER = Position(
    now="starting",
    lands={ANN: {"Brazil": 2, "Peru": 1}},
    hands={ANN: ("Brazil", "Congo")},
    more={"memories": (OwnSets((0, 0, 0)),)},
)

CASES = (
    case(
        says="The first set of each player is worth 4, whatever others have traded",
        about=PLAYED,
        position=_trader(0),
    ).plays(trade(*SET), tells(SetTraded, seat=ANN, armies=4)),
    case(
        says="Their third is worth 10",
        about={**PLAYED, "cards.escalating": (4, 7, 10, 15)},
        position=_trader(2),
    ).plays(trade(*SET), tells(SetTraded, seat=ANN, armies=10)),
    case(
        says="After three sets one conquest is too little for a card",
        about={"variants.own_cards.two_conquests_after": 3},
        position=_conqueror(3, 1),
    ).plays(END, silent(CardDrawn), hand(ANN)),
    case(
        says="Two conquests are enough",
        given={**PLAYED, "variants.own_cards.two_conquests_after": 3},
        position=_conqueror(3, 2),
        luck=(0,),
    ).plays(END, tells(CardDrawn, seat=ANN)),
    case(
        says="One conquest is enough after two sets",
        about={"variants.own_cards.two_conquests_after": 3},
        position=_conqueror(2, 1),
        luck=(0,),
    ).plays(END, tells(CardDrawn, seat=ANN)),
    case(
        says="Without that value one is enough after any number of sets",
        source="FAQ Q2.5",
        about={"variants.own_cards.two_conquests_after": None},
        position=_conqueror(9, 1),
        luck=(0,),
    ).plays(END, tells(CardDrawn, seat=ANN)),
    case(
        says="Two armies come to a territory whose card one holds, and once for that card",
        source=f"{SOURCE}; that they come at the start of a turn is a choice",
        about={**PLAYED, "variants.own_cards.armies_for_a_card": 2},
        position=HOLDER,
    ).plays(
        tells(CardShown, seat=ANN, territory="Brazil", armies=2),
        armies({"Brazil": 4, "Peru": 1}),
        reinforce("Peru", 3),
        armies({"Brazil": 4, "Peru": 4}),
    ),
    case(
        says="With several Earths a card is that of the territory on any of them",
        source="FAQ 4.12: a card names its territory on any Earth",
        given={
            **PLAYED,
            "variants.own_cards.armies_for_a_card": 2,
            "variants.earths.played": True,
            "variants.earths.earths": 2,
        },
        position=Position(
            now="starting",
            lands={ANN: {"Brazil 2": 2}},
            hands={ANN: ("Brazil",)},
            more={"memories": (OwnSets((0, 0, 0)),)},
        ),
    ).plays(tells(CardShown, seat=ANN, territory="Brazil 2", armies=2)),
    case(
        says="Without that value a card brings nothing before it is traded",
        source="FAQ Q2.5",
        about={"variants.own_cards.armies_for_a_card": 0},
        position=HOLDER,
    ).plays(silent(CardShown), armies({"Brazil": 2})),
    case(
        says="A card that has brought its armies brings no more",
        given={**PLAYED, "variants.own_cards.armies_for_a_card": 2},
        position=replace(
            HOLDER,
            more={"sets_traded": 5, "memories": (OwnSets((0, 0, 0), shown=((ANN, 11),)),)},
        ),
    ).plays(silent(CardShown), armies({"Brazil": 2})),
)
