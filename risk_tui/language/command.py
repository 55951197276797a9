"""What a command is: one class each, from which parsing, completion and help all come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from risk_tui.engine.actions import (
    Attack,
    ChooseCapital,
    Claim,
    Fortify,
    Place,
    Reinforce,
)
from risk_tui.language.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.view import View
    from risk_tui.language.parsed import Parsed


class Command(ABC):
    """The common base. Commands have no state: one object of each is registered."""

    name: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    """Other names of the command."""
    short: ClassVar[tuple[str, ...]] = ()
    """Abbreviations that belong to this command although others begin with them too."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The decisions that it answers; none: it can be given at any time."""
    usage: ClassVar[str]
    """Its form: capitals stand for what is to be filled in, brackets may be left out."""
    bare: ClassVar[tuple[str, ...]] = ()
    """Words that are an answer of this command's without its name, as every number then is."""
    summary: ClassVar[str]
    """One line about it, for the table of commands."""
    example: ClassVar[str]
    """A line that could be typed."""
    advice: ClassVar[bool] = False
    """Whether it tells odds, which a table may do without."""

    @property
    def form(self) -> str:
        """How it is written, for messages: the form and an example."""
        same = self.usage == self.example
        return self.usage if same else f"{self.usage}, for example: {self.example}"

    @abstractmethod
    def read(self, words: Sequence[str], view: View) -> Parsed:
        """What the words after the command's name mean. Raises ``CommandError``."""

    def complete(self, tail: str, view: View) -> list[str]:
        """How ``tail``, the text after the command's name, can go on; best first."""
        return []

    def known_to(self, ruleset: Ruleset) -> bool:
        """Whether games by these rules have any use for it."""
        return True

    def alone(self, words: Sequence[str]) -> None:
        """Raise ``Unreadable`` unless nothing follows the command's name."""
        if words:
            raise Unreadable(f"nothing comes after '{self.name}'")


def allowed_places(view: View) -> list[int]:
    """The territories that may be claimed, chosen, or get armies now."""
    actions = [offer.action for offer in view.offers]
    places = [each.territory for each in actions if isinstance(each, Claim | Place | Reinforce)]
    places += [
        each.territory
        for each in actions
        if isinstance(each, ChooseCapital) and each.territory is not None
    ]
    return places


def allowed_pairs(view: View) -> list[tuple[int, int]]:
    """The pairs of territories between which an attack or fortification is allowed now."""
    return [
        (offer.action.source, offer.action.target)
        for offer in view.offers
        if isinstance(offer.action, Attack | Fortify)
    ]


def offer_of(action: Action, view: View) -> Offer | None:
    """The offer that an action belongs to, whatever its number is."""
    if action.number is None:
        return None
    for offer in view.offers:
        if type(offer.action) is type(action):
            wanted = getattr(action, action.number)
            if offer.with_number(wanted) == action:
                return offer
    return None


def decision_kind(view: View) -> str:
    """The kind of the decision that is due of the one who looks; empty if none is."""
    decision = view.decision
    return decision.kind if decision is not None and decision.seat == view.seat else ""
