"""The course of a turn: the steps between decisions, resigning, and the end of the game.

``advance`` goes through the stages of a turn until a decision is pending. At every stage, armies
that must be placed and sets that must be traded come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from risk_tui.boards.board import NO_CONQUEROR, NO_SEAT
from risk_tui.engine import events
from risk_tui.engine.actions import Resign
from risk_tui.engine.context import GameContext
from risk_tui.engine.game_rules import CheckTime
from risk_tui.engine.phases.reach import enter_offers, only_target_seat, possible_attacks
from risk_tui.engine.state import Phase, Stage, State, Status

_NEXT_STAGE = (*tuple(Stage)[1:], Stage.END)
"""The stage that follows each stage."""

_STATUSES_WITH_TURNS = (Status.PLAYING, Status.NEUTRAL)
"""The statuses of seats that may have turns; only a variant gives turns to neutral ones."""


def begin_turn(context: GameContext, seat: int) -> None:
    """Start a seat's turn and continue to its first decision."""
    _start_turn(context, seat)
    advance(context)


def _start_turn(context: GameContext, seat: int) -> None:
    """Reset the counts of the turn, and settle a victory announced a round ago."""
    state = context.state
    state.turn = state.acting_seat = seat
    state.stage = Stage.RECEIVE
    state.turn_is_attack = True
    state.unasked = ()
    state.card_drawn = False
    state.conquests_this_turn = state.territory_bonus_received = state.armies_received = 0
    state.reinforced.clear()
    state.armies_moved_in[:] = [0] * len(state.armies_moved_in)
    context.record_event(events.TurnBegan(seat, state.round))
    for hook in context.hooks.on_turn_start:
        hook(context)
    if finish_if_won(context, CheckTime.START):
        return
    if state.victory_announced[seat]:
        state.victory_announced[seat] = False
        if not context.rules.victory.held_in_secret:
            context.record_event(events.VictoryDenied(seat))


def advance(context: GameContext) -> None:
    """Continue to the next decision of the turn, or of the next seat's turn.

    If no seat can do anything for a whole round, the seat in turn is asked to fortify or to end its
    turn.
    """
    state, phases_before_stages = context.state, context.hooks.phases_before_stages
    turns_without_decision = 0
    while state.phase is not Phase.OVER:
        has_left = state.status[state.turn] not in _STATUSES_WITH_TURNS
        may_be_forced = state.armies_to_place or state.hand_limit is not None
        if may_be_forced and ask_forced_decision(context):
            return
        questions = () if has_left else phases_before_stages.get(state.stage, ())
        if questions and any(ask(context) for ask in questions):
            return
        if not has_left and _STAGES[state.stage](context):
            return
        if has_left or state.stage is Stage.END:
            is_round_over = turns_without_decision > context.players
            if is_round_over and state.turn < context.players:
                state.phase, state.stage = Phase.FORTIFY, Stage.FORTIFY
                return
            turns_without_decision += 1
            end_turn(context)
        else:
            state.stage = _NEXT_STAGE[state.stage]


def finish_stage(context: GameContext) -> None:
    """End this stage of the turn and continue with the next one."""
    context.state.stage = _NEXT_STAGE[context.state.stage]
    advance(context)


def ask_forced_decision(context: GameContext) -> bool:
    """Ask for sets or armies that are due now, and return True if a decision is pending."""
    state = context.state
    if state.hand_limit is not None:
        trade_more = context.rules.elimination.trade_more
        if must_trade(context) or (trade_more and is_asked_to_trade(context)):
            state.phase = Phase.TRADE
            return True
        state.hand_limit = None
    if state.armies_to_place and must_place(context):
        if context.rules.placement.any_space(context.placement()):
            state.phase = Phase.REINFORCE
            return True
        context.record_event(events.ArmiesLost(state.acting_seat, state.armies_to_place))
        state.armies_to_place = 0
        state.continent_bound_armies[:] = [0] * len(state.continent_bound_armies)
    return False


def must_place(context: GameContext) -> bool:
    """Return True if armies must be placed at this stage of the turn."""
    rules, stage = context.rules, context.state.stage
    if rules.placement.after_attacks and stage < Stage.REGROUP:
        # If income comes late, these armies are for cards, and are placed at once.
        return rules.placement.received_late
    return not (rules.card_draw.whole_turn and stage is Stage.ATTACK)


def may_place_between_attacks(context: GameContext) -> bool:
    """Return True if armies for sets traded during the attacks are still to be placed."""
    return context.rules.card_draw.whole_turn and context.state.armies_to_place > 0


