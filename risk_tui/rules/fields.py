"""Fields of rulesets, with the sentence that players read about each value."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticUndefined

from risk_tui.boards.board import Board
from risk_tui.data.clean_text import is_safe
from risk_tui.data.language import _, join_and, ngettext, pgettext, plural_form, pluralize


class Section(BaseModel):
    """A part of a ruleset: frozen, and closed to unknown keys.

    Its validator is built on first use; a whole ruleset has one of its own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    by_players: ClassVar[tuple[str, ...]] = ()
    """The names of tables with a row for each number of players."""
    per_earth: ClassVar[tuple[str, ...]] = ()
    """The names of numbers that are multiplied by the number of Earths."""
    each_go: ClassVar[tuple[str, ...]] = ()
    """The names of numbers of armies placed in each go of the setup."""

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        """Return the start of the chapter about this part: the rules that all editions share.

        Args:
            board: The board, to include the map's numbers such as continent bonuses.
            left_out: Parts and values that are not in force, as ``leaves_out`` names them.
        """
        return ""

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        """Return the parts and values that have no effect, or that this part describes instead.

        Called for every part of a ruleset that is played; the rule book skips the result.

        Args:
            ruleset: The whole ruleset that this part belongs to.
            players: The number of players; ``None`` if it is not known.

        Returns:
            Parts of the ruleset (``cards``) and values of any part (``cards.sets``).
        """
        return ()


def heading_of(section: type[Section]) -> str:
    """Return the heading of the chapter about a section: its docstring."""
    return _((section.__doc__ or "").rstrip("."))


def choice_field(
    description: str,
    only_if: tuple[Any, ...] = (),
    /,
    *,
    default: Any = PydanticUndefined,
    quiet: str = "",
    **sentences: str,
) -> Any:
    """Declare a field that ``description``, or a sentence per option, explains to players.

    ``{value}`` in a sentence is replaced by the value. ``{army|armies}`` is replaced by the first
    alternative if the value is 1, or a list or table with one entry, and by the second one
    otherwise; a translation has an alternative for each plural form of its language. ``none`` is
    the option for ``None`` and for an empty list or table.

    Args:
        description: The sentence for options without a sentence of their own. If every option has
            one, a short description of the field.
        only_if: A key of the same section, followed by its values that make this field relevant.
            Without values, any value but ``None`` does.
        default: The value for files without the key; only for fields that older files lack, such as
            the options of variants.
        quiet: The option that players expect, which is described only when rulesets are compared.
        sentences: A sentence for each option.
    """
    extra = _extra(only_if, description, sentences, quiet)
    return Field(default, description=description, json_schema_extra=extra)


def number_field(
    description: str,
    minimum: int,
    maximum: int,
    only_if: tuple[Any, ...] = (),
    /,
    *,
    default: Any = PydanticUndefined,
    **sentences: str,
) -> Any:
    """Declare a field for a whole number from ``minimum`` to ``maximum``; see ``choice_field``."""
    extra = _extra(only_if, description, sentences)
    if default is not PydanticUndefined and not minimum <= default <= maximum:
        raise TypeError(f"the default {default!r} is not from {minimum} to {maximum}")
    return Field(default, description=description, ge=minimum, le=maximum, json_schema_extra=extra)


def _extra(
    only_if: tuple[Any, ...], description: str, sentences: Mapping[str, str], quiet: str = ""
) -> Any:
    """Return the part of a field's JSON schema that describes its value to players.

    Raises:
        TypeError: If a sentence has an unknown slot.
    """
    for sentence in (description, *sentences.values()):
        _check_slots(sentence)
    return {"sentences": dict(sentences), "only_if": list(only_if), "quiet": quiet}


def with_player_counts(part: Section, counts: Collection[int]) -> Section:
    """Return the part with only those rows of its tables that are for these numbers of players."""
    rows = {}
    for name in part.by_players:
        if table := getattr(part, name):
            rows[name] = {count: value for count, value in table.items() if count in counts}
    return part.model_copy(update=rows) if rows else part


def usual_fields(part: Section) -> frozenset[str]:
    """Return the names of the fields that have the values that players expect."""
    extras: dict[str, Any] = {
        name: field.json_schema_extra or {} for name, field in type(part).model_fields.items()
    }
    return frozenset(
        name
        for name, extra in extras.items()
        if extra.get("quiet") == _option_name(getattr(part, name))
    )


def _option_name(value: object) -> str:
    """Return the name under which the sentences of a field have a value."""
    return "none" if value in (None, (), {}) else str(value).lower()


def described_fields(part: Section) -> dict[str, str]:
    """Return the sentence about each relevant value, by its key."""
    return {
        name: field_sentence(part, name)
        for name in type(part).model_fields
        if is_described(part, name)
    }


