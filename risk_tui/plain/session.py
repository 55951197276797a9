"""A game played by lines."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from risk_tui.engine.errors import RiskError
from risk_tui.engine.facts import MissionsDealt
from risk_tui.language import parsed as wish
from risk_tui.language.commands import complete, parse
from risk_tui.language.errors import Unreadable
from risk_tui.language.rolling import agreed
from risk_tui.language.sentences import ask, count, tell_record
from risk_tui.literal import literal
from risk_tui.plain.company import Company, News
from risk_tui.plain.deeds import NOBODY_HERE, Deeds
from risk_tui.plain.lines import Lines
from risk_tui.plain.rolling import dice_asked, dice_reader, typed_dice
from risk_tui.plain.stopping import caught, stoppable
from risk_tui.saves.errors import SaveError, called
from risk_tui.table.keyboard import Keyboard

if TYPE_CHECKING:
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Record
    from risk_tui.table.table import Table

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal's screen and what has scrolled off it."""

_LAST = 5
"""How many lines of the log a game that is over begins with."""

_FOR_ALL = (
    wish.HandOver,
    wish.Sit,
    wish.Free,
    wish.ShowBoard,
    wish.ShowLog,
    wish.ShowRecap,
    wish.ShowDice,
    wish.ShowRules,
    wish.Help,
    wish.Save,
)
"""What can be asked for by somebody who plays no seat."""


def play(table: Table, stdin: TextIO, stdout: TextIO, stderr: TextIO, interactive: bool) -> int:
    """Play a game by lines until it is won, the lines end or somebody quits; the exit code.

    A script (``interactive`` false) stops at its first line that cannot be read or done: the
    line's number and the reason go to ``stderr`` and the exit code is 2. The table is left
    either way; the game stays in its file as it stands. Raises ``SaveError`` when the game
    cannot be saved.
    """
    session = Session(table, stdin, stdout, stderr, interactive=interactive)
    try:
        with stoppable():
            try:
                return session.run()
            except KeyboardInterrupt as stop:
                caught()
                with suppress(OSError):  # the line may have been cut
                    session.say("")
                    session.leave()
                return int(getattr(stop, "code", 130))
    finally:
        table.close()


