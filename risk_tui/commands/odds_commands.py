"""The commands that ask for odds."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING

from risk_tui.commands.arguments import is_number, parse_number
from risk_tui.commands.base import Command
from risk_tui.commands.completion import complete_one, complete_words
from risk_tui.commands.errors import AmbiguousCommand, ImpossibleCommand, UnreadableCommand
from risk_tui.commands.key_bindings import KeyBinding, Where
from risk_tui.commands.name_lookup import EXACT, SEPARATOR, join_or, names_of, quote, tokenize
from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.front_end import FrontEnd
    from risk_tui.commands.name_lookup import NameIndex, Tokens
    from risk_tui.commands.odds_report import OddsReport
    from risk_tui.engine.view import View
    from risk_tui.odds.position_odds import CampaignPath
    from risk_tui.table.seats import Seat

_CONNECTIVES = ("from", "to", "v", "against")
"""Words that only separate the names on either side."""
_GOALS = ("mission", "missions", "objective", "objectives", "goal", "goals")
"""Words for one's mission, or the goals that are open to everybody."""
_MAX_WORDS = 20
"""The maximum number of words in a chain of territories."""


@dataclass(frozen=True)
class OddsCommand(Command):
    territories: tuple[int, ...] = ()
    """A chain of territories to be taken one after the other."""
    whom: str = ""
    """A continent or a player as typed, or one of the words for goals."""
    armies: tuple[int, int] | None = None
    """Free armies and defenders, for a fight that is nowhere on the board."""

    name = "odds"
    aliases = ("plan",)
    usage = "odds FROM TO [...] | odds WHOM"
    summary = "the odds of a campaign, or of taking a continent or a player"
    example = "odds alaska kamchatka japan"
    advice = True

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        plain = [word for word in words if word not in (SEPARATOR, *_CONNECTIVES)]
        if not plain or len(words) > _MAX_WORDS:
            raise UnreadableCommand(f"of what? {cls.usage_text(view)}")
        if all(is_number(word) for word in plain):
            if len(plain) != 2:
                raise UnreadableCommand("two numbers are free armies against defenders: odds 12 5")
            return cls(armies=(parse_number(plain[0]), parse_number(plain[1])))
        names = names_of(view.board)
        territories = _chain(words, names)
        if len(territories) == 1:
            _expect_one_meaning(tuple(plain), territories[0], view)
        return cls(territories) if territories else cls(whom=" ".join(plain))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        others = [*(continent.name.casefold() for continent in view.board.continents), "mission"]
        return [*complete_one(tail, view), *complete_words(tail, others)]

    def run(self, ui: FrontEnd) -> None:
        _expect_advice(ui)
        alone = ui.privacy.is_sole_viewer
        ui.show_odds(self.report(ui.view(), ui.table.seats, alone=alone))

    def report(self, view: View, seats: Sequence[Seat], *, alone: bool) -> OddsReport:
        """The odds; of a mission only for a player who looks ``alone``. Raises ``RiskError``."""
        # Keys are known with their commands before the first picture, which waits for no odds.
        from risk_tui.commands import odds_report

        if self.armies is not None:
            return odds_report.fight_report(view, *self.armies)
        if self.whom in _GOALS:
            return odds_report.mission_report(view, seats, alone)
        if self.whom:
            return odds_report.assault_report(view, seats, self.whom, alone)
        if len(self.territories) == 1:
            return odds_report.territory_report(view, *self.territories)
        return odds_report.campaign_through(view, self.territories)


def _chain(words: Sequence[str], names: NameIndex) -> tuple[int, ...]:
    """The territories that the words name one after the other; empty if any word names none."""
    territories: list[int] = []
    rest = tuple(SEPARATOR if word in _CONNECTIVES else word for word in words)
    while rest := tuple(dropwhile(SEPARATOR.__eq__, rest)):
        size, territory = _first(rest, names)
        if territory is None:
            return ()
        territories.append(territory)
        rest = rest[size:]
    return tuple(territories)


def _first(words: Tokens, names: NameIndex) -> tuple[int, int | None]:
    """The number of words that name the first territory, and the territory, if any.

    The longest of equally good names wins.
    """
    longest = words.index(SEPARATOR) if SEPARATOR in words else len(words)
    best: tuple[int, int, int | None] = (99, 0, None)
    for size in range(longest, 0, -1):
        level, territories = names.best_matches(words[:size])
        if len(territories) == 1 and level < best[0]:
            best = (level, size, territories[0])
    return best[1:]


def _expect_one_meaning(words: Tokens, territory: int, view: View) -> None:
    """Raise ``AmbiguousCommand`` for a beginning that continents have as much as a territory."""
    names = names_of(view.board)
    if names.best_matches(words)[0] < EXACT:
        return
    continents = [
        continent.name
        for continent in view.board.continents
        if any(part.startswith(" ".join(words)) for part in _parts(continent.name))
    ]
    if continents:
        options = join_or([names.with_code(territory), *continents])
        raise AmbiguousCommand(f"{quote(words)} could be {options}")


def _parts(name: str) -> list[str]:
    """A name from each of its words on."""
    words = tokenize(name)
    return [" ".join(words[number:]) for number in range(len(words))]


@dataclass(frozen=True)
class FightCommand(Command):
    """Fights a plan: the ``campaigns``, or those of ``odds``, or those that were shown last."""

    campaigns: tuple[CampaignPath, ...] = ()
    odds: OddsCommand | None = None
    stop_below: int | None = None
    """The chance in percent below which it stops; ``None``: as the settings have it."""

    name = "fight"
    usage = "fight [stop-below N] | fight FROM TO [...] [stop-below N]"
    summary = "fight a plan, as long as its odds are N% or better"
    example = "fight alaska kamchatka japan stop-below 30"
    advice = True

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        names, stop_below = [*words], None
        if names and is_number(names[-1]):
            stop_below = parse_number(names.pop())
            if not 0 <= stop_below <= _MOST_PERCENT:
                raise UnreadableCommand(f"a plan stops below 0 to {_MOST_PERCENT}%")
            while names and names[-1] in (*_FLOOR_WORDS, SEPARATOR):
                names.pop()
        odds = OddsCommand.read(names, view) if any(word != SEPARATOR for word in names) else None
        assert odds is None or isinstance(odds, OddsCommand)
        return cls(odds=odds, stop_below=stop_below)

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return OddsCommand.complete(tail, view)

    def run(self, ui: FrontEnd) -> None:
        from risk_tui.commands.plan_order import FightPlan

        if self.odds is not None:
            self.odds.run(ui)
        stop_below = ui.plan_floor() if self.stop_below is None else self.stop_below
        ui.speaker()
        ui.answer(FightPlan.of(ui.view(), self.campaigns or ui.plan(), stop_below))


_FLOOR_WORDS = ("stop", "below", "at", "under")
"""Words before the chance below which a plan stops."""
_MOST_PERCENT = 99


class ThreatsCommand(Command):
    name = "threats"
    summary = "how likely your land is to fall to its strongest neighbours"
    key = KeyBinding("threats", ("t", "f6"), summary, useful=Where.ASKED, advice=True)
    advice = True

    def run(self, ui: FrontEnd) -> None:
        _expect_advice(ui)
        ui.show_threats()


def _expect_advice(ui: FrontEnd) -> None:
    """Raise ``ImpossibleCommand`` at a table without advice."""
    from risk_tui.commands.odds_report import OFF

    if not ui.table.options.advice:
        raise ImpossibleCommand(OFF)
