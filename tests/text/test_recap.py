"""Recaps: what happened while others played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.all_commands import parse
from risk_tui.commands.table_commands import RecapCommand
from risk_tui.engine import events
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.events import Event
from risk_tui.engine.game import Game
from risk_tui.engine.goals import HoldCities
from risk_tui.engine.records import Record
from risk_tui.line_mode.front_end import recap_page
from risk_tui.text.recap import (
    Recap,
    describe_recap,
    recap,
    recap_summary,
    recap_title,
    why_no_recap,
)
from risk_tui.variants.capitals import CapitalTaken, TerritoriesTransferred
from risk_tui.variants.nuclear.declarations import LaidWaste
from risk_tui.variants.objectives import OBJECTIVES, ObjectiveTaken
from tests.engine.positions import ANN, BEN, BOARD, CID, at, continent, position
from tests.extent import few
from tests.new_games import SEATS, create_table

UKRAINE, URAL, BRAZIL = at("Ukraine"), at("Ural"), at("Brazil")
ANN_THEN_BEN = (events.TurnBegan(ANN, 2), events.TurnBegan(BEN, 2))
"""Ann had a turn, and Ben's turn has started."""


LANDS = {"Ann": {"Brazil": 3}, "Cid": {"Japan": 1}}


def recap_of(
    *happened: Event, game: Game | None = None, lands: Any = LANDS, seat: int = ANN
) -> Recap:
    """Return a seat's recap of events in one record, with a game or ``lands`` after them."""
    view = (game or position(lands)).view(None)
    found = recap([Record(ANN, EndPhase(), (), happened)], view, seat)
    assert found is not None
    return found


def lines(found: Recap) -> list[str]:
    """Return the lines of a recap as text."""
    return ["".join(line) for line in describe_recap(found, SEATS, BOARD)]


def battle(attacker: int, defender: int, lost: int, killed: int) -> Event:
    """Return a battle with these losses."""
    return events.BattleResolved(attacker, defender, UKRAINE, URAL, (6, 5, 4), (6, 5), lost, killed)


def test_lost_territories_are_listed_by_taker() -> None:
    found = recap_of(
        *ANN_THEN_BEN,
        events.Conquered(BEN, UKRAINE, ANN),
        events.Conquered(BEN, URAL, ANN),
        events.TurnBegan(CID, 2),
        events.Conquered(CID, at("Japan"), ANN),
    )
    assert lines(found)[:2] == ["Ben took Ukraine and Ural from you", "Cid took Japan from you"]
    assert recap_summary(found) == "lost 3 territories"
    assert recap_title(found) == "Since your last turn"


def test_territory_that_became_empty_is_lost() -> None:
    game = position({"Ann": {"Brazil": 3}}, rest="Ben")
    state = game.state()
    state.owner[UKRAINE], state.armies[UKRAINE] = NO_SEAT, 0
    game.set_state(state)
    found = recap_of(*ANN_THEN_BEN, LaidWaste(UKRAINE, BEN, 2, ANN), game=game)
    assert "You lost Ukraine, now empty" in lines(found)


def test_landing_on_empty_land_changes_its_holder() -> None:
    landed = events.Landed(BEN, UKRAINE, 3)
    assert recap_of(*ANN_THEN_BEN, landed).owner_changes == {UKRAINE: (NO_SEAT, BEN)}
    conquered = (events.Conquered(BEN, UKRAINE, CID), landed)
    assert recap_of(*ANN_THEN_BEN, *conquered).owner_changes == {UKRAINE: (CID, BEN)}


def test_many_territories_are_listed_by_code() -> None:
    taken = [events.Conquered(BEN, place, ANN) for place in continent("Asia")]
    found = recap_of(*ANN_THEN_BEN, *taken, lands={"Ann": {"Brazil": 1}})
    (line,) = [each for each in lines(found) if "from you" in each]
    assert line == "Ben took 12 territories from you: UR SI YA IR KA MO JA AF …"
    # It fits in 80 columns with its frame, even with the longest name (12 columns).
    assert len(line) - len("Ben") + 12 + 2 <= 70
    two = recap_of(
        *ANN_THEN_BEN,
        *(events.Conquered(BEN, at(f"{way} United States"), ANN) for way in ("Eastern", "Western")),
        lands={"Ann": {"Brazil": 1}},
    )
    assert "Ben took 2 territories from you: WU EU" in lines(two)


def test_only_lasting_changes_are_listed() -> None:
    there_and_back = (events.Conquered(CID, URAL, BEN), events.Conquered(BEN, URAL, CID))
    assert lines(recap_of(*ANN_THEN_BEN, *there_and_back)) == []
    lost_on = (events.Conquered(CID, URAL, ANN), events.Conquered(BEN, URAL, CID))
    found = recap_of(*ANN_THEN_BEN, *lost_on)
    assert lines(found) == ["Cid took Ural from you", "Ben now holds Ural"]


