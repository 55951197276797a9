"""The options of every command of the shell, and what each command runs.

A command's options are added here and its work is done in a module of its own, so that help,
completion and errors load nothing that is slow.

Start with ``COMMANDS``, at the end.
"""

from __future__ import annotations

import argparse
from argparse import SUPPRESS
from pathlib import Path

from risk_tui.data.language import N_, _, format_number
from risk_tui.data.settings import CHOICES
from risk_tui.host import PORT
from risk_tui.table.seats import WATCH

DEFAULT_RULES = "us-1993"
"""The ruleset of commands that calculate odds or play games between bots."""
DEFAULT_SECONDS = 5.0
"""The default time limit for a decision of an external bot, in seconds."""
DEFAULT_ROUNDS = 8
"""The default limit of rounds in a test game of ``bot-check``."""
LOOPBACK = "127.0.0.1"
"""The address for connections from this machine only."""

DEFAULT_DICE, MIN_DICE, MAX_DICE = 60_000, 600, 10_000_000
"""The default, minimum and maximum number of dice in a test."""
MAX_CARDS = 10
"""The maximum number of cards in a hand whose odds are calculated."""
POWER_OPTIONS = {
    "reroll": ("card", N_("the attacker holds the card of either territory, to roll a die again")),
    "commander": ("commander", N_("the attacker's commander has not acted yet")),
}
"""The option of ``odds`` and its help for each power over dice, a field of ``DiceChanges``."""
EXTRA_DIE_OPTIONS = {
    "sea": N_("every attack crosses a sea lane, by rules where that gives a defender one more die"),
    "capital": N_(
        "the target is a capital, in a campaign the last one, by rules where that gives a "
        "defender one die more"
    ),
}
"""The help of the options for one more defence die, in the first rolls or in all."""

DEFAULT_SEED = "1"
DEFAULT_SEATS, DEFAULT_SIMULATED_GAMES = 4, 100
"""The default number of seats and of games of ``simulate``."""
DEFAULT_TABLES, DEFAULT_TEST_TABLE = "2,4", "2"
"""The default numbers of seats of ``ladder``, and the default of a test."""
DEFAULT_GAMES, DEFAULT_MAX_TEST_GAMES = 40, 2000
"""The default number of games at each table or by each ruleset, and the maximum of a test."""
DEFAULT_MARGIN = 0.05
"""By default, ``--p1`` is this much more than ``--p0``, but at most halfway to 1.

Both are shares of wins (0 to 1).
"""
DEFAULT_PLAYERS = 4
"""The default number of players of a compared ruleset."""
CALIBRATED_GAMES = 2000
"""The default number of games of ``calibrate``."""
_CALIBRATED_BOT, _CALIBRATED_PLAYERS = "mira", "2,3,4,5,6"
"""The default bot of ``calibrate``, and its numbers of players per game, in rotation."""

SCRIPTS = {
    "bash": "share/bash-completion/completions/risk-tui",
    "zsh": "share/zsh/site-functions/_risk-tui",
    "fish": "share/fish/vendor_completions.d/risk-tui.fish",
}
"""The path of each shell's script for completion, relative to the prefix of the installation."""
_LISTS = ("docs", "games", "maps", "rulesets", "variants")
"""The kinds of names that the scripts ask for with ``--list``."""


def _file_name(text: str) -> str:
    """Return the name of a file on the command line.

    Raises:
        argparse.ArgumentTypeError: If it is empty.
    """
    if not text:
        raise argparse.ArgumentTypeError(_("the name of a file is missing"))
    return text


