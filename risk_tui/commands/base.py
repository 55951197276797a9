"""The base class of commands: it declares their parsing, completion, help and keys."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from risk_tui.boards.board import Board
from risk_tui.commands.front_end import FrontEnd, Intent, Pointer
from risk_tui.commands.names import UnreadableCommand
from risk_tui.commands.wording import is_on_map
from risk_tui.data.language import N_, _, pgettext
from risk_tui.engine.actions import Action, Offer
from risk_tui.engine.decisions import Decision
from risk_tui.engine.declarations import message_of, slots_of
from risk_tui.engine.game_rules import Rules
from risk_tui.engine.view import View
from risk_tui.errors import DeclarationError
from risk_tui.rules.ruleset import Ruleset
from risk_tui.table.orders import Order
from risk_tui.text.words import Wording, fill

GAME_IS_SAVED, GAME_IS_NOT_SAVED = (
    N_("the game is saved at every step"),
    N_("this game is not saved"),
)
"""The words of help texts about saving; the second replaces the first if nothing is saved."""


def help_at_table(text: str, *, is_kept: bool) -> str:
    """Return a help text, corrected for a table that does not keep its game."""
    return text if is_kept else text.replace(_(GAME_IS_SAVED), _(GAME_IS_NOT_SAVED))


@dataclass
class Command(ABC):
    """A typed command. Its class declares the names, the help and the parser."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names of the command."""
    abbreviations: ClassVar[tuple[str, ...]] = ()
    """Abbreviations that mean this command even if the names of others begin with them."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of decisions that the command answers."""
    usage: ClassVar[str]
    """The form of the command, by default its name.

    Words in upper case stand for values, words in brackets are optional.
    """
    summary: ClassVar[str]
    """A one-line description for the table of commands."""
    example: ClassVar[str]
    """An example line, by default the ``usage``."""
    advice: ClassVar[bool] = False
    """True if the command gives odds, which a table can switch off."""
    reads_text: ClassVar[bool] = False
    """True if ``read`` gets the rest of the line unchanged, as a single word."""
    names_player: ClassVar[bool] = False
    """True if a player's name may follow the command, which ``complete`` then offers."""
    real_dice: ClassVar[bool] = False
    """True if the command is useful only when dice are rolled on a table and typed in."""
    needs_screen: ClassVar[bool] = False
    """True if line mode refuses the command, and does not list it."""
    key: ClassVar[KeyBinding | None] = None
    """The keys of the command on the game screen, if any."""

    def __init_subclass__(cls) -> None:
        # A command without arguments needs no other form or example than its name.
        if hasattr(cls, "name"):
            cls.usage = getattr(cls, "usage", cls.name)
            cls.example = getattr(cls, "example", cls.usage)

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        """Parse the words after the name. By default, no words are allowed.

        Raises:
            CommandError: If the words cannot be understood.
        """
        if words:
            raise cls.surplus_words()
        return cls()

    @classmethod
    def surplus_words(cls) -> UnreadableCommand:
        """Return the error for words after the name of a command that takes none."""
        return UnreadableCommand(_("'{command}' takes no arguments", command=cls.name))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        """Return the completions of ``tail``, the text after the command's name, best first."""
        return []

    @classmethod
    def can_answer(cls, view: View) -> bool:
        """Return True if the command answers the decision that the seat of ``view`` has to make."""
        return decision_kind(view) in cls.kinds

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        """Return True if games with this ruleset can use the command."""
        return True

    @classmethod
    def is_used_in_game(cls, rules: Rules) -> bool:
        """Return True if a game by these rules, with its number of players, can use the command."""
        return True

    @classmethod
    def own_name(cls) -> str:
        """Return the name in the language in use as typed: lower case, no blanks or punctuation."""
        return "".join(re.findall(r"\w+", pgettext("command", cls.name).lower()))

    @classmethod
    def localized_usage(cls) -> str:
        """Return the form, with the command's name in English and in the language in use."""
        own, usage = cls.own_name(), pgettext("usage", cls.usage)
        forms = [form.partition(" ") for form in usage.split(" | ")]
        if own == cls.name:
            return usage
        return " | ".join(
            f"{own}/{word}{blank}{rest}" if word == cls.name else f"{word}{blank}{rest}"
            for word, blank, rest in forms
        )

    @classmethod
    def usage_text(cls, view: View | None = None) -> str:
        """Return the form and an example for messages.

        If a ``view`` is given, the example names territories of its board.
        """
        example = cls.example if view is None else cls.example_for(view)
        usage = cls.localized_usage()
        if cls.usage == example:
            return usage
        return _("{usage}, for example: {example}", usage=usage, example=example)

    @classmethod
    def example_for(cls, view: View) -> str:
        """Return the example with territories that are allowed now, else with any on the board."""
        words = cls.example.split()
        word_indices = [number for number, word in enumerate(words) if word in _EXAMPLE_TERRITORIES]
        names = [territory.name.lower() for territory in view.board.territories]
        aims = [offer.action.aims for offer in view.offers]
        paths = [path for path in aims if len(path) == len(word_indices)] or [
            next(_paths(view.board, len(word_indices)))
        ]
        if [words[index] for index in word_indices] in [
            [names[it] for it in path] for path in paths
        ]:
            return cls.example
        for index, territory in zip(word_indices, paths[0], strict=True):
            words[index] = names[territory]
        return " ".join(words)

    @abstractmethod
    def run(self, ui: FrontEnd) -> None:
        """Run the command.

        Raises:
            RiskError: If the command is impossible now.
        """


