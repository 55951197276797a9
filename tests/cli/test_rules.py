"""``risk-tui rules``: rulesets listed, shown, compared and checked."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.rules.house_rules import read_house_rule, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset, names, paths
from risk_tui.saves.folder import saved_games
from risk_tui.text.rulebook import chapters, describe_player_count
from risk_tui.variants.airlift import Airlift, AirliftSection
from tests.cli.running import Run

SHIPPED = Path(__file__).parents[2] / "rulesets"


def test_list_shows_every_ruleset_by_family(printed: Run) -> None:
    page = printed("rules", "list")
    lines = page.splitlines()
    for name in names("rulesets"):
        (line,) = [line for line in lines if line.split()[:1] == [name]]
        ruleset = load_ruleset(name)
        assert ruleset.title in line
        assert line.endswith(describe_player_count(ruleset))
    assert [line for line in lines if not line.startswith(" ")] == [
        "United States:",
        "United Kingdom:",
        "Europe:",
        "Newer rules:",
        "Variants:",
        "South America:",
        "House rules:",
    ]
    # New editions come first, and a game comes before its variants.
    order = [line.split()[0] for line in lines if line.startswith("  ")]
    expected = ["us-1993", "us-1993-capital", "us-1980", "us-1963", "us-1959", "uk-new", "uk-old"]
    assert [name for name in order if name in expected] == expected
    assert printed("rules") == page
    rows = {row["name"]: row for row in json.loads(printed("rules", "list", "--json"))}
    assert list(rows) == order
    assert rows["eu-mission"]["players"] == {"least": 3, "most": 6}


def test_unreadable_ruleset_is_listed_last(own_rules: Path, printed: Run) -> None:
    (own_rules / "mine.yaml").write_text("extends: us-1993\nruleset: mine\ntitel: x\n")
    text = "extends: us-1993\nruleset: ours\ntitle: Our rules\nfamily: Our club\n"
    (own_rules / "ours.yaml").write_text(text)
    lines = printed("rules", "list").splitlines()
    assert lines[-2] == "Cannot be read:"
    assert "mine.yaml, line 3: unknown key 'titel'" in lines[-1]
    assert lines.index("Variants:") < lines.index("Our club:") < lines.index("House rules:")
    assert "line 3" in json.loads(printed("rules", "list", "--json"))[-1]["problem"]


def test_every_ruleset_is_shown_with_its_sources(printed: Run) -> None:
    for name in names("rulesets"):
        page = " ".join(printed("rules", "show", name).split())
        ruleset = load_ruleset(name)
        for chapter in chapters(ruleset, load_board(ruleset.board.home)):
            source = ruleset.sources[chapter.key]
            for text in (chapter.heading, chapter.basics, *chapter.sentences, source):
                assert text in page, name
        assert "{" not in page, name


def test_house_rules_are_shown_and_marked(printed: Run) -> None:
    changes = ["--set", "fortify.reach=free", "--set", "cards.escalating=[4, 5]"]
    page = " ".join(printed("rules", "show", "us-1993", *changes).split())
    assert page.startswith("US 1993, house rules")
    assert "armies may move any number of times within connected territories." in page
    assert "Armies for the first sets: 4, 5." in page
    assert "changed for this game: reach]" in page
    data = json.loads(printed("rules", "show", "us-1993", "--json", *changes))
    assert data["cards"]["escalating"] == [4, 5]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("cards.sets", "write a change as KEY=VALUE"),
        ("cards.sts=stars", "did you mean cards.sets?"),
        ("cards.sets=star", "'star' must be 'escalating', 'by type' or 'stars'"),
        ("combat.defence_dice=3", "'armies_for_three_dice' says they are never rolled"),
        ("cards.escalating=[4", "not valid YAML"),
    ],
)
def test_invalid_house_rule_is_refused(change: str, problem: str, refusal: Run) -> None:
    line = refusal("rules", "show", "us-1993", "--set", change)
    assert line == refusal("play", "--plain", "--players", "Ann,Ben,Cid", "--set", change)
    assert problem in line
    assert not saved_games()


def test_example_of_a_house_rule_fits_every_ruleset(
    capsys: pytest.CaptureFixture[str], refusal: Run
) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "show", "--help"])
    help_text = " ".join(capsys.readouterr().out.split())
    (example,) = re.findall(r"change a rule, e\.g\. (\S+);", help_text)
    assert refusal("rules", "show", "us-1993", "--set", "cards").endswith(f"as in {example}")
    for name in names("rulesets"):
        assert with_house_rules(load_ruleset(name), dict([read_house_rule(example)]))


def test_game_keeps_the_rules_that_it_started_with(
    own_rules: Path, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = own_rules / "mine.yaml"
    text = "extends: us-1993\nruleset: mine\ntitle: Mine\nfortify: {limit: 3}\n"

    def check_rules(command: str, *options: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("rules\n"))
        page = printed(*command.split(), "--plain", *options)
        assert "At most 3 armies may be moved at a time." in page
        assert "Armies for the first sets: 4, 5." in page

    mine.write_text(text)
    game = "play --rules mine --players Ann,Ben,Cid"
    check_rules(game, "--set", "cards.escalating=[4, 5]")
    for changed in (text.replace("3", "9"), "no ruleset at all"):
        mine.write_text(changed)
        check_rules("resume")
    mine.unlink()
    check_rules("resume")


def test_ruleset_does_not_differ_from_itself(printed: Run) -> None:
    command = ["rules", "diff", "uk-new", "uk-new"]
    assert printed(*command) == "uk-new and uk-new say the same\n"
    assert json.loads(printed(*command, "--json")) == []


def test_differences_are_shown_side_by_side(printed: Run) -> None:
    lines = printed("rules", "diff", "us-1993", "uk-new").splitlines()
    assert max(map(len, lines)) <= 88
    start = lines.index("Setting up")
    assert lines[start : start + 4] == [
        "Setting up",
        "  setup.allocation",
        "    us-1993: Players take turns claiming free territories with one army each.",
        "    uk-new:  The territories are dealt out as evenly as possible, with one army on each.",
    ]
    assert "    uk-new:  (does not apply)" in lines
    data = json.loads(printed("rules", "diff", "us-1993", "uk-new", "--json"))
    rows = {row["key"]: row for row in data}
    assert list(rows) == [line[2:] for line in lines if line[:2] == "  " and line[2] != " "]
    assert "claiming" in rows["setup.allocation"]["one"]
    assert "dealt out" in rows["setup.allocation"]["other"]
    assert "own" in rows["victory.when"]["other"]
    assert "fortify.reach" not in rows
    # A value that only one of them has is a difference, too.
    assert rows["cards.escalating"]["other"] == rows["cards.by_type"]["one"] == ""
    for name in names("rulesets"):
        printed("rules", "diff", name, "us-1993")


def test_own_file_is_checked(tmp_path: Path, printed: Run, refusal: Run) -> None:
    mine = tmp_path / "mine.yaml"
    text = (SHIPPED / "us-1993.yaml").read_text(encoding="utf-8")
    mine.write_text("extends: us-1993\nruleset: mine\ntitle: My rules\n", encoding="utf-8")
    assert "My rules is valid" in printed("rules", "check", mine)
    data = json.loads(printed("rules", "check", mine, "--json"))
    assert data == {"file": str(mine), "problem": None}
    mine.write_text(text.replace("ruleset: us-1993", "ruleset: mine").replace("reach", "reech"))
    line = refusal("rules", "check", mine)
    assert "mine.yaml, line " in line
    assert "did you mean reach?" in line
    assert json.loads(printed("rules", "check", mine, "--json", code=2))["problem"] == line


CONTRADICTIONS = [
    # FAQ Q2.2.1: missions are used only with more than two players.
    (
        "us-1993-mission",
        "players:\n  least: 2",
        5,
        "'players.least' must be 3 or more with secret missions",
    ),
    # FAQ Q2.5.1: sets have a value for ever.
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
    # The file is blamed for contradicting the one that it extends.
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
def test_contradiction_is_refused(
    base: str, text: str, line: int, problem: str, tmp_path: Path, refusal: Run
) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(f"ruleset: mine\ntitle: Mine\nextends: {base}\n{text}\n")
    found = refusal("rules", "check", mine)
    assert found.startswith(f"mine.yaml, line {line}: ")
    assert problem in found


def test_extended_file_is_blamed_for_its_values(tmp_path: Path, refusal: Run) -> None:
    mine, middle = tmp_path / "mine.yaml", tmp_path / "middle.yaml"
    mine.write_text("ruleset: mine\nextends: middle\n")
    for text, problem in (
        ("combat:\n  armies_for_three_dice: 4", "line 4: 'combat.armies_for_three_dice'"),
        ("board:\n  added:\n  - [Oz, Peru]", "line 5: 'board.added': The classic world has no"),
    ):
        middle.write_text(f"ruleset: middle\nextends: us-1993\n{text}\n")
        assert refusal("rules", "check", mine).startswith(f"middle.yaml, {problem}")


def test_shipped_rulesets_are_valid(printed: Run) -> None:
    assert {path.stem for path in paths("rulesets")} == set(names("rulesets"))
    for name in names("rulesets"):
        printed("rules", "check", name)


def test_schema_describes_every_key(printed: Run) -> None:
    schema = json.loads(printed("rules", "schema"))
    ruleset = load_ruleset("us-1993")
    for key, _, part in ruleset.sections():
        table, _, variant = key.rpartition(".")
        properties = schema["properties"][table]["properties"] if table else schema["properties"]
        name = properties[variant or key]["$ref"].rsplit("/", 1)[1]
        fields = schema["$defs"][name]["properties"]
        assert set(fields) == set(type(part).model_fields)
        assert all(field["description"] for field in fields.values())


def test_variants_are_listed_and_added(printed: Run) -> None:
    page = printed("rules", "variants")
    rows = {row["name"]: row for row in json.loads(printed("rules", "variants", "--json"))}
    assert rows.keys() >= {"airlift", "meltdown", "retreat"}
    for name, row in rows.items():
        assert f"\n{name} " in f"\n{page}"
        assert row["about"] in " ".join(page.split())
    page = printed("rules", "show", "uk-new", "--variant", "retr", "--variant", "air")
    assert page.startswith("UK, newer rules, Airlift, Retreat\n")
    assert rows["retreat"]["about"] in " ".join(page.split())


def test_variants_that_do_not_fit_are_refused(
    refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"retreat": "armies can't flee by air"})
    play = ["play", "--plain", "--variant", "airlift", "--players"]
    assert refusal(*play, "Ann,Ben", "--variant", "retreat") == (
        "house rules: Airlift cannot be combined with Retreat: armies can't flee by air"
    )
    monkeypatch.setattr(AirliftSection, "most_players", 2)
    assert refusal(*play, "Ann,Ben,Cid") == "'Airlift' is for 2 players, not 3"
    assert saved_games() == []
