"""All commands: parsing and completing a typed line, and the table of help."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import dropwhile
from operator import itemgetter

from risk_tui.commands import odds_commands, playing_commands, table_commands
from risk_tui.commands.action_command import ActionCommand, command_of
from risk_tui.commands.arguments import complete_player, complete_words
from risk_tui.commands.base import AnswerCommand, Command, KeyBinding, Occasion, help_at_table
from risk_tui.commands.front_end import FrontEnd, Page, Pointer
from risk_tui.commands.names import (
    SEPARATOR,
    CommandError,
    ImpossibleCommand,
    UnknownName,
    UnreadableCommand,
    ambiguous,
    check_printable,
    comparable_key,
    join_choices,
    quote,
    tokenize,
)
from risk_tui.commands.pointing import end_turn, enter
from risk_tui.commands.wording import is_on_map, key_labels
from risk_tui.data.language import (
    N_,
    _,
    capitalize,
    comparable,
    current,
    ngettext,
    pgettext,
    similar_words,
)
from risk_tui.engine.actions import ACTIONS, all_actions
from risk_tui.engine.decisions import Decision
from risk_tui.engine.variant import declaring_variants
from risk_tui.engine.view import View
from risk_tui.errors import DeclarationError
from risk_tui.rules.ruleset import Ruleset
from risk_tui.saves.header import DEFAULT_OPTIONS, TableOptions
from risk_tui.text.wrapping import wrap

_MAP_LABELS = (N_("move"), N_("next"), N_("jump"), N_("choose"))
"""The labels of keys that move over the map, or need it."""

_CURSOR_ACTIONS = ("act", "target", "attack", "blitz", "all")
"""The actions of keys that apply to the territory under the cursor."""


def parse_label(
    text: str, view: View, commands: Collection[type[Command]]
) -> Command | UnreadableCommand | None:
    """Return the command that a label in the footer means, or an error that says what to type.

    Returns:
        ``None`` if the line is not a label in the footer.
    """
    decision, typed = view.decision, " ".join(text.lstrip(" :").casefold().split())
    labels = {} if decision is None else key_labels(decision)
    actions = [action for action, label in labels.items() if label and typed == label.casefold()]
    if typed == _("skip ahead").casefold() and not actions:
        return UnreadableCommand(_("nothing to skip: other players' moves are shown at once"))
    if decision is None:
        return None
    if typed == _("command").casefold():
        return UnreadableCommand(_("type a command, or help to see them all"))
    if any(_(goals.name).casefold() == typed for goals in view.public_goals()):
        actions.append("mission")
    meanings = {command.key.action: command for command in commands if command.key is not None}
    is_name = any(
        typed in (command.name, *command.aliases) and command.can_answer(view)
        for command in commands
    )
    for action in () if is_name else actions:
        meant = _command_without_cursor(action, meanings.get(action), view, decision)
        if meant is not None:
            return meant
    # The footer labels the digits with "die" when dice can be chosen.
    others = (*map(_, _MAP_LABELS), ngettext("die", "dice", 1))
    if actions or typed in [label.casefold() for label in others]:
        return UnreadableCommand(_what_to_type(typed, view, commands))
    return None


def _command_without_cursor(
    action: str, command: type[Command] | None, view: View, decision: Decision
) -> Command | None:
    """Return the command that a key means, if it does not depend on the cursor."""
    key = command.key if command is not None else None
    if command is not None and key is not None and key.meaning is None:
        return command()
    needs_cursor = is_on_map(decision) and action in _CURSOR_ACTIONS
    other_keys = {"act": enter, "end.turn": end_turn}
    meaning = key.meaning if key is not None else other_keys.get(action)
    if meaning is None or needs_cursor:
        return None
    try:
        intent = meaning(Pointer(view, 0))
    except CommandError:
        return None  # Parsing the word as the name of a command comes next.
    return intent if isinstance(intent, Command) else None


def _what_to_type(typed: str, view: View, commands: Collection[type[Command]]) -> str:
    """Return a hint about answering the decision with a typed line."""
    answering = [command for command in commands if command.can_answer(view)]
    # Suggest commands with arguments; one without arguments would have been understood.
    forms = [command.usage_text(view) for command in answering if command.usage != command.name]
    if not forms:
        return _("type help")
    return _("'{typed}' is a map key; in line mode type: {form}", typed=typed, form=forms[0])


@dataclass
class HelpCommand(Command):
    topic: str = ""
    """The name of the command to explain; empty for all commands."""

    name = "help"
    aliases = ("?",)
    abbreviations = ("h",)
    usage = "help [COMMAND]"
    summary = "show help for all commands, or for one"
    example = "help attack"
    key = KeyBinding(
        "help", ("?", "f1"), "help for where you are", label="help", shown=Occasion.ASKED
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if len(words) > 1:
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text()))
        return cls(_find_command(words[0], view).name if words else "")

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, imported_commands(view.ruleset))

    def run(self, ui: FrontEnd) -> None:
        if self.topic:
            options, is_kept = ui.table.options, ui.table.is_kept
            ui.say(*command_help(self.topic, ui.view(), options, is_kept=is_kept))
        else:
            ui.show(Page.HELP)


def by_name(commands: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Return commands by their names.

    Raises:
        DeclarationError: If a command is incomplete, or has a name or the key action of another.
    """
    named: dict[str, type[Command]] = {}
    owners: dict[str, type[Command]] = {}
    actions: dict[str, str] = {}
    for command in commands:
        if not (isinstance(command, type) and issubclass(command, Command)):
            raise DeclarationError(f"{command!r} must be a class derived from Command")
        title = command.__name__
        missing = [field for field in ("name", "summary") if not getattr(command, field, "")]
        missing += command.__abstractmethods__
        if missing:
            raise DeclarationError(f"{title} declares no {missing[0]}")
        if command.run.__code__.co_argcount != 2:
            raise DeclarationError(f"{title}.run must take (self, ui)")
        if not re.fullmatch("[a-z]+", command.name):
            raise DeclarationError(
                f"{title}.name is {command.name!r}: it must be one word in small letters"
            )
        named[command.name] = command
        for name in (command.name, *command.aliases):
            other = owners.setdefault(name, command)
            # A word may stand for an answer to each of several decisions.
            may_share = issubclass(command, ActionCommand) and issubclass(other, ActionCommand)
            if other is not command and not (may_share and name not in named):
                raise DeclarationError(f"{title} and {other.__name__} are both called {name!r}")
        action = command.key.action if command.key is not None else ""
        if action and actions.setdefault(action, title) != title:
            raise DeclarationError(f"{title} and {actions[action]} both have the key {action!r}")
        if command.usage.split()[0] != command.name:
            raise DeclarationError(
                f"{title}.usage is {command.usage!r}: it must begin with {command.name!r}"
            )
    return named


