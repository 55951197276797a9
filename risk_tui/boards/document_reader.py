"""Reads values of the YAML in maps and pictures, and reports errors with their line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.data.documents import Document, KeyPath


class DocumentReader:
    """Reads a document whose data is a table."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.data: dict[Any, Any] = document.data

    def error_at(self, path: KeyPath, problem: str) -> BoardError:
        """Return an error with the line of a key or item."""
        return BoardError(
            _(
                "{source}, line {line}: {problem}",
                source=self.document.source,
                line=self.document.line(path),
                problem=problem,
            )
        )

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
                    _("the key '{step}' is missing; {expected}", step=step, expected=expected),
                )
            value = value[step]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error_at(
                path, _("'{path}' must be {expected}", path=path[-1], expected=expected)
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
                raise self.error_at(
                    (*path, key), _("unknown key '{key}'; {hint}", key=key, hint=hint)
                )
