"""A table at one terminal: files, undo, orders, and seats of bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import make_bot, strongest_bot
from risk_tui.engine.actions import Claim, Place, Reinforce
from risk_tui.engine.decisions import ToAttack, ToPlace, ToReinforce, ToTrade
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.state import Phase
from risk_tui.errors import IllegalAction
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.orders import Blitz, PlaceRemaining
from risk_tui.table.table import Table
from tests.engine.positions import at, position
from tests.tui.tables import set_out

from .tables import (
    attack_with_a_choice,
    begun,
    claimed,
    due,
    in_attack,
    new_table,
    strongest_attack,
)


def test_a_game_reopened_from_its_file_stands_where_it_was_left(tmp_path: Path) -> None:
    table = in_attack(new_table(tmp_path / "a.risk"))
    before, steps, due = table.view(0), table.steps, table.decision
    table.close()
    again = Table.open(tmp_path / "a.risk")
    assert again.view(0) == before
    assert again.steps == steps
    assert again.decision == due


def test_seeded_game_rolls_the_same_dice_after_an_interruption(tmp_path: Path) -> None:
    def battles(path: Path, interrupt: bool) -> list[object]:
        table = in_attack(new_table(path))
        for _ in range(4):
            if interrupt:
                table.close()
                table = Table.open(path)
            decision = table.decision
            if isinstance(decision, ToAttack):
                table.submit(decision.seat, strongest_attack(table))
            while table.automation.step():
                pass
        facts = (fact for record in table.history(None) for fact in record.events)
        return [fact for fact in facts if isinstance(fact, BattleResolved)]

    straight = battles(tmp_path / "a.risk", interrupt=False)
    assert straight
    assert battles(tmp_path / "b.risk", interrupt=True) == straight


def test_undo_takes_back_claims_until_the_opening_roll(tmp_path: Path) -> None:
    table = begun(new_table(tmp_path / "a.risk"))
    start = table.view(None)
    for territory in (0, 1, 2):
        decision = due(table)
        table.submit(decision.seat, Claim(territory))
    for _ in range(3):
        assert table.undo() == 1
    assert table.view(None) == start
    with pytest.raises(IllegalAction, match="can't undo: the last step rolled dice"):
        table.undo()
    table.close()
    assert Table.open(tmp_path / "a.risk").view(None) == start


def test_undo_also_takes_back_what_bots_did_since(tmp_path: Path) -> None:
    table = begun(new_table(tmp_path / "a.risk", "Ann,bot,bot"))
    while table.automation.step():
        pass
    before = table.view(None)
    table.submit(0, Claim(before.owner.index(NO_SEAT)))
    while table.automation.step():
        pass
    assert table.undo() == 3
    assert table.view(None) == before


def test_a_blitz_fights_until_the_land_falls_or_one_army_is_left(tmp_path: Path) -> None:
    table = in_attack(new_table(tmp_path / "a.risk"))
    attack = strongest_attack(table)
    seat = table.view(None).turn
    steps = table.steps
    table.automation.give_order(Blitz(seat, attack.source, attack.target))
    while table.automation.step():
        pass
    view = table.view(seat)
    assert view.owner[attack.target] == seat or view.armies[attack.source] == 1
    fought = [
        fact
        for record in table.history(None, steps)
        for fact in record.events
        if isinstance(fact, BattleResolved)
    ]
    assert fought
    assert all((fact.source, fact.target) == (attack.source, attack.target) for fact in fought)


def test_blitz_without_questions_is_one_step(tmp_path: Path) -> None:
    path, won, lost = tmp_path / "a.risk", ((6, 6, 6), (1, 1)), ((1, 1, 1), (6, 6))
    lands = {"Ann": {"Ukraine": 12}, "Ben": {"Ural": 6}, "Cid": {"Brazil": 3}}
    table = set_out(
        path, position(lands, luck=[*won, *lost, *won, *won]), "Ann", "Ben:toni", "Cid:toni"
    )
    steps = table.steps
    table.automation.give_order(Blitz(0, at("Ukraine"), at("Ural")))
    while table.automation.orders.get(0):
        table.automation.step()
    # The attack, the defence for the whole turn, then all other battles.
    *_, rest = table.history(None, steps)
    assert [isinstance(fact, BattleResolved) for fact in rest.events] == [True, True, True, False]
    assert table.view(None).armies[at("Ural")] == 0
    *_, whole = SaveFile.open(path).entries(0)
    assert isinstance(whole, ActionEntry)
    assert whole.chance == (*lost, *won, *won)


def test_blitz_needs_a_legal_attack(tmp_path: Path) -> None:
    table = in_attack(new_table(tmp_path / "a.risk"))
    attack = strongest_attack(table)
    seat = table.view(None).turn
    with pytest.raises(IllegalAction, match="is yours; attack an opponent's territory"):
        table.automation.give_order(Blitz(seat, attack.source, attack.source))
    with pytest.raises(IllegalAction, match="is not yours"):
        table.automation.give_order(Blitz(seat, attack.target, attack.source))
    assert table.automation.step() is None


def test_blitz_stops_at_the_given_number_of_armies(tmp_path: Path) -> None:
    table = in_attack(new_table(tmp_path / "a.risk"))
    attack = strongest_attack(table)
    seat = table.view(None).turn
    have = table.view(seat).armies[attack.source]
    table.automation.give_order(Blitz(seat, attack.source, attack.target, stop_at=have))
    assert table.automation.step() is None
    assert table.view(seat).armies[attack.source] == have


def test_standing_answer_replaces_the_question_for_defence(tmp_path: Path) -> None:
    table = in_attack(new_table(tmp_path / "a.risk"))
    seat = due(table).seat
    attack = attack_with_a_choice(table, seat)
    defender = table.view(None).owner[attack.target]
    table.seating.set_defence(defender, "ask")
    table.submit(seat, attack)
    assert (due(table).kind, due(table).seat) == ("defend", defender)
    assert table.automation.pending() is None
    table.seating.set_defence(defender, "most")
    assert table.automation.step() is not None


def test_seat_is_handed_to_a_bot_and_back(tmp_path: Path) -> None:
    table = begun(new_table(tmp_path / "a.risk"))
    table.set_player(0, "toni")
    table.set_player(1, "toni")
    for _ in range(10):
        assert table.automation.step() is not None
    table.set_player(0, "person")
    table.set_player(1, "person")
    assert table.automation.pending() is None
    table.close()
    assert [seat.player for seat in Table.open(tmp_path / "a.risk").seats] == ["person", "person"]


def test_history_hides_cards_of_other_seats(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "bot,bot,Cleo")
    table.set_player(2, "toni")
    while table.view(None).round < 4 and table.decision is not None:
        table.automation.step()
    drawn = [
        fact for record in table.history(2) for fact in record.events
        if type(fact).__name__ == "CardDrawn"
    ]  # fmt: skip
    assert any(fact.seat != 2 for fact in drawn)  # type: ignore[attr-defined]
    for fact in drawn:
        assert (fact.card is not None) == (fact.seat == 2)  # type: ignore[attr-defined]
    assert all(not record.chance for record in table.history(2))


def test_placing_the_rest_gives_every_starting_army_a_place(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "a.risk", "Ann,Ben,Cleo"))
    first = table.decision
    assert isinstance(first, ToPlace)
    table.submit(first.seat, Place(table.view(None).territories_of(first.seat)[0]))
    for seat in range(3):
        table.automation.give_order(PlaceRemaining(seat))
    while table.automation.step():
        pass
    view = table.view(None)
    assert view.unplaced == (0, 0, 0)
    assert [view.armies_of(seat) for seat in range(3)] == [35, 35, 35]


BOTS_BESIDES, ALL_PERSONS = ("Ann", "toni", "toni"), ("Ann", "Ben", "Cid")
NO_SET, SET = "Alaska, Ontario, Brazil", "Ukraine, Scandinavia, Brazil"


def asked_about_cards(path: Path, players: tuple[str, ...], hand: str) -> Table:
    """Return a table at which Ann is asked about cards before her attacks."""
    game = position(
        {"Ann": {"Ukraine": 9}}, phase=Phase.REINFORCE, armies_to_place=3, hands={"Ann": hand}
    )
    table = set_out(path, game, *players)
    table.submit(0, Reinforce(at("Ukraine"), 3))
    assert isinstance(table.decision, ToTrade)
    return table


def test_a_question_without_a_choice_is_answered_for_the_only_person(tmp_path: Path) -> None:
    table = asked_about_cards(tmp_path / "a.risk", BOTS_BESIDES, NO_SET)
    table.automation.step()
    assert isinstance(table.decision, ToAttack)


@pytest.mark.parametrize(
    ("players", "hand"), [(ALL_PERSONS, NO_SET), (BOTS_BESIDES, SET), (ALL_PERSONS, SET)]
)
def test_a_question_that_hides_something_is_asked(
    players: tuple[str, ...], hand: str, tmp_path: Path
) -> None:
    assert asked_about_cards(tmp_path / "a.risk", players, hand).automation.pending() is None


def test_a_question_is_asked_while_another_person_may_come_back(tmp_path: Path) -> None:
    table = asked_about_cards(tmp_path / "a.risk", ALL_PERSONS, NO_SET)
    for seat in (1, 2):
        table.set_player(seat, "toni")
    assert table.automation.pending() is None


def test_undo_includes_a_forced_pass(tmp_path: Path) -> None:
    table = asked_about_cards(tmp_path / "a.risk", BOTS_BESIDES, NO_SET)
    table.automation.step()
    assert table.undo() == 2
    assert isinstance(table.decision, ToReinforce)


def test_hints_in_a_turn_follow_one_plan(tmp_path: Path) -> None:
    """A player who does what the hints say plays like a bot that remembers its plan."""
    table = begun(new_table(tmp_path / "a.risk", "Ann,bot,bot,bot", "us-1993"))
    bot, without_memory = make_bot(strongest_bot(), "7/0"), 0
    for _ in range(200):
        while table.automation.step():
            pass
        if (decision := table.decision) is None:
            break
        view = table.view(0)
        hint = table.automation.bots.advise(view).action
        assert hint == bot.choose(view, decision)
        without_memory += hint != make_bot(strongest_bot(), "7/0").choose(view, decision)
        table.submit(0, hint)
    assert without_memory
