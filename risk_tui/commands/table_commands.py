"""The commands that answer no decision: they show something, or change players and settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from risk_tui.bots import DEFAULT_BOT, bot_ids, is_built_in
from risk_tui.commands.arguments import complete_territory, complete_words, is_number, parse_number
from risk_tui.commands.base import GAME_IS_SAVED, Command, KeyBinding, Occasion
from risk_tui.commands.front_end import FrontEnd, Leaving, Pace, Page
from risk_tui.commands.names import (
    ImpossibleCommand,
    UnknownName,
    UnreadableCommand,
    comparable_key,
    find_seat,
    join_choices,
    match_seats,
    name_words,
    names_of,
    tokenize,
)
from risk_tui.commands.odds_commands import expect_advice
from risk_tui.commands.reports import board_page
from risk_tui.data.clean_text import printable
from risk_tui.data.environment import is_remote
from risk_tui.data.language import N_, _, pgettext
from risk_tui.engine.variant import count_earths, has_hook
from risk_tui.engine.view import View
from risk_tui.rules.ruleset import Ruleset
from risk_tui.saves.guest_list import GuestList, Place, has_guest_list, login_names
from risk_tui.table.seats import NO_PLAYER, PERSON, Seat, describe_player, similar_bot
from risk_tui.table.talk import PHRASES
from risk_tui.text.prompts import parse_dice
from risk_tui.text.record_lines import describe_talk, describe_truces
from risk_tui.text.time_phrases import clock_lines

if TYPE_CHECKING:
    from risk_tui.table.table import Table


class UndoCommand(Command):
    name = "undo"
    summary = "undo your last step, unless it revealed dice or cards"
    key = KeyBinding(
        "undo",
        ("u",),
        "undo your last step, until dice or cards were seen",
        useful=Occasion.ASKED,
        label="undo",
        shown=Occasion.ON_MAP,
    )

    def run(self, ui: FrontEnd) -> None:
        ui.undo()


@dataclass
class CorrectCommand(Command):
    faces: tuple[int, ...]

    name = "correct"
    usage = "correct DICE"
    summary = "correct the last typed dice, until a player acts"
    example = "correct 5 3 2"
    real_dice = True

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        faces = parse_dice(" ".join(words))
        if not faces:
            raise UnreadableCommand(_("type the dice: {usage}", usage=cls.usage_text(view)))
        return cls(faces)

    def run(self, ui: FrontEnd) -> None:
        ui.table.dice.correct(self.faces)


class PageCommand(Command):
    """A command that shows a page."""

    page: ClassVar[Page]

    def run(self, ui: FrontEnd) -> None:
        ui.show(self.page)


class CardsCommand(PageCommand):
    page = Page.CARDS
    name = "cards"
    aliases = ("hand",)
    abbreviations = ("c",)
    summary = "show your own cards"
    key = KeyBinding(
        "cards",
        ("c",),
        "see your cards, trade a set",
        useful=Occasion.ANSWERED,
        label="cards",
    )


class MissionCommand(PageCommand):
    page = Page.MISSION
    name = "mission"
    aliases = ("missions",)
    abbreviations = ("m",)
    summary = "show your secret mission, or the public goals"
    key = KeyBinding(
        "mission",
        ("m",),
        "see your secret mission, or the goals open to all",
        useful=Occasion.ASKED,
        label="mission",
        shown=Occasion.ASKED,
    )

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        return ruleset.missions.played or has_hook(ruleset, "public_goals")


@dataclass
class BoardCommand(Command):
    territory: int | None = None

    name = "board"
    aliases = ("status", "go")
    abbreviations = ("b", "bo")
    usage = "board [TERRITORY]"
    summary = "show the board, or one territory and its neighbours"
    example = "board ural"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        tokens = name_words(words)
        return cls(names_of(view.board).find_territory(tokens) if tokens else None)

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_territory(tail, view) if tail.strip() else []

    def run(self, ui: FrontEnd) -> None:
        if self.territory is None:
            lines = board_page(ui.view(), ui.table.seats)
            ui.show(Page.TEXT, title=_("The board"), lines=lines)
        else:
            ui.show(Page.TERRITORY, territory=self.territory)


@dataclass
class EarthCommand(Command):
    earth: int | None = None
    """The Earth, counted from 0; ``None`` for the next one."""

    name = "earth"
    abbreviations = ("ea",)
    usage = "earth [N]"
    summary = "show another Earth"
    example = "earth 2"
    key = KeyBinding("earth", ("z",), "show the next Earth", useful=Occasion.ON_MAP)

    @classmethod
    def is_used_by_ruleset(cls, ruleset: Ruleset) -> bool:
        return count_earths(ruleset) > 1

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if not words:
            return cls()
        if len(words) > 1 or not is_number(words[0]):
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
        number, earths = parse_number(words[0]), view.board.earths
        if not 1 <= number <= earths:
            known = _("1 to {earths}", earths=earths) if earths > 1 else _("only one")
            raise UnknownName(
                _("there is no Earth {number}: there is {known}", number=number, known=known)
            )
        return cls(number - 1)

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, [str(earth + 1) for earth in range(view.board.earths)])

    def run(self, ui: FrontEnd) -> None:
        ui.show(Page.EARTH, earth=self.earth)


@dataclass
class LogCommand(Command):
    lines: int | None = 20
    """The number of lines from the end of the log; ``None`` for all."""

    name = "log"
    abbreviations = ("l",)
    usage = "log [N|all]"
    summary = "show what happened last"
    example = "log 30"
    key = KeyBinding("log", ("v",), "view the whole log", label="log")

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if not words:
            return cls()
        if list(words) == ["all"]:
            return cls(None)
        if len(words) != 1 or not is_number(words[0]) or parse_number(words[0]) < 1:
            raise UnreadableCommand(_("usage: {usage}", usage=cls.usage_text(view)))
        return cls(parse_number(words[0]))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["all"])

    def run(self, ui: FrontEnd) -> None:
        ui.show(Page.LOG, lines=self.lines)


class RecapCommand(PageCommand):
    page = Page.RECAP
    name = "recap"
    summary = "show what happened since your last turn"
    key = KeyBinding("recap", ("w",), "what happened since your last turn", label="recap")


class DiceCommand(PageCommand):
    page = Page.DICE
    name = "dice"
    aliases = ("luck",)
    summary = "show each player's luck, and how even the dice are"
    key = KeyBinding("luck", ("d", "f8"), "the dice so far: luck and faces")


class RulesCommand(PageCommand):
    page = Page.RULES
    name = "rules"
    summary = "show the rules of this game"
    key = KeyBinding("rules", ("i",), "the rules of this game", label="rules")


class SettingsCommand(PageCommand):
    page = Page.SETTINGS
    name = "settings"
    summary = "change your settings, such as colours and pace"
    needs_screen = True
    key = KeyBinding("settings", ("o",), "settings: colours, signs, theme, pace")


@dataclass
class BotCommand(Command):
    player: str
    """A bot's name, or ``person``."""
    seat_name: str = ""
    """The name of the seat as typed.

    If it is empty, a bot gets the seat that gives the command, and a person the only seat of a bot.
    """
    confirmed: bool = False

    name = "bot"
    usage = "bot [BOT] [PLAYER] | bot off PLAYER | bot [BOT] yes"
    summary = "let a bot play for you or another player; off: stop that"
    example = "bot off ben"
    reads_text = True

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        rest = " ".join(words).split()
        confirmed = bool(rest) and _is_option(rest[-1], "yes")
        rest = rest[:-1] if confirmed else rest
        if rest and _is_option(rest[0], "off"):
            return cls(PERSON, " ".join(rest[1:]))
        bots = bot_ids()
        for count in range(len(rest), 0, -1):
            player = "-".join(name_words(tokenize(" ".join(rest[:count]))))
            if player in bots or is_built_in(player):
                return cls(player, " ".join(rest[count:]), confirmed)
        return cls(DEFAULT_BOT, " ".join(rest), confirmed)

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, [*bot_ids(), "off"])

    def run(self, ui: FrontEnd) -> None:
        seats, privacy = ui.table.seats, ui.privacy
        if self.seat_name:
            seat = self._named_seat(seats)
        else:
            seat = _only_bot_seat(ui.table) if self.player == PERSON else ui.speaker()
        name = seats[seat].name
        description = describe_player(self.player)
        if self.player == seats[seat].player:
            raise ImpossibleCommand(
                _("{name} is played by {player} already", name=name, player=description)
            )
        if self.player != PERSON and not (self.seat_name or self.confirmed):
            question = _("Let a bot play {name} from now on? ':bot off' undoes this.", name=name)
            ui.confirm(
                question, lambda: replace(self, confirmed=True).run(ui), f"bot {self.player} yes"
            )
            return
        if self.player != PERSON and seat == privacy.active_seat and not privacy.is_sole_viewer:
            privacy.hide()
        ui.table.set_player(seat, self.player)
        ui.say(_("{name} is played by {player}", name=name, player=description))

    def _named_seat(self, seats: Sequence[Seat]) -> int:
        """Return the seat of the named player.

        Raises:
            UnknownName: If there is none; the name may begin with a misspelt bot.
            AmbiguousCommand: If there are several.
        """
        try:
            return find_seat(self.seat_name, seats)
        except UnknownName:
            word = self.seat_name.split()[0]
            near = similar_bot(word, bot_ids())
            if not near:
                raise
            hint = _("did you mean {near}?", near=near)
            message = _("unknown bot {player!r}; {hint}", player=printable(word, 40), hint=hint)
            raise UnknownName(message) from None


