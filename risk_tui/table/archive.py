"""The dice of all saved games, by player. Files are only read: a game under way, too."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.literal import literal
from risk_tui.odds.luck import Luck, tally, together
from risk_tui.saves.file import SaveFile
from risk_tui.saves.folder import saved_games
from risk_tui.saves.header import read_header
from risk_tui.table.ledger import Ledger
from risk_tui.table.seats import NOBODY, PERSON

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from risk_tui.engine.records import Outcome, Record
    from risk_tui.engine.view import View
    from risk_tui.saves.folder import SavedGame
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table


@dataclass(slots=True)
class Rolled:
    """What one player rolled in ``games`` games.

    ``player`` is ``person``, the name of a bot, or ``nobody`` for a neutral army; in a saved game
    whoever took the seat at first, though another may have played on with it.
    """

    name: str
    player: str
    games: int = 0
    luck: Luck = field(default_factory=Luck)

    @property
    def kind(self) -> int:
        """0 for a person, 1 for a bot, 2 for a neutral army."""
        return {PERSON: 0, NOBODY: 2}.get(self.player, 1)


@dataclass(slots=True)
class Archive:
    """The dice of ``read`` games, out of ``files`` of which ``done`` were looked at."""

    files: int
    done: int = 0
    read: int = 0
    seeded: int = 0
    """How many of those read have dice that were asked to be repeatable."""
    copies: int = 0
    """How many were left out: another game has all their dice, and perhaps more."""
    problems: list[tuple[str, str]] = field(default_factory=list)
    """Games that cannot be read, by name, and why."""
    _players: dict[tuple[int, str], Rolled] = field(default_factory=dict)

    @property
    def players(self) -> list[Rolled]:
        """Everybody who rolled dice: persons, bots, neutral armies, the most dice first.

        Players are told apart by name, small letters or capitals, and persons from bots.
        """
        found = [each for each in self._players.values() if each.luck.dice]
        return sorted(found, key=lambda each: (each.kind, -each.luck.dice))

    @property
    def all_dice(self) -> Luck:
        """The dice of everybody."""
        return together(each.luck for each in self._players.values())

    def take(self, rolled: Sequence[Rolled], *, seeded: bool = False) -> None:
        """Add the players of a game."""
        self.read += 1
        self.seeded += seeded
        for each in rolled:
            key = (each.kind, each.name.casefold())
            known = self._players.setdefault(key, Rolled(each.name, each.player))
            known.games += each.games
            known.luck.take(each.luck)


def gather(folder: Path | None = None) -> Iterator[Archive]:
    """The dice of all games in a folder, the player's own by default.

    Yields the same archive again and again, at first empty and then after every file, so that
    its progress can be shown. Raises ``SaveError`` when the folder itself cannot be read.
    """
    # A game comes before the copies that were made of it on the way.
    paths = [game.path for game in sorted(saved_games(folder), key=_steps, reverse=True)]
    archive = Archive(len(paths))
    known: dict[object, list[list[Outcome]]] = {}
    yield archive
    for path in paths:
        try:
            game = _replayed(path)
        except RiskError as error:
            archive.problems.append((path.stem, literal(error)))
        else:
            others = known.setdefault(game.born, [])
            if any(other[: len(game.outcomes)] == game.outcomes for other in others):
                archive.copies += 1
            else:
                archive.take(game.rolled, seeded=game.seeded)
                others.append(game.outcomes)
        archive.done += 1
        yield archive


def dice_of(path: Path) -> list[Rolled]:
    """The dice of a saved game, a player for each seat. Raises ``SaveError``."""
    return _replayed(path).rolled


def dice_at(table: Table) -> list[Rolled]:
    """The dice of the game at a table so far, a player for each seat."""
    players = [seat.player for seat in table.seats]
    return _rolled(table.seats, players, table.history(None), table.view(None))


@dataclass(frozen=True, slots=True)
class _Replay:
    """The dice of a saved game, whether they were asked to be repeatable, and all its chance.

    ``born`` is the same for all copies of a game.
    """

    rolled: list[Rolled]
    seeded: bool
    outcomes: list[Outcome]
    born: object


def _steps(game: SavedGame) -> int:
    return game.summary.steps if game.summary is not None else -1


def _replayed(path: Path) -> _Replay:
    save = SaveFile.open(path, mode="ro")
    try:
        header = read_header(save.header_text(), path.name)
        course = Ledger.read(save).course
    finally:
        save.close()
    players = [each.player for each in header.sittings]
    players += [seat.player for seat in course.seats[len(players) :]]
    rolled = _rolled(course.seats, players, course.records, course.game.view(None))
    outcomes = [outcome for record in course.records for outcome in record.chance]
    born = (header.created, header.sittings)
    return _Replay(rolled, header.seed is not None, outcomes, born)


def _rolled(
    seats: Sequence[Seat], players: Sequence[str], records: Sequence[Record], view: View
) -> list[Rolled]:
    facts = chain.from_iterable(record.facts for record in records)
    counted = tally(facts, len(seats), view.owner)
    return [
        Rolled(seat.name, player, 1, luck)
        for seat, player, luck in zip(seats, players, counted, strict=True)
    ]
