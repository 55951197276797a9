"""``risk-tui simulate``: play many games between bots, and print their statistics.

Other commands share the way it reads numbers, its progress bar and its handling of Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from risk_tui.bots import DEFAULT_BOT, bot_ids, make_bot
from risk_tui.cli.bar_tables import BarRow, BarTable, Report, print_report
from risk_tui.cli.options import DEFAULT_SEATS, DEFAULT_SIMULATED_GAMES
from risk_tui.cli.output import print_json
from risk_tui.cli.rules import changed_ruleset, chosen_board
from risk_tui.data.clean_text import is_safe, printable
from risk_tui.data.language import N_, _, format_number, ngettext, pgettext, pluralize
from risk_tui.errors import RiskError
from risk_tui.rules.titles import translated_title
from risk_tui.saves.errors import saves_folder
from risk_tui.table.seats import COLOURS

if TYPE_CHECKING:
    from risk_tui.laboratory.one_game import GameResult, Match, PlayedGame
    from risk_tui.laboratory.runner import Laboratory


MAX_GAMES, MAX_JOBS = 10_000_000, 512
"""The maximum number of games and of processes."""
_MAX_SEED_LENGTH = 60
"""The maximum length of a seed in characters; the number of the game is appended to it."""

STOPPED = 130
"""The exit code of a command that was stopped by a signal, such as Ctrl-C."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def open_laboratory(options: argparse.Namespace, matches: Sequence[Match]) -> Iterator[Laboratory]:
    """Open the workers and the file of results that these matches need.

    Without ``--into`` the results are stored in a temporary file until all games are played, so
    that the same command can continue a stopped run.

    Raises:
        RiskError: If an option can't be used.
    """
    from risk_tui.laboratory.results import ResultFile
    from risk_tui.laboratory.runner import Laboratory, open_workers, usable_cores

    jobs = read_count("--jobs", options.jobs, _("a number of processes"), MAX_JOBS, usable_cores())
    path = options.into or _temporary_path(matches)
    results = ResultFile(path, fresh=options.into is None)
    finished = False
    try:
        with (
            contextlib.closing(open_workers(jobs, options.cluster)) as workers,
            stopping_by_signal() as stopping,
        ):
            yield Laboratory(workers, results, stopping)
            finished = not stopping()
    finally:
        results.close(remove=options.into is None and (finished or not len(results)))


def _temporary_path(matches: Sequence[Match]) -> Path:
    """Return the path of the temporary file for results, which depends on the matches."""
    from hashlib import sha256

    from platformdirs import user_state_path

    digest = sha256(" ".join(match.digest for match in matches).encode()).hexdigest()[:16]
    folder = user_state_path("risk-tui", appauthor=False) / "simulations"
    return folder / f"{digest}.jsonl"


@contextlib.contextmanager
def stopping_by_signal() -> Iterator[Callable[[], bool]]:
    """Provide a function that returns True after SIGINT (Ctrl-C), SIGTERM or SIGHUP.

    A second signal ends the program at once.
    """
    received: list[int] = []
    old_handlers: dict[int, Any] = {}

    def receive(number: int, frame: FrameType | None) -> None:
        received.append(number)
        restore()

    def restore() -> None:
        for number, handler in old_handlers.items():
            signal.signal(number, handler)

    for number in _SIGNALS:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            old_handlers[number] = signal.getsignal(number)
            signal.signal(number, receive)
    try:
        yield lambda: bool(received)
    finally:
        restore()


def read_count(
    option: str,
    text: str | None,
    what: str,
    most: int,
    default: int = 0,
    *,
    least: int = 1,
    separators: str = ",_",
) -> int:
    """Parse a whole number from ``least`` to ``most``.

    Args:
        option: The option that takes it, for the message.
        text: The typed text; ``None`` for the default.
        what: A phrase for the number in the message, such as "a number of games".
        most: The largest valid number.
        default: The number without a text.
        least: The smallest valid number.
        separators: The characters that may separate digits.

    Raises:
        RiskError: If it is invalid.
    """
    if text is None:
        return default
    plain = text.translate(str.maketrans("", "", separators)).strip()
    if plain.isascii() and plain.isdecimal() and len(plain) < 12 and least <= int(plain) <= most:
        return int(plain)
    raise RiskError(
        _(
            "{option} takes {what} from {least} to {most}, not {text!r}",
            option=option,
            what=what,
            least=least,
            most=format_number(most),
            text=printable(text, 40),
        )
    )


