"""The commands that answer decisions: place, trade, attack, move, end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from risk_tui.bots import DEFAULT_BOT
from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.arguments import (
    MAXIMUM_WORDS,
    MINIMUM_WORDS,
    complete_territory,
    complete_territory_pair,
    complete_words,
    is_number,
    parse_number,
    parse_placement,
    parse_territory_pair,
)
from risk_tui.commands.base import (
    AnswerCommand,
    Command,
    KeyBinding,
    Occasion,
    allowed_pairs,
    decision_kind,
    offer_of,
)
from risk_tui.commands.front_end import FrontEnd, Intent, Pointer
from risk_tui.commands.names import (
    SEPARATOR,
    AmbiguousCommand,
    ImpossibleCommand,
    UnknownName,
    UnreadableCommand,
    join_choices,
    name_words,
    names_of,
)
from risk_tui.commands.odds_commands import FightCommand
from risk_tui.commands.pointing import all_here, attack, blitz, end, ending_of_turn, place_rest
from risk_tui.commands.table_commands import BotCommand
from risk_tui.data.language import N_, _
from risk_tui.engine import actions
from risk_tui.engine.decisions import DECISIONS, Decision, ToAttack, ToDefend, ToPlace
from risk_tui.engine.declarations import templates_of
from risk_tui.engine.game_rules import Rules
from risk_tui.engine.variant import declaring_variants
from risk_tui.engine.view import View
from risk_tui.rules.ruleset import Ruleset
from risk_tui.table.orders import Blitz, PlaceRemaining


class AgainCommand(Command):
    name = "again"
    summary = "repeat your last attack, or blitz"

    def run(self, ui: FrontEnd) -> None:
        ui.repeat()


class AttackCommand(ActionCommand):
    action = actions.Attack
    abbreviations = ("a",)
    kinds = ("attack",)
    usage = "attack FROM TO [DICE]"
    example = "attack ukraine ural 3"
    key = KeyBinding(
        "attack",
        ("a",),
        "attack once",
        (("declare", "choose to attack"),),
        Occasion.ANSWERED,
        meaning=attack,
    )


class BlitzCommand(AnswerCommand):
    name = "blitz"
    kinds = ("attack",)
    usage = "blitz FROM TO [stop-at N]"
    summary = "attack until you conquer or have N armies left"
    example = "blitz ukraine ural stop-at 4"
    key = KeyBinding(
        "blitz",
        ("b",),
        "attack until conquered; 5{blitz} stops at 5 armies",
        useful=Occasion.ANSWERED,
        meaning=blitz,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if not words:
            return FightCommand()
        pairs = allowed_pairs(view)
        count, source, target = parse_territory_pair(words, view.board, pairs, cls.usage_text(view))
        decision = view.decision
        if not isinstance(decision, ToAttack) or decision.seat != view.seat:
            raise ImpossibleCommand(_("you can't blitz until the attack phase"))
        names, stop_at = names_of(view.board), count if isinstance(count, int) else 1
        if (source, target) in pairs and not 1 <= stop_at < view.armies[source]:
            maximum = view.armies[source] - 1
            raise ImpossibleCommand(
                _(
                    "stop at 1 to {maximum} armies: {territory} has {armies}",
                    maximum=maximum,
                    territory=names.with_code(source),
                    armies=maximum + 1,
                )
            )
        return cls(Blitz(decision.seat, source, target, stop_at))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_territory_pair(tail, view)


def _defend_with_most(at: Pointer) -> Intent:
    """Always defend with the maximum number of dice from now on."""
    if isinstance(at.view.decision, ToDefend):
        return StandingDefence("most")
    raise ImpossibleCommand(_("{defend.most} works when you defend: it always rolls the maximum"))


class DefendCommand(ActionCommand):
    action = actions.Defend
    abbreviations = ("d",)
    bare_words = (*MAXIMUM_WORDS, *MINIMUM_WORDS, "one")
    usage = "defend N|most|one | defend always most|one | defend ask"
    summary = "choose your dice (always: don't ask; ask: ask me again)"
    example = "defend 2"
    key = KeyBinding(
        "defend.most",
        ("s",),
        "when defending: always roll the maximum without asking",
        useful=Occasion.ANSWERED,
        meaning=_defend_with_most,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        rest = list(words)
        if rest == ["ask"]:
            return StandingDefence("ask")
        always = rest[:1] == ["always"]
        if always:
            rest = rest[1:] or ["most"]
        rest = [word for word in rest if word not in ("with", "dice", "die")]
        if len(rest) > 1 or (rest and not is_number(rest[0]) and rest[0] not in cls.bare_words):
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
        word = rest[0] if rest else "most"
        is_least = word in (*MINIMUM_WORDS, "one", "1")
        if always:
            return StandingDefence("one" if is_least else "most")
        if is_number(word):
            return cls(actions.Defend(parse_number(word)))
        decision = view.decision
        maximum = decision.most if isinstance(decision, ToDefend) else 1
        return cls(actions.Defend(1 if is_least else maximum))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["most", "one", "always most", "always one", "ask"])


@dataclass
class StandingDefence(Command):
    """Sets how a player defends from now on: ``ask``, ``most`` or ``one``."""

    dice: str

    def run(self, ui: FrontEnd) -> None:
        seat = ui.speaker()
        ui.table.seating.set_defence(seat, self.dice)
        ui.say(f"{ui.table.seats[seat].name}, {_(_STANDING_DEFENCE[self.dice])}")


_STANDING_DEFENCE = {
    "ask": N_("you will be asked for your defence dice again"),
    "most": N_("you always defend with the maximum; 'defend ask' undoes this"),
    "one": N_("you always defend with one die; 'defend ask' undoes this"),
}


class StandCommand(AnswerCommand):
    name = "stand"
    summary = "keep the dice"

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        return any(
            variant.key in ruleset.played_variants
            for decision in DECISIONS.values()
            if cls._ends(decision)
            for variant in declaring_variants(decision)
        )

    @classmethod
    def can_answer(cls, view: View) -> bool:
        decision = view.decision
        return decision is not None and decision_kind(view) != "" and cls._ends(type(decision))

    @classmethod
    def _ends(cls, decision: type[Decision]) -> bool:
        """Return True if *stand* is the label of the answer that ends a decision, in English."""
        ends = decision.choices.get(actions.EndPhase)
        return ends is not None and any(
            label.endswith(cls.name) for label in templates_of(ends.label)
        )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if words:
            raise cls.surplus_words()
        if not cls.can_answer(view):
            raise ImpossibleCommand(_("there are no dice to change now"))
        return cls(actions.EndPhase())


class OccupyCommand(ActionCommand):
    action = actions.Occupy
    abbreviations = ("o", "oc")
    aliases = ("move",)
    bare_words = (*MAXIMUM_WORDS, *MINIMUM_WORDS)
    usage = "occupy N|all|min"


class TradeCommand(ActionCommand):
    action = actions.Trade
    abbreviations = ("t", "tr")
    kinds = ("trade", "reinforce")
    usage = "trade [1 2 4] [for TERRITORY]"
    example = "trade 1 2 4"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        position = words.index("for") if "for" in words else len(words)
        positions = name_words(words[:position])
        bonus = cls._parse_bonus(words[position + 1 :], view) if "for" in words else ()
        cards = cls._parse_cards(positions, view) if positions else None
        return cls(_choose_trade(cards, bonus, view))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, [spoken_trade(trade, view) for trade in trades_of(view)])

    @classmethod
    def _parse_bonus(cls, words: Sequence[str], view: View) -> tuple[int, ...]:
        """Parse the territories that get the extra armies."""
        names = [tuple(group) for word, group in groupby(words, SEPARATOR.__ne__) if word]
        if not names:
            raise UnreadableCommand(_("for which territory? {usage}", usage=cls.usage_text(view)))
        own, index = view.territories_of(view.turn), names_of(view.board)
        return tuple(index.find_territory(name, own) for name in names)

    @classmethod
    def _parse_cards(cls, words: Sequence[str], view: View) -> tuple[int, ...]:
        """Parse the numbers of cards in the hand."""
        hand = sorted(view.hand)
        # A number above the size of the hand lists several cards: 124 means 1, 2 and 4.
        if len(words) == 1 and is_number(words[0]) and int(words[0]) > len(hand):
            words = list(words[0])
        if not all(is_number(word) for word in words):
            raise UnreadableCommand(
                _("name the cards by their numbers: {usage}", usage=cls.usage_text(view))
            )
        cards = []
        for word in words:
            position = parse_number(word)
            if not 1 <= position <= len(hand):
                problem = N_("there is no card {position}: you hold no cards")
                if hand:
                    problem = N_("there is no card {position}: you hold cards 1 to {last}")
                raise UnknownName(_(problem, position=position, last=len(hand)))
            cards.append(hand[position - 1])
        if len(set(cards)) < len(cards):
            raise UnreadableCommand(_("name a card only once: {usage}", usage=cls.usage_text(view)))
        # If stars count, the first cards with the same stars replace the typed ones.
        return view.rules.card_sets.matching_cards(cards, view.hand)


def _choose_trade(
    cards: tuple[int, ...] | None, bonus: tuple[int, ...], view: View
) -> actions.Trade:
    """Return the trade of these cards that gives armies to the ``bonus`` territories.

    Args:
        cards: The cards to trade; ``None`` for the best set.
        bonus: Territories that get extra armies; empty for no wish.
        view: The view of the player who trades.

    Raises:
        CommandError: If there is no such set, or a choice of territories is missing.
    """
    trades = trades_of(view)
    if cards is not None:
        trades = [trade for trade in trades if set(trade.cards) == set(cards)]
        if not trades:
            return actions.Trade.choosing(cards, bonus)  # The rules explain why this is refused.
    elif not trades:
        raise ImpossibleCommand(_("you hold no set that can be traded now"))
    for territory in bonus:
        trades = [trade for trade in trades if territory in _bonus_territories(trade, view)]
        if not trades:
            name = view.board.territories[territory].name
            raise ImpossibleCommand(_("no such set brings extra armies on {name}", name=name))
    if bonus:
        # If all territories on the cards get extra armies, the typed ones are not a choice.
        chosen = [trade for trade in trades if set(bonus).issuperset(trade.chosen)]
        trades = chosen or trades
    best = trades[0]
    alternatives = [trade for trade in trades if trade.cards == best.cards]
    if len(alternatives) > 1:
        raise AmbiguousCommand(
            _(
                "which territory gets {armies} extra armies? ",
                armies=view.rules.territory_bonus.armies,
            )
            + join_choices([f"trade {spoken_trade(trade, view)}" for trade in alternatives])
        )
    return best


def trades_of(view: View) -> list[actions.Trade]:
    """Return the sets that can be traded now, best first.

    More armies come first, then more territories that can get extra armies, then fewer jokers.
    """

    def rank(trade: actions.Trade) -> tuple[int, int, int]:
        jokers = sum(view.board.deck[card].territory is None for card in trade.cards)
        return -view.set_value(trade.cards), -len(_bonus_territories(trade, view)), jokers

    trades = [offer.action for offer in view.offers if isinstance(offer.action, actions.Trade)]
    return sorted(trades, key=rank)


def _bonus_territories(trade: actions.Trade, view: View) -> tuple[int, ...]:
    """Return the territories that can get extra armies from a trade."""
    choices = view.rules.territory_bonus.choices(
        trade.cards, view.owner, view.turn, view.territory_bonus_received
    )
    return tuple(chain(*choices))


def spoken_trade(trade: actions.Trade, view: View) -> str:
    """Return the words after ``trade`` that mean this trade."""
    hand = sorted(view.hand)
    positions = " ".join(str(hand.index(card) + 1) for card in sorted(trade.cards))
    names = [view.board.territories[territory].name.lower() for territory in trade.chosen]
    return f"{positions} for {', '.join(names)}" if names else positions


class ClaimCommand(ActionCommand):
    action = actions.Claim
    abbreviations = ("cl",)

    @classmethod
    def is_used_in_game(cls, rules: Rules) -> bool:
        # With a neutral army the territories are dealt, whatever the ruleset says.
        return not rules.set_up.dealt


class PlaceCommand(ActionCommand):
    action = actions.Place
    abbreviations = ("p", "pl")
    usage = "place [N] TERRITORY | place rest"
    summary = "place starting armies (default one); rest: place all for me"
    example = "place 2 brazil"
    key = KeyBinding(
        "place",
        ("p",),
        "place the rest of the starting armies for me",
        useful=Occasion.ANSWERED,
        meaning=place_rest,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) in (["rest"], ["the", "rest"]):
            decision = view.decision
            if not isinstance(decision, ToPlace) or decision.seat != view.seat:
                raise ImpossibleCommand(_("'place rest' works only during setup"))
            return cls(PlaceRemaining(decision.seat))
        return cls(parse_placement(words, view, cls.usage_text(view)))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        names, rest = complete_territory(tail, view), complete_words(tail, ["rest"])
        return rest + names if tail.strip() else names + rest


class ReinforceCommand(ActionCommand):
    action = actions.Reinforce
    abbreviations = ("r", "re")
    kinds = ("reinforce",)
    usage = "reinforce [N|all] TERRITORY"
    summary = "place new armies (default one)"
    example = "reinforce 5 brazil"
    key = KeyBinding(
        "all",
        ("r",),
        "put all armies here, 3{all} three",
        (("declare", "choose to reinforce"),),
        Occasion.ANSWERED,
        meaning=all_here,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        return cls(parse_placement(words, view, cls.usage_text(view)))


class EnterCommand(ActionCommand):
    action = actions.Enter

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        # Only variants leave territories empty.
        return bool(ruleset.played_variants)


class FortifyCommand(ActionCommand):
    action = actions.Fortify
    aliases = ("move",)
    kinds = ("fortify",)


class EndCommand(ActionCommand):
    action = actions.EndPhase
    abbreviations = ("e", "en")
    usage = "end [turn]"
    summary = "finish trading, attacking or fortifying; turn: the whole turn"
    key = KeyBinding(
        "end",
        ("e",),
        "end trading, attacks or the turn",
        (("stand", "let the dice stand"),),
        Occasion.ANSWERED,
        meaning=end,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) == ["turn"]:
            return ending_of_turn(view)
        if words and list(words) not in (["attack"], ["attacks"]):
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
        return cls(actions.EndPhase())


@dataclass
class ResignCommand(Command):
    confirmed: bool = False

    name = "resign"
    usage = "resign yes"
    summary = "leave the game, on your turn; your armies become neutral"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        confirmed = list(words) == ["yes"]
        if words and not confirmed:
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
        return cls(confirmed)

    def run(self, ui: FrontEnd) -> None:
        if any(keeps() for keeps in ui.view().rules.hooks.forbids_resigning):
            BotCommand(DEFAULT_BOT, confirmed=self.confirmed).run(ui)
        elif self.confirmed or offer_of(actions.Resign(), ui.view()) is None:
            ui.answer(actions.Resign())
        else:
            question = _("Resign? Your armies become neutral.")
            ui.confirm(question, actions.Resign(), self.usage)
