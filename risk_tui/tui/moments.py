"""Great moments, shown as they happen: dice that fall, a conquest, an elimination, a victory.

A moment is a handful of stills over a screen that already stands. It holds nothing up: the game
goes on below, any key ends it and does what it means, and without motion there is none.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.engine.facts import BattleFought, CardsTaken, Conquered, SeatEliminated
from risk_tui.language.words import count
from risk_tui.tui.map.marks import label_of, texture
from risk_tui.tui.palette import ink_on, seat_glyph, seat_rgb, shade
from risk_tui.tui.side.dice import Cast
from risk_tui.tui.words import badge_style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from textual.timer import Timer

    from risk_tui.engine.facts import Fact
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.tui.map.drawing import Look
    from risk_tui.tui.screens.game import GameScreen

FALL, FLASH, OUT, SWEEP = 0.08, 0.12, 0.35, 0.1
"""Seconds of a still: falling dice, a conquest, an elimination, a victory."""

LONGEST = 0.7
"""Seconds that a moment may take."""

UNHURRIED = 0.3
"""Seconds that computer players rest on a step from which on it has its moment."""


@dataclass(frozen=True, slots=True)
class Still:
    """What is shown otherwise for some ``seconds``.

    ``dice`` that fall, other ``labels`` of territories, the seats of whose colour their
    ``banners`` are, the seats that still hold their ``lands``, and a ``headline`` in the top line.
    """

    seconds: float
    dice: Cast | None = None
    labels: Mapping[int, str] = field(default_factory=dict)
    banners: Mapping[int, Seat] = field(default_factory=dict)
    lands: Mapping[int, tuple[int, Seat]] = field(default_factory=dict)
    headline: Text | None = None

    def dress(self, looks: list[Look], *, ascii: bool) -> list[Look]:
        """The looks of all territories in this still."""
        for place, (number, seat) in self.lands.items():
            fill, tile = shade(seat_rgb(seat.colour), "glow"), texture(seat.colour, ascii=ascii)
            looks[place] = replace(looks[place], fill=fill, realm=number, texture=tile)
        for place, label in self.labels.items():
            looks[place] = replace(looks[place], label=label)
        for place, seat in self.banners.items():
            colour = seat_rgb(seat.colour)
            looks[place] = replace(looks[place], tag=colour, ink=ink_on(colour), bold=True)
        return looks


def fall(battle: BattleFought, view: View, seats: Sequence[Seat], random: Random) -> list[Still]:
    """Dice that tumble, over the armies that there were; ``view`` is from after the battle."""
    owner, armies = list(view.owner), list(view.armies)
    conquered = owner[battle.target] == battle.attacker
    owner[battle.target] = battle.defender
    armies[battle.source] += battle.attacker_losses
    armies[battle.target] = battle.defender_losses + (0 if conquered else armies[battle.target])
    earlier = replace(view, owner=tuple(owner), armies=tuple(armies))
    labels = {at: label_of(earlier, seats, at) for at in (battle.source, battle.target)}
    lands = {battle.target: (battle.defender, seats[battle.defender])} if conquered else {}
    stills = []
    for _ in range(3):
        attack, defence = (
            tuple(sorted((random.randint(1, 6) for _ in dice), reverse=True))
            for dice in (battle.attack_dice, battle.defence_dice)
        )
        cast = Cast(seats[battle.attacker], attack, seats[battle.defender], defence, falling=True)
        stills.append(Still(FALL, dice=cast, labels=labels, lands=lands))
    return stills


def flash(fact: Conquered, view: View, seats: Sequence[Seat]) -> list[Still]:
    """A territory's label between its old owner's colour and sign and its new one's, twice."""
    order = (fact.victim, fact.seat, fact.victim, fact.seat)
    return [_flagged(FLASH, (fact.territory,), seat, view, seats) for seat in order]


def farewell(fact: SeatEliminated, taken: int, seats: Sequence[Seat]) -> list[Still]:
    """A headline for a player who is out, struck the moment it has been read."""
    stills = []
    for struck in (False, True):
        loser, winner = seats[fact.seat], seats[fact.by]
        line = Text(" ")
        name = f" {seat_glyph(loser.colour)} {loser.name.upper()} "
        line.append(name, badge_style(loser) + Style(strike=struck)).append(" is out  ·  ", "bold")
        line.append(f" {seat_glyph(winner.colour)} {winner.name} ", badge_style(winner))
        cards = f" takes {count(taken, 'card')}" if taken else " did it"
        stills.append(Still(OUT, headline=line.append(cards, "bold")))
    return stills


