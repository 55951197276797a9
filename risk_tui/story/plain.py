"""The story of a game as lines of text, and as data for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _, format_number, headed, join_and, pluralize
from risk_tui.story.moments import PlayerFigures, Series, turn_at
from risk_tui.text.time_phrases import duration
from risk_tui.text.words import card_name
from risk_tui.text.wrapping import align_columns

if TYPE_CHECKING:
    from risk_tui.story.review import Review
    from risk_tui.story.story import Story


def story_page(story: Story) -> list[str]:
    """Return the story as lines of text."""
    lines = [headed(story.name, describe_state(story)) if story.name else describe_state(story)]
    lines += [story.missing] if story.missing else []
    if story.turning_points:
        lines += ["", _("Turning points")]
        lines += [f"  {point.text}" for point in story.turning_points]
    for series in story.series:
        lines += [
            "",
            _("{title} when each round began", title=series.title),
            *_round_lines(story, series),
        ]
        lines += [f"  {series.basis}"] if series.basis else []
    if story.holdings:
        lines += ["", _("Continents"), *_continent_lines(story)]
    return [*lines, "", _("Players"), *_player_lines(story), *_secret_lines(story)]


def story_data(story: Story) -> dict[str, Any]:
    """Return the story as data for programs.

    Moments are numbers of steps, seats and continents are indices.
    """
    return {
        "game": story.name,
        "over": story.is_over,
        "winners": list(story.winners),
        "round": story.turns[-1].round,
        "steps": story.end,
        "missing": story.missing or None,
        "seats": [
            {
                "name": seat.name,
                "colour": seat.colour,
                **{field.name: getattr(tally, field.name) for field in fields(tally)},
                "luck": round(float(tally.luck.luck), 4) if tally.luck.battles else None,
                "mission": list(story.missions[number]) if number < len(story.missions) else [],
                "hand": [_card_key(card, story.board) for card in story.hands[number]]
                if number < len(story.hands)
                else [],
            }
            for number, (seat, tally) in enumerate(zip(story.seats, story.tallies, strict=True))
        ],
        "turning_points": [
            {"step": point.moment, "round": point.round, "text": point.text}
            for point in story.turning_points
        ],
        "series": series_data(story),
        "continents": [each.key for each in story.board.continents],
        "holdings": [
            {
                "continent": holding.continent,
                "seat": holding.seat,
                "from_step": holding.start,
                "to_step": holding.end,
            }
            for holding in story.holdings
        ],
    }


def series_data(story: Story) -> list[dict[str, Any]]:
    """Return the series of a story as data for programs."""
    return [
        {
            "title": series.title,
            "unit": series.unit,
            "basis": series.basis,
            "steps": list(series.moments),
            "values": [list(row) for row in series.values],
        }
        for series in story.series
    ]


def _card_key(card: int, board: Board) -> str:
    """Return the name of a card for programs, in English."""
    territory, symbol = board.deck[card].territory, board.deck[card].short_name
    return symbol if territory is None else f"{board.base_territory(territory).key} ({symbol})"


def describe_state(story: Story) -> str:
    """Describe the result of the game, or how far it has come."""
    round_ = story.turns[-1].round
    rounds = _("round {round}", round=round_) if round_ else _("setting up")
    steps = pluralize(story.end, "step")
    if not story.is_over:
        return _("{round}, {steps} so far", round=rounds, steps=steps)
    winners = join_and([story.seats[seat].name for seat in story.winners])
    return _(
        "won by {winners} in {round}, after {steps}", winners=winners, round=rounds, steps=steps
    )


def _round_lines(story: Story, series: Series) -> list[str]:
    """Return the values of a series when each round began and in the last moment, as a table."""
    rows = [[_("round"), *(seat.name for seat in story.seats)]]
    last = _("at the end") if story.is_over else _("now")
    before = None
    for moment in story.series[0].moments:
        round_ = story.turns[turn_at(story.turns, moment)].round
        is_end = moment == story.end
        if round_ == before and not is_end:
            continue
        before = round_
        values = (series.value(seat, moment) for seat in range(len(story.seats)))
        texts = ["-" if value is None else f"{value:.0f}{series.unit}" for value in values]
        rows.append([last if is_end else str(round_), *texts])
    return _align_columns(rows)


def _continent_lines(story: Story) -> Iterator[str]:
    """Yield a line for each continent: its holders, with the rounds in which they held it."""
    for number, continent in enumerate(story.board.continents):
        spans = []
        for holding in story.holdings:
            if holding.continent == number:
                name = story.seats[holding.seat].name
                first, last = (
                    story.turns[turn_at(story.turns, moment)].round
                    for moment in (holding.start, min(holding.end, story.end))
                )
                if first == last:
                    rounds = _("round {round}", round=first) if first else _("setup")
                elif first:
                    rounds = _("rounds {first} to {last}", first=first, last=last)
                else:
                    rounds = _("setup to round {last}", last=last)
                spans.append(f"{name} ({rounds})")
        yield f"  {continent.name} ({continent.bonus:+}): {', '.join(spans) or _('no player')}"


TABLE_TITLES = (
    *("", N_("took"), N_("gave"), N_("beat"), N_("lost")),
    *(N_("luck"), N_("cards"), N_("sets"), N_("time"), ""),
)
"""The headings of the table of players; the columns of names and results have none."""
TABLE_NOTES = (
    N_(" took/gave: territories · beat/lost: armies in battle · luck: armies"),
    N_(" better than average dice · sets: number traded, armies received"),
)
"""The lines that explain the headings."""


def figure_cells(tally: PlayerFigures) -> dict[str, str]:
    """Return the cells with the figures of a seat, by the titles of their columns."""
    sets = _("{sets} for {armies}", sets=tally.sets, armies=tally.set_armies)
    cells = (
        str(tally.territories_taken),
        str(tally.territories_lost),
        str(tally.armies_beaten),
        str(tally.armies_lost),
        format_number(float(tally.luck.luck), "+.1f") if tally.luck.battles else "",
        str(tally.cards),
        sets if tally.sets else "0",
        duration(tally.seconds) if tally.seconds is not None else "",
    )
    return dict(zip(TABLE_TITLES[1:-1], cells, strict=True))


def _player_lines(story: Story) -> list[str]:
    rows = [[*map(_, TABLE_TITLES)]]
    for number, (seat, tally) in enumerate(zip(story.seats, story.tallies, strict=True)):
        end = tally.exit
        if number in story.winners:
            end = _("won")
        elif tally.out_by is not None:
            by = story.seats[tally.out_by].name
            end = _("out in round {round} by {name}", round=tally.out_in_round, name=by)
        rows.append([seat.name, *figure_cells(tally).values(), end])
    return [*_align_columns(rows), *(f" {_(note)}" for note in TABLE_NOTES)]


def _secret_lines(story: Story) -> Iterator[str]:
    """Yield the missions and hands of all seats; none before the game is over."""
    for number, seat in enumerate(story.seats):
        if number < len(story.missions) and story.missions[number]:
            missions = "; ".join(story.missions[number])
            yield _("  {name}'s mission: {missions}", name=seat.name, missions=missions)
    for number, hand in enumerate(story.hands):
        if hand:
            cards = join_and([card_name(card, story.board) for card in hand])
            name = story.seats[number].name
            yield _("  {name} held at the end: {cards}", name=name, cards=cards)


def _align_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align cells to the right, except for the first column and texts in the last one."""
    last = len(rows[0]) - 1

    def is_right_aligned(number: int, text: str) -> bool:
        return number > 0 and (number < last or text == "-" or text.removeprefix("-").isdigit())

    return [f"  {line}" for line in align_columns(rows, is_right_aligned)]


