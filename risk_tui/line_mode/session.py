"""Sessions of line mode: their main loop, waiting for other terminals, signals and lessons."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum, auto
from typing import TextIO

from risk_tui.commands.all_commands import complete
from risk_tui.commands.front_end import Page
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, join_and, pluralize
from risk_tui.data.settings import move_signal
from risk_tui.engine.actions import Attack, EndPhase, Place
from risk_tui.engine.decisions import Decision, ToDefend, ToOccupy
from risk_tui.engine.events import BattleResolved, Conquered, MissionsDealt, TurnBegan
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
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
from risk_tui.saves.talk import TalkLine
from risk_tui.table.lesson import Instruction, Lesson
from risk_tui.table.seats import player_names, spell_names
from risk_tui.table.table import Table
from risk_tui.table.talk import TalkNews
from risk_tui.text.prompts import NOBODY_PLAYS, describe_options, prompt_for, waiting_for_dice
from risk_tui.text.record_lines import (
    describe_record,
    describe_talk,
    describe_undone,
    drop_repeated_events,
    is_corrected,
    merge_placements,
)
from risk_tui.text.time_phrases import clock_rule, current_round, describe_clock


class LastFight:
    """Follows the records of a table, and reports the armies left on both sides of a fight.

    Only fights that people at this terminal take part in are reported, unless another seat wins
    them by a conquest.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._territories: tuple[int, ...] = ()
        """The territories of the last fight; empty if there is nothing to report."""
        self._report = ""
        """The report on the fight, as of the last record that was shown."""

    def before(self, record: Record) -> Iterator[str]:
        """Yield the report on a fight before a record that is not part of it."""
        action = record.action
        if isinstance(action, EndPhase) or (
            isinstance(action, Attack) and action.aims != self._territories
        ):
            yield from self.end()

    def note(self, record: Record) -> None:
        """Note the start or end of a fight in a record that was shown."""
        for event in record.events:
            if isinstance(event, BattleResolved):
                people = self._table.seating.local_people
                has_people = not people.isdisjoint((event.attacker, event.defender))
                places = (event.source, event.target) if has_people else ()
                self._territories = tuple(place for place in places if place is not None)
                self._report = ""
            elif isinstance(event, TurnBegan) or (
                isinstance(event, Conquered) and event.seat not in self._table.seating.local_people
            ):
                self._territories = ()

    def catch_up(self, view: View) -> None:
        """Update the report with the armies in ``view``, after all records were shown."""
        territories = view.board.territories
        left = [
            _(
                "{armies} in {territory}",
                armies=pluralize(view.armies[territory], "army"),
                territory=territories[territory].name,
            )
            for territory in self._territories
            if territory not in view.unseen
        ]
        self._report = _("Left: {left}", left=", ".join(left)) if left else ""

    def end(self) -> Iterator[str]:
        """Yield the report on a fight that is over, and forget the fight."""
        if self._territories and self._report:
            yield self._report
        self._territories = ()


POLL_INTERVAL = 0.1
"""Seconds between two polls of the game's files."""

PRESENCE_CHECK_INTERVAL = 2.0
"""Seconds between two checks of the locks, which show who is away or hangs."""


class WaitResult(Enum):
    """The reason for the end of a wait."""

    STEP = auto()
    """Something happened in the game."""
    LINE = auto()
    """A line was typed."""
    EVICTED = auto()
    """The seat of this terminal is played at another one now."""