def add_screen_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the screen; without one, the player's setting counts."""
    group = parser.add_argument_group(_("the screen"), argument_default=argparse.SUPPRESS)
    group.add_argument(
        "--colours",
        "--colors",
        choices=CHOICES["colours"],
        help=_("colours to use (auto: detect, honouring NO_COLOR)"),
    )
    for name, description in (
        ("ascii", _("ASCII output only")),
        ("blocks", _("use Unicode blocks regardless of the locale")),
    ):
        group.add_argument(
            f"--{name}", action="store_const", const=name, dest="signs", help=description
        )
    group.add_argument(
        "--theme", choices=CHOICES["theme"], help=_("dark or light theme (auto: detect)")
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add ``--lang``; without it, the player's setting counts."""
    parser.add_argument(
        "--lang",
        choices=CHOICES["language"],
        default=argparse.SUPPRESS,
        help=_("language of all texts (auto: that of your system)"),
    )


def _add_game(
    parser: argparse.ArgumentParser, name: str = "game", nargs: str | None = None
) -> None:
    """Add an argument that names a saved game, or with ``nargs`` several or an optional one."""
    parser.add_argument(
        name,
        metavar="GAME",
        nargs=nargs,
        help=_("a game: its name, the start of its name, or a file"),
    )


def _add_json(parser: argparse._ActionsContainer, help: str = "") -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help=help or _("print JSON"))


def _add_clock_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--clock``, ``--turn-clock``, ``--clock-bot`` and ``--no-talk``."""
    parser.add_argument(
        "--clock",
        metavar="TIME",
        help=_("the time for a decision, such as 2m or 24h; then a bot decides ('off': no clock)"),
    )
    parser.add_argument(
        "--turn-clock", metavar="TIME", help=_("the time for a whole turn, instead")
    )
    parser.add_argument(
        "--clock-bot", metavar="BOT", help=_("the bot that decides when time is up (mira)")
    )
    parser.add_argument(
        "--no-talk", action="store_true", help=_("no talk and no truces at the table")
    )


def _add_rules_commands(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(json=False)
    commands = parser.add_subparsers(
        title=_("commands (list, if there is none)"), metavar="COMMAND"
    )
    listing = commands.add_parser("list", help=_("all rulesets, by family"))
    _add_json(listing)
    variants = commands.add_parser("variants", help=_("list the variants"))
    _add_json(variants)
    variants.set_defaults(run="rules.variants")
    show = commands.add_parser("show", help=_("show a ruleset in plain English, with sources"))
    show.add_argument("ruleset", metavar="NAME", help=_("its name, or a file"))
    _add_json(show, _("print its values as JSON"))
    _add_map(show)
    _add_changes(show)
    show.set_defaults(run="rules.show")
    diff = commands.add_parser("diff", help=_("compare two rulesets"))
    diff.add_argument("one", metavar="NAME")
    diff.add_argument("other", metavar="NAME")
    _add_json(diff)
    diff.set_defaults(run="rules.diff")
    check = commands.add_parser("check", help=_("validate a ruleset file"))
    check.add_argument("file", metavar="FILE", type=_file_name, help=_("its name, or a file"))
    _add_map(check)
    _add_json(check)
    check.set_defaults(run="rules.check")
    schema = commands.add_parser("schema", help=_("the JSON Schema of ruleset files, for editors"))
    schema.set_defaults(run="rules.schema")


def _add_map(parser: argparse.ArgumentParser) -> None:
    """Add ``--map``, the board that a ruleset is shown, checked or played with."""
    parser.add_argument("--map", metavar="NAME", help=_("map to use (default: the ruleset's own)"))


def _add_rules(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``, a ruleset that is ``DEFAULT_RULES`` by default."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        default=DEFAULT_RULES,
        help=_("by name or file ({default_rules})", default_rules=DEFAULT_RULES),
    )


def _add_changes(parser: argparse.ArgumentParser) -> None:
    """Add ``--variant`` and ``--set``."""
    parser.add_argument(
        "--variant",
        metavar="NAME",
        dest="variants",
        action="append",
        default=[],
        help=_("add a variant (see 'rules variants'); repeatable"),
    )
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        dest="changes",
        action="append",
        default=[],
        help=_("change a rule, e.g. fortify.reach=connected; repeatable"),
    )


def _add_simulation_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for rules, board, seed and processes, and ``--json``."""
    _add_changes(parser)
    _add_map(parser)
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        default=DEFAULT_SEED,
        help=_("random seed ({default_seed})", default_seed=DEFAULT_SEED),
    )
    parser.add_argument(
        "--jobs", metavar="N", help=_("number of processes (default: one per core)")
    )
    _add_json(parser)


