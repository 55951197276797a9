"""Commands in the language in use, beside their English names."""

from __future__ import annotations

import pytest

from risk_tui.bots.base import Choice
from risk_tui.commands.all_commands import (
    OPTION_WORDS,
    all_commands,
    command_help,
    complete,
    help_lines,
    parse,
)
from risk_tui.commands.base import GAME_IS_NOT_SAVED, GAME_IS_SAVED
from risk_tui.commands.front_end import Pointer
from risk_tui.commands.names import ImpossibleCommand, UnknownName, tokenize
from risk_tui.commands.odds_report import campaign_through
from risk_tui.commands.playing_commands import ResignCommand
from risk_tui.commands.pointing import enter
from risk_tui.commands.reports import hint_line, public_goal_lines
from risk_tui.commands.table_commands import BotCommand, MissionCommand
from risk_tui.data import language
from risk_tui.engine.actions import EndPhase
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.text.prompts import describe_action
from risk_tui.text.words import Wording
from risk_tui.variants.changed_dice import UseCommander
from risk_tui.variants.retreat import Retreat
from tests.commands.meanings import meaning
from tests.engine.positions import ANN, at, position
from tests.new_games import SEATS
from tests.text.views import ALTERING, looking

LANGUAGES = [code for code in language.languages() if code != language.ENGLISH]


pytestmark = pytest.mark.usefixtures("english_again")


@pytest.mark.parametrize("code", LANGUAGES)
def test_commands_have_a_unique_name_in_each_language(code: str) -> None:
    """English names work in every language."""
    language.use(code)
    own = [command.own_name() for command in all_commands().values()]
    assert len(set(own)) == len(own)
    view = looking()
    for name in ("log", "dice", "rules", "quit"):
        assert type(parse(all_commands()[name].own_name(), view)) is type(parse(name, view))


def test_spanish_attack_names_territories_in_spanish() -> None:
    language.use("es")
    view = looking()
    english = parse("attack alaska kamchatka 1", view)
    assert parse("ataca alaska kamchatka 1", view) == english
    assert parse("atac alaska kamchatka 1", view) == english


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_code_that_is_also_a_word_names_the_territory(code: str) -> None:
    """``si`` is yes in Italian and Spanish, and the code of Siberia."""
    view = looking()
    targets = [territory.code for territory in view.board.territories if territory.code != "BR"]
    lines = [f"attack brazil {target} 2" for target in targets]
    meant = [parse(line, view) for line in lines]
    language.use(code)
    assert [parse(line, view) for line in lines] == meant
    yes = language.pgettext("word", "yes")
    assert parse(f"resign {yes}", view) == ResignCommand(confirmed=True)


def test_english_abbreviations_win_over_the_language() -> None:
    """In Italian, ``lo`` still means ``log``."""
    view = looking()
    with pytest.raises(UnknownName):
        parse("registro", view)
    meant = type(parse("lo", view))
    language.use("it")
    assert type(parse("lo", view)) is meant
    assert type(parse("registro", view)) is meant


def test_help_and_completion_have_both_names() -> None:
    language.use("it")
    assert "attacca/attack DA A [DADI]" in "\n".join(help_lines(looking()))
    assert "  attacca/attack DA A [DADI]" in command_help("attack")
    assert "attacca " in complete("attacc", looking())


@pytest.mark.parametrize("code", LANGUAGES)
def test_stand_works_in_each_language(code: str) -> None:
    language.use(code)
    for typed in ("stand", all_commands()["stand"].own_name()):
        assert meaning(typed, ALTERING) == EndPhase()


@pytest.mark.parametrize("code", language.languages())
def test_help_does_not_promise_to_save_a_game_that_is_not_kept(code: str) -> None:
    language.use(code)
    for name in ("quit", "save"):
        texts = command_help(name, is_kept=False), command_help(name)
        kept = [language._(words) in text[0] for text in texts for words in _ABOUT_SAVING]
        assert kept == [False, True, True, False]


_ABOUT_SAVING = (GAME_IS_SAVED, GAME_IS_NOT_SAVED)


def test_goals_and_answers_are_named_in_the_language() -> None:
    language.use("de")
    view = looking(rules=load_ruleset("stars"))
    assert public_goal_lines(view, SEATS)[0] == "Ziele, 3 zum Sieg"
    assert parse("ziele", view) == MissionCommand()
    hint = hint_line(Choice(UseCommander(1)), ALTERING, SEATS, names_bot=False)
    assert hint == "Tipp: die 1 auf sechs drehen"
    action = describe_action(Retreat(at("Ukraine")), Wording(SEATS, view.board, view))
    assert action == "Zurückziehen: Russland"


def test_refusals_name_places_with_their_articles() -> None:
    language.use("fr")
    view = position({"Ann": {"Argentina": 5, "Brazil": 1, "Peru": 1}}).view(ANN)
    with pytest.raises(ImpossibleCommand, match="Aucun ennemi à portée de l'Argentine"):
        enter(Pointer(view, at("Argentina")))
    with pytest.raises(RiskError, match="pas de chemin d'Argentine"):
        campaign_through(view, (at("Argentina"), at("Venezuela")))


def test_accents_are_optional_in_completions() -> None:
    language.use("de")
    assert complete("würf", looking()) == ["würfel"]
    assert complete("wurf", looking()) == ["wurfel"]
    assert complete("wuerf", looking()) == ["wuerfel"]
    assert complete("wur", looking()) == ["wurfel"]
    assert complete("GESPRÄCH a", looking()) == complete("gesprach a", looking())


@pytest.mark.parametrize("code", LANGUAGES)
def test_option_words_are_not_part_of_place_names(code: str) -> None:
    """Otherwise the word for "all" or "for" could be meant as a place."""
    language.use(code)
    own = [tokenize(language.pgettext("word", word)) for word in OPTION_WORDS]
    assert len({tuple(words) for words in own}) == len(OPTION_WORDS)
    for name in names("maps"):
        board = load_board(name)
        for place in (*board.territories, *board.continents):
            for told in (place.key, place.name):
                assert all(len(words) == 1 and words[0] not in tokenize(told) for words in own)


def test_option_words_can_be_typed_in_the_language() -> None:
    language.use("de")
    view = looking()
    assert parse("defend immer meiste", view) == parse("defend always most", view)
    assert parse("verteidige fragen", view) == parse("defend ask", view)
    assert parse("gespräch aus", view) == parse("talk off", view)
    assert parse("bot aus Ben", view) == BotCommand("person", "Ben")
    assert parse("bot toni ja", view) == BotCommand("toni", confirmed=True)


@pytest.mark.parametrize("ascii", [False, True])
def test_german_words_can_be_typed_in_every_spelling(ascii: bool) -> None:
    language.use("de")
    language.spell_in_ascii(ascii=ascii)
    view = looking()
    for typed in ("verstärken", "verstaerken", "verstarken"):
        for place in ("Großbritannien", "Grossbritannien", "grosbrit", "great britain", "GB"):
            assert parse(f"{typed} {place} 1", view) == parse("reinforce GB 1", view)
        for place in ("Ägypten", "Aegypten", "agypten"):
            assert parse(f"{typed} {place} 1", view) == parse("reinforce EG 1", view)


def test_german_help_keeps_its_umlauts() -> None:
    language.use("de")
    assert "verstärken/reinforce [N|all] GEBIET" in command_help("reinforce")[1]
    language.spell_in_ascii(ascii=True)
    assert "verstaerken/reinforce [N|all] GEBIET" in command_help("reinforce")[1]
