"""Melt-downs: the question before one. The rules are in the conformance tables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from risk_tui.commands.base import AnswerCommand
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.meltdown import Strike
from tests.engine.positions import ANN, card, position


@pytest.mark.parametrize(
    ("holder", "question"),
    [
        ("Ann", "Alaska (artillery), which is yours? You lose all your armies there"),
        ("Ben", "Alaska (artillery)? It destroys all armies there"),
    ],
)
def test_melting_an_own_territory_asks_first(holder: str, question: str) -> None:
    """A card melts down its territory, even an own one (Risk FAQ, section 4.5)."""
    lands = {"Ann": {"Brazil": 3}, "Ben": {"Ural": 2}}
    lands[holder]["Alaska"] = 4
    game = position(lands, rules=load_ruleset("tactical"), phase="strike", hands={"Ann": "Alaska"})
    questions: list[str] = []
    front_end = SimpleNamespace(
        view=lambda: game.view(ANN), confirm=lambda asked, deed: questions.append(asked)
    )
    AnswerCommand(Strike(card("Alaska"))).run(cast(Any, front_end))
    [asked] = questions
    assert question in asked
