"""Parts of continents: missions of TEG, for parts of continents and for the player on the right."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.events import VictoryKind
from risk_tui.engine.goals import Destroy
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.parts_of_continents import HoldParts, Parts

from ..case import ANN, BEN, CID, Case, Course, Position
from ..words import BEGIN, check, conquer, goes_on, occupy, shows, wins

SOURCE = "code of the program TEG, missions.cpp"
PLAYED = {"variants.parts_of_continents.played": True}
MISSIONS = {
    "missions.played": True,
    "missions.destroy": False,
    "missions.continents": (),
    "missions.territories": (),
    "missions.kill_credit": "last blow",
    "players.least": 3,
    "two_players.third_army": "none",
}
case = partial(Case, source=SOURCE, about=PLAYED, given=MISSIONS)
SOUTH_AND_ASIA = (Parts(whole=("South America",), parts={"Asia": 2}),)
WITHOUT_COLOURS = {"variants.parts_of_continents.colours": False}
TEG = load_ruleset("teg").variants.played["parts_of_continents"].missions
CLASSIC = load_ruleset("parts-of-continents").variants.played["parts_of_continents"].missions


def _takes_peru(asian: tuple[str, ...]) -> Position:
    """Ann lacks Peru of South America, and holds those territories of Asia."""
    held = {"Venezuela": 1, "Brazil": 9, "Argentina": 1} | dict.fromkeys(asian, 1)
    return Position(lands={ANN: held, BEN: {"Peru": 1}}, rest=CID, missions={ANN: (0,)})


STRIKE = (conquer("Brazil", "Peru"), occupy(3))


@check
def asked(course: Course, mission: int, *words: str) -> None:
    """A mission of the deck asks for that."""
    goal = course.game.view().rules.missions.deck[mission]
    assert isinstance(goal, HoldParts)
    assert goal.asked == words


@check
def instead(course: Course, mission: int, target: int) -> None:
    """Ann's mission is to destroy that seat, as the game stands."""
    assert course.game.view(ANN).goal(mission) == Destroy(target, anyone=False)


def _with_colour(mission: int, beaten_by: list[int]) -> Position:
    return Position(
        lands={ANN: {"Brazil": 9}},
        missions={ANN: (mission,)},
        more={"beaten_by": beaten_by},
    )


NOBODY_YET = [1_000_000] * 3

CASES = (
    case(
        says="A whole continent and two territories anywhere in another win",
        about={**PLAYED, "variants.parts_of_continents.missions": SOUTH_AND_ASIA},
        position=_takes_peru(("India", "Ural")),
    ).plays(*STRIKE[:1], wins(ANN, VictoryKind.MISSION)),
    case(
        says="One territory less does not",
        given={**MISSIONS, "variants.parts_of_continents.missions": SOUTH_AND_ASIA},
        position=_takes_peru(("India",)),
    ).plays(*STRIKE, goes_on),
    case(
        says="The eight objectives of TEG about continents, on its board",
        about={"variants.parts_of_continents.missions": TEG},
        given={**MISSIONS, **PLAYED},
        map="teg",
        luck=((6, 1, 1), tuple(range(14))),
    ).plays(
        BEGIN,
        shows(ANN, missions=(0,)),
        asked(0, "Africa", "5 territories of North America", "4 territories of Europe"),
        asked(7, "Oceania", "Africa", "5 territories of North America"),
    ),
    case(
        says="Six of them on the classic world",
        source="a choice",
        about={"variants.parts_of_continents.missions": CLASSIC},
        given={**MISSIONS, **PLAYED},
        luck=((6, 1, 1), tuple(range(12))),
    ).plays(
        BEGIN,
        asked(0, "Africa", "5 territories of North America", "3 territories of Europe"),
    ),
    case(
        says="A colour has to be destroyed oneself",
        about={**PLAYED, "variants.parts_of_continents.colours": True},
        position=Position(
            lands={ANN: {"Brazil": 9}, BEN: {"Peru": 1}}, rest=CID, missions={ANN: (BEN,)}
        ),
    ).plays(conquer("Brazil", "Peru"), wins(ANN, VictoryKind.MISSION)),
    case(
        says="The own colour stands for the player on the right",
        position=_with_colour(ANN, NOBODY_YET),
    ).plays(instead(ANN, CID)),
    case(
        says="A colour that no player plays does, too",
        position=_with_colour(5, NOBODY_YET),
    ).plays(instead(5, CID)),
    case(
        says="So does one that another player destroyed; a player who is out is passed over",
        source=f"{SOURCE}; which seats it passes over is a choice",
        players=4,
        position=_with_colour(3, [*NOBODY_YET, BEN]),
    ).plays(instead(3, CID)),
    case(
        says="Without colours there are none of these missions",
        source="FAQ Q2.2.1",
        about=WITHOUT_COLOURS,
        given={
            **MISSIONS,
            **PLAYED,
            "variants.parts_of_continents.missions": SOUTH_AND_ASIA * 3,
        },
        luck=((6, 1, 1), (2, 0, 1)),
    ).plays(BEGIN, shows(ANN, missions=(2,))),
    case(
        says="Without parts of continents there are only colours to destroy",
        source=f"{SOURCE}: a choice",
        about={"variants.parts_of_continents.missions": ()},
        given={**MISSIONS, **PLAYED},
        luck=((6, 1, 1), (5, *range(5))),
    ).plays(BEGIN, shows(ANN, missions=(5,))),
)
