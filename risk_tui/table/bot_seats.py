"""The computer players of a table: who plays a seat from here, and who for whoever is not here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.base import hurry
from risk_tui.errors import RiskError
from risk_tui.table.seats import describe_player, is_external

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.bots.base import Bot
    from risk_tui.bots.external_bot import ExternalBot
    from risk_tui.table.game_log import GameLog


class BotSeats:
    """Makes the bot of a seat when it is first asked.

    A program of its own plays only where its command was given to this terminal, and a bot of
    another package only where that is installed; elsewhere the default bot sits there, and
    ``tell`` gets a line that says so.
    """

    def __init__(self, log: GameLog, name: str, tell: Callable[[str], None]) -> None:
        """``name`` is the game's: the seed of bots, where the game has none."""
        self._log = log
        self._name = name
        self._tell = tell
        self._bots: dict[int, tuple[str, Bot]] = {}
        self.programs: dict[int, ExternalBot] = {}
        """The programs that play from this terminal, by seat."""

    def bot(self, seat: int) -> Bot:
        """The bot of a seat."""
        player = self._log.seats[seat].player
        name, bot = self._bots.get(seat, ("", None))
        if bot is None or name != player:
            bot = self._made(seat, player)
            self._bots[seat] = (player, bot)
        return bot

    def all(self) -> list[Bot]:
        """The bots that were asked so far."""
        return [bot for _, bot in tuple(self._bots.values())]

    def run(self, seat: int, program: ExternalBot) -> None:
        """Let a program play a seat from here."""
        program.use_seed(self._seed(seat))
        self.programs[seat] = program
        self._bots.pop(seat, None)

    def check(self, seat: int, player: str) -> None:
        """Raise ``RiskError`` unless that computer player can take a seat at this terminal."""
        if not is_external(player):
            from risk_tui.bots import make_bot

            make_bot(player, "")
        elif not self._plays(seat, player):
            raise RiskError(
                f"{describe_player(player)} does not run here; give its command on the command "
                f"line: --bot {self._log.seats[seat].name}=cmd:…"
            )

    def close(self) -> None:
        """End the programs, and let no bot think on."""
        for bot in self.all():
            hurry(bot)
        for program in self.programs.values():
            program.close()

    def _plays(self, seat: int, player: str) -> bool:
        program = self.programs.get(seat)
        return program is not None and player == program.player

    def _made(self, seat: int, player: str) -> Bot:
        from risk_tui.bots import DEFAULT_BOT, is_built_in, make_bot

        seed = self._seed(seat)
        if is_built_in(player):
            return make_bot(player, seed)
        from risk_tui.bots.guarded import GuardedBot, TimedBot

        name, stand_in = self._log.seats[seat].name, make_bot(DEFAULT_BOT, seed)
        label = f"{name}'s player, {describe_player(player)},"
        if is_external(player):
            if not self._plays(seat, player):
                self._tell(
                    f"{label} is not here: {DEFAULT_BOT} plays until --bot {name}=cmd:… runs it"
                )
                return stand_in
            return GuardedBot(self.programs[seat], stand_in, label, self._tell)
        try:
            bot = TimedBot(make_bot(player, seed))
        except RiskError as error:
            self._tell(f"{label} is not here: {DEFAULT_BOT} plays; {error}")
            return stand_in
        return GuardedBot(bot, stand_in, label, self._tell)

    def _seed(self, seat: int) -> str:
        seed = self._name if self._log.seed is None else self._log.seed
        return f"{seed}/{seat}"
