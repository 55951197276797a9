"""Write golden playthroughs again: ``python -m tests.golden.make [RULESET …]``.

Without a name all are written, to ``tests/golden/games/RULESET.txt``. Each is a seeded game of the
players of ``policy``. Write them only if rules, or the table below, are meant to change, and read
the difference before you commit it: it is the change for players.
"""

from __future__ import annotations

import sys
from pathlib import Path

from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game

from .policy import choose
from .transcript import Head, Recorder

FOLDER = Path(__file__).parent / "games"
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")

GAMES: dict[str, tuple[int, int, int]] = {
    "de-mission": (3, 2, 3),
    "es-1987": (3, 2, 3),
    "eu-mission": (3, 2, 6),
    "fr-1970": (3, 2, 3),
    "four-missions": (3, 5, 5),
    "house": (3, 3, 6),
    "sge-1963": (4, 54, 5),
    "stars": (3, 59, 5),
    "uk-1990": (4, 40, 5),
    "uk-1990-mission": (3, 5, 5),
    "uk-new": (3, 113, 6),
    "uk-new-mission": (4, 7, 5),
    "uk-old": (3, 6, 9),
    "uk-old-mission": (4, 197, 8),
    "us-1959": (6, 20, 6),
    "us-1963": (3, 47, 5),
    "us-1975": (2, 17, 6),
    "us-1980": (3, 11, 5),
    "us-1980-experts": (3, 30, 5),
    "us-1993": (2, 6, 7),
    "us-1993-capital": (3, 6, 6),
    "us-1993-capital-short": (4, 2, 5),
    "us-1993-experts": (3, 5, 5),
    "us-1993-mission": (4, 16, 5),
    "us-2008": (3, 59, 4),
    "us-1998-mission": (3, 42, 7),
    "us-1999": (3, 5, 5),
    "wiki": (3, 5, 5),
}
"""Players, seed, and the last round, by ruleset."""


def make(ruleset: str) -> str:
    """Return the text of a ruleset's playthrough."""
    players, seed, rounds = GAMES[ruleset]
    head = Head(ruleset, NAMES[:players], f"{ruleset}/{seed}", rounds)
    game = Game(head.setup(), seeded_chance(head.seed))
    recorder = Recorder(head, game)
    while True:
        view = game.view()
        if view.decision is None or view.round > rounds:
            return recorder.text()
        action = choose(game.view(view.decision.seat))
        recorder.step(view.round, game.apply(action))


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        (FOLDER / f"{name}.txt").write_text(make(name), encoding="utf-8", newline="\n")
