"""A golden playthrough: the text of a game, which is also its script.

A head names the ruleset, the players and where the game stops. Then each step is a line:

    r3 Ann attack Ukraine → Ural with 3 | dice 6 4 1, dice 5 3 | what came of it; …

that is the round, who decides, the action, the answers of chance and the facts. Lines that begin
with ``=`` tell how everybody stands when a round begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.facts import TurnBegan
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.library import load_board, load_ruleset

from .wording import Wording, read_chance, say_chance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.actions import Action
    from risk_tui.engine.records import Outcome, Record

BOARD = "classic"
_BAR = " | "


@dataclass(frozen=True, slots=True)
class Head:
    """What a playthrough is of."""

    ruleset: str
    names: tuple[str, ...]
    seed: str
    rounds: int
    """The text stops when this round is over, if the game is not."""

    def lines(self) -> list[str]:
        """The head of the text."""
        return [
            f"ruleset: {self.ruleset}",
            f"players: {', '.join(self.names)}",
            f"seed: {self.seed}",
            f"stops: with the game, or after round {self.rounds}",
            "",
            "Round, player and action; after the bars what chance said, and what came of it.",
            "",
        ]

    @classmethod
    def read(cls, lines: list[str]) -> Head:
        """The head of a text."""
        told = dict(line.split(": ", 1) for line in lines[:4])
        names = tuple(told["players"].split(", "))
        return cls(told["ruleset"], names, told["seed"], int(told["stops"].split()[-1]))

    def setup(self) -> Setup:
        """The game to play."""
        return Setup(load_board(BOARD), load_ruleset(self.ruleset), len(self.names))


class Teller:
    """Writes down a game while it is played."""

    def __init__(self, head: Head, game: Game) -> None:
        self.words = Wording(game.setup, head.names)
        self.lines = head.lines()
        self._game = game

    def step(self, round_: int, record: Record) -> None:
        """Write down one step; ``round_`` is the round that it belongs to."""
        who, what = self.words.names[record.seat], self.words.action(record.action)
        facts = "; ".join(map(self.words.fact, record.facts)) or "-"
        self.lines.append(_BAR.join([f"r{round_} {who} {what}", say_chance(record.chance), facts]))
        view = self._game.view()
        begun = any(isinstance(fact, TurnBegan) for fact in record.facts)
        if begun and view.turn == view.first and not view.winners:
            self.lines += self._standing()

    def _standing(self) -> Iterator[str]:
        view = self._game.view()
        for seat, name in enumerate(self.words.names):
            lands = view.territories_of(seat)
            shown = ", ".join(f"{self.words.places[land]} {view.armies[land]}" for land in lands)
            cards = view.card_counts[seat]
            yield f"= {name}: {len(lands)} lands, {view.armies_of(seat)} armies, {cards} cards"
            if shown:
                yield f"=   {shown}"

    def text(self) -> str:
        """The whole text."""
        view = self._game.view()
        end = "the game is over" if view.winners else "the text stops, not the game"
        return "\n".join([*self.lines, end, ""])


def replay(text: str) -> str:
    """Play what a text says, with its actions and its chance, and tell it anew."""
    head = Head.read(text.splitlines())
    game = Game(head.setup())
    teller = Teller(head, game)
    for seat, action, outcomes in steps(text):
        round_ = game.view().round
        teller.step(round_, game.replay_step(seat, action, outcomes))
    return teller.text()


def steps(text: str) -> Iterator[tuple[int, Action, tuple[Outcome, ...]]]:
    """The steps of a text: who, what, and what chance answered."""
    lines = text.splitlines()
    head = Head.read(lines)
    words = Wording(head.setup(), head.names)
    for line in lines:
        if _BAR in line:
            yield _read_step(line, words)


def _read_step(line: str, words: Wording) -> tuple[int, Action, tuple[Outcome, ...]]:
    done, chance, _ = line.split(_BAR)
    _, who, what = done.split(" ", 2)
    return words.names.index(who), words.read_action(what), read_chance(chance)
