"""Targets of the fuzzer: makers of inputs, and the parts of the program that process them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from risk_tui.data.clean_text import is_visible
from risk_tui.errors import RiskError

LONGEST_MESSAGE = 2_300
"""The maximum length of an error in characters."""


class Target(ABC):
    """A part of the program that processes untrusted inputs.

    ``share`` is its number of inputs in a million. ``folder`` is an empty folder, which contains
    the folders of settings and games.
    """

    name: ClassVar[str]
    share: ClassVar[int]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self) -> None:  # noqa: B027 - most targets need none
        """Do slow work before the first input."""

    @abstractmethod
    def make(self, rng: Random) -> Any:
        """Make an input: text, bytes or a list. An equal ``rng`` makes an equal input."""

    @abstractmethod
    def run(self, value: Any) -> None:
        """Process an input.

        Raises:
            RiskError: If the program refuses it. All other errors are defects.
        """


def prove(holds: bool, claim: str) -> None:
    """Raise ``AssertionError`` with the claim unless it holds, even with ``python -O``."""
    if not holds:
        raise AssertionError(claim)


def prove_line(text: str, what: str) -> None:
    """Raise ``AssertionError`` unless a text is one line without control characters."""
    seen = text.isprintable() or all(map(is_visible, text))
    prove(seen, f"{what} cannot be printed: {text[:200]!a}")


def prove_refusal(error: RiskError) -> None:
    """Raise ``AssertionError`` unless an error is one printable line of text."""
    said = str(error)
    prove(bool(said.strip()), "a refusal says nothing")
    prove(len(said) <= LONGEST_MESSAGE, f"a refusal has {len(said)} characters: {said[:200]!a}")
    prove_line(said, "a refusal")
