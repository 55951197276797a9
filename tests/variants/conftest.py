"""Variants that the program does not know are known to the tests of this folder only."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from risk_tui.engine import variant
from risk_tui.engine.actions import ACTIONS
from risk_tui.engine.decisions import DECISIONS
from risk_tui.engine.events import EVENTS
from risk_tui.rules import library, variant_options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


@pytest.fixture(scope="module")
def watchtower() -> Iterator[ModuleType]:
    """The module of a variant, registered while the tests run."""
    registers = (ACTIONS, DECISIONS, EVENTS, variant._VARIANTS, variant_options._REGISTERED)
    before = [dict(register) for register in registers]
    sys.modules.pop("tests.variants.watchtower", None)
    library._own_ruleset.cache_clear()  # they have no options of the new variant
    yield import_module("tests.variants.watchtower")
    for register, content in zip(registers, before, strict=True):
        register.clear()
        register.update(content)  # type: ignore[arg-type]
    variant_options._model.cache_clear()
    library._own_ruleset.cache_clear()