def test_own_turn_is_left_out() -> None:
    own = (
        events.TurnBegan(ANN, 2),
        events.Conquered(ANN, BRAZIL, BEN),
        events.SetTraded(ANN, (), 4),
    )
    others = (events.TurnBegan(BEN, 2), events.SetTraded(BEN, (), 6))
    now = (events.TurnBegan(ANN, 3), events.SetTraded(ANN, (), 8))
    # The same while others play, at the start of Ann's own turn, and later in it.
    for happened in ((*own, *others), (*own, *others, now[0]), (*own, *others, *now)):
        assert lines(recap_of(*happened)) == ["Ben traded a set for 6 armies"]


def test_recap_during_a_turn_ends_at_its_start() -> None:
    won_back = (events.TurnBegan(ANN, 3), events.Conquered(ANN, BRAZIL, BEN))
    found = recap_of(*ANN_THEN_BEN, events.Conquered(BEN, BRAZIL, ANN), *won_back)
    assert found.lost_territories == [BRAZIL]


def test_first_turn_has_a_recap() -> None:
    found = recap_of(events.TurnBegan(BEN, 1), events.Conquered(BEN, URAL, ANN))
    assert recap_title(found) == "Since the game began"
    assert lines(found) == ["Ben took Ural from you"]


@pytest.mark.parametrize(
    "happened", [(), (events.Claimed(BEN, URAL),), (events.TurnBegan(ANN, 1),)]
)
def test_no_recap_before_other_turns(happened: tuple[Event, ...]) -> None:
    assert recap([Record(ANN, EndPhase(), (), happened)], position(LANDS).view(None), ANN) is None


def test_continents_change_holders() -> None:
    australia = {BOARD.territories[each].name: 1 for each in continent("Australia")}
    now = {"Cid": australia, "Ann": {"Brazil": 1}}
    found = recap_of(*ANN_THEN_BEN, events.Conquered(CID, at("Indonesia"), ANN), lands=now)
    assert "Cid holds Australia (+2)" in lines(found)
    won = TerritoriesTransferred(ANN, CID, (at("Indonesia"),))
    assert "You hold Australia (+2)" in lines(
        recap_of(*ANN_THEN_BEN, won, lands={"Ann": australia})
    )
    lost = recap_of(*ANN_THEN_BEN, events.Conquered(BEN, BRAZIL, ANN), lands={"Cid": {"Japan": 1}})
    assert "You no longer hold South America (+2)" not in lines(lost)
    whole = {BOARD.territories[each].name: 1 for each in continent("South America")}
    del whole["Brazil"]
    lost = recap_of(*ANN_THEN_BEN, events.Conquered(BEN, BRAZIL, ANN), lands={"Ann": whole})
    assert "You no longer hold South America (+2)" in lines(lost)


def test_continent_is_held_without_territories_that_do_not_count() -> None:
    lands = {BOARD.territories[each].name: 1 for each in continent("Australia")}
    del lands["Indonesia"]
    game = position({"Ann": lands}, outside_continents=(at("Indonesia"),))
    found = recap_of(*ANN_THEN_BEN, events.Conquered(ANN, at("New Guinea"), BEN), game=game)
    assert "You hold Australia (+2)" in lines(found)


def test_only_battles_with_the_seat_cost_it_armies() -> None:
    found = recap_of(
        *ANN_THEN_BEN, battle(BEN, ANN, 1, 2), battle(BEN, CID, 2, 1), battle(CID, ANN, 1, 1)
    )
    assert (found.armies_lost, found.armies_beaten) == (3, 2)
    assert lines(found) == ["You lost 3 armies in battle and destroyed 2"]
    assert recap_summary(found) == "lost 3 armies"
    lost, beaten = (
        recap_of(*ANN_THEN_BEN, battle(BEN, ANN, *counts)) for counts in ((0, 2), (2, 0))
    )
    assert lines(lost) == ["You lost 2 armies in battle"]
    assert lines(beaten) == ["You lost no armies in battle and destroyed 2"]
    own = recap_of(*ANN_THEN_BEN, battle(ANN, BEN, 1, 1))
    assert (own.armies_lost, own.armies_beaten) == (1, 1)


def test_summary_of_lost_land_leaves_out_lost_armies() -> None:
    found = recap_of(*ANN_THEN_BEN, battle(BEN, ANN, 0, 2), events.Conquered(BEN, URAL, ANN))
    assert found.armies_lost == 2
    assert recap_summary(found) == "lost 1 territory"


def test_important_events_come_first() -> None:
    found = recap_of(
        *ANN_THEN_BEN,
        events.SetTraded(BEN, (1, 2, 3), 10),
        events.Conquered(BEN, URAL, ANN),
        CapitalTaken(BEN, ANN, URAL),
        CapitalTaken(BEN, BEN, UKRAINE),
        ObjectiveTaken(BEN, 2, 3, HoldCities(7)),
        events.SeatEliminated(CID, BEN),
        events.VictoryAnnounced(BEN, OBJECTIVES),
    )
    assert lines(found) == [
        "Ben wins by holding on until their next turn",
        "Cid is out, beaten by Ben",
        "Ben took your capital",
        "Ben has won back the capital",
        "Ben took Ural from you",
        "Ben has reached goal 2 of 3",
        "Ben traded a set for 10 armies",
    ]
    assert recap_summary(found) == "lost 1 territory, 1 player out"


