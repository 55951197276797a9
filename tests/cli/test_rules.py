"""``risk-tui rules``: what players read, compare and check."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main
from risk_tui.rules.library import load_board, load_ruleset, names, paths
from risk_tui.saves.folder import saved_games
from risk_tui.text.rulebook import chapters, describe_player_count, differences
from risk_tui.variants.airlift import Airlift, AirliftSection

if TYPE_CHECKING:
    from pytest import CaptureFixture

SHIPPED = Path(__file__).parents[2] / "rulesets"


def test_the_list_names_every_ruleset_under_its_family(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in names("rulesets"):
        (line,) = [each for each in lines if each.split()[:1] == [name]]
        ruleset = load_ruleset(name)
        assert ruleset.title in line
        assert line.endswith(describe_player_count(ruleset))
    families = [line for line in lines if not line.startswith(" ")]
    assert families == [
        "United States:",
        "United Kingdom:",
        "Europe:",
        "Newer rules:",
        "Variants:",
        "South America:",
        "House rules:",
    ]
    # The newest editions first, and the plain game before its variants.
    order = [line.split()[0] for line in lines if line.startswith("  ")]
    wanted = ["us-1993", "us-1993-capital", "us-1980", "us-1963", "us-1959", "uk-new", "uk-old"]
    assert [name for name in order if name in wanted] == wanted
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.splitlines() == lines
    assert main(["rules", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == order
    assert next(row for row in rows if row["name"] == "eu-mission")["players"] == {
        "least": 3,
        "most": 6,
    }


def test_a_file_that_cannot_be_read_is_listed_last(
    own_folders: Path, capsys: CaptureFixture[str]
) -> None:
    folder = own_folders / "data" / "risk-tui" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("extends: us-1993\nruleset: mine\ntitel: x\n")
    text = "extends: us-1993\nruleset: ours\ntitle: Our rules\nfamily: Our club\n"
    (folder / "ours.yaml").write_text(text)
    assert main(["rules", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2] == "Cannot be read:"
    assert "mine.yaml, line 3: unknown key 'titel'" in lines[-1]
    assert lines.index("Variants:") < lines.index("Our club:") < lines.index("House rules:")
    assert main(["rules", "list", "--json"]) == 0
    assert "line 3" in json.loads(capsys.readouterr().out)[-1]["problem"]


def test_a_ruleset_is_told_whole_with_its_sources(capsys: CaptureFixture[str]) -> None:
    for name in names("rulesets"):
        assert main(["rules", "show", name]) == 0
        told = " ".join(capsys.readouterr().out.split())
        ruleset = load_ruleset(name)
        for chapter in chapters(ruleset, load_board(ruleset.board.home)):
            source = ruleset.sources[chapter.key]
            for text in (chapter.heading, chapter.basics, *chapter.sentences, source):
                assert text in told, name
        assert "{" not in told, name


def test_house_rules_are_told_and_marked(capsys: CaptureFixture[str]) -> None:
    changes = ["--set", "fortify.reach=free", "--set", "cards.escalating=[4, 5]"]
    assert main(["rules", "show", "us-1993", *changes]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("US 1993, house rules")
    assert "armies may move any number of times within connected territories." in told
    assert "Armies for the first sets: 4, 5." in told
    assert "changed for this game: reach]" in told
    assert main(["rules", "show", "us-1993", "--json", *changes]) == 0
    assert json.loads(capsys.readouterr().out)["cards"]["escalating"] == [4, 5]


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
def test_a_house_rule_that_cannot_be_is_one_line_and_exit_code_2(
    change: str, problem: str, capsys: CaptureFixture[str]
) -> None:
    assert main(["rules", "show", "us-1993", "--set", change]) == 2
    game = ["play", "--plain", "--players", "Ann,Ben,Cid", "--set", change]
    assert main(game) == 2
    one, other = capsys.readouterr().err.splitlines()
    assert one == other
    assert problem in one
    assert not saved_games()


def test_a_game_keeps_the_rules_that_it_began_with(
    own_folders: Path, capsys: CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = own_folders / "data" / "risk-tui" / "rulesets"
    folder.mkdir(parents=True)
    mine = folder / "mine.yaml"
    text = "extends: us-1993\nruleset: mine\ntitle: Mine\nfortify: {limit: 3}\n"
    mine.write_text(text)

    def play(*arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("rules\n"))
        assert main([*arguments]) == 0
        return capsys.readouterr().out

    game = ("play", "--plain", "--rules", "mine", "--players", "Ann,Ben,Cid")
    told = play(*game, "--set", "cards.escalating=[4, 5]")
    assert "At most 3 armies may be moved at a time." in told
    assert "Armies for the first sets: 4, 5." in told
    for changed in (text.replace("3", "9"), "no ruleset at all", None):
        if changed is None:
            mine.unlink()
        else:
            mine.write_text(changed)
        told = play("resume", "--plain")
        assert "At most 3 armies may be moved at a time." in told
        assert "Armies for the first sets: 4, 5." in told


def test_the_values_come_back_as_json(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "show", "us-1993", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"]["escalating"] == [4, 6, 8, 10, 12, 15]


def test_a_ruleset_does_not_differ_from_itself(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "uk-new", "uk-new"]) == 0
    assert capsys.readouterr().out == "uk-new and uk-new say the same\n"
    assert main(["rules", "diff", "uk-new", "uk-new", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_differences_are_told_side_by_side_under_their_headings(
    capsys: CaptureFixture[str],
) -> None:
    assert main(["rules", "diff", "us-1993", "uk-new"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 88
    start = lines.index("Setting up")
    assert lines[start : start + 4] == [
        "Setting up",
        "  setup.allocation",
        "    us-1993: Players take turns claiming free territories with one army each.",
        "    uk-new:  The territories are dealt out as evenly as possible, with one army on each.",
    ]
    assert "    uk-new:  (does not apply)" in lines
    assert main(["rules", "diff", "us-1993", "uk-new", "--json"]) == 0
    told = {row["key"]: row for row in json.loads(capsys.readouterr().out)}
    assert list(told) == [line[2:] for line in lines if line[:2] == "  " and line[2] != " "]
    assert "claiming" in told["setup.allocation"]["one"]
    assert "dealt out" in told["setup.allocation"]["other"]
    for name in names("rulesets"):
        assert main(["rules", "diff", name, "us-1993"]) == 0


def test_two_editions_differ_in_what_the_sources_say_about_them() -> None:
    found = {
        each.key: each for each in differences(load_ruleset("us-1993"), load_ruleset("uk-new"))
    }
    assert "dealt" in found["setup.allocation"].other
    assert "own" in found["victory.when"].other
    assert "fortify.reach" not in found
    # What one of them is silent about is a difference too.
    assert found["cards.escalating"].other == ""
    assert found["cards.by_type"].one == ""


def test_a_file_of_ones_own_is_checked(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.yaml"
    text = (SHIPPED / "us-1993.yaml").read_text(encoding="utf-8")
    mine.write_text("extends: us-1993\nruleset: mine\ntitle: My rules\n", encoding="utf-8")
    assert main(["rules", "check", str(mine)]) == 0
    assert "My rules is valid" in capsys.readouterr().out
    assert main(["rules", "check", str(mine), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(mine), "problem": None}
    mine.write_text(text.replace("ruleset: us-1993", "ruleset: mine").replace("reach", "reech"))
    assert main(["rules", "check", str(mine)]) == 2
    problem = capsys.readouterr().err
    assert "mine.yaml, line " in problem
    assert "did you mean reach?" in problem
    assert main(["rules", "check", str(mine), "--json"]) == 2
    told = capsys.readouterr()
    assert not told.err
    assert f"risk-tui: {json.loads(told.out)['problem']}\n" == problem


def test_every_ruleset_of_the_program_is_sound() -> None:
    assert {path.stem for path in paths("rulesets")} == set(names("rulesets"))
    for name in names("rulesets"):
        assert main(["rules", "check", name]) == 0, name


def test_the_schema_describes_every_key(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    ruleset = load_ruleset("us-1993")
    for key, _, part in ruleset.sections():
        table, _, variant = key.rpartition(".")
        properties = schema["properties"][table]["properties"] if table else schema["properties"]
        name = properties[variant or key]["$ref"].rsplit("/", 1)[1]
        fields = schema["$defs"][name]["properties"]
        assert set(fields) == set(type(part).model_fields)
        assert all(field["description"] for field in fields.values())


def test_variants_are_listed_and_switched_on(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "variants"]) == 0
    told = capsys.readouterr().out
    assert main(["rules", "variants", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows.keys() >= {"airlift", "meltdown", "retreat"}
    for name, row in rows.items():
        assert f"\n{name} " in f"\n{told}"
        assert row["about"] in " ".join(told.split())
    assert main(["rules", "show", "uk-new", "--variant", "retr", "--variant", "air"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("UK, newer rules, Airlift, Retreat\n")
    assert rows["retreat"]["about"] in " ".join(told.split())


def test_variants_that_cannot_be_played_are_refused_in_one_line(
    capsys: CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"retreat": "nobody flees from the air"})
    play = ["play", "--plain", "--players", "Ann,Ben", "--variant", "airlift"]
    assert main([*play, "--variant", "retreat"]) == 2
    refusal = (
        "risk-tui: house rules: Airlift cannot be combined with Retreat: nobody flees "
        "from the air\n"
    )
    assert capsys.readouterr().err == refusal
    monkeypatch.setattr(AirliftSection, "most_players", 2)
    assert main([*play[:3], "Ann,Ben,Cid", *play[4:]]) == 2
    assert capsys.readouterr().err == "risk-tui: 'Airlift' is for 2 players, not 3\n"
    assert saved_games() == []
