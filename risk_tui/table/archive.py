"""The dice of all saved games, by player. Files are only read: a game under way, too."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, takewhile
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

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.saves.folder import SavedGame
    from risk_tui.saves.header import Header
    from risk_tui.table.course import Course
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table


@dataclass(slots=True)
class PlayersDice:
    """What one player rolled in ``games`` games.

    ``player`` is ``person``, the name of a bot, or ``nobody`` for a neutral army: whoever took
    the seat when the game began, though another may have played on with it.
    """

    name: str
    player: str
    games: int = 0
    luck: Luck = field(default_factory=Luck)
    typed: Luck = field(default_factory=Luck)
    """What part of it are real dice: rolled on a table and typed in."""

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
    real: int = 0
    """How many of those read have real dice."""
    forks: int = 0
    """How many of those read were played on from a copy of another: only the dice since count."""
    copies: int = 0
    """How many were left out: another game has all their dice, and perhaps more."""
    problems: list[tuple[str, str]] = field(default_factory=list)
    """Games that cannot be read, by name, and why."""
    _players: dict[tuple[int, str], PlayersDice] = field(default_factory=dict)

    @property
    def players(self) -> list[PlayersDice]:
        """Everybody who rolled dice: persons, bots, neutral armies, the most dice first.

        Players are told apart by name, small letters or capitals, and persons from bots.
        """
        found = [each for each in self._players.values() if each.luck.dice]
        return sorted(found, key=lambda each: (each.kind, -each.luck.dice))

    @property
    def all_dice(self) -> Luck:
        """The dice of everybody."""
        return together(each.luck for each in self._players.values())

    def take(self, rolled: Sequence[PlayersDice]) -> None:
        """Add the players of a game."""
        self.read += 1
        for each in rolled:
            key = (each.kind, each.name.casefold())
            known = self._players.setdefault(key, PlayersDice(each.name, each.player))
            known.games += each.games
            known.luck.take(each.luck)
            known.typed.take(each.typed)


def gather(folder: Path | None = None) -> Iterator[Archive]:
    """The dice of all games in a folder, the player's own by default.

    Yields the same archive again and again, at first empty and then after every file, so that
    its progress can be shown. Raises ``SaveError`` when the folder itself cannot be read.
    """
    # A game comes before the copies that were made of it on the way.
    paths = [game.path for game in sorted(saved_games(folder), key=_steps, reverse=True)]
    archive = Archive(len(paths))
    known: dict[object, list[list[int]]] = {}
    yield archive
    for path in paths:
        try:
            game = _replayed(path)
        except RiskError as error:
            archive.problems.append((path.stem, literal(error)))
        else:
            others = known.setdefault(game.born, [])
            shared = max((_alike(game.marks, other) for other in others), default=0)
            if others and not _any_chance(game.records[shared:]):
                archive.copies += 1
            else:
                archive.take(game.rolled(shared))
                archive.seeded += game.header.seed is not None
                archive.real += game.header.options.real_dice
                archive.forks += _any_chance(game.records[:shared])
                others.append(game.marks)
        archive.done += 1
        yield archive


def dice_of(path: Path) -> list[PlayersDice]:
    """The dice of a saved game, a player for each seat. Raises ``SaveError``."""
    return _replayed(path).rolled()


def dice_at(table: Table) -> list[PlayersDice]:
    """The dice of the game at a table so far, a player for each seat."""
    real = table.options.real_dice
    return _rolled(table.seats, table.history(None), table.view(None), real=real)


@dataclass(frozen=True, slots=True)
class _Replay:
    """A saved game, played again."""

    header: Header
    course: Course

    @property
    def records(self) -> list[Record]:
        """All steps."""
        return self.course.records

    @property
    def marks(self) -> list[int]:
        """A number for each step that tells it from others: little to be kept of many games."""
        return [hash((each.seat, each.action, each.chance)) for each in self.records]

    @property
    def born(self) -> object:
        """What is the same for all copies of a game."""
        return self.header.created, self.header.seed, self.header.sittings

    def rolled(self, shared: int = 0) -> list[PlayersDice]:
        """The dice of each seat, without those of the first ``shared`` steps."""
        course, real = self.course, self.header.options.real_dice
        return _rolled(course.seats, course.records, course.game.view(None), shared, real=real)


def _alike(marks: Sequence[int], others: Sequence[int]) -> int:
    """How many steps two copies of a game have in common, before one went on otherwise."""
    pairs = zip(marks, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _any_chance(records: Sequence[Record]) -> bool:
    return any(record.chance for record in records)


def _steps(game: SavedGame) -> int:
    return game.summary.steps if game.summary is not None else -1


def _replayed(path: Path) -> _Replay:
    save = SaveFile.open(path, mode="ro")
    try:
        header = read_header(save.header_text(), path.name)
        course = Ledger.read(save).course
    finally:
        save.close()
    return _Replay(header, course)


def _rolled(
    seats: Sequence[Seat], records: Sequence[Record], view: View, shared: int = 0, *, real: bool
) -> list[PlayersDice]:
    facts = chain.from_iterable(record.facts for record in records)
    skip = sum(len(record.facts) for record in records[:shared])
    counted = tally(facts, len(seats), view.owner, skip)
    return [
        PlayersDice(seat.name, seat.first, 1, luck, luck if real else Luck())
        for seat, luck in zip(seats, counted, strict=True)
    ]
