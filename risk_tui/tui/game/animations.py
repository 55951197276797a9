"""Animations of events, played one frame after the other.

An animation is a handful of frames over a screen that is already drawn. It holds nothing up: the
game goes on below, any key ends it and does what it means, and a setting turns them all off.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import _, pluralize
from risk_tui.engine.events import (
    BattleResolved,
    CardsTaken,
    Conquered,
    GoalReached,
    MissionsShown,
    SeatEliminated,
)
from risk_tui.text.record_lines import describe_event
from risk_tui.text.words import describe_mission
from risk_tui.tui.map.highlights import label_of, texture
from risk_tui.tui.panels.dice_display import DiceDisplay
from risk_tui.tui.panels.side_panel import roll_display
from risk_tui.tui.text_widgets import filled_text
from risk_tui.tui.theme.palette import readable_foreground, seat_glyph, seat_rgb, tint
from risk_tui.tui.theme.styles import badge_style

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from textual.timer import Timer

    from risk_tui.engine.events import Event
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.table.situation import Situation
    from risk_tui.table.table import Table
    from risk_tui.tui.map.renderer import TerritoryStyle


MAX_ROLLS_SECONDS = 2.0
"""Seconds that the rolls of a fight may take, but for the last one."""

MAX_BANNER_SECONDS = 2.0
"""Seconds that great events may take: a player is out, a continent is won or broken."""

MIN_BOT_PAUSE = 0.3
"""Seconds of pause after a bot's step from which on such steps are animated."""


class Animator:
    """Plays the animations of one table, one frame after the other.

    ``show`` draws the screen with the frame of now, ``set_timer`` calls something later, and
    ``ask`` asks what was postponed until the rolls of a fight were seen.
    """

    def __init__(
        self,
        table: Table,
        is_enabled: Callable[[], bool],
        show: Callable[[], None],
        set_timer: Callable[[float, Callable[[], None]], Timer],
        ask: Callable[[], None],
    ) -> None:
        self._table = table
        self._is_enabled = is_enabled
        self._show = show
        self._set_timer = set_timer
        self._record_count = table.steps
        """The number of records that were looked at for something to animate."""
        self._frames: deque[AnimationFrame] = deque()
        self._frame: AnimationFrame | None = None
        self._timer: Timer | None = None
        self._on_end: Callable[[], None] | None = None
        self._ask = ask
        self._has_postponed = False
        """True if a question waits for the end of the rolls."""
        # What tumbling dice show has nothing to do with the game's luck.
        self._random = Random()

    @property
    def headline(self) -> Text | None:
        """The text of the top line instead of whose turn it is, if there is one."""
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
        """True while the rolls of a fight are shown that was done in one step."""
        return self._frame is not None and self._frame.fights_on

    def postpone_question(self) -> bool:
        """Ask after the rolls of a fight were shown. Return False if none are being shown."""
        self._has_postponed = self.shows_fight
        return self._has_postponed

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
        if history[-1].seat not in table.seating.people:
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
        has_postponed = self._has_postponed
        self._stop()
        self._show()
        if has_postponed:
            self._ask()
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
            """Check that a person here has one of the seats, and has time to look."""
            return not hurried and not self._table.seating.people.isdisjoint(concerned)

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
        self._timer = self._frame = None
        self._has_postponed = False
        self._frames.clear()


TUMBLE_SECONDS, FLASH_SECONDS, BANNER_SECONDS, SWEEP_SECONDS = 0.08, 0.12, 0.6, 0.1
"""Seconds of a frame: falling dice, a conquest, a great event, a victory."""

ROLL_SECONDS = 0.12
"""Seconds of a roll of a fight that goes on."""

