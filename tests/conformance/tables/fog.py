"""Fog of war: what is seen of the others' land, by level, and what is told of it."""

from __future__ import annotations

from functools import partial

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.events import (
    BattleResolved,
    Conquered,
    Dealt,
    Event,
    IncomeReceived,
    Placed,
    TurnBegan,
    VictoryKind,
)

from ..case import ANN, BEN, CID, NEUTRAL, Case, Course, Position, at
from ..words import BEGIN, check, claim, conquer, reinforce, shows, tells, wins

WARZONE = "Warzone wiki, Fog"
SMG = "RISK: Global Domination, Fog of War"
CHOICE = f"{WARZONE}: a choice"
PLAYED = {"variants.fog.played": True}
case = partial(Case, source=CHOICE, about=PLAYED)
DEALT = {"setup.allocation": "deal"}
CLAIMED = {"setup.allocation": "claim"}
BESIDE, FAR = "Peru", "Japan"
WORLD = Position(lands={ANN: {"Brazil": 5}, CID: {FAR: 4}})
"""Ann has Brazil alone, Ben almost all the rest: Peru lies beside her, Japan far off."""
in_the_world = partial(case, position=WORLD)
ANN_BEGINS = (6, 1, 1)
IN_BLOCKS = tuple(sorted(range(42), key=lambda number: (number % 14, number)))
"""A deal by which each of three players gets territories that follow each other on the board."""


def _level(level: str) -> dict[str, object]:
    return {**PLAYED, **_only(level)}


def _only(level: str) -> dict[str, object]:
    return {"variants.fog.level": level}


@check
def _sees(
    course: Course, seat: int | None, territory: str, owner: int | None, armies: int | None = None
) -> None:
    """Check what a seat sees of a territory; ``None`` for hidden parts."""
    view, number = course.game.view(seat), at(territory)
    assert view.owner[number] == (NO_SEAT if owner is None else owner)
    assert view.armies[number] == (armies or 0)
    assert (number in view.unseen) == (armies is None)


@check
def _not_told(course: Course, seat: int | None, kind: type[Event]) -> None:
    """Check that an event of the last record is hidden from a seat."""
    assert course.record is not None
    assert any(isinstance(event, kind) for event in course.record.events)
    told = course.record.redacted_for(seat)
    assert not any(isinstance(event, kind) for event in told.events)
    assert not told.action.aims, "the action is not told either"


def _dealt_unseen(course: Course) -> None:
    """All players are told that territories were dealt, and not to whom."""
    assert course.record is not None
    for seat in (None, ANN, BEN, CID):
        (dealt,) = [
            event for event in course.record.redacted_for(seat).events if isinstance(event, Dealt)
        ]
        assert dealt.owners == ()


