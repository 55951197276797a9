"""The declared meanings of fields of actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from risk_tui.engine.actions import ACTIONS, Action, Attack, Trade
from risk_tui.engine.declarations import Mission, Number, Slot, slots_of
from risk_tui.saves.entries import ActionEntry, read_entry, write_entry
from risk_tui.story.record_notation import Notation
from risk_tui.variants.declared_turns import ChooseTurnType
from tests.engine.positions import BOARD


def test_a_slot_says_what_a_value_stands_for() -> None:
    attack, trade = slots_of(Attack), slots_of(Trade)
    assert [attack[name].meaning for name in ("source", "target")] == ["territory", "territory"]
    assert attack["dice"].unit == "die"
    assert trade["cards"].many and not trade["cards"].optional
    assert trade["bonus"].optional and trade["bonus"].meaning == "territory"
    assert slots_of(ChooseTurnType)["attack"].words == ("reinforce", "attack")


@pytest.mark.parametrize("kind", ACTIONS.values(), ids=lambda kind: kind.kind)
def test_an_action_is_saved_and_written_by_what_its_fields_mean(kind: type[Action]) -> None:
    values: dict[str, object] = {"choice": True}
    action = kind(
        **{
            name: (3, 7) if slot.many else values.get(slot.meaning, 2)
            for name, slot in slots_of(kind).items()
        }
    )
    entry = ActionEntry(1, action, ())
    assert read_entry(write_entry(entry)) == entry
    notation = Notation(BOARD)
    assert notation.parse(notation.format(action)) == action


def refused(problem: str, name: str, annotation: object, **declared: object) -> None:
    """Check that an action with a field is refused with these words."""
    members = {"kind": "wave", "summary": "wave", "__annotations__": {name: annotation}} | declared
    kind = dataclass(frozen=True)(type("Wave", (Action,), members))
    with pytest.raises(TypeError, match=problem):
        ACTIONS.register(kind)
    assert "wave" not in ACTIONS


def test_an_action_that_says_too_little_is_refused() -> None:
    refused(r"Wave\.times declares no slot", "times", int)
    refused("Wave declares no summary", "times", Number, summary="")
    twice = r"Wave is called 'attack', and so is risk_tui\.engine\.actions\.Attack: rename it"
    refused(twice, "times", Number, kind="attack")
    refused("one word in small letters", "times", Number, kind="Wave on")
    refused(r"Wave\.goal may not be a mission", "goal", Mission)
    refused(r"Wave\.way needs two words", "way", Annotated[bool, Slot("choice")])
