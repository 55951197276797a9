"""The commands that show odds, and the order to fight a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from typing import TYPE_CHECKING

from risk_tui.commands.arguments import complete_territory, complete_words, is_number, parse_number
from risk_tui.commands.base import Command, KeyBinding, Occasion
from risk_tui.commands.front_end import FrontEnd, Page
from risk_tui.commands.names import (
    NO_MATCH,
    PARTIAL_LEVEL,
    SEPARATOR,
    ImpossibleCommand,
    NameIndex,
    Tokens,
    UnreadableCommand,
    ambiguous,
    join_choices,
    names_of,
    tokenize,
)
from risk_tui.commands.odds_report import OddsReport
from risk_tui.data.language import _, comparable
from risk_tui.engine.actions import Action, Occupy
from risk_tui.engine.decisions import Decision, ToAttack, ToDefend, ToOccupy
from risk_tui.engine.view import View
from risk_tui.odds.campaign import Branch, steps_of
from risk_tui.odds.position_odds import (
    CampaignPath,
    expected_campaigns,
    remaining_campaigns,
    total_chance,
)
from risk_tui.table.orders import Order, best_attack
from risk_tui.table.seats import Seat
from risk_tui.text.words import percent

if TYPE_CHECKING:
    from risk_tui.table.table import Table


_CONNECTIVES = ("from", "to", "v", "against")
"""Words that only separate two names."""
_GOAL_WORDS = ("mission", "missions", "objective", "objectives", "goal", "goals")
"""Words for the player's mission, or the public goals."""
_MAX_WORDS = 20
"""The maximum number of words in a chain of territories."""


@dataclass
class OddsCommand(Command):
    territories: tuple[int, ...] = ()
    """A chain of territories to take in this order."""
    target: str = ""
    """A continent or a player as typed, or one of the words for goals."""
    armies: tuple[int, int] | None = None
    """Free armies and defenders, for a fight that is not on the board."""

    name = "odds"
    aliases = ("plan",)
    usage = "odds FROM TO [...] | odds TARGET"
    summary = "show the odds of a campaign, a continent or a player"
    example = "odds alaska kamchatka japan"
    advice = True

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        plain = [word for word in words if word not in (SEPARATOR, *_CONNECTIVES)]
        if not plain or len(words) > _MAX_WORDS:
            raise UnreadableCommand(_("of what? {usage}", usage=cls.usage_text(view)))
        if all(is_number(word) for word in plain):
            if len(plain) != 2:
                raise UnreadableCommand(
                    _("two numbers are free armies against defenders: odds 12 5")
                )
            return cls(armies=(parse_number(plain[0]), parse_number(plain[1])))
        names = names_of(view.board)
        territories = _named_territories(words, names)
        if len(territories) == 1:
            _expect_one_meaning(tuple(plain), territories[0], view)
        return cls(territories) if territories else cls(target=" ".join(plain))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        others = [*(continent.name.casefold() for continent in view.board.continents), "mission"]
        return [*complete_territory(tail, view), *complete_words(tail, others)]

    def run(self, ui: FrontEnd) -> None:
        expect_advice(ui.table)
        private = ui.privacy.is_sole_viewer
        ui.show(Page.ODDS, report=self.report(ui.view(), ui.table.seats, private=private))

    def report(self, view: View, seats: Sequence[Seat], *, private: bool) -> OddsReport:
        """Return the odds.

        Args:
            view: The view of the player who asks.
            seats: The seats of the game.
            private: True if only this player sees the report, as the odds of a secret mission
                require.

        Raises:
            RiskError: If the odds are unknown, or would reveal a secret.
        """
        # The keymap imports all commands before the first frame; the odds would delay it.
        from risk_tui.commands import odds_report

        if self.armies is not None:
            return odds_report.fight_report(view, *self.armies)
        if self.target in _GOAL_WORDS:
            return odds_report.mission_report(view, seats, private)
        if self.target:
            return odds_report.assault_report(view, seats, self.target, private)
        if len(self.territories) == 1:
            return odds_report.territory_report(view, *self.territories)
        return odds_report.campaign_through(view, self.territories)


def _named_territories(words: Sequence[str], names: NameIndex) -> tuple[int, ...]:
    """Return the territories that the words name, in order; empty if a word names none."""
    territories: list[int] = []
    rest = tuple(SEPARATOR if word in _CONNECTIVES else word for word in words)
    while rest := tuple(dropwhile(SEPARATOR.__eq__, rest)):
        size, territory = _find_first(rest, names)
        if territory is None:
            return ()
        territories.append(territory)
        rest = rest[size:]
    return tuple(territories)


def _find_first(words: Tokens, names: NameIndex) -> tuple[int, int | None]:
    """Find the territory that the first words name. The longest of equally good names wins.

    Returns:
        The number of its words, and the territory or ``None``.
    """
    longest = words.index(SEPARATOR) if SEPARATOR in words else len(words)
    best: tuple[int, int, int | None] = (NO_MATCH, 0, None)
    for size in range(longest, 0, -1):
        level, territories = names.best_matches(words[:size])
        if len(territories) == 1 and level < best[0]:
            best = (level, size, territories[0])
    return best[1:]


