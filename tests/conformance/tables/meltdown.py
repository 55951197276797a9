"""Three Mile Island and Tactical: meltdowns, by dice and by cards."""

from __future__ import annotations

from functools import partial
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Enter
from risk_tui.engine.decisions import ToAttack, ToDefend, ToFortify
from risk_tui.engine.events import Abandoned, ArmiesPerished, Conquered, SeatEliminated, VictoryKind
from risk_tui.errors import NotAnEnemy, WrongNumber
from risk_tui.variants.blizzards import BlizzardsMemory
from risk_tui.variants.meltdown import (
    ArmiesWasted,
    MeltdownMemory,
    MeltedDown,
    Restored,
    Strike,
    ToStrike,
)

from ..case import ANN, BEN, CID, Case, Position, at, card
from ..words import (
    END,
    armies,
    asks,
    attack,
    cards,
    conquer,
    defend,
    fortify,
    goes_on,
    hand,
    income,
    offers_none_of,
    owners,
    refuses,
    reinforce,
    reroll,
    shows,
    silent,
    tells,
    wins,
)

DICE = {"variants.meltdown.struck_by": "dice"}
CARDS = {"variants.meltdown.struck_by": "cards"}
PLAYED = {"variants.meltdown.played": True}
TMI, TACTICAL = "FAQ 4.4", "FAQ 4.5"
case = partial(Case, source=TMI)
by_cards = partial(case, given=CARDS)


def wasted(*names: str, stayed: bool = False) -> dict[str, object]:
    """The parts of a state that say which territories are waste."""
    territories = tuple(at(name) for name in names)
    return {
        "memories": (MeltdownMemory(territories, stayed=stayed),),
        "outside_continents": territories,
    }


def _attacking(*deck: str, **more: Any) -> Position:
    """Ann attacks Peru from Brazil; Cid holds Japan and Iceland. These cards are left."""
    lands = {ANN: {"Brazil": 9}, BEN: {"Peru": 5}, CID: {"Japan": 7, "Iceland": 3}}
    return Position(lands=lands, deck=deck, **more)


NEXT_IS_JAPAN = _attacking("Japan")

PLACING_IN_PERU = Position(
    now="reinforcing",
    lands={ANN: {"Brazil": 5, "Peru": 1}},
    more={"armies_to_place": 3, **wasted("Peru")},
)

