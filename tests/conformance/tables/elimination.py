"""Elimination: what becomes of a beaten player's cards."""

from __future__ import annotations

from risk_tui.engine.decisions import ToAttack, ToReinforce, ToTrade
from risk_tui.engine.events import CardsDiscarded, CardsTaken, SetTraded
from risk_tui.errors import MustTradeFirst

from ..case import ANN, BEN, CID, Case, Position
from ..words import (
    END,
    asks,
    cards,
    conquer,
    hand,
    may,
    occupy,
    refuses,
    reinforce,
    shows,
    tells,
    trade,
)
from .sets import ARTILLERY, INFANTRY, NO_SET


def _beaten(own: tuple[str, ...], captured: tuple[str, ...]) -> Position:
    """Ann is about to strike Cid's last army, in the Ural."""
    return Position(
        lands={ANN: {"Ukraine": 6, "Brazil": 1}, CID: {"Ural": 1}},
        hands={ANN: own, CID: captured},
    )


STRIKE = conquer("Ukraine", "Ural")
TAKEN = _beaten(("Peru", "Japan"), (*ARTILLERY, "Siam"))
FIVE = _beaten(("Peru", "Japan"), ARTILLERY)
TRADE = {"cards.on_elimination": "trade"}
SIX = {"cards.elimination_trade_at": 6}
OLDER_US = "FAQ Q2.5.3 on the older US rules: 3 non-matching cards and 1 extra"

CASES = (
    Case(
        says="Nothing is gained by wiping out other players: their cards are discarded",
        source="FAQ Q2.5.3: the old UK rules make no mention of any such possibility",
        about={"cards.on_elimination": "discard"},
        position=TAKEN,
    ).plays(
        STRIKE,
        tells(CardsDiscarded, seat=CID, count=4),
        hand(ANN, "Peru", "Japan"),
        shows(discard=cards(*ARTILLERY, "Siam")),
    ),
    Case(
        says="You simply hold the extra cards until your next go",
        source="FAQ Q2.5.3, new UK rules",
        about={"cards.on_elimination": "hold"},
        position=TAKEN,
    ).plays(
        STRIKE,
        tells(CardsTaken, seat=ANN, victim=CID, count=4),
        tells(CardsTaken, to=BEN, count=4, cards=()),
        hand(ANN, "Peru", "Japan", *ARTILLERY, "Siam"),
        occupy(3),
        asks(ToAttack, ANN),
    ),
    Case(
        says="At your next go you trade enough sets to get below five",
        source="FAQ Q2.5.3, new UK rules",
        given={"cards.on_elimination": "hold", "cards.territory_bonus": "none"},
        position=Position(
            now="starting",
            lands={ANN: {"Siam": 3}},
            hands={ANN: (*ARTILLERY, *INFANTRY, "Peru", "Japan")},
        ),
    ).plays(
        trade(*ARTILLERY),
        asks(ToReinforce, ANN, must_trade=True),
        trade(*INFANTRY),
        asks(ToReinforce, ANN, must_trade=False),
    ),
    Case(
        says="A player who then holds six or more must turn in sets down to four or fewer",
        source="FAQ Q2.5.3, US rules since the 70s",
        about={**TRADE, **SIX, "cards.elimination_trade_to": 4},
        position=TAKEN,
    ).plays(
        STRIKE,
        occupy(3),
        asks(ToTrade, ANN, must_trade=True),
        refuses(END, MustTradeFirst),
        trade(*ARTILLERY),
        tells(SetTraded, armies=4),
        asks(ToReinforce, ANN, armies=4),
        reinforce("Ural", 4),
        asks(ToAttack, ANN),
    ),
    Case(
        says="You may not turn in sets in mid-turn if you do not get up to six cards",
        source="FAQ Q2.5.3, US rules since the 70s; US 1993 booklet: under six you must wait",
        about={**TRADE, **SIX},
        position=FIVE,
    ).plays(STRIKE, occupy(3), asks(ToAttack, ANN), hand(ANN, "Peru", "Japan", *ARTILLERY)),
    Case(
        says="With five cards or more you trade at once",
        source="SGE rules after the 1963 booklet; Risk wiki",
        about={**TRADE, "cards.elimination_trade_at": 5},
        position=FIVE,
    ).plays(STRIKE, occupy(3), asks(ToTrade, ANN, must_trade=True)),
    Case(
        says="Another edition may stop elsewhere: below three",
        source="a choice: another number",
        about={"cards.elimination_trade_to": 2},
        position=_beaten(INFANTRY[:2], (*ARTILLERY, "Ukraine")),
    ).plays(
        STRIKE,
        occupy(3),
        trade(*ARTILLERY),
        asks(ToTrade, ANN, must_trade=True),
    ),
    Case(
        says="At four, three or two cards you must stop trading",
        source="US 1993 booklet p. 8",
        about={"cards.elimination_trade_more": False},
        given={"cards.territory_bonus": "none"},
        position=_beaten(INFANTRY, (*ARTILLERY, "Siam")),
    ).plays(STRIKE, occupy(3), trade(*ARTILLERY), reinforce("Ural", 4), asks(ToAttack, ANN)),
    Case(
        says="You can also trade on if you do have sets, however many cards you hold",
        source="FAQ Q2.5.3, most US editions; SGE rules, the cards",
        about={"cards.elimination_trade_more": True},
        given={"cards.territory_bonus": "none"},
        position=_beaten(INFANTRY, (*ARTILLERY, "Siam")),
    ).plays(
        STRIKE,
        occupy(3),
        trade(*ARTILLERY),
        asks(ToTrade, ANN, may_trade=True, must_trade=False),
        may(trade(*INFANTRY), END),
    ),
    Case(
        says="With fewer cards you wait for your next turn",
        source="US 1993 booklet p. 8: under six you must wait",
        about={"cards.elimination_trade_fewer": False},
        given={**TRADE, "cards.elimination_trade_more": True},
        position=_beaten(NO_SET, ("Ontario",)),
    ).plays(STRIKE, occupy(3), asks(ToAttack, ANN)),
    *(
        Case(
            says=f"One captured card that makes a set may be cashed in mid-turn: {ruleset}",
            source=source,
            about=about,
            given=given,
            ruleset=ruleset,
            position=_beaten(NO_SET, ("Ontario",)),
        ).plays(
            STRIKE,
            occupy(3),
            asks(ToTrade, ANN, may_trade=True, must_trade=False),
            trade(*ARTILLERY),
            asks(ToReinforce, ANN, armies=4),
        )
        for ruleset, source, about, given in (
            (
                "us-1993",
                OLDER_US,
                {**TRADE, "cards.elimination_trade_fewer": True},
                {"cards.elimination_trade_more": True},
            ),
            ("us-1963", OLDER_US, {}, {}),
            ("sge-1963", "SGE rules, the cards: which they can immediately combine", {}, {}),
        )
    ),
)
