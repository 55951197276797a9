"""What an attacker may do to his dice: the card that lets him re-roll one, and the commander.

Both act when both sides' dice lie on the table (US 1980, FAQ part 2). Used as well as can be,
that is for the greatest chance of conquest, they are counted exactly: position by position from
the end of the fight backwards. That is slow for great armies, where they matter little: there
they are left out. So they are where the defender sees the roll, because his best answer to dice
that may still be changed is not known.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias

from risk_tui.engine.rules.combat import SIX, Combat, changed_die
from risk_tui.odds.cast import FACES, Roll, rolls
from risk_tui.odds.ends import added, total
from risk_tui.odds.shares import Number

if TYPE_CHECKING:
    from risk_tui.engine.sections import Combat as CombatSection
    from risk_tui.odds.ends import Ends
    from risk_tui.odds.shares import Share, Shares


class Powers(NamedTuple):
    """What an attacker can do: ``reroll`` one die of every cast, ``commander`` once in the fight.

    For a re-roll he has to hold the card of either territory; the commander acts once a turn.
    """

    reroll: bool = False
    commander: bool = False


NONE = Powers()

_REROLLS, _COMMANDS = 400, 4_000
"""Products of the two sides' armies up to which a power is counted."""


def counted(powers: Powers, combat: CombatSection, positions: int) -> Powers:
    """Those of the powers that a ruleset has and that are counted for so many positions."""
    if combat.defence_choice == "seen":
        return NONE
    return Powers(
        powers.reroll and combat.reroll and positions <= _REROLLS,
        powers.commander and combat.commander and positions <= _COMMANDS,
    )


Fate: TypeAlias = "tuple[int, int]"
"""Armies that the attacker loses if the dice stand, and if the commander turns the best one.

Without a commander both are the same. What the attacker does not lose the defender loses.
"""

Option: TypeAlias = "tuple[tuple[Fate, int], ...]"
"""A choice of the attacker: its fates, counted by the faces of a die."""


class Throw(NamedTuple):
    """Rolls that leave the attacker the same options, and in how many ways they fall."""

    options: tuple[Option, ...]
    ways: int


@cache
def throws(attack_dice: int, defence_dice: int, powers: Powers) -> tuple[Throw, ...]:
    """All rolls of both sides, gathered by the options that they leave the attacker."""
    counts: Counter[tuple[Option, ...]] = Counter()
    for attack, ways in rolls(attack_dice).items():
        for defence, other_ways in rolls(defence_dice).items():
            counts[_options(attack, defence, powers)] += ways * other_ways
    return tuple(Throw(options, ways) for options, ways in counts.items())


def _options(attack: Roll, defence: Roll, powers: Powers) -> tuple[Option, ...]:
    """To let the dice stand or be turned, then to roll one of them again first."""
    fate = _fate(attack, defence, powers.commander)
    found: dict[Option, None] = {((fate, FACES),): None}
    if powers.reroll and fate[0]:
        for face in set(attack):
            rolled = (changed_die(attack, face, new) for new in range(1, FACES + 1))
            fates = Counter(_fate(each, defence, powers.commander) for each in rolled)
            found[tuple(sorted(fates.items()))] = None
    return tuple(found)


def _fate(attack: Roll, defence: Roll, commander: bool) -> Fate:
    lost, _ = Combat.losses(attack, defence)
    if not commander or not lost:
        return lost, lost
    turned = (Combat.losses(changed_die(attack, face, SIX), defence)[0] for face in set(attack))
    return lost, min(turned)


def played_out(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    stop_at: int,
    powers: Powers,
    shares: Shares[Number],
) -> Ends[Number]:
    """The ends of a fight in which the attacker uses ``powers`` as well as he can."""
    first = _stage(combat, stop_at, powers, shares)
    first.grow(attackers, defenders)
    zero = shares.number(0)
    stages = list(dict.fromkeys(first.stages))
    reached = {stage: [[zero] * (defenders + 1) for _ in range(attackers + 1)] for stage in stages}
    reached[first][attackers][defenders] = shares.number(1)
    for here in stages:
        for a in range(attackers, stop_at, -1):
            for d in range(defenders, 0, -1):
                weight, reached[here][a][d] = reached[here][a][d], zero
                for (lost, killed, share), stage in here.moves[a][d] if weight else ():
                    reached[stage][a - lost][d - killed] += weight * share
    return [added([ends[a] for ends in reached.values()]) for a in range(attackers + 1)]


@lru_cache(64)
def _stage(
    combat: CombatSection, stop_at: int, powers: Powers, shares: Shares[Number]
) -> _Stage[Number]:
    then = None
    if powers.commander:
        then = _stage(combat, stop_at, powers._replace(commander=False), shares)
    return _Stage(Combat(combat), stop_at, powers, shares.number, then)


Move: TypeAlias = "tuple[Share[Number], _Stage[Number]]"
"""A way in which a cast ends, and the stage in which the fight goes on."""


class _Stage(Generic[Number]):
    """The part of a fight in which the powers stay the same; ``then`` is the part after it.

    It knows the best use of the powers in every position up to the greatest armies that it met.
    """

    def __init__(
        self,
        rule: Combat,
        stop_at: int,
        powers: Powers,
        number: type[Number],
        then: _Stage[Number] | None,
    ) -> None:
        self._rule = rule
        self._stop_at = stop_at
        self._powers = powers
        self._number: type[Number] = number
        self.stages: tuple[_Stage[Number], _Stage[Number]] = (self, then or self)
        """Where the fight goes on: while the commander is kept, and when he has acted."""
        self._chances: list[list[Number]] = []
        """Of conquest, by free attackers and defenders."""
        self.moves: list[list[list[Move[Number]]]] = []
        """What the next cast leads to, likewise."""

    def grow(self, attackers: int, defenders: int) -> None:
        """Know all positions up to these armies."""
        if self.stages[1] is not self:
            self.stages[1].grow(attackers, defenders)
        for a in range(attackers + 1):
            if a == len(self._chances):
                self._chances.append([self._number(1)])
                self.moves.append([[]])
            for d in range(len(self.moves[a]), defenders + 1):
                moves = self._best(a, d) if a > self._stop_at else []
                worth = [
                    share * stage._chances[a - lost][d - killed]
                    for (lost, killed, share), stage in moves
                ]
                self.moves[a].append(moves)
                self._chances[a].append(total(worth, self._number(0)))

    def _best(self, a: int, d: int) -> list[Move[Number]]:
        """What follows the next cast if the attacker chooses what makes conquest likeliest."""
        dice = self._rule.attack_most(a + 1)
        defence = self._rule.defence_most(d, dice)
        compared = min(dice, defence)
        after = [
            [stage._chances[a - lost][d - compared + lost] for lost in range(compared + 1)]
            for stage in self.stages
        ]
        # The commander is kept where he would gain nothing.
        ends = {
            (lost, turned): max((0, lost), (1, turned), key=lambda end: after[end[0]][end[1]])
            for lost in range(compared + 1)
            for turned in range(lost + 1)
        }
        worth = {fate: after[stage][lost] for fate, (stage, lost) in ends.items()}
        ways: Counter[tuple[int, int]] = Counter()
        for options, count in throws(dice, defence, self._powers):
            best = options[0]
            if len(options) > 1:
                best = max(options, key=lambda each: sum(n * worth[fate] for fate, n in each))
            for fate, faces in best:
                ways[ends[fate]] += count * faces
        whole = self._number(FACES ** (dice + defence + 1))
        return [
            ((lost, compared - lost, number / whole), self.stages[stage])
            for (stage, lost), number in ways.items()
        ]
