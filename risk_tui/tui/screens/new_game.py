"""The new-game screen: a row of fields per seat, the rules, and further choices with F6.

The form proposes the seats of the last game, or else the system's user and two bots.
"""

from __future__ import annotations

import getpass
import re
from collections.abc import Mapping, Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from risk_tui.boards.board import Board
from risk_tui.bots import DEFAULT_BOT, all_bots, bot_ids
from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, pgettext, pluralize
from risk_tui.data.settings import save_settings
from risk_tui.engine.game import GameSetup
from risk_tui.engine.variant import neutral_seat
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import (
    counted,
    variant_switches,
    with_house_rules,
    with_turn_limit,
)
from risk_tui.rules.library import load_board, names
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.titles import translated_title
from risk_tui.saves.clock import Clock, parse_time
from risk_tui.saves.header import DEFAULT_OPTIONS, TableOptions
from risk_tui.table.seats import (
    COLOURS,
    NAME_WIDTH,
    NO_PLAYER,
    PERSON,
    Seat,
    check_seats,
    clean_name,
    is_external,
    seat_players,
)
from risk_tui.table.table import Table
from risk_tui.text.rulebook import ListedRuleset, describe_player_count, list_rulesets
from risk_tui.tui.dialogs.choices import ConfirmDialog
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import CycleSelect
from risk_tui.tui.screens.key_help import FormScreen
from risk_tui.tui.screens.ruleset_viewer import RulesetsScreen, RulesetViewer, rule_book
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar
from risk_tui.tui.theme.palette import name_colour, seat_glyph, seat_rgb
from risk_tui.tui.theme.styles import WARM


def player_argument(seat: Seat) -> str:
    """Return a seat as the command line writes it; the default bot replaces a program."""
    player = "" if seat.player == PERSON else f":{seat.player}"
    if is_external(seat.player):
        player = f":{DEFAULT_BOT}"
    return f"{seat.name}{player}={seat.colour}"


def user_name() -> str:
    """Return the system's user as a player's name, or "Player" if it can't be one."""
    try:
        # ``getuser`` also works if the environment does not name the user.
        first, *_ = re.split(r"[\W_]+", getpass.getuser().strip())
        return clean_name(first[:NAME_WIDTH].capitalize())
    except (OSError, ImportError, KeyError, RiskError):
        return "Player"


def first_players(bots: Sequence[str]) -> list[str]:
    """Return the players of a first game: the system's user and two bots."""
    names = [f"{user_name()}:{PERSON}", *["bot", "bot"][: len(bots)]]
    return list(map(player_argument, seat_players(names, bots)))


def remembered_seats(players: Sequence[str], bots: Sequence[str]) -> tuple[list[Seat], list[str]]:
    """Return the seats of the last game, and a colour for each of the six seats."""
    seats: list[Seat] = []
    for text in [printable(player, 60) for player in players] or first_players(bots):
        name, equals, colour = text.rpartition("=")
        if not equals or colour not in COLOURS:
            name, colour = text, ""
        label, colon, player = name.rpartition(":")
        is_bot = bool(colon) and player in bots
        if len(seats) < len(COLOURS):
            seats.append(Seat(label if is_bot else name, colour, player if is_bot else PERSON))
    used: list[str] = []
    colours = [seat.colour for seat in seats]
    for seat in seats:
        if not seat.colour or seat.colour in used:
            seat.colour = next(free for free in COLOURS if free not in used + colours)
        used.append(seat.colour)
    return seats, used + [colour for colour in COLOURS if colour not in used]


MAX_NAME = 40
"""Maximum characters of a typed name. ``clean_name`` checks its width."""


class NameInput(Input):
    """A field for a name. It refuses unprintable text with a message."""

    class Refused(Message):
        """The player typed or pasted characters that names can't have."""

    def __init__(self, value: str) -> None:
        super().__init__(
            value,
            placeholder=_("name"),
            compact=True,
            max_length=MAX_NAME,
            classes="name",
        )
        self.cursor_blink = False

    def replace(self, text: str, start: int, end: int) -> None:
        if text.isprintable():
            super().replace(text, start, end)
        else:
            self.restricted()

    def restricted(self) -> None:
        self.post_message(self.Refused())