def _add_laboratory_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for playing games and storing results."""
    _add_simulation_options(parser)
    parser.add_argument(
        "--rounds",
        metavar="N",
        help=_("stop a game after N rounds and count it as unfinished (200)"),
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=_("play on a cluster of dask.distributed, by the address of its scheduler"),
    )
    parser.add_argument(
        "--into",
        metavar="FILE",
        type=Path,
        help=_("write one line per game here; run the same command again to continue"),
    )


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Play many bot games on all cores and report wins, game length and luck. Seats rotate "
        "from game to game. The same seed gives the same games on any number of processes or "
        "machines. Ctrl-C stops; run the same command to continue. 'risk-tui docs laboratory' "
        "explains the figures."
    )
    _add_rules(parser)
    parser.add_argument(
        "--bots",
        metavar="LIST",
        help=_(
            "2 to 6 bots, separated by commas ({default_seats} times mira)",
            default_seats=DEFAULT_SEATS,
        ),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_("number of games ({default_games})", default_games=DEFAULT_SIMULATED_GAMES),
    )
    parser.add_argument("--fixed-seats", action="store_true", help=_("players keep their seats"))
    parser.add_argument("--only", metavar="LIST", help=_("only the games with these numbers"))
    _add_laboratory_options(parser)
    parser.add_argument(
        "--keep",
        metavar="WHAT",
        help=_(
            "keep games as game files: those with these numbers among the saved games, or all of "
            "them in a folder: --keep 17, --keep ./games"
        ),
    )
    parser.add_argument("--csv", metavar="FILE", type=Path, help=_("write one CSV row per game"))


def _add_new(parser: argparse.ArgumentParser) -> None:
    _add_new_game_options(parser)
    parser.add_argument("--plain", action="store_true", help=_("use line mode (stdin/stdout)"))
    add_screen_options(parser)


def _add_resume(parser: argparse.ArgumentParser) -> None:
    _add_game(parser, nargs="?")
    _add_table_options(parser)


def _add_join(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Join a game from your own terminal. You see what your seat may see and decide only "
        "for it. Several terminals can play the same game file, together or one after another. "
        "Without --seat you watch."
    )
    _add_game(parser)
    parser.add_argument(
        "--seat",
        metavar="WHO",
        help=_(
            "a player's name, or else the colour of a seat; name:WHO is never a colour; {watch}: "
            "watch",
            watch=WATCH,
        ),
    )
    parser.add_argument(
        "--take", action="store_true", help=_("take the seat from another terminal")
    )
    _add_table_options(parser)


def _add_table_options(parser: argparse.ArgumentParser) -> None:
    _add_bot_options(parser)
    parser.add_argument("--plain", action="store_true", help=_("use line mode (stdin/stdout)"))
    add_screen_options(parser)


def _add_new_game_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help=_("a ruleset, by name or file (default: the one last used in the new-game form)"),
    )
    _add_changes(parser)
    parser.add_argument(
        "--map",
        metavar="NAME",
        help=_("a map, by name or file (default: the one last used in the new-game form)"),
    )
    parser.add_argument(
        "--players",
        metavar="LIST",
        help=_(
            "2 to 6 comma-separated names; 'bot' is a bot, 'cmd:./mybot' your own "
            "program, 'Ann=green' sets a colour"
        ),
    )
    _add_bot_options(parser)
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help=_("use repeatable dice from this seed (shown to all players)"),
    )
    parser.add_argument(
        "--turn-limit", metavar="N", type=int, help=_("end the game after N rounds")
    )
    parser.add_argument(
        "--defence",
        "--defense",
        choices=("ask", "most"),
        help=_("ask for defence dice, or always roll the maximum"),
    )
    parser.add_argument("--no-advice", action="store_true", help=_("show no odds in this game"))
    parser.add_argument(
        "--real-dice", action="store_true", help=_("roll real dice and type the results")
    )
    _add_clock_options(parser)


def _add_learn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help=_("use line mode (stdin/stdout)"))
    parser.add_argument("--keep", action="store_true", help=_("keep the saved game"))
    add_screen_options(parser)


def _add_bot_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--bot`` and ``--bot-time``, the options for external bots."""
    parser.add_argument(
        "--bot",
        metavar="NAME=cmd:COMMAND",
        action="append",
        default=[],
        help=_("run your own program as the bot for a seat"),
    )
    _add_limit(
        parser,
        "--bot-time",
        _(
            "the time for such a program for each decision ({seconds})",
            seconds=f"{DEFAULT_SECONDS:g}",
        ),
    )


