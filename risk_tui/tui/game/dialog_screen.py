"""A screen at a table, with the dialogs that lie over the board."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.actions import Action
from risk_tui.errors import RiskError
from risk_tui.text.prompts import WATCHING_ONLY, waits_for
from risk_tui.text.recap import no_recap, recap, recap_title
from risk_tui.tui.game.table_screen import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.engine.actions import Offer
    from risk_tui.engine.hooks import PublicGoals
    from risk_tui.table.table import Table


class DialogScreen(TableScreen):
    """Opens what somebody asks to see: secrets for one person, or what everybody may see."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._seats_with_mission_shown: set[int] = set()
        """Seats to which their new missions were shown."""
        self._victory_shown = bool(table.winners)
        self._previous_defence: str | None = None
        """The setting for defence dice when the settings were opened, if they were."""

    # What only one person may see

    def show_cards(self) -> None:
        """Open the hand of the person who has the screen for themselves."""
        seat = self._reading_seat()
        if seat is None or not self.privacy.may_show(seat):
            self.show_message(self._why_not_shown("cards"), warning=True)
            return
        from risk_tui.tui.dialogs.cards import CardsDialog

        table = self.table
        look = partial(table.view, seat)
        dialog = CardsDialog(look, table.seats, advice=table.options.advice)
        self.open(dialog, self._submit)

    def _reading_seat(self) -> int | None:
        """The seat whose secrets are asked for: the one that decides, or the only viewer."""
        if self.situation.may_act:
            return self.deciding_seat()
        return self.privacy.active_seat if self.privacy.is_sole_viewer else None

    def _why_not_shown(self, what: str) -> str:
        """Why secrets of no particular seat are shown now; ``what`` names them."""
        local_seats = self.table.seating.local_seats
        return f"{what} are shown in your own turn" if local_seats else WATCHING_ONLY

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
        if not self.table.ruleset.missions.played and (public_goals := view.public_goals()):
            self._show_goals(public_goals[0])
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
        from risk_tui.tui.dialogs.text_dialogs import MissionDialog, mission_text

        self._seats_with_mission_shown.add(seat)
        text = mission_text(self.table.view(seat), self.table.seats, seat)
        self.open(MissionDialog("Your secret mission", text, self.names))

    def _show_goals(self, public_goals: PublicGoals) -> None:
        from risk_tui.tui.dialogs.text_dialogs import MissionDialog, goals_text

        text = goals_text(public_goals, self.table.board, self.table.seats)
        whose = "seen by" if public_goals.are_personal else "open to"
        title = f"{public_goals.name.capitalize()}, {whose} everybody"
        self.open(MissionDialog(title, text, self.names))

    def show_choices(self, offers: Sequence[Offer] = ()) -> None:
        """Open the list of answers to the decision that is due: those offered, or all."""
        from risk_tui.tui.dialogs.choices import ChoiceDialog, choices

        if self.situation.may_act and self.app.screen is self:
            advice = self.table.options.advice
            options = choices(self.view(), self.table.seats, offers, advice=advice)
            usual = self.selection.history.choices.get(self.deciding_seat())
            self.open(
                ChoiceDialog(options, usual, guarded=self.selection.guards_enter), self._submit
            )
            self.selection.guards_enter = False

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        """Submit an action, or do something else, after asking whether it is meant."""
        from risk_tui.tui.dialogs.text_dialogs import ConfirmDialog

        def do_if_confirmed(confirmed: bool | None) -> None:
            if confirmed and isinstance(deed, Action):
                self.submit(deed)
            elif confirmed and not isinstance(deed, Action):
                self.attempt(deed)

        if isinstance(deed, Action):
            self.deciding_seat()
        self.open(ConfirmDialog(question, self.names), do_if_confirmed)

    def _submit(self, action: Action | None) -> None:
        if action is not None:
            self.submit(action)

    # What everybody may see

    def show_log(self, lines: int | None = None) -> None:
        """Open the whole log, as far as whoever looks may know it."""
        from risk_tui.tui.dialogs.text_dialogs import LogDialog, full_log

        table, names = self.table, self.names

        def read() -> Text:
            records = table.history(self.situation.reader)
            return full_log(records, table.seats, table.view(None))

        self.open(LogDialog(read, names))

    def show_page(self, title: str, lines: Sequence[str]) -> None:
        """Open a text of some lines."""
        from risk_tui.tui.dialogs.text_dialogs import TextDialog

        text = Text("\n".join(lines))
        self.open(TextDialog(title, text, self.names, small=len(lines) < 12))

    def show_recap(self) -> None:
        """Open what happened since the last turn of the person who asks, or who watches."""
        from risk_tui.tui.dialogs.handover import recap_text
        from risk_tui.tui.dialogs.text_dialogs import TextDialog

        table = self.table
        seat = self.deciding_seat() if self.situation.may_act else self.privacy.active_seat
        if seat is None:
            over = table.decision is None
            self.show_message(no_recap(table.seating.local_seats, over=over), warning=True)
            return
        news = recap(table.history(None, seen_by=seat), table.view(seat), seat)
        if news is None:
            self.show_message("nobody else has had a turn yet", warning=True)
            return
        text = recap_text(news, table.board, table.seats)
        self.overlay.show_moves(news)
        self.show()
        self.open(TextDialog(recap_title(news), text, self.names, small=True))

    def show_dice(self) -> None:
        """Open everybody's luck with the dice, here and, except for guests, in all saved games."""
        from risk_tui.table.dice_archive import dice_at_table
        from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog

        table = self.table
        dialog = DiceStatsDialog(
            dice_at_table(table, self.situation.reader), table.seats, this_game_only=self.risk.guest
        )
        self.open(dialog)

    def show_story(self) -> None:
        """Open the story of the game, as far as whoever looks may know it."""
        self._open_story(replay=False)

    def show_replay(self) -> None:
        """Open the replay of the game so far."""
        self._open_story(replay=True)

    def _open_story(self, *, replay: bool) -> None:
        from risk_tui.story.reading import story_at_table, watch_table
        from risk_tui.tui.story.story_opening import open_story

        table, reader = self.table, self.situation.reader
        open_story(
            self.risk,
            story_at_table(table, reader),
            replay=replay,
            later=watch_table(table, reader),
            on_close=self.show_prompt,
        )

    def show_rules(self) -> None:
        """Open the rules of this game."""
        from risk_tui.text.prompts import describe_options
        from risk_tui.tui.screens.ruleset_viewer import RulesetViewer

        table = self.table
        agreed = describe_options(table)
        self.open(RulesetViewer(table.ruleset, table.board, table.players, agreed))

    def show_settings(self) -> None:
        """Open the settings."""
        from risk_tui.tui.screens.settings import SettingsScreen

        self._previous_defence = self.risk.settings.defence
        self.open(SettingsScreen())

    def apply_settings(self) -> None:
        """After the settings were open, let people here defend as they say now."""
        previous, answer = self._previous_defence, self.risk.settings.defence
        self._previous_defence = None
        if previous in (None, answer):
            return
        try:
            for seat in self.table.seating.local_seats:
                self.table.seating.set_defence(seat, answer)
        except RiskError as error:
            self.show_message(str(error), warning=True)
            return
        always = "everybody always defends with the most dice now"
        self.show_message("everybody is asked for defence dice" if answer == "ask" else always)

    def show_palette(self) -> None:
        """Open the palette that finds an action or a command by its name."""
        from risk_tui.tui.dialogs.choices import CommandPalette, palette_items

        def run_choice(choice: str | None) -> None:
            if choice is not None and choice.startswith(":"):
                self.prompt.ask_command(choice[1:])
            elif choice is not None:
                self.do(choice)

        if self.app.screen is self:
            options = asdict(self.table.options) | {"is_kept": self.table.is_kept}
            items = palette_items(self.view(), self.situation.may_act, self.risk.keymap, **options)
            self.open(CommandPalette(items), run_choice)

    def show_help(self) -> None:
        """Open the help for the decision that is due."""
        from risk_tui.tui.dialogs.text_dialogs import TextDialog, help_text

        table = self.table
        view, options = self.view(), asdict(table.options) | {"is_kept": table.is_kept}
        if view.decision is not None:
            options["waiting"] = waits_for(view.decision, table.seats, table.seating.local_seats)
        text = help_text(view, table.seats, self.risk.keymap, **options)
        self.open(TextDialog("Help", text, self.names))

    def victory(self) -> bool:
        """Show the end of a game that is over; whether this call did it, as only the first does."""
        if not self.table.winners or self._victory_shown:
            return False
        self._victory_shown = True
        self.animator.victory(self.situation.view, self._show_victory)
        return True

    def _show_victory(self) -> None:
        from risk_tui.tui.dialogs.text_dialogs import VictoryDialog, victory_text

        table = self.table
        text = victory_text(table.view(None), table.seats, table.history(None))

        def on_closed(action: str | None) -> None:
            self.show_prompt()
            if action:
                self.do(action)

        names = {"story": "story", "rematch": "rematch", "new": "new game", "log": "log"}
        sign = self.risk.keymap.sign
        actions = [(action, sign(action), label) for action, label in names.items()]
        self.open(VictoryDialog(text, actions), on_closed)
        self.risk.drop_keys()
