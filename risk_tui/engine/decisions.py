"""Which decision is due, of whom, and within which bounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Decision:
    """The common base; ``seat`` is the seat that has to decide, not always the one in turn.

    ``private`` tells that it is decided with a look at something hidden: cards, a mission, a
    secret choice. Whoever shares a screen should then be alone with it.
    """

    kind: ClassVar[str] = ""
    private: ClassVar[bool] = False
    seat: int

    def seen_by(self, seat: int | None) -> Decision:
        """The decision as ``seat`` (``None``: a spectator) may know it."""
        return self


@dataclass(frozen=True, slots=True)
class ToBegin(Decision):
    """The game is set up and waits for its opening roll."""

    kind: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class ToClaim(Decision):
    """Claim a free territory; ``free`` territories are left."""

    kind: ClassVar[str] = "claim"
    free: int


@dataclass(frozen=True, slots=True)
class ToPlace(Decision):
    """Place starting armies: at most ``most`` now, ``unplaced`` in all.

    ``neutral`` of the neutral army's are placed in the same go.
    """

    kind: ClassVar[str] = "place"
    most: int
    unplaced: int
    neutral: int = 0


@dataclass(frozen=True, slots=True)
class ToChooseCapital(Decision):
    """Choose one of one's territories as the capital; nobody sees it before all have chosen."""

    kind: ClassVar[str] = "capital"
    private: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ToDeclare(Decision):
    """Choose for this turn: reinforce with ``armies`` for territories, or attack without them."""

    kind: ClassVar[str] = "declare"
    private: ClassVar[bool] = True
    armies: int


@dataclass(frozen=True, slots=True)
class ToReinforce(Decision):
    """Place ``armies`` armies; sets may be traded meanwhile, or must be when ``must_trade``.

    Whether a hand holds a set is known to its owner only. ``force`` is the seat whose armies
    they are: the decider's own, or the Allied Army's.
    """

    kind: ClassVar[str] = "reinforce"
    private: ClassVar[bool] = True
    armies: int
    may_trade: bool
    must_trade: bool
    force: int

    def seen_by(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False, must_trade=False)


@dataclass(frozen=True, slots=True)
class ToTrade(Decision):
    """Trade a set of cards; it may be left alone unless ``must_trade``.

    ``may_trade`` is false for a hand without a set, which is asked like any other.
    """

    kind: ClassVar[str] = "trade"
    private: ClassVar[bool] = True
    may_trade: bool
    must_trade: bool

    def seen_by(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False, must_trade=False)


@dataclass(frozen=True, slots=True)
class ToAttack(Decision):
    """Attack, or end the attacks of this turn.

    ``armies`` may be placed meanwhile, and sets be traded, where the rules allow it. ``force``
    is the seat whose armies attack: the decider's own, or the Allied Army's.
    """

    kind: ClassVar[str] = "attack"
    private: ClassVar[bool] = True
    armies: int
    may_trade: bool
    force: int

    def seen_by(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False)


@dataclass(frozen=True, slots=True)
class ToDefend(Decision):
    """Choose 1 to ``most`` dice for ``target``, attacked from ``source`` with ``attack_dice``.

    ``rolled`` holds the attacker's dice from high to low where the rules show them first.
    ``force`` is the seat that is attacked: the decider's own, or a neutral army.
    """

    kind: ClassVar[str] = "defend"
    source: int
    target: int
    attack_dice: int
    most: int
    rolled: tuple[int, ...]
    force: int


@dataclass(frozen=True, slots=True)
class ToAlter(Decision):
    """Change one of the ``attack`` dice before they count, or let them stand.

    ``may_reroll``: the hand holds a card of either territory; everybody with a card is asked,
    so that the question gives nothing away. ``may_command``: the commander has not acted yet.
    """

    kind: ClassVar[str] = "alter"
    private: ClassVar[bool] = True
    source: int
    target: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    may_reroll: bool
    may_command: bool

    def seen_by(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_reroll=False)


@dataclass(frozen=True, slots=True)
class ToOccupy(Decision):
    """Move ``least`` to ``most`` armies from ``source`` into the conquered ``target``.

    ``force`` is the seat whose armies they are: the decider's own, or the Allied Army's.
    """

    kind: ClassVar[str] = "occupy"
    private: ClassVar[bool] = True
    source: int
    target: int
    least: int
    most: int
    force: int


@dataclass(frozen=True, slots=True)
class ToFortify(Decision):
    """Fortify, or end the turn."""

    kind: ClassVar[str] = "fortify"
    private: ClassVar[bool] = True


DECISIONS: tuple[type[Decision], ...] = (
    ToBegin,
    ToClaim,
    ToPlace,
    ToChooseCapital,
    ToDeclare,
    ToReinforce,
    ToTrade,
    ToAttack,
    ToDefend,
    ToAlter,
    ToOccupy,
    ToFortify,
)
"""Every kind of decision, in the order of a game."""
