"""What ``simulate``, ``ladder`` and ``compare`` have in common: options, progress, stopping."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection, Iterator, Sequence
    from types import FrameType

    from risk_tui.laboratory.one_game import GameResult, Match, PlayedGame
    from risk_tui.laboratory.runner import Laboratory

MAX_GAMES, MAX_JOBS = 10_000_000, 512
DEFAULT_SEED = "1"
_MAX_SEED = 60
"""Characters of a seed: the number of a game is put behind it."""

STOPPED = 130
"""The exit code of a command that was stopped by Ctrl-C."""

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def add_laboratory_options(parser: argparse.ArgumentParser) -> None:
    """Add the options about how games are played, and where results go."""
    from risk_tui.cli.rules import add_changes

    add_changes(parser)
    parser.add_argument("--map", metavar="NAME", help="a map, by name or file (the edition's own)")
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        default=DEFAULT_SEED,
        help=f"another seed, other games ({DEFAULT_SEED})",
    )
    parser.add_argument(
        "--rounds",
        metavar="N",
        help="break a game off after N rounds, and count it as unfinished (200)",
    )
    parser.add_argument("--jobs", metavar="N", help="processes at once (one for each core)")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a cluster of dask.distributed, by the address of its scheduler",
    )
    parser.add_argument(
        "--into",
        metavar="FILE",
        type=Path,
        help="keep a line for each game here; the same command goes on with what is missing",
    )
    parser.add_argument("--json", action="store_true", help="for programs")


@contextlib.contextmanager
def open_laboratory(options: argparse.Namespace, matches: Sequence[Match]) -> Iterator[Laboratory]:
    """Open what these matches need. Raises ``RiskError`` for what cannot be used.

    Results without a file of their own are kept among the program's until all games are played, so
    that the same command goes on where it was stopped.
    """
    from risk_tui.laboratory.results import ResultFile
    from risk_tui.laboratory.runner import Laboratory, open_workers, usable_cores

    jobs = read_count("--jobs", options.jobs, "a number of processes", MAX_JOBS, usable_cores())
    path = options.into or _own_path(matches)
    results = ResultFile(path, fresh=options.into is None)
    finished = False
    try:
        workers = open_workers(jobs, options.cluster)
        try:
            with stopping_by_signal() as stopping:
                yield Laboratory(workers, results, stopping)
                finished = not stopping()
        finally:
            workers.close()
    finally:
        results.close(remove=options.into is None and (finished or not len(results)))


def _own_path(matches: Sequence[Match]) -> Path:
    """The file of the results of a command that names none."""
    from hashlib import sha256

    from platformdirs import user_state_path

    digest = sha256(" ".join(match.digest for match in matches).encode()).hexdigest()[:16]
    folder = user_state_path("risk-tui", appauthor=False) / "simulations"
    return folder / f"{digest}.jsonl"


@contextlib.contextmanager
def stopping_by_signal() -> Iterator[Callable[[], bool]]:
    """A context in which Ctrl-C, or a signal to end, is a wish that can be asked for.

    A second one ends the program at once, as without this.
    """
    wishes: list[int] = []
    before: dict[int, Any] = {}

    def wish(number: int, frame: FrameType | None) -> None:
        wishes.append(number)
        restore()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            before[number] = signal.getsignal(number)
            signal.signal(number, wish)
    try:
        yield lambda: bool(wishes)
    finally:
        restore()


def read_count(
    option: str, text: str | None, what: str, most: int, default: int = 0, *, least: int = 1
) -> int:
    """Read a number from ``least`` to ``most`` that was typed. Raises ``RiskError``."""
    if text is None:
        return default
    plain = text.strip().replace(",", "").replace("_", "")
    if plain.isascii() and plain.isdecimal() and len(plain) < 12 and least <= int(plain) <= most:
        return int(plain)
    raise RiskError(f"{option} takes {what} from {least} to {most:,}, not {printable(text, 40)!r}")


def read_seed(text: str) -> str:
    """Read a seed. Raises ``RiskError`` for one that no game can have."""
    if text and text.isprintable() and len(text) <= _MAX_SEED:
        return text
    raise RiskError(f"a seed has 1 to {_MAX_SEED} characters, all of them printable")


def read_rounds(text: str | None) -> int:
    """Read the limit of rounds. Raises ``RiskError``."""
    from risk_tui.laboratory.one_game import MAX_ROUNDS

    return read_count("--rounds", text, "a number of rounds", 10_000, MAX_ROUNDS)


def read_bots(text: str, option: str = "--bots") -> list[str]:
    """Read two or more computer players, by commas; ``bot`` is the all-rounder.

    Raises ``RiskError`` for one that is not there.
    """
    from risk_tui.bots import DEFAULT_BOT, bot_ids, make_bot

    names = (name.strip() for name in text.split(","))
    bots = [DEFAULT_BOT if name == "bot" else name for name in names]
    if len(bots) < 2 or not all(bots):
        there = ", ".join(bot_ids())
        raise RiskError(f"{option} takes 2 or more computer players, by commas; there are: {there}")
    for bot in bots:
        make_bot(bot, 0)
    return bots


def match_of(options: argparse.Namespace, bots: Sequence[str], rules: str, **more: bool) -> Match:
    """A match between these computer players, by the rules and with the options that were typed.

    Raises ``RiskError`` for rules or options that are not there, or are not for that many seats.
    """
    from risk_tui.cli.rules import changed_ruleset
    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.laboratory.one_game import make_match
    from risk_tui.rules.library import load_board
    from risk_tui.table.seats import COLOURS

    if len(bots) > len(COLOURS):
        raise RiskError(f"at most {len(COLOURS)} sit at a table, not {len(bots)}")
    ruleset = changed_ruleset(rules, options)
    setup = GameSetup(load_board(options.map or ruleset.board.home), ruleset, len(bots))
    seed, rounds = read_seed(options.seed), read_rounds(options.rounds)
    return make_match(setup, bots, seed, rounds=rounds, **more)


class Games(NamedTuple):
    """Games that were played: their results by match, how many failed, whether it was stopped."""

    results: dict[Match, list[GameResult]]
    faults: int
    left: int
    stopped: bool

    def exit_code(self) -> int:
        """The exit code of a command that played these games; problems are told in a line."""
        if self.stopped:
            print(
                f"stopped: {self.left:,} games are left; the same command goes on", file=sys.stderr
            )
            return STOPPED
        if self.faults:
            count = "1 game was" if self.faults == 1 else f"{self.faults:,} games were"
            print(f"{count} broken off by a fault", file=sys.stderr)
        return 1 if self.faults else 0


def play_games(
    options: argparse.Namespace,
    games: Sequence[tuple[Match, int]],
    kept: Collection[int] = (),
    keep: Callable[[Match, PlayedGame], None] = lambda match, played: None,
) -> Games:
    """Play games, with a bar on a terminal, until all are played or somebody stops it.

    Those with the numbers ``kept`` are handed to ``keep`` with their steps.
    """
    from risk_tui.laboratory.runner import Stopped, run_games

    matches = list(dict.fromkeys(match for match, _ in games))
    results: dict[Match, list[GameResult]] = {match: [] for match in matches}
    faults = done = 0
    stopped = False
    with open_laboratory(options, matches) as laboratory, progress_bar(len(games)) as show:
        try:
            for match, played in run_games(games, laboratory, kept):
                done += 1
                show(done)
                if played.result.fault:
                    faults += 1
                    print_fault(match, played.result)
                    continue
                results[match].append(played.result)
                if played.entries:
                    keep(match, played)
        except Stopped:
            stopped = True
    for of_match in results.values():
        of_match.sort(key=lambda result: result.number)
    return Games(results, faults, len(games) - done, stopped)


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """A context with a bar on a terminal, which is told how many games are done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(None),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    console = Console(file=sys.stderr, markup=False, highlight=False, emoji=False)
    with Progress(*columns, console=console, transient=True, expand=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)


def print_fault(match: Match, result: GameResult) -> None:
    """Name a game in which something went wrong, so that it can be played again."""
    rules = match.header.setup.ruleset.ruleset
    line = f"{rules}, game {result.number} (seed {result.seed}): {result.fault}"
    print(f"risk-tui: {printable(line, 600)}", file=sys.stderr, flush=True)
