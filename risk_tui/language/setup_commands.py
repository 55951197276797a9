"""The commands of the set-up: claiming, placing, choosing a capital."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import ChooseCapital, Claim
from risk_tui.engine.decisions import ToPlace
from risk_tui.language.command import Command, allowed_places
from risk_tui.language.completion import complete_one, complete_words
from risk_tui.language.errors import Impossible
from risk_tui.language.parsed import Parsed, PlaceTheRest
from risk_tui.language.reading import armies_on, one_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View


class ClaimCommand(Command):
    name = "claim"
    kinds = ("claim",)
    usage = "claim TERRITORY"
    summary = "put an army on a free territory"
    example = "claim alaska"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        _, place = one_name(words, view.board, allowed_places(view), self.form)
        return Claim(place)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_one(tail, view)


class PlaceCommand(Command):
    name = "place"
    kinds = ("place",)
    usage = "place [N] TERRITORY | place rest"
    summary = "place starting armies (one, without a number); rest: all for me"
    example = "place 2 brazil"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if list(words) in (["rest"], ["the", "rest"]):
            decision = view.decision
            if not isinstance(decision, ToPlace) or decision.seat != view.seat:
                raise Impossible("only your starting armies can be placed for you, when it is due")
            return PlaceTheRest(decision.seat)
        return armies_on(words, view, self.form)

    def complete(self, tail: str, view: View) -> list[str]:
        names, rest = complete_one(tail, view), complete_words(tail, ["rest"])
        return rest + names if tail.strip() else names + rest


class CapitalCommand(Command):
    name = "capital"
    kinds = ("capital",)
    usage = "capital TERRITORY"
    summary = "choose your capital; nobody sees it before all have chosen"
    example = "capital brazil"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        _, place = one_name(words, view.board, allowed_places(view), self.form)
        return ChooseCapital(place)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_one(tail, view)
