"""Hands on the keys: the cursor, the chosen source, numbers and codes typed so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, Declare
from risk_tui.engine.decisions import ToAlter, ToClaim, ToDefend, ToPlace
from risk_tui.engine.errors import RiskError
from risk_tui.table.orders import Blitz, PlaceTheRest
from risk_tui.tui.hands import advice, moves, walks
from risk_tui.tui.hands.memory import Memory
from risk_tui.tui.map.compass import Cursor
from risk_tui.tui.map.marks import choices_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.table.orders import Order
    from risk_tui.tui.map.compass import Compass
    from risk_tui.tui.screens.game import GameScreen


_SET_UP = ("claim", "place")
_WITH_SOURCE = ("attack", "fortify")
_WALKS = {"next": 1, "previous": -1, "front": 1, "front.back": -1}
_MOST_DIGITS = 3
_WAIT = "wait for your turn"


class Hands:
    """Turns keys into moves for the game screen. ``source`` is the territory chosen to act from."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._cursor = Cursor()
        self._count = ""
        self._jump = ""
        self.memory = Memory()
        self._seat: int | None = None
        """Whose hands these are, as far as it is known."""
        self._turn: tuple[int, ...] = ()
        """The turn in which it was decided last."""
        self._kind = ""
        """The kind of decision that was due last."""
        self.source: int | None = None
        self._plan: moves.Choose | None = None
        """What was ordered when the source was chosen, before there was a target."""
        self._walked: int | None = None
        """The front to which the cursor walked; ``None`` once it went elsewhere."""
        self.wary = False
        """Whether another person decided last: an Enter may still be meant for that decision."""

    @property
    def cursor(self) -> int:
        """The territory under the cursor."""
        return self._cursor.place

    @property
    def stop_at(self) -> int | None:
        """The armies at which a blitz is to stop, if that was said or is being typed."""
        if self._count:
            return int(self._count)
        return self._plan.stop_at if self._plan is not None else None

    def go(self, place: int) -> None:
        """Put the cursor on a territory."""
        self._cursor.go(place)
        self._arrived()

    def _arrived(self) -> None:
        """The cursor went somewhere else: why something could not be done there is past."""
        self._walked = None
        if self._screen.prompt.warned:
            self.remind()
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
        if key != "enter":
            self.wary = False
        if len(mark) == 1 and mark.isdecimal() and mark.isascii():
            self._digit(mark)
            return True
        action = self._screen.risk.keymap.action_of(key, mark)
        if action is None:
            return False
        self.do(action)
        return True

    def do(self, action: str) -> None:
        """An action of the registry, by its key or by its name."""
        if action.startswith("move."):
            self.move(self._screen.compass(), action.removeprefix("move."))
        elif action in _WALKS:
            self._walk(action, _WALKS[action])
        else:
            count, self._count = int(self._count or 0) or None, ""
            if not self._screen.deeds.perform(action):
                self._decide(*self._planned(action, count))

    def choose(self, plan: moves.Choose) -> None:
        """Remember a source, and what was ordered already."""
        self.source = plan.source
        self._plan = plan

    def _planned(self, action: str, count: int | None) -> tuple[str, int | None]:
        """An action with its number, or what was ordered before there was a target."""
        plan, at_source = self._plan, self.cursor == self.source
        if plan is None or count is not None or (at_source and action != "blitz"):
            return action, count
        if plan.stop_at is not None and action in ("act", "blitz"):
            return "blitz", plan.stop_at
        return action, plan.count if action in ("act", "attack") else None

    def take(self, view: View) -> None:
        """These are the hands of whoever is asked now; ``view`` is his."""
        other, turn = view.seat != self._seat, (view.turn, view.round, view.acting)
        if other:
            self.wary = self._seat is not None
            self._seat = view.seat
        if other or turn != self._turn or isinstance(view.decision, ToClaim):
            self._start(view)
        self._turn = turn
        if isinstance(view.decision, ToDefend | ToAlter):
            # Whoever decides about dice looks at where they fall.
            self._cursor.go(view.decision.target)

    def let_go(self) -> None:
        """The keyboard is passed on, and nothing typed before counts any more."""
        self.forget()
        self._seat = None

    def _start(self, view: View) -> None:
        """Another turn, or another claim: the cursor is where something can be done."""
        self._walked = None
        choices = choices_of(view, None)
        if view.phase in _SET_UP and choices:
            if self.cursor not in choices:
                self._cursor.go(self._screen.compass().nearest(self.cursor, choices))
        elif self.source is None:
            self._start_at_home(view)

    def remind(self) -> None:
        """Say again what was begun: a code, a number, a source; or else what is asked."""
        screen = self._screen
        if self._jump:
            screen.say(f"{self._jump} …  {' '.join(self._codes(self._jump))}")
        elif self._count and screen.mine():
            told = advice.takes_number(screen.view())
            screen.say(f"{self._count} …  {told}; {{cancel}} forgets it")
        elif self.source is not None and screen.mine() and screen.kind() in _WITH_SOURCE:
            stop_at = self._plan.stop_at if self._plan is not None else None
            screen.say(advice.aiming(screen.view(), self.source, stop_at))
        else:
            screen.greet()

    def _start_at_home(self, view: View) -> None:
        """Where the armies that act are strongest."""
        own = _own(view)
        if own is not None and view.owner[self.cursor] != own:
            homes = view.territories_of(own)
            self._cursor.go(max(homes, key=lambda place: view.armies[place], default=self.cursor))

    def move(self, compass: Compass, direction: str) -> None:
        """One step of the cursor."""
        self._cursor.move(compass, direction)
        self._arrived()

    def act(self) -> None:
        """What Enter does on the territory under the cursor."""
        self._decide(*self._planned("act", None))

    def forget(self) -> None:
        """Forget the source and whatever was typed."""
        self._count = self._jump = ""
        self.source = self._plan = self._walked = None
        self.wary = False

    def drop_stale_source(self, view: View) -> None:
        """Forget a source that nothing can start from any more."""
        before, self._kind = self._kind, view.decision.kind if view.decision is not None else ""
        if self.source is None:
            return
        # The last attack is no word about the armies that move after it.
        kept = self._kind in ("attack", "defend", "alter", before)
        kept = kept and self._kind in ("attack", "fortify", "defend", "alter")
        if not kept or view.owner[self.source] != view.acting or view.armies[self.source] < 2:
            self.source = self._plan = None

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

    def _digit(self, digit: str) -> None:
        screen = self._screen
        if not screen.mine():
            self._wait()
        elif screen.kind() == "defend":
            screen.deeds.carry_out(moves.defend(screen.view(), int(digit)))
        elif digit == "0" and not self._count:
            screen.say("a number begins with 1 to 9", warning=True)
        elif len(self._count) == _MOST_DIGITS:
            screen.say(f"{self._count} …  no number is longer; {{cancel}} forgets it", warning=True)
        else:
            self._count += digit
            screen.show()
            self.remind()

    def _codes(self, start: str) -> list[str]:
        """The codes of territories that begin so."""
        codes = [place.code for place in self._screen.table.board.territories]
        return [each for each in codes if each.startswith(start)]

    def _letter(self, mark: str) -> None:
        self._jump += mark.upper()
        code, found = self._jump, self._codes(self._jump)
        if not found:
            self._jump = ""
            self._screen.say(f"there is no territory {code}", warning=True)
            return
        if len(code) == 2:
            self._jump = ""
            places = self._screen.table.board.territories
            self.go(next(at for at, place in enumerate(places) if place.code == code))
        self.remind()

    def _walk(self, action: str, step: int) -> None:
        """To the next territory that can act, or the next front."""
        screen, place = self._screen, None
        if action.startswith("front"):
            view = screen.view()
            own = _own(view)
            walking = self.cursor == self._walked
            if own is None:
                self._wait()
            elif (place := walks.next_front(view, own, self.cursor, step, walking=walking)) is None:
                screen.say("none of your territories borders an enemy", warning=True)
        elif not screen.mine():
            self._wait()
        elif screen.kind() == "declare":
            screen.say(moves.DECLARE_FIRST, warning=True)
        else:
            order = screen.compass().order
            place = walks.next_choice(screen.view(), self.cursor, self.source, order, step)
        if place is not None:
            self.go(place)
            self._walked = place

    def submitted(self, seat: int, action: Action, view: View) -> None:
        """Keep in mind what a seat did; ``view`` is from before."""
        self._plan = None
        if isinstance(action, Attack) and moves.may_attack(view, action):
            self.memory.attacked(seat, action, view)
        elif isinstance(action, Declare):
            self.memory.declares(seat, action)

    def ordered(self, order: Order) -> None:
        """Keep in mind what a seat ordered."""
        self._plan = None
        if isinstance(order, Blitz):
            self.source = order.source
            self.memory.blitzed(order)

    def can_repeat(self, view: View) -> bool:
        """Whether the last attack can be repeated."""
        last = None if view.seat is None else self.memory.attack(view.seat)
        return last is not None and not isinstance(moves.repeat(view, last, None), moves.Say)

    def _repeat(self, view: View, seat: int, count: int | None) -> moves.Move:
        """The last attack once more; the cursor goes where it goes."""
        last = self.memory.attack(seat)
        move = moves.repeat(view, last, count)
        if last is not None and isinstance(move, moves.Do | moves.Give):
            self.source = last.source
            self._cursor.go(last.target)
        return move

    def _wait(self) -> None:
        over = self._screen.table.decision is None
        skip = "" if self._screen.company.others_act() else "; {skip} skips ahead"
        self._screen.say("the game is over" if over else f"{_WAIT}{skip}", warning=not over)

    def _decide(self, action: str, count: int | None) -> None:
        screen = self._screen
        if not screen.mine():
            self._wait()
            return
        view = screen.view()
        decision = view.decision
        assert decision is not None, "a decision is due when it is mine"
        step: dict[str, Callable[[], moves.Move]] = {
            "act": lambda: moves.enter(view, self.cursor, self.source, count),
            "attack": lambda: moves.attack(view, self.cursor, self.source, count),
            "all": lambda: moves.all_here(view, self.cursor, count),
            "blitz": lambda: moves.blitz(view, self.cursor, self.source, count),
            "repeat": lambda: self._repeat(view, decision.seat, count),
            "end": lambda: moves.end(view),
        }
        if action in step:
            move = step[action]()
            if action == "act" and self._held_back(view, move):
                return
            screen.deeds.carry_out(move)
        elif action == "place" and isinstance(decision, ToPlace):
            screen.deeds.order(PlaceTheRest(decision.seat))
        elif action == "place":
            screen.say(
                "{place} places the rest of your armies, once all land is claimed", warning=True
            )
        elif action == "defend.most" and isinstance(decision, ToDefend):
            try:
                screen.deeds.set_defence("most")
            except RiskError as error:
                screen.say(str(error), warning=True)
        elif action == "defend.most":
            screen.say("{defend.most} is for a defender: always roll the most dice", warning=True)


def _own(view: View) -> int | None:
    """The seat whose armies a player looks after: his own, or the Allied Army in its turn."""
    return view.acting if view.acting == view.neutral else view.seat
