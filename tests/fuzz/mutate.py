"""Mutations of valid texts, bytes and plain data."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

HUGE = 10_000_000
"""The characters of the longest inputs."""

NUMBERS = (
    *("0", "-1", "1", "2", "7", "99", "100000", "2147483648", "9223372036854775808"),
    *("-9223372036854775809", "1" + "0" * 30, "9" * 5000, "1e400", "-1e999", "NaN", "Infinity"),
    *(".nan", "-.inf", "0x10", "0o17", "1_000", "1.5", "٣", "³", "½", "००१"),
)

UNSEEN = (
    *("\0", "\x07", "\b", "\t", "\n", "\r", "\x0b", "\x1b[31m", "\x1b]0;x\x07", "\x7f"),
    *("\x85", "\x9b31m", "\xa0", "\xad", "\u061c", "\u180e", "\u200b", "\u200d", "\u200e"),
    *("\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2066", "\u2069", "\ufeff", "\ufff9"),
    *("\ue000", "\U000e0041", "\U0010ffff", "\ufdd0", "\uffff", "\ud800", "\udcff", "\udfff"),
    *("\u034f", "\u115f", "\u3164", "\uffa0", "\ufe0f", "\U000e0100", "\u2800", "\u3000"),
)

SEEN = (
    *("é", "e\u0301", "Å", "ﬁ", "Ⅷ", "字", "한", "ｆ", "🂡", "👍🏽", "🇩🇪", "❤️", "👩‍🚀", "ß", "İ"),
    *("a" + "\u0301" * 50, "\u0301", "ก็็็็", "עברית", "عربي", "\u0915\u094d\u0937\u093e", "﷽"),
    *("字" * 30, "\u1fbc\u0345\u0300", "\U0001f9d1"),
)

MARKUP = (
    *("[red]Bob[/]", "[/]", "[", "]", "[@click=app.quit]x[/]", "[link=http://x]y[/link]", "\\["),
    *("%s", "{0}", "{value}", "{", "%n", "$(id)", "`id`", "&amp;", "<b>", "../../x", "C:\\x"),
)

YAML = (
    *("&a ", "*a", "<<: ", "!!python/object:os.system ", "!x ", "? ", "- ", ": ", "--- ", "...\n"),
    *("%YAML 1.2\n", "|\n", ">-\n", "[", "{", "]", "}", ",", "#", "'", '"', "\\x00", "~", "null"),
    *("yes", "true", "0: ", "&a [*a]", "<<: *a\n", "@", "`", "\ufeff", "{a: " * 40, "[" * 40),
    *("- " * 30, "extends: mine\n", "extends: uk-new\n", "!!binary ", "=", "2001-01-01", "12:30"),
)

NASTY = (*NUMBERS, *UNSEEN, *SEEN, *MARKUP, *YAML)

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 53, 99_999, 100_000, 2**31, 2**63, 2**64, 10**30, 10**400),
    *(0.5, -0.0, 1e308, float("inf"), float("nan"), "", " ", "0", "true", "none", "any", "ask"),
    *([], {}, [[]], [None], {"": ""}, [0] * 300, ["a", "b", "c"], {"a": {"b": {"c": 1}}}),
    *("x" * 61, "x" * 1001, "x" * 30_000, *UNSEEN, *SEEN, *MARKUP),
)


def mutate_text(rng: Random, text: str, others: Sequence[str], times: int = 4) -> str:
    """Mutate a text one to ``times`` times; it may be mixed with the ``others``."""
    if rng.random() < 0.0005:
        return _huge(rng)
    for _ in range(rng.randint(1, times)):
        text = rng.choice(_TEXT)(rng, text, others)
    return text


def _huge(rng: Random) -> str:
    return rng.choice(("a", " ", "\n", "[", "- ", "9", "'", "#", "\0", "é", "\u202e", "\ud800")) * (
        HUGE if rng.random() < 0.5 else 199_000
    )


def _span(rng: Random, size: int) -> slice:
    start = rng.randint(0, size)
    return slice(start, min(size, start + rng.randint(1, 60)))


def _cut_out(rng: Random, text: str, others: Sequence[str]) -> str:
    cut = _span(rng, len(text))
    return text[: cut.start] + text[cut.stop :]


def _cut_off(rng: Random, text: str, others: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] if rng.random() < 0.5 else text[at:]


def _twice(rng: Random, text: str, others: Sequence[str]) -> str:
    cut = _span(rng, len(text))
    return text[: cut.stop] + text[cut] * rng.choice((1, 1, 2, 9, 300)) + text[cut.stop :]


def _moved(rng: Random, text: str, others: Sequence[str]) -> str:
    piece = text[_span(rng, len(text))]
    at = rng.randint(0, len(text))
    return text[:at] + piece + text[at:]


def _spliced(rng: Random, text: str, others: Sequence[str]) -> str:
    other = rng.choice(others) if others else text
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


def _nasty(rng: Random, text: str, others: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    end = at + rng.choice((0, 0, 1, 5))
    return text[:at] + rng.choice(NASTY) + text[end:]


def _other_mark(rng: Random, text: str, others: Sequence[str]) -> str:
    at = rng.randint(0, max(0, len(text) - 1))
    mark = rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000)))
    return text[:at] + chr(mark) + text[at + 1 :]


def _other_number(rng: Random, text: str, others: Sequence[str]) -> str:
    return _instead(rng, text, re.compile("[0-9]+"), NUMBERS)


def _other_word(rng: Random, text: str, others: Sequence[str]) -> str:
    words = re.findall(r"[\w-]+", text[:20_000]) or ["x"]
    return _instead(rng, text, re.compile(r"[\w-]+"), (rng.choice(words), rng.choice(NASTY)))


def _instead(rng: Random, text: str, what: re.Pattern[str], new: Sequence[str]) -> str:
    start = rng.randint(0, len(text))
    found = what.search(text, start) or what.search(text)
    if found is None:
        return text + rng.choice(new)
    return text[: found.start()] + rng.choice(new) + text[found.end() :]


def _lines_swapped(rng: Random, text: str, others: Sequence[str]) -> str:
    lines = text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


_TEXT: tuple[Callable[[Random, str, Sequence[str]], str], ...] = (
    *(_cut_out, _cut_off, _twice, _moved, _spliced, _nasty, _nasty, _other_mark),
    *(_other_number, _other_number, _other_word, _other_word, _lines_swapped),
)


def mutate_bytes(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Mutate bytes one to four times, as disks or attackers might."""
    mutated = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        size = len(mutated)
        at = rng.randrange(size) if size else 0
        match rng.randrange(8):
            case 0:
                for _ in range(rng.choice((1, 1, 8, 200)) if size else 0):
                    mutated[rng.randrange(size)] ^= 1 << rng.randrange(8)
            case 1:
                del mutated[at:]
            case 2:
                del mutated[at : at + rng.choice((1, 2, 100, 512, 4096))]
            case 3:
                other = rng.choice(others) if others else bytes(mutated)
                start = rng.randrange(len(other)) if other else 0
                mutated[at : at + 4096] = other[start : start + 4096]
            case 4:
                mutated[at : at + rng.choice((1, 4, 512))] = bytes((rng.choice((0, 255, 127)),)) * (
                    rng.choice((1, 4, 512))
                )
            case 5:
                mutated[at:at] = rng.randbytes(rng.choice((1, 4, 64, 4096)))
            case 6:
                # The start of the file has the most important numbers.
                mutated[(at % 100) : (at % 100) + 1] = bytes((rng.randrange(256),))
            case 7:
                mutated[at:at] = rng.choice(NASTY).encode("utf-8", "surrogatepass")
    return bytes(mutated)


