"""The commands that change dice which lie on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.arguments import is_number, parse_number
from risk_tui.commands.completion import complete_words
from risk_tui.commands.errors import AmbiguousCommand, ImpossibleCommand, UnreadableCommand
from risk_tui.commands.name_lookup import join_or, names_of
from risk_tui.variants.changed_dice import Reroll, ToChangeDice, UseCommander

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.base import Command
    from risk_tui.engine.view import View


class RerollCommand(ActionCommand):
    action = Reroll
    kinds = ("alter",)
    usage = "reroll FACE [with TERRITORY]"
    example = "reroll 1"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if not words or not is_number(words[0]) or list(words[1:2]) not in ([], ["with"]):
            raise UnreadableCommand(f"which die? {cls.usage_text()}")
        face, decision = parse_number(words[0]), view.decision
        if not isinstance(decision, ToChangeDice):
            raise ImpossibleCommand("no dice lie on the table that could be rolled again")
        names, cards = names_of(view.board), _reroll_cards(view)
        if len(words) > 1:
            territory = names.find_territory(tuple(words[2:]), (decision.source, decision.target))
            if territory not in cards:
                raise ImpossibleCommand(
                    f"you cannot show the card of {names.with_code(territory)} for a die"
                )
            return cls(Reroll(face, cards[territory]))
        if not cards:
            raise ImpossibleCommand(
                "no die can be rolled again: that takes a card of either territory"
            )
        if len(cards) > 1:
            options = [
                f"reroll {face} with {view.board.territories[territory].name}"
                for territory in cards
            ]
            raise AmbiguousCommand(f"which card do you show? {join_or(options)}".lower())
        return cls(Reroll(face, *cards.values()))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        cards = _reroll_cards(view)
        rerolls = [offer.action for offer in view.offers if isinstance(offer.action, Reroll)]
        faces = [str(face) for face in dict.fromkeys(reroll.face for reroll in rerolls)]
        if len(cards) < 2:
            return complete_words(tail, faces)
        names = [view.board.territories[territory].name.lower() for territory in cards]
        return complete_words(tail, [f"{face} with {name}" for face in faces for name in names])


def _reroll_cards(view: View) -> dict[int, int]:
    """The cards that may be shown to roll a die again, by their territories."""
    cards = [offer.action.card for offer in view.offers if isinstance(offer.action, Reroll)]
    deck = view.board.deck
    return {territory: card for card in cards if (territory := deck[card].territory) is not None}


class CommanderCommand(ActionCommand):
    action = UseCommander
    name = "commander"
    abbreviations = ("co",)
    kinds = ("alter",)
    usage = "commander [FACE]"
    summary = "turn a die to a six, once a turn (the lowest one, without a face)"
    example = "commander 2"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if len(words) > 1 or not all(is_number(word) for word in words):
            raise UnreadableCommand(f"which die? {cls.usage_text()}")
        if words:
            return cls(UseCommander(parse_number(words[0])))
        if not isinstance(view.decision, ToChangeDice):
            raise ImpossibleCommand("no dice lie on the table that could be turned")
        return cls(UseCommander(min(view.decision.attack)))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        actions = [offer.action for offer in view.offers if isinstance(offer.action, UseCommander)]
        return complete_words(tail, [str(action.face) for action in actions])


COMMANDS = (RerollCommand, CommanderCommand)
"""In the order in which help lists them."""
