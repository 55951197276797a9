"""Sets: which cards make one, what it is worth, and the extra armies for its territories."""

from __future__ import annotations

from typing import Any

from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import SetTraded
from risk_tui.errors import NotASet
from tests.engine.positions import change

from ..case import ANN, Case, Course, Position
from ..words import armies, asks, check, may, refuses, shows, tells, trade

ARTILLERY = "Alaska", "Alberta", "Ontario"
INFANTRY = "Argentina", "Brazil", "Ukraine"
CAVALRY = "Greenland", "Venezuela", "Peru"
MIXED = "Alaska", "Brazil", "Peru"
NO_SET = "Alaska", "Alberta", "Brazil"

UP = (4, 6, 8, 10, 12, 15)
UP_TO_20 = (*UP, 20)
UK = {"artillery": 4, "infantry": 6, "cavalry": 8, "mixed": 10}
FRENCH = {**UK, "pair and joker": 12}
ITALIAN_CLUBS = {"artillery": 8, "infantry": 8, "cavalry": 8, "mixed": 10, "pair and joker": 12}
HASBRO = {"infantry": 4, "cavalry": 6, "artillery": 8, "mixed": 10}
STARS = {"artillery": 2, "infantry": 1, "cavalry": 1, "joker": 2}
WIKI = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30}


def _worth(says: str, source: str, pays: tuple[int, ...], **about: Any) -> Case:
    """The first set, the second, and so on pay these armies."""
    return Case(
        says=says,
        source=source,
        about={f"cards.{key}": value for key, value in about.items()},
        position=Position(now="trading", hands={ANN: ARTILLERY}),
    ).plays(*tuple(_pays(armies, after=sets) for sets, armies in enumerate(pays)))


@check
def _pays(course: Course, armies: int, after: int) -> None:
    """The set is worth that after a number of others."""
    game = course.game.copy()
    change(game, sets_traded=after)
    later = Course(game, game.apply(trade(*ARTILLERY)))
    tells(SetTraded, seat=ANN, armies=armies)(later)


def _by_type(cards: tuple[str, ...], worth: int, source: str, **about: Any) -> Case:
    return Case(
        says=f"{', '.join(cards)} are worth {worth}",
        source=source,
        about={"cards.sets": "by type", **{f"cards.{key}": value for key, value in about.items()}},
        position=Position(now="trading", hands={ANN: cards}, more={"sets_traded": 9}),
    ).plays(trade(*cards), tells(SetTraded, armies=worth))


WORTH = (
    _worth(
        "Sets are worth 4, 6, 8, 10, 12, 15, and then five more each",
        "FAQ Q2.5.1: all editions of the US rules; Risk wiki",
        (*UP, 20, 25, 30, 35),
        sets="escalating",
        escalating=UP,
        escalating_then="step",
        escalating_step=5,
    ),
    _worth(
        "Each set is worth only one more than the last: 4, 5, 6",
        "FAQ Q2.5.1: US 1980 and the new US rules suggest it",
        (4, 5, 6, 7, 8, 9),
        escalating=(4,),
        escalating_then="step",
        escalating_step=1,
    ),
    _worth(
        "After 15 the number is reset to four before it rises again",
        "Risk wiki, yet another card exchange regime",
        (*UP, *UP, 4),
        escalating=UP,
        escalating_then="again",
    ),
    _worth(
        "After 20 the next payoff is 4, then 6, 8",
        "FAQ Q2.5.1, house rules",
        (*UP_TO_20, 4, 6, 8),
        escalating=UP_TO_20,
        escalating_then="again",
    ),
    _worth(
        "After 20 the payoffs decrease again: 15, 12, 10, 8, 6, 4, 6, 8",
        "FAQ Q2.5.1, house rules",
        (*UP_TO_20, 15, 12, 10, 8, 6, 4, 6, 8),
        escalating=UP_TO_20,
        escalating_then="back",
    ),
    _by_type(ARTILLERY, 4, "FAQ Q2.5.1, UK standard", by_type=UK),
    _by_type(INFANTRY, 6, "FAQ Q2.5.1, UK standard", by_type=UK),
    _by_type(CAVALRY, 8, "FAQ Q2.5.1, UK standard", by_type=UK),
    _by_type(MIXED, 10, "FAQ Q2.5.1, UK standard"),
    _by_type(("joker", "Alaska", "Brazil"), 10, "FAQ Q2.5: jokers make sets of one of each"),
    _by_type(("joker", "Alaska", "Alberta"), 4, "FAQ Q2.5: a joker can be used as any symbol"),
    _by_type(
        ("joker", "Argentina", "Brazil"), 12, "French booklet: a pair and a joker", by_type=FRENCH
    ),
    _by_type(INFANTRY, 8, "public code of the rules of Italian clubs", by_type=ITALIAN_CLUBS),
    _by_type(ARTILLERY, 8, "a text that quotes the Hasbro booklet: I 4, C 6, A 8", by_type=HASBRO),
)

