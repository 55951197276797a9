"""The phases of a game, one module each and all of one shape.

A phase says whose decision is due and which, which actions are offered and what each action
does; an action ends by setting the phase that follows. ``turn_flow`` and ``game_end`` hold the
steps between phases that ask nobody anything, ``battle`` and ``conquest`` what an attack leads to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.phases import (
    attack,
    begin_claim,
    defend,
    fortify,
    initial_placement,
    occupy,
    reinforce,
    trade,
)
from risk_tui.engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.engine.phases.base import PhaseHandler

PHASES: Mapping[str, PhaseHandler] = {
    Phase.BEGIN: begin_claim.BEGIN,
    Phase.CLAIM: begin_claim.CLAIM,
    Phase.PLACE: initial_placement.PLACE,
    Phase.REINFORCE: reinforce.REINFORCE,
    Phase.TRADE: trade.TRADE,
    Phase.ATTACK: attack.ATTACK,
    Phase.DEFEND: defend.DEFEND,
    Phase.OCCUPY: occupy.OCCUPY,
    Phase.FORTIFY: fortify.FORTIFY,
}
