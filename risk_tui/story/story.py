"""The story of a game: the facts that are shown about it, and its moments.

It is built from a saved game or a game at a table; that of a damaged game ends at the damage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.board import Board
from risk_tui.data.language import _, join_and
from risk_tui.engine.events import MissionsDealt
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SaveError
from risk_tui.saves.journals import file_states, journal_files
from risk_tui.saves.save_file import SaveFile
from risk_tui.story import moments
from risk_tui.story.turning_points import FightLog, TurningPoint, TurningPointFinder
from risk_tui.table.game_log import GameLog
from risk_tui.table.ledger import Ledger, readable_log
from risk_tui.table.seats import Seat, player_names
from risk_tui.text.record_lines import event_parts
from risk_tui.text.time_phrases import day
from risk_tui.text.words import Wording, describe_mission

if TYPE_CHECKING:
    from risk_tui.table.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a played game, as the reader may see it.

    ``record`` is the step that led to the moment, ``None`` at the start; it includes secrets if
    the moment ``is_open``. ``hands`` and ``missions`` are those of every seat at this moment; empty
    unless it ``is_open``.
    """

    number: int
    view: View
    turn: moments.Turn
    record: Record | None
    hands: tuple[tuple[int, ...], ...] = ()
    missions: tuple[tuple[int, ...], ...] = ()

    @property
    def is_open(self) -> bool:
        """True if all cards and missions are open."""
        return bool(self.hands)


@dataclass(frozen=True, slots=True)
class Story:
    """A game as turns, series, holdings, turning points and figures.

    ``started`` is the start of the game (ISO 8601, UTC); empty if unknown. ``reader`` is the seat
    whose secrets may be shown, ``None`` for a spectator; after the game (``is_over``) all secrets
    may be shown. ``records`` are the steps as the reader may know them. ``missing`` describes the
    part of the game that could not be read; empty if nothing is missing.
    """

    name: str
    seats: tuple[Seat, ...]
    reader: int | None
    is_over: bool
    winners: tuple[int, ...]
    missing: str
    started: str
    records: tuple[Record, ...]
    turns: tuple[moments.Turn, ...]
    series: tuple[moments.Series, ...]
    holdings: tuple[moments.Holding, ...]
    turning_points: tuple[TurningPoint, ...]
    tallies: tuple[moments.PlayerFigures, ...]
    missions: tuple[tuple[str, ...], ...]
    """The missions of every seat in words; empty until the game is over."""
    hands: tuple[tuple[int, ...], ...]
    """The cards of every seat at the end; empty until the game is over."""
    timeline: moments.Timeline = field(repr=False, compare=False)

    @property
    def occasion(self) -> str:
        """The players and the local date: "Ann, Ben and Cid, 7 March 2026"."""
        players = join_and(player_names(self.seats))
        return ", ".join(filter(None, (players, day(self.started))))

    @property
    def end(self) -> int:
        """The number of the last moment."""
        return self.timeline.end

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.timeline.setup.board

    def moment(self, number: int, *, is_open: bool = False) -> Moment:
        """Return a moment as the reader may see it, or with all cards and missions open.

        Raises:
            RiskError: If ``is_open`` is True before the game is over.
        """
        turn = self.turns[moments.turn_at(self.turns, number)]
        record = self.records[number - 1] if number else None
        if not is_open:
            return Moment(number, self.timeline.view(number, self.reader), turn, record)
        if not self.is_over:
            raise RiskError(_("all cards are shown once the game is over"))
        players = [self.timeline.view(number, seat) for seat in range(self.timeline.setup.seats)]
        return Moment(
            number,
            self.timeline.view(number),
            turn,
            self.timeline.record(number) if number else None,
            tuple(view.hand for view in players),
            tuple(view.missions for view in players),
        )

    def with_series(self, series: moments.Series) -> Story:
        """Return a copy of the story with a series added; one with the same key is replaced."""
        others = tuple(each for each in self.series if each.key != series.key)
        return replace(self, series=(*others, series))

    def one_series(self, key: str) -> moments.Series:
        """Return the series with a key.

        Raises:
            KeyError: If there is none.
        """
        return {series.key: series for series in self.series}[key]


