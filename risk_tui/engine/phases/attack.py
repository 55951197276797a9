"""Attacking: one battle after the other, as long as the player likes (FAQ Q2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, End, Offer, Reinforce, Resign, Trade
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.errors import NotAdjacent, NotAnEnemy, WrongNumber, WrongPhase
from risk_tui.engine.facts import BattleDeclared, DiceRolled
from risk_tui.engine.phases.battle import cast, roll_attack
from risk_tui.engine.phases.reinforce import put, reinforce_offers
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape, commands
from risk_tui.engine.phases.trade import trade, trade_offers
from risk_tui.engine.phases.turn import go_on, leave_stage, may_trade, placing_meanwhile, prey_of
from risk_tui.engine.play import need_number
from risk_tui.engine.state import Battle, Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def attack(play: Play, action: Attack) -> None:
    """One battle; where the defender may choose his dice, it waits for him."""
    state = play.state
    source, target, dice = action.source, action.target, action.dice
    _check(play, source, target, dice)
    combat, defender = play.rules.combat, state.owner[target]
    battle = state.battle = Battle(source, target, dice)
    most = combat.defence_most(state.armies[target], dice)
    asked = most > 1 and combat.defender_chooses
    if not asked or state.status[defender] not in _COMMANDED:
        cast(play, battle, most)
        return
    state.phase = Phase.DEFEND
    if combat.defender_sees:
        roll_attack(play, battle)
        play.tell(DiceRolled(state.acting, source, target, battle.attack, ()))
    else:
        play.tell(BattleDeclared(state.acting, source, target, dice))


_COMMANDED = (Status.PLAYING, Status.NEUTRAL)
"""Whose dice somebody chooses."""


def _check(play: Play, source: int, target: int, dice: int) -> None:
    """Raise unless the acting armies may attack in this way."""
    state = play.state
    play.need_own(source)
    play.need_territory(target)
    owner, prey = state.owner[target], prey_of(play)
    if owner == state.acting:
        whose = "yours" if owner != play.neutral else "the Allied Army's own"
        raise NotAnEnemy(f"{play.name(target)} is {whose}; attack a territory of somebody else")
    if prey is not None and owner != prey:
        raise NotAnEnemy(f"the Allied Army attacks only its enemy; {play.name(target)} is yours")
    if target not in play.neighbours[source]:
        raise NotAdjacent(f"{play.name(target)} cannot be reached from {play.name(source)}")
    most = play.rules.combat.attack_most(state.armies[source])
    if not 1 <= dice <= most:
        if most < 1:
            raise WrongNumber(f"{play.name(source)} needs at least 2 armies to attack")
        need_number(dice, 1, most, "dice")


def _reinforce(play: Play, action: Reinforce) -> None:
    """Armies for cards traded between attacks, where they are placed little by little."""
    if not placing_meanwhile(play):
        raise WrongPhase("no armies are placed now: attack, or end your attacks")
    put(play, action)
    go_on(play)


def _offers(play: Play) -> list[Offer]:
    state = play.state
    owner, armies, seat, prey = state.owner, state.armies, state.acting, prey_of(play)
    offers = []
    for source in state.territories_of(seat):
        if armies[source] > 1:
            most = play.rules.combat.attack_most(armies[source])
            offers += [
                Offer(Attack(source, target, 1), most)
                for target in play.neighbours[source]
                if owner[target] != seat and (prey is None or owner[target] == prey)
            ]
    meanwhile = reinforce_offers(play) if placing_meanwhile(play) else []
    return [*offers, *meanwhile, *trade_offers(play), Offer(End()), Offer(Resign())]


def _decision(play: Play) -> ToAttack:
    acting = play.state.acting
    armies = play.state.pool if placing_meanwhile(play) else 0
    return ToAttack(play.commander(acting), armies, may_trade(play), acting)


ATTACK = PhaseShape(
    decides=commands,
    decision=_decision,
    offers=_offers,
    actions={
        Attack: attack,
        Reinforce: _reinforce,
        Trade: trade,
        End: lambda play, action: leave_stage(play),
        Resign: resign_turn,
    },
    asked="now you attack, or end your attacks",
)
