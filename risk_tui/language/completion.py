"""Completing names: what is typed stays, the rest of the name follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.language.command import allowed_pairs, allowed_places
from risk_tui.language.names import BREAK, WHOLE, names_of, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.engine.view import View

_COUNT = re.compile(r"\s*(?:(?:\d+|all|min)\s+)?")


def complete_one(tail: str, view: View) -> list[str]:
    """``tail`` completed to a territory, after a number if one is typed."""
    start, fragment = _after_count(tail)
    return [start + each for each in _names(fragment, allowed_places(view), view)]


def complete_two(tail: str, view: View) -> list[str]:
    """``tail`` completed to two territories: the first one, or the second if the first is whole."""
    start, fragment = _after_count(tail)
    pairs = allowed_pairs(view)
    sources = list(dict.fromkeys(source for source, _ in pairs))
    found = [start + each for each in _names(fragment, sources, view)]
    names = names_of(view.board)
    second: list[str] = []
    for gap in re.finditer(r"[\s,>]+|$", fragment):
        words = _name_words(fragment[: gap.start()])
        level, places = names.fits(words)
        chosen = [place for place in places if place in sources] or places
        if not words or len(chosen) != 1:
            continue
        targets = [target for source, target in pairs if source == chosen[0]]
        targets = targets or list(view.board.neighbours[chosen[0]])
        if gap.group():
            head, rest = start + fragment[: gap.end()], fragment[gap.end() :]
            second += [head + each for each in _names(rest, targets, view, only=True)]
            if level < WHOLE and not rest:
                found = []
        elif level < WHOLE and fragment[-1].isalnum():
            second += [f"{start}{fragment} {each}" for each in _names("", targets, view)]
    return found + second


def complete_words(tail: str, choices: Iterable[str]) -> list[str]:
    """``tail`` completed to one of a few words."""
    lead = tail[: len(tail) - len(tail.lstrip())]
    typed = tail.lstrip()
    return [lead + each for each in choices if each.startswith(typed.lower())]


def _after_count(tail: str) -> tuple[str, str]:
    match = _COUNT.match(tail)
    end = match.end() if match else 0
    return tail[:end], tail[end:]


def _name_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in tokens(text) if word != BREAK)


def _names(fragment: str, allowed: Sequence[int], view: View, *, only: bool = False) -> list[str]:
    """Names that a fragment can be completed to, those that are allowed first."""
    territories = view.board.territories
    words = _name_words(fragment)
    if not words:
        return [territories[place].name for place in dict.fromkeys(allowed)]
    names = names_of(view.board)
    ranked = []
    for place in range(len(territories)):
        level = names.level(words, place)
        if level is not None and (place in allowed or not only):
            ranked.append((place not in allowed, level, place))
    return [_written(fragment, territories[place].name) for _, _, place in sorted(ranked)]


def _written(fragment: str, name: str) -> str:
    """A name in the way in which its beginning was typed."""
    if name[: len(fragment)].casefold() == fragment.casefold():
        rest = name[len(fragment) :]
        return fragment + (rest.lower() if fragment.islower() else rest)
    return name.lower() if fragment.islower() else name
