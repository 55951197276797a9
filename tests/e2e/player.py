"""A player who plays a whole game at a terminal, by keys and typed commands.

The player reads the position from the game file, which the program writes at every step.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Attack, Reinforce, Trade
from risk_tui.engine.decisions import (
    Decision,
    ToAttack,
    ToClaim,
    ToDefend,
    ToFortify,
    ToOccupy,
    ToPlace,
    ToReinforce,
    ToTrade,
)
from risk_tui.engine.game import Game
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.header import read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.seats import Seat
from risk_tui.text.prompts import prompt_for
from tests.e2e.terminal import Terminal
from tests.tui.tables import new_table

QUICK_EYES = "from risk_tui.tui.terminal import terminal_app; terminal_app.GUARD = 0.0"
"""Code that lets a program accept keys at once, before a person could read the question."""


class Follower:
    """The game in a file, which is read again as it grows."""

    def __init__(self, path: Path) -> None:
        self._file = SaveFile.open(path)
        self.header = read_header(self._file.header_text(), path.name)
        self.game = Game(self.header.setup)
        self.seats = [Seat(each.name, each.colour) for each in self.header.seats]
        self.records: list[Record] = []
        self.entries = 0
        self.blitz: tuple[int, int] | None = None

    def catch_up(self) -> int:
        """Read new entries; return the number of all entries."""
        for entry in self._file.entries(self.entries):
            if isinstance(entry, ActionEntry):
                record = self.game.replay_step(entry.seat, entry.action, entry.chance)
                self.records.append(record)
            self.entries += 1
        return self.entries

    def note(self, decision: Decision, view: View) -> None:
        """Remember the blitz that the player is about to order."""
        best = best_attack(view) if isinstance(decision, ToAttack) else None
        self.blitz = None if best is None else (best.source, best.target)

    def due(self) -> tuple[Decision, View] | None:
        """Return the pending decision with the view of its seat; ``None`` after the game."""
        decision = self.game.decision
        return None if decision is None else (decision, self.game.view(decision.seat))


def command(decision: Decision, view: View) -> str:
    """Return the abbreviated command of a bold player.

    All armies go to one front, and weaker neighbours are attacked.
    """
    code = [place.code.lower() for place in view.board.territories]
    match decision:
        case ToClaim():
            return f"cl {code[view.owner.index(NO_SEAT)]}"
        case ToPlace():
            return "pl rest"
        case ToTrade(may_trade=False):
            return "end"
        case ToTrade() | ToReinforce(may_trade=True):
            return _trade(view, code)
        case ToReinforce(armies=armies):
            return f"r {armies} {code[_front(view)]}"
        case ToDefend(most=most):
            return f"de {most}"
        case ToOccupy(most=most):
            return f"oc {most}"
        case ToAttack():
            best = best_attack(view)
            return "end" if best is None else f"bl {code[best.source]} {code[best.target]}"
        case ToFortify():
            return "end"
    raise AssertionError(decision)


def _trade(view: View, code: list[str]) -> str:
    trade = next(offer.action for offer in view.offers if isinstance(offer.action, Trade))
    positions = [str(sorted(view.hand).index(card) + 1) for card in trade.cards]
    bonus = f" for {', '.join(code[each] for each in trade.chosen)}" if trade.chosen else ""
    return f"tr {' '.join(positions)}{bonus}"


def _front(view: View) -> int:
    """Return the seat's territory with the most armies beside an enemy."""
    places = {
        offer.action.territory for offer in view.offers if isinstance(offer.action, Reinforce)
    }
    front = [
        place
        for place in places
        if any(view.owner[other] != view.turn for other in view.board.neighbours[place])
    ]
    return max(front or places, key=lambda place: (view.armies[place], -place))


def best_attack(view: View) -> Attack | None:
    attacks = [offer.action for offer in view.offers if isinstance(offer.action, Attack)]
    strong = [
        attack for attack in attacks if view.armies[attack.source] > view.armies[attack.target] + 1
    ]
    return max(
        strong,
        key=lambda each: (view.armies[each.source], -view.armies[each.target], -each.target),
        default=None,
    )


def game_before_blitz(path: Path) -> str:
    """Make a game of three people in which a long blitz is possible; return its command."""
    table = new_table(path, "bot,bot,bot")
    while table.decision is None or table.decision.kind != "attack":
        table.automation.step()
    for seat in range(3):
        table.set_player(seat, "person")
        table.seating.set_defence(seat, "most")
    view = table.view(table.decision.seat)
    attacks = [offer.action for offer in view.offers if isinstance(offer.action, Attack)]
    longest = max(attacks, key=lambda each: min(view.armies[each.source], view.armies[each.target]))
    table.close()
    codes = [view.board.territories[each].code for each in (longest.source, longest.target)]
    return f":blitz {' '.join(codes)}"


def play_on(terminal: Terminal, follower: Follower) -> None:
    """Type commands until the game is over."""
    while (found := wait_for_question(terminal, follower)) is not None:
        decision, view = found
        follower.note(decision, view)
        terminal.press(f":{command(decision, view)}", "enter")
        before = follower.entries
        terminal.until(partial(_moved_on, follower, before), "a new step")


def _moved_on(follower: Follower, before: int) -> bool:
    """Return True if there are new steps and no blitz is in progress."""
    if follower.catch_up() == before:
        return False
    found = follower.due()
    if found is not None and isinstance(found[0], ToDefend):
        return False
    if found is None or not isinstance(found[0], ToAttack) or follower.blitz is None:
        return True
    source, target = follower.blitz
    return found[1].owner[target] == found[0].seat or found[1].armies[source] == 1


def wait_for_question(terminal: Terminal, follower: Follower) -> tuple[Decision, View] | None:
    """Wait until the screen asks for a decision, and open the curtain if necessary.

    Returns:
        The decision and the view; ``None`` if the game is over.
    """

    def question() -> str:
        follower.catch_up()
        found = follower.due()
        return "" if found is None else prompt_for(*found, follower.seats, end="e")[:40]

    def ready() -> bool:
        if "Pass the keyboard to" in terminal.text:
            terminal.press("enter")
            terminal.until(lambda: "Pass the keyboard to" not in terminal.text, "the board")
        asked = question()
        # A message before the question may push that into a second row.
        last = " ".join(" ".join(terminal.text.splitlines()[-3:-1]).split())
        return not asked or asked in last or (" move " in asked and "Armies from" in last)

    terminal.until(ready, "a question")
    return follower.due()
