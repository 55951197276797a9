"""The interface of a front end for commands and keys, its pages, and the inputs that it remembers.

The game screen and line mode are the two front ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Protocol

from risk_tui.data.language import N_, _, join_and
from risk_tui.data.settings import Settings
from risk_tui.engine.actions import Action, Attack, EndPhase, Offer
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.view import View
from risk_tui.odds.position_odds import CampaignPath
from risk_tui.table.orders import Blitz, Order

if TYPE_CHECKING:
    from risk_tui.table.situation import ScreenPrivacy
    from risk_tui.table.table import Table


class Page(Enum):
    """A page that a front end may have; ``CHOICES`` and ``PALETTE`` need a screen."""

    TEXT = auto()
    """A ``title`` and any number of ``lines``."""
    TERRITORY = auto()
    """A ``territory`` and its neighbours."""
    EARTH = auto()
    """One of several Earths, by its number ``earth`` from 0, or the next one (``None``)."""
    CARDS = auto()
    """The hand of the acting player, hidden from all others."""
    MISSION = auto()
    """The secret mission of the acting player, hidden from all others, or the public goals."""
    LOG = auto()
    """At least the last ``lines`` of the log, or all of them (``None``)."""
    TALK = auto()
    """The talk, including messages to the acting player alone."""
    PHRASES = auto()
    """The numbered phrases for ``say``."""
    RECAP = auto()
    """The events since the acting player's last turn."""
    DICE = auto()
    """The luck of all players."""
    STORY = auto()
    """The story of the game so far."""
    REPLAY = auto()
    """The game so far, step by step."""
    ODDS = auto()
    """The odds of a campaign or a fight, from a ``report``."""
    THREATS = auto()
    """The chances that the acting player's territories fall."""
    HINT = auto()
    """The action that the strongest bot would take, shown only to the player who has to decide."""
    RULES = auto()
    """The rules of this game."""
    HELP = auto()
    """All commands, or the keys that work now."""
    CHOICES = auto()
    """The possible answers: some ``offers``, or all of them if none are given."""
    PALETTE = auto()
    """All actions and commands, searchable by name."""
    SETTINGS = auto()
    """The settings."""


class Leaving(Enum):
    """The choice of what follows after players leave a table."""

    GAME = auto()
    """Nothing: the players leave the game."""
    REMATCH = auto()
    """The same game again, after the present one is over."""
    NEW_GAME = auto()
    """A similar game, which can be changed before it starts."""


class Pace(Enum):
    """A change to the pace of bots."""

    PAUSE = auto()
    """Start to pause before each step, or stop that."""
    STEP = auto()
    """Take one step, then pause."""
    SKIP = auto()
    """Skip all delays until a person decides. Only a map shows bots' moves with delays."""


class FrontEnd(Protocol):
    """A front end, as commands see it. Every method may raise ``RiskError`` to refuse."""

    @property
    def table(self) -> Table:
        """The current table."""

    @property
    def privacy(self) -> ScreenPrivacy:
        """The record of the seats whose secrets may be on the screen."""

    @property
    def settings(self) -> Settings:
        """The player's settings."""

    def view(self) -> View:
        """Return the view of the player who gives the command."""

    def speaker(self) -> int:
        """Return the seat that the command acts for: the only one here, else the deciding one.

        Raises:
            RiskError: If several seats are here, or none, and none of them has to decide.
        """

    def plan(self) -> tuple[CampaignPath, ...]:
        """Return the remaining part of the campaigns that were shown last."""

    def answer(self, answer: Action | Order) -> None:
        """Answer the pending decision with an action, or with an order that keeps answering."""

    def repeat(self) -> None:
        """Repeat the last attack of the acting player."""

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        """Ask a yes-or-no question and act on a yes.

        Args:
            question: The question to the player.
            deed: The action, or the function to call, after a yes.
            typed: The line that means yes, for a front end that can't ask. If it is empty, such a
                front end acts at once.
        """

    def undo(self) -> None:
        """Undo the last step, and say so."""

    def say(self, *lines: str) -> None:
        """Show a short message. The screen joins the lines; text beyond two rows is a page."""

    def show(self, page: Page, **what: Any) -> None:
        """Show a page with the values that ``Page`` describes."""

    def pace(self, how: Pace) -> None:
        """Change the pace of bots."""

    def leave(self, then: Leaving = Leaving.GAME) -> None:
        """Leave the table."""