def build_story(
    setup: GameSetup,
    seats: Sequence[Seat],
    records: Sequence[Record],
    *,
    name: str = "",
    reader: int | None = None,
    seconds: Sequence[float] = (),
    missing: str = "",
    started: str = "",
) -> Story:
    """Build the story of a game.

    Args:
        setup: The setup of the game.
        seats: Its seats.
        records: Its steps, including all secrets.
        name: The name of the game.
        reader: The seat whose secrets may be shown; ``None`` for a spectator. Until the game is
            over, the story contains no other secrets.
        seconds: The seconds that each seat took for its decisions, if known.
        missing: A description of the part of the game that could not be read.
        started: The start of the game (ISO 8601, UTC).

    Raises:
        RiskError: If the board is hidden from players until the game is over.
    """
    timeline, turns = moments.Timeline(setup, records), moments.turns_of(records)
    if setup.rules.hooks.sight and timeline.view(timeline.end).decision is not None:
        raise RiskError(_("in fog the story is available once the game is over"))
    public = [record.redacted_for(None, clear=True) for record in records]
    series_moments = {turn.start for turn in turns[1:]} | {timeline.end}
    # Armies without a player, such as Martians, have turns but no missions.
    players = range(setup.seats)
    turn_ends = {turn.end: turn.seat for turn in turns if turn.seat in players}
    views: dict[int, View] = {}
    fights, holdings, near_missions = FightLog(), moments.HoldingsLog(), moments.NearMissions()
    before: View | None = None
    for moment, view in enumerate(timeline.spectator_views()):
        holdings.add(moment, view)
        if before is not None:
            fights.add(moment, public[moment - 1], before)
        if moment in series_moments:
            views[moment] = view
        if moment in turn_ends:
            near_missions.add(moment, timeline.view(moment, turn_ends[moment]))
        before = last = view
    series = moments.series_of(views, len(seats))
    is_over = bool(last.winners) or last.decision is None
    all_holdings = holdings.close(timeline.end)
    finder = TurningPointFinder(
        public, turns, fights.close(), all_holdings, series[1], series[2], setup.seats,
        Wording(seats, setup.board, last),
        near_missions.of_losers(last.winners) if is_over else (),
    )  # fmt: skip
    return Story(
        name=name,
        seats=tuple(seats),
        reader=reader,
        is_over=is_over,
        winners=last.winners,
        missing=missing,
        started=started,
        records=tuple(record.redacted_for(reader, clear=True) for record in records),
        turns=turns,
        series=series,
        holdings=all_holdings,
        turning_points=finder.find(),
        tallies=moments.player_figures(public, len(seats), last.owner, seconds),
        missions=_dealt_missions(records, last, seats) if is_over else (),
        hands=tuple(timeline.view(timeline.end, seat).hand for seat in range(setup.seats))
        if is_over
        else (),
        timeline=timeline,
    )


def _dealt_missions(
    records: Sequence[Record], view: View, seats: Sequence[Seat]
) -> tuple[tuple[str, ...], ...]:
    """Return the missions of every seat in words; empty if none were dealt."""
    dealt: list[tuple[str, ...]] = [()] * len(seats)
    for record in records:
        for event in record.events:
            if isinstance(event, MissionsDealt):
                dealt[event.seat] = tuple(
                    describe_mission(view, mission, seats, event.seat) for mission in event.missions
                )
    return tuple(dealt) if any(dealt) else ()


def event_sentences(story: Story, moment: Moment) -> list[str]:
    """Describe the step that led to a moment in sentences, with secrets if it is open."""
    if moment.record is None:
        return []
    wording = Wording(story.seats, story.board, moment.view)
    return [
        "".join(event_parts(event, wording, event.revealed if moment.is_open else None))
        for event in moment.record.events
        if not event.is_empty
    ]


def read_story(path: Path, reader: int | None = None) -> Story:
    """Read the story of a saved game, without changing the file.

    The story of a damaged game ends at the damage, and its ``missing`` describes the problem.

    Args:
        path: The file of the game.
        reader: The seat whose secrets may be shown; ``None`` for a spectator.

    Raises:
        RiskError: If nothing can be read, or as for ``build_story``.
    """
    missing, seconds = "", list[float]()
    try:
        with closing(SaveFile.open(path, mode="ro")) as save:
            log = Ledger.read(save).log
            seconds = save.seconds()
    except SaveError as error:
        log, problem = _read_damaged(path, error)
        missing = _("The rest of the game is missing: {problem}", problem=problem)
    return build_story(
        log.setup,
        log.seats,
        log.records,
        name=path.stem,
        reader=reader,
        seconds=seconds,
        missing=missing,
        started=log.header.created,
    )


def story_at_table(table: Table, reader: int | None) -> Story:
    """Build the story of the game at a table so far.

    Args:
        table: The table.
        reader: The seat whose secrets may be shown; ``None`` for a spectator.

    Raises:
        RiskError: As for ``build_story``.
    """
    return _story_later(table, reader)()


def _story_later(table: Table, reader: int | None) -> Callable[[], Story]:
    """Return a function that builds the story of the game so far; a thread may call it."""
    return partial(
        build_story,
        table.setup,
        tuple(table.seats),
        table.all_records(),
        name=table.name,
        reader=reader,
        seconds=table.seconds(),
    )


Later: TypeAlias = "Callable[[Story], Callable[[], Story] | None]"
"""Returns ``None``, or a function that builds the story again if the game has continued."""


def watch_table(table: Table, reader: int | None) -> Later:
    """Return a ``Later`` for the game at a table."""

    def later(story: Story) -> Callable[[], Story] | None:
        records = table.all_records()
        if len(records) == story.end and records == tuple(story.timeline.records):
            return None
        return _story_later(table, reader)

    return later


def watch_file(path: Path) -> Later:
    """Return a ``Later`` for a saved game."""
    files = path, journal_files(path)[0]
    before = file_states(*files)

    def later(story: Story) -> Callable[[], Story] | None:
        nonlocal before
        if (now := file_states(*files)) == before:
            return None
        before = now
        return lambda: read_story(path, story.reader)

    return later


def _read_damaged(path: Path, error: SaveError) -> tuple[GameLog, str]:
    """Read a damaged game up to the damage.

    Args:
        path: The file of the game.
        error: The error that was raised when it was opened.

    Returns:
        The readable part, and the description of the damage.

    Raises:
        SaveError: The same ``error``, if no step can be read.
    """
    try:
        log, problem = readable_log(path)
    except RiskError:
        raise error from None
    if not log.steps:
        raise error
    return log, problem or str(error)
