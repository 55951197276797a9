"""The commands of a battle: attacking, defending, changing dice, moving in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, Declare, Defend, End, Occupy, Reroll
from risk_tui.engine.actions import Command as CommandDie
from risk_tui.engine.decisions import ToAlter, ToAttack, ToDefend, ToOccupy
from risk_tui.language.command import Command, allowed_pairs, decision_kind, offer_of
from risk_tui.language.completion import complete_two, complete_words
from risk_tui.language.errors import Ambiguous, Impossible, Unreadable
from risk_tui.language.names import either, names_of
from risk_tui.language.parsed import Blitz, Parsed, SetDefence
from risk_tui.language.reading import ALL, LEAST, is_number, number, two_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View


class AttackCommand(Command):
    name = "attack"
    kinds = ("attack", "declare")
    usage = "attack FROM TO [DICE]"
    summary = "fight one battle, with the most dice unless you say fewer"
    example = "attack ukraine ural 3"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if not words and decision_kind(view) == "declare":
            return Declare(attack=True)
        count, source, target = two_names(words, view.board, allowed_pairs(view), self.form, ALL)
        if isinstance(count, int):
            return Attack(source, target, count)
        offer = offer_of(Attack(source, target), view)
        most = offer.most if offer else None
        return Attack(source, target, most or 1)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_two(tail, view)


class BlitzCommand(Command):
    name = "blitz"
    kinds = ("attack",)
    usage = "blitz FROM TO [stop-at N]"
    summary = "attack until you conquer, or have N armies left"
    example = "blitz ukraine ural stop-at 4"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        pairs = allowed_pairs(view)
        count, source, target = two_names(words, view.board, pairs, self.form)
        decision = view.decision
        if not isinstance(decision, ToAttack) or decision.seat != view.seat:
            raise Impossible("a blitz is an attack; it waits until you are asked to attack")
        names, stop_at = names_of(view.board), count if isinstance(count, int) else 1
        if (source, target) not in pairs:
            raise Impossible(_why_no_attack(view, source, target))
        if not 1 <= stop_at < view.armies[source]:
            most = view.armies[source] - 1
            raise Impossible(f"stop at 1 to {most} armies: {names.called(source)} has {most + 1}")
        return Blitz(decision.seat, source, target, stop_at)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_two(tail, view)


def _why_no_attack(view: View, source: int, target: int) -> str:
    names, allied = names_of(view.board), view.acting != view.seat
    if view.owner[source] != view.acting:
        whose = "the Allied Army's" if allied else "yours"
        return f"{names.called(source)} is not {whose}"
    if view.owner[target] == view.acting and not allied:
        return f"{names.called(target)} is yours; attack a territory of somebody else"
    if allied and view.owner[target] != view.turn:
        return f"{names.called(target)} is not its enemy's; the Allied Army attacks nobody else"
    if target not in view.board.neighbours[source]:
        return f"{names.called(target)} cannot be reached from {names.called(source)}"
    return f"{names.called(source)} needs at least 2 armies to attack"


class DefendCommand(Command):
    name = "defend"
    short = ("d",)
    kinds = ("defend",)
    bare = (*ALL, "one")
    usage = "defend N|most|one | defend always most|one | defend ask"
    summary = "choose your dice; always: without being asked; ask: ask me again"
    example = "defend 2"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        rest = list(words)
        if rest == ["ask"]:
            return SetDefence("ask")
        standing = rest[:1] == ["always"]
        if standing:
            rest = rest[1:] or ["most"]
        rest = [word for word in rest if word not in ("with", "dice", "die")]
        if len(rest) > 1 or (rest and not is_number(rest[0]) and rest[0] not in self.bare):
            raise Unreadable(f"that cannot be read: {self.form}")
        word = rest[0] if rest else "most"
        if standing:
            return SetDefence("one" if word in ("one", "1") else "most")
        if is_number(word):
            return Defend(number(word))
        decision = view.decision
        most = decision.most if isinstance(decision, ToDefend) else 1
        return Defend(1 if word == "one" else most)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["most", "one", "always most", "always one", "ask"])


class RerollCommand(Command):
    name = "reroll"
    kinds = ("alter",)
    usage = "reroll FACE [with TERRITORY]"
    summary = "show a card of either territory and roll a die again"
    example = "reroll 1"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if not words or not is_number(words[0]) or list(words[1:2]) not in ([], ["with"]):
            raise Unreadable(f"which die? {self.form}")
        face, decision = number(words[0]), view.decision
        if not isinstance(decision, ToAlter):
            raise Impossible("no dice lie on the table that could be rolled again")
        names, shown = names_of(view.board), _reroll_cards(view)
        if len(words) > 1:
            place = names.find(tuple(words[2:]), (decision.source, decision.target))
            if place not in shown:
                raise Impossible(f"you cannot show the card of {names.called(place)} for a die")
            return Reroll(face, shown[place])
        if not shown:
            raise Impossible("no die can be rolled again: that takes a card of either territory")
        if len(shown) > 1:
            ways = [f"reroll {face} with {view.board.territories[each].name}" for each in shown]
            raise Ambiguous(f"which card do you show? {either(ways)}".lower())
        return Reroll(face, *shown.values())

    def complete(self, tail: str, view: View) -> list[str]:
        shown = _reroll_cards(view)
        rerolls = [each.action for each in view.offers if isinstance(each.action, Reroll)]
        faces = [str(each) for each in dict.fromkeys(reroll.face for reroll in rerolls)]
        if len(shown) < 2:
            return complete_words(tail, faces)
        called = [view.board.territories[place].name.lower() for place in shown]
        return complete_words(tail, [f"{face} with {each}" for face in faces for each in called])


def _reroll_cards(view: View) -> dict[int, int]:
    """The cards that can be shown for a die, by their territories."""
    cards = [each.action.card for each in view.offers if isinstance(each.action, Reroll)]
    deck = view.board.deck
    return {place: card for card in cards if (place := deck[card].territory) is not None}


class CommanderCommand(Command):
    name = "commander"
    kinds = ("alter",)
    usage = "commander [FACE]"
    summary = "turn a die to a six, once a turn (the lowest one, without a face)"
    example = "commander 2"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if len(words) > 1 or not all(is_number(word) for word in words):
            raise Unreadable(f"which die? {self.form}")
        if words:
            return CommandDie(number(words[0]))
        if not isinstance(view.decision, ToAlter):
            raise Impossible("no dice lie on the table that could be turned")
        return CommandDie(min(view.decision.attack))

    def complete(self, tail: str, view: View) -> list[str]:
        dice = [each.action for each in view.offers if isinstance(each.action, CommandDie)]
        return complete_words(tail, [str(each.face) for each in dice])


class StandCommand(Command):
    name = "stand"
    kinds = ("alter",)
    usage = "stand"
    summary = "let the dice stand as they are"
    example = "stand"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        if not isinstance(view.decision, ToAlter):
            raise Impossible("no dice lie on the table that could stand or be changed")
        return End()


class OccupyCommand(Command):
    name = "occupy"
    short = ("o", "oc")
    also = ("move",)
    kinds = ("occupy",)
    bare = (*ALL, *LEAST)
    usage = "occupy N|all|min"
    summary = "move armies into the territory you conquered"
    example = "occupy 3"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        rest = [word for word in words if word not in ("army", "armies", "with")]
        if len(rest) != 1 or not (is_number(rest[0]) or rest[0] in self.bare):
            raise Unreadable(f"how many armies? {self.form}")
        if is_number(rest[0]):
            return Occupy(number(rest[0]))
        decision = view.decision
        if not isinstance(decision, ToOccupy):
            return Occupy(1)  # the rules say why not
        return Occupy(decision.most if rest[0] in ALL else decision.least)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["all", "min"])
