"""The steps of a first game: each has a task, a reason, and a check whether it is done.

Dice and cards follow a script during the lesson and are random after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.engine.chance import Chance, system_chance
from risk_tui.engine.events import (
    BattleResolved,
    CardDrawn,
    Conquered,
    Moved,
    Placed,
    SetTraded,
    TurnBegan,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.engine.events import Event
    from risk_tui.engine.view import View


LEARNER = 0
"""The learner's seat."""

# The attacker's and the defender's dice, by the result for the attacker.
_EVEN = ((6, 3, 2), (5, 4, 1))
_GOOD = ((6, 5, 4), (3, 2, 1))
_BAD = ((3, 2, 1), (6, 5, 4))


class LessonChance:
    """Scripted chance: the learner goes first, wins every battle and draws the lesson's cards.

    The learner's first attack after ``roll_evenly`` costs both sides an army, if two pairs of dice
    are compared in it. After ``end``, the operating system provides all chance.
    """

    def __init__(self, territories: Sequence[int], cards: Sequence[int]) -> None:
        self._order = tuple(territories)
        self._cards = list(cards)
        self._deck: list[int] | None = None
        self._defence: tuple[int, ...] | None = None
        """The defender's dice in the current battle, which are rolled next."""
        self._even = False
        self._luck: Chance | None = None

    def roll_evenly(self) -> None:
        """Let the learner's next attack cost both sides an army, if both roll two dice or more."""
        self._even = True

    def end(self) -> None:
        """Make dice and cards random from now on."""
        self._luck = system_chance()

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if self._luck is not None:
            return self._luck.dice(count, seats)
        if len(seats) > 1:  # The roll for the first turn.
            return tuple(6 - seat for seat in seats)
        if self._defence is not None:
            faces, self._defence = self._defence, None
            return faces[:count]
        is_own = LEARNER in seats
        attack, self._defence = _EVEN if self._even and is_own else _GOOD if is_own else _BAD
        self._even = self._even and not is_own
        return attack[:count]

    def choice(self, count: int) -> int:
        if self._luck is not None or not self._cards:
            return (self._luck or system_chance()).choice(count)
        if self._deck is None:
            self._deck = list(range(count))
        number = self._deck.index(self._cards.pop(0))
        del self._deck[number]
        return number

    def shuffle(self, count: int) -> tuple[int, ...]:
        if len(self._order) == count:
            return self._order
        return system_chance().shuffle(count)


@dataclass(frozen=True, slots=True)
class News:
    """The news since the last check: events, whether a step was undone, and the log opened."""

    events: Sequence[Event] = ()
    undone: bool = False
    log_opened: bool = False


@dataclass(frozen=True, slots=True)
class How:
    """Instructions for a step: keys on the screen, as actions in braces, and a typed line.

    The line is empty if there is nothing to type.
    """

    keys: str
    typed: str

    def translated(self) -> How:
        """Return the instructions in the language in use; the typed line is the same."""
        return How(_(self.keys), self.typed)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the lesson.

    ``is_done`` tells from the news whether the step is done. ``decisions`` are the kinds of
    decision in which it can be done, and ``actions`` the kinds of action that lead to it.
    ``target`` is the code of the territory to attack, if the step is about an attack.
    """

    title: str
    why: str
    how: How
    is_done: Callable[[News, View], bool]
    decisions: frozenset[str]
    actions: frozenset[str] = field(default=frozenset())
    target: str = ""

    def lacks_armies(self, view: View) -> bool:
        """Return True if no army can attack the target, and none can be placed now."""
        target = view.board.territory_by_code(self.target) if self.target else None
        if target is None or view.owner[target] == LEARNER or view.armies_to_place:
            return False
        return not any(
            view.owner[source] == LEARNER and view.armies[source] > 1
            for source in view.board.neighbours[target]
        )


NO_ARMIES = How(
    "That territory can't be attacked: {undo} takes moves back; {end} ends your attacks.",
    "undo, or: end",
)
"""Instructions if no army can attack the target."""


DETOURS = {
    "reinforce": How(
        "First place your armies: type BR, then press {all} to place them all.",
        "reinforce brazil all",
    ),
    "trade": How("You may trade cards now: {end} keeps them.", "end"),
    "attack": How("{end} ends your attacks.", "end"),
    "occupy": How("First move armies in: {act} accepts the suggested number.", "all"),
    "fortify": How("{end} ends your turn.", "end"),
}
"""Instructions if the pending decision is not one for the step."""


def _own_events(news: News, kind: type[Event], actor: str = "seat") -> list[Event]:
    """Return the learner's events of a kind; ``actor`` is the field with the acting seat."""
    return [
        event
        for event in news.events
        if isinstance(event, kind) and getattr(event, actor) == LEARNER
    ]


