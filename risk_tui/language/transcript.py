"""The text record of a game: all that its file holds, for people and for other programs to read.

A head says who plays; then comes the course of the game, one entry a line, with comments for
people and a line that says how everybody stands at each new round; then the rules and the board,
whole. ``docs/export.md`` describes the text, ``transcript_reader`` reads it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import yaml

from risk_tui.engine import facts
from risk_tui.engine.characters import is_seen
from risk_tui.engine.errors import RiskError
from risk_tui.engine.ruleset_file import ruleset_to_data
from risk_tui.language.goals import tell_mission
from risk_tui.language.notation import board_notation, quoted, say_chance
from risk_tui.language.rolling import ask_dice
from risk_tui.language.sentences import settled, tell_record
from risk_tui.language.transcript_lines import MAX_BYTES, MAX_LINES, QUOTE
from risk_tui.language.words import card_name, listed
from risk_tui.literal import literal
from risk_tui.saves.entries import DefenceChanged, PlayerChanged, Rolled, Step, TakenBack
from risk_tui.saves.errors import SaveError
from risk_tui.table.course import Course

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.saves.entries import Entry
    from risk_tui.saves.header import Header
    from risk_tui.table.course import Standing

TEXT_FORMAT = 1
"""The format that this program writes, and the newest that it reads."""

TABLE = "-"
"""Who takes steps back, in the place of a player's name."""

ROLLS = "rolls"
"""What a step begins with of which dice are wanted still."""

MAX_WORD = 99
"""Characters that a seed may have, and the name of a game."""

_COMMENT = 600
"""Characters of a comment at most."""
_WIDTH = 30
"""Columns of an action and its chance, so that most comments begin below each other."""
_FLOW = 88
"""Characters of a small table of the rules, which stands on one line."""


def write_transcript(name: str, header: Header, entries: Iterable[Entry]) -> str:
    """The whole text of a game.

    Raises ``SaveError`` for entries that cannot have happened, and for a game that is too long.
    """
    found = list(entries)
    try:
        writer = _Writer(header)
        course = writer.course_lines(found)
    except RiskError as error:
        raise SaveError(f"{literal(name)} cannot be written down: {error}") from None
    lines = [*writer.head(name), *course, *writer.quotes(), "", "end", ""]
    text = "\n".join(lines)
    if len(lines) > MAX_LINES or len(text.encode(errors="replace")) > MAX_BYTES:
        raise SaveError(f"{literal(name)} is too long for a text: at most {MAX_LINES} lines")
    return text


def standing_words(standings: Sequence[Standing]) -> str:
    """How everybody stands: name, territories, armies and cards, player by player."""
    return "   ".join(
        f"{quoted(each.name)} {each.territories} {each.armies} {each.cards}" for each in standings
    )


def ruleset_text(ruleset: Ruleset) -> str:
    """A ruleset as YAML that holds every value, so that it needs no other file."""
    return str(
        yaml.dump(
            _numbered(ruleset_to_data(ruleset)),
            Dumper=_Dumper,
            allow_unicode=True,
            sort_keys=False,
            width=96,
        )
    )


