"""The commands for talk, truces and the clock. None of them changes the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from risk_tui.commands.base import Command, KeyBinding
from risk_tui.commands.front_end import Page
from risk_tui.commands.names import UnreadableCommand, find_seat
from risk_tui.data.language import _, pgettext
from risk_tui.table.seats import comparable_name
from risk_tui.table.talk import PHRASES
from risk_tui.text.talk_lines import clock_lines, describe_talk, describe_truces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.front_end import FrontEnd
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table


@dataclass
class SayCommand(Command):
    text: str = ""

    name = "say"
    usage = "say [PLAYER] TEXT"
    summary = "say something to all, or to one player"
    example = "say ben shall we stop ann?"
    reads_text = True
    key = KeyBinding("say", ("/",), "say something to the table: phrases, or your own words")

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        return cls(" ".join(words))

    def run(self, ui: FrontEnd) -> None:
        if not self.text.strip():
            ui.show(Page.PHRASES)
            return
        to, text = _split_addressee(self.text, ui.table.seats)
        ui.table.talk.say(ui.speaker(), _resolve_phrase(text), to)


def _split_addressee(text: str, seats: Sequence[Seat]) -> tuple[int | None, str]:
    """Split a text into the seat that it addresses and the message.

    Returns:
        The seat whose whole name begins the text, or ``None`` for all players; and the message.
    """
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        name = comparable_name(" ".join(words[:count]))
        for number, seat in enumerate(seats):
            if name in (comparable_name(seat.name), comparable_name(seat.given_name)):
                return number, " ".join(words[count:])
    return None, text


def _resolve_phrase(text: str) -> str:
    """Return the phrase whose number is the text, else the text itself."""
    number = text.strip()
    return PHRASES[int(number) - 1] if number in _PHRASE_NUMBERS else text


_PHRASE_NUMBERS = [str(number) for number in range(1, len(PHRASES) + 1)]


class TalkCommand(Command):
    name = "talk"
    usage = "talk [on|off]"
    summary = "show what was said; for the host: turn talk on or off"
    example = "talk"

    def __init__(self, switch: str = "") -> None:
        self.switch = switch

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) not in ([], ["on"], ["off"]):
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
        return cls(*words)

    def run(self, ui: FrontEnd) -> None:
        if not self.switch:
            ui.show(Page.TALK)
            return
        is_on = self.switch == "on"
        ui.table.talk.set_enabled(is_on)
        ui.say(_("Talk and truces are on") if is_on else _("Talk and truces are off"))


def talk_page(table: Table, reader: int | None) -> list[str]:
    """Return the lines of talk that a seat may read, and the truces in force."""
    lines = [describe_talk(line, table.seats) for line in table.talk.lines(reader)]
    return [*(lines or [_("Nothing has been said yet")]), *describe_truces(table, reader)]


@dataclass
class _PlayerCommand(Command):
    """A command about another player."""

    player: str = ""
    """The player's name as typed."""

    reads_text = True

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        return cls(" ".join(words).strip())

    def other(self, ui: FrontEnd) -> int:
        """Return the seat of the other player."""
        if not self.player:
            raise UnreadableCommand(
                _("say which player: {usage}", usage=pgettext("usage", self.usage))
            )
        return find_seat(self.player, ui.table.seats)


class MuteCommand(_PlayerCommand):
    name = "mute"
    usage = "mute PLAYER"
    summary = "hide what a player says from you, or show it again"
    example = "mute ben"

    def run(self, ui: FrontEnd) -> None:
        other = self.other(ui)
        is_muted, name = ui.table.talk.toggle_mute(ui.speaker(), other), ui.table.seats[other].name
        ui.say(
            _("{name} is muted; type 'mute {name}' again to end that", name=name)
            if is_muted
            else _("You see what {name} says again", name=name)
        )


@dataclass
class TruceCommand(_PlayerCommand):
    rounds: int = 1

    name = "truce"
    usage = "truce PLAYER ROUNDS"
    summary = "offer a truce, a promise that all see"
    example = "truce ben 3"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        words = " ".join(words).split()
        if len(words) < 2:
            raise UnreadableCommand(
                _("with whom, for how many rounds? {usage}", usage=cls.usage_text(view))
            )
        rounds = words[-1]
        if not (rounds.isascii() and rounds.isdecimal() and len(rounds) < 4):
            raise UnreadableCommand(_("for how many rounds? {usage}", usage=cls.usage_text(view)))
        return cls(" ".join(words[:-1]), int(rounds))

    def run(self, ui: FrontEnd) -> None:
        ui.table.talk.propose(ui.speaker(), self.other(ui), self.rounds)


class _AnswerCommand(_PlayerCommand):
    accept: ClassVar[bool]

    def run(self, ui: FrontEnd) -> None:
        other = self.other(ui) if self.player else None
        ui.table.talk.answer(ui.speaker(), other, accept=self.accept)


class AcceptCommand(_AnswerCommand):
    accept = True
    name = "accept"
    usage = "accept [PLAYER]"
    summary = "accept the truce that a player offers"
    example = "accept"


class RefuseCommand(_AnswerCommand):
    accept = False
    name = "refuse"
    usage = "refuse [PLAYER]"
    summary = "refuse the truce that a player offers, or withdraw yours"
    example = "refuse"


class ClockCommand(Command):
    name = "clock"
    summary = "show the clock, and the time that is left"

    def run(self, ui: FrontEnd) -> None:
        ui.show(Page.TEXT, title=_("The clock"), lines=list(clock_lines(ui.table)))


TALK_COMMANDS = (
    SayCommand,
    TalkCommand,
    MuteCommand,
    TruceCommand,
    AcceptCommand,
    RefuseCommand,
    ClockCommand,
)
"""The commands of this module in the order of help."""