def _add_limit(parser: argparse.ArgumentParser, option: str, help: str) -> None:
    """Add the option that limits the time for a decision of an external bot."""
    parser.add_argument(option, metavar="SECONDS", type=float, default=DEFAULT_SECONDS, help=help)


def _add_names(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "new", metavar="NEW", help=_("the other name, or a path that ends in .risk")
    )


def _add_delete(parser: argparse.ArgumentParser) -> None:
    _add_game(parser, "games", nargs="+")
    parser.add_argument("--yes", action="store_true", help=_("do not ask for confirmation"))


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Export a game as readable text: players, rules, board, and every action with its "
        "dice, cards and results. It can be imported on any machine. The text includes all "
        "hidden cards and missions, even of a game in progress. 'risk-tui docs export' "
        "explains it line by line."
    )
    _add_game(parser)
    parser.add_argument(
        "file", nargs="?", type=_file_name, default="-", help=_("output file; - for stdout")
    )
    parser.add_argument("--force", action="store_true", help=_("overwrite an existing file"))


def _add_import(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Create a saved game from exported text. Every line is replayed and checked against "
        "the rules; on the first invalid line nothing is saved."
    )
    parser.add_argument("file", type=_file_name, help=_("the exported text; - for stdin"))
    parser.add_argument(
        "name", nargs="?", help=_("name for the game (default: the one in the text)")
    )


def _add_odds(parser: argparse.ArgumentParser) -> None:
    from risk_tui.text.words import MAX_FIGHT_ARMIES  # Only this help loads the boards.

    parser.description = _(
        "Calculate exact odds for a fight, a campaign through several territories, or a hand "
        "of cards. Attackers are the armies free to attack, not counting the one that stays "
        "behind. Both sides roll as many dice as allowed; a defender who sees the roll first "
        "chooses the best number of dice."
    )
    fight = parser.add_argument_group(_("one fight"))
    most = format_number(MAX_FIGHT_ARMIES)
    for side, meaning in (
        ("attackers", _("armies free to attack, 1 to {most_armies}", most_armies=most)),
        ("defenders", _("defending armies, 1 to {most_armies}", most_armies=most)),
    ):
        # A missing positional argument must not overwrite the option of the same name.
        fight.add_argument(side, nargs="?", default=SUPPRESS, metavar=side.upper(), help=meaning)
        fight.add_argument(f"--{side}", metavar="N", help=_("the same, by name"))
    fight.add_argument(
        "--stop-at", metavar="N", help=_("stop when this many free attackers (or fewer) are left")
    )
    for option, help in POWER_OPTIONS.values():
        fight.add_argument(f"--{option}", action="store_true", help=_(help))
    for option, help in EXTRA_DIE_OPTIONS.items():
        parser.add_argument(f"--{option}", action="store_true", help=_(help))
    parser.add_argument_group(_("a campaign")).add_argument(
        "--chain",
        nargs="+",
        type=str.strip,
        metavar=("N", "LIST"),
        help=_(
            "armies free to attack, and the defenders of one territory after the other, by "
            "commas: --chain 12 3,1,1,4"
        ),
    )
    parser.add_argument_group(_("cards")).add_argument(
        "--cards",
        metavar="N",
        help=_("this many random cards from a full deck, 1 to {max_cards}", max_cards=MAX_CARDS),
    )
    _add_rules(parser)
    _add_changes(parser)
    _add_json(parser)


