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
        most: The maximum number of words to return.
        cutoff: The minimum similarity, from 0 to 1.
    """
    from difflib import get_close_matches  # Most runs need no suggestions.

    return get_close_matches(str(word), list(known), n=most, cutoff=cutoff)


def did_you_mean(word: object, known: Iterable[str], otherwise: str | None = None) -> str:
    """Return a hint for an error: the most similar known word, or all known words.

    Args:
        word: The mistyped word.
        known: The valid words.
        otherwise: The result if no word is similar; ``None`` for the list of known words.
    """
    known = list(known)
    for near in similar_words(word, known):
        return _("did you mean {near}?", near=near)
    return _("there are: {known}", known=", ".join(known)) if otherwise is None else otherwise
