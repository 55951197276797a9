"""The turning points of a played game, in words.

They are derived from what a spectator knows: fights, and the strength of every seat as a share of
the total. Hidden cards have no influence, and missions only after the game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from risk_tui.data.language import PlaceList, _, join_and, pluralize
from risk_tui.engine import events
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.odds import position_odds
from risk_tui.story.moments import Holding, NearMission, Series, Turn, turn_at
from risk_tui.text.record_lines import event_parts
from risk_tui.text.words import Wording, percent, sentence_parts

LEAD = 0.03
"""The minimum lead, as a share (0 to 1); smaller leads change with every army."""
_ARMIES_WEIGHT = 2 / 3
"""The weight of armies on the board in the strength of a seat; income has the rest."""


@dataclass(frozen=True, slots=True)
class LeadChange:
    """A change of the lead from seat ``before`` to ``seat``.

    ``point`` is the index in the series at which it is stronger. ``gap`` is the mean lead in the
    following round, as a share (0 to 1).
    """

    point: int
    seat: int
    before: int
    gap: float


def lead_changes(shares: Sequence[Sequence[float]], players: int) -> list[LeadChange]:
    """Find the changes of the lead among the first ``players`` seats.

    A seat is strongest right after its turn, so the mean of the following round decides.
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
            ahead_at = next(n for n, row in enumerate(after) if row[first] > row[leader])
            gap = means[first] - means[leader]
            changes.append(LeadChange(point + ahead_at, first, leader, gap))
        leader = first
    return changes


def _shares(values: Sequence[float | None]) -> list[float]:
    total = sum(value or 0 for value in values)
    return [(value or 0) / total if total else 0.0 for value in values]


