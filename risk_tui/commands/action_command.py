"""Commands that choose an action, whose fields determine their form, parsing and completion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from risk_tui.commands import arguments
from risk_tui.commands.base import (
    AnswerCommand,
    Command,
    KeyBinding,
    Occasion,
    allowed_pairs,
    allowed_territories,
    offer_of,
)
from risk_tui.commands.front_end import FrontEnd, Intent
from risk_tui.commands.names import (
    SEPARATOR,
    AmbiguousCommand,
    ImpossibleCommand,
    UnreadableCommand,
    find_seat,
    join_choices,
    names_of,
)
from risk_tui.data.language import N_, _, pgettext, pluralize
from risk_tui.engine.actions import Action, all_actions
from risk_tui.engine.declarations import (
    Slot,
    counted_field,
    optional_fields,
    pointed_fields,
    slots_of,
)
from risk_tui.engine.variant import declaring_variants
from risk_tui.engine.view import View
from risk_tui.errors import DeclarationError
from risk_tui.rules.ruleset import Ruleset

_STAND_INS = (*arguments.MAXIMUM_WORDS, *arguments.MINIMUM_WORDS)
"""Words that may be typed instead of a number."""
_EXAMPLES = {0: (), 1: ("alaska",), 2: ("china", "india")}
"""The territories in examples, by the number of territories that an action points at."""


@dataclass
class PlayerActionCommand(Command):
    """An action on a player who is named; names are known only where the command runs."""

    action: type[Action]
    slot: str
    """The name of the action's only field."""
    player: str
    """The player's name as typed."""

    def run(self, ui: FrontEnd) -> None:
        seat = find_seat(self.player, ui.table.seats)
        AnswerCommand(self.action(**{self.slot: seat})).run(ui)


