"""An edition on a board that it does not name: what it says of a board is made to fit."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from risk_tui.boards.overlay import Overlay
from risk_tui.errors import RiskError
from risk_tui.rules.winning import ANY, MissionsSection

if TYPE_CHECKING:
    from risk_tui.boards.board import Board, BoardMissions
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.rules.winning import ObjectivesSection, TerritoryHolding


def fitted_to(ruleset: Ruleset, board: Board) -> Ruleset:
    """The ruleset as it is played on a board.

    On the board that it names nothing changes. On another one what it lays over the board is laid
    as far as that has room for it, the board says with how many armies players start, and its own
    missions stand in for those that name continents which are not there. Raises ``RiskError``
    where it is not played on that board, or where it has missions and the board none.
    """
    section = ruleset.board
    if section.maps and board.name not in section.maps:
        raise RiskError(
            f"{ruleset.title} is played on {' or '.join(section.maps)}, not on {board.name}"
        )
    if board.name == section.home:
        return ruleset
    below = board.below or board
    overlay = Overlay(
        section.omitted, section.added, section.sea_lanes, section.symbols, section.bonuses
    ).fitted(below)
    changed = {
        key: getattr(overlay, key)
        for key in ("omitted", "added", "sea_lanes", "symbols", "bonuses")
        if getattr(overlay, key) != getattr(section, key)
    }
    goals: dict[str, MissionsSection | ObjectivesSection] = {
        "missions": ruleset.missions,
        "objectives": ruleset.objectives,
    }
    instead = ruleset.missions.instead.territories
    fitted = {
        key: _fitted_goals(part, instead, ruleset.title, board)
        for key, part in goals.items()
        if part.played
    }
    update: dict[str, object] = {key: part for key, part in fitted.items() if part != goals[key]}
    cities, count = ruleset.setup.cities, len(board.territories)
    setup: dict[str, object] = {"armies": ruleset.setup.armies | dict(board.armies)}
    if cities > count:  # as many to a territory as on the classic board
        setup["cities"] = fewer = count // 3
        goal = fitted.get("objectives", ruleset.objectives)
        numbers = tuple(max(1, each * fewer // cities) for each in ruleset.objectives.cities)
        update["objectives"] = goal.model_copy(update={"cities": numbers})
    changed_setup = ruleset.setup.model_copy(update=setup)
    if changed_setup != ruleset.setup:
        update["setup"] = changed_setup
    if changed:
        update["board"] = section.model_copy(update=changed)
    if not update:
        return ruleset
    return ruleset.model_copy(update=update).standing_at(ruleset.places)


def _fitted_goals(
    section: MissionsSection | ObjectivesSection, instead: int, title: str, board: Board
) -> MissionsSection | ObjectivesSection:
    """A section of goals, with the board's where the board has none of its continents."""
    known = {continent.name.casefold() for continent in board.continents} | {ANY}
    named = {name.casefold() for names in section.continents for name in names}
    numbers = [each.territories for each in section.territories]
    if isinstance(section, MissionsSection):
        numbers.append(section.instead.territories)
    most = max(numbers, default=0)
    if named <= known and most <= len(board.territories):
        return section
    missions = board.missions
    if missions is None:
        raise RiskError(
            f"{title} names continents or numbers of territories that {board.title} does not have, "
            "and that map has no 'missions' of its own; play it on another map"
        )

    def in_proportion(holding: TerritoryHolding) -> TerritoryHolding:
        territories = max(1, round(holding.territories * missions.territories / instead))
        return holding.model_copy(update={"territories": min(territories, len(board.territories))})

    update: dict[str, object] = {
        "continents": _continents(missions, board, len(section.continents)),
        "territories": tuple(map(in_proportion, section.territories)),
    }
    if isinstance(section, MissionsSection):
        update["instead"] = in_proportion(section.instead)
    return section.model_copy(update=update)


def _continents(missions: BoardMissions, board: Board, count: int) -> tuple[tuple[str, ...], ...]:
    """The first missions about continents: the board's, then single ones, then pairs of them."""
    names = [continent.name for continent in board.continents]
    every = [*missions.continents, *((name,) for name in names), *combinations(names, 2)]
    return tuple(dict.fromkeys(every))[:count]
