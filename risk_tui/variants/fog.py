"""Fog of war: players see only their own territories and the neighbouring ones.

The levels are those of Warzone; Conquer Club and RISK: Global Domination play ``normal``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Literal

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.state import Phase, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.visibility import SeatVisibility
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.view import View


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
        "No player can count what the others have. A border shows what stands behind it, so a "
        "territory is worth taking for its view alone, and an attack may meet an unseen army."
    )

    played: bool = played_field(
        "Players see their own territories, and of others only what the fog leaves. The log, the "
        "odds and all that can be looked up tell no more. A player who takes part in a battle "
        "sees it, and who is out, what cards are traded and how many are held is open to all. A "
        "neutral army that two players place between them is seen by both. What others receive "
        "and what they do out of sight is not told, and nothing stays on the map that is not seen "
        "any more. The fog falls when all territories have an owner; when the game is over it "
        "lifts. A player who watches a game of computer players alone sees all."
    )
    level: Literal["light", "normal", "dense", "heavy", "complete"] = choice_field(
        "What is seen of the others.",
        default="normal",
        light="Of territories beside their own players see owner and armies, of all others the "
        "owner.",
        normal="Of territories beside their own players see owner and armies, of all others "
        "nothing.",
        dense="Players see the owner of every territory, and armies only on their own.",
        heavy="Of territories beside their own players see the owner, and nothing else.",
        complete="Players see nothing but their own territories.",
    )


class Fog(Variant[Memory]):
    """Territories that are hidden from some players."""

    key = "fog"
    odds_unknown_reason = "not all armies are seen"
    options = FogSection
    excludes: ClassVar[Mapping[str, str]] = {
        "airlift": "armies would fly to hidden territories",
        "allied_army": "the leader of that army would see with its eyes",
        "castle": "its cards and castles act all over the board, before everybody's eyes",
        "interdiction": "everybody sees capitals move",
        "martian": "everybody sees where they land and fight",
        "meltdown": "everybody sees the wastelands",
        "nuclear": "everybody sees what is struck",
        "remix": "everybody sees the colours of the third player",
        "retreat": "attackers would have to know where the defenders may go",
        "revolt": "armies would rise in hidden territories",
        "tournament": "the points that everybody counts tell who holds what",
    }

    def _set_options(self, options: FogSection) -> None:
        self._beside, self._far = _LEVELS[options.level]
        self._latest: tuple[object, Sequence[SeatVisibility]] = (None, ())

    # Views

    @classmethod
    def changes_fights(cls, options: object) -> bool:
        return False  # Odds without a position know the armies.

    def sight(self, context: GameContext) -> Sequence[SeatVisibility]:
        state = context.state
        is_over = state.phase is Phase.OVER
        claims = state.round == 0 and state.owner.count(NO_SEAT) > len(context.out_of_play())
        everything = is_over or (claims and state.phase in (Phase.BEGIN, Phase.CLAIM))
        board, now = context.board, (tuple(state.owner), tuple(state.status), context.neutral)
        before, sights = self._latest
        if before != (everything, board.passages, *now):
            sights = self._all_sights(board) if everything else self._sights(board, *now)
            self._latest = (everything, board.passages, *now), sights
        return sights

    def _all_sights(self, board: Board) -> Sequence[SeatVisibility]:
        """Return full visibility for every seat."""
        territories = frozenset(range(len(board.territories)))
        return (SeatVisibility(territories, territories),) * (self.seats + 1)

    def _sights(
        self, board: Board, owner: Sequence[int], status: Sequence[Status], neutral: int | None
    ) -> Sequence[SeatVisibility]:
        playing = [status[seat] is Status.PLAYING for seat in range(self.seats)]
        shared = {each for each, holder in enumerate(owner) if holder == neutral}
        return tuple(
            self._sight(
                board,
                {each for each, holder in enumerate(owner) if is_in and holder == seat},
                shared,
            )
            for seat, is_in in (*enumerate(playing), (NO_SEAT, False))
        )

    def _sight(self, board: Board, own: set[int], shared: set[int]) -> SeatVisibility:
        """Return the visibility from ``own`` territories and ``shared`` ones; none without own
        ones.
        """
        if not own:
            return SeatVisibility(frozenset(), frozenset())
        territories = frozenset(range(len(board.territories)))
        beside = {other for each in own for other in board.neighbours[each]}

        def seen(least: _Seen) -> frozenset[int]:
            rest = territories if self._far >= least else own | shared
            return frozenset(rest | beside if self._beside >= least else rest)

        return SeatVisibility(seen(_Seen.OWNER), seen(_Seen.ARMIES))

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if target in view.unseen or source in view.unseen else armies
