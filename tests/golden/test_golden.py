"""A whole game by each ruleset, as text: what is played by it today is what was played before.

The text is the script, too: its actions and its dice are read from it and played again.
"""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest

from risk_tui.engine import actions as do
from risk_tui.engine import facts as told
from risk_tui.engine.errors import ChanceError, IllegalAction
from risk_tui.engine.facts import Fact
from risk_tui.engine.library import names

from .make import FOLDER, GAMES
from .transcript import replay
from .wording import ACTIONS, FACTS


def text_of(ruleset: str) -> str:
    return (FOLDER / f"{ruleset}.txt").read_text(encoding="utf-8")


def test_every_ruleset_has_a_golden_playthrough() -> None:
    written = [path.stem for path in FOLDER.glob("*.txt")]
    assert sorted(written) == sorted(GAMES) == names("rulesets")


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_text_played_again_tells_the_same(ruleset: str) -> None:
    text = text_of(ruleset)
    assert replay(text).splitlines() == text.splitlines()


def test_every_field_of_an_action_and_of_a_fact_is_told() -> None:
    assert set(ACTIONS) == set(do.ACTIONS.values())
    assert set(FACTS) == {
        each for each in vars(told).values() if isinstance(each, type) and issubclass(each, Fact)
    } - {Fact}
    templates: dict[Any, str] = {**ACTIONS, **FACTS}
    for cls, template in templates.items():
        named = {name for _, name, _, _ in Formatter().parse(template) if name}
        assert named == set(cls.__match_args__)


def test_a_text_with_another_die_tells_something_else() -> None:
    text = text_of("us-1959")
    lines = text.splitlines()
    last = next(n for n in reversed(range(len(lines))) if " attack " in lines[n])
    action, dice, facts = lines[last].split(" | ")
    faces = dice.split()
    faces[1] = "6" if faces[1] == "1" else "1"
    lines[last] = f"{action} | {' '.join(faces)} | {facts}"
    with pytest.raises((ChanceError, IllegalAction, AssertionError)):
        assert replay("\n".join(lines)).splitlines() == lines
