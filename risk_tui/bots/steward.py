"""Setting up: which territories to claim, and where the starting armies go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import allies
from risk_tui.bots.survey import Survey
from risk_tui.bots.terrain import Terrain
from risk_tui.engine.actions import Claim, Place

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.view import View


def place(view: View) -> Action:
    """The set-up action that a sensible player would choose for the view's seat.

    For a player who says "place the rest for me": claims a territory or places the armies of
    this go, always the same ones in the same position. Raises ``ValueError`` when no claim or
    placement of this seat is due.
    """
    action = None
    if view.seat is not None and view.decision is not None:
        survey = Survey(view, view.seat, Terrain(view.board, "steward"))
        action = claim(survey) or put(survey)
    if action is None:
        raise ValueError("no territory is to be claimed and no starting armies to be placed")
    return action


def claim(survey: Survey) -> Action | None:
    """Claim in the continent that promises most, near what is held already."""
    free = [o.action.territory for o in survey.view.offers if isinstance(o.action, Claim)]
    if not free:
        return None
    promise = [_promise(survey, number) for number in range(len(survey.holder))]
    return Claim(max(free, key=lambda place: (_claim_worth(survey, place, promise), -place)))


def _claim_worth(survey: Survey, place: int, promise: list[float]) -> float:
    terrain = survey.terrain
    number = terrain.continent[place]
    friends = sum(survey.owner[other] == survey.seat for other in terrain.near[place])
    return promise[number] + 0.25 * friends + _denial(survey, number) + terrain.taste[place] / 4


def _denial(survey: Survey, number: int) -> float:
    """What it is worth to keep another seat from claiming a whole continent."""
    places = survey.terrain.board.continents[number].territories
    claimed = [survey.owner[place] for place in places if survey.owner[place] >= 0]
    if not claimed or survey.seat in claimed or len(set(claimed)) > 1:
        return 0.0
    return 2.0 if len(places) - len(claimed) <= 1 else 0.0


def _promise(survey: Survey, number: int) -> float:
    """How good a continent looks: small, few borders, and not in others' hands."""
    terrain = survey.terrain
    continent = terrain.board.continents[number]
    size, borders = terrain.sizes[number], len(terrain.borders[number])
    mine = others = 0
    for place in continent.territories:
        mine += survey.owner[place] == survey.seat
        others += survey.owner[place] >= 0 and survey.owner[place] != survey.seat
    ease = continent.bonus / (size + 1.5 * borders)
    wanted = sum(
        place in survey.aims.pull or place in survey.aims.keep for place in continent.territories
    )
    return (0.4 + ease + wanted / size) * (1.0 + 3.0 * mine / size) * (1.0 - 0.7 * others / size)


def put(survey: Survey) -> Action | None:
    """Starting armies go where a continent can be won, and where others stand strong next door.

    Neutral ones of the same go are put in the way of others.
    """
    offers = [offer for offer in survey.view.offers if isinstance(offer.action, Place)]
    if not offers:
        return None
    own = [offer for offer in offers if survey.owner[_place_of(offer)] == survey.seat]
    if own:
        promise = [_promise(survey, number) for number in range(len(survey.holder))]
        aim = max(range(len(promise)), key=lambda number: (promise[number], -number))
        best = max(own, key=lambda offer: _put_worth(survey, _place_of(offer), aim))
    else:
        post = allies.post(survey, [_place_of(offer) for offer in offers])
        best = next(offer for offer in offers if _place_of(offer) == post)
    return best.with_number(best.most) if best.most is not None else best.action


def _place_of(offer: Offer) -> int:
    return offer.action.territory if isinstance(offer.action, Place) else -1


def _put_worth(survey: Survey, place: int, aim: int) -> float:
    """How well starting armies stand on a territory, for a seat that aims at a continent."""
    terrain, owner, armies = survey.terrain, survey.owner, survey.armies
    targets = [p for p in terrain.near[place] if owner[p] != survey.seat]
    if not targets:
        return -100.0
    wanted = [p for p in targets if terrain.continent[p] == aim]
    inside = terrain.continent[place] == aim
    worth = 4.0 * inside + 2.0 * bool(wanted) + terrain.taste[place] / 4
    # Enough is enough: beyond twice what stands against it, a stack does better elsewhere.
    against = max(armies[p] for p in targets)
    return worth - 6.0 * max(0.0, armies[place] / (2.0 * against + 4.0) - 1.0)