COMMANDS = by_name(
    (
        playing_commands.ClaimCommand,
        playing_commands.PlaceCommand,
        playing_commands.ReinforceCommand,
        playing_commands.TradeCommand,
        playing_commands.AttackCommand,
        playing_commands.BlitzCommand,
        playing_commands.AgainCommand,
        playing_commands.DefendCommand,
        playing_commands.StandCommand,
        playing_commands.OccupyCommand,
        playing_commands.EnterCommand,
        playing_commands.FortifyCommand,
        playing_commands.EndCommand,
        table_commands.UndoCommand,
        table_commands.CorrectCommand,
        table_commands.CardsCommand,
        table_commands.MissionCommand,
        table_commands.BoardCommand,
        table_commands.EarthCommand,
        table_commands.LogCommand,
        table_commands.RecapCommand,
        table_commands.DiceCommand,
        table_commands.StoryCommand,
        table_commands.ReplayCommand,
        odds_commands.OddsCommand,
        odds_commands.FightCommand,
        odds_commands.ThreatsCommand,
        table_commands.HintCommand,
        table_commands.RulesCommand,
        table_commands.SettingsCommand,
        HelpCommand,
        table_commands.SaveCommand,
        table_commands.RematchCommand,
        table_commands.NewCommand,
        table_commands.BotCommand,
        table_commands.PauseCommand,
        table_commands.StepCommand,
        table_commands.SitCommand,
        table_commands.FreeCommand,
        table_commands.InviteCommand,
        table_commands.WhoCommand,
        table_commands.SayCommand,
        table_commands.TalkCommand,
        table_commands.MuteCommand,
        table_commands.TruceCommand,
        table_commands.AcceptCommand,
        table_commands.RefuseCommand,
        table_commands.ClockCommand,
        playing_commands.ResignCommand,
        table_commands.QuitCommand,
    )
)
"""The commands with a class of their own, in the order of help."""

