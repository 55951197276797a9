"""The new-game screen: rules, map, and a row of fields per seat.

The form proposes the seats of the last game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Input, Static

from risk_tui.bots import DEFAULT_BOT, bot_ids
from risk_tui.data.clean_text import printable
from risk_tui.data.settings import save_settings
from risk_tui.engine.game import GameSetup
from risk_tui.engine.variant import neutral_seat
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import counted, with_house_rules, with_turn_limit
from risk_tui.rules.library import load_board, names
from risk_tui.saves.header import DEFAULT_OPTIONS, TableOptions
from risk_tui.table.seats import (
    COLOURS,
    PERSON,
    Seat,
    check_seats,
    clean_name,
    is_external,
    seat_players,
)
from risk_tui.table.table import Table
from risk_tui.text.rulebook import describe_player_count
from risk_tui.tui.dialogs.text_dialogs import FormScreen
from risk_tui.tui.menu import CycleSelect, Menu
from risk_tui.tui.screens.ruleset_viewer import RulesetPicker
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar
from risk_tui.tui.theme.palette import seat_glyph, seat_rgb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.tui.text_widgets import Key


def as_player(seat: Seat) -> str:
    """A seat as it is written on the command line; a form starts no program."""
    player = "" if seat.player == PERSON else f":{seat.player}"
    if is_external(seat.player):
        player = f":{DEFAULT_BOT}"
    return f"{seat.name}{player}={seat.colour}"


def remembered_seats(players: Sequence[str], bots: Sequence[str]) -> tuple[list[Seat], list[str]]:
    """The seats of the last game, and a colour for each of the six seats.

    Without a last game: a person and two bots.
    """
    first = [f"Ada:{bots[0]}", f"Blaise:{bots[0]}"] if bots else []
    seats: list[Seat] = []
    for text in [printable(player, 60) for player in players] or ["", *first]:
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


NO_SEAT = "nobody"
LONGEST_NAME = 40
"""Characters of a name, at most; whether it is too wide is checked when the seat is made."""


class NameInput(Input):
    """A field for a name; text that cannot be shown is refused with a message."""

    class Refused(Message):
        """The player typed or pasted what a name cannot have."""

    def __init__(self, value: str) -> None:
        super().__init__(
            value,
            placeholder="name",
            compact=True,
            max_length=LONGEST_NAME,
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
    """The fields of a seat: name, colour and player."""

    DEFAULT_CSS = """
    SeatRow { height: 1; }
    SeatRow > .number { width: 4; padding: 0 1 0 2; color: $house-dim; }
    SeatRow > .colour { width: 14; margin: 0 2; }
    SeatRow > .player { width: 20; }
    """

    def __init__(
        self, number: int, seat: Seat | None, colour: str, bots: Sequence[str], bot_name: str
    ) -> None:
        super().__init__(classes="seat")
        self.number = number
        self._bot_name = bot_name
        self.name_input = NameInput(seat.name if seat else "")
        self.colour = CycleSelect(
            {name: colour_text(name) for name in COLOURS},
            colour,
            allowed=self._is_free,
            classes="colour",
        )
        players: dict[str, str] = {PERSON: "person"}
        players |= {bot: f"bot: {bot}" for bot in bots}
        players[NO_SEAT] = NO_SEAT
        self.player = CycleSelect(players, seat.player if seat else NO_SEAT, classes="player")
        self._others: Sequence[SeatRow] = ()

    def link_rows(self, rows: Sequence[SeatRow]) -> None:
        """Set the rows of the other seats, whose colours are not free."""
        self._others = [row for row in rows if row is not self]

    @property
    def is_taken(self) -> bool:
        """Whether anybody sits here."""
        return self.player.value != NO_SEAT

    def seat(self, defence: str) -> Seat:
        """The seat that the fields describe. Raises ``RiskError`` for a name that cannot be."""
        try:
            name = clean_name(self.name_input.value)
        except RiskError as error:
            raise RiskError(f"Seat {self.number}: {error}") from None
        return Seat(name, self.colour.value, self.player.value, defence)

    def compose(self) -> ComposeResult:
        yield Static(str(self.number), classes="number", markup=False)
        yield self.name_input
        yield self.colour
        yield self.player

    def on_mount(self) -> None:
        self.set_class(not self.is_taken, "empty")

    def on_input_changed(self, event: Input.Changed) -> None:
        # Whoever types a name on an empty seat sits down there.
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
        if self.player.value in (PERSON, NO_SEAT):
            if name == self._bot_name:
                self.name_input.value = ""
        elif not name.strip():
            self.name_input.value = self._bot_name

    def _is_free(self, colour: str) -> bool:
        return not any(row.is_taken and row.colour.value == colour for row in self._others)


def colour_text(colour: str) -> Text:
    """The name of a colour after its glyph, which is drawn in the colour."""
    return Text.assemble((f"{seat_glyph(colour)} ", seat_rgb(colour).hex), colour)


def _keys(sideways: str) -> list[Key]:
    """The keys that work, with what ← and → do."""
    return [
        ("Tab ↑↓", "move", "tab"),
        ("←→", sideways, ""),
        ("F2", "these rules", "f2"),
        ("F3", "change them", "f3"),
        ("F5", "start", "f5"),
        ("Esc", "back", "escape"),
    ]


_LIMIT = "victory.turn_limit"
_DICE = {"computer": "the computer's", "real": "real ones, typed in"}
_NONE_CHANGED = "Variants, house rules"
_ADVICE = {"on": "odds are shown", "off": "none"}


class NewGameScreen(FormScreen):
    """The fields for a new game: rules, map, players, options.

    Answers are kept for the next game; a mistake is reported in one line and loses none of them.
    """

    CSS = """
    NewGameScreen { align-horizontal: center; }
    #new-game { padding: 1 1 0 1; max-width: 116; }
    RulesetPicker { margin: 0 0 1 0; max-height: 28; }
    .head { width: auto; height: 1; color: $house-amber; text-style: bold; padding: 0 1; }
    .limit { margin: 0 0 0 4; }
    #board { height: 1; margin: 0 0 1 0; }
    #map { width: 30; }
    #agreed { height: 1; }
    #dice { width: 29; }
    #advice { width: 20; }
    Input { width: 12; height: 1; background: $house-field; color: $house-text; }
    Input.name { width: 20; }
    Input:focus { background: $house-picked; color: $house-head; }
    SeatRow.empty Input, SeatRow.empty CycleSelect { color: $house-dim; }
    #players, #starting { height: 1; }
    #seated, #changed { width: 1fr; height: 1; padding: 0 0 0 2; color: $house-dim; }
    #seated.wrong { color: $house-warn; }
    #starting Button { width: 26; height: 1; background: $house-field; color: $house-head;
        margin: 0 0 0 1; }
    #starting Button:focus { background: $house-accent; color: $house-strong; text-style: bold; }
    """
    KEY_HELP = (
        ("Tab ↑↓", "to the next field, or one row up and down"),
        ("← →", "another value; in the list of rules, read on"),
        ("F2", "the rules that are marked, in sentences"),
        ("F3 F4", "variants, and any other value changed for this game; F4 clears them"),
        ("F5", "start the game; so does Enter on the button"),
        ("Esc", "back, without a game"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False),
        Binding("f5,ctrl+s", "start", "Start", show=False),
        Binding("f2", "rules", "These rules", show=False),
        Binding("f3", "house_rules", "Variants and house rules", show=False),
        Binding("f4", "no_house_rules", "No variants or house rules", show=False),
        Binding("up", "row(-1)", "Up", show=False),
        Binding("down", "row(1)", "Down", show=False),
    ]

    def __init__(
        self,
        setup: GameSetup | None = None,
        seats: Sequence[Seat] = (),
        changes: Mapping[str, object] | None = None,
        options: TableOptions = DEFAULT_OPTIONS,
    ) -> None:
        """The form starts with the board, the rules and the ``seats`` of a game, or the last's.

        ``changes`` are variants and house rules for those rules; a turn limit among them has a
        field of its own.
        """
        super().__init__()
        self._setup = setup
        self._players = [as_player(seat) for seat in seats]
        self._house_rules: dict[str, dict[str, object]] = {}
        """The changed values for this game, by the ruleset that they change."""
        self._proposed = dict(changes or {})
        self._map = ""  # the one that was chosen last
        self._limit = self._proposed.pop(_LIMIT) if self._proposed.get(_LIMIT) else ""
        self._dice = "real" if options.real_dice else "computer"
        self._advice = "on" if options.advice else "off"

    def compose(self) -> ComposeResult:
        settings = self.risk.settings
        ruleset = self._setup.ruleset.ruleset if self._setup else settings.ruleset
        self._house_rules[ruleset] = self._proposed
        board = self._setup.board.name if self._setup else settings.map
        bots = bot_ids()
        seats, colours = remembered_seats(self._players or settings.players, bots)
        suggested = [seat.name for seat in seat_players(["bot"] * len(COLOURS), bots)]
        yield TopBar("New game")
        with Vertical(id="new-game"):
            yield RulesetPicker(ruleset)
            with Horizontal(id="board"):
                yield Static("MAP", classes="head", markup=False)
                texts = {name: printable(name) for name in names("maps")}
                fits = lambda name: self._fitting_map(name) == name  # noqa: E731
                yield CycleSelect(texts, board, allowed=fits, id="map")
                yield Static("TURN LIMIT", classes="head limit", markup=False)
                limit = str(self._limit)
                yield Input(limit, id="limit", compact=True, restrict="[0-9]*", max_length=5)
            with Horizontal(id="players"):
                yield Static("PLAYERS", classes="head", markup=False)
                yield Static(id="seated", markup=False)
            for number, colour in enumerate(colours):
                seat = seats[number] if number < len(seats) else None
                yield SeatRow(number + 1, seat, colour, bots, suggested[number])
            with Horizontal(id="agreed"):
                yield Static("DICE", classes="head", markup=False)
                yield CycleSelect(_DICE, self._dice, id="dice")
                yield Static("ADVICE", classes="head limit", markup=False)
                yield CycleSelect(_ADVICE, self._advice, id="advice")
            yield Notice()
            with Horizontal(id="starting"):
                yield _button("Start the game", "start")
                yield _button(_NONE_CHANGED, "house")
                yield Static(id="changed", markup=False)
        yield KeyBar(_keys("read"))

    def on_mount(self) -> None:
        rows = self._rows
        for row in rows:
            row.link_rows(rows)
        self.query_one("#limit", Input).cursor_blink = False
        self._map = self.query_one("#map", CycleSelect).value
        self._offer_maps()
        self._update_rules()
        self.query_one(Menu).focus()

    @property
    def _rows(self) -> list[SeatRow]:
        return list(self.query(SeatRow))

    @property
    def _grid(self) -> list[list[Widget]]:
        """The fields as they stand on the screen, row by row."""
        above: list[list[Widget]] = [
            [self.query_one(Menu)],
            [self.query_one("#map"), self.query_one("#limit")],
        ]
        rows: list[list[Widget]] = [[row.name_input, row.colour, row.player] for row in self._rows]
        below = [("#dice", "#advice"), ("#start", "#house")]
        return [*above, *rows, *([self.query_one(id) for id in row] for row in below)]

    # What happens

    def on_descendant_focus(self) -> None:
        in_list = self.query_one(Menu).has_focus
        self.query_one(KeyBar).show(_keys("read" if in_list else "change"))

    def on_menu_moved(self) -> None:
        self._show_notice("")
        self._offer_maps()
        self._update_rules()

    def on_menu_chosen(self) -> None:
        self.focus_next()

    def on_cycle_select_changed(self, event: CycleSelect.Changed) -> None:
        self._show_notice("")
        if event.choice.id == "map":
            self._map = self._fitting_map(event.choice.value)
            self._offer_maps()
        self._update_seats()

    def on_input_submitted(self) -> None:
        self.focus_next()

    def on_input_changed(self) -> None:
        self._show_notice("")
        self._update_seats()

    def on_name_input_refused(self, event: NameInput.Refused) -> None:
        self._show_notice(
            "That cannot be part of a name: only letters, digits, signs and spaces can."
        )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "house":
            self.action_house_rules()
        else:
            self.action_start()

    def action_back(self) -> None:
        """Go back to the screen before."""
        if self.is_current:
            self.dismiss()

    def action_rules(self) -> None:
        """Show all sentences of the selected ruleset, with its house rules."""
        from risk_tui.tui.screens.ruleset_viewer import RulesetViewer

        try:
            board = load_board(self.query_one("#map", CycleSelect).value)
            self.app.push_screen(RulesetViewer(self._ruleset(limited=False), board))
        except RiskError as error:
            self._show_notice(str(error))

    def action_house_rules(self) -> None:
        """Change values of the selected ruleset for this game."""
        from risk_tui.tui.screens.house_rules_editor import HouseRulesScreen

        listed = self.query_one(RulesetPicker).selected_ruleset
        if listed is None or listed.ruleset is None:
            self._show_notice(listed.problem if listed else "There are no rulesets.")
            return

        def apply_changes(values: dict[str, object] | None) -> None:
            self._house_rules[listed.name] = values or {}
            self._update_rules()

        screen = HouseRulesScreen(listed.ruleset, self._house_rules.get(listed.name, {}))
        self.app.push_screen(screen, apply_changes)

    def action_no_house_rules(self) -> None:
        """Play the selected ruleset as it is."""
        listed = self.query_one(RulesetPicker).selected_ruleset
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
        """Start the game, or show what is wrong."""
        settings = self.risk.settings
        try:
            seats = self._seats()
            ruleset = self._ruleset()
            board = load_board(self.query_one("#map", CycleSelect).value)
            board.validate_pictures()  # a bad one is refused before there is a game
            setup = GameSetup(board, ruleset, len(seats))
            table = Table.create(setup, seats, options=self._options())
        except RiskError as error:
            self._show_notice(str(error))
            return
        settings.ruleset, settings.map = ruleset.ruleset, board.name
        settings.players = [as_player(seat) for seat in seats]
        save_settings(settings)
        self.risk.open_table(table)

    # What is shown

    def _seats(self) -> list[Seat]:
        """The seats that are taken. Raises ``RiskError``, and focuses the row that is wrong."""
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
        """The options of the table; they are asked for every game."""
        dice, advice = (self.query_one(id, CycleSelect).value for id in ("#dice", "#advice"))
        return TableOptions(advice=advice == "on", real_dice=dice == "real")

    def _ruleset(self, limited: bool = True) -> Ruleset:
        """The selected ruleset with its house rules, and the turn limit that was typed."""
        listed = self.query_one(RulesetPicker).selected_ruleset
        if listed is None:
            raise RiskError("there are no rulesets")
        if listed.ruleset is None:
            raise RiskError(listed.problem)
        ruleset = with_house_rules(listed.ruleset, self._house_rules.get(listed.name, {}))
        limit = self.query_one("#limit", Input).value
        if not limit or not limited:
            return ruleset
        return with_turn_limit(ruleset, int(limit))

    def _update_map(self) -> None:
        choice = self.query_one("#map", CycleSelect)
        try:
            board = load_board(choice.value)
        except RiskError as error:
            self._show_notice(str(error))
        else:
            choice.set_text(choice.value, printable(board.title))

    def _fitting_map(self, name: str) -> str:
        """The map of this name, or the one that the selected ruleset is played on instead."""
        listed = self.query_one(RulesetPicker).selected_ruleset
        return listed.ruleset.board.choose_map(name) if listed and listed.ruleset else name

    def _offer_maps(self) -> None:
        """Show the map that was chosen last, if the selected ruleset is played on it."""
        self.query_one("#map", CycleSelect).value = self._fitting_map(self._map)
        self._update_map()

    def _update_rules(self) -> None:
        """Show the turn limit and how many changes there are to the selected ruleset."""
        try:
            limit = self._ruleset(limited=False).victory.turn_limit
        except RiskError:
            limit = None
        self.query_one("#limit", Input).placeholder = f"{limit} rounds" if limit else "none"
        variants, house_rules = map(len, counted(self._changed))
        counts = ((variants, "variant"), (house_rules, "house rule"))
        words = [f"{count} {word}{'s' * (count > 1)}" for count, word in counts if count]
        self.query_one("#house", Button).label = ", ".join(words) or _NONE_CHANGED
        hint = "F4: clear them" if words else "F3: change any value"
        self.query_one("#changed", Static).update(hint)
        self._update_seats()

    @property
    def _changed(self) -> dict[str, object]:
        """The house rules for the selected ruleset; each ruleset keeps its own."""
        listed = self.query_one(RulesetPicker).selected_ruleset
        return self._house_rules.get(listed.name, {}) if listed else {}

    def _update_seats(self) -> None:
        """Show how many can play, whether as many do, and which third army joins two players."""
        label = self.query_one("#seated", Static)
        count = sum(row.is_taken for row in self._rows)
        try:
            ruleset = self._ruleset(limited=False)
        except RiskError as error:
            label.update("")
            if self._changed:
                self._show_notice(str(error))
            return
        minimum, maximum = ruleset.player_limits
        wrong = not minimum <= count <= maximum
        third = neutral_seat(ruleset, count).joins
        text = f"for {describe_player_count(ruleset)}"
        if wrong:
            text = f"{printable(ruleset.title)} is {text}, not {count}"
        elif third:
            text = f"{text}; {third}"
        label.update(text)
        label.set_class(wrong, "wrong")

    def _show_notice(self, text: str) -> None:
        self.query_one(Notice).say(text)


def _button(label: str, id: str) -> Button:
    button = Button(label, id=id, compact=True)
    button.active_effect_duration = 0
    return button