def _is_option(typed: str, option: str) -> bool:
    """Return True if a typed word is an option, in English or in the language in use."""
    return comparable_key(typed) in map(comparable_key, (option, pgettext("word", option)))


def _only_bot_seat(table: Table) -> int:
    """Return the only seat that a person handed to a bot, else the only seat of a bot.

    A guest can't take over the seats of the host's bots.

    Raises:
        CommandError: If there is none, or more than one.
    """
    bots = [
        number for number, seat in enumerate(table.seats) if seat.player not in (PERSON, NO_PLAYER)
    ]
    candidates = [number for number in bots if number in table.seating.local_people] or (
        [] if table.seating.is_guest else bots
    )
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise ImpossibleCommand(_("no seat is played by a bot"))
    names = join_choices([f"bot off {table.seats[number].name}" for number in candidates])
    raise UnreadableCommand(_("say whose seat: {names}", names=names))


@dataclass
class _PlayerCommand(Command):
    """A command about a player."""

    player: str
    """The player's name as typed."""

    reads_text = True
    names_player = True
    question: ClassVar[str] = N_("say whose seat: {usage}")
    """The message if no player is named; empty if that is allowed."""

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        player = " ".join(words).strip()
        if cls.question and not player:
            raise UnreadableCommand(_(cls.question, usage=cls.usage_text(view)))
        return cls(player)

    def find_seat(self, ui: FrontEnd) -> int:
        """Return the seat of the player."""
        return find_seat(self.player, ui.table.seats)


