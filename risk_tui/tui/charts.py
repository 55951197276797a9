"""Odds drawn on the map: how likely own territories fall, and how far a campaign comes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.language.odds import OFF, chain, outlook
from risk_tui.odds import advice
from risk_tui.odds.marches import places_of
from risk_tui.tui.map.drawing import Frame
from risk_tui.tui.palette import GOLD, INK, WARN, seat_glyph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from risk_tui.engine.view import View
    from risk_tui.language.parsed import ShowOdds
    from risk_tui.odds.marches import Fork, March
    from risk_tui.table.seats import Seat
    from risk_tui.tui.map.drawing import Look
    from risk_tui.tui.screens.game import GameScreen

    Way: TypeAlias = tuple[int, tuple[Fork, ...]]
    """A source, and what a stack is to take from there."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn: the threats, and the ways of a campaign.

    ``partial``: these do not take all that was asked for.
    """

    threats: bool = False
    ways: tuple[Way, ...] = ()
    partial: bool = False


class Charts:
    """The charts of one game screen, for whoever decides there."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.shown = Chart()
        self._turn: tuple[int, int] | None = None
        """The turn that the campaign is for, once it has come."""

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
            way, told = self._marked(self._screen.view(), self._screen.hands.cursor)
        except RiskError as error:
            self._screen.say(str(error), warning=True)
            return
        self._draw((way,) if way is not None else ())
        self._screen.say(told)

    def ask(self, wish: ShowOdds) -> None:
        """Show the odds of what was typed. Raises ``RiskError`` where there are none."""
        screen = self._screen
        if not screen.table.options.advice:
            raise RiskError(OFF)
        alone = screen.keyboard.alone
        found = outlook(wish, screen.view(), screen.table.seats, alone=alone)
        self._draw(tuple((each.source, each.forks) for each in found.marches), found.partial)
        screen.say(found.short)

    def forget(self) -> None:
        """Show no chart any more."""
        self.shown = Chart()

    def _may_show(self) -> bool:
        if not self._screen.table.options.advice:
            self._screen.say(OFF, warning=True)
        return self._screen.table.options.advice

    def _draw(self, ways: tuple[Way, ...], partial: bool = False) -> None:
        self._turn = None
        self._show(replace(self.shown, ways=ways, partial=partial))

    def _show(self, chart: Chart) -> None:
        self.shown = chart
        self._screen.show()

    def _marked(self, view: View, cursor: int) -> tuple[Way | None, str]:
        """The campaign once a territory is marked, and what is said of it."""
        before = self._so_far(view)
        if before and cursor == before[-1]:
            return self._told(view, before[:-1])
        if view.owner[cursor] == advice.side_of(view):
            return self._told(view, (cursor,))
        way = (*(before or (self._start(view, cursor),)), cursor)
        return self._told(view, way)

    def _so_far(self, view: View) -> tuple[int, ...]:
        """The source and the territories of the campaign that is drawn, if that does not fork."""
        for source, forks in self._ways(view):
            way = [source]
            while len(forks) == 1:
                way.append(forks[0].place)
                forks = forks[0].then
            if not forks:
                return tuple(way)
        return ()

    def _start(self, view: View, target: int) -> int:
        """Where a campaign to a target begins if nothing was said of it."""
        source = self._screen.hands.source
        if source is None:
            source = advice.strongest(view, target, advice.side_of(view))
        if source is None:
            raise RiskError("begin with a territory of yours, then mark what it is to take")
        return source

    def _told(self, view: View, way: Sequence[int]) -> tuple[Way | None, str]:
        """A campaign, and what is said of it. Raises ``RiskError`` for one that cannot be."""
        if not way:
            return None, "No campaign"
        if len(way) > 1:
            found = chain(view, way, far_end=True)
            return (way[0], found.marches[0].forks), found.short
        name = view.board.territories[way[0]].name
        told = f"A campaign from {name}: {{plan}} on what it takes next, or on where it ends"
        return (way[0], ()), told

    # What is seen

    def marches(self, view: View) -> list[March]:
        """The campaign as the armies stand; what has been taken of it is left behind.

        It is for one turn, and over with the attacks of that turn.
        """
        return [advice.marched(view, *way) for way in self._ways(view) if way[1]]

    def _ways(self, view: View) -> list[Way]:
        seat, now = advice.side_of(view), (view.turn, view.round)
        if view.turn == seat and self._turn is None:
            self._turn = now
        over = view.decision is None or view.decision.kind == "fortify"
        if not self.shown.ways or self._turn not in (None, now) or (over and view.turn == seat):
            return []
        enemies = advice.land(view, seat).enemies
        found = [way for each in self.shown.ways for way in _ahead(view, seat, each)]
        return [(source, forks) for source, forks in found if enemies.issuperset(places_of(forks))]

    def dress(
        self, looks: list[Look], view: View, seats: Sequence[Seat], marches: Sequence[March]
    ) -> list[Look]:
        """The looks of the territories with the threats, if they are shown, and the marches."""
        shown = looks.copy()
        if self.shown.threats:
            for place, threat in advice.threats(view, advice.side_of(view)).items():
                ink = WARN if threat.chance >= advice.RISKY else INK
                label = _label(view, seats, place, threat.chance)
                shown[place] = replace(shown[place], label=label, ink=ink, bold=True)
        for march in marches:
            shown[march.source] = replace(
                shown[march.source], ink=INK, tag=GOLD, bold=True, frame=Frame.SOURCE
            )
            for place, chance in zip(march.places, march.campaign.reached[1:], strict=True):
                label = _label(view, seats, place, chance)
                shown[place] = replace(
                    shown[place], label=label, ink=GOLD, tag=INK, bold=True, frame=Frame.TARGET
                )
        return shown


def _ahead(view: View, seat: int, way: Way) -> Iterator[Way]:
    """What is still to be taken of a way: from its source, and from what was taken already."""
    source, forks = way
    left = [fork for fork in forks if view.owner[fork.place] != seat]
    if view.owner[source] == seat and view.armies[source] and (left or not forks):
        # Whoever is left gets everybody.
        yield source, (*left[:-1], *(replace(fork, moved=None) for fork in left[-1:]))
    for fork in forks:
        if view.owner[fork.place] == seat and fork.then:
            yield from _ahead(view, seat, (fork.place, fork.then))


def _label(view: View, seats: Sequence[Seat], place: int, chance: float) -> str:
    """A territory's code, its owner's glyph, and a chance in two digits at most."""
    code, owner = view.board.territories[place].code, view.owner[place]
    number = min(99, int(chance * 100 + 0.5))
    told = f"{number}%" if number or not chance else "<1%"
    return f"{code}{seat_glyph(seats[owner].colour)}{told}"
