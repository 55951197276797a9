"""Trading sets, and moves of armies: placing, moving into a conquest, fortifying.

The best move leads to the best position. Armies away from all fronts count the same wherever they
are, so each step of an army towards a front adds ``STEP_TO_FRONT_VALUE``. Fortifying gives borders
of held continents their least guard first.

If sets have constant values, a set is traded at once, unless a better one is still possible. If
values grow with every trade, it is kept until it must be traded, its owner is in danger, or its
armies are likely to eliminate a player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter

from risk_tui.bots.base import offered
from risk_tui.bots.planner.campaigns import CERTAIN, Campaign, Campaigns
from risk_tui.bots.planner.position import Position, changed_view, equivalent_defenders
from risk_tui.bots.planner.valuation import MIN_GUARD, Valuation, guess_missions
from risk_tui.engine.actions import Action, EndPhase, Enter, Fortify, Reinforce, Trade
from risk_tui.engine.view import View

CHANCE_TO_LEAVE_GUARDS = 0.97
"""The chance of the next conquests at which the remaining armies may stay behind."""
MAX_MOVES_COMPARED = 4
"""The number of best moves that are checked for help to rivals' missions."""
MAX_RIVALS_GAIN = 1.0
"""The gain for rivals' missions, in armies, above which a move is dropped."""
STEP_TO_FRONT_VALUE = 2e-3
"""The value of moving an unthreatened army one step nearer to a front."""


def placing_limits(view: View) -> dict[int, int]:
    """Return the most armies that may be placed on each offered territory."""
    return {
        offer.action.territory: offer.maximum or 0
        for offer in view.offers
        if isinstance(offer.action, Reinforce)
    }


def placing(limits: Mapping[int, int], territory: int, armies: int) -> Reinforce:
    """Return the action that places a number of armies, at least 1 and at most the limit."""
    return Reinforce(territory, max(1, min(armies, limits[territory])))


def best_placement(
    campaigns: Campaigns, limits: Mapping[int, int], campaign: Campaign | None = None
) -> tuple[int, float]:
    """Return the best territory for the armies in hand, and the value after placing them there.

    Args:
        campaign: The campaign that follows without the armies in hand, if any.
    """
    seat, outlook, neighbours = campaigns.seat, campaigns.outlook, campaigns.v.neighbours
    armies = {} if campaign is None else {place: n for place, _, n in campaign.changes}
    cards = None if campaign is None else campaign.cards

    def value_of(armies: Mapping[int, int]) -> float:
        return outlook.after([(place, seat, n) for place, n in armies.items()], cards)

    values = {}
    for territory in limits:
        if any(outlook.owner[it] != seat and it not in armies for it in neighbours[territory]):
            more = armies.get(territory, outlook.armies[territory]) + campaigns.pool
            values[territory] = value_of({**armies, territory: more})
    if not values:
        return next(iter(limits)), value_of(armies)
    return max(values.items(), key=itemgetter(1))


