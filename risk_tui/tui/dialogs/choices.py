"""The answers to decisions with only a few: what a turn is for, and changes of dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.actions import ChooseTurnType, EndPhase, Reroll, Resign, UseCommander
from risk_tui.engine.decisions import ToChangeDice, ToChooseTurnType
from risk_tui.odds.position_odds import chance_after_losses
from risk_tui.rules.combat import SIX, changed_die
from risk_tui.text.phrases import card_name, percent, pluralize
from risk_tui.text.prompts import describe_action, prompt_for
from risk_tui.text.slot_phrases import Wording
from risk_tui.tui.panels.dice_display import dice_display
from risk_tui.tui.theme.styles import DIM
from risk_tui.variants.changed_dice import changes_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the key that marks it, its words, and its action.

    Without an action, ``consequence`` holds the answers to what is asked next; without any of
    those, ``refusal`` says why.
    """

    key: str
    words: str
    action: Action | None = None
    consequence: tuple[Answer, ...] = ()
    refusal: str = ""


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
    match view.decision:
        case ToChooseTurnType() as decision:
            return _turn_types(view, decision)
        case ToChangeDice() as decision:
            return _dice_changes(view, decision, seats, advice)
    return _offered(view, seats, offers or view.offers)


def _offered(view: View, seats: Sequence[Seat], offers: Sequence[Offer]) -> Choices:
    """The answers to any other decision: one for each offer, and for each number."""
    decision = view.decision
    assert decision is not None, "somebody is asked"
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


def _turn_types(view: View, decision: ToChooseTurnType) -> Choices:
    """Reinforce or attack in this turn."""
    more = view.income(decision.seat) - decision.armies
    all_armies, other = pluralize(decision.armies + more, "army"), pluralize(more, "army")
    text = Text("In one turn you either reinforce or attack.\n").append(
        "Armies for continents and cards come in either, and so does a move at the end.", DIM
    )
    return Choices(
        "This turn",
        text,
        (
            Answer("r", f"Reinforce: {all_armies}, no attacks", ChooseTurnType(False)),
            Answer("a", f"Attack: {other} now, then battles", ChooseTurnType(True)),
        ),
    )


def _dice_changes(
    view: View, decision: ToChangeDice, seats: Sequence[Seat], advice: bool
) -> Choices:
    attacker, defender = (
        seats[view.owner[territory]] for territory in (decision.source, decision.target)
    )
    text = dice_display(attacker, decision.attack, defender, decision.defence)
    faces = [face for face in sorted(set(decision.attack), reverse=True) if face < SIX]

    def outcome(attack: tuple[int, ...], *, commander: bool) -> str:
        lost, won = losses = view.rules.combat.losses(attack, decision.defence)
        result = f"{' '.join(map(str, attack))}: you lose {lost}, {defender.name} loses {won}"
        if not advice:
            return result
        chance = chance_after_losses(
            view, decision.source, decision.target, losses, commander_left=commander
        )
        return result if chance is None else f"{result}; falls {percent(chance)}"

    answers = [
        Answer("e", f"Let the dice stand, {outcome(decision.attack, commander=True)}", EndPhase())
    ]
    if decision.may_command:
        answers += [
            Answer(
                str(face),
                f"Commander, {outcome(changed_die(decision.attack, face, SIX), commander=False)}",
                UseCommander(face),
            )
            for face in faces
        ]
    useful = [face for face in faces if _may_help(view, decision, face)]
    if useful and _may_show_card(view):
        answers.append(_reroll(view, decision, useful))
    territories = view.board.territories
    title = f"{territories[decision.source].name} attacks {territories[decision.target].name}"
    return Choices(title, text, tuple(answers))


def _may_help(view: View, decision: ToChangeDice, face: int) -> bool:
    """Whether a die that shows ``face`` could cost fewer armies when it is rolled again."""
    losses = view.rules.combat.losses
    best = changed_die(decision.attack, face, SIX)
    return losses(best, decision.defence)[0] < losses(decision.attack, decision.defence)[0]


def _may_show_card(view: View) -> bool:
    """Whether a die could be rolled again, as far as others know the hand."""
    return view.ruleset.combat.reroll and bool(view.hand) and not changes_in(view).rerolled


def _reroll(view: View, decision: ToChangeDice, faces: Sequence[int]) -> Answer:
    """The answer that rolls a die again, whatever cards are held: nobody may learn them from it.

    Which die it is comes next, and then by which card if there are two of them.
    """
    territories = view.board.territories
    names = f"{territories[decision.source].name} or {territories[decision.target].name}"
    return Answer(
        "r",
        f"Show a card of {names}, if held: roll a die again",
        consequence=tuple(answer for face in faces for answer in _dice_again(view, face)),
        refusal=f"You hold no card of {names}.",
    )


def _dice_again(view: View, face: int) -> list[Answer]:
    """The answers for a die that shows ``face``: one, or none without a card for it."""
    actions = [
        offer.action
        for offer in view.offers
        if isinstance(offer.action, Reroll) and offer.action.face == face
    ]
    if not actions:
        return []
    words = f"Roll the {face} again, by the card"
    cards = tuple(
        Answer(str(number), f"{words} {card_name(action.card, view.board)}", action)
        for number, action in enumerate(actions, 1)
    )
    if len(cards) == 1:
        return [Answer(str(face), cards[0].words, actions[0])]
    return [Answer(str(face), f"Roll the {face} again", consequence=cards)]
