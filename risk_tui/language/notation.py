"""Short texts that can be read again: actions, answers of chance, words and names.

An action is spelt by a template for its kind, as ``attack {source} {target} {dice}``; what
stands in for territories and cards is up to whoever makes the ``Notation``.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from risk_tui.engine import actions as do
from risk_tui.engine.characters import is_seen
from risk_tui.engine.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.board import Board
    from risk_tui.engine.records import Outcome

ACTIONS: dict[type[Action], str] = {
    do.Begin: "begin",
    do.Claim: "claim {territory}",
    do.Place: "place {territory} {armies}",
    do.ChooseCapital: "capital {territory}",
    do.Declare: "declare {attack}",
    do.Reinforce: "reinforce {territory} {armies}",
    do.Trade: "trade {cards}[ bonus {bonus}]",
    do.Attack: "attack {source} {target} {dice}",
    do.Defend: "defend {dice}",
    do.Reroll: "reroll {face} {card}",
    do.Command: "command {face}",
    do.Occupy: "occupy {armies}",
    do.Fortify: "fortify {source} {target} {armies}",
    do.End: "end",
    do.Resign: "resign",
}
"""How actions are spelt with the codes of a board."""

_PLACES = {"territory", "source", "target", "bonus"}
_NOTHING = "-"
_NUMBER = re.compile(r"[0-9]{1,5}")
_FIELD = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"(\{\w+\}|\[|\])")
_OPTIONAL = re.compile(r"\[(.*?)\]")


class Notation:
    """Actions as text and back.

    Every template names every field of its action; a part in brackets is left out where its field
    has no value. ``places`` and ``cards`` say for each territory and each card what it is called
    (no two alike), ``joint`` stands between cards, ``choices`` for no and for yes.
    """

    def __init__(
        self,
        templates: Mapping[type[Action], str],
        places: Sequence[str],
        cards: Sequence[str],
        *,
        joint: str = " ",
        choices: tuple[str, str] = ("reinforce", "attack"),
    ) -> None:
        self._templates = templates
        self._places = places
        self._cards = cards
        self._joint = joint
        self._choices = choices
        self._patterns = {cls: self._pattern(cls, text) for cls, text in templates.items()}

    def say(self, action: Action) -> str:
        """An action in words that ``read`` reads."""
        values = {each.name: getattr(action, each.name) for each in fields(action)}

        def kept(part: re.Match[str]) -> str:
            named = _FIELD.findall(part[1])
            return "" if all(values[name] is None for name in named) else part[1]

        template = _OPTIONAL.sub(kept, self._templates[type(action)])
        return template.format_map({name: self._say(name, each) for name, each in values.items()})

    def read(self, text: str) -> Action:
        """The action that ``text`` stands for. Raises ``RiskError`` when there is none."""
        for cls, pattern in self._patterns.items():
            match = pattern.fullmatch(text)
            if match:
                found = match.groupdict()
                return cls(**{name: self._read(name, value) for name, value in found.items()})
        raise RiskError(self._refusal(text))

    def _say(self, name: str, value: Any) -> str:
        if value is None:
            return _NOTHING
        if name == "attack":
            return self._choices[bool(value)]
        if name in _PLACES:
            return str(self._places[value])
        if name == "card":
            return str(self._cards[value])
        if name == "cards":
            return self._joint.join(self._cards[card] for card in value)
        return str(value)

    def _read(self, name: str, text: str | None) -> Any:
        if text is None or text == _NOTHING:
            return None
        if name == "attack":
            return text == self._choices[True]
        if name in _PLACES:
            return self._places.index(text)
        if name == "card":
            return self._cards.index(text)
        if name == "cards":
            return tuple(self._cards.index(each) for each in text.split(self._joint))
        return int(text)

    def _pattern(self, cls: type[Action], template: str) -> re.Pattern[str]:
        optional = {each.name for each in fields(cls) if "None" in str(each.type)}
        parts = []
        for part in _PART.split(template):
            if part in ("[", "]"):
                parts.append("(?:" if part == "[" else ")?")
            elif field := _FIELD.fullmatch(part):
                name = field[1]
                nothing = f"|{_NOTHING}" if name in optional else ""
                parts.append(f"(?P<{name}>{self._value(name)}{nothing})")
            else:
                parts.append(re.escape(part))
        return re.compile("".join(parts))

    def _value(self, name: str) -> str:
        """The pattern of a field's values."""
        if name == "attack":
            return _any_of(self._choices)
        if name in _PLACES:
            return _any_of(self._places)
        if name == "card":
            return _any_of(self._cards)
        if name == "cards":
            card = _any_of(self._cards)
            return f"{card}(?:{re.escape(self._joint)}{card})*"
        return _NUMBER.pattern

    def _refusal(self, text: str) -> str:
        verb, *others = text.split() or [""]
        for template in self._templates.values():
            if template.split()[0] == verb:
                known = {*self._places, *self._cards, *self._choices, *template.split()}
                strange = (each for each in others if each not in known and not each.isdigit())
                odd = next((f"there is no {each!r} on this board; " for each in strange), "")
                usage = _FIELD.sub(lambda field: field[1].upper(), template)
                return f"{text!r} cannot be read: {odd}it is written: {usage}"
        verbs = ", ".join(template.split()[0] for template in self._templates.values())
        return f"there is no action {verb!r}; there are: {verbs}"


