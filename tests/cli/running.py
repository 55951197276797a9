"""The type of the fixtures ``printed`` and ``refusal``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Run: TypeAlias = Callable[..., str]
