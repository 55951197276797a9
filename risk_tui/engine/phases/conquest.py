"""Conquests: the garrison that moves in, and eliminated seats (FAQ Q2.5.3, Q2.6)."""

from __future__ import annotations

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_
from risk_tui.engine import events
from risk_tui.engine.actions import Occupy, Offer
from risk_tui.engine.context import GameContext, PhaseHandler, commanding_seat, require_range
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.game_rules import CheckTime
from risk_tui.engine.phases.reach import apply_arrival_losses, arrivals, min_armies_to_arrive
from risk_tui.engine.phases.turn_flow import advance, finish_if_won, winners_by_survival
from risk_tui.engine.state import Phase, Status


def conquer(context: GameContext, source: int | None, target: int, dice: int, victim: int) -> None:
    """Give the target to the acting seat and ask how many armies move in.

    The question is skipped if only one number is possible, or if the conquest wins the game. If no
    army would survive the arrival, the target becomes empty instead.

    Args:
        source: The attacking territory; ``None`` if the armies come from outside the board. All of
            those move in, or as many as have room, and the others are lost.
        dice: The number of the attacker's dice in the last battle.
        victim: The seat that loses the territory.
    """
    state = context.state
    seat = state.acting_seat
    if source is None:
        free = state.armies_outside
    else:
        must_stay = context.min_garrison(source) if context.hooks.leavable_territories else 1
        free = state.armies[source] - must_stay
    maximum = context.rules.placement.space_on(0, free)
    minimum = min(maximum, context.rules.combat.min_occupation(dice))
    if source is None:
        minimum = maximum
    if context.hooks.arriving:
        minimum = min_armies_to_arrive(context, target, minimum, maximum)
        if minimum > maximum:  # No army would survive the arrival, so the target becomes empty.
            empty_territory(context, target, seat)
            if source is None:
                land(context, target, free)
            advance(context)
            return
    state.owner[target] = seat
    if seat == state.turn:
        state.conquests_this_turn += 1
    context.record_event(events.Conquered(seat, target, victim))
    if source is not None:
        state.occupying = (source, target, minimum, maximum)
    for hook in context.hooks.on_conquest:
        hook(context, source, target, victim)
    if state.occupying is not None:
        _, _, minimum, maximum = state.occupying  # A variant may have changed the limits.
    if victim not in state.owner:
        eliminate(context, victim, seat)
    victory = context.rules.victory
    last_seats = () if victory.is_open(state) else winners_by_survival(context)
    winners = last_seats or victory.winner_by_condition(state, CheckTime.STEP)
    if not winners and minimum < maximum:
        state.phase = Phase.OCCUPY
        return
    if source is None:
        land(context, target, minimum)
    else:
        move_in(context, minimum)
    if winners:
        # It is no conquest if a seat has left with armies on the board, or a winner holds nothing.
        resigned = (seat for seat, status in enumerate(state.status) if status is Status.RESIGNED)
        is_conquest = (
            Status.OUT not in state.status
            and not any(seat in state.owner for seat in resigned)
            and all(winner in state.owner for winner in last_seats)
        )
        how = events.VictoryKind.CONQUEST if is_conquest else events.VictoryKind.LAST_STANDING
        finish_if_won(context, how=how)
    else:
        advance(context)


def land(context: GameContext, territory: int, armies: int) -> None:
    """Land armies from outside the board in a territory that is empty or the acting seat's.

    If no army arrives, the territory does not change.
    """
    state = context.state
    state.armies_outside = 0
    if armies and not arrivals(context, territory, armies):
        context.record_event(events.ArmiesPerished(state.acting_seat, territory, armies))
        return
    state.owner[territory] = state.acting_seat
    state.armies[territory] += armies
    context.record_event(events.Landed(state.acting_seat, territory, armies))
    if context.hooks.arriving:
        apply_arrival_losses(context, territory, armies)


