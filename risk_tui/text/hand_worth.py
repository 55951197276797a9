"""The worth of a hand of cards, and the odds of cards, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.odds.card_odds import mean, other_hands, own_hand
from risk_tui.text.phrases import percent, pluralize

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from risk_tui.engine.view import View
    from risk_tui.odds.card_odds import HandOdds, OtherHand
    from risk_tui.table.seats import Seat


def describe_worth(view: View) -> str:
    """The worth of the best set in the hand, or of any set, now and after one more trade.

    This follows from the rules of the game; it is no advice.
    """
    sets, odds = view.rules.card_sets, own_hand(view)
    traded = view.sets_traded_for(view.seat)
    if odds.now:
        current, following = (odds.now, odds.now), (odds.next, odds.next)
    else:
        current, following = sets.values(traded), sets.values(traded + 1)
    later = "" if current == following else f", {_span(following)} after one more trade"
    armies = pluralize(current[1], "army").removeprefix(str(current[1]))
    return f"{'Your best' if odds.now else 'A'} set is worth {_span(current)}{armies}{later}"


def describe_chances(view: View, seats: Sequence[Seat]) -> list[str]:
    """Advice: what one more card would bring, and who else may hold a set.

    At most one line for each of the two; none where there is nothing to say.
    """
    others = [_other_hand(seats[seat].name, hand) for seat, hand in other_hands(view).items()]
    lines = [
        _one_more_card(own_hand(view)),
        f"Chance to hold a set: {', '.join(others)}" if others else "",
    ]
    return [line for line in lines if line]


def _span(values: tuple[int, int]) -> str:
    minimum, maximum = values
    return str(minimum) if minimum == maximum else f"{minimum} to {maximum}"


def _one_more_card(odds: HandOdds) -> str:
    gain, chance = ("a better set", odds.better) if odds.now else ("a set", odds.set_with_one_more)
    if not odds.worths or not chance:
        return ""
    worth = (
        f", {float(mean(odds.worths)):.1f} armies on average"
        if _has_different_worths(odds.worths)
        else ""
    )
    return f"One more card: {gain} {percent(chance)}{worth}"


def _other_hand(name: str, hand: OtherHand) -> str:
    text = f"{name} {percent(hand.chance)}"
    if hand.chance == 1 and _has_different_worths(hand.worths):
        return f"{text} (about {pluralize(round(mean(hand.worths)), 'army')})"
    return text


def _has_different_worths(worths: Mapping[int, Fraction]) -> bool:
    """Whether the sets that may come about differ in worth."""
    return sum(armies > 0 for armies in worths) > 1