def truce_question(table: Table, view: View, answer: Action | Order) -> str:
    """Return the question before attacks that break a truce; empty if they break none."""
    attack = answer.precondition(view) if isinstance(answer, Order) else answer
    if not table.talk.count or not isinstance(attack, Attack):
        return ""  # Truces are made by talk.
    if view.attack_offer(attack.source, attack.target) is None:
        return ""  # A refused attack breaks nothing.
    assert view.seat is not None, "a spectator has no offers"
    targets = answer.targets if isinstance(answer, Order) else (attack.target,)
    partners = table.talk.truce_partners(view.seat, (view.owner[target] for target in targets))
    return _("Break your truce with {name}?", name=join_and(partners)) if partners else ""


@dataclass(frozen=True, slots=True)
class Pointer:
    """The context of a key press: the player's view, the cursor, and earlier inputs."""

    view: View
    cursor: int
    source: int | None = None
    """The territory to act from, if one is chosen."""
    count: int | None = None
    """The number typed before the key, if any."""
    recent: tuple[int, ...] = ()
    """The territories of the player's latest answer in this turn, its target first."""
    last_attack: LastAttack | None = None
    """The last attack of the same player, if any."""
    plan: tuple[CampaignPath, ...] = ()
    """The remaining part of the plan on the map, if it passes through the cursor's territory."""


class MapFrontEnd(FrontEnd, Protocol):
    """A front end with a map, a cursor on it, and keys. It has all pages."""

    def move_cursor(self, move: str) -> None:
        """Move the cursor: one step (``left``), to the ``next`` territory, or along a ``front``."""

    def select_source(self, selection: SelectSource) -> None:
        """Remember the territory to act from."""

    def mark_campaign(self) -> None:
        """Add the territory under the cursor to a campaign."""

    def ask_number(self, question: AskNumber) -> None:
        """Ask for a number, then take the action made from it."""

    def ask_command(self) -> None:
        """Open the command line."""

    def toggle_panel(self) -> None:
        """Hide the panel, or show it beside the map, or instead of the map if there is no room."""

    def cancel(self) -> None:
        """Clear the typed number and the chosen source, and stop a running order."""


class Intent(Protocol):
    """The meaning of a key: a command, or a question that leads to one."""

    def run(self, ui: MapFrontEnd, /) -> None:
        """Run the intent.

        Raises:
            RiskError: If it is impossible now.
        """


@dataclass(frozen=True, slots=True)
class EndPhaseFirst:
    """Ends a phase that allows nothing else, then applies the key to the next one."""

    meaning: Callable[[Pointer], Intent]
    at: Pointer

    def run(self, ui: MapFrontEnd) -> None:
        ui.answer(EndPhase())
        self.meaning(replace(self.at, view=ui.view())).run(ui)


@dataclass(frozen=True, slots=True)
class AskNumber:
    """Asks for a number from ``minimum`` to ``maximum``, then takes the action made from it.

    The proposed number is the last answer to a question with the same ``topic``, unless the
    situation has an obvious one, which is ``usual``.
    """

    topic: str
    question: str
    minimum: int
    maximum: int
    make: Callable[[int], Action]
    usual: ArmySplit | None = None

    def run(self, ui: MapFrontEnd) -> None:
        ui.ask_number(self)


@dataclass(frozen=True, slots=True)
class SelectSource:
    """Selects a source (``None`` for none) and an order for it, and shows ``message``.

    The order is a blitz that stops at ``stop_at`` armies, or the number ``count`` for the target.
    """

    source: int | None
    message: str = ""
    count: int | None = None
    stop_at: int | None = None

    def run(self, ui: MapFrontEnd) -> None:
        ui.select_source(self)


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """Lets the player pick one of these ``offers``, or of all offers if there are none here."""

    offers: Sequence[Offer] = ()

    def run(self, ui: MapFrontEnd) -> None:
        ui.show(Page.CHOICES, offers=self.offers)


# Inputs that a front end remembers

ALL, FEWEST = N_("all"), N_("least")
"""The words for the two ends of a range."""


@dataclass(frozen=True, slots=True)
class LastAttack:
    """An attack that can be repeated.

    It has a number of ``dice`` (``None``: as many as allowed), or is a blitz that continues until
    ``stop_at`` armies are left.
    """

    source: int
    target: int
    dice: int | None = None
    stop_at: int | None = None


