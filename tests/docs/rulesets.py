"""Write the tables of docs/rulesets.md: ``python -m tests.docs.rulesets``.

The text above the first table is written by hand. Run this after adding a ruleset or a board, or
after changing a title, an ``about`` or a number of players.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from risk_tui.rules.library import load_board, names
from risk_tui.text.rulebook import by_family, describe_player_count, list_rulesets

PAGE = Path(__file__).parents[2] / "docs" / "rulesets.md"
START = "## All rulesets\n"
RULE = "| --- | --- | --- | --- |"


def tables() -> str:
    """Return the generated part of the page: all rulesets by family, then all boards."""
    lines = [START]
    for family, members in by_family(list_rulesets()):
        lines += [
            f"### {family}\n",
            "| ruleset | title | players | what it is |",
            "| --- " * 4 + "|",
        ]
        for name, ruleset in ((member.name, member.ruleset) for member in members):
            assert ruleset is not None, name
            players = re.sub(r" to | players?", "–", describe_player_count(ruleset)).rstrip("–")
            about = " ".join(ruleset.about.split())
            lines.append(f"| `{name}` | {ruleset.title} | {players} | {about} |")
        lines.append("")
    lines += ["## All boards\n", "| board | title | territories | what it is |", RULE]
    for name in names("maps"):
        board = load_board(name)
        about = " ".join(board.about.split())
        lines.append(f"| `{name}` | {board.title} | {len(board.territories)} | {about} |")
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """Return the page with its tables as they should be."""
    return text.partition(START)[0] + tables()


if __name__ == "__main__":
    with TemporaryDirectory() as empty:  # no rulesets of your own
        os.environ["XDG_DATA_HOME"] = empty
        PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