KINDS = (
    Case(
        says="Three alike make a set, or three different ones",
        source="FAQ Q2.5",
        about={"cards.kinds": "alike or different"},
        position=Position(now="trading", hands={ANN: (*ARTILLERY, "Brazil", "Peru")}),
    ).plays(may(trade(*ARTILLERY), trade(*MIXED))),
    Case(
        says="Only three different pictures make a set, or two different ones and a joker",
        source="rule sheet of La Conquête du Monde, 1957, by a club's translation",
        about={"cards.kinds": "different"},
        position=Position(now="trading", hands={ANN: (*ARTILLERY, "Brazil", "Peru", "joker")}),
    ).plays(
        refuses(trade(*ARTILLERY), NotASet),
        refuses(trade("Alaska", "Alberta", "joker"), NotASet),
        may(trade(*MIXED), trade("Alaska", "Brazil", "joker")),
    ),
)

JOKERS = (
    Case(
        says="Two jokers and any other card form a set",
        source="FAQ Q2.5: the jokers can be used as any symbol; part 3 counts such hands",
        about={"cards.jokers_in_a_set": 2},
        position=Position(now="trading", hands={ANN: ("joker", "other joker", "Peru")}),
    ).plays(may(trade("Peru", "joker", "other joker"))),
    Case(
        says="A joker needs two cards that are none",
        source="SGE rules, the cards: any two non-joker cards with a joker",
        about={"cards.jokers_in_a_set": 1},
        position=Position(now="trading", hands={ANN: ("joker", "other joker", "Peru", "Brazil")}),
    ).plays(
        refuses(trade("joker", "other joker", "Peru"), NotASet),
        may(trade("Brazil", "Peru", "joker")),
    ),
    Case(
        says="A pack may be played without jokers",
        source="a choice: no source plays so",
        about={"cards.jokers_in_a_set": 0},
        position=Position(now="trading", hands={ANN: ("joker", *ARTILLERY)}),
    ).plays(
        refuses(trade("joker", "Alaska", "Alberta"), NotASet),
        may(trade(*ARTILLERY)),
    ),
    Case(
        says="Two alike and one other make no set",
        source="FAQ Q2.5: 3 of the same symbol or 3 all different",
        position=Position(now="trading", hands={ANN: (*NO_SET, "Peru")}),
    ).plays(refuses(trade(*NO_SET), NotASet), may(trade("Alaska", "Brazil", "Peru"))),
)


def _stars(says: str, cards: tuple[str, ...], worth: int) -> Case:
    return Case(
        says=says,
        source="Risk wiki, alternate card turn-in rules",
        about={"cards.sets": "stars", "cards.star_values": WIKI, "cards.stars": STARS},
        ruleset="stars",
        position=Position(now="trading", hands={ANN: cards}, more={"sets_traded": 9}),
    ).plays(trade(*cards), tells(SetTraded, armies=worth))