class ActionCommand(AnswerCommand):
    """A command that chooses an action. A subclass may accept more words.

    Words that are neither a territory nor a number come first, in the order of the fields.
    """

    action: ClassVar[type[Action]]
    bare_words: ClassVar[tuple[str, ...]] = ()
    """Words that answer a decision without the command's name.

    If there are any, a number alone also answers it.
    """

    def __init_subclass__(cls) -> None:
        declared = {
            "name": cls.action.command_name(),
            "abbreviations": cls.action.typed[1:],
            "summary": cls.action.summary,
            "usage": _usage(cls.action),
            "example": _example(cls.action),
        }
        for name, value in declared.items():
            if name not in vars(cls):
                setattr(cls, name, value)

    @classmethod
    def can_answer(cls, view: View) -> bool:
        return super().can_answer(view) or is_offered(cls.action, view)

    @classmethod
    def example_for(cls, view: View) -> str:
        words = super().example_for(view).split()
        for place, (name, slot) in enumerate(_other_slots(cls.action).items(), 1):
            if slot.meaning == "seat":
                offered = [it.action for it in view.offers if type(it.action) is cls.action]
                seats = [getattr(action, name) for action in offered]
                seats += [seat for seat in view.seats_in_game() if seat != view.seat]
                words[place] = str(seats[0] + 1) if seats else words[place]
        return " ".join(words)

    @classmethod
    def answers_bare(cls, word: str) -> bool:
        """Return True if a word can answer the decision without the command's name."""
        slots = list(slots_of(cls.action).values())
        if len(slots) == 1 and slots[0].words:
            return any(choice.startswith(word) for choice in slots[0].words)
        return bool(cls.bare_words) and (word in cls.bare_words or arguments.is_number(word))

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        if variants := declaring_variants(cls.action):
            return any(variant.key in ruleset.played_variants for variant in variants)
        return cls.action.is_used_by_ruleset(ruleset)

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        pointed = pointed_fields(cls.action)
        if pointed and not (words or cls.is_used_by_ruleset(view.ruleset)):
            problem = _(
                "this game has no '{command}'; type help to see its commands", command=cls.name
            )
            raise ImpossibleCommand(problem)
        values: dict[str, Any] = {}
        rest = list(words)
        for name, slot in _other_slots(cls.action).items():
            if slot.meaning == "seat" and rest and rest[0] not in _values(slot, view):
                return PlayerActionCommand(cls.action, name, " ".join(rest))
            if rest or not _can_be_omitted(slot, cls.action):
                values[name], rest = cls._read_value(slot, rest, view)
            else:
                values[name] = cls._default_value(name, values, view)
        count: arguments.Count | None
        territories: list[int] = []
        stand_ins = _STAND_INS if counted_field(cls.action) else ()
        match len(pointed):
            case 2:
                count, *territories = arguments.parse_territory_pair(
                    rest, view.board, allowed_pairs(view), cls.usage_text(view), stand_ins
                )
            case 1:
                allowed = allowed_territories(view)
                if slots_of(cls.action)[pointed[0]].by_continent:
                    rest = [*arguments.replace_continent(rest, view.board, allowed)]
                count, *territories = arguments.parse_territory(
                    rest, view.board, allowed, cls.usage_text(view), stand_ins
                )
            case _:
                count = cls._read_count(rest, stand_ins)
        values |= zip(pointed, territories, strict=True)
        return cls(cls._with_number(values, count, view))

    @classmethod
    def _read_value(cls, slot: Slot, words: list[str], view: View) -> tuple[Any, list[str]]:
        """Parse the value of a field.

        Returns:
            The value, and the words after it.

        Raises:
            CommandError: If the words are not a value of the field.
        """
        named = _values(slot, view)
        if slot.meaning == "card" and words[:1] == ["with"]:
            return _card_of(words[1:], view), []
        if slot.many:
            count = next((n for n, word in enumerate(words) if word not in named), len(words))
            return tuple(named[word] for word in words[:count]), words[count:]
        typed = words[0] if words else SEPARATOR  # No value begins with a separator.
        matches = [word for word in named if word == typed] or [
            word for word in named if word.startswith(typed) and slot.words
        ]
        if len(matches) == 1:
            return named[matches[0]], words[1:]
        if slot.optional:
            return None, words
        question = join_choices(list(named)) if slot.words else _(_WHICH[slot.meaning])
        raise UnreadableCommand(f"{question}? {cls.usage_text(view)}")

    @classmethod
    def _default_value(cls, name: str, values: Mapping[str, Any], view: View) -> Any:
        """Return the value of a field that was not typed: the lowest face, or the only card.

        Raises:
            CommandError: If there is no value, or more than one.
        """
        action, meaning = cls.action, slots_of(cls.action)[name].meaning
        candidates = sorted(
            {
                getattr(offer.action, name)
                for offer in view.offers
                if type(offer.action) is action
                and all(getattr(offer.action, other) == values[other] for other in values)
            }
        )
        if not candidates:
            raise ImpossibleCommand(
                _(
                    "{problem}; {command}: {summary}",
                    problem=impossible_message(action),
                    command=cls.name,
                    summary=_(action.summary),
                )
            )
        if len(candidates) == 1 or meaning == "face":
            return candidates[0]
        start = " ".join([cls.name, *map(str, values.values())])
        options = [f"{start} {_card_words(card, view)}" for card in candidates]
        raise AmbiguousCommand(f"{_(_WHICH[meaning])}? {join_choices(options)}")

    @classmethod
    def _read_count(cls, words: Sequence[str], stand_ins: Sequence[str]) -> arguments.Count | None:
        """Parse the number at the end of a line.

        Returns:
            ``None`` if no words are left.

        Raises:
            UnreadableCommand: If the words are not a number.
        """
        words = [word for word in words if not stand_ins or word not in arguments.WORDS_AT_COUNT]
        if not words:
            return None
        if len(words) > 1 or not (stand_ins and arguments.is_count(words[0], stand_ins)):
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text()))
        return arguments.parse_number(words[0]) if arguments.is_number(words[0]) else words[0]

    @classmethod
    def _with_number(
        cls, values: Mapping[str, Any], count: arguments.Count | None, view: View
    ) -> Action:
        """Make the action, with a number if it has such a field.

        Raises:
            UnreadableCommand: If the number is missing or not allowed.
        """
        field = counted_field(cls.action)
        if field is None:
            if count is not None:
                raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
            return cls.action(**values)
        if not isinstance(count, int):
            offer = offer_of(cls.action(**values, **{field: 1}), view)
            minimum, maximum = (offer.minimum, offer.maximum) if offer else (1, 1)
            is_open = offer is None or minimum != maximum
            if count is None and cls.action.number == "ask" and is_open:
                what = pluralize(2, slots_of(cls.action)[field].unit or "number")
                raise UnreadableCommand(
                    _(
                        "how many {units}? {usage}",
                        units=what.removeprefix("2 "),
                        usage=cls.usage_text(view),
                    )
                )
            is_minimum = count in arguments.MINIMUM_WORDS or (
                count is None and cls.action.number == "least"
            )
            count = (minimum if is_minimum else maximum) or 1
        return cls.action(**values, **{field: count})

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        others = list(_other_slots(cls.action).values())
        head, rest = "", tail.lstrip()
        while others and " " in rest and rest.split(" ", 1)[0] in _values(others[0], view):
            word, rest = rest.split(" ", 1)
            head, others = f"{head}{word} ", others if others[0].many else others[1:]
        completions = (
            arguments.complete_words(rest, _completions(others[0], view, head)) if others else []
        )
        if not others:
            count = len(pointed_fields(cls.action))
            if count:
                completions = (
                    arguments.complete_territory
                    if count == 1
                    else arguments.complete_territory_pair
                )(rest, view)
            elif counted_field(cls.action):
                completions = arguments.complete_words(rest, ["all", "min"])
        return [tail[: len(tail) - len(tail.lstrip())] + head + line for line in completions]


