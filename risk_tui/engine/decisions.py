"""Decisions: a question to a seat, its limits, and its words.

Messages are filled in with a decision's slots. They describe the game only; front ends explain how
to answer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from risk_tui.engine import actions
from risk_tui.engine.declarations import (
    Armies,
    Dice,
    Faces,
    Flag,
    HasMessages,
    HasSecrets,
    KindRegistry,
    Messages,
    Seat,
    Slot,
    Territories,
    Territory,
    TerritoryCount,
    blanks_of,
    check_messages,
    declare,
    slots_of,
    templates_of,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The words for one kind of answer to a decision.

    Args:
        label: A verb phrase of one to three words, such as ``retreat here``.
        effect: One or two sentences about the result; empty if the label explains it.
    """

    label: Messages
    effect: Messages = ""


@dataclass(frozen=True, slots=True)
class Decision(HasSecrets):
    """The base of all decisions; ``seat`` decides, which is not always the seat in turn.

    If ``private``, the seat looks at hidden information to decide: cards, a mission, a secret
    choice. Other players at the same terminal must not see it.

    The condition ``none`` means that the seat can't do anything but continue.
    """

    kind: ClassVar[str] = ""
    private: ClassVar[bool] = False
    answer_is_secret: ClassVar[bool] = False
    """True if the answer stays hidden until all seats have given theirs."""
    part_of: ClassVar[str] = ""
    """The phase that it belongs to; empty for a phase of its own."""
    purpose: ClassVar[Messages] = ""
    """The reason for the decision and advice for beginners, in one or two sentences.

    Empty to use the purpose of its phase.
    """
    asks: ClassVar[Messages] = ""
    """The question."""
    heading: ClassVar[Messages] = ""
    """The most important number of the decision; empty if there is none."""
    choices: ClassVar[Mapping[type[actions.Action], Choice]] = {}
    """The answers by the classes of their actions.

    The base class ``Action`` stands for all actions that are not listed.
    """
    requirement: ClassVar[Messages] = ""
    """The reminder that the player must decide first, such as ``choose your capital first``.

    Empty for none.
    """
    seat: Seat

    @property
    def led(self) -> Seat | None:
        """The seat whose armies act or are attacked, if it is not the deciding seat."""
        force: int = getattr(self, "force", self.seat)
        return None if force == self.seat else force

    def conditions(self, reader: int | None) -> Collection[str]:
        led = () if self.led is None else ("led",)
        return (*led, *HasMessages.conditions(self, reader))

    def open_hands(self) -> Mapping[int, tuple[int, ...]]:
        """Return the hands of other seats that the deciding seat may see, by seat."""
        return {}


@dataclass(frozen=True, slots=True)
class DiceDecision(Decision):
    """The base of decisions after a roll and before its losses; ``EndPhase`` accepts the dice.

    The options may depend on cards, so the decision is private.
    """

    private = True
    part_of = "attack"
    source: Territory
    target: Territory
    attack: Faces
    defence: Faces


QUESTION_WORDS = ("hand", "a_set", "some", "a_set_of_cards", "no_set", "acting", "bound", "dice")
"""The blanks in questions that are not slots of the decision.

A question may also have ``NAME_armies`` and ``NAME_code`` for each territory field ``NAME``.
"""


def _check(kind: type[Decision]) -> None:
    """Raise ``TypeError`` unless the messages of a decision are complete."""
    slots = slots_of(kind)
    territories = [name for name, slot in slots.items() if slot.meaning == "territory"]
    facts = [f"{name}_{fact}" for name in territories for fact in ("armies", "code")]
    check_messages(kind, kind.asks, (*QUESTION_WORDS, *facts))
    if kind.purpose:
        check_messages(kind, kind.purpose)
    elif not kind.part_of:
        raise TypeError(f"{kind.__name__} does not say what it is for")
    for messages in (kind.heading, kind.requirement):
        if messages:
            check_messages(kind, messages)
    for choice in kind.choices.values():
        check_messages(kind, choice.label)
        for template in (*templates_of(choice.label), *templates_of(choice.effect)):
            if any(blanks_of(template)):
                raise TypeError(f"{kind.__name__} has slots in the words of an answer")


DECISIONS: KindRegistry[Decision] = KindRegistry(Decision, ("asks", "choices"), check=_check)
"""The decisions by kind, in the order of a game; a variant's module registers its own."""


