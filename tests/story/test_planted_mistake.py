"""A whole review finds the one bad decision of a turn, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from risk_opponents.general.bot import General

from risk_tui.engine.actions import Attack, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.story import review as reviews
from risk_tui.story.review import review_game
from risk_tui.story.story import Story, build_story
from risk_tui.table.seats import Seat, extra_seats
from tests.engine.positions import BOARD, US, at
from tests.story.conftest import ImmediateWorkers

ANN = 0
SOURCE, TARGET = at("Brazil"), at("North Africa")
ARMIES = (10, 14)
"""The armies of both territories before the mistake."""
SEED = 15
SETUP = GameSetup(BOARD, US, 2)


def fixed_players() -> list[General]:
    return [General(f"{SEED}/{seat}") for seat in range(2)]


def game_with_a_mistake() -> tuple[list[Record], int]:
    """Return a game with a mistake of Ann, and the moment of the mistake.

    Bots play until Ann wastes her best army in hopeless attacks; then Ben resigns.
    """
    game, bots, mistake = Game(SETUP, seeded_chance(SEED)), fixed_players(), 0
    records: list[Record] = []
    while (decision := game.decision) is not None:
        view = game.view(decision.seat)
        action = bots[decision.seat].choose(view, decision)
        is_ann = decision.seat == view.turn == ANN
        if mistake and decision.kind != "defend" and not is_ann:
            action = Resign()
        elif is_ann and decision.kind == "attack" and view.round == 2:
            stacks = view.armies[SOURCE], view.armies[TARGET]
            mistake = mistake or (len(records) if stacks == ARMIES else 0)
            if mistake and stacks[0] > 1:
                action = Attack(SOURCE, TARGET, view.max_attack_dice(SOURCE, TARGET))
        records.append(game.apply(action, seat=decision.seat))
    return records, mistake


def story_of_one_turn(records: list[Record], moment: int) -> Story:
    """Return the story with a single turn that starts just before a moment."""
    players = [Seat("Ann", "red", "person"), Seat("Ben", "blue", "mira")]
    story = build_story(SETUP, [*players, *extra_seats(SETUP, players)], records)
    (turn,) = [turn for turn in story.turns if turn.start <= moment < turn.end]
    return replace(story, turns=(replace(turn, start=max(moment - 2, turn.start)),))


def test_wasted_army_is_the_only_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "CANDIDATES", 2)
    monkeypatch.setattr(reviews, "ROUNDS", 1)
    records, moment = game_with_a_mistake()
    found = review_game(story_of_one_turn(records, moment), 12, ImmediateWorkers())
    assert found.looked_at[0] > 2
    (mistake,) = found.of(ANN)
    assert mistake.moment == moment
    assert mistake.done.startswith("attacking ")
    assert "10 against 14" in mistake.done
