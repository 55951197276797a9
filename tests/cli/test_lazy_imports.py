"""Commands that open no screen start without the libraries of the screen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from risk_tui.cli.options import COMMANDS
from tests.tui.tables import new_table

CODE = """
import json, sys
from contextlib import redirect_stdout
from io import StringIO
from risk_tui.cli import main
loaded = []
for words in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()):
        try:
            code = main(words)
        except SystemExit as stop:
            code = stop.code
    assert not code, words
    loaded.append([*sys.modules])
print(json.dumps(loaded))
"""
SIMULATE = "simulate --bots toni,recruit --set victory.turn_limit=1 --games 1 --jobs 1 --json"
SCREEN = {"textual", "rich"}
SLOW = {*SCREEN, "pydantic", "yaml", "sqlite3", "asyncio", "risk_tui.engine.game"}


def test_no_command_loads_what_it_does_not_need(tmp_path: Path) -> None:
    """The commands run in one process, so each also counts the modules of those before it."""
    game = tmp_path / "war.risk"
    new_table(game).close()
    unwanted = {
        **{f"{command} --help": SLOW for command in ("", *(name for name, *_ in COMMANDS))},
        "dice --check 600 --json": {*SCREEN, "sqlite3"},
        "keys": SCREEN,
        f"ssh-setup {game} --program {sys.executable}": SCREEN,
        SIMULATE: {*SCREEN, "distributed", "openskill"},
    }
    words = json.dumps([command.split() for command in unwanted])
    done = subprocess.run(
        [sys.executable, "-c", CODE, words], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for (command, names), loaded in zip(unwanted.items(), json.loads(done.stdout), strict=True):
        assert not names & set(loaded), command
