"""Revolt: armies in a player's home continent change sides for a card."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.engine.decisions import ToAttack, ToFortify, ToReinforce
from risk_tui.engine.events import CardDrawn, CardsTaken, SeatEliminated
from risk_tui.errors import IllegalAction, NotASet, NotYourTerritory, WrongPhase
from risk_tui.variants.capitals import Capitals as SecretCapitals
from risk_tui.variants.capitals import CapitalTaken
from risk_tui.variants.revolt import (
    ChooseHome,
    HomeChosen,
    Revolt,
    Revolted,
    RevoltMemory,
    ToChooseHome,
    ToRevolt,
)

from ..case import ANN, BEN, CID, Case, Position, at, card
from ..words import (
    BEGIN,
    END,
    armies,
    asks,
    attack,
    by_name,
    first,
    goes_on,
    hand,
    may,
    owners,
    refuses,
    reinforce,
    shows,
    silent,
    tells,
)

SOURCE = "FAQ 4.6"
PLAYED = {"variants.revolt.played": True}
AT_ONCE = {"setup.allocation": "deal", "setup.placing": "none"}
BEGUN = ((6, 1, 1), first("Peru", "Siam", "Congo"))


home = by_name(ChooseHome)
revolt = by_name(Revolt)


def homes(ann: str, ben: str = "", cid: str = "") -> dict[str, Any]:
    """The part of a state that says where the players are at home."""
    chosen = tuple(at(name) if name else NO_TERRITORY for name in (ann, ben, cid))
    return {"memories": (RevoltMemory(chosen),), "armies_to_place": 1}


# Ann is at home in Asia; Ben has ten armies in Siam, and Cid all the rest.
FOREIGN = Position(
    now="reinforcing",
    lands={ANN: {"Brazil": 3, "Peru": 1, "Japan": 1}, BEN: {"Siam": 10, "Egypt": 1}},
    rest=CID,
    hands={ANN: ("Siam", "Japan"), BEN: ("Congo",)},
    more=homes("China", "Brazil", "Egypt"),
)
case = partial(Case, source="FAQ 4.6: a choice", position=FOREIGN)
PLACED = reinforce("Brazil", 1)

CASES = (
    Case(
        says="At the beginning every player marks a home continent, for all to see",
        source="FAQ 4.6; the order of the seats is a choice",
        about=PLAYED,
        given=AT_ONCE,
        luck=BEGUN,
    ).plays(
        BEGIN,
        asks(ToChooseHome, ANN),
        refuses(END, WrongPhase),
        home("China"),
        tells(HomeChosen, to=CID, seat=ANN, continent=4),
        asks(ToChooseHome, BEN),
        refuses(home("China"), IllegalAction),
        home("Brazil"),
        asks(ToChooseHome, CID),
        home("Egypt"),
        asks(ToReinforce, ANN),
    ),
    Case(
        says="Two players may choose the same",
        source=SOURCE,
        about={"variants.revolt.share": 2},
        given={**PLAYED, **AT_ONCE},
        luck=BEGUN,
    ).plays(
        BEGIN,
        home("China"),
        home("Siam"),
        asks(ToChooseHome, CID),
        refuses(home("Japan"), IllegalAction),
        may(home("Brazil")),
    ),
    Case(
        says="Another way: all homes are different",
        source="FAQ 4.6: a choice",
        about={"variants.revolt.share": 1},
        given={**PLAYED, **AT_ONCE},
        luck=BEGUN,
    ).plays(BEGIN, home("China"), refuses(home("Siam"), IllegalAction)),
    case(
        says="After placing, instead of attacking, a card turns all armies on its territory",
        source=SOURCE,
        about=PLAYED,
    ).plays(
        PLACED,
        asks(ToRevolt, ANN),
        revolt("Siam"),
        tells(Revolted, to=CID, seat=ANN, territory="Siam", armies=10, victim=BEN),
        owners({"Siam": ANN}),
        armies({"Siam": 10}),
        asks(ToFortify, ANN),
    ),
    Case(
        says="The card must have the name of a territory in the player's home; a joker has none",
        source=SOURCE,
        given=PLAYED,
        position=replace(FOREIGN, hands={ANN: ("Egypt", "joker")}, more=homes("China")),
    ).plays(
        PLACED,
        refuses(revolt("Egypt"), NotYourTerritory),
        refuses(revolt("joker"), NotYourTerritory),
        refuses(revolt("Siam"), NotASet),
    ),
    case(
        says="An own territory is refused",
        given=PLAYED,
    ).plays(PLACED, refuses(revolt("Japan"), NotYourTerritory), may(revolt("Siam"), END)),
    case(
        says="A player who starts no revolt attacks",
        source=SOURCE,
        given=PLAYED,
    ).plays(PLACED, END, asks(ToAttack, ANN), may(attack("Brazil", "Venezuela", 3))),
    case(
        says="The card is spent, and a revolt earns none",
        about={"variants.revolt.card": "spent", "variants.revolt.earns_card": False},
    ).plays(
        PLACED,
        revolt("Siam"),
        hand(ANN, "Japan"),
        shows(discard=(card("Siam"),)),
        silent(CardDrawn),
    ),
    case(
        says="Another way: the card is shown and kept",
        source="FAQ 4.6: “reveals a card”",
        about={"variants.revolt.card": "kept"},
    ).plays(PLACED, revolt("Siam"), hand(ANN, "Siam", "Japan")),
    case(
        says="Another way: a revolt earns a card, as a conquest does",
        about={"variants.revolt.earns_card": True},
        luck=(0,),
    ).plays(PLACED, revolt("Siam"), tells(CardDrawn, seat=ANN)),
    case(
        says="A player who loses the last territory by it is out, beaten by the owner of the card",
        about=PLAYED,
        position=Position(
            now="reinforcing",
            lands={ANN: {"Brazil": 3}, BEN: {"Siam": 10}},
            rest=CID,
            hands={ANN: ("Siam",), BEN: ("Congo",)},
            more=homes("China"),
        ),
    ).plays(
        PLACED,
        revolt("Siam"),
        tells(SeatEliminated, seat=BEN, by=ANN),
        tells(CardsTaken, seat=ANN, victim=BEN),
        hand(ANN, "Congo"),
        goes_on,
    ),
    case(
        says="A capital that revolts counts as taken",
        about=PLAYED,
        ruleset="us-1993-capital",
        position=replace(
            FOREIGN,
            hands={ANN: ("Siam",)},
            more={
                "memories": (
                    SecretCapitals((at("Brazil"), at("Siam"), at("Ural")), are_shown=True),
                    RevoltMemory((at("China"), NO_TERRITORY, NO_TERRITORY)),
                ),
                "armies_to_place": 1,
            },
        ),
    ).plays(PLACED, revolt("Siam"), tells(CapitalTaken, seat=ANN, victim=BEN)),
)
