"""A seat at a new table: a name, a colour and who plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from risk_tui.engine.errors import RiskError
from risk_tui.table.seats import COLOURS, PERSON, Seat, clean_name
from risk_tui.tui.palette import seat_glyph, seat_rgb
from risk_tui.tui.widgets.choice import Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

NOBODY = "nobody"
LONGEST_NAME = 40
"""Characters; how many columns a name may take is said when it is too wide."""


class NameInput(Input):
    """A name; what cannot be shown is refused and said so."""

    class Refused(Message):
        """The player typed or pasted what a name cannot have."""

    def __init__(self, value: str) -> None:
        super().__init__(
            value,
            placeholder="name",
            compact=True,
            select_on_focus=False,
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
    """Its fields, and the seat that they describe."""

    DEFAULT_CSS = """
    SeatRow { height: 1; }
    SeatRow > .number { width: 4; padding: 0 1 0 2; color: $house-dim; }
    SeatRow > .colour { width: 14; margin: 0 2; }
    SeatRow > .player { width: 20; }
    """

    class Taken(Message):
        """A colour was chosen that another row has."""

        def __init__(self, row: SeatRow, before: str) -> None:
            super().__init__()
            self.row = row
            self.before = before

    def __init__(
        self, number: int, seat: Seat | None, colour: str, bots: Sequence[str], bot_name: str
    ) -> None:
        super().__init__(classes="seat")
        self.number = number
        self._bot_name = bot_name
        self.name_input = NameInput(seat.name if seat else "")
        self.colour = Choice(
            {each: colour_text(each) for each in COLOURS},
            colour,
            allowed=self._free,
            classes="colour",
        )
        players: dict[str, str] = {PERSON: "person"}
        players |= {bot: f"bot: {bot}" for bot in bots}
        players[NOBODY] = NOBODY
        self.player = Choice(players, seat.player if seat else NOBODY, classes="player")
        self._others: Sequence[SeatRow] = ()

    def meet(self, rows: Sequence[SeatRow]) -> None:
        """Get to know the other rows, whose colours are taken."""
        self._others = [row for row in rows if row is not self]

    @property
    def taken(self) -> bool:
        """Whether anybody sits here."""
        return self.player.value != NOBODY

    def seat(self, defence: str) -> Seat:
        """The seat. Raises ``RiskError`` for a name that cannot be."""
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
        self.set_class(not self.taken, "empty")

    def on_input_changed(self, event: Input.Changed) -> None:
        # Whoever types a name on an empty seat sits down there.
        if event.value and not self.taken and self.name_input.has_focus:
            self.player.value = PERSON
            self.set_class(False, "empty")

    def on_choice_changed(self, event: Choice.Changed) -> None:
        if event.choice is self.colour:
            event.stop()
            for row in self._others:
                if row.colour.value == self.colour.value:
                    row.colour.value = event.before
            return
        self.set_class(not self.taken, "empty")
        name = self.name_input.value
        if self.player.value in (PERSON, NOBODY):
            if name == self._bot_name:
                self.name_input.value = ""
        elif not name.strip():
            self.name_input.value = self._bot_name

    def _free(self, colour: str) -> bool:
        return not any(row.taken and row.colour.value == colour for row in self._others)


def colour_text(colour: str) -> Text:
    """A colour with its glyph, in itself."""
    return Text.assemble((f"{seat_glyph(colour)} ", seat_rgb(colour).hex), colour)
