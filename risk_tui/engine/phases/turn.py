"""The course of a turn: the steps between decisions, which ask nobody anything.

``go_on`` walks through the stages of a turn until a decision is due. Armies in the pool and
cards over the limit come first, whatever the stage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import (
    AlliesReceived,
    ArmiesLost,
    CardDrawn,
    DeckReshuffled,
    IncomeReceived,
    TurnBegan,
    VictoryDenied,
)
from risk_tui.engine.phases.ending import pass_on, take_objective, won
from risk_tui.engine.rules.victory import Moment
from risk_tui.engine.state import Phase, Stage, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.engine.play import Play

_AFTER = (*tuple(Stage)[1:], Stage.END)
"""The stage that follows each stage."""


def begin_turn(play: Play, seat: int) -> None:
    """A seat's turn begins, and goes on to its first decision."""
    _start(play, seat)
    go_on(play)


def _start(play: Play, seat: int) -> None:
    state = play.state
    state.turn = state.acting = seat
    state.stage = Stage.DECLARE
    state.attacks = True
    state.drawn = state.objective = state.commanded = False
    state.conquests = state.bonus = state.received = 0
    state.reinforced.clear()
    state.arrived[:] = [0] * len(state.arrived)
    play.tell(TurnBegan(seat, state.round))
    if won(play, Moment.START):
        return
    if state.announced[seat]:
        state.announced[seat] = False
        play.tell(VictoryDenied(seat))


def go_on(play: Play) -> None:
    """The next decision of the turn; after the last stage that of the next seat's turn.

    Where nobody can do anything in a whole round, whoever is in turn is asked all the same.
    """
    state = play.state
    idle = 0
    while state.phase is not Phase.OVER:
        gone = state.status[state.turn] is not Status.PLAYING
        if (state.pool or state.hand_limit is not None) and _interrupted(play):
            return
        if not gone and _STAGES[state.stage](play):
            return
        if gone or state.stage is Stage.END:
            if idle > play.players:
                state.phase, state.stage = Phase.FORTIFY, Stage.FORTIFY
                return
            idle += 1
            end_turn(play)
        else:
            state.stage = _AFTER[state.stage]


def leave_stage(play: Play) -> None:
    """Nothing more of this stage: go on with the next one."""
    play.state.stage = _AFTER[play.state.stage]
    go_on(play)


def _interrupted(play: Play) -> bool:
    """Whether cards have to be traded or armies to be placed before anything else."""
    state = play.state
    if state.hand_limit is not None:
        if must_trade(play) or (play.rules.elimination.trade_more and asked_to_trade(play)):
            state.phase = Phase.TRADE
            return True
        state.hand_limit = None
    if state.pool and placing_due(play):
        if play.rules.placing.any_room(state):
            state.phase = Phase.REINFORCE
            return True
        play.tell(ArmiesLost(state.acting, state.pool))
        state.pool = 0
        state.tied[:] = [0] * len(state.tied)
    return False


def placing_due(play: Play) -> bool:
    """Whether armies in the pool have to be placed at this stage of the turn."""
    rules, stage = play.rules, play.state.stage
    if rules.placing.after_attacks and stage < Stage.REGROUP:
        return False
    return not (rules.draw.whole_turn and stage is Stage.ATTACK)


def placing_meanwhile(play: Play) -> bool:
    """Whether armies may be placed between attacks: those for cards traded meanwhile."""
    return play.rules.draw.whole_turn and play.state.pool > 0


def may_trade(play: Play) -> bool:
    """Whether the seat in turn may trade a set now."""
    state = play.state
    return trading_time(play) and play.rules.sets.has_set(state.hands[state.turn])


def trading_time(play: Play) -> bool:
    """Whether this is a time for trading, whatever cards are held."""
    state = play.state
    if state.acting != state.turn:
        return False
    latest = Stage.ATTACK if play.rules.draw.whole_turn else Stage.REINFORCE
    return state.hand_limit is not None or state.stage <= latest


def asked_to_trade(play: Play) -> bool:
    """Whether the seat in turn is asked about its cards: a set may have to be guessed at."""
    state = play.state
    if play.rules.draw.asks_everybody:
        return trading_time(play) and len(state.hands[state.turn]) >= play.rules.sets.least
    return may_trade(play)


def must_trade(play: Play) -> bool:
    """Whether the seat in turn has to trade a set before it can go on (FAQ Q2.5.3)."""
    state = play.state
    if state.acting != state.turn:
        return False
    cards = len(state.hands[state.turn])
    if state.hand_limit is not None:
        due = cards > state.hand_limit
    else:
        due = state.stage <= Stage.REINFORCE and play.rules.draw.forced(cards)
    return due and play.rules.sets.has_set(state.hands[state.turn])


