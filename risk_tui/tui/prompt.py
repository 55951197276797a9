"""The bottom line: a message, a question for a number or for dice, or the ``:`` line.

While the player types a command, it suggests a completion.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.binding import BindingsMap
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widgets import Input

from risk_tui.commands.front_end import ALL, FEWEST, ArmySplit
from risk_tui.data.language import _, colon
from risk_tui.text.wrapping import columns, wrap
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.terminal.terminal_app import TerminalApp
from risk_tui.tui.theme.styles import ASKED, CALM, WARNING

_EDITING_KEYS = BindingsMap(Input.BINDINGS).key_to_bindings
"""Textual's bindings of a text field, by key."""


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
    """A message."""

    text: str = ""
    is_warning: bool = False
    asked: str = ""
    """The question that still needs an answer after a refusal."""


_PAGE_ACTIONS = ("help", "log", "recap", "luck", "rules", "story", "cards", "mission")
"""Actions that open a page, even while the player is asked for a number."""
_NEXT_STEPS = ("end", "end.turn", "blitz", "attack", "next", "previous", "front", "front.back")
"""Actions that submit a required number and are then applied to the next decision."""

_ANSWER_ROOM = 12
"""Columns for the answer after a question of several rows."""


class Typist(Protocol):
    """The player who types on a prompt."""

    def press(self, action: str | None, /) -> bool:
        """Run the action of a key. Return False if there is none."""

    def submit_line(self, text: str, /) -> str:
        """Run a typed line. Return the problem, or an empty text."""

    def submit_number(self, number: int, /) -> bool:
        """Answer a question for a number. Return False after a refusal was shown."""

    def complete(self, text: str, /) -> list[str]:
        """Return the completions of an unfinished line, best first."""