class SeatRow(Horizontal):
    """The fields of a seat: name, colour and kind of player."""

    DEFAULT_CSS = """
    SeatRow { height: 1; }
    SeatRow > .number { width: 4; padding: 0 1 0 2; color: $house-dim; }
    SeatRow > .name { width: 17; }
    SeatRow > .colour { width: 14; margin: 0 1; }
    SeatRow > .player { width: 20; }
    """

    def __init__(
        self, number: int, seat: Seat | None, colour: str, bots: Sequence[str], bot_name: str
    ) -> None:
        super().__init__(classes="seat" if seat else "seat empty")
        self.number = number
        self._bot_name = bot_name
        self.name_input = NameInput(seat.name if seat else "")
        self.colour = CycleSelect(
            {name: colour_text(name) for name in COLOURS},
            colour,
            allowed=self._is_free,
            classes="colour",
        )
        players: dict[str, str] = {PERSON: _("person")}
        players |= {bot: _("bot: {bot}", bot=bot) for bot in bots}
        players[NO_PLAYER] = _("empty")
        self.player = CycleSelect(players, seat.player if seat else NO_PLAYER, classes="player")

    @property
    def _others(self) -> list[SeatRow]:
        """The rows of the other seats, whose colours are taken."""
        return [row for row in self.screen.query(SeatRow) if row is not self]

    @property
    def is_taken(self) -> bool:
        """True if the seat has a player."""
        return self.player.value != NO_PLAYER

    def seat(self, defence: str) -> Seat:
        """Return the seat that the fields describe.

        Raises:
            RiskError: If the name is invalid.
        """
        try:
            name = clean_name(self.name_input.value)
        except RiskError as error:
            raise RiskError(
                _("Seat {number}: {problem}", number=self.number, problem=error)
            ) from None
        return Seat(name, self.colour.value, self.player.value, defence)

    def compose(self) -> ComposeResult:
        yield Static(str(self.number), classes="number", markup=False)
        yield self.name_input
        yield self.colour
        yield self.player

    def on_input_changed(self, event: Input.Changed) -> None:
        # A name typed on an empty seat fills the seat.
        if event.value and not self.is_taken and self.name_input.has_focus:
            self.player.value = PERSON
            self.set_class(False, "empty")

    def on_cycle_select_changed(self, event: CycleSelect.Changed) -> None:
        if event.choice is self.colour:
            event.stop()
            for row in self._others:
                if row.colour.value == self.colour.value:
                    row.colour.value = event.before
            return
        self.set_class(not self.is_taken, "empty")
        name = self.name_input.value
        if self.player.value in (PERSON, NO_PLAYER):
            if name == self._bot_name:
                self.name_input.value = ""
        elif not name.strip():
            self.name_input.value = self._bot_name

    def _is_free(self, colour: str) -> bool:
        return not any(row.is_taken and row.colour.value == colour for row in self._others)


def colour_text(colour: str) -> Text:
    """Return a colour's glyph, drawn in the colour, and its name."""
    return Text.assemble(
        (f"{seat_glyph(colour)} ", name_colour(seat_rgb(colour)).hex), pgettext("colour", colour)
    )


_LIMIT = "victory.turn_limit"
_DICE = {"computer": N_("computer"), "real": N_("real, typed in")}
_ADVICE = {"on": N_("show odds"), "off": N_("none")}
_CLOCK = {
    "off": N_("none"),
    "1m": N_("1 minute"),
    "5m": N_("5 minutes"),
    "24h": N_("24 hours"),
    "3d": N_("3 days"),
}
"""The choices for the time that a person has for a decision."""


