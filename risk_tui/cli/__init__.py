"""The command line: ``options`` has the options of all commands, other modules run them.

Imports every other package, but the module of a command only to run it. No package imports ``cli``,
except the tool in ``locale`` that collects the sentences.

Start with ``main`` and ``options.COMMANDS``. ``play`` opens the screen or line mode, and ``output``
prints what commands show.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, NoReturn

from risk_tui import __version__
from risk_tui.cli.options import COMMANDS, add_language, add_screen_options
from risk_tui.cli.output import prepare_stream, writes_ascii
from risk_tui.data import crash_log
from risk_tui.data.clean_text import printable
from risk_tui.data.environment import finish_streams, secure_process
from risk_tui.data.files import reason
from risk_tui.data.language import N_, _, ngettext, similar_words, spell_in_ascii, use_language
from risk_tui.data.settings import load_settings
from risk_tui.errors import RiskError
from risk_tui.tui.theme.display_mode import is_in_browser

_MAX_ERROR_LENGTH = 2_000
"""The maximum length of an error line, in characters."""


_NEGATIVE_LIST = re.compile(r"-\d+,")
"""The start of a list of numbers whose first number is negative, such as ``-3,1``."""


_ARGPARSE_WORDS = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("expected at most one argument"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid %(type)s value: %(value)r"),
)
"""The messages of argparse that players can see, listed here for the catalogues."""


def _translate_argparse() -> None:
    """Make argparse translate its words with our catalogue.

    Its own function would search the system's folders for a catalogue for each word.
    """
    module: Any = argparse
    module._, module.ngettext = _, ngettext


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, suggests a correction, and exits with 2.

    Each command's own parser rejects its unknown options, so the line names the right help. Each
    has ``--lang``.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        add_language(self)

    def parse_known_args(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the words of a command line; exit with 2 if any is unknown.

        A list such as ``-3,1`` is a value, just like ``-3``. It gets a leading blank, because
        argparse would take it for an option.
        """
        words = sys.argv[1:] if args is None else args
        values = [f" {word}" if _NEGATIVE_LIST.match(word) else word for word in words]
        if not {"-h", "--help"}.intersection(values):
            self._check_options(values)
        parsed, surplus = super().parse_known_args(values, namespace)
        if surplus:
            words = " ".join(word or "''" for word in surplus)
            self.error(_("unexpected {surplus}", surplus=words))
        return parsed, surplus

    def _check_options(self, words: Sequence[str]) -> None:
        """Exit if an option is unknown, before its value is mistaken for an argument.

        Words after a command are left to the command's own parser.
        """
        rest = iter(words)
        for word in rest:
            found: Any = self._parse_optional(word) if word != "--" else None
            if found is None:
                if word == "--" or self._subparsers is not None:
                    return
                continue
            action, name, *values = found[0] if isinstance(found, list) else found
            if action is None:
                name = str(name).partition("=")[0]
                hint = self._suggest(name, self._option_string_actions)
                self.error(_("unknown option {name}{hint}", name=name, hint=hint))
            if action.nargs is None and values[-1] is None:
                next(rest, None)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        if isinstance(action, argparse._SubParsersAction):
            command = f"{self.prog} {value}".partition(" ")[2]
            prefix = command.removesuffix(str(value))
            self.error(
                _(
                    "unknown command {command!r}{suggest}",
                    command=command,
                    suggest=self._suggest(value, action.choices, prefix),
                )
            )
        choices = [str(choice) for choice in action.choices]
        hint = self._suggest(str(value), choices) or _(
            "; choose from {choices}", choices=", ".join(choices)
        )
        name = action.option_strings[0] if action.option_strings else action.dest
        self.error(_("invalid value {value!r} for {name}{hint}", value=value, name=name, hint=hint))

    def _suggest(self, word: str, known: Iterable[str], prefix: str = "") -> str:
        """Return the end of an error that suggests the most similar known word; "" without one.

        Args:
            prefix: The words of the command before it, which are suggested too.
        """
        names = {name.lstrip("-").lower(): name for name in known}
        near = similar_words(word.lstrip("-").lower(), names, cutoff=0.6)
        return (
            _("; did you mean {prefix}{name}?", prefix=prefix, name=names[near[0]]) if near else ""
        )

    def error(self, message: str) -> NoReturn:
        hint = "" if message.endswith("?") else _("; see: {prog} --help", prog=self.prog)
        _print_error(f"{self.prog}: {printable(message, _MAX_ERROR_LENGTH)}{hint}")
        self.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: The words of the command line; ``None`` for those of this process, whose
            environment and signals are then made safe.

    Returns:
        The exit code of the command; 2 for bad input, 1 for a fault in the program.

    Raises:
        SystemExit: If the words can't be parsed (its code is 2), or ask for help or the version.
    """
    if sys.platform == "win32":
        # Windows has no POSIX file locks (``fcntl``), which keep two terminals apart.
        _print_error(
            _("risk-tui: this needs Linux or macOS; on Windows install WSL and run it there")
        )
        return 2
    if arguments is None:
        secure_process()
        crash_log.install_hooks()
    if _is_on_page():
        sys.stdout = sys.stderr  # The page's server accepts only packets on stdout.
    try:
        return _run(arguments)
    except KeyboardInterrupt as stop:
        return getattr(stop, "code", 130)
    except Exception as error:
        _print_error(crash_log.report_fault(error))
        return 1
    finally:
        if _is_on_page():
            from risk_tui.tui.terminal.browser_page import explain_blank_page

            explain_blank_page()
        finish_streams()


def _run(arguments: Sequence[str] | None) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        words = sys.argv[1:] if arguments is None else arguments
        settings = load_settings()
        display = argparse.Namespace(settings=settings, signs=_requested_signs(words))
        for stream in (sys.stdout, sys.stderr):  # Before any help or error is printed.
            prepare_stream(display, stream)
        language = _requested_language(words)
        use_language(language, settings.language)
        spell_in_ascii(ascii=writes_ascii(display, sys.stdout))
        _translate_argparse()
        given = argparse.Namespace(settings=settings)
        options = build_parser(words).parse_args(words, given)
        if getattr(options, "lang", language) != language:  # It was abbreviated.
            use_language(options.lang, settings.language)
        if _is_on_page() and getattr(options, "plain", False):
            raise RiskError(_("--plain doesn't work in a browser; leave it out"))
        module, function = options.run.split(".")
        run = getattr(import_module(f"risk_tui.cli.{module}"), function)
        code = int(run(options) or 0)
        if sys.stdout is not None:
            sys.stdout.flush()
    except RiskError as error:
        _print_error(f"risk-tui: {printable(error, _MAX_ERROR_LENGTH)}")
        return 2
    except BrokenPipeError:
        # The program that reads our output has ended, as ``head`` does; that is not an error.
        return 0
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        _print_error(f"risk-tui: {printable(f'{reason(error)}{where}', _MAX_ERROR_LENGTH)}")
        return 2
    return code


def _requested_signs(words: Sequence[str]) -> str | None:
    """Return the last of ``--ascii`` and ``--blocks``, which may be abbreviated, if any."""
    forms = {f"--{signs}"[:end]: signs for signs in ("ascii", "blocks") for end in range(4, 9)}
    return next((forms[word] for word in reversed(words) if word in forms), None)


def _requested_language(words: Sequence[str]) -> str:
    """Return the last value of ``--lang``, "" without one; the parser's own texts depend on it."""
    language = ""
    for word, value in pairwise([*words, ""]):
        if word == "--lang":
            language = value
        elif word.startswith("--lang="):
            language = word.partition("=")[2]
    return language


