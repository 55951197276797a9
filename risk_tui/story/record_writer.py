"""Write the text record of a game: the contents of its file, for people and other programs.

The head has the name, the start and the players. The course of the game follows, one entry per
line, with comments for people and the standings at the start of each round. The rules and the board
come last. ``docs/export.md`` describes the text, and ``record_reader`` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from risk_tui.data.clean_text import is_visible, printable
from risk_tui.data.language import _, join_and, ngettext
from risk_tui.engine.events import BattleDeclared, TurnBegan
from risk_tui.engine.records import Record
from risk_tui.errors import RiskError
from risk_tui.rules.ruleset import ruleset_to_data
from risk_tui.rules.titles import translated_title
from risk_tui.saves.entries import (
    ActionEntry,
    CorrectionEntry,
    DefenceEntry,
    Entry,
    PartialRollEntry,
    PlayerEntry,
    UndoEntry,
)
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header
from risk_tui.story.record_notation import (
    MAX_BYTES,
    MAX_LINES,
    QUOTE,
    TEXT_FORMAT,
    Notation,
    format_chance,
    quote_word,
    ruleset_text,
)
from risk_tui.table.game_log import GameLog
from risk_tui.text.prompts import dice_prompt
from risk_tui.text.record_lines import drop_repeated_events, event_parts
from risk_tui.text.words import Wording

TABLE = "-"
"""The word in place of a player's name for entries of the table, which undo steps."""

ROLLS = "rolls"
"""The first word of a step of which some dice are not rolled yet."""

CORRECTS = "corrects"
"""The first word of an entry that corrects real dice."""

MAX_WORD = 99
"""The maximum length of a head value, such as a seed or the name of a game, in characters."""

_MAX_COMMENT = 600
"""The maximum length of a comment, in characters."""
_STEP_WIDTH = 30
"""The columns for an action and its chance, so that most comments are aligned."""


def write_transcript(name: str, header: Header, entries: Iterable[Entry]) -> str:
    """Return the text record of a game.

    Raises:
        SaveError: If the entries are impossible, the game is too long, or it is in progress and its
            board is hidden from players.
    """
    entry_list = list(entries)
    try:
        writer = _TranscriptWriter(header)
        course = writer.course_lines(entry_list)
    except RiskError as error:
        raise SaveError(
            _("{name} cannot be written down: {error}", name=printable(name), error=error)
        ) from None
    if writer.reveals_hidden_board:
        raise SaveError(
            _(
                "{name} is played in fog; it can be exported once the game is over",
                name=printable(name),
            )
        )
    lines = [*writer.head(name), *course, *writer.quotes(), "", "end", ""]
    text = "\n".join(lines)
    if len(lines) > MAX_LINES or len(text.encode(errors="replace")) > MAX_BYTES:
        raise SaveError(
            _(
                "{name} is too long for a text: at most {max_lines} lines",
                name=printable(name),
                max_lines=MAX_LINES,
            )
        )
    return text


def describe_standings(course: GameLog) -> str:
    """Return the name of each seat with its territories, armies and cards; neutral armies too."""
    view = course.game.view(None, clear=True)
    return "   ".join(
        f"{quote_word(seat.name)} {len(view.territories_of(number))} {view.armies_of(number)} "
        f"{view.card_counts[number]}"
        for number, seat in enumerate(course.seats)
    )


