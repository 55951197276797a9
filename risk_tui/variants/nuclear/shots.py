"""What comes of a nuke that is fired: who may stop it, what it hits, and what becomes waste."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.engine.hooks import titles_of
from risk_tui.engine.phases.conquest import empty
from risk_tui.engine.phases.turn_flow import advance
from risk_tui.engine.state import Status
from risk_tui.errors import IllegalAction
from risk_tui.variants.nuclear.declarations import (
    ArmyNuked,
    Arsenal,
    LaidWaste,
    NukeFired,
    NukeNotStopped,
    NukeStopped,
    Shot,
    SpendNuke,
    Wasteland,
    owner_or_none,
)

if TYPE_CHECKING:
    from risk_tui.engine.actions import EndPhase
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.variant import Variant
    from risk_tui.variants.nuclear.declarations import NuclearSection


class Shots:
    """Nukes on their way."""

    def __init__(self, variant: Variant[Arsenal], options: NuclearSection) -> None:
        self._variant = variant
        self._wasted_for = options.wasted_for
        self._others_may_defend = options.others_may_defend
        board = variant.board
        self.land_neighbours = tuple(
            tuple(
                other
                for other in neighbours
                if (min(territory, other), max(territory, other)) not in board.sea_lanes
            )
            for territory, neighbours in enumerate(board.neighbours)
        )

    def _memory(self, context: GameContext) -> Arsenal:
        return self._variant.memory(context.state)

    def add(self, context: GameContext, territory: int, nukes: int) -> None:
        """Put nukes on a territory, or take them from it."""
        memory, counts = self._memory(context), list(self._memory(context).nukes)
        counts[territory] += nukes
        self._variant.remember(context, replace(memory, nukes=tuple(counts)))

    # Aiming

    def targets(self, context: GameContext) -> list[int]:
        """The territories that may be fired at: all but one whose loss would leave nobody."""
        closed = context.out_of_play()
        return [
            territory
            for territory in range(len(context.state.owner))
            if territory not in closed and not self._is_last(context, territory)
        ]

    def require_target(self, context: GameContext, territory: int) -> None:
        """Raise ``IllegalAction`` unless a nuke may be fired at a territory."""
        context.require_territory(territory)
        if territory in context.out_of_play():
            why = titles_of(context.hooks.out_of_play)
            raise IllegalAction(f"{context.territory_name(territory)} is no part of the game{why}")
        if self._is_last(context, territory):
            raise IllegalAction(f"nobody would be left without {context.territory_name(territory)}")

    def _is_last(self, context: GameContext, territory: int) -> bool:
        state = context.state
        owner = state.owner[territory]
        return state.seats_in_game() == [owner] and state.owner.count(owner) == 1

    # Stopping

    def fire(self, context: GameContext, shot: Shot, source: int | None) -> None:
        """Send a nuke on its way; where nukes stand with a last army, one of them meets it."""
        context.emit(NukeFired(shot.by, source, shot.target))
        self._variant.remember(context, replace(self._memory(context), shot=shot))
        if self._memory(context).nukes[shot.target] and context.state.armies[shot.target] == 1:
            self._spend(context, shot, shot.target)
        else:
            self._ask(context)

    def _shot(self, context: GameContext) -> Shot:
        shot = self._memory(context).shot
        assert shot is not None, "a nuke is on its way"
        return shot

    def _seats(self, context: GameContext) -> list[int]:
        """The seats that may stop the nuke: its target's owner, then the others to the left."""
        state, shot = context.state, self._shot(context)
        owner = state.owner[shot.target]
        start = owner if owner < context.players else shot.by
        seats = [(start + step) % context.players for step in range(context.players)]
        return [
            seat
            for seat in seats
            if seat != shot.by
            and state.status[seat] is Status.PLAYING
            and (seat == owner or self._others_may_defend)
        ]

    def seat_asked(self, context: GameContext) -> int:
        """The seat that is asked to stop a nuke."""
        return self._seats(context)[self._shot(context).asked]

    def ways_to_stop(self, context: GameContext) -> list[int]:
        """The territories whose nukes the seat that is asked may spend."""
        state, nukes = context.state, self._memory(context).nukes
        target, seat = self._shot(context).target, self.seat_asked(context)
        return [
            territory
            for territory in (target, *self.land_neighbours[target])
            if state.owner[territory] == seat and nukes[territory]
        ]

    def _ask(self, context: GameContext) -> None:
        """Ask the next seat that can stop a nuke; it comes down when there is none."""
        shot = self._shot(context)
        for asked in range(shot.asked, len(self._seats(context))):
            shot = replace(shot, asked=asked)
            self._variant.remember(context, replace(self._memory(context), shot=shot))
            if self.ways_to_stop(context):
                context.state.phase = "spend"
                return
        self._hit(context, shot)
        self._end(context)

    def stop(self, context: GameContext, action: SpendNuke) -> None:
        """Spend a nuke to stop the one on its way."""
        context.require_territory(action.territory)
        if action.territory not in self.ways_to_stop(context):
            name = context.territory_name(action.territory)
            raise IllegalAction(f"no nuke of yours in {name} can stop it")
        self._spend(context, self._shot(context), action.territory)

    def let_through(self, context: GameContext, action: EndPhase) -> None:
        """Do not stop the nuke; the next seat is asked."""
        context.emit(NukeNotStopped(self.seat_asked(context)))
        shot = self._shot(context)
        shot = replace(shot, asked=shot.asked + 1)
        self._variant.remember(context, replace(self._memory(context), shot=shot))
        self._ask(context)

    def _spend(self, context: GameContext, shot: Shot, territory: int) -> None:
        self.add(context, territory, -1)
        context.emit(NukeStopped(context.state.owner[territory], territory, shot.target))
        self._end(context)

    def _end(self, context: GameContext) -> None:
        self._variant.remember(context, replace(self._memory(context), shot=None))
        advance(context)

    # Coming down

    def _hit(self, context: GameContext, shot: Shot) -> None:
        """Kill an army; what is empty is a wasteland."""
        state, target = context.state, shot.target
        owner = state.owner[target]
        if owner != NOBODY:
            state.armies[target] -= 1
            context.emit(ArmyNuked(owner, target, 1))
        if state.armies[target]:
            return
        memory = self._memory(context)
        others = tuple(each for each in memory.wastelands if each.territory != target)
        waste = Wasteland(target, shot.waits_for, self._wasted_for)
        self._variant.remember(context, replace(memory, wastelands=(*others, waste)))
        context.emit(LaidWaste(target, waste.seat, waste.turns, owner_or_none(owner)))
        if owner != NOBODY:
            empty(context, target, None if owner == shot.by else shot.by)
