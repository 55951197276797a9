"""Typed lines: their meanings, completions and refusals."""

from __future__ import annotations

from dataclasses import replace
from inspect import isabstract

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_tui.bots import DEFAULT_BOT
from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.all_commands import (
    HelpCommand,
    all_commands,
    available_commands,
    command_help,
    complete,
    help_lines,
    parse,
)
from risk_tui.commands.base import Command, decision_kind
from risk_tui.commands.names import (
    AmbiguousCommand,
    CommandError,
    ImpossibleCommand,
    UnknownName,
    UnreadableCommand,
)
from risk_tui.commands.playing_commands import ResignCommand, StandingDefence
from risk_tui.commands.table_commands import (
    BoardCommand,
    BotCommand,
    FreeCommand,
    InviteCommand,
    LogCommand,
    MissionCommand,
    SitCommand,
)
from risk_tui.commands.wording import help_on
from risk_tui.engine.actions import (
    ACTIONS,
    Attack,
    Begin,
    Claim,
    Defend,
    EndPhase,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Trade,
    all_actions,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToTrade
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.engine.view import View
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.header import TableOptions
from risk_tui.table.orders import Blitz, PlaceRemaining
from risk_tui.variants.capitals import ChooseCapital
from risk_tui.variants.changed_dice import Reroll, UseCommander
from risk_tui.variants.declared_turns import ChooseTurnType
from tests.commands.meanings import meaning
from tests.engine.positions import ANN, BOARD, at, card, cards, position
from tests.extent import usual_or_full
from tests.text.views import (
    ALTERING,
    ATTACKING,
    CHOOSING,
    CLAIMING,
    DECLARING,
    DEFENDING,
    DICE,
    EXPERTS,
    FORTIFYING,
    LANDS,
    OCCUPYING,
    PLACING,
    REINFORCING,
    TRADING,
    WATCHING,
    looking,
)
from tests.work import bounded_work

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
        (ATTACKING, "r 1 uk", Reinforce(at("Ukraine"), 1)),
        (REINFORCING, "res", ResignCommand()),
        (PLACING, "place ukraine", Place(at("Ukraine"), 1)),
        (PLACING, "p 2 uk", Place(at("Ukraine"), 2)),
        (PLACING, "p rest", PlaceRemaining(ANN)),
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
        # The rules refuse these later.
        (ATTACKING, "attack ural ukraine 3", Attack(at("Ural"), at("Ukraine"), 3)),
        (ATTACKING, "claim alaska", Claim(at("Alaska"))),
        (WATCHING, "attack uk ur 9", Attack(at("Ukraine"), at("Ural"), 9)),
        (ATTACKING, "blitz uk ur", Blitz(ANN, at("Ukraine"), at("Ural"), 1)),
        (ATTACKING, "b uk ur stop-at 3", Blitz(ANN, at("Ukraine"), at("Ural"), 3)),
        (ATTACKING, "b uk ur 3", Blitz(ANN, at("Ukraine"), at("Ural"), 3)),
        (DEFENDING, "defend 1", Defend(1)),
        (DEFENDING, "d", Defend(1)),
        (DEFENDING, "2", Defend(2)),
        (DEFENDING, "one", Defend(1)),
        (DEFENDING, "most", Defend(1)),
        (DEFENDING, "defend always most", StandingDefence("most")),
        (DEFENDING, "defend always one", StandingDefence("one")),
        (DEFENDING, "defend always min", StandingDefence("one")),
        (DEFENDING, "min", Defend(1)),
        (DEFENDING, "defend ask", StandingDefence("ask")),
        (OCCUPYING, "occupy 4", Occupy(4)),
        (OCCUPYING, "4", Occupy(4)),
        (OCCUPYING, "all", Occupy(6)),
        (OCCUPYING, "max", Occupy(6)),
        (OCCUPYING, "min", Occupy(3)),
        (OCCUPYING, "o all", Occupy(6)),
        (OCCUPYING, "move min", Occupy(3)),
        (FORTIFYING, "fortify 2 china india", Fortify(at("China"), at("India"), 2)),
        (FORTIFYING, "move all china to india", Fortify(at("China"), at("India"), 2)),
        (FORTIFYING, "e", EndPhase()),
        (TRADING, "end", EndPhase()),
        (CHOOSING, "capital brazil", ChooseCapital(at("Brazil"))),
        (CHOOSING, "c china", ChooseCapital(at("China"))),
        (DECLARING, "declare attack", ChooseTurnType(True)),
        (DECLARING, "declare r", ChooseTurnType(False)),
        (DECLARING, "attack", ChooseTurnType(True)),
        (DECLARING, "a", ChooseTurnType(True)),
        (DECLARING, "reinforce", ChooseTurnType(False)),
        (DECLARING, "r", ChooseTurnType(False)),
        (ALTERING, "reroll 1", Reroll(1, card("Ural"))),
        (ALTERING, "reroll 4 with ural", Reroll(4, card("Ural"))),
        (ALTERING, "commander 4", UseCommander(4)),
        (ALTERING, "commander", UseCommander(1)),
        (ALTERING, "stand", EndPhase()),
        (ALTERING, "end", EndPhase()),
        (ATTACKING, "missions", MissionCommand()),
        (ATTACKING, "resign", ResignCommand()),
        (ATTACKING, "resign yes", ResignCommand(confirmed=True)),
        (ATTACKING, "bot", BotCommand(DEFAULT_BOT)),
        (ATTACKING, "bot off ★", BotCommand("person", "★")),
        (ATTACKING, "bot oskar-25 Ben", BotCommand("oskar-25", "Ben")),
        (ATTACKING, "bot Oskar 25", BotCommand("oskar-25")),
        (ATTACKING, "bot ★", BotCommand(DEFAULT_BOT, "★")),
        (ATTACKING, "bot toni yes", BotCommand("toni", confirmed=True)),
        (ATTACKING, "sit Ben", SitCommand("Ben")),
        (ATTACKING, "free Ben", FreeCommand("Ben")),
        (ATTACKING, "invite  ★ Ben ", InviteCommand("★ Ben")),
        (ATTACKING, "board", BoardCommand()),
        (ATTACKING, "status", BoardCommand()),
        (ATTACKING, "board ural", BoardCommand(at("Ural"))),
        (ATTACKING, "log 5", LogCommand(5)),
        (ATTACKING, "?", HelpCommand()),
        (ATTACKING, "help att", HelpCommand("attack")),
    ],
)
def test_a_line_means(view: View, typed: str, meant: object) -> None:
    assert meaning(typed, view) == meant


