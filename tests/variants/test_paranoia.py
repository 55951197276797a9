"""Paranoia: who gives up is played on, and computer players keep those alive who are not theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.engine.state import Status
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import position
from tests.line_mode.keyboard import typed
from tests.tui.tables import set_out

PARANOIA = load_ruleset("paranoia")
ANN, BEN, CID = range(3)


@pytest.mark.parametrize(("victim", "kind"), [(BEN, Attack), (CID, EndPhase)])
def test_bots_finish_off_their_own_victim_only(victim: int, kind: type) -> None:
    """As soon as one player is eliminated the holder of their card has won (FAQ 4.11)."""
    lands = {"Ann": {"Siam": 9}, "Ben": {"Indonesia": 1}, "Cid": {"India": 30, "China": 30}}
    missions = [[victim], [ANN], [BEN]]
    view = position(lands, rest="Cid", rules=PARANOIA, missions=missions).view(ANN)
    assert view.decision is not None
    assert isinstance(make_bot("toni", 1).choose(view, view.decision), kind)


def test_a_bot_takes_over_a_seat_that_resigns(tmp_path: Path) -> None:
    missions = [[BEN], [CID], [ANN]]
    game = position({"Ann": {"Siam": 9}}, rules=PARANOIA, phase="fortify", missions=missions)
    asked = typed(set_out(tmp_path / "a.risk", game), "resign")
    assert "Let a bot play Ann from now on?" in asked.err
    table = set_out(tmp_path / "b.risk", game)
    typed(table, "resign yes")
    assert table.seats[ANN].player == DEFAULT_BOT
    assert table.view(None).status[ANN] == Status.PLAYING
