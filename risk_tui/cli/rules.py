"""``risk-tui rules``: reading, comparing and checking rulesets."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_commands(parser: argparse.ArgumentParser) -> None:
    """The commands below ``rules``."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    every = commands.add_parser("list", help="all rulesets, by family")
    every.add_argument("--json", action="store_true", help="for programs")
    every.set_defaults(run=_list)
    show = commands.add_parser("show", help="a ruleset in plain sentences, with its sources")
    show.add_argument("ruleset", metavar="NAME", help="its name, or a file")
    show.add_argument("--json", action="store_true", help="its values, for programs")
    show.set_defaults(run=_show)
    diff = commands.add_parser("diff", help="what two rulesets say differently")
    diff.add_argument("one", metavar="NAME")
    diff.add_argument("other", metavar="NAME")
    diff.set_defaults(run=_diff)
    check = commands.add_parser("check", help="whether a file of your own is a sound ruleset")
    check.add_argument("file", metavar="FILE")
    check.set_defaults(run=_check)
    schema = commands.add_parser("schema", help="the JSON Schema of ruleset files, for editors")
    schema.set_defaults(run=_schema)


def _list(options: argparse.Namespace) -> int:
    from risk_tui.engine.errors import RiskError
    from risk_tui.engine.library import load_ruleset, names

    rows = []
    for name in names("rulesets"):
        try:
            ruleset = load_ruleset(name)
        except RiskError as error:
            rows.append({"name": name, "problem": str(error)})
        else:
            about = {"title": ruleset.title, "family": ruleset.family, "about": ruleset.about}
            rows.append({"name": name, **about})
    rows.sort(key=lambda row: (row.get("family", "~"), row["name"]))
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    family = ""
    for row in rows:
        if row.get("family", "") != family:
            family = row.get("family", "")
            print(f"{family or 'Cannot be read'}:")
        print(f"  {row['name']:<18} {row.get('title') or row['problem']}")
    return 0


def _show(options: argparse.Namespace) -> int:
    from risk_tui.engine.library import load_ruleset
    from risk_tui.engine.ruleset_file import ruleset_to_data
    from risk_tui.language.rulebook import page

    ruleset = load_ruleset(options.ruleset)
    if options.json:
        print(json.dumps(ruleset_to_data(ruleset), ensure_ascii=False, indent=2))
        return 0
    for line in page(ruleset, sources=True):
        indent = " " * (len(line) - len(line.lstrip()))
        print(textwrap.fill(line, 88, subsequent_indent=indent) if line else "")
    return 0


def _diff(options: argparse.Namespace) -> int:
    from risk_tui.engine.library import load_ruleset
    from risk_tui.language.rulebook import differences

    one, other = load_ruleset(options.one), load_ruleset(options.other)
    found = differences(one, other)
    for difference in found:
        print(difference.key)
        print(f"  {one.ruleset}: {difference.one or '(does not apply)'}")
        print(f"  {other.ruleset}: {difference.other or '(does not apply)'}")
    if not found:
        print(f"{one.ruleset} and {other.ruleset} say the same")
    return 0


def _check(options: argparse.Namespace) -> int:
    from risk_tui.engine.library import load_ruleset

    path = options.file if "/" in options.file else f"./{options.file}"
    ruleset = load_ruleset(path)
    print(f"{options.file}: {ruleset.title} is a sound ruleset")
    return 0


def _schema(options: argparse.Namespace) -> int:
    from risk_tui.engine.ruleset import Ruleset

    print(json.dumps(Ruleset.model_json_schema(), ensure_ascii=False, indent=2))
    return 0
