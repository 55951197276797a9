"""From a view back to a game: hidden information is drawn at random.

This is the only way back, for bots that look ahead. Information seen earlier, such as a traded card
that was shuffled in again, is not part of a view and is not used.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.context import GameContext
from risk_tui.engine.game import Game
from risk_tui.engine.game_rules import CheckTime
from risk_tui.engine.state import Phase, State
from risk_tui.engine.view import Progress
from risk_tui.errors import CannotImagine

if TYPE_CHECKING:
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.view import View


def unseen_owners(view: View) -> list[int]:
    """Return the seats that may hold hidden territories: all others with armies on the board.

    Neutral armies are never hidden.
    """
    return [
        seat
        for seat, status in enumerate(view.status)
        if seat not in (view.seat, view.setup.neutral) and status != "eliminated"
    ]


def typical_armies(view: View) -> int:
    """Return the estimated armies of a hidden territory: the median of the visible ones, at least
    2.
    """
    return max(2, round(median([count for count in view.armies if count] or [0])))


def with_hidden_estimated(view: View) -> View:
    """Return a view with hidden information estimated, for bots; most views have none.

    Hidden territories are assigned to the owner of the nearest visible ones, and the farthest ones
    to players without visible territories. Armies are typical. The estimate is deterministic.
    """
    if not view.unseen:
        return view
    owner, armies, usual = list(view.owner), list(view.armies), typical_armies(view)
    hidden = [territory for territory in view.unseen if owner[territory] == NO_SEAT]
    order = _from_near_to_far(view, hidden)
    others = unseen_owners(view)
    lost = [seat for seat in others if view.status[seat] == "playing" and seat not in owner]
    share = max(1, len(order) // (len(lost) + 1)) if lost else 0
    for seat in lost:
        for territory in order[len(order) - share :]:
            owner[territory] = seat
        del order[len(order) - share :]
    for territory in order:
        near = [owner[each] for each in view.board.neighbours[territory]]
        held = [seat for seat in near if seat in others]
        owner[territory] = max(held or others, key=lambda seat: (near.count(seat), -seat))
    for territory in view.unseen:
        armies[territory] = usual
    return replace(view, owner=tuple(owner), armies=tuple(armies), unseen=())


def _from_near_to_far(view: View, hidden: list[int]) -> list[int]:
    """Return the territories by their distance from visible territories of others."""
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


_TRIES = 300
"""The most attempts to draw hidden information that is consistent with the view."""
_IN_PROGRESS = tuple(name for name in Progress._fields if name != "mission_counts")
_LISTS = (
    "discard",
    "beaten_by",
    "victory_announced",
    "cities",
    "continent_bound_armies",
)
_VALUES = (
    "phase",
    "turn",
    "acting_seat",
    "first",
    "order",
    "round",
    "armies_to_place",
    "armies_outside",
    "conquests_this_turn",
    "territory_bonus_received",
    "sets_traded",
    "cards_set_aside",
    "winners",
    "outside_continents",
    "passages",
)
"""Fields that a view and the state share, as lists and as values."""


def sample_game(view: View, chance: Chance) -> Game:
    """Return a game that is consistent with ``view``, with hidden information drawn by ``chance``.

    Hands, missions, secret choices and memories of variants have the probabilities of cards and
    players about which nothing is known; the game continues with ``chance``. Views that are equal
    give equal games with the same chance.

    Raises:
        CannotImagine: If a variant hides something and can't draw it.
    """
    open_state = _open_state(view)
    for _ in range(_TRIES):
        state = open_state.copy()
        _draw_territories(view, state, chance)
        _draw_cards(view, state, chance)
        _draw_missions(view, state, chance)
        drawn = replace(view, owner=tuple(state.owner), armies=tuple(state.armies))
        state.memories = tuple(
            memory and memory.with_hidden_sampled(drawn, chance) for memory in open_state.memories
        )
        _announce_in_secret(view, state)
        game = Game(view.setup, chance)
        game.set_state(state)
        if _may_stand(view, state) and any(
            game.view(view.seat, clear=clear) == view for clear in (False, True)
        ):
            return game
    raise CannotImagine("found no game state consistent with what is visible")


def _open_state(view: View) -> State:
    """Return the visible part of the state."""
    seats = len(view.status)
    state = State(
        hands=[[] for _ in range(seats)],
        missions=[[] for _ in range(seats)],
        missions_done=[list(done) for done in view.missions_done],
        deck=[],
        battle=None if view.battle is None else replace(view.battle),
        memories=view.memories,
        owner=list(view.owner),
        armies=list(view.armies),
        unplaced=list(view.unplaced),
        status=list(view.status),
    )
    for name in _LISTS:
        setattr(state, name, list(getattr(view, name)))
    for name in _VALUES:
        setattr(state, name, getattr(view, name))
    for name in _IN_PROGRESS:
        value, now = getattr(view.progress, name), getattr(state, name)
        setattr(state, name, list(value) if isinstance(now, list) else value)
    return state


def _draw_territories(view: View, state: State, chance: Chance) -> None:
    """Draw the hidden owners, armies, and armies to place; every player in the game holds
    something.
    """
    if not view.unseen:
        return
    hidden = [territory for territory in view.unseen if view.owner[territory] == NO_SEAT]
    others = unseen_owners(view)
    lost = [seat for seat in others if view.status[seat] == "playing" and seat not in view.owner]
    order = [hidden[number] for number in chance.shuffle(len(hidden))]
    for number, territory in enumerate(order):
        seat = lost[number] if number < len(lost) else others[chance.choice(len(others))]
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
    """Deal the missions unknown to the seat to the others."""
    counts = view.progress.mission_counts
    if not any(counts):
        return
    if view.seat is not None:
        state.missions[view.seat] = list(view.missions)
    done = [list(missions) for missions in view.missions_done]
    seen = {*view.missions, *(mission for missions in done for mission in missions)}
    unseen = [mission for mission in range(len(view.rules.missions.deck)) if mission not in seen]
    drawn = [unseen[number] for number in chance.shuffle(len(unseen))]
    # Seats with an announced victory have probably fulfilled a mission, so they draw first.
    announced = view.victory_announced
    for seat in sorted(range(len(counts)), key=lambda seat: (not announced[seat], seat)):
        if seat == view.seat:
            continue
        missing = counts[seat] - len(done[seat])
        if announced[seat]:
            drawn.sort(key=lambda mission: not view.rules.missions.is_reached(state, seat, mission))
        state.missions[seat] = [*done[seat], *drawn[:missing]]
        del drawn[:missing]


def _announce_in_secret(view: View, state: State) -> None:
    """Mark the secret victories of seats that have fulfilled a mission as announced."""
    victory = view.rules.victory
    if not victory.held_in_secret or not state.round:
        return
    for seat in state.seats_in_game():
        if seat != state.turn:
            state.victory_announced[seat] = victory.condition_met(state, seat) is not None


def _may_stand(view: View, state: State) -> bool:
    """Return True if a game could be in this state: not over, and with a set if one is asked
    for.
    """
    if state.phase is Phase.OVER:
        return True
    winner = view.rules.victory.winner_by_condition(state, CheckTime.STEP)
    if state.occupying is None and winner is not None:
        return False
    is_asked_for_a_set = state.phase is Phase.TRADE and not view.rules.card_draw.asks_without_set
    if is_asked_for_a_set and not view.rules.card_sets.has_set(state.hands[state.turn]):
        return False
    return not any(view.progress.mission_counts) or _could_be_dealt(view, state)


def _could_be_dealt(view: View, state: State) -> bool:
    """Return True if these missions would not have been dealt again."""
    setup = view.setup
    context = GameContext(
        setup.board, setup.seats, setup.neutral, setup.rules, state, RecordedChance(())
    )
    return not any(again(context) for again in context.hooks.should_redeal_missions)
