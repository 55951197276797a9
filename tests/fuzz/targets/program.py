"""The whole program: command lines, and games played by lines."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from risk_tui.cli import main
from risk_tui.commands.all_commands import COMMANDS
from risk_tui.data import crash_log
from risk_tui.errors import RiskError
from risk_tui.line_mode.session import play_by_lines
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.errors import saves_folder
from risk_tui.table.automation import Automation
from tests.new_games import create_table

from ..mutate import NASTY, NUMBERS, mutate_text
from ..target import LONGEST_MESSAGE, Target, prove, prove_line
from .files import RULESETS, SMALL_MAP
from .saves import short_game

BOT_STEPS = 40
"""The steps of bots for one input, before they are interrupted as by Ctrl+C."""

MOST_TYPED = 1_000_000
"""The characters of the longest script."""

INTERRUPTED = 130


class Refused(RiskError):
    """The program ended with code 2 and an error."""


class CommandLines(Target):
    """A command line, with an empty standard input."""

    name = "command lines"
    share = 50_000

    seeds = (
        "",
        "--version",
        "--help",
        "new --players Ann,Ben --rules us-1993 --map classic --seed x --turn-limit 3",
        "play --plain --players Ann,Ben,bot --set cards.sets=stars --defence most --ascii",
        "play --plain --players Ann,Ben --rules ./mine.yaml --map ./classic.yaml --colours none",
        "resume short --plain --theme dark",
        "resume ./short.risk --plain --blocks",
        "saves --json",
        "saves",
        "join short --seat Ann",
        "join short --take --seat red",
        "rename short longer",
        "copy short other",
        "delete other --yes",
        "rescue short",
        "export short",
        "export short --output mine.txt",
        "import mine.txt",
        "import mine.txt --name again",
        "ssh-setup short",
        "keys --default",
        "keys",
        "rules list --json",
        "rules show us-1993 --set fortify.limit=7",
        "rules show uk-new --json",
        "rules diff us-1993 uk-new",
        "rules check mine.yaml --map classic",
        "rules schema",
    )
    words = tuple(sorted({word for line in seeds for word in line.split()}))

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.good = short_game(folder).read_bytes()
        (folder / "mine.yaml").write_text(RULESETS[0], encoding="utf-8")
        (folder / "classic.yaml").write_text(SMALL_MAP, encoding="utf-8")

    def make(self, rng: Random) -> list[str]:
        words = rng.choice(self.seeds).split()
        for _ in range(rng.randint(1, 3)):
            at = rng.randint(0, len(words))
            match rng.randrange(6):
                case 0:
                    words[at:at] = [rng.choice(self.words)]
                case 1:
                    words[at : at + 1] = [rng.choice((*NASTY, *NUMBERS, *self.words))]
                case 2:
                    del words[at : at + 1]
                case 3 | 4 if at < len(words):
                    words[at] = mutate_text(rng, words[at], self.words, times=2)
                case 5:
                    words += rng.choice(self.seeds).split()[1:]
        # Systems pass no NUL and no endless words.
        return [word.replace("\0", "")[:100_000] for word in words if not _has_only_bots(word)]

    def run(self, value: list[str]) -> None:
        self._tidy()
        prove_ended(*run_program(value))

    def _tidy(self) -> None:
        """Restore the known game in the player's folder, and limit the other files."""
        games = saves_folder()
        games.mkdir(parents=True, exist_ok=True)
        found = [path for path in games.iterdir() if path.is_file()]
        if len(found) > 10:
            for path in found:
                path.unlink()
        known = games / "short.risk"
        if not known.exists():
            known.write_bytes(self.good)


