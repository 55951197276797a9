"""The notation of the text record: actions, outcomes, words, quoted files and older formats.

The notation of an action, such as ``attack SOURCE TARGET DICE``, is derived from its kind and
fields. Texts are untrusted: their size, characters and quotation marks are checked here. A
migration converts the lines of a text to the next format; lines keep their numbers, so that errors
name the line of the original text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from risk_tui.boards.board import Board
from risk_tui.data.clean_text import is_visible
from risk_tui.data.documents import read_document
from risk_tui.data.language import _, did_you_mean
from risk_tui.engine.actions import Action, all_actions
from risk_tui.engine.declarations import Slot, slots_of
from risk_tui.engine.records import Outcome
from risk_tui.errors import DataError, RiskError
from risk_tui.saves.schema import with_later_keys

_NOTHING = "-"
"""The word for an optional field that is not set."""
_NUMBER = re.compile(r"[0-9]{1,5}")
_PICK = re.compile(r"[0-9]{1,6}")


def _notation_of(action_type: type[Action], texts: Mapping[str, str], optional_format: str) -> str:
    """Return the notation of a kind of action: the kind, followed by its fields in order.

    Args:
        action_type: The class of the action.
        texts: The text for each field; ``_NOTHING`` leaves an optional one out.
        optional_format: The format of an optional field, with ``{}`` for its name and text.
    """
    parts = [action_type.kind]
    for declared_field in fields(action_type):
        text = texts[declared_field.name]
        if declared_field.default is not None:
            parts.append(f" {text}")
        elif text != _NOTHING:
            parts.append(optional_format.format(f"{declared_field.name} {text}"))
    return "".join(parts)


def usage_of(action_type: type[Action]) -> str:
    """Return the notation of a kind of action, as usage for messages.

    >>> usage_of(all_actions()["trade"])
    'trade CARDS[ bonus BONUS][ also ALSO]'
    """
    return _notation_of(
        action_type, {name: name.upper() for name in slots_of(action_type)}, "[ {}]"
    )


class Notation:
    """Formats and parses actions, using the codes of a board's territories.

    The name of a joker includes its number in the deck, so that all cards have different names.
    """

    def __init__(self, board: Board) -> None:
        territories = [territory.code for territory in board.territories]
        cards = [
            f"joker{number}" if card.territory is None else territories[card.territory]
            for number, card in enumerate(board.deck)
        ]
        self._names: dict[str, Sequence[str]] = {"territory": territories, "card": cards}
        self._patterns = {
            action_type: self._action_pattern(action_type) for action_type in all_actions().values()
        }

    def format(self, action: Action) -> str:
        """Format an action as a text that ``parse`` reads."""
        slots = slots_of(type(action)).items()
        texts = {name: self._format(slot, getattr(action, name)) for name, slot in slots}
        return _notation_of(type(action), texts, " {}")

    def parse(self, text: str) -> Action:
        """Parse an action.

        Raises:
            RiskError: If the text is not an action.
        """
        for action_type, pattern in self._patterns.items():
            match = pattern.fullmatch(text)
            if match:
                slots = slots_of(action_type)
                return action_type(
                    **{
                        name: self._parse(slots[name], value)
                        for name, value in match.groupdict().items()
                    }
                )
        raise RiskError(self._describe_problem(text))

    def _format(self, slot: Slot, value: Any) -> str:
        if value is None:
            return _NOTHING
        names = self._names_of(slot)
        texts = [names[item] if names else str(item) for item in (value if slot.many else [value])]
        return " ".join(texts)

    def _parse(self, slot: Slot, text: str | None) -> Any:
        if text is None or text == _NOTHING:
            return None
        names = self._names_of(slot)
        values = [
            names.index(word) if names else int(word)
            for word in (text.split() if slot.many else [text])
        ]
        if slot.many:
            return tuple(values)
        return bool(values[0]) if slot.meaning == "choice" else values[0]

    def _action_pattern(self, action_type: type[Action]) -> re.Pattern[str]:
        values = {
            name: f"(?P<{name}>{self._value_pattern(slot)}"
            f"{f'|{_NOTHING}' if slot.optional else ''})"
            for name, slot in slots_of(action_type).items()
        }
        return re.compile(_notation_of(action_type, values, "(?: {})?"))

    def _value_pattern(self, slot: Slot) -> str:
        """Return the pattern of the values of a field."""
        names = self._names_of(slot)
        value = _pattern_of_any(names) if names else _NUMBER.pattern
        return f"{value}(?: {value})*" if slot.many else value

    def _names_of(self, slot: Slot) -> Sequence[str]:
        """Return the names of all values of a field, in index order; empty for numbers."""
        if slot.meaning == "choice":
            return slot.words
        return self._names.get(slot.meaning, ())

    def _describe_problem(self, text: str) -> str:
        """Return a message that says why ``text`` is not an action, with the correct notation."""
        verb, *others = text.split() or [""]
        if verb not in all_actions():
            hint = did_you_mean(verb, all_actions())
            return _("unknown action '{action}'; {hint}", action=verb, hint=hint)
        slots, usage = slots_of(all_actions()[verb]).values(), usage_of(all_actions()[verb])
        valid = {*usage.split(), *(name for slot in slots for name in self._names_of(slot))}
        unknown_words = (word for word in others if word not in valid and not word.isdigit())
        for word in unknown_words:
            return _(
                "{text!r} can't be read: there is no {word!r} on this board; write: {usage}",
                text=text,
                word=word,
                usage=usage,
            )
        return _("{text!r} can't be read; write: {usage}", text=text, usage=usage)


def format_chance(outcomes: Iterable[Outcome]) -> str:
    """Format the outcomes of chance in a step: faces of dice, orders and picks.

    >>> format_chance([(6, 4, 1), (5, 3), 7, (2, 0, 1)])
    '6 4 1 : 5 3 : pick 7 : order 2 0 1'
    """

    def format_outcome(outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return f"pick {outcome}"
        # Faces of dice start at 1, but an order includes 0 or is empty.
        kind = () if outcome and 0 not in outcome else ("order",)
        return " ".join((*kind, *map(str, outcome)))

    return " : ".join(map(format_outcome, outcomes))


def parse_chance(text: str) -> tuple[Outcome, ...]:
    """Parse a text of ``format_chance``.

    Raises:
        RiskError: If the text is invalid.
    """
    return tuple(map(_parse_outcome, text.split(":")))


def _parse_outcome(text: str) -> Outcome:
    kind, *numbers = text.split() or [""]
    if kind not in ("pick", "order"):
        kind, numbers = "dice", [kind, *numbers]
    form = _PICK if kind == "pick" else _NUMBER
    are_numbers = all(form.fullmatch(number) for number in numbers)
    if not are_numbers or (kind == "pick" and len(numbers) != 1):
        raise RiskError(
            _(
                "{text!r} is not an outcome of chance; write dice as '6 4 1', a card "
                "as 'pick 7', an order as 'order 2 0 1'",
                text=text.strip(),
            )
        )
    return int(numbers[0]) if kind == "pick" else tuple(map(int, numbers))


def _pattern_of_any(words: Iterable[str]) -> str:
    """Return a pattern for any of several words.

    Longer words come first, because shorter ones may be their beginnings.
    """
    ordered = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})"


# Lines and words

_PLAIN_WORD = re.compile(r"[^\W_][\w'.:/+-]*")
"""A word that needs no quotation marks."""
_STRING = r'"(?:[^"\\]|\\.)*+"'
_BEFORE_COMMENT = re.compile(rf'(?:[^";]|{_STRING})*+')
_WORD = re.compile(rf'{_STRING}|[^\s"]+')


def quote_word(text: str) -> str:
    """Format a text as one word: unchanged, or as a JSON string if it has special characters.

    >>> print(quote_word("Ann"), quote_word("Mary Ann"), quote_word('a"b'))
    Ann "Mary Ann" "a\\"b"
    """
    if _PLAIN_WORD.fullmatch(text) and all(map(is_visible, text)):
        return text
    string = json.dumps(text, ensure_ascii=False)
    return "".join(char if is_visible(char) else json.dumps(char)[1:-1] for char in string)


def unquote_word(word: str) -> str:
    """Return the text of a word that ``quote_word`` formatted.

    Raises:
        RiskError: If it starts like a JSON string but is not one, or is no valid Unicode.
    """
    if not word.startswith('"'):
        return word
    try:
        text: str = json.loads(word)
        text.encode()  # Half of a surrogate pair can't be saved.
    except ValueError:
        raise RiskError(
            _(
                '{word} is not a JSON string; write \\" and \\\\ for a quote and a backslash',
                word=word,
            )
        ) from None
    return text


def split_words(line: str) -> list[str]:
    """Split a line into words, without the comment after a semicolon.

    Strings keep their quotation marks.

    Raises:
        RiskError: If the closing quotation mark of a string is missing.
    """
    end = _BEFORE_COMMENT.match(line)
    content = end[0] if end else ""
    if len(content) < len(line) and line[len(content)] != ";":
        raise RiskError(_('the closing quotation mark (") is missing'))
    return _WORD.findall(content)


FILES = ("rules", "map", "picture")
"""The keys of the lines that are followed by a quoted file."""
QUOTE = "|"
"""The start of each line of a quoted file."""

MAX_BYTES = 6_000_000
MAX_LINES = 60_000
"""The maximum size of a text, in bytes and in lines."""
MAX_LINE = 4_000
"""The maximum length of an unquoted line, in characters."""
MAX_QUOTED = 500_000
"""The maximum length of all quoted files together, in characters."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its words; ``quoted`` are the lines of the file that follows it."""

    number: int
    words: list[str]
    quoted: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The kind of the line: its first word."""
        return self.words[0]

    @property
    def file(self) -> str:
        """The text of the quoted file."""
        return "\n".join([*self.quoted, ""])

    def error(self, problem: object, *, below: int = 0) -> InvalidLine:
        """Return an error of this line, or of the quoted line ``below`` lines further down."""
        return InvalidLine(self.number + min(below, len(self.quoted)), str(problem))

    def values(self, count: int, usage: str) -> list[str]:
        """Return the words after the key, without quotation marks.

        Args:
            count: The number of words that must follow the key.
            usage: Their notation, for the message.

        Raises:
            InvalidLine: If their number is wrong, or one is invalid.
        """
        if len(self.words) != count + 1:
            raise self.error(_("this line is written: {key} {usage}", key=self.key, usage=usage))
        try:
            return [unquote_word(word) for word in self.words[1:]]
        except RiskError as error:
            raise self.error(error) from None


class InvalidLine(Exception):
    """A line of a text is invalid; ``line`` is its number, starting at 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def _split_lines(data: bytes) -> list[str]:
    """Decode a text, and split it into lines.

    Raises:
        InvalidLine: If the text is not UTF-8, is too large or has invisible characters.
    """
    if data.startswith(b"SQLite format 3\0"):
        raise InvalidLine(
            1, _("this is a game file, not a text; play it with: risk-tui resume FILE")
        )
    if len(data) > MAX_BYTES:
        raise InvalidLine(
            1,
            _(
                "the text is too large; at most {max_bytes} MB are read",
                max_bytes=MAX_BYTES // 1000000,
            ),
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise InvalidLine(number, _("not UTF-8 text; save the file as UTF-8")) from None
    lines = text.replace("\r\n", "\n").removesuffix("\r").split("\n")
    if len(lines) > MAX_LINES:
        raise InvalidLine(
            MAX_LINES,
            _("the text is too long; at most {max_lines} lines are read", max_lines=MAX_LINES),
        )
    invisible = {char for char in set("".join(lines)) if not is_visible(char)} - set("\n\t")
    for number, line in enumerate(lines, 1):
        if not line.startswith(QUOTE) and len(line) > MAX_LINE:
            raise InvalidLine(
                number,
                _(
                    "the line is too long; at most {max_line} characters are read",
                    max_line=MAX_LINE,
                ),
            )
        odd_char = next((char for char in line if char in invisible), None) if invisible else None
        if odd_char is not None:
            raise InvalidLine(
                number,
                _("the character {odd_char!a} cannot be shown; leave it out", odd_char=odd_char),
            )
    return lines


def content_lines(data: bytes) -> list[Line]:
    """Parse a text into its lines with words, each with the file that it quotes.

    Returns:
        The lines, followed by one with an empty word that marks the end.

    Raises:
        InvalidLine: If a line is invalid, or a quoted file is too long or misplaced.
    """
    lines = _split_lines(data)
    content: list[Line] = []
    in_file, quoted_size = False, 0
    for number, line in enumerate(lines, 1):
        if line.startswith(QUOTE):
            if not in_file:
                raise InvalidLine(
                    number,
                    _(
                        "a quoted line must follow a line that begins with one of: {files}",
                        files=", ".join(FILES),
                    ),
                )
            if line != QUOTE and line[1] != " ":
                raise InvalidLine(
                    number, _("a quoted line begins with {quote!r} and a space", quote=QUOTE)
                )
            content[-1].quoted.append(line[2:])
            quoted_size += len(line)
            if quoted_size > MAX_QUOTED:
                raise InvalidLine(
                    number,
                    _(
                        "all quoted files together may have at most {max_quoted} characters",
                        max_quoted=MAX_QUOTED,
                    ),
                )
            continue
        try:
            words = split_words(line)
        except RiskError as error:
            raise InvalidLine(number, str(error)) from None
        in_file = bool(words) and words[0] in FILES
        if words:
            content.append(Line(number, words))
    content.append(Line(len(lines), [""]))
    return content


_FLOW_WIDTH = 88
"""The maximum length of a mapping or list of the rules on one line, in characters."""


def ruleset_text(data: Mapping[str, Any]) -> str:
    """Format the complete data of a ruleset as YAML, which needs no other file."""
    return str(
        yaml.dump(
            _restore_integer_keys(data),
            Dumper=_Dumper,
            allow_unicode=True,
            sort_keys=False,
            width=96,
        )
    )


class _Dumper(yaml.SafeDumper):
    """Writes small mappings and lists on one line, and texts that look like numbers in quotes."""


def _represent_table(dumper: _Dumper, data: dict[Any, Any]) -> yaml.Node:
    small = len(str(data)) <= _FLOW_WIDTH and not any(
        isinstance(value, dict) for value in data.values()
    )
    return dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=small)