def _expect_one_meaning(words: Tokens, territory: int, view: View) -> None:
    """Raise ``AmbiguousCommand`` if the words are also in the name of a continent.

    The code or the whole name of a territory has one meaning. The name of a continent may have
    other words before the typed ones.
    """
    names = names_of(view.board)
    if names.best_matches(words)[0] < PARTIAL_LEVEL:
        return
    continents = [
        continent.name
        for continent in view.board.continents
        if any(
            part.startswith(comparable(" ".join(words)))
            for name in (continent.name, continent.key)
            for part in _suffixes(name)
        )
    ]
    if continents:
        raise ambiguous(words, join_choices([names.with_code(territory), *continents]))


def _suffixes(name: str) -> list[str]:
    """Return the parts of a name that start at one of its words and reach to its end."""
    words = tokenize(name)
    return [comparable(" ".join(words[number:])) for number in range(len(words))]


@dataclass
class FightCommand(Command):
    """Fights a plan: its ``campaigns``, else those of ``odds``, else those that were shown last."""

    campaigns: tuple[CampaignPath, ...] = ()
    odds: OddsCommand | None = None
    stop_below: int | None = None
    """The chance in percent below which the fight stops; ``None`` for the setting."""

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
            if not 0 <= stop_below <= _MAX_PERCENT:
                raise UnreadableCommand(
                    _("a plan stops below 0 to {most_percent}%", most_percent=_MAX_PERCENT)
                )
            while names and names[-1] in (*_FLOOR_WORDS, SEPARATOR):
                names.pop()
        odds = OddsCommand.read(names, view) if any(word != SEPARATOR for word in names) else None
        assert odds is None or isinstance(odds, OddsCommand)
        return cls(odds=odds, stop_below=stop_below)

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return OddsCommand.complete(tail, view)

    def run(self, ui: FrontEnd) -> None:
        if self.odds is not None:
            self.odds.run(ui)
        stop_below = int(ui.settings.plan) if self.stop_below is None else self.stop_below
        ui.speaker()  # Raises an error if no seat here can act.
        ui.answer(FightPlan.of(ui.view(), self.campaigns or ui.plan(), stop_below))


_FLOOR_WORDS = ("stop", "below", "at", "under")
"""Words before the chance below which the fight stops."""
_MAX_PERCENT = 99
"""The highest limit in percent for the chance below which a fight stops."""


class ThreatsCommand(Command):
    name = "threats"
    summary = "show how likely your territories are to fall"
    key = KeyBinding("threats", ("t", "f6"), summary, useful=Occasion.ASKED, advice=True)
    advice = True

    def run(self, ui: FrontEnd) -> None:
        expect_advice(ui.table)
        ui.show(Page.THREATS)


def expect_advice(table: Table) -> None:
    """Raise ``ImpossibleCommand`` at a table without advice."""
    if not table.options.advice:
        raise ImpossibleCommand(_("odds are off in this game"))


