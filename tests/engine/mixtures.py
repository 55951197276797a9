"""Rulesets with random combinations of options, including those that no edition has."""

from __future__ import annotations

import random
from contextlib import suppress

from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import with_house_rules
from tests.conformance.tables import ALL

from .positions import BOARD, US

CHANGES = [
    {**case.given, **case.about}
    for case in ALL
    if not any(key.startswith("variants.") for key in (*case.given, *case.about))
]
"""The values of cases about rules; every option has a case."""


def mixed(seed: int) -> GameSetup:
    """Return a game with the US rules of 1993 changed as in random cases that go together.

    All mixtures have a turn limit, because some would never end: for example full territories with
    three dice each in defence.
    """
    rng = random.Random(seed)
    setup = GameSetup(BOARD, US, rng.choice((2, 3, 4, 5, 6)))
    goals = rng.sample(("missions", "capitals", "objectives"), rng.randint(0, 3))
    for values in (
        *rng.sample(CHANGES, 30),
        *({f"{section}.played": False} for section in goals),
        {"victory.turn_limit": rng.choice((1, 10, 40))},
    ):
        with suppress(RiskError):
            ruleset = with_house_rules(setup.ruleset, values)
            setup = GameSetup(BOARD, ruleset, setup.seats)
    return setup
