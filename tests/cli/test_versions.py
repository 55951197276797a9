"""Another version of Textual is refused in one line; line mode needs no Textual."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from risk_tui import __version__
from risk_tui.cli import main
from risk_tui.data.environment import TEXTUAL, check_textual, version_of
from risk_tui.errors import RiskError
from tests.cli.running import Run
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


def other_textual(folder: Path, version: str) -> dict[str, str]:
    """Return an environment with another Textual, which fails when it is imported."""
    package = folder / "textual"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('another Textual')\n")
    about = folder / f"textual-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: textual\nVersion: {version}\n")
    return os.environ | {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("version", ["9.1.0", "8.1.1", "8", "0.89.1"])
def test_other_textual_is_refused_with_both_versions(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_textual(tmp_path, version)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert version_of("textual") == version
    with pytest.raises(RiskError, match=rf"needs Textual 8\.2 .* and {re.escape(version)} is inst"):
        check_textual()


@pytest.mark.parametrize("version", ["8.2.0", "8.2.99", "8.3.0", "8.10.1", "8.2.1rc1"])
def test_later_minor_versions_are_accepted(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_textual(tmp_path, version)
    monkeypatch.syspath_prepend(str(tmp_path))
    check_textual()


@pytest.mark.parametrize(("version", "is_plain"), [("8.2.1", False), ("8.3.0", True)])
def test_version_notes_plain_painting(
    version: str,
    is_plain: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other_textual(tmp_path, version)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    told = capsys.readouterr().out
    assert told.startswith(f"risk-tui {__version__}")
    assert ("plain painting" in told) == is_plain


def test_missing_textual_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert version_of("no-such-package") == ""
    monkeypatch.setattr("risk_tui.data.environment.version_of", lambda _: "")
    with pytest.raises(RiskError, match="none is installed"):
        check_textual()


def test_metadata_suits_a_package_index() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    systems = {each for each in project["classifiers"] if each.startswith("Operating System")}
    assert systems == {"Operating System :: MacOS", "Operating System :: POSIX :: Linux"}
    assert "Typing :: Typed" in project["classifiers"]
    assert (ROOT / "risk_tui" / "py.typed").is_file()
    page = (ROOT / project["readme"]).read_text("utf-8")
    links = re.findall(r"\]\((.*?)\)|src=\"(.*?)\"", page)
    assert all("://" in "".join(link) for link in links)  # An index has none of our files.


def test_windows_is_refused(refusal: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert "WSL" in refusal("play", "--plain", "--players", "Ann,Ben")


def test_requirement_has_the_same_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (wanted,) = (each for each in project["dependencies"] if each.startswith("textual"))
    assert wanted == f"textual>={TEXTUAL[0]},<{TEXTUAL[1]}"


@pytest.mark.pty
def test_line_mode_works_with_another_textual(tmp_path: Path) -> None:
    environment = other_textual(tmp_path, "9.1.0")
    program = [sys.executable, "-m", "risk_tui"]
    ours, theirs = pty.openpty()
    screen = subprocess.run(
        [*program, "new"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        timeout=PATIENCE,
    )
    os.close(theirs)
    (line,) = os.read(ours, 10_000).decode().splitlines()
    os.close(ours)
    assert screen.returncode == 2
    assert line.startswith("risk-tui: the screen needs Textual 8.2 ")
    assert "9.1.0 is installed" in line
    lines = subprocess.run(
        [*program, "play", "--plain", "--players", "Ann,Ben,Cid"],
        input="board\n",
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
    )
    assert (lines.returncode, lines.stderr) == (0, "")
    assert "Brazil" in lines.stdout
