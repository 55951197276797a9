"""A game played by lines: questions, other terminals, signals, the end of fights, lessons."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict
from enum import Enum
from threading import Event, Thread
from typing import TYPE_CHECKING, TextIO

from risk_tui.commands.all_commands import complete
from risk_tui.commands.front_end import Page
from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, join_and, pluralize
from risk_tui.data.settings import move_signal
from risk_tui.engine.actions import Attack, EndPhase, Place
from risk_tui.engine.decisions import ToDefend, ToOccupy
from risk_tui.engine.events import BattleResolved, Conquered, MissionsDealt, TurnBegan
from risk_tui.errors import RiskError
from risk_tui.line_mode.front_end import LineFrontEnd
from risk_tui.line_mode.line_input import (
    LineReader,
    dice_question,
    dice_seat,
    enter_dice,
    replace_errors,
)
from risk_tui.rules.titles import translated_title
from risk_tui.saves.errors import SaveError, display_name
from risk_tui.table.seats import spell_names
from risk_tui.table.talk import TalkNews
from risk_tui.text.prompts import NOBODY_PLAYS, describe_options, prompt_for, waiting_for_dice
from risk_tui.text.record_lines import (
    describe_record,
    describe_undone,
    drop_repeated_events,
    is_corrected,
    merge_placements,
)
from risk_tui.text.talk_lines import clock_rule, describe_clock, describe_talk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.saves.talk import TalkLine
    from risk_tui.table.lesson import Instruction, Lesson
    from risk_tui.table.table import Table


class LastFight:
    """Follows the records of a table, and says what the last fight left on both sides.

    Of fights between computer players nothing is said.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._ends: tuple[int, ...] = ()
        """The territories of the fight; empty where there is nothing to tell."""
        self._line = ""
        """The line that is left, as of the last record that was shown."""

    def before(self, record: Record) -> Iterator[str]:
        """The line to show before a record with which something else begins."""
        action = record.action
        if isinstance(action, EndPhase) or (
            isinstance(action, Attack) and action.aims != self._ends
        ):
            yield from self.end()

    def note(self, record: Record) -> None:
        """Take in a record that is shown."""
        for event in record.events:
            if isinstance(event, BattleResolved):
                people = self._table.seating.people
                ends = (event.source, event.target)
                concerns = not people.isdisjoint((event.attacker, event.defender))
                self._ends = tuple(end for end in ends if end is not None) if concerns else ()
                self._line = ""
            elif isinstance(event, TurnBegan) or (
                isinstance(event, Conquered) and event.seat not in self._table.seating.people
            ):
                self._ends = ()

    def catch_up(self, view: View) -> None:
        """Take in the armies that the reader sees, now that every record is shown."""
        territories = view.board.territories
        left = [
            _(
                "{armies} in {territory}",
                armies=pluralize(view.armies[end], "army"),
                territory=territories[end].name,
            )
            for end in self._ends
            if end not in view.unseen
        ]
        self._line = _("Left: {left}", left=", ".join(left)) if left else ""

    def end(self) -> Iterator[str]:
        """The line about a fight that is over, once."""
        if self._ends and self._line:
            yield self._line
        self._ends = ()


POLL_INTERVAL = 0.1
"""Seconds between two polls of the game's files."""

PRESENCE_CHECK_INTERVAL = 2.0
"""Seconds between two checks who is away, or hangs: their locks show that, not the files."""


class WaitResult(Enum):
    """The reason for the end of a wait."""

    STEP = "something happened"
    LINE = "a line was typed"
    EVICTED = N_("your seat is now played at another terminal")