_KINDS_WITHOUT_COMMAND = {"begin", "lead", "resign"} | {
    command.action.kind for command in COMMANDS.values() if issubclass(command, ActionCommand)
}
"""The kinds of actions for which no command is generated.

The table begins games itself, and ``ResignCommand`` asks before it resigns.
"""


def imported_commands(ruleset: Ruleset | None = None) -> Mapping[str, type[Command]]:
    """Return the commands by name: all that are imported, or those of a ruleset's games.

    Generated commands come last, in the order of the variants that declare their actions.
    """
    return _commands_of(None if ruleset is None else tuple(ruleset.played_variants), *ACTIONS)


@cache
def _commands_of(played: tuple[str, ...] | None, *kinds: str) -> Mapping[str, type[Command]]:
    """Return the commands, including those generated for actions.

    Args:
        played: The keys of the variants whose actions count; ``None`` for all variants.
        kinds: The kinds of all registered actions. They are arguments so that the cached result
            is renewed after a variant has registered more.
    """
    generated = []
    for kind in kinds:
        keys = [variant.key for variant in declaring_variants(ACTIONS[kind])]
        if kind not in _KINDS_WITHOUT_COMMAND and (
            played is None or not keys or set(keys) & set(played)
        ):
            generated.append((keys, command_of(ACTIONS[kind])))  # type: ignore[arg-type]
    generated.sort(key=itemgetter(0))
    return COMMANDS | {command.name: command for _, command in generated}


def all_commands() -> Mapping[str, type[Command]]:
    """Return every command by name, in the order of help, after importing every variant."""
    all_actions()
    return imported_commands()


def parse(text: str, view: View) -> Command:
    """Parse a line typed for the seat of ``view``.

    The action may still be against the rules; the table checks that.

    Raises:
        CommandError: ``UnreadableCommand``, ``UnknownName``, ``AmbiguousCommand`` or
            ``ImpossibleCommand``.
    """
    check_printable(text)
    commands = imported_commands(view.ruleset).values()
    labelled = parse_label(text, view, commands)
    if isinstance(labelled, Command):
        return labelled
    try:
        return _parse(text, view)
    except CommandError as error:
        first = "".join(tokenize(text)[:1])
        is_named = any(first in _names_of(it) or _is_own_name(first, it) for it in commands)
        if is_named and isinstance(error, UnreadableCommand | ImpossibleCommand):
            raise
        # The hint about a label says more than an unknown, ambiguous or abbreviated name.
        raise labelled or error from None


def _parse(text: str, view: View) -> Command:
    """Parse a line as a command; its words are not compared with labels."""
    words = list(dropwhile(SEPARATOR.__eq__, tokenize(text.lstrip(" :"))))
    if not words:
        raise UnreadableCommand(_("type a command, or help to see them all"))
    english = _local_option_words(current())
    typed, words = words, [english.get(comparable(word), word) for word in words]
    for command in imported_commands(view.ruleset).values() if len(words) == 1 else ():
        if (
            issubclass(command, ActionCommand)
            and command.answers_bare(words[0])
            and command.can_answer(view)
        ):
            return command.read(words, view)
    command = _find_command(typed[0], view)
    if command.reads_text:
        return command.read(text.lstrip(" :").split(maxsplit=1)[1:], view)
    # "si" is Italian and Spanish for yes, and the code of Siberia.
    codes = {comparable(territory.code) for territory in view.board.territories}
    as_codes = [
        as_typed if comparable(as_typed) in codes else word
        for as_typed, word in zip(typed, words, strict=True)
    ]
    try:
        return command.read(as_codes[1:], view)
    except CommandError:
        if as_codes == words:
            raise
        with suppress(CommandError):
            return command.read(words[1:], view)
        raise


OPTION_WORDS = ("yes", "all", "rest", "most", "least", "one", "ask", "always", "on", "off", "for")
"""Words after a command that can also be typed in the language in use."""


