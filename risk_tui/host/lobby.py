"""The lobby, where a friend chooses a table, opens one by its code, or starts a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from risk_tui.bots import bot_ids
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, did_you_mean
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.host.tables import HostedTable, invitation_line, open_hosted_table, read_seats
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset, names
from risk_tui.saves.clock import clock_of
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import SavedGame
from risk_tui.saves.guest_list import CODE_LENGTH, WATCHERS, GuestList, Place
from risk_tui.saves.save_file import read_summary
from risk_tui.table.seats import PERSON, WATCH, Seat, seat_argument, seat_players
from risk_tui.table.table import Table
from risk_tui.text.time_phrases import duration, game_state
from risk_tui.text.wrapping import wrap_for

if TYPE_CHECKING:
    from risk_tui.host.forks import Request

MAX_LINE = 1_000
"""The most characters of a typed line; the rest of it is ignored."""

WRONG_CODES_PER_VISIT = 3
"""The number of wrong codes after which a visit ends."""

WRONG_CODES_EXIT = 77
"""The exit code of a visit with too many wrong codes."""

ANSWER_COLUMNS = 6
"""The columns that a question leaves free for a short answer."""

MAX_NEW_TABLES, MAX_NEW_TABLES_IN_ALL = 10, 100
"""The most tables that one friend, and all friends together, may start."""

DEFAULT_RULESET = "us-1993"
"""The ruleset of a new table, if its maker names none."""


class TooManyWrongCodes(RiskError):
    """The friend typed too many wrong codes."""

    def __init__(self) -> None:
        super().__init__(_("too many wrong codes; ask the host for a new one"))


class _FriendLeaves(Exception):
    """The friend has gone, or wants to leave."""


class SeatChoice(NamedTuple):
    """A game, and the seat as ``join --seat`` takes it; ``None`` to watch."""

    game: Path
    seat: str | None

    @classmethod
    def at(cls, place: Place, *, watches: bool = False) -> SeatChoice:
        """Return the choice of a place, to play there if it is a player's, or to watch."""
        is_watcher = watches or place.name == WATCHERS
        return cls(place.game, None if is_watcher else seat_argument(place.name))

    @property
    def command(self) -> list[str]:
        """The words of the command that opens the game at this seat."""
        seat = ["--seat", WATCH] if self.seat is None else ["--seat", self.seat, "--take"]
        return ["join", str(self.game), *seat]


