"""What attackers may do to dice that lie on the table, what is asked, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.actions import ACTIONS, Action
from risk_tui.engine.decisions import DECISIONS, Decision, DiceDecision
from risk_tui.engine.declarations import Card, Face, Flag, Seat
from risk_tui.engine.events import EVENTS, Event

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@ACTIONS.register
@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Show a card of either territory and roll one's die with this face again."""

    kind = "reroll"
    summary = "show a card of either territory and roll a die again"
    verb = "roll a die again"
    face: Face
    card: Card


@ACTIONS.register
@dataclass(frozen=True, slots=True)
class RerollTheirs(Action):
    """Show a card of either territory and have the defender's die with this face rolled again."""

    kind = "rerolldefence"
    summary = "show a card and have a die of the defender rolled again"
    verb = "have a die of the defender rolled again"
    face: Face
    card: Card


@ACTIONS.register
@dataclass(frozen=True, slots=True)
class UseCommander(Action):
    """Let the commander turn one's die with this face to a six."""

    kind = "command"
    typed = "commander", "co"
    number = "least"
    summary = "turn a die to a six, once a turn (the lowest, without a face)"
    verb = "use the commander"
    face: Face


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToChangeDice(DiceDecision):
    """Change one of the ``attack`` dice before they count, or let them stand.

    ``may_reroll`` means that the hand holds a card of either territory; everybody with a card is
    asked, so that the question reveals nothing. ``may_command`` means that the commander has not
    acted yet.
    """

    kind = "alter"
    at_once = True
    asks = {
        "none": "{seat}: {attack} v {defence}, and you hold no card of either territory: "
        "stand to go on",
        "both": "{seat}: {attack} v {defence}: reroll a die by its card, "
        "let the commander make one a six, or stand",
        "may_reroll": "{seat}: {attack} v {defence}: reroll a die by its card, or stand",
        "may_command": "{seat}: {attack} v {defence}: let the commander make one a six, or stand",
        "": "{seat}: {attack} v {defence}: change one of the dice, or stand",
    }
    keys = {"act": "the dice", "end": "let stand"}
    help = (
        "Enter shows the dice: a card of either territory lets a die be rolled again, your "
        "commander turns one into a six once a turn, as the rules allow. {end} lets them stand."
    )
    may_reroll: Flag
    may_command: Flag

    def conditions(self, reader: int | None) -> Collection[str]:
        if reader != self.seat:
            return ()
        changes = Decision.conditions(self, reader)
        return {0: ["none"], 2: ["both"]}.get(len(changes), changes)

    def redacted_for(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_reroll=False)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class DieRerolled(Event):
    """A seat showed a card and rolled a die again."""

    is_irreversible = True
    long = "{seat} shows {card} and rolls a {before} again: {after}"
    short = "{seat} rerolls {before}: {after}"
    seat: Seat
    card: Card
    before: Face
    after: Face

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return ((self.seat, self.after),)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class TheirDieRerolled(DieRerolled):
    """A seat showed a card, and a die of the defender was rolled again."""

    long = "{seat} shows {card}, and a {before} of the defender is rolled again: {after}"
    short = "{seat} rerolls their {before}: {after}"


@EVENTS.register
@dataclass(frozen=True, slots=True)
class DieTurned(Event):
    """A seat's commander turned a die to a six."""

    long = "{seat}'s commander turns a {before} to a 6"
    short = "{seat} commands {before} to 6"
    seat: Seat
    before: Face
