"""Changing a die before it counts: re-rolling by card, and the commander (US 1980, FAQ part 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Command, End, Offer, Reroll
from risk_tui.engine.decisions import ToAlter
from risk_tui.engine.errors import NotASet, WrongNumber, WrongPhase
from risk_tui.engine.facts import DieCommanded, DieRerolled
from risk_tui.engine.phases.battle import alter_or_settle, may_command, may_reroll, settle
from risk_tui.engine.phases.shape import PhaseShape, commands
from risk_tui.engine.rules.combat import SIX, changed_die

if TYPE_CHECKING:
    from risk_tui.engine.play import Play
    from risk_tui.engine.state import Battle


def reroll(play: Play, action: Reroll) -> None:
    """Show a card of either territory and roll one of the attacker's dice again."""
    battle = _battle(play)
    if not play.rules.combat.reroll or battle.rerolled:
        raise WrongPhase("no die can be rolled again in this battle")
    if action.card not in _cards(play):
        raise NotASet("that takes the card of one of the two territories, from your own hand")
    _need_face(battle, action.face)
    (after,) = play.dice(1, (play.state.acting,))
    battle.attack = changed_die(battle.attack, action.face, after)
    battle.rerolled = True
    play.tell(DieRerolled(play.state.acting, action.card, action.face, after))
    alter_or_settle(play, battle)


def command(play: Play, action: Command) -> None:
    """One of the attacker's dice becomes a six."""
    battle = _battle(play)
    if not may_command(play, battle):
        raise WrongPhase("the commander has acted already in this turn")
    _need_face(battle, action.face)
    if action.face == SIX:
        raise WrongNumber("that die shows a six already")
    battle.attack = changed_die(battle.attack, action.face, SIX)
    play.state.commanded = True
    play.tell(DieCommanded(play.state.acting, action.face))
    settle(play, battle)


def _battle(play: Play) -> Battle:
    battle = play.state.battle
    assert battle is not None, "dice lie on the table in this phase"
    return battle


def _need_face(battle: Battle, face: int) -> None:
    if face not in battle.attack:
        shown = " ".join(map(str, battle.attack))
        raise WrongNumber(f"you have no die that shows {face}; your dice: {shown}")


def _cards(play: Play) -> list[int]:
    """The cards in hand that show one of the two territories."""
    state, battle = play.state, _battle(play)
    places = (battle.source, battle.target)
    return [card for card in state.hands[state.acting] if play.board.deck[card].territory in places]


def _offers(play: Play) -> list[Offer]:
    battle = _battle(play)
    faces = sorted(set(battle.attack))
    offers = []
    if may_reroll(play, battle):
        cards = _cards(play)
        offers += [Offer(Reroll(face, card)) for face in faces for card in cards]
    if may_command(play, battle):
        offers += [Offer(Command(face)) for face in faces if face != SIX]
    return [*offers, Offer(End())]


def _decision(play: Play) -> ToAlter:
    battle = _battle(play)
    return ToAlter(
        seat=play.commander(play.state.acting),
        source=battle.source,
        target=battle.target,
        attack=battle.attack,
        defence=battle.defence,
        may_reroll=may_reroll(play, battle) and bool(_cards(play)),
        may_command=may_command(play, battle),
    )


ALTER = PhaseShape(
    decides=commands,
    decision=_decision,
    offers=_offers,
    actions={
        Reroll: reroll,
        Command: command,
        End: lambda play, action: settle(play, _battle(play)),
    },
    asked="change one of your dice, or let them stand, first",
)
