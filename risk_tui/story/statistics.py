"""The statistics and ratings of all players in the saved games, and their text.

They are computed from the results of the games, which are cached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from risk_tui.data.clean_text import printable
from risk_tui.data.environment import install_command
from risk_tui.data.language import N_, _, format_number, headed, ngettext, pluralize
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.records import Record
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import places_of
from risk_tui.odds.luck import dice_of_seats
from risk_tui.rules.titles import translated_title
from risk_tui.saves.folder import saved_games
from risk_tui.saves.journals import file_stat, journal_files
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.cache import Cache
from risk_tui.story.moments import seat_exits
from risk_tui.table.dice_archive import CopyFinder, origin_of, step_digests, steps_with_chance
from risk_tui.table.ledger import Ledger
from risk_tui.table.seats import PERSON, ascii_names, comparable_name, spell_copies
from risk_tui.text.wrapping import GAP, align_columns, columns


class SeatResult(BaseModel):
    """The result of a game for one of its seats.

    ``player`` is the seat's first player: ``person`` or the id of a bot. ``place`` is 1 for a
    winner. Seats that left the game are placed by the order in which they left; all remaining ones
    share a place. ``luck`` is in armies, ``dice`` the number of dice rolled. ``held`` counts, for
    each continent, the turns of the seat at whose start it held the continent. ``seconds`` is the
    time of its decisions; ``None`` if unknown.
    """

    # An edited file in the cache must not make the sums of a player infinite.
    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    name: str
    player: str
    place: int
    luck: float
    dice: int
    held: dict[str, int]
    seconds: float | None


class SavedResult(BaseModel):
    """The result of a saved game.

    ``created`` is the start of the game (ISO 8601, UTC). ``origin``, ``digests`` and
    ``with_chance`` identify copies (see ``risk_tui.table.dice_archive``).
    """

    model_config = ConfigDict(frozen=True)

    name: str
    created: str
    ruleset: str
    board: str
    is_over: bool
    rounds: int
    seats: tuple[SeatResult, ...]
    origin: str
    digests: str
    with_chance: int


RESULTS = Cache("results", SavedResult)
"""The cache of results."""


def read_result(path: Path) -> SavedResult:
    """Read the result of a saved game, without changing the file.

    Raises:
        RiskError: If it can't be read.
    """
    with closing(SaveFile.open(path, mode="ro")) as save:
        log, seconds = Ledger.read(save).log, save.seconds()
    records, players = log.records, log.players
    view = log.game.view(None)
    left = seat_exits(event for record in records for event in record.events)
    places = places_of(len(players), view.winners, [[seat] for seat in left])
    luck = dice_of_seats(
        (event for record in log.public_records() for event in record.events),
        len(log.seats),
        view.owner,
    )
    # If the board is hidden from players, holdings are secret until the game is over.
    is_secret = log.hides_board and log.game.decision is not None
    held = _turns_held(log.setup, () if is_secret else records)
    return SavedResult(
        name=path.stem,
        created=log.header.created,
        ruleset=log.setup.ruleset.title,
        board=log.setup.board.title,
        is_over=bool(view.winners) or view.decision is None,
        rounds=view.round,
        seats=tuple(
            SeatResult(
                name=seat.name,
                player=seat.first,
                place=places[number],
                luck=float(luck[number].luck),
                dice=luck[number].dice,
                held=dict(held[number]),
                seconds=seconds[number] if number < len(seconds) else None,
            )
            for number, seat in enumerate(players)
        ),
        origin=origin_of(log.header),
        digests=step_digests(records),
        with_chance=steps_with_chance(records),
    )


def _turns_held(setup: GameSetup, records: Sequence[Record]) -> list[Counter[str]]:
    """Count, for each seat and continent, the turns at whose start it held the continent."""
    game = Game(setup)
    held: list[Counter[str]] = [Counter() for _ in range(setup.seats)]
    for record in records:
        game.replay_step(record.seat, record.action, record.chance)
        for event in record.events:
            if isinstance(event, TurnBegan) and event.seat < setup.seats:
                view = game.view(None, clear=True)
                for continent in setup.board.continents:
                    if continent.holder(view.owner, view.outside_continents) == event.seat:
                        held[event.seat][continent.name] += 1
    return held


@dataclass(slots=True)
class ResultArchive:
    """The results of the games in a folder.

    ``done`` of ``files`` have been read. ``results`` are ordered by the start of the game.
    ``copies`` counts games that add nothing to another copy. ``problems`` are the names of
    unreadable games, and the reasons.
    """

    files: int
    done: int
    results: list[SavedResult]
    copies: int
    problems: list[tuple[str, str]]


def read_results() -> Iterator[ResultArchive]:
    """Read the results of all saved games.

    Yields:
        The same archive, at first empty and then after every file, so that callers can show
        progress. ``results`` and ``copies`` are empty until all files are read.

    Raises:
        SaveError: If the folder of saved games can't be read.
    """
    paths = [game.path for game in saved_games()]
    archive = ResultArchive(len(paths), 0, [], 0, [])
    results: list[SavedResult] = []
    yield archive
    for path in paths:
        try:
            states = [file_stat(file) for file in (path, journal_files(path)[0])]
            sources = (str(path), str(states))
            result = RESULTS.read(sources)
            if result is None:
                result = read_result(path)
                RESULTS.write(sources, result)
        except (RiskError, OSError) as error:
            archive.problems.append((path.stem, printable(error)))
        else:
            results.append(result)
        archive.done += 1
        yield archive
    _add_without_copies(archive, results)
    yield archive


def _add_without_copies(archive: ResultArchive, results: list[SavedResult]) -> None:
    """Add results to an archive without copies; of two copies the longer one counts."""
    copies = CopyFinder()
    for result in sorted(results, key=lambda result: len(result.digests), reverse=True):
        shared = copies.steps_known(result.origin, result.digests, result.with_chance)
        if shared is None:
            archive.copies += 1
            continue
        if shared:
            # Dice of shared steps count for the longer copy.
            seats = (seat.model_copy(update={"luck": 0.0, "dice": 0}) for seat in result.seats)
            result = result.model_copy(update={"seats": tuple(seats)})
        archive.results.append(result)
    archive.results.sort(key=lambda result: result.created)


PlayerKey: TypeAlias = tuple[bool, str]
"""True and the name in lower case for a person; False and the id for a bot."""


@dataclass(slots=True)
class WinCount:
    """Counts of finished games, of wins and of expected wins.

    ``expected`` is the number of wins if all players at each table were equally good.
    """

    games: int = 0
    wins: int = 0
    expected: Fraction = Fraction()

    def add(self, seats: int, *, won: bool) -> None:
        """Count a finished game at a table with ``seats`` seats."""
        self.games += 1
        self.wins += won
        self.expected += Fraction(1, seats)


@dataclass(slots=True)
class Rivalry:
    """The finished games against another player; each seat of a bot counts as a game.

    ``ahead`` and ``behind`` count those in which the player was placed better or worse than it.
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(slots=True)
class PlayerStatistics:
    """The figures of one player.

    All seats of a bot count together, regardless of their names. ``games``, luck, time and
    continents include unfinished games, the other figures only finished ones.
    """

    name: str
    is_person: bool
    games: int = 0
    total: WinCount = field(default_factory=WinCount)
    by_ruleset: dict[str, WinCount] = field(default_factory=dict)
    by_seats: dict[int, WinCount] = field(default_factory=dict)
    rivals: dict[PlayerKey, Rivalry] = field(default_factory=dict)
    rounds: int = 0
    """The total number of rounds in finished games."""
    seconds: float | None = None
    """The total time of decisions in seconds; ``None`` if unknown."""
    luck: float = 0.0
    """The luck of all dice in armies (see ``risk_tui.odds.luck``)."""
    dice: int = 0
    held: Counter[str] = field(default_factory=Counter)
    """For each continent, the number of turns that the player started with it."""
    last_played: str = ""
    """The start of the last game (ISO 8601, UTC)."""

    @property
    def favourite(self) -> str:
        """The continent that was held in the most turns; empty if none was held."""
        return min(self.held, key=lambda name: (-self.held[name], name), default="")

    @property
    def mean_rounds(self) -> float | None:
        """The mean length of a finished game in rounds."""
        return self.rounds / self.total.games if self.total.games else None