CASES = (
    case(
        says="A double four, five or six of one side melts down the territory of the top card",
        about={**PLAYED, **DICE},
        position=NEXT_IS_JAPAN,
        luck=((4, 4, 1), (6, 1), 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(MeltedDown, seat=ANN, territory="Japan", armies=7, owner=CID),
        armies({"Japan": 0, "Brazil": 8, "Peru": 4}),
        owners({"Japan": NO_SEAT}),
        asks(ToAttack, ANN),
    ),
    case(
        says="A double three is none, and neither is one four on each side",
        given=PLAYED,
        position=NEXT_IS_JAPAN,
        luck=((4, 3, 3), (4, 1)),
    ).plays(attack("Brazil", "Peru", 3), defend(2), silent(MeltedDown)),
    case(
        says="The defender's double counts too, and a jokers's card is drawn again",
        source="FAQ 4.4; jokers are a choice",
        about=DICE,
        position=_attacking("joker", "Japan"),
        luck=((6, 1, 2), (5, 5), 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(MeltedDown, seat=BEN, territory="Japan"),
    ),
    case(
        says="A triple is one meltdown, and a double on each side two: the attacker's card first",
        source="FAQ 4.4: whenever two dice of the same colour match; the order is a choice",
        about={**PLAYED, **DICE},
        position=_attacking("Iceland", "Japan"),
        luck=((6, 6, 6), (5, 5), 1, 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(MeltedDown, seat=ANN, territory="Japan"),
        tells(MeltedDown, seat=BEN, territory="Iceland"),
        shows(outside_continents=(at("Japan"), at("Iceland")), discard=cards("Japan", "Iceland")),
    ),
    case(
        says="Dice that were rolled again count as they lie in the end",
        source="FAQ 4.4 and 2.6: a choice",
        given={**PLAYED, "combat.reroll": True},
        position=_attacking("Iceland", "Japan", hands={ANN: ("Peru",)}),
        luck=((4, 4, 1), (6, 1), (2,)),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        reroll(4, "Peru"),
        silent(MeltedDown),
    ),
    case(
        says="A source or target that melts ends the battle; an empty target is not conquered",
        source="FAQ 4.4: a choice",
        about=DICE,
        position=Position(lands={ANN: {"Brazil": 9}, BEN: {"Peru": 1}}, rest=CID, deck=("Peru",)),
        luck=((6, 6, 1), (1,), 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        tells(MeltedDown, territory="Peru", armies=0),
        silent(Conquered),
        tells(SeatEliminated, seat=BEN, by=ANN),
        goes_on,
    ),
    case(
        says="Players who melt away by their own dice are beaten by no other",
        source="FAQ 4.4: a choice",
        about=DICE,
        position=Position(lands={ANN: {"Brazil": 9}, BEN: {"Peru": 5}}, rest=CID, deck=("Peru",)),
        luck=((1, 2, 3), (6, 6), 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(SeatEliminated, seat=BEN, by=BEN),
    ),
    case(
        says="A mission to destroy them is met by that only if anyone's deed counts",
        source="FAQ 4.4: a choice",
        about={"missions.kill_credit": "anyone"},
        given={
            "missions.played": True,
            "missions.destroy": True,
            "players.least": 3,
            "two_players.third_army": "none",
            "victory.when": "any turn",
            **PLAYED,
        },
        position=Position(
            lands={ANN: {"Brazil": 9}, BEN: {"Peru": 5}, CID: {"Japan": 1}},
            rest=ANN,
            deck=("Peru",),
            missions={ANN: (), BEN: (), CID: (BEN,)},
        ),
        luck=((1, 2, 3), (6, 6), 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(SeatEliminated, seat=BEN, by=BEN),
        wins(CID, VictoryKind.MISSION),
    ),
    case(
        says="Armies that move into a wasteland are halved; fewer than two cannot enter",
        given=PLAYED,
        position=Position(
            lands={ANN: {"Brazil": 7, "Venezuela": 2}, NO_SEAT: {"Peru": 0}}, more=wasted("Peru")
        ),
    ).plays(
        refuses(attack("Brazil", "Peru", 3), NotAnEnemy),
        refuses(Enter(at("Brazil"), at("Peru"), 1), WrongNumber),
        refuses(Enter(at("Brazil"), at("Peru"), 7), WrongNumber),
        Enter(at("Brazil"), at("Peru"), 5),
        tells(ArmiesPerished, seat=ANN, territory="Peru", armies=3),
        armies({"Brazil": 2, "Peru": 2}),
        owners({"Peru": ANN}),
    ),
    case(
        says="Conquest and fortifying are moves, too; an attack on waste needs three armies",
        given=PLAYED,
        position=Position(
            lands={ANN: {"Brazil": 3, "Argentina": 2}, BEN: {"Peru": 1, "Venezuela": 1}},
            rest=CID,
            more=wasted("Peru"),
        ),
        luck=((6, 2), (1,), 0),
    ).plays(
        refuses(attack("Argentina", "Peru", 1), WrongNumber),
        attack("Brazil", "Peru", 2),
        tells(ArmiesPerished, armies=1),
        armies({"Brazil": 1, "Peru": 1}),
        refuses(fortify("Argentina", "Peru", 1), WrongNumber),
    ),
    case(
        says="A wasteland does not count for its continent, and a continent of waste pays nothing",
        given=PLAYED,
        position=Position(
            lands={
                ANN: {"Brazil": 2, "Peru": 1, "Argentina": 1},
                BEN: {"Venezuela": 1, "New Guinea": 1},
            },
            rest=CID,
            more=wasted("Venezuela"),
        ),
    ).plays(income(ANN, 5)),
    case(
        says="A second meltdown kills again",
        source="FAQ 4.4: a choice",
        about={**DICE, "variants.meltdown.second_restores": False},
        position=_attacking("Japan", more=wasted("Japan")),
        luck=((4, 4, 1), (6, 1), 0),
    ).plays(attack("Brazil", "Peru", 3), defend(2), tells(MeltedDown, armies=7)),
    case(
        says="An option: a second meltdown restores the territory and kills no army",
        source="FAQ 4.4, option a",
        about={**DICE, "variants.meltdown.second_restores": True},
        position=_attacking("Japan", more=wasted("Japan")),
        luck=((4, 4, 1), (6, 1), 0),
    ).plays(
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(Restored, territory="Japan"),
        armies({"Japan": 7}),
    ),
    case(
        says="Instead of attacking one spends a card after placing, and may fortify",
        source=TACTICAL,
        about={**PLAYED, **CARDS},
        position=Position(
            now="reinforcing",
            lands={ANN: {"Brazil": 9, "Peru": 2}, CID: {"Japan": 7, "Iceland": 3}},
            hands={ANN: ("Japan", "joker")},
            more={"armies_to_place": 1},
        ),
    ).plays(
        reinforce("Brazil", 1),
        asks(ToStrike, ANN),
        refuses(Strike(card("joker"))),
        refuses(Strike(card("Peru"))),
        Strike(card("Japan")),
        tells(MeltedDown, seat=ANN, territory="Japan", armies=7),
        hand(ANN, "joker"),
        asks(ToFortify, ANN),
    ),
    case(
        says="A card of a territory that is not in the game melts nothing",
        source="a choice",
        given={**CARDS, "variants.blizzards.played": True},
        position=Position(
            now="reinforcing",
            lands={ANN: {"Brazil": 9}, NO_SEAT: {"Japan": 0}},
            hands={ANN: ("Japan", "Peru")},
            more={
                "armies_to_place": 1,
                "memories": (BlizzardsMemory((at("Japan"),)), MeltdownMemory()),
            },
        ),
    ).plays(
        reinforce("Brazil", 1),
        refuses(Strike(card("Japan"))),
        Strike(card("Peru")),
        hand(ANN, "Japan"),
    ),
    case(
        says="By cards no dice melt anything, and a player who does not strike attacks",
        source=TACTICAL,
        about=CARDS,
        position=Position(
            now="reinforcing",
            lands={ANN: {"Brazil": 9}, BEN: {"Peru": 5}, CID: {"Japan": 7}},
            hands={ANN: ("joker",)},
            more={"armies_to_place": 1},
        ),
        luck=((4, 4, 4), (4, 4)),
    ).plays(
        reinforce("Brazil", 1),
        offers_none_of(Strike),
        END,
        asks(ToAttack, ANN),
        attack("Brazil", "Peru", 3),
        asks(ToDefend, BEN),
        defend(2),
        silent(MeltedDown),
    ),
    case(
        says="Both: dice and cards",
        source="FAQ 4.4 and 4.5 mixed: a choice",
        about={"variants.meltdown.struck_by": "both"},
        position=_attacking(
            "Japan", now="reinforcing", hands={ANN: ("joker",)}, more={"armies_to_place": 1}
        ),
        luck=((4, 4, 1), (6, 1), 0),
    ).plays(
        reinforce("Brazil", 1),
        asks(ToStrike, ANN),
        END,
        attack("Brazil", "Peru", 3),
        defend(2),
        tells(MeltedDown, territory="Japan"),
    ),
    by_cards(
        says="Armies lose nothing while they stay, and one of them has to",
        about={"variants.meltdown.may_be_abandoned": False},
        position=Position(
            now="reinforcing",
            lands={ANN: {"Brazil": 5, "Peru": 4}, BEN: {"Argentina": 1}},
            rest=CID,
            more={"armies_to_place": 1, **wasted("Peru", "Brazil")},
        ),
    ).plays(
        reinforce("Brazil", 1),
        armies({"Brazil": 6, "Peru": 4}),
        conquer("Peru", "Argentina"),
        armies({"Peru": 1}),
    ),
    by_cards(
        says="An option: none need stay; once all are placed the army there is halved",
        source="FAQ 4.4, option b",
        about={"variants.meltdown.may_be_abandoned": True},
        position=Position(
            now="reinforcing",
            lands={ANN: {"Brazil": 5, "Peru": 3, "Venezuela": 1}, BEN: {"Argentina": 1}},
            rest=CID,
            more={"armies_to_place": 1, **wasted("Peru", "Venezuela", "Argentina")},
        ),
    ).plays(
        reinforce("Brazil", 1),
        tells(ArmiesWasted, seat=ANN, territory="Peru", armies=2),
        tells(Abandoned, seat=ANN, territory="Venezuela"),
        armies({"Brazil": 6, "Peru": 1, "Venezuela": 0}),
        owners({"Venezuela": NO_SEAT}),
        refuses(attack("Peru", "Argentina", 1), WrongNumber),
        Enter(at("Brazil"), at("Venezuela"), 4),
        tells(ArmiesPerished, seat=ANN, territory="Venezuela", armies=2),
    ),
    by_cards(
        says="A single army may attack out of a wasteland, and all may move out of it",
        source="FAQ 4.4, option b",
        about={"variants.meltdown.may_be_abandoned": True},
        position=Position(
            lands={ANN: {"Brazil": 3, "Peru": 1}, BEN: {"Argentina": 1}},
            rest=CID,
            more=wasted("Peru", "Brazil", stayed=True),
        ),
        luck=((6,), (1,), (1, 1, 1), (6,)),
    ).plays(
        refuses(attack("Peru", "Argentina", 2), WrongNumber),
        attack("Peru", "Argentina", 1),
        tells(Abandoned, seat=ANN, territory="Peru"),
        armies({"Argentina": 1, "Peru": 0}),
        attack("Brazil", "Venezuela", 3),
        armies({"Brazil": 2}),
    ),
    by_cards(
        says="The last army of a wasteland may be lost in an attack; it is empty then",
        source="FAQ 4.4, option b",
        about={"variants.meltdown.may_be_abandoned": True},
        position=Position(
            lands={ANN: {"Brazil": 3, "Peru": 1}, BEN: {"Argentina": 1}},
            rest=CID,
            more=wasted("Peru", stayed=True),
        ),
        luck=((1,), (6,)),
    ).plays(attack("Peru", "Argentina", 1), owners({"Peru": NO_SEAT}), asks(ToAttack, ANN)),
    by_cards(
        says="Armies that are placed are not moved in",
        source="FAQ 4.4: a choice",
        about={"variants.meltdown.halves_placed": False},
        position=PLACING_IN_PERU,
    ).plays(reinforce("Peru", 3), armies({"Peru": 4})),
    by_cards(
        says="Or they are halved, too, so that one at a time brings none",
        source="FAQ 4.4: a choice",
        about={"variants.meltdown.halves_placed": True},
        position=PLACING_IN_PERU,
    ).plays(
        reinforce("Peru", 1),
        tells(ArmiesWasted, seat=ANN, territory="Peru", armies=1),
        reinforce("Peru", 2),
        armies({"Peru": 2}),
    ),
)
