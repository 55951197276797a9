"""``learn``: a first game that teaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.display_options import add_screen_options, screen_mode
from risk_tui.cli.play import line_streams, require_terminal

if TYPE_CHECKING:
    import argparse


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``learn``."""
    parser.add_argument("--plain", action="store_true", help="play by lines on stdin and stdout")
    parser.add_argument("--keep", action="store_true", help="keep the game among the saved ones")
    parser.set_defaults(run=_learn)
    add_screen_options(parser)


def _learn(options: argparse.Namespace) -> int:
    if not options.plain:
        require_terminal("risk-tui learn --plain")
    from risk_tui.table.lesson import Lesson

    lesson = Lesson(keep=options.keep)
    try:
        if options.plain:
            from risk_tui.line_mode.session import learn_by_lines

            lines, out, problems = line_streams(options)
            return learn_by_lines(lesson, lines, out, problems, interactive=lines.isatty())
        from risk_tui.tui.app import run

        return run(lesson=lesson, mode=screen_mode(options))
    finally:
        lesson.close()
