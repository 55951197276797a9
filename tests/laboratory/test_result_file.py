"""The file of results: truncated and repeated lines do not count, and nothing else is lost."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

from risk_tui.errors import RiskError
from risk_tui.laboratory import results
from risk_tui.laboratory.one_game import play_game, read_result
from risk_tui.laboratory.results import ResultFile
from tests.laboratory.matches import short_match

MATCH = short_match()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with the results of games 1 and 2."""
    path = tmp_path / "results.jsonl"
    with closing(ResultFile(path)) as results:
        for number in (1, 2):
            results.add(MATCH, play_game(MATCH, number).result)
    return path


def test_results_are_read_again(path: Path) -> None:
    with closing(ResultFile(path)) as results:
        assert results.get(MATCH, 1) == play_game(MATCH, 1).result
        assert results.get(MATCH, 3) is None
        assert results.get(short_match(seed="other"), 1) is None


@pytest.mark.parametrize("bytes_left", [1, 30, 200])
def test_truncated_line_does_not_count(path: Path, bytes_left: int) -> None:
    *lines, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines) + last[:bytes_left])
    with closing(ResultFile(path)) as results:
        assert results.get(MATCH, 1) is not None
        assert results.get(MATCH, 2) is None
        results.add(MATCH, play_game(MATCH, 2).result)
    with closing(ResultFile(path)) as again:
        assert again.get(MATCH, 2) == play_game(MATCH, 2).result


def test_repeated_line_counts_once(path: Path) -> None:
    path.write_text(path.read_text() + path.read_text().splitlines()[-1] + "\n")
    with closing(ResultFile(path)) as results:
        assert len(results) == 2


def test_results_of_another_version_are_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "program_digest", lambda: "another")
    before = path.read_bytes()
    with pytest.raises(RiskError, match="holds games of another version of the program"):
        ResultFile(path)
    assert path.read_bytes() == before
    with closing(ResultFile(path, fresh=True)) as fresh:
        assert len(fresh) == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("dear diary\n", "is not a file of results"),
        ("\udcff\udcfe\n", "is not UTF-8 text"),
        ('{"risk-tui": "results", "format": 9}\n', "is not a file of results"),
    ],
)
def test_other_files_are_refused_and_unchanged(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "file"
    before = text.encode("utf-8", "surrogateescape")
    path.write_bytes(before)
    with pytest.raises(RiskError, match=problem):
        ResultFile(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line", ['{"game": 1}', '{"match": 3, "number": 1}', '{"match": "x", "number": 1}']
)
def test_invalid_line_is_named(path: Path, line: str) -> None:
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(RiskError, match="line 5 is not a result"):
        ResultFile(path)


def test_invalid_result_is_refused() -> None:
    result = play_game(MATCH, 1).result
    data = json.loads(json.dumps(asdict(result)))
    assert read_result(data) == result
    changes = (
        *({"number": "1"}, {"winners": [7]}, {"winners": 0}, {"order": [0, 0]}),
        *({"luck": [0.5]}, {"bots": [1, 2]}, {"seconds": None}),
    )
    for change in changes:
        with pytest.raises(RiskError):
            read_result(data | change)
