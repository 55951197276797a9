"""Who is first, which way the set-up goes round, and how the first turn begins (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.phases.ending import next_playing
from risk_tui.engine.phases.turn import begin_turn
from risk_tui.engine.records import FirstRolled
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def way_round(play: Play) -> int:
    """1 when the set-up goes round the table like the turns do, -1 for the other way."""
    return 1 if play.ruleset.setup.direction == "clockwise" else -1


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


def first_turn(play: Play) -> None:
    """The set-up is over."""
    state = play.state
    if play.ruleset.setup.first == "second roll":
        state.first = roll_for_first(play, state.playing())
    elif state.status[state.first] is not Status.PLAYING:
        state.first = next_playing(state, state.first)
    state.round = 1
    begin_turn(play, state.first)
