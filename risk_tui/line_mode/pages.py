"""The pages of line mode: a hand of cards, missions, what happened since the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.board_report import open_goals_lines
from risk_tui.commands.card_commands import spoken_trade, trades_of
from risk_tui.rules.cards import StarSets
from risk_tui.text.prompts import describe_chances, describe_worth
from risk_tui.text.recap import describe_recap, recap, recap_title
from risk_tui.text.words import card_name, describe_mission, pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def cards_page(view: View, seats: Sequence[Seat], *, advice: bool = True) -> list[str]:
    """One's own cards with the numbers that ``trade`` wants, the best set, and what it is worth.

    With ``advice`` also the odds of cards.
    """
    chances = describe_chances(view, seats) if advice else []
    return [*_hand(view), describe_worth(view), *chances]


def _hand(view: View) -> list[str]:
    hand = sorted(view.hand)
    if not hand:
        return ["You hold no cards. Conquer a territory in your turn to draw one"]
    sets = view.rules.card_sets
    stars = sets if isinstance(sets, StarSets) else None
    total = f", {pluralize(stars.count(hand), 'star')} in all" if stars else ""
    lines = [f"You hold {pluralize(len(hand), 'card')}{total}:"]
    for position, card in enumerate(hand, 1):
        own = any(view.owner[named] == view.seat for named in view.board.named_by(card))
        worth = f", {pluralize(stars.count([card]), 'star')}" if stars else ", yours" if own else ""
        lines.append(f"  {position} {card_name(card, view.board)}{worth}")
    trades = trades_of(view)
    if trades:
        lines.append(f"Best set: trade {spoken_trade(trades[0], view)}")
    elif sets.has_set(hand):
        lines.append("You hold a set; it can be traded at the start of your turn")
    return lines


def mission_page(view: View, seats: Sequence[Seat]) -> list[str]:
    """One's own secret missions, as they stand now, or else the goals open to everybody."""
    seat = view.seat
    if seat is None or not view.missions:
        who = "A watcher has" if seat is None else "You have"
        return open_goals_lines(view, seats) or [f"{who} no secret mission"]
    done = view.missions_done[seat]
    missions = [
        f"{describe_mission(view, number, seats, seat)}{' (done)' if number in done else ''}"
        for number in view.missions
    ]
    return [f"Your mission{'s' if len(missions) > 1 else ''}: {'; '.join(missions)}"]


def recap_page(
    records: Sequence[Record], view: View, seats: Sequence[Seat], reader: int
) -> list[str]:
    """The events since the last turn of a seat; ``records`` are all of the game."""
    changes = recap(records, view, reader)
    if changes is None:
        return ["Nobody else has had a turn yet"]
    lines = [f"  {''.join(line)}" for line in describe_recap(changes, seats, view.board)]
    return [f"{recap_title(changes)}:", *(lines or ["  nothing changed hands"])]