def read_counts(option: str, text: str, what: str, most: int, *, least: int = 1) -> list[int]:
    """Parse whole numbers from ``least`` to ``most``, separated by commas.

    Raises:
        RiskError: If one is invalid.
    """
    return [read_count(option, part, what, most, least=least) for part in text.split(",")]


def read_seed(text: str, longest: int = _MAX_SEED_LENGTH) -> str:
    """Parse a seed of at most ``longest`` characters.

    Raises:
        RiskError: If it is empty, too long, or has unprintable characters.
    """
    if text and is_safe(text) and len(text) <= longest:
        return text
    raise RiskError(
        _("a seed has 1 to {max_seed} characters, all of them printable", max_seed=longest)
    )


def read_bots(text: str) -> list[str]:
    """Parse the ids of two or more bots, separated by commas; ``bot`` is the default bot.

    Raises:
        RiskError: If there are fewer, or one is unknown.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) < 2 or not all(names):
        there = ", ".join(bot_ids())
        message = N_("--bots takes 2 or more bots, comma-separated; choose from: {there}")
        raise RiskError(_(message, there=there))
    return [read_bot(name) for name in names]


def read_bot(name: str) -> str:
    """Return the id of a bot; ``bot`` is the default bot.

    Raises:
        RiskError: If it is unknown.
    """
    bot = DEFAULT_BOT if name == "bot" else name
    make_bot(bot, 0)
    return bot


def match_of(
    options: argparse.Namespace, bots: Sequence[str], rules: str, *, rotates_seats: bool = True
) -> Match:
    """Return a match between bots, with the options for rules, board, seed and rounds.

    Args:
        options: The options of the command line.
        bots: The ids of the bots, one per seat.
        rules: The name or file of the ruleset.
        rotates_seats: False if players keep their seats.

    Raises:
        RiskError: If the rules or options are invalid, or don't allow that many seats.
    """
    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.laboratory.one_game import MAX_ROUNDS, make_match

    if len(bots) > len(COLOURS):
        raise RiskError(
            _(
                "at most {colours_count} can sit at a table, not {bots_count}",
                colours_count=len(COLOURS),
                bots_count=len(bots),
            )
        )
    ruleset = changed_ruleset(rules, options)
    setup = GameSetup(chosen_board(options, ruleset), ruleset, len(bots))
    seed, what = read_seed(options.seed), _("a number of rounds")
    rounds = read_count("--rounds", options.rounds, what, 10_000, MAX_ROUNDS)
    return make_match(setup, bots, seed, rounds=rounds, rotates_seats=rotates_seats)


class Games(NamedTuple):
    """The results of played games by match, in the order of their numbers.

    ``faults`` counts the games that were aborted by an error, ``left`` those that were not played
    because the run was ``stopped``.
    """

    results: dict[Match, list[GameResult]]
    faults: int
    left: int
    stopped: bool

    def exit_code(self) -> int:
        """Print a line if the run was stopped or a game failed, and return the exit code."""
        if self.stopped:
            print(
                _(
                    "stopped with {left} games to go; run the same command to continue",
                    left=format_number(self.left),
                ),
                file=sys.stderr,
            )
            return STOPPED
        if not self.faults:
            return 0
        message = ngettext(
            "{number} game was aborted by an error",
            "{number} games were aborted by an error",
            self.faults,
        )
        print(message, file=sys.stderr)
        return 1


def play_games(
    options: argparse.Namespace,
    games: Sequence[tuple[Match, int]],
    kept: Collection[int] = (),
    keep: Callable[[Match, PlayedGame], None] = lambda match, played: None,
) -> Games:
    """Play games until all are played or a stop is requested; show progress on a terminal.

    Args:
        options: The options of the command line.
        games: The matches and the numbers of the games in them, in the order of play.
        kept: The numbers of the games that are passed to ``keep``, with their steps.
        keep: Called with each of these games after it was played.
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
    for match_results in results.values():
        match_results.sort(key=lambda result: result.number)
    return Games(results, faults, len(games) - done, stopped)


