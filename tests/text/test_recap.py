"""Recaps: what happened while others played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.all_commands import parse
from risk_tui.commands.table_commands import RecapCommand
from risk_tui.engine import events as facts
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.events import Event
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
LAST_TURN = (facts.TurnBegan(ANN, 2), facts.TurnBegan(BEN, 2))
"""Ann had a turn, and Ben's turn has started."""


def recap_of(*happened: Event, lands: dict[str, Any] | None = None, seat: int = ANN) -> Recap:
    """Return a seat's recap of events in one record, with ``lands`` as they are afterwards."""
    found = recap([Record(ANN, EndPhase(), (), happened)], _view(lands), seat)
    assert found is not None
    return found


def _view(lands: dict[str, Any] | None = None) -> Any:
    return position(lands or {"Ann": {"Brazil": 3}, "Cid": {"Japan": 1}}).view(None)


def lines(found: Recap) -> list[str]:
    """Return the lines of a recap as text."""
    return ["".join(line) for line in describe_recap(found, SEATS, BOARD)]


def battle(attacker: int, defender: int, lost: int, killed: int) -> Event:
    """Return a battle with these losses."""
    return facts.BattleResolved(attacker, defender, UKRAINE, URAL, (6, 5, 4), (6, 5), lost, killed)


def test_lost_territories_are_listed_by_taker() -> None:
    found = recap_of(
        *LAST_TURN,
        facts.Conquered(BEN, UKRAINE, ANN),
        facts.Conquered(BEN, URAL, ANN),
        facts.TurnBegan(CID, 2),
        facts.Conquered(CID, at("Japan"), ANN),
    )
    assert lines(found)[:2] == ["Ben took Ukraine and Ural from you", "Cid took Japan from you"]
    assert recap_summary(found) == "lost 3 territories"
    assert recap_title(found) == "Since your last turn"


def test_territory_that_became_empty_is_lost() -> None:
    game = position({"Ann": {"Brazil": 3}}, rest="Ben")
    state = game.state()
    state.owner[UKRAINE], state.armies[UKRAINE] = NO_SEAT, 0
    game.set_state(state)
    happened = (*LAST_TURN, LaidWaste(UKRAINE, BEN, 2, ANN))
    found = recap([Record(ANN, EndPhase(), (), happened)], game.view(None), ANN)
    assert found is not None
    assert "You lost Ukraine, now empty" in lines(found)


def test_many_territories_are_listed_by_code() -> None:
    taken = [facts.Conquered(BEN, place, ANN) for place in continent("Asia")]
    found = recap_of(*LAST_TURN, *taken, lands={"Ann": {"Brazil": 1}})
    (line,) = [each for each in lines(found) if "from you" in each]
    assert line == "Ben took 12 territories from you: UR SI YA IR KA MO JA AF …"
    # As long as a name may be, it fits a terminal of 80 columns with its frame.
    assert len(line) - len("Ben") + 12 + 2 <= 70
    two = recap_of(
        *LAST_TURN,
        *(facts.Conquered(BEN, at(f"{way} United States"), ANN) for way in ("Eastern", "Western")),
        lands={"Ann": {"Brazil": 1}},
    )
    assert "Ben took 2 territories from you: WU EU" in lines(two)


def test_only_lasting_changes_are_listed() -> None:
    there_and_back = (facts.Conquered(CID, URAL, BEN), facts.Conquered(BEN, URAL, CID))
    assert lines(recap_of(*LAST_TURN, *there_and_back)) == []
    lost_on = (facts.Conquered(CID, URAL, ANN), facts.Conquered(BEN, URAL, CID))
    found = recap_of(*LAST_TURN, *lost_on)
    assert lines(found) == ["Cid took Ural from you", "Ben now holds Ural"]


def test_own_turn_is_left_out() -> None:
    own = (facts.TurnBegan(ANN, 2), facts.Conquered(ANN, BRAZIL, BEN), facts.SetTraded(ANN, (), 4))
    others = (facts.TurnBegan(BEN, 2), facts.SetTraded(BEN, (), 6))
    now = (facts.TurnBegan(ANN, 3), facts.SetTraded(ANN, (), 8))
    # While others play, at the start of the own turn, and later in it: the same.
    for happened in ((*own, *others), (*own, *others, now[0]), (*own, *others, *now)):
        assert lines(recap_of(*happened)) == ["Ben traded a set for 6 armies"]


def test_recap_in_the_own_turn_ends_at_its_start() -> None:
    won_back = (facts.TurnBegan(ANN, 3), facts.Conquered(ANN, BRAZIL, BEN))
    found = recap_of(*LAST_TURN, facts.Conquered(BEN, BRAZIL, ANN), *won_back)
    assert found.lost_territories == [BRAZIL]


def test_first_turn_has_a_recap() -> None:
    found = recap_of(facts.TurnBegan(BEN, 1), facts.Conquered(BEN, URAL, ANN))
    assert recap_title(found) == "Since the game began"
    assert lines(found) == ["Ben took Ural from you"]


@pytest.mark.parametrize("happened", [(), (facts.Claimed(BEN, URAL),), (facts.TurnBegan(ANN, 1),)])
def test_no_recap_before_other_turns(happened: tuple[Event, ...]) -> None:
    assert recap([Record(ANN, EndPhase(), (), happened)], _view(), ANN) is None