class RemoteSeats:
    """Waits for other terminals, and releases the seats that they request."""

    def __init__(self, table: Table, lines: LineReader) -> None:
        self._table = table
        self._lines = lines
        self._seated = bool(table.seating.local_seats)
        self.waited = False
        """True if a player has waited, and must be called when it is their move."""

    def wait(self, decision: Decision, show: Callable[[str], None]) -> WaitResult:
        """Wait until something happens in the game, or a line is typed.

        Args:
            decision: The pending decision.
            show: Shows a text about the awaited player; called again whenever it changes.
        """
        table = self._table
        self.waited = True
        next_check = 0.0
        shown = ""
        while True:
            if table.ledger.watch.may_have_changes() or time.monotonic() >= next_check:
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
                table.seating.leave_requested_seats()
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
        """Return the text about the awaited player or dice, with the rule of the clock if any."""
        text, clock = self._describe_wait(decision), self._table.clock.state
        if clock is None:
            return text
        return _("{text} (clock: {clock_rule})", text=text, clock_rule=clock_rule(clock))

    def _describe_wait(self, decision: Decision) -> str:
        """Return the text about the awaited player or dice."""
        table, name = self._table, self._table.seats[decision.seat].name
        if (dice := table.remote_dice_for(table.seating.only_local_seat)) is not None:
            return waiting_for_dice(dice, table.board, table.seats)
        if not table.seating.has_leader() and not table.seats[decision.seat].is_person:
            return _(NOBODY_PLAYS)
        if decision.seat in table.seating.away:
            return _("{name} is away; the game is waiting", name=name)
        return _("Waiting for {name}", name=name)


_STOP_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)

RETRY_SECONDS = 0.1
"""Seconds after which a lost ``TerminationSignal`` is raised again."""

WAKE_SECONDS = 0.5
"""Seconds between two interruptions of the wait for a line.

Each also notices a signal that came just before the wait. Another terminal that asks for a seat
waits for ``RELEASE_SECONDS``, which must be longer.
"""


class TerminationSignal(KeyboardInterrupt):
    """A signal ended the game at this terminal; ``code`` is the exit code for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


class TimeIsUp(Exception):
    """The clock ran out while a line was typed."""


def mark_delivered() -> None:
    """Stop the timer that would raise the ``TerminationSignal`` again, because it has arrived."""
    signal.setitimer(signal.ITIMER_REAL, 0)


def termination_code(error: BaseException) -> int | None:
    """Return the exit code of the signal that caused an exception; ``None`` if no signal did.

    If a handler runs while the exception of an earlier signal propagates, Python raises
    ``SystemError`` from that exception.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return int(getattr(cause, "code", 130))
        cause = cause.__cause__ if isinstance(cause, SystemError) else None
    return None


