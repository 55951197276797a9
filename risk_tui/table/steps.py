"""The steps at a table: submitting them, rolling real dice for them, and notifying observers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from risk_tui.errors import IllegalAction
from risk_tui.saves.entries import ActionEntry, Corrected, PartialRollEntry
from risk_tui.saves.errors import ConcurrentWrite
from risk_tui.table.automation import Automation
from risk_tui.table.dice_steps import BY_HAND, corrected, dry_run, why_not_cancel
from risk_tui.table.seating import Seating
from risk_tui.table.seats import is_external
from risk_tui.table.uncommitted_step import UncommittedStep
from risk_tui.table.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.bots.base import Choice
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Record
    from risk_tui.saves.header import TableOptions
    from risk_tui.table.automation import PendingAutoAction
    from risk_tui.table.dice_steps import DiceRequest, DryRun, Throw
    from risk_tui.table.shared_log import SharedLog

TAKE_OVER_AFTER = 5.0
"""Seconds after which a terminal no longer waits for another one to move a computer player."""

_ATTEMPTS = 5
"""How often something is done again because another terminal was quicker."""

_Result = TypeVar("_Result")


class Steps(Seating):
    """The steps of a game, of persons and of those whom nobody asks, at one terminal."""

    def __init__(self, ledger: SharedLog) -> None:
        super().__init__(ledger.log, ledger.save.path)
        self._ledger = ledger
        self._watch = Watch(ledger.save.path)
        self._automatics = Automation(ledger.log, ledger.save.name)
        self._observers: list[Callable[[], None]] = []
        self._version = 0
        self._last_change = time.monotonic()
        """When anything happened last, by the monotonic clock."""
        self._uncommitted: UncommittedStep | None = None
        """The step that was chosen here last, if it waits for its first dice."""
        self._took_over = False
        """Whether this terminal moves the computer players because the one that should hangs."""

    @property
    def options(self) -> TableOptions:
        """The options of the table: the same at every terminal."""
        return self._log.options

    @property
    def seeded(self) -> bool:
        """Whether dice and cards come from a seed, so that whoever knows it can foretell them."""
        return self._log.seed is not None

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, ``None`` when the game is over."""
        return self._log.game.decision

    def subscribe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call ``observer`` after every change; the answer ends the subscription."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    # What others do

    def may_have_changes(self) -> bool:
        """Whether anybody may have written to the file or asked for a seat; cheap to ask often."""
        return self._watch.may_have_changes()

    def has_changes(self) -> bool:
        """Whether there may be something to catch up with. Raises ``SaveError``."""
        return self._ledger.has_changes()

    def sync(self) -> bool:
        """Take in what was done at other terminals; whether there was anything.

        Raises ``SaveError`` when the file holds what cannot have happened: the table has to be
        left then.
        """
        changed = self._ledger.sync()
        if changed:
            self._took_over = False
            self._changed()
        return changed

    # What persons and others do

    def submit(self, seat: int, action: Action) -> Record | None:
        """Do the action that a person here chose; ``None``: its dice have to be rolled first.

        Raises ``IllegalAction`` (nothing happens) or ``SaveError``.
        """
        self._require_local(seat)

        def act() -> Record | None:
            self._require_no_roll()
            return self._act(seat, action, BY_HAND)

        return self._retry(act)

    def automatic(self) -> PendingAutoAction | None:
        """The automatic answer to the decision that is due; ``None`` if a person is asked.

        There is none while dice are rolled.
        """
        return None if self._current_step is not None else self._automatics.pending(self._version)

    def prompted_seat(self) -> int | None:
        """The seat of a person here who is asked now, if one is."""
        decision = self.decision
        if decision is None or decision.seat not in self.local_seats:
            return None
        if self._current_step is not None:
            return None
        return decision.seat if self.automatic() is None else None

    def is_leader(self) -> bool:
        """Whether this terminal carries out the decisions that nobody is asked for.

        The leader is the terminal of the person in turn; in the turn of a computer player, or of
        somebody who is away, the first to take it on. Only when that one does nothing for long do
        others step in: the numbers of the entries keep two from doing the same thing twice. Where
        the dice are real, nobody knows how long one takes.
        """
        if self.guest and not self.local_seats:
            return False
        turn = self._log.game.turn
        if self.seats[turn].is_person and turn in self.local_seats:
            return True
        hangs = (
            time.monotonic() - self._last_change > TAKE_OVER_AFTER and not self.options.real_dice
        )
        self._took_over = self._took_over or hangs
        if self._took_over:
            return True
        led_elsewhere = self.seats[turn].is_person and self._locks.is_taken(turn)
        return not led_elsewhere and self._locks.become_leader()

    def is_led(self) -> bool:
        """Whether any terminal, this one or another, carries out what nobody is asked for."""
        if self.local_seats or not self.guest:
            return True
        people = [number for number, seat in enumerate(self.seats) if seat.is_person]
        return not people or any(self._locks.is_taken(seat) for seat in people)

    def carries_out(self, automatic: PendingAutoAction | None) -> bool:
        """Whether there is an automatic decision that is carried out at this terminal."""
        if automatic is None:
            return False
        if is_external(automatic.decider) and self._locks.is_taken(automatic.seat):
            return False  # the program runs at another terminal
        runs_here = automatic.seat in self._automatics.bots.programs
        return automatic.decider == "order" or runs_here or self.is_leader()

    def perform_automatic(self, automatic: PendingAutoAction, choice: Choice) -> Record | None:
        """Carry out an automatic decision if it is still due as it was, and ours to carry out.

        ``None`` if not, or if its dice have to be rolled first.
        """
        self._sync_if_changed()
        if automatic != self.automatic() or not self.carries_out(automatic):
            return None
        try:
            record = self._act(automatic.seat, choice.action, automatic.decider)
        except ConcurrentWrite:
            self.sync()
            return None
        if record is not None and choice.reason is not None:
            self._log.explain(record, choice.reason)
        self._changed()
        return record

    def step(self) -> Record | None:
        """Do one automatic step if one is due, and ours to carry out."""
        automatic = self.automatic()
        if automatic is None or not self.carries_out(automatic):
            return None
        return self.perform_automatic(automatic, automatic.think())

    def hurry(self) -> None:
        """Tell the bots that think at this terminal to answer soon."""
        self._automatics.hurry()

    def take_notice(self) -> str:
        """Why an order ended, or what is wrong with a bot, for whoever asks first; often empty."""
        return self._automatics.take_notice()

    # Real dice

    @property
    def dice_request(self) -> DiceRequest | None:
        """The dice that are to be rolled by people at this terminal.

        A person's are rolled where they sit, those of others where the computer players are
        moved. Where nobody can ask a person for theirs, or there are dice of several seats,
        whoever has chosen the step rolls them.
        """
        step = self._current_step
        if step is None or not self._is_rolled_here(step.dice_request):
            return None
        return step.dice_request

    @property
    def remote_dice_request(self) -> DiceRequest | None:
        """The dice that are to be rolled at another terminal before the game goes on."""
        step = self._current_step
        if step is None or self._is_rolled_here(step.dice_request):
            return None
        return step.dice_request

    def roll(self, faces: Sequence[int]) -> Record | None:
        """Play on with the dice that were rolled; ``None``: the step needs more of them.

        Raises ``RiskError`` for what cannot be these dice, ``SaveError`` when they cannot be
        saved; the same dice are asked for again then.
        """
        expected = self._current_step

        def play_on() -> Record | None:
            step, request, log = self._current_step, self.dice_request, self._log
            if step is None or step != expected or request is None:
                raise IllegalAction("no dice are asked for now")
            request.check(faces)
            outcomes = (*step.outcomes, tuple(faces))
            return self._finish(dry_run(log.game, step.seat, step.action, outcomes, log.chance))

        return self._retry(play_on)

    def correct(self, faces: Sequence[int]) -> Record | None:
        """Play on with other dice than were typed last; ``None``: the step needs more of them.

        ``faces`` are all dice of the step, or those of one roll. Raises ``RiskError`` when they
        cannot be corrected any more, or not from here, ``SaveError`` when that cannot be saved.
        """

        def apply_correction() -> Record | None:
            chosen = self._uncommitted
            waits = self._current_step is not None and self._log.pending is None
            if waits and chosen is not None and chosen.decider == BY_HAND:
                raise IllegalAction("take back first what you have chosen since: undo")
            throw = self._log.throw()
            rolls = throw.rolls
            chance = corrected(throw, faces, self.local_seats, self._log.chance)
            changed = [r for r in rolls if chance[r.index : r.index + 1] != (r.faces,)]
            corrector = self._corrector(
                [seat for roll in (*changed, *rolls) for seat in roll.seats], throw
            )
            record = self._ledger.apply(Corrected(corrector, throw.count, chance))
            self._uncommitted = None
            return record

        return self._retry(apply_correction)

    def _corrector(self, rollers: Sequence[int], throw: Throw) -> int:
        """The seat for which dice are corrected here. Raises ``IllegalAction`` if for none."""
        people = [seat for seat in (*rollers, throw.seat) if self.seats[seat].is_person]
        ours = [seat for seat in people if seat in self.local_seats]
        if ours:
            return ours[0]
        # Dice of bots, and of people who are away, are rolled where the computer players move.
        elsewhere = any(self._locks.is_taken(seat) for seat in people)
        if not elsewhere and self.is_leader():
            return min(self.local_seats, default=throw.seat)
        raise IllegalAction("whoever rolled these dice corrects them, at another terminal")

    def cancel_roll(self) -> None:
        """Withdraw what a person here chose or ordered, before any die for it is rolled.

        Raises ``IllegalAction`` when it is too late, or there is nothing to withdraw.
        """
        step = self._current_step
        if step is None or step.dice_request is None:
            raise IllegalAction("no dice are asked for now")
        if self._uncommitted is None or not step.dice_request.may_cancel:
            raise why_not_cancel(step.dice_request)
        if self._uncommitted.decider != BY_HAND:
            self._automatics.orders.pop(step.seat, None)
        self._uncommitted = None
        self._changed()

    @property
    def _current_step(self) -> DryRun | None:
        """The step that waits for dice: in the file, or chosen here and not yet committed."""
        pending, uncommitted = self._log.pending, self._uncommitted
        if pending is not None or uncommitted is None:
            return pending
        step = uncommitted.step
        valid = uncommitted.is_still_valid(self._log, self.local_seats)
        return step if valid and self._is_rolled_here(step.dice_request) else None

    def _is_rolled_here(self, request: DiceRequest | None) -> bool:
        """Whether dice are rolled by people at this terminal."""
        if request is None:
            return False
        is_one = len(request.seats) == 1
        roller = self._log.game.roller(request.seats[0]) if is_one else request.seat
        if self.seats[roller].is_person:
            for seat in (roller, request.seat):
                if self.seats[seat].is_person and seat in self.local_seats:
                    return True
                if self.seats[seat].is_person and self._locks.is_taken(seat):
                    return False
        return self.is_leader()

    def _require_no_roll(self) -> None:
        if self.remote_dice_request is not None:
            raise IllegalAction("the dice come first: they are rolled at another terminal")
        if self.dice_request is not None:
            raise IllegalAction("the dice come first: roll them, and type what they show")

    def _act(self, seat: int, action: Action, decider: str) -> Record | None:
        if not self.options.real_dice:
            return self._ledger.submit(seat, action)
        log = self._log
        # Of a fight with real dice one battle at a time: between two of them it may be stopped.
        return self._finish(dry_run(log.game, seat, action.as_offered, (), log.chance), decider)

    def _finish(self, step: DryRun, decider: str = BY_HAND) -> Record | None:
        """Do a step, or let it wait for its dice.

        It is written to the file once a die was rolled, or if others have to roll the first ones.
        """
        request = step.dice_request
        if request is not None and not request.is_begun and self._is_rolled_here(request):
            self._uncommitted = UncommittedStep.of(self._log, step, decider)
            return None
        kind = ActionEntry if request is None else PartialRollEntry
        record = self._ledger.apply(kind(step.seat, step.action, step.outcomes))
        self._uncommitted = None
        return record

    # How it is done

    def _retry(self, step: Callable[[], _Result]) -> _Result:
        """Do something after what other terminals did; again if another one was quicker."""
        self._sync_if_changed()
        for _ in range(_ATTEMPTS):
            try:
                result = step()
            except ConcurrentWrite:
                self.sync()
            else:
                self._changed()
                return result
        raise ConcurrentWrite(f"other terminals are too quick at {self.name}; try again")

    def _sync_if_changed(self) -> None:
        if self.has_changes():
            self.sync()

    def _changed(self) -> None:
        self._version += 1
        self._last_change = time.monotonic()
        for observer in tuple(self._observers):
            observer()
