"""The command that keeps catalogues up to date: ``python -m risk_tui.locale [--check]``."""

from __future__ import annotations

import argparse
import sys

from babel import Locale, UnknownLocaleError

from risk_tui.data.language import DOMAIN, LOCALE
from risk_tui.errors import RiskError
from risk_tui.locale.catalogues import catalogue_files, compile_catalogue, problems, read, update
from risk_tui.locale.messages import template


def main() -> int:
    """Update all catalogues, or check them and return 1 if one is wrong; then compile them."""
    parser = argparse.ArgumentParser(prog="python -m risk_tui.locale", description=__doc__)
    parser.add_argument("--check", action="store_true", help="update nothing, say what is wrong")
    parser.add_argument("--new", metavar="LANG", help="begin the catalogue of a language")
    options = parser.parse_args()
    if options.new and not _is_language(options.new):
        parser.error(f"{options.new!r} is not the code of a language, such as nl or pt_BR")
    try:
        sentences = template()
    except RiskError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if options.new:
        folder = LOCALE / options.new / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{DOMAIN}.po").touch(exist_ok=True)
    code = 0
    for path in catalogue_files():
        language = path.parts[-3]
        if not options.check:
            update(path, sentences)
        found = list(problems(read(path), sentences))
        for problem in found:
            print(f"{language}: {problem}")
        print(f"{language}: {len(sentences)} sentences, {len(found)} problems")
        code = code or int(options.check and bool(found))
        compile_catalogue(path)
    return code


def _is_language(code: str) -> bool:
    """Return True if a language has this code."""
    try:
        return str(Locale.parse(code)) == code
    except (ValueError, UnknownLocaleError):
        return False


if __name__ == "__main__":
    sys.exit(main())
