"""Real dice at a table: the step that waits for them, and who rolls and corrects them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from risk_tui.data.language import _
from risk_tui.engine.actions import Action
from risk_tui.engine.records import Record
from risk_tui.errors import IllegalAction
from risk_tui.saves.entries import ActionEntry, CorrectionEntry, PartialRollEntry
from risk_tui.table.dice_steps import (
    BY_HAND,
    BY_PEOPLE,
    CorrectableStep,
    DiceRequest,
    PartialStep,
    cancel_error,
    correct_outcomes,
    dry_run,
)
from risk_tui.table.game_log import GameLog
from risk_tui.table.ledger import Ledger
from risk_tui.table.seating import Seating


class RealDice:
    """Takes steps at this terminal, and keeps the one that waits for dice that people roll.

    If the computer rolls the dice, no step waits.
    """

    def __init__(self, ledger: Ledger, seating: Seating) -> None:
        self._ledger = ledger
        self._log = ledger.log
        self._seating = seating
        self._uncommitted: UncommittedStep | None = None
        """The last step that was chosen here, if it waits for its first dice."""

    @property
    def step(self) -> PartialStep | None:
        """The step that waits for dice: in the file, or chosen here and not yet committed."""
        pending, uncommitted = self._log.pending, self._uncommitted
        if pending is not None or uncommitted is None:
            return pending
        step = uncommitted.step
        valid = uncommitted.is_still_valid(self._log, self._seating.local_seats)
        return step if valid and self._is_rolled_here(step.dice_request) else None

    @property
    def pending_request(self) -> DiceRequest | None:
        """The dice that have to be rolled at any terminal before the game continues, if any."""
        return None if (step := self.step) is None else step.dice_request

    @property
    def request(self) -> DiceRequest | None:
        """The dice that people at this terminal have to roll, if any.

        People roll their own dice at their terminal. The terminal that moves the bots rolls the
        bots' dice. Dice of a person who is away, or of several seats, are rolled at the terminal
        of the person who chose the step.
        """
        request = self.pending_request
        return request if self._is_rolled_here(request) else None

    @property
    def remote_request(self) -> DiceRequest | None:
        """The same for dice that have to be rolled at another terminal."""
        request = self.pending_request
        return None if self._is_rolled_here(request) else request

    def require_none(self) -> None:
        """Raise ``IllegalAction`` while a step waits for dice."""
        if self.request is not None:
            raise IllegalAction(_("roll the dice first and type what they show"))
        if self.remote_request is not None:
            raise IllegalAction(_("the dice come first: they are rolled at another terminal"))

    def act(self, seat: int, action: Action, decider: str = BY_HAND) -> Record | None:
        """Do a step as soon as its dice are rolled, or at once if it needs none.

        Args:
            seat: The seat that takes the step.
            action: The action of the step.
            decider: The source of the action: ``BY_HAND``, or as in ``PendingAutoAction``.

        Returns:
            ``None`` if dice have to be rolled first.

        Raises:
            IllegalAction: If the rules do not allow the step; nothing has happened.
            SaveError: If the step can't be saved; nothing has happened.
        """
        log = self._log
        # Without ``least``: people roll one battle at a time and may stop after each.
        return self._finish(dry_run(log.game, seat, action.as_offered, (), log.chance), decider)

    def roll(self, faces: Sequence[int]) -> Record | None:
        """Continue the step with the dice that were rolled.

        Returns:
            ``None`` if the step needs more dice.

        Raises:
            RiskError: If these dice are invalid, or no dice are to be rolled here.
            SaveError: If the dice can't be saved; the same dice are requested again then.
        """
        expected, log = self.step, self._log
        for attempt in self._ledger.attempts():
            with attempt:
                step, request = self.step, self.request
                if step is None or step != expected or request is None:
                    raise IllegalAction(_("no dice are asked for now"))
                request.check(faces)
                outcomes = (*step.outcomes, tuple(faces))
                run = dry_run(log.game, step.seat, step.action, outcomes, log.chance)
                record = self._finish(run)
                break
        self._ledger.notify()
        return record

    def correct(self, faces: Sequence[int]) -> Record | None:
        """Correct the dice that were typed last.

        Args:
            faces: All dice of the step, or those of one roll.

        Returns:
            ``None`` if the step needs more dice.

        Raises:
            RiskError: If the dice can't be corrected any more, or not from this terminal.
            SaveError: If the correction can't be saved.
        """
        for attempt in self._ledger.attempts():
            with attempt:
                record = self._ledger.apply(self._correction(faces))
                self._uncommitted = None
                break
        self._ledger.notify()
        return record

    def withdraw(self) -> UncommittedStep:
        """Withdraw the step that was chosen here and still has no dice.

        The caller notifies observers.

        Raises:
            IllegalAction: If dice were rolled already, or there is no step to withdraw.
        """
        request, uncommitted = self.pending_request, self._uncommitted
        if request is None:
            raise IllegalAction(_("no dice are asked for now"))
        if uncommitted is None or not request.may_cancel:
            raise cancel_error(request)
        self._uncommitted = None
        return uncommitted

    def _correction(self, faces: Sequence[int]) -> CorrectionEntry:
        """Return the entry for a correction, or raise ``RiskError`` if it isn't possible here."""
        uncommitted = self._uncommitted
        waits = self.step is not None and self._log.pending is None
        if waits and uncommitted is not None and uncommitted.decider == BY_HAND:
            raise IllegalAction(_("undo your later choices first: type undo"))
        step_to_correct = self._log.find_correctable_step()
        rolls = step_to_correct.rolls
        chance = correct_outcomes(
            step_to_correct, faces, self._seating.local_seats, self._log.chance
        )
        changed = [roll for roll in rolls if chance[roll.index : roll.index + 1] != (roll.faces,)]
        rollers = [seat for roll in (*changed, *rolls) for seat in roll.seats]
        return CorrectionEntry(
            self._corrector(rollers, step_to_correct), step_to_correct.count, chance
        )

    def _corrector(self, rollers: Sequence[int], step_to_correct: CorrectableStep) -> int:
        """Return the seat that corrects dice here, or raise ``IllegalAction`` if none may."""
        seating = self._seating
        people = [
            seat for seat in (*rollers, step_to_correct.seat) if seating.seats[seat].is_person
        ]
        ours = [seat for seat in people if seat in seating.local_seats]
        if ours:
            return ours[0]
        # The terminal that moves the bots rolls for them, and for people who are away.
        elsewhere = any(seating.is_taken(seat) for seat in people)
        if not elsewhere and seating.try_to_lead():
            return min(seating.local_seats, default=step_to_correct.seat)
        raise IllegalAction(_("these dice must be corrected at the terminal that rolled them"))

    def _is_rolled_here(self, request: DiceRequest | None) -> bool:
        """Return True if people at this terminal roll the dice."""
        if request is None:
            return False
        seating, has_one_roller = self._seating, len(request.seats) == 1
        roller = self._log.game.roller(request.seats[0]) if has_one_roller else request.seat
        if seating.seats[roller].is_person:
            for seat in (roller, request.seat):
                if seating.seats[seat].is_person and seat in seating.local_seats:
                    return True
                if seating.seats[seat].is_person and seating.is_taken(seat):
                    return False
        return seating.try_to_lead()

    def _finish(self, step: PartialStep, decider: str = BY_HAND) -> Record | None:
        """Do a step, or let it wait for its dice.

        A waiting step is written to the file when it has dice, or if another terminal has to roll
        them.
        """
        request = step.dice_request
        if request is not None and not request.is_begun and self._is_rolled_here(request):
            self._uncommitted = UncommittedStep.of(self._log, step, decider)
            return None
        kind = ActionEntry if request is None else PartialRollEntry
        record = self._ledger.apply(kind(step.seat, step.action, step.outcomes))
        self._uncommitted = None
        return record


