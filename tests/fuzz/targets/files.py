"""Files of players: rulesets, maps, pictures, keymap and settings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from risk_tui.data import settings
from risk_tui.data.documents import read_document
from risk_tui.engine.game_setup import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.text.rulebook import book_lines
from risk_tui.tui.keymap import DEFAULT_KEYMAP, keymap_lines, load_keymap

from ..mutate import mutate_bytes, mutate_data, mutate_text
from ..target import Target, prove, prove_line

_ROOT = Path(__file__).resolve().parents[3]
RULESETS = [path.read_text(encoding="utf-8") for path in sorted(_ROOT.glob("rulesets/*.yaml"))]
MAP = (_ROOT / "maps" / "classic.yaml").read_text(encoding="utf-8")
PICTURE = (_ROOT / "maps" / "classic-58x21.txt").read_text(encoding="utf-8")
SMALL_MAP = MAP[: MAP.index("pictures:")] + "pictures: [classic-58x21.txt]\n"
"""The classic map with its smallest picture only, which is checked fastest."""


def mutate_yaml(rng: Random, text: str, others: list[str]) -> bytes:
    """Mutate a YAML file, as text, as bytes or as the data that it contains."""
    kind = rng.random()
    if kind < 0.4:
        return mutate_text(rng, text, others).encode("utf-8", "surrogatepass")
    if kind < 0.5:
        return mutate_bytes(rng, text.encode(), [each.encode() for each in others])
    data = mutate_data(rng, read_document(text, source="seed").data)
    return json.dumps(data, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


class Yaml(Target):
    name = "yaml"
    share = 100_000

    def make(self, rng: Random) -> str:
        return mutate_text(rng, rng.choice(RULESETS)[: rng.choice((60, 300, 4000))], RULESETS)

    def run(self, value: str) -> None:
        read_document(value, source="mine.yaml")


class Rulesets(Target):
    """A ruleset file; accepted rulesets can be described and played."""

    name = "rulesets"
    share = 120_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "mine.yaml"
        self.board = load_board("classic")
        self.seeds = [
            re.sub("^ruleset: .*", "ruleset: mine", text, flags=re.MULTILINE) for text in RULESETS
        ]
        self.seeds += [
            f"ruleset: mine\ntitle: Mine\nextends: {name}\n{text}\n"
            for name in ("us-1993", "uk-new", "us-1993-mission", "stars")
            for text in ("combat: {reroll: true}", "cards: {jokers: 2}", "about: Own rules.")
        ]

    def make(self, rng: Random) -> bytes:
        return mutate_yaml(rng, rng.choice(self.seeds), self.seeds)

    def run(self, value: bytes) -> None:
        self.path.write_bytes(value)
        ruleset = load_ruleset(str(self.path))
        for line in book_lines(ruleset, sources=True):
            prove_line(line, "a line of the rules")
        for text in (ruleset.title, ruleset.family, ruleset.about):
            prove_line(text, "a text of the ruleset")
        for players in range(ruleset.players.least, ruleset.players.most + 1):
            GameSetup(self.board, ruleset, players)


class Maps(Target):
    """A map file with a valid picture; accepted maps can be drawn."""

    name = "maps"
    share = 50_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "classic.yaml"
        self.picture = folder / "classic-58x21.txt"
        self.picture.write_text(PICTURE, encoding="utf-8")
        self.path.write_text(SMALL_MAP, encoding="utf-8")

    def make(self, rng: Random) -> bytes:
        return mutate_yaml(rng, SMALL_MAP, [SMALL_MAP])

    def run(self, value: bytes) -> None:
        self.path.write_bytes(value)
        self.load()

    def load(self) -> None:
        board = load_board(str(self.path))
        texts = (board.name, board.title, board.about)
        names = [each.name for each in (*board.territories, *board.continents)]
        for text in (*texts, *names, *(other for each in board.territories for other in each.also)):
            prove_line(text, "a text of the map")
        board.validate_pictures()


class Pictures(Maps):
    """A picture file with a valid map."""

    name = "pictures"
    share = 40_000

    def make(self, rng: Random) -> bytes:
        if rng.random() < 0.2:
            return mutate_bytes(rng, PICTURE.encode(), [MAP.encode()])
        return mutate_text(rng, PICTURE, [PICTURE, MAP]).encode("utf-8", "surrogatepass")

    def run(self, value: bytes) -> None:
        self.picture.write_bytes(value)
        self.load()


class Keymaps(Target):
    """A player's keymap."""

    name = "keymaps"
    share = 70_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = settings.keymap_path()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole = "\n".join(keymap_lines(DEFAULT_KEYMAP))
        self.seeds = [whole, "attack: a\nend: [e, ctrl+e]\n", "act: enter\nhelp: ['?', f1]\n"]

    def make(self, rng: Random) -> bytes:
        return mutate_yaml(rng, rng.choice(self.seeds), self.seeds)

    def run(self, value: bytes) -> None:
        self.path.write_bytes(value)
        for line in keymap_lines(load_keymap()):
            prove_line(line, "a line of the keymap")


class Settings(Target):
    """The settings file, which is never refused."""

    name = "settings"
    share = 60_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = settings.settings_path()
        settings.save_settings(settings.Settings(players=["Ann", "Ben=red", "bot"]))
        self.seed = self.path.read_text(encoding="utf-8")

    def make(self, rng: Random) -> bytes:
        if rng.random() < 0.5:
            return mutate_text(rng, self.seed, [self.seed]).encode("utf-8", "surrogatepass")
        data: Any = mutate_data(rng, json.loads(self.seed))
        return json.dumps(data, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")

    def run(self, value: bytes) -> None:
        self.path.write_bytes(value)
        try:
            found = settings.load_settings()
        except RiskError as error:
            raise AssertionError("settings are never refused") from error
        prove(found.pause >= 0, "a pace is known")
        prove(all(isinstance(each, str) for each in found.players), "players are texts")
        load_ruleset(found.ruleset)
        load_board(found.map)
