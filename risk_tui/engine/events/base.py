"""What all events have in common, and the register of them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.kinds import Kinds
from risk_tui.engine.messages import HasMessages, check_messages
from risk_tui.engine.slots import slots_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from risk_tui.engine.messages import Messages


@dataclass(frozen=True, slots=True)
class VictoryKind:
    """A way to win a game; ``phrase`` is what a winner has done. A variant may have its own."""

    name: str
    phrase: str = field(compare=False)

    CONQUEST: ClassVar[VictoryKind]
    LAST_STANDING: ClassVar[VictoryKind]
    MISSION: ClassVar[VictoryKind]
    TURN_LIMIT: ClassVar[VictoryKind]


VictoryKind.CONQUEST = VictoryKind("conquest", "has conquered the world")
VictoryKind.LAST_STANDING = VictoryKind("last standing", "is the last player left")
VictoryKind.MISSION = VictoryKind("mission", "has fulfilled the mission")
VictoryKind.TURN_LIMIT = VictoryKind("turn limit", "is ahead as time runs out")


@dataclass(frozen=True, slots=True)
class Event(HasMessages):
    """The base of all events: fields by their meanings, and the messages that tell of them.

    ``is_irreversible`` means that a step with such an event cannot be undone: somebody learnt
    something from it.
    """

    is_irreversible: ClassVar[bool] = False
    shows_secret: ClassVar[bool] = False
    """Whether it tells everybody what was hidden."""
    tells_holdings: ClassVar[bool] = False
    """Whether one can tell by it which territories its seat holds, though it names none."""
    is_about_board: ClassVar[bool] = False
    """Whether its territories are marked on the board for everybody, whoever holds them."""
    long: ClassVar[Messages]
    """The event as a sentence."""
    short: ClassVar[Messages | None]
    """The event as a line of at most 40 columns; ``None`` where the log leaves it out."""
    revealed: ClassVar[Messages | None] = None
    """The event with what only its seat knows, for others; ``None``: as ``long`` says it."""
    recap: ClassVar[Messages | None] = None
    """The event for whoever was away; ``None`` where it is not worth a line.

    A message whose id is a slot is for the reader whose seat stands there.
    """
    recap_rank: ClassVar[int] = 0
    """Where it stands in a recap: the lowest first, up to 3 before territories and armies."""

    def __init_subclass__(cls) -> None:
        for form in ("long", "short"):
            if not hasattr(cls, form):
                raise TypeError(f"{cls.__name__} has no words: it declares no {form!r}")

    @property
    def is_empty(self) -> bool:
        """Whether it is not worth a line: nothing came of it."""
        return False

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        """Territories that it gave to another seat, each with the seat that held it before."""
        return ()

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        """Dice of no battle that it tells of, each the seat that rolled it and its face."""
        return ()

    def conditions(self, reader: int | None) -> Collection[str]:
        flags = HasMessages.conditions(self, reader)
        seats = [name for name, slot in slots_of(type(self)).items() if slot.meaning == "seat"]
        return (*flags, *(name for name in seats if getattr(self, name) == reader))

    def is_repeated_by(self, later: Event | None) -> bool:
        """Whether ``later``, the next event, says all that this one says."""
        return False

    def redacted_for(self, seat: int | None) -> Event:
        """The event as ``seat`` (``None``: a spectator) may know it."""
        return self


class EventKinds(Kinds[Event]):
    """Kinds of events by the names of their classes."""

    def name_of(self, kind: type[Any]) -> str:
        return kind.__name__


def _check(kind: type[Event]) -> None:
    """Raise ``TypeError`` unless an event can be told."""
    for messages in (kind.long, kind.short, kind.revealed, kind.recap):
        if messages is not None:
            check_messages(kind, messages)


EVENTS = EventKinds((), check=_check)
"""Every kind of event. A module of a variant registers its own."""
