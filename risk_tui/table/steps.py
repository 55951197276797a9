"""How steps are done at a table, by whom, and who is told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from risk_tui.engine.errors import IllegalAction
from risk_tui.saves.errors import Overtaken
from risk_tui.table.automatic import Automatics
from risk_tui.table.rolling import BY_HAND, Waiting, no_withdrawing, tried, with_dice
from risk_tui.table.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Record
    from risk_tui.saves.header import Options
    from risk_tui.table.automatic import Automatic
    from risk_tui.table.ledger import Ledger
    from risk_tui.table.rolling import Rolling, Tried

PATIENCE = 5.0
"""Seconds after which a terminal no longer waits for another one to move a computer player."""

_ATTEMPTS = 5
"""How often something is done again because another terminal was quicker."""

_Done = TypeVar("_Done")


class Steps(Seating):
    """The steps of a game, of persons and of those whom nobody asks, at one terminal."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger.course, ledger.save.path)
        self._ledger = ledger
        self._automatics = Automatics(ledger.course, ledger.save.name)
        self._observers: list[Callable[[], None]] = []
        self._version = 0
        self._moved = time.monotonic()
        """When anything happened last."""
        self._waits: Waiting | None = None
        """What was chosen here last, if it waits for its first dice."""
        self._took_over = False
        """Whether the terminal that should move the computer players hangs."""

    @property
    def options(self) -> Options:
        """What the table agreed on: the same at every terminal."""
        return self._course.options

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, ``None`` when the game is over."""
        return self._course.game.decision

    def subscribe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call ``observer`` after every change; the answer ends the subscription."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    # What others do

    def news(self) -> bool:
        """Whether there may be something to catch up with; cheap, to be asked again and again."""
        return self._ledger.news()

    def catch_up(self) -> bool:
        """Take in what was done at other terminals; whether there was anything.

        Raises ``SaveError`` when the file tells what cannot have happened: the table has to be
        left then.
        """
        grown = self._ledger.catch_up()
        if grown:
            self._took_over = False
            self._changed()
        return grown

    # What persons and others do

    def submit(self, seat: int, action: Action) -> Record | None:
        """Do what a person here chose; ``None``: its dice have to be rolled first.

        Raises ``IllegalAction`` (nothing happens) or ``SaveError``.
        """
        self._expect_here(seat)

        def act() -> Record | None:
            self._expect_no_roll()
            return self._act(seat, action, BY_HAND)

        return self._do(act)

    def automatic(self) -> Automatic | None:
        """Who answers the decision that is due if no person is asked, else ``None``.

        Nobody does while dice are rolled.
        """
        return None if self._under_way is not None else self._automatics.due(self._version)

    def asked(self) -> int | None:
        """The seat of a person here who is asked now, if one is."""
        decision = self.decision
        if decision is None or decision.seat not in self.here or self._under_way is not None:
            return None
        return decision.seat if self.automatic() is None else None

    def leads(self) -> bool:
        """Whether it is this terminal that carries out what nobody is asked for.

        That is the one of the person in turn; in the turn of a computer player, or of somebody
        who is away, the first to take it on. Only when that one does nothing for long do others
        step in: the numbers of the entries keep two from doing the same thing twice. Where the
        dice are real, nobody knows how long one takes.
        """
        if self.guest and not self.here:
            return False
        turn = self._course.game.turn
        if self.seats[turn].is_person and turn in self.here:
            return True
        hangs = time.monotonic() - self._moved > PATIENCE and not self.options.real_dice
        self._took_over = self._took_over or hangs
        if self._took_over:
            return True
        led_there = self.seats[turn].is_person and self._chairs.taken(turn)
        return not led_there and self._chairs.lead()

    def answer(self, automatic: Automatic, action: Action) -> Record | None:
        """Carry out an automatic decision if it is still due as it was, and ours to carry out.

        ``None`` if not, or if its dice have to be rolled first.
        """
        self._keep_up()
        if not automatic.same(self.automatic()) or not (automatic.by == "order" or self.leads()):
            return None
        try:
            record = self._act(automatic.seat, action, automatic.by)
        except Overtaken:
            self.catch_up()
            return None
        self._changed()
        return record

    def step(self) -> Record | None:
        """Do one automatic step if one is due, and ours to carry out."""
        automatic = self.automatic()
        return None if automatic is None else self.answer(automatic, automatic.think())

    # Real dice

    @property
    def rolling(self) -> Rolling | None:
        """The dice that are to be rolled by people at this terminal.

        A person's are rolled where he sits, those of others where the computer players are
        moved. Where nobody can ask a person for his, or there are dice of several seats,
        whoever has chosen the step rolls them.
        """
        step = self._under_way
        return None if step is None or not self._roll_here(step.rolling) else step.rolling

    @property
    def awaited(self) -> Rolling | None:
        """The dice that are to be rolled at another terminal before the game goes on."""
        step = self._under_way
        return None if step is None or self._roll_here(step.rolling) else step.rolling

    def roll(self, faces: Sequence[int]) -> Record | None:
        """Play on with the dice that were asked for; ``None``: the step needs more of them.

        Raises ``RiskError`` for what cannot be these dice, ``SaveError`` when they cannot be
        saved; the same dice are asked for again then.
        """
        asked = self._under_way

        def play_on() -> Record | None:
            step = self._under_way
            if step is None or step != asked or self.rolling is None:
                raise IllegalAction("no dice are asked for now")
            return self._finish(with_dice(self._course, step, faces))

        return self._do(play_on)

    def cancel_roll(self) -> None:
        """Withdraw what a person here chose or ordered, before any die of it is rolled.

        Raises ``IllegalAction`` when it is too late, or there is nothing to withdraw.
        """
        step = self._under_way
        if step is None or step.rolling is None:
            raise IllegalAction("no dice are asked for now")
        if self._waits is None or not step.rolling.may_cancel:
            raise no_withdrawing(step.rolling)
        if self._waits.by != BY_HAND:
            self._automatics.orders.pop(step.seat, None)
        self._waits = None
        self._changed()

    @property
    def _under_way(self) -> Tried | None:
        """The step that waits for dice: known to all, or chosen here and known to nobody else."""
        pending, waits = self._course.pending, self._waits
        if pending is not None or waits is None:
            return pending
        ours = waits.still(self._course, self.here) and self._roll_here(waits.step.rolling)
        return waits.step if ours else None

    def _roll_here(self, rolling: Rolling | None) -> bool:
        """Whether dice are rolled by people at this terminal."""
        if rolling is None:
            return False
        whose = rolling.seats[0] if len(rolling.seats) == 1 else rolling.seat
        if self.seats[whose].is_person:
            for seat in (whose, rolling.seat):
                if self.seats[seat].is_person and seat in self.here:
                    return True
                if self.seats[seat].is_person and self._chairs.taken(seat):
                    return False
        return self.leads()

    def _expect_no_roll(self) -> None:
        if self.awaited is not None:
            raise IllegalAction("the dice come first: they are rolled at another terminal")
        if self.rolling is not None:
            raise IllegalAction("the dice come first: roll them, and type what they show")

    def _act(self, seat: int, action: Action, by: str) -> Record | None:
        if not self.options.real_dice:
            return self._ledger.submit(seat, action)
        course = self._course
        return self._finish(tried(course.game, seat, action, (), course.luck), by)

    def _finish(self, step: Tried, by: str = BY_HAND) -> Record | None:
        """Do a step, or let it wait for its dice.

        Once a die was rolled, or others have to roll the first ones, all must know of it.
        """
        rolling = step.rolling
        if rolling is not None and not rolling.begun and self._roll_here(rolling):
            self._waits = Waiting.of(self._course, step, by)
            return None
        record = None
        if rolling is None:
            record = self._ledger.submit(step.seat, step.action, step.outcomes)
        else:
            self._ledger.roll(step.seat, step.action, step.outcomes)
        self._waits = None
        return record

    # How it is done

    def _do(self, step: Callable[[], _Done]) -> _Done:
        """Do something on top of all that was done at other terminals meanwhile."""
        self._keep_up()
        for _ in range(_ATTEMPTS):
            try:
                done = step()
            except Overtaken:
                self.catch_up()
            else:
                self._changed()
                return done
        raise Overtaken(f"other terminals are too quick at {self.name}; try again")

    def _keep_up(self) -> None:
        if self.news():
            self.catch_up()

    def _changed(self) -> None:
        self._version += 1
        self._moved = time.monotonic()
        for observer in tuple(self._observers):
            observer()
