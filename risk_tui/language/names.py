"""Finding territories by what people type: codes, names, other names, beginnings.

Every name is compared as words without case, accents and punctuation. A fit has a level, and a
better level always wins: the code or the whole name; a whole other name; the beginning of the
name (of some of its words, in order); words inside the name; the same of other names.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.language.errors import Ambiguous, Unknown, Unreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.table.seats import Seat

Words: TypeAlias = "tuple[str, ...]"

BREAK = ","
"""The token that keeps two names apart; a comma, ``>`` and ``->`` are read as one."""

WHOLE = 2
"""Levels below this one are codes and whole names."""

MAX_LINE = 300
MAX_LISTED = 6

_TOKEN = re.compile(r"(?<!\S)-\d+|[^\W_]+|\?|(->|→|>|,)")


def tokens(text: str) -> list[str]:
    """The words, numbers and breaks of a typed text, without case, accents and punctuation.

    >>> tokens("Attack N.W. Territory -> Québec, 3")
    ['attack', 'n', 'w', 'territory', ',', 'quebec', ',', '3']
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(mark for mark in plain if not unicodedata.combining(mark))
    letters = re.sub("['’`]", "", letters)
    return [BREAK if match[1] else match[0] for match in _TOKEN.finditer(letters)]


def prove_readable(text: str) -> None:
    """Raise ``Unreadable`` for a line that is too long or has characters that nobody typed."""
    if len(text) > MAX_LINE:
        raise Unreadable(f"a command has at most {MAX_LINE} characters, not {len(text)}")
    for mark in text:
        if mark == "\ufffd" or not (mark.isprintable() or mark.isspace()):
            raise Unreadable(f"there is a character that cannot be read: {mark!a}")


def shown(words: Iterable[str]) -> str:
    """Typed words, quoted for a message."""
    text = " ".join(words).replace(f" {BREAK}", BREAK)
    return f"'{text if len(text) <= 40 else text[:39] + '…'}'"


class Names:
    """The names of one board's territories."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._codes = [place.code.casefold() for place in board.territories]
        self._names = [_words(place.name) for place in board.territories]
        self._also = [[_words(each) for each in place.also] for place in board.territories]

    def called(self, place: int) -> str:
        """A territory with its code, as messages name it."""
        territory = self._board.territories[place]
        return f"{territory.name} ({territory.code})"

    def either(self, places: Iterable[int]) -> str:
        """Several territories in one phrase."""
        return either([self.called(place) for place in places])

    def level(self, words: Words, place: int) -> int | None:
        """How well ``words`` fit a territory: 0 is best, ``None`` not at all."""
        if not words:
            return None
        name, also = self._names[place], self._also[place]
        if words == (self._codes[place],) or _whole(words, name):
            return 0
        if any(_whole(words, other) for other in also):
            return 1
        level = _beginning(words, name)
        if level is not None:
            return WHOLE + level
        levels = [each for other in also if (each := _beginning(words, other)) is not None]
        return WHOLE + 2 + min(levels) if levels else None

    def fits(self, words: Words) -> tuple[int, list[int]]:
        """The best level that ``words`` reach, and the territories that they fit so well."""
        best = 99
        places: list[int] = []
        for place in range(len(self._names)):
            level = self.level(words, place)
            if level is not None and level <= best:
                if level < best:
                    best, places = level, []
                places.append(place)
        return best, places

    def find(self, words: Words, allowed: Collection[int] = ()) -> int:
        """The one territory that ``words`` mean.

        Where they fit several equally well and just one of those is ``allowed`` by the decision
        that is due, it is meant. Raises ``Unknown`` or ``Ambiguous``.
        """
        _, places = self.fits(words)
        if not places:
            raise self.unknown(words)
        if len(places) > 1:
            places = [place for place in places if place in allowed] or places
        if len(places) > 1:
            raise Ambiguous(f"{shown(words)} could be {self.either(places)}")
        return places[0]

    def unknown(self, words: Words) -> Unknown:
        """The error for words that fit no territory, with the nearest ones."""
        near = self._near("".join(words)) if words else []
        hint = (
            f"did you mean {self.either(near)}?"
            if near
            else "type a territory's code, its name, or the beginning of its name"
        )
        return Unknown(f"there is no territory {shown(words)}; {hint}")

    def _near(self, text: str) -> list[int]:
        if len(text) > 40:
            return []
        spelt = {"".join(name): place for place, name in enumerate(self._names)}
        for place, others in enumerate(self._also):
            for other in others:
                spelt.setdefault("".join(other), place)
        found = difflib.get_close_matches(text, spelt, n=3, cutoff=0.6)
        return list(dict.fromkeys(spelt[each] for each in found))


@lru_cache(maxsize=8)
def names_of(board: Board) -> Names:
    """The names of a board, made once."""
    return Names(board)


def either(texts: Sequence[str], most: int = MAX_LISTED) -> str:
    """``a, b or c``; what goes beyond ``most`` is only counted.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    if len(texts) > most:
        return f"{', '.join(texts[:most])} or {len(texts) - most} more"
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} or {texts[-1]}"


def find_seat(text: str, seats: Sequence[Seat]) -> int:
    """The seat of the player with this name, or whose name alone begins so.

    Raises ``Unknown`` or ``Ambiguous``.
    """
    wanted = "".join(tokens(text))
    spelt = ["".join(tokens(seat.name)) or seat.name for seat in seats]
    found = [number for number, name in enumerate(spelt) if name == wanted] or [
        number for number, name in enumerate(spelt) if wanted and name.startswith(wanted)
    ]
    players = either([seats[number].name for number in found or range(len(seats))])
    if not found:
        raise Unknown(f"no player is called {shown([text])}; there is {players}")
    if len(found) > 1:
        raise Ambiguous(f"{shown([text])} could be {players}")
    return found[0]


def splits(words: Sequence[str]) -> Iterator[tuple[Words, Words]]:
    """Every way to read words as two names, the first one being where it starts.

    A break is the only place to split; ``from`` and ``to`` say which name is which.
    """
    parts = list(words)
    if parts.count(BREAK) > 1:
        return
    if BREAK in parts:
        middle = parts.index(BREAK)
        pairs = [(tuple(parts[:middle]), tuple(parts[middle + 1 :]))]
    else:
        pairs = [(tuple(parts[:at]), tuple(parts[at:])) for at in range(1, len(parts))]
    for one, other in pairs:
        yield one, other
        bare_one = one[1:] if one[:1] in (("from",), ("to",)) else one
        if other[:1] == ("from",) and one[:1] != ("from",):
            yield other[1:], bare_one
        elif other[:1] == ("to",) and one[:1] != ("to",):
            yield bare_one, other[1:]
        elif bare_one != one:
            yield (bare_one, other) if one[0] == "from" else (other, bare_one)


def _words(text: str) -> Words:
    return tuple(each for each in tokens(text) if each != BREAK)


def _whole(words: Words, name: Words) -> bool:
    return words == name or "".join(words) == "".join(name) != ""


def _beginning(words: Words, name: Words) -> int | None:
    """0 if each word begins a word of the name, in order and from the first one on; 1 if only
    later words of the name are meant; ``None`` if neither."""
    if len(words) == 1 and "".join(name).startswith(words[0]):
        return 0
    if len(words) > len(name):
        return None
    rest = iter(enumerate(name))
    first: int | None = None
    for word in words:
        place = next((number for number, each in rest if each.startswith(word)), None)
        if place is None:
            return None
        first = place if first is None else first
    return 0 if first == 0 else 1
