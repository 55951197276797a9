"""The language that players read, one for each process.

English sentences are the ids of messages. A catalogue, ``locale/LANG/LC_MESSAGES/risk_tui.mo``,
translates them into another language; sentences that it lacks stay English.

Mark a sentence where it is written: ``_("{name} attacks", name=name)`` translates it and fills its
slots, ``N_("your turn")`` marks a constant that is translated with ``_`` where it is shown.
Templates of declarations, sentences of rulesets and help texts of commands need no mark.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from risk_tui.data.clean_text import without_accents

DOMAIN = "risk_tui"
"""The name of the catalogues."""

ENGLISH = "en"

LANGUAGE_NAMES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "español",
    "fr": "français",
    "it": "italiano",
    "pt_BR": "português do Brasil",
}
"""The names of languages in the languages themselves.

A language without a name is shown by its code.
"""

LOCALE = Path(__file__).parents[1] / "locale"
"""The folder of the catalogues."""

_CONTEXT_END = "\x04"
"""The character that gettext puts between the context of a message and its id."""


class _Elision(NamedTuple):
    """A word that is written differently before some letters, such as "de" in French.

    If there is an ``article``, the word is contracted with it instead: "de" and "le" become "du".
    """

    word: str
    letters: str
    replacement: str
    article: str = ""

    def apply(self, following: str) -> tuple[str, str] | None:
        """Return the replacement and the text after it; ``None`` if the word does not change."""
        if self.article:
            rest = following.removeprefix(self.article)
            return None if rest == following else (self.replacement, rest)
        return (self.replacement, following) if following[0].lower() in self.letters else None


class _Chosen:
    """The language in use, its catalogue (``None`` for English), and its elisions by word."""

    language = ENGLISH
    catalogue: GNUTranslations | None = None
    ascii = False
    elisions: Mapping[str, Sequence[_Elision]] = {}


def current() -> str:
    """Return the code of the language in use, such as ``it`` or ``pt_BR``."""
    return _Chosen.language


def caching_key() -> tuple[str, bool]:
    """Return the key of what depends on the language in use and the spelling of its letters."""
    return _Chosen.language, _Chosen.ascii


def spell_in_ascii(*, ascii: bool) -> None:
    """Spell letters that take two in ASCII with two in all texts, or as they are.

    All other letters have the same width in ASCII, so they can be replaced when they are written.
    """
    _Chosen.ascii = ascii


@contextmanager
def own_letters() -> Iterator[None]:
    """Spell no letters in ASCII, such as in a file that any program can show."""
    before = _Chosen.ascii
    _Chosen.ascii = False
    try:
        yield
    finally:
        _Chosen.ascii = before


_WIDE_LETTERS = str.maketrans({"ß": "ss", "ẞ": "SS"})
"""The letters that every language spells with two letters in ASCII."""

_GERMAN_VOWELS = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}

_GERMAN_VOWEL = re.compile("(?:[ÄÖÜ](?=[A-ZÄÖÜ])|(?<=[A-ZÄÖÜ])[ÄÖÜ])|([äöüÄÖÜ])")
"""A German vowel; the group is empty in a word of capitals."""


def spelled(text: str) -> str:
    """Return a text for the screen: in ASCII mode, letters that take two are spelled with two."""
    if not _Chosen.ascii or text.isascii():
        return text
    if _Chosen.language == "de":
        text = _GERMAN_VOWEL.sub(_spell_vowel, text)
    return text.translate(_WIDE_LETTERS)


def _spell_vowel(found: re.Match[str]) -> str:
    spelling = _GERMAN_VOWELS[found[0]]
    return spelling if found[1] else spelling.upper()


_GERMAN_PAIR = re.compile("([aou])e|(s)s")


def comparable(text: str) -> str:
    """Return a text in the language in use without case and accents, to compare with typed words.

    In German, "ae", "ä" and "a" are the same, and so are "ss", "ß" and "s". The beginning of a text
    becomes the beginning of the result.

    >>> comparable("Éléments d'Åland")
    "elements d'aland"
    """
    plain = without_accents(text)
    return _GERMAN_PAIR.sub(r"\1\2", plain) if _Chosen.language == "de" else plain


def use(language: str) -> None:
    """Choose the language of this process.

    Args:
        language: A code of ``languages()``.
    """
    _Chosen.language = language
    _Chosen.catalogue = None if language == ENGLISH else _catalogue(language)
    elisions: dict[str, list[_Elision]] = {}
    for rule in read_elisions(pgettext("elisions", "none")):
        elisions.setdefault(rule.word, []).append(rule)
    _Chosen.elisions = elisions


def read_elisions(text: str) -> Iterator[_Elision]:
    """Yield the elisions of a language from the text in its catalogue.

    Raises:
        ValueError: If a rule has neither the form ``word letters replacement`` nor
            ``word+article replacement``.

    >>> [rule.replacement for rule in read_elisions("de aeiou d'; de+le du; y i e")]
    ["d'", 'du ', 'e ']
    """
    for rule in text.split(";") if text != "none" else ():
        if "+" in rule:
            both, replacement = rule.strip().split(maxsplit=1)
            word, article = both.split("+")
            yield _Elision(word, "", _with_blank(replacement), _with_blank(article))
        else:
            word, letters, replacement = rule.split()
            yield _Elision(word, letters, _with_blank(replacement))


def _with_blank(text: str) -> str:
    """Return a word with the space that separates it from the next; none after an apostrophe."""
    return text if text.endswith("'") else f"{text} "


_LAST_WORD = re.compile(r"([^\W\d_]+) \Z")


def elide(text: str, following: str) -> tuple[str, str]:
    """Return two texts as they are written one after the other.

    In French, "de " before "Ann" is "d'", and "de " before "le Congo" is "du " before "Congo".
    """
    last = _LAST_WORD.search(text) if _Chosen.elisions and following else None
    if last is None:
        return text, following
    word, before = last[1], text[: last.start()]
    for rule in _Chosen.elisions.get(word.lower(), ()):
        if (changed := rule.apply(following)) is not None:
            replacement, rest = changed
            if word[0].isupper():
                replacement = replacement.capitalize()
            return before + replacement, rest
    return text, following


class PlaceName(str):
    """A name in another language than English, with its forms in the catalogue.

    ``{source:the}`` in a translation asks for the form in the context ``place:the``, such as "la
    Chine", and ``{source:The}`` for the same form at the beginning of a sentence. A name without
    the form stays as it is.
    """

    __slots__ = ()

    def in_form(self, form: str) -> str:
        """Return a form of the name, or the name if the catalogue has none."""
        found = pgettext(f"place:{form.lower()}", self)
        if found == self:
            return str(self)
        return found[:1].upper() + found[1:] if form[:1].isupper() else found


class PlaceList(PlaceName):
    """Names of places, joined with "and"; each takes the form that a sentence asks for."""

    __slots__ = ("names", "notes")
    names: Sequence[str]
    notes: Sequence[str]

    def __new__(cls, names: Sequence[str], notes: Sequence[str] = ()) -> PlaceList:
        """Join names.

        Args:
            names: The names; those in another language than English are a ``PlaceName``.
            notes: A note after each name, such as " (+2)"; empty for no notes.
        """
        joined = super().__new__(cls, join_and(_with_notes(names, notes)))
        joined.names, joined.notes = names, notes
        return joined

    def __getnewargs__(self) -> tuple[Sequence[str], Sequence[str]]:  # type: ignore[override]
        """Return the arguments that make a copy."""
        return self.names, self.notes

    def in_form(self, form: str) -> str:
        """Return the list with every name in a form."""
        return join_and(_with_notes([name_in_form(name, form) for name in self.names], self.notes))


def _with_notes(names: Sequence[str], notes: Sequence[str]) -> list[str]:
    return [name + note for name, note in zip(names, notes or [""] * len(names), strict=True)]


def name_in_form(name: str, form: str | None) -> str:
    """Return a name of a place in a form; any other text has none and stays as it is."""
    return name.in_form(form) if form and isinstance(name, PlaceName) else name


@cache
def _catalogue(language: str) -> GNUTranslations:
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


def languages() -> list[str]:
    """Return the codes of English and of the languages with a catalogue, in this order."""
    catalogues = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return [ENGLISH, *sorted(path.parts[-3] for path in catalogues)]


def match_language(wish: str) -> str:
    """Return the available language for a value of ``LANG``; empty if there is none.

    >>> match_language("en_GB.UTF-8"), match_language("C"), match_language("xx")
    ('en', 'en', '')
    """
    code = wish.partition(".")[0].partition("@")[0].replace("-", "_")
    if code in ("C", "POSIX"):
        return ENGLISH
    known = languages()
    base = code.partition("_")[0]
    related = [language for language in known if language.partition("_")[0] == base]
    exact = [language for language in related if language.casefold() == code.casefold()]
    return next(iter(exact + related), "")


def wished_language(environment: Mapping[str, str]) -> str:
    """Return the first available language that an environment asks for, by default English.

    The list in ``LANGUAGE`` comes before ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``, of which the
    first that is set counts.
    """
    wishes = environment.get("LANGUAGE", "").split(":")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            wishes.append(environment[name])
            break
    found = (match_language(wish) for wish in wishes if wish)
    return next(filter(None, found), ENGLISH)


def use_language(*wishes: str) -> None:
    """Choose the language of this process: the first wish that is one of ``languages()``.

    If none is, the environment decides.
    """
    known = languages()
    use(next((wish for wish in wishes if wish in known), "") or wished_language(os.environ))


def _(message: str, /, **slots: object) -> str:
    """Return a sentence in the language in use, with its slots filled.

    >>> _("{name} has {count} cards", name="Ann", count=3)
    'Ann has 3 cards'
    """
    if _Chosen.catalogue is not None and message:
        message = spelled(_Chosen.catalogue.gettext(message))
    return _fill_slots(message, slots) if slots else message


@cache
def message_parts(message: str) -> Sequence[tuple[str, str | None, str | None, str | None]]:
    """Return the texts of a message, with the name, form and conversion of the slot after each.

    >>> message_parts("{seat} attacks {target:the}")[1]
    (' attacks ', 'target', 'the', None)
    """
    return tuple(Formatter().parse(message))


def _fill_slots(message: str, slots: Mapping[str, object]) -> str:
    if _Chosen.catalogue is None:
        return message.format(**slots)
    text = ""
    for literal, name, form, conversion in message_parts(message):
        text += literal
        if name is not None:
            value = slots.get(name)
            if conversion or not isinstance(value, str):
                slot = f"{name}!{conversion}" if conversion else name
                value = f"{{{slot}:{form}}}".format(**slots)
            text = "".join(elide(text, name_in_form(value, form)))
    return text


def N_(message: str) -> str:
    """Mark a constant for translation; ``_`` translates it where it is shown."""
    return message


def ngettext(one: str, many: str, number: int, /, **slots: object) -> str:
    """Return the sentence for a number, which is also a slot: ``{number}``.

    >>> [ngettext("{number} army", "{number} armies", number) for number in (1, 3)]
    ['1 army', '3 armies']
    """
    if _Chosen.catalogue is not None:
        message = spelled(_Chosen.catalogue.ngettext(one, many, number))
    else:
        message = one if number == 1 else many
    return _fill_slots(message, {"number": number, **slots})


def pgettext(context: str, message: str, /, **slots: object) -> str:
    """Return a sentence in the language in use, if its meaning depends on a ``context``."""
    if _Chosen.catalogue is not None:
        found = _Chosen.catalogue.gettext(f"{context}{_CONTEXT_END}{message}")
        message = message if _CONTEXT_END in found else spelled(found)
    return _fill_slots(message, slots) if slots else message


def local_number(number: str) -> str:
    """Return a number with the decimal and thousands separators of the language in use.

    >>> local_number("1,234.5")
    '1,234.5'
    """
    signs = pgettext("number", ".") + pgettext("number", ",")
    return number.translate(str.maketrans(".,", signs))


def format_number(number: float, spec: str = ",") -> str:
    """Format a number like ``format``, with the separators of the language in use.

    >>> format_number(12345), format_number(0.5, ".1f")
    ('12,345', '0.5')
    """
    return local_number(format(number, spec))


NOUNS = {
    "army": ("{number} army", "{number} armies"),
    "attack": ("{number} attack", "{number} attacks"),
    "attacker": ("{number} attacker", "{number} attackers"),
    "card": ("{number} card", "{number} cards"),
    "city": ("{number} city", "{number} cities"),
    "continent": ("{number} continent", "{number} continents"),
    "decision": ("{number} decision", "{number} decisions"),
    "defence": ("{number} defence", "{number} defences"),
    "defender": ("{number} defender", "{number} defenders"),
    "day": ("{number} day", "{number} days"),
    "die": ("{number} die", "{number} dice"),
    "entry": ("{number} entry", "{number} entries"),
    "free army": ("{number} free army", "{number} free armies"),
    "free attacker": ("{number} free attacker", "{number} free attackers"),
    "game": ("{number} game", "{number} games"),
    "goal": ("{number} goal", "{number} goals"),
    "hour": ("{number} hour", "{number} hours"),
    "minute": ("{number} minute", "{number} minutes"),
    "mission": ("{number} mission", "{number} missions"),
    "move": ("{number} move", "{number} moves"),
    "neutral army": ("{number} neutral army", "{number} neutral armies"),
    "nuke": ("{number} nuke", "{number} nukes"),
    "number": ("{number} number", "{number} numbers"),
    "pair": ("{number} pair", "{number} pairs"),
    "player": ("{number} player", "{number} players"),
    "point": ("{number} point", "{number} points"),
    "roll": ("{number} roll", "{number} rolls"),
    "round": ("{number} round", "{number} rounds"),
    "saved game": ("{number} saved game", "{number} saved games"),
    "stack": ("{number} stack", "{number} stacks"),
    "star": ("{number} star", "{number} stars"),
    "step": ("{number} step", "{number} steps"),
    "territory": ("{number} territory", "{number} territories"),
    "turn": ("{number} turn", "{number} turns"),
    "variant": ("{number} variant", "{number} variants"),
    "week": ("{number} week", "{number} weeks"),
}
"""Countable nouns with their forms for one and for several. Variants add theirs."""


def pluralize(number: int, thing: str) -> str:
    """Return a number with a noun of ``NOUNS``; any other noun takes an "s".

    >>> pluralize(1, "army"), pluralize(3, "army"), pluralize(2, "die")
    ('1 army', '3 armies', '2 dice')
    """
    one, many = NOUNS.get(thing) or (f"{{number}} {thing}", f"{{number}} {thing}s")
    return ngettext(one, many, number)


def plural_form(number: int) -> int:
    """Return the index of the plural form that a number takes in the language in use."""
    if _Chosen.catalogue is None:
        return int(number != 1)
    plural: int = _Chosen.catalogue.plural(number)  # type: ignore[attr-defined]
    return plural


def headed(head: str, text: str) -> str:
    """Return a head and a text with a colon between them, as the language in use writes it.

    >>> headed("Ann", "3 armies")
    'Ann: 3 armies'
    """
    return _("{head}: {text}", head=head, text=text)


def colon() -> str:
    """Return a colon with the blanks around it in the language in use."""
    return headed("", "")


def capitalize(text: str) -> str:
    """Return a text with a capital first letter. All others stay, such as those of German nouns.

    >>> capitalize("eine Armee")
    'Eine Armee'
    """
    return text[:1].upper() + text[1:]


def join_and(texts: Sequence[str]) -> str:
    """Join texts with commas and *and*.

    >>> join_and(["a", "b", "c"]), join_and(["a"])
    ('a, b and c', 'a')
    """
    return _join(texts, " and ")


def join_or(texts: Sequence[str]) -> str:
    """Join texts with commas and *or*.

    >>> join_or(["a", "b", "c"])
    'a, b or c'
    """
    return _join(texts, " or ")


def _join(texts: Sequence[str], last: str) -> str:
    between, last = list_separator(", "), list_separator(last)
    if len(texts) < 2:
        return "".join(texts)
    return "".join(elide(between.join(texts[:-1]) + last, texts[-1]))


def list_separator(between: str) -> str:
    """Return a separator of items, such as ``", "`` or ``" and "``, in the language in use."""
    return pgettext("between items", between)


# Suggestions for mistyped words


def similar_words(
    word: object, known: Iterable[str], most: int = 1, *, cutoff: float = 0.5
) -> list[str]:
    """Return the known words most similar to a mistyped one, the most similar first.

    Args:
        word: The mistyped word.
        known: The valid words.
        most: The maximum number of words to return.
        cutoff: The minimum similarity, from 0 to 1.
    """
    from difflib import get_close_matches  # Most runs need no suggestions.

    return get_close_matches(str(word), list(known), n=most, cutoff=cutoff)


def did_you_mean(word: object, known: Iterable[str], otherwise: str | None = None) -> str:
    """Return a hint for an error: the most similar known word, or all known words.

    Args:
        word: The mistyped word.
        known: The valid words.
        otherwise: The result if no word is similar; ``None`` for the list of known words.
    """
    known = list(known)
    for near in similar_words(word, known):
        return _("did you mean {near}?", near=near)
    return _("there are: {known}", known=", ".join(known)) if otherwise is None else otherwise