class Lobby:
    """The tables of one friend, as lines of text."""

    def __init__(
        self,
        request: Request,
        guests: GuestList,
        lines: TextIO,
        out: TextIO,
        on_wrong_code: Callable[[], None],
    ) -> None:
        """Prepare the lobby for a request.

        Args:
            request: The friend's places, and what else they may do.
            guests: The guest list, which opens other tables.
            lines: The lines that the friend types.
            out: The stream to which tables and questions are written.
            on_wrong_code: Called for each wrong code.

        Raises:
            SaveError: If the guest list can't be read.
        """
        self._request, self._guests, self._lines, self._out = request, guests, lines, out
        self._on_wrong_code = on_wrong_code
        self._places = [place for place in request.places if not self._is_followed(place)]
        self._wrong_codes = 0

    def choose(self) -> SeatChoice | None:
        """Ask the friend for a table.

        A friend with a single place is not asked, unless they may start tables, or a code could
        open a seat at another one.

        Returns:
            ``None`` if the friend leaves.

        Raises:
            TooManyWrongCodes: If the friend typed too many wrong codes.
        """
        request = self._request
        can_open_more = any(place.name != WATCHERS for place in request.closed)
        if len(self._places) == 1 and not can_open_more and not request.may_create:
            return SeatChoice.at(self._places[0])
        try:
            while True:
                self._list_tables()
                if (choice := self._answer(self._ask(self._question()))) is not None:
                    return choice
        except _FriendLeaves:
            return None

    def _is_followed(self, place: Place) -> bool:
        """Check whether the rematch of a place's game is among the friend's places."""
        games = [other.game for other in self._request.places]
        return self._guests.rematch_of(place.game) in games

    def _list_tables(self) -> None:
        self._say("", _("Your tables:"), "")
        for number, place in enumerate(self._places, 1):
            line = describe_table(place.game)
            if place.name == WATCHERS:
                line = _("{table}; you may watch", table=line)
            self._say(f"  {number}  {line}")
        if self._request.closed:
            self._say("", _("The code of another table opens it."))
        self._say("")

    def _question(self) -> str:
        if self._request.may_create:
            return _(
                "Type a number to play, w and a number to watch, n for a new table, q to leave: "
            )
        return _("Type a number to play, w and a number to watch, q to leave: ")

    def _answer(self, line: str) -> SeatChoice | None:
        """Do what the friend typed; return their choice if they made one."""
        word = "".join(line.lower().split())
        if not word:
            return None
        if word in ("q", "quit"):
            raise _FriendLeaves
        number = word.removeprefix("w")
        if number in {str(number) for number in range(1, len(self._places) + 1)}:
            place = self._places[int(number) - 1]
            return SeatChoice.at(place, watches=word.startswith("w"))
        try:
            if word in ("n", "new") and self._request.may_create:
                self._start_table()
            elif self._request.closed and len(word) >= CODE_LENGTH:
                self._open_by_code(line)
            else:
                self._say(_("There is no table {line!r}", line=printable(line, 40)))
        except TooManyWrongCodes:
            raise
        except RiskError as error:
            self._say(printable(error, 500))
        return None

    def _open_by_code(self, code: str) -> None:
        request = self._request
        closed = [place for place in request.closed if place not in self._places]
        opened = self._guests.use_code(code, closed, [request.key] if request.key else [])
        if opened:
            self._places += opened
            return
        self._wrong_codes += 1
        self._on_wrong_code()
        if self._wrong_codes >= WRONG_CODES_PER_VISIT:
            raise TooManyWrongCodes
        self._say(_("That is not the code of one of your tables"))

    # A new table

    def _start_table(self) -> None:
        """Ask for players and rules, start a game, and say what to send to the players.

        Raises:
            RiskError: If too many tables were started, or a player or the ruleset is invalid.
        """
        maker = self._request.login
        if (
            self._guests.count_tables(maker) >= MAX_NEW_TABLES
            or self._guests.count_tables() >= MAX_NEW_TABLES_IN_ALL
        ):
            raise RiskError(_("too many tables were started here; ask the host to start one"))
        friends = self._friends()
        players = self._ask(
            _("Who plays? Names separated by commas, bot for a bot, or Enter to go back: ")
        )
        if not players.strip():
            return
        question = _("Which rules? Enter for {rules}, or ? for a list: ", rules=DEFAULT_RULESET)
        while (rules := self._ask(question).strip() or DEFAULT_RULESET) == "?":
            self._say(", ".join(names("rulesets")))
        # The friend's own place comes first.
        own, *others = friends
        known = {place.name.casefold(): place.name for place in friends}
        seats = _read_players(players, known, own.name)
        table = create_table(seats, rules)
        invited = [place for place in others if place.name in table.logins.values()]
        self._guests.add_table(table.game, maker, [own, *invited])
        self._places.append(Place(table.game, own.name))
        self._say("", _("The table is ready."))
        if invitations := list(_invitations(table, self._guests)):
            self._say(_("Send each of these players their own line, in private:"), *invitations)
        self._ask(_("Press Enter to continue: "))

    def _friends(self) -> list[Place]:
        """Return a place of each person at the friend's tables, the friend's own first.

        Raises:
            RiskError: If the friend only watches.
        """
        own = [place for place in self._places if place.name != WATCHERS]
        if not own:
            raise RiskError(_("only players start tables"))
        places = {own[0].name: own[0]}
        for table in own:
            for seat in read_seats(table.game):
                if seat.is_person:
                    places.setdefault(seat.name, Place(table.game, seat.name))
        return list(places.values())

    def _say(self, *lines: str) -> None:
        for line in lines:
            columns = line.split("   ")[1:]  # The code of an invitation stays on one line.
            print(*wrap_for(self._out, line, columns), sep="\n", file=self._out)

    def _ask(self, question: str) -> str:
        question = "\n".join(wrap_for(self._out, question.rstrip(), spare=ANSWER_COLUMNS))
        print(question, end=" ", file=self._out, flush=True)
        line = rest = self._lines.readline(MAX_LINE)
        if not line:
            raise _FriendLeaves
        while rest and not rest.endswith("\n"):
            rest = self._lines.readline(MAX_LINE)
        return line


