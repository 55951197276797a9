"""Several people at one screen: its viewers and the curtain."""

from __future__ import annotations

from pathlib import Path

from risk_tui.table.orders import PlaceRemaining
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.table.table import Table
from risk_tui.variants.capitals import ChooseCapital

from . import tables
from .tables import act, due, new_table

MISSIONS = "us-1993-mission"
CAPITALS = "us-1993-capital"


def begun(path: Path, rules: str, players: str = "Ann,Ben,Cid") -> Table:
    """Return a table after its opening roll."""
    return tables.begun(new_table(path / "a.risk", players, rules, seed="4"))


def all_placed(table: Table) -> Table:
    """Return the table after all claims and placements."""
    while due(table).kind == "claim":
        act(table)
    for seat in sorted(table.seating.local_people):
        table.automation.give_order(PlaceRemaining(seat))
    while due(table).kind == "place":
        table.automation.step()
    return table


def test_setup_needs_no_curtain(tmp_path: Path) -> None:
    table = begun(tmp_path, "us-1980")
    keyboard = ScreenPrivacy(table)
    assert Situation.of(table, keyboard).handover is None
    assert Situation.of(table, keyboard).reader is None
    assert not keyboard.may_show(due(table).seat)


def test_curtain_hides_a_turn_until_its_player_is_alone(tmp_path: Path) -> None:
    table = all_placed(begun(tmp_path, "us-1980"))
    keyboard, seat = ScreenPrivacy(table), due(table).seat
    assert Situation.of(table, keyboard).handover == seat
    assert Situation.of(table, keyboard).reader is None
    keyboard.reveal_to(seat)
    assert Situation.of(table, keyboard).handover is None
    assert keyboard.active_seat == Situation.of(table, keyboard).reader == seat
    assert not keyboard.may_show((seat + 1) % 3)
    keyboard.hide()
    assert Situation.of(table, keyboard).handover == seat


def test_scripts_have_no_curtain(tmp_path: Path) -> None:
    table = all_placed(begun(tmp_path, "us-1980"))
    keyboard = ScreenPrivacy(table, shared=False)
    assert keyboard.is_sole_viewer
    assert Situation.of(table, keyboard).handover is None
    assert Situation.of(table, keyboard).reader == due(table).seat


def test_only_person_among_bots_needs_no_curtain(tmp_path: Path) -> None:
    table = begun(tmp_path, MISSIONS, "Ann,bot,bot")
    keyboard = ScreenPrivacy(table)
    while table.automation.step():
        assert Situation.of(table, keyboard).reader == keyboard.active_seat == 0
    assert Situation.of(table, keyboard).handover is None


def test_player_who_handed_over_a_seat_may_look(tmp_path: Path) -> None:
    table = begun(tmp_path, "us-1980", "Ann,Ben")
    table.set_player(1 - due(table).seat, "toni")
    assert not ScreenPrivacy(table).is_sole_viewer


def test_a_new_mission_is_read_alone_before_the_first_decision(tmp_path: Path) -> None:
    # FAQ Q2.2.1: players keep their missions secret.
    table = begun(tmp_path, MISSIONS)
    keyboard = ScreenPrivacy(table)
    for _ in range(3):
        seat = due(table).seat
        assert keyboard.has_new_mission(seat)
        assert Situation.of(table, keyboard).handover == seat
        keyboard.reveal_to(seat)
        act(table)
        assert not keyboard.has_new_mission(seat)
    assert Situation.of(table, keyboard).handover is None


def test_capitals_are_chosen_behind_the_curtain(tmp_path: Path) -> None:
    # FAQ Q2.2.2: capitals are chosen in secret and shown together.
    table = all_placed(begun(tmp_path, CAPITALS))
    keyboard = ScreenPrivacy(table)
    for _ in range(3):
        seat = due(table).seat
        assert Situation.of(table, keyboard).handover == seat
        assert keyboard.has_secrets
        keyboard.reveal_to(seat)
        table.submit(seat, ChooseCapital(table.view(seat).territories_of(seat)[0]))
    assert not keyboard.has_secrets


def test_games_without_cards_and_missions_have_no_secrets(tmp_path: Path) -> None:
    assert not ScreenPrivacy(all_placed(begun(tmp_path, "us-1980"))).has_secrets
    (tmp_path / "missions").mkdir()
    assert ScreenPrivacy(begun(tmp_path / "missions", MISSIONS)).has_secrets


def test_when_the_game_is_over_no_curtain_falls(tmp_path: Path) -> None:
    table = begun(tmp_path, "us-1980", "bot,bot")
    while table.automation.step():
        pass
    keyboard = ScreenPrivacy(table)
    assert Situation.of(table, keyboard).handover is None
    assert Situation.of(table, keyboard).reader is None


def test_secrets_of_seats_at_other_terminals_are_not_shown(tmp_path: Path) -> None:
    table = begun(tmp_path, "us-1980", "Ann,Ben")
    keyboard = ScreenPrivacy(table)
    decision = table.decision
    assert decision is not None
    seat = decision.seat
    keyboard.reveal_to(seat)
    assert Situation.of(table, keyboard).reader == seat
    table.leave_seat(seat)
    assert Situation.of(table, keyboard).reader is None
    assert Situation.of(table, keyboard).handover is None
    keyboard.reveal_to(1 - seat)
    assert Situation.of(table, keyboard).reader == 1 - seat
