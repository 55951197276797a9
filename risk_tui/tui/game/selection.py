"""The selection of a player: the cursor, the source, and a number or a code being typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.commands.base import AnswerCommand
from risk_tui.commands.front_end import Pointer
from risk_tui.commands.history import InputHistory
from risk_tui.commands.pointing import (
    aim_hint,
    attack,
    blitz,
    can_repeat,
    due_first,
    enter,
    number_hint,
)
from risk_tui.commands.wording import is_on_map
from risk_tui.data.language import _
from risk_tui.engine.actions import Action, Attack
from risk_tui.engine.decisions import DiceDecision, ToClaim, ToDefend
from risk_tui.errors import RiskError
from risk_tui.table.orders import Blitz
from risk_tui.tui.map.highlights import has_sources, selectable_territories
from risk_tui.tui.map.navigation import Cursor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from risk_tui.boards.board import Board
    from risk_tui.commands.front_end import Intent, SelectSource
    from risk_tui.engine.view import View
    from risk_tui.table.orders import Order
    from risk_tui.table.situation import Situation
    from risk_tui.tui.map.navigation import MapNavigation

    Meaning: TypeAlias = Callable[[Pointer], Intent]

_SET_UP = ("claim", "place")
_FIGHTING = ("attack", "defend")
WALK_STEPS = {"next": 1, "previous": -1, "front": 1, "front.back": -1}
"""Actions that move the cursor to another territory that can act, or along the fronts."""
_MAX_DIGITS = 3


class Selection:
    """The keys pressed so far that make one action. ``source`` is the territory to act from."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._codes = [territory.code for territory in board.one_earth.territories]
        self._cursor = Cursor()
        self._count = ""
        self.jump = ""
        """The letters of a territory's code that were typed."""
        self.history = InputHistory()
        self._seat: int | None = None
        """The seat that types, as far as it is known."""
        self._turn: tuple[int, ...] = ()
        """The turn of the last decision: its seat, its round and the seat that acts."""
        self._kind = ""
        """The kind of decision that was due last."""
        self._decider: int | None = None
        """The seat that was asked for it."""
        self.source: int | None = None
        self._recent: tuple[int, ...] = ()
        """The territories that got armies in this turn: an attack most likely starts there."""
        self._plan: SelectSource | None = None
        """The order that came with the source, before there was a target."""
        self._walk_position: int | None = None
        """The territory to which the cursor last jumped; ``None`` once it went elsewhere."""
        self._code_position: int | None = None
        """The territory to which a typed code led; ``None`` once something was done there."""
        self.proposed: int | None = None
        """The number that stands behind the question for one."""
        self.guards_enter = False
        """True if another person decided last: an Enter may still be meant for that decision."""

    @property
    def cursor(self) -> int:
        """The territory under the cursor."""
        return self._cursor.place

    @property
    def stop_at(self) -> int | None:
        """The armies at which a blitz is to stop, if that was ordered or is being typed."""
        if self._count:
            return int(self._count)
        return self._plan.stop_at if self._plan is not None else None

    def go_to(self, territory: int) -> None:
        """Put the cursor on a territory."""
        self._cursor.go(territory)
        self._walk_position = None

    def move(self, navigation: MapNavigation, direction: str) -> None:
        """Move the cursor one step."""
        self._cursor.move(navigation, direction)
        self._walk_position = None

    def choose(self, plan: SelectSource) -> None:
        """Remember a source, and what was ordered with it."""
        self.source = plan.source
        self._plan = plan

    def resolve_key(self, meaning: Meaning, view: View) -> tuple[Meaning, Pointer]:
        """Return the meaning and the pointer of a key, and use up the typed number.

        If an order was given with the source, its meaning or its number replaces the key's.
        """
        count, self._count = int(self._count or 0) or None, ""
        plan, at_source = self._plan, self.cursor == self.source
        if plan is not None and count is None and not (at_source and meaning is not blitz):
            if plan.stop_at is not None and meaning in (enter, blitz):
                meaning, count = blitz, plan.stop_at
            elif meaning in (enter, attack):
                count = plan.count
        return meaning, self._pointer(view, count)

    def _pointer(self, view: View, count: int | None = None) -> Pointer:
        last = None if view.seat is None else self.history.attacks.get(view.seat)
        return Pointer(view, self.cursor, self.source, count, self._recent, last)

    def drop_number(self) -> None:
        """Forget the number that was typed."""
        self._count = ""

    def aim_again(self, pointer: Pointer) -> None:
        """Aim as the last attack did, which is repeated."""
        assert pointer.last_attack is not None
        self.source = pointer.last_attack.source
        self._cursor.go(pointer.last_attack.target)

    def start_turn_for(self, view: View, navigation: MapNavigation) -> None:
        """Prepare for keys of the player who is asked now; ``view`` is theirs."""
        is_other_seat, turn = view.seat != self._seat, (view.turn, view.round, view.acting_seat)
        if is_other_seat:
            self.guards_enter = self._seat is not None
            self._seat = view.seat
        if is_other_seat or turn != self._turn or isinstance(view.decision, ToClaim):
            self._start(view, navigation)
        self._turn = turn
        if isinstance(view.decision, ToDefend | DiceDecision):
            # A player who decides about dice looks at where they fall.
            self._cursor.go(view.decision.target)
        elif view.decision is not None and is_on_map(view.decision) and view.seat != view.turn:
            self._go_to_choice(view, navigation)

    def release(self) -> None:
        """Forget who types and all that they typed: the keyboard is passed on."""
        self.forget()
        self._seat = None

    def _start(self, view: View, navigation: MapNavigation) -> None:
        """Put the cursor where something can be done: another turn begins, or another claim."""
        self._walk_position = None
        self._recent = ()
        is_set_up = view.phase in _SET_UP and self._go_to_choice(view, navigation)
        if not is_set_up and self.source is None:
            self._start_at_strongest(view)

    def _go_to_choice(self, view: View, navigation: MapNavigation) -> bool:
        """Put the cursor on a territory that can be chosen, and say whether there is one."""
        choices = selectable_territories(view, None)
        if choices and self.cursor not in choices:
            self._cursor.go(navigation.nearest(self.cursor, choices))
        return bool(choices)

    def hint(self, situation: Situation, *, on_plan: bool) -> str:
        """Return what to do next with what was begun (a code, a number, a source), or ``""``.

        ``on_plan``: whether a plan that is drawn can be fought with the cursor where it is.
        """
        if self.jump:
            return f"{self.jump} …  {' '.join(self._codes_from(self.jump))}"
        if self._count and situation.may_act:
            hint = number_hint(situation.view, on_plan=on_plan)
            return _("{count} …  {hint}; {{cancel}}: clear", count=self._count, hint=hint)
        if self.source is not None and situation.may_act and has_sources(situation.view):
            stop_at = self._plan.stop_at if self._plan is not None else None
            return aim_hint(situation.view, self.source, stop_at)
        return ""

    def _start_at_strongest(self, view: View) -> None:
        """Put the cursor on the strongest front of the armies that act, or else where they are.

        If it cannot be chosen now and others can, the strongest of these.
        """
        seat = own_seat(view)
        if seat is not None:
            front = next_front(view, seat, NO_TERRITORY, 1, walking=False)
            territories = view.territories_of(seat)
            choices = selectable_territories(view, None).intersection(territories)
            if choices and front not in choices:
                territories, front = sorted(choices), None
            strongest = max(
                territories, key=lambda territory: view.armies[territory], default=self.cursor
            )
            self._cursor.go(strongest if front is None else front)

    def forget(self) -> None:
        """Forget the source and whatever was typed."""
        self._count = self.jump = ""
        self.source = self._plan = self._walk_position = self._code_position = None
        self.guards_enter = False

    def clear_invalid_source(self, view: View) -> None:
        """Forget a source where nothing can start any more, and a number for another decision."""
        decision = view.decision
        previous_kind, self._kind = self._kind, decision.kind if decision is not None else ""
        decider = decision.seat if decision is not None else None
        if (previous_kind, self._decider) != (self._kind, decider):
            self._count = ""  # it was typed for another decision
        self._decider = decider
        if self.source is None:
            return
        # The source of an attack is not chosen for the armies that move after it.
        is_same = self._kind == previous_kind and has_sources(view)
        is_valid = is_same or self._kind in _FIGHTING or isinstance(decision, DiceDecision)
        if (
            not is_valid
            or view.owner[self.source] != view.acting_seat
            or view.armies[self.source] < 2
        ):
            self.source = self._plan = None

    def stale_enter(self, view: View, intent: Intent) -> str:
        """The message that stops an Enter right after another's decision from attacking, if any."""
        guarded, self.guards_enter = self.guards_enter, False
        attack = intent.answer if isinstance(intent, AnswerCommand) else None
        if not guarded or not isinstance(attack, Attack):
            return ""
        source, target = (view.board.territories[territory].name for territory in attack.aims)
        return _("From {source} to {target}: Enter attacks again", source=source, target=target)

    def type_digit(self, digit: str) -> None:
        """Add a digit to the number. Raises ``RiskError`` for what is no number."""
        if digit == "0" and not self._count:
            raise RiskError(_("numbers start with 1 to 9"))
        if len(self._count) == _MAX_DIGITS:
            raise RiskError(_("{count} …  number too long; {{cancel}}: clear", count=self._count))
        self._count += digit

    def _codes_from(self, start: str) -> list[str]:
        """The codes of territories that begin with ``start``."""
        return [code for code in self._codes if code.startswith(start)]

    def type_letter(self, char: str) -> None:
        """Add a letter to the code; the cursor goes to a whole one. Raises ``RiskError``.

        With several Earths it goes to that of its own Earth; the same code once more, with nothing
        done in between, goes to that of the next Earth.
        """
        code, self.jump = self.jump + char.upper(), ""
        if not self._codes_from(code):
            raise RiskError(_("no territory {code}", code=code))
        if code in self._codes:
            earth = self._board.earth_of(self.cursor)
            places = self._board.on_every_earth(self._codes.index(code))
            is_again = self.cursor == self._code_position == places[earth]
            self.go_to(places[(earth + is_again) % len(places)])
            self._code_position = self.cursor
        else:
            self.jump = code

    def walk(self, action: str, view: View, order: Sequence[int]) -> None:
        """Move the cursor to the next territory that can act, or the next front.

        Raises ``RiskError`` if there is none.
        """
        step = WALK_STEPS[action]
        if action.startswith("front"):
            seat = own_seat(view)
            assert seat is not None, "watchers have no borders to visit"
            walking = self.cursor == self._walk_position
            territory = next_front(view, seat, self.cursor, step, walking=walking)
            if territory is None:
                raise RiskError(_("none of your territories borders an enemy"))
        elif not selectable_territories(view, self.source) and (due := due_first(view)):
            raise RiskError(due)
        else:
            territory = next_choice(view, self.cursor, self.source, order, step)
        self.go_to(territory)
        self._walk_position = territory

    def remember(self, seat: int, answer: Action | Order, view: View) -> None:
        """Remember an answer of a seat; ``view`` is from before it."""
        self._plan = self._code_position = None
        self.history.remember(seat, answer, view)
        if isinstance(answer, Blitz):
            self.source = answer.source
            self._recent = (answer.target, answer.source)
        elif isinstance(answer, Action) and answer.aims:
            self._recent = answer.aims[::-1]

    def can_repeat(self, view: View) -> bool:
        """Return True if the last attack can be repeated."""
        return can_repeat(self._pointer(view))


