"""What a typed command does on the game screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Action, ChooseCapital, Resign
from risk_tui.engine.errors import IllegalAction, RiskError
from risk_tui.language import parsed
from risk_tui.language.commands import help_lines, parse
from risk_tui.language.names import either, find_seat
from risk_tui.table.orders import Blitz, PlaceTheRest
from risk_tui.table.seats import NOBODY, PERSON
from risk_tui.tui.hands.moves import Say, capital

if TYPE_CHECKING:
    from risk_tui.table.table import Table
    from risk_tui.tui.screens.game import GameScreen


def run_command(screen: GameScreen, text: str) -> None:
    """Read and carry out a command. Raises ``RiskError`` for what cannot be read or done."""
    command = parse(text, screen.view())
    match command:
        case ChooseCapital(int(place)) if screen.mine() and screen.kind() == "capital":
            move = capital(screen.view(), place)
            if isinstance(move, Say):
                raise IllegalAction(move.text)
            screen.deeds.carry_out(move)
        case Action():
            screen.deeds.do(command)
        case Blitz() | PlaceTheRest():
            screen.deeds.order(command)
        case parsed.AskToResign():
            screen.windows.confirm(_RESIGN, Resign())
        case parsed.SetDefence(answer):
            screen.deeds.set_defence(answer)
        case parsed.HandOver(player, whom):
            _hand_over(screen, player, whom)
        case parsed.Sit(whom):
            seat = find_seat(whom, screen.table.seats)
            screen.table.sit(seat)
            screen.say(f"{screen.table.seats[seat].name} plays at this terminal now")
        case parsed.Free(whom):
            seat = find_seat(whom, screen.table.seats)
            screen.company.part_with([seat])
            screen.say(f"{screen.table.seats[seat].name} may play at another terminal now")
        case parsed.ShowBoard(territory):
            screen.look_at(territory)
        case parsed.ShowOdds():
            screen.charts.ask(command)
        case parsed.Help(topic) if topic:
            lines = help_lines(topic, advice=screen.table.options.advice)
            screen.say(" · ".join(line.strip() for line in lines))
        case parsed.Save():
            screen.say(f"saved at every step, in {screen.table.path}")
        case _:
            screen.deeds.perform(_ACTIONS[type(command)])


_RESIGN = "Resign? Your armies stay on the board as neutral armies."

_ACTIONS: dict[type, str] = {
    parsed.Undo: "undo",
    parsed.ShowCards: "cards",
    parsed.ShowMission: "mission",
    parsed.ShowLog: "log",
    parsed.ShowRecap: "recap",
    parsed.ShowDice: "luck",
    parsed.ShowThreats: "threats",
    parsed.ShowRules: "rules",
    parsed.Help: "help",
    parsed.Quit: "leave",
}


def _hand_over(screen: GameScreen, player: str, whom: str) -> None:
    seats = screen.table.seats
    if whom:
        seat = find_seat(whom, seats)
    else:
        seat = _taken_back(screen.table) if player == PERSON else screen.speaker()
    if player != PERSON and seat == screen.keyboard.holder and not screen.keyboard.alone:
        screen.keyboard.fall()
    screen.table.set_player(seat, player)
    who = "a person" if player == PERSON else f"the bot {player}"
    screen.say(f"{seats[seat].name} is played by {who} now")


def _taken_back(table: Table) -> int:
    """The only seat that a person handed to a bot. Raises ``RiskError`` without a single one."""
    bots = [at for at, seat in enumerate(table.seats) if seat.player not in (PERSON, NOBODY)]
    found = [at for at in bots if at in table.people] or ([] if table.guest else bots)
    if len(found) == 1:
        return found[0]
    if not found:
        raise RiskError("no seat is played by a bot")
    names = either([f":bot off {table.seats[at].name}" for at in found])
    raise RiskError(f"say whose seat: {names}")
