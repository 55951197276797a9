"""The command line. Imports what a command needs only when it is given."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING, NoReturn

from risk_tui import __version__
from risk_tui.cli.keys import add_command as add_keys
from risk_tui.cli.rules import add_changes, changed_ruleset
from risk_tui.cli.rules import add_commands as add_rules
from risk_tui.cli.screen import add_screen_options, lines_out, screen_mode
from risk_tui.literal import literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.settings import Settings
    from risk_tui.table.table import Table


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        hint = f"; see: {self.prog} --help"
        self.exit(2, f"{self.prog}: {message}{hint}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code for the shell (2 for bad input)."""
    options = _parser().parse_args(arguments)
    from risk_tui.engine.errors import RiskError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return int(options.run(options) or 0)
    except RiskError as error:
        print(f"risk-tui: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone; that is no fault.
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"risk-tui: {error.strerror or error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="risk-tui",
        description="Risk for friends round one terminal. Without a command it opens the title "
        "screen, where the last unfinished game is offered first.",
    )
    parser.add_argument("--version", action="version", version=f"risk-tui {__version__}")
    parser.set_defaults(run=_title)
    add_screen_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    new = commands.add_parser("new", help="begin a game and go straight to the board")
    _game_options(new)
    new.set_defaults(run=_play, plain=False)
    add_screen_options(new)

    play = commands.add_parser("play", help="the same; with --plain by lines instead of a screen")
    _game_options(play)
    play.add_argument("--plain", action="store_true", help="play by lines on stdin and stdout")
    play.set_defaults(run=_play)
    add_screen_options(play)

    resume = commands.add_parser("resume", help="play on with a saved game, by default the last")
    resume.add_argument("game", nargs="?", help="its name, the start of its name, or its file")
    resume.add_argument("--plain", action="store_true", help="play by lines on stdin and stdout")
    resume.set_defaults(run=_resume)
    add_screen_options(resume)

    saves = commands.add_parser("saves", help="list the saved games")
    saves.add_argument("--json", action="store_true", help="for programs")
    saves.set_defaults(run=_saves)

    add_keys(commands.add_parser("keys", help="what every key does, as a file to be changed"))
    add_rules(commands.add_parser("rules", help="read, compare and check rulesets"))
    return parser


def _game_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="NAME", help="a ruleset, by name or file (us-1993)")
    add_changes(parser)
    parser.add_argument("--map", metavar="NAME", help="a map, by name or file (classic)")
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="2 to 6 names, by commas; 'bot' is a computer player, 'Ann=green' chooses a colour",
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same dice for the same seed")
    parser.add_argument("--turn-limit", metavar="N", type=int, help="end the game after N rounds")
    parser.add_argument(
        "--defence",
        choices=("ask", "most"),
        help="ask people for their defence dice, or always roll the most",
    )


def _title(options: argparse.Namespace) -> int:
    _need_terminal()
    from risk_tui.tui.app import run

    return run(mode=screen_mode(options))


def _play(options: argparse.Namespace) -> int:
    if options.plain:
        if not options.players:
            from risk_tui.engine.errors import RiskError

            raise RiskError("say who plays, for example --players Ann,Ben,bot")
        return _plain(_new_table(options), options)
    _need_terminal()
    from risk_tui.tui.app import run

    if not options.players:
        return run(new_game=True, settings=_proposed(options), mode=screen_mode(options))
    return run(_new_table(options), mode=screen_mode(options))


def _proposed(options: argparse.Namespace) -> Settings:
    """The settings with the rules and the map that the new-game screen is to propose."""
    from risk_tui.engine.errors import RiskError
    from risk_tui.engine.library import load_board, load_ruleset
    from risk_tui.settings import load_settings

    for name in ("changes", "seed", "turn_limit", "defence"):
        if getattr(options, name):
            flag = "--set" if name == "changes" else f"--{name.replace('_', '-')}"
            raise RiskError(f"{flag} needs --players; without them a form asks for everything")
    settings = load_settings()
    if options.rules:
        settings.ruleset = load_ruleset(options.rules).ruleset
    if options.map:
        settings.map = load_board(options.map).name
    return settings


def _resume(options: argparse.Namespace) -> int:
    from risk_tui.engine.errors import RiskError
    from risk_tui.saves.folder import find_game, last_unfinished

    if options.game is None:
        last = last_unfinished()
        if last is None:
            raise RiskError("there is no unfinished game; begin one with: risk-tui new")
        path = last.path
    else:
        path = find_game(options.game)
    if not options.plain:
        _need_terminal()
    from risk_tui.table.table import Table

    table = Table.open(path)
    if options.plain:
        return _plain(table, options)
    _ = table.board.pictures  # a bad picture is said here, not on the screen
    from risk_tui.tui.app import run

    return run(table, mode=screen_mode(options))


def _plain(table: Table, options: argparse.Namespace) -> int:
    from risk_tui.plain.session import play

    lines = sys.stdin or io.StringIO()
    out, problems = (lines_out(options, stream) for stream in (sys.stdout, sys.stderr))
    return play(table, lines, out, problems, interactive=lines.isatty())


def _saves(options: argparse.Namespace) -> int:
    from risk_tui.saves.folder import saved_games, saves_folder

    games = saved_games()
    if options.json:
        import json
        from dataclasses import asdict

        rows = [
            {"name": game.name, "path": str(game.path), "problem": game.problem or None}
            | (asdict(game.summary) if game.summary else {})
            for game in games
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    if not games:
        print(f"No saved games in {saves_folder()}")
    for game in games:
        if game.summary is None:
            print(f"{literal(game.name)}: {literal(game.problem)}")
            continue
        summary = game.summary
        if summary.winners:
            state = f"won by {' and '.join(summary.winners)}"
        else:
            state = f"round {summary.round}, {summary.to_move} to move"
        players = ", ".join(summary.players)
        told = f"{game.name}: {summary.ruleset}, {players}; {state}; last played {summary.played}"
        print(literal(told))
    return 0


def _new_table(options: argparse.Namespace) -> Table:
    from risk_tui.bots import bot_names
    from risk_tui.engine.errors import RiskError
    from risk_tui.engine.game import Setup
    from risk_tui.engine.house_rules import with_turn_limit
    from risk_tui.engine.library import load_board
    from risk_tui.settings import load_settings
    from risk_tui.table.seats import seat_players
    from risk_tui.table.table import Table

    settings = load_settings()
    ruleset = changed_ruleset(options.rules or settings.ruleset, options.changes)
    if options.seed is not None and not (options.seed.isprintable() and len(options.seed) < 100):
        raise RiskError("a seed has less than 100 characters, all of them printable")
    if options.turn_limit is not None:
        ruleset = with_turn_limit(ruleset, options.turn_limit)
    board = load_board(options.map or settings.map)
    _ = board.pictures  # a bad picture is refused before there is a game
    seats = seat_players(options.players.split(","), bot_names())
    for seat in seats:
        seat.defence = options.defence or settings.defence
    return Table.create(Setup(board, ruleset, len(seats)), seats, seed=options.seed)


def _need_terminal() -> None:
    # Textual reads from the first and draws on the last of these.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        from risk_tui.engine.errors import RiskError

        raise RiskError("this needs a terminal; for pipes and scripts use: risk-tui play --plain")
    from risk_tui.settings import keymap_path

    if keymap_path().exists():
        from risk_tui.tui.hands.keymap import load_keymap

        load_keymap()  # a bad one is said before there is a game


if __name__ == "__main__":
    raise SystemExit(main())
