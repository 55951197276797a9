"""Setting up: who is first, sharing out the territories, placing the rest (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Begin, Claim, Offer, Place, Resign
from risk_tui.engine.decisions import ToBegin, ToClaim, ToPlace
from risk_tui.engine.errors import NotYourTerritory, WrongNumber
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.phases.turn import begin_turn, next_playing, won
from risk_tui.engine.play import need_number
from risk_tui.engine.records import Claimed, Dealt, FirstRolled, Placed
from risk_tui.engine.state import NOBODY, Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def begin(play: Play, action: Begin) -> None:
    """Roll for the first seat, and deal the territories where the ruleset says so."""
    state = play.state
    state.first = roll_for_first(play, state.playing())
    state.turn = state.first
    if play.ruleset.setup.allocation == "deal":
        deal(play)
        continue_placing(play, state.first)
    else:
        state.phase = Phase.CLAIM


def roll_for_first(play: Play, seats: list[int]) -> int:
    """The seat with the highest die; those that tie roll again (US 1993 booklet p. 6)."""
    rounds: list[tuple[tuple[int, int], ...]] = []
    contenders = seats
    while len(contenders) > 1 or not rounds:
        faces = play.dice(len(contenders))
        rounds.append(tuple(zip(contenders, faces, strict=True)))
        contenders = [seat for seat, face in rounds[-1] if face == max(faces)]
    play.tell(FirstRolled(tuple(rounds), contenders[0]))
    return contenders[0]


def deal(play: Play) -> None:
    """Deal every territory in turn; the first seats get one more where it does not come out."""
    state = play.state
    seats = len(state.status)
    for turn, territory in enumerate(play.order(len(state.owner))):
        seat = (state.first + turn) % seats
        state.owner[territory] = seat
        state.armies[territory] = 1
        state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    play.tell(Dealt(tuple(state.owner)))


def claim(play: Play, action: Claim) -> None:
    """One army on a free territory; then the next seat claims."""
    state = play.state
    play.need_territory(action.territory)
    if state.owner[action.territory] != NOBODY:
        raise NotYourTerritory(
            f"{play.name(action.territory)} is already claimed; choose a free territory"
        )
    seat = state.turn
    state.owner[action.territory] = seat
    state.armies[action.territory] = 1
    state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    play.tell(Claimed(seat, action.territory))
    after_claim(play)


def after_claim(play: Play) -> None:
    """The next seat claims, or the placing begins when no territory is free."""
    state = play.state
    following = next_playing(state, state.turn)
    if NOBODY in state.owner:
        state.turn = following
    else:
        continue_placing(play, following)


def continue_placing(play: Play, seat: int) -> None:
    """The go of the first seat from ``seat`` on that has armies left, or the first turn."""
    state = play.state
    seats = len(state.status)
    for step in range(seats):
        candidate = (seat + step) % seats
        if state.unplaced[candidate] > 0 and state.status[candidate] is Status.PLAYING:
            state.phase = Phase.PLACE
            state.turn = candidate
            state.step = min(play.ruleset.setup.armies_each_go, state.unplaced[candidate])
            return
    if play.ruleset.setup.first == "second roll":
        state.first = roll_for_first(play, state.playing())
    elif state.status[state.first] is not Status.PLAYING:
        state.first = next_playing(state, state.first)
    state.round = 1
    begin_turn(play, state.first)


def place_limit(play: Play, territory: int) -> int:
    """How many armies may still be placed on a territory in this go."""
    limit = play.ruleset.setup.territory_limit
    most = play.state.step
    return most if limit is None else min(most, limit - play.state.armies[territory])


def place(play: Play, action: Place) -> None:
    """Armies on a territory of one's own; after the go's last army the next seat places."""
    state = play.state
    play.need_own(action.territory)
    most = place_limit(play, action.territory)
    if most <= 0:
        raise WrongNumber(
            f"{play.name(action.territory)} already holds the "
            f"{play.ruleset.setup.territory_limit} armies that the set-up allows"
        )
    need_number(action.armies, 1, most, "armies to place")
    seat = state.turn
    state.armies[action.territory] += action.armies
    state.unplaced[seat] -= action.armies
    state.step -= action.armies
    play.tell(Placed(seat, action.territory, action.armies))
    if state.step == 0:
        continue_placing(play, (seat + 1) % len(state.status))


def _resign(play: Play, action: Resign) -> None:
    resign(play)
    state = play.state
    if state.phase is Phase.CLAIM:
        after_claim(play)
    elif state.phase is Phase.PLACE:
        continue_placing(play, next_playing(state, state.turn))
    if state.phase is not Phase.OVER:
        won(play)


def _place_offers(play: Play) -> list[Offer]:
    places = play.state.territories_of(play.state.turn)
    limits = [(place, place_limit(play, place)) for place in places]
    return [Offer(Place(place, 1), most) for place, most in limits if most > 0] + [Offer(Resign())]


BEGIN = PhaseShape(
    decision=lambda play: ToBegin(play.state.turn),
    offers=lambda play: [Offer(Begin())],
    actions={Begin: begin},
)

CLAIM = PhaseShape(
    decision=lambda play: ToClaim(play.state.turn, play.state.owner.count(NOBODY)),
    offers=lambda play: [
        *(Offer(Claim(place)) for place, owner in enumerate(play.state.owner) if owner == NOBODY),
        Offer(Resign()),
    ],
    actions={Claim: claim, Resign: _resign},
)

PLACE = PhaseShape(
    decision=lambda play: ToPlace(
        play.state.turn, play.state.step, play.state.unplaced[play.state.turn]
    ),
    offers=_place_offers,
    actions={Place: place, Resign: _resign},
)