class _Writer:
    """Writes down one game while it is followed."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._board = header.setup.board
        self._course = Course(header)
        self._notation = board_notation(self._board)
        self._names = [quoted(each.name) for each in self._course.players]
        self._told = 0
        """The last round whose standings were told."""

    def head(self, name: str) -> Iterator[str]:
        """The head; it tells how the game stands, so the course comes first."""
        header, course = self._header, self._course
        summary = course.summary()
        yield f"risk-tui game {TEXT_FORMAT}"
        title = header.setup.ruleset.title
        begun = header.created[:10]
        yield _comment(f"Rules: {title}. Board: {self._board.title}. Begun: {begun}.")
        if summary.winners:
            won = f"{listed(summary.winners)} won in round {course.round}"
            yield _comment(f"The game is over: {won}.")
        else:
            where = f"round {course.round}" if course.round else "the set-up"
            yield _comment(f"The game goes on: {where}, {summary.to_move} to move.")
            yield _comment("This text holds everything, hidden cards, missions and capitals too:")
            yield _comment("whoever still plays should not read on.")
        yield _comment("What follows a semicolon is for people; docs/export.md explains the rest.")
        yield ""
        yield f"name    {quoted(literal(name, MAX_WORD))}"
        yield f"begun   {quoted(header.created)}"
        if header.seed is not None:
            yield f"seed    {quoted(header.seed)}"
        if not header.options.advice:
            yield "advice  off"
        if header.options.real_dice:
            yield "dice    real"
        for sitting in header.sittings:
            words = (sitting.name, sitting.colour, sitting.player)
            yield f"player  {' '.join(map(quoted, words))}"
        yield ""

    def course_lines(self, entries: Sequence[Entry]) -> list[str]:
        """The course of the game. Raises ``RiskError`` for what cannot have happened."""
        lines = [_comment("The course of the game")]
        digits, width = len(str(len(entries))), max(map(len, self._names))
        for number, entry in enumerate(entries):
            try:
                record = self._course.follow(entry)
            except RiskError as error:
                raise RiskError(f"entry {number}: {error}") from None
            who, what = self._spelt(entry)
            before, after = self._told_of(record) if record else (self._asked_for(entry), "")
            start = f"{number:>{digits}}  {who:<{width}}  "
            lines.append(f"{start}{what:<{_WIDTH}}  {before}".rstrip() if before else start + what)
            lines += self._turn(after)
        count, standing = self._course.entries, standing_words(self._course.standings())
        tail = _comment("entries; territories, armies, cards")
        return [*lines, "", f"stands {count}   {standing}   {tail}", ""]

    def quotes(self) -> Iterator[str]:
        """The rules and the board, whole."""
        yield _comment("The rules and the board that the game is played with")
        ruleset = self._header.setup.ruleset
        yield from _quote("rules", f"{ruleset.ruleset}.yaml", ruleset_text(ruleset))
        for number, (name, text) in enumerate(self._board.files.items()):
            yield from _quote("picture" if number else "map", name, text)

    def _spelt(self, entry: Entry) -> tuple[str, str]:
        """Who, and what."""
        match entry:
            case Step(seat, action, chance) | Rolled(seat, action, chance):
                start = "" if isinstance(entry, Step) else f"{ROLLS} "
                luck = f" | {say_chance(chance)}" if chance else ""
                return self._names[seat], f"{start}{self._notation.say(action)}{luck}"
            case TakenBack(count):
                return TABLE, f"undo {count}"
            case PlayerChanged(seat, player):
                return self._names[seat], f"player {player}"
            case DefenceChanged(seat, answer):
                return self._names[seat], f"defence {answer}"

    def _told_of(self, record: Record) -> tuple[str, str]:
        """What came of a step, and of the turn that began with it, as comments."""
        told = settled([record])[0].facts
        turns = [n for n, fact in enumerate(told) if isinstance(fact, facts.TurnBegan)]
        start = turns[0] if turns else len(told)
        before = self._sentences(replace(record, facts=told[:start]))
        after = self._sentences(replace(record, facts=told[start:]))
        return _comment(before), _comment(after)

    def _asked_for(self, entry: Entry) -> str:
        """The dice that are wanted after an entry that tells of others, as a comment."""
        step = self._course.pending
        if not isinstance(entry, Rolled) or step is None or step.rolling is None:
            return ""
        return _comment(ask_dice(step.rolling, self._board, self._course.seats))

    def _sentences(self, record: Record) -> str:
        """What came of a step, with what only its player saw."""
        seats, view = self._course.seats, self._course.game.view(None)
        sentences: list[str] = []
        for fact in record.facts:
            match fact:
                case facts.CardDrawn(seat, int(card)):
                    sentences.append(f"{seats[seat].name} draws {card_name(card, self._board)}")
                case facts.CapitalChosen(seat, int(place)):
                    where = self._board.territories[place].name
                    sentences.append(f"{seats[seat].name}'s capital is {where}")
                case facts.MissionsDealt(seat, _, missions):
                    goals = "; ".join(tell_mission(view, each, seats, seat) for each in missions)
                    sentences.append(f"{seats[seat].name}'s mission: {goals}")
                case facts.BattleDeclared():
                    pass  # the battle that follows tells it all
                case _:
                    alone = replace(record, facts=(fact,))
                    sentences += tell_record(alone, seats, self._board, view)
        return "; ".join(sentences)

    def _turn(self, comment: str) -> list[str]:
        """The lines before a turn, which tell how everybody stands if a round begins with it."""
        lines = [comment] if comment else []
        if self._course.round != self._told:
            self._told = self._course.round
            standing = standing_words(self._course.standings())
            tail = _comment("territories, armies, cards")
            lines.insert(0, f"round {self._told}   {standing}   {tail}")
        return ["", *lines] if lines else []


def _comment(text: str) -> str:
    return f"; {literal(text, _COMMENT)}" if text else ""


def _quote(kind: str, name: str, text: str) -> Iterator[str]:
    """A file, each line behind a bar.

    What cannot be seen stands only in comments of such a file, and is replaced.
    """
    yield ""
    yield f"{kind} {quoted(name)}"
    for line in text.removesuffix("\n").replace("\r\n", "\n").split("\n"):
        seen = "".join(mark if is_seen(mark) or mark == "\t" else "\ufffd" for mark in line)
        yield f"{QUOTE} {seen}" if line else QUOTE


class _Dumper(yaml.SafeDumper):
    """Small tables on one line; a text that looks like a number in quotes."""


def _table(dumper: _Dumper, data: dict[Any, Any]) -> yaml.Node:
    small = len(str(data)) <= _FLOW and not any(isinstance(each, dict) for each in data.values())
    return dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=small)


def _list(dumper: _Dumper, data: list[Any]) -> yaml.Node:
    small = len(str(data)) <= _FLOW and not any(isinstance(each, list | dict) for each in data)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=small)


def _text(dumper: _Dumper, data: str) -> yaml.Node:
    style = "'" if data.strip("+-.0123456789") == "" else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(dict, _table)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(str, _text)


def _numbered(value: Any) -> Any:
    """Plain data with numbers for the keys that JSON had to make texts of."""
    if isinstance(value, dict):
        return {
            int(key) if str(key).isdecimal() else key: _numbered(each)
            for key, each in value.items()
        }
    return [_numbered(each) for each in value] if isinstance(value, list) else value
