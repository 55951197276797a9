"""Rulesets: what an edition of Risk says, as data.

No field has a default: every value that a game is played by stands in a ruleset file. The
sentence that a player reads about a value is the description of its field, so the rules screen
and the JSON schema can never say different things.
"""

from __future__ import annotations

import difflib
import re
import reprlib
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from risk_tui.engine.errors import RulesetError
from risk_tui.engine.yamlfile import Document, Path, has_hidden_characters, read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

MAX_EXTENDS = 8


def says(description: str, only_if: tuple[str, str] | None = None, /, **sentences: str) -> Any:
    """A field whose value is told to players by ``description``, or by a sentence per option.

    ``{value}`` in a sentence stands for the value; ``none`` is the option for ``None``.
    ``only_if`` (key, value) keeps silent about a value that another one of the same section
    makes irrelevant.
    """
    return Field(description=description, json_schema_extra=_telling(only_if, sentences))


def number(description: str, least: int, most: int, only_if: tuple[str, str] | None = None) -> Any:
    """Like ``says`` for a whole number with bounds."""
    return Field(description=description, ge=least, le=most, json_schema_extra=_telling(only_if))


def _telling(only_if: tuple[str, str] | None, sentences: Any = None) -> Any:
    return {"sentences": dict(sentences or {}), "only_if": list(only_if or ())}


class _Contradiction(ValueError):
    """Two values that cannot both be; ``path`` is the one to look at."""

    def __init__(self, section: str, key: str, problem: str) -> None:
        super().__init__(f"'{section}.{key}' {problem}")
        self.path: Path = (section, key)


