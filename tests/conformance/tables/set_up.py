"""Setting up: who plays, who gets what, who places how many where, who is first."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.actions import EndPhase, Reinforce
from risk_tui.engine.decisions import ToClaim, ToFortify, ToPlace
from risk_tui.engine.events import CitiesPlaced, Dealt, FirstRolled, OrderRolled, TurnBegan
from risk_tui.errors import NotYourTerritory, WrongNumber

from ..case import ANN, BEN, BOARD, CID, DOT, Case, Course
from ..words import (
    BEGIN,
    armies,
    asks,
    check,
    claim,
    first,
    may,
    owners,
    place,
    refuses,
    shows,
    silent,
    tells,
)

NAMES = [place.name for place in BOARD.territories]
SHUFFLED = first()
CLAIMS = tuple(map(claim, NAMES))
USUAL = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}
SGE = {**USUAL, 2: 50}
FRENCH = {2: 40, 3: 40, 4: 35, 5: 30, 6: 25}
DEAL = {"setup.allocation": "deal"}
AT_ONCE = {"setup.placing": "none"}
of_four = partial(Case, players=4, luck=((6, 1, 1, 1),))
dealt = partial(Case, given=DEAL, luck=((6, 1, 1), SHUFFLED))


@check
def _then_comes(course: Course, seat: int, round_number: int) -> None:
    """The seat in turn places all armies and does nothing else; then ``seat`` has its turn."""
    offers = course.game.legal_actions()
    armies = next(offer for offer in offers if isinstance(offer.action, Reinforce))
    course.game.apply(armies.with_number(armies.maximum or 1))
    course.record = course.game.apply(EndPhase())
    if isinstance(course.game.decision, ToFortify):
        course.record = course.game.apply(EndPhase())
    tells(TurnBegan, seat=seat, round=round_number)(course)


OF_2008 = {2: 40, 3: 30, 4: 25, 5: 20, 6: 20}


def _counted(rules: dict[int, int], players: int, source: str) -> Case:
    return Case(
        says=f"{players} players start with {rules[players]} armies each",
        source=source,
        about={"setup.armies": rules},
        given={"two_players.third_army": "none"},
        players=players,
        luck=((6, 1, 1, 1, 1, 1)[:players],),
    ).plays(BEGIN, shows(unplaced=(rules[players],) * players))


PLAYERS = (
    Case(
        says="Two can play",
        source="FAQ Q2.1: a two-player game",
        about={"players.least": 2},
        given={"two_players.third_army": "none"},
        players=2,
        luck=((6, 1),),
    ).plays(BEGIN, asks(ToClaim, ANN)),
    Case(
        says="Missions are used only with more than two players",
        source="FAQ Q2.2.1",
        about={"players.least": 3},
        given={"missions.played": True, "two_players.third_army": "none"},
        players=2,
        refused="is for 3 to 6 players, not 2",
    ),
    Case(
        says="Six can play",
        source="FAQ Q2.3.1: 6 players, 20 armies each",
        about={"players.most": 6},
        players=6,
        luck=((6, 1, 1, 1, 1, 1),),
    ).plays(BEGIN, asks(ToClaim, ANN)),
    Case(
        says="A game may be for fewer",
        source="FAQ variant Nuclear Risk: five players at most",
        about={"players.most": 5},
        players=6,
        refused="is for 2 to 5 players, not 6",
    ),
)

ALLOCATION = (
    Case(
        says="Players take turns putting armies in unoccupied territories",
        source="FAQ Q2.3, later US rules",
        about={"setup.allocation": "claim"},
        luck=((6, 1, 1),),
    ).plays(
        BEGIN,
        asks(ToClaim, ANN, free=42),
        claim("Alaska"),
        owners({"Alaska": ANN}),
        armies({"Alaska": 1}),
        asks(ToClaim, BEN, free=41),
        refuses(claim("Alaska"), NotYourTerritory),
    ),
    Case(
        says="The territories are dealt out, and each gets one of its owner's armies",
        source="FAQ Q2.3, UK rules and US 1959",
        about={"setup.allocation": "deal"},
        luck=((6, 1, 1), first("Peru", "Siam", "Congo")),
    ).plays(
        BEGIN,
        tells(Dealt),
        owners({"Peru": ANN, "Siam": BEN, "Congo": CID}),
        armies({"Peru": 1, "Siam": 1, "Congo": 1}),
        shows(unplaced=(21, 21, 21)),
    ),
    Case(
        says="With four players the first two are dealt one territory more",
        source="US 1993 booklet p. 8: two players will each receive one extra card",
        about={"setup.allocation": "deal"},
        players=4,
        luck=((1, 6, 1, 1), SHUFFLED),
    ).plays(BEGIN, shows(unplaced=(20, 19, 19, 20))),
)

ARMIES = (
    *(_counted(USUAL, players, "FAQ Q2.3.1") for players in USUAL),
    _counted(OF_2008, 3, "a fan summary of 2008: 30, 25 and 20 for three to five players"),
    _counted(SGE, 2, "SGE rules, the set up: 50 armies for two"),
    _counted(FRENCH, 3, "FAQ Q2.3.1: this figure can be altered; a French set has 40"),
)

PLACING = (
    dealt(
        says="Players take turns distributing the remainder of their armies",
        source="FAQ Q2.3",
        about={"setup.placing": "in turns"},
    ).plays(BEGIN, asks(ToPlace, ANN, unplaced=21)),
    dealt(
        says="Players start with only the one army per territory",
        source="FAQ Q2.3, US 1959",
        about={"setup.placing": "none"},
    ).plays(BEGIN, tells(TurnBegan, seat=ANN), shows(armies=(1,) * 42, unplaced=(0, 0, 0))),
    dealt(
        says="Armies are placed one at a time",
        source="FAQ Q2.3",
        about={"setup.armies_each_go": 1},
    ).plays(
        BEGIN,
        asks(ToPlace, ANN, most=1),
        refuses(place("Alaska", 2), WrongNumber),
        place("Alaska"),
        armies({"Alaska": 2}),
        asks(ToPlace, BEN, most=1),
    ),
    *(
        dealt(
            says=f"Armies are placed {each} at a time",
            source=source,
            about={"setup.armies_each_go": each},
        ).plays(
            BEGIN,
            place("Alaska", each - 1),
            asks(ToPlace, ANN, most=1),
            place("Alberta"),
            asks(ToPlace, BEN, most=each),
        )
        for each, source in (
            (3, "Italian rules: three at a time"),
            (5, "Castle Risk, booklet of 1990"),
        )
    ),
    dealt(
        says="All armies are placed in one go",
        source="French booklet: all at will",
        about={"setup.armies_each_go": None},
    ).plays(BEGIN, place("Alaska", 21), asks(ToPlace, BEN, most=21)),
    Case(
        says="At most four armies stand in a single territory at set-up",
        source="FAQ Q2.3, old UK rules",
        about={"setup.territory_limit": 4},
        given={**DEAL, "setup.armies_each_go": None},
        luck=((6, 1, 1), SHUFFLED),
    ).plays(
        BEGIN,
        refuses(place("Alaska", 4), WrongNumber),
        place("Alaska", 3),
        refuses(place("Alaska"), WrongNumber),
    ),
    Case(
        says="There is no such limit",
        source="FAQ Q2.3, new UK rules and US sets",
        about={"setup.territory_limit": None},
        given={**DEAL, "setup.armies_each_go": None},
        luck=((6, 1, 1), SHUFFLED),
    ).plays(BEGIN, may(place("Alaska", 21))),
)

ORDER = (
    of_four(
        says="Claiming goes clockwise",
        source="US 1993 booklet p. 6",
        about={"setup.direction": "clockwise"},
    ).plays(BEGIN, *CLAIMS[:2], asks(ToClaim, CID), claim("Peru"), asks(ToClaim, DOT)),
    of_four(
        says="After the first player the last is to claim, and the one before after that",
        source="SGE rules, the set up: 0 3 2 1",
        about={"setup.direction": "counterclockwise"},
    ).plays(
        BEGIN,
        claim("Peru"),
        asks(ToClaim, DOT),
        claim("Siam"),
        asks(ToClaim, CID),
        claim("Congo"),
        asks(ToClaim, BEN),
    ),
    of_four(
        says="Placing goes on with the player after the last claim",
        source="US 1993 booklet p. 6",
        about={"setup.placing_from": "where claiming ended"},
    ).plays(BEGIN, *CLAIMS, asks(ToPlace, CID)),
    of_four(
        says="Placing starts again with the first player, and goes the same way round",
        source="SGE rules, as their program has it",
        about={"setup.placing_from": "first player"},
        given={"setup.direction": "counterclockwise"},
    ).plays(BEGIN, *CLAIMS, asks(ToPlace, ANN), place("Alaska"), asks(ToPlace, DOT)),
    Case(
        says="The player who placed the first army takes the first turn; ties roll again",
        source="US 1993 booklet p. 6",
        about={"setup.first": "one roll"},
        given={**DEAL, **AT_ONCE},
        luck=((2, 5, 5), (3, 4), SHUFFLED),
    ).plays(
        BEGIN,
        tells(FirstRolled, seat=CID, rolls=(((ANN, 2), (BEN, 5), (CID, 5)), ((1, 3), (2, 4)))),
        tells(TurnBegan, seat=CID, round=1),
    ),
    Case(
        says="The game begins with another roll, for the playing order",
        source="Risk wiki, setup",
        about={"setup.first": "second roll"},
        given={**DEAL, **AT_ONCE},
        luck=((2, 5, 3), SHUFFLED, (6, 1, 1)),
    ).plays(BEGIN, tells(FirstRolled, seat=BEN), tells(TurnBegan, seat=ANN, round=1)),
    Case(
        says="A roll of a die determines the whole playing order; who is alike rolls again",
        source="Risk wiki, setup: another roll of a die, used to determine the playing order",
        about={"setup.first": "roll for the order"},
        given={**DEAL, **AT_ONCE},
        players=4,
        luck=((2, 5, 3, 1), SHUFFLED, (2, 4, 4, 6), (1, 3)),
    ).plays(
        BEGIN,
        tells(OrderRolled, order=(3, 2, 1, 0)),
        tells(TurnBegan, seat=3, round=1),
        *(_then_comes(seat, 1) for seat in (2, 1, 0)),
        _then_comes(3, 2),
    ),
    of_four(
        says="The player who picked a first territory last starts; the order of play is 1 2 3 0",
        source="SGE rules, accumulation of armies",
        about={"setup.first": "last to claim"},
        given={"setup.direction": "counterclockwise", **AT_ONCE},
    ).plays(BEGIN, *CLAIMS, tells(TurnBegan, seat=BEN, round=1)),
    Case(
        says="The player who first runs out of dealt cards takes the first turn",
        source="Ludorium",
        about={"setup.first": "first out of cards"},
        given={**DEAL, **AT_ONCE},
        players=4,
        luck=((6, 1, 1, 1), SHUFFLED),
    ).plays(BEGIN, tells(TurnBegan, seat=CID, round=1)),
)

CITIES = (
    *(
        Case(
            says=f"{count} cities stand on territories whose cards are drawn",
            source=source,
            about={"setup.cities": count},
            luck=((6, 1, 1), SHUFFLED),
        ).plays(BEGIN, tells(CitiesPlaced, territories=tuple(NAMES[:count])))
        for count, source in (
            (14, "Risk wiki, territories and cities; how many there are is a choice"),
            (15, "a fan summary of 2008"),
        )
    ),
    Case(
        says="There are no cities",
        source="FAQ Q2.4.1 counts territories alone",
        about={"setup.cities": 0},
        luck=((6, 1, 1),),
    ).plays(BEGIN, silent(CitiesPlaced), shows(cities=())),
)

WITH_STARS = {
    "setup.allocation": "deal",
    "cards.sets": "stars",
    "cards.territory_bonus": "none",
    "cards.forced_at": None,
}
FIRST_ARMIES = (
    Case(
        says="For each star on the card put down a troop",
        source="Risk wiki, standard set-up",
        about={"setup.first_armies": "stars"},
        given=WITH_STARS,
        luck=((6, 1, 1), first("Alaska", "Argentina", "Peru")),
    ).plays(
        BEGIN,
        armies({"Alaska": 2, "Argentina": 1, "Peru": 1, "Alberta": 2}),
        asks(ToPlace, ANN, unplaced=16),
    ),
    Case(
        says="Armies are counted out and placed whatever the cards show",
        source="FAQ Q2.3",
        about={"setup.first_armies": "one"},
        given=WITH_STARS,
        luck=((6, 1, 1), first("Alaska", "Argentina", "Peru")),
    ).plays(BEGIN, armies({"Alaska": 1, "Argentina": 1, "Alberta": 1})),
)

CASES = (*PLAYERS, *ALLOCATION, *ARMIES, *FIRST_ARMIES, *PLACING, *ORDER, *CITIES)