class _TranscriptWriter:
    """Writes the text of a game while replaying it."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._board = header.setup.board
        self._course = GameLog(header)
        self._notation = Notation(self._board)
        self._names = [quote_word(player.name) for player in self._course.players]
        self._last_round = 0
        """The last round whose standings were written."""

    def head(self, name: str) -> Iterator[str]:
        """Yield the lines of the head, which tell the result; call ``course_lines`` before."""
        header, course = self._header, self._course
        summary = course.summary()
        yield f"risk-tui game {TEXT_FORMAT}"
        played = _(
            "Rules: {ruleset}. Board: {board}. Begun: {date}.",
            ruleset=translated_title(header.setup.ruleset.title),
            board=_(self._board.title),
            date=header.created[:10],
        )
        yield _format_comment(played)
        winners, number = summary.winners, course.game.round
        if winners:
            victory = ngettext(
                "The game is over: {players} won in round {round}.",
                "The game is over: {players} won in round {round}.",
                len(winners),
                players=join_and(winners),
                round=number,
            )
            yield _format_comment(victory)
        else:
            moment = _("round {round}", round=number) if number else _("setup")
            to_move = summary.to_move
            yield _format_comment(
                _("The game goes on: {moment}, {seat} to move.", moment=moment, seat=to_move)
            )
            yield _format_comment(
                _("This file contains all hidden cards, missions and other secrets:")
            )
            yield _format_comment(_("do not read on if you are still playing."))
        yield _format_comment(
            _("What follows a semicolon is for people; 'risk-tui docs export' explains the rest.")
        )
        yield ""
        yield f"name    {quote_word(printable(name, MAX_WORD))}"
        yield f"begun   {quote_word(header.created)}"
        if header.seed is not None:
            yield f"seed    {quote_word(header.seed)}"
        if not header.options.advice:
            yield "advice  off"
        if header.options.real_dice:
            yield "dice    real"
        for seat in header.seats:
            words = (seat.name, seat.colour, seat.player)
            yield f"player  {' '.join(map(quote_word, words))}"
        yield ""

    @property
    def reveals_hidden_board(self) -> bool:
        """True if the game is in progress and its board is hidden from players."""
        game = self._course.game
        return game.decision is not None and bool(game.setup.rules.hooks.sight)

    def course_lines(self, entries: Sequence[Entry]) -> list[str]:
        """Replay the entries, and return their lines.

        Raises:
            RiskError: If an entry is impossible.
        """
        lines = [_format_comment(_("The course of the game"))]
        digits, width = len(str(len(entries))), max(map(len, self._names))
        for number, entry in enumerate(entries):
            try:
                record = self._course.apply_entry(entry)
            except RiskError as error:
                raise RiskError(f"entry {number}: {error}") from None
            name, step = self._format_entry(entry)
            before, after = (
                self._record_comments(record) if record else (self._request_comment(entry), "")
            )
            start = f"{number:>{digits}}  {name:<{width}}  "
            lines.append(
                f"{start}{step:<{_STEP_WIDTH}}  {before}".rstrip() if before else start + step
            )
            lines += self._turn_lines(after)
        count, standing = self._course.entry_count, describe_standings(self._course)
        tail = _format_comment(_("entries; territories, armies, cards"))
        return [*lines, "", f"stands {count}   {standing}   {tail}", ""]

    def quotes(self) -> Iterator[str]:
        """Yield the lines that quote the rules and the board."""
        yield _format_comment(_("The rules and the board that the game is played with"))
        ruleset = self._header.setup.ruleset
        yield from _quoted_file(
            "rules", f"{ruleset.ruleset}.yaml", ruleset_text(ruleset_to_data(ruleset))
        )
        for number, (name, text) in enumerate(self._board.files.items()):
            yield from _quoted_file("picture" if number else "map", name, text)

    def _format_entry(self, entry: Entry) -> tuple[str, str]:
        """Return the name and the step of an entry."""
        match entry:
            case ActionEntry(seat, action, chance) | PartialRollEntry(seat, action, chance):
                start = "" if isinstance(entry, ActionEntry) else f"{ROLLS} "
                outcomes = f" | {format_chance(chance)}" if chance else ""
                return self._names[seat], f"{start}{self._notation.format(action)}{outcomes}"
            case CorrectionEntry(seat, count, chance):
                return self._names[seat], f"{CORRECTS} {count} | {format_chance(chance)}"
            case UndoEntry(count):
                return TABLE, f"undo {count}"
            case PlayerEntry(seat, player):
                return self._names[seat], f"player {player}"
            case DefenceEntry(seat, answer):
                return self._names[seat], f"defence {answer}"

    def _record_comments(self, record: Record) -> tuple[str, str]:
        """Return two comments: on the events of a step, and on the turn that starts with it."""
        turn_events = drop_repeated_events([record])[0].events
        turns = [
            position for position, event in enumerate(turn_events) if isinstance(event, TurnBegan)
        ]
        start = turns[0] if turns else len(turn_events)
        before = self._sentences(replace(record, events=turn_events[:start]))
        after = self._sentences(replace(record, events=turn_events[start:]))
        return _format_comment(before), _format_comment(after)

    def _request_comment(self, entry: Entry) -> str:
        """Return a comment with the prompt for missing dice; empty if an entry needs no dice."""
        step = self._course.pending
        if (
            not isinstance(entry, PartialRollEntry | CorrectionEntry)
            or step is None
            or step.dice_request is None
        ):
            return ""
        return _format_comment(dice_prompt(step.dice_request, self._board, self._course.seats))

    def _sentences(self, record: Record) -> str:
        """Describe the events of a step in sentences, including secrets of its player."""
        seats, view = self._course.seats, self._course.game.view(None)
        wording = Wording(seats, self._board, view)
        sentences = [
            "".join(event_parts(event, wording, event.revealed))
            for event in record.events
            # A declaration is left out, because the battle itself follows.
            if not event.is_empty and not isinstance(event, BattleDeclared)
        ]
        return "; ".join(sentences)

    def _turn_lines(self, comment: str) -> list[str]:
        """Return the lines at the start of a turn; at the start of a round with the standings."""
        lines = [comment] if comment else []
        if self._course.game.round != self._last_round:
            self._last_round = self._course.game.round
            standing = describe_standings(self._course)
            tail = _format_comment(_("territories, armies, cards"))
            lines.insert(0, f"round {self._last_round}   {standing}   {tail}")
        return ["", *lines] if lines else []


def _format_comment(text: str) -> str:
    return f"; {printable(text, _MAX_COMMENT)}" if text else ""


def _quoted_file(kind: str, name: str, text: str) -> Iterator[str]:
    """Yield the lines that quote a file, each after ``QUOTE``.

    Invisible characters, which only comments may have, are replaced.
    """
    yield ""
    yield f"{kind} {quote_word(name)}"
    for line in text.removesuffix("\n").replace("\r\n", "\n").split("\n"):
        if not (line.isascii() and line.isprintable()):
            line = "".join(char if is_visible(char) or char == "\t" else "\ufffd" for char in line)
        yield f"{QUOTE} {line}" if line else QUOTE
