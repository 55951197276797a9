"""``risk-tui dice``: luck in saved games, and a test of new dice."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from risk_tui.cli.bar_tables import BarRow, BarTable, Report, print_report
from risk_tui.cli.options import MAX_DICE, MIN_DICE
from risk_tui.cli.output import print_json, writes_ascii
from risk_tui.cli.simulate import read_count
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, format_number, pgettext
from risk_tui.engine import chance as luck
from risk_tui.errors import RiskError
from risk_tui.odds.fairness import (
    Sample,
    TestResult,
    combined_chance,
    judge_faces,
    judge_pairs,
    sample,
)
from risk_tui.saves.errors import saves_folder
from risk_tui.table.seats import spell_copies
from risk_tui.text.dice_report import (
    ALL_DICE,
    ROLLED,
    SUSPICIOUS,
    TRIES,
    TYPED,
    archive_page,
    describe_faces,
    describe_pairs,
    faces_by_source,
    game_page,
)

if TYPE_CHECKING:
    from risk_tui.odds.luck import BattleStats
    from risk_tui.table.dice_archive import PlayerDiceStats

LOADED = 1e-6
"""Dice count as loaded if fair dice would be this uneven with a smaller probability."""

_DICE_PER_ROLL = 3
"""Dice rolled together, as by an attacker."""

_SLOW_DICE = 2_000_000
"""The number of dice from which the wait is announced."""


def show(options: argparse.Namespace) -> int | None:
    """Show the luck in saved games, or test new dice; the exit code is 1 if they look unfair."""
    if options.check is None:
        (_show_all_games if options.game is None else _show_game)(options)
        return None
    if options.game is not None:
        raise RiskError(_("--check rolls new dice; give either a game or --check"))
    return _test_dice(options)


# Saved games


def _show_game(options: argparse.Namespace) -> None:
    from risk_tui.saves.folder import find_game
    from risk_tui.table.dice_archive import dice_in_file

    path = find_game(options.game)
    players = dice_in_file(path)
    if options.json:
        print_json({"game": path.stem, **_players_data(players)}, ascii=True)
    else:
        ascii = writes_ascii(options, sys.stdout)
        print(*game_page(spell_copies(players, ascii=ascii)), sep="\n")


def _show_all_games(options: argparse.Namespace) -> None:
    from risk_tui.table.dice_archive import read_archive

    *_rest, archive = read_archive()
    if options.json:
        problems = [{"name": name, "problem": problem} for name, problem in archive.problems]
        counts = {
            "games": archive.read,
            "copies": archive.copies,
            "forks": archive.forks,
            "repeatable": archive.seeded,
            "with_real_dice": archive.real,
        }
        print_json({**counts, "problems": problems, **_players_data(archive.players)}, ascii=True)
    elif archive.files:
        ascii = writes_ascii(options, sys.stdout)
        print(*archive_page(archive, ascii=ascii), sep="\n")
    else:
        folder = printable(saves_folder())
        print(_("No saved games in {saves_folder}", saves_folder=folder))


def _players_data(players: Sequence[PlayerDiceStats]) -> dict[str, Any]:
    """Return the program's dice, the real dice and the dice of each player as data."""
    no_faces = [0] * 6
    sources = faces_by_source(players)
    return {
        **_faces_data(sources.get(ALL_DICE) or sources.get(ROLLED) or no_faces),
        "real_dice": _faces_data(sources.get(TYPED) or no_faces),
        "players": [
            {
                "name": stats.name,
                "player": stats.player,
                "games": stats.games,
                **_faces_data(stats.luck.faces),
                "attack": _battles_data(stats.luck.attack),
                "defence": _battles_data(stats.luck.defence),
                "luck": float(stats.luck.luck),
                "luck_chance": stats.luck.chance,
            }
            for stats in players
        ],
    }


def _faces_data(faces: Sequence[int]) -> dict[str, Any]:
    dice = sum(faces)
    verdict = judge_faces(faces)._asdict() if dice else None
    return {"dice": dice, "faces": list(faces), "test": verdict}


def _battles_data(side: BattleStats) -> dict[str, Any]:
    return {
        "battles": side.battles,
        "lost": side.lost,
        "expected_lost": float(side.expected_lost),
        "beaten": side.beaten,
        "expected_beaten": float(side.expected_beaten),
        "luck": float(side.luck),
    }


# The test


def _test_dice(options: argparse.Namespace) -> int:
    what = _("a number of dice")
    dice = read_count("--check", options.check, what, MAX_DICE, least=MIN_DICE)
    if dice >= _SLOW_DICE and sys.stderr is not None and sys.stderr.isatty():
        print(_("Rolling {dice} dice …", dice=format_number(dice)), file=sys.stderr, flush=True)
    rolls, rest = divmod(dice, _DICE_PER_ROLL)
    sizes = chain(repeat(_DICE_PER_ROLL, rolls), filter(None, [rest]))
    dice_sample = sample(map(luck.system_chance().dice, sizes))
    faces, pairs = judge_faces(dice_sample.faces), judge_pairs(dice_sample.pairs)
    fair = combined_chance([faces.chance, pairs.chance]) >= LOADED
    if options.json:
        tests = {"faces_test": faces._asdict(), "pairs_test": pairs._asdict()}
        counts = {"faces": dice_sample.faces, "pairs": dice_sample.pairs}
        print_json({"dice": dice, **counts, **tests, "fair": fair})
    else:
        print_report(options, _make_report(dice_sample, faces, pairs, fair))
    return 0 if fair else 1


def _make_report(rolled: Sample, faces: TestResult, pairs: TestResult, fair: bool) -> Report:
    """Report the frequency of each face and the verdict; a full bar is twice the fair share."""
    dice = sum(rolled.faces)
    expected = dice / len(rolled.faces)
    rows = [BarRow(pgettext("column", "face"), (pgettext("column", "fell"), _("off by")))]
    for face, number in enumerate(rolled.faces, 1):
        off = format_number((number - expected) / expected, "+.2%")
        rows.append(BarRow(str(face), (format_number(number), off), min(number / expected, 2)))
    notes = [
        _("Faces: {faces}", faces=describe_faces(rolled.faces, TRIES)),
        _("Pairs: {pairs}", pairs=describe_pairs(rolled.pairs)),
        _(
            "Chi-squared: faces {faces_chi2} ({faces_degrees} degrees of freedom), "
            "pairs {pairs_chi2} ({pairs_degrees})",
            faces_chi2=format_number(faces.chi2, ".2f"),
            faces_degrees=faces.degrees,
            pairs_chi2=format_number(pairs.chi2, ".2f"),
            pairs_degrees=pairs.degrees,
        ),
        _describe_verdict(min(faces.chance, pairs.chance), fair),
    ]
    table = BarTable(_("FACES"), rows, short=True, peak=2)
    return Report(
        _("{dice} dice, rolled with the random source of games", dice=format_number(dice)),
        [table],
        notes,
    )


def _describe_verdict(chance: float, fair: bool) -> str:
    """Describe in one sentence whether the dice are fair.

    Args:
        chance: The smaller p-value of the two tests.
        fair: False if the dice count as loaded.
    """
    if not fair:
        return _(
            "These dice look unfair: fair dice would do this less than once in 1,000,000 tries."
        )
    if chance < SUSPICIOUS:
        return _("That is rare for fair dice: try again, with more of them.")
    return _("No sign that these dice are unfair.")
