"""Lookup of territories and players by typed codes, names and beginnings of names.

Names are compared as words without case, accents and punctuation. A match has a level, and a lower
level always wins:

- 0: the code or the whole name
- 1: a whole other name, or a name in another language
- 2: the beginnings of words of the name, in order, from its first word on
- 3: the same from a later word on
- 4 and 5: as 2 and 3, for another name
- 6 and 7: as 2 and 3, for a name in another language

The errors of typed commands are here, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from risk_tui.boards.board import Board
from risk_tui.data import language
from risk_tui.data.clean_text import transliterate, without_accents
from risk_tui.data.language import _, comparable, similar_words
from risk_tui.errors import RiskError
from risk_tui.table.seats import Seat, comparable_name


class CommandError(RiskError):
    """A typed line failed; nothing has changed."""


class UnreadableCommand(CommandError):
    """The line does not have the form of any command."""


class UnknownName(CommandError):
    """The line is well formed, but a name in it is unknown."""


class AmbiguousCommand(CommandError):
    """The line has several meanings; the message lists them."""


class ImpossibleCommand(CommandError):
    """The line is understood, but is impossible in the current situation."""


Tokens: TypeAlias = "tuple[str, ...]"

SEPARATOR = ","
"""The token between two names; a comma, ``>`` and ``->`` all become this one."""

PARTIAL_LEVEL = 2
"""The best level of a match of parts of a name; codes and whole names have lower levels."""

NO_MATCH = 99
"""A level worse than that of any match."""

MAX_LINE = 300
"""The maximum number of characters of a typed line."""
MAX_CACHED_LOOKUPS = 1_000
"""The maximum number of cached lookups per board; typing a line repeats the same lookups."""
MAX_LISTED = 6
"""The maximum number of names that a message lists."""

_TOKEN = re.compile(r"(?<!\S)-\d+|[^\W_]+|\?|(->|→|>|,)")


def tokenize(text: str) -> list[str]:
    """Split a text into words, numbers and separators, without case, accents and punctuation.

    >>> tokenize("Attack N.W. Territory -> Québec, 3")
    ['attack', 'n', 'w', 'territory', ',', 'quebec', ',', '3']
    """
    letters = re.sub("['’`]", "", without_accents(text))
    return [SEPARATOR if match[1] else match[0] for match in _TOKEN.finditer(letters)]


def check_printable(text: str) -> None:
    """Raise ``UnreadableCommand`` for a line that is too long or has unprintable characters."""
    if len(text) > MAX_LINE:
        raise UnreadableCommand(
            _(
                "a command has at most {max_line} characters, not {text_count}",
                max_line=MAX_LINE,
                text_count=len(text),
            )
        )
    for char in text:
        if char == "\ufffd" or not (char.isprintable() or char.isspace()):
            raise UnreadableCommand(_("invalid character: {char!a}", char=char))


def quote(words: Iterable[str]) -> str:
    """Quote typed words for a message, cut to 40 characters."""
    text = " ".join(words).replace(f" {SEPARATOR}", SEPARATOR)
    return f"'{text if len(text) <= 40 else text[:39] + '…'}'"


def ambiguous(words: Iterable[str], meanings: str) -> AmbiguousCommand:
    """Return the error for typed words with several meanings, which are listed in a text."""
    return AmbiguousCommand(_("{quote} could be {meanings}", quote=quote(words), meanings=meanings))


class NameIndex:
    """An index of the names of one board's territories."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._codes = [territory.code.casefold() for territory in board.territories]
        self._names = [_comparable_words(territory.name) for territory in board.territories]
        self._other_names = [
            [_comparable_words(name) for name in (territory.key, *territory.also)]
            for territory in board.territories
        ]
        self._translations = [
            [_comparable_words(name) for _, name in territory.translations]
            for territory in board.territories
        ]
        self._by_first_letter: dict[str, list[int]] = {}
        """The territories by the first letters of their codes and of the words of their names."""
        for territory, code in enumerate(self._codes):
            names = (
                self._names[territory],
                *self._other_names[territory],
                *self._translations[territory],
            )
            for letter in {word[0] for word in (code, *chain.from_iterable(names))}:
                self._by_first_letter.setdefault(letter, []).append(territory)
        self.best_matches = lru_cache(MAX_CACHED_LOOKUPS)(self._find_best_matches)

    def with_code(self, territory: int) -> str:
        """Return a territory's name with its code, for messages."""
        named = self._board.territories[territory]
        return f"{named.name} ({named.code})"

    def join_territories(self, territories: Iterable[int]) -> str:
        """Join the names of several territories with commas and *or*."""
        return join_choices([self.with_code(territory) for territory in territories])

    def match_level(self, words: Tokens, territory: int) -> int | None:
        """Return the level at which ``words`` match a territory.

        Returns:
            0 for the best match, a higher level for a worse one; ``None`` for no match.
        """
        if not words:
            return None
        name, also = self._names[territory], self._other_names[territory]
        translations = self._translations[territory]
        if words == (self._codes[territory],):
            return 0
        words = tuple(map(comparable, words))
        if _is_whole_name(words, name):
            return 0
        if any(_is_whole_name(words, other) for other in (*also, *translations)):
            return 1
        for place, names in enumerate(([name], also, translations)):
            levels = [_beginning_level(words, other) for other in names]
            found = [level for level in levels if level is not None]
            if found:
                return PARTIAL_LEVEL + 2 * place + min(found)
        return None

    def _find_best_matches(self, words: Tokens) -> tuple[int, Sequence[int]]:
        """Return the best level that ``words`` reach, and the territories at this level.

        Returns:
            ``NO_MATCH`` and no territories if none matches.
        """
        best = NO_MATCH
        territories: list[int] = []
        for territory in self._by_first_letter.get(words[0][0], ()) if words else ():
            level = self.match_level(words, territory)
            if level is not None and level <= best:
                if level < best:
                    best, territories = level, []
                territories.append(territory)
        return best, territories

    def find_territory(self, words: Tokens, allowed: Collection[int] = ()) -> int:
        """Return the one territory that ``words`` mean.

        If several match equally well and the decision allows just one of them, that one is meant.

        Raises:
            UnknownName: If no territory matches.
            AmbiguousCommand: If several match.
        """
        _level, territories = self.best_matches(words)
        if not territories:
            raise self.unknown(words)
        territories = [it for it in territories if it in allowed] or territories
        if len(territories) > 1:
            raise ambiguous(words, self.join_territories(territories))
        return territories[0]

    def unknown(self, words: Tokens) -> UnknownName:
        """Return the error for words that match no territory, with the most similar names."""
        similar = self._similar(comparable("".join(words))) if words else []
        hint = _("type a territory's code, its name, or the beginning of its name")
        if similar:
            hint = _("did you mean {similar}?", similar=self.join_territories(similar))
        return UnknownName(_("unknown territory {quote}; {hint}", quote=quote(words), hint=hint))

    def _similar(self, text: str) -> list[int]:
        """Return the territories with the names most similar to a text."""
        if len(text) > 40:
            return []
        spellings = {"".join(name): territory for territory, name in enumerate(self._names)}
        for territory, others in enumerate(self._other_names):
            for other in (*others, *self._translations[territory]):
                spellings.setdefault("".join(other), territory)
        similar = similar_words(text, spellings, 3, cutoff=0.7)
        return list(dict.fromkeys(spellings[spelling] for spelling in similar))


