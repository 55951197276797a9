"""What a typed command does on the game screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Action, ChooseCapital, Resign
from risk_tui.language import parsed
from risk_tui.language.commands import help_lines, parse
from risk_tui.language.names import find_seat
from risk_tui.table.orders import Blitz, PlaceTheRest
from risk_tui.tui.moves import capital

if TYPE_CHECKING:
    from risk_tui.tui.screens.game import GameScreen


def run_command(screen: GameScreen, text: str) -> None:
    """Read and carry out a command. Raises ``RiskError`` for what cannot be read or done."""
    command = parse(text, screen.view())
    match command:
        case ChooseCapital(int(place)) if screen.mine() and screen.kind() == "capital":
            screen.carry_out(capital(screen.view(), place))
        case Action():
            screen.submit(command)
        case Blitz() | PlaceTheRest():
            screen.order(command)
        case parsed.AskToResign():
            screen.windows.confirm(_RESIGN, Resign())
        case parsed.SetDefence(answer):
            screen.set_defence(answer)
        case parsed.HandOver(player, whom):
            _hand_over(screen, player, whom)
        case parsed.ShowBoard(territory):
            screen.look_at(territory)
        case parsed.Help(topic) if topic:
            screen.say(" · ".join(line.strip() for line in help_lines(topic)))
        case parsed.Save():
            screen.say(f"saved at every step, in {screen.table.path}")
        case _:
            screen.perform(_ACTIONS[type(command)])


_RESIGN = "Resign? Your armies stay on the board as neutral armies."

_ACTIONS: dict[type, str] = {
    parsed.Undo: "undo",
    parsed.ShowCards: "cards",
    parsed.ShowMission: "mission",
    parsed.ShowLog: "log",
    parsed.ShowRecap: "recap",
    parsed.ShowRules: "rules",
    parsed.Help: "help",
    parsed.Quit: "leave",
}


def _hand_over(screen: GameScreen, player: str, whom: str) -> None:
    seats = screen.table.seats
    seat = find_seat(whom, seats) if whom else screen.deciding_seat()
    screen.table.set_player(seat, player)
    who = "a person" if player == "person" else f"the bot {player}"
    screen.say(f"{seats[seat].name} is played by {who} now")