class Section(BaseModel):
    """A part of a ruleset: frozen, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if has_hidden_characters(line):
        raise ValueError("control and invisible characters are not allowed")
    if not line:
        raise ValueError("an empty text says nothing; write a word")
    return line


Text = Annotated[str, AfterValidator(_one_line)]
Armies = Annotated[int, Field(ge=1, le=200)]
SetValue = Annotated[int, Field(ge=0, le=200)]


class Players(Section):
    """Who can play."""

    least: int = number("At least {value} players.", 2, 6)
    most: int = number("At most {value} players.", 2, 6)


class SetUp(Section):
    """Setting up."""

    allocation: Literal["claim", "deal"] = says(
        "How the territories are shared out.",
        claim="Players take turns claiming free territories with one army each.",
        deal="The territories are dealt out as evenly as possible, with one army on each.",
    )
    armies: dict[int, Armies] = says("Armies that each player starts with: {value}.")
    armies_each_go: int = number(
        "Then players take turns placing {value} of their remaining armies.", 1, 200
    )
    territory_limit: Annotated[int, Field(ge=2, le=200)] | None = says(
        "During the set-up a territory holds at most {value} armies.",
        none="During the set-up a territory may hold any number of armies.",
    )
    first: Literal["one roll", "second roll"] = says(
        "Who is first.",
        **{
            "one roll": "The highest die claims or places first and takes the first turn.",
            "second roll": "The highest die claims or places first; "
            "a second roll decides who takes the first turn.",
        },
    )


class Reinforcements(Section):
    """Reinforcing."""

    territories_for_an_army: int = number(
        "A turn starts with one army for every {value} territories held, rounded down.", 1, 42
    )
    least: int = number("It is never less than {value} armies.", 0, 42)


class Cards(Section):
    """Cards."""

    draw: Literal["before fortify", "after fortify"] = says(
        "When a card is drawn.",
        **{
            "before fortify": "Whoever conquered a territory draws one card, before fortifying.",
            "after fortify": "Whoever conquered a territory draws one card at the end of the turn.",
        },
    )
    sets: Literal["escalating", "by type"] = says(
        "What a set is worth.",
        **{
            "escalating": "Each set traded by anybody makes the next one worth more.",
            "by type": "A set is worth what its symbols say, whoever traded before.",
        },
    )
    escalating: tuple[SetValue, ...] = says(
        "The sets are worth {value} armies in turn.", ("sets", "escalating")
    )
    escalating_step: int = number(
        "After those, each set is worth {value} more.", 0, 100, only_if=("sets", "escalating")
    )
    by_type: dict[Literal["artillery", "infantry", "cavalry", "mixed"], SetValue] = says(
        "Three alike or mixed, a set is worth: {value}.", ("sets", "by type")
    )
    jokers_in_a_set: int = number("A set may hold up to {value} jokers.", 0, 2)
    forced_at: int = number(
        "With {value} cards or more at the start of a turn a set must be traded.", 3, 100
    )
    territory_bonus: Literal["none", "each", "once a turn"] = says(
        "Armies for a territory shown on a traded card.",
        **{
            "none": "The territories on traded cards bring nothing.",
            "each": "Each traded card that shows a territory of one's own brings extra armies "
            "on that territory.",
            "once a turn": "One territory of one's own that is shown on a traded card gets extra "
            "armies, once a turn.",
        },
    )
    territory_bonus_armies: int = number("Those extra armies are {value}.", 0, 20)
    on_elimination: Literal["discard", "hold", "trade"] = says(
        "What becomes of an eliminated player's cards.",
        discard="An eliminated player's cards go to the discard pile.",
        hold="The conqueror takes an eliminated player's cards and keeps them to the next turn.",
        trade="The conqueror takes an eliminated player's cards and may have to trade at once.",
    )
    elimination_trade_at: int = number(
        "Whoever then holds {value} cards or more trades sets at once …",
        3,
        100,
        only_if=("on_elimination", "trade"),
    )
    elimination_trade_to: int = number(
        "… until {value} cards or fewer are left.", 0, 99, only_if=("on_elimination", "trade")
    )
    elimination_trade_more: bool = says(
        "Trading on.",
        ("on_elimination", "trade"),
        true="Then more sets may be traded.",
        false="Then trading stops until the next turn.",
    )


class Combat(Section):
    """Attacking."""

    attack_dice: int = number("The attacker rolls up to {value} dice; one army stays behind.", 1, 3)
    defence_dice: int = number("The defender rolls up to {value} dice.", 1, 2)
    armies_for_two_dice: int = number("The defender needs {value} armies to roll two dice.", 2, 3)
    defence_choice: Literal["chosen", "most"] = says(
        "The defender's dice.",
        chosen="The defender chooses the number of dice before the attacker rolls.",
        most="The defender always rolls as many dice as allowed.",
    )
    occupy_at_least: Literal["dice", "one"] = says(
        "Moving into a conquered territory.",
        dice="Into a conquered territory move at least as many armies as dice were rolled.",
        one="Into a conquered territory moves at least one army.",
    )


class Fortify(Section):
    """Fortifying."""

    reach: Literal["adjacent", "connected", "free"] = says(
        "How far armies may be moved.",
        adjacent="At the end of a turn armies may move once, between two neighbours.",
        connected="At the end of a turn armies may move once, along a chain of own territories.",
        free="At the end of a turn armies may move freely within chains of own territories.",
    )
    limit: Annotated[int, Field(ge=1, le=200)] | None = says(
        "At most {value} armies may be moved at a time.",
        none="Any number may be moved, as long as one stays behind.",
    )


class Victory(Section):
    """Winning."""

    when: Literal["any turn", "own turn"] = says(
        "When the game can be won.",
        **{
            "any turn": "The last player left wins at once.",
            "own turn": "The last player left wins, but only in a turn of one's own.",
        },
    )
    turn_limit: Annotated[int, Field(ge=1, le=10_000)] | None = says(
        "After {value} rounds whoever holds most territories wins (then most armies).",
        none="There is no limit to the number of turns.",
    )


class Ruleset(Section):
    """An edition's rules, whole and sound."""

    ruleset: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="The ruleset's name.")
    title: Text = Field(min_length=1, max_length=60, description="Its title.")
    family: Text = Field(min_length=1, max_length=40, description="The group that it is listed in.")
    about: Text = Field(min_length=1, max_length=1000, description="A paragraph about it.")
    version: int = Field(ge=1, description="Counts changes of this file.")
    sources: dict[Text, Text] = Field(description="Where each part is documented.")
    players: Players
    setup: SetUp
    reinforce: Reinforcements
    cards: Cards
    combat: Combat
    fortify: Fortify
    victory: Victory

    @model_validator(mode="after")
    def _consistent(self) -> Ruleset:
        if self.players.least > self.players.most:
            raise _Contradiction("players", "least", "is greater than 'most'")
        for count in range(self.players.least, self.players.most + 1):
            if count not in self.setup.armies:
                raise _Contradiction("setup", "armies", f"says nothing for {count} players")
        cards = self.cards
        if not cards.escalating:
            raise _Contradiction("cards", "escalating", "needs at least one value")
        missing = {"artillery", "infantry", "cavalry", "mixed"} - set(cards.by_type)
        if missing:
            raise _Contradiction("cards", "by_type", f"lacks {', '.join(sorted(missing))}")
        if cards.elimination_trade_to >= cards.elimination_trade_at:
            raise _Contradiction(
                "cards", "elimination_trade_to", "must be less than 'elimination_trade_at'"
            )
        return self

    def sections(self) -> Iterator[tuple[str, str, Section]]:
        """Each part as (key, heading, part), in the order in which a player reads them."""
        for key in type(self).model_fields:
            part = getattr(self, key)
            if isinstance(part, Section):
                yield key, (type(part).__doc__ or key).rstrip("."), part


def sentences(part: Section) -> list[str]:
    """What a part of a ruleset says, one plain English sentence a value."""
    told = []
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        extra: Any = field.json_schema_extra or {}
        choices, only_if = extra.get("sentences", {}), extra.get("only_if")
        if only_if and getattr(part, only_if[0]) != only_if[1]:
            continue
        key = "none" if value is None else str(value).lower()
        sentence = choices.get(key, field.description or "")
        told.append(sentence.replace("{value}", _spoken(value)))
    return told


