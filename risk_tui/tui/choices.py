"""The answers to a decision that has only a few: what a turn is for, and what dice become."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.actions import Command, Declare, End, Reroll
from risk_tui.engine.decisions import ToAlter, ToDeclare
from risk_tui.language.sentences import card_name, count
from risk_tui.tui.dice import thrown
from risk_tui.tui.words import DIM, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the key that finds it, its words, and the actions that it can mean.

    Of several actions one is chosen by its words; without any, ``refusal`` says why.
    """

    key: str
    words: str
    actions: tuple[tuple[str, Action], ...]
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """A question with its answers, the one that Enter takes first."""

    title: str
    text: Text
    answers: tuple[Answer, ...]


def choices(view: View, seats: Sequence[Seat]) -> Choices:
    """The answers to the decision that is due."""
    match view.decision:
        case ToDeclare() as decision:
            return _declare(view, decision)
        case ToAlter() as decision:
            return _alter(view, decision, seats)
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
            Answer("r", f"Reinforce: {all_armies}, no attacks", (("", Declare(False)),)),
            Answer("a", f"Attack: {other} now, then battles", (("", Declare(True)),)),
        ),
    )


def _alter(view: View, decision: ToAlter, seats: Sequence[Seat]) -> Choices:
    attacker, defender = (seats[view.owner[at]] for at in (decision.source, decision.target))
    text = thrown(attacker, decision.attack, defender, decision.defence)
    lost, won = view.rules.combat.losses(decision.attack, decision.defence)
    text.append("\nAs they lie, ", DIM)
    text.append(attacker.name, seat_style(attacker)).append(f" loses {lost}, ", DIM)
    text.append(defender.name, seat_style(defender)).append(f" loses {won}.", DIM)
    faces = sorted(set(decision.attack))
    answers = [Answer("e", "Let the dice stand", (("", End()),))]
    answers += [_reroll(view, decision, face) for face in faces if _may_show_a_card(view)]
    answers += [
        Answer(str(face), f"Turn the {face} into a six: your commander", (("", Command(face)),))
        for face in faces
        if decision.may_command and face < 6
    ]
    return Choices("The dice", text, tuple(answers))


def _may_show_a_card(view: View) -> bool:
    """Whether a die could be rolled again, for all that others know of the hand."""
    battle = view.battle
    rerolled = battle is not None and battle.rerolled
    return view.rules.combat.reroll and bool(view.hand) and not rerolled


def _reroll(view: View, decision: ToAlter, face: int) -> Answer:
    """Who is asked must not be told by the list alone which cards are held: others may look."""
    names = view.board.territories
    found = tuple(
        (card_name(offer.action.card, view.board), offer.action)
        for offer in view.offers
        if isinstance(offer.action, Reroll) and offer.action.face == face
    )
    places = f"{names[decision.source].name} or {names[decision.target].name}"
    return Answer(
        str(face),
        f"Roll the {face} again: by a card of {places}",
        found,
        f"you hold no card of {places}",
    )
