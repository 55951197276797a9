"""The phases of a game, one module each and all of one shape.

A phase says whose decision is due and which, which actions are offered and what each action
does; doing one ends by naming the phase that follows. ``turn`` and ``ending`` hold the steps
between phases that ask nobody anything, ``battle`` and ``conquest`` what a battle leads to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.phases import (
    alter,
    attack,
    capital,
    declare,
    defend,
    fortify,
    occupy,
    place,
    reinforce,
    setup,
    trade,
)
from risk_tui.engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.engine.phases.shape import PhaseShape

PHASES: Mapping[Phase, PhaseShape] = {
    Phase.BEGIN: setup.BEGIN,
    Phase.CLAIM: setup.CLAIM,
    Phase.PLACE: place.PLACE,
    Phase.CAPITAL: capital.CAPITAL,
    Phase.DECLARE: declare.DECLARE,
    Phase.REINFORCE: reinforce.REINFORCE,
    Phase.TRADE: trade.TRADE,
    Phase.ATTACK: attack.ATTACK,
    Phase.DEFEND: defend.DEFEND,
    Phase.ALTER: alter.ALTER,
    Phase.OCCUPY: occupy.OCCUPY,
    Phase.FORTIFY: fortify.FORTIFY,
}
