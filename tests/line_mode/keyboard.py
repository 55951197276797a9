"""Tables that are played by lines in tests, and a typist who plays whole games."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from risk_tui.bots import make_bot
from risk_tui.commands.playing_commands import spoken_trade
from risk_tui.engine.actions import Action, Trade
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.state import Phase
from risk_tui.engine.view import View
from risk_tui.line_mode.session import play_by_lines
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_ruleset
from risk_tui.table.table import Table
from tests.engine.positions import NAMES, position
from tests.inside import roll_with
from tests.new_games import create_table
from tests.tui.tables import set_out

CURTAIN = "press Enter when no one else is looking."


def new_table(
    players: str = "Ann,Ben",
    rules: str = "us-1980",
    seed: str | None = "7",
    rounds: int | None = None,
    **more: Any,
) -> Table:
    """Make a new game, with a limit of rounds if there is one."""
    ruleset = load_ruleset(rules)
    if rounds is not None:
        ruleset = with_turn_limit(ruleset, rounds)
    return create_table(players, ruleset, seed=seed, **more)


def midgame(path: Path, rules: str = "uk-new", players: int = 3) -> Table:
    """Make a table in the third round, where every player holds cards and Ann receives armies."""
    lands = {
        "Ann": {"Ukraine": 8, "Scandinavia": 2, "Brazil": 4, "Northern Europe": 3},
        "Ben": {"Ural": 3, "Kamchatka": 6, "Iceland": 2},
        "Cid": {"Japan": 4, "China": 2, "Egypt": 5},
    }
    hands = {"Ann": "Alaska, Peru", "Ben": "Ontario, Congo, Siam", "Cid": "Egypt"}
    seated = NAMES[:players]
    game = position(
        {name: held for name, held in lands.items() if name in seated},
        rules=load_ruleset(rules),
        players=players,
        phase=Phase.REINFORCE,
        armies_to_place=3,
        hands={name: held for name, held in hands.items() if name in seated},
    )
    table = set_out(path, game)
    roll_with(table, seeded_chance("7"))
    return table


@dataclass
class Outcome:
    """The result of a session."""

    code: int
    out: str
    err: str
    table: Table

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def typed(table: Table, *lines: str, interactive: bool = False) -> Outcome:
    """Play these lines."""
    out, err = io.StringIO(), io.StringIO()
    text = "".join(f"{line}\n" for line in lines)
    code = play_by_lines(table, io.StringIO(text), out, err, interactive)
    return Outcome(code, out.getvalue(), err.getvalue(), table)


class Screen(io.StringIO):
    """A screen that remembers what is new."""

    def __init__(self) -> None:
        super().__init__()
        self._new: list[str] = []

    def write(self, text: str, /) -> int:
        self._new.append(text)
        return super().write(text)

    def news(self) -> str:
        """Return what was shown since the last call."""
        text = "".join(self._new)
        self._new.clear()
        return text


class Typist(io.StringIO):
    """Types what a bot would play, for every seat, and keeps the script.

    ``watch`` is called before each line with what was shown since the last one; ``interject`` may
    return a line to type first.
    """

    def __init__(
        self,
        table: Table,
        out: Screen,
        *,
        watch: Callable[[str], None] = lambda shown: None,
        interject: Callable[[View], str | None] = lambda view: None,
        most: int = 20_000,
        bot: str = "toni",
    ) -> None:
        super().__init__()
        self.script: list[str] = []
        self._table, self._out, self._most = table, out, most
        self._watch, self._interject = watch, interject
        self._bots = [make_bot(bot, f"typist {seat}") for seat in range(len(table.seats))]

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        shown = self._out.news()
        self._watch(shown)
        line = "" if CURTAIN in shown[-60:] else self._line()
        if line is None or len(self.script) >= self._most:
            return ""
        self.script.append(line)
        return f"{line}\n"

    def _line(self) -> str | None:
        decision = self._table.decision
        if decision is None:
            return None
        view = self._table.view(decision.seat)
        word = self._interject(view)
        return word or spoken(self._bots[decision.seat].choose(view, decision), view)


def spoken(action: Action, view: View) -> str:
    """Return an action as a line that can be typed."""
    if isinstance(action, Trade):
        return f"trade {spoken_trade(action, view)}"
    words = [(*action.typed, action.kind)[0]]
    for name, slot in slots_of(type(action)).items():
        if (value := getattr(action.as_offered, name)) is None:
            continue
        match slot.meaning:
            case "territory":
                words.append(view.board.territories[value].name)
            case "card":
                shown = view.board.deck[value].territory
                assert shown is not None
                words.append(f"with {view.board.territories[shown].name}")
            case "choice":
                words.append(slot.words[value])
            case _:
                words.append(str(value))
    return " ".join(words)


def typed_by_a_player(
    table: Table, *, interactive: bool = False, **how: object
) -> tuple[Outcome, list[str]]:
    """Play to the end, or for ``most`` lines; return the result and the typed lines."""
    out, err = Screen(), io.StringIO()
    typist = Typist(table, out, **how)  # type: ignore[arg-type]
    code = play_by_lines(table, typist, out, err, interactive)
    return Outcome(code, out.getvalue(), err.getvalue(), table), typist.script


@cache
def whole_game(
    players: str, rules: str, rounds: int | None = None, bot: str = "toni"
) -> tuple[Outcome, list[str]]:
    """Play a game to its end, once for all tests that only read it."""
    outcome, lines = typed_by_a_player(new_table(players, rules, rounds=rounds), bot=bot)
    assert (outcome.code, outcome.err) == (0, "")
    winner = outcome.table.seats[outcome.table.winners[0]].name
    assert outcome.lines[-1] == f"The game is over. {winner} won"
    assert outcome.out.isascii()
    return outcome, lines
