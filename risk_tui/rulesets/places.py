"""Where the values of a ruleset stand."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.data.yaml_document import KeyPath


class Places:
    """Where values of a ruleset stand, for errors that only a board brings to light.

    All places are equal: rulesets that say the same are equal wherever they stand.
    """

    def __init__(self, places: Mapping[KeyPath, str] = MappingProxyType({})) -> None:
        self._places = dict(places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places)

    __hash__ = None  # type: ignore[assignment]

    def place(self, path: KeyPath) -> str:
        """The file and line of a value, or of the nearest value above it."""
        while path and path not in self._places:
            path = path[:-1]
        return self._places.get(path, "the rules")

    def changed(self, places: Mapping[KeyPath, str]) -> Places:
        """These places with some others."""
        return Places({**self._places, **places})
