"""The steps of a turn that ask nobody anything: its beginning, the draw, its end, victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.records import (
    CardDrawn,
    DeckReshuffled,
    GameWon,
    IncomeReceived,
    TurnBegan,
)
from risk_tui.engine.state import Phase, State, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def next_playing(state: State, seat: int) -> int:
    """The next seat after ``seat`` that is still in the game."""
    seats = len(state.status)
    for step in range(1, seats + 1):
        candidate = (seat + step) % seats
        if state.status[candidate] is Status.PLAYING:
            return candidate
    return seat


def begin_turn(play: Play, seat: int) -> None:
    """A seat's turn begins with its income."""
    state = play.state
    state.turn = seat
    state.under_way = False
    state.drawn = False
    state.conquests = 0
    state.bonus = 0
    play.tell(TurnBegan(seat, state.round))
    if won(play):
        return
    income = play.rules.income
    received = IncomeReceived(
        seat,
        income.for_territories(state.owner, seat),
        income.for_continents(state.owner, seat),
    )
    play.tell(received)
    state.pool = received.total
    go_on_placing(play)


def may_trade(play: Play) -> bool:
    """Whether the seat in turn may trade a set now."""
    state = play.state
    if state.under_way and state.hand_limit is None:
        return False
    return play.rules.sets.has_set(state.hands[state.turn])


def must_trade(play: Play) -> bool:
    """Whether the seat in turn has to trade a set before it can go on (FAQ Q2.5.3)."""
    state = play.state
    cards = len(state.hands[state.turn])
    if state.hand_limit is not None:
        due = cards > state.hand_limit
    else:
        due = not state.under_way and cards >= play.ruleset.cards.forced_at
    return due and play.rules.sets.has_set(state.hands[state.turn])


def go_on_placing(play: Play) -> None:
    """Reinforce while there are armies to place, then offer a trade, then attack."""
    state = play.state
    trading_on = play.rules.elimination.trade_more and may_trade(play)
    if state.hand_limit is not None and not must_trade(play) and not trading_on:
        state.hand_limit = None
    if state.hand_limit is not None:
        state.phase = Phase.TRADE
    elif state.pool:
        state.phase = Phase.REINFORCE
    elif not state.under_way and may_trade(play):
        state.phase = Phase.TRADE
    else:
        go_on_attacking(play)


def can_attack(play: Play) -> bool:
    """Whether the seat in turn could fight any battle."""
    state = play.state
    owner, armies, seat = state.owner, state.armies, state.turn
    return any(
        owner[place] == seat
        and armies[place] > 1
        and any(owner[other] != seat for other in play.neighbours[place])
        for place in range(len(owner))
    )


def go_on_attacking(play: Play) -> None:
    """Attack, or what follows when no attack is possible any more."""
    play.state.under_way = True
    if can_attack(play):
        play.state.phase = Phase.ATTACK
    else:
        after_attacks(play)


def after_attacks(play: Play) -> None:
    """Draw a card if that is due now, then fortify if anything can be moved."""
    state = play.state
    if play.ruleset.cards.draw == "before fortify":
        draw(play)
    owner, armies, seat = state.owner, state.armies, state.turn
    movable = any(
        owner[place] == seat
        and armies[place] > 1
        and any(owner[other] == seat for other in play.neighbours[place])
        for place in range(len(owner))
    )
    if movable:
        state.phase = Phase.FORTIFY
    else:
        end_turn(play)


def draw(play: Play) -> None:
    """One card for whoever conquered this turn; an empty deck is made anew from the discards."""
    state = play.state
    if state.drawn or not state.conquests:
        return
    state.drawn = True
    if not state.deck and state.discard:
        state.deck = sorted(state.discard)
        state.discard = []
        play.tell(DeckReshuffled(len(state.deck)))
    if state.deck:
        card = state.deck.pop(play.pick(len(state.deck)))
        state.hands[state.turn].append(card)
        play.tell(CardDrawn(state.turn, card))


def end_turn(play: Play) -> None:
    """The turn passes to the next seat, unless time is up."""
    state = play.state
    if state.status[state.turn] is Status.PLAYING:
        draw(play)
    seats = len(state.status)
    following = next_playing(state, state.turn)
    # A round is over when the turn passes the seat that went first.
    if (following - state.first) % seats <= (state.turn - state.first) % seats:
        state.round += 1
        if play.rules.victory.time_is_up(state):
            state.round -= 1
            finish(play, play.rules.victory.leaders(state), "turn limit")
            return
    begin_turn(play, following)


def won(play: Play, how: str = "last standing") -> bool:
    """Whether the game is won as it stands; if so, it is over."""
    winners = play.rules.victory.winners(play.state)
    if winners:
        finish(play, winners, how)
    return bool(winners)


def finish(play: Play, winners: tuple[int, ...], how: str) -> None:
    """The game is over."""
    play.state.winners = winners
    play.state.phase = Phase.OVER
    play.tell(GameWon(winners, how))
