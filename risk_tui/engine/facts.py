"""What came of a step, fact by fact.

Facts are plain data, written for everybody who watches; a fact that only some seats may know
(which card was drawn) can be reduced to what any one seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar


class How(StrEnum):
    """What wins a game."""

    CONQUEST = "conquest"
    LAST_STANDING = "last standing"
    MISSION = "mission"
    CAPITALS = "capitals"
    OBJECTIVES = "objectives"
    TURN_LIMIT = "turn limit"


@dataclass(frozen=True, slots=True)
class Fact:
    """The common base of all facts.

    ``reveals`` tells that a step with such a fact cannot be taken back: somebody learnt from it.
    """

    reveals: ClassVar[bool] = False

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
class AlliesPlaced(Fact):
    """The Allied Army stands on every territory that nobody claimed, ``armies`` on each."""

    seat: int
    territories: tuple[int, ...]
    armies: int


@dataclass(frozen=True, slots=True)
class CitiesPlaced(Fact):
    """Cities were put on territories by lot."""

    territories: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MissionsDealt(Fact):
    """A seat was dealt ``count`` secret missions; ``missions`` is empty for everybody else."""

    seat: int
    count: int
    missions: tuple[int, ...]

    def seen_by(self, seat: int | None) -> Fact:
        return self if seat == self.seat else replace(self, missions=())


@dataclass(frozen=True, slots=True)
class MissionsLeft(Fact):
    """These missions were dealt to nobody."""

    missions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MissionsShown(Fact):
    """A seat's missions were shown to everybody."""

    reveals: ClassVar[bool] = True
    seat: int
    missions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CapitalChosen(Fact):
    """A seat chose its capital; ``territory`` is ``None`` for everybody else."""

    seat: int
    territory: int | None

    def seen_by(self, seat: int | None) -> Fact:
        return self if seat == self.seat else replace(self, territory=None)


@dataclass(frozen=True, slots=True)
class CapitalsShown(Fact):
    """All capitals are known now; ``capitals[seat]`` is a territory, -1 for a seat without."""

    reveals: ClassVar[bool] = True
    capitals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declared(Fact):
    """A seat chose to attack in this turn, or else to reinforce."""

    seat: int
    attack: bool


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A free territory was claimed with one army."""

    seat: int
    territory: int


@dataclass(frozen=True, slots=True)
class Placed(Fact):
    """Armies were put on a territory of theirs; ``seat`` is whose they are."""

    seat: int
    territory: int
    armies: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A turn began; rounds count from 1."""

    reveals: ClassVar[bool] = True
    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class IncomeReceived(Fact):
    """A seat received armies to place: for its territories, and for each continent held.

    ``capitals`` are armies for capitals held.
    """

    seat: int
    territories: int
    continents: tuple[tuple[int, int], ...]
    capitals: int = 0

    @property
    def total(self) -> int:
        """All armies received."""
        return self.territories + sum(bonus for _, bonus in self.continents) + self.capitals


@dataclass(frozen=True, slots=True)
class AlliesReceived(Fact):
    """The Allied Army received armies, which ``commander`` places."""

    seat: int
    commander: int
    armies: int


@dataclass(frozen=True, slots=True)
class ArmiesLost(Fact):
    """Armies received found no room on the board."""

    seat: int
    armies: int


@dataclass(frozen=True, slots=True)
class SetTraded(Fact):
    """Cards were traded; ``armies`` excludes the bonus on a card's territory."""

    reveals: ClassVar[bool] = True
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
class DiceRolled(Fact):
    """Dice that do not count yet, from high to low; ``defence`` is empty if still to come."""

    seat: int
    source: int
    target: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieRerolled(Fact):
    """A seat showed a card and rolled a die again."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DieCommanded(Fact):
    """A seat's commander turned a die to a six."""

    seat: int
    before: int


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
class CapitalTaken(Fact):
    """The capital of ``victim`` was conquered, or won back where ``victim`` is ``seat``."""

    seat: int
    victim: int
    territory: int


@dataclass(frozen=True, slots=True)
class LandsHandedOver(Fact):
    """With its capital a seat lost all its territories, armies included."""

    seat: int
    victim: int
    territories: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatEliminated(Fact):
    """A seat is out of the game: it lost its last territory, or its capital."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class CardsTaken(Fact):
    """The cards of an eliminated seat passed to its conqueror; only those two know which."""

    reveals: ClassVar[bool] = True
    seat: int
    victim: int
    count: int
    cards: tuple[int, ...]

    def seen_by(self, seat: int | None) -> Fact:
        return self if seat in (self.seat, self.victim) else replace(self, cards=())


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Fact):
    """A seat that left the game laid its cards on the discard pile, face up."""

    reveals: ClassVar[bool] = True
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
class ObjectiveTaken(Fact):
    """A seat reached an objective (or one of its missions), the ``total``-th of ``needed``."""

    reveals: ClassVar[bool] = True
    seat: int
    objective: int
    total: int
    needed: int


@dataclass(frozen=True, slots=True)
class VictoryAnnounced(Fact):
    """A seat will have won if it holds on until its next turn."""

    reveals: ClassVar[bool] = True
    seat: int
    how: How


@dataclass(frozen=True, slots=True)
class VictoryDenied(Fact):
    """A seat could not hold what it had announced."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameWon(Fact):
    """The game is over. Several winners share a game that the turn limit ended in a tie."""

    reveals: ClassVar[bool] = True
    winners: tuple[int, ...]
    how: How
