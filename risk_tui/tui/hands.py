"""Hands on the keys: the cursor, the chosen source, numbers and codes typed so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToDefend, ToPlace
from risk_tui.engine.errors import RiskError
from risk_tui.table.orders import PlaceTheRest
from risk_tui.tui import keys, moves
from risk_tui.tui.compass import Cursor

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.view import View
    from risk_tui.tui.compass import Compass
    from risk_tui.tui.screens.game import GameScreen


class Hands:
    """Turns keys into moves for the game screen. ``source`` is the territory chosen to act from."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._cursor = Cursor()
        self._count = ""
        self._jump = ""
        self.source: int | None = None

    @property
    def cursor(self) -> int:
        """The territory under the cursor."""
        return self._cursor.place

    def go(self, place: int) -> None:
        """Put the cursor on a territory."""
        self._cursor.go(place)
        self._screen.show()

    def key(self, key: str, mark: str) -> bool:
        """Take a key (its name, and its character if it has one); whether it meant anything."""
        capital = len(mark) == 1 and "A" <= mark <= "Z"
        if capital or (self._jump and len(mark) == 1 and mark.isalpha()):
            self._letter(mark)
            return True
        if self._jump:
            self._jump = ""
            self._screen.greet()
            if key == "escape":
                return True
        kind = self._screen.kind()
        if len(mark) == 1 and mark.isdecimal() and mark.isascii() and (mark != "0" or self._count):
            self._digit(mark, kind)
            return True
        action = keys.action_of(key)
        if action is None:
            return False
        if action.startswith("move."):
            self.move(self._screen.compass(), action.removeprefix("move."))
            return True
        count = int(self._count) if self._count else None
        if action not in ("next", "previous"):
            self._count = ""
        if not self._screen.perform(action):
            self._decide(action, count)
        return True

    def start(self, view: View) -> None:
        """The cursor of a player whose turn begins: at home, where he is strongest."""
        own = view.acting if view.acting == view.neutral else view.seat
        if own is not None and view.owner[self.cursor] != own:
            homes = view.territories_of(own)
            self._cursor.go(max(homes, key=lambda place: view.armies[place], default=self.cursor))

    def move(self, compass: Compass, direction: str) -> None:
        """One step of the cursor."""
        self._cursor.move(compass, direction)
        self._screen.show()

    def act(self) -> None:
        """What Enter does on the territory under the cursor."""
        self._decide("act", None)

    def forget(self) -> None:
        """Forget the source and whatever was typed."""
        self._count = self._jump = ""
        self.source = None

    def drop_stale_source(self, view: View) -> None:
        """Forget a source that nothing can start from any more."""
        if self.source is None:
            return
        kind = view.decision.kind if view.decision is not None else ""
        kept = kind in ("attack", "fortify", "defend", "alter")
        if not kept or view.owner[self.source] != view.acting or view.armies[self.source] < 2:
            self.source = None

    def _digit(self, digit: str, kind: str) -> None:
        if kind == "defend" and self._screen.mine():
            self._screen.carry_out(moves.defend(self._screen.view(), int(digit)))
            return
        self._count = (self._count + digit)[:3]
        self._screen.say(f"{self._count} …  now the key that takes the number; Esc forgets it")

    def _letter(self, mark: str) -> None:
        codes = [place.code for place in self._screen.table.board.territories]
        self._jump += mark.upper()
        code, found = self._jump, [each for each in codes if each.startswith(self._jump)]
        if not found:
            self._jump = ""
            self._screen.say(f"there is no territory {code}", warning=True)
        elif len(code) == 2:
            self._jump = ""
            self._screen.say("")
            self.go(codes.index(code))
            self._screen.greet()
        else:
            self._screen.say(f"{code} …  {' '.join(found)}")

    def _decide(self, action: str, count: int | None) -> None:
        screen = self._screen
        if not screen.mine():
            over = screen.table.decision is None
            screen.say("the game is over" if over else "wait for your turn; space skips ahead")
            return
        view = screen.view()
        decision = view.decision
        assert decision is not None, "a decision is due when it is mine"
        step: dict[str, Callable[[], moves.Move]] = {
            "act": lambda: moves.enter(view, self.cursor, self.source, count),
            "attack": lambda: moves.attack(view, self.cursor, self.source, count),
            "all": lambda: moves.all_here(view, self.cursor, count),
            "blitz": lambda: moves.blitz(view, self.cursor, self.source, count),
            "end": lambda: moves.end(view),
        }
        if action in step:
            screen.carry_out(step[action]())
        elif action in ("next", "previous"):
            self.go(
                moves.next_choice(view, self.cursor, self.source, 1 if action == "next" else -1)
            )
        elif action == "place" and isinstance(decision, ToPlace):
            screen.order(PlaceTheRest(decision.seat))
        elif action == "place":
            screen.say("p places the rest of your starting armies, once all land is claimed")
        elif action == "defend.most" and isinstance(decision, ToDefend):
            try:
                screen.set_defence("most")
            except RiskError as error:
                screen.say(str(error), warning=True)
        elif action == "defend.most":
            screen.say("s is for a defender: always roll the most dice")