@contextlib.contextmanager
def progress_bar(total: int, unit: str = "") -> Iterator[Callable[[int], None]]:
    """Provide a function that shows in a bar on a terminal how many of ``total`` are done.

    Args:
        total: The number at the end.
        unit: The word after the numbers; by default the word for games.
    """
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
        TextColumn(unit or _("games")),
        TimeElapsedColumn(),
        TextColumn(pgettext("time", "left")),
        TimeRemainingColumn(),
    )
    console = Console(file=sys.stderr, markup=False, highlight=False, emoji=False)
    with Progress(*columns, console=console, transient=True, expand=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)


def print_fault(match: Match, result: GameResult) -> None:
    """Print the number and seed of a failed game, so that it can be replayed."""
    rules = match.header.setup.ruleset.ruleset
    line = _(
        "{rules}, game {number} (seed {seed}): {fault}",
        rules=rules,
        number=result.number,
        seed=result.seed,
        fault=result.fault,
    )
    print(f"risk-tui: {printable(line, 600)}", file=sys.stderr, flush=True)


def simulate(options: argparse.Namespace) -> int:
    """Play games between bots, and print their statistics."""
    from risk_tui.laboratory.results import check_keepable, keep_game, saved_game_path

    bots = read_bots(
        ",".join([DEFAULT_BOT] * DEFAULT_SEATS) if options.bots is None else options.bots
    )
    match = match_of(options, bots, options.rules, rotates_seats=not options.fixed_seats)
    games = read_count(
        "--games", options.games, _("a number of games"), MAX_GAMES, DEFAULT_SIMULATED_GAMES
    )
    numbers: Sequence[int] = range(1, games + 1)
    if options.only is not None:
        numbers = _read_numbers("--only", options.only, games)
    kept, folder = _read_keep(options.keep, games, numbers)
    kept = {number for number in kept if not saved_game_path(folder, match, number).exists()}
    if kept:
        check_keepable(match)
    if options.csv is not None:
        from risk_tui.laboratory.results import check_table, write_table

        check_table(options.csv)

    def keep(match: Match, played: PlayedGame) -> None:
        number = played.result.number
        keep_game(saved_game_path(folder, match, number), match, number, played.entries)

    start = time.perf_counter()
    games_played = play_games(options, [(match, number) for number in numbers], kept, keep)
    seconds = round(time.perf_counter() - start, 3)
    results = games_played.results[match]
    if options.csv is not None:
        write_table(options.csv, results)
    _print_figures(options, match, results, games_played.faults, seconds)
    return games_played.exit_code()


def _read_numbers(option: str, text: str, games: int) -> list[int]:
    """Parse the numbers of some games, separated by commas; the result is sorted.

    Raises:
        RiskError: If one is invalid.
    """
    return sorted(set(read_counts(option, text, _("game numbers"), games)))


def _read_keep(
    text: str | None, games: int, numbers: Sequence[int]
) -> tuple[Collection[int], Path]:
    """Parse ``--keep``: the numbers of the games to keep, and the folder for their files.

    Args:
        text: The numbers of the games, or the folder for all of them; ``None`` to keep none.
        games: The number of all games.
        numbers: The numbers of the games that are played.

    Raises:
        RiskError: If the option is invalid.
    """
    if text is None:
        return (), saves_folder()
    if re.fullmatch(r"[\d\s,]+", text):
        return set(_read_numbers("--keep", text, games)) & set(numbers), saves_folder()
    folder = Path(text)
    if not text or (folder.exists() and not folder.is_dir()):
        raise RiskError(
            _(
                "{folder!r} is not a folder; --keep takes one, or numbers of games",
                folder=printable(text),
            )
        )
    folder.mkdir(parents=True, exist_ok=True)
    return numbers, folder


