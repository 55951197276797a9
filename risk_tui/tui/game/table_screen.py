"""A screen at a table: the situation, the curtain, and the dialogs that lie over the board."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.actions import Action
from risk_tui.errors import RiskError
from risk_tui.table.privacy import ScreenPrivacy
from risk_tui.table.situation import Situation
from risk_tui.text.prompts import LOOKS_ON, not_asked
from risk_tui.text.recap import no_recap, recap, recap_title
from risk_tui.text.wrapping import names_in
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.dice_entry import DICE_FIRST
from risk_tui.tui.game.input_controller import InputController
from risk_tui.tui.game.odds_overlay import OddsOverlay
from risk_tui.tui.game.status_line import question
from risk_tui.tui.game.view_model import ViewModel
from risk_tui.tui.screens.base import RiskScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.engine.actions import Offer
    from risk_tui.engine.hooks import OpenGoals
    from risk_tui.engine.view import View
    from risk_tui.table.table import Table
    from risk_tui.text.recap import Recap
    from risk_tui.tui.widgets.prompt import Prompt


class TableScreen(RiskScreen):
    """Makes one situation of every change of the table, and opens dialogs over it."""

    prompt: Prompt

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.names = names_in(table.board, table.seats)
        """Names of several words, which no line is to break."""
        self.privacy = ScreenPrivacy(table)
        self.input = InputController(table.board)
        self.odds_overlay = OddsOverlay()
        self._moves: tuple[int, tuple[tuple[int, int], ...]] = (0, ())
        """What others moved, and after how many steps that was told."""
        self.animator = Animator(
            table,
            lambda: self.risk.settings.shows_animations and self.app.screen is self,
            self.show,
            self.set_timer,
        )
        self._seats_with_mission_shown: set[int] = set()
        """Seats to which their new missions were shown."""
        self._victory_shown = bool(table.winners)
        self._previous_defence: str | None = None
        """The setting for defence dice when the settings were opened, if they were."""
        self._is_handing_over = False
        self.situation = self._look()
        self.view_model = ViewModel(
            table, self.input, self.odds_overlay, self.animator, self.situation
        )

    # What a subclass does

    @abstractmethod
    def show(self) -> None:
        """Bring every part of the screen up to date; only what changed is drawn."""

    @abstractmethod
    def show_rows_above(self) -> None:
        """Show the rows of a message for which the bottom line has no room."""

    @abstractmethod
    def show_prompt(self) -> None:
        """Show what is asked now."""

    @abstractmethod
    def refresh_after_change(self) -> None:
        """Show that the game moved on, then let the next player act."""

    @abstractmethod
    def submit(self, action: Action) -> bool:
        """Do an action for the seat that is asked, or show why not; whether it was done."""

    @abstractmethod
    def attempt(self, change: Callable[[], object]) -> bool:
        """Do something, or show why it cannot be done; whether it was done."""

    @abstractmethod
    def do(self, action: str) -> None:
        """Do an action of the keymap, by its stable name."""

    # The situation

    def renew(self) -> None:
        """Make the situation anew: the table changed, or who may look."""
        self.situation = self._look()
        self.view_model.renew(self.situation)

    def _look(self) -> Situation:
        return Situation.of(
            self.table,
            self.privacy,
            lambda view, is_alone: question(view, self.table.seats, is_alone),
            curtain=self._is_handing_over,
        )

    def view(self) -> View:
        """The view that is shown."""
        return self.situation.view

    def deciding_seat(self) -> int:
        """The seat of the person who is asked here. Raises ``RiskError`` when nobody is."""
        situation = self.situation
        if situation.seat is None:
            raise RiskError("the game is over")
        if not situation.may_act:
            raise RiskError(DICE_FIRST if situation.dice else not_asked(situation.local_seats))
        return situation.seat

    def speaker(self) -> int:
        """The seat of whoever types: the only one here, or else the one that is asked.

        Raises ``RiskError`` when neither is clear.
        """
        local_seats = self.situation.local_seats
        return min(local_seats) if len(local_seats) == 1 else self.deciding_seat()

    def show_message(self, text: str, *, warning: bool = False) -> None:
        """Show a message in the bottom line; an action in braces stands for its key."""
        names = (seat.name for seat in self.table.seats)
        self.prompt.show_message(self.risk.keymap.fill(text, names), warning=warning)
        self.show_rows_above()

    # The curtain

    def hand_over(self, seat: int, on_reveal: Callable[[], None] | None = None) -> None:
        """Close the curtain until a seat says that only it is looking, then call ``on_reveal``."""
        if self._is_handing_over:
            return
        from risk_tui.tui.dialogs.handover import HandoverDialog

        self._is_handing_over = True
        self.close_all()
        self.show()

        def reveal(_: None) -> None:
            self._is_handing_over = False
            self.privacy.reveal_to(seat)
            self.show_moves(news)
            self.refresh_after_change()
            if on_reveal is not None and self.app.screen is self:
                on_reveal()

        view, seats = self.view(), self.table.seats
        news = recap(self.table.history(None), view, seat)
        self.app.push_screen(HandoverDialog(view, seats, seat, news), reveal)

    @property
    def told_moves(self) -> tuple[tuple[int, int], ...]:
        """What others moved, as arrows on the map until something new happens."""
        steps, moves = self._moves
        return moves if steps == self.table.steps else ()

    def show_moves(self, news: Recap | None) -> None:
        """Show the moves of a recap as arrows, or none."""
        self._moves = self.table.steps, news.moves if news is not None else ()

    def close_all(self) -> None:
        """Close and forget all that one player opened or typed, before the next one looks."""
        self.privacy.hide()
        self.renew()
        self.input.release()
        self.odds_overlay.clear()
        self.show_moves(None)
        self.prompt.close()
        self.prompt.clear_history()
        while self.app.screen is not self:
            self.app.pop_screen()

    # What only one person may see

    def show_cards(self) -> None:
        """Open the hand of the person who has the screen for themselves."""
        seat = self._reading_seat()
        if seat is None or not self.privacy.may_show(seat):
            self.show_message(self._why_not_shown("cards"), warning=True)
            return
        from risk_tui.tui.dialogs.cards import CardsDialog

        table = self.table
        dialog = CardsDialog(table.view(seat), table.seats, advice=table.options.advice)
        self.app.push_screen(dialog, self._submit)

    def _reading_seat(self) -> int | None:
        """The seat whose secrets are asked for: the one that decides, or the only viewer."""
        if self.situation.may_act:
            return self.deciding_seat()
        return self.privacy.active_seat if self.privacy.is_sole_viewer else None

    def _why_not_shown(self, what: str) -> str:
        """Why secrets of no particular seat are shown now; ``what`` names them."""
        local_seats = self.table.local_seats
        return f"{what} are shown in your own turn" if local_seats else LOOKS_ON

    def show_mission_once(self) -> bool:
        """Show the person who decides a mission that was just dealt; whether there was one."""
        seat = self.deciding_seat()
        if seat in self._seats_with_mission_shown or not self.privacy.has_new_mission(seat):
            return False
        self._open_mission(seat)
        return True

    def show_mission(self) -> None:
        """Open the secret mission of the person at the keyboard, or the goals open to everybody."""
        seat, view = self._reading_seat(), self.table.view(None)
        if not self.table.ruleset.missions.played and (open_goals := view.open_goals()):
            self._show_goals(open_goals[0])
        elif not self.table.ruleset.missions.played:
            self.show_message("nobody has a mission in this game", warning=True)
        elif seat is None:
            self.show_message(self._why_not_shown("missions"), warning=True)
        elif self.privacy.may_show(seat):
            self._open_mission(seat)
        elif self.view().acting_seat == seat:
            self.hand_over(seat, lambda: self._open_mission(seat))
        else:
            self.show_message(self._why_not_shown("missions"), warning=True)

    def _open_mission(self, seat: int) -> None:
        from risk_tui.tui.dialogs.mission import MissionDialog, mission_text

        self._seats_with_mission_shown.add(seat)
        text = mission_text(self.table.view(seat), self.table.seats, seat)
        self.app.push_screen(MissionDialog("Your secret mission", text, self.names))

    def _show_goals(self, open_goals: OpenGoals) -> None:
        from risk_tui.tui.dialogs.mission import MissionDialog, goals_text

        text = goals_text(open_goals, self.table.board, self.table.seats)
        title = f"{open_goals.name.capitalize()}, open to everybody"
        self.app.push_screen(MissionDialog(title, text, self.names))

    def show_choices(self, offers: Sequence[Offer] = ()) -> None:
        """Open the list of answers to the decision that is due: those offered, or all."""
        from risk_tui.tui.dialogs.choice_dialog import ChoiceDialog
        from risk_tui.tui.dialogs.choices import choices

        if self.situation.may_act and self.app.screen is self:
            advice = self.table.options.advice
            options = choices(self.view(), self.table.seats, offers, advice=advice)
            usual = self.input.history.choices.get(self.deciding_seat())
            self.app.push_screen(
                ChoiceDialog(options, usual, guarded=self.input.guards_enter), self._submit
            )
            self.input.guards_enter = False

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        """Submit an action, or do something else, after asking whether it is meant."""
        from risk_tui.tui.dialogs.basic import ConfirmDialog

        def do_if_confirmed(confirmed: bool | None) -> None:
            if confirmed and isinstance(deed, Action):
                self.submit(deed)
            elif confirmed and not isinstance(deed, Action):
                self.attempt(deed)

        if isinstance(deed, Action):
            self.deciding_seat()
        self.app.push_screen(ConfirmDialog(question, self.names), do_if_confirmed)

    def _submit(self, action: Action | None) -> None:
        if action is not None:
            self.submit(action)

    # What everybody may see

    def show_log(self, lines: int | None = None) -> None:
        """Open the whole log, as far as whoever looks may know it."""
        from risk_tui.tui.dialogs.basic import LogDialog, full_log

        table, names = self.table, self.names

        def read() -> Text:
            records = table.history(self.situation.reader)
            return full_log(records, table.seats, table.view(None))

        self.app.push_screen(LogDialog(read, names))

    def show_page(self, title: str, lines: Sequence[str]) -> None:
        """Open a text of some lines."""
        from risk_tui.tui.dialogs.basic import TextDialog

        text = Text("\n".join(lines))
        self.app.push_screen(TextDialog(title, text, self.names, small=len(lines) < 12))

    def show_recap(self) -> None:
        """Open what happened since the last turn of the person who asks, or who looks on."""
        from risk_tui.tui.dialogs.basic import TextDialog
        from risk_tui.tui.dialogs.handover import recap_text

        table = self.table
        seat = self.deciding_seat() if self.situation.may_act else self.privacy.active_seat
        if seat is None:
            over = table.decision is None
            self.show_message(no_recap(table.local_seats, over=over), warning=True)
            return
        news = recap(table.history(None), table.view(None), seat)
        if news is None:
            self.show_message("nobody else has had a turn yet", warning=True)
            return
        text = recap_text(news, table.board, table.seats)
        self.show_moves(news)
        self.show()
        self.app.push_screen(TextDialog(recap_title(news), text, self.names, small=True))

    def show_dice(self) -> None:
        """Open everybody's luck with the dice, here and, except for guests, in all saved games."""
        from risk_tui.table.dice_archive import dice_at_table
        from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog

        table = self.table
        dialog = DiceStatsDialog(dice_at_table(table), table.seats, this_game_only=self.risk.guest)
        self.app.push_screen(dialog)

    def show_rules(self) -> None:
        """Open the rules of this game."""
        from risk_tui.text.dice_prompts import describe_options
        from risk_tui.tui.screens.ruleset_viewer import RulesetViewer

        table = self.table
        agreed = describe_options(table)
        self.app.push_screen(RulesetViewer(table.ruleset, table.board, table.players, agreed))

    def show_settings(self) -> None:
        """Open the settings."""
        from risk_tui.tui.screens.settings import SettingsScreen

        self._previous_defence = self.risk.settings.defence
        self.app.push_screen(SettingsScreen())

    def apply_settings(self) -> None:
        """After the settings were open, let people here defend as they say now."""
        previous, answer = self._previous_defence, self.risk.settings.defence
        self._previous_defence = None
        if previous in (None, answer):
            return
        try:
            for seat in self.table.local_seats:
                self.table.set_defence(seat, answer)
        except RiskError as error:
            self.show_message(str(error), warning=True)
            return
        always = "everybody always defends with the most dice now"
        self.show_message("everybody is asked for defence dice" if answer == "ask" else always)

    def show_palette(self) -> None:
        """Open the palette that finds an action or a command by its name."""
        from risk_tui.tui.dialogs.command_palette import CommandPalette, palette_items

        def run_choice(choice: str | None) -> None:
            if choice is not None and choice.startswith(":"):
                self.prompt.ask_command(choice[1:])
            elif choice is not None:
                self.do(choice)

        if self.app.screen is self:
            options = asdict(self.table.options)
            items = palette_items(self.view(), self.situation.may_act, self.risk.keymap, **options)
            self.app.push_screen(CommandPalette(items), run_choice)

    def show_help(self) -> None:
        """Open the help for the decision that is due."""
        from risk_tui.tui.dialogs.basic import TextDialog
        from risk_tui.tui.dialogs.help_text import help_text

        table = self.table
        options = asdict(table.options)
        text = help_text(self.view(), table.seats, self.risk.keymap, **options)
        self.app.push_screen(TextDialog("Help", text, self.names))

    def victory(self) -> bool:
        """Show the end of a game that is over; whether this call did it, as only the first does."""
        if not self.table.winners or self._victory_shown:
            return False
        self._victory_shown = True
        self.animator.victory(self.situation.view, self._show_victory)
        return True

    def _show_victory(self) -> None:
        from risk_tui.tui.dialogs.basic import VictoryDialog
        from risk_tui.tui.dialogs.victory_text import victory_text

        table = self.table
        text = victory_text(table.view(None), table.seats, table.history(None))

        def on_closed(action: str | None) -> None:
            self.show_prompt()
            if action:
                self.do(action)

        names = {"rematch": "rematch", "new": "new game", "log": "the log"}
        sign = self.risk.keymap.sign
        actions = [(action, sign(action), label) for action, label in names.items()]
        self.app.push_screen(VictoryDialog(text, actions), on_closed)
        self.risk.drop_keys()