def _is_on_page() -> bool:
    """Return True if the program runs on a page in a browser."""
    return is_in_browser(os.environ)


def _print_error(line: str) -> None:
    """Print a line on stderr, if possible, and on the page if the program runs in a browser."""
    with contextlib.suppress(OSError, ValueError):
        print(line, file=prepare_stream(argparse.Namespace(), sys.stderr), flush=True)
    if _is_on_page():
        from risk_tui.tui.terminal.browser_page import show_on_page

        show_on_page(line)


class _Version(argparse.Action):
    """Prints the version, and a note if drawing is not optimized for the installed Textual."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from risk_tui.tui.terminal.screen_diff import plain_painting

        print(", ".join(filter(None, (f"risk-tui {__version__}", plain_painting()))))
        parser.exit()


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser of all commands; only those among the ``words`` get their options.

    Its result names the function that runs as ``run``.
    """
    parser = _Parser(
        prog="risk-tui",
        description=_(
            "Risk in the terminal, for two to six players. Run without a command to "
            "open the title screen."
        ),
    )
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help=_("show the version"))
    parser.set_defaults(run="play.start_screen")
    add_screen_options(parser)
    commands = parser.add_subparsers(
        title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser
    )

    for name, help, add_options, run in COMMANDS:
        command = commands.add_parser(name, help=_(help))
        if name in words:
            command.set_defaults(run=run)
            add_options(command)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
