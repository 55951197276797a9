"""Incorrect declarations of commands are refused."""

from __future__ import annotations

import pytest

from risk_tui.commands import action_command
from risk_tui.commands.action_command import command_of
from risk_tui.commands.all_commands import by_name
from risk_tui.commands.base import Command, KeyBinding
from risk_tui.commands.front_end import FrontEnd
from risk_tui.engine.actions import Resign
from risk_tui.errors import DeclarationError


class Land(Command):
    name = "land"
    summary = "show how many territories each player holds"
    key = KeyBinding("land", ("n",), "territories of each player")

    def run(self, ui: FrontEnd) -> None:
        ui.say("42")


def test_a_complete_command_is_listed() -> None:
    assert by_name([Land]) == {"land": Land}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"summary": ""}, "Wrong declares no summary"),
        ({"run": Command.run}, "Wrong declares no run"),
        ({"run": lambda ui: None}, r"Wrong.run must take \(self, ui\)"),
        ({"name": "Wrong"}, "Wrong.name is 'Wrong': it must be one word in small letters"),
        ({"name": "very wrong"}, "Wrong.name is 'very wrong': it must be one word"),
        (
            {"name": "wrong", "key": None, "usage": "wring [N]"},
            r"Wrong.usage is 'wring \[N\]': it must begin with 'wrong'",
        ),
        ({}, "Wrong and Land are both called 'land'"),
        ({"name": "wrong", "aliases": ("land",)}, "Wrong and Land are both called 'land'"),
        ({"name": "wrong"}, "Wrong and Land both have the key 'land'"),
    ],
)
def test_wrong_declarations_are_refused(changes: dict[str, object], problem: str) -> None:
    wrong = type("Wrong", (Land,), changes)
    with pytest.raises(DeclarationError, match=problem):
        by_name([Land, wrong])


@pytest.mark.parametrize("command", [Land(), object])
def test_what_is_no_command_class_is_refused(command: type[Command]) -> None:
    with pytest.raises(DeclarationError, match="must be a class derived from Command"):
        by_name([command])


def test_a_string_of_keys_is_refused() -> None:
    with pytest.raises(DeclarationError, match=r"keys of 'land' must be a tuple, such as \('n',\)"):
        KeyBinding("land", "n", "territories of each player")  # type: ignore[arg-type]


def test_an_extra_action_without_a_free_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bribe(Resign):
        kind = "bribe"
        is_extra = True

    monkeypatch.setattr(action_command, "all_actions", lambda: {"bribe": Bribe})
    monkeypatch.setattr(action_command, "_FREE_KEYS", "")
    with pytest.raises(DeclarationError, match="no default key is left for 'bribe'"):
        command_of(Bribe)