def _spoken(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    return str(value)


def parse_ruleset(
    text: str, *, source: str, find: Callable[[str], tuple[str, str]] | None = None
) -> Ruleset:
    """A ruleset from YAML text.

    ``extends: NAME`` takes over everything from another ruleset, which ``find(NAME)`` returns as
    (source, text), and overrides single keys. Raises ``RulesetError`` with file, line, key and
    the allowed values.
    """
    documents = [_document(text, source)]
    seen = [source]
    while (parent := documents[-1].data.pop("extends", None)) is not None:
        path: Path = ("extends",)
        here = documents[-1]
        if not isinstance(parent, str) or find is None:
            raise _refuse([here], path, "'extends' names another ruleset")
        parent_source, parent_text = find(parent)
        if parent_source in seen or len(seen) > MAX_EXTENDS:
            raise _refuse([here], path, f"'extends: {parent}' goes in a circle")
        seen.append(parent_source)
        documents.append(_document(parent_text, parent_source))
    data: dict[str, Any] = {}
    for document in reversed(documents):
        data = _merged(data, document.data)
    return _validated(data, documents)


def ruleset_from_data(data: object, *, source: str) -> Ruleset:
    """A ruleset from plain data, as a saved game keeps it. Raises ``RulesetError``."""
    if not isinstance(data, dict):
        raise RulesetError(f"{source}: a ruleset is a table of keys")
    return _validated(data, [Document(source, data)])


def ruleset_to_data(ruleset: Ruleset) -> dict[str, Any]:
    """The ruleset as plain data from which ``ruleset_from_data`` makes it again."""
    return ruleset.model_dump(mode="json")


def _document(text: str, source: str) -> Document:
    document = read_document(text, source=source)
    if not isinstance(document.data, dict):
        raise RulesetError(f"{source}: a ruleset is a table of keys (ruleset, title, setup, …)")
    return document


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merged(old, value) if both and isinstance(old, dict) else value
    return merged


def _validated(data: dict[str, Any], documents: list[Document]) -> Ruleset:
    try:
        return Ruleset.model_validate(_with_tuples(data))
    except ValidationError as error:
        problems: list[Any] = list(error.errors())
        # A misspelt key is unknown and missing at once; the first says more.
        unknown = [each for each in problems if each["type"] == "extra_forbidden"]
        problem = (unknown or problems)[0]
        path: Path = tuple(problem["loc"])
        if problem["type"] == "value_error":
            path = getattr(problem["ctx"]["error"], "path", path)
        raise _refuse(documents, path, _explained(problem, path)) from None


def _with_tuples(data: dict[str, Any]) -> dict[str, Any]:
    """Lists become tuples and number-like keys numbers, as JSON cannot keep either."""

    def converted(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                int(key) if re.fullmatch("[0-9]{1,3}", str(key)) else key: converted(each)
                for key, each in value.items()
            }
        if isinstance(value, list):
            return tuple(converted(each) for each in value)
        return value

    return {key: converted(value) for key, value in data.items()}


def _explained(problem: Any, path: Path) -> str:
    key = ".".join(str(step) for step in path)
    kind = problem["type"]
    if kind == "extra_forbidden":
        known = _fields_at(path[:-1])
        near = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
        return f"unknown key '{key}'; {hint}"
    if kind == "missing":
        return f"the key '{key}' is missing"
    if kind == "value_error":
        reason = problem["ctx"]["error"]
        return str(reason) if isinstance(reason, _Contradiction) else f"'{key}': {reason}"
    wanted = _WANTED.get(kind) or re.sub(r"^\w+ should ", "must ", problem["msg"])
    shown = reprlib.repr(problem["input"])
    if path[-1] == "[key]":
        return f"'{'.'.join(map(str, path[:-2]))}': the key {shown} {wanted}"
    return f"'{key}': {shown} {wanted}"


_WANTED = {
    "bool_type": "must be true or false",
    "dict_type": "must be a table of keys",
    "int_type": "must be a whole number",
    "model_type": "must be a table of keys",
    "string_pattern_mismatch": "must be small letters, digits and hyphens, at most 40",
    "string_type": "must be a text",
    "tuple_type": "must be a list",
}


def _fields_at(path: Path) -> list[str]:
    model: Any = Ruleset
    for step in path:
        field = getattr(model, "model_fields", {}).get(step)
        model = field.annotation if field is not None else None
    return list(getattr(model, "model_fields", {}))


def _refuse(documents: list[Document], path: Path, problem: str) -> RulesetError:
    # The file that set the value is the one to blame: the nearest in the chain of 'extends'.
    for length in range(len(path), 0, -1):
        for document in documents:
            if path[:length] in document.lines:
                line = document.lines[path[:length]]
                return RulesetError(f"{document.source}, line {line}: {problem}")
    return RulesetError(f"{documents[0].source}: {problem}")
