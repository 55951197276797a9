"""The answers to decisions that are no matter of the map, as lists to choose from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.actions import EndPhase, Resign
from risk_tui.engine.decisions import DiceDecision
from risk_tui.engine.hooks import Answer
from risk_tui.odds.position_odds import chance_after_losses, sign_after_losses
from risk_tui.text.prompts import describe_action, prompt_for
from risk_tui.text.words import Wording, fill, percent
from risk_tui.tui.panels.dice_display import dice_display
from risk_tui.tui.theme.styles import DIM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Offer
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.hooks import Answers
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Choices:
    """A question with its answers; Enter takes the first."""

    title: str
    text: Text
    answers: tuple[Answer, ...]


def choices(
    view: View, seats: Sequence[Seat], offers: Sequence[Offer] = (), *, advice: bool = False
) -> Choices:
    """The answers to the decision that is due: those offered, or all.

    With ``advice`` they name chances too.
    """
    decision = view.decision
    assert decision is not None, "somebody is asked"
    for ask in view.rules.hooks.answers:
        if (found := ask(view, decision)) is not None:
            return _suggested(found, view, decision, seats, advice=advice)
    return _offered(view, decision, seats, offers or view.offers)


def _suggested(
    found: Answers, view: View, decision: Decision, seats: Sequence[Seat], *, advice: bool
) -> Choices:
    """The answers that a variant suggests; for dice on the table, with what each would cost."""
    first, *rest = found.text.partition("\n")
    text = Text(first).append("".join(rest), DIM)
    if isinstance(decision, DiceDecision):
        sides = (seats[view.owner[end]] for end in (decision.source, decision.target))
        attacker, defender = sides
        text = dice_display(attacker, decision.attack, defender, decision.defence)
    wording = Wording(seats, view.board, view)

    def put(answer: Answer) -> Answer:
        words = fill(answer.words, answer.action, wording) if answer.action else answer.words
        if answer.dice and isinstance(decision, DiceDecision):
            words = f"{words}, {_outcome(view, decision, answer, seats, advice=advice)}"
        return replace(
            answer, words=words, consequence=tuple(put(option) for option in answer.consequence)
        )

    return Choices(found.title, text, tuple(put(answer) for answer in found.answers))


def _outcome(
    view: View, decision: DiceDecision, answer: Answer, seats: Sequence[Seat], *, advice: bool
) -> str:
    """What the dice of an answer would cost, and then how likely the territory falls."""
    lost, won = losses = view.rules.combat.losses(answer.dice, decision.defence)
    defender = seats[view.owner[decision.target]].name
    result = f"{' '.join(map(str, answer.dice))}: you lose {lost}, {defender} loses {won}"
    if not advice:
        return result
    chance = chance_after_losses(view, decision.source, decision.target, losses, spent=answer.spent)
    if chance is None:
        return result
    sign = sign_after_losses(view, decision.source, decision.target)
    return f"{result}; falls {sign}{percent(chance)}"


def _offered(
    view: View, decision: Decision, seats: Sequence[Seat], offers: Sequence[Offer]
) -> Choices:
    """The answers to any other decision: one for each offer, and for each number."""
    keys = iter("123456789abcdfghilmnoprstuvwxyz")
    answers = []
    for offer in offers:
        action = offer.action
        if isinstance(action, EndPhase):
            label = decision.message(decision.keys.get("end", "go on"), view.seat)
            answers.append(Answer("e", str(label).capitalize(), action))
        elif not isinstance(action, Resign):
            answers.append(_answer(next(keys, ""), offer, Wording(seats, view.board, view)))
    question = prompt_for(decision, view, seats).partition(": ")[2]
    return Choices(decision.kind.capitalize(), Text(question), tuple(answers))


def _answer(key: str, offer: Offer, wording: Wording) -> Answer:
    """An answer for an offer; one with several numbers goes on to ask which."""
    minimum, maximum = offer.minimum, offer.maximum
    if minimum is None or maximum is None or minimum == maximum:
        return Answer(key, describe_action(offer.action, wording), offer.action)
    actions = [offer.with_number(number) for number in range(minimum, maximum + 1)]
    numbers = tuple(Answer("", describe_action(action, wording), action) for action in actions)
    return Answer(key, f"{numbers[0].words} to {maximum}", consequence=numbers)
