"""A screen at which people play: what their keys and lines do."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from risk_tui.commands.front_end import Pointer
from risk_tui.commands.pointing import blitz, enter, fight_hint, gives_up_attacks, repeat
from risk_tui.engine.actions import Action
from risk_tui.errors import RiskError
from risk_tui.text.prompts import not_asked
from risk_tui.text.record_lines import describe_undone
from risk_tui.tui.game.bottom_line import DICE_FIRST, enter_dice, waiting
from risk_tui.tui.game.dialog_screen import DialogScreen
from risk_tui.tui.game.selection import WALK_STEPS, own_seat
from risk_tui.tui.keymap import press_key
from risk_tui.tui.prompt import NumberQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from risk_tui.commands.front_end import AskNumber, Intent, SelectSource
    from risk_tui.commands.odds_report import OddsReport
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.odds.position_odds import CampaignPath
    from risk_tui.table.orders import Order
    from risk_tui.table.table import Table
    from risk_tui.tui.map.navigation import MapNavigation


class PlayerScreen(DialogScreen):
    """Carries out what a person at the table wants, or shows why it cannot be done.

    It is the front end of commands, see ``FrontEnd``.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._question: AskNumber | None = None
        self._question_decision: Decision | None = None
        """The decision that a number was asked for last."""
        self.last_seen_record = table.steps
        """How many records there were before the last action from here."""

    # What a subclass does

    @abstractmethod
    def navigation(self) -> MapNavigation:
        """Where the cursor keys lead in the picture that is shown."""

    @abstractmethod
    def runs_automatic_steps(self) -> bool:
        """Whether this terminal carries out what nobody is asked for."""

    @abstractmethod
    def skip(self) -> None:
        """Go on without pauses until a person has to decide."""

    @abstractmethod
    def pause(self) -> None:
        """Let the computer players wait before each step, or go on."""

    @abstractmethod
    def step(self) -> None:
        """Let the computer players take one step, and then wait."""

    @abstractmethod
    def ask_for_dice(self) -> bool:
        """Ask for the dice that the table waits for; whether it waits for any."""

    # Keys

    def press_key(self, key: str, char: str) -> bool:
        """Handle a key (its name, and its character if it has one); whether it had any effect."""
        typing = self.selection
        is_capital = len(char) == 1 and "A" <= char <= "Z"
        if is_capital or (typing.jump and len(char) == 1 and char.isalpha()):
            self._type(lambda: typing.type_letter(char))
            return True
        if typing.jump:
            typing.jump = ""
            self.repeat_hint()
            if key == "escape":
                return True
        if key != "enter":
            typing.guards_enter = False
        if len(char) == 1 and char.isdecimal() and char.isascii():
            self._type_digit(char)
            return True
        action = self.risk.keymap.action_of(key, char)
        if action is not None:
            self.do(action)
        return action is not None

    def attempt(self, change: Callable[[], object]) -> bool:
        """Do something, or show why it cannot be done; whether it was done."""
        try:
            change()
        except RiskError as error:
            self.show_message(str(error), warning=True)
            self.held.hold(str(error))
            return False
        return True

    def _type(self, change: Callable[[], None]) -> None:
        """Type on, and show what that leads to."""
        if self.attempt(change):
            self.show()
            self.repeat_hint()

    def repeat_hint(self) -> None:
        """Show again what was begun (a code, a number, a source), or else what is asked."""
        hint = self.begun()
        self.show_message(hint) if hint else self.show_prompt()

    def _show_cursor(self) -> None:
        """Draw the cursor where it is now; a warning about the territory before goes."""
        if self.prompt.warned:
            self.repeat_hint()
        self.show()

    def _type_digit(self, digit: str) -> None:
        if not self.situation.may_act:
            self._show_waiting()
        elif self.situation.kind == "defend":
            pointer = Pointer(self.view(), self.selection.cursor, count=int(digit))
            self.attempt(lambda: enter(pointer).run(self))
        else:
            self._type(lambda: self.selection.type_digit(digit))

    def do(self, action: str) -> None:
        """Do an action of the keymap, by its stable name."""
        self.attempt(lambda: press_key(action, self))
        if not action.startswith("move.") and action not in WALK_STEPS:
            self.selection.drop_number()

    def move_cursor(self, direction: str) -> None:
        self.selection.move(self.navigation(), direction)
        self._show_cursor()

    def walk(self, action: str) -> None:
        at_fronts = action.startswith("front")
        if own_seat(self.view()) is None if at_fronts else not self.situation.may_act:
            self._show_waiting()
            return
        self.selection.walk(action, self.view(), self.navigation().order)
        self._show_cursor()

    def press_enter(self) -> None:
        """Do what Enter does on the territory under the cursor."""
        self.attempt(lambda: self.point(enter))

    def _show_waiting(self) -> None:
        decision = self.situation.decision
        skip = "" if decision is None or self.is_remote_acting() else "; {skip} skips ahead"
        message = f"{not_asked(decision, self.situation.local_seats)}{skip}"
        self.show_message(message, warning=decision is not None)

    def is_remote_acting(self) -> bool:
        """Whether another terminal decides, or plays for the bots: there is nothing to skip."""
        if waiting(self.situation, self.table):
            return True
        return self.situation.automatic is not None and not self.runs_automatic_steps()

    def point(self, meaning: Callable[[Pointer], Intent]) -> None:
        view, typed = self.view(), self.selection
        if self.prompt.dice:
            raise RiskError(DICE_FIRST)
        if not self.situation.may_act:
            self._show_waiting()
            return
        plan = self.overlay.plan_at(view, typed.cursor) if meaning is blitz else ()
        meaning, pointer = typed.pointer(meaning, view)
        intent = meaning(replace(pointer, plan=plan))
        stale = typed.stale_enter(view, intent) if meaning is enter else ""
        if stale:
            self.show_message(stale)
            return
        if meaning is repeat:
            typed.aim_again(pointer)
        intent.run(self)

    def ask_number(self, question: AskNumber) -> None:
        self._question, self._question_decision = question, self.situation.decision
        usual = question.usual or self.selection.history.splits.get(
            (self.deciding_seat(), question.topic)
        )
        forced = self.situation.kind == "occupy"
        bounds = (question.minimum, question.maximum)
        self.prompt.ask_number(NumberQuestion(question.question, *bounds, usual, forced))

    def select_source(self, selection: SelectSource) -> None:
        self.selection.choose(selection)
        self.show()
        self.show_message(selection.message) if selection.message else self.show_prompt()

    def submit(self, action: Action) -> bool:
        """Do an action for the seat that is asked, or show why not; whether it was done."""
        return self.attempt(lambda: self.answer(action))

    # What commands ask for, see ``FrontEnd``

    def answer(self, answer: Action | Order) -> None:
        if gives_up_attacks(answer, self.view()) and self.table.is_turn_reversible():
            question = "End your turn without an attack? That cannot be undone."
            self.confirm(question, lambda: self._answer(answer))
        else:
            self._answer(answer)

    def _answer(self, answer: Action | Order) -> None:
        if not isinstance(answer, Action):
            view = self.view()
            self.held.announce(answer, view)
            try:
                self.table.automation.give_order(answer)
            except RiskError:
                self.held.release()
                raise
            self.selection.remember_order(answer, view)
            return
        self.last_seen_record = self.table.steps
        seat = self.deciding_seat()
        self.selection.remember_action(seat, answer, self.view())
        self.table.submit(seat, answer)

    def say(self, *lines: str) -> None:
        text = " · ".join(line.strip() for line in lines)
        if self.prompt.has_room_for(text):
            self.show_message(text)
            self.held.hold(text)
        else:
            self.show_page("", lines)

    def show_hint(self) -> None:
        """Let the strongest computer player think about the decision, then show what it says."""
        seat = self.deciding_seat()
        view = self.table.view(seat)
        if (view.hand or view.missions) and not self.privacy.may_show(seat):
            self.hand_over(seat, self.show_hint)
            return
        self.show_message("thinking …")
        self.run_worker(self._think(view), exclusive=True, group="hint")

    async def _think(self, view: View) -> None:
        """Show a hint, unless the game has gone on meanwhile."""
        from risk_tui.commands.reports import hint_for, hint_lines

        choice = await asyncio.to_thread(hint_for, view.settle())
        if self.situation.may_act and self.situation.view == view:
            self.say(*hint_lines(choice, view, self.table.seats))

    def repeat(self) -> None:
        self.point(repeat)

    def undo(self) -> None:
        steps = self.table.history(None, seen_by=self.situation.reader)
        self.table.undo()
        done = describe_undone(steps[self.table.steps :], self.table.seats, self.table.board)
        self.say(*filter(None, (done, self.situation.prompt)))

    def leave_seat(self, seat: int) -> None:
        self.release_seats([seat])

    def release_seats(self, seats: Collection[int]) -> None:
        """Leave seats to another terminal, with nothing of theirs left on the screen."""
        if self.privacy.active_seat in seats or self.situation.seat in seats:
            self.close_all()
        for seat in seats:
            self.table.leave_seat(seat)

    def leave(self) -> None:
        if self.table.is_kept or self.table.decision is None:
            problem = ""
            try:
                self.table.ledger.fold()
            except RiskError as error:
                problem = str(error)
            self.risk.leave_table(problem)
        else:
            self.confirm("Leave this game? It is not kept.", self.risk.leave_table)

    def rematch(self) -> None:
        from risk_tui.table.rematch import rematch

        self.risk.open_table(rematch(self.table))

    def new_game(self) -> None:
        from risk_tui.table.rematch import changed_rules, next_seats
        from risk_tui.tui.screens.new_game import NewGameScreen

        if self.table.decision is not None:
            raise RiskError("that works once the game is over")
        if self.risk.guest:
            raise RiskError("the next game is begun where this one was")
        table, changes = self.table, changed_rules(self.table)
        form = NewGameScreen(table.setup, next_seats(table), changes, table.options)
        self.open(form)

    def show_territory(self, territory: int) -> None:
        """Put the cursor on a territory."""
        self.selection.go_to(territory)
        self._show_cursor()

    def show_earth(self, earth: int | None) -> None:
        board, cursor = self.table.board, self.selection.cursor
        following = board.earth_of(cursor) + 1 if earth is None else earth
        self.show_territory(board.on_every_earth(cursor)[following % board.earths])

    def show_odds(self, report: OddsReport) -> None:
        self._show_on_map(lambda: self.overlay.show_odds(report))

    def plan(self) -> tuple[CampaignPath, ...]:
        return self.overlay.state.plan.remaining(self.view())

    def plan_floor(self) -> int:
        return int(self.risk.settings.plan)

    def show_threats(self) -> None:
        self._show_on_map(self.overlay.toggle_threats)

    def mark_campaign(self) -> None:
        typed = self.selection
        self._show_on_map(lambda: self.overlay.mark(self.view(), typed.cursor, typed.source))

    def _show_on_map(self, change: Callable[[], str]) -> None:
        """Change the odds on the map, and show the message about them."""
        from risk_tui.commands.odds_report import OFF
        from risk_tui.odds.position_odds import total_chance

        if not self.table.options.advice:
            raise RiskError(OFF)
        message = change()
        if self.overlay.can_fight(self.view(), self.selection.cursor):
            chance = total_chance(self.overlay.active_campaigns(self.view()))
            message += f" · {{blitz}} {fight_hint(chance, self.plan_floor())}"
        self.show()
        self.show_message(message)

    def ask_command(self) -> None:
        self.prompt.ask_command()

    def cancel(self) -> None:
        if self.table.dice.request is not None:
            self.undo()
            return
        # An order is given in one's own turn, whoever is asked in between.
        stopped = self.table.automation.cancel_order(self.view().turn)
        self.selection.forget()
        if not stopped:
            self.overlay.clear()
        self.overlay.hide_moves()
        self.show()
        self.show_prompt()
        if stopped:
            self.show_message(
                f"stopped; {self.prompt.message}" if self.situation.may_act else "stopped"
            )

    def submit_line(self, text: str, number: bool) -> str:
        """Carry out a line that was typed; the answer is what is wrong with it, if anything."""
        from risk_tui.commands.all_commands import parse

        self.show()
        try:
            if number and self._question is not None:
                self._submit_number(self._question, int(text))
            elif not number:
                late = enter_dice(self.table, text)
                if late is None:
                    parse(text, self.view()).run(self)
                    self.ask_for_dice()
                elif late:
                    self.show_message(late, warning=True)
        except RiskError as error:
            return self.risk.keymap.fill(str(error), self.names)
        return ""

    def complete(self, text: str) -> list[str]:
        """The completions of a command that is being typed, the best first."""
        from risk_tui.commands.all_commands import complete

        return complete(text, self.view(), **asdict(self.table.options))

    def drop_stale_question(self) -> bool:
        """Close a question for a number when something else is to be decided; whether it was."""
        if not self.prompt.asks_number:
            return False
        if self.situation.may_act and self.situation.decision == self._question_decision:
            return False
        self.prompt.close()
        self.risk.drop_keys()
        return True

    def during_question(self, action: str) -> None:
        """Show something while a number is asked for, or say why the phase does not end now."""
        if action == "end":
            self.show_message("Enter takes the number, Esc leaves the question", warning=True)
        else:
            self.do(action)

    def _submit_number(self, question: AskNumber, number: int) -> None:
        """Submit the action made from the number that a question asked for."""
        if self.situation.may_act and question.usual is None:
            seat, bounds = self.deciding_seat(), (question.minimum, question.maximum)
            self.selection.history.remember_split(seat, question.topic, number, *bounds)
        self.submit(question.make(number))