def test_continents_change_holders() -> None:
    australia = {BOARD.territories[each].name: 1 for each in continent("Australia")}
    now = {"Cid": australia, "Ann": {"Brazil": 1}}
    found = recap_of(*LAST_TURN, facts.Conquered(CID, at("Indonesia"), ANN), lands=now)
    assert "Cid holds Australia (+2)" in lines(found)
    won = TerritoriesTransferred(ANN, CID, (at("Indonesia"),))
    assert "You hold Australia (+2)" in lines(recap_of(*LAST_TURN, won, lands={"Ann": australia}))
    lost = recap_of(*LAST_TURN, facts.Conquered(BEN, BRAZIL, ANN), lands={"Cid": {"Japan": 1}})
    assert "You no longer hold South America (+2)" not in lines(lost)
    whole = {BOARD.territories[each].name: 1 for each in continent("South America")}
    del whole["Brazil"]
    lost = recap_of(*LAST_TURN, facts.Conquered(BEN, BRAZIL, ANN), lands={"Ann": whole})
    assert "You no longer hold South America (+2)" in lines(lost)


def test_continent_is_held_without_territories_that_do_not_count() -> None:
    lands = {BOARD.territories[each].name: 1 for each in continent("Australia")}
    del lands["Indonesia"]
    game = position({"Ann": lands}, outside_continents=(at("Indonesia"),))
    won = (*LAST_TURN, facts.Conquered(ANN, at("New Guinea"), BEN))
    found = recap([Record(ANN, EndPhase(), (), won)], game.view(None), ANN)
    assert found is not None
    assert "You hold Australia (+2)" in lines(found)


def test_only_battles_with_the_seat_cost_it_armies() -> None:
    found = recap_of(
        *LAST_TURN, battle(BEN, ANN, 1, 2), battle(BEN, CID, 2, 1), battle(CID, ANN, 1, 1)
    )
    assert (found.armies_lost, found.armies_beaten) == (3, 2)
    assert lines(found) == ["You lost 3 armies in battle and destroyed 2"]
    assert recap_summary(found) == "lost 3 armies"
    lost, beaten = (recap_of(*LAST_TURN, battle(BEN, ANN, *counts)) for counts in ((0, 2), (2, 0)))
    assert lines(lost) == ["You lost 2 armies in battle"]
    assert lines(beaten) == ["You lost no armies in battle and destroyed 2"]
    own = recap_of(*LAST_TURN, battle(ANN, BEN, 1, 1))
    assert (own.armies_lost, own.armies_beaten) == (1, 1)


def test_summary_of_lost_land_leaves_out_lost_armies() -> None:
    found = recap_of(*LAST_TURN, battle(BEN, ANN, 0, 2), facts.Conquered(BEN, URAL, ANN))
    assert found.armies_lost == 2
    assert recap_summary(found) == "lost 1 territory"


def test_important_events_come_first() -> None:
    found = recap_of(
        *LAST_TURN,
        facts.SetTraded(BEN, (1, 2, 3), 10),
        facts.Conquered(BEN, URAL, ANN),
        CapitalTaken(BEN, ANN, URAL),
        CapitalTaken(BEN, BEN, UKRAINE),
        ObjectiveTaken(BEN, 2, 3, HoldCities(7)),
        facts.SeatEliminated(CID, BEN),
        facts.VictoryAnnounced(BEN, OBJECTIVES),
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
    found = recap_of(*LAST_TURN, transferred, lands=lands)
    assert "You gained Ukraine and Ural" in lines(found)
    assert recap_summary(found) == "won 2 territories"
    lost = recap_of(
        *LAST_TURN,
        facts.Conquered(BEN, URAL, ANN),
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
    taken = (facts.Conquered(BEN, at("Peru"), CID), facts.Conquered(BEN, at("Argentina"), CID))
    assert lines(recap_of(*LAST_TURN, *taken)) == ["Ben took 2 territories from Cid"]
    assert recap_summary(recap_of(*LAST_TURN, *taken)) == ""


def test_other_events_have_lines() -> None:
    events = (
        facts.SeatResigned(CID),
        facts.VictoryDenied(BEN),
        CapitalTaken(BEN, CID, URAL),
    )
    assert lines(recap_of(*LAST_TURN, *events)) == [
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
    while table.view(None).round < 6 and table.automation.step() is not None:
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
        (LAST_TURN, "From your last turn to the end"),
        ((*LAST_TURN, facts.TurnBegan(ANN, 3)), "Before your last turn"),
        ((facts.TurnBegan(BEN, 1),), "Until the game was over"),
    ],
    ids=["another's turn was the last", "own turn was the last", "never had a turn"],
)
def test_title_says_that_the_game_is_over(happened: tuple[Event, ...], title: str) -> None:
    view = position({"Ann": {"Brazil": 3}}, winners=(BEN,)).view(None)
    found = recap([Record(ANN, EndPhase(), (), happened)], view, ANN)
    assert found is not None
    assert recap_title(found) == title


def test_elimination_is_worded_for_its_reader() -> None:
    happened = (*LAST_TURN, facts.SeatEliminated(ANN, BEN), facts.SeatResigned(CID))
    assert lines(recap_of(*happened))[:2] == ["You are out, beaten by Ben", "Cid has resigned"]
    other = recap_of(facts.TurnBegan(BEN, 1), *happened[:1], *happened[2:], seat=BEN)
    assert lines(other)[0] == "Ann is out, beaten by you"


def test_line_mode_shows_the_recap() -> None:
    game = position({"Ann": {"Brazil": 1}, "Cid": {"Japan": 1}})
    view = game.view(ANN)
    assert parse("recap", view) == parse("rec", view) == RecapCommand()
    happened = (*LAST_TURN, facts.Conquered(CID, at("Japan"), ANN))
    assert recap_page([Record(BEN, EndPhase(), (), happened)], view, SEATS, ANN) == [
        "Since your last turn:",
        "  Cid took Japan from you",
    ]
    assert recap_page([Record(BEN, EndPhase(), (), LAST_TURN)], view, SEATS, ANN)[1:] == [
        "  nothing changed hands"
    ]
    assert recap_page([], view, SEATS, ANN) == ["No other player has had a turn yet"]
