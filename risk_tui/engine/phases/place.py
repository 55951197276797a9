"""Placing the starting armies, and who has the first turn (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Offer, Place, Resign
from risk_tui.engine.decisions import ToPlace
from risk_tui.engine.errors import NotYourTerritory, WrongNumber
from risk_tui.engine.phases import capital
from risk_tui.engine.phases.ending import next_playing
from risk_tui.engine.phases.opening import first_turn, way_round
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.play import need_number
from risk_tui.engine.records import Placed
from risk_tui.engine.state import Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def continue_placing(play: Play, seat: int) -> None:
    """The go of the first seat from ``seat`` on that can place armies, or what follows."""
    state, setup = play.state, play.ruleset.setup
    for step in range(play.players if setup.placing == "in turns" else 0):
        candidate = (seat + way_round(play) * step) % play.players
        if state.status[candidate] is not Status.PLAYING:
            continue
        state.turn = state.acting = candidate
        state.step, state.neutral_step = _goes(play, candidate)
        if place_limits(play):
            state.phase = Phase.PLACE
            return
    state.unplaced = [0] * len(state.unplaced)
    state.step = state.neutral_step = 0
    if play.rules.capitals.played:
        capital.ask(play)
    else:
        first_turn(play)


def _goes(play: Play, seat: int) -> tuple[int, int]:
    """How many own and neutral armies a seat places in one go."""
    state, setup, two = play.state, play.ruleset.setup, play.ruleset.two_players
    own, neutral = setup.armies_each_go or state.unplaced[seat], 0
    if play.neutral is not None and two.third_army == "neutral":
        own = two.own_each_go
        neutral = min(two.neutral_each_go, state.unplaced[play.neutral])
    return min(own, state.unplaced[seat]), neutral


def place_limits(play: Play) -> dict[int, int]:
    """How many armies may still be placed in this go, for each territory that can take any."""
    state = play.state
    cap = play.ruleset.setup.territory_limit
    found = {}
    for place, owner in enumerate(state.owner):
        wanted = state.step if owner == state.turn else 0
        if owner == play.neutral:
            wanted = state.neutral_step
        most = play.rules.placing.room(state.armies[place], wanted)
        if cap is not None:
            most = min(most, cap - state.armies[place])
        most = play.rules.placing.supply(state, owner, most) if most > 0 else 0
        if most > 0:
            found[place] = most
    return found


def place(play: Play, action: Place) -> None:
    """Armies on a territory; after the go's last army the next seat places."""
    state = play.state
    play.need_territory(action.territory)
    seat, owner = state.turn, state.owner[action.territory]
    if owner != seat and owner != play.neutral:
        raise NotYourTerritory(f"{play.name(action.territory)} is not yours")
    most = place_limits(play).get(action.territory, 0)
    if most <= 0:
        raise WrongNumber(_full(play, action.territory))
    need_number(action.armies, 1, most, "armies to place")
    state.armies[action.territory] += action.armies
    state.unplaced[owner] -= action.armies
    if owner == seat:
        state.step -= action.armies
    else:
        state.neutral_step -= action.armies
    play.tell(Placed(owner, action.territory, action.armies))
    if not place_limits(play):
        continue_placing(play, (seat + way_round(play)) % play.players)


def _full(play: Play, territory: int) -> str:
    state, cap = play.state, play.ruleset.setup.territory_limit
    if state.owner[territory] == play.neutral:
        return "the neutral armies of this go are all placed; now place your own"
    if not state.step:
        return "your own armies of this go are all placed; now place the neutral ones"
    if cap is None or state.armies[territory] < cap:
        return f"{play.name(territory)} can take no more armies"
    return f"{play.name(territory)} already holds the {cap} armies that the set-up allows"


def resign_set_up(play: Play) -> bool:
    """Leave the game during the set-up; whether it goes on."""
    resign(play)
    return play.state.phase is not Phase.OVER


def _resign(play: Play, action: Resign) -> None:
    if resign_set_up(play):
        continue_placing(play, next_playing(play.state, play.state.turn, way_round(play)))


def _offers(play: Play) -> list[Offer]:
    limits = place_limits(play)
    return [Offer(Place(place, 1), most) for place, most in limits.items()] + [Offer(Resign())]


def _decision(play: Play) -> ToPlace:
    state = play.state
    return ToPlace(state.turn, state.step, state.unplaced[state.turn], state.neutral_step)


PLACE = PhaseShape(
    decides=in_turn,
    decision=_decision,
    offers=_offers,
    actions={Place: place, Resign: _resign},
    asked="place your starting armies first",
)
