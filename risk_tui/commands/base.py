"""The base class of commands, from which parsing, completion, help and keys come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from risk_tui.commands.names import UnreadableCommand
from risk_tui.commands.wording import is_on_map, key_label
from risk_tui.engine.actions import Action
from risk_tui.engine.declarations import message_of, slots_of
from risk_tui.text.words import MessageContext, fill

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.commands.front_end import FrontEnd, Intent, Pointer
    from risk_tui.engine.actions import Offer
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.game_rules import Rules
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.table.orders import Order


KEPT, NOT_KEPT = "the game is saved at every step", "this game is not kept"
"""What help says of leaving a table, by whether the table keeps its game."""


def help_at_table(text: str, *, is_kept: bool) -> str:
    """Return a help text as it holds at a table, whose game may go when the table is left."""
    return text if is_kept else text.replace(KEPT, NOT_KEPT)


@dataclass
class Command(ABC):
    """A command as it was typed; its class holds its names, its help, and how it is read."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names of the command."""
    abbreviations: ClassVar[tuple[str, ...]] = ()
    """Abbreviations that belong to this command although others begin with them too."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of decisions that it answers."""
    usage: ClassVar[str]
    """Its form, by default the name; words in upper case are to be filled in, brackets may be left
    out."""
    bare_words: ClassVar[tuple[str, ...]] = ()
    """Words that answer its decisions without its name; if there are any, a number does so too."""
    summary: ClassVar[str]
    """A description of one line, for the table of commands."""
    example: ClassVar[str]
    """A line that could be typed, by default the form."""
    advice: ClassVar[bool] = False
    """Whether it gives odds, which a table may switch off."""
    real_dice: ClassVar[bool] = False
    """Whether it is only of use where dice are rolled on the table and typed in."""
    key: ClassVar[KeyBinding | None] = None
    """Its keys on the game screen, if it has any."""

    def __init_subclass__(cls) -> None:
        # Where nothing follows the name, that is the form, and the line that could be typed.
        if hasattr(cls, "name"):
            cls.usage = getattr(cls, "usage", cls.name)
            cls.example = getattr(cls, "example", cls.usage)

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        """Parse the words after the name; by default there may be none. Raises ``CommandError``."""
        if words:
            raise cls.surplus_words()
        return cls()

    @classmethod
    def surplus_words(cls) -> UnreadableCommand:
        """The error for words behind the name that mean nothing there."""
        return UnreadableCommand(f"nothing comes after '{cls.name}'")

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        """Completions of ``tail``, the text after the command's name; best first."""
        return []

    @classmethod
    def answers(cls, view: View) -> bool:
        """Whether it answers the decision that the seat of ``view`` has to make now."""
        return decision_kind(view) in cls.kinds

    @classmethod
    def is_used_by(cls, ruleset: Ruleset) -> bool:
        """Whether games with this ruleset have any use for the command."""
        return True

    @classmethod
    def is_used_in(cls, rules: Rules) -> bool:
        """Whether a game with such a ruleset has any use for it, by the number of its players."""
        return True

    @classmethod
    def usage_text(cls, view: View | None = None) -> str:
        """The form and an example, for messages; of a ``view`` it may name territories."""
        example = cls.example if view is None else cls.example_for(view)
        return cls.usage if cls.usage == example else f"{cls.usage}, for example: {example}"

    @classmethod
    def example_for(cls, view: View) -> str:
        """The example, with territories that can be named now, or that the board has at least."""
        words = cls.example.split()
        places = [number for number, word in enumerate(words) if word in _EXAMPLE_TERRITORIES]
        names = [territory.name.lower() for territory in view.board.territories]
        aims = [offer.action.aims for offer in view.offers]
        paths = [path for path in aims if len(path) == len(places)] or [_path(view, len(places))]
        if [words[place] for place in places] in [[names[it] for it in path] for path in paths]:
            return cls.example
        for place, territory in zip(places, paths[0], strict=True):
            words[place] = names[territory]
        return " ".join(words)

    @abstractmethod
    def run(self, ui: FrontEnd) -> None:
        """Carry the command out. Raises ``RiskError`` if that cannot be."""


