"""Weights: how much each character counts what a position is judged by."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

FEATURES = ("armies", "income", "territories", "fronts", "prospect", "tempo", "cards")
ALL_ROUNDER = "mira"

WeightsFile: TypeAlias = "dict[str, dict[str, dict[str, Any]]]"
"""By character and table ``reach``, ``boldness`` and ``features`` by name."""


class Weights(NamedTuple):
    """How much each feature of a seat counts, and how others are expected to attack.

    ``reach`` is the share of their new armies that reaches one place, ``boldness`` how often they
    attack what they could take. ``features`` stand in the order of ``FEATURES``.
    """

    reach: float
    boldness: float
    features: tuple[float, ...]

    def changed(self, reach: float = 1.0, boldness: float = 1.0, **factors: float) -> Weights:
        """The weights multiplied by factors."""
        features = [
            weight * factors.get(name, 1.0)
            for name, weight in zip(FEATURES, self.features, strict=True)
        ]
        return Weights(self.reach * reach, self.boldness * boldness, tuple(features))


@cache
def shipped_weights(character: str = ALL_ROUNDER) -> Mapping[str, Weights]:
    """The weights of a character by the number of players left: ``duel`` for two, ``many`` for
    more. Where several have ``missions``, there may be others for them.
    """
    return {
        table: Weights(
            row["reach"], row["boldness"], tuple(row["features"][name] for name in FEATURES)
        )
        for table, row in shipped_file()[character].items()
    }


def shipped_file() -> WeightsFile:
    """The weights of all characters as they stand in ``weights.json``."""
    file: WeightsFile = json.loads(
        files("risk_tui.bots.planner").joinpath("weights.json").read_text("utf-8")
    )
    return file
