"""The frames of animations: falling dice, a conquest, a continent, a mission, a victory.

A frame is what is shown for a moment over a screen that is already drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import NOBODY
from risk_tui.text.record_lines import describe_event
from risk_tui.text.words import describe_mission, pluralize
from risk_tui.tui.map.highlights import label_of, texture
from risk_tui.tui.panels.dice_display import DiceDisplay
from risk_tui.tui.panels.side_panel import roll_display
from risk_tui.tui.theme.palette import readable_foreground, seat_glyph, seat_rgb, tint
from risk_tui.tui.theme.styles import badge_style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from risk_tui.engine.events import (
        BattleResolved,
        Conquered,
        GoalReached,
        MissionsShown,
        SeatEliminated,
    )
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.tui.map.renderer import TerritoryStyle

TUMBLE_SECONDS, FLASH_SECONDS, BANNER_SECONDS, SWEEP_SECONDS = 0.08, 0.12, 0.6, 0.1
"""Seconds of a frame: falling dice, a conquest, a great event, a victory."""

ROLL_SECONDS = 0.12
"""Seconds of a roll of a fight that goes on."""

MAX_SECONDS = 0.7
"""Seconds that dice and a conquest may take."""


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    """What an animation shows over the screen for some ``seconds``.

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
    for _ in range(3):
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
    """Frames in which a label changes twice from the old owner's colour to the new one's."""
    order = (event.victim, event.seat, event.victim, event.seat)
    return [_coloured_frame(FLASH_SECONDS, (event.territory,), seat, view, seats) for seat in order]


def elimination_banner(
    event: SeatEliminated, card_count: int, seats: Sequence[Seat]
) -> list[AnimationFrame]:
    """Frames with a headline for a player who is out: first plain, then struck through."""
    frames = []
    for struck in (False, True):
        loser, winner = seats[event.seat], seats[event.by]
        line = Text(" ")
        name = f" {seat_glyph(loser.colour)} {loser.name.upper()} "
        line.append(name, badge_style(loser) + Style(strike=struck)).append(" is out  ·  ", "bold")
        line.append(f" {seat_glyph(winner.colour)} {winner.name} ", badge_style(winner))
        cards = f" takes {pluralize(card_count, 'card')}" if card_count else " did it"
        frames.append(AnimationFrame(BANNER_SECONDS, headline=line.append(cards, "bold")))
    return frames


def continent_banner(event: Conquered, view: View, seats: Sequence[Seat]) -> list[AnimationFrame]:
    """Frames with a headline and a lit continent, if a conquest completes or breaks it; or none."""
    number = view.board.territories[event.territory].continent
    continent = view.board.continents[number]
    before = list(view.owner)
    before[event.territory] = event.victim
    frames = []
    for owner, deed in ((before, "loses"), (view.owner, "holds all of")):
        holder = continent.holder(owner, view.outside_continents)
        if holder == NOBODY or holder not in (event.victim, event.seat):
            continue
        line = Text(" ")
        line.append(
            f" {seat_glyph(seats[holder].colour)} {seats[holder].name} ", badge_style(seats[holder])
        )
        line.append(f" {deed} {continent.name} +{continent.bonus}", "bold")
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
        words = f" has fulfilled a mission: {describe_mission(view, mission, seats, event.seat)}"
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
