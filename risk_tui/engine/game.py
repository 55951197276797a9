"""The game: a phase state machine, and the public interface of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import _, did_you_mean, pgettext
from risk_tui.engine.actions import Action, Offer, Resign
from risk_tui.engine.chance import Chance, RecordedChance, system_chance
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Decision
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.phases import PHASES
from risk_tui.engine.phases.turn_flow import finish_if_won, next_seat_in_game
from risk_tui.engine.records import Outcome, Record, SeatVisibility, sight_of
from risk_tui.engine.state import LIST_FIELDS, VALUE_FIELDS, Phase, State, Status
from risk_tui.engine.view import View, seen_view
from risk_tui.errors import (
    ChanceError,
    DeclarationError,
    GameIsOver,
    IllegalAction,
    NotYourDecision,
    RiskError,
    WrongPhase,
)

_SHOWN_VALUES = [name for name in VALUE_FIELDS if name not in ("battle", "memories", "passages")]
_SHOWN_LISTS = [name for name in LIST_FIELDS if name not in ("deck", "victory_announced")]
"""The fields of the state that all seats may know, and which a view has under the same names."""


class Game:
    """One game, from its setup to its winner.

    ``decision`` is the pending decision; ``legal_actions`` returns the possible answers; ``apply``
    applies one and returns the record of the results.

    ``chance`` is the source of dice and cards; by default the operating system's.
    """

    __slots__ = ("_context", "_decision", "_phases", "_state", "setup")

    def __init__(self, setup: GameSetup, chance: Chance | None = None) -> None:
        self.setup = setup
        rules = setup.rules
        armies = rules.set_up.armies
        territories, army_seats = len(setup.board.territories), setup.army_seats
        neutrals = army_seats - setup.seats
        self._state = State(
            owner=[NO_SEAT] * territories,
            armies=[0] * territories,
            hands=[[] for _ in range(army_seats)],
            unplaced=[armies] * setup.seats + [0] * neutrals,
            status=[Status.PLAYING] * setup.seats + [Status.NEUTRAL] * neutrals,
            deck=list(range(len(setup.board.deck))),
            missions=[[] for _ in range(army_seats)],
            missions_done=[[] for _ in range(army_seats)],
            beaten_by=[NO_SEAT] * army_seats,
            victory_announced=[False] * army_seats,
            continent_bound_armies=[0] * len(setup.board.continents),
            armies_moved_in=[0] * territories,
            memories=tuple(variant.start() for variant in setup.variants),
        )
        if rules.neutral.is_dealt:
            self._state.unplaced[setup.seats] = armies
        self._decision: Decision | None = None
        """The pending decision, if it has been requested since the last step."""
        phases = dict(PHASES)
        for variant in setup.variants:
            phases |= variant.phases()
        for variant in setup.variants:
            for name, actions in variant.extra_actions().items():
                if name not in phases:
                    hint = did_you_mean(name, list(phases))
                    raise DeclarationError(
                        f"{type(variant).__name__}.extra_actions: unknown phase {name!r}; {hint}"
                    )
                phases[name] = replace(phases[name], actions={**phases[name].actions, **actions})
        if any(forbids() for forbids in rules.hooks.forbids_resigning):
            phases = {name: _without_resigning(phase) for name, phase in phases.items()}
        self._phases = phases
        self._context = setup.make_context(self._state, chance or system_chance())

    @property
    def decision(self) -> Decision | None:
        """The pending decision; ``None`` when the game is over."""
        if self._state.phase is Phase.OVER:
            return None
        if self._decision is None:
            self._decision = self._phases[self._state.phase].decision(self._context)
        return self._decision

    @property
    def round(self) -> int:
        """The current round; 0 during the setup."""
        return self._state.round

    @property
    def turn(self) -> int:
        """The seat in turn; other seats may have to decide during its turn."""
        return self._state.turn

    def roller(self, seat: int) -> int:
        """Return the seat that rolls real dice for a seat: usually itself.

        For a seat that acts by rule, the player before the first seat rolls.
        """
        if seat not in self._context.hooks.acts:
            return seat
        return next_seat_in_game(self._state, self._state.first, -1)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty during the game."""
        return self._state.winners

    def legal_actions(self) -> list[Offer]:
        """Return the possible answers to the pending decision; one offer covers a range of numbers.

        ``apply`` also accepts them with the fields that ``Action.as_offered`` omits and with their
        cards in another order, and ``BeginWith`` instead of ``Begin``.
        """
        if self._state.phase is Phase.OVER:
            return []
        return self._phases[self._state.phase].offers(self._context)

    def apply(self, action: Action, *, seat: int | None = None) -> Record:
        """Apply an action and return its record.

        Args:
            action: The action.
            seat: The acting seat; by default the seat whose decision is pending.

        Raises:
            IllegalAction: If the rules do not allow it; the game is unchanged.
            ChanceError: If the outcomes of ``chance`` don't match the step. Discard the game then.
            DiceRequired: If ``chance`` waits for real dice. Discard the game then.
        """
        context = self._context
        state = self._state
        phase_handler = self._phases.get(state.phase)
        if phase_handler is None:
            raise GameIsOver(_("the game is over"))
        decider = phase_handler.decides(context)
        if seat is not None and seat != decider:
            raise NotYourDecision(_("it is another player's decision"))
        handler = phase_handler.actions.get(type(action))
        if handler is None:
            raise WrongPhase(
                _(
                    "you can't {verb} now: {prompt}",
                    verb=pgettext("you can't … now", action.verb or action.kind),
                    prompt=_(phase_handler.prompt),
                )
            )
        self._decision = None
        context.events = []
        context.outcomes = []
        if context.hooks.sight:
            context.sights = []
            context.record_visibility()
        handler(context, action)
        while True:
            # A battle without a conquest can't win the game, and a conquest counts after its
            # garrison has moved in. Skip the call then, because this runs at every step.
            events = context.events
            ends_with_battle = bool(events) and isinstance(events[-1], BattleResolved)
            if not ends_with_battle and state.occupying is None and state.phase is not Phase.OVER:
                finish_if_won(context)
            if not context.hooks.acts or not self._act_by_rule():
                break
        sights: tuple[Sequence[SeatVisibility], ...] = ()
        if context.hooks.sight:
            context.record_visibility()
            sights = tuple(context.sights)
        # Positional arguments take half the time of keywords.
        return Record(decider, action, tuple(context.outcomes), tuple(context.events), None, sights)

    def _act_by_rule(self) -> bool:
        """Let a seat that acts by rule answer; return False if a player has to decide."""
        context = self._context
        if context.state.phase is Phase.OVER:
            return False
        phase = self._phases[context.state.phase]
        act = context.hooks.acts.get(phase.decides(context))
        if act is None:
            return False
        action = act(context, phase)
        if action is not None:
            phase.actions[type(action)](context, action)
        return True

    def why_not(self, action: Action, *, seat: int | None = None) -> str | None:
        """Return why ``apply`` would reject an action, as a line for a player.

        Returns:
            ``None`` if it would accept the action.
        """
        try:
            self.copy(RecordedChance(())).apply(action, seat=seat)
        except IllegalAction as error:
            return str(error)
        except ChanceError:
            return None  # The action is allowed, and needs dice or cards.
        return None

    def view(self, seat: int | None = None, *, clear: bool = False) -> View:
        """Return the game as ``seat`` may know it.

        Args:
            seat: The seat; ``None`` for a spectator.
            clear: True to show all territories even if the view of players is limited: for finished
                games, and for games between bots.
        """
        state = self._state
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise RiskError(_("there is no seat {seat} at this table", seat=seat))
        decision = self.decision
        decides = decision is not None and decision.seat == seat
        is_secret = self.setup.rules.victory.held_in_secret
        shown: dict[str, Any] = {name: getattr(state, name) for name in _SHOWN_VALUES}
        for name in _SHOWN_LISTS:
            shown[name] = tuple(getattr(state, name))
        view = View(
            **shown,
            seat=seat,
            board=self._context.board,
            ruleset=self.setup.ruleset,
            rules=self._context.rules,
            setup=self.setup,
            neutral=self.setup.neutral,
            card_counts=tuple(map(len, state.hands)),
            hand=() if seat is None else tuple(state.hands[seat]),
            mission_counts=tuple(map(len, state.missions)),
            missions=() if seat is None else tuple(state.missions[seat]),
            missions_done=tuple(map(tuple, state.missions_done)),
            victory_announced=tuple(
                [announced and not is_secret for announced in state.victory_announced]
            ),
            deck_count=len(state.deck),
            battle=None if state.battle is None else replace(state.battle),
            decision=decision if decision is None else decision.redacted_for(seat),
            offers=tuple(self.legal_actions()) if decides else (),
            memories=tuple([memory and memory.redacted_for(seat) for memory in state.memories]),
        )
        if self._context.hooks.sight and not clear:
            attacker = self._context.leader(state.acting_seat)
            for sight in self._context.hooks.sight:
                view = seen_view(view, sight_of(sight(self._context), seat), attacker)
        return view

    def replay_step(
        self, seat: int, action: Action, outcomes: Iterable[Outcome], echo: Chance | None = None
    ) -> Record:
        """Repeat a recorded step with its outcomes.

        Args:
            echo: Another chance that draws the same outcomes, as in ``RecordedChance``.

        Raises:
            IllegalAction: If the step is impossible here. Discard the game then.
            ChanceError: If the outcomes don't match the step. Discard the game then.
        """
        context = self._context
        own_chance, recorded_chance = context.chance, RecordedChance(outcomes, echo)
        context.chance = recorded_chance
        try:
            record = self.apply(action, seat=seat)
        finally:
            context.chance = own_chance
        if not recorded_chance.is_exhausted():
            raise ChanceError(_("the record has more dice or cards than this step uses"))
        return record

    @classmethod
    def replay(cls, setup: GameSetup, records: Iterable[Record]) -> Game:
        """Replay a game from its records; the resulting state is the same on every machine."""
        game = cls(setup)
        for record in records:
            game.replay_step(record.seat, record.action, record.chance)
        return game

    def copy(self, chance: Chance | None = None) -> Game:
        """Return an independent copy, for look-ahead; ``chance`` replaces the game's own."""
        new = Game.__new__(Game)
        new.setup = self.setup
        new._state = self._state.copy()
        new._phases = self._phases
        new._decision = None
        new._context = new.setup.make_context(new._state, chance or self._context.chance)
        return new

    def state(self) -> State:
        """Return a copy of the whole state, including its hidden parts."""
        return self._state.copy()

    def set_state(self, state: State) -> None:
        """Replace the state without validation, for sampled games and tests."""
        self._state = state.copy()
        self._decision = None
        self._context = self.setup.make_context(self._state, self._context.chance)


def _without_resigning(handler: PhaseHandler) -> PhaseHandler:
    """Return the phase with resigning refused and not offered."""
    if Resign not in handler.actions:
        return handler

    def offers(context: GameContext) -> list[Offer]:
        return [offer for offer in handler.offers(context) if not isinstance(offer.action, Resign)]

    return replace(handler, offers=offers, actions={**handler.actions, Resign: _refuse_to_resign})


def _refuse_to_resign(context: GameContext, action: Resign) -> None:
    raise IllegalAction(_("you can't resign in this game; let a bot play for you instead"))


__all__ = ["Game", "GameSetup"]