ABBREVIATIONS = {
    "attack": "a at",
    "blitz": "bl",
    "board": "b bo",
    "cards": "c ha",
    "claim": "cl",
    "correct": "co",
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
"""Commands with their abbreviations, which are valid at any time."""

MEANT_NOW = {
    "attack": {"blitz": "b"},
    "alter": {"commander": "c co", "reroll": "r re", "stand": "s st"},
    "capital": {"capital": "c ca"},
    "claim": {"claim": "c"},
    "declare": {"declare": "d de"},
    "defend": {"defend": "de"},
    "fortify": {"fortify": "f m mo"},
    "occupy": {"occupy": "m mo"},
}
"""What they mean while a decision is pending that the command answers."""


@pytest.mark.parametrize("view", EVERY_VIEW, ids=decision_kind)
def test_abbreviations_keep_their_meaning(view: View) -> None:
    tables = (ABBREVIATIONS, MEANT_NOW.get(decision_kind(view), {}))
    items = [item for table in tables for item in table.items()]
    meanings = {word: name for name, words in items for word in words.split()}
    for word, name in meanings.items():
        assert parse(f"help {word}", view) == HelpCommand(name), word


def test_every_action_can_be_typed() -> None:
    commands = [cls for cls in all_commands().values() if issubclass(cls, ActionCommand)]
    assert ACTIONS.keys() - {cls.action.kind for cls in commands} == {"begin", "lead", "resign"}


def test_every_command_can_run() -> None:
    assert not [name for name, command in all_commands().items() if isabstract(command)]

    class Idle(Command):
        name = "idle"

    with pytest.raises(TypeError, match="run"):
        Idle.read([], ATTACKING)


def test_examples_can_be_typed() -> None:
    for command in available_commands(ATTACKING):
        for view in (ATTACKING, TRADING, REINFORCING):
            try:
                parse(command.example, view)
            except (ImpossibleCommand, UnknownName) as error:
                # These need the attack phase, cards, or dice that were rolled.
                assert command.name in ("blitz", "trade", "reroll", "stand"), error


@pytest.mark.parametrize(
    ("view", "says"),
    [
        (REINFORCING, "place all your armies before you end your turn"),
        (OCCUPYING, "can't end now"),
        (DEFENDING, "only your own turn"),
        (position(LANDS, phase=Phase.OVER).view(ANN), "the game is over"),
    ],
    ids=["reinforce", "occupy", "defend", "over"],
)
def test_refusal_to_end_a_turn_gives_the_reason(view: View, says: str) -> None:
    with pytest.raises(ImpossibleCommand, match=says):
        parse("end turn", view)


def test_set_is_named_by_card_numbers() -> None:
    # In the order of the hand as it is shown: Alaska, Brazil, Argentina, Ukraine, joker.
    meant = Trade(cards("Alaska, Brazil, joker"), None)
    for typed in ("trade 1 2 5", "t 5 1 2", "t 1,2,5", "t 125"):
        trade = meaning(typed, TRADING)
        assert isinstance(trade, Trade)
        assert sorted(trade.cards) == sorted(meant.cards)


def test_best_set_without_jokers_is_the_default() -> None:
    trade = meaning(
        "trade", looking(Phase.TRADE, hands={"Ann": "Alaska, Iceland, Japan, joker, Siam"})
    )
    assert isinstance(trade, Trade)
    assert card("joker") not in trade.cards


def test_help_on_trading_offers_to_continue_only_if_that_is_possible() -> None:
    assert TRADING.decision == ToTrade(ANN, may_trade=True, must_trade=True)
    assert "{end}" not in help_on(TRADING.decision, TRADING.offers)
    assert "{end}" in help_on(replace(TRADING.decision, must_trade=False), TRADING.offers)


def test_choice_of_bonus_territory_is_required() -> None:
    with pytest.raises(AmbiguousCommand, match="trade 2 3 4 for brazil or trade 2 3 4 for ukraine"):
        parse("trade 2 3 4", TRADING)
    trade = meaning("trade 2 3 4 for ukr", TRADING)
    assert isinstance(trade, Trade)
    assert trade.bonus == at("Ukraine")


def test_bonus_territory_chooses_the_set() -> None:
    trade = meaning("trade for brazil", TRADING)
    assert isinstance(trade, Trade)
    assert card("Brazil") in trade.cards
    with pytest.raises(ImpossibleCommand, match="no such set brings extra armies on China"):
        parse("trade for china", TRADING)


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        ("", UnreadableCommand, "help"),
        ("attack", UnreadableCommand, "attack FROM TO"),
        ("attack ural", UnreadableCommand, "name two"),
        ("attack uk uk", UnreadableCommand, "two different territories"),
        ("attack uk urall", UnknownName, "did you mean Ural"),
        ("attack 1 uk 2 ur", UnreadableCommand, "for example: attack ukraine ural 3"),
        ("atack uk ur", UnknownName, "did you mean attack"),
        ("xyzzy", UnknownName, "type help"),
        ("r -123456 brazil", UnreadableCommand, "too large"),
        ("b uk ur 5", ImpossibleCommand, "stop at 1 to 4 armies"),
        ("fortify uk ur", UnreadableCommand, "how many armies"),
        ("occupy", UnreadableCommand, "how many armies"),
        ("defend seven", UnreadableCommand, "defend N"),
        ("trade one two", UnreadableCommand, "by their numbers"),
        ("reroll 1", ImpossibleCommand, "can't roll a die again now"),
        ("reroll one", UnreadableCommand, "which face"),
        ("reroll 1 with", UnknownName, "unknown territory"),
        ("commander", ImpossibleCommand, "can't use the commander now"),
        ("stand", ImpossibleCommand, "no dice"),
        ("declare peace", UnreadableCommand, "attack or reinforce"),
        ("trade 1 2 3", UnknownName, "you hold no cards"),
        ("trade", ImpossibleCommand, "no set"),
        ("place rest", ImpossibleCommand, "only during setup"),
        ("undo twice", UnreadableCommand, "'undo' takes no arguments"),
        ("resign now", UnreadableCommand, "usage: resign yes"),
        ("end of turn", UnreadableCommand, r"usage: end \[turn\]"),
        ("sit", UnreadableCommand, "say whose seat: sit PLAYER"),
        ("log 0", UnreadableCommand, "log"),
        ("claim peru 5", UnreadableCommand, "usage: claim TERRITORY"),
        ("help me please", UnreadableCommand, "help"),
        ("board atlantis", UnknownName, "unknown territory 'atlantis'"),
        ("a uk ur\x1b[2J", UnreadableCommand, r"invalid character: '\\x1b'"),
        ("a uk \u202eur", UnreadableCommand, r"'\\u202e'"),
        ("a " + "uk " * 200, UnreadableCommand, "300 characters"),
    ],
)
def test_wrong_line_is_refused_with_a_correction(
    typed: str, error: type[CommandError], says: str
) -> None:
    with pytest.raises(error, match=says) as refusal:
        parse(typed, ATTACKING)
    assert "\n" not in str(refusal.value)


