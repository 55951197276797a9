"""``risk-tui rules check``: a ruleset that cannot be is refused with file, line, key and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest import CaptureFixture

HEAD = "ruleset: mine\ntitle: Mine\nextends: {}\n"


@pytest.fixture
def refusal(tmp_path: Path, capsys: CaptureFixture[str]) -> Callable[..., str]:
    """How files are refused, the one called mine.yaml first: exit code 2 and one line."""

    def refused(**files: str) -> str:
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        assert main(["rules", "check", str(tmp_path / "mine.yaml")]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.isprintable()
        return line.removeprefix("risk-tui: ")

    return refused


CONTRADICTIONS = [
    # FAQ Q2.2.1: missions are used only with more than two players.
    (
        "us-1993-mission",
        "players:\n  least: 2",
        5,
        "'players.least' must be 3 or more with secret missions",
    ),
    # FAQ Q2.5.1: the sets go on for ever.
    ("us-1993", "cards:\n  escalating: []", 5, "'cards.escalating' needs at least one value"),
    (
        "us-1993",
        "cards:\n  escalating: [4, 6]\n  escalating_then: stop",
        6,
        "'cards.escalating_then': 'stop' must be 'step', 'again' or 'back'",
    ),
    # Risk wiki: with stars cards are worth their stars alone.
    (
        "us-1993",
        "cards:\n  territory_bonus: each\n  sets: stars",
        5,
        "'cards.territory_bonus' must be 'none'",
    ),
    # One file says one thing, the file that it extends the other: the nearer one is to blame.
    ("us-1993", "cards:\n  sets: stars", 5, "'cards.territory_bonus' must be 'none'"),
    ("uk-new", "cards:\n  sets: [by type, stars]", 5, "must be 'escalating', 'by type' or 'stars'"),
    ("stars", "cards:\n  star_values: {9: 1}", 5, "'cards.star_values' gives less for more stars"),
    # Risk wiki: a third die for three or four armies.
    (
        "us-1993",
        "combat:\n  defence_dice: 3",
        5,
        "'combat.defence_dice' is 3, but 'armies_for_three_dice' says they are never rolled",
    ),
    (
        "us-1993",
        "combat:\n  armies_for_three_dice: 3",
        5,
        "'combat.armies_for_three_dice' speaks of a third die, but there is none",
    ),
    (
        "us-1993-capital",
        "capitals:\n  to_win: {3: 5}",
        5,
        "'capitals.to_win' asks for more capitals than 3 players have",
    ),
    (
        "us-1993-mission",
        "two_players:\n  third_army: neutral",
        5,
        "'two_players.third_army' needs a game for two players",
    ),
    ("stars", "objectives:\n  to_win: 42", 5, "'objectives.to_win' asks for more than there are"),
    ("uk-new", "setup:\n  first: last to claim", 5, "but territories are dealt"),
]


@pytest.mark.parametrize(
    ("base", "text", "line", "problem"), CONTRADICTIONS, ids=range(len(CONTRADICTIONS))
)
def test_a_contradiction_is_named_with_what_would_be_right(
    refusal: Callable[..., str], base: str, text: str, line: int, problem: str
) -> None:
    said = refusal(mine=f"{HEAD.format(base)}{text}\n")
    assert said.startswith(f"mine.yaml, line {line}: ")
    assert problem in said


def test_the_file_that_set_the_value_is_blamed(refusal: Callable[..., str]) -> None:
    middle = "ruleset: middle\nextends: us-1993\ncombat:\n  armies_for_three_dice: 4\n"
    said = refusal(mine=HEAD.format("middle"), middle=middle)
    assert said.startswith("middle.yaml, line 4: 'combat.armies_for_three_dice'")
    said = refusal(
        mine=HEAD.format("middle") + "combat: {attack_dice: 4}\n",
        middle=middle.replace("armies_for_three_dice: 4", "attack_dice: 9"),
    )
    assert said.startswith("mine.yaml, line 4: 'combat.attack_dice': 4 must be less")


def test_a_board_that_the_ruleset_does_not_fit_is_named_by_the_line(
    refusal: Callable[..., str],
) -> None:
    middle = (
        "ruleset: middle\nextends: us-1993\nboard:\n  added:\n  - [Peru, Alaska]\n  - [Oz, Peru]\n"
    )
    said = refusal(mine=HEAD.format("middle"), middle=middle)
    assert said.startswith("middle.yaml, line 6: 'board.added': The classic world has no territory")


def test_rulesets_that_extend_each_other_are_refused(refusal: Callable[..., str]) -> None:
    said = refusal(mine=HEAD.format("mine"))
    assert said == "mine.yaml, line 3: 'extends: mine' goes in a circle"
    said = refusal(mine=HEAD.format("other"), other="# mine\nextends: mine\n")
    assert said == "other.yaml, line 2: 'extends: mine' goes in a circle"
    assert "did you mean us-1993?" in refusal(mine=HEAD.format("us-19933"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("combat:\n  defence_dyce: 2", "line 5: unknown key 'combat.defence_dyce'; did you mean "),
        ("colour: red", "line 4: unknown key 'colour'; there are: ruleset, title, "),
        ("combat: 3", "line 4: 'combat': 3 must be a table of keys"),
        ("combat:\n  reroll: maybe", "line 5: 'combat.reroll': 'maybe' must be true or false"),
        ("fortify:\n  limit: seven", "line 5: 'fortify.limit': 'seven' must be a whole number"),
        ("cards:\n  escalating: 4", "line 5: 'cards.escalating': 4 must be a list"),
    ],
)
def test_an_unknown_key_or_a_wrong_type_is_named_with_what_is_right(
    refusal: Callable[..., str], text: str, problem: str
) -> None:
    assert refusal(mine=f"{HEAD.format('us-1993')}{text}\n").startswith(f"mine.yaml, {problem}")


def test_a_bomb_of_aliases_is_refused_before_anything_is_built(
    refusal: Callable[..., str],
) -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(
        f"a{number}: &a{number} [*a{number - 1}, *a{number - 1}]\n" for number in range(1, 60)
    )
    assert refusal(mine=bomb) == (
        "mine.yaml, line 1: anchors and aliases are not allowed; write the value out"
    )


@pytest.mark.parametrize("characters", [200_001, 5_000_000])
def test_a_file_that_is_too_large_is_not_read(refusal: Callable[..., str], characters: int) -> None:
    said = refusal(mine="#" * characters)
    assert said == "mine.yaml: too large; at most 200000 characters are read"
