"""Martians: who land after every round and fight by rule."""

from __future__ import annotations

from functools import partial

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import (
    BattleResolved,
    CardDrawn,
    CardsTaken,
    Conquered,
    GameWon,
    IncomeReceived,
    Landed,
    Placed,
    SeatEliminated,
    SetTraded,
    TurnBegan,
    VictoryKind,
)
from risk_tui.variants.martian import LandingDrawn, LandingRepelled, MartianMemory

from ..case import ANN, BEN, CID, Case, Position
from ..words import (
    armies,
    asks,
    attack,
    conquer,
    defend,
    goes_on,
    occupy,
    owners,
    shows,
    silent,
    tells,
    wins,
)

SOURCE = "FAQ 4.1"
PLAYED = {"variants.martian.played": True}
case = partial(Case, source=SOURCE, about=PLAYED)
MARS = 3
LATER = {"memories": (MartianMemory(have_landed=True),)}
"""They have landed before."""
NO_CARDS = {**LATER, "deck": []}


def _round_ends(
    lands: dict[int, dict[str, int]], hand: tuple[str, ...] = (), **more: object
) -> Position:
    """The Martians have landed before and can't land again; it is their turn next."""
    return Position(now="starting", lands=lands, hands={MARS: hand}, more={**NO_CARDS, **more})


def _landing(place: str) -> Position:
    """The Martians, who hold Japan and Mongolia, are about to land in another place."""
    lands = {MARS: {"Japan": 1, "Mongolia": 1}}
    return Position(now="starting", deck=(place,), lands=lands, more=LATER)


FIRST = Position(now="starting", turn=ANN, deck=("Brazil",), lands={ANN: {"Japan": 1}})

