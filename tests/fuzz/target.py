"""A target: where inputs come from, and the part of the program that must survive them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from risk_tui.data.clean_text import is_visible

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from risk_tui.errors import RiskError

LONGEST_MESSAGE = 2_300
"""Characters that a refusal may have."""


class Target(ABC):
    """One door of the program, with everything that may come through it.

    ``share`` says how many of a million inputs it is given. ``folder`` is a fresh folder of its
    own; the folders of settings and games lie in it.
    """

    name: ClassVar[str]
    share: ClassVar[int]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self) -> None:  # noqa: B027 - most have nothing to prepare
        """Do what takes long, before the first input is run."""

    @abstractmethod
    def make(self, rng: Random) -> Any:
        """An input: text, bytes or a list. The same ``rng`` makes the same input again."""

    @abstractmethod
    def run(self, value: Any) -> None:
        """Give an input to the program.

        Raises ``RiskError`` if the program refuses it as it should; whatever else is raised is a
        defect.
        """


def prove(holds: bool, claim: str) -> None:
    """Raise ``AssertionError`` with the claim unless it holds; not to be optimised away."""
    if not holds:
        raise AssertionError(claim)


def prove_line(text: str, what: str) -> None:
    """Raise ``AssertionError`` unless a text is one line that nothing in a terminal obeys."""
    seen = text.isprintable() or all(map(is_visible, text))
    prove(seen, f"{what} cannot be printed: {text[:200]!a}")


def prove_refusal(error: RiskError) -> None:
    """Raise ``AssertionError`` unless a refusal is one printable line that says something."""
    said = str(error)
    prove(bool(said.strip()), "a refusal says nothing")
    prove(len(said) <= LONGEST_MESSAGE, f"a refusal has {len(said)} characters: {said[:200]!a}")
    prove_line(said, "a refusal")
