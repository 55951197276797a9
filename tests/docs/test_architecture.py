"""The architecture page: its picture, and the files that it names."""

from __future__ import annotations

import re
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from risk_tui.tui.game.front_end import ScreenFrontEnd
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.prompt import Prompt
from tests.tui.tables import at_table, new_table, play, press

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "risk_tui"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def picture() -> list[tuple[str, str]]:
    """Return the lines of the picture: the path in the repository, and its description."""
    block = PAGE.split("## The folders")[1].split("```")[1].strip("\n")
    parents: list[str] = []
    rows = []
    for line in block.splitlines():
        name, _, meaning = line.strip().partition(" ")
        depth = (len(line) - len(line.lstrip())) // 2
        parents[depth:] = [name]
        rows.append(("".join(parents), meaning.strip()))
    return rows


def package_layers() -> list[list[str]]:
    """Return the packages in each layer of the contract, from top to bottom."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    contract = next(contract for contract in contracts if contract["type"] == "layers")
    return [re.findall(r"risk_tui\.(\w+)", layer) for layer in contract["layers"]]


def test_picture_has_all_folders() -> None:
    folders = {f"{file.parent.relative_to(ROOT)}/" for file in PACKAGE.rglob("__init__.py")}
    paths = [path for path, _ in picture()]
    assert len(paths) == len(set(paths))
    assert {
        path for path in paths if path.startswith("risk_tui/") and path.endswith("/")
    } == folders
    for path, description in picture():
        assert (ROOT / path).exists(), path
        assert description or path == "risk_tui/", path


def test_picture_has_the_order_of_the_layers() -> None:
    tops = [path.split("/")[1].removesuffix(".py") for path, _ in picture() if path.count("/") < 3]
    shown = [name for name in dict.fromkeys(tops) if name and (PACKAGE / name).is_dir()]
    shown.append("errors")
    for layer in package_layers():
        assert sorted(shown[: len(layer)]) == sorted(layer)
        del shown[: len(layer)]
    assert not shown


def test_table_has_all_parts_of_the_game_screen() -> None:
    table = PAGE.split("## The game screen")[1].split("## A typed line")[0]
    named = set(re.findall(r"`tui/game/(\w+\.py)`", table)) - {"__init__.py"}
    files = {file.name for file in (PACKAGE / "tui/game").glob("*.py")}
    assert named == files - {"__init__.py", "view_model.py"}


async def test_key_passes_the_files_that_the_page_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_files: list[str] = []

    def record_calls(kind: type, name: str, file: str) -> None:
        wrapped = getattr(kind, name)

        def call(*arguments: Any) -> Any:
            called_files.append(file)
            return wrapped(*arguments)

        monkeypatch.setattr(kind, name, call)

    record_calls(Prompt, "takes_key", "tui/prompt.py")
    record_calls(GameScreen, "on_key", "tui/game/game_screen.py")
    record_calls(ScreenFrontEnd, "press", "tui/game/front_end.py")
    async with play(new_table(tmp_path / "example.risk")).run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        called_files.clear()
        await press(pilot, "v")
    step = PAGE[PAGE.index("\n2. ", PAGE.index("## A key press")) :]
    documented_files = re.findall(r"`(tui/[\w/]+\.py)`", step)[:3]
    assert list(dict.fromkeys(called_files)) == documented_files


def test_no_imports_form_a_cycle() -> None:
    grimp = pytest.importorskip("grimp", reason="the extra 'lint' is not installed")
    graph = grimp.build_graph("risk_tui", cache_dir=None)
    assert len(graph.modules) > 200
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the cycle
