"""``new``, ``play``, ``resume``, ``join``, ``learn`` and plain ``risk-tui``: open a table."""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from risk_tui.bots import bot_ids
from risk_tui.cli.clock_and_talk import check_clock_options, set_clock_and_talk
from risk_tui.cli.output import screen_mode
from risk_tui.cli.rules import changed_ruleset, typed_changes
from risk_tui.cli.simulate import read_seed
from risk_tui.data import crash_log
from risk_tui.data.clean_text import printable
from risk_tui.data.environment import check_textual
from risk_tui.data.language import _
from risk_tui.data.settings import Settings, has_keymap
from risk_tui.errors import RiskError
from risk_tui.saves.folder import find_game, find_game_or_last
from risk_tui.table.seats import (
    COLOURS,
    NAME_WIDTH,
    WATCH,
    Seat,
    seat_by_name,
    seat_players,
    spell_names,
)
from risk_tui.tui.theme.display_mode import is_in_browser

if TYPE_CHECKING:
    from risk_tui.bots.external_bot import ExternalBot
    from risk_tui.engine.game import GameSetup
    from risk_tui.table.table import Table
    from risk_tui.tui.app import RiskApp

_MAX_SEED_LENGTH = 99
"""The maximum length of a seed in characters."""


def start_screen(options: argparse.Namespace) -> int:
    """Open the title screen."""
    require_terminal("risk-tui play --plain")
    return run_app(options)


def run_app(
    options: argparse.Namespace,
    table: Table | None = None,
    *,
    opening: Callable[[RiskApp], object] | None = None,
    settings: Settings | None = None,
) -> int:
    """Run the app, and return the exit code. The other arguments are those of the app."""
    from risk_tui.tui.app import RiskApp

    mode, keymap = screen_mode(options), None
    if has_keymap():
        from risk_tui.tui.keymap import load_keymap

        keymap = load_keymap()
    app = RiskApp(table, opening=opening, settings=settings, mode=mode, keymap=keymap)
    crash_log.install_hooks(app.handle_thread_fault)
    try:
        app.run()
    finally:
        app.restore_terminal()
    return app.return_code or app.shutdown.code or 0


def play(options: argparse.Namespace) -> int:
    """Start a new game, or open the form for one."""
    # Report mistakes in the options first, even without a terminal.
    if options.plain or options.players:
        setup = _check_setup(options)
        if options.plain:
            return _play_by_lines(_create_table(setup, options))
        require_terminal("risk-tui play --plain")
        return run_app(options, _create_table(setup, options))
    settings, changes = _form_defaults(options)
    require_terminal("risk-tui play --plain")
    return run_app(options, opening=lambda app: app.open_new_game(changes), settings=settings)


def _form_defaults(options: argparse.Namespace) -> tuple[Settings, dict[str, object]]:
    """Return the defaults of the new-game screen from the options.

    Returns:
        The settings with the chosen ruleset and map, and the changed values of the ruleset.

    Raises:
        RiskError: If an option is invalid, or requires ``--players``.
    """
    from risk_tui.rules.house_rules import with_house_rules
    from risk_tui.rules.library import load_board, load_ruleset

    names = ("bot", "seed", "turn_limit", "defence", "no_advice", "real_dice", "no_talk")
    for name in (*names, "clock", "turn_clock", "clock_bot"):
        value = getattr(options, name)
        if value is not False and value not in (None, []):
            flag = f"--{name.replace('_', '-')}"
            raise RiskError(_("{flag} requires --players", flag=flag))
    settings, changes = options.settings, {}
    if options.rules is not None or options.variants or options.changes:
        ruleset = load_ruleset(settings.ruleset if options.rules is None else options.rules)
        changes = typed_changes(ruleset, options)
        with_house_rules(ruleset, changes)  # Reject bad values before opening a form.
        settings.ruleset = ruleset.ruleset
        settings.map = ruleset.board.choose_map(settings.map)
    if options.map is not None:
        settings.map = load_board(options.map).name
    return settings, changes


def resume(options: argparse.Namespace) -> int:
    """Resume a saved game, by default the latest that is not over."""
    problem = _("there is no unfinished game; begin one with: risk-tui new")
    path = find_game_or_last(options.game, problem)
    if not options.plain:
        require_terminal("risk-tui resume --plain")
    from risk_tui.table.table import Table

    return _play_at(Table.open(path), options)