def most_urgent_guard(campaigns: Campaigns, limits: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the border that lacks the fewest armies, and that number; ``None`` if none does.

    A border that lacks more than the armies in hand needs only ``MIN_GUARD``.
    """
    lacking = {}
    for territory, needed in campaigns.v.needed_guards.items():
        armies = campaigns.armies[territory]
        if needed > armies + campaigns.pool:
            needed = MIN_GUARD
        if territory in limits and armies < needed:
            lacking[territory] = needed - armies
    return min(lacking.items(), key=lambda item: (item[1], item[0]), default=None)


def armies_to_move(
    campaigns: Campaigns,
    source: int,
    target: int,
    limits: tuple[int, int],
    aims: Sequence[Sequence[int]] = (),
) -> int:
    """Return the best number of armies to move into a conquest.

    It leads to the most valuable position, or to the most valuable next attack: on the rest of an
    aim, else on any neighbour. Guards stay behind if that attack is safe without them.

    Args:
        limits: The fewest and most armies that may move.
        aims: Groups of planned targets, the next ones first.
    """
    position = campaigns.position
    least, most = _within_goals(campaigns, source, *limits)
    targets = _remaining_targets(campaigns, aims)
    enough = (least + most) // 2
    if targets:
        ahead = targets[0]
        defenders = equivalent_defenders([campaigns.armies[place] for place in ahead])
        chances = (
            (moving, campaigns.odds.conquest_chance(moving - len(ahead), defenders))
            for moving in range(least, most)
        )
        sure = (moving for moving, chance in chances if chance >= CHANCE_TO_LEAVE_GUARDS)
        enough = next(sure, most)
    planned = {place for lands in aims for place in lands}
    needed = campaigns.v.guards_after(planned).get(source, 0)
    if position.armies[source] - needed < enough:
        needed = min(needed, MIN_GUARD)
    most = max(least, min(most, position.armies[source] - needed))
    if least == most:
        return least
    steps = distances(position)
    if steps[source] and not steps[target]:
        return most
    if steps[target] and not steps[source]:
        return least
    owner, neighbours = campaigns.owner, campaigns.v.neighbours
    targets = targets or [
        (other,)
        for other in dict.fromkeys((*neighbours[source], *neighbours[target]))
        if owner[other] != campaigns.seat
    ]
    nearer = STEP_TO_FRONT_VALUE * (steps[source] - steps[target])
    values = {}
    for moving in sorted({least, min(most, enough), most}):
        after = campaigns.after_move(source, target, moving)
        values[moving] = after.best_value(targets) + nearer * moving
    best = max(values, key=values.__getitem__)
    return most if values[best] >= CERTAIN and targets else best


def _within_goals(campaigns: Campaigns, source: int, least: int, most: int) -> tuple[int, int]:
    """Return the fewest and most armies to move if both territories must have enough for a goal.

    If that is impossible, the limits of the rules apply.
    """
    min_armies, armies = campaigns.v.goals.min_armies(), campaigns.position.armies[source]
    minimum, maximum = max(least, min_armies), min(most, armies - min_armies)
    if minimum <= maximum:
        return minimum, maximum
    return least, max(least, min(most, armies - 1))


def _remaining_targets(
    campaigns: Campaigns, aims: Iterable[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the territories of each aim that are still to be taken."""
    owner, seat = campaigns.owner, campaigns.seat
    left = [tuple([place for place in lands if owner[place] != seat]) for lands in aims]
    return [lands for lands in dict.fromkeys(left) if lands]


def enter(v: Valuation, source: int, target: int) -> Action:
    """Return the action that enters an empty territory, with as many armies as after a conquest."""
    position = v.position
    entered = changed_view(position.view, [(target, position.seat, position.armies[target])])
    campaigns = Campaigns(v.of(entered), 0)
    most = position.armies[source] - 1
    return Enter(source, target, armies_to_move(campaigns, source, target, (1, most)))


def fortify(campaigns: Campaigns, earlier: Collection[tuple[int, int]] = ()) -> Fortify | None:
    """Return the move that leads to the best position; ``None`` to stay.

    Args:
        earlier: The earlier moves of this turn, which are not reversed.
    """
    outlook, armies, seat = campaigns.outlook, campaigns.armies, campaigns.seat
    least = outlook.value() + 1e-6
    steps, guards = distances(campaigns.position), campaigns.v.needed_guards
    lacking = {it: MIN_GUARD - armies[it] for it in guards if armies[it] < MIN_GUARD}
    better: list[tuple[bool, float, Fortify]] = []
    for offer in campaigns.position.view.offers:
        action = offer.action
        if not isinstance(action, Fortify) or offer.maximum is None:
            continue
        source, target, most = action.source, action.target, offer.maximum
        if (target, source) in earlier:
            continue
        for moving in {most, (most + 1) // 2, min(most, lacking.get(target, most))}:
            is_guard = target in lacking and moving >= lacking[target]
            guard = guards.get(source, 0)
            if armies[source] - moving < (min(guard, MIN_GUARD) if is_guard else guard):
                continue
            value = outlook.after(
                [(source, seat, armies[source] - moving), (target, seat, armies[target] + moving)]
            )
            # A step away from the front costs as much as a step towards it adds, so armies that may
            # move again don't go back and forth.
            value += STEP_TO_FRONT_VALUE * (steps[source] - steps[target]) * moving
            if value > least or is_guard:
                better.append((is_guard, value, Fortify(source, target, moving)))
    better.sort(key=lambda item: (not item[0], -item[1]))
    moves = [move for _, _, move in better[:MAX_MOVES_COMPARED]]
    return next((move for move in moves if not _helps_mission(campaigns.v, move)), None)


def _helps_mission(v: Valuation, move: Fortify) -> bool:
    """Return True if a move helps other players to fulfil missions that they may have."""
    position = v.position
    if not position.view.missions:
        return False
    changes = [
        (territory, v.seat, position.armies[territory] + more)
        for territory, more in ((move.source, -move.armies), (move.target, move.armies))
    ]
    changed = changed_view(position.view, changes)
    after = guess_missions(Position(changed, position.seat, position.analysis))
    return sum(after.hold_value.values()) > sum(v.guesses.hold_value.values()) + MAX_RIVALS_GAIN


def distances(position: Position) -> dict[int, int]:
    """Return the steps from each own territory to the nearest front; 99 if it can't reach any."""
    distance = dict.fromkeys(position.fronts, 0)
    queue = list(position.fronts)
    for territory in queue:
        for other in position.neighbours[territory]:
            if position.owner[other] == position.seat and other not in distance:
                distance[other] = distance[territory] + 1
                queue.append(other)
    for territory in position.own_territories:
        distance.setdefault(territory, 99)
    return distance


LIKELY = 0.6
"""The chance of eliminating a player that justifies trading a set."""
GOOD_SET = 0.75
"""The share of the highest set value at which a set is good enough to be traded at once."""
DANGER_RATIO = 2.5
"""A rival with this many times the armies of a seat may eliminate it for its cards."""


def best_trade(position: Position) -> Trade | None:
    """Return the trade of the most valuable set that leaves the best cards.

    Returns:
        ``None`` if no set is offered.
    """
    trades = offered(position.view, Trade)
    return max(trades, key=lambda trade: _rank(position, trade), default=None)


def _rank(position: Position, trade: Trade) -> tuple[float, ...]:
    """Return the sort key of a trade: its armies, then the cards left, then threats.

    The last element is the threat to the territories that get bonus armies.
    """
    view = position.view
    card_territories = [view.board.deck[card].territory for card in trade.cards]
    choices = view.rules.territory_bonus.choices(
        trade.cards, position.owner, position.seat, view.territory_bonus_received
    )
    bonus_territories = (*trade.chosen, *(each[0] for each in choices if len(each) == 1))
    symbols_left = {view.board.deck[card].symbol for card in view.hand if card not in trade.cards}
    return (
        view.set_value(trade.cards) + view.rules.territory_bonus.armies * len(bonus_territories),
        -len(trade.cards),
        -card_territories.count(None),
        len(symbols_left),
        sum(position.pressure(territory) for territory in bonus_territories),
    )


def must_trade(position: Position) -> bool:
    """Return True if the rules allow nothing but trading a set."""
    return not offered(position.view, EndPhase) and not offered(position.view, Reinforce)


def is_in_danger(position: Position) -> bool:
    """Return True if a much stronger rival may eliminate the seat for its 3 or more cards."""
    strongest = max((position.totals[rival] for rival in position.rivals), default=0)
    return (
        len(position.view.hand) >= 3 and strongest > DANGER_RATIO * position.totals[position.seat]
    )


def is_worth_trading(position: Position, trade: Trade) -> bool:
    """Return True if a set should be traded now, regardless of the use of its armies."""
    view = position.view
    draw, hand = view.rules.card_draw, len(view.hand)
    is_good = view.set_value(trade.cards) >= GOOD_SET * position.set_value
    return (
        (position.set_growth <= 0 and (is_good or draw.must_trade_from(hand + 1)))
        or draw.must_trade_from(hand)
        or is_in_danger(position)
    )


def elimination_by_set(v: Valuation, trade: Trade) -> Campaign | None:
    """Return the campaign that eliminates a player with a set's armies.

    Returns:
        ``None`` if none is likely to succeed, or there is a better use of the armies.
    """
    position = v.position
    view = position.view
    cards = list(view.card_counts)
    cards[position.seat] -= len(trade.cards)
    pool = view.armies_to_place + view.set_value(trade.cards)
    campaign = Campaigns(v, pool, cards=cards).best_elimination()
    if campaign is None or campaign.chance < LIKELY:
        return None
    return campaign if campaign.value > Campaigns(v).best_option_value() else None
