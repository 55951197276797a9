"""Read YAML and XML as hostile input, with limits of size, depth and elements.

YAML is plain data with the line of every key: aliases, anchors, tags and merge keys are rejected
instead of being expanded. Of the plain scalars, decimal numbers, ``true``, ``false`` and ``null``
have a meaning, as in YAML 1.2; ``no`` and ``on`` stay words. In XML, definitions of entities are
rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

import yaml

from risk_tui.data.language import N_, _, did_you_mean
from risk_tui.errors import BoardError, DataError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_CHARACTERS = 200_000
MAX_NODES = 20_000
MAX_DEPTH = 12
MAX_XML_ELEMENTS, MAX_XML_DEPTH = 50_000, 20
_TOO_DEEP = N_("nested too deeply; at most {number} levels are read")

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{1,18}")
_WORDS: dict[str, object] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "Null": None,
    "~": None,
    "": None,
}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

KeyPath = tuple[str | int, ...]
_E = TypeVar("_E", bound=DataError)


@dataclass
class Document:
    """The data of a YAML text and the line of each key or item."""

    source: str
    data: Any
    lines: dict[KeyPath, int] = field(default_factory=dict)

    def line(self, path: KeyPath) -> int:
        """Return the line of ``path``, or of its nearest parent with a line."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