CASES = (
    case(
        says="After each round three Martians land on the territory of a card, which is "
        "put back; they fight to the end, and a win earns them a card",
        about={**PLAYED, "variants.martian.landing": 3},
        position=FIRST,
        luck=(0, (3, 2, 1), (3,), (6, 5), (1,), 0),
    ).plays(
        tells(LandingDrawn, seat=MARS, territory="Brazil"),
        tells(BattleResolved, attacker=MARS, source=None, target="Brazil", attacker_losses=1),
        tells(Conquered, seat=MARS, territory="Brazil", victim=BEN),
        tells(Landed, seat=MARS, territory="Brazil", armies=2),
        tells(CardDrawn, seat=MARS, card=None, to=ANN),
        armies({"Brazil": 2}),
        owners({"Brazil": MARS}),
        shows(card_counts=(0, 0, 0, 1), turn=ANN, round=4),
    ),
    case(
        says="They are destroyed, or they take it: no army has to stay outside",
        position=FIRST,
        luck=(0, (3, 2, 1), (4,), (3, 2), (4,), (3,), (4,)),
    ).plays(
        tells(LandingRepelled, territory="Brazil"),
        silent(CardDrawn),
        owners({"Brazil": BEN}),
    ),
    case(
        says="More of them land at first",
        source="FAQ 4.1; the number is a choice",
        about={**PLAYED, "variants.martian.landing": 5},
        position=FIRST,
        luck=(0, (6, 6, 6), (1,), 0),
    ).plays(tells(Landed, armies=5)),
    case(
        says="People choose their dice against them, and one question follows the other",
        source="FAQ 4.1; that they are asked is a choice",
        position=Position(
            now="starting", turn=ANN, deck=("Brazil",), lands={BEN: {"Brazil": 3}}, rest=CID
        ),
        luck=(0, (6, 6, 6), (1, 1), (6, 6, 6), (1,), 0),
    ).plays(
        asks(ToDefend, BEN, source=None, target="Brazil", attack_dice=3, most=2, force=BEN),
        shows(turn=MARS, acting_seat=MARS, armies_outside=3),
        defend(2),
        tells(Conquered, seat=MARS, territory="Brazil", victim=BEN),
        tells(TurnBegan, seat=ANN),
    ),
    case(
        says="Later their armies are spread evenly, the odd ones on the landing place",
        about={**PLAYED, "variants.martian.least": 8},
        position=_landing("Brazil"),
        luck=(0, (1, 1, 1), (6,), (1, 1, 1), (6,), (1, 1), (6,), (1,), (6,)),
    ).plays(
        tells(IncomeReceived, seat=MARS, territories=8),
        tells(Placed, seat=MARS, territory="Japan", armies=2),
        tells(Placed, seat=MARS, territory="Mongolia", armies=2),
        tells(LandingRepelled, territory="Brazil"),
    ),
    case(
        says="A landing place that is theirs already gets the odd ones, too",
        source="FAQ 4.1; that they are placed there is a choice",
        about={**PLAYED, "variants.martian.least": 3},
        position=_landing("Japan"),
        luck=(0,),
    ).plays(
        tells(Placed, seat=MARS, territory="Japan", armies=2),
        tells(Placed, seat=MARS, territory="Mongolia", armies=1),
        armies({"Japan": 3, "Mongolia": 2}),
    ),
    case(
        says="An empty landing place is taken without a fight",
        source="FAQ 4.1; a choice",
        position=Position(
            now="starting", deck=("Brazil",), lands={NO_SEAT: {"Brazil": 0}}, more=LATER
        ),
        luck=(0,),
    ).plays(tells(Landed, territory="Brazil", armies=3), owners({"Brazil": MARS})),
    case(
        says="A joker shows no landing place: another card is drawn",
        source="FAQ 4.1; a choice",
        position=Position(now="starting", deck=("Brazil", "joker", "other joker")),
        luck=(0, (6, 6, 6), (1,), 0),
    ).plays(tells(LandingDrawn, territory="Brazil")),
    case(
        says="With no cards left nothing lands, and those who are there go on",
        source="FAQ 4.1; a choice",
        position=_round_ends({MARS: {"Japan": 1, "Mongolia": 1}}),
    ).plays(
        silent(LandingDrawn),
        tells(TurnBegan, seat=MARS),
        armies({"Japan": 2, "Mongolia": 3}),
    ),
    case(
        says="Every group but the strongest goes to it by the shortest way, with all it can",
        position=_round_ends({MARS: {"Argentina": 9, "Egypt": 3}}),
        luck=((6, 6, 6), (1,), (6, 6), (1,)),
    ).plays(
        tells(Conquered, seat=MARS, territory="North Africa"),
        tells(Conquered, seat=MARS, territory="Brazil"),
        armies({"Argentina": 11, "Egypt": 1, "North Africa": 1, "Brazil": 2}),
    ),
    case(
        says="When the others can do no more the strongest goes to the second, until one army is "
        "left in each territory",
        position=_round_ends(
            {MARS: {"Argentina": 3, "Egypt": 1}, BEN: {"Brazil": 1}}, armies_to_place=0
        ),
        luck=((1,), (6,), (6, 6, 6), (1,), (6, 6, 6), (1,)),
    ).plays(
        tells(BattleResolved, attacker=MARS, source="Egypt", attacker_losses=1),
        tells(Conquered, seat=MARS, territory="Brazil"),
        tells(Conquered, seat=MARS, territory="North Africa"),
        armies({"Egypt": 1, "Argentina": 1, "Brazil": 1, "North Africa": 3}),
    ),
    case(
        says="Own land on the way is no conquest, and two groups that meet are one",
        source="FAQ 4.1; a choice",
        position=_round_ends(
            {MARS: {"Ontario": 1, "Eastern United States": 1, "Iceland": 2, "Venezuela": 9}}
        ),
        luck=(0, (1, 1, 1), (6,), (1, 1), (6,), (1,), (6,), (6,), (1,), (6, 6, 6), (1,)),
    ).plays(
        tells(Conquered, seat=MARS, territory="Greenland"),
        tells(Conquered, seat=MARS, territory="Central America"),
        armies({"Iceland": 1, "Greenland": 1, "Venezuela": 1, "Central America": 8}),
    ),
    case(
        says="Wiped out, they land again in the next round",
        source="FAQ 4.1; a choice",
        about={**PLAYED, "variants.martian.least": 3},
        position=Position(now="starting", deck=("Brazil",), lands={ANN: {"Japan": 1}}, more=LATER),
        luck=(0, (6, 6, 6), (1,), 0),
    ).plays(
        tells(IncomeReceived, seat=MARS, territories=3),
        tells(Conquered, seat=MARS, territory="Brazil"),
        owners({"Brazil": MARS}),
        armies({"Brazil": 3}),
    ),
    case(
        says="Chance decides between ways that are equally short",
        source="FAQ 4.1: roll a die if there is a tie",
        position=_round_ends({MARS: {"Alaska": 1, "Ontario": 9}}),
        luck=(1, (1, 1), (6,), (1,), (6,), 0, (6, 6, 6), (1,)),
    ).plays(
        tells(BattleResolved, source="Alaska", target="Alberta"),
        tells(Conquered, seat=MARS, territory="Northwest Territory"),
    ),
    case(
        says="A group that is alone does not attack",
        source="FAQ 4.1; a choice",
        about={**PLAYED, "variants.martian.lone_group": False},
        position=_round_ends({MARS: {"Japan": 9}}),
    ).plays(silent(BattleResolved), armies({"Japan": 12})),
    case(
        says="A group that is alone attacks its weakest neighbours",
        source="a choice",
        about={**PLAYED, "variants.martian.lone_group": True},
        position=_round_ends({MARS: {"Japan": 1}, BEN: {"Mongolia": 2}}),
        luck=((1, 1, 1), (6,), (1, 1), (6,), (1,), (6,)),
    ).plays(tells(BattleResolved, source="Japan", target="Kamchatka")),
    case(
        says="They trade sets with five cards or more, until four or fewer are left",
        position=_round_ends(
            {MARS: {"Japan": 1}}, ("Alaska", "Alberta", "Ontario", "Quebec", "Brazil")
        ),
    ).plays(
        tells(SetTraded, seat=MARS, armies=4),
        shows(card_counts=(0, 0, 0, 2)),
    ),
    case(
        says="With four they trade none",
        about={"variants.martian.cards_kept": 4},
        position=_round_ends({MARS: {"Japan": 1}}, ("Alaska", "Alberta", "Ontario", "Quebec")),
    ).plays(silent(SetTraded), shows(card_counts=(0, 0, 0, 4))),
    case(
        says="They may keep fewer cards, or more",
        source="FAQ 4.1; the number is a choice",
        about={**PLAYED, "variants.martian.cards_kept": 2},
        position=_round_ends({MARS: {"Japan": 1}}, ("Alaska", "Alberta", "Quebec")),
    ).plays(tells(SetTraded, seat=MARS), shows(card_counts=(0, 0, 0, 0))),
    case(
        says="They take the cards of players whom they eliminate",
        source="FAQ 4.1; a choice",
        position=Position(
            now="starting",
            deck=("Brazil",),
            lands={BEN: {"Brazil": 1}},
            hands={BEN: ("Peru", "Congo")},
            rest=CID,
        ),
        luck=(0, (6, 6, 6), (1,), 0),
    ).plays(
        tells(SeatEliminated, seat=BEN, by=MARS),
        tells(CardsTaken, seat=MARS, victim=BEN, count=2),
        shows(card_counts=(0, 0, 0, 3)),
    ),
    case(
        says="They need not be beaten to win",
        source="FAQ 4.1; a choice",
        about={"variants.martian.must_be_beaten": False},
        position=Position(
            lands={BEN: {"Brazil": 1}, MARS: {"Venezuela": 1}, ANN: {"Peru": 9}},
            rest=ANN,
            out=(CID,),
        ),
    ).plays(conquer("Peru", "Brazil"), wins(ANN, VictoryKind.CONQUEST)),
    case(
        says="The last player left wins where they take that player's last territory",
        source="a choice",
        about={"variants.martian.must_be_beaten": False, "victory.when": "own turn"},
        position=Position(
            now="starting",
            turn=ANN,
            deck=("Brazil",),
            lands={BEN: {"Brazil": 1}},
            rest=MARS,
            out=(ANN, CID),
            more=LATER,
        ),
        luck=(0, (6, 6, 6), (1,)),
    ).plays(tells(SeatEliminated, seat=BEN, by=MARS), wins(BEN, VictoryKind.LAST_STANDING)),
    case(
        says="No player is the last one left while they hold a territory",
        source="a choice",
        about={**PLAYED, "variants.martian.must_be_beaten": True},
        position=Position(
            lands={BEN: {"Brazil": 1}, MARS: {"Venezuela": 1}, ANN: {"Peru": 9}},
            rest=ANN,
            out=(CID,),
        ),
        luck=((6, 6, 6), (1,), (6, 6, 6), (1,)),
    ).plays(
        attack("Peru", "Brazil", 3),
        silent(GameWon),
        goes_on,
        occupy(8),
        attack("Brazil", "Venezuela", 3),
        wins(ANN, VictoryKind.CONQUEST),
    ),
    case(
        says="One colour is theirs, so at most five people play",
        players=6,
        refused="for 2 to 5 players",
    ),
)
