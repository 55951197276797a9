"""The command of the set-up that places armies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.arguments import parse_armies_on
from risk_tui.commands.completion import complete_one, complete_words
from risk_tui.commands.errors import ImpossibleCommand
from risk_tui.commands.key_bindings import KeyBinding, Where
from risk_tui.commands.pointing import place_rest
from risk_tui.engine.actions import Place
from risk_tui.engine.decisions import ToPlace
from risk_tui.table.orders import PlaceRemaining

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.base import Command
    from risk_tui.engine.view import View


class PlaceCommand(ActionCommand):
    action = Place
    usage = "place [N] TERRITORY | place rest"
    summary = "place starting armies (one, without a number); rest: all for me"
    example = "place 2 brazil"
    key = KeyBinding(
        "place",
        ("p",),
        "place the rest of the starting armies for me",
        useful=Where.DECLARED,
        meaning=place_rest,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) in (["rest"], ["the", "rest"]):
            decision = view.decision
            if not isinstance(decision, ToPlace) or decision.seat != view.seat:
                raise ImpossibleCommand(
                    "only your starting armies can be placed for you, when it is due"
                )
            return cls(PlaceRemaining(decision.seat))
        return cls(parse_armies_on(words, view, cls.usage_text()))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        names, rest = complete_one(tail, view), complete_words(tail, ["rest"])
        return rest + names if tail.strip() else names + rest
