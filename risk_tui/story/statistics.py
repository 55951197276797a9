"""The statistics of all players of the saved games, their ratings, and both as text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.data.clean_text import printable
from risk_tui.data.extras import install_command
from risk_tui.data.language import N_, _, format_number, headed, ngettext, pluralize
from risk_tui.errors import RiskError
from risk_tui.rules.titles import translated_title
from risk_tui.table.seats import PERSON, ascii_names, comparable_name, spell_copies
from risk_tui.text.wrapping import columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from risk_tui.story.results import ResultArchive, SavedResult, SeatResult


PlayerKey: TypeAlias = tuple[bool, str]
"""True for a person, and the name: a person's own, in lower case, or a bot's id."""


@dataclass(slots=True)
class WinCount:
    """The number of finished games, of those won, and of those that equal players would win.

    ``expected`` is the average of a player as good as the others at each table.
    """

    games: int = 0
    wins: int = 0
    expected: Fraction = Fraction()

    def add(self, seats: int, *, won: bool) -> None:
        """Count a finished game with a number of seats."""
        self.games += 1
        self.wins += won
        self.expected += Fraction(1, seats)


@dataclass(slots=True)
class Rivalry:
    """The finished games against one other player: which of the two was placed higher."""

    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(slots=True)
class PlayerStatistics:
    """The figures of one player. A bot counts by its id, whatever its seats are called.

    ``games``, luck and continents count all games, the other figures only finished ones.
    """

    name: str
    is_person: bool
    games: int = 0
    total: WinCount = field(default_factory=WinCount)
    by_ruleset: dict[str, WinCount] = field(default_factory=dict)
    by_seats: dict[int, WinCount] = field(default_factory=dict)
    rivals: dict[PlayerKey, Rivalry] = field(default_factory=dict)
    rounds: int = 0
    """The total of rounds in finished games."""
    seconds: float | None = None
    """The total time of decisions; ``None`` if it was not counted."""
    luck: float = 0.0
    """The luck of all dice in armies (``risk_tui.odds.luck``)."""
    dice: int = 0
    held: Counter[str] = field(default_factory=Counter)
    """For each continent, the player's turns at whose start it was held."""
    last_played: str = ""
    """The start of the last game (ISO 8601, UTC)."""

    @property
    def favourite(self) -> str:
        """The continent that was held in the most turns; empty if none was."""
        return min(self.held, key=lambda name: (-self.held[name], name), default="")

    @property
    def mean_rounds(self) -> float | None:
        """The mean length of a finished game in rounds."""
        return self.rounds / self.total.games if self.total.games else None


def key_of(seat: SeatResult) -> PlayerKey:
    """Return the player that a seat counts for."""
    if seat.player == PERSON:
        return True, seat.name.casefold()
    return False, seat.player


def player_statistics(results: Iterable[SavedResult]) -> dict[PlayerKey, PlayerStatistics]:
    """Return the statistics of all players: persons before bots, most games first.

    If a bot has several seats in a game, each of them counts as a game.
    """
    players: dict[PlayerKey, PlayerStatistics] = {}
    for result in results:
        for seat in result.seats:
            key = key_of(seat)
            name = seat.name if seat.player == PERSON else seat.player
            player = players.setdefault(key, PlayerStatistics(name, seat.player == PERSON))
            player.name = name
            _add(player, result, seat)
    order = sorted(players, key=lambda key: (not key[0], -players[key].games, key[1]))
    return {key: players[key] for key in order}


def _add(player: PlayerStatistics, result: SavedResult, seat: SeatResult) -> None:
    player.games += 1
    player.luck += seat.luck
    player.dice += seat.dice
    player.held.update(seat.held)
    player.last_played = max(player.last_played, result.created)
    if seat.seconds is not None:
        player.seconds = (player.seconds or 0.0) + seat.seconds
    if not result.is_over:
        return
    player.rounds += result.rounds
    won, seats = seat.place == 1, len(result.seats)
    for count in (
        player.total,
        player.by_ruleset.setdefault(result.ruleset, WinCount()),
        player.by_seats.setdefault(seats, WinCount()),
    ):
        count.add(seats, won=won)
    own = key_of(seat)
    for other in result.seats:
        if key_of(other) != own:
            rivalry = player.rivals.setdefault(key_of(other), Rivalry())
            rivalry.games += 1
            rivalry.ahead += seat.place < other.place
            rivalry.behind += seat.place > other.place


