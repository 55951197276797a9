"""Short texts that can be parsed again: actions, chance outcomes, words and names.

How an action is written, as in ``attack SOURCE TARGET DICE``, follows from its kind and its fields.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from risk_tui.data.unicode_safety import is_visible
from risk_tui.engine.actions import ACTIONS
from risk_tui.engine.declarations import slots_of
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action
    from risk_tui.engine.declarations import Slot
    from risk_tui.engine.records import Outcome

_NOTHING = "-"
_NUMBER = re.compile(r"[0-9]{1,5}")
_PICK = re.compile(r"[0-9]{1,6}")


def _form(action_type: type[Action], texts: Mapping[str, str], may_be_left_out: str) -> str:
    """An action as it is written: its kind, and the texts of its fields in their order.

    A field that may be left out follows its name, as ``may_be_left_out`` says, unless it is empty.
    """
    parts = [action_type.kind]
    for slot in fields(action_type):
        text = texts[slot.name]
        if slot.default is not None:
            parts.append(f" {text}")
        elif text != _NOTHING:
            parts.append(may_be_left_out.format(f"{slot.name} {text}"))
    return "".join(parts)


def usage_of(action_type: type[Action]) -> str:
    """The form of an action in the text record.

    >>> usage_of(ACTIONS["trade"])
    'trade CARDS[ bonus BONUS][ also ALSO]'
    """
    return _form(action_type, {name: name.upper() for name in slots_of(action_type)}, "[ {}]")


class Notation:
    """Actions as text and back, with the codes of a board.

    Jokers are named by their number in the deck: no two cards have the same name.
    """

    def __init__(self, board: Board) -> None:
        territories = [territory.code for territory in board.territories]
        cards = [
            f"joker{number}" if card.territory is None else territories[card.territory]
            for number, card in enumerate(board.deck)
        ]
        self._names: dict[str, Sequence[str]] = {"territory": territories, "card": cards}
        self._patterns = {
            action_type: self._pattern(action_type) for action_type in ACTIONS.values()
        }

    def format(self, action: Action) -> str:
        """An action as a text that ``parse`` reads."""
        slots = slots_of(type(action)).items()
        texts = {name: self._format(slot, getattr(action, name)) for name, slot in slots}
        return _form(type(action), texts, " {}")

    def parse(self, text: str) -> Action:
        """The action that ``text`` describes. Raises ``RiskError`` if there is none."""
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
        raise RiskError(self._refusal(text))

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

    def _pattern(self, action_type: type[Action]) -> re.Pattern[str]:
        values = {
            name: f"(?P<{name}>{self._value(slot)}{f'|{_NOTHING}' if slot.optional else ''})"
            for name, slot in slots_of(action_type).items()
        }
        return re.compile(_form(action_type, values, "(?: {})?"))

    def _value(self, slot: Slot) -> str:
        """The pattern of the values of a field with this meaning."""
        names = self._names_of(slot)
        value = _any_of(names) if names else _NUMBER.pattern
        return f"{value}(?: {value})*" if slot.many else value

    def _names_of(self, slot: Slot) -> Sequence[str]:
        """The names of the values of a field with this meaning; empty for numbers."""
        if slot.meaning == "choice":
            return slot.words
        return self._names.get(slot.meaning, ())

    def _refusal(self, text: str) -> str:
        """Why ``text`` is no action, with the form that would be right."""
        verb, *others = text.split() or [""]
        if verb not in ACTIONS:
            return f"there is no action {verb!r}; there are: {', '.join(ACTIONS)}"
        slots, usage = slots_of(ACTIONS[verb]).values(), usage_of(ACTIONS[verb])
        valid = {*usage.split(), *(name for slot in slots for name in self._names_of(slot))}
        unknown_words = (word for word in others if word not in valid and not word.isdigit())
        hint = next((f"there is no {word!r} on this board; " for word in unknown_words), "")
        return f"{text!r} cannot be read: {hint}it is written: {usage}"


def format_chance(outcomes: Iterable[Outcome]) -> str:
    """The chance outcomes of one step as a text: faces of dice, an order, a pick.

    >>> format_chance([(6, 4, 1), (5, 3), 7, (2, 0, 1)])
    '6 4 1 : 5 3 : pick 7 : order 2 0 1'
    """

    def format_outcome(outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return f"pick {outcome}"
        # Faces of dice count from 1; an order has a 0, or nothing at all.
        kind = () if outcome and 0 not in outcome else ("order",)
        return " ".join((*kind, *map(str, outcome)))

    return " : ".join(map(format_outcome, outcomes))


def parse_chance(text: str) -> tuple[Outcome, ...]:
    """The outcomes in a text of ``format_chance``. Raises ``RiskError`` for any other text."""
    return tuple(map(_parse_outcome, text.split(":")))


def _parse_outcome(text: str) -> Outcome:
    kind, *numbers = text.split() or [""]
    if kind not in ("pick", "order"):
        kind, numbers = "dice", [kind, *numbers]
    form = _PICK if kind == "pick" else _NUMBER
    are_numbers = all(form.fullmatch(number) for number in numbers)
    if not are_numbers or (kind == "pick" and len(numbers) != 1):
        raise RiskError(
            f"{text.strip()!r} is nothing that chance answers; write dice as '6 4 1', "
            "a card as 'pick 7', an order as 'order 2 0 1'"
        )
    return int(numbers[0]) if kind == "pick" else tuple(map(int, numbers))


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of several words, the longest first: a word may begin like another."""
    ordered = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})"


# Lines of words

_PLAIN_WORD = re.compile(r"[^\W_][\w'.:/+-]*")
_STRING = r'"(?:[^"\\]|\\.)*+"'
_BEFORE_COMMENT = re.compile(rf'(?:[^";]|{_STRING})*+')
_WORD = re.compile(rf'{_STRING}|[^\s"]+')


def quote_word(text: str) -> str:
    """A text as one word of a line: as it is, or as a JSON string where it has odd characters.

    >>> print(quote_word("Ann"), quote_word("Mary Ann"), quote_word('a"b'))
    Ann "Mary Ann" "a\\"b"
    """
    if _PLAIN_WORD.fullmatch(text):
        return text
    string = json.dumps(text, ensure_ascii=False)
    return "".join(char if is_visible(char) else json.dumps(char)[1:-1] for char in string)


def unquote_word(word: str) -> str:
    """The text of a word from ``quote_word``. Raises ``RiskError`` for a bad string."""
    if not word.startswith('"'):
        return word
    try:
        text = json.loads(word)
    except ValueError:
        text = None
    if not isinstance(text, str):
        raise RiskError(
            f'{word} is not a JSON string; write \\" and \\\\ for a quote and a backslash'
        )
    return text


def split_words(line: str) -> list[str]:
    """The words of a line, strings with their quotes, without the comment after a semicolon.

    Raises ``RiskError`` for a string that does not end.
    """
    end = _BEFORE_COMMENT.match(line)
    content = end[0] if end else ""
    if len(content) < len(line) and line[len(content)] != ";":
        raise RiskError('a string does not end; a second " is missing')
    return _WORD.findall(content)
