"""The turning points of a played game, in words.

They follow from what a spectator knows: fights, and the strength of every seat as a share of the
total. No hidden card or mission decides what is a turning point.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.data.language import PlaceList, _, join_and, pluralize
from risk_tui.engine.events import (
    BattleResolved,
    CardsTaken,
    Conquered,
    GameWon,
    SeatEliminated,
    SeatResigned,
    SetTraded,
    TurnBegan,
    VictoryAnnounced,
)
from risk_tui.odds import position_odds
from risk_tui.story.moments import turn_at
from risk_tui.text.record_lines import event_parts
from risk_tui.text.words import percent, sentence_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.story.look import Series
    from risk_tui.story.moments import Holding, NearMission, Turn
    from risk_tui.text.words import MessageContext


LEAD = 0.03
"""The smallest lead, as a share; smaller ones change with every army."""
_ARMIES = 2 / 3
"""The weight of armies on the board; income has the rest."""


@dataclass(frozen=True, slots=True)
class LeadChange:
    """A seat took the lead from another at point ``point`` of the series.

    ``gap`` is its lead in the following round, as a share.
    """

    point: int
    seat: int
    before: int
    gap: float


def strengths(armies: Series, income: Series) -> list[list[float]]:
    """Return the share of each seat, of all armies and all income, at each moment."""
    return [
        [
            _ARMIES * one + (1 - _ARMIES) * other
            for one, other in zip(
                _shares([row[point] for row in armies.values]),
                _shares([row[point] for row in income.values]),
                strict=True,
            )
        ]
        for point in range(len(armies.moments))
    ]


def swing(before: Sequence[float], after: Sequence[float]) -> float:
    """Return the greatest change of a seat's share."""
    return max((abs(a - b) for a, b in zip(before, after, strict=True)), default=0.0)


def lead_changes(shares: Sequence[Sequence[float]], players: int) -> list[LeadChange]:
    """Find when the lead passed from one of the ``players`` to another.

    A seat is strongest right after its turn, so the lead must last for the following round.
    """
    changes: list[LeadChange] = []
    leader: int | None = None
    for point, row in enumerate(shares):
        turns = max(sum(share > 0 for share in row[:players]), 1)
        after = shares[point : point + turns]
        means = [sum(later[seat] for later in after) / len(after) for seat in range(players)]
        first = max(range(players), key=means.__getitem__)
        ahead = means[first] - max(share for seat, share in enumerate(means) if seat != first)
        if first == leader or ahead < LEAD:
            continue
        if leader is not None:
            changes.append(LeadChange(point, first, leader, means[first] - means[leader]))
        leader = first
    return changes


def _shares(values: Sequence[float | None]) -> list[float]:
    total = sum(value or 0 for value in values)
    return [(value or 0) / total if total else 0.0 for value in values]


