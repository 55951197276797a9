"""The statistics of saved games as lines of text: of everybody, and of one player."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.sanitize import printable
from risk_tui.story.player_statistics import player_statistics
from risk_tui.story.ratings import HOW_TO_HAVE, has_ratings, ratings
from risk_tui.text.words import pluralize
from risk_tui.text.wrapping import columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from risk_tui.story.player_statistics import PlayerKey, PlayerStatistics, Rivalry, WinCount
    from risk_tui.story.ratings import Rating
    from risk_tui.story.result_cache import ResultArchive

NOTHING = "–"
"""What stands where there is no number."""
_GAP = 2
_HEADINGS = ("", "games", "won", "expected", "rating", "rounds", "luck", "often held", "time")


class TableColumns(NamedTuple):
    """Some columns of a table: their headings, and its lines, of which these are the first."""

    headings: tuple[str, ...]
    lines: list[str]


class Statistics(NamedTuple):
    """All that is told of the saved games."""

    archive: ResultArchive
    players: Mapping[PlayerKey, PlayerStatistics]
    ratings: Mapping[PlayerKey, Rating]

    @classmethod
    def of(cls, archive: ResultArchive) -> Statistics:
        """The statistics of all games that were read."""
        results = archive.results
        return cls(archive, player_statistics(results), ratings(results))


def everybody(statistics: Statistics, width: int) -> list[str]:
    """Tables of all players that fit in ``width`` columns, and notes on them."""
    tables = _stacked(player_tables(statistics, width))
    return [title(statistics.archive), "", *tables, *([""] if tables else []), *notes(statistics)]


def player_tables(statistics: Statistics, width: int) -> list[TableColumns]:
    """The columns of all players in as many tables as their width takes; none without players."""
    if not statistics.players:
        return []
    rows = [_row(player, statistics.ratings.get(key)) for key, player in statistics.players.items()]
    headings = list(_HEADINGS)
    if not statistics.ratings:
        for row in (headings, *rows):
            del row[_HEADINGS.index("rating")]
    return _tables(headings, rows, width)


def one_player(statistics: Statistics, key: PlayerKey, width: int) -> list[str]:
    """The page of one player that fits in ``width`` columns."""
    player = statistics.players[key]
    lines = [f"{printable(player.name)}: {pluralize(player.games, 'game')}", ""]
    lines += _facts(player, statistics.ratings.get(key))
    for heading, rows in (
        ("ruleset", player.by_ruleset.items()),
        ("players", ((str(seats), count) for seats, count in sorted(player.by_seats.items()))),
    ):
        lines += _counts(heading, rows, width)
    rivals = [
        _rival_row(statistics.players[other], rivalry)
        for other, rivalry in sorted(player.rivals.items(), key=lambda each: -each[1].games)
    ]
    if rivals:
        lines += ["", *_table(["against", "met", "ahead", "behind"], rivals, width)]
    if player.held:
        held = [[printable(name), f"{turns:,}"] for name, turns in player.held.most_common()]
        lines += ["", *_table(["continent", "turns begun with it"], held, width)]
    return lines


def title(archive: ResultArchive) -> str:
    """How many games are counted, and how many of these are over."""
    over = sum(result.is_over for result in archive.results)
    return f"{pluralize(len(archive.results), 'saved game')}, {over} of them over"


def notes(statistics: Statistics) -> list[str]:
    """What the numbers mean, and which games are left out."""
    if not statistics.players:
        return ["No game can be counted yet.", *_problems(statistics.archive)]
    lines = ["Expected: what everybody would win if all were equally good."]
    if statistics.ratings:
        lines.append("Rating: everybody begins at 25; the true one is within the range at 95 %.")
    elif not has_ratings():
        lines.append(f"{HOW_TO_HAVE}.")
    return lines + _problems(statistics.archive)


def _problems(archive: ResultArchive) -> list[str]:
    lines = [f"Not counted: {printable(name)}: {problem}" for name, problem in archive.problems]
    if archive.copies:
        lines.insert(0, f"Not counted: {_copies(archive.copies)}, with nothing of its own.")
    return lines


def _copies(number: int) -> str:
    return "1 copy of another game" if number == 1 else f"{number} copies of other games"


def _row(player: PlayerStatistics, rating: Rating | None) -> list[str]:
    return [
        printable(player.name),
        str(player.games),
        f"{player.total.wins} of {player.total.games}" if player.total.games else NOTHING,
        _expected(player.total),
        _rating(rating),
        NOTHING if player.mean_rounds is None else f"{player.mean_rounds:.0f}",
        f"{player.luck:+.1f}" if player.dice else NOTHING,
        printable(player.favourite) or NOTHING,
        _time(player.seconds),
    ]


def _facts(player: PlayerStatistics, rating: Rating | None) -> list[str]:
    total = player.total
    facts = [f"Won {total.wins} of {total.games} that are over; {_expected(total)} were expected."]
    if rating is not None:
        facts.append(f"Rating {_rating(rating)}.")
    if player.mean_rounds is not None:
        facts.append(f"A game took {player.mean_rounds:.1f} rounds on average.")
    if player.dice:
        facts.append(f"Luck: {player.luck:+.1f} armies with {player.dice:,} dice.")
    if player.seconds is not None:
        facts.append(f"Time taken for all decisions: {_time(player.seconds)}.")
    return facts


def _counts(heading: str, counts: Iterable[tuple[str, WinCount]], width: int) -> list[str]:
    rows = [
        [printable(label), str(count.games), str(count.wins), _expected(count)]
        for label, count in counts
    ]
    return ["", *_table([heading, "over", "won", "expected"], rows, width)] if rows else []


def _rival_row(other: PlayerStatistics, rivalry: Rivalry) -> list[str]:
    return [printable(other.name), str(rivalry.games), str(rivalry.ahead), str(rivalry.behind)]


def _expected(count: WinCount) -> str:
    return f"{float(count.expected):.1f}" if count.games else NOTHING


def _rating(rating: Rating | None) -> str:
    return NOTHING if rating is None else f"{rating.mean:.1f} ± {rating.error:.1f}"


def _time(seconds: float | None) -> str:
    """A time in hours and minutes; in seconds where it is short.

    >>> _time(None), _time(42.3), _time(7500)
    ('–', '42 s', '2 h 05 min')
    """
    if seconds is None:
        return NOTHING
    minutes = round(seconds / 60)
    if minutes < 2:
        return f"{seconds:.0f} s"
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of a table, and below it the columns that had no room."""
    return _stacked(_tables(headings, rows, width))


