"""``risk-tui dice``: luck in saved games, and a test of the dice that games are played with."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from risk_tui.literal import literal

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import Any

    from risk_tui.cli.drawing import Page
    from risk_tui.engine.chance import Chance
    from risk_tui.odds.fairness import Sample, Verdict
    from risk_tui.odds.luck import Battles
    from risk_tui.table.archive import PlayersDice

USUAL, LEAST, MOST = 60_000, 600, 10_000_000
"""How many dice are rolled for a test unless another number is given; the fewest and the most."""

LOADED = 1e-6
"""Dice that fair ones are as uneven as with a lesser chance are not believed."""

_HAND = 3
"""Dice that are rolled at a time, as an attacker does."""
_PATIENCE = 2_000_000
"""Dice whose rolling is announced: they take seconds."""


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``dice``."""
    parser.description = (
        "How lucky everybody was, and how even the faces fell: in all saved games, or in one. "
        "With --check dice are rolled from the source that games use, and tested: the exit code "
        "is 1 if fair dice would be as uneven less than once in a million tries."
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="its name, the start of its name, or its file"
    )
    parser.add_argument(
        "--check",
        metavar="N",
        nargs="?",
        const=str(USUAL),
        help=f"roll and test N dice, {LEAST} to {MOST:,} ({USUAL:,})",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=_dice)


def _dice(options: argparse.Namespace) -> int:
    from risk_tui.engine.errors import RiskError

    if options.check is None:
        return _game(options) if options.game is not None else _games(options)
    if options.game is not None:
        raise RiskError("--check rolls new dice; give either a game or --check")
    return _check(options)


# Saved games


def _game(options: argparse.Namespace) -> int:
    from risk_tui.language.luck import game_page
    from risk_tui.saves.folder import find_game
    from risk_tui.table.archive import dice_of

    path = find_game(options.game)
    players = dice_of(path)
    if options.json:
        _print_json({"game": path.stem, **_players(players)})
    else:
        _print(options, game_page(players))
    return 0


def _games(options: argparse.Namespace) -> int:
    from risk_tui.language.luck import archive_page
    from risk_tui.saves.folder import saves_folder
    from risk_tui.table.archive import gather

    *_, archive = gather()
    if options.json:
        problems = [{"name": name, "problem": problem} for name, problem in archive.problems]
        told = {
            "games": archive.read,
            "copies": archive.copies,
            "forks": archive.forks,
            "repeatable": archive.seeded,
            "with_real_dice": archive.real,
        }
        _print_json({**told, "problems": problems, **_players(archive.players)})
    elif archive.files:
        _print(options, archive_page(archive))
    else:
        print(f"No saved games in {literal(saves_folder())}")
    return 0


def _players(players: Sequence[PlayersDice]) -> dict[str, Any]:
    """Everybody's dice as data: ``real_dice`` apart from those that the program rolled."""
    from risk_tui.language.luck import ALL_DICE, ROLLED, TYPED, by_source

    none = [0] * 6
    sources = by_source(players)
    return {
        **_faces(sources.get(ALL_DICE) or sources.get(ROLLED) or none),
        "real_dice": _faces(sources.get(TYPED) or none),
        "players": [
            {
                "name": each.name,
                "player": each.player,
                "games": each.games,
                **_faces(each.luck.faces),
                "attack": _battles(each.luck.attack),
                "defence": _battles(each.luck.defence),
                "luck": float(each.luck.luck),
                "luck_chance": each.luck.chance,
            }
            for each in players
        ],
    }


def _faces(faces: Sequence[int]) -> dict[str, Any]:
    from risk_tui.odds.fairness import judge_faces

    dice = sum(faces)
    verdict = judge_faces(faces)._asdict() if dice else None
    return {"dice": dice, "faces": list(faces), "test": verdict}


def _battles(side: Battles) -> dict[str, Any]:
    return {
        "battles": side.casts,
        "lost": side.lost,
        "expected_lost": float(side.expected_lost),
        "beaten": side.beaten,
        "expected_beaten": float(side.expected_beaten),
        "luck": float(side.luck),
    }