def _add_dice(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Show each player's luck and how even the dice were, in one saved game or all. With "
        "--check, roll and test new dice from the same random source; exits with 1 if fair "
        "dice would be this uneven less than once in a million."
    )
    _add_game(parser, nargs="?")
    parser.add_argument(
        "--check",
        metavar="N",
        nargs="?",
        const=str(DEFAULT_DICE),
        help=_(
            "roll and test N dice, {min_dice} to {max_dice} ({default_dice})",
            min_dice=MIN_DICE,
            max_dice=format_number(MAX_DICE),
            default_dice=format_number(DEFAULT_DICE),
        ),
    )
    _add_json(parser)


def _add_stats(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Show player results from the saved games, by ruleset, number of players and opponent. "
        "Unfinished games count as played but not as won or lost."
    )
    parser.add_argument("player", metavar="PLAYER", nargs="?", help=_("a name, or its start"))
    form = parser.add_mutually_exclusive_group()
    _add_json(form)
    form.add_argument(
        "--csv", action="store_true", help=_("for spreadsheets: players, or one player's games")
    )


def _add_bots(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "List the bots, weakest first, then those from other packages. Use an id "
        "with --players or :bot; plain 'bot' means the one marked with *."
    )
    _add_json(parser)


def _add_bot_check(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Play one game per ruleset with an external bot and count its legal, late and wrong "
        "answers. Exits with 1 if any answer was illegal or late."
    )
    parser.add_argument(
        "command", metavar="COMMAND", nargs="?", help=_("the program, as typed: './mybot'")
    )
    parser.add_argument(
        "--rules", metavar="NAME", action="append", help=_("test only this ruleset")
    )
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=int,
        default=DEFAULT_ROUNDS,
        help=_("maximum rounds per game ({rounds})", rounds=DEFAULT_ROUNDS),
    )
    _add_limit(
        parser,
        "--time-limit",
        _(
            "the time that the program has for each decision ({seconds})",
            seconds=f"{DEFAULT_SECONDS:g}",
        ),
    )
    parser.add_argument("--seed", metavar="TEXT", default="check", help=_("random seed"))
    _add_json(parser)
    parser.add_argument("--schema", action="store_true", help=_("print the schema of the messages"))


def _add_hint(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Show what the strongest bot would do for the player to move in a saved game, why, and "
        "the chance of an attack. The bot, and you, see only what that player sees. With "
        "--json, the action is written as a bot of your own writes it."
    )
    _add_game(parser, nargs="?")
    _add_json(parser)


def _add_ladder(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Play every bot against every other with rotating seats, by default in games of two and "
        "four, and rate them. With --test A,B, play until it is clear whether A beats B "
        "(sequential probability ratio test); exits with 0 only if it does."
    )
    parser.add_argument(
        "--bots", metavar="LIST", help=_("two or more, comma-separated (default: all)")
    )
    parser.add_argument(
        "--tables",
        metavar="LIST",
        help=_(
            "numbers of seats, comma-separated ({default_tables}); with --test, one number "
            "({default_table})",
            default_tables=DEFAULT_TABLES,
            default_table=DEFAULT_TEST_TABLE,
        ),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_(
            "games for each table ({default_games}); with --test, the most games to play "
            "({default_most})",
            default_games=DEFAULT_GAMES,
            default_most=format_number(DEFAULT_MAX_TEST_GAMES),
        ),
    )
    _add_rules(parser)
    _add_laboratory_options(parser)
    test = parser.add_argument_group(_("a test"))
    test.add_argument(
        "--test",
        metavar="A,B",
        help=_("does A beat B? At a table of four, one A plays three B; --tables takes one number"),
    )
    test.add_argument(
        "--p0",
        metavar="SHARE",
        help=_("the share of wins that means A does not beat B (default: a fair share)"),
    )
    test.add_argument(
        "--p1",
        metavar="SHARE",
        help=_(
            "the share of wins that means A beats B (default: p0 + {margin})",
            margin=f"{DEFAULT_MARGIN:.2f}",
        ),
    )
    test.add_argument("--alpha", metavar="CHANCE", help=_("type I error rate (0.05)"))
    test.add_argument("--beta", metavar="CHANCE", help=_("type II error rate (0.05)"))


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Play games with several rulesets and compare their length, first-player advantage, "
        "lead changes, and how often the dice decide. 'risk-tui docs laboratory' explains the "
        "figures."
    )
    parser.add_argument(
        "rules", metavar="RULES", nargs="*", help=_("rulesets, by name or file (default: all)")
    )
    parser.add_argument("--bot", metavar="ID", help=_("bot for every seat (mira)"))
    parser.add_argument(
        "--players",
        metavar="N",
        help=_(
            "players, or as close as the ruleset allows ({default_players})",
            default_players=DEFAULT_PLAYERS,
        ),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_("games per ruleset ({default_games})", default_games=DEFAULT_GAMES),
    )
    _add_laboratory_options(parser)