class SitCommand(_PlayerCommand):
    name = "sit"
    usage = "sit PLAYER"
    summary = "play an absent player's seat here"
    example = "sit ben"

    def run(self, ui: FrontEnd) -> None:
        seat = self.find_seat(ui)
        ui.table.seating.take_seat(seat)
        ui.say(_("{seat} plays at this terminal now", seat=ui.table.seats[seat].name))


class FreeCommand(_PlayerCommand):
    name = "free"
    usage = "free PLAYER"
    summary = "free a seat for another terminal"
    example = "free ben"

    def run(self, ui: FrontEnd) -> None:
        seat = self.find_seat(ui)
        ui.table.leave_seat(seat)
        ui.say(_("{seat} may play at another terminal now", seat=ui.table.seats[seat].name))


class InviteCommand(_PlayerCommand):
    name = "invite"
    usage = "invite PLAYER"
    summary = "make a join code for a player, if risk-tui host serves this game"
    example = "invite ben"

    def run(self, ui: FrontEnd) -> None:
        table, seat = ui.table, ui.table.seats[self.find_seat(ui)]
        if table.seating.is_guest:
            raise ImpossibleCommand(
                _("only the host invites players, with: risk-tui host codes GAME PLAYER")
            )
        if seat.first != PERSON:
            raise ImpossibleCommand(
                _(
                    "{seat} can't be invited: a bot had that seat when the game started",
                    seat=seat.name,
                )
            )
        names = [other.given_name for other in table.seats if other.first == PERSON]
        login = dict(zip(names, login_names(names), strict=True))[seat.given_name]
        command = GuestList().ssh_command(login) if has_guest_list() else None
        if command is None:
            raise ImpossibleCommand(_("start the server first, in another terminal: risk-tui host"))
        code = GuestList().new_code(Place(table.path.resolve(), seat.given_name))
        invitation = _("Send this, and nothing else, in private:")
        lines = [invitation, "", command, _("code {code}", code=code)]
        ui.show(Page.TEXT, title=_("Invitation for {seat}", seat=seat.name), lines=lines)