def move_in(context: GameContext, armies: int) -> None:
    """Move the garrison into the conquered territory."""
    state = context.state
    if state.occupying is not None:
        source, target, _, _ = state.occupying
        state.occupying = None
        state.armies[source] -= armies
        state.armies[target] += armies
        context.record_event(
            events.Moved(state.acting_seat, source, target, armies, fortified=False)
        )
        if context.hooks.arriving:
            apply_arrival_losses(context, target, armies)
        if not state.armies[source]:
            vacate_if_empty(context, source)


def vacate_if_empty(context: GameContext, territory: int) -> None:
    """Remove the owner of a territory that the last army has left."""
    state = context.state
    if not state.armies[territory]:
        context.record_event(events.Abandoned(state.owner[territory], territory))
        empty_territory(context, territory, None)


def empty_territory(context: GameContext, territory: int, by: int | None) -> None:
    """Remove the owner and all armies of a territory.

    Args:
        by: The seat that caused it, or ``None``.
    """
    state = context.state
    victim = state.owner[territory]
    state.owner[territory], state.armies[territory] = NO_SEAT, 0
    for hook in context.hooks.on_emptied:
        hook(context, territory, victim)
    eliminate_if_beaten(context, victim, by)


def eliminate_if_beaten(context: GameContext, victim: int, by: int | None) -> None:
    """Eliminate ``victim`` if it has lost its last territory other than by a conquest.

    Args:
        by: The seat that caused it, or ``None``.
    """
    state = context.state
    if victim in (*state.owner, NO_SEAT):
        return
    eliminate(context, victim, by)
    if victim == state.turn:
        state.discard_pending_armies()


def eliminate(context: GameContext, victim: int, by: int | None) -> None:
    """Eliminate a seat that has no territories left (FAQ Q2.5.3).

    Args:
        by: The seat that beat it and may get its cards, or ``None``.
    """
    state = context.state
    state.beaten_by[victim] = victim if by is None else by
    if state.status[victim] is Status.PLAYING:
        state.status[victim] = Status.ELIMINATED
        settle_elimination(context, victim, by)


def settle_elimination(context: GameContext, victim: int, by: int | None) -> None:
    """Announce an elimination; show missions and pass on cards as the ruleset says."""
    state = context.state
    seat = victim if by is None else by
    state.victory_announced[victim] = False
    context.record_event(events.SeatEliminated(victim, seat))
    if context.rules.missions.section.eliminated == "shown" and state.missions[victim]:
        context.record_event(events.MissionsShown(victim, tuple(state.missions[victim])))
    cards, state.hands[victim] = state.hands[victim], []
    rule = context.rules.elimination
    if not cards:
        return
    takes_cards = state.status[seat] is Status.PLAYING or seat in context.hooks.acts
    if not rule.cards_pass or not takes_cards:
        state.discard += cards
        context.record_event(events.CardsDiscarded(victim, len(cards)))
        return
    state.hands[seat] += cards
    context.record_event(events.CardsTaken(seat, victim, len(cards), tuple(cards)))
    if seat == state.turn:
        state.hand_limit = rule.hand_limit(len(state.hands[seat]))


def occupy(context: GameContext, action: Occupy) -> None:
    """Move the chosen garrison in."""
    _, _, minimum, maximum = _current_conquest(context)
    require_range(action.armies, minimum, maximum, N_("armies to move in"))
    move_in(context, action.armies)
    advance(context)


def _current_conquest(context: GameContext) -> tuple[int, int, int, int]:
    """Return the conquest that waits for its garrison: source, target, fewest and most armies."""
    conquest = context.state.occupying
    assert conquest is not None, "no conquest is pending"
    return conquest


def _offers(context: GameContext) -> list[Offer]:
    _, _, minimum, maximum = _current_conquest(context)
    return [Offer(Occupy(minimum), maximum)]


def _decision(context: GameContext) -> ToOccupy:
    seat = context.state.acting_seat
    return ToOccupy(context.leader(seat), *_current_conquest(context), seat)


OCCUPY = PhaseHandler(
    decides=commanding_seat,
    decision=_decision,
    offers=_offers,
    actions={Occupy: occupy},
    prompt=N_("move armies into the conquered territory first"),
)