_EXTRA_KEYS = {"hidden": "*", "nukes": "!"}
"""Default keys of extra actions, which can be taken instead of answering the decision."""
_FREE_KEYS = "$%&/=~"
"""Default keys of the other extra actions, in the alphabetical order of their kinds."""


def _key_of(kind: str) -> str:
    """Return the default key of an extra action.

    Raises:
        DeclarationError: If no key is left for it.
    """
    if kind in _EXTRA_KEYS:
        return _EXTRA_KEYS[kind]
    others = {it.kind for it in all_actions().values() if it.is_extra} - _EXTRA_KEYS.keys()
    place = sorted(others).index(kind)
    if place >= len(_FREE_KEYS):
        raise DeclarationError(f"no default key is left for {kind!r}; add one to _FREE_KEYS")
    return _FREE_KEYS[place]


@cache
def command_of(action_type: type[Action]) -> type[ActionCommand]:
    """Return the command for an action that has no command class of its own."""
    members: dict[str, Any] = {"action": action_type, "__doc__": action_type.__doc__}
    if action_type.is_extra:
        members["key"] = KeyBinding(
            action_type.kind,
            (_key_of(action_type.kind),),
            action_type.summary,
            useful=Occasion.ASKED,
            label=action_type.verb or action_type.kind,
            shown=Occasion.ASKED,
            meaning=lambda at: _key_meaning(action_type, at.view),
        )
    return type(f"{action_type.__name__}Command", (ActionCommand,), members)


def _key_meaning(action_type: type[Action], view: View) -> Intent:
    """Return the meaning of the key of an extra action.

    Raises:
        ImpossibleCommand: If the action is not offered.
    """
    if not is_offered(action_type, view):
        raise ImpossibleCommand(impossible_message(action_type))
    return AnswerCommand(action_type())


def impossible_message(action: type[Action]) -> str:
    """Return the message that an action is impossible now."""
    return _("you can't {verb} now", verb=pgettext("you can't … now", action.verb or action.kind))


_WHICH = {
    "card": N_("which card"),
    "face": N_("which face"),
    "seat": N_("which player"),
    "territory": N_("which territory"),
}
"""The questions for missing values, by the meanings of their fields."""


def is_offered(action_type: type[Action], view: View) -> bool:
    """Return True if an action of this type can be taken now."""
    return any(type(offer.action) is action_type for offer in view.offers)