def names_of(board: Board) -> NameIndex:
    """Return the index of a board's names in the language in use, cached."""
    return _names_in(board, language.caching_key())


@lru_cache(maxsize=8)
def _names_in(board: Board, language_in_use: tuple[str, bool]) -> NameIndex:
    return NameIndex(board)


def join_choices(texts: Sequence[str], maximum: int = MAX_LISTED) -> str:
    """Join texts as ``a, b or c``; texts beyond ``maximum`` are only counted.

    >>> join_choices(["a", "b", "c"])
    'a, b or c'
    """
    if len(texts) > maximum:
        rest = _("{number} more", number=len(texts) - maximum)
        return language.join_or([*texts[:maximum], rest])
    return language.join_or(texts)


def match_seats(text: str, seats: Sequence[Seat]) -> tuple[list[int], bool]:
    """Return the seats of the players with this name, else of those whose names begin with it.

    A name with all its signs wins over the same name without accents and punctuation.

    Returns:
        The seats, and True if the text is a whole name.
    """
    exact = comparable_name(text)
    for number, seat in enumerate(seats):
        if exact in (comparable_name(seat.name), comparable_name(seat.given_name)):
            return [number], True
    name = comparable("".join(name_words(tokenize(text))))
    shown_names = [_seat_spellings(seat.name) for seat in seats]
    all_names = [
        shown_names[number] | _seat_spellings(seat.given_name) for number, seat in enumerate(seats)
    ]
    for names in (shown_names, all_names):
        if whole := [number for number, spellings in enumerate(names) if name in spellings]:
            return whole, True
    return [
        number
        for number, spellings in enumerate(all_names)
        if name and any(spelling.startswith(name) for spelling in spellings)
    ], False


