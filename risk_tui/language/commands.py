"""All commands: reading a typed line, completing it, and the table of help."""

from __future__ import annotations

import difflib
from itertools import dropwhile
from typing import TYPE_CHECKING

from risk_tui.language import (
    battle_commands,
    card_commands,
    odds_commands,
    setup_commands,
    table_commands,
    turn_commands,
)
from risk_tui.language.command import Command, decision_kind
from risk_tui.language.completion import complete_words
from risk_tui.language.errors import (
    Ambiguous,
    CommandError,
    Impossible,
    Unknown,
    Unreadable,
)
from risk_tui.language.names import BREAK, either, prove_readable, shown, tokens
from risk_tui.language.parsed import Help, Parsed
from risk_tui.language.reading import is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.view import View


class HelpCommand(Command):
    name = "help"
    also = ("?",)
    short = ("h",)
    usage = "help [COMMAND]"
    summary = "show all commands, or one of them"
    example = "help attack"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if len(words) > 1:
            raise Unreadable(f"that cannot be read: {self.form}")
        return Help(_command(words[0], decision_kind(view)).name if words else "")

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, COMMANDS)


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        setup_commands.ClaimCommand(),
        setup_commands.PlaceCommand(),
        setup_commands.CapitalCommand(),
        turn_commands.DeclareCommand(),
        turn_commands.ReinforceCommand(),
        card_commands.TradeCommand(),
        battle_commands.AttackCommand(),
        battle_commands.BlitzCommand(),
        battle_commands.DefendCommand(),
        battle_commands.RerollCommand(),
        battle_commands.CommanderCommand(),
        battle_commands.StandCommand(),
        battle_commands.OccupyCommand(),
        turn_commands.FortifyCommand(),
        turn_commands.EndCommand(),
        table_commands.UndoCommand(),
        table_commands.CardsCommand(),
        table_commands.MissionCommand(),
        table_commands.BoardCommand(),
        table_commands.LogCommand(),
        table_commands.RecapCommand(),
        table_commands.DiceCommand(),
        odds_commands.OddsCommand(),
        odds_commands.ThreatsCommand(),
        table_commands.RulesCommand(),
        HelpCommand(),
        table_commands.SaveCommand(),
        table_commands.BotCommand(),
        table_commands.SitCommand(),
        table_commands.FreeCommand(),
        turn_commands.ResignCommand(),
        table_commands.QuitCommand(),
    )
}
"""Every command by its name, in the order in which help lists them."""


def parse(text: str, view: View) -> Parsed:
    """What a typed line means to the seat that ``view`` belongs to.

    Raises ``CommandError``: ``Unreadable``, ``Unknown``, ``Ambiguous`` or ``Impossible``. An
    action that comes back may still be against the rules; that is the table's to say.
    """
    prove_readable(text)
    words = list(dropwhile(BREAK.__eq__, tokens(text.lstrip(" :"))))
    if not words:
        raise Unreadable("type a command, or help to see them all")
    kind = decision_kind(view)
    for command in COMMANDS.values():
        bare = command.bare if kind in command.kinds and len(words) == 1 else ()
        if bare and (words[0] in bare or is_number(words[0])):
            return command.read(words, view)
    return _command(words[0], kind).read(words[1:], view)


def complete(text: str, view: View, *, advice: bool = True) -> list[str]:
    """Whole lines that ``text`` can become, best first; empty if it leads nowhere.

    Without ``advice`` none comes to odds.
    """
    try:
        prove_readable(text)
        typed = text.lstrip(" :")
        lead = text[: len(text) - len(typed)]
        head, space, tail = typed.partition(" ")
        kind = decision_kind(view)
        if space:
            found = [f"{head} {each}" for each in _command(head.lower(), kind).complete(tail, view)]
        else:
            named = _beginning_with(head.lower(), kind)
            found = [_opened(each) for each in named if advice or not COMMANDS[each].advice]
            if head.lower() in COMMANDS:
                found += [f"{head} {each}" for each in COMMANDS[head.lower()].complete("", view)]
    except CommandError:
        return []
    return [lead + each for each in dict.fromkeys(found) if lead + each != text]


