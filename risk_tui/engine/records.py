"""What happened: an action, the chance outcomes that it took, and the facts that followed.

Facts are plain data, written for everybody who watches; a fact that only some seats may know
(which card was drawn) can be reduced to what any one seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action

Outcome: TypeAlias = "int | tuple[int, ...]"
"""One answer of chance: faces of dice, an order (a permutation), or a pick (an index)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The common base of all facts."""

    def seen_by(self, seat: int | None) -> Fact:
        """The fact as ``seat`` (``None``: a spectator) may know it."""
        return self


@dataclass(frozen=True, slots=True)
class FirstRolled(Fact):
    """Dice were rolled for the first turn; ``rolls`` holds one tuple of (seat, face) a round."""

    rolls: tuple[tuple[tuple[int, int], ...], ...]
    seat: int


@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """The territories were dealt, one army on each; ``owners[territory]`` is a seat."""

    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A free territory was claimed with one army."""

    seat: int
    territory: int


@dataclass(frozen=True, slots=True)
class Placed(Fact):
    """Armies were put on a territory of the seat's own."""

    seat: int
    territory: int
    armies: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A turn began; rounds count from 1."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class IncomeReceived(Fact):
    """A seat received armies to place: for its territories, and for each continent held."""

    seat: int
    territories: int
    continents: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """All armies received."""
        return self.territories + sum(bonus for _, bonus in self.continents)


@dataclass(frozen=True, slots=True)
class SetTraded(Fact):
    """Three cards were traded; ``armies`` excludes the bonus on a card's territory."""

    seat: int
    cards: tuple[int, ...]
    armies: int


@dataclass(frozen=True, slots=True)
class BattleDeclared(Fact):
    """An attack was announced and waits for the defender's choice of dice."""

    seat: int
    source: int
    target: int
    dice: int


@dataclass(frozen=True, slots=True)
class BattleFought(Fact):
    """One cast of the dice, each side's dice from high to low, and what it cost."""

    attacker: int
    defender: int
    source: int
    target: int
    attack_dice: tuple[int, ...]
    defence_dice: tuple[int, ...]
    attacker_losses: int
    defender_losses: int


@dataclass(frozen=True, slots=True)
class Conquered(Fact):
    """A territory changed hands and waits for its new garrison."""

    seat: int
    territory: int
    victim: int


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """Armies moved between two territories of one seat: an occupation or a fortification."""

    seat: int
    source: int
    target: int
    armies: int
    fortified: bool


@dataclass(frozen=True, slots=True)
class SeatEliminated(Fact):
    """A seat lost its last territory."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class CardsTaken(Fact):
    """The cards of an eliminated seat passed to its conqueror; only those two know which."""

    seat: int
    victim: int
    count: int
    cards: tuple[int, ...]

    def seen_by(self, seat: int | None) -> Fact:
        return self if seat in (self.seat, self.victim) else replace(self, cards=())


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Fact):
    """A seat that left the game laid its cards on the discard pile."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Fact):
    """The deck was used up and the discard pile became the new one."""

    count: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Fact):
    """A seat drew a card; ``card`` is ``None`` for everybody else."""

    seat: int
    card: int | None

    def seen_by(self, seat: int | None) -> Fact:
        return self if seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class SeatResigned(Fact):
    """A seat left the game; its armies are neutral from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameWon(Fact):
    """The game is over. ``how`` is ``conquest``, ``last standing`` or ``turn limit``.

    Several winners share a game that the turn limit ended in a tie.
    """

    winners: tuple[int, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Record:
    """One step of a game: who did what, what chance gave, and what came of it.

    ``chance`` and ``facts`` together are enough to play the step again without luck.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...]
    facts: tuple[Fact, ...]

    def seen_by(self, seat: int | None) -> Record:
        """The record as ``seat`` may know it; raw chance outcomes are left out."""
        return Record(self.seat, self.action, (), tuple(fact.seen_by(seat) for fact in self.facts))

    @property
    def reveals(self) -> bool:
        """Whether the step cannot be taken back: it rolled, drew or showed something.

        Asked of a whole record, not of one reduced by ``seen_by``.
        """
        return bool(self.chance) or any(isinstance(fact, _REVEALING) for fact in self.facts)


_REVEALING = (SetTraded, TurnBegan, GameWon)
