"""Which decision is due, of whom, and within which bounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Decision:
    """The common base; ``seat`` is the seat that has to decide, not always the one in turn."""

    kind: ClassVar[str] = ""
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
    """Place starting armies: at most ``most`` now, ``unplaced`` in all."""

    kind: ClassVar[str] = "place"
    most: int
    unplaced: int


@dataclass(frozen=True, slots=True)
class ToReinforce(Decision):
    """Place ``armies`` armies; sets may be traded meanwhile, or must be when ``must_trade``.

    Whether a hand holds a set is known to its owner only.
    """

    kind: ClassVar[str] = "reinforce"
    armies: int
    may_trade: bool
    must_trade: bool

    def seen_by(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, may_trade=False, must_trade=False)


@dataclass(frozen=True, slots=True)
class ToTrade(Decision):
    """Trade a set of cards; it may be left alone unless ``must_trade``."""

    kind: ClassVar[str] = "trade"
    must_trade: bool

    def seen_by(self, seat: int | None) -> Decision:
        return self if seat == self.seat else replace(self, must_trade=False)


@dataclass(frozen=True, slots=True)
class ToAttack(Decision):
    """Attack, or end the attacks of this turn."""

    kind: ClassVar[str] = "attack"


@dataclass(frozen=True, slots=True)
class ToDefend(Decision):
    """Choose 1 to ``most`` dice for ``target``, attacked from ``source`` with ``attack_dice``."""

    kind: ClassVar[str] = "defend"
    source: int
    target: int
    attack_dice: int
    most: int


@dataclass(frozen=True, slots=True)
class ToOccupy(Decision):
    """Move ``least`` to ``most`` armies from ``source`` into the conquered ``target``."""

    kind: ClassVar[str] = "occupy"
    source: int
    target: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ToFortify(Decision):
    """Fortify, or end the turn."""

    kind: ClassVar[str] = "fortify"