class WhoCommand(Command):
    name = "who"
    summary = "show who is at the table"

    def run(self, ui: FrontEnd) -> None:
        table, seating = ui.table, ui.table.seating
        seating.refresh_presence()
        lines = []
        for number, seat in enumerate(table.seats[: table.players]):
            if not seat.is_person:
                lines.append(f"{seat.name}: {describe_player(seat.player)}")
                continue
            here = (
                _("at this terminal") if number in seating.local_seats else _("at another terminal")
            )
            line = f"{seat.name}: {_('away') if number in seating.away else here}"
            if not seating.is_guest and has_guest_list():
                place = Place(table.path.resolve(), seat.given_name)
                line += _("; over SSH: {ways}", ways=GuestList().invitation(place).ways)
            lines.append(line)
        ui.show(Page.TEXT, title=_("Who is at the table"), lines=lines)


class RematchCommand(Command):
    name = "rematch"
    summary = "rematch, with the next player first (after the game)"
    key = KeyBinding("rematch", ("ctrl+r",), summary, label="rematch")

    def run(self, ui: FrontEnd) -> None:
        ui.leave(Leaving.REMATCH)


class NewCommand(Command):
    name = "new"
    summary = "start a new game with changes (after the game)"
    needs_screen = True
    key = KeyBinding("new", ("ctrl+n",), summary, label="new game")

    def run(self, ui: FrontEnd) -> None:
        ui.leave(Leaving.NEW_GAME)


class StoryCommand(PageCommand):
    page = Page.STORY
    name = "story"
    summary = "show how the game went: charts, turning points, a replay"
    key = KeyBinding(
        "story",
        ("f9",),
        "the story of the game: charts, turning points, a replay",
        label="story",
    )


class ReplayCommand(PageCommand):
    page = Page.REPLAY
    name = "replay"
    summary = "replay the game on the map, forwards and back"
    needs_screen = True


class SaveCommand(Command):
    name = "save"
    abbreviations = ("s", "sa")
    summary = f"make the file ready to copy; {GAME_IS_SAVED}"

    def run(self, ui: FrontEnd) -> None:
        if not ui.table.is_kept:
            raise ImpossibleCommand(
                _("a first game is not saved; to save one: risk-tui learn --keep")
            )
        ui.table.ledger.checkpoint()
        path = ui.table.path
        # A guest can't open the folders of the host's machine.
        shown = path.name if ui.table.seating.is_guest and is_remote() else path
        where = _("The game is saved after every step, in {path}", path=printable(shown))
        ui.show(Page.TEXT, title=_("Saved"), lines=[where])


