"""What opens over the board: the curtain, and dialogs for what only one person may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.language.recap import recap, summed_up, title_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action
    from risk_tui.tui.screens.game import GameScreen


OPENING = ("find", "cards", "mission", "log", "recap", "luck", "rules", "settings", "help")
"""Actions that open a window: methods of ``Windows``."""


class Windows:
    """Opens dialogs over the game screen; an answer that they give back is submitted."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._briefed: set[int] = set()
        """Seats that were shown their new missions."""
        self._victory_shown = bool(screen.table.winners)
        self._defence: str | None = None
        """What the settings said of defence dice when they were opened, if they were."""
        self.curtain_up = False

    # The curtain

    def curtain(self, seat: int, then: Callable[[], None] | None = None) -> None:
        """Let the curtain fall until a seat says that only it is looking, then go on."""
        if self.curtain_up:
            return
        from risk_tui.tui.screens.curtain import Curtain

        screen = self._screen
        self.curtain_up = True
        self.clear_away()
        screen.show()

        def opened(_: None) -> None:
            self.curtain_up = False
            screen.keyboard.rise(seat)
            screen.go_on()
            if then is not None and screen.app.screen is screen:
                then()

        table = screen.table
        news = recap(table.history(None), table.view(None), seat)
        screen.app.push_screen(Curtain(table.view(None), table.seats, seat, news), opened)

    def clear_away(self) -> None:
        """Nothing that one player opened or typed may be there for the next one."""
        screen = self._screen
        screen.keyboard.fall()
        screen.hands.let_go()
        screen.charts.forget()
        screen.prompt.close()
        screen.prompt.forget()
        while screen.app.screen is not screen:
            screen.app.pop_screen()

    # What only one person may see

    def cards(self) -> None:
        """The hand of the person who has the screen for himself."""
        screen, seat = self._screen, self._reader()
        if seat is None or not screen.keyboard.private_to(seat):
            screen.say("cards are shown in your own turn", warning=True)
            return
        from risk_tui.tui.screens.hand import Hand

        table = screen.table
        hand = Hand(table.view(seat), table.seats, advice=table.options.advice)
        screen.app.push_screen(hand, self._submit)

    def _reader(self) -> int | None:
        """Whoever asks to see what is his: who is asked now, or who has the terminal to himself."""
        screen = self._screen
        if screen.mine():
            return screen.deciding_seat()
        return screen.keyboard.holder if screen.keyboard.alone else None

    def brief(self) -> bool:
        """Show a person the mission that was just dealt to it; whether there was one."""
        seat = self._screen.deciding_seat()
        if seat in self._briefed or not self._screen.keyboard.new_mission(seat):
            return False
        self._show_mission(seat)
        return True

    def mission(self) -> None:
        """The secret mission of the person at the keyboard, or the objectives of everybody."""
        screen, rules = self._screen, self._screen.table.ruleset
        if rules.objectives.played and not rules.missions.played:
            self._objectives()
            return
        seat = self._reader()
        if not rules.missions.played:
            screen.say("nobody has a mission in this game", warning=True)
        elif seat is None:
            screen.say("missions are shown in your own turn", warning=True)
        elif screen.keyboard.private_to(seat):
            self._show_mission(seat)
        else:
            self.curtain(seat, lambda: self._show_mission(seat))

    def _show_mission(self, seat: int) -> None:
        from risk_tui.tui.screens.mission import Mission, mission_text

        screen = self._screen
        self._briefed.add(seat)
        text = mission_text(screen.table.view(seat), screen.table.seats)
        screen.app.push_screen(Mission("Your secret mission", text))

    def _objectives(self) -> None:
        from risk_tui.tui.screens.mission import Mission, objectives_text

        screen = self._screen
        text = objectives_text(screen.table.view(None), screen.table.seats)
        screen.app.push_screen(Mission("Objectives, open to everybody", text))

    def pick(self) -> None:
        """The few answers to the decision that is due, one below the other."""
        from risk_tui.tui.choices import choices
        from risk_tui.tui.screens.pick import Pick

        screen = self._screen
        if screen.mine() and screen.app.screen is screen:
            advice = screen.table.options.advice
            found = choices(screen.view(), screen.table.seats, advice=advice)
            usual = screen.hands.memory.declared(screen.deciding_seat())
            screen.app.push_screen(Pick(found, usual, wary=screen.hands.wary), self._submit)
            screen.hands.wary = False

    def confirm(self, question: str, action: Action) -> None:
        """Do an action after asking whether it is meant."""
        from risk_tui.tui.screens.dialogs import Confirm

        def answered(yes: bool | None) -> None:
            self._submit(action if yes else None)

        self._screen.deciding_seat()
        self._screen.app.push_screen(Confirm(question), answered)

    def _submit(self, action: Action | None) -> None:
        if action is not None:
            self._screen.deeds.submit(action)

    # What everybody may see

    def log(self) -> None:
        """The whole log, as far as whoever looks may know it."""
        from risk_tui.tui.screens.dialogs import Reader, story

        table = self._screen.table
        records = table.history(self._screen.keyboard.reader())
        text = story(records, table.seats, table.view(None))
        self._screen.app.push_screen(Reader("The log", text, at_end=True))

    def recap(self) -> None:
        """What happened since the last turn of the person who asks, or who looks on."""
        from risk_tui.tui.screens.curtain import recap_text
        from risk_tui.tui.screens.dialogs import Reader

        screen, table = self._screen, self._screen.table
        seat = screen.deciding_seat() if screen.mine() else screen.keyboard.holder
        if seat is None:
            screen.say("each player is told that in his own turn", warning=True)
            return
        found = recap(table.history(None), table.view(None), seat)
        if found is None:
            screen.say("nobody else has had a turn yet", warning=True)
            return
        text = recap_text(found, table.board, table.seats)
        screen.app.push_screen(Reader(title_of(found), text, small=True))

    def since_last_turn(self, seat: int) -> list[str]:
        """What a seat lost, and who is out, since it was in turn; in a few words, if anything."""
        table = self._screen.table
        found = recap(table.history(None), table.view(None), seat)
        words = summed_up(found) if found is not None else ""
        if found is None or not words:
            return []
        return [f"{title_of(found)}: {words} ({{recap}} tells)"]

    def luck(self) -> None:
        """Everybody's luck with the dice, in this game and, but for guests, in all saved ones."""
        from risk_tui.table.archive import dice_at
        from risk_tui.tui.screens.luck import LuckScreen

        screen, table = self._screen, self._screen.table
        found = LuckScreen(dice_at(table), table.seats, elsewhere=screen.risk.guest)
        screen.app.push_screen(found)

    def rules(self) -> None:
        """The rules of this game."""
        from risk_tui.language.rolling import agreed
        from risk_tui.tui.screens.rules import RulesScreen

        table = self._screen.table
        self._screen.app.push_screen(RulesScreen(table.ruleset, agreed(table.options)))

    def settings(self) -> None:
        """The settings: the screen's, and how this game goes on."""
        from risk_tui.tui.screens.settings import SettingsScreen

        self._defence = self._screen.risk.settings.defence
        self._screen.app.push_screen(SettingsScreen())

    def use_settings(self) -> None:
        """Once the settings were looked at, people at this table defend as these say."""
        screen, before, answer = self._screen, self._defence, self._screen.risk.settings.defence
        self._defence = None
        if before in (None, answer):
            return
        try:
            for seat in screen.table.here:
                screen.table.set_defence(seat, answer)
        except RiskError as error:
            screen.say(str(error), warning=True)
            return
        always = "everybody always defends with the most dice now"
        screen.say("everybody is asked for defence dice" if answer == "ask" else always)

    def find(self) -> None:
        """Find an action or a command by its name."""
        from risk_tui.tui.screens.finder import Finder, findable

        screen = self._screen

        def found(what: str | None) -> None:
            if what is not None and what.startswith(":"):
                screen.prompt.ask_command(what[1:])
            elif what is not None:
                screen.hands.do(what)

        if screen.app.screen is screen:
            advice = screen.table.options.advice
            items = findable(screen.view(), screen.mine(), screen.risk.keymap, advice=advice)
            screen.app.push_screen(Finder(items), found)

    def help(self) -> None:
        """Help for where the players are."""
        from risk_tui.tui.help import help_text
        from risk_tui.tui.screens.dialogs import Reader

        screen = self._screen
        table = screen.table
        told = table.options.advice
        text = help_text(screen.view(), table.seats, screen.risk.keymap, advice=told)
        screen.app.push_screen(Reader("Help", text))

    def victory(self) -> bool:
        """Show the end of a game that is over, once; whether that was now."""
        if not self._screen.table.winners or self._victory_shown:
            return False
        self._victory_shown = True
        self._screen.moments.victory(self._tell_victory)
        return True

    def _tell_victory(self) -> None:
        from risk_tui.tui.screens.dialogs import Victory
        from risk_tui.tui.victory import victory_text

        screen, table = self._screen, self._screen.table
        text = victory_text(table.view(None), table.seats, table.history(None))

        def closed(log: bool | None) -> None:
            screen.greet()
            if log:
                self.log()

        screen.app.push_screen(Victory(text), closed)