def known(ruleset: Ruleset, *, advice: bool) -> list[Command]:
    """What games by these rules have a use for, at a table with or without advice."""
    return [
        each for each in COMMANDS.values() if each.known_to(ruleset) and (advice or not each.advice)
    ]


def help_lines(
    topic: str = "", ruleset: Ruleset | None = None, *, advice: bool = True
) -> list[str]:
    """The table of commands, or what there is to say about one of them.

    With ``ruleset`` the table lists only what games by these rules have a use for; without
    ``advice`` nothing that tells odds.
    """
    if topic:
        command = COMMANDS[topic]
        silent = command.advice and not advice
        also = [f"Also called: {', '.join(command.also)}"] if command.also else []
        forms = [f"  {form.strip()}" for form in command.usage.split(" | ")]
        summary = command.summary[0].upper() + command.summary[1:]
        off = ["This table plays without advice: it tells nothing here"] if silent else []
        return [summary, *forms, f"For example: {command.example}", *also, *off]
    listed = list(COMMANDS.values()) if ruleset is None else known(ruleset, advice=advice)
    usages = {each.name: each.usage.split(" | ")[0] for each in listed}
    width = max(len(usage) for usage in usages.values())
    lines = [f"{usages[each.name]:<{width}}  {each.summary}" for each in listed]
    return [*lines, "", *_ABBREVIATIONS]


_ABBREVIATIONS = (
    "Commands can be cut short: a, r, f, e. Where a beginning fits several commands, the one",
    "that answers the question being asked is meant; otherwise c is cards, for example.",
    "Territories: the code (uk), the name, or the beginnings of its words (n af, w us).",
    "Two names stand side by side: attack great britain northern europe. Where it is not",
    "clear, put a comma or 'to' between them. Numbers may stand before or after the names;",
    "alone (or all, or min) a number answers how many dice defend, or how many armies move in.",
)


def _opened(name: str) -> str:
    """A command's name, ready for what has to follow."""
    command = COMMANDS[name]
    return name if command.usage == name else f"{name} "


def _called(command: Command) -> tuple[str, ...]:
    return (command.name, *command.also)


def _ranked(commands: Sequence[Command], kind: str) -> list[Command]:
    """Those that answer the decision, then those for any time, then the rest."""
    return sorted(commands, key=lambda each: (kind not in each.kinds, bool(each.kinds)))


def _beginning_with(start: str, kind: str) -> list[str]:
    fitting = [each for each in COMMANDS.values() if _fits(each, start)]
    ranked = _ranked(fitting, kind)
    try:
        meant = _command(start, kind) if start else None
    except CommandError:
        meant = None
    if meant is not None and meant in ranked:
        ranked.remove(meant)
        ranked.insert(0, meant)
    return [each.name for each in ranked]


def _fits(command: Command, start: str) -> bool:
    return any(name.startswith(start) for name in _called(command))


def _command(word: str, kind: str) -> Command:
    """The command that a word names or abbreviates.

    A whole name wins. Of several commands that begin with the word, the one that answers the
    decision that is due is meant, else the one that the abbreviation belongs to.
    """
    whole = [each for each in COMMANDS.values() if word in _called(each)]
    fitting = whole or [each for each in COMMANDS.values() if _fits(each, word)]
    if len(fitting) > 1:
        due = [each for each in fitting if kind in each.kinds]
        owner = [each for each in fitting if word in each.short]
        fitting = due if len(due) == 1 else owner or fitting
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Ambiguous(f"{shown([word])} could be {either([each.name for each in fitting])}")
    names = [name for each in COMMANDS.values() for name in _called(each)]
    near = difflib.get_close_matches(word[:40], names, n=2, cutoff=0.6)
    hint = f"did you mean {either(near)}?" if near else "type help to see them all"
    raise Unknown(f"there is no command {shown([word])}; {hint}")


__all__ = [
    "COMMANDS",
    "Ambiguous",
    "Command",
    "CommandError",
    "Impossible",
    "Unknown",
    "Unreadable",
    "complete",
    "help_lines",
    "known",
    "parse",
]
