"""Luck is zero on average, and every die is counted for its seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import BattleDeclared, BattleResolved, DiceRolled, Event, FirstRolled
from risk_tui.engine.game import Game, GameSetup
from risk_tui.odds.luck import BattleDice, DiceLuck, dice_of_seats, merge_seats
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.variants.changed_dice import DieRerolled, DieTurned
from tests.engine.policy import choose
from tests.odds.rules import all_rolls

ANN, BEN, CID = range(3)
HERE, THERE = 0, 1
OWNER = (ANN, BEN)


def counted(*facts: Event) -> list[DiceLuck]:
    """Return the dice of Ann, Ben and Cid."""
    return dice_of_seats(facts, 3, OWNER)


def fought(attack: Sequence[int], defence: Sequence[int]) -> BattleResolved:
    """Return a battle of Ann against Ben with these dice."""
    lost = CombatRules.losses(attack, defence)
    return BattleResolved(ANN, BEN, HERE, THERE, tuple(attack), tuple(defence), *lost)


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2)])
def test_luck_is_zero_on_average_with_the_exact_variance(attack: int, defence: int) -> None:
    """Count all rolls of one size once."""
    total, square = Fraction(), Fraction()
    for attacking, defending in product(all_rolls(attack), all_rolls(defence)):
        number = all_rolls(attack)[attacking] * all_rolls(defence)[defending]
        ann, ben, _ = counted(fought(attacking, defending))
        assert ann.luck == -ben.luck == ann.attack.luck
        total += number * ann.luck
        square += number * ann.luck**2
    assert total == 0
    assert square == ann.attack.variance * 6 ** (attack + defence)


@pytest.mark.parametrize("seen", [(6, 6, 1), (5, 4, 4), (2, 1, 1), (4,)])
def test_luck_of_informed_defenders_is_zero_for_any_choice(
    seen: tuple[int, ...],
) -> None:
    announced = DiceRolled(ANN, HERE, THERE, seen, ())
    for dice in (1, 2):
        lucks = [
            counted(announced, fought(seen, defence))[BEN].luck
            for defence in all_rolls(dice).elements()
        ]
        assert sum(lucks) == 0
        assert len(set(lucks)) > 1


def test_certain_roll_has_no_luck() -> None:
    """No die of the defender loses against a one."""
    ann, ben, _ = counted(DiceRolled(ANN, HERE, THERE, (1,), ()), fought((1,), (3,)))
    assert ann.luck == ben.luck == 0
    assert ben.chance == 1


def test_luck_compares_losses_with_expected_ones() -> None:
    """Three dice against two cost the attacker 0.921 armies, the defender 1.079 (FAQ Q3.2)."""
    ann, ben, _ = counted(*[fought((6, 5, 1), (5, 4))] * 10)
    assert (ann.attack.battles, ann.attack.lost, ann.attack.beaten) == (10, 0, 20)
    assert float(ann.attack.expected_lost) == pytest.approx(9.21, abs=0.01)
    assert float(ann.attack.expected_beaten) == pytest.approx(10.79, abs=0.01)
    assert (ben.defence.battles, ben.defence.lost, ben.defence.beaten) == (10, 20, 0)
    assert ben.defence.expected_lost == ann.attack.expected_beaten
    assert ann.luck == -ben.luck == 2 * ann.attack.expected_lost
    assert ann.defence.battles == ben.attack.battles == 0


def exact_chance(throws: Sequence[BattleDice], lost: int, *, lucky: bool) -> float:
    """Return the chance that the attacker loses at most, or at least, ``lost`` armies."""
    ways = {0: Fraction(1)}
    for throw in throws:
        later: dict[int, Fraction] = {}
        for before, chance in ways.items():
            for own, _, number in throw.odds.outcomes:
                share = chance * Fraction(number, throw.odds.total)
                later[before + own] = later.get(before + own, Fraction()) + share
        ways = later
    return float(sum(p for n, p in ways.items() if (n <= lost if lucky else n >= lost)))


@pytest.mark.parametrize("size", [(3, 2), (3, 1), (1, 1)])
@pytest.mark.parametrize("casts", [5, 20])
def test_chance_of_luck_agrees_with_the_exact_chance(size: tuple[int, int], casts: int) -> None:
    throws = [BattleDice(*size)] * casts
    for lost in range(casts + 1):
        luck = DiceLuck()
        luck.attack.rolls.update(throws)
        luck.attack.lost, luck.attack.beaten = lost, casts * min(size) - lost
        exact = exact_chance(throws, lost, lucky=luck.luck > 0)
        assert luck.chance == pytest.approx(exact, abs=0.025)


def test_roll_that_waits_for_the_defender_counts_once() -> None:
    facts = [
        BattleDeclared(ANN, HERE, THERE, 3),
        DiceRolled(ANN, HERE, THERE, (6, 3, 1), ()),
        fought((6, 3, 1), (4, 3)),
    ]
    ann, ben, _ = counted(*facts)
    assert ann.faces == [1, 0, 1, 0, 0, 1]
    assert ben.faces == [0, 0, 1, 1, 0, 0]
    assert ann.attack.battles == ben.defence.battles == 1
    assert counted(*facts[:2])[ANN].dice == 3


def test_changed_dice_count_as_rolled() -> None:
    facts = [
        DiceRolled(ANN, HERE, THERE, (3, 2, 1), (4, 4)),
        DieRerolled(ANN, 7, 1, 6),
        DieTurned(ANN, 3),
        fought((6, 6, 2), (4, 4)),
    ]
    ann, ben, _ = counted(*facts)
    assert ann.faces == [1, 1, 1, 0, 0, 1]
    assert ben.dice == 2
    assert (ann.attack.battles, ann.attack.lost, ann.attack.beaten) == (1, 2, 0)
    assert (ben.defence.lost, ben.defence.beaten) == (0, 2)
    # In the middle of a battle the owner of the target has rolled.
    before = counted(*facts[:2])
    assert (before[ANN].dice, before[BEN].dice, before[BEN].defence.battles) == (4, 2, 1)


@pytest.mark.parametrize("skip", range(6))
def test_dice_counted_before_are_skipped(skip: int) -> None:
    """Both parts of the events together have every roll once."""
    facts = [
        FirstRolled((((ANN, 5), (BEN, 2)),), ANN),
        DiceRolled(ANN, HERE, THERE, (6, 3, 1), ()),
        fought((6, 3, 1), (4, 3)),
        DiceRolled(ANN, HERE, THERE, (3, 2, 1), (4, 4)),
        DieRerolled(ANN, 7, 1, 6),
        fought((6, 3, 2), (4, 4)),
    ]
    before, since = dice_of_seats(facts[:skip], 3, OWNER), dice_of_seats(facts, 3, OWNER, skip)
    for one, other, both in zip(before, since, counted(*facts), strict=True):
        assert merge_seats([one, other]) == both


def test_opening_rolls_count_including_ties() -> None:
    facts = FirstRolled((((ANN, 5), (BEN, 5), (CID, 2)), ((ANN, 3), (BEN, 6))), BEN)
    assert [each.faces for each in counted(facts)] == [
        [0, 0, 1, 0, 1, 0],
        [0, 0, 0, 0, 1, 1],
        [0, 1, 0, 0, 0, 0],
    ]


class Witness:
    """A source of chance that counts its dice by seat."""

    def __init__(self, seed: str, seats: int) -> None:
        chance = seeded_chance(seed)
        self._dice, self.choice, self.shuffle = chance.dice, chance.choice, chance.shuffle
        self.rolled: list[tuple[int, ...]] = []
        self.faces = [[0] * 6 for _ in range(seats)]

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        faces = self._dice(count)
        self.rolled.append(faces)
        for seat, face in zip(seats * count if len(seats) == 1 else seats, faces, strict=True):
            self.faces[seat][face - 1] += 1
        return faces


BOARD = load_board("classic")
EVERYTHING = {
    "combat.defence_choice": "seen",
    "combat.reroll": True,
    "combat.commander": True,
    "combat.defence_dice": 3,
    "combat.armies_for_three_dice": 3,
}
RULES = {
    name: load_ruleset(name) for name in ("us-1975", "us-1993", "uk-old", "us-1980-experts")
} | {"everything at once": with_house_rules(load_ruleset("us-1980-experts"), EVERYTHING)}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_die_of_a_game_counts_for_its_seat(rules: str, players: int) -> None:
    setup = GameSetup(BOARD, RULES[rules], players)
    seats = setup.seats + (setup.neutral is not None)
    witness, rng = Witness(rules, seats), random.Random(rules)
    game, records = Game(setup, witness), []

    def current_luck() -> list[DiceLuck]:
        facts = (fact for record in records for fact in record.events)
        return dice_of_seats(facts, seats, game.view(None).owner)

    looks = 60
    while game.decision is not None and len(records) < 1500:
        records.append(game.apply(choose(rng, game)))
        if looks and due(game) in ("alter", "defend"):
            looks -= 1
            assert [each.faces for each in current_luck()] == witness.faces
    assert [each.faces for each in current_luck()] == witness.faces
    all_seats, rolled = merge_seats(current_luck()), {id(dice) for dice in witness.rolled}
    kept = [each for record in records for each in record.chance if id(each) in rolled]
    assert all_seats.dice == sum(map(len, kept)) == sum(map(len, witness.rolled)) > 50
    # One side's luck is the other's bad luck.
    assert all_seats.luck == 0
    battles = sum(isinstance(f, BattleResolved) for record in records for f in record.events)
    assert all_seats.attack.battles == all_seats.defence.battles == battles + (due(game) == "alter")


def due(game: Game) -> str:
    """Return the kind of the pending decision."""
    return game.decision.kind if game.decision is not None else ""