def _add_calibrate(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Play bot games, estimate each player's chance to win at one moment of each, and compare "
        "with the results: of all players given 30 %, about 30 % should win. "
        "'risk-tui docs story' has a table of it."
    )
    _add_rules(parser)
    parser.add_argument(
        "--bot",
        metavar="ID",
        default=_CALIBRATED_BOT,
        help=_("who plays ({bot})", bot=_CALIBRATED_BOT),
    )
    parser.add_argument(
        "--players",
        metavar="N,N",
        default=_CALIBRATED_PLAYERS,
        help=_("players per game, in rotation ({players})", players=_CALIBRATED_PLAYERS),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        help=_("how many games ({games})", games=format_number(CALIBRATED_GAMES)),
    )
    parser.add_argument(
        "--chances",
        metavar="N",
        help=_("play N games on from each moment, as stories do (default: use the position only)"),
    )
    parser.add_argument("--rounds", metavar="N", help=_("ignore games longer than N rounds (200)"))
    _add_simulation_options(parser)


def _add_story(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Show how a game went: leads, continents, turning points and luck. Missions and hands "
        "are shown once the game is over. The file is not changed; damaged files are shown as "
        "far as they can be read."
    )
    _add_game(parser)
    parser.add_argument("--plain", action="store_true", help=_("print as text"))
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=_file_name,
        help=_("write a self-contained HTML page with a replay"),
    )
    parser.add_argument(
        "--svg", metavar="FILE", type=_file_name, help=_("write a picture of one moment")
    )
    parser.add_argument(
        "--cast",
        metavar="FILE",
        type=_file_name,
        help=_("write a replay for terminals, as asciinema plays it"),
    )
    parser.add_argument(
        "--at",
        metavar="MOMENT",
        help=_(
            "a step, or r8 for round 8: the moment of the picture; the replay (--cast) is of its "
            "turn"
        ),
    )
    parser.add_argument(
        "--chances",
        metavar="N",
        nargs="?",
        const="",
        help=_(
            "with --plain, --json or --html: add win estimates from N bot games at each of 40 "
            "moments (8); results are cached"
        ),
    )
    parser.add_argument(
        "--review",
        metavar="N",
        nargs="?",
        const="",
        help=_(
            "for a finished game, as text or with --html: show the costliest decisions, "
            "separated from luck, each judged by N pairs of games (32). Takes a minute or "
            "two; results are cached"
        ),
    )
    _add_json(parser, _("the story, or with --review the review, for programs"))
    parser.add_argument("--force", action="store_true", help=_("overwrite an existing file"))
    add_screen_options(parser)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Replay a game on the map, step by step or automatically, forwards or backwards. Hands "
        "and missions can be shown once the game is over."
    )
    _add_game(parser)
    parser.add_argument("--at", metavar="MOMENT", help=_("begin at a step, or with r8 at round 8"))
    add_screen_options(parser)


def _add_docs(parser: argparse.ArgumentParser) -> None:
    parser.description = _("Prints a page of the documentation; without one it lists the pages.")
    parser.add_argument("page", metavar="PAGE", nargs="?", help=_("its name, such as odds"))


def _add_keys(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Print all game actions and their keys as a keymap file. Your keymap.yaml needs only "
        "the lines you change; errors in it are reported here."
    )
    parser.add_argument("--default", action="store_true", help=_("show the default keys"))
    _add_json(parser)


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Prints the script that lets a shell complete commands, options, rulesets, maps and saved "
        'games. For bash, add this line to ~/.bashrc: eval "$(risk-tui completion bash)". For '
        "zsh, write the script to a file _risk-tui in a folder of $fpath; for fish, to "
        "~/.config/fish/completions/risk-tui.fish."
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("shell", nargs="?", choices=list(SCRIPTS), help=_("your shell"))
    shown.add_argument(
        "--list", choices=_LISTS, dest="kind", help=_("print the names of these, one a line")
    )


