"""The front end of commands at a game screen, with a map, a cursor and keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from risk_tui.commands.all_commands import complete, parse
from risk_tui.commands.front_end import (
    AskNumber,
    Intent,
    Leaving,
    Pace,
    Page,
    Pointer,
    SelectSource,
    truce_question,
)
from risk_tui.commands.odds_commands import expect_advice
from risk_tui.commands.odds_report import OddsReport
from risk_tui.commands.pointing import blitz, enter, fight_hint, gives_up_attacks, repeat
from risk_tui.commands.reports import hint_line
from risk_tui.commands.wording import is_asked_at_once
from risk_tui.data.language import _
from risk_tui.data.settings import Settings
from risk_tui.engine.actions import Action
from risk_tui.engine.decisions import Decision
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.odds.position_odds import CampaignPath, total_chance
from risk_tui.table.orders import Order
from risk_tui.table.seats import player_names
from risk_tui.table.situation import ScreenPrivacy
from risk_tui.text.prompts import dice_prompt, parse_dice, reason_for_waiting
from risk_tui.text.record_lines import describe_undone
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.bot_pace import BotPace
from risk_tui.tui.game.bottom_line import BottomLine
from risk_tui.tui.game.moment import DICE_FIRST, Moment, ScreenServices
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.game.pages import Pages
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.keymap import CursorKey, binding_of, intent_of
from risk_tui.tui.map.navigation import DIRECTIONS
from risk_tui.tui.prompt import NumberQuestion


class ScreenFrontEnd:
    """Carries out the keys and lines of a person at the screen, or shows why that is impossible.

    ``FrontEnd`` and ``MapFrontEnd`` describe the methods that commands and keys call.
    """

    def __init__(
        self,
        screen: ScreenServices,
        moment: Moment,
        selection: Selection,
        line: BottomLine,
        overlay: Overlay,
        animator: Animator,
        bots: BotPace,
    ) -> None:
        self.table = moment.table
        self._screen = screen
        self._moment = moment
        self._selection = selection
        self._line = line
        self._overlay = overlay
        self._animator = animator
        self._bots = bots
        self.pages = Pages(
            screen, moment, selection, line, overlay, animator, self.submit, self.press
        )
        self._show: dict[Page, Callable[..., None]] = {
            **self.pages.functions,
            Page.TERRITORY: self._show_territory,
            Page.EARTH: self._show_earth,
            Page.ODDS: self._show_report,
            Page.THREATS: lambda: self._show_map_odds(overlay.toggle_threats()),
            Page.HINT: self._show_hint,
        }
        self._hinted = False
        """True after the first hint, which names the bot that gives it."""
        self._question: AskNumber | None = None
        self._question_decision: Decision | None = None
        """The decision that the last question for a number belongs to."""

    # Keys

    def type(self, key: str, char: str) -> bool:
        """Handle a letter of a code, a digit of a number, or Escape that clears a code.

        Return False for any other key.
        """
        try:
            return self._take_character(key, char)
        except RiskError as error:
            self._line.refuse(error)
        return True

    def _take_character(self, key: str, char: str) -> bool:
        selection, situation = self._selection, self._moment.situation
        is_capital = len(char) == 1 and "A" <= char <= "Z"
        if is_capital or (selection.jump and len(char) == 1 and char.isalpha()):
            selection.type_letter(char)
            self._screen.draw()
            self._line.remind()
            return True
        if selection.jump:
            selection.jump = ""
            self._line.remind()
            if key == "escape":
                return True
        if key != "enter":
            selection.guards_enter = False
        if not (len(char) == 1 and char.isdecimal() and char.isascii()):
            return False
        if not situation.may_act:
            self._explain_wait()
        elif situation.kind == "defend":
            enter(Pointer(situation.view, selection.cursor, count=int(char))).run(self)
        else:
            selection.type_digit(char)
            self._screen.draw()
            self._line.remind()
        return True

    def press(self, action: str | None) -> bool:
        """Carry out the action of a key, or show why it is impossible. Return False without one."""
        if action is None:
            return False
        key, had_number = binding_of(action), bool(self._selection.count)
        try:
            intent = self._intent_of_key(key.meaning) if key.meaning else intent_of(action)
            if intent is not None:
                intent.run(self)
        except RiskError as error:
            self._line.refuse(error)
        if not isinstance(key, CursorKey):
            self._selection.count = ""
            if had_number:
                self._screen.draw()  # The panel may show odds for the number.
        return True

    def submit(self, action: Action) -> None:
        """Submit an action for the deciding seat, or show why it is impossible."""
        self._try(self.answer, action)

    def _try(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function, or show the ``RiskError`` that it raises."""
        try:
            function(*arguments)
        except RiskError as error:
            self._line.refuse(error)

    def _intent_of_key(self, meaning: Callable[[Pointer], Intent]) -> Intent | None:
        """Return the intent of a key; ``None`` after a message explains why there is none."""
        view, selection = self._moment.view, self._selection
        if self._line.prompt.dice_question:
            raise RiskError(_(DICE_FIRST))
        if not self._moment.situation.may_act:
            self._explain_wait()
            return None
        plan = self._overlay.plan_at(view, selection.cursor) if meaning is blitz else ()
        meaning, pointer = selection.resolve_key(meaning, view)
        intent = meaning(replace(pointer, plan=plan))
        stale = selection.stale_enter(view, intent) if meaning is enter else ""
        if stale:
            self._line.say(stale)
            return None
        if meaning is repeat:
            selection.aim_again(pointer)
        return intent

    def _explain_wait(self) -> None:
        """Show why no person here can act now."""
        situation = self._moment.situation
        decision = situation.decision
        message = reason_for_waiting(decision, situation.local_seats)
        if decision is not None and not self._bots.is_elsewhere():
            message = _("{reason}; {{skip}} skips ahead", reason=message)
        self._line.say(message, warning=decision is not None)

    # Questions

    def ask(self) -> None:
        """Show the question, and open it if that needs no key."""
        self._line.ask()
        self.ask_at_once()

    def ask_at_once(self) -> None:
        """Open what needs no key first: a question for dice or a number, or a new mission."""
        situation, prompt = self._moment.situation, self._line.prompt
        if self.ask_for_dice() or not situation.may_act or prompt.asking:
            return
        if self._animator.frame.fights_on:
            return  # The question opens after the rolls.
        is_mission_shown = self.pages.show_new_mission()
        decision = situation.decision
        is_at_once = decision is not None and is_asked_at_once(decision)
        if self._screen.continues_without_key and (is_mission_shown or is_at_once):
            self._screen.risk.drop_keys()
        if is_at_once and not is_mission_shown:
            enter(Pointer(situation.view, self._selection.cursor)).run(self)

    def ask_for_dice(self) -> bool:
        """Ask for the dice that the table waits for. Return False if it waits for none."""
        table, prompt, request = self.table, self._line.prompt, self._moment.situation.dice
        if request is not None:
            question = dice_prompt(request, table.board, table.seats)
            local_seats = self._moment.situation.local_seats
            is_own_attack = request.kind == "attack" and request.seats[0] in local_seats
            may_undo = request.may_cancel or (is_own_attack and not request.is_begun)
            is_new = prompt.ask_dice(question, may_undo=may_undo)
            if is_new and self._screen.continues_without_key:
                self._screen.risk.drop_keys()
        elif prompt.dice_question:
            prompt.close()
            self._screen.risk.drop_keys()
            self._screen.draw()
        return request is not None

    def drop_stale_question(self) -> bool:
        """Close a question for a number if it is outdated. Return True if it was closed."""
        situation, prompt = self._moment.situation, self._line.prompt
        if not prompt.asks_number:
            return False
        if situation.may_act and situation.decision == self._question_decision:
            return False
        prompt.close()
        self._screen.risk.drop_keys()
        return True

    # Lines

    def submit_line(self, text: str) -> str:
        """Carry out a typed line: dice or a command. Return the problem, or an empty text."""
        self._screen.draw()
        try:
            faces = parse_dice(text) if self.table.dice.request is not None else None
            if faces is None:
                parse(text, self._moment.view).run(self)
                self.ask_for_dice()
            else:
                self._roll(faces)
        except RiskError as error:
            return self._screen.risk.keymap.fill(str(error), self.pages.names)
        return ""

    def _roll(self, faces: tuple[int, ...]) -> None:
        """Submit typed dice, unless another terminal has answered the request meanwhile."""
        try:
            self.table.dice.roll(faces)
        except RiskError as error:
            if self.table.dice.request is not None:
                raise
            self._line.say(str(error), warning=True)

    def submit_number(self, number: int) -> bool:
        """Submit the action with the number. Return False after a refusal was shown."""
        question = self._question
        assert question is not None, "a number was asked for"
        self._screen.draw()
        try:
            if self._moment.situation.may_act and question.usual is None:
                seat, bounds = self._moment.deciding_seat(), (question.minimum, question.maximum)
                self._selection.history.remember_split(seat, question.topic, number, *bounds)
            self.answer(question.make(number))
        except RiskError as error:
            self._line.refuse(error)
            return False
        return True

    def complete(self, text: str) -> list[str]:
        """Return the completions of an unfinished command, best first."""
        names = player_names(self.table.seats)
        return complete(text, self._moment.view, self.table.options, players=names)

    # Methods for commands, see ``FrontEnd``

    @property
    def privacy(self) -> ScreenPrivacy:
        return self._moment.privacy

    @property
    def settings(self) -> Settings:
        return self._screen.risk.settings

    def view(self) -> View:
        return self._moment.view

    def speaker(self) -> int:
        return self._moment.speaker()

    def plan(self) -> tuple[CampaignPath, ...]:
        return self._overlay.state.plan.remaining(self._moment.view)

    def answer(self, answer: Action | Order, *, is_confirmed: bool = False) -> None:
        view = self._moment.view
        if not is_confirmed and gives_up_attacks(answer, view) and self.table.is_turn_reversible():
            question = _("End your turn without an attack? This can't be undone.")
            self.confirm(question, partial(self.answer, answer, is_confirmed=True))
        elif not is_confirmed and (question := truce_question(self.table, view, answer)):
            self.confirm(question, partial(self.answer, answer, is_confirmed=True))
        elif isinstance(answer, Action):
            self._line.first_new_record = self.table.steps
            seat = self._moment.deciding_seat()
            self._selection.remember(seat, answer, view)
            self.table.submit(seat, answer)
        else:
            self._line.hold(answer.describe(view), answer)
            try:
                self.table.automation.give_order(answer)
            except RiskError:
                self._line.release()
                raise
            self._selection.remember(answer.seat, answer, view)

    def repeat(self) -> None:
        intent = self._intent_of_key(repeat)
        if intent is not None:
            intent.run(self)

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        if isinstance(deed, Action):
            self._moment.deciding_seat()
            self.pages.confirm(question, partial(self.submit, deed))
        else:
            self.pages.confirm(question, partial(self._try, deed))

    def undo(self) -> None:
        table = self.table
        steps = table.history(None, seen_by=self._moment.situation.reader)
        table.undo()
        undone = describe_undone(steps[table.steps :], table.seats, table.board, table.decision)
        self.say(*filter(None, (undone, self._moment.situation.prompt)))

    def say(self, *lines: str) -> None:
        text = " · ".join(line.strip() for line in lines)
        if self._line.prompt.has_room_for(text):
            self._line.say(text)
            self._line.hold(text)
        else:
            self.show(Page.TEXT, title="", lines=lines)

    def show(self, page: Page, **what: Any) -> None:
        self._show[page](**what)
        self._screen.note_page(page)

    def pace(self, how: Pace) -> None:
        self._bots.set(how)

    def leave(self, then: Leaving = Leaving.GAME) -> None:
        if then is Leaving.REMATCH:
            from risk_tui.table.rematch import rematch

            self._screen.risk.open_table(rematch(self.table))
        elif then is Leaving.NEW_GAME:
            self._change_for_new_game()
        elif self.table.is_kept or self.table.decision is None:
            problem = ""
            try:
                self.table.ledger.checkpoint()
            except RiskError as error:
                problem = str(error)
            self._screen.risk.leave_table(problem)
        else:
            self.confirm(_("Leave this game? It will not be saved."), self._screen.risk.leave_table)

    def _change_for_new_game(self) -> None:
        from risk_tui.table.rematch import changed_rules, next_seats
        from risk_tui.tui.screens.new_game import NewGameScreen

        table = self.table
        if table.decision is not None:
            raise RiskError(_("finish this game first"))
        if self._screen.risk.guest:
            raise RiskError(_("start the next game on the terminal that started this one"))
        changes = changed_rules(table)
        self._screen.open(NewGameScreen(table.setup, next_seats(table), changes, table.options))

    # Methods for keys, see ``MapFrontEnd``

    def move_cursor(self, move: str) -> None:
        navigation, selection = self._screen.navigation, self._selection
        if move in DIRECTIONS:
            selection.move(navigation, move)
        else:
            along_fronts = move.startswith("front")
            view, may_act = self._moment.view, self._moment.situation.may_act
            if view.own_seat is None if along_fronts else not may_act:
                self._explain_wait()
                return
            selection.walk(move, view, navigation.order)
        self._show_cursor()

    def _show_cursor(self) -> None:
        """Draw the cursor, and replace a warning about the previous territory."""
        if self._line.prompt.warned:
            self._line.remind()
        self._screen.draw()

    def select_source(self, selection: SelectSource) -> None:
        self._selection.choose(selection)
        self._screen.draw()
        if selection.message:
            self._line.say(selection.message)
        else:
            self._line.ask()

    def ask_number(self, question: AskNumber) -> None:
        self._question, self._question_decision = question, self._moment.situation.decision
        usual = question.usual or self._selection.history.splits.get(
            (self._moment.deciding_seat(), question.topic)
        )
        is_forced = self._moment.situation.kind == "occupy"
        bounds = (question.minimum, question.maximum)
        self._line.prompt.ask_number(NumberQuestion(question.question, *bounds, usual, is_forced))

    def ask_command(self) -> None:
        self._line.prompt.ask_command()

    def toggle_panel(self) -> None:
        self._screen.toggle_panel()

    def cancel(self) -> None:
        if self.table.dice.request is not None:
            self.undo()
            return
        # An order belongs to the seat whose turn it is, even while another seat decides.
        is_stopped = self.table.automation.cancel_order(self._moment.view.turn)
        self._selection.forget()
        if not is_stopped:
            self._overlay.clear()
        self._overlay.hide_moves()
        self._screen.draw()
        self._line.ask()
        if is_stopped:
            asked = self._line.prompt.message
            self._line.say(
                _("stopped; {asked}", asked=asked)
                if self._moment.situation.may_act
                else _("stopped")
            )

    # Pages and messages on the map

    def _show_territory(self, territory: int) -> None:
        """Put the cursor on a territory."""
        self._selection.go_to(territory)
        self._show_cursor()

    def _show_earth(self, earth: int | None) -> None:
        board, cursor = self.table.board, self._selection.cursor
        following = board.earth_of(cursor) + 1 if earth is None else earth
        self._show_territory(board.on_every_earth(cursor)[following % board.earths])

    def mark_campaign(self) -> None:
        expect_advice(self.table)
        selection, view = self._selection, self._moment.view
        self._show_map_odds(self._overlay.mark(view, selection.cursor, selection.source))

    def _show_report(self, report: OddsReport) -> None:
        """Draw the campaigns of a report.

        If they can be fought, the cursor moves to their source unless it is on one of their
        territories, because only there the blitz key fights them.
        """
        message = self._overlay.show_odds(report)
        view, can_fight = self._moment.view, self._overlay.can_fight
        start = next((campaign.source for campaign in report.campaigns), None)
        if (
            start is not None
            and self._moment.situation.may_act
            and can_fight(view, start)
            and not can_fight(view, self._selection.cursor)
        ):
            self._selection.go_to(start)
        self._show_map_odds(message)

    def _show_map_odds(self, message: str) -> None:
        """Draw the odds on the map, and show a message about them in the bottom line."""
        view = self._moment.view
        if self._overlay.can_fight(view, self._selection.cursor):
            chance = total_chance(self._overlay.state.campaigns(view))
            message += _(
                " · {{blitz}} {fight_hint}", fight_hint=fight_hint(chance, int(self.settings.plan))
            )
        self._screen.draw()
        self._line.say(message)

    def _show_hint(self) -> None:
        """Let the strongest bot think about the decision, then show its hint."""
        seat = self._moment.deciding_seat()
        view = self.table.view(seat)
        if (view.hand or view.missions) and not self.privacy.may_show(seat):
            self.pages.hand_over(seat, self._show_hint)
            return
        self._line.say(_("thinking …"))
        self._screen.start_worker(self._think(view), "hint")

    async def _think(self, view: View) -> None:
        """Show a bot's hint, unless the game has continued meanwhile."""
        choice = await asyncio.to_thread(self.table.automation.bots.advise, view)
        situation = self._moment.situation
        if situation.may_act and situation.view == view:
            is_first, self._hinted = not self._hinted, True
            self.say(hint_line(choice, view, self.table.seats, self.table.talk, names_bot=is_first))
