"""The commands that answer a decision: each becomes an action or an order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import (
    Attack,
    Claim,
    Defend,
    End,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy, ToPlace, ToReinforce
from risk_tui.language.command import Command, allowed_pairs, allowed_places
from risk_tui.language.completion import complete_one, complete_two, complete_words
from risk_tui.language.errors import Ambiguous, Impossible, Unknown, Unreadable
from risk_tui.language.names import BREAK, either, names_of
from risk_tui.language.parsed import AskToResign, Blitz, Parsed, PlaceTheRest, SetDefence
from risk_tui.language.reading import is_number, number, one_name, two_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.language.reading import Count

ALL = ("all", "max", "most")
LEAST = ("min", "least")


class ClaimCommand(Command):
    name = "claim"
    kinds = ("claim",)
    usage = "claim TERRITORY"
    summary = "put an army on a free territory"
    example = "claim alaska"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        _, place = one_name(words, view.board, allowed_places(view), self.form)
        return Claim(place)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_one(tail, view)


class PlaceCommand(Command):
    name = "place"
    kinds = ("place",)
    usage = "place [N] TERRITORY | place rest"
    summary = "place starting armies (one, without a number); rest: all for me"
    example = "place 2 brazil"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if list(words) in (["rest"], ["the", "rest"]):
            decision = view.decision
            if not isinstance(decision, ToPlace) or decision.seat != view.seat:
                raise Impossible("only your starting armies can be placed for you, when it is due")
            return PlaceTheRest(decision.seat)
        return _armies_on(words, view, self.form)

    def complete(self, tail: str, view: View) -> list[str]:
        names, rest = complete_one(tail, view), complete_words(tail, ["rest"])
        return rest + names if tail.strip() else names + rest


class ReinforceCommand(Command):
    name = "reinforce"
    short = ("r", "re")
    kinds = ("reinforce",)
    usage = "reinforce [N|all] TERRITORY"
    summary = "place armies received (one, without a number)"
    example = "reinforce 5 brazil"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        return _armies_on(words, view, self.form)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_one(tail, view)


def _armies_on(words: Sequence[str], view: View, form: str) -> Place | Reinforce:
    """Armies on a territory: starting armies or received ones, whichever are being placed."""
    count, place = one_name(words, view.board, allowed_places(view), form, (*ALL, "rest"))
    decision = view.decision
    pending = {ToPlace: "most", ToReinforce: "armies"}.get(type(decision))
    everything = getattr(decision, pending) if pending else 1
    armies = count if isinstance(count, int) else everything if count else 1
    return (Place if isinstance(decision, ToPlace) else Reinforce)(place, armies)


class TradeCommand(Command):
    name = "trade"
    kinds = ("trade", "reinforce")
    usage = "trade [1 2 4] [for TERRITORY]"
    summary = "trade three cards by their numbers, or the best set"
    example = "trade 1 2 4"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        rest = [word for word in words if word != BREAK]
        positions, aim = rest, None
        if "for" in rest:
            at = rest.index("for")
            positions = rest[:at]
            if not rest[at + 1 :]:
                raise Unreadable(f"for which territory? {self.form}")
            aim = names_of(view.board).find(tuple(rest[at + 1 :]), view.territories_of(view.turn))
        cards = self._cards(positions, view) if positions else None
        return self._chosen(cards, aim, view)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, [spoken_trade(trade, view) for trade in trades_of(view)])

    def _cards(self, words: Sequence[str], view: View) -> tuple[int, ...]:
        # Nobody ever holds a hundred cards, so 124 means the cards 1, 2 and 4.
        if len(words) == 1 and len(words[0]) == 3:
            words = list(words[0])
        if len(words) != 3 or not all(is_number(word) for word in words):
            raise Unreadable(f"a set is three cards by their numbers: {self.form}")
        hand = sorted(view.hand)
        cards = []
        for word in words:
            position = number(word)
            if not 1 <= position <= len(hand):
                held = f"cards 1 to {len(hand)}" if hand else "no cards"
                raise Unknown(f"there is no card {position}: you hold {held}")
            cards.append(hand[position - 1])
        if len(set(cards)) < 3:
            raise Unreadable("a set is three different cards")
        return tuple(sorted(cards))

    def _chosen(self, cards: tuple[int, ...] | None, aim: int | None, view: View) -> Trade:
        """The trade that is meant: the set named or the best one, with its bonus territory."""
        trades = trades_of(view)
        if cards is not None:
            trades = [trade for trade in trades if set(trade.cards) == set(cards)]
            if not trades:
                return Trade(cards, aim)  # the rules say why not
        elif not trades:
            raise Impossible("you hold no set that can be traded now")
        if aim is not None:
            shown = [trade for trade in trades if aim in _bonuses(trade, view)]
            if not shown:
                name = view.board.territories[aim].name
                raise Impossible(f"no such set brings extra armies on {name}")
            return Trade(shown[0].cards, aim)
        best = trades[0]
        same = [trade for trade in trades if trade.cards == best.cards]
        if len(same) > 1:
            raise Ambiguous(
                f"who gets {view.rules.bonus.armies} extra armies? "
                + either([f"trade {spoken_trade(trade, view)}" for trade in same])
            )
        return best


def trades_of(view: View) -> list[Trade]:
    """The sets that can be traded now, the best first: most armies, then fewest jokers."""

    def worth(trade: Trade) -> tuple[int, int, int]:
        jokers = sum(view.board.deck[card].territory is None for card in trade.cards)
        return -view.set_value(trade.cards), -len(_bonuses(trade, view)), jokers

    trades = [offer.action for offer in view.offers if isinstance(offer.action, Trade)]
    return sorted(trades, key=worth)


def _bonuses(trade: Trade, view: View) -> tuple[int, ...]:
    return view.rules.bonus.candidates(trade.cards, view.owner, view.turn, view.bonus)


def spoken_trade(trade: Trade, view: View) -> str:
    """What follows ``trade`` to name this trade."""
    hand = sorted(view.hand)
    positions = " ".join(str(hand.index(card) + 1) for card in sorted(trade.cards))
    if trade.bonus is None:
        return positions
    return f"{positions} for {view.board.territories[trade.bonus].name.lower()}"


class AttackCommand(Command):
    name = "attack"
    kinds = ("attack",)
    usage = "attack FROM TO [DICE]"
    summary = "fight one battle, with the most dice unless you say fewer"
    example = "attack ukraine ural 3"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        count, source, target = two_names(words, view.board, allowed_pairs(view), self.form, ALL)
        most = max(1, view.rules.combat.attack_most(view.armies[source]))
        return Attack(source, target, count if isinstance(count, int) else most)

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
    names = names_of(view.board)
    if view.owner[source] != view.seat:
        return f"{names.called(source)} is not yours"
    if view.owner[target] == view.seat:
        return f"{names.called(target)} is yours; attack a territory of somebody else"
    if target not in view.board.neighbours[source]:
        return f"{names.called(target)} cannot be reached from {names.called(source)}"
    return f"{names.called(source)} needs at least 2 armies to attack"


class DefendCommand(Command):
    name = "defend"
    kinds = ("defend",)
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
        if len(rest) > 1 or (rest and not is_number(rest[0]) and rest[0] not in (*ALL, "one")):
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


class OccupyCommand(Command):
    name = "occupy"
    also = ("move",)
    kinds = ("occupy",)
    usage = "occupy N|all|min"
    summary = "move armies into the territory you conquered"
    example = "occupy 3"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        rest = [word for word in words if word not in ("army", "armies", "with")]
        if len(rest) != 1 or not (is_number(rest[0]) or rest[0] in (*ALL, *LEAST)):
            raise Unreadable(f"how many armies? {self.form}")
        if is_number(rest[0]):
            return Occupy(number(rest[0]))
        decision = view.decision
        if not isinstance(decision, ToOccupy):
            return Occupy(1)  # the rules say why not
        return Occupy(decision.most if rest[0] in ALL else decision.least)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["all", "min"])


class FortifyCommand(Command):
    name = "fortify"
    also = ("move",)
    kinds = ("fortify",)
    usage = "fortify N|all FROM TO"
    summary = "move armies between two territories of yours"
    example = "fortify 3 china india"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        pairs = allowed_pairs(view)
        count, source, target = two_names(words, view.board, pairs, self.form, ALL)
        if count is None:
            raise Unreadable(f"how many armies? {self.form}")
        return Fortify(source, target, self._armies(count, source, view))

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_two(tail, view)

    def _armies(self, count: Count, source: int, view: View) -> int:
        if isinstance(count, int):
            return count
        return max(1, view.rules.reach.most(view.armies[source]))


class EndCommand(Command):
    name = "end"
    short = ("e",)
    kinds = ("trade", "attack", "fortify")
    usage = "end"
    summary = "finish trading, attacking or your turn"
    example = "end"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if list(words) not in (["turn"], ["attack"], ["attacks"]):
            self.alone(words)
        return End()


class ResignCommand(Command):
    name = "resign"
    usage = "resign yes"
    summary = "leave the game; your armies stay on the board as neutral ones"
    example = "resign yes"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if list(words) == ["yes"]:
            return Resign()
        self.alone(words)
        return AskToResign()
