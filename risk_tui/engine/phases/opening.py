"""Who is first, which way the set-up goes round, and how the first turn begins (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import FirstRolled
from risk_tui.engine.phases.ending import next_playing
from risk_tui.engine.phases.turn import begin_turn
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def seats_in_order(play: Play) -> list[int]:
    """The players' seats in the order of the set-up, from the first one on."""
    step = play.rules.set_up.direction
    return [(play.state.first + step * count) % play.players for count in range(play.players)]


def roll_for_first(play: Play, seats: list[int]) -> int:
    """The seat with the highest die; those that tie roll again (US 1993 booklet p. 6)."""
    rounds: list[tuple[tuple[int, int], ...]] = []
    contenders = seats
    while len(contenders) > 1 or not rounds:
        faces = play.dice(len(contenders), contenders)
        rounds.append(tuple(zip(contenders, faces, strict=True)))
        contenders = [seat for seat, face in rounds[-1] if face == max(faces)]
    play.tell(FirstRolled(tuple(rounds), contenders[0]))
    return contenders[0]


def first_turn(play: Play) -> None:
    """The set-up is over."""
    state, setup = play.state, play.rules.set_up
    if setup.rolls_again:
        state.first = roll_for_first(play, state.playing())
    elif setup.fewest_cards_first:
        # No territory has changed hands yet, so each seat holds what it was dealt.
        state.first = min(seats_in_order(play), key=state.owner.count)
    if state.status[state.first] is not Status.PLAYING:
        state.first = next_playing(state, state.first)
    state.round = 1
    begin_turn(play, state.first)
