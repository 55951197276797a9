"""Every screen in a language with an accent on each vowel, and sentences a third longer.

A word without an accent can't be translated. Names, codes and what players type have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from risk_tui.rules.library import load_ruleset
from risk_tui.tui.keymap import key_bindings
from risk_tui.tui.screens.start import StartScreen
from tests.extent import usual_or_full
from tests.pseudo import pseudo_language
from tests.tui.tables import press, settle, strips_of
from tests.tui.test_screens import SCENES, SIZES, opened

WORD = re.compile(r"[^\W\d_]{3,}")
VOWEL = re.compile("[aeiou]", re.IGNORECASE)

NAMES = {
    "Ann",
    "ANN",
    "Ben",
    "BEN",
    "Cid",
    "Ada",
    "Boole",
    "mira",
    "recruit",
    "risk",
    "tui",
    "game",
    "Tab",
}
"""Names of players, of the program and of a file, and the label of a key."""


def words_of(*texts: str) -> set[str]:
    """Return the words of some texts."""
    return {word for text in texts for word in WORD.findall(text)}


SOURCES = words_of(*load_ruleset("us-1993").sources.values())
ENGLISH_WORDS = {
    "commands": words_of(*(binding.action for binding in key_bindings())),
    "house-rules": words_of("variants.airlift.a_turn"),
    "rules": SOURCES,
    "rules-of-the-game": SOURCES,
    "settings": words_of("/home/ann"),
}
"""Words that stay English in a scene: actions, sources of rules, keys of files, folders."""


def english_words(lines: Iterable[str]) -> set[str]:
    """Return the words of several letters that have a vowel and no accent."""
    return {word for word in words_of(*lines) if word.isascii() and VOWEL.search(word)} - NAMES


@pytest.mark.parametrize(
    ("scene", "sizes"),
    usual_or_full(
        [(scene, (SIZES[number % 3],)) for number, scene in enumerate(SCENES)],
        [(scene, SIZES) for scene in SCENES],
    ),
)
async def test_no_word_of_a_screen_stays_english(
    scene: str, sizes: tuple[tuple[int, int], ...], tmp_path: Path
) -> None:
    with pseudo_language():
        async with opened(scene, tmp_path) as pilot:
            is_title_scene = SCENES[scene] == (None, "")
            has_opened = not isinstance(pilot.app.screen, StartScreen)
            assert is_title_scene or has_opened, f"the keys of {scene} opened no screen"
            for columns, rows in sizes:
                await pilot.resize_terminal(columns, rows)
                await settle(pilot)
                shown = [strip.text for strip in strips_of(pilot.app)]
                unexpected = english_words(shown) - ENGLISH_WORDS.get(scene, set())
                assert unexpected == set(), "\n".join(shown)


async def test_keys_have_the_same_names_in_the_help_and_in_the_footer(tmp_path: Path) -> None:
    with pseudo_language():
        async with opened("house-rules", tmp_path) as pilot:
            await press(pilot, "f1")
            shown = words_of(*(strip.text for strip in strips_of(pilot.app)))
    assert not shown & {"letters", "digits", "Enter", "Esc", "Del"}