FIVE_STARS = "Alaska", "Alberta", "Brazil"
NINE_CARDS = *ARTILLERY, *INFANTRY, *CAVALRY
IN_STARS = (
    _stars("Two stars bring two armies, be it on one card", ("Alaska",), 2),
    _stars("Three stars bring four armies", ("Brazil", "Ukraine", "Peru"), 4),
    _stars("Five stars bring ten armies", FIVE_STARS, 10),
    _stars("Six stars bring 13 armies", ("joker", *ARTILLERY[:2]), 13),
    _stars("Seven stars bring 17 armies", (*ARTILLERY, "Peru"), 17),
    _stars("Ten stars bring 30 armies", (*ARTILLERY, "joker", "other joker"), 30),
    Case(
        says="No fewer than two stars are exchanged, and no more than ten",
        source="Risk wiki, alternate card turn-in rules: limited from 2 to 10 stars",
        given={"cards.star_values": WIKI},
        ruleset="stars",
        position=Position(now="trading", hands={ANN: (*ARTILLERY, "joker", "other joker", "Peru")}),
    ).plays(
        refuses(trade("Peru"), NotASet),
        refuses(trade(*ARTILLERY, "Peru", "joker", "other joker"), NotASet),
    ),
    Case(
        says="The same ratios may hold for cards instead of stars; a full set of ten is traded",
        source="Risk wiki, alternate card turn-in rules: one common house rule",
        about={"cards.forced_at": 10, "cards.stars": dict.fromkeys(STARS, 1)},
        given={"cards.star_values": WIKI},
        ruleset="stars",
        position=Position(
            now="starting", lands={ANN: {"Siam": 4}}, hands={ANN: (*NINE_CARDS, "Siberia")}
        ),
    ).plays(
        asks(ToReinforce, ANN, must_trade=True),
        trade(*NINE_CARDS, "Siberia"),
        tells(SetTraded, armies=30),
    ),
    Case(
        says="Other tables pay otherwise, and other cards show two stars",
        source="a choice: which cards show two stars is not in the sources",
        about={
            "cards.sets": "stars",
            "cards.star_values": {2: 3, 4: 9},
            "cards.stars": {"artillery": 1, "infantry": 2, "cavalry": 2, "joker": 1},
        },
        ruleset="stars",
        position=Position(now="trading", hands={ANN: ("Peru", "Brazil")}),
    ).plays(trade("Peru", "Brazil"), tells(SetTraded, armies=9)),
)

TWO_SHOWN = Position(
    now="trading",
    lands={ANN: {"Alaska": 1, "Alberta": 1, "Brazil": 1, "Siam": 3}},
    hands={ANN: (*ARTILLERY, *INFANTRY)},
)

BONUS = (
    Case(
        says="The territories on the cards are completely meaningless",
        source="FAQ Q2.5.2: in some rules",
        about={"cards.territory_bonus": "none"},
        position=TWO_SHOWN,
    ).plays(
        trade(*ARTILLERY),
        armies({"Alaska": 1, "Alberta": 1}),
        shows(armies_to_place=4),
        refuses(trade(*INFANTRY, bonus="Brazil"), NotASet),
    ),
    Case(
        says="Two armies come for each card whose territory you control, on that territory",
        source="FAQ Q2.5.2; SGE rules, the cards",
        about={"cards.territory_bonus": "each", "cards.territory_bonus_armies": 2},
        position=TWO_SHOWN,
    ).plays(
        trade(*ARTILLERY),
        tells(SetTraded, armies=4),
        armies({"Alaska": 3, "Alberta": 3, "Ontario": 1}),
        shows(armies_to_place=4),
    ),
    Case(
        says="No more than two armies come for a set, on the territory that you choose",
        source="FAQ Q2.5.2, US 1980; Risk wiki",
        about={"cards.territory_bonus": "once a set"},
        position=TWO_SHOWN,
    ).plays(
        refuses(trade(*ARTILLERY), NotASet),
        refuses(trade(*ARTILLERY, bonus="Ontario"), NotASet),
        refuses(trade(*ARTILLERY, bonus="Siam"), NotASet),
        trade(*ARTILLERY, bonus="Alberta"),
        armies({"Alaska": 1, "Alberta": 3}),
        trade(*INFANTRY),
        armies({"Brazil": 3}),
    ),
    Case(
        says="On a single turn no more than two extra armies come, whatever is traded",
        source="US 1993 booklet p. 8",
        about={"cards.territory_bonus": "once a turn"},
        position=TWO_SHOWN,
    ).plays(
        refuses(trade(*ARTILLERY), NotASet),
        trade(*ARTILLERY, bonus="Alaska"),
        armies({"Alaska": 3, "Alberta": 1}),
        trade(*INFANTRY),
        armies({"Brazil": 1}),
    ),
    Case(
        says="The extra armies may be more than two",
        source="a choice: another number",
        about={"cards.territory_bonus_armies": 3},
        position=TWO_SHOWN,
    ).plays(trade(*ARTILLERY, bonus="Alaska"), armies({"Alaska": 4})),
)

CASES = (*WORTH, *KINDS, *JOKERS, *IN_STARS, *BONUS)