def test_help_has_every_command() -> None:
    lines = help_lines(ATTACKING)
    assert all(len(line) <= 96 and line.isascii() for line in lines)
    for command in available_commands(ATTACKING, on_screen=False):
        assert any(line.endswith(command.summary) for line in lines)
    for name, command in all_commands().items():
        assert len(command.summary) <= 66
        assert f"For example: {command.example}" in command_help(name)


def test_line_mode_does_not_offer_what_it_refuses() -> None:
    screen_only = {"replay", "new", "settings"}
    assert {it.name for it in all_commands().values() if it.needs_screen} == screen_only
    assert not screen_only & {line.split()[0] for line in help_lines(ATTACKING) if line}
    assert complete("repl", ATTACKING) == ["replay"]
    assert complete("repl", ATTACKING, on_screen=False) == []


@pytest.mark.parametrize("command", ["say", "mute", "truce"])
def test_names_of_players_are_completed(command: str) -> None:
    players = ["Ann", "Zoë"]
    assert complete(f"{command} zo", ATTACKING, players=players) == [f"{command} Zoë"]
    assert complete(f"{command} x", ATTACKING, players=players) == []


def test_every_action_has_words_for_a_hint() -> None:
    without = {kind for kind, action in all_actions().items() if not action.advice}
    assert without == {"begin", "lead", "end", "resign", "declare"}


