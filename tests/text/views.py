"""Views for each kind of decision."""

from __future__ import annotations

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.state import Battle, Phase
from risk_tui.engine.view import View
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import ANN, BEN, at, position

LANDS = {
    "Ann": {"Ukraine": 5, "Great Britain": 4, "Brazil": 1, "China": 3, "India": 2},
    "Cid": {"Japan": 2},
}
HAND = "Alaska, Brazil, Argentina, Ukraine, joker"


def looking(phase: Phase = Phase.ATTACK, seat: int = ANN, **more: object) -> View:
    """Return the view of Ann, or another seat, in a game where it is Ann's turn."""
    return position(LANDS, phase=phase, **more).view(seat)  # type: ignore[arg-type]


CLAIMING = position({}, phase=Phase.CLAIM, owner=[NO_SEAT] * 42, unplaced=[20] * 3).view(ANN)
PLACING = position(LANDS, phase=Phase.PLACE, own_armies_this_go=1, unplaced=[14] * 3).view(ANN)
REINFORCING = looking(Phase.REINFORCE, armies_to_place=7)
TRADING = looking(Phase.TRADE, hands={"Ann": HAND})
ATTACKING = looking()
DEFENDING = looking(Phase.DEFEND, BEN, battle=Battle(at("Ukraine"), at("Ural"), 3))
OCCUPYING = looking(Phase.OCCUPY, occupying=(at("Ukraine"), at("Ural"), 3, 6))
FORTIFYING = looking(Phase.FORTIFY)
EXPERTS = load_ruleset("us-1980-experts")
CHOOSING = looking("capital", rules=load_ruleset("us-1993-capital"))
DECLARING = looking("declare", rules=load_ruleset("uk-old"))
DICE = Battle(at("Ukraine"), at("Ural"), 3, (6, 4, 1), (5, 2))
ALTERING = looking("alter", rules=EXPERTS, battle=DICE, hands={"Ann": "Ural, Siam"})
WATCHING = looking(seat=BEN)
