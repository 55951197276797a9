"""The fixed opponent of measurements."""

from __future__ import annotations

import pytest
from risk_opponents.general.bot import General

from risk_tui.rules.library import load_ruleset
from tests.bots.matches import play
from tests.extent import few


@pytest.mark.parametrize(
    ("rules", "players", "course"),
    few(
        [
            ("us-1993", 4, (2, 12, 702)),
            ("uk-new", 3, (0, 23, 1085)),
            ("us-1993-mission", 3, (0, 9, 498)),
            ("us-1993", 2, (0, 12, 471)),
        ],
        2,
    ),
)
def test_it_plays_as_others_were_measured_against(
    rules: str, players: int, course: tuple[int, int, int]
) -> None:
    """The strength of other players is told by games against this one, so it must not change."""
    bots = [General(f"0/{seat}") for seat in range(players)]
    game, records = play(load_ruleset(rules), bots, "yardstick")
    assert (*game.winners, game.view().round, len(records)) == course
