"""What a line does that somebody typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Action
from risk_tui.engine.errors import RiskError
from risk_tui.language import parsed as wish
from risk_tui.language.commands import help_lines
from risk_tui.language.errors import Unreadable
from risk_tui.language.luck import game_page
from risk_tui.language.names import find_seat
from risk_tui.language.odds import OFF
from risk_tui.language.rolling import agreed
from risk_tui.language.sentences import settled, tell_record
from risk_tui.literal import literal
from risk_tui.plain.pages import (
    board_page,
    cards_page,
    mission_page,
    odds_page,
    recap_page,
    rules_page,
    territory_page,
)
from risk_tui.table.archive import dice_at
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.language.parsed import Parsed
    from risk_tui.plain.session import Session

NOBODY_HERE = -1
"""The seat of somebody who plays none."""

_DEFENCE = {
    "ask": "you are asked for your defence dice again",
    "most": "you always defend with the most dice",
    "one": "you always defend with one die",
}


class Deeds:
    """Carries out what a line says, for whoever speaks at a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table = session.table
        self._keyboard = session.keyboard
        self._say = session.say

    def do(self, command: Parsed, seat: int) -> None:
        """Do it for a seat, or for somebody who plays none. Raises ``RiskError``."""
        table = self._table
        view = table.view(None if seat == NOBODY_HERE else seat)
        match command:
            case Action():
                record = table.submit(seat, command)
                if record is not None and record.action != record.action.unseen():
                    self._session.bare()
            case wish.Blitz() | wish.PlaceTheRest():
                table.give_order(command)
            case wish.Undo():
                table.undo()
                self._session.asked = ""
            case wish.AskToResign():
                raise Unreadable("if you want to leave the game for good, type: resign yes")
            case wish.SetDefence(answer):
                table.set_defence(seat, answer)
                self._say(f"{table.seats[seat].name}, {_DEFENCE[answer]}")
            case wish.HandOver(player, whom):
                self._hand_over(seat, player, whom)
            case wish.Sit(whom):
                table.sit(target := find_seat(whom, table.seats))
                self._say(f"{table.seats[target].name} plays at this terminal now")
            case wish.Free(whom):
                table.free(target := find_seat(whom, table.seats))
                self._say(f"{table.seats[target].name} may play at another terminal now")
            case _:
                self._show(command, view)

    def _show(self, command: Parsed, view: View) -> None:
        """What can be looked at between two steps."""
        table = self._table
        match command:
            case wish.ShowCards():
                self._show_cards(view)
            case wish.ShowMission():
                self.show_mission(view)
            case wish.ShowOdds() | wish.ShowThreats() if not table.options.advice:
                raise RiskError(OFF)
            case wish.ShowOdds() | wish.ShowThreats():
                self._say(*odds_page(command, view, table.seats, alone=self._keyboard.alone))
            case wish.ShowBoard(None):
                self._say(*board_page(view, table.seats))
            case wish.ShowBoard(int(place)):
                self._say(*territory_page(view, place, table.seats))
            case wish.ShowLog(lines):
                self.show_log(lines)
            case wish.ShowRecap():
                self._say(*recap_page(table.history(None), view, table.seats))
            case wish.ShowDice():
                self._say(*game_page(dice_at(table)))
            case wish.ShowRules():
                self._say(*rules_page(table.ruleset), *filter(None, [agreed(table.options)]))
            case wish.Help(topic):
                self._say(*help_lines(topic, table.ruleset, advice=table.options.advice))
            case wish.Save():
                self._say(f"The game is saved after every step, in {literal(table.path)}")

    def _hand_over(self, seat: int, player: str, whom: str) -> None:
        seats = self._table.seats
        if seat == NOBODY_HERE and not whom:
            raise Unreadable("say whose seat: bot off PLAYER")
        target = find_seat(whom, seats) if whom else seat
        name = seats[target].name
        if player == seats[target].player:
            raise Unreadable(f"{name} is played by a person; say who is not: bot off PLAYER")
        self._table.set_player(target, player)
        self._say(f"{name} is played by {'a person' if player == PERSON else f'the bot {player}'}")

    def _show_cards(self, view: View) -> None:
        if self._unwatched(view, bool(view.hand)):
            advice = self._table.options.advice
            self._say(*cards_page(view, self._table.seats, advice=advice))

    def show_mission(self, view: View) -> None:
        """Tell a seat its own mission, or the objectives of everybody."""
        if self._unwatched(view, bool(view.missions)):
            self._say(*mission_page(view, self._table.seats))

    def _unwatched(self, view: View, hidden: bool) -> bool:
        """Whether a seat may be shown what is its own now; the others are asked to look away."""
        seat = view.seat
        if seat is None or (hidden and not self._may_show(seat)):
            return False
        if hidden:
            self._session.bare()
        return True

    def _may_show(self, seat: int) -> bool:
        # Whoever defends has not been alone with the keyboard.
        return self._keyboard.private_to(seat) or self._session.curtain(seat)

    def show_log(self, lines: int | None) -> None:
        """Tell the last lines of the log, or all of them."""
        table = self._table
        told: list[str] = []
        reader, view = self._keyboard.reader(), table.view(None)
        for record in settled(table.history(reader)):
            told += tell_record(record, table.seats, table.board, view)
        if reader is not None:
            self._session.bare()
        self._say(*(told if lines is None else told[-lines:]))
