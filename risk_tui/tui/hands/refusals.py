"""Why the territory under the cursor cannot take what a key would do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Claim, Reinforce
from risk_tui.engine.decisions import ToPlace

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View


def refusal(view: View, place: int, kind: type[Action]) -> str:
    """What stands against an action of this kind on a territory that is not offered."""
    name = view.board.territories[place].name
    if kind is Claim:
        return f"{name} is claimed already"
    decision = view.decision
    if isinstance(decision, ToPlace):
        return _not_placed(view, place, decision)
    if view.owner[place] != view.acting:
        whose = "yours" if view.acting != view.neutral else "the Allied Army's"
        return f"{name} is not {whose}"
    return _full(view, place) if kind is Reinforce else f"{name} cannot be chosen now"


def _not_placed(view: View, place: int, decision: ToPlace) -> str:
    name, owner = view.board.territories[place].name, view.owner[place]
    if owner not in (view.turn, view.neutral):
        return f"{name} is not yours"
    limit = view.ruleset.setup.territory_limit
    if limit is not None and view.armies[place] >= limit:
        return f"{name} has the {limit} armies that the set-up allows"
    if owner == view.turn and not decision.most:
        return "your own armies of this go are placed; now the neutral ones"
    if owner == view.neutral and not decision.neutral:
        return "the neutral armies of this go are placed; now your own"
    return f"{name} cannot take an army now"


def _full(view: View, place: int) -> str:
    """Why a territory of one's own takes none of the armies that are to be placed."""
    name, rules = view.board.territories[place].name, view.ruleset
    limit = rules.limits.territory
    if limit is not None and view.armies[place] >= limit:
        return f"{name} has {view.armies[place]} armies, and no territory may hold more"
    open_places = [
        offer.action.territory for offer in view.offers if isinstance(offer.action, Reinforce)
    ]
    if view.rules.placing.tied and open_places:
        found = {view.board.territories[each].continent for each in open_places}
        where = " and ".join(view.board.continents[each].name for each in sorted(found))
        return f"the armies that are left stay in the continent they are for: {where}"
    if rules.reinforce.one_go_each:
        return f"{name} was reinforced already; each territory is only once in a turn"
    return f"{name} can take no more of these armies; choose another"
