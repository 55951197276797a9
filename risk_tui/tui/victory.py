"""The words at the end of a game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.records import BattleFought, Conquered, GameWon, SeatEliminated
from risk_tui.language.sentences import count
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.panels import DIM, HEAD, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_HOW = {
    "conquest": "has conquered the world",
    "last standing": "is the last player left",
    "turn limit": "is ahead as time runs out",
}


def victory_text(view: View, seats: Sequence[Seat], records: Sequence[Record]) -> Text:
    """Who won and how, with what each player did."""
    facts = [fact for record in records for fact in record.facts]
    how = next((fact.how for fact in reversed(facts) if isinstance(fact, GameWon)), "")
    text = Text(justify="center")
    text.append("★  ★  ★\n\n", HEAD)
    for winner in (seats[number] for number in view.winners):
        style = seat_style(winner, bold=True)
        text.append(f"{seat_glyph(winner.colour)} {winner.name}\n", style)
    shared = len(view.winners) > 1
    text.append(("share a game that time ended" if shared else _HOW.get(how, "won")) + "\n", HEAD)
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
    text.append("\nEnter: back to the map", DIM)
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
