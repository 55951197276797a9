"""What every decision is and declares.

Its messages are filled with its slots, and with a few words. In labels and help there are no slots:
the name of a key's action in braces stands for its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.kinds import Kinds
from risk_tui.engine.messages import HasMessages, Messages, check_messages
from risk_tui.engine.slots import Faces, Seat, Territory, slots_of

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
