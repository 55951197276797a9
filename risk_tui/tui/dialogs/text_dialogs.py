"""Dialogs that show a text: help, log, missions, the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from risk_tui.boards.board import Board
from risk_tui.commands.all_commands import ABBREVIATIONS, command_rows
from risk_tui.commands.base import help_at_table
from risk_tui.commands.wording import help_on
from risk_tui.data.language import N_, _, capitalize, headed, join_and, pluralize
from risk_tui.engine.events import (
    GameWon,
    MissionsDealt,
    MissionsShown,
    TurnBegan,
    VictoryKind,
)
from risk_tui.engine.hooks import CITY, PublicGoals
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.saves.header import DEFAULT_OPTIONS, TableOptions
from risk_tui.saves.talk import TalkLine
from risk_tui.story.moments import PlayerFigures, player_figures
from risk_tui.table.seats import Seat
from risk_tui.text.prompts import prompt_for, purpose_of
from risk_tui.text.record_lines import event_parts, reason_parts, talk_parts
from risk_tui.text.rulebook import variant_rules
from risk_tui.text.words import SeatName, Wording, describe_mission
from risk_tui.tui.key_hints import KeyHint, keys_markup
from risk_tui.tui.keymap import DEFAULT_KEYMAP, Keymap, binding_of
from risk_tui.tui.map.renderer import WALL
from risk_tui.tui.panels.bars import footer, keys_in
from risk_tui.tui.panels.standings import goal_lines
from risk_tui.tui.screens.base import WIDTH_FOR_WIDE, RiskDialog
from risk_tui.tui.text_widgets import (
    WrappedText,
    coloured_names,
    filled_text,
    name_plate,
)
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG, fit, seat_style


class ScrollDialog(RiskDialog[None]):
    """A dialog with contents that scroll."""

    BINDINGS = [
        ("j,down", "move(1)"),
        ("k,up", "move(-1)"),
        ("g", "home"),
    ]

    def action_move(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False, immediate=True)

    def action_home(self) -> None:
        """Scroll to the first line."""
        self.query_one(VerticalScroll).scroll_home(animate=False)


class TextDialog(ScrollDialog):
    """A text to scroll, such as help or the whole log.

    Lines are never broken within one of ``names``. ``at_end`` scrolls to the last line. A ``small``
    dialog is as high as its text.
    """

    DEFAULT_CSS = """
    TextDialog { background: $house-sea; }
    TextDialog > .box { width: 92%; height: 90%; padding: 0 2; }
    TextDialog Static { width: 100%; height: auto; }
    TextDialog.small { background: $house-veil; }
    TextDialog.small > .box { width: 70%; height: auto; max-height: 90%; padding: 1 2; }
    """
    BINDINGS = [("escape,q,enter,question_mark,v,w", "dismiss")]

    def __init__(
        self,
        title: str,
        text: Text,
        names: tuple[str, ...] = (),
        *,
        at_end: bool = False,
        small: bool = False,
    ) -> None:
        super().__init__(classes="small" if small else None)
        self._title = title
        self._names = names
        self._text = WrappedText(text, names)
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = keys_markup(
                KeyHint("↑↓", _("scroll"), "up down"), KeyHint("Enter Esc", _("back"), "enter")
            )
            yield Static(self._text)

    def on_mount(self) -> None:
        box = self.query_one(VerticalScroll)
        box.focus()
        self.watch(box, "virtual_size", self._scroll_to_end, init=False)

    def _scroll_to_end(self) -> None:
        """Scroll to the end once the text has its size; a long one takes several refreshes."""
        if self._at_end:
            self._at_end = False
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def show_text(self, text: Text) -> None:
        """Show another text; scroll to its end if the text before was scrolled to its end."""
        box = self.query_one(VerticalScroll)
        self._at_end = box.scroll_offset.y >= box.max_scroll_y
        self._text = WrappedText(text, self._names)
        box.query_one(Static).update(self._text)


class TypedHelpDialog(TextDialog):
    """Help that ``:`` opens on a screen without commands; it ignores the rest of a command."""

    _is_typing = False

    def on_key(self, event: events.Key) -> None:
        if event.is_printable or (self._is_typing and event.key == "enter"):
            event.stop()
            self._is_typing = event.is_printable


class HelpDialog(TextDialog):
    """Help, beside the board on a wide screen, else over it."""

    DEFAULT_CSS = """
    HelpDialog.beside { align: right top; background: transparent; }
    HelpDialog.beside > .box { width: 50; min-width: 50; height: 1fr; margin: 1 0 2 0; }
    """

    def __init__(self, text: Text, names: tuple[str, ...]) -> None:
        super().__init__(_("Help"), text, names)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDTH_FOR_WIDE, "beside")


class LogDialog(TextDialog):
    """The log, which grows while it is read. ``read`` returns the current log."""

    def __init__(self, read: Callable[[], Text], names: tuple[str, ...]) -> None:
        super().__init__(_("The log"), read(), names, at_end=True)
        self._read = read

    def follow(self) -> None:
        self.show_text(self._read())


class VictoryDialog(RiskDialog[str]):
    """The result of a game. Returns the chosen action, or "" for none."""

    DEFAULT_CSS = """
    VictoryDialog > .box {
        text-align: center; border: double $house-gold;
        border-title-align: center; border-subtitle-align: center;
    }
    """
    BINDINGS = [
        ("enter,escape,q", "dismiss('')"),
    ]

    def __init__(self, text: Text, keys: Mapping[str, KeyHint]) -> None:
        """Show the text, and below it ``keys``: for each action the key that chooses it."""
        super().__init__()
        self._text = text
        self._keys = keys

    def compose(self) -> ComposeResult:
        box = Static(self._text, classes="box")
        box.border_title = "★  ★  ★"
        box.border_subtitle = keys_markup(KeyHint("Enter", _("map"), "enter"), *self._keys.values())
        yield box

    def on_key(self, event: events.Key) -> None:
        action = self.risk.keymap.action_of(event.key, event.character or "")
        if action in self._keys:
            event.stop()
            self.dismiss(action)


def full_log(
    records: Sequence[Record | TalkLine],
    seats: Sequence[Seat],
    view: View,
    reader: int | None = None,
) -> Text:
    """Return the whole log as sentences, with the bots' reasons, each name in its colour.

    It omits dealt missions, which are secret.

    Args:
        records: The records and the talk, in order.
        seats: The seats of the game.
        view: Any view of the game.
        reader: The seat that reads the log, ``None`` for all seats.
    """
    text, wording = Text(), Wording(seats, view.board, view)
    for record in records:
        if isinstance(record, TalkLine):
            text.append("» ", DIM).append_text(coloured_names(talk_parts(record, seats), seats))
            text.append("\n")
            continue
        for parts in reason_parts(record, wording, reader):
            text.append_text(_sign(parts[0], seats)).append(" ")
            text.append_text(coloured_names(parts, seats)).append("\n")
        for event in record.events:
            public = event.redacted_for(None) if isinstance(event, MissionsDealt) else event
            if public.is_empty:
                continue
            parts = event_parts(public, wording)
            is_heading = isinstance(event, TurnBegan)
            if is_heading:
                text.append("\n")
            else:
                text.append_text(_sign(parts[0], seats)).append(" ")
            text.append_text(coloured_names(parts, seats, HEAD if is_heading else ""))
            text.append("\n")
    text.rstrip()
    return text


def _sign(start: str, seats: Sequence[Seat]) -> Text:
    """Return the glyph of the player whose name starts a sentence, or a space."""
    if not isinstance(start, SeatName):
        return Text(" ")
    seat = seats[start.seat]
    return Text(seat_glyph(seat.colour), seat_style(seat))


_FIXED_KEYS = {
    "A-Z": N_("type a territory's two-letter code to jump there; Esc clears the first letter"),
    "1-9": N_(
        "a number before a key: 2 Enter = two dice, 5{blitz} = stop at 5, 3{all} = three armies"
    ),
    "^L": N_("redraw the screen"),
    "^C ^Q": N_("leave the program; the game is saved at every step"),
}
"""Keys that cannot be changed."""

_NUMBER_KEYS = {
    "Enter": N_("accept the proposed number: all, or your last answer"),
    "a l": N_("all, or as few as allowed"),
    "= .": N_("your last answer again (either key): that many, or all but that many"),
    "↑↓ +-": N_("one more, one fewer"),
    "A-Z :": N_(
        "leave the question and type a code or a command; when armies must move in, a code, "
        "{blitz} or {end} accepts the proposed number and continues"
    ),
}
"""Keys for a question that asks for a number."""

_MAP = N_(
    "Each label shows a territory's code, its owner's symbol and its armies. The framed label is "
    "the cursor. Bright territories can be chosen now; a yellow label is your starting point, "
    "yellow letters are what you can reach. Without colours: [UK], (UK), <UK>, >UK<, and each "
    "territory has its owner's pattern. Dots across water are sea lanes, which link neighbours."
)

_PLAYERS = N_(
    "For each player the panel shows their territories, armies and cards, and below + the armies "
    "that they get next turn; before the first turn, the armies left to place. ▸ marks the player "
    "who decides, and a coloured plate the player whose turn it is."
)

_CONTINENTS = N_(
    "For each continent the panel shows its bonus and who holds most of it: 6/9 is six of nine "
    "territories. A wide panel also shows how many you hold, and the last one or two that the "
    "leader is missing, each with its owner."
)

_ODDS = N_(
    "For an enemy territory: your chance to take it by fighting to the end, how many armies you "
    "would have left, and the chance to lose 0, 1 or 2 armies in the next roll. Type a number "
    "before {blitz} to see your chance if you stop at that many armies. For your own territory: "
    "the chance that its strongest neighbour takes it. Chances are exact; one with ~ leaves out "
    "possible changes of dice."
)

_KEYS_NOW = 10
"""Maximum number of keys at the top of the help."""


def help_text(
    view: View,
    seats: Sequence[Seat],
    keymap: Keymap = DEFAULT_KEYMAP,
    options: TableOptions = DEFAULT_OPTIONS,
    *,
    waiting: str = "",
    is_kept: bool = True,
    next_games: Sequence[str] = (),
) -> Text:
    """Return the keys that work now, help for the pending decision, then all other help.

    Args:
        view: The view of the player.
        seats: The seats of the game.
        keymap: The player's keys.
        options: The options of the table, such as whether odds are shown.
        waiting: Text shown instead of the help for the decision; empty if this terminal decides.
        is_kept: False if the game is lost when the table is left.
        next_games: The actions that start another game after this one.
    """

    def fill_help(help: str) -> str:
        return help_at_table(keymap.fill(help), is_kept=is_kept)

    text, ruleset = Text(), view.ruleset
    advice = options.advice
    hints = footer(
        view, not waiting, None, keymap, can_undo=True, advice=advice, next_games=next_games
    )
    rows = [(hint.label, fill_help(_explain(hint, keymap))) for hint in hints]
    _append_rows(text, _("Keys now"), rows[:_KEYS_NOW])
    if view.decision is not None:
        purpose = purpose_of(view.decision, view, seats)
        text.append(f"{_('Now')}\n", HEAD)
        text.append(f"{waiting or purpose}\n\n")
        text.append(keymap.fill(prompt_for(view.decision, view, seats, end="{end}")) + "\n", STRONG)
        text.append("\n" if waiting else keymap.fill(help_on(view.decision, view.offers)) + "\n\n")
    for heading, sentences in variant_rules(ruleset):
        text.append(f"{heading}\n", HEAD).append(f"{' '.join(sentences)}\n\n")
    _append_rows(
        text,
        _("All keys"),
        [(keymap.signs(key.action), fill_help(help)) for key, help in keys_in(ruleset, advice)]
        + [(keys, fill_help(_(help))) for keys, help in _FIXED_KEYS.items()],
    )
    numbers = [(keys, keymap.fill(_(help))) for keys, help in _NUMBER_KEYS.items()]
    _append_rows(text, _("When asked for a number"), numbers)
    explanations = {
        _("On the map"): _map_help(view),
        _("Players, in the panel"): _(_PLAYERS),
        _("Continents, in the panel"): _(_CONTINENTS),
    }
    if advice:
        explanations[_("The odds, in the panel")] = keymap.fill(_(_ODDS))
    for heading, words in explanations.items():
        text.append(f"{heading}\n", HEAD).append(f"{words}\n\n")
    rows = command_rows(view, options, is_kept=is_kept)
    heading = _("Commands (press {key} first)", key=keymap.sign("command"))
    _append_rows(text, heading, rows, 24)
    return text.append(_(ABBREVIATIONS))


def _explain(hint: KeyHint, keymap: Keymap) -> str:
    """Return the meaning of a key in the footer, then its help unless that says the same."""
    if not hint.press or hint.action in ("", "act"):
        return hint.meaning
    help = keymap.fill(_(binding_of(hint.action).help))
    return help if hint.meaning in help else headed(hint.meaning, help)


def _append_rows(text: Text, heading: str, rows: Iterable[tuple[str, str]], width: int = 8) -> None:
    """Append a table whose second column starts after ``width + 3`` columns."""
    text.append(f"{heading}\n", HEAD)
    for sign, help in rows:
        text.append(f"  {sign:<{width - 1}}  ", STRONG).append(f"{help}\n")
    text.append("\n")


def _map_help(view: View) -> str:
    """Return the help for the map, with the walls and the signs beside names in this game."""
    board, text = view.board, _(_MAP)
    if board.earths > 1:
        text += _(" A code jumps to its territory on this Earth; type it again for the next Earth.")
    if board.walls:
        names = [territory.name for territory in board.territories]
        pairs = [join_and([names[one], names[other]]) for one, other in sorted(board.walls)]
        text += _(
            " A row of {wall} separates territories that touch but aren't linked: {pairs}.",
            wall=WALL,
            pairs="; ".join(pairs),
        )
    marks = (*view.rules.hooks.possible_marks, *((CITY,) if view.cities else ()))
    meanings = [
        *(_("{sign} means {meaning}", sign=mark.sign, meaning=_(mark.word)) for mark in marks),
        _("✓ means done."),
    ]
    return f"{text} {'; '.join(meanings)}"


class MissionDialog(TextDialog):
    """A text about ways to win: secret missions or public goals."""

    BINDINGS = [("m,space", "dismiss")]

    def __init__(self, title: str, text: Text, names: tuple[str, ...]) -> None:
        super().__init__(title, text, names, small=True)


def mission_text(view: View, seats: Sequence[Seat], seat: int, key: str) -> Text:
    """Return a seat's missions in words, marked if done.

    During the game they are followed by the ``key`` that shows them again.
    """
    text = Text()
    for mission in view.missions:
        done = mission in view.missions_done[seat]
        text.append("✓ " if done else "", HEAD)
        words = describe_mission(view, mission, seats, seat)
        text.append(f"{capitalize(words)}.\n\n", DIM if done else STRONG)
    if view.decision is None:
        text.rstrip()
        return text
    secret = _("Keep it secret. {key} shows it again.")
    return text.append_text(filled_text(secret, DIM, key=Text(key, STRONG)))


def goals_text(public_goals: PublicGoals, board: Board, seats: Sequence[Seat]) -> Text:
    """Return all public goals with the players who have reached them."""
    text = Text()
    for line in goal_lines(public_goals, board, seats, 200 if public_goals.are_personal else 56):
        text.append_text(line).append("\n")
    return text.append(f"\n{public_goals.terms}", DIM)


_NAME_WIDTH, _COLUMN_WIDTH = 15, 7
"""Columns of a player's glyph and name, and at least of each number."""


