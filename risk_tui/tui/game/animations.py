"""Animations of events, played one frame after the other.

An animation is a handful of frames over a screen that is already drawn. The game continues below
it, and only the rolls of a fight delay the next question. Any key ends an animation and still has
its usual effect, except the key that ends the animation of a victory. A setting turns all
animations off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

from rich.style import Style
from rich.text import Text
from textual.timer import Timer

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import _, pluralize
from risk_tui.engine.events import (
    BattleResolved,
    CardsTaken,
    Conquered,
    Event,
    GoalReached,
    MissionsShown,
    SeatEliminated,
)
from risk_tui.engine.view import View
from risk_tui.table.dice_steps import ORDER
from risk_tui.table.seats import Seat
from risk_tui.table.situation import Situation
from risk_tui.table.table import Table
from risk_tui.text.record_lines import describe_event
from risk_tui.text.words import describe_mission
from risk_tui.tui.map.highlights import label_of, texture
from risk_tui.tui.map.renderer import TerritoryStyle
from risk_tui.tui.panels.dice_display import ShownRoll
from risk_tui.tui.panels.side_panel import shown_roll
from risk_tui.tui.text_widgets import filled_text
from risk_tui.tui.theme.palette import readable_foreground, seat_glyph, seat_rgb, tint
from risk_tui.tui.theme.styles import badge_style

MAX_ROLLS_SECONDS = 2.0
"""Maximum seconds for the rolls of a fight without the last one."""

MAX_BANNER_SECONDS = 2.0
"""Maximum seconds for banners, such as those of a player who is out or of a continent."""

MIN_BOT_PAUSE = 0.3
"""Minimum pause after a bot's step, in seconds, for bots' steps to be animated."""


class Animator:
    """Plays the animations of one table, one frame after the other.

    Args:
        is_enabled: Returns False if nothing is animated now.
        show: Draws the screen with the current frame.
        set_timer: Calls a function after a number of seconds.
        ask: Asks the question that was postponed until the rolls of a fight were shown.
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
        """The number of records that have been searched for events to animate."""
        self._frames: deque[AnimationFrame] = deque()
        self.frame = STILL
        """The frame that is shown; ``STILL`` if there is no animation."""
        self._timer: Timer | None = None
        self._on_end: Callable[[], None] | None = None
        self._ask = ask
        self._is_question_postponed = False
        """True if a question waits for the end of the rolls."""
        # Tumbling dice must not use up the random numbers of the game.
        self._random = Random()

    def postpone_question(self) -> bool:
        """Postpone the question to the end of the rolls. Return False if no rolls are shown now."""
        self._is_question_postponed = self.frame.fights_on
        return self._is_question_postponed

    def enqueue_new(self, situation: Situation, pause: float) -> None:
        """Start the animation of new records. Called before the screen shows them.

        If a person here took the latest step, banners that have not ended yet are shown again after
        its animation.

        Args:
            situation: The situation after the new records.
            pause: The seconds for which each step of a bot stays on the screen.
        """
        table = self._table
        start, self._record_count = min(self._record_count, table.steps), table.steps
        if start == table.steps or not self._is_enabled():
            return
        history = table.history(None, start, seen_by=situation.reader)
        events = [event for record in history for event in record.events]
        frames = self._frames_of(events, situation, pause)
        if not frames and (self.frame is STILL or self.frame.headline is not None):
            return
        waiting = [frame for frame in (self.frame, *self._frames) if frame.headline is not None]
        if history[-1].seat not in table.seating.local_people:
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
        if self.frame is STILL:
            self._show_next()

    def skip(self) -> bool:
        """End the animation at once. Return True if the key that ended it must do nothing else."""
        if self.frame is STILL:
            return False
        is_question_postponed = self._is_question_postponed
        self._stop()
        self._show()
        if is_question_postponed:
            self._ask()
        on_end, self._on_end = self._on_end, None
        if on_end is not None:
            on_end()
        return on_end is not None

    def _frames_of(
        self, events: Sequence[Event], situation: Situation, pause: float
    ) -> list[AnimationFrame]:
        view, seats, automatic = situation.view, self._table.seats, situation.automatic
        skips_dice = self._table.options.real_dice or (
            automatic is not None and automatic.decider == ORDER
        )
        is_too_fast = pause < MIN_BOT_PAUSE and not seats[view.turn].is_person

        def concerns_local_person(*event_seats: int) -> bool:
            """Return True if a person here has one of the seats, and has the time to watch."""
            return not is_too_fast and not self._table.seating.local_people.isdisjoint(event_seats)

        frames: list[AnimationFrame] = []
        fight: list[BattleResolved] = []
        banners: list[AnimationFrame] = []
        cards_taken: dict[int, int] = {}
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
                case CardsTaken():
                    cards_taken[event.victim] = event.count
        conquests = [] if view.winners else [e for e in events if isinstance(e, Conquered)]
        for event, owner in zip(conquests, owners_after(conquests, view.owner), strict=True):
            if concerns_local_person(event.seat, event.victim):
                banners += continent_banner(event, owner, view, seats)
        eliminated = {event.seat for event in events if isinstance(event, SeatEliminated)}
        for event in events:
            match event:
                case SeatEliminated() if not view.winners:
                    banners += elimination_banner(event, cards_taken.get(event.seat, 0), seats)
                case MissionsShown() if event.seat not in eliminated:
                    banners += mission_banner(event, view, seats)
                case GoalReached() if not view.winners:
                    banners += goal_banner(event, view, seats)
        rolls = fight_rolls(fight, view, seats) if fight and not skips_dice else []
        others = limit_duration(frames, MAX_SECONDS) + limit_duration(banners, MAX_BANNER_SECONDS)
        return limit_duration(rolls, MAX_ROLLS_SECONDS) + others

    def _show_next(self, *, refresh: bool = True) -> None:
        """Show the next frame. ``refresh`` is False if the caller is about to draw the screen."""
        if not self._frames:
            self.skip()
            return
        self.frame = self._frames.popleft()
        self._timer = self._set_timer(self.frame.seconds, self._show_next)
        if refresh:
            self._show()
        if self._is_question_postponed and not self.frame.fights_on:
            self._is_question_postponed = False
            self._ask()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self.frame = None, STILL
        self._is_question_postponed = False
        self._frames.clear()


