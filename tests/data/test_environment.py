"""The installation of the program and its optional packages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from risk_tui.data import environment


@pytest.mark.parametrize(
    ("receipt", "command"),
    [
        (None, "pip install 'risk-tui[host]'"),
        ("pipx_metadata.json", "pipx install --force 'risk-tui[host]'"),
        ("uv-receipt.toml", "uv tool install --force 'risk-tui[host]'"),
    ],
)
def test_extra_is_installed_by_the_tool_that_installed_the_program(
    receipt: str | None, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "_CLONE", tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if receipt is not None:
        (tmp_path / receipt).touch()
    assert environment.install_command("host") == command