_DICE = "{seat}[, for the {led}]: {dice}[ against {rolled}]?"

_DEFENCE_QUESTIONS = (
    _DICE + " {acting} attacks {target} ({target_armies})[ from {source}][, {unrolled}]",
    _DICE + " {acting} attacks {target} ({target_armies})[, {unrolled}]",
    _DICE + " {acting} attacks {target} ({target_armies})",
    _DICE + " {acting} attacks {target}",
    _DICE + " {target} ({target_armies}) is attacked",
    _DICE + " {target} is attacked",
    _DICE + " {acting} attacks {target_code} ({target_armies})",
    _DICE + " {target_code} ({target_armies}) is attacked",
    _DICE + " {target_code} is attacked",
    _DICE,
)
"""The question for defence dice, from the longest form to the shortest.

The dice and the territory are left out last.
"""


@declare
class ToBegin(Decision):
    """The game is set up and waits for its opening roll."""

    kind = "begin"
    purpose = "Each player rolls a die to see who goes first."
    asks = "{seat}: roll the dice to begin"
    choices = {actions.Begin: Choice("begin", "You roll for the first seat.")}


@declare
class ToClaim(Decision):
    """Claim a free territory; ``free`` territories are left.

    ``among`` are the territories to which a variant limits the claim; ``None`` for no limit.
    """

    kind = "claim"
    purpose = (
        "Players claim the free territories in turn. Adjacent territories are easier to "
        "defend, and a whole continent brings extra armies every turn."
    )
    asks = {
        "": "{seat}: claim a free territory ({#free} left)",
        "among": "{seat}: first claim one of {among}",
    }
    choices = {
        actions.Claim: Choice("claim", "You put one army there, and the territory is yours.")
    }
    free: TerritoryCount
    among: Territories | None = None

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.among is None else ("among",)


@declare
class ToPlace(Decision):
    """Place starting armies: at most ``most`` now, ``unplaced`` in total.

    ``neutral`` armies of the neutral army are placed in the same go.
    """

    kind = "place"
    purpose = (
        "Players place their starting armies. Strengthen your borders and the places you plan "
        "to attack from."
    )
    asks = {
        "only neutral": "{seat}: place {neutral}",
        "neutral": "{seat}: place {most} ({#unplaced} left) and {neutral}",
        "": "{seat}: place {most} ({#unplaced} left)",
    }
    heading = {"neutral": "{#most} + {#neutral} neutral", "": "{#unplaced} left"}
    choices = {actions.Place: Choice("place")}
    most: Armies
    unplaced: Armies
    neutral: Annotated[int, Slot("number", unit="neutral army")] = 0

    def conditions(self, reader: int | None) -> Collection[str]:
        single = ["single"] if max(self.most, self.neutral) <= 1 else []
        if not self.neutral:
            return single
        return [*single, "neutral"] if self.most else [*single, "only neutral", "neutral"]


@declare
class ToReinforce(Decision):
    """Place ``armies`` armies, and perhaps trade sets first.

    ``may_trade`` and ``must_trade`` are secret, because they reveal that the hand contains a set.
    ``force`` is the seat of the armies: the deciding seat, or one that it leads.
    """

    kind = "reinforce"
    private = True
    purpose = {
        "led": "The Allied Army is reinforced too. Place its armies where they hurt your opponent.",
        "": "You have new armies. Place them where you plan to attack or may be attacked.",
    }
    asks = {
        "must_trade": "{seat}: trade {some} of your {hand} cards, "
        "and place {armies}[ for the {led}][, {bound}]",
        "may_trade": "{seat}: place {armies}[ for the {led}][, {bound}], or trade {a_set}",
        "": "{seat}: place {armies}[ for the {led}][, {bound}]",
    }
    heading = "[{#to_place} to place]"
    choices = {actions.Reinforce: Choice("reinforce"), actions.Trade: Choice("trade")}
    secret = {"may_trade": False, "must_trade": False}
    armies: Armies
    may_trade: Flag
    must_trade: Flag
    force: Seat

    @property
    def to_place(self) -> Armies | None:
        """The armies to place; ``None`` if there are none or they are hidden."""
        return self.armies or None


