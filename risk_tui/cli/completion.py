"""``risk-tui completion``: scripts that let shells complete commands by Tab."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse

SCRIPTS = {
    "bash": "share/bash-completion/completions/risk-tui",
    "zsh": "share/zsh/site-functions/_risk-tui",
    "fish": "share/fish/vendor_completions.d/risk-tui.fish",
}
"""The path of each shell's script, relative to the prefix of the installation."""

_PLAIN_NAME = re.compile(r"[\w.-]+")
"""A name that no shell expands; others are left out, because a friend's game may have any name."""

_LISTS = ("docs", "games", "maps", "rulesets", "variants")
"""The kinds of names that the scripts ask for with ``--list``."""


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``completion``."""
    parser.description = _(
        "Prints the script that lets a shell complete commands, options, rulesets, maps and saved "
        'games. For bash, add this line to ~/.bashrc: eval "$(risk-tui completion bash)". For '
        "zsh, write the script to a file _risk-tui in a folder of $fpath; for fish, to "
        "~/.config/fish/completions/risk-tui.fish."
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("shell", nargs="?", choices=list(SCRIPTS), help=_("your shell"))
    shown.add_argument(
        "--list", choices=_LISTS, dest="kind", help=_("print the names of these, one a line")
    )
    parser.set_defaults(run=_completion)


def _completion(options: argparse.Namespace) -> None:
    if options.kind:
        for name in filter(_PLAIN_NAME.fullmatch, _list_names(options.kind)):
            print(name)
        return
    if options.shell is None:
        raise RiskError(_("name your shell: {scripts}", scripts=", ".join(SCRIPTS)))
    path = Path(sysconfig.get_path("data"), SCRIPTS[options.shell])
    if not path.is_file():
        raise RiskError(
            _(
                "this installation has no script for {shell}: there is no {path}",
                shell=options.shell,
                path=path,
            )
        )
    print(path.read_text(encoding="utf-8"), end="")


def _list_names(kind: str) -> list[str]:
    """Return the names of a kind, without opening files, because the player waits after Tab."""
    if kind == "games":
        from risk_tui.saves.errors import SAVE_SUFFIX, saves_folder

        return sorted(path.stem for path in saves_folder().glob(f"*{SAVE_SUFFIX}"))
    if kind == "docs":
        from risk_tui.cli.docs import find_pages

        return sorted(find_pages())
    if kind == "variants":
        from risk_tui.rules.variant_options import VariantOptions

        return sorted(VariantOptions().sections)
    from risk_tui.rules.library import names

    return names(kind)
