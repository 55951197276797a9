"""Text records of games, as they are imported."""

from __future__ import annotations

from pathlib import Path
from random import Random

from risk_tui.saves.header import read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.record_reader import read_transcript
from risk_tui.story.record_writer import write_transcript
from risk_tui.table.table import Table

from ..mutate import mutate_bytes, mutate_text
from ..target import Target, prove
from .saves import GOLDEN, rolled_game, short_game


def export_game(path: Path) -> str:
    """Return the text record of a game file."""
    save = SaveFile.open(path, mode="ro")
    header = read_header(save.header_text(), path.name)
    text = write_transcript(save.name, header, list(save.entries()))
    save.close()
    return text


class Exports(Target):
    """A text record; accepted ones become game files that open and can be exported again."""

    name = "exports"
    share = 40_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "imported.risk"
        games = (short_game(folder), rolled_game(folder), *GOLDEN)
        self.seeds = [export_game(path) for path in games]
        # Mutate mostly the course of the game, not its long map and pictures.
        self.courses = [text.partition("stands")[0] for text in self.seeds]

    def make(self, rng: Random) -> bytes:
        number = 0 if rng.random() < 0.9 else rng.randrange(len(self.seeds))
        whole, course = self.seeds[number], self.courses[number]
        kind = rng.random()
        if kind < 0.15:
            return mutate_bytes(rng, whole.encode(), [each.encode() for each in self.seeds])
        if kind < 0.4:
            return mutate_text(rng, whole, self.seeds).encode("utf-8", "surrogatepass")
        text = mutate_text(rng, course, self.courses) + whole[len(course) :]
        return text.encode("utf-8", "surrogatepass")

    def run(self, value: bytes) -> None:
        retold = read_transcript(value, "mine.txt")
        for end in ("", "-wal", "-shm"):
            self.path.with_name(f"imported.risk{end}").unlink(missing_ok=True)
        SaveFile.create(self.path, retold.header, retold.summary, entries=retold.entries).close()
        Table.open(self.path).close()
        again = read_transcript(export_game(self.path).encode(), "again.txt")
        prove(again.entries == retold.entries, "what is written down is read again")