def review_lines(story: Story, review: Review) -> list[str]:
    """Return the review as lines of text; the costliest mistakes of each seat come first."""
    lines = [_("{name}: the review", name=story.name) if story.name else _("The review")]
    for seat in review.seats:
        name = story.seats[seat].name
        summary = review.summary(seat, name)
        lines += ["", headed(name, summary)]
        lines += [f"  {mistake.text}" for mistake in review.of(seat)]
    others = [seat for seat in range(len(review.dice)) if seat not in review.seats]
    if others:
        points = ", ".join(
            f"{story.seats[seat].name} {100 * review.dice[seat]:+.0f}" for seat in others
        )
        lines += [
            "",
            _(
                "Points won or lost by dice, for players who were not reviewed: {points}",
                points=points,
            ),
        ]
    return [*lines, "", review.basis]


def review_data(story: Story, review: Review) -> dict[str, Any]:
    """Return the review as data for programs; costs are parts of the chance to win (0 to 1)."""
    return {
        "game": story.name,
        "pairs_of_games": review.games,
        "seconds": round(review.seconds, 1),
        "seats": [
            {
                "seat": seat,
                "name": story.seats[seat].name,
                "dice": round(review.dice[seat], 4),
                "decisions": round(-review.cost(seat), 4),
                "looked_at": looked_at,
                "judged": judged,
                "mistakes": [
                    {
                        "step": mistake.moment,
                        "round": mistake.round,
                        "cost": round(mistake.cost, 4),
                        "error": round(mistake.error, 4),
                        "done": mistake.done,
                        "better": mistake.better,
                        "why": mistake.why,
                    }
                    for mistake in review.of(seat)
                ],
            }
            for seat, looked_at, judged in zip(
                review.seats, review.looked_at, review.judged, strict=True
            )
        ],
    }
