"""The circumstances of two terminals at one table, and games in those circumstances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.rules.ruleset import Ruleset
from risk_tui.saves.entries import ActionEntry, Entry
from risk_tui.saves.header import Header, SeatSetup, TableOptions
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.game_log import GameLog
from risk_tui.table.seats import COLOURS
from risk_tui.table.table import Table
from tests.engine.policy import choose

ROUNDS = 4
"""Rounds of a game. Nothing is tried in the last one, so that the game continues after it."""

NAMES = ("Ann", "Ben", "Cid")


class Scene(NamedTuple):
    """A terminal, the state of its table, and the players at the other terminal."""

    front: str
    opponents: str
    role: str
    turn: str
    signs: str
    moment: str
    seats: int
    dice: str
    rules: str

    @property
    def person_seats(self) -> tuple[int, ...]:
        """The seats of people at both terminals."""
        people = {"people": self.seats, "both": 2, "computer players": 1}[self.opponents]
        return tuple(range(people))

    @property
    def here(self) -> frozenset[int]:
        """The seats at this terminal."""
        if self.role == "host":
            return frozenset({0, *self.person_seats[:-1]})
        return frozenset({0} if self.role == "guest" else ())

    def __str__(self) -> str:
        return ", ".join(map(str, self))


FACTORS: dict[str, tuple[str | int, ...]] = {
    "front": ("line mode", "screen"),
    "opponents": ("people", "computer players", "both"),
    "role": ("host", "guest", "watcher"),
    "turn": ("own", "other"),
    "signs": ("blocks", "ascii"),
    "moment": ("set-up", "turn", "over"),
    "seats": (2, 3),
    "dice": ("rolled", "real"),
    "rules": tuple(names("rulesets")),
}
"""The values of each field of a scene."""


@cache
def _ruleset(name: str) -> Ruleset:
    return with_turn_limit(load_ruleset(name), ROUNDS)


def scenes() -> Iterator[Scene]:
    """Yield all possible scenes."""
    least = {name: _ruleset(str(name)).players.least for name in FACTORS["rules"]}
    for levels in product(*FACTORS.values()):
        scene = Scene(*levels)  # type: ignore[arg-type]
        if scene.seats >= least[scene.rules] and _is_possible(scene):
            yield scene


def _is_possible(scene: Scene) -> bool:
    if scene.opponents == "both" and scene.seats == 2:
        return False
    if scene.moment == "over":
        return scene.turn == "other"
    if scene.turn == "own":
        return bool(scene.here)
    # Line mode reads nothing while it lets computer players move.
    moves = scene.front == "line mode" and scene.role != "watcher"
    return not (moves and scene.opponents == "computer players")


@dataclass(frozen=True)
class Played:
    """The steps of a game that was played to its end."""

    setup: GameSetup
    entries: tuple[Entry, ...]
    due: tuple[tuple[int, int, str], ...]
    """The seat, the round and the kind of the decision before each entry."""


@cache
def _played(rules: str, seats: int, seed: int) -> Played:
    ruleset = _ruleset(rules)
    setup = GameSetup(load_board(ruleset.board.home), ruleset, seats)
    game, rng = Game(setup, seeded_chance(seed)), random.Random(seed)
    entries, due = [], []
    while (decision := game.decision) is not None:
        due.append((decision.seat, game.view().round, decision.kind))
        record = game.apply(choose(rng, game))
        entries.append(ActionEntry(record.seat, record.action, record.chance))
    return Played(setup, tuple(entries), tuple(due))


def _moment(scene: Scene, game: Played, rng: random.Random) -> int:
    """Return the number of entries before a random decision that fits the scene.

    If no decision of the wanted seats is at the wanted time, it is one of theirs at another time.
    """
    if scene.moment == "over":
        return len(game.entries)
    others = frozenset(range(scene.seats)) - scene.here
    if scene.front == "line mode" and scene.role != "watcher":
        others &= frozenset(scene.person_seats)
    whose = scene.here if scene.turn == "own" else others
    kinds: dict[bool, dict[str, list[int]]] = {True: {}, False: {}}
    for number, (seat, round_, kind) in enumerate(game.due):
        if kind != "begin" and seat in whose and round_ < ROUNDS:
            kinds[round_ == 0].setdefault(kind, []).append(number)
    fitting = kinds[scene.moment == "set-up"] or kinds[scene.moment != "set-up"]
    return rng.choice(fitting[rng.choice(sorted(fitting))])


def save(scene: Scene, path: Path, seed: int) -> None:
    """Save a game for a scene; another ``seed`` gives another game or another moment."""
    rng = random.Random(f"{seed} {scene}")
    game = _played(scene.rules, scene.seats, seed)
    sittings = tuple(
        SeatSetup(name, colour, "person" if seat in scene.person_seats else "toni")
        for seat, name, colour in zip(range(scene.seats), NAMES, COLOURS, strict=False)
    )
    real = scene.dice == "real"
    options, luck = TableOptions(real_dice=real), None if real else str(seed)
    header = Header(game.setup, sittings, luck, "2026-01-01T12:00:00+00:00", options)
    entries = game.entries[: _moment(scene, game, rng)]
    course = GameLog(header)
    course.apply_entries(entries)
    SaveFile.create(path, header, course.summary(), entries).close()


def sit_down(scene: Scene, path: Path) -> tuple[Table, Table]:
    """Open the game at the scene's terminal and at the other one."""
    if scene.role == "host":
        absent = set(scene.person_seats) - scene.here
        guest = Table.join(path, NAMES[absent.pop()] if absent else None)
        return Table.open(path), guest
    if scene.role == "watcher":
        host = Table.open(path)
        return Table.join(path), host
    guest = Table.join(path, "Ann")
    return guest, Table.open(path) if len(scene.person_seats) > 1 else Table.join(path)