class Prompt(Input):
    """A message, or a line to type on.

    Both are one widget, so that switching between them moves no other widget. It always has the
    focus, so that keys are handled in the order in which they were pressed, even if the player
    types fast.

    Args:
        idle_key: Called with each key that does not belong to a line that is being typed.
        names: Names that are not broken between rows.
    """

    typist: Typist
    """The receiver of keys and lines, which the screen sets after creating the prompt."""

    DEFAULT_CSS = """
    Prompt { height: 1; border: none; padding: 0; background: $house-panel; }
    Prompt:focus { background: $house-panel; border: none; }
    """

    class LineChanged(Message):
        """The line was opened, or what the screen shows about it has changed."""

    @dataclass
    class Closed(Message):
        """The line was closed without an answer."""

        asked_number: bool
        """True if the line asked for a number."""

    def __init__(self, idle_key: Callable[[events.Key], None], names: tuple[str, ...] = ()) -> None:
        super().__init__(id="prompt", compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.asking = False
        """True while a line is being typed."""
        self.problem = ""
        """The problem with the current line."""
        self.dice_question = ""
        """The question for dice while it is open, otherwise empty.

        Keys that can't be part of the answer go to the game.
        """
        self._may_undo = False
        """True if the step that waits for dice can be undone."""
        self._rejected_line = ""
        """The line that had the problem."""
        self._idle_key = idle_key
        self._names = names
        self._message = PromptMessage()
        self._lead = ""
        """The text before the line that is being typed: a colon, or the question."""
        self._history: list[str] = []
        self._history_index = 0
        self._number_question: NumberQuestion | None = None

    def show_message(self, text: str, *, warning: bool = False, asked: str = "") -> None:
        """Show a message, and the question ``asked`` that still needs an answer.

        An open line hides both. But while dice or a number are being typed, a warning is shown with
        that line instead.
        """
        if warning and self.dice_question:
            self.show_problem(text)
            return
        if warning and self._number_question is not None:
            self._lead = self._number_question.lead(text)
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
        self._number_question = question
        self._open(question.lead(), str(question.proposal))
        self.select_all()

    def ask_command(self, start: str = "") -> None:
        """Open the command line, with ``start`` already typed."""
        self._number_question = None
        self._history_index = len(self._history)
        self._open(" :", start)

    def ask_dice(self, question: str, *, may_undo: bool) -> bool:
        """Ask for the faces of dice, unless the same question or another line is open.

        Returns:
            True if the question was opened.
        """
        self._may_undo = may_undo
        is_new = question != self.dice_question and bool(self.dice_question or not self.asking)
        if is_new:
            self._open_dice(question, "")
        return is_new

    def _open_dice(self, question: str, value: str) -> None:
        self._number_question = None
        self._open(f" {question}{colon()}", value, dice=question)

    @property
    def takes_keys_in_order(self) -> bool:
        """True if each key is fully handled before the next one, so that keys need not wait.

        It is False while a number is asked for, because other keys then bubble up to the screen.
        """
        return not self.asks_number

    @property
    def asks_number(self) -> bool:
        """True while a number is asked for."""
        return self._number_question is not None

    @property
    def typed_number(self) -> int | None:
        """The number on the line, if it is a valid answer."""
        question = self._number_question
        return int(self.value) if question and question.accepts(self.value) else None

    def show_problem(self, problem: str) -> None:
        """Show the problem with the current line."""
        self.problem, self._rejected_line = problem, self.value
        self.post_message(self.LineChanged())

    def lines_above(self) -> list[Text]:
        """Return the lines that do not fit in this row and are shown in the rows above it.

        These are all lines of a message or a question except the last. A problem that is longer
        than one line is shown there as a whole.
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
        """True while a dialog is open: the message is hidden, as its keys have no effect then."""
        return self.app.screen is not self.screen

    def has_room_for(self, message: str) -> bool:
        """Return True if a message takes no more than two rows."""
        return len(self._wrap(message)) <= 2

    def _message_rows(self) -> list[Text]:
        """Return the rows of the message: a single one if it and the question fit together."""
        text, asked = self._message.text, self._message.asked
        style = WARNING if self._message.is_warning else CALM
        if asked and columns(f"{text} · {asked}") <= self.size.width - 2:
            return [Text.assemble((f" {text}", style), (f" · {asked}", CALM), end="")]
        parts = [(text, style), *([(asked, CALM)] if asked else [])]
        return [
            Text.assemble((f" {line}", part_style), end="")
            for part, part_style in parts
            for line in self._wrap(part)
        ]

    def _wrap(self, text: str, room: int = 0) -> list[str]:
        """Return the lines of a text, with ``room`` columns for typing after the last line.

        A terminal of less than 20 columns counts as one of 20. Names are not broken between lines.
        """
        width = max(self.size.width - 2, 20)
        if room and columns(text) + room > width:
            width -= room
        return wrap(text.strip(), width, self._names, hang=False)

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
        lead = self._lead_strip
        line = super().render_line(y).crop(self._hidden_columns(lead))
        return Strip.join([lead, line]).crop(0, width)

    @property
    def _lead_strip(self) -> Strip:
        """The text before the line, or the last row of it."""
        last = self._wrap(self._lead, _ANSWER_ROOM)[-1]
        gap = " " * (len(self._lead) - len(self._lead.rstrip()))
        return Strip([Segment(f" {last}{gap}", ASKED)]).apply_style(self.rich_style)

    def _hidden_columns(self, lead: Strip) -> int:
        """Return how many columns of the line are hidden, so that the cursor fits after the lead.

        Textual scrolls a long line as if there were no lead.
        """
        cursor = self.cursor_screen_offset.x - self.content_region.x
        return max(0, lead.cell_length + cursor + 1 - self.size.width)

    def _cell_offset_to_index(self, offset: int) -> int:
        # Textual finds the clicked character as if there were no lead. Without this method, a click
        # would move the cursor too far to the right.
        lead = self._lead_strip
        return super()._cell_offset_to_index(offset - lead.cell_length + self._hidden_columns(lead))

    def _open(self, lead: str, value: str, dice: str = "") -> None:
        self._lead = lead
        self.dice_question = dice
        self.asking = True
        self.problem = ""
        # Without colours a suggestion would look like typed text.
        completes = self._number_question is None and not dice and self._risk.mode.colours != "none"
        self.suggester = Completer(self.typist.complete) if completes else None
        self.value = value
        self.cursor_position = len(value)
        self.refresh()
        self.post_message(self.LineChanged())

    @property
    def _risk(self) -> TerminalApp:
        assert isinstance(self.app, TerminalApp)
        return self.app

    @property
    def keys(self) -> list[KeyHint]:
        """The keys that work while a line is being typed."""
        keymap = self._risk.keymap
        enter = keymap.sign("act")
        if self._number_question is not None:
            return self._number_question.keys(enter)
        if self.dice_question:
            back = _("clear") if self.value else _("undo") if self._may_undo else ""
            return [
                *(KeyHint(face, "", face) for face in "123456"),
                KeyHint(enter, _("OK"), "enter"),
                *([KeyHint("Esc", back, "escape")] if back else []),
                KeyHint(":", _("command"), ":"),
                *map(keymap.labelled, ("help", "log", "leave")),
            ]
        return [
            KeyHint(enter, _("run"), "enter"),
            KeyHint("Tab", _("complete"), "tab"),
            KeyHint("↑↓", _("history"), "up"),
            KeyHint("Esc", _("back"), "escape"),
        ]

    def close(self) -> None:
        """Close the line that is being typed and discard it."""
        self.asking = False
        self.suggester = self._number_question = None
        self.value = self.problem = self.dice_question = ""
        self.refresh()

    def takes_key(self, event: events.Key) -> bool:
        """Return True if a key belongs to the line that is being typed, not to the game."""
        if not self.asking or not self.dice_question:
            return self.asking
        if event.key == "escape":
            return bool(self.value)
        char = event.character or "none"
        return event.key in ("enter", "backspace", "delete") or char in string.digits + " ,:"

    async def on_key(self, event: events.Key) -> None:
        """Handle a key, or leave it to ``Input``, whose handler runs next unless we prevent it."""
        # The app has checked it too, but a key before it in the queue may have opened a question.
        if not self._risk.is_stale(event):
            if not self.takes_key(event):
                self._idle_key(event)
            elif event.key == "enter" or self._take_number_key(event):
                await self.action_submit()
            elif not self._edit(event):
                bindings = _EDITING_KEYS.get(event.key, [])
                if event.is_printable or not bindings:
                    return
                # Textual would run the binding after other keys that arrived together with it.
                await self.run_action(bindings[0].action)
        event.stop()
        event.prevent_default()

    def on_input_changed(self) -> None:
        """Clear the problem of a refused line after a change; report a changed number or dice."""
        is_changed = self.value != self._rejected_line
        if self.dice_question or self.asks_number or (self.problem and is_changed):
            if is_changed:
                self.problem = ""
            self.post_message(self.LineChanged())

    def _take_number_key(self, event: events.Key) -> bool:
        """Replace the typed number if a key stands for one, such as the maximum.

        Returns:
            False if the key stands for no number.
        """
        question = self._number_question
        number = question.number_of(event.character or "") if question else None
        if number is not None:
            self.value = str(number)
        return number is not None

    def _edit(self, event: events.Key) -> bool:
        """Handle a key that works differently than in an ordinary ``Input``.

        Returns:
            False if the key is not one of these.
        """
        is_number = self._number_question is not None
        refused = bool(self.problem) and not self.selection.is_empty
        if refused and event.key in ("backspace", "left"):
            # The whole refused line is selected; Backspace must delete only one character of it.
            self.cursor_position = len(self.value)
        if (is_number or self.dice_question or refused) and event.character == ":":
            self.ask_command()
        elif self.dice_question and event.key == "escape":
            self.value = ""
        elif is_number and self.take_game_key(event):
            pass
        elif event.key in ("up", "down"):
            self._step(1 if event.key == "up" else -1)
        elif is_number and event.character and event.character in "+-":
            self._step(1 if event.character == "+" else -1)
        elif event.key == "escape":
            self.close()
            self.post_message(self.Closed(is_number))
        elif event.key == "tab" and not is_number:
            self._complete()
        elif not (is_number and event.is_printable and not event.key.isdecimal()):
            return False
        return True

    def take_game_key(self, event: events.Key) -> bool:
        """Handle a key of the game that also works while a number is asked for.

        Returns:
            False if the key is not one of these.
        """
        question = self._number_question
        if event.character and event.character in string.ascii_uppercase:
            self._leave_for_game(event)
            return True
        action = self._risk.keymap.action_of(event.key, event.character or "")
        if question is None or action is None:
            return False
        if action == "command":
            self.ask_command()
        elif question.forced and action in _NEXT_STEPS:
            self._leave_for_game(event)
        elif action == "end":
            self.show_message(_("Enter: OK · Esc: cancel"), warning=True)
            self.post_message(self.LineChanged())
        elif action in _PAGE_ACTIONS:
            self.typist.press(action)
        else:
            return False
        return True

    def _leave_for_game(self, event: events.Key) -> None:
        """Close the question for a number, and apply a key to the game.

        A number that is required is submitted first. If it is invalid, the question stays open. If
        the game refuses it, the key is dropped.
        """
        text, question = self.value.strip(), self._number_question
        if question is not None and question.forced:
            if not question.accepts(text):
                self._refuse_number(question)
                return
            self.close()
            if self.typist.submit_number(int(text)):
                self._idle_key(event)
            return
        # The player types the code of a territory to look elsewhere.
        self.close()
        self._idle_key(event)
        self.post_message(self.Closed(asked_number=True))

    def _refuse_number(self, question: NumberQuestion) -> None:
        self._lead = _(
            " Choose {minimum} to {maximum}: ", minimum=question.minimum, maximum=question.maximum
        )
        self.select_all()
        self.refresh()
        self.post_message(self.LineChanged())
        self._risk.drop_keys()

    def _step(self, direction: int) -> None:
        """Step up (1) or down (-1): to the next number, or to an older or a newer line."""
        if self._number_question is not None:
            self.value = self._number_question.stepped(self.value, direction)
        else:
            self._history_index = min(len(self._history), max(0, self._history_index - direction))
            self.value = "".join(self._history[self._history_index :][:1])
        self.cursor_position = len(self.value)

    def _complete(self) -> None:
        best = self.typist.complete(self.value)
        if best:
            self.value = best[0]
            self.cursor_position = len(self.value)

    async def action_submit(self) -> None:
        """Submit the line, or show the problem with it."""
        if not self.asking:
            return
        text, number, dice = self.value.strip(), self._number_question, self.dice_question
        if not text:
            if not dice:
                self.close()
                self.post_message(self.Closed(number is not None))
            return
        if number is not None:
            if not number.accepts(text):
                self._refuse_number(number)
                return
        elif not dice and self._history[-1:] != [text]:
            self._history.append(text)
        self.close()
        if number is not None:
            self.typist.submit_number(int(text))
        elif problem := self.typist.submit_line(text):
            # Keep the line open, because the player may go on typing to correct or replace it.
            if dice:
                self._open_dice(dice, text)
            else:
                self.ask_command(text)
            self.select_all()
            self.show_problem(problem)
            self._risk.drop_keys()


MOST, LEAST = "a", "l"
"""The keys for the maximum and the minimum."""
AGAIN = ("=", ".")
"""The keys that repeat the last answer."""
_MAX_DIGITS = 6
"""Maximum digits of a typed number, more than any number of armies has."""


@dataclass(frozen=True, slots=True)
class NumberQuestion:
    """Asks for a number from ``minimum`` to ``maximum``, and proposes one.

    ``usual`` is the answer to the last question of this kind. ``forced`` is True if the player can
    do nothing else first; a key for the next step then submits the number.
    """

    question: str
    minimum: int
    maximum: int
    usual: ArmySplit | None = None
    forced: bool = False

    @property
    def proposal(self) -> int:
        """The proposed number: the ``usual`` one, or else the maximum."""
        usual = self.usual
        return self.maximum if usual is None else usual.number(self.minimum, self.maximum)

    def lead(self, words: str = "") -> str:
        """Return the question, or ``words`` in its place, followed by the bounds."""
        return f" {words or self.question} ({self.minimum}–{self.maximum}): "

    def number_of(self, char: str) -> int | None:
        """Return the number that a key stands for; ``None`` if it stands for none."""
        numbers = {MOST: self.maximum, LEAST: self.minimum}
        if self._repeats:
            numbers |= dict.fromkeys(AGAIN, self.proposal)
        return numbers.get(char)

    @property
    def _repeats(self) -> bool:
        return self.usual is not None and self.minimum < self.maximum

    def stepped(self, text: str, step: int) -> str:
        """Return the typed number changed by ``step``, within the bounds."""
        number = int(text[:_MAX_DIGITS]) if text.isdecimal() else self.minimum
        return str(min(self.maximum, max(self.minimum, number + step)))

    def accepts(self, text: str) -> bool:
        """Return True if a text is a valid answer."""
        is_number = text.isdecimal() and len(text) <= _MAX_DIGITS
        return is_number and self.minimum <= int(text) <= self.maximum

    def keys(self, enter: str) -> list[KeyHint]:
        """Return the keys that work, with their labels; ``enter`` is the sign for Enter."""
        again = []
        if self.usual is not None and self.minimum < self.proposal < self.maximum:
            again = [KeyHint(AGAIN[0], self.usual.description, AGAIN[0])]
        return [
            KeyHint(enter, _("OK"), "enter"),
            KeyHint("+", _("more"), "+"),
            KeyHint("-", _("fewer"), "-"),
            KeyHint(MOST, _(ALL), MOST),
            KeyHint(LEAST, _(FEWEST), LEAST),
            *again,
            KeyHint("0-9", _("number"), ""),
            *([KeyHint("A-Z", _("OK, continue"), "")] if self.forced else []),
            KeyHint(":", _("command"), ":"),
            KeyHint("Esc", _("back"), "escape"),
        ]
