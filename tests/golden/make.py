"""Write golden playthroughs again: ``python -m tests.golden.make [RULESET …]``.

Without a name all are written, to ``tests/golden/games/RULESET.txt``. The actions and dice of the
old text are played again; from the first that the rules do not allow any more, or if there is no
old text, the players of ``tests.engine.policy`` go on. Write them only if rules or sentences are
meant to change, and read the difference before you commit it: it is the change for players.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from pathlib import Path

from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.errors import ChanceError, IllegalAction
from risk_tui.rules.library import load_ruleset
from tests.engine.policy import choose

from .transcript import Head, Recorder, steps

FOLDER = Path(__file__).parent / "games"
GAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
"""The editions with a playthrough."""
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")


def make(ruleset: str) -> str:
    """Return the text of a ruleset's playthrough."""
    path = FOLDER / f"{ruleset}.txt"
    if old := path.read_text(encoding="utf-8") if path.exists() else "":
        head = Head.read(old.splitlines())
    else:
        names = NAMES[: max(3, load_ruleset(ruleset).player_limits[0])]
        head = Head(ruleset, names, f"{ruleset}/1", rounds=5)
    recorder = Recorder(head, Game(head.setup(), seeded_chance(head.seed)))
    with suppress(IllegalAction, ChanceError):
        for step in steps(old) if old else ():
            game = recorder.game.copy()
            recorder.step(game, game.replay_step(*step))
    rng = random.Random(head.seed)
    while recorder.game.decision is not None and recorder.game.round <= head.rounds:
        recorder.step(recorder.game, recorder.game.apply(choose(rng, recorder.game)))
    return recorder.text()


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        (FOLDER / f"{name}.txt").write_text(make(name), encoding="utf-8", newline="\n")