def test_territories_change_hands_with_a_capital() -> None:
    transferred = TerritoriesTransferred(ANN, BEN, (UKRAINE, URAL))
    lands = {"Ann": {"Ukraine": 1, "Ural": 1}}
    found = recap_of(*ANN_THEN_BEN, transferred, lands=lands)
    assert "You gained Ukraine and Ural" in lines(found)
    assert recap_summary(found) == "won 2 territories"
    lost = recap_of(
        *ANN_THEN_BEN,
        events.Conquered(BEN, URAL, ANN),
        TerritoriesTransferred(BEN, ANN, (UKRAINE, at("Siam"))),
    )
    assert sorted(lost.lost_territories) == sorted((URAL, UKRAINE, at("Siam")))


@pytest.mark.parametrize(
    ("here", "over", "reason"),
    [
        ([ANN], True, "is over"),
        ([ANN], False, "their own turn"),
        ([], True, "watchers have no turns"),
    ],
)
def test_missing_recap_has_its_reason(here: list[int], over: bool, reason: str) -> None:
    assert reason in why_no_recap(here, over=over)
    assert why_no_recap([]) == why_no_recap([], over=True)


def test_conquests_among_others_are_counted() -> None:
    taken = (events.Conquered(BEN, at("Peru"), CID), events.Conquered(BEN, at("Argentina"), CID))
    assert lines(recap_of(*ANN_THEN_BEN, *taken)) == ["Ben took 2 territories from Cid"]
    assert recap_summary(recap_of(*ANN_THEN_BEN, *taken)) == ""


def test_other_events_have_lines() -> None:
    others = (
        events.SeatResigned(CID),
        events.VictoryDenied(BEN),
        CapitalTaken(BEN, CID, URAL),
    )
    assert lines(recap_of(*ANN_THEN_BEN, *others)) == [
        "Ben could not hold the announced victory",
        "Cid has resigned",
        "Ben took the capital of Cid",
    ]


@pytest.mark.parametrize(
    "rules", few(["stars", "us-1993-capital-short", "nuclear", "revolt", "meltdown"], 2)
)
def test_changes_match_a_played_game(rules: str, tmp_path: Path) -> None:
    """Bots play, and the owners at the end of each turn are compared with the recap."""
    players = ",".join(f"{name}:mira" for name in "ABCD")
    table = create_table(players, rules, seed="11", path=tmp_path / "a.risk")
    ended: dict[int, tuple[int, ...]] = {}
    turn, compared = -1, 0
    while table.view(None).round < 4 and table.automation.step() is not None:
        view = table.view(None)
        if view.round and view.turn != turn:
            ended[turn], turn = view.owner, view.turn
            found = recap(table.history(None), view, turn)
            if turn in ended:
                assert found is not None
                before = ended[turn]
                assert found.owner_changes == {
                    place: (before[place], holder)
                    for place, holder in enumerate(view.owner)
                    if before[place] != holder
                }
                compared += len(describe_recap(found, table.seats, view.board))
    assert compared > 10


@pytest.mark.parametrize(
    ("happened", "title"),
    [
        (ANN_THEN_BEN, "From your last turn to the end"),
        ((*ANN_THEN_BEN, events.TurnBegan(ANN, 3)), "Before your last turn"),
        ((events.TurnBegan(BEN, 1),), "Until the game was over"),
    ],
    ids=["another's turn was the last", "own turn was the last", "never had a turn"],
)
def test_title_says_that_the_game_is_over(happened: tuple[Event, ...], title: str) -> None:
    game = position({"Ann": {"Brazil": 3}}, winners=(BEN,))
    assert recap_title(recap_of(*happened, game=game)) == title


def test_elimination_is_worded_for_its_reader() -> None:
    happened = (*ANN_THEN_BEN, events.SeatEliminated(ANN, BEN), events.SeatResigned(CID))
    assert lines(recap_of(*happened))[:2] == ["You are out, beaten by Ben", "Cid has resigned"]
    other = recap_of(events.TurnBegan(BEN, 1), *happened[:1], *happened[2:], seat=BEN)
    assert lines(other)[0] == "Ann is out, beaten by you"


def test_line_mode_shows_the_recap() -> None:
    game = position({"Ann": {"Brazil": 1}, "Cid": {"Japan": 1}})
    view = game.view(ANN)
    assert parse("recap", view) == parse("rec", view) == RecapCommand()
    happened = (*ANN_THEN_BEN, events.Conquered(CID, at("Japan"), ANN))
    assert recap_page([Record(BEN, EndPhase(), (), happened)], view, SEATS, ANN) == [
        "Since your last turn:",
        "  Cid took Japan from you",
    ]
    assert recap_page([Record(BEN, EndPhase(), (), ANN_THEN_BEN)], view, SEATS, ANN)[1:] == [
        "  nothing changed hands"
    ]
    assert recap_page([], view, SEATS, ANN) == ["No other player has had a turn yet"]