TUMBLE_SECONDS, FLASH_SECONDS, BANNER_SECONDS, SWEEP_SECONDS = 0.08, 0.12, 0.6, 0.1
"""Seconds per frame of tumbling dice, a conquest, a banner and a victory."""

ROLL_SECONDS = 0.12
"""Seconds per roll of a fight that continues after it."""

MAX_SECONDS = 0.7
"""Maximum seconds for tumbling dice and a conquest together, and for a victory."""


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    """A picture of an animation, which changes the screen for some ``seconds``."""

    seconds: float
    dice: ShownRoll | None = None
    """The dice to show beside the map instead of the last ones, if any."""
    labels: Mapping[int, str] = field(default_factory=dict)
    """Other labels, by territory."""
    label_colours: Mapping[int, Seat] = field(default_factory=dict)
    """The seats whose colours the labels have, by territory."""
    territory_colours: Mapping[int, tuple[int, Seat]] = field(default_factory=dict)
    """The seats whose colours the land has, with their numbers, by territory."""
    headline: Text | None = None
    """The text of the top line, if it is replaced."""
    fights_on: bool = False
    """True if more rolls of the same fight follow."""

    def apply_to(self, styles: list[TerritoryStyle], *, ascii: bool) -> list[TerritoryStyle]:
        """Change the styles of all territories to those of this frame, and return them."""
        for territory, (number, seat) in self.territory_colours.items():
            fill, tile = tint(seat_rgb(seat.colour), "glow"), texture(seat.colour, ascii=ascii)
            styles[territory] = replace(styles[territory], fill=fill, realm=number, texture=tile)
        for territory, label in self.labels.items():
            styles[territory] = replace(styles[territory], label=label)
        for territory, seat in self.label_colours.items():
            colour = seat_rgb(seat.colour)
            styles[territory] = replace(
                styles[territory],
                label_background=colour,
                foreground=readable_foreground(colour),
                bold=True,
            )
        return styles


