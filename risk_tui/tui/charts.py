"""Odds drawn on the map: how likely own territories fall, and how far a campaign comes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.language.odds import OFF, chain, outlook, side_of
from risk_tui.odds import advice
from risk_tui.odds.routes import along
from risk_tui.tui.map.drawing import Frame
from risk_tui.tui.palette import GOLD, INK, WARN, seat_glyph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.language.parsed import ShowOdds
    from risk_tui.odds.routes import Route
    from risk_tui.table.seats import Seat
    from risk_tui.tui.map.drawing import Look
    from risk_tui.tui.screens.game import GameScreen

_RISKY = 0.5
"""The chance from which on a threat is marked."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn: the threats, or routes as lists of territories from their sources on."""

    threats: bool = False
    ways: tuple[tuple[int, ...], ...] = field(default=())


class Charts:
    """The charts of one game screen, for whoever decides there."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.shown = Chart()

    # What a player asks for

    def threats(self) -> None:
        """Show the threats on the map, or no longer."""
        if self._may_show():
            on = not self.shown.threats
            self._show(replace(self.shown, threats=on))
            told = "How likely your land falls to its strongest neighbours; {threats} ends this"
            self._screen.say(told if on else "The armies again")

    def plan(self) -> None:
        """Mark the territory under the cursor as the next one of a campaign."""
        if not self._may_show():
            return
        try:
            way = self._marked(self._screen.view(), self._screen.hands.cursor)
            told = self._tell(way)
        except RiskError as error:
            self._screen.say(str(error), warning=True)
            return
        self._show(Chart(ways=(way,) if way else ()))
        self._screen.say(told)

    def ask(self, wish: ShowOdds) -> None:
        """Show the odds of what was typed. Raises ``RiskError`` where there are none."""
        screen = self._screen
        if not screen.table.options.advice:
            raise RiskError(OFF)
        alone = screen.keyboard.alone
        found = outlook(wish, screen.view(), screen.table.seats, alone=alone)
        self._show(Chart(ways=tuple((each.source, *each.places) for each in found.routes)))
        screen.say(found.short)

    def forget(self) -> bool:
        """Show no chart any more; whether there was one."""
        before, self.shown = self.shown, Chart()
        return before != self.shown

    def _may_show(self) -> bool:
        screen = self._screen
        try:
            if not screen.table.options.advice:
                raise RiskError(OFF)
            side_of(screen.view())
        except RiskError as error:
            screen.say(str(error), warning=True)
            return False
        return True

    def _show(self, chart: Chart) -> None:
        self.shown = chart
        self._screen.show()

    def _marked(self, view: View, cursor: int) -> tuple[int, ...]:
        """The campaign once a territory is marked, with its source first; empty for none."""
        seat, source = side_of(view), self._screen.hands.source
        way = self.shown.ways[0] if self.shown.ways else ()
        if way and cursor == way[-1]:
            return way[:-1]
        if view.owner[cursor] == seat:
            return (cursor,)
        if not way:
            start = source if source is not None else advice.strongest(view, cursor, seat)
            if start is None:
                raise RiskError("begin with a territory of yours, then mark what it is to take")
            way = (start,)
        if cursor in way or cursor not in view.board.neighbours[way[-1]]:
            (route,) = chain(view, (way[0], cursor)).routes
            return (route.source, *route.places)
        return (*way, cursor)

    def _tell(self, way: Sequence[int]) -> str:
        """What is said of a campaign. Raises ``RiskError`` for one that cannot be."""
        if not way:
            return "No campaign"
        if len(way) == 1:
            name = self._screen.table.board.territories[way[0]].name
            return f"A campaign from {name}: {{plan}} on what it takes next, or on where it ends"
        return chain(self._screen.view(), way).short

    # What is seen

    def routes(self, view: View) -> list[Route]:
        """The campaigns as the armies stand; what has been taken of them is left behind."""
        try:
            seat = side_of(view)
        except RiskError:
            return []
        land = advice.land(view, seat)
        found = (_ahead(view, seat, way) for way in self.shown.ways)
        return [
            along(land, way[0], way[1:])
            for way in found
            if view.owner[way[0]] == seat and len(way) > 1 and land.enemies.issuperset(way[1:])
        ]

    def dress(
        self, looks: list[Look], view: View, seats: Sequence[Seat], routes: Sequence[Route]
    ) -> list[Look]:
        """The looks of the territories with the threats, if they are shown, and the routes."""
        shown = looks.copy()
        if self.shown.threats and view.seat is not None:
            for place, threat in advice.threats(view, side_of(view)).items():
                ink = WARN if threat.chance >= _RISKY else INK
                label = _label(view, seats, place, threat.chance)
                shown[place] = replace(shown[place], label=label, ink=ink, bold=True)
        for route in routes:
            shown[route.source] = replace(
                shown[route.source], ink=INK, tag=GOLD, bold=True, frame=Frame.SOURCE
            )
            for place, chance in zip(route.places, route.campaign.reached[1:], strict=True):
                label = _label(view, seats, place, chance)
                shown[place] = replace(
                    shown[place], label=label, ink=GOLD, tag=INK, bold=True, frame=Frame.TARGET
                )
        return shown


def _ahead(view: View, seat: int, way: Sequence[int]) -> tuple[int, ...]:
    """The part of a way that is still to be taken, from the last territory taken on."""
    rest = tuple(way)
    while len(rest) > 1 and view.owner[rest[1]] == seat:
        rest = rest[1:]
    return rest


def _label(view: View, seats: Sequence[Seat], place: int, chance: float) -> str:
    """A territory's code, its owner's glyph, and a chance in two digits at most."""
    code, owner = view.board.territories[place].code, view.owner[place]
    number = min(99, int(chance * 100 + 0.5))
    return f"{code}{seat_glyph(seats[owner].colour)}{number}%"
