"""The game: a phase state machine, and the public face of the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.engine.chance import RecordedChance, system_chance
from risk_tui.engine.errors import (
    ChanceError,
    GameIsOver,
    IllegalAction,
    NotYourDecision,
    RiskError,
    WrongPhase,
)
from risk_tui.engine.facts import BattleFought
from risk_tui.engine.phases import PHASES
from risk_tui.engine.phases.ending import won
from risk_tui.engine.play import Play
from risk_tui.engine.records import Record
from risk_tui.engine.setup import Setup
from risk_tui.engine.state import NOBODY, Phase, State, Status
from risk_tui.engine.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Outcome


class Game:
    """One game, from its set-up to its winner.

    ``decision`` says what is due and of whom; ``legal_actions`` offers the answers; ``apply``
    takes one and returns the record of what came of it.

    ``chance`` is where dice and cards come from; by default the operating system's source.
    """

    __slots__ = ("_play", "_state", "setup")

    def __init__(self, setup: Setup, chance: Chance | None = None) -> None:
        self.setup = setup
        rules = setup.rules
        armies = rules.set_up.armies
        places, forces = len(setup.board.territories), setup.forces
        neutrals = forces - setup.seats
        third = armies if rules.third_army.pile else 0
        self._state = State(
            owner=[NOBODY] * places,
            armies=[0] * places,
            hands=[[] for _ in range(forces)],
            unplaced=[armies] * setup.seats + [third] * neutrals,
            status=[Status.PLAYING] * setup.seats + [Status.NEUTRAL] * neutrals,
            deck=list(range(len(setup.board.deck))),
            missions=[[] for _ in range(forces)],
            taken=[[] for _ in range(forces)],
            capitals=[NOBODY] * forces,
            beaten_by=[NOBODY] * forces,
            announced=[False] * forces,
            tied=[0] * len(setup.board.continents),
            arrived=[0] * places,
        )
        self._play = Play(setup, self._state, chance or system_chance())

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, ``None`` when the game is over."""
        if self._state.phase is Phase.OVER:
            return None
        return PHASES[self._state.phase].decision(self._play)

    @property
    def turn(self) -> int:
        """The seat in turn; others may have to decide in it."""
        return self._state.turn

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on."""
        return self._state.winners

    def legal_actions(self) -> list[Offer]:
        """Everything that ``apply`` accepts now, grouped where only a number differs."""
        if self._state.phase is Phase.OVER:
            return []
        return PHASES[self._state.phase].offers(self._play)

    def apply(self, action: Action, *, seat: int | None = None) -> Record:
        """Do what a player chose and return the record of it.

        ``seat`` is the seat that speaks; without it, the one whose decision is due. Raises an
        ``IllegalAction`` that says why, and leaves the game untouched, when the rules do not
        allow it.
        """
        play = self._play
        state = self._state
        phase = state.phase
        if phase is Phase.OVER:
            raise GameIsOver("the game is over")
        shape = PHASES[phase]
        due = shape.decides(play)
        if seat is not None and seat != due:
            raise NotYourDecision("somebody else has to decide now")
        handler = shape.actions.get(type(action))
        if handler is None:
            raise WrongPhase(f"you cannot {action.kind} now: {shape.asked}")
        play.facts = []
        play.outcomes = []
        handler(play, action)
        # A battle that took no territory wins nothing; a conquest does when its garrison is in.
        fought = bool(play.facts) and isinstance(play.facts[-1], BattleFought)
        if not fought and state.occupying is None and state.phase is not Phase.OVER:
            won(play)
        return Record(due, action, tuple(play.outcomes), tuple(play.facts))

    def view(self, seat: int | None = None) -> View:
        """All that ``seat`` may know, or a spectator without one."""
        state = self._state
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise RiskError(f"there is no seat {seat} at this table")
        decision = self.decision
        decides = decision is not None and decision.seat == seat
        everybody = range(len(state.hands))
        return View(
            seat=seat,
            board=self.setup.board,
            ruleset=self.setup.ruleset,
            phase=state.phase,
            turn=state.turn,
            acting=state.acting,
            first=state.first,
            round=state.round,
            owner=tuple(state.owner),
            armies=tuple(state.armies),
            status=tuple(state.status),
            card_counts=tuple([len(hand) for hand in state.hands]),
            hand=() if seat is None else tuple(state.hands[seat]),
            missions=() if seat is None else tuple(state.missions[seat]),
            taken=tuple(tuple(state.taken[each]) for each in everybody),
            capitals=tuple(
                state.capitals[each] if each == seat or state.capitals_shown else NOBODY
                for each in everybody
            ),
            cities=tuple(state.cities),
            beaten_by=tuple(state.beaten_by),
            announced=tuple(state.announced),
            unplaced=tuple(state.unplaced),
            discard=tuple(state.discard),
            deck_count=len(state.deck),
            pool=state.pool,
            tied=tuple(state.tied),
            conquests=state.conquests,
            bonus=state.bonus,
            sets_traded=state.sets_traded,
            commanded=state.commanded,
            battle=None if state.battle is None else replace(state.battle),
            decision=decision if decision is None else decision.seen_by(seat),
            winners=state.winners,
            offers=tuple(self.legal_actions()) if decides else (),
            neutral=self.setup.neutral,
            rules=self._play.rules,
        )

    def replay_step(
        self, seat: int, action: Action, outcomes: Iterable[Outcome], echo: Chance | None = None
    ) -> Record:
        """Do a recorded step again with its recorded outcomes.

        ``echo`` is asked the same questions and its answers are thrown away, see
        ``RecordedChance``. Raises ``IllegalAction`` or ``ChanceError`` when the step cannot have
        happened here; the game is then of no further use.
        """
        play = self._play
        own, recorded = play.chance, RecordedChance(outcomes, echo)
        play.chance = recorded
        try:
            record = self.apply(action, seat=seat)
        finally:
            play.chance = own
        if not recorded.exhausted():
            raise ChanceError("the record holds more chance outcomes than the step takes")
        return record

    @classmethod
    def replay(
        cls,
        setup: Setup,
        records: Iterable[Record],
        chance: Chance | None = None,
    ) -> Game:
        """The same game again from its records: identical state, on any machine."""
        game = cls(setup, chance)
        for record in records:
            game.replay_step(record.seat, record.action, record.chance)
        return game

    def copy(self, chance: Chance | None = None) -> Game:
        """An independent copy, for looking ahead."""
        new = Game.__new__(Game)
        new.setup = self.setup
        new._state = self._state.copy()
        new._play = Play(self.setup, new._state, chance or self._play.chance)
        return new

    def state(self) -> State:
        """A copy of the whole state, hidden parts included: for tests and for comparing games."""
        return self._state.copy()


__all__ = ["Game", "IllegalAction", "Setup"]
