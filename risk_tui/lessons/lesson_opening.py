"""The table at which a first game begins: in its third round, played up to there by a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.base import closest_legal
from risk_tui.engine.actions import Action, Attack, Occupy, Reinforce
from risk_tui.engine.decisions import ToBegin
from risk_tui.engine.game_setup import GameSetup
from risk_tui.lessons.lesson_chance import LEARNER, LessonChance
from risk_tui.rules.house_rules import with_house_rules, with_turn_limit
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset
from risk_tui.table.seats import PERSON, Seat
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from risk_tui.boards.board import Board
    from risk_tui.rules.ruleset import Ruleset

ROUNDS = 10
"""The round after which the game is over."""

_FIRST_ROUND = 3
"""The round in which the learner takes over."""

_DEALT = (
    "BR AR ON QU EA CO SA MA WA EL KA JA GB IC",
    "VE AL NW WU NA EG SE UK AF IN SM ID MO YA",
    "PE AB EU CA SC NE WE GR UR SI IR CH ME NG",
)
"""The territories of each seat, by their codes."""

_CARDS = "AF MO ME"
"""The territories on the cards that the learner draws: an infantry, a cavalry, an artillery."""

_SCRIPT = {
    (1, 0): "ON+4 ON>NW 3",
    (1, 1): "UK+4",
    (1, 2): "CH+4",
    (2, 0): "AR+3 NW+2 NW>AB 3",
    (2, 1): "VE+1 UK+3",
    (2, 2): "ME+4",
}
"""What the seats do in the rounds before: armies placed, a conquest, how many move in."""


def open_first_game(path: Path | None) -> tuple[Table, LessonChance]:
    """The table of a first game, with the learner to place armies, and where its luck comes from.

    Its file is ``path``, or one in the folder of saved games. Raises ``SaveError`` if it cannot be
    written.
    """
    board = load_board(STANDARD_MAP)
    codes = [seat.split() for seat in _DEALT]
    dealt = [_find(board, code) for turn in zip(*codes, strict=True) for code in turn]
    chance = LessonChance(dealt, [_card_of(board, code) for code in _CARDS.split()])
    seats = [
        Seat("Ann", "red", defence="most"),
        Seat("Ben", "blue", "recruit"),
        Seat("Cid", "green", "recruit"),
    ]
    setup = GameSetup(board, _ruleset(), len(seats))
    table = Table.create(setup, seats, chance=chance, path=path)
    others = [seat for seat in range(len(seats)) if seat != LEARNER]
    for seat in others:
        table.set_player(seat, PERSON)
    _play_first_rounds(table)
    for seat in others:
        table.set_player(seat, "recruit")
    # Opened again, it knows of no more people than the learner.
    table.close()
    return Table.open(table.path, chance=chance), chance


def _ruleset() -> Ruleset:
    """The rules of a first game: few armies, dealt out, and an end in sight."""
    changes: dict[str, object] = {
        "setup.allocation": "deal",
        "setup.placing": "none",
        "two_players.third_army": "none",
    }
    ruleset = with_turn_limit(with_house_rules(load_ruleset("us-1993"), changes), ROUNDS)
    return ruleset.model_copy(
        update={"title": "First game", "about": "A short game to learn by, after the US rules."}
    )


def _find(board: Board, code: str) -> int:
    """The territory with a code."""
    return [territory.code for territory in board.territories].index(code)


def _card_of(board: Board, code: str) -> int:
    """The card that shows the territory with a code."""
    territory = _find(board, code)
    return next(n for n, card in enumerate(board.deck) if card.territory == territory)


def _play_first_rounds(table: Table) -> None:
    """Play up to the learner's first turn; what the script does not say is as little as may be."""
    turn = (0, 0)
    script: Iterator[Action] = iter(())
    while True:
        decision, view = table.decision, table.view(None)
        assert decision is not None, "nobody wins so early"
        if isinstance(decision, ToBegin):
            table.step()
            continue
        if view.round == _FIRST_ROUND:
            return
        if turn != (view.round, view.turn):
            turn = (view.round, view.turn)
            script = _actions(table.board, _SCRIPT[turn])
        wish = next(script, None)
        table.submit(decision.seat, closest_legal(wish, table.view(decision.seat).offers))


def _actions(board: Board, script: str) -> Iterator[Action]:
    """The actions that a line of the script stands for."""
    for word in script.split():
        if "+" in word:
            code, armies = word.split("+")
            yield Reinforce(_find(board, code), int(armies))
        elif ">" in word:
            source, target = word.split(">")
            yield Attack(_find(board, source), _find(board, target), 3)
        else:
            yield Occupy(int(word))