def join(options: argparse.Namespace) -> int:
    """Join a game at a seat, or watch it."""
    if options.take and options.seat is None:
        raise RiskError(_("--take needs --seat: whose seat?"))
    path = find_game(options.game)
    if not options.plain:
        require_terminal("risk-tui join GAME --plain")
    from risk_tui.table.table import Table

    seat = None if options.seat == WATCH else options.seat
    ascii = screen_mode(options).ascii
    return _play_at(Table.join(path, seat, take=options.take, ascii=ascii), options)


def _play_at(table: Table, options: argparse.Namespace) -> int:
    """Play at a saved game, in line mode or on a screen; return the exit code."""
    spell_names(table.seats, ascii=screen_mode(options).ascii)
    seat_programs(table, options)
    if options.plain:
        return _play_by_lines(table)
    table.validate_pictures()
    return run_app(options, table)


def _play_by_lines(table: Table) -> int:
    """Play at a table in line mode; return the exit code."""
    from risk_tui.line_mode.session import play_by_lines

    lines = sys.stdin or io.StringIO()
    return play_by_lines(table, lines, sys.stdout, sys.stderr, interactive=lines.isatty())


def _check_setup(options: argparse.Namespace) -> GameSetup:
    """Check the options of a new game, and return its setup; don't start external bots.

    Raises:
        RiskError: If an option is invalid, or no player is named.
    """
    from risk_tui.engine.game import GameSetup
    from risk_tui.rules.library import load_board

    settings = options.settings
    ruleset = changed_ruleset(settings.ruleset if options.rules is None else options.rules, options)
    if options.seed is not None:
        read_seed(options.seed, _MAX_SEED_LENGTH)
    if options.turn_limit is not None:
        from risk_tui.rules.house_rules import with_turn_limit

        ruleset = with_turn_limit(ruleset, options.turn_limit)
    board = load_board(
        ruleset.board.choose_map(settings.map) if options.map is None else options.map
    )
    board.validate_pictures()  # Reject a bad board before the game is created.
    check_time_limit(options.bot_time)
    check_clock_options(options)
    if not options.players:
        raise RiskError(_("name the players, e.g. --players Ann,Ben,bot"))
    players, commands = split_players(options.players)
    # A program sends its name only after it is started, so its seat is checked later.
    seats = seat_players(
        [player for number, player in enumerate(players) if number not in commands], bot_ids()
    )
    if not commands:
        _check_bot_seats(options, seats)
    return GameSetup(board, ruleset, len(players))


def _create_table(setup: GameSetup, options: argparse.Namespace) -> Table:
    """Start the external bots, and create the game with its table."""
    from risk_tui.saves.header import TableOptions
    from risk_tui.table.table import Table

    players, commands = split_players(options.players)
    with running_programs(commands, options) as programs:
        ids = [program.player for program in programs.values()]
        seats = seat_players(name_programs(players, programs), [*bot_ids(), *ids])
        for seat in seats:
            seat.defence = options.defence or options.settings.defence
        _check_bot_seats(options, seats)
        table_options = TableOptions(advice=not options.no_advice, real_dice=options.real_dice)
        table = Table.create(setup, seats, seed=options.seed, options=table_options)
        for number, program in programs.items():
            table.run_program(number, program)
    set_clock_and_talk(table, options)
    seat_programs(table, options)
    return table


def require_terminal(by_lines: str) -> None:
    """Check for a terminal, a supported version of Textual and a valid keymap.

    A page in a browser counts as a terminal.

    Args:
        by_lines: The command to suggest if there is no terminal.

    Raises:
        RiskError: If there is no terminal, or the version or the keymap is refused.
    """
    # Textual reads from stdin and draws on stderr.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    has_terminal = all(stream is not None and stream.isatty() for stream in streams)
    if not has_terminal and not is_in_browser(os.environ):
        raise RiskError(
            _(
                "this needs a terminal (over SSH: ssh -t); for pipes and scripts use: {by_lines}",
                by_lines=by_lines,
            )
        )

    check_textual(by_lines)

    if has_keymap():
        from risk_tui.tui.keymap import load_keymap

        load_keymap()  # Reject a bad keymap before a game is created.


def learn(options: argparse.Namespace) -> int:
    """Play the first game, which teaches the keys."""
    if not options.plain:
        require_terminal("risk-tui learn --plain")
    from risk_tui.table.lesson import Lesson

    with contextlib.closing(Lesson(keep=options.keep)) as lesson:
        if options.plain:
            from risk_tui.line_mode.session import LessonSession, play_session

            lines = sys.stdin or io.StringIO()
            session = LessonSession(
                lesson, lines, sys.stdout, sys.stderr, interactive=lines.isatty()
            )
            return play_session(session)
        return run_app(options, opening=lambda app: app.open_lesson(lesson))


