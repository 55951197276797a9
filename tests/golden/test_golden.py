"""A game by each edition, as text: the same actions and dice still give the same events."""

from __future__ import annotations

import pytest

from risk_tui.errors import ChanceError, IllegalAction
from tests.editions import EDITIONS
from tests.extent import few

from .make import FOLDER, GAMES
from .transcript import replay


def text_of(ruleset: str) -> str:
    return (FOLDER / f"{ruleset}.txt").read_text(encoding="utf-8")


def test_every_edition_has_a_golden_playthrough() -> None:
    missing = " ".join(sorted({*EDITIONS} - {*GAMES}))
    assert not missing, f"write them: python -m tests.golden.make {missing}"
    assert set(GAMES) == set(EDITIONS), "delete the games of removed editions"


@pytest.mark.parametrize("ruleset", few(GAMES, 14))
def test_playthrough_is_the_same_when_played_again(ruleset: str) -> None:
    text = text_of(ruleset)
    assert replay(text).splitlines() == text.splitlines()


def test_other_die_gives_another_playthrough() -> None:
    text = text_of("us-1959")
    lines = text.splitlines()
    last = next(n for n in reversed(range(len(lines))) if ": attack " in lines[n])
    action, dice, events = lines[last].split(" | ")
    faces = dice.split()
    faces[0] = "6" if faces[0] == "1" else "1"
    lines[last] = f"{action} | {' '.join(faces)} | {events}"
    with pytest.raises((ChanceError, IllegalAction, AssertionError)):
        assert replay("\n".join(lines)).splitlines() == lines