def player_key(seat: SeatResult) -> PlayerKey:
    """Return the key of the player that a seat counts for."""
    if seat.player == PERSON:
        return True, seat.name.casefold()
    return False, seat.player


def player_statistics(results: Iterable[SavedResult]) -> dict[PlayerKey, PlayerStatistics]:
    """Return the statistics of all players: people before bots, players with most games first.

    If a bot has several seats in a game, each of them counts as a game.
    """
    players: dict[PlayerKey, PlayerStatistics] = {}
    for result in results:
        for seat in result.seats:
            key = player_key(seat)
            name = seat.name if seat.player == PERSON else seat.player
            player = players.setdefault(key, PlayerStatistics(name, seat.player == PERSON))
            player.name = name
            _add_result(player, result, seat)
    order = sorted(players, key=lambda key: (not key[0], -players[key].games, key[1]))
    return {key: players[key] for key in order}


def _add_result(player: PlayerStatistics, result: SavedResult, seat: SeatResult) -> None:
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
    own = player_key(seat)
    for other in result.seats:
        if player_key(other) != own:
            rivalry = player.rivals.setdefault(player_key(other), Rivalry())
            rivalry.games += 1
            rivalry.ahead += seat.place < other.place
            rivalry.behind += seat.place > other.place


def find_player(players: Mapping[PlayerKey, PlayerStatistics], name: str) -> PlayerKey:
    """Find a player by name or by the start of the name, in the player's spelling or in ASCII.

    The player's spelling is tried first, then the one in ASCII, then starts of names. Each time,
    people come before bots.

    Raises:
        RiskError: If no player fits, or several fit equally well.
    """
    typed = comparable_name(name)
    own = {key: comparable_name(key[1]) for key in players}
    plain = ascii_names([player.name for player in players.values()])
    in_ascii = dict(zip(players, map(comparable_name, plain), strict=True))
    criteria: Sequence[Callable[[PlayerKey], bool]] = (
        lambda key: own[key] == typed,
        lambda key: in_ascii[key] == typed,
        lambda key: own[key].startswith(typed) or in_ascii[key].startswith(typed),
    )
    for fits in criteria:
        for is_person in (True, False):
            found = [key for key in players if key[0] == is_person and fits(key)]
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
    """The estimated strength of a player, which starts at 25.

    The true strength is within ``error`` of ``mean`` with a probability of 95 %.
    """

    mean: float
    error: float


