"""The bottom line: what was just said, a question for a number or for dice, or the ``:`` line."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widgets import Input

from risk_tui.tui.words import ASKED, CALM, WARNING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events

    from risk_tui.tui.app import RiskApp
    from risk_tui.tui.hands.memory import Split


class _Completer(Suggester):
    """Suggests the best completion of a command."""

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        best = self._complete(value)
        return best[0] if best and best[0].startswith(value) else None


class Prompt(Input):
    """Words, or a line to type on: one widget, so that changing over moves nothing else.

    It has the focus all the time, so that every key takes the same way and none overtakes
    another, however fast they are typed; while nothing is asked it hands them on to the game.
    ``answered`` takes a line that was typed, and whether it is the number that was asked for; it
    gives back what is wrong with it. ``aside`` takes an action for which the question may be
    interrupted, and gives back words about it.
    """

    DEFAULT_CSS = """
    Prompt { height: 1; border: none; padding: 0; background: $house-panel; }
    Prompt:focus { background: $house-panel; border: none; }
    """

    class Opened(Message):
        """A line is being typed, or typed on."""

    class Closed(Message):
        """The line was left without an answer."""

        def __init__(self, number: bool) -> None:
            super().__init__()
            self.number = number

    def __init__(
        self,
        complete: Callable[[str], list[str]],
        idle_key: Callable[[events.Key], None],
        answered: Callable[[str, bool], str],
        aside: Callable[[str], str],
    ) -> None:
        super().__init__(id="prompt", compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.asking = False
        """Whether a line is being typed."""
        self.said = ""
        """What is said while nothing is asked."""
        self.problem = ""
        """What is wrong with the line as it stands."""
        self.dice = ""
        """The question for dice, while they are typed: other keys than theirs are the game's."""
        self._may_undo = False
        """Whether what waits for dice can be taken back."""
        self._refused = ""
        """The line that there was a problem with."""
        self._completions = complete
        self._completer = _Completer(complete)
        self._idle_key = idle_key
        self._answered = answered
        self._aside = aside
        self._style = CALM
        self._lead = ""
        self._history: list[str] = []
        self._place = 0
        self._bounds: tuple[int, int] | None = None
        self._usual: Split | None = None
        """How the last question of this kind was answered."""

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message; it waits behind a line that is being typed, other than for dice."""
        if warning and self.dice:
            self.refuse(text)
            return
        style = WARNING if warning else CALM
        if (text, style) != (self.said, self._style):
            self.said, self._style = text, style
            if not self.asking:
                self.refresh()

    @property
    def warned(self) -> bool:
        """Whether the last words were about something that cannot be."""
        return self._style is WARNING and bool(self.said)

    def ask_number(self, question: str, least: int, most: int, usual: Split | None = None) -> None:
        """Ask for a number; Enter takes what is proposed: the ``usual`` split, or else all."""
        self._bounds = (least, most)
        self._usual = usual if least < most else None
        proposed = most if usual is None else usual.number(least, most)
        self._open(f" {question} ({least}–{most}): ", str(proposed))
        self.select_all()

    def ask_command(self, start: str = "") -> None:
        """Open the command line."""
        self._bounds = None
        self._place = len(self._history)
        self._open(" :", start)

    def ask_dice(self, question: str, *, may_undo: bool) -> None:
        """Ask for what dice show, unless that is asked already, or a line is being typed."""
        self._may_undo = may_undo
        if question != self.dice and (self.dice or not self.asking):
            self._open_dice(question, "")

    def _open_dice(self, question: str, value: str) -> None:
        self._bounds = None
        self._open(f" {question}: ", value, dice=question)

    def refuse(self, problem: str) -> None:
        """Say what is wrong with the line as it stands."""
        self.problem, self._refused = problem, self.value
        self.post_message(self.Opened())

    def forget(self) -> None:
        """Forget the lines that were typed: somebody else will type now."""
        self._history.clear()
        self._place = 0

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if not self.asking:
            if self.app.screen is not self.screen:
                # What is said here names keys that do nothing while a dialog is open.
                return Strip.blank(width, self.rich_style)
            text = self.said if len(self.said) < width else f"{self.said[: width - 3]}…"
            words = Strip([Segment(f" {text}", self._style)])
            return words.adjust_cell_length(width).apply_style(self.rich_style)
        lead = Strip([Segment(self._lead, ASKED)]).apply_style(self.rich_style)
        return Strip.join([lead, super().render_line(y)]).crop(0, width)

    def _open(self, lead: str, value: str, dice: str = "") -> None:
        self._lead = lead
        self.dice = dice
        self.asking = True
        self.problem = ""
        # Without colours what is only suggested would look typed.
        told = self._bounds is None and not dice and self._risk.mode.colours != "none"
        self.suggester = self._completer if told else None
        self.value = value
        self.cursor_position = len(value)
        self.refresh()
        self.post_message(self.Opened())

    @property
    def _risk(self) -> RiskApp:
        from risk_tui.tui.app import RiskApp

        assert isinstance(self.app, RiskApp)
        return self.app

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The keys that mean something while a line is being typed."""
        enter = self._risk.keymap.sign("act")
        if self._bounds is not None:
            return [
                ("0-9 ↑↓ +-", "number"),
                (enter, "take it"),
                ("a", "all"),
                ("m", "least"),
                *([("=", self._usual.told)] if self._usual is not None else []),
                (":", "command"),
                ("Esc", "back"),
            ]
        if self.dice:
            back = "clear" if self.value else "take back" if self._may_undo else ""
            keys = [("1-6", "dice"), (enter, "take them"), *([("Esc", back)] if back else [])]
            others = [(self._risk.keymap.sign(each), each) for each in ("help", "log", "leave")]
            return [*keys, (":", "command"), *others]
        return [(enter, "do it"), ("Tab", "complete"), ("↑↓", "history"), ("Esc", "back")]

    def close(self) -> None:
        """Leave the line that is being typed, whatever is on it."""
        self.asking = False
        self.suggester = None
        self.value = self.problem = self.dice = ""
        self.refresh()

    def keeps(self, event: events.Key) -> bool:
        """Whether a key belongs to the line that is being typed, not to the game."""
        if not self.asking or not self.dice:
            return self.asking
        if event.key == "escape":
            return bool(self.value)
        mark = event.character or "none"
        return event.key in ("enter", "backspace", "delete") or mark in string.digits + " ,:"

    async def _on_key(self, event: events.Key) -> None:
        if not self.keeps(event):
            event.stop()
            event.prevent_default()
            self._idle_key(event)
        elif event.key == "enter" or (self._bounds is not None and self._whole(event)):
            event.stop()
            event.prevent_default()
            await self.action_submit()
        elif not self._edit(event):
            await super()._on_key(event)

    def on_input_changed(self) -> None:
        """A line that was refused becomes another one."""
        if self.dice or (self.problem and self.value != self._refused):
            self.problem = "" if self.value != self._refused else self.problem
            self.post_message(self.Opened())

    def _whole(self, event: events.Key) -> bool:
        """Keys that stand for a number and take it at once; whether it was one."""
        assert self._bounds is not None, "a number is asked for"
        least, most = self._bounds
        numbers = {"a": most, "m": least}
        if self._usual is not None:
            numbers["="] = numbers["."] = self._usual.number(least, most)
        number = numbers.get(event.character or "")
        if number is not None:
            self.value = str(number)
        return number is not None

    def _edit(self, event: events.Key) -> bool:
        """Keys that mean something else here than in an ordinary input; whether it was one."""
        numbers = self._bounds is not None
        if (numbers or self.dice) and event.character == ":":
            self.ask_command()
        elif self.dice and event.key == "escape":
            self.value = ""
        elif numbers and event.character and event.character in string.ascii_uppercase:
            # A code: whoever types one wants to look elsewhere.
            self.close()
            self._idle_key(event)
            self.post_message(self.Closed(number=True))
        elif event.key in ("up", "down"):
            self._step(1 if event.key == "up" else -1)
        elif numbers and event.character and event.character in "+-":
            self._step(1 if event.character == "+" else -1)
        elif event.key == "escape":
            self.close()
            self.post_message(self.Closed(numbers))
        elif event.key == "tab":
            self._complete()
        elif numbers and self._interrupts(event):
            pass
        elif not (numbers and event.is_printable and not event.key.isdecimal()):
            return False
        event.stop()
        event.prevent_default()
        return True

    def _interrupts(self, event: events.Key) -> bool:
        """A key of the game that may be pressed while a number is asked; whether it was one."""
        action = self._risk.keymap.action_of(event.key, event.character or "")
        if action not in ("help", "end"):
            return False
        words = self._aside(action)
        if words and self._bounds is not None:
            self._lead = " {} ({}–{}): ".format(words, *self._bounds)
            self.refresh()
        return True

    def _step(self, direction: int) -> None:
        """Another number, or another line of the history."""
        if self._bounds is not None:
            least, most = self._bounds
            number = int(self.value[:6]) if self.value.isdecimal() else least
            self.value = str(min(most, max(least, number + direction)))
        else:
            self._place = min(len(self._history), max(0, self._place - direction))
            past = self._history[self._place :]
            self.value = past[0] if past else ""
        self.cursor_position = len(self.value)

    def _complete(self) -> None:
        best = self._completions(self.value) if self._bounds is None else []
        if best:
            self.value = best[0]
            self.cursor_position = len(self.value)

    async def action_submit(self) -> None:
        """Enter: hand over what was typed."""
        if not self.asking:
            return
        text, number = self.value.strip(), self._bounds is not None
        if self.dice:
            self._submit_dice(text)
            return
        if self._bounds is not None and text:
            least, most = self._bounds
            if not text.isdecimal() or not least <= int(text[:6]) <= most:
                self._lead = f" Choose {least} to {most}: "
                self.select_all()
                self.refresh()
                return
        if text and not number and self._history[-1:] != [text]:
            self._history.append(text)
        self.close()
        if not text:
            self.post_message(self.Closed(number))
        elif problem := self._answered(text, number):
            # Whoever types on means the line, not the game.
            self.ask_command(text)
            self.refuse(problem)

    def _submit_dice(self, text: str) -> None:
        question = self.dice
        if not text:
            return
        self.close()
        if problem := self._answered(text, False):
            self._open_dice(question, text)
            self.select_all()
            self.refuse(problem)