def _print_figures(
    options: argparse.Namespace,
    match: Match,
    results: Sequence[GameResult],
    faults: int,
    seconds: float,
) -> None:
    from risk_tui.laboratory.results import describe_match
    from risk_tui.laboratory.statistics import summarize

    figures = {**describe_match(match), **summarize(results, faults), "seconds": seconds}
    if options.json:
        print_json(figures)
    elif results:
        print_report(options, _make_report(match, figures))


def _make_report(match: Match, figures: dict[str, Any]) -> Report:
    note = ""
    if unfinished := figures["unfinished"]:
        note = _(
            ", {broken} of them stopped after {rounds}",
            broken=format_number(unfinished),
            rounds=pluralize(match.rounds, "round"),
        )
    title = _(
        "{games} by {ruleset}, seed {seed}{off}",
        games=pluralize(figures["games"], "game"),
        ruleset=printable(translated_title(match.header.setup.ruleset.title)),
        seed=printable(match.seed),
        off=note,
    )
    return Report(title, _tables(figures), _notes(figures))


def _tables(figures: dict[str, Any]) -> list[BarTable]:
    share = pgettext("column", "share")
    heading = BarRow("", (pgettext("column", "wins"), share, "95 %", pgettext("column", "fair")))
    wins = [heading] + [
        BarRow(
            printable(bot),
            (*_share_cells(row), _format_percent(row["fair_share"])),
            row["share"],
        )
        for bot, row in figures["characters"].items()
    ]
    luck_and_time = [BarRow("", (pgettext("column", "luck"), pgettext("column", "ms/turn")))] + [
        BarRow(
            printable(bot),
            (format_number(row["luck"], "+.1f"), format_number(row["ms_per_turn"], ",.1f")),
        )
        for bot, row in figures["characters"].items()
    ]
    lengths = [BarRow("", (pgettext("column", "mean"), pgettext("column", "median"), "p95"))] + [
        BarRow(
            label,
            tuple(format_number(figures[name][key], ",.4g") for key in ("mean", "median", "p95")),
        )
        for name, label in (
            ("turns", _("turns")),
            ("rounds", _("rounds")),
            ("steps", _("steps")),
            ("changes_of_leader", _("changes of leader")),
        )
    ]
    return [
        BarTable(_("WINS"), wins),
        _share_table(_("BY SEAT"), "seat", figures["seats"]),
        _share_table(_("BY TURN ORDER"), "place", figures["turn_order"]),
        BarTable(_("LENGTH OF FINISHED GAMES"), lengths),
        BarTable(_("LUCK IN ARMIES, AND TIME"), luck_and_time),
    ]


def _share_table(heading: str, key: str, rows: Sequence[dict[str, Any]]) -> BarTable:
    lines = [BarRow(str(row[key]), _share_cells(row)[1:], row["share"]) for row in rows]
    return BarTable(
        heading, [BarRow("", (pgettext("column", "share"), "95 %")), *lines], short=True
    )


def _share_cells(row: dict[str, Any]) -> tuple[str, str, str]:
    low, high = row["interval"]
    interval = f"{100 * low:.0f}–{100 * high:.0f}%"
    return format_number(row["wins"]), _format_percent(row["share"]), interval


def _format_percent(share: float) -> str:
    return format_number(share, ".1%")


def _notes(figures: dict[str, Any]) -> list[str]:
    luck, games = figures["luck"], max(1, figures["games"])
    advantage = 100 * figures["first_player_advantage"]
    thinking = figures["thinking_seconds"]
    engine = figures["game_seconds"] - thinking
    return [
        _(
            "First-player advantage: {advantage} percentage points over a fair share.",
            advantage=format_number(advantage, "+.1f"),
        ),
        _(
            "Luck: winners average {luck} armies; the luckiest player wins {luckiest} of games; "
            "the dice decide {decided}.",
            luck=format_number(luck["of_winners"], "+.1f"),
            luckiest=_format_percent(luck["luckiest_won"]),
            decided=_format_percent(luck["decided_by_dice"]),
        ),
        _(
            "Time: {figure} s; a game takes {thinking} ms of thinking and {engine} ms of the "
            "engine.",
            figure=format_number(figures["seconds"], ",.1f"),
            thinking=format_number(1000 * thinking / games, ",.0f"),
            engine=format_number(1000 * engine / games, ",.0f"),
        ),
    ]
