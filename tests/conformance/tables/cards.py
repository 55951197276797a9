"""Cards: who draws one and when, who trades a set and when."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.actions import Trade
from risk_tui.engine.decisions import ToAttack, ToFortify, ToReinforce, ToTrade
from risk_tui.engine.events import CardDrawn, DeckReshuffled, SetTraded, TurnBegan
from risk_tui.errors import MustTradeFirst
from risk_tui.variants.objectives import ObjectiveTaken

from ..case import ANN, BEN, Case, Position, card
from ..words import (
    END,
    armies,
    asks,
    conquer,
    hand,
    may,
    offers_none_of,
    refuses,
    reinforce,
    shows,
    silent,
    tells,
    trade,
)
from .sets import ARTILLERY, CAVALRY, INFANTRY, NO_SET

drawing_case = partial(Case, luck=(0,))
"""A case in which card 0 is drawn."""

# Ann has conquered two territories, and one card is left in the deck.
CONQUEROR = Position(
    lands={ANN: {"Ukraine": 4, "Scandinavia": 2}}, deck=("Peru",), more={"conquests_this_turn": 2}
)


def _conqueror(hand: tuple[str, ...]) -> Position:
    """Ann has conquered a territory, and one card is left in the deck."""
    more = {"conquests_this_turn": 1}
    return Position(lands=CONQUEROR.lands, hands={ANN: hand}, deck=("Peru",), more=more)


def _starting(hand: tuple[str, ...]) -> Position:
    return Position(now="starting", lands={ANN: {"Ukraine": 4}}, hands={ANN: hand})


AWARD = (
    Case(
        says="No player draws a card without a conquest",
        source="FAQ Q2.5",
        position=Position(lands=CONQUEROR.lands),
    ).plays(END, silent(CardDrawn), END, silent(CardDrawn), hand(ANN)),
    Case(
        says="A player who took an objective draws no card",
        source="Risk wiki, alternate card turn-in rules",
        about={"cards.award": "none with an objective"},
        given={"objectives.played": True, "objectives.conquests": (1, 9), "objectives.to_win": 2},
        position=CONQUEROR,
    ).plays(END, tells(ObjectiveTaken, seat=ANN), silent(CardDrawn), END, hand(ANN)),
    drawing_case(
        says="In other rules a player who took an objective draws a card",
        source="FAQ Q2.5: you get a card if you conquered a territory",
        about={"cards.award": "one a turn"},
        given={"objectives.played": True, "objectives.conquests": (1, 9), "objectives.to_win": 2},
        position=CONQUEROR,
    ).plays(END, tells(ObjectiveTaken, seat=ANN), tells(CardDrawn, seat=ANN), hand(ANN, "Peru")),
    drawing_case(
        says="The discard pile is reshuffled should the deck ever deplete",
        source="SGE rules, the cards",
        position=Position(
            lands=CONQUEROR.lands,
            more={"conquests_this_turn": 1, "deck": [], "discard": [card("Peru")]},
        ),
    ).plays(END, tells(DeckReshuffled, count=1), hand(ANN, "Peru"), shows(discard=())),
    drawing_case(
        says="One card is drawn when the attacks are over, before fortifying",
        source="US 1993 booklet",
        about={"cards.draw": "before fortify"},
        position=CONQUEROR,
    ).plays(END, tells(CardDrawn, seat=ANN), hand(ANN, "Peru"), asks(ToFortify, ANN)),
    drawing_case(
        says="The card is added at the end of the turn; others do not know which it is",
        source="SGE rules, fortifying territories",
        about={"cards.draw": "after fortify"},
        position=CONQUEROR,
    ).plays(
        END,
        silent(CardDrawn),
        asks(ToFortify, ANN),
        END,
        tells(CardDrawn, to=BEN, seat=ANN, card=None),
        hand(ANN, "Peru"),
    ),
)

ASKED = (
    Case(
        says="Every player with three cards is asked, so that the question reveals nothing",
        source="a choice: no booklet says who is asked",
        about={"cards.asked": "with enough cards"},
        position=_starting(NO_SET),
    ).plays(
        reinforce("Ukraine", 3),
        asks(ToTrade, ANN, may_trade=False, must_trade=False),
        offers_none_of(Trade),
        END,
        asks(ToAttack, ANN),
    ),
    Case(
        says="Only players who hold a set are asked about it",
        source="FAQ Q2.5.3: the rules allow you to turn in sets",
        about={"cards.asked": "with a set"},
        position=_starting(NO_SET),
    ).plays(reinforce("Ukraine", 3), asks(ToAttack, ANN)),
)

WHEN = (
    Case(
        says="Sets are turned in at the start of your go, not once you attack",
        source="FAQ Q2.5.3",
        about={"cards.trade_when": "before attacks"},
        position=Position(lands={ANN: {"Ukraine": 4}}, hands={ANN: ARTILLERY}),
    ).plays(offers_none_of(Trade), refuses(trade(*ARTILLERY))),
    Case(
        says="Cards are cashed at any stage of your go, and the armies put on as you attack",
        source="FAQ Q2.5.1, a house rule",
        about={"cards.trade_when": "whole turn"},
        position=Position(lands={ANN: {"Ukraine": 4, "Scandinavia": 2}}, hands={ANN: ARTILLERY}),
    ).plays(
        conquer("Ukraine", "Ural"),
        trade(*ARTILLERY),
        asks(ToAttack, ANN, armies=4),
        reinforce("Scandinavia", 1),
        asks(ToAttack, ANN, armies=3),
        reinforce("Ural", 3),
        armies({"Ural": 6, "Scandinavia": 3}),
    ),
    drawing_case(
        says="Cards are cashed before a new one is picked up, not after",
        source="FAQ Q2.5.1, a house rule",
        given={"cards.trade_when": "whole turn"},
        position=_conqueror(ARTILLERY),
    ).plays(may(trade(*ARTILLERY)), END, tells(CardDrawn, seat=ANN), refuses(trade(*ARTILLERY))),
    drawing_case(
        says="Cards are cashed at any stage of your go, also after the attacks, before a new card",
        source="FAQ Q2.5.1, a house rule",
        about={"cards.draw": "after fortify"},
        given={"cards.trade_when": "whole turn"},
        position=_conqueror(ARTILLERY),
    ).plays(
        END,
        asks(ToFortify, ANN, may_trade=True),
        trade(*ARTILLERY),
        asks(ToReinforce, ANN, armies=4, must_trade=False),
        reinforce("Scandinavia", 4),
        asks(ToFortify, ANN, may_trade=False),
        END,
        tells(CardDrawn, seat=ANN),
    ),
    Case(
        says="If you have five cards you must turn in a set",
        source="FAQ Q2.5.3",
        about={"cards.forced_at": 5},
        position=_starting((*ARTILLERY, "Brazil", "Peru")),
    ).plays(
        asks(ToReinforce, ANN, armies=3, must_trade=True),
        refuses(reinforce("Ukraine", 3), MustTradeFirst),
        trade(*ARTILLERY),
        asks(ToReinforce, ANN, armies=7, must_trade=False),
    ),
    Case(
        says="With six cards you must trade one set and may trade a second",
        source="US 1993 booklet p. 8; FAQ Q2.5.3",
        about={"cards.forced_at": 5},
        position=_starting((*ARTILLERY, *INFANTRY)),
    ).plays(
        asks(ToReinforce, ANN, must_trade=True),
        trade(*ARTILLERY),
        asks(ToReinforce, ANN, must_trade=False, may_trade=True),
        trade(*INFANTRY),
        tells(SetTraded, armies=6),
    ),
    Case(
        says="More cards may be kept before a set must be turned in",
        source="a choice: another number",
        about={"cards.forced_at": 6},
        position=_starting((*ARTILLERY, "Brazil", "Peru")),
    ).plays(asks(ToReinforce, ANN, may_trade=True, must_trade=False)),
    Case(
        says="Cards may be accumulated as long as the player wishes",
        source="Risk wiki, alternate card turn-in rules",
        about={"cards.forced_at": None},
        ruleset="stars",
        position=_starting((*ARTILLERY, *CAVALRY)),
    ).plays(asks(ToReinforce, ANN, may_trade=True, must_trade=False)),
    drawing_case(
        says="The player does not trade in cards when drawing one",
        source="Risk wiki, receiving a card",
        about={"cards.forced_when": "start of turn"},
        position=_conqueror((*ARTILLERY, "Brazil")),
    ).plays(END, tells(CardDrawn, seat=ANN), asks(ToFortify, ANN), shows(card_counts=(5, 0, 0))),
    drawing_case(
        says="A player with five cards must trade in a set in any phase",
        source="SGE rules, the cards; Risk wiki: five cards before the end of the turn",
        about={"cards.forced_when": "at once"},
        given={"cards.draw": "after fortify"},
        position=_conqueror((*ARTILLERY, "Brazil")),
    ).plays(
        END,
        END,
        asks(ToTrade, ANN, must_trade=True),
        refuses(END, MustTradeFirst),
        trade(*ARTILLERY),
        asks(ToReinforce, ANN, armies=4),
        reinforce("Ukraine", 4),
        tells(TurnBegan, seat=BEN),
    ),
    drawing_case(
        says="With five cards before the end of the turn a player must trade in a set immediately",
        source="Risk wiki, turning in cards",
        about={"cards.forced_when": "at once"},
        position=_conqueror((*ARTILLERY, "Brazil")),
    ).plays(
        END,
        asks(ToTrade, ANN, must_trade=True),
        trade(*ARTILLERY),
        reinforce("Ukraine", 4),
        asks(ToFortify, ANN),
    ),
)

CASES = (*AWARD, *ASKED, *WHEN)