CASES = (
    in_the_world(
        says="In light fog neighbours are seen with their armies, all others with their owners",
        source=WARZONE,
        about=_level("light"),
    ).plays(_sees(ANN, "Brazil", ANN, 5), _sees(ANN, BESIDE, BEN, 1), _sees(ANN, FAR, CID)),
    in_the_world(
        says="In normal fog neighbours are seen with their armies, of all others nothing",
        source=f"{WARZONE}; {SMG}",
        about=_level("normal"),
    ).plays(_sees(ANN, "Brazil", ANN, 5), _sees(ANN, BESIDE, BEN, 1), _sees(ANN, FAR, None)),
    in_the_world(
        says="In dense fog owners are seen everywhere, and no armies but the player's own",
        source=WARZONE,
        about=_level("dense"),
    ).plays(_sees(ANN, "Brazil", ANN, 5), _sees(ANN, BESIDE, BEN), _sees(ANN, FAR, CID)),
    in_the_world(
        says="In heavy fog the owners of neighbours are seen, and nothing else",
        source=WARZONE,
        about=_level("heavy"),
    ).plays(_sees(ANN, "Brazil", ANN, 5), _sees(ANN, BESIDE, BEN), _sees(ANN, FAR, None)),
    in_the_world(
        says="In complete fog nothing is seen but the player's own",
        source=WARZONE,
        about=_level("complete"),
    ).plays(_sees(ANN, "Brazil", ANN, 5), _sees(ANN, BESIDE, None), _sees(ANN, FAR, None)),
    in_the_world(
        says="The view changes at once when a territory is taken or lost",
        source=SMG,
        about=_level("normal"),
    ).plays(
        _sees(ANN, "Egypt", None),
        conquer("Brazil", "North Africa"),
        _sees(ANN, "Egypt", BEN, 1),
        _sees(CID, "North Africa", None),
    ),
    in_the_world(
        says="A battle out of sight is not told, and both sides of a battle see it",
        given=_only("complete"),
    ).plays(
        conquer("Brazil", BESIDE),
        _not_told(CID, BattleResolved),
        _not_told(None, BattleResolved),
        tells(BattleResolved, to=ANN),
        tells(BattleResolved, to=BEN, source="Brazil", target=BESIDE),
        tells(Conquered, to=BEN, territory=BESIDE),
    ),
    case(
        says="A player who sees only the land that was attacked is not told from where",
        about=_level("normal"),
        position=Position(lands={ANN: {"Venezuela": 5}, CID: {"Argentina": 1}}),
    ).plays(
        conquer("Venezuela", BESIDE),
        tells(BattleResolved, to=CID, source=None, target=BESIDE),
        tells(BattleResolved, to=BEN, source="Venezuela", target=BESIDE),
    ),
    case(
        says="Armies that are placed are told where they are seen",
        about=_level("normal"),
        position=Position(
            now="reinforcing", turn=CID, lands=WORLD.lands, more={"armies_to_place": 3}
        ),
    ).plays(
        shows(CID, armies_to_place=3),
        shows(BEN, armies_to_place=0),
        reinforce(FAR, 3),
        _not_told(ANN, Placed),
        tells(Placed, to=BEN, armies=3),
        _sees(BEN, FAR, CID, 7),
    ),
    case(
        says="Armies that others receive are not told, because they tell what others hold",
        given=_only("light"),
        position=Position(now="starting", turn=BEN, lands=WORLD.lands),
    ).plays(
        tells(TurnBegan, to=ANN),
        tells(IncomeReceived, to=BEN),
        _not_told(ANN, IncomeReceived),
    ),
    case(
        says="Where territories are dealt, players are not told who got the others",
        about=_level("normal"),
        given=DEALT,
        luck=(ANN_BEGINS, IN_BLOCKS),
    ).plays(BEGIN, tells(Dealt), _dealt_unseen),
    Case(
        says="There is no fog while territories are claimed",
        source=CHOICE,
        given={**CLAIMED, **_level("complete")},
        luck=(ANN_BEGINS,),
    ).plays(BEGIN, claim("Brazil"), _sees(BEN, "Brazil", ANN, 1), _sees(None, "Brazil", ANN, 1)),
    case(
        says="Two players see the neutral army, whose armies both place",
        given=_only("complete"),
        players=2,
        position=Position(lands={ANN: {"Brazil": 5}, NEUTRAL: {FAR: 4}}),
    ).plays(_sees(ANN, FAR, NEUTRAL, 4), _sees(BEN, FAR, NEUTRAL, 4), _sees(None, FAR, None)),
    case(
        says="A neutral army that no player places is seen like other armies",
        given={**_only("complete"), "variants.five_goals.played": True},
        players=2,
        position=Position(lands={ANN: {"Brazil": 5}, NEUTRAL: {FAR: 4}}),
    ).plays(_sees(ANN, FAR, None)),
    in_the_world(
        says="Spectators see nothing",
        given=_only("light"),
    ).plays(_sees(None, "Brazil", None), _sees(None, FAR, None)),
    case(
        says="After the game all is open",
        source=WARZONE,
        given=_only("complete"),
        position=Position(lands={ANN: {"Mongolia": 5}, BEN: {FAR: 1}}, rest=ANN, out=(CID,)),
    ).plays(
        _sees(CID, "Mongolia", None),
        conquer("Mongolia", FAR),
        wins(ANN, VictoryKind.CONQUEST),
        _sees(None, "Brazil", ANN, 1),
        _sees(CID, "Mongolia", ANN, 2),
    ),
)