def may_trade(context: GameContext) -> bool:
    """Return True if the seat in turn may trade a set now."""
    state = context.state
    card_sets = context.rules.card_sets
    return may_trade_at_this_stage(context) and card_sets.has_set(state.hands[state.turn])


def may_trade_at_this_stage(context: GameContext) -> bool:
    """Return True if the seat in turn may trade at this stage, regardless of its cards."""
    state = context.state
    if state.acting_seat != state.turn:
        return False
    latest = Stage.REINFORCE
    if context.rules.card_draw.whole_turn:
        # Until a new card is drawn, which may be before or after moving armies (FAQ Q2.5.1).
        latest = Stage.ATTACK if state.card_drawn else Stage.FORTIFY
    return state.hand_limit is not None or state.stage <= latest


def is_asked_to_trade(context: GameContext) -> bool:
    """Return True if the seat in turn is asked about its cards.

    A ruleset may ask every seat with enough cards, so that the question reveals nothing.
    """
    state = context.state
    if context.rules.card_draw.asks_without_set:
        return (
            may_trade_at_this_stage(context)
            and len(state.hands[state.turn]) >= context.rules.card_sets.min_cards
        )
    return may_trade(context)


def must_trade(context: GameContext) -> bool:
    """Return True if the seat in turn must trade a set before it can continue (FAQ Q2.5.3)."""
    state = context.state
    if state.acting_seat != state.turn:
        return False
    cards = len(state.hands[state.turn])
    if state.hand_limit is not None:
        is_due = cards > state.hand_limit
    else:
        is_due = state.stage <= Stage.REINFORCE and context.rules.card_draw.must_trade_from(cards)
    return is_due and context.rules.card_sets.has_set(state.hands[state.turn])


# Stages. Each does its work; those that may ask return True if a decision is pending.


def _receive_income(context: GameContext) -> None:
    """Give the seat in turn its armies, before or after its attacks as the rules say."""
    state = context.state
    if context.rules.placement.received_late != (state.stage is Stage.REGROUP):
        return
    income, seat = context.rules.income, state.turn
    owner = context.hooks.income_owners(state)
    territories = 0
    if seat in owner or not context.hooks.idle:
        territories = income.for_territories(owner, seat, state.cities)
    for change in context.hooks.adjust_territory_income:
        territories = change(context, territories)
    extra: tuple[tuple[int, str], ...] = ()
    for extra_income in context.hooks.extra_income:
        extra = (*extra, *extra_income(state, seat))
    continents = income.for_continents(owner, seat, state.outside_continents)
    income_event = events.IncomeReceived(seat, territories, continents, extra)
    context.record_event(income_event)
    state.armies_to_place = left = income_event.total
    state.armies_received += left
    if context.rules.placement.binds_continent_armies:
        for number, bonus in income_event.continents:
            state.continent_bound_armies[number] = min(max(bonus, 0), left)
            left -= state.continent_bound_armies[number]


def _ask_for_trade(context: GameContext) -> bool:
    """Ask for a set to trade, if the seat in turn is asked at this stage."""
    if is_asked_to_trade(context):
        context.state.phase = Phase.TRADE
        return True
    return False


def _ask_for_attack(context: GameContext) -> bool:
    """Ask for attacks, or for the placements and trades that are allowed between attacks."""
    extra_attack_offers = context.hooks.extra_attack_offers
    if not context.state.turn_is_attack:
        return False
    if (
        can_attack(context)
        or may_place_between_attacks(context)
        or (context.rules.card_draw.whole_turn and is_asked_to_trade(context))
        or (extra_attack_offers and any(offers(context) for offers in extra_attack_offers))
    ):
        context.state.phase = Phase.ATTACK
        return True
    return False


def can_attack(context: GameContext) -> bool:
    """Return True if the acting armies can attack, or enter an empty territory."""
    state = context.state
    owner, armies, seat = state.owner, state.armies, state.acting_seat
    neighbours, only_target = context.neighbours, only_target_seat(context)
    hooks = context.hooks
    if (
        hooks.extra_targets
        or hooks.attack_cost
        or hooks.armies_needed
        or hooks.leavable_territories
        or hooks.held_back
        or hooks.idle
        or hooks.why_no_attack
    ):
        if any(True for _ in possible_attacks(context)):
            return True
    else:
        # possible_attacks gives the same result, but takes three times as long.
        for source, holder in enumerate(owner):
            if holder == seat and armies[source] > 1:
                for target in neighbours[source]:
                    foe = owner[target]
                    if foe not in (seat, NO_SEAT) and only_target in (None, foe):
                        return True
    return NO_SEAT in owner and bool(enter_offers(context))


