"""The commands of a battle: attacking, defending, changing dice, moving in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.arguments import (
    MAXIMUM_WORDS,
    MINIMUM_WORDS,
    is_number,
    parse_number,
    parse_territory_pair,
)
from risk_tui.commands.base import (
    AnswerCommand,
    Command,
    allowed_pairs,
    decision_kind,
    plays_variants,
)
from risk_tui.commands.completion import complete_two, complete_words
from risk_tui.commands.errors import ImpossibleCommand, UnreadableCommand
from risk_tui.commands.key_bindings import KeyBinding, Where
from risk_tui.commands.name_lookup import names_of
from risk_tui.commands.odds_commands import FightCommand
from risk_tui.commands.pointing import attack, blitz
from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.actions import (
    Attack,
    Defend,
    EndPhase,
    Occupy,
)
from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy
from risk_tui.table.orders import Blitz

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.front_end import FrontEnd, Intent, Pointer
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset


class AgainCommand(Command):
    name = "again"
    summary = "repeat your last attack, or blitz"

    def run(self, ui: FrontEnd) -> None:
        ui.repeat()


class AttackCommand(ActionCommand):
    action = Attack
    abbreviations = ("a",)
    kinds = ("attack",)
    usage = "attack FROM TO [DICE]"
    example = "attack ukraine ural 3"
    key = KeyBinding(
        "attack",
        ("a",),
        "attack what is under the cursor once",
        (("declare", "choose to attack"),),
        Where.DECLARED,
        meaning=attack,
    )


class BlitzCommand(AnswerCommand):
    name = "blitz"
    kinds = ("attack",)
    usage = "blitz FROM TO [stop-at N]"
    summary = "attack until you conquer, or have N armies left"
    example = "blitz ukraine ural stop-at 4"
    key = KeyBinding(
        "blitz",
        ("b",),
        "attack until conquered; 5{blitz} stops at 5 armies",
        useful=Where.DECLARED,
        meaning=blitz,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if not words:
            return FightCommand()
        pairs = allowed_pairs(view)
        count, source, target = parse_territory_pair(words, view.board, pairs, cls.usage_text(view))
        decision = view.decision
        if not isinstance(decision, ToAttack) or decision.seat != view.seat:
            raise ImpossibleCommand("a blitz is an attack: wait until you are asked to attack")
        names, stop_at = names_of(view.board), count if isinstance(count, int) else 1
        if (source, target) in pairs and not 1 <= stop_at < view.armies[source]:
            maximum = view.armies[source] - 1
            raise ImpossibleCommand(
                f"stop at 1 to {maximum} armies: {names.with_code(source)} has {maximum + 1}"
            )
        return cls(Blitz(decision.seat, source, target, stop_at))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_two(tail, view)


def _defend_with_most(at: Pointer) -> Intent:
    """Defend with the most dice from now on."""
    if isinstance(at.view.decision, ToDefend):
        return StandingDefence("most")
    raise ImpossibleCommand("{defend.most} is for a defender: always roll the most dice")


class DefendCommand(ActionCommand):
    action = Defend
    abbreviations = ("d",)
    bare_words = (*MAXIMUM_WORDS, "one")
    usage = "defend N|most|one | defend always most|one | defend ask"
    summary = "choose your dice; always: without being asked; ask: ask me again"
    example = "defend 2"
    key = KeyBinding(
        "defend.most",
        ("s",),
        "in defence: roll the most dice from now on, without being asked",
        useful=Where.DECLARED,
        meaning=_defend_with_most,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        rest = list(words)
        if rest == ["ask"]:
            return StandingDefence("ask")
        always = rest[:1] == ["always"]
        if always:
            rest = rest[1:] or ["most"]
        rest = [word for word in rest if word not in ("with", "dice", "die")]
        if len(rest) > 1 or (rest and not is_number(rest[0]) and rest[0] not in cls.bare_words):
            raise UnreadableCommand(f"that cannot be read: {cls.usage_text(view)}")
        word = rest[0] if rest else "most"
        if always:
            return StandingDefence("one" if word in ("one", "1") else "most")
        if is_number(word):
            return cls(Defend(parse_number(word)))
        decision = view.decision
        maximum = decision.most if isinstance(decision, ToDefend) else 1
        return cls(Defend(1 if word == "one" else maximum))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["most", "one", "always most", "always one", "ask"])


@dataclass(frozen=True)
class StandingDefence(Command):
    """How a player defends from now on: ``ask``, ``most`` or ``one``."""

    dice: str

    def run(self, ui: FrontEnd) -> None:
        seat = ui.speaker()
        ui.table.set_defence(seat, self.dice)
        ui.say(f"{ui.table.seats[seat].name}, {_STANDING_DEFENCE[self.dice]}")


_STANDING_DEFENCE = {
    "ask": "you are asked for your defence dice again",
    "most": "you always defend with the most dice; 'defend ask' ends that",
    "one": "you always defend with one die; 'defend ask' ends that",
}


class StandCommand(AnswerCommand):
    name = "stand"
    summary = "let the dice stand as they are"

    @classmethod
    def is_used_by(cls, ruleset: Ruleset) -> bool:
        return plays_variants(ruleset)

    @classmethod
    def answers(cls, view: View) -> bool:
        decision = view.decision
        label = decision and decision.message(decision.keys.get("end", ""), view.seat)
        return str(label).endswith(cls.name) and decision_kind(view) != ""

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if words:
            raise cls.surplus_words()
        if not cls.answers(view):
            raise ImpossibleCommand("there are no dice to keep or to change now")
        return cls(EndPhase())


class OccupyCommand(ActionCommand):
    action = Occupy
    abbreviations = ("o", "oc")
    aliases = ("move",)
    bare_words = (*MAXIMUM_WORDS, *MINIMUM_WORDS)
    usage = "occupy N|all|min"
    example = "occupy 3"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        rest = [word for word in words if word not in ("army", "armies", "with")]
        if len(rest) != 1 or not (is_number(rest[0]) or rest[0] in cls.bare_words):
            raise UnreadableCommand(f"how many armies? {cls.usage_text(view)}")
        if is_number(rest[0]):
            return cls(Occupy(parse_number(rest[0])))
        decision = view.decision
        if not isinstance(decision, ToOccupy):
            return cls(Occupy(1))  # the rules say why not
        return cls(Occupy(decision.most if rest[0] in MAXIMUM_WORDS else decision.least))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["all", "min"])
