"""Games by lines in a language with an accent on each vowel: no word of them stays English."""

from __future__ import annotations

import io
import re
from contextlib import closing
from dataclasses import replace

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.line_mode.session import LessonSession, play_session
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.saves.header import DEFAULT_OPTIONS
from risk_tui.table.lesson import Lesson
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.extent import usual_or_full
from tests.line_mode.keyboard import new_table, typed, typed_by_a_player
from tests.pseudo import pseudo_language
from tests.tui.test_pseudo_language import english_words, words_of

PLAYERS = ("Ann", "Ben", "Cid")
ECHO = re.compile("^(Ann|Ben|Cid)> ")
OBJECTIVES = "Dromedario con mosca, Lupo"
NAMES = {name for player in PLAYERS for name in (player, player.lower())} | {"mira", "end"}
"""Of the players, and of a command that a question tells; objectives of RisiKo! keep theirs."""

SOME = ("uk-old-mission", "risiko", "teg", "castle", "us-1980-experts", "nuclear-spoils")


@pytest.mark.parametrize("rules", usual_or_full(SOME, names("rulesets")))
def test_no_word_of_a_game_stays_english(rules: str) -> None:
    """The game may end at a line that the typist of tests does not know how to write."""
    ruleset = load_ruleset(rules)
    board = load_board(ruleset.board.home)
    seats = seat_players(PLAYERS, ["mira"])
    with pseudo_language():
        setup = GameSetup(board, with_turn_limit(ruleset, 3), len(PLAYERS))
        outcome, _script = typed_by_a_player(Table.create(setup, seats, seed="7"), most=200)
    told = [line for line in outcome.lines if not ECHO.match(line)]
    assert len(told) > 100
    assert english_words(told) - NAMES - words_of(OBJECTIVES, *ruleset.sources.values()) == set()


def test_no_word_of_the_tutorial_stays_english() -> None:
    out = io.StringIO()
    with pseudo_language(), closing(Lesson()) as lesson:
        play_session(LessonSession(lesson, io.StringIO(), out, io.StringIO(), interactive=False))
    said = out.getvalue().splitlines()
    assert english_words(said) - NAMES - words_of("first-game reinforce brazil all") == set()


def test_no_word_of_an_answer_stays_english() -> None:
    with pseudo_language():
        table = new_table(options=replace(DEFAULT_OPTIONS, advice=False))
        watching = typed(Table.join(table.path), "undo", interactive=True)
        playing = typed(table, "say", "odds 3 1", interactive=True)
    said = [line for line in (*watching.lines, *playing.lines) if "risk-tui" not in line]
    assert english_words(said) - NAMES - words_of(table.name, "say") == set()
