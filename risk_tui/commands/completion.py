"""Completion of names and words: the typed text stays, the rest follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.commands.base import allowed_pairs, allowed_territories
from risk_tui.commands.name_lookup import EXACT, SEPARATOR, names_of, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.engine.view import View

_COUNT = re.compile(r"\s*(?:(?:\d+|all|min)\s+)?")


def complete_one(tail: str, view: View) -> list[str]:
    """``tail`` completed to a territory, after a number if one is typed."""
    start, fragment = _split_count(tail)
    return [start + name for name in _names(fragment, allowed_territories(view), view)]


def complete_two(tail: str, view: View) -> list[str]:
    """``tail`` completed to two territories: the first one, or the second if the first is whole."""
    start, fragment = _split_count(tail)
    pairs = allowed_pairs(view)
    sources = list(dict.fromkeys(source for source, _ in pairs))
    first_names = [start + name for name in _names(fragment, sources, view)]
    names = names_of(view.board)
    second_names: list[str] = []
    for gap in re.finditer(r"[\s,>]+|$", fragment):
        words = _name_words(fragment[: gap.start()])
        level, territories = names.best_matches(words)
        candidates = [territory for territory in territories if territory in sources] or territories
        if not words or len(candidates) != 1:
            continue
        targets = [target for source, target in pairs if source == candidates[0]]
        targets = targets or list(view.board.neighbours[candidates[0]])
        if gap.group():
            head, rest = start + fragment[: gap.end()], fragment[gap.end() :]
            second_names += [head + name for name in _names(rest, targets, view, only_allowed=True)]
            if level < EXACT and not rest:
                first_names = []
        elif level < EXACT and fragment[-1].isalnum():
            second_names += [f"{start}{fragment} {name}" for name in _names("", targets, view)]
    return first_names + second_names


def complete_words(tail: str, choices: Iterable[str]) -> list[str]:
    """``tail`` completed to one of a few words."""
    lead = tail[: len(tail) - len(tail.lstrip())]
    beginning = tail.lstrip()
    return [lead + choice for choice in choices if choice.startswith(beginning.lower())]


def _split_count(tail: str) -> tuple[str, str]:
    """``tail`` split after the number at its start, if there is one."""
    match = _COUNT.match(tail)
    end = match.end() if match else 0
    return tail[:end], tail[end:]


def _name_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in tokenize(text) if word != SEPARATOR)


def _names(
    fragment: str, allowed: Sequence[int], view: View, *, only_allowed: bool = False
) -> list[str]:
    """The names that begin with ``fragment``, allowed territories first."""
    territories = view.board.territories
    words = _name_words(fragment)
    if not words:
        return [territories[territory].name for territory in dict.fromkeys(allowed)]
    names = names_of(view.board)
    candidates = []
    for territory in range(len(territories)):
        level = names.match_level(words, territory)
        if level is not None and (territory in allowed or not only_allowed):
            candidates.append((territory not in allowed, level, territory))
    return [
        _match_case(fragment, territories[territory].name) for _, _, territory in sorted(candidates)
    ]


def _match_case(fragment: str, name: str) -> str:
    """``name`` with the typed ``fragment`` as its beginning, in lower case if that is."""
    if name[: len(fragment)].casefold() == fragment.casefold():
        rest = name[len(fragment) :]
        return fragment + (rest.lower() if fragment.islower() else rest)
    return name.lower() if fragment.islower() else name