def _add_maps(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(json=False)
    commands = parser.add_subparsers(title=_("commands (default: list)"), metavar="COMMAND")
    listing = commands.add_parser("list", help=_("list all boards, including yours"))
    _add_json(listing)
    show = commands.add_parser("show", help=_("show a board's map and links"))
    show.add_argument("map", metavar="NAME", help=_("its name, or a file"))
    show.add_argument("--size", metavar="COLSxROWS", help=_("the largest picture within this size"))
    show.set_defaults(run="maps.show")
    show.add_argument(
        "--names",
        action="store_true",
        help=_("the other names of its territories instead of links"),
    )
    _add_json(show)
    check = commands.add_parser("check", help=_("validate a board and its pictures"))
    check.add_argument("map", metavar="FILE", help=_("a file, or the name of a board"))
    _add_json(check)
    check.set_defaults(run="maps.check")
    draw = commands.add_parser(
        "draw", help=_("generate pictures from a list of territories and neighbours")
    )
    draw.add_argument(
        "sketch",
        metavar="SKETCH",
        type=_file_name,
        help=_("a file of territories and their neighbours"),
    )
    draw.add_argument(
        "--coast",
        metavar="FILE",
        help=_("coastlines to draw on: a GeoJSON file, or the name of another board"),
    )
    draw.add_argument(
        "--size",
        metavar="COLSxROWS",
        dest="sizes",
        action="append",
        default=[],
        help=_("draw only this size (repeatable)"),
    )
    draw.add_argument(
        "--into", metavar="FOLDER", default=".", help=_("where to write the files (.)")
    )
    draw.add_argument("--force", action="store_true", help=_("overwrite existing files"))
    draw.set_defaults(run="maps.draw")
    pack = commands.add_parser("pack", help=_("pack a board into one file to share"))
    pack.add_argument("map", metavar="NAME", help=_("its name, or a file"))
    pack.add_argument("to", metavar="FILE", nargs="?", help=_("the file (NAME.zip, here)"))
    pack.add_argument("--force", action="store_true", help=_("overwrite an existing file"))
    pack.set_defaults(run="maps.pack")
    importing = commands.add_parser(
        "import", help=_("import a packed board, or one of another program")
    )
    importing.add_argument(
        "file",
        metavar="FILE",
        type=_file_name,
        help=_(
            "a packed board (.zip), or one of Domination (.map), KsirK (onu.xml), TEG "
            "(teg_theme.xml), Warzone (JSON) or Lux (.luxb)"
        ),
    )
    importing.add_argument("--name", metavar="NAME", help=_("the name of the new map (the file's)"))
    importing.add_argument(
        "--into", metavar="FOLDER", help=_("where to write the files (your folder of maps)")
    )
    importing.add_argument("--force", action="store_true", help=_("overwrite existing files"))
    importing.set_defaults(run="maps.import_board")


def _add_host(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "risk-tui host [GAME ...] [--port N] [--address ADDRESS] [--web PORT]\n"
        "                     [--clock TIME | --turn-clock TIME] [--clock-bot BOT] [--no-talk]\n"
        "                     [--guests-may-create]\n"
        "       risk-tui host codes GAME [PLAYER ...]\n"
        "       risk-tui host who [GAME ...]\n"
        "       risk-tui host revoke GAME PLAYER"
    )
    parser.description = _(
        "Let friends play over SSH, each at a seat of their own: they need no account and nothing "
        "but ssh. This prints what to send to each friend, then serves the games, by default the "
        "last unfinished one, until Ctrl+C. 'codes' makes new join codes, 'who' lists who may sit "
        "and who does, 'revoke' takes a player's code and keys away."
    )
    parser.add_argument(
        "words", nargs="*", metavar="GAME", help=_("games: the start of a name, or a file")
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=_("the port ({port}); 0: any free one", port=PORT)
    )
    parser.add_argument(
        "--address",
        default=LOOPBACK,
        help=_(
            "where to listen ({loopback}: only this machine; 0.0.0.0 or :: : all networks)",
            loopback=LOOPBACK,
        ),
    )
    parser.add_argument(
        "--guests-may-create",
        action="store_true",
        help=_("let friends start tables from the lobby"),
    )
    parser.add_argument(
        "--web",
        type=int,
        metavar="PORT",
        help=_("serve the same tables to browsers, at http://localhost:PORT, with the same codes"),
    )
    _add_clock_options(parser)


def _add_ssh_setup(parser: argparse.ArgumentParser) -> None:
    parser.description = _(
        "Print lines for authorized_keys that let friends play over this machine's sshd. Each line "
        "ties a key to one seat. Nothing is changed. 'risk-tui host' works without sshd."
    )
    _add_game(parser)
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="WHO=FILE",
        help=_("a player, by name or else by colour, and their public key's file; repeatable"),
    )
    parser.add_argument(
        "--watch",
        action="append",
        default=[],
        metavar="FILE",
        help=_("the public key of a watcher; repeatable"),
    )
    parser.add_argument(
        "--program", metavar="PATH", help=_("the risk-tui that friends run (default: this one)")
    )