def _read_players(text: str, known: dict[str, str], own: str) -> list[Seat]:
    """Return the seats for a typed list of names.

    Args:
        text: The names, separated by commas, as for ``seat_players``.
        known: The friends' names, by their case-folded names.
        own: The name of the friend who typed, who gets a seat too.

    Raises:
        RiskError: If a name is invalid.
    """
    players, friends = [], set()
    for name in filter(None, map(str.strip, text.split(","))):
        label, sign, colour = name.partition("=")
        friend = known.get(label.strip().casefold())
        friends.add(friend)
        # A friend may have the name of a bot.
        players.append(name if friend is None else f"{friend}:{PERSON}{sign}{colour}")
    if own not in friends:
        players.insert(0, f"{own}:{PERSON}")
    return seat_players(players, bot_ids())


def create_table(seats: list[Seat], rules: str) -> HostedTable:
    """Create a game for these seats, and close it.

    Args:
        seats: The seats of the players.
        rules: The name of a shipped ruleset; a file is not accepted.

    Raises:
        RiskError: If the ruleset is unknown, or it doesn't allow these seats.
    """
    known = names("rulesets")
    if rules not in known:
        raise RiskError(
            _(
                "there is no ruleset {rule!r}; {did_you_mean}",
                rule=rules[:40],
                did_you_mean=did_you_mean(rules[:40], known),
            )
        )
    ruleset = load_ruleset(rules)
    board = load_board(ruleset.board.choose_map(STANDARD_MAP))
    table = Table.create(GameSetup(board, ruleset, len(seats)), seats)
    table.close()
    return open_hosted_table(table.path)


def _invitations(table: HostedTable, guests: GuestList) -> Iterator[str]:
    """Yield a line with a new code for each person who can't log in yet."""
    for login, place in table.places.items():
        if place.name == WATCHERS or guests.invitation(place).is_open:
            continue
        yield f"  {invitation_line(place, login, guests)}"


def _describe_clock(game: Path) -> str:
    """Return the time that the player to move has, or that the clock is paused, in brackets.

    Returns:
        An empty string without a clock.
    """
    if (clock := clock_of(game)) is None:
        return ""
    if clock.is_paused:
        return _(" (the clock is paused)")
    if not clock.deadline:
        time = duration(clock.seconds)
        if clock.per_turn:
            return _(" ({time} for a turn)", time=time)
        return _(" ({time} for a decision)", time=time)
    return _(" ({time} left)", time=duration(clock.seconds_to_deadline(datetime.now(UTC))))


def describe_table(game: Path) -> str:
    """Return a line about a table: its name, the player to move and the players at the table."""
    try:
        summary = read_summary(game)
    except SaveError as error:
        return printable(error, 200)
    present = SavedGame(game, summary).at_table()
    seated = (
        _("at the table: {names}", names=", ".join(present)) if present else _("the table is empty")
    )
    state = game_state(summary)
    if not summary.winners:
        state += _describe_clock(game)
    return printable(f"{game.stem}: {state}; {seated}")
