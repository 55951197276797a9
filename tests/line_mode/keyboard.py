"""A table that is played by lines in tests, and somebody who types whole games."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from risk_tui.bots import make_bot
from risk_tui.engine import actions as act
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import GameSetup
from risk_tui.engine.state import Phase
from risk_tui.line_mode.session import play_by_lines
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.variants import changed_dice, declared_turns
from risk_tui.variants.capitals import ChooseCapital
from tests.engine.positions import NAMES, position
from tests.inside import roll_with
from tests.tui.tables import set_out

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View

BOARD = load_board("classic")
CURTAIN = "press Enter when no one else is looking."


def new_table(
    players: str = "Ann,Ben",
    rules: str = "us-1980",
    seed: str | None = "7",
    rounds: int | None = None,
    **more: Any,
) -> Table:
    """Make a new game, with a limit of rounds if there is one."""
    seats = seat_players(players.split(","), ["toni", "mira"])
    ruleset = load_ruleset(rules)
    if rounds is not None:
        ruleset = with_turn_limit(ruleset, rounds)
    setup = GameSetup(BOARD, ruleset, len(seats))
    return Table.create(setup, seats, seed=seed, **more)


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
    """What a session left behind."""

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
    """What is shown, and what of it is new."""

    def __init__(self) -> None:
        super().__init__()
        self._new: list[str] = []

    def write(self, text: str, /) -> int:
        self._new.append(text)
        return super().write(text)

    def news(self) -> str:
        """What was shown since the last time."""
        text = "".join(self._new)
        self._new.clear()
        return text


class Typist(io.StringIO):
    """Types what a good player would, for every seat, and keeps the script of it.

    ``watch`` is called before each line with what was shown since the last one; ``interject``
    may give a line to type first.
    """

    def __init__(
        self,
        table: Table,
        out: Screen,
        *,
        watch: Callable[[str], None] = lambda shown: None,
        interject: Callable[[View], str | None] = lambda view: None,
        most: int = 20_000,
        bot: str = "mira",
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
    """An action as a line that could be typed."""

    def name(place: int) -> str:
        return BOARD.territories[place].name

    match action:
        case act.Claim(place):
            return f"claim {name(place)}"
        case act.Place(place, armies):
            return f"place {armies} {name(place)}"
        case ChooseCapital(int(place)):
            return f"capital {name(place)}"
        case declared_turns.ChooseTurnType(attack):
            return "attack" if attack else "reinforce"
        case changed_dice.Reroll(face, card):
            shown = BOARD.deck[card].territory
            assert shown is not None
            return f"reroll {face} with {name(shown)}"
        case changed_dice.UseCommander(face):
            return f"commander {face}"
        case act.Reinforce(place, armies):
            return f"reinforce {armies} {name(place)}"
        case act.Attack(source, target, dice):
            return f"attack {name(source)} {name(target)} {dice}"
        case act.Fortify(source, target, armies):
            return f"fortify {armies} {name(source)} {name(target)}"
        case act.Defend(dice):
            return f"defend {dice}"
        case act.Occupy(armies):
            return f"occupy {armies}"
        case act.Trade(cards, bonus):
            hand = sorted(view.hand)
            numbers = " ".join(str(hand.index(card) + 1) for card in cards)
            return f"trade {numbers}" + ("" if bonus is None else f" for {name(bonus)}")
    return action.kind


def typed_by_a_player(
    table: Table, *, interactive: bool = False, **how: object
) -> tuple[Outcome, list[str]]:
    """Play on to the end (or ``most`` lines), and the lines that were typed."""
    out, err = Screen(), io.StringIO()
    typist = Typist(table, out, **how)  # type: ignore[arg-type]
    code = play_by_lines(table, typist, out, err, interactive)
    return Outcome(code, out.getvalue(), err.getvalue(), table), typist.script


@cache
def whole_game(
    players: str, rules: str, rounds: int | None = None, bot: str = "mira"
) -> tuple[Outcome, list[str]]:
    """Play a game to its end, which must be told, once for all tests that only read it."""
    outcome, lines = typed_by_a_player(new_table(players, rules, rounds=rounds), bot=bot)
    assert (outcome.code, outcome.err) == (0, "")
    winner = outcome.table.seats[outcome.table.winners[0]].name
    assert outcome.lines[-1] == f"The game is over. {winner} won"
    assert outcome.out.isascii()
    return outcome, lines
