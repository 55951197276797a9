"""Fog of war: players see little more than their own territories and their neighbours.

The levels are those of Warzone; Conquer Club and RISK: Global Domination play ``normal``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import ClassVar, Literal

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.engine.context import GameContext
from risk_tui.engine.records import SeatVisibility
from risk_tui.engine.state import Phase, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field


class _Seen(IntEnum):
    """The visibility of a territory."""

    NOTHING = 0
    OWNER = 1
    ARMIES = 2


_LEVELS = {
    "light": (_Seen.ARMIES, _Seen.OWNER),
    "normal": (_Seen.ARMIES, _Seen.NOTHING),
    "dense": (_Seen.OWNER, _Seen.OWNER),
    "heavy": (_Seen.OWNER, _Seen.NOTHING),
    "complete": (_Seen.NOTHING, _Seen.NOTHING),
}
"""The visibility of neighbours of own territories, and of all others, by level."""


class FogSection(VariantSection):
    """Fog of war."""

    paragraph: ClassVar[str] = (
        "You cannot see how strong the others are. Borders reveal what is behind them, so a "
        "territory can be worth taking for the view alone, and an attack can run into "
        "surprises."
    )

    played: bool = played_field(
        "Players see their own territories and, of others, only what the fog allows. The log "
        "and odds reveal nothing more. Both sides of a battle see it. Eliminations, traded "
        "cards and card counts are public. A neutral army that two players place between them "
        "is seen by both. What others receive or do out of sight is not shown, and the map "
        "shows only what you see now. There is no fog while territories are claimed or after "
        "the game ends. Watching a game of bots only, you see everything."
    )
    level: Literal["light", "normal", "dense", "heavy", "complete"] = choice_field(
        "What is seen of the others.",
        default="normal",
        light="Next to your territories you see owners and armies; elsewhere, owners only.",
        normal="Next to your territories you see owners and armies; elsewhere, nothing.",
        dense="Players see the owner of every territory, and armies only on their own.",
        heavy="Next to your territories you see owners only; elsewhere, nothing.",
        complete="Players see only their own territories.",
    )


class Fog(Variant[Memory]):
    """Territories that are hidden from some players."""

    key = "fog"
    odds_unknown_reason = "not all armies are seen"
    options = FogSection
    changes_fights = False  # ``risk-tui odds`` is told both numbers, so fog hides nothing.
    excludes: ClassVar[Mapping[str, str]] = {
        "airlift": "airlifts would go to unseen territories",
        "allied_army": "the player leading that army would see what it sees",
        "castle": "its cards and castles act openly all over the board",
        "interdiction": "capital moves are public",
        "martian": "landings and fights are public",
        "meltdown": "wastelands are public",
        "nuclear": "strikes are public",
        "remix": "the third player's colours are public",
        "retreat": "the attacker would have to know where defenders can retreat",
        "revolt": "revolts would happen in unseen territories",
        "tournament": "public points would reveal who holds what",
    }

    def _set_options(self, options: FogSection) -> None:
        self._beside, self._elsewhere = _LEVELS[options.level]
        self._latest: tuple[object, Sequence[SeatVisibility]] = (None, ())
        """A cache: the latest position, and the visibility in it."""

    # Views, odds and bots

    def sight(self, context: GameContext) -> Sequence[SeatVisibility]:
        state = context.state
        is_over = state.phase is Phase.OVER
        is_unclaimed = state.round == 0 and state.owner.count(NO_SEAT) > len(context.out_of_play())
        is_clear = is_over or (is_unclaimed and state.phase in (Phase.BEGIN, Phase.CLAIM))
        board, now = context.board, (tuple(state.owner), tuple(state.status))
        before, sights = self._latest
        position = (is_clear, board.passages, *now)
        if before != position:
            if is_clear:
                territories = frozenset(range(len(board.territories)))
                sights = (SeatVisibility(territories, territories),) * (self.seats + 1)
            else:
                is_placed = context.rules.neutral.neutral_each_go > 0
                sights = self._sights(board, *now, context.neutral if is_placed else None)
            self._latest = position, sights
        return sights

    def _sights(
        self, board: Board, owner: Sequence[int], status: Sequence[Status], neutral: int | None
    ) -> Sequence[SeatVisibility]:
        """Return the visibility for each seat, and at the end for spectators.

        Args:
            neutral: The neutral army that two players place, and both see; ``None`` for none.
        """
        playing = [status[seat] is Status.PLAYING for seat in range(self.seats)]
        shared = {territory for territory, holder in enumerate(owner) if holder == neutral}
        return tuple(
            self._sight(
                board,
                {each for each, holder in enumerate(owner) if is_playing and holder == seat},
                shared,
            )
            for seat, is_playing in (*enumerate(playing), (NO_SEAT, False))
        )

    def _sight(self, board: Board, own: set[int], shared: set[int]) -> SeatVisibility:
        """Return the visibility for a seat with ``own`` territories; nothing without any.

        Args:
            shared: Territories whose armies all players see.
        """
        if not own:
            return SeatVisibility(frozenset(), frozenset())
        territories = frozenset(range(len(board.territories)))
        beside = {other for territory in own for other in board.neighbours[territory]}

        def seen(least: _Seen) -> frozenset[int]:
            rest = territories if self._elsewhere >= least else own | shared
            return frozenset(rest | beside if self._beside >= least else rest)

        return SeatVisibility(seen(_Seen.OWNER), seen(_Seen.ARMIES))

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if target in view.unseen or source in view.unseen else armies