def victory_text(view: View, seats: Sequence[Seat], records: Sequence[Record]) -> Text:
    """Return the winners, how they won, and a row of figures for each player."""
    events = [event for record in records for event in record.events]
    kind = next((event.how for event in reversed(events) if isinstance(event, GameWon)), None)
    text = Text(justify="center")
    shared = len(view.winners) > 1
    for winner in view.winners:
        text.append_text(name_plate(seats[winner], flat=shared)).append("\n")
    text.append("\n")
    phrase = _(kind.phrase if kind is not None else N_("won"))
    text.append((_("share the victory: time is up") if shared else phrase) + "\n", HEAD)
    for event in events if kind == VictoryKind.MISSION else ():
        # The winners' missions were secret until now.
        if isinstance(event, MissionsShown) and event.seat in view.winners:
            for mission in event.missions:
                text.append(f"{describe_mission(view, mission, seats, event.seat)}\n", STRONG)
    steps = pluralize(len(records), "step")
    when = (
        N_("in round {round}, after {steps}") if view.round else N_("before round 1, after {steps}")
    )
    text.append(_(when, round=view.round, steps=steps), DIM)
    text.append("\n\n")
    figures = player_figures(records, len(seats), view.owner)
    return text.append_text(_player_rows(view, seats, figures))


