"""A row of fields for a seat at a new table: a name, a colour and who plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from risk_tui.errors import RiskError
from risk_tui.table.seats import COLOURS, PERSON, Seat, clean_name
from risk_tui.tui.theme.palette import seat_glyph, seat_rgb
from risk_tui.tui.widgets.cycle_select import CycleSelect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

NOBODY = "nobody"
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
        players[NOBODY] = NOBODY
        self.player = CycleSelect(players, seat.player if seat else NOBODY, classes="player")
        self._others: Sequence[SeatRow] = ()

    def link_rows(self, rows: Sequence[SeatRow]) -> None:
        """Set the rows of the other seats, whose colours are not free."""
        self._others = [row for row in rows if row is not self]

    @property
    def is_taken(self) -> bool:
        """Whether anybody sits here."""
        return self.player.value != NOBODY

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
        if self.player.value in (PERSON, NOBODY):
            if name == self._bot_name:
                self.name_input.value = ""
        elif not name.strip():
            self.name_input.value = self._bot_name

    def _is_free(self, colour: str) -> bool:
        return not any(row.is_taken and row.colour.value == colour for row in self._others)


def colour_text(colour: str) -> Text:
    """The name of a colour after its glyph, which is drawn in the colour."""
    return Text.assemble((f"{seat_glyph(colour)} ", seat_rgb(colour).hex), colour)