@cache
def _local_option_words(language: str) -> dict[str, str]:
    """Return the English option words by the words of a language, as players type them."""
    return {comparable_key(pgettext("word", english)): english for english in OPTION_WORDS}


def complete(
    text: str,
    view: View,
    options: TableOptions = DEFAULT_OPTIONS,
    *,
    players: Sequence[str] = (),
    on_screen: bool = True,
) -> list[str]:
    """Complete a typed line.

    Args:
        text: The typed part of the line.
        view: The view of the seat that types.
        options: The options of the table, where some commands are of no use.
        players: The names of the players.
        on_screen: False leaves out the commands that line mode refuses.

    Returns:
        Whole lines, best first; empty if there are none. They begin with ``text``, except that
        names may replace codes, other names, capitals and separators.
    """
    try:
        check_printable(text)
        line = text.lstrip(" :")
        lead = text[: len(text) - len(line)]
        head, space, tail = line.partition(" ")
        start = "".join(tokenize(head)) or head  # Without accents.
        matches = [_find_command(start, view)] if space else _matching_commands(start, view)
        commands = [command for command in matches if _is_useful(command, options, on_screen)]
        lines = [] if space else [_completion_of(command, head) for command in commands]
        lines += [
            f"{head} {rest}"
            for command in commands
            if space or start == command.name
            for rest in (
                *command.complete(tail, view),
                *(complete_player(tail, players) if command.names_player else ()),
            )
        ]
    except CommandError:
        return []
    return [lead + line for line in dict.fromkeys(lines) if lead + line != text]


def available_commands(
    view: View, options: TableOptions = DEFAULT_OPTIONS, *, on_screen: bool = True
) -> list[type[Command]]:
    """Return the commands that a game with these options can use.

    Args:
        view: Any view of the game.
        options: The options of the table.
        on_screen: False leaves out the commands that line mode refuses.
    """
    return [
        command
        for command in imported_commands(view.ruleset).values()
        if command.is_used_by_ruleset(view.ruleset)
        and command.is_used_in_game(view.rules)
        and _is_useful(command, options, on_screen)
    ]


def command_help(
    name: str,
    view: View | None = None,
    options: TableOptions = DEFAULT_OPTIONS,
    *,
    is_kept: bool = True,
) -> list[str]:
    """Return the help for one command.

    Args:
        name: The name of the command.
        view: The view of the game at hand, for an example that fits it.
        options: The options of the table.
        is_kept: False if the game is lost when the table is left.
    """
    command = all_commands()[name]
    summary = help_at_table(_(command.summary), is_kept=is_kept)
    example = command.example if view is None else command.example_for(view)
    lines = [
        capitalize(summary),
        *(f"  {form.strip()}" for form in command.localized_usage().split(" | ")),
        _("For example: {example}", example=example),
    ]
    if command.aliases:
        lines.append(_("Also called: {aliases}", aliases=", ".join(command.aliases)))
    if command.advice and not options.advice:
        lines.append(_("Odds and hints are off in this game"))
    return lines


def help_lines(
    view: View, options: TableOptions = DEFAULT_OPTIONS, *, is_kept: bool = True
) -> list[str]:
    """Return the table of the commands that a game in line mode can use; see ``command_rows``."""
    rows = command_rows(view, options, is_kept=is_kept, on_screen=False)
    width = max(len(usage) for usage, _ in rows)
    return [
        *(f"{usage:<{width}}  {summary}" for usage, summary in rows),
        "",
        *wrap(_(ABBREVIATIONS), _WIDTH),
    ]


def command_rows(
    view: View, options: TableOptions, *, is_kept: bool, on_screen: bool = True
) -> list[tuple[str, str]]:
    """Return the form and the summary of each command in ``available_commands``.

    ``is_kept`` is False if the game is lost when the table is left.
    """
    return [
        (
            command.localized_usage().split(" | ")[0],
            help_at_table(_(command.summary), is_kept=is_kept),
        )
        for command in available_commands(view, options, on_screen=on_screen)
    ]


_WIDTH = 78
"""Columns of the text below the list of commands."""

