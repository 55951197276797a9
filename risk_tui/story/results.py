"""The results of saved games, which the statistics of players are computed from."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from risk_tui.data.clean_text import printable
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import places_of
from risk_tui.odds.luck import dice_of_seats
from risk_tui.saves.folder import saved_games
from risk_tui.saves.journals import file_stat, journal_files
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.cache import Cache
from risk_tui.story.moments import seat_exits
from risk_tui.table.dice_archive import CopyFinder, origin_of, step_digests, steps_with_chance
from risk_tui.table.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.engine.records import Record


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
    public = records if log.public_records() is records else ()
    held = _turns_held(log.setup, public)
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