def _represent_list(dumper: _Dumper, data: list[Any]) -> yaml.Node:
    small = len(str(data)) <= _FLOW_WIDTH and not any(
        isinstance(value, list | dict) for value in data
    )
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=small)


def _represent_text(dumper: _Dumper, data: str) -> yaml.Node:
    style = "'" if data.strip("+-.0123456789") == "" else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(dict, _represent_table)
_Dumper.add_representer(list, _represent_list)
_Dumper.add_representer(str, _represent_text)


def _restore_integer_keys(value: Any) -> Any:
    """Convert keys that are digits back to integers; JSON converts them to texts."""
    if isinstance(value, dict):
        return {
            int(key) if str(key).isdecimal() else key: _restore_integer_keys(item)
            for key, item in value.items()
        }
    return [_restore_integer_keys(item) for item in value] if isinstance(value, list) else value


if TYPE_CHECKING:
    Migration: TypeAlias = Callable[[list[Line]], list[Line]]

_FORMAT_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
TEXT_FORMAT = 2
"""The format that is written, which is also the newest one that can be read."""


def _add_keys_of_rulesets(lines: list[Line]) -> list[Line]:
    """Add the keys that rulesets did not have in format 1.

    An invalid ruleset stays unchanged; it is rejected when it is parsed.
    """

    def with_keys(line: Line) -> Line:
        try:
            data = with_later_keys(read_document(line.file, source="").data)
        except (DataError, LookupError, TypeError, AttributeError):
            return line
        return replace(line, quoted=ruleset_text(data).splitlines())

    return [with_keys(line) if line.key == "rules" else line for line in lines]


MIGRATIONS: dict[int, Migration] = {1: _add_keys_of_rulesets}
"""The migrations by the format that they start from."""


def migrate(lines: list[Line]) -> list[Line]:
    """Migrate the lines of a text to the current format.

    Raises:
        InvalidLine: If the format is unknown.
    """
    first = lines[0]
    words = first.words
    if (
        words[:2] != ["risk-tui", "game"]
        or len(words) != 3
        or not _FORMAT_NUMBER.fullmatch(words[2])
    ):
        raise first.error(
            _(
                "not an exported game; exports start with: risk-tui game {text_format}",
                text_format=TEXT_FORMAT,
            )
        )
    version = int(words[2])
    if version > TEXT_FORMAT:
        raise first.error(
            _(
                "the text was written by a newer risk-tui (format {version}; this one reads up "
                "to {text_format}); update risk-tui to import it",
                version=version,
                text_format=TEXT_FORMAT,
            )
        )
    for step in range(version, TEXT_FORMAT):
        lines = MIGRATIONS[step](lines)
    return lines