@dataclass
class AnswerCommand(Command):
    """A command that answers the pending decision."""

    answer: Action | Order
    remark: str = ""
    """A message to show after the answer."""

    def run(self, ui: FrontEnd) -> None:
        answer, view = self.answer, ui.view()
        if isinstance(answer, Action) and answer.confirm and offer_of(answer, view):
            message = message_of(
                answer.confirm, *(("own",) if _points_at_own_territory(answer, view) else ())
            )
            ui.confirm(fill(message, answer, Wording((), view.board, view)), answer)
            return
        ui.answer(answer)
        if self.remark:
            ui.say(self.remark)


_EXAMPLE_TERRITORIES = frozenset(
    ["alaska", "brazil", "china", "india", "japan", "kamchatka", "ukraine", "ural"]
)
"""The territories of the classic board that appear in examples."""


def _paths(board: Board, length: int, start: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the paths of ``length`` different territories, those from the first territory first."""
    if len(start) == length:
        yield start
        return
    for territory in board.neighbours[start[-1]] if start else range(len(board.territories)):
        if territory not in start:
            yield from _paths(board, length, (*start, territory))


def _points_at_own_territory(answer: Action, view: View) -> bool:
    """Return True if an action, or a card that it uses, points at the player's own territory."""
    aims = answer.aims
    for name, slot in slots_of(type(answer)).items():
        if slot.meaning == "card" and not slot.many:
            aims = (*aims, *view.board.territories_on_card(getattr(answer, name))[:1])
    return bool(aims) and view.owner[aims[-1]] == view.seat


def allowed_territories(view: View) -> list[int]:
    """Return the territories that actions with a single territory can point at now."""
    return [offer.action.aims[0] for offer in view.offers if len(offer.action.aims) == 1]


def allowed_pairs(view: View) -> list[tuple[int, ...]]:
    """Return the pairs of source and target that actions can point at now."""
    return [offer.action.aims for offer in view.offers if len(offer.action.aims) == 2]


def offer_of(action: Action, view: View) -> Offer | None:
    """Return the offer that an action belongs to, with any number; ``None`` if there is none."""
    for offer in view.offers:
        if type(offer.action) is type(action):
            number = getattr(action, action.number_field or "", 0)
            if offer.with_number(number) == action:
                return offer
    return None


def decision_kind(view: View) -> str:
    """Return the kind of the decision that the seat of ``view`` has to make; empty if none."""
    decision = view.decision
    return decision.kind if decision is not None and decision.seat == view.seat else ""


class Occasion(Enum):
    """The decisions for which a key is useful, or shown in the footer."""

    ANSWERED = auto()
    """Decisions that the key answers (``wording.key_labels``)."""
    ON_MAP = auto()
    """Decisions that are answered by territories."""
    ASKED = auto()
    """Every decision."""
    ALWAYS = auto()
    """Always, even without a decision."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """An action of keys on the game screen.

    A key is written as its character, or as a name such as ``enter`` or ``ctrl+p``.

    Args:
        action: The stable name of the action, which keymaps refer to.
        keys: The default keys.
        help: A line of help. The name of an action in braces is replaced by its key.
        also: Further effects of the key, as pairs of a command and an effect. Each is listed only
            in games that have the command.
        useful: The decisions for which the key is useful.
        label: The label in the footer; ``wording`` has other labels for some decisions.
        shown: The decisions for which the footer shows the key.
        advice: True if the key shows odds, which a table can switch off.
        meaning: Returns the meaning at the cursor; ``None`` if the key runs the command without
            arguments.
    """

    action: str
    keys: tuple[str, ...]
    help: str
    also: tuple[tuple[str, str], ...] = ()
    useful: Occasion = Occasion.ALWAYS
    label: str = ""
    shown: Occasion = Occasion.ANSWERED
    advice: bool = False
    meaning: Callable[[Pointer], Intent] | None = None

    def __post_init__(self) -> None:
        """Check the declaration.

        Raises:
            DeclarationError: If the keys are not a tuple, such as a string that is one key.
        """
        if not isinstance(self.keys, tuple):
            raise DeclarationError(
                f"the keys of {self.action!r} must be a tuple, such as ({self.keys!r},)"
            )


def occasions_of(decision: Decision) -> set[Occasion]:
    """Return the occasions that include a decision, whatever its kind is."""
    always = {Occasion.ASKED, Occasion.ALWAYS}
    return always | {Occasion.ON_MAP} if is_on_map(decision) else always