class RemoteSeats:
    """Waits for other terminals, and gives them the seats that they ask for."""

    def __init__(self, table: Table, lines: LineReader) -> None:
        self._table = table
        self._lines = lines
        self._seated = bool(table.seating.local_seats)
        self.waited = False
        """True if a player waited, and must be called when it is their move."""

    def wait(self, decision: Decision, show: Callable[[str], None]) -> WaitResult:
        """Wait for news; ``show`` repeatedly gets a text that names the awaited player."""
        table = self._table
        self.waited = True
        next_check = 0.0
        shown = ""
        while True:
            if table.ledger.may_have_changes() or time.monotonic() >= next_check:
                next_check = time.monotonic() + PRESENCE_CHECK_INTERVAL
                if (table.ledger.has_changes() and table.ledger.sync()) or self._has_tasks():
                    self._lines.hide_typed()
                    return WaitResult.STEP
                table.seating.refresh_presence()
                if (text := self._waiting_text(decision)) != shown:
                    shown = text
                    self._lines.hide_typed()
                    show(text)
                    self._lines.show_typed()
                table.seating.release_requested()
                if self._seated and table.seating.is_guest and not table.seating.local_seats:
                    return WaitResult.EVICTED
            if self._lines.ready(POLL_INTERVAL):
                return WaitResult.LINE

    def _has_tasks(self) -> bool:
        """Return True if this terminal must play for bots, or roll dice."""
        table = self._table
        return table.dice.request is not None or table.automation.carries_out(
            table.automation.pending()
        )

    def _waiting_text(self, decision: Decision) -> str:
        """Return the text that names the awaited player or task."""
        text, clock = self._who_waits(decision), self._table.clock.state
        return (
            _("{text} (clock: {clock_rule})", text=text, clock_rule=clock_rule(clock))
            if clock is not None
            else text
        )

    def _who_waits(self, decision: Decision) -> str:
        table, name = self._table, self._table.seats[decision.seat].name
        if (dice := table.remote_dice_for(table.seating.only_local_seat)) is not None:
            return waiting_for_dice(dice, table.board, table.seats)
        if not table.seating.has_leader() and not table.seats[decision.seat].is_person:
            return _(NOBODY_PLAYS)
        away = decision.seat in table.seating.away
        if away:
            return _("{name} is away; the game is waiting", name=name)
        return _("Waiting for {name}", name=name)

    @contextmanager
    def releasing_seats(self) -> Iterator[None]:
        """A context in which seats are given up to the terminals that ask for them."""
        finished = Event()

        def release() -> None:
            while not finished.wait(POLL_INTERVAL):
                if self._table.ledger.may_have_changes():
                    self._table.seating.release_requested()

        thread = Thread(target=release, daemon=True)
        thread.start()
        try:
            yield
        finally:
            finished.set()
            thread.join()


_STOPS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")

RETRY_SECONDS = 0.1
"""Seconds after which a stop that was lost on its way up is raised again."""

WAKE_SECONDS = 1.0
"""Seconds after which a wait for a line checks for a signal that came just before."""


class TerminationSignal(KeyboardInterrupt):
    """A signal that ends the game at this terminal; ``code`` is the exit code for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


class TimeIsUp(Exception):
    """The clock ended while a line was typed."""


def mark_delivered() -> None:
    """Note that the exception has arrived, so that it is not raised again."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def termination_code(error: BaseException) -> int | None:
    """The exit code of the signal that an exception stands for, ``None`` if it is another fault.

    Python may call a handler while the exception of an earlier signal is on its way; the caller
    then sees a ``SystemError`` that was caused by it.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return int(getattr(cause, "code", 130))
        cause = cause.__cause__ if isinstance(cause, SystemError) else None
    return None


@contextmanager
def raise_on_termination(on_wake: Callable[[], None]) -> Iterator[None]:
    """Within, signals that end the program raise ``TerminationSignal``; once is enough.

    ``on_wake`` is called about once a second by a signal handler.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _STOPS if hasattr(signal, name)]
    timer = hasattr(signal, "setitimer")
    first = 0

    def stop(number: int, frame: object) -> None:
        nonlocal first
        if bool(first) == (number in numbers):
            # Only the first counts; the timer's raises it again, and other times only wakes.
            if not first:
                on_wake()
            return
        first = first or number
        if timer:
            # Python drops what is raised while it clears something away.
            signal.setitimer(signal.ITIMER_REAL, RETRY_SECONDS)
        raise TerminationSignal(first)

    watched = [*numbers, signal.SIGALRM] if timer else numbers
    handlers = {number: signal.signal(number, stop) for number in watched}
    if timer:
        # Only a wait for input notices; what reads or writes a file is not interrupted.
        signal.siginterrupt(signal.SIGALRM, False)
        signal.setitimer(signal.ITIMER_REAL, WAKE_SECONDS, WAKE_SECONDS)
    try:
        yield
    finally:
        mark_delivered()
        for number, handler in handlers.items():
            signal.signal(number, handler)


