"""A language for tests: every sentence in brackets, with accents, and a third longer.

``python -m tests.pseudo play …`` runs the program in it. Texts without ⟦brackets⟧ can't be
translated, and texts that don't fit would not fit in other languages either.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from babel.messages.pofile import read_po

from risk_tui.data import language

_KEPT = re.compile(r"(\{[^{}|]*\}|%\([a-z_]+\)[rs]|%[rs%])")
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_CONTEXT_END = "\x04"


@cache
def known() -> frozenset[tuple[str, str]]:
    """Return every sentence of the catalogues with its context."""
    file = language.LOCALE / "fr" / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    return frozenset(
        (message.id if isinstance(message.id, str) else message.id[0], message.context or "")
        for message in read_po(file.open("rb"))
    )


class Pseudo:
    """A catalogue with every sentence."""

    def gettext(self, message: str) -> str:
        context, _, text = message.rpartition(_CONTEXT_END)
        if (text, context) not in known():
            return message
        if context in ("command", "usage", "elisions"):
            return message
        if context == "between items":
            return text.translate(_ACCENTS)
        return pseudo(text)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return pseudo(one if number == 1 else many) if (one, "") in known() else one

    def plural(self, number: int) -> int:
        return int(number != 1)


@cache
def pseudo(text: str) -> str:
    """Return a sentence in brackets, with accents, and a third longer.

    >>> pseudo("{seat} attacks"), pseudo("OK")
    ('⟦{seat} áttácks··⟧', '⟦ÓK⟧')
    """
    if text.startswith("⟦") or not any(map(str.isalpha, text)):
        return text
    parts = _KEPT.split(text)
    changed = "".join(
        part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts)
    )
    letters = sum(len(part) for part in parts[::2])
    lead = changed[: len(changed) - len(changed.lstrip())]
    tail = changed[len(changed.rstrip()) :] if changed.strip() else ""
    body = changed[len(lead) : len(changed) - len(tail)]
    return f"{lead}⟦{body}{'·' * (letters // 4)}⟧{tail}" if body else text


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Use the pseudo language in a ``with`` block."""
    known()  # Collect the sentences in English.
    chosen = language._Chosen
    before = chosen.language, chosen.catalogue
    chosen.language, chosen.catalogue = "pseudo", Pseudo()  # type: ignore[assignment]
    try:
        yield
    finally:
        chosen.language, chosen.catalogue = before


def main() -> int:
    """Run the program in the pseudo language."""
    from risk_tui import cli

    known()
    language._catalogue = lambda name: Pseudo()  # type: ignore[assignment]
    language.languages = lambda: [language.ENGLISH, "pseudo"]  # type: ignore[assignment]
    cli.use_language = lambda *wishes: language.use("pseudo")  # type: ignore[assignment]
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