class NewGameScreen(FormScreen):
    """The form for a new game: players and rules; F6 shows board, limit, dice, advice and clock.

    The answers are saved for the next game. A mistake is reported in one line and changes no field.
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-normal"), (110, "-wide")]
    CSS = """
    #form { height: 1fr; }
    #fields { padding: 1 1 0 1; }
    #book { display: none; padding: 1 2 0 3; border-left: solid $house-rail; }
    #book Static { height: auto; max-width: 110; }
    NewGameScreen.-wide #fields { width: 72; }
    NewGameScreen.-wide #book { display: block; }
    NewGameScreen.-wide #rule { display: none; }
    #fields Horizontal { height: 1; }
    #fields .head { width: 13; height: 1; color: $house-amber; text-style: bold; padding: 0 1; }
    #fields .gap { margin: 1 0 0 0; }
    #rule, #bot { height: 1; padding: 0 1; color: $house-dim; text-wrap: nowrap;
        text-overflow: ellipsis; }
    #fields #limit { padding: 0 2; }
    #fields #rules, #fields #board { width: 36; }
    #fields #limit, #fields #dice, #fields #advice, #fields #clock { width: 20; }
    #fields .hint { width: auto; padding: 0 0 0 2; color: $house-dim; }
    NewGameScreen.-narrow #fields .hint { display: none; }
    NewGameScreen.-narrow #fields Button { text-wrap: nowrap; text-overflow: ellipsis;
        padding: 0 0 0 2; }
    #fields Button { width: 1fr; height: 1; padding: 0 0 0 1; background: $house-field;
        color: $house-text; text-style: none;
        text-align: left; content-align: left middle; }
    #fields Button:focus { background: $house-picked; color: $house-head; text-style: none; }
    #fields Button.changed { color: $house-warn; }
    #fields .options, #fields #more { height: auto; max-height: 2; }
    #fields .option, NewGameScreen.more #fields .options { display: none; }
    NewGameScreen.more #fields .option { display: block; }
    #fields Input { height: 1; background: $house-field; color: $house-text; }
    #fields Input:focus { background: $house-picked; color: $house-head; }
    #fields SeatRow.empty Input, SeatRow.empty CycleSelect { color: $house-dim; }
    #seated { width: 1fr; height: 1; color: $house-dim; }
    #seated.wrong { color: $house-warn; }
    #fields #start { max-width: 36; color: $house-head; text-style: bold; }
    #fields #start:focus { background: $house-accent; color: $house-strong; }
    """
    KEY_HELP = (
        ("Tab ↑↓", N_("next field, or up and down")),
        ("← →", N_("change the value")),
        ("letters", N_("in a field without a cursor: go to the next value that starts with them")),
        ("Enter", N_("next field; on the rules: list of all rules")),
        ("F2", N_("read the selected rules")),
        ("F3 F4", N_("variants and house rules for this game; F4 clears them")),
        ("F5", N_("start the game")),
        ("F6", N_("board, turn limit, dice, advice, clock")),
        ("PgUp PgDn", N_("scroll the rules, in a wide terminal")),
        ("Esc", N_("back")),
    )
    BINDINGS = [
        ("escape", "back"),
        ("enter", "choose"),
        ("f5,ctrl+s", "start"),
        ("f2", "rules"),
        ("f3", "house_rules"),
        ("f4", "no_house_rules"),
        ("f6", "more"),
        ("up", "row(-1)"),
        ("down", "row(1)"),
        ("pageup", "read(-1)"),
        ("pagedown", "read(1)"),
    ]

    def __init__(
        self,
        setup: GameSetup | None = None,
        seats: Sequence[Seat] = (),
        changes: Mapping[str, object] | None = None,
        options: TableOptions = DEFAULT_OPTIONS,
    ) -> None:
        """Create the form for a game like another one; by default like the last game.

        Args:
            setup: The board and the ruleset of the other game.
            seats: The seats of the other game.
            changes: Changed values of its rules: variants and house rules. A turn limit among them
                goes into its own field.
            options: The options of its table.
        """
        super().__init__()
        self._setup = setup
        self._players = [player_argument(seat) for seat in seats]
        self._house_rules: dict[str, dict[str, object]] = {}
        """The changed values for this game, by the ruleset that they change."""
        self._initial_changes = dict(changes or {})
        self._listed = {listed.name: listed for listed in list_rulesets()}
        self._chosen_board = ""
        """The board that the player chose last, even if the ruleset uses another one now."""
        self._first_answers: list[object] = []
        self._answers_at_notice: list[object] = []
        """The values of all fields when the notice was shown."""
        self._limit = self._initial_changes.pop(_LIMIT) if self._initial_changes.get(_LIMIT) else ""
        self._initial_options = options

    def compose(self) -> ComposeResult:
        settings, options = self.risk.settings, self._initial_options
        ruleset = self._setup.ruleset.ruleset if self._setup else settings.ruleset
        self._house_rules[ruleset] = self._initial_changes
        board = self._setup.board.name if self._setup else settings.map
        bots = bot_ids()
        seats, colours = remembered_seats(self._players or settings.players, bots)
        suggested = [seat.name for seat in seat_players(["bot"] * len(COLOURS), bots)]
        rules = {name: Text(printable(listed.title)) for name, listed in self._listed.items()}
        fits = lambda name: self._fitting_board(name) == name  # noqa: E731
        yield TopBar(_("New game"))
        with Horizontal(id="form"):
            with Vertical(id="fields"):
                yield _row(_("PLAYERS"), Static(id="seated", markup=False))
                for number, colour in enumerate(colours):
                    seat = seats[number] if number < len(seats) else None
                    yield SeatRow(number + 1, seat, colour, bots, suggested[number])
                yield Static(id="bot", markup=False)
                yield _row(
                    _("RULES"),
                    CycleSelect(rules, ruleset, id="rules"),
                    "gap",
                    _("Enter: list of all"),
                )
                yield Static(id="rule", markup=False)
                yield _row(_("HOUSE RULES"), _button("", "house"))
                yield _row(_("MORE"), _button("", "more"), "gap options")
                texts = {name: printable(name) for name in names("maps")}
                board_choice = CycleSelect(texts, board, allowed=fits, id="board")
                yield _row(_("BOARD"), board_choice, "gap option")
                limit = Input(str(self._limit), id="limit", compact=True, restrict="[0-9]*")
                limit.max_length, limit.cursor_blink = 5, False
                yield _row(_("TURN LIMIT"), limit, "option")
                for label, id, values, value in (
                    (_("DICE"), "dice", _DICE, "real" if options.real_dice else "computer"),
                    (_("ADVICE"), "advice", _ADVICE, "on" if options.advice else "off"),
                    (_("CLOCK"), "clock", _CLOCK, "off"),
                ):
                    words = {option: _(text) for option, text in values.items()}
                    yield _row(label, CycleSelect(words, value, id=id), "option")
                yield _row("", _button(_("Start the game"), "start"), "gap")
            with VerticalScroll(id="book", can_focus=False):
                yield Static(markup=False)
        yield Notice()
        yield KeyBar([])

    def on_mount(self) -> None:
        self._chosen_board = self.query_one("#board", CycleSelect).value
        self._show_board()
        self._update_rules()
        self._rows[0].name_input.focus()
        self._first_answers = self._answers()

    @property
    def _rows(self) -> list[SeatRow]:
        return list(self.query(SeatRow))

    @property
    def _grid(self) -> list[list[Widget]]:
        """The fields on the screen, row by row."""
        rows: list[list[Widget]] = [[row.name_input, row.colour, row.player] for row in self._rows]
        below = ("rules", "house", "more", "board", "limit", "dice", "advice", "clock", "start")
        fields = [self.query_one(f"#{id}") for id in below]
        return rows + [[field] for field in fields if field.parent and field.parent.display]

    @property
    def _selected(self) -> ListedRuleset | None:
        """The selected ruleset."""
        return self._listed.get(self.query_one("#rules", CycleSelect).value)

    # Actions

    def on_descendant_focus(self) -> None:
        self._describe_bot()
        keys = [KeyHint("Tab ↑↓", _("move"), "tab")]
        if isinstance(self.focused, CycleSelect):
            keys = [KeyHint("↑↓", _("move"), "up down"), KeyHint(_("←→ letters"), _("pick"), "")]
        keys += [
            KeyHint("F2", _("read"), "f2"),
            KeyHint("F3", _("house rules"), "f3"),
            KeyHint("F5", _("start"), "f5"),
        ]
        self.query_one(KeyBar).show(
            [*keys, KeyHint("F6", _("more"), "f6"), KeyHint("Esc", _("back"), "escape")]
        )

    def on_cycle_select_changed(self, event: CycleSelect.Changed) -> None:
        self._clear_old_notice()
        if event.choice.id == "board":
            self._chosen_board = self._fitting_board(event.choice.value)
        if event.choice.id in ("rules", "board"):
            self._show_board()
        self._describe_bot()
        self._update_rules()

    def on_input_submitted(self) -> None:
        self.focus_next()

    def on_input_changed(self) -> None:
        self._clear_old_notice()
        self._update_rules()

    def on_name_input_refused(self, event: NameInput.Refused) -> None:
        self._show_notice(_("Names can contain only letters, digits, symbols and spaces."))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        actions = {"house": self.action_house_rules, "more": self.action_more}
        actions.get(event.button.id or "", self.action_start)()

    def action_back(self) -> None:
        """Go back to the previous screen; ask first if answers would be lost."""
        if not self.is_current:
            return
        if self._answers() == self._first_answers:
            self.dismiss()
        else:
            question = _("Go back? The form forgets what you changed.")
            self.app.push_screen(ConfirmDialog(question), self._leave)

    def _leave(self, is_sure: bool | None) -> None:
        if is_sure:
            self.dismiss()

    def _answers(self) -> list[object]:
        """Return the values of all fields."""
        texts = [field.value for field in self.query(Input)]
        choices = [choice.value for choice in self.query(CycleSelect)]
        return [*texts, *choices, dict(self._changed)]

    def on_click(self, event: events.Click) -> None:
        if event.widget is not None and event.widget.has_class("hint"):
            self._list_rules()

    def action_choose(self) -> None:
        """Open the list of rules if they are focused, or else focus the next field."""
        if self.focused is self.query_one("#rules"):
            self._list_rules()
        else:
            self.focus_next()

    def _list_rules(self) -> None:
        rules = self.query_one("#rules", CycleSelect)
        # Rulesets may have been written since the form was opened.
        self._listed |= {listed.name: listed for listed in list_rulesets()}
        for name, listed in self._listed.items():
            rules.set_text(name, Text(printable(listed.title)))
        self._update_rules()
        screen = RulesetsScreen(rules.value, choosing=True)
        self.app.push_screen(screen, lambda name: rules.choose(name) if name else None)

    def action_more(self) -> None:
        """Switch between fields and one line for board, turn limit, dice, advice and clock."""
        self.toggle_class("more")
        shown = self.query_one("#board" if self.has_class("more") else "#more")
        self.call_after_refresh(shown.focus)

    def action_read(self, step: int) -> None:
        """Scroll the rules beside the fields a page up (-1) or down (1)."""
        book = self.query_one("#book", VerticalScroll)
        book.scroll_relative(y=step * max(book.size.height - 1, 1), animate=False, immediate=True)

    def action_rules(self) -> None:
        """Show all sentences of the selected ruleset, with its house rules."""
        try:
            self.app.push_screen(RulesetViewer(self._ruleset(limited=False), self._board()))
        except RiskError as error:
            self._show_notice(str(error))

    def action_house_rules(self) -> None:
        """Change values of the selected ruleset for this game."""
        from risk_tui.tui.screens.house_rules_editor import HouseRulesScreen

        listed = self._selected
        if listed is None or listed.ruleset is None:
            self._show_notice(listed.problem if listed else _("There are no rulesets."))
            return

        def apply_changes(values: dict[str, object] | None) -> None:
            self._house_rules[listed.name] = values or {}
            self._update_rules()

        screen = HouseRulesScreen(listed.ruleset, self._house_rules.get(listed.name, {}))
        self.app.push_screen(screen, apply_changes)

    def action_no_house_rules(self) -> None:
        """Reset the selected ruleset to its own values."""
        listed = self._selected
        if listed is not None and self._changed:
            del self._house_rules[listed.name]
            self._show_notice("")
            self._update_rules()

    def action_row(self, step: int) -> None:
        """Focus the field above or below."""
        grid = self._grid
        for number, row in enumerate(grid):
            if self.focused in row:
                beside = grid[min(max(number + step, 0), len(grid) - 1)]
                beside[min(row.index(self.focused), len(beside) - 1)].focus()
                return

    def action_start(self) -> None:
        """Start the game, or show the problem."""
        settings = self.risk.settings
        try:
            seats = self._seats()
            ruleset = self._ruleset()
            board = self._board()
            board.validate_pictures()  # Refuse a bad picture before the game is created.
            setup = GameSetup(board, ruleset, len(seats))
            options, time = self._options(), self._clock.value
            if options.real_dice and time != "off":
                raise RiskError(_("a clock needs computer dice"))
            table = Table.create(setup, seats, options=options)
            if time != "off":
                table.clock.set(Clock(parse_time(time), bot=DEFAULT_BOT))
        except RiskError as error:
            self._show_notice(str(error))
            return
        settings.ruleset, settings.map = ruleset.ruleset, board.name
        settings.players = [player_argument(seat) for seat in seats]
        save_settings(settings)
        self.risk.open_table(table)

    # Answers

    def _seats(self) -> list[Seat]:
        """Return the taken seats.

        Raises:
            RiskError: If a row is invalid; the row gets the focus.
        """
        seats: list[Seat] = []
        for row in self._rows:
            if not row.is_taken:
                continue
            try:
                seats.append(row.seat(self.risk.settings.defence))
                check_seats(seats)
            except RiskError:
                row.name_input.focus()
                raise
        return seats

    def _options(self) -> TableOptions:
        """Return the options of the table, which are chosen again for every game."""
        dice, advice = (self.query_one(id, CycleSelect).value for id in ("#dice", "#advice"))
        return TableOptions(advice=advice == "on", real_dice=dice == "real")

    @property
    def _clock(self) -> CycleSelect:
        return self.query_one("#clock", CycleSelect)

    def _ruleset(self, limited: bool = True) -> Ruleset:
        """Return the selected ruleset with its house rules and the typed turn limit."""
        listed = self._selected
        if listed is None:
            raise RiskError(_("there are no rulesets"))
        if listed.ruleset is None:
            raise RiskError(listed.problem)
        ruleset = with_house_rules(listed.ruleset, self._house_rules.get(listed.name, {}))
        limit = self.query_one("#limit", Input).value
        if not limit or not limited:
            return ruleset
        return with_turn_limit(ruleset, int(limit))

    def _board(self) -> Board:
        """Return the selected board.

        Raises:
            RiskError: If its file is bad.
        """
        return load_board(self.query_one("#board", CycleSelect).value)

    def _fitting_board(self, name: str) -> str:
        """Return the name of a board, or of the one that the selected ruleset uses instead."""
        listed = self._selected
        return listed.ruleset.board.choose_map(name) if listed and listed.ruleset else name

    # Drawing

    def _show_board(self) -> None:
        """Show the board that was chosen last, or the one that the ruleset uses instead."""
        choice = self.query_one("#board", CycleSelect)
        choice.value = self._fitting_board(self._chosen_board)
        try:
            choice.set_text(choice.value, printable(_(self._board().title)))
        except RiskError as error:
            self._show_notice(str(error))

    def _update_rules(self) -> None:
        """Show the selected rules, their changes, and the choices behind ``F6``."""
        book, about = self.query_one("#book Static", Static), self.query_one("#rule", Static)
        changes = self._changes_in_words()
        self.query_one("#house", Button).label = Content(changes or _("none"))
        self.query_one("#house").set_class(bool(changes), "changed")
        ruleset = limit = None
        try:
            ruleset = self._ruleset(limited=False)
            limit = ruleset.victory.turn_limit
            about.update(printable(_(ruleset.about), 1000).partition(". ")[0].rstrip(".") + ".")
            book.update(rule_book(ruleset, self._board()))
        except RiskError as error:
            about.update("")
            book.update(Text(printable(error), WARM))
            if ruleset is None and self._changed:
                self._show_notice(str(error))
        field = self.query_one("#limit", Input)
        field.placeholder = pluralize(limit, "round") if limit else _("none")
        rounds = pluralize(int(field.value), "round") if field.value else field.placeholder
        clock = self._clock
        options = (
            str(self.query_one("#board", CycleSelect).text),
            rounds if field.value or limit else _("no turn limit"),
            _("real dice") if self._options().real_dice else _("computer dice"),
            _("odds") if self._options().advice else _("no odds"),
            *([_("clock {clock}", clock=clock.text)] if clock.value != "off" else []),
        )
        self.query_one("#more", Button).label = Content(", ".join(options))
        self._update_seats(ruleset)

    @property
    def _changed(self) -> dict[str, object]:
        """The changed values for the selected ruleset. Each ruleset keeps its own changes."""
        listed = self._selected
        return self._house_rules.get(listed.name, {}) if listed else {}

    def _describe_bot(self) -> None:
        """Describe the bot of the focused seat."""
        row = self.focused.parent if self.focused else None
        bot = row.player.value if isinstance(row, SeatRow) else ""
        text = next((_(info.about) for info in all_bots() if info.id == bot), "")
        self.query_one("#bot", Static).update(printable(text))

    def _changes_in_words(self) -> str:
        """Describe the changes: the variants switched on, and the sections with house rules."""
        variants, paths = counted(self._changed)
        ruleset = self._selected.ruleset if self._selected else None
        headings = {key: heading for key, heading, _part in ruleset.sections()} if ruleset else {}
        parts = [path.rpartition(".")[0] for path in paths]
        titles = [_(variant_switches()[key].title) for key in variants]
        return ", ".join(dict.fromkeys([*titles, *(headings.get(part, part) for part in parts)]))

    def _update_seats(self, ruleset: Ruleset | None) -> None:
        """Show how many players the rules allow, with a warning if the number of seats is wrong.

        If a neutral army joins the players, it is mentioned, too.
        """
        label = self.query_one("#seated", Static)
        count = sum(row.is_taken for row in self._rows)
        if ruleset is None:
            label.update("")
            return
        minimum, maximum = ruleset.player_limits
        wrong = not minimum <= count <= maximum
        invitation = _(neutral_seat(ruleset, count).invitation)
        players = describe_player_count(ruleset)
        text = _("for {players}", players=players)
        if wrong:
            text = _(
                "{ruleset} is for {players}, not {number}",
                ruleset=printable(translated_title(ruleset.title)),
                players=players,
                number=count,
            )
        elif invitation:
            text = f"{text}; {invitation}"
        label.update(text)
        label.set_class(wrong, "wrong")

    def _show_notice(self, text: str) -> None:
        self._answers_at_notice = self._answers()
        self.query_one(Notice).say(text)

    def _clear_old_notice(self) -> None:
        """Clear the notice after a change, unless the change came before the notice."""
        if self._answers() != self._answers_at_notice:
            self._show_notice("")


def _row(label: str, field: Widget, classes: str = "", hint: str = "") -> Horizontal:
    head = Static(label, classes="head", markup=False)
    asides = [Static(hint, classes="hint", markup=False)] if hint else []
    return Horizontal(head, field, *asides, classes=classes)


def _button(label: str, id: str) -> Button:
    button = Button(label, id=id, compact=True)
    button.active_effect_duration = 0
    return button
