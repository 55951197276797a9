"""The pages over a game screen: those for one person, and those for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.text import Text

from risk_tui.bots import DEFAULT_BOT
from risk_tui.commands.front_end import Page
from risk_tui.commands.table_commands import talk_page
from risk_tui.data.language import _, capitalize
from risk_tui.engine.actions import Action, Offer
from risk_tui.engine.hooks import PublicGoals
from risk_tui.errors import RiskError
from risk_tui.table.seating import WATCHING_ONLY
from risk_tui.text.prompts import describe_options, waits_for
from risk_tui.text.recap import recap, recap_title, why_no_recap
from risk_tui.text.record_lines import drop_repeated_events
from risk_tui.text.wrapping import names_in
from risk_tui.tui.dialogs import text_dialogs
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.bottom_line import BottomLine, next_games
from risk_tui.tui.game.moment import Moment, ScreenServices
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.game.selection import Selection


class Pages:
    """Opens dialogs and screens over one game screen, and takes their answers."""

    def __init__(
        self,
        screen: ScreenServices,
        moment: Moment,
        selection: Selection,
        line: BottomLine,
        overlay: Overlay,
        animator: Animator,
        submit: Callable[[Action], None],
        press: Callable[[str], object],
    ) -> None:
        """Create the pages of one game screen.

        Args:
            submit: Submits a chosen action.
            press: Carries out the action of a key.
        """
        self._screen = screen
        self._app = screen.risk
        self._moment = moment
        self._table = moment.table
        self._selection = selection
        self._line = line
        self._overlay = overlay
        self._animator = animator
        self._submit = submit
        self._press = press
        self.names = names_in(self._table.board, self._table.seats)
        """Names of more than one word, which are not broken between lines."""
        self._seats_with_mission_shown: set[int] = set()
        """The seats that have seen their new missions."""
        self._victory_shown = bool(self._table.winners)
        self._previous_defence: str | None = None
        """The setting for defence dice when the settings were opened, if they were."""
        self.functions: dict[Page, Callable[..., None]] = {
            Page.TEXT: self._show_text,
            Page.CARDS: self._show_cards,
            Page.MISSION: self._show_mission,
            Page.LOG: self._show_log,
            Page.TALK: self._show_talk,
            Page.PHRASES: self._show_phrases,
            Page.RECAP: self._show_recap,
            Page.DICE: self._show_dice,
            Page.STORY: partial(self._show_story, replay=False),
            Page.REPLAY: partial(self._show_story, replay=True),
            Page.RULES: self._show_rules,
            Page.HELP: self._show_help,
            Page.CHOICES: self._show_choices,
            Page.PALETTE: self._show_palette,
            Page.SETTINGS: self._show_settings,
        }

    def confirm(self, question: str, on_confirmed: Callable[[], None]) -> None:
        """Ask a question, and call ``on_confirmed`` if the answer is yes."""
        from risk_tui.tui.dialogs.choices import ConfirmDialog

        def take_answer(is_confirmed: bool | None) -> None:
            if is_confirmed:
                on_confirmed()

        self._screen.open(ConfirmDialog(question, self.names), take_answer)

    # Pages for one person

    def hand_over(self, seat: int, on_reveal: Callable[[], None] | None = None) -> None:
        """Hide the table until the seat's player confirms to be alone, then call ``on_reveal``."""
        moment, screen, table = self._moment, self._screen, self._table
        if moment.is_handing_over:
            return
        from risk_tui.tui.dialogs.handover import HandoverDialog

        moment.is_handing_over = True
        screen.forget_player()
        screen.draw()
        news = recap(table.history(None, seen_by=seat), table.view(seat), seat)

        def reveal(is_here: bool | None) -> None:
            moment.is_handing_over = False
            if is_here is False:
                self._let_bot_play(seat)
                return
            moment.privacy.reveal_to(seat)
            self._overlay.show_moves(news)
            screen.refresh_after_change()
            if on_reveal is not None and screen.is_on_top:
                on_reveal()

        screen.open(HandoverDialog(moment.view, table.seats, seat, news), reveal)

    def _let_bot_play(self, seat: int) -> None:
        """Hand the seat of a player who is away to a bot, without showing their secrets."""
        try:
            self._table.set_player(seat, DEFAULT_BOT)
        except RiskError as error:
            self._line.refuse(error)
        self._screen.refresh_after_change()

    def _show_cards(self) -> None:
        seat = self._moment.reading_seat()
        if seat is None or not self._moment.privacy.may_show(seat):
            self._refuse_secrets(_("cards are shown only on your own turn"))
            return
        from risk_tui.tui.dialogs.cards import CardsDialog

        table = self._table
        look = partial(table.view, seat)
        dialog = CardsDialog(look, table.seats, advice=table.options.advice)
        self._screen.open(dialog, self._take_action)

    def _refuse_secrets(self, reason: str) -> None:
        """Show the reason why no secrets are shown; spectators read that they never see any."""
        local_seats = self._moment.situation.local_seats
        self._line.say(reason if local_seats else _(WATCHING_ONLY), warning=True)

    def show_new_mission(self) -> bool:
        """Show a new mission to the deciding person. Return False if none is new."""
        seat = self._moment.deciding_seat()
        is_known = seat in self._seats_with_mission_shown
        if is_known or not self._moment.privacy.has_new_mission(seat):
            return False
        self._open_mission(seat)
        return True

    def _show_mission(self) -> None:
        """Open the secret mission of the person at the keyboard, or the public goals."""
        moment, seat = self._moment, self._moment.reading_seat()
        if not self._table.ruleset.missions.played:
            if public_goals := self._table.view(None).public_goals():
                self._show_goals(public_goals[0])
            else:
                self._line.say(_("there are no missions in this game"), warning=True)
        elif seat is not None and moment.privacy.may_show(seat):
            self._open_mission(seat)
        elif seat is not None and moment.view.acting_seat == seat:
            self.hand_over(seat, partial(self._open_mission, seat))
        else:
            self._refuse_secrets(_("missions are shown only on your own turn"))

    def _open_mission(self, seat: int) -> None:
        self._seats_with_mission_shown.add(seat)
        key = self._app.keymap.sign("mission")
        text = text_dialogs.mission_text(self._table.view(seat), self._table.seats, seat, key)
        self._screen.open(text_dialogs.MissionDialog(_("Your secret mission"), text, self.names))

    def _show_goals(self, public_goals: PublicGoals) -> None:
        text = text_dialogs.goals_text(public_goals, self._table.board, self._table.seats)
        name = capitalize(_(public_goals.name))
        title = (
            _("{goals}, seen by all", goals=name)
            if public_goals.are_personal
            else _("{goals}, open to all", goals=name)
        )
        self._screen.open(text_dialogs.MissionDialog(title, text, self.names))

    def _show_choices(self, offers: Sequence[Offer] = ()) -> None:
        """Open the list of answers to the pending decision: these ``offers``, or all."""
        from risk_tui.tui.dialogs.choices import ChoiceDialog, choices

        selection, moment = self._selection, self._moment
        if moment.situation.may_act and self._screen.is_on_top:
            advice = self._table.options.advice
            options = choices(moment.view, self._table.seats, offers, advice=advice)
            usual = selection.history.choices.get(moment.deciding_seat())
            dialog = ChoiceDialog(options, usual, guarded=selection.guards_enter)
            self._screen.open(dialog, self._take_action)
            selection.guards_enter = False

    def _take_action(self, action: Action | None) -> None:
        """Submit the action that a dialog returned, if any."""
        if action is not None:
            self._submit(action)

    # Pages for all

    def _show_log(self, lines: int | None = None) -> None:
        """Open the whole log, without the events that are hidden from the people here."""
        table, moment = self._table, self._moment

        def read() -> Text:
            reader = moment.situation.reader
            records = drop_repeated_events(table.history(reader))
            return text_dialogs.full_log(
                table.talk.merge(records, 0, reader), table.seats, table.view(None), reader
            )

        self._screen.open(text_dialogs.LogDialog(read, self.names))

    def _show_text(self, title: str, lines: Sequence[str]) -> None:
        text = Text("\n".join(lines))
        self._screen.open(text_dialogs.TextDialog(title, text, self.names, small=len(lines) < 12))

    def _show_talk(self) -> None:
        """Open the talk. If others can see the screen, private lines need a handover first."""
        moment, table = self._moment, self._table
        seat = moment.reading_seat()
        if seat is not None and not moment.privacy.may_show(seat):
            if any(line.to == seat for line in table.talk.lines(seat)):
                self.hand_over(seat, self._show_talk)
                return
            seat = None
        self._show_text(_("Talk"), talk_page(table, seat))

    def _show_phrases(self) -> None:
        """Open the list of phrases, and say the chosen one."""
        from risk_tui.tui.dialogs.choices import PhrasesDialog

        def take_answer(phrase: str | None) -> None:
            if phrase == "":
                self._line.prompt.ask_command("say ")
            elif phrase is not None:
                try:
                    self._table.talk.say(self._moment.speaker(), phrase)
                except RiskError as error:
                    self._line.refuse(error)

        self._moment.speaker()  # This raises an error if no player here can speak.
        self._screen.open(PhrasesDialog(), take_answer)

    def _show_recap(self) -> None:
        """Open the recap for the deciding person here, or for the one who has the screen."""
        from risk_tui.tui.dialogs.handover import recap_text

        table, moment = self._table, self._moment
        seat = moment.situation.seat if moment.situation.may_act else moment.privacy.active_seat
        if seat is None:
            reason = why_no_recap(
                moment.situation.local_seats, over=moment.situation.decision is None
            )
            self._line.say(reason, warning=True)
            return
        news = recap(table.history(None, seen_by=seat), table.view(seat), seat)
        if news is None:
            self._line.say(_("no other player has had a turn yet"), warning=True)
            return
        text = recap_text(news, table.board, table.seats)
        self._overlay.show_moves(news)
        self._screen.open(text_dialogs.TextDialog(recap_title(news), text, self.names, small=True))

    def _show_dice(self) -> None:
        """Open the luck of all players, in this game and, except for guests, in all saved games."""
        from risk_tui.table.dice_archive import dice_at_table
        from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog

        dice = dice_at_table(self._table, self._moment.situation.reader)
        self._screen.open(DiceStatsDialog(dice, self._table.seats, this_game_only=self._app.guest))

    def _show_story(self, *, replay: bool) -> None:
        """Open the story of the game or its replay, as far as the people here may know it."""
        from risk_tui.story.story import story_at_table, watch_table
        from risk_tui.tui.story.story_screen import open_story

        table, reader = self._table, self._moment.situation.reader
        open_story(
            self._app,
            story_at_table(table, reader),
            replay=replay,
            later=watch_table(table, reader),
            on_close=self._line.ask,
        )

    def _show_rules(self) -> None:
        from risk_tui.tui.screens.ruleset_viewer import RulesetViewer

        table = self._table
        options = describe_options(table)
        self._screen.open(RulesetViewer(table.ruleset, table.board, table.players, options))

    def _show_settings(self) -> None:
        from risk_tui.tui.screens.settings import SettingsScreen

        self._previous_defence = self._app.settings.defence
        self._screen.open(SettingsScreen())

    def apply_settings(self) -> None:
        """Apply a changed setting for defence dice to all people here, after the settings close."""
        previous, answer = self._previous_defence, self._app.settings.defence
        self._previous_defence = None
        local_seats = self._moment.situation.local_seats
        if previous in (None, answer) or not local_seats:
            return
        try:
            for seat in local_seats:
                self._table.seating.set_defence(seat, answer)
        except RiskError as error:
            self._line.say(str(error), warning=True)
            return
        self._line.say(
            _("all players here now choose their defence dice")
            if answer == "ask"
            else _("all players here now always defend with the maximum")
        )

    def _show_palette(self) -> None:
        """Open the list in which a player can find an action or a command by its name."""
        from risk_tui.tui.dialogs.choices import CommandPalette, palette_items

        if self._screen.is_on_top:
            table, moment, keymap = self._table, self._moment, self._app.keymap
            may_act, is_kept = moment.situation.may_act, table.is_kept
            items = palette_items(moment.view, may_act, keymap, table.options, is_kept=is_kept)
            self._screen.open(CommandPalette(items), self._run_choice)

    def _run_choice(self, choice: str | None) -> None:
        """Carry out a choice from the palette: an action, or a line to type after a colon."""
        if choice is not None and choice.startswith(":"):
            self._line.prompt.ask_command(choice[1:])
        elif choice is not None:
            self._press(choice)

    def _show_help(self) -> None:
        """Open the help for the pending decision."""
        table, view = self._table, self._moment.view
        waiting = ""
        if view.decision is not None:
            local_seats = self._moment.situation.local_seats
            waiting = waits_for(view.decision, table.seats, local_seats)
        text = text_dialogs.help_text(
            view,
            table.seats,
            self._app.keymap,
            table.options,
            waiting=waiting,
            is_kept=table.is_kept,
            next_games=next_games(view, table),
        )
        self._screen.open(text_dialogs.HelpDialog(text, self.names))

    def show_victory(self) -> bool:
        """Show a victory. Return False if there is none or it was shown before."""
        if not self._table.winners or self._victory_shown:
            return False
        self._victory_shown = True
        self._animator.victory(self._moment.view, self._open_victory)
        return True

    def _open_victory(self) -> None:
        table, view = self._table, self._table.view(None)
        text = text_dialogs.victory_text(view, table.seats, table.history(None))

        def take_answer(action: str | None) -> None:
            self._line.ask()
            if action:
                self._press(action)

        actions = ("story", *next_games(view, table), "log")
        keys = {action: self._app.keymap.labelled(action) for action in actions}
        self._screen.open(text_dialogs.VictoryDialog(text, keys), take_answer)
        self._app.drop_keys()
