"""Parsing and completing the arguments of a command: numbers and territories in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from risk_tui.boards.board import Board
from risk_tui.commands.base import allowed_pairs, allowed_territories, offer_of
from risk_tui.commands.names import (
    PARTIAL_LEVEL,
    SEPARATOR,
    AmbiguousCommand,
    NameIndex,
    Tokens,
    UnreadableCommand,
    ambiguous,
    comparable_key,
    name_pairs,
    name_words,
    names_of,
    quote,
    tokenize,
)
from risk_tui.data.clean_text import without_accents
from risk_tui.data.language import _
from risk_tui.engine.actions import Place, Reinforce
from risk_tui.engine.decisions import ToPlace
from risk_tui.engine.view import View

Count: TypeAlias = "int | str"
"""A number as typed, or a word such as ``all`` in place of one."""

_Reading = TypeVar("_Reading")

MAX_DIGITS = 4
"""The maximum number of digits of a number."""
MAX_WORDS = 20
"""The maximum number of words after a command that takes territories."""

_MAX_PAIRS = 4
"""The maximum number of pairs of territories that a message lists."""

MAXIMUM_WORDS = ("all", "max", "most")
MINIMUM_WORDS = ("min", "least")
_PLACEMENT_WORDS = (*MAXIMUM_WORDS, "rest")
"""The words for a number of armies to place."""

_BEFORE_COUNT = ("with", "by", "at", "stop", "until")
"""Words that may precede a number."""
_AFTER_COUNT = ("army", "armies", "dice", "die")
"""Words that may follow a number."""
WORDS_AT_COUNT = (*_AFTER_COUNT, *_BEFORE_COUNT)
"""Words that may stand beside a number."""


def is_number(word: str) -> bool:
    """Return True if a word is a whole number."""
    return word.removeprefix("-").isascii() and word.removeprefix("-").isdigit()


def parse_number(word: str) -> int:
    """Parse a number.

    Raises:
        UnreadableCommand: If the number is larger than any game of Risk could need.
    """
    if len(word.removeprefix("-")) > MAX_DIGITS:
        raise UnreadableCommand(_("{quote} is too large a number", quote=quote([word])))
    return int(word)


def is_count(word: str, stand_ins: Collection[str]) -> bool:
    """Return True if a word is a number or one of the ``stand_ins`` for a number."""
    return is_number(word) or word in stand_ins


def parse_territory(
    words: Sequence[str],
    board: Board,
    allowed: Collection[int],
    usage: str,
    stand_ins: Collection[str] = (),
) -> tuple[Count | None, int]:
    """Parse a territory, with an optional number before or after it.

    If the words can be read in both orders, because names of territories are numbers too, the
    number comes first.

    Args:
        words: The typed words.
        board: The board whose territories are named.
        allowed: Territories that win over others that match equally well.
        usage: The correct form, for error messages.
        stand_ins: Words such as ``all`` that may replace the number.

    Raises:
        CommandError: If the words cannot be understood.
    """
    names = names_of(board)
    ranks: dict[tuple[Count | None, int], tuple[int, bool]] = {}
    for count, position, rest in _readings(words, stand_ins):
        if SEPARATOR not in rest:
            level, territories = names.best_matches(rest)
            for territory in territories:
                reading, rank = (count, territory), (level, position > 0)
                ranks[reading] = min(rank, ranks.get(reading, rank))
    best = _best_readings(ranks, lambda reading: reading[1] in allowed)
    if len(best) == 1:
        return best[0]
    if best:
        candidates = names.join_territories([territory for _, territory in best])
        raise ambiguous(_name_tokens(words, stand_ins), candidates)
    raise _name_error(words, names, usage, stand_ins)


def replace_continent(
    words: Sequence[str], board: Board, allowed: Collection[int]
) -> Sequence[str]:
    """Replace the name of a continent by the code of one of its territories, best an allowed one.

    Returns:
        The words of the code; ``words`` unchanged if they are not the whole name of a continent.
    """
    typed = comparable_key(" ".join(words))
    for continent in board.continents:
        if typed in (comparable_key(continent.name), comparable_key(continent.key)):
            inside = sorted(continent.territories)
            best = next((place for place in inside if place in allowed), inside[0])
            return tokenize(board.territories[best].code)
    return words


def parse_placement(words: Sequence[str], view: View, usage: str) -> Place | Reinforce:
    """Parse the armies to place on a territory, during setup or as reinforcements.

    Without a number, place the minimum: one army, or all remaining armies if the territory must
    take them all.

    Raises:
        CommandError: If the words cannot be understood.
    """
    territories = allowed_territories(view)
    count, territory = parse_territory(words, view.board, territories, usage, _PLACEMENT_WORDS)
    kind = Place if isinstance(view.decision, ToPlace) else Reinforce
    if isinstance(count, int):
        return kind(territory, count)
    offer = offer_of(kind(territory), view)
    if offer is None:
        return kind(territory)  # The rules explain why this is refused.
    return kind(territory, (offer.minimum if count is None else offer.maximum) or 1)


def parse_territory_pair(
    words: Sequence[str],
    board: Board,
    allowed: Collection[tuple[int, ...]],
    usage: str,
    stand_ins: Collection[str] = (),
) -> tuple[Count | None, int, int]:
    """Parse two territories, with an optional number before, between or after them.

    Every way to split the words is tried, and exact names win over beginnings of names. Of the best
    readings, those without a number or with the number at the end win, then ``allowed`` pairs.

    Raises:
        CommandError: If the words cannot be understood.
    """
    names = names_of(board)
    ranks: dict[tuple[Count | None, int, int], tuple[int, bool]] = {}
    for count, position, rest in _readings(words, stand_ins):
        for first, second in name_pairs(rest):
            first_level, sources = names.best_matches(first)
            second_level, targets = names.best_matches(second)
            for reading in (
                (count, source, target)
                for source in sources
                for target in targets
                if source != target
            ):
                rank = first_level + second_level, 0 <= position < len(words) - 1
                ranks[reading] = min(rank, ranks.get(reading, rank))
    best = _best_readings(ranks, lambda reading: reading[1:] in allowed)
    if len(best) == 1:
        return best[0]
    if best:
        raise AmbiguousCommand(
            _ambiguity_message(words, names, [reading[1:] for reading in best], stand_ins)
        )
    raise _pair_error(words, names, usage, stand_ins)


def _best_readings(
    ranks: Mapping[_Reading, tuple[int, bool]], is_allowed: Callable[[_Reading], bool]
) -> list[_Reading]:
    """Select the readings with the lowest level; prefer the usual word order, then allowed ones.

    Args:
        ranks: The level of each reading, and True if its number is in an unusual place.
        is_allowed: Returns True for a reading whose territories are allowed.
    """
    best = min((level for level, _ in ranks.values()), default=0)
    readings = [reading for reading, (level, _) in ranks.items() if level == best]
    readings = [reading for reading in readings if not ranks[reading][1]] or readings
    return list(filter(is_allowed, readings)) or readings


def _readings(
    words: Sequence[str], stand_ins: Collection[str]
) -> Iterator[tuple[Count | None, int, Tokens]]:
    """Yield every way to read one of the words as the number, and one without a number.

    Yields:
        The number, its position, and the words that remain for names. Without a number they are
        ``None``, -1 and all words.

    Raises:
        UnreadableCommand: If there are too many words, or a number is too large.
    """
    if len(words) > MAX_WORDS:
        raise UnreadableCommand(
            _(
                "too many words ({words_count}): expected two names and a number",
                words_count=len(words),
            )
        )
    yield None, -1, _trim_separators(words)
    for position, word in enumerate(words):
        if is_count(word, stand_ins):
            before, after = list(words[:position]), list(words[position + 1 :])
            while before and before[-1] in _BEFORE_COUNT:
                before.pop()
            if after and after[0] in _AFTER_COUNT:
                after.pop(0)
            count = parse_number(word) if is_number(word) else word
            yield count, position, _trim_separators([*before, SEPARATOR, *after])


def _trim_separators(words: Sequence[str]) -> Tokens:
    """Remove separators at either end, and repeated ones."""
    tokens: list[str] = []
    for word in words:
        if word != SEPARATOR or (tokens and tokens[-1] != SEPARATOR):
            tokens.append(word)
    return tuple(tokens[:-1] if tokens and tokens[-1] == SEPARATOR else tokens)


def _name_tokens(words: Sequence[str], stand_ins: Collection[str]) -> Tokens:
    """Return the words that a message about unknown names quotes.

    If there are numbers, they are left out with all words that may stand beside a number.
    """
    has_count = any(is_count(word, stand_ins) for word in words)
    rest = [
        SEPARATOR if is_count(word, stand_ins) else word
        for word in words
        if not (has_count and word in WORDS_AT_COUNT)
    ]
    return _trim_separators(rest)


def _number_count(words: Sequence[str], stand_ins: Collection[str]) -> int:
    return sum(is_count(word, stand_ins) for word in words)


def _name_error(
    words: Sequence[str], names: NameIndex, usage: str, stand_ins: Collection[str]
) -> Exception:
    """Return the error for words that do not name a territory."""
    rest = _name_tokens(words, stand_ins)
    if not rest:
        return UnreadableCommand(_("which territory? {usage}", usage=usage))
    if _number_count(words, stand_ins) > 1 or SEPARATOR in rest:
        return UnreadableCommand(_("usage: {usage}", usage=usage))
    return names.unknown(rest)


def _pair_error(
    words: Sequence[str], names: NameIndex, usage: str, stand_ins: Collection[str]
) -> Exception:
    """Return the error for words that do not name two territories."""
    rest = _name_tokens(words, stand_ins)
    if not rest:
        return UnreadableCommand(_("which territories? {usage}", usage=usage))
    if _number_count(words, stand_ins) > 1 or rest.count(SEPARATOR) > 1:
        return UnreadableCommand(_("usage: {usage}", usage=usage))
    name = name_words(rest)
    _level, territories = names.best_matches(
        name[1:] if len(name) > 1 and name[0] in ("from", "to") else name
    )
    if territories:
        return UnreadableCommand(
            _(
                "{territories} is only one territory; name two: {usage}",
                territories=names.join_territories(territories),
                usage=usage,
            )
        )
    # Blame the words that remain when the longest name is removed from either end.
    for size in range(len(name) - 1, 0, -1):
        for name_part, unknown in ((name[:size], name[size:]), (name[-size:], name[:-size])):
            if names.best_matches(name_part)[1] and unknown not in (("from",), ("to",)):
                if names.best_matches(unknown)[1]:
                    return UnreadableCommand(
                        _("name two different territories: {usage}", usage=usage)
                    )
                return names.unknown(unknown)
    return names.unknown(name)


def _ambiguity_message(
    words: Sequence[str],
    names: NameIndex,
    pairs: Sequence[tuple[int, int]],
    stand_ins: Collection[str],
) -> str:
    """Return the message that words could mean any of several pairs of territories."""
    sources = list(dict.fromkeys(source for source, _ in pairs))
    targets = list(dict.fromkeys(target for _, target in pairs))
    line = quote(_name_tokens(words, stand_ins))
    if len(sources) == 1:
        return _(
            "{line} could aim at {targets}", line=line, targets=names.join_territories(targets)
        )
    if len(targets) == 1:
        return _(
            "{line} could start from {sources}", line=line, sources=names.join_territories(sources)
        )
    moves = "; ".join(
        _(
            "{territory} to {other}",
            territory=names.with_code(source),
            other=names.with_code(target),
        )
        for source, target in pairs[:_MAX_PAIRS]
    )
    extra = ""
    if len(pairs) > _MAX_PAIRS:
        extra = _(" or {candidates_count} more", candidates_count=len(pairs) - _MAX_PAIRS)
    return _("{line} could be {moves}{extra}", line=line, moves=moves, extra=extra)


_WORDS_FOR_COUNT = "|".join((*_PLACEMENT_WORDS, *MINIMUM_WORDS))
_COUNT = re.compile(rf"\s*(?:(?:\d+|{_WORDS_FOR_COUNT})\s+)?", re.IGNORECASE)
"""A number or a word for one at the start of arguments; without one, only blanks."""


def complete_territory(tail: str, view: View) -> list[str]:
    """Complete ``tail`` to a territory, after a number if one is typed."""
    start, fragment = _split_count(tail)
    return [start + name for name in _matching_names(fragment, allowed_territories(view), view)]


def complete_territory_pair(tail: str, view: View) -> list[str]:
    """Complete ``tail`` to two territories: the first, or the second if the first is complete."""
    start, fragment = _split_count(tail)
    pairs = allowed_pairs(view)
    sources = list(dict.fromkeys(source for source, _ in pairs))
    first_names = [start + name for name in _matching_names(fragment, sources, view)]
    names = names_of(view.board)
    second_names: list[str] = []
    # Every gap, and the end, may be the end of the first name.
    for gap in re.finditer(r"[\s,>]+|$", fragment):
        words = name_words(tokenize(fragment[: gap.start()]))
        level, territories = names.best_matches(words)
        candidates = [territory for territory in territories if territory in sources] or territories
        if not words or len(candidates) != 1:
            continue
        targets = [target for source, target in pairs if source == candidates[0]]
        targets = targets or list(view.board.neighbours[candidates[0]])
        is_complete = level < PARTIAL_LEVEL
        if gap.group():
            head, rest = start + fragment[: gap.end()], fragment[gap.end() :]
            second_names += [
                head + name for name in _matching_names(rest, targets, view, only_allowed=True)
            ]
            if is_complete and not rest:
                first_names = []
        elif is_complete and fragment[-1].isalnum():
            second_names += [
                f"{start}{fragment} {name}" for name in _matching_names("", targets, view)
            ]
    return first_names + second_names


def complete_words(tail: str, choices: Iterable[str]) -> list[str]:
    """Complete ``tail`` to one of a few words."""
    lead = tail[: len(tail) - len(tail.lstrip())]
    beginning = tail.lstrip()
    return [lead + choice for choice in choices if choice.startswith(beginning.lower())]


def complete_player(tail: str, players: Iterable[str]) -> list[str]:
    """Complete ``tail`` to a player's name, typed with or without accents."""
    beginning = without_accents(tail.strip())
    return [name for name in players if without_accents(name).startswith(beginning)]


def _split_count(tail: str) -> tuple[str, str]:
    """Split ``tail`` after the number at its start, if there is one."""
    match = _COUNT.match(tail)
    end = match.end() if match else 0
    return tail[:end], tail[end:]


def _matching_names(
    fragment: str, allowed: Sequence[int], view: View, *, only_allowed: bool = False
) -> list[str]:
    """Return the names of territories that match ``fragment``, allowed territories first."""
    territories = view.board.territories
    words = name_words(tokenize(fragment))
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
    """Return a name in the case of the typed ``fragment``.

    The fragment is kept if the name begins with it. The rest is in lower case if the fragment is.
    """
    if name[: len(fragment)].casefold() == fragment.casefold():
        rest = name[len(fragment) :]
        return fragment + (rest.lower() if fragment.islower() else rest)
    return name.lower() if fragment.islower() else name
