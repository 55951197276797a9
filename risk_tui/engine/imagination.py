"""Making a game from a view: hidden information is drawn at random, or estimated.

Bots that look ahead get a game only in this way. Information from earlier views, such as a traded
card that was reshuffled into the deck, is not used.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from statistics import median
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.chance import Chance, RecordedChance
from risk_tui.engine.game import Game
from risk_tui.engine.game_rules import CheckTime
from risk_tui.engine.state import LIST_FIELDS, VALUE_FIELDS, Phase, State
from risk_tui.engine.view import View
from risk_tui.errors import CannotImagine


def unseen_owners(view: View) -> list[int]:
    """Return the other seats that may hold hidden territories: those that are not eliminated.

    The neutral army is excluded.
    """
    return [
        seat
        for seat, status in enumerate(view.status)
        if seat not in (view.seat, view.setup.neutral) and status != "eliminated"
    ]


def typical_armies(view: View) -> int:
    """Return the estimated armies of a hidden territory: the visible median, but at least 2."""
    return max(2, round(median([count for count in view.armies if count] or [0])))


def with_hidden_estimated(view: View) -> View:
    """Return a view with estimates for hidden territories, for bots.

    Hidden territories are assigned to the owner of most of their neighbours, and the farthest ones
    to players without visible territories. They get ``typical_armies``. The estimate is
    deterministic.
    """
    if not view.unseen:
        return view
    owner, armies, usual = list(view.owner), list(view.armies), typical_armies(view)
    hidden = [territory for territory in view.unseen if owner[territory] == NO_SEAT]
    order = _from_near_to_far(view, hidden)
    others = unseen_owners(view)
    missing = [seat for seat in others if view.status[seat] == "playing" and seat not in owner]
    share = max(1, len(order) // (len(missing) + 1)) if missing else 0
    for seat in missing:
        for territory in order[len(order) - share :]:
            owner[territory] = seat
        del order[len(order) - share :]
    for territory in order:
        near = [owner[neighbour] for neighbour in view.board.neighbours[territory]]
        held = [seat for seat in near if seat in others]
        owner[territory] = max(held or others, key=lambda seat: (near.count(seat), -seat))
    for territory in view.unseen:
        armies[territory] = usual
    return replace(view, owner=tuple(owner), armies=tuple(armies), unseen=())


def _from_near_to_far(view: View, hidden: list[int]) -> list[int]:
    """Return the hidden territories by their distance from visible ones of other seats.

    If no territory of another seat is visible, the distance from the seat's own counts.
    """
    left, order = set(hidden), list[int]()
    queue = deque(
        territory for territory, seat in enumerate(view.owner) if seat not in (NO_SEAT, view.seat)
    ) or deque(territory for territory, seat in enumerate(view.owner) if seat != NO_SEAT)
    while queue:
        for other in sorted(view.board.neighbours[queue.popleft()]):
            if other in left:
                left.discard(other)
                order.append(other)
                queue.append(other)
    return order + sorted(left)


_MAX_TRIES = 300
"""The most attempts to draw hidden information that is consistent with the view."""


def sample_game(view: View, chance: Chance) -> Game:
    """Return a game that is consistent with ``view``, with hidden information drawn by ``chance``.

    Cards, missions, secret choices and memories of variants are drawn as if nothing else were known
    about the players. The game continues with ``chance``. Equal views and equal chance give equal
    games.

    Raises:
        CannotImagine: If a variant can't draw the information that it hides, or if no attempt is
            consistent with the view.
    """
    visible_state = _visible_state(view)
    for _ in range(_MAX_TRIES):
        state = visible_state.copy()
        _draw_territories(view, state, chance)
        _draw_cards(view, state, chance)
        _draw_missions(view, state, chance)
        drawn = replace(view, owner=tuple(state.owner), armies=tuple(state.armies))
        state.memories = tuple(
            memory and memory.with_hidden_sampled(drawn, chance)
            for memory in visible_state.memories
        )
        _set_secret_announcements(view, state)
        game = Game(view.setup, chance)
        game.set_state(state)
        if _is_possible(view, state) and any(
            game.view(view.seat, clear=clear) == view for clear in (False, True)
        ):
            return game
    raise CannotImagine("found no game state consistent with what is visible")


def _visible_state(view: View) -> State:
    """Return a state with the visible parts of a view; hands and the deck are empty."""
    seats = len(view.status)
    values: dict[str, Any] = {name: getattr(view, name) for name in VALUE_FIELDS}
    for name in set(LIST_FIELDS) - {"deck"}:
        values[name] = list(getattr(view, name))
    return State(
        **values,
        deck=[],
        hands=[[] for _ in range(seats)],
        missions=[[] for _ in range(seats)],
        missions_done=[list(done) for done in view.missions_done],
    )


def _draw_territories(view: View, state: State, chance: Chance) -> None:
    """Draw hidden owners, armies, and armies to place.

    Every player in the game gets a territory, if there are enough hidden ones.
    """
    if not view.unseen:
        return
    hidden = [territory for territory in view.unseen if view.owner[territory] == NO_SEAT]
    others = unseen_owners(view)
    missing = [seat for seat in others if view.status[seat] == "playing" and seat not in view.owner]
    order = [hidden[number] for number in chance.shuffle(len(hidden))]
    for number, territory in enumerate(order):
        seat = missing[number] if number < len(missing) else others[chance.choice(len(others))]
        state.owner[territory] = seat
    for territory in view.unseen:
        state.armies[territory] = 1 + chance.choice(typical_armies(view))
    seat = state.turn
    if state.phase is Phase.REINFORCE and not state.armies_to_place and seat < view.setup.seats:
        income = view.rules.income.total(state.owner, seat, view.cities, view.outside_continents)
        state.armies_to_place = max(1, income)


def _draw_cards(view: View, state: State, chance: Chance) -> None:
    """Deal the unseen cards to the hands and the deck."""
    known = {} if view.decision is None else dict(view.decision.open_hands())
    if view.seat is not None:
        known[view.seat] = view.hand
    seen = {
        *view.discard,
        *view.cards_set_aside,
        *(card for hand in known.values() for card in hand),
    }
    unseen = [card for card in range(len(view.board.deck)) if card not in seen]
    dealt = iter([unseen[number] for number in chance.shuffle(len(unseen))])
    for seat, count in enumerate(view.card_counts):
        hand = known.get(seat)
        state.hands[seat] = [next(dealt) for _ in range(count)] if hand is None else list(hand)
    state.deck = sorted(dealt)


def _draw_missions(view: View, state: State, chance: Chance) -> None:
    """Deal the missions that the seat does not know to the other seats."""
    counts = view.mission_counts
    if not any(counts):
        return
    if view.seat is not None:
        state.missions[view.seat] = list(view.missions)
    done = [list(missions) for missions in view.missions_done]
    seen = {*view.missions, *(mission for missions in done for mission in missions)}
    unseen = [mission for mission in range(len(view.rules.missions.deck)) if mission not in seen]
    drawn = [unseen[number] for number in chance.shuffle(len(unseen))]
    # Seats with an announced victory have probably completed a mission, so they draw first.
    announced = view.victory_announced
    for seat in sorted(range(len(counts)), key=lambda seat: (not announced[seat], seat)):
        if seat == view.seat:
            continue
        missing = counts[seat] - len(done[seat])
        if announced[seat]:
            drawn.sort(key=lambda mission: not view.rules.missions.is_reached(state, seat, mission))
        state.missions[seat] = [*done[seat], *drawn[:missing]]
        del drawn[:missing]


def _set_secret_announcements(view: View, state: State) -> None:
    """Mark victories as announced in secret, for seats not in turn that meet a condition."""
    victory = view.rules.victory
    if not victory.held_in_secret or not state.round:
        return
    for seat in state.seats_in_game():
        if seat != state.turn:
            state.victory_announced[seat] = victory.condition_met(state, seat) is not None


def _is_possible(view: View, state: State) -> bool:
    """Return True if a game could be in this state.

    No seat has won unless the game is over, a seat that is asked to trade holds a set, and the
    missions would not have been dealt again.
    """
    if state.phase is Phase.OVER:
        return True
    winner = view.rules.victory.winner_by_condition(state, CheckTime.STEP)
    if state.occupying is None and winner is not None:
        return False
    is_asked_for_a_set = state.phase is Phase.TRADE and not view.rules.card_draw.asks_without_set
    if is_asked_for_a_set and not view.rules.card_sets.has_set(state.hands[state.turn]):
        return False
    return not any(view.mission_counts) or _could_be_dealt(view, state)


def _could_be_dealt(view: View, state: State) -> bool:
    """Return True if no variant would have dealt these missions again."""
    context = view.setup.make_context(state, RecordedChance(()))
    return not any(redeals(context) for redeals in context.hooks.on_missions_dealt)
