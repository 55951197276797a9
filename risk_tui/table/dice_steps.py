"""Steps with real dice, which wait until players have rolled the dice and typed them in.

A step is tried on a copy of the game with the dice that are known, and done when no dice are
missing. Until its first die is typed, only the terminal where the step was chosen knows about it,
unless another terminal has to roll. After that, the step is in the game's file and can continue at
any terminal. Dice that were typed incorrectly can be corrected.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from risk_tui.data.language import _, join_and, ngettext
from risk_tui.engine import events
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import Chance, ManualChance, RecordedChance
from risk_tui.engine.game import Game
from risk_tui.engine.records import Outcome, Record
from risk_tui.engine.state import Battle
from risk_tui.errors import ChanceError, DiceRequired, IllegalAction

BY_HAND = ""
"""The decider of an action that a person chose."""

ORDER = "order"
"""The decider of an action that a person ordered."""

BY_PEOPLE = (BY_HAND, ORDER)
"""The deciders of actions that a person chose or ordered."""

NO_LUCK = RecordedChance(())
"""A source of chance that raises ``ChanceError`` when it is used."""

_SIDES = 6


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """The dice that have to be rolled now for a step of ``seat``.

    Args:
        seat: The seat that takes the step.
        seats: The seat that rolls all dice, or several seats that roll one die each, in this order.
        count: The number of dice.
        battle: The battle with its dice so far; ``None`` for a roll outside battles.
        is_begun: True if dice or cards of this step are fixed, so the step must be finished.
        may_cancel: True if the player who chose the step may withdraw it at this terminal.
        typed_before: The dice that a correction replaced, if this step was corrected.
    """

    seat: int
    seats: tuple[int, ...]
    count: int
    battle: Battle | None
    is_begun: bool
    may_cancel: bool = False
    typed_before: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """The purpose: ``first`` (turn), ``attack``, ``defence``, or ``again`` to reroll a die.

        ``alone`` is any other roll outside battles, by one seat.
        """
        if self.battle is None:
            return "first" if len(self.seats) > 1 else "alone"
        if not self.battle.attack:
            return "attack"
        return "again" if self.battle.defence else "defence"

    def check(self, faces: Sequence[int]) -> None:
        """Raise ``ChanceError`` unless these are the right number of valid dice."""
        check_faces(faces)
        if len(faces) != self.count:
            problem = ngettext(
                "one die is needed, not {given}: e.g. {example}",
                "{number} dice are needed, not {given}: e.g. {example}",
                self.count,
                given=len(faces),
                example=" ".join("642135"[: self.count]),
            )
            raise ChanceError(problem)


def check_faces(faces: Sequence[int]) -> None:
    """Raise ``ChanceError`` unless all faces are 1 to 6."""
    wrong = [face for face in faces if not 1 <= face <= _SIDES]
    if wrong:
        raise ChanceError(_("a die shows 1 to 6, not {wrong}", wrong=wrong[0]))


@dataclass(frozen=True, slots=True)
class PartialStep:
    """A step with its dice so far; ``dice_request`` is ``None`` if no dice are missing."""

    seat: int
    action: Action
    outcomes: tuple[Outcome, ...] = ()
    dice_request: DiceRequest | None = None


def dry_run(
    game: Game, seat: int, action: Action, outcomes: Sequence[Outcome], luck: Chance = NO_LUCK
) -> PartialStep:
    """Try a step with its dice and cards so far, without changing the game.

    Args:
        game: The game before the step.
        seat: The seat that takes the step.
        action: The action of the step.
        outcomes: Its dice and cards so far.
        luck: The source of cards and shuffles that are needed before the next dice.

    Raises:
        IllegalAction: If the rules do not allow the step.
        ChanceError: If the outcomes are impossible.
    """
    recorded = list(outcomes)
    copy = game.copy(ManualChance(luck, recorded))
    request = None
    try:
        copy.apply(action, seat=seat)
    except DiceRequired as error:
        battle = copy.state().battle
        request = DiceRequest(seat, error.seats, error.count, battle, is_begun=bool(outcomes))
    return PartialStep(seat, action, tuple(recorded), request)


def cancel_error(request: DiceRequest) -> IllegalAction:
    """Return the error for a step that can't be withdrawn."""
    if request.is_begun:
        return IllegalAction(_("this step has begun; roll its remaining dice"))
    return IllegalAction(_("roll these dice first"))


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were typed together; ``index`` is the number of this outcome in its step."""

    index: int
    seats: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CorrectableStep:
    """The step whose dice were rolled last, and the game ``before`` it.

    ``count`` is the number of steps that a correction of its dice takes back: this step and the
    bots' steps after it, or 0 if the step waits for more dice.
    """

    before: Game
    seat: int
    action: Action
    outcomes: tuple[Outcome, ...]
    count: int

    @property
    def rolls(self) -> list[Roll]:
        """All rolls of the step so far.

        Raises:
            IllegalAction: If cards were dealt, too.
        """
        recorder = _DiceRecorder(self.outcomes)
        with suppress(DiceRequired):
            self.before.copy(recorder).apply(self.action, seat=self.seat)
        if len(recorder.rolls) != len(self.outcomes):
            raise IllegalAction(_("cards were dealt in this step, so its dice can't be corrected"))
        return recorder.rolls


class _DiceRecorder(ManualChance):
    """Replays recorded outcomes and lists those that are dice."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        super().__init__(NO_LUCK, list(outcomes))
        self.rolls: list[Roll] = []

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        faces = super().dice(count, seats)
        self.rolls.append(Roll(self._used - 1, tuple(seats), faces))
        return faces


