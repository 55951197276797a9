"""Reports about dice in words."""

from __future__ import annotations

import pytest

from risk_tui.data import language
from risk_tui.data.language import _
from risk_tui.odds.luck import BattleDice, DiceLuck
from risk_tui.table.dice_archive import DiceArchive, PlayerDiceStats
from risk_tui.text.dice_report import (
    TYPED,
    archive_page,
    describe_faces,
    describe_luck,
    dice_verdict,
    game_page,
    how_often,
    short_faces,
    short_rarity,
)


def lucky(lost: int, casts: int = 10) -> DiceLuck:
    """Return the luck of ten attacks with three dice against two; 9.2 losses are expected.

    Exactly, three or fewer are as rare as 1 of 96, fifteen or more as 1 of 52.
    """
    luck = DiceLuck()
    for cast in range(casts):
        own = min(2, max(0, lost - 2 * cast))
        luck.attack.add(BattleDice(3, 2), own, 2 - own)
    return luck


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (1.0, "in 99 of 100 games"),
        (0.583, "in 58 of 100 games"),
        (0.01, "in 1 of 100 games"),
        (0.0040, "in 1 of 250 games"),
        (0.00004, "in 1 of 25,000 games"),
        (1e-9, "in fewer than 1 of 1,000,000 games"),
        (0.0, "in fewer than 1 of 1,000,000 games"),
    ],
)
def test_chances_in_words(chance: float, told: str) -> None:
    assert how_often(chance) == told


def test_verdicts_on_dice() -> None:
    assert [dice_verdict(chance) for chance in (0.5, 0.01, 0.0099, 0.001, 0.00099, 0)] == [
        *["nothing unusual"] * 2,
        *["rather uneven"] * 2,
        *["suspicious"] * 2,
    ]


def test_faces_are_compared_with_fair_dice() -> None:
    told = describe_faces([48, 52, 61, 45, 50, 44])
    assert told == "fair dice are at least this uneven in 58 of 100 games: nothing unusual"
    assert describe_faces([90, 50, 50, 50, 50, 10]).endswith(": suspicious")
    assert short_faces([90, 50, 50, 50, 50, 10]).startswith("suspicious: fewer than 1 of")
    assert short_faces([48, 52, 61, 45, 50, 44]) == "nothing unusual"


def test_few_dice_have_no_verdict() -> None:
    few = [29, 0, 0, 0, 0, 0]
    assert describe_faces(few) == "too few dice to tell (fewer than 30)"
    assert short_faces(few) == "too few dice to tell"
    assert describe_faces([30, 0, 0, 0, 0, 0]).endswith("suspicious")


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (3, "12.4 armies lucky: as lucky as this in 1 of 77 games"),
        (9, "0.4 armies lucky: nothing unusual"),
        (10, "1.6 armies unlucky: nothing unusual"),
        (15, "11.6 armies unlucky: as unlucky as this in 1 of 51 games"),
    ],
)
def test_luck_in_armies_and_its_rarity(lost: int, told: str) -> None:
    assert describe_luck(lucky(lost)) == told


def test_luck_of_one_army_has_no_decimal() -> None:
    assert describe_luck(lucky(17, casts=19)) == "1 army lucky: nothing unusual"


def test_luck_in_a_few_words() -> None:
    assert short_rarity(lucky(3)) == "lucky: 1 of 77 games"
    assert short_rarity(lucky(0, 60), "tries") == "lucky: < 1 of 1,000,000 tries"
    assert short_rarity(lucky(9)) == "nothing unusual"
    assert describe_luck(DiceLuck()) == "no battles yet"


def test_real_dice_are_listed_separately() -> None:
    ours, typed = DiceLuck(), DiceLuck()
    ours.count_faces((1, 2, 3, 4, 5, 6) * 10)
    typed.count_faces((6,) * 60)
    assert "  60 rolled on a table and typed in: faces 1 to 6: 0 0 0 0 0 60; " in "\n".join(
        game_page([PlayerDiceStats("Ann", "person", 1, typed, typed)])
    )
    archive = DiceArchive(2)
    archive.add([PlayerDiceStats("Ann", "person", 1, ours)])
    archive.add([PlayerDiceStats("Ann", "person", 1, typed, typed)])
    archive.real = archive.forks = 1
    page = archive_page(archive)
    program, table = page[1:3]
    assert program.startswith("  60 rolled by the program: faces 1 to 6: 10 10 10 10 10 10; ")
    assert program.endswith("nothing unusual")
    assert table.startswith("  60 rolled on a table and typed in: faces 1 to 6: 0 0 0 0 0 60; ")
    assert page[-2:] == [
        "Among these: 1 game with real dice, rolled on a table and not by the program.",
        "Among these: 1 game, continued from a copy of another; dice that both have count once.",
    ]


@pytest.mark.usefixtures("english_again")
def test_source_of_dice_is_translated() -> None:
    language.use("de")
    typed = DiceLuck()
    typed.count_faces((6,) * 60)
    page = "\n".join(game_page([PlayerDiceStats("Ann", "person", 1, typed, typed)]))
    assert TYPED not in page
    assert _(TYPED) in page


def test_page_lists_players_and_notes() -> None:
    ann, ada = lucky(3), DiceLuck()
    ann.count_faces((6, 6, 1))
    page = game_page(
        [PlayerDiceStats("Ann", "person", 1, ann), PlayerDiceStats("Ada", "toni", 1, ada)]
    )
    assert page[:5] == [
        "The dice of this game: 3",
        "  faces 1 to 6: 1 0 0 0 0 2; too few dice to tell (fewer than 30)",
        "Ann: 12.4 armies lucky: as lucky as this in 1 of 77 games",
        "  10 attacks: lost 3 (9.2 expected), beat 17 (10.8 expected)",
        "  faces 1 to 6: 1 0 0 0 0 2; too few dice to tell",
    ]
    assert page[5] == "Ada, computer: no battles yet"
    assert not any("sees" in line for line in page)
    ada.attack.add(BattleDice(2, 1, (6, 2)), 0, 1)
    page = game_page(
        [PlayerDiceStats("Ann", "person", 1, ann), PlayerDiceStats("Ada", "toni", 1, ada)]
    )
    assert page[-1] == (
        "If the defender chooses after seeing the dice, only the defender's own "
        "roll counts as luck."
    )
    assert game_page([PlayerDiceStats("Ann", "person")]) == ["The dice of this game: 0"]
