"""The phases of a game, each described by a ``PhaseHandler``.

A handler returns the pending decision, its seat and the offers, and has a function for each action,
which sets the next phase at its end. ``turn_flow`` does what happens between phases without a
decision; ``battle`` and ``conquest`` resolve attacks.
"""

from __future__ import annotations

from collections.abc import Mapping

from risk_tui.engine.context import PhaseHandler
from risk_tui.engine.phases import attack, battle, conquest, fortify, reinforce, set_up
from risk_tui.engine.state import Phase

PHASES: Mapping[str, PhaseHandler] = {
    Phase.BEGIN: set_up.BEGIN,
    Phase.CLAIM: set_up.CLAIM,
    Phase.PLACE: set_up.PLACE,
    Phase.REINFORCE: reinforce.REINFORCE,
    Phase.TRADE: reinforce.TRADE,
    Phase.ATTACK: attack.ATTACK,
    Phase.DEFEND: battle.DEFEND,
    Phase.OCCUPY: conquest.OCCUPY,
    Phase.FORTIFY: fortify.FORTIFY,
}