def _player_rows(view: View, seats: Sequence[Seat], figures: Sequence[PlayerFigures]) -> Text:
    """Return a row for each player: conquests, armies beaten and lost, and how they ended."""
    titles = (_("took"), _("beat"), _("lost"))
    widths = [max(_COLUMN_WIDTH, len(title) + 1) for title in titles]
    rows = [Text(" " * _NAME_WIDTH + "".join(map(str.rjust, titles, widths)), DIM)]
    for number, (seat, own) in enumerate(zip(seats, figures, strict=True)):
        row = Text(f"{seat_glyph(seat.colour)} ", seat_style(seat))
        row.append(fit(seat.name, _NAME_WIDTH - 2), seat_style(seat, bold=number in view.winners))
        counts = (own.territories_taken, own.armies_beaten, own.armies_lost)
        row.append("".join(map(str.rjust, map(str, counts), widths)), STRONG)
        if number in view.winners:
            row.append(_("  ★ won"), HEAD)
        elif own.exit:
            row.append(f"  {own.exit}", DIM)
            if own.out_by is not None:
                by = seats[own.out_by]
                name = Text(f"{seat_glyph(by.colour)} {by.name}")
                name.stylize(seat_style(by))
                row.append_text(filled_text(_(", by {seat}"), DIM, seat=name))
        rows.append(row)
    # Centre the rows as one block.
    width = max(row.cell_len for row in rows)
    for row in rows:
        row.append(" " * (width - row.cell_len))
    return Text("\n").join(rows)
