"""The statistics of everybody who played in the saved games."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.data.dataclasses import dataclass
from risk_tui.errors import RiskError
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from risk_tui.story.saved_result import SavedResult, SeatResult

PlayerKey: TypeAlias = tuple[bool, str]
"""Whether it is a person, and the name: a person's own, whatever its case, or a bot's id."""


@dataclass(slots=True)
class WinCount:
    """How many games were finished, how many of them were won, and how many luck would win.

    ``expected`` is what somebody wins on average who is as good as the others at each table.
    """

    games: int = 0
    wins: int = 0
    expected: Fraction = Fraction()

    def add(self, seats: int, *, won: bool) -> None:
        """Count a finished game with a number of seats."""
        self.games += 1
        self.wins += won
        self.expected += Fraction(1, seats)


@dataclass(slots=True)
class Rivalry:
    """The finished games against one other player: who of the two was placed before the other."""

    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(slots=True)
class PlayerStatistics:
    """What one player did. A computer player counts by its id, whatever its seats are called.

    ``games`` counts all of them, every other number but luck and continents the finished ones.
    """

    name: str
    is_person: bool
    games: int = 0
    total: WinCount = field(default_factory=WinCount)
    by_ruleset: dict[str, WinCount] = field(default_factory=dict)
    by_seats: dict[int, WinCount] = field(default_factory=dict)
    rivals: dict[PlayerKey, Rivalry] = field(default_factory=dict)
    rounds: int = 0
    """The rounds of all finished games together."""
    seconds: float | None = None
    """The time that all decisions took together; ``None`` where nobody counted it."""
    luck: float = 0.0
    """The luck of all dice in armies (``risk_tui.odds.luck``)."""
    dice: int = 0
    held: Counter[str] = field(default_factory=Counter)
    """For each continent, the own turns that began while it was held."""
    last_played: str = ""
    """When the last game was begun (ISO 8601, UTC)."""

    @property
    def favourite(self) -> str:
        """The continent that was held in the most turns; empty for none."""
        return min(self.held, key=lambda name: (-self.held[name], name), default="")

    @property
    def mean_rounds(self) -> float | None:
        """The mean length of a finished game in rounds."""
        return self.rounds / self.total.games if self.total.games else None


def key_of(seat: SeatResult) -> PlayerKey:
    """Whom a seat counts for."""
    if seat.player == PERSON:
        return True, seat.name.casefold()
    return False, seat.player


def player_statistics(results: Iterable[SavedResult]) -> dict[PlayerKey, PlayerStatistics]:
    """The statistics of all players: persons before computer players, most games first.

    Where a computer player has several seats in a game, each of them counts as a game.
    """
    players: dict[PlayerKey, PlayerStatistics] = {}
    for result in results:
        for seat in result.seats:
            key = key_of(seat)
            name = seat.name if seat.player == PERSON else seat.player
            player = players.setdefault(key, PlayerStatistics(name, seat.player == PERSON))
            player.name = name
            _add(player, result, seat)
    order = sorted(players, key=lambda key: (not key[0], -players[key].games, key[1]))
    return {key: players[key] for key in order}


def _add(player: PlayerStatistics, result: SavedResult, seat: SeatResult) -> None:
    player.games += 1
    player.luck += seat.luck
    player.dice += seat.dice
    player.held.update(seat.held)
    player.last_played = max(player.last_played, result.created)
    if seat.seconds is not None:
        player.seconds = (player.seconds or 0.0) + seat.seconds
    if not result.is_over:
        return
    player.rounds += result.rounds
    won, seats = seat.place == 1, len(result.seats)
    for count in (
        player.total,
        player.by_ruleset.setdefault(result.ruleset, WinCount()),
        player.by_seats.setdefault(seats, WinCount()),
    ):
        count.add(seats, won=won)
    own = key_of(seat)
    for other in result.seats:
        if key_of(other) != own:
            rivalry = player.rivals.setdefault(key_of(other), Rivalry())
            rivalry.games += 1
            rivalry.ahead += seat.place < other.place
            rivalry.behind += seat.place > other.place


def find_player(players: Mapping[PlayerKey, PlayerStatistics], name: str) -> PlayerKey:
    """The player of this name, or whose name begins so; a person before a computer player.

    Raises ``RiskError`` where there is none, or more than one.
    """
    wanted = " ".join(name.split()).casefold()
    fits: Sequence[Callable[[str], bool]] = (
        lambda each: each == wanted,
        lambda each: each.startswith(wanted),
    )
    for fit in fits:
        for is_person in (True, False):
            found = [key for key in players if key[0] == is_person and fit(key[1].casefold())]
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(players[key].name for key in found)
                raise RiskError(f"{name!r} may be any of {names}")
    names = ", ".join(player.name for player in players.values()) or "nobody yet"
    raise RiskError(f"nobody called {name!r} played in the saved games; there are: {names}")