def _finish_attacks(context: GameContext) -> None:
    """Settle goals reached by the attacks, and draw the card if that comes before fortifying."""
    context.state.acting_seat = context.state.turn
    show_reached_mission(context)
    # Only players have goals, not extra seats.
    for hook in context.hooks.on_attacks_end if context.state.turn < context.players else ():
        hook(context)
    if context.state.phase is not Phase.OVER and context.rules.card_draw.before_fortify:
        draw_card(context)


def _ask_for_fortification(context: GameContext) -> bool:
    """Ask for a fortification if one is possible, not counting losses on arrival."""
    state, rules = context.state, context.rules
    reach, space_on = rules.fortify_reach, rules.placement.space_on
    owner, armies, seat = state.owner, state.armies, state.turn
    sides, must_stay = context.hooks.sides(state), 0 if context.hooks.leavable_territories else 1
    for source, holder in enumerate(owner):
        if holder == seat and armies[source] > must_stay and movable_armies(context, source):
            for target in reach.targets(context.board, sides, source):
                if space_on(armies[target], 1):
                    state.phase = Phase.FORTIFY
                    return True
    return False


def movable_armies(context: GameContext, territory: int) -> int:
    """Return how many armies of a territory may move at the end of a turn."""
    state, reach = context.state, context.rules.fortify_reach
    armies, arrived = state.armies[territory], state.armies_moved_in[territory]
    if context.hooks.leavable_territories and not context.min_garrison(territory):
        return reach.max_armies(armies + 1, arrived + 1)
    for garrison in context.hooks.garrison:
        armies = min(armies, armies + 1 - garrison(state, territory))
    return reach.max_armies(armies, arrived)


def draw_card(context: GameContext) -> None:
    """Draw a card if the seat in turn has earned one."""
    state = context.state
    if state.card_drawn or not state.conquests_this_turn:
        return
    state.card_drawn = True
    if draw_from_deck(context, state.turn):
        state.hand_limit = context.rules.card_draw.hand_limit(len(state.hands[state.turn]))


def draw_from_deck(context: GameContext, seat: int) -> bool:
    """Draw a card for a seat; the discards replace an empty deck.

    Returns:
        False if there is no card.
    """
    state = context.state
    if not state.deck and state.discard:
        reshuffle(context)
    if not state.deck:
        return False
    card = state.deck.pop(context.choice(len(state.deck)))
    state.hands[seat].append(card)
    context.record_event(events.CardDrawn(seat, card))
    return True


def _do_nothing(context: GameContext) -> None:
    """Do nothing, at stages with questions of variants only and at the end of a turn."""


_STAGES: Sequence[Callable[[GameContext], bool | None]] = (
    _receive_income,
    _ask_for_trade,
    _ask_for_attack,
    _receive_income,
    _do_nothing,
    _finish_attacks,
    _ask_for_fortification,
    draw_card,
    _do_nothing,
)
"""The functions of the stages, in the order of ``Stage``."""


def reshuffle(context: GameContext) -> None:
    """Put the discards back into the deck."""
    state = context.state
    state.deck = sorted([*state.deck, *state.discard])
    state.discard = []
    context.record_event(events.DeckReshuffled(len(state.deck)))


def resign(context: GameContext) -> bool:
    """Remove the seat that commands the acting armies; return True if the game continues."""
    state = context.state
    seat = context.leader(state.acting_seat)
    state.status[seat] = Status.RESIGNED
    if seat not in state.owner:
        state.beaten_by[seat] = NO_CONQUEROR
    state.unplaced[seat] = state.own_armies_this_go = state.neutral_armies_this_go = 0
    state.discard_pending_armies()
    state.victory_announced[seat] = False
    context.record_event(events.SeatResigned(seat))
    if state.hands[seat]:
        context.record_event(events.CardsDiscarded(seat, len(state.hands[seat])))
        state.discard += state.hands[seat]
        state.hands[seat] = []
    return not finish_if_won(context)


def resign_turn(context: GameContext, action: Resign) -> None:
    """Resign during a turn, which ends it."""
    if resign(context):
        end_turn(context)
        advance(context)


def next_seat_in_game(state: State, seat: int, step: int = 1) -> int:
    """Return the next seat after ``seat`` that is in the game; ``seat`` itself if it is the last.

    Args:
        step: 1 for the order of the turns, -1 for the reverse.
    """
    seats = len(state.status)
    order = state.order or range(seats)
    place = order.index(seat)
    for count in range(1, seats + 1):
        candidate = order[(place + step * count) % seats]
        if state.status[candidate] is Status.PLAYING:
            return candidate
    return seat


