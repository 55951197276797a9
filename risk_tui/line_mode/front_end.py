"""The front end of line mode, which writes lines and keeps secrets off a shared screen."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from risk_tui.commands.all_commands import help_lines, parse
from risk_tui.commands.front_end import InputHistory, Leaving, Pace, Page, Pointer, truce_question
from risk_tui.commands.names import ImpossibleCommand, UnreadableCommand
from risk_tui.commands.odds_report import OddsReport, describe_threats
from risk_tui.commands.playing_commands import spoken_trade, trades_of
from risk_tui.commands.pointing import fight_hint, repeat
from risk_tui.commands.reports import board_page, public_goal_lines, territory_page
from risk_tui.commands.table_commands import talk_page
from risk_tui.data.language import _, ngettext, pluralize
from risk_tui.data.settings import Settings, load_settings
from risk_tui.engine.actions import Action
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.line_mode.line_input import LineReader
from risk_tui.odds.position_odds import CampaignPath, TurnPlan
from risk_tui.rules.cards import StarSets
from risk_tui.saves.talk import TalkLine
from risk_tui.table.automation import TABLE
from risk_tui.table.orders import Order
from risk_tui.table.seating import WATCHING_ONLY
from risk_tui.table.seats import Seat
from risk_tui.table.situation import ScreenPrivacy
from risk_tui.table.table import Table
from risk_tui.table.talk import PHRASES
from risk_tui.text.prompts import (
    describe_chances,
    describe_empty_hand,
    describe_options,
    describe_worth,
    purpose_of,
    reason_for_waiting,
    waits_for,
)
from risk_tui.text.recap import describe_recap, recap, recap_title, why_no_recap
from risk_tui.text.record_lines import describe_record, describe_talk, drop_repeated_events
from risk_tui.text.words import card_name, describe_mission
from risk_tui.text.wrapping import names_in, wrap_for


def cards_page(view: View, seats: Sequence[Seat], *, advice: bool = True) -> list[str]:
    """Return a player's own cards with the numbers for ``trade``, the best set, and its value.

    ``advice`` adds odds about cards.
    """
    chances = describe_chances(view, seats) if advice else []
    return [*_hand(view), describe_worth(view), *chances]


def _hand(view: View) -> list[str]:
    hand = sorted(view.hand)
    if not hand:
        return [describe_empty_hand(view)]
    sets = view.rules.card_sets
    stars = sets if isinstance(sets, StarSets) else None
    cards = pluralize(len(hand), "card")
    heading = _("You hold {cards}:", cards=cards)
    if stars:
        total = pluralize(stars.count(hand), "star")
        heading = _("You hold {cards}, {stars} in all:", cards=cards, stars=total)
    lines = [heading]
    for position, card in enumerate(hand, 1):
        own = any(view.owner[named] == view.seat for named in view.board.territories_on_card(card))
        worth = f", {pluralize(stars.count([card]), 'star')}" if stars else _(", yours") * own
        lines.append(f"  {position} {card_name(card, view.board)}{worth}")
    if trades := trades_of(view):
        best = spoken_trade(trades[0], view)
        lines.append(_("Best set: trade {spoken_trade}", spoken_trade=best))
    elif sets.has_set(hand):
        lines.append(_("You have a set; you can trade it at the start of your turn"))
    return lines


def mission_page(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return a player's own secret missions as they apply now, or else the public goals."""
    seat = view.seat
    if seat is None or not view.missions:
        none = (
            _("A watcher has no secret mission")
            if seat is None
            else _("You have no secret mission")
        )
        return public_goal_lines(view, seats) or [none]
    missions = []
    for number in view.missions:
        mission = describe_mission(view, number, seats, seat)
        is_done = number in view.missions_done[seat]
        missions.append(_("{mission} (done)", mission=mission) if is_done else mission)
    told = "; ".join(missions)
    return [ngettext("Your mission: {told}", "Your missions: {told}", len(missions), told=told)]


def recap_page(
    records: Sequence[Record], view: View, seats: Sequence[Seat], reader: int
) -> list[str]:
    """Return the recap since the last turn of the ``reader``, from all records of the game."""
    changes = recap(records, view, reader)
    if changes is None:
        return [_("No other player has had a turn yet")]
    lines = [f"  {''.join(line)}" for line in describe_recap(changes, seats, view.board)]
    return [f"{recap_title(changes)}:", *(lines or [_("  nothing changed hands")])]


CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""The escape sequence that clears a terminal's screen and its scrollback."""


class LineFrontEnd:
    """Carries out commands in line mode; see ``FrontEnd``."""

    def __init__(
        self,
        table: Table,
        lines: LineReader,
        out: TextIO,
        *,
        interactive: bool,
    ) -> None:
        """Prepare to carry out commands.

        Args:
            table: The table.
            lines: The lines that are typed.
            out: The stream for all lines that are written.
            interactive: False for a script, which has no viewers and can't answer a question.
        """
        self.table = table
        self._interactive = interactive
        self.on_log: Callable[[], None] = lambda: None
        """Called after a player has seen the log."""
        self.privacy = ScreenPrivacy(table, shared=interactive)
        self.last_question = ""
        """The last question; empty if it must be asked again."""
        self.is_leaving = False
        """True if the player wants to leave the table."""
        self.is_paused = False
        """True if the bots that this terminal plays wait before each step."""
        self.next_table: Table | None = None
        """The game after this one, if a player started one."""
        self._earth = -1
        """The number of the Earth that was shown last, counted from 0; -1 for none."""
        self._names = names_in(table.board, table.seats)
        """The names that are never broken between two lines."""
        self._lines = lines
        self._out = out
        self._history = InputHistory()
        self._plans: dict[int | None, TurnPlan] = {}
        """The campaigns whose odds each seat saw last."""
        self._seat: int | None = None
        """The seat that gives the present command, if any."""
        self._asked = "", 0
        """The last question about a truce, and the number of steps before it."""
        self._secret_on_screen = False
        """True if a secret is on a screen that others will look at."""

    def run(self, line: str, seat: int | None) -> None:
        """Carry out a typed command for a seat, or for a spectator (``None``).

        Raises:
            RiskError: If the command is invalid or impossible.
        """
        self._seat = seat
        parse(line, self.view()).run(self)

    def say(self, *lines: str) -> None:
        """Write lines, at a terminal wrapped between words, but never inside a name."""
        for line in lines:
            parts = wrap_for(self._out, line, self._names)
            self._out.write("".join(f"{part}\n" for part in parts))
        self._out.flush()

    def ask(self, question: str) -> None:
        """Write a question, but not twice in a row."""
        if question != self.last_question:
            self.last_question = question
            self.say(question)

    @property
    def settings(self) -> Settings:
        return load_settings()

    def view(self) -> View:
        return self.table.view(self._seat)

    def speaker(self) -> int:
        if self._seat is None:
            raise UnreadableCommand(
                reason_for_waiting(self.table.decision, self.table.seating.local_seats)
            )
        return self._seat

    def answer(self, answer: Action | Order) -> None:
        seat, view = self.speaker(), self.view()
        question = truce_question(self.table, view, answer)
        if self._interactive and question and self._asked != (question, self.table.steps):
            self._asked = question, self.table.steps
            raise UnreadableCommand(_("{question} If so, type it again", question=question))
        if isinstance(answer, Action):
            record = self.table.submit(seat, answer)
            if record is not None and record.action != record.action.redacted():
                self.mark_secret_shown()
        else:
            self.table.automation.give_order(answer)
        self._history.remember(seat, answer, view)

    def confirm(self, question: str, deed: Action | Callable[[], None], typed: str = "") -> None:
        self.speaker()
        if typed:
            raise UnreadableCommand(
                _("{question} If so, type: {typed}", question=question, typed=typed)
            )
        if isinstance(deed, Action):
            self.answer(deed)
        else:
            deed()

    def repeat(self) -> None:
        last, view = self._history.attacks.get(self.speaker()), self.view()
        if last is None or not isinstance(view.decision, ToAttack):
            raise ImpossibleCommand(_("there is no attack to repeat now"))
        repeat(Pointer(view, 0, last_attack=last)).run(self)

    def undo(self) -> None:
        if not self.table.seating.local_seats:
            raise UnreadableCommand(_(WATCHING_ONLY))
        self.table.undo()  # The session reports what was undone.

    def leave(self, then: Leaving = Leaving.GAME) -> None:
        if then is Leaving.NEW_GAME:
            raise UnreadableCommand(_("to start one with changes: risk-tui play"))
        if then is Leaving.REMATCH:
            from risk_tui.table.rematch import rematch

            self.next_table = rematch(self.table)
        else:
            self.is_leaving = True

    # Reports

    def show(self, page: Page, **what: Any) -> None:
        # Each page has a method, such as ``_show_text``.
        getattr(self, f"_show_{page.name.lower()}")(**what)

    def _show_text(self, title: str, lines: Sequence[str]) -> None:
        self.say(*lines)

    def _show_territory(self, territory: int) -> None:
        self.say(*territory_page(self.view(), territory, self.table.seats))

    def _show_earth(self, earth: int | None) -> None:
        board = self.table.board
        self._earth = (self._earth + 1) % board.earths if earth is None else earth
        self.say(*board_page(self.view(), self.table.seats, self._earth))

    def _show_cards(self) -> None:
        view = self.table.view(self.speaker())
        if self._ensure_private(view, bool(view.hand)):
            advice = self.table.options.advice
            self.say(*cards_page(view, self.table.seats, advice=advice))

    def _show_mission(self) -> None:
        if self._seat is None and self.table.seating.local_seats:
            if self.table.ruleset.missions.played:
                raise UnreadableCommand(_("missions are shown only on your own turn"))
            if not self.view().public_goals():
                raise UnreadableCommand(_("there are no missions in this game"))
        self.show_mission_of(self._seat)

    def show_mission_of(self, seat: int | None) -> None:
        """Show a seat its own missions, or the public goals if it has none."""
        view = self.table.view(seat)
        if self._ensure_private(view, bool(view.missions)):
            self.say(*mission_page(view, self.table.seats))

    def _show_log(self, lines: int | None) -> None:
        table = self.table
        log: list[str] = []
        only = table.seating.only_local_seat
        reader, view = self.privacy.find_visible_seat(table.decision), table.view(None)
        for item in table.talk.merge(drop_repeated_events(table.history(reader)), 0, reader):
            if isinstance(item, TalkLine):
                log.append(describe_talk(item, table.seats))
            else:
                log += describe_record(item, table.seats, table.board, view, only)
        if reader is not None:
            self.mark_secret_shown()
        self.say(*(log if lines is None else log[-lines:]))
        self.on_log()

    def _show_talk(self) -> None:
        seat = self._seat
        has_messages = any(line.to == seat for line in self.table.talk.lines(seat))
        if seat is None or self._ensure_private(self.table.view(seat), has_messages):
            self.say(*talk_page(self.table, seat))

    def _show_phrases(self) -> None:
        self.say(*(f"say {number}: {_(text)}" for number, text in enumerate(PHRASES, 1)))

    def _show_recap(self) -> None:
        table, seat = self.table, self._seat
        if seat is None:
            is_over = table.decision is None
            raise UnreadableCommand(why_no_recap(table.seating.local_seats, over=is_over))
        self.say(*recap_page(table.history(None, seen_by=seat), self.view(), table.seats, seat))

    def _show_dice(self) -> None:
        from risk_tui.table.dice_archive import dice_at_table
        from risk_tui.text.dice_report import game_page

        self.say(*game_page(dice_at_table(self.table, self._seat)))

    def _show_story(self) -> None:
        from risk_tui.story.plain import story_page
        from risk_tui.story.story import story_at_table

        reader = self.privacy.find_visible_seat(self.table.decision)
        self.say(*story_page(story_at_table(self.table, reader)))

    def _show_replay(self) -> None:
        raise UnreadableCommand(
            _("replay needs the full screen; in line mode use 'story' or 'log'")
        )

    def _show_settings(self) -> None:
        raise UnreadableCommand(_("the settings need the full screen"))

    def _show_odds(self, report: OddsReport) -> None:
        self.say(*report.lines)
        if not report.campaigns:
            return  # The plan before it can still be fought.
        self._plans[self._seat] = TurnPlan(
            [(campaign.source, campaign.branches) for campaign in report.campaigns]
        )
        if self.plan() and isinstance(self.view().decision, ToAttack):
            hint = fight_hint(report.chance, int(self.settings.plan))
            self.say(_("'fight' {fight_hint}", fight_hint=hint))

    def plan(self) -> tuple[CampaignPath, ...]:
        plan = self._plans.get(self._seat)
        return plan.remaining(self.view()) if plan is not None else ()

    def _show_threats(self) -> None:
        self.say(*describe_threats(self.view()))

    def _show_hint(self) -> None:
        from risk_tui.commands.reports import hint_line

        seat, decision = self.speaker(), self.table.decision
        view = self.table.view(seat)
        if decision is None or decision.seat != seat:
            raise ImpossibleCommand(_("hints are only for the player who is to decide"))
        if self._ensure_private(view, bool(view.hand or view.missions)):
            choice = self.table.automation.bots.advise(view)
            self.say(hint_line(choice, view, self.table.seats, self.table.talk))

    def waits(self) -> bool:
        """Return True if a bot plays here and waits for permission to take a step."""
        due = self.table.automation.pending() if self.is_paused else None
        return (
            due is not None
            and due.decider != TABLE
            and not self.table.seats[due.seat].is_person
            and self.table.automation.carries_out(due)
        )

    def ask_for_step(self, seat: int) -> None:
        """Write that a bot is paused, and the commands that continue."""
        name = self.table.seats[seat].name
        self.ask(_("{seat} is paused: 'step' for one step, 'pause' to resume", seat=name))

    def pace(self, how: Pace) -> None:
        self.table.automation.check_pace()
        if how is Pace.STEP:
            self.is_paused = True
            if self.table.automation.step() is None:
                self.say(_("No bot is to move now; bots will pause before each step"))
            return
        self.is_paused = not self.is_paused
        self.say(
            _("The bots are paused: 'step' for one step, 'pause' to resume")
            if self.is_paused
            else _("The bots continue")
        )

    def _show_rules(self) -> None:
        from risk_tui.text.rulebook import book_lines

        table = self.table
        rules = book_lines(table.ruleset, table.board, table.players)
        self.say(*rules, *filter(None, [describe_options(table)]))

    def _show_help(self) -> None:
        table, decision = self.table, self.table.decision
        if decision is not None:
            waiting = waits_for(decision, table.seats, table.seating.local_seats)
            self.say(waiting or purpose_of(decision, self.view(), table.seats), "")
        self.say(*help_lines(self.view(), table.options, is_kept=table.is_kept))

    # Secrets

    def _ensure_private(self, view: View, has_secrets: bool) -> bool:
        """Ask other players to look away before a seat sees its own secrets.

        Args:
            view: The view of the seat.
            has_secrets: True if the page has secrets.

        Returns:
            False if the secrets may not be shown, because the lines have ended or the seat is
            played at another terminal now.
        """
        if not has_secrets or view.seat is None:
            return True
        # Others can see a defender's shared screen.
        if not self.privacy.may_show(view.seat):
            may_continue = self.close_curtain(view.seat)
            if not may_continue or view.seat not in self.table.seating.local_people:
                return False
        self.mark_secret_shown()
        return True

    def close_curtain(self, seat: int) -> bool:
        """Wait until a player is alone at the screen; return False if the lines end."""
        self.privacy.hide()
        self.clear_secrets()
        name = self.table.seats[seat].name
        answer = self._lines.next_line(
            _("{name}, press Enter when no one else is looking.", name=name), remember=False
        )
        self.privacy.reveal_to(seat)
        self.last_question = ""
        if answer and answer.strip():
            self.say(_("Anything typed before Enter is ignored"))
        return answer is not None

    def mark_secret_shown(self) -> None:
        """Remember that a secret is on the screen, unless its reader is the only viewer."""
        if not self.privacy.is_sole_viewer:
            self._secret_on_screen = True

    def clear_secrets(self) -> None:
        """Clear secrets from the screen and its scrollback."""
        if self._secret_on_screen:
            self.say(*[""] * shutil.get_terminal_size().lines)
            if self._out.isatty() and os.environ.get("TERM", "dumb") != "dumb":
                self._out.write(CLEAR)
                self._out.flush()
            self._secret_on_screen = False