STILL = AnimationFrame(0.0)
"""The frame that changes nothing."""


def dice_tumble(
    battle: BattleResolved, view: View, seats: Sequence[Seat], random: Random
) -> list[AnimationFrame]:
    """Return frames of tumbling dice with the armies before a battle; ``view`` is from after it."""
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
        display = ShownRoll(
            seats[battle.attacker], attack, seats[battle.defender], defence, tumbling=True
        )
        frames.append(
            AnimationFrame(TUMBLE_SECONDS, dice=display, labels=labels, territory_colours=colours)
        )
    return frames


def fight_rolls(
    battles: Sequence[BattleResolved], view: View, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    """Return a frame for each roll of a fight except the last, with the armies left after it.

    ``view`` is from after the whole fight.
    """
    armies, owner = list(view.armies), list(view.owner)
    source, target, defender = battles[-1].source, battles[-1].target, battles[-1].defender
    colours = {}
    if owner[target] != defender:
        armies[target], owner[target] = 0, defender
        colours[target] = defender, seats[defender]
    frames = []
    for roll, following in zip(battles[-2::-1], battles[::-1], strict=False):
        if source is not None:
            armies[source] += following.attacker_losses
        armies[target] += following.defender_losses
        view_after = replace(view, owner=tuple(owner), armies=tuple(armies))
        ends = (target,) if source is None else (source, target)
        labels = {end: label_of(view_after, seats, end) for end in ends}
        dice = shown_roll(roll, seats)
        frames.append(
            AnimationFrame(ROLL_SECONDS, dice, labels, territory_colours=colours, fights_on=True)
        )
    return frames[::-1]


def conquest_flash(event: Conquered, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Return frames in which a label changes twice from the victim's colour to the attacker's."""
    order = (event.victim, event.seat, event.victim, event.seat)
    return [_coloured_frame(FLASH_SECONDS, (event.territory,), seat, view, seats) for seat in order]


def elimination_banner(
    event: SeatEliminated, card_count: int, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    """Return frames with a headline for a player who is out: first plain, then struck through."""
    frames = []
    for struck in (False, True):
        loser, winner = seats[event.seat], seats[event.by]
        name = f" {seat_glyph(loser.colour)} {loser.name.upper()} "
        slots = {
            "loser": Text(name, badge_style(loser) + Style(strike=struck)),
            "winner": _badge(winner),
            "cards": Text(pluralize(card_count, "card"), "bold"),
        }
        if event.by == event.seat:
            news = _(" {loser} is out of the game")
        elif card_count:
            news = _(" {loser} is out  ·  {winner} takes {cards}")
        else:
            news = _(" {loser} is out  ·  defeated by {winner}")
        frames.append(AnimationFrame(BANNER_SECONDS, headline=filled_text(news, "bold", **slots)))
    return frames


def _badge(seat: Seat) -> Text:
    return Text(f" {seat_glyph(seat.colour)} {seat.name} ", badge_style(seat))


def owners_after(conquests: Sequence[Conquered], owner: Sequence[int]) -> list[list[int]]:
    """Return the owners of all territories after each conquest; ``owner`` after the last one."""
    result, later = [], list(owner)
    for event in reversed(conquests):
        result.append(later.copy())
        later[event.territory] = event.victim
    return result[::-1]


def continent_banner(
    event: Conquered, owner: Sequence[int], view: View, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    """Return banners for a conquest that completes continents or breaks those of the victim.

    Args:
        event: The conquest.
        owner: The owners of all territories after it.
        view: The view after all events.
        seats: The seats.
    """
    before = list(owner)
    before[event.territory] = event.victim
    changes = (
        (before, _(" {seat} loses {continent} {bonus}")),
        (owner, _(" {seat} holds all of {continent} {bonus}")),
    )
    frames = []
    numbers = view.board.continents_by_territory[event.territory]
    for number, (owners, news) in product(numbers, changes):
        continent = view.board.continents[number]
        holder = continent.holder(owners, view.outside_continents)
        if holder == NO_SEAT or holder not in (event.victim, event.seat):
            continue
        line = filled_text(
            news,
            "bold",
            seat=_badge(seats[holder]),
            continent=Text(continent.name, "bold"),
            bonus=Text(f"{continent.bonus:+}", "bold"),
        )
        highlighted = _coloured_frame(BANNER_SECONDS, continent.territories, holder, view, seats)
        plain = AnimationFrame(BANNER_SECONDS, headline=line)
        frames += [replace(highlighted, headline=line), plain]
    return frames


def mission_banner(event: MissionsShown, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Return banners for the fulfilled missions of a seat, whose territories are highlighted."""
    own, rules = set(view.territories_of(event.seat)), view.rules.missions
    frames = []
    for mission in event.missions:
        goal = rules.goal(view.beaten_by, event.seat, mission)
        wanted = goal.wanted(view, event.seat, view.board)
        held = [land for land in (wanted.named, *wanted.sets) if own.issuperset(land)]
        highlighted = tuple(territory for land in held for territory in land) or tuple(own)
        description = describe_mission(view, mission, seats, event.seat)
        words = _(" has fulfilled a mission: {mission}", mission=description)
        frames += _goal_frames(event.seat, words, highlighted, view, seats)
    return frames


def goal_banner(event: GoalReached, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Return a banner for a goal that a seat has reached, with the seat's land highlighted."""
    sentence = describe_event(event, seats, view.board)
    words = sentence.removeprefix(seats[event.seat].name)
    return _goal_frames(event.seat, words, view.territories_of(event.seat), view, seats)


def _goal_frames(
    seat: int, words: str, highlighted: Sequence[int], view: View, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    line = Text(" ").append_text(_badge(seats[seat])).append(words, "bold")
    coloured = _coloured_frame(BANNER_SECONDS, highlighted, seat, view, seats)
    return [replace(coloured, headline=line), AnimationFrame(BANNER_SECONDS, headline=line)]


def victory_sweep(view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Return frames in which all labels take the winner's colour, continent by continent."""
    frames = []
    taken: tuple[int, ...] = ()
    step = min(SWEEP_SECONDS, MAX_SECONDS / len(view.board.continents))
    for continent in view.board.continents:
        taken += continent.territories
        frames.append(_coloured_frame(step, taken, view.winners[0], view, seats))
    return frames


def _coloured_frame(
    seconds: float, territories: Sequence[int], seat: int, view: View, seats: Sequence[Seat]
) -> AnimationFrame:
    """Return a frame in which the labels of some territories have the colour of a seat."""
    owner = list(view.owner)
    for territory in territories:
        owner[territory] = seat
    coloured = replace(view, owner=tuple(owner))
    labels = {territory: label_of(coloured, seats, territory) for territory in territories}
    colours = dict.fromkeys(territories, seats[seat])
    return AnimationFrame(seconds, labels=labels, label_colours=colours)


def limit_duration(frames: Sequence[AnimationFrame], maximum: float) -> list[AnimationFrame]:
    """Shorten frames so that together they take at most ``maximum`` seconds."""
    total = sum(frame.seconds for frame in frames)
    share = min(1.0, maximum / total) if total else 1.0
    return [replace(frame, seconds=frame.seconds * share) for frame in frames]
