"""Commands in the language in use, beside their English names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from risk_tui.commands.all_commands import COMMANDS, complete, help_lines, parse
from risk_tui.commands.names import UnknownName
from risk_tui.data import language
from tests.text.views import looking

LANGUAGES = [code for code in language.languages() if code != language.ENGLISH]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language.use(language.ENGLISH)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_can_be_typed_in_the_language_and_in_english(code: str) -> None:
    """Given a language, each command has one word of its own, and keeps its English one."""
    language.use(code)
    own = [command.own_name() for command in COMMANDS.values()]
    assert len(set(own)) == len(own)
    view = looking()
    for name in ("log", "dice", "rules", "quit"):
        assert type(parse(COMMANDS[name].own_name(), view)) is type(parse(name, view))


def test_spanish_attack_names_territories_in_spanish() -> None:
    language.use("es")
    view = looking()
    english = parse("attack alaska kamchatka 1", view)
    assert parse("ataca alaska kamchatka 1", view) == english
    assert parse("atac alaska kamchatka 1", view) == english


def test_english_abbreviations_win_over_the_language() -> None:
    """Given Italian, ``r`` still means reinforce, not ``rinforza`` or ``registro`` by chance."""
    view = looking()
    with pytest.raises(UnknownName):
        parse("registro", view)
    meant = type(parse("lo", view))
    language.use("it")
    assert type(parse("lo", view)) is meant
    assert type(parse("registro", view)) is meant


def test_help_and_completion_tell_both_names() -> None:
    language.use("it")
    assert "attacca/attack DA A [DADI]" in "\n".join(help_lines())
    assert "  attacca/attack DA A [DADI]" in help_lines("attack")
    assert "attacca " in complete("attacc", looking())
