"""``risk-tui rules``: read, compare and check rulesets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from risk_tui.cli.output import print_json
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.rules.titles import translated_title
from risk_tui.text.wrapping import wrap

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.rules.ruleset import Ruleset

WIDTH = 88
"""Columns of the printed text."""


def typed_changes(ruleset: Ruleset, options: argparse.Namespace) -> dict[str, object]:
    """Return the values that ``--variant`` and ``--set`` change in a ruleset, by their keys.

    Raises:
        DataError: If an option is invalid.
    """
    if not options.variants and not options.changes:
        return {}
    from risk_tui.rules.house_rules import fitted, read_house_rule, values_of_variants

    variant_values = fitted(values_of_variants(options.variants), ruleset)
    return variant_values | dict(map(read_house_rule, options.changes))


def changed_ruleset(name: str, options: argparse.Namespace) -> Ruleset:
    """Load a ruleset, changed by ``--variant`` and ``--set``.

    Raises:
        DataError: If the ruleset or a change is invalid.
    """
    from risk_tui.rules.library import load_ruleset

    ruleset = load_ruleset(name)
    changes = typed_changes(ruleset, options)
    if not changes:
        return ruleset
    from risk_tui.rules.house_rules import with_house_rules

    return with_house_rules(ruleset, changes)


def chosen_board(options: argparse.Namespace, ruleset: Ruleset) -> Board:
    """Load the board of ``--map``, by default the ruleset's own."""
    from risk_tui.rules.library import load_board

    return load_board(ruleset.board.home if options.map is None else options.map)


def list_rulesets(options: argparse.Namespace) -> None:
    """List all rulesets by family."""
    from risk_tui.text.rulebook import (
        ListedRuleset,
        by_family,
        describe_player_count,
        list_rulesets,
    )

    def row(entry: ListedRuleset) -> dict[str, object]:
        if entry.ruleset is None:
            return {"name": entry.name, "problem": entry.problem}
        about = entry.ruleset.model_dump(include={"title", "family", "about", "players"})
        return {"name": entry.name, **about}

    entries = list_rulesets()
    if options.json:
        print_json([row(entry) for entry in entries])
        return
    for family, members in by_family(entries):
        print(f"{printable(_(family))}:")
        for entry in members:
            name, ruleset = printable(entry.name), entry.ruleset
            if ruleset is None:
                print(f"  {name:<22} {printable(entry.problem)}")
            else:
                title = printable(entry.title)
                print(f"  {name:<22} {title:<34} {describe_player_count(ruleset)}")


def variants(options: argparse.Namespace) -> None:
    """List the variants."""
    from risk_tui.rules.house_rules import variant_switches

    switches = variant_switches().values()
    if options.json:
        rows = [
            {
                "name": switch.name,
                "title": switch.title,
                "about": switch.sentence,
                "values": switch.values,
            }
            for switch in switches
        ]
        print_json(rows)
        return
    for switch in switches:
        more = ", ".join(switch.other_names)
        also = _(" (also {more})", more=more) if more else ""
        print(f"{switch.name:<16} {_(switch.title)}{also}")
        print(*wrap(f"  {switch.sentence}", WIDTH), sep="\n")


def show(options: argparse.Namespace) -> None:
    """Show the rules of a ruleset."""
    from risk_tui.rules.ruleset import ruleset_to_data
    from risk_tui.text.rulebook import book_lines

    ruleset = changed_ruleset(options.ruleset, options)
    if options.json:
        print_json(ruleset_to_data(ruleset))
        return
    for line in book_lines(ruleset, chosen_board(options, ruleset), sources=True):
        print(*wrap(line, WIDTH), sep="\n")


def diff(options: argparse.Namespace) -> None:
    """Show the differences between two rulesets."""
    from risk_tui.rules.library import load_ruleset
    from risk_tui.text.rulebook import differences

    one, other = load_ruleset(options.one), load_ruleset(options.other)
    all_differences = differences(one, other)
    if options.json:
        print_json(
            [{"key": row.key, "one": row.one, "other": row.other} for row in all_differences]
        )
        return
    headings = {key: heading for key, heading, _ in one.sections()}
    width = max(len(one.ruleset), len(other.ruleset)) + 1
    last_section = ""
    for difference in all_differences:
        section = difference.key.rpartition(".")[0]
        if section != last_section:
            if last_section:
                print()
            print(headings[section])
            last_section = section
        print(f"  {difference.key}")
        for ruleset, text in ((one, difference.one), (other, difference.other)):
            start = f"    {f'{ruleset.ruleset}:':<{width}} "
            lines = wrap(text or _("(does not apply)"), WIDTH - len(start))
            print(start + f"\n{' ' * len(start)}".join(lines))
    if not all_differences:
        print(
            _(
                "{ruleset} and {other} say the same",
                ruleset=one.ruleset,
                other=other.ruleset,
            )
        )


def check(options: argparse.Namespace) -> int:
    """Check a ruleset file; the exit code is 2 for a problem."""
    problem = None
    try:
        ruleset = _load_and_check(options)
    except RiskError as error:
        if not options.json:
            raise
        problem = str(error)
    if options.json:
        print_json({"file": options.file, "problem": problem})
    else:
        file = printable(options.file)
        print(
            _(
                "{file}: {ruleset} is valid",
                file=file,
                ruleset=printable(translated_title(ruleset.title)),
            )
        )
    return 2 if problem else 0


def _load_and_check(options: argparse.Namespace) -> Ruleset:
    """Load a ruleset and set up a game for every number of players.

    Raises:
        RiskError: If the ruleset is invalid, or a game can't be set up.
    """
    from pathlib import Path

    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.rules.library import load_ruleset, path_exists

    # A file in this folder comes before a ruleset with the same name.
    is_here = "/" not in options.file and path_exists(Path(options.file))
    ruleset = load_ruleset(f"./{options.file}" if is_here else options.file)
    board = chosen_board(options, ruleset)
    least, most = ruleset.player_limits
    for players in range(least, most + 1):
        GameSetup(board, ruleset, players)
    return ruleset


def schema(options: argparse.Namespace) -> None:
    """Print the JSON Schema of ruleset files."""
    from risk_tui.rules.ruleset import Ruleset

    print_json(Ruleset.model_json_schema())