@dataclass
class AnswerCommand(Command):
    """A command that answers the decision which is due."""

    answer: Action | Order
    remark: str = ""
    """What there is to say once it is done."""

    def run(self, ui: FrontEnd) -> None:
        answer, view = self.answer, ui.view()
        if isinstance(answer, Action) and answer.confirm and offer_of(answer, view):
            message = message_of(answer.confirm, *(("own",) if _is_at_own(answer, view) else ()))
            ui.confirm(fill(message, answer, MessageContext((), view.board, view)), answer)
            return
        ui.answer(answer)
        if self.remark:
            ui.say(self.remark)


_EXAMPLE_TERRITORIES = frozenset(
    ["alaska", "brazil", "china", "india", "japan", "kamchatka", "ukraine", "ural"]
)
"""The territories of the classic board that examples name."""


def _path(view: View, length: int) -> tuple[int, ...]:
    """A way over the board of so many territories, from the first one on."""
    path = [0] if length else []
    while len(path) < length:
        path.append(next(it for it in view.board.neighbours[path[-1]] if it not in path))
    return tuple(path)


def _is_at_own(answer: Action, view: View) -> bool:
    """Whether an action is aimed at a territory of whoever does it, itself or by a card."""
    aims = answer.aims
    for name, slot in slots_of(type(answer)).items():
        if slot.meaning == "card" and not slot.many:
            aims = (*aims, *view.board.territories_on_card(getattr(answer, name))[:1])
    return bool(aims) and view.owner[aims[-1]] == view.seat


def allowed_territories(view: View) -> list[int]:
    """The territories that an action may point at now, where it points at one."""
    return [offer.action.aims[0] for offer in view.offers if len(offer.action.aims) == 1]


def allowed_pairs(view: View) -> list[tuple[int, ...]]:
    """The pairs of territories that an action may point at now, source and target."""
    return [offer.action.aims for offer in view.offers if len(offer.action.aims) == 2]


def offer_of(action: Action, view: View) -> Offer | None:
    """The offer that an action belongs to, whatever number the action has."""
    for offer in view.offers:
        if type(offer.action) is type(action):
            number = getattr(action, action.number_field or "", 0)
            if offer.with_number(number) == action:
                return offer
    return None


def decision_kind(view: View) -> str:
    """The kind of the decision that the seat of ``view`` has to make now; empty if none."""
    decision = view.decision
    return decision.kind if decision is not None and decision.seat == view.seat else ""


class Where(Enum):
    """For which decisions a key is useful, or shown in the footer."""

    DECLARED = auto()
    """For those that it answers (``wording.key_label``)."""
    ON_MAP = auto()
    """For those that are answered by territories."""
    ASKED = auto()
    """For every decision."""
    ALWAYS = auto()
    """Even while nobody is asked."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """One thing that keys do. ``action`` is its stable name; ``keys`` are its default keys.

    A key is written as its character, or by a name such as ``enter`` or ``ctrl+p``. ``label`` is
    its label in the footer for the decisions for which that shows it; for some, ``wording`` has
    another one. In ``help`` the name of an action in braces stands for its key.
    """

    action: str
    keys: tuple[str, ...]
    help: str
    also: tuple[tuple[str, str], ...] = ()
    """What else it does in games that have some other command, by the name of that."""
    useful: Where = Where.ALWAYS
    label: str = ""
    shown: Where = Where.DECLARED
    advice: bool = False
    """Whether it shows odds, which a table may do without."""
    meaning: Callable[[Pointer], Intent] | None = None
    """What it means with the cursor where it is; ``None``: what the command means by its name."""

    def is_useful_for(self, decision: Decision) -> bool:
        """Whether it has anything to do with a decision."""
        return key_label(self.action, decision) is not None or _covers(self.useful, decision)

    def label_for(self, decision: Decision) -> str:
        """Its label in the footer; empty if that does not show it."""
        label = key_label(self.action, decision)
        if label is None:
            return self.label if _covers(self.shown, decision) else ""
        return label


def _covers(where: Where, decision: Decision) -> bool:
    return (where is Where.ON_MAP and is_on_map(decision)) or where in (Where.ASKED, Where.ALWAYS)