@contextmanager
def raise_on_termination(on_wake: Callable[[], None]) -> Iterator[None]:
    """Make signals that end the program raise ``TerminationSignal``, while the context is active.

    Only the first signal counts. Outside of the main thread, this does nothing.

    Args:
        on_wake: Called every ``WAKE_SECONDS``, by a signal handler.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first = 0

    def stop(number: int, frame: object) -> None:
        nonlocal first
        is_timer = number == signal.SIGALRM
        if is_timer and not first:
            on_wake()
            return
        if first and not is_timer:
            return
        first = first or number
        # Python drops exceptions in finalizers, so the timer raises this one again.
        signal.setitimer(signal.ITIMER_REAL, RETRY_SECONDS)
        raise TerminationSignal(first)

    watched = (*_STOP_SIGNALS, signal.SIGALRM)
    handlers = {number: signal.signal(number, stop) for number in watched}
    # Restart system calls that the timer interrupts, so that file access never fails.
    signal.siginterrupt(signal.SIGALRM, False)
    signal.setitimer(signal.ITIMER_REAL, WAKE_SECONDS, WAKE_SECONDS)
    try:
        yield
    finally:
        mark_delivered()
        for number, handler in handlers.items():
            signal.signal(number, handler)


_MAX_RECENT = 50
"""The number of records to remember, which is more than a player undoes at once."""

_LAST_LINES = 5
"""The number of log lines shown first if a game is over."""


def play_by_lines(
    table: Table, stdin: TextIO, stdout: TextIO, stderr: TextIO, interactive: bool
) -> int:
    """Play a game by lines until it is won, the lines end or a player quits.

    A script (``interactive`` is False) stops at the first line that is invalid or impossible: the
    line's number and the reason go to ``stderr``, and the exit code is 2. The table is closed in
    any case; the game stays in its file.

    Returns:
        The exit code.

    Raises:
        SaveError: If the game can't be saved.
    """
    current: Table | None = table
    is_rematch = False
    while current is not None:
        spell_names(current.seats, ascii=stdout.encoding == "ascii")
        session = LineSession(current, stdin, stdout, stderr, interactive=interactive)
        if is_rematch:
            session.show_from_the_start()
        code = play_session(session)
        current = session.next_table
        is_rematch = True
    return code


def play_session(session: LineSession) -> int:
    """Play until the game is over or a player leaves, then close the table.

    Returns:
        The exit code.
    """
    try:
        with raise_on_termination(session.wake):
            try:
                return session.run()
            except (KeyboardInterrupt, SystemError) as stop:
                if (code := termination_code(stop)) is None:
                    raise
                mark_delivered()
                with suppress(OSError):  # The terminal may be gone.
                    session.write("")
                    session.leave()
                return code
    finally:
        session.table.close()


class LineSession:
    """One keyboard and one stream of lines, shared by all players at this terminal."""

    def __init__(
        self,
        table: Table,
        stdin: TextIO,
        stdout: TextIO,
        stderr: TextIO,
        *,
        interactive: bool,
    ) -> None:
        for stream in (stdout, stderr):
            replace_errors(stream)
        self.table = table
        self._out = stdout
        self._err = stderr
        self._interactive = interactive
        self._lines = LineReader(stdin, stdout, interactive=interactive, complete=self._completions)
        self._shown_entries = table.entries
        """The number of the table's entries, including undos, that were shown."""
        self._shown_steps = table.steps
        """The number of records that were shown and not undone since."""
        self._talk = TalkNews(table.talk)
        self._prompt: str | None = None
        """The prompt of the line that is being read, if any."""
        self._has_rematch = False
        """True if another terminal has started a rematch."""
        self._remote_seats = RemoteSeats(table, self._lines)
        self._front_end = LineFrontEnd(table, self._lines, stdout, interactive=interactive)
        self._privacy = self._front_end.privacy
        self._recent_records = self._last_records()
        """The last records, as the readers of the screen may know them, to describe an undo."""
        self.write = self._front_end.say
        self._fight = LastFight(table)
        self._briefed_seats: set[int] = set()
        """The seats that have seen their missions."""

    def show_from_the_start(self) -> None:
        """Also show the steps that were taken before the session."""
        self._shown_entries = self._shown_steps = 0

    def run(self) -> int:
        """Play until the session ends, and return the exit code."""
        self.greet()
        code = None
        while code is None:
            code = self._play_step()
        return code

    def _play_step(self) -> int | None:
        """Let bots play, then read and carry out one line; return the exit code at the end."""
        self._run_automatic()
        decision = self.table.decision
        if decision is None:
            return self._show_winners()
        if (dice := dice_question(self.table)) is not None:
            question, prompt = dice
            self._front_end.ask(question)
            seat = dice_seat(self.table)
            seat = self.table.seating.only_local_seat if seat is None else seat
            return self._read_answer(seat, prompt, remember=False)
        if self._front_end.waits():
            self._front_end.ask_for_step(decision.seat)
            return self._read(self.table.seating.only_local_seat, _("paused> "))
        if self.table.prompted_seat() is None:
            return self._wait(decision)
        if not self._hand_over_to(decision):
            return self.leave()
        if self.table.prompted_seat() is None:
            return None  # Another terminal has taken the seat during the handover.
        self._show_new_mission(decision.seat)
        self.ask(decision)
        prompt = f"{self.table.seats[decision.seat].name}> "
        return self._read_answer(decision.seat, prompt, remember=not decision.answer_is_secret)

    def _read_answer(self, seat: int | None, prompt: str, *, remember: bool) -> int | None:
        """Ring the bell for a player who waited, then read and carry out their answer.

        Returns:
            The exit code at the end.
        """
        if self._interactive:
            self._ring_bell()
        return self._read(seat, prompt, remember=remember)

    def _read(self, seat: int | None, prompt: str, *, remember: bool = True) -> int | None:
        """Read and carry out a line for a seat; return the exit code at the end."""
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
        """Release the seats that other terminals request, and show talk and a rematch of others.

        A signal handler calls this every ``WAKE_SECONDS``; it does nothing while no line is read.

        Raises:
            TimeIsUp: If the time for the decision is up.
        """
        if not (self._interactive and self._lines.is_reading):
            return
        self.table.seating.leave_requested_seats()
        if self._prompt is None:
            return
        with suppress(SaveError):
            self.table.ledger.read_side_data()
        has_rematch = self._notice_rematch()
        if self._talk.has_news or has_rematch:
            typed = self._lines.clear_edited()
            self._show_talk(self._talk.take(self._privacy.find_visible_seat(self.table.decision)))
            if has_rematch:
                self.write(_("A rematch has started; to join it, type rematch"))
            self._lines.restore_edited(self._prompt, typed)
        if self.table.clock.is_overdue():
            raise TimeIsUp

    def _notice_rematch(self) -> bool:
        """Return True if another terminal has started a rematch since the last call."""
        if self._has_rematch or self.table.decision is not None:
            return False
        from risk_tui.table.rematch import can_join_rematch

        self._has_rematch = can_join_rematch(self.table)
        return self._has_rematch

    def _carry_out(self, line: str | None, seat: int | None, prompt: str) -> int | None:
        """Carry out a line that was entered after a prompt; return the exit code at the end."""
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
            if self._interactive:
                self.write(printable(error))
                return None
            self.leave()
            number, problem = self._lines.number, printable(error)
            self._err.write(_("line {number}: {error}\n", number=number, error=problem))
            self._err.flush()
            return 2

    @property
    def next_table(self) -> Table | None:
        """The game after this one, if a player started one."""
        return self._front_end.next_table

    def leave(self) -> int:
        """Say how to continue the game, and return the exit code.

        Raises:
            SaveError: If another program damaged the file.
        """
        if self.table.decision is not None:
            self.table.ledger.checkpoint()
            self.write(_("The game is saved. {resume_hint}", resume_hint=self._resume_hint()))
        return 0

    # Output

    def greet(self) -> None:
        """Introduce the game: its rules, players and options."""
        table = self.table
        players = ", ".join(seat.name for seat in table.seats)
        ruleset = translated_title(table.ruleset.title)
        slots = {"ruleset": ruleset, "players": players, "game": table.name}
        self.write(_("Risk, {ruleset}: {players}. Game {game}", **slots))
        if self._interactive:
            self.write(_("Type help for all commands"))
        view = table.view(None)
        if view.round and view.decision is not None:
            self.write(current_round(view))
        if table.decision is None:
            self._front_end.show(Page.LOG, lines=_LAST_LINES)
        elif options := describe_options(table):
            self.write(options)

    def _run_automatic(self) -> None:
        """Show news, and let bots and orders play until a player is needed."""
        self._show_news()
        while not self._front_end.waits() and (record := self.table.automation.step()) is not None:
            # The next step may repeat a placement or an announced attack: show both together.
            is_resolved = any(isinstance(event, BattleResolved) for event in record.events)
            may_be_repeated = isinstance(record.action, Place | Attack) and not is_resolved
            if not (may_be_repeated and self.table.automation.pending() is not None):
                self._show_news()
            self._show_notice()
        self._show_news()
        self._show_notice()

    def _show_notice(self) -> None:
        """Write why an order ended, or what is wrong with a bot, if that is new."""
        if notice := self.table.automation.take_notices():
            self._show_news()
            self.write(notice)

    def _wait(self, decision: Decision) -> int | None:
        """Wait for another terminal, or a line; return the exit code at the end."""
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
        """Return the last records, as the readers of the screen may know them."""
        reader = self._privacy.find_visible_seat(self.table.decision)
        start = max(self.table.steps - _MAX_RECENT, 0)
        return self.table.history(None, start, seen_by=reader)

    def _ring_bell(self) -> None:
        """Ring the bell if a player has waited for their move."""
        if self._remote_seats.waited:
            self._remote_seats.waited = False
            if self._out.isatty():
                text = _("your move in {table}", table=printable(self.table.name))
                self._out.write(move_signal(self._front_end.settings.bell, text))

    def _show_news(self) -> None:
        """Write what was done, undone and said since the last call."""
        table, reader = self.table, self._privacy.find_visible_seat(self.table.decision)
        start = table.steps_until(self._shown_entries)
        new = table.history(reader, start)
        undone = self._shown_steps - start - (bool(new) and is_corrected(new[0]))
        if start < self._shown_steps:
            self._front_end.last_question = ""
        if undone > 0:
            records = self._recent_records[-undone:]
            decision = None if new else table.decision
            self.write(describe_undone(records, table.seats, table.board, decision))
        if start < table.steps and self._others_look_next():
            self._front_end.clear_secrets()
        said = self._talk.take(reader)
        early = [line for line in said if table.steps_until(line.after) <= start]
        self._show_talk(early)
        for record in merge_placements(drop_repeated_events(new)):
            self._show_record(record)
        self._show_talk([line for line in said if line not in early])
        self._fight.catch_up(table.view(reader))
        self._shown_entries, self._shown_steps = table.entries, table.steps
        self._recent_records = self._last_records()

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
        """Show a seat its newly dealt mission, once."""
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
        from risk_tui.table.rematch import may_start_rematch

        winners = [self.table.seats[seat].name for seat in self.table.winners]
        self.write(_("The game is over. {names} won", names=join_and(winners)))
        if self._interactive and may_start_rematch(self.table):
            self.write(_("For a rematch, with the next player going first, type rematch"))
            self._prompt = _("rematch, log or quit> ")
            while self.next_table is None and not self._front_end.is_leaving:
                line = self._lines.next_line(self._prompt)
                if line is None or not line.strip():
                    break
                self._carry_out(line, None, "")
        return 0

    def _resume_hint(self) -> str:
        table = self.table
        if table.seating.is_guest:
            return _("Join again to continue")
        name = printable(display_name(table.path))
        return _("To continue: risk-tui resume {game} --plain", game=name)

    # The curtain

    def _hand_over_to(self, decision: Decision) -> bool:
        """Make sure that only the deciding player sees secrets; return False if the lines end."""
        privacy, seat = self._privacy, decision.seat
        if privacy.find_handover_seat(decision) is not None and privacy.has_secrets:
            return self._front_end.close_curtain(seat)
        if decision.private:
            privacy.reveal_to(seat)
        return True

    def _others_look_next(self) -> bool:
        """Return True if other players than the last one will read the screen next."""
        decision, holder = self.table.decision, self._privacy.active_seat
        if decision is None or decision.seat == holder:
            return False
        if isinstance(decision, ToDefend) and self.table.automation.pending() is not None:
            return False  # A standing defence answers, so no player comes to the keyboard.
        return (
            decision.seat in self.table.seating.local_people or self.table.view(None).turn != holder
        )

    # Input

    def _execute(self, line: str, seat: int | None) -> bool:
        """Carry out a line for a seat.

        Returns:
            False if the player wants to leave.

        Raises:
            RiskError: If the line is invalid or impossible.
        """
        if enter_dice(self.table, line):
            return True
        self._front_end.run(line, seat)
        return not self._front_end.is_leaving

    def _completions(self, text: str) -> list[str]:
        view = self.table.view(self._privacy.find_visible_seat(self.table.decision))
        names = player_names(self.table.seats)
        return complete(text, view, self.table.options, players=names, on_screen=False)


class LessonSession(LineSession):
    """A session that shows each instruction of a lesson once, before the question it is about."""

    def __init__(
        self, lesson: Lesson, stdin: TextIO, stdout: TextIO, stderr: TextIO, *, interactive: bool
    ) -> None:
        super().__init__(lesson.table, stdin, stdout, stderr, interactive=interactive)
        self._front_end.on_log = lesson.note_log_opened
        self._lesson = lesson
        self._last_instruction: Instruction | None = None

    def greet(self) -> None:
        from risk_tui.table.lesson import WELCOME

        super().greet()
        self.write("", _(WELCOME))

    def ask(self, decision: Decision) -> None:
        instruction = self._lesson.instruction()
        if instruction != self._last_instruction and not self._lesson.is_over:
            self._last_instruction = instruction
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