def board_notation(board: Board) -> Notation:
    """Actions in the codes of a board; jokers are called by their number in the deck."""
    places = [place.code for place in board.territories]
    cards = [
        f"joker{number}" if card.territory is None else places[card.territory]
        for number, card in enumerate(board.deck)
    ]
    return Notation(ACTIONS, places, cards)


def say_chance(outcomes: Iterable[Outcome], *, between: str = " : ", dice: str = "") -> str:
    """What chance answered in one step: faces of dice, an order, a pick.

    >>> say_chance([(6, 4, 1), (5, 3), 7, (2, 0, 1)])
    '6 4 1 : 5 3 : pick 7 : order 2 0 1'
    """

    def said(outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return f"pick {outcome}"
        # Faces of dice count from 1; an order has a 0, or nothing at all.
        kind = dice if outcome and 0 not in outcome else "order"
        return " ".join([*([kind] if kind else []), *map(str, outcome)])

    return between.join(map(said, outcomes))


def read_chance(text: str, *, between: str = " : ") -> tuple[Outcome, ...]:
    """The outcomes that ``say_chance`` told. Raises ``RiskError`` for anything else."""
    return tuple(map(_read_outcome, text.split(between.strip())))


def _read_outcome(text: str) -> Outcome:
    kind, *numbers = text.split() or [""]
    if kind not in ("pick", "order", "dice"):
        kind, numbers = "dice", [kind, *numbers]
    told = all(_NUMBER.fullmatch(number) for number in numbers)
    count = {"pick": len(numbers) == 1, "dice": len(numbers) > 0}.get(kind, True)
    if not told or not count:
        raise RiskError(
            f"{text.strip()!r} is nothing that chance answers; write dice as '6 4 1', "
            "a card as 'pick 7', an order as 'order 2 0 1'"
        )
    return int(numbers[0]) if kind == "pick" else tuple(map(int, numbers))


def _any_of(words: Iterable[str]) -> str:
    """A pattern for one of several words, the longest first: one may begin like another."""
    ordered = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})"


# Lines of words

_PLAIN = re.compile(r"[^\W_][\w'.:/+-]*")
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_BEFORE_COMMENT = re.compile(rf'(?:[^";]|{_QUOTED})*+')
_WORD = re.compile(rf'{_QUOTED}|[^\s"]+')


def quoted(text: str) -> str:
    """A text as one word of a line: as it is, or as a JSON string where it has odd characters.

    >>> print(quoted("Ann"), quoted("Mary Ann"), quoted('a"b'))
    Ann "Mary Ann" "a\\"b"
    """
    if _PLAIN.fullmatch(text):
        return text
    spelt = json.dumps(text, ensure_ascii=False)
    return "".join(mark if is_seen(mark) else json.dumps(mark)[1:-1] for mark in spelt)


def unquoted(word: str) -> str:
    """The text that ``quoted`` made a word of. Raises ``RiskError`` for a bad string."""
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


def words_of(line: str) -> list[str]:
    """The words of a line, strings with their quotes, without the comment after a semicolon.

    Raises ``RiskError`` for a string that does not end.
    """
    end = _BEFORE_COMMENT.match(line)
    told = end[0] if end else ""
    if len(told) < len(line) and line[len(told)] != ";":
        raise RiskError('a string does not end; a second " is missing')
    return _WORD.findall(told)