MOST = 14
"""The most turning points of a story."""
PER_TURN = 3
"""The most turning points of one turn."""
UNLIKELY = 0.15
"""The greatest likelihood of a fight's end that is worth telling."""
SURE = 0.9
"""The chance from which a conquest surprises no player."""
SWEEP = 5
"""The conquests of one turn that are worth telling, at least."""
LONG = 3
"""The rounds from which a holding of a continent is long."""
_SMALLEST = 0.12
"""The least weight of a turning point."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An event that turned the game, seen at ``moment``; it started after moment ``start``.

    ``kind`` is ``continent``, ``lead``, ``fight``, ``set``, ``mission`` or ``end``. ``parts`` are
    its sentence, in which each name of a seat knows its seat. ``weight`` says how much it turned; 1
    is much.
    """

    kind: str
    moment: int
    start: int
    round: int
    seat: int
    weight: float
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentence, with its round."""
        return _("Round {round}: {sentence}", round=self.round, sentence="".join(self.parts))


@dataclass(frozen=True, slots=True)
class StoryFacts:
    """The public facts of a game that turning points are derived from.

    ``near_missions`` are public only after the game; until then there are none.
    """

    records: Sequence[Record]
    turns: Sequence[Turn]
    fights: Sequence[Fight]
    holdings: Sequence[Holding]
    armies: Series
    income: Series
    players: int
    wording: MessageContext
    near_missions: Sequence[NearMission] = ()


def turning_points(evidence: StoryFacts) -> tuple[TurningPoint, ...]:
    """Return the turning points of a game in order, at most ``MOST``."""
    finder = _Finder(evidence)
    points = [
        *finder.continents(),
        *finder.leads(),
        *finder.unlikely_fights(),
        *finder.sets(),
        *finder.missions(),
        *finder.ends(),
    ]
    return _chosen(points, evidence.turns)


def _chosen(points: Iterable[TurningPoint], turns: Sequence[Turn]) -> tuple[TurningPoint, ...]:
    """Select the greatest weights, at most ``PER_TURN`` of a turn, without repeats."""
    chosen: list[TurningPoint] = []
    per_turn: Counter[int] = Counter()
    for point in sorted(points, key=lambda point: -point.weight):
        turn = turn_at(turns, point.moment - 1)
        overlaps = any(
            point.moment == other.moment
            and {point.kind, other.kind} != {"end"}
            and "mission" not in (point.kind, other.kind)
            for other in chosen
        )
        if point.weight >= _SMALLEST and per_turn[turn] < PER_TURN and not overlaps:
            per_turn[turn] += 1
            chosen.append(point)
    return tuple(sorted(chosen[:MOST], key=lambda point: (point.moment, point.weight)))


class _Finder:
    """Finds turning points of each kind."""

    def __init__(self, evidence: StoryFacts) -> None:
        self._it = evidence
        self._name = evidence.wording.name
        self._board = evidence.wording.board
        self._shares = strengths(evidence.armies, evidence.income)
        bonuses = sum(continent.bonus for continent in self._board.continents)
        self._all_bonuses = max(bonuses, 1)

    def continents(self) -> Iterator[TurningPoint]:
        """Find continents that were won and brought armies, and those that others broke.

        Several of one turn are one turning point. Continents that change hands in the winning turn
        don't count.
        """
        won: dict[tuple[int, int], list[Holding]] = {}
        broken: dict[tuple[int, int, int], list[Holding]] = {}
        last_turn = len(self._it.turns) - 1
        for holding in self._it.holdings:
            if not holding.start:
                continue
            turn = self._turn(holding.start)
            is_kept = self._rounds_held(holding) or (not holding.lost and turn < last_turn)
            if self._it.turns[turn].seat == holding.seat and is_kept:
                won.setdefault((turn, holding.seat), []).append(holding)
            by, last = self._breaker(holding), self._turn(holding.end)
            if by not in (None, holding.seat) and last < last_turn:
                broken.setdefault((last, by, holding.seat), []).append(holding)
        for (_unused, seat), holdings in won.items():
            yield self._won(seat, holdings)
        swept = set(won)
        for (turn, by, seat), holdings in broken.items():
            yield self._broken(by, seat, holdings, tells_sweep=(turn, by) not in swept)
            swept.add((turn, by))

    def _breaker(self, holding: Holding) -> int | None:
        """Return the seat that broke a continent: it fought for it, or it was its turn."""
        if not holding.lost:
            return None
        fight = self._fight_at(holding.end)
        return fight.seat if fight else self._it.turns[self._turn(holding.end)].seat

    def _broken(
        self, by: int, seat: int, holdings: Sequence[Holding], *, tells_sweep: bool
    ) -> TurningPoint:
        """Return the turning point of continents that one seat broke in one turn."""
        names = PlaceList([self._board.continents[each.continent].name for each in holdings])
        parts = sentence_parts(
            _("{seat} breaks {victim}'s {continents}"),
            seat=self._name(by),
            victim=self._name(seat),
            continents=names,
        )
        value = 0.05 + self._value(holdings, 0.1, 0.15)
        point = self._of_holdings(by, value, parts, holdings, [h.end for h in holdings])
        return self._with_sweep(point) if tells_sweep else point

    def _won(self, seat: int, holdings: Sequence[Holding]) -> TurningPoint:
        """Return the turning point of continents that a seat won and held to its next turn."""
        continents = [self._board.continents[holding.continent] for holding in holdings]
        names = PlaceList(
            [each.name for each in continents], [f" ({each.bonus:+})" for each in continents]
        )
        message = _("{seat} wins {continents}")
        parts = sentence_parts(message, seat=self._name(seat), continents=names)
        value = 0.05 + self._value(holdings, 0.1, 0.15)
        point = self._of_holdings(seat, value, parts, holdings, [h.start for h in holdings])
        point, rounds = self._with_sweep(point), min(map(self._rounds_held, holdings))
        if rounds >= LONG:
            point = replace(point, parts=(*point.parts, _(", for {number} rounds", number=rounds)))
        return point

    def _with_sweep(self, point: TurningPoint) -> TurningPoint:
        """Return a turning point with the conquests of its turn, if these are many."""
        turn = self._it.turns[self._turn(point.moment)]
        conquests = sum(
            isinstance(event, Conquered) and event.seat == turn.seat
            for _, event in self._events(turn.start + 1, turn.end)
        )
        if conquests < SWEEP:
            return point
        return replace(
            point, parts=(*point.parts, _(", {number} conquests in one turn", number=conquests))
        )

    def _value(self, holdings: Sequence[Holding], once: float, round_: float) -> float:
        """Return the value of continents: their share of all bonuses, more for every round held.

        A holding that lasted to the end counts one round more.
        """
        return sum(
            self._board.continents[holding.continent].bonus
            / self._all_bonuses
            * (once + round_ * min(self._rounds_held(holding) + (not holding.lost), 4))
            for holding in holdings
        )

    def _of_holdings(
        self,
        seat: int,
        weight: float,
        parts: Sequence[str],
        holdings: Sequence[Holding],
        moments: Sequence[int],
    ) -> TurningPoint:
        """Return a turning point of continents, with the odds of a deciding fight."""
        moment = max(moments)
        fight = self._fight_at(moment)
        odds = _odds(fight) if len(holdings) == 1 else ()
        # A continent that brought no armies had no effect.
        brought = any(self._rounds_held(each) or not each.lost for each in holdings)
        weight += self._swing(moment) * (1 if brought else 0.4)
        return self._point("continent", moment, seat, weight, (*parts, *odds), fight)

    def leads(self) -> Iterator[TurningPoint]:
        """Find changes of the leader, who has most armies and income."""
        armies, income = self._it.armies, self._it.income
        for change in lead_changes(self._shares, self._it.players):
            moment, seat = armies.moments[change.point], change.seat
            has = pluralize(int(armies.values[seat][change.point] or 0), "army")
            more = int(income.values[seat][change.point] or 0)
            parts = sentence_parts(
                _("{seat} takes the lead from {other}: {armies}, and {more} more a turn"),
                seat=self._name(seat),
                other=self._name(change.before),
                armies=has,
                more=str(more),
            )
            weight = 0.3 + min(change.gap, 0.4) + self._swing(moment)
            yield self._point("lead", moment, seat, weight, parts)

    def unlikely_fights(self) -> Iterator[TurningPoint]:
        """Find large fights with an unlikely end."""
        for fight in self._it.fights:
            size = min(fight.attackers - 1, fight.defenders)
            if fight.likelihood > UNLIKELY or size < 2:
                continue
            target = self._board.territories[fight.target].name
            message = (
                _(
                    "{seat} takes {target} with {attackers} against {defenders}, a chance of "
                    "{chance}"
                )
                if fight.won
                else _(
                    "{victim} holds {target} against {seat}, {defenders} against {attackers}, a "
                    "chance of {chance}"
                )
            )
            parts = sentence_parts(
                message,
                seat=self._name(fight.seat),
                victim=self._name(fight.victim),
                target=target,
                attackers=str(fight.attackers),
                defenders=str(fight.defenders),
                chance=percent(fight.likelihood),
            )
            total = sum(self._armies_at(fight.start)) or 1
            surprise = 1 - fight.likelihood / UNLIKELY
            stakes = (fight.attackers + fight.defenders) / total
            weight = 0.1 * surprise + 1.5 * stakes + 0.5 * self._swing(fight.end)
            actor = fight.seat if fight.won else fight.victim
            yield self._point("fight", fight.end, actor, weight, parts, fight)

    def sets(self) -> Iterator[TurningPoint]:
        """Find large sets that were traded, except after an elimination."""
        takers: set[tuple[int, int]] = set()
        for moment, event in self._events():
            if isinstance(event, CardsTaken):
                takers.add((self._turn(moment), event.seat))
            elif isinstance(event, SetTraded) and (self._turn(moment), event.seat) not in takers:
                total = sum(self._armies_at(moment)) or 1
                seat = self._name(event.seat)
                armies = pluralize(event.armies, "army")
                message = _("{seat} trades a set for {armies}")
                parts = sentence_parts(message, seat=seat, armies=armies)
                yield self._point("set", moment, event.seat, 0.9 * event.armies / total, parts)

    def missions(self) -> Iterator[TurningPoint]:
        """Find the seats that came near to a mission without fulfilling it."""
        for near in self._it.near_missions:
            names = [self._board.territories[each].name for each in near.territories]
            message = (
                _("{seat} is {number} away from the mission: {territories}")
                if names
                else _("{seat} is {number} away from the mission")
            )
            parts = sentence_parts(
                message,
                seat=self._name(near.seat),
                number=pluralize(near.count, "territory"),
                territories=join_and(names),
            )
            weight = 0.6 / near.count + self._swing(near.moment)
            yield self._point("mission", near.moment, near.seat, weight, parts)

    def ends(self) -> Iterator[TurningPoint]:
        """Find who left the game, announced a victory and won."""
        for moment, event in self._events():
            match event:
                case SeatEliminated(seat, by) if seat != by:
                    names_of_both = {"seat": self._name(by), "victim": self._name(seat)}
                    beats = sentence_parts(_("{seat} beats {victim}"), **names_of_both)
                    parts = [*beats, *self._cards(moment, by)]
                    yield self._point("end", moment, by, 0.5 + self._swing(moment), parts)
                case SeatEliminated(seat) | SeatResigned(seat) | VictoryAnnounced(seat):
                    parts = event_parts(event, self._it.wording)
                    yield self._point("end", moment, seat, 0.4, parts)
                case GameWon(winners):
                    parts = event_parts(event, self._it.wording)
                    yield self._point("end", moment, winners[0], 10.0, parts)

    def _cards(self, moment: int, seat: int) -> tuple[str, ...]:
        """Describe the cards that were taken at a moment, as the end of a sentence."""
        turn = self._it.turns[self._turn(moment)]
        cards = armies = 0
        for when, event in self._events(moment, turn.end):
            if isinstance(event, CardsTaken) and when == moment:
                cards += event.count
            elif isinstance(event, SetTraded) and event.seat == seat:
                armies += event.armies
        if cards and armies:
            return (_("; the cards make {armies}", armies=pluralize(armies, "army")),)
        return (_(" and takes {cards}", cards=pluralize(cards, "card")),) if cards else ()

    # Facts about a moment

    def _point(
        self,
        kind: str,
        moment: int,
        seat: int,
        weight: float,
        parts: Sequence[str],
        fight: Fight | None = None,
    ) -> TurningPoint:
        start = fight.start if fight is not None else moment - 1
        round_ = self._it.turns[self._turn(moment)].round
        return TurningPoint(kind, moment, start, round_, seat, weight, tuple(parts))

    def _turn(self, moment: int) -> int:
        """Return the number of the turn with the step that led to a moment."""
        return turn_at(self._it.turns, moment - 1)

    def _is_last(self, moment: int) -> bool:
        """Return True for a moment of the last turn."""
        return self._turn(moment) == len(self._it.turns) - 1

    def _rounds_held(self, holding: Holding) -> int:
        """Count the turns of the seat at whose start it held the continent."""
        return sum(
            turn.seat == holding.seat and holding.start <= turn.start < holding.end
            for turn in self._it.turns
        )

    def _swing(self, moment: int) -> float:
        """Return how much the turn before a moment changed the shares."""
        turn = self._it.turns[self._turn(moment)]
        before, after = (self._shares[self._number(at)] for at in (turn.start, turn.end))
        return swing(before, after)

    def _number(self, moment: int) -> int:
        """Return the number of the last point of the series up to a moment."""
        moments = self._it.armies.moments
        number = bisect_left(moments, moment)
        return number if number < len(moments) and moments[number] == moment else max(number - 1, 0)

    def _armies_at(self, moment: int) -> list[float]:
        number = self._number(moment)
        return [row[number] or 0 for row in self._it.armies.values]

    def _fight_at(self, moment: int) -> Fight | None:
        """Return the fight that a moment, or the one before it, concluded with a conquest."""
        for fight in self._it.fights:
            if fight.won and fight.end <= moment <= fight.end + 1:
                return fight
        return None

    def _events(self, start: int = 1, end: int | None = None) -> Iterator[tuple[int, object]]:
        """Yield the events of the records, each with its moment."""
        for moment, record in enumerate(self._it.records[start - 1 : end], start):
            for event in record.events:
                yield moment, event


def _odds(fight: Fight | None) -> tuple[str, ...]:
    """Describe the odds of a won fight as the end of a sentence.

    Returns:
        Nothing if the odds are unknown, or the conquest was likely.
    """
    if fight is None or (fight.chance is not None and fight.chance >= SURE):
        return ()
    slots = {"attackers": fight.attackers, "defenders": fight.defenders}
    if fight.chance is None:
        return (_(" with {attackers} against {defenders}", **slots),)
    chance = percent(fight.chance)
    told = _(" with {attackers} against {defenders}, a chance of {chance}")
    return (told.format(**slots, chance=chance),)


REPELLED = 3
"""The most armies left in the source of a lost fight; with more it was stopped."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Battles between two territories within a turn.

    Its first battle follows moment ``start``, and it is over at ``end``. ``attackers`` and
    ``defenders`` are all armies in both territories at the start; ``attackers_left`` those in the
    source at the end. ``chance`` is the exact chance of a conquest, ``None`` if no player could
    know it.
    """

    seat: int
    victim: int
    source: int
    target: int
    attackers: int
    defenders: int
    start: int
    end: int
    attackers_left: int
    won: bool
    chance: float | None

    @property
    def is_lost(self) -> bool:
        """True if the attacker had hardly an army left."""
        return not self.won and self.attackers_left <= REPELLED

    @property
    def likelihood(self) -> float:
        """The likelihood of the fight's end; 1 if it was stopped, or unknown.

        An attacker who stops with armies to spare does so by choice, not by luck.
        """
        if self.chance is None or not (self.won or self.is_lost):
            return 1.0
        return self.chance if self.won else 1 - self.chance


class FightLog:
    """Collects fights from records in order."""

    def __init__(self) -> None:
        self._done: list[Fight] = []
        self._open: Fight | None = None

    def add(self, moment: int, record: Record, before: View) -> None:
        """Add the record that leads to ``moment``; ``before`` is a spectator's view before it.

        Attacks from outside the board are no fights.
        """
        for event in record.events:
            match event:
                case BattleResolved(seat, victim, int(source), target):
                    fight = self._open
                    if fight is None or (seat, source, target) != (
                        fight.seat,
                        fight.source,
                        fight.target,
                    ):
                        self._close()
                        fight = _new_fight(seat, victim, source, target, moment - 1, before)
                    left = fight.attackers_left - event.attacker_losses
                    self._open = replace(fight, end=moment, attackers_left=left)
                case Conquered(_, territory) if self._open and territory == self._open.target:
                    self._open = replace(self._open, won=True)
                    self._close()
                case TurnBegan():
                    self._close()

    def close(self) -> tuple[Fight, ...]:
        """Return all fights in order."""
        self._close()
        return tuple(self._done)

    def _close(self) -> None:
        if self._open is not None:
            self._done.append(self._open)
            self._open = None


def _new_fight(seat: int, victim: int, source: int, target: int, start: int, view: View) -> Fight:
    odds = position_odds.fight(view, source, target)
    attackers, defenders = view.armies[source], view.armies[target]
    # The chance is unknown if cards may have changed the dice.
    is_whole = odds is not None and odds.possible_changes == odds.conquest.changes
    chance = odds.conquest.chance if odds is not None and is_whole else None
    return Fight(
        seat, victim, source, target, attackers, defenders, start, start, attackers, False, chance
    )