@declare
class ToTrade(Decision):
    """Trade a set of cards, or continue without trading unless ``must_trade``.

    ``may_trade`` is False for a hand without a set: some rulesets ask every hand that is large
    enough.
    """

    kind = "trade"
    private = True
    purpose = (
        "A set of cards brings extra armies. You can keep it for later unless you hold too "
        "many cards."
    )
    asks = {
        "none": "{seat}: {no_set} to trade",
        "must_trade": "{seat}: trade {a_set_of_cards}",
        "": "{seat}: trade {a_set_of_cards}, or keep them",
    }
    choices = {actions.Trade: Choice("trade"), actions.EndPhase: Choice("continue")}
    secret = {"may_trade": False, "must_trade": False}
    may_trade: Flag
    must_trade: Flag

    def conditions(self, reader: int | None) -> Collection[str]:
        is_own = reader == self.seat
        return ["none"] if is_own and not self.may_trade else Decision.conditions(self, reader)


@declare
class ToAttack(Decision):
    """Attack, or end the attacks of this turn.

    If the rules allow it, sets may be traded and ``armies`` placed between attacks. ``force`` is
    the seat of the attacking armies: the deciding seat, or one that it leads. ``earns_card`` is
    True if the first conquest of the turn earns a card.
    """

    kind = "attack"
    private = True
    purpose = {
        "led": "Your opponent has finished attacking; now attack them with the Allied Army.",
        "earns_card": "Attack to take territories. Attack as often as you like, or not at all; "
        "conquer at least one territory to draw a card.",
        "": "Attack to take territories. Attack as often as you like, or not at all.",
    }
    asks = {
        "led": "{seat}: attack with the {led}[, place {to_place}][, trade {a_set}], "
        "or end the attacks",
        "": "{seat}: attack[, place {to_place}][, trade {a_set}], or end your attacks",
    }
    heading = "[{#to_place} to place]"
    choices = {
        actions.Attack: Choice("attack"),
        actions.Reinforce: Choice("reinforce"),
        actions.Trade: Choice("trade"),
        actions.EndPhase: Choice("end"),
    }
    secret = {"may_trade": False}
    armies: Armies
    may_trade: Flag
    force: Seat
    earns_card: Flag

    @property
    def to_place(self) -> Armies | None:
        """The armies to place; ``None`` if there are none."""
        return self.armies or None


@declare
class ToDefend(Decision):
    """Choose 1 to ``most`` dice for ``target``, attacked from ``source`` with ``attack_dice``.

    ``rolled`` holds the attacker's dice from high to low if the rules show them first. ``force`` is
    the attacked seat: the deciding seat, or a neutral army's seat.
    """

    kind = "defend"
    part_of = "attack"
    purpose = (
        "You are under attack: choose your dice. The highest dice are compared and you win "
        "ties. Two dice defend better than one but can lose two armies."
    )
    asks = _DEFENCE_QUESTIONS
    heading = {"one": "1 die", "": "1 to {most}"}
    choices = {actions.Defend: Choice("roll")}
    source: Territory | None
    target: Territory
    attack_dice: Dice
    most: Dice
    rolled: Faces
    force: Seat

    @property
    def unrolled(self) -> Dice | None:
        """The number of the attacker's dice until they are rolled."""
        return None if self.rolled else self.attack_dice

    def conditions(self, reader: int | None) -> Collection[str]:
        return ["one"] if self.most == 1 else []


@declare
class ToOccupy(Decision):
    """Move ``least`` to ``most`` armies from ``source`` into the conquered ``target``.

    ``force`` is the seat of the armies: the deciding seat, or one that it leads.
    """

    kind = "occupy"
    private = True
    part_of = "attack"
    purpose = (
        "You conquered a territory: move armies in. They can attack from there; those that "
        "stay guard what is behind."
    )
    asks = "{seat}: move {#least} to {#most} armies[ of the {led}] from {source} into {target}"
    heading = "{#least} to {#most}"
    choices = {actions.Occupy: Choice("move in")}
    source: Territory
    target: Territory
    least: Armies
    most: Armies
    force: Seat


@declare
class ToFortify(Decision):
    """Fortify, end the turn, or trade a set if the rules allow that after attacks."""

    kind = "fortify"
    private = True
    purpose = (
        "Your attacks are over. You can now move armies between your territories, ideally from "
        "safe ones to a border. Then your turn ends."
    )
    asks = "{seat}: fortify[, trade {a_set}], or end your turn"
    choices = {
        actions.Fortify: Choice("move"),
        actions.Trade: Choice("trade"),
        actions.EndPhase: Choice("end", "Your turn ends."),
    }
    secret = {"may_trade": False}
    may_trade: Flag = False
