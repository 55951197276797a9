"""Capital Risk: choosing capitals in secret, losing one, winning with them."""

from __future__ import annotations

from typing import Any

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.events import SeatEliminated, TurnBegan
from risk_tui.engine.state import Status
from risk_tui.errors import NotYourTerritory
from risk_tui.variants.capitals import (
    CAPITALS,
    CapitalChosen,
    CapitalsShown,
    CapitalTaken,
    TerritoriesTransferred,
    ToChooseCapital,
    capitals_in,
)

from ..case import ANN, BEN, CID, DOT, Case, Course, Position, Step, at
from ..words import (
    BEGIN,
    asks,
    capital,
    check,
    conquer,
    first,
    goes_on,
    owners,
    refuses,
    shows,
    silent,
    tells,
    wins,
)

PLAYED = {"capitals.played": True, "two_players.third_army": "none", "players.least": 3}
AT_ONCE = {"setup.allocation": "deal", "setup.placing": "none"}
ALL = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
SHORT = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
BEGUN = ((1, 6, 1), first("Peru", "Siam", "Congo"))

STRIKE = conquer("Siberia", "Ural")


@check
def sees(course: Course, seat: int | None, *names: str | int) -> None:
    """That seat, or a spectator, knows these capitals."""
    known = [at(name) if isinstance(name, str) else name for name in names]
    assert list(capitals_in(course.game.view(seat))) == known


def _capital(says: str, about: dict[str, Any], *steps: Step, **position: Any) -> Case:
    """Ann takes Dot's capital, the Ural; her own is Siberia, Ben's Peru and Cid's Congo."""
    source = position.pop("source", "US 1993 booklet, Capital Risk")
    held = position.pop("held", {})
    lands = {ANN: {"Siberia": 5, **held}, DOT: {"Ural": 1, "Ukraine": 2}, CID: {"Brazil": 1}}
    return Case(
        says=says,
        source=source,
        about=about,
        given=PLAYED,
        players=4,
        position=Position(
            **{
                "lands": lands,
                "capitals": {ANN: "Siberia", BEN: "Peru", CID: "Congo", DOT: "Ural"},
                **position,
            }
        ),
    ).plays(STRIKE, *steps)


@check
def _needs(course: Course, capitals: int) -> None:
    """Check how many capitals win, as players see it, and as bots aim for it."""
    view = course.game.view(ANN)
    (standing,) = view.standings()
    assert standing.needed == capitals
    (goals,) = (list(goals(view, ANN)) for goals in view.rules.hooks.bot_goals)
    assert [goal.choose for goal, _ in goals] == [capitals - 1]


CHOICE = (
    Case(
        says="Each player chooses one of their territories; all are revealed simultaneously",
        source="FAQ Q2.2.2",
        about={"capitals.played": True},
        given={**PLAYED, **AT_ONCE},
        luck=BEGUN,
    ).plays(
        BEGIN,
        asks(ToChooseCapital, BEN),
        refuses(capital("Siam"), NotYourTerritory),
        capital("Peru"),
        tells(CapitalChosen, to=BEN, seat=BEN, territory="Peru"),
        tells(CapitalChosen, to=ANN, seat=BEN, territory=None),
        sees(BEN, NO_TERRITORY, "Peru", NO_TERRITORY),
        sees(ANN, NO_TERRITORY, NO_TERRITORY, NO_TERRITORY),
        sees(None, NO_TERRITORY, NO_TERRITORY, NO_TERRITORY),
        asks(ToChooseCapital, CID),
        capital("Siam"),
        silent(CapitalsShown),
        capital("Congo"),
        tells(CapitalsShown, capitals=("Congo", "Peru", "Siam")),
        sees(ANN, "Congo", "Peru", "Siam"),
        tells(TurnBegan, seat=BEN, round=1),
    ),
    Case(
        says="There are no capitals",
        source="FAQ Q2.2.2: an alternative victory condition",
        about={"capitals.played": False},
        given={**PLAYED, **AT_ONCE},
        luck=BEGUN,
    ).plays(BEGIN, tells(TurnBegan, seat=BEN, round=1)),
    *(
        Case(
            says=says,
            source=source,
            about={"capitals.cards": cards},
            given={**PLAYED, **AT_ONCE},
            luck=BEGUN,
        ).plays(BEGIN, *map(capital, ("Peru", "Siam", "Congo")), shows(deck_count=left))
        for says, source, cards, left in (
            (
                "A capital's card makes no set: it is set aside",
                "US 1993 booklet, Capital Risk",
                "set aside",
                41,
            ),
            ("The capitals' cards stay in the deck", "a choice: stars", "in the deck", 44),
        )
    ),
)

WINNING = (
    _capital(
        "The objective is to capture all capitals",
        {"capitals.to_win": ALL},
        wins(ANN, CAPITALS),
        held={"Peru": 1, "Congo": 1},
        source="FAQ Q2.2.2; US 1993 booklet, Capital Risk",
    ),
    _capital(
        "With four players all three others are needed",
        {"capitals.to_win": ALL},
        goes_on,
        held={"Peru": 1},
        source="US 1993 booklet, Capital Risk",
    ),
    _capital(
        "To shorten further, any two others do with four players",
        {"capitals.to_win": SHORT},
        wins(ANN, CAPITALS),
        held={"Peru": 1},
        source="FAQ Q2.2.2: all or some number; US 1993 booklet, Capital Risk",
    ),
    _capital(
        "Capitals alone win nothing",
        {"capitals.to_win": None},
        goes_on,
        held={"Peru": 1, "Congo": 1},
        source="Risk wiki, drafting troops: capitals bring armies",
    ),
    _capital(
        "Without their own capital no player wins",
        {},
        goes_on,
        held={"Peru": 1, "Congo": 1},
        capitals={ANN: "Japan", BEN: "Peru", CID: "Congo", DOT: "Ural"},
    ),
)

LEFT_EARLY = Case(
    says="A seat that left before choosing has no capital that others need",
    source="a choice",
    given={**PLAYED, "capitals.to_win": ALL},
    players=4,
    position=Position(
        lands={ANN: {"Siberia": 5}},
        capitals={ANN: "Siberia", BEN: "Peru", CID: "Congo"},
        out=(DOT,),
    ),
).plays(_needs(3))

LOSING = (
    _capital(
        "If you lose your capital, you are not out of the game",
        {"capitals.lost": "plays on"},
        tells(CapitalTaken, seat=ANN, victim=DOT, territory="Ural"),
        silent(SeatEliminated),
        owners({"Ukraine": DOT}),
        shows(status=(Status.PLAYING,) * 4),
        asks(ToOccupy, ANN),
        source="FAQ Q2.2.2",
    ),
    _capital(
        "A player who loses their headquarters is out; the armies stay as neutral ones",
        {"capitals.lost": "is out"},
        tells(SeatEliminated, seat=DOT, by=ANN),
        owners({"Ural": ANN, "Ukraine": DOT}),
        shows(status=(Status.PLAYING, Status.PLAYING, Status.PLAYING, Status.OUT)),
        source="Leisure Genius on an older US short game",
    ),
    _capital(
        "A player who loses their capital hands over all territories and armies",
        {"capitals.lost": "hands over"},
        tells(TerritoriesTransferred, seat=ANN, victim=DOT),
        tells(SeatEliminated, seat=DOT, by=ANN),
        owners({"Ural": ANN, "Ukraine": ANN}),
        source="SMG Studio's retelling of Capital Risk",
    ),
)

CASES = (*CHOICE, *WINNING, LEFT_EARLY, *LOSING)
