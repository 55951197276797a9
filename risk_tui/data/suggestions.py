"""Suggestions for mistyped words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable


def similar_words(
    word: object, known: Iterable[str], most: int = 1, *, cutoff: float = 0.5
) -> list[str]:
    """Return the known words most similar to a mistyped one, the most similar first.

    Args:
        word: The mistyped word.
        known: The valid words.
        most: The greatest number of words to return.
        cutoff: The least similarity, from 0 to 1.
    """
    from difflib import get_close_matches  # Most runs of the program mistype nothing.

    return get_close_matches(str(word), list(known), n=most, cutoff=cutoff)


def did_you_mean(word: object, known: Iterable[str], otherwise: str | None = None) -> str:
    """Return the question whether the most similar known word was meant.

    Args:
        word: The mistyped word.
        known: The valid words.
        otherwise: What to return if no word is similar; ``None`` for the list of known words.
    """
    known = list(known)
    for near in similar_words(word, known):
        return _("did you mean {near}?", near=near)
    return _("there are: {known}", known=", ".join(known)) if otherwise is None else otherwise
