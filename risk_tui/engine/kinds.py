"""Registers of kinds: all actions, and all decisions, that games know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

from risk_tui.engine.slots import slots_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_Base = TypeVar("_Base")
_Kind = TypeVar("_Kind", bound=type)

_NAME = re.compile(r"[a-z]+")


class Kinds(dict[str, type[_Base]]):
    """Kinds by their names, in the order in which they were registered.

    ``declarations`` are the class attributes that every kind must have; ``meanings`` are those
    that its fields may have, by default any. ``check`` raises ``TypeError`` for what else is wrong.
    """

    def __init__(
        self,
        declarations: Collection[str],
        meanings: Collection[str] = (),
        check: Callable[[type[_Base]], None] | None = None,
    ) -> None:
        super().__init__()
        self._declarations = declarations
        self._meanings = meanings
        self._check = check

    def register(self, kind: _Kind) -> _Kind:
        """Register a kind: a decorator above that of the dataclass.

        Raises ``TypeError`` for one that could not be saved, read or put into words.
        """
        name, title = self.name_of(kind), kind.__name__
        if name in self:
            raise TypeError(f"{title} and {self[name].__name__} are both called {name!r}")
        for declaration in self._declarations:
            if not getattr(kind, declaration, None):
                raise TypeError(f"{title} declares no {declaration}")
        for field, slot in slots_of(kind).items():
            if self._meanings and slot.meaning not in self._meanings:
                raise TypeError(f"{title}.{field} may not be a {slot.meaning}")
            if slot.meaning == "choice" and len(slot.words) != 2:
                raise TypeError(f"{title}.{field} needs two words")
        if self._check is not None:
            self._check(kind)
        self[name] = kind
        return kind

    def name_of(self, kind: type[Any]) -> str:
        """The name of a kind. Raises ``TypeError`` for one that saves could not have."""
        name: str = kind.kind
        if not _NAME.fullmatch(name):
            title = kind.__name__
            raise TypeError(f"{title}.kind is {name!r}: it must be one word in small letters")
        return name
