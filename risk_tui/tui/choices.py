"""The answers to a decision that has only a few: what a turn is for, and what dice become."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.actions import Command, Declare, End, Reroll
from risk_tui.engine.decisions import ToAlter, ToDeclare
from risk_tui.engine.rules.combat import SIX, changed_die
from risk_tui.language.words import card_name, count, percent
from risk_tui.odds.advice import after
from risk_tui.tui.side.dice import thrown
from risk_tui.tui.words import DIM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the key that finds it, its words, and the action that it means.

    Without an action, ``then`` holds the answers to what is asked next; without any of those,
    ``refusal`` says why.
    """

    key: str
    words: str
    action: Action | None = None
    then: tuple[Answer, ...] = ()
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """A question with its answers, the one that Enter takes first."""

    title: str
    text: Text
    answers: tuple[Answer, ...]


def choices(view: View, seats: Sequence[Seat], *, advice: bool = False) -> Choices:
    """The answers to the decision that is due; with ``advice`` also what they lead to."""
    match view.decision:
        case ToDeclare() as decision:
            return _declare(view, decision)
        case ToAlter() as decision:
            return _alter(view, decision, seats, advice)
    raise AssertionError("other decisions are answered on the map")


def _declare(view: View, decision: ToDeclare) -> Choices:
    more = view.income(decision.seat) - decision.armies
    all_armies, other = count(decision.armies + more, "army"), count(more, "army")
    text = Text("In one turn you either reinforce or attack.\n").append(
        "Armies for continents and cards come in either, and so does a move at the end.", DIM
    )
    return Choices(
        "This turn",
        text,
        (
            Answer("r", f"Reinforce: {all_armies}, no attacks", Declare(False)),
            Answer("a", f"Attack: {other} now, then battles", Declare(True)),
        ),
    )


def _alter(view: View, decision: ToAlter, seats: Sequence[Seat], advice: bool) -> Choices:
    attacker, defender = (seats[view.owner[at]] for at in (decision.source, decision.target))
    text = thrown(attacker, decision.attack, defender, decision.defence)
    faces = [face for face in sorted(set(decision.attack), reverse=True) if face < SIX]

    def brings(attack: tuple[int, ...], *, kept: bool) -> str:
        lost, won = losses = view.rules.combat.losses(attack, decision.defence)
        told = f"{' '.join(map(str, attack))}: you lose {lost}, {defender.name} loses {won}"
        if not advice:
            return told
        chance = after(view, decision.source, decision.target, losses, kept=kept)
        return f"{told}; falls {percent(chance)}"

    answers = [Answer("e", f"Let the dice stand, {brings(decision.attack, kept=True)}", End())]
    if decision.may_command:
        answers += [
            Answer(
                str(face),
                f"Commander, {brings(changed_die(decision.attack, face, SIX), kept=False)}",
                Command(face),
            )
            for face in faces
        ]
    useful = [face for face in faces if _may_help(view, decision, face)]
    if useful and _may_show_a_card(view):
        answers.append(_reroll(view, decision, useful))
    places = view.board.territories
    title = f"{places[decision.source].name} attacks {places[decision.target].name}"
    return Choices(title, text, tuple(answers))


def _may_help(view: View, decision: ToAlter, face: int) -> bool:
    """Whether a die that shows ``face`` could cost fewer armies when it is rolled again."""
    losses = view.rules.combat.losses
    best = changed_die(decision.attack, face, SIX)
    return losses(best, decision.defence)[0] < losses(decision.attack, decision.defence)[0]


def _may_show_a_card(view: View) -> bool:
    """Whether a die could be rolled again, for all that others know of the hand."""
    battle = view.battle
    rerolled = battle is not None and battle.rerolled
    return view.rules.combat.reroll and bool(view.hand) and not rerolled


def _reroll(view: View, decision: ToAlter, faces: Sequence[int]) -> Answer:
    """One answer, whatever is held: who looks on must not learn cards from it.

    Which die it is comes next, and then by which card if there are two of them.
    """
    names = view.board.territories
    places = f"{names[decision.source].name} or {names[decision.target].name}"
    return Answer(
        "r",
        f"Show a card of {places}, if held: roll a die again",
        then=tuple(each for face in faces for each in _dice_again(view, face)),
        refusal=f"You hold no card of {places}.",
    )


def _dice_again(view: View, face: int) -> list[Answer]:
    """The answer for a die that shows ``face``; none without a card for it."""
    found = [
        offer.action
        for offer in view.offers
        if isinstance(offer.action, Reroll) and offer.action.face == face
    ]
    if not found:
        return []
    words = f"Roll the {face} again, by the card"
    cards = tuple(
        Answer(str(number), f"{words} {card_name(each.card, view.board)}", each)
        for number, each in enumerate(found, 1)
    )
    if len(cards) == 1:
        return [Answer(str(face), cards[0].words, found[0])]
    return [Answer(str(face), f"Roll the {face} again", then=cards)]
