"""The dice of all saved games, by player.

Files are only read, including those of games in progress. Dice that copies of a game share are
counted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from os.path import commonprefix
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from risk_tui.data.clean_text import printable
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.odds.luck import DiceLuck, dice_of_seats, merge_seats
from risk_tui.saves.folder import SavedGame, saved_games
from risk_tui.saves.header import Header
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.game_log import GameLog
from risk_tui.table.ledger import Ledger
from risk_tui.table.seats import NO_PLAYER, PERSON, Seat

if TYPE_CHECKING:
    from risk_tui.table.table import Table


_DIGEST_WIDTH = 8
"""The number of hexadecimal digits in the digest of one step."""


def origin_of(header: Header) -> str:
    """Return a text that all copies of a game share: its start, its seed and its seats."""
    seats = [(seat.name, seat.colour, seat.player) for seat in header.seats]
    return repr((header.created, header.seed, seats))


def step_digests(records: Sequence[Record]) -> str:
    """Return the digests of all steps in one text, which is the same on every machine."""
    return "".join(
        f"{crc32(repr((step.seat, step.action, step.chance)).encode()):0{_DIGEST_WIDTH}x}"
        for step in records
    )


def steps_with_chance(records: Sequence[Record]) -> int:
    """Return the number of steps up to the last one that used dice or drew cards."""
    return next((n for n in range(len(records), 0, -1) if records[n - 1].chance), 0)


class CopyFinder:
    """Detects copies among games that are read one after the other."""

    def __init__(self) -> None:
        self._digests: dict[str, list[str]] = {}
        """The digests of the games so far, by their origin."""

    def steps_known(self, origin: str, digests: str, with_chance: int) -> int | None:
        """Return how many of the first steps of a game an earlier game has too.

        Longer games must come first.

        Args:
            origin: The game's ``origin_of``.
            digests: The ``step_digests`` of its records.
            with_chance: The ``steps_with_chance`` of its records.

        Returns:
            ``None`` for a copy without any dice or cards of its own.
        """
        others = self._digests.setdefault(origin, [])
        prefixes = (commonprefix((digests, other)) for other in others)  # noqa: RUF071 - no paths
        shared = max(map(len, prefixes), default=0) // _DIGEST_WIDTH
        if others and with_chance <= shared:
            return None
        others.append(digests)
        return shared


@dataclass(slots=True)
class PlayerDiceStats:
    """The dice of one player in ``games`` games.

    ``player`` is that of a ``Seat`` at the start of the game, even if another one took over the
    seat later; ``NO_PLAYER`` is a neutral army.
    """

    name: str
    player: str
    games: int = 0
    luck: DiceLuck = field(default_factory=DiceLuck)
    typed: DiceLuck = field(default_factory=DiceLuck)
    """The part of ``luck`` that comes from real dice, which players rolled and typed in."""

    @property
    def kind(self) -> int:
        """0 for a person, 1 for a bot or a program, 2 for a neutral army."""
        return {PERSON: 0, NO_PLAYER: 2}.get(self.player, 1)

    @property
    def is_bot(self) -> bool:
        """True for a bot or a program."""
        return self.kind == 1


@dataclass(slots=True)
class DiceArchive:
    """The dice of saved games.

    Of ``files`` files, ``done`` are processed. The dice of ``read`` games are included.
    """

    files: int
    done: int = 0
    read: int = 0
    seeded: int = 0
    """The number of games with repeatable dice among those read."""
    real: int = 0
    """The number of games with real dice among those read."""
    forks: int = 0
    """The number of games that continue a copy of another game; only their own dice count."""
    copies: int = 0
    """The number of games left out because another game has all their dice."""
    problems: list[tuple[str, str]] = field(default_factory=list)
    """The name of each game that can't be read, and the reason."""
    _players: dict[tuple[int, str], PlayerDiceStats] = field(default_factory=dict)

    @property
    def players(self) -> list[PlayerDiceStats]:
        """All players who rolled dice: people, then bots, then neutral armies.

        In each group, the player with the most dice comes first. Names are compared without case. A
        person and a bot of the same name are two players.
        """
        players = [player for player in self._players.values() if player.luck.dice]
        return sorted(players, key=lambda player: (player.kind, -player.luck.dice))

    @property
    def all_dice(self) -> DiceLuck:
        """The dice of all players together."""
        return merge_seats(player.luck for player in self._players.values())

    def add(self, players: Sequence[PlayerDiceStats]) -> None:
        """Add the dice of the players of one game."""
        self.read += 1
        for player in players:
            key = (player.kind, player.name.casefold())
            total = self._players.setdefault(key, PlayerDiceStats(player.name, player.player))
            total.games += player.games
            total.luck.merge(player.luck)
            total.typed.merge(player.typed)


def read_archive() -> Iterator[DiceArchive]:
    """Read the dice of all saved games.

    Yields:
        The same archive every time, first empty and then after each file, so that callers can show
        the progress.

    Raises:
        SaveError: If the folder of saved games can't be read.
    """
    # The longest games come first, so that a game comes before copies of its earlier states.
    paths = [game.path for game in sorted(saved_games(), key=_steps, reverse=True)]
    archive, copies = DiceArchive(len(paths)), CopyFinder()
    yield archive
    for path in paths:
        try:
            log = _replay(path)
        except RiskError as error:
            archive.problems.append((path.stem, printable(error)))
        else:
            records = log.records
            shared = copies.steps_known(
                origin_of(log.header), step_digests(records), steps_with_chance(records)
            )
            if shared is None:
                archive.copies += 1
            else:
                archive.add(_dice_in_log(log, shared))
                archive.seeded += log.seed is not None
                archive.real += log.options.real_dice
                archive.forks += steps_with_chance(records[:shared]) > 0
        archive.done += 1
        yield archive


def dice_in_file(path: Path) -> list[PlayerDiceStats]:
    """Return the dice of a saved game, with one player per seat.

    Raises:
        SaveError: If the game can't be read.
    """
    return _dice_in_log(_replay(path))


def dice_at_table(table: Table, reader: int | None = None) -> list[PlayerDiceStats]:
    """Return the dice of the game at a table so far, with one player per seat.

    Args:
        table: The table.
        reader: In fog, only the dice that this seat saw are counted.
    """
    real, records = table.options.real_dice, table.history(None, seen_by=reader)
    return _dice_stats(table.seats, records, table.view(reader), real=real)


def _steps(game: SavedGame) -> int:
    """Return the number of steps of a saved game; -1 if unknown."""
    return game.summary.steps if game.summary is not None else -1


def _replay(path: Path) -> GameLog:
    """Replay a saved game and return its log."""
    with closing(SaveFile.open(path, mode="ro")) as save:
        return Ledger.read(save).log


def _dice_in_log(log: GameLog, shared: int = 0) -> list[PlayerDiceStats]:
    """Return the dice of each seat, without those of the first ``shared`` steps."""
    view, real = log.game.view(None), log.options.real_dice
    return _dice_stats(log.seats, log.public_records(), view, shared, real=real)


def _dice_stats(
    seats: Sequence[Seat], records: Sequence[Record], view: View, shared: int = 0, *, real: bool
) -> list[PlayerDiceStats]:
    events = chain.from_iterable(record.events for record in records)
    skip = sum(len(record.events) for record in records[:shared])
    seat_luck = dice_of_seats(events, len(seats), view.owner, skip)
    return [
        PlayerDiceStats(seat.name, seat.first, 1, luck, luck if real else DiceLuck())
        for seat, luck in zip(seats, seat_luck, strict=True)
    ]