def has_ratings() -> bool:
    """Return True if ``openskill`` is installed, which computes ratings."""
    return find_spec("openskill") is not None


def ratings(results: Iterable[SavedResult]) -> dict[PlayerKey, Rating]:
    """Return the ratings after all finished games; empty without ``openskill``.

    All places count, by the model of Plackett and Luce. A player with several seats at a table gets
    the mean of their new ratings.

    Args:
        results: The results, the oldest first.
    """
    if not has_ratings():
        return {}
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    known: dict[PlayerKey, PlackettLuceRating] = {}
    for result in results:
        if not result.is_over or len(result.seats) < 2:
            continue
        keys = [player_key(seat) for seat in result.seats]
        teams = [[known.get(key) or model.rating()] for key in keys]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in result.seats])
        for key in dict.fromkeys(keys):
            own = [team[0] for other, team in zip(keys, rated, strict=True) if other == key]
            mean = sum(each.mu for each in own) / len(own)
            spread = sum(each.sigma for each in own) / len(own)
            known[key] = model.rating(mu=mean, sigma=spread)
    return {key: Rating(each.mu, 2 * each.sigma) for key, each in known.items()}


NOTHING = "–"
"""The text for a missing value."""
_HEADINGS = (
    *("", N_("games"), N_("won"), N_("expected"), N_("rating")),
    *(N_("rounds"), N_("luck"), N_("often held"), N_("time")),
)


class TableColumns(NamedTuple):
    """A part of a table that fits the width: its headings, and its lines with the headings first.

    ``headings`` are those of the columns after the first one.
    """

    headings: tuple[str, ...]
    lines: list[str]


class Statistics(NamedTuple):
    """The statistics of the saved games."""

    archive: ResultArchive
    players: Mapping[PlayerKey, PlayerStatistics]
    ratings: Mapping[PlayerKey, Rating]

    @classmethod
    def of(cls, archive: ResultArchive) -> Statistics:
        """Return the statistics of the games in an archive."""
        results = archive.results
        return cls(archive, player_statistics(results), ratings(results))

    def spelled(self, *, ascii: bool) -> Statistics:
        """Return a copy with the names of players in their own spelling or in ASCII."""
        players = spell_copies(self.players.values(), ascii=ascii)
        return self._replace(players=dict(zip(self.players, players, strict=True)))


def all_players(statistics: Statistics, width: int) -> list[str]:
    """Return the page of all players, in ``width`` columns."""
    tables = _stack_tables(player_tables(statistics, width))
    return [title(statistics.archive), "", *tables, *([""] if tables else []), *notes(statistics)]


def player_tables(statistics: Statistics, width: int) -> list[TableColumns]:
    """Return the table of all players, split so that it fits the width; empty without players."""
    if not statistics.players:
        return []
    rows = [
        _player_row(player, statistics.ratings.get(key))
        for key, player in statistics.players.items()
    ]
    headings = list(map(_, _HEADINGS))
    if not statistics.ratings:
        for row in (headings, *rows):
            del row[_HEADINGS.index("rating")]
    return _split_table(headings, rows, width)


