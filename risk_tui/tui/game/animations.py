"""Animations of events, played one frame after the other.

An animation is a handful of frames over a screen that is already drawn. It holds nothing up: the
game goes on below, any key ends it and does what it means, and a setting turns them all off.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING

from risk_tui.engine.events import (
    BattleResolved,
    CardsTaken,
    Conquered,
    GoalReached,
    MissionsShown,
    SeatEliminated,
)
from risk_tui.tui.game.animation_frames import (
    conquest_flash,
    continent_banner,
    dice_tumble,
    elimination_banner,
    fight_rolls,
    goal_banner,
    limit_duration,
    mission_banner,
    victory_sweep,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.text import Text
    from textual.timer import Timer

    from risk_tui.engine.events import Event
    from risk_tui.engine.view import View
    from risk_tui.table.situation import Situation
    from risk_tui.table.table import Table
    from risk_tui.tui.game.animation_frames import AnimationFrame
    from risk_tui.tui.map.renderer import TerritoryStyle
    from risk_tui.tui.panels.dice_display import DiceDisplay

MAX_ROLLS_SECONDS = 2.0
"""Seconds that the rolls of a fight may take, but for the last one."""

MAX_BANNER_SECONDS = 2.0
"""Seconds that great events may take: somebody is out, a continent is won or broken."""

MIN_BOT_PAUSE = 0.3
"""Seconds of pause after a bot's step from which on such steps are animated."""


class Animator:
    """Plays the animations of one table, one frame after the other.

    ``show`` draws the screen with the frame of now, and ``set_timer`` calls something later.
    """

    def __init__(
        self,
        table: Table,
        is_enabled: Callable[[], bool],
        show: Callable[[], None],
        set_timer: Callable[[float, Callable[[], None]], Timer],
    ) -> None:
        self._table = table
        self._is_enabled = is_enabled
        self._show = show
        self._set_timer = set_timer
        self._record_count = table.steps
        """How many records were looked at for something to animate."""
        self._frames: deque[AnimationFrame] = deque()
        self._frame: AnimationFrame | None = None
        self._timer: Timer | None = None
        self._on_end: Callable[[], None] | None = None
        self._after_fight: Callable[[], None] | None = None
        # What tumbling dice show has nothing to do with the game's luck.
        self._random = Random()

    @property
    def headline(self) -> Text | None:
        """What the top line says instead of whose turn it is, if anything."""
        return self._frame.headline if self._frame is not None else None

    @property
    def dice(self) -> DiceDisplay | None:
        """The dice that are falling now, if any."""
        return self._frame.dice if self._frame is not None else None

    def apply_to(self, styles: list[TerritoryStyle], *, ascii: bool) -> list[TerritoryStyle]:
        """The styles of all territories with those of the frame that is shown."""
        return styles if self._frame is None else self._frame.apply_to(styles, ascii=ascii)

    @property
    def shows_fight(self) -> bool:
        """Whether the rolls of a fight are being shown that was done in one step."""
        return self._frame is not None and self._frame.fights_on

    def after_fight(self, tell: Callable[[], None]) -> bool:
        """Call ``tell`` once the rolls of a fight were shown; false if none are being shown."""
        self._after_fight = tell if self.shows_fight else None
        return self.shows_fight

    def enqueue_new(self, situation: Situation, pause: float) -> None:
        """Begin the animation of new records; to be called before they are shown.

        A computer player's step stays on the screen for ``pause`` seconds. In a person's turn the
        top line of a great event is not lost to the steps that follow at once: it comes after them.
        """
        table = self._table
        start, self._record_count = min(self._record_count, table.steps), table.steps
        if start == table.steps or not self._is_enabled():
            return
        history = table.history(None, start, seen_by=situation.reader)
        events = [event for record in history for event in record.events]
        frames = self._frames_of(events, situation, pause)
        if not frames and (self._frame is None or self._frame.headline is not None):
            return
        shown = [self._frame] if self._frame is not None else []
        waiting = [frame for frame in (*shown, *self._frames) if frame.headline is not None]
        if history[-1].seat not in table.people:
            waiting = []
        self._stop()
        self._frames.extend([*frames, *limit_duration(waiting, MAX_BANNER_SECONDS)])
        if self._frames:
            self._show_next(refresh=False)

    def victory(self, view: View, on_end: Callable[[], None]) -> None:
        """Show that a game is won, then call ``on_end``."""
        if not self._is_enabled():
            on_end()
            return
        self._on_end = on_end
        self._frames.extend(victory_sweep(view, self._table.seats))
        if self._frame is None:
            self._show_next()

    def skip(self) -> bool:
        """End the animation at once; whether the key that did it is used up by that."""
        if self._frame is None:
            return False
        after_fight = self._after_fight
        self._stop()
        self._show()
        if after_fight is not None:
            after_fight()
        on_end, self._on_end = self._on_end, None
        if on_end is not None:
            on_end()
        return on_end is not None

    def _frames_of(
        self, events: Sequence[Event], situation: Situation, pause: float
    ) -> list[AnimationFrame]:
        view, seats, order = situation.view, self._table.seats, situation.automatic
        skips_dice = self._table.options.real_dice or (
            order is not None and order.decider == "order"
        )
        hurried = pause < MIN_BOT_PAUSE and not seats[view.turn].is_person

        def concerns_local_person(*concerned: int) -> bool:
            """Whether one of the seats is a person's here, and the pace leaves time to look."""
            return not hurried and not self._table.people.isdisjoint(concerned)

        frames: list[AnimationFrame] = []
        fight: list[BattleResolved] = []
        banners: list[AnimationFrame] = []
        card_count = 0
        for event in events:
            match event:
                case BattleResolved() if concerns_local_person(event.attacker, event.defender):
                    ends = event.source, event.target
                    if fight and (fight[-1].source, fight[-1].target) != ends:
                        fight = []
                    fight.append(event)
                    if not skips_dice and event.attack_dice:
                        frames = dice_tumble(event, view, seats, self._random)
                case Conquered() if concerns_local_person(event.seat, event.victim):
                    frames += conquest_flash(event, view, seats)
                    if not view.winners:
                        banners += continent_banner(event, view, seats)
                case CardsTaken():
                    card_count = event.count
        gone = {event.seat for event in events if isinstance(event, SeatEliminated)}
        for event in events:
            match event:
                case SeatEliminated() if not view.winners:
                    banners += elimination_banner(event, card_count, seats)
                case MissionsShown() if event.seat not in gone:
                    banners += mission_banner(event, view, seats)
                case GoalReached() if not view.winners:
                    banners += goal_banner(event, view, seats)
        rolls = fight_rolls(fight, view, seats) if fight and not skips_dice else []
        moments = limit_duration(frames) + limit_duration(banners, MAX_BANNER_SECONDS)
        return limit_duration(rolls, MAX_ROLLS_SECONDS) + moments

    def _show_next(self, *, refresh: bool = True) -> None:
        """Show the next frame; ``refresh`` is false when the screen is about to be drawn anyway."""
        if not self._frames:
            self.skip()
            return
        self._frame = self._frames.popleft()
        self._timer = self._set_timer(self._frame.seconds, self._show_next)
        if refresh:
            self._show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._frame = self._after_fight = None
        self._frames.clear()
