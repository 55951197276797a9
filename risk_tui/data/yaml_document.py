"""Reads YAML as hostile input: plain data only, with the line of every key.

Aliases, anchors, tags and merge keys are refused, and size, depth and number of nodes are
capped while the text is read, before anything is built. Scalars follow the YAML 1.2 core
schema, so that ``no`` and ``on`` stay words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from risk_tui.data.unicode_safety import is_safe
from risk_tui.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CHARACTERS = 200_000
MAX_NODES = 20_000
MAX_DEPTH = 12

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

Path = tuple[str | int, ...]


@dataclass
class Document:
    """The data of a YAML text and the line on which each key or item stands."""

    source: str
    data: Any
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of ``path``, or of the nearest path above it that has one."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_document(text: str, *, source: str, first_line: int = 1) -> Document:
    """A YAML text as plain data, with the line of every key for later error messages.

    ``source`` names the text in error messages; ``first_line`` is the number of its first line.
    Raises ``DataError``, a one-line message, for whatever cannot be read or is not allowed.
    """
    if len(text) > MAX_CHARACTERS:
        raise DataError(f"{source}: too large; at most {MAX_CHARACTERS} characters are read")
    reader = _YamlReader(source, first_line)
    try:
        return reader.read(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = first_line + (mark.line if mark else 0)
        problem = (error.problem or "not YAML").replace("\n", " ")
        raise DataError(f"{source}, line {line}: not valid YAML: {problem}") from None
    except UnicodeEncodeError:
        raise DataError(f"{source}: not a text: it holds half of a character") from None
    except yaml.YAMLError as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"{source}: not valid YAML: {reason}") from None


class _YamlReader:
    """Builds data from the parser's events with an explicit stack, so depth costs no recursion."""

    def __init__(self, source: str, first_line: int) -> None:
        self.source = source
        self.first_line = first_line
        self.lines: dict[Path, int] = {}
        self.nodes = 0

    def read(self, text: str) -> Document:
        events = yaml.parse(text, Loader=_Loader)
        data: Any = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.error_at(event, "a second document; one file holds one document")
            elif isinstance(event, yaml.NodeEvent):
                data = self.node(event, events)
        return Document(self.source, data, self.lines)

    def error_at(self, event: yaml.Event, problem: str) -> DataError:
        return DataError(f"{self.source}, line {self.line(event)}: {problem}")

    def line(self, event: yaml.Event) -> int:
        mark = event.start_mark
        return self.first_line + (mark.line if mark else 0)

    def node(self, event: yaml.NodeEvent, events: Iterator[yaml.Event]) -> Any:
        # Each open container: the container itself, its path, and the key that waits for a value.
        stack: list[tuple[Any, Path]] = []
        keys: list[Any] = []
        pending: Any = event
        while True:
            if isinstance(pending, yaml.CollectionEndEvent):
                container, _ = stack.pop()
                keys.pop()
                value: Any = container
                if not stack:
                    return value
                pending = next(events)
                continue
            self.check(pending, len(stack))
            if stack and isinstance(stack[-1][0], dict) and keys[-1] is _NO_KEY:
                keys[-1] = self.key(pending, stack[-1])
                pending = next(events)
                continue
            path = self.path_of(pending, stack, keys)
            if isinstance(pending, yaml.ScalarEvent):
                value = _scalar(pending)
            else:
                value = {} if isinstance(pending, yaml.MappingStartEvent) else []
            if stack:
                parent = stack[-1][0]
                if isinstance(parent, dict):
                    parent[keys[-1]] = value
                    keys[-1] = _NO_KEY
                else:
                    parent.append(value)
            if not isinstance(pending, yaml.ScalarEvent):
                stack.append((value, path))
                keys.append(_NO_KEY)
            elif not stack:
                return value
            pending = next(events)

    def check(self, event: Any, depth: int) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.error_at(event, f"too many entries; at most {MAX_NODES} are read")
        if depth >= MAX_DEPTH:
            raise self.error_at(event, f"nested too deeply; at most {MAX_DEPTH} levels are read")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.error_at(event, "anchors and aliases are not allowed; write the value out")
        if getattr(event, "tag", None) not in (None, "!"):
            raise self.error_at(event, "tags are not allowed; write a plain value")

    def key(self, event: Any, parent: tuple[Any, Path]) -> str | int:
        if not isinstance(event, yaml.ScalarEvent):
            raise self.error_at(event, "a key must be a word or a whole number")
        key = _scalar(event)
        if isinstance(key, bool) or not isinstance(key, str | int):
            key = event.value
        if key == "<<":
            raise self.error_at(event, "merge keys are not allowed; write the values out")
        mapping, path = parent
        if key in mapping:
            raise self.error_at(event, f"{key!r} stands here twice")
        self.lines[(*path, key)] = self.line(event)
        return key

    def path_of(self, event: Any, stack: list[tuple[Any, Path]], keys: list[Any]) -> Path:
        if not stack:
            return ()
        container, path = stack[-1]
        step = keys[-1] if isinstance(container, dict) else len(container)
        inner: Path = (*path, step)
        self.lines.setdefault(inner, self.line(event))
        return inner


_NO_KEY = object()


def has_unsafe_characters(text: str) -> bool:
    """Whether a text holds invisible or active characters, or marks piled on a letter."""
    return not is_safe(text)


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
