"""A golden playthrough: the text of a game, which is also its script.

A head names the ruleset, the players and where the game stops. Then each step is a line:

    r3 Ann: attack UK UR 3 | 6 4 1 : 5 3 | what came of it; …

that is the round, who decides, the action, the answers of chance and the facts. A fact is told in
the sentence that players read, with the fields that are not in it behind it. Lines that begin with
``=`` tell how everybody stands when a round begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.declarations import blanks_of, slots_of, templates_of
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.story.record_notation import Notation, format_chance, parse_chance
from risk_tui.table.seats import COLOURS, Seat, extra_seats
from risk_tui.text.record_lines import event_parts
from risk_tui.text.words import MessageContext, fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.actions import Action
    from risk_tui.engine.events import Event
    from risk_tui.engine.records import Outcome, Record

BOARD = "classic"
_BAR = " | "
_NOTHING = "-"


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

    def setup(self) -> GameSetup:
        """The game to play."""
        return GameSetup(load_board(BOARD), load_ruleset(self.ruleset), len(self.names))


class Teller:
    """Writes down a game while it is played."""

    def __init__(self, head: Head, game: Game) -> None:
        self.lines = head.lines()
        self._game = game
        self._seats = [
            Seat(name, colour) for name, colour in zip(head.names, COLOURS, strict=False)
        ]
        self._seats += extra_seats(game.setup, self._seats)
        self._notation = Notation(game.setup.board)

    def step(self, round_: int, record: Record) -> None:
        """Write down one step; ``round_`` is the round that it belongs to."""
        wording = MessageContext(self._seats, self._game.setup.board, self._game.view())
        what = self._notation.format(record.action)
        chance = format_chance(record.chance) or _NOTHING
        facts = "; ".join(say(fact, wording) for fact in record.events) or _NOTHING
        done = f"r{round_} {self._seats[record.seat].name}: {what}"
        self.lines.append(_BAR.join([done, chance, facts]))
        view = self._game.view()
        begun = any(isinstance(fact, TurnBegan) for fact in record.events)
        if begun and view.turn == view.first and not view.winners:
            self.lines += self._standing()

    def _standing(self) -> Iterator[str]:
        view = self._game.view()
        board = self._game.setup.board
        for seat, name in enumerate(each.name for each in self._seats):
            lands = view.territories_of(seat)
            shown = ", ".join(
                f"{board.territories[land].name} {view.armies[land]}" for land in lands
            )
            cards = view.card_counts[seat]
            yield f"= {name}: {len(lands)} lands, {view.armies_of(seat)} armies, {cards} cards"
            if shown:
                yield f"=   {shown}"

    def text(self) -> str:
        """The whole text."""
        view = self._game.view()
        end = "the game is over" if view.winners else "the text stops, not the game"
        return "\n".join([*self.lines, end, ""])


def say(fact: Event, wording: MessageContext) -> str:
    """A fact in words, with everything that it says."""
    named = {blank.slot for text in templates_of(type(fact).long) for blank in blanks_of(text)}
    rest = [
        f"{name} {fill(f'{{{name}}}', fact, wording) or _NOTHING}"
        for name, slot in slots_of(type(fact)).items()
        if name not in named and slot.meaning != "flag"
    ]
    sentence = "".join(event_parts(fact, wording, fact.revealed))
    return f"{sentence} ({', '.join(rest)})" if rest else sentence


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
    notation = Notation(load_board(BOARD))
    for line in lines:
        if _BAR in line:
            done, chance, _ = line.split(_BAR)
            start, action = done.split(": ")
            seat = head.names.index(start.split(" ", 1)[1])
            outcomes = () if chance == _NOTHING else parse_chance(chance)
            yield seat, notation.parse(action), outcomes