@dataclass(frozen=True, slots=True)
class UncommittedStep:
    """A step that was chosen here and waits for its first dice; no other terminal knows of it.

    ``decider`` is ``BY_HAND``, or as in ``PendingAutoAction``; ``snapshot`` describes the situation
    in which the step was chosen.
    """

    step: PartialStep
    decider: str
    snapshot: tuple[object, ...]

    @classmethod
    def of(cls, log: GameLog, step: PartialStep, decider: str) -> UncommittedStep:
        """Return a step that waits; if a person chose or ordered it, it may be withdrawn."""
        assert step.dice_request is not None, "it waits for dice"
        request = replace(step.dice_request, may_cancel=decider in BY_PEOPLE)
        return cls(replace(step, dice_request=request), decider, _snapshot(log, step.seat))

    def is_still_valid(self, log: GameLog, local_seats: Collection[int]) -> bool:
        """Check whether the step can still be taken.

        Returns:
            False after another step, or if the seat's player or standing answer changed, or its
            player is at another terminal.
        """
        seat = self.step.seat
        return self.snapshot == _snapshot(log, seat) and (
            self.decider not in BY_PEOPLE or seat in local_seats
        )


def _snapshot(log: GameLog, seat: int) -> tuple[object, ...]:
    """Return the facts that a seat's choice depends on: steps, player and standing answer."""
    last = log.steps[-1].end if log.steps else None
    return len(log.steps), last, log.seats[seat].player, log.seats[seat].defence
