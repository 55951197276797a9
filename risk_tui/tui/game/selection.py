"""The selection of a player: the cursor, the source, and a number or a code being typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY, Board
from risk_tui.commands.base import AnswerCommand, allowed_pairs
from risk_tui.commands.front_end import InputHistory, Intent, Pointer, SelectSource
from risk_tui.commands.pointing import (
    aim_hint,
    attack,
    blitz,
    due_first,
    enter,
    number_hint,
)
from risk_tui.commands.wording import is_on_map
from risk_tui.data.language import _
from risk_tui.engine.actions import Action, Attack
from risk_tui.engine.decisions import DiceDecision, ToClaim, ToDefend
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.table.orders import Blitz, Order
from risk_tui.table.situation import Situation
from risk_tui.tui.map.highlights import selectable_territories
from risk_tui.tui.map.navigation import OPPOSITE, MapNavigation

if TYPE_CHECKING:
    Meaning: TypeAlias = Callable[[Pointer], Intent]

_SETUP_PHASES = ("claim", "place")
"""The phases of the setup in which territories are chosen."""
_FIGHTING = ("attack", "defend")
"""The kinds of decisions in which a fight keeps its source."""
WALK_STEPS = {"next": 1, "previous": -1, "front": 1, "front.back": -1}
"""Actions that move the cursor to another choice or another front, and their directions."""
_MAX_DIGITS = 3


class Cursor:
    """The territory under the cursor. A step back always returns to the previous territory."""

    def __init__(self, territory: int = 0) -> None:
        self.place = territory
        self._back: tuple[str, int] | None = None

    def go(self, territory: int) -> None:
        """Jump to a territory."""
        self.place = territory
        self._back = None

    def move(self, navigation: MapNavigation, direction: str) -> None:
        """Move one step in a direction."""
        start = self.place
        if self._back is not None and self._back[0] == direction:
            self.place = self._back[1]
        else:
            self.place = navigation.step(self.place, direction)
        self._back = (OPPOSITE[direction], start) if self.place != start else None


class Selection:
    """The input for the next action. ``source`` is the territory to act from, if one is chosen."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._codes = [territory.code for territory in board.one_earth.territories]
        self._cursor = Cursor()
        self.count = ""
        """The digits of a number that is being typed."""
        self.jump = ""
        """The typed letters of an unfinished territory code."""
        self.history = InputHistory()
        self._seat: int | None = None
        """The seat of the player who types, if it is known."""
        self._turn: tuple[int, ...] = ()
        """The turn of the last decision: its seat, its round and the seat that acts."""
        self._kind = ""
        """The kind of decision that was due last."""
        self._decider: int | None = None
        """The seat that had to make this decision."""
        self.source: int | None = None
        self._recent: tuple[int, ...] = ()
        """The territories that got armies in this turn. Attacks most likely start there."""
        self._source_order: SelectSource | None = None
        """The order or number that was typed with the source, until a target is chosen."""
        self._walk_position: int | None = None
        """The territory to which ``walk`` moved the cursor; ``None`` after another move."""
        self._code_position: int | None = None
        """The territory to which a code moved the cursor; ``None`` after an action."""
        self.proposed: int | None = None
        """The valid number on the line while the player is asked for one."""
        self.guards_enter = False
        """True if another person decided last, so that an Enter may be meant for that decision."""

    @property
    def cursor(self) -> int:
        """The territory under the cursor."""
        return self._cursor.place

    @property
    def stop_at(self) -> int | None:
        """The number of armies at which a blitz stops, if it was typed."""
        if self.count:
            return int(self.count)
        return self._source_order.stop_at if self._source_order is not None else None

    def go_to(self, territory: int) -> None:
        """Put the cursor on a territory."""
        self._cursor.go(territory)
        self._walk_position = None

    def move(self, navigation: MapNavigation, direction: str) -> None:
        """Move the cursor one step in a direction."""
        self._cursor.move(navigation, direction)
        self._walk_position = None

    def choose(self, selection: SelectSource) -> None:
        """Remember a source and the order that came with it."""
        self.source = selection.source
        self._source_order = selection

    def resolve_key(self, meaning: Meaning, view: View) -> tuple[Meaning, Pointer]:
        """Return the meaning and the pointer of a key, and clear the typed number.

        An order that was given with the source can change the meaning and the number.
        """
        count, self.count = int(self.count or 0) or None, ""
        order, at_source = self._source_order, self.cursor == self.source
        if order is not None and count is None and not (at_source and meaning is not blitz):
            if order.stop_at is not None and meaning in (enter, blitz):
                meaning, count = blitz, order.stop_at
            elif meaning in (enter, attack):
                count = order.count
        return meaning, self.pointer(view, count)

    def pointer(self, view: View, count: int | None = None) -> Pointer:
        """Return what keys point at now."""
        last = None if view.seat is None else self.history.attacks.get(view.seat)
        return Pointer(view, self.cursor, self.source, count, self._recent, last)

    def aim_again(self, pointer: Pointer) -> None:
        """Select the source and the target of the last attack, which is repeated."""
        # Without a last attack, ``repeat`` has refused before this is called.
        assert pointer.last_attack is not None
        self.source = pointer.last_attack.source
        self._cursor.go(pointer.last_attack.target)

    def start_turn_for(self, view: View, navigation: MapNavigation) -> None:
        """Prepare for keys of the player who decides now; ``view`` is theirs."""
        is_other_seat, turn = view.seat != self._seat, (view.turn, view.round, view.acting_seat)
        if is_other_seat:
            self.guards_enter = self._seat is not None
            self._seat = view.seat
        if is_other_seat or turn != self._turn or isinstance(view.decision, ToClaim):
            self._place_cursor(view, navigation)
        self._turn = turn
        if isinstance(view.decision, ToDefend | DiceDecision):
            # Show the player the territory that is attacked.
            self._cursor.go(view.decision.target)
        elif view.decision is not None and is_on_map(view.decision) and view.seat != view.turn:
            self._go_to_choice(view, navigation)

    def release(self) -> None:
        """Clear all input and forget its seat, because another player gets the keyboard."""
        self.forget()
        self._seat = None

    def _place_cursor(self, view: View, navigation: MapNavigation) -> None:
        """Put the cursor on a useful territory for a new turn or the next claim."""
        self._walk_position = None
        self._recent = ()
        is_placed = view.phase in _SETUP_PHASES and self._go_to_choice(view, navigation)
        if not is_placed and self.source is None:
            self._start_at_strongest(view)

    def _go_to_choice(self, view: View, navigation: MapNavigation) -> bool:
        """Put the cursor on the nearest territory to choose. Return False if there is none."""
        choices = selectable_territories(view, None)
        if choices and self.cursor not in choices:
            self._cursor.go(navigation.nearest(self.cursor, choices))
        return bool(choices)

    def hint(self, situation: Situation, *, on_plan: bool) -> str:
        """Return a hint about a typed code or number or a chosen source; empty without one.

        Args:
            on_plan: True if the blitz key would fight the drawn plan at the cursor.
        """
        if self.jump:
            return f"{self.jump} …  {' '.join(self._codes_from(self.jump))}"
        if self.count and situation.may_act:
            hint = number_hint(situation.view, on_plan=on_plan)
            return _("{count} …  {hint}; {{cancel}}: clear", count=self.count, hint=hint)
        if self.source is not None and situation.may_act and allowed_pairs(situation.view):
            return aim_hint(situation.view, self.source, self.stop_at)
        return ""

    def _start_at_strongest(self, view: View) -> None:
        """Put the cursor on the strongest front of the player.

        If it cannot be chosen now but other territories of the player can, it goes to the strongest
        of those. Without a front, it goes to the player's strongest territory.
        """
        seat = view.own_seat
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
        """Clear the source and all typed input."""
        self.count = self.jump = ""
        self.source = self._source_order = self._walk_position = self._code_position = None
        self.guards_enter = False

    def clear_invalid_source(self, view: View) -> None:
        """Clear a source that can no longer act, and a number typed for another decision."""
        decision = view.decision
        previous_kind, self._kind = self._kind, decision.kind if decision is not None else ""
        decider = decision.seat if decision is not None else None
        if (previous_kind, self._decider) != (self._kind, decider):
            self.count = ""
        self._decider = decider
        if self.source is None:
            return
        # The source of an attack is no source for the moves that follow the attack.
        is_same = self._kind == previous_kind and bool(allowed_pairs(view))
        is_valid = is_same or self._kind in _FIGHTING or isinstance(decision, DiceDecision)
        if (
            not is_valid
            or view.owner[self.source] != view.acting_seat
            or view.armies[self.source] < 2
        ):
            self.source = self._source_order = None

    def stale_enter(self, view: View, intent: Intent) -> str:
        """Return a message if an Enter that may be meant for another decision would attack.

        Only the first Enter after another person's decision is stopped. The message is empty if
        Enter may have its effect.
        """
        guarded, self.guards_enter = self.guards_enter, False
        answer = intent.answer if isinstance(intent, AnswerCommand) else None
        if not guarded or not isinstance(answer, Attack):
            return ""
        source, target = (view.board.territories[territory].name for territory in answer.aims)
        return _("From {source} to {target}: Enter attacks again", source=source, target=target)

    def type_digit(self, digit: str) -> None:
        """Add a digit to the number.

        Raises:
            RiskError: If the number would start with 0 or have too many digits.
        """
        if digit == "0" and not self.count:
            raise RiskError(_("numbers start with 1 to 9"))
        if len(self.count) == _MAX_DIGITS:
            raise RiskError(_("{count} …  number too long; {{cancel}}: clear", count=self.count))
        self.count += digit

    def _codes_from(self, start: str) -> list[str]:
        """Return the territory codes that start with ``start``."""
        return [code for code in self._codes if code.startswith(start)]

    def type_letter(self, char: str) -> None:
        """Add a letter to the typed code. A complete code moves the cursor to its territory.

        With several Earths, the cursor stays on its Earth. The same code again, without an action
        in between, moves it to the next Earth.

        Raises:
            RiskError: If no territory has a code that starts so.
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
        """Move the cursor to the next territory that can be chosen, or to the next front.

        Raises:
            RiskError: If the seat has no front, or must do something else first.
        """
        step = WALK_STEPS[action]
        if action.startswith("front"):
            seat = view.own_seat
            assert seat is not None, "a spectator has no fronts"
            is_walking = self.cursor == self._walk_position
            territory = next_front(view, seat, self.cursor, step, walking=is_walking)
            if territory is None:
                raise RiskError(_("none of your territories borders an enemy"))
        else:
            choices, start = selectable_territories(view, self.source), order.index(self.cursor)
            if not choices and (due := due_first(view)):
                raise RiskError(due)
            # After the last territory of the order, the search continues with the first one.
            distances = range(1, len(order) + 1)
            ahead = (order[(start + step * distance) % len(order)] for distance in distances)
            territory = next((place for place in ahead if place in choices), self.cursor)
        self.go_to(territory)
        self._walk_position = territory

    def remember(self, seat: int, answer: Action | Order, view: View) -> None:
        """Remember an answer of a seat; ``view`` is from before it."""
        self._source_order = self._code_position = None
        self.history.remember(seat, answer, view)
        if isinstance(answer, Blitz):
            self.source = answer.source
            self._recent = (answer.target, answer.source)
        elif isinstance(answer, Action) and answer.aims:
            self._recent = answer.aims[::-1]


def next_front(view: View, seat: int, cursor: int, step: int, *, walking: bool) -> int | None:
    """Return the next front of a seat; ``None`` if it has none.

    A front is a territory beside another player's. Fronts are ordered by their armies.

    Args:
        cursor: The territory under the cursor.
        step: 1 for the next weaker front, -1 for the next stronger one.
        walking: True if the cursor is already on a walk along the fronts. Otherwise the walk starts
            with the strongest front (1) or the weakest (-1).
    """
    enemies = {owner for owner in view.owner if owner not in (seat, NO_SEAT)}
    fronts = [
        territory
        for territory in view.territories_of(seat)
        if any(view.owner[neighbour] in enemies for neighbour in view.board.linked[territory])
    ]
    fronts.sort(key=lambda territory: (-view.armies[territory], territory))
    if not fronts:
        return None
    first = fronts[0 if step > 0 else -1]
    if cursor not in fronts or not (walking or cursor == first):
        return first
    return fronts[(fronts.index(cursor) + step) % len(fronts)]
