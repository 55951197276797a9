"""The chance of each seat to win as it follows from a position alone: quick, and rough.

It is worked out from what a spectator sees: the armies of every seat, with those that it is about
to place, those to expect for its cards, and more of its next income the sooner its turn comes; the
seat in turn has something for moving first. The chances of two seats are to each other as powers of
these, lower ones in the first rounds, which say less. Where five or more are left they hold a
leader back: the greater a lead is, the less of it counts. All was fitted to games between computer
players, see ``docs/story.md``.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.view import View

Shares = tuple[float, ...]
"""What each seat has of the victory: 1 for the winner, parts of it as long as nobody has won."""


class Fitted(NamedTuple):
    """What was fitted for a number of players who are left.

    ``power`` is that of what a seat is worth, ``beginning`` the part of it that counts before the
    first round; ``income`` is what an army of an income counts for that comes at once, ``first`` by
    what part the seat in turn is worth more. A logarithm that is above the mean by a ``lead``
    counts as ``lead / (1 + held_back * lead)`` above it.
    """

    power: float
    beginning: float
    income: float
    first: float
    held_back: float = 0.0


FITTED = {
    2: Fitted(7.8, 0.5, 0.8, 0.09),
    3: Fitted(4.5, 0.68, 1.2, 0.09),
    4: Fitted(3.7, 0.55, 1.75, 0.1),
    5: Fitted(4.7, 0.17, 1.6, 0.067, 0.1),
    6: Fitted(6.1, 0.1, 1.6, 0.05, 0.185),
}
"""By the number of players who are left; 6 or more."""
LAST_EARLY_ROUND = 5
"""The round from which on the whole power counts."""
_CARDS_OF_A_SET = 3


def quick_chances(view: View, seats: int) -> Shares:
    """The chances as they follow from how strong every seat is; whoever has won has it all."""
    if view.winners:
        winners = view.winners
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    playing = [seat for seat in range(seats) if view.status[seat] == "playing"]
    fitted = FITTED[min(max(len(playing), min(FITTED)), max(FITTED))]
    early = max(1 - view.round / LAST_EARLY_ROUND, 0)
    power = fitted.power * (1 - (1 - fitted.beginning) * early)
    coming = _coming_turns(view, playing)
    scores: dict[int, float] = {}
    for seat in playing:
        armies = view.armies_of(seat)
        if not armies and view.round:
            continue  # about to leave the game
        armies += view.unplaced[seat]
        armies += (seat == view.turn) * (view.armies_to_place + view.armies_outside)
        set_value = sum(view.rules.card_sets.values(view.sets_traded_for(seat))) / 2
        worth = armies + set_value * view.card_counts[seat] / _CARDS_OF_A_SET
        if seat in coming:
            worth += fitted.income * coming[seat] * view.income(seat)
        elif seat == view.turn and view.round:
            worth *= 1 + fitted.first
        if worth > 0:
            scores[seat] = power * log(worth)
    strong = [0.0] * seats
    mean = sum(scores.values()) / max(len(scores), 1)
    for seat, score in scores.items():
        lead = score - mean
        strong[seat] = exp(lead / (1 + fitted.held_back * max(lead, 0.0)))
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