def test_help_without_advice_has_no_odds() -> None:
    no_odds = TableOptions(advice=False)
    with_advice, without = help_lines(ATTACKING), help_lines(ATTACKING, no_odds)
    names = [line.split()[0] for line in with_advice if line not in without]
    assert names == ["odds", "fight", "threats", "hint"]
    assert complete("od", ATTACKING) == ["odds "]
    assert not any(complete(typed, ATTACKING, no_odds) for typed in ("od", "thr", "odds", "odds a"))
    assert not any(word in "\n".join(without) for word in ("odds", "threats", "likely"))
    assert command_help("odds", None, no_odds)[-1].startswith("Odds and hints are off")
    helps = command_help("attack", None, no_odds) + command_help("odds")
    assert "Odds and hints" not in "\n".join(helps)


@pytest.mark.parametrize("typed", ["all", "min", "3", "one"])
def test_bare_answer_to_another_question_is_refused(typed: str) -> None:
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
        (ALTERING, "reroll 1 with u", "reroll 1 with ural"),
        (ALTERING, "commander ", "commander 1"),
        (REINFORCING, "r", "reinforce "),
        (TRADING, "e", "end "),
        (ATTACKING, "attack ukr", "attack ukraine"),
        (ATTACKING, "attack Ukr", "attack Ukraine"),
        (ATTACKING, "attack i", "attack india"),
        (ATTACKING, "attack ukraine ur", "attack ukraine ural"),
        (ATTACKING, "attack uk m", "attack uk middle east"),
        (ATTACKING, "a great b n", "a great b northern europe"),
        (FORTIFYING, "f 2 chi", "f 2 china"),
        (FORTIFYING, "f 2 china ", "f 2 china India"),
        (REINFORCING, "r 5 b", "r 5 brazil"),
        (REINFORCING, "r max b", "r max brazil"),
        (REINFORCING, "r Rest b", "r Rest brazil"),
        (PLACING, "place re", "place rest"),
        (DEFENDING, "defend al", "defend always most"),
        (ATTACKING, "help fo", "help fortify"),
        (ATTACKING, "board gr", "board greenland"),
    ],
)
def test_best_completion_is_allowed_now(view: View, typed: str, best: str) -> None:
    assert complete(typed, view)[0] == best