def field_sentence(part: Section, name: str) -> str:
    """Return the sentence about the value of a field, even if it is irrelevant."""
    field, value = type(part).model_fields[name], getattr(part, name)
    extra: Any = field.json_schema_extra or {}
    sentence = _(extra.get("sentences", {}).get(_option_name(value), field.description or ""))
    text = _by_players(value) if value and name in part.by_players else _value_text(value)
    return _fill_in(sentence, value, text)


def _check_slots(sentence: str) -> None:
    """Raise ``TypeError`` if a sentence has slots other than ``{value}`` and ``{one|many}``."""
    rest = _SLOT.sub("", sentence)
    if "{" in rest or "}" in rest:
        raise TypeError(f"only {{value}} and {{one|many}} are slots, in {sentence!r}")


_SLOT = re.compile(r"\{(?:value|([^{}|]*(?:\|[^{}|]*)+))\}")


def _fill_in(sentence: str, value: object, text: str) -> str:
    """Return a sentence with its slots filled in for a value, which is written as ``text``.

    >>> _fill_in("It brings {value} {army|armies}.", 1, "1")
    'It brings 1 army.'
    >>> _fill_in("It brings {value} {army|armies}.", 3, "3")
    'It brings 3 armies.'
    """
    number = len(value) if isinstance(value, (dict, tuple)) else value
    form = plural_form(number) if isinstance(number, int) else 1
    return _SLOT.sub(lambda slot: text if slot[1] is None else slot[1].split("|")[form], sentence)


def value_words(value: object) -> str:
    """Return a value for players: an option in their language, anything else as in files."""
    if value is None or isinstance(value, (bool, str)):
        return pgettext("value", yaml_text(value))
    return yaml_text(value)


def yaml_text(value: object) -> str:
    """Return a value as a line of YAML, with words for yes, no and none."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_yaml_item(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_yaml_item(item) for item in value) + "]"
    return str(value)


def _yaml_item(value: object) -> str:
    """Return a value within a list or table as YAML, quoted if that could be necessary.

    >>> yaml_text(["Null Island", "Null"])
    '[Null Island, "Null"]'
    """
    is_plain = isinstance(value, str) and re.fullmatch(r"[A-Za-z][A-Za-z' -]*", value)
    if isinstance(value, str) and (not is_plain or value.lower() in ("true", "false", "null")):
        return json.dumps(value)
    return yaml_text(value)


def is_described(part: Section, name: str) -> bool:
    """Return True if a value is relevant, given the other values of its section."""
    if name != "played" and not getattr(part, "played", True):
        return False
    extra: Any = type(part).model_fields[name].json_schema_extra or {}
    only_if = extra.get("only_if")
    if not only_if:
        return True
    key, *values = only_if
    value = getattr(part, key)
    return is_described(part, key) and (value in values if values else value is not None)


def _value_text(value: object) -> str:
    """Return a value as text for a sentence."""
    if isinstance(value, dict):
        return ", ".join(f"{shown_name(key)}: {shown_name(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        if any(isinstance(item, tuple) for item in value):
            return "; ".join(_names_text(group) for group in value)
        are_numbers = all(isinstance(item, int) for item in value)
        return (", " if are_numbers else "; ").join(shown_name(item) for item in value)
    return shown_name(value)


def _by_players(numbers: Mapping[int, int]) -> str:
    """Return a table by the number of players as text.

    >>> _by_players({2: 40, 3: 35, 4: 30})
    '40 with 2 players, 35 with 3, 30 with 4'
    """
    first = next(iter(numbers))
    return ", ".join(
        _(
            "{value} with {players}",
            value=value,
            players=pluralize(players, "player") if players == first else players,
        )
        for players, value in numbers.items()
    )


def _names_text(names: tuple[object, ...]) -> str:
    """Return names as text; the names ``any`` become a number of continents at the end.

    >>> _names_text(("any", "Europe")), _names_text(("any", "any"))
    ('Europe and one more continent', 'any 2 continents')
    """
    named = [shown_name(name) for name in names if name != "any"]
    count = len(names) - len(named)
    if count and named:
        named.append(ngettext("one more continent", "{number} more continents", count))
    elif count:
        named.append(ngettext("any continent", "any {number} continents", count))
    return join_and(named)


def shown_name(name: object) -> str:
    """Return the name of a symbol, colour, territory or continent in the players' language."""
    text = str(name)
    translations = (pgettext(context, text) for context in ("card", "colour", "place"))
    return next((other for other in translations if other != text), text)


def _one_line(text: str) -> str:
    """Return a text from a file as one line.

    Raises:
        ValueError: If it is empty or has control characters.
    """
    line = " ".join(text.split())
    if not is_safe(line):
        raise ValueError(_("control and invisible characters are not allowed"))
    if not line:
        raise ValueError(_("text must not be empty"))
    return line


Text = Annotated[str, AfterValidator(_one_line)]
Name = Annotated[Text, Field(max_length=40)]
Armies = Annotated[int, Field(ge=1, le=200)]
