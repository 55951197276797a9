"""Placing the starting armies, and who has the first turn (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Offer, Place, Resign
from risk_tui.engine.decisions import ToPlace
from risk_tui.engine.errors import NotYourTerritory, WrongNumber
from risk_tui.engine.facts import ArmiesLost, Placed
from risk_tui.engine.phases import capital
from risk_tui.engine.phases.ending import next_playing
from risk_tui.engine.phases.opening import first_turn
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.play import need_number
from risk_tui.engine.state import Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def continue_placing(play: Play, seat: int) -> None:
    """The go of the first seat from ``seat`` on that can place armies, or what follows."""
    state, setup = play.state, play.rules.set_up
    for step in range(play.players if setup.places else 0):
        candidate = (seat + setup.direction * step) % play.players
        if state.status[candidate] is not Status.PLAYING:
            continue
        state.turn = state.acting = candidate
        state.step, state.neutral_step = _goes(play, candidate)
        if _goes_on(play):
            state.phase = Phase.PLACE
            return
    for unlucky, armies in enumerate(state.unplaced):
        if armies and setup.places:
            play.tell(ArmiesLost(unlucky, armies))
    state.unplaced = [0] * len(state.unplaced)
    state.step = state.neutral_step = 0
    if play.rules.capitals.played:
        capital.ask(play)
    else:
        first_turn(play)


def _goes(play: Play, seat: int) -> tuple[int, int]:
    """How many own and neutral armies a seat places in one go."""
    unplaced, neutral = play.state.unplaced, 0
    if play.neutral is not None:
        neutral = min(play.rules.third_army.neutral_each_go, unplaced[play.neutral])
    return play.rules.set_up.go(unplaced[seat]), neutral


def _goes_on(play: Play) -> bool:
    """Whether anything of this go can still be placed."""
    state = play.state
    if not state.step and not state.neutral_step:
        return False
    unlimited = play.rules.set_up.limit is None and play.rules.placing.free
    return unlimited or bool(place_limits(play))


def place_limits(play: Play) -> dict[int, int]:
    """How many armies may still be placed in this go, for each territory that can take any."""
    state, set_up, placing = play.state, play.rules.set_up, play.rules.placing
    wanted = {state.turn: state.step}
    if play.neutral is not None:
        wanted[play.neutral] = state.neutral_step
    # The pieces of a colour bound what it can place anywhere.
    wanted = {seat: placing.supply(state, seat, most) for seat, most in wanted.items() if most}
    found = {}
    for place, owner in enumerate(state.owner):
        if owner in wanted:
            armies = state.armies[place]
            most = min(set_up.room(armies, wanted[owner]), placing.room(armies, wanted[owner]))
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
    if not _goes_on(play):
        continue_placing(play, (seat + play.rules.set_up.direction) % play.players)


def _full(play: Play, territory: int) -> str:
    state, cap = play.state, play.rules.set_up.limit
    if state.owner[territory] == play.neutral:
        return "the neutral armies of this go are all placed; now place your own"
    if not state.step:
        return "your own armies of this go are all placed; now place the neutral ones"
    if cap is None or state.armies[territory] < cap:
        return f"{play.name(territory)} can take no more armies"
    return f"{play.name(territory)} already holds the {cap} armies that the set-up allows"


def _resign(play: Play, action: Resign) -> None:
    if resign(play):
        continue_placing(
            play, next_playing(play.state, play.state.turn, play.rules.set_up.direction)
        )


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
