"""Add what is made when the wheel is built: catalogues, shell completions and a man page."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from collections.abc import Iterator

_LISTS = {
    "rules": "rulesets",
    "ruleset": "rulesets",
    "one": "rulesets",
    "other": "rulesets",
    "variants": "variants",
    "map": "maps",
    "game": "games",
    "games": "games",
    "page": "docs",
}
"""What ``risk-tui completion --list`` prints for the value of an option or argument."""

_MAN_PAGE = "share/man/man6/risk-tui.6"
"""Where the man page goes, below the prefix of the installation; section 6 has the games."""


class ShellFilesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes the files and names them as shared data of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues, and write the other files below ``build``: all in no commit."""
        build_data["artifacts"] += compile_catalogues(self.root)
        folder = Path(self.root, "build", "shell")
        for place, text in shell_files(self.root).items():
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(path)] = place


def compile_catalogues(root: str) -> list[str]:
    """Compile the catalogues of other languages; return the files, from the root."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = []
    for source in sorted(Path(root).glob("risk_tui/locale/*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        with source.open("rb") as file, target.open("wb") as out:
            write_mo(out, read_po(file, locale=source.parts[-3]))
        compiled.append(str(target.relative_to(root)))
    return compiled


def shell_files(root: str) -> dict[str, str]:
    """Return the man page and the completion scripts, each by its place below the prefix."""
    import shtab
    from argparse_manpage.manpage import Manpage

    sys.path.insert(0, root)
    from risk_tui import __version__
    from risk_tui.cli import build_parser
    from risk_tui.cli.options import COMMANDS, SCRIPTS

    # The page must be the same whatever terminal it is built in.
    os.environ["COLUMNS"] = "100"
    parser = build_parser([name for name, *_ in COMMANDS])
    page = Manpage(
        parser,
        {
            "description": "play Risk in a terminal",
            "manual_section": 6,
            "manual_title": "Games",
            "project_name": "risk-tui",
            "version": __version__,
        },
    )
    files = {_MAN_PAGE: str(page)}
    for action in _actions(parser):
        _set_completion(action)
    return files | {place: shtab.complete(parser, shell) for shell, place in SCRIPTS.items()}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of a parser and of all commands below it."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)


def _set_completion(action: argparse.Action) -> None:
    """Set what the values of an option or argument are completed from."""
    import shtab

    if action.dest in _LISTS and action.metavar != "N":
        action.complete = _listed(_LISTS[action.dest])  # type: ignore[attr-defined]
    elif action.metavar == "FILE":
        action.complete = shtab.FILE  # type: ignore[attr-defined]
    elif action.metavar == "FOLDER":
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]


def _listed(kind: str) -> dict[str, Any]:
    """Return what each shell calls, only when a value is asked for, to get the names of a kind."""
    function, command = f"_risk_tui_{kind}", f"risk-tui completion --list {kind}"
    return {
        "bash": function,
        "zsh": function,
        "fish": f"({command})",
        "preamble": {
            "bash": f'{function}() {{ compgen -W "$({command})" -- "$1"; }}',
            "zsh": f'{function}() {{ compadd -- ${{(f)"$({command})"}}; }}',
        },
    }
