"""``python -m risk_tui.laboratory.habits``: count the habits of bots that people laugh at.

Games are played, and five patterns are counted for each bot per 100 of its turns:

- ``weak attack``: at most 4 armies, without the one that stays, attack at least as many defenders;
- ``open border``: at the end of its turn, a border of a continent that it has kept through the turn
  has 1 or 2 armies beside a stack of 5 or more;
- ``inland``: at the end of its turn, 8 or more armies are on a territory without enemy neighbours;
- ``idle stack``: a stack of 12 or more, with at least 45 % of its armies, ends three turns in a row
  on the same territory beside a neighbour of at most a third of it;
- ``in and out``: at least 4 armies, and half of those that moved into a conquest, move straight
  back at the end of the turn.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from risk_tui.engine.actions import Fortify, Occupy
from risk_tui.engine.decisions import Decision, ToOccupy
from risk_tui.engine.events import BattleResolved, TurnBegan
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import MAX_ROUNDS, Match, begin_game, make_match, play_steps
from risk_tui.rules.library import load_board, load_ruleset

HABITS = ("weak attack", "open border", "inland", "idle stack", "in and out")
_SMALL, _THIN, _STRONG, _INLAND, _STACK = 4, 2, 5, 8, 12
"""The numbers of armies in the patterns above."""
_MAX_STEPS = 20_000


class HabitCounter:
    """Counts the turns and the habits of one seat in one game."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.counts: Counter[str] = Counter()
        self._idle: Counter[int] = Counter()
        """The number of turns in a row in which each territory has had an idle stack."""
        self._entered: dict[int, tuple[int, int]] = {}
        """By territory conquered in this turn, the source of its armies, and their number."""
        self._held: set[int] | None = None
        """The numbers of the continents held at the start of the turn; ``None`` between turns."""

    def see_record(self, view: View, decision: Decision, record: Record) -> None:
        """Count the habits that an action shows; ``view`` is the one before the action."""
        action, armies = record.action, list(view.armies)
        if self._held is None and view.turn == self.seat:
            self._held = self._continents_held(view)
        for event in record.events:
            if isinstance(event, BattleResolved) and event.source is not None:
                source, target = event.source, event.target
                free = armies[source] - 1
                self.counts["weak attack"] += free <= min(_SMALL, armies[target])
                armies[source] -= event.attacker_losses
                armies[target] -= event.defender_losses
        if isinstance(action, Occupy) and isinstance(decision, ToOccupy):
            self._entered[decision.target] = decision.source, action.armies
        elif isinstance(action, Fortify):
            back, entered = self._entered.get(action.source, (-1, 0))
            self.counts["in and out"] += action.target == back and (
                action.armies >= max(_SMALL, entered / 2)
            )

    def end_turn(self, view: View) -> None:
        """Count the turn, and the habits that the position shows at its end."""
        self.counts["turns"] += 1
        own = view.territories_of(self.seat)
        total = sum(view.armies[place] for place in own)
        enemies = {place: self._enemies(view, place) for place in own}
        self.counts["inland"] += any(
            view.armies[place] >= _INLAND and not enemies[place] for place in own
        )
        self.counts["open border"] += any(
            view.armies[place] <= _THIN and max(enemies[place], default=0) >= _STRONG
            for number in self._continents_held(view) & (self._held or set())
            for place in view.board.continents[number].territories
        )
        idle_stacks = {
            place
            for place in own
            if view.armies[place] >= max(_STACK, 0.45 * total)
            and 0 < min(enemies[place], default=0) <= view.armies[place] / 3
        }
        self._idle = Counter({place: self._idle[place] + 1 for place in idle_stacks})
        self.counts["idle stack"] += max(self._idle.values(), default=0) >= 3
        self._entered.clear()
        self._held = None

    def _continents_held(self, view: View) -> set[int]:
        return {
            number
            for number, continent in enumerate(view.board.continents)
            if continent.holder(view.owner, view.outside_continents) == self.seat
        }

    def _enemies(self, view: View, place: int) -> list[int]:
        """Return the armies of the enemies beside a territory."""
        return [
            view.armies[other]
            for other in view.board.neighbours[place]
            if view.owner[other] != self.seat and view.status[view.owner[other]] == "playing"
        ]


def count_habits(match: Match, number: int) -> Iterator[tuple[str, Counter[str]]]:
    """Play a game, and yield the bot of each seat with the counts of its turns and habits."""
    header, game, bots = begin_game(match, number)
    counters = [HabitCounter(seat) for seat in range(len(bots))]
    before, decision = game.view(clear=True), game.decision
    for record in islice(play_steps(game, bots), _MAX_STEPS):
        if decision is not None and record.seat < len(counters):
            counters[record.seat].see_record(before, decision, record)
        view = game.view(clear=True)
        if any(isinstance(event, TurnBegan) for event in record.events):
            if view.round > MAX_ROUNDS:
                break
            if before.round > 0 and before.status[before.turn] == "playing":
                counters[before.turn].end_turn(view)
        before, decision = view, game.decision
    for seat, counter in zip(header.seats, counters, strict=True):
        yield seat.player, counter.counts


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games, and print a table."""
    parser = argparse.ArgumentParser("habits", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--rules", default="us-1993", help="by name or file (us-1993)")
    parser.add_argument("--bots", default="mira,oskar,greta,ivo", help="comma-separated")
    parser.add_argument("--games", type=int, default=20, help="how many (20)")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    try:
        ruleset, bots = load_ruleset(options.rules), options.bots.split(",")
        totals = {bot: Counter[str]() for bot in bots}
        setup = GameSetup(load_board(ruleset.board.home), ruleset, len(bots))
        match = make_match(setup, bots, options.seed)
        for number in range(1, options.games + 1):
            for bot, counts in count_habits(match, number):
                totals[bot].update(counts)
    except RiskError as error:
        print(f"habits: {error}", file=sys.stderr)
        return 2
    print(f"{'per 100 turns':14}", *(f"{habit:>11}" for habit in HABITS), f"{'turns':>6}")
    for bot, counts in totals.items():
        rates = (100 * counts[habit] / max(1, counts["turns"]) for habit in HABITS)
        print(f"{bot:14}", *(f"{rate:11.1f}" for rate in rates), f"{counts['turns']:6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