class Session:
    """One keyboard and one stream of lines, shared by all people of this terminal."""

    def __init__(
        self,
        table: Table,
        stdin: TextIO,
        stdout: TextIO,
        stderr: TextIO,
        *,
        interactive: bool,
    ) -> None:
        self.table = table
        self._out = stdout
        self._err = stderr
        self._interactive = interactive
        self._lines = Lines(stdin, stdout, interactive=interactive, complete=self._completions)
        self._told = table.entries
        """How many entries of the game the records that were told are of."""
        self._steps = table.steps
        """How many records were told and not taken back since."""
        self._company = Company(table, self._lines)
        self.asked = ""
        """What was asked last."""
        self.keyboard = Keyboard(table, shared=interactive)
        self._deeds = Deeds(self)
        self._bared = False
        """Whether something hidden stands on a screen that others will look at."""
        self._briefed: set[int] = set()
        """The seats that were told their missions."""

    def run(self) -> int:
        """Play; the exit code."""
        self._greet()
        while True:
            self._automatic()
            decision = self.table.decision
            if decision is None:
                return self._over()
            if (dice := dice_asked(self.table)) is not None:
                code = self._read_dice(*dice)
                if code is not None:
                    return code
                continue
            if self.table.asked() is None:
                code = self._wait(decision)
                if code is not None:
                    return code
                continue
            if not self._hand_over_to(decision):
                return self.leave()
            self._brief(decision.seat)
            self._ask(decision)
            name = self.table.seats[decision.seat].name
            prompt, remember = f"{name}> ", decision.kind != "capital"
            if not self._interactive:
                code = self._read(decision.seat, prompt)
            else:
                self._ring()
                with self._company.giving_way():
                    code = self._read(decision.seat, prompt, remember=remember)
            if code is not None:
                return code

    def _read_dice(self, question: str, prompt: str) -> int | None:
        """Read a line for the dice that are wanted; the exit code if that is the end."""
        if question != self.asked:
            self.asked = question
            self.say(question)
        if not self._interactive:
            return self._read(dice_reader(self.table), prompt)
        self._ring()
        with self._company.giving_way():
            return self._read(dice_reader(self.table), prompt, remember=False)

    def _read(self, seat: int | None, prompt: str, *, remember: bool = True) -> int | None:
        """Read a line and do what it says for a seat; the exit code if that is the end."""
        line = self._lines.next(prompt, remember=remember)
        if line is None:
            return self.leave()
        if not line.strip() or line.lstrip().startswith("#"):
            self.asked = "" if self._interactive else self.asked
            return None
        if not self._interactive:
            self.say(f"{prompt}{''.join(m if m.isprintable() else '?' for m in line)}")
        try:
            return None if self._obey(line, seat) else self.leave()
        except SaveError:
            raise
        except RiskError as error:
            if not self._interactive:
                return self._stop(error)
            self.say(literal(error))
            return None

    def say(self, *lines: str) -> None:
        """Write lines; what the stream cannot show becomes a question mark."""
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        for line in lines:
            self._out.write(line.encode(encoding, "replace").decode(encoding) + "\n")
        self._out.flush()

    def leave(self) -> int:
        """Say where the game is and how to play on; the exit code for that."""
        if self.table.decision is not None:
            self.say(f"The game is saved. {self._resume()}")
        return 0

    # What the people are told

    def _greet(self) -> None:
        table = self.table
        players = ", ".join(seat.name for seat in table.seats)
        self.say(f"Risk, {table.ruleset.title}: {players}. Game {table.name}")
        if self._interactive:
            self.say("Type help for all commands")
        if table.steps and table.decision is not None:
            self.say(f"Round {table.view(None).round}")
        if table.decision is None:
            self._deeds.show_log(_LAST)
        elif options := agreed(table.options):
            self.say(options)

    def _automatic(self) -> None:
        self._tell_news()
        while self.table.step() is not None:
            self._tell_news()

    def _wait(self, decision: Decision) -> int | None:
        """Wait until another terminal has done something; the exit code if that is the end."""
        news = self._company.wait(decision, self._tell_waiting)
        if news is News.OUSTED:
            self.say("Your seat is played at another terminal now")
            return self.leave()
        if news is News.LINE:
            return self._read(min(self.table.here, default=None), "")
        return None

    def _ring(self) -> None:
        """Call whoever waited: it is his move."""
        if self._company.waited:
            self._company.waited = False
            if self._out.isatty():
                self._out.write("\a")

    def _tell_waiting(self, waiting: str) -> None:
        if waiting != self.asked:
            self.asked = waiting
            self.say(waiting)

    def _tell_news(self) -> None:
        table = self.table
        start = table.steps_until(self._told)
        if start < self._steps:
            self.say(f"Taken back: {count(self._steps - start, 'step')}")
        if start < table.steps and self._others_look():
            self._sweep()
        for record in table.history(self.keyboard.reader(), start):
            self._tell(record)
        self._told, self._steps = table.entries, table.steps

    def _tell(self, record: Record) -> None:
        table = self.table
        self.say(*tell_record(record, table.seats, table.board, table.view(None)))
        self._briefed |= {
            fact.seat for fact in record.facts if isinstance(fact, MissionsDealt) and fact.missions
        }
        if record != record.seen_by(None):
            self.bare()

    def _brief(self, seat: int) -> None:
        """Tell a seat the mission that it was dealt, once."""
        if self.keyboard.new_mission(seat) and seat not in self._briefed:
            self._briefed.add(seat)
            self._deeds.show_mission(self.table.view(seat))

    def _ask(self, decision: Decision) -> None:
        """Say what is asked, but not twice in a row."""
        view = self.table.view(decision.seat)
        question = ask(decision, view, self.table.seats)
        own = view.acting == decision.seat
        if decision.kind == "reinforce" and own and view.hand and not view.conquests:
            question += f". You hold {count(len(view.hand), 'card')}"
        if question != self.asked:
            self.asked = question
            self.say(question)

    def _over(self) -> int:
        winners = [self.table.seats[seat].name for seat in self.table.winners]
        self.say(f"The game is over. {' and '.join(winners)} won")
        return 0

    def _stop(self, error: RiskError) -> int:
        self.leave()
        self._err.write(f"line {self._lines.number}: {error}\n")
        self._err.flush()
        return 2

    def _resume(self) -> str:
        table = self.table
        if table.guest:
            return "Come back the way you came"
        return f"Play on with: risk-tui resume {literal(called(table.path))} --plain"

    # The curtain

    def _hand_over_to(self, decision: Decision) -> bool:
        """See that whoever decides may look at the screen; false when the lines end."""
        keyboard, seat = self.keyboard, decision.seat
        if keyboard.due() is not None and keyboard.anything_hidden:
            return self.curtain(seat)
        if decision.private:
            keyboard.rise(seat)
        return True

    def curtain(self, seat: int) -> bool:
        """Wait until a seat has the keyboard for itself; false when the lines end."""
        self.keyboard.fall()
        self._sweep()
        name = self.table.seats[seat].name
        answer = self._lines.next(
            f"{name}, press Enter when nobody else is looking.", remember=False
        )
        self.keyboard.rise(seat)
        self.asked = ""
        if answer and answer.strip():
            self.say("What was typed before Enter is ignored")
        return answer is not None

    def bare(self) -> None:
        """Remember that something hidden is on the screen."""
        self._bared = not self.keyboard.alone

    def _others_look(self) -> bool:
        """Whether the next ones to read are others than whoever had the screen for himself."""
        decision, holder = self.table.decision, self.keyboard.holder
        if decision is None or decision.seat == holder:
            return False
        return decision.seat in self.table.people or self.table.view(None).turn != holder

    def _sweep(self) -> None:
        """Push off the screen what is hidden from the next one, and out of what scrolls back."""
        if self._bared:
            self.say(*[""] * shutil.get_terminal_size().lines)
            if self._out.isatty() and os.environ.get("TERM", "dumb") != "dumb":
                self._out.write(_CLEAR)
                self._out.flush()
            self._bared = False

    # What the people want

    def _obey(self, line: str, seat: int | None) -> bool:
        """Do what a line says for a seat; false when that is to leave. Raises ``RiskError``."""
        if typed_dice(self.table, line):
            return True
        command = parse(line, self.table.view(seat))
        if isinstance(command, wish.Quit):
            return False
        if seat is None and not isinstance(command, _FOR_ALL):
            raise Unreadable("no seat is played here now; you look on")
        self._deeds.do(command, NOBODY_HERE if seat is None else seat)
        return True

    def _completions(self, text: str) -> list[str]:
        view = self.table.view(self.keyboard.reader())
        return complete(text, view, advice=self.table.options.advice)
