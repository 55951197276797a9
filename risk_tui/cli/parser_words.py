"""Translation of the words that argparse adds to help texts and errors."""

from __future__ import annotations

import argparse
from typing import Any

from risk_tui.data.language import N_, _, ngettext

WORDS = (
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


def translate_argparse() -> None:
    """Make argparse translate its words with our catalogue.

    Its own function would search the system's folders for a catalogue for each word.
    """
    module: Any = argparse
    module._, module.ngettext = _, ngettext
