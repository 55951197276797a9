"""The chance of each seat to win as it follows from a position alone: quick, and rough.

It is worked out from what a spectator sees: the armies of every seat, with those that it is about
to place, those to expect for its cards, and more of its next income the sooner its turn comes. The
chances of two seats are to each other as powers of these; they were fitted to games between
computer players, see ``docs/story.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.view import View

Shares = tuple[float, ...]
"""What each seat has of the victory: 1 for the winner, parts of it as long as nobody has won."""

POWERS = {2: 7.0, 3: 4.3, 4: 3.65, 5: 3.45, 6: 3.5}
"""The power of what a seat is worth, by the number of players who are left; 6 or more."""
INCOMES = {2: 0.3, 3: 0.5, 4: 1.0, 5: 1.0, 6: 1.2}
"""What an army of an income that comes at once counts for, by the number who are left."""
_CARDS_OF_A_SET = 3


def quick_chances(view: View, seats: int) -> Shares:
    """The chances as they follow from how strong every seat is; whoever has won has it all."""
    if view.winners:
        winners = view.winners
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    playing = [seat for seat in range(seats) if view.status[seat] == "playing"]
    left = min(max(len(playing), 2), max(POWERS))
    coming = _coming_turns(view, playing)
    strong = [0.0] * seats
    for seat in playing:
        armies = view.armies_of(seat)
        if not armies and view.round:
            continue  # about to leave the game
        armies += view.unplaced[seat]
        armies += (seat == view.turn) * (view.armies_to_place + view.armies_outside)
        set_value = sum(view.rules.card_sets.values(view.sets_traded_for(seat))) / 2
        worth = armies + set_value * view.card_counts[seat] / _CARDS_OF_A_SET
        if seat in coming:
            worth += INCOMES[left] * coming[seat] * view.income(seat)
        strong[seat] = worth ** POWERS[left]
    total = sum(strong)
    return tuple(share / total if total else 1 / seats for share in strong)


def _coming_turns(view: View, playing: Collection[int]) -> dict[int, float]:
    """How soon it is the turn of everybody but the seat in turn: nearly 1 for the next one."""
    order = list(view.listed_seats())
    here = order.index(view.turn) + 1 if view.turn in order else 0
    waiting = [seat for seat in (*order[here:], *order[:here]) if seat in playing]
    return {
        seat: 1 - number / len(playing)
        for number, seat in enumerate(waiting, 1)
        if seat != view.turn
    }