class QuitCommand(Command):
    name = "quit"
    aliases = ("exit", "leave")
    summary = f"leave the table; {GAME_IS_SAVED}"
    key = KeyBinding("leave", ("q",), f"leave the table; {GAME_IS_SAVED}", label="leave")

    def run(self, ui: FrontEnd) -> None:
        ui.leave()


@dataclass
class PauseCommand(Command):
    what: str = "bots"
    """``bots``, ``clock``, or empty for the clock if there is one, else the bots."""

    name = "pause"
    usage = "pause [bots|clock]"
    summary = "pause bots, or the clock if all agree; repeat to resume"
    example = "pause"
    key = KeyBinding(
        "pause",
        ("-",),
        "pause the bots before each step, or let them continue",
        label="pause",
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) not in ([], ["bots"], ["clock"]):
            raise UnreadableCommand(_("that cannot be read: {usage}", usage=cls.usage_text(view)))
        return cls(*words or ("",))

    def run(self, ui: FrontEnd) -> None:
        if self.what == "bots" or (not self.what and ui.table.clock.state is None):
            ui.pace(Pace.PAUSE)
            return
        is_paused = ui.table.clock.vote()
        ui.say(_("The clock is paused") if is_paused else _("The clock goes on until all agree"))


class StepCommand(Command):
    name = "step"
    summary = "let the bots take one step, then pause"
    key = KeyBinding("step", ("+",), "let the bots take one step, then pause", label="step")

    def run(self, ui: FrontEnd) -> None:
        ui.pace(Pace.STEP)


class HintCommand(Command):
    name = "hint"
    summary = "show what the strongest bot would do, and why"
    advice = True
    key = KeyBinding(
        "hint",
        (";",),
        "show what the strongest bot would do now",
        useful=Occasion.ASKED,
        advice=True,
    )

    def run(self, ui: FrontEnd) -> None:
        expect_advice(ui.table)
        ui.show(Page.HINT)


# Talk, truces and the clock


@dataclass
class SayCommand(Command):
    text: str = ""

    name = "say"
    usage = "say [PLAYER] TEXT"
    summary = "say something to all, or to one player"
    example = "say ben shall we stop ann?"
    reads_text = True
    names_player = True
    key = KeyBinding("say", ("/",), "say something to the table: phrases, or your own words")

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        return cls(" ".join(words))

    def run(self, ui: FrontEnd) -> None:
        if not self.text.strip():
            ui.show(Page.PHRASES)
            return
        to, text = _split_addressee(self.text, ui.table.seats)
        ui.table.talk.say(ui.speaker(), _NUMBERED_PHRASES.get(text.strip(), text), to)


def _split_addressee(text: str, seats: Sequence[Seat]) -> tuple[int | None, str]:
    """Split a text into the seat that it addresses and the message.

    Returns:
        The seat whose whole name begins the text, or ``None`` for all players; and the message.
    """
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        addressees, is_whole = match_seats(" ".join(words[:count]), seats)
        if is_whole and len(addressees) == 1:
            return addressees[0], " ".join(words[count:])
    return None, text


_NUMBERED_PHRASES = {str(number): phrase for number, phrase in enumerate(PHRASES, 1)}


@dataclass
class TalkCommand(Command):
    switch: str = ""

    name = "talk"
    usage = "talk [on|off]"
    summary = "show what was said; for the host: turn talk on or off"
    example = "talk"

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


class MuteCommand(_PlayerCommand):
    name = "mute"
    usage = "mute PLAYER"
    summary = "hide what a player says from you, or show it again"
    example = "mute ben"
    question = N_("say which player: {usage}")

    def run(self, ui: FrontEnd) -> None:
        other = self.find_seat(ui)
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
        ui.table.talk.propose(ui.speaker(), self.find_seat(ui), self.rounds)


class _AnswerCommand(_PlayerCommand):
    accept: ClassVar[bool]
    question = ""

    def run(self, ui: FrontEnd) -> None:
        other = self.find_seat(ui) if self.player else None
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
