"""Reading what follows a command: a number and territories, in any sensible order."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from risk_tui.engine.actions import Place, Reinforce
from risk_tui.engine.decisions import ToPlace
from risk_tui.language.command import allowed_places, offer_of
from risk_tui.language.errors import Ambiguous, Unreadable
from risk_tui.language.names import BREAK, Words, names_of, shown, splits

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.view import View
    from risk_tui.language.names import Names

Count: TypeAlias = "int | str"
"""A number as typed, or a word such as ``all`` that stands for one."""

_Reading = TypeVar("_Reading")

MAX_DIGITS = 4
MAX_WORDS = 20

ALL = ("all", "max", "most")
LEAST = ("min", "least")

_BEFORE_COUNT = ("with", "by", "at", "stop", "until")
_AFTER_COUNT = ("army", "armies", "dice", "die")


def is_number(word: str) -> bool:
    """Whether a word is a whole number."""
    return word.removeprefix("-").isascii() and word.removeprefix("-").isdigit()


def number(word: str) -> int:
    """A typed number. Raises ``Unreadable`` for one that no game of Risk could need."""
    if len(word) > MAX_DIGITS:
        raise Unreadable(f"{shown([word])} is too large a number")
    return int(word)


def is_count(word: str, stand_ins: Collection[str]) -> bool:
    """Whether a word is a number or one of the words that stand for one."""
    return is_number(word) or word in stand_ins


def one_name(
    words: Sequence[str],
    board: Board,
    allowed: Collection[int],
    usage: str,
    stand_ins: Collection[str] = (),
) -> tuple[Count | None, int]:
    """A territory, with a number before or after it if there is one.

    Raises ``CommandError``; ``usage`` says in it what would be right.
    """
    names = names_of(board)
    found: dict[tuple[Count | None, int], int] = {}
    for count, rest in _readings(words, stand_ins):
        if BREAK not in rest:
            level, places = names.fits(rest)
            found |= {(count, place): level for place in places}
    best = _best(found)
    chosen = [each for each in best if each[1] in allowed] if len(best) > 1 else []
    best = chosen or best
    if len(best) == 1:
        return best[0]
    if best:
        called = names.either([place for _, place in best])
        raise Ambiguous(f"{shown(_bare(words, stand_ins))} could be {called}")
    raise _wrong_name(words, names, usage, stand_ins)


def armies_on(words: Sequence[str], view: View, usage: str) -> Place | Reinforce:
    """Armies on a territory: starting armies or received ones, whichever are being placed.

    Without a number as few as may be, which is one but for a territory that takes all that is
    left. Raises ``CommandError``.
    """
    places = allowed_places(view)
    count, place = one_name(words, view.board, places, usage, (*ALL, "rest"))
    kind = Place if isinstance(view.decision, ToPlace) else Reinforce
    if isinstance(count, int):
        return kind(place, count)
    offer = offer_of(kind(place), view)
    armies = (offer.least if count is None else offer.most) if offer else None
    return kind(place, armies or 1)


def two_names(
    words: Sequence[str],
    board: Board,
    allowed: Collection[tuple[int, int]],
    usage: str,
    stand_ins: Collection[str] = (),
) -> tuple[Count | None, int, int]:
    """Two territories side by side, with a number before, between or after them if there is one.

    Every way to split the words is tried; exact names win over beginnings, and among equals
    those that are ``allowed``. Raises ``CommandError``.
    """
    names = names_of(board)
    found: dict[tuple[Count | None, int, int], int] = {}
    for count, rest in _readings(words, stand_ins):
        for one, other in splits(rest):
            left, sources = names.fits(one)
            right, targets = names.fits(other)
            for reading in ((count, a, b) for a in sources for b in targets if a != b):
                found[reading] = min(left + right, found.get(reading, 99))
    best = _best(found)
    chosen = [each for each in best if each[1:] in allowed] if len(best) > 1 else []
    best = chosen or best
    if len(best) == 1:
        return best[0]
    if best:
        raise Ambiguous(_several(words, names, [each[1:] for each in best], stand_ins))
    raise _wrong_names(words, names, usage, stand_ins)


def _best(found: Mapping[_Reading, int]) -> list[_Reading]:
    least = min(found.values(), default=0)
    return [reading for reading, level in found.items() if level == least]


def _readings(
    words: Sequence[str], stand_ins: Collection[str]
) -> Iterator[tuple[Count | None, Words]]:
    """Every choice of a number among the words, and the words that are left for names."""
    if len(words) > MAX_WORDS:
        raise Unreadable(f"that is too long: two names and a number never take {len(words)} words")
    yield None, _tidy(words)
    for at, word in enumerate(words):
        if is_count(word, stand_ins):
            before, after = list(words[:at]), list(words[at + 1 :])
            while before and before[-1] in _BEFORE_COUNT:
                before.pop()
            if after and after[0] in _AFTER_COUNT:
                after.pop(0)
            count = number(word) if is_number(word) else word
            yield count, _tidy([*before, BREAK, *after])


def _tidy(words: Sequence[str]) -> Words:
    """The words without breaks that keep nothing apart."""
    tidy: list[str] = []
    for word in words:
        if word != BREAK or (tidy and tidy[-1] != BREAK):
            tidy.append(word)
    return tuple(tidy[:-1] if tidy and tidy[-1] == BREAK else tidy)


def _bare(words: Sequence[str], stand_ins: Collection[str]) -> Words:
    """The words that are left for names when every number is taken out."""
    noise = (*_AFTER_COUNT, *_BEFORE_COUNT)
    counted = any(is_count(word, stand_ins) for word in words)
    rest = [
        BREAK if is_count(word, stand_ins) else word
        for word in words
        if not (counted and word in noise)
    ]
    return _tidy(rest)


def _counts(words: Sequence[str], stand_ins: Collection[str]) -> int:
    return sum(is_count(word, stand_ins) for word in words)


def _wrong_name(
    words: Sequence[str], names: Names, usage: str, stand_ins: Collection[str]
) -> Exception:
    rest = _bare(words, stand_ins)
    if not rest:
        return Unreadable(f"which territory? {usage}")
    if _counts(words, stand_ins) > 1 or BREAK in rest:
        return Unreadable(f"that cannot be read: {usage}")
    return names.unknown(rest)


def _wrong_names(
    words: Sequence[str], names: Names, usage: str, stand_ins: Collection[str]
) -> Exception:
    rest = _bare(words, stand_ins)
    if not rest:
        return Unreadable(f"which territories? {usage}")
    if _counts(words, stand_ins) > 1 or rest.count(BREAK) > 1:
        return Unreadable(f"that cannot be read: {usage}")
    whole = tuple(word for word in rest if word != BREAK)
    _, places = names.fits(whole[1:] if len(whole) > 1 and whole[0] in ("from", "to") else whole)
    if places:
        return Unreadable(f"{names.either(places)} is one territory; name two: {usage}")
    # Blame the words that are left when the longest name is taken off either end.
    for size in range(len(whole) - 1, 0, -1):
        for known, blamed in ((whole[:size], whole[size:]), (whole[-size:], whole[:-size])):
            if names.fits(known)[1] and blamed not in (("from",), ("to",)):
                if names.fits(blamed)[1]:
                    return Unreadable(f"name two different territories: {usage}")
                return names.unknown(blamed)
    return names.unknown(whole)


def _several(
    words: Sequence[str],
    names: Names,
    pairs: Sequence[tuple[int, int]],
    stand_ins: Collection[str],
) -> str:
    sources = list(dict.fromkeys(source for source, _ in pairs))
    targets = list(dict.fromkeys(target for _, target in pairs))
    typed = shown(_bare(words, stand_ins))
    if len(sources) == 1:
        return f"{typed} could aim at {names.either(targets)}"
    if len(targets) == 1:
        return f"{typed} could start from {names.either(sources)}"
    called = [f"{names.called(source)} to {names.called(target)}" for source, target in pairs]
    extra = f" or {len(called) - 4} more" if len(called) > 4 else ""
    return f"{typed} could be {'; '.join(called[:4])}{extra}"
