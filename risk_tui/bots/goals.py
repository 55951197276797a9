"""What may be worth taking, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots.aims import WIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from risk_tui.bots.survey import Survey


FAR_PULL = 3.0
"""How much a territory must be wanted to be looked at though it lies behind others."""


class Goal(NamedTuple):
    """Enemy territories to take in one turn, and what having them all is worth in armies.

    ``continent`` names the continent that this completes, or -1; its bonus comes on top,
    depending on how well it could be held.
    """

    places: tuple[int, ...]
    worth: float
    continent: int = -1


def card_worth(survey: Survey) -> float:
    """What a card is worth in armies: its share of a set, less for the wait."""
    if survey.view.conquests or not survey.earns:
        return 0.0
    return min(12.0, 0.9 * survey.card_value)


def goals(survey: Survey) -> Iterator[Goal]:
    """Everything worth considering: aims, continents, eliminations, single places."""
    yield from _aims(survey)
    yield from _continents(survey)
    yield from _eliminations(survey)
    yield from _singles(survey)


def _aims(survey: Survey) -> Iterator[Goal]:
    """All that is lacking for a victory or an objective."""
    for aim in survey.aims.all:
        if aim.wanted.places:
            worth = aim.worth + 0.4 * len(aim.wanted.places) + card_worth(survey)
            yield Goal(aim.wanted.places, worth)


def _continents(survey: Survey) -> Iterator[Goal]:
    owner = survey.owner
    for number, continent in enumerate(survey.terrain.board.continents):
        places = tuple(p for p in continent.territories if owner[p] != survey.seat)
        if places:
            worth = 0.4 * len(places) + card_worth(survey) + _pull(survey, places)
            holder = survey.holder[number]
            if holder >= 0 and survey.active[holder]:
                worth += continent.bonus * survey.zeal
            yield Goal(places, worth, number)


def _eliminations(survey: Survey) -> Iterator[Goal]:
    for rival in survey.rivals:
        strength = survey.totals[survey.seat] + survey.view.pool
        if survey.counts[rival] > 14 and survey.totals[rival] > strength:
            continue
        places = tuple(p for p, holder in enumerate(survey.owner) if holder == rival)
        cards = survey.view.card_counts[rival]
        passes = survey.view.rules.elimination.cards_pass
        worth = 2.0 + 0.4 * len(places) + card_worth(survey)
        worth += cards * survey.card_value * (1.0 + survey.zeal) if passes else 0.0
        worth += _pull(survey, places)
        if len(survey.rivals) == 1:
            worth += WIN
        yield Goal(places, worth)


def _singles(survey: Survey) -> Iterator[Goal]:
    """Each enemy territory next to an own one, and the nearest of each continent to break."""
    card = card_worth(survey)
    seen = dict.fromkeys(n for place in survey.fronts for n in survey.near[place])
    for place in seen:
        if survey.owner[place] != survey.seat:
            yield Goal((place,), card + single_worth(survey, place))
    distant = {place for place, pull in survey.aims.pull.items() if pull >= FAR_PULL}
    for number, holder in enumerate(survey.holder):
        if holder >= 0 and holder != survey.seat and survey.active[holder]:
            distant.update(place for place, _ in survey.terrain.borders[number])
    for place in sorted(distant.difference(seen)):
        if survey.owner[place] != survey.seat:
            yield Goal((place,), card + single_worth(survey, place))


def _pull(survey: Survey, places: Iterable[int]) -> float:
    """What taking all of these brings an aim nearer."""
    pull = survey.aims.pull
    return sum(pull.get(place, 0.0) for place in places) if pull else 0.0


def single_worth(survey: Survey, place: int) -> float:
    """What one territory is worth in armies, its card apart."""
    terrain = survey.terrain
    number = terrain.continent[place]
    continent = terrain.board.continents[number]
    size = terrain.sizes[number]
    mine = sum(survey.owner[p] == survey.seat for p in continent.territories)
    worth = 0.2 * survey.zeal + terrain.taste[place] / 16 + survey.aims.pull.get(place, 0.0)
    worth += continent.bonus * (mine / size) ** 2 / size
    holder = survey.holder[number]
    if holder >= 0 and holder != survey.seat and survey.active[holder]:
        worth += continent.bonus * (0.6 + 0.8 * survey.zeal)
    return worth
