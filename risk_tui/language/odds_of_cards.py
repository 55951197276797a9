"""What a hand of cards is worth, and the odds of cards, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.language.words import count, percent
from risk_tui.odds.cards import mean, other_hands, own_hand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from risk_tui.engine.view import View
    from risk_tui.odds.cards import HandOdds, OtherHand
    from risk_tui.table.seats import Seat


def tell_worth(view: View) -> str:
    """What the best set on hand is worth, or else any set, now and after one more is traded.

    That is a rule of the game, and no advice.
    """
    sets, traded, odds = view.rules.sets, view.sets_traded, own_hand(view)
    if odds.now:
        now, then = (odds.now, odds.now), (odds.next, odds.next)
    else:
        now, then = sets.values(traded), sets.values(traded + 1)
    later = "" if now == then else f", {_span(then)} after one more set"
    armies = count(now[1], "army").removeprefix(str(now[1]))
    return f"{'Your best' if odds.now else 'A'} set is worth {_span(now)}{armies}{later}"


def tell_chances(view: View, seats: Sequence[Seat]) -> list[str]:
    """Advice: what one more card would do for the hand, and who else may hold a set.

    At most a line for each of the two; none where there is nothing to tell.
    """
    others = [_other(seats[seat].name, hand) for seat, hand in other_hands(view).items()]
    lines = [_one_more(own_hand(view)), f"Holds a set: {', '.join(others)}" if others else ""]
    return [line for line in lines if line]


def _span(values: tuple[int, int]) -> str:
    least, most = values
    return str(least) if least == most else f"{least} to {most}"


def _one_more(odds: HandOdds) -> str:
    kind, chance = ("a better set", odds.better) if odds.now else ("a set", odds.set_with_one_more)
    if not odds.worths or not chance:
        return ""
    worth = f", {float(mean(odds.worths)):.1f} armies on average" if _varied(odds.worths) else ""
    return f"One more card: {kind} {percent(chance)}{worth}"


def _other(name: str, hand: OtherHand) -> str:
    told = f"{name} {percent(hand.chance)}"
    if hand.chance == 1 and _varied(hand.worths):
        return f"{told} (about {count(round(mean(hand.worths)), 'army')})"
    return told


def _varied(worths: Mapping[int, Fraction]) -> bool:
    """Whether there are sets of different worth among the cards that may come."""
    return sum(armies > 0 for armies in worths) > 1
