"""The command line. Imports what a command needs only when it is given."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from typing import TYPE_CHECKING, NoReturn

from risk_tui import __version__, faults
from risk_tui.cli.dice import add_command as add_dice
from risk_tui.cli.environment import finish_streams, own_process
from risk_tui.cli.export import add_export, add_import
from risk_tui.cli.join import add_command as add_join
from risk_tui.cli.keys import add_command as add_keys
from risk_tui.cli.odds import add_command as add_odds
from risk_tui.cli.play import add_new, add_play, add_resume, title
from risk_tui.cli.rules import add_commands as add_rules
from risk_tui.cli.saves import add_commands as add_saves
from risk_tui.cli.screen import add_screen_options
from risk_tui.cli.ssh import add_command as add_ssh
from risk_tui.literal import literal

if TYPE_CHECKING:
    from collections.abc import Sequence


LONGEST = 2_000
"""Characters of a line that says what is wrong."""


_LIST = re.compile(r"-\d+,")
"""How a list of numbers begins whose first is below zero."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2."""

    def parse_known_args(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """A list such as -3,1 is a value, as -3 is: a blank before it tells it from an option."""
        words = sys.argv[1:] if args is None else args
        values = [f" {word}" if _LIST.match(word) else word for word in words]
        return super().parse_known_args(values, namespace)

    def error(self, message: str) -> NoReturn:
        hint = f"; see: {self.prog} --help"
        self.exit(2, f"{self.prog}: {literal(message, LONGEST)}{hint}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code for the shell (2 for bad input, 1 for a fault in the program).

    Without ``arguments`` the process is this program's, and so are its environment and signals.
    """
    if arguments is None:
        own_process()
        faults.keep_off_the_screen()
    try:
        return _run(arguments)
    except KeyboardInterrupt as stop:
        return getattr(stop, "code", 130)
    except Exception as error:
        _complain(faults.told(faults.record(error)))
        return 1
    finally:
        finish_streams()


def _run(arguments: Sequence[str] | None) -> int:
    from risk_tui.engine.errors import RiskError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        code = int(options.run(options) or 0)
        if sys.stdout is not None:
            sys.stdout.flush()
    except RiskError as error:
        _complain(f"risk-tui: {literal(error, LONGEST)}")
        return 2
    except BrokenPipeError:
        # Whoever read the output has gone; that is no fault.
        return 0
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        _complain(f"risk-tui: {literal(f'{error.strerror or error}{where}', LONGEST)}")
        return 2
    return code


def _complain(line: str) -> None:
    """Say what went wrong, if anybody can read it."""
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="risk-tui",
        description="Risk for friends round one terminal. Without a command it opens the title "
        "screen, where the last unfinished game is offered first.",
    )
    parser.add_argument("--version", action="version", version=f"risk-tui {__version__}")
    parser.set_defaults(run=title)
    add_screen_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    add_new(commands.add_parser("new", help="begin a game and go straight to the board"))
    add_play(
        commands.add_parser("play", help="the same; with --plain by lines instead of a screen")
    )
    add_resume(commands.add_parser("resume", help="play on with a saved game, by default the last"))
    add_join(commands.add_parser("join", help="sit down at a game from a terminal of your own"))

    add_saves(commands)
    add_export(commands.add_parser("export", help="write a game down as a text"))
    add_import(commands.add_parser("import", help="make a saved game of such a text"))

    add_odds(commands.add_parser("odds", help="the odds of a fight, of a campaign, of cards"))
    add_dice(commands.add_parser("dice", help="who was lucky, and whether the dice are fair"))
    add_keys(commands.add_parser("keys", help="what every key does, as a file to be changed"))
    add_rules(commands.add_parser("rules", help="read, compare and check rulesets"))
    add_ssh(commands.add_parser("ssh-setup", help="what friends need to play over SSH, printed"))
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