def _stacked(tables: Sequence[TableColumns]) -> list[str]:
    """The lines of tables below one another, with a blank one between two."""
    return list(chain.from_iterable(["", *table.lines] for table in tables))[1:]


def _tables(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> list[TableColumns]:
    """The columns in as few tables as have room in ``width``, each with the first of them."""
    first, *others = zip(headings, *rows, strict=True)
    tables: list[TableColumns] = []
    while others:
        shown = [first, others.pop(0)]
        while others and _width([*shown, others[0]]) <= width:
            shown.append(others.pop(0))
        widths = [max(map(columns, column)) for column in shown]
        lines = [
            (" " * _GAP).join(_cells(line, widths)).rstrip() for line in zip(*shown, strict=True)
        ]
        tables.append(TableColumns(tuple(column[0] for column in shown[1:]), lines))
    return tables


def _width(shown: Sequence[Sequence[str]]) -> int:
    """How wide a table of these columns is."""
    return sum(max(map(columns, column)) for column in shown) + _GAP * (len(shown) - 1)


def _cells(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The cells of a row, filled up: the first to the left, numbers to the right."""
    for number, (cell, width) in enumerate(zip(line, widths, strict=True)):
        blanks = " " * (width - columns(cell))
        yield f"{blanks}{cell}" if number else f"{cell}{blanks}"
