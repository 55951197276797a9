"""Collect every sentence that players read: marked ones in the sources, and declared ones."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

from babel.messages.catalog import Catalog
from pydantic.fields import FieldInfo

from risk_tui import __version__
from risk_tui.boards.board import CardSymbol
from risk_tui.bots.reasons import REASONS
from risk_tui.cli.options import COMMANDS as CLI_COMMANDS
from risk_tui.commands.all_commands import OPTION_WORDS, all_commands
from risk_tui.commands.wording import KEY_TEXTS
from risk_tui.data.language import DOMAIN, NOUNS
from risk_tui.data.settings import CHOICES
from risk_tui.engine.actions import all_actions
from risk_tui.engine.decisions import DECISIONS
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.events import EVENTS
from risk_tui.engine.goals import GOALS
from risk_tui.engine.variant import Variant
from risk_tui.rules.cards import MIXED, PAIR_AND_JOKER
from risk_tui.rules.fields import Section, yaml_text
from risk_tui.rules.library import load_board, load_ruleset, own_folder
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.variant_options import VariantSection
from risk_tui.table.lesson import DETOURS, NO_ARMIES, STEPS
from risk_tui.table.seats import COLOURS, GREY
from risk_tui.tui.keymap import key_bindings

PACKAGE = Path(__file__).parents[1]

_MARKED_ARGUMENTS: Mapping[str, tuple[int, ...]] = {
    "_": (0,),
    "N_": (0,),
    "ngettext": (0, 1),
    "VictoryKind": (1,),
    "BotInfo": (2,),
    "error_at": (1,),
    "error_at_pixel": (1,),
}
"""The functions that mark sentences, with the positions of these arguments."""

_SEPARATORS = (", ", " and ", " or ", "; ", "; again ")
"""The separators in lists."""

Found: TypeAlias = "tuple[str | tuple[str, ...], str | None, str]"
"""A sentence, or its singular and plural; its context, if any; and where it was found."""


def template() -> Catalog:
    """Return the catalogue of all sentences, without translations.

    They are sorted, so that moved code changes no catalogue.
    """
    catalog = Catalog(
        domain=DOMAIN,
        project="risk-tui",
        version=__version__,
        charset="utf-8",
        msgid_bugs_address="",
        copyright_holder="",
    )
    found = [*_declared(), *_marked()]
    for message, context, place in sorted(found, key=lambda each: (each[2], str(each))):
        catalog.add(message, locations=[(place, 0)], context=context)
    return catalog


def _marked() -> Iterator[Found]:
    """Yield the sentences that are marked in the sources.

    This replaces Babel's extraction, which ignores f-strings.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        place = str(path.relative_to(PACKAGE.parent))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                texts = [_constant(argument) for argument in node.args]
                if name == "pgettext" and all(texts[:2]):
                    yield texts[1], texts[0], place
                elif indexes := _MARKED_ARGUMENTS.get(name):
                    forms = tuple(texts[index] for index in indexes if index < len(texts))
                    if all(forms) and len(forms) == len(indexes):
                        yield forms if len(forms) > 1 else forms[0], None, place


