"""What people do at a table: by a key, by a command, by an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.tui import rolling
from risk_tui.tui.hands import moves
from risk_tui.tui.windows import OPENING

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action
    from risk_tui.table.orders import Order
    from risk_tui.tui.screens.game import GameScreen


class Deeds:
    """Carries out what somebody at the game screen wants, or says why not."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._asked: moves.Ask | None = None
        self.told = screen.table.steps
        """How many records there were before the last deed."""

    def carry_out(self, move: moves.Move) -> None:
        """Do what a key meant."""
        screen = self._screen
        match move:
            case moves.Do(action, told):
                if self.submit(action) and told and screen.mine():
                    screen.say(told)
            case moves.Give(order):
                self.order(order)
            case moves.Ask(about, question, least, most):
                self._asked = move
                usual = move.usual or screen.hands.memory.split(screen.deciding_seat(), about)
                screen.prompt.ask_number(question, least, most, usual)
            case moves.Choose(advice=advice):
                screen.hands.choose(move)
                screen.show()
                screen.say(advice) if advice else screen.greet()
            case moves.Cards():
                screen.windows.cards()
            case moves.Pick():
                screen.windows.pick()
            case moves.Sure(question, action):
                screen.windows.confirm(question, action)
            case moves.Say(text):
                screen.say(text, warning=True)

    def submit(self, action: Action) -> bool:
        """Do an action for the seat that is asked, or say why not; whether it was done."""
        try:
            self.do(action)
        except RiskError as error:
            self._screen.say(str(error), warning=True)
            return False
        return True

    def do(self, action: Action) -> None:
        """Do an action for the seat that is asked. Raises ``RiskError`` if it cannot be."""
        screen = self._screen
        self.told = screen.table.steps
        seat = screen.deciding_seat()
        screen.hands.submitted(seat, action, screen.table.view(seat))
        screen.table.submit(seat, action)

    def order(self, order: Order) -> None:
        """Give an order for the seat that is asked."""
        screen = self._screen
        screen.hands.ordered(order)
        screen.table.give_order(order)

    def set_defence(self, answer: str) -> None:
        """A standing answer of whoever types, told to everybody. Raises ``RiskError``."""
        screen = self._screen
        seat = screen.speaker()
        screen.table.set_defence(seat, answer)
        name = screen.table.seats[seat].name
        if answer == "ask":
            screen.say(f"{name} is asked for defence dice")
        else:
            dice = "the most dice" if answer == "most" else "one die"
            screen.say(f"{name} always defends with {dice} now; ':defend ask' ends that")

    def perform(self, action: str) -> bool:
        """Do what needs no decision (help, undo, …); whether the action is one of these."""
        screen = self._screen
        simple: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "threats": screen.charts.threats,
            "plan": screen.charts.plan,
            "skip": self._skip,
            "command": lambda: screen.prompt.ask_command(),
            **{each: getattr(screen.windows, each) for each in OPENING},
            "leave": screen.risk.show_title,
            "cancel": self._cancel,
        }
        if action in simple:
            simple[action]()
        elif screen.prompt.dice:
            screen.say(rolling.FIRST, warning=True)
        return action in simple or bool(screen.prompt.dice)

    def _skip(self) -> None:
        screen = self._screen
        if not screen.runner.skip():
            screen.go_on()

    def _undo(self) -> None:
        screen = self._screen
        try:
            count = screen.table.undo()
        except RiskError as error:
            screen.say(str(error), warning=True)
        else:
            screen.say("taken back" if count == 1 else f"{count} steps taken back")

    def _cancel(self) -> None:
        screen = self._screen
        if screen.table.rolling is not None:
            self._undo()
            return
        screen.hands.forget()
        screen.charts.forget()
        # An order is given in one's own turn, whoever is asked in between.
        stopped = screen.table.cancel_order(screen.table.view(None).turn)
        screen.show()
        screen.greet()
        if stopped:
            screen.say(f"stopped; {screen.prompt.said}" if screen.mine() else "stopped")

    def answered(self, text: str, number: bool) -> str:
        """Carry out a line that was typed, or give back what is wrong with it."""
        from risk_tui.tui.hands.colon import run_command

        screen = self._screen
        screen.show()
        try:
            if not number and not rolling.typed(screen, text):
                run_command(screen, text)
                rolling.ask(screen)
            elif number and self._asked is not None:
                self._give(self._asked, int(text))
        except RiskError as error:
            return str(error)
        return ""

    def aside(self, action: str) -> str:
        """A key of the game while a number is asked."""
        screen = self._screen
        if action == "help":
            screen.windows.help()
        return "Move your armies in first" if (action, screen.kind()) == ("end", "occupy") else ""

    def _give(self, asked: moves.Ask, number: int) -> None:
        """The answer to a question for a number."""
        screen = self._screen
        if screen.mine() and asked.usual is None:
            seat, bounds = screen.deciding_seat(), (asked.least, asked.most)
            screen.hands.memory.answered(seat, asked.about, number, *bounds)
        self.submit(asked.make(number))