def find_player(players: Mapping[PlayerKey, PlayerStatistics], name: str) -> PlayerKey:
    """Find the player of this name, or whose name begins so, in either spelling.

    A person comes before a computer player, and the player's own spelling before the one in ASCII.

    Raises:
        RiskError: If there is none, or more than one.
    """
    wanted = comparable_name(name)
    own = {key: comparable_name(key[1]) for key in players}
    plain = ascii_names([player.name for player in players.values()])
    spelled = dict(zip(players, map(comparable_name, plain), strict=True))
    fits: Sequence[Callable[[PlayerKey], bool]] = (
        lambda key: own[key] == wanted,
        lambda key: spelled[key] == wanted,
        lambda key: own[key].startswith(wanted) or spelled[key].startswith(wanted),
    )
    for fit in fits:
        for is_person in (True, False):
            found = [key for key in players if key[0] == is_person and fit(key)]
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(players[key].name for key in found)
                raise RiskError(_("{name!r} may be any of {names}", name=name, names=names))
    names = ", ".join(player.name for player in players.values()) or _("none yet")
    raise RiskError(
        _(
            "no player called {name!r} is in the saved games; there are: {names}",
            name=name,
            names=names,
        )
    )


class Rating(NamedTuple):
    """The strength of a player; 25 is the start.

    The true strength is within ``error`` of ``mean`` with a chance of 95 %.
    """

    mean: float
    error: float


def has_ratings() -> bool:
    """Return True if the library is installed."""
    return find_spec("openskill") is not None


def ratings(results: Iterable[SavedResult]) -> dict[PlayerKey, Rating]:
    """Return the ratings after all finished games, the oldest first; none without the library.

    All places count (the model of Plackett and Luce). A player with several seats at a table is
    rated by their mean.
    """
    if not has_ratings():
        return {}
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    known: dict[PlayerKey, PlackettLuceRating] = {}
    for result in results:
        if not result.is_over or len(result.seats) < 2:
            continue
        keys = [key_of(seat) for seat in result.seats]
        teams = [[known.get(key) or model.rating()] for key in keys]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in result.seats])
        for key in dict.fromkeys(keys):
            own = [team[0] for other, team in zip(keys, rated, strict=True) if other == key]
            mean = sum(each.mu for each in own) / len(own)
            spread = sum(each.sigma for each in own) / len(own)
            known[key] = model.rating(mu=mean, sigma=spread)
    return {key: Rating(each.mu, 2 * each.sigma) for key, each in known.items()}


NOTHING = "–"
"""The text for a missing number."""
_GAP = 2
_HEADINGS = (
    *("", N_("games"), N_("won"), N_("expected"), N_("rating")),
    *(N_("rounds"), N_("luck"), N_("often held"), N_("time")),
)


class TableColumns(NamedTuple):
    """Some columns of a table: their headings and lines, the headings first."""

    headings: tuple[str, ...]
    lines: list[str]


class Statistics(NamedTuple):
    """The statistics of the saved games."""

    archive: ResultArchive
    players: Mapping[PlayerKey, PlayerStatistics]
    ratings: Mapping[PlayerKey, Rating]

    @classmethod
    def of(cls, archive: ResultArchive) -> Statistics:
        """Return the statistics of all games that were read."""
        results = archive.results
        return cls(archive, player_statistics(results), ratings(results))

    def spelled(self, *, ascii: bool) -> Statistics:
        """Return the same with players named as they named themselves or in ASCII."""
        players = spell_copies(self.players.values(), ascii=ascii)
        return self._replace(players=dict(zip(self.players, players, strict=True)))


def all_players(statistics: Statistics, width: int) -> list[str]:
    """Return tables of all players in ``width`` columns, with notes."""
    tables = _stacked(player_tables(statistics, width))
    return [title(statistics.archive), "", *tables, *([""] if tables else []), *notes(statistics)]


def player_tables(statistics: Statistics, width: int) -> list[TableColumns]:
    """Split the table of all players into as few as fit its width; none without players."""
    if not statistics.players:
        return []
    rows = [_row(player, statistics.ratings.get(key)) for key, player in statistics.players.items()]
    headings = list(map(_, _HEADINGS))
    if not statistics.ratings:
        for row in (headings, *rows):
            del row[_HEADINGS.index("rating")]
    return _tables(headings, rows, width)


def one_player(statistics: Statistics, key: PlayerKey, width: int) -> list[str]:
    """Return the page of one player in ``width`` columns."""
    player = statistics.players[key]
    lines = [headed(printable(player.name), pluralize(player.games, "game")), ""]
    lines += _facts(player, statistics.ratings.get(key))
    for heading, rows in (
        (
            _("ruleset"),
            ((translated_title(title), count) for title, count in player.by_ruleset.items()),
        ),
        (_("players"), ((str(seats), count) for seats, count in sorted(player.by_seats.items()))),
    ):
        lines += _counts(heading, rows, width)
    rivals = [
        [
            printable(statistics.players[other].name),
            *map(str, (rivalry.games, rivalry.ahead, rivalry.behind)),
        ]
        for other, rivalry in sorted(player.rivals.items(), key=lambda each: -each[1].games)
    ]
    if rivals:
        lines += ["", *_table([_("against"), _("met"), _("ahead"), _("behind")], rivals, width)]
    if player.held:
        held = [
            [printable(name), format_number(turns)] for name, turns in player.held.most_common()
        ]
        lines += ["", *_table([_("continent"), _("turns begun with it")], held, width)]
    return lines