@dataclass(frozen=True, slots=True)
class FightPlan(Order):
    """An order to attack along campaigns, moving in the armies that their odds assume.

    It ends when the chance of the remaining plan falls below ``stop_below`` percent, or when
    anything except the plan itself has changed the position since the ``start``.
    """

    campaigns: tuple[CampaignPath, ...]
    stop_below: int
    start: View = field(repr=False)

    @classmethod
    def of(cls, view: View, campaigns: Sequence[CampaignPath], stop_below: int) -> FightPlan:
        """Make the order for the seat that attacks now.

        Raises:
            ImpossibleCommand: If no attack is pending, the plan is empty, or its chance is below
                ``stop_below`` percent.
        """
        decision = view.decision
        if not isinstance(decision, ToAttack) or decision.seat != view.seat:
            raise ImpossibleCommand(_("a plan is fought in the attack phase"))
        paths = tuple(path for path in campaigns if path[1])
        if not paths:
            raise ImpossibleCommand(_("no plan yet: 'plan FROM TO' makes one"))
        order = cls(decision.seat, paths, stop_below, view)
        chance = order._chance(view)
        if chance * 100 < stop_below:
            raise ImpossibleCommand(
                _(
                    "the plan's chance is {chance}, below your limit of {stop_below}%: "
                    "'fight stop-below {lower}' fights it",
                    chance=percent(chance),
                    stop_below=stop_below,
                    lower=int(chance * 100),
                )
            )
        return order

    def precondition(self, view: View) -> Action:
        return best_attack(view, *self._steps[0])

    @property
    def targets(self) -> tuple[int, ...]:
        return tuple(target for _source, target in self._steps)

    def describe(self, view: View) -> str:
        if not self.stop_below:
            return _("Fighting the plan")
        return _("Fighting the plan; it stops below {percent}%", percent=self.stop_below)

    def answer(self, view: View, decision: Decision) -> Action | None:
        if isinstance(decision, ToOccupy):
            return Occupy(self._armies_to_move(view, decision))
        source, target = self._steps_left(view)[0]
        return best_attack(view, source, target, self._armies_needed(view, source, target))

    def reason_to_end(self, view: View, decision: Decision) -> str:
        if isinstance(decision, ToDefend):
            return ""
        if not isinstance(decision, ToOccupy):
            left = self._steps_left(view)
            if not left:
                return _("Plan complete")
            source = view.board.territories[left[0][0]].name
            if view.armies[left[0][0]] < 2:
                return _("Plan stopped: no army is left to attack from {source}", source=source)
            is_due = isinstance(decision, ToAttack) and decision.seat == self.seat
            if is_due and view.attack_offer(*left[0]) is None:
                return _("Plan stopped: {source} has too few armies to attack", source=source)
        unforeseen = self._deviation(view, decision)
        if unforeseen:
            return _("Plan stopped: {unforeseen}", unforeseen=unforeseen)
        if isinstance(decision, ToOccupy) or self._is_worth_it(view):
            return ""
        return _(
            "Plan stopped: {chance} to take the rest of it", chance=percent(self._chance(view))
        )

    # Progress

    @property
    def _steps(self) -> list[tuple[int, int]]:
        return [step for path in self.campaigns for step in steps_of(*path)]

    def _steps_left(self, view: View) -> list[tuple[int, int]]:
        return [step for step in self._steps if view.owner[step[1]] != self._fighting_seat]

    @property
    def _fighting_seat(self) -> int:
        """The seat whose armies fight: the seat of the order, or one that it leads."""
        return self.start.acting_seat

    def _chance(self, view: View) -> float:
        paths = remaining_campaigns(view, self._fighting_seat, self.campaigns)
        return total_chance(expected_campaigns(view, paths))

    def _armies_needed(self, view: View, source: int, target: int) -> tuple[int, ...]:
        """Return the minimum numbers of armies to continue a fight against 1, 2, … defenders."""
        if not self.stop_below:
            return (2,)
        armies, least, needed = list(view.armies), [], 2
        for against in range(1, view.armies[target] + 1):
            armies[source], armies[target] = needed, against
            while armies[source] <= view.armies[source] and not self._is_worth_it(
                replace(view, armies=tuple(armies))
            ):
                armies[source] += 1
            needed = armies[source]
            least.append(needed)
        return tuple(least)

    def _is_worth_it(self, view: View) -> bool:
        """Return True if the odds of the remaining plan are good enough to continue."""
        return not self.stop_below or self._chance(view) * 100 >= self.stop_below

    def _armies_to_move(self, view: View, decision: ToOccupy) -> int:
        """Return the number of armies to move into a conquered territory, as the odds assume."""
        free = view.armies[decision.source] - 1
        moved = _planned_armies(self.campaigns, decision.target)
        limits = (free, moved, view.ruleset.most_to_follow)
        return min(limit for limit in limits if limit is not None)

    def _deviation(self, view: View, decision: Decision) -> str:
        """Describe how the situation differs from the plan; empty if it does not."""
        if decision.seat != self.seat:
            return _("another player decides first")
        if not isinstance(decision, ToAttack | ToOccupy):
            return _("there is something else to decide")
        if view.card_counts != self.start.card_counts:
            return _("cards changed hands")
        steps = self._steps
        taken = steps[: steps.index(left[0])] if (left := self._steps_left(view)) else steps
        changed = self._changed_territory(view, steps, len(taken))
        if changed is not None:
            return _("{territory} has changed", territory=view.board.territories[changed].name)
        if isinstance(decision, ToOccupy):
            moves = decision.least <= self._armies_to_move(view, decision) <= decision.most
            if taken[-1:] != [(decision.source, decision.target)] or not moves:
                return _("the number of armies moving in has changed")
        return ""

    def _changed_territory(
        self, view: View, steps: Sequence[tuple[int, int]], steps_taken: int
    ) -> int | None:
        """Return a territory whose owner or armies differ from the plan, if any."""
        start = self.start
        fighting = {territory for step in steps[: steps_taken + 1] for territory in step}
        for territory, owner in enumerate(view.owner):
            conquered = any(territory == target for _, target in steps[:steps_taken])
            expected = self._fighting_seat if conquered else start.owner[territory]
            armies, before = view.armies[territory], start.armies[territory]
            same = armies == before if territory not in fighting else conquered or armies <= before
            if owner != expected or not same:
                return territory
        return None


def _planned_armies(campaigns: Sequence[CampaignPath], target: int) -> int | None:
    """Return the armies that a plan moves into a territory; ``None`` for all free armies."""
    branches: list[Branch] = [branch for _, roots in campaigns for branch in roots]
    for branch in branches:
        if branch.territory == target:
            return branch.moved
        branches += branch.branches
    return None