def turns_after(state: State, seat: int) -> list[int]:
    """Return all seats in the order of their turns, from the one after ``seat`` to ``seat``."""
    order = [*(state.order or range(len(state.status)))]
    place = order.index(seat) + 1
    return order[place:] + order[:place]


def winners_by_survival(context: GameContext) -> tuple[int, ...]:
    """Return the winners if at most one player is left and may win now, else an empty tuple."""
    left = (events.SeatEliminated, events.SeatResigned)
    gone = [event.seat for event in context.events if isinstance(event, left)]
    return context.rules.victory.winners_by_survival(context.state, gone)


def finish_if_won(
    context: GameContext,
    check_time: CheckTime = CheckTime.STEP,
    how: events.VictoryKind = events.VictoryKind.LAST_STANDING,
) -> bool:
    """Finish the game if it is won, and return True if it is.

    Args:
        how: The kind of victory if only one player is left.
    """
    state, victory = context.state, context.rules.victory
    if state.phase is Phase.OVER:
        return True
    if victory.is_open(state):
        return False
    last = winners_by_survival(context)
    if last:
        finish_game(context, last, how)
        return True
    if check_time is CheckTime.START and state.victory_announced[state.turn]:
        condition = victory.condition_met(state, state.turn)
        win = None if condition is None else (state.turn, condition)
    else:
        win = victory.winner_by_condition(state, check_time)
    if win is not None:
        finish_game(context, (win[0],), win[1])
    return win is not None


def finish_game(context: GameContext, winners: tuple[int, ...], how: events.VictoryKind) -> None:
    """End the game; a winner by mission shows it (FAQ Q2.2.1)."""
    context.state.winners = winners
    context.state.phase = Phase.OVER
    if how == events.VictoryKind.MISSION:
        for seat in winners:
            context.record_event(events.MissionsShown(seat, tuple(context.state.missions[seat])))
    context.record_event(events.GameWon(winners, how))


def show_reached_mission(context: GameContext) -> None:
    """Show one mission that the seat in turn has completed, if each player has several."""
    state, missions = context.state, context.rules.missions
    if missions.per_player < 2:
        return
    seat, done = state.turn, state.missions_done[state.turn]
    missing = (number for number in state.missions[seat] if number not in done)
    reached = next(
        (mission for mission in missing if missions.is_reached(state, seat, mission)), None
    )
    if reached is not None:
        done.append(reached)
        context.record_event(events.MissionsShown(seat, (reached,)))
        context.record_event(events.GoalReached(seat, len(done), missions.per_player))
        finish_if_won(context)


def end_turn(context: GameContext) -> None:
    """Pass the turn to the next seat and start it, unless the game is won or time is up."""
    state = context.state
    if finish_if_won(context, CheckTime.END):
        return
    _announce_victory(context)
    seats, turn = context.players, state.turn
    if turn < seats or state.status[state.first] is not Status.PLAYING:
        next_seat = next_seat_in_game(state, turn if turn < seats else state.first)
    else:
        next_seat = state.first
    # A round ends when the turn passes the first seat.
    order = state.order or (*range(state.first, seats), *range(state.first))
    if turn < seats and order.index(next_seat) > order.index(turn):
        _start_turn(context, next_seat)
        return
    for extra_turn in context.hooks.extra_turn_seat:
        extra_seat = extra_turn(context)
        if extra_seat is not None and (turn < seats or extra_seat > turn):
            _start_turn(context, extra_seat)
            return
    if context.rules.victory.time_is_up(state):
        finish_game(context, context.rules.victory.leaders(state), events.VictoryKind.TURN_LIMIT)
        return
    state.round += 1
    _start_turn(context, next_seat)


def _announce_victory(context: GameContext) -> None:
    """Announce a victory of the seat in turn if victories must be held for a round."""
    state, seat, victory = context.state, context.state.turn, context.rules.victory
    if not victory.held_a_round or state.status[seat] is not Status.PLAYING:
        return
    how = victory.condition_met(state, seat)
    if how is not None:
        state.victory_announced[seat] = True
        if victory.held_in_secret:
            return
        if how == events.VictoryKind.MISSION:
            context.record_event(events.MissionsShown(seat, tuple(state.missions[seat])))
        context.record_event(events.VictoryAnnounced(seat, how))