def _has_moved(news: News, *, fortified: bool) -> bool:
    moves = _own_events(news, Moved)
    return any(isinstance(event, Moved) and event.fortified == fortified for event in moves)


_TURN = frozenset({"reinforce", "trade", "attack", "fortify"})
"""The decisions of a turn that do not ask for a number."""

STEPS = (
    Step(
        "Place armies",
        "You get one army per three territories. Venezuela is your target: strengthen Brazil.",
        How("Type BR for Brazil; {all} puts all five armies there.", "reinforce brazil all"),
        lambda news, view: bool(_own_events(news, Placed)),
        frozenset({"reinforce"}),
        frozenset({"reinforce"}),
    ),
    Step(
        "Attack",
        (
            "Attack a neighbour: highest dice are compared, the lower loses an army, ties go "
            "to the defender."
        ),
        How(
            "{act} on Brazil, then VE for Venezuela and {act} again.",
            "attack brazil venezuela",
        ),
        lambda news, view: bool(_own_events(news, BattleResolved, "attacker")),
        frozenset({"attack"}),
        frozenset({"attack", "reinforce"}),
        target="VE",
    ),
    Step(
        "Conquer",
        (
            "Each pair of dice costs one army. Venezuela falls when it has none; you can stop "
            "any time."
        ),
        How("{act} attacks again.", "attack brazil venezuela"),
        lambda news, view: bool(_own_events(news, Conquered)),
        frozenset({"attack"}),
        frozenset({"attack"}),
        target="VE",
    ),
    Step(
        "Move in",
        "At least as many armies as you rolled dice move in; at least one stays behind.",
        How("Type a number, then {act}; {act} alone accepts the proposed number.", "all"),
        lambda news, view: _has_moved(news, fortified=False),
        frozenset({"occupy"}),
        frozenset({"occupy"}),
    ),
    Step(
        "Draw a card",
        "Conquer at least one territory in a turn to draw a card after your attacks.",
        How("{end} ends your attacks.", "end"),
        lambda news, view: bool(_own_events(news, CardDrawn)),
        frozenset({"attack"}),
        frozenset({"end", "attack", "occupy"}),
    ),
    Step(
        "Fortify",
        "Before your turn ends you may move armies once, for example from Argentina to Brazil.",
        How(
            "AR {act}, then BR {act}, then {act} for the number. Or {end} ends your turn.",
            "fortify argentina brazil all",
        ),
        lambda news, view: (
            _has_moved(news, fortified=True)
            or any(isinstance(event, TurnBegan) for event in news.events)
        ),
        frozenset({"fortify"}),
        frozenset({"fortify", "end"}),
    ),
    Step(
        "Trade a set",
        "Three alike or one of each make a set. You have one: the first set brings four armies.",
        How("{cards} shows your cards, {act} trades them.", "trade"),
        lambda news, view: bool(_own_events(news, SetTraded)),
        frozenset({"reinforce", "trade"}),
        frozenset({"trade"}),
    ),
    Step(
        "Undo",
        "You can undo anything that revealed no dice or cards, such as placing armies.",
        How(
            "Type AR, place armies there with {all}, then press {undo}.",
            "reinforce argentina all, then: undo",
        ),
        lambda news, view: news.undone,
        frozenset({"reinforce", "attack"}),
        frozenset({"reinforce"}),
    ),
    Step(
        "Hold a continent",
        "Take Peru to hold South America: two extra armies every turn.",
        How(
            "BR and {all} place armies; {act}, PE, {blitz} attack to the end.",
            "reinforce brazil all, then: blitz brazil peru",
        ),
        lambda news, view: bool(view.board.continents_of(LEARNER, view.owner)),
        frozenset({"reinforce", "attack"}),
        frozenset({"reinforce", "attack", "occupy"}),
        target="PE",
    ),
    Step(
        "Read the log",
        "The log shows everything that happened; help shows what you can do now.",
        How("{log} opens the log, Esc closes it; {help} is help.", "log"),
        lambda news, view: news.log_opened,
        _TURN,
        _TURN | {"occupy", "end"},
    ),
)