def mutate_data(rng: Random, data: Any) -> Any:
    """Return a copy of plain data in which one to three values are changed, lost or moved."""
    root = [copy.deepcopy(data)]
    for _ in range(rng.randint(1, 3)):
        places = list(_places(root))
        holder, key = rng.choice(places)
        match rng.randrange(7):
            case 0 | 1:
                holder[key] = copy.deepcopy(rng.choice(VALUES))
            case 2:
                if holder is not root:
                    del holder[key]
            case 3:
                other, its = rng.choice(places)
                if its in other if isinstance(other, dict) else its < len(other):
                    holder[key] = copy.deepcopy(other[its])
            case 4:
                holder[key] = _near(rng, holder[key])
            case 5:
                if isinstance(holder, dict):
                    name = rng.choice((*NASTY, "1", "2", "seat", "do", "x" * 50))
                    holder[name] = holder.pop(key) if rng.random() < 0.5 else holder[key]
                else:
                    holder[key:key] = [copy.deepcopy(holder[key])] * rng.choice((1, 3, 500))
            case 6:
                for _ in range(rng.choice((1, 3, 20))):
                    holder[key] = [holder[key]] if rng.random() < 0.5 else {"x": holder[key]}
    return root[0]


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Return the container and key of each value in plain data, at most some thousands."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting and len(found) < 3000:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    return found


def _near(rng: Random, value: Any) -> Any:
    """Return a similar value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2, -100, 1000, 10**6))
    if isinstance(value, str):
        return mutate_text(rng, value, ())
    if isinstance(value, list):
        return value[::-1] + value[:1]
    return rng.choice(VALUES)