def find_seat(text: str, seats: Sequence[Seat]) -> int:
    """Return the seat of the player with this name, or with the only name that begins with it.

    Raises:
        UnknownName: If no player's name begins with the text.
        AmbiguousCommand: If several names do.
    """
    matches, _is_whole = match_seats(text, seats)
    if not matches:
        players = language.join_and([seat.name for seat in seats])
        message = _(
            "no player is called {quote}; the players are {players}",
            quote=quote([text]),
            players=players,
        )
        raise UnknownName(message)
    if len(matches) > 1:
        raise ambiguous([text], join_choices([seats[number].name for number in matches]))
    return matches[0]


def _seat_spellings(name: str) -> set[str]:
    """Return the spellings of a player's name: in its own letters, and in ASCII."""
    spellings = ("".join(_comparable_words(text)) for text in (name, transliterate(name)))
    return set(filter(None, spellings))  # A name may have only signs.


def name_pairs(words: Sequence[str]) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield every way to split words into two names, the source first.

    If there is a separator, they are split only there; ``from`` and ``to`` mark source and target.
    """
    parts = list(words)
    if parts.count(SEPARATOR) > 1:
        return
    if SEPARATOR in parts:
        middle = parts.index(SEPARATOR)
        pairs = [(tuple(parts[:middle]), tuple(parts[middle + 1 :]))]
    else:
        pairs = [
            (tuple(parts[:position]), tuple(parts[position:])) for position in range(1, len(parts))
        ]
    for one, other in pairs:
        yield one, other
        bare_one = one[1:] if one[:1] in (("from",), ("to",)) else one
        if other[:1] == ("from",) and one[:1] != ("from",):
            yield other[1:], bare_one
        elif other[:1] == ("to",) and one[:1] != ("to",):
            yield bare_one, other[1:]
        elif bare_one != one:
            yield (bare_one, other) if one[0] == "from" else (other, bare_one)


def comparable_key(text: str) -> str:
    """Return a text without case, accents, blanks and punctuation, to compare it with typed words.

    Separators of two names, such as commas, are kept.
    """
    return comparable("".join(tokenize(text)))


def _comparable_words(name: str) -> Tokens:
    return tuple(map(comparable, name_words(tokenize(name))))


def name_words(words: Iterable[str]) -> Tokens:
    """Return the words of one name, without separators."""
    return tuple(word for word in words if word != SEPARATOR)


def _is_whole_name(words: Tokens, name: Tokens) -> bool:
    if all(map(str.isdigit, words)):
        return words == name  # ``1 5`` does not mean 15.
    return words == name or "".join(words) == "".join(name) != ""


def _beginning_level(words: Tokens, name: Tokens) -> int | None:
    """Match words against the beginnings of the words of a name, in order.

    Returns:
        0 if they match from the first word of the name on, 1 if only later words match, ``None`` if
        they do not match.
    """
    if len(words) == 1 and "".join(name).startswith(words[0]):
        return 0
    if len(words) > len(name):
        return None
    rest = iter(enumerate(name))
    places = [next((place for place, part in rest if part.startswith(it)), None) for it in words]
    if None in places:
        return None
    return 0 if places[0] == 0 else 1
