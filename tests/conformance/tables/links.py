"""Links: which territories are neighbours."""

from __future__ import annotations

from risk_tui.errors import NotAdjacent

from ..case import ANN, Case, Position
from ..words import attack, may, refuses

CASES = (
    Case(
        says="East Africa and the Middle East are neighbours",
        source="Risk wiki: subsequent editions restored the missing route",
        about={"links.omitted": ()},
        position=Position(lands={ANN: {"East Africa": 4}}),
        steps=(may(attack("East Africa", "Middle East", 3)),),
    ),
    Case(
        says="The route between East Africa and the Middle East is removed",
        source="Risk wiki: 40th Anniversary Collector's Edition and Risk II",
        about={"links.omitted": (("East Africa", "Middle East"),)},
        position=Position(lands={ANN: {"East Africa": 4}}),
        steps=(
            refuses(attack("East Africa", "Middle East", 3), NotAdjacent),
            may(attack("East Africa", "Egypt", 3)),
        ),
    ),
)
