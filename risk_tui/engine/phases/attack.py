"""Attacking: one battle after the other, as long as the player likes (FAQ Q2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, End, Offer, Resign
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.errors import NotAdjacent, NotAnEnemy, WrongNumber
from risk_tui.engine.phases.battle import fight
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.phases.turn import after_attacks
from risk_tui.engine.play import need_number
from risk_tui.engine.records import BattleDeclared
from risk_tui.engine.state import Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def attack(play: Play, action: Attack) -> None:
    """One battle; where the defender may choose his dice, it waits for him."""
    state = play.state
    source, target, dice = action.source, action.target, action.dice
    play.need_own(source)
    play.need_territory(target)
    defender = state.owner[target]
    if defender == state.turn:
        raise NotAnEnemy(f"{play.name(target)} is yours; attack a territory of somebody else")
    if target not in play.neighbours[source]:
        raise NotAdjacent(f"{play.name(target)} cannot be reached from {play.name(source)}")
    combat = play.rules.combat
    most = combat.attack_most(state.armies[source])
    if not 1 <= dice <= most:
        if most < 1:
            raise WrongNumber(f"{play.name(source)} needs at least 2 armies to attack")
        need_number(dice, 1, most, "dice")
    defence = combat.defence_most(state.armies[target])
    if defence > 1 and combat.defender_chooses and state.status[defender] is Status.PLAYING:
        state.battle = (source, target, dice)
        state.phase = Phase.DEFEND
        play.tell(BattleDeclared(state.turn, source, target, dice))
    else:
        fight(play, source, target, dice, defence)


def _offers(play: Play) -> list[Offer]:
    state = play.state
    owner, armies, seat = state.owner, state.armies, state.turn
    offers = []
    for source in state.territories_of(seat):
        if armies[source] > 1:
            most = play.rules.combat.attack_most(armies[source])
            offers += [
                Offer(Attack(source, target, 1), most)
                for target in play.neighbours[source]
                if owner[target] != seat
            ]
    return [*offers, Offer(End()), Offer(Resign())]


ATTACK = PhaseShape(
    decision=lambda play: ToAttack(play.state.turn),
    offers=_offers,
    actions={Attack: attack, End: lambda play, action: after_attacks(play), Resign: resign_turn},
)
