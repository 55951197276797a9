"""What an attacker may do to his dice: the card that lets him re-roll one, and the commander.

Both act when both sides' dice lie on the table (US 1980, FAQ part 2). Used as well as can be,
that is for the greatest chance of conquest, they are counted exactly: position by position from
the end of the fight backwards. For the commander that is slow with great armies, where he matters
little: there he is left out. So are both where the defender sees the roll, because his best
answer to dice that may still be changed is not known.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise
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

_BOTH, _ALONE = 400, 4_000
"""Products of both sides' armies up to which powers are counted, two or one; re-rolls that leave
two pairs of dice to be compared always are."""


def counted(powers: Powers, combat: CombatSection, positions: int) -> Powers:
    """Those of the powers that a ruleset has and that are counted for so many positions.

    The commander, who acts once, changes the less the longer a fight is.
    """
    if combat.defence_choice == "seen":
        return NONE
    reroll = powers.reroll and combat.reroll
    reroll = reroll and (combat.defence_dice < 3 or positions <= _ALONE)
    most = _BOTH if reroll else _ALONE
    return Powers(reroll, powers.commander and combat.commander and positions <= most)


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
        self._regions: dict[tuple[int, int], tuple[list[Number], list[list[Move[Number]]]]] = {}
        """What casts of so many dice lead to where dice can only be rolled again."""

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
        if compared < 3 and self._powers == Powers(reroll=True):
            return self._best_again(a, d, dice, defence)
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

    def _best_again(self, a: int, d: int, dice: int, defence: int) -> list[Move[Number]]:
        """The same where dice can only be rolled again, and at most two are compared."""
        compared: int = min(dice, defence)
        none, one = self._chances[a][d - compared], self._chances[a - 1][d - compared + 1]
        both = self._chances[a - compared][d]
        # How much of what losing none would save is left if only one is lost.
        bend = (one - both) / (none - both) if compared == 2 and none != both else 0
        starts, moves = self._moves_by_region(dice, defence, compared)
        return moves[bisect(starts, bend) - 1]

    def _moves_by_region(
        self, dice: int, defence: int, compared: int
    ) -> tuple[list[Number], list[list[Move[Number]]]]:
        found = self._regions.get((dice, defence))
        if found is None:
            whole = self._number(FACES ** (dice + defence + 1))
            starts, all_ways = zip(*regions(dice, defence), strict=True)
            moves: list[list[Move[Number]]] = [
                [((lost, compared - lost, n / whole), self) for lost, n in enumerate(ways) if n]
                for ways in all_ways
            ]
            found = self._regions[dice, defence] = [self._number(each) for each in starts], moves
        return found


@cache
def regions(attack_dice: int, defence_dice: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    """For whom it pays to roll which die again: where a region starts, and the ways of each loss.

    A position is told by one number, 0 to 1: what losing one army leaves of what none would save.
    What an option is worth is a straight line over it, so the best options change at few places.
    """
    kinds = [
        ([_by_loss(option) for option in throw.options], throw.ways)
        for throw in throws(attack_dice, defence_dice, Powers(reroll=True))
    ]
    starts = {Fraction(0)}
    for options, _ in kinds:
        for one, other in combinations(options, 2):
            if one[1] != other[1]:
                starts.add(Fraction(one[0] - other[0], other[1] - one[1]))
    inside = sorted(start for start in starts if 0 <= start < 1)
    found: list[tuple[Fraction, tuple[int, ...]]] = []
    for start, end in pairwise([*inside, Fraction(1)]):
        ways = [0, 0, 0]
        for options, count in kinds:
            best = max(options, key=lambda each: each[0] + each[1] * (start + end) / 2)
            ways = [before + count * faces for before, faces in zip(ways, best, strict=True)]
        found.append((start, tuple(ways)))
    return found


def _by_loss(option: Option) -> tuple[int, int, int]:
    """The faces of a die by the armies that the attacker loses: none, one, two."""
    faces = [0, 0, 0]
    for (lost, _), count in option:
        faces[lost] += count
    return faces[0], faces[1], faces[2]