def one_player(statistics: Statistics, key: PlayerKey, width: int) -> list[str]:
    """Return the page of one player in ``width`` columns."""
    player = statistics.players[key]
    lines = [headed(printable(player.name), pluralize(player.games, "game")), ""]
    lines += _fact_lines(player, statistics.ratings.get(key))
    finished = [_("over"), _("won"), _("expected")]
    tables: list[tuple[list[str], list[list[str]]]] = [
        (
            [_("ruleset"), *finished],
            [
                [printable(translated_title(title)), *_count_cells(count)]
                for title, count in player.by_ruleset.items()
            ],
        ),
        (
            [_("players"), *finished],
            [
                [str(seats), *_count_cells(count)]
                for seats, count in sorted(player.by_seats.items())
            ],
        ),
        (
            [_("against"), _("met"), _("ahead"), _("behind")],
            [
                [
                    printable(statistics.players[other].name),
                    *map(str, (rivalry.games, rivalry.ahead, rivalry.behind)),
                ]
                for other, rivalry in sorted(player.rivals.items(), key=lambda it: -it[1].games)
            ],
        ),
        (
            [_("continent"), _("turns begun with it")],
            [[printable(name), format_number(turns)] for name, turns in player.held.most_common()],
        ),
    ]
    for headings, rows in tables:
        if rows:
            lines += ["", *_stack_tables(_split_table(headings, rows, width))]
    return lines


def title(archive: ResultArchive) -> str:
    """Return the title of the statistics: the number of games, and of finished ones."""
    over = sum(result.is_over for result in archive.results)
    games = pluralize(len(archive.results), "saved game")
    return _("{games}, {number} of them over", games=games, number=over)


def notes(statistics: Statistics) -> list[str]:
    """Return notes on the figures, and on games that are not counted."""
    if not statistics.players:
        return [_("No game can be counted yet."), *_problem_notes(statistics.archive)]
    lines = [_("Expected: wins if all players were equally good.")]
    if statistics.ratings:
        lines.append(_("Rating: starts at 25, with a 95 % interval."))
    elif not has_ratings():
        command = install_command("ratings")
        lines.append(_("Ratings need the package openskill: {command}.", command=command))
    return lines + _problem_notes(statistics.archive)


def _problem_notes(archive: ResultArchive) -> list[str]:
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


def _player_row(player: PlayerStatistics, rating: Rating | None) -> list[str]:
    return [
        printable(player.name),
        str(player.games),
        _("{won} of {games}", won=player.total.wins, games=player.total.games)
        if player.total.games
        else NOTHING,
        _format_expected(player.total),
        _format_rating(rating),
        NOTHING if player.mean_rounds is None else f"{player.mean_rounds:.0f}",
        format_number(player.luck, "+.1f") if player.dice else NOTHING,
        printable(player.favourite) or NOTHING,
        _format_time(player.seconds),
    ]


def _fact_lines(player: PlayerStatistics, rating: Rating | None) -> list[str]:
    total = player.total
    facts = [
        _(
            "Won {won} of {games} that are over; {expected} were expected.",
            won=total.wins,
            games=total.games,
            expected=_format_expected(total),
        )
    ]
    if rating is not None:
        facts.append(_("Rating {rating}.", rating=_format_rating(rating)))
    if player.mean_rounds is not None:
        facts.append(
            _(
                "A game took {rounds} rounds on average.",
                rounds=format_number(player.mean_rounds, ".1f"),
            )
        )
    if player.dice:
        luck, dice = format_number(player.luck, "+.1f"), format_number(player.dice)
        facts.append(_("Luck: {armies} armies with {dice} dice.", armies=luck, dice=dice))
    if player.seconds is not None:
        facts.append(_("Time taken for all decisions: {time}.", time=_format_time(player.seconds)))
    return facts


def _count_cells(count: WinCount) -> list[str]:
    return [str(count.games), str(count.wins), _format_expected(count)]


def _format_expected(count: WinCount) -> str:
    digits = ".2f" if count.expected < 1 else ".1f"
    return format_number(float(count.expected), digits) if count.games else NOTHING


def _format_rating(rating: Rating | None) -> str:
    if rating is None:
        return NOTHING
    return " ± ".join(format_number(each, ".1f") for each in (rating.mean, rating.error))


def _format_time(seconds: float | None) -> str:
    """Format a time in hours and minutes; below 90 seconds, in seconds.

    >>> _format_time(None), _format_time(42.3), _format_time(7500)
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


def _stack_tables(tables: Sequence[TableColumns]) -> list[str]:
    """Join the lines of tables, with an empty line between two tables."""
    return list(chain.from_iterable(["", *table.lines] for table in tables))[1:]


def _split_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> list[TableColumns]:
    """Split a table into as few tables of ``width`` columns as possible.

    Each of them starts with the first column.
    """
    first, *others = zip(headings, *rows, strict=True)
    tables: list[TableColumns] = []
    while others:
        shown = [first, others.pop(0)]
        while others and _table_width([*shown, others[0]]) <= width:
            shown.append(others.pop(0))
        lines = align_columns(list(zip(*shown, strict=True)))
        tables.append(TableColumns(tuple(column[0] for column in shown[1:]), lines))
    return tables


def _table_width(shown: Sequence[Sequence[str]]) -> int:
    """Return the width of a table of these columns."""
    return sum(max(map(columns, column)) for column in shown) + len(GAP) * (len(shown) - 1)
