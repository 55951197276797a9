"""The answers of Castle Risk's questions, with what each card does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.hooks import Answer, Answers
from risk_tui.variants.castle.declarations import (
    DiscardFrom,
    LayReinforcements,
    MakeTruce,
    SendSpy,
    ToDiscardFrom,
    ToPlayCards,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


def answers(view: View, decision: Decision, ladder: Sequence[int], laid: int) -> Answers | None:
    """The answers to a decision about cards; ``None`` for any other.

    Reinforcements bring what the ``ladder`` says after those that are ``laid``.
    """
    match decision:
        case ToPlayCards():
            options = [*_cards(view, ladder, laid)]
            own = [Answer(str(number), *option) for number, option in enumerate(options, start=1)]
            last = Answer("e", "Go on to your attacks", EndPhase())
            return Answers("Cards", (*own, last), "Play cards now, or keep them for later.")
        case ToDiscardFrom(cards=cards):
            by_name = {view.board.deck[card].name: card for card in reversed(cards)}
            named = [
                Answer(str(number), f"Discard {name}", DiscardFrom(card))
                for number, (name, card) in enumerate(sorted(by_name.items()), start=1)
            ]
            held = ", ".join(view.board.deck[card].name for card in cards)
            return Answers("Spy", tuple(named), f"The hand holds {held}.")
        case _:
            return None


def _cards(
    view: View, ladder: Sequence[int], laid: int
) -> Iterator[tuple[str, LayReinforcements | MakeTruce | SendSpy]]:
    for offer in view.offers:
        match offer.action:
            case LayReinforcements():
                for count in range(1, (offer.maximum or 1) + 1):
                    armies = sum(ladder[(laid + n) % len(ladder)] for n in range(count))
                    cards = "Reinforcements" if count == 1 else f"{count} Reinforcements"
                    yield f"{cards}: {armies} armies now", LayReinforcements(count)
            case MakeTruce():
                yield "Diplomat: a truce with {other} until your next turn", offer.action
            case SendSpy():
                yield "Spy: look at the cards of {other}, and discard one", offer.action
            case _:
                pass