class DocumentReader:
    """Reads a map or a picture, whose data is a table, and reports errors with their line."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data: dict[Any, Any] = document.data

    def error_at(self, path: KeyPath, problem: str, /, **slots: object) -> BoardError:
        """Return an error with the line of a key or item, and the sentence ``problem``."""
        line = self.document.line(path)
        return _error_in(self.document.source, line, _(problem, **slots), BoardError)

    def at(self, path: KeyPath, kind: type, expected: str) -> Any:
        """Return the value at a path, whose parents are tables.

        Args:
            path: The keys that lead to the value.
            kind: The type that it must have.
            expected: A description of a valid value, for errors.

        Raises:
            BoardError: If it is missing or has another type.
        """
        value: Any = self.data
        for step in path:
            if step not in value:
                raise self.error_at(
                    path[:-1],
                    "the key '{step}' is missing; {expected}",
                    step=step,
                    expected=expected,
                )
            value = value[step]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error_at(
                path, "'{path}' must be {expected}", path=path[-1], expected=expected
            )
        return value

    def validate_keys(self, path: KeyPath, table: Iterable[Any], allowed: Sequence[str]) -> None:
        """Check that a table has no unknown key.

        Raises:
            BoardError: If it has one.
        """
        for key in table:
            if key not in allowed:
                hint = did_you_mean(key, allowed)
                raise self.error_at((*path, key), "unknown key '{key}'; {hint}", key=key, hint=hint)


def _error_in(source: str, line: int, problem: str, kind: type[_E]) -> _E:
    """Return an error about a line of a text."""
    return kind(_("{source}, line {line}: {problem}", source=source, line=line, problem=problem))


def read_document(text: str, *, source: str) -> Document:
    """Parse a YAML text as plain data, with the line of every key for later messages.

    Args:
        text: The YAML text.
        source: The name of the text in error messages.

    Raises:
        DataError: If the text is invalid or not allowed. The message is one line.
    """
    if len(text) > MAX_CHARACTERS:
        raise DataError(
            _(
                "{source}: too large; at most {max_characters} characters are read",
                source=source,
                max_characters=MAX_CHARACTERS,
            )
        )
    try:
        return _YamlReader(text, source).read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = 1 + (mark.line if mark else 0)
        problem = _("not valid YAML: ") + (error.problem or "unknown problem").replace("\n", " ")
        if "nesting depth" in problem:  # Newer parsers have a limit of their own.
            problem = _(_TOO_DEEP, number=MAX_DEPTH)
        raise _error_in(source, line, problem, DataError) from None
    except UnicodeEncodeError:
        raise DataError(_("{source}: not valid UTF-8 text", source=source)) from None
    except yaml.YAMLError as error:
        reason = str(error).splitlines()[0]
        raise DataError(
            _("{source}: not valid YAML: {reason}", source=source, reason=reason)
        ) from None


class _YamlReader:
    """Builds data from the parser's events, container by container."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.lines: dict[KeyPath, int] = {}
        self.nodes = 0
        self.events: Iterator[Any] = yaml.parse(text, Loader=_Loader)

    def read(self) -> Document:
        data: Any = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.error_at(event, _("a second document; one file holds one document"))
            elif isinstance(event, yaml.NodeEvent):
                data = self.read_node(event, ())
        return Document(self.source, data, self.lines)

    def error_at(self, event: yaml.Event, problem: str) -> DataError:
        return _error_in(self.source, self.line_of(event), problem, DataError)

    def line_of(self, event: yaml.Event) -> int:
        mark = event.start_mark
        return 1 + (mark.line if mark else 0)

    def read_node(self, event: Any, path: KeyPath) -> Any:
        """Read a value from its first event; ``path`` leads to it."""
        self.check(event, len(path))
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.MappingStartEvent):
            return self.read_mapping(path)
        return self.read_sequence(path)

    def read_mapping(self, path: KeyPath) -> dict[str | int, Any]:
        table: dict[str | int, Any] = {}
        for event in takewhile(_is_inside, self.events):
            key = self.read_key(event, table, path)
            self.lines[(*path, key)] = self.line_of(event)
            table[key] = self.read_node(next(self.events), (*path, key))
        return table

    def read_sequence(self, path: KeyPath) -> list[Any]:
        items: list[Any] = []
        for event in takewhile(_is_inside, self.events):
            item_path = (*path, len(items))
            self.lines[item_path] = self.line_of(event)
            items.append(self.read_node(event, item_path))
        return items

    def check(self, event: Any, depth: int) -> None:
        """Raise ``DataError`` for a value that is not plain data, or exceeds a limit."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.error_at(
                event, _("too many entries; at most {max_nodes} are read", max_nodes=MAX_NODES)
            )
        if depth >= MAX_DEPTH:
            raise self.error_at(event, _(_TOO_DEEP, number=MAX_DEPTH))
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.error_at(
                event, _("anchors and aliases are not allowed; write the value out")
            )
        if getattr(event, "tag", None) not in (None, "!"):
            raise self.error_at(event, _("tags are not allowed; write a plain value"))

    def read_key(self, event: Any, table: dict[str | int, Any], path: KeyPath) -> str | int:
        self.check(event, len(path) + 1)
        if not isinstance(event, yaml.ScalarEvent):
            raise self.error_at(event, _("a key must be a word or a whole number"))
        key = _scalar(event)
        if isinstance(key, bool) or not isinstance(key, str | int):
            key = event.value
        if key == "<<":
            raise self.error_at(event, _("merge keys are not allowed; write the values out"))
        if key in table:
            raise self.error_at(event, _("duplicate key {key!r}", key=key))
        return key


def _is_inside(event: yaml.Event) -> bool:
    """Return True if an event does not end a container."""
    return not isinstance(event, yaml.CollectionEndEvent)


def _scalar(event: yaml.ScalarEvent) -> object:
    text = event.value
    if event.style or not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def read_xml(data: bytes, *, source: str) -> Element:
    """Parse an XML document, without reading anything outside of it.

    Args:
        data: The document.
        source: The name of the file in error messages.

    Raises:
        DataError: If the document is invalid or not allowed. The message is one line.
    """
    # Only boards of other programs are XML.
    from xml.etree.ElementTree import TreeBuilder
    from xml.parsers import expat

    builder, parser = TreeBuilder(), expat.ParserCreate()
    depth = elements = 0

    def error_here(problem: str) -> DataError:
        return _error_in(source, parser.CurrentLineNumber, problem, DataError)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        if depth > MAX_XML_DEPTH:
            raise error_here(
                _("nested too deeply; at most {max_depth} levels are read", max_depth=MAX_XML_DEPTH)
            )
        if elements > MAX_XML_ELEMENTS:
            raise error_here(
                _(
                    "too many elements; at most {max_elements} are read",
                    max_elements=MAX_XML_ELEMENTS,
                )
            )
        builder.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(name)

    def doctype(_name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            raise error_here(
                _("a document that declares entities or elements of its own is not read")
            )

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise DataError(
            _(
                "{source}, line {line}: not valid XML: {reason}",
                source=source,
                line=error.lineno,
                reason=reason,
            )
        ) from None
    except DataError:
        raise
    except (LookupError, ValueError):
        raise DataError(
            _("{source}: not valid XML: its encoding is unknown", source=source)
        ) from None
    return builder.close()
