"""What commands and keys need of the front end that carries them out: the screen, or line mode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.actions import EndPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.commands.history import ArmySplit, LastAttack
    from risk_tui.commands.odds_report import OddsReport
    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.view import View
    from risk_tui.odds.position_odds import CampaignPath
    from risk_tui.table.orders import Order
    from risk_tui.table.situation import ScreenPrivacy
    from risk_tui.table.table import Table


class FrontEnd(Protocol):
    """A front end, as commands see it. Every method may raise ``RiskError`` to refuse."""

    @property
    def table(self) -> Table:
        """The table that is played at."""

    @property
    def privacy(self) -> ScreenPrivacy:
        """Whose secrets may be on the screen."""

    def view(self) -> View:
        """The view of whoever gives the command."""

    def speaker(self) -> int:
        """The seat that the command speaks for."""

    def answer(self, answer: Action | Order) -> None:
        """Answer the decision that is due by an action, or by an order that goes on answering."""

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        """Do an action, or something else, once a question is answered with yes.

        Where nothing can be asked, the line ``typed`` means so; without one this line did.
        """

    def say(self, *lines: str) -> None:
        """Show a few words: the screen joins lines and cuts what does not fit in one row."""

    def repeat(self) -> None:
        """Repeat the speaker's last attack."""

    def undo(self) -> None:
        """Take back the last step, and say so."""

    def leave_seat(self, seat: int) -> None:
        """Leave a seat to another terminal."""

    def leave(self) -> None:
        """Leave the table."""

    def rematch(self) -> None:
        """Play the same game again, once it is over."""

    def new_game(self) -> None:
        """Let a game like this one be changed and begun, once it is over."""

    def show_page(self, title: str, lines: Sequence[str]) -> None:
        """Show a text that may be long."""

    def show_territory(self, territory: int) -> None:
        """Show a territory and what lies around it."""

    def show_earth(self, earth: int | None) -> None:
        """Show one of several Earths, or the next one."""

    def show_cards(self) -> None:
        """Show the speaker's hand, to nobody else."""

    def show_mission(self) -> None:
        """Show the speaker's secret mission, to nobody else, or the goals open to everybody."""

    def show_log(self, lines: int | None) -> None:
        """Show the last lines of the log at least, or all of them."""

    def show_recap(self) -> None:
        """Show what happened since the speaker's last turn."""

    def show_dice(self) -> None:
        """Show everybody's luck."""

    def show_story(self) -> None:
        """Show the story of the game so far."""

    def show_replay(self) -> None:
        """Show the game so far again, step by step."""

    def show_odds(self, report: OddsReport) -> None:
        """Show the odds of a campaign or a fight."""

    def plan(self) -> tuple[CampaignPath, ...]:
        """What remains of the campaigns that were shown last."""

    def plan_floor(self) -> int:
        """The chance in percent below which a plan stops, unless its player says otherwise."""

    def show_threats(self) -> None:
        """Show how likely the speaker's territories are to fall."""

    def show_hint(self) -> None:
        """Show whoever is asked what the strongest computer player would do, to nobody else."""

    def pause(self) -> None:
        """Let the computer players wait before each step, or go on."""

    def step(self) -> None:
        """Let the computer players take one step, and then wait."""

    def show_rules(self) -> None:
        """Show the rules of this game."""

    def show_help(self) -> None:
        """Show all commands."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """What a key is pressed on: the view of who presses it, the cursor, what was typed before."""

    view: View
    cursor: int
    source: int | None = None
    """The territory to act from, if one was chosen."""
    count: int | None = None
    """The number that was typed before the key, if any."""
    recent: tuple[int, ...] = ()
    """Where the same player put or moved armies in this turn, the last place first."""
    last_attack: LastAttack | None = None
    """The last attack of the same player, if there was one."""
    plan: tuple[CampaignPath, ...] = ()
    """What remains of a plan that is shown and leads through the territory."""


class MapFrontEnd(FrontEnd, Protocol):
    """A front end with a map, a cursor on it, and keys."""

    def point(self, meaning: Callable[[Pointer], Intent]) -> None:
        """Do what a key means for the decision that is due, with the cursor where it is."""

    def ask_number(self, question: AskNumber) -> None:
        """Ask for a number, then do what is made of it."""

    def select_source(self, selection: SelectSource) -> None:
        """Remember where to act from."""

    def show_choices(self, offers: Sequence[Offer] = ()) -> None:
        """Let one of some answers be picked, or one of all."""

    def move_cursor(self, direction: str) -> None:
        """Move the cursor one step."""

    def walk(self, action: str) -> None:
        """Move the cursor to the next territory that can act, or the next front."""

    def ask_command(self) -> None:
        """Let a command be typed."""

    def skip(self) -> None:
        """Go on without pauses until a person has to decide."""

    def mark_campaign(self) -> None:
        """Mark the territory under the cursor as the next one of a campaign."""

    def cancel(self) -> None:
        """Forget what was typed or chosen, and stop an order."""

    def show_palette(self) -> None:
        """Let an action or a command be found by its name."""

    def show_settings(self) -> None:
        """Show the settings."""


class Intent(Protocol):
    """What a key means: a command, or a question that leads to one."""

    def run(self, ui: MapFrontEnd) -> None:
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
        ui.show_choices(self.offers)