_RECENT = 50
"""Records that are remembered: more than a player undoes at once."""

_LAST_LINES = 5
"""The number of log lines shown first if a game is over."""


def play_by_lines(
    table: Table, stdin: TextIO, stdout: TextIO, stderr: TextIO, interactive: bool
) -> int:
    """Play a game by lines until it is won, the lines end or a player quits.

    A script (``interactive`` false) stops at its first line that can't be read or done: the line's
    number and the reason go to ``stderr`` and the exit code is 2. The table is left either way; the
    game stays in its file.

    Returns:
        The exit code.

    Raises:
        SaveError: If the game can't be saved.
    """
    following: Table | None = table
    is_rematch = False
    while following is not None:
        spell_names(following.seats, ascii=stdout.encoding == "ascii")
        session = LineSession(following, stdin, stdout, stderr, interactive=interactive)
        if is_rematch:
            session.show_from_the_start()
        code = play_session(session)
        following = session.next_table
        is_rematch = True
    return code


def play_session(session: LineSession) -> int:
    """Play until the game is over or a player ends it, then leave the table; return the exit
    code.
    """
    try:
        with raise_on_termination(session.wake):
            try:
                return session.run()
            except (KeyboardInterrupt, SystemError) as stop:
                if (code := termination_code(stop)) is None:
                    raise
                mark_delivered()
                with suppress(OSError):  # the line may have been cut
                    session.write("")
                    session.leave()
                return code
    finally:
        session.table.close()


