"""A conquest: who moves in, who is out, whose cards are whose (FAQ Q2.5.3, Q2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import (
    CapitalTaken,
    CardsDiscarded,
    CardsTaken,
    Conquered,
    How,
    LandsHandedOver,
    MissionsShown,
    Moved,
    SeatEliminated,
)
from risk_tui.engine.phases.ending import won
from risk_tui.engine.phases.turn import go_on
from risk_tui.engine.rules.victory import Moment
from risk_tui.engine.state import Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def conquer(play: Play, source: int, target: int, dice: int, victim: int) -> None:
    """The territory changes hands; its garrison is chosen unless only one number is possible."""
    state = play.state
    seat = state.acting
    state.owner[target] = seat
    if seat == state.turn:
        state.conquests += 1
    play.tell(Conquered(seat, target, victim))
    most = play.rules.placing.room(0, state.armies[source] - 1)
    least = min(most, play.rules.combat.occupy_least(dice))
    state.occupying = (source, target, least, most)
    _take_capital(play, target, victim)
    if victim not in state.owner:
        eliminate(play, victim)
    if play.rules.victory.last(state) or play.rules.victory.way(state, Moment.STEP):
        move_in(play, least)
        won(play, how=How.CONQUEST)
    elif least == most:
        move_in(play, least)
        go_on(play)
    else:
        state.phase = Phase.OCCUPY


def move_in(play: Play, armies: int) -> None:
    """The garrison moves into the conquered territory."""
    state = play.state
    if state.occupying is not None:
        source, target, _, _ = state.occupying
        state.armies[source] -= armies
        state.armies[target] += armies
        state.occupying = None
        play.tell(Moved(state.acting, source, target, armies, fortified=False))


def eliminate(play: Play, victim: int) -> None:
    """A seat without territories is out; its cards pass as the ruleset says (FAQ Q2.5.3)."""
    state = play.state
    state.beaten_by[victim] = state.acting
    if state.status[victim] is Status.PLAYING:
        state.status[victim] = Status.ELIMINATED
        _leave(play, victim)


def _leave(play: Play, victim: int) -> None:
    """A beaten seat's cards and missions, and the telling of its end."""
    state = play.state
    seat = state.acting
    state.announced[victim] = False
    play.tell(SeatEliminated(victim, seat))
    if play.rules.missions.shown_when_eliminated and state.missions[victim]:
        play.tell(MissionsShown(victim, tuple(state.missions[victim])))
    cards, state.hands[victim] = state.hands[victim], []
    rule = play.rules.elimination
    if not cards:
        return
    if not rule.cards_pass or state.status[seat] is not Status.PLAYING:
        state.discard += cards
        play.tell(CardsDiscarded(victim, len(cards)))
        return
    state.hands[seat] += cards
    play.tell(CardsTaken(seat, victim, len(cards), tuple(cards)))
    state.hand_limit = rule.limit_for(len(state.hands[seat]))


def _take_capital(play: Play, place: int, victim: int) -> None:
    """Tell of a capital that changed hands, and what its loss means for a seat (FAQ Q2.2.2)."""
    state, rule = play.state, play.rules.capitals
    if not rule.played:
        return
    _tell_capitals(play, (place,))
    if state.capitals[victim] != place or state.status[victim] is not Status.PLAYING:
        return
    if rule.loser_hands_over:
        lands = tuple(state.territories_of(victim))
        for land in lands:
            state.owner[land] = state.acting
        play.tell(LandsHandedOver(state.acting, victim, lands))
        _tell_capitals(play, lands)
    elif rule.loser_is_out and victim in state.owner:
        state.status[victim] = Status.OUT
        _leave(play, victim)


def _tell_capitals(play: Play, places: tuple[int, ...]) -> None:
    for seat, capital in enumerate(play.state.capitals):
        if capital in places:
            play.tell(CapitalTaken(play.state.acting, seat, capital))