class Scripts(Target):
    """A game in line mode: a script, which ends at its first mistake, or typed lines."""

    name = "scripts"
    share = 20_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.places = [place.name for place in load_board("classic").territories]
        self.words = [*COMMANDS, *self.places, *map(str, range(6)), "all", "yes", "toni", "Ann"]

    def make(self, rng: Random) -> tuple[bool, str, str]:
        lines = [self._line(rng) for _ in range(rng.choice((3, 10, 40)))]
        text = "\n".join(lines)
        if rng.random() < 0.3:
            text = mutate_text(rng, text, lines)[:MOST_TYPED]
        rules = rng.choice(("us-1993", "us-1980-experts", "us-1993-capital-short", "stars"))
        return rng.random() < 0.8, rules, text

    def _line(self, rng: Random) -> str:
        kind = rng.random()
        if kind < 0.5:
            return rng.choice(("", *self.places, "1", "2", "all", "end", "trade", "stand", "most"))
        if kind < 0.7:
            return rng.choice(list(COMMANDS.values())).example
        line = " ".join(rng.choice(self.words) for _ in range(rng.randint(1, 4)))
        return mutate_text(rng, line, self.words, times=2) if kind > 0.9 else line

    def run(self, value: tuple[bool, str, str]) -> None:
        interactive, rules, text = value
        path = self.folder / "script.risk"
        for end in ("", "-wal", "-shm"):
            path.with_name(f"script.risk{end}").unlink(missing_ok=True)
        ruleset = load_ruleset(rules)
        players = max(2, ruleset.players.least)
        names = ",".join(["Ann", "Ben", "Cid", "Dot"][:players])
        table = create_table(names, ruleset, seed="1", path=path)
        out, problems = io.StringIO(), io.StringIO()
        with few_steps():
            code = play_by_lines(table, io.StringIO(text), out, problems, interactive=interactive)
        prove_ended(code, out.getvalue(), problems.getvalue())


def _has_only_bots(word: str) -> bool:
    """Return True if a word may seat only bots, which would play to the end."""
    names = [name.partition("=")[0] for name in word.split(",")]
    return len(names) > 1 and all("bot" in name or "toni" in name for name in names)


def few_steps() -> ExitStack:
    """Return a context in which bots, and waiting for other players, are soon interrupted."""
    left = BOT_STEPS
    step = Automation.step

    def counted(automation: Automation) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return step(automation)

    def waits(_: float) -> None:
        raise KeyboardInterrupt

    during = ExitStack()
    during.enter_context(patch.object(Automation, "step", counted))
    during.enter_context(patch("time.sleep", waits))
    return during


def run_program(words: Sequence[str], typed: str = "") -> tuple[int, str, str]:
    """Run a command line, and return its exit code, output and errors."""
    out, problems = io.BytesIO(), io.BytesIO()
    with ExitStack() as during:
        # Use the same encodings and error handlers as a process.
        stdout = io.TextIOWrapper(out, "utf-8", "strict", write_through=True)
        stderr = io.TextIOWrapper(problems, "utf-8", "backslashreplace", write_through=True)
        during.enter_context(redirect_stdout(stdout))
        during.enter_context(redirect_stderr(stderr))
        during.enter_context(patch.object(sys, "stdin", io.StringIO(typed)))
        during.enter_context(few_steps())
        during.enter_context(patch.object(crash_log, "log_fault", _raise))
        try:
            code = main(words)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
        texts = [each.getvalue().decode("utf-8") for each in (out, problems)]
        for stream in (stdout, stderr):
            stream.detach()
    return code, texts[0], texts[1]


def _raise(error: BaseException) -> None:
    """Raise a fault of the program instead of logging it."""
    raise error


def prove_ended(code: int, out: str, problems: str) -> None:
    """Check the end of a run.

    Raises:
        AssertionError: If players should not see such an end.
        Refused: If the code is 2.
    """
    prove(code in (0, 2, INTERRUPTED), f"the exit code is {code}")
    prove("Traceback" not in out + problems, "a traceback is shown")
    for line in _lines(out):
        prove_line(line, "a line of the output")
    said = list(_lines(problems))
    prove(len(said) <= 1, f"several lines of problems: {said[:3]!a}")
    for line in said:
        prove_line(line, "a problem")
        prove(len(line) <= LONGEST_MESSAGE, f"a problem has {len(line)} characters")
    prove((code == 2) == bool(said), f"code {code} with the problem {said[:1]!a}")
    if code == 2:
        raise Refused(said[0])


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.removesuffix("\n").split("\n") if line)