# The test


def _check(options: argparse.Namespace) -> int:
    from risk_tui.engine.chance import system_chance
    from risk_tui.odds.fairness import judge_faces, judge_pairs, least, sample

    dice = _number(options.check)
    if dice >= _PATIENCE and sys.stderr is not None and sys.stderr.isatty():
        print(f"Rolling {dice:,} dice …", file=sys.stderr, flush=True)
    rolled = sample(_hands(system_chance(), dice))
    faces, pairs = judge_faces(rolled.faces), judge_pairs(rolled.pairs)
    fair = least([faces.chance, pairs.chance]) >= LOADED
    if options.json:
        tests = {"faces_test": faces._asdict(), "pairs_test": pairs._asdict()}
        counts = {"faces": rolled.faces, "pairs": rolled.pairs}
        _print_json({"dice": dice, **counts, **tests, "fair": fair})
    else:
        from risk_tui.cli.drawing import show

        show(options, _page(rolled, faces, pairs, fair))
    return 0 if fair else 1


def _number(text: str) -> int:
    """The number of dice to roll. Raises ``RiskError`` for anything else."""
    from risk_tui.engine.errors import RiskError

    plain = text.replace(",", "").replace("_", "")
    if plain.isascii() and plain.isdecimal() and len(plain) < 12 and LEAST <= int(plain) <= MOST:
        return int(plain)
    raise RiskError(
        f"--check takes a number of dice from {LEAST} to {MOST:,}, not {literal(text, 40)!r}"
    )


def _hands(chance: Chance, dice: int) -> Iterator[tuple[int, ...]]:
    """Exactly so many dice, in hands as they are rolled in a game."""
    for _ in range(dice // _HAND):
        yield chance.dice(_HAND)
    if dice % _HAND:
        yield chance.dice(dice % _HAND)


def _page(rolled: Sample, faces: Verdict, pairs: Verdict, fair: bool) -> Page:
    """How often each face fell, with a bar up to twice what is fair, and what to think of it."""
    from risk_tui.cli.drawing import Page, Part, Row
    from risk_tui.language.luck import TRIES, faces_told, pairs_told

    dice = sum(rolled.faces)
    expected = dice / len(rolled.faces)
    rows = [Row("face", ("fell", "off by"))]
    for face, number in enumerate(rolled.faces, 1):
        off = f"{100 * (number - expected) / expected:+.2f}%"
        rows.append(Row(str(face), (f"{number:,}", off), min(number / expected, 2)))
    told = [
        f"Faces: {faces_told(rolled.faces, TRIES)}",
        f"Pairs: {pairs_told(rolled.pairs, TRIES)}",
        f"Chi-squared: faces {faces.chi2:.2f} ({faces.degrees} degrees of freedom), "
        f"pairs {pairs.chi2:.2f} ({pairs.degrees})",
        _verdict(min(faces.chance, pairs.chance), fair),
    ]
    part = Part("FACES", rows, short=True, peak=2)
    return Page(f"{dice:,} dice, rolled from the source that games use", [part], told)


def _verdict(chance: float, fair: bool) -> str:
    """What to think of the dice, in one sentence."""
    from risk_tui.language.luck import SUSPICIOUS

    if not fair:
        return "These dice are not fair: fair ones do this in fewer than 1 of 1,000,000 tries."
    if chance < SUSPICIOUS:
        return "That is rare for fair dice: try again, with more of them."
    return "These dice are fair, for all that can be told."


def _print(options: argparse.Namespace, lines: Sequence[str]) -> None:
    """Write lines, in ASCII where nothing else can be shown."""
    from risk_tui.cli.screen import lines_out

    out = lines_out(options, sys.stdout)
    for line in lines:
        out.write(line + "\n")
    out.flush()


def _print_json(data: object) -> None:
    import json

    print(json.dumps(data, indent=2))
