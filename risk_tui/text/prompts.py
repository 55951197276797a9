"""Prompts: the questions that decisions ask, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.decisions import DECISIONS, KEY_WORDS
from risk_tui.engine.declarations import slots_of
from risk_tui.rules.cards import StarSets
from risk_tui.text.phrases import join_and
from risk_tui.text.slot_phrases import Wording
from risk_tui.text.templates import fill

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


WIDTH = 78
"""The maximum number of columns of a prompt that has shorter forms: a line without its margin."""

WAIT = "wait for your turn"
NOBODY_PLAYS = "you are watching; nobody is at the table, and the game waits for somebody"
LOOKS_ON = "no seat is played here; you are watching"


def not_asked(decision: Decision | None, here: Collection[int]) -> str:
    """The reason why nothing is asked now at a terminal with the seats ``here``.

    ``decision`` is what is asked elsewhere; ``None`` when the game is over.
    """
    if decision is None:
        return "the game is over"
    return WAIT if here else LOOKS_ON


def waits_for(decision: Decision, seats: Sequence[Seat], here: Collection[int]) -> str:
    """A sentence for a terminal with the seats ``here`` where another seat decides; else empty."""
    if decision.seat in here:
        return ""
    why = not_asked(decision, here)
    return (
        f"{seats[decision.seat].name} is asked now: {why}."
        if here
        else f"{why[0].upper()}{why[1:]}."
    )


def prompt_for(decision: Decision, view: View, seats: Sequence[Seat], end: str = "end") -> str:
    """The prompt for a decision, with the name of the player who decides.

    ``end`` is the word or key to go on without a choice.
    """
    known = decision.redacted_for(view.seat)
    words = _question_words(known, view, seats) | {"end": end}
    message = known.message(known.asks, view.seat)
    return fill(message, known, Wording(seats, view.board, view), width=WIDTH, **words)


def purpose_of(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """What a decision is for, or the phase that it belongs to."""
    purpose = decision.purpose or DECISIONS[decision.part_of].purpose
    message = decision.message(purpose, view.seat)
    return fill(message, decision, Wording(seats, view.board, view), width=None)


def heading_of(decision: Decision, view: View, seats: Sequence[Seat]) -> str:
    """The number that matters most for a decision; empty if there is none."""
    known = decision.redacted_for(view.seat)
    return fill(known.message(known.heading, view.seat), known, Wording(seats, view.board, view))


def first_of(decision: Decision, view: View) -> str:
    """What has to be done before one may go on; empty if nothing is declared.

    The name of a key's action in braces stands for its key.
    """
    keys = {word: f"{{{word}}}" for word in KEY_WORDS}
    message = decision.message(decision.first, view.seat)
    return fill(message, decision, Wording((), view.board, view), width=None, **keys)


def describe_action(action: Action, wording: Wording) -> str:
    """What an action does, as an answer: its kind, and what is chosen with it."""
    names = [name for name in slots_of(type(action)) if getattr(action, name) is not None]
    template = ", ".join(f"{{{name}}}" for name in names)
    return ": ".join(filter(None, [action.kind.capitalize(), fill(template, action, wording)]))


def _question_words(decision: Decision, view: View, seats: Sequence[Seat]) -> dict[str, str]:
    """The words in questions that are no slots."""
    by_stars = isinstance(view.rules.card_sets, StarSets)
    may_trade = getattr(decision, "may_trade", True)
    words = {
        "acting": seats[view.acting_seat].name,
        "hand": str(len(view.hand)),
        "some": "some" if by_stars else "a set",
        "a_set": ("cards" if by_stars else "a set") if may_trade else "",
        "a_set_of_cards": "cards" if by_stars else "a set of cards",
        "bound": _bound(view),
        "no_set": f"no {'cards' if by_stars else 'set'}",
    }
    for name, slot in slots_of(type(decision)).items():
        if slot.meaning == "territory" and not slot.many:
            territory = getattr(decision, name)
            known = territory is not None
            words[f"{name}_armies"] = str(view.armies[territory]) if known else ""
            words[f"{name}_code"] = view.board.territories[territory].code if known else ""
    return words


def _bound(view: View) -> str:
    """How many of the armies to place must stay in which continents; empty if none."""
    continents = zip(view.continent_bound_armies, view.board.continents, strict=True)
    return join_and([f"{armies} in {continent.name}" for armies, continent in continents if armies])
