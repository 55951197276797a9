"""A golden playthrough: the text of a game, from which the game can be played again.

A head names the ruleset, the players and the last round. Then each step is a line:

    r3 Ann: attack UK UR 3 | 6 4 1 : 5 3 | event; …

It has the round, the player who decides, the action, the dice and cards, and the events. An event
is the sentence that players read, followed by the fields that are not in it. Lines that begin with
``=`` are the positions of all players at the start of a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from risk_tui.engine.actions import Action
from risk_tui.engine.declarations import blanks_of, slots_of, templates_of
from risk_tui.engine.events import Event, TurnBegan
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Outcome, Record
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.story.record_notation import Notation, format_chance, parse_chance
from risk_tui.table.seats import COLOURS, Seat, extra_seats
from risk_tui.text.record_lines import event_parts
from risk_tui.text.words import Wording, fill

BOARD = "classic"
_BAR = " | "
_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Head:
    """The settings of a playthrough."""

    ruleset: str
    names: tuple[str, ...]
    seed: str
    rounds: int
    """The last round of the text, if the game is not over before."""

    def lines(self) -> list[str]:
        """Return the lines of the head."""
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
        """Read the head of a text."""
        values = dict(line.split(": ", 1) for line in lines[:4])
        names = tuple(values["players"].split(", "))
        return cls(values["ruleset"], names, values["seed"], int(values["stops"].split()[-1]))

    def setup(self) -> GameSetup:
        """Return the settings of the game."""
        return GameSetup(load_board(BOARD), load_ruleset(self.ruleset), len(self.names))


class Recorder:
    """Writes a playthrough while the game is played."""

    def __init__(self, head: Head, game: Game) -> None:
        self.lines = head.lines()
        self.game = game
        self._round = game.round
        self._seats = [
            Seat(name, colour) for name, colour in zip(head.names, COLOURS, strict=False)
        ]
        self._seats += extra_seats(game.setup, self._seats)
        self._notation = Notation(game.setup.board)

    def step(self, game: Game, record: Record) -> None:
        """Write a step, after which the game is this one."""
        self.game = game
        wording = Wording(self._seats, game.setup.board, game.view())
        what = self._notation.format(record.action)
        chance = format_chance(record.chance) or _NOTHING
        events = "; ".join(describe(event, wording) for event in record.events) or _NOTHING
        done = f"r{self._round} {self._seats[record.seat].name}: {what}"
        self.lines.append(_BAR.join([done, chance, events]))
        self._round, view = game.round, game.view()
        begun = any(isinstance(event, TurnBegan) for event in record.events)
        if begun and view.turn == view.first and not view.winners:
            self.lines += self._standing()

    def _standing(self) -> Iterator[str]:
        view = self.game.view()
        board = self.game.setup.board
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
        """Return the complete text."""
        view = self.game.view()
        end = "the game is over" if view.winners else "the text stops, not the game"
        return "\n".join([*self.lines, end, ""])


def describe(event: Event, wording: Wording) -> str:
    """Return an event in words, with all its fields."""
    named = {blank.slot for text in templates_of(type(event).long) for blank in blanks_of(text)}
    rest = [
        f"{name} {fill(f'{{{name}}}', event, wording) or _NOTHING}"
        for name, slot in slots_of(type(event)).items()
        if name not in named and slot.meaning != "flag"
    ]
    sentence = "".join(event_parts(event, wording, event.revealed))
    return f"{sentence} ({', '.join(rest)})" if rest else sentence


def replay(text: str) -> str:
    """Play the actions of a text with its dice and cards; return the new text."""
    head = Head.read(text.splitlines())
    game = Game(head.setup())
    recorder = Recorder(head, game)
    for step in steps(text):
        recorder.step(game, game.replay_step(*step))
    return recorder.text()


def steps(text: str) -> Iterator[tuple[int, Action, tuple[Outcome, ...]]]:
    """Yield the steps of a text: the seat, the action, and its dice and cards."""
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