COMMANDS = (
    ("learn", "play an interactive tutorial", _add_learn, "play.learn"),
    ("new", "start a new game", _add_new, "play.play"),
    ("play", "same as new; --plain for line mode", _add_new, "play.play"),
    ("resume", "resume a saved game (default: the latest)", _add_resume, "play.resume"),
    ("join", "join a game from your own terminal", _add_join, "play.join"),
    ("saves", "list the saved games", _add_json, "saves.list_saves"),
    ("rename", "rename a saved game", _add_names, "saves.rename"),
    ("copy", "copy a saved game, even while it is being played", _add_names, "saves.copy"),
    ("delete", "delete saved games", _add_delete, "saves.delete"),
    ("rescue", "recover a damaged game into a new file", _add_game, "saves.rescue"),
    ("export", "export a game as text", _add_export, "saves.export"),
    ("import", "import an exported game", _add_import, "saves.import_text"),
    ("odds", "calculate odds for fights, campaigns and cards", _add_odds, "odds.show"),
    ("dice", "show dice luck and test the dice for fairness", _add_dice, "dice.show"),
    ("stats", "show player statistics", _add_stats, "stats.show"),
    ("bots", "list the bots", _add_bots, "bots.list_bots"),
    ("bot-check", "test your own bot on every ruleset", _add_bot_check, "bots.check"),
    ("hint", "show what the strongest bot would do", _add_hint, "bots.hint"),
    ("simulate", "play many games between bots", _add_simulate, "simulate.simulate"),
    (
        "compare",
        "compare rulesets for length, balance and swings",
        _add_compare,
        "laboratory.compare",
    ),
    ("ladder", "rate bots against each other", _add_ladder, "laboratory.ladder"),
    ("calibrate", "check the calibration of win estimates", _add_calibrate, "laboratory.calibrate"),
    ("story", "show how a game went: charts, turning points, luck", _add_story, "story.show"),
    ("replay", "replay a game on the map", _add_replay, "story.replay"),
    ("keys", "print the key bindings as an editable file", _add_keys, "manual.keys"),
    ("rules", "read, compare and check rulesets", _add_rules_commands, "rules.list_rulesets"),
    ("maps", "list, show, check and draw boards", _add_maps, "maps.list_boards"),
    ("host", "let friends play over SSH, without accounts", _add_host, "host.host"),
    ("ssh-setup", "print the setup for playing over SSH", _add_ssh_setup, "ssh_setup.print_setup"),
    ("docs", "the pages that come with the program", _add_docs, "manual.docs"),
    ("completion", "let your shell complete commands by Tab", _add_completion, "manual.completion"),
)
"""For each command its name, its help, and the functions that add its options and run it.

The one that runs is named by its module in ``cli``. Its result is the exit code; ``None`` is 0.
"""
