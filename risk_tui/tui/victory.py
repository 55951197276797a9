"""The words at the end of a game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.facts import (
    BattleFought,
    Conquered,
    GameWon,
    How,
    MissionsShown,
    SeatEliminated,
)
from risk_tui.language.sentences import count, reached, tell_mission
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.words import DIM, HEAD, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def victory_text(view: View, seats: Sequence[Seat], records: Sequence[Record]) -> Text:
    """Who won and how, with what each player did."""
    facts = [fact for record in records for fact in record.facts]
    how = next((fact.how for fact in reversed(facts) if isinstance(fact, GameWon)), None)
    text = Text(justify="center")
    text.append("★  ★  ★\n\n", HEAD)
    for winner in (seats[number] for number in view.winners):
        style = seat_style(winner, bold=True)
        text.append(f"{seat_glyph(winner.colour)} {winner.name}\n", style)
    shared = len(view.winners) > 1
    deed = reached(how, view) if how is not None else "won"
    text.append(("share a game that time ended" if shared else deed) + "\n", HEAD)
    if how is How.MISSION:
        text.append_text(_missions(view, seats, facts))
    text.append(f"in round {view.round}, after {count(len(records), 'step')}\n\n", DIM)
    conquered = Counter(fact.seat for fact in facts if isinstance(fact, Conquered))
    beaten = Counter(fact.by for fact in facts if isinstance(fact, SeatEliminated))
    won, lost = _losses(facts)
    for number, seat in enumerate(seats):
        text.append(f"{seat_glyph(seat.colour)} {fit(seat.name, 12)}", seat_style(seat))
        text.append(
            f" took {conquered[number]:3}  beat {won[number]:4}  lost {lost[number]:4}"
            f"  out {beaten[number]}\n",
            DIM,
        )
    text.append("\nEnter: back to the map · v: the log", DIM)
    return text


def _missions(view: View, seats: Sequence[Seat], facts: Sequence[object]) -> Text:
    """What the winner had to do, which nobody else has known."""
    text = Text()
    for fact in facts:
        if isinstance(fact, MissionsShown) and fact.seat in view.winners:
            for mission in fact.missions:
                text.append(f"{tell_mission(view, mission, seats, fact.seat)}\n", STRONG)
    return text


def _losses(facts: Sequence[object]) -> tuple[Counter[int], Counter[int]]:
    """Armies that each seat destroyed, and lost."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for fact in facts:
        if isinstance(fact, BattleFought):
            won[fact.attacker] += fact.defender_losses
            won[fact.defender] += fact.attacker_losses
            lost[fact.attacker] += fact.attacker_losses
            lost[fact.defender] += fact.defender_losses
    return won, lost
