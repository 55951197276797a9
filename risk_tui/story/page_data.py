"""What a page needs of a story to replay it: every moment as a change of the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.data.sanitize import printable
from risk_tui.engine.events import BattleResolved
from risk_tui.story.story import sentences_of
from risk_tui.text.words import SeatName, card_name

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.story.look import Look
    from risk_tui.story.review import Review
    from risk_tui.story.story import Moment, Story
    from risk_tui.story.turning_points import TurningPoint


def page_data(story: Story, look: Look, review: Review | None = None) -> dict[str, Any]:
    """The story as plain data: numbers, lists and clean texts.

    ``steps`` has for each moment ``[changes, text, marks]``: ``changes`` holds three numbers for
    every territory that changed (which, its look, its armies), ``text`` is the step in words. Once
    the game is over ``hands`` has the hands of a moment where any changed. ``looks`` are the pairs
    of colour and glyph that lands have.
    """
    looks: dict[tuple[str, str], int] = {}
    steps: list[list[Any]] = []
    hands: dict[int, list[list[int]]] = {}
    before: list[tuple[int, int]] = []
    for number in range(story.end + 1):
        moment = story.moment(number, is_open=story.is_over)
        lands = _lands(story, moment, look, looks)
        changes = [
            value
            for territory, land in enumerate(lands)
            if not before or land != before[territory]
            for value in (territory, *land)
        ]
        steps.append([changes, printable(" · ".join(sentences_of(story, moment))), _marks(moment)])
        now = [list(hand) for hand in moment.hands]
        if now and (not hands or now != hands[max(hands)]):
            hands[number] = now
        before = lands
    return {
        "seats": [
            {
                "name": printable(seat.name),
                "colour": look.colour(seat.colour),
                "glyph": look.glyph(seat.colour),
            }
            for seat in story.seats
        ],
        "looks": [list(pair) for pair in looks],
        "steps": steps,
        "hands": hands,
        "cards": [printable(card_name(card, story.board)) for card in range(len(story.board.deck))]
        if hands
        else [],
        "turns": [[turn.seat, turn.round, turn.start] for turn in story.turns],
        "series": [
            {
                "title": series.title,
                "unit": series.unit,
                "basis": series.basis,
                "moments": list(series.moments),
                "values": [list(row) for row in series.values],
            }
            for series in story.series
        ],
        "continents": [printable(continent.name) for continent in story.board.continents],
        "holdings": [[each.continent, each.seat, each.start, each.end] for each in story.holdings],
        "points": [[point.start, point.moment] for point in story.turning_points],
        "mistakes": [mistake.moment for mistake in review.mistakes] if review else [],
    }


def point_parts(point: TurningPoint) -> list[tuple[str, int | None]]:
    """A turning point as texts, each with the seat whose name it is, if it is one."""
    return [
        (printable(part) if isinstance(part, SeatName) else part, getattr(part, "seat", None))
        for part in point.parts
    ]


def _lands(
    story: Story, moment: Moment, look: Look, looks: dict[tuple[str, str], int]
) -> list[tuple[int, int]]:
    """The look of every territory, by its number among ``looks``, and its armies."""
    view: View = moment.view
    return [
        (looks.setdefault(look.land(view, story.seats, territory), len(looks)), armies)
        for territory, armies in enumerate(view.armies)
    ]


def _marks(moment: Moment) -> list[int]:
    """The territories that a step was about: a source and a target, or one."""
    if moment.record is None:
        return []
    for event in moment.record.events:
        if isinstance(event, BattleResolved):
            return [end for end in (event.source, event.target) if end is not None]
    return list(moment.record.action.aims)
