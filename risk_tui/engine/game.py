"""The game: a phase state machine, and the public face of the engine."""

from __future__ import annotations

from dataclasses import dataclass
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
from risk_tui.engine.phases import PHASES
from risk_tui.engine.play import Play
from risk_tui.engine.records import Record
from risk_tui.engine.state import NOBODY, Phase, State, Status
from risk_tui.engine.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.board import Board
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.records import Outcome
    from risk_tui.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is started with: a board, a ruleset and a number of seats.

    Raises ``RiskError`` when the ruleset is not made for so many seats.
    """

    board: Board
    ruleset: Ruleset
    seats: int

    def __post_init__(self) -> None:
        players = self.ruleset.players
        if not players.least <= self.seats <= players.most:
            raise RiskError(
                f"{self.ruleset.title} is for {players.least} to {players.most} players, "
                f"not {self.seats}"
            )
        places = len(self.board.territories)
        if places < self.seats:
            raise RiskError(
                f"{self.board.title} has {places} territories, too few for {self.seats} players"
            )
        limit, armies = self.ruleset.setup.territory_limit, self.ruleset.setup.armies[self.seats]
        if limit is not None and places // self.seats * limit < armies:
            raise RiskError(
                f"{self.board.title} is too small for {self.seats} players with {armies} armies: "
                f"the set-up allows only {limit} on a territory"
            )


class Game:
    """One game, from its set-up to its winner.

    ``decision`` says what is due and of whom; ``legal_actions`` offers the answers; ``apply``
    takes one and returns the record of what came of it.

    ``chance`` is where dice and cards come from; by default the operating system's source.
    """

    __slots__ = ("_play", "_state", "setup")

    def __init__(self, setup: Setup, chance: Chance | None = None) -> None:
        self.setup = setup
        armies = setup.ruleset.setup.armies[setup.seats]
        places = len(setup.board.territories)
        self._state = State(
            owner=[NOBODY] * places,
            armies=[0] * places,
            hands=[[] for _ in range(setup.seats)],
            unplaced=[armies] * setup.seats,
            status=[Status.PLAYING] * setup.seats,
            deck=list(range(len(setup.board.deck))),
        )
        self._play = Play(setup.board, setup.ruleset, self._state, chance or system_chance())

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, ``None`` when the game is over."""
        if self._state.phase is Phase.OVER:
            return None
        return PHASES[self._state.phase].decision(self._play)

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
        due = state.turn
        if phase is Phase.DEFEND and state.battle is not None:
            due = state.owner[state.battle[1]]
        if seat is not None and seat != due:
            raise NotYourDecision("somebody else has to decide now")
        handler = PHASES[phase].actions.get(type(action))
        if handler is None:
            raise WrongPhase(_wrong_phase(action, phase))
        play.facts = []
        play.outcomes = []
        handler(play, action)
        return Record(due, action, tuple(play.outcomes), tuple(play.facts))

    def view(self, seat: int | None = None) -> View:
        """All that ``seat`` may know, or a spectator without one."""
        state = self._state
        if seat is not None and not 0 <= seat < len(state.hands):
            raise RiskError(f"there is no seat {seat} at this table")
        decision = self.decision
        decides = decision is not None and decision.seat == seat
        return View(
            seat=seat,
            board=self.setup.board,
            ruleset=self.setup.ruleset,
            phase=state.phase,
            turn=state.turn,
            first=state.first,
            round=state.round,
            owner=tuple(state.owner),
            armies=tuple(state.armies),
            status=tuple(state.status),
            card_counts=tuple([len(hand) for hand in state.hands]),
            hand=() if seat is None else tuple(state.hands[seat]),
            unplaced=tuple(state.unplaced),
            discard=tuple(state.discard),
            deck_count=len(state.deck),
            pool=state.pool,
            conquests=state.conquests,
            bonus=state.bonus,
            sets_traded=state.sets_traded,
            battle=state.battle,
            decision=decision if decision is None else decision.seen_by(seat),
            winners=state.winners,
            offers=tuple(self.legal_actions()) if decides else (),
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
        new._play = Play(
            self.setup.board, self.setup.ruleset, new._state, chance or self._play.chance
        )
        return new

    def state(self) -> State:
        """A copy of the whole state, hidden parts included: for tests and for comparing games."""
        return self._state.copy()


_ASKED = {
    Phase.BEGIN: "the game has not begun",
    Phase.CLAIM: "claim a free territory first",
    Phase.PLACE: "place your starting armies first",
    Phase.REINFORCE: "place your armies first",
    Phase.TRADE: "trade a set, or end the trading, first",
    Phase.ATTACK: "now you attack, or end your attacks",
    Phase.DEFEND: "the defender has to choose his dice first",
    Phase.OCCUPY: "move armies into the conquered territory first",
    Phase.FORTIFY: "the attacks are over: fortify, or end your turn",
}


def _wrong_phase(action: Action, phase: Phase) -> str:
    return f"you cannot {action.kind} now: {_ASKED[phase]}"


__all__ = ["Game", "IllegalAction", "Setup"]
