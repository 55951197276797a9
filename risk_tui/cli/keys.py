"""``risk-tui keys``: print all actions and their keys as a keymap file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.shared_options import add_json, print_json
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.text.wrapping import wrap

if TYPE_CHECKING:
    import argparse


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``keys``."""
    parser.description = _(
        "Print all game actions and their keys as a keymap file. Your keymap.yaml needs only "
        "the lines you change; errors in it are reported here."
    )
    parser.add_argument("--default", action="store_true", help=_("show the default keys"))
    add_json(parser)
    parser.set_defaults(run=_keys)


def _keys(options: argparse.Namespace) -> None:
    from risk_tui.data.settings import has_keymap, keymap_path
    from risk_tui.rules.variant_options import load_variants
    from risk_tui.tui.keymap import (
        ALLOWED,
        DEFAULT_KEYMAP,
        key_bindings,
        keymap_lines,
        load_keymap,
    )

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