def shows_secrets(record: Record) -> bool:
    """Return True if a step with dice revealed a secret, so that its dice can't be corrected."""
    return record.shows_territories or any(
        event.reveals_secret or event.redacted_for(None) != event for event in record.events
    )


def correct_outcomes(
    step_to_correct: CorrectableStep,
    faces: Sequence[int],
    local_seats: Collection[int],
    luck: Chance,
) -> tuple[Outcome, ...]:
    """Return the outcomes of a step with corrected dice.

    Args:
        step_to_correct: The step.
        faces: All dice of the step, or those of one roll.
        local_seats: The seats whose roll is meant if several rolls have this number of dice.
        luck: The source of cards and shuffles that the step still needs.

    Raises:
        ChanceError: If these dice are impossible, or it is unclear which roll is meant.
        IllegalAction: If the dice are the same as before, or can't be corrected.
    """
    check_faces(faces)
    rolls = step_to_correct.rolls
    changed = (
        rolls
        if len(faces) == sum(len(roll.faces) for roll in rolls)
        else [_matching_roll(rolls, faces, local_seats)]
    )
    outcomes, remaining = list(step_to_correct.outcomes), list(faces)
    for roll in changed:
        outcomes[roll.index] = tuple(remaining[: len(roll.faces)])
        del remaining[: len(roll.faces)]
    if tuple(outcomes) == step_to_correct.outcomes:
        raise IllegalAction(_("those are the same dice"))
    try:
        return _complete(step_to_correct, outcomes, luck)
    except ChanceError:
        # The corrected roll leads to other later rolls (other seats tie), so those are repeated.
        return _complete(step_to_correct, outcomes[: changed[0].index + 1], luck)


def _complete(
    step_to_correct: CorrectableStep, outcomes: Sequence[Outcome], luck: Chance
) -> tuple[Outcome, ...]:
    """Return outcomes with those that ``luck`` adds, or raise ``ChanceError`` if any is unused."""
    step = dry_run(
        step_to_correct.before, step_to_correct.seat, step_to_correct.action, outcomes, luck
    )
    if step.dice_request is None:
        step_to_correct.before.copy().replay_step(step.seat, step.action, step.outcomes)
    return step.outcomes


def _matching_roll(
    rolls: Sequence[Roll], faces: Sequence[int], local_seats: Collection[int]
) -> Roll:
    """Return the roll that ``faces`` correct, or raise ``ChanceError`` if it is not clear which."""
    matches = [roll for roll in rolls if len(roll.faces) == len(faces)]
    ours = [roll for roll in matches if not set(roll.seats).isdisjoint(local_seats)]
    for candidates in (ours, matches):
        if len(candidates) == 1:
            return candidates[0]
    dice = join_and([" ".join(map(str, roll.faces)) for roll in rolls])
    example = " ".join(str(face) for roll in rolls for face in roll.faces)
    problem = (
        _("it is not clear which dice are meant")
        if matches
        else _("the dice were {dice}", dice=dice)
    )
    raise ChanceError(
        _(
            "{problem}; type all dice of the step again, e.g. correct {example}",
            problem=problem,
            example=example,
        )
    )


def make_correction_event(
    seat: int, before: Sequence[Outcome], after: Sequence[Outcome]
) -> events.RollCorrected:
    """Return the event for a correction by a seat, with the dice of the rolls that changed."""
    changed = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    typed = chain.from_iterable(old for old, _new in changed if isinstance(old, tuple))
    rolled = chain.from_iterable(new for _old, new in changed if isinstance(new, tuple))
    return events.RollCorrected(seat, tuple(typed), tuple(rolled))