def _usage(action_type: type[Action]) -> str:
    """Return the form of the command for an action, such as ``fortify N|all FROM TO``."""
    words = [action_type.command_name()]
    for slot in _other_slots(action_type).values():
        form = f"with {_form(slot)}" if slot.meaning == "card" and len(words) > 1 else _form(slot)
        words.append(f"[{form}]" if _can_be_omitted(slot, action_type) else form)
    if counted_field(action_type):
        words.append("N|all" if action_type.number == "ask" else "[N|all]")
    return " ".join(
        [*words, *((), ("TERRITORY",), ("FROM", "TO"))[len(pointed_fields(action_type))]]
    )


def _example(action_type: type[Action]) -> str:
    """Return an example line with the command for an action."""
    words = [action_type.command_name()]
    for slot in _other_slots(action_type).values():
        if len(words) == 1 or not _can_be_omitted(slot, action_type):
            words.append(_sample(slot))
    if counted_field(action_type):
        words.append("3")
    return " ".join([*words, *_EXAMPLES[len(pointed_fields(action_type))]])


def _other_slots(action_type: type[Action]) -> Mapping[str, Slot]:
    """Return the fields that are typed as words: neither territories on the map nor the number."""
    known = (
        *pointed_fields(action_type),
        counted_field(action_type),
        *optional_fields(action_type),
    )
    return {name: slot for name, slot in slots_of(action_type).items() if name not in known}


def _can_be_omitted(slot: Slot, action_type: type[Action]) -> bool:
    """Return True if a line can omit the field: the only card that fits, or the lowest face."""
    if slot.meaning == "face":
        return action_type.number == "least"
    return slot.meaning == "card" and not slot.many


def _card_of(words: Sequence[str], view: View) -> int:
    """Return the card of the deck that shows the named territory.

    Raises:
        CommandError: If the name is unknown or ambiguous, or no card shows the territory.
    """
    deck = view.board.deck
    own = [deck[card].territory for card in view.hand]
    territory = names_of(view.board).find_territory(
        tuple(words), [place for place in own if place is not None]
    )
    cards = [number for number, card in enumerate(deck) if card.territory == territory]
    if not cards:
        raise ImpossibleCommand(
            _("no card shows {territory}", territory=view.board.territories[territory].name)
        )
    return cards[0]


def _card_words(card: int, view: View) -> str:
    """Return the words that choose a card: its territory, or the number in the hand of a joker."""
    territory = view.board.deck[card].territory
    if territory is None:
        return str(sorted(view.hand).index(card) + 1)
    return f"with {view.board.territories[territory].name.lower()}"


def _completions(slot: Slot, view: View, typed: str) -> list[str]:
    """Return the ways to type the values of a field after the text already ``typed``."""
    if slot.meaning != "card" or slot.many or not typed:
        return list(_values(slot, view))
    return [_card_words(card, view) for card in sorted(view.hand)]


def _form(slot: Slot) -> str:
    """Return the form of a field in the usage of a command."""
    form = "|".join(reversed(slot.words)) or (
        "PLAYER" if slot.meaning == "seat" else slot.meaning.upper()
    )
    return f"[{form}]" if slot.optional else f"{form} ..." if slot.many else form


def _sample(slot: Slot) -> str:
    """Return a value of a field for an example."""
    if slot.words:
        return slot.words[True]
    return "ben" if slot.meaning == "seat" else "1 2 3" if slot.many else "1"


def _values(slot: Slot, view: View) -> dict[str, Any]:
    """Return the values of a field by typed word; cards by their numbers in the hand."""
    match slot.meaning:
        case "choice":
            return {word: bool(number) for number, word in reversed([*enumerate(slot.words)])}
        case "face":
            return {str(face): face for face in range(1, 7)}
        case "card":
            return {str(number): card for number, card in enumerate(sorted(view.hand), 1)}
        case "seat":
            return {str(seat + 1): seat for seat in range(len(view.status))}
        case "territory":
            return {
                territory.code.lower(): number
                for number, territory in enumerate(view.board.territories)
            }
    raise AssertionError(f"no action has a {slot.meaning}")