def sweep(view: View, seats: Sequence[Seat]) -> list[Still]:
    """The winner's colour over all labels, one continent after the other."""
    stills = []
    taken: tuple[int, ...] = ()
    step = min(SWEEP, LONGEST / len(view.board.continents))
    for continent in view.board.continents:
        taken += continent.territories
        stills.append(_flagged(step, taken, view.winners[0], view, seats))
    return stills


def _flagged(
    seconds: float, places: Sequence[int], seat: int, view: View, seats: Sequence[Seat]
) -> Still:
    """A still in which some territories bear the colour and sign of a seat."""
    owner = list(view.owner)
    for place in places:
        owner[place] = seat
    theirs = replace(view, owner=tuple(owner))
    labels = {place: label_of(theirs, seats, place) for place in places}
    return Still(seconds, labels=labels, banners=dict.fromkeys(places, seats[seat]))


def shortened(stills: Sequence[Still]) -> list[Still]:
    """The stills, in no more than ``LONGEST`` seconds together."""
    share = min(1.0, LONGEST / sum(still.seconds for still in stills))
    return [replace(still, seconds=still.seconds * share) for still in stills]


class Moments:
    """Plays the moments of one game screen, one still after the other."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._seen = screen.table.steps
        """How many records had their moment, or were not worth one."""
        self._stills: deque[Still] = deque()
        self._still: Still | None = None
        self._timer: Timer | None = None
        self._then: Callable[[], None] | None = None
        # What tumbling dice show has nothing to do with the game's luck.
        self._random = Random()

    @property
    def headline(self) -> Text | None:
        """What the top line says now, if it is not whose turn it is."""
        return self._still.headline if self._still is not None else None

    @property
    def dice(self) -> Cast | None:
        """Dice that are falling now."""
        return self._still.dice if self._still is not None else None

    def dress(self, looks: list[Look]) -> list[Look]:
        """The looks of all territories as the moment wants them."""
        if self._still is None:
            return looks
        return self._still.dress(looks, ascii=self._screen.risk.mode.ascii)

    def see(self) -> None:
        """Notice what is new; to be called before it is shown."""
        table = self._screen.table
        start, self._seen = min(self._seen, table.steps), table.steps
        if start == table.steps or not self._wanted():
            return
        told = [fact for record in table.history(None, start) for fact in record.facts]
        stills = self._stills_of(told)
        if stills:
            self._stop()
            self._stills.extend(shortened(stills))
            self._next(shown=False)
        elif self._still is not None and self._still.headline is None:
            self._stop()

    def victory(self, then: Callable[[], None]) -> None:
        """Show that a game is won, and go on with ``then``."""
        if not self._wanted():
            then()
            return
        table = self._screen.table
        self._then = then
        self._stills.extend(sweep(table.view(None), table.seats))
        if self._still is None:
            self._next()

    def cut(self) -> bool:
        """End the moment at once; whether whoever pressed a key meant just that."""
        if self._still is None:
            return False
        self._stop()
        self._screen.show()
        then, self._then = self._then, None
        if then is not None:
            then()
        return then is not None

    def _wanted(self) -> bool:
        screen = self._screen
        return screen.risk.settings.moves and screen.app.screen is screen

    def _stills_of(self, told: Iterable[Fact]) -> list[Still]:
        table = self._screen.table
        stills: list[Still] = []
        taken = 0
        for fact in told:
            match fact:
                case BattleFought() if self._near(fact.attacker, fact.defender):
                    order = table.automatic()
                    seen = table.options.real_dice or (order is not None and order.by == "order")
                    if not seen:
                        stills = fall(fact, table.view(None), table.seats, self._random)
                case Conquered() if self._near(fact.seat, fact.victim):
                    stills += flash(fact, table.view(None), table.seats)
                case CardsTaken():
                    taken = fact.count
        for fact in told:
            if isinstance(fact, SeatEliminated) and not table.winners:
                stills += farewell(fact, taken, table.seats)
        return stills

    def _near(self, *seats: int) -> bool:
        """Whether a person at this terminal is concerned, and there is time to look."""
        table, pause = self._screen.table, self._screen.risk.settings.pause
        hurried = pause < UNHURRIED and not table.seats[table.view(None).turn].is_person
        return not hurried and not table.people.isdisjoint(seats)

    def _next(self, *, shown: bool = True) -> None:
        """The next still; ``shown`` false when the screen will be brought up to date anyway."""
        if not self._stills:
            self.cut()
            return
        self._still = self._stills.popleft()
        self._timer = self._screen.set_timer(self._still.seconds, self._next)
        if shown:
            self._screen.show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._still = None
        self._stills.clear()
