"""Imports whatever registers itself: every variant of the game that there is.

``load_variants`` in ``risk_tui.rules.variant_options`` imports this module before anything asks
which variants there are.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from risk_tui import variants
from risk_tui.engine.variant import check_exclusions

for _module in iter_modules(variants.__path__):
    import_module(f"{variants.__name__}.{_module.name}")
check_exclusions()
