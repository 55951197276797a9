"""A typed line becomes what was meant, or one line that says what would be right."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_tui.engine.actions import (
    Attack,
    ChooseCapital,
    Claim,
    Command,
    Declare,
    Defend,
    End,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Reroll,
    Resign,
    Trade,
)
from risk_tui.engine.library import load_ruleset
from risk_tui.engine.state import Phase
from risk_tui.language import parsed
from risk_tui.language.command import decision_kind
from risk_tui.language.commands import COMMANDS, complete, help_lines, parse
from risk_tui.language.errors import Ambiguous, CommandError, Impossible, Unknown, Unreadable
from risk_tui.table.orders import Blitz, PlaceTheRest
from tests.engine.positions import ANN, BOARD, at, card, cards, position
from tests.language.views import (
    ALTERING,
    ATTACKING,
    CHOOSING,
    CLAIMING,
    DECLARING,
    DEFENDING,
    FORTIFYING,
    LANDS,
    OCCUPYING,
    PLACING,
    REINFORCING,
    TRADING,
    WATCHING,
    looking,
)

if TYPE_CHECKING:
    from risk_tui.engine.game import Game
    from risk_tui.engine.view import View

EVERY_VIEW = (
    CLAIMING,
    PLACING,
    REINFORCING,
    TRADING,
    ATTACKING,
    DEFENDING,
    OCCUPYING,
    FORTIFYING,
    CHOOSING,
    DECLARING,
    ALTERING,
    WATCHING,
)


@pytest.mark.parametrize(
    ("view", "typed", "meant"),
    [
        (CLAIMING, "claim alaska", Claim(at("Alaska"))),
        (CLAIMING, "c w us", Claim(at("Western United States"))),
        (PLACING, "place ukraine", Place(at("Ukraine"), 1)),
        (PLACING, "p 2 uk", Place(at("Ukraine"), 2)),
        (PLACING, "p rest", PlaceTheRest(ANN)),
        (PLACING, "r 2 uk", Place(at("Ukraine"), 2)),
        (REINFORCING, "r 5 brazil", Reinforce(at("Brazil"), 5)),
        (REINFORCING, "reinforce brazil 5", Reinforce(at("Brazil"), 5)),
        (REINFORCING, "reinforce brazil", Reinforce(at("Brazil"), 1)),
        (REINFORCING, "reinforce all brazil", Reinforce(at("Brazil"), 7)),
        (REINFORCING, "place 3 br", Reinforce(at("Brazil"), 3)),
        (ATTACKING, "attack ukraine ural 3", Attack(at("Ukraine"), at("Ural"), 3)),
        (ATTACKING, "a uk ur", Attack(at("Ukraine"), at("Ural"), 3)),
        (ATTACKING, "a india siam", Attack(at("India"), at("Siam"), 1)),
        (ATTACKING, ":a uk ur 2", Attack(at("Ukraine"), at("Ural"), 2)),
        (ATTACKING, "blitz uk ur", Blitz(ANN, at("Ukraine"), at("Ural"), 1)),
        (ATTACKING, "b uk ur stop-at 3", Blitz(ANN, at("Ukraine"), at("Ural"), 3)),
        (ATTACKING, "b uk ur 3", Blitz(ANN, at("Ukraine"), at("Ural"), 3)),
        (DEFENDING, "defend 1", Defend(1)),
        (DEFENDING, "d", Defend(1)),
        (DEFENDING, "2", Defend(2)),
        (DEFENDING, "defend always most", parsed.SetDefence("most")),
        (DEFENDING, "defend always one", parsed.SetDefence("one")),
        (DEFENDING, "defend ask", parsed.SetDefence("ask")),
        (OCCUPYING, "occupy 4", Occupy(4)),
        (OCCUPYING, "4", Occupy(4)),
        (OCCUPYING, "o all", Occupy(6)),
        (OCCUPYING, "move min", Occupy(3)),
        (FORTIFYING, "fortify 2 china india", Fortify(at("China"), at("India"), 2)),
        (FORTIFYING, "move all china to india", Fortify(at("China"), at("India"), 2)),
        (FORTIFYING, "e", End()),
        (TRADING, "end", End()),
        (CHOOSING, "capital brazil", ChooseCapital(at("Brazil"))),
        (CHOOSING, "c china", ChooseCapital(at("China"))),
        (DECLARING, "declare attack", Declare(True)),
        (DECLARING, "declare r", Declare(False)),
        (DECLARING, "attack", Declare(True)),
        (DECLARING, "a", Declare(True)),
        (DECLARING, "reinforce", Declare(False)),
        (DECLARING, "r", Declare(False)),
        (ALTERING, "reroll 1", Reroll(1, card("Ural"))),
        (ALTERING, "reroll 4 with ural", Reroll(4, card("Ural"))),
        (ALTERING, "commander 4", Command(4)),
        (ALTERING, "c", Command(1)),
        (ALTERING, "stand", End()),
        (ALTERING, "s", End()),
        (ALTERING, "end", End()),
        (ATTACKING, "mission", parsed.ShowMission()),
        (ATTACKING, "missions", parsed.ShowMission()),
        (ATTACKING, "m", parsed.ShowMission()),
        (ATTACKING, "undo", parsed.Undo()),
        (ATTACKING, "resign", parsed.AskToResign()),
        (ATTACKING, "resign yes", Resign()),
        (ATTACKING, "bot", parsed.HandOver("general")),
        (ATTACKING, "bot off Ben", parsed.HandOver("person", "ben")),
        (ATTACKING, "bot Ben", parsed.HandOver("general", "ben")),
        (ATTACKING, "bot general ben", parsed.HandOver("general", "ben")),
        (ATTACKING, "sit Ben", parsed.Sit("ben")),
        (ATTACKING, "free Ben", parsed.Free("ben")),
        (ATTACKING, "board", parsed.ShowBoard()),
        (ATTACKING, "status", parsed.ShowBoard()),
        (ATTACKING, "board ural", parsed.ShowBoard(at("Ural"))),
        (ATTACKING, "log 5", parsed.ShowLog(5)),
        (ATTACKING, "rules", parsed.ShowRules()),
        (ATTACKING, "?", parsed.Help()),
        (ATTACKING, "help att", parsed.Help("attack")),
        (ATTACKING, "save", parsed.Save()),
        (ATTACKING, "quit", parsed.Quit()),
    ],
)
def test_a_line_means(view: View, typed: str, meant: object) -> None:
    assert parse(typed, view) == meant


@pytest.mark.parametrize(
    ("typed", "view", "meant"),
    [
        ("c", ATTACKING, parsed.ShowCards()),
        ("c", TRADING, parsed.ShowCards()),
        ("c jap", CLAIMING, Claim(at("Japan"))),
        ("b", TRADING, parsed.ShowBoard()),
        ("r 1 uk", ATTACKING, Reinforce(at("Ukraine"), 1)),
        ("ru", REINFORCING, parsed.ShowRules()),
        ("res", REINFORCING, parsed.AskToResign()),
        ("e", REINFORCING, End()),
    ],
)
def test_a_short_form_means_what_is_asked_now_else_what_it_belongs_to(
    typed: str, view: View, meant: object
) -> None:
    assert parse(typed, view) == meant


ABBREVIATIONS = {
    "attack": "a at",
    "blitz": "bl",
    "board": "b bo",
    "cards": "c ha",
    "claim": "cl",
    "commander": "co",
    "defend": "d",
    "end": "e en",
    "fortify": "fo",
    "free": "fr",
    "help": "h he",
    "log": "l lo",
    "mission": "m mi",
    "occupy": "o oc",
    "place": "p pl",
    "quit": "q qu ex le",
    "reinforce": "r re",
    "rules": "ru",
    "save": "s sa",
    "sit": "si",
    "trade": "t tr",
    "undo": "u un",
}
"""What one or two letters mean at any time."""

MEANT_NOW = {
    "attack": {"b": "blitz"},
    "alter": {"c": "commander", "r": "reroll", "re": "reroll", "s": "stand", "st": "stand"},
    "capital": {"c": "capital", "ca": "capital"},
    "claim": {"c": "claim"},
    "declare": {"d": "declare", "de": "declare"},
    "defend": {"de": "defend"},
    "fortify": {"f": "fortify", "m": "fortify", "mo": "fortify"},
    "occupy": {"m": "occupy", "mo": "occupy"},
}
"""What they mean while something is asked that they answer."""


@pytest.mark.parametrize("view", EVERY_VIEW, ids=decision_kind)
def test_abbreviations_that_are_in_use_keep_their_meaning(view: View) -> None:
    meant = {word: name for name, words in ABBREVIATIONS.items() for word in words.split()}
    for word, name in (meant | MEANT_NOW.get(decision_kind(view), {})).items():
        assert parse(f"help {word}", view) == parsed.Help(name), word


def test_each_command_has_an_example_that_can_be_typed() -> None:
    for command in COMMANDS.values():
        for view in (ATTACKING, TRADING, REINFORCING):
            try:
                parse(command.example, view)
            except (Impossible, Unknown) as error:
                # A blitz waits for its phase, cards for a hand: readable all the same.
                # So do commands for dice that lie on the table.
                assert command.name in ("blitz", "trade", "reroll", "stand"), error


def test_a_set_is_named_by_the_numbers_of_its_cards() -> None:
    # In the order of the hand as it is shown: Alaska, Brazil, Argentina, Ukraine, joker.
    meant = Trade(cards("Alaska, Brazil, joker"), None)
    for typed in ("trade 1 2 5", "t 5 1 2", "t 1,2,5", "t 125"):
        trade = parse(typed, TRADING)
        assert isinstance(trade, Trade)
        assert sorted(trade.cards) == sorted(meant.cards)


def test_without_numbers_the_best_set_is_traded_and_jokers_are_spared() -> None:
    trade = parse(
        "trade", looking(Phase.TRADE, hands={"Ann": "Alaska, Iceland, Japan, joker, Siam"})
    )
    assert isinstance(trade, Trade)
    assert card("joker") not in trade.cards


def test_where_two_territories_could_get_the_bonus_the_player_says_which() -> None:
    with pytest.raises(Ambiguous, match="trade 2 3 4 for brazil or trade 2 3 4 for ukraine"):
        parse("trade 2 3 4", TRADING)
    trade = parse("trade 2 3 4 for ukr", TRADING)
    assert isinstance(trade, Trade)
    assert trade.bonus == at("Ukraine")


def test_a_bonus_for_a_territory_chooses_a_set_that_shows_it() -> None:
    trade = parse("trade for brazil", TRADING)
    assert isinstance(trade, Trade)
    assert card("Brazil") in trade.cards
    with pytest.raises(Impossible, match="no such set brings extra armies on China"):
        parse("trade for china", TRADING)


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        ("", Unreadable, "help"),
        ("   ", Unreadable, "help"),
        ("attack", Unreadable, "attack FROM TO"),
        ("attack ural", Unreadable, "name two"),
        ("attack uk uk", Unreadable, "two different territories"),
        ("attack uk urall", Unknown, "did you mean Ural"),
        ("attack 1 uk 2 ur", Unreadable, "for example: attack ukraine ural 3"),
        ("atack uk ur", Unknown, "did you mean attack"),
        ("xyzzy", Unknown, "type help"),
        ("b uk br", Impossible, "Brazil .BR. is yours"),
        ("b uk al", Impossible, "Alaska .AL. cannot be reached from Ukraine"),
        ("b al ka", Impossible, "Alaska .AL. is not yours"),
        ("b br ve", Impossible, "at least 2 armies"),
        ("b uk ur 5", Impossible, "stop at 1 to 4 armies"),
        ("fortify uk ur", Unreadable, "how many armies"),
        ("occupy", Unreadable, "how many armies"),
        ("defend seven", Unreadable, "defend N"),
        ("trade one two", Unreadable, "by their numbers"),
        ("reroll 1", Impossible, "no dice"),
        ("reroll one", Unreadable, "which die"),
        ("commander", Impossible, "no dice"),
        ("stand", Impossible, "no dice"),
        ("declare peace", Unreadable, "attack or reinforce"),
        ("trade 1 2 3", Unknown, "you hold no cards"),
        ("trade", Impossible, "no set"),
        ("place rest", Impossible, "starting armies"),
        ("p the rest", Impossible, "when it is due"),
        ("undo twice", Unreadable, "nothing comes after 'undo'"),
        ("resign now", Unreadable, "nothing comes after"),
        ("sit", Unreadable, "say whose seat: sit PLAYER"),
        ("free", Unreadable, "say whose seat: free PLAYER"),
        ("log 0", Unreadable, "log"),
        ("r 123456 brazil", Unreadable, "too large"),
        ("help me please", Unreadable, "help"),
        ("board atlantis", Unknown, "no territory 'atlantis'"),
        ("a uk ur\x1b[2J", Unreadable, r"cannot be read: '\\x1b'"),
        ("a uk \u202eur", Unreadable, r"'\\u202e'"),
        ("a " + "uk " * 200, Unreadable, "300 characters"),
    ],
)
def test_a_line_that_is_wrong_says_what_would_be_right(
    typed: str, error: type[CommandError], says: str
) -> None:
    with pytest.raises(error, match=says) as refusal:
        parse(typed, ATTACKING)
    assert "\n" not in str(refusal.value)


def test_what_the_rules_refuse_is_left_to_the_rules() -> None:
    assert parse("attack ural ukraine 3", ATTACKING) == Attack(at("Ural"), at("Ukraine"), 3)
    assert parse("claim alaska", ATTACKING) == Claim(at("Alaska"))
    assert parse("attack uk ur 9", WATCHING) == Attack(at("Ukraine"), at("Ural"), 9)


def test_help_lists_every_command_and_tells_about_each() -> None:
    table = "\n".join(help_lines())
    for name, command in COMMANDS.items():
        assert command.summary in table
        assert f"For example: {command.example}" in help_lines(name)
    assert all(len(line) <= 96 and line.isascii() for line in help_lines())


def test_help_at_a_table_without_advice_tells_of_no_odds() -> None:
    ruleset = load_ruleset("us-1993")
    with_advice, without = (help_lines("", ruleset, advice=told) for told in (True, False))
    names = [line.split()[0] for line in with_advice if line not in without]
    assert names == ["odds", "threats"]
    assert (complete("od", ATTACKING), complete("od", ATTACKING, advice=False)) == (["odds "], [])
    assert complete("t", ATTACKING, advice=False) == ["trade "]
    assert not any(word in "\n".join(without) for word in ("odds", "threats", "likely"))
    assert help_lines("odds", advice=False)[-1].startswith("This table plays without advice")
    assert "advice" not in "\n".join(help_lines("attack", advice=False) + help_lines("odds"))


@pytest.mark.parametrize(
    ("rules", "listed"),
    [("us-1993", False), ("us-1993-capital", False), ("eu-mission", True), ("stars", True)],
)
def test_help_lists_missions_where_there_is_something_to_be_done(rules: str, listed: bool) -> None:
    lines = help_lines("", load_ruleset(rules))
    assert any(line.startswith("mission ") for line in lines) == listed


@pytest.mark.parametrize(
    ("view", "typed", "meant"),
    [
        (OCCUPYING, "all", Occupy(6)),
        (OCCUPYING, "max", Occupy(6)),
        (OCCUPYING, "min", Occupy(3)),
        (OCCUPYING, "5", Occupy(5)),
        (DEFENDING, "1", Defend(1)),
        (DEFENDING, "one", Defend(1)),
        (DEFENDING, "most", Defend(DEFENDING.decision.most)),  # type: ignore[union-attr]
    ],
)
def test_a_word_alone_answers_how_many(view: View, typed: str, meant: object) -> None:
    assert parse(typed, view) == meant


@pytest.mark.parametrize("typed", ["all", "min", "3", "one"])
def test_a_word_alone_answers_nothing_else(typed: str) -> None:
    for view in (ATTACKING, REINFORCING, FORTIFYING, WATCHING):
        with pytest.raises(CommandError):
            parse(typed, view)


@pytest.mark.parametrize(
    ("view", "typed", "best"),
    [
        (ATTACKING, "at", "attack "),
        (ATTACKING, "b", "blitz "),
        (CLAIMING, "c", "claim "),
        (CHOOSING, "capital b", "capital brazil"),
        (DECLARING, "declare ", "declare attack"),
        (ALTERING, "reroll ", "reroll 1"),
        (ALTERING, "commander ", "commander 1"),
        (REINFORCING, "r", "reinforce "),
        (TRADING, "e", "end"),
        (ATTACKING, "attack ukr", "attack ukraine"),
        (ATTACKING, "attack Ukr", "attack Ukraine"),
        (ATTACKING, "attack i", "attack india"),
        (ATTACKING, "attack ukraine ur", "attack ukraine ural"),
        (ATTACKING, "attack uk m", "attack uk middle east"),
        (ATTACKING, "a great b n", "a great b northern europe"),
        (FORTIFYING, "f 2 chi", "f 2 china"),
        (FORTIFYING, "f 2 china ", "f 2 china India"),
        (REINFORCING, "r 5 b", "r 5 brazil"),
        (PLACING, "place re", "place rest"),
        (DEFENDING, "defend al", "defend always most"),
        (ATTACKING, "help fo", "help fortify"),
        (ATTACKING, "board gr", "board greenland"),
    ],
)
def test_the_best_completion_is_one_that_the_decision_allows(
    view: View, typed: str, best: str
) -> None:
    assert complete(typed, view)[0] == best


def test_sources_and_targets_that_are_possible_are_all_offered() -> None:
    lines = complete("attack ", ATTACKING)
    assert lines == [f"attack {n}" for n in ("Great Britain", "Ukraine", "China", "India")]
    lines = complete("attack ukraine ", ATTACKING)
    assert {"attack ukraine Ural", "attack ukraine Scandinavia"} <= set(lines)
    assert all(BOARD.find("UK") != at(line.split(" ", 2)[2]) for line in lines)


def test_a_hand_is_completed_to_the_sets_in_it() -> None:
    assert "trade 2 3 4 for brazil" in complete("trade ", TRADING)


def test_every_completion_of_an_example_can_be_read() -> None:
    for command in COMMANDS.values():
        for end in range(len(command.example)):
            for line in complete(command.example[:end], ATTACKING)[:4]:
                assert line
                assert parse_or_refuse(line, ATTACKING)


def parse_or_refuse(text: str, view: View) -> bool:
    """Whether the line is read or refused as it should be, and quickly."""
    began = time.perf_counter()
    try:
        parse(text, view)
    except CommandError as error:
        assert str(error).isprintable()
    complete(text, view)
    assert time.perf_counter() - began < 1
    return True


COMMANDISH = st.lists(
    st.sampled_from(
        [
            *COMMANDS,
            "uk",
            "ural",
            "north",
            "a",
            "r",
            "for",
            "to",
            "from",
            "all",
            "3",
            "-1",
            ",",
            "->",
        ]
    ),
    max_size=30,
).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(st.text(max_size=400), COMMANDISH), view=st.sampled_from(EVERY_VIEW))
def test_whatever_is_typed_is_read_or_refused(text: str, view: View) -> None:
    assert parse_or_refuse(text, view)


def test_nothing_can_be_typed_into_a_game_that_is_over() -> None:
    game: Game = position(LANDS)
    game._state.phase = Phase.OVER
    for name, command in COMMANDS.items():
        assert parse_or_refuse(command.example, game.view(ANN)), name
