"""Real dice: a step that waits until its dice were rolled on the table and typed in.

It is tried on a copy of the game, with the dice that are known, and done when all of them are.
Until its first die is rolled only the terminal at which it was chosen knows of it; from then on
it is in the game's file, dice and all, and goes on at whatever terminal has the next ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.chance import ManualChance, RecordedChance
from risk_tui.errors import ChanceError, DiceRequired, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.game import Game
    from risk_tui.engine.records import Outcome
    from risk_tui.engine.state import Battle

BY_HAND = ""
"""The decider where a person acts: nobody in their place."""

BY_PEOPLE = (BY_HAND, "order")
"""The deciders of actions that a person chose or ordered."""

NO_LUCK = RecordedChance(())
"""A source of chance for where none may be used."""

_SIDES = 6


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """The dice that have to be rolled now, for a step of ``seat``.

    ``count`` dice of the one seat in ``seats``, or a die for each of them, in this order.
    ``battle`` is the one that they are rolled in, with its dice so far; ``None``
    for the roll for the first turn. ``is_begun``: dice of this step were rolled before, so it has
    to be finished. ``may_cancel``: whoever chose it may withdraw it at this terminal.
    """

    seat: int
    seats: tuple[int, ...]
    count: int
    battle: Battle | None
    is_begun: bool
    may_cancel: bool = False
    was: tuple[int, ...] = ()
    """The dice before these as they were typed at first, if they were corrected."""

    @property
    def kind(self) -> str:
        """The purpose: ``first`` turn, ``attack``, ``defence``, or one die ``again``."""
        if self.battle is None:
            return "first"
        if not self.battle.attack:
            return "attack"
        return "again" if self.battle.defence else "defence"

    def check(self, faces: Sequence[int]) -> None:
        """Raise ``ChanceError`` unless these can be the dice."""
        check_faces(faces)
        if len(faces) != self.count:
            expected = "one die is" if self.count == 1 else f"{self.count} dice are"
            example = " ".join("642135"[: self.count])
            raise ChanceError(
                f"{expected} wanted, not {len(faces)}: type what they show, as in {example}"
            )


def check_faces(faces: Sequence[int]) -> None:
    """Raise ``ChanceError`` unless dice can show this."""
    wrong = [face for face in faces if not 1 <= face <= _SIDES]
    if wrong:
        raise ChanceError(f"a die shows 1 to 6, not {wrong[0]}")


@dataclass(frozen=True, slots=True)
class DryRun:
    """A step as far as its dice are known; ``dice_request`` is ``None`` once nothing is missing."""

    seat: int
    action: Action
    outcomes: tuple[Outcome, ...] = ()
    dice_request: DiceRequest | None = None


def dry_run(
    game: Game, seat: int, action: Action, outcomes: Sequence[Outcome], luck: Chance = NO_LUCK
) -> DryRun:
    """Try a step with what chance gave it so far; the game stays as it is.

    Cards and orders that are asked for before the next dice are those of ``luck``. Raises
    ``IllegalAction``, and ``ChanceError`` for outcomes that cannot be.
    """
    recorded = list(outcomes)
    copy = game.copy(ManualChance(luck, recorded))
    request = None
    try:
        copy.apply(action, seat=seat)
    except DiceRequired as error:
        battle = copy.state().battle
        request = DiceRequest(seat, error.seats, error.count, battle, is_begun=bool(outcomes))
    return DryRun(seat, action, tuple(recorded), request)


def why_not_cancel(request: DiceRequest) -> IllegalAction:
    """The error that says why a step cannot be withdrawn."""
    if request.is_begun:
        return IllegalAction("dice of this step were rolled already: roll the others, too")
    return IllegalAction("these dice have to be rolled before the game goes on")
