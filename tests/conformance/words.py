"""The words of cases: actions of players, outcomes of chance, and checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import wraps
from typing import Any, TypeAlias

import pytest

from risk_tui.engine.actions import (
    Action,
    Attack,
    Begin,
    Claim,
    Defend,
    EndPhase,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Trade,
)
from risk_tui.engine.decisions import Decision
from risk_tui.engine.events import Event, GameWon, VictoryKind
from risk_tui.engine.game import Game
from risk_tui.errors import IllegalAction
from risk_tui.variants.capitals import ChooseCapital
from risk_tui.variants.changed_dice import Reroll, RerollTheirs, UseCommander
from risk_tui.variants.declared_turns import ChooseTurnType
from tests.engine.positions import by_name

from .case import BOARD, Course, Rolled, at, card

Check: TypeAlias = "Callable[[Course], None]"

BEGIN = Begin()
END = EndPhase()


# Actions


claim, place, reinforce = by_name(Claim), by_name(Place), by_name(Reinforce)
attack, fortify = by_name(Attack), by_name(Fortify)
reroll, reroll_theirs = by_name(Reroll), by_name(RerollTheirs)
capital = by_name(ChooseCapital)
declare, defend, command, occupy = ChooseTurnType, Defend, UseCommander, Occupy


def trade(*names: str, bonus: str | None = None, also: str | None = None) -> Action:
    more = None if also is None else (at(also),)
    return Trade(tuple(sorted(cards(*names))), None if bonus is None else at(bonus), more)


# Chance

FALLS = ((6, 6, 6), (1,))
"""The dice by which three attackers take a territory from a single army."""


def conquer(source: str, target: str) -> Rolled:
    """Attack a single army with three dice, and take its territory."""
    return Rolled(attack(source, target, 3), FALLS)


def first(*names: str) -> tuple[int, ...]:
    """Return a shuffle in which these territories come first, the others as on the board."""
    chosen = [at(name) for name in names]
    return (*chosen, *(each for each in range(len(BOARD.territories)) if each not in chosen))


def cards(*names: str) -> tuple[int, ...]:
    """Return the cards of territories, ``joker`` or ``other joker``."""
    return tuple(map(card, names))


# Checks


def check(test: Callable[..., None]) -> Callable[..., Check]:
    """Return a function that takes what a test expects, and returns it as a check."""

    @wraps(test)
    def expecting(*values: Any, **fields: Any) -> Check:
        return lambda course: test(course, *values, **fields)

    return expecting


@check
def asks(course: Course, kind: type[Decision], seat: int, **fields: Any) -> None:
    """Check that a kind of decision of a seat is due, with these fields."""
    due = course.game.decision
    assert type(due) is kind, f"{due} is due, not {kind.__name__}"
    assert due.seat == seat
    for name, value in fields.items():
        assert (name, getattr(due, name)) == (name, _number(value))


@check
def tells(course: Course, kind: type[Event], to: int | str = "all", **fields: Any) -> None:
    """Check that the last record has an event with these fields, as the seat ``to`` sees it."""
    record = course.record
    assert record is not None
    seen = record if isinstance(to, str) else record.redacted_for(to)
    found = [fact for fact in seen.events if isinstance(fact, kind)]
    assert found, f"there is no {kind.__name__}"
    wanted = {name: _number(value) for name, value in fields.items()}
    told = [{name: getattr(fact, name) for name in wanted} for fact in found]
    assert wanted in told


@check
def silent(course: Course, kind: type[Event]) -> None:
    """Check that the last record has no event of a kind."""
    assert course.record is not None
    assert not [fact for fact in course.record.events if isinstance(fact, kind)]


@check
def may(course: Course, *actions: Action) -> None:
    """Check that all these actions are offered."""
    for action in actions:
        assert _offered(course.game, action), f"{action} is not offered"


@check
def refuses(course: Course, action: Action, why: type[IllegalAction] = IllegalAction) -> None:
    """Check that an action is not offered, and that its refusal changes nothing."""
    assert not _offered(course.game, action), f"{action} is offered"
    before = course.game.view()
    with pytest.raises(why):
        course.game.apply(action)
    assert course.game.view() == before


@check
def offers_none_of(course: Course, kind: type[Action]) -> None:
    """Check that no action of a kind is offered."""
    assert not [each for each in course.game.legal_actions() if isinstance(each.action, kind)]


@check
def armies(course: Course, there: Mapping[str, int]) -> None:
    """Check the armies on territories."""
    found = course.game.view().armies
    assert {name: found[at(name)] for name in there} == dict(there)


@check
def owners(course: Course, there: Mapping[str, int]) -> None:
    """Check the owners of territories."""
    found = course.game.view().owner
    assert {name: found[at(name)] for name in there} == dict(there)


@check
def hand(course: Course, seat: int, *names: str) -> None:
    """Check that a seat holds exactly these cards."""
    assert sorted(course.game.view(seat).hand) == sorted(cards(*names))


@check
def shows(course: Course, seat: int | None = None, **fields: Any) -> None:
    """Check fields of the view of a seat, by default of a spectator."""
    view = course.game.view(seat)
    for name, value in fields.items():
        assert (name, getattr(view, name)) == (name, _number(value))


@check
def income(course: Course, seat: int, number: int) -> None:
    """Check the armies that a seat would receive now."""
    assert course.game.view().income(seat) == number


@check
def wins(course: Course, seat: int, how: VictoryKind) -> None:
    """Check that a seat won the game by the last action, in this way."""
    assert course.game.decision is None, f"{course.game.decision} is due"
    tells(GameWon, winners=(seat,), how=how)(course)


def goes_on(course: Course) -> None:
    """Check that no seat has won yet."""
    assert course.game.winners == ()


def _offered(game: Game, action: Action) -> bool:
    number = 0 if action.number_field is None else int(getattr(action, action.number_field))
    return any(
        offer.with_number(number) == action
        and (offer.maximum is None or (offer.minimum or 0) <= number <= offer.maximum)
        for offer in game.legal_actions()
    )


def _number(value: Any) -> Any:
    """Return a value with the numbers of territories instead of their names."""
    if isinstance(value, tuple):
        return tuple(map(_number, value))
    if isinstance(value, str) and not isinstance(value, Enum):
        return at(value)
    return value
