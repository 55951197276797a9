"""Proposals for armies that move into a conquered territory."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.commands.history import ArmySplit, occupation_split
from risk_tui.engine.game import Game
from risk_tui.engine.state import Phase
from tests.engine.positions import at, position
from tests.tui.tables import (
    SMALL,
    armies,
    at_table,
    due,
    play,
    press,
    said,
    set_out,
)

ALL, LEAST = ArmySplit(left_behind=0), ArmySplit()


def taken(*lands: str, source: str, target: str) -> Game:
    """Ann holds some lands, and took one of them from another."""
    held = dict.fromkeys(lands, 1) | {source: 8, target: 0}
    bounds = (at(source), at(target), 3, 7)
    return position({"Ann": held}, phase=Phase.OCCUPY, occupying=bounds, conquests_this_turn=1)


SOUTH = ("Venezuela", "Peru", "Brazil", "Argentina", "North Africa", "Central America")


@pytest.mark.parametrize(
    ("lands", "source", "target", "proposed"),
    [
        (SOUTH, "Peru", "Argentina", ALL),
        (SOUTH, "Argentina", "North Africa", ALL),
        (SOUTH, "North Africa", "Brazil", LEAST),
        (("Ukraine", "Ural"), "Ukraine", "Ural", None),
    ],
    ids=["no enemy near", "on to the front", "away from the front", "both at the front"],
)
def test_armies_move_towards_enemies(
    lands: tuple[str, ...], source: str, target: str, proposed: ArmySplit | None
) -> None:
    view = taken(*lands, source=source, target=target).view(0)
    assert occupation_split(view, at(source), at(target)) == proposed


def test_answer_above_half_is_remembered_by_what_it_left() -> None:
    assert ArmySplit.of(5, 1, 7).number(1, 12) == 10


async def test_proposal_from_the_map_is_not_remembered(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", taken(*SOUTH, source="North Africa", target="Brazil"))
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        assert said(pilot.app) == " Armies from North Africa into Brazil (3–7): 3"
        await press(pilot, "enter")
        assert due(table)[0] == "attack"
        assert armies(table, "NA", "BR") == (5, 3)
        assert (0, "occupy") not in screen.selection.history.splits