ABBREVIATIONS = N_(
    "Commands can be shortened: a, r, f, e. If a short form is ambiguous, the command that answers "
    "the current question wins. Name territories by code (uk), name, or the start of each word "
    "(n af, w us). Put two names side by side (attack great britain northern europe), or separate "
    "them with a comma or 'to'. Numbers can come before or after the names. A number alone (or "
    "all, or min) answers how many dice to roll or armies to move in."
)


def _is_useful(command: type[Command], options: TableOptions, on_screen: bool) -> bool:
    return (
        (options.advice or not command.advice)
        and (options.real_dice or not command.real_dice)
        and (on_screen or not command.needs_screen)
    )


def _completion_of(command: type[Command], typed: str) -> str:
    """Return a command's name, followed by a space if arguments may follow.

    The name is English unless only the name in the language in use begins as ``typed``.
    """
    start = "".join(tokenize(typed))
    is_english = any(name.startswith(start) for name in _names_of(command))
    name = command.name if is_english else command.own_name()
    # The longest beginning of the name that is spelled as was typed is replaced by it.
    ends = [end for end in range(len(name) + 1) if comparable(name[:end]) == comparable(start)]
    if ends:
        name = typed.lower() + name[ends[-1] :]
    return name if command.usage == command.name else f"{name} "


def _is_own_name(word: str, command: type[Command], *, whole: bool = True) -> bool:
    """Return True if a word is a command's name in the language in use, or else its beginning."""
    name = comparable(command.own_name())
    return name == comparable(word) if whole else name.startswith(comparable(word))


def _names_of(command: type[Command]) -> tuple[str, ...]:
    return (command.name, *command.aliases)


def _matching_commands(start: str, view: View) -> list[type[Command]]:
    """Return the commands whose names begin with ``start``.

    The command that ``start`` means comes first, then the commands that answer the decision, those
    that can be used at any time, and the rest.
    """
    try:
        chosen = _find_command(start, view) if start else None
    except CommandError:
        chosen = None

    def rank(command: type[Command]) -> tuple[bool, ...]:
        answers = issubclass(command, AnswerCommand)
        return command is not chosen, not command.can_answer(view), answers

    matches = (
        command
        for command in imported_commands(view.ruleset).values()
        if any(name.startswith(start) for name in _names_of(command))
        or _is_own_name(start, command, whole=False)
    )
    return sorted(matches, key=rank)


def _named_commands(word: str, commands: Mapping[str, type[Command]]) -> list[type[Command]]:
    """Return the commands that a word names, else those whose names begin with it.

    English wins over the language in use, so that abbreviations mean the same everywhere. Last come
    the labels of the footer in that language, which may have another form than the command's name.
    """
    tests: tuple[Callable[[type[Command]], bool], ...] = (
        lambda command: word in _names_of(command),
        lambda command: _is_own_name(word, command),
        lambda command: any(name.startswith(word) for name in _names_of(command)),
        lambda command: _is_own_name(word, command, whole=False),
        lambda command: comparable(word) in [comparable_key(_(it)) for it in _names_of(command)],
    )
    matches = (list(filter(test, commands.values())) for test in tests)
    return next(filter(None, matches), [])


def _find_command(word: str, view: View) -> type[Command]:
    """Return the command that a word names or abbreviates.

    A whole name wins, and commands of the game win over those of variants that it does not play. If
    the names of several commands begin with the word, the one that answers the decision wins, else
    the one with this abbreviation.

    Raises:
        CommandError: If no command matches, or more than one.
    """
    matches = _named_commands(word, imported_commands(view.ruleset))
    matches = matches or _named_commands(word, all_commands())
    if len(matches) > 1:
        answering = [command for command in matches if command.can_answer(view)]
        abbreviated = [command for command in matches if word in command.abbreviations]
        matches = answering if len(answering) == 1 else abbreviated or matches
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise ambiguous([word], join_choices([command.name for command in matches]))
    names = dict.fromkeys(
        name
        for command in all_commands().values()
        for name in (*_names_of(command), command.own_name())
    )
    similar = similar_words(word[:40], [*names], 2, cutoff=0.6)
    hint = _("type help to see them all")
    if similar:
        hint = _("did you mean {similar}?", similar=join_choices(similar))
    raise UnknownName(_("unknown command {quote}; {hint}", quote=quote([word]), hint=hint))