MOST = 14
"""The maximum number of turning points in a story."""
PER_TURN = 3
"""The maximum number of turning points in one turn."""
MOST_GOALS = 5
"""The maximum number of goals in a story, because ten or more capitals may fall in a game."""
UNLIKELY = 0.15
"""A fight is a turning point if its result had at most this likelihood."""
SURE = 0.9
"""The chance from which a conquest is expected, so that its odds are not mentioned."""
SWEEP = 5
"""The minimum number of conquests in a turn that are mentioned."""
LONG = 3
"""The minimum number of rounds for which a continent is held that are mentioned."""
_MIN_WEIGHT = 0.12
"""The minimum weight of a turning point."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An event that turned the game.

    It is complete at ``moment``, and started after moment ``start``. ``kind`` is ``continent``,
    ``lead``, ``fight``, ``set``, ``mission``, ``goal`` or ``end``. ``parts`` are the parts of its
    sentence, in which names of seats are ``SeatName`` objects. ``weight`` is its importance; 1 is
    high.
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
        """The round and the sentence."""
        return _("Round {round}: {sentence}", round=self.round, sentence="".join(self.parts))


def _select_points(
    points: Iterable[TurningPoint], turns: Sequence[Turn]
) -> tuple[TurningPoint, ...]:
    """Select the most important points, at most ``PER_TURN`` per turn and one per moment.

    Missions and goals don't count for the limit per moment, and several ends may share a moment.
    """
    chosen: list[TurningPoint] = []
    per_turn: Counter[int] = Counter()
    for point in sorted(points, key=lambda point: -point.weight):
        turn = turn_at(turns, point.moment - 1)
        overlaps = any(
            point.moment == other.moment
            and {point.kind, other.kind} != {"end"}
            and {point.kind, other.kind}.isdisjoint(("mission", "goal"))
            for other in chosen
        )
        if point.weight >= _MIN_WEIGHT and per_turn[turn] < PER_TURN and not overlaps:
            per_turn[turn] += 1
            chosen.append(point)
    return tuple(sorted(chosen[:MOST], key=lambda point: (point.moment, point.weight)))


@dataclass(frozen=True)
class TurningPointFinder:
    """Finds the turning points of a game in its public facts.

    ``near_missions`` are secret until the game is over, so they are empty before.
    """

    records: Sequence[Record]
    turns: Sequence[Turn]
    fights: Sequence[Fight]
    holdings: Sequence[Holding]
    armies: Series
    income: Series
    players: int
    wording: Wording
    near_missions: Sequence[NearMission]

    def find(self) -> tuple[TurningPoint, ...]:
        """Return the turning points of the game in order, at most ``MOST``."""
        points = [
            *self.continents(),
            *self.leads(),
            *self.unlikely_fights(),
            *self.sets(),
            *self.missions(),
            *sorted(self.goals(), key=lambda point: -point.weight)[:MOST_GOALS],
            *self.ends(),
        ]
        return _select_points(points, self.turns)

    @cached_property
    def _strengths(self) -> list[list[float]]:
        """The strength of each seat at each moment: its share of all armies and all income."""
        return [
            [
                _ARMIES_WEIGHT * one + (1 - _ARMIES_WEIGHT) * other
                for one, other in zip(_shares(armies), _shares(income), strict=True)
            ]
            for armies, income in zip(
                zip(*self.armies.values, strict=True),
                zip(*self.income.values, strict=True),
                strict=True,
            )
        ]

    def continents(self) -> Iterator[TurningPoint]:
        """Find continents that a seat won and held, and continents that others broke.

        Several in one turn are one turning point. Continents that are won or broken in the last
        turn don't count.
        """
        won: dict[tuple[int, int], list[Holding]] = {}
        broken: dict[tuple[int, int, int], list[Holding]] = {}
        last_turn = len(self.turns) - 1
        for holding in self.holdings:
            if not holding.start:
                continue
            turn = self._turn_index(holding.start)
            is_kept = self._rounds_held(holding) or (not holding.lost and turn < last_turn)
            if self.turns[turn].seat == holding.seat and is_kept:
                won.setdefault((turn, holding.seat), []).append(holding)
            by, last = self._find_breaker(holding), self._turn_index(holding.end)
            if by not in (None, holding.seat) and last < last_turn:
                broken.setdefault((last, by, holding.seat), []).append(holding)
        for (_turn, seat), holdings in won.items():
            yield self._won_point(seat, holdings)
        turns_with_sweep = set(won)
        for (turn, by, seat), holdings in broken.items():
            is_first = (turn, by) not in turns_with_sweep
            yield self._broken_point(by, seat, holdings, mentions_sweep=is_first)
            turns_with_sweep.add((turn, by))

    def _find_breaker(self, holding: Holding) -> int | None:
        """Return the seat that broke a continent: the winner of a fight, or else the seat in turn.

        Returns:
            ``None`` if the continent was held to the end.
        """
        if not holding.lost:
            return None
        fight = self._fight_at(holding.end)
        return fight.seat if fight else self.turns[self._turn_index(holding.end)].seat

    def _broken_point(
        self, by: int, seat: int, holdings: Sequence[Holding], *, mentions_sweep: bool
    ) -> TurningPoint:
        """Return the turning point of continents that ``by`` broke in one turn.

        Args:
            by: The seat that broke them.
            seat: The seat that held them.
            holdings: The holdings that ended.
            mentions_sweep: True to mention many conquests in the turn.
        """
        names = PlaceList([self.wording.board.continents[each.continent].name for each in holdings])
        parts = sentence_parts(
            _("{seat} breaks {victim}'s {continents}"),
            seat=self.wording.name(by),
            victim=self.wording.name(seat),
            continents=names,
        )
        value = self._bonus_value(holdings)
        point = self._continent_point(by, value, parts, holdings, [h.end for h in holdings])
        return self._with_sweep(point) if mentions_sweep else point

    def _won_point(self, seat: int, holdings: Sequence[Holding]) -> TurningPoint:
        """Return the turning point of continents that a seat won in one turn."""
        continents = [self.wording.board.continents[holding.continent] for holding in holdings]
        names = PlaceList(
            [each.name for each in continents], [f" ({each.bonus:+})" for each in continents]
        )
        message = _("{seat} wins {continents}")
        parts = sentence_parts(message, seat=self.wording.name(seat), continents=names)
        value = self._bonus_value(holdings)
        point = self._continent_point(seat, value, parts, holdings, [h.start for h in holdings])
        point, rounds = self._with_sweep(point), min(map(self._rounds_held, holdings))
        if rounds >= LONG:
            point = replace(
                point, parts=(*point.parts, _("; held for {number} rounds", number=rounds))
            )
        return point

    def _with_sweep(self, point: TurningPoint) -> TurningPoint:
        """Add the number of conquests in its turn to a turning point, if there are many."""
        turn = self.turns[self._turn_index(point.moment)]
        conquests = sum(
            isinstance(event, events.Conquered) and event.seat == turn.seat
            for _, event in self._events(turn.start + 1, turn.end)
        )
        if conquests < SWEEP:
            return point
        return replace(
            point, parts=(*point.parts, _(", {number} conquests in one turn", number=conquests))
        )

    def _bonus_value(self, holdings: Sequence[Holding]) -> float:
        """Return the weight of continents, which grows with their shares of all bonuses.

        Up to 4 rounds in which they were held count. A holding that lasted to the end counts as one
        round more.
        """
        continents = self.wording.board.continents
        all_bonuses = max(sum(continent.bonus for continent in continents), 1)
        return 0.05 + sum(
            continents[holding.continent].bonus
            / all_bonuses
            * (0.1 + 0.15 * min(self._rounds_held(holding) + (not holding.lost), 4))
            for holding in holdings
        )

    def _continent_point(
        self,
        seat: int,
        weight: float,
        parts: Sequence[str],
        holdings: Sequence[Holding],
        moments: Sequence[int],
    ) -> TurningPoint:
        """Return a turning point of continents, with the odds of the fight that decided it."""
        moment = max(moments)
        fight = self._fight_at(moment)
        odds = _describe_odds(fight) if len(holdings) == 1 else ()
        # A continent that gave no armies had little effect.
        gave_armies = any(self._rounds_held(each) or not each.lost for each in holdings)
        weight += self._swing(moment) * (1 if gave_armies else 0.4)
        return self._make_point("continent", moment, seat, weight, (*parts, *odds), fight)

    def leads(self) -> Iterator[TurningPoint]:
        """Find changes of the lead in armies and income."""
        armies, income = self.armies, self.income
        for change in lead_changes(self._strengths, self.players):
            moment, seat = armies.moments[change.point], change.seat
            (own_armies, own_income), (other_armies, other_income) = (
                [int(series.values[each][change.point] or 0) for series in (armies, income)]
                for each in (seat, change.before)
            )
            parts = sentence_parts(
                _(
                    "{seat} takes the lead from {other}: {armies} against {other_armies}, and "
                    "{income} against {other_income} a turn"
                ),
                seat=self.wording.name(seat),
                other=self.wording.name(change.before),
                armies=pluralize(own_armies, "army"),
                other_armies=str(other_armies),
                income=str(own_income),
                other_income=str(other_income),
            )
            weight = 0.3 + min(change.gap, 0.4) + self._swing(moment)
            yield self._make_point("lead", moment, seat, weight, parts)

    def unlikely_fights(self) -> Iterator[TurningPoint]:
        """Find fights with an unlikely result, in which both sides had armies to lose."""
        for fight in self.fights:
            size = min(fight.attackers - 1, fight.defenders)
            if fight.likelihood > UNLIKELY or size < 2:
                continue
            target = self.wording.board.territories[fight.target].name
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
                seat=self.wording.name(fight.seat),
                victim=self.wording.name(fight.victim),
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
            yield self._make_point("fight", fight.end, actor, weight, parts, fight)

    def sets(self) -> Iterator[TurningPoint]:
        """Find sets that were traded, except those after an elimination, which gave the cards."""
        takers: set[tuple[int, int]] = set()
        for moment, event in self._events():
            if isinstance(event, events.CardsTaken):
                takers.add((self._turn_index(moment), event.seat))
            elif (
                isinstance(event, events.SetTraded)
                and (self._turn_index(moment), event.seat) not in takers
            ):
                total = sum(self._armies_at(moment)) or 1
                seat = self.wording.name(event.seat)
                armies = pluralize(event.armies, "army")
                message = _("{seat} trades a set for {armies}")
                parts = sentence_parts(message, seat=seat, armies=armies)
                yield self._make_point("set", moment, event.seat, 0.9 * event.armies / total, parts)

    def missions(self) -> Iterator[TurningPoint]:
        """Find seats that came close to completing their mission, but lost."""
        for near in self.near_missions:
            names = [self.wording.board.territories[each].name for each in near.territories]
            message = (
                _("{seat} is {number} away from the mission: {territories}")
                if names
                else _("{seat} is {number} away from the mission")
            )
            parts = sentence_parts(
                message,
                seat=self.wording.name(near.seat),
                number=pluralize(near.count, "territory"),
                territories=join_and(names),
            )
            weight = 0.6 / near.count + self._swing(near.moment)
            yield self._make_point("mission", near.moment, near.seat, weight, parts)

    def goals(self) -> Iterator[TurningPoint]:
        """Find events on which victory depends, such as the fall of a capital."""
        for moment, event in self._events():
            seat = self.turns[self._turn_index(moment)].seat
            if isinstance(event, events.Event) and event.turns_game and seat is not None:
                parts, weight = event_parts(event, self.wording), 0.4 + self._swing(moment)
                yield self._make_point("goal", moment, seat, weight, parts)

    def ends(self) -> Iterator[TurningPoint]:
        """Find eliminations, resignations, announced victories and the end of the game."""
        for moment, event in self._events():
            match event:
                case events.SeatEliminated(seat, by) if seat != by:
                    beats = sentence_parts(
                        _("{seat} beats {victim}"),
                        seat=self.wording.name(by),
                        victim=self.wording.name(seat),
                    )
                    parts = [*beats, *self._describe_cards(moment, by)]
                    yield self._make_point("end", moment, by, 0.5 + self._swing(moment), parts)
                case (
                    events.SeatEliminated(seat)
                    | events.SeatResigned(seat)
                    | events.VictoryAnnounced(seat)
                ):
                    parts = event_parts(event, self.wording)
                    yield self._make_point("end", moment, seat, 0.4, parts)
                case events.GameWon(winners):
                    parts = event_parts(event, self.wording)
                    yield self._make_point("end", moment, winners[0], 10.0, parts)

    def _describe_cards(self, moment: int, seat: int) -> tuple[str, ...]:
        """Describe the cards that a seat took at a moment, as the end of a sentence.

        If it traded sets in the rest of its turn, the armies for them are told instead.
        """
        turn = self.turns[self._turn_index(moment)]
        cards = armies = 0
        for when, event in self._events(moment, turn.end):
            if isinstance(event, events.CardsTaken) and when == moment:
                cards += event.count
            elif isinstance(event, events.SetTraded) and event.seat == seat:
                armies += event.armies
        if cards and armies:
            return (_("; the cards bring {armies}", armies=pluralize(armies, "army")),)
        return (_(" and takes {cards}", cards=pluralize(cards, "card")),) if cards else ()

    # Facts about a moment

    def _make_point(
        self,
        kind: str,
        moment: int,
        seat: int,
        weight: float,
        parts: Sequence[str],
        fight: Fight | None = None,
    ) -> TurningPoint:
        start = fight.start if fight is not None else moment - 1
        round_ = self.turns[self._turn_index(moment)].round
        return TurningPoint(kind, moment, start, round_, seat, weight, tuple(parts))

    def _turn_index(self, moment: int) -> int:
        """Return the index of the turn with the step that led to a moment."""
        return turn_at(self.turns, moment - 1)

    def _rounds_held(self, holding: Holding) -> int:
        """Count the turns of the holder at whose start it held the continent."""
        return sum(
            turn.seat == holding.seat and holding.start <= turn.start < holding.end
            for turn in self.turns
        )

    def _swing(self, moment: int) -> float:
        """Return the greatest change of a seat's strength in the turn that led to a moment."""
        turn = self.turns[self._turn_index(moment)]
        before, after = (self._strengths[self._point_index(at)] for at in (turn.start, turn.end))
        return max((abs(a - b) for a, b in zip(before, after, strict=True)), default=0.0)

    def _point_index(self, moment: int) -> int:
        """Return the index of the last point in the series at or before a moment."""
        moments = self.armies.moments
        number = bisect_left(moments, moment)
        return number if number < len(moments) and moments[number] == moment else max(number - 1, 0)

    def _armies_at(self, moment: int) -> list[float]:
        number = self._point_index(moment)
        return [row[number] or 0 for row in self.armies.values]

    def _fight_at(self, moment: int) -> Fight | None:
        """Return the fight that was won at a moment, or one moment before it, if any."""
        won = (fight for fight in self.fights if fight.won)
        return next((fight for fight in won if fight.end <= moment <= fight.end + 1), None)

    def _events(self, start: int = 1, end: int | None = None) -> Iterator[tuple[int, object]]:
        """Yield the events that led to moments ``start`` to ``end``, each with its moment."""
        for moment, record in enumerate(self.records[start - 1 : end], start):
            for event in record.events:
                yield moment, event