class LineSession:
    """One keyboard and one stream of lines, shared by all people of this terminal."""

    def __init__(
        self,
        table: Table,
        stdin: TextIO,
        stdout: TextIO,
        stderr: TextIO,
        *,
        interactive: bool,
        on_log: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a session; ``on_log`` is called when a player has looked at the log."""
        for stream in (stdout, stderr):
            replace_errors(stream)
        self.table = table
        self._out = stdout
        self._err = stderr
        self._interactive = interactive
        self._lines = LineReader(stdin, stdout, interactive=interactive, complete=self._completions)
        self._entries = table.entries
        """The number of entries behind the records that were shown."""
        self._steps = table.steps
        """The number of records that were shown and not undone since."""
        self._talk = TalkNews(table.talk)
        self._prompt: str | None = None
        """The prompt of the line that is being read, if one is."""
        self._remote_seats = RemoteSeats(table, self._lines)
        self._front_end = LineFrontEnd(
            table, self._lines, stdout, shared=interactive, on_log=on_log
        )
        self._privacy = self._front_end.privacy
        self._recent = self._last_records()
        """The last records, as all may know them, to say what was undone."""
        self.write = self._front_end.say
        self._fight = LastFight(table)
        """The source and the target of a fight that was reported last, and took nothing."""
        self._briefed_seats: set[int] = set()
        """The seats that have seen their missions."""

    def show_from_the_start(self) -> None:
        """Show also the steps that were taken before the session."""
        self._entries = self._steps = 0

    def run(self) -> int:
        """Play; the exit code."""
        self.greet()
        while True:
            self._run_automatic()
            decision = self.table.decision
            if decision is None:
                return self._show_winners()
            if (dice := dice_question(self.table)) is not None:
                code = self._read_dice(*dice)
                if code is not None:
                    return code
                continue
            if self._front_end.waits():
                self._front_end.ask_for_step(decision.seat)
                code = self._read(self.table.seating.only_local_seat, _("paused> "))
                if code is not None:
                    return code
                continue
            if self.table.prompted_seat() is None:
                code = self._wait(decision)
                if code is not None:
                    return code
                continue
            if not self._hand_over_to(decision):
                return self.leave()
            self._show_new_mission(decision.seat)
            self.ask(decision)
            name = self.table.seats[decision.seat].name
            prompt, remember = f"{name}> ", not decision.answer_is_secret
            if not self._interactive:
                code = self._read(decision.seat, prompt)
            else:
                self._ring_bell()
                with self._remote_seats.releasing_seats():
                    code = self._read(decision.seat, prompt, remember=remember)
            if code is not None:
                return code

    def _read_dice(self, question: str, prompt: str) -> int | None:
        """Read a line for the dice that are due; the exit code if that is the end."""
        self._front_end.ask(question)
        seat = dice_seat(self.table)
        seat = self.table.seating.only_local_seat if seat is None else seat
        if not self._interactive:
            return self._read(seat, prompt)
        self._ring_bell()
        with self._remote_seats.releasing_seats():
            return self._read(seat, prompt, remember=False)

    def _read(self, seat: int | None, prompt: str, *, remember: bool = True) -> int | None:
        """Read a line and carry it out for a seat; the exit code if that is the end."""
        self._prompt = prompt
        try:
            line = self._lines.next_line(prompt, remember=remember)
        except TimeIsUp:
            self.write("")
            return None
        finally:
            self._prompt = None
        if self.table.clock.is_overdue():
            self.write(_("Your time was up before that line"))
            return None
        return self._carry_out(line, seat, prompt)

    def wake(self) -> None:
        """Show what others say while a line is being typed, or stop that if time is up.

        Called about once a second from a signal handler; it does nothing while no line is read.
        """
        if self._prompt is None or not self._interactive:
            return
        with suppress(SaveError):
            self.table.ledger.read_beside()
        if self._talk.has_news:
            typed = self._lines.clear_edited()
            self._show_talk(self._talk.take(self._privacy.visible_seat(self.table.decision)))
            self._lines.restore_edited(self._prompt, typed)
        if self.table.clock.is_overdue():
            raise TimeIsUp

    def _carry_out(self, line: str | None, seat: int | None, prompt: str) -> int | None:
        """Carry out what was entered after a prompt; the exit code if that is the end."""
        if line is None:
            return self.leave()
        if not line.strip() or line.lstrip().startswith("#"):
            if self._interactive:
                self._front_end.last_question = ""
            return None
        if not self._interactive:
            self.write(f"{prompt}{''.join(char if char.isprintable() else '?' for char in line)}")
        try:
            return None if self._execute(line, seat) else self.leave()
        except SaveError:
            raise
        except RiskError as error:
            if not self._interactive:
                return self._report_error(error)
            self.write(printable(error))
            return None

    @property
    def next_table(self) -> Table | None:
        """The game after this one, if one was begun."""
        return self._front_end.next_table

    def leave(self) -> int:
        """Say where the game is and how to play on; the exit code for that.

        Raises ``SaveError`` if the file was spoilt from outside.
        """
        if self.table.decision is not None:
            self.table.ledger.fold()
            self.write(_("The game is saved. {resume_hint}", resume_hint=self._resume_hint()))
        return 0

    # Output

    def greet(self) -> None:
        """Say which game this is."""
        table = self.table
        players = ", ".join(seat.name for seat in table.seats)
        ruleset = translated_title(table.ruleset.title)
        greeting = _("Risk, {ruleset}: {players}. Game {game}")
        self.write(greeting.format(ruleset=ruleset, players=players, game=table.name))
        if self._interactive:
            self.write(_("Type help for all commands"))
        if (now := table.view(None).round) and table.decision is not None:
            self.write(_("Round {now}", now=now))
        if table.decision is None:
            self._front_end.show(Page.LOG, lines=_LAST_LINES)
        elif options := describe_options(table):
            self.write(options)

    def _run_automatic(self) -> None:
        self._show_news()
        while not self._front_end.waits() and (record := self.table.automation.step()) is not None:
            # Show a record together with the next step if that repeats it.
            resolved = any(isinstance(event, BattleResolved) for event in record.events)
            is_past_cards = isinstance(record.action, Place | Attack) and not resolved
            if not (is_past_cards and self.table.automation.pending() is not None):
                self._show_news()
            self._show_notice()
        self._show_news()
        self._show_notice()

    def _show_notice(self) -> None:
        """Write why an order ended, or what is wrong with a bot, if that was not written yet."""
        if notice := self.table.automation.take_notice():
            self._show_news()
            self.write(notice)

    def _wait(self, decision: Decision) -> int | None:
        """Wait until another terminal has done something; the exit code if that is the end."""
        known = self.table.view(self.table.seating.only_local_seat).decision or decision
        result = self._remote_seats.wait(known, self._front_end.ask)
        if result is WaitResult.EVICTED:
            self.write(_("Your seat is played at another terminal now"))
            return self.leave()
        if result is WaitResult.LINE:
            return self._carry_out(
                self._lines.entered_line(), self.table.seating.only_local_seat, ""
            )
        return None

    def _last_records(self) -> list[Record]:
        reader = self._privacy.visible_seat(self.table.decision)
        start = max(self.table.steps - _RECENT, 0)
        return self.table.history(None, start, seen_by=reader)

    def _ring_bell(self) -> None:
        """Ring the bell for a player who waited: it is their move."""
        if self._remote_seats.waited:
            self._remote_seats.waited = False
            if self._out.isatty():
                text = _("your move in {table}", table=printable(self.table.name))
                self._out.write(move_signal(self._front_end.settings.bell, text))

    def _show_news(self) -> None:
        table, reader = self.table, self._privacy.visible_seat(self.table.decision)
        start = table.steps_until(self._entries)
        new = table.history(reader, start)
        undone = self._steps - start - (bool(new) and is_corrected(new[0]))
        if start < self._steps:
            self._front_end.last_question = ""
        if undone > 0:
            self.write(describe_undone(self._recent[-undone:], table.seats, table.board))
        if start < table.steps and self._others_look_next():
            self._front_end.clear_secrets()
        said = self._talk.take(reader)
        early = [line for line in said if table.steps_until(line.after) <= start]
        self._show_talk(early)
        for record in merge_placements(drop_repeated_events(new)):
            self._show_record(record)
        self._show_talk([line for line in said if line not in early])
        self._fight.catch_up(table.view(reader))
        self._entries, self._steps = table.entries, table.steps
        self._recent = self._last_records()

    def _show_talk(self, lines: Sequence[TalkLine]) -> None:
        """Write what was said."""
        for line in lines:
            self.write(describe_talk(line, self.table.seats))
            if line.to is not None and line.text:
                self._front_end.mark_secret_shown()

    def _show_record(self, record: Record) -> None:
        table = self.table
        view, only = table.view(None), self.table.seating.only_local_seat
        self.write(*self._fight.before(record))
        self.write(*describe_record(record, table.seats, table.board, view, only))
        self._briefed_seats |= {
            event.seat
            for event in record.events
            if isinstance(event, MissionsDealt) and event.missions
        }
        if table.hides_board or record != record.redacted_for(None):
            self._front_end.mark_secret_shown()
        self._fight.note(record)

    def _show_new_mission(self, seat: int) -> None:
        """Show a seat the mission that it was dealt, once."""
        if self._privacy.has_new_mission(seat) and seat not in self._briefed_seats:
            self._briefed_seats.add(seat)
            self._front_end.show_mission_of(seat)

    def ask(self, decision: Decision) -> None:
        """Write the question of a decision, but not twice in a row."""
        if not isinstance(decision, ToDefend | ToOccupy):
            self.write(*self._fight.end())
        view = self.table.view(decision.seat)
        question = prompt_for(decision, view, self.table.seats)
        if time_left := describe_clock(self.table):
            question += _(". Time: {time_left}", time_left=time_left)
        own = view.acting_seat == decision.seat
        if decision.kind == "reinforce" and own and view.hand and not view.conquests_this_turn:
            question += _(". You hold {cards}", cards=pluralize(len(view.hand), "card"))
        if isinstance(decision, ToDefend) and not self.table.has_defended(decision.seat):
            question += _(". 'defend always most' always rolls the maximum")
        self._front_end.ask(question)

    def _show_winners(self) -> int:
        winners = [self.table.seats[seat].name for seat in self.table.winners]
        self.write(_("The game is over. {names} won", names=join_and(winners)))
        if self._interactive and not self.table.seating.is_guest:
            self.write(_("For a rematch, with the next player going first, type rematch"))
            while self.next_table is None and not self._front_end.is_leaving:
                line = self._lines.next_line(_("rematch, log or quit> "))
                if line is None or not line.strip():
                    break
                self._try(line)
        return 0

    def _try(self, line: str) -> None:
        """Carry out a line for no seat in particular, or write why that fails."""
        try:
            self._front_end.run(line, None)
        except SaveError:
            raise
        except RiskError as error:
            self.write(printable(error))

    def _report_error(self, error: RiskError) -> int:
        self.leave()
        self._err.write(_("line {number}: {error}\n", number=self._lines.number, error=error))
        self._err.flush()
        return 2

    def _resume_hint(self) -> str:
        table = self.table
        if table.seating.is_guest:
            return _("Join again to continue")
        return _(
            "To continue: risk-tui resume {display_name} --plain",
            display_name=printable(display_name(table.path)),
        )

    # The curtain

    def _hand_over_to(self, decision: Decision) -> bool:
        """Make sure that the deciding player may look at the screen; return False if the lines
        end.
        """
        privacy, seat = self._privacy, decision.seat
        if privacy.handover_due(decision) is not None and privacy.anything_hidden:
            return self._front_end.close_curtain(seat)
        if decision.private:
            privacy.reveal_to(seat)
        return True

    def _others_look_next(self) -> bool:
        """Return True if the next readers of the screen are others than the player who had it."""
        decision, holder = self.table.decision, self._privacy.active_seat
        if decision is None or decision.seat == holder:
            return False
        if isinstance(decision, ToDefend) and self.table.automation.pending() is not None:
            return False  # A standing answer: no player comes to the keyboard.
        return decision.seat in self.table.seating.people or self.table.view(None).turn != holder

    # Input

    def _execute(self, line: str, seat: int | None) -> bool:
        """Carry out a line for a seat; false when it is to leave. Raises ``RiskError``."""
        if enter_dice(self.table, line):
            return True
        self._front_end.run(line, seat)
        return not self._front_end.is_leaving

    def _completions(self, text: str) -> list[str]:
        view = self.table.view(self._privacy.visible_seat(self.table.decision))
        return complete(text, view, **asdict(self.table.options))


def learn_by_lines(
    lesson: Lesson, stdin: TextIO, stdout: TextIO, stderr: TextIO, interactive: bool
) -> int:
    """Play a first game by lines, as ``play_by_lines`` plays any; the exit code."""
    return play_session(LessonSession(lesson, stdin, stdout, stderr, interactive=interactive))


class LessonSession(LineSession):
    """Says each instruction of a lesson once, before the question that it is about."""

    def __init__(
        self, lesson: Lesson, stdin: TextIO, stdout: TextIO, stderr: TextIO, *, interactive: bool
    ) -> None:
        super().__init__(
            lesson.table,
            stdin,
            stdout,
            stderr,
            interactive=interactive,
            on_log=lambda: lesson.note_looked_at("log"),
        )
        self._lesson = lesson
        self._last: Instruction | None = None

    def greet(self) -> None:
        from risk_tui.table.lesson import WELCOME

        super().greet()
        self.write("", WELCOME)

    def ask(self, decision: Decision) -> None:
        instruction = self._lesson.instruction()
        if instruction != self._last and not self._lesson.is_over:
            self._last = instruction
            typed = instruction.how.typed
            self.write("", f"({instruction.heading}) {instruction.why}".rstrip())
            if typed:
                self.write(_("  Type: {typed}", typed=typed))
        super().ask(decision)

    def leave(self) -> int:
        if self._lesson.kept:
            return super().leave()
        self.write(_("You left the tutorial. It was not saved"))
        return 0