MAX_SECONDS = 0.7
"""Seconds that dice and a conquest may take."""


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    """A picture of an animation, which lies over the screen for some ``seconds``.

    That is falling ``dice``, by territory other ``labels``, the seats in whose colours the labels
    stand (``banners``) and the seats whose colour the land itself has (``territory_colours``,
    with the seat's number), and a ``headline`` in the top line. ``fights_on``: more rolls of
    the same fight follow.
    """

    seconds: float
    dice: DiceDisplay | None = None
    labels: Mapping[int, str] = field(default_factory=dict)
    banners: Mapping[int, Seat] = field(default_factory=dict)
    territory_colours: Mapping[int, tuple[int, Seat]] = field(default_factory=dict)
    headline: Text | None = None
    fights_on: bool = False

    def apply_to(self, styles: list[TerritoryStyle], *, ascii: bool) -> list[TerritoryStyle]:
        """The styles of all territories in this frame."""
        for territory, (number, seat) in self.territory_colours.items():
            fill, tile = tint(seat_rgb(seat.colour), "glow"), texture(seat.colour, ascii=ascii)
            styles[territory] = replace(styles[territory], fill=fill, realm=number, texture=tile)
        for territory, label in self.labels.items():
            styles[territory] = replace(styles[territory], label=label)
        for territory, seat in self.banners.items():
            colour = seat_rgb(seat.colour)
            styles[territory] = replace(
                styles[territory],
                label_background=colour,
                foreground=readable_foreground(colour),
                bold=True,
            )
        return styles


def dice_tumble(
    battle: BattleResolved, view: View, seats: Sequence[Seat], random: Random
) -> list[AnimationFrame]:
    """Frames of tumbling dice over the armies before a battle; ``view`` is from after it."""
    owner, armies = list(view.owner), list(view.armies)
    conquered = owner[battle.target] == battle.attacker
    owner[battle.target] = battle.defender
    if battle.source is not None:
        armies[battle.source] += battle.attacker_losses
    armies[battle.target] = battle.defender_losses + (0 if conquered else armies[battle.target])
    earlier = replace(view, owner=tuple(owner), armies=tuple(armies))
    labels = {
        territory: label_of(earlier, seats, territory)
        for territory in (battle.source, battle.target)
        if territory is not None
    }
    colours = {battle.target: (battle.defender, seats[battle.defender])} if conquered else {}
    frames = []
    for _time in range(3):
        attack, defence = (
            tuple(sorted((random.randint(1, 6) for _ in dice), reverse=True))
            for dice in (battle.attack_dice, battle.defence_dice)
        )
        display = DiceDisplay(
            seats[battle.attacker], attack, seats[battle.defender], defence, falling=True
        )
        frames.append(
            AnimationFrame(TUMBLE_SECONDS, dice=display, labels=labels, territory_colours=colours)
        )
    return frames


