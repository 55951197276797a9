"""The chance of each seat to win as it follows from a position alone: quick, and rough.

It is worked out from what a spectator sees: the armies of every seat, with those that it is about
to place and those to expect for its cards, and what it receives in a turn. The chances of two seats
are to each other as powers of these; the powers were fitted to games between computer players, see
``docs/story.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.view import View

Shares = tuple[float, ...]
"""What each seat has of the victory: 1 for the winner, parts of it as long as nobody has won."""

POWERS = {2: (5.4, 0.7), 3: (3.6, 0.25), 4: (3.0, 0.2), 5: (2.65, 0.2)}
"""The powers of armies and of income, by the number of players who are left; 5 or more."""
_CARDS_OF_A_SET = 3


def quick_chances(view: View, seats: int) -> Shares:
    """The chances as they follow from how strong every seat is; whoever has won has it all."""
    if view.winners:
        winners = view.winners
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    playing = [seat for seat in range(seats) if view.status[seat] == "playing"]
    armies_power, income_power = POWERS[min(max(len(playing), 2), max(POWERS))]
    strong = [0.0] * seats
    for seat in playing:
        armies = view.armies_of(seat)
        if not armies and view.round:
            continue  # about to leave the game
        armies += view.unplaced[seat]
        armies += (seat == view.turn) * (view.armies_to_place + view.armies_outside)
        set_value = sum(view.rules.card_sets.values(view.sets_traded_for(seat))) / 2
        worth = armies + set_value * view.card_counts[seat] / _CARDS_OF_A_SET
        strong[seat] = worth**armies_power * max(view.income(seat), 1) ** income_power
    total = sum(strong)
    return tuple(share / total if total else 1 / seats for share in strong)
