"""Typed text: names, players, house rules and commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from rich.cells import cell_len

from risk_tui.bots import bot_ids
from risk_tui.commands.all_commands import all_commands, complete, parse
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.view import View
from risk_tui.rules.house_rules import read_house_rule, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import NAME_WIDTH, clean_name, seat_players
from risk_tui.text.rulebook import book_lines
from tests.new_games import create_table

from ..mutate import NASTY, NUMBERS, mutate_text
from ..target import Target, prove, prove_line

NAMES = (
    "Ann",
    "Ben",
    "Zoë",
    "Bob[/]",
    "O'Neil",
    "Anna Maria",
    "王小明",
    "A-B_c.d",
    "😀 Joe",
    "Иван",
)


class Names(Target):
    """A player's name."""

    name = "names"
    share = 100_000

    def make(self, rng: Random) -> str:
        if rng.random() < 0.1:
            return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randint(1, 12)))
        return mutate_text(rng, rng.choice(NAMES), NAMES, times=2)

    def run(self, value: str) -> None:
        name = clean_name(value)
        prove_line(name, "a name")
        prove(bool(name.strip()), "a name is seen")
        prove(clean_name(name) == name, "a clean name is clean")
        prove(cell_len(name) <= NAME_WIDTH, f"a name fills {cell_len(name)} columns")
        prove(len(name) <= 4 * NAME_WIDTH, f"a name has {len(name)} characters")


class Players(Target):
    """The players on a command line or in the settings."""

    name = "players"
    share = 50_000
    seeds = (
        "Ann,Ben,bot",
        "Ann=green,Ben=red",
        "Ann:toni,bot,bot,Cid",
        "a,b,c,d,e,f",
        "bot=red",
    )

    def make(self, rng: Random) -> str:
        return mutate_text(rng, rng.choice(self.seeds), (*self.seeds, *NAMES))

    def run(self, value: str) -> None:
        for seat in seat_players(value.split(","), bot_ids()):
            prove_line(seat.name, "a name")


class HouseRules(Target):
    """``--set KEY=VALUE``, one or more."""

    name = "house rules"
    share = 80_000

    @cached_property
    def rulesets(self) -> list:
        return [load_ruleset(name) for name in ("us-1993", "uk-new-mission", "stars")]

    @cached_property
    def seeds(self) -> list[str]:
        ruleset = self.rulesets[0]
        return [
            f"{key}.{name}={getattr(part, name)}"
            for key, _, part in ruleset.sections()
            for name in type(part).model_fields
        ]

    def make(self, rng: Random) -> tuple[int, list[str]]:
        changes = []
        for _ in range(rng.choice((1, 1, 2, 5))):
            seed = rng.choice(self.seeds)
            kind = rng.random()
            if kind < 0.3:
                key = seed.partition("=")[0]
                changes.append(f"{key}={rng.choice((*NASTY, *NUMBERS, '[]', '{}', 'none', 'all'))}")
            else:
                changes.append(mutate_text(rng, seed, self.seeds) if kind < 0.9 else seed)
        return rng.randrange(3), changes

    def run(self, value: tuple[int, list[str]]) -> None:
        number, changes = value
        ruleset = with_house_rules(self.rulesets[number], dict(map(read_house_rule, changes)))
        for line in book_lines(ruleset, sources=True):
            prove_line(line, "a line of the rules")
        GameSetup(load_board("classic"), ruleset, ruleset.players.most)


class Commands(Target):
    """A line typed at the table, parsed and completed at decisions of all kinds."""

    name = "commands"
    share = 100_000

    def prepare(self) -> None:
        """Play games for a view of the deciding seat at every kind of decision."""
        found: dict[tuple[str, str], View] = {}
        for rules in ("us-1993", "us-1980-experts", "us-1993-capital", "stars"):
            ruleset = load_ruleset(rules)
            players = max(3, ruleset.players.least)
            names = ",".join(f"{name}:toni" for name in ("Ann", "Ben", "Cid", "Dot")[:players])
            path = self.folder / f"{rules}.risk"
            table = create_table(names, ruleset, seed="1", path=path)
            while table.steps < 200 and (decision := table.decision) is not None:
                found.setdefault((rules, decision.kind), table.view(decision.seat))
                table.automation.step()
            table.close()
        self.views = list(found.values())

    @cached_property
    def words(self) -> list[str]:
        places = [place.name for place in load_board("classic").territories]
        return [
            *all_commands(),
            *places,
            *map(str, range(9)),
            "all",
            "to",
            "yes",
            ",",
            "off",
            "uk",
            "n af",
        ]

    @cached_property
    def seeds(self) -> list[str]:
        return [each.example for each in all_commands().values()]

    def make(self, rng: Random) -> tuple[int, str]:
        line = rng.choice(self.seeds)
        if rng.random() < 0.5:
            line = " ".join(rng.choice(self.words) for _ in range(rng.randint(1, 5)))
        return rng.randrange(1000), self._mutated(rng, line, self.words)

    @staticmethod
    def _mutated(rng: Random, line: str, words: Sequence[str]) -> str:
        return mutate_text(rng, line, words, times=3) if rng.random() < 0.8 else line

    def run(self, value: tuple[int, str]) -> None:
        number, line = value
        view = self.views[number % len(self.views)]
        for each in complete(line, view):
            # A completion may contain the typed text unchanged.
            prove_line(each if line.isprintable() else "", "a completion")
        parse(line, view)