@dataclass(frozen=True, slots=True)
class ArmySplit:
    """A choice of a number of armies between a minimum and a maximum.

    It is ``armies``, or all but ``left_behind``; neither means the minimum.
    """

    armies: int | None = None
    left_behind: int | None = None

    @classmethod
    def of(cls, number: int, minimum: int, maximum: int) -> ArmySplit:
        """Return the split that ``number`` most likely means, from the nearer end of the range.

        >>> [ArmySplit.of(number, 1, 7).description for number in (1, 2, 5, 7)]
        ['least', '2', 'all but 2', 'all']
        """
        if number == maximum:
            return cls(left_behind=0)
        if number == minimum:
            return cls()
        return (
            cls(left_behind=maximum - number) if maximum - number < number else cls(armies=number)
        )

    def number(self, minimum: int, maximum: int) -> int:
        """Return the number of armies in the range from ``minimum`` to ``maximum``."""
        if self.left_behind is not None:
            return max(minimum, maximum - self.left_behind)
        return minimum if self.armies is None else min(maximum, max(minimum, self.armies))

    @property
    def description(self) -> str:
        """The split in words.

        >>> ArmySplit(left_behind=0).description, ArmySplit(left_behind=2).description
        ('all', 'all but 2')
        >>> ArmySplit().description, ArmySplit(armies=4).description
        ('least', '4')
        """
        if self.left_behind:
            return _("all but {left_behind}", left_behind=self.left_behind)
        if self.left_behind == 0:
            return ALL
        return FEWEST if self.armies is None else str(self.armies)


def occupation_split(view: View, source: int, target: int) -> ArmySplit | None:
    """Return the obvious split of armies that occupy a conquered territory.

    Move all of them, but as few as possible if only their source borders an enemy, or if its loss
    would eliminate their seat.

    Returns:
        ``None`` if both territories border an enemy.
    """

    def borders_enemy(territory: int) -> bool:
        return any(
            view.owner[neighbour] != view.acting_seat
            for neighbour in view.board.neighbours[territory]
        )

    stakes = [stake for hook in view.rules.hooks.stakes for stake in hook(view)]
    if any(it.is_fatal and (it.territory, it.seat) == (source, view.acting_seat) for it in stakes):
        return ArmySplit()
    if borders_enemy(source):
        return None if borders_enemy(target) else ArmySplit()
    return ArmySplit(left_behind=0)


def chosen_words(action: Action) -> list[str]:
    """Return the words that an action chose, one for each choice between two words."""
    choices = [(slot.words, getattr(action, name)) for name, slot in slots_of(type(action)).items()]
    return [words[chosen] for words, chosen in choices if words and chosen is not None]


class InputHistory:
    """The latest inputs, separate for each seat so that players' habits stay private."""

    def __init__(self) -> None:
        self.attacks: dict[int, LastAttack] = {}
        self.choices: dict[int, Action] = {}
        """The last choice of each seat between two words."""
        self.splits: dict[tuple[int, str], ArmySplit] = {}
        """The last number of each seat by topic (see ``AskNumber``)."""

    def remember(self, seat: int, answer: Action | Order, view: View) -> None:
        """Record an answer of a seat if it can be repeated.

        Args:
            seat: The seat that answers.
            answer: The action or order.
            view: The seat's view before the answer.
        """
        if isinstance(answer, Blitz):
            last = LastAttack(answer.source, answer.target, stop_at=answer.stop_at)
            self.attacks[answer.seat] = last
        elif isinstance(answer, Attack):
            offer = view.attack_offer(answer.source, answer.target)
            maximum = 0 if offer is None else offer.maximum or 1
            if answer.dice <= maximum:
                dice = answer.dice if answer.dice < maximum else None
                self.attacks[seat] = LastAttack(answer.source, answer.target, dice)
        elif isinstance(answer, Action) and chosen_words(answer):
            self.choices[seat] = answer

    def remember_split(
        self, seat: int, topic: str, number: int, minimum: int, maximum: int
    ) -> None:
        """Record a number of armies that a seat chose, if there was a choice."""
        if minimum < maximum:
            self.splits[seat, topic] = ArmySplit.of(number, minimum, maximum)
