"""Hands on the keys: the cursor, the chosen source, numbers and codes typed so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack
from risk_tui.engine.decisions import ToAlter, ToDeclare, ToDefend, ToPlace
from risk_tui.engine.errors import RiskError
from risk_tui.table.orders import PlaceTheRest
from risk_tui.tui import keys, moves
from risk_tui.tui.compass import Cursor
from risk_tui.tui.marks import choices_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.view import View
    from risk_tui.tui.compass import Compass
    from risk_tui.tui.screens.game import GameScreen


_SET_UP = ("claim", "place")
_WITH_SOURCE = ("attack", "fortify")


class Hands:
    """Turns keys into moves for the game screen. ``source`` is the territory chosen to act from."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._cursor = Cursor()
        self._count = ""
        self._jump = ""
        self._seat: int | None = None
        """Whose hands these are, as far as it is known."""
        self.source: int | None = None
        self.wary = False
        """Whether another person decided last: an Enter may still be meant for that decision."""

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
            self.remind()
            if key == "escape":
                return True
        kind = self._screen.kind()
        if key != "enter":
            self.wary = False
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

    def take(self, view: View) -> None:
        """These are the hands of whoever is asked now; ``view`` is his."""
        if view.seat != self._seat:
            self.wary = self._seat is not None
            self._seat = view.seat
            self._start(view)
        if isinstance(view.decision, ToDefend | ToAlter):
            # Whoever decides about dice looks at where they fall.
            self._cursor.go(view.decision.target)

    def let_go(self) -> None:
        """The keyboard is passed on, and nothing typed before counts any more."""
        self.forget()
        self._seat = None

    def _start(self, view: View) -> None:
        """Another person decides: his cursor starts where he can do something."""
        choices = choices_of(view, None)
        if view.phase in _SET_UP and choices:
            if self.cursor not in choices:
                self._cursor.go(min(choices))
        elif self.source is None:
            self._start_at_home(view)

    def remind(self) -> None:
        """Say again what is asked, or what the chosen source is for."""
        screen = self._screen
        if self.source is not None and screen.mine() and screen.kind() in _WITH_SOURCE:
            screen.say(moves.aiming(screen.view(), self.source))
        else:
            screen.greet()

    def _start_at_home(self, view: View) -> None:
        """Where the armies that act are strongest."""
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
        self.wary = False

    def drop_stale_source(self, view: View) -> None:
        """Forget a source that nothing can start from any more."""
        if self.source is None:
            return
        kind = view.decision.kind if view.decision is not None else ""
        kept = kind in ("attack", "fortify", "defend", "alter")
        if not kept or view.owner[self.source] != view.acting or view.armies[self.source] < 2:
            self.source = None

    def _held_back(self, view: View, move: moves.Move) -> bool:
        """Whether an Enter that follows another person's decision would have begun a battle."""
        wary, self.wary = self.wary, False
        if not wary or not isinstance(move, moves.Do) or not isinstance(move.action, Attack):
            return False
        source, target = (
            view.board.territories[at].name for at in (move.action.source, move.action.target)
        )
        self._screen.say(f"From {source} to {target}: Enter attacks again")
        return True

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
            self.go(codes.index(code))
            self.remind()
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
            move = step[action]()
            if action == "act" and self._held_back(view, move):
                return
            screen.carry_out(move)
        elif isinstance(decision, ToDeclare) and action in ("next", "previous"):
            screen.say(moves.DECLARE_FIRST)
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
