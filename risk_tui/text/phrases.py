"""Small phrases that sentences are made of: numbers of things, lists, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from risk_tui.boards.board import Board

MOST_ARMIES = 1_000
"""The maximum number of armies on one side of a fight whose odds are computed."""


def pluralize(number: int, thing: str) -> str:
    """A number of things.

    >>> pluralize(1, "army"), pluralize(3, "army"), pluralize(2, "die")
    ('1 army', '3 armies', '2 dice')
    """
    if number == 1:
        return f"1 {thing}"
    if thing == "die":
        return f"{number} dice"
    return f"{number} {thing[:-1]}ies" if thing.endswith("y") else f"{number} {thing}s"


_UNITS = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def shorten_number(number: int, cells: int) -> str:
    """A number in at most ``cells`` columns: exact where it fits, else rounded down.

    Where no unit fits, ``+`` says that it is more.

    >>> [shorten_number(number, 3) for number in (999, 1_234, 12_345, 123_456, 1_234_567)]
    ['999', '1k', '12k', '.1M', '1M']
    >>> shorten_number(123_456, 4), shorten_number(123, 2), shorten_number(10, 1)
    ('123k', '9+', '+')
    """
    forms = [str(number)]
    for unit, size in _UNITS.items():
        whole, tenths = number // size, number * 10 // size
        forms += [f"{whole}{unit}"] if whole else [f".{tenths}{unit}"] if tenths else []
    fitting = (form for form in forms if len(form) <= cells)
    return next(fitting, "9" * (cells - 1) + "+")


def percent(chance: float | Fraction) -> str:
    """A chance in whole percent; only an impossible thing is 0%, only a certain one 100%.

    A float of 1.0 is not certain: it may be rounded.

    >>> percent(0.685), percent(0.001), percent(1.0), percent(1)
    ('69%', '<1%', '>99%', '100%')
    """
    if chance == 0 or (chance == 1 and not isinstance(chance, float)):
        return f"{int(chance) * 100}%"
    rounded = int(chance * 100 + 0.5)
    return "<1%" if rounded < 1 else ">99%" if rounded > 99 else f"{rounded}%"


def join_and(texts: Sequence[str]) -> str:
    """Texts joined by commas and ``and``.

    >>> join_and(["a", "b", "c"])
    'a, b and c'
    """
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def card_name(card: int, board: Board) -> str:
    """The name of a card: its territory and symbol, or ``joker``."""
    deck_card = board.deck[card]
    if deck_card.territory is None:
        return deck_card.short_name
    return f"{board.on_one_earth(deck_card.territory).name} ({deck_card.symbol})"


def faces(dice: Sequence[int], gap: str = " ") -> str:
    """The faces of dice in the order given, with ``gap`` between them."""
    return gap.join(map(str, dice))
