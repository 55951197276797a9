"""Any variants go together on any edition, unless they say why not.

``python -m tests.soak mixtures`` plays every pair on every edition, and sets of up to five.
"""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from itertools import combinations

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.engine.variant import all_variants
from risk_tui.errors import RiskError, RulesetError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from tests.bots.matches import planners
from tests.conformance.tables import TABLES
from tests.editions import OF_VARIANTS
from tests.engine.positions import US
from tests.engine.watched import SOME
from tests.extent import few, usual_or_full

from .mixtures import KEYS, Mixture, all_pairs, covering, prove, prove_late


@cache
def pairs() -> list[Mixture]:
    """Every pair of variants, with these editions and every number of seats."""
    return [mixture for mixture in all_pairs() if mixture.edition in SOME]


@cache
def array() -> list[Mixture]:
    """Mixtures with every pair of variant, edition and number of seats that can be played."""
    return covering(pairs(), usual_or_full(5, 2))


@pytest.mark.parametrize("edition", SOME)
def test_any_two_are_played_together(edition: str) -> None:
    for mixture in array():
        if mixture.edition == edition:
            try:
                play(mixture)
            except Exception as error:
                error.add_note(str(mixture))
                raise


def play(mixture: Mixture) -> None:
    """Play some steps by a mixture.

    If a variant objects to something, the others are played, and it with each of them.
    """
    try:
        setup = mixture.setup()
    except RiskError as refusal:
        # It objects to something else of the edition, and says so.
        keys, said = mixture.variants, str(refusal)
        named = [key for key in keys if key in said or all_variants()[key].title in said]
        assert named
        if len(keys) > 2:
            others = tuple(key for key in keys if key != named[0])
            play(mixture._replace(variants=others))
            for key in others:
                play(mixture._replace(variants=tuple(sorted((key, named[0])))))
        return
    prove(setup, str(mixture), usual_or_full(12, 80))


@pytest.mark.parametrize("part", usual_or_full(range(2), range(20)))
def test_players_with_hardly_any_land_come_to_an_end(part: int) -> None:
    """Several may lose all at once, and armies shrink to none: by cards, nukes and Martians."""
    mixtures = [mixture for mixture in all_pairs() if mixture.edition == "us-1993"]
    for mixture in random.Random(part).sample(mixtures, usual_or_full(8, 40)):
        try:
            setup = mixture.setup(**{"victory.turn_limit": 6})
        except RiskError:  # Its variants can't be played together.
            continue
        prove_late(setup, f"{mixture}/{part}", 6)


def test_conflicting_variants_are_named_with_the_reason() -> None:
    for pair in combinations(KEYS, 2):
        for one, other in (pair, pair[::-1]):
            if other in all_variants()[one].excludes:
                with pytest.raises(RulesetError) as refusal:
                    with_house_rules(US, {f"variants.{key}.played": True for key in pair})
                both, said = [all_variants()[key] for key in pair], str(refusal.value)
                assert all(kind.title in said for kind in both)
                assert any(kind.excludes.get(key, "?") in said for kind in both for key in pair)


def test_the_array_covers_every_pair() -> None:
    every = {fact for mixture in pairs() for fact in mixture.facts}
    assert {fact for mixture in array() for fact in mixture.facts} == every
    assert {key for key, _ in every} >= set(KEYS)


def test_bots_do_not_toggle_nuclear_forever() -> None:
    # A wasteland that one army is too few to enter seemed a better attack than any shot.
    mixture = Mixture(("meltdown", "nuclear"), "us-1999", 2)
    setup, seed = mixture.setup(**{"victory.turn_limit": 5}), f"{mixture}/1"
    assert prove(setup, seed, 1000, planners(2, seed)).winners


@pytest.mark.parametrize("key", few(KEYS, 3))
def test_variants_are_played_by_their_other_options(key: str) -> None:
    """Play by values of the variant's cases, as far as they go together."""
    rules = next(each for each in map(load_ruleset, OF_VARIANTS) if key in each.variants.played)
    least, most = rules.player_limits
    setup = GameSetup(load_board(rules.board.home), rules, max(least, min(most, 4)))
    for case in random.Random(key).sample(TABLES[key], len(TABLES[key])):
        with suppress(RiskError):
            rules = with_house_rules(setup.ruleset, case.about)
            setup = GameSetup(setup.board, rules, setup.seats)
    prove(setup, key, 400)
