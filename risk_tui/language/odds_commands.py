"""The commands that ask for odds."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING

from risk_tui.language.command import Command
from risk_tui.language.completion import complete_one, complete_words
from risk_tui.language.errors import Unreadable
from risk_tui.language.names import BREAK, names_of
from risk_tui.language.parsed import Parsed, ShowOdds, ShowThreats
from risk_tui.language.reading import is_number, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.language.names import Names, Words

_JOINTS = ("from", "to", "v", "against")
"""Words that only part the names on either side."""
_LONGEST = 20
"""Words of the longest chain that is read."""


class OddsCommand(Command):
    name = "odds"
    usage = "odds FROM TO [...] | odds WHOM"
    summary = "the odds of a campaign, or of taking a continent or a player"
    example = "odds alaska kamchatka japan"
    advice = True

    def read(self, words: Sequence[str], view: View) -> Parsed:
        plain = [word for word in words if word not in (BREAK, *_JOINTS)]
        if not plain or len(words) > _LONGEST:
            raise Unreadable(f"of what? {self.form}")
        if all(is_number(word) for word in plain):
            if len(plain) != 2:
                raise Unreadable("two numbers are free armies against defenders: odds 12 5")
            return ShowOdds(armies=(number(plain[0]), number(plain[1])))
        places = _chain(words, names_of(view.board))
        return ShowOdds(places=places) if places else ShowOdds(whom=" ".join(plain))

    def complete(self, tail: str, view: View) -> list[str]:
        others = [*(each.name.casefold() for each in view.board.continents), "mission"]
        return [*complete_one(tail, view), *complete_words(tail, others)]


def _chain(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """The territories that the words name one after the other; empty if they do not."""
    found: list[int] = []
    rest = tuple(BREAK if word in _JOINTS else word for word in words)
    while rest := tuple(dropwhile(BREAK.__eq__, rest)):
        size, place = _first(rest, names)
        if place is None:
            return ()
        found.append(place)
        rest = rest[size:]
    return tuple(found)


def _first(words: Words, names: Names) -> tuple[int, int | None]:
    """How many of the words name the first territory, and which; the longest name wins."""
    most = words.index(BREAK) if BREAK in words else len(words)
    best: tuple[int, int, int | None] = (99, 0, None)
    for size in range(most, 0, -1):
        level, places = names.fits(words[:size])
        if len(places) == 1 and level < best[0]:
            best = (level, size, places[0])
    return best[1:]


class ThreatsCommand(Command):
    name = "threats"
    usage = "threats"
    summary = "how likely your territories fall to their strongest neighbours"
    example = "threats"
    advice = True

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return ShowThreats()
