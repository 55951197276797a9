"""Decisions: what is asked of which seat, within which bounds, and in which words.

Messages are filled with a decision's slots. Labels and help have no slots: the name of a key's
action in braces stands for its key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from risk_tui.engine.declarations import (
    Armies,
    Dice,
    Faces,
    Flag,
    HasMessages,
    Kinds,
    Messages,
    Seat,
    Slot,
    Territories,
    Territory,
    TerritoryCount,
    check_messages,
    slots_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True)
class Decision(HasMessages):
    """The base of all decisions; ``seat`` has to decide, which is not always the seat in turn.

    ``private`` means that the seat looks at something hidden to decide: cards, a mission, a
    secret choice. On a shared screen nobody else should look at it then.
    """

    kind: ClassVar[str] = ""
    private: ClassVar[bool] = False
    answer_is_secret: ClassVar[bool] = False
    """Whether others do not see the answer before all have given theirs."""
    part_of: ClassVar[str] = ""
    """The phase that it belongs to; empty for a phase of its own."""
    on_map: ClassVar[bool] = False
    """Whether it is answered by territories."""
    purpose: ClassVar[Messages] = ""
    """What it is for, and how one decides well, in a sentence or two for somebody new to the game;
    empty: what its phase is for."""
    at_once: ClassVar[bool] = False
    """Whether it is put to a player without a key: nothing else can be done before."""
    asks: ClassVar[Messages] = ""
    """The question."""
    heading: ClassVar[Messages] = ""
    """The number that matters most for it; empty if there is none."""
    keys: ClassVar[Mapping[str, Messages]] = {}
    """What keys do here, for the footer; empty: it need not be said.

    ``target`` is what Enter does once a source is chosen, ``aim`` the same in a sentence;
    ``number`` says what a number does that is typed before another key.
    """
    help: ClassVar[Messages] = ""
    """How it is answered."""
    first: ClassVar[Messages] = ""
    """What has to be done before one may go on to the next phase, or is all that can be done."""
    seat: Seat

    @property
    def led(self) -> Seat | None:
        """The seat whose armies it is about, if those are not the armies of who decides."""
        force: int = getattr(self, "force", self.seat)
        return None if force == self.seat else force

    def conditions(self, reader: int | None) -> Collection[str]:
        led = () if self.led is None else ("led",)
        return (*led, *HasMessages.conditions(self, reader))

    def redacted_for(self, seat: int | None) -> Decision:
        """The decision as ``seat`` (``None``: a spectator) may know it."""
        return self

    def open_hands(self) -> Mapping[int, tuple[int, ...]]:
        """The hands of others that lie open before the seat, by their seats."""
        return {}


@dataclass(frozen=True, slots=True)
class DiceDecision(Decision):
    """The base of decisions while both sides' dice lie on the table; to end it lets them count.

    What may be done to them can depend on cards, so it is asked and told like something private.
    """

    private = True
    part_of = "attack"
    source: Territory
    target: Territory
    attack: Faces
    defence: Faces


QUESTION_WORDS = ("end", "hand", "a_set", "some", "a_set_of_cards", "no_set", "acting", "bound")
"""Words in questions that are no slots; beside them ``NAME_armies`` and ``NAME_code`` of a
territory called ``NAME``."""

KEY_WORDS = ("act", "all", "attack", "cards", "end", "place")
"""The actions of keys that ``first`` may name."""


def _check(kind: type[Decision]) -> None:
    """Raise ``TypeError`` unless a decision can be asked, and all about it be said."""
    slots = slots_of(kind)
    territories = [name for name, slot in slots.items() if slot.meaning == "territory"]
    facts = [f"{name}_{fact}" for name in territories for fact in ("armies", "code")]
    check_messages(kind, kind.asks, (*QUESTION_WORDS, *facts))
    if kind.purpose:
        check_messages(kind, kind.purpose)
    elif not kind.part_of:
        raise TypeError(f"{kind.__name__} does not say what it is for")
    if kind.heading:
        check_messages(kind, kind.heading)
    if kind.first:
        check_messages(kind, kind.first, KEY_WORDS)
    if "act" not in kind.keys:
        raise TypeError(f"{kind.__name__} does not say what Enter does")


DECISIONS: Kinds[Decision] = Kinds(("asks", "help"), check=_check)
"""Every decision by its kind, in the order of a game. A module of a variant registers its own."""


_PLACE_ALL = "the set-up goes on until every army is placed; {place} places the rest for you"
_PUT_HERE = "{act} or {all} puts that many here"

_HEAD = "{seat}[, for the {led}]: DICE[ against {rolled}]?"
_DEFENCE_QUESTIONS = (
    f"{_HEAD} {{acting}} attacks {{target}} ({{target_armies}})[ from {{source}}][, {{unrolled}}]",
    f"{_HEAD} {{acting}} attacks {{target}} ({{target_armies}})[, {{unrolled}}]",
    f"{_HEAD} {{acting}} attacks {{target}} ({{target_armies}})",
    f"{_HEAD} {{acting}} attacks {{target}}",
    f"{_HEAD} {{target}} ({{target_armies}}) is attacked",
    f"{_HEAD} {{target}} is attacked",
    f"{_HEAD} {{acting}} attacks {{target_code}} ({{target_armies}})",
    f"{_HEAD} {{target_code}} ({{target_armies}}) is attacked",
    f"{_HEAD} {{target_code}} is attacked",
    _HEAD,
)
"""The question for defence dice in several lengths: the dice and the territory matter most."""


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToBegin(Decision):
    """The game is set up and waits for its opening roll."""

    kind = "begin"
    purpose = "Everybody rolls a die to find out who goes first."
    asks = "{seat}: roll the dice to begin"
    keys = {"act": "begin"}
    help = "Enter rolls for the first seat."


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToClaim(Decision):
    """Claim a free territory; ``free`` territories are left.

    ``among`` are those that a variant lets the seat choose from; ``None``: all of them.
    """

    kind = "claim"
    on_map = True
    purpose = (
        "Players claim the free territories in turn. Territories side by side are easier to "
        "defend, and a whole continent brings extra armies every turn."
    )
    asks = {
        "": "{seat}: claim a free territory ({#free} left)",
        "among": "{seat}: first claim one of {among}",
    }
    keys = {"act": "claim"}
    help = "Move the cursor to a free territory and press Enter to claim it."
    first = _PLACE_ALL
    free: TerritoryCount
    among: Territories | None = None

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.among is None else ("among",)


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToPlace(Decision):
    """Place starting armies: at most ``most`` now, ``unplaced`` in all.

    ``neutral`` armies of the neutral army are placed in the same go.
    """

    kind = "place"
    on_map = True
    purpose = (
        "Everybody places their starting armies. Strengthen what others could attack, and where "
        "you mean to attack yourself."
    )
    asks = {
        "only neutral": "{seat}: place {neutral}",
        "neutral": "{seat}: place {most} ({#unplaced} left) and {neutral}",
        "": "{seat}: place {most} ({#unplaced} left)",
    }
    heading = {"neutral": "{#most} + {#neutral} neutral", "": "{#unplaced} left"}
    keys = {
        "act": "place 1",
        "all": "",
        "place": "place rest",
        "number": {
            "single": "only one army at a time is placed now: {act} places it",
            "": _PUT_HERE,
        },
    }
    help = {
        "neutral": "Enter puts one army on the territory under the cursor, your own armies on "
        "yours and neutral ones on land of the neutral army; {place} places the rest for you.",
        "": "Enter puts one army on the territory under the cursor; {place} places the "
        "rest for you.",
    }
    first = _PLACE_ALL
    most: Armies
    unplaced: Armies
    neutral: Annotated[int, Slot("number", unit="neutral army")] = 0

    def conditions(self, reader: int | None) -> Collection[str]:
        single = ["single"] if max(self.most, self.neutral) <= 1 else []
        if not self.neutral:
            return single
        return [*single, "neutral"] if self.most else [*single, "only neutral", "neutral"]


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToReinforce(Decision):
    """Place ``armies`` armies; sets may be traded meanwhile, or must be when ``must_trade``.

    Only its owner knows whether a hand holds a set. ``force`` is the seat whose armies they are:
    the deciding seat, or one that it leads.
    """

    kind = "reinforce"
    private = True
    on_map = True
    purpose = {
        "led": "The Allied Army gets armies as well. Place them where they hinder your opponent.",
        "": "Your turn begins with new armies. Place them where you mean to attack, or where "
        "others could attack you.",
    }
    asks = {
        "must_trade": "{seat}: trade {some} of your {hand} cards, "
        "and place {armies}[ for the {led}][, {bound}]",
        "may_trade": "{seat}: place {armies}[ for the {led}][, {bound}], or trade {a_set}",
        "": "{seat}: place {armies}[ for the {led}][, {bound}]",
    }
    heading = "[{#to_place} to place]"
    keys = {
        "act": "reinforce",
        "all": "all here",
        "cards": "cards",
        "number": _PUT_HERE,
    }
    help = {
        "led": "Enter asks how many armies of the army you lead go on the territory under the "
        "cursor, one that it holds; {all} puts them all there, 3{all} three.",
        "": "Enter asks how many armies go on the territory under the cursor; {all} puts them "
        "all there, 3{all} three. With a set of cards press {cards} first.",
    }
    first = {
        "led": "place the {armies} first: {act} on a territory of the {led}",
        "": "place your {armies} first: {act} on a territory of yours",
    }
    armies: Armies
    may_trade: Flag
    must_trade: Flag
    force: Seat

    @property
    def to_place(self) -> Armies | None:
        """The armies to place, if there are any that are known."""
        return self.armies or None

    def redacted_for(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False, must_trade=False)


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToTrade(Decision):
    """Trade a set of cards, or none unless ``must_trade``.

    ``may_trade`` is false for a hand without a set, which some rulesets ask like any other.
    """

    kind = "trade"
    private = True
    purpose = (
        "A set of cards brings extra armies. You may keep a set for later, as long as you do not "
        "hold too many cards."
    )
    asks = {
        "none": "{seat}: {no_set} to trade; {end} goes on",
        "must_trade": "{seat}: trade {a_set_of_cards}",
        "": "{seat}: trade {a_set_of_cards}, or {end} to keep them",
    }
    keys = {"act": {"none": "go on", "": "trade"}, "end": "go on", "cards": "cards"}
    help = (
        "Press {cards} to see your cards and trade a set, or {end} to keep them and go on. "
        "If several people play, each is asked, with a set or without: so the question gives "
        "nothing away."
    )
    first = {
        "none": "press {end} to go on without trading",
        "must_trade": "you must trade cards first: press {cards}",
        "": "press {cards} to trade, or {end} to keep your cards",
    }
    may_trade: Flag
    must_trade: Flag

    def conditions(self, reader: int | None) -> Collection[str]:
        own = reader == self.seat
        return ["none"] if own and not self.may_trade else Decision.conditions(self, reader)

    def redacted_for(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False, must_trade=False)


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToAttack(Decision):
    """Attack, or end the attacks of this turn.

    ``armies`` may be placed meanwhile, and sets be traded, where the rules allow it. ``force``
    is the seat whose armies attack: the deciding seat, or one that it leads.
    """

    kind = "attack"
    private = True
    on_map = True
    purpose = {
        "led": "After the attacks of the player in turn, you attack them with the Allied Army.",
        "": "You attack to take territories from others. You may attack as often as you like, or "
        "not at all; whoever conquers a territory also draws a card.",
    }
    asks = {
        "led": "{seat}: attack with the {led}[, place {to_place}][, trade {a_set}], "
        "or end the attacks",
        "": "{seat}: attack[, place {to_place}][, trade {a_set}], or end your attacks",
    }
    heading = "[{#to_place} to place]"
    keys = {
        "act": "choose",
        "target": "attack",
        "aim": "attack",
        "attack": "",
        "blitz": "blitz",
        "repeat": "again",
        "all": "place here",
        "end": "end",
        "end.turn": "end turn",
        "cards": "cards",
        "plan": "plan",
        "number": "{act} rolls that many dice, {blitz} stops at that many armies",
    }
    help = {
        "led": "You lead an army. Enter on a territory that it holds chooses it, Enter on "
        "a lit neighbour attacks it; Enter again, or {repeat} from anywhere, attacks again. "
        "1 Enter and 2 Enter roll fewer dice. {blitz} attacks until the end, 5{blitz} until "
        "5 armies are left. {end} ends its attacks.",
        "": "Enter on a territory of yours chooses it, Enter on a lit neighbour attacks it; "
        "Enter again, or {repeat} from anywhere, attacks again. 1 Enter and 2 Enter roll fewer "
        "dice. {blitz} attacks until the end, 5{blitz} until 5 armies are left. {end} ends your "
        "attacks, {end.turn} your turn at once.",
    }
    armies: Armies
    may_trade: Flag
    force: Seat

    @property
    def to_place(self) -> Armies | None:
        """The armies to place, if there are any."""
        return self.armies or None

    def redacted_for(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False)


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToDefend(Decision):
    """Choose 1 to ``most`` dice for ``target``, attacked from ``source`` with ``attack_dice``.

    ``rolled`` holds the attacker's dice from high to low where the rules show them first.
    ``force`` is the seat that is attacked: the deciding seat, or a neutral army's seat.
    """

    kind = "defend"
    part_of = "attack"
    purpose = (
        "You are attacked and choose your dice. The highest dice are compared, and ties are "
        "yours; two dice defend better than one, but may lose two armies."
    )
    asks = {
        condition: tuple(template.replace("DICE", dice) for template in _DEFENCE_QUESTIONS)
        for condition, dice in {"one": "1 die", "two": "1 or 2 dice", "": "1 to {most}"}.items()
    }
    heading = {"one": "1 die", "": "1 to {most}"}
    keys = {"act": "roll most", "defend.most": "always most"}
    help = (
        "A digit rolls that many dice at once, Enter the most; {defend.most} always rolls the most."
    )
    source: Territory | None
    target: Territory
    attack_dice: Dice
    most: Dice
    rolled: Faces
    force: Seat

    @property
    def unrolled(self) -> Dice | None:
        """The attacker's dice as long as they are not rolled."""
        return None if self.rolled else self.attack_dice

    def conditions(self, reader: int | None) -> Collection[str]:
        return {1: ["one"], 2: ["two"]}.get(self.most, [])


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToOccupy(Decision):
    """Move ``least`` to ``most`` armies from ``source`` into the conquered ``target``.

    ``force`` is the seat whose armies they are: the deciding seat, or one that it leads.
    """

    kind = "occupy"
    private = True
    part_of = "attack"
    purpose = (
        "You conquered a territory and move armies into it. Those that move in can attack from "
        "there; those that stay guard what is behind them."
    )
    at_once = True
    asks = "{seat}: move {#least} to {#most} armies[ of the {led}] from {source} into {target}"
    heading = "{#least} to {#most}"
    keys = {
        "act": "move in",
        "cards": "",
        "number": "{act} moves that many in",
    }
    help = (
        "Type how many armies move in and press Enter; at least as many as you rolled dice. "
        "a: all, l: the fewest, =: as the last time. A territory's code, {blitz} or {end} moves in "
        "what is proposed and goes on; {undo} takes that back until dice or cards are seen."
    )
    first = "move your armies in first: {act} asks how many"
    source: Territory
    target: Territory
    least: Armies
    most: Armies
    force: Seat


@DECISIONS.register
@dataclass(frozen=True, slots=True)
class ToFortify(Decision):
    """Fortify, trade a set where the rules let one be traded so late, or end the turn."""

    kind = "fortify"
    private = True
    on_map = True
    purpose = (
        "Your attacks are over, and armies may be moved among your own territories: best from "
        "where nobody can attack to a border. Then your turn ends."
    )
    asks = "{seat}: fortify[, trade {a_set}], or end your turn"
    keys = {
        "act": "choose",
        "target": "move",
        "aim": "move to",
        "end": "end",
        "cards": {"may_trade": "cards", "": ""},
        "number": "{act} moves that many",
    }
    help = "Enter on a territory of yours, then on a lit one, moves armies; {end} ends your turn."
    may_trade: Flag = False

    def redacted_for(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False)
