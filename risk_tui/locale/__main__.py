"""The command that keeps catalogues up to date: ``python -m risk_tui.locale [--check]``."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from risk_tui.data.language import DOMAIN, LOCALE, read_elisions
from risk_tui.engine.declarations import parse_template
from risk_tui.errors import RiskError
from risk_tui.locale.messages import template

_SLOT = re.compile(r"\{#?([a-z_]+)(?:[:!][^{}]*)?\}")
"""A slot in a sentence, with or without a form: ``{seat}``, ``{source:the}``."""
_CHOICE = re.compile(r"\{([^{}|]*(?:\|[^{}|]*)+)\}")
"""A choice of words by number, in a sentence about a value of a ruleset: ``{army|armies}``."""
_OPTIONAL = re.compile(r"\[[^\[\]]*\]")
"""An optional part of a template, in brackets."""


def catalogue_files() -> list[Path]:
    """Return the source files of all catalogues."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """Read a catalogue; its language is the name of its folder."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], domain=DOMAIN, abort_invalid=True)


def update(path: Path, template: Catalog) -> None:
    """Update a catalogue to the sentences of a template.

    New sentences get no translation, and obsolete ones are removed. The translation of a similar
    sentence becomes a proposal ("fuzzy"), which the program does not use.
    """
    catalog = read(path)
    forms = [message for message in catalog if _is_form_of_place(message)]
    catalog.update(template, update_creation_date=False)
    catalog.obsolete.clear()
    for message in forms:
        catalog[message.id] = message
    catalog.project, catalog.version, catalog.fuzzy = template.project, template.version, False
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    catalog.header_comment = (
        f"# risk-tui in {catalog.locale.english_name if catalog.locale else ''}."
    )
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, omit_header=False, sort_by_file=True, include_lineno=False)
    path.write_bytes(buffer.getvalue())


def compile_catalogue(path: Path) -> None:
    """Compile a catalogue to a file beside it, unless that is up to date."""
    target = path.with_suffix(".mo")
    if not target.exists() or target.stat().st_mtime_ns < path.stat().st_mtime_ns:
        buffer = io.BytesIO()
        write_mo(buffer, read(path))
        target.write_bytes(buffer.getvalue())


def problems(catalog: Catalog, template: Catalog) -> Iterator[str]:
    """Yield a line for each problem of a catalogue."""
    known = {_key(message) for message in template if message.id}
    for message in catalog:
        if message.id and _key(message) not in known and not _is_form_of_place(message):
            yield f"unused: {_describe(message)}"
    translations = {_key(message): message for message in catalog if message.id}
    for sentence in template:
        if not sentence.id:
            continue
        found = translations.get(_key(sentence))
        if found is None or not all(_forms(found.string)):
            yield f"missing: {_describe(sentence)}"
        elif found.fuzzy:
            yield f"fuzzy, check it and remove the mark: {_describe(sentence)}"
        else:
            yield from _mistakes(found, catalog.num_plurals)


def _is_form_of_place(message: Message) -> bool:
    """Return True for a form of a place's name, which only this catalogue has."""
    return (message.context or "").startswith("place:")


def _key(message: Message) -> tuple[object, object]:
    # A sentence with a plural form has the same key as its singular alone.
    one = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
    return one, message.context


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _mistakes(message: Message, plurals: int) -> Iterator[str]:
    """Yield the mistakes of a translation."""
    if message.context == "elisions":
        try:
            list(read_elisions(str(message.string)))
        except ValueError:
            yield f"no list of word, letters, instead; …: {message.string!r}"
    if isinstance(message.id, (tuple, list)) and len(_forms(message.string)) != plurals:
        yield f"not {plurals} plural forms: {_describe(message)}"
    originals = _forms(message.id)
    for text in _forms(message.string):
        slots = {slot for form in originals for slot in _SLOT.findall(form)}
        if extra := set(_SLOT.findall(text)) - slots:
            yield f"unknown slot {', '.join(sorted(extra))}: {text!r}"
        needed = set(_SLOT.findall(_OPTIONAL.sub("", originals[-1]))) - {"number"}
        if lost := needed - set(_SLOT.findall(text)):
            yield f"slot {', '.join(sorted(lost))} is lost: {text!r}"
        if any(len(choice.split("|")) != plurals for choice in _CHOICE.findall(text)):
            yield f"not {plurals} words in a choice by number: {text!r}"
        if _template_error(originals[-1]) is None and (error := _template_error(text)):
            yield f"no template, {error}"
        if message.context != "number" and _blank_ends(text) != _blank_ends(originals[-1]):
            yield f"blanks at the ends differ: {text!r}"
        if text.count("\n") != originals[-1].count("\n"):
            yield f"line ends differ: {text!r}"


def _blank_ends(text: str) -> tuple[bool, bool]:
    """Return True for each end of a text that has a blank.

    A blank before a colon or semicolon is ignored, because French needs one there.
    """
    starts = text.lstrip()[:1] not in (":", ";") and text[:1].isspace()
    return starts, text[-1:].isspace()


def _template_error(text: str) -> str | None:
    """Return the error in a template that has parts in brackets, if there is one."""
    if _CHOICE.search(text) or not _SLOT.search(text) or "[" not in text:
        return None
    try:
        parse_template(text)
    except TypeError as error:
        return str(error)
    return None


def _describe(message: Message) -> str:
    context = f" ({message.context})" if message.context else ""
    return f"{_forms(message.id)[0]!r}{context}"


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
