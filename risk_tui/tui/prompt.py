"""The bottom line: a message, a question for a number or for dice, or the ``:`` line.

While a command is typed it suggests how to continue.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from rich.segment import Segment
from rich.text import Text
from textual.binding import BindingsMap
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widgets import Input

from risk_tui.commands.history import ALL, FEWEST
from risk_tui.data.language import _, colon
from risk_tui.text.wrapping import columns, wrap
from risk_tui.tui.terminal.terminal_app import TerminalApp
from risk_tui.tui.theme.styles import ASKED, CALM, WARNING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events

    from risk_tui.commands.history import ArmySplit
    from risk_tui.tui.text_widgets import Key


_EDITING_KEYS = BindingsMap(Input.BINDINGS).key_to_bindings
"""The bindings of a line that is edited, by key."""


class Completer(Suggester):
    """Suggests the best completion of a command."""

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        best = self._complete(value)
        return best[0] if best and best[0].startswith(value) else None


@dataclass(frozen=True)
class PromptMessage:
    """A message. After a refusal it repeats the question, so that nothing hides that."""

    text: str = ""
    is_warning: bool = False
    asked: str = ""
    """The question that still needs an answer after a refusal."""

    def rows(self, width: int, names: tuple[str, ...]) -> list[Text]:
        """Return the rows of the bottom line: one if all fits after a space."""
        style = WARNING if self.is_warning else CALM
        if self.asked and columns(f"{self.text} · {self.asked}") <= width:
            return [Text.assemble((f" {self.text}", style), (f" · {self.asked}", CALM), end="")]
        parts = [(self.text, style), *([(self.asked, CALM)] if self.asked else [])]
        return [
            Text.assemble((f" {line}", part_style), end="")
            for text, part_style in parts
            for line in wrap_prompt(text, width, names)
        ]


# A message is wrapped for each of the rows that it may take, and again for each drawing.
@lru_cache(maxsize=4)
def wrap_prompt(text: str, width: int, names: tuple[str, ...], room: int = 0) -> list[str]:
    """Return the lines of a text, the last with ``room`` for typing after it."""
    width = max(width, 20)
    if room and columns(text) + room > width:
        width -= room
    return wrap(text.strip(), width, names, hang=False)


_READING = ("help", "log", "recap", "luck", "rules", "story", "cards", "mission")
"""Actions that show a page, also while a number is asked for."""
_GOING_ON = ("end", "end.turn", "blitz", "attack", "next", "previous", "front", "front.back")
"""Actions that may follow a required number: they accept the proposed one."""

_ANSWER_ROOM = 12
"""Columns for the answer after a question of several rows."""


class Typist(Protocol):
    """The player who types on a prompt."""

    def press(self, action: str | None, /) -> bool:
        """Run the action of a key, also while a number is asked for."""

    def submit_line(self, text: str, /) -> str:
        """Run a typed line. Return the problem, or an empty text."""

    def submit_number(self, number: int, /) -> str:
        """Answer a question for a number. Return the problem, or an empty text."""

    def complete(self, text: str, /) -> list[str]:
        """Return the completions of an unfinished line, best first."""


class Prompt(Input):
    """A message, or a line to type on: one widget, so that switching moves nothing else.

    It always has the focus, so that all keys are handled in the order in which they were pressed,
    however fast they are typed. While nothing is asked, ``idle_key`` gets them. ``names`` are not
    broken between rows.
    """

    typist: Typist
    """The player who answers. The player sets it."""

    DEFAULT_CSS = """
    Prompt { height: 1; border: none; padding: 0; background: $house-panel; }
    Prompt:focus { background: $house-panel; border: none; }
    """

    class Opened(Message):
        """A line was opened, or changed."""

    @dataclass
    class Closed(Message):
        """The line was closed without an answer."""

        number: bool

    def __init__(self, idle_key: Callable[[events.Key], None], names: tuple[str, ...] = ()) -> None:
        super().__init__(id="prompt", compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.asking = False
        """True while a line is being typed."""
        self.problem = ""
        """The problem with the current line."""
        self.dice = ""
        """The question for dice, while they are typed. Keys that are no dice go to the game."""
        self._may_undo = False
        """True if the step that waits for dice can be undone."""
        self._rejected_line = ""
        """The line that had the problem."""
        self._idle_key = idle_key
        self._names = names
        self._message = PromptMessage()
        self._lead = ""
        self._history: list[str] = []
        self._history_index = 0
        self._number: NumberQuestion | None = None

    def show_message(self, text: str, *, warning: bool = False, asked: str = "") -> None:
        """Show a message, and the question that is still ``asked``. A typed line hides both."""
        if warning and self.dice:
            self.show_problem(text)
            return
        if warning and self.asks_number and self._number is not None:
            self._lead = self._number.lead(text)
            self.refresh()
            return
        message = PromptMessage(text, warning, asked)
        if message != self._message:
            self._message = message
            if not self.asking:
                self.refresh()

    @property
    def message(self) -> str:
        """The text shown while nothing is typed."""
        return self._message.text

    @property
    def warned(self) -> bool:
        """True if the message is a warning."""
        return self._message.is_warning and bool(self.message)

    def ask_number(self, question: NumberQuestion) -> None:
        """Ask for a number; Enter accepts the proposed one."""
        self._number = question
        self._open(question.lead(), str(question.proposal))
        self.select_all()

    def ask_command(self, start: str = "") -> None:
        """Open the command line."""
        self._number = None
        self._history_index = len(self._history)
        self._open(" :", start)

    def ask_dice(self, question: str, *, may_undo: bool) -> bool:
        """Ask for the faces of dice, unless that is asked already, or a line is being typed.

        Returns:
            True if the question is new.
        """
        self._may_undo = may_undo
        new = question != self.dice and bool(self.dice or not self.asking)
        if new:
            self._open_dice(question, "")
        return new

    def _open_dice(self, question: str, value: str) -> None:
        self._number = None
        self._open(f" {question}{colon()}", value, dice=question)

    @property
    def takes_keys_in_order(self) -> bool:
        """True if a key is fully handled before the next one is looked at, so that none waits.

        While a number is asked for, other keys go on to the game screen.
        """
        return not self.asks_number

    @property
    def asks_number(self) -> bool:
        """True while a number is asked for."""
        return self.asking and self._number is not None

    @property
    def number(self) -> int | None:
        """The number on the line, if it is a valid answer."""
        question = self._number if self.asking else None
        return int(self.value) if question and question.accepts(self.value) else None

    def show_problem(self, problem: str) -> None:
        """Show the problem with the current line."""
        self.problem, self._rejected_line = problem, self.value
        self.post_message(self.Opened())

    def lines_above(self) -> list[Text]:
        """Return the lines that do not fit in one row, for the rows above.

        These are all but the end of a message or a question, and the whole of a long problem.
        """
        if self._is_covered:
            return []
        if self.asking:
            problem = self._wrap(self.problem)
            if len(problem) > 1:
                return [Text(f" {line}", WARNING) for line in problem]
            return [Text(f" {line}", ASKED) for line in self._wrap(self._lead, _ANSWER_ROOM)[:-1]]
        return self._message_rows()[:-1]

    @property
    def _is_covered(self) -> bool:
        """True while a dialog is open: keys that the message names have no effect then."""
        return self.app.screen is not self.screen

    def has_room_for(self, message: str) -> bool:
        """Return True if a message takes no more than two rows."""
        return len(self._wrap(message)) <= 2

    def _message_rows(self) -> list[Text]:
        return self._message.rows(self.size.width - 2, self._names)

    def _wrap(self, text: str, room: int = 0) -> list[str]:
        return wrap_prompt(text, self.size.width - 2, self._names, room)

    def clear_history(self) -> None:
        """Forget the typed lines, because another player types next."""
        self._history.clear()
        self._history_index = 0

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if not self.asking:
            if self._is_covered:
                return Strip.blank(width, self.rich_style)
            words = Strip(self._message_rows()[-1].render(self.app.console))
            return words.adjust_cell_length(width).apply_style(self.rich_style)
        last = self._wrap(self._lead, _ANSWER_ROOM)[-1]
        gap = " " * (len(self._lead) - len(self._lead.rstrip()))
        lead = Strip([Segment(f" {last}{gap}", ASKED)]).apply_style(self.rich_style)
        return Strip.join([lead, super().render_line(y)]).crop(0, width)

    def _open(self, lead: str, value: str, dice: str = "") -> None:
        self._lead = lead
        self.dice = dice
        self.asking = True
        self.problem = ""
        # Without colours a suggestion would look like typed text.
        completes = self._number is None and not dice and self._risk.mode.colours != "none"
        self.suggester = Completer(self.typist.complete) if completes else None
        self.value = value
        self.cursor_position = len(value)
        self.refresh()
        self.post_message(self.Opened())

    @property
    def _risk(self) -> TerminalApp:
        assert isinstance(self.app, TerminalApp)
        return self.app

    @property
    def keys(self) -> list[Key]:
        """The keys that work while a line is being typed."""
        keymap = self._risk.keymap
        enter = keymap.sign("act")
        if self._number is not None:
            return self._number.keys(enter)
        if self.dice:
            back = _("clear") if self.value else _("undo") if self._may_undo else ""
            labels = {"help": _("help"), "log": _("log"), "leave": _("leave")}
            others = [keymap.labelled(action, label) for action, label in labels.items()]
            return [
                *((face, "", face) for face in "123456"),
                (enter, _("OK"), "enter"),
                *([("Esc", back, "escape")] if back else []),
                (":", _("command"), ":"),
                *others,
            ]
        return [
            (enter, _("run"), "enter"),
            ("Tab", _("complete"), "tab"),
            ("↑↓", _("history"), "up"),
            ("Esc", _("back"), "escape"),
        ]

    def close(self) -> None:
        """Close the line that is being typed and discard it."""
        self.asking = False
        self.suggester = None
        self.value = self.problem = self.dice = ""
        self.refresh()

    def takes_key(self, event: events.Key) -> bool:
        """Return True if a key belongs to the line that is being typed, not to the game."""
        if not self.asking or not self.dice:
            return self.asking
        if event.key == "escape":
            return bool(self.value)
        char = event.character or "none"
        return event.key in ("enter", "backspace", "delete") or char in string.digits + " ,:"

    async def on_key(self, event: events.Key) -> None:
        """Handle a key, or leave it to ``Input``, which comes next unless it is prevented."""
        if not self._risk.is_stale(event):
            if not self.takes_key(event):
                self._idle_key(event)
            elif event.key == "enter" or self._take_number_key(event):
                await self.action_submit()
            elif not self._edit(event):
                bindings = _EDITING_KEYS.get(event.key, [])
                if event.is_printable or not bindings:
                    return
                # Otherwise the binding would run after keys that came in the same read.
                await self.run_action(bindings[0].action)
        event.stop()
        event.prevent_default()

    def on_input_changed(self) -> None:
        """Forget the problem of a refused line when the line changes."""
        if self.dice or self.asks_number or (self.problem and self.value != self._rejected_line):
            self.problem = "" if self.value != self._rejected_line else self.problem
            self.post_message(self.Opened())

    def _take_number_key(self, event: events.Key) -> bool:
        """Type the number that a key means.

        Returns:
            False if the key means no number.
        """
        number = self._number.number_of(event.character or "") if self._number else None
        if number is not None:
            self.value = str(number)
        return number is not None

    def _edit(self, event: events.Key) -> bool:
        """Handle a key with another meaning than in an ordinary input.

        Returns:
            False if the key is not one of these.
        """
        numbers = self._number is not None
        refused = bool(self.problem) and not self.selection.is_empty
        if refused and event.key in ("backspace", "left"):
            self.cursor_position = len(self.value)  # A refused line is corrected from its end.
        if (numbers or self.dice or refused) and event.character == ":":
            self.ask_command()
        elif self.dice and event.key == "escape":
            self.value = ""
        elif numbers and self.take_game_key(event):
            pass
        elif event.key in ("up", "down"):
            self._step(1 if event.key == "up" else -1)
        elif numbers and event.character and event.character in "+-":
            self._step(1 if event.character == "+" else -1)
        elif event.key == "escape":
            self.close()
            self.post_message(self.Closed(numbers))
        elif event.key == "tab" and not numbers:
            self._complete()
        elif not (numbers and event.is_printable and not event.key.isdecimal()):
            return False
        return True

    def take_game_key(self, event: events.Key) -> bool:
        """Handle a key of the game that works while a number is asked for.

        Returns:
            False if the key is not one of these.
        """
        question = self._number
        if event.character and event.character in string.ascii_uppercase:
            self._go_on(event)
            return True
        action = self._risk.keymap.action_of(event.key, event.character or "")
        if question is None or action is None:
            return False
        if action == "command":
            self.ask_command()
        elif question.forced and action in _GOING_ON:
            self._go_on(event)
        elif action == "end":
            self.show_message(_("Enter: OK · Esc: cancel"), warning=True)
            self.post_message(self.Opened())
        elif action in _READING:
            self.typist.press(action)
        else:
            return False
        return True

    def _go_on(self, event: events.Key) -> None:
        """Leave the question for a key of the game; a required number is accepted as proposed."""
        text, question = self.value.strip(), self._number
        if question is not None and question.forced:
            if not question.accepts(text):
                self._refuse_number(question)
                return
            self.close()
            if problem := self.typist.submit_number(int(text)):
                self.show_message(problem, warning=True)
                return
            self._idle_key(event)
            return
        # A code: its player wants to look elsewhere.
        self.close()
        self._idle_key(event)
        self.post_message(self.Closed(number=True))

    def _refuse_number(self, question: NumberQuestion) -> None:
        self._lead = _(
            " Choose {minimum} to {maximum}: ", minimum=question.minimum, maximum=question.maximum
        )
        self.select_all()
        self.refresh()
        self._risk.drop_keys()

    def _step(self, direction: int) -> None:
        """Show the next number, or another line of the history."""
        if self._number is not None:
            self.value = self._number.stepped(self.value, direction)
        else:
            self._history_index = min(len(self._history), max(0, self._history_index - direction))
            self.value = "".join(self._history[self._history_index :][:1])
        self.cursor_position = len(self.value)

    def _complete(self) -> None:
        best = self.typist.complete(self.value) if self._number is None else []
        if best:
            self.value = best[0]
            self.cursor_position = len(self.value)

    async def action_submit(self) -> None:
        """Submit the line, or show the problem with it."""
        if not self.asking:
            return
        text, question = self.value.strip(), self._number
        number = question is not None
        if self.dice:
            self._submit_dice(text)
            return
        if question is not None and text and not question.accepts(text):
            self._refuse_number(question)
            return
        if text and not number and self._history[-1:] != [text]:
            self._history.append(text)
        self.close()
        if not text:
            self.post_message(self.Closed(number))
        elif problem := self._submit(text, number):
            # A player who keeps typing means a line, not the game: a new one, or this one
            # corrected.
            self.ask_command(text)
            self.select_all()
            self.show_problem(problem)
            self._risk.drop_keys()

    def _submit(self, text: str, is_number: bool) -> str:
        """Submit a line, or the number that was asked for. Return the problem, or an empty text."""
        return self.typist.submit_number(int(text)) if is_number else self.typist.submit_line(text)

    def _submit_dice(self, text: str) -> None:
        question = self.dice
        if not text:
            return
        self.close()
        if problem := self.typist.submit_line(text):
            self._open_dice(question, text)
            self.select_all()
            self.show_problem(problem)
            self._risk.drop_keys()


MOST, LEAST = "a", "l"
"""The keys for the maximum and the minimum."""
AGAIN = ("=", ".")
"""The keys that repeat the last answer."""


@dataclass(frozen=True, slots=True)
class NumberQuestion:
    """Asks for a number from ``minimum`` to ``maximum``, and proposes one.

    ``usual`` is the answer to the last question of this kind. ``forced`` is True if nothing else
    can be done first, so that a key for the next step accepts the proposed number.
    """

    question: str
    minimum: int
    maximum: int
    usual: ArmySplit | None = None
    forced: bool = False

    @property
    def proposal(self) -> int:
        """The proposed number: the ``usual`` one, or else the maximum."""
        return self.maximum if self.usual is None else self._usual_number

    @property
    def _usual_number(self) -> int:
        assert self.usual is not None, "there was a last time"
        return self.usual.number(self.minimum, self.maximum)

    def lead(self, words: str = "") -> str:
        """Return the question, or other words, with the bounds."""
        return f" {words or self.question} ({self.minimum}–{self.maximum}): "

    def number_of(self, char: str) -> int | None:
        """Return the number that a key means, if any."""
        numbers = {MOST: self.maximum, LEAST: self.minimum}
        if self._repeats:
            numbers |= dict.fromkeys(AGAIN, self._usual_number)
        return numbers.get(char)

    @property
    def _repeats(self) -> bool:
        return self.usual is not None and self.minimum < self.maximum

    def stepped(self, text: str, step: int) -> str:
        """Return the number next to the typed one."""
        number = int(text[:6]) if text.isdecimal() else self.minimum
        return str(min(self.maximum, max(self.minimum, number + step)))

    def accepts(self, text: str) -> bool:
        """Return True if a text is a valid answer."""
        return text.isdecimal() and self.minimum <= int(text[:6]) <= self.maximum

    def keys(self, enter: str) -> list[Key]:
        """Return the keys that work, with their labels; ``enter`` is the sign for Enter."""
        words = self.usual.description if self._repeats and self.usual else ""
        again = [(AGAIN[0], words, AGAIN[0])] if words not in ("", ALL, FEWEST) else []
        return [
            (enter, _("OK"), "enter"),
            ("+", _("more"), "+"),
            ("-", _("fewer"), "-"),
            (MOST, _(ALL), MOST),
            (LEAST, _(FEWEST), LEAST),
            *again,
            ("0-9", _("number"), ""),
            *([("A-Z", _("OK, continue"), "")] if self.forced else []),
            (":", _("command"), ":"),
            ("Esc", _("back"), "escape"),
        ]