def fight_rolls(
    battles: Sequence[BattleResolved], view: View, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    """Frames with the rolls of a fight but the last, and the armies left by each.

    ``view`` is from after all of them.
    """
    armies, owner = list(view.armies), list(view.owner)
    source, target, defender = battles[-1].source, battles[-1].target, battles[-1].defender
    colours = {}
    if owner[target] != defender:
        armies[target], owner[target] = 0, defender
        colours[target] = defender, seats[defender]
    frames = []
    for roll, later in zip(battles[-2::-1], battles[::-1], strict=False):
        if source is not None:
            armies[source] += later.attacker_losses
        armies[target] += later.defender_losses
        then = replace(view, owner=tuple(owner), armies=tuple(armies))
        ends = (target,) if source is None else (source, target)
        labels = {end: label_of(then, seats, end) for end in ends}
        dice = roll_display(roll, seats)
        frames.append(
            AnimationFrame(ROLL_SECONDS, dice, labels, territory_colours=colours, fights_on=True)
        )
    return frames[::-1]


def conquest_flash(event: Conquered, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Return frames in which a label changes twice from the old owner's colour to the new."""
    order = (event.victim, event.seat, event.victim, event.seat)
    return [_coloured_frame(FLASH_SECONDS, (event.territory,), seat, view, seats) for seat in order]


def elimination_banner(
    event: SeatEliminated, card_count: int, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    """Frames with a headline for a player who is out: first plain, then struck through."""
    frames = []
    for struck in (False, True):
        loser, winner = seats[event.seat], seats[event.by]
        name = f" {seat_glyph(loser.colour)} {loser.name.upper()} "
        slots = {
            "loser": Text(name, badge_style(loser) + Style(strike=struck)),
            "winner": _badge(winner),
            "cards": Text(pluralize(card_count, "card"), "bold"),
        }
        news = (
            _(" {loser} is out  ·  {winner} takes {cards}")
            if card_count
            else _(" {loser} is out  ·  {winner} did it")
        )
        frames.append(AnimationFrame(BANNER_SECONDS, headline=filled_text(news, "bold", **slots)))
    return frames


def _badge(seat: Seat) -> Text:
    return Text(f" {seat_glyph(seat.colour)} {seat.name} ", badge_style(seat))


def continent_banner(event: Conquered, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Frames with a headline and a lit continent, if a conquest completes or breaks it; or none."""
    number = view.board.territories[event.territory].continent
    continent = view.board.continents[number]
    before = list(view.owner)
    before[event.territory] = event.victim
    frames = []
    for owner, news in (
        (before, _(" {seat} loses {continent} {bonus}")),
        (view.owner, _(" {seat} holds all of {continent} {bonus}")),
    ):
        holder = continent.holder(owner, view.outside_continents)
        if holder == NO_SEAT or holder not in (event.victim, event.seat):
            continue
        line = filled_text(
            news,
            "bold",
            seat=_badge(seats[holder]),
            continent=Text(continent.name, "bold"),
            bonus=Text(f"{continent.bonus:+}", "bold"),
        )
        lit = _coloured_frame(BANNER_SECONDS, continent.territories, holder, view, seats)
        frames += [replace(lit, headline=line), AnimationFrame(BANNER_SECONDS, headline=line)]
    return frames


def mission_banner(event: MissionsShown, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Frames with a mission in the top line, and the land that it asked for lit."""
    own, rules = set(view.territories_of(event.seat)), view.rules.missions
    frames = []
    for mission in event.missions:
        goal = rules.goal(view.beaten_by, event.seat, mission)
        wanted = goal.wanted(view, event.seat, view.board)
        held = [land for land in (wanted.named, *wanted.sets) if own.issuperset(land)]
        lit = tuple(territory for land in held for territory in land) or tuple(own)
        told = describe_mission(view, mission, seats, event.seat)
        words = _(" has fulfilled a mission: {mission}", mission=told)
        frames += _goal_frames(event.seat, words, lit, view, seats)
    return frames


def goal_banner(event: GoalReached, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Frames with a goal in the top line that is one of several, and its seat's land lit."""
    sentence = describe_event(event, seats, view.board)
    words = sentence.removeprefix(seats[event.seat].name)
    return _goal_frames(event.seat, words, view.territories_of(event.seat), view, seats)


def _goal_frames(
    seat: int, words: str, lit: Sequence[int], view: View, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    player = seats[seat]
    line = Text(" ").append(f" {seat_glyph(player.colour)} {player.name} ", badge_style(player))
    line.append(words, "bold")
    shining = _coloured_frame(BANNER_SECONDS, lit, seat, view, seats)
    return [replace(shining, headline=line), AnimationFrame(BANNER_SECONDS, headline=line)]


def victory_sweep(view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Frames in which all labels take the winner's colour, one continent after the other."""
    frames = []
    swept: tuple[int, ...] = ()
    step = min(SWEEP_SECONDS, MAX_SECONDS / len(view.board.continents))
    for continent in view.board.continents:
        swept += continent.territories
        frames.append(_coloured_frame(step, swept, view.winners[0], view, seats))
    return frames


def _coloured_frame(
    seconds: float, territories: Sequence[int], seat: int, view: View, seats: Sequence[Seat]
) -> AnimationFrame:
    """A frame in which the labels of some territories have the colour and glyph of a seat."""
    owner = list(view.owner)
    for territory in territories:
        owner[territory] = seat
    coloured = replace(view, owner=tuple(owner))
    labels = {territory: label_of(coloured, seats, territory) for territory in territories}
    return AnimationFrame(seconds, labels=labels, banners=dict.fromkeys(territories, seats[seat]))


def limit_duration(
    frames: Sequence[AnimationFrame], maximum: float | None = None
) -> list[AnimationFrame]:
    """The frames, shortened to ``maximum`` seconds together; if left out, to ``MAX_SECONDS``."""
    total = sum(frame.seconds for frame in frames)
    share = min(1.0, (MAX_SECONDS if maximum is None else maximum) / total) if total else 1.0
    return [replace(frame, seconds=frame.seconds * share) for frame in frames]
