"""Small phrases that sentences are made of: numbers of things, lists, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from risk_tui.engine.board import Board

MOST_ARMIES = 1_000
"""Armies on one side of a fight whose odds are told, at most."""


def count(number: int, thing: str) -> str:
    """A number of things.

    >>> count(1, "army"), count(3, "army"), count(2, "die")
    ('1 army', '3 armies', '2 dice')
    """
    if number == 1:
        return f"1 {thing}"
    if thing == "die":
        return f"{number} dice"
    return f"{number} {thing[:-1]}ies" if thing.endswith("y") else f"{number} {thing}s"


def percent(chance: float | Fraction) -> str:
    """A chance in whole percent; only what is impossible is 0%, only what is sure 100%.

    A float of 1 is only so near to it that the difference is lost.

    >>> percent(0.685), percent(0.001), percent(1.0), percent(1)
    ('69%', '<1%', '>99%', '100%')
    """
    if chance == 0 or (chance == 1 and not isinstance(chance, float)):
        return f"{int(chance) * 100}%"
    rounded = int(chance * 100 + 0.5)
    return "<1%" if rounded < 1 else ">99%" if rounded > 99 else f"{rounded}%"


def listed(texts: Sequence[str]) -> str:
    """Several things in one phrase.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def card_name(card: int, board: Board) -> str:
    """A card: its territory and symbol, or that it is a joker."""
    shown = board.deck[card]
    if shown.territory is None:
        return "joker"
    return f"{board.territories[shown.territory].name} ({shown.symbol})"


def card_names(cards: Sequence[int], board: Board) -> str:
    """Several cards in one phrase."""
    return listed([card_name(card, board) for card in cards])


def faces(dice: Sequence[int], gap: str = " ") -> str:
    """Dice as they lie, from high to low."""
    return gap.join(map(str, dice))
