"""Read XML as hostile input: limit depth and elements, and reject definitions of entities."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import TreeBuilder
from xml.parsers import expat

from risk_tui.data.language import _
from risk_tui.errors import DataError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_ELEMENTS = 50_000
MAX_DEPTH = 20


def read_xml(data: bytes, *, source: str) -> Element:
    """Parse an XML document, without reading anything outside of it.

    Args:
        data: The document.
        source: The name of the file in error messages.

    Raises:
        DataError: If the document is invalid or not allowed. The message is one line.
    """
    builder, parser = TreeBuilder(), expat.ParserCreate()
    depth = elements = 0

    def error_here(problem: str) -> DataError:
        return DataError(
            _(
                "{source}, line {line}: {problem}",
                source=source,
                line=parser.CurrentLineNumber,
                problem=problem,
            )
        )

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        if depth > MAX_DEPTH:
            raise error_here(
                _("nested too deeply; at most {max_depth} levels are read", max_depth=MAX_DEPTH)
            )
        if elements > MAX_ELEMENTS:
            raise error_here(
                _("too many elements; at most {max_elements} are read", max_elements=MAX_ELEMENTS)
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
