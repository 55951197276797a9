"""One battle: a single cast of the dice, and what it may lead to (FAQ Q2.6, Q2.6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.phases.turn import go_on_attacking, go_on_placing, won
from risk_tui.engine.records import (
    BattleFought,
    CardsDiscarded,
    CardsTaken,
    Conquered,
    Moved,
    SeatEliminated,
)
from risk_tui.engine.state import Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def fight(play: Play, source: int, target: int, dice: int, defence: int) -> None:
    """Cast ``dice`` against ``defence`` dice and take the losses off."""
    state = play.state
    armies = state.armies
    attack_dice = tuple(sorted(play.dice(dice), reverse=True))
    defence_dice = tuple(sorted(play.dice(defence), reverse=True))
    lost, won_ = play.rules.combat.losses(attack_dice, defence_dice)
    armies[source] -= lost
    armies[target] -= won_
    state.battle = None
    defender = state.owner[target]
    play.facts.append(
        BattleFought(state.turn, defender, source, target, attack_dice, defence_dice, lost, won_)
    )
    if armies[target] == 0:
        conquer(play, source, target, dice, defender)
    elif lost and armies[source] == 1:
        go_on_attacking(play)
    else:
        state.phase = Phase.ATTACK


def conquer(play: Play, source: int, target: int, dice: int, victim: int) -> None:
    """The territory changes hands; its garrison is chosen unless only one number is possible."""
    state = play.state
    seat = state.turn
    state.owner[target] = seat
    state.conquests += 1
    play.tell(Conquered(seat, target, victim))
    most = state.armies[source] - 1
    least = play.rules.combat.occupy_least(dice, state.armies[source])
    state.occupying = (source, target, least, most)
    if victim not in state.owner:
        eliminate(play, victim)
        if play.rules.victory.winners(state):
            move_in(play, least)
            won(play, "conquest")
            return
    if least == most:
        move_in(play, least)
        after_conquest(play)
    else:
        state.phase = Phase.OCCUPY


def move_in(play: Play, armies: int) -> None:
    """The garrison moves into the conquered territory."""
    state = play.state
    if state.occupying is not None:
        source, target, _, _ = state.occupying
        state.armies[source] -= armies
        state.armies[target] += armies
        state.occupying = None
        play.tell(Moved(state.turn, source, target, armies, fortified=False))


def after_conquest(play: Play) -> None:
    """Trade at once if captured cards demand it; otherwise attack on."""
    if play.state.hand_limit is not None:
        go_on_placing(play)
    else:
        go_on_attacking(play)


def eliminate(play: Play, victim: int) -> None:
    """A seat without territories is out; its cards pass as the ruleset says (FAQ Q2.5.3)."""
    state = play.state
    seat = state.turn
    if state.status[victim] is Status.RESIGNED:
        return
    state.status[victim] = Status.ELIMINATED
    play.tell(SeatEliminated(victim, seat))
    cards, state.hands[victim] = state.hands[victim], []
    rule = play.rules.elimination
    if not rule.cards_pass:
        state.discard += cards
        if cards:
            play.tell(CardsDiscarded(victim, len(cards)))
        return
    if cards:
        state.hands[seat] += cards
        play.tell(CardsTaken(seat, victim, len(cards), tuple(cards)))
        state.hand_limit = rule.limit_for(len(state.hands[seat]))