# The stages. Each does what belongs to it and tells whether a decision is due.


def _declare(play: Play) -> bool:
    if play.rules.income.forfeited_by_attackers:
        play.state.phase = Phase.DECLARE
        return True
    return False


def _receive(play: Play) -> bool:
    state = play.state
    income, seat, owner = play.rules.income, state.turn, state.owner
    # Who chose to attack forfeits the armies for his territories alone (FAQ Q2.4).
    forfeits = state.attacks and income.forfeited_by_attackers
    territories = 0 if forfeits else income.for_territories(owner, seat, state.cities)
    capitals = income.for_capitals(owner, seat, state.capitals)
    received = IncomeReceived(seat, territories, income.for_continents(owner, seat), capitals)
    play.tell(received)
    state.pool = state.received = received.total
    if play.rules.placing.tied:
        for number, bonus in received.continents:
            state.tied[number] = bonus
    return False


def _reinforce(play: Play) -> bool:
    if asked_to_trade(play):
        play.state.phase = Phase.TRADE
        return True
    return False


def _attack(play: Play) -> bool:
    if not play.state.attacks:
        return False
    if can_attack(play) or placing_meanwhile(play) or _trading_meanwhile(play):
        play.state.phase = Phase.ATTACK
        return True
    return False


def _trading_meanwhile(play: Play) -> bool:
    return play.rules.draw.whole_turn and asked_to_trade(play)


def can_attack(play: Play) -> bool:
    """Whether the armies that act could fight any battle."""
    state = play.state
    owner, armies, seat, near = state.owner, state.armies, state.acting, play.neighbours
    prey = prey_of(play)
    for place, holder in enumerate(owner):
        if holder == seat and armies[place] > 1:
            for other in near[place]:
                if owner[other] != seat and (prey is None or owner[other] == prey):
                    return True
    return False


def prey_of(play: Play) -> int | None:
    """The only seat that the acting armies may attack, if there is such a limit.

    Whoever commands the Allied Army may not attack his own territories with it (1975 rules).
    """
    return play.state.turn if play.state.acting == play.neutral else None


def _allies_receive(play: Play) -> bool:
    """The Allied Army gets half of what the seat in turn received (1975 two-player rules)."""
    state, allies = play.state, play.neutral
    if allies is None or not play.rules.third_army.garrison:
        return False
    if allies not in state.owner or len(state.playing()) < play.players:
        return False
    state.acting = allies
    state.pool = play.rules.third_army.receives(state.received)
    state.tied[:] = [0] * len(state.tied)
    play.tell(AlliesReceived(allies, play.commander(allies), state.pool))
    return False


def _allies_attack(play: Play) -> bool:
    if play.state.acting == play.neutral and can_attack(play):
        play.state.phase = Phase.ATTACK
        return True
    return False


def _draw_early(play: Play) -> bool:
    play.state.acting = play.state.turn
    take_objective(play)
    if play.state.phase is not Phase.OVER and play.rules.draw.before_fortify:
        draw(play)
    return False


def _fortify(play: Play) -> bool:
    state, reach, room = play.state, play.rules.reach, play.rules.placing.room
    owner, armies, seat = state.owner, state.armies, state.turn
    for place, holder in enumerate(owner):
        if holder == seat and armies[place] > 1 and reach.most(armies[place], state.arrived[place]):
            for target in reach.targets(owner, place):
                if room(armies[target], 1):
                    state.phase = Phase.FORTIFY
                    return True
    return False


def _draw_late(play: Play) -> bool:
    draw(play)
    return False


def _nothing(play: Play) -> bool:
    """A stage at which only armies are placed."""
    return False


_STAGES: Sequence[Callable[[Play], bool]] = (
    _declare,
    _receive,
    _reinforce,
    _attack,
    _nothing,
    _allies_receive,
    _nothing,
    _allies_attack,
    _draw_early,
    _fortify,
    _draw_late,
    _nothing,
)
"""What each stage does, in the order of ``Stage``."""


def draw(play: Play) -> None:
    """One card for whoever earned it; an empty deck is made anew from the discards."""
    state = play.state
    if state.drawn or not play.rules.draw.earned(state):
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
        state.hand_limit = play.rules.draw.limit_for(len(state.hands[state.turn]))


def end_turn(play: Play) -> None:
    """The turn passes to the next seat, which begins it, unless the game is won or time is up."""
    following = pass_on(play)
    if following is not None:
        _start(play, following)