# External bots at a table

COMMAND = "cmd:"
"""The prefix of a command that runs an external bot."""


def check_time_limit(seconds: float, option: str = "--bot-time") -> float:
    """Return the time limit of an option in seconds if it is valid.

    Raises:
        RiskError: If it is not from 0.01 to 3600.
    """
    if not (math.isfinite(seconds) and 0.01 <= seconds <= 3600):
        raise RiskError(
            _(
                "{option} must be between 0.01 and 3600 seconds, not {seconds}",
                option=option,
                seconds=f"{seconds:g}",
            )
        )
    return seconds


def bots_by_name(options: argparse.Namespace) -> dict[str, str]:
    """Return the commands of ``--bot`` by the names of their seats.

    Raises:
        RiskError: If an option is invalid.
    """
    commands: dict[str, str] = {}
    for text in options.bot:
        name, _rest, command = text.partition("=")
        if not name.strip() or not command.startswith(COMMAND):
            raise RiskError(
                _(
                    "--bot {text} cannot be read; write --bot Ben=cmd:./mybot",
                    text=printable(text, 60),
                )
            )
        commands[name.strip()] = command.removeprefix(COMMAND)
    return commands


def _check_bot_seats(options: argparse.Namespace, seats: Sequence[Seat]) -> None:
    """Raise ``RiskError`` if a name in ``--bot`` has no seat."""
    for name in bots_by_name(options):
        seat_by_name(name, seats)


def split_players(text: str) -> tuple[list[str], dict[int, str]]:
    """Split ``--players`` into the players without commands, and the commands by seat.

    >>> split_players("Ann,cmd:./mybot --fast,Ben:cmd:./other=red")
    (['Ann', ':', 'Ben:=red'], {1: './mybot --fast', 2: './other'})
    """
    players, commands = [], {}
    for number, player in enumerate(text.split(",")):
        before, separator, command = player.partition(COMMAND)
        name, colon, rest = before.rpartition(":")
        if not separator or rest.strip() or (before and not colon):
            players.append(player)
            continue
        program, equals, colour = command.rpartition("=")
        has_colour = bool(equals) and colour.strip().lower() in COLOURS
        commands[number] = program if has_colour else command
        players.append(f"{name}:" + (f"={colour}" if has_colour else ""))
    return players, commands


def name_programs(players: Sequence[str], programs: Mapping[int, ExternalBot]) -> list[str]:
    """Return the players with the ids of their programs.

    Players without a name get the name of their program.

    Args:
        players: The players from ``split_players``.
        programs: The started programs by seat.
    """
    named = list(players)
    for number, program in programs.items():
        name, _, colour = players[number].partition("=")
        name = name.rstrip(":")
        if not name.strip():
            name = program.label[:NAME_WIDTH].rstrip("-")
            taken = {re.split("[:=]", text)[0].strip().casefold() for text in named}
            numbered = (f"{name[: NAME_WIDTH - 1]}{count}" for count in range(2, 9))
            name = next(free for free in (name, *numbered) if free not in taken)
        named[number] = f"{name}:{program.player}" + (f"={colour}" if colour else "")
    return named


@contextlib.contextmanager
def running_programs(
    commands: Mapping[int, str], options: argparse.Namespace
) -> Iterator[dict[int, ExternalBot]]:
    """Start external bots by seat, and close them if the body of the ``with`` fails.

    Raises:
        RiskError: If a program does not start, or sends no hello message.
    """
    limit = check_time_limit(options.bot_time)
    programs: dict[int, ExternalBot] = {}
    with contextlib.ExitStack() as stack:
        for number, command in commands.items():
            # Without external bots, this import would only take time.
            from risk_tui.bots.external_bot import ExternalBot

            programs[number] = ExternalBot(command, limit)
            stack.callback(programs[number].close)
        yield programs
        stack.pop_all()


def seat_programs(table: Table, options: argparse.Namespace) -> None:
    """Start the programs of ``--bot``, and let them play their seats.

    Raises:
        RiskError: If one can't be started or has no seat; the table is closed.
    """
    try:
        named = bots_by_name(options)
        commands = {seat_by_name(name, table.seats): command for name, command in named.items()}
        with running_programs(commands, options) as programs:
            for seat, program in programs.items():
                table.run_program(seat, program)
    except RiskError:
        table.close()
        raise
