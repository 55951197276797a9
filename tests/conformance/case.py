"""Cases: a statement of a source, and moves on a board that are legal only if it holds.

A case says which values of a ruleset it is about (``about``) and which others it needs
(``given``); all the rest is as in ``ruleset``. It ``plays`` steps, actions and checks in the words
of ``words``, in turn from its ``position`` with its ``luck``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.engine.actions import Action, EndPhase
from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Outcome, Record
from risk_tui.engine.state import Phase, Stage, Status
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.variants.capitals import Capitals
from risk_tui.variants.objectives import ObjectivesMemory
from tests.engine.positions import BOARD, at, card, remember

ANN, BEN, CID, DOT, EVE, FAY = range(6)
ALLIES = NEUTRAL = 2
"""The seat of the third army that two players share the board with."""

_STAGES = {
    "reinforcing": (Phase.REINFORCE, Stage.REINFORCE),
    "trading": (Phase.TRADE, Stage.REINFORCE),
    "attacking": (Phase.ATTACK, Stage.ATTACK),
    "fortifying": (Phase.FORTIFY, Stage.FORTIFY),
}


def land(*names: str, earth: int | None = None) -> dict[str, int]:
    """Return continents and territories with one army on each territory."""
    held: dict[str, int] = {}
    continents = {each.name: each.territories for each in BOARD.continents}
    for name in names:
        places = continents[name] if name in continents else (at(name),)
        held.update({BOARD.territories[place].name: 1 for place in places})
    return held if earth is None else {f"{name} {earth}": 1 for name in held}


@dataclass(frozen=True, kw_only=True)
class Position:
    """A position in the middle of a game.

    ``now`` is ``starting`` (the turn starts with the case), ``reinforcing``, ``trading``,
    ``attacking`` or ``fortifying``. ``lands`` has territories and their armies by seat; ``rest``
    holds all others, with one army each. ``more`` has other fields of the state by name.
    """

    now: str = "attacking"
    turn: int = ANN
    lands: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    rest: int = BEN
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    missions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    taken: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    capitals: Mapping[int, str] = field(default_factory=dict)
    out: tuple[int, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def arrange(self, game: Game) -> Record | None:
        """Put a new game into this position; return the record of a turn that just started."""
        state = game.state()
        state.owner[:] = [self.rest] * len(state.owner)
        state.armies[:] = [1] * len(state.armies)
        for seat, held in self.lands.items():
            for name, armies in held.items():
                state.owner[at(name)], state.armies[at(name)] = seat, armies
        for seat, names in self.hands.items():
            state.hands[seat] = [card(name) for name in names]
        held_cards = {each for hand in state.hands for each in hand}
        state.deck = sorted(card(name) for name in self.deck) or [
            each for each in state.deck if each not in held_cards
        ]
        for seat, numbers in self.missions.items():
            state.missions[seat] = list(numbers)
        for seat, numbers in self.taken.items():
            state.missions_done[seat] = list(numbers)
        seats = range(game.setup.seats)
        for memory in state.memories:
            if isinstance(memory, ObjectivesMemory):
                remember(state, ObjectivesMemory(tuple(map(tuple, state.missions_done))))
            if isinstance(memory, Capitals):
                chosen = [
                    at(self.capitals[n]) if n in self.capitals else NO_TERRITORY for n in seats
                ]
                remember(state, Capitals(tuple(chosen), bool(self.capitals)))
        for seat in self.out:
            state.status[seat] = Status.ELIMINATED
        state.unplaced = [0] * len(state.unplaced)
        state.round = 3
        for name, value in self.more.items():
            setattr(state, name, value)
        starting = self.now == "starting"
        state.turn = state.acting_seat = (self.turn - starting) % game.setup.seats
        state.phase, state.stage = _STAGES["fortifying" if starting else self.now]
        game.set_state(state)
        return game.apply(EndPhase()) if starting else None


@dataclass
class Course:
    """A case being played: its game, and the record of its last action."""

    game: Game
    record: Record | None = None


@dataclass(frozen=True)
class Rolled:
    """An action with its dice."""

    action: Action
    dice: tuple[Outcome, ...]


Step: TypeAlias = "Action | Rolled | Callable[[Course], None]"


@dataclass(frozen=True, kw_only=True)
class Case:
    """One statement of a source.

    ``position`` is ``None`` for a game that has not started. ``luck`` has the outcomes that steps
    do not bring themselves, and comes after those. ``refused`` is part of the error if no
    game of that many ``players`` can be started at all.
    """

    says: str
    source: str
    about: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    ruleset: str = "us-1993"
    map: str = "classic"
    players: int = 3
    colours: tuple[str, ...] = ()
    position: Position | None = None
    luck: tuple[Outcome, ...] = ()
    steps: tuple[Step, ...] = ()
    refused: str = ""

    def plays(self, *steps: Step) -> Case:
        """Return the case with these steps."""
        return replace(self, steps=steps)

    def rules(self, changes: Mapping[str, Any] = MappingProxyType({})) -> Ruleset:
        """Return the ruleset of this case with ``changes``.

        Raises:
            ValueError: If its values contradict each other.
        """
        return changed(self.ruleset, {**self.given, **self.about, **changes})

    def play(self, rules: Ruleset | None = None) -> None:
        """Play the case, by its own rules unless others are given; raise if a step fails."""
        rules = rules or self.rules()
        if self.refused:
            self._cannot_start(rules)
            return
        rolls = (roll for step in self.steps if isinstance(step, Rolled) for roll in step.dice)
        luck = RecordedChance((*rolls, *self.luck))
        board = load_board(self.map)
        course = Course(Game(GameSetup(board, rules, self.players, self.colours), luck))
        if self.position is not None:
            course.record = self.position.arrange(course.game)
        for number, step in enumerate(self.steps, start=1):
            try:
                action = step.action if isinstance(step, Rolled) else step
                if isinstance(action, Action):
                    course.record = course.game.apply(action)
                else:
                    action(course)
            except (AssertionError, RiskError) as error:
                error.add_note(f"step {number} of: {self.says} ({self.source})")
                raise
        assert luck.is_exhausted(), "there was more luck than the case needs"

    def _cannot_start(self, rules: Ruleset) -> None:
        try:
            GameSetup(load_board(self.map), rules, self.players)
        except RiskError as error:
            assert self.refused in str(error)
        else:
            raise AssertionError(f"{self.players} players can play, but should not")


def changed(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset with other values for keys such as ``combat.reroll``, validated."""
    data = _data(name)
    sections: dict[str, dict[str, Any]] = {}
    variants: dict[str, dict[str, Any]] = {}
    for key, value in changes.items():
        section, _, option = key.rpartition(".")
        if section.startswith("variants."):
            variants.setdefault(section.removeprefix("variants."), {})[option] = value
        else:
            sections.setdefault(section, dict(data[section]))[option] = value
    return Ruleset.model_validate({**data, **sections, "variants": variants or data["variants"]})


def value_of(rules: Ruleset, key: str) -> Any:
    """Return the value of a key such as ``combat.reroll``."""
    section, _, option = key.rpartition(".")
    if section.startswith("variants."):
        return getattr(rules.variants.sections[section.removeprefix("variants.")], option)
    return getattr(getattr(rules, section), option)


@lru_cache(maxsize=64)
def _data(name: str) -> dict[str, Any]:
    rules = load_ruleset(name)
    return {
        key: dict(getattr(rules, key)) if key in _PARTS else getattr(rules, key)
        for key in type(rules).model_fields
    }


_PARTS = {key for key, _, _ in load_ruleset("us-1993").sections() if "." not in key}

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
BUILT_IN = sorted(path.stem for path in RULESETS.glob("*.yaml"))
"""The rulesets that come with the program."""