def title(archive: ResultArchive) -> str:
    """Return the number of games, and of those that are over."""
    over = sum(result.is_over for result in archive.results)
    games = pluralize(len(archive.results), "saved game")
    return _("{games}, {number} of them over", games=games, number=over)


def notes(statistics: Statistics) -> list[str]:
    """Return notes about the figures, and about games that are left out."""
    if not statistics.players:
        return [_("No game can be counted yet."), *_problems(statistics.archive)]
    lines = [_("Expected: wins if all players were equally good.")]
    if statistics.ratings:
        lines.append(_("Rating: starts at 25, with a 95 % interval."))
    elif not has_ratings():
        command = install_command("ratings")
        lines.append(_("Ratings need the package openskill: {command}.", command=command))
    return lines + _problems(statistics.archive)


def _problems(archive: ResultArchive) -> list[str]:
    lines = [
        _("Not counted: {game}: {problem}", game=printable(name), problem=problem)
        for name, problem in archive.problems
    ]
    if archive.copies:
        copies = ngettext(
            "Not counted: {number} copy of another game with no moves of its own.",
            "Not counted: {number} copies of other games with no moves of its own.",
            archive.copies,
        )
        lines.insert(0, copies)
    return lines


def _row(player: PlayerStatistics, rating: Rating | None) -> list[str]:
    return [
        printable(player.name),
        str(player.games),
        _("{won} of {games}", won=player.total.wins, games=player.total.games)
        if player.total.games
        else NOTHING,
        _expected(player.total),
        _rating(rating),
        NOTHING if player.mean_rounds is None else f"{player.mean_rounds:.0f}",
        format_number(player.luck, "+.1f") if player.dice else NOTHING,
        printable(player.favourite) or NOTHING,
        _time(player.seconds),
    ]


def _facts(player: PlayerStatistics, rating: Rating | None) -> list[str]:
    total = player.total
    told = _("Won {won} of {games} that are over; {expected} were expected.")
    facts = [told.format(won=total.wins, games=total.games, expected=_expected(total))]
    if rating is not None:
        facts.append(_("Rating {rating}.", rating=_rating(rating)))
    if player.mean_rounds is not None:
        facts.append(
            _(
                "A game took {rounds} rounds on average.",
                rounds=format_number(player.mean_rounds, ".1f"),
            )
        )
    if player.dice:
        told = _("Luck: {armies} armies with {dice} dice.")
        facts.append(
            told.format(armies=format_number(player.luck, "+.1f"), dice=format_number(player.dice))
        )
    if player.seconds is not None:
        facts.append(_("Time taken for all decisions: {time}.", time=_time(player.seconds)))
    return facts


def _counts(heading: str, counts: Iterable[tuple[str, WinCount]], width: int) -> list[str]:
    rows = [
        [printable(label), str(count.games), str(count.wins), _expected(count)]
        for label, count in counts
    ]
    return ["", *_table([heading, _("over"), _("won"), _("expected")], rows, width)] if rows else []


def _expected(count: WinCount) -> str:
    return format_number(float(count.expected), ".1f") if count.games else NOTHING


def _rating(rating: Rating | None) -> str:
    if rating is None:
        return NOTHING
    return " ± ".join(format_number(each, ".1f") for each in (rating.mean, rating.error))


def _time(seconds: float | None) -> str:
    """Format a time in hours and minutes; a short one in seconds.

    >>> _time(None), _time(42.3), _time(7500)
    ('–', '42 s', '2 h 05 min')
    """
    if seconds is None:
        return NOTHING
    minutes = round(seconds / 60)
    if minutes < 2:
        return _("{seconds} s", seconds=f"{seconds:.0f}")
    if minutes < 60:
        return _("{minutes} min", minutes=minutes)
    return _("{hours} h {minutes} min", hours=minutes // 60, minutes=f"{minutes % 60:02}")


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table, and below it the columns that did not fit."""
    return _stacked(_tables(headings, rows, width))


def _stacked(tables: Sequence[TableColumns]) -> list[str]:
    """Return the lines of tables, with a blank one between two."""
    return list(chain.from_iterable(["", *table.lines] for table in tables))[1:]


def _tables(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> list[TableColumns]:
    """Split columns into as few tables as fit ``width``, each with the first column."""
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
    """Return the width of a table of these columns."""
    return sum(max(map(columns, column)) for column in shown) + _GAP * (len(shown) - 1)


def _cells(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Pad the cells of a row: the first to the left, numbers to the right."""
    for number, (cell, width) in enumerate(zip(line, widths, strict=True)):
        blanks = " " * (width - columns(cell))
        yield f"{blanks}{cell}" if number else f"{cell}{blanks}"
