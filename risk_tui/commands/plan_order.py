"""The order to fight a plan: campaigns as they were shown, while their odds are good enough."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from risk_tui.commands.errors import ImpossibleCommand
from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.actions import Occupy
from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy
from risk_tui.odds.campaign import steps_of
from risk_tui.odds.position_odds import expected_campaigns, remaining_campaigns, total_chance
from risk_tui.table.orders import Order, best_attack
from risk_tui.text.words import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.odds.campaign import Branch
    from risk_tui.odds.position_odds import CampaignPath


@dataclass(frozen=True, slots=True)
class FightPlan(Order):
    """Attack along campaigns, and move in as many armies as their odds are based on.

    It ends below ``stop_below`` percent for all that remains, and as soon as anything is not as
    it was at the ``start``, apart from what the plan itself does.
    """

    seat: int
    campaigns: tuple[CampaignPath, ...]
    stop_below: int
    start: View = field(repr=False)

    @classmethod
    def of(cls, view: View, campaigns: Sequence[CampaignPath], stop_below: int) -> FightPlan:
        """The order of the seat that attacks now. Raises ``ImpossibleCommand``."""
        decision = view.decision
        if not isinstance(decision, ToAttack) or decision.seat != view.seat:
            raise ImpossibleCommand("a plan is fought in the attack phase")
        paths = tuple(path for path in campaigns if path[1])
        if not paths:
            raise ImpossibleCommand("there is no plan to fight: 'plan FROM TO' makes one")
        order = cls(decision.seat, paths, stop_below, view)
        chance = order._chance(view)
        if chance * 100 < stop_below:
            raise ImpossibleCommand(
                f"the plan has {percent(chance)} and is to stop below {stop_below}%: "
                "name a smaller number to fight it"
            )
        return order

    def first(self, view: View) -> Action:
        return best_attack(view, *self._steps[0])

    def describe(self, view: View) -> str:
        floor = f"; it stops below {self.stop_below}%" if self.stop_below else ""
        return f"The plan is fought{floor}"

    def answer(self, view: View, decision: Decision) -> Action | None:
        if isinstance(decision, ToOccupy):
            return Occupy(self._garrison(view, decision))
        source, target = self._steps_left(view)[0]
        return best_attack(view, source, target, self._least(view, source, target))

    def why_end(self, view: View, decision: Decision) -> str:
        if isinstance(decision, ToDefend):
            return ""
        if not isinstance(decision, ToOccupy):
            left = self._steps_left(view)
            if not left:
                return "The plan is done"
            if view.armies[left[0][0]] < 2:
                source = view.board.territories[left[0][0]].name
                return f"The plan stops: no army is left to attack from {source}"
        unforeseen = self._unforeseen(view, decision)
        if unforeseen:
            return f"The plan stops: {unforeseen}"
        if isinstance(decision, ToOccupy) or self._is_worth_it(view):
            return ""
        return f"The plan stops: {percent(self._chance(view))} to take the rest of it"

    # How far it has come

    @property
    def _steps(self) -> list[tuple[int, int]]:
        return [step for path in self.campaigns for step in steps_of(*path)]

    def _steps_left(self, view: View) -> list[tuple[int, int]]:
        return [step for step in self._steps if view.owner[step[1]] != self._force]

    @property
    def _force(self) -> int:
        """The seat whose armies fight: the order's own, or one that it leads."""
        return self.start.acting_seat

    def _chance(self, view: View) -> float:
        paths = remaining_campaigns(view, self._force, self.campaigns)
        return total_chance(expected_campaigns(view, paths))

    def _least(self, view: View, source: int, target: int) -> tuple[int, ...]:
        """The fewest armies with which a fight goes on, against one army, against two and so on."""
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
        """Whether the odds of all that remains are good enough to go on."""
        return not self.stop_below or self._chance(view) * 100 >= self.stop_below

    def _garrison(self, view: View, decision: ToOccupy) -> int:
        """The armies with which the odds go on in a territory just taken."""
        free = view.armies[decision.source] - 1
        moved = _moved(self.campaigns, decision.target)
        limits = (free, moved, view.ruleset.most_to_follow)
        return min(limit for limit in limits if limit is not None)

    def _unforeseen(self, view: View, decision: Decision) -> str:
        """What is not as the plan has it; empty if all is."""
        if decision.seat != self.seat:
            return "another player decides first"
        if not isinstance(decision, ToAttack | ToOccupy):
            return "there is something else to decide"
        if view.card_counts != self.start.card_counts:
            return "cards changed hands"
        steps = self._steps
        taken = steps[: steps.index(left[0])] if (left := self._steps_left(view)) else steps
        place = self._changed_place(view, steps, len(taken))
        if place is not None:
            return f"{view.board.territories[place].name} is not as the plan expected"
        if isinstance(decision, ToOccupy):
            moves = decision.least <= self._garrison(view, decision) <= decision.most
            if taken[-1:] != [(decision.source, decision.target)] or not moves:
                return "another number of armies moves in than the plan needs"
        return ""

    def _changed_place(
        self, view: View, steps: Sequence[tuple[int, int]], taken: int
    ) -> int | None:
        """A territory whose owner or armies are not what the plan makes of them; ``None``: none."""
        start, fighting = self.start, {place for step in steps[: taken + 1] for place in step}
        for place, owner in enumerate(view.owner):
            conquered = any(place == target for _, target in steps[:taken])
            expected = self._force if conquered else start.owner[place]
            armies, before = view.armies[place], start.armies[place]
            same = armies == before if place not in fighting else conquered or armies <= before
            if owner != expected or not same:
                return place
        return None


def _moved(campaigns: Sequence[CampaignPath], target: int) -> int | None:
    """The armies that a plan moves into a territory; ``None``: all that are free."""
    branches: list[Branch] = [branch for _, roots in campaigns for branch in roots]
    for branch in branches:
        if branch.territory == target:
            return branch.moved
        branches += branch.branches
    return None
