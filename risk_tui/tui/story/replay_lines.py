"""What a replay shows of one moment: marks on the map, and the lines round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.geometry import Size

from risk_tui.engine.events import BattleResolved, Moved
from risk_tui.story.story import sentences_of
from risk_tui.text.words import card_name, describe_mission
from risk_tui.tui.map.highlights import Highlight
from risk_tui.tui.panels.continents import continents_lines, continents_short
from risk_tui.tui.panels.dice_display import dice_lines
from risk_tui.tui.panels.layout import roll_display
from risk_tui.tui.panels.log_lines import log_lines
from risk_tui.tui.panels.players import players_lines, share_line
from risk_tui.tui.story.tables import wrapped
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import CALM, DIM, GOLD, HEAD, STRONG, badge_style, seat_style

if TYPE_CHECKING:
    from risk_tui.story.story import Moment, Story

RECENT = 60
"""Records that the log beside the map shows at most."""
_LONG = 30
"""Rows of the panel from which on every continent has one of its own, and dice are big."""


def marks_of(moment: Moment) -> list[Highlight]:
    """What the map marks of a moment: the territories that the last step was about."""
    marks = [Highlight.PLAIN] * len(moment.view.owner)
    ends: tuple[int | None, ...] = ()
    if moment.record is not None:
        battles = [each for each in moment.record.events if isinstance(each, BattleResolved)]
        last = battles[-1] if battles else None
        ends = (last.source, last.target) if last is not None else moment.record.action.aims
    kinds = (Highlight.SOURCE, Highlight.TARGET) if len(ends) > 1 else (Highlight.TARGET,)
    for territory, kind in zip(ends, kinds, strict=False):
        if territory is not None:
            marks[territory] = kind
    return marks


def moves_of(moment: Moment) -> tuple[tuple[int, int], ...]:
    """The armies that moved in the last step, each from where to where: arrows on the map."""
    events = moment.record.events if moment.record is not None else ()
    return tuple((event.source, event.target) for event in events if isinstance(event, Moved))


def earth_of(moment: Moment, shown: int) -> int:
    """The Earth to show: the one on which something happened, or else the one that is shown."""
    marks = enumerate(marks_of(moment))
    marked = next((place for place, mark in marks if mark is Highlight.TARGET), None)
    return shown if marked is None else moment.view.board.earth_of(marked)


def title_line(story: Story, moment: Moment, width: int, playing: str) -> Text:
    """The line at the top: the turn, the step, whether it plays, and how far the game is."""
    line = Text(" ")
    if moment.turn.seat is None:
        line.append("Setting up", HEAD)
    else:
        seat = story.seats[moment.turn.seat]
        line.append(f"Round {moment.turn.round} ", HEAD)
        line.append(f" {seat_glyph(seat.colour)} {seat.name} ", badge_style(seat))
    line.append(f"  step {moment.number} of {story.end}", STRONG)
    line.append(f"  {playing}" if playing else "", GOLD)
    if moment.is_open:
        line.append("  all hands open", GOLD)
    room = width - line.cell_len - 3
    if room >= 10:
        done = room * moment.number // story.end if story.end else room
        bar = Text("  ").append("━" * done, GOLD).append("─" * (room - done), DIM)
        for point in story.turning_points:
            column = 2 + min(room * point.moment // max(story.end, 1), room - 1)
            bar = (
                bar[:column]
                .append("•", GOLD if column < done + 2 else CALM)
                .append_text(bar[column + 1 :])
            )
        line.append_text(bar)
    return line


def step_line(story: Story, moment: Moment, width: int) -> Text:
    """What the last step was, as a sentence in one line; of a turning point, that.

    Where a damaged game begins and where it breaks off: what is missing.
    """
    if story.missing and moment.number in (0, story.end):
        return Text(f" {story.missing}", CALM)
    points = [point for point in story.turning_points if point.moment == moment.number]
    if points:
        return Text(" " + " · ".join("".join(point.parts) for point in points), GOLD)
    if moment.record is None:
        return Text(" The game begins", CALM)
    line = Text(" " + " · ".join(sentences_of(story, moment)), CALM)
    line.truncate(width, overflow="ellipsis")
    return line


def side_lines(story: Story, moment: Moment, size: Size, names: tuple[str, ...]) -> list[Text]:
    """The lines beside the map: players, continents, dice, open hands, the log."""
    view, seats, width = moment.view, story.seats, size.width
    long = size.height >= _LONG
    continents = continents_lines if long else continents_short
    gap = [Text()] if long else []
    lines = [
        *players_lines(view, seats, width),
        share_line(view, seats, width),
        *gap,
        *continents(view, seats, width),
        *gap,
        *_dice(story, moment, width, big=long),
    ]
    if moment.is_open:
        lines += [*_hands(story, moment, width, names), *gap]
    lines.append(Text(" LOG", HEAD))
    recent = story.records[max(moment.number - RECENT, 0) : moment.number]
    return lines + log_lines(recent, seats, view, Size(width, size.height - len(lines)))


def _dice(story: Story, moment: Moment, width: int, *, big: bool) -> list[Text]:
    """The dice that the step rolled last, if it rolled any, and else as many empty rows."""
    events = moment.record.events if moment.record is not None else ()
    for event in reversed(events):
        if isinstance(event, BattleResolved) and event.attack_dice:
            return dice_lines(roll_display(event, story.seats), width, big=big)
    return [Text()] * (3 if big else 1)


def _hands(story: Story, moment: Moment, width: int, names: tuple[str, ...]) -> list[Text]:
    """Everybody's cards and missions, in a few lines each."""
    lines = [Text(" HANDS", HEAD)]
    narrow = width < 34
    for number, hand in enumerate(moment.hands):
        if moment.view.status[number] != "playing":
            continue
        seat = story.seats[number]
        line = Text(f" {seat_glyph(seat.colour)} ", seat_style(seat))
        deck = [story.board.deck[card] for card in hand]
        territories = story.board.territories
        if narrow:
            shown = [
                f"{territories[card.territory].code if card.territory is not None else '★'}"
                f"{card.symbol[0]}"
                for card in deck
            ]
            line.append(" ".join(shown) or "no cards", CALM)
        else:
            cards = ", ".join(card_name(card, story.board) for card in hand)
            line.append(cards or "no cards", CALM)
        for mission in moment.missions[number]:
            line.append(f"; {describe_mission(moment.view, mission, story.seats, number)}", DIM)
        lines += wrapped(line, width, names)
    return lines