def test_all_possible_sources_and_targets_are_completed() -> None:
    lines = complete("attack ", ATTACKING)
    assert lines == [f"attack {n}" for n in ("Great Britain", "Ukraine", "China", "India")]
    lines = complete("attack ukraine ", ATTACKING)
    assert {"attack ukraine Ural", "attack ukraine Scandinavia"} <= set(lines)
    assert all(BOARD.territory_by_code("UK") != at(line.split(" ", 2)[2]) for line in lines)


def test_joker_is_completed_to_its_number() -> None:
    view = looking("alter", rules=EXPERTS, battle=DICE, hands={"Ann": "Ural, joker"})
    lines = complete("reroll 1 ", view)
    assert lines == ["reroll 1 with ural", "reroll 1 2"]
    assert [meaning(line, view) for line in lines] == [
        Reroll(1, card("Ural")),
        Reroll(1, card("joker")),
    ]


def test_trade_is_completed_to_sets() -> None:
    assert "trade 2 3 4 for brazil" in complete("trade ", TRADING)


def test_completions_can_be_parsed() -> None:
    for command in all_commands().values():
        for end in range(0, len(command.example), usual_or_full(3, 1)):
            for line in complete(command.example[:end], ATTACKING)[: usual_or_full(1, 4)]:
                assert line
                assert parse_or_refuse(line, ATTACKING)


def parse_or_refuse(text: str, view: View) -> bool:
    """Parse a line, which may be refused in printable text, in limited time; return True."""
    with bounded_work(300_000):
        try:
            parse(text, view)
        except CommandError as error:
            assert str(error).isprintable()
        complete(text, view)
    return True


COMMANDISH = st.lists(
    st.sampled_from(
        [
            *all_commands(),
            *["uk", "ural", "north", "a", "r", "for", "to", "from", "all", "3", "-1", ",", "->"],
        ]
    ),
    max_size=30,
).map(" ".join)


def test_examples_name_territories_of_the_board() -> None:
    game = Game(GameSetup(load_board("mini"), load_ruleset("us-1993"), 3), seeded_chance("small"))
    game.apply(Begin())
    assert game.decision is not None
    view = game.view(game.decision.seat)
    assert all_commands()["claim"].example_for(view) == "claim canada"
    assert "canada" in all_commands()["attack"].example_for(view)
    names = {territory.name.lower() for territory in view.board.territories}
    for name, command in all_commands().items():
        strange = {"alaska", "ukraine", "kamchatka", "japan", "ural"} - names
        assert not strange & set(command.example_for(view).split()), name


def test_example_names_a_path_on_a_board_with_a_dead_end() -> None:
    """The first neighbour of the first territory leads nowhere."""
    neighbours = [*BOARD.neighbours]
    neighbours[0], neighbours[BOARD.neighbours[0][0]] = BOARD.neighbours[0], (0,)
    board = replace(BOARD)
    vars(board)["neighbours"] = tuple(neighbours)
    usage = all_commands()["fight"].usage_text(replace(ATTACKING, board=board))
    assert "alaska alberta" in usage


@settings(max_examples=usual_or_full(30, 300))
@given(text=st.one_of(st.text(max_size=400), COMMANDISH), view=st.sampled_from(EVERY_VIEW))
def test_any_text_is_parsed_or_refused(text: str, view: View) -> None:
    assert parse_or_refuse(text, view)


def test_examples_are_parsed_or_refused_after_the_game() -> None:
    game = position(LANDS, phase=Phase.OVER)
    for name, command in all_commands().items():
        assert parse_or_refuse(command.example, game.view(ANN)), name