def own_seat(view: View) -> int | None:
    """The seat whose armies a player commands: their own, or an army that they lead."""
    return view.acting_seat if view.acting_seat == view.neutral else view.seat


def next_choice(
    view: View, cursor: int, source: int | None, order: Sequence[int], step: int = 1
) -> int:
    """Return the next territory in ``order`` that can be chosen now, after the last the first."""
    choices, start = selectable_territories(view, source), order.index(cursor)
    distances = range(1, len(order) + 1)
    ahead = (order[(start + step * distance) % len(order)] for distance in distances)
    return next((territory for territory in ahead if territory in choices), cursor)


def next_front(view: View, seat: int, cursor: int, step: int, *, walking: bool) -> int | None:
    """Return the next weaker front of a seat (``step`` -1: stronger); ``None`` without any.

    A front is a territory beside another player's. Unless the cursor is ``walking`` along them
    already, it begins with the strongest (-1: the weakest).
    """
    fronts = sorted(_fronts(view, seat), key=lambda territory: (-view.armies[territory], territory))
    if not fronts:
        return None
    first = fronts[0 if step > 0 else -1]
    if cursor not in fronts or not (walking or cursor == first):
        return first
    return fronts[(fronts.index(cursor) + step) % len(fronts)]


def _fronts(view: View, seat: int) -> Iterator[int]:
    """Yield the territories of a seat beside those of other players."""
    for territory in view.territories_of(seat):
        if any(
            view.owner[neighbour] not in (seat, NO_SEAT)
            for neighbour in view.board.linked[territory]
        ):
            yield territory
