"""Campaigns: territories to take in one turn, by which stacks, and what having them leads to."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from heapq import nlargest
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Self

from risk_tui.bots.general.aims import WIN_VALUE
from risk_tui.bots.general.evaluation import Evaluation
from risk_tui.bots.general.targets import DISTANT_VALUE
from risk_tui.bots.planner.changed_position import (
    CARDS_OF_A_SET,
    armies_for_hand,
    changed_view,
)
from risk_tui.bots.planner.legs import Leg, shared_out
from risk_tui.bots.planner.marches import march
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.bots.planner.sweeps import sweep
from risk_tui.bots.planner.valuation import Valuation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.bots.planner.outlook import Change
    from risk_tui.engine.view import View

SURE = 0.995
"""The chance from which nobody asks what would follow a failure."""
CERTAIN = 1.0 - 1e-11
"""The value from which on values tell positions apart no more: what is sure to fall is taken."""
MIN_CHANCE = 0.3
"""The chance below which a campaign is not weighed."""
MAX_TERRITORIES = 12
"""The most territories of one campaign, but for the last ones of a player."""
REFINED = 3
"""The campaigns of which it is looked for where their armies stand best."""
PROVOKED = 0.02
"""How much less a position is worth for an army of others that is let loose."""


class Campaign(NamedTuple):
    """Territories to take in this turn; ``value`` is to be expected of trying.

    ``changes`` and ``cards`` are what it leads to where it succeeds, and ``succeeded`` is the value
    then.
    """

    value: float
    chance: float
    targets: tuple[int, ...]
    legs: list[Leg]
    changes: list[Change]
    cards: Sequence[int]
    succeeded: float


_BY_VALUE = attrgetter("value")


def changes_of_failure(legs: Iterable[Leg], seat: int) -> list[Change]:
    """What is left where legs of a seat fail: one army where each began."""
    return [(leg.source, seat, 1) for leg in legs]


class Campaigns:
    """The campaigns of one seat in one position, with ``pool`` armies yet to be placed.

    With an outlook from ``before``, only what has changed since is reckoned anew. Who ``looks_on``
    weighs what the armies for a beaten player's cards can take, else only where they would stand.
    """

    def __init__(
        self,
        v: Valuation,
        pool: int | None = None,
        armies: Sequence[int] | None = None,
        before: Outlook | None = None,
        cards: Sequence[int] | None = None,
        *,
        looks_on: bool = True,
    ) -> None:
        evaluation = self.evaluation = v.evaluation
        view = evaluation.view
        self.v = v
        self.seat = v.seat
        self.odds = evaluation.odds
        self.owner = v.owners()
        self.armies = list(evaluation.armies if armies is None else armies)
        self.cards = list(view.card_counts if cards is None else cards)
        self.pool = view.armies_to_place if pool is None else pool
        self.outlook = Outlook(v, self.owner, self.armies, self.cards, before)
        self._draws = evaluation.draws_cards and not view.conquests_this_turn
        self._looks_on = looks_on
        self._needed = {
            seat for hook in view.rules.hooks.better_alive for seat in hook(view, self.seat)
        }

    def looking_at(self, part: Evaluation) -> Self:
        """The same campaigns, looked for in a part of the position."""
        after = copy(self)
        after.evaluation = part
        return after

    def best(self, targets: Iterable[Sequence[int]] | None = None) -> Campaign | None:
        """The campaign of the greatest value, among ``targets`` if they are given."""
        return next(iter(self.ranked(REFINED, targets)), None)

    def largest_sure(self) -> Campaign | None:
        """The campaign that takes most of what is sure to fall."""
        sure = [campaign for campaign in self._weighed(self.targets()) if campaign.chance >= SURE]
        return max(sure, key=lambda campaign: len(campaign.targets), default=None)

    def best_elimination(self) -> Campaign | None:
        """The campaign of the greatest value among those that beat a player."""
        return self.best(list(self._last_territories()))

    def ranked(self, most: int, targets: Iterable[Sequence[int]] | None = None) -> list[Campaign]:
        """The best campaigns, the greatest value first: ``most`` of them, or all there are."""
        weighed = self._weighed(self.targets() if targets is None else targets)
        refined = map(self.refined, nlargest(most, weighed, key=_BY_VALUE))
        return sorted(refined, key=_BY_VALUE, reverse=True)

    def _weighed(self, targets: Iterable[Sequence[int]]) -> Iterator[Campaign]:
        for territories in targets:
            legs: list[Leg] = []
            if self._beats(territories):
                legs = sweep(self.evaluation, self.owner, self.armies, self.pool, territories)
            # Stacks of a sweep take different territories; against one, several go together.
            legs = legs or march(self.evaluation, self.owner, self.armies, territories)
            campaign = self.weigh(territories, legs) if legs else None
            if campaign is not None:
                yield campaign

    def targets(self) -> Iterator[Sequence[int]]:
        """What may be worth taking: what is next to own land, continents, players, aims."""
        owner, seat, v = self.owner, self.seat, self.v
        adjacent = dict.fromkeys(
            other
            for territory in self.evaluation.fronts
            for other in v.neighbours[territory]
            if owner[other] != seat
        )
        earth, earths = self.evaluation.analysis.earth, self.evaluation.earths
        for territory in adjacent:
            if earth[territory] in earths:
                yield (territory,)
        for number, members in enumerate(v.members):
            if members and earth[members[0]] not in earths:
                continue
            lacking = [territory for territory in members if owner[territory] != seat]
            if 1 < len(lacking) <= MAX_TERRITORIES:
                yield lacking
            holder = self.outlook.holder(number)
            if holder != seat and v.attacks[holder]:
                for territory, _ in self.evaluation.analysis.borders[number]:
                    if territory not in adjacent and owner[territory] == holder:
                        yield (territory,)
        yield from self._last_territories()
        aims = self.evaluation.aims
        for aim in aims.all:
            if len(aim.requirement.to_capture) > 1:
                yield aim.requirement.to_capture
        for territory, value in aims.capture_value.items():
            if value >= DISTANT_VALUE and territory not in adjacent and owner[territory] != seat:
                yield (territory,)

    def _last_territories(self) -> Iterator[Sequence[int]]:
        """All territories of each player who could be beaten."""
        owner, armies, seat = self.owner, self.armies, self.seat
        mine = self.evaluation.totals[seat] + self.pool
        for rival in self.evaluation.rivals:
            if self.outlook.counts(rival):
                lacking = [territory for territory, seat in enumerate(owner) if seat == rival]
                if sum([armies[territory] for territory in lacking]) <= mine:
                    yield lacking

    def _beats(self, territories: Sequence[int]) -> bool:
        """Whether these are just the territories that a rival has left."""
        rival = self.owner[territories[0]]
        return len(territories) == self.outlook.counts(rival) and all(
            self.owner[territory] == rival for territory in territories
        )

    def weigh(self, territories: Sequence[int], legs: list[Leg]) -> Campaign | None:
        """The campaign by which these legs take all territories; ``None`` if that is unlikely."""
        if self.pool:
            legs = shared_out(self.odds, legs, self.pool)
        chance = 1.0
        for leg in legs:
            chance *= self.odds.conquest_chance(leg.fighting, leg.defenders)
        if chance < MIN_CHANCE or not self._spares(legs):
            return None
        cards = self._cards_after(legs)
        changes = self._changes(legs)
        value = self._value(territories, changes, cards)
        succeeded = value
        if chance < SURE:
            failed = self.outlook.after(changes_of_failure(legs, self.seat))
            value = chance * value + (1.0 - chance) * failed
        if self.evaluation.view.rules.hooks.provoked:
            value -= self._provoked(legs)
        return Campaign(value, chance, tuple(territories), legs, changes, cards, succeeded)

    def refined(self, campaign: Campaign) -> Campaign:
        """The campaign with its armies all in one place at the end, if that is worth more."""
        if len(campaign.legs) != 1 or campaign.succeeded >= 1.0:
            return campaign
        (leg,), cards = campaign.legs, campaign.cards
        if self.going_on(campaign.changes, cards) is not None:
            return campaign
        for together in (leg.source, leg.cluster[-1]):
            changes = self._changes(campaign.legs, together)
            more = self.outlook.after(changes, cards) - campaign.succeeded
            if more > 0.0:
                campaign = campaign._replace(
                    value=campaign.value + campaign.chance * more,
                    changes=changes,
                    succeeded=campaign.succeeded + more,
                )
        return campaign

    def _value(
        self, territories: Sequence[int], changes: Sequence[Change], cards: Sequence[int]
    ) -> float:
        """The value of having taken territories: 1 where that wins the game."""
        taken = set(territories)
        for aim in self.evaluation.aims.all:
            wins = aim.worth >= WIN_VALUE and aim.requirement.armies < 2
            if wins and aim.requirement.to_capture and taken.issuperset(aim.requirement.to_capture):
                return 1.0
        value = self.outlook.after(changes, cards)
        after = self.going_on(changes, cards)
        return value if after is None else max(value, self._best_use(after))

    def after(self, campaign: Campaign) -> View:
        """The position in which a campaign succeeds, with the armies for cards yet to be placed."""
        after = self.going_on(campaign.changes, campaign.cards)
        view = self.evaluation.view
        return after or replace(
            changed_view(view, campaign.changes, campaign.cards),
            armies_to_place=0,
            conquests_this_turn=view.conquests_this_turn + 1,
        )

    def going_on(self, changes: Sequence[Change], cards: Sequence[int]) -> View | None:
        """The position with the armies for a beaten player's cards; ``None`` where none come."""
        hand = cards[self.seat] - self._draws
        if hand <= self.cards[self.seat]:
            return None
        sets, armies = armies_for_hand(self.evaluation, hand)
        if not armies:
            return None
        view, cards = self.evaluation.view, list(cards)
        cards[self.seat] -= CARDS_OF_A_SET * sets
        return replace(
            changed_view(view, changes, cards),
            armies_to_place=armies,
            conquests_this_turn=view.conquests_this_turn + 1,
            sets_traded=view.sets_traded + sets,
        )

    def best_use(self, *, attacks: bool = True) -> float:
        """The value of the best that can be done: a campaign, or to place all armies in hand."""
        values = [self.outlook.value()]
        values += [
            self.outlook.after([(place, self.seat, self.armies[place] + self.pool)])
            for place in self.evaluation.fronts
        ]
        best = self.best() if attacks else None
        return max(values) if best is None else max(best.value, *values)

    def _best_use(self, view: View) -> float:
        """The value of the best that can be done in another position."""
        evaluation = Evaluation(view, self.seat, self.evaluation.analysis)
        return Campaigns(Valuation(evaluation, self.v.by_table)).best_use(attacks=self._looks_on)

    def _spares(self, legs: Sequence[Leg]) -> bool:
        """Whether a campaign beats nobody who had better stay in the game."""
        return not any(
            self._taken_from(seat, legs) >= self.outlook.counts(seat) - 2 for seat in self._needed
        )

    def _taken_from(self, seat: int, legs: Sequence[Leg]) -> int:
        return sum([self.owner[place] == seat for leg in legs for place in leg.cluster])

    def _provoked(self, legs: Sequence[Leg]) -> float:
        """What it costs that a campaign lets armies of others loose."""
        view = self.evaluation.view
        taken = {territory for leg in legs for territory in leg.cluster}
        return PROVOKED * float(sum([hook(view, taken) for hook in view.rules.hooks.provoked]))

    def _cards_after(self, legs: Sequence[Leg]) -> Sequence[int]:
        """The cards of every seat after a campaign."""
        cards = self.cards
        if self._draws:
            cards = cards[:]
            cards[self.seat] += 1
        for rival in self.evaluation.rivals:
            if 0 < self.outlook.counts(rival) == self._taken_from(rival, legs):
                cards = cards[:]
                if self.evaluation.view.rules.elimination.cards_pass:
                    cards[self.seat] += cards[rival]
                cards[rival] = 0
        return cards

    def _changes(self, legs: Sequence[Leg], together: int | None = None) -> list[Change]:
        """What having succeeded leaves: one army everywhere, and the rest where it is needed.

        If it stays ``together``, it stands on that territory.
        """
        after: dict[int, int] = {}
        for leg in legs:
            have = after.get(leg.source, self.armies[leg.source]) + leg.extra
            # Armies of other fronts that take part are not moved in this reckoning.
            fighting = min(leg.free + leg.extra, have - 1)
            losses = self.odds.losses(leg.fighting, leg.defenders)
            surplus = round(fighting - losses) - len(leg.cluster)
            after[leg.source] = max(1, have - fighting)
            after.update(dict.fromkeys(leg.cluster, 1))
            if surplus > 0 and together is not None:
                after[together] += surplus
            elif surplus > 0:
                self._spread(after, [leg.source, *leg.cluster], surplus)
        return [(territory, self.seat, armies) for territory, armies in after.items()]

    def _spread(self, after: dict[int, int], places: Sequence[int], surplus: int) -> None:
        """Leave armies on the way where the strongest enemies stand next to it."""
        owner, armies, v = self.owner, self.armies, self.v
        threats = []
        for territory in places:
            most = 0
            for other in v.neighbours[territory]:
                if owner[other] != self.seat and other not in after:
                    most = max(most, armies[other] + 1 if v.attacks[owner[other]] else 1)
            threats.append(most)
        total, left = sum(threats), surplus
        if total:
            for territory, threat in zip(places, threats, strict=True):
                share = surplus * threat // total
                after[territory] += share
                left -= share
        after[places[threats.index(max(threats))] if total else places[-1]] += left
