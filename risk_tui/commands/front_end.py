"""The front end of commands and keys, and the pages that it shows.

The game screen and line mode are the two front ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Protocol

from risk_tui.engine.actions import EndPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.commands.history import ArmySplit, LastAttack
    from risk_tui.data.settings import Settings
    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.view import View
    from risk_tui.odds.position_odds import CampaignPath
    from risk_tui.table.orders import Order
    from risk_tui.table.situation import ScreenPrivacy
    from risk_tui.table.table import Table


class Page(Enum):
    """A page that a front end shows; each has a function for every one of them."""

    TEXT = auto()
    """A ``title`` and ``lines``, which may be many."""
    TERRITORY = auto()
    """A ``territory`` and its neighbours."""
    EARTH = auto()
    """One of several Earths, by its number ``earth``, or the next one (``None``)."""
    CARDS = auto()
    """The speaker's hand, shown to no other player."""
    MISSION = auto()
    """The speaker's secret mission, shown to no other player, or the goals open to all."""
    LOG = auto()
    """The last ``lines`` of the log at least, or all of them (``None``)."""
    RECAP = auto()
    """The events since the speaker's last turn."""
    DICE = auto()
    """The luck of all players."""
    STORY = auto()
    """The story of the game so far."""
    REPLAY = auto()
    """The game so far, step by step."""
    ODDS = auto()
    """The odds of a campaign or a fight, as a ``report`` has them."""
    THREATS = auto()
    """The chances of the speaker's territories to fall."""
    HINT = auto()
    """The action of the strongest bot, shown only to the player who is asked."""
    RULES = auto()
    """The rules of this game."""
    HELP = auto()
    """All commands, or the keys that work now."""
    CHOICES = auto()
    """The answers that can be picked: some ``offers``, or all of them (none given)."""
    PALETTE = auto()
    """All actions and commands, found by their names."""
    SETTINGS = auto()
    """The settings."""


MAP_PAGES = frozenset({Page.CHOICES, Page.PALETTE, Page.SETTINGS})
"""Pages that only a front end with a map has: keys open them, no command does."""


class Leaving(Enum):
    """The next thing after a table is left."""

    GAME = auto()
    """Nothing: the game is left."""
    REMATCH = auto()
    """The same game again, once this one is over."""
    NEW_GAME = auto()
    """A game like this one, which may be changed before it starts."""


class Pace(Enum):
    """A way for bots to go on."""

    PAUSE = auto()
    """They wait before each step, or no longer do."""
    STEP = auto()
    """They take one step, then wait."""
    SKIP = auto()
    """They take no time until a person decides; only a map shows their moves in time."""


class FrontEnd(Protocol):
    """A front end, as commands see it. Every method may raise ``RiskError`` to refuse."""

    @property
    def table(self) -> Table:
        """The table that is played at."""

    @property
    def privacy(self) -> ScreenPrivacy:
        """Whose secrets may be on the screen."""

    @property
    def settings(self) -> Settings:
        """The player's settings."""

    def view(self) -> View:
        """Return the view of the player who gives the command."""

    def speaker(self) -> int:
        """Return the seat that the command speaks for."""

    def plan(self) -> tuple[CampaignPath, ...]:
        """Return what remains of the campaigns that were shown last."""

    def answer(self, answer: Action | Order) -> None:
        """Answer the decision that is due by an action, or by an order that goes on answering."""

    def repeat(self) -> None:
        """Repeat the speaker's last attack."""

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        """Do an action, or something else, once a question is answered with yes.

        Where nothing can be asked, the line ``typed`` means so; without one this line did.
        """

    def undo(self) -> None:
        """Take back the last step, and say so."""

    def say(self, *lines: str) -> None:
        """Show a few words: the screen joins lines and cuts what does not fit in one row."""

    def show(self, page: Page, **what: Any) -> None:
        """Show a page; ``what`` is named where ``Page`` describes it."""

    def pace(self, how: Pace) -> None:
        """Let the bots wait, or go on."""

    def leave(self, then: Leaving = Leaving.GAME) -> None:
        """Leave the table."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """The place where a key is pressed: its player's view, the cursor, what was typed before."""

    view: View
    cursor: int
    source: int | None = None
    """The territory to act from, if one was chosen."""
    count: int | None = None
    """The number that was typed before the key, if any."""
    recent: tuple[int, ...] = ()
    """The territories that got armies of the same player in this turn, the last one first."""
    last_attack: LastAttack | None = None
    """The last attack of the same player, if there was one."""
    plan: tuple[CampaignPath, ...] = ()
    """The rest of a plan that is shown and leads through the territory."""


class MapFrontEnd(FrontEnd, Protocol):
    """A front end with a map, a cursor on it, and keys; it has all pages."""

    def move_cursor(self, how: str) -> None:
        """Move the cursor: one step (``left``), to the ``next`` territory, or along a ``front``."""

    def select_source(self, selection: SelectSource) -> None:
        """Remember where to act from."""

    def mark_campaign(self) -> None:
        """Mark the territory under the cursor as the next one of a campaign."""

    def ask_number(self, question: AskNumber) -> None:
        """Ask for a number, then do what is made of it."""

    def ask_command(self) -> None:
        """Let a command be typed."""

    def cancel(self) -> None:
        """Forget what was typed or chosen, and stop an order."""


class Intent(Protocol):
    """The meaning of a key: a command, or a question that leads to one."""

    def run(self, ui: MapFrontEnd, /) -> None:
        """Do it. Raises ``RiskError`` if that cannot be."""


@dataclass(frozen=True, slots=True)
class GoOnFirst:
    """Goes on where nothing else can be answered, then does what a key means after that."""

    meaning: Callable[[Pointer], Intent]
    at: Pointer

    def run(self, ui: MapFrontEnd) -> None:
        ui.answer(EndPhase())
        self.meaning(replace(self.at, view=ui.view())).run(ui)


@dataclass(frozen=True, slots=True)
class AskNumber:
    """Asks for a number from ``minimum`` to ``maximum``, then does the action made from it.

    ``topic`` is the kind of question: the last answer to one is proposed for the next, unless
    the situation itself has something ``usual`` about it.
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
    """Remembers a source (``None`` forgets it), and what was ordered with it; shows ``message``.

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
    """Lets one of a few answers to the decision be picked: of these, or of all that are offered."""

    offers: Sequence[Offer] = ()

    def run(self, ui: MapFrontEnd) -> None:
        ui.show(Page.CHOICES, offers=self.offers)
