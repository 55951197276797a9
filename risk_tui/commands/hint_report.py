"""What the strongest computer player would do now, in words: for whoever asks for a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import bot_name, make_bot, strongest_bot
from risk_tui.bots.base import considered
from risk_tui.commands.odds_report import campaign_through
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.engine.declarations import slots_of
from risk_tui.errors import RiskError
from risk_tui.text.words import FILLERS, Wording, fill, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.base import Choice
    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_SAID = {
    "attack": "attack {target} from {source} with {dice}",
    "claim": "claim {territory}",
    "defend": "defend with {dice}",
    "enter": "move {armies} from {source} into {target}",
    "fortify": "move {armies} from {source} to {target}",
    "occupy": "move {armies} in",
    "place": "put {armies} in {territory}",
    "reinforce": "put {armies} in {territory}",
    "trade": "trade {cards}[, with the bonus in {bonus}]",
}
"""How one says the actions of every game; those of variants are said by their kinds."""


def hint_for(view: View) -> Choice:
    """What the strongest bot would do for the seat that decides. It may think for a while."""
    assert view.decision is not None, "somebody is asked"
    return considered(make_bot(strongest_bot(), "hint"), view, view.decision)


def hint_lines(choice: Choice, view: View, seats: Sequence[Seat]) -> list[str]:
    """A hint in words: what to do, why, and the chance of a fight."""
    wording = Wording(seats, view.board, view)
    text = f"{bot_name(strongest_bot())} would {describe_action(choice.action, view, wording)}"
    if choice.reason is not None:
        words = choice.reason.message(choice.reason.words, view.seat)
        text += f": {fill(words, choice.reason, wording)}"
    return [text, *_chance(choice, view)]


def _chance(choice: Choice, view: View) -> list[str]:
    """Say the chance to conquer what is attacked, if the odds know it.

    The strongest bot's own estimate of winning the game is not calibrated, so it is not told.
    """
    if isinstance(choice.action, Attack):
        try:
            report = campaign_through(view, (choice.action.source, choice.action.target))
        except RiskError:
            return []
        name = view.board.territories[choice.action.target].name
        return [f"{percent(report.chance)} to take {name}"]
    return []


def describe_action(action: Action, view: View, wording: Wording) -> str:
    """An action as one would say it: ``attack Siam from India with 3 dice``."""
    decision = view.decision
    if isinstance(action, EndPhase):
        label = decision.keys.get("end") if decision is not None else None
        return label if isinstance(label, str) and " " in label else "end this and go on"
    if action.kind in _SAID:
        return fill(_SAID[action.kind], action, wording)
    values = ((slot, getattr(action, name)) for name, slot in slots_of(type(action)).items())
    words = (
        "".join(FILLERS[slot.meaning](value, wording, slot, action))
        for slot, value in values
        if value is not None
    )
    return " ".join((action.kind, *words))