def _describe_odds(fight: Fight | None) -> tuple[str, ...]:
    """Describe the odds of a won fight as the end of a sentence.

    Returns:
        An empty tuple without a fight, or if the chance was at least ``SURE``.
    """
    if fight is None or (fight.chance is not None and fight.chance >= SURE):
        return ()
    slots = {"attackers": fight.attackers, "defenders": fight.defenders}
    if fight.chance is None:
        return (_(" with {attackers} against {defenders}", **slots),)
    chance = percent(fight.chance)
    return (
        _(" with {attackers} against {defenders}, a chance of {chance}", **slots, chance=chance),
    )


REPELLED = 3
"""A fight is lost if at most this many armies are left in the source, else it was stopped."""


@dataclass(frozen=True, slots=True)
class Fight:
    """The battles between two territories within a turn.

    The first battle follows moment ``start``; the last one ends at ``end``. ``attackers`` and
    ``defenders`` are all armies in the source and the target at the start, ``attackers_left`` those
    in the source at the end. ``chance`` is the exact chance of a conquest; ``None`` if unknown.
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
        """True if the attacker had at most ``REPELLED`` armies left and no conquest."""
        return not self.won and self.attackers_left <= REPELLED

    @property
    def likelihood(self) -> float:
        """The likelihood of the fight's result (0 to 1); 1 if it was stopped, or is unknown.

        Attackers who stop with armies to spare do so by choice, not because of bad luck.
        """
        if self.chance is None or not (self.won or self.is_lost):
            return 1.0
        return self.chance if self.won else 1 - self.chance


class FightLog:
    """Collects fights from the records of a game, in order."""

    def __init__(self) -> None:
        self._finished: list[Fight] = []
        self._current: Fight | None = None

    def add(self, moment: int, record: Record, before: View) -> None:
        """Add the record that leads to ``moment``; ``before`` is a spectator's view before it.

        Attacks from outside the board are ignored.
        """
        for event in record.events:
            match event:
                case events.BattleResolved(seat, victim, int(source), target):
                    fight = self._current
                    if fight is None or (seat, source, target) != (
                        fight.seat,
                        fight.source,
                        fight.target,
                    ):
                        self._close()
                        fight = _new_fight(seat, victim, source, target, moment - 1, before)
                    left = fight.attackers_left - event.attacker_losses
                    self._current = replace(fight, end=moment, attackers_left=left)
                case events.Conquered(_, territory) if (
                    self._current and territory == self._current.target
                ):
                    self._current = replace(self._current, won=True)
                    self._close()
                case events.TurnBegan():
                    self._close()

    def close(self) -> tuple[Fight, ...]:
        """Return all fights in order."""
        self._close()
        return tuple(self._finished)

    def _close(self) -> None:
        if self._current is not None:
            self._finished.append(self._current)
            self._current = None


def _new_fight(seat: int, victim: int, source: int, target: int, start: int, view: View) -> Fight:
    odds = position_odds.fight(view, source, target)
    attackers, defenders = view.armies[source], view.armies[target]
    # The chance is unknown if changes of dice are possible that it does not include.
    is_exact = odds is not None and odds.possible_changes == odds.conquest.changes
    chance = odds.conquest.chance if odds is not None and is_exact else None
    return Fight(
        seat, victim, source, target, attackers, defenders, start, start, attackers, False, chance
    )
