"""``risk-tui rules``: what players read, compare and check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main
from risk_tui.engine.library import load_ruleset, names
from risk_tui.engine.telling import sentences
from risk_tui.language.rulebook import differences

if TYPE_CHECKING:
    from pytest import CaptureFixture

SHIPPED = Path(__file__).parents[2] / "rulesets"


def test_the_list_names_every_ruleset_under_its_family(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in names("rulesets"):
        (line,) = [each for each in lines if each.split()[:1] == [name]]
        assert load_ruleset(name).title in line
    assert lines.index("United States:") > lines.index("United Kingdom:")
    assert main(["rules", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["name"] for row in rows} == set(names("rulesets"))


@pytest.mark.parametrize("name", ["us-1993", "uk-new"])
def test_a_ruleset_is_told_whole_with_its_sources(name: str, capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "show", name]) == 0
    told = " ".join(capsys.readouterr().out.split())
    ruleset = load_ruleset(name)
    for key, _, part in ruleset.sections():
        for sentence in sentences(part):
            assert sentence in told
        assert ruleset.sources[key] in told


def test_the_values_come_back_as_json(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "show", "us-1993", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"]["escalating"] == [4, 6, 8, 10, 12, 15]


def test_a_ruleset_does_not_differ_from_itself(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "uk-new", "uk-new"]) == 0
    assert capsys.readouterr().out == "uk-new and uk-new say the same\n"


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
    assert "My rules is a sound ruleset" in capsys.readouterr().out
    mine.write_text(text.replace("ruleset: us-1993", "ruleset: mine").replace("reach", "reech"))
    assert main(["rules", "check", str(mine)]) == 2
    problem = capsys.readouterr().err
    assert "mine.yaml, line " in problem
    assert "did you mean 'reach'?" in problem


def test_the_schema_describes_every_key(capsys: CaptureFixture[str]) -> None:
    assert main(["rules", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    ruleset = load_ruleset("us-1993")
    for key, _, part in ruleset.sections():
        name = schema["properties"][key]["$ref"].rsplit("/", 1)[1]
        fields = schema["$defs"][name]["properties"]
        assert set(fields) == set(type(part).model_fields)
        assert all(field["description"] for field in fields.values())
