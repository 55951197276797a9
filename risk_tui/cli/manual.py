"""``risk-tui docs``, ``keys`` and ``completion``: what the program tells about itself."""

from __future__ import annotations

import argparse
import re
import sysconfig
from pathlib import Path

from risk_tui.cli.options import SCRIPTS
from risk_tui.cli.output import print_json, write_data
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, did_you_mean
from risk_tui.data.settings import has_keymap, keymap_path
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SAVE_SUFFIX, saves_folder
from risk_tui.text.wrapping import wrap

# Pages


def docs(options: argparse.Namespace) -> None:
    """Print a page of the documentation, or list the pages."""
    from risk_tui.rules.library import own_folder, read_text

    pages = _find_pages()
    if options.page is None:
        titles = ((name, read_text(path).partition("\n")[0]) for name, path in pages.items())
        lines = [f"{name:<18} {title.lstrip('# ')}" for name, title in titles]
        folder = _("The files are in {folder}", folder=own_folder("docs"))
        print(*lines, "", folder, sep="\n")
        return
    name = _page_name(options.page.removeprefix("docs/"))
    if name not in pages:
        raise RiskError(
            _(
                "unknown page {page!r}; {did_you_mean}",
                page=options.page,
                did_you_mean=did_you_mean(name, pages),
            )
        )
    print(*read_text(pages[name]).splitlines(), sep="\n")


def _find_pages() -> dict[str, Path]:
    """Return the files of all pages by their names."""
    from risk_tui.rules.library import own_folder

    folder = own_folder("docs")
    paths = sorted(folder.rglob("*.md"))
    return {_page_name(path.relative_to(folder).as_posix()): path for path in paths}


def _page_name(path: str) -> str:
    """Return the name of a page from its path in the folder of pages.

    >>> _page_name("bot-protocol.md"), _page_name("maps/README.md")
    ('bot-protocol', 'maps')
    """
    return path.lower().removesuffix(".md").removesuffix("/readme").rstrip("/")


# Keys


def keys(options: argparse.Namespace) -> None:
    """Print the keys of the game screen as a keymap file."""
    from risk_tui.rules.variant_options import load_variants
    from risk_tui.tui.keymap import ALLOWED, DEFAULT_KEYMAP, key_bindings, keymap_lines, load_keymap

    load_variants()  # They add their keys.
    keymap = DEFAULT_KEYMAP if options.default else load_keymap()
    path = keymap_path()
    if options.json:
        actions = [
            {
                "action": key.action,
                "keys": keymap.keys[key.action],
                "help": keymap.fill(_(key.help)),
            }
            for key in key_bindings()
        ]
        print_json({"file": str(path), "actions": actions})
        return
    if options.default:
        state = _("ignored here")
    elif has_keymap():
        state = _("valid")
    else:
        state = _("not found")
    print(_("# The keys of the game screen. Put your changes into {path}", path=printable(path)))
    about = _(
        "({state}). Each line is an action and its key, or several keys in "
        "brackets. A key is {allowed}. Upper-case letters are codes of "
        "territories, digits numbers; Enter always acts, Esc always cancels.",
        state=state,
        allowed=_(ALLOWED),
    )
    for line in wrap(about, 86):
        print(f"# {line}")
    for line in keymap_lines(keymap):
        print(line)


# Completion

_PLAIN_NAME = re.compile(r"[\w.-]+")
"""A name that no shell expands; others are left out, because a friend's game may have any name."""


def completion(options: argparse.Namespace) -> None:
    """Print a shell's script for completion, or names for such a script."""
    if options.kind:
        for name in filter(_PLAIN_NAME.fullmatch, _list_names(options.kind)):
            write_data(f"{name}\n")
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
    write_data(path.read_text(encoding="utf-8"))


def _list_names(kind: str) -> list[str]:
    """Return the names of a kind, without opening files, because the player waits after Tab."""
    if kind == "games":
        return sorted(path.stem for path in saves_folder().glob(f"*{SAVE_SUFFIX}"))
    if kind == "docs":
        return sorted(_find_pages())
    if kind == "variants":
        from risk_tui.rules.variant_options import VariantOptions

        return sorted(VariantOptions().sections)
    from risk_tui.rules.library import names

    return names(kind)
