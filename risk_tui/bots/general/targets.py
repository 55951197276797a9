"""Targets: sets of enemy territories that may be worth taking, and their worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.boards.board import NOBODY
from risk_tui.bots.general.aims import WIN_VALUE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from risk_tui.bots.general.evaluation import Evaluation


DISTANT_VALUE = 3.0
"""The capture value from which a territory is a target though others lie before it."""


class Target(NamedTuple):
    """Enemy territories to take in one turn, and what having them all is worth in armies.

    ``continent`` names the continent that this completes, or -1; its bonus comes on top,
    depending on how well it could be held. It ``is_near`` where it is beside an own territory.
    ``rival`` is the seat that this eliminates, or -1. ``is_aim``: it is wanted for a mission or
    another aim.
    """

    territories: tuple[int, ...]
    worth: float
    continent: int = -1
    is_near: bool = False
    rival: int = -1
    is_aim: bool = False


def card_worth(evaluation: Evaluation) -> float:
    """The worth of a card in armies: its share of a set, less for the wait; 0 if none is drawn."""
    if evaluation.view.conquests_this_turn or not evaluation.draws_cards:
        return 0.0
    return min(12.0, 0.9 * evaluation.card_value)


def targets(evaluation: Evaluation) -> Iterator[Target]:
    """All targets worth considering: aims, continents, eliminations, single territories.

    Continents and single territories are those of the Earths that are looked at.
    """
    earths = evaluation.earths
    yield from _aim_targets(evaluation)
    yield from _continent_targets(evaluation, earths)
    yield from _elimination_targets(evaluation)
    yield from _single_targets(evaluation, earths)


def _aim_targets(evaluation: Evaluation) -> Iterator[Target]:
    """Of each aim, the territories that are lacking for it."""
    for aim in evaluation.aims.all:
        if aim.requirement.to_capture:
            worth = aim.worth + 0.4 * len(aim.requirement.to_capture) + card_worth(evaluation)
            yield Target(aim.requirement.to_capture, worth, is_aim=True)


def _continent_targets(evaluation: Evaluation, earths: Collection[int]) -> Iterator[Target]:
    owner, analysis = evaluation.owner, evaluation.analysis
    for number, continent in enumerate(analysis.board.continents):
        if analysis.earth[continent.territories[0]] not in earths:
            continue
        territories = tuple(
            territory for territory in continent.territories if owner[territory] != evaluation.seat
        )
        if territories:
            worth = (
                0.4 * len(territories)
                + card_worth(evaluation)
                + _capture_value(evaluation, territories)
            )
            holder = evaluation.holder[number]
            if holder != NOBODY and evaluation.active[holder]:
                worth += continent.bonus * evaluation.kill_value
            yield Target(territories, worth, number)


def _elimination_targets(evaluation: Evaluation) -> Iterator[Target]:
    for rival in evaluation.rivals:
        strength = evaluation.totals[evaluation.seat] + evaluation.view.armies_to_place
        if evaluation.counts[rival] > 14 and evaluation.totals[rival] > strength:
            continue
        territories = tuple(
            territory for territory, holder in enumerate(evaluation.owner) if holder == rival
        )
        cards = evaluation.view.card_counts[rival]
        passes = evaluation.view.rules.elimination.cards_pass
        worth = 2.0 + 0.4 * len(territories) + card_worth(evaluation)
        worth += cards * evaluation.card_value * (1.0 + evaluation.kill_value) if passes else 0.0
        worth += _capture_value(evaluation, territories)
        if len(evaluation.rivals) == 1:
            worth += WIN_VALUE
        yield Target(territories, worth, rival=rival)


def _single_targets(evaluation: Evaluation, earths: Collection[int]) -> Iterator[Target]:
    """Each enemy territory next to an own one, and the nearest of each continent to break."""
    card, earth = card_worth(evaluation), evaluation.analysis.earth
    adjacent = dict.fromkeys(
        other for territory in evaluation.fronts for other in evaluation.neighbours[territory]
    )
    for territory in adjacent:
        if evaluation.owner[territory] != evaluation.seat and earth[territory] in earths:
            worth = card + single_worth(evaluation, territory)
            yield Target((territory,), worth, is_near=True)
    distant = {
        territory
        for territory, value in evaluation.aims.capture_value.items()
        if value >= DISTANT_VALUE
    }
    for number, holder in enumerate(evaluation.holder):
        if holder != NOBODY and holder != evaluation.seat and evaluation.active[holder]:
            distant.update(territory for territory, _ in evaluation.analysis.borders[number])
    for territory in sorted(distant.difference(adjacent)):
        if evaluation.owner[territory] != evaluation.seat and earth[territory] in earths:
            yield Target((territory,), card + single_worth(evaluation, territory))


def _capture_value(evaluation: Evaluation, territories: Iterable[int]) -> float:
    """The sum of the capture values of these territories: how much nearer aims come."""
    value = evaluation.aims.capture_value
    return sum(value.get(territory, 0.0) for territory in territories) if value else 0.0


def single_worth(evaluation: Evaluation, territory: int) -> float:
    """The worth of one territory in armies, without its card."""
    analysis = evaluation.analysis
    number = analysis.continent[territory]
    continent = analysis.board.continents[number]
    size = analysis.sizes[number]
    mine = evaluation.own_by_continent[number]
    worth = (
        0.2 * evaluation.kill_value
        + analysis.tiebreak_noise[territory] / 16
        + evaluation.aims.capture_value.get(territory, 0.0)
    )
    worth += continent.bonus * (mine / size) ** 2 / size
    holder = evaluation.holder[number]
    if holder != NOBODY and holder != evaluation.seat and evaluation.active[holder]:
        worth += continent.bonus * (0.6 + 0.8 * evaluation.kill_value)
    return worth