def _constant(node: ast.expr) -> str:
    """Return the text of a constant; empty for any other expression."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _declared() -> Iterator[Found]:
    """Yield the sentences of declarations. Their places are classes, files or tables."""
    for kinds, fields in _DECLARING:
        for kind in _with_subclasses(kinds.values()):
            place = f"{kind.__module__}.{kind.__name__}"
            for field in fields:
                yield from _texts(getattr(kind, field, None), place)
            for slot in slots_of(kind).values():
                yield from _texts(slot.words, place)
    for action in all_actions().values():
        yield action.verb or action.kind, "you can't … now", f"action {action.kind}"
    for kind in _with_subclasses(DECISIONS.values()):
        for choice in kind.choices.values():
            yield from _texts((choice.label, choice.effect), f"{kind.__module__}.{kind.__name__}")
    for kind_name in (*DECISIONS, "draw"):
        yield kind_name, "phase", "phases of a turn"
    yield from _commands()
    yield from _rules()
    for step in STEPS:
        yield from _texts((step.title, step.why, step.how.keys), "the lesson")
    for how in (*DETOURS.values(), NO_ARMIES):
        yield from _texts(how.keys, "the lesson")
    for one, many in NOUNS.values():
        yield (one, many), None, "NOUNS"
    for setting, values in CHOICES.items():
        for value in values:
            if value.isalpha() and setting != "language":
                yield value, "setting", "values of settings"
    for separator in _SEPARATORS:
        yield separator, "between items", "lists"
    for colour in (*COLOURS, GREY):
        yield colour, "colour", "colours of seats"
    for symbol in (*CardSymbol, MIXED, PAIR_AND_JOKER):
        yield str(symbol), "card", "symbols of cards and sets"
    from risk_tui.variants.castle.declarations import COUNTS  # ``all_actions`` orders variants.

    for name in COUNTS:
        yield name, "card", "cards of Castle Risk"


_DECLARING: Iterable[tuple[Mapping[str, type[Any]], tuple[str, ...]]] = (
    (EVENTS, ("long", "short", "revealed", "recap")),
    (DECISIONS, ("purpose", "asks", "heading", "requirement")),
    (all_actions(), ("summary", "advice", "confirm", "verb")),
    (GOALS, ("words", "instead")),
    (REASONS, ("words", "purpose")),
)
"""Registries of kinds, with the attributes that hold messages."""


def _texts(messages: Any, place: str) -> Iterator[Found]:
    """Yield the texts of a message, a table of messages, or a nested structure of them."""
    if isinstance(messages, str):
        if any(map(str.isalpha, messages)):
            yield messages, None, place
    elif isinstance(messages, Mapping):
        for value in messages.values():
            yield from _texts(value, place)
    elif isinstance(messages, tuple):
        for value in messages:
            yield from _texts(value, place)


def _commands() -> Iterator[Found]:
    """Yield the names, help texts and keys of commands."""
    for name, help, *_rest in CLI_COMMANDS:
        yield from _texts(help, f"risk-tui {name}")
    for word in OPTION_WORDS:
        yield word, "word", "words after a command"
    for name, command in all_commands().items():
        place = f":{name}"
        yield name, "command", place
        yield from _texts(command.summary, place)
        if command.usage != name:
            yield command.usage, "usage", place
    for binding in key_bindings():
        also = tuple(text for _name, text in binding.also)
        yield from _texts((binding.help, binding.label, also), f"key {binding.action}")
    for kind, texts in KEY_TEXTS.items():
        yield from _texts(
            (texts.labels, texts.help, texts.requirement, texts.number), f"keys: {kind}"
        )


def _rules() -> Iterator[Found]:
    """Yield the sentences of rules, their headings, and the texts of rulesets and maps."""
    for section in _subclasses(Section):
        place = f"{section.__module__}.{section.__name__}"
        if not section.__name__.startswith("_") and section not in (Ruleset, VariantSection):
            yield from _texts((section.__doc__ or "").rstrip("."), place)
        yield from _texts(getattr(section, "paragraph", ""), place)
        for field in section.model_fields.values():
            yield from _field_texts(field, place)
    for variant in _subclasses(Variant):
        place = f"{variant.__module__}.{variant.__name__}"
        yield from _texts(
            (getattr(variant, "title", ""), variant.odds_unknown_reason, variant.excludes), place
        )
    for path in own_folder("rulesets").glob("*.yaml"):
        ruleset = load_ruleset(str(path))
        yield from _texts((ruleset.title, ruleset.about, ruleset.family), f"rulesets/{path.name}")
    for path in own_folder("maps").glob("*.yaml"):
        board = load_board(str(path))
        yield from _texts((board.title, board.about), f"maps/{path.name}")
        keys = [part.key for part in board.continents] + [part.key for part in board.territories]
        for key in keys:
            yield key, "place", f"maps/{path.name}"


def _field_texts(field: FieldInfo, place: str) -> Iterator[Found]:
    extra: Any = field.json_schema_extra or {}
    for words in map(yaml_text, _options(field.annotation)):
        if words.isalpha() or " " in words:
            yield words, "value", place
    if "sentences" in extra:
        yield from _texts((field.description or "", extra["sentences"]), place)


def _options(annotation: Any) -> Iterator[object]:
    """Yield the possible values of a field that are words, booleans or ``None``."""
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif annotation is bool:
        yield from (True, False)
    elif annotation is type(None):
        yield None
    elif get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from _options(part)


def _with_subclasses(kinds: Iterable[type[Any]]) -> list[type[Any]]:
    """Return declared kinds and their subclasses, which are stored as the same kind."""
    return list(dict.fromkeys(other for kind in kinds for other in (kind, *_subclasses(kind))))


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        if below.__module__.startswith("risk_tui"):
            yield below
        yield from _subclasses(below)
